//! Choices that no sane player would make, of every kind: for trying whether the rules refuse them politely.

use aelian_blood_and_blades::choice::{
    Choice, ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, ExtendPlace, Laying, Leg, Manoeuvre,
    Order, Pick, PickKind, Placement, Reach, RushChoice, Turn,
};
use aelian_blood_and_blades::field::{AreaKind, Crossing, RoadKind, Size, TableEdge};
use aelian_blood_and_blades::state::Answer;
use aelian_blood_and_blades::{BaseId, BaseSet};
use aelian_dice::Sampler;
use aelian_game::Side;
use aelian_geometry::{Corner, Facing, Hand, Pose, Vec2};

/// Any choice at all, with bases that may not exist and numbers that may not be numbers.
pub fn absurd(sampler: &mut Sampler) -> Choice {
    Garbage(sampler).choice()
}

struct Garbage<'a>(&'a mut Sampler);

impl Garbage<'_> {
    fn choice(&mut self) -> Choice {
        match self.below(23) {
            0 => Choice::Proceed,
            1 => Choice::PickTerrain(self.many(Self::pick)),
            2 => Choice::NameSide { piece: self.byte(), edge: self.maybe(Self::edge) },
            3 => Choice::Lay(self.laying()),
            4 => Choice::Discard,
            5 => Choice::PlaceBaggage(self.many(Self::placement)),
            6 => Choice::DeployFirst(self.coin()),
            7 => Choice::Ambush(self.many(Self::placement)),
            8 => Choice::Deploy(self.many(Self::placement)),
            9..=11 => Choice::Order(self.order()),
            12 => Choice::Together(self.many(Self::order)),
            13 => match self.below(4) {
                0 => Choice::EndMoves,
                1 => Choice::Align(self.coin()),
                2 => Choice::RevealRest(self.coin()),
                _ => Choice::GoOn(self.coin()),
            },
            14 => Choice::Rush(self.rush()),
            15 => Choice::Separate(self.hand()),
            16 => Choice::Target { shooter: self.base(), target: self.maybe(Self::base) },
            17 => match self.below(2) {
                0 => Choice::NextShot { target: self.base() },
                _ => Choice::Primary { shooter: self.base() },
            },
            18 => Choice::MainOpponent { of: self.base(), enemy: self.base() },
            19 => Choice::NextFight { base: self.base(), enemy: self.base() },
            20 => match self.below(2) {
                0 => Choice::RecoilNext { base: self.base() },
                _ => Choice::Answer(self.answer()),
            },
            21 => Choice::Pursue(self.maybe(Self::number)),
            _ => match self.below(2) {
                0 => Choice::Concede { side: self.of(Side::BOTH) },
                _ => Choice::TimeOut,
            },
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    fn of<T: Copy, const N: usize>(&mut self, values: [T; N]) -> T {
        values[self.below(N as u32) as usize]
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    fn maybe<T>(&mut self, some: fn(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| some(self))
    }

    fn many<T>(&mut self, one: fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(5)).map(|_| one(self)).collect()
    }

    /// Half of them plausible, the others not.
    fn number(&mut self) -> f64 {
        let plausible = f64::from(self.below(2_000)) / 10.0 - 40.0;
        if self.coin() {
            return plausible;
        }
        self.of([
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            -0.0,
            0.0,
            1e300,
            -1e18,
            1e9,
            1e-9,
        ])
    }

    /// Half of them below 100, where bases are likely to be.
    fn base(&mut self) -> BaseId {
        let bound = if self.coin() { 100 } else { 600 };
        BaseId::of(self.below(bound) as u16)
    }

    fn bases(&mut self) -> BaseSet {
        self.many(Self::base).into_iter().collect()
    }

    fn point(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    fn pose(&mut self) -> Pose {
        Pose { at: self.point(), facing: Facing::along(self.point()) }
    }

    fn placement(&mut self) -> Placement {
        Placement { base: self.base(), pose: self.pose() }
    }

    fn hand(&mut self) -> Hand {
        self.of(Hand::BOTH)
    }

    fn edge(&mut self) -> TableEdge {
        self.of(TableEdge::ALL)
    }

    fn area(&mut self) -> AreaKind {
        use AreaKind::*;
        self.of([
            GentleHill,
            SteepHill,
            BrushHill,
            RockyHill,
            SteepBrushHill,
            SteepRockyHill,
            Brush,
            Rocky,
            Marsh,
            Gully,
            BuiltUpArea,
            Orchard,
            Vines,
            Woods,
            Dunes,
            Fields,
            Lake,
            Waterway,
        ])
    }

    fn pick(&mut self) -> Pick {
        let what = match self.below(3) {
            0 => PickKind::River,
            1 => PickKind::Road(self.of([RoadKind::Paved, RoadKind::Unpaved])),
            _ => PickKind::Area(self.area()),
        };
        Pick { what, size: self.of([Size::Small, Size::Medium, Size::Large]) }
    }

    fn laying(&mut self) -> Laying {
        match self.below(3) {
            0 => Laying::Area { outline: self.many(Self::point), crest: self.many(Self::point) },
            1 => Laying::River { line: self.many(Self::point), widths: self.many(Self::number) },
            _ => Laying::Road {
                line: self.many(Self::point),
                crossing: self.maybe(|garbage| garbage.of([Crossing::Bridge, Crossing::Ford])),
            },
        }
    }

    fn order(&mut self) -> Order {
        let what = if self.below(8) == 0 {
            Command::Halt
        } else {
            let reach = self.of([Reach::Tactical, Reach::Far]);
            let displace = if self.below(4) == 0 { self.bases() } else { BaseSet::EMPTY };
            Command::Move { reach, how: self.manoeuvre(), displace }
        };
        Order { to: self.bases(), what }
    }

    fn manoeuvre(&mut self) -> Manoeuvre {
        match self.below(13) {
            0 => Manoeuvre::Advance { distance: self.number() },
            1 => Manoeuvre::Pivot { hand: self.hand(), distance: self.number() },
            2 => Manoeuvre::Light {
                first: self.maybe(Self::turn),
                distance: self.number(),
                last: self.maybe(Self::turn),
            },
            3 => Manoeuvre::Turnabout,
            4 => Manoeuvre::TurnaboutAdvance { distance: self.number() },
            5 => Manoeuvre::Free { legs: self.many(Self::leg) },
            6 => Manoeuvre::Column { legs: self.many(Self::column_leg) },
            7 => Manoeuvre::FormColumn {
                head: self.base(),
                followers: self.many(Self::base),
                form: self.column_form(),
            },
            8 => Manoeuvre::Extend { method: self.extend_method(), places: self.many(Self::extend_place) },
            9 => Manoeuvre::FollowRoad { road: self.byte(), distance: self.number() },
            10 => Manoeuvre::FollowRiver { river: self.byte(), distance: self.number() },
            11 => Manoeuvre::FullSpeedAhead,
            _ => Manoeuvre::PackIntoGroup { leader: self.base() },
        }
    }

    fn turn(&mut self) -> Turn {
        Turn { hand: self.hand(), distance: self.number() }
    }

    fn leg(&mut self) -> Leg {
        match self.below(4) {
            0 => Leg::Go { ahead: self.number(), right: self.number() },
            1 => Leg::Turn { about: self.corner(), degrees: self.number() },
            2 => Leg::Spin { degrees: self.number() },
            _ => Leg::Turnabout,
        }
    }

    fn corner(&mut self) -> Corner {
        self.of([Corner::FrontLeft, Corner::FrontRight, Corner::RearLeft, Corner::RearRight])
    }

    fn column_leg(&mut self) -> ColumnLeg {
        if self.coin() {
            ColumnLeg::Advance { distance: self.number() }
        } else {
            ColumnLeg::Pivot { hand: self.hand(), degrees: self.number() }
        }
    }

    fn column_form(&mut self) -> ColumnForm {
        if self.coin() {
            ColumnForm::SameFacing { advance: self.number() }
        } else {
            ColumnForm::RightAngle { hand: self.hand(), advance: self.number() }
        }
    }

    fn extend_method(&mut self) -> ExtendMethod {
        if self.coin() { ExtendMethod::HeadStays } else { ExtendMethod::HeadPivots(self.hand()) }
    }

    fn extend_place(&mut self) -> ExtendPlace {
        let at = if self.coin() { ExtendAt::Line(self.hand()) } else { ExtendAt::Behind(self.base()) };
        ExtendPlace { base: self.base(), at }
    }

    fn rush(&mut self) -> RushChoice {
        RushChoice {
            base: self.base(),
            target: self.maybe(Self::base),
            deviate: self.number(),
            straight_first: self.coin(),
            hand: self.maybe(Self::hand),
        }
    }

    fn answer(&mut self) -> Answer {
        self.of([
            Answer::PassThrough,
            Answer::PushBack,
            Answer::Left,
            Answer::Right,
            Answer::AvoidDifficult,
            Answer::RunIntoDifficult,
        ])
    }
}
