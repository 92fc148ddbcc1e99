//! Who keeps apart from the fights of others (HC-SUPP-04): some units support where the moves of others leave them, but
//! may not go there of their own will.

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-SUPP-04, HC-SUPP-05, HC-SUPP-07, HC-COL-10, HC-SQ-09, HC-SHK-03, HC-DIS-09: every rule that keeps a unit in
    /// this formation from moving into support.
    pub fn joins_nobody(&self, unit: UnitId, formation: Formation) -> Vec<Reason<Fact>> {
        let mut rules = Vec::new();
        let drawn_up = Fact::FormationIs { unit, formation };
        match formation {
            Formation::Column => rules.push(Reason::new(rule!("HC-COL-10"), drawn_up.clone())),
            Formation::Square => rules.push(Reason::new(rule!("HC-SQ-09"), drawn_up.clone())),
            _ => {}
        }
        if self.is_shaken(unit) {
            rules.push(Reason::new(rule!("HC-SUPP-07"), Fact::Unit(unit)));
        }
        if self.is_disordered(unit) {
            rules.push(Reason::new(rule!("HC-SUPP-05"), Fact::Unit(unit)));
        }
        if !rules.is_empty() {
            rules.push(Reason::new(rule!("HC-SUPP-04"), drawn_up));
        }
        rules
    }

    /// HC-SUPP-04: the rules that a unit would break by going there of its own will: it would come to support somebody and
    /// may not. Who is engaged already (HC-FEIGN-01) comes to nothing new.
    pub fn intrudes(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Vec<Reason<Fact>> {
        let steady = !matches!(formation, Formation::Column | Formation::Square) && !self.is_unsteady(unit);
        if steady || self.state.bouts.is_empty() || self.would_support(unit, formation, rect).is_none() {
            return Vec::new();
        }
        let standing = self.state.unit(unit);
        let already = standing.place == Place::Table
            && self.would_support(unit, standing.formation, &standing.rect).is_some();
        if already { Vec::new() } else { self.joins_nobody(unit, formation) }
    }
}
