//! The table: question, board, forces, log, time-line; and every answer one can give there.

mod actions;
mod events;
mod threats;

pub(crate) use actions::{auto, choose, dice, ease, on, players, seat, throw, tips, undo};
pub(crate) use events::{event, refused, whole_log};
use threats::threats;

use crate::app::{App, Moved, SharedApp, SharedGame, at_table, game_id, in_front, lay_back};
use crate::error::{Done, Oops};
use crate::forms;
use crate::guard::{Ctx, Fields};
use crate::log::{self, Filter, Listed, LogView};
use crate::options;
use crate::packing::sent;
use crate::page::{Page, Small, game_nav, id_of, keys_of, see, shown, table_of};
use crate::pieces::{Pieces, ShownPage};
use crate::result::{Since, card};
use crate::tools;
use crate::words::{self, capital};
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use hulldown_core::Limit;
use hulldown_core::game::Seat;
use hulldown_core::talk::Rank;
use hulldown_desk::chronicle::Show;
use hulldown_desk::{Advice, Ask, Code, Ease, EventLine, Level, OddsReply, Problem, Prompt, Threat, Until};
use hulldown_draw::{Known, Look, Panel, Plain, Question, Region, Spot};
use hulldown_keep::{Far, Sitting, Trouble};
use hulldown_store::{GameId, StoreError};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

/// How much of the log the table shows.
const LOG_SHOWN: usize = 60;
/// How many are looked through for what is asked for.
const LOG_SEARCHED: usize = 2_000;

/// What the server calls that which a tab shows from now on.
const SHOWS: HeaderName = HeaderName::from_static("x-shows");

/// What the address of the table may ask for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct TableQuery {
    spot: String,
    odds: String,
    advice: String,
    voice: String,
    kind: String,
    say: String,
    map: String,
}

impl TableQuery {
    fn filter(&self) -> Filter {
        Filter::of(&self.voice, &self.kind)
    }
}

/// What is shown besides the table itself.
#[derive(Default)]
pub(crate) struct TableExtras {
    /// Only options on this spot.
    pub(crate) spot: Option<String>,
    /// What is about to be said in the game's own language.
    pub(crate) say: String,
    /// The whole board rather than the part where things happen.
    pub(crate) whole: bool,
    /// What was asked about the board in the line for answers, in words.
    pub(crate) told: Vec<String>,
    /// Why something was not done.
    pub(crate) notice: Option<String>,
    /// What may come of an option.
    pub(crate) odds: Option<OddsReply>,
    /// What would bear on one after it, where it moves one's own.
    pub(crate) bears: Option<Vec<Threat>>,
    /// What a bot thinks.
    pub(crate) advice: Option<Markup>,
    /// What is shown of the log.
    pub(crate) filter: Filter,
}

impl TableExtras {
    fn of(query: &TableQuery, open: &Sitting) -> Self {
        let mut asked = TableExtras {
            spot: Some(query.spot.clone()).filter(|spot| !spot.is_empty()),
            filter: query.filter(),
            say: query.say.chars().take(200).collect(),
            whole: query.map == "whole",
            ..TableExtras::default()
        };
        if !query.odds.is_empty() {
            match open.game.odds(open.seat(), &query.odds) {
                Ok(odds) => {
                    asked.bears = open.game.threats_after(open.seat(), &query.odds);
                    asked.odds = Some(odds);
                }
                Err(problem) => asked.notice = Some(problem.in_words()),
            }
        }
        asked
    }
}

/// The places where something can be chosen.
pub(crate) fn spots(prompt: &Prompt) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let Some(Ask::Choice(ask)) = prompt.first() else { return spots };
    for option in &ask.options {
        let Some(id) = &option.spot else { continue };
        match spots.iter_mut().find(|spot| spot.id == *id) {
            Some(spot) => spot.count += 1,
            None => spots.push(Spot { id: id.clone(), count: 1, label: capital(&option.label) }),
        }
    }
    for spot in spots.iter_mut().filter(|spot| spot.count > 1) {
        spot.label = format!("{} options for {}", spot.count, options::place_name(ask, &spot.id));
    }
    spots
}

/// Panels of one region, each under its heading.
pub(crate) fn placed(panels: &[Panel], region: Region) -> Markup {
    html! {
        @for panel in panels.iter().filter(|panel| panel.region == region) {
            section class="panel" id={ "panel-" (panel.id) } aria-labelledby={ "title-" (panel.id) } {
                h2 id={ "title-" (panel.id) } { (Plain(&panel.title)) }
                (PreEscaped(&panel.html))
            }
        }
    }
}

/// One board has the middle to itself; cards and the like stand with the forces.
pub(crate) fn apart(panels: &[Panel]) -> (&[Panel], &[Panel]) {
    panels.split_at(panels.iter().position(|panel| panel.region == Region::Board).map_or(0, |at| at + 1))
}

/// The parts of the table that change.
fn parts(open: &Sitting, ctx: &Ctx, asked: &TableExtras, known: Known<'_>) -> [Markup; 7] {
    let base = table_of(open);
    let (about, says, kind) = match open.prompt.first() {
        Some(hulldown_desk::Ask::Choice(ask)) => (ask.about.as_deref(), ask.example.is_some(), ask.kind),
        _ => (None, false, ""),
    };
    let look = Look { about: asked.spot.as_deref().or(about), asked: kind, says, whole: asked.whole, known };
    let panels = open.game.panels(open.viewer(), &spots(&open.prompt), &base, &look);
    let (board, others) = apart(&panels);
    // What is asked for is looked for far back, since most lines are something else.
    let (filter, told) = (asked.filter, open.seen().told());
    let events: Cow<'_, [EventLine]> = match filter.show {
        Show::All => open.tail()[open.tail().len().saturating_sub(LOG_SHOWN)..].into(),
        _ => open.log(told.saturating_sub(LOG_SEARCHED)).into(),
    };
    let (of_answer, news) = (open.of_answer(), open.news());
    let listed = ctx.part.then(|| Listed::from(of_answer.first().map_or(usize::MAX, |event| event.n)));
    let log = LogView { known, listed: listed.as_ref(), ..LogView::of(open, &base) };
    let told = log.list(&events, filter, true);
    let answered = open.seen().answered();
    let since = Since::of(open, &of_answer);
    // What was said once is not said again with the next throw.
    let aloud = if of_answer.len() == news.len() { since.aloud() } else { Since::of(open, &news).aloud() };
    [
        options::prompt(open, ctx, asked, known),
        tools::bar(open, ctx, known),
        card(open, since, listed.as_ref()),
        html! { div id="board" data-part tabindex="-1" { (placed(board, Region::Board)) } },
        html! {
            div id="side" data-part role="group" aria-label="Forces" tabindex="0" {
                (threats(open, known)) (placed(others, Region::Board)) (placed(board, Region::Side)) (placed(others, Region::Side))
            }
        },
        html! {
            section id="log" data-part class="panel" aria-labelledby="log-title" data-latest=(Plain(aloud)) {
                h2 id="log-title" title=(keys_of("log")) { "Log" }
                (known.or_draw("log-filter", (filter.story, filter.show as u8), || log::filter_form(&base, filter)))
                (told)
                p { a class="alone" href={ (base) "/log" (filter.query()) } { "The whole log" } }
            }
        },
        html! {
            nav id="timeline" data-part aria-label="Time-line" {
                span id="counted" { (words::count(answered, "answer")) " · " (words::count(open.seen().told(), "event")) }
                @if answered > 0 { a class="button small" id="back" data-key="[" href={ (base) "/replay?at=" (answered - 1) } { kbd { "[" } " back" } }
                progress max="1" value="1" aria-hidden="true" {}
                a class="button small" href={ (base) "/replay" } { "time-line" }
                @if open.shelf.watched { a class="button small" id="watch" href={ (base) "/watch" } { "watch" } }
            }
        },
    ]
}

/// Who sits on a seat, with the name he has given himself or his side has.
fn whose(seat: Seat, name: &str) -> String {
    let plain = format!("Player {}", seat.0 + 1);
    if name.eq_ignore_ascii_case(&plain) { plain } else { format!("{plain}, {}", capital(name)) }
}

/// What stands in the place of all parts until the screen has been handed over.
fn curtain(open: &Sitting, ctx: &Ctx, seat: Seat) -> [Markup; 7] {
    let base = table_of(open);
    let empty = |id: &str| html! { div id=(id) data-part {} };
    // Which round it is is nobody's secret.
    let round = open.tail().iter().rfind(|event| event.rank == Rank::Scene && event.only.is_none());
    [
        html! {
            section id="prompt" data-part class="curtain" data-mark=(open.mark()) aria-labelledby="ask" {
                h2 id="ask" tabindex="-1" { (whose(seat, &open.game.seat_name(seat))) " is next" }
                p { @if let Some(round) = round { (round.text) " " } "Pass the screen to player " (seat.0 + 1) "." }
                form method="post" action={ (base) "/seat" } {
                    (crate::page::token(ctx))
                    input type="hidden" name="mark" value=(open.mark());
                    button class="strong" name="seat" value=(seat.0) data-keys=(seat.0 + 1) { kbd { (seat.0 + 1) } " I am player " (seat.0 + 1) }
                }
            }
        },
        empty("tools"),
        empty("result"),
        empty("board"),
        empty("side"),
        empty("log"),
        empty("timeline"),
    ]
}

fn joined(parts: &[Markup]) -> String {
    let mut text = String::with_capacity(parts.iter().map(|part| part.0.len()).sum());
    parts.iter().for_each(|part| text.push_str(&part.0));
    text
}

/// The table as a whole page, or only what changes.
fn render(open: &Sitting, table: &SharedGame, ctx: &Ctx, asked: &TableExtras) -> Response {
    let before = ctx.shows.filter(|_| ctx.part).and_then(|shows| table.shown(shows));
    let browser = if ctx.part { ShownPage::that_shows(before.as_deref()) } else { ShownPage::whole() };
    let parts = match open.curtain() {
        Some(seat) => curtain(open, ctx, seat),
        None => parts(open, ctx, asked, Known::new(&browser)),
    };
    let pieces = Pieces::of(joined(&parts), browser);
    if ctx.part {
        let (news, shows) = table.news(pieces, before.as_deref(), open.curtain().is_some());
        return (Extension(Small), [(SHOWS, format!("{shows:x}"))], sent(news, ctx)).into_response();
    }
    let shows = table.shows(pieces);
    let [prompt, tools, result, board, side, log, timeline] = parts;
    let id = id_of(open);
    let body = html! {
        div class="table" data-stream={ "/game/" (id) "/stream" } data-table={ "/game/" (id) } data-shows=(format!("{shows:x}")) {
            h1 class="name" { (open.label()) @if !open.label().starts_with(open.game.title()) { " " span class="quiet" { (open.game.title()) } } }
            nav class="tabs" aria-label="Parts of the table" {
                a href="#board" { "Board" } a href="#side" { "Forces" } a href="#log" { "Log" } a href="#prompt" { "Question" }
            }
            div class="viewport" { div class="zoomer" { (board) } }
            // On a small screen a sheet over its lower third, which can be put down to see more of the board and is pulled up again.
            div class="sheet-up" {
                input type="checkbox" id="pull" class="unseen" aria-label="Pull the answers up" checked;
                label for="pull" class="pull" aria-hidden="true" {}
                (prompt)
                (tools)
            }
            (result)
            (side)
            (log)
            (timeline)
        }
    };
    let title = open.label();
    Page { title, nav: game_nav(&id, open.shelf.id), class: "at-table", body }.render(ctx)
}

/// How long bots may think about what follows from an answer, or play on when asked to.
const LONGEST: Duration = Duration::from_secs(30);

/// The most answers a bot gives at one request.
const MOST_AUTO: u64 = 20_000;

/// `GET /game/ID`
pub(crate) async fn show(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Query(query): Query<TableQuery>,
    ctx: Ctx,
) -> Response {
    let with = ctx.clone();
    let done = async {
        let id = game_id(&id)?;
        if at_table(&app, id, |_, open, _| Ok(open.is_unsettled())).await? {
            settle(&app, id).await?;
        }
        let advice = if query.advice.is_empty() { None } else { advised(&app, id).await? };
        let act = move |_: &App, open: &mut Sitting, table: &SharedGame| {
            let mut asked = TableExtras::of(&query, open);
            // Advice on a question that has been answered meanwhile is worth nothing.
            let advice = advice.filter(|(about, _)| *about == (open.mark(), open.seat()));
            asked.advice = advice.map(|(_, advice)| tools::advice(open, &advice));
            if !query.advice.is_empty() && open.curtain().is_none() {
                asked.advice = asked.advice.or_else(|| tools::instead(open));
            }
            Ok(render(open, table, &with, &asked))
        };
        at_table(&app, id, act).await
    };
    shown(&ctx, done.await)
}

/// Lays a game out that has just been made, so that bots have answered, and everything is saved, before anybody looks; leads there.
pub(crate) async fn lay_out(app: &SharedApp, id: GameId) -> Done<Response> {
    if at_table(app, id, |_, open, _| Ok(open.is_unsettled())).await? {
        settle(app, id).await?;
    }
    Ok(see(&format!("/game/{id}")))
}

/// Lets bots answer what they are asked before anybody else is.
async fn settle(app: &SharedApp, id: GameId) -> Done<()> {
    let table = app.table(id);
    let _alone = table.changing.lock().await;
    let take = |_: &App, open: &mut Sitting, _: &SharedGame| Ok(open.is_unsettled().then(|| open.leave_copy()));
    // Somebody who came before may have done it.
    let Some(mut open) = at_table(app, id, take).await? else { return Ok(()) };
    let work = move |limit: &Limit| {
        open.limit = limit.clone();
        // Why it was not done is said on the page.
        let _ = open.open_up();
        open.limit = Limit::NONE;
        open
    };
    let open = app.thinking.think(LONGEST, work).await?;
    if !open.is_unsettled() && open.not_saved().is_none() {
        // Nobody listening is no trouble.
        let _ = table.moved.send(Moved { to: open.mark(), by: None });
        lay_back(&table, open).await;
    }
    Ok(())
}

type Advised = ((u64, Seat), Result<Vec<Advice>, Problem>);

/// What a bot thinks of the question on the table. All who ask about the same one wait for the same answer.
async fn advised(app: &SharedApp, id: GameId) -> Done<Option<Advised>> {
    let shared = Arc::clone(app);
    let act = move |_: &App, open: &mut Sitting, table: &SharedGame| {
        let deciding = matches!(open.prompt.first(), Some(Ask::Choice(_))) && open.curtain().is_none();
        // Nobody thinks about what playing on says nothing to.
        let deciding = deciding && open.game.instead(open.seat()).is_empty();
        let about = (open.mark(), open.seat());
        Ok(deciding.then(|| (about, table.advice(about, &shared, open))))
    };
    let Some((about, (mut opinion, wanted))) = at_table(app, id, act).await? else { return Ok(None) };
    let found = opinion.wait_for(Option::is_some).await.ok().and_then(|found| found.clone());
    drop(wanted);
    Ok(found.map(|found| (about, found)))
}

/// What a change needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// No more than the rules, and what bots answer to it.
    Rules,
    /// The same and what goes with a game.
    Answers,
    /// The same by bots that were not there before.
    NewBots,
    /// Somebody sits down: the only thing that is done while the screen waits to be handed over.
    Seat,
    /// A bot's thought. Nobody waiting for it any more, it is not done.
    Thought,
}

/// What is done to a game.
trait Change: Fn(&App, &mut Sitting, &Fields) -> Result<(), Denied> + Send + Sync + 'static {}

impl<F: Fn(&App, &mut Sitting, &Fields) -> Result<(), Denied> + Send + Sync + 'static> Change for F {}

/// Does something to the game if the form was made for the position it stands in, tells the other tabs, and shows the table.
async fn act(app: &SharedApp, id: &str, ctx: Ctx, fields: Fields, needs: Needs, change: impl Change) -> Response {
    let with = ctx.clone();
    let done = async {
        let id = game_id(id)?;
        let mark = match fields.get("mark") {
            Some(_) => Some(fields.number::<u64>("mark")?),
            None => None,
        };
        let (app, with) = (Arc::clone(app), with.clone());
        // An answer once sent is given even if the browser goes away; what only a bot thinks about is not.
        let task = tokio::spawn(async move { changed(&app, id, &with, fields, mark, needs, change).await });
        let _stop = (needs == Needs::Thought).then(|| Stop(task.abort_handle()));
        task.await.unwrap_or_else(|_| Err(Oops::mistake()))
    };
    shown(&ctx, done.await)
}

/// Ends a task that nobody waits for any more.
struct Stop(AbortHandle);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What comes of looking whether a change can be made at once.
enum Next<C> {
    /// It was made, or not: this is what is shown.
    Reply(Response),
    /// Somebody has to think about it. The game itself, and what is to be done to it.
    Think(Box<Sitting>, C, Fields),
}

/// Makes a change: at once if nobody has to think about it, else on the game itself while a copy lies on the table to be looked at.
async fn changed(
    app: &SharedApp,
    id: GameId,
    ctx: &Ctx,
    fields: Fields,
    mark: Option<u64>,
    needs: Needs,
    change: impl Change,
) -> Done<Response> {
    let table = app.table(id);
    let nobody = move |open: &Sitting| needs != Needs::Seat && open.curtain().is_some();
    let late = move |open: &Sitting| mark.is_some_and(|mark| mark != open.mark()) || nobody(open);
    let _alone = match table.changing.try_lock() {
        Ok(alone) => alone,
        Err(_) => {
            // Another change is thought about, and gives way to this one if it does not come late.
            let in_time = at_table(app, id, move |_, open, _| Ok(mark.is_some() && !late(open))).await?;
            if in_time {
                table.stop_thinking();
            }
            table.changing.lock().await
        }
    };
    let filter = Filter::of(fields.get("voice").unwrap_or_default(), fields.get("kind").unwrap_or_default());
    // An answer that does not fit what is saved is refused there: it need not be looked first whether the game went on elsewhere.
    if mark.is_some() && needs == Needs::Rules {
        let act = |open: &mut Sitting| !late(open) && change(app, open, &fields).is_ok();
        let draw = |open: &Sitting, table: &SharedGame| {
            done_well(open, table, ctx, &TableExtras { filter, ..TableExtras::default() })
        };
        if let Some(response) = table.at_once(app, ctx.tab, act, draw).await {
            return Ok(response);
        }
    }
    let with = ctx.clone();
    let at_table_now = move |app: &App, open: &mut Sitting, table: &SharedGame| {
        let thinks = matches!(needs, Needs::NewBots | Needs::Thought) || open.has_bots();
        if thinks && !late(open) {
            return Ok(Next::Think(Box::new(open.leave_copy()), change, fields));
        }
        let done = if late(open) { Err(Denied::Late) } else { change(app, open, &fields) };
        let asked = TableExtras { filter, say: said_by(&fields), ..TableExtras::default() };
        Ok(Next::Reply(reply(open, table, &with, asked, done)))
    };
    let (mut open, change, fields) = match at_table(app, id, at_table_now).await? {
        Next::Reply(response) => return Ok(response),
        Next::Think(open, change, fields) => (open, change, fields),
    };
    let say = said_by(&fields);
    let shared = Arc::clone(app);
    let work = move |limit: &Limit| {
        open.limit = limit.clone();
        let done = change(&shared, &mut open, &fields);
        open.limit = Limit::NONE;
        (open, done)
    };
    let thinking = Arc::clone(app);
    let thinker = tokio::spawn(async move { thinking.thinking.think(LONGEST, work).await });
    // It ends with this one, or gives way to another.
    let _stop = Stop(thinker.abort_handle());
    table.is_thinking(thinker.abort_handle());
    let thought = thinker.await;
    table.has_thought();
    let (open, done) = match thought {
        Ok(thought) => thought?,
        Err(error) if error.is_cancelled() => {
            let text = "Another answer arrived while a bot was still thinking, so this one was not given.";
            return Err(Oops::new(StatusCode::CONFLICT, "The game has moved on", text).back(format!("/game/{id}")));
        }
        Err(_) => return Err(Oops::mistake()),
    };
    if open.not_saved().is_none() {
        lay_back(&table, *open).await;
    }
    let (with, asked) = (ctx.clone(), TableExtras { filter, say, ..TableExtras::default() });
    at_table(app, id, move |_, open, table| Ok(reply(open, table, &with, asked, done))).await
}

/// Why an answer was not taken.
enum Denied {
    /// The game stands otherwise than when the form was made.
    Late,
    Trouble(Trouble),
    Typed(String),
    /// It was a question about the board, and this is what there is to say.
    Told(Vec<String>),
    Oops(Oops),
}

impl From<Trouble> for Denied {
    fn from(trouble: Trouble) -> Self {
        Denied::Trouble(trouble)
    }
}

/// What goes with a game is saved before anything is done with it.
impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Self {
        Denied::Trouble(Trouble::Unsaved(error))
    }
}

impl From<Oops> for Denied {
    fn from(oops: Oops) -> Self {
        Denied::Oops(oops)
    }
}

/// What came of a change that was made.
fn done_well(open: &Sitting, table: &SharedGame, ctx: &Ctx, asked: &TableExtras) -> Response {
    if ctx.part { render(open, table, ctx, asked) } else { see(&format!("{}#prompt", table_of(open))) }
}

/// What was said in the game's own language: refused, it stays to be mended.
fn said_by(fields: &Fields) -> String {
    let line = fields.get("key").filter(|key| fields.get("said").is_some() || key.contains(' '));
    line.unwrap_or_default().chars().take(200).collect()
}

/// Tells the other tabs of a change, and shows what came of it.
fn reply(
    open: &mut Sitting,
    table: &SharedGame,
    ctx: &Ctx,
    mut asked: TableExtras,
    done: Result<(), Denied>,
) -> Response {
    let refuse = |open: &Sitting, asked: TableExtras, status: StatusCode, why: String| {
        let asked = TableExtras { notice: Some(why), ..asked };
        let mut response = render(open, table, ctx, &asked);
        *response.status_mut() = status;
        response
    };
    match done {
        Ok(()) => {
            asked.say.clear();
            table.tell_tabs(open.mark());
            done_well(open, table, ctx, &asked)
        }
        Err(Denied::Late) => {
            let why =
                "The game has moved on since that page was shown, so nothing was done. This is the present position.";
            refuse(open, asked, StatusCode::CONFLICT, why.into())
        }
        Err(Denied::Trouble(Trouble::Refused(problem)))
            if problem.message.starts_with("there is no choice") && !asked.say.is_empty() =>
        {
            let why = format!("\u{201c}{}\u{201d} is not understood here.", asked.say);
            refuse(open, asked, StatusCode::CONFLICT, why)
        }
        Err(Denied::Told(lines)) => {
            asked.say.clear();
            render(open, table, ctx, &TableExtras { told: lines, ..asked })
        }
        Err(Denied::Trouble(Trouble::Refused(problem))) => {
            let status = match problem.code {
                Code::Late => StatusCode::SERVICE_UNAVAILABLE,
                Code::Broken => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::CONFLICT,
            };
            refuse(open, asked, status, problem.in_words())
        }
        Err(Denied::Typed(why)) => refuse(open, asked, StatusCode::BAD_REQUEST, why),
        Err(Denied::Oops(oops)) => oops.page(ctx),
        Err(Denied::Trouble(Trouble::Unsaved(error))) => {
            let text = format!("Nothing was done because it could not be saved: {error}");
            Oops { text, ..Oops::from(error) }.back(table_of(open)).page(ctx)
        }
    }
}

#[cfg(test)]
mod tests;
