//! Orders that a side could give: a fixed sample of all of them, or a few drawn at random.
//!
//! The fixed sample holds, for each single base, group, file, half of a line and pack: advances by full and half
//! distance, into contact and to the border of a zone; pivots; turnabouts; moves of light troops; columns formed,
//! led and extended; pack moves; halts of the impetuous; and for single bases side steps, turns towards the enemy
//! and aligned contact with every enemy in reach.

mod bodies;
mod manoeuvres;
mod sample;

use super::orders;
use crate::choice::{Choice, Order};
use crate::movement::order::own_eyes;
use crate::rules::{Look, Rules};
use aelian_game::{Drawn, Proposals, Want};
pub use sample::draw;

/// Orders for the active side; ending the phase is always possible.
pub fn orders(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match want {
        Want::All => all(look, out),
        Want::Sample(count, sampler) => {
            let mut drawn = Vec::with_capacity(usize::from(count));
            sample::draw(look, count, sampler, &mut drawn);
            out.extend(drawn.into_iter().map(|drawn| drawn.choice));
        }
    }
}

fn all(look: Look<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::EndMoves);
    let state = own_eyes(look, look.active());
    let table = look.at(&state);
    for body in bodies::all(table) {
        for what in manoeuvres::all(table, body) {
            out.extend(offered(look, Order { to: body, what }).map(|drawn| drawn.choice));
        }
    }
    for together in manoeuvres::together(table) {
        let choice = Choice::Together(together);
        if super::check(look, &choice).is_legal() {
            out.push(choice);
        }
    }
}

/// The order with its plan, if it is legal.
fn offered(look: Look<'_>, order: Order) -> Option<Drawn<Rules>> {
    let weighed = orders::weigh(look.quick(), &order);
    let legal = weighed.plan.is_legal();
    legal.then(|| Drawn { choice: Choice::Order(order), plan: Some(Box::new(weighed)) })
}
