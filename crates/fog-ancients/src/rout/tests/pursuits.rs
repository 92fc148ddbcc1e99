//! 68.7 and the pursuers of 70.5.

use super::*;
