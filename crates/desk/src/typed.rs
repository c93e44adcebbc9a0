//! Dice that a person has thrown, as typed.

use hulldown_core::Dice;
use hulldown_core::dice::D100;

/// The faces a person typed: `4 1`, `4,1` or `41`. On a ten-sider `0` is 10; a hundred-sider may be two ten-siders, tens and ones, of which
/// `00` is 100. Whether such dice exist is for the game to say.
pub fn faces(text: &str, dice: Dice) -> Result<Vec<u8>, String> {
    let words: Vec<&str> = text.split([' ', ',', '+']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() || words.iter().any(|word| !word.bytes().all(|b| b.is_ascii_digit())) {
        let noun = if dice.count == 1 { "face" } else { "faces" };
        return Err(format!("type the {noun} of {dice} as digits, such as {}", example(dice)));
    }
    let shows = |face: u8| match face {
        0 if dice.sides == 10 => 10,
        face => face,
    };
    match words[..] {
        // Tens and ones, apart or together.
        [tens, ones] if dice == D100 && tens.len() == 1 && ones.len() == 1 => {
            return percentile(&[tens, ones].concat());
        }
        [both] if dice == D100 && both.len() == 2 => return percentile(both),
        // Digits run together are one a die; a lone die may show two digits.
        [run] if dice.count > 1 && run.len() == usize::from(dice.count) => {
            return Ok(run.bytes().map(|digit| shows(digit - b'0')).collect());
        }
        _ => {}
    }
    let face =
        |word: &&str| word.parse().map(shows).map_err(|_| format!("a {}-sided die has no face {word}", dice.sides));
    words.iter().map(face).collect()
}

fn percentile(both: &str) -> Result<Vec<u8>, String> {
    let face: u8 = both.parse().map_err(|_| format!("a 100-sided die has no face {both}"))?;
    Ok(vec![if face == 0 { 100 } else { face }])
}

/// How to type a throw of these dice.
pub fn example(dice: Dice) -> String {
    if dice == D100 {
        return "47, or 4 7 for two ten-siders, tens first (00 is 100)".into();
    }
    let faces: Vec<String> =
        (0..dice.count).map(|n| [4, 1, 6, 2][usize::from(n) % 4].min(dice.sides).to_string()).collect();
    let together = if dice.count > 1 { format!(" or {}", faces.concat()) } else { String::new() };
    let ten = if dice.sides == 10 { " (0 is 10)" } else { "" };
    format!("{}{together}{ten}", faces.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::{D6, D10, TWO_D6};

    #[test]
    fn faces_are_typed_apart_or_together() {
        assert_eq!(faces("4 1", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(faces("41", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(faces("4+1", TWO_D6), Ok(vec![4, 1]));
        assert_eq!(faces("0", D10), Ok(vec![10]));
        assert_eq!(faces("10", D10), Ok(vec![10]));
        assert_eq!(faces("0", D6), Ok(vec![0]), "which the game refuses");
        assert!(["six", "300", ""].iter().all(|text| faces(text, D6).is_err()));
    }

    #[test]
    fn a_hundred_sider_may_be_two_ten_siders() {
        for (text, face) in
            [("47", 47), ("4 7", 47), ("0 7", 7), ("07", 7), ("7", 7), ("00", 100), ("0 0", 100), ("100", 100)]
        {
            assert_eq!(faces(text, D100), Ok(vec![face]), "{text}");
        }
        assert_eq!(faces("4 7 1", D100), Ok(vec![4, 7, 1]), "which the game refuses");
        assert!(example(D100).contains("00 is 100"));
    }
}
