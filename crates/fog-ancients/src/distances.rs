//! The distances that stand in the sentences of the book, in MU, read from `data/fog-ancients/tables/distances.toml`. What
//! each of them is for is said there.

use crate::field::{AreaKind, Size};
use crate::ids::GroupId;
use crate::rules::{Look, Rules};
use crate::settings::Edition;
use crate::state::Grade;
use crate::tables::TableError;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Distances {
    pub command: Command,
    pub ground: Ground,
    pub movement: Movement,
    pub impact: Impact,
    pub joint: Joint,
    pub shooting: Shooting,
    pub set_up: SetUp,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Command {
    range: Range,
    /// FA-CMOVE-04: open, uneven, rough, difficult.
    pub ride: [f64; 4],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    troop: f64,
    field: f64,
    inspired: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ground {
    plantation: f64,
    forest: f64,
    village: f64,
    gully: f64,
    growth_hides_light_foot: f64,
    soft_sand_hides_light_foot: f64,
    pub over_a_crest: f64,
    pub riverbank: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Movement {
    pub column_in_bad_ground: f64,
    pub column_on_road: f64,
    pub near_enemy: f64,
    pub retires_from: f64,
    pub shift_comes: f64,
    pub contraction_comes: f64,
    about_and_back: ByEdition,
    pub formation_takes: f64,
    pub fragmented_takes: f64,
    pub four_in_the_open: f64,
    second_move: ByEdition,
    pub second_move_ambushed: f64,
    pub restricted_area: f64,
    pub pass_further: f64,
    pub orb_enemy: f64,
    pub orb_step: f64,
    pub defences_enemy: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Impact {
    pub step_forward: f64,
    zone: Zone,
    pub wheel_into_flank: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    foot: f64,
    mounted: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Joint {
    pub halt_before_enemy: f64,
    pub least_break_off: f64,
    pub rally_enemy: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shooting {
    pub over_friends: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SetUp {
    pub table: [f64; 2],
    pub least_table: [f64; 2],
    pub largest_table: [f64; 2],
    pub forward_zone: f64,
    pub zone: f64,
    pub ambush_zone: f64,
    pub ambush_unseen_from: f64,
    pub arrival_enemy: f64,
    pub driven_back: f64,
    pub between_pieces: f64,
    pub centre: f64,
    pub slide: [f64; 2],
    piece: Piece,
    pub piece_holds: [f64; 2],
    pub road: f64,
    pub coast: f64,
    pub river: f64,
    pub river_reaches: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    normal: f64,
    large: f64,
}

/// A distance of the first edition, and the same of the 3.1 sheet.
#[derive(Clone, Copy, Debug, Deserialize)]
struct ByEdition([f64; 2]);

impl ByEdition {
    fn of(self, edition: Edition) -> f64 {
        self.0[edition as usize]
    }
}

impl Distances {
    pub(crate) fn read() -> Result<Distances, TableError> {
        let text = include_str!("../../../data/fog-ancients/tables/distances.toml");
        toml::from_str(text)
            .map_err(|source| TableError::Toml { file: "distances.toml", source: Box::new(source) })
    }
}

impl Command {
    /// FA-CMD-02, FA-CMD-03, FA-CMD-04.
    pub fn range(&self, grade: Grade) -> f64 {
        match grade {
            Grade::Troop => self.range.troop,
            Grade::Field => self.range.field,
            Grade::Inspired => self.range.inspired,
        }
    }
}

impl Ground {
    /// FA-TER-07, FA-TER-08, FA-TER-09, FA-TER-10, FA-TER-11, FA-TER-12, FA-TER-13, FA-TER-14, FA-TER-15: within what
    /// distance troops wholly inside are visible: anybody, or light foot. None: without limit.
    pub fn hides_within(&self, kind: AreaKind, light_foot: bool) -> Option<f64> {
        use AreaKind::*;
        match kind {
            Plantation => Some(self.plantation),
            Forest => Some(self.forest),
            Village => Some(self.village),
            Gully => Some(self.gully),
            Brush | EnclosedFields | Vineyards | Marsh if light_foot => Some(self.growth_hides_light_foot),
            SoftSand if light_foot => Some(self.soft_sand_hides_light_foot),
            _ => None,
        }
    }
}

impl SetUp {
    /// FA-TER-23, FA-TER-24: the circle that holds a piece of this size.
    pub fn piece(&self, size: Size) -> f64 {
        match size {
            Size::Normal => self.piece.normal,
            Size::Large => self.piece.large,
        }
    }

    /// FA-DEP-04, FA-DEP-05: how far from the rear edge such troops may be deployed.
    pub fn zone_of(&self, light: bool) -> f64 {
        if light { self.forward_zone } else { self.zone }
    }
}

impl Rules {
    /// The distances of the book.
    pub fn distances(&self) -> &'static Distances {
        &self.tables.distances
    }
}

impl Look<'_> {
    /// FA-2ND-01, FA-CMOVE-21, FA-V31-19: in MU.
    pub fn second_move_gap(&self) -> f64 {
        self.rules.distances().movement.second_move.of(self.rules.edition)
    }

    /// FA-TURN-08, FA-V31-18: in MU.
    pub fn about_and_back(&self) -> f64 {
        self.rules.distances().movement.about_and_back.of(self.rules.edition)
    }

    /// FA-ZOI-01: the depth of a zone of interception in MU.
    pub fn zone_depth(&self, group: GroupId) -> f64 {
        let zone = &self.rules.distances().impact.zone;
        if self.state.group(group).is_foot() { zone.foot } else { zone.mounted }
    }
}

#[cfg(test)]
mod tests {
    use crate::state::Grade;
    use crate::testing::Table;
    use crate::{Look, settings::Edition};
    use aelian_game::Side;

    /// FA-CMD-02, FA-CMD-03, FA-CMD-04, FA-ZOI-01, FA-2ND-01, FA-V31-19, FA-TURN-08, FA-V31-18: what depends on the
    /// edition or on the troops.
    #[test]
    fn distances_are_the_books() {
        let scene = |edition| {
            let table = Table::new().edition(edition);
            let table = table.group("foot", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0);
            table.group("horse", Side::Red, "Cv armoured", (4, 2), (40.0, 20.0), 0.0).build()
        };
        let of = |look: Look<'_>| (look.second_move_gap(), look.about_and_back());
        let (first, sheet) = (scene(Edition::First), scene(Edition::V31));
        assert_eq!((of(first.look()), of(sheet.look())), ((6.0, 3.0), (5.0, 2.0)));
        let zone = |name| first.look().zone_depth(first.group(name));
        assert_eq!((zone("foot"), zone("horse")), (2.0, 4.0));
        let range = |grade| first.rules.distances().command.range(grade);
        assert_eq!([Grade::Troop, Grade::Field, Grade::Inspired].map(range), [4.0, 8.0, 12.0]);
    }
}
