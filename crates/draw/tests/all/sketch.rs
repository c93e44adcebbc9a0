//! Boards in characters.

use hulldown_draw::{Ink, Room, Sketch};

#[test]
fn text_stays_on_the_sheet_and_in_ascii() {
    let mut sketch = Sketch::new(Room { columns: 10, lines: 3 });
    sketch.put(7, 0, "beyond", Ink::Own);
    sketch.put(0, 9, "nowhere", Ink::Own);
    sketch.fit(0, 1, 4, "\u{fc}berlang", Ink::Enemy);
    sketch.center(0, 2, 10, "mid", Ink::Plain);
    assert_eq!(sketch.lines(), ["       bey", "?be~", "   mid"]);
    let pieces: Vec<_> = sketch.pieces().collect();
    assert_eq!(pieces[0], [("       ".to_string(), Ink::Plain), ("bey".to_string(), Ink::Own)]);
    assert_eq!(pieces[1][0], ("?be~".to_string(), Ink::Enemy));
    assert_eq!(Sketch::new(Room { columns: 4, lines: 9 }).trimmed().room(), Room { columns: 4, lines: 0 });
}
