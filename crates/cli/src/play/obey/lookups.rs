//! Looking things up: the board, what is asked about it, odds, reasons, charts, advice.

use super::{Said, page};
use crate::play::command::{BoardQuestion, Command};
use crate::play::menu::{MeantOption, OptionMenu};
use crate::play::pages;
use crate::play::thinking::think;
use hulldown_core::phrase::sentence;
use hulldown_desk::result::from_hiding;
use hulldown_desk::{Ask, Choice, OddsReply};
use hulldown_draw::{Look, Room};
use hulldown_keep::Sitting;
use std::time::Duration;

/// How long advice may take if a few playouts of every option fit into it, and if they do not.
const PATIENCE: Duration = Duration::from_millis(1_200);
const LONGEST_ADVICE: Duration = Duration::from_secs(20);

/// How many lines a board takes that is printed: near what happens, and whole.
const NEAR: usize = 30;
const LONGEST_BOARD: usize = 90;

/// The option a key or number stands for.
fn option<'a>(ask: Option<&'a Ask>, which: &str) -> Result<&'a Choice, String> {
    let options = ask.map_or(&[][..], Ask::options);
    if options.is_empty() {
        return Err("There are no options now.".into());
    }
    let found = match OptionMenu::of(ask).find(which) {
        MeantOption::One(n) => options.get(n),
        _ => None,
    };
    found
        .or_else(|| options.iter().find(|option| option.key == which))
        .ok_or_else(|| format!("There is no option {which}: `all` lists what can be chosen."))
}

/// The board in characters, as large as it gets.
pub(super) fn board(sitting: &Sitting, what: Option<&str>, columns: usize) -> Said {
    let whole = what.is_some_and(|what| what.eq_ignore_ascii_case("all"));
    let look = Look { about: what.filter(|_| !whole), whole, ..Look::default() };
    let lines = if what.is_none() { NEAR } else { LONGEST_BOARD };
    let asked = pages::looks_at(sitting);
    let look = if what.is_none() { Look { about: asked.as_deref(), ..look } } else { look };
    match pages::board(sitting, &look, Room { columns, lines }) {
        Some(sketch) => page("Board", sketch.lines()),
        None => page("Board", pages::situation(sitting)),
    }
}

/// An answer in words about the board.
pub(super) fn asked(sitting: &Sitting, about: &BoardQuestion) -> Said {
    let title = match about {
        BoardQuestion::Look(what) | BoardQuestion::Way(what) | BoardQuestion::See(what) => what.clone(),
        BoardQuestion::Targets => "Who targets you".into(),
        BoardQuestion::Where => "Where you are".into(),
    };
    match sitting.shown().answer(sitting.viewer(), about.question()) {
        Ok(lines) => {
            let mut lines: Vec<String> = lines.iter().map(|line| pages::capital_in(line)).collect();
            if *about == BoardQuestion::Targets {
                lines.splice(0..0, from_hiding(sitting.tail(), sitting.side()));
                lines.extend(sitting.shown().unsure(sitting.seat()));
            }
            page(&title, lines)
        }
        Err(why) => Said::No(sentence(&why)),
    }
}

pub(super) fn section(sitting: &Sitting, id: &str) -> Said {
    let sections = sitting.shown().sections(sitting.viewer());
    match sections.iter().find(|section| section.id.eq_ignore_ascii_case(id)) {
        Some(section) => page(&section.title, pages::section(section)),
        None => Said::No(format!("There is nothing to show for {id} now.")),
    }
}

pub(super) fn odds(sitting: &Sitting, which: Option<&str>) -> Said {
    let (game, seat) = (sitting.shown(), sitting.seat());
    if let Some(Ask::Dice(ask)) = sitting.ask() {
        return page(&ask.text, pages::dice_details(ask));
    }
    let menu = OptionMenu::of(sitting.ask());
    let key = |reply: &OddsReply| {
        let options = sitting.ask().map_or(&[][..], Ask::options);
        options.iter().position(|option| option.key == reply.key).map_or("", |at| menu.key(at)).to_string()
    };
    let told = match which {
        None => game.all_odds(seat).map(|replies| match replies.is_empty() {
            true => vec!["None of the options leads to a roll at once.".into()],
            false => {
                let mut lines: Vec<String> = replies.iter().map(|reply| pages::odds_line(&key(reply), reply)).collect();
                lines.push("`odds` and a key tells all about one of them.".into());
                lines
            }
        }),
        Some(which) => match option(sitting.ask(), which) {
            Ok(option) => game.odds(seat, &option.key).map(|reply| pages::odds(&key(&reply), &reply, pages::OUTCOMES)),
            Err(why) => return Said::No(why),
        },
    };
    told.map_or_else(|problem| Said::No(pages::problem(&problem)), |lines| page("Odds", lines))
}

pub(super) fn why(sitting: &Sitting, which: Option<&str>) -> Said {
    if let Some(which) = which {
        let options = sitting.ask();
        if let Some(refused) = options.and_then(|ask| ask.refused().iter().find(|refused| refused.key == which)) {
            let mut lines = vec![format!("{}: not now, {} [{}]", refused.label, refused.why, refused.rule)];
            lines.extend(pages::rules(sitting, refused.rule));
            return page("Why not", lines);
        }
        return match option(options, which) {
            Ok(option) => {
                let mut lines = vec![pages::option_line(option, "")];
                lines.extend(pages::rules(sitting, option.rule));
                page("Why", lines)
            }
            Err(why) => Said::No(why),
        };
    }
    let events = sitting.log(0);
    let last = events.iter().rev().find_map(|event| event.roll.as_ref().map(|roll| (event, roll)));
    let mut lines = Vec::new();
    if let Some((event, roll)) = last {
        lines.push("The last roll:".into());
        lines.extend(pages::roll_alone(event, roll));
        lines.extend(pages::rules(sitting, &event.rule));
        if pages::sheet_of(sitting, roll).is_some() {
            lines.push(format!("`chart {}` shows where it was read.", roll.chart));
        }
    } else {
        lines.push("No dice have been rolled yet.".into());
    }
    lines.push("`rule` is the rule behind the question, `why` and a key the one behind an option.".into());
    page("Why", lines)
}

pub(super) fn chart(sitting: &Sitting, command: &Command, columns: usize) -> Said {
    let sheets = match (sitting.shelf.sheets)(sitting.pack.as_ref()) {
        Ok(sheets) => sheets,
        Err(problem) => return Said::No(pages::problem(&problem)),
    };
    match command {
        Command::Chart(id) => match crate::charts::find(sheets, id) {
            Ok(sheet) => page(
                &format!("Chart {}", hulldown_desk::read::heading(sheet)),
                pages::chart(sheet, &sitting.log(0), columns),
            ),
            Err(why) => Said::No(sentence(&why)),
        },
        _ => page("Charts", crate::charts::list_lines(sheets, columns)),
    }
}

/// Advice by as many playouts as fit into the time one is willing to wait.
pub(super) fn advice(sitting: &mut Sitting, bars: bool) -> Said {
    let instead = sitting.shown().instead(sitting.seat());
    if !instead.is_empty() {
        return page("Advice", instead);
    }
    let (game, seat) = (sitting.shown().duplicate(), sitting.seat());
    let advised = think(LONGEST_ADVICE, move |limit| hulldown_desk::advice(&*game, seat, PATIENCE, limit));
    match advised {
        Ok(advice) => {
            sitting.was_advised(&advice);
            page("Advice", pages::advice(sitting.ask(), &advice, sitting.shelf.weighs, bars))
        }
        Err(problem) => Said::No(pages::problem(&problem)),
    }
}
