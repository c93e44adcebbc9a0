//! Shares and percentiles, with how sure one can be of them.

/// A share with its 95 % confidence interval.
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

/// The value below which so many percent of the sorted values lie.
pub fn percentile<T: Copy>(sorted: &[T], percent: usize) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last * percent).div_ceil(100).min(last)).copied()
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
    fn percentiles_are_values_that_occurred() {
        let values = [1, 2, 3, 4, 5];
        assert_eq!(
            (percentile(&values, 0), percentile(&values, 50), percentile(&values, 100)),
            (Some(1), Some(3), Some(5))
        );
        assert_eq!(percentile::<u8>(&[], 50), None);
    }
}
