//! Lines from those who bear on one.

use hulldown_draw::bears::{Bears, Counters, chances, lines};

#[test]
fn a_line_leads_from_who_bears_and_says_his_chance_on_it() {
    let bears = Bears { from: (0.0, 0.0), to: (100.0, 200.0), says: "42%".into(), perhaps: true };
    let silent = Bears { says: String::new(), perhaps: false, ..bears.clone() };
    let drawn = lines(std::slice::from_ref(&bears)).into_string();
    assert!(drawn.contains(r#"<line class="hd-perhaps" x1="0" y1="0" x2="100" y2="200""#), "{drawn}");
    let drawn = chances(&[bears, silent.clone()], 10.0, Counters::default()).into_string();
    assert!(drawn.contains(r#"translate(42 84)"><g class="hd-scaled"><rect x="-12" y="-7" width="23" height="14" rx="3"></rect><text y="4" font-size="10">42%<"#), "{drawn}");
    assert_eq!(drawn.matches("<text").count(), 1, "who cannot do much is a line without a number");
    assert!(!lines(&[silent]).into_string().contains("hd-perhaps"));
    // Two that come from nearby do not lie upon each other.
    let two = [0.0, 4.0].map(|x| Bears { from: (x, 0.0), to: (100.0, 200.0), says: "50%".into(), perhaps: false });
    let drawn = chances(&two, 10.0, Counters::default()).into_string();
    assert!(drawn.contains("translate(42 84)") && drawn.contains("translate(58 112)"), "{drawn}");
}

#[test]
fn a_chance_stands_on_no_counter() {
    let bears = Bears { from: (0.0, 0.0), to: (0.0, 200.0), says: "42%".into(), perhaps: false };
    let on = |at: &[(f32, f32)]| {
        let counters = Counters { at, size: (28.0, 28.0), words: &[] };
        chances(std::slice::from_ref(&bears), 10.0, counters).into_string()
    };
    assert!(on(&[]).contains("translate(0 84)"));
    assert!(on(&[(0.0, 84.0)]).contains("translate(0 40)"), "beside it, and nearer to whose it is");
    // Where counters stand all along it, the line says it alone.
    let all: Vec<(f32, f32)> = (0..10).map(|n| (0.0, 20.0 * n as f32)).collect();
    assert!(!on(&all).contains("<text"));
    // A large one is kept clear of further out.
    let large = Counters { at: &[(0.0, 84.0)], size: (60.0, 60.0), words: &[] };
    assert!(chances(&[bears], 10.0, large).into_string().contains("translate(0 40)"));
}

/// A chance beside another's counter was read as that one's.
#[test]
fn a_chance_stands_nearest_to_whose_it_is() {
    let bears = Bears { from: (0.0, 0.0), to: (0.0, 200.0), says: "42%".into(), perhaps: false };
    let at = [(0.0, 0.0), (40.0, 84.0)];
    let counters = Counters { at: &at, size: (28.0, 28.0), words: &[] };
    let drawn = chances(std::slice::from_ref(&bears), 10.0, counters).into_string();
    assert!(drawn.contains("translate(0 40)"), "{drawn}");
    // And on no word where there is another place.
    let counters = Counters { at: &[], size: (28.0, 28.0), words: &[(0.0, 84.0, 20.0)] };
    assert!(chances(std::slice::from_ref(&bears), 10.0, counters).into_string().contains("translate(0 112)"));
    // Where words stand all along the line, beside it.
    let words: Vec<(f32, f32, f32)> = (0..20).map(|n| (0.0, 10.0 * n as f32, 2.0)).collect();
    let counters = Counters { at: &[], size: (28.0, 28.0), words: &words };
    assert!(chances(&[bears], 10.0, counters).into_string().contains("translate(15 84)"));
}
