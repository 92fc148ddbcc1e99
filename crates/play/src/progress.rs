//! How far the building is, in one line: what is being built, how far it is, how long it will still take.
//!
//! Cargo counts units, but a unit may take a tenth of a second or half a minute. So those that take long have a
//! weight here, in seconds of a processor as they were once measured; what is told follows from the weights of what is
//! done and of what is still to do, and from the time that passed so far.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::words;

/// What a unit takes that has no weight of its own.
const USUAL: f64 = 0.35;
/// A unit that is being built counts as done in part, up to this much.
const ALMOST: f64 = 0.9;
/// Nothing is said before: when all is there already, cargo is done sooner.
const QUIET: Duration = Duration::from_secs(2);
/// An estimate from less than this share of the whole would be a guess.
const TELLING: f64 = 0.04;
const WIDTH: usize = 79;

/// What the large units take, of each build.
const WEIGHTS: &str = include_str!("weights.txt");

/// One of the builds that run side by side: how many units it has, about, and what the large ones take.
#[derive(Debug)]
struct Load {
    units: usize,
    weights: Vec<(&'static str, f64)>,
}

impl Load {
    fn of(build: &str) -> Load {
        let rows = WEIGHTS.lines().filter_map(|line| {
            let mut words = line.strip_prefix(build)?.split_whitespace();
            Some((words.next()?, words.next()?.parse().ok()?))
        });
        let (units, weights): (Vec<_>, Vec<(&str, f64)>) = rows.partition(|(name, _)| *name == "units");
        Load { units: units.first().map_or(1, |(_, units)| *units as usize), weights }
    }
}

/// A build as far as it is.
#[derive(Debug)]
struct Part {
    load: Load,
    /// Units done and units in all, as cargo counts them.
    done: usize,
    all: usize,
    /// Weight of the large units that are done.
    large: f64,
    /// Weight of what had been built before.
    fresh: f64,
    running: Vec<(String, Instant)>,
}

impl Part {
    fn new(load: Load) -> Part {
        Part { done: 0, all: load.units, load, large: 0.0, fresh: 0.0, running: Vec::new() }
    }

    fn weight(&self, name: &str) -> f64 {
        self.load.weights.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, weight)| *weight)
    }

    fn total(&self) -> f64 {
        self.all as f64 * USUAL + self.load.weights.iter().map(|(_, weight)| weight).sum::<f64>()
    }

    fn made(&self, pace: f64) -> f64 {
        let part = |(name, since): &(String, Instant)| {
            let weight = self.weight(name);
            (since.elapsed().as_secs_f64() * pace).min(weight * ALMOST)
        };
        self.done as f64 * USUAL + self.large + self.running.iter().map(part).sum::<f64>()
    }
}

/// What is told, and where.
#[derive(Debug)]
struct Line {
    begun: Instant,
    parts: Vec<Part>,
    /// How far it was when it was last told, so that it never goes back.
    far: f64,
    is_terminal: bool,
    /// Tenths that have been told where there is no terminal.
    tenths: u32,
    over: bool,
}

/// The line of several builds.
#[derive(Clone, Debug)]
pub struct Progress(Arc<Mutex<Line>>);

impl Progress {
    pub fn of(builds: &[&str]) -> Progress {
        let line = Line {
            begun: Instant::now(),
            parts: builds.iter().map(|build| Part::new(Load::of(build))).collect(),
            far: 0.0,
            is_terminal: std::io::stderr().is_terminal(),
            tenths: 0,
            over: false,
        };
        let progress = Progress(Arc::new(Mutex::new(line)));
        let ticking = progress.clone();
        thread::spawn(move || ticking.tick());
        progress
    }

    /// Tells again and again until it is over.
    fn tick(&self) {
        loop {
            thread::sleep(Duration::from_millis(500));
            let mut line = self.line();
            if line.over {
                return;
            }
            line.tell();
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cargo has so many units of a build.
    pub fn counted(&self, part: usize, done: usize, all: usize) {
        self.change(part, |part| (part.done, part.all) = (done, all));
    }

    pub fn begins(&self, part: usize, name: &str) {
        let name = plain(name);
        self.change(part, |part| part.running.push((name, Instant::now())));
    }

    /// A unit is there; `fresh` if it had been before.
    pub fn ends(&self, part: usize, name: &str, fresh: bool) {
        let name = plain(name);
        self.change(part, |part| {
            let weight = part.weight(&name);
            part.large += weight;
            if fresh {
                part.fresh += weight + USUAL;
            }
            part.running.retain(|(running, _)| *running != name);
        });
    }

    /// A build is done.
    pub fn done(&self, part: usize) {
        self.change(part, |part| {
            part.done = part.all;
            part.large = part.load.weights.iter().map(|(_, weight)| weight).sum();
            part.running.clear();
        });
    }

    fn change(&self, part: usize, change: impl FnOnce(&mut Part)) {
        if let Some(part) = self.line().parts.get_mut(part) {
            change(part);
        }
    }

    /// Something else that is to be read, such as a warning of the compiler.
    pub fn say(&self, text: &str) {
        let line = self.line();
        line.wipe();
        words::line(text);
    }

    pub fn over(&self) {
        let mut line = self.line();
        line.over = true;
        line.wipe();
    }
}

/// Packages are written with hyphens, what is built from them with underscores.
fn plain(name: &str) -> String {
    name.replace('-', "_")
}

impl Line {
    /// How much of what was to be built is built.
    fn share(&mut self) -> f64 {
        let sum = |of: &dyn Fn(&Part) -> f64| self.parts.iter().map(of).sum::<f64>();
        let fresh = sum(&|part| part.fresh);
        let (made, total) = (sum(&|part| part.made(0.0)) - fresh, sum(&|part| part.total()) - fresh);
        // Seconds of weight that each unit under way has made in a second, by what is done.
        let elapsed = self.begun.elapsed().as_secs_f64();
        let running = sum(&|part| part.running.len() as f64).max(1.0);
        let pace = (made / elapsed.max(1.0) / running).clamp(0.05, 2.0);
        let made = sum(&|part| part.made(pace)) - fresh;
        self.far = (made / total.max(1.0)).clamp(self.far, 0.99);
        self.far
    }

    fn tell(&mut self) {
        let elapsed = self.begun.elapsed();
        if elapsed < QUIET {
            return;
        }
        let share = self.share();
        let names = self.parts.iter().flat_map(|part| &part.running);
        let names: Vec<&str> = names.rev().map(|(name, _)| name.as_str()).take(4).collect();
        let text = told(share, elapsed, &names.join(", "));
        if self.is_terminal {
            words::part(&format!("\r\x1b[K{text}"));
            return;
        }
        let tenths = (share * 10.0) as u32;
        if tenths > self.tenths {
            self.tenths = tenths;
            words::line(&text);
        }
    }

    fn wipe(&self) {
        if self.is_terminal {
            words::part("\r\x1b[K");
        }
    }
}

fn told(share: f64, elapsed: Duration, what: &str) -> String {
    let percent = (share * 100.0) as u32;
    let left = if share < TELLING {
        "the first time this takes some minutes".to_owned()
    } else {
        left(elapsed.mul_f64((1.0 - share) / share))
    };
    let text = format!("Aelian is being built: {percent} %, {left}");
    if what.is_empty() { text } else { format!("{text} ({what})") }.chars().take(WIDTH).collect()
}

fn left(time: Duration) -> String {
    match time.as_secs() {
        0..=10 => "a few seconds left".to_owned(),
        seconds @ 11..=99 => format!("about {} seconds left", (seconds + 5) / 10 * 10),
        seconds => format!("about {} minutes left", (seconds + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load() -> Load {
        Load { units: 10, weights: vec![("large", 20.0), ("small", 1.0)] }
    }

    fn line() -> Line {
        let parts = vec![Part::new(load()), Part::new(load())];
        Line { begun: Instant::now(), parts, far: 0.0, is_terminal: false, tenths: 0, over: false }
    }

    fn watched() -> Progress {
        Progress(Arc::new(Mutex::new(line())))
    }

    #[test]
    fn large_units_count_for_more() {
        let progress = watched();
        progress.counted(0, 1, 10);
        progress.ends(0, "large", false);
        let large = progress.line().share();
        assert!((0.4..0.5).contains(&large), "{large}");
        let other = watched();
        other.counted(0, 1, 10);
        other.ends(0, "anything", false);
        assert!(other.line().share() < 0.02);
    }

    #[test]
    fn the_weights_of_each_build_are_read() {
        let rows = WEIGHTS.lines().filter(|line| !line.starts_with('#')).count();
        let loads = ["page", "server", "binding"].map(Load::of);
        // One row of each is the number of units.
        assert_eq!(loads.iter().map(|load| load.weights.len() + 1).sum::<usize>(), rows);
        assert!(loads[0].units > 100);
    }

    #[test]
    fn what_was_there_before_does_not_count() {
        let progress = watched();
        progress.done(0);
        progress.counted(1, 1, 10);
        progress.ends(1, "large", true);
        // All of the first part, and nothing of what is left of the second.
        let share = progress.line().share();
        assert!((0.8..0.9).contains(&share), "{share}");
    }

    #[test]
    fn it_never_goes_back_and_never_says_all_before_the_end() {
        let progress = watched();
        progress.counted(0, 5, 10);
        let before = progress.line().share();
        progress.counted(0, 5, 400);
        assert!(progress.line().share() >= before);
        progress.done(0);
        progress.done(1);
        assert!(progress.line().share() < 1.0);
    }

    #[test]
    fn the_line_says_what_how_far_and_how_long() {
        let text = told(0.25, Duration::from_secs(60), "aelian_view");
        assert_eq!(text, "Aelian is being built: 25 %, about 3 minutes left (aelian_view)");
        assert!(told(0.01, Duration::from_secs(5), "").ends_with("this takes some minutes"));
        assert_eq!(left(Duration::from_secs(47)), "about 50 seconds left");
        assert!(told(0.5, Duration::from_secs(9), &"name, ".repeat(40)).len() <= WIDTH);
    }
}
