//! From a setup to the first state: cards, divisions, commanders and footprints (10.1, 10.5, 10.6), or every fault.

use super::{Arrival, LeaderEntry, Setup, Stands, UnitEntry};
use crate::fact::Fact;
use crate::field::Field;
use crate::formation::{Formation, OPEN_GAP};
use crate::ids::{CommanderId, DivisionId, UnitId, UnitSet};
use crate::rules::{DivisionCard, LeaderCard, Rules};
use crate::scenario::{Battle, Script};
use crate::stage::{Part, Stage};
use crate::state::{Combat, Commander, CommanderPlace, Division, Place, State, Unit};
use crate::troop::{Card, Category, Class, Size, Special, Written};
use aelian_game::{Side, Started};
use aelian_geometry::{Facing, Pose, Rect, Vec2, on_grid};
use aelian_rulebook::{Reason, rule};
use std::sync::Arc;

/// No table is larger than this, in mm.
const MOST_LENGTH: f64 = 20_000.0;

/// The rules and the first state of a match, or every fault of its setup. HC-LEAD-04: a general may be given another
/// leadership than his commanders. HC-ARMY-10: any number of divisions is allowed; with few HC-VIC-04 holds.
pub fn start(setup: &Setup) -> Started<Rules> {
    let mut muster = Muster::default();
    muster.sizes(setup);
    for side in Side::BOTH {
        muster.army(setup, side);
    }
    muster.counting();
    muster.pikes();
    muster.finish(setup)
}

#[derive(Default)]
struct Muster {
    faults: Vec<Reason<Fact>>,
    cards: Vec<Card>,
    units: Vec<Unit>,
    divisions: Vec<DivisionCard>,
    leaders: Vec<LeaderCard>,
    commanders: Vec<Commander>,
    counts: Vec<Option<bool>>,
}

impl Muster {
    fn fault(&mut self, rule: aelian_rulebook::RuleId, fact: Fact) {
        self.faults.push(Reason { rule, fact });
    }

    fn sizes(&mut self, setup: &Setup) {
        let good = |length: f64| length.is_finite() && length > 0.0 && length <= MOST_LENGTH;
        if !good(setup.width) || !good(setup.depth) {
            self.fault(
                rule!("HC-SETUP-07"),
                Fact::TooFar { used: setup.width.max(setup.depth), allowed: MOST_LENGTH },
            );
        }
        let settings = &setup.settings;
        if !(settings.distance_scale.is_finite() && (0.1..=10.0).contains(&settings.distance_scale)) {
            self.fault(rule!("HC-SIZE-13"), Fact::Word("distance_scale".to_owned()));
        }
        // HC-ARMY-04: the army says so, with a chief beside its divisions.
        if settings.commander_in_chief && setup.armies.iter().all(|army| army.chief.is_none()) {
            self.fault(rule!("HC-ARMY-04"), Fact::Word("commander_in_chief".to_owned()));
        }
        if !(settings.eps.is_finite() && (0.0..=0.5).contains(&settings.eps)) {
            self.fault(rule!("HC-MEAS-11"), Fact::Word("eps".to_owned()));
        }
    }

    fn army(&mut self, setup: &Setup, side: Side) {
        let army = &setup.armies[side.index()];
        if army.divisions.is_empty() {
            self.fault(rule!("HC-ARMY-01"), Fact::Side(side));
        }
        for division in &army.divisions {
            let id = DivisionId(self.divisions.len() as u8);
            let commander = self.leader(&division.commander, side, Some(id));
            let arrival = self.arrival(division.arrival.as_ref(), setup);
            self.divisions.push(DivisionCard {
                name: division.name.clone(),
                side,
                commander,
                zone: division.zone.unwrap_or_else(|| setup.zone_of(side)),
                arrival,
                minor: division.minor,
            });
            let first = self.cards.len();
            for unit in &division.units {
                self.unit(unit, side, id, setup);
            }
            self.parents(first, &division.units);
        }
        // HC-ARMY-03, HC-CINC-01: one general, who leads a division or the whole army.
        if let Some(chief) = &army.chief {
            self.leader(chief, side, None);
        }
        let generals =
            self.leaders.iter().zip(&self.commanders).filter(|(card, is)| card.side == side && is.general);
        let found = generals.count() as i32;
        // In a stated position the general may be with another part of the army.
        let elsewhere = found == 0 && setup.position.is_some();
        if found != 1 && !elsewhere {
            self.fault(rule!("HC-ARMY-03"), Fact::Count { found, allowed: 1 });
        }
    }

    /// HC-OFF-02: an arrival names stretches of edges that there are.
    fn arrival(&mut self, arrival: Option<&Arrival>, setup: &Setup) -> Option<Arrival> {
        let arrival = arrival?;
        let unknown = arrival.entries.iter().any(|entry| usize::from(*entry) >= setup.entries.len());
        if unknown || arrival.needs.iter().any(|need| !(1..=6).contains(need)) {
            self.fault(rule!("HC-OFF-02"), Fact::Word("arrival".to_owned()));
        }
        Some(arrival.clone())
    }

    fn leader(&mut self, entry: &LeaderEntry, side: Side, division: Option<DivisionId>) -> CommanderId {
        let id = CommanderId(self.leaders.len() as u8);
        // HC-TAB-LEAD, HC-LEAD-02.
        if !(5..=10).contains(&entry.leadership) {
            let text = format!("{}: leadership {}, from 5 to 10", entry.name, entry.leadership);
            self.fault(rule!("HC-LEAD-02"), Fact::Named(text));
        }
        self.leaders.push(LeaderCard { name: entry.name.clone(), side, division });
        let place = match entry.at {
            Some(at) if at.is_finite() => CommanderPlace::Alone,
            Some(_) => CommanderPlace::Waiting,
            None => CommanderPlace::Off,
        };
        self.commanders.push(Commander {
            place,
            at: on_grid(entry.at.filter(|at| at.is_finite()).unwrap_or(Vec2::ZERO)),
            leadership: entry.leadership,
            // HC-CFV-01.
            attacks: entry.attacks.unwrap_or(if entry.general { 3 } else { 2 }),
            wounded: false,
            general: entry.general,
            finished: false,
            moved: false,
            used: 0,
        });
        id
    }

    fn unit(&mut self, entry: &UnitEntry, side: Side, division: DivisionId, setup: &Setup) {
        if self.cards.len() >= UnitSet::MOST {
            self.fault(rule!("HC-ARMY-01"), Fact::Count { found: self.cards.len() as i32 + 1, allowed: 64 });
            return;
        }
        let instead = entry.instead.as_ref().filter(|_| is_optional(setup));
        let written = match Written::read(instead.unwrap_or(&entry.troop)) {
            Ok(written) => written,
            Err(error) => {
                self.fault(rule!("HC-STAT-01"), Fact::Word(format!("{}: {error}", entry.name)));
                return;
            }
        };
        let worn = match entry.worn.as_deref().map(Written::read).transpose() {
            Ok(worn) => worn.map(|worn| (worn.class, worn.stats)),
            Err(error) => {
                self.fault(rule!("HC-SCN-02"), Fact::Word(format!("{}: {error}", entry.name)));
                return;
            }
        };
        // HC-SIZE-15, HC-TAB-SIZE.
        if written.size == Size::Tiny && !comes_tiny(&written) {
            self.fault(rule!("HC-SIZE-15"), Fact::Named(format!("{}: {}", entry.name, written.class.name())));
        }
        let mut card = card(entry, written, worn, (side, division));
        if setup.settings.small_frontages && entry.base.is_none() {
            card.base = small(card.base);
        }
        let unit = self.standing(entry, &card, setup);
        self.cards.push(card);
        self.units.push(unit);
        self.counts.push(entry.counts);
    }

    fn standing(&mut self, entry: &UnitEntry, card: &Card, setup: &Setup) -> Unit {
        let sound = |pose: &Pose| pose.at.is_finite();
        let facing = if card.side == Side::Red { Facing::UP } else { Facing::DOWN };
        let nowhere = Pose::new(0.0, 0.0, facing);
        let (place, pose, formation) = match entry.stands {
            Stands::Waiting => (Place::Waiting, nowhere, card.normal),
            Stands::At { pose, formation } if sound(&pose) => {
                (Place::Table, pose, formation.unwrap_or(card.normal))
            }
            Stands::Hidden { pose } if sound(&pose) => (Place::Hidden, pose, card.normal),
            Stands::At { .. } | Stands::Hidden { .. } => (Place::Waiting, nowhere, card.normal),
            Stands::In(block) => (Place::Block(block), nowhere, card.normal),
            Stands::Off { edge, along, formation } => {
                (Place::Off { edge, along }, nowhere, formation.unwrap_or(card.normal))
            }
            Stands::Absent => (Place::Absent, nowhere, card.normal),
            Stands::Unknown => (Place::Unknown, nowhere, card.normal),
        };
        if !card.knows(formation) {
            let known = Formation::ALL.into_iter().filter(|one| card.knows(*one)).map(Formation::name);
            let known: Vec<&str> = known.collect();
            let text = format!("{}: {}; it may stand in {}", entry.name, formation.name(), known.join(", "));
            self.fault(card.unknown_by(formation), Fact::Named(text));
        }
        let (width, depth) = card.extent(formation);
        let mut rect = Rect::new(pose.on_grid(), width, depth);
        if let Place::Block(block) = place {
            let blocks = setup.terrain.iter().filter_map(|piece| match piece {
                crate::field::Piece::Block(block) => Some(block),
                _ => None,
            });
            match blocks.into_iter().nth(block.index()) {
                Some(block) => rect = block.rect,
                None => self.fault(rule!("HC-BLDG-01"), Fact::NoSuchBlock(block)),
            }
        }
        Unit {
            place,
            formation,
            rect,
            casualties: 0,
            disordered: false,
            deeds: Default::default(),
            moves: 0,
            combat: Combat::default(),
        }
    }

    /// HC-SUB-01: parents by their names.
    fn parents(&mut self, first: usize, entries: &[UnitEntry]) {
        for (at, entry) in entries.iter().enumerate() {
            let Some(name) = &entry.parent else { continue };
            let found = self.cards.iter().skip(first).position(|card| card.name == *name);
            match (found, self.cards.get_mut(first + at)) {
                (Some(parent), Some(card)) => card.parent = Some(UnitId((first + parent) as u8)),
                _ => self.fault(rule!("HC-SUB-01"), Fact::Named(name.clone())),
            }
        }
    }

    /// HC-BDIV-03, HC-BDIV-04, HC-BDIV-05: who counts when a division is tested.
    fn counting(&mut self) {
        for division in 0..self.divisions.len() {
            let of = |card: &&Card| card.division.index() == division;
            let minor = |card: &Card| {
                matches!(card.class, Class::Skirmishers | Class::LightArtillery) || card.size == Size::Tiny
            };
            let all = self.cards.iter().filter(of).count();
            let minors = self.cards.iter().filter(of).filter(|card| minor(card)).count();
            let all_count = minors * 2 > all;
            for (card, said) in self.cards.iter_mut().zip(&self.counts) {
                if card.division.index() == division {
                    card.counts = said.unwrap_or(all_count || !minor(card));
                }
            }
        }
    }

    /// HC-PHAL-05: pikes are a phalanx whose level is at least one above that of every phalanx of long spears there is.
    fn pikes(&mut self) {
        let spears =
            self.cards.iter().filter(|card| card.has(Special::LongSpears) && !card.has(Special::Pikes));
        let level = spears.map(|card| card.specials.phalanx).max().unwrap_or(0).saturating_add(1);
        for card in self.cards.iter_mut().filter(|card| card.has(Special::Pikes)) {
            card.specials.phalanx = card.specials.phalanx.max(level);
        }
    }

    fn finish(self, setup: &Setup) -> Started<Rules> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let field = Field::new(setup.width, setup.depth, setup.terrain.iter().cloned());
        let mut state = State {
            units: self.units,
            commanders: self.commanders,
            divisions: vec![Division::default(); self.divisions.len()],
            active: setup.first.unwrap_or(Side::Red),
            script: Script::begin(setup.battle),
            ..empty_state(field)
        };
        let rules = Rules::new(self.cards, self.divisions, self.leaders, setup);
        if let Some(position) = &setup.position {
            position.lay(&rules, &mut state)?;
        }
        Ok((rules, state))
    }
}

/// A table without troops, before the battle.
pub fn empty_state(field: Field) -> State {
    State {
        part: Part::SetUp,
        stage: Stage::Deploy,
        turn: 0,
        active: Side::Red,
        units: Vec::new(),
        commanders: Vec::new(),
        divisions: Vec::new(),
        field: Arc::new(field),
        bends: Vec::new(),
        bouts: Vec::new(),
        kept: Default::default(),
        barrages: Vec::new(),
        speaking: None,
        rerolled: [false; 2],
        dealt: UnitSet::EMPTY,
        pending: Vec::new(),
        words: Default::default(),
        script: Default::default(),
        ending: None,
        memo: Default::default(),
    }
}

fn card(
    entry: &UnitEntry,
    written: Written,
    worn: Option<(Class, crate::troop::Stats)>,
    (side, division): (Side, DivisionId),
) -> Card {
    let usual = usual_block(written.class, written.size, written.normal);
    // AMB-20.
    let shielded = written.class == Class::HeavyInfantry && !written.specials.has(Special::DoubleHanded);
    Card {
        name: entry.name.clone(),
        side,
        division,
        class: written.class,
        size: written.size,
        stats: written.stats,
        worn,
        missile: written.missile,
        specials: written.specials,
        shielded: written.shielded.unwrap_or(shielded),
        non_combatant: written.non_combatant,
        counts: true,
        normal: written.normal,
        base: entry.base.filter(|(wide, deep)| sound_base(*wide) && sound_base(*deep)).unwrap_or(usual.base),
        files: entry.files.unwrap_or(usual.files).clamp(1, 60),
        ranks: entry.ranks.unwrap_or(usual.ranks).clamp(1, 8),
        parent: None,
    }
}

/// HC-SIZE-15, HC-TAB-SIZE: no tiny units of pikes and warbands, and none of heavy chariots, artillery and elephants.
fn comes_tiny(written: &Written) -> bool {
    let deep = written.specials.has(Special::Pikes)
        || written.specials.has(Special::Warband)
        || matches!(written.normal, Formation::Phalanx | Formation::Warband);
    let category = written.class.category();
    let heavy = category == Category::Chariots && written.class != Class::LightChariots;
    !deep && !heavy && !matches!(category, Category::Artillery | Category::Elephants)
}

/// HS-GATES-14, HA-RAID-02: the battle is played with the other troops that its file offers.
fn is_optional(setup: &Setup) -> bool {
    match setup.battle {
        Some(Battle::BarbariansAtTheGates) => setup.settings.few_long_spears,
        Some(Battle::BorderRaid) => setup.settings.sentries_save_on_three,
        _ => false,
    }
}

/// HC-TAB-FRONT-15: 140 mm instead of the 180 of a usual unit, and all else in proportion.
fn small((wide, deep): (f64, f64)) -> (f64, f64) {
    (wide * 7.0 / 9.0, deep * 7.0 / 9.0)
}

fn sound_base(length: f64) -> bool {
    length.is_finite() && (1.0..=400.0).contains(&length)
}

struct UsualBlock {
    base: (f64, f64),
    files: u8,
    ranks: u8,
}

/// HC-BASE-04, HC-SIZE-16: a setup may say otherwise. HC-TAB-SIZE, HC-TAB-FRONT, HC-TAB-BASES, HC-SIZE-14, HC-SIZE-15, AMB-83: the block of a unit where nothing else is said.
fn usual_block(class: Class, size: Size, normal: Formation) -> UsualBlock {
    let block = |base, files, ranks| UsualBlock { base, files, ranks };
    let deep = if matches!(normal, Formation::Phalanx | Formation::Warband) { 4 } else { 2 };
    match (class.category(), size) {
        (Category::Infantry, Size::Tiny) => block((20.0, 20.0), 5, 1),
        (Category::Cavalry, Size::Tiny) => block((25.0, 50.0), 3, 1),
        (Category::Infantry, Size::Small) => block((18.0, 20.0), 5, deep),
        (Category::Infantry, Size::Standard) => block((20.0, 20.0), 9, deep),
        (Category::Infantry, Size::Large) => block((20.0, 20.0), 18, deep),
        (Category::Cavalry, Size::Small) => block((21.875, 50.0), 4, 2),
        (Category::Cavalry, Size::Standard) => block((25.0, 50.0), 7, 2),
        (Category::Cavalry, Size::Large) => block((25.0, 50.0), 14, 2),
        (Category::Chariots, _) if class == Class::LightChariots => {
            block((40.0, 80.0), [1, 2, 4, 8][size as usize], 1)
        }
        (Category::Chariots, _) => block((80.0, 80.0), [1, 1, 2, 4][size as usize], 1),
        (Category::Elephants, _) => block((80.0, 80.0), 1, 1),
        (Category::Artillery, _) if class == Class::LightArtillery => {
            block((40.0, 60.0), [1, 1, 2, 4][size as usize], 1)
        }
        (Category::Artillery, _) => block((60.0, 100.0), [1, 1, 1, 2][size as usize], 1),
        (Category::Baggage, _) => block((40.0, 100.0), [1, 1, 2, 4][size as usize], 1),
    }
}

impl UnitEntry {
    /// Files and ranks that it has or usually has; none if its words make no unit.
    pub fn usual_block(&self) -> Option<(u8, u8)> {
        let written = Written::read(&self.troop).ok()?;
        let usual = usual_block(written.class, written.size, written.normal);
        Some((self.files.unwrap_or(usual.files), self.ranks.unwrap_or(usual.ranks)))
    }

    /// Makes it so wide and deep, in mm, in its normal formation or in the open order in which it stands, closed up or
    /// with the gaps of HC-OPEN-11.
    pub fn fill(&mut self, (wide, deep): (f64, f64), formation: Option<Formation>, closed: bool) {
        let (Some((files, ranks)), Ok(written)) = (self.usual_block(), Written::read(&self.troop)) else {
            return;
        };
        let open = (formation == Some(Formation::Open) || written.normal == Formation::Open) && !closed;
        let gaps = |count: u8| if open { f64::from(count - 1) * OPEN_GAP } else { 0.0 };
        // As many as fit with bases of at least 5 mm.
        let fits = |most: u8, length: f64| {
            (1..=most.max(1))
                .rev()
                .find(|count| length - gaps(*count) >= 5.0 * f64::from(*count))
                .unwrap_or(1)
        };
        let (files, ranks) = (fits(files, wide), fits(ranks, deep));
        (self.files, self.ranks) = (Some(files), Some(ranks));
        self.base = Some(((wide - gaps(files)) / f64::from(files), (deep - gaps(ranks)) / f64::from(ranks)));
    }

    /// How deep it stands in a formation, its normal one unless said, in mm; 0 if its words make no unit.
    pub fn depth_in(&self, formation: Option<Formation>) -> f64 {
        Written::read(&self.troop).map_or(0.0, |written| {
            let card = card(self, written, None, (Side::Red, DivisionId(0)));
            card.extent(formation.unwrap_or(card.normal)).1
        })
    }
}
