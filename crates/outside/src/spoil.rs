//! Spoiling good files: the same spoilt copies in every run, so that a failure can be run again.

/// A plain xorshift. Nothing depends on its quality.
#[derive(Clone, Debug)]
pub struct Chance(u64);

/// Numbers that break careless arithmetic.
const NUMBERS: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "7",
    "63",
    "64",
    "254",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "-2147483648",
    "9223372036854775807",
    "0.5",
    "-0.0001",
    "1e-320",
    "1e15",
    "-1e308",
    "1e308",
];

/// Words that stand where they do not belong.
const WORDS: [&str; 12] = [
    "",
    "null",
    "true",
    "[]",
    "{}",
    "[[]]",
    "\"\"",
    "\"red\"",
    "\"\\u0000\"",
    "\"nan\"",
    "\"Reg Sp(O)\"",
    "é",
];

impl Chance {
    pub fn new(seed: u64) -> Chance {
        // A xorshift stays at zero for ever.
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }
}

/// A copy of the text with one to four things wrong; `other` is a second good file to take parts from.
pub fn spoilt(text: &str, other: &str, chance: &mut Chance) -> Vec<u8> {
    let mut text = text.to_owned();
    for _ in 0..1 + chance.below(4) {
        text = match chance.below(8) {
            0..=2 => with_token(&text, chance, is_number, |chance| {
                chance.of(&NUMBERS).unwrap_or_default().to_owned()
            }),
            3 => {
                with_token(&text, chance, |_| true, |chance| chance.of(&WORDS).unwrap_or_default().to_owned())
            }
            4 => {
                let theirs = tokens(other);
                with_token(
                    &text,
                    chance,
                    |_| true,
                    |chance| {
                        chance
                            .of(&theirs)
                            .and_then(|(from, to)| other.get(from..to))
                            .unwrap_or_default()
                            .to_owned()
                    },
                )
            }
            5 => without_line(&text, chance),
            6 => twice_line(&text, other, chance),
            _ => cut_short(&text, chance),
        };
    }
    let mut bytes = text.into_bytes();
    if chance.below(8) == 0 && !bytes.is_empty() {
        let at = chance.below(bytes.len());
        bytes[at] ^= 1 << chance.below(8);
    }
    bytes
}

/// Where the numbers, names and texts of a file stand.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let belongs = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '.' | '_' | '+');
    let mut tokens = Vec::new();
    let mut begun = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (begun, belongs(letter)) {
            (None, true) => begun = Some(at),
            (Some(from), false) => {
                tokens.push((from, at));
                begun = None;
            }
            _ => {}
        }
    }
    tokens
}

fn is_number(token: &str) -> bool {
    token.parse::<f64>().is_ok()
}

fn with_token(
    text: &str,
    chance: &mut Chance,
    wanted: impl Fn(&str) -> bool,
    put: impl Fn(&mut Chance) -> String,
) -> String {
    let places: Vec<_> =
        tokens(text).into_iter().filter(|(from, to)| text.get(*from..*to).is_some_and(&wanted)).collect();
    let Some((from, to)) = chance.of(&places) else { return text.to_owned() };
    let (before, after) = (text.get(..from).unwrap_or_default(), text.get(to..).unwrap_or_default());
    format!("{before}{}{after}", put(chance))
}

fn without_line(text: &str, chance: &mut Chance) -> String {
    let gone = chance.below(text.lines().count());
    let left = text.lines().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| line);
    left.collect::<Vec<_>>().join("\n")
}

/// One line stands in a second place, from this file or from the other one.
fn twice_line(text: &str, other: &str, chance: &mut Chance) -> String {
    let from = if chance.below(2) == 0 { text } else { other };
    let again = from.lines().nth(chance.below(from.lines().count())).unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(chance.below(lines.len() + 1), again);
    lines.join("\n")
}

fn cut_short(text: &str, chance: &mut Chance) -> String {
    let end = chance.below(text.len() + 1);
    let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_spoils_alike_and_another_otherwise() {
        let copies = |seed: u64| {
            let mut chance = Chance::new(seed);
            (0..20).map(|_| spoilt("{\"at\": [10.5, -3]}\nred", "blue 7", &mut chance)).collect::<Vec<_>>()
        };
        assert_eq!(copies(1), copies(1));
        assert_ne!(copies(1), copies(2));
    }

    #[test]
    fn nothing_is_spoilt_to_nothing() {
        let mut chance = Chance::new(3);
        for _ in 0..200 {
            spoilt("", "", &mut chance);
        }
    }

    #[test]
    fn tokens_are_numbers_and_words() {
        let text = "at = [-1.5, \"Reg Sp(O)\"]";
        let found: Vec<_> = tokens(text).into_iter().map(|(from, to)| &text[from..to]).collect();
        assert_eq!(found, ["at", "-1.5", "Reg", "Sp", "O"]);
    }
}
