//! Files about Hail Caesar that cannot be read say what is wrong, where, and what would be right.

#![allow(clippy::panic)]

use aelian_rules::HailCaesar;
use aelian_view::case::{judge, read};

const GOOD: &str = r#"title = "t"
game = "hail-caesar"
[turn]
part = "command"
rerolled = ["red"]
[[commander]]
name = "Caesar"
side = "red"
at = [30, 14]
[[unit]]
name = "A"
side = "red"
troop = "heavy-infantry"
at = [30, 20]
[[unit]]
name = "X"
side = "blue"
troop = "medium-infantry"
at = [10, 46]
"#;

/// What is said of a file in which a part is put otherwise.
fn faults(from: &str, to: &str) -> String {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD, "{from} is not in the file");
    match read::<HailCaesar>(&text).and_then(|case| judge(&case)) {
        Ok(report) => report.unmet.join("\n"),
        Err(faults) => faults.to_string(),
    }
}

fn assert_said(from: &str, to: &str, parts: &[&str]) {
    let said = faults(from, to);
    for part in parts {
        assert!(said.contains(part), "{to}: `{part}` is missing in: {said}");
    }
}

#[test]
fn the_file_is_good_as_it_stands() {
    let case = read::<HailCaesar>(GOOD).unwrap_or_else(|faults| panic!("{faults}"));
    let report = judge(&case).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(report.unmet.is_empty());
}

#[test]
fn wrong_keys_and_words_are_named_with_their_line() {
    assert_said("at = [30, 20]", "att = [30, 20]", &["line 14", "att", "`at`"]);
    assert_said("at = [30, 20]\n", "", &["line 11", "at = [x, y]"]);
    assert_said("heavy-infantry", "heavy-infntry", &["line 13", "heavy-infntry", "heavy-infantry"]);
    assert_said("heavy-infantry", "heavy-infantry drilld", &["drilld", "drilled"]);
    assert_said("heavy-infantry", "heavy-infantry 7/7/3/4+/6", &["7/7/3/4+/6", "7/7/3/0/4+/6"]);
    assert_said("\"command\"", "\"moving\"", &["line 4", "moving", "hand-to-hand"]);
    assert_said("\"command\"", "\"command\"\nstage = \"shoot\"", &["shoot", "orders"]);
}

#[test]
fn numbers_out_of_range_are_named() {
    assert_said("at = [30, 14]", "at = [30, 14]\nleadership = 14", &["line 10", "5 to 10"]);
    assert_said("at = [30, 20]", "at = [30, 20]\ncasualties = 40", &["line 15", "12"]);
    assert_said("at = [30, 20]", "at = [30, 20]\nsize = [0, 1]", &["line 15", "0.2 to 80"]);
    assert_said("heavy-infantry", "heavy-infantry elite-9", &["elite-9", "2 to 6"]);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    assert_said("name = \"X\"", "name = \"A\"", &["line 16", "twice"]);
    assert_said("at = [30, 20]", "at = [300, 20]", &["HC-EXIT-01", "72.0 by 48.0"]);
    assert_said("at = [10, 46]", "at = [30, 19.5]", &["HC-GEO-06", "A and X"]);
    assert_said(
        "at = [30, 20]",
        "at = [30, 20]\nformation = \"Pike Phalanx\"",
        &["HC-PHX-01", "battle line"],
    );
    assert_said("[turn]", "[[fight]]\nred = \"X\"\nblue = \"A\"\n[turn]", &["[[fight]]", "red"]);
    let rock = "[[area]]\nkind = \"impassable\"\nbox = [28, 16, 32, 22]\n[turn]";
    assert_said("[turn]", rock, &["HC-IMP-01", "A stands on impassable ground"]);
    let house = "[[block]]\nat = [30, 16]\nsize = [6, 6]\nstrength = \"light\"\n[turn]";
    assert_said("[turn]", house, &["HC-BLDG-02", "A stands on a building"]);
    let apart = "[[fight]]\nred = \"A\"\nblue = \"X\"\n[turn]";
    assert_said("[turn]", apart, &["HC-ENG-01", "A and X", "inches apart"]);
}

#[test]
fn strangers_in_choices_and_questions_are_named() {
    let order = |commander: &str, unit: &str| {
        format!(
            "[[step]]\nchoice.command.order = {{ commander = \"{commander}\", units = [\"{unit}\"], \
             verb = \"rally\" }}\n[turn]"
        )
    };
    assert_said("[turn]", &order("Brutus", "A"), &["Brutus", "Caesar"]);
    assert_said("[turn]", &order("Caesar", "Q"), &["`Q`", "A, X"]);
    let charge = |whom: &str, more: &str| {
        let verb = format!("verb.charge = \"{whom}\"{more}");
        format!("[[step]]\nchoice.command.order = {{ commander = \"Caesar\", unit = \"A\", {verb} }}\n[turn]")
    };
    assert_said("[turn]", &charge("Q", ""), &["`Q`", "A, X"]);
    assert_said("[turn]", &charge("X", ", flank = true"), &["line 4", "`flank` is not a key"]);
    assert_said("[turn]", "[[step]]\nchoise = \"proceed\"\n[turn]", &["`choice`", "`choise`"]);
    assert_said("[turn]", "ask = [\"range A\"]\n[turn]", &["range A", "cannot be asked"]);
}
