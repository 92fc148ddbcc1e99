//! Questions that the umpire answers about a position of Field of Glory Ancients.

use super::words;
use super::{commander_name, group_name};
use crate::told::{Names, PieceId};
use aelian_fog_ancients::field::Level;
use aelian_fog_ancients::tables::Allowance;
use aelian_fog_ancients::{GroupId, GroupSet, Look};

type Ask = fn(&Asked<'_>) -> Vec<String>;

/// Every question: its word, what it asks, and who answers.
const QUESTIONS: [(&str, &str, Ask); 10] = [
    ("formation", "its files and ranks", |ask| ask.formation()),
    ("allowance", "its move distance in each kind of ground", |ask| ask.allowance()),
    ("disorder", "the disorder of each of its bases", |ask| ask.disorder()),
    ("enemies", "its distance to every enemy group", |ask| ask.enemies()),
    ("fights", "with whom it is in close combat", |ask| ask.fights()),
    ("test", "what it needs in a complex move test, and its chance", |ask| ask.test()),
    ("commanders", "who commands it, and from how far", |ask| ask.commanders()),
    ("evade", "whether it is able to evade", |ask| vec![yes(ask.look.is_able_to_evade(ask.group))]),
    ("shock", "whether it is shock troops", |ask| vec![yes(ask.look.state.group(ask.group).is_shock())]),
    ("attrition", "the attrition points of both armies", |ask| ask.attrition()),
];

fn yes(it_is: bool) -> String {
    if it_is { "yes" } else { "no" }.to_owned()
}

struct Asked<'a> {
    look: Look<'a>,
    names: &'a Names,
    group: GroupId,
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
        format!("known questions: \"may\", \"may A\", {}", list.join(", "))
    };
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
        let line = |base| format!("{}: {:?}", super::base_name(self.names, base), self.look.disorder(base));
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
            format!(
                "{}: {tie:?}{}",
                group_name(self.names, enemy),
                if bout.fresh { ", not fought yet" } else { "" }
            )
        };
        let lines: Vec<String> = state.bouts_of(self.group).map(line).collect();
        if lines.is_empty() { vec!["nobody".to_owned()] } else { lines }
    }

    fn test(&self) -> Vec<String> {
        let tester = self.look.tester(GroupSet::one(self.group), true);
        let mut lines = vec![format!(
            "needs {}, modifiers {}, chance {:.1} %",
            tester.needed,
            words::signed(tester.modifiers.total()),
            tester.chance() * 100.0
        )];
        let line = |line: &aelian_rulebook::TallyLine<aelian_fog_ancients::Fact>| {
            format!("{}: {}", line.rule, words::signed(line.value))
        };
        lines.extend(tester.modifiers.lines.iter().map(line));
        lines
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

    fn attrition(&self) -> Vec<String> {
        let line = |side: aelian_game::Side| {
            let limit = self.look.state.armies[side.index()].initial;
            format!("{}: {} of {limit}", side.name(), self.look.attrition(side))
        };
        aelian_game::Side::BOTH.into_iter().map(line).collect()
    }
}
