//! Small things of the language: counted nouns, capitals, sentences.

/// `1 answer`, `3 answers`.
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The first letter made a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    // Room for a stop, which most get.
    let mut capital = String::with_capacity(text.len() + 1);
    capital.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    capital.push_str(letters.as_str());
    capital
}

/// A sentence: a capital first, a stop last.
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '!', '?', ':', ']']) { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_one() {
        assert_eq!(
            [count(0, "answer"), count(1, "answer"), count(2, "answer")],
            ["0 answers", "1 answer", "2 answers"]
        );
    }

    #[test]
    fn a_sentence_begins_and_ends_as_one() {
        assert_eq!(
            [sentence(" it burns"), sentence("Why?"), sentence("see [7.3]"), sentence("")],
            ["It burns.", "Why?", "See [7.3]", ""]
        );
    }
}
