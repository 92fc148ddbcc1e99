//! The voluntary moves phase: all orders that seem worth a thought are collected at its beginning with a
//! guess of their worth; then the best is looked at closely, and given or dropped, until nothing is left.

use super::advance;
use super::bodies::{Body, bodies, is_free};
use super::charge;
use super::halt;
use super::worth::{Matchups, prospect};
use aelian_blood_and_blades::choice::{Command, Ghost, Manoeuvre, Order, Placement};
use aelian_blood_and_blades::event::{Event, MoveWhy};
use aelian_blood_and_blades::{BaseId, BaseSet, Choice, Look, Rules, State};
use aelian_game::{Drawn, Ruleset, Side};

/// An order that may be given.
#[derive(Clone, Debug)]
pub struct Idea {
    pub order: Order,
    /// Expected gain in morale points: a guess until it has been looked at.
    pub worth: f64,
    pub looked_at: bool,
}

/// What this player has in mind for the bound.
#[derive(Debug, Default)]
pub struct Plan {
    /// The bound that it is for.
    bound: Option<(u16, Side)>,
    /// The best last.
    ideas: Vec<Idea>,
    /// How often ideas were collected in this bound, and whether an order was given since.
    rounds: u8,
    fresh: bool,
    /// How many ideas may still be looked at closely in this bound.
    patience: u8,
}

/// Ideas are collected so often in one bound at most, and so many of them are looked at.
const ROUNDS: u8 = 3;
const PATIENCE: u8 = 32;

impl Plan {
    /// The next order, or the end of the phase.
    pub fn next(&mut self, look: Look<'_>, side: Side, pigs: u8, matchups: &mut Matchups) -> Drawn<Rules> {
        let bound = Some((look.state.round, side));
        if self.bound != bound {
            *self = Plan { bound, fresh: true, patience: PATIENCE, ..Plan::default() };
        }
        loop {
            if let Some(best) = self.best(look, side) {
                self.fresh = true;
                return best;
            }
            if !self.fresh || self.rounds >= ROUNDS || pigs == 0 && self.rounds > 0 {
                return Drawn::plain(Choice::EndMoves);
            }
            self.fresh = false;
            self.rounds += 1;
            self.collect(look, side, matchups);
        }
    }

    fn collect(&mut self, look: Look<'_>, side: Side, matchups: &mut Matchups) {
        let enemies: Vec<BaseId> = look.state.on_table_of(side.other()).collect();
        let mut thinking = Thinking { look, side, enemies, matchups, ideas: Vec::new() };
        for body in bodies(look, side, &thinking.enemies) {
            charge::ideas(&mut thinking, &body);
            advance::ideas(&mut thinking, &body);
            halt::ideas(&mut thinking, &body);
        }
        self.ideas = thinking.ideas;
        self.sort();
    }

    fn sort(&mut self) {
        self.ideas.sort_by(|a, b| a.worth.total_cmp(&b.worth));
    }

    /// The best idea that can be carried out and is still the best when looked at closely.
    fn best(&mut self, look: Look<'_>, side: Side) -> Option<Drawn<Rules>> {
        while let Some(mut idea) = self.ideas.pop() {
            if idea.order.to.iter().any(|id| !is_free(look, id)) {
                continue;
            }
            if idea.looked_at {
                // Other orders may have been given since.
                if let Some((_, plan)) = allowed(look, &mut idea) {
                    return Some(Drawn { choice: Choice::Order(idea.order), plan });
                }
                continue;
            }
            if self.patience == 0 {
                return None;
            }
            self.patience -= 1;
            let Some((worth, plan)) = look_at(look, side, &mut idea) else { continue };
            let next = self.ideas.last().map_or(0.0, |next| next.worth);
            if worth >= next.max(0.0) {
                return Some(Drawn { choice: Choice::Order(idea.order), plan });
            }
            if worth > 0.0 {
                self.ideas.push(Idea { worth, looked_at: true, ..idea });
                self.sort();
            }
        }
        None
    }
}

/// What is needed to have ideas.
#[derive(Debug)]
pub struct Thinking<'a> {
    pub look: Look<'a>,
    pub side: Side,
    pub enemies: Vec<BaseId>,
    pub matchups: &'a mut Matchups,
    pub ideas: Vec<Idea>,
}

impl Thinking<'_> {
    pub fn idea(&mut self, body: &Body, what: Command, worth: f64) {
        if worth > 0.0 {
            // A part of a group costs a PIG more.
            let worth = if body.partial { worth * 0.6 } else { worth };
            self.ideas.push(Idea { order: Order { to: body.bases, what }, worth, looked_at: false });
        }
    }
}

/// The worth of an idea by the rules themselves; none if it is not allowed.
fn look_at(look: Look<'_>, side: Side, idea: &mut Idea) -> Option<(f64, RulesPlan)> {
    let (ghost, plan) = allowed(look, idea)?;
    if matches!(idea.order.what, Command::Halt) {
        return Some((idea.worth, plan));
    }
    let cost = f64::from(ghost.cost.unwrap_or(1));
    let gain = match fighting(look, side, &ghost) {
        Some(gain) => gain + eagerness(look.state) * ghost.engages.len() as f64,
        None => idea.worth,
    };
    // Orders are scarce: what costs two must be worth about as much as two.
    Some((gain / (0.5 + 0.5 * cost.max(1.0)), plan))
}

/// What the rules have worked out about an order.
type RulesPlan = Option<<Rules as Ruleset>::Plan>;

/// What the order leads to if it is legal; a distance that the ground does not allow is cut down once.
fn allowed(look: Look<'_>, idea: &mut Idea) -> Option<(Ghost, RulesPlan)> {
    let ask = |order: &Order| look.rules.check(look.state, &Choice::Order(order.clone()));
    let verdict = ask(&idea.order);
    if verdict.is_legal() {
        return Some((verdict.ghost, verdict.plan));
    }
    let Command::Move { how, .. } = &mut idea.order.what else { return None };
    let (Manoeuvre::Advance { distance } | Manoeuvre::Pivot { distance, .. }) = how else { return None };
    let shorter = verdict.ghost.allowed.min(*distance);
    if !(shorter > 1.0 && shorter < *distance) {
        return None;
    }
    *distance = shorter;
    let verdict = ask(&idea.order);
    verdict.is_legal().then_some((verdict.ghost, verdict.plan))
}

/// What the fights that a move would begin promise; none if it begins none.
pub fn fighting(look: Look<'_>, side: Side, ghost: &Ghost) -> Option<f64> {
    if ghost.engages.is_empty() {
        return None;
    }
    let after = moved(look.state, &ghost.moves);
    let after = look.at(&after);
    let mut sum = 0.0;
    let mut counted = BaseSet::EMPTY;
    for enemy in ghost.engages.iter() {
        let Some(mine) = after.main_opponent(enemy) else { continue };
        if after.state.base(mine).side == side && counted.insert(mine) {
            sum += prospect(after, mine, enemy);
        }
    }
    Some(sum)
}

/// The state with these bases moved, for a look at what would come of it.
fn moved(state: &State, moves: &[Placement]) -> State {
    let mut after = state.clone();
    for Placement { base, pose } in moves {
        let event = Event::Moved { base: *base, via: Vec::new(), to: *pose, why: MoveWhy::Ordered };
        Rules::apply(&mut after, &event);
    }
    after
}

/// What this player adds to the prospects of each fight because he likes fighting, more from round to round,
/// so that two lines do not stare at each other for ever.
fn eagerness(state: &State) -> f64 {
    0.2 + 0.02 * f64::from(state.round)
}
