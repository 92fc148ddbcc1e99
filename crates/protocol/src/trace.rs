//! The trace of a record: by it a sender shows which steps it has seen.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names the first line of a record with so many steps behind it, word for word. Two records with the same trace are
/// the same; it is sixteen hexadecimal digits when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trace(u64);

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Trace {
    /// The trace of a record without steps.
    pub fn of(header: &str) -> Trace {
        Trace(BASIS).then(header.trim_end())
    }

    /// The trace with one more line.
    pub fn then(self, line: &str) -> Trace {
        let bytes = line.bytes().chain([b'\n']);
        Trace(bytes.fold(self.0, |all, byte| (all ^ u64::from(byte)).wrapping_mul(PRIME)))
    }

    /// The trace after each step, that of the bare header first.
    pub fn all(header: &str, lines: &[String]) -> Vec<Trace> {
        let mut traces = vec![Trace::of(header)];
        traces.extend(lines.iter().scan(Trace::of(header), |last, line| {
            *last = last.then(line);
            Some(*last)
        }));
        traces
    }
}

impl std::fmt::Display for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Trace, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        number.map(Trace).ok_or_else(|| serde::de::Error::custom("a trace is sixteen hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_tells_apart_what_is_written_differently() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let all = Trace::all("setup", &lines(&["a", "b"]));
        assert_eq!(all, [Trace::of("setup\n"), all[0].then("a"), all[0].then("a").then("b")]);
        for other in [Trace::all("setup", &lines(&["b", "a"])), Trace::all("setup", &lines(&["ab", ""]))] {
            assert_ne!(all[2], other[2]);
        }
    }

    #[test]
    fn a_trace_is_written_and_read() {
        let trace = Trace::of("setup");
        let text = serde_json::to_string(&trace).unwrap();
        assert_eq!(text.len(), 18);
        assert_eq!(serde_json::from_str::<Trace>(&text).unwrap(), trace);
        for bad in ["\"1\"", "\"+23456789abcdef0\"", "7", "\"\""] {
            assert!(serde_json::from_str::<Trace>(bad).is_err(), "{bad}");
        }
    }
}
