//! The two sample lists of the book, as test data only: BB-LST-00 forbids to give them away as lists, and
//! BB-LST-03, AMB-70: their aggression and terrain are not in the source.

use crate::army::list::ArmyList;
use crate::army::list_file;

/// 80.4, translated and halved already.
pub const SUMERIAN: &str = r#"
name = "Sample 1"
period = "2500 BC to 2234 BC"
lines = [
    { id = "S1", role = "commander", numbers = "1", troops = ["Reg Bd(F)", "Reg HCh(I)", "Reg LCh(I)", "Reg Pk(I)", "Reg Pk(X)"] },
    { id = "S2", numbers = "18-48", troops = ["Reg Pk(I)"] },
    { id = "S3", numbers = "0 - 1/2", upgrades = "S2", troops = ["Reg Pk(X)"] },
    { id = "S4", numbers = "0-6", troops = ["Irr Ps(O)"] },
    { id = "S5", numbers = "2-6", troops = ["Irr Ps(I)"] },
    { id = "S6", numbers = "2-12", troops = ["Irr Ps(O)"] },
    { id = "S7", numbers = "2-4", troops = ["Reg HCh(I)"] },
    { id = "S8", numbers = "0-1", troops = ["Reg LCh(I)"] },
    { id = "S9", numbers = "0-1", troops = ["Irr LH(I)"] },
    { id = "S10", numbers = "4-9", rearms = "S2", troops = ["Reg Bd(F)"] },
    { id = "S11", numbers = "2-3", troops = ["Reg Ps(O)", "Reg Bw(I)"] },
]
"#;

/// 80.5, with the readings of AMB-67.
pub const ASSYRIAN: &str = r#"
name = "Sample 2"
period = "719 BC to 705 BC"
lines = [
    { id = "A1", role = "commander", numbers = "1", troops = ["Reg HCh(O)"] },
    { id = "A2", numbers = "3-7", troops = ["Reg HCh(O)"] },
    { id = "A3", numbers = "1", troops = ["Reg Cv(O)"] },
    { id = "A4", numbers = "2-5", troops = ["Reg Cv(O)"] },
    { id = "A5", numbers = "1", troops = ["Reg LH(I)"] },
    { id = "A6", numbers = "0-2", troops = ["Irr Cm(O)", "Irr LH(X)"] },
    { id = "A7", numbers = "2", front = ["Reg mtd Ax(S)"], support = ["Reg mtd Ps(O)"] },
    { id = "A8", numbers = "0-2", troops = ["Reg Bd(F)", "Reg Ax(O)"] },
    { id = "A9", numbers = "0-1", troops = ["Reg Ps(O)"], supports = ["A8"] },
    { id = "A10", numbers = "4-6", front = ["Reg Ax(O)"], support = ["Reg Ps(O)"] },
    { id = "A11", numbers = "0-2", upgrades = "A10", troops = ["Reg Ax(S)"] },
    { id = "A12", numbers = "4-8", front = ["Irr Ax(O)"], support = ["Reg mtd Ps(O)"] },
    { id = "A13", numbers = "*4-6", front = ["Reg Ax(I)"], support = ["Reg Ps(O)"], any_mix = true },
    { id = "A14", numbers = "**10-25", troops = ["Irr Hd(O)"] },
    { id = "A15", numbers = "2-10", troops = ["Irr Ps(O)"] },
    { id = "A16", numbers = "0-2", troops = ["Irr Ps(S)"] },
    { id = "A17", numbers = "0-2", troops = ["Reg Bw(I)"] },
]
"#;

pub fn sumerian() -> ArmyList {
    list_file::read(SUMERIAN).expect("the sample is well formed").list
}

pub fn assyrian() -> ArmyList {
    list_file::read(ASSYRIAN).expect("the sample is well formed").list
}
