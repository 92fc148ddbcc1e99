//! What the umpire says: each distinct reason, of all written cases and of battles played at random, game by game.
//!
//! `crates/<game>/reasons.txt` holds the sentences with `N` for figures and `~` for names of pieces, so that a bad one is
//! seen in review. What the cases bring must be listed exactly; what the battles bring must be listed too. After a
//! deliberate change `cargo xtask golden` writes the lists anew.
//!
//! A line is the rule, what the sentence is (`no`: why something is refused; `but`: what a legal choice brings with it;
//! `why`: by what a result came about; `never`: why a position or a battle cannot be; `asked`: a question), and the
//! sentence. To read more than the test plays: `AELIAN_REASONS=20 cargo xtask golden`, so many battles of each kind.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_dice::{Generator, Sampler};
use aelian_game::{Drawn, Match, Next, Seen, SeenStep, Side, Viewer};
use aelian_geometry::Vec2;
use aelian_rulebook::RuleId;
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::{Stated, judge, read};
use aelian_view::start::{ArmyWish, BattleWish, Offered, Wish};
use aelian_view::story::{ReasonLine, tell_step};
use aelian_view::table::{Drag, Gesture, Grip, Light, Sight, Sketch};
use aelian_view::told::Names;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Decisions that are played of each battle.
const DECISIONS: usize = 250;
/// Every so many decisions the hand tries something, and something of another moment is asked.
const TRIED_EVERY: usize = 3;

#[test]
fn blood_and_blades_says_what_is_listed() {
    compare::<BloodAndBlades>(Game::BloodAndBlades);
}

#[test]
fn field_of_glory_says_what_is_listed() {
    compare::<FogAncients>(Game::FogAncients);
}

#[test]
fn hail_caesar_says_what_is_listed() {
    compare::<HailCaesar>(Game::HailCaesar);
}

/// Lists and sentences of a game, each of which is one for a player.
fn compare<R: Stated + Offered>(game: Game) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name());
    let cases = of_cases::<R>(&folder.join("cases"));
    let battles = of_battles::<R>();
    let file = folder.join("reasons.txt");
    if std::env::var_os("AELIAN_GOLDEN").is_some_and(|word| word == "write") {
        return std::fs::write(&file, written(&cases, &battles)).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let (listed, also) = text.split_once(ALSO).unwrap();
    let (listed, also): (BTreeSet<&str>, BTreeSet<&str>) = (lines(listed), lines(also));
    let new = |found: &Said| {
        let known = |line: &str| listed.contains(line) || also.contains(line);
        found.lines().into_iter().filter(|line| !known(line)).collect::<Vec<_>>()
    };
    let (cases_new, battles_new) = (new(&cases), new(&battles));
    assert!(cases_new.is_empty(), "not listed, said in cases:\n{}", cases_new.join("\n"));
    assert!(battles_new.is_empty(), "not listed, said in battles:\n{}", battles_new.join("\n"));
    let now = cases.lines();
    let gone: Vec<&&str> = listed.iter().filter(|line| !now.iter().any(|said| said == **line)).collect();
    assert!(gone.is_empty(), "listed, but no case brings it any more:\n{gone:#?}");
    let faulty: Vec<String> =
        cases.0.iter().chain(&battles.0).filter_map(|(line, said)| fault(line, said)).collect();
    assert!(faulty.is_empty(), "no sentence for a player:\n{}", faulty.join("\n"));
}

const ALSO: &str = "\n== in battles also\n";

fn written(cases: &Said, battles: &Said) -> String {
    let cases_say = cases.lines();
    let more: Vec<String> = battles.lines().into_iter().filter(|line| !cases_say.contains(line)).collect();
    for (line, said) in cases.0.iter().chain(&battles.0) {
        if let Some(fault) = fault(line, said) {
            println!("{fault}");
        }
    }
    format!("{}{ALSO}{}\n", cases_say.join("\n"), more.join("\n"))
}

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// Each distinct line, with the first sentence that was met of it.
#[derive(Default)]
struct Said(BTreeMap<String, String>);

impl Said {
    fn lines(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn add(&mut self, rule: &str, kind: &str, text: &str, names: &[String]) {
        let line = format!("{rule} {kind}: {}", pattern(text, names));
        self.0.entry(line).or_insert_with(|| text.replace(MARK, ""));
    }

    fn sketch<C>(&mut self, sketch: &Sketch<C>, names: &[String]) {
        let kind = if sketch.light == Light::Refused { "no" } else { "but" };
        for ReasonLine { rule, text } in &sketch.reasons {
            self.add(rule.as_str(), kind, text, names);
        }
    }
}

fn of_cases<R: Stated>(folder: &Path) -> Said {
    let mut said = Said::default();
    for path in files(folder) {
        let mut case = read::<R>(&std::fs::read_to_string(&path).unwrap()).unwrap();
        // A position that cannot be is told by the names of its setup, which bear no mark.
        let mut plain = listed(&case.names);
        plain.retain(|name| name != "a");
        case.names = marked(case.names);
        let Ok(report) = judge(&case) else { continue };
        let names = listed(&case.names);
        report.faults.iter().for_each(|one| said.add(one.rule.as_str(), "never", &one.text, &plain));
        let mut add = |kind: &str, rule: &str, text: &str| said.add(rule, kind, text, &names);
        for step in &report.steps {
            step.breaches.iter().for_each(|one| add("no", one.rule.as_str(), &one.text));
            step.consequences.iter().for_each(|one| add("but", one.rule.as_str(), &one.text));
            step.reasons.iter().for_each(|one| add("why", one.rule.as_str(), &one.text));
        }
    }
    said
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Stands before each name, so that a piece called `a` or `foot` is told from the word.
const MARK: &str = "‹";

fn marked(names: Names) -> Names {
    names.written(|name| format!("{MARK}{name}"))
}

/// All names of pieces and of other things that a match counts, the longest first.
fn listed(names: &Names) -> Vec<String> {
    let mut all: Vec<String> = names.listed().split(", ").map(str::to_owned).collect();
    all.retain(|name| !name.is_empty());
    all.sort_by_key(|name| std::cmp::Reverse(name.len()));
    all
}

/// A battle of each kind that is offered.
fn of_battles<R: Offered>() -> Said {
    let mut said = Said::default();
    let games = std::env::var("AELIAN_REASONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let offer = R::offer();
    let ready = offer.scenarios.iter().map(|scenario| BattleWish::Scenario(scenario.key.clone()));
    let usual = BattleWish::Armies(offer.usual.map(|key| ArmyWish::Ready(key.to_owned())));
    for battle in ready.chain([usual]) {
        let wish = Wish { game: R::GAME.to_owned(), battle, options: Default::default() };
        let setup = R::setup(&wish).unwrap_or_else(|faults| panic!("{faults:?}"));
        for seed in 0..games {
            play(&mut said, Match::<R>::new(setup.clone()).unwrap(), seed, games > 1);
        }
    }
    said
}

/// A battle at random; at each decision the umpire is asked about more than what is then played.
fn play<R: Offered>(said: &mut Said, mut game: Match<R>, seed: u64, whole: bool) {
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    let names = marked(R::names_in(&game));
    let all = listed(&names);
    let mut past: Vec<R::Choice> = Vec::new();
    let mut decisions = 0;
    for _ in 0..game.rules.longest() {
        let choice = match game.next() {
            Next::Over(_) => return,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { side, prompt } => {
                decisions += 1;
                if decisions > DECISIONS && !whole {
                    return;
                }
                let seen = game.rules.view(&game.state, Viewer::Side(side));
                let question = R::question(Sight::new(&game.rules, &seen, &names), side, &prompt);
                said.add(question.rule.as_ref().map_or("-", RuleId::as_str), "asked", &question.text, &all);
                if decisions % TRIED_EVERY == 0 {
                    tried::<R>(
                        said,
                        Sight::new(&game.rules, &seen, &names),
                        side,
                        (&past, &all),
                        &mut sampler,
                    );
                }
                let drawn = Drawn::proposed(&game.rules, &game.state, &mut sampler).unwrap().choice;
                past.push(drawn.clone());
                drawn
            }
        };
        let before = game.state.clone();
        game.play(&choice, &mut dice).unwrap();
        let step = SeenStep::by_umpire(&game.rules, &before, game.record.steps.last().unwrap());
        for reason in tell_step(&game.rules, &names, &mut Seen::by_umpire(before), &step).reasons {
            said.add(reason.rule.as_str(), "why", &reason.text, &all);
        }
    }
}

/// What comes of a choice of another moment, and of a hand that takes a piece somewhere.
fn tried<R: Offered>(
    said: &mut Said,
    seen: Sight<'_, R>,
    side: Side,
    (past, all): (&[R::Choice], &[String]),
    sampler: &mut Sampler,
) {
    if !past.is_empty() {
        let choice = &past[sampler.below(past.len() as u32) as usize];
        let sketch = R::sketch(seen, Gesture::Choice(choice.clone()));
        sketch.iter().for_each(|sketch| said.sketch(sketch, all));
    }
    let pieces = R::pieces(seen);
    let own: Vec<_> = pieces.iter().filter(|piece| piece.side == side).collect();
    if own.is_empty() {
        return;
    }
    let piece = own[sampler.below(own.len() as u32) as usize];
    let from = piece.rect.pose.at;
    let target = pieces[sampler.below(pieces.len() as u32) as usize].rect.pose.at;
    let part = f64::from(sampler.below(11)) / 10.0;
    let to = from + (target - from) * part + Vec2::new(f64::from(sampler.below(40)) - 20.0, 0.0);
    let body = R::body(seen, piece.id);
    let drag = Drag { grip: Grip::Body, from, to, free: sampler.below(2) == 0 };
    if let Some(sketch) = R::sketch(seen, Gesture::Drag { pieces: &body, before: None, drag }) {
        said.sketch(&sketch, all);
    }
}

/// The sentence with `N` for figures and `~` for names.
fn pattern(text: &str, names: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let begins_word = !out.ends_with(|last: char| last.is_alphanumeric());
        let name = names.iter().find(|name| begins_word && stands_alone(rest, name));
        if let Some(name) = name {
            // Of three or more that are listed, as many lines would tell the same.
            if out.ends_with("~, ~, ") {
                out.truncate(out.len() - ", ".len());
            } else {
                out.push('~');
            }
            rest = after_troop(&rest[name.len()..]);
        } else if begins_word && !in_rule_id(&out) && next.is_ascii_digit() {
            out.push('N');
            rest = after_number(rest);
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    out
}

/// A piece may be named with its troop type: `A (Reg Bd(O))`, `R1 (HF)`.
fn after_troop(text: &str) -> &str {
    let Some((troop, after)) = text.strip_prefix(" (").and_then(|text| text.split_once(')')) else {
        return text;
    };
    match after.strip_prefix(')') {
        Some(after) if troop.contains('(') && troop.len() < 20 => after,
        None if troop.len() < 5 && !troop.contains([' ', '(']) => after,
        _ => text,
    }
}

fn stands_alone(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|after| !after.starts_with(|next: char| next.is_alphanumeric()))
}

/// The figures of `HC-TGT-01` belong to its name.
fn in_rule_id(said: &str) -> bool {
    said.strip_suffix('-').is_some_and(|said| said.ends_with(|last: char| last.is_ascii_uppercase()))
}

fn after_number(text: &str) -> &str {
    let whole = text.trim_start_matches(|next: char| next.is_ascii_digit());
    match whole.strip_prefix('.') {
        Some(part) if part.starts_with(|next: char| next.is_ascii_digit()) => {
            part.trim_start_matches(|next: char| next.is_ascii_digit())
        }
        _ => whole,
    }
}

/// What is wrong with a sentence that a program can see: nothing said, traces of the program, a figure with too many
/// places, refused though it is within the limit.
fn fault(line: &str, text: &str) -> Option<String> {
    const TRACES: [&str; 12] =
        ["Some(", "None", "{", "}", "_", "::", "#", ": none", "NaN", "null", "  ", " ,"];
    let sentence = line.split_once(": ").map_or("", |(_, sentence)| sentence);
    let says =
        sentence.split([' ', ',']).any(|word| !matches!(word, "" | "~" | "and" | "N" | "red" | "blue"));
    let trace = TRACES.iter().find(|trace| text.contains(**trace));
    let wrong = if !says {
        "nothing is said"
    } else if trace.is_some() || is_debug(text) {
        "a trace of the program"
    } else if has_long_fraction(text) {
        "a figure with too many places"
    } else if refuses(line) && is_contradiction(text) {
        "it is within the limit"
    } else {
        return None;
    };
    Some(format!("{wrong}: {line} ({text})"))
}

/// `Ground(Good)`: a name of the program with what is in it.
fn is_debug(text: &str) -> bool {
    let mut words = text.split(' ');
    words.any(|word| {
        let Some((name, within)) = word.split_once('(') else { return false };
        let is_grade = within.find(')') == Some(1);
        name.starts_with(|first: char| first.is_ascii_uppercase()) && !is_grade
    })
}

fn has_long_fraction(text: &str) -> bool {
    let mut parts = text.split('.').skip(1);
    parts.any(|part| part.len() - part.trim_start_matches(|next: char| next.is_ascii_digit()).len() > 2)
}

fn refuses(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(before, _)| before.ends_with(" no") || before.ends_with(" never"))
}

/// A refusal by which what is asked for would be allowed.
fn is_contradiction(text: &str) -> bool {
    let at_most = text.split_once(", and at most ").or_else(|| text.split_once(", at most "));
    let is_within = |(found, most): (&str, &str)| found_before(found) <= first_figure(most);
    if let Some((needed, after)) = text.split_once(" needed, ") {
        after.contains("allowed") && is_within((needed, after)) && first_figure(after).is_some()
    } else if let Some((found, least)) = text.split_once(" is less than ") {
        first_figure(least).is_some() && found_before(found) >= first_figure(least)
    } else {
        at_most.is_some_and(|(found, most)| found_before(found).is_some() && is_within((found, most)))
    }
}

/// The figure that stands last, or that before `of` the whole: 3 in `red: 3 cavalry of 8 units`.
fn found_before(text: &str) -> Option<f64> {
    let part = text.rsplit_once(" of ").map(|(part, _)| part).filter(|part| figures(part).next().is_some());
    figures(part.unwrap_or(text)).last()
}

fn first_figure(text: &str) -> Option<f64> {
    figures(text).next()
}

fn figures(text: &str) -> impl Iterator<Item = f64> {
    text.split(' ').filter_map(|word| word.trim_end_matches(|end: char| !end.is_ascii_digit()).parse().ok())
}

#[test]
fn figures_and_names_are_left_out() {
    let names = ["Hastati II".to_owned(), "A".to_owned()];
    assert_eq!(pattern("A (Reg Bd(O)) recoils", &names), "~ recoils");
    assert_eq!(pattern("A (HF), A, A, A and A", &names), "~, ~ and ~");
    let said = "Hastati II is 12.5 MU from A, within 3 of A1 (FA-RA-01).";
    assert_eq!(pattern(said, &names), "~ is N MU from ~, within N of A1 (FA-RA-01).");
    let called = listed(&marked(Names::new(vec!["a".to_owned()])));
    assert_eq!(pattern("‹a (HF): a second move", &called), "~: a second move");
}

#[test]
fn what_is_no_sentence_is_found() {
    let wrong = |text: &str| fault(&format!("HC-TGT-01 no: {text}"), text).is_some();
    for bad in [
        "",
        "~",
        "~ and ~",
        "Ground(Good) here",
        "0.30000004 MU away",
        "150 mm needed, 150 mm allowed",
        "A: 140 mm needed, 150 mm allowed",
        "5.5 inches, and at most 6",
        "2 cavalry of 8 units, at most 2",
        "12.0°, at most 45.0°",
        "3 MU is less than 2 MU",
        "move_unit",
    ] {
        assert!(wrong(bad), "{bad}");
    }
    for good in [
        "~ is fighting",
        "160 mm needed, 150 mm allowed",
        "2.25 MU from ~",
        "7 inches, and at most 6",
        "3 cavalry of 8 units, at most 2",
        "1.5 MU is less than 2 MU",
    ] {
        assert!(!wrong(good), "{good}");
    }
}
