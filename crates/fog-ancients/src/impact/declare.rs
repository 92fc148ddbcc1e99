//! Declaring charges (50.1, 50.2): the verdict on a path, and the paths that are proposed.

use super::choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt};
use super::outlook::{Outlook, outlook};
use super::pace::Pace;
use super::sets::every_set;
use super::trace::{Around, End, is_near, ring};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::setup::SetUpChoice;
use crate::stage::{Phase, Stage};
use crate::state::{Deed, Shape};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Circle, Facing, Hand, Rect, degrees, to_degrees};
use aelian_rulebook::{Reason, RuleId, rule};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// FA-DEC-20, FA-AMB-10: the active player is asked as long as some group of his might still charge, or come out of an
/// ambush to do so.
pub fn next(look: Look<'_>) -> Asked {
    let side = look.active();
    let enemies = Enemies::of(look, side);
    let open = look.state.markers.iter().any(|marker| marker.side == side)
        || look.state.on_table_of(side).any(|group| might_charge(look, group, &enemies));
    open.then_some(Next::Ask { side, prompt: Prompt::Impact(ImpactPrompt::Declare) })
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
    let mut breaches = look.cannot_charge(group);
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
fn judge(search: &Search<'_>, path: &ChargePath, breaches: &mut Vec<Reason<Fact>>) -> Option<Outlook> {
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
        let (rule, fact) = why_short(group, &found);
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
fn why_short(group: GroupId, found: &Outlook) -> (RuleId, Fact) {
    match found.trace.end {
        End::Contact => (rule!("FA-CHG-05"), Fact::Group(group)),
        End::Friends(friend) => (rule!("FA-CHG-24"), Fact::BlockedBy(friend)),
        End::Camp => (rule!("FA-CHG-15"), Fact::Group(group)),
        End::Edge(edge) => (rule!("FA-CHG-26"), Fact::OffTable(edge)),
        End::Distance => {
            (rule!("FA-CHG-01"), Fact::TooFar { used: found.trace.used, allowed: found.trace.allowed })
        }
    }
}

/// One group that looks for a charge.
pub struct Search<'a> {
    pub look: Look<'a>,
    pub group: GroupId,
    pub around: Around,
    pub pace: Pace,
    block: Rect,
    column: bool,
    /// FA-CHG-18: bases that would fight after a charge straight ahead, once somebody has asked.
    straight: OnceCell<usize>,
}

impl<'a> Search<'a> {
    pub fn of(look: Look<'a>, group: GroupId) -> Search<'a> {
        let pace = Pace::charge(look, group, 0.0);
        // What files may step into is at most 2 MU further away.
        let reach = pace.most() + look.mu(2.0) + look.rules.width;
        let around = Around::of(look, group, reach, GroupSet::EMPTY);
        let (block, column) = (look.block(group), look.is_column(group));
        Search { look, group, around, pace, block, column, straight: OnceCell::new() }
    }

    pub fn outlook(&self, path: &ChargePath) -> Option<Outlook> {
        let spare = |met| self.look.never_stepped_into(self.group, met);
        outlook(self.look, self.group, path, &self.around, self.pace, spare)
    }

    /// FA-TER-21: in a river a charge goes within 45 degrees of straight across.
    fn may_cross_rivers(&self, path: &ChargePath, found: &Outlook) -> bool {
        if self.look.state.field.rivers.is_empty() {
            return true;
        }
        let rects: Vec<Rect> = self.look.state.rects_of(self.group).copied().collect();
        let there: Vec<Rect> = found.trace.body.rects().copied().collect();
        let start = self.look.state.group(self.group).facing.vector();
        let end = found.trace.body.facing.vector();
        let begins_straight = path.wheel.is_none() || path.ahead.0 > 0.0;
        (!begins_straight || self.look.may_cross(&rects, start)) && self.look.may_cross(&there, end)
    }

    /// FA-CHG-20, FA-CHG-21: without the drop friends are in the way.
    fn needs_drop(&self, path: &ChargePath) -> bool {
        let whole = self.outlook(&ChargePath { drop: None, ..*path });
        whole.is_some_and(|whole| matches!(whole.trace.end, End::Friends(_)))
    }

    /// FA-CHG-09, FA-CHG-13, FA-LOS-06, FA-SKC-01: what forbids these targets.
    fn refuse_targets(&self, found: &Outlook, refuse: &mut impl FnMut(RuleId, Fact)) {
        let (look, group) = (self.look, self.group);
        if found.sides_only {
            refuse(rule!("FA-CHG-09"), Fact::Groups(found.targets));
        }
        let barred = look.barred_to_light_foot(group, found, &self.around);
        if !barred.is_empty() {
            refuse(rule!("FA-SKC-01"), Fact::Groups(barred));
        }
        let overlapped: GroupSet = look.state.bouts_of(group).map(|bout| bout.enemy_of(group)).collect();
        if found.targets.is_subset(overlapped) {
            refuse(rule!("FA-CHG-13"), Fact::Groups(overlapped));
        }
        if !found.targets.iter().any(|target| look.sees_group(group, target)) {
            refuse(rule!("FA-LOS-06"), Fact::Groups(found.targets));
        }
    }

    /// FA-CHG-18, FA-ALG-22, AMB-37: fewer bases would fight than in a charge straight ahead.
    fn wheel_loses(&self, found: &Outlook) -> bool {
        found.eligible < self.straight_eligible()
    }

    /// How many bases would fight after a charge straight ahead; none if friends are in the way of it.
    fn straight_eligible(&self) -> usize {
        *self.straight.get_or_init(|| {
            let straight = self.outlook(&ChargePath::default());
            straight.filter(|straight| straight.is_contact()).map_or(0, |straight| straight.eligible)
        })
    }

    /// The legal charges of the fixed sample, straight ones first.
    pub fn legal(&self) -> Vec<(ChargePath, Outlook)> {
        let mut legal = Vec::new();
        let _ = self.each_legal(sample(self.look, self.group), |path, found| {
            legal.push((path, found));
            ControlFlow::Continue(())
        });
        legal
    }

    /// What a charge along this path leads to, if it may be declared.
    pub fn judged(&self, path: &ChargePath) -> Option<Outlook> {
        if !self.could_meet(path) {
            return None;
        }
        let mut breaches = Vec::new();
        judge(self, path, &mut breaches).filter(|_| breaches.is_empty())
    }

    /// Some enemy is near enough to what this path sweeps: without that it leads to no contact. Measured generously;
    /// columns that wheel go by their track, and are always looked at.
    pub fn could_meet(&self, path: &ChargePath) -> bool {
        let Some((hand, angle)) = path.wheel else { return true };
        if self.column {
            return true;
        }
        let block = self.block.with_pose(self.block.pose.advanced(path.ahead.0));
        let pivot = block.corner(hand.front_corner());
        let left = (self.pace.most() - path.ahead.0).max(0.0);
        let wheeled = block.pose.rotated_about(pivot, degrees(angle.0) * hand.sign());
        let before = Rect::new(block.pose, block.width, block.depth + path.ahead.0);
        let after = Rect::new(wheeled.advanced(left), block.width, block.depth + left);
        let (ring, slack) = (ring(&block, pivot), 4.0 * self.look.rules.tolerance.length);
        self.around.enemies.iter().any(|enemy| {
            ring.near(&enemy.circle, slack)
                || is_near(&after, &enemy.circle, slack)
                || is_near(&before, &enemy.circle, slack)
        })
    }

    /// Looks at each legal charge along these paths, best with narrow wheels before wider ones: a wheel that is
    /// stopped before it is whole ends where every wider one does.
    pub fn each_legal(
        &self,
        paths: impl IntoIterator<Item = ChargePath>,
        mut visit: impl FnMut(ChargePath, Outlook) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_end(
            paths.into_iter().filter(|path| self.could_meet(path)),
            |path| {
                let mut breaches = Vec::new();
                let found = judge(self, path, &mut breaches)?;
                let short = found.trace.stops_in_wheel(path);
                Some((Some(found).filter(|_| breaches.is_empty()), short))
            },
            |path, found| found.map_or(ControlFlow::Continue(()), |found| visit(path, found)),
        )
    }

    /// One of these paths leads to a flank or the rear of this group.
    pub fn takes_in_flank(&self, paths: impl IntoIterator<Item = ChargePath>, group: GroupId) -> bool {
        let hits = |found: &Outlook| found.is_contact() && found.flanks.contains(group);
        let looked = self.each_end(
            paths.into_iter().filter(|path| self.could_meet(path)),
            |path| self.outlook(path).map(|found| (hits(&found), found.trace.stops_in_wheel(path))),
            |_, hits| if hits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        );
        looked.is_break()
    }

    /// What is found along each of these paths, and whether its wheel was stopped: then all wider ones find the same.
    pub fn each_end<T: Clone>(
        &self,
        paths: impl IntoIterator<Item = ChargePath>,
        find: impl Fn(&ChargePath) -> Option<(T, bool)>,
        mut visit: impl FnMut(ChargePath, T) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stopped: Vec<(ChargePath, T)> = Vec::new();
        for path in paths {
            let path = &path;
            if let Some((_, found)) = stopped.iter().find(|(narrower, _)| is_wider(path, narrower)) {
                visit(*path, found.clone())?;
                continue;
            }
            let Some((found, short)) = find(path) else { continue };
            if short {
                stopped.push((*path, found.clone()));
            }
            visit(*path, found)?;
        }
        ControlFlow::Continue(())
    }
}

/// The wheel of this path is that of the other carried on.
fn is_wider(path: &ChargePath, other: &ChargePath) -> bool {
    let wheels = path.wheel.zip(other.wheel);
    let further = wheels.is_some_and(|((hand, angle), (its, least))| hand == its && angle.0 >= least.0);
    further && path.ahead.0 == other.ahead.0 && path.drop == other.drop
}

impl Look<'_> {
    /// FA-CHG-01, FA-CHG-04: whom a group could reach with one of the charges that are tried for it.
    pub fn charge_targets(&self, group: GroupId) -> GroupSet {
        let found = every_set(&Search::of(*self, group)).into_iter();
        found.fold(GroupSet::EMPTY, |all, (_, one)| all.union(one.targets))
    }
}

/// The angles of wheels that are proposed, in degrees.
const ANGLES: [f64; 10] = [5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 90.0];

/// The parts of the move before which a wheel is proposed.
const PARTS: [f64; 3] = [0.0, 0.25, 0.5];

/// FA-CHG-16, FA-CHG-20: straight ahead, also with a file of either hand dropped back.
pub fn straight(look: Look<'_>, group: GroupId) -> Vec<ChargePath> {
    let straight = ChargePath::default();
    let drops = Hand::BOTH.map(|hand| ChargePath { drop: Some(hand), ..straight });
    let mut paths = vec![straight, drops[0], drops[1]];
    if look.state.group(group).shape == Shape::KinkedColumn {
        paths.truncate(1);
    }
    paths
}

/// The paths that are proposed: straight ahead, also with a file of either hand dropped back; for each enemy in reach
/// the wheels, to a degree, that point the front at him and that bring it parallel to his; and wheels to either hand by
/// 5 to 90 degrees at the start of the move, after a quarter and after a half of it (FA-V31-12: only at the start).
pub fn sample(look: Look<'_>, group: GroupId) -> Vec<ChargePath> {
    let mut paths = straight(look, group);
    let whole = Pace::charge(look, group, 0.0).most();
    aim_at_enemies(look, group, whole, &mut paths);
    let parts = if look.rules.v31() { &PARTS[..1] } else { &PARTS[..] };
    for part in parts {
        for angle in ANGLES {
            for hand in Hand::BOTH {
                paths.push(ChargePath {
                    ahead: (part * whole).into(),
                    wheel: Some((hand, angle.into())),
                    drop: None,
                });
            }
        }
    }
    paths
}

/// Wheels at the start of the move towards each enemy who might be reached, those of the fixed angles left out.
fn aim_at_enemies(look: Look<'_>, group: GroupId, whole: f64, paths: &mut Vec<ChargePath>) {
    let block = look.block(group);
    let (here, facing) = (block.circle(), block.pose.facing);
    for enemy in look.state.on_table_of(look.state.group(group).side.other()) {
        let theirs = look.block(enemy);
        if !theirs.circle().near(&here, whole) {
            continue;
        }
        let towards = Facing::along(theirs.centre() - block.pose.at);
        for wanted in [towards, theirs.pose.facing.reversed()] {
            let off = facing.turn_to(wanted);
            let angle = to_degrees(off.abs()).round();
            let hand = if off < 0.0 { Hand::Left } else { Hand::Right };
            let wheel = Some((hand, angle.into()));
            let path = ChargePath { wheel, ..ChargePath::default() };
            if (2.0..=90.0).contains(&angle) && !ANGLES.contains(&angle) && !paths.contains(&path) {
                paths.push(path);
            }
        }
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

fn all_charges(look: Look<'_>, find: impl Fn(&Search<'_>) -> Vec<(ChargePath, Outlook)>) -> Vec<Charge> {
    let enemies = Enemies::of(look, look.active());
    let mine = look.state.on_table_of(look.active());
    let groups = mine.filter(|group| might_charge(look, *group, &enemies));
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
            let groups: Vec<GroupId> = mine.filter(|group| might_charge(look, *group, &enemies)).collect();
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
