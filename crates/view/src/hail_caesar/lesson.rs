//! The guided first battle: what it asks for, one thing after another, and its setup, which is written as a case.

use crate::start::{LessonOffer, LessonPart, Until};
use aelian_game::Side;
use aelian_hail_caesar::{Rules, Setup};
use aelian_rulebook::rule;

pub fn setup() -> Result<Setup, Vec<String>> {
    let text = include_str!("../../../../data/hail-caesar/lessons/first-battle.toml");
    let mut case = crate::case::read::<Rules>(text)
        .map_err(|faults| faults.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    for (army, name) in case.setup.armies.iter_mut().zip(["A legate's vanguard", "The hill people"]) {
        army.name = name.to_owned();
    }
    Ok(case.setup)
}

pub fn offer() -> LessonOffer {
    let part = |title, text, until| LessonPart { title, text, until };
    LessonOffer {
        title: "A first battle",
        about: "Fight a short battle that shows orders, charges and break tests by playing with them. It takes ten minutes.",
        side: Side::Red,
        parts: vec![
            LessonPart::LOOK,
            part(
                "Take up a unit",
                "You are Red. Click one of your units: it is taken up, and its card shows its values. Each has six: clash, sustained, short and long range, morale save, stamina.",
                Until::TakenUp,
            ),
            part(
                "Take up its division",
                "A double click, the key G or the button in the prompt takes up the whole division. One order can go to all of it; C shows how far a commander's voice carries.",
                Until::BodyTakenUp,
            ),
            part(
                "State an order",
                "Drag the division towards the enemy. You say first what they shall do; the dice say how much of it they do. The bar shows the chances of three, two, one or no moves, and of a blunder; the ghosts where each number of moves ends.",
                Until::Sketched,
            ),
            part(
                "Give the order",
                "Press Confirm, or Enter: two dice are rolled against the commander's leadership. The tray at the right shows them with every reason; press a rule id to read the rule.",
                Until::DiceThrown,
            ),
            part(
                "They move",
                "Units move one after the other: click the next, or press its line. If the order fails, the commander says no more in this turn.",
                Until::Asks(rule!("HC-CMOV-02")),
            ),
            part(
                "Commanders and the rest of your turn",
                "Lucius may ride up to 24 inches: drag him behind his men, or let him stay. Those who can shoot then do so. Bran's turn follows.",
                Until::Played,
            ),
            part(
                "Answer a charge",
                "When Bran charges, you are asked what the charged unit does. Each answer shows its odds: to stand, to evade in open order, to countercharge with cavalry. Press one. If he charges nobody, the next part comes with your own orders.",
                Until::Either(&[Until::Answered(rule!("HC-RESP-01")), Until::AsksAgain(rule!("HC-ORD-01"))]),
            ),
            part(
                "Charge",
                "In your turn drag a unit onto an enemy to order a charge. The sketch names who may answer and how, and shows the odds of the fight it comes to. Confirm it. If your men fight already, let them.",
                Until::Either(&[Until::Fights, Until::AsksAgain(rule!("HC-ENG-06"))]),
            ),
            part(
                "Read a fight",
                "The crossed swords between two units show their fight: attacks, what hits, what saves, the casualties to expect, and what may become of each in its break test. Point at them, or touch them.",
                Until::Either(&[Until::FightLooked, Until::DiceThrown]),
            ),
            part(
                "Result and break test",
                "Both sides roll at once. Whoever inflicted more casualties wins; the loser tests with two dice, less the difference. The line of the log says by which rules; a click on it shows that moment.",
                Until::DiceThrown,
            ),
            part(
                "Fight on",
                "A unit with as many casualties as its stamina is shaken. A division that has lost more than half of its units is broken, and with it this battle is over.",
                Until::Over,
            ),
        ],
    }
}
