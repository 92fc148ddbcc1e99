//! Tactical factors (65.3): the combat advantages, one function for each item of the list.

use super::circumstances::{Case, Rank};
use crate::combat::places::is_pike_support;
use crate::ground::Going;
use crate::rules::Rules;
use crate::troop::{Grade, Troop, TroopType, Weapon};
use TroopType::{Ax, Bd, Bw, Pk, Ps, Sp, Wb};
use aelian_rulebook::{RuleId, Tally, rule};
use serde::{Deserialize, Serialize};

/// What gives a combat advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advantage {
    UpperGround,
    Rain,
    AgainstTheWind,
    EnemyDazzled,
    EnemyCannotRecoil,
    Overlaps,
    FlankAttack,
    RearAttack,
    MoreShooters,
    ShotFromTheRear,
    Cover,
    PsBehindPs,
    SpearsInTheOpen,
    SecondRankOfPikes,
    ThirdRankOfPikes,
    SecondRankOfFastPikes,
    SecondRankOfSpears,
    SecondRankOfWarband,
    SecondRankOfBows,
    SpecialSupport,
    SpecialSupportInThirdRank,
    RiverEdge,
    Commander,
}

type Item = (RuleId, Advantage, fn(&Rules, &Case<'_>) -> i32);

/// BB-TAC-01 to BB-TAC-22 in the order of the list.
const ITEMS: [Item; 23] = [
    (rule!("BB-TAC-01"), Advantage::UpperGround, upper_ground),
    (rule!("BB-TAC-03"), Advantage::Rain, rain),
    (rule!("BB-TAC-04"), Advantage::AgainstTheWind, against_the_wind),
    (rule!("BB-TAC-05"), Advantage::EnemyDazzled, enemy_dazzled),
    (rule!("BB-TAC-06"), Advantage::EnemyCannotRecoil, enemy_cannot_recoil),
    (rule!("BB-TAC-07"), Advantage::Overlaps, overlaps),
    (rule!("BB-TAC-08"), Advantage::FlankAttack, flank_attack),
    (rule!("BB-TAC-09"), Advantage::RearAttack, rear_attack),
    (rule!("BB-TAC-10"), Advantage::MoreShooters, more_shooters),
    (rule!("BB-TAC-10"), Advantage::ShotFromTheRear, shot_from_the_rear),
    (rule!("BB-TAC-11"), Advantage::Cover, cover),
    (rule!("BB-TAC-12"), Advantage::PsBehindPs, ps_behind_ps),
    (rule!("BB-TAC-13"), Advantage::SpearsInTheOpen, spears_in_the_open),
    (rule!("BB-TAC-14"), Advantage::SecondRankOfPikes, second_rank_of_pikes),
    (rule!("BB-TAC-15"), Advantage::ThirdRankOfPikes, third_rank_of_pikes),
    (rule!("BB-TAC-16"), Advantage::SecondRankOfFastPikes, second_rank_of_fast_pikes),
    (rule!("BB-TAC-17"), Advantage::SecondRankOfSpears, second_rank_of_spears),
    (rule!("BB-TAC-18"), Advantage::SecondRankOfWarband, second_rank_of_warband),
    (rule!("BB-TAC-19"), Advantage::SecondRankOfBows, second_rank_of_bows),
    (rule!("BB-TAC-20"), Advantage::SpecialSupport, special_support),
    (rule!("BB-TAC-21"), Advantage::SpecialSupportInThirdRank, special_support_in_third_rank),
    (rule!("BB-TAC-22"), Advantage::RiverEdge, river_edge),
    (rule!("BB-TAC-39"), Advantage::Commander, commander),
];

/// BB-RES-07, BB-TAC-30: every item that applies to one party; they add up.
pub fn advantages(rules: &Rules, case: &Case<'_>) -> Tally<Advantage> {
    let mut tally = Tally::new();
    for (rule, advantage, value) in ITEMS {
        match value(rules, case) {
            0 => {}
            value => tally.add(rule, advantage, value),
        }
    }
    tally
}

/// BB-TAC-01, BB-TAC-37: in its own bound only.
fn upper_ground(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.in_close_combat() && case.own_bound && case.own.upper_ground)
}

/// BB-TAC-02, BB-TAC-03, BB-WEA-06.
fn rain(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.own.shot_at && case.raining)
}

/// BB-TAC-02, BB-TAC-04, BB-SHT-42: rain and wind together give one point.
fn against_the_wind(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.own.shot_at && case.enemy.against_wind && !case.raining)
}

/// BB-TAC-05, BB-DAZ-05, BB-SHT-43.
fn enemy_dazzled(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.enemy.dazzled && (case.in_close_combat() || case.enemy.shoots))
}

/// BB-TAC-06, BB-TAC-34 to BB-TAC-36: whether or not a recoil can be the outcome.
fn enemy_cannot_recoil(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.enemy.cannot_recoil)
}

/// BB-TAC-07: a point for each flank. BB-TRP-15: a Bg has none to overlap.
fn overlaps(_: &Rules, case: &Case<'_>) -> i32 {
    let flanks = case.enemy.overlapped.iter().filter(|flank| **flank).count() as i32;
    if case.in_close_combat() && !is_baggage(&case.enemy.troop) { flanks } else { 0 }
}

/// BB-TAC-08, BB-TAC-32: once, however many attack. BB-TRP-14: never against Bg.
fn flank_attack(_: &Rules, case: &Case<'_>) -> i32 {
    2 * point(case.in_close_combat() && case.enemy.flank_attacked && !is_baggage(&case.enemy.troop))
}

/// BB-TAC-09, BB-TAC-32: once, and besides a flank attack. BB-TRP-14: never against Bg.
fn rear_attack(_: &Rules, case: &Case<'_>) -> i32 {
    3 * point(case.in_close_combat() && case.enemy.rear_attacked && !is_baggage(&case.enemy.troop))
}

/// BB-TAC-10, BB-SHT-33: the second and the third shooter count, no more.
fn more_shooters(rules: &Rules, case: &Case<'_>) -> i32 {
    let count = i32::from(case.own.more_shooters).min(rules.tables.numbers.shooting.more_shooters);
    if case.own.shoots { count } else { 0 }
}

/// BB-TAC-10, BB-SHT-40.
fn shot_from_the_rear(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.own.shoots && case.own.shoots_at_rear)
}

/// BB-TAC-11, BB-TAC-38: one point, whoever of the two is in Wd or BUA.
fn cover(_: &Rules, case: &Case<'_>) -> i32 {
    point(case.own.shot_at && (case.own.cover || case.enemy.cover))
}

/// BB-TAC-12.
fn ps_behind_ps(_: &Rules, case: &Case<'_>) -> i32 {
    point(
        fights(case, &[Ps])
            && case.enemy.troop.kind.is_skirmisher()
            && second(case).is_some_and(|rank| is_ordinary_ps(&rank.troop))
            && none_in_difficult(case, 1),
    )
}

/// BB-TAC-13: no second rank is needed.
fn spears_in_the_open(_: &Rules, case: &Case<'_>) -> i32 {
    point(fights(case, &[Sp]) && against_formed(case) && all_in_good(case, 0))
}

/// BB-TAC-14.
fn second_rank_of_pikes(_: &Rules, case: &Case<'_>) -> i32 {
    point(
        is_deep_pike(case)
            && against_formed(case)
            && second(case).is_some_and(|rank| is_pike_support(&rank.troop))
            && all_in_good(case, 1),
    )
}

/// BB-TAC-15: a further point.
fn third_rank_of_pikes(rules: &Rules, case: &Case<'_>) -> i32 {
    point(
        second_rank_of_pikes(rules, case) > 0
            && third(case).is_some_and(|rank| is_pike_support(&rank.troop))
            && all_in_good(case, 2),
    )
}

/// BB-TAC-16, BB-TRP-18: one rank of support only.
fn second_rank_of_fast_pikes(_: &Rules, case: &Case<'_>) -> i32 {
    let fast = |troop: &Troop| troop.is(Pk) && troop.grade == Grade::F;
    point(
        case.in_close_combat()
            && fast(&case.own.troop)
            && against_formed(case)
            && second(case).is_some_and(|rank| fast(&rank.troop))
            && all_in_good(case, 1),
    )
}

/// BB-TAC-17, BB-TAC-30: it adds to BB-TAC-13.
fn second_rank_of_spears(_: &Rules, case: &Case<'_>) -> i32 {
    point(against_formed(case) && is_two_deep_spear(case))
}

/// BB-TAC-18.
fn second_rank_of_warband(_: &Rules, case: &Case<'_>) -> i32 {
    point(
        fights(case, &[Wb])
            && against_formed(case)
            && second(case).is_some_and(|rank| rank.troop.is(Wb) && rank.troop.grade == case.own.troop.grade)
            && none_in_difficult(case, 1),
    )
}

/// BB-TAC-19.
fn second_rank_of_bows(_: &Rules, case: &Case<'_>) -> i32 {
    let enemy = case.enemy.troop.kind;
    let alike = |rank: &Rank| {
        rank.troop.is(Bw)
            && is_same_drill(&rank.troop, &case.own.troop)
            && rank.troop.weapon == case.own.troop.weapon
    };
    point(
        fights(case, &[Bw])
            && enemy.is_infantry()
            && enemy != Ps
            && second(case).is_some_and(|rank| alike(&rank))
            && none_in_difficult(case, 1),
    )
}

/// BB-TAC-20, BB-TRP-32.
fn special_support(_: &Rules, case: &Case<'_>) -> i32 {
    point(
        fights(case, &[Ax, Bd, Sp])
            && against_mounted_or_warband(case)
            && second(case).is_some_and(|rank| gives_special_support(&rank.troop))
            && none_in_difficult(case, 1),
    )
}

/// BB-TAC-21: bows, not crossbows.
fn special_support_in_third_rank(_: &Rules, case: &Case<'_>) -> i32 {
    let bows = |troop: &Troop| gives_special_support(troop) && troop.weapon == Weapon::Bow;
    point(
        is_two_deep_spear(case)
            && against_mounted_or_warband(case)
            && third(case).is_some_and(|rank| bows(&rank.troop))
            && all_in_good(case, 2),
    )
}

/// BB-TAC-22, AMB-07: a house value.
fn river_edge(rules: &Rules, case: &Case<'_>) -> i32 {
    rules.settings.river_edge_advantage * point(case.in_close_combat() && case.own.defends_river_edge)
}

/// BB-TAC-39, BB-CIC-08, AMB-29: nothing unless the setting says otherwise.
fn commander(rules: &Rules, case: &Case<'_>) -> i32 {
    rules.settings.cic_combat_advantage * point(case.in_close_combat() && case.own.commander)
}

fn point(given: bool) -> i32 {
    i32::from(given)
}

fn fights(case: &Case<'_>, troops: &[TroopType]) -> bool {
    case.in_close_combat() && troops.contains(&case.own.troop.kind)
}

/// Against any but skirmishers.
fn against_formed(case: &Case<'_>) -> bool {
    !case.enemy.troop.kind.is_skirmisher()
}

fn against_mounted_or_warband(case: &Case<'_>) -> bool {
    case.enemy.troop.kind.is_mounted() || case.enemy.troop.is(Wb)
}

fn second(case: &Case<'_>) -> Option<Rank> {
    case.own.ranks[0]
}

/// BB-CC-38: behind a second rank only.
fn third(case: &Case<'_>) -> Option<Rank> {
    case.own.ranks[0].and(case.own.ranks[1])
}

/// BB-TAC-33, BB-CC-36: neither the front nor so many ranks behind it are in DGo.
fn none_in_difficult(case: &Case<'_>, ranks: usize) -> bool {
    goings(case, ranks).all(|going| going < Going::Difficult)
}

/// The front and so many ranks behind it are entirely in GGo.
fn all_in_good(case: &Case<'_>, ranks: usize) -> bool {
    goings(case, ranks).all(|going| going == Going::Good)
}

fn goings(case: &Case<'_>, ranks: usize) -> impl Iterator<Item = Going> {
    let behind = case.own.ranks.into_iter().flatten().take(ranks).map(|rank| rank.going);
    std::iter::once(case.own.going).chain(behind)
}

/// BB-TAC-17, BB-TAC-21: two ranks of alike Sp in GGo.
fn is_two_deep_spear(case: &Case<'_>) -> bool {
    fights(case, &[Sp])
        && second(case).is_some_and(|rank| rank.troop.is(Sp) && is_same_drill(&rank.troop, &case.own.troop))
        && all_in_good(case, 1)
}

fn is_deep_pike(case: &Case<'_>) -> bool {
    fights(case, &[Pk]) && matches!(case.own.troop.grade, Grade::I | Grade::X)
}

/// Same grade, both Reg or both Irr.
fn is_same_drill(a: &Troop, b: &Troop) -> bool {
    a.grade == b.grade && a.status == b.status
}

fn is_ordinary_ps(troop: &Troop) -> bool {
    troop.is(Ps) && troop.grade == Grade::O
}

/// BB-TRP-32: the list grants it and it was paid for.
fn gives_special_support(troop: &Troop) -> bool {
    is_ordinary_ps(troop) && troop.special_support
}

fn is_baggage(troop: &Troop) -> bool {
    troop.is(TroopType::Bg)
}
