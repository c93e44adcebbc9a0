//! What a player can say besides answering: the same words in both clients.

use crate::dice::parse_mode;
use hulldown_core::dicebox::DiceMode;
use hulldown_desk::chronicle::Show;
use hulldown_desk::keys::{COMMANDS, FrameCommand, LEADER};
use hulldown_desk::{Level, nearest};
use hulldown_draw::Question;
use std::path::PathBuf;

/// Something a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing: Enter alone.
    Nothing,
    /// The option in this place, from 0.
    Pick(usize),
    /// The option of this key, by somebody who was asked whether he is sure.
    Sure(String),
    /// The options of the group of this number, from 0, or all of them.
    Unfold(Option<usize>),
    /// Anything else: perhaps an option's key, perhaps faces of dice.
    Other(String),
    /// An answer, or several, as the game itself says them.
    Say(String),
    /// Everything a seat can see.
    Where,
    /// One of the titled lists of the game.
    Section(String),
    /// The question and its options again.
    Look,
    /// The board in characters: near what happens, `all` of it, or about a place.
    Board(Option<String>),
    /// Something asked about the board.
    About(BoardQuestion),
    /// The log, or a part of it.
    Log(Chronicle),
    /// To where the round or mission before begins, or the one after.
    Part { small: bool, forward: bool },
    /// To where the last round, battle, Week began, or where the next does, whatever the game has.
    PartCalled { what: String, forward: bool },
    /// The bookmarks, or a new one of this name where one looks.
    Mark(Option<String>),
    /// To a bookmark.
    To(String),
    /// Exact odds of one option, or of all.
    Odds(Option<String>),
    /// The rule behind an option or, without one, the last roll explained.
    Why(Option<String>),
    /// A rule by id or words, or the one behind the question.
    Rule(Option<String>),
    /// One chart.
    Chart(String),
    /// The list of charts.
    Charts,
    /// What a bot thinks of the options.
    Advice,
    /// Take back the last answer.
    Undo,
    /// Take back so many answers.
    Rewind(u16),
    /// Change who throws the dice, or say who does.
    Dice(Option<DiceMode>),
    /// Let a policy play: its name, and how many answers, `step` or `end`.
    Auto(Auto),
    /// The usual answer, and on to the next real decision.
    On,
    /// How much is answered without asking; without a word, say how much is.
    Ease(Option<Level>),
    /// Kinds of questions that are always asked; an empty list for none.
    Stops(Vec<String>),
    /// The story so far, perhaps to a file.
    Story(Option<PathBuf>),
    /// Show or hide what is not allowed now.
    Refused(Option<bool>),
    /// The hint for the question again.
    Hint,
    /// Hints on or off.
    Tips(Option<bool>),
    /// List saved games.
    Saves,
    /// Say that the game is saved, or write it to a file.
    Save(Option<PathBuf>),
    /// The after-action report, perhaps to a file.
    Report(Option<PathBuf>),
    /// Look back so many answers.
    Back(usize),
    /// Look forward so many answers.
    Forward(usize),
    /// Look at the game after so many answers.
    Goto(usize),
    /// Back to the present.
    Now,
    /// Play on from the answer looked at, in a copy.
    PlayOn,
    /// What one can say.
    Help,
    /// Leave.
    Quit,
}

/// What is told of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chronicle {
    /// The present round or turn.
    Round,
    /// The last so many events.
    Last(usize),
    /// All of the game, or some of it.
    Of(Show),
}

/// A question about the board, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardQuestion {
    /// What is there.
    Look(String),
    /// How far it is.
    Way(String),
    /// What is seen.
    See(String),
    /// Who aims at me.
    Targets,
    /// Where am I.
    Where,
}

impl BoardQuestion {
    /// As games are asked.
    pub(crate) fn question(&self) -> Question<'_> {
        match self {
            BoardQuestion::Look(what) => Question::Look(what),
            BoardQuestion::Way(to) => Question::Way(to),
            BoardQuestion::See(what) => Question::See(what),
            BoardQuestion::Targets => Question::Targets,
            BoardQuestion::Where => Question::Where,
        }
    }
}

/// How a policy is to play.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Auto {
    /// The policy; the game's best if none.
    pub(crate) policy: Option<String>,
    /// How far.
    pub(crate) far: HowFar,
}

/// How far a policy plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HowFar {
    /// So many answers.
    Answers(u64),
    /// To the end of the open step.
    Step,
    /// To the end of the game.
    End,
    /// To the next round, battle, Week, whatever the game has.
    To(String),
}

impl Default for HowFar {
    fn default() -> Self {
        HowFar::Answers(1)
    }
}

/// Every command word with its arguments and what it does, in the order of the help.
pub(crate) const WORDS: &[(&str, &str, &str)] = &[
    (
        "A2, F, 0112 …",
        "",
        "choose the option with that key; part of a key lists those that start with it, #3 is the third option",
    ),
    ("+1, all", "", "unfold a group of options, or all of them"),
    ("look", "", "show the question and its options again"),
    ("board", "[all|place]", "the board in characters: where the action is, all of it, or around a place (#)"),
    ("look", "place", "what is there: a hex, an area, a zone, a unit"),
    ("see", "place", "what can be seen from there, or by a unit"),
    ("way", "[from] to", "how far it is, and what is on the way"),
    ("who targets me", "", "who aims at you or sees you, and the danger"),
    ("where am I", "", "where you are and what is around you, in short"),
    ("where", "", "everything you can see"),
    ("a part's name", "", "only that part of it; `where` names the parts"),
    (
        "log",
        "[n|all|losses|kills|shots|rolls|hand|heads]",
        "this round or turn, the last events, all, or only some, oldest first (,l)",
    ),
    ("odds", "[option]", "exact odds of one option; alone, of every option on a line (,o)"),
    ("why", "[option]", "the rule behind an option; alone, the last roll explained (,w)"),
    ("rule", "[ID or words]", "what a rule says; alone, the one behind the question (,r)"),
    ("charts, chart", "[ID]", "the charts (,c)"),
    ("advice", "", "how a bot rates the options (,h)"),
    ("undo", "", "undo the last answer (,u)"),
    ("rewind", "n", "undo the last n answers; the program's dice come up again"),
    ("dice", "random|hand|hand B1,B3", "who rolls: the program, you, or you for some charts"),
    ("stop", "for B1,B3|all|none|list", "which rolls wait for you; Enter lets the program roll"),
    (".", "", "the usual answer, or carry out the orders, then on to the next real decision (on)"),
    ("ease", "full|routine|brisk", "how much is answered for you; each such answer is logged and can be undone"),
    ("ask", "me target,orders|none", "kinds of questions you are always asked"),
    ("threats", "", "what may hit you before your next decision, unit by unit (,t)"),
    (
        "auto",
        "[bot] [n|step|end]",
        "let a bot answer once, n times, to the end of the step or of the game, or to the next part of it",
    ),
    ("refused", "[on|off]", "everything not allowed now, and why; on or off: show it in short (,x)"),
    (
        "back, forward",
        "[n|round|…]",
        "look back through the game and forward again ([ and ], < and > by small parts such as rounds, { and } by large ones such as missions, days or Weeks)",
    ),
    ("goto", "n|name", "look at the game after answer n or at a bookmark; `now` returns to the present"),
    ("mark", "[name]", "list bookmarks, or set one at the moment shown"),
    ("playon", "", "while looking back: play on from there, in a copy"),
    ("report", "[file]", "the report so far, to read or to save"),
    ("story", "[file]", "the same told as a story, if the game has one"),
    ("save", "[file]", "every answer is already saved; with a file name, write a copy"),
    ("saves", "", "all saved games"),
    ("hint", "", "the hint for this question again, in full"),
    ("tips", "on|off", "hints for learners"),
    ("help", "", "this list (?)"),
    ("quit", "", "leave; the game is saved (,q)"),
];

/// The commands that answer or change something: of no use in a record.
pub(crate) const PLAYED: [&str; 12] =
    [WORDS[0].0, "undo", "rewind", "dice", "stop", ".", "ease", "ask", "auto", "playon", "hint", "tips"];

/// The words a slip of the finger is compared with.
const SPOKEN: &[&str] = &[
    "board", "look", "see", "way", "who", "where", "log", "odds", "why", "rule", "charts", "chart", "advice", "undo",
    "rewind", "dice", "stop", "auto", "ease", "ask", "threats", "story", "refused", "back", "forward", "goto", "now",
    "playon", "report", "save", "saves", "tips", "hint", "marks", "help", "quit",
];

/// The word a person probably meant, or the part of the game.
pub(crate) fn meant<'w>(word: &str, sections: &[&'w str]) -> Option<&'w str> {
    nearest(word, SPOKEN.iter().copied().chain(sections.iter().copied()))
}

/// Understands what was typed. `sections` are the ids of the titled lists there are. An `Err` says how to say it right.
pub(crate) fn parse(line: &str, sections: &[&str]) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let some = |text: &str| (!text.is_empty()).then(|| text.to_string());
    let path = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
    // A letter alone is the key of an option, never a command; after a comma it is what the frame does.
    let lower = match word.strip_prefix(LEADER) {
        Some(letter) => spelled(letter).ok_or_else(frame_letters)?.to_string(),
        // Signs that do something at once on the full screen mean the same as a line.
        None if let Some(command) = FrameCommand::by_key(word).filter(|_| !word.starts_with(char::is_alphanumeric)) => {
            command.word.into()
        }
        None if word.len() == 1 => word.to_uppercase(),
        None => word.to_lowercase(),
    };
    Ok(match lower.as_str() {
        "" => Command::Nothing,
        "look" if !rest.is_empty() => Command::About(BoardQuestion::Look(rest.into())),
        "look" | "options" | "prompt" => Command::Look,
        "#" => Command::Board(some(rest)),
        "board" | "map" if !sections.contains(&lower.as_str()) => Command::Board(some(rest)),
        "see" => Command::About(BoardQuestion::See(rest.into())),
        "way" => Command::About(BoardQuestion::Way(rest.into())),
        "who" => Command::About(BoardQuestion::Targets),
        "where" if !rest.is_empty() => Command::About(BoardQuestion::Where),
        "where" | "situation" => Command::Where,
        "log" => Command::Log(match rest.strip_prefix("my ").unwrap_or(rest) {
            "" => Chronicle::Round,
            "dice" => Chronicle::Of(Show::Rolls),
            "headlines" => Chronicle::Of(Show::Heads),
            word => match Show::named(word) {
                Some(show) => Chronicle::Of(show),
                None => Chronicle::Last(word.parse().map_err(|_| {
                    let words: Vec<String> = Show::ALL.iter().map(|(_, word, _)| format!("`log {word}`")).collect();
                    format!("say `log`, `log 20`, {}", words.join(", "))
                })?),
            },
        }),
        "mark" | "marks" | "bookmark" | "bookmarks" => Command::Mark(some(rest)),
        "odds" => Command::Odds(some(rest)),
        "why" => Command::Why(some(rest)),
        "rule" | "rules" => match rest {
            "" => Command::Rule(None),
            what => Command::Rule(Some(what.into())),
        },
        "chart" | "charts" => match rest {
            "" => Command::Charts,
            id => Command::Chart(id.into()),
        },
        "advice" | "advise" => Command::Advice,
        "undo" => Command::Undo,
        "rewind" => Command::Rewind(number(rest, "rewind 3")?),
        "dice" => match rest {
            "" => Command::Dice(None),
            who => Command::Dice(Some(parse_mode(who)?)),
        },
        "stop" => stop(rest)?,
        "auto" => Command::Auto(auto(rest)?),
        "." | "on" => Command::On,
        "ease" => Command::Ease(match rest {
            "" => None,
            name => Some(Level::named(&name.to_lowercase()).ok_or("say `ease full`, `ease routine` or `ease brisk`")?),
        }),
        "ask" => Command::Stops(kinds(rest)?),
        "threats" | "threat" => Command::About(BoardQuestion::Targets),
        "all" => Command::Unfold(None),
        "story" => Command::Story(path(rest)),
        "refused" => Command::Refused(switch(rest, "refused on")?),
        "hint" => Command::Hint,
        "tips" => Command::Tips(switch(rest, "tips off")?),
        "saves" | "games" => Command::Saves,
        "save" => Command::Save(path(rest)),
        "report" => Command::Report(path(rest)),
        "<" | ">" => Command::Part { small: true, forward: lower == ">" },
        "{" | "}" => Command::Part { small: false, forward: lower == "}" },
        "back" | "[" | "forward" | "next" | "]" if rest.starts_with(|c: char| c.is_alphabetic()) => {
            Command::PartCalled { what: rest.into(), forward: !matches!(lower.as_str(), "back" | "[") }
        }
        "back" | "[" => Command::Back(if rest.is_empty() { 1 } else { number(rest, "back 5")? }),
        "forward" | "next" | "]" => Command::Forward(if rest.is_empty() { 1 } else { number(rest, "forward 5")? }),
        "goto" => match rest.parse() {
            Ok(n) => Command::Goto(n),
            Err(_) if rest == "now" => Command::Now,
            Err(_) if rest.is_empty() => return Err("say where to, such as `goto 40`, or a bookmark's name".into()),
            Err(_) => Command::To(rest.into()),
        },
        "now" | "present" => Command::Now,
        "playon" => Command::PlayOn,
        "help" | "?" | "commands" => Command::Help,
        "quit" | "exit" | "leave" => Command::Quit,
        _ if let Some(Ok(n)) = word.strip_prefix('+').map(str::parse::<usize>) => {
            Command::Unfold(Some(n.saturating_sub(1)))
        }
        _ if rest.is_empty() && sections.iter().any(|id| id.eq_ignore_ascii_case(word)) => Command::Section(lower),
        _ => Command::Other(line.into()),
    })
}

/// The word for a letter of the frame.
fn spelled(letter: &str) -> Option<&'static str> {
    let mut letters = letter.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(FrameCommand::by_letter).map(|command| command.word)
}

/// What is pressed, or typed, for a command of the frame: `,l`.
pub(crate) fn pressed(word: &str) -> String {
    COMMANDS.iter().find(|one| one.word == word).map_or_else(|| word.into(), |one| format!("{LEADER}{}", one.letter))
}

fn frame_letters() -> String {
    let all: Vec<String> = COMMANDS.iter().map(|one| format!("`{LEADER}{}` {}", one.letter, one.word)).collect();
    format!("after a comma say {}", all.join(", "))
}

fn number<T: std::str::FromStr>(text: &str, example: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("say how many, such as `{example}`"))
}

fn switch(text: &str, example: &str) -> Result<Option<bool>, String> {
    match text.to_lowercase().as_str() {
        "" => Ok(None),
        "on" | "yes" => Ok(Some(true)),
        "off" | "no" => Ok(Some(false)),
        _ => Err(format!("say on or off, such as `{example}`")),
    }
}

/// Kinds of questions: `me target, orders`, or `none`.
fn kinds(rest: &str) -> Result<Vec<String>, String> {
    let rest = rest.strip_prefix("me").filter(|rest| rest.is_empty() || rest.starts_with(' ')).unwrap_or(rest);
    let rest = rest.trim().to_lowercase();
    let kinds: Vec<String> = rest.split([',', ' ']).filter(|kind| !kind.is_empty()).map(String::from).collect();
    match &kinds[..] {
        [] => {
            Err("say which kinds, such as `ask me target,orders`, or `ask none`; `look` names the kind asked now"
                .into())
        }
        [none] if none == "none" => Ok(Vec::new()),
        _ => Ok(kinds),
    }
}

fn stop(rest: &str) -> Result<Command, String> {
    let rest = rest.strip_prefix("for ").unwrap_or(rest).trim();
    Ok(Command::Dice(match rest.to_lowercase().as_str() {
        "" | "list" => None,
        "all" => Some(DiceMode::Hand),
        "none" => Some(DiceMode::Random),
        _ => Some(parse_mode(&format!("hand {rest}"))?),
    }))
}

fn auto(rest: &str) -> Result<Auto, String> {
    let mut auto = Auto::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "to" => auto.far = HowFar::To(words.next().ok_or("say how far, such as `auto to round`")?.to_lowercase()),
            "step" => auto.far = HowFar::Step,
            "end" => auto.far = HowFar::End,
            _ => {
                match word.parse() {
                    Ok(0) => return Err("say how many answers, such as `auto 10`".into()),
                    Ok(n) => auto.far = HowFar::Answers(n),
                    Err(_) if auto.policy.is_none() => auto.policy = Some(word.into()),
                    Err(_) => {
                        return Err("say `auto`, `auto 10`, `auto step`, `auto to round`, `auto end`, or a bot's name before that".into());
                    }
                }
            }
        }
    }
    Ok(auto)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Command {
        parse(line, &["crew", "enemies"]).unwrap()
    }

    #[test]
    fn words_letters_and_numbers_are_understood() {
        assert_eq!(said(""), Command::Nothing);
        assert_eq!(said(" 0117 "), Command::Other("0117".into()), "a hex keeps its zero");
        assert_eq!(said("fire:2:ap"), Command::Other("fire:2:ap".into()));
        assert_eq!(said("4 1"), Command::Other("4 1".into()));
        assert_eq!(said("Crew"), Command::Section("crew".into()));
        assert_eq!((said(",u"), said(",U"), said("undo")), (Command::Undo, Command::Undo, Command::Undo));
        let look = (said("#"), said(";"), said("F2"));
        let threats = Command::About(BoardQuestion::Targets);
        assert_eq!(look, (Command::Board(None), threats, Command::Other("F2".into())), "signs, no letters");
        // A letter alone answers, whatever its case.
        assert_eq!((said("u"), said("U")), (Command::Other("u".into()), Command::Other("U".into())));
        assert_eq!((said("all"), said("+2")), (Command::Unfold(None), Command::Unfold(Some(1))));
        assert_eq!((said("board"), said("board all")), (Command::Board(None), Command::Board(Some("all".into()))));
        assert_eq!(
            (said("look"), said("look 0112")),
            (Command::Look, Command::About(BoardQuestion::Look("0112".into())))
        );
        assert_eq!(said("way A 2714"), Command::About(BoardQuestion::Way("A 2714".into())));
        assert_eq!(said("who targets me"), Command::About(BoardQuestion::Targets));
        assert_eq!((said("where"), said("where am I")), (Command::Where, Command::About(BoardQuestion::Where)));
        assert_eq!(said("rewind 3"), Command::Rewind(3));
        assert_eq!(
            (said("log"), said("log all")),
            (Command::Log(Chronicle::Round), Command::Log(Chronicle::Of(Show::All)))
        );
        assert_eq!(
            (said("log 3"), said("log my losses")),
            (Command::Log(Chronicle::Last(3)), Command::Log(Chronicle::Of(Show::Losses)))
        );
        assert_eq!(said("<"), Command::Part { small: true, forward: false });
        assert_eq!(said("}"), Command::Part { small: false, forward: true });
        assert_eq!(said("back round"), Command::PartCalled { what: "round".into(), forward: false });
        assert_eq!(said("forward Week"), Command::PartCalled { what: "Week".into(), forward: true });
        assert_eq!(
            (said("mark the bridge"), said("marks")),
            (Command::Mark(Some("the bridge".into())), Command::Mark(None))
        );
        assert_eq!(said("goto the bridge"), Command::To("the bridge".into()));
        assert_eq!((said(",r 7.3"), said("rule")), (Command::Rule(Some("7.3".into())), Command::Rule(None)));
        assert_eq!(said("["), Command::Back(1));
        assert_eq!(said("tips off"), Command::Tips(Some(false)));
        assert_eq!(said("dice hand B1,B3"), said("stop for b1, b3"));
        assert_eq!(said("stop none"), Command::Dice(Some(DiceMode::Random)));
        assert_eq!(said("stop list"), Command::Dice(None));
        assert_eq!((said("."), said("on")), (Command::On, Command::On));
        assert_eq!(said("threats"), said("who targets me"), "one answer to both");
        assert_eq!((said("now"), said("goto now")), (Command::Now, Command::Now));
        assert_eq!((said("ease"), said("ease Brisk")), (Command::Ease(None), Command::Ease(Some(Level::Brisk))));
        assert_eq!(said("ask me target, orders"), Command::Stops(vec!["target".into(), "orders".into()]));
        assert_eq!(said("ask none"), Command::Stops(Vec::new()));
        assert_eq!(said("auto random end"), Command::Auto(Auto { policy: Some("random".into()), far: HowFar::End }));
        assert_eq!(said("auto to Week"), Command::Auto(Auto { policy: None, far: HowFar::To("week".into()) }));
        assert_eq!(said("auto 5"), Command::Auto(Auto { policy: None, far: HowFar::Answers(5) }));
        for bad in [
            "rewind",
            "rewind x",
            "dice feet",
            "goto",
            "log many",
            "auto a b",
            "auto 0",
            "tips maybe",
            "ease up",
            "ask",
            "ask me",
        ] {
            assert!(parse(bad, &[]).is_err(), "{bad}");
        }
        assert_eq!(meant("enmies", &["crew", "enemies"]), Some("enemies"));
    }
}
