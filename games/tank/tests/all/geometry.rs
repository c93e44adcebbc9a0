//! The geometry of all published examples of lines of sight.

use hulldown_core::hex::{Aspect, Hex, LineStep, Side, line};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The hexsides a line runs along, each by the hexes on either side of it.
fn followed(from: Hex, to: Hex) -> BTreeSet<(Hex, Hex)> {
    let along = |step| match step {
        LineStep::Along { between: [a, b], .. } => Some((a.min(b), a.max(b))),
        LineStep::Cross { .. } => None,
    };
    line(from, to).filter_map(along).collect()
}

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    id: u8,
    from: Hex,
    to: Hex,
    range: u16,
    path: Option<String>,
    facing: Option<Side>,
    in_field: Option<bool>,
    aspect: Option<Aspect>,
    enters: Option<String>,
    hexes: Option<Vec<Hex>>,
    hexsides: Option<Vec<String>>,
}

/// What blocks the lines is tested with the map.
#[test]
fn worked_examples() {
    let text = include_str!("../../data/los-examples.toml");
    let examples: Examples = toml::from_str(text).unwrap();
    assert_eq!(examples.example.len(), 31);
    for e in examples.example {
        let id = e.id;
        assert_eq!(e.from.range(e.to), e.range, "{id}");
        let steps: Vec<LineStep> = line(e.from, e.to).collect();
        if let Some(path) = e.path {
            let text = steps.iter().map(|step| match step {
                LineStep::Cross { to, .. } => to.to_string(),
                LineStep::Along { between: [a, b], to, .. } => format!("|{a}/{b}| {to}"),
            });
            assert_eq!(text.collect::<Vec<_>>().join(" "), path, "{id}");
        }
        if let (Some(facing), Some(in_field)) = (e.facing, e.in_field) {
            assert_eq!(e.from.to(e.to).turned(facing).in_fan(), in_field, "{id}");
        }
        if let (Some(facing), Some(aspect)) = (e.facing, e.aspect) {
            assert_eq!(e.to.to(e.from).turned(facing).aspect(), aspect, "{id}");
        }
        if let Some(enters) = e.enters {
            let by = match steps.last().unwrap().entered_by() {
                (side, None) => format!("hexside {side}"),
                _ => "vertex".into(),
            };
            assert_eq!(by, enters, "{id}");
        }
        if let (Some(hexes), Some(hexsides)) = (e.hexes, e.hexsides) {
            assert_eq!(steps.iter().map(|s| s.to()).collect::<Vec<_>>(), hexes, "{id}");
            let sides: BTreeSet<String> = followed(e.from, e.to).into_iter().map(|(a, b)| format!("{a}/{b}")).collect();
            assert_eq!(sides, hexsides.into_iter().collect(), "{id}");
        }
    }
}
