//! Laws that every move of a column or a pack keeps, tried on many drawn orders: nothing panics, no base ends on
//! another, and a bent column stands on its track.

use super::track::Way;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{
    Choice, ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, ExtendPlace, Manoeuvre, Order, Reach,
};
use crate::field::{AreaKind, RoadKind, Size};
use crate::state::{Pending, Stage};
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_geometry::{Hand, overlaps};

/// A small generator of our own: the same draws on every machine.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    fn length(&mut self, most: f64) -> f64 {
        most * self.below(1000) as f64 / 1000.0
    }

    fn hand(&mut self) -> Hand {
        Hand::BOTH[self.below(2) as usize]
    }

    /// Now and then something that makes no sense.
    fn odd(&mut self, most: f64) -> f64 {
        match self.below(40) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => -10.0,
            3 => 1e12,
            _ => self.length(most),
        }
    }

    fn base(&mut self) -> BaseId {
        BaseId::of(if self.below(30) == 0 { 200 } else { self.below(9) as u16 })
    }
}

/// A column, a line, a pack and an enemy, a wood, a river and a road.
fn scene() -> Scene {
    let wood = [(300.0, 420.0), (520.0, 420.0), (520.0, 560.0), (300.0, 560.0)];
    Table::new()
        .area(AreaKind::Woods, Size::Medium, &wood)
        .river(&[(0.0, 700.0), (600.0, 700.0), (1500.0, 640.0)], 30.0)
        .road(RoadKind::Unpaved, &[(700.0, 0.0), (700.0, 400.0), (1000.0, 520.0), (1000.0, 1050.0)], None)
        .base("a", Side::Red, "Reg LH(O)", 700.0, 300.0, 0.0)
        .base("b", Side::Red, "Reg Cv(O)", 700.0, 270.0, 0.0)
        .base("c", Side::Red, "Irr Ps(O)", 700.0, 240.0, 0.0)
        .base("d", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
        .base("e", Side::Red, "Reg Bw(O)", 540.0, 300.0, 0.0)
        .base("f", Side::Red, "Irr Wb(O)", 580.0, 293.0, 0.0)
        .base("g", Side::Red, "Irr LH(O)", 585.0, 278.0, 0.0)
        .base("z", Side::Blue, "Irr Bd(O)", 690.0, 420.0, 180.0)
        .base("y", Side::Blue, "Irr Cv(O)", 900.0, 560.0, 250.0)
        .pigs(200)
        .build()
}

fn body(draws: &mut Draws, scene: &Scene) -> BaseSet {
    let look = scene.look();
    match draws.below(6) {
        0 => (0..draws.below(5)).map(|_| draws.base()).collect(),
        1 => BaseSet::one(BaseId::of(draws.below(7) as u16)),
        2 => look.group_of(BaseId::of(draws.below(7) as u16)),
        3 => look.pack_of(BaseId::of(draws.below(7) as u16)),
        _ => look.column_of_head(BaseId::of(draws.below(7) as u16)).into_iter().collect(),
    }
}

fn manoeuvre(draws: &mut Draws) -> Manoeuvre {
    match draws.below(8) {
        0 | 1 => Manoeuvre::Column {
            legs: (0..draws.below(5))
                .map(|_| match draws.below(2) {
                    0 => ColumnLeg::Advance { distance: draws.odd(60.0) },
                    _ => ColumnLeg::Pivot { hand: draws.hand(), degrees: draws.odd(100.0) },
                })
                .collect(),
        },
        2 => Manoeuvre::FormColumn {
            head: draws.base(),
            followers: (0..draws.below(5)).map(|_| draws.base()).collect(),
            form: match draws.below(2) {
                0 => ColumnForm::SameFacing { advance: draws.odd(60.0) },
                _ => ColumnForm::RightAngle { hand: draws.hand(), advance: draws.odd(40.0) },
            },
        },
        3 => Manoeuvre::Extend {
            method: match draws.below(2) {
                0 => ExtendMethod::HeadStays,
                _ => ExtendMethod::HeadPivots(draws.hand()),
            },
            places: (0..draws.below(5))
                .map(|_| ExtendPlace {
                    base: draws.base(),
                    at: match draws.below(2) {
                        0 => ExtendAt::Line(draws.hand()),
                        _ => ExtendAt::Behind(draws.base()),
                    },
                })
                .collect(),
        },
        4 => Manoeuvre::FollowRoad { road: draws.below(2) as u8, distance: draws.odd(130.0) },
        5 => Manoeuvre::FollowRiver { river: draws.below(2) as u8, distance: draws.odd(130.0) },
        6 => Manoeuvre::FullSpeedAhead,
        _ => Manoeuvre::PackIntoGroup { leader: draws.base() },
    }
}

fn assert_sound(scene: &Scene, after: &Choice) {
    let tolerance = scene.rules.tolerance;
    let standing: Vec<BaseId> = scene.state.on_table().collect();
    for (number, one) in standing.iter().enumerate() {
        for other in &standing[..number] {
            let (a, b) = (scene.state.rect(*one), scene.state.rect(*other));
            let wider = aelian_geometry::Tolerance { length: tolerance.length * 2.0, ..tolerance };
            assert!(!overlaps(a, b, wider), "{one} lies over {other} after {after:?}");
        }
        assert!(scene.state.field.holds(scene.state.rect(*one), 0.3), "{one} is off the table: {after:?}");
    }
    for column in &scene.state.bent_columns {
        let way = Way::of_column(scene.look(), &column.bases).expect("a track");
        for base in &column.bases {
            assert!(way.place_of(scene.state.rect(*base), tolerance).is_some(), "{base} left: {column:?}");
        }
        let set: BaseSet = column.bases.iter().copied().collect();
        assert_eq!(scene.look().as_column(set).as_ref(), Some(&column.bases));
    }
}

/// Answers whatever a move has left open, in the shortest way.
fn settle(scene: &mut Scene) {
    while let Some(pending) = scene.state.pending.last() {
        let answer = match pending {
            Pending::Align { .. } => Choice::Align(scene.check(&Choice::Align(true)).is_legal()),
            Pending::RevealRest { .. } => Choice::RevealRest(false),
            Pending::GoOn { .. } => Choice::GoOn(false),
            _ => Choice::Proceed,
        };
        scene.play(&answer, &[]).expect("an answer to what is pending");
    }
}

/// BB-GEO-12, BB-COL-06, BB-COL-09: drawn orders and offered ones, legal and absurd, over several bounds.
#[test]
fn drawn_orders_leave_a_sound_table() {
    let mut draws = Draws(7);
    let (mut played, mut bent) = (0, 0);
    for _ in 0..40 {
        let mut scene = scene();
        for step in 0..60 {
            let choice = if draws.below(3) == 0 {
                let (to, mut offered) = (body(&mut draws, &scene), Vec::new());
                super::manoeuvres(scene.look(), to, Reach::Tactical, &mut offered);
                let Some(how) = offered.get(draws.below(offered.len().max(1) as u64) as usize) else {
                    continue;
                };
                let (reach, how) = (Reach::Tactical, how.clone());
                Choice::Order(Order { to, what: Command::Move { reach, how, displace: BaseSet::EMPTY } })
            } else {
                let reach = if draws.below(2) == 0 { Reach::Tactical } else { Reach::Far };
                let what = Command::Move { reach, how: manoeuvre(&mut draws), displace: BaseSet::EMPTY };
                Choice::Order(Order { to: body(&mut draws, &scene), what })
            };
            if scene.check(&choice).is_legal() {
                scene.play(&choice, &[]).expect("what passes the check can be played");
                settle(&mut scene);
                assert_sound(&scene, &choice);
                played += 1;
                bent += usize::from(!scene.state.bent_columns.is_empty());
            }
            if step % 4 == 3 {
                // The next bound of the same side, without anything between.
                scene.happens(&crate::event::Event::BoundEnds);
                scene.state.stage = Stage::Moves;
                scene.state.active = Side::Red;
                scene.state.armies[0].pigs = 200;
            }
        }
    }
    assert!(played > 100 && bent > 10, "{played} orders were legal, {bent} left a bent column");
}
