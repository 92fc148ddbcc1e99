//! The odds of the combats and of the shooting of a position, written out for the command and the umpire.

use super::{base_name, group_name, words};
use crate::told::Names;
use aelian_dice::{Distribution, Weight};
use aelian_fog_ancients::cohesion::{Aftermath, CohesionTest, Toll, Why};
use aelian_fog_ancients::combat::{Decided, Duel, Fight, odds};
use aelian_fog_ancients::shooting::volley::Plan;
use aelian_fog_ancients::stage::{Phase, Stage};
use aelian_fog_ancients::state::Cohesion;
use aelian_fog_ancients::{Fact, GroupId, GroupSet, Look};
use aelian_rulebook::{RuleId, Tally, book_of};
use serde::Serialize;

/// One combat, or all the shooting at one group.
#[derive(Debug, Serialize)]
pub struct OddsReport {
    /// `impact`, `melee` or `shooting`.
    pub kind: &'static str,
    /// Somebody decides something before the dice; these are the odds of the usual answer.
    pub open: bool,
    pub groups: Vec<GroupReport>,
}

/// What one group brings, and what may become of it.
#[derive(Debug, Serialize)]
pub struct GroupReport {
    pub name: String,
    pub side: &'static str,
    pub dice: Vec<DiceReport>,
    pub points: Vec<PointsReport>,
    /// The chances to inflict and to receive 0, 1, 2... hits.
    pub inflicts: Vec<Chance>,
    pub receives: Vec<Chance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultReport>,
    /// None for those who only shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<AfterReport>,
}

#[derive(Debug, Serialize)]
pub struct DiceReport {
    pub against: String,
    pub dice: u32,
    pub hits_on: u8,
    pub rerolls: &'static str,
    pub support_shooting: bool,
}

/// The points of advantage of one base against another.
#[derive(Debug, PartialEq, Serialize)]
pub struct PointsReport {
    pub base: String,
    pub against: String,
    pub net: i32,
    pub mine: Vec<LineReport>,
    pub theirs: Vec<LineReport>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct LineReport {
    pub rule: RuleId,
    pub what: String,
    pub value: i32,
}

#[derive(Debug, Serialize)]
pub struct ResultReport {
    pub wins: Chance,
    pub draws: Chance,
    pub loses: Chance,
}

#[derive(Debug, Serialize)]
pub struct AfterReport {
    /// The chance that it has to test.
    pub tests: Chance,
    /// The modifiers of the mildest test it may have to make.
    pub test_modifiers: Vec<LineReport>,
    pub steady: Chance,
    pub disrupted: Chance,
    pub fragmented: Chance,
    pub broken: Chance,
    /// The chances to lose 0, 1, 2... bases.
    pub bases_lost: Vec<Chance>,
    pub commander_lost: Chance,
}

/// A chance, as data from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance(Weight);

impl Serialize for Chance {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.to_f64())
    }
}

/// How a chance is written: first per cent, then as a fraction where it is one.
type Written = fn(Chance) -> String;

impl Chance {
    fn is_possible(self) -> bool {
        self.0 != Weight::ZERO
    }

    fn percent(self) -> String {
        format!("{:.2} %", self.0.to_f64() * 100.0)
    }

    fn fraction(self) -> String {
        self.0.fraction().map_or_else(|| self.percent(), |(over, under)| format!("{over}/{under}"))
    }
}

/// The chances of 0, 1, 2...
fn each(odds: &Distribution<u32>) -> Vec<Chance> {
    let most = odds.outcomes.last().map_or(0, |(count, _)| *count);
    (0..=most).map(|count| Chance(odds.weight(&count))).collect()
}

/// Every combat that is still to be fought, or everybody who is still to be shot at, in this phase; also where
/// the dice are too few to matter (FA-SHOOT-04) and nobody will roll them.
pub fn reports(look: Look<'_>, names: &Names) -> Vec<OddsReport> {
    let order = look.state.phase.stages();
    let at = |stage: Stage| order.iter().position(|other| *other == stage);
    let last = at(Stage::Fight).or(at(Stage::Shoot));
    if last.is_none() || at(look.state.stage) > last {
        return Vec::new();
    }
    if look.state.phase == Phase::Shooting {
        let plan = look.shooting_plan();
        return look
            .targets_left(&plan)
            .iter()
            .map(|target| of_shooting(look, names, &plan, target))
            .collect();
    }
    look.combats().into_iter().map(|groups| of_combat(look, names, groups)).collect()
}

fn of_combat(look: Look<'_>, names: &Names, groups: GroupSet) -> OddsReport {
    let fight = look.fight(groups, &Decided::default());
    let found = odds::of_fight(look, &fight);
    let kind = match fight.kind {
        aelian_fog_ancients::combat::Kind::Impact => "impact",
        aelian_fog_ancients::combat::Kind::Melee => "melee",
    };
    let groups = found.groups.into_iter().map(|odds| fighter(look, names, &fight, odds)).collect();
    OddsReport { kind, open: fight.open.is_some(), groups }
}

fn fighter(look: Look<'_>, names: &Names, fight: &Fight, odds: odds::GroupOdds) -> GroupReport {
    let group = odds.group;
    let dice = fight.parts_of(group).map(|part| DiceReport {
        against: group_name(names, part.on),
        dice: u32::from(part.dice),
        hits_on: part.to_hit,
        rerolls: words::rerolls(part.reroll),
        support_shooting: part.support,
    });
    let foes =
        fight.groups.iter().filter(|other| look.state.group(*other).side != look.state.group(group).side);
    let toll = Toll { taken: 1, foes: foes.collect(), ..Toll::default() };
    GroupReport {
        name: group_name(names, group),
        side: look.state.group(group).side.name(),
        dice: dice.collect(),
        points: points(look, names, fight, group),
        inflicts: each(&odds.given),
        receives: each(&odds.taken),
        result: Some(ResultReport {
            wins: Chance(odds.wins),
            draws: Chance(odds.draws),
            loses: Chance(odds.loses),
        }),
        after: Some(after(&odds.after, odds.loses, &look.cohesion_test_after(group, Why::Beaten, &toll))),
    }
}

fn points(look: Look<'_>, names: &Names, fight: &Fight, group: GroupId) -> Vec<PointsReport> {
    let own = |duel: &&Duel| look.state.base(duel.by).group == group;
    let report = |duel: &Duel| PointsReport {
        base: base_name(names, duel.by),
        against: base_name(names, duel.on),
        net: duel.net.value,
        mine: lines(&duel.net.mine),
        theirs: lines(&duel.net.theirs),
    };
    fight.duels.iter().filter(own).map(report).collect()
}

fn of_shooting(look: Look<'_>, names: &Names, plan: &Plan, target: GroupId) -> OddsReport {
    let odds = look.shot_odds(plan, target);
    let mut groups: Vec<GroupReport> =
        odds.shooters.iter().map(|by| shooter(look, names, plan, by, target)).collect();
    let toll_of = |hits| Toll::of_shots(look.state, odds.shooters, hits);
    let most = odds.hits.outcomes.len() as u32;
    let toll = (1..most).map(toll_of).find(|toll| look.is_shaken_by(target, toll)).unwrap_or(toll_of(most));
    groups.push(GroupReport {
        name: group_name(names, target),
        side: look.state.group(target).side.name(),
        dice: Vec::new(),
        points: Vec::new(),
        inflicts: Vec::new(),
        receives: each(&odds.hits),
        result: None,
        after: Some(after(&odds.after, odds.tests, &look.cohesion_test_after(target, Why::Shot, &toll))),
    });
    OddsReport { kind: "shooting", open: !plan.aims.open.is_empty() || !plan.hand.open.is_empty(), groups }
}

fn shooter(look: Look<'_>, names: &Names, plan: &Plan, by: GroupId, target: GroupId) -> GroupReport {
    let bundles = plan.bundles_at(target).filter(|bundle| bundle.by == by && bundle.dice > 0);
    let dice = bundles.map(|bundle| DiceReport {
        against: group_name(names, target),
        dice: bundle.dice,
        hits_on: look.rules.tables.shooting.to_hit(bundle.poa),
        rerolls: words::rerolls(bundle.quality.reroll()),
        support_shooting: false,
    });
    let points = plan.shots_at(target).filter(|shot| shot.by == by).map(|shot| {
        let poas = look.shot_poas(shot);
        PointsReport {
            base: base_name(names, shot.base),
            against: base_name(names, shot.target),
            net: poas.total(),
            mine: poas.lines().map(|(rule, value)| line(rule, value)).collect(),
            theirs: Vec::new(),
        }
    });
    GroupReport {
        name: group_name(names, by),
        side: look.state.group(by).side.name(),
        dice: dice.collect(),
        points: points.collect(),
        inflicts: Vec::new(),
        receives: Vec::new(),
        result: None,
        after: None,
    }
}

fn after(found: &Aftermath, tests: Weight, test: &CohesionTest) -> AfterReport {
    let of = |cohesion: Cohesion| Chance(found.cohesion[cohesion as usize]);
    AfterReport {
        tests: Chance(tests),
        test_modifiers: lines(&test.modifiers),
        steady: of(Cohesion::Steady),
        disrupted: of(Cohesion::Disrupted),
        fragmented: of(Cohesion::Fragmented),
        broken: of(Cohesion::Broken),
        bases_lost: found.bases.iter().copied().map(Chance).collect(),
        commander_lost: Chance(found.commander),
    }
}

fn lines(tally: &Tally<Fact>) -> Vec<LineReport> {
    tally.lines.iter().map(|one| line(one.rule, one.value)).collect()
}

fn line(rule: RuleId, value: i32) -> LineReport {
    let entry = book_of(rule).and_then(|book| book.find(rule));
    LineReport { rule, what: entry.map(|entry| brief(&entry.statement)).unwrap_or_default(), value }
}

/// The first words of a rule that say something: what stands before a full stop, a colon or a semicolon.
/// Rows of a table name their topic.
fn brief(statement: &str) -> String {
    let statement = statement.split_once("topic: ").map_or(statement, |(_, topic)| topic);
    let mut parts =
        statement.split_inclusive([':', ';', '.']).map(|part| part.trim().trim_end_matches([':', ';', '.']));
    parts
        .find(|part| part.chars().filter(|letter| letter.is_alphabetic()).count() > 3)
        .unwrap_or(statement)
        .to_owned()
}

impl OddsReport {
    /// Whether this group has a part in it.
    pub fn names(&self, name: &str) -> bool {
        self.groups.iter().any(|group| group.name == name)
    }

    pub fn shown(&self) -> Vec<String> {
        let open = if self.open { " (before a decision; with the usual answer)" } else { "" };
        let mut out = vec![format!("{}{open}", self.kind)];
        for group in &self.groups {
            group.show(&mut out);
        }
        out
    }
}

impl GroupReport {
    fn show(&self, out: &mut Vec<String>) {
        out.push(format!("  {} ({})", self.name, self.side));
        for dice in &self.dice {
            let support = if dice.support_shooting { ", support shooting" } else { "" };
            let again =
                if dice.rerolls == "none" { String::new() } else { format!(", {} again", dice.rerolls) };
            out.push(format!(
                "    {} dice at {}+ on {}{again}{support}",
                dice.dice, dice.hits_on, dice.against
            ));
        }
        let mut shown: Vec<&PointsReport> = Vec::new();
        for points in &self.points {
            if !shown.iter().any(|other| {
                (other.net, &other.mine, &other.theirs) == (points.net, &points.mine, &points.theirs)
            }) {
                points.show(out);
                shown.push(points);
            }
        }
        for (word, chances) in [("inflicts", &self.inflicts), ("receives", &self.receives)] {
            if !chances.is_empty() {
                out.push(format!("    {word} {}", counted(chances, "hit", Chance::percent)));
                out.push(format!("    {word} exactly {}", counted(chances, "hit", Chance::fraction)));
            }
        }
        if let Some(result) = &self.result {
            let parts = [("wins", result.wins), ("draws", result.draws), ("loses", result.loses)];
            out.extend(in_both(&parts));
        }
        if let Some(after) = &self.after {
            after.show(out);
        }
    }
}

impl PointsReport {
    fn show(&self, out: &mut Vec<String>) {
        out.push(format!("    POA {} of {} against {}", words::signed(self.net), self.base, self.against));
        for (whose, lines) in [("", &self.mine), ("for the enemy ", &self.theirs)] {
            out.extend(lines.iter().map(|line| format!("      {whose}{}", line.shown())));
        }
    }
}

impl LineReport {
    fn shown(&self) -> String {
        format!("{} {} ({})", words::signed(self.value), self.what, self.rule)
    }
}

impl AfterReport {
    fn show(&self, out: &mut Vec<String>) {
        out.push(format!("    has to test {}", self.tests.percent()));
        out.extend(self.test_modifiers.iter().map(|line| format!("      {}", line.shown())));
        let levels = [
            ("steady", self.steady),
            ("disrupted", self.disrupted),
            ("fragmented", self.fragmented),
            ("broken", self.broken),
        ];
        let [percent, fraction] = in_both(&levels);
        out.push(percent.replacen("    ", "    afterwards ", 1));
        out.push(fraction.replacen("    ", "    afterwards ", 1));
        out.push(format!("    loses {}", counted(&self.bases_lost, "base", Chance::percent)));
        out.push(format!("    loses exactly {}", counted(&self.bases_lost, "base", Chance::fraction)));
        if self.commander_lost.is_possible() {
            let (percent, fraction) = (self.commander_lost.percent(), self.commander_lost.fraction());
            out.push(format!("    its commander is lost {percent} ({fraction})"));
        }
    }
}

/// Several chances on a line per cent, and on one as fractions.
fn in_both(chances: &[(&str, Chance)]) -> [String; 2] {
    let line = |written: Written| {
        chances
            .iter()
            .map(|(word, chance)| format!("{word} {}", written(*chance)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    [format!("    {}", line(Chance::percent)), format!("    exactly {}", line(Chance::fraction))]
}

/// `0 hits 12.50 %, 1 hit 37.50 %`; what cannot happen is left out.
fn counted(chances: &[Chance], what: &str, written: Written) -> String {
    let possible = chances.iter().enumerate().filter(|(_, chance)| chance.is_possible());
    let part = |(count, chance): (usize, &Chance)| {
        format!("{count} {what}{} {}", if count == 1 { "" } else { "s" }, written(*chance))
    };
    possible.map(part).collect::<Vec<_>>().join(", ")
}
