//! What has been chosen on the start page so far.

use crate::app::wanted_game;
use aelian_game::Side;
use aelian_opponents::{Known, known_opponents};
use aelian_protocol::Seat;
use aelian_view::start::{ArmyOffer, ArmyWish, BattleWish, GameOffer, Wish, offers};
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who the opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    Computer,
    HotSeat,
    Watch,
}

/// Which battle of the game is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battle {
    /// A ready one, by its place in the offer.
    Scenario(usize),
    /// Two armies by the book.
    Open,
}

/// An army that was chosen: a ready one by its place, or one from a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    Ready(usize),
    File { offer: ArmyOffer, text: String },
}

#[derive(Clone, Copy)]
pub struct Form {
    /// The games that this program carries.
    pub offers: StoredValue<Arc<Vec<GameOffer>>>,
    /// The chosen one, by its place among them.
    pub game: RwSignal<usize>,
    pub battle: RwSignal<Battle>,
    pub armies: [RwSignal<Chosen>; 2],
    pub options: RwSignal<BTreeMap<String, String>>,
    pub against: RwSignal<Against>,
    /// The name of the computer player.
    pub level: RwSignal<&'static str>,
    pub side: RwSignal<Side>,
    pub faults: RwSignal<Vec<String>>,
    pub busy: RwSignal<bool>,
}

impl Form {
    pub fn new() -> Form {
        let form = Form {
            offers: StoredValue::new(Arc::new(offers())),
            game: RwSignal::new(0),
            battle: RwSignal::new(Battle::Open),
            armies: [(); 2].map(|()| RwSignal::new(Chosen::Ready(0))),
            options: RwSignal::new(BTreeMap::new()),
            against: RwSignal::new(Against::Computer),
            level: RwSignal::new(""),
            side: RwSignal::new(Side::Red),
            faults: RwSignal::new(Vec::new()),
            busy: RwSignal::new(false),
        };
        form.choose_game(wanted_game().and_then(|game| form.place(&game)).unwrap_or(0));
        form
    }

    /// The place of a game, if this program carries it.
    pub fn place(self, game: &str) -> Option<usize> {
        self.offers.get_value().iter().position(|offer| offer.game == game)
    }

    /// Chooses a game, with everything that is usual in it.
    pub fn choose_game(self, game: usize) {
        self.game.set(game);
        untrack(|| {
            self.offer(|offer| {
                let scenarios = !offer.scenarios.is_empty();
                self.battle.set(if scenarios { Battle::Scenario(0) } else { Battle::Open });
                for (army, usual) in self.armies.iter().zip(offer.usual) {
                    let place = offer.armies.iter().position(|army| army.key == usual);
                    army.set(Chosen::Ready(place.unwrap_or(0)));
                }
            });
            self.level.set(self.opponents().first().map_or("", |usual| usual.name));
        });
        self.options.set(BTreeMap::new());
        self.faults.set(Vec::new());
    }

    /// Looks at the offer of the chosen game.
    pub fn offer<T>(self, look: impl FnOnce(&GameOffer) -> T) -> T {
        let at = self.game.get();
        let offers = self.offers.get_value();
        look(&offers[at.min(offers.len().saturating_sub(1))])
    }

    pub fn opponents(self) -> Vec<Known> {
        known_opponents(self.offer(|offer| offer.game))
    }

    pub fn army(self, side: Side) -> Option<ArmyOffer> {
        match self.battle.get() {
            Battle::Scenario(at) => {
                self.offer(|offer| Some(offer.scenarios.get(at)?.armies[side.index()].clone()))
            }
            Battle::Open => match self.armies[side.index()].get() {
                Chosen::Ready(at) => self.offer(|offer| offer.armies.get(at).cloned()),
                Chosen::File { offer, .. } => Some(offer),
            },
        }
    }

    /// The name of an army, or the colour of its side.
    pub fn army_name(self, side: Side) -> String {
        self.army(side).map_or_else(|| side.name().to_owned(), |army| army.name)
    }

    pub fn seats(self) -> [Seat; 2] {
        let computer = || Seat::Computer(self.level.get().to_owned());
        match (self.against.get(), self.side.get()) {
            (Against::HotSeat, _) => [Seat::Human, Seat::Human],
            (Against::Watch, _) => [computer(), computer()],
            (Against::Computer, Side::Red) => [Seat::Human, computer()],
            (Against::Computer, Side::Blue) => [computer(), Seat::Human],
        }
    }

    pub fn wish(self) -> Wish {
        let army = |side: Side| match self.armies[side.index()].get() {
            Chosen::Ready(at) => ArmyWish::Ready(
                self.offer(|offer| offer.armies.get(at).map(|army| army.key.clone())).unwrap_or_default(),
            ),
            Chosen::File { text, .. } => ArmyWish::File(text),
        };
        let battle = match self.battle.get() {
            Battle::Scenario(at) => BattleWish::Scenario(
                self.offer(|offer| offer.scenarios.get(at).map(|scenario| scenario.key.clone()))
                    .unwrap_or_default(),
            ),
            Battle::Open => BattleWish::Armies(Side::BOTH.map(army)),
        };
        Wish { game: self.offer(|offer| offer.game.to_owned()), battle, options: self.options.get() }
    }
}
