//! Tests of the charge chapter. A charge is begun by `Begins::charge` and led on by `responds` and `proceed`, which play
//! this chapter's steps and no others.

mod battles;
mod contact;
mod evade;
mod forbidden;
mod onset;
mod reach;
mod respond;
mod shots;

use super::{ChargeChoice, ChargePrompt, Response, carry, check, next, resolve};
use crate::choice::{Choice, Prompt};
use crate::command::{Charge, Target};
use crate::event::MoveWhy;
use crate::rules::INCH;
use crate::testing::Scene;
use aelian_game::Next;
use aelian_rulebook::RuleId;

/// An order to charge these units.
fn order(scene: &Scene, targets: &[&str]) -> Charge {
    let targets = targets.iter().map(|name| Target::Unit(scene.unit(name))).collect();
    Charge { targets, first: Vec::new(), ignore_open: false }
}

trait Charging {
    /// Unit `u` charges these with so many moves.
    fn charge(&mut self, targets: &[&str], moves: u8);
    fn charge_by(&mut self, order: &Charge, moves: u8);
    /// Who is asked for a response.
    fn asked(&self) -> Option<String>;
    fn responds(&mut self, response: Response, faces: &[u8]);
    fn refused(&self, response: Response) -> Vec<RuleId>;
    fn options(&self) -> Vec<Response>;
    /// The next step that nobody decides.
    fn proceed(&mut self, faces: &[u8]);
    fn choose(&mut self, choice: ChargeChoice, faces: &[u8]);
    /// Centre-front, in inches.
    fn at(&self, name: &str) -> (f64, f64);
    fn fights(&self, one: &str, other: &str) -> bool;
    fn is_over(&self) -> bool;
}

impl Charging for Scene {
    fn charge(&mut self, targets: &[&str], moves: u8) {
        let order = order(self, targets);
        self.charge_by(&order, moves);
    }

    fn charge_by(&mut self, order: &Charge, moves: u8) {
        let unit = self.unit("u");
        let stood = self.state.unit(unit).rect.pose;
        self.run(&[], |cx| carry(cx, unit, order, moves, stood, MoveWhy::Ordered));
    }

    fn asked(&self) -> Option<String> {
        match next(self.look())? {
            Next::Ask { side, prompt: Prompt::Charge(ChargePrompt::Respond { unit, .. }) } => {
                assert_eq!(side, self.look().side(unit));
                Some(self.rules.card(unit).name.clone())
            }
            _ => None,
        }
    }

    fn responds(&mut self, response: Response, faces: &[u8]) {
        self.choose(ChargeChoice::Respond(response), faces);
    }

    fn refused(&self, response: Response) -> Vec<RuleId> {
        let choice = Choice::Charge(ChargeChoice::Respond(response));
        check(self.look(), &choice).breaches.iter().map(|reason| reason.rule).collect()
    }

    fn options(&self) -> Vec<Response> {
        Response::ALL.into_iter().filter(|response| self.refused(*response).is_empty()).collect()
    }

    fn proceed(&mut self, faces: &[u8]) {
        assert_eq!(next(self.look()), Some(Next::Forced(Choice::Proceed)));
        self.run(faces, |cx| resolve(cx, &Choice::Proceed));
    }

    fn choose(&mut self, choice: ChargeChoice, faces: &[u8]) {
        let choice = Choice::Charge(choice);
        let verdict = check(self.look(), &choice);
        assert!(verdict.is_legal(), "{:?}", verdict.breaches);
        self.run(faces, |cx| resolve(cx, &choice));
    }

    fn at(&self, name: &str) -> (f64, f64) {
        let at = self.state.unit(self.unit(name)).rect.pose.at / INCH;
        ((at.x * 100.0).round() / 100.0, (at.y * 100.0).round() / 100.0)
    }

    fn fights(&self, one: &str, other: &str) -> bool {
        self.state.bout(self.unit(one), self.unit(other)).is_some()
    }

    fn is_over(&self) -> bool {
        self.state.pending.is_empty()
    }
}
