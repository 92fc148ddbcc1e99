//! Questions that the umpire answers about a position of Blood and Blades.

use super::words;
use crate::told::Names;
use aelian_blood_and_blades::choice::Reach;
use aelian_blood_and_blades::impetuous::who::Impulse;
use aelian_blood_and_blades::movement::allowance::Footing;
use aelian_blood_and_blades::outcome::recoil::RecoilTest;
use aelian_blood_and_blades::shooting::aim::Aim;
use aelian_blood_and_blades::{BaseId, BaseSet, Fact, Look};
use aelian_rulebook::{Reason, rule, say};

type Ask = fn(&Asked<'_>) -> Vec<String>;

/// Every question: its word, what it asks, and who answers.
const QUESTIONS: [(&str, &str, Ask); 15] = [
    ("group", "the group of a base", |ask| ask.list(ask.look.group_of(ask.base))),
    ("pack", "its pack", |ask| ask.list(ask.look.pack_of(ask.base))),
    ("contacts", "what it touches, and how", |ask| ask.contacts()),
    ("opponents", "with whom it is in close combat", |ask| ask.list(ask.look.opponents_set(ask.base))),
    ("main-opponent", "its main opponent; several if its enemy must choose", |ask| {
        ask.list(ask.look.main_opponents(ask.base))
    }),
    ("zoc", "who zocs it", |ask| ask.list(ask.look.zoccers(ask.base))),
    ("sees", "whom it sees", |ask| ask.sees()),
    ("going", "the worst going under it", |ask| {
        vec![words::going(ask.look.going_under(ask.look.state.rect(ask.base), &ask.troop())).to_owned()]
    }),
    ("allowance", "its move distance in each going, for a tactical move", |ask| ask.allowance()),
    ("targets", "at whom it shoots, or may; who else is in its zone, and why not at him", |ask| {
        ask.targets()
    }),
    ("overlaps", "who overlaps it, left then right", |ask| {
        ask.look.overlaps_of(ask.base).into_iter().map(|flank| ask.joined(flank)).collect()
    }),
    ("flank-attackers", "who attacks its flanks", |ask| ask.list(ask.look.flank_attackers(ask.base))),
    ("rear-attackers", "who attacks its rear", |ask| ask.list(ask.look.rear_attackers(ask.base))),
    ("recoil", "whether its recoil would be complete", |ask| {
        vec![recoil(ask.look.test_recoil(ask.base)).to_owned()]
    }),
    ("impetuous", "whether it is impetuous now, and why", |ask| vec![ask.impetuous()]),
];

fn recoil(test: RecoilTest) -> &'static str {
    match test {
        RecoilTest::Complete => "complete",
        RecoilTest::Incomplete => "incomplete",
        RecoilTest::TableEdge => "only the edge of the table hinders it",
    }
}

struct Asked<'a> {
    look: Look<'a>,
    names: &'a Names,
    base: BaseId,
}

/// The words of all questions, and what each asks.
pub fn all() -> Vec<(&'static str, &'static str)> {
    QUESTIONS.iter().map(|(word, what, _)| (*word, *what)).collect()
}

pub fn answer(
    look: Look<'_>,
    names: &Names,
    word: &str,
    base: Option<BaseId>,
) -> Result<Vec<String>, String> {
    let known = || {
        let list: Vec<String> =
            QUESTIONS.iter().map(|(word, what, _)| format!("\"{word} A\" ({what})")).collect();
        format!("known questions: \"may\", \"may A\", {}", list.join(", "))
    };
    let Some((_, _, ask)) = QUESTIONS.iter().find(|(name, _, _)| *name == word) else {
        return Err(format!("`{word}` is not a question; {}", known()));
    };
    let base = base.ok_or_else(|| format!("`{word}` needs a base; {}", known()))?;
    if !look.state.base(base).on_table() {
        return Err(format!("{} is not on the table", names.of(base.number())));
    }
    let lines = ask(&Asked { look, names, base });
    Ok(if lines.is_empty() { vec!["none".to_owned()] } else { lines })
}

impl Asked<'_> {
    fn troop(&self) -> aelian_blood_and_blades::troop::Troop {
        self.look.state.base(self.base).troop
    }

    fn list(&self, bases: BaseSet) -> Vec<String> {
        bases.iter().map(|id| self.names.of(id.number())).collect()
    }

    fn joined(&self, bases: BaseSet) -> String {
        if bases.is_empty() { "none".to_owned() } else { self.list(bases).join(", ") }
    }

    fn told(&self, reason: &Reason<Fact>) -> String {
        let fact = words::fact(self.look.rules, Some(self.look.state), self.names, &reason.fact);
        format!("{}: {}", reason.rule, say(reason.rule, &fact))
    }

    /// BB-SHT-20 to BB-SHT-27: at whom it shoots; of the others in its zone, by which rule not.
    fn targets(&self) -> Vec<String> {
        if let Some(reason) = self.look.why_no_shooter(self.base) {
            return vec![format!("nobody, {}", self.told(&reason))];
        }
        let (options, gives_up) = match self.look.aims().of(self.base) {
            Some(Aim::At(target)) => (BaseSet::one(target), false),
            Some(Aim::Open { options, may_give_up }) => (options, may_give_up),
            Some(Aim::GivenUp) | None => (BaseSet::EMPTY, false),
        };
        let mut lines = self.list(options);
        if options.is_empty() || gives_up {
            lines.push("nobody".to_owned());
        }
        let side = self.look.state.base(self.base).side;
        let others = self.look.state.on_table_of(side.other()).filter(|enemy| !options.contains(*enemy));
        for enemy in others {
            let reason = self.look.why_no_target(self.base, enemy).unwrap_or(Reason {
                rule: rule!("BB-SHT-20"),
                fact: Fact::Instead { of: options, base: enemy },
            });
            // Most of the enemy is simply not in the zone.
            let none_there = matches!(reason.fact, Fact::Count { found: 0, .. });
            lines.extend(
                (!none_there)
                    .then(|| format!("not {}, {}", self.names.of(enemy.number()), self.told(&reason))),
            );
        }
        lines
    }

    /// BB-IMP-01 to BB-IMP-06: whether it is impetuous now, and why or why not.
    fn impetuous(&self) -> String {
        match self.look.impulse_of(self.base) {
            Some(Impulse::Type) => "yes, by its type (BB-IMP-02)".to_owned(),
            Some(Impulse::Baggage(baggage)) => {
                format!("yes, baggage is in its reach: {} (BB-IMP-03)", self.joined(baggage))
            }
            None => {
                let reason = Reason { rule: self.look.calmed_by(self.base), fact: Fact::Base(self.base) };
                format!("no, {}", self.told(&reason))
            }
        }
    }

    fn sees(&self) -> Vec<String> {
        let others = self.look.state.on_table().filter(|id| *id != self.base);
        self.list(others.filter(|id| self.look.sees(self.base, *id)).collect())
    }

    fn contacts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for id in self.look.state.on_table().filter(|id| *id != self.base) {
            for contact in self.look.contacts(self.base, id).iter() {
                lines.push(format!(
                    "{} on {} of {}, {:.2} mm",
                    format!("{:?}", contact.mine).to_lowercase(),
                    format!("{:?}", contact.theirs).to_lowercase(),
                    self.names.of(id.number()),
                    contact.shared
                ));
            }
        }
        lines
    }

    fn allowance(&self) -> Vec<String> {
        use aelian_blood_and_blades::ground::Going;
        let grounds = [Going::Good, Going::Rough, Going::Difficult].map(Footing::Ground);
        grounds
            .into_iter()
            .chain([Footing::Road])
            .map(|footing| {
                let pace = self.look.pace(self.base, footing, Reach::Tactical);
                let ground = match footing {
                    Footing::Ground(going) => words::going(going),
                    Footing::Road => "along a road",
                    Footing::MuddyRoad(_) => "along a muddy road",
                    Footing::River(_) => "in a river",
                };
                format!("{ground}: {}", words::length(self.look.rules, pace))
            })
            .collect()
    }
}
