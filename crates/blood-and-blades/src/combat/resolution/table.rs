//! The circumstances of a combat as they are on the table.

use super::{Circumstances, Engagement, Kind, Party, Rank, Standing};
use crate::baseset::BaseId;
use crate::field::AreaKind;
use crate::outcome::recoil::RecoilTest;
use crate::rules::Look;
use crate::shooting::shot::Shot;

impl Engagement {
    /// The fight of two bases in close combat, as they stand; `a` is the first party.
    pub fn of_fight(look: Look<'_>, a: BaseId, z: BaseId) -> Engagement {
        Engagement::between(look.rules, &Circumstances::of_fight(look, a, z))
    }

    /// A shot, as all stand; the primary shooter is the first party.
    pub fn of_shot(look: Look<'_>, shot: &Shot) -> Engagement {
        Engagement::between(look.rules, &Circumstances::of_shot(look, shot))
    }
}

impl Circumstances {
    pub fn of_fight(look: Look<'_>, a: BaseId, z: BaseId) -> Circumstances {
        Circumstances {
            kind: Kind::CloseCombat,
            bound_of: bound_of(look, a),
            raining: look.state.weather.raining,
            first: Standing::of_fight(look, a, z),
            second: Standing::of_fight(look, z, a),
        }
    }

    /// BB-SHT-51, BB-SHT-56.
    pub fn of_shot(look: Look<'_>, shot: &Shot) -> Circumstances {
        let (shooter, target) = (shot.primary, shot.target);
        let rect = |id: BaseId| look.state.rect(id);
        let first = Standing {
            shoots: true,
            shot_at: shot.is_mutual(),
            dazzled: look.dazzled(shooter),
            more_shooters: more_than_one(shot.shooters.len()),
            shoots_at_rear: look.shoots_at_rear(shot.shooters, target),
            against_wind: look.against_wind(rect(shooter), rect(target)),
            ..Standing::on_table(look, shooter, target)
        };
        let mut second = Standing { shot_at: true, ..Standing::on_table(look, target, shooter) };
        if let Some(back) = shot.back {
            second.shoots = true;
            second.dazzled = look.dazzled(target);
            second.more_shooters = more_than_one(back.len());
            second.shoots_at_rear = look.shoots_at_rear(back, shooter);
            second.against_wind = look.against_wind(rect(target), rect(shooter));
        }
        let (bound_of, raining) = (bound_of(look, shooter), look.state.weather.raining);
        Circumstances { kind: Kind::Shooting, bound_of, raining, first, second }
    }
}

impl Standing {
    /// What both kinds of combat ask about a base.
    fn on_table(look: Look<'_>, id: BaseId, enemy: BaseId) -> Standing {
        let (base, other) = (look.state.base(id), look.state.base(enemy));
        Standing {
            base: Some(id),
            commander: base.commander,
            going: look.going_under(&base.rect, &base.troop),
            going_for_enemy: look.going_under(&base.rect, &other.troop),
            dunes: look.partly_in(&base.rect, AreaKind::Dunes),
            cover: look.is_in_cover(id),
            wader: look.is_wader(id),
            cannot_recoil: look.test_recoil(id) == RecoilTest::Incomplete,
            neighbours: look.neighbours(id).map(|friend| friend.map(|id| look.state.base(id).troop)),
            ..Standing::new(base.troop)
        }
    }

    /// BB-TAC-07 to BB-TAC-09, BB-TAC-31: what enemies in contact do counts for the opponent if they are he
    /// or may help him.
    fn of_fight(look: Look<'_>, id: BaseId, enemy: BaseId) -> Standing {
        let flank = look.flank_attackers(id);
        let helps = |attacker: BaseId| attacker == enemy || look.may_help(attacker, id);
        let is_rear_attacked = look.is_rear_attacked(id);
        let rank = |rear: BaseId| {
            let base = look.state.base(rear);
            let troop = look.troop_behind(rear, id);
            Rank { troop, going: look.going_under(&base.rect, &base.troop) }
        };
        Standing {
            upper_ground: look.is_on_upper_ground(id),
            defends_river_edge: look.defends_river_edge(id, enemy),
            dazzled: look.dazzled(id),
            overlapped: look.overlaps_of(id).map(|flank| !flank.is_empty()),
            flank_attacked: flank.iter().any(helps),
            rear_attacked: is_rear_attacked,
            held: is_rear_attacked || !flank.is_empty(),
            ranks: look.ranks_behind(id, enemy).map(|behind| behind.map(rank)),
            ..Standing::on_table(look, id, enemy)
        }
    }
}

/// BB-TURN-03: whose bound it is, seen from the first party.
fn bound_of(look: Look<'_>, first: BaseId) -> Party {
    if look.state.base(first).side == look.active() { Party::First } else { Party::Second }
}

fn more_than_one(shooters: usize) -> u8 {
    u8::try_from(shooters.saturating_sub(1)).unwrap_or(u8::MAX)
}
