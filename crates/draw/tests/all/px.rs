use hulldown_draw::{Px, whole};
use maud::Render;

#[test]
fn lengths_are_written_as_floats_are() {
    for length in [0.0, 7.0, -46.5, 93.5, 0.1, 719.0, -3.0, 1e9, 3e12] {
        assert_eq!(Px(length).render().0, length.to_string());
        assert_eq!(whole(length.min(1e9)).to_string(), format!("{:.0}", length.min(1e9)));
    }
    assert_eq!([whole(0.5), whole(1.5), whole(-2.5)], [0, 2, -2]);
}
