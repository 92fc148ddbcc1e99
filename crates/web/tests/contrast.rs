//! Text can be read: the contrast of each colour of words with the paper it stands on, computed from the styles.

use std::collections::BTreeMap;

const STYLE: &str = include_str!("../style/00-base.css");

type Colours = BTreeMap<String, [f64; 3]>;

/// The colours that a block of the style sheet names.
fn colours(block: &str) -> Colours {
    let body = STYLE.split_once(block).map_or("", |(_, rest)| rest.split('}').next().unwrap_or_default());
    body.split(';')
        .filter_map(|line| line.trim().split_once(':'))
        .filter_map(|(name, value)| Some((name.trim().to_owned(), hex(value.trim())?)))
        .collect()
}

fn hex(text: &str) -> Option<[f64; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part =
        |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok().map(|value| f64::from(value) / 255.0);
    Some([part(0)?, part(2)?, part(4)?])
}

/// Relative luminance as WCAG 2 defines it.
fn luminance(colour: [f64; 3]) -> f64 {
    let linear = colour
        .map(|part| if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn words_can_be_read_in_light_and_in_dark() {
    let light = colours(":root{");
    let mut dark = light.clone();
    dark.extend(colours("[data-theme=dark]{"));
    let words =
        ["--ink", "--ink-2", "--link", "--a-ink", "--b-ink", "--legal-ink", "--test-ink", "--illegal-ink"];
    for (theme, all) in [("light", &light), ("dark", &dark)] {
        for paper in ["--panel", "--panel-2", "--panel-3"] {
            for word in words {
                let found = contrast(all[word], all[paper]);
                assert!(found >= 4.5, "{theme}: {word} on {paper} has only {found:.2}");
            }
        }
    }
}

#[test]
fn the_sides_stand_out_from_their_own_trim() {
    let light = colours(":root{");
    for (dark, trim) in [("--a-dk", "--a-2"), ("--b-dk", "--b-2")] {
        assert!(contrast(light[dark], light[trim]) >= 4.5, "{dark} on {trim}");
    }
}
