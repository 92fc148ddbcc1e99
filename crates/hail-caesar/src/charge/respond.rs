//! Charge responses (50.7): what a charged unit may do, and what keeps it from doing so.

use super::reach::Outlook;
use super::run::Run;
use super::{counter, forbidden, turn};
use crate::choice::{Ghost, GhostMove};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::scenario::{self, Act};
use crate::state::{Deed, Side4};
use crate::troop::{Category, Special};
use aelian_rulebook::{Reason, RuleId, rule};
use serde::{Deserialize, Serialize};

/// HC-RESP-03, HC-RESP-04, HC-RESP-05, HC-RESP-06, HC-RESP-07, HC-RESP-08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    Stand,
    ClosingShots,
    Evade,
    Countercharge,
    TurnToFace,
    ParthianShot,
}

impl Response {
    pub const ALL: [Response; 6] = [
        Response::Stand,
        Response::ClosingShots,
        Response::Evade,
        Response::Countercharge,
        Response::TurnToFace,
        Response::ParthianShot,
    ];
}

/// A charge as the one who is charged sees it.
pub struct Charged<'a> {
    pub look: Look<'a>,
    pub run: &'a Run,
    /// HC-ALG-08: what it comes to without a response.
    pub outlook: &'a Outlook,
    pub unit: UnitId,
}

impl Charged<'_> {
    /// HC-RESP-09: the responses that are open to it; to stand always is.
    pub fn options(&self) -> Vec<Response> {
        Response::ALL.into_iter().filter(|response| self.refusals(*response).is_empty()).collect()
    }

    /// Every rule that keeps it from this response.
    pub fn refusals(&self, response: Response) -> Vec<Reason<Fact>> {
        let mut no = No { unit: self.unit, reasons: Vec::new() };
        if response == Response::Stand {
            return no.reasons;
        }
        let standing = self.look.state.unit(self.unit);
        // HC-RESP-01, HC-TWO-04, HC-CLOS-15.
        no.when(self.look.is_engaged(self.unit), rule!("HC-RESP-01"));
        // HC-EVADE-03, HC-CLOS-13.
        no.when(standing.did(Deed::Evaded), rule!("HC-EVADE-03"));
        no.when(standing.formation == Formation::Testudo && !standing.is_in_block(), rule!("HC-RESP-13"));
        // Whether the battle lets it shoot is for the shots.
        if response != Response::ClosingShots {
            no.reasons.extend(scenario::forbids(self.look, self.unit, Act::Respond));
        }
        let reached = self.outlook.foes().contains(self.unit);
        no.when(!reached && response != Response::Countercharge, rule!("HC-RESP-12"));
        match response {
            Response::Stand => {}
            Response::ClosingShots => self.shots(&mut no),
            Response::Evade => self.evade(&mut no),
            Response::ParthianShot => {
                no.when(!self.look.card(self.unit).has(Special::ParthianShot), rule!("HC-PARTH-01"));
                self.shots(&mut no);
                self.evade(&mut no);
            }
            Response::Countercharge => self.countercharge(&mut no),
            Response::TurnToFace => self.turn_to_face(&mut no),
        }
        no.reasons
    }

    /// HC-CHG-24, HC-ARC-07: it is charged from the front, or has neither flank nor rear.
    fn in_front(&self) -> bool {
        let quarter = self.run.aim().quarter(self.look, self.unit);
        self.look.counts_as_front(self.unit, quarter)
    }

    /// HC-RESP-04, HC-RESP-14, HC-CLOS-01, HC-CLOS-04.
    fn shots(&self, no: &mut No) {
        let quarter = self.run.aim().quarter(self.look, self.unit);
        no.reasons.extend(self.look.refuse_closing(self.unit, quarter));
    }

    /// HC-RESP-05, HC-EVADE-01, HC-DIS-06.
    fn evade(&self, no: &mut No) {
        let formed = !self.look.state.unit(self.unit).is_open();
        let disordered = self.look.is_disordered(self.unit);
        no.when(disordered, rule!("HC-DIS-06"));
        no.when(formed || disordered, rule!("HC-EVADE-01"));
        no.when(formed, rule!("HC-RESP-05"));
    }

    /// HC-RESP-06, HC-CCH-01, HC-CCH-02, HC-CCH-03, HC-CCH-04, HC-CCH-05, HC-CCH-13, HC-RESP-14, AMB-23.
    fn countercharge(&self, no: &mut No) {
        let class = self.look.class(self.unit);
        no.when(!class.is_cavalry() && !class.is_chariots(), rule!("HC-CCH-01"));
        no.when(!self.in_front(), rule!("HC-CCH-02"));
        no.reasons.extend(forbidden::unfit(self.look, self.unit));
        let charger = self.run.unit;
        no.reasons.extend(forbidden::at(self.look, self.unit, charger, Side4::Front));
        no.when(!counter::comes_near(self.look, self.run, self.outlook, self.unit), rule!("HC-CCH-05"));
    }

    /// HC-RESP-07, HC-TTF-01, HC-TTF-05, HC-RESP-14, HC-DIS-08.
    fn turn_to_face(&self, no: &mut No) {
        let category = self.look.class(self.unit).category();
        let standing = self.look.state.unit(self.unit);
        let able = matches!(category, Category::Cavalry | Category::Elephants);
        no.when(!able || standing.is_open() || standing.is_in_block(), rule!("HC-TTF-01"));
        no.when(self.look.is_disordered(self.unit), rule!("HC-TTF-01"));
        // A neighbour is met on the line of the target; it has no time to turn.
        no.when(self.in_front() || self.outlook.target != Some(self.unit), rule!("HC-RESP-07"));
        if no.reasons.is_empty() {
            let from = self.before_contact();
            no.when(turn::turned(self.look, self.unit, &from).is_none(), rule!("HC-TTF-05"));
        }
    }

    /// Where the charger stands when its charge move begins.
    fn before_contact(&self) -> aelian_geometry::Rect {
        let now = *self.look.rect(self.run.unit);
        self.outlook.steps.last().map_or(now, |step| step.rect)
    }

    /// What a response would lead to.
    pub fn ghost(&self, response: Response) -> Ghost {
        let formation = self.look.state.unit(self.unit).formation;
        let place = |moves: u8, rect| GhostMove { unit: self.unit, moves, formation, rect, contact: false };
        let moves = match response {
            Response::Evade | Response::ParthianShot => {
                let from = self.look.centre_front(self.run.unit);
                let ways = (1..=3).filter_map(|moves| {
                    let way = super::evade::way(self.look, self.unit, from, moves);
                    way.left.is_none().then(|| place(moves, way.rect))
                });
                ways.collect()
            }
            Response::TurnToFace => {
                let turned = turn::turned(self.look, self.unit, &self.before_contact());
                turned.map(|rect| place(0, rect)).into_iter().collect()
            }
            Response::Countercharge => {
                let met = counter::meeting(self.look, self.run.unit, &self.before_contact(), self.unit);
                vec![place(1, met)]
            }
            Response::Stand | Response::ClosingShots => Vec::new(),
        };
        Ghost { moves, targets: UnitSet::one(self.run.unit), ..Ghost::default() }
    }
}

/// Reasons against something, as they are found.
struct No {
    unit: UnitId,
    reasons: Vec<Reason<Fact>>,
}

impl No {
    fn when(&mut self, broken: bool, rule: RuleId) {
        if broken {
            self.reasons.push(Reason { rule, fact: Fact::Unit(self.unit) });
        }
    }
}
