//! What somebody probably meant who gave a name nobody knows.

/// Letters of a name that are looked at.
const MOST: usize = 64;

/// The one of `names` that differs from what was given by little but a slip of the finger.
pub fn nearest<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let letters = |text: &str| -> Vec<char> { text.chars().take(MOST).flat_map(char::to_lowercase).collect() };
    let given = letters(given);
    let far = names.into_iter().map(|name| (distance(&given, &letters(name)), name));
    far.filter(|(away, name)| *away <= 2.min(name.chars().count() / 2)).min().map(|(_, name)| name)
}

/// How many letters must be changed, added, left out or exchanged with the next to make one word of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognized_and_nothing_else() {
        let games = ["duel", "charge", "openfire"];
        assert_eq!(nearest("due", games), Some("duel"));
        assert_eq!(nearest("chareg", games), Some("charge"));
        assert_eq!(nearest("OpenFire", games), Some("openfire"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("duel", []), None);
        let words = ["crew", "enemies", "charts", "odds"];
        assert_eq!(nearest("enmies", words), Some("enemies"));
        assert_eq!(nearest("ods", words), Some("odds"));
        assert_eq!(nearest("crwe", words), Some("crew"));
        assert_eq!(nearest("zebra", words), None);
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("Aracourt", ["Arracourt", "Metz"]), Some("Arracourt"));
        assert_eq!(nearest("Bastogne", ["Arracourt", "Metz"]), None);
    }
}
