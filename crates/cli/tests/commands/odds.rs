//! `aelian odds`.

use super::aelian;

/// The chances of all outcomes, and the ways in which two dice fall for them.
fn sums(args: &[&str]) -> (f64, u64) {
    let report = aelian(&[&["odds", "blood-and-blades"], args, &["--json"]].concat()).json();
    assert_eq!(report["exact"], true);
    let outcomes = report["outcomes"].as_array().unwrap();
    let chance = outcomes.iter().map(|outcome| outcome["probability"].as_f64().unwrap()).sum();
    (chance, outcomes.iter().map(|outcome| outcome["ways"].as_u64().unwrap()).sum())
}

#[test]
fn chances_sum_to_one() {
    let combats: [&[&str]; 3] = [
        &["Reg Sp(O)", "Irr HCh(O)", "--bound", "second", "--first", "second-rank=Reg Sp(O)"],
        &["Irr Wb(O)", "Reg Bd(O)", "--second", "overlapped=both"],
        &["Reg Bw(O)", "Reg Cv(O)", "--shot", "--first", "more-shooters=1"],
    ];
    for combat in combats {
        let (chance, ways) = sums(combat);
        assert!((chance - 1.0).abs() < 1e-12, "{combat:?}: {chance}");
        assert_eq!(ways, 36, "{combat:?}");
    }
}

#[test]
fn what_cannot_be_is_told() {
    aelian(&["odds", "blood-and-blades", "Reg Sp(O)", "Reg Cv(O)", "--shot"])
        .fails(2, &["only Bw shoot at a distance (BB-SHT-01)"]);
    aelian(&["odds", "blood-and-blades", "Reg Sp(O)", "Reg Cv(O)", "--first", "tired"])
        .fails(2, &["`tired` is not a circumstance"]);
    aelian(&["odds", "blood-and-blades", "Reg Tank(O)", "Reg Cv(O)"]).fails(2, &["Tank"]);
}

/// A circumstance that means nothing here is refused by its name, and its order counts for nothing.
#[test]
fn circumstances_that_do_not_apply_are_told() {
    let blades = |args: &[&str], told: &str| {
        aelian(&[&["odds", "blood-and-blades", "Reg Bw(O)", "Reg Sp(O)"], args].concat()).fails(2, &[told]);
    };
    blades(&["--first", "dunes=no"], "`dunes` takes no value");
    blades(&["--second", "special-support"], "given by Ps");
    blades(&["--second", "third-rank=Reg Ps(O)"], "needs a second rank");
    blades(&["--shot", "--second", "more-shooters=2"], "who shoots");
    blades(&["--shot", "--first", "second-rank=Reg Sp(O)"], "close combat");
    let supported = |first: &str, second: &str| {
        let args = ["Reg Ax(O)", "Irr Wb(O)", "--first", first, "--first", second, "--json"];
        aelian(&[&["odds", "blood-and-blades"], &args[..]].concat()).json()
    };
    let [rank, support] = ["second-rank=Reg Ps(O)", "special-support"];
    assert_eq!(supported(rank, support), supported(support, rank));
    let caesar = |args: &[&str], told: &str| {
        aelian(&[&["odds", "hail-caesar", "heavy-infantry", "heavy-infantry bow"], args].concat())
            .fails(2, &[told]);
    };
    caesar(&["--first", "disordered=false"], "`disordered` takes no value");
    caesar(&["--first", "supports=200"], "1 to 3 supports");
    caesar(&["--first", "support=heavy-infantry"], "supports=N");
    caesar(&["--shot", "--first", "won"], "`won` is a circumstance of close combat");
    aelian(&["odds", "fog-ancients", ROMANS, GAULS, "--shot", "--first", "led=field"])
        .fails(2, &["`led` is a circumstance of close combat"]);
}

const ROMANS: &str = "HF armoured superior drilled impact-foot skilled-swordsmen";
const GAULS: &str = "HF protected average undrilled impact-foot swordsmen";

/// The report of the only combat of two battle groups.
fn fog(args: &[&str]) -> serde_json::Value {
    let reports = aelian(&[&["odds", "fog-ancients"], args, &["--json"]].concat()).json();
    assert_eq!(reports.as_array().map(Vec::len), Some(1), "{reports}");
    reports[0].clone()
}

/// FA-SDICE-01, FA-SOUT-01: three dice of six light horse at 4+; three hits on eight bases make them test.
#[test]
fn battle_groups_shoot() {
    let horse = "LH unprotected average drilled bow";
    let report = fog(&[horse, "HF protected average drilled", "--shot", "--first", "bases=6"]);
    assert_eq!(report["kind"], "shooting");
    assert_eq!(report["groups"][0]["dice"][0]["dice"], 3);
    let target = &report["groups"][1];
    assert_eq!(target["receives"], serde_json::json!([0.125, 0.375, 0.375, 0.125]));
    assert_eq!(target["after"]["tests"], 0.125);
}

/// FA-COMB-04, HC-CRES-04: the same chances as fractions.
#[test]
fn odds_are_told_as_fractions() {
    let horse = "LH unprotected average drilled bow";
    let shot =
        ["odds", "fog-ancients", horse, "HF protected average drilled", "--shot", "--first", "bases=6"];
    aelian(&shot).says("receives exactly 0 hits 1/8, 1 hit 3/8, 2 hits 3/8, 3 hits 1/8");
    let bow = ["odds", "hail-caesar", "light-infantry 1/1/1/1/0/6 bow", "heavy-infantry", "--shot"];
    aelian(&bow).says("  exactly no test 5/6, ");
}

/// FA-IPOA-01, FA-CLOSS-03: who wins one way loses the other; a commander in the front rank is in danger.
#[test]
fn battle_groups_meet() {
    let report = fog(&[ROMANS, GAULS, "--fight", "impact", "--charger", "second", "--first", "led=field"]);
    let [romans, gauls] = [&report["groups"][0], &report["groups"][1]];
    assert_eq!(romans["dice"][0]["rerolls"], "ones and twos");
    assert_eq!(romans["points"][0]["mine"][0]["rule"], "FA-IPOA-01");
    let chance = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!((chance(&romans["result"]["wins"]) - chance(&gauls["result"]["loses"])).abs() < 1e-12);
    assert!(chance(&romans["after"]["commander_lost"]) > 0.0);
    for group in [romans, gauls] {
        let after = &group["after"];
        let levels = ["steady", "disrupted", "fragmented", "broken"];
        let sum: f64 = levels.iter().map(|level| chance(&after[*level])).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{group}");
    }
}

/// FA-IPOA-16, FA-MPOA-12, FA-DIS-10: flank, slope, ground and the other edition change the figures.
#[test]
fn circumstances_of_battle_groups_count() {
    let flank = fog(&[ROMANS, GAULS, "--fight", "impact", "--second", "hit-in-flank"]);
    assert_eq!(flank["groups"][0]["points"][0]["net"], 2);
    let uphill = fog(&[ROMANS, GAULS, "--second", "uphill"]);
    assert_eq!(uphill["groups"][1]["points"][0]["mine"][0]["rule"], "FA-MPOA-12");
    let dice = |report: &serde_json::Value| report["groups"][0]["dice"][0]["dice"].as_u64().unwrap();
    assert!(dice(&fog(&[ROMANS, GAULS, "--first", "ground=rough"])) < dice(&fog(&[ROMANS, GAULS])));
    assert!(dice(&fog(&[ROMANS, GAULS, "--first", "cohesion=fragmented"])) < dice(&fog(&[ROMANS, GAULS])));
    fog(&[ROMANS, GAULS, "--edition", "3.1"]);
}

#[test]
fn bad_battle_groups_are_told() {
    aelian(&["odds", "fog-ancients", ROMANS]).fails(2, &["name two battle groups"]);
    aelian(&["odds", "fog-ancients", "HF shiny", GAULS]).fails(2, &["the first group", "shiny"]);
    aelian(&["odds", "fog-ancients", ROMANS, GAULS, "--first", "bases=40"]).fails(2, &["bases", "1 to 12"]);
    aelian(&["odds", "fog-ancients", ROMANS, GAULS, "--second", "asleep"]).fails(2, &["`asleep`"]);
    aelian(&[
        "odds",
        "fog-ancients",
        "LF unprotected average drilled bow",
        GAULS,
        "--shot",
        "--first",
        "range=12",
    ])
    .fails(2, &["nobody is shot at"]);
}

const LEGION: &str = "heavy-infantry pilum drilled";

#[test]
fn options_of_another_game_are_refused_by_name() {
    let spears = ["Reg Sp(O)", "Irr Wb(O)"];
    let refused = |game: &str, troops: [&str; 2], option: &[&str], owner: &str| {
        let args = [&["odds", game, troops[0], troops[1]], option].concat();
        aelian(&args).fails(2, &[&format!("{game} has no option {}", option[0]), owner]);
    };
    for option in [&["--fight", "melee"][..], &["--edition", "1"], &["--charger", "second"]] {
        refused("blood-and-blades", spears, option, "fog-ancients");
    }
    for option in [&["--bound", "second"][..], &["--rain"]] {
        refused("fog-ancients", [ROMANS, GAULS], option, "blood-and-blades");
        refused("hail-caesar", [LEGION, LEGION], option, "blood-and-blades");
    }
    refused("hail-caesar", [LEGION, LEGION], &["--edition", "3.1"], "fog-ancients");
    aelian(&["odds", "blood-and-blades", "--position", "case.toml"])
        .fails(2, &["blood-and-blades has no option --position", "odds A B"]);
}

#[test]
fn options_and_circumstances_that_mean_nothing_are_refused_by_name() {
    let two = |game, troop, rest: &[&str]| aelian(&[&["odds", game, troop, troop], rest].concat());
    two("blood-and-blades", "Reg Bw(O)", &["--first", "more-shooters=1"])
        .fails(2, &["`more-shooters`", "--shot"]);
    two("fog-ancients", GAULS, &["--charger", "second"]).fails(2, &["--charger", "--fight impact"]);
    two("fog-ancients", GAULS, &["--shot", "--fight", "melee"]).fails(2, &["--shot", "--fight"]);
    two("fog-ancients", GAULS, &["--first", "range=2"]).fails(2, &["`range`", "when it shoots"]);
    two("fog-ancients", GAULS, &["--first", "hit-in-flank"]).fails(2, &["`hit-in-flank`", "second"]);
    two("hail-caesar", LEGION, &["--shot", "--charger", "first"]).fails(2, &["--charger", "shot"]);
    two("hail-caesar", LEGION, &["--second", "range=6"]).fails(2, &["`range`", "first"]);
    two("hail-caesar", LEGION, &["--first", "flank"]).fails(2, &["`flank`", "second"]);
    aelian(&["odds", "fog-ancients", "--position", "case.toml", "--charger", "first"])
        .fails(2, &["--position", "--charger"]);
}
