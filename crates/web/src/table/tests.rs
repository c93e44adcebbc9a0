//! What is not drawn again must be what it was.

use super::*;
use hulldown_desk::{NewGame, shelf};

fn cut(open: &Sitting, browser: ShownPage<'_>) -> (Pieces, usize) {
    let parts = parts(open, &Ctx::of_script(), &TableExtras::default(), Known::new(&browser));
    let text: String = parts.into_iter().map(|part| part.0).collect();
    let spared = text.matches("data-same").count();
    (Pieces::of(text, browser), spared)
}

#[test]
fn what_is_not_drawn_again_is_what_it_would_be() {
    for shelf in shelf() {
        let game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        let mut open = Sitting::unsaved(game, shelf, None);
        let policy = (shelf.policies)()[0].0;
        if shelf.secrets {
            open.players.bots = [(1, policy.to_string())].into();
        }
        open.open_up().unwrap();
        let (mut before, mut spared) = (None, 0);
        for n in 0..120 {
            let (now, not_drawn) = cut(&open, ShownPage::that_shows(before.as_ref()));
            let (whole, _) = cut(&open, ShownPage::whole());
            assert_eq!(now.otherwise(&whole), Vec::<&str>::new(), "{} after {n} answers", shelf.id);
            spared += not_drawn;
            before = Some(now.shown(before.as_ref()));
            if open.prompt.first().is_none() || open.auto(policy, &Far::Until(Until::Decision, Some(1))).is_err() {
                break;
            }
        }
        // Lines of the log and the tools, at the least.
        assert!(spared > 500, "{}: {spared}", shelf.id);
    }
}

/// A long stretch is summed up from its beginning, though only its end is at hand.
#[test]
fn a_stretch_is_summed_up_whole() {
    let mut longer = 0;
    for shelf in shelf() {
        let game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
        let mut open = Sitting::unsaved(game, shelf, None);
        open.open_up().unwrap();
        open.auto((shelf.policies)()[0].0, &Far::Until(Until::End, Some(400))).unwrap();
        let news = open.news().into_owned();
        longer += usize::from(news.len() > open.since().len());
        let since = Since::of(&open, &news);
        assert_eq!(since.in_short(), hulldown_desk::digest::in_short(&news, open.side()), "{}", shelf.id);
        // Nothing that was lost is left out, however far back.
        let lost = |came: &hulldown_desk::result::Came<'_>| came.loss() == Some(open.side());
        let all = hulldown_desk::result::came(&news).iter().filter(|came| lost(came)).count();
        assert_eq!(since.grave().iter().filter(|came| lost(came)).count(), all, "{}", shelf.id);
    }
    assert!(longer > 1, "{longer} games told more than is at hand");
}

/// The element of this id as it stands in a text, from its tag to its end.
fn element<'t>(text: &'t str, id: &str) -> &'t str {
    let name = text.find(&format!(" id=\"{id}\"")).unwrap_or_else(|| panic!("{id} is there"));
    let from = text[..name].rfind('<').unwrap();
    let kind = text[from + 1..name].split(' ').next().unwrap();
    let (begins, ends) = (format!("<{kind}"), format!("</{kind}>"));
    let mut depth = 0;
    for (at, _) in text[from..].match_indices('<') {
        let rest = &text[from + at..];
        depth += i32::from(rest.starts_with(&begins)) - i32::from(rest.starts_with(&ends));
        if depth == 0 {
            return &text[from..from + at + ends.len()];
        }
    }
    panic!("{id} ends")
}

/// A card as the script makes it: what the log says too is taken from there.
fn filled(card: &str, log: &str) -> (String, usize) {
    let (mut whole, mut rest, mut taken) = (String::new(), card, 0);
    while let Some((before, id)) = rest.split_once(" data-copy=\"") {
        let (id, after) = id.split_once('"').unwrap();
        let copy = element(log, id).replace(" id=\"", " id=\"s");
        if let Some(before) = before.strip_suffix("<template") {
            whole += &(before.to_string() + &copy);
            rest = after.strip_prefix("></template>").unwrap();
        } else {
            let inner = copy.split_once('>').unwrap().1.rsplit_once("</").unwrap().0;
            let phase = inner.strip_prefix("<div class=\"part\">").map(|inner| inner.split_once("</div>").unwrap().1);
            whole += &format!("{before}>{}", phase.unwrap_or(inner));
            rest = after.strip_prefix('>').unwrap();
        }
        taken += 1;
    }
    (whole + rest, taken)
}

/// Without the ways to charts, which the script knows.
fn without_links(card: &str) -> String {
    let cut = |text: &str, from: &str, to: &str, kept: &str| {
        let mut pieces = text.split(from);
        let first = pieces.next().unwrap_or_default().to_string();
        pieces.fold(first, |all, piece| all + kept + piece.split_once(to).unwrap().1)
    };
    cut(&cut(card, "<p><a href=\"/game/", "</a></p>", ""), "data-load=\"", "\"", "data-load=\"\"")
}

/// Without the numbers for what it takes from the log.
fn without_numbers(card: &str) -> String {
    let mut pieces = card.split(" data-of=\"");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |all, piece| all + piece.split_once('"').unwrap().1)
}

/// After an undo the lines of the log have the numbers of those that were taken back: a card that names them must be sent.
#[test]
fn a_card_of_another_answer_is_another_card() {
    let mut others = 0;
    for shelf in shelf() {
        let game = (shelf.new)(NewGame { seed: 11, ..NewGame::default() }).unwrap();
        let mut open = Sitting::unsaved(game, shelf, None);
        let policy = (shelf.policies)()[0].0;
        open.open_up().unwrap();
        for _ in 0..60 {
            let keys: Vec<String> = open.prompt.first().map_or_else(Vec::new, |ask| {
                ask.options().iter().filter(|option| option.fatal.is_none()).take(2).map(|o| o.key.clone()).collect()
            });
            let mut cards = Vec::new();
            for key in &keys {
                if open.choose(key).is_err() {
                    break;
                }
                let [_, _, card, ..] = parts(&open, &Ctx::of_script(), &TableExtras::default(), Known::default());
                let came: Vec<String> = open.since().iter().map(|event| event.text.clone()).collect();
                if card.0.contains(" id=\"came\"") {
                    cards.push((came, element(&card.0, "came").to_string()));
                }
                if open.undo_refused().is_some() || open.undo(1).is_err() {
                    break;
                }
            }
            if let [(told, card), (other, another)] = &cards[..]
                && told != other
                && card.contains("data-copy")
            {
                assert_ne!(card, another, "{}: {told:?}, {other:?}", shelf.id);
                // Only the number tells them apart.
                others += usize::from(without_numbers(card) == without_numbers(another));
            }
            if open.prompt.first().is_none() || open.auto(policy, &Far::Until(Until::Decision, Some(1))).is_err() {
                break;
            }
        }
    }
    assert!(others > 20, "{others}");
}

#[test]
fn a_card_that_takes_from_the_log_is_the_whole_card() {
    for shelf in shelf() {
        let game = (shelf.new)(NewGame { seed: 5, ..NewGame::default() }).unwrap();
        let mut open = Sitting::unsaved(game, shelf, None);
        let policy = (shelf.policies)()[0].0;
        if shelf.secrets {
            open.players.bots = [(1, policy.to_string())].into();
        }
        open.open_up().unwrap();
        let mut taken = 0;
        for n in 0..60 {
            let drawn = |part| {
                let mut ctx = Ctx::of_script();
                ctx.part = part;
                parts(&open, &ctx, &TableExtras::default(), Known::default())
            };
            let ([_, _, whole, ..], [_, _, card, _, _, log, _]) = (drawn(false), drawn(true));
            let (filled, copies) = filled(&without_numbers(&card.0), &log.0);
            assert_eq!(filled, without_links(&whole.0), "{} after {n} answers", shelf.id);
            taken += copies;
            if open.prompt.first().is_none() || open.auto(policy, &Far::Until(Until::Decision, Some(1))).is_err() {
                break;
            }
        }
        assert!(taken > 20, "{}: {taken}", shelf.id);
    }
}
