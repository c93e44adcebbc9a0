//! What a person types about who throws the dice.

use hulldown_core::dicebox::DiceMode;

/// Who throws, as typed: `random`, `hand`, `hand:B1,B3` or `hand B1, B3`.
pub(crate) fn parse_mode(text: &str) -> Result<DiceMode, String> {
    let text = text.trim();
    let (word, charts) = text.split_once([':', ' ']).unwrap_or((text, ""));
    let charts: std::collections::BTreeSet<String> =
        charts.split([',', ' ']).filter(|c| !c.is_empty()).map(str::to_uppercase).collect();
    match (word.to_lowercase().as_str(), charts.is_empty()) {
        ("random" | "program", true) => Ok(DiceMode::Random),
        ("hand", true) => Ok(DiceMode::Hand),
        ("hand", false) => Ok(DiceMode::Charts(charts)),
        _ => Err("say random, hand, or hand:B1,B3 for the charts you want to roll yourself".into()),
    }
}

/// Who throws, in words.
pub(crate) fn mode_words(mode: &DiceMode) -> String {
    match mode {
        DiceMode::Random => "the program rolls all dice".into(),
        DiceMode::Hand => "you roll all dice".into(),
        DiceMode::Charts(charts) => {
            let charts: Vec<&str> = charts.iter().map(String::as_str).collect();
            format!("you roll for {}; the program rolls the rest", charts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_throws_is_typed_in_a_word_or_two() {
        assert_eq!(parse_mode("random"), Ok(DiceMode::Random));
        assert_eq!(parse_mode("hand"), Ok(DiceMode::Hand));
        let some = DiceMode::Charts(["B1".to_string(), "B3".to_string()].into());
        assert_eq!(parse_mode("hand:b1,B3"), Ok(some.clone()));
        assert_eq!(parse_mode("hand B1, B3"), Ok(some));
        assert!(parse_mode("feet").is_err());
    }
}
