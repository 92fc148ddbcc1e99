//! Pursuit (70.6): which winners must or may pursue, how far, and what stops them.

use crate::baseset::{BaseId, BaseSet};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ground::{Going, GoingChange};
use crate::movement::motion::Motion;
use crate::rules::{Look, Rules};
use crate::settings::PursuitDistance;
use crate::state::Pending;
use crate::troop::{Status, TroopType};
use aelian_game::Cx;
use aelian_rulebook::{Reason, RuleId, rule};

/// Whether a winner pursues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// By this rule.
    Must(RuleId),
    May(RuleId),
    /// BB-PUR-15, BB-PUR-19.
    Never(RuleId),
}

/// What of a close combat matters for the pursuit, as it was before the loser left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// BB-PUR-04: the winner fought from upper ground against the loser.
    pub uphill: bool,
    /// BB-PUR-10: the loser fought from upper ground.
    pub downhill: bool,
    /// BB-PUR-06, BB-RIV-13.
    pub wades: bool,
    /// BB-PUR-15.
    pub river_edge: bool,
}

/// How far a pursuit may go here: between `least` and `most`; both are 0 if there is no room at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub least: f64,
    pub most: f64,
    /// BB-PUR-16 to BB-PUR-18: what ends it before the distance does.
    pub stopped: Option<RuleId>,
}

impl Look<'_> {
    /// What the pursuit of `winner` after a fight with `loser` depends on, as they stand.
    pub fn pursuit_ground(&self, winner: BaseId, loser: BaseId) -> Ground {
        Ground {
            uphill: self.fights_from_upper_ground(winner, loser),
            downhill: self.fights_from_upper_ground(loser, winner),
            wades: self.is_wader(winner),
            river_edge: self.defends_any_river_edge(winner),
        }
    }

    /// BB-PUR-04 to BB-PUR-15, BB-PUR-19: whether the winner must, may or cannot pursue. BB-PUR-14: the must list
    /// comes first.
    pub fn pursuit_duty(&self, winner: BaseId, loser: BaseId, ground: Ground, raw_die: u8) -> Duty {
        let (base, beaten) = (self.state.base(winner), self.state.base(loser));
        if base.is(TroopType::Bg) {
            return Duty::Never(rule!("BB-TRP-12"));
        }
        if ground.river_edge {
            return Duty::Never(rule!("BB-PUR-15"));
        }
        let downhill_rush = ground.uphill && raw_die % 2 == 1;
        if downhill_rush && base.is(TroopType::Ps) {
            return Duty::Must(rule!("BB-PUR-05"));
        }
        if downhill_rush && !beaten.is(TroopType::Ps) {
            return Duty::Must(rule!("BB-PUR-04"));
        }
        if ground.wades {
            return Duty::Must(rule!("BB-PUR-06"));
        }
        if self.rules.settings.must_pursue_extra && self.is_headlong(winner) {
            return Duty::Must(rule!("BB-PUR-07"));
        }
        self.may_pursue(winner, ground).map_or(Duty::Never(rule!("BB-PUR-19")), Duty::May)
    }

    /// BB-PUR-07, AMB-11, setting `must_pursue_extra`: Wb, Irr HCh and Irr Bd.
    fn is_headlong(&self, winner: BaseId) -> bool {
        let troop = &self.state.base(winner).troop;
        match troop.kind {
            TroopType::Wb => true,
            TroopType::HCh | TroopType::Bd => troop.status == Status::Irr,
            _ => false,
        }
    }

    /// BB-PUR-10, BB-PUR-12, BB-PUR-13, AMB-12, setting `may_pursue_extra`.
    fn may_pursue(&self, winner: BaseId, ground: Ground) -> Option<RuleId> {
        let troop = &self.state.base(winner).troop;
        if ground.downhill && !troop.is(TroopType::Bw) {
            return Some(rule!("BB-PUR-10"));
        }
        if troop.is(TroopType::Bd) && troop.status == Status::Reg {
            return Some(rule!("BB-PUR-12"));
        }
        let extra = troop.is(TroopType::Hd) || troop.kind.is_mounted();
        (self.rules.settings.may_pursue_extra && extra).then_some(rule!("BB-PUR-13"))
    }

    /// BB-PUR-02, AMB-65, setting `pursuit_distance`: at least the own depth, at most a base width for
    /// mounted and half of it for others; never less than the depth.
    pub fn pursuit_distances(&self, winner: BaseId) -> (f64, f64) {
        let base = self.state.base(winner);
        let least = base.rect.depth;
        let limit = if base.troop.kind.is_mounted() { self.rules.width } else { self.rules.width * 0.5 };
        match self.rules.settings.pursuit_distance {
            PursuitDistance::DepthToWidth => (least, limit.max(least)),
            PursuitDistance::DepthOnly => (least, least),
        }
    }

    /// BB-PUR-02, BB-PUR-16 to BB-PUR-18: how far the winner may pursue where it stands.
    pub fn pursuit_span(&self, winner: BaseId) -> Span {
        let (least, most) = self.pursuit_distances(winner);
        let slack = self.rules.tolerance.length;
        match self.pursuit_stop(winner, most) {
            Some((room, rule)) if room < slack => Span { least: 0.0, most: 0.0, stopped: Some(rule) },
            Some((room, rule)) => Span { least: least.min(room), most: most.min(room), stopped: Some(rule) },
            None => Span { least, most, stopped: None },
        }
    }

    /// Where a pursuit is stopped within `length`, and by which rule.
    fn pursuit_stop(&self, winner: BaseId, length: f64) -> Option<(f64, RuleId)> {
        let base = self.state.base(winner);
        let ahead = base.rect.pose.facing.vector();
        let met = self.first_met(&base.rect, ahead, length, BaseSet::one(winner));
        let ground = self.ground_in_way(&[(winner, base.rect)], Motion::Go(ahead * length));
        [
            met.map(|meeting| (meeting.at, rule!("BB-PUR-16"))),
            ground.map(|block| (block.part * length, ground_rule(block.by))),
            self.difficult_stop(winner, length).map(|at| (at, rule!("BB-PUR-18"))),
        ]
        .into_iter()
        .flatten()
        .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// AMB-13, setting `pursuit_stops_at_difficult`: mounted that are not in DGo do not pursue into it.
    fn difficult_stop(&self, winner: BaseId, length: f64) -> Option<f64> {
        let base = self.state.base(winner);
        if !self.rules.settings.pursuit_stops_at_difficult || !base.troop.kind.is_mounted() {
            return None;
        }
        let mut changes: Vec<GoingChange> = Vec::new();
        self.going_along(&base.rect, base.rect.pose.facing.vector(), length, &base.troop, &mut changes);
        changes.iter().find(|change| change.going >= Going::Difficult).map(|change| change.at)
    }
}

/// BB-PUR-17, BB-PUR-18.
fn ground_rule(by: crate::movement::sweep::Obstacle) -> RuleId {
    match by {
        crate::movement::sweep::Obstacle::Edge(_) => rule!("BB-PUR-17"),
        _ => rule!("BB-PUR-18"),
    }
}

/// BB-PUR-01, BB-PUR-03, BB-ALG-19: the pursuit of the loser's main opponent waits until the loser and the others have
/// made their moves; what it depends on is decided now.
pub fn begin_pursuit(cx: &mut Cx<'_, Rules>, winner: BaseId, loser: BaseId, raw_die: u8) {
    let look = Look::new(cx.rules, cx.state());
    let duty = look.pursuit_duty(winner, loser, look.pursuit_ground(winner, loser), raw_die);
    let (rule, must) = match duty {
        Duty::Must(rule) => (rule, Some(true)),
        Duty::May(rule) => (rule, Some(false)),
        Duty::Never(rule) => (rule, None),
    };
    cx.cite(rule, || Fact::Pair { base: winner, other: loser });
    if let Some(must) = must {
        cx.emit(Event::Waits(Pending::Pursuit { winner, must }));
    }
}

/// The only pursuit there is, if nobody has to be asked: none, or exactly this far.
pub(super) fn without_question(look: Look<'_>, winner: BaseId, must: bool) -> Option<Option<f64>> {
    if !look.state.base(winner).on_table() {
        return Some(None);
    }
    let span = look.pursuit_span(winner);
    if span.most <= 0.0 {
        return Some(None);
    }
    (must && span.most - span.least < look.rules.tolerance.length).then_some(Some(span.least))
}

/// BB-PUR-02, BB-OM-03: what is wrong with an answer.
pub(super) fn breaches(
    look: Look<'_>,
    winner: BaseId,
    must: bool,
    distance: Option<f64>,
) -> Vec<Reason<Fact>> {
    let span = look.pursuit_span(winner);
    let reason = |fact| vec![Reason { rule: rule!("BB-PUR-02"), fact }];
    match distance {
        None if must => vec![Reason { rule: rule!("BB-OM-03"), fact: Fact::Base(winner) }],
        None => Vec::new(),
        Some(distance) if !distance.is_finite() => reason(Fact::Number { value: 0.0 }),
        Some(used) if used < look.at_least(span.least) => reason(Fact::TooShort { used, least: span.least }),
        Some(used) if used > look.at_most(span.most) => reason(Fact::TooFar { used, allowed: span.most }),
        Some(_) => Vec::new(),
    }
}

/// BB-PUR-20, BB-PUR-21: straight ahead; no alignment follows, and nobody goes with the pursuer.
pub(super) fn pursue(cx: &mut Cx<'_, Rules>, winner: BaseId, distance: f64) {
    let look = Look::new(cx.rules, cx.state());
    let span = look.pursuit_span(winner);
    let distance = distance.clamp(span.least, span.most);
    let to = look.state.rect(winner).pose.advanced(distance);
    let fact = || Fact::Pursues { base: winner, distance, least: span.least, most: span.most };
    cx.cite(rule!("BB-PUR-02"), fact);
    if let Some(rule) = span.stopped {
        cx.cite(rule, fact);
    }
    cx.emit(Event::Moved { base: winner, via: Vec::new(), to, why: MoveWhy::Pursued });
}
