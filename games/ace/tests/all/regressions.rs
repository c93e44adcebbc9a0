//! Mistakes that random careers, soaks and fuzzers have found, each as a small situation so that it stays found.

use crate::common::{Look, Scene};
use hulldown_ace::state::Stage;
use hulldown_ace::words::*;
use hulldown_core::Seat;

/// The assistant driver at the controls fell out, and the driver's hatch stayed open with nobody behind it.
///
/// rules: ace 7.4.3e 7.4.3f R28a
#[test]
fn no_hatch_stays_open_over_an_empty_seat() {
    let scene = Scene::new(Mission::Attack).stage(Stage::Enemy(Seat(0))).enemies("pz3 B targeting");
    let scene = scene.range(Range::Close).wound(Post::Driver, Wound::Serious);
    let scene = scene.mine("mat.assistant_at = driver, mat.open = [false, true, false]");
    // A hit on the hull that does not go through, and splinters that strike the assistant driver.
    let hit = scene.play("", &[1, 1, 4, 1, 1, 1, 6, 5, 4]);
    assert_eq!(hit.me().crew[Post::AssistantDriver.index()].wound, Wound::Serious, "{}", hit.log().join("\n"));
    assert_eq!((hit.me().mat.open, hit.me().mat.assistant_at), ([false; 3], None));
}
