//! Whole battles played through a sitting, as a page plays them: by answers, by numbers and by hand.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

use aelian_blood_and_blades::army::ready;
use aelian_blood_and_blades::{Rules, Setup};
use aelian_dice::{Sampler, Seed};
use aelian_game::{Match, Side, Viewer};
use aelian_geometry::{Hand, Vec2};
use aelian_view::sitting::{Awaits, DiceFrom, Sitting, Table};
use aelian_view::table::{Drag, Gesture, Grip, Light, Mode, PieceView, Question, Sketch, ZoneKind};
use aelian_view::told::PieceId;

/// A battle of two ready armies that ends after so many rounds.
fn battle(red: usize, blue: usize, rounds: u16) -> Table<Rules> {
    let armies = ready();
    let army = |at: usize| armies[at % armies.len()].order_of_battle.clone();
    let mut setup = Setup { weather: true, time_of_day: true, ..Setup::of([army(red), army(blue)]) };
    setup.settings.most_rounds = Some(rounds);
    Table::new(Match::new(setup).unwrap())
}

/// Somebody at the table who does whatever comes to mind.
struct Player {
    table: Table<Rules>,
    sampler: Sampler,
    seed: Seed,
    /// Orders given by numbers and by hand.
    orders: [u32; 2],
}

impl Player {
    fn play(&mut self, rounds: u32) {
        for _ in 0..rounds {
            match self.table.awaits() {
                Awaits::End { .. } => return,
                Awaits::Forced => self.table.play_forced(DiceFrom::Seed(&self.seed)).unwrap(),
                Awaits::Player(side) => self.decide(side),
            }
            self.look_round();
        }
        panic!("the battle does not end: {}", self.table.moment());
    }

    /// Everything that a page shows after a step.
    fn look_round(&mut self) {
        let viewer = [Viewer::Public, Viewer::Side(Side::Red), Viewer::Side(Side::Blue)]
            [self.sampler.below(3) as usize];
        self.table.look(viewer, None);
        let pieces = self.table.pieces();
        assert_eq!(self.table.standing().losses.len(), 2);
        assert!(!self.table.board().unit_name.is_empty());
        let last = self.table.steps().saturating_sub(1);
        assert_eq!(self.table.stories(viewer, last).len(), 1);
        for kind in
            [ZoneKind::Control, ZoneKind::Shooting, ZoneKind::Command, ZoneKind::Threat, ZoneKind::Gaps]
        {
            let zones = self.table.zones(kind, &[]);
            assert!(zones.iter().all(|zone| zone.outline.len() >= 3), "{kind:?}");
        }
        for fight in self.table.fights() {
            let odds = fight.odds.map_or(1.0, |odds| odds.outcomes.iter().map(|one| one.chance).sum::<f64>());
            assert!((odds - 1.0).abs() < 1e-9, "{odds}");
        }
        if let Some(piece) = self.pick(&pieces) {
            assert!(!self.table.card(piece.id).unwrap().rows.is_empty());
            assert!(self.table.body(piece.id).contains(&piece.id));
        }
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> Option<T> {
        (!among.is_empty()).then(|| among[self.sampler.below(among.len() as u32) as usize].clone())
    }

    fn decide(&mut self, side: Side) {
        let question = self.table.question().expect("a player is asked");
        assert_eq!(question.side, side);
        self.every_answer_is_legal(&question);
        let choice = match &question.mode {
            Mode::Answers => self.pick(&question.answers).expect("a closed question has answers").choice,
            Mode::Orders => self.order(side, &question),
            Mode::Place { pieces, may_leave_out, .. } => {
                let poses: Vec<_> = pieces.iter().map(|(id, rect)| (*id, rect.pose)).collect();
                let placed = self.drawn(Gesture::Place(&poses));
                assert_ne!(placed.light, Light::Refused, "{:?}", placed.reasons);
                let answer = self.pick(&question.answers).map(|answer| answer.choice);
                if *may_leave_out { answer.unwrap_or(placed.choice) } else { placed.choice }
            }
            Mode::Pick { items } => {
                let counts: Vec<u8> = items.iter().map(|item| item.chosen).collect();
                legal(self.drawn(Gesture::Pick(&counts)))
            }
            Mode::Lay { shape } => {
                let laid = self.drawn(Gesture::Lay(shape));
                // A river is proposed with one width at each point, and drawn here with one for all.
                legal(laid)
            }
            Mode::Length { least, most, proposed } => {
                assert!(least <= proposed && proposed <= most);
                let length = least + (most - least) * f64::from(self.sampler.below(5)) / 4.0;
                legal(self.drawn(Gesture::Length(length)))
            }
        };
        let played = self.table.play(&choice, DiceFrom::Seed(&self.seed));
        assert!(played.is_ok(), "{}: {choice}: {played:?}", question.text);
    }

    fn every_answer_is_legal(&self, question: &Question<String>) {
        assert!(!question.text.is_empty() && question.rule.is_some());
        assert!(question.answers.iter().filter(|answer| answer.primary).count() <= 1);
        for answer in question.answers.iter().chain(&question.aside) {
            let mut trial = self.table.clone();
            let played = trial.play(&answer.choice, DiceFrom::Seed(&self.seed));
            assert!(played.is_ok(), "{}: {}: {played:?}", question.text, answer.label);
            assert!(!answer.label.is_empty());
        }
    }

    /// A few tries to give an order, by numbers or by hand; else no more.
    fn order(&mut self, side: Side, question: &Question<String>) -> String {
        let end = question.answers[0].choice.clone();
        self.table.look(Viewer::Side(side), None);
        let ready: Vec<PieceView> =
            self.table.pieces().into_iter().filter(|piece| piece.ready && piece.side == side).collect();
        for _ in 0..3 {
            let Some(piece) = self.pick(&ready) else { return end };
            let body = if self.sampler.below(3) == 0 { vec![piece.id] } else { self.table.body(piece.id) };
            let by_hand = self.sampler.below(2) == 0;
            let sketch = if by_hand { self.drag(&piece, &body) } else { self.act(&body) };
            if let Some(sketch) = sketch.filter(|sketch| sketch.light != Light::Refused) {
                assert!(!sketch.summary.is_empty());
                self.orders[usize::from(by_hand)] += 1;
                return sketch.choice;
            }
        }
        end
    }

    fn drawn(&self, gesture: Gesture<'_, String>) -> Sketch<String> {
        self.table.sketch(gesture).expect("what is asked can be sketched")
    }

    fn act(&mut self, body: &[PieceId]) -> Option<Sketch<String>> {
        let actions = self.table.actions(body);
        for action in &actions {
            let values: Vec<f64> = action.fields.iter().map(|field| field.value).collect();
            let sketch = self.drawn(Gesture::Act { pieces: body, action: action.key, values: &values });
            assert_ne!(sketch.light, Light::Refused, "{} {values:?}: {:?}", action.key, sketch.reasons);
        }
        let action = self.pick(&actions)?;
        self.table.sketch(Gesture::Act { pieces: body, action: action.key, values: &[] })
    }

    fn drag(&mut self, piece: &PieceView, body: &[PieceId]) -> Option<Sketch<String>> {
        let grips = [Grip::Body, Grip::Body, Grip::Corner(Hand::Left), Grip::Corner(Hand::Right), Grip::Spin];
        let grip = self.pick(&grips)?;
        let from = piece.rect.pose.at;
        let mut off = || f64::from(self.sampler.below(200)) - 100.0;
        let to = from + piece.rect.pose.facing.vector() * (off() + 60.0) + Vec2::new(off(), off()) * 0.3;
        let free = self.sampler.below(2) == 0;
        let drag = Drag { grip, from, to, free };
        let sketch = self.table.sketch(Gesture::Drag { pieces: body, before: None, drag })?;
        assert!(sketch.light == Light::Refused || !sketch.ghosts.is_empty(), "{sketch:?}");
        assert!(sketch.light != Light::Refused || !sketch.reasons.is_empty(), "{sketch:?}");
        let further = Drag { from: to, to: to + Vec2::new(5.0, 5.0), ..drag };
        let further = self.table.sketch(Gesture::Drag {
            pieces: body,
            before: Some(sketch.choice.clone()),
            drag: further,
        });
        further.filter(|further| further.light != Light::Refused).or(Some(sketch))
    }
}

fn legal(sketch: Sketch<String>) -> String {
    assert_ne!(sketch.light, Light::Refused, "{:?}", sketch.reasons);
    sketch.choice
}

/// Nothing is asked that cannot be answered, and nothing offered that the rules refuse.
#[test]
fn battles_are_played_through_a_sitting() {
    let mut given = [0, 0];
    for (seed, red, blue) in [(1u64, 0, 4), (2, 5, 9), (3, 12, 7), (4, 13, 3)] {
        let sampler = Sampler::new(seed);
        let mut player =
            Player { table: battle(red, blue, 8), sampler, seed: Seed::from(seed), orders: [0; 2] };
        player.play(4000);
        assert!(player.table.result().is_some());
        assert_eq!(player.table.stories(Viewer::Public, 0).len(), player.table.steps());
        given = [given[0] + player.orders[0], given[1] + player.orders[1]];
    }
    assert!(given.iter().all(|orders| *orders > 20), "{given:?}");
}

#[test]
fn lines_are_followed_as_a_whole_or_not_at_all() {
    const RECORD: &str = include_str!("../../blood-and-blades/playthroughs/chariots.jsonl");
    let lines: Vec<String> = RECORD.lines().skip(1).map(str::to_owned).collect();
    let mut table = Table::<Rules>::read(RECORD.lines().next().unwrap()).unwrap();
    table.follow(&lines[..9]).unwrap();
    let hash = table.hash();
    let broken = [lines[9].clone(), lines[11].clone()];
    assert!(table.follow(&broken).unwrap_err().to_string().contains("step 11"), "the first of them fits");
    let unread = [lines[9].clone(), "{}".to_owned()];
    assert!(table.follow(&unread).unwrap_err().to_string().contains("line 12"), "after the header and ten");
    assert_eq!((table.steps(), table.hash()), (9, hash));
    table.follow(&lines[9..]).unwrap();
    assert_eq!(table.record(), RECORD);
    table.cut(9);
    assert_eq!((table.steps(), table.hash()), (9, hash));
}
