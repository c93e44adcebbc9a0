//! What every drawing must keep: well-formed, free of scripts and styles, ids once, every spot one link.

use hulldown_core::session::Pending;
use hulldown_core::{Seat, Session, Voice};
use hulldown_draw::{Panel, Spot};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// Everything of a page in one document.
pub fn whole(panels: &[Panel]) -> String {
    let mut page = String::from("<page>");
    for panel in panels {
        // HTML does not close its inputs.
        for (n, part) in panel.html.split("<input").enumerate() {
            match part.split_once('>') {
                Some((input, rest)) if n > 0 => page.push_str(&format!("<input{input}/>{rest}")),
                _ => page.push_str(part),
            }
        }
    }
    page.push_str("</page>");
    page
}

/// Panels as lines, one element each, so that a difference is readable.
pub fn lines(panels: &[Panel]) -> String {
    panels.iter().map(|panel| format!("== {} ==\n{}\n", panel.id, panel.html.replace("><", ">\n<"))).collect()
}

/// Checks a page and returns the spots it links to, sorted.
pub fn check(panels: &[Panel]) -> Vec<String> {
    let page = whole(panels);
    let doc = Document::parse(&page).unwrap_or_else(|e| panic!("not well-formed: {e}\n{page}"));
    let mut ids: BTreeSet<&str> = panels.iter().map(|panel| panel.id).collect();
    assert_eq!(ids.len(), panels.len(), "two panels have one id");
    let (mut links, mut used) = (Vec::new(), Vec::new());
    for node in doc.descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        assert!(!matches!(tag, "script" | "style" | "iframe" | "object" | "foreignObject" | "br"), "a {tag} element");
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value().trim_start());
            assert!(name != "style" && !name.starts_with("on"), "an attribute {name}");
            assert!(!value.starts_with("javascript:"), "{name} is a script");
        }
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id), "two elements have the id {id}");
        }
        let has_class = |wanted: &str| node.attribute("class").is_some_and(|all| all.split(' ').any(|c| c == wanted));
        let named = node.attribute("aria-label").is_some_and(|label| !label.is_empty());
        match tag {
            "use" => used.extend(node.attribute("href").map(|href| href.trim_start_matches('#'))),
            "a" if node.attribute("data-swap").is_none() => {
                assert!(named, "a link without a name");
                assert!(node.ancestors().skip(1).all(|up| up.tag_name().name() != "a"), "a link within a link");
                match node.attribute("data-spot") {
                    Some(spot) => {
                        assert!(has_class("spot"), "{spot} does not look like a spot");
                        links.push(spot.to_string());
                    }
                    None => assert!(has_class("say") && node.has_attribute("data-say"), "a link that is no spot"),
                }
            }
            "svg" => {
                let hides = |up: Node<'_, '_>| {
                    up.attribute("aria-hidden") == Some("true") || up.attribute("role") == Some("img")
                };
                assert!(named || node.ancestors().any(hides), "an svg without a text");
            }
            _ => {}
        }
    }
    for id in used {
        assert!(ids.contains(id), "#{id} is used and not there");
    }
    links.sort();
    links
}

/// Checks a page and that it links to these spots, each once.
pub fn links_are(panels: &[Panel], spots: &[Spot]) {
    let wanted: BTreeSet<&str> = spots.iter().map(|spot| spot.id.as_str()).collect();
    assert_eq!(check(panels), Vec::from_iter(wanted));
}

/// Every class of a page that begins so must have a style, but those that look as the rest does.
pub fn is_styled(page: &str, css: &str, front: &str, bare: &[&str]) -> usize {
    let mut classes = BTreeSet::new();
    for part in page.split("class=\"").skip(1) {
        classes.extend(part.split('"').next().unwrap_or_default().split(' ').filter(|class| class.starts_with(front)));
    }
    let missing =
        |class: &&&str| !css.contains(&format!(".{class}")) && !bare.iter().any(|bare| class.starts_with(bare));
    let missing: Vec<_> = classes.iter().filter(missing).collect();
    assert!(missing.is_empty(), "no style for {missing:?}");
    classes.len()
}

/// Who is asked first, and the spots of his question.
pub fn asked<G: Voice>(game: &Session<G>) -> Option<(Seat, Vec<Spot>)> {
    let Some(Pending::Choice { seat, ask, options, .. }) = game.pending().first() else { return None };
    let mut spots: Vec<Spot> = Vec::new();
    for choice in options {
        let words = game.working().choice_words(game.data(), *seat, *ask, *choice);
        let Some(id) = words.spot else { continue };
        match spots.iter_mut().find(|spot| spot.id == id) {
            Some(spot) => spot.count += 1,
            None => spots.push(Spot { id, count: 1, label: words.label }),
        }
    }
    Some((*seat, spots))
}

/// Plays a game at random and shows every question, up to that many, to `look`.
pub fn at_every_question<G: Voice>(
    mut game: Session<G>,
    seed: u64,
    most: usize,
    mut look: impl FnMut(&Session<G>, Seat, &[Spot]),
) {
    let mut pick = seed as usize;
    for _ in 0..most {
        let Some((seat, spots)) = asked(&game) else { break };
        look(&game, seat, &spots);
        let Some(Pending::Choice { options, .. }) = game.pending().first() else { break };
        pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = options[(pick >> 33) % options.len()];
        if let Err(refusal) = game.choose(seat, choice) {
            panic!("{choice} was offered and is refused: {refusal}");
        }
    }
}
