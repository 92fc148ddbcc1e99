//! The screens: start, battle, report, rules.

pub mod battle;
pub mod report;
pub mod rules;
pub mod start;
