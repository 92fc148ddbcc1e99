//! Camps (55.8, 65.4): contact, sacking and assault.

use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::GroupId;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::{Camp, Deed};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Side, Verdict};
use aelian_rulebook::{RuleId, rule};

/// What happens to a camp next: open ones are sacked at the end of any move (FA-SACK-01), so after every phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// FA-SACK-01: it has no guards.
    Sacked(Side),
    /// FA-LOOT-01: a group has come to a camp that is being looted.
    Joined(GroupId),
    /// FA-SACK-02: this group fights the guards.
    Assaulted(Side, GroupId),
}

pub fn next(look: Look<'_>) -> Asked {
    fate(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if fate(look).is_some() => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    match fate(Look::new(cx.rules, cx.state())) {
        Some(Fate::Sacked(side)) => sack(cx, side, rule!("FA-SACK-01")),
        Some(Fate::Joined(group)) => loot(cx, group),
        Some(Fate::Assaulted(side, group)) => assault(cx, side, group)?,
        None => {}
    }
    Ok(())
}

fn fate(look: Look<'_>) -> Option<Fate> {
    Side::BOTH.into_iter().find_map(|side| {
        let camp = standing(look, side)?;
        let mut touching = look.at_camp(side);
        match look.state.stage {
            Stage::Sack if camp.sacked => {
                // Who has stopped looting stands there still; only who comes now joins in.
                let came = match look.state.phase {
                    Phase::Impact => Deed::MovedInImpact,
                    Phase::Manoeuvre => Deed::MovedInManoeuvre,
                    _ => return None,
                };
                let comes =
                    |group: &GroupId| look.state.did(*group, came) && !look.state.did(*group, Deed::Looting);
                touching.find(comes).map(Fate::Joined)
            }
            Stage::Sack if !camp.fortified => touching.next().map(|_| Fate::Sacked(side)),
            Stage::CampAssaults if camp.fortified && !camp.sacked => {
                let next = touching.find(|group| !look.state.dealt.contains(*group));
                next.map(|group| Fate::Assaulted(side, group))
            }
            _ => None,
        }
    })
}

fn standing(look: Look<'_>, side: Side) -> Option<&Camp> {
    look.state.camps[side.index()].as_ref().filter(|camp| !camp.gone)
}

impl Look<'_> {
    /// FA-CAMP-10, AMB-95: unbroken enemy groups that touch the camp of this side with any part of theirs.
    pub fn at_camp(&self, side: Side) -> impl Iterator<Item = GroupId> + '_ {
        let camp = self.standing_camp(side);
        self.enemies(side).filter(move |group| {
            camp.is_some_and(|camp| self.distance_to(*group, &camp) <= self.rules.tolerance.length)
        })
    }

    /// FA-LOOT-01, FA-SACK-05: it loots the enemy's camp.
    pub fn is_looting(&self, group: GroupId) -> bool {
        let side = self.state.group(group).side.other();
        self.state.did(group, Deed::Looting) && self.at_camp(side).any(|looter| looter == group)
    }
}

/// FA-CAMP-06, FA-CAMP-11, FA-SACK-04, FA-SACK-05: the camp is lost, and all who touch it loot.
fn sack(cx: &mut Cx<'_, Rules>, side: Side, why: RuleId) {
    let Some(mut camp) = cx.state().camps[side.index()].clone() else { return };
    camp.sacked = true;
    cx.cite(why, || Fact::Side(side));
    let looters: Vec<GroupId> = Look::new(cx.rules, cx.state()).at_camp(side).collect();
    cx.emit(Event::CampIs { side, camp });
    let points = Look::new(cx.rules, cx.state()).attrition(side);
    let routs_at = i32::from(cx.state().armies[side.index()].initial);
    cx.cite(rule!("FA-SACK-04"), || Fact::Attrition { side, points, routs_at });
    looters.into_iter().for_each(|group| loot(cx, group));
}

fn loot(cx: &mut Cx<'_, Rules>, group: GroupId) {
    cx.cite(rule!("FA-SACK-05"), || Fact::Group(group));
    cx.emit(Event::Did { group, deed: Deed::Looting });
}

/// FA-CAMP-07, FA-SACK-02, FA-SACK-03: one die with the re-rolls of the group's quality; foot need 5, mounted 6.
fn assault(cx: &mut Cx<'_, Rules>, side: Side, group: GroupId) -> Result<(), NeedRoll> {
    let attackers = cx.state().group(group);
    let at_least = if attackers.is_foot() { 5 } else { 6 };
    let reroll = attackers.quality.reroll();
    cx.emit(Event::Dealt(group));
    let hits = rolls::hits(cx, rule!("FA-SACK-02"), 1, at_least, reroll)?;
    cx.cite(rule!("FA-SACK-03"), || Fact::Sacking { group, needed: i32::from(at_least), sacked: hits > 0 });
    if hits > 0 {
        sack(cx, side, rule!("FA-SACK-02"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::testing::{Scene, Table};

    fn scene(phase: Phase, stage: Stage, troop: &str, y: f64, fortified: bool) -> Scene {
        let settings = Settings { most_turns: Some(1), ..Settings::default() };
        Table::new()
            .settings(settings)
            .stage(phase, stage)
            .group("a", Side::Red, troop, (4, 4), (30.0, y), 0.0)
            .group("b", Side::Blue, "HF armoured", (4, 4), (60.0, 40.0), 180.0)
            .camp(Side::Blue, (30.0, 20.0), fortified)
            .build()
    }

    fn is_sacked(scene: &Scene) -> bool {
        scene.state.camps[Side::Blue.index()].as_ref().unwrap().sacked
    }

    /// FA-CAMP-06, FA-CAMP-10, FA-CAMP-11, FA-SACK-01, FA-SACK-04, FA-SACK-05, AMB-95: an unfortified camp is sacked by mere touch.
    #[test]
    fn an_open_camp_is_sacked_at_once() {
        let mut touched = scene(Phase::Manoeuvre, Stage::Sack, "HF armoured", 20.0, false);
        touched.play(&Choice::Proceed, &[]);
        assert!(is_sacked(&touched));
        assert_eq!(touched.look().attrition(Side::Blue), 2);
        assert!(touched.look().is_looting(touched.group("a")));
        let far = scene(Phase::Manoeuvre, Stage::Sack, "HF armoured", 19.9, false);
        assert_eq!(next(far.look()), None);
        let strong = scene(Phase::Manoeuvre, Stage::Sack, "HF armoured", 20.0, true);
        assert_eq!(next(strong.look()), None);
    }

    /// FA-CAMP-07, FA-SACK-02, FA-SACK-03, FA-SACK-06: one die for each group: foot 5, mounted 6, with quality re-rolls.
    #[test]
    fn guards_are_overcome_by_dice() {
        let assault = |troop: &str, faces: &[u8]| {
            let mut scene = scene(Phase::Melee, Stage::CampAssaults, troop, 20.0, true);
            scene.play(&Choice::Proceed, faces);
            is_sacked(&scene)
        };
        assert!(assault("HF armoured", &[5]));
        assert!(!assault("HF armoured", &[4]));
        assert!(!assault("Cv armoured", &[5]));
        assert!(assault("Cv armoured", &[6]));
        assert!(assault("HF armoured superior", &[1, 5]));
        assert!(!assault("HF armoured poor", &[6, 4]));
    }

    /// FA-LOOT-01: who comes to a camp that is being looted joins in; who has stopped does not begin again.
    #[test]
    fn newcomers_loot_too() {
        let mut scene = scene(Phase::Manoeuvre, Stage::Sack, "HF armoured", 20.0, false);
        let group = scene.group("a");
        scene.state.camps[Side::Blue.index()].as_mut().unwrap().sacked = true;
        assert_eq!(next(scene.look()), None);
        scene.state.groups[group.index()].deeds = [Deed::MovedInManoeuvre].into_iter().collect();
        scene.play(&Choice::Proceed, &[]);
        assert!(scene.state.did(group, Deed::Looting));
    }

    /// FA-SACK-01: broken troops sack nothing.
    #[test]
    fn routers_do_not_sack() {
        let scene = scene(Phase::Manoeuvre, Stage::Sack, "HF armoured", 20.0, false);
        assert_eq!(next(scene.cohesion("a", crate::state::Cohesion::Broken).look()), None);
    }
}
