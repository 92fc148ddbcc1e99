//! Reading a case file: the shell that all games share. What a position is, each game says.

use super::expect::Expect;
use super::sound;
use super::stated::Stated;
use super::tree::{Tree, Way};
use crate::told::Names;
use aelian_rulebook::{RuleId, book_of};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fmt;

/// Something wrong with a file: where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub line: Option<usize>,
    pub place: String,
    pub message: String,
}

/// Everything that is wrong with a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.message)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Fault::to_string).collect();
        write!(f, "{}", lines.join("\n"))
    }
}

impl std::error::Error for Faults {}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Faults(vec![fault])
    }
}

/// A case: where it stands, what is done, what is asked.
#[derive(Clone, Debug)]
pub struct CaseFile<R: Stated> {
    pub title: String,
    pub rules: Vec<RuleId>,
    /// Rules by which the position itself must be refused, such as armies that may not be fielded.
    pub faults: Vec<RuleId>,
    pub setup: R::Setup,
    pub names: Names,
    pub steps: Vec<CaseStep<R>>,
    pub questions: Vec<Put<R>>,
}

/// A question, and what the answer must hold.
#[derive(Clone, Debug)]
pub struct Put<R: Stated> {
    pub question: Question<R>,
    /// Each must be part of a line of the answer.
    pub expect: Vec<String>,
    /// Whether each line must hold one of them.
    pub only: bool,
}

/// One choice with its dice and what is expected.
#[derive(Clone, Debug)]
pub struct CaseStep<R: Stated> {
    /// Answers to questions that are asked before the choice.
    pub before: Vec<R::Choice>,
    pub choice: R::Choice,
    /// Answers to questions that are asked while what follows the choice is carried out.
    pub then: Vec<R::Choice>,
    /// Nobody is asked for the choice: it is judged where it last was of its time.
    pub unasked: bool,
    pub dice: Vec<u8>,
    pub expect: Expect,
}

impl<R: Stated> CaseStep<R> {
    /// A choice by itself.
    pub fn of(choice: R::Choice) -> Self {
        let (before, then, dice) = (Vec::new(), Vec::new(), Vec::new());
        CaseStep { before, choice, then, unasked: false, dice, expect: Expect::default() }
    }
}

/// What the umpire is asked besides, at the end of the steps.
#[derive(Clone, Debug)]
pub enum Question<R: Stated> {
    /// What may this side (or this base) do?
    May { base: Option<String> },
    /// A question of the game's own, such as the targets of a shooter.
    Game { word: String, base: Option<String> },
    /// What would this choice cost and lead to?
    Would { choice: R::Choice },
    /// What are the odds of this choice?
    Odds { choice: R::Choice },
}

/// The keys of the shell; everything else belongs to the game.
#[derive(Deserialize)]
struct Shell {
    title: String,
    game: String,
    #[serde(default)]
    rules: Vec<RuleId>,
    #[serde(default)]
    faults: Vec<RuleId>,
    #[serde(default)]
    #[allow(dead_code)]
    note: Option<String>,
}

/// The game named in a case file.
pub fn game_of(text: &str) -> Result<String, Faults> {
    let tree = Tree::parse(text)?;
    match tree.value().get("game") {
        Some(Value::String(game)) => Ok(game.clone()),
        _ => Err(Fault {
            line: Some(1),
            place: "game".to_owned(),
            message: "the file must name its game, as game = \"blood-and-blades\"".to_owned(),
        }
        .into()),
    }
}

/// Reads a case file; all faults that can be told apart are told together.
pub fn read<R: Stated>(text: &str) -> Result<CaseFile<R>, Faults> {
    let tree = Tree::parse(text)?;
    let Value::Object(mut root) = tree.value() else { return Err(Faults::default()) };
    let shell = take_shell(&tree, &mut root)?;
    if shell.game != R::GAME {
        let message = format!("this file is about `{}`, not `{}`", shell.game, R::GAME);
        return Err(Fault { line: Some(tree.line(&[key("game")])), place: "game".to_owned(), message }.into());
    }
    let steps = take_steps(&tree, &mut root)?;
    let questions = root.remove("ask");
    if let Some((way, _)) = steps.first().filter(|_| !shell.faults.is_empty()) {
        let message = "a position that cannot be has no steps: leave out either `faults` or the choices";
        return Err(at(&tree, way, message.to_owned()).into());
    }
    let (setup, names) = R::case_setup(&tree, root)?;
    let mut faults = Vec::new();
    let steps = collect(&mut faults, steps.into_iter().map(|step| read_step::<R>(&tree, &names, step)));
    let questions = read_questions::<R>(&tree, &names, questions, &mut faults);
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    let Shell { title, rules, faults, .. } = shell;
    Ok(CaseFile { title, rules, faults, setup, names, steps, questions })
}

fn take_shell(tree: &Tree<'_>, root: &mut Map<String, Value>) -> Result<Shell, Fault> {
    let mut shell = Map::new();
    for name in ["title", "game", "rules", "faults", "note"] {
        if let Some(value) = root.remove(name) {
            shell.insert(name.to_owned(), value);
        }
    }
    tree.typed(Value::Object(shell), &[])
}

/// A fault of what stands at the end of a way.
fn at(tree: &Tree<'_>, way: &[Way], message: String) -> Fault {
    Fault { line: Some(tree.line(way)), place: super::tree::place(way), message }
}

/// The keys of a step.
const STEP: [&str; 6] = ["before", "choice", "then", "unasked", "dice", "expect"];

/// A step as it is written, and where it stands.
type Written = (Vec<Way>, Map<String, Value>);

/// Either one choice at the top of the file, or a list of steps.
fn take_steps(tree: &Tree<'_>, root: &mut Map<String, Value>) -> Result<Vec<Written>, Fault> {
    let mut steps = Vec::new();
    let mut single = Map::new();
    for name in STEP {
        if let Some(value) = root.remove(name) {
            single.insert(name.to_owned(), value);
        }
    }
    if !single.is_empty() {
        steps.push((Vec::new(), single));
    }
    let list = match root.remove("step") {
        None => Vec::new(),
        Some(Value::Array(list)) => list,
        Some(_) => {
            return Err(at(tree, &[key("step")], "there may be several steps: write [[step]]".to_owned()));
        }
    };
    for (number, step) in list.into_iter().enumerate() {
        let way = vec![key("step"), Way::At(number)];
        match step {
            Value::Object(step) => steps.push((way, step)),
            _ => return Err(at(tree, &way, "a step is a table with a `choice`".to_owned())),
        }
    }
    Ok(steps)
}

fn read_step<R: Stated>(
    tree: &Tree<'_>,
    names: &Names,
    (way, mut step): (Vec<Way>, Map<String, Value>),
) -> Result<CaseStep<R>, Fault> {
    let mut part = |name: &str| (step.remove(name), [way.clone(), vec![key(name)]].concat());
    let (choice, choice_way) = part("choice");
    let (dice, dice_way) = part("dice");
    let (expect, expect_way) = part("expect");
    let choice = match choice {
        Some(value) => read_choice::<R>(tree, names, value, &choice_way)?,
        None => {
            let other = step.keys().next().map(|key| format!("; `{key}` is not a key of a step"));
            let message = format!("a step needs a `choice`{}", other.unwrap_or_default());
            return Err(at(tree, &way, message));
        }
    };
    let (before, before_way) = part("before");
    let (then, then_way) = part("then");
    let (unasked, unasked_way) = part("unasked");
    let before = read_answers::<R>(tree, names, before, &before_way)?;
    let then = read_answers::<R>(tree, names, then, &then_way)?;
    let unasked = unasked.map_or(Ok(false), |value| tree.typed(value, &unasked_way))?;
    let dice: Vec<u8> = dice.map_or(Ok(Vec::new()), |value| tree.typed(value, &dice_way))?;
    let expect = expect.map_or(Ok(Expect::default()), |value| tree.typed(value, &expect_way))?;
    if let Some(fault) = not_to_be::<R>(tree, names, &expect, &expect_way) {
        return Err(fault);
    }
    if let Some(left) = step.keys().next() {
        let message = format!("`{left}` is not a key of a step; known are {}", STEP.join(", "));
        return Err(at(tree, &way, message));
    }
    Ok(CaseStep { before, choice, then, unasked, dice, expect })
}

/// A list of choices.
fn read_answers<R: Stated>(
    tree: &Tree<'_>,
    names: &Names,
    answers: Option<Value>,
    way: &[Way],
) -> Result<Vec<R::Choice>, Fault> {
    let list = match answers {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(at(tree, way, "this is a list of choices: write [CHOICE, CHOICE]".to_owned())),
    };
    let read = |(number, value)| read_choice::<R>(tree, names, value, &[way, &[Way::At(number)]].concat());
    list.into_iter().enumerate().map(read).collect()
}

/// The first expectation that nothing could ever meet or break: rules that there are not, events and facts that cannot be.
fn not_to_be<R: Stated>(tree: &Tree<'_>, names: &Names, expect: &Expect, way: &[Way]) -> Option<Fault> {
    let under = |name: &str| [way, &[key(name)]].concat();
    for (list, rules) in [("cites", &expect.cites), ("cites_not", &expect.cites_not)] {
        // The book of the game, or of its battles.
        let own = |rule: &RuleId| book_of(*rule).filter(|book| book.game.starts_with(R::GAME));
        let known = |rule: &RuleId| own(rule).and_then(|book| book.find(*rule)).is_some();
        if let Some(rule) = rules.iter().find(|rule| !known(rule)) {
            return Some(at(tree, &under(list), format!("{rule} is no rule of the book of this game")));
        }
    }
    let events = [("events", &expect.events), ("events_not", &expect.events_not)];
    let facts = [("facts", &expect.facts), ("facts_not", &expect.facts_not)];
    let events = events
        .iter()
        .flat_map(|(list, parts)| sound::faults::<R::Event>(tree, names, parts, &under(list), "event"));
    let facts = facts
        .iter()
        .flat_map(|(list, parts)| sound::faults::<R::Fact>(tree, names, parts, &under(list), "fact"));
    events.chain(facts).next()
}

pub(super) fn read_choice<R: Stated>(
    tree: &Tree<'_>,
    names: &Names,
    value: Value,
    way: &[Way],
) -> Result<R::Choice, Fault> {
    let value = R::case_choice(names.chosen(value));
    let unread = super::tree::unread::<R::Choice>(&value);
    let choice = tree.typed(value, way).map_err(|fault| unnamed(names, fault))?;
    match unread.first() {
        Some(inner) => Err(not_a_key(tree, &[way, inner].concat())),
        None => Ok(choice),
    }
}

/// A key that a choice does not know.
fn not_a_key(tree: &Tree<'_>, way: &[Way]) -> Fault {
    let last = way.iter().rev().find_map(|step| match step {
        Way::Key(key) => Some(key.as_str()),
        Way::At(_) => None,
    });
    at(tree, way, format!("`{}` is not a key of this choice", last.unwrap_or_default()))
}

/// A text that stands where a number of a piece should is a name that nobody bears.
fn unnamed(names: &Names, fault: Fault) -> Fault {
    let name = fault.message.strip_prefix("invalid type: string \"").and_then(|rest| rest.split_once('"'));
    match name {
        Some((name, rest)) if fault.place.ends_with("facing") && rest.contains("array of length 2") => {
            let message = format!(
                "`{name}` is no direction: degrees clockwise from north, a word such as `north-east`, or [x, y]"
            );
            Fault { message, ..fault }
        }
        Some((name, rest)) if rest.starts_with(", expected u") => {
            let message = format!("nobody is named `{name}`; known are {}", names.listed());
            Fault { message, ..fault }
        }
        _ => fault,
    }
}

fn read_questions<R: Stated>(
    tree: &Tree<'_>,
    names: &Names,
    questions: Option<Value>,
    faults: &mut Vec<Fault>,
) -> Vec<Put<R>> {
    let list = match questions {
        None => return Vec::new(),
        Some(Value::Array(list)) => list,
        Some(one) => vec![one],
    };
    let read = list.into_iter().enumerate().map(|(at, value)| {
        let way = [key("ask"), Way::At(at)];
        read_question::<R>(tree, names, value, &way)
    });
    collect(faults, read)
}

/// What may be asked, each in a table of its own.
const ASKED: &str = "ask either { would = CHOICE }, { odds = CHOICE } or { question = \"may A\" }; \
                     beside it may stand expect = [\"part of a line\"] and only = true";

fn read_question<R: Stated>(
    tree: &Tree<'_>,
    names: &Names,
    value: Value,
    way: &[Way],
) -> Result<Put<R>, Fault> {
    let wrong = |message: String| at(tree, way, message);
    match value {
        Value::String(text) => {
            Ok(Put { question: in_words(names, &text).map_err(wrong)?, expect: Vec::new(), only: false })
        }
        Value::Object(mut table) => {
            let expect = table.remove("expect");
            let expect = expect.map_or(Ok(Vec::new()), |value| match value {
                Value::String(line) => Ok(vec![line]),
                lines => tree.typed(lines, &[way, &[key("expect")]].concat()),
            })?;
            let only = table.remove("only");
            let only = only.map_or(Ok(false), |value| tree.typed(value, &[way, &[key("only")]].concat()))?;
            let mut rest = table.into_iter();
            let question = match (rest.next(), rest.next()) {
                (Some(_), Some((other, _))) => {
                    return Err(wrong(format!("{ASKED}; `{other}` is one too many")));
                }
                (Some((word, value)), None) if word == "would" => {
                    Question::Would { choice: read_choice::<R>(tree, names, value, way)? }
                }
                (Some((word, value)), None) if word == "odds" => {
                    Question::Odds { choice: read_choice::<R>(tree, names, value, way)? }
                }
                (Some((word, Value::String(text))), None) if word == "question" => {
                    in_words(names, &text).map_err(wrong)?
                }
                _ => return Err(wrong(ASKED.to_owned())),
            };
            Ok(Put { question, expect, only })
        }
        _ => Err(wrong("a question is a text such as \"may A\" or a table".to_owned())),
    }
}

/// A question that is a text: a word, and whom it is asked of.
fn in_words<R: Stated>(names: &Names, text: &str) -> Result<Question<R>, String> {
    let (word, base) = match text.split_once(' ') {
        Some((word, base)) => (word.to_owned(), Some(base.trim().to_owned())),
        None => (text.to_owned(), None),
    };
    if let Some(name) = base.as_deref().filter(|name| names.find(name).is_none()) {
        return Err(format!("no base is named `{name}`; known are {}", names.listed()));
    }
    Ok(match word.as_str() {
        "may" => Question::May { base },
        _ => Question::Game { word, base },
    })
}

/// Keeps what could be read and gathers the faults of the rest.
fn collect<T>(faults: &mut Vec<Fault>, read: impl Iterator<Item = Result<T, Fault>>) -> Vec<T> {
    read.filter_map(|item| item.map_err(|fault| faults.push(fault)).ok()).collect()
}

pub(crate) fn key(name: &str) -> Way {
    Way::Key(name.to_owned())
}
