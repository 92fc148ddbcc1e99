//! What a charge along a path would come to (FA-ALG-21 to FA-ALG-24): first contact, steps forward, targets, flanks.

use super::choice::ChargePath;
use super::flank::{is_flank, touches_flank};
use super::pace::Pace;
use super::step::step_forward;
use super::trace::{Around, End, Trace, start, trace};
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::position::legal_contact;
use crate::rules::Look;
use aelian_geometry::{Contact, Contacts, Feature, contacts, overlaps};

/// A charge along a path, with everybody else where he stands.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Up to the first contact.
    pub trace: Trace,
    /// After stepping forward.
    pub body: Body,
    /// Groups with which the first contact is legal (FA-CHG-05).
    pub first: GroupSet,
    /// FA-CHG-04: groups legally contacted in the end, steps forward included.
    pub targets: GroupSet,
    /// 50.4: those of them that are charged in flank or rear.
    pub flanks: GroupSet,
    /// FA-CHG-18: own bases that would be eligible to fight.
    pub eligible: usize,
    /// FA-CHG-09, FA-FLK-16: nothing but sides and rears of bases that fight to their front is touched, by no flank charge.
    pub sides_only: bool,
}

impl Outlook {
    /// FA-CHG-01: the path leads to legal contact.
    pub fn is_contact(&self) -> bool {
        self.trace.end == End::Contact && !self.first.is_empty()
    }
}

/// FA-ALG-21: what the path leads to. Files do not step into the groups to be spared.
pub fn outlook(
    look: Look<'_>,
    group: GroupId,
    path: &ChargePath,
    around: &Around,
    pace: Pace,
    spare: impl Fn(GroupSet) -> GroupSet,
) -> Option<Outlook> {
    let on = trace(look, start(look, group, path)?, path, around, pace);
    if path.drop.is_some() && !has_room(look, &on.body, around) {
        return None;
    }
    let first = if on.end == End::Contact { legal_groups(look, &on.body, around) } else { GroupSet::EMPTY };
    let mut found = Outlook {
        body: on.body.clone(),
        first,
        targets: first,
        flanks: GroupSet::EMPTY,
        eligible: 0,
        sides_only: false,
        trace: on,
    };
    if !found.is_contact() {
        found.targets = GroupSet::EMPTY;
        return Some(found);
    }
    step_forward(look, &mut found.body, around, spare(first));
    found.targets = legal_groups(look, &found.body, around);
    found.flanks = flanks(look, group, path, &found, around);
    let fighters = touched(look, &found.body, around);
    found.eligible = own(&fighters);
    found.sides_only = fighters.iter().all(|fight| fight.side && !found.flanks.contains(fight.group));
    Some(found)
}

/// FA-CHG-20: the bases that drop back stand on nobody where the charge ends.
fn has_room(look: Look<'_>, body: &Body, around: &Around) -> bool {
    let (t, circle) = (look.rules.tolerance, body.block().circle());
    let others = around.friends.iter().chain(&around.enemies).map(|other| &other.rect).chain(&around.camps);
    let mut near = others.filter(|rect| circle.near(&rect.circle(), 0.0));
    !near.any(|rect| body.rects().any(|own| overlaps(own, rect, t)))
        && body.rects().all(|own| look.state.field.edge_crossed(own, t.length).is_none())
}

/// FA-FLK-05, FA-FLK-06, FA-ALG-24: the targets that this charge takes in flank or rear, be it by the files that step
/// forward.
fn flanks(look: Look<'_>, group: GroupId, path: &ChargePath, found: &Outlook, around: &Around) -> GroupSet {
    let wheels = path.wheel.is_some();
    let least = look.rules.distances().impact.wheel_into_flank;
    let hit = |target: &GroupId| {
        // Who is not met at first contact is touched first where the files come to stand.
        let body = if found.first.contains(*target) { &found.trace.body } else { &found.body };
        (!wheels || !look.closer(look.distance(group, *target), least))
            && touches_flank(look, body, &around.enemies, *target)
            && look.is_on_flank(group, *target)
    };
    found.targets.iter().filter(hit).collect()
}

/// A base of the charger in legal contact with an enemy base.
struct Fighter {
    base: BaseId,
    group: GroupId,
    /// It touches only sides or the rear of an enemy base that is held to its front.
    side: bool,
}

fn touched(look: Look<'_>, body: &Body, around: &Around) -> Vec<Fighter> {
    let t = look.rules.tolerance;
    let mut found = Vec::new();
    for (base, rect) in &body.bases {
        let circle = rect.circle();
        for other in around.enemies.iter().filter(|other| circle.near(&other.circle, 2.0 * t.length)) {
            if legal_contact(rect, &other.rect, t).is_none() {
                continue;
            }
            let side =
                is_beside(&contacts(rect, &other.rect, t)) && look.is_in_melee_to_its_front(other.base);
            found.push(Fighter { base: *base, group: other.group, side });
        }
    }
    found
}

/// FA-CHG-09: nothing of the front of the other is touched but, it may be, the corner at the end of the side edge.
fn is_beside(met: &Contacts) -> bool {
    let edge = |contact: &Contact| matches!(contact.theirs, Feature::Edge(_));
    let edges = met.iter().any(|contact| edge(&contact));
    met.iter().filter(|contact| !edges || edge(contact)).all(|contact| is_flank(contact.theirs))
}

/// How many different own bases are among these.
fn own(fighters: &[Fighter]) -> usize {
    let mut bases: Vec<BaseId> = fighters.iter().map(|fighter| fighter.base).collect();
    bases.dedup();
    bases.len()
}

/// FA-ALG-06, FA-CHG-06: the enemy groups with which the body has legal contact; who is touched only corner to corner
/// is not among them.
pub fn legal_groups(look: Look<'_>, body: &Body, around: &Around) -> GroupSet {
    let t = look.rules.tolerance;
    let mut groups = GroupSet::EMPTY;
    let circle = body.block().circle();
    for other in around.enemies.iter().filter(|other| circle.near(&other.circle, 2.0 * t.length)) {
        if !groups.contains(other.group)
            && body.rects().any(|own| legal_contact(own, &other.rect, t).is_some())
        {
            groups.insert(other.group);
        }
    }
    groups
}
