//! What can be typed on the command line.

mod help;
mod saves;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use help::{
    CHARTS_EXAMPLES, DRIVE_EXAMPLES, LEARN_EXAMPLES, ODDS_EXAMPLES, PLAY_EXAMPLES, REPLAY_EXAMPLES, REVIEW_EXAMPLES,
    RULES_EXAMPLES, SAVES_EXAMPLES, SERVE_EXAMPLES, SIM_EXAMPLES, VERIFY_EXAMPLES, WIDEST, refuse, with_games,
};
pub(crate) use saves::{SavesArgs, SavesWhat};
use std::path::PathBuf;

/// Classic tank board games, played by their exact rules.
#[derive(Parser, Debug)]
#[command(
    name = "hulldown",
    version,
    max_term_width = WIDEST,
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
    pub(crate) command: Option<CliCommand>,
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

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Play a game, new or saved
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Play a guided first game, with hints where you need them
    #[command(after_help = LEARN_EXAMPLES)]
    Learn(PlayArgs),
    /// Open the page: the same games in the browser, on this machine only
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// List, export, import, rename, remove and repair saved games
    #[command(after_help = SAVES_EXAMPLES)]
    Saves(SavesArgs),
    /// Step through a finished or saved game
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Replay a record and check every answer and every roll
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Show exact odds of every option in a saved game or a situation of your own
    #[command(after_help = ODDS_EXAMPLES)]
    Odds(OddsArgs),
    /// Review a game: which decisions cost you
    #[command(after_help = REVIEW_EXAMPLES)]
    Review(ReviewArgs),
    /// Show the rules, in our words
    #[command(after_help = RULES_EXAMPLES)]
    Rules(RulesArgs),
    /// Show the charts, and where their figures come from
    #[command(after_help = CHARTS_EXAMPLES)]
    Charts(ChartsArgs),
    /// Let bots play many games, and report the results
    #[command(after_help = SIM_EXAMPLES)]
    Sim(SimArgs),
    /// Play by JSON lines: for bots, scripts and bug reports
    #[command(after_help = DRIVE_EXAMPLES)]
    Drive(DriveArgs),
    /// Show the license, and those of the libraries used
    #[command(after_help = "Example:\n  hulldown licenses > licenses.txt")]
    Licenses,
}

/// How to serve the page.
#[derive(Args, Debug, Default)]
pub(crate) struct ServeArgs {
    /// The port [default: any free one]
    #[arg(long, value_name = "PORT", allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

/// What to simulate.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// The game, by its short name
    pub(crate) game: String,
    /// Number of games
    #[arg(long, default_value_t = 2_000, value_name = "N", allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Number of the first game, to split a batch into parts
    #[arg(long, default_value_t = 0, value_name = "N", allow_negative_numbers = true)]
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
    #[arg(long, default_value_t = 2024, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of threads; 0 for one per core
    #[arg(long, default_value_t = 0, value_name = "N", allow_negative_numbers = true)]
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
pub(crate) struct PlayArgs {
    /// The game, by its short name [default: the first]
    pub(crate) game: Option<String>,
    /// Who plays the other side of a two-player game: a bot, such as rollout, or `person`
    #[arg(long, value_name = "WHO")]
    pub(crate) against: Option<String>,
    /// The bot that plays your partners in a co-operative game, such as sensible
    #[arg(long = "with", value_name = "WHO", conflicts_with = "against")]
    pub(crate) partners: Option<String>,
    /// Which player you are, 1 to 4 [default: 1, or the easier side when you learn]
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=4))]
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
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
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

/// Which game to step through.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// Start after this many answers
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<usize>,
    /// Whose view to show, in games with hidden information [default once it is over: the umpire's]
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
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
pub(crate) struct VerifyArgs {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// The charts it was played with, if not ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
}

/// Whose odds to work out.
#[derive(Args, Debug)]
pub(crate) struct OddsArgs {
    /// A file, the name of a saved game, or with --arrange the game
    pub(crate) what: String,
    /// Only the option with this key, as typed in play
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Whose options, if several players are asked
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
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
pub(crate) struct ReviewArgs {
    /// A file, or the name of a saved game
    pub(crate) what: String,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 60)]
    pub(crate) seconds: u64,
    /// Only this player's decisions
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
    pub(crate) side: Option<u8>,
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
}

/// How to talk to the driver.
#[derive(Args, Debug)]
pub(crate) struct DriveArgs {
    /// A directory of your own charts, used in place of ours
    #[arg(long, value_name = "DIR")]
    pub(crate) pack: Option<PathBuf>,
    /// Where sources disagree, play the other reading; repeatable, or `all`
    #[arg(long, value_name = "NAME", conflicts_with = "pack")]
    pub(crate) reading: Vec<String>,
}

/// Which rules to show.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game, by its short name
    pub(crate) game: String,
    /// A rule number, the beginning of one, or words to search for
    #[arg(value_name = "NUMBER OR WORDS")]
    pub(crate) what: Vec<String>,
}

/// Which charts to show.
#[derive(Args, Debug)]
pub(crate) struct ChartsArgs {
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
            // What clap adds itself has nothing to teach.
            command.get_subcommands_mut().filter(|command| command.get_name() != "help").for_each(walk);
        }
        walk(&mut Cli::command());
    }
}
