//! What a column, a group, a pack or a base on a road or a bank could be ordered to do (42, 30.3, 30.5): a fixed
//! sample of it.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ColumnForm, ColumnLeg, ExtendAt, ExtendMethod, ExtendPlace, Manoeuvre, Reach};
use crate::movement::allowance::Footing;
use crate::rules::Look;
use aelian_geometry::{Hand, degrees};

/// Manoeuvres of columns and packs that may be legal for this body; nothing that takes long has been looked at.
/// Straight advances and turnabouts are those of any body.
pub fn manoeuvres(look: Look<'_>, body: BaseSet, reach: Reach, out: &mut Vec<Manoeuvre>) {
    let known = |base: BaseId| look.state.bases.get(base.index()).is_some_and(|base| base.on_table());
    if body.is_empty() || !body.iter().all(known) {
        return;
    }
    let column = look.as_column(body);
    let mut give = |how: Manoeuvre| out.push(how);
    if let Some(column) = &column {
        column_moves(look, body, reach, &mut give);
        extensions(column, &mut give);
    } else if body.len() > 1 && look.is_group(body) {
        formations(look, body, reach, &mut give);
    }
    if body.len() == 1 || column.is_some() {
        followings(look, column.as_deref(), body, reach, &mut give);
    }
    if look.is_pack(body) && !body.iter().any(|base| look.state.base(base).deeds.pack) {
        pack_moves(look, body, &mut give);
    }
}

/// The distance of the slowest base where it stands.
fn pace(look: Look<'_>, body: BaseSet, reach: Reach) -> f64 {
    let of = |base: BaseId| {
        let here = look.state.base(base);
        look.pace(base, Footing::Ground(look.going_under(&here.rect, &here.troop)), reach)
    };
    body.iter().map(of).reduce(f64::min).unwrap_or(0.0)
}

/// BB-MOVE-37: turned to either hand at the start or half way, a little or by a right angle.
fn column_moves(look: Look<'_>, body: BaseSet, reach: Reach, give: &mut dyn FnMut(Manoeuvre)) {
    // A little less than the pace, so that sums of parts do not exceed it.
    let whole = pace(look, body, reach) - 0.001;
    let cost = |angle: f64| 2.0 * look.rules.width * libm::sin(degrees(angle * 0.5));
    let ahead = |distance: f64| ColumnLeg::Advance { distance };
    let mut legs = |legs: Vec<ColumnLeg>| give(Manoeuvre::Column { legs });
    if whole <= 0.0 {
        return;
    }
    for hand in Hand::BOTH {
        for angle in [30.0, 60.0, 90.0] {
            let left = whole - cost(angle);
            let pivot = ColumnLeg::Pivot { hand, degrees: angle };
            if left > 1.0 {
                legs(vec![pivot, ahead(left)]);
                legs(vec![ahead(left * 0.5), pivot, ahead(left * 0.5)]);
            } else if left >= 0.0 {
                legs(vec![pivot]);
            }
        }
    }
}

/// BB-EXT-02, BB-EXT-06: all to one hand, to both hands in turn, or in two ranks; with and without the pivot.
fn extensions(column: &[BaseId], give: &mut dyn FnMut(Manoeuvre)) {
    let Some((_, rest)) = column.split_first() else { return };
    let mut lay = |method: ExtendMethod, at: &dyn Fn(usize) -> ExtendAt| {
        let places =
            rest.iter().enumerate().map(|(number, base)| ExtendPlace { base: *base, at: at(number) });
        give(Manoeuvre::Extend { method, places: places.collect() });
    };
    let line = |hand: Hand| move |_: usize| ExtendAt::Line(hand);
    let in_turn = |number: usize| ExtendAt::Line(Hand::BOTH[number % 2]);
    // The first to the hand, the next behind the head, and so on: two files of half the depth.
    let two_files = |hand: Hand| {
        move |number: usize| match number {
            0 => ExtendAt::Line(hand),
            1 => ExtendAt::Behind(column[0]),
            _ => ExtendAt::Behind(column[number - 1]),
        }
    };
    lay(ExtendMethod::HeadStays, &in_turn);
    for hand in Hand::BOTH {
        lay(ExtendMethod::HeadStays, &line(hand));
        lay(ExtendMethod::HeadStays, &two_files(hand));
        lay(ExtendMethod::HeadPivots(hand), &line(hand));
    }
}

/// BB-COL-28: behind the ends and the middle of the front, standing or advancing, and at right angles outward
/// from both ends.
fn formations(look: Look<'_>, body: BaseSet, reach: Reach, give: &mut dyn FnMut(Manoeuvre)) {
    let pace = pace(look, body, reach);
    let turn = look.rules.width * core::f64::consts::SQRT_2;
    let row = left_to_right(look, look.front_of(body));
    let (Some(left), Some(right)) = (row.first(), row.last()) else { return };
    let mut form = |head: BaseId, form: ColumnForm| {
        give(Manoeuvre::FormColumn { head, followers: nearest_first(look, body, head), form });
    };
    let mut heads = vec![*left, row[row.len() / 2], *right];
    heads.dedup();
    for head in heads {
        form(head, ColumnForm::SameFacing { advance: 0.0 });
        form(head, ColumnForm::SameFacing { advance: pace });
    }
    if pace >= turn {
        for (head, hand) in [(*left, Hand::Left), (*right, Hand::Right)] {
            form(head, ColumnForm::RightAngle { hand, advance: pace - turn - 0.001 });
        }
    }
}

fn left_to_right(look: Look<'_>, bases: BaseSet) -> Vec<BaseId> {
    let right = bases.first().map(|base| look.state.rect(base).pose.facing.right()).unwrap_or_default();
    let aside = |base: &BaseId| look.state.rect(*base).pose.at.dot(right);
    let mut row: Vec<BaseId> = bases.iter().collect();
    row.sort_by(|a, b| aside(a).total_cmp(&aside(b)));
    row
}

/// The other bases of a body, those nearest to the head first.
fn nearest_first(look: Look<'_>, body: BaseSet, head: BaseId) -> Vec<BaseId> {
    let from = look.state.rect(head).centre();
    let away = |base: &BaseId| (look.state.rect(*base).centre() - from).length();
    let mut others: Vec<BaseId> = body.iter().filter(|base| *base != head).collect();
    others.sort_by(|a, b| away(a).total_cmp(&away(b)));
    others
}

/// BB-ROAD-08, BB-RIV-14: along the road or bank on which the body stands, by all it may go and by half.
fn followings(
    look: Look<'_>,
    column: Option<&[BaseId]>,
    body: BaseSet,
    reach: Reach,
    give: &mut dyn FnMut(Manoeuvre),
) {
    let field = &look.state.field;
    if field.roads.is_empty() && field.rivers.is_empty() {
        return;
    }
    let Some(head) = column.and_then(<[BaseId]>::first).copied().or_else(|| body.first()) else { return };
    let rect = look.state.rect(head);
    if let Some(on) = look.on_road(rect) {
        let of = |base: BaseId| {
            let here = look.state.base(base);
            let going = look.going_on_road(on.road, &here.rect, &here.troop);
            let footing = if look.is_muddy(on.road) { Footing::MuddyRoad(going) } else { Footing::Road };
            look.pace(base, footing, reach)
        };
        let pace = body.iter().map(of).reduce(f64::min).unwrap_or(0.0);
        for distance in [pace, pace * 0.5] {
            give(Manoeuvre::FollowRoad { road: on.road, distance });
        }
    }
    let pace = pace(look, body, reach);
    let rivers = (0..field.rivers.len()).filter_map(|number| u8::try_from(number).ok());
    for river in rivers.filter(|river| look.near_bank(rect, *river)) {
        for distance in [pace, pace * 0.5] {
            give(Manoeuvre::FollowRiver { river, distance });
        }
    }
}

/// BB-PACK-20, BB-PACK-30: full speed ahead, and into a group behind each of the foremost.
fn pack_moves(look: Look<'_>, body: BaseSet, give: &mut dyn FnMut(Manoeuvre)) {
    give(Manoeuvre::FullSpeedAhead);
    if look.is_group(body) {
        return;
    }
    for leader in look.front_of(body).iter() {
        give(Manoeuvre::PackIntoGroup { leader });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Choice, Command, Order};
    use crate::field::RoadKind;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn offers(scene: &Scene, names: &[&str]) -> Vec<Manoeuvre> {
        let to = scene.set(names);
        let mut out = Vec::new();
        manoeuvres(scene.look(), to, Reach::Tactical, &mut out);
        let legal = |how: &Manoeuvre| {
            let what = Command::Move { reach: Reach::Tactical, how: how.clone(), displace: BaseSet::EMPTY };
            scene.check(&Choice::Order(Order { to, what })).is_legal()
        };
        out.retain(legal);
        out
    }

    fn bases(table: Table, places: &[(&str, f64, f64)]) -> Table {
        let lay = |table: Table, (name, x, y): &(&str, f64, f64)| {
            table.base(name, Side::Red, "Reg Cv(O)", *x, *y, 0.0)
        };
        places.iter().fold(table, lay)
    }

    /// Every kind of order of the chapter is offered where it is possible.
    #[test]
    fn offers_each_kind_of_order() {
        let column = [("a", 500.0, 300.0), ("b", 500.0, 270.0), ("c", 500.0, 240.0)];
        let scene = bases(Table::new().road(RoadKind::Paved, &[(500.0, 0.0), (500.0, 900.0)], None), &column);
        let found = offers(&scene.build(), &["a", "b", "c"]);
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::Column { legs } if legs.len() == 3)));
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::Extend { .. })));
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::FollowRoad { .. })));
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::FullSpeedAhead)));
        let line = bases(Table::new(), &[("a", 500.0, 300.0), ("b", 540.0, 300.0), ("c", 580.0, 300.0)]);
        let found = offers(&line.build(), &["a", "b", "c"]);
        let forms = |wanted: fn(&ColumnForm) -> bool| {
            found.iter().any(|how| matches!(how, Manoeuvre::FormColumn { form, .. } if wanted(form)))
        };
        assert!(forms(|form| matches!(form, ColumnForm::SameFacing { .. })));
        assert!(forms(|form| matches!(form, ColumnForm::RightAngle { .. })));
        let pack = bases(Table::new(), &[("a", 500.0, 300.0), ("b", 540.0, 310.0)]);
        let found = offers(&pack.build(), &["a", "b"]);
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::PackIntoGroup { .. })));
        let river = Table::new().river(&[(0.0, 340.0), (1500.0, 340.0)], 40.0);
        let river = river.base("a", Side::Red, "Reg Cv(O)", 500.0, 300.0, 90.0);
        let found = offers(&river.build(), &["a"]);
        assert!(found.iter().any(|how| matches!(how, Manoeuvre::FollowRiver { .. })));
    }

    /// Bodies that are none, and bases that are not there, are offered nothing.
    #[test]
    fn offers_nothing_to_nobody() {
        let scene = bases(Table::new(), &[("a", 500.0, 300.0), ("b", 900.0, 300.0)]).build();
        let mut out = Vec::new();
        for body in [BaseSet::EMPTY, BaseSet::one(BaseId::of(99)), scene.set(&["a", "b"])] {
            manoeuvres(scene.look(), body, Reach::Tactical, &mut out);
        }
        assert!(out.is_empty(), "{out:?}");
    }
}
