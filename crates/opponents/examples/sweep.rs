//! Plays many battles between armies drawn at random from all ready ones, or of all ready battles, and counts those that
//! stall and the answers that were refused:
//! `cargo run --release -p aelian-opponents --example sweep -- KIND [battles] [first seed] [red player] [blue player]`.
//! Kinds: `blood-and-blades`; `fog-1` and `fog-3.1` (set-up rules, both editions), `fog-battles`; `caesar` (equal points,
//! every field), `caesar-battles`. Players are `random` unless said; with `laws` in the place of the players random
//! battles of some turns are tried on the laws about questions instead, hints and all. One thread; ends with code 1 if
//! anything was found.

#![allow(clippy::panic)]

#[path = "../tests/common/drawn.rs"]
mod drawn;
#[path = "../tests/common/hint.rs"]
mod hint;

use aelian_dice::{Generator, Sampler};
use aelian_fog_ancients::settings::Edition;
use aelian_game::kit::{Played, Violation, try_questions};
use aelian_game::{Ruleset, Side, digest};
use aelian_opponents::{
    BattleOutcome, Contested, Finish, Limits, Players, opponent, play_battle, sampler_for,
};
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use std::collections::BTreeMap;
use std::io::Write as _;

/// How long the battles are on which the laws are tried.
const LAWFUL_TURNS: u16 = 20;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, other: &'static str| words.get(at).map_or(other, String::as_str).to_owned();
    let number = |at: usize, other: u64| words.get(at).and_then(|text| text.parse().ok()).unwrap_or(other);
    let sweep = Sweep {
        battles: number(1, 100),
        first: number(2, 1),
        players: [word(3, "random"), word(4, "random")],
        tally: Tally::default(),
    };
    // Without players who agree that time is out, a battle of random choices may go on for very long.
    let turns = (sweep.players[0] == "laws").then_some(LAWFUL_TURNS);
    let tally = match word(0, "").as_str() {
        "blood-and-blades" => sweep.play::<BloodAndBlades>(|sampler| {
            let mut setup = drawn::blood_and_blades(sampler);
            setup.settings.most_rounds = turns.or(setup.settings.most_rounds);
            setup
        }),
        "fog-1" => sweep.fog(|sampler| drawn::fog_ancients(sampler, Edition::First), turns),
        "fog-3.1" => sweep.fog(|sampler| drawn::fog_ancients(sampler, Edition::V31), turns),
        "fog-battles" => sweep.fog(drawn::fog_battle, turns),
        "caesar" => sweep.caesar(drawn::hail_caesar, turns),
        "caesar-battles" => sweep.caesar(drawn::caesar_battle, turns),
        other => panic!("no kind `{other}`; the kinds stand at the top of this example"),
    };
    tally.tell();
    std::process::exit(i32::from(tally.stalls.len() + tally.refusals.len() > 0));
}

struct Sweep {
    battles: u64,
    first: u64,
    players: [String; 2],
    tally: Tally,
}

impl Sweep {
    fn fog(self, setup: impl Fn(&mut Sampler) -> aelian_fog_ancients::Setup, turns: Option<u16>) -> Tally {
        self.play::<FogAncients>(|sampler| {
            let mut setup = setup(sampler);
            setup.settings.most_turns = turns.or(setup.settings.most_turns);
            setup
        })
    }

    fn caesar(self, setup: impl Fn(&mut Sampler) -> aelian_hail_caesar::Setup, turns: Option<u16>) -> Tally {
        self.play::<HailCaesar>(|sampler| {
            let mut setup = setup(sampler);
            setup.settings.most_turns = turns.or(setup.settings.most_turns);
            setup
        })
    }

    /// Each seed gives its own armies, players and dice, whatever the first one is.
    fn play<R: Contested>(mut self, setup: impl Fn(&mut Sampler) -> R::Setup) -> Tally {
        for seed in self.first..self.first + self.battles {
            let setup = setup(&mut Sampler::stream(seed, u64::MAX));
            match self.players[0] == "laws" {
                true => self.tally.tried(seed, try_questions::<R>(&setup, seed, hint::hints_are_legal)),
                false => self.tally.add(seed, self.battle::<R>(&setup, seed)),
            }
            eprint!("\r{} battles, {} stalls ", self.tally.battles, self.tally.stalls.len());
            let _ = std::io::stderr().flush();
        }
        eprintln!();
        self.tally
    }

    fn battle<R: Contested>(&self, setup: &R::Setup, seed: u64) -> BattleOutcome {
        let (rules, mut state) = R::start(setup).unwrap_or_else(|faults| panic!("seed {seed}: {faults:?}"));
        let seat = |side: Side| {
            let sampler = sampler_for(seed, 0, side);
            opponent::<R>(&self.players[side.index()], sampler).unwrap_or_else(|error| panic!("{error}"))
        };
        let mut players: Players<R> = [seat(Side::Red), seat(Side::Blue)];
        let mut dice = Generator::stream(seed, 0);
        let limits = Limits::of(&rules);
        play_battle(&rules, &mut state, &mut players, &mut dice, limits)
    }
}

#[derive(Default)]
struct Tally {
    battles: u64,
    decisions: u64,
    endings: BTreeMap<String, u32>,
    stalls: Vec<(u64, String)>,
    refusals: Vec<(u64, String)>,
    hashes: Vec<u64>,
}

impl Tally {
    fn add(&mut self, seed: u64, outcome: BattleOutcome) {
        self.battles += 1;
        self.decisions += u64::from(outcome.decisions);
        self.hashes.push(outcome.hash);
        self.refusals.extend(outcome.first_refused.map(|what| (seed, what)));
        match outcome.finish {
            Finish::Over(ending) => *self.endings.entry(ending.cause.to_string()).or_default() += 1,
            Finish::Stalled(why) => self.stalls.push((seed, why)),
            Finish::Stopped => {}
        }
    }

    fn tried<R: Ruleset>(&mut self, seed: u64, tried: Result<Played, Box<Violation<R>>>) {
        self.battles += 1;
        match tried {
            Ok(played) => {
                self.decisions += u64::from(played.decisions);
                self.hashes.push(played.hash);
                *self.endings.entry(played.ending.cause.to_string()).or_default() += 1;
            }
            Err(violation) => self.stalls.push((seed, format!("{violation:?}"))),
        }
    }

    fn tell(&self) {
        for (seed, why) in &self.stalls {
            println!("seed {seed} stalled: {why}");
        }
        for (seed, what) in &self.refusals {
            println!("seed {seed} refused at {what}");
        }
        println!(
            "{} battles, {} decisions: {} stalls, {} with something refused; ended by {:?}; hash {:016x}",
            self.battles,
            self.decisions,
            self.stalls.len(),
            self.refusals.len(),
            self.endings,
            digest(&self.hashes),
        );
    }
}
