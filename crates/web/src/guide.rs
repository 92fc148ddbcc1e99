//! The guided first battle: a slip that asks for one thing after another and sees when it is done.

use crate::desk::{Desk, use_desk};
use crate::table::stage::{Stage, use_stage};
use aelian_rulebook::RuleId;
use aelian_view::start::{self, LessonPart, Until};
use aelian_view::table::{Mode, PieceId};
use leptos::prelude::*;

/// How things stood when a lesson began.
#[derive(Clone, Debug, Default)]
struct Begun {
    steps: usize,
    scale: f64,
    tray: Option<usize>,
    fights: Vec<[PieceId; 2]>,
    /// The rule of a question since then, with the steps that had been played when it was asked.
    asked: Vec<(RuleId, usize)>,
}

/// Whether the player has done what a lesson asks for.
fn done(until: Until, desk: Desk, stage: Stage, begun: &Begun) -> bool {
    let (sketched, played) = (|| desk.sketch.get().is_some(), || desk.steps.get() > begun.steps);
    let asks = |rule: RuleId| {
        desk.question.with(|question| question.as_ref().is_some_and(|question| question.rule == Some(rule)))
    };
    match until {
        Until::Zoomed => (stage.camera.get().scale - begun.scale).abs() > begun.scale * 0.05,
        Until::TakenUp => !desk.selected.with(Vec::is_empty),
        Until::BodyTakenUp => desk.selected.with(Vec::len) > 1,
        Until::Sketched => sketched(),
        Until::Played => played(),
        Until::SketchedOrPlayed => sketched() || played(),
        Until::OrdersEnded => desk.mode() != Some(Mode::Orders),
        Until::DiceThrown => desk.tray.get() != begun.tray,
        Until::Asks(rule) => asks(rule),
        Until::AsksAgain(rule) => played() && asks(rule),
        Until::Answered(rule) => {
            let steps = desk.steps.get();
            begun.asked.iter().any(|(asked, then)| *asked == rule && steps > *then)
        }
        Until::Fights => {
            desk.fights.with(|fights| fights.iter().any(|fight| !begun.fights.contains(&fight.pieces)))
        }
        Until::FightLooked => desk.fight.get().is_some(),
        Until::Over => desk.ending.get().is_some(),
        Until::Either(all) => all.iter().any(|until| done(*until, desk, stage, begun)),
    }
}

/// The rule of the present question, and the steps that have been played.
fn asked(desk: Desk) -> Option<(RuleId, usize)> {
    let rule = desk.question.get()?.rule?;
    Some((rule, desk.steps.get_untracked()))
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
            fights: desk.fights.with_untracked(|fights| fights.iter().map(|fight| fight.pieces).collect()),
            asked: asked(desk).into_iter().collect(),
        });
    };
    Effect::new(move || {
        if let Some(now) = asked(desk).filter(|now| !begun.with_untracked(|begun| begun.asked.contains(now)))
        {
            begun.update(|begun| begun.asked.push(now));
        }
    });
    // The table is fitted in the first frames: what was before that is no deed of the player.
    set_timeout(remember, std::time::Duration::from_millis(700));
    Effect::new(move || {
        let Some(lesson) = lesson() else { return };
        let (began, now) = (begun.get(), at.get());
        if began.scale > 0.0 && done(lesson.until, desk, stage, &began) {
            set_timeout(
                move || {
                    // Every sketch of one drag asks for it: a part is left once.
                    if at.try_get_untracked() == Some(now) {
                        at.set(now + 1);
                        remember();
                    }
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
