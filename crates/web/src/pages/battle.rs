//! The battle: the table with everything around it.

use crate::app::{Route, carries, use_way};
use crate::browser;
use crate::desk::{Desk, Elsewhere, Kept, use_desk};
use crate::guide::Guide;
use crate::keep::{self, Keeper};
use crate::keys::Keys;
use crate::panels::{
    dice::Tray,
    help::Help,
    icon::icon,
    log::Log,
    menu::Menu,
    prompt::Prompt,
    replay::Replay,
    roster::{Card, Roster},
    slips::Slips,
    tools::Tools,
    top::Top,
    why::use_why,
};
use crate::settings::{Habits, use_habits};
use crate::table::stage::{Stage, Table};
use aelian_game::{Side, Viewer};
use aelian_view::start;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// What lies open over the table; on a phone also which panel.
#[derive(Clone, Copy)]
pub struct Open {
    pub menu: RwSignal<bool>,
    pub help: RwSignal<bool>,
    pub panel: RwSignal<Panel>,
}

/// What a phone shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Table,
    Dice,
    Armies,
    Log,
}

impl Open {
    fn new() -> Open {
        Open { menu: RwSignal::new(false), help: RwSignal::new(false), panel: RwSignal::new(Panel::Table) }
    }

    pub fn of_page() -> Open {
        use_context().unwrap_or_else(Open::new)
    }

    pub fn toggle_menu(self) {
        self.help.set(false);
        self.menu.update(|open| *open = !*open);
    }

    /// On a tablet the armies come as a drawer.
    pub fn toggle_armies(self) {
        let shown = self.panel.get_untracked() == Panel::Armies;
        self.panel.set(if shown { Panel::Table } else { Panel::Armies });
    }

    pub fn toggle_help(self) {
        self.menu.set(false);
        self.help.update(|open| *open = !*open);
    }
}

/// A game that is being fetched, that is open, or that cannot be.
#[derive(Clone)]
enum Fetched {
    Waiting,
    Open(StoredValue<Desk, LocalStorage>),
    Failed { title: &'static str, text: String },
}

#[component]
pub fn Battle(id: String) -> impl IntoView {
    let habits = use_habits();
    let fetched = RwSignal::new_local(Fetched::Waiting);
    let owner = Owner::current();
    spawn_local(async move {
        let opened = match keep::open(&id).await {
            Ok(opened) => match &owner {
                Some(owner) => owner.with(|| open(opened, habits)),
                None => open(opened, habits),
            },
            Err(error) => Fetched::Failed {
                title: if error.status() == Some(404) {
                    "There is no such game"
                } else {
                    "The game could not be opened"
                },
                text: error.told(),
            },
        };
        let _ = fetched.try_set(opened);
    });
    view! {
        {move || match fetched.get() {
            Fetched::Waiting => view! { <main class="nowhere"><p class="laying-out">"Setting out the bases"</p></main> }.into_any(),
            Fetched::Failed { title, text } => view! { <Failed title text/> }.into_any(),
            Fetched::Open(desk) => view! { <Field desk=desk.get_value()/> }.into_any(),
        }}
    }
}

fn open(opened: keep::Opened, habits: RwSignal<crate::settings::Habits>) -> Fetched {
    let keep::Opened { saved, from, ledger, change } = opened;
    match carries(&saved.summary.game) {
        Ok(true) => {}
        Ok(false) => return Fetched::Waiting,
        Err(text) => return Fetched::Failed { title: "The game could not be opened", text },
    }
    let kept: Kept = serde_json::from_str(&saved.desk).unwrap_or_default();
    match start::open(&saved.record) {
        Ok(sitting) => {
            let seen = keep::ago(saved.summary.changed);
            let keeper = Keeper::new(saved.summary.id, from, ledger, change);
            let desk = Desk::new(sitting, keeper, saved.summary.title, saved.summary.seats, kept, habits);
            if from == keep::From::LastSeen {
                desk.elsewhere.set(Some(Elsewhere::old_copy(desk.steps.get_untracked(), &seen)));
            }
            Fetched::Open(StoredValue::new_local(desk))
        }
        Err(error) => {
            Fetched::Failed { title: "The record of this game cannot be read", text: error.to_string() }
        }
    }
}

#[component]
fn Failed(title: &'static str, text: String) -> impl IntoView {
    let way = use_way();
    view! {
        <main class="nowhere">
            <section class="paper" data-test="failed">
                <h1>{title}</h1>
                <p>{text}</p>
                <button class="btn pri" data-test="home" on:click=move |_| way.go(Route::Start)>"To the start page"</button>
            </section>
        </main>
    }
}

#[component]
fn Field(desk: Desk) -> impl IntoView {
    let (stage, open, habits, why) = (Stage::new(), Open::new(), use_habits(), use_why());
    provide_context(desk);
    provide_context(stage);
    provide_context(open);
    let keys = Keys { desk, stage, open, why, habits };
    browser::title(&format!("{} · Aelian", desk.title.get_untracked()));
    let seat = desk.viewer.get_untracked();
    if seat == Viewer::Side(Side::Blue) {
        stage.camera.update(|camera| camera.turned = true);
    }
    listen(desk, keys);
    desk.keeper.set_off(desk);
    desk.go_on();
    view! {
        <div class=move || class(&habits.get(), open.panel.get()) data-test="battle">
            <Top/>
            <Roster/>
            <main class="stage">
                <Table/>
                <Tools/>
                <Slips/>
                <Prompt/>
                <div class="floatcard" class:gone=move || desk.sketch.get().is_some()><Card/></div>
                <Replay/>
                <Guide/>
                <Facts stage/>
            </main>
            <aside class="right parch" aria-label="Dice and log"><Tray/><Log/></aside>
            <Menu/>
            <Help/>
            <TabBar/>
        </div>
    }
}

/// Hears keys, and when this window is left or taken up again, as long as the table is open.
fn listen(desk: Desk, keys: Keys) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if keys.pressed(&event) {
            event.prevent_default();
        }
    });
    let event = |name: &'static str| leptos::ev::Custom::<web_sys::Event>::new(name);
    let leaves = window_event_listener(event("pagehide"), move |_| {
        desk.keeper.leaving(desk);
        keep::leave_name();
    });
    // Whoever comes back to this window may have played in another.
    let looks = ["focus", "visibilitychange"]
        .map(|name| window_event_listener(event(name), move |_| desk.keeper.look_again(desk)));
    on_cleanup(move || {
        listener.remove();
        leaves.remove();
        looks.into_iter().for_each(|look| look.remove());
        desk.leave();
    });
}

/// How the table is divided up: the panel that is open on a narrow screen, and what is folded on a wide one.
fn class(habits: &Habits, panel: Panel) -> String {
    let fold = |on: bool, name: &'static str| if on { name } else { "" };
    let panel = match panel {
        Panel::Table => "on-table",
        Panel::Dice => "on-dice",
        Panel::Armies => "on-armies",
        Panel::Log => "on-log",
    };
    format!("field {panel} {} {}", fold(habits.left_folded, "no-left"), fold(habits.right_folded, "no-right"))
}

/// Where the game stands, for tests and other programs.
#[component]
fn Facts(stage: Stage) -> impl IntoView {
    let desk = use_desk();
    view! {
        <output class="unseen" data-test="facts" id="facts"
            data-steps=move || desk.steps.get().to_string()
            data-hash=move || { desk.steps.track(); format!("{:016x}", desk.hash()) }
            data-over=move || desk.ending.get().is_some().to_string()
            data-asked=move || desk.my_side().map_or("", |side| side.name())
            data-selected=move || desk.selected.with(Vec::len).to_string()
            data-camera=move || { let camera = stage.camera.get(); format!("{},{},{},{}", camera.offset.x, camera.offset.y, camera.scale, camera.turned) }>
        </output>
    }
}

#[component]
fn TabBar() -> impl IntoView {
    let open = Open::of_page();
    let tab = move |panel: Panel, name: &'static str, sign: &'static str| {
        view! { <button class:on=move || open.panel.get() == panel data-test=format!("tab-{sign}") on:click=move |_| open.panel.set(panel)>{icon(sign)}{name}</button> }
    };
    view! {
        <nav class="tabbar" aria-label="Panels">
            {tab(Panel::Table, "Table", "table")}{tab(Panel::Dice, "Dice", "dice")}{tab(Panel::Armies, "Armies", "armies")}{tab(Panel::Log, "Log", "log")}
        </nav>
    }
}
