//! Tests of outcome moves.

mod recoil;
