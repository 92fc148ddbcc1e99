//! Recovering from disorder (HC-ELITE-01, HC-DIS-20, HC-LEVY-01) and the rallying of the brave (HC-BRAVE-01).

use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow;
use crate::ids::UnitId;
use crate::numbers::numbers;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{RuleId, rule};

/// One roll at a time; those who recover without one do so together.
pub fn next(look: Look<'_>) -> Asked {
    first(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if first(look).is_some() => Verdict::legal(Ghost::default()),
        _ => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(unit) = first(look) else { return Ok(()) };
    let specials = &cx.rules.card(unit).specials;
    match cx.state().stage {
        Stage::Elite => recovers_on(cx, unit, specials.elite, rule!("HC-ELITE-01")),
        Stage::Brave => rallies(cx, unit),
        _ if specials.levy > 0 => recovers_on(cx, unit, specials.levy, rule!("HC-LEVY-01")),
        _ => {
            all_recover(cx);
            Ok(())
        }
    }
}

/// The first unit of the active side that has something to do in this stage; those who roll come last in the Recovery.
fn first(look: Look<'_>) -> Option<UnitId> {
    let mine =
        || look.state.ids().filter(|id| look.side(*id) == look.active() && !look.state.dealt.contains(*id));
    match look.state.stage {
        Stage::Elite => mine().find(|id| look.card(*id).specials.elite > 0 && look.can_recover(*id)),
        Stage::Brave => mine().find(|id| look.can_take_heart(*id)),
        Stage::Recovery => {
            let plain = mine().find(|id| look.card(*id).specials.levy == 0 && look.can_recover(*id));
            plain.or_else(|| mine().find(|id| look.can_recover(*id)))
        }
        _ => None,
    }
}

impl Look<'_> {
    /// HC-DIS-20, HC-DIS-21, HC-DIS-22: it is disordered and not engaged. Off the table too, and inside a wedge.
    fn can_recover(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.disordered && !standing.is_lost() && !self.is_engaged(unit)
    }

    /// HC-BRAVE-01, HC-BRAVE-03, HC-BDIV-07: shaken, more than 12 inches from any enemy unit, of no broken division.
    fn can_take_heart(&self, unit: UnitId) -> bool {
        let there = self.state.unit(unit).is_here();
        there
            && self.card(unit).has(Special::Brave)
            && self.is_shaken(unit)
            && !self.is_of_broken_division(unit)
            && !self.enemy_within(unit, numbers().commanding.brave)
    }
}

/// HC-ELITE-01, HC-ELITE-02, HC-LEVY-01, HC-LEVY-02, HC-DIS-23: one die, and in order again from this score on.
fn recovers_on(cx: &mut Cx<'_, Rules>, unit: UnitId, needed: u8, rule: RuleId) -> Result<(), NeedRoll> {
    let face = rolls::die(cx, rule)?;
    cx.cite(rule, || Fact::Roll { unit, face, needed });
    cx.emit(Event::Dealt(unit));
    if face >= needed {
        cx.emit(Event::Disordered { unit, is: false });
    }
    Ok(())
}

/// HC-DIS-20, HC-DIS-24, HC-TURN-07, HC-ALG-19: all who need no roll are in order again.
fn all_recover(cx: &mut Cx<'_, Rules>) {
    while let Some(unit) = first(Look::new(cx.rules, cx.state())) {
        if cx.rules.card(unit).specials.levy > 0 {
            return;
        }
        cx.cite(rule!("HC-DIS-20"), || Fact::Unit(unit));
        cx.emit(Event::Disordered { unit, is: false });
    }
}

/// HC-BRAVE-01, HC-BRAVE-02: one die; from its score on, one casualty less.
fn rallies(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<(), NeedRoll> {
    let needed = match cx.rules.card(unit).specials.brave {
        0 => 4,
        needed => needed,
    };
    let face = rolls::die(cx, rule!("HC-BRAVE-02"))?;
    cx.cite(rule!("HC-BRAVE-02"), || Fact::Roll { unit, face, needed });
    cx.emit(Event::Dealt(unit));
    if face >= needed {
        let to = cx.state().unit(unit).casualties.saturating_sub(1);
        cx.emit(Event::Casualties { unit, to });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Part;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn at(part: Part, stage: Stage, troop: &str) -> Scene {
        Table::new()
            .stage(part, stage)
            .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 40.0), 180.0)
            .build()
    }

    fn is_disordered(scene: &Scene) -> bool {
        scene.state.unit(scene.unit("u")).disordered
    }

    /// HC-ELITE-01, HC-ELITE-02, HC-DIS-22, EX-152: an elite unit rolls before its orders.
    #[test]
    fn the_elite_recover_before_their_orders() {
        for (troop, face, after) in [
            ("heavy-infantry elite", 4, false),
            ("heavy-infantry elite", 3, true),
            ("heavy-infantry elite-5", 4, true),
        ] {
            let mut scene = at(Part::Command, Stage::Elite, troop).disordered("u");
            scene.run(&[face], |cx| resolve(cx, &Choice::Proceed));
            assert_eq!(is_disordered(&scene), after, "{troop} with {face}");
        }
        let plain = at(Part::Command, Stage::Elite, "heavy-infantry").disordered("u");
        assert_eq!(first(plain.look()), None);
    }

    /// HC-DIS-20, HC-DIS-24, EX-150: at the end of its own turn, and not of the enemy's, a unit recovers.
    #[test]
    fn units_recover_at_the_end_of_their_own_turn() {
        let mut own = at(Part::End, Stage::Recovery, "heavy-infantry").disordered("u");
        own.run(&[], |cx| resolve(cx, &Choice::Proceed));
        assert!(!is_disordered(&own));
        let mut theirs = at(Part::End, Stage::Recovery, "heavy-infantry").disordered("u");
        theirs.state.active = Side::Blue;
        assert_eq!(next(theirs.look()), None);
    }

    /// HC-DIS-21: those who fight or support do not.
    #[test]
    fn the_engaged_stay_disordered() {
        let scene = Table::new()
            .stage(Part::End, Stage::Recovery)
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("s", Side::Red, "heavy-infantry", (30.0, 20.0 - 40.0 / 25.4), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
            .fighting("u", "e")
            .build()
            .disordered("u")
            .disordered("s");
        assert_eq!(first(scene.look()), None);
    }

    /// HC-LEVY-01, HC-LEVY-02, HC-DIS-23: levies roll for it.
    #[test]
    fn levies_roll_to_recover() {
        for (troop, face, after) in [
            ("light-infantry levy", 4, false),
            ("light-infantry levy", 3, true),
            ("light-infantry levy-2", 2, false),
        ] {
            let mut scene = at(Part::End, Stage::Recovery, troop).disordered("u");
            scene.run(&[face], |cx| resolve(cx, &Choice::Proceed));
            assert_eq!(is_disordered(&scene), after, "{troop} with {face}");
        }
    }

    /// HC-BRAVE-01, HC-BRAVE-02, HC-BRAVE-03: shaken and far from enemies, it may lose a casualty.
    #[test]
    fn the_brave_rally_far_from_the_enemy() {
        let mut scene = at(Part::Command, Stage::Brave, "heavy-infantry brave").casualties("u", 6);
        scene.run(&[4], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(scene.state.unit(scene.unit("u")).casualties, 5);
        let mut unlucky = at(Part::Command, Stage::Brave, "heavy-infantry brave").casualties("u", 6);
        unlucky.run(&[3], |cx| resolve(cx, &Choice::Proceed));
        assert_eq!(unlucky.state.unit(unlucky.unit("u")).casualties, 6);
        let whole = at(Part::Command, Stage::Brave, "heavy-infantry brave").casualties("u", 5);
        assert_eq!(first(whole.look()), None);
        let mut broken = at(Part::Command, Stage::Brave, "heavy-infantry brave").casualties("u", 6);
        broken.state.divisions[0].broken = true;
        assert_eq!(first(broken.look()), None);
        let near = Table::new()
            .stage(Part::Command, Stage::Brave)
            .unit("u", Side::Red, "heavy-infantry brave", (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 21.0), 180.0)
            .build()
            .casualties("u", 6);
        assert_eq!(first(near.look()), None);
    }
}
