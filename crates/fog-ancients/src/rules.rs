//! What never changes in a match: settings, edition, tables, scale; and `Look`, the reading glass of rule code.

use crate::field::Level;
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::state::State;
use crate::tables::{Allowance, Tables};
use crate::troop::{Troop, TroopType};
use aelian_geometry::{Tolerance, degrees};

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    pub settings: Settings,
    /// FA-ED-02.
    pub edition: Edition,
    pub tables: &'static Tables,
    pub scale: Scale,
    /// FA-MEAS-01: the move unit in mm.
    pub mu: f64,
    /// FA-BASE-01: the base width in mm.
    pub width: f64,
    /// FA-MEAS-14: when things touch and when directions agree.
    pub tolerance: Tolerance,
    /// FA-MEAS-14: slack in mm when distances are compared.
    pub slack: f64,
}

impl Rules {
    pub fn new(settings: Settings, edition: Edition, scale: Scale, unit: MoveUnit) -> Rules {
        let tables = Tables::standard();
        let mu = unit.mm();
        let tolerance = Tolerance { length: settings.contact_mu * mu, angle: degrees(settings.angle_deg) };
        Rules {
            edition,
            tables,
            scale,
            mu,
            width: tables.width(scale),
            tolerance,
            slack: settings.range_mu * mu,
            settings,
        }
    }

    /// Whether the 3.1 edition is played.
    pub fn v31(&self) -> bool {
        self.edition == Edition::V31
    }

    /// FA-BASE-03: the depth of a base of this type, in mm.
    pub fn depth(&self, kind: TroopType) -> f64 {
        self.tables.depth(self.scale, kind)
    }

    /// FA-TAB-MOVE: in MU.
    pub fn allowance(&self, troop: &Troop, level: Level) -> Allowance {
        self.tables.allowance(self.edition, troop, level)
    }
}

/// Rules and state together, read only: what a rule function that decides looks through.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
}

impl<'a> Look<'a> {
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Look { rules, state }
    }

    /// The same rules on another state, for what-ifs on a scratch copy.
    pub fn at<'b>(&self, state: &'b State) -> Look<'b>
    where
        'a: 'b,
    {
        Look { rules: self.rules, state }
    }

    /// So many MU in mm.
    pub fn mu(&self, units: f64) -> f64 {
        self.rules.mu * units
    }

    /// FA-MEAS-03: `distance` mm is within `limit` MU, with the slack of FA-MEAS-14.
    pub fn within(&self, distance: f64, limit: f64) -> bool {
        distance <= self.mu(limit) + self.rules.slack
    }

    /// FA-MEAS-03: `distance` mm is less than `limit` MU; the slack of FA-MEAS-14 speaks for "not less".
    pub fn closer(&self, distance: f64, limit: f64) -> bool {
        distance < self.mu(limit) - self.rules.slack
    }
}
