//! Small words every page uses.

pub(crate) use hulldown_core::phrase::{capital, count, sentence};
use hulldown_desk::Chances;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;

/// A chance for people: `41.7%`, `<0.1%`.
pub(crate) fn percent(chance: f64) -> String {
    let value = chance * 100.0;
    match value {
        v if v > 0.0 && v < 0.05 => "<0.1%".into(),
        v if v < 100.0 && v > 99.95 => ">99.9%".into(),
        v => {
            let tenths = (v * 10.0).round();
            // Halfway between two tenths it is not known which of them is right.
            if (v * 10.0 - tenths).abs() < 0.499 && tenths < 1e6 {
                let tenths = tenths as u32;
                let [whole, part] = [tenths / 10, tenths % 10].map(|n| n.to_string());
                return if tenths.is_multiple_of(10) { whole + "%" } else { [&whole, ".", &part, "%"].concat() };
            }
            let mut text = format!("{v:.1}");
            text.truncate(text.strip_suffix(".0").unwrap_or(&text).len());
            text + "%"
        }
    }
}

/// The chances of a roll in a few words.
pub(crate) fn chances(chances: &Chances, most: usize) -> String {
    chances.in_words(most, " · ", percent)
}

/// What stands for itself in an address.
const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// A text as it stands in a query or a path.
pub(crate) fn encode(text: &str) -> Cow<'_, str> {
    utf8_percent_encode(text, &PLAIN).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_told_in_short() {
        assert_eq!(percent(0.417), "41.7%");
        assert_eq!(percent(0.5), "50%");
        assert_eq!(percent(0.0001), "<0.1%");
        assert_eq!(percent(1.0), "100%");
        assert_eq!(percent(0.0), "0%");
    }

    #[test]
    fn addresses_hold_nothing_but_plain_letters() {
        assert_eq!(encode("unit:2"), "unit:2");
        assert_eq!(encode("a b&c/ü"), "a%20b%26c%2F%C3%BC");
    }
}
