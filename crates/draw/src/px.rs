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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_floats_are() {
        for length in [0.0, 7.0, -46.5, 93.5, 0.1, 719.0, -3.0, 1e9, 3e12] {
            assert_eq!(Px(length).render().0, length.to_string());
            assert_eq!(whole(length.min(1e9)).to_string(), format!("{:.0}", length.min(1e9)));
        }
        assert_eq!([whole(0.5), whole(1.5), whole(-2.5)], [0, 2, -2]);
    }
}
