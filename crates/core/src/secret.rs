//! What a game keeps from everybody who plays it until it is over: the secret its seals are salted with.
//!
//! A player who commits to something in private is given a seal of it, a hash. What he could have committed to are few enough to be
//! tried one by one, so the hash takes a salt nobody can guess. It comes from outside the rules, like dice: a table has it.

use crate::game::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The secret of one game, drawn at random when it is begun. It is kept with the record and never shown while the game lasts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// What one seat's seals are salted with; it is told when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Salt(pub [u8; 32]);

impl Secret {
    /// A secret of these bytes, which must be random ones.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Secret(bytes)
    }

    /// The salt of a seat. Whoever learns one seat's salt knows neither the secret nor the other's.
    pub fn salt(&self, seat: Seat) -> Salt {
        let hash = Sha256::new_with_prefix(b"hulldown salt ").chain_update(self.0).chain_update([seat.0]);
        Salt(hash.finalize().into())
    }
}

impl Salt {
    /// The seal of a text: nobody without the salt can find the text by trying, and no other text has the same seal.
    pub fn seal(&self, text: &[u8]) -> [u8; 32] {
        Sha256::new_with_prefix(self.0).chain_update(Sha256::digest(text)).finalize().into()
    }
}

fn hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

impl Serialize for Salt {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// It does not show itself by the way.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A text that is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a secret is 64 hexadecimal digits")]
pub struct BadSecret;

impl FromStr for Secret {
    type Err = BadSecret;

    fn from_str(text: &str) -> Result<Self, BadSecret> {
        let digits = text.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(BadSecret);
        }
        for (n, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).map_err(|_| BadSecret)?;
        }
        Ok(Secret(bytes))
    }
}

/// Written into a save, and nowhere else.
impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Salt(self.0).serialize(s)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_as_written_and_does_not_show_itself() {
        let secret = Secret::new(std::array::from_fn(|n| n as u8 * 7));
        let text = serde_json::to_string(&secret).unwrap();
        assert_eq!(serde_json::from_str::<Secret>(&text).unwrap(), secret);
        assert!(!format!("{secret:?}").contains("07"));
        for bad in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(bad.parse::<Secret>(), Err(BadSecret), "{bad}");
        }
    }

    #[test]
    fn salts_and_seals_tell_nothing_of_each_other() {
        let [one, two] = [1, 2].map(|n| Secret::new([n; 32]));
        let salts = [one.salt(Seat(0)), one.salt(Seat(1)), two.salt(Seat(0)), two.salt(Seat(1)), Salt::default()];
        for (n, salt) in salts.iter().enumerate() {
            assert!(!salts[..n].contains(salt));
            assert_ne!(salt.seal(b"A mv D"), salt.seal(b"A mv C"));
            assert!(salts[..n].iter().all(|other| other.seal(b"A mv D") != salt.seal(b"A mv D")));
        }
    }
}
