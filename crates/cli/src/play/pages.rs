//! Everything a client shows as text: questions, events, odds, rules, charts, reports. The words of rules all come from the match.

mod card;
mod dice;

pub(crate) use card::{Card, Tone, card};
pub(crate) use dice::{dice_details, read_on};

use super::command::{Chronicle, PLAYED, WORDS};
use super::menu::OptionMenu;
use super::obey::stretches;
use crate::charts;
use crate::text::{count, hang, pad, percent, short_percent, width, wrap};
use hulldown_core::chart::ChartSheet;
use hulldown_core::game::{Seat, Section};
use hulldown_core::phrase::capital;
use hulldown_core::rules::Rule;
use hulldown_desk::chronicle::{Noted, Rewind, Show, marked};
use hulldown_desk::read::Read;
use hulldown_desk::result::{Came, is_seal};
use hulldown_desk::story::colophon;
use hulldown_desk::{Advice, Ask, Chances, Choice, ChoiceAsk, EventLine, OddsReply, Problem, RollAhead, RollLine};
use hulldown_draw::{Look, Room, Sketch, Spot};
use hulldown_keep::Sitting;

/// Lines broken to a width; those that fit stay as they are, so that tables stay aligned.
pub(crate) fn fold(lines: &[String], columns: usize) -> Vec<String> {
    let mut folded = Vec::with_capacity(lines.len());
    for line in lines {
        if width(line) <= columns {
            folded.push(line.clone());
        } else {
            let lead = line.len() - line.trim_start().len();
            folded.extend(wrap(line, columns, lead + 2));
        }
    }
    folded
}

/// The chances of a roll in a few words.
pub(crate) fn chances(chances: &Chances, most: usize) -> String {
    chances.in_words(most, ", ", percent)
}

/// The chances of a roll in short, for the list of options.
pub(crate) fn short_chances(chances: &Chances) -> String {
    chances.in_words(4, ", ", short_percent)
}

/// The same in so many columns: the most important first.
pub(crate) fn few_chances(chances: &Chances, columns: usize) -> String {
    let short = |most| chances.in_words(most, ", ", short_percent);
    (1..=4).rev().map(short).find(|text| width(text) <= columns).unwrap_or_default()
}

/// An option on one line, without its number. Its rule is named where it is not the one that was named last.
pub(crate) fn option_line(option: &Choice, known: &str) -> String {
    let odds = option.chances().map_or(String::new(), |odds| match modified(option) {
        Some(roll) => format!(" ({}; {roll})", short_chances(odds)),
        None => format!(" ({})", short_chances(odds)),
    });
    let shots = option.shots.as_ref().map_or(String::new(), |shots| format!("; {}", shots.line(short_percent)));
    let bears = option.bears.as_ref().map_or(String::new(), |bears| format!("; {bears}"));
    let rule = if option.rule == known { String::new() } else { format!(" [{}]", option.rule) };
    format!("{}{odds}{shots}{bears}{rule}", option.label)
}

/// A hint as it is told.
pub(crate) fn hint(text: &str) -> String {
    format!("Hint: {text}")
}

/// What is said where there is none.
pub(crate) const NO_HINT: &str = "There is no hint for this question; guided games have them.";

/// What the key for the usual answer does, and what advice prefers to it.
pub(crate) fn usual(sitting: &Sitting, ask: &ChoiceAsk, menu: &OptionMenu) -> Option<String> {
    let usual = ask.usual.as_ref()?;
    let at = ask.options.iter().position(|option| option.key == usual.key)?;
    let rather = rather(sitting, menu).map_or_else(String::new, |key| format!(" The advice is {key}."));
    Some(format!("  `.` chooses {} ({}) and continues.{rather}", menu.key(at), ask.options[at].label))
}

/// The key of what advice clearly prefers to the usual answer, if it was asked for on this question.
pub(crate) fn rather<'m>(sitting: &Sitting, menu: &'m OptionMenu) -> Option<&'m str> {
    let best = sitting.rather()?;
    let at = sitting.ask()?.options().iter().position(|option| option.key == best)?;
    Some(menu.key(at))
}

/// The places where something can be chosen now.
fn spots(sitting: &Sitting) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    for option in sitting.ask().map_or(&[][..], Ask::options) {
        let Some(id) = &option.spot else { continue };
        match spots.iter_mut().find(|spot| spot.id == *id) {
            Some(spot) => spot.count += 1,
            None => spots.push(Spot { id: id.clone(), count: 1, label: option.label.clone() }),
        }
    }
    spots
}

/// Where on the board something is asked: at the usual answer, else at the first that has a place.
pub(crate) fn looks_at(sitting: &Sitting) -> Option<String> {
    let Some(Ask::Choice(ask)) = sitting.ask() else { return None };
    let usual = ask.usual.as_ref().map(|usual| usual.key.as_str());
    let mut options = ask.options.iter();
    let at_usual = options.clone().find(|option| Some(option.key.as_str()) == usual).and_then(|o| o.spot.clone());
    at_usual.or_else(|| options.find_map(|option| option.spot.clone()))
}

/// The board in characters, as the seat sees it that is asked; none where there is nothing to draw.
pub(crate) fn board(sitting: &Sitting, look: &Look<'_>, room: Room) -> Option<Sketch> {
    sitting.shown().sketch(sitting.viewer(), &spots(sitting), look, room)
}

/// A line with a capital, wherever it begins.
pub(crate) fn capital_in(line: &str) -> String {
    let text = line.trim_start();
    format!("{}{}", &line[..line.len() - text.len()], capital(text))
}

/// The story voice, a heading for every day.
pub(crate) fn told_story(sitting: &Sitting) -> Vec<String> {
    let mut lines = standing(sitting);
    for (title, paragraphs) in hulldown_desk::story::chapters(&sitting.log(0)) {
        lines.push(String::new());
        lines.push(title);
        lines.extend(paragraphs.into_iter().map(|paragraph| format!("  {paragraph}")));
    }
    lines.push(String::new());
    lines.push(colophon(sitting.shown(), sitting.eyes()));
    lines
}

/// The roll an option leads to, if something is added to its dice.
pub(crate) fn modified(option: &Choice) -> Option<String> {
    option.ahead.as_ref().filter(|roll| !roll.mods.is_empty()).map(RollAhead::line)
}

/// The question in a sentence.
pub(crate) fn question(sitting: &Sitting) -> String {
    let Some(ask) = sitting.ask() else {
        return match sitting.shown().outcome() {
            Some(outcome) => format!("The game is over: {}", outcome.result),
            None => "The game is over.".into(),
        };
    };
    match ask {
        Ask::Choice(ask) => format!("{} [{}]", ask.text, ask.rule),
        Ask::Dice(ask) => format!("Roll {}: {} [{}]", ask.dice, ask.text, ask.rule),
    }
}

/// Who must answer, where more than one sits at the table.
pub(crate) fn whose(sitting: &Sitting) -> Option<String> {
    let seats = sitting.shown().seats();
    sitting.ask().filter(|_| seats > 1).map(|ask| {
        let (name, number) = (sitting.shown().seat_name(ask.seat()), format!("player {}", ask.seat().0 + 1));
        if name == number { format!("{number} of {seats}") } else { format!("{name}, {number} of {seats}") }
    })
}

/// How many choices are named for one reason where they are listed in short.
const IN_SHORT: usize = 4;

/// What is not allowed now, gathered by reason: in full, or the first few in short.
pub(crate) fn refused(ask: &Ask, full: bool) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for refused in ask.refused() {
        match reasons.iter_mut().find(|(why, rule, _)| *why == refused.why && *rule == refused.rule) {
            Some((_, _, labels)) => labels.push(&refused.label),
            None => reasons.push((refused.why, refused.rule, vec![&refused.label])),
        }
    }
    let mut lines = Vec::new();
    for (why, rule, labels) in reasons {
        if full {
            lines.push(format!("  Not now, {why} [{rule}]:"));
            lines.extend(labels.iter().map(|label| format!("    {label}")));
            continue;
        }
        let mut named: Vec<String> = labels.iter().take(IN_SHORT).map(ToString::to_string).collect();
        if labels.len() > IN_SHORT {
            named.push(format!("{} more", labels.len() - IN_SHORT));
        }
        lines.push(format!("  Not now, {why} [{rule}]: {}", named.join("; ")));
    }
    lines
}

/// A chart with the line and column marked that were last read on it.
pub(crate) fn chart(sheet: &ChartSheet, log: &[EventLine], columns: usize) -> Vec<String> {
    let rolls = log.iter().rev().filter_map(|event| event.roll.as_ref());
    let last = rolls.into_iter().find(|roll| roll.chart.eq_ignore_ascii_case(&sheet.id));
    let mut lines = charts::sheet_lines(sheet, columns, &last.map_or_else(Read::default, |roll| Read::of(sheet, roll)));
    lines.extend(
        last.map(|roll| format!("Last read: {}", card::dice_line(roll, ""))).map(|line| line.replace(" []", "")),
    );
    lines
}

/// The log by rounds and turns, oldest first: each thing that happened with its dice below it.
pub(crate) fn chronicle(events: &[EventLine], rewinds: &[Rewind], seat: Seat, what: Chronicle) -> Vec<String> {
    entries(events, rewinds, seat, what).into_iter().map(|(_, line)| line).collect()
}

/// The same, each line with the number of what it tells of.
pub(crate) fn entries(
    events: &[EventLine],
    rewinds: &[Rewind],
    seat: Seat,
    what: Chronicle,
) -> Vec<(Option<usize>, String)> {
    let (events, show) = match what {
        Chronicle::Last(n) => (&events[whole_moves(events, events.len().saturating_sub(n))..], Show::All),
        Chronicle::Round => {
            let begins = events.iter().rposition(|event| !event.rank.is_line()).unwrap_or(0);
            let begins = begins.min(events.len().saturating_sub(SHORTEST_LOG));
            (&events[whole_moves(events, begins)..], Show::All)
        }
        Chronicle::Of(show) => (events, show),
    };
    let mut lines = Vec::new();
    for part in hulldown_desk::chronicle::chronicle(events, rewinds, seat, show) {
        let begins = |line: &EventLine| format!("== {} ==", capital(line.text.trim_end_matches('.')));
        lines.extend(part.begins.map(|line| (Some(line.n), begins(line))));
        let mut phase = None;
        for entry in &part.entries {
            let came = match entry {
                Noted::Rewind(rewind) => {
                    lines.push((None, format!("<<  {}", rewind.text())));
                    continue;
                }
                Noted::Came(came) => came,
            };
            if let Some(begins) = came.phase {
                // Where one ends and none begins it has no name.
                phase = Some(begins).filter(|begins| !begins.is_empty());
                lines.extend(phase.map(|phase| (None, format!("  {phase}:"))));
            }
            if let Some(line) = came.line {
                let mark = if came.loss() == Some(seat) { "!!" } else { "  " };
                let lead = if phase.is_some() { "  " } else { " " };
                lines.push((Some(line.n), format!("{mark}{lead}{}", told(came))));
            }
            for told in &came.dice {
                let roll = told.roll.as_ref().map(|roll| format!("      {}", card::dice_line(roll, &told.rule)));
                lines.extend(roll.map(|roll| (Some(told.n), roll)));
            }
        }
    }
    if lines.is_empty() {
        lines.push((None, "Nothing of that kind has happened.".into()));
    }
    lines
}

/// Where to begin so that no unit's way is cut in two: there, or with the part of the round in which units were on their way by then.
fn whole_moves(events: &[EventLine], from: usize) -> usize {
    let begins = events[..from].iter().rposition(|event| !event.rank.is_line()).unwrap_or(0);
    let is_step = |event: &EventLine| event.about.step.is_some();
    let goes_on = events[from..].iter().take_while(|event| event.rank.is_line()).any(is_step);
    if goes_on && events[begins..from].iter().any(is_step) { begins } else { from }
}

/// Something that happened, on one line.
fn told(came: &Came<'_>) -> String {
    match came.line {
        Some(line) if came.to.is_some() || came.now.is_some() || !came.more.is_empty() => {
            format!("{} · {}", capital(&came.text()), line.rule)
        }
        Some(line) => capital(&event(line)),
        None => String::new(),
    }
}

/// How long the log of a round is at least.
const SHORTEST_LOG: usize = 12;

/// An event on one line.
pub(crate) fn event(event: &EventLine) -> String {
    if event.roll.as_ref().is_some_and(|roll| roll.by_hand) {
        format!("{} (rolled by hand)", event.line)
    } else if event.is_forced() {
        format!("{} (the only choice) · {}", event.text, event.rule)
    } else {
        event.line.clone()
    }
}

/// A roll: dice, modifiers, need, chance, result.
pub(crate) fn roll_alone(event: &EventLine, roll: &RollLine) -> Vec<String> {
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let mut lines = vec![format!("{} [{}]", roll.purpose, event.rule)];
    let sum = if roll.faces.len() > 1 { format!(" = {}", roll.natural) } else { String::new() };
    lines.push(format!("  Dice {}: {}{sum}", roll.dice, faces.join(" + ")));
    for m in &roll.mods {
        lines.push(format!("  {:+} {} [{}]", m.value, m.why, m.rule));
    }
    if !roll.mods.is_empty() {
        lines.push(format!("  Total: {}", roll.total));
    }
    match roll.chance {
        _ if roll.is_number() => {}
        Some(chance) => lines.push(format!("  Needed: {} ({}): {}", roll.need, percent(chance), roll.result)),
        None => lines.push(format!("  Read on the {}: {}", roll.need, roll.result)),
    }
    lines
}

/// The chart a roll was read on.
pub(crate) fn sheet_of(sitting: &Sitting, roll: &RollLine) -> Option<&'static ChartSheet> {
    let sheets = (sitting.shelf.sheets)(sitting.pack.as_ref()).ok()?;
    sheets.iter().find(|sheet| sheet.id.eq_ignore_ascii_case(&roll.chart))
}

/// A roll unfolded, and the chart with the line that was read.
pub(crate) fn roll(sitting: &Sitting, event: &EventLine, roll: &RollLine, columns: usize) -> Vec<String> {
    let mut lines = roll_alone(event, roll);
    if let Some(sheet) = sheet_of(sitting, roll) {
        lines.push(String::new());
        lines.extend(charts::near_lines(sheet, columns, &Read::of(sheet, roll)));
    }
    lines.push(String::new());
    lines.extend(rules(sitting, &event.rule));
    lines
}

/// What rules of this id, or with these words, say.
pub(crate) fn rules(sitting: &Sitting, what: &str) -> Vec<String> {
    rule_lines(&crate::rules::search((sitting.shelf.ledger)(), what), what)
}

/// Rules as paragraphs.
pub(crate) fn rule_lines(rules: &[Rule], what: &str) -> Vec<String> {
    if rules.is_empty() {
        return vec![format!("No rule has the number {what} or mentions it.")];
    }
    rules.iter().map(|rule| format!("[{}] {}: {}", rule.id, rule.topic, rule.statement)).collect()
}

/// One titled list.
pub(crate) fn section(section: &Section) -> Vec<String> {
    let mut lines = vec![section.title.clone()];
    lines.extend(section.lines.iter().map(|line| format!("  {}", capital_in(line))));
    if section.lines.is_empty() {
        lines.push("  nothing".into());
    }
    lines
}

/// Everything that can be seen.
pub(crate) fn situation(sitting: &Sitting) -> Vec<String> {
    let game = sitting.shown();
    let mut lines = vec![game.status(sitting.viewer())];
    let sections = game.sections(sitting.viewer());
    lines.extend(sections.iter().flat_map(section));
    let ids: Vec<&str> = sections.iter().map(|section| section.id).collect();
    lines.push(format!("Parts by name: {}.", ids.join(", ")));
    lines
}

/// Exact odds of an option on one line: the roll it leads to, else what most likely comes of it.
pub(crate) fn odds_line(key: &str, reply: &OddsReply) -> String {
    const FEW: usize = 3;
    let told = match (&reply.roll, &reply.shots) {
        (Some(roll), Some(shots)) => format!("{}; {}", short_chances(roll), shots.line(short_percent)),
        (Some(roll), None) => short_chances(roll),
        (None, _) if reply.lines <= 1 => "no roll".into(),
        (None, _) => {
            let few = reply.outcomes.iter().take(FEW).map(|o| format!("{} {}", short_percent(o.chance), o.text));
            let more = (reply.outcomes.len() > FEW).then(|| "…".to_string());
            few.chain(more).collect::<Vec<_>>().join(", ")
        }
    };
    format!("{key}: {}: {told}", reply.label)
}

/// As many outcomes as are named in play; what is less likely is told in one.
pub(crate) const OUTCOMES: usize = 14;

/// Exact odds of an option, so many of its outcomes by name.
pub(crate) fn odds(key: &str, reply: &OddsReply, most: usize) -> Vec<String> {
    let lead = if key.is_empty() { String::new() } else { format!("{key}: ") };
    let mut lines = vec![format!("{lead}{}", reply.label)];
    if let Some(ahead) = &reply.ahead {
        lines.push(format!("  {} ({}): {}", ahead.purpose, ahead.chart, ahead.line()));
    }
    if let Some(roll) = &reply.roll {
        lines.push(format!("  The roll: {}", chances(roll, 12)));
    }
    if let Some(shots) = &reply.shots {
        lines.push(format!("  {}", shots.line(percent)));
    }
    // A roll that another choice comes before: what comes of the answer at once says nothing of it.
    if reply.lines <= 1 && reply.roll.is_some() {
        lines.push("  (the roll comes after another decision)".into());
        return lines;
    }
    if reply.lines <= 1 {
        lines.push("  No dice are rolled for it.".into());
        return lines;
    }
    let named = if reply.outcomes.len() > most { most - 1 } else { most };
    let mut shown: Vec<(String, &str)> =
        reply.outcomes.iter().take(named).map(|o| (percent(o.chance), o.text.as_str())).collect();
    let rest: f64 = reply.outcomes.iter().skip(named).map(|o| o.chance).sum();
    let others = format!("anything else ({} more outcomes)", reply.outcomes.len().saturating_sub(named));
    if reply.outcomes.len() > named {
        shown.push((percent(rest), &others));
    }
    let wide = shown.iter().map(|(chance, _)| width(chance)).max().unwrap_or(0);
    for (chance, text) in shown {
        lines.push(format!("  {}{chance}  {text}", " ".repeat(wide - width(&chance))));
    }
    lines.push(match reply.lines {
        cases if reply.complete => format!("  (exact: {cases} dice outcomes)"),
        cases => format!("  (estimated from {cases} random outcomes; there are too many to count)"),
    });
    lines
}

/// As many options as advice names.
const BEST: usize = 3;

/// What a bot thinks of the options, best first, each with its key: the best of them, as on the page.
pub(crate) fn advice(ask: Option<&Ask>, advice: &[Advice], weighs: &str, bars: bool) -> Vec<String> {
    let verdict = Advice::verdict(advice).to_string();
    let Some(first) = advice.first() else { return vec![verdict] };
    // Where every playout came out the same there is nothing to tell options apart by.
    if advice.iter().all(|one| one.mean == first.mean && one.error == 0.0) {
        return vec![verdict];
    }
    let playouts = || advice.iter().map(|one| one.playouts);
    let (least, most) = (playouts().min().unwrap_or(0), playouts().max().unwrap_or(0));
    let more = if least < most { format!("{least} to ") } else { String::new() };
    let playouts = format!("{more}{}", count(most as usize, "playout"));
    // Where none is better than another there is no order to tell.
    let even = advice.iter().skip(1).all(|one| one.is_level(first));
    let mut lines = vec![match even {
        true => format!("About as good as each other, by {playouts} of each option:"),
        false => format!("Best first, by {playouts} of each option:"),
    }];
    let menu = OptionMenu::of(ask);
    let (telling, all) = (Advice::telling(advice), advice.len());
    // What `.` would answer is named wherever it stands.
    let usual = match ask {
        Some(Ask::Choice(ask)) => ask.usual.as_ref().map(|usual| usual.key.as_str()),
        _ => None,
    };
    let named = |(n, one): &(usize, &Advice)| *n < BEST || Some(one.key.as_str()) == usual;
    for (n, one) in advice.iter().enumerate().filter(named) {
        let at = ask.map_or(&[][..], Ask::options).iter().position(|option| option.key == one.key);
        let key = at.map_or("", |at| menu.key(at));
        let level = if one.is_level(first) && !even { " (no difference from the best)" } else { "" };
        let has_place = n >= BEST && !one.is_level(first);
        let place = if has_place { format!(" (no. {} of {all})", n + 1) } else { String::new() };
        let is_usual = if Some(one.key.as_str()) == usual { " · usual" } else { "" };
        lines.push(format!("  {key}: {}{is_usual}{place}{level}", one.label));
        let outlooks = || telling.iter().filter_map(|n| one.outlooks.get(*n));
        let widest = outlooks().map(|chance| width(chance.says)).max().unwrap_or(0);
        let told = outlooks().map(|chance| {
            let (share, error) = (short_percent(chance.share), short_percent(chance.error));
            match bars {
                true => {
                    format!(
                        "      {} [{}] {share} ± {error}",
                        pad(chance.says, widest),
                        bar(chance.share, chance.error)
                    )
                }
                false => format!("      {}: {share} ± {error}", chance.says),
            }
        });
        lines.extend(told);
    }
    let settled = Advice::settled(advice);
    let settled = settled.iter().filter_map(|n| first.outlooks.get(*n));
    lines.extend(settled.map(|chance| {
        let (share, error) = (short_percent(chance.share), short_percent(chance.error));
        format!("Whichever you choose: {} {share} ± {error}", chance.says)
    }));
    lines.extend(
        Advice::why(&advice[..advice.len().min(BEST)], short_percent).map(|why| format!("The best because {why}.")),
    );
    lines.extend(Advice::yet(&advice[..advice.len().min(BEST)], short_percent));
    lines.push(verdict);
    lines.extend(usual.and_then(|usual| Advice::against(advice, usual)));
    lines.push(format!("What counts all told: {}", weighs));
    lines
}

/// A chance as a bar: what is sure of it, what chance may have added or taken, the rest.
fn bar(share: f64, error: f64) -> String {
    const LONG: usize = 20;
    // A share lies between 0 and 1, so its tick between 0 and the length.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "see above"
    )]
    let tick = |share: f64| (share.clamp(0.0, 1.0) * LONG as f64).round() as usize;
    let (low, high) = (tick(share - error), tick(share + error));
    format!("{}{}{}", "#".repeat(low), "~".repeat(high - low), ".".repeat(LONG - high))
}

/// The words one can say.
pub(crate) fn help(sitting: &Sitting, columns: usize) -> Vec<String> {
    let record = sitting.is_record();
    let mut lines = vec![match record {
        true => "This is a record: it can be looked at, not played. Commands:".to_string(),
        false => "Type an option's key to choose it, or a command:".into(),
    }];
    // How far a bot plays on is the game's own: to the next round here, to the next Game-Turn there.
    let far: Vec<String> = stretches(sitting.shelf).iter().map(|(_, word)| format!("to {word}")).collect();
    let auto = format!("[bot] [n|step|{}|end]", far.join("|"));
    for (word, with, what) in WORDS.iter().filter(|(word, ..)| !record || !PLAYED.contains(word)) {
        let with = match *word {
            "auto" => &auto,
            "mark" if record => "",
            _ => *with,
        };
        let what = if *word == "mark" && record { "list bookmarks" } else { what };
        let word = format!("  {word} {with}");
        let lead = pad(word.trim_end(), 24);
        if width(&lead) > 24 {
            lines.push(lead);
            lines.extend(hang(&" ".repeat(26), what, columns));
        } else {
            lines.extend(hang(&format!("{lead}  "), what, columns));
        }
    }
    if !record {
        let dice = "the faces as digits (`4 1` or `41`; `0` is 10 on a ten-sider), or Enter to let the program roll.";
        lines.push(format!("When asked for dice: {dice}"));
    }
    lines
}

/// The story so far: how it stands or ended, who is in it, what happened.
pub(crate) fn report(sitting: &Sitting) -> Vec<String> {
    let game = sitting.shown();
    let mut lines = standing(sitting);
    let short = hulldown_desk::digest::digest(&sitting.log(0));
    if !short.is_empty() {
        lines.extend([String::new(), "In short".into()]);
        lines.extend(short.iter().map(|line| format!("  {line}")));
    }
    for part in game.sections(sitting.viewer()) {
        lines.push(String::new());
        lines.extend(section(&part));
    }
    lines.push(String::new());
    if game.has_story() {
        for (title, paragraphs) in hulldown_desk::story::chapters(&sitting.log(0)) {
            lines.push(title);
            lines.extend(paragraphs.into_iter().map(|paragraph| format!("  {paragraph}")));
        }
    } else {
        lines.push("What happened".into());
        lines.extend(story(&sitting.log(0)));
    }
    lines.push(String::new());
    lines.extend(marked(&sitting.log(0), &hulldown_desk::chronicle::rewinds(sitting.seen())));
    lines.push(colophon(sitting.shown(), sitting.eyes()));
    lines
}

/// Where the game went back past dice, of what is looked back at.
pub(crate) fn rewinds_in(sitting: &Sitting, events: &[EventLine]) -> Vec<String> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Vec::new() };
    let all = hulldown_desk::chronicle::rewinds(sitting.seen());
    all.into_iter().filter(|rewind| (first.n + 1..=last.n + 1).contains(&rewind.at)).map(Rewind::text).collect()
}

/// The whole record: every roll and event, then how it stands or ended.
pub(crate) fn record(sitting: &Sitting) -> Vec<String> {
    let (log, rewinds) = (sitting.log(0), hulldown_desk::chronicle::rewinds(sitting.seen()));
    let mut lines = chronicle(&log, &rewinds, sitting.side(), Chronicle::Of(Show::All));
    lines.push(String::new());
    lines.extend(standing(sitting));
    lines.extend(marked(&log, &rewinds));
    // In play nobody reads them; here they can be held against what was revealed.
    lines.extend(log.iter().filter(|event| is_seal(event)).map(|event| event.line.clone()));
    lines.push(colophon(sitting.shown(), sitting.eyes()));
    lines
}

/// How it stands or ended, under its title.
fn standing(sitting: &Sitting) -> Vec<String> {
    let game = sitting.shown();
    let title = match sitting.name() {
        Some(name) => format!("{}: {name}", game.title()),
        None => game.title().to_string(),
    };
    let mut lines = vec![title.clone(), "=".repeat(width(&title)), game.status(sitting.viewer())];
    if let Some(outcome) = game.outcome() {
        lines.push(format!("Outcome: {} ({})", outcome.result, outcome.scored()));
        lines.extend(outcome.summary.iter().map(|line| format!("  {line}")));
    }
    lines
}

/// Events as a story: what happened without the dice, in paragraphs.
fn story(events: &[EventLine]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for event in events.iter().filter(|event| event.roll.is_none() && !event.is_forced()) {
        let text = event.text.trim();
        let stop = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
        match paragraphs.last_mut().filter(|_| event.rank.is_line()) {
            Some(paragraph) => paragraph.push_str(&format!(" {text}{stop}")),
            None => paragraphs.push(format!("  {text}{stop}")),
        }
    }
    paragraphs
}

/// A refusal in words, with its rule.
pub(crate) fn problem(problem: &Problem) -> String {
    let mut text = problem.message.clone();
    if let Some(first) = text.get(..1) {
        text.replace_range(..1, &first.to_uppercase());
    }
    match &problem.rule {
        Some(rule) => format!("{text} [{rule}]"),
        None => text,
    }
}
