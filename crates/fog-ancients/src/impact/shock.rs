//! Shock troops that charge without orders (50.5, impact 4).

use super::choice::{Charge, ChargePath};
use super::declare::{Enemies, charge, has_charge, might_charge};
use super::fan::fan;
use super::outlook::{Outlook, outlook};
use super::pace::Pace;
use super::paths::straight;
use super::search::Search;
use super::trace::{Around, Other, is_near, start};
use crate::choice::{Asked, Choice, Ghost};
use crate::command::complex_move_test;
use crate::event::Event;
use crate::fact::Fact;
use crate::field::Level;
use crate::flow::not_asked;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules, hundredths};
use crate::state::Deed;
use crate::tables::Disorder;
use crate::troop::TroopType;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_geometry::{Hand, Rect, convex_overlap, strip_ahead, touching};
use aelian_rulebook::{RuleId, rule};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// A charge that shock troops might make without orders.
#[derive(Clone, Debug)]
struct Prospect {
    path: ChargePath,
    found: Outlook,
    /// FA-SHK-13: friends in its way.
    through: GroupSet,
}

/// FA-SHK-01, FA-SHK-09, FA-SHK-15, FA-SHK-19, FA-DEC-22: groups that may have to test: shock troops, not FRAGMENTED, that declared nothing and have enemy near.
fn doubtful(look: Look<'_>) -> Option<GroupId> {
    let shock = |group: &GroupId| {
        look.state.group(*group).is_shock() && !look.state.dealt.contains(*group) && !has_charge(look, *group)
    };
    let mut groups = look.state.on_table_of(look.active()).filter(shock).peekable();
    groups.peek()?;
    let enemies = Enemies::of(look, look.active());
    groups.find(|group| might_charge(look, *group, &enemies))
}

pub fn next(look: Look<'_>) -> Asked {
    doubtful(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if doubtful(look).is_some() => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// FA-SHK-01, FA-SHK-14, FA-SHK-16, FA-SHK-18: the next group that must test does so; those that need not are passed over.
pub fn resolve(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    while let Some(group) = doubtful(Look::new(cx.rules, cx.state())) {
        let look = Look::new(cx.rules, cx.state());
        let found = prospects(look, group).map(|prospects| nearest_ahead(look, &prospects));
        cx.emit(Event::Dealt(group));
        let chosen = match found {
            Ok(nearest) => nearest,
            Err(exempt) => {
                exempt.into_iter().for_each(|rule| cx.cite(rule, || Fact::Group(group)));
                None
            }
        };
        let Some(chosen) = chosen else { continue };
        cite_temptation(cx, group, &chosen);
        let tester = Look::new(cx.rules, cx.state()).tester(GroupSet::one(group), false);
        if complex_move_test(cx, rule!("FA-SHK-01"), &tester)? {
            cx.emit(Event::Did { group, deed: Deed::Held });
        } else {
            cx.cite(rule!("FA-SHK-17"), || Fact::Group(group));
            let unordered = charge(group, chosen.path, &chosen.found);
            cx.emit(Event::Charge(Charge { unordered: true, bursts: chosen.through, ..unordered }));
        }
        break;
    }
    Ok(())
}

/// FA-SHK-02, FA-SHK-03, FA-SHK-13: what makes it test.
fn cite_temptation(cx: &mut Cx<'_, Rules>, group: GroupId, chosen: &Prospect) {
    let mounted = cx.state().group(group).is_mounted();
    let rule = if mounted { rule!("FA-SHK-02") } else { rule!("FA-SHK-03") };
    cx.cite(rule, || Fact::Groups(chosen.found.targets));
    if !chosen.through.is_empty() {
        cx.cite(rule!("FA-SHK-13"), || Fact::Groups(chosen.through));
    }
}

/// FA-SHK-17: the one that takes all targets, or else the one nearest to straight ahead.
fn nearest_ahead(look: Look<'_>, prospects: &[Prospect]) -> Option<Prospect> {
    let all = prospects.iter().fold(GroupSet::EMPTY, |all, one| all.union(one.found.targets));
    let angle = |one: &&Prospect| one.path.wheel.map_or(0.0, |(_, angle)| angle.0);
    let end = |one: &&Prospect| look.off_middle(one.found.trace.body.block().pose.at);
    let least = |one: &&Prospect| (hundredths(angle(one)), end(one));
    let whole = prospects.iter().filter(|one| one.found.targets == all).min_by_key(least);
    whole.or_else(|| prospects.iter().min_by_key(least)).cloned()
}

/// FA-SHK-02 to FA-SHK-13: the charges that it might make; the rule by which it need not test, if it has any in reach,
/// for which one charge that deters it is enough. Looked at are those straight ahead and with wheels by each 5 degrees; where none of them leads to the
/// enemy, the whole fan; and of wheels the smallest that does, to a degree (FA-SHK-17).
fn prospects(look: Look<'_>, group: GroupId) -> Result<Vec<Prospect>, Option<RuleId>> {
    let search = Search::of(look, group);
    let near = |other: &Other| tempts(look, group, other.group);
    // FA-SHK-06, FA-FF-14: against any of those for whom they might leave their line.
    let defends = |other: &Other| near(other) && look.defends_line(group, other.group);
    if look.state.group(group).is_foot() && search.around.enemies.iter().any(defends) {
        return Err(Some(rule!("FA-SHK-06")));
    }
    if !search.around.enemies.iter().any(near) {
        let horse = search.around.enemies.iter().any(|other| look.state.group(other.group).is_mounted());
        return Err((horse && look.state.group(group).is_foot()).then_some(rule!("FA-SHK-03")));
    }
    let mut prospects: Vec<Prospect> = Vec::new();
    let mut fears = Fears::of(&search);
    let mut deterred = None;
    let looked = search.each_legal(coarse(look, group), |path, found| {
        if let Some(one) = prospect_of(&search, path, found) {
            deterred = fears.deter(&one);
            if deterred.is_some() {
                return ControlFlow::Break(());
            }
            prospects.push(one);
        }
        ControlFlow::Continue(())
    });
    if looked.is_break() {
        return Err(deterred);
    }
    let wide = if prospects.is_empty() { widest(&search) } else { None };
    let nearer = prospects.first().or(wide.as_ref()).and_then(|one| nearer_ahead(&search, one));
    let more: Vec<Prospect> = nearer.into_iter().chain(wide).collect();
    if let Some(rule) = more.iter().find_map(|one| fears.deter(one)) {
        return Err(Some(rule));
    }
    prospects.splice(0..0, more);
    if prospects.is_empty() {
        prospects = through_friends(&search)?;
        prospects.retain(|one| one.found.targets.iter().any(|target| tempts(look, group, target)));
        if let Some(rule) = prospects.iter().find_map(|one| fears.deter(one)) {
            return Err(Some(rule));
        }
    }
    if prospects.is_empty() { Err(None) } else { Ok(prospects) }
}

/// Straight ahead, and wheels at the start of the move by each 5 degrees, the smaller first.
fn coarse(look: Look<'_>, group: GroupId) -> Vec<ChargePath> {
    let wheel = |hand, angle: u32| ChargePath {
        wheel: Some((hand, f64::from(angle).into())),
        ..ChargePath::default()
    };
    let wheels = (1..=18).flat_map(|fives| Hand::BOTH.map(|hand| wheel(hand, fives * 5)));
    straight(look, group).into_iter().chain(wheels).collect()
}

/// The charge along this path, if it may be made and takes somebody whom they long for.
fn prospect(search: &Search<'_>, path: &ChargePath) -> Option<Prospect> {
    search.judged(path).and_then(|found| prospect_of(search, *path, found))
}

fn prospect_of(search: &Search<'_>, path: ChargePath, found: Outlook) -> Option<Prospect> {
    let tempted = found.targets.iter().any(|target| tempts(search.look, search.group, target));
    tempted.then_some(Prospect { path, found, through: GroupSet::EMPTY })
}

/// The first charge of the whole fan against any who tempt them; FA-CHG-20: with a file dropped back if need be.
fn widest(search: &Search<'_>) -> Option<Prospect> {
    let look = search.look;
    let near: GroupSet = search.around.enemies.iter().map(|other| other.group).collect();
    let tempting = near.iter().filter(|enemy| tempts(look, search.group, *enemy));
    let first = |enemy: GroupId, drop: Option<Hand>| {
        let mut first = None;
        let paths = fan(look, search.group, look.block(enemy)).map(|path| ChargePath { drop, ..path });
        let _ = search.each_legal(paths, |path, found| {
            first = prospect_of(search, path, found);
            if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        first
    };
    let mut hindered = Vec::new();
    search.was_hindered();
    for enemy in tempting {
        let whole = first(enemy, None);
        if whole.is_some() {
            return whole;
        }
        // FA-CHG-21: a file drops back for friends in the way only.
        if search.was_hindered() && search.may_drop() {
            hindered.push(enemy);
        }
    }
    let hands = look.hands(look.block(search.group).pose);
    hindered.into_iter().find_map(|enemy| hands.into_iter().find_map(|hand| first(enemy, Some(hand))))
}

/// FA-SHK-17: the same charge with a wheel that is smaller by up to 4 degrees, the smallest that takes as many.
fn nearer_ahead(search: &Search<'_>, one: &Prospect) -> Option<Prospect> {
    let (hand, angle) = one.path.wheel?;
    (1..=4).rev().map(|less| angle.0 - f64::from(less)).filter(|angle| *angle > 0.0).find_map(|angle| {
        let path = ChargePath { wheel: Some((hand, angle.into())), ..one.path };
        prospect(search, &path).filter(|nearer| nearer.found.targets == one.found.targets)
    })
}

/// FA-SHK-02, FA-SHK-03: mounted go for any enemy, foot for foot.
fn tempts(look: Look<'_>, group: GroupId, target: GroupId) -> bool {
    let enemy = look.state.group(target);
    !enemy.is_broken() && (look.state.group(group).is_mounted() || enemy.is_foot())
}

/// FA-SHK-11, FA-SHK-12, FA-SHK-13: charges through friends who are neither shock troops nor in melee, if not all enemy in reach
/// are skirmishers.
fn through_friends(search: &Search<'_>) -> Result<Vec<Prospect>, Option<RuleId>> {
    let (look, group) = (search.look, search.group);
    let around = Around { friends: Vec::new(), ..search.around.clone() };
    let spare = |met| look.never_stepped_into(group, met);
    let mut found = Vec::new();
    let mut firm = false;
    if search.around.friends.is_empty() {
        return Err(None);
    }
    let paths = coarse(look, group).into_iter().filter(|path| path.drop.is_none());
    let _ = search.each_end(
        paths.filter(|path| search.could_meet(path)),
        |path| {
            let ahead = outlook(look, group, path, &around, search.pace, spare)?;
            let short = ahead.trace.stops_in_wheel(path);
            Some((through(search, path, ahead), short))
        },
        |path, ahead| {
            match ahead {
                Some(Through::Pliant(found_there, through)) => {
                    found.push(Prospect { path, found: found_there, through });
                }
                Some(Through::Firm) => firm = true,
                None => {}
            }
            ControlFlow::Continue(())
        },
    );
    if found.is_empty() {
        return Err(firm.then_some(rule!("FA-SHK-11")));
    }
    let only_skirmishers = found
        .iter()
        .all(|one| one.found.targets.iter().all(|target| look.state.group(target).is_skirmishers()));
    if only_skirmishers { Err(Some(rule!("FA-SHK-12"))) } else { Ok(found) }
}

/// A charge through friends.
#[derive(Clone)]
enum Through {
    /// They let themselves be charged through.
    Pliant(Outlook, GroupSet),
    /// FA-SHK-11: shock troops, or in melee.
    Firm,
}

/// FA-SHK-12, FA-SHK-13: this charge if friends are in its way who let themselves be charged through.
fn through(search: &Search<'_>, path: &ChargePath, ahead: Outlook) -> Option<Through> {
    let (look, group) = (search.look, search.group);
    if !ahead.is_contact() || ahead.sides_only {
        return None;
    }
    let hulls = ahead.trace.hulls(start(look, group, path)?);
    let crossed =
        |other: &&Other| hulls.iter().any(|hull| convex_overlap(hull, &other.rect, look.rules.tolerance));
    let through: GroupSet = search.around.friends.iter().filter(crossed).map(|other| other.group).collect();
    let firm = |friend: GroupId| look.state.group(friend).is_shock() || look.state.committed(friend);
    if through.is_empty() {
        return None;
    }
    Some(if through.iter().any(firm) { Through::Firm } else { Through::Pliant(ahead, through) })
}

/// What may keep a group back, worked out once for all its charges.
struct Fears<'a> {
    search: &'a Search<'a>,
    /// Who is about when these have gone, as it was last asked for.
    around: Option<(GroupSet, Around)>,
    /// FA-SHK-07: the ground before mounted enemy who might intercept.
    horse: OnceCell<Vec<Rect>>,
}

impl<'a> Fears<'a> {
    fn of(search: &'a Search<'a>) -> Fears<'a> {
        Fears { search, around: None, horse: OnceCell::new() }
    }

    /// FA-SHK-04, FA-SHK-05, FA-SHK-07, FA-SHK-08, FA-SHK-10: something at a possible end of this charge keeps them
    /// back.
    fn deter(&mut self, one: &Prospect) -> Option<RuleId> {
        let (look, group) = (self.search.look, self.search.group);
        if let Some(rule) = self.deter_at(&one.found) {
            return Some(rule);
        }
        let evades = |target: &GroupId| look.is_able_to_evade(*target) && !look.state.committed(*target);
        let evaders: GroupSet = one.found.targets.iter().filter(evades).collect();
        if evaders.is_empty() {
            return None;
        }
        let pace = |more: f64| Pace::charge(look, group, look.mu(more));
        let gone = evaders.union(one.through);
        if self.around.as_ref().is_none_or(|(known, _)| *known != gone) {
            let reach = pace(2.0).most() + look.step_reach();
            self.around = Some((gone, Around::of(look, group, reach, gone)));
        }
        let (_, around) = self.around.as_ref()?;
        [0.0, 1.0, 2.0].into_iter().find_map(|more| {
            let end = outlook(look, group, &one.path, around, pace(more), |_| GroupSet::EMPTY)?;
            self.deter_at(&end)
        })
    }

    fn deter_at(&self, end: &Outlook) -> Option<RuleId> {
        let (look, group) = (self.search.look, self.search.group);
        let foot = look.state.group(group).is_foot();
        // FA-SHK-04.
        let around = end.body.rough_box();
        let open = !look.state.field.patches().any(|patch| patch.is_near(around));
        let disorders = end.body.bases.iter().any(|(base, rect)| {
            let troop = look.state.troop(*base);
            let level = if open { Level::Open } else { look.level_under(troop, rect) };
            look.rules.tables.disorder(troop, level) != Disorder::None
        });
        // FA-SHK-05.
        let hidden = look.state.group(group).is_kind(TroopType::MediumFoot)
            && look.state.bases_of(group).all(|base| look.is_wholly_off_open(base));
        let comes_out = hidden && end.body.rects().any(|rect| !look.is_off_open(rect));
        // FA-SHK-08.
        let terrible = |target: GroupId| {
            look.state.group(target).is_kind(TroopType::Elephants) || look.defends_line(target, group)
        };
        // FA-SHK-08, FA-FF-14: also works that nobody defends.
        let wall = look.state.works.iter().any(|work| {
            work.portable_of.is_none()
                && end.body.rects().any(|rect| touching(rect, &work.rect, look.rules.tolerance))
        });
        // FA-SHK-07.
        let horse = |target: GroupId| look.state.group(target).is_mounted();
        if disorders {
            Some(rule!("FA-SHK-04"))
        } else if comes_out {
            Some(rule!("FA-SHK-05"))
        } else if wall || end.targets.iter().any(terrible) {
            Some(rule!("FA-SHK-08"))
        } else {
            let horse = foot && (end.targets.iter().any(horse) || self.is_in_reach_of_horse(end));
            horse.then_some(rule!("FA-SHK-07"))
        }
    }

    /// FA-SHK-07: mounted enemy could intercept the charge.
    fn is_in_reach_of_horse(&self, end: &Outlook) -> bool {
        let (look, group) = (self.search.look, self.search.group);
        let strips = self.horse.get_or_init(|| strips_of_horse(look, group));
        // No point of the group goes further than its outermost corner on the longest arc.
        let block = look.block(group);
        let diagonal = 2.0 * block.radius() / block.width.max(1.0);
        let reach = end.trace.used * 1.2 * diagonal.max(1.0) + look.mu(0.1);
        let mut near = strips.iter().filter(|strip| is_near(&block, &strip.circle(), reach)).peekable();
        if near.peek().is_none() {
            return false;
        }
        let hulls = end.trace.hulls(Body::of(look.state, group));
        near.any(|strip| hulls.iter().any(|hull| convex_overlap(hull, strip, look.rules.tolerance)))
    }
}

/// FA-ZOI-01, FA-ZOI-02: the ground before mounted enemy near this group that might intercept its charge, no farther than
/// they can go without disorder.
fn strips_of_horse(look: Look<'_>, group: GroupId) -> Vec<Rect> {
    let here = look.circle(group);
    let threatens = |enemy: &GroupId| {
        look.state.group(*enemy).is_mounted()
            && look.may_charge_at_will(*enemy)
            && look.circle(*enemy).near(&here, look.mu(12.0))
            && (look.state.group(group).is_skirmishers() || !look.state.group(*enemy).is_skirmishers())
    };
    let enemies = look.enemies(look.state.group(group).side).filter(threatens);
    let zones =
        enemies.map(|enemy| (enemy, look.interception_depth(enemy))).filter(|(_, depth)| *depth > 0.0);
    let strips = zones.flat_map(|(enemy, depth)| {
        let ahead = move |base| {
            let rect = look.state.rect(base);
            strip_ahead(rect, depth, rect.width)
        };
        look.front_bases(enemy).map(ahead).collect::<Vec<_>>()
    });
    strips.collect()
}
