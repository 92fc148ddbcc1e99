//! Dice, what they need, and where they go (55.3 to 55.7).

use super::*;
use crate::fight::Declared;
use crate::formation::Formation;
use crate::settings::Settings;
use crate::state::{Combat, Side4};

const HALF: f64 = 90.0 / 25.4;

/// What each attack of `u` on `e` needs.
fn needed(scene: &Scene) -> u8 {
    scene.look().needed_to_hit((scene.unit("u"), scene.unit("e")), true, false, None)
}

fn with(red: &str, change: impl FnOnce(&mut Combat)) -> u8 {
    needed(&duel(red, "heavy-infantry").build().combat_is("u", change))
}

/// HC-HIT-H01, HC-HIT-H02, HC-HIT-H03, EX-80: six dice hit three times at 4 and five times at 3, charging.
#[test]
fn charging_helps() {
    let hits = |charged: bool| {
        let mut scene = duel("medium-infantry", "medium-infantry")
            .build()
            .combat_is("u", |combat| combat.charged = charged);
        scene.go(&[]);
        scene.go(&[1, 3, 3, 4, 5, 6]);
        scene.round().strikes[0].hits
    };
    assert_eq!((hits(false), hits(true)), (Some(3), Some(5)));
}

/// HC-TAB-HHIT, HC-HIT-H03, HC-HIT-H04, HC-HIT-H05, HC-HIT-H06, HC-HIT-H07, HC-HIT-H08, HC-HIT-H09, HC-HIT-H10,
/// HC-HIT-H13, HC-HIT-H15, HC-HIT-H16, AMB-89: every row of the table, and its limits.
#[test]
fn the_table_of_hits() {
    let infantry = "heavy-infantry";
    assert_eq!(with(infantry, |_| ()), 4);
    assert_eq!(with(infantry, |combat| combat.charged = true), 3);
    assert_eq!(with(infantry, |combat| (combat.charged, combat.no_bonus) = (true, true)), 4);
    assert_eq!(with(infantry, |combat| combat.won = true), 3);
    assert_eq!(with(infantry, |combat| (combat.charged, combat.won) = (true, true)), 2);
    let scene =
        duel(infantry, infantry).settings(|settings: &mut Settings| settings.charging_and_winning = false);
    let scene = scene.build().combat_is("u", |combat| (combat.charged, combat.won) = (true, true));
    assert_eq!(needed(&scene), 3);
    assert_eq!(needed(&duel(infantry, infantry).build().disordered("u")), 5);
    assert_eq!(needed(&duel(infantry, infantry).build().disordered("u").casualties("u", 6)), 5);
    assert_eq!(needed(&duel("skirmishers", infantry).build()), 5);
    let scene = duel(infantry, infantry).build().disordered("u");
    let pair = (scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.look().needed_to_hit(pair, true, true, None), 6);
    // HC-HIT-H12: panic.
    assert_eq!(scene.look().needed_to_hit(pair, true, false, Some(3)), 6);
    assert_eq!(scene.look().needed_to_hit(pair, true, false, Some(4)), 5);
}

/// HC-HIT-H11, HC-ELE-02, HC-SUPP-39: infantry in open order is better against elephants, but not as a support.
#[test]
fn open_order_against_elephants() {
    let scene = duel("skirmishers", "elephant").build();
    let pair = (scene.unit("u"), scene.unit("e"));
    assert_eq!(needed(&scene), 3);
    assert_eq!(scene.look().needed_to_hit(pair, false, false, None), 5);
    assert_eq!(needed(&duel("horse-archers", "elephant").build()), 5);
}

/// HC-SUPP-35, HC-SUPP-38, AMB-28: a support neither charges nor wins nor stands above, but may be unsteady.
#[test]
fn supports_have_no_bonus() {
    let table = duel("heavy-infantry", "heavy-infantry")
        .area(crate::field::AreaKind::Hill, &[(20.0, 10.0), (40.0, 10.0), (40.0, 20.0), (20.0, 20.0)]);
    let scene = table.build().combat_is("u", |combat| (combat.charged, combat.won) = (true, true));
    let pair = (scene.unit("u"), scene.unit("e"));
    assert_eq!(scene.look().needed_to_hit(pair, false, false, None), 4);
    let scene = scene.disordered("u");
    assert_eq!(scene.look().needed_to_hit(pair, false, false, None), 5);
}

/// HC-HIT-H05, HC-HIT-H06, HC-UPH-01, HC-UPH-02, HC-UPH-04, HC-UPH-05, EX-108: the slope helps him who stands.
#[test]
fn the_slope_helps_who_stands() {
    let hill = || {
        duel("heavy-infantry", "heavy-infantry")
            .area(crate::field::AreaKind::Hill, &[(20.0, 10.0), (40.0, 10.0), (40.0, 20.0), (20.0, 20.0)])
            .build()
    };
    assert_eq!(needed(&hill()), 3);
    assert_eq!(needed(&hill().combat_is("u", |combat| combat.charged = true)), 3);
    assert_eq!(needed(&hill().combat_is("u", |combat| combat.won = true)), 3);
    assert_eq!(needed(&hill().combat_is("u", |combat| combat.moved = true)), 4);
    let scene = hill();
    assert_eq!(scene.look().needed_to_hit((scene.unit("e"), scene.unit("u")), true, false, None), 4);
}

/// HC-COL-07, HC-ATT-01, HC-ATT-02, HC-ATT-03, HC-ATT-05, HC-HTH-03, HC-HTH-04, HC-TAB-HFORM, EX-83: dice by value, size and
/// formation.
#[test]
fn dice_by_formation() {
    let dice = |troop: &str, formation: Formation, rounds: u8| {
        let scene = table()
            .formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .fighting("u", "e")
            .build()
            .combat_is("u", |combat| combat.rounds = rounds);
        scene.look().own_attacks(scene.unit("u"), None)
    };
    assert_eq!(dice("heavy-cavalry", Formation::Line, 0), 9);
    assert_eq!(dice("heavy-cavalry", Formation::Line, 1), 6);
    assert_eq!(dice("heavy-infantry", Formation::Column, 0), 1);
    assert_eq!(dice("heavy-infantry", Formation::Square, 0), 2);
    assert_eq!(dice("medium-infantry large", Formation::Line, 0), 8);
    assert_eq!(dice("medium-infantry small", Formation::Line, 0), 4);
    assert_eq!(dice("medium-infantry tiny", Formation::Open, 0), 1);
}

/// HC-ATT-08, HC-TESTU-07: a battle line without room has dice by its width.
#[test]
fn a_squeezed_line_has_fewer_dice() {
    let mut scene = duel("heavy-infantry", "heavy-infantry").build();
    let u = scene.unit("u");
    scene.state.units[u.index()].rect.width = 90.0;
    assert_eq!(scene.look().own_attacks(u, None), 4);
}

/// A unit fought on these edges by heavy infantry, in the order front, left, right, rear.
fn beset(troop: &str, formation: Formation, edges: &[Side4]) -> Scene {
    let depth = 40.0 / 25.4;
    let mut table = table().formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0);
    let scene = table.clone().build();
    let rect = scene.state.unit(scene.unit("u")).rect;
    let (half, deep) = (rect.width / 50.8, rect.depth / 25.4);
    let _ = (HALF, depth);
    for edge in edges {
        let (name, at, facing) = match edge {
            Side4::Front => ("front", (30.0, 20.0), 180.0),
            Side4::Left => ("left", (30.0 - half, 20.0 - deep / 2.0), 90.0),
            Side4::Right => ("right", (30.0 + half, 20.0 - deep / 2.0), 270.0),
            Side4::Rear => ("rear", (30.0, 20.0 - deep), 0.0),
        };
        table = table.unit(name, Side::Blue, "heavy-infantry", at, facing).fighting("u", name);
    }
    table.build()
}

/// The ways to share out so many attacks, each as front, left, right, rear.
fn ways(scene: &Scene, attacks: u8) -> Vec<Vec<u8>> {
    let found = scene.look().splits(scene.unit("u"), attacks).ways;
    found.iter().map(|split| split.iter().map(|(_, dice)| *dice).collect()).collect()
}

use Side4::{Front, Left, Rear, Right};

/// HC-ALLOC-01, HC-ALLOC-02, HC-ALLOC-04, EX-81: seven attacks: at least four to the front, at most three to a flank.
#[test]
fn at_least_half_to_the_front() {
    let scene = beset("heavy-infantry", Formation::Line, &[Front, Right]);
    assert_eq!(ways(&scene, 7), [[7, 0], [6, 1], [5, 2], [4, 3]]);
    assert!(scene.look().is_outflanked(scene.unit("u")));
}

/// HC-ALLOC-04, HC-HIT-H09, AMB-71, EX-107: engaged on a flank only, half of the attacks are lost, the others at -1.
#[test]
fn a_flank_takes_no_more_than_half() {
    let scene = beset("heavy-infantry", Formation::Line, &[Right]);
    assert_eq!(ways(&scene, 7), [[3]]);
    let pair = (scene.unit("u"), scene.unit("right"));
    assert_eq!(scene.look().needed_to_hit(pair, true, false, None), 5);
    let both = beset("heavy-infantry", Formation::Line, &[Left, Right]);
    assert_eq!(ways(&both, 7), [[3, 3]]);
}

/// HC-ALLOC-05, AMB-91, EX-144: front and rear share evenly; the rear alone has all.
#[test]
fn front_and_rear_share_evenly() {
    let scene = beset("heavy-infantry", Formation::Line, &[Front, Rear]);
    assert_eq!((ways(&scene, 8), ways(&scene, 7)), (vec![vec![4, 4]], vec![vec![4, 3]]));
    let scene = beset("heavy-infantry", Formation::Line, &[Rear]);
    assert_eq!(ways(&scene, 7), [[7]]);
}

/// HC-ATT-03, HC-ALLOC-07, HC-SQ-06, EX-145: a square has two dice for each face, seven in all.
#[test]
fn a_square_fights_by_faces() {
    let scene = beset("heavy-infantry", Formation::Square, &[Front, Left, Right]);
    let u = scene.unit("u");
    assert_eq!(scene.look().own_attacks(u, None), 6);
    assert_eq!(ways(&scene, 6), [[2, 2, 2]]);
    assert!(!scene.look().is_outflanked(u));
    let scene = beset("heavy-infantry", Formation::Square, &[Front, Left, Right, Rear]);
    assert_eq!(scene.look().own_attacks(scene.unit("u"), None), 7);
    let found = ways(&scene, 7);
    assert_eq!(found.len(), 4);
    assert!(found.contains(&vec![2, 2, 2, 1]));
}

/// HC-ALLOC-08, HC-WEDGE-03, HC-WEDGE-05: a wedge shares out as it likes and has no flanks.
#[test]
fn a_wedge_shares_out_freely() {
    let scene = beset("heavy-infantry wedge", Formation::Wedge, &[Front, Right]);
    assert_eq!(ways(&scene, 7).len(), 8);
    assert!(!scene.look().is_outflanked(scene.unit("u")));
}

/// HC-HIT-H14: an enemy support that touches a flank does not outflank.
#[test]
fn a_support_at_the_flank_does_not_outflank() {
    let scene = duel("heavy-infantry", "heavy-infantry")
        .unit("s", Side::Blue, "heavy-infantry", (30.0 + HALF, 21.0), 270.0)
        .build();
    assert!(scene.look().touch(scene.unit("u"), scene.unit("s")));
    assert!(!scene.look().is_outflanked(scene.unit("u")));
}

/// HC-ATT-04, HC-BLDG-13, HC-ARC-10, HC-ALLOC-07: two dice for each face of a building that is attacked.
#[test]
fn a_building_fights_by_faces() {
    let at = |facing: f64, (x, y): (f64, f64), name: &str, table: Table| {
        table.unit(name, Side::Blue, "heavy-infantry", (x, y), facing).fighting("u", name)
    };
    let table = table().block((30.0, 20.0), (6.0, 6.0), crate::field::Strength::Substantial).entry(
        "u",
        Side::Red,
        "heavy-infantry",
        crate::setup::Stands::In(crate::ids::BlockId(0)),
    );
    let one = at(0.0, (30.0, 20.0), "south", table);
    let scene = one.clone().build();
    assert_eq!(scene.look().own_attacks(scene.unit("u"), None), 2);
    let scene = at(180.0, (30.0, 26.0), "north", one).build();
    let u = scene.unit("u");
    assert_eq!(scene.look().own_attacks(u, None), 4);
    assert!(!scene.look().is_outflanked(u));
    assert_eq!(ways(&scene, 4), [[2, 2]]);
}

/// HC-ALLOC-03, HC-ALLOC-06: several enemies to the front are struck as equally as can be; the odd die as the owner
/// says.
#[test]
fn odd_dice_as_the_owner_says() {
    let table = table()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("a", Side::Blue, "heavy-infantry small", (30.0 - 1.9, 20.0), 180.0)
        .unit("b", Side::Blue, "heavy-infantry small", (30.0 + 1.9, 20.0), 180.0)
        .fighting("u", "a")
        .fighting("u", "b");
    let scene = table.build();
    assert_eq!(ways(&scene, 7), [[4, 3], [3, 4]]);
    assert_eq!(ways(&scene, 6), [[3, 3]]);
}

/// HC-CLR-01, HC-CLR-02, HC-CLR-03, HC-CLR-04, HC-CLR-05, HC-CLR-06, HC-HIT-H10, HC-HSAVE-04, EX-82, AMB-20, AMB-73:
/// closed ranks: 5 to hit, 3 to save, for a round.
#[test]
fn ranks_are_closed_for_a_round() {
    let may = |troop: &str, formation: Formation| {
        let scene = table().formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0).build();
        scene.look().may_close_ranks(scene.unit("u"))
    };
    assert!(may("heavy-infantry", Formation::Line) && may("medium-infantry close-ranks", Formation::Line));
    assert!(
        !may("heavy-infantry double-handed", Formation::Line) && !may("medium-infantry", Formation::Line)
    );
    assert!(!may("heavy-infantry", Formation::Column) && !may("heavy-infantry", Formation::Open));
    assert!(!may("heavy-infantry warband", Formation::Warband));
    let mut scene = duel("heavy-infantry", "medium-infantry").build();
    scene.go(&[]);
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let (side, prompt) = scene.asks().unwrap();
    assert_eq!(side, Side::Red);
    assert!(
        matches!(prompt, FightPrompt::Declare { unit, may_close: true, most_attacks: 0, .. } if unit == u)
    );
    let declared = Declared { unit: u, close: true, attacks: 0, split: vec![(e, 7)] };
    assert!(scene.answer(FightChoice::Declare(declared), &[]).contains(&rule!("HC-CLR-02")));
    scene.go(&[4; 7]);
    assert_eq!(scene.round().strikes[0].hits, Some(0));
    scene.go(&[4, 4, 1, 1, 1, 1]);
    let rules = scene.go(&[3, 2]);
    assert!(rules.contains(&rule!("HC-CLR-02")));
    assert_eq!(scene.hurt("u"), 1);
    scene.go(&[]);
    assert!(!scene.combat("u").closed);
}

/// HC-CLR-01, HC-CLR-06: not in the round into which it charged; all infantry where a scenario says so.
#[test]
fn chargers_do_not_close_ranks() {
    let scene =
        duel("heavy-infantry", "medium-infantry").build().combat_is("u", |combat| combat.charged = true);
    assert!(!scene.look().may_close_ranks(scene.unit("u")));
    let scene = duel("light-infantry", "medium-infantry")
        .settings(|settings: &mut Settings| settings.all_infantry_close_ranks = true)
        .build();
    assert!(scene.look().may_close_ranks(scene.unit("u")));
}

/// HC-ALLOC-02, HC-ALLOC-04, HC-CFV-01, HC-CLR-01: what cannot be declared is refused with every reason.
#[test]
fn impossible_declarations_are_refused() {
    let mut scene = beset("heavy-infantry", Formation::Line, &[Front, Right]);
    scene.go(&[]);
    let (u, front, right) = (scene.unit("u"), scene.unit("front"), scene.unit("right"));
    let declare = |close, attacks, split: Vec<(UnitId, u8)>| {
        Choice::Fight(FightChoice::Declare(Declared { unit: u, close, attacks, split }))
    };
    assert!(scene.refusals(&declare(true, 0, vec![(front, 4), (right, 3)])).is_empty());
    let flanked = declare(false, 0, vec![(front, 3), (right, 4)]);
    assert_eq!(scene.refusals(&flanked), [rule!("HC-ALLOC-02"), rule!("HC-ALLOC-04")]);
    assert!(scene.refusals(&declare(false, 0, vec![(right, 3), (front, 4)])).is_empty());
    let absurd = declare(false, 200, vec![(UnitId(63), 255)]);
    assert_eq!(scene.refusals(&absurd), [rule!("HC-CFV-01"), rule!("HC-ALLOC-01")]);
    assert_eq!(scene.proposals().len(), 8);
}

/// HC-TURN-06, HC-ENG-02, HC-ENG-03, HC-ENG-12, EX-88: who is linked by fighting pairs fights in one engagement; Red 1 and Blue 1
/// are taken in the flank.
#[test]
fn linked_pairs_are_one_engagement() {
    let depth = 40.0 / 25.4;
    let scene = table()
        .unit("red 1", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("blue 1", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .unit("blue 2", Side::Blue, "heavy-infantry", (30.0 + HALF, 20.0 - depth / 2.0), 270.0)
        .unit("red 2", Side::Red, "heavy-infantry", (30.0 + HALF, 20.0 + depth / 2.0 + 2.0), 270.0)
        .unit("far", Side::Red, "heavy-infantry", (60.0, 10.0), 0.0)
        .unit("away", Side::Blue, "heavy-infantry", (60.0, 10.0), 180.0)
        .fighting("red 1", "blue 1")
        .fighting("red 1", "blue 2")
        .fighting("far", "away")
        .build();
    let look = scene.look();
    assert_eq!(look.engagement_of(scene.unit("red 1")).len(), 3);
    assert_eq!(look.unfought().len(), 2);
    assert!(look.is_outflanked(scene.unit("red 1")) && !look.is_outflanked(scene.unit("blue 1")));
    let Some((Side::Red, FightPrompt::Engagement { engagements })) = scene.asks() else { panic!() };
    assert_eq!(engagements.len(), 2);
    let other = Choice::Fight(FightChoice::Engagement { unit: UnitId(60) });
    assert_eq!(scene.refusals(&other), [rule!("HC-ENG-06")]);
}

/// HC-ENG-05, HC-ENG-06, HC-TURN-05, HC-TURN-06: the active player picks; each is fought once in the part.
#[test]
fn each_engagement_is_fought_once() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("far", Side::Red, "medium-infantry", (60.0, 10.0), 0.0)
        .unit("away", Side::Blue, "medium-infantry", (60.0, 10.0), 180.0)
        .fighting("far", "away")
        .build();
    let unit = scene.unit("away");
    scene.answer(FightChoice::Engagement { unit }, &[]);
    assert!(scene.round().units.contains(unit) && scene.round().units.len() == 2);
    assert_eq!(scene.look().unfought().len(), 1);
    // The other waits until this one is over.
    let other = Choice::Fight(FightChoice::Engagement { unit: scene.unit("u") });
    assert!(!scene.refusals(&other).is_empty());
}
