//! Lengths and places in a drawing. To write a float costs as much as a whole line of text, and most of them are whole.

use maud::Render;

/// A length or a place, as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Px(pub f32);

impl Render for Px {
    fn render_to(&self, text: &mut String) {
        let whole = self.0 as i32;
        if whole as f32 == self.0 { whole.render_to(text) } else { self.0.render_to(text) }
    }
}

/// The same to the nearest whole one.
pub fn whole(length: f32) -> i32 {
    length.round_ties_even() as i32
}
