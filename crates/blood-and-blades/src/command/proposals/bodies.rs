//! The bodies to which orders are proposed (42.1, 42.2, 42.5).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::troop::TroopType;

/// Fronts from this many bases on are halved too.
const WIDE: usize = 4;

/// Every single base, group, file, half of a line and pack of the active side, without repeats.
pub fn all(look: Look<'_>) -> Vec<BaseSet> {
    let mut bodies: Vec<BaseSet> = Vec::new();
    let mut add = |body: BaseSet| {
        if !body.is_empty() && !bodies.contains(&body) {
            bodies.push(body);
        }
    };
    for base in movable(look) {
        add(BaseSet::one(base));
    }
    for base in movable(look) {
        let group = look.group_of(base);
        if group.len() > 1 {
            add(group);
            parts(look, group).into_iter().for_each(&mut add);
        }
        let pack = look.pack_of(base);
        if pack.len() > 1 {
            add(pack);
        }
    }
    bodies
}

/// Bases of the active side that could be ordered at all.
pub fn movable(look: Look<'_>) -> impl Iterator<Item = BaseId> + '_ {
    look.state.on_table_of(look.active()).filter(move |base| !look.state.base(*base).is(TroopType::Bg))
}

/// The files of a group, its halves, and its front rank.
pub fn parts(look: Look<'_>, group: BaseSet) -> Vec<BaseSet> {
    let mut front: Vec<BaseId> = look.front_of(group).iter().collect();
    let Some(first) = front.first() else { return Vec::new() };
    let right = look.state.rect(*first).pose.facing.right();
    front.sort_by(|a, b| {
        let aside = |id: &BaseId| look.state.rect(*id).pose.at.dot(right);
        aside(a).total_cmp(&aside(b))
    });
    let file = |head: &BaseId| -> BaseSet {
        look.column_of_head(*head).into_iter().filter(|base| group.contains(*base)).collect()
    };
    let files: Vec<BaseSet> = front.iter().map(file).collect();
    let join = |files: &[BaseSet]| files.iter().fold(BaseSet::EMPTY, |all, file| all.union(*file));
    let mut parts: Vec<BaseSet> = files.iter().copied().filter(|file| file.len() > 1).collect();
    if files.len() >= WIDE {
        let (left, right) = files.split_at(files.len() / 2);
        parts.extend([join(left), join(right)]);
    }
    if front.len() > 1 && front.len() < group.len() {
        parts.push(front.iter().copied().collect());
    }
    parts.retain(|part| *part != group && look.is_group(*part));
    parts
}
