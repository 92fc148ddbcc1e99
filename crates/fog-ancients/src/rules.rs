//! What never changes in a match: settings, edition, tables, scale; and `Look`, the reading glass of rule code.

use crate::field::Level;
use crate::ids::{CommanderId, GroupId};
use crate::movement::passage::Passing;
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::setup::{Setup, Start};
use crate::state::State;
use crate::tables::{Allowance, Tables};
use crate::troop::{Troop, TroopType};
use aelian_geometry::{Hand, Pose, Tolerance, Vec2, degrees};
use std::sync::Arc;

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
    /// FA-INT-06: what the settings and the army lists allow to the groups of this match.
    pub passages: Vec<Passing>,
    /// Whoever may not know a group or a commander is told what they are called when they appear.
    pub called: Arc<Names>,
}

/// What the setup calls groups and commanders, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    groups: Vec<Called>,
    commanders: Vec<String>,
}

/// What a group is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// In a stated position; in an army groups are numbered.
    pub name: String,
    /// By its army.
    pub label: String,
}

impl Names {
    pub fn of(setup: &Setup) -> Names {
        if let Start::Position(position) = &setup.start {
            let group = |name: &String| Called { name: name.clone(), label: String::new() };
            return Names {
                groups: position.groups.iter().map(|placed| group(&placed.name)).collect(),
                commanders: position.commanders.iter().map(|placed| placed.name.clone()).collect(),
            };
        }
        let group = |label: &String| Called { name: String::new(), label: label.clone() };
        let groups = setup.armies.iter().flat_map(|army| &army.groups);
        let commanders = setup.armies.iter().flat_map(|army| &army.commanders);
        Names {
            groups: groups.map(|enlisted| group(&enlisted.label)).collect(),
            commanders: commanders.map(|officer| officer.label.clone()).collect(),
        }
    }

    pub fn group(&self, id: GroupId) -> Called {
        self.groups.get(id.index()).cloned().unwrap_or_default()
    }

    pub fn commander(&self, id: CommanderId) -> String {
        self.commanders.get(id.index()).cloned().unwrap_or_default()
    }
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
            passages: Vec::new(),
            called: Arc::default(),
            settings,
        }
    }

    /// Whether the 3.1 edition is played.
    pub fn v31(&self) -> bool {
        self.edition == Edition::V31
    }

    /// FA-BASE-03, FA-BASE-04: the standard depth of a base of this type, in mm; rebased figures do not change it.
    pub fn depth(&self, kind: TroopType) -> f64 {
        self.tables.depth(self.scale, kind)
    }

    /// FA-TAB-MOVE: in MU.
    pub fn allowance(&self, troop: &Troop, level: Level) -> Allowance {
        self.tables.allowance(self.edition, troop, level)
    }
}

/// A measure in whole hundredths, for comparisons in which rounding must not decide.
pub fn hundredths(measure: f64) -> i64 {
    (measure * 100.0).round() as i64
}

/// In the order of a measure in mm, and in that of `then` where only rounding tells the measures apart.
pub fn in_order<T, K: Ord>(items: &mut [T], measure: impl Fn(&T) -> f64, then: impl Fn(&T) -> K) {
    /// More than rounding to the grid makes of equal lengths.
    const NOISE: f64 = 0.02;
    items.sort_by(|one, other| measure(one).total_cmp(&measure(other)));
    let mut rest = items;
    while let Some(first) = rest.first() {
        let most = measure(first) + NOISE;
        let equal = rest.iter().take_while(|item| measure(item) <= most).count().max(1);
        let (tied, further) = rest.split_at_mut(equal);
        tied.sort_by_cached_key(|item| then(item));
        rest = further;
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

    /// Ties between places that nothing in the book tells apart are broken so that a mirror beside the table shows the
    /// image of what is done: this is less for the place nearer to the middle between the side edges, and of those at the
    /// same side for the one nearer to Red's edge.
    pub fn off_middle(&self, at: Vec2) -> i64 {
        // One number, for rounding must not decide that two places are equally far from the middle.
        hundredths((at.x - self.state.field.width * 0.5).abs() + 0.3719 * at.y)
    }

    /// Both hands of one who stands so, first the one nearer to the middle of the table.
    pub fn hands(&self, pose: Pose) -> [Hand; 2] {
        let [left, right] =
            Hand::BOTH.map(|hand| self.off_middle(pose.shifted(hand.sign() * self.rules.width).at));
        if right < left { [Hand::Right, Hand::Left] } else { [Hand::Left, Hand::Right] }
    }

    /// So many MU in mm.
    pub fn mu(&self, units: f64) -> f64 {
        self.rules.mu * units
    }

    /// FA-MEAS-03, FA-MEAS-14: how far in mm it is to what still is within `limit` MU: who is exactly so far away is.
    pub fn reach(&self, limit: f64) -> f64 {
        self.mu(limit) + self.rules.slack
    }

    /// FA-MEAS-03: `distance` mm is within `limit` MU, with the slack of FA-MEAS-14.
    pub fn within(&self, distance: f64, limit: f64) -> bool {
        distance <= self.reach(limit)
    }

    /// FA-MEAS-03: `distance` mm is less than `limit` MU; the slack of FA-MEAS-14 speaks for "not less".
    pub fn closer(&self, distance: f64, limit: f64) -> bool {
        distance < self.mu(limit) - self.rules.slack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Table;
    use aelian_game::{Ruleset, Side};

    /// FA-MEAS-01: one MU is 25 mm or an inch, and everything is measured by it.
    #[test]
    fn the_move_unit_is_chosen_before_the_game() {
        let rules = |unit| Rules::new(Settings::default(), Edition::First, Scale::Fifteen, unit);
        assert_eq!((rules(MoveUnit::Millimetres25).mu, rules(MoveUnit::Inch).mu), (25.0, 25.4));
        assert_eq!(rules(MoveUnit::Millimetres25).width / rules(MoveUnit::Millimetres25).mu, 1.6);
    }

    /// FA-MEAS-03, FA-MEAS-04, FA-MEAS-14, AMB-23: "within" takes the limit in, "closer" leaves it out, with a slack of
    /// 0.01 MU; things touch at 0.02 MU, directions agree at half a degree.
    #[test]
    fn within_takes_the_limit_in() {
        let scene = Table::new().build();
        let look = scene.look();
        assert!(look.within(150.0, 6.0) && look.within(150.2, 6.0) && !look.within(150.3, 6.0));
        assert!(!look.closer(150.0, 6.0) && !look.closer(149.8, 6.0) && look.closer(149.7, 6.0));
        assert_eq!(look.rules.tolerance, Tolerance { length: 0.5, angle: degrees(0.5) });
        assert_eq!(look.rules.slack, 0.25);
    }

    /// FA-ED-01, FA-ED-02: two editions; a match is begun in one of them, and no choice and no event of it can change
    /// that: the rules of a match are made from its set-up alone.
    #[test]
    fn a_match_keeps_its_edition() {
        let rules = |edition| Rules::new(Settings::default(), edition, Scale::default(), MoveUnit::default());
        assert!(!rules(Edition::First).v31() && rules(Edition::V31).v31());
        let scenario = &crate::setup::scenario::scenarios()[0];
        for edition in [Edition::First, Edition::V31] {
            let setup = crate::setup::Setup { edition, ..scenario.setup.clone() };
            let (rules, _) = Rules::start(&setup).expect("a sound scenario");
            assert_eq!(rules.edition, edition);
            let written = serde_json::to_string(&setup).expect("a set-up can be written");
            let read: crate::setup::Setup = serde_json::from_str(&written).expect("and read");
            assert_eq!(read.edition, edition);
        }
    }

    /// FA-ED-01: one value of the same table in both.
    #[test]
    fn the_editions_differ_where_the_sheet_does() {
        let scene = |edition| {
            Table::new()
                .edition(edition)
                .group("a", Side::Red, "Kn armoured lancers", (4, 4), (30.0, 20.0), 0.0)
                .build()
        };
        let moves = |edition| {
            let scene = scene(edition);
            scene.look().base_move(scene.group("a"))
        };
        assert_eq!((moves(Edition::First), moves(Edition::V31)), (100.0, 125.0));
    }
}
