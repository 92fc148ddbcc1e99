//! The guided first battle: a slip that asks for one thing after another and sees when it is done.

use crate::desk::{Desk, use_desk};
use crate::table::stage::{Stage, use_stage};
use aelian_view::start::{self, LessonPart, Until};
use aelian_view::table::Mode;
use leptos::prelude::*;

/// How things stood when a lesson began.
#[derive(Clone, Debug, Default)]
struct Begun {
    steps: usize,
    scale: f64,
    tray: Option<usize>,
}

/// Whether the player has done what a lesson asks for.
fn done(until: Until, desk: Desk, stage: Stage, begun: &Begun) -> bool {
    let (sketched, played) = (|| desk.sketch.get().is_some(), || desk.steps.get() > begun.steps);
    match until {
        Until::Zoomed => (stage.camera.get().scale - begun.scale).abs() > begun.scale * 0.05,
        Until::TakenUp => !desk.selected.with(Vec::is_empty),
        Until::BodyTakenUp => desk.selected.with(Vec::len) > 1,
        Until::Sketched => sketched(),
        Until::Played => played(),
        Until::SketchedOrPlayed => sketched() || played(),
        Until::OrdersEnded => desk.mode() != Some(Mode::Orders),
        Until::DiceThrown => desk.tray.get() != begun.tray,
        Until::Asks(rule) => desk
            .question
            .with(|question| question.as_ref().is_some_and(|question| question.rule == Some(rule))),
        Until::Fights => !desk.fights.with(Vec::is_empty),
        Until::FightLooked => desk.fight.get().is_some(),
        Until::Over => desk.ending.get().is_some(),
    }
}

#[component]
pub fn Guide() -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    let lessons: Vec<LessonPart> = start::offer(desk.game())
        .and_then(|offer| offer.lesson)
        .map(|lesson| lesson.parts)
        .unwrap_or_default();
    if !desk.guided() || lessons.is_empty() {
        return ().into_any();
    }
    let count = lessons.len();
    let at = RwSignal::new(if desk.steps.get_untracked() > 3 { count - 1 } else { 0 });
    let lessons = StoredValue::new(lessons);
    let lesson = move || lessons.with_value(|lessons| lessons.get(at.get()).copied());
    let shut = RwSignal::new(false);
    let begun = RwSignal::new(Begun::default());
    let remember = move || {
        if at.try_get_untracked().is_none() {
            // The table has been left meanwhile.
            return;
        }
        begun.set(Begun {
            steps: desk.steps.get_untracked(),
            scale: stage.camera.get_untracked().scale,
            tray: desk.tray.get_untracked(),
        });
    };
    // The table is fitted in the first frames: what was before that is no deed of the player.
    set_timeout(remember, std::time::Duration::from_millis(700));
    Effect::new(move || {
        let Some(lesson) = lesson() else { return };
        let began = begun.get();
        if began.scale > 0.0 && done(lesson.until, desk, stage, &began) {
            set_timeout(
                move || {
                    at.update(|at| *at += 1);
                    remember();
                },
                std::time::Duration::from_millis(500),
            );
        }
    });
    view! {
        {move || (!shut.get()).then(lesson).flatten().map(|lesson| view! {
            <section class="guide paper" data-test="guide" data-lesson=at.get().to_string() aria-live="polite">
                <p class="muted">{format!("{} of {count}", at.get() + 1)}</p>
                <h2>{lesson.title}</h2>
                <p>{lesson.text}</p>
                <div class="btns">
                    <button class="btn small" data-test="guide-next" on:click=move |_| { at.update(|at| *at += 1); remember(); }>"Next"</button>
                    <button class="btn small" data-test="guide-shut" on:click=move |_| shut.set(true)>"Enough"</button>
                </div>
            </section>
        })}
    }
    .into_any()
}
