//! The guided first battle: a slip that asks for one thing after another and sees when it is done.

use crate::desk::{Desk, use_desk};
use crate::table::stage::{Stage, use_stage};
use aelian_view::table::Mode;
use leptos::prelude::*;

/// One thing to learn, and how the page knows that it was done.
struct Lesson {
    title: &'static str,
    text: &'static str,
    done: fn(Desk, Stage, &Begun) -> bool,
}

/// How things stood when a lesson began.
#[derive(Clone, Debug, Default)]
struct Begun {
    steps: usize,
    scale: f64,
    tray: Option<usize>,
}

const LESSONS: [Lesson; 8] = [
    Lesson {
        title: "Look at the table",
        text: "Turn the wheel, or pinch, to come nearer. Drag the grass to move the table; 0 shows it whole.",
        done: |_, stage, begun| (stage.camera.get().scale - begun.scale).abs() > begun.scale * 0.05,
    },
    Lesson {
        title: "Take up your line",
        text: "You are Red. Click one of your bases: its whole group is taken up. A second click takes the base alone.",
        done: |desk, _, _| !desk.selected.with(Vec::is_empty),
    },
    Lesson {
        title: "Move it",
        text: "Drag the group straight towards the enemy. Green is legal, amber legal with a consequence, red is refused; each says why and by which rule.",
        done: |desk, _, _| desk.sketch.get().is_some(),
    },
    Lesson {
        title: "Confirm the move",
        text: "A sketch costs nothing until you confirm it: press Confirm, or Enter. You may take it back with the arrow at the top, as long as no dice were thrown.",
        done: |desk, _, begun| desk.steps.get() > begun.steps,
    },
    Lesson {
        title: "Wheel or turn",
        text: "The knobs at the front corners wheel a body about its other corner. Try one, or press one of the moves in the prompt, and type exact numbers if you like. Then go on.",
        done: |desk, _, begun| desk.sketch.get().is_some() || desk.steps.get() > begun.steps,
    },
    Lesson {
        title: "End your moves",
        text: "When you have no more orders to give, say so in the prompt. Impetuous troops, shooting and close combat follow in their order.",
        done: |desk, _, _| desk.mode() != Some(Mode::Orders),
    },
    Lesson {
        title: "See the dice",
        text: "Throws lie in the tray at the right, with every factor and its rule. Press any rule id to read the rule. Questions show exact odds before you answer.",
        done: |desk, _, begun| desk.tray.get() != begun.tray,
    },
    Lesson {
        title: "Fight on",
        text: "The computer moves in its bound. Advance into contact: the first army to lose too much breaks. A click on a line of the log shows that moment; the menu has the replay.",
        done: |desk, _, _| desk.ending.get().is_some(),
    },
];

#[component]
pub fn Guide() -> impl IntoView {
    let (desk, stage) = (use_desk(), use_stage());
    if !desk.guided() {
        return ().into_any();
    }
    let at = RwSignal::new(if desk.steps.get_untracked() > 3 { LESSONS.len() - 1 } else { 0 });
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
        let Some(lesson) = LESSONS.get(at.get()) else { return };
        let began = begun.get();
        if began.scale > 0.0 && (lesson.done)(desk, stage, &began) {
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
        {move || (!shut.get()).then(|| LESSONS.get(at.get())).flatten().map(|lesson| view! {
            <section class="guide paper" data-test="guide" data-lesson=at.get().to_string() aria-live="polite">
                <p class="muted">{format!("{} of {}", at.get() + 1, LESSONS.len())}</p>
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
