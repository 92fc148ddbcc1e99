//! The shooting of the Ranged Attacks part (HC-RNG-01, HC-TGT-21): the active player takes his shooters in any order.

use super::aim::{Aim, Aims};
use super::hit::{Shots, Sight};
use super::{RangedChoice, RangedPrompt, volley};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-RNG-01, HC-TURN-04, HC-ALG-09: the units of the active side that could shoot now and have something to shoot at.
    pub fn shooters(&self) -> UnitSet {
        let ready = |unit: &UnitId| !self.state.dealt.contains(*unit) && self.may_shoot(*unit);
        self.on_table(self.active()).filter(ready).filter(|unit| self.has_mark(*unit)).collect()
    }
}

pub(super) fn next(look: Look<'_>) -> Asked {
    let shooters = look.shooters();
    let prompt = Prompt::Ranged(RangedPrompt::Shoot { shooters });
    (!shooters.is_empty()).then_some(Next::Ask { side: look.active(), prompt })
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Ranged(RangedChoice::Done) if next(look).is_some() => Verdict::legal(Ghost::default()),
        Choice::Ranged(RangedChoice::Shoot { unit, aims }) => check_shots(look, *unit, aims),
        _ => not_asked(choice),
    }
}

fn check_shots(look: Look<'_>, unit: UnitId, aims: &[Aim]) -> Verdict<Rules> {
    let state = look.state;
    if !state.has_unit(unit) {
        return Verdict::refused(rule!("HC-RNG-01"), Fact::NoSuchUnit(unit));
    }
    if let Some(aim) = aims.iter().find(|aim| !state.has_unit(aim.target)) {
        return Verdict::refused(rule!("HC-RNG-01"), Fact::NoSuchUnit(aim.target));
    }
    let mut breaches = look.refuse_shooting(unit);
    if look.side(unit) != look.active() {
        breaches.push(Reason { rule: rule!("HC-RNG-01"), fact: Fact::Unit(unit) });
    }
    let targets = aims.iter().map(|aim| aim.target).collect();
    if breaches.is_empty() {
        let all = look.aims(unit);
        let mut wanted = faced(aims, &all);
        wanted.sort();
        if all.contains(&wanted) {
            return Verdict::legal(Ghost { targets, ..Ghost::default() });
        }
        breaches = look.refuse_aims(unit, &wanted, &all);
    }
    Verdict { breaches, ..Verdict::refused(rule!("HC-TGT-01"), Fact::Unit(unit)) }
}

/// HC-BLDG-26, HC-SQ-03: a face that is not named is the one from which the target can be shot at, if it is the only one.
fn faced(aims: &[Aim], all: &[Aims]) -> Vec<Aim> {
    let face = |aim: &Aim| {
        let mut faces = all.iter().flatten().filter(|one| one.target == aim.target).map(|one| one.face);
        let first = faces.next()?;
        faces.all(|face| face == first).then_some(first).flatten()
    };
    let aims: Vec<Aim> =
        aims.iter().map(|aim| Aim { face: aim.face.or_else(|| face(aim)), ..*aim }).collect();
    counted(&aims, all).unwrap_or(aims)
}

/// HC-RNG-01, HC-DICE-01: without aims the way that the rules name first; without dice those that they give for these
/// targets.
fn counted(aims: &[Aim], all: &[Aims]) -> Option<Vec<Aim>> {
    if aims.is_empty() {
        return all.first().cloned();
    }
    let targets = |aims: &[Aim]| {
        let mut found: Vec<_> = aims.iter().map(|aim| (aim.target, aim.face)).collect();
        found.sort();
        found
    };
    let unsaid = aims.iter().all(|aim| aim.dice == 0);
    all.iter().find(|way| unsaid && targets(way) == targets(aims)).cloned()
}

impl Look<'_> {
    /// Every reason why a unit may not shoot so.
    fn refuse_aims(&self, unit: UnitId, aims: &[Aim], all: &[Aims]) -> Vec<Reason<Fact>> {
        let mut reasons = Vec::new();
        for aim in aims {
            let reason = self.refuse_aim(unit, aim);
            let named = all.iter().flatten().any(|one| one.target == aim.target && one.face == aim.face);
            match reason {
                Some(reason) => {
                    // HC-OVER-01: an engine on high ground might have shot over it.
                    let over = reason.rule == rule!("HC-VIS-04") && self.is_above(unit);
                    let rule = rule!("HC-OVER-02");
                    reasons.extend(over.then(|| Reason { rule, fact: reason.fact.clone() }));
                    let hidden =
                        [rule!("HC-VIS-03"), rule!("HC-VIS-04"), rule!("HC-VIS-07"), rule!("HC-VIS-12")];
                    let hidden = hidden.contains(&reason.rule);
                    reasons.push(reason);
                    reasons.extend(hidden.then(|| self.sees_aside_only(unit, aim.target)).flatten());
                }
                None if !named => reasons.extend(self.not_the_closest(unit, aim, all)),
                None => {}
            }
        }
        if aims.is_empty() {
            reasons.extend(self.refuse_all(unit));
        }
        // There is nobody at all to shoot at.
        if reasons.is_empty() && aims.is_empty() && all.is_empty() {
            let open = self.state.unit(unit).is_open();
            let rule = if open { rule!("HC-TGT-02") } else { rule!("HC-TGT-01") };
            reasons.push(Reason { rule, fact: Fact::Unit(unit) });
        }
        if reasons.is_empty() {
            let dice = |aims: &[Aim]| aims.iter().map(|aim| i32::from(aim.dice)).sum();
            let allowed = all.first().map_or(0, |aims| dice(aims));
            let standing = self.state.unit(unit);
            let rule = match standing.formation {
                _ if standing.is_in_block() => rule!("HC-DICE-05"),
                Formation::Square => rule!("HC-DICE-04"),
                Formation::Open if dice(aims) == allowed => rule!("HC-TGT-18"),
                _ if dice(aims) == allowed => rule!("HC-TGT-03"),
                _ => rule!("HC-DICE-01"),
            };
            reasons.push(Reason { rule, fact: Fact::Count { found: dice(aims), allowed } });
        }
        reasons
    }

    /// Why nobody is a target: what keeps it from shooting at the closest enemy.
    fn refuse_all(&self, unit: UnitId) -> Option<Reason<Fact>> {
        let enemies = self.on_table(self.side(unit).other());
        let target = enemies.min_by(|a, b| self.reach(unit, *a).total_cmp(&self.reach(unit, *b)))?;
        self.refuse_aim(unit, &Aim { target, dice: 0, face: None })
    }

    /// HC-RNG-03, HC-TGT-04, HC-TGT-20, HC-VIS-10: why an enemy is no target at all.
    fn refuse_aim(&self, unit: UnitId, aim: &Aim) -> Option<Reason<Fact>> {
        let target = aim.target;
        let pair = Fact::Pair { unit, other: target };
        if self.side(target) == self.side(unit) {
            return Some(Reason { rule: rule!("HC-RNG-01"), fact: pair });
        }
        if !self.state.unit(target).is_on_table() {
            return Some(Reason { rule: rule!("HC-RNG-01"), fact: Fact::NotOnTable(target) });
        }
        if self.is_engaged(target) {
            return Some(Reason { rule: rule!("HC-RNG-03"), fact: pair });
        }
        let Some(post) = self.post(unit, aim.face) else {
            return Some(Reason { rule: rule!("HC-BLDG-26"), fact: Fact::Unit(unit) });
        };
        if let Some((to, distance)) = self.pressed_by(unit, &post) {
            return Some(Reason {
                rule: rule!("HC-TGT-20"),
                fact: Fact::Distance { from: unit, to, distance },
            });
        }
        if !post.all_round && self.front_share_of(&post.rect, target) <= 0.0 {
            return Some(Reason { rule: rule!("HC-TGT-01"), fact: pair });
        }
        match self.mark(unit, &post, target) {
            None => {
                let engine = self.class(unit).is_artillery();
                let gap = engine.then(|| self.engine_gap(unit, &post, target)).flatten();
                let shut = gap.map(|gap| Fact::Gap { unit, other: target, gap });
                let shut = shut.map(|fact| Reason { rule: rule!("HC-TGT-15"), fact });
                Some(shut.unwrap_or_else(|| self.hidden_by(unit, target)))
            }
            Some(mark) if self.ranged_value(unit, mark.distance) == 0 => {
                let fact =
                    Fact::TooFar { used: mark.distance, allowed: self.inches(self.missile_range(unit)) };
                Some(Reason { rule: rule!("HC-TAB-RANGE"), fact })
            }
            Some(_) => None,
        }
    }

    /// HC-TGT-01, HC-TGT-02, HC-TGT-19: it is not at the closest that it aims; an engine has one within half of its range.
    fn not_the_closest(&self, unit: UnitId, aim: &Aim, all: &[Aims]) -> Vec<Reason<Fact>> {
        let distance = self.reach(unit, aim.target);
        let engine = self.class(unit).is_artillery().then_some(rule!("HC-TGT-19"));
        let rule = if self.state.unit(unit).is_open() { rule!("HC-TGT-02") } else { rule!("HC-TGT-01") };
        let allowed = all.iter().flatten().map(|aim| (self.reach(unit, aim.target), aim.target));
        let fact = match allowed.min_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((nearest, closest)) if closest != aim.target => {
                Fact::Closer { unit, target: aim.target, distance, closest, nearest }
            }
            _ => Fact::Distance { from: unit, to: aim.target, distance },
        };
        // HC-TGT-06: whom it might take instead of one who is no clear target must be a clear one himself.
        let mark = self.post(unit, aim.face).and_then(|post| self.mark(unit, &post, aim.target));
        let pair = Fact::Pair { unit, other: aim.target };
        let unclear = mark.and_then(|mark| mark.unclear).map(|rule| Reason { rule, fact: pair });
        let farther = engine.into_iter().chain([rule]).map(|rule| Reason { rule, fact: fact.clone() });
        farther.chain(unclear).collect()
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Ranged(RangedChoice::Shoot { unit, aims }) => shoot(cx, *unit, aims),
        _ => {
            // AMB-61: the others hold their shots.
            let rest = Look::new(cx.rules, cx.state()).shooters();
            rest.iter().for_each(|unit| cx.emit(Event::Dealt(unit)));
            Ok(())
        }
    }
}

/// All dice of one unit, at one target after the other.
fn shoot(cx: &mut Cx<'_, Rules>, unit: UnitId, aims: &[Aim]) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let volleys: Vec<_> = faced(aims, &look.aims(unit))
        .iter()
        .filter_map(|aim| {
            let post = look.post(unit, aim.face)?;
            let mark = look.mark(unit, &post, aim.target)?;
            let volley = look.volley(Shots::Ranged, (unit, aim.target), aim.dice, Sight::from(&mark));
            Some((volley, mark.unclear))
        })
        .collect();
    cx.emit(Event::Did { unit, deed: Deed::Shot });
    let mut again = false;
    for (mut volley, unclear) in volleys {
        if let Some(rule) = unclear {
            cx.cite(rule, || Fact::Pair { unit, other: volley.target });
            if rule == rule!("HC-TGT-12") {
                cx.cite(rule!("HC-TGT-14"), || Fact::Unit(unit));
            }
        }
        volley.marksmen &= !again;
        again |= volley::roll(cx, &volley)?;
    }
    Ok(())
}

/// Every way of every shooter, and to shoot no more; of a sample: the ways of one shooter, seldom to shoot no more.
pub(super) fn propose(look: Look<'_>, shooters: UnitSet, want: Want<'_>, out: &mut Proposals<Rules>) {
    let ways = |unit: UnitId| {
        look.aims(unit).into_iter().map(move |aims| Choice::Ranged(RangedChoice::Shoot { unit, aims }))
    };
    match want {
        Want::All => {
            out.extend(shooters.iter().flat_map(ways));
            out.push(Choice::Ranged(RangedChoice::Done));
        }
        Want::Sample(_, sampler) => {
            let at = sampler.below(shooters.len().max(1) as u32) as usize;
            if sampler.below(16) > 0 {
                out.extend(shooters.iter().nth(at).into_iter().flat_map(ways));
            }
            if out.is_empty() {
                out.push(Choice::Ranged(RangedChoice::Done));
            }
        }
    }
}
