//! A base going straight back, and all that it pushes before it, tramples or passes (BB-ALG-17).
//!
//! The move is followed event by event in the order in which things are met. Every base that moves has the
//! distance after which it is set in motion (`offset`); all move until the recoiling base has made its way
//! or one of them is stopped, which stops them all (BB-PB-06).

use super::behind::{Obstacle, What, back_of, clear_of};
use super::bent;
use super::plan::{Fork, Loss};
use crate::baseset::{BaseId, BaseSet};
use crate::field::TableEdge;
use crate::rules::Look;
use crate::state::Answer;
use crate::troop::TroopType;
use aelian_geometry::{Pose, Vec2};
use aelian_rulebook::{RuleId, rule};

/// What a recoil is asked to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recoiling<'a> {
    pub look: Look<'a>,
    pub base: BaseId,
    pub distance: f64,
    /// Bases that count as not on the table (BB-IMP-53).
    pub but: BaseSet,
    pub mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Really made: forks are asked, edges are edges.
    Made,
    /// BB-TAC-34: would it be complete? Forks are tried, edges only noted.
    Tested,
    /// One branch of a fork, looked at: later forks are tried.
    Tried,
}

/// What becomes of a friend in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Pass,
    Push,
}

/// A base in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mover {
    pub base: BaseId,
    /// It begins to move when the recoiling base has gone so far.
    pub offset: f64,
    /// The direction in which it goes if it goes straight.
    pub back: Vec2,
    pub pushed: Pushed,
    pub body: Body,
    pub lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    /// It is the recoiling base itself.
    No,
    /// BB-PB-01, BB-PB-02, BB-PB-03: it recoils itself, but only as far as it is pushed.
    Back,
    /// BB-PASS-08: displaced to make room beyond a base passed through.
    Aside,
}

/// How a mover moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Straight,
    /// BB-COL-13: with all that follow it in its bent column, along the column's track.
    Column,
}

/// A move back, followed to its end.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub movers: Vec<Mover>,
    pub losses: Vec<Loss>,
    /// Friends passed through, and how far the base must go to be clear of each.
    pub passed: Vec<(BaseId, f64)>,
    pub made: f64,
    pub goal: f64,
    pub stopped_by: Option<What>,
    /// Which of the movers met what stopped them all.
    pub stopped_mover: usize,
    /// The edge that would be crossed, where edges are only noted.
    pub noted: Option<TableEdge>,
    pub answers_used: usize,
    /// Friends that cannot be passed through because there is no room beyond them.
    pub barred: BaseSet,
}

/// BB-ALG-17: follows a move back. `Err` is a question that the answers do not settle.
pub(super) fn go_back(recoiling: Recoiling<'_>, answers: &[Answer]) -> Result<Run, Fork> {
    let mut settled = Settled { answers, decided: &[], barred: BaseSet::EMPTY };
    loop {
        let mut step = Step::new(recoiling, settled);
        step.run()?;
        match step.without_room() {
            // BB-PASS-09, BB-PB-10: no room beyond; the same move again without passing through this one.
            Some(friend) => settled.barred.insert(friend),
            None => return Ok(step.run),
        };
    }
}

/// What is known before the move is followed.
#[derive(Clone, Copy, Debug)]
struct Settled<'a> {
    answers: &'a [Answer],
    decided: &'a [(BaseId, Way)],
    barred: BaseSet,
}

struct Step<'a> {
    of: Recoiling<'a>,
    settled: Settled<'a>,
    /// Answers taken so far, with the friend that each is about.
    decided: Vec<(BaseId, Way)>,
    run: Run,
}

/// Whether the move goes on after something was met.
enum Then {
    GoOn,
    Stop,
}

impl<'a> Step<'a> {
    fn new(of: Recoiling<'a>, settled: Settled<'a>) -> Step<'a> {
        let back = back_of(of.look, of.base);
        let (base, pushed, body) = (of.base, Pushed::No, Body::Straight);
        let first = Mover { base, offset: 0.0, back, pushed, body, lost: false };
        let run = Run {
            movers: vec![first],
            losses: Vec::new(),
            passed: Vec::new(),
            made: of.distance,
            goal: of.distance,
            stopped_by: None,
            stopped_mover: 0,
            noted: None,
            answers_used: 0,
            barred: settled.barred,
        };
        Step { of, settled, decided: settled.decided.to_vec(), run }
    }

    fn run(&mut self) -> Result<(), Fork> {
        while let Some((mover, met)) = self.next_met() {
            match self.meet(mover, met)? {
                Then::GoOn => {}
                Then::Stop => {
                    self.run.made = met.at;
                    self.run.stopped_mover = mover;
                    return Ok(());
                }
            }
        }
        self.run.made = self.run.goal;
        Ok(())
    }

    /// A base that the recoiling base passes through but cannot get clear of.
    fn without_room(&self) -> Option<BaseId> {
        let slack = self.of.look.rules.tolerance.length;
        let uncleared = |(_, clear): &&(BaseId, f64)| self.run.made < clear - slack;
        self.run.passed.iter().rev().find(uncleared).map(|(friend, _)| *friend)
    }

    /// The next thing met by any mover: how far the recoiling base has gone by then, and who meets it.
    fn next_met(&self) -> Option<(usize, Obstacle)> {
        let mut first: Option<(usize, Obstacle)> = None;
        for (index, mover) in self.run.movers.iter().enumerate().filter(|(_, mover)| !mover.lost) {
            if let Some(met) = self.met_by(mover)
                && first.is_none_or(|(_, known)| mover.offset + met.at < known.at)
            {
                first = Some((index, Obstacle { at: mover.offset + met.at, ..met }));
            }
        }
        first
    }

    fn met_by(&self, mover: &Mover) -> Option<Obstacle> {
        let look = self.of.look;
        let length = self.run.goal - mover.offset - look.rules.tolerance.length;
        if length <= 0.0 {
            return None;
        }
        let ignored = self.ignored_by(mover);
        let met = match mover.body {
            Body::Straight => look.met_behind(mover.base, mover.back, length, ignored),
            Body::Column => bent::met_sliding(look, mover.base, length, ignored),
        };
        // BB-TAC-35: an edge that is only noted is noted once; what lies behind it is not on the table.
        met.filter(|found| self.run.noted.is_none() || !matches!(found.what, What::Edge(_)))
    }

    /// Bases that are no obstacle to a mover: those in motion, lost or, for the recoiling base, passed.
    fn ignored_by(&self, mover: &Mover) -> BaseSet {
        let mut ignored = self.of.but;
        for other in &self.run.movers {
            ignored = ignored.union(bases_of(self.of.look, other));
        }
        self.run.losses.iter().for_each(|loss| {
            ignored.insert(loss.base);
        });
        if mover.pushed == Pushed::No {
            self.run.passed.iter().for_each(|(friend, _)| {
                ignored.insert(*friend);
            });
        }
        ignored
    }

    fn meet(&mut self, index: usize, met: Obstacle) -> Result<Then, Fork> {
        match met.what {
            What::Impassable | What::River => Ok(self.stop(met.what)),
            What::Edge(edge) => Ok(self.reach_edge(index, met.at, edge)),
            What::Base(other) => {
                let side = self.of.look.state.base(self.of.base).side;
                if self.of.look.state.base(other).side != side {
                    return Ok(self.meet_enemy(met.by, other));
                }
                self.meet_friend(index, met, other)
            }
        }
    }

    fn stop(&mut self, by: What) -> Then {
        self.run.stopped_by = Some(by);
        Then::Stop
    }

    /// BB-REC-02, BB-REC-04 (f), BB-PB-07: a long edge destroys whoever crosses it, a short one stops.
    fn reach_edge(&mut self, index: usize, at: f64, edge: TableEdge) -> Then {
        if index == 0 && self.run.passed.iter().any(|(_, clear)| *clear > at) {
            // BB-PASS-08: beyond the edge there is no room; the move is followed again without passing.
            return self.stop(What::Edge(edge));
        }
        if self.of.mode == Mode::Tested && (index == 0 || !edge.is_long()) {
            self.run.noted = Some(edge);
            return Then::GoOn;
        }
        if !edge.is_long() {
            return self.stop(What::Edge(edge));
        }
        let rule = if index == 0 { rule!("BB-REC-02") } else { rule!("BB-PB-07") };
        self.lose_mover(index, rule)
    }

    /// BB-REC-04 (b) and (c), BB-EL-02: an enemy stops all but El, which destroy it.
    fn meet_enemy(&mut self, by: BaseId, enemy: BaseId) -> Then {
        if by != self.of.base || !self.is(self.of.base, TroopType::El) {
            return self.stop(What::Base(enemy));
        }
        self.lose(enemy, rule!("BB-EL-02"));
        if self.is(enemy, TroopType::El) {
            return self.lose_mover(0, rule!("BB-EL-02"));
        }
        Then::GoOn
    }

    fn meet_friend(&mut self, index: usize, met: Obstacle, friend: BaseId) -> Result<Then, Fork> {
        if self.of.look.in_close_combat(friend) {
            // BB-REC-11, BB-PB-08.
            return Ok(self.stop(What::Base(friend)));
        }
        if met.by == self.of.base {
            return self.recoil_into(met.at, friend);
        }
        Ok(self.push_on(index, met, friend))
    }

    /// BB-REC-10, BB-EL-01, BB-EL-04, BB-EL-05, BB-PB-09: the recoiling base itself meets a friend.
    fn recoil_into(&mut self, at: f64, friend: BaseId) -> Result<Then, Fork> {
        let clear = self.clear_of(friend);
        Ok(match self.way_with(friend, clear)? {
            Some(Way::Pass) => {
                self.run.passed.push((friend, clear));
                self.run.goal = self.run.goal.max(clear);
                Then::GoOn
            }
            Some(Way::Push) if self.is(self.of.base, TroopType::El) => {
                self.trample(friend, rule!("BB-EL-01"))
            }
            Some(Way::Push) => self.set_in_motion(at, self.of.base, friend, Pushed::Back),
            None if self.tramples(friend) => self.trample(friend, rule!("BB-EL-05")),
            None if self.must_push_elephant(self.of.base, friend) => self.lose_mover(0, rule!("BB-EL-04")),
            None => self.stop(What::Base(friend)),
        })
    }

    /// BB-PB-04, BB-PB-05, BB-PB-10, BB-PASS-15, BB-EL-04: a pushed base meets a friend. It passes through nobody and
    /// pushes on only bases of its own group; one displaced to make room displaces others in its turn.
    fn push_on(&mut self, index: usize, met: Obstacle, friend: BaseId) -> Then {
        let mover = self.run.movers[index];
        let passing = self.run.passed.iter().any(|(passed, _)| *passed == friend);
        let linked = match mover.pushed {
            Pushed::Aside => true,
            Pushed::Back | Pushed::No => self.of.look.in_one_group(met.by, friend),
        };
        if passing || !linked || !self.of.look.same_way(met.by, friend) || self.is(friend, TroopType::Bg) {
            return self.stop(What::Base(friend));
        }
        if self.is(friend, TroopType::El) {
            return match mover.pushed {
                Pushed::Aside => self.stop(What::Base(friend)),
                Pushed::Back | Pushed::No => self.lose_mover(index, rule!("BB-EL-04")),
            };
        }
        self.set_in_motion(met.at, met.by, friend, mover.pushed)
    }

    /// What the recoiling base does with a friend in its way; none if it can do neither.
    fn way_with(&mut self, friend: BaseId, clear: f64) -> Result<Option<Way>, Fork> {
        if let Some((_, way)) = self.decided.iter().find(|(known, _)| *known == friend) {
            return Ok(Some(*way));
        }
        let pass =
            !self.run.barred.contains(friend) && self.of.look.may_recoil_through(self.of.base, friend, clear);
        let push = self.may_push(friend);
        match (pass, push) {
            (true, true) => self.choose(friend),
            (true, false) => Ok(Some(Way::Pass)),
            (false, true) => Ok(Some(Way::Push)),
            (false, false) => Ok(None),
        }
    }

    /// BB-REC-10: both are allowed; the owner chooses if both are really possible.
    fn choose(&mut self, friend: BaseId) -> Result<Option<Way>, Fork> {
        if self.of.mode != Mode::Made {
            // Whether there is room shows later; if there is none the move is followed again.
            return Ok(Some(Way::Pass));
        }
        let way = match (self.works(friend, Way::Pass), self.works(friend, Way::Push)) {
            (true, true) => self.ask(friend)?,
            (true, false) => Way::Pass,
            (false, _) => Way::Push,
        };
        self.decided.push((friend, way));
        Ok(Some(way))
    }

    fn ask(&mut self, friend: BaseId) -> Result<Way, Fork> {
        let way = match self.settled.answers.get(self.run.answers_used) {
            Some(Answer::PassThrough) => Way::Pass,
            Some(Answer::PushBack) => Way::Push,
            _ => return Err(Fork::PassOrPush { base: self.of.base, friend }),
        };
        self.run.answers_used += 1;
        Ok(way)
    }

    /// Whether a way works out: there is room beyond all that is passed, or the friend can be pushed at all.
    fn works(&self, friend: BaseId, way: Way) -> bool {
        let mut decided = self.decided.clone();
        decided.push((friend, way));
        let mut settled = Settled { answers: &[], decided: &decided, barred: self.run.barred };
        let tried = Recoiling { mode: Mode::Tried, ..self.of };
        loop {
            let mut step = Step::new(tried, settled);
            if step.run().is_err() {
                return false;
            }
            match step.without_room() {
                Some(passed) if decided.iter().any(|(known, _)| *known == passed) => return false,
                Some(passed) => settled.barred.insert(passed),
                None => return way == Way::Pass || step.gets_beyond(friend),
            };
        }
    }

    /// Whether a pushed friend really moves, or is destroyed so that the place is free.
    fn gets_beyond(&self, friend: BaseId) -> bool {
        let slack = self.of.look.rules.tolerance.length;
        self.run.losses.iter().any(|loss| loss.base == friend)
            || self.run.movers.iter().any(|mover| {
                bases_of(self.of.look, mover).contains(friend) && self.run.made > mover.offset + slack
            })
    }

    /// BB-PB-01, BB-PB-09, BB-PB-10, BB-PASS-08: whether the recoiling base may push this friend back, or
    /// displace it to get clear of one that it passes.
    fn may_push(&self, friend: BaseId) -> bool {
        if self.is(friend, TroopType::Bg) {
            return false;
        }
        if self.is(self.of.base, TroopType::El) {
            return self.of.look.same_way(self.of.base, friend);
        }
        !self.is(friend, TroopType::El)
            && (self.of.look.same_way(self.of.base, friend) || self.makes_room(friend))
    }

    fn makes_room(&self, friend: BaseId) -> bool {
        self.run.passed.iter().any(|(passed, _)| self.of.look.same_way(*passed, friend))
    }

    /// BB-EL-05: setting `el_tramples_any_facing`.
    fn tramples(&self, friend: BaseId) -> bool {
        self.is(self.of.base, TroopType::El)
            && (self.of.look.rules.settings.el_tramples_any_facing
                || (self.of.look.same_way(self.of.base, friend) && !self.is(friend, TroopType::Bg)))
    }

    /// BB-EL-04.
    fn must_push_elephant(&self, base: BaseId, friend: BaseId) -> bool {
        self.is(friend, TroopType::El) && self.of.look.same_way(base, friend)
    }

    /// BB-EL-01, BB-EL-03, BB-EL-04: the friend is destroyed and the El goes on; two El are both lost.
    fn trample(&mut self, friend: BaseId, rule: RuleId) -> Then {
        self.lose(friend, rule);
        if self.is(friend, TroopType::El) {
            return self.lose_mover(0, rule!("BB-EL-04"));
        }
        Then::GoOn
    }

    /// The friend moves from now on, in the direction in which `by` goes back.
    fn set_in_motion(&mut self, at: f64, by: BaseId, friend: BaseId, pushed: Pushed) -> Then {
        let look = self.of.look;
        if let Some(first) = self.run.movers.first_mut()
            && bent::followers(look, first.base).contains(&friend)
        {
            // BB-COL-13: the recoiling base and all that follow it slide along their track.
            first.body = Body::Column;
            return Then::GoOn;
        }
        let pushed = if look.same_way(self.of.base, friend) { pushed } else { Pushed::Aside };
        let body = if bent::followers(look, friend).is_empty() { Body::Straight } else { Body::Column };
        let back = self.direction_of(by);
        self.run.movers.push(Mover { base: friend, offset: at, back, pushed, body, lost: false });
        Then::GoOn
    }

    /// The direction of a base in motion; one that slides along a track goes back as it looks.
    fn direction_of(&self, base: BaseId) -> Vec2 {
        let straight =
            self.run.movers.iter().find(|mover| mover.base == base && mover.body == Body::Straight);
        straight.map_or_else(|| back_of(self.of.look, base), |mover| mover.back)
    }

    fn lose(&mut self, base: BaseId, rule: RuleId) {
        self.run.losses.push(Loss { base, rule, spent: false });
    }

    /// A base in motion is destroyed; the move is over if it is the recoiling base.
    fn lose_mover(&mut self, index: usize, rule: RuleId) -> Then {
        let mover = &mut self.run.movers[index];
        mover.lost = true;
        let base = mover.base;
        self.lose(base, rule);
        if index == 0 { Then::Stop } else { Then::GoOn }
    }

    fn clear_of(&self, friend: BaseId) -> f64 {
        let look = self.of.look;
        let back = back_of(look, self.of.base);
        clear_of(look, look.state.rect(self.of.base), back, look.state.rect(friend))
    }

    fn is(&self, base: BaseId, kind: TroopType) -> bool {
        self.of.look.state.base(base).is(kind)
    }
}

impl Run {
    /// Whether the recoiling base itself is destroyed.
    pub fn loses_first(&self) -> bool {
        self.movers.first().is_some_and(|mover| mover.lost)
    }

    /// How far a mover has gone in the end.
    pub fn gone(&self, mover: &Mover) -> f64 {
        (self.made - mover.offset).max(0.0)
    }
}

/// The bases that move with a mover: itself, or the rear part of its bent column.
pub(super) fn bases_of(look: Look<'_>, mover: &Mover) -> BaseSet {
    let mut bases = BaseSet::one(mover.base);
    if mover.body == Body::Column {
        bent::followers(look, mover.base).iter().for_each(|base| {
            bases.insert(*base);
        });
    }
    bases
}

/// Where a straight mover ends.
pub(super) fn end_of(look: Look<'_>, mover: &Mover, gone: f64) -> Pose {
    look.state.rect(mover.base).pose.translated(mover.back * gone)
}
