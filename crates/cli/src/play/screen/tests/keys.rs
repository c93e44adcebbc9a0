//! What is pressed: keys answer what they name, and nothing by accident.

use super::*;

#[test]
fn keys_belong_to_what_they_do() {
    let several = |sitting: &Sitting| {
        let menu = OptionMenu::of(sitting.ask());
        let options = sitting.ask().map_or(0, |ask| ask.options().len());
        (0..options).any(|n| menu.key(n).len() == 2 && menu.meant(&menu.key(n)[..1]).1.len() > 1)
    };
    let mut sitting = (20..80).map(under_way).find(several).unwrap();
    let mut app = FullScreen::new(&mut sitting, String::new());
    // Commands of one letter unfold; the whole key chooses.
    let is_lettered = |n: &usize| app.menu.key(*n).len() == 2 && app.menu.meant(&app.menu.key(*n)[..1]).1.len() > 1;
    let lettered = (0..app.options().len()).find(is_lettered).unwrap();
    let key = app.menu.key(lettered).to_string();
    press(&mut app, &key[..1]);
    assert_eq!(app.menu.unfolded, Unfolded::Begins(key[..1].into()));
    assert!(app.menu.rows().iter().all(|row| matches!(row, Row::Option(n) if app.menu.key(*n).starts_with(&key[..1]))));
    press(&mut app, "\x1b");
    assert_eq!(app.menu.unfolded, Unfolded::Nothing);
    let (before, label) = (app.sitting.game.answered(), app.options()[lettered].label.clone());
    press(&mut app, &key);
    assert!(app.sitting.game.answered() > before);
    assert_eq!(app.tried.as_deref(), Some(label.as_str()), "what was chosen stands on the card");
    assert!(app.fresh, "what was typed ahead does not count");
    shows(&mut app, (80, 24), &hulldown_core::phrase::capital(&label).split(' ').take(4).collect::<Vec<_>>().join(" "));
    // A letter that is nobody's changes nothing.
    let before = app.sitting.game.answered();
    press(&mut app, "7777");
    assert_eq!(app.sitting.game.answered(), before);
}

#[test]
fn what_cannot_be_had_back_is_asked_once() {
    let shelf = hulldown_desk::find(sample!(sides)).unwrap();
    let mut sitting = met(shelf);
    let mut app = FullScreen::new(&mut sitting, String::new());
    for _ in 0..60 {
        if app.options().iter().any(|option| option.key == "resign") {
            break;
        }
        // Giving up is offered where one talks about ending the game.
        match app.options().iter().any(|option| option.key == "talk") {
            true => press(&mut app, ":talk\n"),
            false => press(&mut app, ":auto\n"),
        }
    }
    let at = app.options().iter().position(|option| option.key == "resign").expect("nobody may give up");
    let (key, before) = (app.menu.key(at).to_string(), app.sitting.game.answered());
    press(&mut app, &key);
    assert!(app.sure.is_some() && app.sitting.game.answered() == before);
    shows(&mut app, (80, 24), SURE);
    // Enter is pressed out of habit: it does not confirm.
    for other in ["\x1b", "\n"] {
        press(&mut app, other);
        assert!(app.sure.is_none() && app.sitting.game.answered() == before, "not this time");
        press(&mut app, &key);
    }
    press(&mut app, "y");
    assert!(app.sitting.game.outcome().is_some() || app.sitting.game.answered() > before);
}

#[test]
fn no_key_at_no_size_does_harm() {
    let mut monkey = Generator::new(1944);
    let keys: Vec<char> = "123456789abdefgijkmnpstvyzuorclwxq[]h?:\n\n\n\x1b\x1b\t\x08↑↓⇞⇟ 07."
        .chars()
        .filter(|c| !"qh".contains(*c))
        .collect();
    for seed in 0..3 {
        let mode = if seed == 1 { DiceMode::Hand } else { DiceMode::Random };
        let mut sitting = sitting(seed, mode);
        let mut app = FullScreen::new(&mut sitting, String::new());
        for n in 0..1500 {
            let key = keys[monkey.below(keys.len() as u32) as usize];
            press(&mut app, &key.to_string());
            let odd = (monkey.below(220) as u16 + 1, monkey.below(70) as u16 + 1);
            drawn(&mut app, if n % 3 == 0 { odd } else { SIZES[n % 2] });
            app.done = false;
        }
    }
}

/// A letter of an option's key leaves the letters of the frame what they are, unless a key goes on so.
#[test]
fn what_is_typed_of_a_key_kills_no_other_key() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let lead = loop {
        let keys: Vec<String> = (0..app.options().len()).map(|n| app.menu.key(n).to_string()).collect();
        let lead = |key: &&String| key.len() > 1 && !keys.iter().any(|k| k.starts_with(&format!("{}O", &key[..1])));
        match keys.iter().find(lead) {
            Some(key) if key.as_bytes()[0].is_ascii_alphabetic() => break key[..1].to_string(),
            _ => press(&mut app, ":auto\n"),
        }
    };
    press(&mut app, &lead);
    assert_eq!(app.typed, lead);
    press(&mut app, ",o");
    assert_eq!(app.pages.len(), 1, "odds, not {lead}O");
    press(&mut app, "\x1b");
    assert_eq!(app.menu.unfolded, Unfolded::Begins(lead.clone()), "the group is still open");
    // And a wrong key is only wrong.
    press(&mut app, "%");
    assert_eq!(app.typed, lead);
}

/// A line of which nothing was taken says so, and is there to be mended.
#[test]
fn a_refused_line_is_kept() {
    let mut sitting = met(hulldown_desk::find(sample!(sides)).unwrap());
    let mut app = FullScreen::new(&mut sitting, String::new());
    for _ in 0..40 {
        if app.ask().is_some_and(|ask| ask.kind() == "plot") {
            break;
        }
        press(&mut app, ":auto\n");
    }
    let before = app.sitting.game.answered();
    press(&mut app, ":A fc, B df 9999\n");
    assert_eq!(app.sitting.game.answered(), before);
    assert!(app.notice.as_ref().is_some_and(|why| why.contains("nothing of this line was done")), "{:?}", app.notice);
    press(&mut app, ":");
    assert_eq!(app.line.as_deref(), Some("A fc, B df 9999"));
}

/// At dice rolled by hand a wrong key is told as such, and Enter after it does not give the roll away.
#[test]
fn a_wrong_key_at_the_dice_rolls_nothing() {
    let mut sitting = under_way(40);
    sitting.set_dice(hulldown_core::dicebox::DiceMode::Hand).unwrap();
    while sitting.prompt.dice().is_none() {
        let key = sitting.prompt.first().unwrap().options()[0].key.clone();
        sitting.choose(&key).unwrap();
    }
    let mut app = FullScreen::new(&mut sitting, String::new());
    let before = app.sitting.game.history_len();
    press(&mut app, "x");
    shows(&mut app, (80, 24), "Type what the dice show");
    press(&mut app, "\n");
    shows(&mut app, (80, 24), "After a wrong key Enter does not roll.");
    assert_eq!(app.sitting.game.history_len(), before);
    press(&mut app, "\n");
    assert!(app.sitting.game.history_len() > before);
}

/// Enter answers only what was moved to or typed whole: after a wrong key, or with nothing selected, it says how to answer.
#[test]
fn enter_alone_answers_nothing() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let before = app.sitting.game.answered();
    press(&mut app, "\n");
    shows(&mut app, (80, 24), "Nothing is selected.");
    // Dice typed a question too early.
    press(&mut app, "%9\n");
    shows(&mut app, (80, 24), "After a wrong key Enter does not answer.");
    press(&mut app, "↓%\n");
    assert_eq!(app.sitting.game.answered(), before);
    press(&mut app, "↓");
    while !matches!(app.menu.rows().get(app.selected.unwrap()), Some(Row::Option(_))) {
        press(&mut app, "\n↓");
    }
    press(&mut app, "\n");
    assert!(app.sitting.game.answered() > before || app.sure.is_some());
}

/// What is typed of a key stands on the screen until it is whole or dropped.
#[test]
fn half_a_key_is_shown() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    let lead = loop {
        let keys: Vec<String> = (0..app.options().len()).map(|n| app.menu.key(n).to_string()).collect();
        match keys.iter().find(|key| key.len() > 1 && !keys.contains(&key[..1].to_string())) {
            Some(key) => break key[..1].to_string(),
            None => press(&mut app, ":auto\n"),
        }
    };
    press(&mut app, &lead);
    for size in SIZES {
        shows(&mut app, size, &format!("Typed: {lead}_"));
    }
    press(&mut app, "\x1b");
    assert!(!drawn(&mut app, (80, 24)).join(" ").contains("Typed:"));
}

/// Every key the screen names does something where it is named.
#[test]
fn the_keys_that_are_named_work() {
    let mut sitting = under_way(60);
    sitting.auto("random", &Far::Until(Until::End, None)).unwrap();
    let mut app = FullScreen::new(&mut sitting, String::new());
    shows(&mut app, (80, 24), ",q: leave");
    press(&mut app, ",q");
    assert!(app.done);
}

/// A remark about the usual answer says what it was.
#[test]
fn the_usual_answer_is_named() {
    let mut sitting = under_way(40);
    let mut app = FullScreen::new(&mut sitting, String::new());
    while app.usual().is_none() {
        press(&mut app, ":auto\n");
    }
    let label = app.usual().unwrap().1.to_string();
    press(&mut app, ".");
    assert_eq!(app.tried.as_deref(), Some(label.as_str()));
}
