//! The table as a page shows it: plain structs and the trait by which a game fills them.
//!
//! The page draws what stands here and hands back choices; it knows no rule and no word of any game. Every
//! zone, figure of odds, reason and legal place is asked of the game through `Shown`.

use crate::story::ReasonLine;
pub use crate::told::PieceId;
use crate::told::{Names, Told};
use aelian_game::{Ruleset, Side, Verdict};
use aelian_geometry::{Hand, Pose, Rect, Vec2};
use aelian_rulebook::RuleId;
use serde::Serialize;
use std::borrow::Cow;

/// The board: its size and what lies on it. Changes only while terrain is laid.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardView {
    /// Along the players' edges, in mm. The origin is the south-west corner, y runs north.
    pub width: f64,
    pub depth: f64,
    /// The measuring unit, in mm, and what the book calls it.
    pub unit: f64,
    pub unit_name: &'static str,
    /// A piece is a whole unit, wide enough for a name, rather than one base of several.
    pub whole_units: bool,
    pub grounds: Vec<GroundView>,
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundView {
    pub kind: GroundKind,
    pub name: String,
    /// A closed outline; for rivers their banks, for roads empty.
    pub outline: Vec<Vec2>,
    /// The middle line of rivers and roads; the crest of a hill.
    pub line: Vec<Vec2>,
    /// Width of a road or of the widest water.
    pub width: f64,
    /// What it does to troops, in a sentence.
    pub effect: String,
}

/// How a piece of terrain is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroundKind {
    Hill {
        steep: bool,
        cover: HillCover,
    },
    Brush,
    Rocks,
    Marsh,
    Gully,
    Village,
    Orchard,
    Vines,
    Woods,
    Dunes,
    Fields,
    Water,
    River,
    Road {
        paved: bool,
    },
    /// A wall or hedge: only a line.
    Wall,
    /// A ditch or canal: only a line.
    Ditch,
    /// Tents.
    Camp,
    Meadow,
    Palms,
    /// A road cut into the ground.
    Sunken,
    /// A fenced pasture.
    Pen,
    /// Huts within a palisade.
    Stockade,
    Tower,
    /// Houses within walls.
    Town,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HillCover {
    Bare,
    Brush,
    Rocks,
}

/// A base, unit or marker on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceView {
    pub id: PieceId,
    pub side: Side,
    pub rect: Rect,
    /// Its short name in the log: `R12`.
    pub name: String,
    /// What is written on its tag: `Bd(S)`; empty for all but one of a body that is named together.
    pub tag: String,
    /// What the tag folds to where the piece is too narrow for it; empty if it never is.
    pub folded: &'static str,
    /// The figure of `figures.svg`, how many of it stand side by side, and in how many ranks.
    pub figure: &'static str,
    pub figures: u8,
    pub ranks: u8,
    /// In what array, and in what order.
    pub array: ArrayView,
    /// The sign shown at far zoom.
    pub glyph: &'static str,
    pub commander: bool,
    /// Hidden from the other side.
    pub hidden: bool,
    /// It can still do something in this phase.
    pub ready: bool,
    /// What its army list calls it, if anything: `royal spearmen`.
    pub label: String,
    /// A word beside its name in a list: its rank, where it hides, that it may act.
    pub word: &'static str,
    pub marks: Vec<MarkView>,
    /// What a screen reader says.
    pub spoken: String,
}

/// How the figures of a piece stand, and how much it has borne.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayView {
    /// A whole unit on one plate: a chevron shows where its front is.
    pub whole: bool,
    pub shape: ArrayShape,
    /// Out of order: the figures stand anyhow.
    pub unruly: bool,
    /// About to give way.
    pub wavering: bool,
    /// What it has lost, and what it can bear.
    pub borne: Option<(u8, u8)>,
}

/// What gives a piece its outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArrayShape {
    /// Figures side by side in ranks.
    #[default]
    Ranked,
    /// Shoulder to shoulder behind a hedge of points.
    Dense,
    /// A crowd with a ragged front.
    Ragged,
    /// Bases with gaps between them.
    Loose,
    /// Along four sides, each looking outwards.
    Hollow,
    /// Under a roof of shields.
    Roofed,
    /// One figure at the point, more in each rank behind it.
    Pointed,
}

/// A small sign beside a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkView {
    /// One or two letters, or a number against another such as `3/6`.
    pub sign: Cow<'static, str>,
    pub shape: MarkShape,
    /// To be seen from afar too.
    pub grave: bool,
    pub title: String,
    pub rule: Option<RuleId>,
}

/// The outline of a mark: shape comes before colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkShape {
    #[default]
    Round,
    /// A count of what was lost.
    Square,
    /// Nerves that are about to give way.
    Diamond,
    /// Order that is lost.
    Hexagon,
}

/// What hovering over a piece shows.
#[derive(Clone, Debug, PartialEq)]
pub struct CardView {
    pub title: String,
    pub subtitle: String,
    pub rows: Vec<CardRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    pub label: String,
    pub value: String,
    pub rule: Option<RuleId>,
}

/// Where the game stands: the top bar.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingView {
    /// `Round 4`.
    pub turn: String,
    pub active: Side,
    pub phases: Vec<&'static str>,
    /// Which of them it is now; none in set-up and after the end.
    pub phase: Option<usize>,
    /// Set-up, weather or anything else worth a word.
    pub note: String,
    /// What the active side may still spend, such as `3 PIGs`.
    pub purse: Option<String>,
    /// Losses of each side against what breaks it.
    pub losses: [LossView; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LossView {
    /// The army's name.
    pub army: String,
    pub lost: f64,
    pub limit: f64,
    pub text: String,
    pub rule: Option<RuleId>,
}

/// What a side is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<C> {
    pub side: Side,
    /// In the players' words: `Does R12 pursue?`
    pub text: String,
    /// Why it is asked, and what follows.
    pub detail: String,
    pub rule: Option<RuleId>,
    pub mode: Mode,
    /// Everything that can be answered by pressing a button. In the modes other than `Answers` those that need
    /// no drawing, such as to give no more orders.
    pub answers: Vec<AnswerView<C>>,
    /// What may be answered at any time and is seldom meant, such as to concede.
    pub aside: Vec<AnswerView<C>>,
    /// The pieces in question, to be marked and brought into sight.
    pub about: Vec<PieceId>,
    /// Where what is taken up may be put, if it must stay within bounds: closed outlines.
    pub room: Vec<Vec<Vec2>>,
    /// It is put even where there is nothing to choose, so that the other player learns nothing from being let
    /// alone; he must not see it.
    pub secret: bool,
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode {
    /// One of the answers.
    Answers,
    /// Pieces are taken up on the table and moved: `actions`, `Gesture::Drag`, `Gesture::Act`.
    Orders,
    /// These pieces are put on the table as one answer: `Gesture::Place`. Each stands where it is proposed, to be dragged; with
    /// its whole body if bodies are put down `whole`.
    Place { pieces: Vec<(PieceId, Rect)>, zones: Vec<Vec<Vec2>>, may_leave_out: bool, whole: bool },
    /// Any number of these, within limits that the umpire judges: (label, how many are chosen in the proposal).
    Pick { items: Vec<PickItem> },
    /// A piece of terrain is laid: `Gesture::Lay`. The shape that is proposed, to be dragged and turned.
    Lay { shape: LayShape },
    /// A length between two bounds in mm: `Gesture::Length`.
    Length { least: f64, most: f64, proposed: f64 },
}

#[derive(Clone, Debug, PartialEq)]
pub struct PickItem {
    pub label: String,
    pub detail: String,
    pub chosen: u8,
    pub most: u8,
}

/// What is being laid, in table coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct LayShape {
    pub kind: GroundKind,
    pub outline: Vec<Vec2>,
    pub line: Vec<Vec2>,
    pub width: f64,
    /// Handles may be added, drawn and moved one by one.
    pub points_move: bool,
    /// Between which widths it may be drawn, in mm; none if its width is given.
    pub widths: Option<(f64, f64)>,
    /// Ways to lay it among which the player chooses, such as with a bridge or with a ford; and the one chosen.
    pub options: Vec<String>,
    pub option: usize,
}

/// An answer to press.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerView<C> {
    pub label: String,
    /// What happens then.
    pub detail: String,
    pub rule: Option<RuleId>,
    pub choice: C,
    /// A piece that stands for it on the table: clicking it answers too.
    pub piece: Option<PieceId>,
    /// Where pieces would end.
    pub ghosts: Vec<(PieceId, Rect)>,
    /// What the dice may bring.
    pub odds: Option<OddsView>,
    /// The usual answer: the key Space.
    pub primary: bool,
}

/// Exact chances, best for the asked side first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsView {
    pub outcomes: Vec<OutcomeView>,
    /// Each factor of each side, with its rule.
    pub tallies: Vec<TallyView>,
    /// False if they were sampled.
    pub exact: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeView {
    pub label: String,
    /// From 0 to 1.
    pub chance: f64,
    /// Good (1), indifferent (0) or bad (-1) for the side that is asked.
    pub favour: i8,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallyView {
    pub heading: String,
    pub lines: Vec<TallyLine>,
    pub total: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TallyLine {
    pub rule: RuleId,
    pub text: String,
    /// With its sign: `+2`, `−1`; empty for what only explains.
    pub value: String,
}

/// A move, placing or answer that is not yet confirmed, with the umpire's word on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch<C> {
    pub choice: C,
    pub light: Light,
    /// Where pieces would end; also for a refused one, so that the hand can be followed.
    pub ghosts: Vec<(PieceId, Rect)>,
    /// `Advance 60 of 80 mm`.
    pub summary: String,
    /// Distance used and allowed, in mm.
    pub used: f64,
    pub allowed: f64,
    /// `2 of 5 PIGs`.
    pub cost: Option<String>,
    /// Why it is refused, or what it brings with it.
    pub reasons: Vec<ReasonLine>,
    /// What the dice may bring, if they are thrown for it.
    pub odds: Option<OddsView>,
    /// What may be changed by numbers.
    pub action: Option<ActionView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Light {
    Legal,
    /// Legal, with a consequence.
    Amber,
    Refused,
}

/// A kind of move that the selected pieces could make, with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionView {
    /// Stable, for `Gesture::Act` and for tests.
    pub key: &'static str,
    pub label: String,
    /// The letter and the arrow that begin it, if it has one.
    pub shortcut: Option<char>,
    pub arrow: Option<Arrow>,
    pub fields: Vec<FieldView>,
}

/// Letters that mean the same on every table; no game begins a move with one of them.
pub const TABLE_LETTERS: [char; 16] =
    ['A', 'C', 'F', 'G', 'I', 'L', 'M', 'N', 'O', 'P', 'R', 'S', 'U', 'V', 'W', 'Z'];

/// The arrow keys: one ahead, farther with each press and less far with the arrow back, and one to each hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    Ahead,
    Left,
    Right,
}

/// How a game is handled at the table: its words, its zones, its letters, and what can be taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// One piece, and several.
    pub piece: &'static str,
    pub pieces: &'static str,
    /// What moves together.
    pub body: &'static str,
    /// A click takes up one piece, a second its body; else it is the other way round.
    pub piece_first: bool,
    /// A piece can be moved without the rest of its body.
    pub moves_alone: bool,
    /// Several moves can be made at the same moment: `Gesture::Together`.
    pub moves_together: bool,
    /// Zones worth a switch in this game, with their names.
    pub zones: Vec<(ZoneKind, &'static str)>,
    /// Letters that begin a move, with what they begin.
    pub shortcuts: Vec<(char, &'static str)>,
}

/// A number or a choice among words that an action needs.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldView {
    pub key: &'static str,
    pub label: String,
    /// `mm`, `°` or empty.
    pub unit: &'static str,
    pub value: f64,
    pub least: f64,
    pub most: f64,
    pub step: f64,
    /// Words for the values 0, 1, 2 …; empty for a number.
    pub words: Vec<String>,
}

/// What the hand does to the selected pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    pub grip: Grip,
    /// Where the pointer went down, and where it is, in mm.
    pub from: Vec2,
    pub to: Vec2,
    /// A free move where the pieces may make one, rather than straight ahead.
    pub free: bool,
}

/// Where the selected body was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    Body,
    /// The front corner on this side of the body: it wheels about the other one.
    Corner(Hand),
    /// The handle that turns the pieces about their middle.
    Spin,
    /// The flank on this side: outwards the body grows wider, inwards narrower.
    Flank(Hand),
    /// The handle that slides the body aside on its way ahead.
    Slide,
    /// The handle by which the body goes aslant and ends with the front it had.
    Aslant,
}

/// A handle at the body that is taken up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandleView {
    pub grip: Grip,
    /// What dragging it does.
    pub title: &'static str,
}

/// Kinds of zones that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ZoneKind {
    /// Zones of control or restricted areas.
    Control,
    Shooting,
    Command,
    /// How far it could go straight ahead into contact.
    Threat,
    Gaps,
}

/// A shape laid over the table.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneView {
    pub kind: ZoneKind,
    pub owner: Side,
    /// Closed outlines; a circle is given by many points.
    pub outline: Vec<Vec2>,
    pub title: String,
    pub rule: Option<RuleId>,
}

/// A line of two bases in contact or a mark at a place of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct FightView {
    pub at: Vec2,
    pub pieces: [PieceId; 2],
    pub odds: Option<OddsView>,
}

/// What somebody sees, read only: the rules, the state as he may see it, and the names of the pieces.
#[derive(Debug)]
pub struct Sight<'a, R: Ruleset> {
    pub rules: &'a R,
    pub state: &'a R::State,
    pub names: &'a Names,
}

impl<R: Ruleset> Clone for Sight<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Sight<'_, R> {}

impl<'a, R: Ruleset> Sight<'a, R> {
    pub fn new(rules: &'a R, state: &'a R::State, names: &'a Names) -> Self {
        Sight { rules, state, names }
    }

    /// The same rules and names before another state.
    pub fn at<'b>(self, state: &'b R::State) -> Sight<'b, R>
    where
        'a: 'b,
    {
        Sight { rules: self.rules, state, names: self.names }
    }

    pub fn check(self, choice: &R::Choice) -> Verdict<R> {
        self.rules.check(self.state, choice)
    }
}

/// What a player means to do, by hand, by numbers or by an answer, before he confirms it.
#[derive(Clone, Debug)]
pub enum Gesture<'a, C> {
    /// Pieces drawn by the hand: the legal move that follows the pointer best, snapped to contact, or the refused one
    /// that was meant, with the reason. If a sketch has been drawn `before` and the pieces may make a move of several
    /// legs, the hand goes on from where it ended.
    Drag { pieces: &'a [PieceId], before: Option<C>, drag: Drag },
    /// A move by its numbers, in the order of the action's fields.
    Act { pieces: &'a [PieceId], action: &'a str, values: &'a [f64] },
    /// Several moves that were sketched one by one, made at the same moment.
    Together(Vec<C>),
    /// The answer to a question of mode `Place`.
    Place(&'a [(PieceId, Pose)]),
    /// The answer to a question of mode `Pick`: how many of each item.
    Pick(&'a [u8]),
    /// The answer to a question of mode `Lay`: the shape where the hand has put it.
    Lay(&'a LayShape),
    /// The answer to a question of mode `Length`, in mm.
    Length(f64),
    /// Any choice, such as one that a computer player proposes.
    Choice(C),
}

/// A game that a page can show and play.
pub trait Shown: Told {
    fn manner() -> Manner;

    fn board(seen: Sight<'_, Self>) -> BoardView;

    /// Every piece that is seen, rear ones first.
    fn pieces(seen: Sight<'_, Self>) -> Vec<PieceView>;

    /// Pieces of the viewer that wait to be put on the table.
    fn reserve(seen: Sight<'_, Self>) -> Vec<PieceView>;

    /// Whether this side sees something now that must not be seen by the other player at the same screen.
    fn hides(seen: Sight<'_, Self>, side: Side) -> bool {
        Self::pieces(seen).iter().any(|piece| piece.hidden && piece.side == side)
    }

    fn card(seen: Sight<'_, Self>, piece: PieceId) -> Option<CardView>;

    fn standing(seen: Sight<'_, Self>, setup: &Self::Setup) -> StandingView;

    /// All that moves together with a piece: its group.
    fn body(seen: Sight<'_, Self>, piece: PieceId) -> Vec<PieceId>;

    /// What could move as one with these pieces: their bodies; if it is these already, the largest line they can form.
    fn gathered(seen: Sight<'_, Self>, pieces: &[PieceId]) -> Vec<PieceId> {
        pieces.first().map(|piece| Self::body(seen, *piece)).unwrap_or_default()
    }

    /// The zones of these pieces; of all if none is named.
    fn zones(seen: Sight<'_, Self>, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView>;

    /// Combats that stand now, with their forecast.
    fn fights(seen: Sight<'_, Self>) -> Vec<FightView>;

    fn question(seen: Sight<'_, Self>, side: Side, prompt: &Self::Prompt) -> Question<Self::Choice>;

    /// The kinds of moves that these pieces could try, with sensible numbers; those that no distance makes legal
    /// are left out.
    fn actions(seen: Sight<'_, Self>, pieces: &[PieceId]) -> Vec<ActionView>;

    /// The handles by which these pieces could be moved now, besides being dragged themselves.
    fn handles(seen: Sight<'_, Self>, pieces: &[PieceId]) -> Vec<HandleView>;

    /// What the owner of these pieces should look at as they stand, such as a flank that lies open: one line each.
    fn advice(seen: Sight<'_, Self>, pieces: &[PieceId]) -> Vec<ReasonLine>;

    /// What is meant, with the umpire's word on it; none if the game knows no such thing, or nothing is meant.
    fn sketch(seen: Sight<'_, Self>, gesture: Gesture<'_, Self::Choice>) -> Option<Sketch<Self::Choice>>;

    /// Pieces that are being put down, in so many files more or fewer; nothing if they stand in no files.
    fn widened(_seen: Sight<'_, Self>, _poses: &[(PieceId, Pose)], _more: i8) -> Vec<(PieceId, Pose)> {
        Vec::new()
    }
}

impl<'a, C> Gesture<'a, C> {
    /// The same gesture with its choices written otherwise; none if one of them cannot be.
    pub fn map<D>(self, into: impl Fn(C) -> Option<D>) -> Option<Gesture<'a, D>> {
        Some(match self {
            Gesture::Drag { pieces, before: None, drag } => Gesture::Drag { pieces, before: None, drag },
            Gesture::Drag { pieces, before: Some(before), drag } => {
                Gesture::Drag { pieces, before: Some(into(before)?), drag }
            }
            Gesture::Act { pieces, action, values } => Gesture::Act { pieces, action, values },
            Gesture::Together(choices) => {
                Gesture::Together(choices.into_iter().map(into).collect::<Option<_>>()?)
            }
            Gesture::Place(poses) => Gesture::Place(poses),
            Gesture::Pick(counts) => Gesture::Pick(counts),
            Gesture::Lay(shape) => Gesture::Lay(shape),
            Gesture::Length(length) => Gesture::Length(length),
            Gesture::Choice(choice) => Gesture::Choice(into(choice)?),
        })
    }
}

impl<C> Question<C> {
    /// The same question with its choices written otherwise.
    pub fn map<D>(self, into: impl Fn(C) -> D) -> Question<D> {
        let Question { side, text, detail, rule, mode, answers, aside, about, room, secret } = self;
        let answers = answers.into_iter().map(|answer| answer.map(&into)).collect();
        let aside = aside.into_iter().map(|answer| answer.map(&into)).collect();
        Question { side, text, detail, rule, mode, answers, aside, about, room, secret }
    }
}

impl<C> AnswerView<C> {
    fn map<D>(self, into: impl Fn(C) -> D) -> AnswerView<D> {
        let AnswerView { label, detail, rule, choice, piece, ghosts, odds, primary } = self;
        AnswerView { label, detail, rule, choice: into(choice), piece, ghosts, odds, primary }
    }
}

impl<C> Sketch<C> {
    /// The same sketch with its choice written otherwise.
    pub fn map<D>(self, into: impl FnOnce(C) -> D) -> Sketch<D> {
        let Sketch { choice, light, ghosts, summary, used, allowed, cost, reasons, odds, action } = self;
        Sketch { choice: into(choice), light, ghosts, summary, used, allowed, cost, reasons, odds, action }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clashes<G: Shown>() -> Vec<char> {
        let letters = G::manner().shortcuts.into_iter().map(|(letter, _)| letter);
        letters.filter(|letter| TABLE_LETTERS.contains(letter)).collect()
    }

    #[test]
    fn no_game_takes_a_letter_of_the_table() {
        assert!(clashes::<aelian_blood_and_blades::Rules>().is_empty());
        assert!(clashes::<aelian_fog_ancients::Rules>().is_empty());
        assert!(clashes::<aelian_hail_caesar::Rules>().is_empty());
    }
}
