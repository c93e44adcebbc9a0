//! What a player can say besides answering: the same words in both clients.

use crate::dice::parse_mode;
use hulldown_core::dicebox::DiceMode;
use hulldown_desk::{Level, nearest};
use hulldown_draw::Question;
use std::path::PathBuf;

/// Something a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing: Enter alone.
    Nothing,
    /// The option of this number, from 1.
    Number(usize),
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
    About(About),
    /// The last so many events; all of them for 0.
    Log(Option<usize>),
    /// Exact odds of one option, or of all.
    Odds(Option<String>),
    /// The rule behind an option or, without one, the last roll explained.
    Why(Option<String>),
    /// A rule by id or words.
    Rule(String),
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
    /// What may hit you next.
    Threats,
    /// The story so far, perhaps to a file.
    Story(Option<PathBuf>),
    /// Show or hide what is not allowed now.
    Refused(Option<bool>),
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

/// A question about the board, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
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

impl About {
    /// As games are asked.
    pub(crate) fn question(&self) -> Question<'_> {
        match self {
            About::Look(what) => Question::Look(what),
            About::Way(to) => Question::Way(to),
            About::See(what) => Question::See(what),
            About::Targets => Question::Targets,
            About::Where => Question::Where,
        }
    }
}

/// How a policy is to play.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Auto {
    /// The policy; the game's best if none.
    pub(crate) policy: Option<String>,
    /// How far.
    pub(crate) far: Far,
}

/// How far a policy plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Far {
    /// So many answers.
    Answers(u64),
    /// To the end of the open step.
    Step,
    /// To the end of the game.
    End,
}

impl Default for Far {
    fn default() -> Self {
        Far::Answers(1)
    }
}

/// Every command word with its arguments and what it does, in the order of the help.
pub(crate) const WORDS: &[(&str, &str, &str)] = &[
    ("1, 2, 3 …", "", "choose that option; its key works too"),
    ("look", "", "the question and its options again"),
    ("board", "[all|place]", "the board in characters: where things happen, all of it, or about a place (B)"),
    ("look", "place", "what lies and stands there: a hex, an area, a zone, a unit"),
    ("see", "place", "what is seen from there, or what a unit sees"),
    ("way", "[from] to", "how far it is, and what lies on the way"),
    ("who targets me", "", "who aims at you or has you in sight, with the danger"),
    ("where am I", "", "your place and what is about you, in short"),
    ("where", "", "everything you can see"),
    ("a part's name", "", "only that part of it; `where` names the parts"),
    ("log", "[n|all]", "the last events (l)"),
    ("odds", "[option]", "exactly what may come of an option, or of each (o)"),
    ("why", "[option]", "the rule behind an option; alone, the last roll explained (w)"),
    ("rule", "ID or words", "what a rule says (r)"),
    ("charts, chart", "[ID]", "the charts (c)"),
    ("advice", "", "how a bot ranks the options (h)"),
    ("undo", "", "take back the last answer (u)"),
    ("rewind", "n", "take back the last n answers; dice thrown stay thrown"),
    ("dice", "random|hand|hand B1,B3", "who throws: the program, you, or you for some charts"),
    ("stop", "for B1,B3|all|none|list", "which rolls stop and wait for you: Enter lets the program throw"),
    (".", "", "the usual answer (orders: carry them out), then on to the next real decision (on)"),
    ("ease", "full|routine|brisk", "how much is answered for you; every such answer is told and can be taken back"),
    ("ask", "me target,orders|none", "kinds of questions you are always asked, whatever the ease"),
    ("threats", "", "what may hit you before you are asked again, unit by unit (T)"),
    ("auto", "[policy] [n|step|end]", "let a policy answer once, n times, to the end of the step or of the game"),
    ("refused", "[on|off]", "all that is not allowed now, in full; on or off: list it in short or not (x)"),
    ("back, forward", "[n]", "look back through the game and forward again ([ and ])"),
    ("goto", "n", "look at the game after answer n; `now` returns to the present"),
    ("playon", "", "while looking back: play on from there, in a copy"),
    ("report", "[file]", "the story so far, to read or to keep"),
    ("story", "[file]", "the same told as a story, in games that have one"),
    ("save", "[file]", "every answer is saved already; with a file, a copy to keep or send"),
    ("saves", "", "all saved games"),
    ("tips", "on|off", "hints for learners"),
    ("help", "", "this list (?)"),
    ("quit", "", "leave; the game is saved (q)"),
];

/// The keys of options beyond the ninth: the letters that are not commands.
pub(crate) const LETTERS: &str = "abdefgijkmnpstvyz";

/// The key of an option, counted from 0; those beyond all keys have none.
pub(crate) fn tag(option: usize) -> Option<char> {
    match option {
        0..9 => char::from_digit(option as u32 + 1, 10),
        _ => LETTERS.chars().nth(option - 9),
    }
}

/// The option a key stands for, counted from 0.
pub(crate) fn tagged(key: char) -> Option<usize> {
    match key.to_digit(10) {
        Some(digit) => (digit as usize).checked_sub(1),
        None => LETTERS.chars().position(|letter| letter == key).map(|at| at + 9),
    }
}

/// The words a slip of the finger is compared with.
const SPOKEN: &[&str] = &[
    "board", "look", "see", "way", "who", "where", "log", "odds", "why", "rule", "charts", "chart", "advice", "undo",
    "rewind", "dice", "stop", "auto", "ease", "ask", "threats", "story", "refused", "back", "forward", "goto", "now",
    "playon", "report", "save", "saves", "tips", "help", "quit",
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
    let lower = word.to_lowercase();
    if rest.is_empty()
        && let Ok(number) = word.parse()
    {
        return Ok(Command::Number(number));
    }
    Ok(match lower.as_str() {
        "" => Command::Nothing,
        "look" if !rest.is_empty() => Command::About(About::Look(rest.into())),
        "look" | "options" | "prompt" => Command::Look,
        "board" | "map" if !sections.contains(&lower.as_str()) => Command::Board(some(rest)),
        "see" => Command::About(About::See(rest.into())),
        "way" => Command::About(About::Way(rest.into())),
        "who" => Command::About(About::Targets),
        "where" if !rest.is_empty() => Command::About(About::Where),
        "where" | "situation" => Command::Where,
        "log" | "l" => Command::Log(match rest {
            "" => None,
            "all" => Some(0),
            n => Some(number(n, "log 20")?),
        }),
        "odds" | "o" => Command::Odds(some(rest)),
        "why" | "w" => Command::Why(some(rest)),
        "rule" | "rules" | "r" => match rest {
            "" => Command::Why(None),
            what => Command::Rule(what.into()),
        },
        "chart" | "charts" | "c" => match rest {
            "" => Command::Charts,
            id => Command::Chart(id.into()),
        },
        "advice" | "advise" | "h" => Command::Advice,
        "undo" | "u" => Command::Undo,
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
        "threats" | "threat" => Command::Threats,
        "story" => Command::Story(path(rest)),
        "refused" | "x" => Command::Refused(switch(rest, "refused on")?),
        "tips" => Command::Tips(switch(rest, "tips off")?),
        "saves" | "games" => Command::Saves,
        "save" => Command::Save(path(rest)),
        "report" => Command::Report(path(rest)),
        "back" | "[" => Command::Back(if rest.is_empty() { 1 } else { number(rest, "back 5")? }),
        "forward" | "next" | "]" => Command::Forward(if rest.is_empty() { 1 } else { number(rest, "forward 5")? }),
        "goto" => Command::Goto(number(rest, "goto 40")?),
        "now" => Command::Now,
        "playon" => Command::PlayOn,
        "help" | "?" | "commands" => Command::Help,
        "quit" | "q" | "exit" | "leave" => Command::Quit,
        _ if rest.is_empty() && sections.iter().any(|id| id.eq_ignore_ascii_case(word)) => Command::Section(lower),
        _ => Command::Other(line.into()),
    })
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
    let rest = rest.strip_prefix("me ").unwrap_or(rest).trim().to_lowercase();
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
    for word in rest.split_whitespace() {
        match word {
            "step" => auto.far = Far::Step,
            "end" => auto.far = Far::End,
            _ => match word.parse() {
                Ok(0) => return Err("say how many answers, such as `auto 10`".into()),
                Ok(n) => auto.far = Far::Answers(n),
                Err(_) if auto.policy.is_none() => auto.policy = Some(word.into()),
                Err(_) => return Err("say `auto`, `auto 10`, `auto step`, `auto end`, or a policy before that".into()),
            },
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
        assert_eq!(said(" 12 "), Command::Number(12));
        assert_eq!(said("fire:2:ap"), Command::Other("fire:2:ap".into()));
        assert_eq!(said("4 1"), Command::Other("4 1".into()));
        assert_eq!(said("Crew"), Command::Section("crew".into()));
        assert_eq!(said("u"), Command::Undo);
        assert_eq!((said("board"), said("board all")), (Command::Board(None), Command::Board(Some("all".into()))));
        assert_eq!((said("look"), said("look 0112")), (Command::Look, Command::About(About::Look("0112".into()))));
        assert_eq!(said("way A 2714"), Command::About(About::Way("A 2714".into())));
        assert_eq!(said("who targets me"), Command::About(About::Targets));
        assert_eq!((said("where"), said("where am I")), (Command::Where, Command::About(About::Where)));
        assert_eq!(said("rewind 3"), Command::Rewind(3));
        assert_eq!(said("log all"), Command::Log(Some(0)));
        assert_eq!(said("r 7.3"), Command::Rule("7.3".into()));
        assert_eq!(said("["), Command::Back(1));
        assert_eq!(said("tips off"), Command::Tips(Some(false)));
        assert_eq!(said("dice hand B1,B3"), said("stop for b1, b3"));
        assert_eq!(said("stop none"), Command::Dice(Some(DiceMode::Random)));
        assert_eq!(said("stop list"), Command::Dice(None));
        assert_eq!((said("."), said("on"), said("threats")), (Command::On, Command::On, Command::Threats));
        assert_eq!((said("ease"), said("ease Brisk")), (Command::Ease(None), Command::Ease(Some(Level::Brisk))));
        assert_eq!(said("ask me target, orders"), Command::Stops(vec!["target".into(), "orders".into()]));
        assert_eq!(said("ask none"), Command::Stops(Vec::new()));
        assert_eq!(said("auto random end"), Command::Auto(Auto { policy: Some("random".into()), far: Far::End }));
        assert_eq!(said("auto 5"), Command::Auto(Auto { policy: None, far: Far::Answers(5) }));
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
        ] {
            assert!(parse(bad, &[]).is_err(), "{bad}");
        }
        assert_eq!(meant("enmies", &["crew", "enemies"]), Some("enemies"));
    }
}
