//! The help of the command line, the examples that teach it, and what is said of a slip.

use crate::text::hang;
use clap::error::ErrorKind;
use hulldown_catalog::{CatalogGame, Visitor};

/// The lines a game adds to the help of a command.
struct Examples<'c> {
    command: &'c str,
    lines: String,
}

impl Visitor for Examples<'_> {
    fn visit<G: CatalogGame>(&mut self) {
        let own = G::EXAMPLES.iter().filter(|(line, _)| line.split(' ').next() == Some(self.command));
        self.lines.extend(own.map(|(line, what)| format!("  hulldown {line}  {what}\n")));
    }
}

/// The same command with the games of the catalog in its help, and what is said of examples in a column of its own.
pub(super) fn with_games(mut command: clap::Command) -> clap::Command {
    if let Some(help) = command.get_after_help() {
        let mut examples = Examples { command: command.get_name(), lines: String::new() };
        hulldown_catalog::each(&mut examples);
        let games = hulldown_desk::shelf().iter().map(|game| format!("  {:<8} {}\n", game.id, game.title));
        let help = help.to_string().replace("{examples}", examples.lines.trim_end_matches('\n'));
        let help = help.replace("{games}", games.collect::<String>().trim_end_matches('\n'));
        let help = help.replace("{game}", hulldown_catalog::IDS[0]);
        command = command.after_help(aligned(&help, crate::terminal::columns().min(WIDEST)));
    }
    command.mut_subcommands(with_games)
}

/// How wide help is at most.
pub(super) const WIDEST: usize = 100;

/// Examples with what they do in one column: where an example is longer, on the next line.
fn aligned(help: &str, columns: usize) -> String {
    const LONGEST: usize = 44;
    let parts = |line: &str| {
        let (example, what) = line.strip_prefix("  hulldown")?.split_once("  ")?;
        Some((format!("  hulldown{example}"), what.trim().to_string()))
    };
    let wide = help.lines().filter_map(parts).map(|(example, _)| example.len()).filter(|n| *n <= LONGEST).max();
    let wide = wide.unwrap_or(0) + 2;
    let mut lines = Vec::new();
    for line in help.lines() {
        match parts(line) {
            None => lines.push(line.to_string()),
            Some((example, what)) if example.len() < wide => {
                lines.extend(hang(&format!("{example:<wide$}"), &what, columns));
            }
            Some((example, what)) => {
                lines.push(example);
                lines.extend(hang(&" ".repeat(wide), &what, columns));
            }
        }
    }
    lines.join("\n")
}

/// Says what is wrong with the command line, in words, and ends the program.
pub(super) fn refuse(wrong: &clap::Error) -> ! {
    let said = match wrong.kind() {
        ErrorKind::ValueValidation => in_words(&wrong.to_string()),
        ErrorKind::MissingRequiredArgument => with_names(&wrong.to_string()),
        _ => wrong.exit(),
    };
    crate::fail::eprintln_quietly(said.trim_end());
    std::process::exit(wrong.exit_code());
}

/// The same with the games there are, where one should have been named.
fn with_names(wrong: &str) -> String {
    let said = wrong.replace("For more information, try '--help'.", "");
    let said = said.trim_end();
    if !said.contains("<GAME>") {
        return format!("{said}\n\nFor more information, try '--help'.");
    }
    let games = hulldown_desk::shelf().iter().map(|game| format!("\n  {:<8} {}", game.id, game.title));
    format!("{said}\n\nGames, by their short names:{}", games.collect::<String>())
}

/// The same without what only those understand who write programs.
fn in_words(wrong: &str) -> String {
    let words = [
        ("invalid digit found in string", "it takes a whole number, 0 or more"),
        ("cannot parse integer from empty string", "it takes a whole number"),
        ("number too large to fit in target type", "the number is too large"),
    ];
    let said = words.iter().fold(wrong.to_string(), |said, (theirs, ours)| said.replace(theirs, ours));
    // `9 is not in 1..=4`
    match said.split_once(" is not in ").map(|(front, range)| (front, range.split_once("..="))) {
        Some((front, Some((from, rest)))) => format!("{front} is not one of {from} to {rest}"),
        _ => said,
    }
}

pub(super) const PLAY_EXAMPLES: &str = "Examples:
  hulldown play {game}                          a new game, saved under its own name
  hulldown play {game} --name Arracourt         a new game of that name; resumes it if it exists
  hulldown play --continue                   resume the game you played last
  hulldown play {game} --dice hand              roll your own dice and type them in
  hulldown play {game} --seed 1944              the same dice every time
  hulldown play {game} --options                what can be set
  hulldown play {game} --linear | tee game.txt  plain lines for screen readers, pipes, paper
{examples}
Every answer is saved before it is confirmed, so you can leave at any time.";

pub(super) const LEARN_EXAMPLES: &str = "Examples:
  hulldown learn                   a guided first game
  hulldown learn {game} --linear      the same, line by line
Type `tips off` to turn the hints off.";

pub(super) const SERVE_EXAMPLES: &str = "Examples:
  hulldown                       the same, from a terminal
  hulldown serve                 pick a free port and open the browser
  hulldown serve --port 8044     always use the same address
  hulldown serve --no-open       only print the address
The page can be reached from this machine only, with the key in the printed address; your browser remembers it.
The key is stored in page.key beside the saved games; delete that file to get a new one. Stop with Ctrl-C; every answer is saved.";

pub(super) const SAVES_EXAMPLES: &str = "Examples:
  hulldown saves                               list saved games, most recent first
  hulldown saves export Arracourt arr.json     one game in one file, to keep, send or report
  hulldown saves import arr.json --name Again  and back again
  hulldown saves rename Again Bastogne
  hulldown saves remove Bastogne
  hulldown saves repair Arracourt              recover a damaged game as far as it can be read
  hulldown saves check --deep                  look for damage, and replay every game
  hulldown saves backup games-today.db         a copy of everything
  hulldown saves restore                       if the file is damaged: restore the newest backup
  hulldown saves restore week                  restore an older one

Backups are made automatically, at most one a day, beside the file of games:
  games.db.bak           from the last day games were opened            (day)
  games.db.bak-week      about a week older                             (week)
  games.db.bak-month     about a month older                            (month)
  games.db.bak-fewer     from before a day on which a game was missing, shorter or
                         damaged; each is kept for a month              (fewer, fewer-2 ...)
A deleted game therefore stays in the backups for a while. A damaged file never replaces a backup.
The word in parentheses is the name to give `saves restore`.";

pub(super) const REPLAY_EXAMPLES: &str = "Examples:
  hulldown replay Arracourt             step through a saved game, forward and back
  hulldown replay arr.json --to 40      start after answer 40
  hulldown replay arr.json --text       print the whole log
  hulldown replay Ambush --side 2     a two-sided game as player 2 saw it
  hulldown replay arr.json --story      print it as the crew tells it, if the game has a story";

pub(super) const VERIFY_EXAMPLES: &str = "Examples:
  hulldown verify Arracourt
  hulldown verify arr.json && echo honest
Exits with 0 if everything checks, otherwise with 1 and the place that does not.";

pub(super) const ODDS_EXAMPLES: &str = "Examples:
  hulldown odds Arracourt                       every option of a saved game
  hulldown odds arr.json --key A2               one option, by its key in play
  hulldown odds {game} --arrange situation.json    a situation of your own";

pub(super) const REVIEW_EXAMPLES: &str = "Examples:
  hulldown review Arracourt
  hulldown review arr.json --seconds 300
Every decision is compared with its alternatives by playing them out, as advice does.";

pub(super) const RULES_EXAMPLES: &str = "Examples:
  hulldown rules {game}              the rules by number
{examples}";

pub(super) const CHARTS_EXAMPLES: &str = "Examples:
  hulldown charts {game}                  all charts, with their sources
  hulldown charts {game} --pack mycharts  with your own files over ours
{examples}";

pub(super) const SIM_EXAMPLES: &str = "Examples:
  hulldown sim {game}                                        2,000 games by its best bot
  hulldown sim {game} --games 100000 --policy random         by random moves
  hulldown sim {game} --first 50000 --games 50000            the second half of a batch of 100,000
{examples}
The same seed gives the same games on any number of threads, so parts of a batch can be combined.";

pub(super) const DRIVE_EXAMPLES: &str = "Examples:
  hulldown drive
  echo '{\"do\":\"games\"}' | hulldown drive
  printf '%s\\n' '{\"do\":\"new\",\"game\":\"{game}\",\"seed\":1}' '{\"do\":\"advise\"}' | hulldown drive
Each line gets one line in reply; `{\"do\":\"quit\"}` or the end of the input ends it.";
