//! Weather, time of day and dazzle (34): steps 1 and 2 of a bound. Nobody decides anything in them.

use crate::baseset::BaseId;
use crate::choice::{Choice, Prompt};
use crate::event::{Event, Step};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::flow::not_asked;
use crate::morale;
use crate::numbers::Numbers;
use crate::rules::{Look, Rules};
use crate::state::{Stage, State, Time};
use aelian_dice::{NeedRoll, Throw};
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Facing, Rect, degrees};
use aelian_rulebook::rule;

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed => Verdict::legal(Default::default()),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    if cx.state().stage == Stage::Weather {
        if cx.rules.weather {
            mud(cx);
            rain(cx)?;
            wind(cx)?;
        }
        let step = if cx.rules.time_of_day { Step::TimeOfDay } else { Step::Pigs };
        cx.emit(Event::Enters(step));
        return Ok(());
    }
    if time_of_day(cx)? {
        cx.emit(Event::Enters(Step::Pigs));
    }
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}

impl Look<'_> {
    /// BB-DAZ-04, BB-DAZ-05, BB-DAZ-06, BB-DAZ-07: whether the sun is in the eyes of a base, if it is in close combat or
    /// shoots. Only its facing counts, not the direction of a shot.
    pub fn dazzled(&self, base: BaseId) -> bool {
        let facing = self.state.rect(base).pose.facing;
        let time = &self.state.time;
        time.dazzle && time.sun.is_some_and(|edge| self.deviates_little(facing, edge.outward()))
    }

    /// BB-SHT-41, BB-WEA-10, AMB-102: whether a shot goes against the wind: from the middle of the front
    /// of the primary shooter to the centre of the target.
    pub fn against_wind(&self, shooter: &Rect, target: &Rect) -> bool {
        let shot = Facing::along(target.centre() - shooter.pose.at);
        self.state.weather.wind.is_some_and(|towards| self.deviates_little(shot, towards.reversed()))
    }

    /// BB-DAZ-04, BB-SHT-41.
    fn deviates_little(&self, one: Facing, other: Facing) -> bool {
        one.angle_to(other)
            <= degrees(self.rules.tables.numbers.weather.line_degrees) + self.rules.tolerance.angle
    }
}

/// BB-WEA-08: the first direction of the wind, by a die: from the invader's right to his left on 4 or more.
pub fn first_wind(invader: Side, die: u8) -> Facing {
    let left = TableEdge::of(invader).clockwise();
    if die >= 4 { left.outward() } else { left.opposite().outward() }
}

/// BB-DAZ-02: Table T-SUN.
pub fn sun_over(invader: Side, average_die: u8) -> TableEdge {
    let invaded = TableEdge::of(invader.other());
    match average_die {
        2 => invaded,
        3 => invaded.clockwise(),
        4 => invaded.clockwise().opposite(),
        _ => invaded.opposite(),
    }
}

/// BB-ROAD-07, BB-WEA-07, AMB-50: roads are muddy from the start of the ninth bound since rain began.
fn mud(cx: &mut Cx<'_, Rules>) {
    let (weather, enough) = (cx.state().weather, cx.rules.tables.numbers.weather.bounds_to_mud);
    if weather.raining && !weather.muddy && weather.rain_bounds >= enough {
        cx.cite(rule!("BB-WEA-07"), || Fact::Number { value: f64::from(weather.rain_bounds) });
        cx.emit(Event::RoadsMuddy);
    }
}

/// BB-WEA-04, BB-WEA-05, BB-MEAS-03: a 6 starts the rain, or ends it for good.
fn rain(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let weather = cx.state().weather;
    if !weather.rain_risk || weather.rain_over {
        return Ok(());
    }
    let die = cx.roll(rule!("BB-WEA-04"), Throw::D6)?.face().unwrap_or_default();
    if die == 6 {
        cx.cite(rule!("BB-WEA-04"), || Fact::Number { value: 6.0 });
        cx.emit(if weather.raining { Event::RainStops } else { Event::RainStarts });
    }
    if cx.state().weather.raining {
        let muddy = cx.state().weather.muddy;
        cx.emit(Event::RainGoesOn { muddy });
    }
    Ok(())
}

/// BB-WEA-09: on a 6 the wind turns 45 degrees clockwise, on a 1 the other way.
fn wind(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let Some(towards) = cx.state().weather.wind else { return Ok(()) };
    let turn = match cx.roll(rule!("BB-WEA-09"), Throw::D6)?.face() {
        Some(6) => 1.0,
        Some(1) => -1.0,
        _ => return Ok(()),
    };
    // Eighths of a circle are counted, so that many turns do not add up their rounding.
    let eighth = (towards.to_compass() / 45.0).round() + turn;
    cx.cite(rule!("BB-WEA-09"), || Fact::Angle { degrees: 45.0 * turn, most: 45.0 });
    cx.emit(Event::Wind { towards: Facing::compass(eighth * 45.0) });
    Ok(())
}

/// Step 2 of the bound; false if night has ended the battle.
fn time_of_day(cx: &mut Cx<'_, Rules>) -> Result<bool, NeedRoll> {
    let Some(light) = light(cx.state(), cx.rules.settings.dusk_rounds) else { return Ok(true) };
    if light == Light::Night {
        cx.cite(rule!("BB-TIM-05"), || Fact::Rule);
        cx.emit(Event::Ends(morale::night()));
        return Ok(false);
    }
    if light == Light::Dusk && !cx.state().time.dusk {
        cx.cite(rule!("BB-TIM-04"), || Fact::Rule);
        cx.emit(Event::DuskFalls);
    }
    sun(cx)?;
    if light == Light::Low {
        dazzle(cx)?;
    }
    Ok(true)
}

/// BB-DAZ-01, BB-MEAS-04, BB-MEAS-05: once, in the first bound of the battle, by an average die.
fn sun(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let state = cx.state();
    let first = state.round == 1 && state.active == state.moves_first;
    if !first || state.time.sun.is_some() {
        return Ok(());
    }
    let die = cx.roll(rule!("BB-DAZ-01"), Throw::Average)?.face().unwrap_or_default();
    let over = sun_over(cx.state().invader, die);
    cx.cite(rule!("BB-DAZ-02"), || Fact::Number { value: f64::from(die) });
    cx.emit(Event::SunStands { over });
    Ok(())
}

/// BB-DAZ-03: a 1 or a 6 brings dazzle for this bound.
fn dazzle(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let die = cx.roll(rule!("BB-DAZ-03"), Throw::D6)?.face();
    if matches!(die, Some(1 | 6)) {
        cx.cite(rule!("BB-DAZ-03"), || Fact::Rule);
        cx.emit(Event::Dazzle(true));
    }
    Ok(())
}

/// What a round of the battle is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Light {
    /// BB-TIM-02.
    Day,
    /// BB-TIM-06: the sun stands low.
    Low,
    /// BB-TIM-03.
    Dusk,
    /// BB-TIM-05.
    Night,
}

/// BB-TIM-07: the light in the current round; none when the time of day is not played.
fn light(state: &State, dusk_rounds: u16) -> Option<Light> {
    let Time { day_rounds: Some(day), .. } = state.time else { return None };
    let round = state.round;
    let night = day.saturating_add(dusk_rounds);
    Some(if round > night {
        Light::Night
    } else if round > day {
        Light::Dusk
    } else if round + Numbers::standard().weather.dazzle_rounds > day {
        Light::Low
    } else {
        Light::Day
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Weather;
    use crate::testing::{Scene, Table};

    fn weather(weather: Weather) -> Scene {
        Table::new().weather(weather).stage(Stage::Weather).build()
    }

    /// One bound's weather with this die.
    fn bound(scene: &mut Scene, faces: &[u8]) {
        scene.state.stage = Stage::Weather;
        scene.play(&Choice::Proceed, faces).unwrap();
    }

    /// BB-WEA-01, BB-WEA-04, BB-WEA-05: a 6 starts the rain, the next 6 ends it for good, then no die is rolled.
    #[test]
    fn rain_comes_and_goes() {
        let mut scene = weather(Weather { rain_risk: true, ..Weather::default() });
        bound(&mut scene, &[5]);
        assert!(!scene.state.weather.raining);
        bound(&mut scene, &[6]);
        assert!(scene.state.weather.raining);
        bound(&mut scene, &[3]);
        assert_eq!(scene.state.weather.rain_bounds, 2);
        bound(&mut scene, &[6]);
        assert!(!scene.state.weather.raining && scene.state.weather.rain_over);
        bound(&mut scene, &[]);
        assert_eq!(scene.state.stage, Stage::Pigs);
        let mut dry = Table::new().stage(Stage::Weather).build();
        bound(&mut dry, &[]);
    }

    /// BB-WEA-07, BB-ROAD-07, AMB-50, AMB-51: mud from the start of the ninth bound, and it stays.
    #[test]
    fn mud_after_four_rounds_of_rain() {
        let mut scene = weather(Weather { rain_risk: true, ..Weather::default() });
        bound(&mut scene, &[6]);
        for _ in 2..=8 {
            bound(&mut scene, &[2]);
            assert!(!scene.state.weather.muddy);
        }
        bound(&mut scene, &[6]);
        assert!(scene.state.weather.muddy && !scene.state.weather.raining);
        bound(&mut scene, &[]);
        assert!(scene.state.weather.muddy);
        let mut short = weather(Weather { rain_risk: true, ..Weather::default() });
        bound(&mut short, &[6]);
        (0..6).for_each(|_| bound(&mut short, &[2]));
        bound(&mut short, &[6]);
        bound(&mut short, &[]);
        assert!(!short.state.weather.muddy, "seven bounds of rain are not enough");
    }

    /// EX-94: BB-WEA-08: 5 is from the invader's right to his left, 2 the other way.
    #[test]
    fn first_direction_of_the_wind() {
        assert_eq!(first_wind(Side::Red, 5), Facing::LEFT);
        assert_eq!(first_wind(Side::Red, 2), Facing::RIGHT);
        assert_eq!(first_wind(Side::Blue, 4), Facing::RIGHT);
        assert_eq!(first_wind(Side::Blue, 3), Facing::LEFT);
    }

    /// EX-95: BB-WEA-09: from west a 6 turns the wind to the north-west, a 1 to the south-west.
    #[test]
    fn the_wind_turns() {
        for (die, compass) in [(6, 315.0), (1, 225.0), (4, 270.0)] {
            let mut scene = weather(Weather { wind: Some(Facing::LEFT), ..Weather::default() });
            bound(&mut scene, &[die]);
            assert_eq!(scene.state.weather.wind, Some(Facing::compass(compass)));
        }
        let mut scene = weather(Weather { wind: Some(Facing::LEFT), ..Weather::default() });
        (0..8).for_each(|_| bound(&mut scene, &[6]));
        assert_eq!(scene.state.weather.wind, Some(Facing::LEFT), "eight turns are a circle");
    }

    /// EX-68: BB-SHT-41, BB-WEA-10: with a wind from the north a shot to the north is against it, one to
    /// the east is not.
    #[test]
    fn shots_against_the_wind() {
        let scene = Table::new()
            .weather(Weather { wind: Some(Facing::DOWN), ..Weather::default() })
            .base("s", Side::Red, "Reg Bw(O)", 500.0, 500.0, 0.0)
            .base("north", Side::Blue, "Reg Bd(O)", 500.0, 560.0, 180.0)
            .base("east", Side::Blue, "Reg Bd(O)", 580.0, 510.0, 180.0)
            .build();
        let against = |name: &str| scene.look().against_wind(&scene.named("s").rect, &scene.named(name).rect);
        assert!(against("north"));
        assert!(!against("east"));
    }

    /// EX-69, EX-82: BB-DAZ-04, BB-DAZ-05, BB-DAZ-06: who faces the sun within 45 degrees is dazzled.
    #[test]
    fn only_the_facing_counts_for_dazzle() {
        let time = Time { day_rounds: Some(3), sun: Some(TableEdge::North), dazzle: true, dusk: false };
        let build = |time| {
            Table::new()
                .time(time)
                .base("north-east", Side::Red, "Reg Bw(O)", 300.0, 300.0, 45.0)
                .base("east", Side::Red, "Reg Bw(O)", 500.0, 300.0, 90.0)
                .base("north", Side::Red, "Reg Bd(O)", 700.0, 300.0, 0.0)
                .build()
        };
        let scene = build(time);
        let dazzled = |name: &str| scene.look().dazzled(scene.id(name));
        assert!(dazzled("north-east") && dazzled("north") && !dazzled("east"));
        let calm = build(Time { dazzle: false, ..time });
        assert!(!calm.look().dazzled(calm.id("north")));
    }

    /// BB-DAZ-01, BB-DAZ-02: Table T-SUN, for either invader.
    #[test]
    fn where_the_sun_stands() {
        let edges = |invader| [2, 3, 4, 5].map(|die| sun_over(invader, die));
        use TableEdge::*;
        assert_eq!(edges(Side::Blue), [South, West, East, North]);
        assert_eq!(edges(Side::Red), [North, East, West, South]);
    }

    /// DEX-34: BB-TIM-02, BB-TIM-03, BB-TIM-04, BB-TIM-05, BB-TIM-06, BB-TIM-07, BB-DAZ-03, BB-DAZ-07: dice of
    /// 3 and 4 give dazzle in rounds 6 and 7, dusk in 8 and 9, and night at the start of round 10.
    #[test]
    fn a_day_from_dawn_to_night() {
        let time = Time { day_rounds: Some(7), ..Time::default() };
        for round in 1..=10 {
            let mut scene = Table::new().time(time).stage(Stage::TimeOfDay).build();
            scene.state.round = round;
            let faces: &[u8] = match round {
                1 => &[2],
                6 | 7 => &[1],
                _ => &[],
            };
            scene.play(&Choice::Proceed, faces).unwrap();
            let after = scene.state.time;
            assert_eq!(after.sun.is_some(), round == 1, "round {round}");
            assert_eq!(after.dazzle, round == 6 || round == 7, "round {round}");
            assert_eq!(after.dusk, round == 8 || round == 9, "round {round}");
            match scene.state.stage {
                Stage::Over(ending) => {
                    assert_eq!((round, ending.winner, ending.score), (10, None, [3, 3]));
                    assert_eq!(ending.cause, rule!("BB-VIC-03"));
                }
                stage => assert_eq!((stage, round < 10), (Stage::Pigs, true)),
            }
        }
    }

    /// BB-DAZ-03: the dazzle die; BB-DAZ-01: the sun is rolled for in the first bound only.
    #[test]
    fn the_dazzle_die() {
        for (die, dazzle) in [(1, true), (6, true), (2, false), (5, false)] {
            let mut scene = Table::new()
                .time(Time { day_rounds: Some(4), ..Time::default() })
                .stage(Stage::TimeOfDay)
                .build();
            scene.state.round = 3;
            scene.state.active = Side::Blue;
            scene.play(&Choice::Proceed, &[die]).unwrap();
            assert_eq!(scene.state.time.dazzle, dazzle, "{die}");
        }
    }
}
