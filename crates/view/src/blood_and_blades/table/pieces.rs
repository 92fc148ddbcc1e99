//! The bases as they are drawn, with their marks.

use super::seen::{Seen, ids, is_shown};
use crate::blood_and_blades::figures;
use crate::table::{ArrayView, MarkShape, MarkView, PieceId, PieceView};
use aelian_blood_and_blades::movement::order::own_eyes;
use aelian_blood_and_blades::state::{Base, Moved, Place, Stage};
use aelian_blood_and_blades::troop::{Status, Troop, TroopType};
use aelian_blood_and_blades::{BaseId, BaseSet, Look, Rules, State};
use aelian_rulebook::{RuleId, rule};

/// All bases that are seen, rear ones first.
pub fn pieces(seen: Seen<'_>) -> Vec<PieceView> {
    let ready = ready(seen.look());
    let shown = seen.state.ids().filter(|id| is_shown(seen.state.base(*id)));
    let mut pieces: Vec<PieceView> = shown.map(|id| piece(seen, id, ready.contains(id))).collect();
    let forward = |piece: &PieceView| piece.rect.pose.at.dot(piece.rect.pose.facing.vector());
    pieces.sort_by(|a, b| forward(a).total_cmp(&forward(b)).then(a.id.cmp(&b.id)));
    pieces
}

/// BB-DEP-01, BB-DEP-08: the viewer's bases that wait beside the table.
pub fn reserve(seen: Seen<'_>) -> Vec<PieceView> {
    let waiting = seen.state.ids().filter(|id| seen.state.base(*id).place == Place::Waiting);
    waiting.map(|id| piece(seen, id, false)).collect()
}

/// BB-GRP-01: the group of a base, seen with its owner's eyes; it alone if it stands in none.
pub fn body(rules: &Rules, state: &State, piece: PieceId) -> Vec<PieceId> {
    let Some(base) = state.bases.get(usize::from(piece)).filter(|base| is_shown(base)) else {
        return Vec::new();
    };
    if base.is(TroopType::Bg) {
        return vec![piece];
    }
    let table = own_eyes(Look::new(rules, state), base.side);
    ids(Look::new(rules, &table).group_of(BaseId::of(piece)))
}

fn piece(seen: Seen<'_>, id: BaseId, ready: bool) -> PieceView {
    let base = seen.state.base(id);
    let (figure, figures) = figures::figure(base.troop);
    let marks = marks(seen.look(), id);
    PieceView {
        id: id.number(),
        side: base.side,
        rect: base.rect,
        name: seen.name(id),
        tag: tag(&base.troop),
        figure,
        figures,
        ranks: 1,
        folded: "",
        array: ArrayView::default(),
        glyph: figures::glyph(base.troop),
        commander: base.commander,
        hidden: base.place == Place::Ambush,
        ready,
        label: seen.names.label(id.number()).to_owned(),
        word: word(base, ready),
        spoken: spoken(seen, id, &marks),
        marks,
    }
}

fn word(base: &Base, ready: bool) -> &'static str {
    match base {
        base if base.commander => "C-in-C",
        base if base.place == Place::Ambush => "in ambush",
        _ if ready => "may act",
        _ => "",
    }
}

/// `Bd(S)`.
pub fn tag(troop: &Troop) -> String {
    format!("{:?}({:?})", troop.kind, troop.grade)
}

/// `regular superior blade`.
pub fn in_words(troop: &Troop) -> String {
    let status = if troop.status == Status::Reg { "regular" } else { "irregular" };
    format!("{status} {} {}", troop.grade.name(), troop.kind.name())
}

fn spoken(seen: Seen<'_>, id: BaseId, marks: &[MarkView]) -> String {
    let base = seen.state.base(id);
    let pose = base.rect.pose;
    let mut text = format!(
        "{}, {} {}, at {:.0} by {:.0} mm, facing {:.0} degrees",
        seen.name(id),
        base.side.name(),
        in_words(&base.troop),
        pose.at.x,
        pose.at.y,
        pose.facing.to_compass()
    );
    for mark in marks {
        text.push_str(", ");
        text.push_str(&mark.title);
    }
    text
}

/// Who can still do something in this phase.
fn ready(look: Look<'_>) -> BaseSet {
    let all = |test: &dyn Fn(BaseId) -> bool| look.state.on_table().filter(|id| test(*id)).collect();
    match look.state.stage {
        Stage::Moves => {
            let free = free_of_charge(look);
            let own = |id: &BaseId| {
                let base = look.state.base(*id);
                base.side == look.active()
                    && is_shown(base)
                    && free.is_none_or(|free| free.contains(*id))
                    && may_be_ordered(look, *id)
            };
            look.state.ids().filter(own).collect()
        }
        Stage::Impetuous if look.state.pending.is_empty() => look.impetuous(),
        Stage::Shooting => all(&|id| look.can_shoot(id)),
        Stage::CloseCombat => all(&|id| !look.state.base(id).deeds.fought && look.in_close_combat(id)),
        _ => BaseSet::EMPTY,
    }
}

/// BB-PIG-03: without PIGs only those can be ordered who share the commander's rebate; none if PIGs are left.
fn free_of_charge(look: Look<'_>) -> Option<BaseSet> {
    let (side, army) = (look.active(), look.state.army(look.active()));
    let general = look.state.commander(side).filter(|_| !army.rebate_used);
    (army.pigs == 0).then(|| general.map_or(BaseSet::EMPTY, |general| look.group_of(general)))
}

/// BB-MOVE-40, BB-MOVE-71 to BB-MOVE-75, BB-HALT-04, BB-TRP-12: whether any order could still move or halt it.
pub fn may_be_ordered(look: Look<'_>, id: BaseId) -> bool {
    let base = look.state.base(id);
    let fights = base.on_table() && look.in_close_combat(id);
    if fights || base.deeds.halted || base.is(TroopType::Bg) {
        return false;
    }
    match base.deeds.moved {
        Moved::No => true,
        Moved::Tactical => false,
        Moved::Far(_) => look.enemy_too_near(id).is_none(),
    }
}

/// The small signs beside a base.
pub fn marks(look: Look<'_>, id: BaseId) -> Vec<MarkView> {
    let base = look.state.base(id);
    let mut marks = Vec::new();
    let mut add = |sign: &'static str, title: &str, rule: RuleId| {
        marks.push(MarkView {
            sign: sign.into(),
            shape: MarkShape::Round,
            grave: false,
            title: title.to_owned(),
            rule: Some(rule),
        });
    };
    if base.commander {
        add("C", "commander in chief", rule!("BB-CIC-01"));
    }
    if base.place == Place::Ambush {
        add("A", "in ambush, hidden from the enemy", rule!("BB-BUSH-08"));
    }
    if base.vehicles {
        add("V", "has its vehicles", rule!("BB-MTD-06"));
    }
    deeds(base, &mut add);
    let waits = base.deeds.moved == Moved::No && !base.deeds.halted && !base.deeds.impetuous;
    let before = matches!(look.state.stage, Stage::Pigs | Stage::Moves | Stage::Impetuous);
    if before && waits && base.side == look.active() && base.on_table() && look.is_impetuous_type(id) {
        add("!", "impetuous unless it moves, is halted or fights", rule!("BB-IMP-02"));
    }
    if base.on_table() && !look.zoccers(id).is_empty() {
        add("Z", "in an enemy zone of control", rule!("BB-ZOC-02"));
    }
    marks
}

fn deeds(base: &Base, add: &mut impl FnMut(&'static str, &str, RuleId)) {
    let deeds = &base.deeds;
    match deeds.moved {
        Moved::No => {}
        Moved::Tactical => add("M", "has made its tactical move", rule!("BB-MOVE-71")),
        Moved::Far(times) => add("F", &format!("far moves made: {times}"), rule!("BB-MOVE-74")),
    }
    if deeds.halted {
        add("H", "halted", rule!("BB-HALT-01"));
    }
    if deeds.impetuous {
        add("I", "has made its impetuous move", rule!("BB-IMP-01"));
    }
    if deeds.fled {
        add("R", "has fled in this bound", rule!("BB-FLEE-10"));
    }
    if deeds.shot {
        add("S", "has shot", rule!("BB-SHT-07"));
    }
    if deeds.shot_at {
        add("T", "has been shot at", rule!("BB-SHT-54"));
    }
    if deeds.fought {
        add("X", "has fought", rule!("BB-CC-29"));
    }
}
