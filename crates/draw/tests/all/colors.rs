//! The stylesheet: text stands out from its ground in every set of colors.

use hulldown_draw::CSS;
use std::collections::BTreeMap;

/// The color variables of each block that sets the paper, in order: for each as they are light and as they are dark.
fn sets() -> Vec<[BTreeMap<String, [u8; 3]>; 2]> {
    let color = |value: &str| {
        let hex = u32::from_str_radix(value.trim().strip_prefix('#')?, 16).ok()?;
        Some([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])
    };
    let mut all = Vec::new();
    for block in CSS.split('}') {
        let Some((_, body)) = block.rsplit_once('{') else { continue };
        let set = [false, true].map(|dark| -> BTreeMap<String, [u8; 3]> {
            let named = body.lines().filter_map(|line| line.trim().strip_prefix("--hd-")?.split_once(": "));
            let colors = named.filter_map(|(name, value)| {
                let value = value.strip_suffix(';')?;
                // One color for both schemes, or `light-dark(one, other)`.
                let both = value.strip_prefix("light-dark(").and_then(|both| both.strip_suffix(')')?.split_once(','));
                let value = both.map_or(value, |(light, other)| if dark { other } else { light });
                Some((name.to_string(), color(value)?))
            });
            colors.collect()
        });
        if set[0].contains_key("paper") {
            all.push(set);
        }
    }
    all
}

fn luminance(color: [u8; 3]) -> f64 {
    let part = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2])
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_stands_out() {
    let sets = sets();
    // Usual and high contrast, which sets some anew.
    let [usual, high] = &sets[..] else { panic!("{} sets of colors", sets.len()) };
    let over = |set: usize| usual[set].clone().into_iter().chain(high[set].clone()).collect::<BTreeMap<_, _>>();
    for (n, whole) in [usual[0].clone(), usual[1].clone(), over(0), over(1)].iter().enumerate() {
        for (text, grounds) in [
            ("ink", &["paper", "ground", "now", "gun-zone", "panel"][..]),
            ("soft", &["paper", "ground", "now", "gun-zone", "panel"][..]),
            ("bad", &["paper", "panel"][..]),
            ("card-ink", &["card"][..]),
            ("card-red", &["card"][..]),
        ] {
            for ground in grounds {
                let ratio = contrast(whole[text], whole[*ground]);
                assert!(ratio >= 4.5, "set {n}: {text} on {ground} is {ratio:.2}");
            }
        }
        for ground in ["paper", "ground", "now"] {
            let ratio = contrast(whole["accent"], whole[ground]);
            assert!(ratio >= 3.0, "set {n}: accent on {ground} is {ratio:.2}");
        }
    }
}
