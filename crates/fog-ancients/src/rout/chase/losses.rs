//! What pursuers in contact do to routers (FA-JPUR-20 to FA-JPUR-23, FA-PUR-09, FA-CLOSS-06).

use crate::cohesion::{self, Loss};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rout::choice::Chase;
use crate::rules::{Look, Rules};
use crate::state::{Deed, Pursuit};
use aelian_dice::{NeedRoll, Reroll};
use aelian_game::Cx;
use aelian_rulebook::rule;

/// The pursuers who touch a router.
pub fn catchers(look: Look<'_>, quarry: GroupId) -> GroupSet {
    let of_it = look.state.pursuits.iter().filter(|pursuit| pursuit.quarry == quarry);
    of_it.map(|pursuit| pursuit.pursuer).filter(|pursuer| look.touch(*pursuer, quarry)).collect()
}

/// The next router that suffers, and by whom: only by those who have moved now.
pub fn next(look: Look<'_>, chase: &Chase) -> Option<(GroupId, GroupSet)> {
    let routers: GroupSet = look.state.pursuits.iter().map(|pursuit| pursuit.quarry).collect();
    let suffering = |quarry: GroupId| {
        let group = look.state.group(quarry);
        let by = catchers(look, quarry).common(chase.moved);
        let due = group.on_table() && group.is_broken() && !chase.settled.contains(quarry) && !by.is_empty();
        due.then_some((quarry, by))
    };
    routers.iter().find_map(suffering)
}

/// FA-COH-16, FA-JPUR-20, FA-JPUR-21, FA-DEST-04: first the one roll for a commander with them, then a base for each pursuer.
pub fn suffer(cx: &mut Cx<'_, Rules>, quarry: GroupId, by: GroupSet) -> Result<(), NeedRoll> {
    let commander = cx.state().commanders_with(quarry).next();
    if let Some(commander) = commander {
        let dice = rolls::two_dice(cx, rule!("FA-CLOSS-06"), Reroll::None)?;
        cx.cite(rule!("FA-CLOSS-06"), || Fact::Fate { commander, score: dice, lost_on: 10 });
        if dice >= 10 {
            cohesion::lose_commander(cx, commander);
        }
    }
    for pursuer in by.iter() {
        if cx.state().group(quarry).on_table() {
            cx.cite(rule!("FA-JPUR-20"), || Fact::Pair { group: pursuer, other: quarry });
            cohesion::lose_base(cx, quarry, Loss::Routing { by });
        }
    }
    Ok(())
}

/// FA-JPUR-08: who touches routers at the end goes on pursuing, the others halt.
pub fn part(cx: &mut Cx<'_, Rules>) {
    let all = cx.state().pursuits.clone();
    for pursuit in all {
        let look = Look::new(cx.rules, cx.state());
        let Pursuit { pursuer, quarry } = pursuit;
        let free = !look.state.committed(pursuer);
        let near = look.state.group(quarry).on_table() && look.touch(pursuer, quarry);
        if near && free {
            cx.emit(Event::Did { group: pursuer, deed: Deed::Pursuing });
        } else {
            cx.cite(rule!("FA-JPUR-08"), || Fact::Pair { group: pursuer, other: quarry });
            cx.emit(Event::PursuitOver(pursuit));
        }
    }
    let pursuing = |id: &GroupId| cx.state().did(*id, Deed::Pursuing);
    let ended: Vec<GroupId> = cx.state().group_ids().filter(pursuing).collect();
    for group in ended {
        if !cx.state().pursuits.iter().any(|pursuit| pursuit.pursuer == group) {
            cx.emit(Event::Undone { group, deed: Deed::Pursuing });
        }
    }
}
