//! Rows for bands of range.

use serde::de::{Deserialize, Deserializer, Error};

/// A row that serves ranges up to one it names.
pub trait Band {
    /// The last range it serves.
    fn to(&self) -> u16;
}

/// What a last range says that is none: such a row serves all the rest.
pub(super) const ANY: u16 = 999;

/// Rows for bands of range: the first begins at 1, each other where the one above ends, so that none is missing or doubled.
#[derive(Clone, Debug)]
pub struct Bands<R> {
    /// Each with its name, as the chart prints it.
    rows: Vec<(String, R)>,
}

impl<R: Band> Bands<R> {
    /// The row for a range, unless it is beyond the last, with its name.
    #[inline]
    pub fn at(&self, range: u16) -> Option<(&str, &R)> {
        self.each().find(|(_, row)| range <= row.to()).filter(|_| range > 0)
    }

    /// All of them with their names.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = (&str, &R)> {
        self.rows.iter().map(|(name, row)| (name.as_str(), row))
    }

    /// The last range that has a row.
    #[inline]
    pub fn end(&self) -> u16 {
        self.rows.last().map_or(0, |(_, row)| row.to())
    }
}

impl<'de, R: Band + Deserialize<'de>> Deserialize<'de> for Bands<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut rows: Vec<(String, R)> = Vec::new();
        for row in Vec::<R>::deserialize(from)? {
            let (first, last) = (rows.last().map_or(0, |(_, above)| above.to()) + 1, row.to());
            let name = match last {
                ANY => format!("{first}+"),
                _ if first == last => first.to_string(),
                _ if first < last => format!("{first}-{last}"),
                _ => {
                    return Err(D::Error::custom(format_args!("a row to {last} does not follow one to {}", first - 1)));
                }
            };
            rows.push((name, row));
        }
        if rows.is_empty() { Err(D::Error::custom("has no rows")) } else { Ok(Bands { rows }) }
    }
}
