//! Lists of other rules made into lists of this game (80.2), and list files (BB-LST-00b).

use crate::army::list::{Numbers, Offer};
use crate::army::list_file::{self, ListFile};
use crate::army::translate::Change;
use aelian_rulebook::{RuleId, rule};

/// A list of DBM with a commander and these further lines.
fn translated(lines: &str) -> Result<ListFile, Vec<String>> {
    let text = format!(
        "name = \"Test\"\nsystem = \"DBM\"\n[[lines]]\nid = \"C\"\nrole = \"commander\"\nnumbers = \"1\"\non = \"chariots\"\ntroops = [\"Reg Kn(O)\"]\n{lines}"
    );
    list_file::read(&text).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// One line with these troops and keys, as it comes out, and the rules that changed it.
fn line(troops: &str, keys: &str) -> (Vec<String>, Vec<RuleId>) {
    let file =
        translated(&format!("[[lines]]\nid = \"L\"\nnumbers = \"2\"\ntroops = [\"{troops}\"]\n{keys}\n"))
            .unwrap();
    let offered =
        file.list.line("L").map(|line| line.offered().map(|offered| offered.troop.to_string()).collect());
    let of_line = |change: &Change| match change {
        Change::Became { line, .. } | Change::DroppedTroops { line, .. } | Change::Dropped { line } => {
            line == "L"
        }
        Change::Halved { .. } | Change::PointsReplaced { .. } => false,
    };
    let rules =
        file.changes.iter().filter(|change| of_line(&change.fact)).map(|change| change.rule).collect();
    (offered.unwrap_or_default(), rules)
}

fn became(troop: &str, rule: RuleId) -> (Vec<String>, Vec<RuleId>) {
    (vec![troop.to_owned()], vec![rule])
}

/// BB-ARM-05, BB-ARM-06, BB-TRP-25, BB-TRP-26: chariots keep grade and status.
#[test]
fn chariots() {
    assert_eq!(line("Reg Kn(S)", "on = \"chariots\""), became("Reg HCh(S)", rule!("BB-ARM-05")));
    assert_eq!(line("Irr Kn(F)", "on = \"chariots\""), became("Irr HCh(F)", rule!("BB-ARM-05")));
    assert_eq!(line("Irr Cv(I)", "on = \"chariots\""), became("Irr LCh(I)", rule!("BB-ARM-06")));
    assert_eq!(line("Irr Cv(I)", ""), (vec!["Irr Cv(I)".to_owned()], vec![]));
}

/// BB-ARM-08, BB-ARM-10, BB-TRP-22, BB-TRP-28: camels.
#[test]
fn camels() {
    assert_eq!(line("Irr LH(I)", "on = \"camels\""), became("Irr LH(X)", rule!("BB-ARM-08")));
    assert_eq!(line("Irr Cm(O)", ""), (vec!["Irr Cm(O)".to_owned()], vec![]));
    assert_eq!(line("Irr Cm(X)", ""), (vec![], vec![rule!("BB-ARM-10"), rule!("BB-ARM-10")]));
}

/// BB-ARM-10: an alternative that is dropped leaves the others.
#[test]
fn a_dropped_alternative() {
    assert_eq!(line("Irr Cm(X)\", \"Irr LH(O)", ""), became("Irr LH(O)", rule!("BB-ARM-10")));
}

/// BB-ARM-09: DBM's Ax(X) are pikes here.
#[test]
fn exceptional_auxilia() {
    assert_eq!(line("Reg Ax(X)", ""), became("Reg Pk(F)", rule!("BB-ARM-09")));
}

/// BB-ARM-11, BB-TRP-27: mounted scouts are LH(I), on camels LH(X).
#[test]
fn scouts() {
    assert_eq!(line("Irr LH(O)", "scouts = true"), became("Irr LH(I)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr Cv(O)", "scouts = true"), became("Irr LH(I)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr Cm(O)", "scouts = true"), became("Irr LH(X)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr LH(F)", "scouts = true\non = \"camels\""), became("Irr LH(X)", rule!("BB-ARM-11")));
    assert_eq!(
        line("Irr Ps(O)", "scouts = true"),
        (vec!["Irr Ps(O)".to_owned()], vec![]),
        "foot scouts stay"
    );
}

/// BB-ARM-12, BB-ARM-13: other generals and allies are left out, the C-in-C stays one base.
#[test]
fn generals_and_allies() {
    let file = translated(
        "[[lines]]\nid = \"G\"\nrole = \"general\"\nnumbers = \"1-2\"\ntroops = [\"Reg Kn(O)\"]\non = \"chariots\"\n\
         [[lines]]\nid = \"A\"\nrole = \"ally\"\nnumbers = \"4-8\"\ntroops = [\"Irr WWg(S)\"]\n",
    )
    .unwrap();
    assert_eq!(file.list.lines.len(), 1);
    assert!(matches!(file.list.lines[0].offer, Offer::Commander(_)));
    assert_eq!(file.list.lines[0].numbers.to_string(), "1");
    let dropped: Vec<_> =
        file.changes.iter().filter(|change| matches!(change.fact, Change::Dropped { .. })).collect();
    assert_eq!(
        dropped.iter().map(|change| change.rule).collect::<Vec<_>>(),
        [rule!("BB-ARM-12"), rule!("BB-ARM-13")]
    );
}

/// BB-ARM-15: all numbers are halved and rounded up; parts stay. BB-ARM-14: points of the source are not
/// used.
#[test]
fn numbers_are_halved() {
    for (source, halved) in
        [("0-1", "0-1"), ("3-7", "2-4"), ("*7-12", "*4-6"), ("1", "1"), ("20-50", "10-25")]
    {
        let file = translated(&format!(
            "[[lines]]\nid = \"L\"\nnumbers = \"{source}\"\ntroops = [\"Reg Sp(O)\"]\npoints = 5\n"
        ))
        .unwrap();
        assert_eq!(file.list.line("L").unwrap().numbers.to_string(), halved, "{source}");
        let told = file.changes.iter().any(|change| change.rule == rule!("BB-ARM-15"));
        assert_eq!(told, source != halved, "{source}");
        assert!(file.changes.iter().any(|change| change.rule == rule!("BB-ARM-14")));
    }
    let upgrade = "[[lines]]\nid = \"L\"\nnumbers = \"8\"\ntroops = [\"Reg Sp(I)\"]\n[[lines]]\nid = \"U\"\nnumbers = \"0-1/2\"\nupgrades = \"L\"\ntroops = [\"Reg Sp(O)\"]\n";
    let file = translated(upgrade).unwrap();
    assert_eq!(file.list.line("U").unwrap().numbers, Numbers::UpTo { part: 1, of: 2 });
}

/// BB-ARM-18, BB-AP-08, AMB-32: what this game does not have is refused, each at its line.
#[test]
fn what_has_no_counterpart_is_refused() {
    let faults = translated(
        "[[lines]]\nid = \"K\"\nnumbers = \"2\"\ntroops = [\"Reg Kn(O)\"]\n\
         [[lines]]\nid = \"W\"\nnumbers = \"2\"\ntroops = [\"Irr WWg(S)\", \"Reg Art(O)\", \"Irr Exp(O)\"]\n\
         [[lines]]\nid = \"B\"\nnumbers = \"2\"\ntroops = [\"Reg Bd(S)\"]\n",
    )
    .unwrap_err();
    assert_eq!(
        faults,
        [
            "line 9, column 1: line K: Reg Kn(O) has no counterpart among the troops of this game (BB-ARM-18)",
            "line 13, column 1: line W: Irr Exp(O) has no counterpart among the troops of this game (BB-ARM-18)",
            "line 13, column 1: line W: Irr WWg(S) has no counterpart among the troops of this game (BB-ARM-18)",
            "line 13, column 1: line W: Reg Art(O) has no counterpart among the troops of this game (BB-ARM-18)",
            "line 17, column 1: line B: there is no Reg Bd(S) in this game (BB-AP-08)",
        ]
    );
}

/// BB-LST-00b: lists of this game are entered as they are, and faults are told with their places.
#[test]
fn lists_of_this_game_are_taken_as_written() {
    let own = "name = \"Own\"\n[[lines]]\nid = \"C\"\nrole = \"commander\"\nnumbers = \"1\"\ntroops = [\"Irr Cv(O)\"]\n\
               [[lines]]\nid = \"X\"\nnumbers = \"3-7\"\ntroops = [\"Reg HCh(O)\"]\n";
    let file = list_file::read(own).unwrap();
    assert_eq!((file.changes.len(), file.list.line("X").unwrap().numbers.to_string()), (0, "3-7".to_owned()));
    let told = |text: &str| -> Vec<String> {
        list_file::read(text).unwrap_err().iter().map(ToString::to_string).collect()
    };
    let kn = told(&own.replace("HCh", "Kn"));
    assert_eq!(
        kn,
        ["line 7, column 1: line X: Reg Kn(O) has no counterpart among the troops of this game (BB-ARM-18)"]
    );
    let twice = told(&own.replace("\"X\"", "\"C\""));
    assert!(twice.iter().any(|fault| fault.contains("two lines are called `C`")), "{twice:?}");
    let headless = told(&own.replace("role = \"commander\"\n", ""));
    assert_eq!(headless, ["line 1, column 1: the list has no line for the commander (BB-CIC-01)"]);
    let loose = told(&own.replace("numbers = \"3-7\"", "numbers = \"0-1/2\"\nupgrades = \"Z\""));
    assert_eq!(
        loose,
        [
            "line 7, column 1: line X speaks of the line `Z`, which the list does not have or which was dropped (BB-ARM-16)"
        ]
    );
    let several = told(
        "name = 1\nsystem = \"chess\"\n[[lines]]\nnumbers = \"many\"\non = \"skis\"\nrole = \"cook\"\ncolour = 3\n",
    );
    assert_eq!(several.len(), 8, "{several:#?}");
}

/// BB-ARM-11: scouts on horses are LH(I) whatever they were; only LH(X) stay, and who rides camels becomes them.
#[test]
fn scouts_of_grade_x() {
    assert_eq!(line("Irr Kn(X)", "scouts = true"), became("Irr LH(I)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr Cv(X)", "scouts = true"), became("Irr LH(I)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr Cv(X)", "scouts = true\non = \"camels\""), became("Irr LH(X)", rule!("BB-ARM-11")));
    assert_eq!(line("Irr LH(X)", "scouts = true"), (vec!["Irr LH(X)".to_owned()], vec![]));
}
