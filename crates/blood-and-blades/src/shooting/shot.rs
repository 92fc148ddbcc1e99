//! Shots (55.4): who joins in one, and who is the primary shooter.

use super::aim::{Aim, Aims};
use crate::baseset::{BaseId, BaseSet};
use crate::combat::resolution::Engagement;
use crate::rules::Look;

/// BB-SHT-30: one shot: all that shoot at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub target: BaseId,
    pub primary: BaseId,
    /// All that shoot at the target, primary and second ranks included.
    pub shooters: BaseSet,
    /// BB-SHT-56: if primary and target shoot at each other, all that shoot at the primary.
    pub back: Option<BaseSet>,
}

impl Shot {
    pub fn is_mutual(&self) -> bool {
        self.back.is_some()
    }
}

impl Look<'_> {
    /// BB-SHT-15, BB-SHT-33, BB-SHT-34, BB-SHT-39c: shooters of the front rank and those behind them, who
    /// shoot from the place of the front rank and so at the same target.
    fn with_second_ranks(&self, front: BaseSet) -> BaseSet {
        front.iter().filter_map(|shooter| self.second_rank_shooter(shooter)).collect::<BaseSet>().union(front)
    }

    /// The shot at a target if this one is the primary shooter.
    pub fn shot(&self, aims: &Aims, target: BaseId, primary: BaseId) -> Shot {
        let mutual = aims.of(target) == Some(Aim::At(primary)) && !self.state.base(primary).deeds.shot_at;
        Shot {
            target,
            primary,
            shooters: self.with_second_ranks(aims.at(target)),
            back: mutual.then(|| self.with_second_ranks(aims.at(primary))),
        }
    }

    /// BB-SHT-31, BB-SHT-32: who may be the primary shooter at a target. If the target shoots at one of them it
    /// is that one; if it makes no difference who it is, nobody is asked.
    pub fn primary_shooters(&self, aims: &Aims, target: BaseId) -> BaseSet {
        let shooters = aims.at(target);
        if let Some(Aim::At(shot_at)) = aims.of(target)
            && shooters.contains(shot_at)
            && !self.state.base(shot_at).deeds.shot_at
        {
            return BaseSet::one(shot_at);
        }
        let Some(first) = shooters.first() else { return shooters };
        let engagement = |primary| Engagement::of_shot(*self, &self.shot(aims, target, primary));
        let one = engagement(first);
        let alike = |other: BaseId| engagement(other).is_like(&one);
        if shooters.iter().skip(1).all(alike) { BaseSet::one(first) } else { shooters }
    }
}
