//! What the umpire says: each rule that the code of a game cites has words of its own, or a fact that tells all.

use super::citations::split_tests;
use crate::Source;
use aelian_rulebook::{Book, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// Rules without `says` and `counts`, with the reason why none are missed.
const NEED_NONE: [(&str, &[&str]); 16] = [
    (
        "A price: each line says what is paid for, and how much.",
        &["BB-AP-02", "BB-AP-03", "BB-AP-04", "BB-AP-05", "BB-AP-06", "BB-AP-07"],
    ),
    (
        "A list taken over: each change says what became of a line or a base.",
        &[
            "BB-ARM-05",
            "BB-ARM-06",
            "BB-ARM-08",
            "BB-ARM-09",
            "BB-ARM-10",
            "BB-ARM-11",
            "BB-ARM-12",
            "BB-ARM-13",
            "BB-ARM-14",
        ],
    ),
    (
        "A line of an army list, how many stand under it, and how many may.",
        &["BB-ARM-15", "BB-LST-01", "BB-LST-02"],
    ),
    (
        "A position, setting or piece of ground that cannot be: the fact is the whole sentence, written where it is found.",
        &[
            "BB-DEP-04",
            "BB-FAC-01",
            "BB-MOR-13",
            "BB-SET-20",
            "BB-SET-40",
            "BB-TIM-03",
            "FA-BG-08",
            "FA-COMB-02",
            "FA-FORM-01",
            "FA-MEAS-01",
            "HC-CMARK-02",
            "HC-ENG-01",
        ],
    ),
    (
        "Another question is asked, the choice is of the other side, or nobody bears that number: no rule is wanted to understand it.",
        &[
            "BB-SET-01",
            "BB-TURN-04",
            "FA-SEQ-02",
            "FA-SEQ-03",
            "FA-SET-04",
            "HC-OFF-01",
            "HC-ORD-18",
            "HC-TURN-02",
            "HS-KADESH-04",
        ],
    ),
    (
        "A row of a table of outcomes: who, against whom, by how much, and what becomes of him.",
        &[
            "BB-OUT-21",
            "BB-OUT-22",
            "BB-OUT-23",
            "BB-OUT-24",
            "BB-OUT-25",
            "BB-OUT-26",
            "BB-OUT-27",
            "BB-OUT-28",
            "BB-OUT-29",
            "BB-OUT-30",
            "BB-OUT-31",
            "BB-OUT-32",
            "BB-OUT-33",
            "BB-OUT-41",
            "BB-OUT-42",
            "BB-OUT-43",
            "BB-OUT-44",
            "BB-OUT-51",
            "BB-OUT-52",
        ],
    ),
    (
        "Whether a friend may be passed: asked, and told by the rule that is then broken.",
        &["BB-PASS-01", "BB-PASS-02", "BB-PASS-03", "BB-PASS-04"],
    ),
    ("How far somebody goes back, of how much.", &["BB-REC-01", "BB-WD-01"]),
    (
        "The totals of both sides, with the stage of the fight.",
        &["BB-RES-02", "BB-RES-03", "BB-RES-04", "HC-CRES-05"],
    ),
    ("Points lost, and how many rout an army.", &["BB-MOR-10", "FA-SACK-04", "FA-VIC-09"]),
    (
        "How a battle ends: the ending says who has won, and the score.",
        &["BB-VIC-02", "BB-VIC-03", "BB-VIC-04", "FA-VIC-10", "FA-VIC-11", "FA-VIC-12", "FA-VIC-13"],
    ),
    (
        "Dice that are thrown, with nothing cited beside them: the roll is told as an event.",
        &[
            "BB-DAZ-01",
            "BB-WEA-02",
            "BB-WEA-08",
            "FA-DEATH-01",
            "FA-EV-09",
            "FA-FLANK-05",
            "FA-JPUR-03",
            "FA-PUR-08",
            "FA-ROUT-03",
            "HC-GEN-02",
            "HC-HIT-01",
            "HC-HIT-H01",
            "HC-STUB-01",
        ],
    ),
    (
        "A test that says itself what came of it: what was needed, and what became of whom.",
        &[
            "FA-CLOSS-03",
            "FA-CLOSS-06",
            "FA-SACK-03",
            "HC-CRISK-03",
            "HC-CRISK-06",
            "HC-CRISK-08",
            "HC-CRISK-10",
            "HC-CRISK-12",
            "HC-TEST-C3",
            "HC-TEST-C4",
            "HC-TEST-C5",
            "HS-GATES-13",
        ],
    ),
    (
        "Dice of one against another, hits and saves, all with their numbers.",
        &[
            "FA-COMB-03",
            "FA-IDICE-01",
            "FA-IDICE-02",
            "FA-IDICE-03",
            "FA-MDICE-01",
            "FA-MDICE-02",
            "FA-MDICE-03",
            "FA-SDICE-14",
            "FA-SHOOT-02",
            "FA-SUPP-08",
            "HC-HIT-12",
            "HC-HTH-02",
            "HC-HTH-03",
            "HC-SAVE-01",
        ],
    ),
    (
        "How somebody is after it: a level of cohesion, casualties.",
        &["FA-CT-09", "FA-CT-20", "FA-CT-21", "FA-CT-22", "HC-CAS-02"],
    ),
    (
        "The rule only leads to another that is cited: who is met, how a unit comes on.",
        &["FA-CONF-04", "HS-RAID-05"],
    ),
];

/// Rules that code cites as reasons and whose entries give no sentence for them; and those listed for nothing.
pub fn untold(books: &[Book], sources: &[Source]) -> Vec<String> {
    let entries = || books.iter().flat_map(|book| &book.entries);
    let tells = |says: &[String], counts: bool| counts || !says.is_empty();
    let told: BTreeSet<RuleId> =
        entries().filter(|entry| tells(&entry.says, entry.counts.is_some())).map(|entry| entry.id).collect();
    let cited = cited(sources);
    let listed: BTreeSet<&str> = NEED_NONE.iter().flat_map(|(_, rules)| rules.iter().copied()).collect();
    let mute = cited.iter().filter(|(rule, _)| !told.contains(rule) && !listed.contains(rule.as_str()));
    let idle = listed.iter().filter(|rule| {
        let cited = cited.keys().find(|cited| cited.as_str() == **rule);
        cited.is_none_or(|rule| told.contains(rule))
    });
    mute.map(|(rule, path)| format!("{path}: {rule} is cited, and its entry has no `says`"))
        .chain(idle.map(|rule| format!("xtask/src/tidy/told.rs: {rule} is listed, and need not be")))
        .collect()
}

/// Each rule in a `rule!` of the code of a game, with the first file that has it.
fn cited(sources: &[Source]) -> BTreeMap<RuleId, &str> {
    let mut cited = BTreeMap::new();
    for source in sources.iter().filter(|source| decides(&source.path)) {
        let (code, _) = split_tests(&source.text);
        for part in code.split("rule!(").skip(1) {
            let id = part.trim_start().strip_prefix('"').and_then(|part| part.split('"').next());
            if let Some(rule) = id.and_then(|id| id.parse().ok()) {
                cited.entry(rule).or_insert(source.path.as_str());
            }
        }
    }
    cited
}

/// Rule code: the sources of the games, without their tests, what tests are written with, and the referee.
fn decides(path: &str) -> bool {
    const GAMES: [&str; 3] = ["blood-and-blades", "fog-ancients", "hail-caesar"];
    let within = GAMES.iter().any(|game| path.starts_with(&format!("crates/{game}/src/")));
    let beside = ["testing.rs", "referee.rs"].iter().any(|file| path.ends_with(file));
    within && path.ends_with(".rs") && !beside && !super::citations::is_test(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_cited_rule_without_words_is_found() {
        let code =
            "refuse(rule!(\"BB-DEMO-01\"));\n#[cfg(test)]\nmod tests {\n    rule!(\"BB-DEMO-02\")\n}\n";
        let found = |path: &str| {
            let mine = |finding: &String| finding.contains("BB-DEMO");
            untold(&[], &[source(path, code)]).into_iter().filter(mine).collect::<Vec<_>>()
        };
        assert_eq!(found("crates/fog-ancients/src/a.rs").len(), 1);
        assert!(found("crates/fog-ancients/src/tests/a.rs").is_empty());
        assert!(found("crates/view/src/a.rs").is_empty());
    }
}
