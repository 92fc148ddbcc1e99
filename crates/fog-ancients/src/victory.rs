//! Attrition and victory (75.7): the army rout check, draws, and ends that players agree on.

use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::state::{Cohesion, Group, Place};
use crate::troop::TroopType;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Next, Side, Verdict};
use aelian_rulebook::{RuleId, rule};

/// FA-SEQ-05: the check is a step of its own only where it ends the battle.
pub fn next(look: Look<'_>) -> Asked {
    ending(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if ending(look).is_some() => Verdict::legal(Ghost::default()),
        Choice::Concede { .. } | Choice::TimeOut if look.state.ending.is_none() => {
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let ended = match choice {
        Choice::Concede { side } => {
            let score = look.score();
            Some(Ending { winner: Some(side.other()), cause: rule!("FA-VIC-09"), score })
        }
        Choice::TimeOut => Some(by_time(look)),
        _ => ending(look),
    };
    if let Some(ended) = ended {
        for side in Side::BOTH {
            let points = Look::new(cx.rules, cx.state()).attrition(side);
            let routs_at = i32::from(cx.state().armies[side.index()].initial);
            cx.cite(ended.cause, || Fact::Attrition { side, points, routs_at });
        }
        cx.emit(Event::Ends(ended));
    }
    Ok(())
}

/// FA-VIC-01, FA-VIC-08, FA-VIC-09: how the battle ends now, if it does.
pub fn ending(look: Look<'_>) -> Option<Ending> {
    let routed = Side::BOTH.map(|side| look.army_routs(side));
    let winner = match routed {
        [false, false] => return time_is_out(look).then(|| by_time(look)),
        [true, true] => None,
        [true, false] => Some(Side::Blue),
        [false, true] => Some(Side::Red),
    };
    Some(Ending { winner, cause: rule!("FA-VIC-09"), score: look.score() })
}

/// FA-VIC-08: the agreed number of turns has been played.
fn time_is_out(look: Look<'_>) -> bool {
    let last_phase = look.state.phase == crate::stage::Phase::Joint;
    last_phase && look.rules.settings.most_turns.is_some_and(|most| look.state.turn >= most)
}

/// FA-VIC-10 to FA-VIC-13: by attrition points inflicted and suffered.
fn by_time(look: Look<'_>) -> Ending {
    let [red, blue] = Side::BOTH.map(|side| look.attrition(side));
    let (better, suffered, inflicted) =
        if red <= blue { (Side::Red, red, blue) } else { (Side::Blue, blue, red) };
    let (winner, cause) = match degree(inflicted, suffered) {
        Some(cause) => (Some(better), cause),
        None => (None, rule!("FA-VIC-13")),
    };
    Ending { winner, cause, score: look.score() }
}

/// The degree of a victory on time, by its rule; none is a draw.
fn degree(inflicted: i32, suffered: i32) -> Option<RuleId> {
    let more = inflicted - suffered;
    if more >= 4 && inflicted >= 3 * suffered {
        Some(rule!("FA-VIC-10"))
    } else if more >= 3 && inflicted >= 2 * suffered {
        Some(rule!("FA-VIC-11"))
    } else if more >= 2 {
        Some(rule!("FA-VIC-12"))
    } else {
        None
    }
}

impl Look<'_> {
    /// FA-VIC-01: the army's attrition points reach its initial number of battle groups.
    pub fn army_routs(&self, side: Side) -> bool {
        self.attrition(side) >= i32::from(self.state.armies[side.index()].initial)
    }

    /// FA-VIC-02, FA-VIC-03, FA-VIC-04, FA-VIC-05, FA-VIC-06, FA-VIC-07: what the army has suffered up to now.
    pub fn attrition(&self, side: Side) -> i32 {
        let groups = self.state.group_ids().filter(|id| self.state.group(*id).side == side);
        let groups: i32 = groups.map(|id| self.points(self.state.group(id))).sum();
        let camp = self.state.camps[side.index()].as_ref().is_some_and(|camp| camp.sacked);
        // FA-VIC-05, FA-SACK-04, FA-V31-37.
        groups + if camp { 2 } else { 0 }
    }

    /// FA-TAB-ATTR, FA-V31-33, FA-V31-34, FA-V31-35, FA-V31-36: attrition points of one group.
    fn points(&self, group: &Group) -> i32 {
        if group.troops[0].kind == TroopType::ScythedChariots {
            // FA-VIC-06, FA-SC-07.
            return 0;
        }
        let skirmishers = group.is_skirmishers();
        let v31 = self.rules.v31();
        let lost = if v31 && skirmishers { 1 } else { 2 };
        match group.place {
            Place::Destroyed | Place::RoutedOff => lost,
            Place::EvadedOff if v31 && !skirmishers => 2,
            Place::EvadedOff | Place::Straggled => 1,
            Place::Table => match group.cohesion {
                Cohesion::Broken => lost,
                Cohesion::Fragmented => 1,
                Cohesion::Steady | Cohesion::Disrupted => 0,
            },
            Place::Unknown | Place::Waiting | Place::Ambush | Place::March | Place::Spent => 0,
        }
    }

    /// Attrition inflicted by Red and by Blue.
    pub fn score(&self) -> [i32; 2] {
        [self.attrition(Side::Blue), self.attrition(Side::Red)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;

    /// FA-VIC-10, FA-VIC-11, FA-VIC-12, FA-VIC-13.
    #[test]
    fn victories_on_time_have_degrees() {
        let cases = [
            (4, 0, Some("FA-VIC-10")),
            (6, 2, Some("FA-VIC-10")),
            (7, 3, Some("FA-VIC-11")),
            (5, 2, Some("FA-VIC-11")),
            (5, 3, Some("FA-VIC-12")),
            (3, 2, None),
            (0, 0, None),
        ];
        for (inflicted, suffered, rule) in cases {
            let found = degree(inflicted, suffered);
            assert_eq!(found.as_ref().map(|rule| rule.as_str()), rule, "{inflicted} to {suffered}");
        }
    }

    /// FA-VIC-01, FA-VIC-02, FA-VIC-04, FA-V31-33, FA-V31-35, EX-43.
    #[test]
    fn attrition_adds_up_and_routs_an_army() {
        let table = Table::new()
            .group("a", Side::Red, "HF protected", (4, 2), (10.0, 10.0), 0.0)
            .group("b", Side::Red, "LF unprotected", (4, 2), (20.0, 10.0), 0.0)
            .group("c", Side::Red, "HF protected", (4, 2), (30.0, 10.0), 0.0)
            .group("e", Side::Blue, "HF protected", (4, 2), (30.0, 40.0), 180.0);
        let mut scene = table.build();
        let set = |scene: &mut crate::testing::Scene, name: &str, cohesion| {
            let id = scene.group(name);
            scene.state.groups[id.index()].cohesion = cohesion;
        };
        set(&mut scene, "a", Cohesion::Fragmented);
        set(&mut scene, "b", Cohesion::Broken);
        assert_eq!(scene.look().attrition(Side::Red), 3);
        assert!(scene.look().army_routs(Side::Red));
        scene.rules.edition = crate::settings::Edition::V31;
        assert_eq!(scene.look().attrition(Side::Red), 2);
        assert!(!scene.look().army_routs(Side::Red));
    }

    fn armies() -> crate::testing::Scene {
        Table::new()
            .stage(crate::stage::Phase::Melee, crate::stage::Stage::ArmyCheck)
            .group("a", Side::Red, "HF protected", (4, 2), (10.0, 10.0), 0.0)
            .group("b", Side::Red, "HF protected", (4, 2), (20.0, 10.0), 0.0)
            .group("scythes", Side::Red, "SCh", (4, 2), (30.0, 10.0), 0.0)
            .group("e", Side::Blue, "HF protected", (4, 2), (30.0, 40.0), 180.0)
            .camp(Side::Red, (36.0, 4.0), false)
            .build()
    }

    /// FA-TAB-ATTR, FA-VIC-03, FA-VIC-05, FA-VIC-06, FA-VIC-07, FA-V31-34, FA-V31-36, FA-V31-37: stragglers and who evaded off count 1, the camp 2, scythed chariots
    /// neither as points nor in the number; states count as they are now.
    #[test]
    fn every_loss_has_its_points() {
        let mut scene = armies();
        assert_eq!(scene.state.armies[Side::Red.index()].initial, 2);
        let points = |scene: &crate::testing::Scene| scene.look().attrition(Side::Red);
        for (place, expected) in
            [(Place::EvadedOff, 1), (Place::Straggled, 1), (Place::RoutedOff, 2), (Place::Destroyed, 2)]
        {
            scene.state.groups[0].place = place;
            assert_eq!(points(&scene), expected, "{place:?}");
        }
        scene.state.groups[0].place = Place::Table;
        scene.state.groups[0].cohesion = Cohesion::Broken;
        assert_eq!(points(&scene), 2);
        scene.state.groups[0].cohesion = Cohesion::Fragmented;
        assert_eq!(points(&scene), 1, "rallied");
        scene.state.groups[0].cohesion = Cohesion::Steady;
        scene.state.groups[2].place = Place::Destroyed;
        assert_eq!(points(&scene), 0);
        if let Some(camp) = &mut scene.state.camps[Side::Red.index()] {
            camp.sacked = true;
        }
        assert_eq!(points(&scene), 2);
        // By the sheet battle troops who evade off the table cost 2; stragglers and camps cost what they cost.
        scene.rules.edition = crate::settings::Edition::V31;
        for (place, expected) in [(Place::EvadedOff, 4), (Place::Straggled, 3), (Place::Table, 2)] {
            scene.state.groups[0].place = place;
            assert_eq!(points(&scene), expected, "{place:?}");
        }
    }

    /// FA-VIC-08, FA-VIC-09, FA-SEQ-05: the battle ends with the phase in which an army routs; if both do it is a draw.
    #[test]
    fn the_battle_ends_at_the_check() {
        let mut scene = armies();
        assert!(next(scene.look()).is_none());
        scene.state.groups[0].cohesion = Cohesion::Broken;
        let step = scene.play(&Choice::Proceed, &[]);
        assert_eq!(scene.state.ending.map(|ending| ending.winner), Some(Some(Side::Blue)));
        let told = Fact::Attrition { side: Side::Red, points: 2, routs_at: 2 };
        assert!(step.reasons.iter().any(|reason| reason.fact == told), "{:?}", step.reasons);
        let mut both = armies();
        both.state.groups[0].cohesion = Cohesion::Broken;
        both.state.groups[3].cohesion = Cohesion::Broken;
        both.play(&Choice::Proceed, &[]);
        assert_eq!(both.state.ending.map(|ending| ending.winner), Some(None));
    }

    /// FA-VIC-08: or when the agreed time is out, at the end of a turn.
    #[test]
    fn time_may_run_out() {
        let settings = crate::settings::Settings { most_turns: Some(1), ..Default::default() };
        let at = |phase| {
            let table = Table::new().settings(settings.clone()).stage(phase, crate::stage::Stage::ArmyCheck);
            table.group("a", Side::Red, "HF protected", (4, 2), (10.0, 10.0), 0.0).group(
                "e",
                Side::Blue,
                "HF protected",
                (4, 2),
                (30.0, 40.0),
                180.0,
            )
        };
        assert!(next(at(crate::stage::Phase::Melee).build().look()).is_none());
        assert!(next(at(crate::stage::Phase::Joint).build().look()).is_some());
    }
}
