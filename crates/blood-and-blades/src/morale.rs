//! Morale, victory, draw and score (75): step 8 of a bound.

use crate::choice::{Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::numbers::Numbers;
use crate::rules::{Look, Rules};
use crate::state::{Base, Place, Stage};
use crate::troop::TroopType;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Ending, Next, Proposals, Side, Verdict, Want};
use aelian_rulebook::{RuleId, rule};

/// BB-MOR-11: what an army has lost, exactly: a number of PoC as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    parts: u64,
    /// So many parts are one PoC.
    whole: u64,
}

impl Losses {
    /// BB-MOR-09, BB-MOR-10, BB-ALG-24: the losses have reached a third of the reference level, unrounded.
    pub fn reach_routing_level(&self, reference: u32) -> bool {
        3 * self.parts >= u64::from(reference) * self.whole
    }

    /// In half PoC, rounded down.
    pub fn halves(&self) -> u32 {
        u32::try_from(2 * self.parts / self.whole).unwrap_or(u32::MAX)
    }
}

impl Look<'_> {
    /// BB-MOR-01 to BB-MOR-04, BB-MOR-08, BB-MOR-11: destroyed bases count in full, Bg too; spent ones by the
    /// setting's fraction.
    pub fn losses(&self, side: Side) -> Losses {
        let (part, whole) = self.rules.settings.spent_loss_fraction;
        let whole = u64::from(whole.max(1));
        let weight = |place: Place| match place {
            Place::Destroyed => whole,
            Place::Spent => u64::from(part),
            Place::Waiting | Place::Unknown | Place::Table | Place::Ambush => 0,
        };
        let own = self.state.bases.iter().filter(|base| base.side == side);
        let parts = own.map(|base| u64::from(poc(self.rules, base)) * weight(base.place)).sum();
        Losses { parts, whole }
    }

    /// BB-MOR-05, BB-MOR-10: an army fights or is routed.
    pub fn is_routed(&self, side: Side) -> bool {
        self.losses(side).reach_routing_level(self.state.army(side).reference)
    }

    /// BB-VIC-01, BB-VIC-02: how the battle ends by rout, if it does.
    pub fn ending_by_rout(&self) -> Option<Ending> {
        match Side::BOTH.map(|side| self.is_routed(side)) {
            [true, true] => Some(mutual_rout()),
            [true, false] => Some(victory(Side::Blue, rule!("BB-VIC-01"))),
            [false, true] => Some(victory(Side::Red, rule!("BB-VIC-01"))),
            [false, false] => None,
        }
    }
}

impl Look<'_> {
    /// BB-VIC-04: the last bound of the last round that there is time for.
    fn ending_by_clock(&self) -> Option<Ending> {
        let last_bound = self.active() != self.state.moves_first;
        let most = self.rules.settings.most_rounds?;
        (last_bound && self.state.round >= most).then(time_out)
    }
}

/// BB-MOR-06, BB-MOR-07: the reference moral level of an army: the PoC of all its bases but Bg, as far as
/// they are known.
pub fn reference(rules: &Rules, bases: &[Base], side: Side) -> u32 {
    let counts = |base: &&Base| base.side == side && base.place != Place::Unknown && !base.is(TroopType::Bg);
    bases.iter().filter(counts).fold(0, |sum: u32, base| sum.saturating_add(poc(rules, base)))
}

/// BB-MOR-13, BB-MOR-14.
fn poc(rules: &Rules, base: &Base) -> u32 {
    rules.tables.poc(&base.troop, base.commander, &rules.settings)
}

/// BB-VIC-05: one side has won, by this rule.
pub fn victory(winner: Side, cause: RuleId) -> Ending {
    let scores = &Numbers::standard().victory;
    let score = Side::BOTH.map(|side| if side == winner { scores.victor } else { scores.vanquished });
    Ending { winner: Some(winner), cause, score }
}

/// BB-VIC-02, BB-VIC-06.
pub fn mutual_rout() -> Ending {
    Ending {
        winner: None,
        cause: rule!("BB-VIC-02"),
        score: [Numbers::standard().victory.honourable_draw; 2],
    }
}

/// BB-VIC-03, BB-VIC-06, BB-TIM-05.
pub fn night() -> Ending {
    Ending {
        winner: None,
        cause: rule!("BB-VIC-03"),
        score: [Numbers::standard().victory.honourable_draw; 2],
    }
}

/// BB-VIC-04, BB-VIC-07.
pub fn time_out() -> Ending {
    Ending { winner: None, cause: rule!("BB-VIC-04"), score: [Numbers::standard().victory.draw; 2] }
}

/// BB-VIC-05, AMB-63: who gives up has lost.
pub fn concession(side: Side) -> Ending {
    victory(side.other(), rule!("BB-VIC-05"))
}

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if matches!(look.state.stage, Stage::Over(_)) {
        return not_asked(choice);
    }
    match choice {
        Choice::Concede { .. } => Verdict::legal(Ghost::default()),
        Choice::TimeOut => check_time_out(look),
        Choice::Proceed if look.state.stage == Stage::Morale => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// BB-VIC-09, BB-TURN-06: so many rounds must have been played before time can run out.
fn check_time_out(look: Look<'_>) -> Verdict<Rules> {
    let (played, least) = (look.state.round.saturating_sub(1), look.rules.settings.minimum_rounds);
    if played >= least {
        return Verdict::legal(Ghost::default());
    }
    let fact = Fact::Count { found: u32::from(played), least: u32::from(least), most: u32::MAX };
    Verdict::refused(rule!("BB-VIC-09"), fact)
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Concede { side } => cx.emit(Event::Ends(concession(*side))),
        Choice::TimeOut => cx.emit(Event::Ends(time_out())),
        _ => take_stock(cx),
    }
    Ok(())
}

/// BB-MOR-10: both armies are checked at the end of each bound.
fn take_stock(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let ending = look.ending_by_rout().or_else(|| look.ending_by_clock());
    for side in Side::BOTH {
        let look = Look::new(cx.rules, cx.state());
        let (halves, reference) = (look.losses(side).halves(), look.state.army(side).reference);
        cx.cite(rule!("BB-MOR-10"), || Fact::Losses { side, halves, reference });
    }
    match ending {
        Some(ending) => {
            cx.cite(ending.cause, || Fact::Rule);
            cx.emit(Event::Ends(ending));
        }
        None => cx.emit(Event::BoundEnds),
    }
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::testing::{Scene, Table};
    use aelian_game::Side::{Blue, Red};

    /// An army of red bases with this reference level.
    fn army(reference: u32, troops: &[(&str, Place)], settings: Settings) -> Scene {
        let mut table = Table::new().settings(settings).stage(Stage::Morale);
        for (at, (troop, _)) in troops.iter().enumerate() {
            table = table.base(&format!("{at}"), Red, troop, 50.0 + 50.0 * at as f64, 100.0, 0.0);
        }
        let mut scene = table.build();
        for (base, (_, place)) in scene.state.bases.iter_mut().zip(troops) {
            base.place = *place;
        }
        scene.state.armies.iter_mut().for_each(|army| army.reference = reference);
        scene
    }

    fn many(troop: &'static str, count: usize, place: Place) -> Vec<(&'static str, Place)> {
        vec![(troop, place); count]
    }

    /// EX-01: BB-MOR-09, BB-MOR-10, BB-MOR-12, BB-ALG-24: with a reference of 124 an army fights on at 41 and is routed
    /// at 42.
    #[test]
    fn ex_01() {
        let losses = |parts| Losses { parts, whole: 1 };
        assert!(!losses(41).reach_routing_level(124));
        assert!(losses(42).reach_routing_level(124));
        assert!(losses(40).reach_routing_level(120), "exactly a third is enough");
        let halves = Losses { parts: 83, whole: 2 };
        assert!(halves.reach_routing_level(124), "41 and a half is more than a third");
    }

    /// DEX-32: BB-MOR-06 to BB-MOR-08, BB-MOR-11, BB-MOR-13, BB-MOR-14: reference and losses of an army.
    #[test]
    fn dex_32() {
        let whole: Vec<(&str, Place)> = [
            many("Irr HCh(O)", 4, Place::Table),
            many("Irr Cv(O)", 3, Place::Table),
            many("Irr LH(I)", 1, Place::Table),
            many("Irr Ax(O)", 6, Place::Table),
            many("Irr Ps(O)", 6, Place::Table),
            many("Irr Hd(O)", 10, Place::Table),
            many("Irr Bg(O)", 1, Place::Table),
        ]
        .concat();
        let mut scene = army(0, &whole, Settings::default());
        scene.state.bases[0].commander = true;
        let level = reference(&scene.rules, &scene.state.bases, Red);
        assert_eq!(level, 110);
        scene.state.armies[0].reference = level;
        for lost in [1, 2, 8, 9, 10] {
            scene.state.bases[lost].place = Place::Destroyed;
        }
        scene.state.bases[14].place = Place::Spent;
        assert_eq!(scene.look().losses(Red).halves(), 58);
        assert!(!scene.look().is_routed(Red));
        scene.state.bases[30].place = Place::Destroyed;
        assert_eq!(scene.look().losses(Red).halves(), 90);
        assert!(scene.look().is_routed(Red));
    }

    /// BB-MOR-01, BB-MOR-02, BB-MOR-03, BB-MOR-04, BB-MOR-11: destroyed and spent are told apart, and spent
    /// count as the setting says; hidden and waiting bases are no losses.
    #[test]
    fn spent_bases_count_by_the_setting() {
        let places = [
            ("Reg Bd(O)", Place::Destroyed),
            ("Reg Cv(O)", Place::Spent),
            ("Reg Bd(O)", Place::Ambush),
            ("Reg Bd(O)", Place::Waiting),
            ("Reg Bd(O)", Place::Table),
        ];
        for (fraction, halves) in [((1, 2), 12), ((0, 1), 8), ((1, 1), 16), ((1, 4), 10), ((1, 0), 16)] {
            let settings = Settings { spent_loss_fraction: fraction, ..Settings::default() };
            assert_eq!(army(100, &places, settings).look().losses(Red).halves(), halves, "{fraction:?}");
        }
    }

    /// BB-MOR-13: the house values for strong and weak troops are settings.
    #[test]
    fn strong_and_weak_troops() {
        let lost = |troop| {
            let scene = army(100, &[(troop, Place::Destroyed)], Settings::default());
            scene.look().losses(Red).halves() / 2
        };
        for troop in ["Irr El(O)", "Irr HCh(O)", "Reg Cv(S)", "Reg LCh(S)", "Reg LH(S)"] {
            assert_eq!(lost(troop), 8, "{troop}");
        }
        for troop in ["Irr LH(I)", "Irr LH(X)", "Irr Ps(O)", "Irr Hd(O)"] {
            assert_eq!(lost(troop), 2, "{troop}");
        }
        assert_eq!((lost("Reg Cv(O)"), lost("Irr LH(F)"), lost("Irr Bg(O)")), (4, 4, 16));
    }

    fn stock_taken(red_lost: usize, blue_lost: usize) -> Scene {
        let mut scene = army(36, &many("Reg Bd(O)", 12, Place::Table), Settings::default());
        for at in 0..12 {
            scene.state.bases[at].side = if at < 6 { Red } else { Blue };
            let lost = at < red_lost || (6..6 + blue_lost).contains(&at);
            scene.state.bases[at].place = if lost { Place::Destroyed } else { Place::Table };
        }
        scene.play(&Choice::Proceed, &[]).unwrap();
        scene
    }

    /// BB-VIC-01, BB-VIC-02, BB-VIC-05, BB-VIC-06, BB-MOR-05, BB-MOR-10: both armies are checked; one routed
    /// is a victory, both a draw, none another bound.
    #[test]
    fn victory_and_draw() {
        let ending = |red, blue| match stock_taken(red, blue).state.stage {
            Stage::Over(ending) => Some((ending.winner, ending.cause.to_string(), ending.score)),
            _ => None,
        };
        assert_eq!(ending(2, 2), None);
        assert_eq!(ending(3, 2), Some((Some(Blue), "BB-VIC-01".to_owned(), [1, 5])));
        assert_eq!(ending(2, 3), Some((Some(Red), "BB-VIC-01".to_owned(), [5, 1])));
        assert_eq!(ending(3, 4), Some((None, "BB-VIC-02".to_owned(), [3, 3])));
        assert_eq!(stock_taken(2, 2).state.active, Blue, "the bound is over");
    }

    /// BB-VIC-03, BB-VIC-04, BB-VIC-06, BB-VIC-07: the scores of the other draws.
    #[test]
    fn other_draws() {
        assert_eq!((night().score, night().cause.as_str()), ([3, 3], "BB-VIC-03"));
        assert_eq!((time_out().score, time_out().cause.as_str()), ([2, 2], "BB-VIC-04"));
        assert_eq!((night().winner, time_out().winner), (None, None));
    }

    /// AMB-63, BB-VIC-05: who concedes has lost, at any time but after the end.
    #[test]
    fn concessions() {
        let mut scene = Table::new().build();
        scene.play(&Choice::Concede { side: Red }, &[]).unwrap();
        let Stage::Over(ending) = scene.state.stage else { panic!("the battle goes on") };
        assert_eq!((ending.winner, ending.score), (Some(Blue), [1, 5]));
        assert!(!scene.check(&Choice::Concede { side: Blue }).is_legal());
        assert!(!scene.check(&Choice::TimeOut).is_legal());
    }

    /// BB-VIC-04, BB-VIC-09, BB-TURN-06: time may run out only after the rounds that were agreed on.
    #[test]
    fn time_runs_out_after_the_least_rounds() {
        let mut scene = Table::new().settings(Settings { minimum_rounds: 2, ..Settings::default() }).build();
        scene.state.round = 2;
        assert_eq!(scene.breaches(&Choice::TimeOut).first().map(RuleId::as_str), Some("BB-VIC-09"));
        scene.state.round = 3;
        scene.play(&Choice::TimeOut, &[]).unwrap();
        assert!(matches!(scene.state.stage, Stage::Over(Ending { winner: None, .. })));
    }

    /// BB-VIC-04, BB-VIC-07: with a last round agreed on, its last bound ends the battle, and no bound
    /// before.
    #[test]
    fn the_clock_runs_out_after_the_last_round() {
        let after = |round: u16, active: Side| {
            let settings = Settings { most_rounds: Some(4), ..Settings::default() };
            let mut scene = Table::new().settings(settings).build();
            (scene.state.round, scene.state.active, scene.state.moves_first) = (round, active, Red);
            scene.state.armies.iter_mut().for_each(|army| army.reference = 30);
            scene.state.stage = Stage::Morale;
            scene.play(&Choice::Proceed, &[]).unwrap();
            match scene.state.stage {
                Stage::Over(ending) => Some((ending.cause.to_string(), ending.score)),
                _ => None,
            }
        };
        assert_eq!(after(3, Blue), None);
        assert_eq!(after(4, Red), None);
        assert_eq!(after(4, Blue), Some(("BB-VIC-04".to_owned(), [2, 2])));
    }
}
