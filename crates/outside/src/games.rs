//! What each game brings to be tried.

use crate::positions::{WRITTEN, played};
use aelian_blood_and_blades as bb;
use aelian_blood_and_blades::setup::position::StageName;
use aelian_fog_ancients as fa;
use aelian_fog_ancients::setup::scenario;
use aelian_game::Ruleset as _;
use aelian_hail_caesar as hc;
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::case;
use aelian_view::case::Stated;
use std::sync::LazyLock;

/// A game whose readers are tried.
pub trait Tried: Stated<State: Sync> + Sync + 'static {
    /// Choices to begin with, a line each: odd ones, and kinds that play and cases seldom come upon.
    const CHOICES: &'static str;
    /// Events to begin with: kinds that random play seldom comes upon, a line each.
    const EVENTS: &'static str;
    /// From where random battles begin.
    fn setups() -> Vec<Self::Setup>;
    /// Tables on which choices are judged, made once.
    fn positions() -> &'static [(Self, Self::State)];
    /// The ready armies, as they are written.
    fn armies() -> Vec<String>;
    /// Reads an army, prices and checks it, and writes it again without loss.
    fn try_army(text: &str);
}

impl Tried for BloodAndBlades {
    const CHOICES: &'static str = include_str!("blood_and_blades/choices.jsonl");
    const EVENTS: &'static str = include_str!("blood_and_blades/events.jsonl");

    fn setups() -> Vec<bb::Setup> {
        case::read::<BloodAndBlades>(WRITTEN).map(|case| case.setup).into_iter().collect()
    }

    fn positions() -> &'static [(Self, bb::State)] {
        static ALL: LazyLock<Vec<(BloodAndBlades, bb::State)>> = LazyLock::new(|| {
            let setups = BloodAndBlades::setups();
            let at_stages =
                setups.iter().flat_map(|setup| STAGES.iter().filter_map(|stage| at(setup, *stage)));
            at_stages.chain(played::<BloodAndBlades>()).collect()
        });
        &ALL
    }

    fn armies() -> Vec<String> {
        let file = |ready: &bb::army::ReadyArmy| {
            let (army, description) = (ready.order_of_battle.clone(), ready.description.clone());
            bb::army::file::write(&bb::army::ArmyFile { army, description })
        };
        bb::army::ready().iter().map(file).collect()
    }

    fn try_army(text: &str) {
        let Ok(file) = bb::army::file::read(text) else { return };
        let rules = bb::Rules::new(bb::settings::Settings::default(), bb::tables::Scale::default());
        let _ = bb::army::check(&rules, bb::army::HalfPoints(500), &file.army);
        let _ = bb::army::price::of_army(rules.tables, &file.army);
        let _ = (file.army.reference_level(&rules), file.army.routing_losses(&rules));
        let again = bb::army::file::read(&bb::army::file::write(&file));
        assert_eq!(again.ok(), Some(file), "an army changes when it is written and read");
    }
}

const STAGES: [StageName; 8] = [
    StageName::Weather,
    StageName::TimeOfDay,
    StageName::Pigs,
    StageName::Moves,
    StageName::Impetuous,
    StageName::Shooting,
    StageName::CloseCombat,
    StageName::Morale,
];

/// The written position of Blood and Blades at a stage.
fn at(setup: &bb::Setup, stage: StageName) -> Option<(BloodAndBlades, bb::State)> {
    let mut setup = setup.clone();
    if let bb::setup::Start::Position(position) = &mut setup.start {
        position.stage = stage;
        position.pigs = 6;
    }
    BloodAndBlades::start(&setup).ok()
}

impl Tried for FogAncients {
    const CHOICES: &'static str = include_str!("fog_ancients/choices.jsonl");
    const EVENTS: &'static str = "";

    /// The scenarios, and a battle by the whole set-up.
    fn setups() -> Vec<fa::Setup> {
        let ready = fa::army::ready();
        let army = |at: usize| ready.get(at).map(|army| army.order_of_battle.clone());
        let mut setups: Vec<fa::Setup> =
            scenario::scenarios().iter().map(|scenario| scenario.setup.clone()).collect();
        if let (Some(first), Some(red), Some(blue)) = (setups.first(), army(4), army(9)) {
            let start = fa::setup::Start::Book;
            setups.push(fa::Setup { armies: [red, blue], start, points: None, ..first.clone() });
        }
        setups
    }

    fn positions() -> &'static [(Self, fa::State)] {
        static ALL: LazyLock<Vec<(FogAncients, fa::State)>> =
            LazyLock::new(|| played::<FogAncients>().collect());
        &ALL
    }

    fn armies() -> Vec<String> {
        let file = |ready: &fa::army::ReadyArmy| {
            let (army, description) = (ready.order_of_battle.clone(), ready.description.clone());
            fa::army::file::write(&fa::army::ArmyFile { army, description })
        };
        fa::army::ready().iter().map(file).collect()
    }

    fn try_army(text: &str) {
        use fa::settings::Edition;
        let Ok(file) = fa::army::file::read(text) else { return };
        for edition in [Edition::First, Edition::V31] {
            let _ = fa::army::check(edition, Some(600), &file.army);
        }
        let _ = fa::army::price::of_army(&file.army);
        let again = fa::army::file::read(&fa::army::file::write(&file));
        assert_eq!(again.ok(), Some(file), "an army changes when it is written and read");
    }
}

impl Tried for HailCaesar {
    const CHOICES: &'static str = include_str!("hail_caesar/choices.jsonl");
    const EVENTS: &'static str = "";

    /// The battles of the book, and one between two armies of equal points.
    fn setups() -> Vec<hc::Setup> {
        let mut setups: Vec<hc::Setup> =
            hc::scenario::scenarios().iter().map(|scenario| scenario.setup.clone()).collect();
        let (ready, grounds) = (hc::army::ready(), hc::army::grounds());
        if let ([first, second, ..], [ground, ..]) = (ready, grounds) {
            setups.extend(hc::army::battle(first, second, ground));
        }
        setups
    }

    /// A quarter of them, evenly spread over the battles: there are many, and each is tried with every choice.
    fn positions() -> &'static [(Self, hc::State)] {
        static ALL: LazyLock<Vec<(HailCaesar, hc::State)>> =
            LazyLock::new(|| played::<HailCaesar>().step_by(4).collect());
        &ALL
    }

    fn armies() -> Vec<String> {
        ARMIES.map(str::to_owned).to_vec()
    }

    /// Armies of this game are read and judged; the program writes none.
    fn try_army(text: &str) {
        let Ok(army) = hc::army::read("tried", text) else { return };
        assert!(hc::army::check(&army).is_empty(), "an army that breaks rules was read");
    }
}

/// The ready armies of Hail Caesar.
const ARMIES: [&str; 6] = [
    include_str!("../../../data/hail-caesar/armies/roman-vanguard.toml"),
    include_str!("../../../data/hail-caesar/armies/roman-legion.toml"),
    include_str!("../../../data/hail-caesar/armies/roman-engines.toml"),
    include_str!("../../../data/hail-caesar/armies/british-warriors.toml"),
    include_str!("../../../data/hail-caesar/armies/british-tribes.toml"),
    include_str!("../../../data/hail-caesar/armies/british-chariots.toml"),
];
