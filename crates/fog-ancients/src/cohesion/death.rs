//! Death rolls (75.4).

use super::Loss;
use super::fought::Toll;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::GroupId;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Phase;
use crate::troop::TroopType;
use aelian_dice::{Distribution, NeedRoll, Throw, odds};
use aelian_game::Cx;
use aelian_rulebook::{Tally, rule};

/// A death roll before its die.
#[derive(Clone, Debug, PartialEq)]
pub struct DeathRoll {
    pub group: GroupId,
    pub hits: u32,
    pub modifiers: Tally<Fact>,
    pub loss: Loss,
    again: u32,
}

impl Look<'_> {
    /// FA-DEATH-01 to FA-DEATH-06: the roll that a group has to make for the hits of this phase; none where it could
    /// lose nothing.
    pub fn death_roll(&self, group: GroupId) -> Option<DeathRoll> {
        self.death_roll_after(group, &Toll::of(self.state, group))
    }

    /// The same with this toll; for odds.
    pub fn death_roll_after(&self, group: GroupId, toll: &Toll) -> Option<DeathRoll> {
        let shooting = self.state.phase == Phase::Shooting;
        let (hits, loss) =
            if shooting { (toll.shot, Loss::Shooting) } else { (toll.taken, Loss::CloseCombat) };
        if hits == 0 {
            return None;
        }
        let table = &self.rules.tables.cohesion.death;
        let mut modifiers = Tally::new();
        if self.is_sturdy(group, toll) {
            let rule = if self.rules.v31() { rule!("FA-V31-20") } else { rule!("FA-DEATH-02") };
            modifiers.add(rule, Fact::Group(group), table.sturdy);
        }
        if shooting || !toll.lost() {
            modifiers.add(rule!("FA-DEATH-03"), Fact::Group(group), table.easy);
        }
        let roll = DeathRoll { group, hits, modifiers, loss, again: table.again };
        // FA-DEATH-06.
        (roll.loses(1, hits)).then_some(roll)
    }

    /// FA-DEATH-02, FA-V31-20, FA-V31-50, FA-V31-51.
    fn is_sturdy(&self, id: GroupId, toll: &Toll) -> bool {
        let group = self.state.group(id);
        if group.is_train() {
            return true;
        }
        if !self.rules.v31() {
            return group.is_kind(TroopType::Elephants);
        }
        let only_foot = toll.taken > 0 && !toll.hit_by_mounted;
        group.original == 2 || (group.is_mounted() && self.state.phase != Phase::Shooting && only_foot)
    }
}

impl DeathRoll {
    /// FA-DEATH-04.
    fn loses(&self, die: i32, hits: u32) -> bool {
        die + self.modifiers.total() <= hits as i32
    }

    /// FA-DEATH-05: with this die for so many hits a base is lost, and so many hits are left for another roll; none: no
    /// base is lost.
    fn falls(&self, die: i32, hits: u32) -> Option<u32> {
        self.loses(die, hits).then(|| hits.saturating_sub(self.again))
    }

    /// The bases that it may cost.
    pub fn odds(&self) -> Distribution<usize> {
        odds(ROLLS, |dice| {
            let (mut hits, mut lost) = (self.hits, 0);
            while let Some(left) = self.falls(dice.reading(&Throw::D6)?.face().map_or(0, i32::from), hits) {
                lost += 1;
                if left == 0 {
                    break;
                }
                hits = left;
            }
            Ok(lost)
        })
    }
}

/// More than a group could bear.
const ROLLS: u64 = 100_000;

/// FA-REM-07: the side that is not active first.
pub(super) fn next_roll(look: Look<'_>) -> Option<DeathRoll> {
    let state = look.state;
    if state.hits.is_empty() {
        return None;
    }
    [state.active.other(), state.active].into_iter().find_map(|side| {
        let mut left = state.on_table_of(side).filter(|id| !state.dealt.contains(*id));
        left.find_map(|id| look.death_roll(id))
    })
}

/// FA-DEATH-01 to FA-DEATH-05: the next group rolls, again for every full six hits beyond which it lost a base.
pub(super) fn roll(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let Some(roll) = next_roll(Look::new(cx.rules, cx.state())) else { return Ok(()) };
    let group = roll.group;
    cx.emit(Event::Dealt(group));
    for line in &roll.modifiers.lines {
        cx.cite(line.rule, || Fact::Modifier { group, value: line.value });
    }
    let mut hits = roll.hits;
    loop {
        let die = rolls::die(cx, rule!("FA-DEATH-01"))?;
        let score = die + roll.modifiers.total();
        cx.cite(rule!("FA-DEATH-04"), || Fact::Score { group, score, needed: hits as i32 + 1 });
        let Some(left) = roll.falls(die, hits) else { return Ok(()) };
        super::lose_base(cx, group, roll.loss);
        if left == 0 || !cx.state().group(group).on_table() {
            return Ok(());
        }
        hits = left;
        cx.cite(rule!("FA-DEATH-05"), || Fact::Count { found: hits as i32, allowed: roll.hits as i32 });
    }
}
