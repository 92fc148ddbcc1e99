//! Small pictures of bases, for the cards of games and battles and for lists of troops.

use crate::table::array::figure_size;
use crate::table::paint::{escaped, side_class};
use aelian_view::start::{PictureRow, TroopOffer};
use std::fmt::Write as _;

/// Width of a base on a picture.
const BASE: f64 = 80.0;

/// Bases on grass.
pub fn scene(rows: &[PictureRow]) -> String {
    let mut text =
        "<rect width='560' height='190' fill='#93A05C'/><rect width='560' height='190' fill='url(#flock)' opacity='.8'/>"
            .to_owned();
    for row in rows {
        let bases = f64::from(row.bases.max(1));
        let left = -(bases * (BASE + 2.0)) * 0.5;
        let (x, y) = row.at;
        let _ = write!(
            text,
            "<g class='{}' transform='translate({x} {y}) rotate({})'>",
            side_class(row.side),
            row.turned
        );
        for at in 0..row.bases.max(1) {
            base(row.figure, row.figures, left + f64::from(at) * (BASE + 2.0), &mut text);
        }
        text.push_str("</g>");
    }
    text
}

/// One base of some troops.
pub fn token(troop: &TroopOffer) -> String {
    let mut text = String::new();
    base(troop.figure, troop.figures, -BASE * 0.5, &mut text);
    text
}

/// A base whose middle lies at height 0.
fn base(figure: &str, count: u8, left: f64, text: &mut String) {
    let (w, h) = figure_size(figure);
    let count = f64::from(count.max(1));
    let scale = (BASE / (count * w)).min(60.0 / h).min(1.0);
    let (w, h) = (w * scale, h * scale);
    let deep = h + 10.0;
    let top = -deep * 0.5;
    let _ = write!(
        text,
        "<rect class='bz' x='{left:.1}' y='{top:.1}' width='{BASE}' height='{deep:.1}'/><path class='fe' d='M{left:.1} {:.1}h{BASE}'/>",
        top + 2.0
    );
    for at in 0..count as u32 {
        let x = left + (f64::from(at) + 0.5) * BASE / count - w * 0.5;
        let _ = write!(
            text,
            "<use href='#{}' x='{x:.1}' y='{:.1}' width='{w:.1}' height='{h:.1}'/>",
            escaped(figure),
            top + 6.0
        );
    }
}
