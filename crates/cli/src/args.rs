//! What can be typed on the command line, and the help that teaches it.

use crate::text::hang;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use hulldown_catalog::{Entry, Visitor};
use std::path::PathBuf;

/// Classic tank board games, played by their exact rules.
#[derive(Parser, Debug)]
#[command(
    name = "hulldown",
    version,
    max_term_width = WIDEST,
    disable_help_subcommand = true,
    after_help = "Examples:
  hulldown                        open the page in your browser (piped: print an overview)
  hulldown learn                  a guided first game
  hulldown play {game}            a new game
  hulldown play --continue        resume the game you played last
  hulldown rules {game}           read its rules
  hulldown play --help            all about one command

Games, by their short names:
{games}

Saved games are kept in $HULLDOWN_DATA if that is set, otherwise in the usual data directory of your system."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The lines a game adds to the help of a command.
struct Examples<'c> {
    command: &'c str,
    lines: String,
}

impl Visitor for Examples<'_> {
    fn visit<G: Entry>(&mut self) {
        let own = G::EXAMPLES.iter().filter(|(line, _)| line.split(' ').next() == Some(self.command));
        self.lines.extend(own.map(|(line, what)| format!("  hulldown {line}  {what}\n")));
    }
}

/// The same command with the games of the catalog in its help, and what is said of examples in a column of its own.
fn with_games(mut command: clap::Command) -> clap::Command {
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
const WIDEST: usize = 100;

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

/// The command line as it was typed. The help of `learn` leaves out what the guided game decides itself.
pub(crate) fn parse() -> Cli {
    let own = ["seed", "set", "pack", "reading", "learn"];
    let command = with_games(Cli::command()).mut_subcommand("learn", |learn| {
        learn.mut_args(|arg| match own.contains(&arg.get_id().as_str()) {
            true => arg.hide(true),
            false => arg,
        })
    });
    let typed = command.try_get_matches().unwrap_or_else(|wrong| refuse(&wrong));
    Cli::from_arg_matches(&typed).unwrap_or_else(|wrong| refuse(&wrong))
}

/// Says what is wrong with the command line, in words, and ends the program.
fn refuse(wrong: &clap::Error) -> ! {
    if wrong.kind() != clap::error::ErrorKind::ValueValidation {
        wrong.exit();
    }
    crate::fail::eprintln_quietly(in_words(&wrong.to_string()).trim_end());
    std::process::exit(wrong.exit_code());
}

/// The same without what only those understand who write programs.
fn in_words(wrong: &str) -> String {
    let words = [
        ("invalid digit found in string", "it takes a whole number"),
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

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game, new or saved
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Play a guided first game, with hints where you need them
    #[command(after_help = LEARN_EXAMPLES)]
    Learn(Play),
    /// Open the page: the same games in the browser, on this machine only
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// List, export, import, rename, remove and repair saved games
    #[command(after_help = SAVES_EXAMPLES)]
    Saves(Saves),
    /// Step through a finished or saved game
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(Replay),
    /// Replay a record and check every answer and every roll
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Show exact odds of every option in a saved game or a situation of your own
    #[command(after_help = ODDS_EXAMPLES)]
    Odds(Odds),
    /// Review a game: which decisions cost you
    #[command(after_help = REVIEW_EXAMPLES)]
    Review(Review),
    /// Show the rules, in our words
    #[command(after_help = RULES_EXAMPLES)]
    Rules(Rules),
    /// Show the charts, and where their figures come from
    #[command(after_help = CHARTS_EXAMPLES)]
    Charts(Charts),
    /// Let bots play many games, and report the results
    #[command(after_help = SIM_EXAMPLES)]
    Sim(Sim),
    /// Play by JSON lines: for bots, scripts and bug reports
    #[command(after_help = DRIVE_EXAMPLES)]
    Drive(Drive),
    /// Show the license, and those of the libraries used
    #[command(after_help = "Example:\n  hulldown licenses > licenses.txt")]
    Licenses,
}

const PLAY_EXAMPLES: &str = "Examples:
  hulldown play {game}                          a new game, saved under its own name
  hulldown play {game} --name Arracourt         a new game of that name; resumes it if it exists
  hulldown play --continue                   resume the game you played last
  hulldown play {game} --dice hand              roll your own dice and type them in
  hulldown play {game} --seed 1944              the same dice every time
  hulldown play {game} --options                what can be set
  hulldown play {game} --linear | tee game.txt  plain lines for screen readers, pipes, paper
{examples}
Every answer is saved before it is confirmed, so you can leave at any time.";

const LEARN_EXAMPLES: &str = "Examples:
  hulldown learn                   a guided first game
  hulldown learn {game} --linear      the same, line by line
Type `tips off` to turn the hints off.";

const SERVE_EXAMPLES: &str = "Examples:
  hulldown                       the same, from a terminal
  hulldown serve                 pick a free port and open the browser
  hulldown serve --port 8044     always use the same address
  hulldown serve --no-open       only print the address
The page can be reached from this machine only, with the key in the printed address; your browser remembers it.
The key is stored in page.key beside the saved games; delete that file to get a new one. Stop with Ctrl-C; every answer is saved.";

const SAVES_EXAMPLES: &str = "Examples:
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

const REPLAY_EXAMPLES: &str = "Examples:
  hulldown replay Arracourt             step through a saved game, forward and back
  hulldown replay arr.json --to 40      start after answer 40
  hulldown replay arr.json --text       print the whole log
  hulldown replay Ambush --side 2     a two-sided game as player 2 saw it
  hulldown replay arr.json --story      print it as the crew tells it, if the game has a story";

const VERIFY_EXAMPLES: &str = "Examples:
  hulldown verify Arracourt
  hulldown verify arr.json && echo honest
Exits with 0 if everything checks, otherwise with 1 and the place that does not.";

const ODDS_EXAMPLES: &str = "Examples:
  hulldown odds Arracourt                       every option of a saved game
  hulldown odds arr.json --key A2               one option, by its key in play
  hulldown odds {game} --arrange situation.json    a situation of your own";

const REVIEW_EXAMPLES: &str = "Examples:
  hulldown review Arracourt
  hulldown review arr.json --seconds 300
Every decision is compared with its alternatives by playing them out, as advice does.";

const RULES_EXAMPLES: &str = "Examples:
  hulldown rules {game}              the rules by number
{examples}";

const CHARTS_EXAMPLES: &str = "Examples:
  hulldown charts {game}                  all charts, with their sources
  hulldown charts {game} --pack mycharts  with your own files over ours
{examples}";

const SIM_EXAMPLES: &str = "Examples:
  hulldown sim {game}                                        2,000 games by its best bot
  hulldown sim {game} --games 100000 --policy random         by random moves
  hulldown sim {game} --first 50000 --games 50000            the second half of a batch of 100,000
{examples}
The same seed gives the same games on any number of threads, so parts of a batch can be combined.";

const DRIVE_EXAMPLES: &str = "Examples:
  hulldown drive
  echo '{\"do\":\"games\"}' | hulldown drive
  printf '%s\\n' '{\"do\":\"new\",\"game\":\"{game}\",\"seed\":1}' '{\"do\":\"advise\"}' | hulldown drive
Each line gets one line in reply; `{\"do\":\"quit\"}` or the end of the input ends it.";

/// How to serve the page.
#[derive(Args, Debug, Default)]
pub(crate) struct Serve {
    /// The port [default: any free one]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

/// What to simulate.
#[derive(Args, Debug)]
pub(crate) struct Sim {
    /// The game, by its short name
    pub(crate) game: String,
    /// Number of games
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    pub(crate) games: u64,
    /// Number of the first game, to split a batch into parts
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) first: u64,
    /// The bot that plays, such as random [default: the best one]
    #[arg(long, value_name = "BOT")]
    pub(crate) policy: Option<String>,
    /// The bot in the second seat of a two-player game [default: the same]
    #[arg(long, value_name = "BOT")]
    pub(crate) against: Option<String>,
    /// Play the batch once for each value of a setup field, such as scenario; repeatable, for every
    /// combination [default: where a game says so, N games shared out over its fields]
    #[arg(long, value_name = "FIELD")]
    pub(crate) over: Vec<String>,
    /// The seed of the dice
    #[arg(long, default_value_t = 2024, value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Number of threads; 0 for one per core
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) threads: usize,
    /// Write one row per game to a .csv or .json file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with = "pack")]
    pub(crate) reading: Vec<String>,
    /// Change a setup field; repeatable
    #[arg(long, value_name = "FIELD=VALUE")]
    pub(crate) set: Vec<String>,
}

/// How to play.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Play {
    /// The game, by its short name [default: the first]
    pub(crate) game: Option<String>,
    /// Who plays the other side of a two-player game: a bot, such as rollout, or `person`
    #[arg(long, value_name = "WHO")]
    pub(crate) against: Option<String>,
    /// The bot that plays your partners in a co-operative game, such as sensible
    #[arg(long = "with", value_name = "WHO", conflicts_with = "against")]
    pub(crate) partners: Option<String>,
    /// Which player you are, 1 to 4 [default: 1, or the easier side when you learn]
    #[arg(long, value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) side: Option<u8>,
    /// Name to save it under; resumes the saved game of that name
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Resume a saved game [default: the most recent]
    #[arg(long = "continue", value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["name", "seed", "set", "learn"])]
    pub(crate) go_on: Option<String>,
    /// If the rules have changed since, resume under today's without asking, as a copy
    #[arg(long = "go-on")]
    pub(crate) by_new_rules: bool,
    /// The seed of the dice; the same seed and answers give the same game
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Who rolls the dice: random, hand, or hand:B1,B3 for those charts only
    #[arg(long, value_name = "WHO", value_parser = crate::dice::parse_mode)]
    pub(crate) dice: Option<hulldown_core::dicebox::DiceMode>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pack", "go_on"])]
    pub(crate) reading: Vec<String>,
    /// Plain lines instead of full screen; the default when output is not a terminal
    #[arg(long)]
    pub(crate) linear: bool,
    /// A guided game with hints (same as `hulldown learn`)
    #[arg(long)]
    pub(crate) learn: bool,
    /// Change a setup field; repeatable
    #[arg(long, value_name = "FIELD=VALUE")]
    pub(crate) set: Vec<String>,
    /// List the setup fields and their values, then exit
    #[arg(long)]
    pub(crate) options: bool,
    /// Play without saving anything
    #[arg(long, conflicts_with_all = ["name", "go_on"])]
    pub(crate) no_save: bool,
}

/// What to do with saved games.
#[derive(Args, Debug)]
pub(crate) struct Saves {
    /// What to do; without it, list them.
    #[command(subcommand)]
    pub(crate) what: Option<SavesWhat>,
}

/// The commands for saved games.
#[derive(Subcommand, Debug)]
pub(crate) enum SavesWhat {
    /// List all saved games
    #[command(after_help = "Example:\n  hulldown saves list")]
    List,
    /// Write a game to a file
    #[command(
        after_help = "Examples:\n  hulldown saves export Arracourt arr.json\n  hulldown saves export Arracourt -      to standard output"
    )]
    Export {
        /// The game's name or id
        name: String,
        /// The file to write; `-` for standard output
        file: PathBuf,
        /// Replace the file if there is one
        #[arg(long)]
        force: bool,
    },
    /// Read a game from a file
    #[command(
        after_help = "Examples:\n  hulldown saves import arr.json\n  hulldown saves import arr.json --name Again"
    )]
    Import {
        /// The file; `-` for standard input
        file: PathBuf,
        /// The name to save it under
        #[arg(long)]
        name: Option<String>,
        /// The charts it was played with, if not ours
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Delete a game
    #[command(
        after_help = "Examples:\n  hulldown saves remove Arracourt\n  hulldown saves remove Arracourt --yes     without asking"
    )]
    Remove {
        /// The game's name or id
        name: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Rename a game
    #[command(after_help = "Example:\n  hulldown saves rename {game}-1 \"Third Army\"")]
    Rename {
        /// The game's name or id
        name: String,
        /// Its new name
        to: String,
    },
    /// Recover a damaged game as far as it can be read; the damaged one is kept
    #[command(
        after_help = "Examples:\n  hulldown saves repair Arracourt\n  hulldown saves repair broken.json      a file works too"
    )]
    Repair {
        /// The game's name or id, or a file
        name: String,
        /// The charts it was played with, if not ours
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
    },
    /// Copy all saved games to one new file
    #[command(after_help = "Example:\n  hulldown saves backup games-1944-12-16.db")]
    Backup {
        /// The file to write
        file: PathBuf,
    },
    /// Replace a damaged or missing file of games with a backup; the damaged file is moved aside
    #[command(
        after_help = "Examples:\n  hulldown saves restore\n  hulldown saves restore week\nClose the page and every game in a terminal first.\n`hulldown saves --help` lists the backups."
    )]
    Restore {
        /// Which backup: day, week, month, fewer, fewer-2 ... [default: the newest]
        which: Option<String>,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
    /// Check the file of games for damage
    #[command(
        after_help = "Examples:\n  hulldown saves check            is everything in the file as written?\n  hulldown saves check --deep     and does every game replay from its record?"
    )]
    Check {
        /// Replay every game
        #[arg(long)]
        deep: bool,
    },
}

/// Which game to step through.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// Start after this many answers
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<usize>,
    /// Whose view to show, in games with hidden information [default once it is over: the umpire's]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) side: Option<u8>,
    /// Print the whole log and exit
    #[arg(long)]
    pub(crate) text: bool,
    /// Print the story as the crew tells it, day by day, and exit
    #[arg(long, conflicts_with = "text")]
    pub(crate) story: bool,
    /// Plain lines instead of the full screen
    #[arg(long)]
    pub(crate) linear: bool,
    /// The charts it was played with, if not ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
}

/// Which record to check.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// The charts it was played with, if not ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
}

/// Whose odds to work out.
#[derive(Args, Debug)]
pub(crate) struct Odds {
    /// A file, the name of a saved game, or with --arrange the game
    pub(crate) what: String,
    /// Only the option with this key, as typed in play
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Whose options, if several players are asked
    #[arg(long, value_name = "PLAYER")]
    pub(crate) side: Option<u8>,
    /// A situation of your own: a JSON file in the form of the driver's `state`
    #[arg(long, value_name = "FILE")]
    pub(crate) arrange: Option<PathBuf>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with = "pack", requires = "arrange")]
    pub(crate) reading: Vec<String>,
}

/// Which game to look back on.
#[derive(Args, Debug)]
pub(crate) struct Review {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) seconds: u64,
    /// Only this player's decisions
    #[arg(long, value_name = "PLAYER")]
    pub(crate) side: Option<u8>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
}

/// How to talk to the driver.
#[derive(Args, Debug)]
pub(crate) struct Drive {
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with = "pack")]
    pub(crate) reading: Vec<String>,
}

/// Which rules to show.
#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// The game, by its short name
    pub(crate) game: String,
    /// A rule number, the beginning of one, or words to search for
    #[arg(value_name = "NUMBER OR WORDS")]
    pub(crate) what: Vec<String>,
}

/// Which charts to show.
#[derive(Args, Debug)]
pub(crate) struct Charts {
    /// The game, by its short name
    pub(crate) game: String,
    /// The chart, such as `B3`
    pub(crate) chart: Option<String>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with = "pack")]
    pub(crate) reading: Vec<String>,
    /// List where sources disagree: what we play, what others say, and why
    #[arg(long, conflicts_with_all = ["chart", "pack", "reading"])]
    pub(crate) disagreements: bool,
    /// Show the files a pack of your own may hold, with an example of each
    #[arg(long, conflicts_with_all = ["chart", "pack", "reading", "disagreements"])]
    pub(crate) example: bool,
    /// Write the charts that --reading changes to a new directory, as a pack to start from
    #[arg(long, value_name = "DIR", requires = "reading", conflicts_with = "chart")]
    pub(crate) out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// How a chart is written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// An aligned table
    Text,
    /// Cells separated by tabs
    Tsv,
    /// JSON
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound_and_every_help_has_an_example() {
        Cli::command().debug_assert();
        fn walk(command: &mut clap::Command) {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Example"), "{help}");
            command.get_subcommands_mut().for_each(walk);
        }
        walk(&mut Cli::command());
    }
}
