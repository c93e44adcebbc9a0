//! Lines of a conversation, read with a bound, and JSON taken strictly.

use crate::problem::Problem;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;
use std::io::{self, BufRead};

/// The longest line that is read, in bytes, without its end.
pub const MOST_BYTES: usize = 1 << 20;

/// A line that was read, or why it cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text without the line's end.
    Text(String),
    /// Longer than [`MOST_BYTES`]; it was skipped.
    TooLong,
    /// Not UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

/// Reads the next line, holding no more than [`MOST_BYTES`] of it; none at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut line, mut too_long, mut any) = (Vec::new(), false, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let (part, used) = end.map_or((chunk, chunk.len()), |end| (&chunk[..end], end + 1));
        // One more than allowed may be a carriage return that belongs to the line's end.
        if !too_long && line.len() + part.len() <= MOST_BYTES + 1 {
            line.extend_from_slice(part);
        } else {
            (too_long, line) = (true, Vec::new());
        }
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if too_long || line.len() > MOST_BYTES {
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(match String::from_utf8(line) {
        Ok(text) => Line::Text(text),
        Err(e) => Line::NotText(e.utf8_error().valid_up_to() + 1),
    }))
}

/// The problem with a line that is too long.
pub(crate) fn too_long() -> Problem {
    Problem::bad_request(format!("the line is longer than {MOST_BYTES} bytes"))
}

/// Parses one JSON object. A field given twice is refused like one that is unknown: either could have been meant.
pub(crate) fn object(line: &str) -> Result<Map<String, Value>, Problem> {
    let mut parser = serde_json::Deserializer::from_str(line);
    let value = Strict.deserialize(&mut parser).and_then(|value| parser.end().map(|()| value));
    match value {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(Problem::bad_request("a request is one JSON object")),
        Err(e) => {
            let place = format!("column {}", e.column());
            let what = e.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            Err(Problem::bad_request(format!("the line is not JSON: {what}, {place}")).at(place))
        }
    }
}

struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(Strict)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Strict)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if map.contains_key(&name) {
                return Err(A::Error::custom(format!("the field `{}` is given twice", crate::problem::shown(&name))));
            }
            map.insert(name, fields.next_value_seed(Strict)?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor, Read};

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut input = BufReader::with_capacity(7, Cursor::new(bytes));
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[test]
    fn lines_end_with_or_without_a_carriage_return() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"{}\r\n{\"do\":1}\n\nlast"), [text("{}"), text("{\"do\":1}"), text(""), text("last")]);
        assert_eq!(lines(b"ab\xffcd\nx"), [Line::NotText(3), text("x")]);
    }

    #[test]
    fn a_long_line_is_skipped_and_not_held() {
        let exact = "x".repeat(MOST_BYTES);
        assert_eq!(lines(format!("{exact}\r\n").as_bytes()), [text(&exact)]);
        assert_eq!(lines(format!("{exact}y\nz\n").as_bytes()), [Line::TooLong, text("z")]);
        let ten_megabytes = std::io::repeat(b'[').take(10 << 20).chain(Cursor::new(b"\nnext\n"));
        let mut input = BufReader::new(ten_megabytes);
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::TooLong));
        assert_eq!(read_line(&mut input).unwrap(), Some(text("next")));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn json_is_taken_strictly() {
        assert_eq!(object(r#"{"a":[1,-2,1.5,null,true,{"b":"c"}]}"#).unwrap()["a"][5]["b"], "c");
        let message = |line: &str| object(line).unwrap_err().message;
        assert_eq!(message("[1]"), "a request is one JSON object");
        assert_eq!(message(r#"{"a":1"#), "the line is not JSON: EOF while parsing an object, column 6");
        assert_eq!(message(r#"{"a":1} {"#), "the line is not JSON: trailing characters, column 9");
        assert_eq!(message(""), "the line is not JSON: EOF while parsing a value, column 0");
        assert!(message(r#"{"a":{"b":1,"b":2}}"#).contains("the field `b` is given twice"));
        assert!(message(&"[".repeat(500_000)).contains("recursion limit"));
    }
}
