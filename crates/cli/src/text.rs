//! Laying text out: wrapping, columns, chances.

pub(crate) use hulldown_core::phrase::count;
use unicode_width::UnicodeWidthStr;

/// How many columns a text takes on a terminal.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks a text into lines of at most `columns`, at spaces where it can. Every line but the first is set in by `indent`.
pub(crate) fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let columns = columns.max(8);
    let indent = indent.min(columns / 2);
    let mut lines = Vec::new();
    let lead = text.len() - text.trim_start().len();
    let mut line = " ".repeat(lead.min(columns / 2));
    let mut empty = true;
    for word in text.split_whitespace() {
        let mut word = word;
        loop {
            let gap = usize::from(!empty);
            if width(&line) + gap + width(word) <= columns {
                if gap > 0 {
                    line.push(' ');
                }
                line.push_str(word);
                empty = false;
                break;
            }
            if empty {
                // A word wider than a line is cut where the line ends.
                let cut = fitting(word, columns - width(&line).min(columns - 1));
                line.push_str(&word[..cut]);
                word = &word[cut..];
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            empty = true;
        }
    }
    if !empty || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text wrapped to the right of a lead: `lead` stands before its first line, as many spaces before the others.
pub(crate) fn hang(lead: &str, text: &str, columns: usize) -> Vec<String> {
    let room = columns.saturating_sub(width(lead)).max(8);
    let blank = " ".repeat(width(lead));
    let lines = wrap(text, room, 0).into_iter().enumerate();
    lines.map(|(n, line)| format!("{}{line}", if n == 0 { lead } else { &blank })).collect()
}

/// How many bytes of a text fit into so many columns; at least one character.
fn fitting(text: &str, columns: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > columns && at > 0 {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// A text cut to so many columns, with a mark where it was cut.
pub(crate) fn shorten(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    if columns < 2 {
        return text[..fitting(text, columns.max(1))].to_string();
    }
    format!("{}…", text[..fitting(text, columns - 1)].trim_end())
}

/// A text filled up with spaces to so many columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Rows of cells as aligned lines under their headings, within so many columns: cells of the widest columns are wrapped between words.
/// Where not even the longest words have room beside each other, each row is a paragraph that names its cells.
pub(crate) fn table(head: &[String], rows: &[Vec<String>], columns: usize) -> Vec<String> {
    const GAP: usize = 2;
    let count = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    if count == 0 {
        return Vec::new();
    }
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let mut widths: Vec<usize> = (0..count)
        .map(|at| rows.iter().chain([&head.to_vec()]).map(|row| width(&cell(row, at))).max().unwrap_or(0))
        .collect();
    let room = columns.saturating_sub(GAP * (count - 1)).max(count * 4);
    let longest = |at: usize| {
        let words = |row: &Vec<String>| cell(row, at).split_whitespace().map(width).max().unwrap_or(0);
        rows.iter().chain([&head.to_vec()]).map(words).max().unwrap_or(0)
    };
    let least: Vec<usize> = (0..count).map(longest).collect();
    if least.iter().sum::<usize>() > room {
        return rows.iter().flat_map(|row| paragraph(head, row, columns)).collect();
    }
    while widths.iter().sum::<usize>() > room {
        let loose = (0..count).filter(|at| widths[*at] > least[*at]);
        let Some(widest) = loose.max_by_key(|at| widths[*at]) else { break };
        widths[widest] -= 1;
    }
    let numeric: Vec<bool> =
        (0..count).map(|at| at > 0 && rows.iter().all(|row| is_short_figure(&cell(row, at)))).collect();
    let lay = |row: &[String]| -> Vec<String> {
        let cells: Vec<Vec<String>> = (0..count).map(|at| wrap_cell(&cell(row, at), widths[at])).collect();
        let deep = cells.iter().map(Vec::len).max().unwrap_or(1);
        (0..deep)
            .map(|line| {
                let parts: Vec<String> = (0..count)
                    .map(|at| {
                        let text = cells[at].get(line).map_or("", String::as_str);
                        let fill = widths[at].saturating_sub(width(text));
                        if numeric[at] { format!("{}{text}", " ".repeat(fill)) } else { pad(text, widths[at]) }
                    })
                    .collect();
                parts.join(&" ".repeat(GAP)).trim_end().to_string()
            })
            .collect()
    };
    let mut lines = Vec::new();
    if head.iter().any(|h| !h.is_empty()) {
        lines.extend(lay(head));
        let rules: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
        lines.push(rules.join(&" ".repeat(GAP)));
    }
    lines.extend(rows.iter().flat_map(|row| lay(row)));
    lines
}

/// A row of a table that is too wide for the screen: what it is, then its other cells under their headings' names.
fn paragraph(head: &[String], row: &[String], columns: usize) -> Vec<String> {
    // What has no heading is the mark of what was read.
    let (marks, cells): (Vec<_>, Vec<_>) =
        row.iter().zip(head).filter(|(cell, _)| !cell.is_empty()).partition(|(_, head)| head.is_empty());
    let mark: String = marks.iter().map(|(mark, _)| format!("{mark} ")).collect();
    let Some(((first, _), rest)) = cells.split_first() else { return vec![mark] };
    let named: Vec<String> = rest.iter().map(|(cell, head)| format!("{head} {cell}")).collect();
    let told = if named.is_empty() { String::new() } else { format!(": {}", named.join("; ")) };
    wrap(&format!("{mark}{first}{told}"), columns, 4)
}

fn wrap_cell(text: &str, columns: usize) -> Vec<String> {
    if width(text) <= columns { vec![text.to_string()] } else { wrap_narrow(text, columns.max(1)) }
}

/// Wrapping for cells that may be narrower than any line of prose.
fn wrap_narrow(text: &str, columns: usize) -> Vec<String> {
    if columns >= 8 {
        return wrap(text, columns, 0);
    }
    let mut lines = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let cut = fitting(rest, columns);
            lines.push(rest[..cut].to_string());
            rest = &rest[cut..];
        }
    }
    lines
}

fn is_short_figure(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && width(text) <= 6
        && text.chars().all(|c| c.is_ascii_digit() || "+-–−.% ".contains(c))
        && (text.chars().any(|c| c.is_ascii_digit()) || matches!(text, "-" | "–"))
}

/// A chance as people read it: `41.7%`; what is nearly sure or nearly impossible is not rounded to certainty.
pub(crate) fn percent(chance: f64) -> String {
    let hundred = chance * 100.0;
    if chance <= 0.0 {
        "0%".into()
    } else if hundred < 0.1 {
        "under 0.1%".into()
    } else if hundred > 99.9 && chance < 1.0 - 1e-12 {
        "over 99.9%".into()
    } else if (hundred - hundred.round()).abs() < 0.05 {
        format!("{hundred:.0}%")
    } else {
        format!("{hundred:.1}%")
    }
}

/// A chance in short: whole percents, but never rounded to certainty.
pub(crate) fn short_percent(chance: f64) -> String {
    let whole = (chance * 100.0).round();
    if chance > 0.0 && whole < 1.0 {
        "<1%".into()
    } else if chance < 1.0 && whole > 99.0 {
        ">99%".into()
    } else {
        format!("{whole:.0}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_spaces_and_long_words_are_cut() {
        assert_eq!(wrap("one two three four", 9, 2), ["one two", "  three", "  four"]);
        assert_eq!(wrap("", 20, 2), [""]);
        assert_eq!(wrap("abcdefghijklmnop", 8, 0), ["abcdefgh", "ijklmnop"]);
        assert_eq!(wrap("  set in", 20, 2), ["  set in"]);
        for columns in 8..40 {
            let text = "Commander: the loader takes a smoke round out of the ready rack; überlang·wörter";
            assert!(wrap(text, columns, 4).iter().all(|line| width(line) <= columns));
        }
    }

    #[test]
    fn tables_are_aligned_and_kept_within_the_width() {
        let head = ["2d6".to_string(), "Result".to_string(), "n".to_string()];
        let rows = vec![
            vec!["2".to_string(), "Tank explodes and every man in it is killed".to_string(), "1".to_string()],
            vec!["3-12".to_string(), "Nothing".to_string(), "10".to_string()],
        ];
        let wide = table(&head, &rows, 80);
        assert_eq!(wide[0], "2d6   Result                                        n");
        assert_eq!(wide[3], "3-12  Nothing                                      10");
        assert!(table(&head, &rows, 30).iter().all(|line| width(line) <= 30));
        let narrow = table(&head, &rows, 14);
        assert!(narrow.iter().all(|line| width(line) <= 14));
        assert!(narrow.iter().any(|line| line.contains("explodes")), "no word is cut: {narrow:#?}");
        let words = ["Greyhound armored car", "1943-1945", "Light Armor", "if it stands"].map(String::from);
        let heads = ["Unit", "years", "type", "notes"].map(String::from);
        let told = table(&heads, &[words.to_vec()], 30);
        assert_eq!(told[0], "Greyhound armored car: years");
        let told = told.join(" ");
        assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains("type Light Armor;"), "{told}");
        assert!(table(&[], &[], 30).is_empty());
    }

    #[test]
    fn chances_are_not_rounded_to_certainty() {
        let shown: Vec<String> = [0.0, 0.000_1, 0.416_666, 0.5, 0.999_9, 1.0].into_iter().map(percent).collect();
        let short: Vec<String> = [0.0, 0.000_1, 0.416_666, 0.999_9, 1.0].into_iter().map(short_percent).collect();
        assert_eq!(short, ["0%", "<1%", "42%", ">99%", "100%"]);
        assert_eq!(shown, ["0%", "under 0.1%", "41.7%", "50%", "over 99.9%", "100%"]);
    }

    #[test]
    fn a_long_text_is_cut_with_a_mark() {
        assert_eq!(shorten("Arracourt", 20), "Arracourt");
        assert_eq!(shorten("Arracourt", 5), "Arra…");
        assert_eq!(pad("ab", 4), "ab  ");
    }
}
