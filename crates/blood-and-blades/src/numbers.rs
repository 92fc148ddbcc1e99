//! The distances, angles and counts that the book states in its sentences, read from
//! `data/blood-and-blades/tables/numbers.toml`, where the rule of each stands. Lengths in MU unless the name says
//! otherwise.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Where the values stand in the book.
    pub source: String,
    pub commanding: Commanding,
    pub moving: Moving,
    pub rushing: Rushing,
    pub shooting: Shooting,
    pub weather: Weather,
    pub terrain: Terrain,
    pub victory: Victory,
    pub army: Army,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanding {
    pub unseen_commander: f64,
    pub seen_commander: f64,
    pub seen_by_light_horse: f64,
    pub cheap_far_moves: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    pub far_from_enemies: f64,
    pub pivot_beside_a_leg: f64,
    pub extension_bonus: f64,
    pub at_right_angles_times: f64,
    pub crossing_degrees: f64,
    pub near_bank_widths: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rushing {
    pub sight: f64,
    pub aside_degrees: f64,
    pub parting_widths: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooting {
    pub zone_width: f64,
    pub zone_depth: f64,
    pub steady: f64,
    pub more_shooters: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    pub bounds_to_mud: u16,
    pub dazzle_rounds: u16,
    pub line_degrees: f64,
    pub sight_in_dusk: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub river_widths_of: (f64, f64),
    pub medium_river: f64,
    pub channel: f64,
    pub shore_reach: (f64, f64),
    pub shore_degrees: f64,
    pub paved_stretch: f64,
    pub road_degrees: f64,
    pub right_angle_slack_degrees: f64,
    pub rounded_degrees: f64,
    pub rounded_side_part: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub victor: i32,
    pub vanquished: i32,
    pub honourable_draw: i32,
    pub draw: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    pub aggression: u8,
}

impl Numbers {
    /// Those that come with the program.
    pub fn standard() -> &'static Numbers {
        &crate::tables::Tables::standard().numbers
    }
}
