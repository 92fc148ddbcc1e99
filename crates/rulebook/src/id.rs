//! The address of a rule: `RuleId`, a small copyable value, and the macro `rule!` that checks a literal
//! id while the program is compiled.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The longest id in characters.
pub const LONGEST_ID: usize = 20;
const SHORTEST_ID: usize = 4;

/// The id of one entry of the rulebook, such as `BB-MOVE-12`.
///
/// It is stored in place, so that citing a rule neither allocates nor counts references. Only well-formed
/// ids can be made; whether an id stands in a rulebook is checked by the tidy test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId([u8; LONGEST_ID]);

/// Makes a `RuleId` from a literal and refuses a malformed one at compile time.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        const { $crate::RuleId::new($id) }
    };
}

/// What is wrong with a text that should be a rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    #[error("a rule id has {SHORTEST_ID} to {LONGEST_ID} characters, such as BB-MOVE-12")]
    Length,
    #[error("a rule id begins with a capital letter, such as BB-MOVE-12")]
    Start,
    #[error("a rule id has parts joined by single hyphens, such as BB-MOVE-12")]
    Parts,
    #[error(
        "a rule id holds capital letters, digits and hyphens, and at most one small letter at its end, such as BB-SET-30b"
    )]
    Letters,
}

impl RuleId {
    /// Makes an id; a malformed one stops the build when this is evaluated as a constant (see `rule!`).
    #[allow(clippy::panic)] // The panic is the compile-time error; input goes through `parse`.
    pub const fn new(text: &str) -> RuleId {
        match RuleId::parse(text) {
            Ok(id) => id,
            Err(IdError::Length) => panic!("a rule id has 4 to 20 characters"),
            Err(IdError::Start) => panic!("a rule id begins with a capital letter"),
            Err(IdError::Parts) => panic!("a rule id has parts joined by single hyphens"),
            Err(IdError::Letters) => panic!("a rule id holds capital letters, digits and hyphens"),
        }
    }

    /// Reads an id from text that may be wrong.
    pub const fn parse(text: &str) -> Result<RuleId, IdError> {
        let bytes = text.as_bytes();
        if let Err(error) = check_shape(bytes) {
            return Err(error);
        }
        let mut id = [0; LONGEST_ID];
        let mut at = 0;
        while at < bytes.len() {
            id[at] = bytes[at];
            at += 1;
        }
        Ok(RuleId(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(LONGEST_ID);
        // Every constructor admits ASCII only, so the text is always valid.
        self.0.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// The letters before the first hyphen: `BB` of `BB-MOVE-12`.
    pub fn prefix(&self) -> &str {
        self.as_str().split('-').next().unwrap_or_default()
    }
}

/// The shape that all ids share. Written with a plain loop because it also runs at compile time.
const fn check_shape(bytes: &[u8]) -> Result<(), IdError> {
    if bytes.len() < SHORTEST_ID || bytes.len() > LONGEST_ID {
        return Err(IdError::Length);
    }
    if !bytes[0].is_ascii_uppercase() {
        return Err(IdError::Start);
    }
    let mut hyphens = 0;
    let mut at = 1;
    while at < bytes.len() {
        let last = at + 1 == bytes.len();
        match bytes[at] {
            b'A'..=b'Z' | b'0'..=b'9' => {}
            b'-' if last || bytes[at - 1] == b'-' => return Err(IdError::Parts),
            b'-' => hyphens += 1,
            b'a'..=b'z' if last && bytes[at - 1] != b'-' => {}
            _ => return Err(IdError::Letters),
        }
        at += 1;
    }
    if hyphens == 0 { Err(IdError::Parts) } else { Ok(()) }
}

impl FromStr for RuleId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<RuleId, IdError> {
        RuleId::parse(text)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleId, D::Error> {
        deserializer.deserialize_str(IdText)
    }
}

/// Reads an id without making a `String` on the way.
struct IdText;

impl de::Visitor<'_> for IdText {
    type Value = RuleId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rule id such as \"BB-MOVE-12\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<RuleId, E> {
        RuleId::parse(text).map_err(|error| E::custom(format_args!("\"{text}\" is not a rule id: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_the_ledgers_is_an_id() {
        for text in [
            "BB-MOVE-12",
            "BB-SET-30b",
            "HC-TAB-BRK-COMBAT",
            "DEX-01",
            "EX-45",
            "AMB-12",
            "A-01",
            "FA-2ND-03",
        ] {
            assert_eq!(RuleId::parse(text).map(|id| id.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn the_longest_id_keeps_all_its_letters() {
        let text = "ABCDEFGH-ABCDEFGH-12";
        assert_eq!(text.len(), LONGEST_ID);
        assert_eq!(RuleId::parse(text).unwrap().as_str(), text);
    }

    #[test]
    fn malformed_ids_say_what_is_wrong() {
        let wrong = [
            ("", IdError::Length),
            ("A-1", IdError::Length),
            ("ABCDEFGH-ABCDEFGH-123", IdError::Length),
            ("bb-MOVE-12", IdError::Start),
            ("1B-MOVE-12", IdError::Start),
            ("BBMOVE12", IdError::Parts),
            ("BB--MOVE", IdError::Parts),
            ("BB-MOVE-", IdError::Parts),
            ("BB-MOvE-12", IdError::Letters),
            ("BB-MOVE-12bc", IdError::Letters),
            ("BB-MOVE-b", IdError::Letters),
            ("BB MOVE-12", IdError::Letters),
            ("BB-MÖVE-12", IdError::Letters),
        ];
        for (text, error) in wrong {
            assert_eq!(RuleId::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn the_macro_makes_constants() {
        const ID: RuleId = rule!("BB-MOVE-12");
        assert_eq!(ID.as_str(), "BB-MOVE-12");
        assert_eq!(ID.prefix(), "BB");
        assert!(rule!("BB-MOVE-12") < rule!("BB-MOVE-13"));
        assert_eq!(format!("{ID:>12}|{ID:?}"), "  BB-MOVE-12|BB-MOVE-12");
    }

    #[test]
    fn json_is_the_text_and_errors_are_clear() {
        let id = rule!("BB-SET-30b");
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"BB-SET-30b\"");
        assert_eq!(serde_json::from_str::<RuleId>("\"BB-SET-30b\"").unwrap(), id);
        let error = serde_json::from_str::<RuleId>("\"bb\"").unwrap_err().to_string();
        assert!(error.starts_with("\"bb\" is not a rule id: a rule id has 4 to 20 characters"), "{error}");
    }
}
