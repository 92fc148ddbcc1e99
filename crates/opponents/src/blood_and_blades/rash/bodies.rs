//! The bases that can still be ordered about, and the bodies in which they stand.

use aelian_blood_and_blades::state::Moved;
use aelian_blood_and_blades::troop::TroopType;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};
use aelian_game::Side;
use aelian_geometry::{Facing, Vec2};

/// Bases that are linked into a group and can all be ordered; or one base alone.
#[derive(Clone, Debug)]
pub struct Body {
    pub bases: BaseSet,
    /// A base of it; all face alike.
    pub one: BaseId,
    pub count: usize,
    /// BB-PIG-10: part of a larger group.
    pub partial: bool,
    pub centre: Vec2,
    pub facing: Facing,
    /// How far its slowest base goes on good ground, in mm.
    pub pace: f64,
    /// How near the nearest enemy is to any base of it, about, in mm.
    pub enemy_at: f64,
}

impl Body {
    fn of(look: Look<'_>, bases: BaseSet, partial: bool, enemies: &[BaseId]) -> Option<Body> {
        let one = bases.first()?;
        let count = bases.len();
        let sum: Vec2 = bases.iter().map(|id| look.state.rect(id).centre()).sum();
        let pace = bases.iter().map(|id| pace(look, id)).fold(f64::INFINITY, f64::min);
        let centre = sum / count as f64;
        let mut body = Body {
            bases,
            one,
            count,
            partial,
            centre,
            facing: look.state.rect(one).pose.facing,
            pace,
            enemy_at: f64::INFINITY,
        };
        for enemy in enemies {
            body.enemy_at = body.enemy_at.min(body.distance_to(look, *enemy));
        }
        Some(body)
    }

    /// The smallest distance of its bases to another base; exact only when near.
    pub fn distance_to(&self, look: Look<'_>, other: BaseId) -> f64 {
        let (rect, reach) = (look.state.rect(other), look.mu(10.0));
        self.bases
            .iter()
            .map(|id| {
                let mine = look.state.rect(id);
                let apart = (mine.centre() - rect.centre()).length() - mine.radius() - rect.radius();
                if apart < reach { aelian_geometry::distance(mine, rect) } else { apart }
            })
            .fold(f64::INFINITY, f64::min)
    }

    /// Whether all of its bases are of such troops.
    pub fn all(&self, look: Look<'_>, of: impl Fn(TroopType) -> bool) -> bool {
        self.bases.iter().all(|id| of(look.state.base(id).troop.kind))
    }
}

/// BB-MOVE-01 to BB-MOVE-04: the pace of a base on good ground, in mm.
pub fn pace(look: Look<'_>, id: BaseId) -> f64 {
    use aelian_blood_and_blades::choice::Reach;
    use aelian_blood_and_blades::ground::Going;
    use aelian_blood_and_blades::movement::allowance::Footing;
    look.pace(id, Footing::Ground(Going::Good), Reach::Tactical)
}

/// All bodies of a side that can still be ordered to move.
pub fn bodies(look: Look<'_>, side: Side, enemies: &[BaseId]) -> Vec<Body> {
    let mut left = free(look, side);
    let mut bodies = Vec::new();
    while let Some(base) = left.first() {
        let bases = linked(look, base, left);
        left = left.minus(bases);
        let partial = bases.len() > 1 && look.group_of(base) != bases;
        bodies.extend(Body::of(look, bases, partial, enemies));
    }
    bodies
}

/// Bases that may still move: not Bg, not in close combat, neither halted nor tactically moved.
pub fn free(look: Look<'_>, side: Side) -> BaseSet {
    look.state.on_table_of(side).filter(|id| is_free(look, *id)).collect()
}

pub fn is_free(look: Look<'_>, id: BaseId) -> bool {
    let base = look.state.base(id);
    base.on_table()
        && !base.is(TroopType::Bg)
        && !base.deeds.halted
        && !base.deeds.pack
        && base.deeds.moved != Moved::Tactical
        && !look.in_close_combat(id)
}

/// The bases of `among` that are linked to a base by way of others of them.
fn linked(look: Look<'_>, base: BaseId, among: BaseSet) -> BaseSet {
    let mut body = BaseSet::one(base);
    let mut open = body;
    while let Some(next) = open.first() {
        open.remove(next);
        let here = look.state.base(next);
        for other in look.friends_near(here.side, &here.rect, look.rules.tolerance.length) {
            if among.contains(other) && !body.contains(other) && look.directly_grouped(next, other) {
                body.insert(other);
                open.insert(other);
            }
        }
    }
    body
}
