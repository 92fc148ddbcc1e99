//! The start page: go on with a game, or begin one with three questions.

use crate::app::{Route, use_way};
use crate::browser;
use crate::desk::Kept;
use crate::keep;
use crate::panels::icon::icon;
use crate::panels::menu::Behaviour;
use crate::panels::top::logo;
use crate::settings::use_habits;
use crate::table::paint::{escaped, side_class};
use aelian_game::Side;
use aelian_protocol::{Seat, State, Summary};
use aelian_view::start::{
    ArmyOffer, ArmyWish, GameOffer, OptionKind, OptionOffer, Wish, begin, lesson, offers, open, read_army,
};
use leptos::prelude::*;
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

/// Who the opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Against {
    Computer,
    HotSeat,
    Watch,
}

/// An army that was chosen: a ready one by its place, or one from a file.
#[derive(Clone, Debug, PartialEq)]
enum Chosen {
    Ready(usize),
    File { offer: ArmyOffer, text: String },
}

#[derive(Clone, Copy)]
struct Form {
    offers: StoredValue<Vec<GameOffer>>,
    game: RwSignal<usize>,
    armies: [RwSignal<Chosen>; 2],
    options: RwSignal<BTreeMap<String, String>>,
    against: RwSignal<Against>,
    level: RwSignal<&'static str>,
    side: RwSignal<Side>,
    faults: RwSignal<Vec<String>>,
    busy: RwSignal<bool>,
}

impl Form {
    fn new() -> Form {
        let offers = offers();
        let place = |key: &str| {
            offers.first().and_then(|game| game.armies.iter().position(|army| army.key == key)).unwrap_or(0)
        };
        let armies = [place("hittite-empire"), place("egyptian-new-kingdom")]
            .map(|at| RwSignal::new(Chosen::Ready(at)));
        Form {
            offers: StoredValue::new(offers),
            game: RwSignal::new(0),
            armies,
            options: RwSignal::new(BTreeMap::new()),
            against: RwSignal::new(Against::Computer),
            level: RwSignal::new("rash"),
            side: RwSignal::new(Side::Red),
            faults: RwSignal::new(Vec::new()),
            busy: RwSignal::new(false),
        }
    }

    fn offer(self) -> GameOffer {
        let at = self.game.get();
        self.offers.with_value(|offers| offers[at.min(offers.len().saturating_sub(1))].clone())
    }

    fn army(self, side: usize) -> ArmyOffer {
        match self.armies[side].get() {
            Chosen::Ready(at) => self.offer().armies[at].clone(),
            Chosen::File { offer, .. } => offer,
        }
    }

    fn seats(self) -> [Seat; 2] {
        let computer = || Seat::Computer(self.level.get_untracked().to_owned());
        match (self.against.get_untracked(), self.side.get_untracked()) {
            (Against::HotSeat, _) => [Seat::Human, Seat::Human],
            (Against::Watch, _) => [computer(), computer()],
            (Against::Computer, Side::Red) => [Seat::Human, computer()],
            (Against::Computer, Side::Blue) => [computer(), Seat::Human],
        }
    }

    fn wish(self) -> Wish {
        let wish = |side: usize| match self.armies[side].get_untracked() {
            Chosen::Ready(at) => ArmyWish::Ready(untrack(|| self.offer().armies[at].key.clone())),
            Chosen::File { text, .. } => ArmyWish::File(text),
        };
        Wish {
            game: untrack(|| self.offer().game.to_owned()),
            armies: [wish(0), wish(1)],
            options: self.options.get_untracked(),
        }
    }
}

#[component]
pub fn Start() -> impl IntoView {
    let (way, habits, form) = (use_way(), use_habits(), Form::new());
    let settings = RwSignal::new(false);
    browser::title("Aelian: historical battles by the book");
    view! {
        <div class="page start" data-test="start">
            <header class="top">
                <button class="logo" on:click=move |_| way.go(Route::Start)>{logo()}</button>
                <nav class="pages"><button class="on">"Play"</button><button data-test="to-rules" on:click=move |_| way.go(Route::Rules(None))>"Rules"</button></nav>
                <nav class="tb"><button title="How the page behaves" aria-label="Settings" data-test="settings" on:click=move |_| settings.update(|on| *on = !*on)>{icon("menu")}</button></nav>
            </header>
            {move || settings.get().then(|| view! { <aside class="sheet paper" role="dialog" aria-label="Settings"><Behaviour/></aside> })}
            <main class="setup parch">
                <div class="questions">
                    {move || (!habits.with(|habits| habits.guided)).then(|| view! { <First/> })}
                    <Games form/>
                    <Which form/>
                    <div class="cols"><Whom form/><Options form/></div>
                    <Saved/>
                </div>
                <Sum form/>
            </main>
        </div>
    }
}

/// A first visit: a short guided battle.
#[component]
fn First() -> impl IntoView {
    let (way, habits) = (use_way(), use_habits());
    let trouble = RwSignal::new(String::new());
    let begin = move |_| {
        spawn_local(async move {
            match guided().await {
                Ok(id) => {
                    habits.update(|habits| habits.guided = true);
                    way.go(Route::Play(id));
                }
                Err(what) => trouble.set(what),
            }
        });
    };
    view! {
        <section class="first paper" data-test="first">
            <div><h2>"Your first time here?"</h2><p>"Fight a short battle that shows the table by playing on it. It takes five minutes."</p><p class="bad">{move || trouble.get()}</p></div>
            <button class="btn pri" data-test="guided" on:click=begin>"Show me"</button>
            <button class="btn" data-test="not-guided" on:click=move |_| habits.update(|habits| habits.guided = true)>"I know my way"</button>
        </section>
    }
}

/// Begins the guided battle.
pub async fn guided() -> Result<String, String> {
    let sitting = lesson("blood-and-blades").map_err(|faults| faults.join("; "))?;
    let seats = [Seat::Human, Seat::Computer("rash".to_owned())];
    let kept = Kept { seed: 20, guided: true };
    keep::create(Some("A first battle".to_owned()), sitting.record(), seats, &kept)
        .await
        .map_err(|error| error.told())
}

#[component]
fn Games(form: Form) -> impl IntoView {
    let cards = form.offers.with_value(|offers| {
        offers.iter().enumerate().map(|(at, game)| {
            let (title, years, about, credit, armies) = (game.title, game.years, game.about, game.credit, game.armies.len());
            view! {
                <button class="gamecard" class:on=move || form.game.get() == at aria-pressed=move || (form.game.get() == at).to_string() on:click=move |_| form.game.set(at) data-test=format!("game-{}", game.game)>
                    <svg class="scene" viewBox="0 0 560 190" aria-hidden="true" inner_html=scene()></svg>
                    <span class="gc"><b>{title}</b><i>{years}</i><span>{about}</span><span class="muted">{credit}</span><span class="muted">{format!("{armies} ready armies")}</span></span>
                </button>
            }
        }).collect_view()
    });
    view! {
        <section>
            <h2 class="q"><i>"1"</i>"Which rules?"<span>"Played in full, by the book. Everything cites its rule."</span></h2>
            <div class="gamecards">{cards}</div>
        </section>
    }
}

/// A few bases on grass.
fn scene() -> String {
    let row = |class: &str, figure: &str, count: u32, w: f64, h: f64, x: f64, y: f64, facing: f64| {
        let bases: String = (0..3)
            .map(|at| {
                let left = f64::from(at) * 82.0;
                let figures: String = (0..count).map(|one| format!("<use href='#{figure}' x='{:.1}' y='6' width='{w}' height='{h}'/>", left + (f64::from(one) + 0.5) * 80.0 / f64::from(count) - w / 2.0)).collect();
                format!("<rect x='{left}' width='80' height='{}' class='bz'/><path class='fe' d='M{left} 2h80'/>{figures}", h + 10.0)
            })
            .collect();
        format!("<g class='{class}' transform='translate({x} {y}) rotate({facing} 123 30)'>{bases}</g>")
    };
    format!(
        "<rect width='560' height='190' fill='#93A05C'/><rect width='560' height='190' fill='url(#flock)' opacity='.8'/>{}{}{}{}",
        row("sideB", "fig-spear", 4, 20.0, 28.0, 40.0, 34.0, 180.0),
        row("sideB", "fig-archer", 4, 20.0, 28.0, 300.0, 24.0, 176.0),
        row("sideA", "fig-chariot-heavy", 1, 52.0, 65.0, 44.0, 106.0, 0.0),
        row("sideA", "fig-legion", 4, 20.0, 28.0, 310.0, 118.0, -4.0)
    )
}

/// Which armies meet.
#[component]
fn Which(form: Form) -> impl IntoView {
    view! {
        <section>
            <h2 class="q"><i>"2"</i>"Which armies?"<span>"Ready ones, or your own file"</span></h2>
            <div class="cols"><ArmyChoice form side=Side::Red/><ArmyChoice form side=Side::Blue/></div>
        </section>
    }
}

#[component]
fn ArmyChoice(form: Form, side: Side) -> impl IntoView {
    let at = side.index();
    let faults = RwSignal::new(Vec::<String>::new());
    let upload = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into().ok()) else { return };
        spawn_local(async move {
            let Some((_, text)) = browser::chosen_file(input).await else { return };
            match read_army(form.offer().game, &text) {
                Ok(offer) => {
                    faults.set(Vec::new());
                    form.armies[at].set(Chosen::File { offer, text });
                }
                Err(wrong) => faults.set(wrong),
            }
        });
    };
    let chosen = move || match form.armies[at].get() {
        Chosen::Ready(at) => at.to_string(),
        Chosen::File { .. } => "file".to_owned(),
    };
    view! {
        <div class=format!("armychoice {}", side_class(side))>
            <label class="field wide"><b>{["Red", "Blue"][at]}</b>
                <select data-test=format!("army-{}", side.name()) on:change=move |event| if let Ok(place) = event_target_value(&event).parse() { form.armies[at].set(Chosen::Ready(place)) }>
                    {move || form.offer().armies.into_iter().enumerate().map(|(place, army)| view! { <option value=place.to_string() selected=move || chosen() == place.to_string()>{format!("{} ({})", army.name, army.years)}</option> }).collect_view()}
                    {move || matches!(form.armies[at].get(), Chosen::File { .. }).then(|| view! { <option value="file" selected=true>{form.army(at).name}</option> })}
                </select>
            </label>
            <p class="about">{move || form.army(at).about}</p>
            <ul class="troops">{move || form.army(at).troops.into_iter().map(|troop| view! {
                <li><svg class="tk" viewBox="-42 -4 84 76" aria-hidden="true" inner_html=token(troop.figure, troop.figures)></svg><span>{troop.name}{troop.commander.then_some(", C-in-C")}</span><b>{format!("{} ×", troop.count)}</b></li>
            }).collect_view()}</ul>
            <label class="file">"Your own army file (TOML) "<input type="file" accept=".toml,text/plain" data-test=format!("army-file-{}", side.name()) on:change=upload/></label>
            <ul class="bad">{move || faults.get().into_iter().map(|fault| view! { <li>{fault}</li> }).collect_view()}</ul>
        </div>
    }
}

fn token(figure: &str, count: u8) -> String {
    let large = matches!(figure, "fig-elephant" | "fig-chariot-heavy" | "fig-chariot-light" | "fig-wagon");
    let (w, h) = if large {
        (46.0, 58.0)
    } else if matches!(figure, "fig-cavalry" | "fig-lighthorse" | "fig-camel") {
        (24.0, 54.0)
    } else {
        (20.0, 28.0)
    };
    let depth: f64 = if large { 66.0 } else { h + 8.0 };
    let figures: String = (0..count)
        .map(|at| {
            format!(
                "<use href='#{}' x='{:.1}' y='4' width='{w}' height='{h}'/>",
                escaped(figure),
                -40.0 + (f64::from(at) + 0.5) * 80.0 / f64::from(count.max(1)) - w / 2.0
            )
        })
        .collect();
    format!("<rect class='bz' x='-40' width='80' height='{depth}'/><path class='fe' d='M-40 2h80'/>{figures}")
}

#[component]
fn Whom(form: Form) -> impl IntoView {
    let kinds = [
        (
            Against::Computer,
            "The computer",
            "It plays by the same rules and sees no more than you",
            "computer",
        ),
        (
            Against::HotSeat,
            "Hot seat",
            "Two players at one screen; what is hidden is covered between them",
            "people",
        ),
        (Against::Watch, "Watch", "Computer against computer", "eye"),
    ];
    let cards = kinds.into_iter().map(|(kind, name, what, sign)| {
        view! {
            <button class="whom" class:on=move || form.against.get() == kind aria-pressed=move || (form.against.get() == kind).to_string() data-test=format!("against-{sign}") on:click=move |_| form.against.set(kind)>
                {icon(sign)}<span><b>{name}</b><span>{what}</span></span>
            </button>
        }
    });
    let levels = [("rash", "Rash"), ("random", "Random")];
    view! {
        <section>
            <h2 class="q"><i>"3"</i>"Against whom?"<span>"You can change this later"</span></h2>
            {cards.collect_view()}
            {move || (form.against.get() != Against::HotSeat).then(|| view! {
                <h3>"The computer"</h3>
                <div class="seg" role="radiogroup">{levels.into_iter().map(|(key, name)| view! { <button role="radio" data-test=format!("level-{key}") class:on=move || form.level.get() == key aria-checked=move || (form.level.get() == key).to_string() on:click=move |_| form.level.set(key)>{name}</button> }).collect_view()}</div>
            })}
            {move || (form.against.get() == Against::Computer).then(|| view! {
                <h3>"Your side"</h3>
                <div class="seg" role="radiogroup">{Side::BOTH.into_iter().map(|side| view! { <button role="radio" data-test=format!("side-{}", side.name()) class:on=move || form.side.get() == side aria-checked=move || (form.side.get() == side).to_string() on:click=move |_| form.side.set(side)>{["Red", "Blue"][side.index()]}</button> }).collect_view()}</div>
            })}
        </section>
    }
}

/// Table, optional rules and house values.
#[component]
fn Options(form: Form) -> impl IntoView {
    let all = move || form.offer().options;
    view! {
        <section>
            <h2 class="q"><i>"4"</i>"Table and options"<span>"The usual ones are set"</span></h2>
            <div class="opts">{move || all().into_iter().take(5).map(|option| option_view(form, option)).collect_view()}</div>
            <details class="house"><summary data-test="house">"House values and open questions"</summary>
                <p class="muted">"What the source has lost or left open. Values marked with a star are ours, not the book's."</p>
                <div class="opts">{move || all().into_iter().skip(5).map(|option| option_view(form, option)).collect_view()}</div>
            </details>
        </section>
    }
}

fn option_view(form: Form, option: OptionOffer) -> impl IntoView {
    use crate::panels::why::MaybeRule;
    let OptionOffer { key, label, detail, rule, house, kind } = option;
    let usual = match &kind {
        OptionKind::Switch { on } => if *on { "yes" } else { "no" }.to_owned(),
        OptionKind::Words(words) => words.first().map(|(key, _)| key.clone()).unwrap_or_default(),
        OptionKind::Text(text) => text.clone(),
    };
    let fallback = usual.clone();
    let now = Memo::new(move |_| {
        form.options.with(|options| options.get(key).cloned()).unwrap_or_else(|| fallback.clone())
    });
    let set = move |value: String| {
        let value = value.trim().to_owned();
        form.options.update(|options| {
            drop(if value == usual || value.is_empty() {
                options.remove(key)
            } else {
                options.insert(key.to_owned(), value)
            })
        });
    };
    let test = format!("option-{key}");
    let control = match kind {
        OptionKind::Switch { .. } => view! { <input type="checkbox" data-test=test prop:checked=move || now.get() == "yes" on:change=move |event| set(if event_target_checked(&event) { "yes" } else { "no" }.to_owned())/> }.into_any(),
        OptionKind::Words(words) => view! {
            <select data-test=test on:change=move |event| set(event_target_value(&event))>
                {words.into_iter().map(|(key, word)| { let one = key.clone(); view! { <option value=key selected=move || now.get() == one>{word}</option> } }).collect_view()}
            </select>
        }.into_any(),
        OptionKind::Text(_) => view! { <input type="text" size="8" data-test=test prop:value=move || now.get() on:change=move |event| set(event_target_value(&event))/> }.into_any(),
    };
    view! {
        <div class="opt"><label title=detail.clone()><span>{label}{house.then(|| view! { <sup title="A house value: the book does not give it">"*"</sup> })}</span>{control}</label><MaybeRule rule/></div>
    }
}

/// A bare table with both sides.
const MAP: &str = "<rect width='400' height='250' rx='4' fill='#4A3220'/><rect x='6' y='6' width='388' height='238' fill='#93A05C'/><rect x='6' y='6' width='388' height='238' fill='url(#flock)' opacity='.7'/><path d='M40 60h320' stroke='#123A6B' stroke-width='2' stroke-dasharray='6 5'/><path d='M40 190h320' stroke='#7A2410' stroke-width='2' stroke-dasharray='6 5'/><text x='200' y='45' text-anchor='middle' class='mapname b'>Blue</text><text x='200' y='218' text-anchor='middle' class='mapname a'>Red</text>";

/// What was chosen, and the button.
#[component]
fn Sum(form: Form) -> impl IntoView {
    let way = use_way();
    let go = move |_| {
        form.faults.set(Vec::new());
        match begin(&form.wish()) {
            Err(faults) => form.faults.set(faults),
            Ok(sitting) => {
                form.busy.set(true);
                let (record, seats, title) = (sitting.record(), form.seats(), sitting.title());
                spawn_local(async move {
                    match keep::create(
                        Some(title),
                        record,
                        seats,
                        &Kept { seed: browser::random(), guided: false },
                    )
                    .await
                    {
                        Ok(id) => way.go(Route::Play(id)),
                        Err(error) => {
                            form.faults.set(vec![error.told()]);
                            form.busy.set(false);
                        }
                    }
                });
            }
        }
    };
    let who = move || match form.against.get() {
        Against::Computer => format!("You against the computer ({})", form.level.get()),
        Against::HotSeat => "Two players here".to_owned(),
        Against::Watch => format!("Computer against computer ({})", form.level.get()),
    };
    view! {
        <aside class="sum">
            <h2>{move || format!("{} against {}", form.army(0).name, form.army(1).name)}</h2>
            <p class="muted">{move || form.offer().title}</p>
            <svg class="map" viewBox="0 0 400 250" aria-hidden="true" inner_html=MAP></svg>
            <dl class="sums">
                <div><dt>"Red"</dt><dd>{move || format!("{}, {}", form.army(0).name, form.army(0).points)}</dd></div>
                <div><dt>"Blue"</dt><dd>{move || format!("{}, {}", form.army(1).name, form.army(1).points)}</dd></div>
                <div><dt>"Players"</dt><dd>{who}</dd></div>
                <div><dt>"Set-up"</dt><dd>"By the book: terrain, baggage, ambush, deployment"</dd></div>
                <div><dt>"Options"</dt><dd>{move || form.options.with(|options| if options.is_empty() { "The usual ones".to_owned() } else { format!("{} changed", options.len()) })}</dd></div>
            </dl>
            <ul class="bad" role="alert" data-test="faults">{move || form.faults.get().into_iter().map(|fault| view! { <li>{fault}</li> }).collect_view()}</ul>
            <button class="btn pri open" data-test="open" disabled=move || form.busy.get() on:click=go>{move || if form.busy.get() { "Opening the table" } else { "Open the table" }}</button>
            <p class="muted">"No account needed. Every step is saved."</p>
            <p class="muted">"Aelian is independent of the games' authors and publishers; you need the books for their full text."</p>
        </aside>
    }
}

/// Saved games, and a place for records from elsewhere.
#[component]
fn Saved() -> impl IntoView {
    let way = use_way();
    let games = RwSignal::new(None::<Vec<Summary>>);
    let trouble = RwSignal::new(String::new());
    let load = move || {
        spawn_local(async move {
            let (list, error) = keep::games().await;
            let _ = games.try_set(Some(list));
            let _ = trouble.try_set(
                error
                    .map(|error| {
                        format!(
                            "{} Games in this browser are listed; a new one is kept here until it answers.",
                            error.told()
                        )
                    })
                    .unwrap_or_default(),
            );
        });
    };
    load();
    let upload = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into().ok()) else { return };
        spawn_local(async move {
            let Some((name, text)) = browser::chosen_file(input).await else { return };
            match open(&text) {
                Err(error) => trouble.set(format!("{name} is not a record that can be opened: {error}")),
                Ok(sitting) => {
                    let seats = [Seat::Human, Seat::Human];
                    match keep::create(
                        Some(sitting.title()),
                        text,
                        seats,
                        &Kept { seed: browser::random(), guided: false },
                    )
                    .await
                    {
                        Ok(id) => way.go(Route::Play(id)),
                        Err(error) => trouble.set(error.told()),
                    }
                }
            }
        });
    };
    let again = move |_| {
        spawn_local(async move {
            match guided().await {
                Ok(id) => way.go(Route::Play(id)),
                Err(what) => trouble.set(what),
            }
        });
    };
    view! {
        <section class="saved" data-test="saved">
            <h2>"Or go on with a game"</h2>
            <p class="bad" role="alert" data-test="saved-trouble">{move || trouble.get()}</p>
            <div class="savedlist">
                {move || match games.get() {
                    None => view! { <p class="muted">"Looking for saved games"</p> }.into_any(),
                    Some(list) if list.is_empty() => view! { <p class="muted">"No games yet. Both armies above are ready: open the table."</p> }.into_any(),
                    Some(list) => list.into_iter().map(|game| saved_card(game, games, trouble)).collect_view().into_any(),
                }}
            </div>
            <div class="btns wrap">
                <label class="btn file">"Open a record from a file"<input type="file" accept=".jsonl,.json,text/plain" data-test="upload" on:change=upload/></label>
                <button class="btn" data-test="guided-again" on:click=again>"The guided first battle"</button>
            </div>
        </section>
    }
}

fn saved_card(
    game: Summary,
    games: RwSignal<Option<Vec<Summary>>>,
    trouble: RwSignal<String>,
) -> impl IntoView {
    let way = use_way();
    let (id, gone) = (game.id.clone(), game.id.clone());
    let players = |seat: &Seat| match seat {
        Seat::Human => "a person".to_owned(),
        Seat::Computer(name) => format!("computer ({name})"),
    };
    let who = format!("{} against {}", players(&game.seats[0]), players(&game.seats[1]));
    let state = if game.state == State::Over { "over" } else { "goes on" };
    let remove = move |_| {
        let id = gone.clone();
        spawn_local(async move {
            match keep::remove(&id).await {
                Ok(()) => games
                    .update(|games| games.iter_mut().for_each(|games| games.retain(|game| game.id != id))),
                Err(error) => trouble.set(error.told()),
            }
        });
    };
    view! {
        <div class="savedgame" class:over=game.state == State::Over>
            <button class="go" data-test="saved-game" data-id=game.id.clone() on:click=move |_| way.go(Route::Play(id.clone()))>
                <b>{game.title.clone()}</b>
                <span>{format!("{} · {state}", game.moment)}</span>
                <span class="muted">{format!("{who} · {} steps · {}", game.steps, ago(game.changed))}</span>
            </button>
            <button class="x" title="Delete this game" aria-label=format!("Delete {}", game.title) on:click=remove>{icon("close")}</button>
        </div>
    }
}

fn ago(time: i64) -> String {
    let minutes = ((browser::time() - time as f64) / 60_000.0).max(0.0) as i64;
    match minutes {
        0 => "just now".to_owned(),
        1..=59 => format!("{minutes} minutes ago"),
        60..=1439 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
