//! Terms of position (60.4): river edge, upper ground, cover.

use crate::baseset::BaseId;
use crate::field::AreaKind;
use crate::rules::Look;

impl Look<'_> {
    /// BB-CC-31, BB-CC-32: whether `base` defends a river edge against `enemy`: its own front makes the
    /// contact, the other wades but not where a road crosses, and the bank is near.
    pub fn defends_river_edge(&self, base: BaseId, enemy: BaseId) -> bool {
        self.frontal(base, enemy).next().is_some()
            && self.bank_favours(self.state.rect(base), self.state.rect(enemy))
    }

    /// BB-CC-33: whether the base defends a river edge against anybody; then it never pursues.
    pub fn defends_any_river_edge(&self, base: BaseId) -> bool {
        self.opponents(base).any(|enemy| self.defends_river_edge(base, enemy))
    }

    /// BB-CC-34, BB-TAC-37: whether the base fights from upper ground against any enemy with whom it is in
    /// close combat, its main opponent or not.
    pub fn is_on_upper_ground(&self, base: BaseId) -> bool {
        self.opponents(base).any(|enemy| self.fights_from_upper_ground(base, enemy))
    }

    /// BB-TAC-38, BB-SHT-14: even partially in Wd or BUA.
    pub fn is_in_cover(&self, base: BaseId) -> bool {
        let covers = |kind: AreaKind| matches!(kind, AreaKind::Woods | AreaKind::BuiltUpArea);
        self.partly_in_any(self.state.rect(base), |area| covers(area.kind))
    }
}
