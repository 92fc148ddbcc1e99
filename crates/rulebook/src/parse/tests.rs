//! Tests of the rulebook reader with small made-up chapters.

use crate::{Book, Kind, ParseError, Status, rule};

const CHAPTER: &str = "\
# 40 - Moves

Prose before the rules, with BB-DEMO-99 in it.

## 40.1 Straight moves

- BB-DEMO-01 [L1-L2] A base moves
  straight ahead.
  - status: done
- BB-DEMO-02 It stops at walls (AMB-07).
  - first the wall
  - status: partial
  - note: walls are
    missing
  - reading: walls are
    impassable
- **EX-01 Stops** [L9]. Given a wall, then it stops.

Table T-1 (BB-DEMO-10) [L5]: distances

| type | MU |
|---|---|
| Ax | 3 |

### Costs

| id | cost | trigger | source |
|---|---|---|---|
| BB-COST-01 | +1 | any move | L504 |
| BB-COST-02 | +2 | a pack | L505 |

- (BB-COST-02) status: text
- (BB-DEMO-10) status: done

| option | default | other values | AMB |
|---|---|---|---|
| wall_height (in MU) | 2 (*) | 1, 3 | 07 |
| wall_colour | grey | - | - |
";

fn book() -> Book {
    Book::parse("blood-and-blades", &[("40-moves.md", CHAPTER)]).unwrap()
}

fn error(text: &str) -> ParseError {
    Book::parse("blood-and-blades", &[("1.md", &format!("# One\n\n{text}\n"))]).unwrap_err()
}

#[test]
fn a_bullet_has_source_statement_status_and_section() {
    let book = book();
    let entry = book.find(rule!("BB-DEMO-01")).unwrap();
    assert_eq!(entry.statement, "A base moves straight ahead.");
    assert_eq!(entry.source.as_deref(), Some("L1-L2"));
    assert_eq!((entry.status, entry.kind, entry.line), (Status::Done, Kind::Rule, 7));
    assert_eq!(entry.section.as_deref(), Some("40.1 Straight moves"));
    assert_eq!(entry.chapter, "40-moves");
    assert_eq!(book.chapters[0].title, "40 - Moves");
    assert!(book.find(rule!("BB-DEMO-99")).is_none());
}

#[test]
fn lines_below_a_bullet_are_fields_or_more_text() {
    let book = book();
    let entry = book.find(rule!("BB-DEMO-02")).unwrap();
    assert_eq!(entry.statement, "It stops at walls (AMB-07).\n- first the wall");
    assert_eq!(entry.status, Status::Partial);
    assert_eq!(entry.note.as_deref(), Some("walls are missing"));
    assert_eq!(entry.reading.as_deref(), Some("walls are impassable"));
    assert_eq!(entry.mentions(), [rule!("AMB-07")]);
}

#[test]
fn entries_of_other_prefixes_are_companions() {
    let book = book();
    let entry = book.find(rule!("EX-01")).unwrap();
    assert_eq!((entry.kind, entry.status), (Kind::Companion, Status::Text));
    assert_eq!(entry.title.as_deref(), Some("Stops"));
    assert_eq!(entry.source.as_deref(), Some("L9"));
    assert_eq!(entry.statement, "Given a wall, then it stops.");
}

#[test]
fn a_caption_holds_its_table_and_gets_its_status_below() {
    let book = book();
    let entry = book.find(rule!("BB-DEMO-10")).unwrap();
    assert_eq!(entry.statement, "| type | MU |\n|---|---|\n| Ax | 3 |");
    assert_eq!(entry.title.as_deref(), Some("Table T-1 (BB-DEMO-10) [L5]: distances"));
    assert_eq!((entry.source.as_deref(), entry.status), (Some("L5"), Status::Done));
}

#[test]
fn rows_under_an_id_column_are_entries() {
    let book = book();
    let entry = book.find(rule!("BB-COST-01")).unwrap();
    assert_eq!(entry.statement, "cost: +1; trigger: any move");
    assert_eq!((entry.source.as_deref(), entry.status), (Some("L504"), Status::Todo));
    assert_eq!(book.find(rule!("BB-COST-02")).unwrap().status, Status::Text);
}

#[test]
fn options_are_settings_and_rules_know_theirs() {
    let book = book();
    let height = book.setting("wall_height").unwrap();
    assert_eq!((height.default.as_str(), height.other_values.as_deref()), ("2", Some("1, 3")));
    assert_eq!((height.about.as_deref(), height.unconfirmed), (Some("in MU"), true));
    assert_eq!(height.ambiguity, Some(rule!("AMB-07")));
    let colour = book.setting("wall_colour").unwrap();
    assert_eq!((colour.unconfirmed, colour.ambiguity, colour.other_values.as_deref()), (false, None, None));
    assert_eq!(book.find(rule!("BB-DEMO-02")).unwrap().settings, ["wall_height"]);
    assert!(book.find(rule!("BB-DEMO-01")).unwrap().settings.is_empty());
}

#[test]
fn a_rule_shows_the_readings_of_the_questions_it_names() {
    let text = "# One\n\n- BB-ONE-01 Stops (AMB-01).\n- AMB-01 Where?\n  - reading: at the wall\n";
    let book = Book::parse("blood-and-blades", &[("1.md", text)]).unwrap();
    let entry = book.find(rule!("BB-ONE-01")).unwrap();
    assert_eq!(book.readings(entry), [(rule!("AMB-01"), "at the wall")]);
}

#[test]
fn files_are_read_in_the_order_of_their_names_and_chapters_keep_their_entries() {
    let files =
        [("20.md", "# B\n\n- BB-TWO-01 two\n"), ("10.md", "# A\n\n- BB-ONE-01 one\n"), ("15.md", "# C\n")];
    let book = Book::parse("blood-and-blades", &files).unwrap();
    let shape: Vec<_> =
        book.by_chapter().map(|(chapter, entries)| (chapter.name.as_str(), entries.len())).collect();
    assert_eq!(shape, [("10", 1), ("15", 0), ("20", 1)]);
}

#[test]
fn errors_name_the_place_the_fault_and_the_cure() {
    let wrong = error("- BB-DEMO-01 one\n  - status: finished");
    assert_eq!((wrong.file.as_str(), wrong.line), ("1.md", 4));
    let text = "1.md:4: \"finished\" is not a status; write done, partial, todo or text; for example \"- status: done\"";
    assert_eq!(wrong.to_string(), text);
}

#[test]
fn every_kind_of_fault_is_found() {
    let faults = [
        ("- BB-DEMO-01 one\n- BB-DEMO-01 two", 4, "BB-DEMO-01 stands already in 1.md, line 3"),
        ("- BB-dEMO-01 one", 3, "\"BB-dEMO-01\" is not a rule id"),
        ("- BB-DEMO-01 one\n  - state: done", 4, "\"state\" is not a field of a rule"),
        ("- BB-DEMO-01 one\n  - status:", 4, "the field status is empty"),
        ("- BB-DEMO-01 one\n  - note: a\n  - note: b", 5, "BB-DEMO-01 has two lines of note"),
        ("- BB-DEMO-01 one\n  - status: done\n  more", 5, "nothing here can be continued"),
        ("- (BB-DEMO-01) status: done", 3, "BB-DEMO-01 does not stand above this line"),
        ("| id | cost |\n|---|---|\n| T01 | 1 |", 5, "\"T01\" in the column of ids is not a rule id"),
        ("| option | default |\n|---|---|\n| speed | |", 5, "an option needs a name and a default"),
        (
            "- BB-DEMO-01 one\n  - settings: speed",
            3,
            "BB-DEMO-01 names the setting speed, which no table of options defines",
        ),
    ];
    for (text, line, problem) in faults {
        let found = error(text);
        assert_eq!((found.line, found.problem.as_str()), (line, problem), "{text}");
    }
    let untitled = Book::parse("blood-and-blades", &[("1.md", "text\n")]).unwrap_err();
    assert_eq!(untitled.problem, "the chapter has no title");
}
