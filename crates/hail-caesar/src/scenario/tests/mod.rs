//! Cases of the battles, by their rules and the reports of the book.

mod ambush;
mod arrivals;
mod lines;
mod raid;
mod reports;
mod secrecy;
mod setting_up;
mod villa;

use super::*;
use crate::ids::{CommanderId, UnitId};
use crate::state::{Place, State};
use aelian_game::testing::{self, Laid};
use aelian_game::{Ruleset, Side, Step};
use aelian_rulebook::RuleId;

/// A battle of the book, played on with faces by hand.
pub struct Played {
    pub rules: Rules,
    pub state: Laid<State>,
}

impl Played {
    pub fn new(slug: &str) -> Played {
        Played::with(slug, |_| {})
    }

    pub fn with(slug: &str, change: impl FnOnce(&mut crate::Setup)) -> Played {
        let mut setup = named(slug).expect("a battle").setup.clone();
        change(&mut setup);
        let (rules, state) = Rules::start(&setup).expect("a setup");
        Played { rules, state: state.into() }
    }

    /// Both sides accept what is suggested, and the first turn begins.
    pub fn drawn_up(slug: &str) -> Played {
        let mut played = Played::new(slug);
        while played.state.part == crate::stage::Part::SetUp {
            let choice = match played.next() {
                Next::Ask { .. } => Choice::SetUp(crate::setup::SetUpChoice::DrawnUp),
                _ => Choice::Proceed,
            };
            played.play(&choice, &[]);
        }
        played
    }

    /// The same battle at the start of a later turn of this side, whatever happened before.
    pub fn at_turn(slug: &str, own_turn: u16, side: Side) -> Played {
        let mut played = Played::drawn_up(slug);
        let first = played.rules_first();
        played.state.turn = own_turn * 2 - u16::from(first == side);
        played.state.active = side;
        (played.state.part, played.state.stage) = (crate::stage::Part::Start, Stage::Arrivals);
        played.state.script.done.clear();
        played.state.pending.clear();
        played
    }

    fn rules_first(&self) -> Side {
        if self.state.turn % 2 == 1 { self.state.active } else { self.state.active.other() }
    }

    pub fn look(&self) -> Look<'_> {
        Look::new(&self.rules, &self.state)
    }

    pub fn next(&self) -> Next<Prompt, Choice> {
        self.rules.next(&self.state)
    }

    pub fn unit(&self, name: &str) -> UnitId {
        self.rules.unit_named(name).unwrap_or_else(|| panic!("no unit `{name}`"))
    }

    pub fn commander(&self, name: &str) -> CommanderId {
        let found = self.rules.leaders.iter().position(|leader| leader.name == name);
        CommanderId(found.unwrap_or_else(|| panic!("no commander `{name}`")) as u8)
    }

    pub fn division(&self, name: &str) -> DivisionId {
        self.look().division_named(name).unwrap_or_else(|| panic!("no division `{name}`"))
    }

    pub fn place(&self, name: &str) -> Place {
        self.state.unit(self.unit(name)).place
    }

    pub fn refusals(&self, choice: &Choice) -> Vec<RuleId> {
        self.rules.check(&self.state, choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    pub fn play(&mut self, choice: &Choice, faces: &[u8]) -> Step<Rules> {
        let played = testing::play(&self.rules, &self.state, choice, faces);
        let (state, step) = played.unwrap_or_else(|reasons| panic!("refused: {reasons:?}"));
        self.state = state.into();
        step
    }

    pub fn proceed(&mut self, faces: &[u8]) -> Step<Rules> {
        self.play(&Choice::Proceed, faces)
    }

    pub fn answer(&mut self, choice: ScenarioChoice) -> Step<Rules> {
        self.play(&Choice::Scenario(choice), &[])
    }

    /// The unit stands there, in inches, as if it had come there.
    pub fn put(&mut self, name: &str, at: (f64, f64)) {
        let id = self.unit(name);
        let unit = &mut self.state.units[id.index()];
        unit.place = Place::Table;
        let at = aelian_geometry::Vec2::new(at.0 * crate::INCH, at.1 * crate::INCH);
        unit.rect = unit.rect.with_pose(Pose { at, ..unit.rect.pose }.on_grid());
    }
}

/// Rules cited in a step.
pub fn cited(step: &Step<Rules>) -> Vec<&'static str> {
    let mut ids: Vec<String> = step.reasons.iter().map(|reason| reason.rule.as_str().to_owned()).collect();
    ids.dedup();
    ids.into_iter().map(|id| &*id.leak()).collect()
}
