//! DEX-01 to DEX-12, DEX-33, DEX-36: worked examples with dice.

use super::{engaged, fight, in_bound_of_second, rules, shot, with};
use crate::combat::resolution::{Circumstances, Engagement, Outcomes, Party, Rank};
use crate::fact::{Difference, OutcomeKind};
use crate::ground::Going;
use crate::settings::{CohesionNeighbours, Settings};
use crate::testing::parse_troop;

/// What the dice bring: the final totals, and the outcome for each.
fn thrown(circumstances: &Circumstances, dice: (u8, u8)) -> ([i32; 2], OutcomeKind, OutcomeKind) {
    let result = engaged(circumstances).result(dice.0, dice.1);
    let Outcomes { first, second } = result.outcomes();
    (result.last, first, second)
}

const NOTHING: OutcomeKind = OutcomeKind::NoEffect;

fn spears_against_chariot() -> Circumstances {
    let case = in_bound_of_second(fight("Reg Sp(O)", "Irr HCh(O)"));
    with(case, |all| all.first.ranks[0] = Some(Rank::new(parse_troop("Reg Sp(O)"))))
}

/// DEX-01: BB-RES-02 to BB-RES-04, BB-TAC-13, BB-TAC-17, BB-COH-01, BB-COH-02: cohesion makes equality.
#[test]
fn dex_01() {
    let spear = Some(parse_troop("Reg Sp(O)"));
    let case = with(spears_against_chariot(), |all| all.first.neighbours = [spear, spear]);
    let result = engaged(&case).result(2, 6);
    assert_eq!((result.first, result.second, result.last), ([8, 9], [8, 9], [9, 9]));
    assert_eq!((result.loser, result.difference), (None, Difference::None));
}

/// DEX-02: BB-OUT-02, BB-OUT-24: without cohesion the Sp are destroyed.
#[test]
fn dex_02() {
    let result = engaged(&spears_against_chariot()).result(2, 6);
    assert_eq!((result.loser, result.difference), (Some(Party::First), Difference::Small));
    assert_eq!(result.fate.outcome, OutcomeKind::Destroyed);
    assert_eq!(result.fate.row.as_str(), "BB-OUT-24");
}

/// DEX-03: BB-FAC-01, BB-TAC-18, BB-OUT-24.
#[test]
fn dex_03() {
    let case = with(fight("Irr Wb(O)", "Reg Bd(O)"), |all| {
        all.first.ranks[0] = Some(Rank::new(parse_troop("Irr Wb(O)")));
    });
    assert_eq!(thrown(&case, (5, 4)), ([9, 8], NOTHING, OutcomeKind::Destroyed));
}

/// DEX-04: BB-SHT-52, BB-SHT-53, BB-TAC-10, BB-OUT-03.
#[test]
fn dex_04() {
    let case = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| all.first.more_shooters = 1);
    assert_eq!(thrown(&case, (4, 2)), ([9, 5], NOTHING, OutcomeKind::Destroyed));
    assert_eq!(engaged(&case).result(4, 2).difference, Difference::Big);
}

/// DEX-05: BB-FAC-03, BB-SHT-53: HCh have 4 when shot at.
#[test]
fn dex_05() {
    assert_eq!(thrown(&shot("Reg Bw(O)", "Reg HCh(O)"), (5, 3)), ([9, 7], NOTHING, OutcomeKind::Recoil));
}

/// DEX-06: BB-OUT-06, BB-SHT-57.
#[test]
fn dex_06() {
    assert_eq!(thrown(&shot("Reg Bw(O)", "Irr Ps(O)"), (4, 5)), ([6, 7], NOTHING, NOTHING));
}

/// DEX-07: BB-OUT-28, BB-OUT-66.
#[test]
fn dex_07() {
    assert_eq!(thrown(&fight("Irr Ps(O)", "Irr El(O)"), (6, 1)), ([8, 5], NOTHING, OutcomeKind::Destroyed));
}

/// DEX-08: BB-GRD-01, BB-TRP-30, BB-OUT-03, BB-OUT-30: LH(X) count as (I).
#[test]
fn dex_08() {
    assert_eq!(thrown(&fight("Reg Cv(O)", "Irr LH(X)"), (4, 4)), ([8, 6], NOTHING, OutcomeKind::Destroyed));
    assert_eq!(thrown(&fight("Reg Cv(O)", "Irr LH(O)"), (4, 4)), ([7, 6], NOTHING, OutcomeKind::Flee));
}

/// DEX-09: BB-GRD-05, BB-OUT-01.
#[test]
fn dex_09() {
    let case = in_bound_of_second(fight("Reg Cv(S)", "Reg Cv(O)"));
    assert_eq!(thrown(&case, (4, 5)), ([8, 8], NOTHING, NOTHING));
}

/// DEX-10: BB-OUT-42, BB-OUT-52: Ps beaten by a big difference are spent by Bd, destroyed by Bw, recoil from
/// El; by a very big difference they flee from El.
#[test]
fn dex_10() {
    let lost_to = |enemy, dice| thrown(&fight("Irr Ps(O)", enemy), dice).1;
    assert_eq!(lost_to("Reg Bd(O)", (3, 4)), OutcomeKind::Spent);
    assert_eq!(lost_to("Reg Bw(O)", (1, 4)), OutcomeKind::Destroyed);
    assert_eq!(lost_to("Irr El(O)", (3, 4)), OutcomeKind::Recoil);
    assert_eq!(lost_to("Irr El(O)", (1, 4)), OutcomeKind::Flee);
}

/// DEX-11: BB-OUT-23.
#[test]
fn dex_11() {
    assert_eq!(thrown(&fight("Irr Hd(O)", "Reg Bd(O)"), (4, 3)), ([6, 7], NOTHING, NOTHING));
    assert_eq!(thrown(&fight("Irr Hd(O)", "Irr Wb(O)"), (3, 3)), ([5, 6], OutcomeKind::Destroyed, NOTHING));
}

/// DEX-33: BB-TER-38, BB-OUT-25, BB-OUT-29: dunes, for which the ground is stated.
#[test]
fn dex_33() {
    let in_dunes = |case, for_enemy| {
        with(case, |all: &mut Circumstances| {
            all.first.dunes = true;
            (all.first.going, all.first.going_for_enemy) = (Going::Difficult, for_enemy);
        })
    };
    assert_eq!(
        thrown(&in_dunes(fight("Reg Cv(O)", "Irr Cm(O)"), Going::Good), (3, 5)).1,
        OutcomeKind::Recoil
    );
    let chariots = in_dunes(fight("Reg Cv(O)", "Reg LCh(O)"), Going::Difficult);
    assert_eq!(thrown(&chariots, (3, 5)).1, OutcomeKind::Flee);
    assert_eq!(
        thrown(&in_dunes(fight("Reg Bw(O)", "Irr Cm(O)"), Going::Good), (1, 3)).1,
        OutcomeKind::Destroyed
    );
    let cavalry = in_dunes(fight("Reg Bw(O)", "Reg Cv(O)"), Going::Difficult);
    assert_eq!(thrown(&cavalry, (1, 3)).1, OutcomeKind::Recoil);
}

/// DEX-36, EX-79: BB-COH-01 with each value of the setting: who stands between whom.
#[test]
fn dex_36() {
    let coheres = |setting, own: &str, left: &str, right: &str| {
        let case = with(fight(own, "Reg Cv(O)"), |all| {
            all.first.neighbours = [Some(parse_troop(left)), Some(parse_troop(right))];
        });
        let mut rules = rules();
        rules.settings = Settings { cohesion_neighbours: setting, ..Settings::default() };
        Engagement::between(&rules, &case).fighters[0].coheres
    };
    let (ps, bd, ax, cv) = ("Irr Ps(O)", "Reg Bd(O)", "Reg Ax(O)", "Reg Cv(O)");
    let house = CohesionNeighbours::AllButSkirmishersAndBaggage;
    assert!(!coheres(house, ps, ps, ps));
    assert!(coheres(house, bd, bd, ax));
    assert!(coheres(house, ps, bd, cv));
    assert!(!coheres(house, bd, bd, "Irr LH(O)") && !coheres(house, bd, "Irr Bg(O)", bd));
    assert!(coheres(CohesionNeighbours::Any, ps, ps, ps));
    assert!(coheres(CohesionNeighbours::SameType, bd, bd, bd));
    assert!(!coheres(CohesionNeighbours::SameType, bd, bd, ax));
    assert!(coheres(CohesionNeighbours::HeavyInfantry, ax, bd, "Reg Bw(O)"));
    assert!(!coheres(CohesionNeighbours::HeavyInfantry, bd, bd, ax));
}

/// BB-COH-01, BB-COH-02, BB-COH-03: both neighbours are needed, only the side behind gains, and a target
/// gains as well.
#[test]
fn cohesion_is_for_the_side_behind() {
    let spear = Some(parse_troop("Reg Sp(O)"));
    let case = |neighbours| with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.neighbours = neighbours);
    assert_eq!(engaged(&case([spear, spear])).result(3, 5).last, [8, 9]);
    assert_eq!(engaged(&case([spear, spear])).result(5, 3).last, [9, 7]);
    assert_eq!(engaged(&case([spear, None])).result(3, 5).last, [7, 9]);
    let target = with(shot("Reg Bw(O)", "Reg Bd(O)"), |all| all.second.neighbours = [spear, spear]);
    assert_eq!(engaged(&target).result(6, 3).last, [8, 8]);
}

/// BB-RES-06, BB-GRD-04: equal first totals have no grade adjustment.
#[test]
fn equal_first_totals_stay_equal() {
    let case = fight("Reg Cv(S)", "Reg Cv(I)");
    assert_eq!(engaged(&case).result(3, 3).last, [6, 6]);
    assert_eq!(engaged(&case).result(4, 3).last, [9, 6]);
}

/// BB-FAC-02, BB-FAC-04, BB-FAC-06, BB-CLS-09, AMB-17, AMB-44: the columns of the factor table, Bg, and
/// mutual shooting.
#[test]
fn factors_by_opponent() {
    let factors = |case: &Circumstances| engaged(case).fighters.map(|fighter| fighter.factor);
    assert_eq!(factors(&fight("Reg HCh(O)", "Reg Bd(O)")), [3, 4]);
    assert_eq!(factors(&fight("Reg HCh(O)", "Reg Cv(O)")), [4, 3]);
    assert_eq!(factors(&fight("Reg Pk(I)", "Irr Bg(O)")), [3, 2]);
    assert_eq!(factors(&fight("Irr Cm(O)", "Irr Wb(O)")), [3, 2]);
    assert_eq!(factors(&shot("Reg Bw(O)", "Irr Cm(O)")), [4, 3]);
    assert_eq!(factors(&shot("Reg Bw(O)", "Irr Bg(O)")), [2, 2]);
    assert_eq!(factors(&shot("Reg Bw(O)", "Reg Bw(O)").shot_back()), [2, 2]);
}

/// BB-SHT-56, AMB-44: in mutual shooting the loser suffers, whichever it is.
#[test]
fn mutual_shooting_hurts_the_loser() {
    let case = shot("Reg Bw(O)", "Reg Bw(O)").shot_back();
    assert_eq!(thrown(&case, (3, 2)), ([5, 4], NOTHING, OutcomeKind::Recoil));
    assert_eq!(thrown(&case, (2, 3)), ([4, 5], OutcomeKind::Recoil, NOTHING));
    assert_eq!(thrown(&case, (1, 5)), ([3, 7], OutcomeKind::Destroyed, NOTHING));
}
