//! `hulldown play`: beginning or taking up a game, and the two clients.

mod command;
mod linear;
pub(crate) mod menu;
mod obey;
pub(crate) mod pages;
mod screen;
pub(crate) mod setup;
pub(crate) mod thinking;

use crate::archive::{Archive, Beside, KeepError, Rules, find_row, laid, quoted, whole_path};
use crate::args;
use crate::fail::usage;
use crate::terminal;
use anyhow::{Result, anyhow};
use hulldown_core::Limit;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::Lesson;
use hulldown_core::phrase::sentence;
use hulldown_desk::{Match, NewDice, NewGame, Pack, Problem, Shelf};
use hulldown_keep::{SavedGame, Sitting, Trouble};
use hulldown_store::GameRow;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

pub(crate) use linear::Linear;

/// Plays a game.
pub(crate) fn run(args: &args::PlayArgs, learn: bool) -> Result<()> {
    if args.options {
        return options(args);
    }
    let (mut sitting, opening) = sit_down(args, learn || args.learn)?;
    if sitting.tips_off() && (learn || args.learn) {
        crate::fail::eprintln_quietly("Hints are off; `tips on` turns them on.");
    }
    play(&mut sitting, &opening, args.linear)
}

/// Hands a game to the client that fits where the program runs.
pub(crate) fn play(sitting: &mut Sitting, opening: &[String], linear: bool) -> Result<()> {
    if !linear && terminal::is_full() {
        return screen::play(sitting, opening);
    }
    let stdin = io::stdin();
    let echo = !stdin.is_terminal();
    let mut out = crate::plain::out_to_read();
    let mut client = Linear::new(&mut out, terminal::columns(), echo);
    for line in opening {
        client.say(line)?;
    }
    client.say(match sitting.is_record() {
        true => "This is a record: `forward` and `back` step, `help` lists everything else, `quit` leaves.",
        false => "Type an option's key to choose it, `help` for everything else, `quit` to leave.",
    })?;
    thinking::interrupt::last_words(sitting.name().map(linear::resume_with));
    if let Some(given) = sitting.remark() {
        client.say(&given)?;
    }
    client.play(sitting, stdin.lock())?;
    out.flush()?;
    Ok(())
}

/// Lists what can be agreed before play.
fn options(args: &args::PlayArgs) -> Result<()> {
    let shelf = the_game(args.game.as_deref())?;
    let pack = laid(shelf, args.pack.as_deref(), &args.reading)?;
    let pack = pack.as_ref();
    let mut out = crate::plain::out();
    writeln!(out, "{}: fields for --set FIELD=VALUE", shelf.title)?;
    for field in (shelf.fields)(pack).map_err(|problem| anyhow!(problem.message))? {
        writeln!(out)?;
        let lines =
            vec![format!("{} (default: {})", field.name, plain_value(&field.default)), format!("  {}", field.help)];
        for line in pages::fold(&lines, terminal::columns()) {
            writeln!(out, "{line}")?;
        }
        for (value, label) in &field.values {
            writeln!(out, "    {}={value}  {label}", field.name)?;
            let says: Vec<String> =
                (shelf.tells)(pack, field.name, value).into_iter().map(|says| format!("      {says}")).collect();
            pages::fold(&says, terminal::columns()).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn plain_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// The game somebody wants: named, or the first on the shelf.
fn the_game(id: Option<&str>) -> Result<&'static Shelf> {
    match (id, hulldown_desk::shelf()) {
        (Some(id), _) => crate::find_game(id),
        (None, [first, ..]) => Ok(first),
        (None, []) => Err(usage("there is no game to play")),
    }
}

/// The game on the table, and what to say first.
fn sit_down(args: &args::PlayArgs, learn: bool) -> Result<(Sitting, Vec<String>)> {
    if args.no_save {
        let shelf = the_game(args.game.as_deref())?;
        let pack = laid(shelf, args.pack.as_deref(), &args.reading)?;
        let game = deal(shelf, args, learn, pack.as_ref())?;
        let bots = players(shelf, &*game, args, learn)?;
        let mut sitting = Sitting::unsaved(game, shelf, pack);
        sitting.players.bots = bots.unwrap_or_default();
        if learn {
            sitting.learn()?;
        }
        done(let_think(&mut sitting, Sitting::open_up))?;
        return Ok((sitting, vec![format!("{} This game is not saved.", sentence(shelf.title))]));
    }
    let archive = Archive::open().map_err(|error| anyhow!("{error}. To play without saving, add --no-save"))?;
    if let Some(warning) = archive.store.warning() {
        crate::fail::eprintln_quietly(&format!("hulldown: {warning}"));
    }
    if let Some(row) = wanted(&archive, args)? {
        return go_on(&archive, &row, args);
    }
    let shelf = the_game(args.game.as_deref()).map_err(|error| match &args.game {
        Some(name) if archive.store.find(name).is_ok() => {
            usage(format!("{name:?} is a saved game; resume it with `hulldown play --continue {}`", quoted(name)))
        }
        _ => error,
    })?;
    let pack = laid(shelf, args.pack.as_deref(), &args.reading)?;
    let game = deal(shelf, args, learn, pack.as_ref())?;
    let name = match &args.name {
        Some(name) => name.clone(),
        None => free_name(&archive, if learn { "first-game" } else { shelf.id })?,
    };
    let bots = players(shelf, &*game, args, learn)?.unwrap_or_default();
    let from = args.pack.as_deref().map(whole_path);
    let mut beside = Beside { bots, pack: from, ..Beside::default() };
    if learn {
        beside.begin_lessons(shelf.newcomer.level);
    }
    let mut sitting = Sitting::begin(&archive.store, &name, game, shelf, pack, &beside)?;
    done(let_think(&mut sitting, Sitting::open_up))?;
    // A seed tells what a bot does by chance. Whoever gave it knows it; nobody else learns it from a game with secrets.
    let seed = match args.seed {
        None if shelf.secrets => String::new(),
        _ => format!(", seed {}", sitting.game.head().seed),
    };
    Ok((sitting, vec![format!("{}: new game {name:?}{seed}. Every answer is saved.", shelf.title)]))
}

/// A name that is easy to type: `duel-1`, `duel-2` …
fn free_name(archive: &Archive, base: &str) -> Result<String> {
    let taken: Vec<String> = archive.store.list()?.into_iter().map(|row| row.name.to_lowercase()).collect();
    let names = (1..).map(|n| format!("{base}-{n}"));
    // There is always one more number than there are games.
    Ok(names.into_iter().find(|name| !taken.contains(name)).unwrap_or_else(|| base.into()))
}

/// The saved game somebody wants to go on with, if it is not a new one.
fn wanted(archive: &Archive, args: &args::PlayArgs) -> Result<Option<GameRow>> {
    let same_game = |row: GameRow| match &args.game {
        Some(game) if *game != row.title => {
            Err(usage(format!("{:?} is a game of `{}`, not of `{game}`; choose another name", row.name, row.title)))
        }
        _ => Ok(Some(row)),
    };
    match (&args.go_on, &args.name) {
        (Some(last), _) if last.is_empty() => {
            let rows = archive.store.list()?;
            let row = rows.into_iter().find(|row| args.game.as_ref().is_none_or(|game| *game == row.title));
            row.map(Some).ok_or_else(|| usage("there is no saved game to resume; `hulldown play` starts one"))
        }
        (Some(name), _) => match find_row(&archive.store, name) {
            // The name of a game instead of a saved one: the last played of it is meant.
            Err(_) if args.game.is_none() && hulldown_desk::find(name).is_ok() => {
                let rows = archive.store.list()?;
                let row = rows.into_iter().find(|row| row.title == *name);
                row.map(Some).ok_or_else(|| usage(format!("there is no saved game of {name} to resume")))
            }
            found => same_game(found?),
        },
        (None, Some(name)) => {
            let rows = archive.store.list()?;
            let row = rows.into_iter().find(|row| row.name.to_lowercase() == name.trim().to_lowercase());
            let Some(row) = row else { return Ok(None) };
            if args.seed.is_some() || !args.set.is_empty() || !args.reading.is_empty() || args.learn {
                return Err(usage(format!(
                    "there is already a game named {:?}: it keeps its own seed, setup and charts. Leave out --seed, --set, --reading \
                     and --learn, or choose another name",
                    row.name
                )));
            }
            same_game(row)
        }
        (None, None) => Ok(None),
    }
}

/// Whether a game of older rules is to go on by those of today: said on the command line, or asked; once it has gone on it needs no
/// more asking.
fn may_go_on(archive: &Archive, row: &GameRow, said: bool) -> Result<bool> {
    if Rules::of(&row.title, row.rules_version) != Rules::Older || row.outcome.is_some() {
        return Ok(said);
    }
    if said || archive.store.following(row.id)?.is_some() {
        return Ok(true);
    }
    let known = hulldown_desk::find(&row.title).map_or(0, |shelf| shelf.rules_version);
    let refusal = || KeepError::OldRules { label: row.name.clone(), played: row.rules_version, known };
    if !io::stdin().is_terminal() {
        return Err(refusal().into());
    }
    let question = format!(
        "{:?} was played by rules version {}; this program has version {known}. It can continue under today's rules: as a new game from its \
         last finished step, with the open step's questions asked again and new dice. {:?} stays as it is. Continue?",
        row.name, row.rules_version, row.name
    );
    match crate::saves::confirmed(&question, &mut io::stdout())? {
        true => Ok(true),
        false => Err(usage(format!(
            "nothing was changed; `hulldown replay {}` shows it as it was played",
            quoted(&row.name)
        ))),
    }
}

fn go_on(archive: &Archive, row: &GameRow, args: &args::PlayArgs) -> Result<(Sitting, Vec<String>)> {
    let by_new_rules = may_go_on(archive, row, args.by_new_rules)?;
    let go_on = if by_new_rules { SavedGame::go_on_by_new_rules } else { SavedGame::go_on };
    let mut gone_on = go_on(archive, row, args.pack.as_deref())?;
    let said = gone_on.said.take();
    let mut sitting = Sitting::go_on(gone_on)?;
    done(let_think(&mut sitting, Sitting::open_up))?;
    if let Some(mode) = &args.dice {
        known_charts(sitting.shelf, sitting.pack.as_ref(), mode)?;
        done(let_think(&mut sitting, |sitting| sitting.set_dice(mode.clone())))?;
    }
    if (args.against.is_some() || args.partners.is_some())
        && let Some(bots) = players(sitting.shelf, &*sitting.game, args, false)?
    {
        done(let_think(&mut sitting, |sitting| sitting.set_bots(bots)))?;
    }
    let mut opening = vec![format!(
        "{}: resuming {:?} at answer {}. Every answer is saved.",
        sitting.game.title(),
        sitting.name().unwrap_or(&row.name),
        sitting.seen().answered()
    )];
    opening.extend(said);
    Ok((sitting, opening))
}

/// Who plays which seat: where two sides keep things from each other, a policy plays the other one unless somebody else is named; where
/// people play together one plays the others only if it is named. Nothing is said of games in which people play every seat.
fn players(
    shelf: &Shelf,
    game: &dyn Match,
    args: &args::PlayArgs,
    learn: bool,
) -> Result<Option<BTreeMap<u8, String>>> {
    let (seats, secrets) = (game.seats(), game.has_secrets());
    if let Some(side) = args.side.filter(|side| *side > seats) {
        return Err(usage(format!("--side {side}: the game has {}", crate::text::count(seats.into(), "player"))));
    }
    match (&args.against, &args.partners) {
        (Some(_), _) if !secrets => {
            return Err(usage(format!("--against is for two-sided games; {} is not one", game.title())));
        }
        (_, Some(_)) if secrets || seats < 2 => {
            return Err(usage(format!("--with is for co-operative games; {} is not one now", game.title())));
        }
        (None, None) if !secrets => return Ok(None),
        _ => {}
    }
    let known: Vec<&str> = (shelf.policies)().into_iter().map(|(name, _)| name).collect();
    let (flag, named) = if secrets { ("--against", &args.against) } else { ("--with", &args.partners) };
    let other = match named.as_deref() {
        Some("person") => return Ok(Some(BTreeMap::new())),
        Some(name) if !known.contains(&name) => {
            return Err(usage(format!("{flag} {name}: say person, {}", known.join(", "))));
        }
        Some(name) => name,
        None => known[0],
    };
    let first = if learn { shelf.newcomer.seat + 1 } else { 1 };
    let own = args.side.unwrap_or(first);
    Ok(Some((0..seats).filter(|seat| *seat + 1 != own).map(|seat| (seat, other.to_string())).collect()))
}

/// Does something about which bots may have to think. Whoever has had enough stops it.
fn let_think<T: Send>(sitting: &mut Sitting, act: impl FnOnce(&mut Sitting) -> T + Send) -> T {
    thinking::think(thinking::LONGEST, |limit| {
        sitting.limit = limit.clone();
        let done = act(sitting);
        sitting.limit = Limit::NONE;
        done
    })
}

/// What cannot be done before play begins ends the program.
fn done(done: Result<(), Trouble>) -> Result<()> {
    done.map_err(|trouble| match trouble {
        Trouble::Refused(problem) => anyhow!(problem.message),
        Trouble::Unsaved(error) => anyhow!(error),
    })
}

/// The hint for the question on the table, which is given only once.
fn hint(sitting: &mut Sitting) -> Option<Lesson> {
    let lesson = sitting.lesson()?;
    sitting.heard(&lesson);
    Some(lesson)
}

/// Whether there are the charts somebody wants to roll for himself.
fn known_charts(shelf: &Shelf, pack: Option<&Pack>, mode: &DiceMode) -> Result<()> {
    let DiceMode::Charts(charts) = mode else { return Ok(()) };
    let sheets = (shelf.sheets)(pack).map_err(|problem| anyhow!("{}", problem.message))?;
    match charts.iter().find(|id| !sheets.iter().any(|sheet| sheet.id.eq_ignore_ascii_case(id))) {
        Some(unknown) => Err(usage(crate::charts::find(sheets, unknown).err().unwrap_or_default())),
        None => Ok(()),
    }
}

/// A new game as somebody wants it.
fn deal(shelf: &'static Shelf, args: &args::PlayArgs, learn: bool, pack: Option<&Pack>) -> Result<Box<dyn Match>> {
    let mode = args.dice.clone().unwrap_or_default();
    known_charts(shelf, pack, &mode)?;
    if learn {
        if args.seed.is_some() || !args.set.is_empty() || pack.is_some() {
            return Err(usage(
                "the guided game has its own seed, setup and charts: leave out --seed, --set, --pack and --reading",
            ));
        }
        let mut game = (shelf.guided)().map_err(|problem| anyhow!("{}", problem.message))?;
        game.set_dice(mode);
        return Ok(game);
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let begin = |setup: Value| {
        let dice = NewDice::Mode(mode.clone());
        (shelf.new)(NewGame { setup, seed, dice, pack, ..NewGame::default() })
    };
    if !args.set.is_empty() || !terminal::is_interactive() {
        return begin(setup::from_pairs(shelf, pack, &args.set)?).map_err(|problem| not_begun(shelf, &problem));
    }
    let mut form = setup::Form::new(shelf, pack)?;
    loop {
        let wanted = if args.linear || !terminal::is_full() {
            form.fill_in_lines(&mut io::stdout().lock(), &mut io::stdin().lock(), terminal::columns())?
        } else {
            form.fill_in()?
        };
        if !wanted {
            return Err(crate::fail::Left("No game was started.").into());
        }
        match begin(form.value()) {
            Err(problem) if is_about_setup(&problem) => form.wrong = Some(pages::problem(&problem)),
            begun => return begun.map_err(|problem| not_begun(shelf, &problem)),
        }
    }
}

fn is_about_setup(problem: &Problem) -> bool {
    problem.at.as_deref().is_some_and(|at| at.starts_with("setup"))
}

fn not_begun(shelf: &Shelf, problem: &Problem) -> anyhow::Error {
    match &problem.at {
        Some(at) if is_about_setup(problem) => {
            usage(format!("{at}: {}; `hulldown play {} --options` lists the fields", problem.message, shelf.id))
        }
        _ => anyhow!("{}", problem.message),
    }
}

/// A seed nobody has chosen, short enough to be typed again.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish() % 1_000_000_000
}
