//! What the rash player of Hail Caesar makes of positions: he goes for what a battle is about, deploys before he is
//! caught in column, helps his friends and looks after those who are worn.

#![allow(clippy::panic, clippy::unwrap_used)]

use aelian_dice::Generator;
use aelian_game::{Next, Ruleset, Side, Viewer, play_on};
use aelian_hail_caesar::command::{CommandChoice, Leg, Order, Task, Verb};
use aelian_hail_caesar::scenario::named;
use aelian_hail_caesar::stage::{Part, Stage};
use aelian_hail_caesar::state::{CommanderPlace, Place};
use aelian_hail_caesar::{Choice, CommanderId, INCH, Look, Rules, State, UnitId};
use aelian_opponents::{Player, opponent, sampler_for};

fn start(name: &str) -> (Rules, State) {
    Rules::start(&named(name).unwrap().setup).unwrap()
}

fn rash(side: Side) -> Box<dyn Player<Rules>> {
    opponent::<Rules>("rash", sampler_for(1, 0, side)).unwrap()
}

/// In the orders stage of a side.
fn orders_of(state: &mut State, side: Side, turn: u16) {
    (state.part, state.stage, state.active, state.turn) = (Part::Command, Stage::Orders, side, turn);
}

fn unit(rules: &Rules, name: &str) -> UnitId {
    rules.unit_named(name).unwrap_or_else(|| panic!("no unit `{name}`"))
}

fn leader(rules: &Rules, name: &str) -> CommanderId {
    let at = rules.leaders.iter().position(|leader| leader.name == name).unwrap();
    CommanderId(u8::try_from(at).unwrap())
}

/// What the commander of this name orders first.
fn order_of(rules: &Rules, state: &State, name: &str) -> Option<Order> {
    let mut state = state.clone();
    state.speaking = Some(leader(rules, name));
    let Next::Ask { side, prompt } = rules.next(&state) else { panic!("nobody is asked") };
    let answer = rash(side).choose(rules, &state, side, &prompt).unwrap();
    assert!(rules.check(&state, &answer).is_legal(), "{answer:?}");
    match answer {
        Choice::Command(CommandChoice::Order(order)) => Some(order),
        _ => None,
    }
}

/// Where a task ends.
fn end(task: &Task) -> (f64, f64) {
    let goal = task.way.iter().rev().find_map(|leg| match leg {
        Leg::Go(pose) => Some(pose.at),
        _ => None,
    });
    goal.map_or((f64::NAN, f64::NAN), |at| (at.x / INCH, at.y / INCH))
}

fn tasks(order: Order) -> Vec<Task> {
    match order.verb {
        Verb::Advance(tasks) => tasks,
        other => panic!("{other:?}"),
    }
}

/// HS-DAMASCUS-01: the Crusaders wait until all have come, and turn to riders who come near.
#[test]
fn crusaders_wait_for_riders() {
    let (rules, mut state) = start("road-to-damascus");
    orders_of(&mut state, Side::Red, 1);
    assert_eq!(order_of(&rules, &state, "commander of Baldwin's foot"), None);
    let rider = unit(&rules, "Turkomans A4");
    state.units[rider.index()].rect.pose.at = aelian_geometry::Vec2::new(80.0 * INCH, 10.0 * INCH);
    let turning = tasks(order_of(&rules, &state, "commander of Baldwin's foot").unwrap());
    assert!(turning.iter().any(|task| task.unit == unit(&rules, "Archers of Baldwin")));
    for task in turning {
        let Some(Leg::Go(pose)) = task.way.last() else { panic!("{task:?}") };
        let moved = (pose.at - state.unit(task.unit).rect.pose.at).length();
        assert!(pose.facing.vector().x > 0.7 && moved < 3.0 * INCH, "to the east, on the spot: {pose:?}");
    }
}

/// HS-DAMASCUS-13: then they go for the far edge.
#[test]
fn crusaders_march_to_the_river() {
    let (rules, mut state) = start("road-to-damascus");
    orders_of(&mut state, Side::Red, 21);
    let order = order_of(&rules, &state, "commander of Baldwin's foot").unwrap();
    assert_eq!(order.units.len(), 5);
    for task in tasks(order) {
        let before = state.unit(task.unit).rect.pose.at / INCH;
        let (x, y) = end(&task);
        assert!(y > before.y + 17.0 && (x - before.x).abs() < 2.0, "{before} to {x} {y}");
    }
}

/// HS-DAMASCUS-13: whoever has reached the far side does not come back.
#[test]
fn who_has_left_stays_away() {
    let (rules, mut state) = start("road-to-damascus");
    orders_of(&mut state, Side::Red, 9);
    let foot = leader(&rules, "commander of Baldwin's foot");
    for id in state.ids() {
        if Look::new(&rules, &state).commander_of(id) == foot {
            let along = (40.0 * INCH) as u16;
            state.units[id.index()].place =
                Place::Off { edge: aelian_hail_caesar::field::TableEdge::North, along };
        }
    }
    assert_eq!(order_of(&rules, &state, "commander of Baldwin's foot"), None);
}

/// HC-COL-09: a column that has the enemy near forms a line towards him.
#[test]
fn ra_forms_its_lines() {
    let (rules, mut state) = start("kadesh");
    orders_of(&mut state, Side::Red, 4);
    for at in 1..=4 {
        state.units[unit(&rules, &format!("Ambush chariots ({at})")).index()].place = Place::Table;
    }
    let order = order_of(&rules, &state, "commander of Ra").unwrap();
    let formed = tasks(order);
    assert!(formed.len() > 1);
    for task in formed {
        let Some(Leg::Form(reform)) = task.way.first() else { panic!("{task:?}") };
        assert!(reform.facing.vector().x > 0.7, "to the east");
    }
}

/// HS-RAID-26: Romans go for what can be looted, not for a lone herdsman.
#[test]
fn romans_go_for_the_village() {
    let (rules, mut state) = start("border-raid");
    let mut dice = Generator::stream(1, 0);
    let mut players = [rash(Side::Red), rash(Side::Blue)];
    for _ in 0..2000 {
        let choice = match rules.next(&state) {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { side, prompt } => {
                let seen = rules.view(&state, Viewer::Side(side));
                players[side.index()].choose(&rules, &seen, side, &prompt).unwrap()
            }
        };
        play_on(&rules, &mut state, &choice, &mut dice).unwrap();
        if !state.script.raid.sacked.is_empty() {
            return;
        }
    }
    panic!("nothing was taken until turn {}", state.turn);
}

/// HS-RAID-10: before the alarm the tribes are sent to the stockade.
#[test]
fn tribes_gather_at_the_stockade() {
    let (rules, mut state) = start("border-raid");
    orders_of(&mut state, Side::Blue, 4);
    let tribes: Vec<UnitId> = state
        .ids()
        .filter(|id| Look::new(&rules, &state).commander_of(*id) == leader(&rules, "Catubatrenus"))
        .collect();
    for (at, id) in tribes.iter().enumerate() {
        let standing = &mut state.units[id.index()];
        standing.place = Place::Table;
        standing.rect.pose.at = aelian_geometry::Vec2::new(100.0 * INCH - at as f64 * 190.0, 10.0 * INCH);
    }
    let order = order_of(&rules, &state, "Catubatrenus").unwrap();
    for task in tasks(order) {
        let before = state.unit(task.unit).rect.pose.at / INCH;
        let (x, y) = end(&task);
        let stockade = |x: f64, y: f64| ((x - 72.0) * (x - 72.0) + (y - 46.0) * (y - 46.0)).sqrt();
        assert!(stockade(x, y) < stockade(before.x, before.y) - 5.0, "{before} to {x} {y}");
    }
}

/// HC-RAL-01: a unit that is about to break is rallied, and not sent forward.
#[test]
fn the_worn_are_rallied() {
    let (rules, mut state) = start("with-your-shield");
    orders_of(&mut state, Side::Red, 3);
    let look = Look::new(&rules, &state);
    let commander = look.on_table(Side::Red).map(|id| look.commander_of(id)).next().unwrap();
    let own: Vec<UnitId> =
        look.on_table(Side::Red).filter(|id| look.commander_of(*id) == commander).collect();
    for id in &own {
        state.units[id.index()].casualties = rules.card(*id).stats.stamina - 1;
    }
    let (first, name) = (own[0], rules.leaders[commander.index()].name.clone());
    let at = state.unit(first).rect.pose.advanced(-100.0).at;
    let leader = &mut state.commanders[commander.index()];
    (leader.place, leader.at) = (CommanderPlace::Alone, at);
    let order = order_of(&rules, &state, &name).unwrap();
    assert_eq!(order.verb, Verb::Rally);
}
