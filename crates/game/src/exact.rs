//! Lengths and angles that stand in a state: floating point numbers with an equality and a hash.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A number compared and hashed by its bits. A negative zero is a zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exact(pub f64);

impl Eq for Exact {}

impl Hash for Exact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64((self.0 + 0.0).to_bits());
    }
}

impl From<f64> for Exact {
    fn from(value: f64) -> Exact {
        Exact(value + 0.0)
    }
}
