//! What never changes in a match: settings, orders of battle, tolerances; and `Look`, the reading glass of rule code.

use crate::field::TableEdge;
use crate::ids::{CommanderId, DivisionId, UnitId};
use crate::scenario::Battle;
use crate::settings::Settings;
use crate::setup::{Arrival, Entry, Setup, Zone};
use crate::state::State;
use crate::troop::{Card, Class, Stats};
use aelian_game::Side;
use aelian_geometry::{Tolerance, degrees};
use std::sync::Arc;

/// An inch in mm (HC-SETUP-01).
pub const INCH: f64 = 25.4;

/// The rules of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    pub settings: Settings,
    /// By `UnitId`.
    pub cards: Arc<[Card]>,
    /// By `DivisionId`.
    pub divisions: Arc<[DivisionCard]>,
    /// By `CommanderId`.
    pub leaders: Arc<[LeaderCard]>,
    /// The battle of the book whose rules hold; none in a battle of one's own.
    pub battle: Option<Battle>,
    /// HC-SETUP-04: the edge behind each side.
    pub homes: [TableEdge; 2],
    /// HC-OFF-02.
    pub entries: Arc<[Entry]>,
    /// HC-SETUP-04: who draws up first; none: both armies stand as the setup says.
    pub draws_up: Option<Side>,
    /// HC-SETUP-05: a die decides who chooses the first turn.
    pub dice_for_first: bool,
    /// HC-MEAS-11: when things touch.
    pub tolerance: Tolerance,
    /// HC-MEAS-11: slack in mm when distances are compared.
    pub slack: f64,
    /// HC-VIC-02: of whose army only a piece is stated, red's first.
    pub pieces: [bool; 2],
}

/// HC-ARMY-01, HC-ARMY-02: what a division began with.
#[derive(Clone, Debug, PartialEq)]
pub struct DivisionCard {
    pub name: String,
    pub side: Side,
    pub commander: CommanderId,
    /// HC-SETUP-04: where it is drawn up.
    pub zone: Zone,
    /// HC-OFF-01.
    pub arrival: Option<Arrival>,
    /// HC-VIC-02: not counted among the divisions of its army.
    pub minor: bool,
}

/// HC-COM-07: whom a division began with.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderCard {
    pub name: String,
    pub side: Side,
    /// None: the commander-in-chief (HC-CINC-01).
    pub division: Option<DivisionId>,
}

impl Rules {
    pub fn new(
        cards: Vec<Card>,
        divisions: Vec<DivisionCard>,
        leaders: Vec<LeaderCard>,
        setup: &Setup,
    ) -> Rules {
        let settings = setup.settings.clone();
        let eps = settings.eps * INCH;
        Rules {
            homes: setup.home_edges(),
            entries: setup.entries.iter().cloned().collect(),
            draws_up: (!setup.deployed).then(|| setup.draws_up_first.unwrap_or(Side::Red)),
            dice_for_first: setup.first.is_none(),
            cards: cards.into(),
            divisions: divisions.into(),
            leaders: leaders.into(),
            battle: setup.battle,
            tolerance: Tolerance { length: eps, angle: degrees(0.5) },
            slack: eps,
            pieces: Side::BOTH
                .map(|side| setup.position.as_ref().is_some_and(|position| position.pieces.contains(&side))),
            settings,
        }
    }

    pub fn card(&self, unit: UnitId) -> &Card {
        &self.cards[unit.index()]
    }

    /// The unit of this name.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        let at = self.cards.iter().position(|card| card.name == name)?;
        u8::try_from(at).ok().map(UnitId)
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

    /// So many inches in mm. Distances that the book fixes are scaled with HC-SIZE-13.
    pub fn inches(&self, inches: f64) -> f64 {
        inches * INCH * self.rules.settings.distance_scale
    }

    /// HC-MEAS-11: `distance` mm is within `limit` inches.
    pub fn within(&self, distance: f64, limit: f64) -> bool {
        distance <= self.inches(limit) + self.rules.slack
    }

    pub fn card(&self, unit: UnitId) -> &'a Card {
        &self.rules.cards[unit.index()]
    }

    pub fn side(&self, unit: UnitId) -> Side {
        self.card(unit).side
    }

    /// HC-SCN-02: what class it counts as now.
    pub fn class(&self, unit: UnitId) -> Class {
        let card = self.card(unit);
        match &card.worn {
            Some((class, _)) if self.is_shaken(unit) => *class,
            _ => card.class,
        }
    }

    /// HC-STAT-01, HC-SCN-02: its values now.
    pub fn stats(&self, unit: UnitId) -> Stats {
        let card = self.card(unit);
        match &card.worn {
            Some((_, stats)) if self.is_shaken(unit) => *stats,
            _ => card.stats,
        }
    }

    /// HC-CAS-02, HC-CAS-06.
    pub fn is_shaken(&self, unit: UnitId) -> bool {
        self.is_shaken_by(unit, self.state.unit(unit).casualties)
    }

    /// HC-CAS-02: it would be with so many casualties.
    pub fn is_shaken_by(&self, unit: UnitId, casualties: u8) -> bool {
        casualties >= self.card(unit).stats.stamina
    }

    /// HC-CAS-04, HC-CRES-06: it would have twice its stamina of them.
    pub fn is_spent_by(&self, unit: UnitId, casualties: u8) -> bool {
        casualties >= self.card(unit).stats.stamina.saturating_mul(2)
    }

    pub fn is_disordered(&self, unit: UnitId) -> bool {
        self.state.unit(unit).disordered
    }

    /// HC-HIT-03, HC-HIT-H07: shaken, disordered, or both.
    pub fn is_unsteady(&self, unit: UnitId) -> bool {
        self.is_shaken(unit) || self.is_disordered(unit)
    }

    /// HC-ORD-11: the commander of its division.
    pub fn commander_of(&self, unit: UnitId) -> CommanderId {
        self.rules.divisions[self.card(unit).division.index()].commander
    }

    /// HC-BDIV-07: its division is broken.
    pub fn is_of_broken_division(&self, unit: UnitId) -> bool {
        self.state.division(self.card(unit).division).broken
    }

    /// Units of a side on the table, in buildings too.
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let Look { rules, state } = *self;
        state.ids().filter(move |id| rules.cards[id.index()].side == side && state.unit(*id).is_on_table())
    }

    /// The same, and those within wedges (HC-WEDGE-12).
    pub fn here(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let Look { rules, state } = *self;
        state.ids().filter(move |id| rules.cards[id.index()].side == side && state.unit(*id).is_here())
    }

    /// Units on the table, of both sides.
    pub fn all_on_table(&self) -> impl Iterator<Item = UnitId> + use<'a> {
        let state = self.state;
        state.ids().filter(|id| state.unit(*id).is_on_table())
    }

    /// Units of a division.
    pub fn members(&self, division: DivisionId) -> impl Iterator<Item = UnitId> + use<'a> {
        let rules = self.rules;
        self.state.ids().filter(move |id| rules.cards[id.index()].division == division)
    }

    /// HC-SETUP-04, HC-RET-11: the table edge behind a side.
    pub fn home(&self, side: Side) -> TableEdge {
        self.rules.homes[side.index()]
    }

    pub fn active(&self) -> Side {
        self.state.active
    }

    /// The side of a commander.
    pub fn side_of_commander(&self, commander: CommanderId) -> Side {
        self.rules.leaders[commander.index()].side
    }
}
