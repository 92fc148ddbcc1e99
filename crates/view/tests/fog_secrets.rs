//! FA-AMB-06, FA-FLANK-01: nothing that a page tells one side gives away what markers hold and who marches.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

use aelian_dice::Seed;
use aelian_game::{Side, Viewer};
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_view::sitting::{Awaits, DiceFrom, Sitting};
use aelian_view::start::{self, ArmyWish, BattleWish, Wish};
use aelian_view::story::StepStory;
use aelian_view::table::{Gesture, Light, Mode, PieceId, PieceView};

type Table = Box<dyn Sitting>;

const ENEMIES: [Viewer; 2] = [Viewer::Side(Side::Blue), Viewer::Public];

/// Nothing is thrown for what is hidden.
const NO_DICE: DiceFrom<'static> = DiceFrom::Typed(&[]);

/// Romans and Carthaginians meet by the book, with the dice of this seed, as far as this question of Red.
fn up_to(word: &str, seed: u8) -> Table {
    let armies = start::offer("fog-ancients").unwrap().armies;
    let army = |name: &str| {
        let found = armies.iter().find(|army| army.name.contains(name)).expect("such an army");
        ArmyWish::Ready(found.key.clone())
    };
    let battle = BattleWish::Armies([army("Roman"), army("Carthag")]);
    let wish = Wish { game: "fog-ancients".to_owned(), battle, options: Default::default() };
    let mut table = start::begin(&wish).unwrap();
    let seed = Seed([seed; 32]);
    for _ in 0..200 {
        match table.awaits() {
            Awaits::Forced => table.play_forced(DiceFrom::Seed(&seed)).unwrap(),
            Awaits::Player(side) => {
                if side == Side::Red && table.question().unwrap().text.contains(word) {
                    return table;
                }
                let choice = usual(table.as_ref());
                table.play(&choice, DiceFrom::Seed(&seed)).unwrap();
            }
            Awaits::End { .. } => break,
        }
    }
    panic!("Red is never asked about {word}")
}

/// The usual answer, or what is proposed.
fn usual(table: &dyn Sitting) -> String {
    let question = table.question().unwrap();
    if let Some(answer) = question.answers.iter().find(|answer| answer.primary) {
        return answer.choice.clone();
    }
    match question.mode {
        Mode::Place { pieces, .. } => {
            let poses: Vec<_> = pieces.iter().map(|(id, rect)| (*id, rect.pose)).collect();
            table.sketch(Gesture::Place(&poses)).unwrap().choice
        }
        Mode::Pick { items } => {
            let counts: Vec<u8> = items.iter().map(|item| item.chosen).collect();
            table.sketch(Gesture::Pick(&counts)).unwrap().choice
        }
        Mode::Lay { shape } => table.sketch(Gesture::Lay(&shape)).unwrap().choice,
        _ => question.answers.first().unwrap().choice.clone(),
    }
}

/// What each enemy of Red reads in the log, and what he sees on the table.
fn known(table: &mut Table) -> [(Vec<StepStory>, Vec<PieceView>); 2] {
    ENEMIES.map(|viewer| {
        table.look(viewer, None);
        (table.stories(viewer, 0), table.pieces())
    })
}

/// A marker of a group in the middle of some terrain where it may lie, and a dummy at the same place.
fn ambushes(table: &dyn Sitting) -> Option<[String; 2]> {
    let Mode::Place { pieces, .. } = table.question().unwrap().mode else { panic!("markers are put down") };
    let all = table.reserve();
    let starts =
        |piece: PieceId, with: &str| all.iter().any(|one| one.id == piece && one.name.starts_with(with));
    let dummy = pieces.iter().map(|(id, _)| *id).find(|id| starts(*id, "Dummy"))?;
    let groups: Vec<PieceId> = pieces.iter().map(|(id, _)| *id).filter(|id| starts(*id, "R")).collect();
    let grounds = table.board().grounds.into_iter().filter(|ground| ground.outline.len() > 2);
    let middles = grounds.map(|ground| {
        let sum = ground.outline.iter().fold(Vec2::ZERO, |sum, point| sum + *point);
        sum / ground.outline.len() as f64
    });
    for middle in middles {
        let at = Pose { at: middle, facing: Facing::UP };
        let laid = |piece: PieceId| {
            table.sketch(Gesture::Place(&[(piece, at)])).filter(|sketch| sketch.light != Light::Refused)
        };
        let group = groups.iter().find_map(|group| laid(*group));
        if let (Some(group), Some(dummy)) = (group, laid(dummy)) {
            return Some([group.choice, dummy.choice]);
        }
    }
    None
}

/// FA-AMB-06: whether a group lies in an ambush or nobody, the enemy knows of a marker and no more; its owner sees who
/// it is.
#[test]
fn the_enemy_is_not_told_who_hides() {
    let found = (0..40).find_map(|seed| Some((seed, ambushes(up_to("ambushes", seed).as_ref())?)));
    let (seed, choices) = found.expect("some battlefield has a place to hide");
    let mut tables = [up_to("ambushes", seed), up_to("ambushes", seed)];
    for (table, (choice, name)) in tables.iter_mut().zip(choices.iter().zip(["R", "Dummy"])) {
        table.play(choice, NO_DICE).unwrap();
        assert!(table.hides(Side::Red));
        table.look(Viewer::Side(Side::Red), None);
        let own: Vec<PieceView> = table.pieces().into_iter().filter(|piece| piece.hidden).collect();
        assert!(own.len() == 1 && own[0].name.starts_with(name), "{own:?}");
    }
    let [group, dummy] = &mut tables;
    let seen = known(group);
    assert_eq!(seen, known(dummy));
    for (stories, pieces) in &seen {
        let marker = pieces.iter().find(|piece| piece.name == "ambush marker").unwrap();
        assert!(!marker.hidden && marker.tag == "?", "{marker:?}");
        assert_eq!(stories.last().unwrap().choice, "something hidden");
    }
}

/// FA-FLANK-01: nor is he told whether anybody marches.
#[test]
fn the_enemy_is_not_told_who_marches() {
    let mut tables = [up_to("outflanking", 7), up_to("outflanking", 7)];
    let Mode::Pick { items } = tables[0].question().unwrap().mode else { panic!("marches are picked") };
    let first = items.iter().position(|item| item.detail.starts_with("goes with")).unwrap();
    let counts: Vec<u8> = (0..items.len()).map(|at| u8::from(at == 0 || at == first)).collect();
    let march = tables[0].sketch(Gesture::Pick(&counts)).unwrap();
    assert_ne!(march.light, Light::Refused, "{march:?}");
    let stays = tables[1].question().unwrap().answers[0].choice.clone();
    tables[0].play(&march.choice, NO_DICE).unwrap();
    tables[1].play(&stays, NO_DICE).unwrap();
    let [marches, stays] = &mut tables;
    assert_eq!(known(marches), known(stays));
    assert!(marches.hides(Side::Red));
    let own = marches.story(Viewer::Side(Side::Red), marches.steps() - 1).unwrap();
    assert!(own.choice.contains("round the left"), "{}", own.choice);
}
