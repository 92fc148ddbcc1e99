//! Reasons as lines, each once.

use super::seen::Seen;
use crate::story::ReasonLine;
use crate::told::Told;
use aelian_blood_and_blades::Fact;
use aelian_rulebook::{Reason, RuleId};

pub fn line(seen: Seen<'_>, reason: &Reason<Fact>) -> ReasonLine {
    let text = seen.rules.tell_reason(seen.state, seen.names, reason.rule, &reason.fact);
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
