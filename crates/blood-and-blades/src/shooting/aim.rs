//! The compulsory choice of target (55.3), for all shooters of both sides at once.

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::state::Place;
use crate::troop::TroopType;
use aelian_geometry::{Edge, Rect, segment_to_rect, sweep};

/// At whom a shooter shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    At(BaseId),
    /// Its owner has to say.
    Open {
        options: BaseSet,
        may_give_up: bool,
    },
    /// BB-SHT-25, or hidden and staying so.
    GivenUp,
}

/// The aims of all that can shoot and have an eligible target, the active player's first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aims(Vec<Shooter>);

#[derive(Clone, Debug, PartialEq)]
struct Shooter {
    base: BaseId,
    /// Eligible targets, the most directly facing first.
    targets: Vec<Ranked>,
    aim: Aim,
}

/// An eligible target and what ranks it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ranked {
    target: BaseId,
    /// BB-SHT-20: the way to engage and align with it.
    way: f64,
    /// BB-SHT-21: from the shooter's front to its nearest point.
    distance: f64,
}

impl Aims {
    pub fn of(&self, shooter: BaseId) -> Option<Aim> {
        self.0.iter().find(|known| known.base == shooter).map(|known| known.aim)
    }

    /// Those who shoot at a target from the front rank.
    pub fn at(&self, target: BaseId) -> BaseSet {
        self.0.iter().filter(|shooter| shooter.aim == Aim::At(target)).map(|shooter| shooter.base).collect()
    }

    /// The first shooter whose owner has to say something, with what he may say.
    pub fn open(&self) -> Option<(BaseId, BaseSet, bool)> {
        self.0.iter().find_map(|shooter| match shooter.aim {
            Aim::Open { options, may_give_up } => Some((shooter.base, options, may_give_up)),
            Aim::At(_) | Aim::GivenUp => None,
        })
    }

    /// BB-SHT-20: whom those shoot at who could shoot at this base, but have to shoot at another.
    pub fn instead_of(&self, base: BaseId) -> BaseSet {
        let could =
            self.0.iter().filter(|shooter| shooter.targets.iter().any(|ranked| ranked.target == base));
        could
            .filter_map(|shooter| match shooter.aim {
                Aim::At(target) if target != base => Some(target),
                Aim::At(_) | Aim::Open { .. } | Aim::GivenUp => None,
            })
            .collect()
    }

    /// All that are shot at.
    pub fn targets(&self) -> BaseSet {
        self.0
            .iter()
            .filter_map(|shooter| match shooter.aim {
                Aim::At(target) => Some(target),
                Aim::Open { .. } | Aim::GivenUp => None,
            })
            .collect()
    }
}

impl<'a> Look<'a> {
    /// BB-SHT-20 to BB-SHT-27, BB-SHT-55, BB-SHT-60: at whom every Bw shoots as all stand now.
    ///
    /// Return fire depends on the aims of others, which may depend on it in turn. The aims are settled by
    /// going through all shooters, the active player's first, until none changes.
    pub fn aims(&self) -> Aims {
        let sides = [self.active(), self.active().other()];
        let shooters = sides.into_iter().flat_map(|side| self.shooters_of(side));
        let mut aims = Aims(shooters.collect());
        for _ in 0..=aims.0.len() {
            if !self.return_fire(&mut aims) {
                break;
            }
        }
        aims
    }

    /// The Bw of a side that can shoot at somebody, with the aims they have if nobody shoots at them.
    fn shooters_of(&self, side: aelian_game::Side) -> impl Iterator<Item = Shooter> + use<'a> {
        let look = *self;
        let can = move |id: &BaseId| look.state.base(*id).side == side && look.can_shoot(*id);
        look.state.ids().filter(can).filter_map(move |base| {
            let targets = look.ranked_targets(base);
            if targets.is_empty() {
                return None;
            }
            let aim = look.free_aim(base, &targets);
            Some(Shooter { base, targets, aim })
        })
    }

    /// Eligible targets in the order of BB-SHT-20 and BB-SHT-21.
    fn ranked_targets(&self, shooter: BaseId) -> Vec<Ranked> {
        let front = self.state.rect(shooter).edge(Edge::Front);
        let rank = |target: BaseId| Ranked {
            target,
            way: self.engaging_distance(shooter, target),
            distance: segment_to_rect(front, self.state.rect(target)),
        };
        let mut ranked: Vec<Ranked> = self.eligible_targets(shooter).iter().map(rank).collect();
        ranked.sort_by(|a, b| a.way.total_cmp(&b.way).then(a.distance.total_cmp(&b.distance)));
        ranked
    }

    /// BB-SHT-24, BB-SHT-27: lets every shooter under fire shoot back where it can; true if an aim changed.
    fn return_fire(&self, aims: &mut Aims) -> bool {
        let mut changed = false;
        for index in 0..aims.0.len() {
            let shooter = &aims.0[index];
            let under_fire = !self.state.base(shooter.base).deeds.shot_at;
            let enemies = if under_fire { aims.at(shooter.base) } else { BaseSet::EMPTY };
            let valid = |ranked: &&Ranked| enemies.contains(ranked.target);
            let shooting_at_it: Vec<Ranked> = shooter.targets.iter().filter(valid).copied().collect();
            let aim = if shooting_at_it.is_empty() {
                self.free_aim(shooter.base, &shooter.targets)
            } else {
                self.said(shooter.base, self.nearest_of(&shooting_at_it), false)
            };
            changed |= aim != aims.0[index].aim;
            aims.0[index].aim = aim;
        }
        changed
    }

    /// BB-SHT-20 to BB-SHT-23, BB-SHT-25: the aim of a shooter at whom nobody shoots.
    fn free_aim(&self, shooter: BaseId, targets: &[Ranked]) -> Aim {
        let options = self.compulsory(targets);
        let hidden = self.state.base(shooter).place == Place::Ambush;
        self.said(shooter, options, hidden || self.may_give_up(shooter, options))
    }

    /// BB-SHT-20 to BB-SHT-23: the targets among which the owner may choose. Each Ps that comes first may be
    /// ignored as long as a target follows that is not Ps.
    fn compulsory(&self, targets: &[Ranked]) -> BaseSet {
        let is_ps = |target: BaseId| self.state.base(target).is(TroopType::Ps);
        let mut options = self.nearest_of(targets);
        let mut left = targets.to_vec();
        loop {
            left.retain(|ranked| !options.contains(ranked.target));
            if !options.iter().all(is_ps) || left.iter().all(|ranked| is_ps(ranked.target)) {
                return options;
            }
            options = options.union(self.nearest_of(&left));
        }
    }

    /// BB-SHT-20, BB-SHT-21, BB-SHT-22: the most directly facing of ranked targets, of those the closest; more
    /// than one if they are equal in both.
    fn nearest_of(&self, targets: &[Ranked]) -> BaseSet {
        let Some(first) = targets.first() else { return BaseSet::EMPTY };
        let slack = self.rules.tolerance.length;
        let facing = targets.iter().filter(|ranked| ranked.way <= first.way + slack);
        let closest = facing.clone().map(|ranked| ranked.distance).fold(f64::INFINITY, f64::min);
        facing.filter(|ranked| ranked.distance <= closest + slack).map(|ranked| ranked.target).collect()
    }

    /// The aim that follows from what the owner may say and has said.
    fn said(&self, shooter: BaseId, options: BaseSet, may_give_up: bool) -> Aim {
        let declared = self.state.shots.iter().find(|declared| declared.shooter == shooter);
        match declared.map(|declared| declared.target) {
            Some(Some(target)) if options.contains(target) => return Aim::At(target),
            Some(None) if may_give_up => return Aim::GivenUp,
            _ => {}
        }
        match options.first() {
            Some(target) if options.len() == 1 && !may_give_up => Aim::At(target),
            _ => Aim::Open { options, may_give_up },
        }
    }

    /// BB-SHT-25, BB-EL-06: one of the targets is an El that would recoil into a friend of the shooter.
    fn may_give_up(&self, shooter: BaseId, options: BaseSet) -> bool {
        let side = self.state.base(shooter).side;
        options.iter().any(|target| {
            let elephant = self.state.base(target);
            elephant.is(TroopType::El) && self.recoils_into(&elephant.rect, side)
        })
    }

    fn recoils_into(&self, rect: &Rect, side: aelian_game::Side) -> bool {
        let back = -rect.pose.facing.vector();
        let (length, tolerance) = (rect.depth, self.rules.tolerance);
        self.friends_near(side, rect, length)
            .any(|id| sweep(rect, back, length, self.state.rect(id), tolerance).is_some())
    }
}
