//! The close combats that stand now, with their exact odds.

use super::seen::Seen;
use crate::fog_ancients::{group_name, words};
use crate::table::{FightView, OddsView, OutcomeView, TallyLine, TallyView};
use aelian_dice::Weight;
use aelian_fog_ancients::combat::{Decided, Fight, Part, odds};
use aelian_fog_ancients::shooting::volley::Plan;
use aelian_fog_ancients::stage::Phase;
use aelian_fog_ancients::state::Cohesion;
use aelian_fog_ancients::{GroupId, GroupSet};
use aelian_game::Side;
use aelian_rulebook::{RuleId, counts, rule};

/// Every combat that is still to be fought in this phase.
pub fn fights(seen: Seen<'_>) -> Vec<FightView> {
    if !matches!(seen.state.phase, Phase::Impact | Phase::Melee | Phase::Manoeuvre | Phase::Shooting) {
        return Vec::new();
    }
    let look = seen.look();
    let view = |groups: GroupSet| {
        let fight = look.fight(groups, &Decided::default());
        let duel = fight.duels.first()?;
        let odds = odds_of(seen, seen.state.active, &fight);
        let at = (seen.state.rect(duel.by).centre() + seen.state.rect(duel.on).centre()) * 0.5;
        Some(FightView { at, pieces: [duel.by.0, duel.on.0], odds: Some(odds) })
    };
    look.combats().into_iter().filter_map(view).collect()
}

/// The odds of one combat for a side: each of its groups wins, draws or loses, and what may become of it.
pub fn odds_of(seen: Seen<'_>, side: Side, fight: &Fight) -> OddsView {
    let found = odds::of_fight(seen.look(), fight);
    let own = found.groups.iter().find(|group| seen.state.group(group.group).side == side);
    let mut outcomes = Vec::new();
    if let Some(own) = own.or(found.groups.first()) {
        let name = group_name(seen.names, own.group);
        for (label, chance, favour) in
            [("wins", own.wins, 1), ("draws", own.draws, 0), ("loses", own.loses, -1)]
        {
            let chance = chance.to_f64();
            outcomes.push(OutcomeView { label: format!("{name} {label}"), chance, favour });
        }
    }
    OddsView { outcomes, tallies: tallies(seen, fight, &found), exact: true }
}

/// What the shooting at one group may come to: what becomes of the target.
pub fn shooting_odds(seen: Seen<'_>, side: Side, plan: &Plan, target: GroupId) -> OddsView {
    let look = seen.look();
    let found = look.shot_odds(plan, target);
    let name = group_name(seen.names, target);
    let good = if seen.state.group(target).side == side { -1 } else { 1 };
    let now = seen.state.group(target).cohesion;
    let outcomes = [Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented, Cohesion::Broken]
        .into_iter()
        .filter(|level| found.after.cohesion[*level as usize] != Weight::ZERO)
        .map(|level| OutcomeView {
            label: format!("{name} is {}", words::cohesion(level)),
            chance: found.after.cohesion[level as usize].to_f64(),
            favour: if level == now { 0 } else { good },
        });
    let hits = found.hits.iter().filter(|(_, chance)| *chance >= 0.005);
    let hits: Vec<String> = hits.map(|(count, chance)| format!("{count}: {}", percent(chance))).collect();
    let line = |rule, text: &str, value: String| TallyLine { rule, text: text.to_owned(), value };
    let comes = TallyView {
        heading: format!("{name} is shot at"),
        lines: vec![
            line(rule!("FA-SHOOT-02"), "hits", hits.join(", ")),
            line(rule!("FA-SOUT-01"), "has to test", percent(found.tests.to_f64())),
            line(rule!("FA-DEATH-03"), "loses a base", percent(found.after.any_base())),
        ],
        total: String::new(),
    };
    let shooters = found.shooters.iter().map(|by| shooters(seen, plan, by, target));
    OddsView { outcomes: outcomes.collect(), tallies: shooters.chain([comes]).collect(), exact: true }
}

/// Dice and points of advantage of one group that shoots.
fn shooters(seen: Seen<'_>, plan: &Plan, by: GroupId, target: GroupId) -> TallyView {
    let mut lines: Vec<TallyLine> = Vec::new();
    for shot in plan.shots_at(target).filter(|shot| shot.by == by) {
        for (rule, value) in seen.look().shot_poas(shot).lines() {
            let told = TallyLine {
                rule,
                text: counts(rule).unwrap_or("advantage").to_owned(),
                value: words::signed(value),
            };
            if !lines.contains(&told) {
                lines.push(told);
            }
        }
    }
    let to_hit = |poa| seen.rules.tables.shooting.to_hit(poa);
    let bundles = plan.bundles_at(target).filter(|bundle| bundle.by == by && bundle.dice > 0);
    let dice: Vec<String> =
        bundles.map(|bundle| format!("{} dice at {}+", bundle.dice, to_hit(bundle.poa))).collect();
    TallyView { heading: group_name(seen.names, by), lines, total: dice.join("; ") }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// For each group its dice and points of advantage, and then what may become of it.
fn tallies(seen: Seen<'_>, fight: &Fight, found: &odds::CombatOdds) -> Vec<TallyView> {
    let of_group = |odds: &odds::GroupOdds| [dice(seen, fight, odds.group), afterwards(seen, odds)];
    found.groups.iter().flat_map(of_group).collect()
}

/// Dice and points of advantage of one group; what is claimed against it counts in the enemy's.
fn dice(seen: Seen<'_>, fight: &Fight, group: GroupId) -> TallyView {
    let mut lines: Vec<TallyLine> = Vec::new();
    for duel in fight.duels.iter().filter(|duel| seen.state.base(duel.by).group == group) {
        for line in &duel.net.mine.lines {
            let told = TallyLine {
                rule: line.rule,
                text: counts(line.rule).unwrap_or("advantage").to_owned(),
                value: words::signed(line.value),
            };
            if !lines.contains(&told) {
                lines.push(told);
            }
        }
    }
    let parts: Vec<String> = fight.parts_of(group).map(|part| in_dice(seen, part)).collect();
    TallyView { heading: seen.named(group), lines, total: parts.join("; ") }
}

/// `4 dice at 4+ on B1, ones again`.
fn in_dice(seen: Seen<'_>, part: &Part) -> String {
    let again = match words::rerolls(part.reroll) {
        "none" => String::new(),
        faces => format!(", {faces} again"),
    };
    let support = if part.support { " in support" } else { "" };
    let on = group_name(seen.names, part.on);
    format!("{} dice{support} at {}+ on {on}{again}", part.dice, part.to_hit)
}

fn afterwards(seen: Seen<'_>, odds: &odds::GroupOdds) -> TallyView {
    let mut lines = Vec::new();
    let mut add = |rule: RuleId, text: &str, chance: f64| {
        if chance > 0.0005 {
            lines.push(TallyLine { rule, text: text.to_owned(), value: percent(chance) });
        }
    };
    for (text, chance) in [("wins", odds.wins), ("draws", odds.draws), ("loses", odds.loses)] {
        add(rule!("FA-COMB-01"), text, chance.to_f64());
    }
    for (text, chance) in ["steady", "disrupted", "fragmented", "broken"].into_iter().zip(odds.after.cohesion)
    {
        add(rule!("FA-CT-14"), text, chance.to_f64());
    }
    add(rule!("FA-DEATH-01"), "loses a base or more", odds.after.any_base());
    add(rule!("FA-CLOSS-03"), "its commander falls", odds.after.commander.to_f64());
    TallyView {
        heading: format!("{} afterwards", group_name(seen.names, odds.group)),
        lines,
        total: String::new(),
    }
}
