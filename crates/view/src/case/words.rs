//! Words that stand in cases: the questions of a game, its events and its prompts, as lists for people. They are read from
//! the types themselves, so that no list can be behind them.

use super::Stated;
use serde::de::value::Error;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};
use std::fmt::Write as _;

/// Questions of every game.
const SHELL: [(&str, &str); 4] = [
    ("may", "what the side that is asked may do"),
    ("may A", "what of it concerns this piece"),
    ("would = CHOICE", "what a choice would lead to"),
    ("odds = CHOICE", "every outcome of a choice with its chance"),
];

/// The lists of one game, as a part of docs/cases.md.
pub fn words_page<R: Stated>(title: &str) -> String {
    let mut page = format!("## {title}\n\n| question | what it asks |\n|---|---|\n");
    for (word, what) in SHELL {
        let _ = writeln!(page, "| `{word}` | {what} |");
    }
    for (word, what) in R::questions() {
        let _ = writeln!(page, "| `{word} A` | {what} |");
    }
    let lists = [
        ("Events", words::<R::Event>()),
        ("Prompts, for `asks`", words::<R::Prompt>()),
        ("Facts", words::<R::Fact>()),
    ];
    for (what, words) in lists {
        let _ = writeln!(page, "\n{what}:\n\n{}", listed(&words));
    }
    page
}

fn listed(words: &[Word]) -> String {
    let quoted =
        |words: &[String]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let (chapters, plain): (Vec<&Word>, Vec<&Word>) = words.iter().partition(|word| !word.within.is_empty());
    let plain: Vec<String> = plain.into_iter().map(|word| word.name.clone()).collect();
    let mut lines: Vec<String> = Vec::new();
    lines.extend((!plain.is_empty()).then(|| format!("- {}", quoted(&plain))));
    lines.extend(chapters.iter().map(|word| format!("- `{}`: {}", word.name, quoted(&word.within))));
    lines.join("\n")
}

/// A word, and those that may stand within it if it is a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub name: String,
    pub within: Vec<String>,
}

/// The words with which values of an enum are written: the names of its variants, and those within a variant whose
/// content is an enum of the same kind, such as the events of a chapter.
pub fn words<T: DeserializeOwned>() -> Vec<Word> {
    let Some((kind, names)) = variants::<T>(None) else { return Vec::new() };
    let within = |name: &'static str| match variants::<T>(Some(name)) {
        Some((inner, names)) if inner.ends_with(kind) && inner != kind => {
            names.iter().map(|name| (*name).to_owned()).collect()
        }
        _ => Vec::new(),
    };
    names.iter().map(|name| Word { name: (*name).to_owned(), within: within(name) }).collect()
}

/// The name and the variants of the enum that is read, or of the one within this variant of it.
fn variants<T: DeserializeOwned>(within: Option<&'static str>) -> Option<Names> {
    let mut found = None;
    // The names are all that is wanted; a value never comes.
    let _ = T::deserialize(Probe { within, found: &mut found });
    found
}

type Names = (&'static str, &'static [&'static str]);

/// Something to read from that only notes what is expected of it.
struct Probe<'a> {
    /// The variant to look into; none to note the enum itself.
    within: Option<&'static str>,
    found: &'a mut Option<Names>,
}

fn nothing() -> Error {
    de::Error::custom("there is nothing to read")
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(nothing())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.within.is_some() {
            return visitor.visit_enum(self);
        }
        *self.found = Some((name, variants));
        Err(nothing())
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Probe<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = self.within.unwrap_or_default();
        let variant = seed.deserialize(de::value::StrDeserializer::new(name))?;
        Ok((variant, Probe { within: None, found: self.found }))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Err(nothing())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(nothing())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Error> {
        Err(nothing())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code)]
    enum Event {
        SetUp(SetUpEvent),
        Moved { base: u8 },
        Side(Hand),
        TheEnd,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code)]
    enum SetUpEvent {
        FirstTurn,
        Placed(u8),
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    enum Hand {
        Left,
    }

    #[test]
    fn words_are_those_of_the_type_and_of_its_chapters() {
        let found = words::<Event>();
        let names: Vec<&str> = found.iter().map(|word| word.name.as_str()).collect();
        assert_eq!(names, ["set-up", "moved", "side", "the-end"]);
        assert_eq!(found[0].within, ["first-turn", "placed"]);
        assert!(found[1..].iter().all(|word| word.within.is_empty()), "a hand is no chapter: {found:?}");
        assert!(words::<u8>().is_empty());
        assert_eq!(listed(&found), "- `moved`, `side`, `the-end`\n- `set-up`: `first-turn`, `placed`");
    }
}
