//! The pieces as they are drawn: bases, commanders, camps, markers and works; and what hovering over them shows.

use super::seen::{Seen, Thing};
use crate::fog_ancients::{commander_name, figures, group_name, words};
use crate::story::ReasonLine;
use crate::table::{ArrayView, CardRow, CardView, MarkShape, MarkView, PieceId, PieceView};
use aelian_fog_ancients::field::Level;
use aelian_fog_ancients::setup::ambush::square;
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::state::{Cohesion, CommanderPlace, Deed, Grade, Holds, Marker, Place};
use aelian_fog_ancients::tables::{Allowance, Disorder};
use aelian_fog_ancients::{BaseId, CommanderId, GroupId, State};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_rulebook::{RuleId, rule};

/// The pose of what has no place yet.
pub const OFF: Pose = Pose { at: Vec2::ZERO, facing: Facing::UP };

/// All pieces that are seen, rear ones first.
pub fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
    let state = seen.state;
    let mut pieces = Vec::new();
    for (at, work) in state.works.iter().enumerate() {
        pieces.push(of_work(Thing::Work(at), work.side, work.rect));
    }
    for (side, camp) in Side::BOTH.into_iter().zip(&state.camps) {
        if let Some(camp) = camp.as_ref().filter(|camp| !camp.gone) {
            let name = match (camp.sacked, camp.fortified) {
                (true, _) => "sacked camp",
                (false, true) => "fortified camp",
                (false, false) => "camp",
            };
            pieces.push(of_camp(side, name, camp.rect));
        }
    }
    for (at, marker) in state.markers.iter().enumerate() {
        pieces.push(of_marker(seen, at, marker));
    }
    let shown = state.group_ids().filter(|id| state.group(*id).place == Place::Table);
    let mut bases: Vec<PieceView> = shown.flat_map(|id| of_group(seen, id)).collect();
    let forward = |piece: &PieceView| piece.rect.pose.at.dot(piece.rect.pose.facing.vector());
    bases.sort_by(|a, b| forward(a).total_cmp(&forward(b)).then(a.id.cmp(&b.id)));
    pieces.extend(bases);
    let commanders = state.commander_ids().filter(|id| state.commander(*id).on_table());
    pieces.extend(commanders.map(|id| of_commander(seen, id)));
    pieces
}

/// The viewer's groups and commanders that are not on the table: those who wait, and those on an outflanking march.
pub fn waiting(seen: Seen<'_>) -> Vec<PieceView> {
    let state = seen.state;
    let mut all = Vec::new();
    for id in state.group_ids() {
        let word = match state.group(id).place {
            Place::Waiting => "",
            Place::March => "on an outflanking march",
            _ => continue,
        };
        all.extend(of_group(seen, id).into_iter().map(|piece| PieceView { word, ..piece }));
    }
    for id in state.commander_ids() {
        let word = match state.commander(id).place {
            CommanderPlace::Waiting => "",
            CommanderPlace::March => "leads an outflanking march",
            CommanderPlace::Hidden(_) => "in ambush",
            _ => continue,
        };
        all.push(PieceView { word, ..of_commander(seen, id) });
    }
    all
}

pub fn of_camp(side: Side, name: &'static str, rect: Rect) -> PieceView {
    thing(Thing::Camp(side), side, rect, name, ("fig-wagon", 3, "glyph-wagon"))
}

pub fn of_work(work: Thing, side: Side, rect: Rect) -> PieceView {
    thing(work, side, rect, "works", ("", 0, ""))
}

/// FA-AMB-06: a marker on the table; only its owner sees what it holds.
fn of_marker(seen: Seen<'_>, at: usize, marker: &Marker) -> PieceView {
    let id = Thing::Marker(at).piece();
    let shown = match marker.holds {
        Holds::Unknown => {
            let plain = thing(Thing::Marker(at), marker.side, marker.rect, "ambush marker", ("", 0, ""));
            let title = "nobody knows what it hides".to_owned();
            let unknown = mark("?", title, rule!("FA-AMB-06"));
            return PieceView { tag: "?".to_owned(), marks: vec![unknown], ..plain };
        }
        Holds::Dummy => PieceView { label: "a dummy".to_owned(), ..dummy(seen, marker.side, at as u8) },
        Holds::Group { group, dismounted: true, .. } => PieceView { word: "in ambush", ..afoot(seen, group) },
        Holds::Group { group, .. } => PieceView { word: "in ambush", ..hiding(seen, group) },
    };
    PieceView { id, rect: marker.rect, ..shown }
}

/// FA-AMB-05: the marker of a group, as its owner sees it.
pub fn hiding(seen: Seen<'_>, id: GroupId) -> PieceView {
    let (side, troop) = (seen.state.group(id).side, &seen.state.group(id).troops[0]);
    let (figure, _) = figures::figure(troop);
    let rect = square(seen.look(), OFF);
    let marker = thing(Thing::Hiding(id), side, rect, "ambush marker", (figure, 1, figures::glyph(troop)));
    PieceView {
        name: group_name(seen.names, id),
        tag: tag(seen, id),
        label: seen.names.label(PieceId::from(id.0)).to_owned(),
        hidden: true,
        spoken: format!("ambush marker of {}", spoken(seen, id)),
        ..marker
    }
}

/// FA-DISM-02: the marker of a group that will appear dismounted, as its owner sees it.
pub fn afoot(seen: Seen<'_>, id: GroupId) -> PieceView {
    let group = seen.state.group(id);
    let troop = group.on_foot(&group.troops[0]);
    let mounted = hiding(seen, id);
    PieceView {
        id: Thing::Afoot(id).piece(),
        tag: format!("{} on foot", mounted.tag),
        label: format!("{}, dismounted", mounted.label),
        spoken: format!("{}, dismounted", mounted.spoken),
        figure: figures::figure(&troop).0,
        glyph: figures::glyph(&troop),
        ..mounted
    }
}

/// FA-AMB-05: a marker that hides nobody, as its owner sees it.
pub fn dummy(seen: Seen<'_>, side: Side, at: u8) -> PieceView {
    let rect = square(seen.look(), OFF);
    let marker = thing(Thing::Dummy(at), side, rect, "dummy", ("", 0, ""));
    PieceView {
        name: format!("Dummy {}", at + 1),
        tag: "dummy".to_owned(),
        label: "hides nobody".to_owned(),
        hidden: true,
        ..marker
    }
}

/// All bases of a group move together.
pub fn body(state: &State, piece: PieceId) -> Vec<PieceId> {
    match Thing::of(piece) {
        Thing::Base(base) => match state.bases.get(base.index()) {
            Some(base) => state.bases_of(base.group).map(|base| base.0).collect(),
            None => Vec::new(),
        },
        _ => vec![piece],
    }
}

/// FA-BL-02: the groups of these pieces; if they are one whole group already, the largest battle line that a commander
/// could lead with it.
pub fn gathered(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<PieceId> {
    let groups = seen.groups(pieces);
    let whole = seen.pieces_of(groups);
    let first = groups.first().filter(|_| groups.len() == 1 && whole.len() == pieces.len());
    let look = seen.look();
    let lines = first.into_iter().flat_map(|group| {
        let all = seen.state.commander_ids().map(|commander| look.line_of(commander));
        all.filter(move |line| line.contains(group))
    });
    lines.max_by_key(|line| line.len()).map_or(whole, |line| seen.pieces_of(line))
}

fn thing(
    what: Thing,
    side: Side,
    rect: Rect,
    name: &'static str,
    (figure, figures, glyph): (&'static str, u8, &'static str),
) -> PieceView {
    PieceView {
        id: what.piece(),
        side,
        rect,
        name: name.to_owned(),
        tag: String::new(),
        figure,
        figures,
        ranks: 1,
        folded: "",
        array: ArrayView::default(),
        glyph,
        commander: false,
        hidden: false,
        ready: false,
        label: name.to_owned(),
        word: "",
        marks: Vec::new(),
        spoken: format!("{} {name}", side.name()),
    }
}

fn of_group(seen: Seen<'_>, id: GroupId) -> Vec<PieceView> {
    let state = seen.state;
    let group = state.group(id);
    let array = seen.look().array(id);
    let leader = array.at(0, 0).or_else(|| state.bases_of(id).next());
    let ready = is_ready(seen, id);
    let marks = marks(seen, id);
    let name = group_name(seen.names, id);
    let base = |base: BaseId| {
        let troop = state.troop(base);
        let (figure, figures) = figures::figure(troop);
        let leads = Some(base) == leader;
        let mut own = if leads { marks.clone() } else { Vec::new() };
        own.extend(disorder_mark(seen, base));
        PieceView {
            id: base.0,
            side: group.side,
            rect: *state.rect(base),
            name: name.clone(),
            tag: if leads { tag(seen, id) } else { String::new() },
            figure,
            figures,
            ranks: 1,
            folded: "",
            array: ArrayView::default(),
            glyph: figures::glyph(troop),
            commander: false,
            hidden: false,
            ready,
            label: seen.names.label(PieceId::from(id.0)).to_owned(),
            word: if ready { "may act" } else { "" },
            spoken: spoken(seen, id),
            marks: own,
        }
    };
    state.bases_of(id).map(base).collect()
}

/// `8 HF`.
fn tag(seen: Seen<'_>, id: GroupId) -> String {
    format!("{} {}", seen.state.strength(id), seen.state.group(id).troops[0].kind.code())
}

fn spoken(seen: Seen<'_>, id: GroupId) -> String {
    words::group_line(seen.rules, seen.state, seen.names, id)
}

/// It can still do something in this stage.
fn is_ready(seen: Seen<'_>, id: GroupId) -> bool {
    let state = seen.state;
    let group = state.group(id);
    let active = group.side == state.active && !group.is_broken();
    match state.stage {
        Stage::Moves => {
            active
                && !state.committed(id)
                && !state.did(id, Deed::MovedInManoeuvre)
                && !state.did(id, Deed::MovedInImpact)
        }
        Stage::DeclareCharges => {
            active && !state.committed(id) && !state.charges.iter().any(|charge| charge.group == id)
        }
        Stage::Fight => state.in_close_combat(id),
        _ => false,
    }
}

fn mark(sign: &'static str, title: String, rule: RuleId) -> MarkView {
    let grave = matches!(sign, "D" | "F" | "B" | "?");
    MarkView { sign: sign.into(), shape: MarkShape::Round, grave, title, rule: Some(rule) }
}

/// The small signs beside a group.
fn marks(seen: Seen<'_>, id: GroupId) -> Vec<MarkView> {
    let state = seen.state;
    let group = state.group(id);
    let mut marks = Vec::new();
    match group.cohesion {
        Cohesion::Steady => {}
        Cohesion::Disrupted => marks.push(mark("D", "disrupted".to_owned(), rule!("FA-COH-05"))),
        Cohesion::Fragmented => marks.push(mark("F", "fragmented".to_owned(), rule!("FA-COH-10"))),
        Cohesion::Broken => marks.push(mark("B", "broken".to_owned(), rule!("FA-COH-14"))),
    }
    let lost = usize::from(group.original).saturating_sub(state.strength(id));
    if lost > 0 {
        marks.push(mark("\u{2212}", format!("{lost} of {} bases lost", group.original), rule!("FA-AUTO-01")));
    }
    for (deed, sign, title, rule) in [
        (Deed::Charged, "C", "has charged", rule!("FA-CHG-28")),
        (Deed::MovedInManoeuvre, "M", "has moved", rule!("FA-MAN-03")),
        (Deed::Evades, "E", "evades", rule!("FA-EV-05")),
        (Deed::Pursuing, "P", "pursues", rule!("FA-JPUR-01")),
        (Deed::Looting, "L", "loots the camp", rule!("FA-LOOT-01")),
    ] {
        if state.did(id, deed) {
            marks.push(mark(sign, title.to_owned(), rule));
        }
    }
    marks
}

fn disorder_mark(seen: Seen<'_>, base: BaseId) -> Option<MarkView> {
    if !seen.state.group(seen.state.base(base).group).on_table() {
        return None;
    }
    match seen.look().disorder(base) {
        Disorder::None => None,
        Disorder::Disordered => Some(mark("d", "disordered".to_owned(), rule!("FA-DIS-08"))),
        Disorder::Severe => Some(mark("s", "severely disordered".to_owned(), rule!("FA-DIS-09"))),
    }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Troop => "troop commander",
        Grade::Field => "field commander",
        Grade::Inspired => "inspired commander",
    }
}

pub fn of_commander(seen: Seen<'_>, id: CommanderId) -> PieceView {
    let commander = seen.state.commander(id);
    let name = commander_name(seen.names, id);
    let with =
        commander.with().map_or(String::new(), |group| format!(", with {}", group_name(seen.names, group)));
    let front = matches!(commander.place, CommanderPlace::Front { .. });
    let mut marks = Vec::new();
    if front {
        marks.push(mark("!", "fights in the front rank".to_owned(), rule!("FA-CLOSS-01")));
    }
    PieceView {
        id: Thing::Commander(id).piece(),
        side: commander.side,
        rect: commander.rect,
        tag: initials(&name),
        spoken: format!("{} {name}, {}{with}", commander.side.name(), grade(commander.grade)),
        name,
        figure: "fig-cavalry",
        figures: 1,
        ranks: 1,
        folded: "",
        array: ArrayView::default(),
        glyph: "glyph-horse",
        commander: true,
        hidden: false,
        ready: false,
        label: grade(commander.grade).to_owned(),
        word: "",
        marks,
    }
}

fn initials(name: &str) -> String {
    name.split_whitespace()
        .filter_map(|word| word.chars().next())
        .filter(|letter| letter.is_uppercase())
        .collect()
}

pub fn card(seen: Seen<'_>, piece: PieceId) -> Option<CardView> {
    match Thing::of(piece) {
        Thing::Base(base) => {
            let base = seen.state.bases.get(base.index())?;
            Some(group_card(seen, base.group))
        }
        Thing::Commander(id) => {
            let commander = seen.state.commanders.get(id.index())?;
            let row = |label: &str, value: String, rule: RuleId| CardRow {
                label: label.to_owned(),
                value,
                rule: Some(rule),
            };
            Some(CardView {
                title: commander_name(seen.names, id),
                subtitle: format!("{} {}", commander.side.name(), grade(commander.grade)),
                rows: vec![
                    row("Command range", format!("{} MU", commander.range(seen.rules)), rule!("FA-CMD-05")),
                    row(
                        "With",
                        commander.with().map_or("nobody".to_owned(), |group| seen.named(group)),
                        rule!("FA-CMD-07"),
                    ),
                ],
            })
        }
        Thing::Hiding(group) | Thing::Afoot(group) if group.index() < seen.state.groups.len() => {
            Some(group_card(seen, group))
        }
        Thing::Marker(at) => match seen.state.markers.get(at)?.holds {
            Holds::Group { group, .. } => Some(group_card(seen, group)),
            Holds::Dummy | Holds::Unknown => None,
        },
        _ => None,
    }
}

fn group_card(seen: Seen<'_>, id: GroupId) -> CardView {
    let (look, state) = (seen.look(), seen.state);
    let group = state.group(id);
    let mut rows = Vec::new();
    let mut row = |label: &str, value: String, rule: RuleId| {
        rows.push(CardRow { label: label.to_owned(), value, rule: Some(rule) });
    };
    for troop in group.kinds() {
        row("Troops", troop.to_string(), rule!("FA-TROOP-01"));
        let moves: Vec<String> = [Level::Open, Level::Uneven, Level::Rough, Level::Difficult]
            .into_iter()
            .map(|level| match seen.rules.allowance(troop, level) {
                Allowance::Mu(mu) => mu.to_string(),
                Allowance::NotAllowed => "no".to_owned(),
                Allowance::Immobile => "0".to_owned(),
            })
            .collect();
        row(
            "Moves",
            format!("{} MU (open, uneven, rough, difficult)", moves.join(" / ")),
            rule!("FA-MOVE-02"),
        );
    }
    row("Quality", format!("{} {}", group.quality.name(), group.training.name()), rule!("FA-QUAL-01"));
    row("Cohesion", words::cohesion(group.cohesion).to_owned(), rule!("FA-COH-01"));
    row("Bases", format!("{} of {}", state.strength(id), group.original), rule!("FA-AUTO-01"));
    if group.on_table() {
        let array = look.array(id);
        row("Formation", format!("{} wide, {} deep", array.files(), array.ranks()), rule!("FA-FORM-01"));
        let fights: Vec<String> =
            state.bouts_of(id).map(|bout| group_name(seen.names, bout.enemy_of(id))).collect();
        if !fights.is_empty() {
            row("Fights", fights.join(", "), rule!("FA-COMB-02"));
        }
    }
    for note in marks(seen, id) {
        rows.push(CardRow { label: note.sign.into_owned(), value: note.title, rule: note.rule });
    }
    CardView {
        title: format!("{}  {}", group_name(seen.names, id), group.troops[0].kind),
        subtitle: format!("{} battle group", group.side.name()),
        rows,
    }
}

/// FA-THR-01: a flank that lies open.
pub fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
    let look = seen.look();
    let mut lines = Vec::new();
    for id in seen.groups(pieces).iter().filter(|id| seen.state.group(*id).on_table()) {
        let side = seen.state.group(id).side;
        let threat = look.enemies(side).find(|enemy| look.could_charge_flank(*enemy, id));
        lines.extend(threat.map(|enemy| ReasonLine {
            rule: rule!("FA-THR-01"),
            text: format!("{} could charge the flank of {}", seen.named(enemy), seen.named(id)),
        }));
    }
    lines
}
