//! Rows no two of which are called the same.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::ops::Deref;

/// What a row of a list is called, by which no other may go: its id, or the numbers of all its copies.
pub trait Called {
    /// Each of its names, as it is told in a refusal.
    fn called(&self) -> Vec<String>;
}

/// A list of rows. A name that is given twice is refused where it is given again.
///
/// ```
/// use hulldown_core::chart::{Called, Distinct, Files};
///
/// #[derive(serde::Deserialize)]
/// struct Gun { id: String }
/// impl Called for Gun {
///     fn called(&self) -> Vec<String> {
///         vec![self.id.clone()]
///     }
/// }
/// #[derive(serde::Deserialize)]
/// struct Guns { gun: Distinct<Gun> }
///
/// let read = |text| Files::shipped(&[("guns.toml", text)]).parse::<Guns>("guns.toml");
/// assert_eq!(read("[[gun]]\nid = 'M3'\n[[gun]]\nid = 'M6'\n").unwrap().gun.len(), 2);
/// let twice = read("[[gun]]\nid = 'M3'\n[[gun]]\nid = 'M3'\n").err().unwrap();
/// assert_eq!((twice.table.as_str(), twice.column), ("line 3", Some(1)));
/// assert!(twice.what.ends_with("M3 is given twice"), "{twice}");
/// ```
#[derive(Clone, Debug)]
pub struct Distinct<T>(Vec<T>);

impl<T> Deref for Distinct<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for Distinct<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'t, T> IntoIterator for &'t Distinct<T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de, T: Called + Deserialize<'de>> Deserialize<'de> for Distinct<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let rows = Vec::<T>::deserialize(from)?;
        let mut given = BTreeSet::new();
        match rows.iter().flat_map(Called::called).find(|name| !given.insert(name.clone())) {
            Some(name) => Err(D::Error::custom(format_args!("{name} is given twice"))),
            None => Ok(Distinct(rows)),
        }
    }
}
