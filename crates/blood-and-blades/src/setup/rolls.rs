//! The dice of set-up that nobody decides about: invader, weather, time of day, order of deployment.

use super::{SetUpEvent, SetUpStage, comes};
use crate::event::Event;
use crate::fact::Fact;
use crate::rules::Rules;
use crate::settings::RoundsBeforeDusk;
use aelian_dice::{NeedRoll, Throw};
use aelian_game::{Cx, Side};
use aelian_rulebook::{RuleId, rule};

/// BB-SET-02, BB-SET-03, AMB-126: the higher total is the invader; ties are rolled again, as a new step.
pub fn invader(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let dice = both_roll(cx, rule!("BB-SET-02"))?;
    let aggression = Side::BOTH.map(|side| cx.state().army(side).aggression);
    let [red, blue] = [0, 1].map(|at: usize| u16::from(dice[at]) + u16::from(aggression[at]));
    cx.cite(rule!("BB-SET-02"), || Fact::BothTotals { red, blue });
    if red != blue {
        let invader = if red > blue { Side::Red } else { Side::Blue };
        cx.emit(Event::SetUp(SetUpEvent::InvaderIs(invader)));
        comes(cx, SetUpStage::Invader);
    }
    Ok(())
}

/// BB-WEA-02, BB-WEA-03, BB-WEA-08.
pub fn weather(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let [red, blue] = both_roll(cx, rule!("BB-WEA-02"))?;
    match red + blue {
        2 | 3 => {
            cx.cite(rule!("BB-WEA-03"), || Fact::Number { value: f64::from(red + blue) });
            cx.emit(Event::SetUp(SetUpEvent::RainRisk));
        }
        11 | 12 => {
            cx.cite(rule!("BB-WEA-03"), || Fact::Number { value: f64::from(red + blue) });
            let die = cx.roll(rule!("BB-WEA-08"), Throw::D6)?.face().unwrap_or_default();
            let towards = crate::weather::first_wind(cx.state().invader, die);
            cx.emit(Event::Wind { towards });
        }
        _ => {}
    }
    comes(cx, SetUpStage::Weather);
    Ok(())
}

/// BB-TIM-01, AMB-22: setting `rounds_before_dusk`.
pub fn time_of_day(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let rounds = match cx.rules.settings.rounds_before_dusk {
        RoundsBeforeDusk::SumOfBothDice => both_roll(cx, rule!("BB-TIM-01"))?.iter().sum(),
        RoundsBeforeDusk::OneDie => cx.roll(rule!("BB-TIM-01"), Throw::D6)?.face().unwrap_or(1),
    };
    cx.cite(rule!("BB-TIM-01"), || Fact::Number { value: f64::from(rounds) });
    cx.emit(Event::SetUp(SetUpEvent::DayRounds(u16::from(rounds))));
    comes(cx, SetUpStage::TimeOfDay);
    Ok(())
}

/// BB-DEP-05, AMB-113: on 11 or 12 the invader may choose, otherwise he deploys second and moves first.
pub fn deployment(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let [red, blue] = both_roll(cx, rule!("BB-DEP-05"))?;
    cx.cite(rule!("BB-DEP-05"), || Fact::Number { value: f64::from(red + blue) });
    if red + blue >= 11 {
        cx.emit(Event::SetUp(SetUpEvent::Comes(SetUpStage::DeployFirst)));
    } else {
        let invaded = cx.state().invader.other();
        deploys_first(cx, invaded);
    }
    Ok(())
}

/// BB-DEP-05, BB-DEP-06: who deploys second moves first.
pub fn deploys_first(cx: &mut Cx<'_, Rules>, side: Side) {
    cx.emit(Event::SetUp(SetUpEvent::DeploysFirst(side)));
    comes(cx, SetUpStage::DeployOrder);
}

/// Each player rolls a die: Red's, then Blue's.
fn both_roll(cx: &mut Cx<'_, Rules>, rule: RuleId) -> Result<[u8; 2], NeedRoll> {
    let (red, blue) = cx.roll(rule, Throw::Pair)?.pair().unwrap_or_default();
    Ok([red, blue])
}
