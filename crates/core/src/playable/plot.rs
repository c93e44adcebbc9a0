//! Charts for a terminal, of plain characters.

/// A bar for a share, so many characters at most.
pub fn bar(share: f64, width: usize) -> String {
    "#".repeat((share * width as f64).round() as usize)
}

/// A curve of shares between 0 and 1, one column a value, so many lines high, with its axis.
pub fn curve(shares: &[f64], height: usize) -> Vec<String> {
    (0..height)
        .rev()
        .map(|line| {
            let (floor, ceiling) = (line as f64 / height as f64, (line + 1) as f64 / height as f64);
            let axis = format!("{:>5.0}% |", ceiling * 100.0);
            let points: String = shares
                .iter()
                .map(|share| match *share {
                    s if s >= ceiling => '#',
                    s if s > floor + (ceiling - floor) / 2.0 => ':',
                    s if s > floor => '.',
                    _ => ' ',
                })
                .collect();
            format!("{axis}{points}")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_fills_from_below() {
        assert_eq!(curve(&[1.0, 0.5, 0.1, 0.0], 2), ["  100% |#   ", "   50% |##. "]);
        assert_eq!(bar(0.5, 4), "##");
    }
}
