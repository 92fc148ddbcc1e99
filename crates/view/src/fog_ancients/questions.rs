//! Questions that the umpire answers about a position of Field of Glory Ancients.

use super::{commander_name, group_name};
use super::{odds, words};
use crate::told::{Names, PieceId};
use aelian_fog_ancients::army::price;
use aelian_fog_ancients::cohesion::{Toll, Why};
use aelian_fog_ancients::field::Level;
use aelian_fog_ancients::state::Tie;
use aelian_fog_ancients::tables::{Allowance, Disorder};
use aelian_fog_ancients::{Fact, GroupId, GroupSet, Look};
use aelian_game::Side;
use aelian_rulebook::{Reason, Tally, TallyLine, rule};

type Ask = fn(&Asked<'_>) -> Vec<String>;

/// Every question: its word, what it asks, and who answers.
const QUESTIONS: [(&str, &str, Ask); 15] = [
    ("formation", "its files and ranks", |ask| ask.formation()),
    ("allowance", "its move distance in each kind of ground", |ask| ask.allowance()),
    ("disorder", "the disorder of each of its bases", |ask| ask.disorder()),
    ("enemies", "its distance to every enemy group", |ask| ask.enemies()),
    ("fights", "with whom it is in close combat", |ask| ask.fights()),
    ("test", "what it needs in a complex move test, and its chance", |ask| ask.test()),
    ("commanders", "who commands it, and from how far", |ask| ask.commanders()),
    ("evade", "whether it is able to evade", |ask| vec![ask.evade()]),
    ("shock", "whether it is shock troops", |ask| vec![yes(ask.look.state.group(ask.group).is_shock())]),
    ("odds", "the odds of its combat, or of the shooting at it or by it, in this phase", |ask| ask.odds()),
    ("targets", "at whom its bases shoot, with how many dice", |ask| ask.targets()),
    ("charge", "whom it can reach with a charge, and what forbids it to charge", |ask| ask.charge()),
    ("cohesion", "the lasting modifiers of its cohesion tests", |ask| ask.cohesion()),
    ("sees", "which enemy groups it sees", |ask| ask.sees()),
    ("attrition", "the attrition points of both armies", |ask| ask.attrition()),
];

fn yes(it_is: bool) -> String {
    if it_is { "yes" } else { "no" }.to_owned()
}

fn or_nobody(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { vec!["nobody".to_owned()] } else { lines }
}

struct Asked<'a> {
    look: Look<'a>,
    names: &'a Names,
    group: GroupId,
}

/// The words of all questions, and what each asks.
pub fn all() -> Vec<(&'static str, &'static str)> {
    let points = ("points", "what both armies cost, or one battle group");
    QUESTIONS.iter().map(|(word, what, _)| (*word, *what)).chain([points]).collect()
}

pub fn answer(
    look: Look<'_>,
    names: &Names,
    word: &str,
    group: Option<PieceId>,
) -> Result<Vec<String>, String> {
    let known = || {
        let list: Vec<String> =
            QUESTIONS.iter().map(|(word, what, _)| format!("\"{word} A\" ({what})")).collect();
        format!("known questions: \"may\", \"may A\", \"points\", \"points A\", {}", list.join(", "))
    };
    if word == "points" {
        return Ok(points(look, names, group));
    }
    let Some((_, _, ask)) = QUESTIONS.iter().find(|(name, _, _)| *name == word) else {
        return Err(format!("`{word}` is not a question; {}", known()));
    };
    let group = group.ok_or_else(|| format!("`{word}` needs a battle group; {}", known()))?;
    let group = u8::try_from(group).ok().map(GroupId).filter(|id| id.index() < look.state.groups.len());
    let group = group.ok_or_else(|| format!("`{word}` is asked of a battle group; {}", known()))?;
    if !look.state.group(group).on_table() {
        return Ok(vec![format!("{} is not on the table", group_name(names, group))]);
    }
    Ok(ask(&Asked { look, names, group }))
}

/// FA-PTS-01 to FA-PTS-07: what both armies cost, or one battle group.
fn points(look: Look<'_>, names: &Names, group: Option<PieceId>) -> Vec<String> {
    let group = group.and_then(|id| u8::try_from(id).ok()).map(GroupId);
    if let Some(id) = group.filter(|id| id.index() < look.state.groups.len()) {
        let cost = price::of_group(&look.enlisted(id));
        let cost = cost.map_or("no price".to_owned(), |cost| format!("{cost} points"));
        return vec![format!("{}: {cost}", group_name(names, id))];
    }
    Side::BOTH.map(|side| format!("{}: {} points", side.name(), price::of_side(look, side))).to_vec()
}

impl Asked<'_> {
    fn formation(&self) -> Vec<String> {
        let array = self.look.array(self.group);
        vec![format!(
            "{} bases in {} files and {} ranks",
            self.look.state.strength(self.group),
            array.files(),
            array.ranks()
        )]
    }

    fn allowance(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for troop in self.look.state.group(self.group).kinds() {
            for level in [Level::Open, Level::Uneven, Level::Rough, Level::Difficult] {
                let distance = match self.look.rules.allowance(troop, level) {
                    Allowance::Mu(mu) => format!("{mu} MU"),
                    Allowance::NotAllowed => "cannot enter".to_owned(),
                    Allowance::Immobile => "cannot move".to_owned(),
                };
                lines.push(format!("{} in {}: {distance}", troop.kind, words::level(level)));
            }
        }
        lines
    }

    fn disorder(&self) -> Vec<String> {
        let line = |base| {
            let disorder = match self.look.disorder(base) {
                Disorder::None => "none",
                Disorder::Disordered => "disordered",
                Disorder::Severe => "severe",
            };
            format!("{}: {disorder}", super::base_name(self.names, base))
        };
        self.look.state.bases_of(self.group).map(line).collect()
    }

    fn enemies(&self) -> Vec<String> {
        let side = self.look.state.group(self.group).side;
        let line = |enemy| {
            let distance = self.look.distance(self.group, enemy);
            format!("{}: {}", group_name(self.names, enemy), words::length(self.look.rules, distance))
        };
        self.look.state.on_table_of(side.other()).map(line).collect()
    }

    fn fights(&self) -> Vec<String> {
        let state = self.look.state;
        let line = |bout: &aelian_fog_ancients::state::Bout| {
            let (enemy, tie) = (bout.enemy_of(self.group), bout.tie_of(self.group));
            let tie = match tie {
                Tie::Front => "with its front",
                Tie::HitInFlank => "hit in flank or rear by it",
                Tie::Overlap => "only as an overlap",
            };
            let fresh = if bout.fresh { ", not fought yet" } else { "" };
            format!("{}: {tie}{fresh}", group_name(self.names, enemy))
        };
        let lines: Vec<String> = state.bouts_of(self.group).map(line).collect();
        or_nobody(lines)
    }

    fn test(&self) -> Vec<String> {
        let tester = self.look.tester(GroupSet::one(self.group), true);
        let mut lines = vec![format!(
            "needs {}, modifiers {}, chance {:.1} %",
            tester.needed,
            words::signed(tester.modifiers.total()),
            tester.chance() * 100.0
        )];
        lines.extend(self.grounds(&tester.modifiers));
        lines
    }

    /// Each modifier with its rule and what it is for.
    fn grounds(&self, modifiers: &Tally<Fact>) -> Vec<String> {
        let line = |line: &TallyLine<Fact>| {
            let fact = Fact::Modifier { group: self.group, value: line.value };
            self.told(&Reason { rule: line.rule, fact })
        };
        modifiers.lines.iter().map(line).collect()
    }

    fn told(&self, reason: &Reason<Fact>) -> String {
        let said = words::reason(self.look.rules, Some(self.look.state), self.names, reason);
        format!("{}: {said}", reason.rule)
    }

    /// FA-EV-01: whether it could evade a charge; whether it is charged now is another question.
    fn evade(&self) -> String {
        let able = self.look.is_able_to_evade(self.group);
        if able && !self.look.state.committed(self.group) {
            return "yes".to_owned();
        }
        format!("no, {}", self.told(&Reason { rule: rule!("FA-EV-01"), fact: Fact::Group(self.group) }))
    }

    fn commanders(&self) -> Vec<String> {
        let state = self.look.state;
        let commands = state.commander_ids().filter(|id| self.look.in_line_of_command(*id, self.group));
        let line = |id| {
            let distance = self.look.distance_to(self.group, &state.commander(id).rect);
            let reach = if self.look.in_command_range(id, self.group) { "in range" } else { "out of range" };
            let distance = words::length(self.look.rules, distance);
            format!("{}: {distance}, {reach}", commander_name(self.names, id))
        };
        commands.map(line).collect()
    }

    fn odds(&self) -> Vec<String> {
        let name = group_name(self.names, self.group);
        let mut reports = odds::reports(self.look, self.names);
        reports.retain(|report| report.names(&name));
        or_nobody(reports.iter().flat_map(odds::OddsReport::shown).collect())
    }

    fn targets(&self) -> Vec<String> {
        let plan = self.look.shooting_plan();
        let shots = plan.hand.bundles.iter().filter(|bundle| bundle.by == self.group && bundle.dice > 0);
        let line = |bundle: &aelian_fog_ancients::shooting::dice::Bundle| {
            let hits_on = self.look.rules.tables.shooting.to_hit(bundle.poa);
            let poa = words::signed(bundle.poa);
            format!("{}: {} dice at {hits_on}+, POA {poa}", group_name(self.names, bundle.on), bundle.dice)
        };
        or_nobody(shots.map(line).collect())
    }

    fn charge(&self) -> Vec<String> {
        let forbidden = self.look.cannot_charge(self.group);
        let told: Vec<_> = forbidden.map(|reason| format!("cannot charge, {}", self.told(&reason))).collect();
        if !told.is_empty() {
            return told;
        }
        let reached = self.look.charge_targets(self.group);
        or_nobody(reached.iter().map(|enemy| group_name(self.names, enemy)).collect())
    }

    fn cohesion(&self) -> Vec<String> {
        let test =
            self.look.cohesion_test_after(self.group, Why::Charged { by: GroupSet::EMPTY }, &Toll::default());
        let mut lines = vec![format!(
            "modifiers {}, chance to pass {:.1} %",
            words::signed(test.modifiers.total()),
            test.chance() * 100.0
        )];
        lines.extend(self.grounds(&test.modifiers));
        lines
    }

    fn sees(&self) -> Vec<String> {
        let enemy = self.look.state.group(self.group).side.other();
        let seen =
            self.look.state.on_table_of(enemy).filter(|other| self.look.sees_group(self.group, *other));
        or_nobody(seen.map(|other| group_name(self.names, other)).collect())
    }

    fn attrition(&self) -> Vec<String> {
        let line = |side: aelian_game::Side| {
            let limit = self.look.state.armies[side.index()].initial;
            format!("{}: {} of {limit}", side.name(), self.look.attrition(side))
        };
        aelian_game::Side::BOTH.into_iter().map(line).collect()
    }
}
