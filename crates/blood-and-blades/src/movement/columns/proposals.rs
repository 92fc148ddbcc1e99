//! Orders that a column, a group, a pack or a base on a road or a bank could be given (42, 30.3, 30.5): a fixed
//! sample of them.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{
    Choice, ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, ExtendPlace, Manoeuvre, Order, Reach,
};
use crate::command::orders;
use crate::movement::allowance::Footing;
use crate::rules::{Look, Rules};
use aelian_game::Proposals;
use aelian_geometry::{Hand, degrees};

/// The legal ones among the candidates for this body: those that pass the check.
pub fn propose(look: Look<'_>, body: BaseSet, out: &mut Proposals<Rules>) {
    let mut found = Vec::new();
    candidates(look, body, &mut found);
    let legal = |order: &Order| orders::check(look, order).is_legal();
    out.extend(found.into_iter().filter(legal).map(Choice::Order));
}

/// Orders for this body that may be legal; nothing that would take long has been looked at.
pub fn candidates(look: Look<'_>, body: BaseSet, out: &mut Vec<Order>) {
    if body.is_empty()
        || body.iter().any(|base| !look.state.bases.get(base.index()).is_some_and(|b| b.on_table()))
    {
        return;
    }
    let column = look.as_column(body);
    for reach in reaches(look, body) {
        let mut give = |how: Manoeuvre| {
            let what = Command::Move { reach, how, displace: BaseSet::EMPTY };
            out.push(Order { to: body, what });
        };
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
}

/// Tactical, and far if no enemy is too near for it.
fn reaches(look: Look<'_>, body: BaseSet) -> impl Iterator<Item = Reach> {
    let far = body.iter().all(|base| look.enemy_too_near(base).is_none());
    [Some(Reach::Tactical), far.then_some(Reach::Far)].into_iter().flatten()
}

/// The distance of the slowest base where it stands.
fn pace(look: Look<'_>, body: BaseSet, reach: Reach) -> f64 {
    let of = |base: BaseId| {
        let here = look.state.base(base);
        look.pace(base, Footing::Ground(look.going_under(&here.rect, &here.troop)), reach)
    };
    body.iter().map(of).reduce(f64::min).unwrap_or(0.0)
}

/// BB-MOVE-37: straight on, and turned to either hand at the start, half way, or by a right angle.
fn column_moves(look: Look<'_>, body: BaseSet, reach: Reach, give: &mut dyn FnMut(Manoeuvre)) {
    let pace = pace(look, body, reach);
    // A little less than the pace, so that sums of parts do not exceed it.
    let whole = pace - 0.001;
    let cost = |angle: f64| 2.0 * look.rules.width * libm::sin(degrees(angle * 0.5));
    let ahead = |distance: f64| ColumnLeg::Advance { distance };
    let mut legs = |legs: Vec<ColumnLeg>| give(Manoeuvre::Column { legs });
    if whole <= 0.0 {
        return;
    }
    legs(vec![ahead(pace)]);
    legs(vec![ahead(whole * 0.5)]);
    for hand in Hand::BOTH {
        for angle in [15.0, 30.0, 60.0, 90.0] {
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

/// BB-COL-28: behind each base of the front, standing or advancing, and at right angles from both ends.
fn formations(look: Look<'_>, body: BaseSet, reach: Reach, give: &mut dyn FnMut(Manoeuvre)) {
    let pace = pace(look, body, reach);
    let turn = look.rules.width * core::f64::consts::SQRT_2;
    for head in look.front_of(body).iter() {
        let followers = nearest_first(look, body, head);
        let mut form = |form: ColumnForm| {
            give(Manoeuvre::FormColumn { head, followers: followers.clone(), form });
        };
        for part in [0.0, 0.5, 1.0] {
            form(ColumnForm::SameFacing { advance: pace * part });
        }
        for hand in Hand::BOTH {
            if pace >= turn {
                form(ColumnForm::RightAngle { hand, advance: pace - turn - 0.001 });
            }
        }
    }
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
    use crate::field::RoadKind;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn offers(scene: &Scene, names: &[&str]) -> Vec<Manoeuvre> {
        let mut out = Vec::new();
        propose(scene.look(), scene.set(names), &mut out);
        let how = |choice: &Choice| match choice {
            Choice::Order(Order { what: Command::Move { how, .. }, .. }) => how.clone(),
            other => panic!("{other:?}"),
        };
        for choice in &out {
            assert!(scene.check(choice).is_legal(), "{choice:?}");
        }
        out.iter().map(how).collect()
    }

    fn bases(table: Table, places: &[(&str, f64, f64)]) -> Table {
        let lay = |table: Table, (name, x, y): &(&str, f64, f64)| {
            table.base(name, Side::Red, "Reg Cv(O)", *x, *y, 0.0)
        };
        places.iter().fold(table, lay)
    }

    /// Every kind of order of the chapter is offered where it is possible, and all that is offered is legal.
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
        propose(scene.look(), BaseSet::EMPTY, &mut out);
        propose(scene.look(), BaseSet::one(BaseId(99)), &mut out);
        propose(scene.look(), scene.set(&["a", "b"]), &mut out);
        assert!(out.is_empty(), "{out:?}");
    }
}
