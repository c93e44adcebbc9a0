//! Chart files as serde reads them: one parsed tree and one deserializer for all types, so that reading a chart is compiled once for
//! each type. (`toml::from_str` compiles it five times over: for values, tables, dates, spans and keys.)

use super::shown::Shown;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// What is wrong with a text, and where if that is known.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) what: String,
    pub(super) at: Option<usize>,
}

impl Wrong {
    /// It is wrong here, unless a narrower place is known.
    fn at(mut self, place: &Range<usize>) -> Wrong {
        self.at.get_or_insert(place.start);
        self
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Wrong {}

impl serde::de::Error for Wrong {
    fn custom<T: fmt::Display>(what: T) -> Wrong {
        Wrong { what: what.to_string(), at: None }
    }
}

/// The type that a TOML text is, its words with the figures they show.
pub(super) fn parse<T: DeserializeOwned>(text: &str, shown: &Shown<'_>) -> Result<T, Wrong> {
    let table = DeTable::parse(text);
    let table = table.map_err(|e| Wrong { what: e.message().into(), at: e.span().map(|span| span.start) })?;
    let place = table.span();
    T::deserialize(Node { value: &DeValue::Table(table.into_inner()), place, shown })
}

/// A value of the file.
struct Node<'t> {
    value: &'t DeValue<'t>,
    place: Range<usize>,
    shown: &'t Shown<'t>,
}

impl<'t> Node<'t> {
    fn new(value: &'t Spanned<DeValue<'t>>, shown: &'t Shown<'t>) -> Self {
        Node { value: value.get_ref(), place: value.span(), shown }
    }
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let read = match self.value {
            DeValue::String(text) => match self.shown.fill(text) {
                Ok(words) => visitor.visit_str(&words),
                Err(wrong) => Err(serde::de::Error::custom(wrong)),
            },
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => Err(serde::de::Error::custom("the number is too large")),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(e) => Err(serde::de::Error::custom(e)),
            },
            DeValue::Boolean(so) => visitor.visit_bool(*so),
            DeValue::Datetime(date) => visitor.visit_str(&date.to_string()),
            DeValue::Array(values) => visitor.visit_seq(Values(values.iter(), self.shown)),
            DeValue::Table(table) => visitor.visit_map(TableRows::new(table, self.shown)),
        };
        read.map_err(|wrong| wrong.at(&self.place))
    }

    /// What is there is given.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let read = match self.value {
            DeValue::String(text) => StrDeserializer::new(text).deserialize_enum(name, variants, visitor),
            DeValue::Table(table) => {
                MapAccessDeserializer::new(TableRows::new(table, self.shown)).deserialize_enum(name, variants, visitor)
            }
            _ => Err(serde::de::Error::custom("wanted string or table")),
        };
        read.map_err(|wrong| wrong.at(&self.place))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

/// The rows of a table.
struct TableRows<'t> {
    rest: toml::map::Iter<'t, Spanned<DeString<'t>>, Spanned<DeValue<'t>>>,
    next: Option<&'t Spanned<DeValue<'t>>>,
    shown: &'t Shown<'t>,
}

impl<'t> TableRows<'t> {
    fn new(table: &'t DeTable<'t>, shown: &'t Shown<'t>) -> TableRows<'t> {
        TableRows { rest: table.iter(), next: None, shown }
    }
}

impl<'de> MapAccess<'de> for TableRows<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.next = Some(value);
        seed.deserialize(StrDeserializer::new(key.get_ref())).map(Some).map_err(|wrong: Wrong| wrong.at(&key.span()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let value = self.next.take().ok_or_else(|| serde::de::Error::custom("a value without a key"))?;
        seed.deserialize(Node::new(value, self.shown)).map_err(|wrong| wrong.at(&value.span()))
    }
}

/// The values of a list.
struct Values<'t>(std::slice::Iter<'t, Spanned<DeValue<'t>>>, &'t Shown<'t>);

impl<'de> SeqAccess<'de> for Values<'_> {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        self.0.next().map(|value| seed.deserialize(Node::new(value, self.1))).transpose()
    }
}
