//! Field of Glory in the mirror: what changes when left and right do.

use crate::align::{self, AlignChoice, Feeding};
use crate::choice::{Choice, Placement};
use crate::cohesion::{CohesionChoice, Removal};
use crate::field::{Area, Covering, Field, Piece, River, Road};
use crate::formation::Array;
use crate::ids::GroupId;
use crate::impact::{self, Charge, ChargePath, ImpactChoice};
use crate::joint::JointChoice;
use crate::movement::{self, CommanderMove, Interrupted, Leg, MoveOrder, MovementChoice, Turn};
use crate::pending::Pending;
use crate::rout::{self, FirstTurn, Flight, Heading, RoutChoice, RunQuestion};
use crate::rules::{Look, Rules};
use crate::setup::{self, Deployed, SetUpChoice};
use crate::shooting::{Aiming, ShootingChoice};
use crate::state::{Deed, Deeds, Group, March, Shape, State};
use aelian_game::kit::{Glass, Mirrored};
use aelian_geometry::{Pose, Vec2};
use std::ops::Deref;
use std::sync::Arc;

impl Mirrored for Rules {
    fn mirrored(&self, state: &State) -> Option<State> {
        if state.set_up.is_some() {
            return None;
        }
        let mirror = Mirror(Glass { width: state.field.width });
        let mut image = state.clone();
        image.field = Arc::new(mirror.field(&state.field)?);
        image.bases.iter_mut().for_each(|base| base.rect = mirror.rect(&base.rect));
        for group in &mut image.groups {
            group.facing = group.facing.mirrored();
            group.deeds = deeds(group.deeds);
        }
        for commander in &mut image.commanders {
            commander.rect = mirror.rect(&commander.rect);
            commander.stood = mirror.pose(commander.stood);
        }
        image.camps.iter_mut().flatten().for_each(|camp| camp.rect = mirror.rect(&camp.rect));
        image.works.iter_mut().for_each(|work| work.rect = mirror.rect(&work.rect));
        image.markers.iter_mut().for_each(|marker| marker.rect = mirror.rect(&marker.rect));
        for kink in &mut image.kinks {
            kink.track.iter_mut().for_each(|pose| *pose = mirror.pose(*pose));
        }
        image.marches = state.marches.iter().map(march).collect();
        image.charges = state.charges.iter().map(charge).collect();
        image.aims = state.aims.iter().map(aiming).collect();
        let pending = state.pending.iter().map(|pending| self.pending(state, mirror, pending));
        image.pending = pending.collect::<Option<_>>()?;
        Some(image)
    }

    fn mirrored_choice(&self, state: &State, choice: &Choice) -> Option<Choice> {
        let mirror = Mirror(Glass { width: state.field.width });
        Some(match choice {
            Choice::SetUp(choice) => Choice::SetUp(self.set_up_choice(state, mirror, choice)?),
            Choice::Impact(choice) => Choice::Impact(impact_choice(choice)),
            Choice::Movement(choice) => Choice::Movement(self.movement_choice(state, mirror, choice)?),
            Choice::Align(choice) => Choice::Align(self.align_choice(state, mirror, choice)?),
            Choice::Cohesion(CohesionChoice::Lose(Removal { base, from })) => {
                let from = from.map(|hand| hand.other());
                Choice::Cohesion(CohesionChoice::Lose(Removal { base: *base, from }))
            }
            Choice::Shooting(choice) => Choice::Shooting(match choice.clone() {
                ShootingChoice::Side { group, side } => ShootingChoice::Side { group, side: side.other() },
                ShootingChoice::Hand { group, hand } => ShootingChoice::Hand { group, hand: hand.other() },
                other => other,
            }),
            Choice::Rout(RoutChoice::Sense(hand)) => Choice::Rout(RoutChoice::Sense(hand.other())),
            Choice::Joint(JointChoice::Commander(ride)) => {
                Choice::Joint(JointChoice::Commander(mirror.ride(ride)))
            }
            other => other.clone(),
        })
    }

    fn apart(one: &State, other: &State) -> Option<String> {
        let flow = |state: &State| (state.phase, state.stage, state.turn, state.active, state.ending);
        let open = |state: &State| state.pending.iter().map(std::mem::discriminant).collect::<Vec<_>>();
        if flow(one) != flow(other) || open(one) != open(other) {
            let told = |state: &State| format!("{:?} {:?}", flow(state), state.pending);
            return Some(format!("{} and {}", told(one), told(other)));
        }
        let kept = |state: &State| {
            let mut bouts: Vec<_> =
                state.bouts.iter().map(|bout| (bout.groups, bout.ties, bout.fresh)).collect();
            bouts.sort_unstable();
            let mut pursuits: Vec<_> = state.pursuits.iter().map(|one| (one.pursuer, one.quarry)).collect();
            pursuits.sort_unstable();
            let sacked =
                state.camps.each_ref().map(|camp| camp.as_ref().map(|camp| (camp.sacked, camp.gone)));
            (bouts, pursuits, state.dealt, sacked)
        };
        if kept(one) != kept(other) {
            return Some(format!("{:?} and {:?}", kept(one), kept(other)));
        }
        let differs = |id| group_apart(one, other, id);
        let commanders = || {
            let pairs = one.commanders.iter().zip(&other.commanders);
            pairs.enumerate().find_map(|(at, (a, b))| {
                let same = a.place == b.place && (!a.on_table() || stand_alike(a.rect.pose, b.rect.pose));
                (!same).then(|| {
                    format!(
                        "commander {at}: {:?} {:?} and {:?} {:?}",
                        a.place, a.rect.pose, b.place, b.rect.pose
                    )
                })
            })
        };
        one.group_ids().find_map(differs).or_else(commanders)
    }
}

/// In what a group differs. Its bases may have changed places with others of their kind.
fn group_apart(one: &State, other: &State, id: GroupId) -> Option<String> {
    let (a, b) = (one.group(id), other.group(id));
    let of =
        |group: &Group| (group.place, group.cohesion, group.shape, group.deeds, group.troops, group.defences);
    if of(a) != of(b) || one.strength(id) != other.strength(id) {
        return Some(format!("group {}: {:?} and {:?}", id.0, of(a), of(b)));
    }
    if !a.on_table() {
        return None;
    }
    let mut left: Vec<(u8, Pose)> = other.bases_of(id).map(|base| standing(other, base)).collect();
    let mut alone: Vec<(u8, Pose)> = one.bases_of(id).map(|base| standing(one, base)).collect();
    alone.retain(|(troop, pose)| {
        let found = left.iter().position(|(kind, place)| kind == troop && stand_alike(*pose, *place));
        found.is_none_or(|at| {
            left.swap_remove(at);
            false
        })
    });
    if are_mixed(one.group(id), [&alone, &left]) {
        return None;
    }
    if alone.is_empty() || are_tails(one, other, id, [&alone, &left]) {
        return None;
    }
    Some(format!("group {}: {alone:?} and {left:?}", id.0))
}

/// Where both kinds of a mixed group stand in one rank, nobody is asked where: they stand in the order of their numbers,
/// from the left there as well as here.
fn are_mixed(group: &Group, alone: [&[(u8, Pose)]; 2]) -> bool {
    let ranks = alone.map(|bases| {
        let rank = |(kind, pose): &(u8, Pose)| (pose.at.dot(group.facing.vector()).round() as i64, *kind);
        let mut ranks: Vec<_> = bases.iter().map(rank).collect();
        ranks.sort_unstable();
        ranks
    });
    let same_places = alone[0].iter().all(|(_, a)| alone[1].iter().any(|(_, b)| stand_alike(*a, *b)));
    same_places && ranks[0] == ranks[1]
}

/// AMB-21: a short last rank of which nobody said where it stands has no middle if an odd number of files is free: it
/// stands to the left there as well as here.
fn are_tails(one: &State, other: &State, id: GroupId, alone: [&[(u8, Pose)]; 2]) -> bool {
    let [[(a, here)], [(b, there)]] = alone else { return false };
    let ahead = one.group(id).facing.vector();
    let rear = |state: &State| {
        let depths = state.rects_of(id).map(|rect| rect.pose.at.dot(ahead));
        depths.fold(f64::INFINITY, f64::min)
    };
    let last = |state: &State, pose: Pose| pose.at.dot(ahead) < rear(state) + 1.0;
    a == b && here.facing.angle_to(there.facing) < 0.005 && last(one, *here) && last(other, *there)
}

fn standing(state: &State, base: crate::ids::BaseId) -> (u8, Pose) {
    let base = state.base(base);
    (base.troop, base.rect.pose)
}

fn stand_alike(a: Pose, b: Pose) -> bool {
    /// Lengths in mm and turns in radians that rounding and searching may make.
    const LENGTH: f64 = 0.25;
    const TURN: f64 = 0.005;
    (a.at - b.at).length() <= LENGTH && a.facing.angle_to(b.facing) <= TURN
}

/// The mirror beside the table, and what it shows of this game.
#[derive(Clone, Copy, Debug)]
struct Mirror(Glass);

impl Deref for Mirror {
    type Target = Glass;

    fn deref(&self) -> &Glass {
        &self.0
    }
}

impl Mirror {
    fn field(self, field: &Field) -> Option<Field> {
        let mut pieces = Vec::new();
        for area in &field.areas {
            let crest = |crest: &Vec<Vec2>| crest.iter().map(|point| self.point(*point)).collect();
            let covering = match &area.covering {
                Some(Covering { kind, outline: Some(outline) }) => {
                    Some(Covering { kind: *kind, outline: Some(self.outline(outline)?) })
                }
                other => other.clone(),
            };
            let crests = area.crests.iter().map(crest).collect();
            let outline = self.outline(&area.outline)?;
            pieces.push(Piece::Area(Area { outline, covering, crests, ..area.clone() }));
        }
        for river in &field.rivers {
            let course = self.course(&river.course)?;
            pieces.push(Piece::River(River { course, ..river.clone() }));
        }
        for road in &field.roads {
            pieces.push(Piece::Road(Road { line: self.line(&road.line)? }));
        }
        Some(Field::new(field.width, field.depth, pieces))
    }

    fn ride(self, ride: &CommanderMove) -> CommanderMove {
        CommanderMove { to: self.pose(ride.to), ..*ride }
    }

    fn interrupted(self, on: &Interrupted) -> Interrupted {
        let place = |place: &Placement| Placement { pose: self.pose(place.pose), ..*place };
        Interrupted {
            walked: on.walked.iter().map(leg).collect(),
            began: on.began.iter().map(place).collect(),
            facing: on.facing.mirrored(),
            commanders: on.commanders.iter().map(|(who, pose)| (*who, self.pose(*pose))).collect(),
            track: on.track.iter().map(|pose| self.pose(*pose)).collect(),
            ..on.clone()
        }
    }
}

impl Rules {
    fn pending(&self, state: &State, mirror: Mirror, pending: &Pending) -> Option<Pending> {
        Some(match pending {
            Pending::SetUp(setup::Waiting::Surprised { groups, from }) => {
                Pending::SetUp(setup::Waiting::Surprised { groups: *groups, from: from.mirrored() })
            }
            Pending::SetUp(setup::Waiting::Enter { commander, named }) => {
                let named = named.iter().map(|named| self.deployed(state, mirror, named)).collect();
                Pending::SetUp(setup::Waiting::Enter { commander: *commander, named })
            }
            Pending::Impact(impact::Waiting::ChargeOn { group, path, left }) => {
                Pending::Impact(impact::Waiting::ChargeOn {
                    group: *group,
                    path: charge_path(path),
                    left: *left,
                })
            }
            Pending::Movement(movement::Waiting::GoOn(on)) => {
                Pending::Movement(movement::Waiting::GoOn(Box::new(mirror.interrupted(on))))
            }
            Pending::Rout(rout::Waiting::Run { flight, question }) => {
                let question = match question {
                    RunQuestion::Edge(asked) => RunQuestion::Edge(asked.mirrored()),
                    RunQuestion::Sense => RunQuestion::Sense,
                };
                Pending::Rout(rout::Waiting::Run { flight: mirrored_flight(flight), question })
            }
            other => other.clone(),
        })
    }

    fn set_up_choice(&self, state: &State, mirror: Mirror, choice: &SetUpChoice) -> Option<SetUpChoice> {
        Some(match choice {
            SetUpChoice::Reveal(place) => SetUpChoice::Reveal(self.deployed(state, mirror, place)),
            SetUpChoice::Arrive(places) => {
                let places = places.iter().map(|place| self.deployed(state, mirror, place));
                SetUpChoice::Arrive(places.collect())
            }
            SetUpChoice::RevealOwn { .. } | SetUpChoice::Evade(_) => choice.clone(),
            _ => return None,
        })
    }

    fn deployed(&self, state: &State, mirror: Mirror, place: &Deployed) -> Deployed {
        let known = usize::from(place.group.0) < state.groups.len();
        let bases = if known { state.strength(place.group) } else { 0 };
        let tail = tail_from_the_right(bases, place.files, place.tail);
        Deployed { front: mirror.pose(place.front), tail, ..*place }
    }

    fn align_choice(&self, state: &State, mirror: Mirror, choice: &AlignChoice) -> Option<AlignChoice> {
        Some(match choice {
            AlignChoice::Conform { group, way } if group.index() < state.groups.len() => {
                let image = self.mirrored(state)?;
                let looks = [Look::new(self, state), Look::new(self, &image)];
                let same = align::same_way(looks, *group, *way, |pose| mirror.pose(pose));
                AlignChoice::Conform { group: *group, way: same.unwrap_or(*way) }
            }
            AlignChoice::Feed { group, change } => {
                let change = match *change {
                    Feeding::Expand { hand, from } => Feeding::Expand { hand: hand.other(), from },
                    Feeding::Contract { hand } => Feeding::Contract { hand: hand.other() },
                };
                AlignChoice::Feed { group: *group, change }
            }
            other => other.clone(),
        })
    }

    fn movement_choice(
        &self,
        state: &State,
        mirror: Mirror,
        choice: &MovementChoice,
    ) -> Option<MovementChoice> {
        Some(match choice {
            MovementChoice::Move(order) => {
                let legs = order.legs.iter().map(leg).collect();
                let tail = self.tail(state, order)?;
                MovementChoice::Move(MoveOrder { legs, tail, ..order.clone() })
            }
            MovementChoice::Commander(ride) => MovementChoice::Commander(mirror.ride(ride)),
            other => other.clone(),
        })
    }

    /// AMB-21: the file in which a short last rank begins, counted from the right; none: two changes of formation would
    /// need one each.
    fn tail(&self, state: &State, order: &MoveOrder) -> Option<Option<u8>> {
        let look = Look::new(self, state);
        let Some(group) = order.who.first().filter(|group| group.index() < state.groups.len()) else {
            return Some(order.tail);
        };
        if state.group(group).shape != Shape::Normal || !state.group(group).on_table() {
            return Some(order.tail);
        }
        let (mut array, mut block) = (look.array(group), look.block(group));
        let mut tails = Vec::new();
        for leg in &order.legs {
            let formed = match *leg {
                Leg::Turn(turn) => Some(look.turned_from(&array, &block, turn, order.tail)),
                Leg::Expand { left, right } => look.expanded_from(&array, &block, left, right, order.tail),
                Leg::Contract { left, right } => {
                    look.contracted_from(&array, &block, left, right, order.tail)
                }
                _ => None,
            };
            let Some(formed) = formed else { continue };
            if !matches!(leg, Leg::Turn(Turn::About)) {
                let files = formed.array.files();
                tails.push(tail_from_the_right(array.len(), files, order.tail));
            }
            (array, block) = (formed.array, formed.body(look).block());
        }
        let first = tails.first().copied().unwrap_or(order.tail);
        tails.iter().all(|tail| *tail == first).then_some(first)
    }
}

/// AMB-21: without a file named a short last rank stands in the middle, and to the left if there is none.
fn tail_from_the_right(bases: usize, files: u8, tail: Option<u8>) -> Option<u8> {
    let left_over = (bases % usize::from(files.max(1))) as u8;
    match (left_over, tail) {
        (0, tail) => tail,
        (_, tail) => {
            let tail = tail.unwrap_or(Array::usual_tail(bases, files));
            Some((files - left_over).saturating_sub(tail))
        }
    }
}

fn deeds(deeds: Deeds) -> Deeds {
    let other = |deed| match deed {
        Deed::ExpandedLeft => Deed::ExpandedRight,
        Deed::ExpandedRight => Deed::ExpandedLeft,
        deed => deed,
    };
    deeds.iter().map(other).collect()
}

fn march(march: &March) -> March {
    March { flank: march.flank.other(), ..march.clone() }
}

fn charge(charge: &Charge) -> Charge {
    Charge { path: charge_path(&charge.path), ..charge.clone() }
}

fn charge_path(path: &ChargePath) -> ChargePath {
    ChargePath {
        wheel: path.wheel.map(|(hand, angle)| (hand.other(), angle)),
        drop: path.drop.map(|hand| hand.other()),
        ..*path
    }
}

fn aiming(aim: &Aiming) -> Aiming {
    let other = |hand: Option<aelian_geometry::Hand>| hand.map(|hand| hand.other());
    Aiming { side: other(aim.side), hand: other(aim.hand), ..aim.clone() }
}

fn mirrored_flight(flight: &Flight) -> Flight {
    let heading = match flight.heading {
        Heading::Along { facing: along, turn } => {
            let turn = match turn {
                FirstTurn::Left => FirstTurn::Right,
                FirstTurn::Right => FirstTurn::Left,
                other => other,
            };
            Heading::Along { facing: along.mirrored(), turn }
        }
        Heading::RearEdge => Heading::RearEdge,
    };
    Flight { heading, away: flight.away.mirrored(), sense: flight.sense.map(|hand| hand.other()), ..*flight }
}

fn impact_choice(choice: &ImpactChoice) -> ImpactChoice {
    match choice {
        ImpactChoice::Declare { group, path } => {
            ImpactChoice::Declare { group: *group, path: charge_path(path) }
        }
        ImpactChoice::Chase { path } => ImpactChoice::Chase { path: charge_path(path) },
        other => other.clone(),
    }
}

fn leg(leg: &Leg) -> Leg {
    let turn = |turn| match turn {
        Turn::Left => Turn::Right,
        Turn::Right => Turn::Left,
        Turn::About => Turn::About,
    };
    match *leg {
        Leg::Wheel { hand, degrees } => Leg::Wheel { hand: hand.other(), degrees },
        Leg::Shift { right } => Leg::Shift { right: -right },
        Leg::Turn(to) => Leg::Turn(turn(to)),
        Leg::Expand { left, right } => Leg::Expand { left: right, right: left },
        Leg::Contract { left, right } => Leg::Contract { left: right, right: left },
        Leg::LeaveOrb { facing } => Leg::LeaveOrb { facing: facing.map(turn) },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Grade;
    use crate::testing::{Scene, Table};
    use aelian_dice::Generator;
    use aelian_game::{Ruleset, Side, play_on};

    /// The order is judged and made here, and its image in the mirror.
    fn made(scene: &Scene, order: MoveOrder) {
        let choice = Choice::Movement(MovementChoice::Move(order));
        let (rules, state) = (&scene.rules, &scene.state);
        let mut image = rules.mirrored(state).expect("a battle has an image");
        let turned = rules.mirrored_choice(state, &choice).expect("and so have its moves");
        assert!(
            rules.check(state, &choice).is_legal(),
            "{choice:?}: {:?}",
            rules.check(state, &choice).breaches
        );
        assert!(rules.check(&image, &turned).is_legal(), "{turned:?}");
        let mut after = state.clone();
        play_on(rules, &mut after, &choice, &mut Generator::stream(1, 0)).expect("dice without end");
        play_on(rules, &mut image, &turned, &mut Generator::stream(1, 0)).expect("dice without end");
        let expected = rules.mirrored(&after).expect("a battle has an image");
        assert_eq!(Rules::apart(&expected, &image), None, "{choice:?}");
    }

    /// FA-EXP-01, FA-CON-01, FA-TURN-01, FA-CMOVE-10: a mixed group with its commander changes its formation to one hand as
    /// to the other.
    #[test]
    fn formations_change_alike_to_either_hand() {
        let parts = [("HF protected average drilled", 5), ("LF unprotected bow", 4)];
        let table = Table::new().mixed("a", Side::Red, &parts, 4, (20.0, 20.0), 0.0);
        let scene = table.commander("chief", Side::Red, Grade::Field, Some("a"), (20.0, 17.2)).build();
        let ways = [(1, 0), (0, 1), (2, 0), (0, 2)];
        let changes = ways
            .into_iter()
            .flat_map(|(left, right)| [Leg::Expand { left, right }, Leg::Contract { left, right }]);
        for leg in changes.chain([Turn::Left, Turn::Right, Turn::About].map(Leg::Turn)) {
            made(&scene, MoveOrder::one(scene.group("a"), vec![leg]));
        }
    }

    /// All stands as before in the mirror of a mirror.
    #[test]
    fn a_mirror_undoes_itself() {
        let table = Table::new()
            .area(crate::field::AreaKind::GentleHill, &[(10.0, 10.0), (16.0, 11.0), (13.0, 18.0)])
            .river(&[(66.0, 0.0), (68.0, 48.0)], 3.0, crate::field::Level::Rough)
            .camp(Side::Blue, (50.0, 44.0), false)
            .group("a", Side::Red, "HF protected", (7, 3), (20.0, 20.0), 33.0);
        let scene = table.commander("chief", Side::Red, Grade::Field, None, (25.0, 17.0)).build();
        let image = scene.rules.mirrored(&scene.state).expect("a battle has an image");
        assert!(Rules::apart(&scene.state, &image).is_some());
        let again = scene.rules.mirrored(&image).expect("a battle has an image");
        assert_eq!(Rules::apart(&scene.state, &again), None);
        assert_eq!(again.field, scene.state.field);
    }
}
