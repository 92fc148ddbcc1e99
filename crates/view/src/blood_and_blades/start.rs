//! What the start page offers of Blood and Blades: ready armies, table sizes, options and house values.

use super::figures;
use super::table::in_words;
use crate::start::{
    ArmyOffer, ArmyWish, BattleWish, GameCard, GameOffer, LessonOffer, LessonPart, Offered, OptionGroup,
    OptionKind, OptionOffer, PictureRow, TroopOffer, Until, Wish,
};
use crate::told::Told;
use aelian_blood_and_blades::army::{self, ArmyFile, OrderOfBattle, price, ready};
use aelian_blood_and_blades::settings::Settings;
use aelian_blood_and_blades::setup::{Setup, TableSize};
use aelian_blood_and_blades::tables::{Scale, Tables};
use aelian_blood_and_blades::{Fact, Rules};
use aelian_game::Side;
use aelian_rulebook::{Reason, RuleId, rule};
use aelian_rules::Game;
use serde_json::{Map, Value};

impl Offered for Rules {
    fn presented() -> GameCard {
        GameCard {
            game: Game::BloodAndBlades.name(),
            title: Game::BloodAndBlades.title(),
            years: "3000 to 705 BC",
            about: "Single bases, command points, quick and deadly.",
            credit: "Rules by Jean-Pierre Riviere, version 0.7.0, CC BY-SA",
            picture: picture(),
        }
    }

    fn offer() -> GameOffer {
        offer()
    }

    fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>> {
        read_army(text)
    }

    fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
        setup(wish)
    }

    fn lesson() -> Result<Setup, Vec<String>> {
        lesson()
    }
}

fn offer() -> GameOffer {
    GameOffer {
        game: Game::BloodAndBlades.name(),
        scenarios: Vec::new(),
        usual: ["hittite-empire", "egyptian-new-kingdom"],
        army_file: Some("toml"),
        set_up: "By the book: terrain, baggage, ambush, deployment",
        armies: ready()
            .iter()
            .map(|army| of_army(army.slug.to_owned(), &army.order_of_battle, &army.description))
            .collect(),
        options: vec![
            OptionGroup {
                title: "Table and optional rules",
                about: "The usual ones are set.",
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

/// Chariots and blades before spearmen and archers.
fn picture() -> Vec<PictureRow> {
    let row = |side, figure, figures, at, turned| PictureRow { side, figure, figures, bases: 3, at, turned };
    vec![
        row(Side::Blue, "fig-spear", 4, (163.0, 54.0), 180.0),
        row(Side::Blue, "fig-archer", 4, (423.0, 46.0), 176.0),
        row(Side::Red, "fig-chariot-heavy", 1, (167.0, 138.0), 0.0),
        row(Side::Red, "fig-legion", 4, (433.0, 138.0), -4.0),
    ]
}

fn lesson_offer() -> LessonOffer {
    let part = |title, text, until| LessonPart { title, text, until };
    LessonOffer {
        title: "A first battle",
        about: "Fight a short battle that shows the table by playing on it. It takes five minutes.",
        side: Side::Red,
        parts: vec![
            LessonPart::LOOK,
            part(
                "Take up your line",
                "You are Red. Click one of your bases: its whole group is taken up. A second click takes the base alone.",
                Until::TakenUp,
            ),
            part(
                "Move it",
                "Drag the group straight towards the enemy. Green is legal, amber legal with a consequence, red is refused; each says why and by which rule.",
                Until::Sketched,
            ),
            part(
                "Confirm the move",
                "A sketch costs nothing until you confirm it: press Confirm, or Enter. You may take it back with the arrow at the top, as long as no dice were thrown.",
                Until::Played,
            ),
            part(
                "Wheel or turn",
                "The knobs at the front corners wheel a body about its other corner. Try one, or press one of the moves in the prompt, and type exact numbers if you like. Then go on.",
                Until::SketchedOrPlayed,
            ),
            part(
                "End your moves",
                "When you have no more orders to give, say so in the prompt. Impetuous troops, shooting and close combat follow in their order.",
                Until::OrdersEnded,
            ),
            part(
                "See the dice",
                "Throws lie in the tray at the right, with every factor and its rule. Press any rule id to read the rule. Questions show exact odds before you answer.",
                Until::DiceThrown,
            ),
            part(
                "Fight on",
                "The computer moves in its bound. Advance into contact: the first army to lose too much breaks. A click on a line of the log shows that moment; the menu has the replay.",
                Until::Over,
            ),
        ],
    }
}

/// The guided first battle, written as a case.
fn lesson() -> Result<Setup, Vec<String>> {
    let text = include_str!("../../../../data/blood-and-blades/lessons/first-battle.toml");
    let mut case = crate::case::read::<Rules>(text)
        .map_err(|faults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    for (army, name) in case.setup.armies.iter_mut().zip(["The king's men", "The hill people"]) {
        army.name = name.to_owned();
    }
    Ok(case.setup)
}

fn of_army(key: String, army: &OrderOfBattle, about: &str) -> ArmyOffer {
    let mut troops: Vec<TroopOffer> = Vec::new();
    for base in &army.bases {
        let name = if base.label.is_empty() { base.troop.kind.name().to_owned() } else { base.label.clone() };
        let general = if base.commander { ", C-in-C" } else { "" };
        let kind = format!("{}, {}{general}", in_words(&base.troop), base.troop);
        match troops.iter_mut().find(|line| line.name == name && line.kind == kind) {
            Some(line) => line.count += 1,
            None => {
                let (figure, figures) = figures::figure(base.troop);
                troops.push(TroopOffer { figure, figures, name, kind, count: 1 });
            }
        }
    }
    ArmyOffer {
        key,
        name: army.name.clone(),
        years: army.period.map(|period| period.to_string()).unwrap_or_default(),
        about: about.to_owned(),
        points: format!("{} AP", price::of_army(Tables::standard(), army).total.0 as f64 / 2.0),
        troops,
    }
}

fn read_army(text: &str) -> Result<ArmyOffer, Vec<String>> {
    let ArmyFile { army, description } = read(text)?;
    let rules = Rules::new(Settings::default(), Scale::default());
    let budget = army::HalfPoints::whole(u32::from(Tables::standard().budget));
    let faults = army::check(&rules, budget, &army);
    if faults.is_empty() {
        return Ok(of_army(String::new(), &army, &description));
    }
    let setup = Setup::of([army, OrderOfBattle::default()]);
    let told = |fault: &Reason<Fact>| format!("{} ({})", Rules::tell_setup_reason(&setup, fault), fault.rule);
    Err(faults.iter().map(told).collect())
}

fn read(text: &str) -> Result<ArmyFile, Vec<String>> {
    army::file::read(text).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// The setup that a player wishes for.
fn setup(wish: &Wish) -> Result<Setup, Vec<String>> {
    let mut faults = Vec::new();
    let wished = match &wish.battle {
        BattleWish::Armies(armies) => armies,
        BattleWish::Scenario(key) => return Err(vec![format!("there is no ready battle `{key}`")]),
    };
    let mut armies = wished.iter().map(|army| {
        fielded(army).unwrap_or_else(|mut wrong| {
            faults.append(&mut wrong);
            OrderOfBattle::default()
        })
    });
    let armies = [armies.next().unwrap_or_default(), armies.next().unwrap_or_default()];
    let mut setup = Setup::of(armies);
    let mut house = Map::new();
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
        ArmyWish::Ready(key) => match ready().iter().find(|army| army.slug == key) {
            Some(army) => Ok(army.order_of_battle.clone()),
            None => Err(vec![format!("there is no ready army `{key}`")]),
        },
    }
}

fn option(setup: &mut Setup, house: &mut Map<String, Value>, key: &str, value: &str) -> Result<(), String> {
    let switch = || match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("`{key}` is yes or no, not `{other}`")),
    };
    match key {
        "weather" => setup.weather = switch()?,
        "time_of_day" => setup.time_of_day = switch()?,
        "table" => setup.table = table(value)?,
        "scale" => {
            setup.scale = serde_json::from_value(Value::from(value))
                .map_err(|_| format!("the scale is 6mm, 15mm or 25mm, not `{value}`"))?;
        }
        "budget" => {
            setup.budget =
                value.trim().parse().map_err(|_| format!("`{value}` is not a number of points"))?;
        }
        _ => {
            let known = serde_json::to_value(Settings::default()).unwrap_or_default();
            let usual = known.get(key).cloned().or_else(|| (key == "most_rounds").then(|| Value::from(0)));
            let usual = usual.ok_or_else(|| format!("there is no option `{key}`"))?;
            house.insert(key.to_owned(), house_value(&usual, value)?);
        }
    }
    Ok(())
}

/// A house value from its text, of the same kind as the usual one.
fn house_value(usual: &Value, text: &str) -> Result<Value, String> {
    let number = |text: &str| -> Result<Value, String> {
        let text = text.trim().trim_start_matches('+');
        let whole = text.parse::<i64>().map(Value::from);
        whole
            .or_else(|_| text.parse::<f64>().map(Value::from))
            .map_err(|_| format!("`{text}` is not a number"))
    };
    match usual {
        Value::Bool(_) => Ok(Value::Bool(text == "yes")),
        Value::Number(_) => number(text),
        Value::Array(items) => {
            let values: Vec<Value> = text.split('/').map(number).collect::<Result<_, _>>()?;
            if values.len() == items.len() {
                Ok(Value::Array(values))
            } else {
                Err(format!("`{text}` should be {} numbers with strokes between them", items.len()))
            }
        }
        _ => Ok(Value::from(text)),
    }
}

fn table(text: &str) -> Result<TableSize, String> {
    let fault = || format!("a table is written as depth x width in MU, such as 25 x 40, not `{text}`");
    let (depth, width) = text.split_once('x').ok_or_else(fault)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| fault());
    Ok(TableSize { depth: number(depth)?, width: number(width)? })
}

fn options() -> Vec<OptionOffer> {
    let plain = |key, label: &str, detail: &str, rule, kind| OptionOffer {
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
            "table",
            "Table",
            "Depth between the players and width along their edges",
            rule!("BB-TBL-04"),
            words(&tables()),
        ),
        plain(
            "scale",
            "Scale",
            "The size of the bases; distances follow it",
            rule!("BB-BASE-11"),
            words(&[("15mm", "15 mm"), ("6mm", "6 mm"), ("25mm", "25 mm")]),
        ),
        plain(
            "budget",
            "Army points",
            "What each army may cost",
            rule!("BB-AP-01"),
            OptionKind::Text("250".to_owned()),
        ),
        plain(
            "weather",
            "Weather",
            "Rain, mud and wind",
            rule!("BB-WEA-01"),
            OptionKind::Switch { on: false },
        ),
        plain(
            "time_of_day",
            "Time of day",
            "Dawn, dusk, night and dazzling sun",
            rule!("BB-TIM-01"),
            OptionKind::Switch { on: false },
        ),
    ]
}

fn tables() -> [(&'static str, &'static str); 4] {
    [
        ("25x40", "25 × 40 MU, 75 × 120 cm"),
        ("20x30", "20 × 30 MU, 60 × 90 cm"),
        ("30x30", "30 × 30 MU, 90 × 90 cm"),
        ("35x50", "35 × 50 MU, 105 × 150 cm"),
    ]
}

/// Settings that take words: their keys in a record, with what they mean.
const WORDS: [(&str, &[(&str, &str)]); 8] = [
    (
        "pig_die",
        &[("by-status", "average die if the C-in-C is regular, D6 if irregular"), ("d6", "D6 always")],
    ),
    (
        "cohesion_neighbours",
        &[
            ("all-but-skirmishers-and-baggage", "bases of the group except LH, Ps and Bg"),
            ("any", "any base of the group"),
            ("same-type", "the same troop type"),
            ("heavy-infantry", "heavy infantry"),
        ],
    ),
    ("rounds_before_dusk", &[("sum-of-both-dice", "sum of both dice"), ("one-die", "one die")]),
    ("cic_loss", &[("orders-cost-one-more", "orders cost one more, no rebate"), ("no-effect", "no effect")]),
    (
        "overlap_while_fighting",
        &[
            ("own-main-opponent-only", "only against the own main opponent"),
            ("flank-contact-always", "in flank contact always"),
        ],
    ),
    (
        "dunes_going",
        &[
            ("difficult-but-good-for-camels", "difficult, good for camels"),
            ("difficult", "difficult for all"),
            ("rough", "rough"),
        ],
    ),
    (
        "pursuit_distance",
        &[("depth-to-width", "own depth, or more up to the width"), ("depth-only", "own depth only")],
    ),
    ("pivot_measure", &[("chord", "along the chord"), ("arc", "along the arc")]),
];

/// What stands for lost or open text. The labels are the names of the settings, put as words; the rulebook has the
/// rest under the same names.
fn house_values() -> Vec<OptionOffer> {
    let Ok(Value::Object(usual)) = serde_json::to_value(Settings::default()) else { return Vec::new() };
    let tolerance = |key: &str| key.ends_with("_mm") || key.ends_with("_deg");
    let mut all: Vec<OptionOffer> = usual
        .iter()
        .filter(|(key, _)| !tolerance(key))
        .filter_map(|(key, value)| {
            Some(OptionOffer {
                key: KEYS.iter().find(|known| *known == key)?,
                label: sentence(key),
                detail: String::new(),
                rule: ends(key),
                house: false,
                kind: kind(key, value),
            })
        })
        .collect();
    all.push(OptionOffer {
        key: "most_rounds",
        label: "Most rounds".to_owned(),
        detail: "Time is out after so many rounds; empty for as long as it takes".to_owned(),
        rule: Some(rule!("BB-VIC-04")),
        house: false,
        kind: OptionKind::Text(String::new()),
    });
    all
}

fn ends(key: &str) -> Option<RuleId> {
    (key == "minimum_rounds").then_some(rule!("BB-VIC-09"))
}

fn kind(key: &str, value: &Value) -> OptionKind {
    if let Some((_, words)) = WORDS.iter().find(|(known, _)| *known == key) {
        return OptionKind::Words(
            words.iter().map(|(key, word)| ((*key).to_owned(), (*word).to_owned())).collect(),
        );
    }
    match value {
        Value::Bool(on) => OptionKind::Switch { on: *on },
        Value::Array(items) => {
            OptionKind::Text(items.iter().map(Value::to_string).collect::<Vec<_>>().join("/"))
        }
        other => OptionKind::Text(other.to_string()),
    }
}

fn sentence(key: &str) -> String {
    let words = key.replace('_', " ").replace("cic", "C-in-C").replace("poc", "PoC").replace("pig", "PIG");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// The names of the settings, for those who keep them.
const KEYS: [&str; 29] = [
    "pig_die",
    "river_edge_advantage",
    "cohesion_neighbours",
    "spent_loss_fraction",
    "poc_strong",
    "poc_weak",
    "must_pursue_extra",
    "may_pursue_extra",
    "move_El",
    "move_Hd",
    "factor_Bg",
    "deployment_margin_from_centre",
    "baggage_bases",
    "dusk_rounds",
    "rounds_before_dusk",
    "cic_loss",
    "cic_combat_advantage",
    "overlap_while_fighting",
    "incomplete_recoil_destroys",
    "el_tramples_any_facing",
    "dunes_going",
    "pursuit_distance",
    "road_counts_as_straight",
    "pivot_measure",
    "support_exempts_from_impetuous",
    "pursuit_stops_at_difficult",
    "flee_destroys_fighting_ps",
    "minimum_rounds",
    "most_rounds",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn wish(options: &[(&str, &str)]) -> Wish {
        let ready = |key: &str| ArmyWish::Ready(key.to_owned());
        let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        Wish {
            game: "blood-and-blades".to_owned(),
            battle: BattleWish::Armies([ready("hittite-empire"), ready("sea-peoples")]),
            options: options.collect::<BTreeMap<_, _>>(),
        }
    }

    #[test]
    fn every_setting_is_offered_and_its_usual_value_is_the_usual_one() {
        let offered: Vec<OptionOffer> = offer().options.into_iter().flat_map(|group| group.options).collect();
        let all = serde_json::to_value(Settings::default()).unwrap_or_default();
        for key in all.as_object().into_iter().flat_map(|map| map.keys()).filter(|key| !key.contains("eps")) {
            assert!(offered.iter().any(|option| option.key == key), "{key} is not offered");
        }
        for option in offered {
            let usual = option.kind.usual();
            if usual.is_empty() {
                continue;
            }
            let setup = setup(&wish(&[(option.key, &usual)]));
            assert_eq!(setup, self::setup(&wish(&[])), "{}", option.key);
        }
    }

    #[test]
    fn the_guided_battle_can_be_begun() {
        let lesson = crate::start::lesson("blood-and-blades").map(|sitting| sitting.pieces().len());
        assert_eq!(lesson, Ok(13));
    }

    #[test]
    fn house_values_reach_the_setup() {
        let setup = setup(&wish(&[
            ("move_El", "4/2/1/4"),
            ("table", "30x30"),
            ("weather", "yes"),
            ("most_rounds", "12"),
        ]));
        let setup = setup.unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(setup.settings.move_el, [4, 2, 1, 4]);
        assert_eq!(setup.settings.most_rounds, Some(12));
        assert!((setup.table.depth, setup.weather) == (30.0, true));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let faults = setup(&wish(&[("table", "big"), ("move_El", "4/2"), ("nonsense", "1")]))
            .err()
            .unwrap_or_default();
        assert_eq!(faults.len(), 3, "{faults:?}");
    }
}
