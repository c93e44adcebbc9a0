//! The driver's requests, field by field.

use crate::lines::Until;
use crate::problem::{Problem, below, cut, known, shown};
use crate::shelf::NewDice;
use hulldown_core::Secret;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::Level;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// One request of a driver.
pub(crate) enum Request {
    Games,
    New(NewRequest),
    Show(ShowRequest),
    Choose(ChooseRequest),
    Dice(DiceRequest),
    Undo(UndoRequest),
    Odds(OddsRequest),
    Advise(AdviseRequest),
    Auto(AutoRequest),
    On(OnRequest),
    Threats(ShowRequest),
    State,
    Arrange(ArrangeRequest),
    Save,
    Load(LoadRequest),
    Log(LogRequest),
    Replay(ReplayRequest),
    Quit,
}

const NAMES: [&str; 18] = [
    "games", "new", "show", "choose", "dice", "undo", "odds", "threats", "advise", "auto", "on", "state", "arrange",
    "save", "load", "log", "replay", "quit",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRequest {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) setup: Value,
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) dice: Value,
    pub(crate) secret: Option<Secret>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShowRequest {
    pub(crate) seat: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRequest {
    pub(crate) seat: Option<Seat>,
    pub(crate) key: String,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiceRequest {
    pub(crate) seat: Option<Seat>,
    pub(crate) faces: Option<Vec<u8>>,
    #[serde(default)]
    pub(crate) throw: bool,
    pub(crate) mode: Option<Value>,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {
    pub(crate) seat: Option<Seat>,
    pub(crate) steps: Option<u64>,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OddsRequest {
    pub(crate) seat: Option<Seat>,
    pub(crate) key: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviseRequest {
    pub(crate) seat: Option<Seat>,
    pub(crate) playouts: Option<u32>,
    pub(crate) seed: Option<u64>,
    pub(crate) seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutoRequest {
    pub(crate) policy: String,
    pub(crate) until: Until,
    pub(crate) seat: Option<Seat>,
    pub(crate) limit: Option<u64>,
    pub(crate) seconds: Option<u64>,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnRequest {
    pub(crate) seat: Option<Seat>,
    #[serde(default)]
    pub(crate) level: Level,
    #[serde(default)]
    pub(crate) stops: BTreeSet<String>,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrangeRequest {
    pub(crate) state: Map<String, Value>,
    pub(crate) mark: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoadRequest {
    pub(crate) save: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogRequest {
    #[serde(default)]
    pub(crate) from: usize,
    pub(crate) seat: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayRequest {
    pub(crate) to: Option<usize>,
    pub(crate) seat: Option<Seat>,
}

impl Request {
    /// Reads a request from its fields.
    pub(crate) fn read(mut fields: Map<String, Value>) -> Result<Self, Problem> {
        let name = match fields.shift_remove("do") {
            Some(Value::String(name)) => name,
            Some(_) => return Err(Problem::bad_request("`do` must be the name of a request").at("do")),
            None => {
                let message = format!("the request has no field `do`: {}", known("", &NAMES));
                return Err(Problem::bad_request(message).at("do"));
            }
        };
        let nothing = |fields, request| typed::<Nothing>(&name, fields).map(|_| request);
        match name.as_str() {
            "games" => nothing(fields, Request::Games),
            "new" => typed(&name, fields).map(Request::New),
            "show" => typed(&name, fields).map(Request::Show),
            "choose" => typed(&name, fields).map(Request::Choose),
            "dice" => typed(&name, fields).map(Request::Dice),
            "undo" => typed(&name, fields).map(Request::Undo),
            "odds" => typed(&name, fields).map(Request::Odds),
            "advise" => typed(&name, fields).map(Request::Advise),
            "auto" => typed(&name, fields).map(Request::Auto),
            "on" => typed(&name, fields).map(Request::On),
            "threats" => typed(&name, fields).map(Request::Threats),
            "state" => nothing(fields, Request::State),
            "arrange" => typed(&name, fields).map(Request::Arrange),
            "save" => nothing(fields, Request::Save),
            "load" => typed(&name, fields).map(Request::Load),
            "log" => typed(&name, fields).map(Request::Log),
            "replay" => typed(&name, fields).map(Request::Replay),
            "quit" => nothing(fields, Request::Quit),
            _ => {
                let message = format!("there is no request `{}`: {}", shown(&name), known(&name, &NAMES));
                Err(Problem::unknown(message).at("do"))
            }
        }
    }
}

/// The fields of a request as its type, or which of them is wrong.
fn typed<T: DeserializeOwned>(name: &str, fields: Map<String, Value>) -> Result<T, Problem> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|e| {
        let path = e.path().to_string();
        let what = e.into_inner().to_string();
        // What was given is quoted, however long it is.
        let problem = Problem::bad_request(format!("`{name}`: {}", cut(&what, 200)));
        // A missing field has no path of its own; its name is the only quoted word.
        let missing = what.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
        match (path.as_str(), missing) {
            (_, Some(field)) => problem.at(field),
            (".", None) => problem,
            _ => problem.at(path),
        }
    })
}

/// Where dice come from, as a request says it: `"random"`, `"hand"`, a list of charts thrown by hand, or `{"script":[…]}`.
pub(crate) fn dice_of(at: &str, given: &Value) -> Result<NewDice, Problem> {
    let help = "`random`, `hand`, a list of charts to roll by hand, or {\"script\":[faces]}";
    let bad = |what: &str| Problem::bad_request(format!("{what}; dice are {help}"));
    match given {
        Value::Null => Ok(NewDice::default()),
        Value::String(word) => match word.as_str() {
            "random" => Ok(NewDice::Mode(DiceMode::Random)),
            "hand" => Ok(NewDice::Mode(DiceMode::Hand)),
            _ => Err(bad(&format!("there are no `{}` dice", shown(word))).at(at)),
        },
        Value::Array(charts) => {
            let chart = |(n, chart): (usize, &Value)| match chart {
                Value::String(id) => Ok(id.clone()),
                _ => Err(bad("a chart is named by its id").at(format!("{at}[{n}]"))),
            };
            charts.iter().enumerate().map(chart).collect::<Result<_, _>>().map(DiceMode::Charts).map(NewDice::Mode)
        }
        Value::Object(fields) => {
            if let Some(name) = fields.keys().find(|name| *name != "script") {
                return Err(bad(&format!("unknown field `{}`", shown(name))).at(below(at, &shown(name))));
            }
            let Some(Value::Array(faces)) = fields.get("script") else {
                return Err(bad("a script is a list of faces").at(below(at, "script")));
            };
            let face = |(n, face): (usize, &Value)| {
                let number = face.as_u64().and_then(|face| u8::try_from(face).ok());
                number.ok_or_else(|| {
                    Problem::bad_request(format!("no die has a face {face}")).at(format!("{at}.script[{n}]"))
                })
            };
            faces.iter().enumerate().map(face).collect::<Result<_, _>>().map(NewDice::Script)
        }
        _ => Err(bad("that is not a way to roll dice").at(at)),
    }
}
