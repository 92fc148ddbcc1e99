//! The sentence of a rule: what the umpire says when he gives it as a reason.
//!
//! It stands in the entry of the rule, as `says`, and from there in `sentences.rs`, which the page can carry without the
//! books. It has places for its fact: `{}` for the whole of it, `{name}` for a part, `{name:verb}` for a part with a verb
//! in agreement. A rule that has several things to say has several sentences: the first is told whose places the fact
//! fills. Beside them, `counts` is what a line of a sum says of the rule that adds it.

use crate::RuleId;
use crate::sentences::{COUNTS, SENTENCES, Sentences};

/// A fact as sentences take it up.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// All of it in words; empty where the rule alone says what is the matter.
    pub whole: &'a str,
    /// It only names or counts something, so that a sentence with `{}` must say what of it.
    pub bare: bool,
    /// A part of it by its name, and the verb that follows it.
    pub part: &'a dyn Fn(&str, Option<&str>) -> Option<String>,
}

impl std::fmt::Debug for Said<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Said").field("whole", &self.whole).field("bare", &self.bare).finish_non_exhaustive()
    }
}

/// The rule as a reason, by the first of its sentences that the fact fits; none: the fact says all.
pub fn tell(rule: RuleId, said: Said<'_>) -> Option<String> {
    of(SENTENCES, rule).find_map(|sentence| filled(sentence, said))
}

/// As `tell`, of a fact that has no parts; the fact alone where the entry has no sentence.
pub fn say(rule: RuleId, fact: &str) -> String {
    tell(rule, Said { whole: fact, bare: true, part: &|_, _| None }).unwrap_or_else(|| fact.to_owned())
}

/// What a line of a sum says of the rule that adds it.
pub fn counts(rule: RuleId) -> Option<&'static str> {
    of(COUNTS, rule).next()
}

/// All that stands under the rule in a sorted table.
fn of(tables: &'static [(&str, Sentences)], rule: RuleId) -> impl Iterator<Item = &'static str> {
    let table = tables.iter().find(|(prefix, _)| *prefix == rule.prefix()).map_or(&[][..], |(_, all)| all);
    let first = table.partition_point(|(id, _)| *id < rule.as_str());
    table.iter().skip(first).take_while(move |(id, _)| *id == rule.as_str()).map(|(_, sentence)| *sentence)
}

/// The sentence with the fact in its places; none if it has places that this fact does not fill.
fn filled(sentence: &str, said: Said<'_>) -> Option<String> {
    let named = places(sentence).any(|place| !place.is_empty());
    if !named && !said.bare {
        return None;
    }
    let (mut text, mut rest) = (String::with_capacity(sentence.len() + said.whole.len()), sentence);
    while let Some((before, place, after)) = next_place(rest) {
        text.push_str(before);
        match place.split_once(':') {
            _ if place.is_empty() => text.push_str(said.whole),
            Some((name, verb)) => text.push_str(&(said.part)(name, Some(verb))?),
            None => text.push_str(&(said.part)(place, None)?),
        }
        rest = after;
    }
    text.push_str(rest);
    Some(if said.whole.is_empty() { text.trim_matches([' ', ':', ',']).to_owned() } else { text })
}

fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    Some((before, place, after))
}

fn places(sentence: &str) -> impl Iterator<Item = &str> {
    let mut rest = sentence;
    std::iter::from_fn(move || {
        let (_, place, after) = next_place(rest)?;
        rest = after;
        Some(place)
    })
}

/// What is wrong with a sentence of an entry.
pub(crate) fn fault_of(sentence: &str) -> Option<&'static str> {
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let braces = sentence.bytes().filter(|byte| matches!(byte, b'{' | b'}')).count();
    if braces != 2 * places(sentence).count() {
        return Some("the sentence has a brace without its partner");
    }
    if places(sentence).filter(|place| place.is_empty()).count() > 1 {
        return Some("the sentence has two places for its fact");
    }
    let strange = |place: &str| match place.split_once(':') {
        Some((name, verb)) => name.is_empty() || !is_word(name) || verb.is_empty(),
        None => !is_word(place),
    };
    places(sentence).any(strange).then_some("the sentence has a place without a plain name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn a_fact_stands_in_its_place() {
        assert_eq!(say(rule!("BB-MOVE-01"), "50 mm needed"), "too far: 50 mm needed");
        assert_eq!(say(rule!("BB-MOVE-01"), ""), "too far");
        assert_eq!(say(rule!("BB-DEMO-01"), "A"), "A");
    }

    #[test]
    fn the_first_sentence_is_told_that_the_fact_fits() {
        let part = |name: &str, verb: Option<&str>| match (name, verb) {
            ("unit", Some(verb)) => Some(format!("A {verb}")),
            ("other", None) => Some("B".to_owned()),
            _ => None,
        };
        let pair = Said { whole: "A and B", bare: true, part: &part };
        assert_eq!(filled("{unit:shoots at} {other}", pair).as_deref(), Some("A shoots at B"));
        assert_eq!(filled("{unit} of {found}", pair), None);
        let telling = Said { bare: false, ..pair };
        assert_eq!(filled("{}: it shoots", telling), None);
        assert_eq!(filled("{}: it shoots", pair).as_deref(), Some("A and B: it shoots"));
    }

    #[test]
    fn a_sentence_with_bad_places_is_told() {
        for good in ["{}: it stays", "{unit:is} near {other}", "nobody moves", "{no-double} needed"] {
            assert_eq!(fault_of(good), None, "{good}");
        }
        for bad in ["{} and {}", "{unit", "unit}", "{Unit} stays", "{:is}", "{unit:}", "{a{b}}"] {
            assert!(fault_of(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn sentences_are_sorted_by_their_rules() {
        for (prefix, sentences) in SENTENCES.iter().chain(COUNTS) {
            assert!(sentences.is_sorted_by(|one, other| one.0 <= other.0), "{prefix}");
            assert!(sentences.iter().all(|(id, _)| id.starts_with(prefix)), "{prefix}");
        }
    }
}
