//! Every set of targets that a group may charge (FA-CHG-02, FA-CHG-04): found closely enough that a set which can be
//! had by a wheel of some width is proposed at least once.

use super::choice::ChargePath;
use super::fan::fan;
use super::outlook::Outlook;
use super::search::Search;
use crate::ids::GroupSet;
use aelian_geometry::Hand;

/// Whom a charge reaches, and whom of them in flank or rear.
type Set = (GroupSet, GroupSet);

/// How often the gap between two wheels with different targets is halved.
const HALVINGS: u8 = 4;

/// The legal charges of the fixed sample; and for every set of targets that these do not reach, the first way to it in
/// the fan towards each enemy, where wheels next to each other that lead to different targets are looked at more
/// closely. FA-CHG-20: where friends are in the way of a wheel, also with a file of either hand dropped back.
pub fn every_set(search: &Search<'_>) -> Vec<(ChargePath, Outlook)> {
    let mut found = Found { sets: Vec::new(), charges: search.legal() };
    found.sets = found.charges.iter().map(|(_, one)| set(one)).collect();
    let (look, group) = (search.look, search.group);
    let enemies = look.state.on_table_of(look.state.group(group).side.other());
    for enemy in enemies.filter(|enemy| look.is_within(group, *enemy, search.pace.most())) {
        let mut last: [Option<(ChargePath, Option<Set>)>; 2] = [None, None];
        for path in fan(look, group, look.block(enemy)) {
            let here = found.look_at(search, path);
            if here.is_none() && search.may_drop() {
                for drop in Hand::BOTH {
                    found.look_at(search, ChargePath { drop: Some(drop), ..path });
                }
            }
            let Some((hand, _)) = path.wheel else { continue };
            if let Some((before, there)) =
                last[hand as usize].filter(|(before, _)| before.ahead == path.ahead)
                && there != here
            {
                found.between(search, (before, there), (path, here), HALVINGS);
            }
            last[hand as usize] = Some((path, here));
        }
    }
    found.charges
}

fn set(found: &Outlook) -> Set {
    (found.targets, found.flanks)
}

struct Found {
    sets: Vec<Set>,
    charges: Vec<(ChargePath, Outlook)>,
}

impl Found {
    fn look_at(&mut self, search: &Search<'_>, path: ChargePath) -> Option<Set> {
        let found = search.judged(&path)?;
        let here = set(&found);
        if !self.sets.contains(&here) {
            self.sets.push(here);
            self.charges.push((path, found));
        }
        Some(here)
    }

    /// Between two wheels that lead to different targets.
    fn between(
        &mut self,
        search: &Search<'_>,
        (one, first): (ChargePath, Option<Set>),
        (other, second): (ChargePath, Option<Set>),
        times: u8,
    ) {
        let (Some((hand, low)), Some((_, high))) = (one.wheel, other.wheel) else { return };
        if times == 0 || first == second {
            return;
        }
        let middle = ChargePath { wheel: Some((hand, (0.5 * (low.0 + high.0)).into())), ..one };
        let here = self.look_at(search, middle);
        self.between(search, (one, first), (middle, here), times - 1);
        self.between(search, (middle, here), (other, second), times - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{Phase, Stage};
    use crate::testing::Table;
    use aelian_game::Side;

    /// FA-CHG-02, FA-CHG-17: a narrow gap between two enemies, both of whom can be charged alone or together.
    #[test]
    fn every_set_of_targets_is_found() {
        let scene = Table::new()
            .stage(Phase::Impact, Stage::DeclareCharges)
            .group("horse", Side::Red, "Cv armoured lancers", (2, 2), (30.0, 20.0), 0.0)
            .group("left", Side::Blue, "HF protected", (4, 4), (25.0, 24.5), 180.0)
            .group("right", Side::Blue, "HF protected", (4, 4), (35.0, 24.5), 180.0)
            .build();
        let (horse, left, right) = (scene.group("horse"), scene.group("left"), scene.group("right"));
        let search = Search::of(scene.look(), horse);
        let found: Vec<GroupSet> = every_set(&search).iter().map(|(_, one)| one.targets).collect();
        for wanted in [GroupSet::one(left), GroupSet::one(right)] {
            assert!(found.contains(&wanted), "{wanted:?} of {found:?}");
        }
        let legal = every_set(&search).into_iter().all(|(path, _)| search.judged(&path).is_some());
        assert!(legal);
    }

    /// FA-CHG-17, FA-CHG-20: friends stand so that the enemy can only be reached with a wheel and a file dropped back.
    #[test]
    fn a_wheel_with_a_file_dropped_back_is_found() {
        let scene = Table::new()
            .stage(Phase::Impact, Stage::DeclareCharges)
            .group("horse", Side::Red, "Cv armoured swordsmen", (4, 2), (30.0, 20.0), 0.0)
            .group("left", Side::Red, "HF protected", (8, 8), (23.3, 21.2), 0.0)
            .group("foe", Side::Blue, "HF protected", (2, 1), (32.6, 23.6), 180.0)
            .group("right", Side::Red, "HF protected", (2, 1), (33.4, 20.4), 0.0)
            .build();
        let (horse, foe) = (scene.group("horse"), scene.group("foe"));
        let search = Search::of(scene.look(), horse);
        let found = every_set(&search);
        let reached = |(path, one): &(ChargePath, Outlook)| {
            (path.drop.is_some(), path.wheel.is_some(), one.targets.contains(foe))
        };
        let ways: Vec<_> = found.iter().map(reached).collect();
        assert!(ways.contains(&(true, true, true)), "{ways:?}");
    }
}
