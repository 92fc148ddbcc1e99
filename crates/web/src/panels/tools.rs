//! The strip of tools at the left edge of the table.

use super::icon::icon;
use crate::desk::use_desk;
use crate::table::stage::{Tool, use_stage};
use aelian_view::table::ZoneKind;
use leptos::prelude::*;

/// The key of each zone.
pub const ZONE_KEYS: [(ZoneKind, char); 5] = [
    (ZoneKind::Control, 'z'),
    (ZoneKind::Shooting, 'a'),
    (ZoneKind::Command, 'c'),
    (ZoneKind::Threat, 'r'),
    (ZoneKind::Gaps, 'p'),
];

fn zone_icon(kind: ZoneKind) -> &'static str {
    match kind {
        ZoneKind::Control => "control",
        ZoneKind::Shooting => "shooting",
        ZoneKind::Command => "command",
        ZoneKind::Threat => "threat",
        ZoneKind::Gaps => "gaps",
    }
}

#[component]
pub fn Tools() -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    let tool = move |one: Tool, name: &'static str, sign: &'static str, key: &'static str| {
        view! {
            <button class:on=move || stage.tool.get() == one aria-pressed=move || (stage.tool.get() == one).to_string()
                title=format!("{name} ({key})") aria-label=name data-test=format!("tool-{sign}")
                on:click=move |_| { stage.tool.set(one); stage.ruler.set(None); }>{icon(sign)}<span>{key}</span></button>
        }
    };
    let zones = desk.manner().zones.into_iter().map(|(kind, name)| {
        let key = ZONE_KEYS.iter().find(|(one, _)| *one == kind).map_or(' ', |(_, key)| key.to_ascii_uppercase());
        view! {
            <button class:on=move || desk.zones.with(|zones| zones.contains(&kind)) title=format!("{name} ({key})") aria-label=name
                aria-pressed=move || desk.zones.with(|zones| zones.contains(&kind)).to_string()
                data-test=format!("zone-{}", zone_icon(kind))
                on:click=move |_| toggle(desk.zones, kind)>{icon(zone_icon(kind))}<span>{key.to_string()}</span></button>
        }
    });
    view! {
        <nav class="tools" aria-label="Tools">
            {tool(Tool::Select, "Select and move", "pointer", "S")}
            {tool(Tool::Lasso, "Select with a lasso", "lasso", "L")}
            {tool(Tool::Measure, "Measure", "ruler", "M")}
            <hr/>
            {zones.collect_view()}
            <hr/>
            <button title="Nearer (+)" aria-label="Nearer" data-test="nearer" on:click=move |_| stage.zoom(1.3)>{icon("plus")}</button>
            <button title="Farther (-)" aria-label="Farther" data-test="farther" on:click=move |_| stage.zoom(1.0 / 1.3)>{icon("minus")}</button>
            <button title="The whole table (0)" aria-label="The whole table" data-test="fit" on:click=move |_| stage.fit(desk)>{icon("fit")}</button>
            <button title="Turn the view (V)" aria-label="Turn the view" data-test="turn" on:click=move |_| stage.camera.update(|camera| *camera = camera.turned_round())>{icon("turn")}</button>
        </nav>
    }
}

pub fn toggle(zones: RwSignal<Vec<ZoneKind>>, kind: ZoneKind) {
    zones.update(|zones| match zones.iter().position(|one| *one == kind) {
        Some(at) => drop(zones.remove(at)),
        None => zones.push(kind),
    });
}
