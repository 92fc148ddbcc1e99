//! What ground does to troops, on small tables.

mod hills_and_banks;
mod levels;
mod seen;
mod walls;
