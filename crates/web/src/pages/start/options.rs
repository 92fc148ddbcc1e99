//! The last question: the table, optional rules and house values.

use super::form::Form;
use super::question;
use crate::panels::why::MaybeRule;
use crate::shelf;
use aelian_rulebook::Setting;
use aelian_view::start::{OptionGroup, OptionKind, OptionOffer};
use leptos::prelude::*;

#[component]
pub fn Options(form: Form) -> impl IntoView {
    view! {
        <section>
            {question(4, "Table and options", "The usual ones are set")}
            {move || form.offer(|offer| offer.options.clone()).into_iter().map(|group| group_view(form, group)).collect_view()}
        </section>
    }
}

fn group_view(form: Form, group: OptionGroup) -> AnyView {
    let OptionGroup { title, about, folded, options } = group;
    // The rulebook is not fetched for those who do not look.
    let unfolded = RwSignal::new(false);
    let options = options.into_iter().map(|option| option_view(form, option, unfolded)).collect_view();
    if folded {
        return view! {
            <details class="house" on:toggle=move |_| unfolded.set(true)><summary data-test="house">{title}</summary><p class="muted">{about}</p><div class="opts">{options}</div></details>
        }
        .into_any();
    }
    view! { <div class="opts" role="group" aria-label=title>{options}</div> }.into_any()
}

fn option_view(form: Form, option: OptionOffer, unfolded: RwSignal<bool>) -> impl IntoView {
    let OptionOffer { key, label, detail, rule, house, kind } = option;
    let usual = kind.usual();
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
    // What the game does not say itself stands in the rulebook.
    let setting = move || unfolded.get().then(|| setting(form, key)).flatten();
    let detail = move || match detail.as_str() {
        "" => setting().and_then(|setting| setting.about.clone()).unwrap_or_default(),
        detail => detail.to_owned(),
    };
    let is_house = move || house || setting().is_some_and(|setting| setting.unconfirmed);
    let rule = move || rule.or_else(|| setting()?.ambiguity);
    view! {
        <div class="opt"><label title=detail><span>{label}{move || is_house().then(|| view! { <sup title="A house value: the book does not give it">"*"</sup> })}</span>{control}</label>{move || view! { <MaybeRule rule=rule()/> }}</div>
    }
}

fn setting(form: Form, key: &str) -> Option<&'static Setting> {
    shelf::book(form.offer(|offer| offer.game))?.setting(key)
}
