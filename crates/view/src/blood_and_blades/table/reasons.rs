//! Reasons in a player's words: what the fact says and, where it only names bases, what the rule says of them.

use super::seen::Seen;
use crate::blood_and_blades::words;
use crate::story::ReasonLine;
use aelian_blood_and_blades::Fact;
use aelian_rulebook::{Reason, RuleId};

pub fn line(seen: Seen<'_>, reason: &Reason<Fact>) -> ReasonLine {
    let told = words::fact(seen.rules, Some(seen.state), seen.names, &reason.fact);
    let text = match (saying(reason.rule.as_str()), told.is_empty()) {
        (Some(saying), true) => saying.to_owned(),
        (Some(saying), false) => format!("{saying}: {told}"),
        (None, _) => told,
    };
    ReasonLine { rule: reason.rule, text }
}

/// Reasons of one rule beyond so many are only counted.
const OF_ONE_RULE: usize = 4;

/// All of them, each once; where one rule speaks of many bases, the first few and how many more there are.
pub fn lines(seen: Seen<'_>, reasons: &[Reason<Fact>]) -> Vec<ReasonLine> {
    let mut lines: Vec<ReasonLine> = Vec::with_capacity(reasons.len());
    let mut more: Vec<(RuleId, usize)> = Vec::new();
    for line in reasons.iter().map(|reason| line(seen, reason)) {
        if lines.contains(&line) {
            continue;
        }
        if lines.iter().filter(|known| known.rule == line.rule).count() < OF_ONE_RULE {
            lines.push(line);
        } else if let Some((_, count)) = more.iter_mut().find(|(rule, _)| *rule == line.rule) {
            *count += 1;
        } else {
            more.push((line.rule, 1));
        }
    }
    for (rule, count) in more {
        if let Some(last) = lines.iter_mut().rev().find(|line| line.rule == rule) {
            last.text.push_str(&format!(", and {count} more"));
        }
    }
    lines
}

/// What rules that only name bases or measures say of them.
fn saying(rule: &str) -> Option<&'static str> {
    SAYINGS.iter().find(|(known, _)| *known == rule).map(|(_, saying)| *saying)
}

const SAYINGS: &[(&str, &str)] = &[
    ("BB-BUSH-01", "baggage cannot lie in ambush"),
    ("BB-BUSH-02", "an ambush must be one group"),
    ("BB-BUSH-04", "this place does not hide it"),
    ("BB-BUSH-08", "it is not free to be put in ambush"),
    ("BB-BUSH-09", "nobody is left to be shown"),
    ("BB-BUSH-12", "the order cannot go on"),
    ("BB-CC-01", "close combat"),
    ("BB-CC-50", "a left flank is attacked only from beyond it"),
    ("BB-CC-51", "a right flank is attacked only from beyond it"),
    ("BB-CC-55", "a rear is attacked only from behind it"),
    ("BB-COL-01", "this is no column"),
    ("BB-COL-03", "a column's legs must lead somewhere"),
    ("BB-COL-20", "no column can be formed so"),
    ("BB-COL-20b", "the followers must fall in behind the head"),
    ("BB-COL-24", "the head cannot turn so"),
    ("BB-COL-28", "the bases cannot fall in so"),
    ("BB-DEP-01", "all baggage must be placed, each once"),
    ("BB-DEP-02", "baggage cannot stand there"),
    ("BB-DEP-08", "every base must be deployed, each once"),
    ("BB-DEP-10", "outside the deployment zone"),
    ("BB-ENG-06", "there is no room to align"),
    ("BB-ENG-30", "a closer contact is possible"),
    ("BB-EXT-01", "no line can be made so"),
    ("BB-EXT-09", "a bent column extends only to the side of its bend"),
    ("BB-EXT-11", "a base finds no way to its place"),
    ("BB-GAP-03", "no turning or shifting in a gap"),
    ("BB-GEO-02", "this cannot be measured"),
    ("BB-GEO-12", "no room"),
    ("BB-GRP-08", "too far for the slowest base"),
    ("BB-GRP-09", "the bases do not face one way"),
    ("BB-HALT-01", "only a base or a group can be halted"),
    ("BB-HALT-03", "who has moved cannot be halted"),
    ("BB-HALT-04", "who is halted cannot move"),
    ("BB-MOVE-01", "too far"),
    ("BB-MOVE-20", "too far"),
    ("BB-MOVE-30", "these bases are not one group"),
    ("BB-MOVE-31", "a group cannot move so"),
    ("BB-MOVE-34", "only light troops turn and advance in one move"),
    ("BB-MOVE-35", "only skirmishers turn about and advance in one move"),
    ("BB-MOVE-36", "only a single base moves freely"),
    ("BB-MOVE-40", "who is in close combat cannot move away"),
    ("BB-MOVE-45", "straight ahead needs a distance"),
    ("BB-MOVE-47", "stopped"),
    ("BB-MOVE-61", "a group pivots only forward"),
    ("BB-MOVE-62", "a base stands beyond the pivot's corner"),
    ("BB-MOVE-63", "a base stands beyond the outer corner"),
    ("BB-MOVE-64", "a base stands beyond a corner of the pivot"),
    ("BB-MOVE-65", "a pivot beside another leg is short"),
    ("BB-MOVE-71", "already made its tactical move"),
    ("BB-MOVE-72", "far and tactical moves exclude each other"),
    ("BB-MOVE-73", "a far move begins away from all enemies"),
    ("BB-MOVE-76", "a far move ends in no contact"),
    ("BB-PACK-05", "a pack moves only once in a bound"),
    ("BB-PACK-06", "a pack moves as a whole"),
    ("BB-PACK-30", "this base cannot lead the pack"),
    ("BB-PASS-08", "these friends cannot make room"),
    ("BB-PASS-09", "no room beyond"),
    ("BB-PIG-02", "these cannot be ordered"),
    ("BB-PIG-03", "the commander's own order"),
    ("BB-PIG-10", "part of a larger group"),
    ("BB-PIG-11", "a move"),
    ("BB-PIG-12", "halting irregular troops"),
    ("BB-PIG-13", "halting irregular troops"),
    ("BB-PIG-14", "irregular troops not straight ahead by their full distance"),
    ("BB-PIG-15", "irregular troops not straight ahead by their full distance"),
    ("BB-PIG-16", "the third far move of irregular troops"),
    ("BB-PIG-17", "the third far move of irregular troops"),
    ("BB-PIG-21", "the commander is in ambush"),
    ("BB-PIG-22", "the commander is out of sight and away"),
    ("BB-PIG-23", "the commander is far away"),
    ("BB-PIG-24", "the commander is far away"),
    ("BB-PIG-30", "a pack at full speed"),
    ("BB-PIG-31", "a pack into a group"),
    ("BB-PIG-52", "bases of the group cannot take part"),
    ("BB-PIG-56", "the commander is lost"),
    ("BB-RIV-03", "a river is entered nearly straight on"),
    ("BB-RIV-09", "who wades cannot turn"),
    ("BB-RIV-15", "not near enough to the bank"),
    ("BB-ROAD-08", "the road cannot be followed so"),
    ("BB-SET-11", "number of pieces of one size"),
    ("BB-SET-13", "pieces of mandatory kinds"),
    ("BB-SET-14", "pieces of optional kinds"),
    ("BB-SET-16", "pieces of the invader"),
    ("BB-SET-23", "a legal place exists, so the piece cannot be discarded"),
    ("BB-SET-30", "it must lie along the whole short edge"),
    ("BB-SET-34", "outside the band that was rolled"),
    ("BB-SET-50", "too near a table edge or another piece"),
    ("BB-SET-51", "these two may not overlap"),
    ("BB-SET-53", "nearer to another edge"),
    ("BB-SET-57", "it may not lie over"),
    ("BB-TBL-01", "not on the table"),
    ("BB-TER-06", "its size"),
    ("BB-TER-07", "its size"),
    ("BB-TER-08", "it must be longer than wide"),
    ("BB-TER-09", "its size"),
    ("BB-TER-10", "its outline"),
    ("BB-TRP-12", "baggage never moves"),
    ("BB-ZOC-10", "in a zone of control it may only get into close combat"),
    ("BB-ZOC-11", "in a zone of control, and a more direct contact is possible"),
    ("BB-ZOC-12", "these moves cannot be made together"),
    ("BB-ZOC-15", "it must align, because a zone forced it to contact"),
    ("BB-ZOC-16", "from the border of a zone of control on, the move ends or leads into contact"),
    ("BB-ZOC-17", "a zone of control binds a base of the group"),
];
