//! Talking to the server.

use aelian_protocol::Fault;
use js_sys::{Array, Promise};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How long an answer may take, in milliseconds; more for what is long in sending. A server that hangs is none.
const PATIENCE: u32 = 30_000;

/// Why an answer did not come.
#[derive(Clone, Debug, PartialEq)]
pub enum NetError {
    /// Nobody is there.
    Unreachable,
    /// The server has refused.
    Refused { status: u16, fault: Fault },
}

impl NetError {
    pub fn told(&self) -> String {
        match self {
            NetError::Unreachable => "The server cannot be reached.".to_owned(),
            NetError::Refused { fault, .. } => fault.to_string(),
        }
    }

    pub fn status(&self) -> Option<u16> {
        match self {
            NetError::Unreachable => None,
            NetError::Refused { status, .. } => Some(*status),
        }
    }
}

pub async fn get<T: DeserializeOwned>(address: &str) -> Result<T, NetError> {
    read(send("GET", address, None).await?).await
}

/// When the server gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Now,
    /// The service worker has kept it: the server does not answer.
    Before,
}

/// An answer, and whether it is the server's of this moment.
pub async fn get_dated<T: DeserializeOwned>(address: &str) -> Result<(T, Answered), NetError> {
    let answer = send("GET", address, None).await?;
    let answered = if is_kept(&answer) { Answered::Before } else { Answered::Now };
    Ok((read(answer).await?, answered))
}

pub async fn post<B: Serialize, T: DeserializeOwned>(address: &str, body: &B) -> Result<T, NetError> {
    read(send("POST", address, Some(text(body))).await?).await
}

pub async fn patch<B: Serialize, T: DeserializeOwned>(address: &str, body: &B) -> Result<T, NetError> {
    read(send("PATCH", address, Some(text(body))).await?).await
}

pub async fn delete(address: &str) -> Result<(), NetError> {
    send("DELETE", address, None).await.map(|_| ())
}

fn text<B: Serialize>(body: &B) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

async fn send(method: &str, address: &str, body: Option<String>) -> Result<web_sys::Response, NetError> {
    let init = web_sys::RequestInit::new();
    init.set_method(method);
    let patience =
        PATIENCE + body.as_ref().map_or(0, |body| u32::try_from(body.len() / 10).unwrap_or(u32::MAX));
    if let Some(body) = body {
        init.set_body(&JsValue::from_str(&body));
    }
    let request =
        web_sys::Request::new_with_str_and_init(address, &init).map_err(|_| NetError::Unreachable)?;
    let _ = request.headers().set("content-type", "application/json");
    let window = crate::browser::window().ok_or(NetError::Unreachable)?;
    let answer = within(patience, &window.fetch_with_request(&request)).await;
    let answer: web_sys::Response =
        answer.ok().and_then(|answer| answer.dyn_into().ok()).ok_or(NetError::Unreachable)?;
    if answer.ok() {
        return Ok(answer);
    }
    if is_kept(&answer) {
        return Err(NetError::Unreachable);
    }
    let status = answer.status();
    let fault = read::<Fault>(answer).await.unwrap_or_else(|_| Fault {
        what: format!("the server answered with {status}"),
        place: address.to_owned(),
        right: "try again in a moment".to_owned(),
        stored: None,
    });
    Err(NetError::Refused { status, fault })
}

/// What is promised, if it comes in time.
async fn within(milliseconds: u32, promise: &Promise) -> Result<JsValue, JsValue> {
    let late = Promise::new(&mut |_, late| {
        if let Some(window) = crate::browser::window() {
            let after = i32::try_from(milliseconds).unwrap_or(i32::MAX);
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&late, after);
        }
    });
    JsFuture::from(Promise::race(&Array::of2(promise, &late))).await
}

/// Whether the service worker speaks in place of the server.
fn is_kept(answer: &web_sys::Response) -> bool {
    answer.headers().has("x-aelian-offline").unwrap_or(false)
}

async fn read<T: DeserializeOwned>(answer: web_sys::Response) -> Result<T, NetError> {
    let text = answer.text().map_err(|_| NetError::Unreachable)?;
    let text = JsFuture::from(text).await.map_err(|_| NetError::Unreachable)?;
    serde_json::from_str(&text.as_string().unwrap_or_default()).map_err(|_| NetError::Unreachable)
}
