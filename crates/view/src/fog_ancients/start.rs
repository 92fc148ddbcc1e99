//! What the start page offers of Field of Glory Ancients: two battles, ready armies, editions and house values.

use super::figures;
use crate::start::{
    ArmyOffer, ArmyWish, BattleWish, GameCard, GameOffer, LessonOffer, LessonPart, Offered, OptionGroup,
    OptionKind, OptionOffer, PictureRow, ScenarioOffer, TroopOffer, Until, Wish,
};
use crate::told::Told;
use aelian_fog_ancients::Rules;
use aelian_fog_ancients::army::{self, ArmyFile, OrderOfBattle, price, ready};
use aelian_fog_ancients::settings::{Edition, MoveUnit, Scale, Settings};
use aelian_fog_ancients::setup::scenario::{self, Scenario};
use aelian_fog_ancients::setup::{Setup, Start, TableSize};
use aelian_game::Side;
use aelian_rulebook::{RuleId, rule};
use aelian_rules::Game;
use serde_json::{Map, Value};

impl Offered for Rules {
    fn presented() -> GameCard {
        GameCard {
            game: Game::FogAncients.name(),
            title: Game::FogAncients.title(),
            years: "3000 BC to 1500 AD",
            about: "Battle groups in files and ranks, points of advantage, cohesion: the great battle on a full table.",
            credit: "Rules by Richard Bodley Scott, Simon Hall and Terry Shaw; Aelian is independent of them",
            picture: picture(),
        }
    }

    fn offer() -> GameOffer {
        GameOffer {
            game: Game::FogAncients.name(),
            scenarios: scenario::scenarios().iter().map(of_scenario).collect(),
            usual: ["roman-trebia", "carthaginian-trebia"],
            army_file: Some("toml"),
            set_up: "By the book: initiative, terrain, camps, ambushes, marches, deployment in four batches",
            armies: ready()
                .iter()
                .map(|army| of_army(army.slug.to_owned(), &army.order_of_battle, &army.description))
                .collect(),
            options: vec![
                OptionGroup {
                    title: "Edition and table",
                    about: "What edition 3.1 does not say on its sheet is played by the first edition.",
                    folded: false,
                    options: options(),
                },
                OptionGroup {
                    title: "House values and open questions",
                    about: "What the source has lost or left open. Values marked with a star are ours, not the book's.",
                    folded: true,
                    options: house_values(),
                },
            ],
            lesson: Some(lesson_offer()),
        }
    }

    fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>> {
        let ArmyFile { army, description } = read(text)?;
        let faults = army::check(Edition::First, None, &army);
        if faults.is_empty() {
            return Ok(of_army(String::new(), &army, &description));
        }
        let setup = battle([army, OrderOfBattle::default()]);
        Err(faults
            .iter()
            .map(|fault| format!("{} ({})", Rules::tell_setup_reason(&setup, fault), fault.rule))
            .collect())
    }

    fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
        setup(wish)
    }

    fn lesson() -> Result<Setup, Vec<String>> {
        lesson()
    }
}

/// The guided first battle, written as a case.
fn lesson() -> Result<Setup, Vec<String>> {
    let text = include_str!("../../../../data/fog-ancients/lessons/first-battle.toml");
    let mut case = crate::case::read::<Rules>(text)
        .map_err(|faults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    for (army, name) in case.setup.armies.iter_mut().zip(["A consul's vanguard", "The river tribes"]) {
        army.name = name.to_owned();
    }
    Ok(case.setup)
}

fn lesson_offer() -> LessonOffer {
    let part = |title, text, until| LessonPart { title, text, until };
    LessonOffer {
        title: "A first battle",
        about: "Fight a short battle that shows battle groups and the table by playing with them. It takes ten minutes.",
        side: Side::Red,
        parts: vec![
            LessonPart::LOOK,
            part(
                "Take up a battle group",
                "You are Red. Click one of your bases: its whole battle group is taken up. Shift and a click adds the one beside it; with their commander they move as a battle line.",
                Until::TakenUp,
            ),
            part(
                "Move it",
                "Drag the group towards the enemy. Green is legal; amber is legal with a consequence, such as a test that comes first, with its odds; red is refused. Each says why and by which rule.",
                Until::Sketched,
            ),
            part(
                "Confirm the move",
                "A sketch costs nothing until you confirm it: press Confirm, or Enter. You may take it back with the arrow at the top, as long as no dice were thrown.",
                Until::Played,
            ),
            part(
                "Wheel, turn, change formation",
                "The knobs at the front corners wheel a group about its other corner, the one behind turns it. The moves at the left shift, expand, contract and wheel twice; a complex one tells its test before you choose. Try one, then go on.",
                Until::SketchedOrPlayed,
            ),
            part(
                "End your moves",
                "When you have moved whom you want, say so in the prompt. Shooting, melee and the joint action follow, then Blue has his turn.",
                Until::OrdersEnded,
            ),
            part(
                "See the dice",
                "Throws lie in the tray at the right, with every point of advantage and its rule. Press any rule id to read the rule. The crossed swords between two groups show the exact odds of their fight.",
                Until::DiceThrown,
            ),
            part(
                "Charge",
                "A turn begins with the charges. When you are asked for them, drag a group at an enemy within its reach: the targets are named, and whether they may evade. Confirm, and say that there are no more.",
                Until::Sketched,
            ),
            part(
                "Fight on",
                "Groups that lose a fight test their cohesion: steady, disrupted, fragmented, broken. An army breaks when its attrition reaches the number of its groups. A click on a line of the log shows that moment; the menu has the replay.",
                Until::Over,
            ),
        ],
    }
}

/// Legions before elephants and horse.
fn picture() -> Vec<PictureRow> {
    let row =
        |side, figure, figures, bases, at, turned| PictureRow { side, figure, figures, bases, at, turned };
    vec![
        row(Side::Blue, "fig-elephant", 1, 2, (150.0, 50.0), 180.0),
        row(Side::Blue, "fig-spear", 4, 4, (370.0, 46.0), 178.0),
        row(Side::Red, "fig-legion", 4, 4, (200.0, 138.0), 0.0),
        row(Side::Red, "fig-cavalry", 3, 3, (430.0, 138.0), -4.0),
    ]
}

fn of_scenario(scenario: &Scenario) -> ScenarioOffer {
    let armies = &scenario.setup.armies;
    let table = scenario.setup.table;
    let groups = armies.each_ref().map(|army| army.groups.len());
    let army = |at: usize| of_army(String::new(), &armies[at], "");
    ScenarioOffer {
        key: scenario.slug.to_owned(),
        title: scenario.name.clone(),
        years: scenario.date.clone(),
        about: scenario.about.clone(),
        size: format!(
            "{} \u{d7} {} MU, {} and {} battle groups",
            table.width, table.depth, groups[0], groups[1]
        ),
        length: scenario.length.clone(),
        armies: [army(0), army(1)],
        picture: rows_of(armies),
    }
}

/// The first kinds of troops of both armies.
fn rows_of(armies: &[OrderOfBattle; 2]) -> Vec<PictureRow> {
    let troops = Side::BOTH.into_iter().zip(armies).flat_map(|(side, army)| {
        army.groups.iter().filter_map(move |group| {
            let part = group.parts.first()?;
            let (figure, figures) = figures::figure(&part.troop);
            Some((side, figure, figures, part.bases))
        })
    });
    PictureRow::drawn_up(troops)
}

fn of_army(key: String, army: &OrderOfBattle, about: &str) -> ArmyOffer {
    let mut troops: Vec<TroopOffer> = Vec::new();
    for group in &army.groups {
        for part in &group.parts {
            let name = group.label.clone();
            let kind = format!("{} {} {}", part.troop, group.quality.name(), group.training.name());
            let count = usize::from(part.bases);
            match troops.iter_mut().find(|line| line.name == name && line.kind == kind) {
                Some(line) => line.count += count,
                None => {
                    let (figure, figures) = figures::figure(&part.troop);
                    troops.push(TroopOffer { figure, figures, name, kind, count });
                }
            }
        }
    }
    ArmyOffer {
        key,
        name: army.name.clone(),
        years: army.period.clone(),
        about: about.to_owned(),
        points: format!("{} points", price::of_army(army)),
        troops,
    }
}

fn read(text: &str) -> Result<ArmyFile, Vec<String>> {
    army::file::read(text).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn battle(armies: [OrderOfBattle; 2]) -> Setup {
    Setup {
        edition: Edition::default(),
        scale: Scale::default(),
        unit: MoveUnit::default(),
        table: TableSize::default(),
        points: None,
        initiative: None,
        initial: None,
        settings: Settings::default(),
        armies,
        start: Start::Book,
    }
}

/// The setup that a player wishes for.
fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
    let mut setup = match &wish.battle {
        BattleWish::Scenario(key) => match scenario::named(key) {
            Some(scenario) => scenario.setup.clone(),
            None => return Err(vec![format!("there is no ready battle `{key}`")]),
        },
        BattleWish::Armies([red, blue]) => battle([fielded(red)?, fielded(blue)?]),
    };
    let mut faults = Vec::new();
    let mut house = serde_json::to_value(&setup.settings)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    for (key, value) in &wish.options {
        if let Err(fault) = option(&mut setup, &mut house, key, value) {
            faults.push(fault);
        }
    }
    match serde_json::from_value(Value::Object(house)) {
        Ok(settings) => setup.settings = settings,
        Err(error) => faults.push(format!("a house value does not fit: {error}")),
    }
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

fn fielded(wish: &ArmyWish) -> Result<OrderOfBattle, Vec<String>> {
    match wish {
        ArmyWish::File(text) => Ok(read(text)?.army),
        ArmyWish::Ready(key) => ready::named(key)
            .map(|army| army.order_of_battle.clone())
            .ok_or_else(|| vec![format!("there is no ready army `{key}`")]),
    }
}

fn option(setup: &mut Setup, house: &mut Map<String, Value>, key: &str, value: &str) -> Result<(), String> {
    let word = |what: &str| format!("`{value}` is no {what}");
    match key {
        "edition" => {
            setup.edition = serde_json::from_value(Value::from(value)).map_err(|_| word("edition"))?;
        }
        "points" => {
            let points: u32 = value.trim().parse().map_err(|_| word("number of points"))?;
            setup.points = (points > 0).then_some(points);
        }
        _ => {
            let usual = house.get(key).cloned().or_else(|| (key == "most_turns").then(|| Value::from(0)));
            let usual = usual.ok_or_else(|| format!("there is no option `{key}`"))?;
            let number = || value.trim().parse::<f64>().map_err(|_| word("number"));
            let value = match usual {
                Value::Bool(_) => Value::Bool(value == "yes"),
                Value::Number(_) => {
                    let number = number()?;
                    if number.fract() == 0.0 && key != "contact_mu" {
                        Value::from(number as i64)
                    } else {
                        Value::from(number)
                    }
                }
                _ => Value::from(value),
            };
            if key == "most_turns" && value.as_i64() == Some(0) {
                house.remove(key);
            } else {
                house.insert(key.to_owned(), value);
            }
        }
    }
    Ok(())
}

fn options() -> Vec<OptionOffer> {
    let plain = |key, label: &str, detail: &str, rule: RuleId, kind| OptionOffer {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        rule: Some(rule),
        house: false,
        kind,
    };
    let words = |words: &[(&str, &str)]| {
        OptionKind::Words(words.iter().map(|(key, word)| ((*key).to_owned(), (*word).to_owned())).collect())
    };
    vec![
        plain(
            "edition",
            "Edition",
            "The book of 2008, or with the differences of the 3.1 sheet",
            rule!("FA-ED-01"),
            words(&[("1", "First edition"), ("3.1", "3.1")]),
        ),
        plain(
            "most_turns",
            "Turns",
            "Turns of both players together after which time is out; 0 for no limit",
            rule!("FA-VIC-08"),
            OptionKind::Text("0".to_owned()),
        ),
    ]
}

fn house_values() -> Vec<OptionOffer> {
    let value = |key, label: &str, rule: RuleId, kind| OptionOffer {
        key,
        label: label.to_owned(),
        detail: String::new(),
        rule: Some(rule),
        house: true,
        kind,
    };
    let usual = Settings::default();
    let number = |value: f64| OptionKind::Text(value.to_string());
    let switch = |on: bool| OptionKind::Switch { on };
    vec![
        value(
            "threatened_edge_mu",
            "A flank is threatened so many MU from a table edge",
            rule!("FA-THR-02"),
            number(usual.threatened_edge_mu),
        ),
        value(
            "inspired_march",
            "What an inspired leader adds to an outflanking march",
            rule!("FA-FLANK-06"),
            number(f64::from(usual.inspired_march)),
        ),
        value(
            "shock_spares_passable_light_foot",
            "Shock troops do no harm to light foot they could pass",
            rule!("FA-BURST-02"),
            switch(usual.shock_spares_passable_light_foot),
        ),
        value(
            "scythed_front_only",
            "Only scythed chariots in contact are removed",
            rule!("FA-JSC-01"),
            switch(usual.scythed_front_only),
        ),
        value(
            "v31_four_in_the_open",
            "Edition 3.1: heavy foot go 4 MU in the open far from enemy",
            rule!("FA-V31-60"),
            switch(usual.v31_four_in_the_open),
        ),
    ]
}
