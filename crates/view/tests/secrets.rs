//! BB-BUSH-13: nothing that a page tells one side gives away what the other has hidden.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

use aelian_blood_and_blades::army::{OrderOfBattle, ready};
use aelian_blood_and_blades::setup::Start;
use aelian_blood_and_blades::{Rules, Setup};
use aelian_dice::Seed;
use aelian_game::{Match, Side, Viewer};
use aelian_geometry::{Facing, Pose};
use aelian_view::sitting::{Awaits, DiceFrom, PlayError, Sitting, Table};
use aelian_view::story::StepStory;
use aelian_view::table::{Gesture, Mode};
use serde_json::{Value, json};

const ENEMIES: [Viewer; 2] = [Viewer::Side(Side::Red), Viewer::Public];

/// What the log of each enemy of Blue shows.
fn logs(table: &Table<Rules>) -> [Vec<StepStory>; 2] {
    ENEMIES.map(|viewer| table.stories(viewer, 0))
}

fn play(table: &mut Table<Rules>, choice: &Value) {
    table.play(&choice.to_string(), DiceFrom::Seed(&Seed::from(1u64))).unwrap();
}

/// Blue lies in a wood; `rest` is the part of his ambush that Red does not see.
fn before_a_wood(rest: bool) -> Table<Rules> {
    let base = |name: &str, side: &str, at: [f64; 2], place: &str| {
        json!({ "name": name, "side": side, "troop": "Irr Ax(O)", "at": at, "place": place,
            "facing": if side == "red" { 0 } else { 180 } })
    };
    let mut bases =
        vec![base("m", "red", [500.0, 545.0], "table"), base("x", "blue", [500.0, 640.0], "ambush")];
    bases.extend(rest.then(|| base("rest", "blue", [580.0, 690.0], "ambush")));
    let outline = [[300, 600], [700, 600], [700, 850], [300, 850]];
    let wood = json!({ "area": { "kind": "woods", "size": "large", "outline": outline } });
    let mut setup = serde_json::to_value(Setup::of(Default::default())).unwrap();
    setup["start"] = json!({ "position": { "pigs": 6, "bases": bases, "terrain": [wood] } });
    let setup: Setup = serde_json::from_value(setup).unwrap();
    Table::new(Match::new(setup).unwrap())
}

/// BB-BUSH-09, BB-BUSH-13: the log of the enemy and who is waited for are the same, with a rest and without.
#[test]
fn the_enemy_is_not_told_of_the_rest_of_an_ambush() {
    let order = json!({ "order": { "to": [0],
        "what": { "move": { "reach": "far", "how": { "advance": { "distance": 90.0 } }, "displace": [] } } } });
    let mut tables = [before_a_wood(true), before_a_wood(false)];
    for table in &mut tables {
        play(table, &order);
        assert_eq!(table.awaits(), Awaits::Player(Side::Blue));
        let question = table.question().unwrap();
        assert!(question.secret);
        let primary = question.answers.iter().find(|answer| answer.primary).unwrap();
        assert_eq!(primary.choice, r#"{"reveal-rest":false}"#);
        play(table, &json!({ "reveal-rest": false }));
    }
    let [with, without] = &tables;
    assert_eq!(logs(with), logs(without));
    assert_eq!((with.awaits(), with.steps()), (without.awaits(), without.steps()));
    let told = with.story(Viewer::Side(Side::Red), 0).unwrap();
    assert!(told.choice.contains("far"), "his own order he may read: {}", told.choice);
    let answers = |rest: bool| {
        let mut table = before_a_wood(rest);
        play(&mut table, &order);
        table.question().unwrap().answers.into_iter().map(|answer| answer.label).collect::<Vec<_>>()
    };
    assert_eq!(
        (answers(true), answers(false)),
        (vec!["Show all".into(), "Keep hidden".into()], vec!["Go on".into()])
    );
}

/// An army with the base that is to be hidden, or without it.
fn army(hides: Option<usize>) -> OrderOfBattle {
    let mut army = ready()[0].order_of_battle.clone();
    if let Some(at) = hides {
        army.bases.remove(at);
    }
    army
}

/// The set-up up to the battle, on a table with a wood in each half.
struct Deployment {
    table: Table<Rules>,
    hidden: Option<u16>,
}

impl Deployment {
    fn new(armies: [OrderOfBattle; 2], hidden: Option<u16>) -> Deployment {
        let wood = |y: f64| {
            let outline = [[1000.0, y - 90.0], [1180.0, y - 90.0], [1180.0, y + 90.0], [1000.0, y + 90.0]];
            json!({ "area": { "kind": "woods", "size": "large", "outline": outline } })
        };
        let pieces = serde_json::from_value(json!([wood(500.0)])).unwrap();
        let start = Start::Field { pieces, invader: Some(Side::Red) };
        let table = Table::new(Match::new(Setup { start, ..Setup::of(armies) }).unwrap());
        let mut deployment = Deployment { table, hidden };
        while deployment.table.standing().turn.is_empty() || deployment.in_set_up() {
            deployment.goes_on();
        }
        deployment
    }

    fn in_set_up(&self) -> bool {
        self.table.standing().phase.is_none()
    }

    fn goes_on(&mut self) {
        let dice = Seed::from(7u64);
        let Awaits::Player(side) = self.table.awaits() else {
            return self.table.play_forced(DiceFrom::Seed(&dice)).unwrap();
        };
        let question = self.table.question().unwrap();
        let choice = match &question.mode {
            Mode::Place { may_leave_out: true, .. } => self.ambush(side),
            Mode::Place { pieces, .. } => {
                let poses: Vec<_> = pieces.iter().map(|(id, rect)| (*id, rect.pose)).collect();
                self.table.sketch(Gesture::Place(&poses)).unwrap().choice
            }
            _ => question.answers[0].choice.clone(),
        };
        self.table.play(&choice, DiceFrom::Seed(&dice)).unwrap();
    }

    fn ambush(&self, side: Side) -> String {
        let pose = Pose::new(1090.0, 520.0, Facing::DOWN);
        match self.hidden {
            Some(base) if side == Side::Blue => {
                self.table.sketch(Gesture::Place(&[(base, pose)])).unwrap().choice
            }
            _ => json!({ "ambush": [] }).to_string(),
        }
    }
}

/// BB-BUSH-08, BB-BUSH-13, BB-DEP-09: after the set-up neither the log nor the names on the table tell whether there is
/// an ambush.
#[test]
fn the_enemy_is_not_told_whether_there_is_an_ambush() {
    // The fourth base of Blue has the fourth odd number.
    let with = Deployment::new([army(None), army(None)], Some(7));
    let without = Deployment::new([army(None), army(Some(3))], None);
    for (one, other) in logs(&with.table).iter().flatten().zip(logs(&without.table).iter().flatten()) {
        assert_eq!(one, other);
    }
    assert_eq!(with.table.steps(), without.table.steps());
    assert!(logs(&with.table)[0].iter().any(|story| story.choice == "something hidden"));
    let on_table = |mut one: Deployment, viewer: Viewer| {
        one.table.look(viewer, None);
        let pieces = one.table.pieces();
        pieces
            .into_iter()
            .map(|piece| (piece.name, piece.tag, piece.hidden, piece.rect.pose))
            .collect::<Vec<_>>()
    };
    let own = on_table(Deployment::new([army(None), army(None)], Some(7)), Viewer::Side(Side::Blue));
    let hidden: Vec<_> = own.iter().filter(|(_, _, hidden, _)| *hidden).collect();
    assert_eq!(hidden.len(), 1);
    assert_eq!(hidden[0].0, format!("B{}", own.iter().filter(|(name, ..)| name.starts_with('B')).count()));
    assert_eq!(on_table(with, ENEMIES[0]), on_table(without, ENEMIES[0]));
}

/// BB-BUSH-13, BB-SHT-20: a shot that somebody gives up to stay hidden does not stand in the enemy's log.
#[test]
fn a_shot_given_up_in_hiding_is_not_told() {
    let base = |name: &str, side: &str, troop: &str, at: [f64; 2], place: &str| json!({ "name": name, "side": side, "troop": troop, "at": at, "place": place });
    let bases = [
        base("bw", "blue", "Reg Bw(O)", [500.0, 560.0], "ambush"),
        base("z", "red", "Reg Bd(O)", [500.0, 500.0], "table"),
    ];
    let mut setup = serde_json::to_value(Setup::of(Default::default())).unwrap();
    setup["start"] = json!({ "position": { "stage": "shooting", "bases": bases } });
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let mut table = Table::<Rules>::new(Match::new(setup).unwrap());
    assert_eq!(table.awaits(), Awaits::Player(Side::Blue));
    play(&mut table, &json!({ "target": { "shooter": 0, "target": null } }));
    assert!(logs(&table).iter().all(|log| log[0].is_silent() && log[0].events.is_empty()));
    assert!(!table.story(Viewer::Side(Side::Blue), 0).unwrap().is_silent());
}

/// Nobody gives up for the other side, and nobody plays a step that is not his; that time is out both at the table agree on.
#[test]
fn each_side_speaks_for_itself() {
    let dice = Seed::from(1u64);
    let mut table = before_a_wood(false);
    assert_eq!(table.awaits(), Awaits::Player(Side::Red));
    let concede = |side: &str| json!({ "concede": { "side": side } }).to_string();
    let told = table.play(&concede("blue"), DiceFrom::Seed(&dice)).unwrap_err().to_string();
    assert_eq!(told, "this is for blue to say, not for red");
    let steps = table.steps();
    let mut other = table.clone();
    other.play(&json!("time-out").to_string(), DiceFrom::Seed(&dice)).unwrap();
    table.play(&concede("red"), DiceFrom::Seed(&dice)).unwrap();
    assert_eq!((table.steps(), other.steps()), (steps + 1, steps + 1));
    let mut book = Table::<Rules>::new(Match::new(Setup::of([army(None), army(None)])).unwrap());
    assert_eq!(book.awaits(), Awaits::Forced);
    let told = book.play(&json!("end-moves").to_string(), DiceFrom::Seed(&dice)).unwrap_err();
    assert!(matches!(told, PlayError::NotTheirs(_)), "{told:?}");
}

/// BB-BUSH-13: what Red was sent is a table of its own, which shows what it was told and cannot be played on.
#[test]
fn what_was_sent_is_a_table() {
    let mut whole = Deployment::new([army(None), army(None)], Some(7)).table;
    let text = whole.record_for(ENEMIES[0]);
    let mut sent = Table::<Rules>::read(&text).unwrap();
    assert_eq!(sent.record(), text);
    assert_eq!(sent.record_for(Viewer::Public), text, "nothing is taken away twice");
    let mut told = whole.stories(ENEMIES[0], 0);
    told.retain(|story| !story.is_silent());
    assert_eq!(sent.stories(ENEMIES[0], 0), told);
    for table in [&mut sent, &mut whole] {
        table.look(ENEMIES[0], None);
    }
    assert_eq!(sent.pieces(), whole.pieces());
    let dice = Seed::from(1u64);
    let played = sent.play(&json!("end-moves").to_string(), DiceFrom::Seed(&dice));
    assert_eq!(played, Err(PlayError::Watched));
    assert!(sent.take_back().is_err());
}
