//! Proximity (35.2, 35.3): how near enemies bind a unit that moves.

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::memo::Near;
use crate::morale::Cover;
use crate::numbers::numbers;
use crate::rules::Look;
use crate::state::Place;
use crate::troop::{Class, Size};
use aelian_geometry::{Rect, Segment, Vec2, nearest_points, segment_to_rect};
use aelian_rulebook::{Reason, rule};
use std::cell::Cell;

/// What enemies near by allow in one move (HC-ALG-03), fixed where the move begins (HC-PROX-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bind {
    Free,
    /// HC-PROX-03: it faces this enemy: straight toward him or away, and still facing him.
    Faces(UnitId),
    /// HC-PROX-07: it must come to face one of these.
    MustFace(UnitSet),
    /// HC-PROX-22: in open order: straight toward the closest enemy or away.
    Loose(UnitId),
}

/// The same, where those whom it must come to face are looked for one after the other, as far as an answer needs them.
enum Hold<'a> {
    Free,
    Faces(UnitId),
    Loose(UnitId),
    MustFace(Neighbours<'a>),
}

impl Hold<'_> {
    fn whole(self, formation: Formation) -> Bind {
        match self {
            Hold::Free => Bind::Free,
            Hold::Faces(enemy) => Bind::Faces(enemy),
            Hold::Loose(enemy) => Bind::Loose(enemy),
            Hold::MustFace(near) => {
                Bind::MustFace(near.to_face(formation).filter(|enemy| near.sees(*enemy)).collect())
            }
        }
    }
}

/// Longer than any table, in mm.
const FAR: f64 = 30_000.0;

/// The enemies whom a formed unit minds where its move begins; whom it sees is found out once, when it matters.
struct Neighbours<'a> {
    look: &'a Look<'a>,
    unit: UnitId,
    from: &'a Rect,
    /// HC-PROX-11, HC-PROX-12: as if they were not there.
    ignored: UnitSet,
    minded: UnitSet,
    /// Of them, those who have been looked for, and those who are seen.
    looked_for: Cell<UnitSet>,
    seen: Cell<UnitSet>,
    /// What has been found out of it already, if its move begins where it stands.
    known: Option<&'a Near>,
}

impl<'a> Neighbours<'a> {
    /// None if no enemy is within 12 inches: then nobody binds.
    fn of(look: &'a Look<'a>, unit: UnitId, from: &'a Rect, ignore_open: bool) -> Option<Neighbours<'a>> {
        let enemies = || look.on_table(look.side(unit).other());
        if !enemies().any(|enemy| look.is_near(from, enemy, numbers().proximity.formed)) {
            return None;
        }
        let ignored: UnitSet = match ignore_open {
            true => enemies().filter(|enemy| look.state.unit(*enemy).is_open()).collect(),
            false => UnitSet::EMPTY,
        };
        let minded =
            enemies().filter(|enemy| !ignored.contains(*enemy) && look.is_minded(*enemy, from)).collect();
        let none = || Cell::new(UnitSet::EMPTY);
        let (state, stands) = (look.state, look.rect(unit) == from);
        let known = stands.then(|| state.memo.near(state.units.len(), unit, ignore_open)).flatten();
        Some(Neighbours { look, unit, from, ignored, minded, looked_for: none(), seen: none(), known })
    }

    fn sees(&self, enemy: UnitId) -> bool {
        if !self.looked_for.get().contains(enemy) {
            let sees = self.look.is_seen_from(self.from.pose.at, (self.unit, enemy), self.ignored);
            self.looked_for.set(self.looked_for.get().union(UnitSet::one(enemy)));
            if sees {
                self.seen.set(self.seen.get().union(UnitSet::one(enemy)));
            }
        }
        self.seen.get().contains(enemy)
    }

    fn is_within(&self, enemy: UnitId, inches: f64) -> bool {
        self.look.is_near(self.from, enemy, inches)
            && self.look.within(self.look.distance_to(self.from, enemy), inches)
    }

    /// HC-PROX-02, HC-PROX-20: the nearest visible enemy on the facing ray.
    fn faced(&self) -> Option<UnitId> {
        let find = || self.find_faced();
        self.known.map_or_else(find, |known| known.faced(find))
    }

    fn find_faced(&self) -> Option<UnitId> {
        let ahead = self.minded.iter().filter(|enemy| self.is_within(*enemy, numbers().proximity.formed));
        let ahead = ahead.filter(|enemy| self.look.faces_from(self.from, *enemy));
        let mut ahead: Vec<(f64, UnitId)> =
            ahead.map(|enemy| (self.look.distance_to(self.from, enemy), enemy)).collect();
        ahead.sort_by(|a, b| a.0.total_cmp(&b.0));
        ahead.into_iter().map(|(_, enemy)| enemy).find(|enemy| self.sees(*enemy))
    }

    /// HC-PROX-07: a visible enemy within 12 inches in the front quarter.
    fn has_in_front(&self) -> bool {
        let find = || self.finds_in_front();
        self.known.map_or_else(find, |known| known.in_front(find))
    }

    fn finds_in_front(&self) -> bool {
        let in_front = |enemy: &UnitId| self.look.is_in_front_of(self.from, *enemy);
        let near = self.minded.iter().filter(|enemy| self.is_within(*enemy, numbers().proximity.formed));
        near.filter(in_front).any(|enemy| self.sees(enemy))
    }

    /// HC-PROX-08, HC-PROX-09: those in the front quarter, seen or not, whom it can reach with three moves.
    fn to_face(&self, formation: Formation) -> impl Iterator<Item = UnitId> + '_ {
        let reach = 3.0 * self.look.rate_at(self.unit, formation, self.from) + self.look.rules.slack;
        let near = move |enemy: &UnitId| self.look.distance_to(self.from, *enemy) <= reach;
        self.minded.iter().filter(near).filter(|enemy| self.look.is_in_front_of(self.from, *enemy))
    }
}

impl Look<'_> {
    /// HC-PROX-01, HC-PROX-02, HC-PROX-03, HC-PROX-04, HC-PROX-05, HC-PROX-06, HC-PROX-07, HC-PROX-08, HC-PROX-09,
    /// HC-PROX-10, HC-PROX-11, HC-PROX-12, HC-PROX-13, HC-PROX-14, HC-PROX-15, HC-PROX-16, HC-PROX-17, HC-PROX-18,
    /// HC-PROX-19, HC-PROX-20, HC-PROX-21, HC-PROX-22, HC-PROX-23, HC-PROX-24: why proximity forbids a unit this
    /// one move; none if it allows it.
    pub fn proximity(&self, unit: UnitId, from: &Rect, to: &Rect, ignore_open: bool) -> Option<Reason<Fact>> {
        let bind = self.bind(unit, self.state.unit(unit).formation, from, ignore_open);
        self.bind_forbids(unit, bind, from, to)
    }

    /// HC-ALG-03, HC-MEAS-09: what binds a unit whose move begins there.
    pub fn bind(&self, unit: UnitId, formation: Formation, from: &Rect, ignore_open: bool) -> Bind {
        self.hold(unit, formation, from, ignore_open).whole(formation)
    }

    /// HC-PROX-01, HC-PROX-02, HC-PROX-03, HC-PROX-04, HC-PROX-05, HC-PROX-06, HC-PROX-07, HC-PROX-08, HC-PROX-09,
    /// HC-PROX-10, HC-PROX-11, HC-PROX-12, HC-PROX-13, HC-PROX-14, HC-PROX-15, HC-PROX-16, HC-PROX-17, HC-PROX-18,
    /// HC-PROX-19, HC-PROX-20: enemies who fight others bind as well (HC-PROX-17).
    fn hold<'a>(&'a self, unit: UnitId, formation: Formation, from: &'a Rect, ignore_open: bool) -> Hold<'a> {
        if formation == Formation::Open {
            return self.loose(unit, from).map_or(Hold::Free, Hold::Loose);
        }
        let Some(near) = Neighbours::of(self, unit, from, ignore_open) else { return Hold::Free };
        match near.faced() {
            Some(enemy) => Hold::Faces(enemy),
            None if near.has_in_front() => Hold::MustFace(near),
            None => Hold::Free,
        }
    }

    /// HC-PROX-21, HC-PROX-22, HC-PROX-23, HC-PROX-24: the closest enemy within 6 inches, and nobody else
    /// (HC-PROX-23).
    fn loose(&self, unit: UnitId, from: &Rect) -> Option<UnitId> {
        let enemies = self
            .on_table(self.side(unit).other())
            .filter(|enemy| self.is_near(from, *enemy, numbers().proximity.open));
        let minded = enemies.filter(|enemy| self.is_minded(*enemy, from));
        let by = |enemy: UnitId| (self.distance_to(from, enemy), enemy);
        let (distance, enemy) = minded.map(by).min_by(|a, b| a.0.total_cmp(&b.0))?;
        self.within(distance, numbers().proximity.open).then_some(enemy)
    }

    /// Whether proximity allows a unit this one move: nobody is looked at who does not matter for it.
    pub fn proximity_allows(
        &self,
        (unit, formation): (UnitId, Formation),
        from: &Rect,
        to: &Rect,
        ignore_open: bool,
    ) -> bool {
        match self.hold(unit, formation, from, ignore_open) {
            Hold::MustFace(near) => {
                let sees = |enemy: &UnitId| near.sees(*enemy);
                !self.faces_none(|| near.to_face(formation), sees, from, to)
            }
            hold => self.bind_forbids(unit, hold.whole(formation), from, to).is_none(),
        }
    }

    /// HC-PROX-07, HC-PROX-08: one of these must be faced after the move, if it sees any, and none is.
    fn faces_none<I: Iterator<Item = UnitId>>(
        &self,
        enemies: impl Fn() -> I,
        sees: impl Fn(&UnitId) -> bool,
        from: &Rect,
        to: &Rect,
    ) -> bool {
        from != to
            && !enemies().any(|enemy| self.faces_from(to, enemy) && sees(&enemy))
            && enemies().any(|enemy| sees(&enemy))
    }

    /// HC-PROX-10, HC-BLDG-20: those who are ignored for all proximity: engines, tiny units, non-combatants, units in buildings and
    /// behind works.
    fn is_minded(&self, enemy: UnitId, from: &Rect) -> bool {
        let card = self.card(enemy);
        let class = self.class(enemy);
        let works = self.state.field.obstacles.iter().any(|obstacle| obstacle.fortified);
        self.state.unit(enemy).place == Place::Table
            && !class.is_artillery()
            && class != Class::Baggage
            && card.size != Size::Tiny
            && !card.non_combatant
            && !(works && self.cover(enemy, from.pose.at).0 == Cover::Fortification)
    }

    /// By circles: whether it can be that near at all.
    fn is_near(&self, from: &Rect, enemy: UnitId, inches: f64) -> bool {
        let gap = self.inches(inches) + self.rules.slack;
        !self.state.bends.is_empty() || self.rect(enemy).circle().near(&from.circle(), gap)
    }

    /// HC-ARC-05: part of it lies in the front quarter of one who stood so.
    fn is_in_front_of(&self, rect: &Rect, enemy: UnitId) -> bool {
        let half = rect.width * 0.5;
        let inside = |point: Vec2| {
            let (forward, right) = rect.local(point);
            forward >= -self.rules.slack && forward >= right.abs() - half - self.rules.slack
        };
        let wings = [-1.0, 1.0].map(|hand| {
            let corner = rect.pose.shifted(hand * half).at;
            let outward = rect.pose.facing.vector() + rect.pose.facing.right() * hand;
            Segment::new(corner, corner + outward * FAR)
        });
        self.footprint(enemy).any(|part| {
            part.corners().into_iter().any(inside)
                || wings.iter().any(|wing| segment_to_rect(*wing, &part) <= self.rules.slack)
        })
    }

    /// HC-PROX-04, HC-PROX-06, HC-PROX-08, HC-PROX-24: why what binds it forbids this move. A pose equal to that at the start always
    /// passes (HC-PROX-13).
    pub fn bind_forbids(&self, unit: UnitId, bind: Bind, from: &Rect, to: &Rect) -> Option<Reason<Fact>> {
        if from == to {
            return None;
        }
        match bind {
            Bind::Free => None,
            Bind::Faces(enemy) => {
                let apart = || self.apart_from(unit, from, enemy);
                if !self.is_toward_or_away(from.pose.at, to.pose.at - from.pose.at, enemy) {
                    Some(Reason::new(rule!("HC-PROX-05"), apart()))
                } else if !self.faces_from(to, enemy) {
                    Some(Reason::new(rule!("HC-PROX-03"), apart()))
                } else {
                    None
                }
            }
            Bind::MustFace(enemies) => {
                let none = self.faces_none(|| enemies.iter(), |_| true, from, to);
                let fact = || match enemies.first().filter(|_| enemies.len() == 1) {
                    Some(enemy) => self.apart_from(unit, from, enemy),
                    None => Fact::Units(enemies),
                };
                none.then(|| Reason::new(rule!("HC-PROX-07"), fact()))
            }
            Bind::Loose(enemy) => {
                let (a, b) = (from.centre(), to.centre());
                (!self.is_toward_or_away(a, b - a, enemy))
                    .then(|| Reason::new(rule!("HC-PROX-22"), self.apart_from(unit, from, enemy)))
            }
        }
    }

    /// How far from an enemy a unit stands that moves from here.
    fn apart_from(&self, unit: UnitId, from: &Rect, enemy: UnitId) -> Fact {
        Fact::Distance { from: unit, to: enemy, distance: self.distance_to(from, enemy) }
    }

    /// HC-PROX-06, AMB-09: the line of the move, carried on forwards or backwards, meets the enemy.
    fn is_toward_or_away(&self, at: Vec2, by: Vec2, enemy: UnitId) -> bool {
        let length = by.length();
        if length <= self.rules.slack {
            return true;
        }
        let meets = |way: Vec2| {
            let ray = Segment::new(at, at + way * (FAR / length));
            self.footprint(enemy).any(|part| segment_to_rect(ray, &part) <= self.rules.slack)
        };
        meets(by) || meets(-by)
    }

    /// The enemy nearest to a place, and the nearest points of both; for those who go toward or away from him.
    pub fn nearest_enemy(&self, unit: UnitId, rect: &Rect) -> Option<(UnitId, Vec2, Vec2)> {
        let enemies = self.on_table(self.side(unit).other());
        let nearest = enemies.map(|enemy| (self.distance_to(rect, enemy), enemy));
        let (_, enemy) = nearest.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (mine, his) = nearest_points(rect, self.rect(enemy));
        Some((enemy, mine, his))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::INCH;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::{Facing, Pose};
    use aelian_rulebook::RuleId;

    /// A unit seven inches wide and 1.6 deep at 30, 20.
    fn table() -> Table {
        Table::new().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
    }

    fn tried(scene: &Scene, dx: f64, dy: f64, compass: f64, ignore_open: bool) -> Option<RuleId> {
        let look = scene.look();
        let unit = scene.unit("u");
        let from = look.rect(unit);
        let at = from.pose.at + Vec2::new(dx * INCH, dy * INCH);
        let to = from.with_pose(Pose { at, facing: Facing::compass(compass) });
        look.proximity(unit, from, &to, ignore_open).map(|reason| reason.rule)
    }

    /// HC-PROX-03, HC-PROX-05, HC-PROX-06, AMB-09, EX-27: toward or away, facing him; not aside.
    #[test]
    fn a_faced_enemy_is_met_or_left() {
        let scene = table().unit("e", Side::Blue, "heavy-infantry", (30.0, 27.4), 180.0).build();
        assert_eq!(tried(&scene, 3.0, 0.0, 0.0, false), Some(rule!("HC-PROX-05")));
        assert_eq!(tried(&scene, 0.0, -6.0, 0.0, false), None);
        assert_eq!(tried(&scene, 2.0, 5.0, 0.0, false), None);
        assert_eq!(tried(&scene, 0.0, -6.0, 180.0, false), Some(rule!("HC-PROX-03")));
        assert_eq!(tried(&scene, 0.0, 0.0, 20.0, false), None);
        assert_eq!(tried(&scene, 0.0, 0.0, 60.0, false), Some(rule!("HC-PROX-03")));
    }

    /// HC-PROX-01, HC-PROX-13, HC-MEAS-09, HC-ALG-03, AMB-10: nobody further than 12 inches binds, from edge to edge.
    #[test]
    fn twelve_inches_bind() {
        let aside = |gap: f64| {
            let scene = table().unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0 + gap), 180.0).build();
            tried(&scene, 3.0, 0.0, 0.0, false)
        };
        assert_eq!(aside(12.0), Some(rule!("HC-PROX-05")));
        assert_eq!(aside(12.1), None);
    }

    /// HC-PROX-07, HC-PROX-08, HC-PROX-09, HC-ALG-03, EX-25: with an enemy near in the front quarter that it does not face, a unit
    /// that moves comes to face an enemy of its choice within three moves.
    #[test]
    fn one_in_the_front_quarter_is_faced() {
        let scene = table()
            .unit("near", Side::Blue, "heavy-infantry", (36.0, 28.0), 180.0)
            .unit("far", Side::Blue, "heavy-infantry", (27.0, 36.0), 180.0)
            .build();
        assert_eq!(
            tried(&scene, 0.0, 6.0, 0.0, false),
            None,
            "the far one stands right ahead within 18 inches"
        );
        assert_eq!(tried(&scene, -5.0, 0.0, 300.0, false), Some(rule!("HC-PROX-07")));
        assert_eq!(tried(&scene, 0.0, 0.0, 25.0, false), None, "it turns to the near one");
        let scene = table()
            .unit("near", Side::Blue, "heavy-infantry", (36.0, 28.0), 180.0)
            .unit("far", Side::Blue, "heavy-infantry", (27.0, 41.0), 180.0)
            .build();
        assert_eq!(tried(&scene, 0.0, 2.0, 0.0, false), Some(rule!("HC-PROX-07")), "further than 18 inches");
        let scene = Table::new()
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 20.0), 0.0)
            .unit("near", Side::Blue, "heavy-infantry", (36.0, 28.0), 180.0)
            .unit("far", Side::Blue, "heavy-infantry", (27.0, 41.0), 180.0)
            .build();
        assert_eq!(tried(&scene, 0.0, 2.0, 0.0, false), None, "cavalry looks 27 inches ahead");
    }

    /// HC-PROX-10, HC-BLDG-20: engines, baggage and tiny units bind nobody.
    #[test]
    fn some_enemies_are_ignored() {
        for troop in ["light-artillery", "baggage", "skirmishers tiny"] {
            let scene = table().unit("e", Side::Blue, troop, (30.0, 27.0), 180.0).build();
            assert_eq!(tried(&scene, 3.0, 0.0, 0.0, false), None, "{troop}");
        }
    }

    /// HC-PROX-11, HC-PROX-12, EX-28: a formed unit may ignore open order; those masked behind then count.
    #[test]
    fn open_order_may_be_ignored() {
        let scene = table()
            .unit("screen", Side::Blue, "skirmishers", (27.0, 25.0), 180.0)
            .unit("hoplites", Side::Blue, "heavy-infantry", (33.0, 30.0), 180.0)
            .build();
        assert_eq!(tried(&scene, 0.0, 2.0, 330.0, false), None, "it faces the screen");
        assert_eq!(tried(&scene, 0.0, 2.0, 330.0, true), Some(rule!("HC-PROX-03")), "the hoplites count");
        let alone = table().unit("screen", Side::Blue, "skirmishers", (30.0, 25.0), 180.0).build();
        assert_eq!(tried(&alone, 3.0, 0.0, 0.0, false), Some(rule!("HC-PROX-05")));
        assert_eq!(tried(&alone, 3.0, 0.0, 0.0, true), None);
    }

    /// HC-PROX-20: the nearest on the ray is the one who is faced.
    #[test]
    fn the_nearest_on_the_ray_binds() {
        let scene = table()
            .unit("near", Side::Blue, "heavy-infantry", (32.0, 26.0), 180.0)
            .unit("behind", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0)
            .build();
        let look = scene.look();
        let unit = scene.unit("u");
        assert_eq!(look.bind(unit, Formation::Line, look.rect(unit), false), Bind::Faces(scene.unit("near")));
    }

    /// HC-PROX-21, HC-PROX-22, HC-PROX-23, HC-PROX-24: open order is bound within 6 inches only, by the closest
    /// enemy.
    #[test]
    fn open_order_is_bound_within_six_inches() {
        let at = |gap: f64, dx: f64, dy: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "skirmishers", (30.0, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0 + gap), 180.0)
                .build();
            tried(&scene, dx, dy, 0.0, false)
        };
        assert_eq!(at(6.0, 4.0, 0.0), Some(rule!("HC-PROX-22")));
        assert_eq!(at(6.0, 0.0, -6.0), None);
        assert_eq!(at(6.0, 1.0, 4.0), None);
        assert_eq!(at(6.1, 4.0, 0.0), None);
    }

    /// HC-PROX-17: an enemy who fights somebody else binds like any other.
    #[test]
    fn engaged_enemies_bind_too() {
        let scene = table()
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 27.0), 180.0)
            .unit("f", Side::Red, "heavy-infantry", (30.0, 28.6), 180.0)
            .build();
        let rect = *scene.look().rect(scene.unit("e"));
        let mut scene = scene;
        let friend = scene.unit("f");
        scene.state.units[friend.index()].rect =
            rect.with_pose(rect.pose.about_faced(rect.depth).advanced(rect.depth));
        let bout = crate::state::Bout::between(
            (scene.unit("f"), scene.unit("e")),
            Side::Red,
            [crate::state::Side4::Front; 2],
            false,
        );
        scene.state.bouts.push(bout);
        assert_eq!(tried(&scene, 3.0, 0.0, 0.0, false), Some(rule!("HC-PROX-05")));
    }

    /// HC-PROX-23: a formed enemy ahead, seven inches off, does not bind open order at all.
    #[test]
    fn nothing_else_binds_open_order() {
        let scene = Table::new()
            .unit("u", Side::Red, "skirmishers", (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 27.0), 180.0)
            .build();
        assert_eq!(tried(&scene, 4.0, 0.0, 180.0, false), None);
    }
}
