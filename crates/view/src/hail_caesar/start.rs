//! What the start page offers of Hail Caesar: its seven battles, armies from its two lists, settings and house values.

use super::{figures, lesson};
use crate::start::{
    ArmyOffer, ArmyWish, BattleWish, GameCard, GameOffer, Offered, OptionGroup, OptionKind, OptionOffer,
    PictureRow, ScenarioOffer, TroopOffer, Wish,
};
use aelian_game::{Ruleset, Side};
use aelian_hail_caesar::Rules;
use aelian_hail_caesar::army::{self, Army, ArmyError};
use aelian_hail_caesar::scenario::{self, Scenario};
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::setup::{ArmyEntry, Setup};
use aelian_hail_caesar::troop::Card;
use aelian_rulebook::{RuleId, rule};
use aelian_rules::Game;
use serde_json::{Map, Value};

impl Offered for Rules {
    fn presented() -> GameCard {
        GameCard {
            game: Game::HailCaesar.name(),
            title: Game::HailCaesar.title(),
            years: "3000 BC to 1500 AD",
            about: "Divisions under commanders: say what they shall do, roll to see whether they do it. Attacks, saves, and nerves that break.",
            credit: "Rules by Rick Priestley; Aelian is independent of Warlord Games",
            picture: picture(),
        }
    }

    fn offer() -> GameOffer {
        GameOffer {
            game: Game::HailCaesar.name(),
            scenarios: scenario::scenarios().iter().map(of_scenario).collect(),
            usual: usual(),
            army_file: army_file(),
            set_up: "Both armies draw up on opposite sides; a die says who chooses the first turn",
            armies: armies(),
            options: vec![
                OptionGroup {
                    title: "Options of the book",
                    about: "What the book leaves to the players.",
                    folded: false,
                    options: options(),
                },
                OptionGroup {
                    title: "House values and open questions",
                    about: "What the book says in two ways or not at all. Values marked with a star are ours, not the book's.",
                    folded: true,
                    options: house_values(),
                },
            ],
            lesson: Some(lesson::offer()),
        }
    }

    fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>> {
        read_army(text)
    }

    fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
        setup(wish)
    }

    fn lesson() -> Result<Setup, Vec<String>> {
        lesson::setup()
    }
}

/// Hoplites before hoplites.
fn picture() -> Vec<PictureRow> {
    let row =
        |side, figure, figures, bases, at, turned| PictureRow { side, figure, figures, bases, at, turned };
    vec![
        row(Side::Blue, "fig-spear", 4, 4, (200.0, 48.0), 181.0),
        row(Side::Blue, "fig-chariot-light", 1, 2, (430.0, 50.0), 176.0),
        row(Side::Red, "fig-spear", 4, 4, (230.0, 138.0), 2.0),
        row(Side::Red, "fig-sling", 2, 2, (450.0, 140.0), -3.0),
    ]
}

fn of_scenario(scenario: &Scenario) -> ScenarioOffer {
    let cards = cards_of(&scenario.setup);
    let army = |side: Side| {
        of_army(String::new(), &scenario.setup.armies[side.index()], &cards, side, String::new())
    };
    ScenarioOffer {
        key: scenario.slug.to_owned(),
        title: scenario.name.clone(),
        years: scenario.date.clone(),
        about: scenario.about.trim().to_owned(),
        size: scenario.size.clone(),
        length: scenario.length.clone(),
        armies: [army(Side::Red), army(Side::Blue)],
        picture: rows_of(&cards),
    }
}

/// What the units of both sides are.
fn cards_of(setup: &Setup) -> Vec<Card> {
    Rules::start(setup).map(|(rules, _)| rules.cards.to_vec()).unwrap_or_default()
}

/// The first kinds of troops of both armies.
fn rows_of(cards: &[Card]) -> Vec<PictureRow> {
    PictureRow::drawn_up(cards.iter().map(|card| {
        let (figures, bases) = on_picture(card);
        (card.side, figures::figure(card), figures, bases)
    }))
}

/// Figures on a base of the small picture, and bases in the row.
fn on_picture(card: &Card) -> (u8, u8) {
    match card.files {
        1 => (1, 1),
        2..=4 => (1, 2),
        _ if card.class.is_infantry() => (4, 3),
        _ => (3, 3),
    }
}

fn of_army(key: String, army: &ArmyEntry, cards: &[Card], side: Side, points: String) -> ArmyOffer {
    let mut troops: Vec<TroopOffer> = Vec::new();
    for card in cards.iter().filter(|card| card.side == side) {
        let name = card.name.split(" (").next().unwrap_or(&card.name).to_owned();
        let kind = format!("{} {} {}", card.size.name(), card.class.name(), card.stats);
        match troops.iter_mut().find(|line| line.name == name && line.kind == kind) {
            Some(line) => line.count += 1,
            None => {
                let (figures, _) = on_picture(card);
                troops.push(TroopOffer { figure: figures::figure(card), figures, name, kind, count: 1 });
            }
        }
    }
    ArmyOffer { key, name: army.name.clone(), years: String::new(), about: String::new(), points, troops }
}

/// The setup that a player wishes for.
fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
    let mut setup = match &wish.battle {
        BattleWish::Scenario(key) => match scenario::named(key) {
            Some(scenario) => scenario.setup.clone(),
            None => return Err(vec![format!("there is no ready battle `{key}`")]),
        },
        BattleWish::Armies(armies) => open_battle(armies)?,
    };
    let mut faults = Vec::new();
    let mut settings = serde_json::to_value(&setup.settings)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    for (key, value) in &wish.options {
        if let Err(fault) = option(&mut setup, &mut settings, key, value) {
            faults.push(fault);
        }
    }
    match serde_json::from_value(Value::Object(settings)) {
        Ok(settings) => setup.settings = settings,
        Err(error) => faults.push(format!("a house value does not fit: {error}")),
    }
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

fn option(
    setup: &mut Setup,
    settings: &mut Map<String, Value>,
    key: &str,
    value: &str,
) -> Result<(), String> {
    if key == "deployed" {
        setup.deployed = value == "yes";
        return Ok(());
    }
    let usual = settings.get(key).cloned().or_else(|| (key == "most_turns").then(|| Value::from(0)));
    let usual = usual.ok_or_else(|| format!("there is no option `{key}`"))?;
    let read = match usual {
        Value::Bool(_) => Value::Bool(value == "yes"),
        Value::Number(number) => {
            let read: f64 = value.trim().parse().map_err(|_| format!("`{value}` is no number"))?;
            if number.is_f64() { Value::from(read) } else { Value::from(read as i64) }
        }
        _ => Value::from(value),
    };
    if key == "most_turns" && read.as_i64() == Some(0) {
        settings.remove(key);
    } else {
        settings.insert(key.to_owned(), read);
    }
    Ok(())
}

fn switch(key: &'static str, label: &str, detail: &str, rule: RuleId, house: bool) -> OptionOffer {
    let on = serde_json::to_value(Settings::default())
        .ok()
        .and_then(|settings| settings.get(key).and_then(Value::as_bool))
        .unwrap_or(false);
    OptionOffer {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        rule: Some(rule),
        house,
        kind: OptionKind::Switch { on },
    }
}

fn options() -> Vec<OptionOffer> {
    let mut all = of_the_book();
    all.extend(of_battles());
    all.push(OptionOffer {
        key: "most_turns",
        label: "Turns".to_owned(),
        detail: "Turns of both players together after which time is out; 0 for no limit".to_owned(),
        rule: Some(rule!("HC-VIC-01")),
        house: false,
        kind: OptionKind::Text("0".to_owned()),
    });
    all
}

fn of_the_book() -> Vec<OptionOffer> {
    vec![
        OptionOffer {
            key: "deployed",
            label: "Armies stand as the book drew them up".to_owned(),
            detail: "Otherwise both sides draw up within their zones first".to_owned(),
            rule: Some(rule!("HC-SETUP-04")),
            house: false,
            kind: OptionKind::Switch { on: false },
        },
        switch("blunders", "Blunders", "A double six on an order is a blunder", rule!("HC-BLUN-01"), false),
        switch(
            "general_reroll",
            "The general's re-roll",
            "Once in each turn he may roll an order test of his again",
            rule!("HC-GEN-04"),
            false,
        ),
        switch(
            "half_is_enough",
            "Half of the divisions are enough for defeat",
            "For very large battles",
            rule!("HC-VIC-04"),
            false,
        ),
        switch(
            "one_of_two_is_enough",
            "One broken division of two ends the battle",
            "For armies of one or two divisions",
            rule!("HC-VIC-04"),
            false,
        ),
        switch(
            "all_infantry_close_ranks",
            "All infantry may close ranks",
            "Not only heavy infantry with shields",
            rule!("HC-CLR-06"),
            false,
        ),
        switch(
            "risk_for_each_attack",
            "Commanders are at risk for each attack",
            "A roll at a commander in combat for each attack that he adds, instead of one",
            rule!("HC-CRISK-12"),
            false,
        ),
        OptionOffer {
            key: "distance_scale",
            label: "Distances".to_owned(),
            detail: "Moves and ranges are multiplied by this; 0.5 makes inches of half their length"
                .to_owned(),
            rule: Some(rule!("HC-SIZE-13")),
            house: false,
            kind: OptionKind::Text("1".to_owned()),
        },
        switch(
            "small_frontages",
            "Frontages of small models",
            "All units are narrower, as for models of 15 mm",
            rule!("HC-TAB-FRONT-15"),
            false,
        ),
    ]
}

/// What the reports of single battles leave open.
fn of_battles() -> Vec<OptionOffer> {
    vec![
        switch(
            "villa_burns_by_sum",
            "Barbarians at the Gates: the fire grows",
            "A die for each Hun turn is added up, and at 25 the villa burns; otherwise a double sets it on fire",
            rule!("HS-GATES-13"),
            false,
        ),
        switch(
            "few_long_spears",
            "Barbarians at the Gates: few long spears",
            "Two of the five units of legionaries have plain spears",
            rule!("HS-GATES-14"),
            false,
        ),
        switch(
            "sentries_save_on_three",
            "A Border Raid: stout sentries",
            "Those in the lookout post save on 3 and more instead of 5",
            rule!("HS-RAID-04"),
            true,
        ),
        switch(
            "over_below_three_quarters",
            "The Road to Damascus: no more losses than that",
            "The Crusaders have lost as soon as fewer than three quarters of their units are left",
            rule!("HS-DAMASCUS-14"),
            true,
        ),
    ]
}

fn house_values() -> Vec<OptionOffer> {
    let house = |key, label: &str, rule| switch(key, label, "", rule, true);
    vec![
        house("twelve_costs", "Exactly 12 inches already cost a point of leadership", rule!("HC-DIST-02")),
        house("cover_minus_one", "Targets in cover are also hit at −1", rule!("HC-HIT-05")),
        house("only_shielded", "Only shielded heavy infantry is harder to hit", rule!("HC-HIT-06")),
        house("count_all_hits", "Hits beyond twice the stamina count for the result", rule!("HC-CRES-09")),
        house("sweep_disorders", "A sweeping advance may disorder", rule!("HC-SWEEP-02")),
        house("fanatics_recover", "Rallied fanatics have their bonus back", rule!("HC-FAN-02")),
        house("charging_and_winning", "Charging and winning add up", rule!("HC-HIT-H16")),
        house(
            "reroll_each_player_turn",
            "The general's re-roll comes back in the enemy's turn too",
            rule!("HC-GEN-05"),
        ),
        OptionOffer {
            key: "forward_blunders",
            label: "A testudo or wedge that blunders".to_owned(),
            detail: String::new(),
            rule: Some(rule!("HC-TESTU-02")),
            house: true,
            kind: OptionKind::Words(vec![
                ("halves".to_owned(), "1 to 3 is a result of 5, 4 to 6 one of 6".to_owned()),
                ("five-and-six".to_owned(), "1 to 4 have no effect".to_owned()),
            ]),
        },
        house(
            "helpful_rerolls_at_once",
            "Re-rolls that can only help are made without asking",
            rule!("HC-SPEC-02"),
        ),
        house("traverse_each_move", "Traversing shots after every single move", rule!("HC-TRAV-05")),
        house("one_failed_evade", "A failed evade ends the evades of that commander", rule!("HC-EVADE-16")),
        house(
            "light_engines_do_not_block",
            "Light artillery does not block victors either",
            rule!("HC-INC-05"),
        ),
    ]
}

fn usual() -> [&'static str; 2] {
    ["roman-legion", "british-tribes"]
}

/// What army files are called.
fn army_file() -> Option<&'static str> {
    Some("toml")
}

fn armies() -> Vec<ArmyOffer> {
    army::ready().iter().map(of_list).collect()
}

/// An army that was bought from a list.
fn of_list(army: &Army) -> ArmyOffer {
    let mut troops: Vec<TroopOffer> = Vec::new();
    for line in army.units() {
        match troops.iter_mut().find(|known| known.name == line.name) {
            Some(known) => known.count += 1,
            None => {
                troops.push(TroopOffer {
                    figure: figures::of_written(&line.written),
                    figures: 3,
                    name: line.name.clone(),
                    kind: line.troop.clone(),
                    count: 1,
                });
            }
        }
    }
    ArmyOffer {
        key: army.slug.clone(),
        name: army.name.clone(),
        years: String::new(),
        about: format!("{} divisions", army.divisions.len()),
        points: format!("{} points", army.points()),
        troops,
    }
}

/// HC-LIST-03 to HC-LIST-09: an army file, with every rule that it breaks.
fn read(text: &str) -> Result<Army, Vec<String>> {
    army::read("", text).map_err(|error| match error {
        ArmyError::Broken(reasons) => {
            let names = crate::told::Names::default();
            let line = |reason: &aelian_rulebook::Reason<aelian_hail_caesar::Fact>| {
                format!("{}: {}", reason.rule, super::words::reason(&names, reason.rule, &reason.fact))
            };
            reasons.iter().map(line).collect()
        }
        other => vec![other.to_string()],
    })
}

fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>> {
    read(text).map(|army| of_list(&army))
}

fn fielded(wish: &ArmyWish) -> Result<Army, Vec<String>> {
    match wish {
        ArmyWish::File(text) => read(text),
        ArmyWish::Ready(key) => army::ready()
            .iter()
            .find(|army| army.slug == *key)
            .cloned()
            .ok_or_else(|| vec![format!("there is no ready army `{key}`")]),
    }
}

/// HC-LIST-05: two armies of the same points on the first field that the program has with terrain.
fn open_battle([red, blue]: &[ArmyWish; 2]) -> Result<Setup, Vec<String>> {
    let (red, blue) = (fielded(red)?, fielded(blue)?);
    let Some(ground) = army::grounds().last() else { return Err(vec!["there is no field".to_owned()]) };
    army::battle(&red, &blue, ground).map_err(|error| vec![error.to_string()])
}
