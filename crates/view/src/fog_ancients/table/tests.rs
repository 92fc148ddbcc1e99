//! What is shown of small scenes, and what a hand on them means.

use super::seen::Seen;
use crate::start::lesson;
use crate::table::{Drag, Gesture, Grip, Light, OddsView, PieceId, Shown, Sketch, ZoneKind};
use crate::told::Names;
use aelian_fog_ancients::movement::{Leg, MovementChoice};
use aelian_fog_ancients::{Choice, GroupId, Rules, State};
use aelian_game::Ruleset;
use aelian_geometry::{Hand, Vec2};

/// A written position.
struct Scene {
    rules: Rules,
    state: State,
    names: Names,
}

impl Scene {
    fn of(phase: &str, groups: &str) -> Scene {
        let text = format!("title = \"a scene\"\ngame = \"fog-ancients\"\n[turn]\n{phase}\n{groups}");
        let case = crate::case::read::<Rules>(&text).unwrap_or_else(|faults| panic!("{:?}", faults.0));
        let (rules, state) = Rules::start(&case.setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        Scene { rules, state, names: case.names }
    }

    fn sight(&self) -> Seen<'_> {
        Seen::new(&self.rules, &self.state, &self.names)
    }

    /// The bases of the group of this number, in the order of the file.
    fn pieces(&self, group: u8) -> Vec<PieceId> {
        self.state.bases_of(GroupId(group)).map(|base| base.0).collect()
    }

    fn dragged(&self, group: u8, grip: Grip, by: (f64, f64)) -> Sketch<Choice> {
        let pieces = self.pieces(group);
        let from = self.state.rect(aelian_fog_ancients::BaseId(pieces[0])).centre();
        let drag = Drag { grip, from, to: from + Vec2::new(by.0, by.1), free: false };
        Rules::sketch(self.sight(), Gesture::Drag { pieces: &pieces, before: None, drag }).unwrap()
    }
}

fn group(name: &str, side: &str, troop: &str, (bases, files): (u8, u8), at: (f64, f64)) -> String {
    format!(
        "[[group]]\nname = \"{name}\"\nside = \"{side}\"\ntroop = \"{troop}\"\nbases = {bases}\nfiles = {files}\nat = [{}, {}]\n",
        at.0, at.1
    )
}

const LEGION: &str = "HF armoured superior drilled impact-foot skilled-swordsmen";
const GAULS: &str = "MF protected average undrilled impact-foot swordsmen";
const BOWS: &str = "MF protected average drilled bow";

/// A legion, and Gauls so many MU before it.
fn facing(phase: &str, away: f64) -> Scene {
    let red = group("legion", "red", LEGION, (4, 2), (30.0, 20.0));
    Scene::of(phase, &(red + &group("gauls", "blue", GAULS, (4, 2), (30.0, 20.0 + away))))
}

/// FA-MOVE-02: the body goes ahead as far as the hand, or as far as it may; a corner wheels it.
#[test]
fn a_hand_on_a_group_means_a_move() {
    let scene = facing("phase = \"manoeuvre\"", 20.0);
    let mu = scene.rules.mu;
    let ahead = scene.dragged(0, Grip::Body, (0.0, 2.0 * mu));
    assert_eq!((ahead.light, ahead.ghosts.len()), (Light::Legal, 4));
    assert!((ahead.used - 2.0 * mu).abs() < 0.5, "{ahead:?}");
    let far = scene.dragged(0, Grip::Body, (0.0, 9.0 * mu));
    assert!(far.light != Light::Refused && far.used <= far.allowed + 0.5, "{far:?}");
    let wheel = scene.dragged(0, Grip::Corner(Hand::Left), (0.0, mu));
    assert!(wheel.light != Light::Refused && wheel.summary.contains("wheel"), "{}", wheel.summary);
    // A complex move names its test and the chance to pass it before it is chosen.
    let turn = Gesture::Act { pieces: &scene.pieces(0), action: "turn-about", values: &[0.0] };
    let about = Rules::sketch(scene.sight(), turn).unwrap();
    assert!(about.cost.is_none_or(|cost| cost.starts_with("test ") && cost.ends_with('%')));
}

/// FA-EXP-01, FA-CON-01, FA-SHIFT-02, FA-WHEEL-03, FA-TURN-01: each handle makes its move, with the test and its odds.
#[test]
fn handles_make_the_moves_of_the_table() {
    let scene = facing("phase = \"manoeuvre\"", 20.0);
    let (mu, width) = (scene.rules.mu, scene.rules.width);
    let grips: Vec<Grip> =
        Rules::handles(scene.sight(), &scene.pieces(0)).iter().map(|handle| handle.grip).collect();
    let drawn = |grip: Grip, by: (f64, f64)| {
        assert!(grips.contains(&grip), "{grip:?} is not among {grips:?}");
        let found = scene.dragged(0, grip, by);
        assert_ne!(found.light, Light::Refused, "{grip:?} {found:?}");
        found
    };
    let key = |sketch: &Sketch<Choice>| sketch.action.as_ref().map(|action| action.key);
    let legs = |sketch: &Sketch<Choice>| match &sketch.choice {
        Choice::Movement(MovementChoice::Move(order)) => order.legs.clone(),
        other => panic!("{other:?} is no move"),
    };
    // As many bases as the hand was drawn widths, and on its side.
    let wide = drawn(Grip::Flank(Hand::Right), (width, 0.0));
    assert_eq!(key(&wide), Some("expand-right"));
    assert_eq!(legs(&wide), [Leg::Expand { left: 0, right: 1 }]);
    let wider = drawn(Grip::Flank(Hand::Right), (2.0 * width, 0.0));
    assert_eq!(legs(&wider), [Leg::Expand { left: 0, right: 2 }]);
    let left = drawn(Grip::Flank(Hand::Left), (-width, 0.0));
    assert_eq!(legs(&left), [Leg::Expand { left: 1, right: 0 }]);
    let narrow = drawn(Grip::Flank(Hand::Left), (width, 0.0));
    assert_eq!(key(&narrow), Some("contract"));
    assert_eq!(legs(&narrow), [Leg::Contract { left: 1, right: 0 }]);
    assert!(
        narrow.cost.is_some_and(|cost| cost.starts_with("test ")),
        "a contraction on the spot is complex"
    );
    let shift = drawn(Grip::Slide, (0.8 * width, 0.0));
    assert_eq!(key(&shift), Some("shift-right"));
    assert!((shift.used - shift.allowed).abs() < 1.0, "only with the full way ahead: {shift:?}");
    let aslant = drawn(Grip::Aslant, (-0.4 * mu, 2.0 * mu));
    assert_eq!(key(&aslant), Some("double-left"));
    let facings = aslant.ghosts.iter().map(|(_, rect)| rect.pose.facing.to_compass());
    assert!(facings.into_iter().all(|facing| !(0.1..=359.9).contains(&facing)), "{aslant:?}");
    let first = aslant.ghosts.iter().find(|(id, _)| *id == scene.pieces(0)[0]).unwrap().1.centre();
    let way = first - scene.state.rect(aelian_fog_ancients::BaseId(scene.pieces(0)[0])).centre();
    assert!((way - Vec2::new(-0.4 * mu, 2.0 * mu)).length() < 1.0, "it ends where the hand is: {way:?}");
    assert_eq!(key(&drawn(Grip::Spin, (mu, 0.0))), Some("turn-right"));
    assert_eq!(key(&drawn(Grip::Spin, (0.0, -mu))), Some("turn-about"));
}

/// FA-EXP-04, FA-WHEEL-01: a second drag goes on from the first, and takes back what went too far.
#[test]
fn a_hand_goes_on_from_what_it_has_drawn() {
    let scene = facing("phase = \"manoeuvre\"", 20.0);
    let mu = scene.rules.mu;
    let pieces = scene.pieces(0);
    let on = |before: &Sketch<Choice>, grip: Grip, by: (f64, f64)| {
        let drag = Drag { grip, from: Vec2::ZERO, to: Vec2::new(by.0, by.1), free: false };
        let before = Some(before.choice.clone());
        Rules::sketch(scene.sight(), Gesture::Drag { pieces: &pieces, before, drag }).unwrap()
    };
    let values = |sketch: &Sketch<Choice>| {
        let action = sketch.action.clone().unwrap();
        (action.key, action.fields.iter().map(|field| field.value).collect::<Vec<_>>())
    };
    let wheel = scene.dragged(0, Grip::Corner(Hand::Left), (0.0, mu));
    let more = on(&wheel, Grip::Corner(Hand::Left), (0.0, -0.5 * mu));
    assert!(values(&more).1[0] < values(&wheel).1[0] - 5.0, "{:?} {:?}", values(&wheel), values(&more));
    let ahead = scene.dragged(0, Grip::Body, (0.0, mu));
    let wide = on(&ahead, Grip::Flank(Hand::Right), (scene.rules.width, 0.0));
    assert_eq!(values(&wide), ("expand-right", vec![1.0, 1.0]), "the expansion comes first");
}

/// FA-CHG-01: a charge names those whom it would meet, and one that meets nobody is refused.
#[test]
fn a_charge_is_sketched_with_its_targets() {
    let near = facing("phase = \"impact\"", 2.5).dragged(0, Grip::Body, (0.0, 120.0));
    assert!(near.light != Light::Refused && near.summary.contains("gauls"), "{near:?}");
    let far = facing("phase = \"impact\"", 20.0).dragged(0, Grip::Body, (0.0, 120.0));
    assert!(far.light == Light::Refused && !far.reasons.is_empty(), "{far:?}");
}

/// FA-RA-01, FA-ZOI-01, FA-SHOOT-15, FA-SHOOT-21, FA-OVM-01: zones have the shapes of the rules.
#[test]
fn zones_are_those_of_the_rules() {
    let red = group("bows", "red", BOWS, (4, 2), (30.0, 20.0));
    let scene =
        Scene::of("phase = \"shooting\"", &(red + &group("gauls", "blue", GAULS, (4, 2), (30.0, 25.0))));
    let mu = scene.rules.mu;
    let zones = |kind| Rules::zones(scene.sight(), kind, &scene.pieces(0));
    let deep = |outline: &[Vec2]| {
        let ys = outline.iter().map(|point| point.y);
        (ys.clone().fold(f64::MIN, f64::max) - ys.fold(f64::MAX, f64::min)) / mu
    };
    for kind in [ZoneKind::Control, ZoneKind::Threat] {
        let found = zones(kind);
        assert_eq!(found.len(), 1, "{kind:?}");
        assert!((deep(&found[0].outline) - 2.0).abs() < 0.01, "{kind:?}: {}", deep(&found[0].outline));
    }
    let shooting = zones(ZoneKind::Shooting);
    let title = |word: &str| shooting.iter().filter(|zone| zone.title.contains(word)).count();
    assert_eq!((title("effective range"), title("maximum range")), (1, 1), "{shooting:?}");
    assert_eq!(title("priority target"), 2, "each file has its target: {shooting:?}");
    assert!(zones(ZoneKind::Gaps).is_empty(), "nobody fights");
    assert_eq!(Rules::zones(overlapped().sight(), ZoneKind::Gaps, &[]).len(), 2);
}

/// EX-07: twelve Gauls with an overlap at each end of a disrupted legion.
fn overlapped() -> Scene {
    let gauls = group("gauls", "red", GAULS, (12, 6), (36.0, 22.0));
    let legion =
        group("legion", "blue", LEGION, (8, 4), (36.0, 22.0)) + "lost = 1\ncohesion = \"disrupted\"\n";
    let fight = "[[fight]]\nred = \"gauls\"\nblue = \"legion\"\nfresh = false\n";
    Scene::of("phase = \"melee\"\nstage = \"fight\"", &(gauls + &legion + fight))
}

/// FA-POA-01, FA-CT-14: a fight shows the dice and advantages of both sides with their rules, and what may come of it.
#[test]
fn a_fight_shows_both_sides() {
    let scene = overlapped();
    let fights = Rules::fights(scene.sight());
    let Some(OddsView { outcomes, tallies, exact }) = fights.first().and_then(|fight| fight.odds.clone())
    else {
        panic!("no odds: {fights:?}")
    };
    assert!(exact && (outcomes.iter().map(|outcome| outcome.chance).sum::<f64>() - 1.0).abs() < 1e-9);
    let headed = |word: &str| tallies.iter().find(|tally| tally.heading.contains(word)).unwrap();
    assert!(headed("gauls").total.contains("12 dice at 5+"), "{tallies:?}");
    assert!(headed("legion").total.contains("5 dice at 3+ on gauls, ones again"), "{tallies:?}");
    let claims: Vec<&str> = headed("legion").lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(claims, ["skilled swordsmen", "better armour"]);
    for after in ["gauls afterwards", "legion afterwards"] {
        let told: Vec<&str> = headed(after).lines.iter().map(|line| line.text.as_str()).collect();
        for word in ["wins", "loses", "disrupted", "loses a base or more"] {
            assert!(told.contains(&word), "{after}: {told:?}");
        }
    }
}

/// FA-COH-05, FA-AUTO-01: cohesion and lost bases are to be seen on the group and on its card.
#[test]
fn cohesion_and_losses_are_marked() {
    let scene = overlapped();
    let pieces = Rules::pieces(scene.sight());
    let marks: Vec<&str> = pieces
        .iter()
        .filter(|piece| piece.name == "legion")
        .flat_map(|piece| piece.marks.iter().map(|mark| mark.sign.as_ref()))
        .collect();
    assert!(marks.contains(&"D") && marks.contains(&"\u{2212}"), "{marks:?}");
}

/// The guided battle begins with moves of the player.
#[test]
fn the_lesson_begins_with_moves() {
    let sitting = lesson("fog-ancients").unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(sitting.pieces().iter().filter(|piece| piece.commander).count(), 2);
    assert_eq!(sitting.standing().phase, Some(1), "{:?}", sitting.standing());
}
