//! The distances that the book states in its sentences, in inches, read from `data/hail-caesar/tables/numbers.toml`, where
//! the rule of each stands.

use serde::Deserialize;
use std::sync::OnceLock;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Where the values stand in the book.
    pub source: String,
    pub moving: Moving,
    pub commanding: Commanding,
    pub proximity: Proximity,
    pub shooting: Shooting,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    pub infantry: f64,
    pub cavalry: f64,
    pub open_cavalry: f64,
    pub in_woods: f64,
    pub commanders: f64,
    pub first_onto_the_table: f64,
    pub giving_ground: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanding {
    pub distance_step: f64,
    pub link: f64,
    pub initiative: f64,
    pub followed: f64,
    pub joined: f64,
    pub reserve: f64,
    pub refuge: f64,
    pub brave: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proximity {
    pub formed: f64,
    pub open: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooting {
    pub short: f64,
    pub far: f64,
    pub slings: f64,
    pub engine_pressed: f64,
    pub engine_gap: f64,
    pub overhead: f64,
}

/// Those that come with the program.
pub fn numbers() -> &'static Numbers {
    static NUMBERS: OnceLock<Numbers> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let text = include_str!("../../../data/hail-caesar/tables/numbers.toml");
        // The file is compiled in and a test reads it: only a broken build could fail here.
        #[allow(clippy::expect_used)]
        toml::from_str(text).expect("the numbers that come with the program are well formed")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HC-TAB-MOVE, HC-PROX-01, HC-PROX-21, HC-DIVO-02: the table can be read.
    #[test]
    fn the_numbers_are_read() {
        let Numbers { moving, proximity, commanding, .. } = numbers();
        assert_eq!((moving.infantry, moving.cavalry, moving.open_cavalry), (6.0, 9.0, 12.0));
        assert_eq!((proximity.formed, proximity.open, commanding.link), (12.0, 6.0, 6.0));
    }
}
