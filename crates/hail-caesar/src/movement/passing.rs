//! Passing through friends (HC-PASS-04, HC-PASS-05, HC-PASS-06, HC-PASS-07, HC-PASS-08, HC-PASS-09, HC-PASS-10,
//! HC-PASS-11, HC-DRILL-03): who tests, and the test.

use super::way::Passage;
use crate::event::Event;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Class;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::rule;

impl Look<'_> {
    /// HC-PASS-04, HC-PASS-05, HC-PASS-06: of those passed, the friends with whom a mover tests.
    pub fn tested_of(&self, unit: UnitId, formation: Formation, passage: &Passage) -> UnitSet {
        let tests = |friend: &UnitId| !self.passes_freely(unit, formation, *friend);
        passage.crossed.iter().filter(tests).collect()
    }

    /// HC-PASS-04, HC-PASS-05, HC-PASS-11, HC-DRILL-03, HC-DRILL-05, HC-WB-02, HC-PIG-03, AMB-88: two friends who pass
    /// through each other without a test, whatever is crossed.
    pub fn passes_freely(&self, unit: UnitId, formation: Formation, friend: UnitId) -> bool {
        let other = self.state.unit(friend);
        let open = [formation == Formation::Open, other.is_open()];
        let classes = [self.class(unit), self.class(friend)];
        if (0..2).any(|one| open[one] && classes[one].is_infantry()) {
            return true;
        }
        let light =
            |class: Class| matches!(class, Class::LightCavalry | Class::HorseArchers | Class::LightChariots);
        if open == [true; 2] && classes.into_iter().all(light) {
            return true;
        }
        let lines = formation == Formation::Line && other.formation == Formation::Line;
        let drilled = |id: UnitId| self.card(id).specials.drilled_passing();
        if lines && drilled(unit) && drilled(friend) {
            return true;
        }
        self.is_pigs_head(unit, friend) && self.is_behind(unit, friend)
    }

    /// HC-PIG-03, HC-PIG-04: it stands as one of the rear units of a Pig's Head.
    fn is_behind(&self, unit: UnitId, front: UnitId) -> bool {
        let (rect, ahead) = (self.rect(unit), self.rect(front));
        let (forward, _) = ahead.local(rect.pose.at);
        forward <= -ahead.depth + self.rules.slack && self.touch(unit, front)
    }
}

/// HC-PASS-08, HC-PASS-09, HC-PASS-10, HC-PASS-14: the mover tests once, and each friend crossed once.
pub fn test(cx: &mut Cx<'_, Rules>, unit: UnitId, friends: UnitSet) -> Result<(), NeedRoll> {
    if friends.is_empty() {
        return Ok(());
    }
    for one in std::iter::once(unit).chain(friends.iter()) {
        if cx.state().unit(one).disordered {
            continue;
        }
        let face = rolls::die(cx, rule!("HC-PASS-08"))?;
        cx.cite(rule!("HC-PASS-08"), || Fact::Roll { unit: one, face, needed: 4 });
        if face > 3 {
            continue;
        }
        cx.emit(Event::Disordered { unit: one, is: true });
        // HC-PASS-09.
        if one != unit && !cx.state().unit(one).did(Deed::Moved) {
            cx.emit(Event::Did { unit: one, deed: Deed::Stopped });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::Side;

    fn free(mover: (&str, Formation), friend: (&str, Formation)) -> bool {
        let scene = Table::new()
            .formed("u", Side::Red, mover.0, mover.1, (30.0, 20.0), 0.0)
            .formed("f", Side::Red, friend.0, friend.1, (30.0, 30.0), 0.0)
            .build();
        scene.look().passes_freely(scene.unit("u"), mover.1, scene.unit("f"))
    }

    /// HC-PASS-04, AMB-88: infantry in open order passes and is passed freely; not in column.
    #[test]
    fn open_infantry_passes_freely() {
        use Formation::*;
        assert!(free(("skirmishers", Open), ("heavy-infantry", Line)));
        assert!(free(("heavy-cavalry", Line), ("light-infantry", Open)));
        assert!(!free(("skirmishers", Column), ("heavy-infantry", Line)));
        assert!(!free(("heavy-infantry", Line), ("heavy-infantry", Line)));
    }

    /// HC-PASS-05: so do light horse and light chariots in open order among themselves.
    #[test]
    fn light_horse_pass_each_other() {
        use Formation::*;
        assert!(free(("light-cavalry", Open), ("horse-archers", Open)));
        assert!(free(("light-chariots", Open), ("light-cavalry", Open)));
        assert!(!free(("light-cavalry", Open), ("heavy-cavalry", Line)));
        assert!(!free(("light-cavalry", Open), ("light-cavalry", Line)));
    }

    /// HC-PASS-11, HC-DRILL-03, HC-DRILL-05, HC-DRILL-07, HC-WB-02: drilled battle lines; no phalanx, no warband.
    #[test]
    fn drilled_lines_pass_each_other() {
        use Formation::*;
        assert!(free(("heavy-infantry drilled", Line), ("heavy-infantry drilled", Line)));
        assert!(free(("heavy-infantry drilled-passing", Line), ("heavy-infantry drilled", Line)));
        assert!(!free(("heavy-infantry drilled-free-move", Line), ("heavy-infantry drilled", Line)));
        assert!(!free(("heavy-infantry drilled", Line), ("heavy-infantry", Line)));
        assert!(!free(("heavy-infantry drilled", Column), ("heavy-infantry drilled", Line)));
        assert!(!free(("heavy-infantry pikes drilled", Phalanx), ("heavy-infantry drilled", Line)));
    }

    /// HC-PIG-03: the rear units of a Pig's Head move out past the front one.
    #[test]
    fn a_pigs_head_opens_freely() {
        let scene = |y: f64| {
            Table::new()
                .unit("u", Side::Red, "heavy-infantry", (28.0, y), 0.0)
                .unit("f", Side::Red, "heavy-infantry pigs-head", (30.0, 30.0), 0.0)
                .build()
        };
        let free = |y: f64| {
            let scene = scene(y);
            scene.look().passes_freely(scene.unit("u"), Formation::Line, scene.unit("f"))
        };
        assert!(free(30.0 - 40.0 / 25.4) && !free(20.0));
    }
}
