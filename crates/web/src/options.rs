//! The question on the table: options with keys, odds and rules, what is refused and why, dice to throw.

use crate::guard::Ctx;
use crate::log::rule_link;
use crate::page::{id_of, keys_of, mark_field, table_of, token};
use crate::pieces::number_of;
use crate::table::TableExtras;
use crate::words::{capital, chances, encode, percent, sentence};
use hulldown_core::Dice;
use hulldown_core::playable::aids::Shots;
use hulldown_desk::groups::{Group, groups};
use hulldown_desk::keys::keys;
use hulldown_desk::typed;
use hulldown_desk::{Ask, Choice, ChoiceAsk, DiceAsk, OddsReply, RefusedLine, Threat};
use hulldown_draw::{Known, Plain};
use hulldown_keep::Sitting;
use maud::{Markup, html};

/// What ends a step is typed with this letter, whatever the game, and stays in sight below a long list.
const DONE: &str = "Z";

/// The question and all that can be answered.
pub(crate) fn prompt(open: &Sitting, ctx: &Ctx, asked: &TableExtras, known: Known<'_>) -> Markup {
    let ask = open.prompt.first();
    let says = matches!(ask, Some(Ask::Choice(ask)) if ask.example.is_some());
    // Against a bot nobody asks whose turn it is.
    let people =
        (0..open.game.seats()).filter(|seat| !open.shelf.secrets || !open.players.bots.contains_key(seat)).count();
    html! {
        section id="prompt" data-part data-mark=(open.mark()) data-seat=[open.eyes().map(|seat| seat.0)] aria-labelledby="ask" {
            p class="status" id="stands" { (Plain(capital(&open.game.status(open.viewer())))) }
            @match ask {
                None => { (over(open)) }
                Some(ask) => {
                    h2 id="ask" tabindex="-1" {
                        @if people > 1 { span class="whose" { (capital(&open.game.seat_name(ask.seat()))) } " " }
                        @if let Ask::Dice(dice) = ask { "Roll " (dice.dice) ": " }
                        (Plain(ask.text())) " " (rule_link(open.shelf.id, ask.rule()))
                    }
                }
            }
            (next(open, ctx, ask, asked.spot.as_deref()))
            div class="asked" {
                @if let Some(lesson) = open.lesson() { (tip(open, ctx, &lesson.text)) }
                @if let Some(notice) = asked.notice.as_ref().filter(|_| asked.say.is_empty() || !says) { p class="notice bad" role="alert" { (notice) } }
                @if let Some(odds) = &asked.odds { (odds_table(&table_of(open), odds, asked.bears.as_deref(), &open.game.threats(open.seat()).unwrap_or_default())) }
                @if let Some(advice) = &asked.advice { (advice) }
                @match ask {
                    Some(Ask::Dice(dice)) => { (dice_form(open, ctx, dice)) }
                    Some(Ask::Choice(ask)) => { (choices(open, ctx, asked, ask, known)) }
                    None => { (ending(open)) }
                }
                // Below the options, which it would push away.
                @if let Some(said) = open.said() { (remark(said)) }
            }
        }
    }
}

/// What was said of the last change; what is long is folded, so that it does not push the options away.
fn remark(said: &str) -> Markup {
    const SHORT: usize = 120;
    if said.chars().count() <= SHORT {
        return html! { p class="notice" { (said) } };
    }
    let begins: String = said.chars().take(SHORT / 2).collect();
    let begins = begins.rsplit_once(' ').map_or(begins.as_str(), |(words, _)| words);
    html! { details class="notice" id="said" { summary { (begins) " \u{2026}" } p { (said) } } }
}

fn over(open: &Sitting) -> Markup {
    html! {
        h2 id="ask" tabindex="-1" { @match open.game.outcome() { Some(outcome) => { "The game is over: " (outcome.result) } None => { "The game is over" } } }
    }
}

fn ending(open: &Sitting) -> Markup {
    let id = id_of(open);
    html! {
        @if let Some(outcome) = open.game.outcome() {
            ul class="outcome" { @for line in &outcome.summary { li { (capital(line)) } } li { (capital(&outcome.scored_by(open.players.only(&*open.game)))) } }
        }
        p class="links" {
            a class="button" href={ "/game/" (id) "/report" } { "After-action report" } " "
            a class="button" href={ "/game/" (id) "/career" } { "Career" } " "
            @if open.game.has_story() { a class="button" href={ "/game/" (id) "/story" } { "Story" } " " }
            a class="button" href={ "/game/" (id) "/review" } { "Costly decisions" } " "
            a class="button" href={ "/game/" (id) "/replay?at=0" } { "Replay" } " "
            a class="button strong" href={ "/new/" (open.shelf.id) } { "New game" }
        }
    }
}

/// What the strong button does: the usual answer, or where a place was chosen the only thing that can be done there.
enum Strong<'a> {
    On(&'a Choice),
    There(&'a Choice),
}

impl<'a> Strong<'a> {
    fn of(ask: &'a ChoiceAsk, spot: Option<&str>) -> Option<Self> {
        let usual = ask.usual.as_ref().and_then(|usual| ask.options.iter().find(|option| option.key == usual.key));
        let mut there = ask.options.iter().filter(|option| spot.is_some() && option.spot.as_deref() == spot);
        match (there.next(), there.next()) {
            (None, _) => usual.map(Strong::On),
            (Some(only), None) => Some(Strong::There(only)).filter(|_| only.fatal.is_none()),
            // Who has chosen a place means nothing that is done elsewhere.
            _ => usual.filter(|usual| usual.spot.as_deref() == spot).map(Strong::On),
        }
    }
}

/// One step back, and on to the next real decision: always in the same place.
fn next(open: &Sitting, ctx: &Ctx, ask: Option<&Ask>, spot: Option<&str>) -> Markup {
    let base = table_of(open);
    let strong = match ask {
        Some(Ask::Choice(ask)) => Strong::of(ask, spot),
        _ => None,
    };
    let refused = open.undo_refused().map(|why| sentence(&why));
    // One line each; the whole of it is told to whoever points at it or listens.
    let (undo, what) = undo_text(open);
    let undo_all = refused.clone().unwrap_or_else(|| format!("{undo}{what}"));
    html! {
        div class="next" {
            form method="post" action={ (base) "/undo" } id="undo-form" {
                (token(ctx)) (mark_field(open, ctx, "mark-undo"))
                button name="steps" value="own" id="undo" aria-keyshortcuts="Backspace" disabled[refused.is_some()] title=(Plain(undo_all)) {
                    kbd { "\u{232b}" } " " span { (Plain(undo)) span class="what" { (Plain(what)) } }
                    @if let Some(why) = refused.as_ref().filter(|_| open.seen().answered() > 0) { " " span class="why unseen" { (why) } }
                }
            }
            @if let Some(Strong::There(option)) = strong {
                form method="post" action={ (base) "/choose" } class="on" id="on" {
                    (token(ctx))
                    (mark_field(open, ctx, "mark-on"))
                    button class="strong" name="key" value=(Plain(&option.key)) data-key="." aria-keyshortcuts="." title=(Plain(capital(&option.label))) { kbd { "." } " " span { "Confirm: " (Plain(&option.label)) } }
                }
            } @else if let Some(Strong::On(option)) = strong {
                form method="post" action={ (base) "/on" } class="on" id="on" {
                    (token(ctx))
                    (mark_field(open, ctx, "mark-on"))
                    button class="strong" data-key="." aria-keyshortcuts="." title=(Plain(capital(&option.label))) { kbd { "." } " " span { "Go on: " (Plain(&option.label)) } }
                }
            }
            // Where the tools have no bar of their own they unfold from here.
            button type="button" class="others" popovertarget="tools" aria-label="Advice, dice and other tools" { "\u{22ef}" }
        }
    }
}

/// What going back is called, and what it takes back.
fn undo_text(open: &Sitting) -> (&'static str, String) {
    match open.last_given() {
        Some(given) if given.dice => ("Rewind", format!(": {}", given.label)),
        Some(given) if !given.label.is_empty() => ("Undo", format!(": {}", given.label)),
        _ => ("Undo", String::new()),
    }
}

fn tip(open: &Sitting, ctx: &Ctx, text: &str) -> Markup {
    html! {
        aside class="tip" aria-label="Hint" {
            // Where there is room for one line of it, all of it is shown to whoever points at it.
            p tabindex="0" { (text) }
            form method="post" action={ (table_of(open)) "/tips" } {
                (token(ctx))
                button class="small" name="do" value="seen" { "Understood" }
                button class="small" name="do" value="off" { "No more hints" }
            }
        }
    }
}

fn choices(open: &Sitting, ctx: &Ctx, asked: &TableExtras, ask: &ChoiceAsk, known: Known<'_>) -> Markup {
    let base = table_of(open);
    let menu = OptionForms { open, base: &base, ask, keys: keys(ask), known };
    let on = |n: &usize, spot: &str| ask.options[*n].spot.as_deref() == Some(spot);
    let all: Vec<usize> = (0..ask.options.len()).collect();
    let spot = asked.spot.as_deref().filter(|spot| all.iter().any(|n| on(n, spot)));
    let one = |n: usize| Group { title: String::new(), options: vec![n] };
    let groups = match spot {
        Some(spot) => all.into_iter().filter(|n| on(n, spot)).map(one).collect(),
        None => groups(ask),
    };
    let letters: Vec<Option<char>> = groups.iter().map(|group| menu.letter(&group.options)).collect();
    html! {
        form method="post" action={ (base) "/choose" } class="choose" id="options" {
            (token(ctx))
            (mark_field(open, ctx, "mark-options"))
            @if let Some(spot) = spot {
                p class="spotted" {
                    @if let [_] = groups[..] { "Only what concerns this place. " } @else { "Only what concerns " strong { (place_name(ask, spot)) } ". " }
                    a href={ (base) "#options" } data-swap { "Show all " (ask.options.len()) }
                }
            }
            ul class="options" id="option-list" {
                @for (group, letter) in groups.iter().zip(&letters) {
                    @match group.options.as_slice() {
                        [n] => { (menu.choice(*n)) }
                        // One that several groups begin with opens none of them.
                        several => { (menu.folded(&group.title, several, letter.filter(|_| letters.iter().filter(|other| *other == letter).count() == 1))) }
                    }
                }
            }
        }
        @if let Some(example) = ask.example { (say_form(open, ctx, &base, asked, example)) }
        (menu.refused())
    }
}

/// Several answers in one line of the game's own language.
fn say_form(open: &Sitting, ctx: &Ctx, base: &str, asked: &TableExtras, example: &str) -> Markup {
    html! {
        form method="post" action={ (base) "/choose" } class="say" id="say" {
            (token(ctx))
            (mark_field(open, ctx, "mark-say"))
            input type="hidden" name="said" value="yes";
            label { "Or say it " input name="key" value=(asked.say) placeholder=(example) maxlength="200" autocomplete="off" required; }
            button class="small" { "Say" }
        }
        // Why a line was refused stands where it was said.
        @if let Some(notice) = asked.notice.as_ref().filter(|_| !asked.say.is_empty()) { p class="notice bad" role="alert" { (notice) } }
        @if !asked.told.is_empty() { ul class="notice told" role="status" { @for line in &asked.told { li class=[line.starts_with(' ').then_some("sub")] { (capital(line.trim_start())) } } } }
    }
}

/// A spot for people: what all that can be done there begins with, `U (Infantry squad), in 2520`; where that says nothing, `unit:2` is
/// unit 2.
pub(crate) fn place_name(ask: &ChoiceAsk, spot: &str) -> String {
    let mut labels =
        ask.options.iter().filter(|option| option.spot.as_deref() == Some(spot)).map(|option| &*option.label);
    let first = labels.next().unwrap_or_default();
    let same = labels.fold(first, |same, label| {
        let both = same.char_indices().zip(label.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        &same[..both.unwrap_or(same.len().min(label.len()))]
    });
    // No word is cut, and no verb without its object is a name.
    let whole = same.rfind([',', ':', '(']).map_or("", |at| &same[..at]).trim_end();
    if whole.is_empty() { spot.replace([':', '_', '-'], " ") } else { whole.into() }
}

/// The options of a question with what they are typed as, for a page that shows something already.
struct OptionForms<'a> {
    open: &'a Sitting,
    base: &'a str,
    ask: &'a ChoiceAsk,
    keys: Vec<String>,
    known: Known<'a>,
}

impl OptionForms<'_> {
    /// The letter that the keys of all options of a group begin with.
    fn letter(&self, options: &[usize]) -> Option<char> {
        let first = |n: &usize| self.keys[*n].chars().next();
        // Several groups of numbers begin with the same digit, which then opens none of them.
        let letter = options.first().and_then(first).filter(char::is_ascii_alphabetic);
        letter.filter(|_| options.iter().all(|n| self.keys[*n].len() > 1 && first(n) == letter) && options.len() > 1)
    }

    /// Options that are unfolded together, with the letter that opens them.
    fn folded(&self, title: &str, options: &[usize], letter: Option<char>) -> Markup {
        let id: String = title.chars().filter(char::is_ascii_alphanumeric).collect();
        let id = ["group-", &id].concat();
        let numbers: Option<Vec<u64>> = options.iter().map(|&n| self.number(n)).collect();
        let draw = || self.draw_folded(title, options, letter, &id);
        let folded = match numbers {
            Some(numbers) => self.known.or_draw(&id, (title, letter, numbers), draw),
            // What is asked twice is drawn anew.
            None => draw(),
        };
        html! { li class="group" { (folded) } }
    }

    fn draw_folded(&self, title: &str, options: &[usize], letter: Option<char>, id: &str) -> Markup {
        // What its key says already is not said again.
        let called = letter.and_then(|letter| title.strip_prefix(letter)?.strip_prefix(". ")).unwrap_or(title);
        html! {
            details id=(id) name="options" {
                summary class="button" { @if let Some(letter) = letter { kbd { (letter) } " " } span class="label" { (Plain(capital(called))) } " " span class="quiet" { (options.len()) } }
                ul class="options" { @for &n in options { (self.choice(n)) } }
            }
        }
    }

    fn is_usual(&self, n: usize) -> bool {
        self.ask.usual.as_ref().is_some_and(|usual| usual.key == self.ask.options[n].key)
    }

    fn has_odds(&self, n: usize) -> bool {
        !self.open.shelf.secrets && (self.ask.options[n].odds.is_some() || !self.ask.by_spot)
    }

    /// A number for what is shown of an option, unless it is asked twice.
    fn number(&self, n: usize) -> Option<u64> {
        let option = self.ask.options.get(n).filter(|option| option.fatal.is_none())?;
        Some(number_of((number(option), self.is_usual(n), &self.keys[n], self.has_odds(n))))
    }

    fn choice(&self, n: usize) -> Markup {
        let (option, Some(from)) = (&self.ask.options[n], self.number(n)) else { return self.for_good(n) };
        let (usual, has_odds) = (self.is_usual(n), self.has_odds(n));
        let keys = Some(self.keys[n].as_str()).filter(|keys| !keys.is_empty());
        let id = ["o-", &encode(&option.key)].concat();
        self.known.or_draw(&id, from, || {
            html! {
                li class={ "option" @if keys == Some(DONE) { " pinned" } } id=(Plain(&id)) data-spot=[option.spot.as_deref().map(Plain)] {
                    button name="key" value=(Plain(&option.key)) data-keys=[keys] aria-keyshortcuts=[keys.filter(|keys| keys.len() == 1)] {
                        @if let Some(keys) = keys { kbd { (keys) } " " }
                        span class="label" { (Plain(capital(&option.label))) @if usual { " " span class="usual" { "· usual" } } }
                        @if let Some(odds) = option.chances() { " " span class="odds" { (Plain(chances(odds, 5))) } }
                        // The rest of a shot's chances is behind its odds.
                        @if let Some(shots) = &option.shots { " " span class="odds shots" { (Plain(capital(&shots.brief(percent)))) } }
                        @if let Some(roll) = option.ahead.as_ref().filter(|roll| !roll.mods.is_empty() && option.shots.is_none()) { " " span class="mods" { (Plain(roll.line())) } }
                        @if let Some(bears) = &option.bears { " " span class="mods bears" { (Plain(capital(bears))) } }
                    }
                    span class="beside" {
                        (rule_link(self.open.shelf.id, option.rule))
                        @if has_odds {
                            " "
                            a class="more" href={ (Plain(self.base)) "?odds=" (Plain(encode(&option.key))) "#options" } data-swap title=(keys_of("odds")) aria-label={ "Exact odds: " (Plain(&option.label)) } { "odds" }
                        }
                    }
                }
            }
        })
    }

    /// What gives something up for good is asked twice, whatever it is chosen with.
    fn for_good(&self, n: usize) -> Markup {
        let (option, keys) = (&self.ask.options[n], &self.keys[n]);
        let sure = Some(format!("{keys}Y")).filter(|_| !keys.is_empty());
        html! {
            li class="option" data-spot=[option.spot.as_deref()] {
                details id={ "sure-" (n) } name="sure" {
                    summary class="button" {
                        @if !keys.is_empty() { kbd { (keys) } " " }
                        span class="label" { (Plain(capital(&option.label))) }
                    }
                    button name="sure" value=(Plain(&option.key)) data-keys=[sure.as_deref()] {
                        @if let Some(sure) = &sure { kbd { (sure) } " " }
                        span class="label" { "Yes, do it" }
                    }
                    @if let Some(why) = option.fatal {
                        p class="quiet" { (why) }
                    }
                }
                span class="beside" { (rule_link(self.open.shelf.id, option.rule)) }
            }
        }
    }

    /// What is not allowed now: how much of it. What that is comes when it is unfolded.
    fn refused(&self) -> Markup {
        let how_many = self.ask.refused.len();
        if how_many == 0 {
            return Markup::default();
        }
        let says = self.ask.refused.iter().map(|RefusedLine { key: _, label, why, rule }| [label.as_str(), why, rule]);
        // So that what was unfolded before is not taken for it.
        let of = number_of(says.collect::<Vec<_>>());
        let at = [self.base, "/refused"].concat();
        html! {
            details class="refused" id="refused" data-load=(format!("{at}?of={of:x}")) {
                summary { "Not allowed now: " (how_many) }
                p { a href=(at) { "What, and why" } }
            }
        }
    }
}

/// What is not allowed now, gathered by reason.
pub(crate) fn refused(game: &str, ask: &Ask) -> Markup {
    let mut reasons: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for refused in ask.refused() {
        match reasons.iter_mut().find(|(why, rule, _)| *why == refused.why && *rule == refused.rule) {
            Some((_, _, labels)) => labels.push(&refused.label),
            None => reasons.push((refused.why, refused.rule, vec![&refused.label])),
        }
    }
    html! {
        dl {
            @for (why, rule, labels) in &reasons {
                dt { (Plain(sentence(why))) " " (rule_link(game, rule)) }
                @for label in labels { dd { (Plain(capital(label))) } }
            }
        }
    }
}

/// A number for all that is drawn of an option. Who adds something to options must say here whether it is.
fn number(option: &Choice) -> u64 {
    let Choice { key, label, rule, spot, odds: _, ends: _, ahead, shots, among: _, typed: _, bears, fatal: _ } = option;
    let each = |all: u64, what: &str, share: f64| number_of((all, what, share.to_bits()));
    let odds = option.chances().iter().flat_map(|odds| &odds.0).fold(0, |all, (what, chance)| each(all, what, *chance));
    let shots = shots.as_ref().map(|shots| {
        let Shots { depth, first_hit: _, hit, lands, knocked_out, again, malfunction } = shots;
        let lands = lands.iter().fold(0, |all, (what, share)| each(all, what, *share));
        (*depth, lands, [hit, knocked_out, again, malfunction].map(|share| share.to_bits()))
    });
    let ahead = ahead.as_ref().map(|ahead| {
        let mods = ahead.mods.iter().fold(0, |all, m| number_of((all, &m.why, m.value)));
        (&ahead.need, &ahead.dice, mods)
    });
    number_of((key, label, rule, spot, odds, shots, ahead, bears))
}

fn dice_form(open: &Sitting, ctx: &Ctx, ask: &DiceAsk) -> Markup {
    let dice: Dice = ask.dice.parse().unwrap_or(hulldown_core::TWO_D6);
    html! {
        div class="throwing" {
            @if !ask.mods.is_empty() {
                ul class="mods" { @for m in &ask.mods { li { (format!("{:+}", m.value)) " " (m.why) " " (rule_link(open.shelf.id, &m.rule)) } } }
            }
            p {
                @match ask.chance {
                    Some(chance) => { "Needed: " strong { (ask.need) } ", a chance of " (percent(chance)) "." }
                    None => { "Read on " (ask.need) ": " (chances(&ask.odds, 12)) "." }
                }
                " " a href={ "/charts/" (open.shelf.id) "/" (encode(&ask.chart)) } { "Chart " (ask.chart) }
            }
            @if let Some(shows) = ask.on_dice() { p { (shows) } }
            form method="post" action={ (table_of(open)) "/throw" } class="faces" id="options" {
                (token(ctx))
                (mark_field(open, ctx, "mark-throw"))
                label for="faces" { "Your dice" }
                input id="faces" name="faces" inputmode="numeric" autocomplete="off" size="8" autofocus pattern="[0-9 ,+]*"
                    aria-describedby="faces-help";
                button name="by" value="hand" { "Enter" }
                button name="by" value="program" formnovalidate { "Let the program roll" }
                p id="faces-help" class="quiet" { "Digits only, such as " (typed::example(dice)) ". Leave empty to let the program roll." }
            }
        }
    }
}

/// Puts away what was looked up beside the question.
pub(crate) fn close(base: &str) -> Markup {
    html! { a class="button small close" href={ (base) "#prompt" } data-swap aria-keyshortcuts="Escape" { kbd { "Esc" } " Close" } }
}

/// Exactly what may come of an option.
fn odds_table(base: &str, odds: &OddsReply, bears: Option<&[Threat]>, now: &[Threat]) -> Markup {
    html! {
        section class="answer" id="odds" tabindex="0" aria-labelledby="odds-title" {
            (close(base))
            h3 id="odds-title" { "Outcomes: " (odds.label) }
            @if let Some(ahead) = &odds.ahead { p { (ahead.purpose) " (" (ahead.chart) "): " (ahead.line()) "." } }
            @if let Some(roll) = &odds.roll { p { "The roll: " (chances(roll, 12)) "." } }
            @if let Some(shots) = &odds.shots { p { (sentence(&shots.line(percent))) } }
            @if odds.lines > 1 {
                table class="figures" {
                    thead { tr { th scope="col" { "Chance" } th scope="col" { "Outcome" } } }
                    tbody {
                        @for outcome in &odds.outcomes {
                            tr { td { (percent(outcome.chance)) } td { meter min="0" max="1" value=(outcome.chance) aria-hidden="true" {} " " (outcome.text) } }
                        }
                    }
                }
            } @else {
                @for outcome in &odds.outcomes { p { (sentence(&outcome.text)) } }
            }
            @if let Some(bears) = bears { (bearing(bears, now)) }
            p class="quiet" {
                @if odds.lines <= 1 { "Nothing is rolled before the next decision." }
                @else if odds.complete { "Exact: all " (odds.lines) " dice outcomes up to the next decision." }
                @else { "Estimated from " (odds.lines) " random cases." }
            }
        }
    }
}

/// What would bear on one after a move, and what does now.
fn bearing(then: &[Threat], now: &[Threat]) -> Markup {
    let before =
        |spot: &str| now.iter().find(|threat| threat.spot == spot).map_or((0.0, 0.0), |it| (it.hits, it.knocks_out));
    let gone = now.iter().filter(|threat| !then.iter().any(|other| other.spot == threat.spot));
    html! {
        h4 { "What would bear on you there" }
        @if then.is_empty() { p { "No enemy you know of could hit you." } }
        ul id="bears" {
            @for threat in then {
                @let (hits, out) = before(&threat.spot);
                li {
                    (capital(&threat.label)) ": hits " strong { (percent(threat.hits)) } ", now " (percent(hits))
                    "; knocks you out " strong { (percent(threat.knocks_out)) } ", now " (percent(out))
                }
            }
            @for threat in gone { li { (capital(&threat.label)) ": no longer" } }
        }
    }
}
