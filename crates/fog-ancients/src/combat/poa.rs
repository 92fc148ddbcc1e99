//! Points of advantage in close combat (68.4): what each of two bases claims against the other, and the net.

use super::Kind;
use crate::fact::Fact;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::{Cohesion, Deed, Shape, Tie};
use crate::tables::Disorder;
use crate::troop::{Capability, Troop, TroopType};
use aelian_rulebook::{RuleId, Tally, rule};

/// What two bases that fight each other have come to, as the first of them sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// FA-POA-01 to FA-POA-03: -2 to 2.
    pub value: i32,
    pub mine: Tally<Fact>,
    pub theirs: Tally<Fact>,
}

/// One line of a table.
type Row = (RuleId, i32);

/// One base as it fights another (FA-TROOP-17): a capability counts only where the condition of its row is met.
#[derive(Clone, Copy)]
struct Claim<'a> {
    look: Look<'a>,
    base: BaseId,
    against: BaseId,
    /// FA-TWO-03: its group fights in two directions.
    split: bool,
}

impl Look<'_> {
    /// FA-POA-01, FA-POA-02, FA-POA-06, FA-TAB-IMPPOA, FA-TAB-MELPOA: the net of one base against another. `split` says
    /// for each whether its group fights in two directions.
    pub fn net_poa(&self, kind: Kind, base: BaseId, against: BaseId, split: [bool; 2]) -> Net {
        let mine = Claim { look: *self, base, against, split: split[0] };
        let theirs = Claim { look: *self, base: against, against: base, split: split[1] };
        if kind == Kind::Impact
            && let Some(net) = mine.flank()
        {
            return net;
        }
        let (mut my_rows, mut their_rows) = match kind {
            Kind::Impact => (mine.impact(), theirs.impact()),
            Kind::Melee => (mine.melee(), theirs.melee()),
        };
        let total = |rows: &[Row]| rows.iter().map(|row| row.1).sum::<i32>();
        // FA-IPOA-08, AMB-59: only where nothing else is left.
        if kind == Kind::Impact && total(&my_rows) == total(&their_rows) {
            my_rows.extend(mine.mounted_light_spear());
            their_rows.extend(theirs.mounted_light_spear());
        }
        let value = (total(&my_rows) - total(&their_rows)).clamp(-2, 2);
        Net { value, mine: mine.tally(&my_rows), theirs: theirs.tally(&their_rows) }
    }

    /// FA-POA-10, AMB-76: it charged, intercepted, or came in pursuit; a charge that was cancelled is none.
    pub fn is_charging(&self, group: GroupId) -> bool {
        let charges = self.state.charges.iter().filter(|charge| charge.group == group);
        let cancelled =
            charges.into_iter().any(|charge| charge.status == crate::impact::ChargeStatus::Cancelled);
        (self.state.did(group, Deed::Charged) && !cancelled)
            || self.state.did(group, Deed::Intercepted)
            || self.state.did(group, Deed::ContactedInPursuit)
    }

    /// FA-POA-05, FA-POA-09: how many ranks from the front of this file have the capability.
    fn ranks_of(&self, base: BaseId, has: impl Fn(&Troop) -> bool, most: usize) -> usize {
        let mut ranks = 0;
        let mut at = Some(base);
        while let Some(next) = at.filter(|next| ranks < most && has(self.state.troop(*next))) {
            ranks += 1;
            at = self.behind(next);
        }
        ranks
    }
}

impl Claim<'_> {
    fn troop(&self) -> &Troop {
        self.look.state.troop(self.base)
    }

    fn foe(&self) -> &Troop {
        self.look.state.troop(self.against)
    }

    fn group(&self) -> GroupId {
        self.look.state.base(self.base).group
    }

    fn foes(&self) -> GroupId {
        self.look.state.base(self.against).group
    }

    fn tally(&self, rows: &[Row]) -> Tally<Fact> {
        let mut tally = Tally::new();
        for (rule, value) in rows {
            tally.add(*rule, Fact::Poa { base: self.base, against: self.against, value: *value }, *value);
        }
        tally
    }

    /// FA-IPOA-16, FA-POA-11, FA-FLK-15: a flank or rear charge is ++ to --, whatever else.
    fn flank(&self) -> Option<Net> {
        let bout =
            self.look.state.bouts_of(self.group()).find(|bout| bout.enemy_of(self.group()) == self.foes())?;
        let flank = self.look.rules.tables.combat.impact_poa.flank;
        let value = match (bout.tie_of(self.group()), bout.tie_of(self.foes())) {
            (_, Tie::HitInFlank) => flank,
            (Tie::HitInFlank, _) => -flank,
            _ => return None,
        };
        let rows = |value: i32| if value > 0 { vec![(rule!("FA-IPOA-16"), value)] } else { Vec::new() };
        let turned = Claim { base: self.against, against: self.base, ..*self };
        Some(Net { value, mine: self.tally(&rows(value)), theirs: turned.tally(&rows(-value)) })
    }

    /// FA-TAB-IMPPOA, FA-TAB-CAPS, FA-POA-12: the best row of the first group, and all that add up.
    fn impact(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.best_at_impact().into_iter().collect();
        rows.extend(self.mounted_against_loose_foot());
        rows.extend(
            self.deep_pikes(rule!("FA-IPOA-15"), self.look.rules.tables.combat.impact_poa.deep_pikemen),
        );
        rows.extend(self.position(rule!("FA-IPOA-17"), self.look.rules.tables.combat.impact_poa.position));
        rows
    }

    fn best_at_impact(&self) -> Option<Row> {
        let rows = [
            self.impact_foot(),
            self.spears_at_impact(),
            self.heavy_weapon_at_impact(),
            self.foot_light_spear(),
            self.elephants(rule!("FA-IPOA-09"), self.look.rules.tables.combat.impact_poa.elephants),
            self.battle_wagons(),
            self.lancers(),
            self.chariots_at_impact(),
        ];
        // The first of the best, so that the choice is the same everywhere.
        rows.into_iter().flatten().rev().max_by_key(|row| row.1)
    }

    fn charging(&self) -> bool {
        self.look.is_charging(self.group())
    }

    /// FA-TROOP-22, FA-TROOP-23: mounted shock troops stand against it.
    fn meets_shock_horse(&self) -> bool {
        self.foe().is_mounted() && self.look.state.group(self.foes()).is_shock()
    }

    /// FA-IPOA-01, FA-IPOA-02.
    fn impact_foot(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.impact_poa;
        if !self.troop().can(Capability::ImpactFoot) {
            return None;
        }
        if self.foe().is_foot() {
            return Some((rule!("FA-IPOA-01"), table.impact_foot_foot));
        }
        let spoilt = self.charging() && self.meets_shock_horse();
        (!spoilt).then_some((rule!("FA-IPOA-02"), table.impact_foot_mounted))
    }

    /// FA-IPOA-03 to FA-IPOA-05, FA-IPOA-19.
    fn spears_at_impact(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.impact_poa;
        if !self.is_deep_enough() || self.is_severe() {
            return None;
        }
        if !self.charging() {
            return (!self.is_fragmented()).then_some((rule!("FA-IPOA-03"), table.spears_standing));
        }
        let troop = self.troop();
        if troop.is_pikemen() || troop.can(Capability::OffensiveSpearmen) {
            let good = self.foe().is_foot() || !self.meets_shock_horse();
            return good.then_some((rule!("FA-IPOA-04"), table.spears_charging));
        }
        let alike = self.foe().can(Capability::DefensiveSpearmen);
        alike.then_some((rule!("FA-IPOA-05"), table.defensive_charging))
    }

    /// FA-POA-09, FA-ORB-16: spearmen in 2 ranks or pikemen in 3; never an orb.
    fn is_deep_enough(&self) -> bool {
        let ranks = &self.look.rules.tables.combat.ranks;
        let troop = self.troop();
        if self.look.state.group(self.group()).shape == Shape::Orb {
            return false;
        }
        if troop.is_pikemen() {
            return self.look.ranks_of(self.base, Troop::is_pikemen, ranks.pikemen) >= ranks.pikemen;
        }
        troop.is_spearmen()
            && self.look.ranks_of(self.base, Troop::is_spearmen, ranks.spearmen) >= ranks.spearmen
    }

    fn is_severe(&self) -> bool {
        self.look.disorder(self.base) == Disorder::Severe
    }

    fn is_fragmented(&self) -> bool {
        self.look.state.group(self.group()).cohesion >= Cohesion::Fragmented
    }

    /// FA-IPOA-06.
    fn heavy_weapon_at_impact(&self) -> Option<Row> {
        let counts = self.troop().can(Capability::HeavyWeapon) && self.foe().is_foot();
        counts.then_some((rule!("FA-IPOA-06"), self.look.rules.tables.combat.impact_poa.heavy_weapon))
    }

    /// FA-IPOA-07, FA-TROOP-16.
    fn foot_light_spear(&self) -> Option<Row> {
        let spoilt = || self.charging() && self.meets_shock_horse();
        let counts = self.troop().is_foot() && self.troop().can(Capability::LightSpear) && !spoilt();
        counts.then_some((rule!("FA-IPOA-07"), self.look.rules.tables.combat.impact_poa.foot_light_spear))
    }

    /// FA-IPOA-08, FA-POA-12: no second row of the first group.
    fn mounted_light_spear(&self) -> Option<Row> {
        let counts = self.troop().is_mounted()
            && self.troop().can(Capability::LightSpear)
            && self.best_at_impact().is_none();
        counts.then_some((rule!("FA-IPOA-08"), self.look.rules.tables.combat.impact_poa.mounted_light_spear))
    }

    /// FA-IPOA-09, FA-MPOA-06.
    fn elephants(&self, rule: RuleId, value: i32) -> Option<Row> {
        let foe = self.foe().kind;
        let good = foe == TroopType::HeavyFoot
            || foe.is_medium_foot()
            || foe == TroopType::BattleWagons
            || foe.is_mounted();
        (self.troop().kind == TroopType::Elephants && good).then_some((rule, value))
    }

    /// FA-IPOA-10.
    fn battle_wagons(&self) -> Option<Row> {
        let counts = self.troop().kind == TroopType::BattleWagons
            && self.foe().is_mounted()
            && self.foe().kind != TroopType::Elephants;
        counts.then_some((rule!("FA-IPOA-10"), self.look.rules.tables.combat.impact_poa.battle_wagons))
    }

    /// FA-IPOA-11, FA-IPOA-12, FA-TROOP-25, AMB-20: lancers in the open.
    fn lancers(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.impact_poa;
        let (troop, foe) = (self.troop(), self.foe());
        if !troop.can(Capability::Lancers) || !troop.is_mounted() {
            return None;
        }
        let bad =
            matches!(foe.kind, TroopType::Elephants | TroopType::ScythedChariots | TroopType::BattleWagons);
        let knightly = troop.kind == TroopType::Knights;
        if bad
            || (!knightly && foe.can(Capability::Lancers))
            || self.meets_standing_spears()
            || !self.is_open()
        {
            return None;
        }
        Some(if knightly {
            (rule!("FA-IPOA-11"), table.knightly_lancers)
        } else {
            (rule!("FA-IPOA-12"), table.other_lancers)
        })
    }

    /// FA-IPOA-13.
    fn chariots_at_impact(&self) -> Option<Row> {
        let foe = self.foe();
        let bad = matches!(foe.kind, TroopType::Elephants | TroopType::BattleWagons)
            || foe.can(Capability::Lancers)
            || self.look.state.group(self.foes()).is_skirmishers();
        let counts = self.is_big_chariots() && !bad && !self.meets_standing_spears() && self.is_open();
        counts.then_some((rule!("FA-IPOA-13"), self.look.rules.tables.combat.impact_poa.chariots))
    }

    fn is_big_chariots(&self) -> bool {
        matches!(self.troop().kind, TroopType::HeavyChariots | TroopType::ScythedChariots)
    }

    /// FA-IPOA-19, FA-IPOA-21, FA-ORB-16: STEADY pikemen or spearmen, of any depth (FA-POA-09), stand against it.
    fn meets_steady_spears(&self) -> bool {
        (self.foe().is_pikemen() || self.foe().is_spearmen()) && self.look.is_steady(self.against)
    }

    fn meets_standing_spears(&self) -> bool {
        self.meets_steady_spears() && !self.look.is_charging(self.foes())
    }

    /// FA-TER-03, FA-TER-04.
    fn is_open(&self) -> bool {
        self.look.counts_as_open(self.base, self.against)
    }

    /// FA-IPOA-14.
    fn mounted_against_loose_foot(&self) -> Option<Row> {
        let kind = self.troop().kind;
        let mounted = kind.is_mounted() && kind != TroopType::Elephants && kind != TroopType::ScythedChariots;
        let loose = self.foe().kind.is_medium_foot() || self.foe().kind == TroopType::LightFoot;
        let table = &self.look.rules.tables.combat.impact_poa;
        let counts = mounted && loose && self.is_open();
        counts.then_some((rule!("FA-IPOA-14"), table.mounted_against_loose_foot))
    }

    /// FA-IPOA-15, FA-MPOA-09.
    fn deep_pikes(&self, rule: RuleId, value: i32) -> Option<Row> {
        let deep = self.look.rules.tables.combat.ranks.deep_pikemen;
        let counts = self.troop().is_pikemen()
            && self.look.state.group(self.group()).shape != Shape::Orb
            && !self.is_fragmented()
            && self.look.ranks_of(self.base, Troop::is_pikemen, deep) >= deep
            && self.is_open();
        counts.then_some((rule, value))
    }

    /// FA-IPOA-17, FA-IPOA-18, FA-IPOA-20, FA-MPOA-12, FA-FF-10, FA-RIV-03: uphill, or foot at fortifications or a riverbank; once.
    fn position(&self, rule: RuleId, value: i32) -> Option<Row> {
        let (look, base, against) = (&self.look, self.base, self.against);
        let defends = || {
            self.troop().is_foot()
                && (look.defends_works(base, against) || look.defends_riverbank(base, against))
        };
        (look.is_uphill(base, against) || defends()).then_some((rule, value))
    }

    /// FA-TAB-MELPOA, FA-POA-12.
    fn melee(&self) -> Vec<Row> {
        let table = &self.look.rules.tables.combat.melee_poa;
        let mut rows: Vec<Row> = self.best_in_melee().into_iter().collect();
        rows.extend(self.deep_pikes(rule!("FA-MPOA-09"), table.deep_pikemen));
        rows.extend(self.better_armour());
        rows.extend(self.split.then_some((rule!("FA-MPOA-11"), table.two_directions)));
        rows.extend(self.position(rule!("FA-MPOA-12"), table.position));
        rows
    }

    fn best_in_melee(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.melee_poa;
        let rows = [
            self.swordsmen(),
            self.spears_in_melee(),
            self.heavy_weapon_in_melee(),
            self.elephants(rule!("FA-MPOA-06"), table.elephants),
            self.chariots_in_melee(),
            self.troop().kind.is_artillery().then_some((rule!("FA-MPOA-08"), table.artillery)),
        ];
        rows.into_iter().flatten().rev().max_by_key(|row| row.1)
    }

    /// FA-MPOA-01, FA-MPOA-02, FA-TROOP-14: pikemen and spearmen never use swords.
    fn swordsmen(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.melee_poa;
        let (troop, foe) = (self.troop(), self.foe());
        let barred = troop.is_pikemen()
            || troop.is_spearmen()
            || foe.kind == TroopType::Elephants
            || self.meets_steady_spears();
        if barred {
            return None;
        }
        if troop.can(Capability::SkilledSwordsmen) {
            let matched = foe.is_mounted() && foe.can(Capability::Swordsmen);
            return (!matched).then_some((rule!("FA-MPOA-01"), table.skilled_swordsmen));
        }
        let matched = foe.can(Capability::Swordsmen) || foe.can(Capability::SkilledSwordsmen);
        (troop.can(Capability::Swordsmen) && !matched).then_some((rule!("FA-MPOA-02"), table.swordsmen))
    }

    /// FA-MPOA-03, FA-MPOA-04, FA-TROOP-18.
    fn spears_in_melee(&self) -> Option<Row> {
        let table = &self.look.rules.tables.combat.melee_poa;
        if !self.is_deep_enough() || self.is_fragmented() || self.is_severe() {
            return None;
        }
        Some(if self.troop().is_pikemen() {
            (rule!("FA-MPOA-04"), table.pikemen)
        } else {
            (rule!("FA-MPOA-03"), table.spearmen)
        })
    }

    /// FA-MPOA-05.
    fn heavy_weapon_in_melee(&self) -> Option<Row> {
        let bad = self.foe().can(Capability::SkilledSwordsmen)
            || self.look.state.group(self.foes()).is_skirmishers();
        let counts = self.troop().can(Capability::HeavyWeapon) && !bad;
        counts.then_some((rule!("FA-MPOA-05"), self.look.rules.tables.combat.melee_poa.heavy_weapon))
    }

    /// FA-MPOA-07.
    fn chariots_in_melee(&self) -> Option<Row> {
        let bad = matches!(self.foe().kind, TroopType::Elephants | TroopType::BattleWagons)
            || self.look.state.group(self.foes()).is_skirmishers();
        let counts = self.is_big_chariots() && !bad && !self.meets_steady_spears();
        counts.then_some((rule!("FA-MPOA-07"), self.look.rules.tables.combat.melee_poa.chariots))
    }

    /// FA-MPOA-10, FA-MPOA-13, FA-MPOA-14: armour of the front rank; heavy weapons cancel it.
    fn better_armour(&self) -> Option<Row> {
        let (troop, foe) = (self.troop(), self.foe());
        let counts = troop.kind.has_armour()
            && foe.kind.has_armour()
            && troop.armour > foe.armour
            && !foe.can(Capability::HeavyWeapon);
        counts.then_some((rule!("FA-MPOA-10"), self.look.rules.tables.combat.melee_poa.better_armour))
    }
}
