//! Reading a view: every field with a sensible default.

use serde_json::Value;

/// The longest text taken over.
const LONGEST: usize = 80;

/// A text fit to be shown: no control characters, not too long.
pub(super) fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).take(LONGEST).collect()
}

/// A text, or the one key of an object that stands for a word.
pub(super) fn word(v: Option<&Value>) -> String {
    match v {
        Some(Value::String(s)) => clean(s),
        Some(Value::Number(n)) => n.to_string(),
        Some(Value::Object(map)) => map.keys().next().map(|k| clean(k)).unwrap_or_default(),
        _ => String::new(),
    }
}

pub(super) fn text(v: &Value, key: &str) -> String {
    word(v.get(key))
}

pub(super) fn number(v: &Value, key: &str) -> i64 {
    v.get(key).map_or(0, as_number)
}

pub(super) fn as_number(v: &Value) -> i64 {
    v.as_i64().unwrap_or(0).clamp(-9999, 9999)
}

pub(super) fn count(v: &Value, key: &str) -> u32 {
    number(v, key).max(0) as u32
}

pub(super) fn flag(v: &Value, key: &str) -> bool {
    v.get(key).and_then(Value::as_bool).unwrap_or(false)
}

pub(super) fn list<'a>(v: &'a Value, key: &str) -> &'a [Value] {
    v.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn part<'a>(v: &'a Value, key: &str) -> &'a Value {
    v.get(key).unwrap_or(&Value::Null)
}

/// The sectors in the order they are drawn, clockwise from the top.
pub(crate) const SECTORS: [&str; 6] = ["6-8", "9-10", "1", "2", "3", "4-5"];
/// The rings from the hub outwards.
pub(crate) const RANGES: [&str; 3] = ["close", "medium", "long"];
/// The crew's letters, in the order of the rules.
pub(crate) const POSTS: [&str; 5] = ["c", "g", "l", "d", "a"];

/// A sector as its number clockwise from the top.
pub(super) fn sector(text: &str) -> usize {
    SECTORS.iter().position(|s| *s == text).unwrap_or(0)
}

pub(super) fn range(text: &str) -> usize {
    RANGES.iter().position(|r| *r == text).unwrap_or(0)
}

/// A zone by sector and ring.
pub(crate) type Zone = (usize, usize);

/// A zone written `6-8.close`.
pub(super) fn zone(text: &str) -> Option<Zone> {
    let (s, r) = text.split_once('.')?;
    Some((SECTORS.iter().position(|x| *x == s)?, RANGES.iter().position(|x| *x == r)?))
}

/// Zones with a number or a word.
pub(super) fn zones<T>(v: &Value, key: &str, read: impl Fn(&Value) -> T) -> Vec<(Zone, T)> {
    let pair = |v: &Value| Some((zone(v.get(0)?.as_str()?)?, read(v.get(1)?)));
    list(v, key).iter().filter_map(pair).take(60).collect()
}

/// How many of something.
#[derive(Debug, Default, Clone)]
pub(crate) struct Count {
    pub(crate) kind: String,
    pub(crate) count: u32,
}

pub(super) fn counts(v: &Value, key: &str) -> Vec<Count> {
    let one = |v: &Value| Count { kind: text(v, "kind"), count: count(v, "count") };
    list(v, key).iter().map(one).filter(|c| c.count > 0).take(40).collect()
}
