//! Beginning a game: the form, and what it means.

use super::*;

/// What a field is called.
fn field_name(shelf: &Shelf, name: &str) -> String {
    let called = shelf.form.called.iter().find(|(field, _)| *field == name).map(|(_, called)| (*called).to_string());
    called.unwrap_or_else(|| capital(&name.replace('_', " ")))
}

fn field_text(field: &Field) -> String {
    field.default.as_str().map_or_else(|| field.default.to_string(), String::from)
}

/// `GET /new/GAME`
pub(crate) async fn new_form(Path(game): Path<String>, ctx: Ctx) -> Response {
    let done = || Ok(new_page(&ctx, shelf(&game)?, None, &|_| None));
    shown(&ctx, done())
}

fn new_page(ctx: &Ctx, shelf: &Shelf, wrong: Option<&str>, given: &dyn Fn(&str) -> Option<String>) -> Response {
    let sheets = (shelf.sheets)(None).unwrap_or_default();
    let dice = given("dice").unwrap_or_else(|| "random".into());
    let fields = (shelf.fields)(None).unwrap_or_default();
    let first = |field: &Field| shelf.form.first.is_empty() || shelf.form.first.contains(&field.name);
    let body = html! {
        h1 { "New game of " (shelf.title) }
        p { (shelf.about) }
        p class="quiet" { "Players: " (shelf.cover.players) ". Length: " (shelf.cover.length) ". To learn: " (shelf.cover.difficulty) "." }
        @if let Some(wrong) = wrong { p class="notice bad" role="alert" { (wrong) } }
        form method="post" action={ "/new/" (shelf.id) } class="setup" {
            (token(ctx))
            @for field in fields.iter().filter(|field| first(field)) { (asked(shelf, &fields, field, given)) }
            @if shelf.secrets { (seats(shelf, given)) }
            (partners(shelf, given))
            button class="strong" { "Begin" }
            details class="more" id="more" open[wrong.is_some()] {
                summary { "More: dice, name, " @if shelf.form.only.is_empty() { "rules" } @else { "options" } }
                div class="setup" {
                    @for field in fields.iter().filter(|field| !first(field)) { (asked(shelf, &fields, field, given)) }
                    div class="field" {
                        label for="name" { "Name of the game" }
                        input id="name" name="name" maxlength="80" value=(given("name").unwrap_or_default()) aria-describedby="name-help";
                        p id="name-help" class="quiet" { "Shown in the library. Leave empty for the game's title." }
                    }
                    fieldset class="field" {
                        legend { "Dice" }
                        label { input type="radio" name="dice" value="random" checked[dice == "random"]; " The program rolls all dice." }
                        label { input type="radio" name="dice" value="hand" checked[dice == "hand"]; " I roll all dice and type them in." }
                        label { input type="radio" name="dice" value="charts" checked[dice == "charts"]; " I roll for the charts ticked below, the program for the rest." }
                        details { summary { "Charts" } div class="ticks" {
                            @for sheet in sheets.iter().filter(|sheet| sheet.dice.is_some()) { label { input type="checkbox" name="chart" value=(sheet.id); " " (capital(&sheet.title)) } }
                        } }
                        p class="quiet" { "You can change this at any time." }
                    }
                    (readings(shelf, &given("reading").unwrap_or_default()))
                    div class="field" {
                        label for="seed" { "Seed of the dice" }
                        input id="seed" name="seed" inputmode="numeric" pattern="[0-9]*" maxlength="20" value=(given("seed").unwrap_or_default()) aria-describedby="seed-help";
                        p id="seed-help" class="quiet" { "A number. The same seed and answers give the same game. Leave empty for a new one." }
                    }
                }
            }
        }
    };
    plain(ctx, "New game", Vec::new(), body)
}

/// As much as a field shows of what is chosen in it.
const ROOM: usize = 50;

/// What has room in a field, up to where a thought ends.
fn brief(text: &str) -> &str {
    let ends = |end: char| text.find(end).map(|at| &text[..at]);
    Some(text).filter(|text| text.chars().count() <= ROOM).or_else(|| ends(';')).or_else(|| ends(',')).unwrap_or(text)
}

/// What a form says of a field, as the set-up has it.
fn meant(field: &Field, text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value) if !field.default.is_string() => value,
        _ => Value::String(text.trim().into()),
    }
}

/// Where the rules take a value only with some of those of a field that is asked for before it: these, as `length=day,engagement`.
fn goes_with(shelf: &Shelf, fields: &[Field], field: &Field, value: &str) -> Option<String> {
    let at = shelf.form.first.iter().position(|name| *name == field.name)?;
    let before = shelf.form.first[..at].iter().filter_map(|name| fields.iter().find(|other| other.name == *name));
    before.filter(|other| other.values.len() > 1).find_map(|other| {
        let begins = |with: &str| {
            let pair = [(field.name, meant(field, value)), (other.name, meant(other, with))];
            let setup = pair.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
            (shelf.new)(NewGame { setup: Value::Object(setup), ..NewGame::default() }).is_ok()
        };
        let good: Vec<&str> = other.values.iter().map(|(with, _)| with.as_str()).filter(|with| begins(with)).collect();
        (!good.is_empty() && good.len() < other.values.len()).then(|| format!("{}={}", other.name, good.join(",")))
    })
}

/// One field of a set-up.
fn asked(shelf: &Shelf, fields: &[Field], field: &Field, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    let id = format!("field-{}", field.name);
    let first = shelf.newcomer.set.iter().find(|(name, _)| *name == field.name).map(|(_, value)| (*value).to_string());
    let value = given(&format!("setup-{}", field.name)).or(first).unwrap_or_else(|| field_text(field));
    let only = shelf.form.only.iter().find(|(name, ..)| *name == field.name);
    let only = only.map(|(_, other, values)| format!("{other}={}", values.join(",")));
    html! {
        div class="field" data-only=[only] {
            label for=(id) { (field_name(shelf, field.name)) }
            @if field.values.is_empty() {
                input id=(id) name={ "setup-" (field.name) } value=(value) maxlength="60" aria-describedby={ (id) "-help" };
            } @else {
                select id=(id) name={ "setup-" (field.name) } aria-describedby={ (id) "-help" } {
                    @for (option, text) in &field.values {
                        option value=(option) selected[*option == value] data-only=[goes_with(shelf, fields, field, option)] { (brief(text)) }
                    }
                }
            }
            p id={ (id) "-help" } class="quiet" { (sentence(&field.help)) }
            @for (value, text) in &field.values {
                @match (shelf.tells)(None, field.name, value) {
                    Some(says) => { p class="tells" data-only={ (field.name) "=" (value) } { (says) } }
                    // What has no room in the field is said in full below it.
                    None if brief(text) != *text => { p class="tells" data-only={ (field.name) "=" (value) } { (sentence(text)) } }
                    None => {}
                }
            }
        }
    }
}

/// Who plays which side.
fn seats(shelf: &Shelf, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    html! {
        @for seat in [0, 1] {
            @let policy = (shelf.policies)().first().map_or("person", |(name, _)| name);
            @let default = if seat == shelf.newcomer.seat { "person" } else { policy };
            @let id = format!("seat{seat}");
            @let value = given(&id).unwrap_or_else(|| default.into());
            div class="field" {
                label for=(id) { "Player " (seat + 1) }
                select id=(id) name=(id) {
                    option value="person" selected[value == "person"] { "a person" }
                    @for (name, help) in (shelf.policies)() { option value=(name) selected[value == name] { "a bot: " (brief(help)) } }
                }
                // In full below: what has no room in a field is cut off.
                @for (name, help) in (shelf.policies)() { p class="tells" data-only={ (id) "=" (name) } { (sentence(help)) } }
            }
        }
    }
}

/// Who plays the other seats of a game that is played together.
fn partners(shelf: &Shelf, given: &dyn Fn(&str) -> Option<String>) -> Markup {
    let value = given("partners").unwrap_or_else(|| "person".into());
    html! {
        @if let Some((field, values)) = shelf.form.partners {
            div class="field" data-only=(format!("{field}={}", values.join(","))) {
                label for="partners" { "The others" }
                select id="partners" name="partners" aria-describedby="partners-help" {
                    option value="person" selected[value == "person"] { "people at this screen" }
                    @for (name, help) in (shelf.policies)() { option value=(name) selected[value == name] { "a bot: " (help) } }
                }
                p id="partners-help" class="quiet" { "Who plays with you. You can change this at any time." }
            }
        }
    }
}

/// Where the sources of a game's charts disagree, one may play what another source has. The given names are ticked, one a line.
fn readings(shelf: &Shelf, given: &str) -> Markup {
    let all: Vec<_> = (shelf.disagreements)().into_iter().filter(|d| d.playable).collect();
    html! {
        @if !all.is_empty() {
            fieldset class="field" {
                legend { "Where " (shelf.sources.disagree) }
                details open[!given.is_empty()] {
                    summary { "Other readings" }
                    div class="readings" {
                        @for d in &all {
                            div {
                                label { input type="checkbox" name="reading" value=(d.name) checked[given.lines().any(|name| name == d.name)]; " " (capital(d.about)) }
                                p class="quiet" { "Ours: " (d.ours) ". Ticked: " (d.theirs) ". " (sentence(d.why)) @if let Some(note) = d.note { " " (sentence(note)) } }
                            }
                        }
                    }
                }
                p class="quiet" { "Ticked items follow the other source. This cannot be changed later." }
            }
        }
    }
}

/// The set-up a form means: what differs from the default.
fn setup_of(shelf: &Shelf, fields: &Fields) -> Value {
    let mut setup = Map::new();
    for field in (shelf.fields)(None).unwrap_or_default() {
        let Some(text) = fields.get(&format!("setup-{}", field.name)) else { continue };
        let value = meant(&field, text);
        if value != field.default {
            setup.insert(field.name.into(), value);
        }
    }
    if setup.is_empty() { Value::Null } else { Value::Object(setup) }
}

/// `POST /new/GAME`
pub(crate) async fn begin(
    State(app): State<SharedApp>,
    Path(game): Path<String>,
    ctx: Ctx,
    fields: Fields,
) -> Response {
    let (with, shared) = (ctx.clone(), Arc::clone(&app));
    // The game, or the form again.
    let made = aside(move || {
        let shelf = shelf(&game)?;
        let refuse = |why: String| {
            let mut response = new_page(&with, shelf, Some(&why), &|name| match name {
                "reading" => Some(fields.all(name).collect::<Vec<_>>().join("\n")),
                _ => fields.get(name).map(String::from),
            });
            *response.status_mut() = axum::http::StatusCode::BAD_REQUEST;
            Ok(Err(response))
        };
        let seed = match fields.get("seed").unwrap_or_default().trim() {
            "" => random_seed(),
            text => match text.parse() {
                Ok(seed) => seed,
                Err(_) => return refuse("The seed is a whole number, at most 18446744073709551615.".into()),
            },
        };
        let mode = forms::mode(fields.get("dice").unwrap_or("random"), fields.all("chart")).unwrap_or(DiceMode::Random);
        let readings: Vec<String> = fields.all("reading").map(String::from).collect();
        let pack = match readings.as_slice() {
            [] => None,
            readings => match (shelf.readings)(readings) {
                Ok(pack) => Some(pack),
                Err(problem) => return refuse(sentence(&problem.to_string())),
            },
        };
        let (setup, dice, pack) = (setup_of(shelf, &fields), NewDice::Mode(mode), pack.as_ref());
        let new = NewGame { setup, seed, dice, pack, ..NewGame::default() };
        let game = match (shelf.new)(new) {
            Ok(game) => game,
            Err(problem) => return refuse(sentence(&problem.to_string())),
        };
        let name = fields.get("name").unwrap_or_default().trim();
        let name = if name.is_empty() { app.store.fresh_name(shelf.title)? } else { name.into() };
        let known = (shelf.policies)();
        // Of two sides each says who plays it; who plays together is the first, and all others are played alike.
        let player = |seat: u8| match (shelf.secrets, seat) {
            (true, _) => fields.get(&format!("seat{seat}")),
            (false, 0) => None,
            (false, _) => fields.get("partners"),
        };
        let given = |seat: u8| player(seat).filter(|name| *name != "person").map(|name| (seat, name.to_string()));
        let bots: BTreeMap<u8, String> = (0..game.seats()).filter_map(given).collect();
        if let Some(player) = bots.values().find(|name| !known.iter().any(|(bot, _)| bot == name)) {
            return refuse(format!("This game has no bot called {player}."));
        }
        if !bots.is_empty() && bots.len() == usize::from(game.seats()) {
            return refuse(
                "At least one seat needs a person. To watch bots play, start a game and use \u{201c}Play on\u{201d}."
                    .into(),
            );
        }
        match SavedGame::begin(&app.store, &name, &*game, &Beside { bots, ..Beside::default() }) {
            Ok(saved) => Ok(Ok(saved.id)),
            Err(error @ (StoreError::NameTaken { .. } | StoreError::BadName { .. })) => {
                refuse(sentence(&error.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    });
    let done = async {
        match made.await? {
            Ok(id) => lay_out(&shared, id).await,
            Err(refused) => Ok(refused),
        }
    };
    shown(&ctx, done.await)
}

/// `POST /learn/GAME`
pub(crate) async fn learn(State(app): State<SharedApp>, Path(game): Path<String>, ctx: Ctx, _: Fields) -> Response {
    let shared = Arc::clone(&app);
    let made = aside(move || {
        let shelf = shelf(&game)?;
        let game = (shelf.guided)()?;
        let name = app.store.fresh_name(&format!("{}: first steps", shelf.title))?;
        let mut beside = Beside::default();
        beside.begin_lessons(shelf.newcomer.level);
        if let (true, Some((name, _))) = (shelf.secrets, (shelf.policies)().first()) {
            beside.bots.insert(1 - shelf.newcomer.seat, (*name).to_string());
        }
        Preferences::change(&app.store, |preferences| preferences.tips_off = false)?;
        let saved = SavedGame::begin(&app.store, &name, &*game, &beside)?;
        Ok(saved.id)
    });
    let done = async { lay_out(&shared, made.await?).await };
    shown(&ctx, done.await)
}
