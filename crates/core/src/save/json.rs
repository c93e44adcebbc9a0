//! Plain data written as JSON, the same text as `serde_json` writes, for what is written with every answer: names of fields are copied as
//! they are, and most of what states and logs hold are names and small numbers.

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// Plain data as JSON.
pub(super) fn written<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut text = String::with_capacity(256);
    value.serialize(Writer(&mut text))?;
    Ok(text)
}

/// Writes one value at the end of a text.
struct Writer<'t>(&'t mut String);

/// Writes the parts of one, with what stands before the next of them and after the last.
struct Parts<'t> {
    text: &'t mut String,
    first: bool,
    end: &'static str,
}

fn push_str(text: &mut String, value: &str) -> Result<(), Error> {
    // All bytes are looked at without a branch.
    if value.bytes().fold(false, |found, byte| found | (byte < b' ') | (byte == b'"') | (byte == b'\\')) {
        text.push_str(&serde_json::to_string(value)?);
        return Ok(());
    }
    text.reserve(value.len() + 2);
    text.push('"');
    text.push_str(value);
    text.push('"');
    Ok(())
}

fn push_number(text: &mut String, number: impl TryInto<u8> + ToString + Copy) {
    match number.try_into() {
        Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
        _ => text.push_str(&number.to_string()),
    }
}

impl<'t> Writer<'t> {
    fn parts(self, begin: &'static str, end: &'static str) -> Parts<'t> {
        self.0.push_str(begin);
        Parts { text: self.0, first: true, end }
    }

    /// What belongs to a variant of an enum.
    fn variant(self, variant: &str) -> Result<Self, Error> {
        self.0.push('{');
        push_str(self.0, variant)?;
        self.0.push(':');
        Ok(self)
    }
}

impl Parts<'_> {
    fn next(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.next();
        value.serialize(Writer(self.text))
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.next();
        push_str(self.text, name)?;
        self.text.push(':');
        value.serialize(Writer(self.text))
    }

    fn close(self) -> Result<(), Error> {
        self.text.push_str(self.end);
        Ok(())
    }
}

macro_rules! numbers {
    ($($name:ident: $Number:ty),+) => {
        $(fn $name(self, value: $Number) -> Result<(), Error> {
            push_number(self.0, value);
            Ok(())
        })+
    };
}

impl<'t> Serializer for Writer<'t> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Parts<'t>;
    type SerializeTupleVariant = Parts<'t>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Parts<'t>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.0.push_str(&serde_json::to_string(&value)?);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.0.push_str(&serde_json::to_string(&value)?);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        push_str(self.0, value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        push_str(self.0, value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        let mut parts = self.parts("[", "]");
        value.iter().try_for_each(|byte| parts.item(byte))?;
        parts.close()
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        push_str(self.0, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let Writer(text) = self.variant(variant)?;
        value.serialize(Writer(text))?;
        text.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>, Error> {
        Ok(self.parts("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'t>, Error> {
        Ok(self.parts("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Error> {
        Ok(self.parts("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Error> {
        Ok(self.variant(variant)?.parts("[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'t>, Error> {
        Ok(self.parts("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Error> {
        Ok(self.parts("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Error> {
        Ok(self.variant(variant)?.parts("{", "}}"))
    }
}

macro_rules! items {
    ($($Trait:ident: $serialize:ident),+) => {
        $(impl $Trait for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn $serialize<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })+
    };
}

items! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

macro_rules! fields {
    ($($Trait:ident),+) => {
        $(impl $Trait for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })+
    };
}

fields! { SerializeStruct, SerializeStructVariant }

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.next();
        let at = self.text.len();
        key.serialize(Writer(self.text))?;
        match self.text.as_bytes()[at..].first() {
            Some(b'"') => {}
            Some(b'0'..=b'9' | b'-') => {
                self.text.insert(at, '"');
                self.text.push('"');
            }
            _ => return Err(Error::custom("key must be a string")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.text.push(':');
        value.serialize(Writer(self.text))
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::written;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Wrapped(u16);

    #[derive(Serialize)]
    enum Kind {
        Plain,
        One(i64),
        Two(u8, bool),
        Named { name: &'static str, none: Option<u8> },
    }

    type Maps = (BTreeMap<&'static str, u8>, BTreeMap<i32, Wrapped>, BTreeMap<char, ()>);

    #[derive(Serialize)]
    struct Everything {
        #[serde(rename = "a \"name\"")]
        odd: Vec<f64>,
        chance: (f32, f64),
        text: [&'static str; 4],
        letter: char,
        kinds: Vec<Kind>,
        maps: Maps,
        numbers: (u8, i8, u64, i64, u128),
        empty: (Vec<u8>, BTreeMap<u8, u8>, Unit),
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<u8>,
        #[serde(flatten)]
        more: BTreeMap<String, Option<bool>>,
    }

    #[test]
    fn it_is_the_text_that_serde_json_writes() {
        let everything = Everything {
            odd: vec![f64::NAN, 0.0, -0.5, 1e300],
            chance: (0.1, 0.417),
            text: ["", "plain \u{b7} words", "a\nline \"quoted\" \\ \u{1}", "\u{7f}\u{2028}"],
            letter: '"',
            kinds: vec![Kind::Plain, Kind::One(-7), Kind::Two(10, true), Kind::Named { name: "n", none: None }],
            maps: ([("x", 1), ("y", 20)].into(), [(-1, Wrapped(300)), (5, Wrapped(9))].into(), [('c', ())].into()),
            numbers: (255, -128, u64::MAX, i64::MIN, u128::MAX),
            empty: (Vec::new(), BTreeMap::new(), Unit),
            left_out: None,
            more: [("so".to_string(), Some(false)), ("not".to_string(), None)].into(),
        };
        assert_eq!(written(&everything).unwrap(), serde_json::to_string(&everything).unwrap());
        let keys: BTreeMap<Option<u8>, u8> = [(None, 1)].into();
        assert!(written(&keys).is_err() && serde_json::to_string(&keys).is_err());
    }
}
