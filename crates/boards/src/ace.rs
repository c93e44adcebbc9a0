//! American Tank Ace.

use crate::spots::Spots;
use crate::{Panel, Place, Renderer, Spot};
use serde_json::Value;

/// Draws American Tank Ace.
pub(crate) struct AceBoards;

impl Renderer for AceBoards {
    fn game(&self) -> &'static str {
        "ace"
    }

    fn panels(&self, _view: &Value, spots: &[Spot], base: &str) -> Vec<Panel> {
        let spots = Spots::new(spots, base);
        let html = spots.rest().into_string();
        vec![Panel { id: "battle", title: "Battle Board".into(), place: Place::Board, html }]
    }

    fn career(&self, _view: &Value) -> Vec<Panel> {
        Vec::new()
    }

    fn picture(&self) -> String {
        r#"<svg viewBox="0 0 320 180" role="img" aria-label="A Sherman on a ridge"></svg>"#.into()
    }
}
