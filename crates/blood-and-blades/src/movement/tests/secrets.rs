//! BB-BUSH-13: of an ambush that is seen, the enemy learns what comes on the table and nothing else.

use super::*;
use crate::choice::Prompt;
use crate::event::Event;
use crate::field::{AreaKind, Size};
use crate::rules::Rules;
use crate::state::{Place, Stage, State};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side, Viewer};

/// What somebody who may see only this has after a step: the events told to him, and the view they make.
#[derive(Debug, PartialEq)]
struct Heard {
    events: Vec<Event>,
    view: State,
    asked: Next<Prompt, Choice>,
}

/// Plays a choice; what each of those who do not know the secrets of `owner` hear of it.
fn overheard(scene: &mut Scene, owner: Side, choice: &Choice) -> Vec<Heard> {
    let before = scene.state.clone();
    let step = scene.play(choice, &[]).expect("legal");
    let hears = |viewer: Viewer| {
        let (mut real, mut view) = (before.clone(), scene.rules.view(&before, viewer));
        let mut events = Vec::new();
        for event in &step.events {
            if let Some(known) = scene.rules.event_for(&real, event, viewer) {
                Rules::apply(&mut view, &known);
                events.push(known);
            }
            Rules::apply(&mut real, event);
            assert!(view == scene.rules.view(&real, viewer), "{viewer:?} after {event:?}");
        }
        Heard { events, asked: scene.rules.next(&view), view }
    };
    [Viewer::Side(owner.other()), Viewer::Public].into_iter().map(hears).collect()
}

/// Plays the same choices with and without a rest of the ambush that stays hidden: nobody but its owner can tell
/// the two apart. Both scenes are given back.
fn alike(
    table: Table,
    rest: (&str, &str, f64, f64),
    owner: Side,
    choices: &[&dyn Fn(&Scene) -> Choice],
) -> [Scene; 2] {
    let (name, troop, x, y) = rest;
    let facing = if owner == Side::Red { 0.0 } else { 180.0 };
    let mut without = table.clone().build();
    let mut with = table.base(name, owner, troop, x, y, facing).ambush(name).build();
    for choice in choices {
        let chosen = choice(&without);
        let heard = overheard(&mut without, owner, &chosen);
        assert!(overheard(&mut with, owner, &chosen) == heard, "{chosen:?} tells of the rest");
        assert_eq!(
            without.rules.next(&without.state),
            with.rules.next(&with.state),
            "who is asked is heard by all"
        );
    }
    assert_eq!(with.named(name).place, Place::Ambush);
    [without, with]
}

fn woods(table: Table) -> Table {
    let outline = [(300.0, 600.0), (700.0, 600.0), (700.0, 850.0), (300.0, 850.0)];
    table.area(AreaKind::Woods, Size::Large, &outline)
}

const REST: (&str, &str, f64, f64) = ("rest", "Irr Ax(O)", 580.0, 690.0);

/// BB-BUSH-09, BB-BUSH-11, BB-BUSH-13: a far move that sees an ambush.
#[test]
fn a_far_move_does_not_learn_of_the_rest() {
    let table = woods(Table::new()).base("x", Side::Blue, "Irr Ax(O)", 500.0, 640.0, 180.0).ambush("x").base(
        "m",
        Side::Red,
        "Irr Ax(O)",
        500.0,
        545.0,
        0.0,
    );
    let far = |it: &Scene| order(it, &["m"], Reach::Far, Manoeuvre::Advance { distance: 90.0 });
    let [without, with] = alike(table, REST, Side::Blue, &[&far]);
    let keeps = |it: &Scene| it.check(&Choice::RevealRest(false)).is_legal();
    let shows = |it: &Scene| it.check(&Choice::RevealRest(true)).is_legal();
    assert_eq!((keeps(&without), shows(&without)), (true, false), "there is nothing to show");
    assert_eq!((keeps(&with), shows(&with)), (true, true));
}

/// AMB-94, BB-BUSH-12, BB-BUSH-13: a tactical move that may go on, and stops.
#[test]
fn a_tactical_move_does_not_learn_of_the_rest() {
    let table = woods(Table::new()).base("x", Side::Blue, "Irr Ax(O)", 500.0, 640.0, 180.0).ambush("x").base(
        "m",
        Side::Red,
        "Irr Ax(O)",
        500.0,
        555.0,
        0.0,
    );
    let goes = |it: &Scene| advance(it, &["m"], 90.0);
    let keeps = |_: &Scene| Choice::RevealRest(false);
    let stops = |_: &Scene| Choice::GoOn(false);
    alike(table.clone(), REST, Side::Blue, &[&goes, &keeps, &stops]);
    let on = |_: &Scene| Choice::GoOn(true);
    alike(table, REST, Side::Blue, &[&goes, &keeps, &on]);
}

/// AMB-94: where the rest is shown before a tactical move stops, it stops where it would have.
#[test]
fn the_rest_shown_does_not_undo_the_way_so_far() {
    let mut scene = woods(Table::new())
        .base("x", Side::Blue, "Irr Ax(O)", 500.0, 640.0, 180.0)
        .base("rest", Side::Blue, "Irr Ax(O)", 540.0, 690.0, 180.0)
        .ambush("x")
        .ambush("rest")
        .base("m", Side::Red, "Irr Ax(O)", 500.0, 555.0, 0.0)
        .build();
    play(&mut scene, |it| advance(it, &["m"], 90.0));
    let mut quiet = scene.clone();
    play(&mut quiet, |_| Choice::RevealRest(false));
    let told = overheard(&mut scene, Side::Blue, &Choice::RevealRest(true));
    assert!(told.iter().all(|heard| matches!(heard.events.last(), Some(Event::Appears { .. }))));
    for one in [&mut scene, &mut quiet] {
        play(one, |_| Choice::GoOn(false));
    }
    assert_eq!(scene.pose("m"), quiet.pose("m"));
    assert!((609.5..611.0).contains(&scene.pose("m").at.y));
}

/// BB-BUSH-09, BB-BUSH-13: an order brings bases out of an ambush.
#[test]
fn an_order_does_not_tell_of_the_rest() {
    let outline = [(300.0, 200.0), (700.0, 200.0), (700.0, 450.0), (300.0, 450.0)];
    let table = Table::new()
        .area(AreaKind::Woods, Size::Large, &outline)
        .base("a", Side::Red, "Irr Ax(O)", 500.0, 400.0, 0.0)
        .ambush("a");
    let goes = |it: &Scene| advance(it, &["a"], 60.0);
    let keeps = |_: &Scene| Choice::RevealRest(false);
    alike(table.clone(), ("rest", "Irr Ax(O)", 580.0, 300.0), Side::Red, &[&goes, &keeps]);
    let stays = |it: &Scene| halt(it, &["a"]);
    alike(table, ("rest", "Irr Ax(O)", 580.0, 300.0), Side::Red, &[&stays, &keeps]);
}

/// BB-BUSH-09, BB-BUSH-13: a shot out of an ambush.
#[test]
fn a_shot_does_not_tell_of_the_rest() {
    let table = Table::new()
        .stage(Stage::Shooting)
        .base("bw", Side::Red, "Reg Bw(O)", 500.0, 500.0, 0.0)
        .ambush("bw")
        .base("z", Side::Blue, "Reg Bd(O)", 500.0, 560.0, 180.0);
    let shoots = |it: &Scene| Choice::Target { shooter: it.id("bw"), target: Some(it.id("z")) };
    let keeps = |_: &Scene| Choice::RevealRest(false);
    alike(table, ("rest", "Irr Ax(O)", 900.0, 100.0), Side::Red, &[&shoots, &keeps]);
}

/// BB-BUSH-09, BB-BUSH-10, BB-BUSH-13: an impetuous move comes upon an ambush.
#[test]
fn a_rush_does_not_learn_of_the_rest() {
    let table = woods(Table::new())
        .stage(Stage::Impetuous)
        .base("a", Side::Red, "Irr Wb(O)", 700.0, 500.0, 0.0)
        .base("z", Side::Blue, "Reg Bd(O)", 700.0, 540.0, 180.0)
        .ambush("z");
    let rushes = |it: &Scene| match it.rules.next(&it.state) {
        Next::Forced(choice) | Next::Only { choice, .. } => choice,
        asked => panic!("one base rushes straight ahead: {asked:?}"),
    };
    let keeps = |_: &Scene| Choice::RevealRest(false);
    alike(table, ("rest", "Irr Ax(O)", 400.0, 750.0), Side::Blue, &[&rushes, &keeps, &rushes]);
}
