//! Random flights: nobody overlaps anybody, and all are on the table or off it by event.

use super::*;
