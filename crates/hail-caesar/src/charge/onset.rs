//! What contact itself does (HC-RESP-11 steps 8 and 9, HC-ALG-06 steps 9 and 10): opened ranks, horses that shy, charges
//! that bring no bonus.

use super::forbidden::is_hedge;
use crate::event::Event;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::{Look, Rules};
use crate::state::Side4;
use crate::troop::{Class, Special};
use crate::{breaks, rolls};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::{RuleId, rule};
use serde::{Deserialize, Serialize};

/// A die that contact makes somebody roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trial {
    pub kind: TrialKind,
    /// Who charged or countercharged.
    pub unit: UnitId,
    /// Against whom.
    pub foe: UnitId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// HC-SCYTH-02.
    OpenRanks,
    /// HC-LSP-01.
    LongSpears,
    /// HC-PIKE-02.
    Pikes,
    /// HC-ELE-04.
    Elephants,
}

impl TrialKind {
    pub fn rule(self) -> RuleId {
        match self {
            TrialKind::OpenRanks => rule!("HC-SCYTH-02"),
            TrialKind::LongSpears => rule!("HC-LSP-01"),
            TrialKind::Pikes => rule!("HC-PIKE-02"),
            TrialKind::Elephants => rule!("HC-ELE-04"),
        }
    }
}

/// What contact brings with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blows {
    /// Dice to be rolled, in their order (HC-SCYTH-09).
    pub trials: Vec<Trial>,
    /// Whose charge brings no bonus, and by which rule.
    pub no_bonus: Vec<(UnitId, RuleId)>,
    /// HC-KONT-02: riders who do not shy before long spears.
    pub unshaken: Vec<UnitId>,
    /// HC-CCH-09: the charger is disordered at once.
    pub ridden_down: bool,
}

impl Blows {
    /// Of a charger who meets these enemies on these edges (its own first), some of whom countercharge.
    pub fn of(
        look: Look<'_>,
        unit: UnitId,
        meetings: &[(UnitId, [Side4; 2])],
        counters: impl Fn(UnitId) -> bool,
    ) -> Blows {
        let mut blows = Blows::default();
        for (foe, edges) in meetings {
            let met = counters(*foe);
            blows.add(look, unit, *foe, edges[1], met);
            if met {
                blows.add(look, *foe, unit, edges[0], true);
            }
            if met && is_ridden_down(look, unit, *foe) {
                blows.ridden_down = true;
                blows.no_bonus.push((unit, rule!("HC-CCH-09")));
            }
        }
        blows
    }

    /// One who charges or countercharges, against this edge of an enemy.
    fn add(&mut self, look: Look<'_>, unit: UnitId, foe: UnitId, edge: Side4, met: bool) {
        self.trials.extend(trials(look, unit, foe, edge));
        if look.class(unit).is_cavalry()
            && look.card(unit).has(Special::Kontos)
            && is_spear_front(look, foe, edge)
            && !is_hedge(look, foe, edge)
        {
            self.unshaken.push(unit);
        }
        self.no_bonus.extend(loses_bonus(look, unit, foe, edge, met).map(|rule| (unit, rule)));
    }
}

/// HC-HIT-H15: whether a charge or countercharge at this edge of an enemy, who may have charged too, brings no bonus.
pub fn is_without_bonus(look: Look<'_>, unit: UnitId, foe: UnitId, edge: Side4, met: bool) -> bool {
    loses_bonus(look, unit, foe, edge, met).is_some() || (met && is_ridden_down(look, unit, foe))
}

/// HC-LSP-01, HC-LSP-02, HC-LSP-03: on this side it is a battle line of infantry with long spears.
fn is_spear_front(look: Look<'_>, unit: UnitId, edge: Side4) -> bool {
    let standing = look.state.unit(unit);
    edge == Side4::Front
        && standing.formation == Formation::Line
        && !standing.is_in_block()
        && look.class(unit).is_infantry()
        && look.card(unit).has(Special::LongSpears)
}

/// The dice that a unit rolls which charged or countercharged an enemy and met this edge of his.
///
/// HC-SCYTH-02, HC-SCYTH-08, HC-SCYTH-09, HC-LSP-01, HC-KONT-02, HC-PIKE-02, HC-ELE-04, HC-ELE-05.
fn trials(look: Look<'_>, unit: UnitId, foe: UnitId, edge: Side4) -> Vec<Trial> {
    let class = look.class(unit);
    let card = look.card(unit);
    let horse = class.is_cavalry() || class.is_chariots();
    let mut trials = Vec::new();
    let mut add = |kind| trials.push(Trial { kind, unit, foe });
    let drilled = look.card(foe).has(Special::Drilled) && look.class(foe) == Class::HeavyInfantry;
    if card.has(Special::ScythedChariots) && drilled && edge == Side4::Front && !look.is_engaged(foe) {
        add(TrialKind::OpenRanks);
    }
    if horse && is_hedge(look, foe, edge) {
        add(TrialKind::Pikes);
    } else if horse && is_spear_front(look, foe, edge) && !card.has(Special::Kontos) {
        add(TrialKind::LongSpears);
    }
    if class.is_cavalry() && look.class(foe) == Class::Elephant {
        add(TrialKind::Elephants);
    }
    trials
}

/// The rule by which a charge or countercharge at this edge of an enemy brings no bonus; none if it does.
///
/// HC-LSP-02, HC-PIKE-03, HC-SCYTH-05, HC-ELE-04, HC-KONT-01, HC-CCH-09, HC-CCH-10; `met`: the enemy charged or
/// countercharged too, and met this unit with its front.
fn loses_bonus(look: Look<'_>, unit: UnitId, foe: UnitId, edge: Side4, met: bool) -> Option<RuleId> {
    let (class, card) = (look.class(unit), look.card(unit));
    let pikes = card.has(Special::Pikes);
    let phalanx = pikes && matches!(look.state.unit(unit).formation, Formation::Phalanx | Formation::Square);
    if is_hedge(look, foe, edge) && !phalanx {
        return Some(rule!("HC-PIKE-03"));
    }
    let spears = class.is_infantry() && (pikes || card.has(Special::LongSpears));
    if is_spear_front(look, foe, edge) && !spears {
        return Some(rule!("HC-LSP-02"));
    }
    if class.is_cavalry() && look.class(foe) == Class::Elephant {
        return Some(rule!("HC-ELE-04"));
    }
    let lancer = look.class(foe).is_cavalry() && look.card(foe).has(Special::Kontos);
    let equal = pikes || (class.is_cavalry() && card.has(Special::Kontos));
    (met && lancer && edge == Side4::Front && !equal).then_some(rule!("HC-KONT-01"))
}

/// HC-CCH-09, HC-CCH-10: a charge of formed foot that cavalry or chariots countercharge.
fn is_ridden_down(look: Look<'_>, unit: UnitId, foe: UnitId) -> bool {
    let horse = look.class(foe).is_cavalry() || look.class(foe).is_chariots();
    look.class(unit).is_infantry() && !look.state.unit(unit).is_open() && horse
}

/// One die of contact: ranks open on 4 to 6, horses shy on 1 to 3.
pub fn roll(cx: &mut Cx<'_, Rules>, trial: Trial) -> Result<(), NeedRoll> {
    let Trial { kind, unit, foe } = trial;
    let there = |id: UnitId| cx.state().unit(id).is_on_table();
    if !there(unit) || !there(foe) {
        return Ok(());
    }
    let face = rolls::die(cx, kind.rule())?;
    let whose = if kind == TrialKind::OpenRanks { foe } else { unit };
    cx.cite(kind.rule(), || Fact::Roll { unit: whose, face, needed: 4 });
    if kind == TrialKind::OpenRanks {
        if face >= 4 {
            breaks::destroy(cx, unit, kind.rule());
        }
    } else if face <= 3 && !cx.state().unit(unit).disordered {
        cx.emit(Event::Disordered { unit, is: true });
    }
    Ok(())
}
