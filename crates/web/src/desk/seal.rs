//! The seed of the dice as it is kept with a game: not to be read at a glance.
//!
//! The page throws the dice, so it must be able to open what it keeps; this guards against accidents, not against its
//! owner. Two people who do not trust each other need a server that throws for them.

use serde::{Deserialize, Deserializer, Serializer};

/// Scatters the bits of a number.
fn mixed(salt: u32) -> u32 {
    let mut x = salt ^ 0x9e37_79b9;
    for _ in 0..3 {
        x = (x ^ (x >> 16)).wrapping_mul(0x45d9_f3b5);
    }
    x ^ (x >> 16)
}

pub fn serialize<S: Serializer>(seed: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    let salt = mixed(seed.rotate_left(7) ^ 0x5bd1_e995);
    serializer.serialize_str(&format!("{salt:08x}{:08x}", seed ^ mixed(salt)))
}

/// Games of earlier versions have the bare number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Sealed(String),
    Bare(u32),
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let text = match Kept::deserialize(deserializer)? {
        Kept::Bare(seed) => return Ok(seed),
        Kept::Sealed(text) => text,
    };
    let fault = || serde::de::Error::custom("a sealed seed is sixteen hexadecimal digits");
    let number = u64::from_str_radix(&text, 16).map_err(|_| fault())?;
    let (salt, sealed) = ((number >> 32) as u32, number as u32);
    if text.len() == 16 { Ok(sealed ^ mixed(salt)) } else { Err(fault()) }
}

#[cfg(test)]
mod tests {
    use crate::desk::Kept;

    #[test]
    fn a_seed_comes_back_and_is_not_to_be_read() {
        for seed in [0, 1, 7, 0x0707_0707, u32::MAX] {
            let text = serde_json::to_string(&Kept { seed, guided: false }).unwrap_or_default();
            let bare = [format!("{seed}"), format!("{seed:08x}")];
            assert!(seed < 10 || !bare.iter().any(|bare| text.contains(bare)), "{text}");
            let back: Option<Kept> = serde_json::from_str(&text).ok();
            assert_eq!(back.map(|kept| kept.seed), Some(seed));
        }
    }

    #[test]
    fn games_of_earlier_versions_keep_their_dice() {
        let back: Option<Kept> = serde_json::from_str(r#"{"seed":12345,"guided":true}"#).ok();
        assert_eq!(back.map(|kept| (kept.seed, kept.guided)), Some((12345, true)));
    }
}
