//! Every row of the outcome tables, with each statement and what is left when none fits.

use super::{fight, shot, with};
use crate::combat::resolution::outcomes::{difference, fate};
use crate::combat::resolution::{Circumstances, Party};
use crate::fact::Difference::{self, Big, Small, VeryBig};
use crate::fact::OutcomeKind::{self, Destroyed, Flee, NoEffect, Recoil, Spent};
use crate::ground::Going;
use crate::troop::{TroopType, Weapon};

/// The ground under the loser, the first party.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    Good,
    Rough,
    Difficult,
    /// DGo but for camels.
    Dunes,
}
use Ground::{Difficult, Dunes, Good, Rough};

fn standing_on(ground: Ground, circumstances: Circumstances) -> Circumstances {
    with(circumstances, |all| {
        let camels = all.second.troop.is_camel();
        let (own, for_enemy) = match ground {
            Good => (Going::Good, Going::Good),
            Rough => (Going::Rough, Going::Rough),
            Difficult => (Going::Difficult, Going::Difficult),
            Dunes if camels => (Going::Difficult, Going::Good),
            Dunes => (Going::Difficult, Going::Difficult),
        };
        (all.first.going, all.first.going_for_enemy) = (own, for_enemy);
        all.first.dunes = ground == Dunes;
    })
}

fn found(circumstances: &Circumstances, difference: Difference) -> (OutcomeKind, String) {
    let fate = fate(&circumstances.case(Party::First), difference);
    (fate.outcome, fate.row.to_string())
}

/// A loser, a winner, the ground, what happens in close combat and by which row.
type Line = (&'static str, &'static [&'static str], Ground, OutcomeKind, &'static str);

fn check(difference: Difference, lines: &[Line]) {
    for (loser, winners, ground, outcome, row) in lines {
        for winner in *winners {
            let case = standing_on(*ground, fight(&format!("Irr {loser}(O)"), &format!("Irr {winner}(O)")));
            let expected = (*outcome, (*row).to_owned());
            assert_eq!(found(&case, difference), expected, "{loser} by {winner} in {ground:?}");
        }
    }
}

/// BB-OUT-02, BB-OUT-09, BB-OUT-20 to BB-OUT-33, BB-OUT-61, BB-OUT-66.
#[test]
fn small_differences() {
    check(
        Small,
        &[
            ("Bg", &["Ps", "Cv", "Bd"], Good, Destroyed, "BB-OUT-22"),
            ("Hd", &["El", "HCh", "Wb"], Good, Destroyed, "BB-OUT-23"),
            ("Hd", &["Bd", "Cv", "Ps", "Bw"], Good, NoEffect, "BB-OUT-23"),
            ("Bd", &["El", "HCh", "Wb"], Difficult, Destroyed, "BB-OUT-24"),
            ("Pk", &["El", "HCh", "Wb"], Good, Destroyed, "BB-OUT-24"),
            ("Sp", &["El", "HCh", "Wb"], Good, Destroyed, "BB-OUT-24"),
            ("Bd", &["Bd", "Cv", "LCh", "Ax"], Good, Recoil, "BB-OUT-21"),
            ("Bw", &["Cv", "El", "LH", "Cm"], Good, Destroyed, "BB-OUT-25"),
            ("Bw", &["Cv", "LH"], Rough, Recoil, "BB-OUT-21"),
            ("Bw", &["Cm"], Dunes, Destroyed, "BB-OUT-25"),
            ("Bw", &["Cv"], Dunes, Recoil, "BB-OUT-21"),
            ("Bw", &["Bd", "Ps"], Good, Recoil, "BB-OUT-21"),
            ("Ax", &["HCh"], Difficult, Destroyed, "BB-OUT-26"),
            ("Ax", &["El", "Wb", "Cv"], Good, Recoil, "BB-OUT-21"),
            ("Ps", &["Cv", "LCh", "LH", "HCh"], Good, Destroyed, "BB-OUT-27"),
            ("Ps", &["Cm", "Bd", "Bw", "Ax", "Bg"], Good, Flee, "BB-OUT-27"),
            ("Ps", &["Ps", "El"], Good, Recoil, "BB-OUT-21"),
            ("Ps", &["Cv", "LCh", "LH", "HCh", "Bd"], Rough, Recoil, "BB-OUT-21"),
            ("Ps", &["Cv", "Bd"], Difficult, Recoil, "BB-OUT-21"),
            ("El", &["Ax", "Ps"], Good, Destroyed, "BB-OUT-28"),
            ("El", &["Ax", "Ps"], Difficult, Destroyed, "BB-OUT-28"),
            ("El", &["El", "Bd", "Pk"], Good, Recoil, "BB-OUT-21"),
            ("Cv", &["Cm"], Dunes, Recoil, "BB-OUT-29"),
            ("Cv", &["LCh", "Bd"], Dunes, Flee, "BB-OUT-29"),
            ("Cv", &["Cm", "Ax"], Difficult, Flee, "BB-OUT-29"),
            ("Cv", &["Cm", "Ax", "El"], Rough, Recoil, "BB-OUT-21"),
            ("Cv", &["Cm", "Ax", "El"], Good, Recoil, "BB-OUT-21"),
            ("LH", &["Cm"], Dunes, Recoil, "BB-OUT-30"),
            ("LH", &["LH", "Ps", "Bd"], Difficult, Flee, "BB-OUT-30"),
            ("LH", &["Cv", "Bd", "Bw", "El"], Good, Flee, "BB-OUT-30"),
            ("LH", &["LH", "Ps"], Good, Recoil, "BB-OUT-21"),
            ("LH", &["Cv", "LH"], Rough, Recoil, "BB-OUT-21"),
            ("LCh", &["Ax", "Cv"], Difficult, Destroyed, "BB-OUT-31"),
            ("LCh", &["Ax", "El"], Rough, Recoil, "BB-OUT-21"),
            ("LCh", &["Ax", "El"], Good, Recoil, "BB-OUT-21"),
            ("HCh", &["Ax", "Cv"], Difficult, Destroyed, "BB-OUT-32"),
            ("HCh", &["El"], Good, Destroyed, "BB-OUT-32"),
            ("HCh", &["Ax", "HCh"], Rough, Recoil, "BB-OUT-21"),
            ("Wb", &["El", "HCh", "Wb"], Good, Recoil, "BB-OUT-33"),
            ("Cm", &["El", "Cm"], Difficult, Recoil, "BB-OUT-33"),
        ],
    );
}

/// BB-OUT-03, BB-OUT-40 to BB-OUT-44.
#[test]
fn big_differences() {
    check(
        Big,
        &[
            ("Ps", &["Bd", "Hd", "Pk", "Sp", "Wb"], Good, Spent, "BB-OUT-42"),
            ("Ps", &["El"], Good, Recoil, "BB-OUT-42"),
            ("Ps", &["Cv", "LH", "HCh", "LCh", "Cm"], Difficult, Flee, "BB-OUT-42"),
            ("Ps", &["Cv"], Good, Destroyed, "BB-OUT-41"),
            ("Ps", &["Bw", "Ps", "Ax", "Bg"], Difficult, Destroyed, "BB-OUT-41"),
            ("Cv", &["Pk", "Sp"], Good, Spent, "BB-OUT-43"),
            ("LCh", &["Pk", "Sp"], Good, Spent, "BB-OUT-43"),
            ("Cv", &["Pk", "Sp"], Rough, Destroyed, "BB-OUT-41"),
            ("Cv", &["Bd", "Cv"], Good, Destroyed, "BB-OUT-41"),
            ("HCh", &["Pk", "Sp"], Good, Destroyed, "BB-OUT-41"),
            ("LH", &["Cv", "Bw", "Ps"], Difficult, Flee, "BB-OUT-44"),
            ("LH", &["Ax", "Bd", "Hd", "Pk", "Sp", "Wb", "Bg", "Ps"], Good, Spent, "BB-OUT-44"),
            ("LH", &["Bw", "Cv", "LH"], Good, Destroyed, "BB-OUT-41"),
            ("Bd", &["Bd", "Ps"], Good, Destroyed, "BB-OUT-41"),
            ("Hd", &["Bd"], Good, Destroyed, "BB-OUT-41"),
            ("Bg", &["Ps"], Good, Destroyed, "BB-OUT-41"),
        ],
    );
}

/// BB-OUT-04, BB-OUT-50 to BB-OUT-52, BB-OUT-09.
#[test]
fn very_big_differences() {
    check(
        VeryBig,
        &[
            ("Ps", &["El"], Good, Flee, "BB-OUT-52"),
            ("Ps", &["Bd", "Cv"], Difficult, Destroyed, "BB-OUT-51"),
            ("LH", &["Bd"], Difficult, Destroyed, "BB-OUT-51"),
            ("Cv", &["Sp"], Good, Destroyed, "BB-OUT-51"),
            ("Bg", &["Ps"], Good, Destroyed, "BB-OUT-51"),
        ],
    );
}

/// BB-OUT-05: every type has an outcome against every type, by a row of its own or by the "any" row.
#[test]
fn no_pair_is_without_an_outcome() {
    for loser in TroopType::ALL {
        for winner in TroopType::ALL {
            for (difference, any) in [(Small, "BB-OUT-21"), (Big, "BB-OUT-41"), (VeryBig, "BB-OUT-51")] {
                let case = fight(&format!("Irr {loser}(O)"), &format!("Irr {winner}(O)"));
                let (outcome, row) = found(&case, difference);
                let otherwise = if difference == Small { Recoil } else { Destroyed };
                assert!(row != any || outcome == otherwise, "{loser} by {winner}: {outcome:?} by {row}");
            }
        }
    }
}

/// BB-OUT-67: the weapon of Ps decides what becomes of LH beaten by them.
#[test]
fn light_horse_and_the_weapons_of_psiloi() {
    for (weapon, outcome) in [
        (Weapon::Javelin, Spent),
        (Weapon::Other, Spent),
        (Weapon::Bow, Destroyed),
        (Weapon::Crossbow, Destroyed),
        (Weapon::Sling, Destroyed),
    ] {
        let case = with(fight("Irr LH(O)", "Irr Ps(O)"), |all| all.second.troop.weapon = weapon);
        assert_eq!(found(&case, Big).0, outcome, "{weapon:?}");
    }
    let axes = with(fight("Irr LH(O)", "Irr Ax(O)"), |all| all.second.troop.weapon = Weapon::Bow);
    assert_eq!(found(&axes, Big).0, Spent);
}

/// BB-OUT-65, BB-OUT-60: targets use the same rows; statements limited to close combat do not apply.
#[test]
fn shots_use_the_same_tables() {
    let shot_at = |target: &str, ground| {
        let case = shot("Reg Bw(O)", target);
        let turned = Circumstances { first: case.second.clone(), second: case.first.clone(), ..case };
        standing_on(ground, turned)
    };
    for (target, ground, small, big) in [
        ("Irr Ps(O)", Good, Flee, Destroyed),
        ("Irr Ps(O)", Difficult, Recoil, Destroyed),
        ("Irr LH(O)", Good, Flee, Destroyed),
        ("Irr LH(O)", Difficult, Recoil, Destroyed),
        ("Reg Cv(O)", Difficult, Recoil, Destroyed),
        ("Reg LCh(O)", Difficult, Recoil, Destroyed),
        ("Reg HCh(O)", Difficult, Recoil, Destroyed),
        ("Irr Hd(O)", Good, NoEffect, Destroyed),
        ("Irr Bg(O)", Good, Destroyed, Destroyed),
        ("Reg Bw(O)", Good, Recoil, Destroyed),
    ] {
        assert_eq!(found(&shot_at(target, ground), Small).0, small, "{target} in {ground:?}");
        assert_eq!(found(&shot_at(target, ground), Big).0, big, "{target} in {ground:?}");
    }
}

/// BB-OUT-06, BB-SHT-57: a Bw that is not shot at suffers nothing, whatever the dice say.
#[test]
fn who_is_not_shot_at_suffers_nothing() {
    let case = shot("Reg Bw(O)", "Irr Ps(O)");
    for difference in [Small, Big, VeryBig] {
        assert_eq!(found(&case, difference), (NoEffect, "BB-OUT-06".to_owned()));
        assert_ne!(found(&case.clone().shot_back(), difference).0, NoEffect);
    }
}

/// BB-OUT-62, BB-OUT-63, BB-OUT-64: waders are spent instead of fleeing; who is attacked in flank or rear is
/// destroyed instead of recoiling or fleeing.
#[test]
fn some_cannot_get_away() {
    let instead = |case: &Circumstances, difference| {
        let fate = fate(&case.case(Party::First), difference);
        (fate.outcome, fate.instead.map(|rule| rule.to_string()).unwrap_or_default())
    };
    let wader = with(fight("Irr LH(O)", "Reg Cv(O)"), |all| all.first.wader = true);
    assert_eq!(instead(&wader, Small), (Spent, "BB-OUT-62".to_owned()));
    let held = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.held = true);
    assert_eq!(instead(&held, Small), (Destroyed, "BB-OUT-63".to_owned()));
    let fleeing = with(fight("Irr LH(O)", "Reg Cv(O)"), |all| all.first.held = true);
    assert_eq!(instead(&fleeing, Small), (Destroyed, "BB-OUT-64".to_owned()));
    let horde = with(fight("Irr Hd(O)", "Reg Bd(O)"), |all| all.first.held = true);
    assert_eq!(instead(&horde, Small), (NoEffect, String::new()));
    let recoiling_wader = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.wader = true);
    assert_eq!(instead(&recoiling_wader, Small), (Recoil, String::new()));
}

/// BB-OUT-01 to BB-OUT-04, BB-FAC-05: the classes of differences by the loser's factor.
#[test]
fn classes_of_differences() {
    for (by, factor, class) in [
        (0, 4, Difference::None),
        (1, 4, Small),
        (3, 4, Small),
        (4, 4, Big),
        (7, 4, Big),
        (8, 4, VeryBig),
        (1, 2, Small),
        (2, 2, Big),
        (4, 2, VeryBig),
    ] {
        assert_eq!(difference(by, factor), class, "{by} against {factor}");
    }
}
