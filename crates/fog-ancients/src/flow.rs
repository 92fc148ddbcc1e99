//! What drives a turn (FA-SEQ-01 to FA-SEQ-09): which chapter has the word, and how one stage follows another.

use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{Bout, Broken, BrokenWhy, State};
use crate::{
    align, camp, cohesion, combat, command, impact, joint, movement, rout, setup, shooting, victory,
};
use aelian_game::{Cx, Side, Verdict};
use aelian_rulebook::rule;

/// The part of the rules that has the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    SetUp,
    Impact,
    Movement,
    Align,
    Shooting,
    Combat,
    Cohesion,
    Rout,
    Joint,
    Camp,
    Victory,
}

impl Chapter {
    /// The topmost pending step, or else the stage, says whose turn it is.
    pub fn of(state: &State) -> Chapter {
        match (Chapter::at_once(state), state.pending.last()) {
            (Some(chapter), _) => chapter,
            (None, Some(pending)) => Chapter::of_pending(pending),
            (None, None) => Chapter::of_stage(state.stage),
        }
    }

    /// FA-CHG-33, FA-JPUR-24: a FRAGMENTED group that broke on being charged, or when pursuers reached it, is seen to
    /// break and routs before they move on. FA-V31-64: so is a commander-in-chief seen lost to pursuers.
    fn at_once(state: &State) -> Option<Chapter> {
        let charged = matches!(state.stage, Stage::FragmentedTests | Stage::UncoveredTests);
        let waits = match state.pending.last() {
            None => charged,
            Some(Pending::Rout(rout::Waiting::Chase(_))) => true,
            Some(_) => false,
        };
        let broke = |broken: &Broken| broken.why == BrokenWhy::ChargedFragmented;
        // FA-V31-64: the loss of a commander-in-chief caught by pursuers is tested for at once.
        let mourns = !charged && state.seen.iter().any(|seen| seen.chief);
        if !waits || !(mourns || state.broken.iter().any(broke)) {
            return None;
        }
        Some(if state.seen.is_empty() { Chapter::Rout } else { Chapter::Cohesion })
    }

    fn of_pending(pending: &Pending) -> Chapter {
        match pending {
            Pending::SetUp(_) => Chapter::SetUp,
            Pending::Impact(_) => Chapter::Impact,
            Pending::Movement(_) => Chapter::Movement,
            Pending::Align(_) => Chapter::Align,
            Pending::Shooting(_) => Chapter::Shooting,
            Pending::Combat(_) => Chapter::Combat,
            Pending::Cohesion(_) => Chapter::Cohesion,
            Pending::Rout(_) => Chapter::Rout,
            Pending::Joint(_) => Chapter::Joint,
        }
    }

    fn of_stage(stage: Stage) -> Chapter {
        use Stage::*;
        match stage {
            Stage::SetUp | Marches | Arrivals => Chapter::SetUp,
            DeclareCharges | ChargeTests | ShockTests | EvadeOrStand | FragmentedTests | Interceptions
            | Evades | UncoveredTests | ChargeMoves => Chapter::Impact,
            FrontRank | Fight => Chapter::Combat,
            Shoot => Chapter::Shooting,
            Tests | DeathRolls | CommanderRisks | SeenTests => Chapter::Cohesion,
            CampAssaults | Sack => Chapter::Camp,
            InitialRouts | InitialPursuits | RoutersMove => Chapter::Rout,
            Reform | Conform | Feed | FeedAnswer => Chapter::Align,
            Moves => Chapter::Movement,
            ScythedRemoval | BreakOffs | StopTests | CommandersMove | CommandersAnswer | Rally
            | RallyAnswer | Doomed | Removal => Chapter::Joint,
            ArmyCheck => Chapter::Victory,
        }
    }
}

/// What is wanted next in this stage; none if nothing is left to do in it.
pub fn asked(look: Look<'_>) -> Asked {
    look.state.memo.asked(|| find_asked(look))
}

fn find_asked(look: Look<'_>) -> Asked {
    match Chapter::of(look.state) {
        Chapter::SetUp => setup::next(look),
        Chapter::Impact => impact::next(look),
        Chapter::Movement => movement::next(look),
        Chapter::Align => align::next(look),
        Chapter::Shooting => shooting::next(look),
        Chapter::Combat => combat::next(look),
        Chapter::Cohesion => cohesion::next(look),
        Chapter::Rout => rout::next(look),
        Chapter::Joint => joint::next(look),
        Chapter::Camp => camp::next(look),
        Chapter::Victory => victory::next(look),
    }
}

/// A position may be stated at a stage in which nothing is left to do: then the game just goes on.
pub fn goes_on(look: Look<'_>, choice: &Choice) -> bool {
    *choice == Choice::Proceed && asked(look).is_none()
}

/// Goes on through stages in which there is nothing to do, until somebody has to decide or to roll.
pub fn run_on(cx: &mut Cx<'_, Rules>) {
    while cx.state().ending.is_none() && asked(Look::new(cx.rules, cx.state())).is_none() {
        enter_next(cx);
    }
}

/// What follows from where things now stand, whoever moved them: ambushes that are seen (FA-AMB-07), commanders who make
/// way (FA-CMOVE-08).
pub fn settle(cx: &mut Cx<'_, Rules>, stood: Option<&setup::ambush::Stood>) {
    if cx.state().phase != Phase::SetUp && cx.state().ending.is_none() {
        setup::ambush::notice(cx, stood);
        command::make_way(cx);
    }
}

/// FA-SEQ-02: the stage, the phase or the turn after the present one.
fn enter_next(cx: &mut Cx<'_, Rules>) {
    let (phase, stage) = (cx.state().phase, cx.state().stage);
    if let Some(stage) = back(cx.state()).or_else(|| phase.stage_after(stage)) {
        cx.emit(Event::Enters { phase, stage });
        return;
    }
    let next = phase.after().unwrap_or(Phase::Impact);
    if next == Phase::Impact {
        let (turn, active) = match phase {
            Phase::SetUp => (1, cx.state().initiative.other()),
            _ => (cx.state().turn + 1, cx.state().active.other()),
        };
        cx.emit(Event::TurnBegins { turn, active });
    }
    if let Some(stage) = next.stages().first() {
        cx.emit(Event::Enters { phase: next, stage: *stage });
    }
}

/// FA-CT-27, AMB-79: a pursuit or a removal may give new cause for tests and routs; they come before the phase ends.
/// FA-IMP-08: pursuers who meet fresh enemy in the impact phase fight them in it.
fn back(state: &State) -> Option<Stage> {
    if state.phase.stage_after(state.stage) != Some(Stage::ArmyCheck) {
        return None;
    }
    if !state.seen.is_empty() || !state.broken.is_empty() {
        return Some(Stage::SeenTests);
    }
    // FA-IMP-08: pursuers who met fresh enemy in the impact phase fight in the same one.
    let unbroken = |bout: &Bout| bout.groups.iter().all(|group| !state.group(*group).is_broken());
    let met = |bout: &Bout| bout.fresh && bout.is_committed() && unbroken(bout);
    (state.phase == Phase::Impact && state.bouts.iter().any(met)).then_some(Stage::FrontRank)
}

/// FA-SEQ-02: the refusal of a choice that does not belong to this step.
pub fn not_asked(_choice: &Choice) -> Verdict<Rules> {
    Verdict::refused(rule!("FA-SEQ-02"), Fact::NotAsked)
}

/// FA-SEQ-02: a choice that is not asked for because a rule forbids it is refused by that rule.
pub fn explained(look: Look<'_>, choice: &Choice, verdict: Verdict<Rules>) -> Verdict<Rules> {
    let unasked = matches!(verdict.breaches.as_slice(), [only] if only.fact == Fact::NotAsked);
    let reasons = match choice {
        Choice::Impact(choice) if unasked => impact::why_not_asked(look, choice),
        Choice::Align(choice) if unasked => align::why_not_asked(look, choice),
        Choice::Joint(choice) if unasked => joint::why_not_asked(look, choice),
        _ => Vec::new(),
    };
    if reasons.is_empty() { verdict } else { Verdict { breaches: reasons, ..verdict } }
}

impl Look<'_> {
    /// FA-SEQ-03.
    pub fn active(&self) -> Side {
        self.state.active
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Prompt;
    use crate::testing::{Scene, Table};
    use aelian_dice::{Generator, Sampler};
    use aelian_game::{Drawn, Next, Ruleset, step};

    fn two_armies() -> Table {
        Table::new()
            .stage(Phase::Impact, Stage::Marches)
            .group("a", Side::Red, "HF armoured", (4, 2), (30.0, 8.0), 0.0)
            .group("b", Side::Blue, "HF armoured", (4, 2), (30.0, 40.0), 180.0)
            .commander("chief", Side::Red, crate::state::Grade::Troop, None, (20.0, 5.0))
            .commander("king", Side::Blue, crate::state::Grade::Troop, None, (20.0, 43.0))
    }

    /// Everything that is entered or begins until this turn begins, and who is asked in which stage.
    fn played(scene: &mut Scene, until: u16) -> (Vec<Event>, Vec<(Side, Stage)>) {
        let (mut dice, mut sampler) = (Generator::new(7), Sampler::new(7));
        let (mut events, mut asked) = (Vec::new(), Vec::new());
        while scene.state.turn < until {
            let choice = match scene.rules.next(&scene.state) {
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { side, prompt } => {
                    asked.push((side, scene.state.stage));
                    match prompt {
                        Prompt::Movement(_) => Choice::Movement(movement::MovementChoice::EndMoves),
                        _ => Drawn::proposed(&scene.rules, &scene.state, &mut sampler).unwrap().choice,
                    }
                }
                Next::Over(ending) => panic!("over: {ending:?}"),
            };
            let (state, step) = step(&scene.rules, &scene.state, &choice, &mut dice).unwrap();
            scene.state = state.into();
            events.extend(step.events);
        }
        (events, asked)
    }

    /// FA-SEQ-01, FA-SEQ-02, FA-SEQ-04, FA-SEQ-05: turns alternate; each has the five phases in their order, each of them
    /// ends with the army rout check, and in the joint action phase of every turn both sides' commanders move.
    #[test]
    fn turns_alternate_with_five_phases_each() {
        let mut scene = two_armies().build();
        let (events, asked) = played(&mut scene, 3);
        let turns: Vec<(u16, Side)> = events
            .iter()
            .filter_map(|event| match event {
                Event::TurnBegins { turn, active } => Some((*turn, *active)),
                _ => None,
            })
            .collect();
        assert_eq!(turns, [(2, Side::Blue), (3, Side::Red)]);
        let checked: Vec<Phase> = events
            .iter()
            .filter_map(|event| match event {
                Event::Enters { phase, stage: Stage::ArmyCheck } => Some(*phase),
                _ => None,
            })
            .collect();
        assert_eq!(checked[..10], [Phase::TURN, Phase::TURN].concat());
        let joint =
            |(_, stage): &&(Side, Stage)| matches!(stage, Stage::CommandersMove | Stage::CommandersAnswer);
        let mut sides: Vec<Side> = asked.iter().filter(joint).map(|(side, _)| *side).collect();
        sides.dedup();
        assert_eq!(sides, [Side::Red, Side::Blue, Side::Red]);
    }

    /// FA-SEQ-05: an army that routs ends the battle at the end of the phase.
    #[test]
    fn the_battle_ends_at_the_end_of_a_phase() {
        let mut scene = two_armies().stage(Phase::Melee, Stage::ArmyCheck).build();
        scene.state.groups[1].place = crate::state::Place::Destroyed;
        assert_eq!(scene.rules.next(&scene.state), Next::Forced(Choice::Proceed));
        scene.play(&Choice::Proceed, &[]);
        assert_eq!(scene.state.ending.unwrap().winner, Some(Side::Red));
    }

    /// FA-SEQ-06: in every phase with combat hits come first, then tests, death rolls and losses of commanders, then what
    /// was seen, then routs and pursuits.
    #[test]
    fn hits_come_before_tests_and_tests_before_moves() {
        use Stage::*;
        for (phase, hits) in [(Phase::Impact, Fight), (Phase::Shooting, Shoot), (Phase::Melee, Fight)] {
            let at = |stage| phase.stages().iter().position(|one| *one == stage).unwrap();
            let order = [hits, Tests, DeathRolls, SeenTests, InitialRouts, InitialPursuits, ArmyCheck];
            assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{phase:?}");
        }
    }

    /// FA-SEQ-08, FA-SEQ-06: what one side has shot changes nothing for the other side's shooting in the same phase.
    #[test]
    fn both_sides_shoot_at_once() {
        let bows = "MF unprotected bow";
        let mut scene = Table::new()
            .stage(Phase::Shooting, Stage::Shoot)
            .group("a", Side::Red, bows, (4, 4), (30.0, 20.0), 0.0)
            .group("b", Side::Blue, bows, (4, 4), (30.0, 23.0), 180.0)
            .build();
        let (a, b) = (scene.group("a"), scene.group("b"));
        let before = scene.look().shooting_plan().dice_at(a);
        let shoot = |target| Choice::Shooting(shooting::ShootingChoice::Shoot { target });
        scene.play(&shoot(b), &[6, 6, 6, 6]);
        assert_eq!(scene.state.stage, Stage::Shoot);
        assert_eq!(scene.state.group(b).cohesion, crate::state::Cohesion::Steady);
        assert_eq!(scene.look().shooting_plan().dice_at(a), before);
        scene.play(&shoot(a), &[6, 6, 6, 6]);
        assert_eq!(scene.state.hits.len(), 2);
        assert_eq!(scene.state.stage, Stage::Tests);
    }
}
