//! The law of the mirror: what a mirror beside the table shows is judged alike and comes out as its image.
//!
//! Books know a left and a right only where they name a hand, and a choice that names one is mirrored with it. So the
//! image of a choice in the image of a position must be refused by the same rules or be as legal, and lead with the same
//! dice to the image of what comes of it. Where it does not, one hand was tried and the other forgotten, or a measure was
//! taken so exactly that rounding decided.
//!
//! A game says what a mirror shows of its states and choices; the law itself knows none of them.

use super::Violation;
use crate::contract::{Next, Ruleset, Want};
use crate::matches::Match;
use crate::step::play_on;
use aelian_dice::{Generator, Sampler};
use aelian_geometry::{Course, Polygon, Polyline, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, RuleId};
use std::collections::BTreeSet;

/// A game that can be seen in a mirror.
pub trait Mirrored: Ruleset {
    /// The state in a mirror that changes left and right; none where it has no image: the rules of set-up name edges.
    fn mirrored(&self, state: &Self::State) -> Option<Self::State>;

    /// The choice, made in this state, in the same mirror.
    fn mirrored_choice(&self, state: &Self::State, choice: &Self::Choice) -> Option<Self::Choice>;

    /// The rule that this one is in the mirror, for books that have a rule for each hand; the same for both of a pair.
    fn unhanded(rule: RuleId) -> RuleId {
        rule
    }

    /// In what two states differ by more than rounding.
    fn apart(one: &Self::State, other: &Self::State) -> Option<String>;
}

/// The mirror itself, beside a table of this width. A game adds what only it knows.
#[derive(Clone, Copy, Debug)]
pub struct Glass {
    pub width: f64,
}

impl Glass {
    pub fn point(self, point: Vec2) -> Vec2 {
        Vec2::new(self.width - point.x, point.y)
    }

    pub fn points(self, points: &[Vec2]) -> Vec<Vec2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    pub fn pose(self, pose: Pose) -> Pose {
        Pose { at: self.point(pose.at), facing: pose.facing.mirrored() }
    }

    pub fn rect(self, rect: &Rect) -> Rect {
        rect.with_pose(self.pose(rect.pose))
    }

    pub fn line(self, line: &Polyline) -> Option<Polyline> {
        Polyline::new(self.points(line.points())).ok()
    }

    /// Outlines go round anticlockwise: in the mirror the other way, so they begin at their end.
    pub fn outline(self, outline: &Polygon) -> Option<Polygon> {
        Polygon::new(outline.points().iter().rev().map(|point| self.point(*point)).collect()).ok()
    }

    pub fn course(self, course: &Course) -> Option<Course> {
        Course::with_widths(self.line(course.line())?, course.widths().to_vec()).ok()
    }
}

/// How much of a battle was seen in the mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reflected {
    pub steps: u32,
    pub judged: u32,
    pub played: u32,
}

/// So many choices that were made before are tried again where they are out of place.
const PAST: usize = 64;

/// Plays one match at random; every so many decisions what is proposed, and something that is not, is seen in the mirror.
pub fn try_mirror<R: Mirrored>(
    setup: &R::Setup,
    seed: u64,
    every: u32,
) -> Result<Reflected, Box<Violation<R>>> {
    let Ok(mut game) = Match::<R>::new(setup.clone()) else { return Ok(Reflected::default()) };
    let (mut dice, mut sampler) = (Generator::stream(seed, 0), Sampler::stream(seed, 1));
    let (mut done, mut past) = (Reflected::default(), Vec::new());
    for _ in 0..game.rules.longest() {
        let choice = match game.next() {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => {
                let mut tried = Vec::new();
                game.rules.propose(&game.state, Want::Sample(2, &mut sampler), &mut tried);
                if tried.is_empty() {
                    break;
                }
                let choice = tried.swap_remove(sampler.below(tried.len() as u32) as usize);
                tried.extend((!past.is_empty()).then(|| {
                    let at = sampler.below(past.len() as u32) as usize;
                    R::Choice::clone(&past[at])
                }));
                if done.steps.is_multiple_of(every) {
                    tried.push(choice.clone());
                    for tried in &tried {
                        reflect(&game, tried, u64::from(done.steps), &mut done)?;
                    }
                }
                remember(&mut past, &choice, done.steps as usize);
                choice
            }
        };
        if game.play(&choice, &mut dice).is_err() {
            break;
        }
        done.steps += 1;
    }
    Ok(done)
}

fn remember<C: Clone>(past: &mut Vec<C>, choice: &C, at: usize) {
    match past.len() < PAST {
        true => past.push(choice.clone()),
        false => past[at % PAST] = choice.clone(),
    }
}

/// One choice here and its image there.
fn reflect<R: Mirrored>(
    game: &Match<R>,
    choice: &R::Choice,
    seed: u64,
    done: &mut Reflected,
) -> Result<(), Box<Violation<R>>> {
    let (rules, state) = (&game.rules, &game.state);
    let Some(image) = rules.mirrored(state) else { return Ok(()) };
    let Some(turned) = rules.mirrored_choice(state, choice) else { return Ok(()) };
    let broken = |law: &'static str, detail: String| {
        let step = game.record.steps.len();
        Err(Box::new(Violation { law, step, choice: Some(choice.clone()), detail }))
    };
    let (here, there) = (rules.check(state, choice), rules.check(&image, &turned));
    done.judged += 1;
    let named = |breaches: &[Reason<R::Fact>]| -> BTreeSet<String> {
        breaches.iter().map(|reason| R::unhanded(reason.rule).to_string()).collect()
    };
    let (one, other) = (named(&here.breaches), named(&there.breaches));
    if one != other {
        return broken("a mirror changes no verdict", format!("{one:?} and {other:?}"));
    }
    if !here.is_legal() {
        return Ok(());
    }
    let (mut after, mut after_image) = (state.clone(), image);
    let played = play_on(rules, &mut after, choice, &mut Generator::stream(seed, 0)).is_ok();
    if played != play_on(rules, &mut after_image, &turned, &mut Generator::stream(seed, 0)).is_ok() {
        return broken("a mirror changes no result", "only one of the two can be carried out".to_owned());
    }
    done.played += 1;
    match rules.mirrored(&after).and_then(|expected| R::apart(&expected, &after_image)) {
        Some(detail) => broken("a mirror changes no result", detail),
        None => Ok(()),
    }
}
