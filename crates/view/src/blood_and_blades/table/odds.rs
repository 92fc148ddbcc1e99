//! Exact chances of fights and shots, with every factor and its rule.

use super::board::capitalised;
use super::seen::Seen;
use crate::table::{OddsView, OutcomeView, TallyLine, TallyView};
use aelian_blood_and_blades::combat::resolution::{Advantage, Engagement, Fighter, Outcomes};
use aelian_blood_and_blades::fact::OutcomeKind;
use aelian_blood_and_blades::{BaseId, BaseSet};
use aelian_game::Side;
use aelian_rulebook::rule;

/// What happens to a base, as a verb.
pub fn outcome_word(outcome: OutcomeKind) -> &'static str {
    match outcome {
        OutcomeKind::NoEffect => "no effect",
        OutcomeKind::Recoil => "recoils",
        OutcomeKind::Flee => "flees",
        OutcomeKind::Spent => "spent",
        OutcomeKind::Destroyed => "destroyed",
    }
}

/// What gives an advantage.
pub fn advantage_word(advantage: Advantage) -> String {
    let written = serde_json::to_value(advantage).ok();
    written.and_then(|value| value.as_str().map(|text| text.replace('-', " "))).unwrap_or_default()
}

/// The fight of two bases as they stand, for the side that asks.
pub fn of_fight(seen: Seen<'_>, side: Side, base: BaseId, enemy: BaseId) -> OddsView {
    view(seen, side, &Engagement::of_fight(seen.look(), base, enemy))
}

/// The shot at a target as all aim, if this is the primary shooter.
pub fn of_shot(seen: Seen<'_>, side: Side, target: BaseId, primary: BaseId) -> OddsView {
    let look = seen.look();
    view(seen, side, &Engagement::of_shot(look, &look.shot(&look.aims(), target, primary)))
}

/// The primary shooter at a target, or the first of those who may be.
pub fn primary(seen: Seen<'_>, target: BaseId) -> Option<(BaseId, BaseSet)> {
    let look = seen.look();
    let shooters = look.primary_shooters(&look.aims(), target);
    Some((shooters.first()?, shooters))
}

fn view(seen: Seen<'_>, side: Side, engagement: &Engagement) -> OddsView {
    let odds = engagement.odds();
    let own_first = engagement.fighters[0].base.is_some_and(|base| seen.state.base(base).side == side);
    let gain = |outcomes: &Outcomes| {
        let [first, second] = [outcomes.first, outcomes.second].map(|outcome| outcome as i32);
        if own_first { second - first } else { first - second }
    };
    let mut outcomes: Vec<(i32, OutcomeView)> = odds
        .iter()
        .map(|(outcomes, chance)| {
            let favour = gain(outcomes);
            let label = label(seen, engagement, outcomes);
            (favour, OutcomeView { label, chance, favour: favour.signum() as i8 })
        })
        .collect();
    outcomes.sort_by_key(|(gain, _)| -gain);
    OddsView {
        outcomes: outcomes.into_iter().map(|(_, outcome)| outcome).collect(),
        tallies: engagement.fighters.iter().map(|fighter| tally(seen, fighter)).collect(),
        exact: odds.exact,
    }
}

/// `B7 recoils`.
fn label(seen: Seen<'_>, engagement: &Engagement, outcomes: &Outcomes) -> String {
    let suffers = [outcomes.first, outcomes.second];
    let loser = suffers.iter().position(|outcome| *outcome != OutcomeKind::NoEffect);
    let Some(at) = loser else { return "No effect".to_owned() };
    let name = engagement.fighters[at].base.map_or("it".to_owned(), |base| seen.name(base));
    let verb = match suffers[at] {
        OutcomeKind::Spent => "is spent",
        OutcomeKind::Destroyed => "is destroyed",
        other => outcome_word(other),
    };
    format!("{name} {verb}")
}

fn tally(seen: Seen<'_>, fighter: &Fighter) -> TallyView {
    let signed = crate::blood_and_blades::words::signed;
    let mut lines = vec![TallyLine {
        rule: fighter.factor_rule,
        text: "Combat factor".to_owned(),
        value: signed(fighter.factor),
    }];
    lines.extend(fighter.advantages.lines.iter().map(|line| TallyLine {
        rule: line.rule,
        text: capitalised(&advantage_word(line.modifier)),
        value: signed(line.value),
    }));
    let only_if = [(&fighter.scoring_more, "more"), (&fighter.scoring_less, "less")];
    for (rules, word) in only_if {
        lines.extend(rules.iter().map(|rule| TallyLine {
            rule: *rule,
            text: format!("+1 if it scores {word}"),
            value: String::new(),
        }));
    }
    if fighter.coheres {
        lines.push(TallyLine {
            rule: rule!("BB-COH-01"),
            text: "+1 if it is behind then, for cohesion".to_owned(),
            value: String::new(),
        });
    }
    TallyView {
        heading: fighter.base.map_or_else(|| fighter.troop.to_string(), |base| seen.named(base)),
        lines,
        total: format!("{} and the die", fighter.factor + fighter.advantages.total()),
    }
}
