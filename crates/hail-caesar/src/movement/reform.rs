//! Changing formation (15.8): who may, and where the new formation stands.

use crate::command::Reform;
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::Class;
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// 15.8: where a unit stands when it has changed its formation now, or why it cannot. Troops who open their order
    /// only for difficult ground (HC-OPEN-04) must stand on it; `plan` knows their way and asks for no more than that it
    /// leads there.
    pub fn reformed(&self, unit: UnitId, reform: &Reform) -> Result<Rect, Reason<Fact>> {
        let standing = self.state.unit(unit);
        if standing.did(Deed::Reformed) {
            return Err(Reason::new(rule!("HC-FCH-07"), Fact::Unit(unit)));
        }
        if standing.is_in_block() {
            return Err(Reason::new(rule!("HC-BLDG-06"), Fact::Unit(unit)));
        }
        let difficult = self.is_difficult(unit, &standing.rect);
        self.reformed_from(unit, (standing.formation, &standing.rect), reform, difficult)
    }

    /// The same for a unit that stood so; `difficult`: its way leads over ground where troops open their order.
    pub fn reformed_from(
        &self,
        unit: UnitId,
        (formation, rect): (Formation, &Rect),
        reform: &Reform,
        difficult: bool,
    ) -> Result<Rect, Reason<Fact>> {
        self.may_form(unit, formation, reform.to, difficult)?;
        let (width, depth) = self.card(unit).extent(reform.to);
        let mut refused = None;
        for pose in places(formation, rect, reform, depth) {
            for shift in shifts(width) {
                // HC-FCH-11: along the old front line.
                let at = pose.at + rect.pose.facing.right() * shift;
                let place = Rect::new(Pose { at, ..pose }.on_grid(), width, depth);
                match self.may_stand(unit, reform.to, &place).into_iter().next() {
                    None => return Ok(place),
                    Some(reason) => refused = refused.or(Some(reason)),
                }
            }
        }
        // HC-FCH-11: no place for it among others; closed ground is refused by its own rule.
        let crowded = refused.filter(|reason| reason.rule != rule!("HC-GEO-06"));
        Err(crowded.unwrap_or_else(|| Reason::new(rule!("HC-FCH-11"), Fact::Unit(unit))))
    }

    /// HC-FORM-01, HC-LINE-04, HC-LINE-05, HC-LINE-06, HC-OPEN-02, HC-OPEN-03, HC-OPEN-04, HC-OPEN-05, HC-OPEN-06,
    /// HC-OPEN-07, HC-FCH-09: whether its troops may take this
    /// formation here.
    fn may_form(
        &self,
        unit: UnitId,
        from: Formation,
        to: Formation,
        difficult: bool,
    ) -> Result<(), Reason<Fact>> {
        let card = self.card(unit);
        let fact = || Fact::FormationIs { unit, formation: to };
        if !card.knows(to) {
            return Err(Reason::new(card.unknown_by(to), fact()));
        }
        if to == from {
            return Err(Reason::new(rule!("HC-FORM-01"), fact()));
        }
        if to == Formation::Open && !card.opens_freely() && !difficult {
            // HC-OPEN-07: light infantry would open out freely, were it no warband.
            let light = card.class == Class::LightInfantry;
            let rule = if light { rule!("HC-OPEN-07") } else { rule!("HC-OPEN-04") };
            return Err(Reason::new(rule, fact()));
        }
        Ok(())
    }

    /// HC-OPEN-05: a unit that opened its order for difficult ground, and has left it.
    pub fn must_close_up(&self, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
        formation == Formation::Open && !self.card(unit).opens_freely() && !self.is_difficult(unit, rect)
    }
}

/// HC-FCH-04, HC-FCH-05, HC-FCH-06, HC-FCH-15, HC-TESTU-09: where the centre-front of the new formation may be, the
/// usual place first. `depth`
/// is that of the new formation.
fn places(formation: Formation, rect: &Rect, reform: &Reform, depth: f64) -> Vec<Pose> {
    let block = |of: Formation| matches!(of, Formation::Square | Formation::Testudo | Formation::Wedge);
    let by_middle = |middle: Vec2, facing: Facing| Pose { at: middle, facing }.advanced(depth * 0.5);
    let (front, middle) = (rect.pose.at, rect.centre());
    // HC-FCH-05, HC-FCH-15: the middle of the old formation becomes the centre-front; of two loose or close
    // formations, the middle of the new.
    let point = if formation == Formation::Open || block(formation) { middle } else { front };
    // HC-SQ-13: a square keeps its facing.
    let facing = if reform.to == Formation::Square { rect.pose.facing } else { reform.facing };
    let about_point = match reform.to == Formation::Open || block(reform.to) {
        true => by_middle(point, facing),
        false => Pose { at: point, facing },
    };
    // HC-FCH-06, and its reverse in HC-FCH-15: on the old front line.
    let on_the_line = Pose { at: front, facing: rect.pose.facing };
    let may_lead = block(reform.to) || block(formation);
    match (may_lead, reform.leading) {
        (true, true) => vec![on_the_line],
        (true, false) => vec![about_point, on_the_line],
        (false, _) => vec![about_point],
    }
}

/// HC-FCH-11: in place, then to either side by up to half the new width.
fn shifts(width: f64) -> impl Iterator<Item = f64> {
    let steps = (1..=6).flat_map(move |step| {
        let by = width * 0.5 * f64::from(step) / 6.0;
        [by, -by]
    });
    std::iter::once(0.0).chain(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::AreaKind;
    use crate::rules::INCH;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    fn scene(troop: &str, formation: Option<Formation>) -> Scene {
        let table = Table::new();
        match formation {
            Some(formation) => table.formed("u", Side::Red, troop, formation, (30.0, 20.0), 0.0),
            None => table.unit("u", Side::Red, troop, (30.0, 20.0), 0.0),
        }
        .build()
    }

    fn to(to: Formation) -> Reform {
        Reform { to, facing: Facing::UP, leading: false }
    }

    fn reformed(scene: &Scene, reform: &Reform) -> Result<Rect, aelian_rulebook::RuleId> {
        scene.look().reformed(scene.unit("u"), reform).map_err(|reason| reason.rule)
    }

    fn middle() -> Vec2 {
        Vec2::new(30.0 * INCH, 20.0 * INCH)
    }

    /// HC-FCH-04: a line becomes a column about its centre-front, facing as it likes.
    #[test]
    fn line_and_column_share_the_centre_front() {
        let scene = scene("heavy-infantry", None);
        let reform = Reform { to: Formation::Column, facing: Facing::RIGHT, leading: false };
        let rect = reformed(&scene, &reform).unwrap();
        assert!((rect.pose.at - middle()).length() < 0.01 && rect.pose.facing == Facing::RIGHT);
        assert!(rect.depth > rect.width);
    }

    /// HC-FCH-05: the old centre-front is the middle of open order, and the reverse.
    #[test]
    fn open_order_is_built_about_its_middle() {
        let scene = scene("light-infantry", None);
        let open = reformed(&scene, &to(Formation::Open)).unwrap();
        assert!((open.centre() - middle()).length() < 0.01);
        let scene = self::scene("light-infantry", Some(Formation::Open));
        let unit = scene.unit("u");
        let line = reformed(&scene, &to(Formation::Line)).unwrap();
        assert!((line.pose.at - scene.look().rect(unit).centre()).length() < 0.01);
    }

    /// HC-FCH-06, HC-FCH-15, HC-SQ-02, HC-SQ-13, HC-TESTU-01, HC-TESTU-09, HC-TESTU-10, HC-WEDGE-14: squares and the like
    /// about the old centre-front or on the old front line; out of them about their middle.
    #[test]
    fn blocks_are_built_about_the_centre_front() {
        let scene = scene("heavy-infantry testudo wedge", None);
        let square = reformed(&scene, &to(Formation::Square)).unwrap();
        assert!((square.centre() - middle()).length() < 0.01 && square.width == square.depth);
        let turned = Reform { to: Formation::Square, facing: Facing::RIGHT, leading: false };
        assert_eq!(reformed(&scene, &turned).unwrap().pose.facing, Facing::UP);
        let leading = Reform { to: Formation::Testudo, facing: Facing::UP, leading: true };
        let testudo = reformed(&scene, &leading).unwrap();
        assert!((testudo.pose.at - middle()).length() < 0.01 && (testudo.width - 90.0).abs() < 1e-9);
        let wedge = reformed(&scene, &to(Formation::Wedge)).unwrap();
        assert!((wedge.depth - wedge.width / 2.0).abs() < 1e-9);
        let scene = self::scene("heavy-infantry", Some(Formation::Square));
        let unit = scene.unit("u");
        let line = reformed(&scene, &to(Formation::Line)).unwrap();
        assert!((line.pose.at - scene.look().rect(unit).centre()).length() < 0.01);
    }

    /// HC-OPEN-02, HC-OPEN-06, HC-LINE-04, HC-LINE-05, HC-LINE-06, HC-SQ-01, HC-FCH-09, HC-PHX-01, HC-WB-01: what troops
    /// do not know they cannot take.
    #[test]
    fn troops_take_what_they_know() {
        let no = |troop: &str, formation: Formation| {
            let scene = scene(troop, None);
            let rule = scene.look().card(scene.unit("u")).unknown_by(formation);
            assert_eq!(reformed(&scene, &to(formation)), Err(rule), "{troop}");
        };
        no("skirmishers", Formation::Line);
        no("skirmishers", Formation::Square);
        no("heavy-chariots", Formation::Open);
        no("elephant", Formation::Column);
        no("heavy-infantry pikes", Formation::Line);
        no("heavy-infantry", Formation::Testudo);
        no("heavy-infantry tiny", Formation::Line);
        assert!(
            reformed(&scene("heavy-infantry pikes", Some(Formation::Column)), &to(Formation::Phalanx))
                .is_ok()
        );
        assert!(
            reformed(&scene("medium-infantry warband", Some(Formation::Column)), &to(Formation::Warband))
                .is_ok()
        );
    }

    /// HC-OPEN-03, HC-OPEN-04, HC-OPEN-07: light troops open freely, others for difficult ground only; so do warbands.
    #[test]
    fn others_open_for_difficult_ground() {
        assert!(reformed(&scene("light-cavalry", None), &to(Formation::Open)).is_ok());
        assert_eq!(reformed(&scene("heavy-infantry", None), &to(Formation::Open)), Err(rule!("HC-OPEN-04")));
        assert_eq!(
            reformed(&scene("light-infantry warband", None), &to(Formation::Open)),
            Err(rule!("HC-OPEN-07"))
        );
        let rough = Table::new()
            .unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .area(AreaKind::Rough, &[(20.0, 10.0), (40.0, 10.0), (40.0, 30.0), (20.0, 30.0)])
            .build();
        assert!(reformed(&rough, &to(Formation::Open)).is_ok());
    }

    /// HC-FCH-07: once in a Command part.
    #[test]
    fn one_change_in_a_turn() {
        let mut scene = scene("heavy-infantry", None);
        let unit = scene.unit("u");
        let deeds = &mut scene.state.units[unit.index()].deeds;
        *deeds = deeds.with(Deed::Reformed);
        assert_eq!(reformed(&scene, &to(Formation::Column)), Err(rule!("HC-FCH-07")));
    }

    /// HC-FCH-11: where there is no room it shifts along its old front line; where there is none at all it stays.
    #[test]
    fn it_shifts_to_find_room() {
        let beside = |gap: f64| {
            let scene = Table::new()
                .formed("u", Side::Red, "heavy-infantry", Formation::Column, (30.0, 20.0), 0.0)
                .unit("left", Side::Red, "heavy-infantry", (30.0 - gap, 20.0), 0.0)
                .unit("right", Side::Red, "heavy-infantry", (30.0 + 7.1, 20.0), 0.0)
                .build();
            reformed(&scene, &to(Formation::Line))
        };
        assert!((beside(7.1).unwrap().pose.at - middle()).length() < 0.01);
        assert!(beside(5.0).is_err());
        let one = Table::new()
            .formed("u", Side::Red, "heavy-infantry", Formation::Column, (30.0, 20.0), 0.0)
            .unit("left", Side::Red, "heavy-infantry", (25.0, 20.0), 0.0)
            .build();
        assert!(reformed(&one, &to(Formation::Line)).unwrap().pose.at.x > middle().x + 10.0);
    }
}
