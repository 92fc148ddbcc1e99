//! Declaring charges (50.1, 50.2): the verdict on a path, and the charges that are proposed.

use super::choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt};
use super::outlook::Outlook;
use super::pace::Pace;
use super::paths::sample;
use super::search::Search;
use super::sets::every_set;
use super::trace::End;
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::setup::SetUpChoice;
use crate::stage::{Phase, Stage};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::Circle;
use aelian_rulebook::{Reason, RuleId, rule};

/// FA-DEC-20, FA-AMB-10: the active player is asked as long as some group of his might still charge, or come out of an
/// ambush to do so.
pub fn next(look: Look<'_>) -> Asked {
    let side = look.active();
    let enemies = Enemies::of(look, side);
    let open = look.state.markers.iter().any(|marker| marker.side == side)
        || look.state.on_table_of(side).any(|group| might_declare(look, group, &enemies));
    open.then_some(Next::Ask { side, prompt: Prompt::Impact(ImpactPrompt::Declare) })
}

/// The same for a charge that its owner orders.
fn might_declare(look: Look<'_>, group: GroupId, enemies: &Enemies) -> bool {
    might_charge(look, group, enemies) && look.may_charge_at_will(group)
}

/// A group that has declared nothing, is able to charge, and has enemy near enough ahead of its front.
pub fn might_charge(look: Look<'_>, group: GroupId, enemies: &Enemies) -> bool {
    !has_charge(look, group) && look.may_charge(group) && enemies.in_reach(look, group)
}

pub fn has_charge(look: Look<'_>, group: GroupId) -> bool {
    look.state.charges.iter().any(|charge| charge.group == group)
}

/// The enemies of a side on the table, with the circles about them.
pub struct Enemies(Vec<(GroupId, Circle)>);

impl Enemies {
    pub fn of(look: Look<'_>, side: Side) -> Enemies {
        let enemies = look.state.on_table_of(side.other());
        Enemies(enemies.map(|enemy| (enemy, look.circle(enemy))).collect())
    }

    /// No point of a front edge comes further than the move: beyond it no contact is possible.
    fn in_reach(&self, look: Look<'_>, group: GroupId) -> bool {
        let reach = Pace::charge(look, group, 0.0).most() + look.rules.tolerance.length;
        let here = look.circle(group);
        self.0.iter().any(|(enemy, circle)| circle.near(&here, reach) && look.is_within(group, *enemy, reach))
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Impact(ImpactChoice::EndDeclarations) => Verdict::legal(Ghost::default()),
        Choice::Impact(ImpactChoice::Declare { group, path }) => check_charge(look, *group, path),
        _ => not_asked(choice),
    }
}

/// FA-DEC-20, FA-DEC-21: the verdict on one declaration.
pub fn check_charge(look: Look<'_>, group: GroupId, path: &ChargePath) -> Verdict<Rules> {
    if group.index() >= look.state.groups.len() {
        return Verdict::refused(rule!("FA-CHG-01"), Fact::NoSuchGroup(group));
    }
    if look.state.group(group).side != look.active() {
        return Verdict::refused(rule!("FA-SEQ-03"), Fact::NotYours(group));
    }
    if !path.is_sound() {
        return Verdict::refused(rule!("FA-CHG-17"), Fact::Rule);
    }
    let mut breaches: Vec<Reason<Fact>> = look.cannot_charge(group).collect();
    if has_charge(look, group) {
        breaches.push(Reason { rule: rule!("FA-CHG-02"), fact: Fact::Group(group) });
    }
    if !breaches.is_empty() {
        return Verdict { breaches, ..Verdict::legal(Ghost::default()) };
    }
    let found = judge(&Search::of(look, group), path, &mut breaches);
    let ghost = found.as_ref().map(|found| ghost(look, group, found)).unwrap_or_default();
    let legal = found.filter(|_| breaches.is_empty());
    let plan = legal.map(|found| Box::new(Plan::Charge(charge(group, *path, &found))));
    Verdict { breaches, plan, ..Verdict::legal(ghost) }
}

/// Everything that a declaration along this path breaks, and what it would lead to.
pub(super) fn judge(
    search: &Search<'_>,
    path: &ChargePath,
    breaches: &mut Vec<Reason<Fact>>,
) -> Option<Outlook> {
    let (look, group) = (search.look, search.group);
    let mut refuse = |rule: RuleId, fact: Fact| breaches.push(Reason { rule, fact });
    if let Some((_, angle)) = path.wheel {
        if angle.0 > 90.0 {
            refuse(rule!("FA-CHG-19"), Fact::Angle { degrees: angle.0, most: 90.0 });
        }
        if look.rules.v31() && path.ahead.0 > 0.0 {
            refuse(rule!("FA-V31-12"), Fact::TooFar { used: path.ahead.0, allowed: 0.0 });
        }
        if look.state.did(group, Deed::PartlyPassed) {
            refuse(rule!("FA-INT-12"), Fact::Group(group));
        }
    }
    let Some(found) = search.outlook(path) else {
        refuse(rule!("FA-CHG-20"), Fact::Group(group));
        return None;
    };
    if !search.may_cross_rivers(path, &found) {
        refuse(rule!("FA-TER-21"), Fact::Group(group));
    }
    if path.drop.is_some() && !search.needs_drop(path) {
        refuse(rule!("FA-CHG-20"), Fact::Group(group));
    }
    if !found.is_contact() {
        let (rule, fact) = why_short(look, group, &found);
        refuse(rule, fact);
        return Some(found);
    }
    search.refuse_targets(&found, &mut refuse);
    if path.wheel.is_some() && search.wheel_loses(&found) {
        let straight = search.straight_eligible();
        refuse(rule!("FA-CHG-18"), Fact::Count { found: found.eligible as i32, allowed: straight as i32 });
    }
    Some(found)
}

/// FA-CHG-01, FA-CHG-22, FA-CHG-24: why a path leads to no legal contact.
fn why_short(look: Look<'_>, group: GroupId, found: &Outlook) -> (RuleId, Fact) {
    match found.trace.end {
        End::Contact => (rule!("FA-CHG-05"), Fact::Group(group)),
        End::Friends(friend) => (rule!("FA-CHG-24"), Fact::BlockedBy(friend)),
        End::Camp => (rule!("FA-CHG-15"), Fact::Group(group)),
        End::Edge(edge) => (rule!("FA-CHG-26"), Fact::OffTable(edge)),
        End::Distance => (rule!("FA-CHG-01"), out_of_reach(look, group, found)),
    }
}

/// The nearest enemy, how far he is, and how far the charge may go.
fn out_of_reach(look: Look<'_>, group: GroupId, found: &Outlook) -> Fact {
    let enemies = look.enemies(look.state.group(group).side);
    let near = enemies.map(|enemy| (enemy, look.distance(group, enemy)));
    let nearest = near.min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map_or(Fact::Group(group), |(other, distance)| Fact::Apart {
        group,
        other,
        distance,
        limit: found.trace.allowed,
    })
}

impl Look<'_> {
    /// FA-CHG-01, FA-CHG-04: whom a group could reach with one of the charges that are tried for it.
    pub fn charge_targets(&self, group: GroupId) -> GroupSet {
        let found = every_set(&Search::of(*self, group)).into_iter();
        found.fold(GroupSet::EMPTY, |all, (_, one)| all.union(one.targets))
    }
}

/// What a declared charge is known to lead to.
fn ghost(look: Look<'_>, group: GroupId, found: &Outlook) -> Ghost {
    let test = look.test_to_charge(group, found.targets, found.flanks).map(|_| {
        let tester = look.tester(GroupSet::one(group), true);
        TestAhead { needed: tester.needed, modifier: tester.modifiers.total(), chance: tester.chance() }
    });
    Ghost {
        moves: found.body.places(),
        commanders: Vec::new(),
        used: found.trace.used,
        allowed: found.trace.allowed,
        test,
        targets: found.targets,
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice, plan: Option<Box<Plan>>) -> Result<(), NeedRoll> {
    match choice {
        Choice::Impact(ImpactChoice::Declare { group, path }) => declare(cx, *group, *path, plan),
        _ => cx.emit(Event::Enters { phase: Phase::Impact, stage: Stage::ChargeTests }),
    }
    Ok(())
}

fn declare(cx: &mut Cx<'_, Rules>, group: GroupId, path: ChargePath, plan: Option<Box<Plan>>) {
    let planned = match plan.map(|plan| *plan) {
        Some(Plan::Charge(charge)) => Some(charge),
        _ => {
            let found = Search::of(Look::new(cx.rules, cx.state()), group).outlook(&path);
            found.map(|found| charge(group, path, &found))
        }
    };
    let Some(charge) = planned else { return };
    cx.cite(rule!("FA-CHG-04"), || Fact::Groups(charge.targets));
    if !charge.flanks.is_empty() {
        cx.cite(rule!("FA-FLK-05"), || Fact::Groups(charge.flanks));
    }
    cx.emit(Event::Charge(charge));
}

/// A charge as it is declared.
pub fn charge(group: GroupId, path: ChargePath, found: &Outlook) -> Charge {
    Charge {
        group,
        path,
        targets: found.targets,
        flanks: found.flanks,
        unordered: false,
        tested: GroupSet::EMPTY,
        revealed: GroupSet::EMPTY,
        bursts: GroupSet::EMPTY,
        status: ChargeStatus::Declared,
    }
}

/// Every legal charge of the sample that the active player could declare now, with what it is known to lead to.
pub fn charges(look: Look<'_>) -> Vec<Charge> {
    all_charges(look, |search| search.legal())
}

/// Charges of one group, one for each set of targets that it can reach and more (`sets.rs`), with where each would end.
pub fn charges_of(look: Look<'_>, group: GroupId) -> Vec<(ChargePath, Ghost)> {
    let able = group.index() < look.state.groups.len()
        && look.state.group(group).side == look.active()
        && might_declare(look, group, &Enemies::of(look, look.active()));
    let found = if able { every_set(&Search::of(look, group)) } else { Vec::new() };
    found.into_iter().map(|(path, found)| (path, ghost(look, group, &found))).collect()
}

fn all_charges(look: Look<'_>, find: impl Fn(&Search<'_>) -> Vec<(ChargePath, Outlook)>) -> Vec<Charge> {
    let enemies = Enemies::of(look, look.active());
    let mine = look.state.on_table_of(look.active());
    let groups = mine.filter(|group| might_declare(look, *group, &enemies));
    let of =
        |group| find(&Search::of(look, group)).into_iter().map(move |(path, on)| charge(group, path, &on));
    groups.flat_map(of).collect()
}

/// The places in the list of the active player's ambush markers.
fn own_markers(look: Look<'_>) -> impl Iterator<Item = u8> + '_ {
    let own = move |at: &usize| look.state.markers[*at].side == look.active();
    (0..look.state.markers.len()).filter(own).map(|at| at as u8)
}

/// Every legal charge of the sample for each group, a charge for every other set of targets (`sets.rs`), and the end of
/// the declarations; as a sample a few of them.
pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    let declare = |group, path| Choice::Impact(ImpactChoice::Declare { group, path });
    match want {
        Want::All => {
            out.extend(own_markers(look).map(|marker| Choice::SetUp(SetUpChoice::RevealOwn { marker })));
            let charges = all_charges(look, every_set).into_iter();
            out.extend(charges.map(|charge| declare(charge.group, charge.path)));
        }
        Want::Sample(count, sampler) => {
            if let Some(marker) = own_markers(look).next().filter(|_| sampler.below(8) == 0) {
                out.push(Choice::SetUp(SetUpChoice::RevealOwn { marker }));
            }
            let enemies = Enemies::of(look, look.active());
            let mine = look.state.on_table_of(look.active());
            let groups: Vec<GroupId> = mine.filter(|group| might_declare(look, *group, &enemies)).collect();
            for _ in 0..if groups.is_empty() { 0 } else { count.max(1) } {
                let Some(group) = groups.get(sampler.below(groups.len() as u32) as usize) else { break };
                let paths = sample(look, *group);
                // Straight charges are tried half of the time.
                let drawn = sampler.below(2 * paths.len() as u32) as usize;
                let path = paths.get(drawn).copied().unwrap_or_default();
                if check_charge(look, *group, &path).is_legal() {
                    out.push(declare(*group, path));
                }
            }
        }
    }
    out.push(Choice::Impact(ImpactChoice::EndDeclarations));
}
