//! Small things asked of the browser, each with a quiet answer where it has none.

use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element, HtmlElement, Storage, Window};

pub fn window() -> Option<Window> {
    web_sys::window()
}

pub fn document() -> Option<Document> {
    window()?.document()
}

pub fn local() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}

pub fn stored(key: &str) -> Option<String> {
    local()?.get_item(key).ok().flatten()
}

/// Keeps a text; false if the browser has no room or does not want to.
pub fn store(key: &str, text: &str) -> bool {
    local().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

pub fn forget(key: &str) {
    if let Some(storage) = local() {
        let _ = storage.remove_item(key);
    }
}

fn of_window() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}

/// What this window keeps for itself, through a reload.
pub fn stored_for_window(key: &str) -> Option<String> {
    of_window()?.get_item(key).ok().flatten()
}

pub fn store_for_window(key: &str, text: &str) {
    if let Some(storage) = of_window() {
        let _ = storage.set_item(key, text);
    }
}

pub fn forget_for_window(key: &str) {
    if let Some(storage) = of_window() {
        let _ = storage.remove_item(key);
    }
}

/// Every key that begins so.
pub fn stored_keys(prefix: &str) -> Vec<String> {
    let Some(storage) = local() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    (0..count).filter_map(|at| storage.key(at).ok().flatten()).filter(|key| key.starts_with(prefix)).collect()
}

/// Milliseconds since the page was loaded.
pub fn now() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// Milliseconds since 1970.
pub fn time() -> f64 {
    js_sys::Date::now()
}

/// Thirty-two bits that nobody can foretell.
pub fn random() -> u32 {
    let mut bytes = [0; 4];
    let filled = window().and_then(|window| window.crypto().ok());
    if let Some(crypto) = filled {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    u32::from_le_bytes(bytes)
}

pub fn prefers(query: &str) -> bool {
    window().and_then(|window| window.match_media(query).ok().flatten()).is_some_and(|list| list.matches())
}

/// Sets an attribute of the whole page.
pub fn mark_page(name: &str, value: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute(name, value);
    }
}

pub fn style_page(name: &str, value: &str) {
    let root = document().and_then(|document| document.document_element());
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property(name, value);
    }
}

pub fn title(text: &str) {
    if let Some(document) = document() {
        document.set_title(text);
    }
}

/// What the address of the page asks for under this name.
pub fn asked(name: &str) -> Option<String> {
    let search = window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

/// Leaves the page for this address; what is there now is no longer to be come back to.
pub fn load_instead(address: &str) {
    if let Some(window) = window() {
        let _ = window.location().replace(address);
    }
}

/// Leaves the page for this address.
pub fn load(address: &str) {
    if let Some(window) = window() {
        let _ = window.location().assign(address);
    }
}

pub fn element(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// Listens to the window for as long as the page lives.
pub fn on_window<E: JsCast + 'static>(event: &str, mut act: impl FnMut(E) + 'static) {
    let handler = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        if let Ok(event) = event.dyn_into::<E>() {
            act(event);
        }
    });
    if let Some(window) = window() {
        let _ = window.add_event_listener_with_callback(event, handler.as_ref().unchecked_ref());
    }
    handler.forget();
}

/// Waits; a wait of nothing still lets the page paint.
pub async fn pause(milliseconds: u32) {
    let promise = js_sys::Promise::new(&mut |done, _| {
        if let Some(window) = window() {
            let after = i32::try_from(milliseconds).unwrap_or(i32::MAX);
            let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, after);
        }
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

/// Offers a text or picture as a file.
pub fn download(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let properties = web_sys::BlobPropertyBag::new();
    properties.set_type(kind);
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &properties) else { return };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    save(name, &address);
    let _ = web_sys::Url::revoke_object_url(&address);
}

/// Offers what lies at an address as a file.
pub fn save(name: &str, address: &str) {
    let link = document().and_then(|document| document.create_element("a").ok());
    if let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok()) {
        link.set_href(address);
        link.set_download(name);
        link.click();
    }
}

/// Draws an SVG text on a canvas and offers it as PNG.
pub async fn download_png(name: &str, svg: &str, width: u32, height: u32) -> Result<(), String> {
    let failed = || "the browser could not draw the picture".to_owned();
    let encoded = js_sys::encode_uri_component(svg);
    let address = format!("data:image/svg+xml;charset=utf-8,{}", String::from(encoded));
    let image = web_sys::HtmlImageElement::new().map_err(|_| failed())?;
    image.set_src(&address);
    wasm_bindgen_futures::JsFuture::from(image.decode()).await.map_err(|_| failed())?;
    let canvas = document().and_then(|document| document.create_element("canvas").ok()).ok_or_else(failed)?;
    let canvas: web_sys::HtmlCanvasElement = canvas.dyn_into().map_err(|_| failed())?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok().flatten().ok_or_else(failed)?;
    let context: web_sys::CanvasRenderingContext2d = context.dyn_into().map_err(|_| failed())?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(
            &image,
            0.0,
            0.0,
            f64::from(width),
            f64::from(height),
        )
        .map_err(|_| failed())?;
    save(name, &canvas.to_data_url_with_type("image/png").map_err(|_| failed())?);
    Ok(())
}

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    if let Some(window) = window() {
        let _ = window.navigator().clipboard().write_text(text);
    }
}

/// The text of the file that was chosen in an input.
pub async fn chosen_file(input: web_sys::HtmlInputElement) -> Option<(String, String)> {
    let file = input.files()?.get(0)?;
    let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?;
    input.set_value("");
    Some((file.name(), text.as_string()?))
}
