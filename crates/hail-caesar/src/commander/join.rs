//! Joining combat (65.6), and the attacks that a commander adds (65.8).

use crate::fact::Fact;
use crate::ids::{CommanderId, UnitId};
use crate::numbers::numbers;
use crate::rules::Look;
use crate::state::CommanderPlace;
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-CJOIN-01, HC-CJOIN-02, HC-CJOIN-03, HC-CJOIN-04, HC-CJOIN-05: why this commander may not now join this
    /// fighting unit; empty if he may.
    pub fn refuse_joining(&self, commander: CommanderId, unit: UnitId) -> Vec<Reason<Fact>> {
        let who = self.state.commander(commander);
        let mut breaches = Vec::new();
        let mut refuse = |broken: bool, rule, fact: Fact| {
            if broken {
                breaches.push(Reason { rule, fact });
            }
        };
        refuse(who.place != CommanderPlace::Alone, rule!("HC-CJOIN-01"), Fact::Commander(commander));
        // HC-CINC-04: the commander-in-chief only where the commander of the division is.
        let with = self.state.commander_with(unit);
        let chief = self.is_chief(commander) && with.is_some_and(|own| self.commander_of(unit) == own);
        refuse(!self.leads(commander, unit) && !chief, rule!("HC-COM-04"), Fact::NotYours(unit));
        refuse(!self.state.is_fighting(unit), rule!("HC-CJOIN-02"), Fact::Unit(unit));
        refuse(who.wounded, rule!("HC-CJOIN-04"), Fact::Commander(commander));
        refuse(with.is_some() && !chief, rule!("HC-COM-05"), Fact::Unit(unit));
        let distance = self.command_distance(commander, unit);
        let fact = Fact::TooFar { used: distance, allowed: self.inches(numbers().commanding.joined) };
        refuse(!self.within(distance, numbers().commanding.joined), rule!("HC-CJOIN-01"), fact);
        breaches
    }

    /// HC-CFV-01, HC-CFV-02, HC-CFV-03, HC-CFV-04, HC-CFV-05, HC-CFV-06, HC-ATT-07: the most attacks that a commander
    /// may add to a fighting unit whose own attacks are so many.
    pub fn most_attacks(&self, unit: UnitId, own: u8) -> u8 {
        let with = self.state.commanders.iter().filter(|one| one.place == CommanderPlace::With(unit));
        // HC-CINC-04: the higher value of two.
        let able = with.filter(|commander| !commander.wounded);
        able.map(|commander| commander.attacks.min(own)).max().unwrap_or(0)
    }
}
