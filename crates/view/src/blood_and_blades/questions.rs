//! Questions that the umpire answers about a position of Blood and Blades.

use crate::told::Names;
use aelian_blood_and_blades::{BaseId, BaseSet, Look};

const KNOWN: &str = "known questions: \"may A\", \"group A\", \"pack A\", \"contacts A\", \"opponents A\", \
    \"zoc A\", \"sees A\", \"going A\"";

pub fn answer(
    look: Look<'_>,
    names: &Names,
    word: &str,
    base: Option<BaseId>,
) -> Result<Vec<String>, String> {
    let base = base.ok_or_else(|| format!("`{word}` needs a base; {KNOWN}"))?;
    let list = |bases: BaseSet| bases.iter().map(|id| names.of(id.0)).collect::<Vec<_>>();
    match word {
        "group" => Ok(list(look.group_of(base))),
        "pack" => Ok(list(look.pack_of(base))),
        "opponents" => Ok(list(look.opponents_set(base))),
        "zoc" => Ok(list(look.zoccers(base))),
        "going" => {
            Ok(vec![format!("{:?}", look.going_under(look.state.rect(base), &look.state.base(base).troop))])
        }
        "sees" => Ok(list(look.state.on_table().filter(|id| *id != base && look.sees(base, *id)).collect())),
        "contacts" => Ok(look
            .state
            .on_table()
            .filter(|id| *id != base)
            .flat_map(|id| {
                let name = names.of(id.0);
                look.contacts(base, id)
                    .iter()
                    .map(|contact| {
                        format!(
                            "{:?} on {:?} of {name}, {:.2} mm",
                            contact.mine, contact.theirs, contact.shared
                        )
                    })
                    .collect::<Vec<_>>()
            })
            .collect()),
        _ => Err(format!("`{word}` is not a question; {KNOWN}")),
    }
}
