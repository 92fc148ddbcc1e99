//! What ranged dice need (40.4): every modifier of a shot, and the batch of dice that comes of it.

use super::aim::Aim;
use super::mark::Mark;
use crate::ids::UnitId;
use crate::morale::{Blow, Cover, Engine, Kind, batches, part_of};
use crate::numbers::numbers;
use crate::rules::Look;
use crate::troop::{Class, Special};
use aelian_geometry::Vec2;
use aelian_rulebook::{RuleId, rule};

/// What kind of ranged attack it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shots {
    /// In the Ranged Attacks part.
    Ranged,
    /// 40.8.
    Closing,
    /// 40.9.
    Traversing,
}

/// Dice of one unit at another, ready to be rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volley {
    pub shooter: UnitId,
    pub target: UnitId,
    pub shots: Shots,
    pub dice: u8,
    /// HC-HIT-12.
    pub needed: u8,
    /// HC-MARK-01: one miss is rolled again.
    pub marksmen: bool,
    pub blow: Blow,
    /// HC-SAVE-06: the share of the target that has the cover of the blow.
    pub share: f64,
    /// HC-SLING-02: the share of the shooters whose slings count.
    pub slings: f64,
    /// What the modifiers were read from.
    sight: Sight,
}

/// How a shooter sees its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    pub distance: f64,
    pub eye: Vec2,
    pub unclear: Option<RuleId>,
}

impl From<&Mark> for Sight {
    fn from(mark: &Mark) -> Sight {
        Sight { distance: mark.distance, eye: mark.eye, unclear: mark.unclear }
    }
}

impl Volley {
    /// HC-SLING-02, HC-SAVE-06, HC-SAVE-07: so many hits in batches that are saved apart: of slings close by and of the
    /// others, on the covered part of the target and on the rest.
    pub fn batches(&self, hits: u8) -> [(u8, Blow); 4] {
        let near = if self.blow.sling { part_of(hits, self.slings) } else { hits };
        let far = Blow { sling: false, ..self.blow };
        let [a, b] = batches(near, &self.blow, self.share);
        let [c, d] = batches(hits - near, &far, self.share);
        [a, b, c, d]
    }
}

impl Look<'_> {
    /// HC-ALG-09: so many dice of one unit at another, seen like this.
    pub(super) fn volley(
        &self,
        shots: Shots,
        (shooter, target): (UnitId, UnitId),
        dice: u8,
        sight: Sight,
    ) -> Volley {
        let card = self.card(shooter);
        // HC-CLOS-06, HC-OBST-07: who charges has not taken a position within cover.
        let (cover, share) = match shots {
            Shots::Closing => (Cover::None, 1.0),
            _ => self.cover(target, sight.eye),
        };
        let class = self.class(shooter);
        let engine = match class {
            Class::LightArtillery => Engine::Light,
            _ if class.is_heavy_engine() => Engine::Heavy,
            _ => Engine::None,
        };
        // HC-SLING-01, HC-SLING-03: short ranged attacks only.
        let near = shots == Shots::Ranged && self.within(sight.distance, numbers().shooting.slings);
        let blow = Blow {
            kind: Kind::Ranged,
            cover,
            engine,
            sling: card.has(Special::Slings) && near,
            crossbow: card.has(Special::Crossbows),
            ..Blow::default()
        };
        let mut volley = Volley {
            shooter,
            target,
            shots,
            dice,
            needed: 4,
            marksmen: card.has(Special::Marksmen),
            blow,
            share,
            slings: if blow.sling {
                self.share_within(shooter, target, numbers().shooting.slings)
            } else {
                0.0
            },
            sight,
        };
        let mut worse = 0;
        self.each_shot_modifier(&volley, |_| worse += 1);
        volley.needed = (4 + worse).min(6);
        volley
    }

    /// HC-TGT-01, HC-HIT-12: what each die of an aim needs, and the rule of every -1; none if it has no such target.
    pub fn shot_needs(&self, unit: UnitId, aim: &Aim) -> Option<(u8, Vec<RuleId>)> {
        let post = self.post(unit, aim.face)?;
        let mark = self.mark(unit, &post, aim.target)?;
        let volley = self.volley(Shots::Ranged, (unit, aim.target), aim.dice, Sight::from(&mark));
        let mut rules = Vec::new();
        self.each_shot_modifier(&volley, |rule| rules.push(rule));
        Some((volley.needed, rules))
    }

    /// HC-TAB-RHIT, HC-HIT-03, HC-HIT-04, HC-HIT-05, HC-HIT-06, HC-HIT-07, HC-HIT-08, HC-HIT-09, HC-HIT-10,
    /// HC-HIT-11, HC-HIT-12, HC-CLOS-06, HC-SHK-01, HC-DIS-04: the rule of every -1 of a volley.
    pub(super) fn each_shot_modifier(&self, volley: &Volley, mut each: impl FnMut(RuleId)) {
        let mut minus = |applies: bool, rule: RuleId| {
            if applies {
                each(rule);
            }
        };
        minus(self.is_unsteady(volley.shooter), rule!("HC-HIT-03"));
        minus(self.is_obscured(volley), rule!("HC-HIT-04"));
        if let Some(rule) = self.is_armoured(volley) {
            minus(true, rule);
        }
        minus(volley.shots == Shots::Closing, rule!("HC-HIT-09"));
        minus(volley.shots == Shots::Traversing, rule!("HC-HIT-10"));
        let far =
            volley.shots == Shots::Ranged && !self.within(volley.sight.distance, numbers().shooting.far);
        minus(far, rule!("HC-HIT-11"));
    }

    /// HC-HIT-04, HC-HIT-05, AMB-19: it is no clear target; cover and buildings count by the setting.
    fn is_obscured(&self, volley: &Volley) -> bool {
        let hard = self.is_hard_to_hit(volley.target, volley.sight.eye);
        let covered = volley.blow.cover != Cover::None;
        let ignored = volley.shots == Shots::Closing || (covered && !self.rules.settings.cover_minus_one);
        let only_cover = |rule: RuleId| rule == rule!("HC-TGT-09") && ignored;
        volley.sight.unclear.or(hard).is_some_and(|rule| !only_cover(rule))
    }

    /// HC-HIT-06, HC-HIT-07, HC-HIT-08, HC-HIT-13, HC-TESTU-04, AMB-20: shields to the front of formed heavy
    /// infantry, armour all round a
    /// cataphract. Those in a building have no formation (HC-BLDG-06).
    fn is_armoured(&self, volley: &Volley) -> Option<RuleId> {
        let standing = self.state.unit(volley.target);
        if standing.is_open() || standing.is_in_block() {
            return None;
        }
        match self.class(volley.target) {
            Class::Cataphracts => Some(rule!("HC-HIT-07")),
            Class::HeavyInfantry => {
                let shielded = self.card(volley.target).shielded || !self.rules.settings.only_shielded;
                let quarter = self.quarter(volley.target, volley.sight.eye);
                let front = self.counts_as_front_for_shots(volley.target, quarter);
                (shielded && front).then_some(rule!("HC-HIT-06"))
            }
            _ => None,
        }
    }
}
