//! Who shoots at whom in this phase (60.4 to 60.7): read from where all stand, the same for every order of shooting.

use super::lane::Friends;
use super::post::Post;
use super::tables::{DiceRow, Range, Rate};
use super::target::{Foe, Pick};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::Look;
use crate::shooting::Aiming;
use crate::troop::{Capability, TroopType};
use aelian_game::Side;
use aelian_geometry::{Circle, Hand, Rect, Vec2};

/// One base, or one half of a battle wagon's long side, that shoots.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub base: BaseId,
    pub by: GroupId,
    pub target: BaseId,
    pub on: GroupId,
    pub weapon: Capability,
    /// FA-SDICE-09: in the 2nd shooting rank.
    pub second: bool,
    pub effective: bool,
    pub rear: bool,
    pub rate: Rate,
}

/// What a group's owner has to say before it shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// FA-DEC-62.
    Side(GroupId),
    /// FA-DEC-61.
    Hand(GroupId),
}

/// The shooting of one phase.
#[derive(Clone, Debug, Default)]
pub struct Aims {
    pub shots: Vec<Shot>,
    pub open: Vec<Open>,
    /// FA-LOS-04, FA-SHOOT-39: light foot that have shot at a group from hiding; its bases see them.
    pub revealed: Vec<(GroupId, GroupId)>,
}

/// What one side finds on the table.
struct Scan {
    friends: Vec<Friends>,
    foes: Vec<Foe>,
    revealed: Vec<(GroupId, GroupId)>,
    /// FA-SHOOT-32, FA-SHOOT-33: bases of both sides in position to fight.
    engaged: Vec<BaseId>,
}

/// What one group has before it.
struct View<'a> {
    scan: &'a Scan,
    posts: &'a [Post],
    /// FA-DEC-61.
    told: Option<Hand>,
    /// The foes that its longest range could reach.
    foes: Vec<&'a Foe>,
    /// FA-SHOOT-21: the arcs at them, worked out once for each range.
    reaches: Vec<(Range, Vec<f64>)>,
}

impl Look<'_> {
    /// All shots of this phase, and what is still to be said about them. FA-SHOOT-02: all who can shoot do.
    pub fn aims(&self) -> Aims {
        let mut aims = self.aims_after(Vec::new());
        // Light foot show themselves by shooting; those they shoot at may then take other targets.
        while let Some(revealed) = self.newly_revealed(&aims) {
            aims = self.aims_after(revealed);
        }
        aims
    }

    fn aims_after(&self, revealed: Vec<(GroupId, GroupId)>) -> Aims {
        let mut aims = Aims::default();
        let first = self.active();
        let mut revealed = revealed;
        let shooters = |side: Side| {
            let groups = self.state.on_table_of(side).filter(|group| self.may_shoot(*group));
            groups.filter(|group| self.has_foe_near(*group)).collect::<GroupSet>()
        };
        let shooters = [first, first.other()].map(|side| (side, shooters(side)));
        if shooters.iter().all(|(_, groups)| groups.is_empty()) {
            return Aims { revealed, ..aims };
        }
        let mut engaged = self.engaged_bases();
        for (side, groups) in shooters.into_iter().filter(|(_, groups)| !groups.is_empty()) {
            let (friends, foes) = (self.bases_in_the_way(side), self.foes(side, &engaged));
            let scan = Scan { friends, foes, revealed, engaged };
            for group in groups.iter() {
                self.aim_group(group, &scan, &mut aims);
            }
            (revealed, engaged) = (scan.revealed, scan.engaged);
        }
        aims.revealed = revealed;
        aims
    }

    /// FA-LOS-04: with the light foot who now shoot from hiding; none if there are no new ones.
    fn newly_revealed(&self, aims: &Aims) -> Option<Vec<(GroupId, GroupId)>> {
        if self.is_bare() {
            return None;
        }
        let hides = |shot: &&Shot| {
            let is_light = self.state.troop(shot.base).kind == TroopType::LightFoot;
            is_light && self.visible_within(self.state.rect(shot.base), true) < f64::INFINITY
        };
        let mut revealed = aims.revealed.clone();
        for pair in aims.shots.iter().filter(hides).map(|shot| (shot.by, shot.on)) {
            if !revealed.contains(&pair) {
                revealed.push(pair);
            }
        }
        (revealed.len() > aims.revealed.len()).then_some(revealed)
    }

    /// What the owner of a group has said of its shooting.
    pub fn aiming(&self, group: GroupId) -> Aiming {
        let told = self.state.aims.iter().find(|aiming| aiming.group == group);
        told.cloned().unwrap_or_else(|| Aiming::new(group))
    }

    fn aim_group(&self, group: GroupId, scan: &Scan, aims: &mut Aims) {
        let told = self.aiming(group);
        if !self.state.group(group).is_kind(TroopType::BattleWagons) {
            return self.aim_posts(&self.posts(group, Hand::Left), told.hand, scan, aims);
        }
        let sides = Hand::BOTH.map(|side| {
            let mut found = Aims::default();
            self.aim_posts(&self.posts(group, side), told.hand, scan, &mut found);
            found
        });
        self.take_side(group, told.side, sides, aims);
    }

    /// FA-SHOOT-24, FA-DEC-62: battle wagons shoot from the side that was named; if there are targets on one side
    /// only, from that.
    fn take_side(&self, group: GroupId, told: Option<Hand>, sides: [Aims; 2], aims: &mut Aims) {
        let [left, right] = sides;
        let side = match (told, left.shots.is_empty(), right.shots.is_empty()) {
            (Some(Hand::Left), ..) | (None, _, true) => left,
            (Some(Hand::Right), ..) | (None, true, _) => right,
            (None, false, false) => return aims.open.push(Open::Side(group)),
        };
        aims.shots.extend(side.shots);
        aims.open.extend(side.open);
    }

    fn aim_posts(&self, posts: &[Post], told: Option<Hand>, scan: &Scan, aims: &mut Aims) {
        let Some(group) = posts.first().map(|post| post.group) else { return };
        let widest = self.widest_range(group);
        let foes: Vec<_> = scan.foes.iter().filter(|foe| self.is_near(posts, foe, widest)).collect();
        if foes.is_empty() {
            return;
        }
        let mut view = View { scan, posts, told, foes, reaches: Vec::new() };
        let mut open = false;
        let mut at = 0;
        while let Some(post) = posts.get(at) {
            let of_file = posts[at..].iter().take_while(|other| other.file == post.file).count();
            open |= self.aim_file(&posts[at..at + of_file], &mut view, &mut aims.shots);
            at += of_file;
        }
        if open {
            aims.open.push(Open::Hand(group));
        }
    }

    /// Enemy stand about as far away as it shoots, or nearer.
    fn has_foe_near(&self, group: GroupId) -> bool {
        // What stands behind works reaches a little further than its bases.
        let reach = self.reach(self.widest_range(group)) + 2.0 * self.rules.width;
        let around = self.circle(group);
        let mut foes = self.state.on_table_of(self.state.group(group).side.other());
        foes.any(|foe| around.near(&self.circle(foe), reach))
    }

    fn widest_range(&self, group: GroupId) -> f64 {
        let range = |troop: &crate::troop::Troop| {
            let weapon = troop.shoots_with()?;
            self.rules.tables.shooting.range(troop, weapon).map(|range| range.maximum)
        };
        self.state.group(group).kinds().iter().filter_map(range).fold(0.0, f64::max)
    }

    fn is_near(&self, posts: &[Post], foe: &Foe, range: f64) -> bool {
        let limit = self.reach(range);
        posts.iter().any(|post| post.front.circle().near(&foe.circle, limit))
    }

    /// FA-SHOOT-15, FA-SHOOT-23: a file shoots over the edge from which it has the target of higher priority; of two
    /// as good over its front. True if its owner has to choose between two targets.
    fn aim_file(&self, file: &[Post], view: &mut View<'_>, shots: &mut Vec<Shot>) -> bool {
        let mut best: Option<(Pick, Vec<Shot>, bool)> = None;
        for post in file {
            let (picks, open) = self.aim_post(post, view);
            let Some((pick, _)) = picks.first().copied() else { continue };
            let better =
                best.as_ref().is_none_or(|(held, ..)| is_before(&pick, held, self.rules.tolerance.length));
            if better {
                best = Some((pick, picks.into_iter().map(|(_, shot)| shot).collect(), open));
            }
        }
        let Some((_, found, open)) = best else { return false };
        shots.extend(found);
        open
    }

    /// The shots over one edge, each with what it was chosen by.
    fn aim_post(&self, post: &Post, view: &mut View<'_>) -> (Vec<(Pick, Shot)>, bool) {
        let mut shots = Vec::with_capacity(2);
        let mut open = false;
        let mut last: Option<(Range, Option<Pick>)> = None;
        for (base, weapon, second) in self.shooters(post, &view.scan.engaged) {
            let troop = self.state.troop(base);
            let Some(range) = self.rules.tables.shooting.range(troop, weapon) else { continue };
            let pick = match last {
                Some((same, pick)) if same == range => pick,
                _ => self.pick_for(post, range, view),
            };
            last = Some((range, pick));
            let Some(pick) = pick else { continue };
            let row = DiceRow::of(troop, weapon);
            let Some(rate) = self.rules.tables.shooting.rate(row, second, pick.at.effective) else {
                continue;
            };
            open |= pick.open;
            let (by, rear, effective) = (post.group, post.rear, pick.at.effective);
            let (target, on) = (pick.at.base, pick.at.group);
            shots.push((pick, Shot { base, by, target, on, weapon, second, effective, rear, rate }));
        }
        (shots, open)
    }

    /// FA-SHOOT-20, FA-LOS-05: the priority target of a post.
    fn pick_for(&self, post: &Post, range: Range, view: &mut View<'_>) -> Option<Pick> {
        if !view.reaches.iter().any(|(known, _)| *known == range) {
            view.reaches.push((range, self.reaches(view.posts, range, &view.foes)));
        }
        let (_, reaches) = view.reaches.iter().find(|(known, _)| *known == range)?;
        let found = self.candidates(post, range, &view.foes, reaches);
        self.pick(found, view.told, |candidate| {
            let mut mark = self.mark(candidate.base);
            mark.revealed = view.scan.revealed.contains(&(candidate.group, post.group));
            self.has_lane(post, mark, candidate.far, &view.scan.friends)
        })
    }

    /// FA-SHOOT-07, FA-SHOOT-28, FA-SHOOT-31, FA-SHOOT-32, FA-SDICE-09: the bases of a post that shoot, with their weapons, and
    /// whether each is in the 2nd shooting rank.
    fn shooters(
        &self,
        post: &Post,
        engaged: &[BaseId],
    ) -> impl Iterator<Item = (BaseId, Capability, bool)> + use<> {
        let armed = |base: BaseId| self.state.troop(base).shoots_with().is_some();
        let [first, second] = post.ranks;
        let led = first.is_some_and(armed);
        let one_rank = |base: BaseId| {
            led && [first, Some(base)].into_iter().flatten().any(|base| self.is_among_trees(base))
        };
        let second = second.filter(|base| armed(*base) && !one_rank(*base));
        let with = |base: BaseId, rear: bool| {
            let weapon = self.weapon_in_hand(base).filter(|_| !engaged.contains(&base))?;
            Some((base, weapon, rear))
        };
        let first = first.and_then(|base| with(base, false));
        first.into_iter().chain(second.and_then(|base| with(base, led)))
    }

    /// All groups of a side on the table.
    pub(super) fn bases_in_the_way(&self, side: Side) -> Vec<Friends> {
        let group = |group| {
            let bases: Vec<_> =
                self.state.bases_of(group).map(|base| (base, *self.state.rect(base))).collect();
            Friends { circle: circle_of(bases.iter().map(|(_, rect)| rect)), bases }
        };
        self.state.on_table_of(side).map(group).collect()
    }

    /// The enemies of a side at whom one may shoot.
    pub(super) fn foes(&self, side: Side, engaged: &[BaseId]) -> Vec<Foe> {
        let groups = self.state.on_table_of(side.other()).filter(|group| self.may_be_shot_at(*group));
        let foe = |group: GroupId| {
            let base = |base| (base, self.outline(base), !engaged.contains(&base));
            let bases: Vec<_> = self.state.bases_of(group).map(base).collect();
            Foe { group, circle: circle_of(bases.iter().map(|(_, rect, _)| rect)), bases }
        };
        groups.map(foe).collect()
    }
}

/// A circle that holds all of these.
fn circle_of<'a>(rects: impl Iterator<Item = &'a Rect> + Clone) -> Circle {
    let count = rects.clone().count().max(1) as f64;
    let centre = rects.clone().map(Rect::centre).sum::<Vec2>() / count;
    let reach = |rect: &Rect| (rect.centre() - centre).length() + rect.radius();
    Circle { centre, radius: rects.map(reach).fold(0.0, f64::max) }
}

/// FA-SHOOT-16, FA-SHOOT-17: of the targets over two edges of one file.
fn is_before(pick: &Pick, held: &Pick, slack: f64) -> bool {
    match (pick.at.first, held.at.first) {
        (true, false) => true,
        (false, true) => false,
        _ => pick.at.far < held.at.far - slack,
    }
}
