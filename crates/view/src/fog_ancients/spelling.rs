//! Other ways in which people write the words of a case: as the book prints them, in capitals, with spaces, or short.

use aelian_geometry::Facing;
use serde_json::{Map, Value, json};

/// Keys of a position whose values are single words.
const WORDS: [&str; 20] = [
    "phase", "stage", "active", "side", "cohesion", "grade", "rank", "place", "defences", "kind", "covering",
    "level", "flank", "red_tie", "blue_tie", "edition", "scale", "unit", "lengths", "did",
];

/// What is written, and what is meant.
const MEANT: [(&str, &str); 56] = [
    ("joint-action", "joint"),
    ("maneuver", "manoeuvre"),
    ("movement", "manoeuvre"),
    ("move", "manoeuvre"),
    ("charge", "impact"),
    ("disr", "disrupted"),
    ("disrupt", "disrupted"),
    ("frag", "fragmented"),
    ("routed", "broken"),
    ("routing", "broken"),
    ("ic", "inspired"),
    ("inspired-commander", "inspired"),
    ("fc", "field"),
    ("field-commander", "field"),
    ("tc", "troop"),
    ("troop-commander", "troop"),
    ("c-in-c", "commander-in-chief"),
    ("cinc", "commander-in-chief"),
    ("sub-commander", "sub"),
    ("allied", "ally"),
    ("wood", "forest"),
    ("woods", "forest"),
    ("jungle", "forest"),
    ("uneven", "broken-ground"),
    ("uneven-ground", "broken-ground"),
    ("broken", "broken-ground"),
    ("rough", "brush"),
    ("rough-ground", "brush"),
    ("scrub", "brush"),
    ("fields", "open-fields"),
    ("open-field", "open-fields"),
    ("enclosed-field", "enclosed-fields"),
    ("vineyard", "vineyards"),
    ("orchard", "plantation"),
    ("sand", "soft-sand"),
    ("dunes", "soft-sand"),
    ("built-up-area", "village"),
    ("hill", "gentle-hill"),
    ("slope", "gentle-hill"),
    ("steep", "steep-hill"),
    ("impassable-ground", "impassable"),
    ("lake", "impassable"),
    ("sea", "coast"),
    ("coastline", "coast"),
    ("hit-in-flank", "hitinflank"),
    ("flank", "hitinflank"),
    ("rear", "hitinflank"),
    ("v1", "1"),
    ("book", "1"),
    ("first", "1"),
    ("v3.1", "3.1"),
    ("3", "3.1"),
    ("28mm", "25mm"),
    ("25/28mm", "25mm"),
    ("inches", "inch"),
    ("mu", "MU"),
];

/// The words of a position as the reader knows them.
pub fn spell(keys: &mut Map<String, Value>) {
    for (name, value) in keys.iter_mut() {
        match value {
            Value::Array(tables) => tables.iter_mut().for_each(|table| spell_table(name, table)),
            table => spell_table(name, table),
        }
    }
}

fn spell_table(name: &str, table: &mut Value) {
    let Value::Object(entries) = table else { return };
    for (key, value) in entries.iter_mut().filter(|(key, _)| WORDS.contains(&key.as_str())) {
        match value {
            Value::Array(words) => words.iter_mut().for_each(|word| spell_word(name, key, word)),
            word => spell_word(name, key, word),
        }
    }
}

fn spell_word(table: &str, key: &str, word: &mut Value) {
    let text = match &*word {
        Value::String(text) => text.clone(),
        Value::Number(number) if table == "table" && key == "edition" => number.to_string(),
        _ => return,
    };
    let plain = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let plain = plain.strip_suffix("-phase").map_or(plain.clone(), str::to_owned);
    // Words that mean something else in other places stay as they are there.
    let stays = match key {
        "place" | "stage" | "did" | "flank" => true,
        "cohesion" => plain == "broken",
        "level" => true,
        "grade" => plain == "field",
        "unit" => plain == "25mm",
        _ => false,
    };
    let meant = MEANT.iter().find(|(written, _)| !stays && *written == plain).map(|(_, meant)| *meant);
    *word = Value::String(meant.map_or(plain, str::to_owned));
}

/// A choice in the form of a record: what may be left out is put in, and single things become lists where lists are
/// wanted.
pub fn choice(mut value: Value) -> Value {
    if let Some(declare) = at(&mut value, &["impact", "declare"]) {
        declare.entry("path").or_insert_with(|| json!({}));
    }
    for way in [["impact", "declare"], ["impact", "chase"]] {
        if let Some(path) = at(&mut value, &way).and_then(|entries| entries.get_mut("path")) {
            shape_path(path);
        }
    }
    for way in [["impact", "evade"], ["rout", "evade"], ["set-up", "evade"]] {
        if let Some(evade) = at(&mut value, &way) {
            shape_evade(evade);
        }
    }
    if let Some(order) = at(&mut value, &["movement", "move"]) {
        if let Some(who) = order.get_mut("who").filter(|who| who.is_number()) {
            *who = json!([who]);
        }
        if let Some(one) = order.remove("leg") {
            order.insert("legs".to_owned(), json!([one]));
        }
        if let Some(Value::Array(legs)) = order.get_mut("legs") {
            legs.iter_mut().for_each(shape_leg);
        }
    }
    for way in [["movement", "commander"], ["joint", "commander"]] {
        if let Some(to) = at(&mut value, &way).and_then(|entries| entries.get_mut("to")) {
            shape_pose(to);
        }
    }
    value
}

/// The table that lies there.
fn at<'a>(value: &'a mut Value, way: &[&str]) -> Option<&'a mut Map<String, Value>> {
    way.iter().try_fold(value, |value, key| value.get_mut(key))?.as_object_mut()
}

/// `wheel = { hand = "left", degrees = 20 }` is the same as `wheel = ["left", 20]`.
fn shape_path(path: &mut Value) {
    let Some(wheel) = path.get_mut("wheel") else { return };
    if let (Some(hand), Some(degrees)) = (wheel.get("hand").cloned(), wheel.get("degrees").cloned()) {
        *wheel = json!([hand, degrees]);
    }
}

/// The word `none` has become nothing; without a turn it is the one that fits.
fn shape_evade(evade: &mut Map<String, Value>) {
    let rear = evade.get("to").and_then(Value::as_str) == Some("rear");
    let usual = if rear { "about" } else { "none" };
    let turn = evade.entry("turn").or_insert_with(|| json!(usual));
    if turn.is_null() {
        *turn = json!("none");
    }
}

/// `advance = 75`, `wheel = ["left", 20]`, `expand = { left = 1 }` and `turn = 180` as they are meant.
fn shape_leg(leg: &mut Value) {
    let Some(entries) = leg.as_object_mut() else { return };
    if let Some(distance) = entries.get_mut("advance").filter(|distance| distance.is_number()) {
        *distance = json!({ "distance": distance });
    }
    if let Some(right) = entries.get_mut("shift").filter(|right| right.is_number()) {
        *right = json!({ "right": right });
    }
    if let Some(wheel) = entries.get_mut("wheel")
        && let Some([hand, degrees]) = wheel.as_array().map(Vec::as_slice)
    {
        *wheel = json!({ "hand": hand, "degrees": degrees });
    }
    for change in ["expand", "contract"] {
        if let Some(Value::Object(sides)) = entries.get_mut(change) {
            for side in ["left", "right"] {
                sides.entry(side).or_insert_with(|| json!(0));
            }
        }
    }
    if let Some(turn) = entries.get_mut("turn") {
        let about = turn.as_f64() == Some(180.0) || matches!(turn.as_str(), Some("around" | "back" | "180"));
        if about {
            *turn = json!("about");
        }
    }
}

/// `[x, y]`, and a facing by word or degrees.
fn shape_pose(pose: &mut Value) {
    if pose.is_array() {
        *pose = json!({ "at": pose });
    }
    let Some(entries) = pose.as_object_mut() else { return };
    let degrees = match entries.get("facing") {
        None => Some(0.0),
        Some(Value::String(word)) => crate::case::compass(word),
        Some(facing) => facing.as_f64(),
    };
    if let Some(degrees) = degrees {
        let facing = Facing::compass(degrees).vector();
        entries.insert("facing".to_owned(), json!([facing.x, facing.y]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        let mut keys = json!({
            "turn": { "phase": "Joint Action Phase", "active": "Red" },
            "table": { "edition": 3.1 },
            "group": [{ "cohesion": "DISR", "side": "BLUE" }, { "cohesion": "Broken" }],
            "commander": [{ "grade": "IC" }, { "grade": "field" }],
            "area": [{ "kind": "Broken Ground" }, { "kind": "wood" }],
            "march": [{ "flank": "left" }],
        });
        let Some(entries) = keys.as_object_mut() else { return };
        spell(entries);
        let right = json!({
            "turn": { "phase": "joint", "active": "red" },
            "table": { "edition": "3.1" },
            "group": [{ "cohesion": "disrupted", "side": "blue" }, { "cohesion": "broken" }],
            "commander": [{ "grade": "inspired" }, { "grade": "field" }],
            "area": [{ "kind": "broken-ground" }, { "kind": "forest" }],
            "march": [{ "flank": "left" }],
        });
        assert_eq!(keys, right);
    }

    #[test]
    fn short_choices_become_whole_ones() {
        let whole = |short: Value| choice(short);
        assert_eq!(
            whole(json!({ "impact": { "declare": { "group": 0 } } })),
            json!({ "impact": { "declare": { "group": 0, "path": {} } } })
        );
        assert_eq!(
            whole(json!({ "impact": { "evade": { "group": 0, "to": "along", "turn": null } } })),
            json!({ "impact": { "evade": { "group": 0, "to": "along", "turn": "none" } } })
        );
        let short = json!({ "who": 3, "legs": [{ "advance": 75 }, { "wheel": ["left", 20] },
            { "expand": { "left": 1 } }, { "turn": 180 }] });
        let long = json!({ "who": [3], "legs": [{ "advance": { "distance": 75 } },
            { "wheel": { "hand": "left", "degrees": 20 } }, { "expand": { "left": 1, "right": 0 } },
            { "turn": "about" }] });
        assert_eq!(whole(json!({ "movement": { "move": short } })), json!({ "movement": { "move": long } }));
    }
}
