//! Choices that are proposed before the battle, and for ambushes and marches during it.

use super::asked::{evades, may_dismount, waiting};
use super::choice::{Adjustment, Pick, SetUpChoice};
use super::progress::{SetUp, Step};
use super::{Waiting, ambush, arrival, deploy, lay, march, terrain, works};
use crate::choice::Choice;
use crate::field::AreaKind;
use crate::ids::GroupSet;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::Sampler;
use aelian_game::{Proposals, Side, Want};
use aelian_geometry::Vec2;

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let mut own = Sampler::new(0);
    let (all, sampler) = match want {
        Want::All => (true, &mut own),
        Want::Sample(_, sampler) => (false, sampler),
    };
    let mut put = |choices: Vec<SetUpChoice>, sampler: &mut Sampler| {
        if all {
            out.extend(choices.into_iter().map(Choice::SetUp));
        } else {
            out.extend(works::one(choices, sampler).map(Choice::SetUp));
        }
    };
    if let Some(waiting) = waiting(look.state) {
        put(answers(look, waiting), sampler);
        return;
    }
    if look.state.stage == Stage::Arrivals {
        put(arrival::ways(look).into_iter().map(SetUpChoice::Arrive).collect(), sampler);
        return;
    }
    let Some(set_up) = look.state.set_up.as_ref() else { return };
    let choices = choices(look, set_up, sampler);
    put(choices, sampler);
}

/// Answers to what waits.
fn answers(look: Look<'_>, waiting: &Waiting) -> Vec<SetUpChoice> {
    match waiting {
        Waiting::Reveal { marker } => {
            ambush::ways(look, *marker).into_iter().map(SetUpChoice::Reveal).collect()
        }
        Waiting::Surprised { groups, from } => {
            evades(look, *groups, *from).into_iter().map(SetUpChoice::Evade).collect()
        }
        Waiting::Enter { commander, named } => {
            arrival::ways_in(look, *commander, named).into_iter().map(SetUpChoice::Arrive).collect()
        }
    }
}

/// Answers to the present question: all of a short list, or a fixed or drawn sample of places.
fn choices(look: Look<'_>, set_up: &SetUp, sampler: &mut Sampler) -> Vec<SetUpChoice> {
    let initiative = look.state.initiative;
    match set_up.step {
        Step::Territory => set_up.territories.iter().copied().map(SetUpChoice::Territory).collect(),
        Step::Compulsory(side) => {
            let good = |pick: &Pick| set_up.compulsory_faults(side, initiative, pick).is_empty();
            let picks = AreaKind::ALL.into_iter().flat_map(terrain::picks_of).filter(good);
            picks.map(SetUpChoice::Compulsory).collect()
        }
        Step::Further(side) => {
            further(set_up, side, initiative).into_iter().map(SetUpChoice::Further).collect()
        }
        Step::Terrain => terrain_choices(look, set_up, sampler),
        Step::Works(side) => works::rows(look, side, set_up.works[side.index()])
            .into_iter()
            .map(SetUpChoice::Fortify)
            .collect(),
        Step::Camp(side) => works::camps(look, side).into_iter().map(SetUpChoice::Camp).collect(),
        Step::Markers(side) => ambush::choices(look, side).into_iter().map(SetUpChoice::Markers).collect(),
        Step::Marches(side) => march::choices(look, side).into_iter().map(SetUpChoice::Marches).collect(),
        Step::Deploy(side) => {
            let batch = set_up.batch(look, side);
            let found = (0..3).filter_map(|_| deploy::by_lot(look, side, batch, sampler));
            found.map(SetUpChoice::Deploy).collect()
        }
        Step::Dismount(side) => {
            let able = may_dismount(look, side);
            let each = able.iter().map(GroupSet::one).filter(|one| *one != able);
            [GroupSet::EMPTY, able].into_iter().chain(each).map(SetUpChoice::Dismount).collect()
        }
        Step::Commanders(side) => {
            let placed = (0..4).map(|turn| deploy::commanders_behind(look, side, turn));
            let good = placed.filter(|placed| deploy::commander_faults(look, side, placed).is_empty());
            good.map(SetUpChoice::Commanders).collect()
        }
        Step::Initiative | Step::Done => Vec::new(),
    }
}

/// A sample: a river or a coast, one large piece, and all pairs of pieces that the territory still has, of both sizes
/// and with every covering.
fn further(set_up: &SetUp, side: Side, initiative: Side) -> Vec<Vec<Pick>> {
    let mut single: Vec<Pick> = AreaKind::ALL
        .into_iter()
        .filter(|kind| *kind != AreaKind::Coast && set_up.most(*kind) > 0)
        .flat_map(terrain::picks_of)
        .collect();
    single.push(Pick::Road);
    let mut found: Vec<Vec<Pick>> = vec![vec![Pick::River], vec![Pick::Coast]];
    for (at, one) in single.iter().enumerate() {
        found.push(vec![*one]);
        found.extend(single[at..].iter().map(|other| vec![*one, *other]));
    }
    found.retain(|picks| set_up.further_faults(side, initiative, picks).is_empty());
    found
}

fn terrain_choices(look: Look<'_>, set_up: &SetUp, sampler: &mut Sampler) -> Vec<SetUpChoice> {
    if let Some(adjusting) = &set_up.adjusting {
        let Some(picked) = set_up.picked(adjusting.pick) else { return Vec::new() };
        let die = adjusting.die.unwrap_or_default();
        let slides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].into_iter().flat_map(|(x, y)| {
            [3.0, 6.0, 12.0].map(|far| Adjustment::Slide { by: Vec2::new(x, y) * look.mu(far) })
        });
        let corners = look.state.field.areas.last().map(|area| area.outline.points().to_vec());
        let pivots = corners
            .unwrap_or_default()
            .into_iter()
            .step_by(4)
            .flat_map(|about| [90.0, 180.0, 270.0].map(|degrees| Adjustment::Pivot { about, degrees }));
        let all = [Adjustment::Leave, Adjustment::Remove].into_iter().chain(slides).chain(pivots);
        let good = all.filter(|how| lay::adjusted(look, &picked.pick, die, how).is_ok());
        return good.map(SetUpChoice::Adjust).collect();
    }
    let Some(picked) = set_up.to_lay.first().and_then(|pick| set_up.picked(*pick)) else { return Vec::new() };
    match lay::draw(look, picked.by, &picked.pick, set_up.die, sampler) {
        Some(laying) => vec![SetUpChoice::Lay(laying)],
        None => {
            let candidates = lay::candidates(look, &picked.pick, 0).into_iter();
            let legal = candidates
                .filter(|laying| lay::faults(look, picked.by, &picked.pick, set_up.die, laying).is_empty());
            let mut found: Vec<SetUpChoice> = legal.take(1).map(SetUpChoice::Lay).collect();
            if found.is_empty() {
                found.push(SetUpChoice::CannotLay);
            }
            found
        }
    }
}
