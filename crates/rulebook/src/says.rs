//! The sentence of a rule: what the umpire says when he gives it as a reason.
//!
//! It stands in the entry of the rule, as `says`, and from there in `sentences.rs`, which the page can carry without the
//! books.

use crate::RuleId;
use crate::sentences::SENTENCES;

/// The sentence of the rule, with `{}` where its fact belongs.
pub fn sentence(rule: RuleId) -> Option<&'static str> {
    let sentences = SENTENCES.iter().find(|(prefix, _)| *prefix == rule.prefix()).map(|(_, all)| all)?;
    let at = sentences.binary_search_by(|(id, _)| (*id).cmp(rule.as_str())).ok()?;
    sentences.get(at).map(|(_, sentence)| *sentence)
}

/// The rule as a reason: its sentence with the fact in its place; the fact alone where the entry has none.
pub fn say(rule: RuleId, fact: &str) -> String {
    match sentence(rule) {
        None => fact.to_owned(),
        Some(sentence) if !fact.is_empty() => sentence.replace("{}", fact),
        Some(sentence) => sentence.replace("{}", "").trim_matches([' ', ':', ',']).to_owned(),
    }
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
    fn sentences_are_sorted_by_their_rules() {
        for (prefix, sentences) in SENTENCES {
            assert!(sentences.is_sorted_by(|one, other| one.0 < other.0), "{prefix}");
            assert!(sentences.iter().all(|(id, _)| id.starts_with(prefix)), "{prefix}");
        }
    }
}
