//! Questions that the umpire answers about a position of Blood and Blades.

use crate::told::Names;
use aelian_blood_and_blades::choice::Reach;
use aelian_blood_and_blades::movement::allowance::Footing;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};

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
        vec![format!("{:?}", ask.look.going_under(ask.look.state.rect(ask.base), &ask.troop()))]
    }),
    ("allowance", "its move distance in each going, for a tactical move", |ask| ask.allowance()),
    ("targets", "whom it may shoot at", |ask| ask.list(ask.look.eligible_targets(ask.base))),
    ("overlaps", "who overlaps it, left then right", |ask| {
        ask.look.overlaps_of(ask.base).into_iter().map(|flank| ask.joined(flank)).collect()
    }),
    ("flank-attackers", "who attacks its flanks", |ask| ask.list(ask.look.flank_attackers(ask.base))),
    ("rear-attackers", "who attacks its rear", |ask| ask.list(ask.look.rear_attackers(ask.base))),
    ("recoil", "whether its recoil would be complete", |ask| {
        vec![format!("{:?}", ask.look.test_recoil(ask.base))]
    }),
    ("impetuous", "whether it is impetuous now, and why", |ask| {
        vec![ask.look.impulse_of(ask.base).map_or("no".to_owned(), |impulse| format!("{impulse:?}"))]
    }),
];

struct Asked<'a> {
    look: Look<'a>,
    names: &'a Names,
    base: BaseId,
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

    fn sees(&self) -> Vec<String> {
        let others = self.look.state.on_table().filter(|id| *id != self.base);
        self.list(others.filter(|id| self.look.sees(self.base, *id)).collect())
    }

    fn contacts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for id in self.look.state.on_table().filter(|id| *id != self.base) {
            for contact in self.look.contacts(self.base, id).iter() {
                lines.push(format!(
                    "{:?} on {:?} of {}, {:.2} mm",
                    contact.mine,
                    contact.theirs,
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
                format!("{footing:?}: {pace} mm ({} MU)", pace / self.look.rules.mu)
            })
            .collect()
    }
}
