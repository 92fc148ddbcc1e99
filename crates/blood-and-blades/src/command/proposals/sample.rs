//! A few orders drawn at random, cheaply: for quick players.

use super::{bodies, manoeuvres, offered};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, ColumnLeg, Command, Leg, Manoeuvre, Order, Reach, Turn};
use crate::movement::approach::{Approach, Search};
use crate::movement::order::own_eyes;
use crate::rules::{Look, Rules};
use crate::state::Moved;
use aelian_dice::Sampler;
use aelian_game::Drawn;
use aelian_geometry::{Corner, Hand};

/// One draw in so many ends the phase, so that games go on.
const END_ONE_IN: u32 = 8;

/// So many tries for each proposal that is wanted.
const TRIES: u32 = 4;

/// About so many proposals, at least one; ending the phase counts.
pub fn draw(look: Look<'_>, count: u16, sampler: &mut Sampler, out: &mut Vec<Drawn<Rules>>) {
    let poor = look.state.army(look.active()).pigs == 0;
    let before = out.len();
    let state = own_eyes(look, look.active());
    let table = look.at(&state);
    for _ in 0..count.max(1) {
        if poor || sampler.below(END_ONE_IN) == 0 {
            out.push(Drawn::plain(Choice::EndMoves));
            continue;
        }
        for _ in 0..TRIES {
            let order = random_order(table, sampler);
            if let Some(drawn) = order.and_then(|order| offered(look, order)) {
                out.push(drawn);
                break;
            }
        }
    }
    if out.len() == before {
        out.push(Drawn::plain(Choice::EndMoves));
    }
}

fn random_order(look: Look<'_>, sampler: &mut Sampler) -> Option<Order> {
    let base = random_base(look, sampler)?;
    let to = random_body(look, base, sampler);
    let what = random_command(look, to, sampler)?;
    Some(Order { to, what })
}

/// A base that has neither been halted nor made a tactical move.
fn random_base(look: Look<'_>, sampler: &mut Sampler) -> Option<BaseId> {
    let fresh = |base: &BaseId| {
        let deeds = look.state.base(*base).deeds;
        !deeds.halted && deeds.moved != Moved::Tactical
    };
    let count = bodies::movable(look).filter(fresh).count() as u32;
    bodies::movable(look).filter(fresh).nth(sampler.below(count) as usize)
}

/// Mostly the whole group; else the base alone, its file, or its pack.
fn random_body(look: Look<'_>, base: BaseId, sampler: &mut Sampler) -> BaseSet {
    match sampler.below(12) {
        0..=3 => BaseSet::one(base),
        4..=9 => look.group_of(base),
        10 => look.column_of_head(base).into_iter().collect(),
        _ => look.pack_of(base),
    }
}

fn random_command(look: Look<'_>, to: BaseSet, sampler: &mut Sampler) -> Option<Command> {
    if sampler.below(4) == 0 && manoeuvres::wants_halt(look, to) {
        return Some(Command::Halt);
    }
    let reaches = manoeuvres::reaches(look, to);
    let reach = *reaches.get(sampler.below(reaches.len() as u32) as usize)?;
    let how = random_manoeuvre(look, to, reach, sampler);
    Some(Command::Move { reach, how, displace: BaseSet::EMPTY })
}

fn random_manoeuvre(look: Look<'_>, to: BaseSet, reach: Reach, sampler: &mut Sampler) -> Manoeuvre {
    let pace = manoeuvres::pace(look, to, reach);
    let single = to.first().filter(|_| to.len() == 1);
    match (sampler.below(16), single) {
        (0..=6, None) => Manoeuvre::Advance { distance: pace },
        (0..=4, Some(_)) => Manoeuvre::Advance { distance: pace },
        (7, None) => Manoeuvre::Advance { distance: pace * part(sampler) },
        (8..=10, None) => Manoeuvre::Pivot { hand: hand(sampler), distance: pace * part(sampler) },
        (11, None) if to.iter().all(|base| look.state.base(base).troop.kind.is_light()) => {
            let turn = Turn { hand: hand(sampler), distance: look.mu(1.0) * part(sampler) };
            Manoeuvre::Light {
                first: Some(turn),
                distance: (pace - turn.distance) * part(sampler),
                last: None,
            }
        }
        (12, None) => Manoeuvre::Column {
            legs: vec![
                ColumnLeg::Pivot { hand: hand(sampler), degrees: 60.0 * part(sampler) },
                ColumnLeg::Advance { distance: pace * 0.5 },
            ],
        },
        (13, None) => Manoeuvre::FullSpeedAhead,
        (_, None) => manoeuvres::to_zone(look, to, pace)
            .map_or(Manoeuvre::Turnabout, |distance| Manoeuvre::Advance { distance }),
        (_, Some(base)) => Manoeuvre::Free { legs: random_legs(look, base, reach, pace, sampler) },
    }
}

/// What a zocced base must do, or a way into contact, or any shift or turn.
fn random_legs(look: Look<'_>, base: BaseId, reach: Reach, pace: f64, sampler: &mut Sampler) -> Vec<Leg> {
    let zoccers = look.zoccers(base);
    let search = Search::new(look, base, reach);
    if !zoccers.is_empty() {
        return out_of_zone(&search, zoccers, sampler).map_or(Vec::new(), |way| way.legs);
    }
    let own = look.state.base(base);
    match sampler.below(6) {
        0 | 1 if reach == Reach::Tactical => {
            let near: Vec<BaseId> = look.enemies_near(own.side, &own.rect, pace).collect();
            let target = near.get(sampler.below(near.len() as u32) as usize);
            let way = target.and_then(|target| search.aligned(*target));
            way.map_or_else(|| vec![Leg::Go { ahead: pace, right: 0.0 }], |way| way.legs)
        }
        2 => vec![Leg::Go { ahead: 0.0, right: pace * part(sampler) * hand(sampler).sign() }],
        3 => match manoeuvres::towards_enemy(look, base) {
            Some(degrees) => vec![Leg::Spin { degrees: degrees.clamp(-90.0, 90.0) }],
            None => vec![Leg::Turnabout],
        },
        _ => {
            let hand = hand(sampler);
            let about = if hand == Hand::Left { Corner::FrontLeft } else { Corner::FrontRight };
            let degrees = hand.sign() * 45.0 * part(sampler);
            vec![Leg::Turn { about, degrees }, Leg::Go { ahead: pace * part(sampler), right: 0.0 }]
        }
    }
}

/// BB-ZOC-11: a zocced base goes straight into contact, or aligned into one of its zoccers. The search for mere
/// approximations is too dear for a quick player, and the base may as well stay.
fn out_of_zone(search: &Search<'_>, zoccers: BaseSet, sampler: &mut Sampler) -> Option<Approach> {
    if !search.look.engaged_by(search.base).is_empty() {
        return None;
    }
    let target = zoccers.iter().nth(sampler.below(zoccers.len() as u32) as usize)?;
    search.straight(zoccers).or_else(|| search.pivot_and_flush(target)).or_else(|| search.aligned(target))
}

/// A part above 0 and up to 1, in sixteenths.
fn part(sampler: &mut Sampler) -> f64 {
    f64::from(sampler.below(16) + 1) / 16.0
}

fn hand(sampler: &mut Sampler) -> Hand {
    if sampler.below(2) == 0 { Hand::Left } else { Hand::Right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::orders::weigh;
    use crate::movement::tests::random::battle;
    use crate::state::Place;

    /// A quick judgement of an order finds the same as a whole one: whether it is legal, and if so its way and cost.
    #[test]
    fn quick_and_whole_judgements_agree() {
        let mut scene = battle();
        let mut sampler = Sampler::new(11);
        let (mut legal, mut refused) = (0, 0);
        for round in 0..12u8 {
            // From round to round another base is gone and less can be paid, so that all sorts of reasons come up.
            scene.state.armies[scene.state.active.index()].pigs = 6 - round % 6;
            scene.state.bases[usize::from(round) * 3].place = Place::Destroyed;
            for _ in 0..60 {
                let Some(order) = random_order(scene.look(), &mut sampler) else { continue };
                let (quick, whole) = (weigh(scene.look().quick(), &order), weigh(scene.look(), &order));
                assert_eq!(
                    quick.plan.is_legal(),
                    whole.plan.is_legal(),
                    "{order:?}: {:?}",
                    whole.plan.breaches
                );
                if whole.plan.is_legal() {
                    assert_eq!(quick.plan, whole.plan);
                    assert_eq!(quick.bill.total(), whole.bill.total(), "{order:?}");
                    legal += 1;
                } else {
                    refused += 1;
                }
            }
        }
        assert!(legal > 50 && refused > 50, "{legal} legal, {refused} refused");
    }
}
