//! Who may charge, whom, and after what test (50.1, 50.6).

use super::outlook::Outlook;
use super::trace::Around;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::position::legal_contact;
use crate::rules::Look;
use crate::state::{Cohesion, Deed, Shape};
use crate::troop::{Capability, Troop, TroopType};
use aelian_rulebook::{Reason, RuleId, rule};

impl Look<'_> {
    /// FA-CHG-01, FA-REF-05: why this group may neither charge nor intercept because its owner says so; nothing if it may.
    pub fn cannot_charge(&self, id: GroupId) -> impl Iterator<Item = Reason<Fact>> + '_ {
        let look = *self;
        let reforms = std::iter::once_with(move || look.must_reform(id).then_some(rule!("FA-REF-05")));
        let reforms = reforms.flatten().map(move |rule| Reason { rule, fact: Fact::Group(id) });
        self.kept_from_charging(id).chain(reforms)
    }

    pub fn may_charge_at_will(&self, id: GroupId) -> bool {
        self.cannot_charge(id).next().is_none()
    }

    /// Whether it may charge at all. The charge of shock troops without orders is nobody's will, and asks for no reforming.
    pub fn may_charge(&self, id: GroupId) -> bool {
        self.kept_from_charging(id).next().is_none()
    }

    /// FA-CHG-11 to FA-CHG-13, FA-CHG-31, FA-COH-12, FA-ORB-08, FA-JPUR-25: what keeps a group from any charge, looked for
    /// one after the other.
    fn kept_from_charging(&self, id: GroupId) -> impl Iterator<Item = Reason<Fact>> + '_ {
        let (state, group) = (self.state, self.state.group(id));
        let of = Fact::Group(id);
        (0..7).filter_map(move |at| {
            let (holds, rule, fact) = match at {
                0 => (!group.on_table(), rule!("FA-CHG-01"), Fact::NotOnTable(id)),
                1 => (
                    group.is_train(),
                    rule!("FA-CHG-11"),
                    Fact::TroopIs { group: id, troop: group.troops[0] },
                ),
                2 => (group.shape == Shape::Orb, rule!("FA-CHG-12"), of.clone()),
                3 => {
                    let shaken = group.cohesion >= Cohesion::Fragmented;
                    (shaken, rule!("FA-CHG-31"), Fact::GroupIs { group: id, cohesion: group.cohesion })
                }
                4 => (state.committed(id), rule!("FA-CHG-13"), of.clone()),
                5 => (group.deeds.has(Deed::Pursuing), rule!("FA-JPUR-25"), of.clone()),
                _ => (group.deeds.has(Deed::Looting), rule!("FA-LOOT-01"), of.clone()),
            };
            holds.then_some(Reason { rule, fact })
        })
    }

    /// FA-REF-05: out of normal formation: it reforms before it moves of its own will.
    pub fn must_reform(&self, id: GroupId) -> bool {
        self.state.group(id).shape == Shape::Loose && !self.is_in_formation(&Body::of(self.state, id))
    }

    /// The formation in which a group moves: one that stands in files and ranks again needs no reforming.
    pub fn shape_to_move(&self, id: GroupId) -> Shape {
        match self.state.group(id).shape {
            Shape::Loose if !self.must_reform(id) => Shape::Normal,
            shape => shape,
        }
    }

    /// FA-TROOP-26: medium foot, not shock, with bows, crossbows or firearms in the whole front rank.
    pub fn is_missile_foot(&self, id: GroupId) -> bool {
        use Capability::{Bow, Crossbow, Firearm, Longbow};
        let group = self.state.group(id);
        let armed = |troop: &Troop| [Bow, Longbow, Crossbow, Firearm].iter().any(|weapon| troop.can(*weapon));
        group.is_kind(TroopType::MediumFoot)
            && !group.is_shock()
            && self.front_bases(id).all(|base| {
                let troop = self.state.troop(base);
                troop.kind.is_medium_foot() && armed(troop)
            })
    }

    /// FA-SKC-05, FA-SHK-05, AMB-75: every part of the base lies in one piece of uneven, rough or difficult ground.
    pub fn is_wholly_off_open(&self, base: BaseId) -> bool {
        self.is_off_open(self.state.rect(base))
    }

    /// The same of a rectangle.
    pub fn is_off_open(&self, rect: &aelian_geometry::Rect) -> bool {
        self.state.field.patches().any(|patch| patch.holds(rect, self.rules.tolerance))
    }

    /// FA-SKC-01: wholly of light foot.
    pub fn is_light_foot(&self, id: GroupId) -> bool {
        self.state.group(id).is_wholly(|troop| troop.behaves_as() == TroopType::LightFoot)
    }

    /// Unbroken and not skirmishers.
    pub fn is_battle_troops(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        !group.is_broken() && !group.is_skirmishers()
    }

    /// FA-CHG-08, FA-CHG-30, FA-SKC-02, FA-MISS-01: the rules for which it must pass a test before it charges these
    /// groups, those in `flanks` by a flank or rear charge.
    fn reasons_to_test(
        &self,
        id: GroupId,
        targets: GroupSet,
        flanks: GroupSet,
    ) -> impl Iterator<Item = RuleId> + '_ {
        let group = self.state.group(id);
        let frontal = targets.minus(flanks).iter().any(|target| self.is_battle_troops(target));
        [rule!("FA-CHG-30"), rule!("FA-SKC-02"), rule!("FA-MISS-01")].into_iter().enumerate().filter_map(
            move |(at, rule)| {
                let holds = match at {
                    0 => group.cohesion == Cohesion::Disrupted && !group.is_shock(),
                    1 => frontal && group.is_skirmishers() && !self.is_light_foot(id),
                    _ => frontal && self.is_missile_foot(id),
                };
                holds.then_some(rule)
            },
        )
    }

    /// FA-CHG-35: the rule by which that test is taken: one test for all reasons.
    pub fn test_to_charge(&self, id: GroupId, targets: GroupSet, flanks: GroupSet) -> Option<RuleId> {
        self.reasons_to_test(id, targets, flanks).next()
    }

    /// FA-CHG-35: further reasons for the same test.
    pub fn further_reasons(&self, id: GroupId, targets: GroupSet, flanks: GroupSet) -> Vec<RuleId> {
        self.reasons_to_test(id, targets, flanks).skip(1).collect()
    }

    /// FA-SKC-01, AMB-75: battle troops whom light foot may not touch: one of these bases stands partly in the open.
    fn is_barred(&self, id: GroupId, touched: impl IntoIterator<Item = BaseId>) -> bool {
        self.is_battle_troops(id) && touched.into_iter().any(|base| !self.is_wholly_off_open(base))
    }

    /// FA-SKC-01: the groups that this charge would touch first although light foot may not.
    pub fn barred_to_light_foot(&self, id: GroupId, found: &Outlook, around: &Around) -> GroupSet {
        if !self.is_light_foot(id) {
            return GroupSet::EMPTY;
        }
        let t = self.rules.tolerance;
        let body = &found.trace.body;
        let touched = |target: GroupId| {
            around.enemies.iter().filter(move |other| {
                other.group == target && body.rects().any(|own| legal_contact(own, &other.rect, t).is_some())
            })
        };
        let barred = |target: &GroupId| self.is_barred(*target, touched(*target).map(|other| other.base));
        found.first.iter().filter(barred).collect()
    }

    /// FA-SKC-01, FA-STEP-08: groups that light foot never step into: battle troops that stand partly in the open and
    /// are not among those already met.
    pub fn never_stepped_into(&self, id: GroupId, met: GroupSet) -> GroupSet {
        if !self.is_light_foot(id) {
            return GroupSet::EMPTY;
        }
        let enemies = self.enemies(self.state.group(id).side);
        let barred =
            |enemy: &GroupId| !met.contains(*enemy) && self.is_barred(*enemy, self.state.bases_of(*enemy));
        enemies.filter(barred).collect()
    }
}
