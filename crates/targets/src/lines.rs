//! Bytes as the lines of a driver.

use hulldown_desk::Desk;
use serde_json::Value;

/// Lines of one conversation.
const MOST_REQUESTS: usize = 40;

/// Every line gets one line back, a JSON object that says whether it went well; what failed has changed nothing.
pub fn lines(bytes: &[u8]) {
    let mut desk = Desk::default();
    for line in String::from_utf8_lossy(bytes).lines().take(MOST_REQUESTS) {
        if too_much(line) {
            continue;
        }
        let before = desk.game().map(|game| (game.history_len(), game.state()));
        let reply = desk.line(line);
        assert!(!reply.contains(['\n', '\r']), "two lines for one: {reply}");
        let value: Value = serde_json::from_str(&reply).unwrap_or_else(|e| panic!("not JSON ({e}): {reply}"));
        match value.get("ok") {
            Some(Value::Bool(true)) => {}
            Some(Value::Bool(false)) => {
                let error = value.get("error").unwrap_or(&Value::Null);
                let said = |field: &str| error.get(field).and_then(Value::as_str).is_some_and(|text| !text.is_empty());
                assert!(said("code") && said("message"), "an error without a word: {reply}");
                assert!(!reply.contains("a mistake in the program"), "the rules panicked: {line}");
                let after = desk.game().map(|game| (game.history_len(), game.state()));
                assert!(before == after, "a failed request changed the game: {line}");
            }
            _ => panic!("neither well nor ill: {reply}"),
        }
        if desk.is_done() {
            break;
        }
    }
}

/// What is right and takes long: it says nothing new and slows the fuzzer down.
fn too_much(line: &str) -> bool {
    let Ok(request) = serde_json::from_str::<Value>(line) else { return false };
    let number = |field: &str, default: u64| request.get(field).and_then(Value::as_u64).unwrap_or(default);
    match request.get("do").and_then(Value::as_str) {
        Some("advise") => number("playouts", 200) > 3,
        Some("auto") => number("limit", u64::MAX) > 300,
        Some("odds") => request.get("key").is_none(),
        _ => false,
    }
}
