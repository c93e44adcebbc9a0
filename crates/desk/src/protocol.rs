//! The driver's conversation: one JSON object a line in, one a line out.
//!
//! The same build, game, set-up, seed, secret and answers give the same bytes, on every platform. Nothing a driver sends ends the program,
//! and a request that fails has changed nothing.

use crate::bots::mixed;
use crate::ease::Ease;
use crate::hosted::plain;
use crate::json_lines::{self, Line};
use crate::lines::Ask;
use crate::matches::{MOST_NEWS, Match};
use crate::problem::{Code, Problem, has_seat, shown};
use crate::requests::{self, Request, dice_of};
use crate::seen::Seen;
use crate::shelf::{NewDice, NewGame, Pack, Shelf, find_on, shelf};
use hulldown_core::Limit;
use hulldown_core::Viewer;
use hulldown_core::dice::Dice;
use hulldown_core::dicebox::DiceMode;
use hulldown_core::game::{Field, Seat};
use hulldown_core::save::{self, TakenUp};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

/// The version of the conversation: another one where a driver made for this one could no longer go on.
pub const PROTOCOL: u32 = 1;

/// How many playouts an option gets when the driver does not say.
pub const DEFAULT_PLAYOUTS: u32 = 200;

/// How long advice and policies think when the driver does not say, in seconds.
pub const DEFAULT_SECONDS: u64 = 60;

fn patience(seconds: Option<u64>) -> Limit {
    Limit::within(Duration::from_secs(seconds.unwrap_or(DEFAULT_SECONDS)))
}

/// One driver's conversation: at most one game in play.
pub struct Desk {
    shelf: &'static [Shelf],
    pack: Option<Pack>,
    readings: Vec<String>,
    game: Option<Box<dyn Match>>,
    done: bool,
}

impl Default for Desk {
    fn default() -> Self {
        Desk::new(shelf(), None)
    }
}

impl Desk {
    /// A conversation about the games of a shelf, with charts of one's own laid over a game's if wanted.
    pub fn new(shelf: &'static [Shelf], pack: Option<Pack>) -> Self {
        Desk { shelf, pack, readings: Vec::new(), game: None, done: false }
    }

    /// Begins games with other readings, by their names: those of the game that is begun.
    #[must_use]
    pub fn reading(mut self, names: Vec<String>) -> Self {
        self.readings = names;
        self
    }

    /// Goes on with a game that is already in play.
    #[must_use]
    pub fn with_game(mut self, game: Box<dyn Match>) -> Self {
        self.game = Some(game);
        self
    }

    /// The game in play.
    pub fn game(&self) -> Option<&dyn Match> {
        self.game.as_deref()
    }

    /// Whether the driver has said `quit`.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Answers one line.
    pub fn line(&mut self, line: &str) -> String {
        // A slip in a rule must not take the conversation down with it: a change that fails is taken back, so the game is still whole.
        let reply = catch_unwind(AssertUnwindSafe(|| self.answer(line)))
            .unwrap_or_else(|_| Err(Problem::bad_state("the rules cannot go on from here: a bug, please report it")));
        written(reply)
    }

    /// Answers every line of the input until `quit` or its end.
    pub fn converse(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while let Some(line) = json_lines::read_line(&mut input)? {
            let reply = match line {
                Line::Text(text) => self.line(&text),
                Line::TooLong => written(Err(json_lines::too_long())),
                Line::NotText(byte) => {
                    let at = format!("byte {byte}");
                    written(Err(Problem::bad_request(format!("the line is not UTF-8 text from {at} on")).at(at)))
                }
            };
            writeln!(output, "{reply}")?;
            output.flush()?;
            if self.done {
                break;
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Map<String, Value>, Problem> {
        if line.len() > json_lines::MOST_BYTES {
            return Err(json_lines::too_long());
        }
        match Request::read(json_lines::object(line)?)? {
            Request::Games => Ok(Map::from_iter([
                ("protocol".into(), PROTOCOL.into()),
                ("games".into(), self.shelf.iter().map(game_line).collect()),
            ])),
            Request::New(new) => self.begin(new),
            Request::Load(load) => self.load(load.save),
            Request::Show(show) => {
                let game = self.playing()?;
                check_seat(game, show.seat)?;
                Ok(show.seat.map_or_else(|| standing(game, None), |seat| for_seat(game, seat)))
            }
            Request::Choose(choose) => self.change(choose.seat, choose.mark, |game| {
                let seat = asked(game, choose.seat)?;
                game.choose(seat, &choose.key)?;
                Ok(told(game, choose.seat))
            }),
            Request::Dice(dice) => self.change(dice.seat, dice.mark, |game| throw(game, &dice)),
            Request::Undo(undo) => self.change(undo.seat, undo.mark, |game| {
                let seat = match undo.seat {
                    None if game.seats() > 1 => {
                        return Err(
                            Problem::bad_request("with several seats, `undo` needs to know whose answers").at("seat")
                        );
                    }
                    seat => seat.unwrap_or_default(),
                };
                let undone = game.undo(seat, u16::try_from(undo.steps.unwrap_or(1)).unwrap_or(u16::MAX))?;
                let mut reply = told(game, undo.seat);
                reply.insert("undone".into(), plain(&undone));
                Ok(reply)
            }),
            Request::Odds(odds) => {
                let game = self.playing()?;
                let seat = asked(game, odds.seat)?;
                let list = match odds.key {
                    Some(key) => vec![game.odds(seat, &key)?],
                    None => game.all_odds(seat)?,
                };
                Ok(Map::from_iter([("seat".into(), plain(&seat)), ("odds".into(), plain(&list))]))
            }
            Request::Advise(advise) => {
                let game = self.playing()?;
                let seat = asked(game, advise.seat)?;
                let playouts = advise.playouts.unwrap_or(DEFAULT_PLAYOUTS);
                if playouts == 0 {
                    return Err(Problem::bad_request("advice needs at least one playout").at("playouts"));
                }
                // Where something is hidden, what the others do in private must not move it.
                let seed = advise.seed.unwrap_or_else(|| mixed(0, game.mark(Viewer::Seat(seat))));
                let list = game.advise_within(seat, playouts, seed, &patience(advise.seconds))?;
                Ok(Map::from_iter([("seat".into(), plain(&seat)), ("advice".into(), plain(&list))]))
            }
            Request::Auto(auto) => self.change(auto.seat, auto.mark, |game| {
                check_seat(game, auto.seat)?;
                let limit = patience(auto.seconds);
                let played = game.auto_within(&auto.policy, auto.seat, auto.until, auto.limit, &limit)?;
                let mut reply = told(game, auto.seat);
                reply.insert("answers".into(), played.answers.into());
                if played.late {
                    reply.insert("late".into(), true.into());
                }
                if let Some(name) = played.instead {
                    reply.insert("instead".into(), name.into());
                }
                Ok(reply)
            }),
            Request::On(on) => self.change(on.seat, on.mark, |game| {
                let seat = asked(game, on.seat)?;
                let from = seen(game, on.seat).told();
                let given = Ease { level: on.level, stops: on.stops }.play_on(game, seat, true)?;
                let mut reply = standing(game, on.seat);
                // Several answers may have been given: what all of them told.
                let mut events = seen(game, on.seat).log(from);
                events.drain(..events.len().saturating_sub(MOST_NEWS));
                reply.insert("events".into(), plain(&events));
                reply.insert("given".into(), plain(&given));
                Ok(reply)
            }),
            Request::Threats(show) => {
                let game = self.playing()?;
                let seat = asked(game, show.seat)?;
                let threats = game.threats(seat);
                let unknown = threats.is_none().then(|| ("unknown".into(), plain(&true)));
                let unsure = game.unsure(seat);
                let unsure = (!unsure.is_empty()).then(|| ("unsure".into(), plain(&unsure)));
                let known = [("seat".into(), plain(&seat)), ("threats".into(), plain(&threats.unwrap_or_default()))];
                Ok(known.into_iter().chain(unknown).chain(unsure).collect())
            }
            Request::State => Ok(Map::from_iter([("state".into(), self.playing()?.state())])),
            Request::Arrange(arrange) => {
                self.meant_for(None, arrange.mark)?;
                // Another beginning cannot be taken back, so it is tried on a copy.
                let mut game = self.playing()?.duplicate();
                game.arrange(&save::Json::of(&arrange.state))?;
                let reply = told(&*game, None);
                self.game = Some(game);
                Ok(reply)
            }
            Request::Save => Ok(Map::from_iter([("save".into(), plain(&self.playing()?.save()))])),
            Request::Log(log) => self.log(log.from, log.seat),
            Request::Replay(replay) => self.replay(&replay),
            Request::Quit => {
                self.done = true;
                Ok(Map::new())
            }
        }
    }

    fn playing(&self) -> Result<&dyn Match, Problem> {
        self.game.as_deref().ok_or_else(no_game)
    }

    /// Refuses what was meant for a game that has moved on since.
    fn meant_for(&self, seat: Option<Seat>, mark: Option<u64>) -> Result<(), Problem> {
        let game = self.playing()?;
        check_seat(game, seat)?;
        let Some(mark) = mark else { return Ok(()) };
        let now = seen(game, seat).mark();
        if mark == now {
            return Ok(());
        }
        let message = format!("the game has moved on: this was meant for mark {mark}, it stands at {now}");
        Err(Problem::new(Code::Stale, message).at("mark"))
    }

    /// Changes the game as a whole or not at all.
    fn change(
        &mut self,
        seat: Option<Seat>,
        mark: Option<u64>,
        change: impl FnOnce(&mut dyn Match) -> Result<Map<String, Value>, Problem>,
    ) -> Result<Map<String, Value>, Problem> {
        self.meant_for(seat, mark)?;
        let Some(game) = self.game.as_deref_mut() else { return Err(no_game()) };
        let then = game.standing();
        let changed = catch_unwind(AssertUnwindSafe(|| change(game)));
        // What was refused outright has left it as it was, and there is nothing to go back over.
        if !matches!(changed, Ok(Ok(_))) && (changed.is_err() || game.history_len() != then.lines()) {
            game.put_back(&then);
        }
        changed.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn begin(&mut self, new: requests::NewRequest) -> Result<Map<String, Value>, Problem> {
        let shelf = find_on(self.shelf, &new.game)?;
        let dice = dice_of("dice", &new.dice)?;
        let read = (!self.readings.is_empty()).then(|| (shelf.readings)(&self.readings)).transpose()?;
        let pack = read.as_ref().or(self.pack.as_ref());
        let secret = new.secret;
        let game = (shelf.new)(NewGame { setup: new.setup, seed: new.seed, dice, pack, secret })?;
        has_charts(&*game, "dice", &game.dice_mode())?;
        Ok(self.sit_down(game))
    }

    fn load(&mut self, save: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
        let save = save::from_json(&Value::Object(save))?;
        let shelf = find_on(self.shelf, &save.head.game)
            .map_err(|problem| Problem { code: Code::BadSave, ..problem }.at("save.head.game"))?;
        let (game, how) = (shelf.load)(&save, self.pack.as_ref())?;
        let mut reply = self.sit_down(game);
        let how = match how {
            TakenUp::Whole => json!({"how": "whole"}),
            TakenUp::FromCheckpoint { rules_version } => json!({
                "how": "checkpoint",
                "rules_version": rules_version,
                "text": "the rules have changed since: the game resumes from its last checkpoint and cannot be rewound past it",
            }),
        };
        reply.insert("taken_up".into(), how);
        Ok(reply)
    }

    fn sit_down(&mut self, game: Box<dyn Match>) -> Map<String, Value> {
        let mut reply = told(&*game, None);
        let head = game.head();
        reply.insert("protocol".into(), PROTOCOL.into());
        reply.insert("game".into(), game.game().into());
        reply.insert("title".into(), game.title().into());
        reply.insert("seats".into(), game.seats().into());
        reply.insert("seed".into(), head.seed.into());
        reply.insert("setup".into(), plain(&head.setup));
        reply.insert("pack".into(), head.pack.into());
        self.game = Some(game);
        reply
    }

    fn log(&self, from: usize, seat: Option<Seat>) -> Result<Map<String, Value>, Problem> {
        let game = self.playing()?;
        check_seat(game, seat)?;
        let seen = seen(game, seat);
        let told = seen.told();
        if from > told {
            return Err(Problem::bad_request(format!("there are only {told} events")).at("from"));
        }
        let mut events = seen.log(from);
        let next = (events.len() > MOST_NEWS).then_some(from + MOST_NEWS);
        events.truncate(MOST_NEWS);
        Ok(Map::from_iter([
            ("events".into(), plain(&events)),
            ("next".into(), next.into()),
            ("told".into(), told.into()),
        ]))
    }

    fn replay(&self, replay: &requests::ReplayRequest) -> Result<Map<String, Value>, Problem> {
        let game = self.playing()?;
        check_seat(game, replay.seat)?;
        let now = seen(game, replay.seat);
        let answered = now.answered();
        let to = replay.to.unwrap_or(answered);
        if to > answered {
            return Err(Problem::bad_request(format!("only {answered} answers have been given")).at("to"));
        }
        let past = now.after(to);
        let before = to.checked_sub(1).map_or(0, |earlier| seen(&*now.after(earlier), replay.seat).told());
        let mut events = seen(&*past, replay.seat).log(before);
        events.drain(..events.len().saturating_sub(MOST_NEWS));
        let mut reply = standing(&*past, replay.seat);
        reply.insert("events".into(), plain(&events));
        reply.insert("to".into(), to.into());
        reply.insert("of".into(), answered.into());
        // What an earlier moment's mark would be is of no use: answers go to the game as it is now.
        reply.insert("mark".into(), now.mark().into());
        Ok(reply)
    }
}

fn written(reply: Result<Map<String, Value>, Problem>) -> String {
    let mut line = Map::new();
    match reply {
        Ok(fields) => {
            line.insert("ok".into(), true.into());
            line.extend(fields);
        }
        Err(problem) => {
            line.insert("ok".into(), false.into());
            line.insert("error".into(), plain(&problem));
        }
    }
    Value::Object(line).to_string()
}

fn check_seat(game: &dyn Match, seat: Option<Seat>) -> Result<(), Problem> {
    seat.map_or(Ok(()), |seat| has_seat(game.seats(), seat))
}

/// The seat a request is about: the one it names, or the one that is asked.
fn asked(game: &dyn Match, seat: Option<Seat>) -> Result<Seat, Problem> {
    check_seat(game, seat)?;
    match (seat, &game.prompt().asks[..]) {
        (Some(seat), _) => Ok(seat),
        (None, []) => Ok(Seat(0)),
        (None, [ask]) => Ok(ask.seat()),
        (None, _) => Err(Problem::bad_request("several seats must answer: say which with `seat`").at("seat")),
    }
}

fn no_game() -> Problem {
    Problem::illegal("no game is in play: start one with `new` or open one with `load`")
}

/// Where a game stands. The view is that of the seat, or of the first that is asked. Where seats keep things from each other, a seat
/// that is named gets no question but its own.
fn standing(game: &dyn Match, seat: Option<Seat>) -> Map<String, Value> {
    if let (true, Some(seat)) = (game.has_secrets(), seat) {
        return for_seat(game, seat);
    }
    let prompt = game.prompt();
    let view = seat.or_else(|| prompt.first().map(Ask::seat)).unwrap_or_default();
    standing_with(&seen(game, seat), game, view, &prompt.asks.iter().collect::<Vec<_>>())
}

/// Where a game stands for one seat alone: only its own question is in it.
pub fn for_seat(game: &dyn Match, seat: Seat) -> Map<String, Value> {
    let seen = seen(game, Some(seat));
    let prompt = seen.prompt();
    let own: Vec<&Ask> = prompt.of(seat).into_iter().collect();
    standing_with(&seen, game, seat, &own)
}

/// A game as the driver's requests for a seat see it; without one, as its record is.
fn seen(game: &dyn Match, seat: Option<Seat>) -> Seen<'_> {
    Seen::new(game, seat.map_or(Viewer::Record, Viewer::Seat))
}

fn standing_with(seen: &Seen<'_>, game: &dyn Match, seat: Seat, asks: &[&Ask]) -> Map<String, Value> {
    let mut reply = Map::new();
    reply.insert("ask".into(), plain(&asks.first()));
    if asks.len() > 1 {
        reply.insert("asks".into(), plain(&asks));
    }
    reply.insert("view".into(), game.view(seat.into()));
    reply.insert("outcome".into(), plain(&game.outcome()));
    reply.insert("seat".into(), plain(&seat));
    reply.insert("waiting".into(), plain(&seen.waiting()));
    reply.insert("answered".into(), seen.answered().into());
    reply.insert("told".into(), seen.told().into());
    reply.insert("mark".into(), seen.mark().into());
    reply
}

/// Where a game stands after a change, and what the change told.
fn told(game: &dyn Match, seat: Option<Seat>) -> Map<String, Value> {
    let mut reply = standing(game, seat);
    reply.insert("events".into(), plain(&seen(game, seat).news()));
    reply
}

/// Who wants to throw on a chart that is not there would wait for ever.
fn has_charts(game: &dyn Match, at: &str, mode: &DiceMode) -> Result<(), Problem> {
    match game.no_chart(mode) {
        Some(id) => Err(Problem::bad_request(format!("there is no chart `{}`; `charts` lists them", shown(id))).at(at)),
        None => Ok(()),
    }
}

/// Faces, a throw by the program, or another way of throwing.
fn throw(game: &mut dyn Match, request: &requests::DiceRequest) -> Result<Map<String, Value>, Problem> {
    if let (Some(seat), Some(by)) = (request.seat, game.prompt().dice().map(|ask| ask.seat))
        && seat != by
        && request.mode.is_none()
    {
        let message = format!("these dice are for seat {} to throw, not for seat {}", by.0, seat.0);
        return Err(Problem::illegal(message).at("seat"));
    }
    match (&request.faces, request.throw, &request.mode) {
        (Some(faces), false, None) => give_faces(game, faces)?,
        (None, true, None) => game.throw_for_me()?,
        (None, false, Some(mode)) => match dice_of("mode", mode)? {
            NewDice::Mode(mode) => {
                has_charts(game, "mode", &mode)?;
                game.set_dice(mode);
            }
            NewDice::Script(_) => return Err(Problem::bad_request("a script is given as `faces`").at("mode")),
        },
        _ => {
            let message = "`dice` needs one of `faces` (a list of numbers), `throw` (true) and `mode`";
            return Err(Problem::bad_request(message).at("faces"));
        }
    }
    Ok(told(game, request.seat))
}

fn give_faces(game: &mut dyn Match, faces: &[u8]) -> Result<(), Problem> {
    let prompt = game.prompt();
    if prompt.over {
        return Err(Problem::over());
    }
    let Some(dice) = prompt.dice().and_then(|ask| ask.dice.parse::<Dice>().ok()) else {
        return game.add_script(faces);
    };
    let count = usize::from(dice.count);
    if faces.len() <= count || !game.head().scripted {
        return game.throw(faces);
    }
    dice.check(&faces[..count]).map_err(|e| Problem::bad_request(e.to_string()).at("faces"))?;
    game.add_script(faces)
}

/// A game as `games` lists it.
fn game_line(game: &Shelf) -> Value {
    let policies: Vec<Value> =
        (game.policies)().into_iter().map(|(name, help)| json!({"name": name, "help": help})).collect();
    json!({
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "setup": (game.fields)(None).unwrap_or_default().iter().map(field_line).collect::<Vec<_>>(),
        "policies": policies,
        "rules": (game.ledger)().len(),
    })
}

/// A field of a set-up, its values in the type they are given in.
fn field_line(field: &Field) -> Value {
    let typed = |text: &str| match &field.default {
        Value::String(_) => Value::from(text),
        _ => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
    };
    let values: Vec<Value> =
        field.values.iter().map(|(value, label)| json!({"value": typed(value), "label": label})).collect();
    json!({
        "name": field.name,
        "help": field.help,
        "values": values,
        "default": field.default,
    })
}
