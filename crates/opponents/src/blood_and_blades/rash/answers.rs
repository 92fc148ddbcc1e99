//! The short answers: set-up, rushes, shots, fights and what follows from them.

use super::worth::{Matchups, prospect, worth};
use aelian_blood_and_blades::choice::{Pick, RushChoice};
use aelian_blood_and_blades::field::Size;
use aelian_blood_and_blades::state::Answer;
use aelian_blood_and_blades::troop::Grade;
use aelian_blood_and_blades::{BaseId, BaseSet, Choice, Look};
use aelian_game::Side;
use aelian_geometry::{Rect, sweep};

/// The fewest and smallest pieces: this player likes the open.
pub fn least_terrain(proposals: &[Choice]) -> Option<Choice> {
    let size = |pick: &Pick| match pick.size {
        Size::Small => 1u32,
        Size::Medium => 2,
        Size::Large => 4,
    };
    let sum = |choice: &Choice| match choice {
        Choice::PickTerrain(picks) => picks.iter().map(size).sum(),
        _ => u32::MAX,
    };
    proposals.iter().min_by_key(|choice| sum(choice)).cloned()
}

/// Baggage as far from the middle of the table as can be.
pub fn rearmost(look: Look<'_>, proposals: &[Choice]) -> Option<Choice> {
    let middle = look.state.field.depth / 2.0;
    let safety = |choice: &Choice| match choice {
        Choice::PlaceBaggage(placements) => {
            placements.iter().map(|placed| (placed.pose.at.y - middle).abs()).fold(f64::INFINITY, f64::min)
        }
        _ => 0.0,
    };
    proposals.iter().max_by(|a, b| safety(a).total_cmp(&safety(b))).cloned()
}

/// The rush that promises most comes first.
pub fn best_rush(look: Look<'_>, proposals: &[Choice], matchups: &mut Matchups) -> Option<Choice> {
    let mut promise = |choice: &Choice| match choice {
        Choice::Rush(RushChoice { base, target: Some(target), .. }) => matchups.of(look, *base, *target),
        _ => 0.0,
    };
    let valued = proposals.iter().map(|choice| (promise(choice), choice));
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, choice)| choice.clone())
}

/// The most valuable of the bases that may be shot at.
pub fn most_valuable(look: Look<'_>, bases: BaseSet) -> Option<BaseId> {
    bases.iter().max_by(|a, b| worth(look, *a).total_cmp(&worth(look, *b)))
}

/// Whether a base of his own is among the shot's victims or the enemy's: own shots come first.
pub fn next_shot(look: Look<'_>, side: Side, targets: BaseSet) -> Option<BaseId> {
    let gain = |id: &BaseId| {
        let sign = if look.state.base(*id).side == side { -1.0 } else { 1.0 };
        sign * worth(look, *id)
    };
    targets.iter().max_by(|a, b| gain(a).total_cmp(&gain(b)))
}

/// BB-GRD-06: the best archers lead the shot.
pub fn best_shooter(look: Look<'_>, shooters: BaseSet) -> Option<BaseId> {
    let rank = |grade: Grade| match grade {
        Grade::S => 0,
        Grade::I => 2,
        _ => 1,
    };
    shooters.iter().min_by_key(|id| (rank(look.state.base(*id).troop.grade), *id))
}

/// Among equals, the one who hurts the enemy most.
pub fn strongest_against(look: Look<'_>, of: BaseId, options: BaseSet) -> Option<BaseId> {
    let valued = options.iter().map(|id| (prospect(look, id, of), id));
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

/// The order in which this player wants the fights of a phase: the best prospects first, because who has won
/// may help those beside him. It is settled at the phase's beginning.
#[derive(Debug, Default)]
pub struct FightOrder {
    phase: Option<(u16, Side)>,
    hopes: Vec<((BaseId, BaseId), f64)>,
}

impl FightOrder {
    pub fn best(
        &mut self,
        look: Look<'_>,
        side: Side,
        fights: &[(BaseId, BaseId)],
    ) -> Option<(BaseId, BaseId)> {
        let phase = Some((look.state.round, look.state.active));
        if self.phase != phase {
            *self = FightOrder { phase, hopes: Vec::new() };
        }
        let valued = fights.iter().map(|fight| (self.hope(look, side, *fight), *fight));
        valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, fight)| fight)
    }

    fn hope(&mut self, look: Look<'_>, side: Side, fight: (BaseId, BaseId)) -> f64 {
        if let Some((_, hope)) = self.hopes.iter().find(|(known, _)| *known == fight) {
            return *hope;
        }
        let (base, enemy) = fight;
        let own = look.state.base(base).side == side;
        let (mine, theirs) = if own { (base, enemy) } else { (enemy, base) };
        let hope = prospect(look, mine, theirs);
        self.hopes.push((fight, hope));
        hope
    }
}

/// A pursuit that nobody demands is made only into an enemy whom it is good to meet.
pub fn pursuit(
    look: Look<'_>,
    base: BaseId,
    (least, most): (f64, f64),
    must: bool,
    matchups: &mut Matchups,
) -> Choice {
    let rect = look.state.rect(base);
    match ahead(look, base, rect, most) {
        Some((at, enemy)) if matchups.of(look, base, enemy) > 0.0 => {
            Choice::Pursue(Some(at.clamp(least, most)))
        }
        _ if must => Choice::Pursue(Some(least)),
        _ => Choice::Pursue(None),
    }
}

pub fn ahead(look: Look<'_>, base: BaseId, rect: &Rect, length: f64) -> Option<(f64, BaseId)> {
    let side = look.state.base(base).side;
    look.enemies_near(side, rect, length)
        .filter_map(|enemy| {
            let along = rect.pose.facing.unit();
            sweep(rect, along, length, look.state.rect(enemy), look.rules.tolerance).map(|at| (at, enemy))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
}

/// BB-REC-10: skirmishers slip through, others keep their ranks together.
pub fn pass_or_push(look: Look<'_>, base: BaseId) -> Answer {
    if look.state.base(base).troop.kind.is_skirmisher() { Answer::PassThrough } else { Answer::PushBack }
}
