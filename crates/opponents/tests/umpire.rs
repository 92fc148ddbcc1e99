//! Driving any game: a small game of numbers tries what a battle and a series must keep to.

#![allow(clippy::unwrap_used)]

use aelian_dice::{Generator, NeedRoll, Sampler, Throw};
use aelian_game::{
    ActError, Actor, Author, Cx, Ending, Match, Next, Proposals, Record, ReplayError, Ruleset, Side, Started,
    StepError, Verdict, Viewer, Want,
};
use aelian_opponents::{
    Contested, Finish, Limits, Named, Player, Players, Random, Series, opponent, play_battle, record_battle,
    sampler_for, simulate,
};
use aelian_rulebook::{Reason, rule};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Each side in turn adds one to three and a die to its sum; who comes to the goal has won. Blue cannot see
/// the sum of Red.
#[derive(Clone, Debug)]
struct Race {
    goal: u32,
}

#[derive(Clone, Debug, PartialEq, Hash)]
struct Sums {
    sums: [u32; 2],
    turn: Side,
}

impl Ruleset for Race {
    type Setup = u32;
    type State = Sums;
    type Prompt = u8;
    type Choice = u32;
    type Event = u32;
    type Fact = String;
    type Ghost = ();
    type Plan = ();

    const GAME: &'static str = "race";
    const FORMAT: u32 = 1;

    fn start(goal: &u32) -> Result<(Race, Sums), Vec<Reason<String>>> {
        if *goal == 0 {
            return Err(vec![Reason { rule: rule!("BB-TURN-01"), fact: "no goal".to_owned() }]);
        }
        Ok((Race { goal: *goal }, Sums { sums: [0, 0], turn: Side::Red }))
    }

    fn next(&self, state: &Sums) -> Next<u8, u32> {
        let won = |side: &Side| state.sums[side.index()] >= self.goal;
        match Side::BOTH.into_iter().find(won) {
            Some(side) => Next::Over(Ending { winner: Some(side), cause: rule!("BB-VIC-01"), score: [0, 0] }),
            // Every tenth sum nobody is asked.
            None if state.sums[state.turn.index()] % 10 == 9 => Next::Forced(1),
            None => Next::Ask { side: state.turn, prompt: 0 },
        }
    }

    fn author(choice: &u32) -> Author {
        match choice {
            8 => Author::Side(Side::Red),
            9 => Author::House,
            _ => Author::Asked,
        }
    }

    fn check(&self, _state: &Sums, choice: &u32) -> Verdict<Race> {
        match choice {
            1..=3 | 8 | 9 => Verdict::legal(()),
            _ => Verdict::refused(rule!("BB-TURN-04"), "one to three".to_owned()),
        }
    }

    fn resolve(&self, cx: &mut Cx<'_, Race>, choice: &u32, _plan: Option<()>) -> Result<(), NeedRoll> {
        cx.roll(rule!("BB-TURN-04"), Throw::Sum { dice: 1 })?;
        cx.emit(*choice);
        Ok(())
    }

    fn apply(state: &mut Sums, event: &u32) {
        state.sums[state.turn.index()] += *event;
        state.turn = state.turn.other();
    }

    fn propose(&self, _state: &Sums, want: Want<'_>, out: &mut Proposals<Race>) {
        match want {
            Want::All => out.extend(1..=3),
            Want::Sample(n, sampler) => out.extend((0..n).map(|_| 1 + sampler.below(3))),
        }
    }

    fn view(&self, state: &Sums, viewer: Viewer) -> Sums {
        let mut seen = state.clone();
        if viewer != Viewer::Side(Side::Red) {
            seen.sums[0] = 0;
        }
        seen
    }

    fn setup_for(goal: &u32, _viewer: Viewer) -> u32 {
        *goal
    }

    fn start_for(goal: &u32, _viewer: Viewer) -> Started<Race> {
        Race::start(goal)
    }

    fn event_for(&self, before: &Sums, event: &u32, viewer: Viewer) -> Option<u32> {
        let hidden = before.turn == Side::Red && viewer != Viewer::Side(Side::Red);
        Some(if hidden { 0 } else { *event })
    }

    fn may_know(&self, _before: &Sums, _choice: &u32, viewer: Viewer) -> bool {
        viewer == Viewer::Side(Side::Red)
    }

    fn reveals(_event: &u32) -> bool {
        false
    }

    fn longest(&self) -> u32 {
        1000
    }
}

impl Contested for Race {
    const MEASURES: &'static [&'static str] = &["sum"];

    fn own_opponents() -> &'static [Named<Race>] {
        &[Named { name: "greedy", summary: "wants too much", make: |_| Box::new(Greedy) }]
    }

    fn hides(&self, _state: &Sums, from: Side) -> bool {
        from == Side::Blue
    }

    fn rounds(&self, state: &Sums) -> u32 {
        state.sums[0]
    }

    fn enough(&self, state: &Sums) -> Option<u32> {
        (state.sums[0] > 900).then_some(3)
    }

    fn measures(&self, state: &Sums) -> [Vec<f64>; 2] {
        state.sums.map(|sum| vec![f64::from(sum)])
    }
}

/// Answers what no rule allows.
#[derive(Debug)]
struct Greedy;

impl Player<Race> for Greedy {
    fn choose(&mut self, _: &Race, _: &Sums, _: Side, _: &u8) -> Option<u32> {
        Some(100)
    }
}

/// Answers one, and remembers what it saw of Red.
#[derive(Debug)]
struct Spy;

impl Player<Race> for Spy {
    fn choose(&mut self, _: &Race, state: &Sums, side: Side, _: &u8) -> Option<u32> {
        assert_eq!(side, Side::Blue);
        assert_eq!(state.sums[0], 0, "a player sees what is hidden from him");
        Some(1)
    }
}

fn random(number: u64) -> Box<dyn Player<Race>> {
    Box::new(Random::new(Sampler::new(number)))
}

fn play(goal: u32, mut players: Players<Race>) -> aelian_opponents::BattleOutcome {
    let (rules, mut state) = Race::start(&goal).unwrap();
    play_battle(&rules, &mut state, &mut players, &mut Generator::new(1), Limits::of(&rules))
}

#[test]
fn a_battle_ends_and_counts_its_steps() {
    let outcome = play(50, [random(1), random(2)]);
    assert!(matches!(outcome.finish, Finish::Over(_)));
    assert!(outcome.steps >= 34 && outcome.decisions < outcome.steps && outcome.refused == 0, "{outcome:?}");
}

#[test]
fn what_is_refused_is_replaced_and_counted() {
    let outcome = play(50, [random(1), Box::new(Greedy)]);
    assert!(matches!(outcome.finish, Finish::Over(_)) && outcome.refused > 5, "{outcome:?}");
}

#[test]
fn a_player_gets_his_view() {
    let outcome = play(50, [random(1), Box::new(Spy)]);
    assert_eq!(outcome.refused, 0);
}

#[test]
fn an_endless_battle_is_a_stall() {
    let outcome = play(u32::MAX, [random(1), random(2)]);
    assert!(matches!(outcome.finish, Finish::Stalled(_)) && outcome.steps == 1000, "{outcome:?}");
    assert!(outcome.decisions < 950, "the umpire has to put an end to it: {outcome:?}");
}

/// Recorded and unrecorded play are the same battle.
#[test]
fn a_recorded_battle_is_the_same() {
    let mut battle = Match::<Race>::new(50).unwrap();
    let limits = Limits::of(&battle.rules);
    let recorded = record_battle(&mut battle, &mut [random(1), random(2)], &mut Generator::new(1), limits);
    assert_eq!(recorded, play(50, [random(1), random(2)]));
    assert_eq!(battle.record.steps.len() as u32, recorded.steps);
    assert!(Match::verify(&battle.record).is_ok());
}

fn series<'a>(
    jobs: usize,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(aelian_opponents::Progress) + Sync),
) -> Series<'a, Race> {
    Series {
        setups: &[60],
        games: 40,
        seed: 7,
        jobs,
        opponents: ["random", "greedy"],
        stop,
        progress,
        records: None,
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let stop = AtomicBool::new(false);
    let told = AtomicU32::new(0);
    let progress = |progress: aelian_opponents::Progress| {
        told.fetch_max(progress.done, Ordering::Relaxed);
    };
    let [one, two] = [1, 2].map(|jobs| simulate(&series(jobs, &stop, &progress)).unwrap());
    assert_eq!((one.hash.len(), &one.hash), (16, &two.hash));
    assert_eq!(
        (one.wins, one.draws, one.steps, &one.measures),
        (two.wins, two.draws, two.steps, &two.measures)
    );
    assert_eq!((one.played, one.stalls, told.into_inner()), (40, 0, 40));
    assert_eq!(one.wins[0].count + one.wins[1].count, 40);
    assert_eq!(one.won_by.get("BB-VIC-01"), Some(&40));
    assert!(one.refused > 0 && one.measures["sum"][0].most >= 40.0);
}

#[test]
fn another_seed_is_another_series() {
    let stop = AtomicBool::new(false);
    let first = simulate(&series(1, &stop, &|_| {})).unwrap();
    let second = simulate(&Series { seed: 8, ..series(1, &stop, &|_| {}) }).unwrap();
    assert_ne!(first.hash, second.hash);
}

/// Of several setups each battle draws one by the seed, whatever the number of threads.
#[test]
fn battles_are_drawn_from_several_setups() {
    let stop = AtomicBool::new(false);
    let drawn =
        |seed, jobs| simulate(&Series { setups: &[60, 20], seed, ..series(jobs, &stop, &|_| {}) }).unwrap();
    let only =
        |goal: &'static [_; 1]| simulate(&Series { setups: goal, ..series(1, &stop, &|_| {}) }).unwrap();
    let (one, two) = (drawn(7, 1), drawn(7, 2));
    assert_eq!((&one.hash, one.steps), (&two.hash, two.steps));
    assert_ne!(one.hash, drawn(8, 1).hash);
    let (long, short) = (only(&[60]), only(&[20]));
    assert!(short.steps.mean < one.steps.mean && one.steps.mean < long.steps.mean);
    assert!(simulate(&Series { setups: &[], ..series(1, &stop, &|_| {}) }).unwrap().played == 0);
}

#[test]
fn a_stopped_series_tells_what_is_done() {
    let stop = AtomicBool::new(false);
    let halt = |progress: aelian_opponents::Progress| {
        if progress.done == 5 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let summary = simulate(&series(1, &stop, &halt)).unwrap();
    assert_eq!((summary.games, summary.played, summary.stalls), (40, 5, 0));
}

#[test]
fn records_are_handed_over() {
    let stop = AtomicBool::new(false);
    let kept = AtomicU32::new(0);
    let keep = |number: u32, record: &aelian_game::Record<Race>| {
        assert!(number < 40 && Match::verify(record).is_ok());
        kept.fetch_add(1, Ordering::Relaxed);
    };
    let plain = simulate(&series(1, &stop, &|_| {})).unwrap();
    let recorded = simulate(&Series { records: Some(&keep), ..series(2, &stop, &|_| {}) }).unwrap();
    assert_eq!((plain.hash, kept.load(Ordering::Relaxed)), (recorded.hash, 40));
}

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    let error = opponent::<Race>("genius", sampler_for(0, 0, Side::Red)).unwrap_err();
    assert_eq!(error.to_string(), "there is no opponent `genius`; known are greedy, random");
    let stop = AtomicBool::new(false);
    assert!(simulate(&Series { opponents: ["random", "x"], ..series(1, &stop, &|_| {}) }).is_err());
    assert!(simulate(&Series { setups: &[0], ..series(1, &stop, &|_| {}) }).is_err());
}

/// Whoever is asked answers for himself; what a side says for itself, what the house says and what nobody decides are for
/// no other seat to say. A refusal changes nothing.
#[test]
fn nobody_speaks_for_another() {
    let mut race = Match::<Race>::new(30).unwrap();
    let dice = &mut Generator::new(1);
    let [red, blue] = Side::BOTH.map(Actor::Seat);
    let not_theirs = |race: &mut Match<Race>, actor: Actor, choice: u32| {
        let steps = race.record.steps.len();
        match race.play_as(actor, &choice, &mut Generator::new(2)) {
            Err(ActError::NotTheirs(why)) => {
                assert_eq!(race.record.steps.len(), steps);
                why.to_string()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(not_theirs(&mut race, blue, 2), "this is for red to say, not for blue");
    assert_eq!(
        not_theirs(&mut race, Actor::House, 2),
        "this is for red to say, not for whoever leads the match"
    );
    assert_eq!(not_theirs(&mut race, blue, 8), "this is for red to say, not for blue");
    assert_eq!(not_theirs(&mut race, red, 9), "this is for whoever leads the match to say, not for red");
    let refused = race.play_as(red, &7, dice);
    assert!(matches!(refused, Err(ActError::Step(StepError::Refused(_)))), "{refused:?}");
    assert!(race.play_as(red, &3, dice).is_ok() && race.play_as(red, &8, dice).is_ok());
    assert!(race.play_as(red, &1, dice).is_ok() || race.play_as(blue, &1, dice).is_ok());
    while !matches!(race.next(), Next::Forced(_)) {
        let Next::Ask { side, .. } = race.next() else { panic!("it ended too soon") };
        let choice = if race.state.sums[side.index()] % 10 == 8 { 1 } else { 3 };
        race.play_as(Actor::Seat(side), &choice, dice).unwrap();
    }
    assert_eq!(not_theirs(&mut race, red, 1), "this is for whoever leads the match to say, not for red");
    assert_eq!(not_theirs(&mut race, red, 2), "nobody is asked now: what comes next is not for red to say");
    assert!(race.play_as(Actor::House, &1, dice).is_ok());
}

/// A record as somebody has seen it is written, read and opened like any other; only a whole one can be played again.
#[test]
fn what_somebody_has_seen_is_a_record() {
    let mut race = Match::<Race>::new(30).unwrap();
    let dice = &mut Generator::new(1);
    race.play(&2, dice).unwrap();
    race.play(&3, dice).unwrap();
    let text = race.record_for(Viewer::Public).write().unwrap();
    assert!(text.contains(r#""seen_by":"public""#) && !text.contains("choice"), "{text}");
    let seen = Match::open(Record::<Race>::read(&text).unwrap()).unwrap();
    assert_eq!(
        seen.record_for(Viewer::Side(Side::Red)).write().unwrap(),
        text,
        "nothing is taken away twice"
    );
    let told = Match::verify(&seen.record).unwrap_err();
    assert_eq!(
        told.to_string(),
        "this record is as one viewer has seen it: only a whole one can be played again"
    );
    let mut whole = race.record.clone();
    whole.steps[1].choice = None;
    for told in [Match::verify(&whole).map(|_| ()), Match::open(whole).map(|_| ())] {
        assert!(matches!(told, Err(ReplayError::Untold { at: 1 })), "{told:?}");
    }
}
