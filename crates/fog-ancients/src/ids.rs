//! Names of bases, battle groups and commanders, and small sets of groups.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A base of either army: its place in `State::bases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BaseId(pub u16);

/// A battle group of either army: its place in `State::groups`. Both armies together have at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(pub u8);

/// A commander of either army: his place in `State::commanders`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// A set of battle groups, small enough to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupSet(u64);

impl BaseId {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl GroupId {
    /// Both armies together have at most so many groups.
    pub const MOST: usize = 64;

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl CommanderId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BG{}", self.0)
    }
}

impl fmt::Display for CommanderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C{}", self.0)
    }
}

impl GroupSet {
    pub const EMPTY: GroupSet = GroupSet(0);

    pub fn one(group: GroupId) -> GroupSet {
        GroupSet(bit(group))
    }

    /// Adds a group; true if it was not in the set.
    pub fn insert(&mut self, group: GroupId) -> bool {
        let fresh = !self.contains(group);
        self.0 |= bit(group);
        fresh
    }

    pub fn remove(&mut self, group: GroupId) {
        self.0 &= !bit(group);
    }

    pub fn contains(self, group: GroupId) -> bool {
        self.0 & bit(group) != 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn union(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 | other.0)
    }

    pub fn minus(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 & !other.0)
    }

    pub fn common(self, other: GroupSet) -> GroupSet {
        GroupSet(self.0 & other.0)
    }

    pub fn is_subset(self, of: GroupSet) -> bool {
        self.minus(of).is_empty()
    }

    pub fn first(self) -> Option<GroupId> {
        (self.0 != 0).then(|| GroupId(self.0.trailing_zeros() as u8))
    }

    /// In rising order.
    pub fn iter(self) -> impl Iterator<Item = GroupId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let group = GroupSet(left).first()?;
            left &= left - 1;
            Some(group)
        })
    }
}

impl FromIterator<GroupId> for GroupSet {
    fn from_iter<I: IntoIterator<Item = GroupId>>(groups: I) -> GroupSet {
        groups.into_iter().fold(GroupSet::EMPTY, |set, group| set.union(GroupSet::one(group)))
    }
}

/// A set is written as the list of its groups.
impl Serialize for GroupSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for GroupSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GroupSet, D::Error> {
        let groups = Vec::<GroupId>::deserialize(deserializer)?;
        match groups.iter().find(|group| group.index() >= GroupId::MOST) {
            Some(group) => Err(serde::de::Error::custom(format!("there is no battle group {}", group.0))),
            None => Ok(groups.into_iter().collect()),
        }
    }
}

/// A group beyond the last possible one is in no set.
fn bit(group: GroupId) -> u64 {
    1u64.checked_shl(u32::from(group.0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_their_groups_in_order() {
        let set: GroupSet = [GroupId(63), GroupId(2), GroupId(2)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [GroupId(2), GroupId(63)]);
        assert_eq!((set.len(), set.first()), (2, Some(GroupId(2))));
        assert!(!set.contains(GroupId(64)) && !set.contains(GroupId(200)));
        assert!(GroupSet::one(GroupId(2)).is_subset(set));
    }

    #[test]
    fn sets_are_written_as_lists_and_strangers_are_refused() {
        let set: GroupSet = [GroupId(1), GroupId(5)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,5]");
        assert_eq!(serde_json::from_str::<GroupSet>("[1,5]").unwrap(), set);
        assert!(serde_json::from_str::<GroupSet>("[64]").is_err());
    }
}
