//! The beginning of a save whose text breaks off.

use super::{BadSave, Checkpoint, FORMAT, LARGEST_PART, LONGEST_LINE, MOST_LINES, Save, SaveHead};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What has been read so far.
#[derive(Default)]
struct Beginning {
    head: Option<SaveHead>,
    history: Vec<String>,
}

/// Reads as much of a save as there is: its head, which must be whole, and the lines of its history up to the first that is not.
pub fn read_beginning(text: &str) -> Result<Save, BadSave> {
    let mut found = Beginning::default();
    // Where it ends, it ends: what was read until then counts.
    let ended = (&mut found).deserialize(&mut serde_json::Deserializer::from_str(text));
    let Some(head) = found.head else {
        let why = ended.err().map_or_else(|| "it has no head".into(), |error| super::unread(text, &error));
        return Err(BadSave::NotASave(why));
    };
    if head.hulldown > FORMAT {
        return Err(BadSave::Future(head.hulldown));
    }
    let parts = [Some(&head.setup), head.arranged.as_ref()];
    if parts.into_iter().flatten().any(|part| part.text().len() > LARGEST_PART) {
        return Err(BadSave::NotASave(format!("a part of its head is larger than {} MB", LARGEST_PART >> 20)));
    }
    Ok(Save { head, history: found.history, checkpoint: Checkpoint::none(), told: None })
}

impl<'de> DeserializeSeed<'de> for &mut Beginning {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Beginning {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a saved game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        while let Some(name) = parts.next_key::<String>()? {
            match name.as_str() {
                "head" => self.head = Some(parts.next_value()?),
                "history" => parts.next_value_seed(Lines(&mut self.history))?,
                _ => _ = parts.next_value::<IgnoredAny>()?,
            }
        }
        Ok(())
    }
}

/// The lines of a history, each kept as soon as it is whole.
struct Lines<'a>(&'a mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Lines<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Lines<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of lines")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while self.0.len() < MOST_LINES
            && let Some(line) = items.next_element::<String>()?.filter(|line| line.len() <= LONGEST_LINE)
        {
            self.0.push(line);
        }
        Ok(())
    }
}
