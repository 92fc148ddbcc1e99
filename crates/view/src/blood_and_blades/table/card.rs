//! What hovering over a base shows.

use super::pieces::{in_words, marks};
use super::seen::Seen;
use crate::table::{CardRow, CardView, PieceId};
use aelian_blood_and_blades::BaseId;
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::choice::{PickKind, Reach};
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::movement::allowance::Footing;
use aelian_blood_and_blades::troop::{TroopType, Weapon};
use aelian_rulebook::{RuleId, rule};

pub fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
    let base = seen.shown(piece)?;
    let id = BaseId::of(piece);
    let general = if base.commander { ", commander in chief" } else { "" };
    let label = seen.names.label(piece);
    let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
    Some(CardView {
        title: format!("{}  {}", seen.name(id), base.troop),
        subtitle: format!("{label}{}{general}", in_words(&base.troop)),
        rows: rows(seen, id),
    })
}

fn rows(seen: Seen<'_>, id: BaseId) -> Vec<CardRow> {
    let (look, base) = (seen.look(), seen.state.base(id));
    let mut rows = Vec::new();
    let mut row = |label: &str, value: String, rule: RuleId| {
        rows.push(CardRow { label: label.to_owned(), value, rule: Some(rule) });
    };
    row("Type", base.troop.kind.name().to_owned(), rule!("BB-TRP-02"));
    row("Grade", base.troop.grade.name().to_owned(), rule!("BB-TRP-04"));
    if base.troop.weapon != Weapon::Other {
        row("Weapon", base.troop.weapon.name().to_owned(), rule!("BB-TRP-08"));
    }
    row("Moves", moves(seen, id, Reach::Tactical), rule!("BB-MOVE-01"));
    if base.vehicles {
        row("On vehicles", moves(seen, id, Reach::Far), rule!("BB-MOVE-06"));
    }
    row("Stands in", ground(seen, id), rule!("BB-TER-02"));
    let (tables, settings, kind) = (seen.rules.tables, &seen.rules.settings, base.troop.kind);
    row("Against foot", signed(tables.factor(kind, TroopType::Sp, settings)), rule!("BB-FAC-01"));
    row("Against mounted", signed(tables.factor(kind, TroopType::Cv, settings)), rule!("BB-FAC-01"));
    row("When shot at", signed(tables.factor_shot_at(kind, settings)), rule!("BB-FAC-03"));
    if base.is(TroopType::Bw) {
        let can = if look.can_shoot(id) { "can shoot" } else { "cannot shoot now" };
        row("Shooting", can.to_owned(), rule!("BB-SHT-01"));
    }
    if look.is_impetuous_type(id) {
        row("Impetuous", "moves by itself unless ordered or fighting".to_owned(), rule!("BB-IMP-02"));
    }
    let worth = tables.poc(&base.troop, base.commander, settings);
    row("Worth if lost", format!("{worth} points"), rule!("BB-MOR-13"));
    row(
        "Group",
        format!("{} bases", super::pieces::body(seen.rules, seen.state, id.number()).len()),
        rule!("BB-GRP-01"),
    );
    if base.on_table() {
        let zoccers = look.zoccers(id);
        if !zoccers.is_empty() {
            row("In the zone of", seen.list(zoccers), rule!("BB-ZOC-02"));
        }
    }
    rows.extend(marks(look, id).into_iter().map(|mark| CardRow {
        label: mark.sign.to_string(),
        value: mark.title,
        rule: mark.rule,
    }));
    rows
}

/// The distances in good, rough and difficult going and on a road.
fn moves(seen: Seen<'_>, id: BaseId, reach: Reach) -> String {
    let look = seen.look();
    if look.move_row(id, reach).is_none() {
        return "never".to_owned();
    }
    let footings = [
        (Footing::Ground(Going::Good), "good"),
        (Footing::Ground(Going::Rough), "rough"),
        (Footing::Ground(Going::Difficult), "difficult"),
        (Footing::Road, "road"),
    ];
    let part = |(footing, word): (Footing, &str)| {
        format!("{} MU {word}", look.pace(id, footing, reach) / seen.rules.mu)
    };
    footings.map(part).join(", ")
}

/// The terrain under a base, and the going it is for it.
fn ground(seen: Seen<'_>, id: BaseId) -> String {
    let (look, base) = (seen.look(), seen.state.base(id));
    let mut under: Vec<&str> =
        look.areas_under(&base.rect).map(|area| plain_name(PickKind::Area(area.kind))).collect();
    if look.wades(&base.rect) {
        under.push(plain_name(PickKind::River));
    }
    let going = crate::blood_and_blades::words::going(look.going_under(&base.rect, &base.troop));
    if under.is_empty() { going.to_owned() } else { format!("{}: {going}", under.join(", ")) }
}

pub fn signed(value: i32) -> String {
    crate::blood_and_blades::words::signed(value)
}
