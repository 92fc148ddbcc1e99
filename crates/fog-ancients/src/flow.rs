//! What drives a turn (FA-SEQ-01 to FA-SEQ-09): which chapter has the word, and how one stage follows another.

use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{Bout, Broken, BrokenWhy, State};
use crate::{align, camp, cohesion, combat, impact, joint, movement, rout, setup, shooting, victory};
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

impl Look<'_> {
    /// FA-SEQ-03.
    pub fn active(&self) -> Side {
        self.state.active
    }
}
