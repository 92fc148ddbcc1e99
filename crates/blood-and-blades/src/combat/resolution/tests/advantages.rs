//! BB-TAC-01 to BB-TAC-39, each where it applies and where it does not.

use super::{engaged, fight, in_bound_of_second, rules, shot, with};
use crate::combat::resolution::{Circumstances, Engagement, Rank};
use crate::ground::Going;
use crate::settings::Settings;
use crate::testing::parse_troop;
use crate::troop::{Troop, Weapon};
use aelian_rulebook::RuleId;

/// The advantages of the first party: the rule and the value of each line.
fn lines(circumstances: &Circumstances) -> Vec<(String, i32)> {
    listed(&engaged(circumstances), 0)
}

/// The advantages of the second party.
fn lines_of_second(circumstances: &Circumstances) -> Vec<(String, i32)> {
    listed(&engaged(circumstances), 1)
}

fn listed(engagement: &Engagement, party: usize) -> Vec<(String, i32)> {
    let lines = &engagement.fighters[party].advantages.lines;
    lines.iter().map(|line| (line.rule.to_string(), line.value)).collect()
}

fn only(rule: &str, value: i32) -> Vec<(String, i32)> {
    vec![(rule.to_owned(), value)]
}

fn none() -> Vec<(String, i32)> {
    Vec::new()
}

/// The first party with these ranks behind it.
fn backed(circumstances: Circumstances, ranks: &[Rank]) -> Circumstances {
    with(circumstances, |all| {
        for (place, rank) in all.first.ranks.iter_mut().zip(ranks) {
            *place = Some(*rank);
        }
    })
}

fn rank(troop: &str) -> Rank {
    Rank::new(parse_troop(troop))
}

fn rank_in(going: Going, troop: &str) -> Rank {
    Rank { going, ..rank(troop) }
}

fn special(troop: &str, weapon: Weapon) -> Rank {
    Rank::new(Troop { special_support: true, weapon, ..parse_troop(troop) })
}

fn first_in(going: Going, circumstances: Circumstances) -> Circumstances {
    with(circumstances, |all| all.first.going = going)
}

#[test]
fn nothing_is_given_for_nothing() {
    assert_eq!(lines(&fight("Reg Bd(O)", "Irr Wb(O)")), none());
    assert_eq!(lines(&shot("Reg Bw(O)", "Irr Wb(O)")), none());
    assert_eq!(lines_of_second(&shot("Reg Bw(O)", "Irr Wb(O)")), none());
}

/// BB-TAC-01, BB-TAC-37: upper ground counts in the own bound only, and in close combat only.
#[test]
fn upper_ground_counts_in_its_own_bound() {
    let uphill = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.upper_ground = true);
    assert_eq!(lines(&uphill), only("BB-TAC-01", 1));
    assert_eq!(lines_of_second(&uphill), none());
    assert_eq!(lines(&in_bound_of_second(uphill)), none());
    let shot_from_hill = with(shot("Reg Bw(O)", "Reg Bd(O)"), |all| all.first.upper_ground = true);
    assert_eq!(lines(&shot_from_hill), none());
}

/// BB-TAC-02, BB-TAC-03, BB-TAC-04, BB-SHT-42: rain and contrary wind give the target one point together.
#[test]
fn weather_spoils_shots() {
    let wet = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| all.raining = true);
    assert_eq!(lines_of_second(&wet), only("BB-TAC-03", 1));
    assert_eq!(lines(&wet), none());
    let windy = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| all.first.against_wind = true);
    assert_eq!(lines_of_second(&windy), only("BB-TAC-04", 1));
    assert_eq!(lines(&windy), none());
    let both = with(windy, |all| all.raining = true);
    assert_eq!(lines_of_second(&both), only("BB-TAC-03", 1));
    let wet_fight = with(fight("Reg Bw(O)", "Reg Cv(O)"), |all| all.raining = true);
    assert_eq!(lines_of_second(&wet_fight), none());
    let back = with(shot("Reg Bw(O)", "Reg Bw(O)").shot_back(), |all| all.raining = true);
    assert_eq!((lines(&back), lines_of_second(&back)), (only("BB-TAC-03", 1), only("BB-TAC-03", 1)));
}

/// BB-TAC-05, BB-SHT-43: who fights or shoots against the sun helps his opponent; a target that does not
/// shoot is no victim.
#[test]
fn dazzle_helps_the_other() {
    let dazzled = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.second.dazzled = true);
    assert_eq!((lines(&dazzled), lines_of_second(&dazzled)), (only("BB-TAC-05", 1), none()));
    let shooter = with(shot("Reg Bw(O)", "Reg Bd(O)"), |all| all.first.dazzled = true);
    assert_eq!(lines_of_second(&shooter), only("BB-TAC-05", 1));
    let target = with(shot("Reg Bw(O)", "Reg Bd(O)"), |all| all.second.dazzled = true);
    assert_eq!(lines(&target), none());
}

/// BB-TAC-06: an enemy whose recoil would be stopped, in both kinds of combat and for both parties.
#[test]
fn blocked_recoil_helps_the_other() {
    for case in [fight("Reg Bd(O)", "Reg Bd(O)"), shot("Reg Bw(O)", "Reg Bd(O)")] {
        let target = with(case.clone(), |all| all.second.cannot_recoil = true);
        assert_eq!((lines(&target), lines_of_second(&target)), (only("BB-TAC-06", 1), none()));
        let other = with(case, |all| all.first.cannot_recoil = true);
        assert_eq!((lines(&other), lines_of_second(&other)), (none(), only("BB-TAC-06", 1)));
    }
}

/// EX-75: BB-TAC-07, BB-TRP-15: one point for each overlapped flank; a Bg has none.
#[test]
fn overlaps_count_by_flank() {
    for (flanks, points) in [([true, false], 1), ([false, true], 1), ([true, true], 2)] {
        let case = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.second.overlapped = flanks);
        assert_eq!(lines(&case), only("BB-TAC-07", points));
    }
    let baggage = with(fight("Reg Bd(O)", "Irr Bg(O)"), |all| all.second.overlapped = [true; 2]);
    assert_eq!(lines(&baggage), none());
    let shooting = with(shot("Reg Bw(O)", "Reg Bd(O)"), |all| all.second.overlapped = [true; 2]);
    assert_eq!(lines(&shooting), none());
}

/// DEX-12: BB-TAC-08, BB-TAC-09, BB-TAC-32, BB-TRP-14: a flank attack gives 2, a rear attack 3, both 5; a rear
/// attack and an overlap 4; nothing against Bg.
#[test]
fn attacks_on_flank_and_rear() {
    let base = || fight("Reg Bd(O)", "Reg Bd(O)");
    let flank = with(base(), |all| all.second.flank_attacked = true);
    assert_eq!(lines(&flank), only("BB-TAC-08", 2));
    let rear = with(base(), |all| all.second.rear_attacked = true);
    assert_eq!(lines(&rear), only("BB-TAC-09", 3));
    let both = with(flank, |all| all.second.rear_attacked = true);
    assert_eq!(engaged(&both).fighters[0].advantages.total(), 5);
    let overlapped = with(rear, |all| all.second.overlapped = [true, false]);
    assert_eq!(engaged(&overlapped).fighters[0].advantages.total(), 4);
    let baggage = with(fight("Reg Bd(O)", "Irr Bg(O)"), |all| {
        all.second.flank_attacked = true;
        all.second.rear_attacked = true;
    });
    assert_eq!(lines(&baggage), none());
}

/// BB-TAC-10, BB-SHT-33, BB-SHT-40: the second and third shooter and a shot from the rear, three at most.
#[test]
fn more_shooters_help_the_primary() {
    for (more, points) in [(1, 1), (2, 2), (3, 2), (9, 2)] {
        let case = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| all.first.more_shooters = more);
        assert_eq!(lines(&case), only("BB-TAC-10", points));
    }
    let rear = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| {
        all.first.shoots_at_rear = true;
        all.first.more_shooters = 4;
    });
    assert_eq!(engaged(&rear).fighters[0].advantages.total(), 3);
    let fighting = with(fight("Reg Bw(O)", "Reg Cv(O)"), |all| all.first.more_shooters = 2);
    assert_eq!(lines(&fighting), none());
}

/// BB-TAC-11, BB-TAC-38: one point for the target, whoever of the two is in Wd or BUA.
#[test]
fn cover_helps_the_target() {
    let shooter = with(shot("Reg Bw(O)", "Reg Ax(O)"), |all| all.first.cover = true);
    assert_eq!((lines(&shooter), lines_of_second(&shooter)), (none(), only("BB-TAC-11", 1)));
    let target = with(shot("Reg Bw(O)", "Reg Ax(O)"), |all| all.second.cover = true);
    assert_eq!(lines_of_second(&target), only("BB-TAC-11", 1));
    let both = with(target, |all| all.first.cover = true);
    assert_eq!(lines_of_second(&both), only("BB-TAC-11", 1));
    let fighting = with(fight("Reg Ax(O)", "Reg Ax(O)"), |all| all.first.cover = true);
    assert_eq!((lines(&fighting), lines_of_second(&fighting)), (none(), none()));
}

/// BB-TAC-12, BB-TAC-33: Ps behind Ps against skirmishers, neither in DGo.
#[test]
fn psiloi_behind_psiloi() {
    let against = |enemy| backed(fight("Irr Ps(I)", enemy), &[rank("Irr Ps(O)")]);
    for enemy in ["Irr Ps(O)", "Irr LH(O)"] {
        assert_eq!(lines(&against(enemy)), only("BB-TAC-12", 1));
    }
    assert_eq!(lines(&against("Reg Bd(O)")), none());
    assert_eq!(lines(&backed(fight("Irr Ps(O)", "Irr Ps(O)"), &[rank("Irr Ps(I)")])), none());
    assert_eq!(lines(&first_in(Going::Rough, against("Irr Ps(O)"))), only("BB-TAC-12", 1));
    assert_eq!(lines(&first_in(Going::Difficult, against("Irr Ps(O)"))), none());
    let behind = backed(fight("Irr Ps(O)", "Irr Ps(O)"), &[rank_in(Going::Difficult, "Irr Ps(O)")]);
    assert_eq!(lines(&behind), none());
}

/// BB-TAC-13, BB-TAC-17, BB-TAC-30: Sp in the open have a point by themselves and another by a second rank of
/// the same grade and status, not against skirmishers.
#[test]
fn spears_one_and_two_deep() {
    assert_eq!(lines(&fight("Reg Sp(O)", "Reg Bd(O)")), only("BB-TAC-13", 1));
    assert_eq!(lines(&fight("Reg Sp(O)", "Irr Ps(O)")), none());
    assert_eq!(lines(&first_in(Going::Rough, fight("Reg Sp(O)", "Reg Bd(O)"))), none());
    let two_deep = backed(fight("Reg Sp(O)", "Reg Bd(O)"), &[rank("Reg Sp(O)")]);
    assert_eq!(engaged(&two_deep).fighters[0].advantages.total(), 2);
    assert!(lines(&two_deep).contains(&("BB-TAC-17".to_owned(), 1)));
    for second in
        [rank("Irr Sp(O)"), rank("Reg Sp(I)"), rank("Reg Pk(I)"), rank_in(Going::Rough, "Reg Sp(O)")]
    {
        let case = backed(fight("Reg Sp(O)", "Reg Bd(O)"), &[second]);
        assert_eq!(lines(&case), only("BB-TAC-13", 1), "{second:?}");
    }
    let scouts = backed(fight("Reg Sp(O)", "Irr LH(O)"), &[rank("Reg Sp(O)")]);
    assert_eq!(lines(&scouts), none());
}

/// BB-TAC-14, BB-TAC-15, AMB-40: Pk(I) and Pk(X) two and three deep, supported by Pk(I) only, all in GGo.
#[test]
fn pikes_two_and_three_deep() {
    let ranks = [rank("Reg Pk(I)"), rank("Reg Pk(I)")];
    for front in ["Reg Pk(I)", "Reg Pk(X)"] {
        assert_eq!(lines(&fight(front, "Reg Bd(O)")), none());
        let two = backed(fight(front, "Reg Bd(O)"), &ranks[..1]);
        assert_eq!(lines(&two), only("BB-TAC-14", 1));
        let three = backed(fight(front, "Reg Bd(O)"), &ranks);
        assert_eq!(lines(&three), [("BB-TAC-14".to_owned(), 1), ("BB-TAC-15".to_owned(), 1)]);
        assert_eq!(lines(&backed(fight(front, "Irr LH(O)"), &ranks)), none());
        assert_eq!(lines(&first_in(Going::Rough, three.clone())), none());
    }
    let exceptional = backed(fight("Reg Pk(I)", "Reg Bd(O)"), &[rank("Reg Pk(X)"), rank("Reg Pk(I)")]);
    assert_eq!(lines(&exceptional), none());
    let third_in_rough = [rank("Reg Pk(I)"), rank_in(Going::Rough, "Reg Pk(I)")];
    assert_eq!(lines(&backed(fight("Reg Pk(I)", "Reg Bd(O)"), &third_in_rough)), only("BB-TAC-14", 1));
    let third_of_others = [rank("Reg Pk(I)"), rank("Reg Pk(X)")];
    assert_eq!(lines(&backed(fight("Reg Pk(I)", "Reg Bd(O)"), &third_of_others)), only("BB-TAC-14", 1));
}

/// BB-TAC-16, BB-TRP-18: Pk(F) have one rank of support and no more.
#[test]
fn fast_pikes_are_two_deep_at_most() {
    let ranks = [rank("Irr Pk(F)"), rank("Irr Pk(F)")];
    assert_eq!(lines(&backed(fight("Irr Pk(F)", "Reg Bd(O)"), &ranks)), only("BB-TAC-16", 1));
    assert_eq!(lines(&backed(fight("Irr Pk(F)", "Reg Bd(O)"), &[rank("Reg Pk(I)")])), none());
    assert_eq!(lines(&backed(fight("Irr Pk(F)", "Irr Ps(O)"), &ranks)), none());
    let rough = first_in(Going::Rough, backed(fight("Irr Pk(F)", "Reg Bd(O)"), &ranks));
    assert_eq!(lines(&rough), none());
}

/// BB-TAC-18: Wb of one grade two deep, not in DGo; Reg or Irr does not matter.
#[test]
fn warband_two_deep() {
    let backed_by = |second| backed(fight("Irr Wb(O)", "Reg Bd(O)"), &[second]);
    assert_eq!(lines(&backed_by(rank("Irr Wb(O)"))), only("BB-TAC-18", 1));
    assert_eq!(lines(&backed_by(rank("Reg Wb(O)"))), only("BB-TAC-18", 1));
    assert_eq!(lines(&backed_by(rank_in(Going::Rough, "Irr Wb(O)"))), only("BB-TAC-18", 1));
    assert_eq!(lines(&backed_by(rank("Irr Wb(F)"))), none());
    assert_eq!(lines(&backed_by(rank_in(Going::Difficult, "Irr Wb(O)"))), none());
    assert_eq!(lines(&backed(fight("Irr Wb(O)", "Irr Ps(O)"), &[rank("Irr Wb(O)")])), none());
}

/// BB-TAC-19: Bw two deep against infantry but Ps: same grade, weapon and status.
#[test]
fn bows_two_deep() {
    let armed = |weapon| Rank::new(Troop { weapon, ..parse_troop("Reg Bw(O)") });
    let case = |enemy, second: Rank| {
        let alike = with(fight("Reg Bw(O)", enemy), |all| all.first.troop.weapon = Weapon::Bow);
        backed(alike, &[second])
    };
    assert_eq!(lines(&case("Irr Wb(O)", armed(Weapon::Bow))), only("BB-TAC-19", 1));
    assert_eq!(lines(&case("Irr Bg(O)", armed(Weapon::Bow))), only("BB-TAC-19", 1));
    for enemy in ["Irr Ps(O)", "Reg Cv(O)"] {
        assert_eq!(lines(&case(enemy, armed(Weapon::Bow))), none());
    }
    assert_eq!(lines(&case("Irr Wb(O)", armed(Weapon::Crossbow))), none());
    for second in ["Irr Bw(O)", "Reg Bw(I)"] {
        let other = Rank::new(Troop { weapon: Weapon::Bow, ..parse_troop(second) });
        assert_eq!(lines(&case("Irr Wb(O)", other)), none());
    }
    let in_wood = Rank { going: Going::Difficult, ..armed(Weapon::Bow) };
    assert_eq!(lines(&case("Irr Wb(O)", in_wood)), none());
}

/// BB-TAC-20, BB-TRP-32: Ps(O) with special support behind Ax, Bd or Sp, against mounted or Wb.
#[test]
fn special_support_by_psiloi() {
    let psiloi = special("Irr Ps(O)", Weapon::Javelin);
    for front in ["Reg Ax(O)", "Reg Bd(O)"] {
        for enemy in ["Reg Cv(O)", "Irr Wb(O)", "Irr LH(O)"] {
            assert_eq!(lines(&backed(fight(front, enemy), &[psiloi])), only("BB-TAC-20", 1));
        }
        assert_eq!(lines(&backed(fight(front, "Reg Bd(O)"), &[psiloi])), none());
        assert_eq!(lines(&backed(fight(front, "Reg Cv(O)"), &[rank("Irr Ps(O)")])), none());
        let wood = first_in(Going::Difficult, backed(fight(front, "Reg Cv(O)"), &[psiloi]));
        assert_eq!(lines(&wood), none());
    }
    let spears = backed(fight("Reg Sp(O)", "Reg Cv(O)"), &[psiloi]);
    assert_eq!(lines(&spears), [("BB-TAC-13".to_owned(), 1), ("BB-TAC-20".to_owned(), 1)]);
    assert_eq!(lines(&backed(fight("Irr Wb(O)", "Reg Cv(O)"), &[psiloi])), none());
}

/// BB-TAC-21: Sp, Sp and Ps(O) with bows as a third rank, against mounted or Wb, all in GGo.
#[test]
fn special_support_in_the_third_rank() {
    let case = |enemy, third| backed(fight("Reg Sp(O)", enemy), &[rank("Reg Sp(O)"), third]);
    let has = |case: &Circumstances| lines(case).contains(&("BB-TAC-21".to_owned(), 1));
    let bows = special("Irr Ps(O)", Weapon::Bow);
    assert!(has(&case("Reg Cv(O)", bows)));
    assert_eq!(engaged(&case("Reg Cv(O)", bows)).fighters[0].advantages.total(), 3);
    assert!(has(&case("Irr Wb(O)", bows)));
    assert!(!has(&case("Reg Bd(O)", bows)));
    assert!(!has(&case("Reg Cv(O)", special("Irr Ps(O)", Weapon::Crossbow))));
    assert!(!has(&case("Reg Cv(O)", Rank { going: Going::Rough, ..bows })));
    assert!(!has(&backed(fight("Reg Sp(O)", "Reg Cv(O)"), &[rank("Reg Sp(I)"), bows])));
}

/// BB-TAC-22, AMB-07: a river edge gives what the setting says.
#[test]
fn river_edge_is_a_setting() {
    let case = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.defends_river_edge = true);
    assert_eq!(lines(&case), only("BB-TAC-22", 1));
    let mut without = rules();
    without.settings = Settings { river_edge_advantage: 0, ..Settings::default() };
    assert_eq!(listed(&Engagement::between(&without, &case), 0), none());
}

/// BB-TAC-39, BB-CIC-08, AMB-29: the general has no advantage unless the setting gives him one.
#[test]
fn the_general_is_a_setting() {
    let case = with(fight("Reg Bd(O)", "Reg Bd(O)"), |all| all.first.commander = true);
    assert_eq!(lines(&case), none());
    let mut custom = rules();
    custom.settings = Settings { cic_combat_advantage: 1, ..Settings::default() };
    assert_eq!(listed(&Engagement::between(&custom, &case), 0), only("BB-TAC-39", 1));
}

/// BB-TAC-30, BB-RES-07: every advantage is a point, or as many as its line says, and they add up.
#[test]
fn advantages_add_up() {
    let case = with(fight("Reg Sp(O)", "Reg Cv(O)"), |all| {
        all.first.upper_ground = true;
        all.second.flank_attacked = true;
        all.second.overlapped = [true, true];
    });
    assert_eq!(engaged(&case).fighters[0].advantages.total(), 1 + 1 + 2 + 2);
    assert_eq!(engaged(&case).result(1, 1).first, [4 + 6 + 1, 3 + 1]);
}

/// BB-TAC-30: the ids of the lines are those of the list, none twice but the two parts of BB-TAC-10.
#[test]
fn every_line_names_its_rule() {
    let everything = with(shot("Reg Bw(O)", "Reg Cv(O)"), |all| {
        all.first.more_shooters = 1;
        all.first.shoots_at_rear = true;
    });
    let rules: Vec<RuleId> = engaged(&everything).fighters[0].advantages.rules().collect();
    assert_eq!(rules.iter().map(RuleId::as_str).collect::<Vec<_>>(), ["BB-TAC-10", "BB-TAC-10"]);
}
