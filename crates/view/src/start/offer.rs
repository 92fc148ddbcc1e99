//! What a game offers to a start page, and what a player has chosen there: plain structs.

use aelian_game::Side;
use aelian_rulebook::RuleId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as the start page names it: nothing that needs its rules, so that every page can show it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameCard {
    /// Its name in records and commands.
    pub game: &'static str,
    pub title: &'static str,
    pub years: &'static str,
    /// What kind of game it is, in two lines.
    pub about: &'static str,
    /// Who wrote the rules, and their licence.
    pub credit: &'static str,
    pub picture: Vec<PictureRow>,
}

/// What can be played of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOffer {
    /// Its name in records and commands.
    pub game: &'static str,
    /// Battles that are ready to be fought, with their armies and their table; none if the game has none yet.
    pub scenarios: Vec<ScenarioOffer>,
    /// Ready armies for an open battle.
    pub armies: Vec<ArmyOffer>,
    /// The keys of the armies that are proposed, Red's first.
    pub usual: [&'static str; 2],
    /// What an army file is called and ends with, if a player can bring his own.
    pub army_file: Option<&'static str>,
    /// How an open battle is set up, in a few words.
    pub set_up: &'static str,
    pub options: Vec<OptionGroup>,
    /// The guided first battle.
    pub lesson: Option<LessonOffer>,
}

/// A battle that can be fought as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOffer {
    pub key: String,
    pub title: String,
    /// `218 BC`.
    pub years: String,
    /// A paragraph: who met, why, and what is to be done.
    pub about: String,
    /// The table and the size of the armies: `72 × 48 MU, 11 groups a side`.
    pub size: String,
    /// How long it takes: `3 hours`.
    pub length: String,
    /// Red's, then Blue's.
    pub armies: [ArmyOffer; 2],
    pub picture: Vec<PictureRow>,
}

/// Bases side by side on a small picture, which is 560 wide and 190 high.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureRow {
    pub side: Side,
    /// The figure of `figures.svg`, how many stand on a base, and how many bases stand in the row.
    pub figure: &'static str,
    pub figures: u8,
    pub bases: u8,
    /// The middle of the row, and the degrees by which it is turned from facing up.
    pub at: (f64, f64),
    pub turned: f64,
}

/// Kinds of troops that a picture shows of each side, and bases of each.
const KINDS: usize = 3;
const MOST_BASES: u8 = 3;

impl PictureRow {
    /// The first kinds of troops of both sides, drawn up opposite each other: the side, the figure, figures on a base,
    /// bases. Three kinds have two bases each at the most, so that they find room side by side.
    pub fn drawn_up(troops: impl Iterator<Item = (Side, &'static str, u8, u8)> + Clone) -> Vec<PictureRow> {
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let mut kinds: Vec<(&'static str, u8, u8)> = Vec::new();
            for (_, figure, figures, bases) in troops.clone().filter(|troop| troop.0 == side) {
                if kinds.len() < KINDS && !kinds.iter().any(|kind| kind.0 == figure) {
                    kinds.push((figure, figures, bases));
                }
            }
            let most = if kinds.len() == KINDS { 2 } else { MOST_BASES };
            let (y, turned) = if side == Side::Red { (134.0, 0.0) } else { (56.0, 180.0) };
            let step = 530.0 / kinds.len().max(1) as f64;
            for (at, (figure, figures, bases)) in kinds.into_iter().enumerate() {
                let x = 15.0 + step * (at as f64 + 0.5);
                rows.push(PictureRow { side, figure, figures, bases: bases.min(most), at: (x, y), turned });
            }
        }
        rows
    }
}

/// A ready army, or one that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmyOffer {
    pub key: String,
    pub name: String,
    pub years: String,
    pub about: String,
    /// What it costs, with the game's unit.
    pub points: String,
    pub troops: Vec<TroopOffer>,
}

/// So many bases or units of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct TroopOffer {
    pub figure: &'static str,
    pub figures: u8,
    /// What the army list calls them.
    pub name: String,
    /// What they are in the game, in words and by their sign.
    pub kind: String,
    pub count: usize,
}

/// Options that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionGroup {
    pub title: &'static str,
    pub about: &'static str,
    /// Few will want to change them: they are shown on demand.
    pub folded: bool,
    pub options: Vec<OptionOffer>,
}

/// Something that players agree on before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionOffer {
    pub key: &'static str,
    pub label: String,
    /// What it means; if empty, and where no rule is named, the rulebook says it under the same key.
    pub detail: String,
    pub rule: Option<RuleId>,
    /// The book does not give it.
    pub house: bool,
    pub kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    Switch {
        on: bool,
    },
    /// Keys with their words; the first is the usual one.
    Words(Vec<(String, String)>),
    /// A number or a list of numbers, as text.
    Text(String),
}

impl OptionKind {
    /// The usual value, as a wish would write it.
    pub fn usual(&self) -> String {
        match self {
            OptionKind::Switch { on } => if *on { "yes" } else { "no" }.to_owned(),
            OptionKind::Words(words) => words.first().map(|(key, _)| key.clone()).unwrap_or_default(),
            OptionKind::Text(text) => text.clone(),
        }
    }
}

/// A short battle that teaches the table by playing on it.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonOffer {
    pub title: &'static str,
    /// What it is and how long it takes.
    pub about: &'static str,
    /// The side of the player.
    pub side: Side,
    pub parts: Vec<LessonPart>,
}

/// One thing to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LessonPart {
    pub title: &'static str,
    pub text: &'static str,
    pub until: Until,
}

impl LessonPart {
    /// How every lesson begins.
    pub const LOOK: LessonPart = LessonPart {
        title: "Look at the table",
        text: "Turn the wheel, or pinch, to come nearer. Drag the grass to move the table; 0 shows it whole.",
        until: Until::Zoomed,
    };
}

/// What shows a page that a thing was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The player has come nearer to the table, or gone away from it.
    Zoomed,
    /// Pieces were taken up.
    TakenUp,
    /// More than one piece was.
    BodyTakenUp,
    Sketched,
    /// A step was played.
    Played,
    SketchedOrPlayed,
    /// The question is no longer one for orders.
    OrdersEnded,
    DiceThrown,
    /// The question is one of this rule.
    Asks(RuleId),
    /// The question is one of this rule, and not the one with which the part began.
    AsksAgain(RuleId),
    /// A question of this rule was asked, and something was played then.
    Answered(RuleId),
    /// Somebody has come hand to hand.
    Fights,
    /// The odds of a fight were looked at.
    FightLooked,
    Over,
    /// Whichever comes first.
    Either(&'static [Until]),
}

/// What a player has chosen on the start page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    pub game: String,
    pub battle: BattleWish,
    /// Only what differs from the usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleWish {
    /// A ready battle by its key.
    Scenario(String),
    /// Two armies meet by the book: Red's, then Blue's.
    Armies([ArmyWish; 2]),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArmyWish {
    Ready(String),
    /// The text of an army file.
    File(String),
}
