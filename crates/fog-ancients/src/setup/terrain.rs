//! Choosing terrain (30.2, 30.3): initiative, territory, compulsory and further pieces.

use super::choice::Pick;
use super::progress::{Picked, SetUp};
use crate::army::Territory;
use crate::fact::Fact;
use crate::field::{AreaKind, Size};
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::{Grade, Rank};
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_rulebook::{Reason, Tally, rule};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// FA-TAB-TERRITORY: a row.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    pub pieces: BTreeMap<AreaKind, u8>,
    pub compulsory: BTreeMap<AreaKind, u8>,
    pub road: u8,
    /// River or coast.
    pub water: u8,
}

/// FA-TERR-01: the row of a territory.
pub fn row(territory: Territory) -> &'static Row {
    static ROWS: OnceLock<BTreeMap<Territory, Row>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let text = include_str!("../../../../data/fog-ancients/tables/territory.toml");
        let mut table: toml::Table = text.parse().unwrap_or_default();
        table.remove("rule");
        // The file is compiled in and a test reads it: only a broken build could fail here.
        #[allow(clippy::expect_used)]
        toml::Value::Table(table)
            .try_into()
            .expect("the territories that come with the program are well formed")
    });
    // Every territory has its row: a test sees to it.
    #[allow(clippy::expect_used)]
    rows.get(&territory).expect("every territory has its row")
}

impl Look<'_> {
    /// FA-INIT-02 to FA-INIT-05, FA-ARMY-12: what a side adds to its initiative die.
    pub fn initiative(&self, side: Side) -> Tally<Fact> {
        let mut tally = Tally::new();
        let chief = self.state.commander_ids().find(|id| {
            let commander = self.state.commander(*id);
            commander.side == side && commander.rank == Rank::CommanderInChief
        });
        match chief.map(|id| (id, self.state.commander(id).grade)) {
            Some((id, Grade::Inspired)) => tally.add(rule!("FA-INIT-02"), Fact::Commander(id), 2),
            Some((id, Grade::Field)) => tally.add(rule!("FA-INIT-03"), Fact::Commander(id), 1),
            _ => {}
        }
        let quick: i32 = self
            .state
            .group_ids()
            .filter(|id| self.state.group(*id).side == side)
            .map(|id| self.quick_bases(id))
            .sum();
        let fact = Fact::Count { found: quick, allowed: 24 };
        match quick {
            25.. => tally.add(rule!("FA-INIT-05"), fact, 2),
            10..=24 => tally.add(rule!("FA-INIT-04"), fact, 1),
            _ => {}
        }
        tally
    }

    /// Bases of cavalry, light horse, camelry or light chariots.
    fn quick_bases(&self, id: GroupId) -> i32 {
        let quick = |kind: TroopType| {
            matches!(kind, TroopType::Cavalry | TroopType::LightHorse | TroopType::LightChariots)
                || kind.is_camelry()
        };
        self.state.bases_of(id).filter(|base| quick(self.state.troop(*base).kind)).count() as i32
    }
}

/// FA-TERR-03, FA-TERR-04: every piece of a kind that could be picked: normal or large, a hill clear or covered.
pub fn picks_of(kind: AreaKind) -> Vec<Pick> {
    let coverings = std::iter::once(None).chain(COVERINGS.into_iter().map(Some).filter(|_| kind.is_hill()));
    let sized = |covering| [Size::Normal, Size::Large].map(|size| Pick::Area { kind, size, covering });
    coverings.flat_map(sized).collect()
}

impl Pick {
    /// FA-TERR-02, FA-TERR-03: how many selections it uses.
    pub fn selections(&self) -> u8 {
        match self {
            Pick::River | Pick::Coast => 2,
            Pick::Road => 1,
            Pick::Area { size: Size::Large, .. } => 2,
            Pick::Area { .. } => 1,
        }
    }

    pub fn kind(&self) -> Option<AreaKind> {
        match self {
            Pick::Area { kind, .. } => Some(*kind),
            Pick::Coast => Some(AreaKind::Coast),
            Pick::River | Pick::Road => None,
        }
    }

    /// FA-TERR-05: a river, a coast or a village, for the initiative player alone.
    fn is_privileged(&self) -> bool {
        match self {
            Pick::River | Pick::Coast => true,
            Pick::Road => false,
            Pick::Area { kind, covering, .. } => {
                *kind == AreaKind::Village || *covering == Some(AreaKind::Village)
            }
        }
    }
}

impl SetUp {
    /// FA-TERR-06: kinds of which a compulsory piece is still to be picked by this side.
    pub fn compulsory_left(&self, side: Side, initiative: Side) -> Vec<AreaKind> {
        let Some(territory) = self.territory else { return Vec::new() };
        if territory == Territory::Developed && side == initiative {
            return vec![AreaKind::Village];
        }
        let mut left = row(territory).compulsory.clone();
        for picked in self.picks.iter().filter(|picked| picked.compulsory) {
            if let Some(kind) = serves_as(&picked.pick, &left)
                && let Some(count) = left.get_mut(&kind)
            {
                *count -= 1;
            }
        }
        left.into_iter().filter(|(_, count)| *count > 0).map(|(kind, _)| kind).collect()
    }

    /// FA-TERR-04, FA-TERR-06, FA-TERR-07, FA-TERR-10: why this is no compulsory piece; none if it is.
    pub fn compulsory_faults(&self, side: Side, initiative: Side, pick: &Pick) -> Vec<Reason<Fact>> {
        let wanted: BTreeMap<AreaKind, u8> =
            self.compulsory_left(side, initiative).into_iter().map(|kind| (kind, 1)).collect();
        let mut faults = self.sort_faults(side, initiative, pick);
        if serves_as(pick, &wanted).is_none() {
            faults.push(Reason::new(rule!("FA-TERR-06"), Fact::Rule));
        }
        if let Pick::Area { kind, covering: Some(covering), .. } = pick {
            // A covered hill serves for its covering only where hills are permitted.
            let hills = self.most(*kind) > 0;
            if wanted.contains_key(covering) && !wanted.contains_key(kind) && !hills {
                faults.push(Reason::new(rule!("FA-TERR-07"), Fact::Rule));
            }
        }
        let chosen = Picked { by: side, pick: *pick, compulsory: true };
        faults.extend(self.most_faults(&[self.picks.as_slice(), &[chosen]].concat()));
        faults
    }

    /// FA-TERR-07: hills of its kind are not compulsory, its covering is.
    pub fn serves_by_covering(&self, picked: &Picked) -> bool {
        let Pick::Area { kind, covering: Some(covering), .. } = &picked.pick else { return false };
        let compulsory = self.territory.map(|territory| &row(territory).compulsory);
        compulsory.is_some_and(|all| all.contains_key(covering) && !all.contains_key(kind))
    }

    /// FA-TERR-04, FA-TERR-05: what is wrong with one pick by itself.
    fn sort_faults(&self, side: Side, initiative: Side, pick: &Pick) -> Vec<Reason<Fact>> {
        let mut faults = Vec::new();
        if side != initiative && pick.is_privileged() {
            faults.push(Reason::new(rule!("FA-TERR-05"), Fact::Side(side)));
        }
        if let Pick::Area { kind, covering, .. } = pick {
            let covers = covering.is_none_or(|covering| kind.is_hill() && COVERINGS.contains(&covering));
            if !covers || *kind == AreaKind::Coast {
                faults.push(Reason::new(rule!("FA-TERR-04"), Fact::Rule));
            }
        }
        faults
    }

    /// FA-TERR-01: the most pieces of a kind in this territory.
    pub fn most(&self, kind: AreaKind) -> u8 {
        let Some(territory) = self.territory else { return 0 };
        match kind {
            AreaKind::Coast => row(territory).water,
            _ => row(territory).pieces.get(&kind).copied().unwrap_or(0),
        }
    }

    /// FA-TERR-02 to FA-TERR-10: why a player may not pick these further pieces; none if he may.
    pub fn further_faults(&self, side: Side, initiative: Side, picks: &[Pick]) -> Vec<Reason<Fact>> {
        let mut faults: Vec<Reason<Fact>> =
            picks.iter().flat_map(|pick| self.sort_faults(side, initiative, pick)).collect();
        let selections: i32 = picks.iter().map(|pick| i32::from(pick.selections())).sum();
        if !(2..=4).contains(&selections) {
            let rule = if side == initiative { rule!("FA-TERR-08") } else { rule!("FA-TERR-09") };
            faults.push(Reason::new(rule, Fact::Count { found: selections, allowed: 4 }));
        }
        if picks.contains(&Pick::River) && picks.contains(&Pick::Coast) {
            faults.push(Reason::new(rule!("FA-TERR-05"), Fact::Side(side)));
        }
        let all: Vec<Picked> = self
            .picks
            .iter()
            .copied()
            .chain(picks.iter().map(|pick| Picked { by: side, pick: *pick, compulsory: false }))
            .collect();
        faults.extend(self.most_faults(&all));
        faults
    }

    /// FA-TERR-10: no kind beyond its maximum.
    fn most_faults(&self, all: &[Picked]) -> Vec<Reason<Fact>> {
        let Some(territory) = self.territory else { return Vec::new() };
        let mut faults = Vec::new();
        let mut beyond = |found: u8, most: u8| {
            if found > most {
                let fact = Fact::Count { found: i32::from(found), allowed: i32::from(most) };
                faults.push(Reason::new(rule!("FA-TERR-10"), fact));
            }
        };
        for kind in AreaKind::ALL.into_iter().filter(|kind| *kind != AreaKind::Coast) {
            beyond(all.iter().map(|picked| fills(picked, kind)).sum(), self.most(kind));
        }
        let count =
            |wanted: &dyn Fn(&Pick) -> bool| all.iter().filter(|picked| wanted(&picked.pick)).count() as u8;
        beyond(count(&|pick| *pick == Pick::Road), row(territory).road);
        beyond(count(&|pick| matches!(pick, Pick::River | Pick::Coast)), row(territory).water);
        faults
    }
}

/// FA-TERR-04: what may cover a hill.
pub const COVERINGS: [AreaKind; 6] = [
    AreaKind::BrokenGround,
    AreaKind::Brush,
    AreaKind::Plantation,
    AreaKind::Vineyards,
    AreaKind::Forest,
    AreaKind::Village,
];

/// FA-TERR-03, FA-TERR-04: how many pieces of a kind a pick counts for: two if it is large, unless it is compulsory;
/// a covering counts for its own kind.
fn fills(picked: &Picked, wanted: AreaKind) -> u8 {
    let Pick::Area { kind, size, covering } = picked.pick else { return 0 };
    let own = if size == Size::Large && !picked.compulsory { 2 } else { 1 };
    u8::from(kind == wanted) * own + u8::from(covering == Some(wanted))
}

/// FA-TERR-07: the compulsory kind for which this pick can serve.
fn serves_as(pick: &Pick, wanted: &BTreeMap<AreaKind, u8>) -> Option<AreaKind> {
    let Pick::Area { kind, covering, .. } = pick else { return None };
    let is_wanted = |kind: &AreaKind| wanted.get(kind).is_some_and(|count| *count > 0);
    [Some(*kind), *covering].into_iter().flatten().find(is_wanted)
}

#[cfg(test)]
mod tests {
    use super::super::progress::Step;
    use super::*;
    use crate::ids::GroupSet;

    fn set_up(territory: Territory) -> SetUp {
        SetUp {
            step: Step::Territory,
            territories: vec![territory],
            territory: Some(territory),
            picks: Vec::new(),
            to_lay: Vec::new(),
            die: None,
            adjusting: None,
            works: [0; 2],
            fortified_camps: [false; 2],
            may_dismount: GroupSet::EMPTY,
            given: false,
            batches: [Vec::new(), Vec::new()],
        }
    }

    fn area(kind: AreaKind) -> Pick {
        Pick::Area { kind, size: Size::Normal, covering: None }
    }

    fn rules_of(faults: &[Reason<Fact>]) -> Vec<String> {
        faults.iter().map(|fault| fault.rule.to_string()).collect()
    }

    /// FA-TERR-01, FA-TERR-06: every territory has a row with two compulsory pieces.
    #[test]
    fn every_territory_has_two_compulsory_pieces() {
        for territory in Territory::ALL {
            let sum: u8 = row(territory).compulsory.values().sum();
            assert_eq!(sum, 2, "{}", territory.name());
            for (kind, count) in &row(territory).compulsory {
                assert!(row(territory).pieces[kind] >= *count);
            }
        }
    }

    /// FA-TERR-06, FA-TERR-07: the initiative player takes the village in developed land.
    #[test]
    fn compulsory_pieces_are_shared_out() {
        let mut set_up = set_up(Territory::Developed);
        let (first, other) = (Side::Red, Side::Blue);
        assert_eq!(set_up.compulsory_left(first, first), [AreaKind::Village]);
        assert_eq!(
            rules_of(&set_up.compulsory_faults(first, first, &area(AreaKind::EnclosedFields))),
            ["FA-TERR-06"]
        );
        let covered =
            Pick::Area { kind: AreaKind::GentleHill, size: Size::Normal, covering: Some(AreaKind::Village) };
        assert!(set_up.compulsory_faults(first, first, &covered).is_empty());
        set_up.picks.push(Picked { by: first, pick: area(AreaKind::Village), compulsory: true });
        assert_eq!(set_up.compulsory_left(other, first), [AreaKind::EnclosedFields]);
        assert!(set_up.compulsory_faults(other, first, &area(AreaKind::EnclosedFields)).is_empty());
        assert_eq!(
            rules_of(&set_up.compulsory_faults(other, first, &area(AreaKind::Village))),
            ["FA-TERR-05", "FA-TERR-06", "FA-TERR-10"]
        );
    }

    /// FA-TERR-10: in mountains there is one forest, so that only one of the compulsory hills can be wooded.
    #[test]
    fn compulsory_pieces_keep_within_their_number() {
        let mut set_up = set_up(Territory::Mountains);
        let wooded =
            Pick::Area { kind: AreaKind::SteepHill, size: Size::Normal, covering: Some(AreaKind::Forest) };
        assert!(set_up.compulsory_faults(Side::Red, Side::Red, &wooded).is_empty());
        set_up.picks.push(Picked { by: Side::Red, pick: wooded, compulsory: true });
        assert_eq!(rules_of(&set_up.compulsory_faults(Side::Blue, Side::Red, &wooded)), ["FA-TERR-10"]);
        assert!(set_up.compulsory_faults(Side::Blue, Side::Red, &area(AreaKind::SteepHill)).is_empty());
    }

    /// FA-TERR-02, FA-TERR-03, FA-TERR-05, FA-TERR-08, FA-TERR-09, FA-TERR-10.
    #[test]
    fn further_pieces_keep_within_their_number() {
        let set_up = set_up(Territory::Woodlands);
        let (first, other) = (Side::Red, Side::Blue);
        let faults = |side, picks: &[Pick]| rules_of(&set_up.further_faults(side, first, picks));
        assert!(faults(first, &[Pick::River, area(AreaKind::Village), Pick::Road]).is_empty());
        assert_eq!(faults(first, &[area(AreaKind::Brush)]), ["FA-TERR-08"]);
        assert_eq!(faults(other, &[area(AreaKind::Brush)]), ["FA-TERR-09"]);
        assert_eq!(faults(other, &[Pick::River]), ["FA-TERR-05"]);
        assert_eq!(faults(first, &[Pick::River, Pick::Coast]), ["FA-TERR-05", "FA-TERR-10"]);
        let large = Pick::Area { kind: AreaKind::Gully, size: Size::Large, covering: None };
        assert_eq!(faults(first, &[large]), ["FA-TERR-10"]);
        let wrong =
            Pick::Area { kind: AreaKind::Brush, size: Size::Normal, covering: Some(AreaKind::Forest) };
        assert_eq!(faults(first, &[wrong, Pick::Road]), ["FA-TERR-04"]);
    }
}
