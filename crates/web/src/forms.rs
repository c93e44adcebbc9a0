//! What people type about dice.

use hulldown_core::Dice;
use hulldown_core::dicebox::DiceMode;
use std::collections::BTreeSet;

/// The faces a person typed: `4 1`, `4,1` or `41`; on a ten-sider `0` is 10. Whether such dice exist is for the game to say.
pub(crate) fn faces(text: &str, dice: Dice) -> Result<Vec<u8>, String> {
    let ten = |face: u8| if face == 0 && dice.sides == 10 { 10 } else { face };
    let words: Vec<&str> = text.split([' ', ',', '+']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() || words.iter().any(|word| !word.bytes().all(|b| b.is_ascii_digit())) {
        return Err(format!("Type the faces of {dice} as digits, such as {}.", example(dice)));
    }
    // Digits run together are one a die; a lone die may show two digits.
    if let [run] = words[..]
        && dice.count > 1
        && run.len() == usize::from(dice.count)
    {
        return Ok(run.bytes().map(|b| ten(b - b'0')).collect());
    }
    let face =
        |word: &&str| word.parse().map(ten).map_err(|_| format!("A {}-sided die has no face {word}.", dice.sides));
    words.iter().map(face).collect()
}

/// How to type a throw of these dice.
pub(crate) fn example(dice: Dice) -> String {
    let faces = (0..dice.count).map(|n| [4, 1, 6, 2][usize::from(n) % 4].min(dice.sides).to_string());
    let mut text = faces.collect::<Vec<_>>().join(" ");
    if dice.sides == 10 {
        text += " (0 is 10)";
    }
    text
}

/// Who throws, as chosen on a form.
pub(crate) fn mode<'c>(word: &str, charts: impl Iterator<Item = &'c str>) -> Option<DiceMode> {
    let charts: BTreeSet<String> = charts.filter(|chart| chart.len() < 20).map(String::from).collect();
    match word {
        "random" => Some(DiceMode::Random),
        "hand" => Some(DiceMode::Hand),
        "charts" if charts.is_empty() => Some(DiceMode::Random),
        "charts" => Some(DiceMode::Charts(charts)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::{D6, D10, TWO_D6};

    #[test]
    fn faces_are_typed_apart_or_together() {
        assert_eq!(faces("4 1", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(faces("41", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(faces("0", D10), Ok(vec![10]));
        assert_eq!(faces("10", D10), Ok(vec![10]));
        assert!(faces("six", D6).is_err());
        assert!(faces("300", D6).is_err());
        assert!(faces("", D6).is_err());
    }

    #[test]
    fn who_throws_is_one_of_three() {
        assert_eq!(mode("random", std::iter::empty()), Some(DiceMode::Random));
        assert_eq!(mode("charts", ["B1"].into_iter()), Some(DiceMode::Charts(["B1".to_string()].into())));
        assert_eq!(mode("feet", std::iter::empty()), None);
    }
}
