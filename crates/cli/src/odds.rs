//! `hulldown odds`.

use crate::archive::{laid, look_at, read_json};
use crate::args;
use crate::fail::usage;
use crate::play::menu::{MeantOption, OptionMenu};
use crate::play::pages;
use anyhow::{Result, anyhow};
use hulldown_core::game::Seat;
use hulldown_desk::{Ask, Code, Match, NewGame, Problem};
use std::io::Write;

/// Works out the odds of what can be chosen now.
pub(crate) fn run(args: &args::OddsArgs, out: &mut dyn Write, columns: usize) -> Result<()> {
    let (game, eyes) = match &args.arrange {
        None => {
            let (taken, eyes) = look_at(&args.what, args.pack.as_deref(), args.side)?;
            (taken.game, eyes)
        }
        Some(file) => {
            let shelf = crate::find_game(&args.what)?;
            let pack = laid(shelf, args.pack.as_deref(), &args.reading)?;
            let new = NewGame { pack: pack.as_ref(), ..NewGame::default() };
            let mut game = (shelf.new)(new).map_err(|problem| anyhow!("{}", problem.message))?;
            let state = read_json(file)?;
            game.arrange(&state).map_err(|problem| anyhow!("{}: {problem}", file.display()))?;
            (game, args.side.map(|player| Seat(player.saturating_sub(1))))
        }
    };
    let prompt = game.prompt();
    if prompt.over {
        return Err(usage("the game is over: there is nothing left to choose"));
    }
    let asked = eyes.map_or_else(|| prompt.first(), |eyes| prompt.of(eyes));
    let Some(ask) = asked else { return Err(usage("this player has no decision to make now")) };
    let mut lines = vec![game.status(ask.seat().into()), format!("{} [{}]", ask.text(), ask.rule())];
    match ask {
        Ask::Dice(dice) => lines.extend(pages::dice_details(dice)),
        Ask::Choice(_) => lines.extend(replies(&*game, ask, args.key.as_deref())?),
    }
    for line in pages::fold(&lines, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn replies(game: &dyn Match, ask: &Ask, key: Option<&str>) -> Result<Vec<String>> {
    let (seat, menu) = (ask.seat(), OptionMenu::of(Some(ask)));
    let failed = |problem: Problem| match problem.code {
        Code::Illegal | Code::Unknown => usage(problem.to_string()),
        _ => anyhow!("{}", problem.message),
    };
    let replies = match key {
        Some(typed) => {
            // As it is typed in play, or as a record has it.
            let key = match menu.find(typed) {
                MeantOption::One(n) => &ask.options()[n].key,
                MeantOption::Several(among) => {
                    let keys: Vec<&str> = among.iter().map(|n| menu.key(*n)).collect();
                    return Err(usage(format!("{typed} is only the beginning of {}", keys.join(", "))));
                }
                MeantOption::Nothing if ask.options().iter().all(|option| option.key != typed) => {
                    let keys: Vec<&str> = (0..ask.options().len()).map(|n| menu.key(n)).collect();
                    return Err(usage(format!("no option has the key {typed}; the keys are {}", keys.join(", "))));
                }
                MeantOption::Nothing => typed,
            };
            vec![game.odds(seat, key).map_err(failed)?]
        }
        None => game.all_odds(seat).map_err(failed)?,
    };
    if replies.is_empty() {
        return Ok(vec!["None of the options leads to a roll at once.".into()]);
    }
    Ok(replies
        .iter()
        .flat_map(|reply| {
            let mut lines = vec![String::new()];
            let at = ask.options().iter().position(|option| option.key == reply.key);
            lines.extend(pages::odds(at.map_or("", |at| menu.key(at)), reply, usize::MAX));
            lines
        })
        .collect())
}
