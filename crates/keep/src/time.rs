//! When something was, in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time now, in unix seconds.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// How long ago a moment was, both in unix seconds.
pub fn ago(then: i64, now: i64) -> String {
    let seconds = now.saturating_sub(then).max(0);
    let many = |each: i64, what: &str| {
        let n = seconds / each;
        format!("{n} {what}{} ago", if n == 1 { "" } else { "s" })
    };
    match seconds {
        0..60 => "just now".into(),
        60..3_600 => many(60, "minute"),
        3_600..86_400 => many(3_600, "hour"),
        86_400..2_592_000 => many(86_400, "day"),
        2_592_000..31_536_000 => many(2_592_000, "month"),
        _ => many(31_536_000, "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_is_told_in_the_largest_unit_that_fits() {
        let cases = [
            (-5, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (7_300, "2 hours ago"),
            (86_400 * 29, "29 days ago"),
            (86_400 * 45, "1 month ago"),
            (86_400 * 800, "2 years ago"),
        ];
        for (seconds, words) in cases {
            assert_eq!(ago(1_000_000_000, 1_000_000_000 + seconds), words);
        }
        assert_eq!(ago(i64::MIN, i64::MAX).split_once(' ').unwrap().1, "years ago");
    }
}
