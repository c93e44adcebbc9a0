//! Situations for tests, said in text: parts of a state and what they are.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Display;

/// Changes parts of a state, each said as `path = value`, with commas between: `driver.moving = true, turret = 9-10, blind.3 = true`.
/// Paths, words and numbers are those of a saved game.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Tank { moving: bool, crew: [u8; 2], loaded: Option<String> }
///
/// let mut tank = Tank { moving: false, crew: [5, 5], loaded: None };
/// hulldown_kit::scene::set(&mut tank, "moving = true, crew.1 = 7, loaded = ap");
/// assert_eq!(tank, Tank { moving: true, crew: [5, 7], loaded: Some("ap".into()) });
/// ```
///
/// # Panics
/// If there is no such part, or it cannot be that.
pub fn set<T: Serialize + DeserializeOwned>(state: &mut T, parts: &str) {
    let wrong = |what: &dyn Display| -> ! { panic!("{parts}: {what}") };
    let written = |state: &T| serde_json::to_value(state).unwrap_or_else(|error| wrong(&error));
    let mut changed = written(state);
    let said: Vec<(&str, &str)> =
        each(parts).map(|part| part.split_once(" = ").unwrap_or_else(|| wrong(&"write path = value"))).collect();
    for (path, text) in &said {
        let part = found(&mut changed, path).unwrap_or_else(|| wrong(&format_args!("there is no {path}")));
        *part = match (&*part, *text) {
            (Value::String(_), text) if text != "null" => Value::String(text.into()),
            _ => serde_json::from_str(text).unwrap_or_else(|_| Value::String((*text).into())),
        };
    }
    *state = serde_json::from_value(changed).unwrap_or_else(|error| wrong(&error));
}

/// The part a path leads to.
fn found<'v>(state: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    path.split('.').try_fold(state, |at, step| match at {
        Value::Object(fields) => fields.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// What stands between the commas that are not those of a list.
fn each(parts: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    parts
        .split(move |c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ',' && depth == 0
        })
        .map(str::trim)
}
