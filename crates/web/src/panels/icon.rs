//! Small line drawings for buttons.

use leptos::prelude::*;

/// The drawing of this name.
pub fn icon(name: &'static str) -> impl IntoView {
    view! { <svg class="ic" viewBox="0 0 24 24" aria-hidden="true" inner_html=lines(name)></svg> }
}

fn lines(name: &str) -> &'static str {
    match name {
        "undo" => "<path d='M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12' transform='translate(0 -3)'/>",
        "help" => {
            "<circle cx='12' cy='12' r='9'/><path d='M9.3 9.3a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 17v.4'/>"
        }
        "hint" => {
            "<path d='M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.6-.5 1.500-.5 3h-6c0-1.500.1-2.400-.5-3z'/>"
        }
        "menu" => "<path d='M4 6h16M4 12h16M4 18h16'/>",
        "pointer" => "<path d='M5 3l6 16 2.2-6.6L20 10z'/>",
        "lasso" => "<path stroke-dasharray='3 3' d='M4 5h16v12H4z'/><path d='M16 19l4 3-1-5z'/>",
        "ruler" => "<path d='M3 17L17 3l4 4L7 21zM7 13l2 2M10 10l3 3M13 7l2 2'/>",
        "control" => "<path d='M4 4h16v16H4zM4 12l8-8M4 20L20 4M12 20l8-8'/>",
        "shooting" => "<path d='M12 20L4 5q8-4 16 0zM7.5 11.5q4.5-2 9 0'/>",
        "command" => "<path d='M4 18h16M4 16L3 7l5 4 4-6 4 6 5-4-1 9z'/>",
        "threat" => "<path d='M12 21V5M6 10l6-6 6 6M4 21h16'/>",
        "gaps" => "<path d='M3 8h6M15 8h6M3 16h6M15 16h6M12 5v14'/>",
        "plus" => "<path d='M12 5v14M5 12h14'/>",
        "minus" => "<path d='M5 12h14'/>",
        "fit" => "<path d='M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'/>",
        "turn" => "<path d='M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5'/>",
        "screen" => "<path d='M3 5h18v12H3zM9 21h6M12 17v4'/>",
        "first" => "<path d='M6 5v14M19 5l-9 7 9 7z'/>",
        "back" => "<path d='M17 5l-10 7 10 7z'/>",
        "play" => "<path d='M7 4l13 8-13 8z'/>",
        "pause" => "<path d='M7 5v14M17 5v14' stroke-width='4'/>",
        "on" => "<path d='M7 5l10 7-10 7z'/>",
        "last" => "<path d='M18 5v14M5 5l9 7-9 7z'/>",
        "close" => "<path d='M6 6l12 12M18 6L6 18'/>",
        "dice" => {
            "<rect x='4' y='4' width='16' height='16' rx='3'/><path d='M8.5 8.5v.1M15.5 15.5v.1M12 12v.1M15.5 8.5v.1M8.5 15.5v.1' stroke-width='2.6'/>"
        }
        "person" => "<circle cx='12' cy='8' r='4'/><path d='M4 21c0-5 3.5-8 8-8s8 3 8 8'/>",
        "people" => {
            "<circle cx='9' cy='8' r='3.4'/><path d='M2 20c0-4.5 3-7 7-7s7 2.5 7 7M16 5a3.2 3.2 0 0 1 0 6.4M18 13.5c2.5 1 4 3.2 4 6.5'/>"
        }
        "computer" => {
            "<rect x='6' y='6' width='12' height='12' rx='2'/><path d='M10 10h4v4h-4zM9 2v4M15 2v4M9 18v4M15 18v4M2 9h4M2 15h4M18 9h4M18 15h4'/>"
        }
        "eye" => "<path d='M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z'/><circle cx='12' cy='12' r='3'/>",
        "check" => "<path d='M5 13l4.5 4.5L19 7'/>",
        "warn" => "<path d='M12 4l9.5 16h-19zM12 10v4M12 17v.3'/>",
        "armies" => "<path d='M4 21V4l8 3 8-3v10l-8 3-8-3'/>",
        "log" => "<path d='M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4'/>",
        "table" => "<path d='M3 6h18v12H3zM7 10h4v3H7zM14 12h3v3h-3z'/>",
        _ => "<circle cx='12' cy='12' r='3'/>",
    }
}

/// The seal of a side: a square for the first, a disc for the second.
pub fn seal(side: aelian_game::Side) -> impl IntoView {
    let class = crate::table::paint::side_class(side);
    let shape = match side {
        aelian_game::Side::Red => {
            "<rect x='2' y='2' width='30' height='30' rx='3' class='seal-body'/><path class='seal-sign' d='M9 26V14a8 8 0 0 1 16 0v12M9 19h16M17 8v18'/>"
        }
        aelian_game::Side::Blue => {
            "<circle cx='17' cy='17' r='15' class='seal-body'/><path class='seal-star' d='M17 6l3.2 7 7.6.8-5.7 5 1.7 7.5-6.8-3.9-6.8 3.9 1.7-7.5-5.7-5 7.6-.8z'/>"
        }
    };
    view! { <svg class=format!("seal {class}") viewBox="0 0 34 34" aria-hidden="true" inner_html=shape></svg> }
}
