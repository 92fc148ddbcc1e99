//! Finding rule ids in any text: prose, Rust sources, tables of values, cases.

use crate::RuleId;

/// Every rule id that a text names, in order and with repetitions.
///
/// An id stands alone between characters that are neither letters, digits, hyphens nor underscores, and
/// holds a digit or a `TAB` part, so that words such as `T-SHIRT` are not taken for one.
pub fn ids_in(text: &str) -> impl Iterator<Item = RuleId> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    words.filter_map(id_of_word)
}

fn id_of_word(word: &str) -> Option<RuleId> {
    let id = RuleId::parse(word.trim_end_matches('-')).ok()?;
    let mut parts = id.as_str().split('-').skip(1);
    let addressed = parts.any(|part| part == "TAB" || part.bytes().any(|byte| byte.is_ascii_digit()));
    addressed.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        ids_in(text).map(|id| id.to_string()).collect()
    }

    #[test]
    fn ids_are_found_in_prose_and_code() {
        let text = "/// BB-MOVE-12, BB-SET-30b: see (AMB-07) and rule!(\"HC-TAB-BRK-COMBAT\").";
        assert_eq!(found(text), ["BB-MOVE-12", "BB-SET-30b", "AMB-07", "HC-TAB-BRK-COMBAT"]);
        assert_eq!(found("BB-COST-14/15, BB-COST-21..24"), ["BB-COST-14", "BB-COST-21"]);
    }

    #[test]
    fn other_words_are_not_ids() {
        assert_eq!(
            found("C-in-C, T-SHIRT, BB-COST-*, x-BB-MOVE-12, BB_MOVE_12, XBB-MOVE-12q9"),
            Vec::<String>::new()
        );
    }
}
