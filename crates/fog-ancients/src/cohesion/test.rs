//! The cohesion test (75.2): its modifiers, worked out before the dice, its result, and what comes of it.

use super::fought::Toll;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Phase;
use crate::state::{BrokenWhy, Cohesion, Grade, Group};
use crate::tables::Disorder;
use crate::troop::{Capability, Troop, TroopType};
use aelian_dice::{Distribution, NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::{RuleId, Tally, rule};

/// Why a group tests (75.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// FA-CT-01: it is FRAGMENTED and these charge it, or reach it in pursuit.
    Charged { by: GroupSet },
    /// FA-CT-02, FA-CT-03.
    Shot,
    /// FA-CT-04.
    Beaten,
    /// FA-CT-05, FA-CT-10: for friends that broke and commanders lost; how many, and whether the commander-in-chief
    /// is among them.
    Saw { reasons: u8, chief: bool },
    /// FA-CT-12: unbroken, by this commander.
    Bolster(CommanderId),
    /// FA-CT-12: BROKEN, by this commander.
    Rally(CommanderId),
}

/// A cohesion test before its dice.
#[derive(Clone, Debug, PartialEq)]
pub struct CohesionTest {
    pub group: GroupId,
    pub why: Why,
    pub modifiers: Tally<Fact>,
    /// FA-CT-14.
    pub reroll: Reroll,
    /// FA-CT-22: a very low score costs two levels.
    pub steep: bool,
    needed: i32,
    steep_at: i32,
}

/// What a test led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    pub passed: bool,
    /// Levels lost.
    pub levels: u8,
}

impl Look<'_> {
    /// FA-CT-14, FA-CTM-19, FA-CTM-20, FA-CTM-22: how a group would test now. Death rolls come after (FA-DEATH-07), so that
    /// no base that they will cost counts yet.
    pub fn cohesion_test(&self, group: GroupId, why: Why) -> CohesionTest {
        self.cohesion_test_after(group, why, &Toll::of(self.state, group))
    }

    /// The same with this toll of the phase instead of the hits of the state; for odds.
    pub fn cohesion_test_after(&self, group: GroupId, why: Why, toll: &Toll) -> CohesionTest {
        let mut modifiers = Tally::new();
        match why {
            Why::Shot => self.add_shot(&mut modifiers, group, toll),
            Why::Beaten => self.add_beaten(&mut modifiers, group, toll),
            Why::Saw { reasons, chief } => self.add_saw(&mut modifiers, group, reasons, chief),
            Why::Charged { .. } | Why::Bolster(_) | Why::Rally(_) => {}
        }
        self.add_lasting(&mut modifiers, group, why);
        let table = &self.rules.tables.cohesion;
        let steep = match why {
            Why::Beaten => toll.margin() >= table.modifiers.by_hits,
            Why::Saw { .. } => true,
            _ => false,
        };
        CohesionTest {
            group,
            why,
            modifiers,
            reroll: self.state.group(group).quality.reroll(),
            steep,
            needed: table.result.pass,
            steep_at: table.result.steep,
        }
    }

    /// FA-CTM-01, FA-CTM-07, AMB-58.
    fn add_shot(&self, modifiers: &mut Tally<Fact>, group: GroupId, toll: &Toll) {
        let table = &self.rules.tables.cohesion.modifiers;
        if self.is_hit_per(group, toll.shot, table.shooting_per) {
            modifiers.add(rule!("FA-CTM-01"), Fact::Group(group), table.many_hits);
        }
        if toll.by_artillery || toll.by_firearms {
            modifiers.add(rule!("FA-CTM-07"), Fact::Group(group), table.feared_enemy);
        }
    }

    /// FA-CTM-02, FA-CTM-03, FA-CTM-08 to FA-CTM-12, FA-V31-24 to FA-V31-26, FA-V31-53.
    fn add_beaten(&self, modifiers: &mut Tally<Fact>, group: GroupId, toll: &Toll) {
        let table = &self.rules.tables.cohesion.modifiers;
        let v31 = self.rules.v31();
        let impact = self.state.phase == Phase::Impact;
        let per = if v31 { table.combat_per_v31 } else { table.combat_per };
        if self.is_hit_per(group, toll.taken, per) {
            modifiers.add(rule!("FA-CTM-02"), Fact::Group(group), table.many_hits);
        }
        if v31 && impact {
            modifiers.add(rule!("FA-V31-25"), Fact::Group(group), table.lost_impact_v31);
        }
        if toll.margin() >= table.by_hits && !(v31 && impact) {
            modifiers.add(rule!("FA-CTM-03"), Fact::Group(group), table.beaten);
        }
        if let Some((rule, enemy)) = self.feared_enemy(group, toll.foes) {
            modifiers.add(rule, Fact::Pair { group, other: enemy }, table.feared_enemy);
        }
    }

    /// FA-CTM-12, FA-CTM-23: the first enemy of those it fought who is feared, and by which row; once in total.
    fn feared_enemy(&self, group: GroupId, foes: GroupSet) -> Option<(RuleId, GroupId)> {
        foes.iter().find_map(|enemy| self.fears(group, enemy).map(|rule| (rule, enemy)))
    }

    fn fears(&self, id: GroupId, enemy: GroupId) -> Option<RuleId> {
        let (group, foe) = (self.state.group(id), self.state.group(enemy));
        let v31 = self.rules.v31();
        let impact = self.state.phase == Phase::Impact;
        if foe.has_any(|troop| is_dreaded(troop, v31)) {
            return Some(rule!("FA-CTM-08"));
        }
        if tests_as_medium_foot(group) && self.meets_in_open(id, enemy) {
            return Some(rule!("FA-CTM-09"));
        }
        // FA-V31-29: in the 3.1 edition shock horse do not mind lancers.
        let minds_lancers = !v31 || group.is_foot() || !group.is_shock();
        if impact && minds_lancers && foe.has_any(|troop| troop.can(Capability::Lancers)) {
            return Some(rule!("FA-CTM-10"));
        }
        let impact_foot = |troop: &Troop| troop.can(Capability::ImpactFoot);
        (impact && group.is_foot() && foe.has_any(impact_foot)).then_some(rule!("FA-CTM-11"))
    }

    /// FA-CTM-09, FA-TER-03, FA-TER-04: mounted or heavy foot bases of the enemy, in the open, have fought it.
    fn meets_in_open(&self, group: GroupId, enemy: GroupId) -> bool {
        let strong = |troop: &Troop| troop.is_mounted() || troop.kind == TroopType::HeavyFoot;
        if !self.state.group(enemy).has_any(strong) {
            return false;
        }
        let near = |base: &BaseId| self.touches(group, self.state.rect(*base));
        self.front_bases(enemy)
            .filter(|base| strong(self.state.troop(*base)))
            .filter(near)
            .any(|base| self.is_in_open(base) && !self.is_across_works(group, base))
    }

    /// FA-TER-04: this enemy base fights the group across fortifications or a riverbank, from either side.
    fn is_across_works(&self, group: GroupId, enemy: BaseId) -> bool {
        let defended = |base: BaseId| {
            self.defends_works(base, enemy)
                || self.defends_works(enemy, base)
                || self.defends_riverbank(base, enemy)
                || self.defends_riverbank(enemy, base)
        };
        let t = self.rules.tolerance;
        let touches =
            |base: &BaseId| aelian_geometry::touching(self.state.rect(*base), self.state.rect(enemy), t);
        self.state.bases_of(group).filter(touches).any(defended)
    }

    /// FA-CTM-06, FA-V31-28.
    fn add_saw(&self, modifiers: &mut Tally<Fact>, group: GroupId, reasons: u8, chief: bool) {
        let table = &self.rules.tables.cohesion.modifiers;
        if reasons > 1 {
            modifiers.add(rule!("FA-CTM-06"), Fact::Group(group), table.several_reasons);
        }
        if chief && self.rules.v31() {
            modifiers.add(rule!("FA-V31-28"), Fact::Group(group), table.chief_lost_v31);
        }
    }

    /// FA-CTM-22: the rows of every test.
    fn add_lasting(&self, modifiers: &mut Tally<Fact>, id: GroupId, why: Why) {
        let table = &self.rules.tables.cohesion.modifiers;
        let group = self.state.group(id);
        let quarters = self.quarters_lost(id);
        if quarters > 0 {
            // FA-CTM-04, FA-V31-27, FA-V31-52.
            let times = if self.rules.v31() { quarters } else { 1 };
            modifiers.add(rule!("FA-CTM-04"), Fact::Group(id), table.quarter_lost * times);
        }
        if !group.is_skirmishers() && self.has_threatened_flank(id) {
            modifiers.add(rule!("FA-CTM-05"), Fact::Group(id), table.threatened);
        }
        if let Some(commander) = self.commander_for(id, why) {
            modifiers.add(rule!("FA-CTM-13"), Fact::Commander(commander), table.commander);
            if self.state.commander(commander).grade == Grade::Inspired {
                modifiers.add(rule!("FA-CTM-14"), Fact::Commander(commander), table.inspired);
            }
        }
        if self.has_rear_support(id) {
            modifiers.add(rule!("FA-CTM-15"), Fact::Group(id), table.rear_support);
        }
        // FA-CTM-16 to FA-CTM-18, FA-COH-04, FA-COH-08, FA-COH-15, FA-CTM-21, AMB-22, AMB-85: only the worst.
        let severe = || self.worst_disorder(id) == Disorder::Severe;
        match group.cohesion {
            Cohesion::Broken => modifiers.add(rule!("FA-CTM-18"), Fact::Group(id), table.broken),
            Cohesion::Fragmented => modifiers.add(rule!("FA-CTM-17"), Fact::Group(id), table.fragmented),
            Cohesion::Disrupted => modifiers.add(rule!("FA-CTM-16"), Fact::Group(id), table.disrupted),
            Cohesion::Steady if severe() => {
                modifiers.add(rule!("FA-CTM-16"), Fact::Group(id), table.disrupted);
            }
            Cohesion::Steady => {}
        }
    }

    /// FA-CTM-04: full quarters of its original bases that it has lost.
    fn quarters_lost(&self, group: GroupId) -> i32 {
        let original = usize::from(self.state.group(group).original);
        let lost = original.saturating_sub(self.state.strength(group));
        (lost * 4).checked_div(original).unwrap_or(0) as i32
    }

    /// FA-CT-23, FA-CMD-10 to FA-CMD-13 (FA-CMD-12: a group in close combat counts only one who is with it), FA-JCMD-07, FA-V31-39, AMB-69: the one commander who counts: the best.
    pub fn commander_for(&self, group: GroupId, why: Why) -> Option<CommanderId> {
        if let Why::Bolster(commander) | Why::Rally(commander) = why {
            return Some(commander);
        }
        let fighting = self.state.in_close_combat(group);
        let counts = |id: &CommanderId| {
            let with = self.state.commander(*id).with() == Some(group);
            self.may_influence(*id, group) && (with || (!fighting && self.in_command_range(*id, group)))
        };
        let grade = |id: &CommanderId| self.state.commander(*id).grade;
        self.state.commander_ids().filter(counts).rev().max_by_key(grade)
    }
}

/// FA-CTM-08, FA-ELC-06, FA-SC-05, FA-V31-30: elephants and scythed chariots; in the 3.1 edition heavy chariots too.
fn is_dreaded(troop: &Troop, v31: bool) -> bool {
    match troop.kind {
        TroopType::Elephants | TroopType::ScythedChariots => true,
        TroopType::HeavyChariots => v31,
        _ => false,
    }
}

/// FA-CTM-09, FA-CT-24, FA-MIX-03, FA-MIX-04, FA-MIX-05: medium foot, also with light foot among them; not with heavy foot.
fn tests_as_medium_foot(group: &Group) -> bool {
    group.has_any(|troop| troop.kind.is_medium_foot())
        && !group.has_any(|troop| troop.kind == TroopType::HeavyFoot)
}

impl CohesionTest {
    /// FA-CT-20 to FA-CT-22, FA-V31-54: levels lost with this sum of the dice; none where it is passed. Who bolsters or rallies
    /// never loses one.
    pub fn levels(&self, dice: i32) -> u8 {
        let score = dice + self.modifiers.total();
        if score >= self.needed || matches!(self.why, Why::Bolster(_) | Why::Rally(_)) {
            0
        } else if score <= self.steep_at && self.steep {
            2
        } else {
            1
        }
    }

    pub fn passes(&self, dice: i32) -> bool {
        dice + self.modifiers.total() >= self.needed
    }

    /// The levels that it may cost.
    pub fn odds(&self) -> Distribution<u8> {
        rolls::two_dice_odds(self.reroll).map(|dice| self.levels(*dice))
    }

    /// The exact chance to pass.
    pub fn chance(&self) -> f64 {
        rolls::two_dice_odds(self.reroll).chance(|dice| self.passes(*dice))
    }

    /// The rule that asks for it.
    pub fn rule(&self) -> RuleId {
        match self.why {
            Why::Charged { .. } => rule!("FA-CT-01"),
            Why::Shot => rule!("FA-CT-02"),
            Why::Beaten => rule!("FA-CT-04"),
            Why::Saw { .. } => rule!("FA-CT-05"),
            Why::Bolster(_) | Why::Rally(_) => rule!("FA-CT-12"),
        }
    }
}

/// FA-CT-14, FA-TAB-CTRES: rolls a test and carries out its result: a group that fails drops, one that is bolstered or
/// rallied rises by a level.
pub fn test(cx: &mut Cx<'_, Rules>, group: GroupId, why: Why) -> Result<Tested, NeedRoll> {
    let test = Look::new(cx.rules, cx.state()).cohesion_test(group, why);
    let rule = test.rule();
    let dice = rolls::two_dice(cx, rule, test.reroll)?;
    for line in &test.modifiers.lines {
        cx.cite(line.rule, || Fact::Modifier { group, value: line.value });
    }
    let score = dice + test.modifiers.total();
    cx.cite(rule, || Fact::Score { group, score, needed: test.needed });
    let tested = Tested { passed: test.passes(dice), levels: test.levels(dice) };
    if tested.passed && matches!(why, Why::Bolster(_) | Why::Rally(_)) {
        let to = cx.state().group(group).cohesion.up();
        cx.cite(rule!("FA-CT-20"), || Fact::GroupIs { group, cohesion: to });
        cx.emit(Event::Cohesion { group, to });
    }
    let rule = if tested.levels > 1 { rule!("FA-CT-22") } else { rule!("FA-CT-21") };
    let (broken, by) = blame(cx.state(), group, why);
    super::lower(cx, group, tested.levels, rule, broken, by);
    Ok(tested)
}

/// FA-ROUT-04, FA-ROUT-05: what a group that breaks by this test flees from.
fn blame(state: &crate::state::State, group: GroupId, why: Why) -> (BrokenWhy, GroupSet) {
    match why {
        Why::Charged { by } => (BrokenWhy::ChargedFragmented, by),
        Why::Shot => (BrokenWhy::Shooting, Toll::of(state, group).shooters),
        Why::Beaten => (BrokenWhy::CloseCombat, Toll::of(state, group).opponents(state, group)),
        Why::Saw { .. } | Why::Bolster(_) | Why::Rally(_) => (BrokenWhy::Otherwise, GroupSet::EMPTY),
    }
}
