//! Units and commanders on the table, their cards and their marks.

use super::seen::{Seen, Thing, plate};
use crate::hail_caesar::{commander_name, division_name, figures, words};
use crate::story::ReasonLine;
use crate::table::{ArrayShape, ArrayView, CardRow, CardView, MarkShape, MarkView, PieceId, PieceView};
use aelian_geometry::Rect;
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::stage::{Part, Stage};
use aelian_hail_caesar::state::{CommanderPlace, Deed, Place};
use aelian_hail_caesar::troop::Class;
use aelian_hail_caesar::{CommanderId, DivisionId, UnitId};
use aelian_rulebook::{RuleId, rule};
use std::borrow::Cow;

/// Every unit and commander that the viewer's state shows.
pub fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
    let shown = |id: &UnitId| {
        let unit = seen.state.unit(*id);
        unit.is_on_table() || unit.place == Place::Hidden
    };
    // HC-WEDGE-12: over the wedge, so that they can be taken up.
    let within = |id: &UnitId| matches!(seen.state.unit(*id).place, Place::Enclosed(_));
    let ids = seen.state.ids().filter(shown).chain(seen.state.ids().filter(within));
    let units = ids.map(|id| unit(seen, id));
    let here = |id: &CommanderId| {
        matches!(seen.state.commander(*id).place, CommanderPlace::Alone | CommanderPlace::With(_))
    };
    let commanders = seen.state.commander_ids().filter(here).map(|id| commander(seen, id));
    units.chain(commanders).collect()
}

/// Units of either side that wait beside the table.
pub fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
    let waits = |id: &UnitId| {
        matches!(
            seen.state.unit(*id).place,
            Place::Waiting | Place::Off { .. } | Place::Following { .. } | Place::Absent
        )
    };
    seen.state.ids().filter(waits).map(|id| unit(seen, id)).collect()
}

fn unit(seen: Seen<'_>, id: UnitId) -> PieceView {
    let (look, card, standing) = (seen.look(), seen.rules.card(id), seen.state.unit(id));
    let (files, ranks) = figures_of(seen, id);
    let name = seen.named(id);
    PieceView {
        id: Thing::Unit(id).piece(),
        side: card.side,
        rect: drawn_at(seen, id),
        name: name.clone(),
        tag: name.clone(),
        folded: code(look.class(id)),
        figure: figures::figure(card),
        figures: files,
        ranks,
        array: array(seen, id),
        glyph: figures::glyph(card),
        commander: false,
        hidden: standing.place == Place::Hidden,
        ready: is_ready(seen, id),
        label: format!("{} {}", card.size.name(), look.class(id).name()),
        word: place_note(seen, id),
        marks: marks(seen, id),
        spoken: words::unit_line(seen.rules, seen.state, seen.names, id),
    }
}

/// HC-WEDGE-12: a unit within a wedge has no ground of its own: it is drawn small, in the middle of the wedge, and baggage
/// behind it.
fn drawn_at(seen: Seen<'_>, id: UnitId) -> Rect {
    let standing = seen.state.unit(id);
    if !matches!(standing.place, Place::Enclosed(_)) {
        return standing.rect;
    }
    let (width, depth) = (standing.rect.width * 0.4, standing.rect.depth * 0.25);
    let rank = if seen.look().class(id) == Class::Baggage { 2.6 } else { 1.4 };
    Rect::new(standing.rect.pose.advanced(-depth * rank), width, depth)
}

/// HC-OPEN-11 and others: figures side by side and one behind the other in its formation.
fn figures_of(seen: Seen<'_>, id: UnitId) -> (u8, u8) {
    let (card, standing) = (seen.rules.card(id), seen.state.unit(id));
    let (files, ranks) = (u16::from(card.files), u16::from(card.ranks));
    let (files, ranks) = match standing.formation {
        Formation::Column => card.column(),
        Formation::Open => card.loose(),
        Formation::Square | Formation::Testudo | Formation::Wedge => {
            let side = libm::ceil(libm::sqrt(f64::from(files * ranks))) as u16;
            (side, side)
        }
        _ => (files, ranks),
    };
    (files.clamp(1, 60) as u8, ranks.clamp(1, 40) as u8)
}

/// HC-FORM-01, HC-CMARK-03: the outline of its formation, its order and its losses.
fn array(seen: Seen<'_>, id: UnitId) -> ArrayView {
    let unit = seen.state.unit(id);
    let shape = match unit.formation {
        Formation::Line | Formation::Column => ArrayShape::Ranked,
        Formation::Open => ArrayShape::Loose,
        Formation::Phalanx => ArrayShape::Dense,
        Formation::Warband => ArrayShape::Ragged,
        Formation::Square => ArrayShape::Hollow,
        Formation::Testudo => ArrayShape::Roofed,
        Formation::Wedge => ArrayShape::Pointed,
    };
    ArrayView {
        whole: true,
        shape,
        unruly: unit.disordered,
        wavering: seen.look().is_shaken(id),
        borne: (unit.casualties > 0).then(|| (unit.casualties, seen.rules.card(id).stats.stamina)),
    }
}

/// The class in two letters.
fn code(class: Class) -> &'static str {
    match class {
        Class::HeavyInfantry => "HI",
        Class::MediumInfantry => "MI",
        Class::LightInfantry => "LI",
        Class::Skirmishers => "Sk",
        Class::Cataphracts => "Ct",
        Class::HeavyCavalry => "HC",
        Class::MediumCavalry => "MC",
        Class::LightCavalry => "LC",
        Class::HorseArchers => "HA",
        Class::LightArtillery => "LArt",
        Class::MediumArtillery => "MArt",
        Class::HeavyArtillery => "HArt",
        Class::LightChariots => "LCh",
        Class::HeavyChariots => "HCh",
        Class::Elephant => "El",
        Class::Baggage => "Bge",
    }
}

/// HC-ORD-10, HC-ORD-15 to HC-ORD-17, HC-RNG-02: whether it can still do something in this part.
fn is_ready(seen: Seen<'_>, id: UnitId) -> bool {
    let (look, state) = (seen.look(), seen.state);
    let unit = state.unit(id);
    if seen.rules.card(id).side != state.active || !unit.is_here() {
        return false;
    }
    match (state.part, state.stage) {
        (Part::Command, Stage::Initiative) => {
            unit.did(Deed::Entitled) && !unit.did(Deed::Initiative) && !look.is_engaged(id)
        }
        (Part::Command, Stage::Orders) => {
            let finished = state.commander(look.commander_of(id)).finished;
            let idle = !unit.did(Deed::Ordered) && !unit.did(Deed::Initiative);
            idle && !finished && !unit.disordered && !look.is_engaged(id)
        }
        (Part::Ranged, Stage::Shoot) => {
            let stats = look.stats(id);
            stats.short.max(stats.long) > 0 && !look.is_engaged(id) && !state.dealt.contains(id)
        }
        (Part::HandToHand, _) => state.is_fighting(id),
        _ => false,
    }
}

fn place_note(seen: Seen<'_>, id: UnitId) -> &'static str {
    match seen.state.unit(id).place {
        Place::Hidden => "hidden",
        Place::Block(_) => "in a building",
        Place::Enclosed(_) => "within a wedge",
        Place::Off { .. } | Place::Following { .. } => "off the table",
        Place::Absent => "not yet here",
        Place::Waiting => "to be placed",
        _ => "",
    }
}

/// HC-CMARK-03: casualties, shaken and disordered, for all to see.
pub fn marks(seen: Seen<'_>, id: UnitId) -> Vec<MarkView> {
    let (look, unit) = (seen.look(), seen.state.unit(id));
    let stamina = seen.rules.card(id).stats.stamina;
    let mut marks = Vec::new();
    let mut mark = |sign: Cow<'static, str>, shape: MarkShape, title: String, rule: RuleId| {
        let grave = shape != MarkShape::Round || sign == "B";
        marks.push(MarkView { sign, shape, grave, title, rule: Some(rule) });
    };
    if unit.casualties > 0 {
        let (count, title) = (
            format!("{}/{stamina}", unit.casualties),
            format!("{} of {stamina} casualties", unit.casualties),
        );
        mark(count.into(), MarkShape::Square, title, rule!("HC-CAS-01"));
    }
    if look.is_shaken(id) {
        mark(
            "S".into(),
            MarkShape::Diamond,
            "shaken: −1 to hit, and no charges".to_owned(),
            rule!("HC-CAS-02"),
        );
    }
    if unit.disordered {
        mark(
            "D".into(),
            MarkShape::Hexagon,
            "disordered: no orders, and −1 to hit".to_owned(),
            rule!("HC-DISO-01"),
        );
    }
    if look.is_of_broken_division(id) {
        mark(
            "B".into(),
            MarkShape::Round,
            "its division is broken and must retire".to_owned(),
            rule!("HC-BDIV-08"),
        );
    }
    if unit.is_on_table() && look.is_engaged(id) && !seen.state.is_fighting(id) {
        mark("+".into(), MarkShape::Round, "supports a fighting unit".to_owned(), rule!("HC-SUPP-12"));
    }
    if let Some((title, rule)) = ordered(seen, id) {
        mark("✓".into(), MarkShape::Round, title.to_owned(), rule);
    }
    marks
}

/// HC-ORD-10, HC-ORD-17: it has had its order of this turn, or has moved by itself.
fn ordered(seen: Seen<'_>, id: UnitId) -> Option<(&'static str, RuleId)> {
    let unit = seen.state.unit(id);
    if seen.state.part != Part::Command || seen.rules.card(id).side != seen.state.active {
        return None;
    }
    if unit.did(Deed::Initiative) {
        Some(("has moved on its own initiative", rule!("HC-ORD-17")))
    } else if unit.did(Deed::Ordered) {
        Some(("has had its order of this turn", rule!("HC-ORD-10")))
    } else {
        None
    }
}

fn commander(seen: Seen<'_>, id: CommanderId) -> PieceView {
    let commander = seen.state.commander(id);
    let name = commander_name(seen.names, id);
    let mut marks = Vec::new();
    if commander.wounded {
        let title = "wounded: he fights no more".to_owned();
        let (shape, rule) = (MarkShape::Round, Some(rule!("HC-CFV-04")));
        marks.push(MarkView { sign: "W".into(), shape, grave: true, title, rule });
    }
    PieceView {
        id: Thing::Commander(id).piece(),
        side: seen.look().side_of_commander(id),
        rect: plate(commander.at, seen.home(id)),
        // HC-LEAD-01: as players write it beside his name.
        tag: format!("{name} · {}", commander.leadership),
        folded: "",
        figure: "fig-commander",
        figures: 1,
        ranks: 1,
        array: ArrayView::default(),
        glyph: "glyph-horse",
        commander: true,
        hidden: false,
        ready: !commander.finished && seen.look().side_of_commander(id) == seen.state.active,
        label: String::new(),
        word: if commander.general { "general" } else { "commander" },
        marks,
        spoken: words::commander_line(seen.state, seen.names, id),
        name,
    }
}

/// HC-DIVO-02: all units of the divisions of these pieces that could be ordered with them; all that are on the table if
/// no orders are given now. Of a commander: the units that he leads.
pub fn division(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<PieceId> {
    let mut divisions: Vec<DivisionId> = Vec::new();
    for piece in pieces {
        let found = match Thing::of(*piece) {
            Some(Thing::Unit(id)) if seen.state.has_unit(id) => Some(seen.rules.card(id).division),
            Some(Thing::Commander(id)) if seen.state.has_commander(id) => {
                seen.rules.leaders[id.index()].division
            }
            _ => None,
        };
        divisions.extend(found.filter(|id| !divisions.contains(id)));
    }
    let members = divisions.iter().flat_map(|id| seen.look().members(*id));
    let here: Vec<UnitId> = members.filter(|id| seen.state.unit(*id).is_on_table()).collect();
    let able: Vec<UnitId> = here.iter().copied().filter(|id| is_ready(seen, *id)).collect();
    let chosen = if able.is_empty() { here } else { able };
    chosen.into_iter().map(|id| Thing::Unit(id).piece()).collect()
}

pub fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
    match Thing::of(piece)? {
        Thing::Unit(id) if seen.state.has_unit(id) => Some(unit_card(seen, id)),
        Thing::Commander(id) if seen.state.has_commander(id) => Some(commander_card(seen, id)),
        _ => None,
    }
}

fn row(label: &str, value: String, rule: RuleId) -> CardRow {
    CardRow { label: label.to_owned(), value, rule: Some(rule) }
}

fn unit_card(seen: Seen<'_>, id: UnitId) -> CardView {
    let (look, card, unit) = (seen.look(), seen.rules.card(id), seen.state.unit(id));
    let stats = look.stats(id);
    let save = if stats.save == 0 { "none".to_owned() } else { format!("{}+", stats.save) };
    let short = if stats.short == stats.support {
        stats.short.to_string()
    } else {
        format!("{}, in support {}", stats.short, stats.support)
    };
    let mut rows = vec![
        row("Clash / sustained", format!("{} / {}", stats.clash, stats.sustained), rule!("HC-STAT-02")),
        row("Short / long range", format!("{short} / {}", stats.long), rule!("HC-STAT-04")),
        row("Morale save", save, rule!("HC-STAT-08")),
        row("Casualties", format!("{} of {}", unit.casualties, stats.stamina), rule!("HC-CAS-02")),
        row("Formation", unit.formation.name().to_owned(), rule!("HC-FORM-01")),
    ];
    let specials = special_words(seen, id);
    if !specials.is_empty() {
        rows.push(row("Special rules", specials, rule!("HC-STAT-10")));
    }
    rows.push(row("Division", division_name(seen.names, card.division), rule!("HC-ARMY-01")));
    let foes: Vec<String> = seen.state.foes(id).map(|foe| seen.named(foe)).collect();
    if !foes.is_empty() {
        rows.push(row("Fights", foes.join(", "), rule!("HC-ENG-01")));
    }
    for mark in marks(seen, id) {
        rows.push(CardRow { label: mark.sign.into_owned(), value: mark.title, rule: mark.rule });
    }
    CardView {
        title: seen.named(id),
        subtitle: format!("{} {} {}", card.side.name(), card.size.name(), look.class(id).name()),
        rows,
    }
}

fn special_words(seen: Seen<'_>, id: UnitId) -> String {
    let specials = &seen.rules.card(id).specials;
    let mut named: Vec<String> = specials.iter().map(|special| special.word().replace('-', " ")).collect();
    let numbers = [
        ("elite", specials.elite, "+"),
        ("levy", specials.levy, "+"),
        ("phalanx", specials.phalanx, ""),
        ("wild fighters", specials.wild, ""),
    ];
    named.extend(
        numbers
            .iter()
            .filter(|(_, value, _)| *value > 0)
            .map(|(name, value, plus)| format!("{name} {value}{plus}")),
    );
    if specials.fanatic > 0 {
        named.push("fanatic".to_owned());
    }
    match specials.stubborn {
        Some(u8::MAX) => named.push("stubborn".to_owned()),
        Some(most) => named.push(format!("stubborn {most}")),
        None => {}
    }
    named.join(", ")
}

fn commander_card(seen: Seen<'_>, id: CommanderId) -> CardView {
    let commander = seen.state.commander(id);
    let division = seen.rules.leaders[id.index()].division;
    let mut rows = vec![
        row("Leadership", commander.leadership.to_string(), rule!("HC-LEAD-01")),
        row("Attacks", commander.attacks.to_string(), rule!("HC-CFV-01")),
    ];
    if let Some(division) = division {
        rows.push(row("Division", division_name(seen.names, division), rule!("HC-ARMY-02")));
    }
    if commander.general {
        rows.push(row("General", "may re-roll one order test in each turn".to_owned(), rule!("HC-GEN-02")));
    }
    if commander.finished {
        rows.push(row("Orders", "he gives no more in this turn".to_owned(), rule!("HC-ORD-13")));
    }
    CardView {
        title: commander_name(seen.names, id),
        subtitle: format!(
            "{} {}",
            seen.look().side_of_commander(id).name(),
            if commander.general { "general" } else { "commander" }
        ),
        rows,
    }
}

/// HC-ARC-02: an enemy who could charge a flank or the rear.
pub fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
    let look = seen.look();
    let mut lines = Vec::new();
    for id in seen.units(pieces).iter().filter(|id| seen.state.unit(*id).is_on_table()) {
        if seen.state.unit(id).is_open() {
            continue;
        }
        for enemy in look.on_table(look.side(id).other()) {
            let quarter = look.quarter_in(enemy, id);
            let near = look.distance(enemy, id) <= look.inches(12.0);
            if near && !look.counts_as_front(id, quarter) && !look.is_engaged(enemy) {
                lines.push(ReasonLine {
                    rule: rule!("HC-CHG-24"),
                    text: format!("{} stands beside or behind {}", seen.named(enemy), seen.named(id)),
                });
            }
        }
    }
    lines
}
