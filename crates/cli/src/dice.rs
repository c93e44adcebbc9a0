//! What a person types about dice: who throws them, and what they showed.

use hulldown_core::Dice;
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

/// The faces a person typed: `4 1`, `4,1` or `41`; on a ten-sider `0` is 10. Whether such dice exist is for the game to say.
pub(crate) fn parse_faces(text: &str, dice: Dice) -> Result<Vec<u8>, String> {
    let ten = |face: u8| if face == 0 && dice.sides == 10 { 10 } else { face };
    let words: Vec<&str> = text.split([' ', ',', '+']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() || words.iter().any(|word| !word.bytes().all(|b| b.is_ascii_digit())) {
        return Err(format!("type the {} of {dice} as digits, such as {}", noun(dice), example(dice)));
    }
    // Digits run together are one a die; a lone die may show two digits.
    if let [run] = words[..]
        && dice.count > 1
        && run.len() == usize::from(dice.count)
    {
        return Ok(run.bytes().map(|b| ten(b - b'0')).collect());
    }
    words
        .iter()
        .map(|word| word.parse().map(ten).map_err(|_| format!("a {}-sided die has no face {word}", dice.sides)))
        .collect()
}

fn noun(dice: Dice) -> &'static str {
    if dice.count == 1 { "face" } else { "faces" }
}

/// How to type a throw of these dice.
pub(crate) fn example(dice: Dice) -> String {
    let faces: Vec<u8> = (0..dice.count).map(|n| [4, 1, 6, 2][usize::from(n) % 4].min(dice.sides)).collect();
    let apart: Vec<String> = faces.iter().map(u8::to_string).collect();
    let mut text = format!("`{}`", apart.join(" "));
    if dice.count > 1 {
        text += &format!(" or `{}`", apart.concat());
    }
    if dice.sides == 10 {
        text += " (`0` is 10)";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::{D6, D10, TWO_D6};

    #[test]
    fn faces_are_typed_apart_or_together() {
        assert_eq!(parse_faces("4 1", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(parse_faces("41", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(parse_faces("4+1", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(parse_faces("0", D10), Ok(vec![10]));
        assert_eq!(parse_faces("10", D10), Ok(vec![10]));
        assert_eq!(parse_faces("0", D6), Ok(vec![0]));
        assert!(parse_faces("six", D6).is_err());
        assert!(parse_faces("300", D6).is_err());
        assert!(parse_faces("", D6).is_err());
    }

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
