//! What people type about dice.

use hulldown_core::dicebox::DiceMode;
use std::collections::BTreeSet;

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

    #[test]
    fn who_throws_is_one_of_three() {
        assert_eq!(mode("random", std::iter::empty()), Some(DiceMode::Random));
        assert_eq!(mode("charts", ["B1"].into_iter()), Some(DiceMode::Charts(["B1".to_string()].into())));
        assert_eq!(mode("feet", std::iter::empty()), None);
    }
}
