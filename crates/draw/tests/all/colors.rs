//! The stylesheet: text stands out from its ground in every set of colors.

use hulldown_draw::CSS;
use std::collections::BTreeMap;

/// The color variables of each block that sets the paper, in order.
fn sets() -> Vec<BTreeMap<String, [u8; 3]>> {
    let mut all = Vec::new();
    for block in CSS.split('}') {
        let Some((_, body)) = block.rsplit_once('{') else { continue };
        let set: BTreeMap<String, [u8; 3]> = body
            .lines()
            .filter_map(|line| {
                let (name, value) = line.trim().strip_prefix("--hd-")?.split_once(": #")?;
                let hex = u32::from_str_radix(value.strip_suffix(';')?, 16).ok()?;
                Some((name.to_string(), [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]))
            })
            .collect();
        if set.contains_key("paper") {
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
    // Light, dark twice, high contrast light, high contrast dark twice.
    assert_eq!(sets.len(), 6);
    assert_eq!(sets[1], sets[2], "dark by choice and dark by system differ");
    assert_eq!(sets[4], sets[5], "dark high contrast by choice and by system differ");
    let light = &sets[0];
    for (n, set) in sets.iter().enumerate() {
        let mut whole = light.clone();
        whole.extend(set.clone());
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
