//! What a player should look at: bases in zones of control, and flanks and rears that lie open.

use super::reasons;
use super::seen::Seen;
use crate::story::ReasonLine;
use crate::table::PieceId;
use aelian_blood_and_blades::choice::{Placement, Reach};
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::movement::allowance::Footing;
use aelian_blood_and_blades::movement::engage::{Attack, may_attack};
use aelian_blood_and_blades::state::Stage;
use aelian_blood_and_blades::{BaseId, BaseSet, Fact, Look};
use aelian_geometry::Hand;
use aelian_rulebook::{Reason, rule};

/// No base goes further in one tactical move, in MU: the broad phase.
const FASTEST: f64 = 8.0;

/// One line for each danger of each of these bases.
pub fn advice(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<ReasonLine> {
    let look = seen.look();
    let bases = pieces.iter().filter(|piece| seen.shown(**piece).is_some_and(|base| base.on_table()));
    let mut lines = Vec::new();
    for base in bases.map(|piece| BaseId::of(*piece)) {
        for of in look.zoccers(base).iter() {
            lines.push(reasons::line(
                seen,
                &Reason { rule: rule!("BB-ZOC-02"), fact: Fact::InZone { base, of } },
            ));
        }
        lines.extend(open_to(look, base).map(|(enemy, word)| danger(seen, base, enemy, word)));
    }
    lines
}

/// Enemies who could come into a flank or the rear of bases that end so; not more than a few of them, and only those
/// who could not before.
pub fn of_ends(seen: Seen<'_>, moves: &[Placement]) -> Vec<ReasonLine> {
    const MOST: usize = 3;
    if moves.is_empty() || seen.state.stage != Stage::Moves {
        return Vec::new();
    }
    let state = seen.moved(moves);
    let (before, after) = (seen.look(), seen.look().at(&state));
    let fresh = moves.iter().flat_map(|place| {
        let known: BaseSet = open_to(before, place.base).map(|(enemy, _)| enemy).collect();
        let open = open_to(after, place.base).filter(move |(enemy, _)| !known.contains(*enemy));
        open.map(|danger| (place.base, danger))
    });
    fresh.take(MOST).map(|(base, (enemy, word))| danger(seen, base, enemy, word)).collect()
}

fn danger(seen: Seen<'_>, base: BaseId, enemy: BaseId, word: &str) -> ReasonLine {
    let text = format!("{} could come into the {word} of {}", seen.named(enemy), seen.name(base));
    ReasonLine { rule: rule!("BB-CC-52"), text }
}

/// BB-CC-50, BB-CC-51, BB-CC-55: enemies near enough who stand where an attack on a flank or on the rear may begin.
fn open_to(look: Look<'_>, base: BaseId) -> impl Iterator<Item = (BaseId, &'static str)> + '_ {
    const ATTACKS: [(Attack, &str); 3] = [
        (Attack::Flank(Hand::Left), "left flank"),
        (Attack::Flank(Hand::Right), "right flank"),
        (Attack::Rear, "rear"),
    ];
    let own = look.state.base(base);
    let near = look.enemies_near(own.side, &own.rect, look.mu(FASTEST)).filter(move |enemy| {
        let reach = look.pace(*enemy, Footing::Ground(Going::Good), Reach::Tactical);
        reach > 0.0 && look.distance(base, *enemy) <= reach
    });
    near.filter_map(move |enemy| {
        let start = look.state.rect(enemy);
        let may = |(attack, _): &&(Attack, &str)| may_attack(look, &own.rect, start, *attack);
        ATTACKS.iter().find(may).map(|(_, word)| (enemy, *word))
    })
}
