//! Saves, results, shattered units, excess casualties and break tests (55.6, 55.11 to 55.13, 60.6, 60.8).

use super::*;
use crate::settings::Settings;

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

/// HC-PIL-01, HC-PIL-02, HC-SUPP-39, EX-89: a warband needs 6 against the first blow of pila: four hits, three
/// casualties.
#[test]
fn pila_make_saves_harder() {
    let mut scene = duel("heavy-infantry unshielded pilum", "medium-infantry warband").build();
    scene.go(&[]);
    scene.go(&[4, 4, 4, 4, 1, 1, 1]);
    scene.go(&[1; 6]);
    assert!(scene.go(&[1, 4, 5, 6]).contains(&rule!("HC-PIL-01")));
    assert_eq!(scene.hurt("e"), 3);
    scene.go(&[]);
    // In later rounds it is over.
    let look = scene.look();
    assert_eq!(look.state.unit(scene.unit("u")).combat.rounds, 1);
}

/// HC-FAN-01, HC-PIL-01, HC-CRES-04, EX-156: fanatics with 5 save on 5 against pila; two casualties each are a draw.
#[test]
fn fanatics_against_pila() {
    let mut scene = duel("heavy-infantry unshielded pilum", "medium-infantry warband fanatic").build();
    scene.go(&[]);
    scene.go(&[6, 6, 6, 1, 1, 1, 1]);
    scene.go(&[6, 6, 1, 1, 1, 1]);
    scene.go(&[5, 4, 4]);
    scene.go(&[1, 1]);
    assert_eq!((scene.hurt("e"), scene.hurt("u")), (2, 2));
    let before = scene.state.turn;
    scene.go(&[]);
    scene.go(&[]);
    assert!(scene.state.turn > before, "no test, no move: the round is over");
}

/// HC-LANCE-01, HC-LANCE-02, HC-CLR-02, EX-154: closed ranks and a lance cancel each other.
#[test]
fn lances_and_closed_ranks() {
    let scene =
        duel("heavy-cavalry lance", "heavy-infantry").build().combat_is("u", |combat| combat.charged = true);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let strike = crate::fight::Strike { by: u, of: u, on: e, dice: 1, needed: 3, hits: None };
    let needed = |closed| {
        let (blow, _) = crate::fight::strike::blow(scene.look(), &strike, closed);
        crate::morale::needed_save(scene.look(), e, &blow)
    };
    assert_eq!((needed(true), needed(false)), (4, 5));
}

/// HC-DBL-01, HC-DBL-02: double-handed arms: no save better than 5; not as a support.
#[test]
fn double_handed_arms() {
    let scene = duel("heavy-infantry double-handed", "heavy-infantry").build();
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let needed = |of| {
        let strike = crate::fight::Strike { by: u, of, on: e, dice: 1, needed: 4, hits: None };
        let (blow, _) = crate::fight::strike::blow(scene.look(), &strike, false);
        crate::morale::needed_save(scene.look(), e, &blow)
    };
    assert_eq!((needed(u), needed(e)), (5, 4));
}

/// HC-TOUGH-01, HC-WILD-01, HC-WILD-02, HC-WILD-03, HC-SPEC-02: misses rolled again, each once; the wild only in
/// their first round.
#[test]
fn misses_are_rolled_again() {
    let mut scene = duel("medium-infantry tough-fighters wild-fighters-2", "medium-infantry").build();
    scene.go(&[]);
    // Six dice, four misses; two of the wild, one of the tough.
    let rules = scene.play(&Choice::Proceed, &[1, 1, 1, 1, 6, 6, 6, 1, 6]).rolls;
    assert_eq!(
        rules.iter().map(|roll| roll.rule).collect::<Vec<_>>()[1..],
        [rule!("HC-WILD-01"), rule!("HC-TOUGH-01")]
    );
    assert_eq!(scene.round().strikes[0].hits, Some(4));
    let u = scene.unit("u");
    scene.state.units[u.index()].deeds = scene.state.units[u.index()].deeds.with(crate::state::Deed::Blooded);
    assert_eq!(scene.look().second_throws(u), (1, 0));
}

/// HC-STUB-01, HC-STUB-02, EX-92: one failed save again, up to three casualties.
#[test]
fn the_stubborn_save_again() {
    let scene = |hurt: u8| {
        let mut scene = duel("medium-infantry", "medium-infantry stubborn-3").build().casualties("e", hurt);
        scene.go(&[]);
        scene.go(&[6, 6, 1, 1, 1, 1]);
        scene.go(&[1; 6]);
        scene
    };
    let mut three = scene(3);
    three.go(&[1, 1, 6]);
    assert_eq!(three.hurt("e"), 4);
    let mut four = scene(4);
    four.go(&[1, 1]);
    assert_eq!(four.hurt("e"), 6);
}

/// HC-FRESH-01, HC-FRESH-02, HC-TAB-FRESH, HC-HIT-H12: terror, panic, determination, inspiration; once.
#[test]
fn the_freshly_raised() {
    let raised = |face: u8| {
        let mut scene = duel("medium-infantry freshly-raised", "medium-infantry").build();
        scene.go(&[]);
        assert!(scene.go(&[face]).contains(&rule!("HC-FRESH-01")));
        scene.roll_all(1);
        let strike = scene.round().strikes[0];
        (strike.dice, strike.needed, scene.look().is_disordered(scene.unit("u")))
    };
    assert_eq!((raised(1), raised(3)), ((6, 6, true), (6, 6, false)));
    assert_eq!((raised(5), raised(6)), ((6, 4, false), (7, 4, false)));
}

/// HC-CRES-02, HC-CRES-06, HC-CRES-07, EX-148: a defeated unit with twice its stamina is destroyed; a winner is not.
#[test]
fn the_shattered() {
    let mut scene = duel("medium-infantry small", "medium-infantry small")
        .unit("s", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .build();
    scene.fought([4, 8]);
    scene = scene.casualties("u", 8);
    assert!(scene.go(&[]).contains(&rule!("HC-CRES-06")));
    assert!(scene.is_gone("u"));
    // HC-REAL-02: its four excess casualties go to its support, which tests with the full difference.
    scene.go(&[]);
    assert_eq!(scene.hurt("s"), 4);
    let s = scene.unit("s");
    assert_eq!(scene.tests(), [(s, 4)]);
    let mut winner = duel("medium-infantry small", "medium-infantry small").build();
    winner.fought([8, 4]);
    winner = winner.casualties("u", 8);
    winner.go(&[]);
    assert!(!winner.is_gone("u"));
    winner.go(&[]);
    assert_eq!(winner.hurt("u"), 4);
}

/// HC-CRES-09, AMB-30: hits beyond twice the stamina are not counted, unless the option says so.
#[test]
fn hits_beyond_the_cap() {
    let inflicted = |all: bool| {
        let mut scene = duel("medium-infantry", "medium-infantry tiny")
            .settings(|settings: &mut Settings| settings.count_all_hits = all)
            .build();
        scene.go(&[]);
        scene.go(&[6; 6]);
        scene.go(&[1]);
        scene.go(&[1; 6]);
        scene.round().inflicted
    };
    assert_eq!((inflicted(false), inflicted(true)), ([2, 0], [6, 0]));
}

/// HC-REAL-01, HC-REAL-03, HC-REAL-05, HC-REAL-06, HC-REAL-07, HC-CAS-05, EX-85, EX-147: excess to the supports, the
/// odd one as the owner says.
#[test]
fn excess_goes_to_supports() {
    let start = || {
        let mut scene = duel("medium-infantry", "medium-infantry")
            .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 19.6), 0.0)
            .unit("right", Side::Red, "medium-infantry", (30.0 + WIDTH, 19.6), 0.0)
            .build()
            .casualties("right", 5);
        scene.fought([9, 9]);
        let mut scene = scene.casualties("u", 9);
        scene.go(&[]);
        scene
    };
    let mut scene = start();
    let (u, left, right) = (scene.unit("u"), scene.unit("left"), scene.unit("right"));
    let Some((Side::Red, FightPrompt::Excess { unit, ways })) = scene.asks() else { panic!() };
    assert_eq!((unit, ways), (u, vec![vec![(left, 2), (right, 1)], vec![(left, 1), (right, 2)]]));
    let all = Choice::Fight(FightChoice::Excess { unit: u, shares: vec![(left, 3)] });
    assert_eq!(scene.refusals(&all), [rule!("HC-REAL-03")]);
    scene.answer(FightChoice::Excess { unit: u, shares: vec![(left, 2), (right, 1)] }, &[]);
    assert_eq!((scene.hurt("u"), scene.hurt("left"), scene.hurt("right")), (6, 2, 6));
    assert!(scene.look().is_shaken(right));
    let mut scene = start();
    scene.answer(FightChoice::Excess { unit: u, shares: vec![(left, 1), (right, 2)] }, &[]);
    assert_eq!((scene.hurt("left"), scene.hurt("right")), (1, 6));
}

/// HC-REAL-03, HC-REAL-04: those who touch the enemy first; without supports it is dropped.
#[test]
fn excess_first_to_those_who_touch() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 19.6), 0.0)
        .unit("right", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .unit("wide", Side::Blue, "medium-infantry", (30.0 + 1.6 * WIDTH, 20.0), 180.0)
        .build();
    scene.fought([1, 1]);
    scene = scene.casualties("u", 7).casualties("e", 8);
    scene.go(&[]);
    scene.go(&[]);
    assert_eq!((scene.hurt("left"), scene.hurt("right")), (0, 1));
    assert!(scene.go(&[]).contains(&rule!("HC-REAL-04")) && scene.hurt("e") == 6);
}

/// HC-PHAL-01, HC-PHAL-02, HC-PHAL-03, HC-PHAL-04, HC-PHAL-06, HC-PHAL-07, HC-CRES-08, EX-91, AMB-40: a phalanx takes
/// a defeat by two for a draw.
#[test]
fn a_phalanx_takes_a_narrow_defeat_for_a_draw() {
    let fight = |inflicted: [u8; 2], hurt: u8| {
        let mut scene = duel("heavy-infantry unshielded phalanx-2", "medium-infantry").build();
        scene.fought(inflicted);
        let mut scene = scene.casualties("u", hurt);
        scene.go(&[]);
        let tests = if scene.state.pending.is_empty() { Vec::new() } else { scene.tests() };
        (tests, scene)
    };
    let (tests, scene) = fight([3, 5], 5);
    assert!(tests.is_empty());
    assert!(!scene.combat("e").won, "its enemy has not won");
    let (tests, scene) = fight([2, 5], 5);
    assert_eq!(tests, [(scene.unit("u"), 3)]);
    assert!(scene.combat("e").won);
    let (tests, scene) = fight([4, 6], 6);
    assert_eq!(tests, [(scene.unit("u"), 2)]);
    let (_, scene) = fight([4, 6], 12);
    assert!(!scene.is_gone("u"));
}

/// HC-ENDC-02, HC-ENDC-04, HC-SHK-05, HC-BRK-08, HC-BRK-20, HC-BRK-25: a draw: shaken units of both sides test, the
/// active side's first, and nothing is deducted.
#[test]
fn the_shaken_test_after_a_draw() {
    let mut scene = duel("medium-infantry", "medium-infantry").build();
    scene.fought([2, 2]);
    scene = scene.casualties("u", 6).casualties("e", 6);
    scene.go(&[]);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.tests(), [(u, 0), (e, 0)]);
    scene.go(&[4, 4]);
    assert_eq!(scene.tests(), [(e, 0)]);
}

/// HC-WAV-02, HC-BRK-11, AMB-77: the wavering test for any casualty, with a deduction only if they lost.
#[test]
fn the_wavering_test_when_hurt() {
    let mut scene = duel("medium-infantry wavering", "medium-infantry").build();
    scene.fought([5, 1]);
    let mut scene = scene.combat_is("u", |combat| combat.suffered = 1);
    scene.go(&[]);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.tests(), [(u, 0), (e, 4)]);
}

/// HC-BRK-09, HC-BRK-21, HC-BRK-22, HC-ENDC-03, HC-SUPM-03, EX-97, EX-155, EX-158: supports of a broken unit test
/// with the same difference.
#[test]
fn supports_of_the_broken_test() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("right", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .build();
    scene.result([2, 4]);
    let (u, left, right) = (scene.unit("u"), scene.unit("left"), scene.unit("right"));
    assert_eq!(scene.tests(), [(u, 2)]);
    // 2 - 2 breaks; 4 in the table of combat is 2 and breaks too (not as the report says).
    scene.go(&[1, 3]);
    assert!(scene.is_gone("u"));
    assert_eq!(scene.tests(), [(left, 2), (right, 2)]);
    let Some((Side::Red, FightPrompt::Test { units })) = scene.asks() else { panic!() };
    assert_eq!(units.len(), 2);
    scene.answer(FightChoice::Test { unit: right }, &[1, 2]);
    assert!(
        scene.is_gone("right") && scene.combat("left") != crate::state::Combat::default()
            || !scene.is_gone("left")
    );
    // 12 - 2 holds.
    scene.go(&[6, 6]);
    assert!(!scene.is_gone("left") && scene.combat("left").tested);
}

/// EX-155: a shaken legion that lost by 6 lives on 11 and 12 only, its unshaken supports on 9 and more.
#[test]
fn the_legion_of_the_report() {
    let scene = duel("heavy-infantry", "medium-infantry").build().casualties("u", 6);
    let u = scene.unit("u");
    let survives = |scene: &Scene, total: i32| {
        crate::breaks::combat_result(scene.look(), u, total - 6) != crate::breaks::Outcome::Break
    };
    assert!(!survives(&scene, 10) && survives(&scene, 11));
    let fresh = scene.casualties("u", 1);
    assert!(!survives(&fresh, 8) && survives(&fresh, 9));
}

/// HC-ELE-01, HC-BRK-23, HC-SPEC-02, EX-90, EX-165: the owner of the elephants has the higher die rolled again, once.
#[test]
fn elephants_frighten() {
    let mut scene = duel("medium-cavalry", "elephant").build();
    scene.fought([0, 1]);
    scene.go(&[]);
    let u = scene.unit("u");
    assert!(scene.go(&[4, 5]).contains(&rule!("HC-ELE-01")));
    assert_eq!(scene.asks(), Some((Side::Blue, FightPrompt::Demand { unit: u, dice: [5, 4] })));
    let reasons = scene.play(&Choice::Fight(FightChoice::Demand(true)), &[1]).reasons;
    let score = reasons.iter().find_map(|reason| match reason.fact {
        crate::fact::Fact::Score { score, .. } => Some(score),
        _ => None,
    });
    assert_eq!(score, Some(4));
    scene.go(&[]);
    assert!(scene.look().is_disordered(u) && scene.front("u") == (30.0, 14.0));
    // Declined, the dice stand.
    let mut scene = duel("medium-cavalry", "elephant").build();
    scene.fought([0, 1]);
    scene.go(&[]);
    scene.go(&[6, 5]);
    scene.answer(FightChoice::Demand(false), &[]);
    assert_eq!(scene.front("u"), (30.0, 20.0));
}

/// HC-VAL-01, HC-BRK-24: the valiant roll their first broken test of the game again.
#[test]
fn the_valiant_try_again() {
    let mut scene = duel("medium-infantry valiant", "medium-infantry").build();
    scene.result([0, 2]);
    scene.go(&[1, 1, 6, 6]);
    assert!(!scene.is_gone("u"));
}

/// HC-UPH-03, HC-BRES-20, AMB-33: below an enemy with the advantage of the slope nobody holds.
#[test]
fn nobody_holds_below() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .area(crate::field::AreaKind::Hill, &[(20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0)])
        .build();
    scene.result([0, 2]);
    assert!(scene.go(&[6, 6]).contains(&rule!("HC-UPH-03")));
    scene.go(&[]);
    assert_eq!(scene.front("u"), (30.0, 14.0));
}

/// HC-SCYTH-03, HC-SCYTH-04, HC-SCYTH-06, HC-SCYTH-07, EX-164: scythed chariots fight one round; whom they beat is
/// disordered.
#[test]
fn scythed_chariots_fight_once() {
    let mut scene = duel("heavy-chariots scythed-chariots", "heavy-infantry unshielded").build();
    assert_eq!(scene.look().own_attacks(scene.unit("u"), None), 7);
    scene.result([2, 0]);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.tests(), [(e, 2)]);
    assert!(scene.look().is_disordered(e));
    scene.go(&[6, 6]);
    assert!(scene.go(&[]).contains(&rule!("HC-SCYTH-03")));
    assert!(scene.is_gone("u") && !scene.look().can_be_supported(u));
    let mut beaten = duel("heavy-chariots scythed-chariots", "heavy-infantry unshielded").build();
    beaten.result([0, 5]);
    assert!(beaten.tests().is_empty());
    beaten.go(&[]);
    assert!(beaten.is_gone("u") && !beaten.look().is_disordered(beaten.unit("e")));
}

/// HC-BLDG-16, HC-HSAVE-02, HC-HSAVE-03: who stood behind a wall and was charged has its cover until it loses a round.
#[test]
fn cover_lasts_until_a_round_is_lost() {
    let wall = || {
        duel("medium-infantry", "medium-infantry")
            .obstacle(&[(20.0, 20.0), (40.0, 20.0)], true)
            .build()
            .combat_is("e", |combat| combat.covered = true)
    };
    let scene = wall();
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let blow = |by, on| {
        let strike = crate::fight::Strike { by, of: by, on, dice: 1, needed: 4, hits: None };
        crate::fight::strike::blow(scene.look(), &strike, false).0.cover
    };
    assert_eq!(blow(u, e), crate::morale::Cover::Light);
    assert_eq!(blow(e, u), crate::morale::Cover::None);
    let after = |inflicted| {
        let mut scene = wall();
        scene.result(inflicted);
        scene.combat("e").covered
    };
    assert_eq!((after([1, 3]), after([2, 2]), after([3, 1])), (true, true, false));
}

/// HC-SPEC-02, HC-WILD-01, HC-TOUGH-01: where players want to be asked, missed attacks are rolled again only by their
/// owner's word.
#[test]
fn missed_attacks_by_the_owners_word() {
    use crate::again::Second;
    let start = || {
        let mut scene = duel("medium-infantry tough-fighters", "medium-infantry")
            .settings(|settings| settings.helpful_rerolls_at_once = false)
            .build();
        scene.go(&[]);
        scene.go(&[]);
        scene
    };
    let prompt = |scene: &Scene| match scene.rules.next(&scene.state) {
        Next::Ask { side, prompt: Prompt::Again { unit, what } } => Some((side, unit, what)),
        _ => None,
    };
    let mut scene = start();
    assert_eq!(prompt(&scene), Some((Side::Red, scene.unit("u"), Second::Attacks)));
    assert_eq!(scene.proposals().len(), 2);
    // Six misses, and one of them again.
    scene.play(&Choice::Again(true), &[1, 1, 1, 1, 1, 1, 5]);
    assert_eq!(scene.round().strikes[0].hits, Some(1));
    assert!(scene.state.words.is_empty());
    let mut scene = start();
    scene.play(&Choice::Again(false), &[1, 1, 1, 1, 1, 1]);
    assert_eq!(scene.round().strikes[0].hits, Some(0));
}

/// HC-SPEC-02, HC-VAL-01: a valiant unit whose owner has said no breaks.
#[test]
fn the_valiant_by_their_owners_word() {
    for (yes, faces) in [(true, &[1, 1, 6, 6][..]), (false, &[1, 1][..])] {
        let mut scene = duel("medium-infantry valiant", "medium-infantry")
            .settings(|settings| settings.helpful_rerolls_at_once = false)
            .build();
        scene.result([0, 2]);
        scene.go(&[]);
        scene.play(&Choice::Again(yes), faces);
        assert_eq!(scene.is_gone("u"), !yes);
    }
}

/// HC-STUB-01: the one re-roll of the stubborn goes to the hits against which a save is easiest.
#[test]
fn the_stubborn_roll_the_easiest_save_again() {
    let mut scene = duel("heavy-infantry unshielded pilum", "medium-infantry stubborn")
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .build();
    scene.go(&[]);
    scene.go(&[4, 1, 1, 1, 1, 1, 1]);
    scene.go(&[1; 6]);
    scene.go(&[4, 1, 1]);
    // The blow of the support at 5+, again at 5+; then the pilum at 6.
    scene.go(&[1, 5, 5]);
    assert_eq!(scene.hurt("e"), 1);
}
