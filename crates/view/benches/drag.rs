//! How fast the page is answered while a hand moves bases, with 60 or 160 bases a side on the table.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_blood_and_blades::{Rules, Setup};
use aelian_game::Match;
use aelian_geometry::{Hand, Vec2};
use aelian_view::sitting::{Sitting, Table};
use aelian_view::table::{Drag, Gesture, Grip};
use aelian_view::told::PieceId;
use divan::{Bencher, black_box};
use serde_json::json;

fn main() {
    divan::main();
}

/// Ranks of 20 bases in each army, and how far the armies are apart in mm.
type Armies = (u16, f64);

/// Two armies; the wing bases are light horse.
fn table((ranks, apart): Armies) -> Table<Rules> {
    let count = usize::from(ranks) * 20;
    let base = |at: usize, side: &str, y: f64, back: f64, facing: f64| {
        let (rank, file) = (at / 20, at % 20);
        let troop = if file < 2 { "Irr LH(O)" } else { "Reg Sp(O)" };
        let depth = if file < 2 { 30.0 } else { 15.0 };
        json!({ "name": format!("{side}{at}"), "side": side, "troop": troop, "facing": facing,
            "at": [200.0 + file as f64 * 40.0, y + back * depth * rank as f64], "commander": at == 10 })
    };
    let red = (0..count).map(|at| base(at, "red", 300.0, -1.0, 0.0));
    let blue = (0..count).map(|at| base(at, "blue", 300.0 + apart, 1.0, 180.0));
    let bases: Vec<_> = red.chain(blue).collect();
    let wood = json!({ "area": { "kind": "woods", "size": "medium",
        "outline": [[300, 310], [460, 310], [460, 400], [300, 400]] } });
    let mut setup = serde_json::to_value(Setup::of(Default::default())).unwrap();
    setup["start"] = json!({ "position": { "pigs": 6, "bases": bases, "terrain": [wood] } });
    let setup: Setup = serde_json::from_value(setup).unwrap();
    Table::new(Match::new(setup).unwrap_or_else(|faults| panic!("{faults:?}")))
}

fn dragged(bencher: Bencher<'_, '_>, armies: Armies, pieces: &[PieceId], grip: Grip, way: Vec2, free: bool) {
    let table = table(armies);
    let from = Vec2::new(500.0, 300.0);
    let drag = Drag { grip, from, to: from + way, free };
    let gesture = || Gesture::Drag { pieces, before: None, drag: black_box(drag) };
    bencher.bench_local(|| black_box(table.sketch(gesture())));
}

const ARMIES: [Armies; 4] = [(3, 70.0), (3, 150.0), (3, 330.0), (8, 150.0)];

/// All bases straight ahead.
#[divan::bench(args = ARMIES)]
fn army_ahead(bencher: Bencher<'_, '_>, armies: Armies) {
    let all: Vec<PieceId> = (0..armies.0 * 20).collect();
    dragged(bencher, armies, &all, Grip::Body, Vec2::new(3.0, 90.0), false);
}

/// Twelve bases wheel.
#[divan::bench(args = ARMIES)]
fn group_wheels(bencher: Bencher<'_, '_>, armies: Armies) {
    dragged(
        bencher,
        armies,
        &[14, 15, 16, 17, 18, 19],
        Grip::Corner(Hand::Left),
        Vec2::new(0.0, 30.0),
        false,
    );
}

/// One base anywhere.
#[divan::bench(args = ARMIES)]
fn base_free(bencher: Bencher<'_, '_>, armies: Armies) {
    dragged(bencher, armies, &[0], Grip::Body, Vec2::new(-60.0, 62.0), true);
}

/// One base in the line that cannot move as the hand wants.
#[divan::bench(args = ARMIES)]
fn base_refused(bencher: Bencher<'_, '_>, armies: Armies) {
    dragged(bencher, armies, &[30], Grip::Body, Vec2::new(80.0, 0.0), true);
}

/// What a group could do.
#[divan::bench(args = ARMIES)]
fn actions(bencher: Bencher<'_, '_>, armies: Armies) {
    let table = table(armies);
    bencher.bench_local(|| black_box(table.actions(&[14, 15, 16, 17, 18, 19])));
}

/// All bases as they are drawn.
#[divan::bench(args = ARMIES)]
fn pieces(bencher: Bencher<'_, '_>, armies: Armies) {
    let table = table(armies);
    bencher.bench_local(|| black_box(table.pieces()));
}
