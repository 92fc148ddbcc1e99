//! Why: `Reason` pairs a rule with a typed fact of the game, `Refusal` lists every rule a choice breaks.
//! Text is made from the facts at the edge of the program, never here.

use serde::{Deserialize, Serialize};

use crate::RuleId;

/// One rule and the fact that made it speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Reason<F> {
    pub rule: RuleId,
    pub fact: F,
}

impl<F> Reason<F> {
    pub const fn new(rule: RuleId, fact: F) -> Reason<F> {
        Reason { rule, fact }
    }

    /// The same rule with the fact put into other words, such as a rendered text.
    pub fn map<G>(self, into: impl FnOnce(F) -> G) -> Reason<G> {
        Reason { rule: self.rule, fact: into(self.fact) }
    }
}

/// The answer to a choice that the rules do not allow: every rule it breaks, not only the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refusal<F> {
    pub reasons: Vec<Reason<F>>,
}

impl<F> Refusal<F> {
    pub fn one(rule: RuleId, fact: F) -> Refusal<F> {
        Refusal { reasons: vec![Reason::new(rule, fact)] }
    }

    /// A verdict from collected reasons: allowed when there are none.
    pub fn unless_empty(reasons: Vec<Reason<F>>) -> Result<(), Refusal<F>> {
        if reasons.is_empty() { Ok(()) } else { Err(Refusal { reasons }) }
    }

    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.reasons.iter().map(|reason| reason.rule)
    }

    pub fn cites(&self, rule: RuleId) -> bool {
        self.rules().any(|cited| cited == rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn a_refusal_keeps_every_reason_in_order() {
        let reasons = vec![Reason::new(rule!("BB-DEMO-12"), 3), Reason::new(rule!("BB-ZONE-01"), 4)];
        let refusal = Refusal::unless_empty(reasons).unwrap_err();
        assert_eq!(refusal.rules().collect::<Vec<_>>(), [rule!("BB-DEMO-12"), rule!("BB-ZONE-01")]);
        assert!(refusal.cites(rule!("BB-ZONE-01")));
        assert!(!refusal.cites(rule!("BB-ZONE-02")));
    }

    #[test]
    fn no_reasons_is_no_refusal() {
        assert_eq!(Refusal::<i32>::unless_empty(Vec::new()), Ok(()));
    }

    #[test]
    fn reasons_are_plain_json() {
        let refusal = Refusal::one(rule!("BB-DEMO-12"), "too far".to_owned());
        let json = serde_json::to_string(&refusal).unwrap();
        assert_eq!(json, r#"{"reasons":[{"rule":"BB-DEMO-12","fact":"too far"}]}"#);
        assert_eq!(serde_json::from_str::<Refusal<String>>(&json).unwrap(), refusal);
    }
}
