//! Shares and percentiles, with how sure one can be of them.

/// A share with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share found.
    pub found: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
}

/// The share of `part` in `whole`, with Wilson's interval.
pub fn share(part: usize, whole: usize) -> Share {
    if whole == 0 {
        return Share { found: 0.0, low: 0.0, high: 1.0 };
    }
    const Z: f64 = 1.96;
    let (n, p) = (whole as f64, part as f64 / whole as f64);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let (middle, scale) = (p + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    Share { found: p, low: ((middle - spread) / scale).max(0.0), high: ((middle + spread) / scale).min(1.0) }
}

/// How often each small number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<usize>);

impl Counts {
    /// Counts a number once more.
    pub fn add(&mut self, number: usize) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += 1;
    }

    /// How many were counted.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// How many were counted that are larger.
    pub fn above(&self, number: usize) -> usize {
        self.0.iter().skip(number + 1).sum()
    }

    /// All of them added up.
    pub fn sum(&self) -> usize {
        self.0.iter().enumerate().map(|(number, times)| number * times).sum()
    }

    /// The number below which so many percent of all lie.
    pub fn percentile(&self, percent: usize) -> Option<usize> {
        let last = self.total().checked_sub(1)?;
        let wanted = (last * percent).div_ceil(100).min(last);
        let mut passed = 0;
        self.0.iter().position(|times| {
            passed += times;
            passed > wanted
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_share_and_stays_within_bounds() {
        let half = share(50, 100);
        assert!(half.low > 0.40 && half.low < half.found && half.high < 0.60);
        assert_eq!(share(0, 10).low, 0.0);
        assert_eq!(share(10, 10).high, 1.0);
        assert_eq!(share(0, 0), Share { found: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn numbers_are_counted_and_percentiles_are_numbers_that_came_up() {
        let mut counts = Counts::default();
        assert_eq!((counts.percentile(50), counts.total()), (None, 0));
        for number in [5, 1, 9, 1, 3] {
            counts.add(number);
        }
        assert_eq!([0, 25, 50, 75, 100].map(|percent| counts.percentile(percent)), [1, 1, 3, 5, 9].map(Some));
        assert_eq!((counts.total(), counts.sum(), counts.above(1), counts.above(9)), (5, 19, 3, 0));
    }
}
