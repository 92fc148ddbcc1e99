//! Hail Caesar in the mirror: what changes when left and right do.

use crate::again::{self, Then};
use crate::breaks::victors::Act;
use crate::charge::{self, Run};
use crate::choice::Choice;
use crate::command::{self, Charge, CommandChoice, Leg, Order, Reform, SupportAt, Target, Task, Verb};
use crate::commander::{CommanderChoice, Seat};
use crate::field::{Area, Block, Field, Obstacle, Piece, River, Road, TableEdge};
use crate::fight::{self, FightChoice, Round, Supporting};
use crate::movement::MovePlan;
use crate::pending::Pending;
use crate::position::SupportSide;
use crate::ranged::{self, Aim, RangedChoice};
use crate::rules::Rules;
use crate::stage::Part;
use crate::state::{Bend, Bout, Place, Side4, State};
use aelian_game::kit::{Glass, Mirrored};
use aelian_geometry::{Polygon, Pose};
use aelian_rulebook::{RuleId, rule};
use std::ops::Deref;
use std::sync::Arc;

impl Mirrored for Rules {
    /// The battles of the book and the rules of set-up name edges, and have no image.
    fn mirrored(&self, state: &State) -> Option<State> {
        if self.battle.is_some() || state.part == Part::SetUp {
            return None;
        }
        let mirror = Mirror(Glass { width: state.field.width });
        let mut image = state.clone();
        image.field = Arc::new(mirror.field(&state.field)?);
        for unit in &mut image.units {
            unit.rect = mirror.rect(&unit.rect);
            unit.place = mirror.place(unit.place);
        }
        for commander in &mut image.commanders {
            commander.at = mirror.point(commander.at);
        }
        let bend = |bend: &Bend| Bend { track: mirror.poses(&bend.track), ..bend.clone() };
        image.bends = state.bends.iter().map(bend).collect();
        image.bouts = state.bouts.iter().map(|bout| Bout { edges: bout.edges.map(face), ..*bout }).collect();
        let pending: Option<Vec<Pending>> =
            state.pending.iter().map(|pending| mirror.pending(pending)).collect();
        image.pending = pending?;
        Some(image)
    }

    fn mirrored_choice(&self, state: &State, choice: &Choice) -> Option<Choice> {
        let mirror = Mirror(Glass { width: state.field.width });
        Some(match choice {
            Choice::SetUp(_) | Choice::Scenario(_) => return None,
            Choice::Command(choice) => Choice::Command(mirror.command(choice)?),
            Choice::Ranged(RangedChoice::Shoot { unit, aims }) => {
                Choice::Ranged(RangedChoice::Shoot { unit: *unit, aims: aims.iter().map(aim).collect() })
            }
            Choice::Fight(FightChoice::MakeRoom(pose)) => {
                Choice::Fight(FightChoice::MakeRoom(mirror.pose(*pose)))
            }
            Choice::Fight(FightChoice::Victor { unit, act }) => {
                Choice::Fight(FightChoice::Victor { unit: *unit, act: mirror.act(act)? })
            }
            Choice::Commander(choice) => Choice::Commander(match choice {
                CommanderChoice::Reserve(Seat::At(at)) => {
                    CommanderChoice::Reserve(Seat::At(mirror.point(*at)))
                }
                CommanderChoice::Move { commander, way, join } => CommanderChoice::Move {
                    commander: *commander,
                    way: way.iter().map(|point| mirror.point(*point)).collect(),
                    join: *join,
                },
                other => other.clone(),
            }),
            other => other.clone(),
        })
    }

    /// HC-TAB-BLUN: a blunder leads to the left by one face and to the right by the next.
    fn unhanded(rule: RuleId) -> RuleId {
        match rule.as_str() {
            "HC-BLUN-17" => rule!("HC-BLUN-18"),
            _ => rule,
        }
    }

    fn apart(one: &State, other: &State) -> Option<String> {
        /// Lengths in mm and turns in radians that rounding and searching may make.
        const LENGTH: f64 = 0.5;
        const TURN: f64 = 0.005;
        let whole = |state: &State| {
            let pending: Vec<_> = state.pending.iter().map(std::mem::discriminant).collect();
            (state.part, state.stage, state.turn, state.active, pending)
        };
        if whole(one) != whole(other) {
            return Some(format!(
                "{:?} {:?} and {:?} {:?}",
                one.stage, one.pending, other.stage, other.pending
            ));
        }
        one.ids().find_map(|id| {
            let (a, b) = (one.unit(id), other.unit(id));
            let standing = |unit: &crate::state::Unit| {
                (std::mem::discriminant(&unit.place), unit.formation, unit.casualties, unit.disordered)
            };
            if standing(a) != standing(b) {
                return Some(format!("{id} is {a:?} and {b:?}"));
            }
            let (there, here) = (a.rect.pose, b.rect.pose);
            let same = (there.at - here.at).length() <= LENGTH && there.facing.angle_to(here.facing) <= TURN;
            (!same && a.is_here()).then(|| format!("{id} ends at {there:?} and at {here:?}"))
        })
    }
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
    fn poses(self, poses: &[Pose]) -> Vec<Pose> {
        poses.iter().map(|pose| self.pose(*pose)).collect()
    }

    fn place(self, place: Place) -> Place {
        let off = |at: TableEdge, along: u16| match at {
            TableEdge::South | TableEdge::North => (at, (self.width - f64::from(along)).round() as u16),
            TableEdge::East | TableEdge::West => (at.mirrored(), along),
        };
        match place {
            Place::Off { edge, along } => {
                let (edge, along) = off(edge, along);
                Place::Off { edge, along }
            }
            Place::Following { edge, along } => {
                let (edge, along) = off(edge, along);
                Place::Following { edge, along }
            }
            other => other,
        }
    }

    fn field(self, field: &Field) -> Option<Field> {
        let mut pieces = Vec::new();
        for area in &field.areas {
            let crests = area.crests.iter().map(|crest| self.points(crest)).collect();
            pieces.push(Piece::Area(Area { outline: self.outline(&area.outline)?, crests, ..area.clone() }));
        }
        for obstacle in &field.obstacles {
            pieces.push(Piece::Obstacle(Obstacle { line: self.line(&obstacle.line)?, ..obstacle.clone() }));
        }
        for river in &field.rivers {
            let course = self.course(&river.course)?;
            let fords: Option<Vec<Polygon>> = river.fords.iter().map(|ford| self.outline(ford)).collect();
            pieces.push(Piece::River(River { course, fords: fords?, ..river.clone() }));
        }
        for road in &field.roads {
            pieces.push(Piece::Road(Road { line: self.line(&road.line)?, ..road.clone() }));
        }
        for block in &field.blocks {
            let (rect, gates) = (self.rect(&block.rect), self.points(&block.gates));
            pieces.push(Piece::Block(Block { rect, gates, ..block.clone() }));
        }
        Some(Field::new(field.width, field.depth, pieces))
    }

    fn pending(self, pending: &Pending) -> Option<Pending> {
        Some(match pending {
            Pending::Command(waiting) => Pending::Command(self.command_waiting(waiting)?),
            Pending::Charge(charge::Waiting::Run(run)) => {
                Pending::Charge(charge::Waiting::Run(Box::new(self.run(run)?)))
            }
            Pending::Ranged(ranged::Waiting::MovesOn(onward)) => {
                let mut onward = onward.clone();
                onward.from = self.rect(&onward.from);
                onward.moves = onward.moves.iter().map(|plan| self.plan(plan)).collect();
                Pending::Ranged(ranged::Waiting::MovesOn(onward))
            }
            Pending::Fight(waiting) => Pending::Fight(self.fight_waiting(waiting)),
            Pending::Again(waiting) => {
                let then = match &waiting.then {
                    Then::Shoot { unit, aims } => {
                        Then::Shoot { unit: *unit, aims: aims.iter().map(aim).collect() }
                    }
                    other => other.clone(),
                };
                Pending::Again(Box::new(again::Waiting { then, ..(**waiting).clone() }))
            }
            other => other.clone(),
        })
    }

    fn command_waiting(self, waiting: &command::Waiting) -> Option<command::Waiting> {
        use command::Waiting;
        Some(match waiting {
            Waiting::Reroll { order, total } => Waiting::Reroll { order: self.order(order)?, total: *total },
            Waiting::Carrying(carrying) => Waiting::Carrying(command::Carrying {
                order: self.order(&carrying.order)?,
                grants: carrying.grants.clone(),
            }),
            Waiting::FollowMe { unit, left, stood } => {
                Waiting::FollowMe { unit: *unit, left: *left, stood: self.pose(*stood) }
            }
            Waiting::Ending(ending) => Waiting::Ending(command::Ending {
                order: self.order(&ending.order)?,
                facing: ending.facing.mirrored(),
                ..ending.clone()
            }),
            // The die that is to be rolled knows a left and a right.
            Waiting::BlunderRoll(_) => return None,
            Waiting::Blundering { face, blunder } => {
                let (left, right) = (3, 4);
                let face = match *face {
                    face if face == left => right,
                    face if face == right => left,
                    face => face,
                };
                Waiting::Blundering { face, blunder: *blunder }
            }
            other => other.clone(),
        })
    }

    fn fight_waiting(self, waiting: &fight::Waiting) -> fight::Waiting {
        use fight::Waiting;
        match waiting {
            Waiting::Round(round) => Waiting::Round(Box::new(Round {
                supports: round.supports.iter().map(supporting).collect(),
                ..(**round).clone()
            })),
            Waiting::Ground(ground) => {
                let mut ground = ground.clone();
                ground.push = ground.push.mirrored();
                ground.supports = ground.supports.iter().map(supporting).collect();
                for (_, pose) in ground.places.iter_mut() {
                    *pose = self.pose(*pose);
                }
                Waiting::Ground(ground)
            }
            Waiting::Trails { unit, supports, from, moves } => {
                Waiting::Trails { unit: *unit, supports: *supports, from: self.rect(from), moves: *moves }
            }
            other => other.clone(),
        }
    }

    fn run(self, run: &Run) -> Option<Run> {
        Some(Run {
            order: self.charge(&run.order)?,
            stood: self.pose(run.stood),
            way: run.way.iter().map(|rect| self.rect(rect)).collect(),
            ..run.clone()
        })
    }

    fn plan(self, plan: &MovePlan) -> MovePlan {
        MovePlan {
            rect: self.rect(&plan.rect),
            way: self.poses(&plan.way),
            bend: plan.bend.as_ref().map(|bend| self.poses(bend)),
            ..plan.clone()
        }
    }

    fn command(self, choice: &CommandChoice) -> Option<CommandChoice> {
        Some(match choice {
            CommandChoice::Initiative { unit, verb } => {
                CommandChoice::Initiative { unit: *unit, verb: self.verb(verb)? }
            }
            CommandChoice::Order(order) => CommandChoice::Order(self.order(order)?),
            CommandChoice::Step(verb) => CommandChoice::Step(self.verb(verb)?),
            CommandChoice::Retire(task) => CommandChoice::Retire(self.task(task)),
            CommandChoice::Ends(ends) => CommandChoice::Ends(ends.mirrored()),
            other => other.clone(),
        })
    }

    fn order(self, order: &Order) -> Option<Order> {
        Some(Order { verb: self.verb(&order.verb)?, ..order.clone() })
    }

    fn verb(self, verb: &Verb) -> Option<Verb> {
        let tasks = |tasks: &[Task]| tasks.iter().map(|task| self.task(task)).collect();
        Some(match verb {
            Verb::Advance(all) => Verb::Advance(tasks(all)),
            Verb::Enter(all) => Verb::Enter(tasks(all)),
            Verb::Charge(charge) => Verb::Charge(self.charge(charge)?),
            Verb::Support { friend, at } => {
                let at = match at {
                    SupportAt::Left => SupportAt::Right,
                    SupportAt::Right => SupportAt::Left,
                    other => *other,
                };
                Verb::Support { friend: *friend, at }
            }
            other => other.clone(),
        })
    }

    fn task(self, task: &Task) -> Task {
        let leg = |leg: &Leg| match *leg {
            Leg::Go(pose) => Leg::Go(self.pose(pose)),
            Leg::Form(reform) => Leg::Form(Reform { facing: reform.facing.mirrored(), ..reform }),
            other => other,
        };
        Task { way: task.way.iter().map(leg).collect(), ..task.clone() }
    }

    fn charge(self, charge: &Charge) -> Option<Charge> {
        let targets: Option<Vec<Target>> = charge.targets.iter().map(|target| self.target(target)).collect();
        let first = charge.first.iter().map(|task| self.task(task)).collect();
        Some(Charge { targets: targets?, first, ..charge.clone() })
    }

    fn target(self, target: &Target) -> Option<Target> {
        Some(match target {
            Target::Zone(zone) => Target::Zone(self.outline(zone)?),
            other => other.clone(),
        })
    }

    fn act(self, act: &Act) -> Option<Act> {
        Some(match act {
            Act::Move(pose) => Act::Move(self.pose(*pose)),
            Act::Sweep(pose) => Act::Sweep(self.pose(*pose)),
            Act::SweepCharge { targets } => {
                let targets: Option<Vec<Target>> = targets.iter().map(|target| self.target(target)).collect();
                Act::SweepCharge { targets: targets? }
            }
            other => other.clone(),
        })
    }
}

fn face(side: Side4) -> Side4 {
    match side {
        Side4::Left => Side4::Right,
        Side4::Right => Side4::Left,
        along => along,
    }
}

fn aim(aim: &Aim) -> Aim {
    Aim { face: aim.face.map(face), ..*aim }
}

fn supporting(support: &Supporting) -> Supporting {
    let side = match support.side {
        SupportSide::Left => SupportSide::Right,
        SupportSide::Right => SupportSide::Left,
        other => other,
    };
    Supporting { side, ..*support }
}
