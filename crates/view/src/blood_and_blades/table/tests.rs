//! What is shown of small scenes, and what a hand on them means.

use super::seen::Seen;
use crate::sitting::{DiceFrom, Sitting, Table};
use crate::table::{Drag, Gesture, Grip, Light, Mode, PieceId, Shown, Sketch, ZoneKind};
use crate::told::{Names, Told};
use aelian_blood_and_blades::choice::{Choice, Command, Leg, Manoeuvre, Order, Pick, PickKind, Reach};
use aelian_blood_and_blades::field::{Size, TableEdge};
use aelian_blood_and_blades::setup::{Named, SetUpStage};
use aelian_blood_and_blades::state::{Pending, Retreat, RetreatKind};
use aelian_blood_and_blades::{BaseId, Prompt, Rules, Setup, State};
use aelian_dice::Seed;
use aelian_game::{Match, Next, Ruleset, Side, Viewer};
use aelian_geometry::{Hand, Pose, Vec2};
use serde_json::{Value, json};

/// A position with these bases: (name, side, troop, x, y, degrees).
struct Scene {
    setup: Setup,
    rules: Rules,
    state: State,
    names: Names,
}

type Stand<'a> = (&'a str, Side, &'a str, f64, f64, f64);

fn scene_with(stage: &str, bases: &[Stand<'_>], more: &Value) -> Scene {
    let base = |(name, side, troop, x, y, degrees): &Stand<'_>| {
        let commander = name.starts_with('C');
        let place = if name.starts_with("hidden") { "ambush" } else { "table" };
        json!({ "name": name, "side": side, "troop": troop, "at": [x, y], "facing": degrees,
            "commander": commander, "place": place })
    };
    let bases: Vec<Value> = bases.iter().map(base).collect();
    let mut position = json!({ "stage": stage, "pigs": 4, "bases": bases });
    for (key, value) in more.as_object().into_iter().flatten() {
        position[key] = value.clone();
    }
    let mut setup = serde_json::to_value(Setup::of(Default::default())).unwrap();
    setup["start"] = json!({ "position": position });
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let (rules, state) = Rules::start(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let names = Rules::names(&setup);
    Scene { setup, rules, state, names }
}

fn scene(bases: &[Stand<'_>]) -> Scene {
    scene_with("moves", bases, &json!({}))
}

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

/// A line of three blades with their general, and an enemy far away.
fn line() -> Scene {
    scene(&[
        ("C", RED, "Reg Bd(O)", 500.0, 200.0, 0.0),
        ("a", RED, "Reg Bd(O)", 540.0, 200.0, 0.0),
        ("b", RED, "Reg Bd(O)", 580.0, 200.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 540.0, 650.0, 180.0),
    ])
}

impl Scene {
    fn sight(&self) -> Seen<'_> {
        Seen::new(&self.rules, &self.state, &self.names)
    }

    fn id(&self, name: &str) -> PieceId {
        self.names.find(name).unwrap()
    }

    fn ids(&self, names: &[&str]) -> Vec<PieceId> {
        names.iter().map(|name| self.id(name)).collect()
    }

    fn drag_from(
        &self,
        names: &[&str],
        before: Option<&Choice>,
        grip: Grip,
        way: (f64, f64),
        free: bool,
    ) -> Sketch<Choice> {
        let pieces = self.ids(names);
        let from = self.state.bases[usize::from(pieces[0])].rect.pose.at;
        let drag = Drag { grip, from, to: from + Vec2::new(way.0, way.1), free };
        let gesture = Gesture::Drag { pieces: &pieces, before: before.cloned(), drag };
        Rules::sketch(self.sight(), gesture).expect("orders are asked for")
    }

    fn drag(&self, names: &[&str], grip: Grip, way: (f64, f64), free: bool) -> Sketch<Choice> {
        self.drag_from(names, None, grip, way, free)
    }

    fn act(&self, names: &[&str], action: &str, values: &[f64]) -> Sketch<Choice> {
        let gesture = Gesture::Act { pieces: &self.ids(names), action, values };
        Rules::sketch(self.sight(), gesture).expect("it is an action")
    }

    fn keys(&self, names: &[&str]) -> Vec<&'static str> {
        Rules::actions(self.sight(), &self.ids(names)).into_iter().map(|action| action.key).collect()
    }

    fn sitting(&self) -> Table<Rules> {
        Table::new(Match::new(self.setup.clone()).unwrap())
    }
}

fn how(sketch: &Sketch<Choice>) -> &Manoeuvre {
    match &sketch.choice {
        Choice::Order(Order { what: Command::Move { how, .. }, .. }) => how,
        other => panic!("{other:?}"),
    }
}

fn rules_of(sketch: &Sketch<Choice>) -> Vec<&str> {
    sketch.reasons.iter().map(|reason| reason.rule.as_str()).collect()
}

/// BB-MOVE-45: a group follows the hand straight ahead, and no further than it may.
#[test]
fn a_group_goes_straight_ahead_with_the_hand() {
    let scene = line();
    let group = ["C", "a", "b"];
    let short = scene.drag(&group, Grip::Body, (15.0, 40.0), false);
    assert_eq!((short.light, how(&short)), (Light::Legal, &Manoeuvre::Advance { distance: 40.0 }));
    assert_eq!(short.cost.as_deref(), Some("0 of 4 PIGs"), "the general's rebate");
    assert_eq!(short.ghosts.len(), 3);
    assert_eq!(short.summary, "Advance 40 of 60 mm");
    let far = scene.drag(&group, Grip::Body, (0.0, 300.0), false);
    assert_eq!(far.light, Light::Legal);
    assert!((far.used - 60.0).abs() < 0.1 && (far.allowed - 60.0).abs() < 0.1, "{far:?}");
    let action = far.action.unwrap();
    assert_eq!(action.key, "advance");
    assert_eq!(action.fields.last().map(|field| field.key), Some("reach"), "it could be a far move too");
}

/// BB-MOVE-61: a group cannot go back; the refusal shows where the hand is, and says why.
#[test]
fn what_cannot_be_done_follows_the_hand_with_its_reasons() {
    let scene = line();
    let back = scene.drag(&["a", "b"], Grip::Body, (0.0, -40.0), false);
    assert_eq!(back.light, Light::Refused);
    assert!(!back.reasons.is_empty() && !back.reasons[0].text.is_empty());
    assert_eq!(back.ghosts[0].1.pose.at.y, 160.0);
    let back = scene.drag(&["a"], Grip::Body, (0.0, -40.0), false);
    assert_eq!(how(&back), &Manoeuvre::Free { legs: vec![Leg::Go { ahead: -40.0, right: 0.0 }] });
}

/// BB-MOVE-60: a corner that is drawn forward wheels the group about the other one; BB-MOVE-61: not backward.
#[test]
fn a_corner_wheels_the_group() {
    let scene = line();
    let wheel = scene.drag(&["C", "a", "b"], Grip::Corner(Hand::Right), (0.0, 40.0), false);
    let Manoeuvre::Pivot { hand: Hand::Left, distance } = how(&wheel) else { panic!("{wheel:?}") };
    assert!(*distance > 30.0 && *distance <= 60.0, "{distance}");
    assert_eq!(wheel.light, Light::Legal);
    let back = scene.drag(&["C", "a", "b"], Grip::Corner(Hand::Right), (0.0, -40.0), false);
    assert_eq!((back.light, rules_of(&back)), (Light::Refused, vec!["BB-MOVE-61"]));
}

/// BB-MOVE-36, BB-MOVE-50: a single base turns about its middle; nearly all the way round is a turnabout.
#[test]
fn a_single_base_spins() {
    let scene = line();
    let pieces = scene.ids(&["b"]);
    let middle = scene.state.bases[usize::from(pieces[0])].rect.centre();
    let spin = |to: Vec2| {
        let drag =
            Drag { grip: Grip::Spin, from: middle + Vec2::new(0.0, 30.0), to: middle + to, free: false };
        Rules::sketch(scene.sight(), Gesture::Drag { pieces: &pieces, before: None, drag }).unwrap()
    };
    let quarter = spin(Vec2::new(20.0, 20.0));
    assert!(matches!(how(&quarter), Manoeuvre::Free { legs } if matches!(legs[..], [Leg::Spin { .. }])));
    assert_eq!(how(&spin(Vec2::new(1.0, -30.0))), &Manoeuvre::Turnabout);
}

/// BB-ENG-01, BB-CC-01: a base held close before an enemy comes into contact, and the light is amber.
#[test]
fn the_hand_snaps_into_contact() {
    let scene =
        scene(&[("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0), ("e", BLUE, "Reg Sp(O)", 500.0, 355.0, 180.0)]);
    let into = scene.drag(&["C"], Grip::Body, (0.0, 50.0), false);
    assert_eq!(into.light, Light::Amber, "{into:?}");
    assert!((into.used - 55.0).abs() < 0.2, "{into:?}");
    assert!(rules_of(&into).contains(&"BB-CC-01"));
}

/// BB-ZOC-11, BB-ZOC-15: the contact that a zone demands can be chosen without drawing it, whatever its legs; who is in
/// no zone is not offered it.
#[test]
fn the_contact_that_a_zone_demands_is_an_action() {
    let stand = |x: f64, friend: f64| {
        scene(&[
            ("C", RED, "Reg Bd(O)", 100.0, 100.0, 0.0),
            ("a", RED, "Reg Sp(O)", x, 300.0, 0.0),
            ("b", RED, "Reg Sp(O)", friend, 322.0, 90.0),
            ("z", BLUE, "Reg Bd(O)", 490.0, 335.0, 180.0),
        ])
    };
    let scene = stand(500.0, 530.0);
    let keys = |scene: &Scene| -> Vec<&str> {
        let actions = Rules::actions(scene.sight(), &scene.ids(&["a"]));
        actions.iter().map(|action| action.key).collect()
    };
    assert!(keys(&scene).contains(&"contact"), "{:?}", keys(&scene));
    let act = |scene: &Scene| {
        let gesture = Gesture::Act { pieces: &scene.ids(&["a"]), action: "contact", values: &[] };
        Rules::sketch(scene.sight(), gesture)
    };
    let sketch = act(&scene).unwrap();
    assert_ne!(sketch.light, Light::Refused, "{:?}", sketch.reasons);
    let Choice::Order(Order { what: Command::Move { how: Manoeuvre::Free { legs }, .. }, .. }) =
        &sketch.choice
    else {
        panic!("{:?}", sketch.choice)
    };
    assert_eq!(legs.len(), 2, "aside, then straight ahead: {legs:?}");
    let end = sketch.ghosts[0].1.pose.at;
    assert!((end - Vec2::new(490.0, 335.0)).length() < 0.1, "{end}");
    let free = stand(700.0, 760.0);
    assert!(!keys(&free).contains(&"contact") && act(&free).is_none());
}

/// BB-ZOC-16: a way that may not go on is stopped at the border of the zone, which is amber.
#[test]
fn a_group_stops_at_a_zone_of_control() {
    let scene = scene(&[
        ("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0),
        ("a", RED, "Reg Bd(O)", 540.0, 300.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 500.0, 380.0, 180.0),
    ]);
    let near = scene.drag(&["C", "a"], Grip::Body, (0.0, 55.0), false);
    assert_eq!(near.light, Light::Amber, "{near:?}");
    assert!(near.reasons.iter().any(|reason| reason.rule.as_str().starts_with("BB-ZOC")), "{near:?}");
}

/// BB-MOVE-36: a second leg goes on from where the first one ended.
#[test]
fn a_hand_goes_on_from_a_sketch() {
    let scene = line();
    let first = scene.drag(&["b"], Grip::Body, (0.0, 20.0), true);
    let second = scene.drag_from(&["b"], Some(&first.choice), Grip::Body, (10.0, 0.0), true);
    let legs = vec![Leg::Go { ahead: 20.0, right: 0.0 }, Leg::Go { ahead: 0.0, right: 10.0 }];
    assert_eq!(how(&second), &Manoeuvre::Free { legs });
    assert!((second.used - 30.0).abs() < 0.1, "{second:?}");
    let other = scene.drag_from(&["a"], Some(&first.choice), Grip::Body, (0.0, 10.0), false);
    assert_eq!(how(&other), &Manoeuvre::Advance { distance: 10.0 }, "another base begins anew");
}

/// BB-MOVE-37: a column is led by its head, leg by leg.
#[test]
fn a_column_follows_its_head() {
    let scene =
        scene(&[("C", RED, "Reg Cv(O)", 500.0, 300.0, 0.0), ("a", RED, "Reg Cv(O)", 500.0, 270.0, 0.0)]);
    let aside = scene.drag(&["C", "a"], Grip::Body, (40.0, 40.0), true);
    assert_eq!(aside.light, Light::Legal, "{aside:?}");
    let Manoeuvre::Column { legs } = how(&aside) else { panic!("{aside:?}") };
    assert_eq!(legs.len(), 2);
    let on = scene.drag_from(&["C", "a"], Some(&aside.choice), Grip::Body, (20.0, 20.0), false);
    assert!(matches!(how(&on), Manoeuvre::Column { legs } if legs.len() == 3), "{on:?}");
}

/// BB-MOVE-34: light troops turn towards the pointer and go on; a corner then adds the last pivot.
#[test]
fn light_troops_turn_and_advance() {
    let scene =
        scene(&[("C", RED, "Irr Ax(O)", 500.0, 300.0, 0.0), ("a", RED, "Irr Ax(O)", 540.0, 300.0, 0.0)]);
    let both = ["C", "a"];
    let first = scene.drag(&both, Grip::Body, (20.0, 40.0), true);
    assert_ne!(first.light, Light::Refused, "{first:?}");
    assert!(matches!(how(&first), Manoeuvre::Light { first: Some(_), last: None, .. }), "{first:?}");
    let last = scene.drag_from(&both, Some(&first.choice), Grip::Corner(Hand::Left), (0.0, 5.0), false);
    assert!(matches!(how(&last), Manoeuvre::Light { first: Some(_), last: Some(_), .. }), "{last:?}");
    assert_ne!(last.light, Light::Refused, "{last:?}");
}

/// BB-PASS-08: friends beyond one that is passed make room, one for the other.
#[test]
fn friends_make_room_for_the_hand() {
    let scene = scene(&[
        ("m", RED, "Irr Ps(O)", 500.0, 300.0, 0.0),
        ("f", RED, "Reg Bd(O)", 500.0, 340.0, 0.0),
        ("x", RED, "Reg HCh(O)", 500.0, 390.0, 0.0),
        ("y", RED, "Reg HCh(O)", 500.0, 432.0, 0.0),
    ]);
    let through = scene.drag(&["m"], Grip::Body, (0.0, 60.0), false);
    let Choice::Order(Order { what: Command::Move { displace, .. }, .. }) = &through.choice else { panic!() };
    assert_eq!(displace.len(), 2, "{through:?}");
    assert!((through.used - 60.0).abs() < 0.1, "{through:?}");
}

/// BB-PIG-51: what is refused for another reason than its distance says only that.
#[test]
fn a_refusal_says_what_matters() {
    let bases = [("C", RED, "Reg Bd(O)", 300.0, 200.0, 0.0), ("a", RED, "Reg Bd(O)", 500.0, 200.0, 0.0)];
    let scene = scene_with("moves", &bases, &json!({ "pigs": 0 }));
    let dear = scene.drag(&["a"], Grip::Body, (0.0, 500.0), false);
    assert_eq!((dear.light, rules_of(&dear)), (Light::Refused, vec!["BB-PIG-51"]));
    let own = scene.drag(&["C"], Grip::Body, (0.0, 500.0), false);
    assert_eq!((own.light, own.cost.as_deref()), (Light::Legal, Some("0 of 0 PIGs")));
    let ready = Rules::pieces(scene.sight()).into_iter().filter(|piece| piece.ready);
    assert_eq!(ready.map(|piece| piece.name).collect::<Vec<_>>(), ["C"], "the rebate is all that is left");
}

/// BB-PIG-14: what costs more is amber and says so.
#[test]
fn a_dear_move_is_amber() {
    let scene = scene(&[
        ("C", RED, "Reg Bd(O)", 300.0, 200.0, 0.0),
        ("w", RED, "Irr Wb(O)", 500.0, 200.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 540.0, 650.0, 180.0),
    ]);
    let full = scene.act(&["w"], "advance", &[60.0, 0.0]);
    assert_eq!((full.light, full.cost.as_deref()), (Light::Legal, Some("1 of 4 PIGs")));
    let half = scene.act(&["w"], "advance", &[30.0, 0.0]);
    assert_eq!((half.light, half.cost.as_deref()), (Light::Amber, Some("2 of 4 PIGs")));
    assert!(rules_of(&half).contains(&"BB-PIG-14"));
}

/// BB-MOVE-31, BB-MOVE-37, BB-EXT-01, BB-HALT-01: what a body can do stands under its key, and nothing else.
#[test]
fn actions_are_those_that_can_be_legal() {
    let scene = line();
    let group = scene.keys(&["C", "a", "b"]);
    for key in ["advance", "pivot-left", "pivot-right", "turnabout", "form-column", "halt"] {
        assert!(group.contains(&key), "{key}: {group:?}");
    }
    for key in ["free", "light", "column", "extend", "turnabout-advance", "follow-road", "follow-river"] {
        assert!(!group.contains(&key), "{key}: {group:?}");
    }
    assert!(scene.keys(&["b"]).contains(&"free"));
    assert!(scene.keys(&["e"]).is_empty(), "the enemy is not yours");
    let column = self::scene(&[
        ("C", RED, "Reg Cv(O)", 500.0, 300.0, 0.0),
        ("a", RED, "Reg Cv(O)", 500.0, 270.0, 0.0),
        ("b", RED, "Reg Cv(O)", 500.0, 240.0, 0.0),
    ]);
    let keys = column.keys(&["C", "a", "b"]);
    assert!(
        keys.contains(&"column") && keys.contains(&"extend") && !keys.contains(&"form-column"),
        "{keys:?}"
    );
    let line = column.act(&["C", "a", "b"], "extend", &[0.0, 1.0, 1.0]);
    assert_eq!(line.light, Light::Legal, "{line:?}");
    let xs: Vec<f64> = line.ghosts.iter().map(|(_, rect)| rect.pose.at.x.round()).collect();
    assert!(xs.contains(&460.0) && xs.contains(&540.0), "{xs:?}");
}

/// BB-MOVE-72, BB-MOVE-73: the last field declares a far move where both are possible.
#[test]
fn a_far_move_is_declared_by_a_field() {
    let scene = line();
    let reach = |sketch: Sketch<Choice>| match sketch.choice {
        Choice::Order(Order { what: Command::Move { reach, .. }, .. }) => reach,
        other => panic!("{other:?}"),
    };
    assert_eq!(reach(scene.act(&["a"], "advance", &[30.0, 0.0])), Reach::Tactical);
    assert_eq!(reach(scene.act(&["a"], "advance", &[30.0, 1.0])), Reach::Far);
}

/// BB-ZOC-12: orders are joined, and judged as one; these are not in need.
#[test]
fn moves_are_joined() {
    let scene = line();
    let orders = ["a", "b"].map(|name| scene.act(&[name], "advance", &[10.0, 0.0]).choice);
    let both = Rules::sketch(scene.sight(), Gesture::Together(orders.to_vec())).unwrap();
    assert!(matches!(&both.choice, Choice::Together(orders) if orders.len() == 2));
    assert_eq!(both.light, Light::Refused);
    assert!(rules_of(&both).contains(&"BB-ZOC-12"));
    assert!(Rules::sketch(scene.sight(), Gesture::Together(vec![Choice::EndMoves])).is_none());
}

/// BB-CC-29, BB-RES-02, BB-FAC-02: each fight with its exact chances, the best for the asked side first, and every factor.
#[test]
fn fights_are_forecast() {
    let bases = [
        ("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0),
        ("a", RED, "Reg Bd(O)", 700.0, 300.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 500.0, 300.0, 180.0),
        ("f", BLUE, "Irr Ps(O)", 700.0, 300.0, 180.0),
    ];
    let scene = scene_with("close-combat", &bases, &json!({}));
    let mut sitting = scene.sitting();
    sitting.play_forced(DiceFrom::Seed(&Seed::from(1))).unwrap();
    let question = sitting.question().unwrap();
    assert_eq!(question.answers.len(), 2);
    assert!(question.answers[0].primary && !question.answers[1].primary);
    let odds = question.answers[0].odds.as_ref().unwrap();
    assert!(odds.exact && odds.tallies.len() == 2);
    assert!((odds.outcomes.iter().map(|one| one.chance).sum::<f64>() - 1.0).abs() < 1e-12);
    let favours: Vec<i8> = odds.outcomes.iter().map(|one| one.favour).collect();
    assert!(
        favours.is_sorted_by(|a, b| a >= b) && favours.contains(&1) && favours.contains(&-1),
        "{favours:?}"
    );
    assert_eq!(odds.tallies[0].lines[0].rule.as_str(), "BB-FAC-02");
    assert_eq!(sitting.fights().len(), 2);
}

/// BB-BUSH-08: who lies in ambush is shown to its owner alone, and nowhere to others.
#[test]
fn the_hidden_are_not_shown() {
    let wood = json!({ "terrain": [{ "area": { "kind": "woods", "size": "medium",
        "outline": [[400, 100], [600, 100], [600, 260], [400, 260]] } }] });
    let bases = [
        ("C", RED, "Reg Bd(O)", 300.0, 200.0, 0.0),
        ("hidden", RED, "Irr Ps(O)", 500.0, 200.0, 0.0),
        ("D", BLUE, "Reg Bd(O)", 500.0, 700.0, 180.0),
    ];
    let scene = scene_with("moves", &bases, &wood);
    let hidden = scene.id("hidden");
    let mut sitting = scene.sitting();
    sitting.look(Viewer::Side(RED), None);
    assert!(sitting.pieces().iter().any(|piece| piece.id == hidden && piece.hidden));
    for viewer in [Viewer::Side(BLUE), Viewer::Public] {
        sitting.look(viewer, None);
        assert!(sitting.pieces().iter().all(|piece| piece.id != hidden));
        assert!(sitting.card(hidden).is_none() && sitting.body(hidden).is_empty());
        for (kind, _) in sitting.manner().zones {
            assert!(sitting.zones(kind, &[hidden]).is_empty(), "{kind:?}");
        }
    }
    assert!(sitting.board().grounds[0].effect.contains("Difficult"), "{:?}", sitting.board().grounds);
}

/// BB-ZOC-01, BB-SHT-09, BB-PIG-23: zones have the shapes of the rules.
#[test]
fn zones_are_those_of_the_rules() {
    let scene = scene(&[
        ("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0),
        ("bow", RED, "Reg Bw(O)", 540.0, 300.0, 0.0),
        ("gap", BLUE, "Reg Sp(O)", 590.0, 300.0, 180.0),
    ]);
    let zones = |kind, names: &[&str]| Rules::zones(scene.sight(), kind, &scene.ids(names));
    let control = zones(ZoneKind::Control, &["C"]);
    assert_eq!(control.len(), 1);
    assert!(control[0].outline.contains(&Vec2::new(480.0, 340.0)), "{control:?}");
    assert_eq!(zones(ZoneKind::Shooting, &["C", "bow"]).len(), 1);
    assert_eq!(zones(ZoneKind::Command, &["bow"]).len(), 3);
    let reach = &zones(ZoneKind::Threat, &["C"])[0].outline;
    assert!(reach.iter().any(|point| (point.y - 360.0).abs() < 1e-6), "{reach:?}");
    assert_eq!(zones(ZoneKind::Gaps, &[]).len(), 1);
}

/// BB-CC-50: a base that stands open to an attack on its flank is told of it.
#[test]
fn open_flanks_are_told() {
    let scene =
        scene(&[("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0), ("e", BLUE, "Reg Cv(O)", 420.0, 280.0, 90.0)]);
    let told = Rules::advice(scene.sight(), &scene.ids(&["C"]));
    assert!(told.iter().any(|line| line.text.contains("left flank of C")), "{told:?}");
    assert!(Rules::advice(scene.sight(), &scene.ids(&["e"])).is_empty());
}

/// BB-DEP-08, BB-DEP-10: bases are put edge to edge with those that they almost touch.
#[test]
fn placing_snaps_edge_to_edge() {
    let armies = aelian_blood_and_blades::army::ready();
    let setup = Setup::of([0, 1].map(|at| armies[at].order_of_battle.clone()));
    let setup = Setup {
        start: serde_json::from_value(json!({ "field": { "pieces": [], "invader": "blue" } })).unwrap(),
        ..setup
    };
    let mut sitting = Table::<Rules>::new(Match::new(setup).unwrap());
    let seed = Seed::from(3);
    loop {
        let Some(question) = sitting.question() else {
            sitting.play_forced(DiceFrom::Seed(&seed)).unwrap();
            continue;
        };
        let Mode::Place { pieces, zones, may_leave_out, .. } = question.mode else {
            sitting.play(&question.answers[0].choice, DiceFrom::Seed(&seed)).unwrap();
            continue;
        };
        let poses: Vec<(PieceId, Pose)> = pieces.iter().map(|(id, rect)| (*id, rect.pose)).collect();
        if may_leave_out {
            sitting.play(&question.answers[0].choice, DiceFrom::Seed(&seed)).unwrap();
        } else if pieces.len() < 3 {
            let placed = sitting.sketch(Gesture::Place(&poses)).unwrap();
            sitting.play(&placed.choice, DiceFrom::Seed(&seed)).unwrap();
        } else {
            assert_eq!(zones.len(), 1);
            let beside = poses[0].1.shifted(42.0).advanced(1.0);
            let both = sitting.sketch(Gesture::Place(&[poses[0], (poses[1].0, beside)])).unwrap();
            let [one, two] = &both.ghosts[..] else { panic!("{both:?}") };
            assert!(((two.1.pose.at - one.1.pose.at).length() - 40.0).abs() < 0.01, "{both:?}");
            assert_eq!(both.light, Light::Refused, "the rest of the army is missing");
            return;
        }
    }
}

/// BB-SET-23, BB-SET-30, BB-SET-34, BB-SET-36, BB-SET-53: every kind of terrain is proposed where it may lie, and laid
/// from the shape as it was proposed; what is moved off the table is refused.
#[test]
fn every_kind_of_terrain_is_laid_as_proposed() {
    let armies = aelian_blood_and_blades::army::ready();
    let setup = Setup::of([0, 1].map(|at| armies[at].order_of_battle.clone()));
    let (rules, first) = Rules::start(&setup).unwrap();
    let names = Rules::names(&setup);
    for what in aelian_blood_and_blades::army::homeland::kinds() {
        let mut state = first.clone();
        let size = if what == PickKind::River { Size::Large } else { Size::Medium };
        let pick = Pick { what, size };
        let (edge, nearest, dice) = match what {
            PickKind::River => (Some(TableEdge::West), None, Some((3, 6))),
            PickKind::Area(kind) if kind.is_impassable() => (Some(TableEdge::East), None, None),
            PickKind::Area(_) => (None, Some(TableEdge::South), None),
            PickKind::Road(_) => (None, None, None),
        };
        let set_up = state.set_up.as_mut().unwrap();
        set_up.stage = SetUpStage::Lay;
        set_up.picks[0] = vec![pick];
        set_up.named = Some(Named { side: RED, piece: 0, pick, edge, nearest, dice });
        let Next::Ask { side, prompt } = rules.next(&state) else { panic!("{what:?}") };
        let seen = Seen::new(&rules, &state, &names);
        let question = Rules::question(seen, side, &prompt);
        let Mode::Lay { mut shape } = question.mode else { panic!("{what:?}: {question:?}") };
        let laid = Rules::sketch(seen, Gesture::Lay(&shape)).unwrap();
        assert_ne!(laid.light, Light::Refused, "{what:?}: {:?}", laid.reasons);
        let away = Vec2::new(5000.0, 0.0);
        shape.outline.iter_mut().chain(&mut shape.line).for_each(|point| *point += away);
        let away = Rules::sketch(seen, Gesture::Lay(&shape)).unwrap();
        assert!(away.light == Light::Refused && !away.reasons[0].text.is_empty(), "{what:?}");
    }
}

/// BB-SET-11, BB-SET-13: the pieces that are proposed may be picked; too many of one size may not.
#[test]
fn terrain_is_picked_within_limits() {
    let armies = aelian_blood_and_blades::army::ready();
    let mut sitting = Table::<Rules>::new(
        Match::new(Setup::of([2, 3].map(|at| armies[at].order_of_battle.clone()))).unwrap(),
    );
    sitting.play_forced(DiceFrom::Seed(&Seed::from(1))).unwrap();
    let Some(Mode::Pick { items }) = sitting.question().map(|question| question.mode) else { panic!() };
    let proposed: Vec<u8> = items.iter().map(|item| item.chosen).collect();
    assert!(
        sitting.sketch(Gesture::Pick(&proposed)).unwrap().light == Light::Legal
            && proposed.iter().any(|count| *count > 0)
    );
    let most: Vec<u8> = items.iter().map(|item| item.most).collect();
    let refused = sitting.sketch(Gesture::Pick(&most)).unwrap();
    assert_eq!(refused.light, Light::Refused);
    assert!(refused.reasons.iter().any(|reason| reason.rule.as_str() == "BB-SET-11"), "{refused:?}");
}

/// A question that waits on the stack: its prompt, its text, and how many legal answers it has.
fn waiting(scene: &Scene, pending: Pending) -> (Prompt, usize) {
    let mut state = scene.state.clone();
    state.pending.push(pending);
    asked_of(scene, &state)
}

fn asked_of(scene: &Scene, state: &State) -> (Prompt, usize) {
    let Next::Ask { side, prompt } = scene.rules.next(state) else { panic!("{:?}", scene.rules.next(state)) };
    let question = Rules::question(scene.sight().at(state), side, &prompt);
    assert!(question.mode == Mode::Answers && !question.about.is_empty() || prompt == Prompt::DeployFirst);
    let legal = |choice: &Choice| scene.rules.check(state, choice).is_legal();
    assert!(question.answers.iter().all(|answer| legal(&answer.choice) && !answer.label.is_empty()));
    (prompt, question.answers.len())
}

/// BB-CC-22, BB-CC-27, BB-FLEE-12, BB-DEP-05: questions that seldom come up have all their answers.
#[test]
fn rare_questions_are_answered() {
    let two = [
        ("C", RED, "Reg Bd(O)", 500.0, 300.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 480.0, 300.0, 180.0),
        ("f", BLUE, "Reg Sp(O)", 520.0, 300.0, 180.0),
    ];
    let scene = scene_with("close-combat", &two, &json!({}));
    let mut state = scene.state.clone();
    state.fights = aelian_blood_and_blades::Look::new(&scene.rules, &state).pairs_in_close_combat();
    let (prompt, answers) = asked_of(&scene, &state);
    assert!(matches!(prompt, Prompt::MainOpponent { .. }) && answers == 2, "{prompt:?}");

    let [winner, e, f] = ["C", "e", "f"].map(|name| BaseId::of(scene.id(name)));
    let left = [e, f].into_iter().collect();
    let (prompt, answers) = waiting(&scene, Pending::OthersRecoil { winner, left });
    assert!(matches!(prompt, Prompt::RecoilNext { .. }) && answers == 2, "{prompt:?}");

    let behind = [
        ("C", RED, "Irr LH(O)", 500.0, 400.0, 0.0),
        ("e", BLUE, "Reg Sp(O)", 500.0, 260.0, 0.0),
        ("f", BLUE, "Reg Sp(O)", 500.0, 400.0, 180.0),
    ];
    let scene = scene_with("close-combat", &behind, &json!({}));
    let base = BaseId::of(scene.id("C"));
    let flight = Retreat { base, kind: RetreatKind::Flee, answers: Vec::new(), makes_way_for: None };
    let (prompt, answers) = waiting(&scene, Pending::Retreat(flight));
    assert!(matches!(prompt, Prompt::FleeSide { .. }) && answers == 2, "{prompt:?}");

    let armies = aelian_blood_and_blades::army::ready();
    let setup = Setup::of([0, 1].map(|at| armies[at].order_of_battle.clone()));
    let (rules, mut state) = Rules::start(&setup).unwrap();
    state.set_up.as_mut().unwrap().stage = SetUpStage::DeployFirst;
    let names = Rules::names(&setup);
    let scene = Scene { setup, rules, state, names };
    assert_eq!(asked_of(&scene, &scene.state), (Prompt::DeployFirst, 2));
}

/// BB-TURN-04, BB-MOR-10, BB-PIG-01: the top bar.
#[test]
fn the_standing_says_where_the_battle_is() {
    let scene = line();
    let standing = Rules::standing(scene.sight(), &scene.setup);
    assert_eq!(standing.turn, "Round 1");
    assert_eq!(standing.phase.map(|at| standing.phases[at]), Some("Moves"));
    assert_eq!(standing.purse.as_deref(), Some("4 PIGs"));
    assert_eq!(standing.losses[0].rule.map(|rule| rule.to_string()).as_deref(), Some("BB-MOR-10"));
    assert_eq!((standing.losses[0].lost, standing.losses[0].army.as_str()), (0.0, "Red"));
}
