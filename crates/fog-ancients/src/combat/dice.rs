//! From strikes to dice (68.1 to 68.3): points of advantage, losses, and how losses are shared out.

use super::apportion::{self, apportion};
use super::choice::Decided;
use super::strike::Strike;
use super::support::Support;
use super::{Kind, Part};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Cohesion;
use crate::tables::Disorder;
use crate::troop::TroopType;
use aelian_dice::Reroll;

/// FA-DIS-10, FA-DIS-15: what a base's state costs its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shaken {
    Not,
    OnePerThree,
    OnePerTwo,
}

const STATES: [Shaken; 3] = [Shaken::Not, Shaken::OnePerThree, Shaken::OnePerTwo];

/// The dice of one group against one enemy at one score, before losses.
#[derive(Clone, Debug)]
struct Pile {
    on: GroupId,
    to_hit: u8,
    support: bool,
    /// By state: dice of light troops who lose half, of others; bases of both.
    light: [u32; 3],
    other: [u32; 3],
    light_bases: [u32; 3],
    other_bases: [u32; 3],
}

/// FA-DEC-34: a group whose lost die may fall on one of these enemies.
pub(super) type OpenLoss = (GroupId, Vec<GroupId>);

impl Look<'_> {
    /// FA-ALLOC-01 to FA-ALLOC-06: the dice that a group throws. `nets` are the scores to hit of its strikes.
    pub(super) fn dice_of(
        &self,
        group: GroupId,
        strikes: &[(Strike, u8)],
        supports: &[Support],
        decided: &Decided,
    ) -> (Vec<Part>, Option<OpenLoss>) {
        let mut piles: Vec<Pile> = Vec::new();
        for (strike, to_hit) in strikes.iter().filter(|(strike, _)| strike.by_group == group) {
            for (base, dice) in strike.dice.iter().filter(|one| one.1 > 0) {
                let light = self.loses_half(*base, strike.on);
                pile(&mut piles, strike.on_group, *to_hit, false).add(self.shaken(*base), light, *dice);
            }
        }
        for support in supports.iter().filter(|support| self.state.base(support.by).group == group) {
            // FA-SUPP-06, FA-SUPP-11.
            let light = self.state.troop(support.by).kind == TroopType::LightFoot;
            let on = self.state.base(support.on).group;
            pile(&mut piles, on, support.to_hit, true).add(self.shaken(support.by), light, 1);
        }
        let own = decided.losses.iter().filter(|loss| loss[0] == group);
        let mut named = Named { answers: own.map(|loss| loss[1]).collect(), open: None };
        self.lose(&mut piles, &mut named);
        let open = named.open.map(|against| (group, against));
        let led = self.state.commanders_with(group).any(|id| self.state.commander(id).is_in_front_rank());
        let part = |pile: &Pile| Part {
            by: group,
            on: pile.on,
            dice: (pile.light.iter().sum::<u32>() + pile.other.iter().sum::<u32>()) as u8,
            to_hit: pile.to_hit,
            reroll: self.reroll_of(group, led && !pile.support),
            support: pile.support,
        };
        (piles.iter().map(part).collect(), open)
    }

    /// FA-POA-07, FA-QUAL-08, FA-QUAL-12.
    fn reroll_of(&self, group: GroupId, led: bool) -> Reroll {
        let quality = self.state.group(group).quality;
        if led { quality.reroll_led() } else { quality.reroll() }
    }

    /// FA-IDICE-04, FA-IDICE-05, FA-IDICE-06, FA-IDICE-07: light troops lose half of their dice but against their like and the FRAGMENTED.
    fn loses_half(&self, base: BaseId, on: BaseId) -> bool {
        let foe = self.state.troop(on).behaves_as();
        if self.state.group(self.state.base(on).group).cohesion == Cohesion::Fragmented {
            return false;
        }
        match self.state.troop(base).behaves_as() {
            TroopType::LightFoot => foe != TroopType::LightFoot,
            TroopType::LightHorse => !matches!(foe, TroopType::LightHorse | TroopType::LightFoot),
            _ => false,
        }
    }

    /// FA-COH-05, FA-COH-10, FA-DIS-04, FA-DIS-10, FA-IDICE-09: the worst of the group's state and the base's own.
    fn shaken(&self, base: BaseId) -> Shaken {
        let cohesion = self.state.group(self.state.base(base).group).cohesion;
        match (cohesion, self.disorder(base)) {
            (Cohesion::Fragmented | Cohesion::Broken, _) | (_, Disorder::Severe) => Shaken::OnePerTwo,
            (Cohesion::Disrupted, _) | (_, Disorder::Disordered) => Shaken::OnePerThree,
            _ => Shaken::Not,
        }
    }

    /// FA-ALLOC-06, FA-IDICE-08, FA-DIS-15, FA-MEAS-09: first the light troops' loss over their sum, then each state's
    /// over its own; each is shared out.
    fn lose(&self, piles: &mut [Pile], named: &mut Named) {
        let table = &self.rules.tables.combat.losses;
        let light = piles.iter().map(|pile| pile.light.iter().sum::<u32>()).sum::<u32>() / table.light;
        let share = |pile: &Pile| apportion::Part {
            bases: pile.light_bases.iter().sum(),
            dice: pile.light.iter().sum(),
        };
        share_out(piles, light, named, share, |pile| pile.drop_light());
        for (state, per) in [(Shaken::OnePerThree, table.shaken), (Shaken::OnePerTwo, table.badly_shaken)] {
            let at = state as usize;
            let sum = piles.iter().map(|pile| pile.light[at] + pile.other[at]).sum::<u32>();
            let share = |pile: &Pile| apportion::Part {
                bases: pile.light_bases[at] + pile.other_bases[at],
                dice: pile.light[at] + pile.other[at],
            };
            share_out(piles, sum / per, named, share, |pile| pile.drop_one(at));
        }
    }
}

/// FA-DEC-34: against whom the owner loses dice, one answer for each question in the order in which they are asked.
struct Named {
    /// Those not used yet.
    answers: Vec<GroupId>,
    /// The enemies of the first question that has no answer.
    open: Option<Vec<GroupId>>,
}

impl Named {
    /// The enemy who was named of these.
    fn next(&mut self, enemies: Vec<GroupId>) -> Option<GroupId> {
        let found = self.answers.iter().position(|enemy| enemies.contains(enemy));
        if found.is_none() {
            self.open.get_or_insert(enemies);
        }
        found.map(|at| self.answers.remove(at))
    }
}

/// FA-ALLOC-05, FA-DEC-34: shares a loss out. Where equal claims are against one enemy the die with the worse chance
/// goes; where they are against several, the one that the owner named.
fn share_out(
    piles: &mut [Pile],
    loss: u32,
    named: &mut Named,
    share: impl Fn(&Pile) -> apportion::Part,
    drop: impl Fn(&mut Pile),
) {
    if loss == 0 {
        return;
    }
    let parts: Vec<_> = piles.iter().map(share).collect();
    let lost = apportion(loss, &parts, |claims| {
        let mut enemies: Vec<GroupId> = claims.iter().map(|at| piles[*at].on).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let against = if enemies.len() > 1 { named.next(enemies) } else { None };
        let wanted = |at: &&usize| against.is_none_or(|enemy| piles[**at].on == enemy);
        claims.iter().filter(wanted).max_by_key(|at| piles[**at].to_hit).copied()
    });
    for (pile, lost) in piles.iter_mut().zip(lost) {
        (0..lost).for_each(|_| drop(pile));
    }
}

fn pile(piles: &mut Vec<Pile>, on: GroupId, to_hit: u8, support: bool) -> &mut Pile {
    let same = |pile: &Pile| (pile.on, pile.to_hit, pile.support) == (on, to_hit, support);
    let at = piles.iter().position(same).unwrap_or_else(|| {
        let none = [0; 3];
        piles.push(Pile {
            on,
            to_hit,
            support,
            light: none,
            other: none,
            light_bases: none,
            other_bases: none,
        });
        piles.len() - 1
    });
    &mut piles[at]
}

impl Pile {
    fn add(&mut self, state: Shaken, light: bool, dice: u32) {
        let at = state as usize;
        let (sum, bases) = if light {
            (&mut self.light[at], &mut self.light_bases[at])
        } else {
            (&mut self.other[at], &mut self.other_bases[at])
        };
        *sum += dice;
        *bases += 1;
    }

    /// Of light troops in several states the one with most dice loses, the worse state before the better.
    fn drop_light(&mut self) {
        if let Some(state) = STATES.into_iter().max_by_key(|state| (self.light[*state as usize], *state)) {
            self.light[state as usize] = self.light[state as usize].saturating_sub(1);
        }
    }

    fn drop_one(&mut self, at: usize) {
        let from = if self.other[at] > 0 { &mut self.other[at] } else { &mut self.light[at] };
        *from = from.saturating_sub(1);
    }
}

impl Kind {
    pub(super) fn of(look: Look<'_>) -> Kind {
        if look.state.phase == crate::stage::Phase::Impact { Kind::Impact } else { Kind::Melee }
    }
}
