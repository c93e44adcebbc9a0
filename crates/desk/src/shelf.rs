//! The games there are, one line each, and how each is begun or taken up again.

use crate::hosted::{Hosted, check_script, plain};
use crate::matches::Match;
use crate::problem::{Code, Problem, below, known, shown};
use crate::readings;
use hulldown_catalog::{CatalogGame, Visitor};
use hulldown_core::chart::{ChartError, ChartSheet, Files};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::{Field, Game, Seat, Voice};
use hulldown_core::playable::{Cover, Disagreement, Form, Newcomer, PackFile, Sources};
use hulldown_core::rules::Ledger;
use hulldown_core::save::{Save, SaveHead, TakenUp};
use hulldown_core::session::Session;
use hulldown_core::{Playable, Secret};
use hulldown_draw::Drawn;
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

/// Chart files of a person's own, laid over a game's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// What it is called.
    pub name: String,
    /// Its files by name.
    pub files: BTreeMap<String, String>,
}

/// Where the dice of a new game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewDice {
    /// The program, a person, or a person for some charts.
    Mode(DiceMode),
    /// These faces in order; when they run out, rolls are asked for.
    Script(Vec<u8>),
}

impl Default for NewDice {
    fn default() -> Self {
        NewDice::Mode(DiceMode::Random)
    }
}

/// What a new game begins with.
#[derive(Clone, Debug, Default)]
pub struct NewGame<'p> {
    /// The fields of the set-up that differ from the default; `Null` for none.
    pub setup: Value,
    /// The seed of the dice.
    pub seed: u64,
    /// Where the dice come from.
    pub dice: NewDice,
    /// Charts laid over the game's own.
    pub pack: Option<&'p Pack>,
    /// What its seals are salted with, where it has any; without one it is drawn at random.
    pub secret: Option<Secret>,
}

/// A game taken up again, and how.
pub type Loaded = (Box<dyn Match>, TakenUp);

/// Lays out the position a save was left in.
pub type LaysOut = fn(&Save, Option<&Pack>) -> Result<Box<dyn Match>, Problem>;

/// A game on the shelf.
pub struct Shelf {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Whether its seats keep things from each other.
    pub secrets: bool,
    /// Whether its turns can be watched moment by moment.
    pub watched: bool,
    /// Begins one.
    pub new: fn(NewGame<'_>) -> Result<Box<dyn Match>, Problem>,
    /// The version of its rules.
    pub rules_version: u32,
    /// Takes up a saved one, with the pack it was begun with.
    pub load: fn(&Save, Option<&Pack>) -> Result<Loaded, Problem>,
    /// Lays out the last position a save holds, to be looked at: nothing is asked there, and nothing happens.
    pub position: LaysOut,
    /// What can be agreed before play, with a pack laid over its charts.
    pub fields: fn(Option<&Pack>) -> Result<Vec<Field>, Problem>,
    /// What a value of a field means with such a pack, in a line.
    pub tells: fn(Option<&Pack>, &str, &str) -> Option<String>,
    /// Files that a pack of somebody's own may hold, with examples.
    pub pack: &'static [PackFile],
    /// The files of its charts, by name: those of a pack may take their place.
    pub files: fn() -> Vec<String>,
    /// Its charts laid out for people, with a pack laid over them.
    pub sheets: fn(Option<&Pack>) -> Result<&'static [ChartSheet], Problem>,
    /// Where the sources of its charts disagree.
    pub disagreements: fn() -> Vec<Disagreement>,
    /// What kind of disagreements those are.
    pub sources: Sources,
    /// What somebody new to it is offered.
    pub newcomer: Newcomer,
    /// What is said of it where one picks it.
    pub cover: Cover,
    /// How its set-up is asked for.
    pub form: Form,
    /// A pack that plays some of these the other way, by their names; `all` for all that can be.
    pub readings: fn(&[String]) -> Result<Pack, Problem>,
    /// Its rules in our words.
    pub ledger: fn() -> &'static Ledger,
    /// The policies that play it, each with a line about it.
    pub policies: fn() -> Vec<(&'static str, &'static str)>,
    /// The kinds of questions that have a usual answer, each in a few words.
    pub kinds: &'static [(&'static str, &'static str)],
    /// How far a bot can be let play on: the kind of event it stops at, in words.
    pub stretches: &'static [(&'static str, &'static str)],
    /// What advice ranks options by, in a sentence.
    pub weighs: &'static str,
    /// The styles of its drawings, besides those all share.
    pub css: &'static str,
    /// A picture of it, as one `<svg>`.
    pub picture: fn() -> Option<String>,
    /// Begins its guided first game, the opening answers given.
    pub guided: fn() -> Result<Box<dyn Match>, Problem>,
    /// How many answers that are.
    pub opening: fn() -> usize,
}

impl Shelf {
    /// The line of a game.
    pub const fn of<G: Playable + Drawn>() -> Self {
        Shelf {
            id: G::ID,
            title: G::TITLE,
            about: G::ABOUT,
            secrets: G::SECRETS,
            watched: G::WATCHED,
            new: begin::<G>,
            rules_version: G::RULES_VERSION,
            load: take_up::<G>,
            position: position::<G>,
            fields: |pack| Ok(G::setup_fields(charts::<G>(pack)?.1)),
            tells: |pack, field, value| G::tells(charts::<G>(pack).ok()?.1, field, value),
            pack: G::PACK,
            files: || G::shipped().names().map(String::from).collect(),
            sheets: sheets::<G>,
            disagreements: readings::all::<G>,
            sources: G::SOURCES,
            newcomer: G::NEWCOMER,
            cover: G::COVER,
            form: G::FORM,
            readings: readings::pack::<G>,
            ledger: G::ledger,
            policies: policies::<G>,
            kinds: G::AIDS.kinds,
            stretches: G::AIDS.stretches,
            weighs: G::BOTS.weighs,
            css: G::CSS,
            picture: || G::picture().map(|svg| svg.into_string()),
            guided: guided::<G>,
            opening: || G::guided().answers.len(),
        }
    }

    /// The pack a saved game needs, if its name says what is in it.
    pub fn pack_of(&self, head: &SaveHead) -> Option<Pack> {
        (self.readings)(&readings::named(head.pack.as_deref()?)?).ok()
    }
}

/// The games there are.
pub fn shelf() -> &'static [Shelf] {
    static SHELF: LazyLock<Vec<Shelf>> = LazyLock::new(|| {
        struct Shelves(Vec<Shelf>);
        impl Visitor for Shelves {
            fn visit<G: CatalogGame>(&mut self) {
                self.0.push(Shelf::of::<G>());
            }
        }
        let mut shelves = Shelves(Vec::new());
        hulldown_catalog::each(&mut shelves);
        shelves.0
    });
    &SHELF
}

/// The game of this name.
pub fn find(id: &str) -> Result<&'static Shelf, Problem> {
    find_on(shelf(), id)
}

/// The game of this name on a given shelf.
pub fn find_on<'s>(shelf: &'s [Shelf], id: &str) -> Result<&'s Shelf, Problem> {
    shelf.iter().find(|game| game.id == id).ok_or_else(|| {
        let names: Vec<&str> = shelf.iter().map(|game| game.id).collect();
        Problem::unknown(format!("there is no game `{}`: {}", shown(id), known(id, &names))).at("game")
    })
}

/// The charts of a game with a pack laid over them. They stay loaded as long as the program runs; the same files are loaded once.
pub fn charts<G: Game>(pack: Option<&Pack>) -> Result<(Files, &'static G::Data), Problem> {
    static LOADED: Mutex<BTreeMap<(&'static str, String), &'static (dyn Any + Send + Sync)>> =
        Mutex::new(BTreeMap::new());
    let Some(pack) = pack else { return Ok((G::shipped(), G::data())) };
    let bad = |e: ChartError| {
        let help = format!("`hulldown charts {} --example` shows what a pack may hold", G::ID);
        Problem::bad_request(format!("the pack `{}` is refused: {e} ({help})", shown(&pack.name)))
            .at(below(&e.file, &e.table.replace(' ', "-")))
    };
    let files = G::shipped().overlay(&pack.name, pack.files.clone()).map_err(bad)?;
    let key = (G::ID, files.fingerprint());
    let mut loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(data) = loaded.get(&key).and_then(|data| data.downcast_ref::<G::Data>()) {
        return Ok((files, data));
    }
    let data: &'static G::Data = Box::leak(Box::new(G::load(&files).map_err(bad)?));
    loaded.insert(key, data);
    Ok((files, data))
}

/// The set-up a person means: the default with the given fields put in.
pub fn setup_of<G: Voice>(given: Value) -> Result<G::Setup, Problem> {
    let given = match given {
        Value::Null => return Ok(G::Setup::default()),
        Value::Object(given) => given,
        _ => return Err(Problem::bad_request("a set-up is an object of fields").at("setup")),
    };
    for (name, value) in &given {
        // What turns a line of the log round, breaks it or hides in it is no part of a name.
        let text = value.as_str().unwrap_or_default();
        if text.chars().any(is_unseen) || (!text.is_empty() && text.trim().is_empty()) {
            let why = "it has invisible characters in it";
            return Err(Problem::bad_request(why).at(below("setup", &shown(name))));
        }
    }
    let mut whole = plain(&G::Setup::default());
    if let Value::Object(fields) = &mut whole {
        for (name, value) in given {
            if !fields.contains_key(&name) {
                let names: Vec<&str> = fields.keys().map(String::as_str).collect();
                let message = format!("the set-up has no field `{}`: {}", shown(&name), known(&name, &names));
                return Err(Problem::bad_request(message).at(below("setup", &shown(&name))));
            }
            fields.insert(name, value);
        }
    }
    serde_path_to_error::deserialize(&whole).map_err(|e| {
        let at = below("setup", &e.path().to_string());
        Problem::bad_request(in_words(&e.into_inner().to_string())).at(at)
    })
}

/// Whether a character steers how others are shown and has no look of its own. (Joiners are part of how some languages are written.)
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

/// What is wrong with a value, in the words of people who write no programs.
fn in_words(wrong: &str) -> String {
    let Some((given, wanted)) = wrong.split_once(", expected ") else { return wrong.into() };
    let whole = |most: u64| format!("a whole number up to {most}");
    let wanted = match wanted {
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        "u64" | "usize" => "a whole number".into(),
        "a boolean" => "true or false".into(),
        "a string" => "text".into(),
        other => other.into(),
    };
    let given = given.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
    let given =
        ["string ", "integer ", "floating point ", "boolean "].iter().fold(given, |g, kind| g.trim_start_matches(kind));
    format!("{} was given, {wanted} was expected", given.trim_matches('`'))
}

fn begin<G: Playable + Drawn>(new: NewGame<'_>) -> Result<Box<dyn Match>, Problem> {
    let setup = setup_of::<G>(new.setup)?;
    let dice = match new.dice {
        NewDice::Mode(mode) => DiceBox::new(new.seed, mode),
        NewDice::Script(faces) => {
            check_script(&faces).map_err(|problem| {
                let at = below("dice.script", problem.at.as_deref().unwrap_or_default());
                problem.at(at)
            })?;
            DiceBox::scripted(new.seed, faces)
        }
    };
    let (files, data) = charts::<G>(new.pack)?;
    let session = Session::<G>::new(setup, data, dice.with_secret(secret_of::<G>(new.secret)?))
        .map_err(|invalid| Problem::invalid(Code::BadRequest, "setup", &invalid))?;
    Ok(Box::new(Hosted::new(session, files, G::BOTS).with_aids(G::AIDS)))
}

/// The secret of a game whose seats keep things from each other: the one given, or one nobody knows.
fn secret_of<G: Game>(given: Option<Secret>) -> Result<Option<Secret>, Problem> {
    match given {
        _ if !G::SECRETS => Ok(None),
        Some(given) => Ok(Some(given)),
        None => fresh_secret().map(Some),
    }
}

/// A secret nobody knows.
pub fn fresh_secret() -> Result<Secret, Problem> {
    let mut bytes = [0; 32];
    let failed = |e| Problem::bad_state(format!("the system has no random numbers to seal plots with: {e}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(Secret::new(bytes))
}

fn take_up<G: Playable + Drawn>(save: &Save, pack: Option<&Pack>) -> Result<Loaded, Problem> {
    let (files, data) = charts_of::<G>(save, pack)?;
    let (mut session, taken_up) = Session::<G>::load(save, &files, data)?;
    // One that goes on by other rules than it was begun by seals anew from here on.
    if taken_up != TakenUp::Whole && session.dice().secret().is_none() {
        *session.dice_mut() = session.dice().clone().with_secret(secret_of::<G>(None)?);
    }
    Ok((Box::new(Hosted::new(session, files, G::BOTS).with_aids(G::AIDS)), taken_up))
}

fn position<G: Playable + Drawn>(save: &Save, pack: Option<&Pack>) -> Result<Box<dyn Match>, Problem> {
    let (files, data) = charts_of::<G>(save, pack)?;
    let session = Session::<G>::look_at(save, &files, data)?;
    Ok(Box::new(Hosted::new(session, files, G::BOTS).with_aids(G::AIDS)))
}

/// The charts a saved game is played with.
fn charts_of<G: Playable>(save: &Save, pack: Option<&Pack>) -> Result<(Files, &'static G::Data), Problem> {
    // Other readings are known by their names; a game begun without a pack goes on without one, whatever is laid out now.
    let named = save.head.pack.as_deref().and_then(readings::named);
    let named = named.and_then(|names| readings::pack::<G>(&names).ok());
    charts::<G>(named.as_ref().or_else(|| pack.filter(|_| save.head.pack.is_some())))
}

fn sheets<G: Voice>(pack: Option<&Pack>) -> Result<&'static [ChartSheet], Problem> {
    Ok(G::sheets(charts::<G>(pack)?.1))
}

fn policies<G: Playable>() -> Vec<(&'static str, &'static str)> {
    G::BOTS.names()
}

fn guided<G: Playable + Drawn>() -> Result<Box<dyn Match>, Problem> {
    let guided = G::guided();
    let dice = DiceBox::new(guided.seed, DiceMode::Random).with_secret(secret_of::<G>(None)?);
    let session = Session::<G>::new(guided.setup, G::data(), dice)
        .map_err(|invalid| Problem::invalid(Code::BadRequest, "setup", &invalid))?;
    let mut table = Hosted::new(session, G::shipped(), G::BOTS).with_aids(G::AIDS);
    for key in guided.answers {
        let seat = table.prompt().first().map_or(Seat(0), crate::lines::Ask::seat);
        table.choose(seat, key)?;
    }
    Ok(Box::new(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_value_is_told_in_plain_words() {
        let words = [
            (
                r#"invalid type: string "abc", expected u16"#,
                r#""abc" was given, a whole number up to 65535 was expected"#,
            ),
            ("invalid value: integer `-1`, expected u8", "-1 was given, a whole number up to 255 was expected"),
            ("invalid type: integer `3`, expected a boolean", "3 was given, true or false was expected"),
            ("unknown variant `x`", "unknown variant `x`"),
        ];
        for (wrong, said) in words {
            assert_eq!(in_words(wrong), said);
        }
    }
}
