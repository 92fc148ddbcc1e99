//! The computer player: in a worker, so that the page never waits for it; on the page itself if there is none.

use crate::browser;
use aelian_game::game_of;
use aelian_opponents::thinker;
use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long the worker may think, in milliseconds, before any legal answer is taken instead.
const PATIENCE: u32 = 15_000;

/// The computer's seat.
#[derive(Clone, Copy)]
pub struct Computer(StoredValue<State, LocalStorage>);

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    /// Steps that the worker has and that still stand.
    followed: usize,
    /// It has the first line of the record.
    opened: bool,
    broken: bool,
    /// Of the last question: an answer to an earlier one is no answer any more.
    number: u32,
}

impl Computer {
    pub fn new() -> Computer {
        Computer(StoredValue::new_local(State::default()))
    }

    pub fn dismiss(self) {
        let worker = self.0.try_update_value(|state| state.worker.take()).flatten();
        if let Some(worker) = worker {
            worker.terminate();
        }
    }

    /// Steps were taken back: only so many stand.
    pub fn cut(self, steps: usize) {
        self.0.update_value(|state| state.followed = state.followed.min(steps));
    }

    /// The answer of the named player, as JSON, always within his time. `lines` gives the record from a step on.
    pub async fn answer(
        self,
        header: &str,
        lines: impl Fn(usize) -> Vec<String>,
        name: &str,
        seed: u32,
    ) -> Result<String, String> {
        if !self.0.with_value(|state| state.broken) {
            let number = self.0.try_update_value(|state| {
                state.number = state.number.wrapping_add(1);
                state.number
            });
            match self.ask_worker(header, &lines, name, seed).await {
                Ok(answer) => return Ok(answer),
                Err(_) if self.0.try_with_value(|state| state.number) != number => {
                    return Err("something else was asked meanwhile".to_owned());
                }
                Err(_) => {
                    self.dismiss();
                    self.0.update_value(|state| state.broken = true);
                }
            }
        }
        let record = format!("{header}\n{}", lines(0).join("\n"));
        let thinker = thinker(&record).map_err(|error| error.to_string())?;
        thinker.answer(name, u64::from(seed)).map_err(|error| error.to_string())
    }

    async fn ask_worker(
        self,
        header: &str,
        lines: &impl Fn(usize) -> Vec<String>,
        name: &str,
        seed: u32,
    ) -> Result<String, JsValue> {
        let worker = self.worker(header)?;
        let (opened, keep) = self.0.with_value(|state| (state.opened, state.followed));
        let message = js_sys::Object::new();
        let set = |key: &str, value: &JsValue| Reflect::set(&message, &JsValue::from_str(key), value);
        if !opened {
            set("open", &JsValue::from_str(header))?;
        }
        let lines = lines(keep);
        let number = self.0.with_value(|state| state.number);
        set("number", &JsValue::from_f64(f64::from(number)))?;
        set("keep", &JsValue::from_f64(keep as f64))?;
        set("lines", &JsValue::from_str(&lines.join("\n")))?;
        set("name", &JsValue::from_str(name))?;
        set("seed", &JsValue::from_f64(f64::from(seed)))?;
        // What is taken back while it thinks lowers this again.
        self.0.update_value(|state| {
            state.opened = true;
            state.followed = keep + lines.len();
        });
        call(&worker, &message, number).await?.as_string().ok_or(JsValue::NULL)
    }

    fn worker(self, header: &str) -> Result<Worker, JsValue> {
        if let Some(worker) = self.0.with_value(|state| state.worker.clone()) {
            return Ok(worker);
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // The worker loads the program that carries the game.
        options.set_name(&game_of(header).unwrap_or_default());
        let worker = Worker::new_with_options("/worker.js", &options)?;
        self.0.update_value(|state| {
            state.worker = Some(worker.clone());
            state.opened = false;
            state.followed = 0;
        });
        Ok(worker)
    }
}

/// Sends a message and waits for the answer, or for patience to end.
async fn call(worker: &Worker, message: &JsValue, number: u32) -> Result<JsValue, JsValue> {
    let answered = Promise::new(&mut |done, failed| {
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            settle(&event, number, &done, &failed)
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        listener.forget();
    });
    let broken = Promise::new(&mut |_, failed| {
        worker.set_onerror(Some(&failed));
        if let Some(window) = browser::window() {
            let patience = i32::try_from(PATIENCE).unwrap_or(i32::MAX);
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&failed, patience);
        }
    });
    worker.post_message(message)?;
    JsFuture::from(Promise::race(&Array::of2(&answered, &broken))).await
}

fn settle(event: &MessageEvent, number: u32, done: &Function, failed: &Function) {
    let data = event.data();
    let told = Reflect::get(&data, &JsValue::from_str("number")).ok().and_then(|number| number.as_f64());
    if told != Some(f64::from(number)) {
        return;
    }
    let field = |key: &str| Reflect::get(&data, &JsValue::from_str(key)).ok().filter(JsValue::is_string);
    let _ = match field("answer") {
        Some(answer) => done.call1(&JsValue::NULL, &answer),
        None => failed.call1(&JsValue::NULL, &field("fault").unwrap_or(JsValue::NULL)),
    };
}
