//! Setups and what becomes of them: armies, classes, sizes, footprints, faults.

use super::*;
use crate::rules::INCH;
use crate::testing::Table;
use crate::troop::{Category, Class, Size, Written};
use aelian_game::Ruleset;
use aelian_rulebook::RuleId;

fn sound() -> Setup {
    crate::scenario::named("with-your-shield").expect("a battle").setup.clone()
}

/// The rules that a changed setup breaks.
fn broken(change: impl FnOnce(&mut Setup)) -> Vec<RuleId> {
    let mut setup = sound();
    change(&mut setup);
    Rules::start(&setup).err().unwrap_or_default().iter().map(|reason| reason.rule).collect()
}

/// HC-ARMY-01, HC-ARMY-02, HC-ARMY-03: an army has divisions, each with its commander, and one general.
#[test]
fn an_army_is_a_tree() {
    assert!(broken(|_| ()).is_empty());
    assert!(broken(|setup| setup.armies[0].divisions.clear()).contains(&rule("HC-ARMY-01")));
    let two = broken(|setup| setup.armies[0].divisions[1].commander.general = true);
    assert_eq!(two, [rule("HC-ARMY-03")]);
    let none = broken(|setup| setup.armies[1].divisions[0].commander.general = false);
    assert_eq!(none, [rule("HC-ARMY-03")]);
}

fn rule(id: &str) -> RuleId {
    id.parse().expect("a rule id")
}

/// HC-ARMY-04, HC-CINC-01: a general may lead the whole army and no division.
#[test]
fn a_commander_in_chief_leads_no_division() {
    let mut setup = sound();
    setup.armies[0].divisions[0].commander.general = false;
    setup.armies[0].chief = Some(LeaderEntry {
        name: "chief".to_owned(),
        leadership: 8,
        attacks: None,
        general: true,
        at: Some(Vec2::new(500.0, 100.0)),
    });
    let (rules, state) = Rules::start(&setup).expect("a setup");
    let at = rules.leaders.iter().position(|leader| leader.name == "chief").expect("the chief");
    assert_eq!(rules.leaders[at].division, None);
    assert!(state.commanders[at].general);
}

/// HC-LEAD-01, HC-TAB-LEAD, HC-STAT-01, HC-SUB-01, HC-OFF-02, HC-SETUP-07, HC-SIZE-13: faults are named, all at once.
#[test]
fn faults_are_named() {
    assert_eq!(broken(|setup| setup.armies[0].divisions[0].commander.leadership = 4), [rule("HC-LEAD-02")]);
    let unit =
        |setup: &mut Setup, change: fn(&mut UnitEntry)| change(&mut setup.armies[0].divisions[0].units[0]);
    assert_eq!(broken(|setup| unit(setup, |unit| unit.troop = "horses".to_owned())), [rule("HC-STAT-01")]);
    assert_eq!(
        broken(|setup| unit(setup, |unit| unit.parent = Some("nobody".to_owned()))),
        [rule("HC-SUB-01")]
    );
    let arrival = Arrival { entries: vec![9], from: 1, needs: vec![4], group: None };
    assert_eq!(broken(|setup| setup.armies[0].divisions[0].arrival = Some(arrival)), [rule("HC-OFF-02")]);
    assert_eq!(broken(|setup| setup.depth = f64::NAN), [rule("HC-SETUP-07")]);
    assert_eq!(broken(|setup| setup.settings.distance_scale = 0.0), [rule("HC-SIZE-13")]);
    let both = broken(|setup| {
        setup.width = -1.0;
        setup.armies[1].divisions[0].commander.leadership = 12;
    });
    assert_eq!(both, [rule("HC-SETUP-07"), rule("HC-LEAD-02")]);
}

/// HC-SIZE-15, HC-TAB-SIZE, HC-FCH-09: which troops come in tiny units, and how these stand.
#[test]
fn some_troops_are_never_tiny() {
    let tiny = |troop: &str| {
        broken(|setup| setup.armies[0].divisions[0].units[0].troop = format!("{troop} tiny"))
            .contains(&rule("HC-SIZE-15"))
    };
    for troop in
        ["heavy-infantry pikes", "medium-infantry warband", "heavy-chariots", "light-artillery", "elephant"]
    {
        assert!(tiny(troop), "{troop}");
    }
    for troop in ["heavy-infantry", "light-cavalry", "light-chariots", "skirmishers"] {
        assert!(!tiny(troop), "{troop}");
    }
    use crate::formation::Formation;
    let scene =
        Table::new().unit("a", Side::Red, "heavy-infantry testudo wedge tiny", (30.0, 20.0), 0.0).build();
    let card = scene.look().card(scene.unit("a")).clone();
    let known: Vec<_> = Formation::ALL.into_iter().filter(|formation| card.knows(*formation)).collect();
    assert_eq!(known, [Formation::Column, Formation::Open]);
}

/// HC-ARMY-04: the army names its commander-in-chief; the setting of old records does not.
#[test]
fn no_setting_makes_a_commander_in_chief() {
    assert_eq!(broken(|setup| setup.settings.commander_in_chief = true), [rule("HC-ARMY-04")]);
}

/// HC-TYPE-01, HC-TYPE-02, HC-TYPE-03, HC-TYPE-04, HC-TYPE-05, HC-TYPE-06: sixteen classes in six categories.
#[test]
fn classes_have_categories() {
    let of = |category| Class::ALL.into_iter().filter(|class| class.category() == category).count();
    let counts = [
        Category::Infantry,
        Category::Cavalry,
        Category::Artillery,
        Category::Chariots,
        Category::Elephants,
        Category::Baggage,
    ]
    .map(of);
    assert_eq!(counts, [4, 5, 3, 2, 1, 1]);
}

/// HC-TYPE-07, HC-TYPE-08, HC-TYPE-09: who does not fight, who is formed, and a four-horse chariot in words.
#[test]
fn troops_in_words() {
    let read = |words: &str| Written::read(words).expect("a unit");
    assert!(read("baggage").non_combatant && read("skirmishers tiny non-combatant").non_combatant);
    assert!(!read("skirmishers tiny").non_combatant);
    assert!(Formation::ALL.into_iter().filter(|formation| !formation.is_formed()).eq([Formation::Open]));
    let chariots = read("light-chariots 8/6/3/0/4+/6");
    assert_eq!((chariots.class, chariots.stats.clash), (Class::LightChariots, 8));
}

/// HC-SIZE-01, HC-SIZE-04, HC-SIZE-14, HC-SIZE-15, HC-BASE-02, HC-BASE-04, HC-TAB-SIZE, HC-TAB-FRONT, HC-TAB-BASES: footprints where a file says
/// nothing, and with bases of one's own.
#[test]
fn footprints_are_usual_or_said() {
    let extent = |troop: &str| {
        let scene = Table::new().unit("a", Side::Red, troop, (30.0, 20.0), 0.0).build();
        let rect = *scene.look().rect(scene.unit("a"));
        (rect.width, rect.depth)
    };
    assert_eq!(extent("heavy-infantry"), (180.0, 40.0));
    assert_eq!(extent("heavy-infantry large"), (360.0, 40.0));
    assert_eq!(extent("heavy-infantry small"), (90.0, 40.0));
    assert_eq!(extent("medium-infantry warband"), (180.0, 80.0));
    assert_eq!(extent("heavy-cavalry"), (175.0, 100.0));
    assert_eq!(extent("light-chariots"), (160.0, 80.0));
    assert_eq!(extent("heavy-chariots"), (160.0, 80.0));
    assert_eq!(extent("elephant"), (80.0, 80.0));
    assert_eq!(extent("light-artillery"), (80.0, 60.0));
    assert_eq!(extent("medium-artillery"), (60.0, 100.0));
    let stamina = |troop: &str| Written::read(troop).expect("a unit").stats.stamina;
    assert_eq!(
        ["large", "standard", "small", "tiny"].map(|size| stamina(&format!("light-infantry {size}"))),
        [8, 6, 4, 1]
    );
    let mut setup = sound();
    setup.armies[0].divisions[0].units[0].base = Some((15.0, 15.0));
    let (rules, _) = Rules::start(&setup).expect("a setup");
    assert_eq!(rules.cards[0].extent(Formation::Line), (135.0, 30.0));
}

/// HC-SIZE-13, HC-SIZE-16, HC-SETUP-01: distances may be scaled; an inch is an inch otherwise.
#[test]
fn distances_may_be_scaled() {
    let inch = |scale: f64| {
        let scene = Table::new().settings(|settings| settings.distance_scale = scale).build();
        scene.look().inches(1.0)
    };
    assert!((inch(1.0) - INCH).abs() < 1e-12 && (inch(0.5) - INCH / 2.0).abs() < 1e-12);
}

/// HC-LEADER-01, HC-LEADER-02, HC-LEADER-03: formed units are measured from the middle of their front, open
/// ones from their middle.
#[test]
fn the_centre_front_is_where_the_leader_stands() {
    let scene = Table::new()
        .unit("a", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
        .unit("b", Side::Red, "skirmishers small", (50.0, 20.0), 0.0)
        .build();
    let look = scene.look();
    assert_eq!(look.centre_front(scene.unit("a")), look.rect(scene.unit("a")).pose.at);
    assert_eq!(look.centre_front(scene.unit("b")), look.rect(scene.unit("b")).centre());
}

/// HC-CMARK-01, HC-CMARK-02, HC-CMARK-03: casualties are counted, shown to both sides, and never change the size.
#[test]
fn casualties_are_public() {
    let (rules, mut state) = Rules::start(&sound()).expect("a setup");
    state.units[0].casualties = 3;
    let seen = rules.view(&state, aelian_game::Viewer::Side(Side::Blue));
    assert_eq!(seen.units[0].casualties, 3);
    assert_eq!(seen.units[0].rect, state.units[0].rect);
}

/// HC-TAB-FRONT-15: with the frontages of small models every unit of the battle is within the limits of its size.
#[test]
fn small_frontages_of_a_whole_battle() {
    let wide = |slug: &str, small: bool| {
        let mut setup = crate::scenario::named(slug).expect("a battle").setup.clone();
        setup.settings.small_frontages = small;
        let (rules, _) = Rules::start(&setup).expect("a setup");
        rules.cards.iter().map(|card| (card.size, card.class, card.extent(card.normal).0)).collect::<Vec<_>>()
    };
    for scenario in crate::scenario::scenarios() {
        let (usual, small) = (wide(scenario.slug, false), wide(scenario.slug, true));
        assert!(usual.iter().zip(&small).all(|(usual, small)| small.2 < usual.2 - 1.0), "{}", scenario.slug);
    }
    for (size, class, width) in wide("with-your-shield", true) {
        let limits = match size {
            Size::Standard => 120.0..=160.0,
            Size::Small => 60.0..=90.0,
            _ => continue,
        };
        let formed = !matches!(class, Class::Skirmishers | Class::LightCavalry);
        assert!(!formed || limits.contains(&width), "{size:?} {class:?} {width}");
    }
}

/// HC-PHAL-05: pikes are always a phalanx, one level above every phalanx of long spears on the table.
#[test]
fn pikes_are_above_long_spears() {
    let level = |spears: &str, pikes: &str| {
        let scene = Table::new()
            .unit("u", Side::Red, pikes, (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, spears, (30.0, 40.0), 180.0)
            .build();
        scene.look().card(scene.unit("u")).specials.phalanx
    };
    assert_eq!(level("heavy-infantry phalanx-2 long-spears", "heavy-infantry pikes"), 3);
    assert_eq!(level("heavy-infantry phalanx-2 long-spears", "heavy-infantry pikes phalanx-4"), 4);
    assert_eq!(level("heavy-infantry", "heavy-infantry pikes"), 2);
}
