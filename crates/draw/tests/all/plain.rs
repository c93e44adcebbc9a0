//! Text is escaped where it must be.

use hulldown_draw::Plain;
use maud::html;

#[test]
fn text_is_what_it_is_without() {
    for text in
        ["", "HE, 3 rounds \u{2013} \u{201c}Ätna\u{201d}", "a < b", "a > b", "Q&A", "\"x\"", &"long ".repeat(40)]
    {
        let with = html! { p title=(Plain(text)) { (Plain(text.to_string())) } };
        assert_eq!(with.0, html! { p title=(text) { (text) } }.0);
    }
}
