//! What never changes in a match: settings, tables, scale; and `Look`, the reading glass of rule code.

use crate::field::TableEdge;
use crate::movement::plan::Plan;
use crate::settings::Settings;
use crate::state::State;
use crate::tables::{Scale, Tables};
use aelian_geometry::{GRID, Rect, Tolerance, degrees};
use std::sync::Arc;

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    pub settings: Settings,
    pub tables: &'static Tables,
    pub scale: Scale,
    /// BB-MEAS-01: the move unit in mm.
    pub mu: f64,
    /// BB-BASE-04: the base width in mm.
    pub width: f64,
    /// BB-GEO-02: when things touch and when directions agree.
    pub tolerance: Tolerance,
    /// BB-WEA-01: whether the optional weather rules are used.
    pub weather: bool,
    /// BB-WEA-01: whether the optional rules of the time of day are used.
    pub time_of_day: bool,
    /// BB-AP-01: in half points.
    pub budget_halves: u32,
    /// What each base is called, by its id; whoever may not know a base is told when it appears.
    pub called: Arc<[Called]>,
}

/// What a base is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// In a stated position; in an army bases are numbered.
    pub name: String,
    /// By its army list.
    pub label: String,
}

impl Rules {
    pub fn new(settings: Settings, scale: Scale) -> Rules {
        let tables = Tables::standard();
        let tolerance = Tolerance { length: settings.contact_eps_mm, angle: degrees(settings.angle_eps_deg) };
        Rules {
            tables,
            scale,
            mu: tables.mu(scale),
            width: tables.width(scale),
            tolerance,
            weather: false,
            time_of_day: false,
            budget_halves: u32::from(tables.budget) * 2,
            called: Arc::default(),
            settings,
        }
    }
}

/// How much of a judgement is wanted. What passes is planned in full either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judging {
    /// Every broken rule.
    #[default]
    Whole,
    /// Only whether any rule is broken: the judgement ends with the first one, for searches that try much.
    Legality,
}

/// Rules and state together, read only: what a rule function that decides looks through.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub judging: Judging,
}

impl<'a> Look<'a> {
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Look { rules, state, judging: Judging::Whole }
    }

    /// The same rules on another state, for what-ifs on a scratch copy.
    pub fn at<'b>(&self, state: &'b State) -> Look<'b>
    where
        'a: 'b,
    {
        Look { rules: self.rules, state, judging: self.judging }
    }

    /// The same, for somebody who only wants to know what is legal.
    pub fn quick(self) -> Look<'a> {
        Look { judging: Judging::Legality, ..self }
    }

    /// Whether a plan is refused already and nobody wants to hear of more reasons.
    pub fn settled(&self, plan: &Plan) -> bool {
        self.judging == Judging::Legality && !plan.is_legal()
    }

    /// BB-GEO-02: what is measured is within a limit up to this; at exactly the limit it is.
    pub fn at_most(&self, limit: f64) -> f64 {
        limit + self.rules.tolerance.length
    }

    /// BB-GEO-02: what is measured has reached a limit from this on.
    pub fn at_least(&self, limit: f64) -> f64 {
        limit - self.rules.tolerance.length
    }

    /// BB-GEO-02, BB-GEO-13: an edge of the table that a rectangle crosses. Who stands at the edge within the tolerance is on
    /// the table, and stays so when his place is rounded to the grid.
    pub fn edge_crossed(&self, rect: &Rect) -> Option<TableEdge> {
        self.state.field.edges_crossed(rect, self.rules.tolerance.length + 1.0 / GRID)
    }

    /// So many MU in mm.
    pub fn mu(&self, units: f64) -> f64 {
        self.rules.mu * units
    }
}
