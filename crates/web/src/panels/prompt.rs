//! The prompt: one question, its answers, and the umpire's word on what is sketched.

use super::icon::{icon, seal};
use super::odds::{OddsBar, OddsList, Tally};
use super::why::{MaybeRule, Rule};
use crate::desk::{Desk, Hint, Sketched, can_be_hinted, use_desk};
use crate::table::overlay::side_word;
use crate::table::stage::{Stage, use_stage};
use aelian_view::table::{ActionView, AnswerView, FieldView, Light, Mode, PickItem, PieceId, Question};
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Prompt() -> impl IntoView {
    let desk = use_desk();
    let folded = RwSignal::new(false);
    view! {
        {move || {
            if desk.wanted.get().is_some() || desk.curtain.get().is_some() || desk.at.get().is_some() {
                return ().into_any();
            }
            match desk.question.get() {
                Some(question) => view! { <Asked question folded/> }.into_any(),
                None => waiting(desk).into_any(),
            }
        }}
    }
}

/// Nobody here is asked: who is, or how the game ended.
fn waiting(desk: Desk) -> impl IntoView {
    view! {
        {move || match (desk.ending.get(), desk.thinking.get()) {
            (Some(_), _) => view! { <super::slips::Ended/> }.into_any(),
            (None, Some(side)) => view! {
                <section class="prompt quiet paper" id="prompt" data-test="thinking">
                    {seal(side)}
                    <p><b>{format!("{} thinks", side_word(side))}</b>" "<span class="muted">"Its moves are shown one after the other."</span></p>
                    <button class="btn small" data-test="halt" on:click=move |_| { desk.halted.update(|halted| *halted = !*halted); desk.go_on(); }>{move || if desk.halted.get() { "Go on" } else { "Stop" }}</button>
                </section>
            }.into_any(),
            _ if desk.halted.get() => view! {
                <section class="prompt quiet paper" id="prompt">
                    <p><b>"The game is stopped."</b></p>
                    <button class="btn pri small" data-test="go-on" on:click=move |_| { desk.halted.set(false); desk.go_on(); }>"Go on"</button>
                </section>
            }.into_any(),
            _ => ().into_any(),
        }}
    }
}

#[component]
fn Asked(question: Arc<Question<String>>, folded: RwSignal<bool>) -> impl IntoView {
    let desk = use_desk();
    let mode = mode_word(&question.mode);
    let (side, rule, detail, text) =
        (question.side, question.rule, question.detail.clone(), question.text.clone());
    let (body, hinted) = (question.clone(), can_be_hinted(&question.mode));
    view! {
        <section class="prompt paper" id="prompt" role="dialog" aria-label="Decision" data-test="prompt" data-mode=mode data-side=side.name() class:folded=move || folded.get()>
            <div class="pt">
                {seal(side)}
                <div class="ask">
                    <h2>{text}</h2>
                    <p>{detail}" "<MaybeRule rule/></p>
                </div>
                {hinted.then(|| view! { <HintButton/> })}
                <button class="fold" title="Fold" aria-label="Fold the prompt" aria-expanded=move || (!folded.get()).to_string() on:click=move |_| folded.update(|on| *on = !*on)>{move || icon(if folded.get() { "plus" } else { "minus" })}</button>
            </div>
            <div class="pbody">{controls(desk, body)}</div>
        </section>
    }
}

/// Asks the computer what it would do.
#[component]
fn HintButton() -> impl IntoView {
    let desk = use_desk();
    let thinks = move || desk.hint.get() == Some(Hint::Asked);
    view! {
        <button class="btn small hintbtn" title="What would the computer do? (I)" data-test="hint" disabled=thinks on:click=move |_| desk.ask_for_hint()>
            {icon("hint")}<span>{move || if thinks() { "Thinking" } else { "Hint" }}</span>
        </button>
    }
}

fn mode_word(mode: &Mode) -> &'static str {
    match mode {
        Mode::Answers => "answers",
        Mode::Orders => "orders",
        Mode::Place { .. } => "place",
        Mode::Pick { .. } => "pick",
        Mode::Lay { .. } => "lay",
        Mode::Length { .. } => "length",
    }
}

fn controls(desk: Desk, question: Arc<Question<String>>) -> AnyView {
    let own = match &question.mode {
        Mode::Answers => ().into_any(),
        Mode::Orders => view! { <Orders/> }.into_any(),
        Mode::Place { may_leave_out, whole, .. } => {
            view! { <Placing may_leave_out=*may_leave_out whole=*whole/> }.into_any()
        }
        Mode::Pick { items } => picking(desk, items).into_any(),
        Mode::Lay { shape } => laying(desk, shape.options.clone(), shape.widths).into_any(),
        Mode::Length { least, most, .. } => length(desk, *least, *most).into_any(),
    };
    let plain = question.mode == Mode::Answers;
    view! {
        {own}
        {answers(question.answers.clone(), plain)}
        {(!question.aside.is_empty()).then(|| view! {
            <details class="aside"><summary>"End the battle early"</summary>{answers(question.aside.clone(), false)}</details>
        })}
    }
    .into_any()
}

/// More answers than these stand in two columns.
const FEW: usize = 6;

/// Answers to press; those with odds in rows, the others as buttons.
fn answers(answers: Vec<AnswerView<String>>, large: bool) -> AnyView {
    let (desk, stage) = (use_desk(), use_stage());
    let rows = large && answers.iter().any(|answer| answer.odds.is_some() || !answer.detail.is_empty());
    let many = answers.len() > FEW && answers.iter().all(|answer| answer.odds.is_none());
    let views = answers
        .into_iter()
        .enumerate()
        .map(|(at, answer)| {
            // Beside a sketch that can be confirmed no answer is the first thing to press.
            let answer = AnswerView { primary: answer.primary && large, ..answer };
            answer_view(desk, stage, at, answer, rows)
        })
        .collect_view();
    view! { <div class=if rows { "options" } else { "btns" } class:many=many>{views}</div> }.into_any()
}

fn answer_view(desk: Desk, stage: Stage, at: usize, answer: AnswerView<String>, row: bool) -> AnyView {
    let AnswerView { label, detail, rule, choice, odds, primary, .. } = answer;
    let key = if primary { Some("Space".to_owned()) } else { (at < 9).then(|| (at + 1).to_string()) };
    let press = move |_| desk.answer(&choice);
    let enter = move |_| stage.pointed.set(Some(at));
    let leave = move |_| stage.pointed.set(None);
    let test = format!("answer-{at}");
    let hinted = move || desk.hint.get() == Some(Hint::Answer(at));
    let advised = move || hinted().then(|| view! { <span class="chip advised">"The computer would"</span> });
    if !row {
        return view! {
            <button class="btn" class:pri=primary class:hinted=hinted title=detail data-test=test data-answer=at.to_string() on:click=press on:pointerenter=enter on:pointerleave=leave on:focus=move |_| stage.pointed.set(Some(at))>
                {label}{key.map(|key| view! { <span class="kbd">{key}</span> })}{advised}
            </button>
        }
        .into_any();
    }
    let more = RwSignal::new(false);
    let full = odds.clone();
    view! {
        <div class="option" class:best=primary class:hinted=hinted on:pointerenter=enter on:pointerleave=leave>
            <button class="choose" data-test=test data-answer=at.to_string() on:click=press on:focus=move |_| stage.pointed.set(Some(at))>
                <span class="kbd">{key.unwrap_or_default()}</span>
                <span class="said"><b>{label}</b><span>{detail}</span></span>
            </button>
            {advised}
            <MaybeRule rule/>
            {odds.map(|odds| view! { <button class="oddsbtn" title="The sums behind the odds" on:click=move |_| more.update(|on| *on = !*on)><OddsBar odds/></button> })}
            {move || more.get().then(|| full.clone()).flatten().map(|odds| view! { <div class="behind"><OddsList odds/></div> })}
        </div>
    }
    .into_any()
}

/// Pieces are taken up and moved: the word on the sketch and its buttons; the rest lies in the left panel.
#[component]
fn Orders() -> impl IntoView {
    let desk = use_desk();
    view! {
        {move || match (desk.sketch.get(), desk.selected.with(Vec::len)) {
            (Some(sketch), _) => view! { <Word sketch/> }.into_any(),
            (None, 0) => view! { <p class="hint">{desk.how_to_take()}</p> }.into_any(),
            (None, count) => view! { <p class="hint">{format!("{count} in hand: drag, use the handles, or choose a move.")}</p> }.into_any(),
        }}
        {move || (desk.sketch.get().is_none() && desk.could_gather()).then(|| view! {
            <div class="btns"><button class="btn small" data-test="gather" on:click=move |_| desk.gather()>{format!("Whole {}", desk.manner().body)}<span class="kbd">"G"</span></button></div>
        })}
        {move || {
            let held = desk.held.with(Vec::len);
            (held > 0).then(|| view! { <p class="hint">{format!("{held} held: sketch the next and confirm them together.")}</p> })
        }}
        <details class="small-only"><summary>"Moves and numbers"</summary><Workbench/></details>
    }
}

/// What is in hand: its moves, the numbers of the sketch and every reason.
#[component]
pub fn Workbench() -> impl IntoView {
    let desk = use_desk();
    let actions = Memo::new(move |before: Option<&Vec<ActionView>>| {
        desk.pieces.track();
        if desk.moving.get() { before.cloned().unwrap_or_default() } else { desk.actions() }
    });
    let sketched = move || desk.sketch.get().filter(|_| desk.mode() == Some(Mode::Orders));
    let dangers = Memo::new(move |_| {
        desk.pieces.track();
        if desk.moving.get() || sketched().is_some() { Vec::new() } else { desk.advice() }
    });
    view! {
        {move || sketched().map(|sketch| view! { <Reasons sketch/> })}
        {move || {
            let dangers = dangers.get();
            (!dangers.is_empty()).then(|| view! {
                <ul class="reasons dangers" data-test="advice" aria-label="Look out">{dangers.into_iter().map(|line| view! { <li>{line.text}" "<Rule rule=line.rule/></li> }).collect_view()}</ul>
            })
        }}
        {move || {
            let actions = actions.get();
            (!actions.is_empty()).then(|| view! {
                <div class="actions" role="toolbar" aria-label="Moves">
                    {actions.into_iter().map(|action| action_button(desk, action)).collect_view()}
                </div>
            })
        }}
    }
}

fn action_button(desk: Desk, action: ActionView) -> impl IntoView {
    let values: Vec<f64> = action.fields.iter().map(|field| field.value).collect();
    let key = action.key;
    let on = move || {
        desk.sketch.with(|sketch| {
            sketch.as_ref().and_then(|sketch| sketch.action.as_ref()).is_some_and(|action| action.key == key)
        })
    };
    view! {
        <button class="btn small" class:on=on data-test=format!("act-{key}") on:click=move |_| desk.act(key, &values)>
            {action.label.clone()}{action.shortcut.map(|key| view! { <span class="kbd">{key.to_ascii_uppercase().to_string()}</span> })}
        </button>
    }
}

fn light_word(light: Light) -> (&'static str, &'static str) {
    match light {
        Light::Legal => ("legal", "Legal"),
        Light::Amber => ("amber", "Legal, but look"),
        Light::Refused => ("refused", "Not allowed"),
    }
}

/// The umpire's word on a sketch in one line, and the buttons that end it.
#[component]
fn Word(sketch: Sketched) -> impl IntoView {
    let desk = use_desk();
    let (class, word) = light_word(sketch.light);
    let refused = sketch.light == Light::Refused;
    let orders = desk.mode_untracked() == Some(Mode::Orders);
    let first = sketch.reasons.first().filter(|_| sketch.light != Light::Legal).cloned();
    let odds = sketch.odds.clone();
    view! {
        <div class=format!("verdict {class}") data-test="verdict" data-light=class role="status">
            <p class="sum">
                <i class="lamp" aria-hidden="true"></i><b>{word}</b>" "{sketch.summary.clone()}
                {sketch.cost.clone().map(|cost| view! { <span class="chip">{cost}</span> })}
                {move || (desk.hint.get() == Some(Hint::Sketched)).then(|| view! { <span class="chip advised">"The computer would"</span> })}
            </p>
            {first.map(|reason| view! { <p class="because">{reason.text}" "<Rule rule=reason.rule/></p> })}
            {odds.filter(|odds| !odds.outcomes.is_empty()).map(|odds| view! { <OddsBar odds/> })}
            <div class="btns">
                <button class="btn pri" data-test="confirm" disabled=refused on:click=move |_| desk.confirm()>{icon("check")}"Confirm"<span class="kbd">"Enter"</span></button>
                {orders.then(|| view! {
                    <button class="btn" data-test="drop" on:click=move |_| desk.drop_sketch()>"Put down"<span class="kbd">"Esc"</span></button>
                })}
                {(orders && desk.can_hold()).then(|| view! {
                    <button class="btn" data-test="hold" disabled=refused title="Make it at the same moment as another move" on:click=move |_| desk.hold()>"Hold"<span class="kbd">"O"</span></button>
                })}
            </div>
        </div>
    }
}

/// Every reason of a sketch, the distance it uses and its numbers.
#[component]
fn Reasons(sketch: Sketched) -> impl IntoView {
    let desk = use_desk();
    let budget = (sketch.allowed > 0.0).then(|| (sketch.used / sketch.allowed * 100.0).clamp(0.0, 100.0));
    let (unit, name) = desk.board.with_untracked(|board| (board.unit, board.unit_name));
    let left = (sketch.allowed - sketch.used).max(0.0);
    let used = format!(
        "{:.2} of {:.2} {name} used, {:.2} left",
        sketch.used / unit,
        sketch.allowed / unit,
        left / unit
    );
    let fields = sketch.action.clone();
    view! {
        {budget.map(|share| view! {
            <div class="budget"><i style=format!("width:{share:.1}%")></i></div>
            <p class="muted">{used.clone()}</p>
        })}
        <ul class="reasons">
            {sketch.reasons.iter().map(|reason| view! { <li>{reason.text.clone()}" "<Rule rule=reason.rule/></li> }).collect_view()}
        </ul>
        {sketch.odds.iter().flat_map(|odds| odds.tallies.clone()).map(|tally| view! { <Tally tally/> }).collect_view()}
        {fields.filter(|action| !action.fields.is_empty()).map(|action| numbers(desk, &action))}
    }
}

/// The whole word on what is put down, laid, picked or measured.
#[component]
fn Verdict(sketch: Sketched) -> impl IntoView {
    view! {
        <Word sketch=sketch.clone()/>
        {(sketch.reasons.len() > 1).then(|| view! { <ul class="reasons">{sketch.reasons.iter().skip(1).map(|reason| view! { <li>{reason.text.clone()}" "<Rule rule=reason.rule/></li> }).collect_view()}</ul> })}
    }
}

/// The numbers of a move, to be typed exactly.
fn numbers(desk: Desk, action: &ActionView) -> impl IntoView + use<> {
    let key = action.key;
    let values: Vec<f64> = action.fields.iter().map(|field| field.value).collect();
    let fields = action.fields.iter().cloned().enumerate().map(|(at, field)| {
        let values = values.clone();
        number(field, move |value| {
            let mut values = values.clone();
            if let Some(place) = values.get_mut(at) {
                *place = value;
            }
            desk.act(key, &values);
        })
    });
    view! { <div class="fields">{fields.collect_view()}</div> }
}

fn number(field: FieldView, set: impl Fn(f64) + 'static) -> AnyView {
    let FieldView { key, label, unit, value, least, most, step, words } = field;
    if words.is_empty() {
        return view! {
            <label class="field">{label}
                <input type="number" data-test=format!("field-{key}") min=least.to_string() max=most.to_string() step=step.to_string()
                    prop:value=format!("{:.2}", value).trim_end_matches('0').trim_end_matches('.').to_owned()
                    on:change=move |event| if let Ok(value) = event_target_value(&event).parse() { set(value) }/>
                {unit}
            </label>
        }
        .into_any();
    }
    view! {
        <label class="field">{label}
            <select data-test=format!("field-{key}") on:change=move |event| if let Ok(value) = event_target_value(&event).parse() { set(value) }>
                {words.into_iter().enumerate().map(|(at, word)| view! { <option value=at.to_string() selected=(value.round() as usize) == at>{word}</option> }).collect_view()}
            </select>
        </label>
    }
    .into_any()
}

/// Bases are put down.
#[component]
fn Placing(may_leave_out: bool, whole: bool) -> impl IntoView {
    let desk = use_desk();
    let leave_out = move |_| {
        let selected = desk.selected.get_untracked();
        desk.left_out.update(|out| {
            for id in selected {
                match out.iter().position(|one| *one == id) {
                    Some(at) => drop(out.remove(at)),
                    None => out.push(id),
                }
            }
        });
        desk.judge();
    };
    let all_out = move |_| {
        let all: Vec<PieceId> =
            desk.placed.with_untracked(|placed| placed.iter().map(|(id, _)| *id).collect());
        desk.left_out.set(if desk.left_out.with_untracked(Vec::len) == all.len() { Vec::new() } else { all });
        desk.judge();
    };
    let how = if whole {
        "Drag each to its place; the handle turns it.".to_owned()
    } else {
        format!(
            "Drag the {} to their places; Shift and drag draws a lasso, the handle turns them.",
            desk.manner().pieces
        )
    };
    view! {
        <p class="hint">{how}{may_leave_out.then_some(" Those that stay out take no part in it.")}</p>
        {move || (whole && desk.can_widen()).then(|| view! {
            <div class="btns">
                <button class="btn small" data-test="narrower" on:click=move |_| desk.widen(-1)>"Narrower"</button>
                <button class="btn small" data-test="wider" on:click=move |_| desk.widen(1)>"Wider"</button>
            </div>
        })}
        {may_leave_out.then(|| view! {
            <div class="btns">
                <button class="btn small" data-test="leave-out" on:click=leave_out>"Leave out or take in"</button>
                <button class="btn small" data-test="all-out" on:click=all_out>"None at all"</button>
            </div>
        })}
        {move || desk.sketch.get().map(|sketch| view! { <Verdict sketch/> })}
    }
}

fn picking(desk: Desk, items: &[PickItem]) -> AnyView {
    if items.iter().all(|item| item.most == 1) {
        return ticking(desk, items).into_any();
    }
    let rows = items.iter().cloned().enumerate().map(|(at, item)| {
        let count = move || desk.counts.with(|counts| counts.get(at).copied().unwrap_or(0));
        let change = move |by: i8| {
            desk.counts.update(|counts| {
                if let Some(count) = counts.get_mut(at) {
                    *count = count.saturating_add_signed(by).min(item.most);
                }
            });
            desk.judge();
        };
        view! {
            <li>
                <span class="said"><b>{item.label.clone()}</b><span>{item.detail.clone()}</span></span>
                <button class="btn small" aria-label=format!("One {} less", item.label) on:click=move |_| change(-1)>"−"</button>
                <output data-test=format!("pick-{at}")>{move || count().to_string()}</output>
                <button class="btn small" aria-label=format!("One {} more", item.label) data-test=format!("pick-more-{at}") disabled=move || { count() >= item.most } on:click=move |_| change(1)>"+"</button>
            </li>
        }
    });
    view! {
        <ul class="picks">{rows.collect_view()}</ul>
        {move || desk.sketch.get().map(|sketch| view! { <Verdict sketch/> })}
    }
    .into_any()
}

/// Items of which there is one each are ticked.
fn ticking(desk: Desk, items: &[PickItem]) -> impl IntoView + use<> {
    let rows = items.iter().cloned().enumerate().map(|(at, item)| {
        let on = move || desk.counts.with(|counts| counts.get(at).copied().unwrap_or(0) > 0);
        let turn = move |_| {
            desk.counts.update(|counts| {
                counts.iter_mut().skip(at).take(1).for_each(|count| *count = 1 - (*count).min(1))
            });
            desk.judge();
        };
        view! {
            <li><label class="checked">
                <input type="checkbox" data-test=format!("pick-{at}") prop:checked=on on:change=turn/>
                <span class="said"><b>{item.label}</b><span>{item.detail}</span></span>
            </label></li>
        }
    });
    view! {
        <ul class="picks ticks">{rows.collect_view()}</ul>
        {move || desk.sketch.get().map(|sketch| view! { <Verdict sketch/> })}
    }
}

fn laying(desk: Desk, options: Vec<String>, widths: Option<(f64, f64)>) -> impl IntoView {
    let choose = move |event| {
        let at = event_target_value(&event).parse().unwrap_or(0);
        desk.laid.update(|shape| shape.iter_mut().for_each(|shape| shape.option = at));
        desk.judge();
    };
    let widen = move |event| {
        if let Ok(width) = event_target_value(&event).parse::<f64>() {
            desk.laid.update(|shape| shape.iter_mut().for_each(|shape| shape.width = width));
            desk.judge();
        }
    };
    view! {
        <p class="hint">"Drag the piece to its place; the round handle turns it, the small ones move its points."</p>
        {(options.len() > 1).then(|| view! {
            <label class="field">"Kind "<select data-test="lay-option" on:change=choose>{options.into_iter().enumerate().map(|(at, word)| view! { <option value=at.to_string()>{word}</option> }).collect_view()}</select></label>
        })}
        {widths.map(|(least, most)| view! {
            <label class="field">"Width "<input type="range" min=least.to_string() max=most.to_string() step="1" prop:value=move || desk.laid.with(|shape| shape.as_ref().map_or(least, |shape| shape.width)).to_string() on:input=widen/>" mm"</label>
        })}
        {move || desk.sketch.get().map(|sketch| view! { <Verdict sketch/> })}
    }
}

fn length(desk: Desk, least: f64, most: f64) -> impl IntoView {
    let set = move |event| {
        if let Ok(value) = event_target_value(&event).parse::<f64>() {
            desk.length.set(value.clamp(least, most));
            desk.judge();
        }
    };
    view! {
        <div class="fields">
            <input type="range" aria-label="Distance" min=least.to_string() max=most.to_string() step="0.5" prop:value=move || desk.length.get().to_string() on:input=set/>
            <label class="field"><input type="number" data-test="length" min=least.to_string() max=most.to_string() step="0.5" prop:value=move || format!("{:.1}", desk.length.get()) on:change=set/>" mm"</label>
        </div>
        {move || desk.sketch.get().map(|sketch| view! { <Verdict sketch/> })}
    }
}
