//! Exact chances as bars, and the sums behind them.

use super::why::Rule;
use aelian_view::table::{OddsView, TallyView};
use leptos::prelude::*;

/// The share of a bar, in hundredths, that has room for a number.
const LEGIBLE: f64 = 8.0;

/// A bar whose parts are as wide as their chances.
#[component]
pub fn OddsBar(odds: OddsView, #[prop(optional)] slim: bool) -> impl IntoView {
    let parts = odds.outcomes.iter().filter(|outcome| outcome.chance > 0.0005).map(|outcome| {
        let class = match outcome.favour {
            1.. => "w",
            0 => "d",
            _ => "l",
        };
        let share = outcome.chance * 100.0;
        // A sliver has no room for words: its title has them.
        let number = (share >= LEGIBLE).then(|| view! { <b>{format!("{share:.0} %")}</b> });
        let label = (!slim && share >= LEGIBLE).then(|| view! { <span>{outcome.label.clone()}</span> });
        view! {
            <i class=class style=format!("flex-grow:{:.4}", outcome.chance) title=format!("{}: {share:.2} %", outcome.label)>{number}{label}</i>
        }
    });
    let spoken: Vec<String> = odds
        .outcomes
        .iter()
        .map(|outcome| format!("{} {:.1} %", outcome.label, outcome.chance * 100.0))
        .collect();
    view! { <div class="bar" class:slim=slim role="img" aria-label=spoken.join(", ")>{parts.collect_view()}</div> }
}

/// Each outcome with its chance.
#[component]
pub fn OddsList(odds: OddsView) -> impl IntoView {
    let rows = odds.outcomes.clone().into_iter().filter(|outcome| outcome.chance > 0.0).map(|outcome| {
        let class = match outcome.favour {
            1.. => "o w",
            0 => "o d",
            _ => "o l",
        };
        view! { <li class=class><b>{format!("{:.1} %", outcome.chance * 100.0)}</b><span>{outcome.label}</span></li> }
    });
    let exact = if odds.exact { "exact" } else { "sampled" };
    view! {
        <ul class="chances" title=exact>{rows.collect_view()}</ul>
        {odds.tallies.into_iter().map(|tally| view! { <Tally tally/> }).collect_view()}
    }
}

/// A sum with every item and its rule.
#[component]
pub fn Tally(tally: TallyView) -> impl IntoView {
    view! {
        <table class="mods">
            <caption>{tally.heading}" "<b>{tally.total}</b></caption>
            <tbody>
                {tally.lines.into_iter().map(|line| view! {
                    <tr>
                        <td class=sign(&line.value)>{line.value.clone()}</td>
                        <td>{line.text}</td>
                        <td><Rule rule=line.rule/></td>
                    </tr>
                }).collect_view()}
            </tbody>
        </table>
    }
}

fn sign(value: &str) -> &'static str {
    match value.chars().next() {
        Some('−' | '-') => "n",
        Some('+') => "p",
        _ => "",
    }
}
