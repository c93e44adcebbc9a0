//! What people are shown: nothing hidden, and everything in words that name their rule.

use crate::record::{RecordedGame, answer, begin, questions};
use crate::text;
use crate::{Broken, Guard, Point, Scramble};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::session::{Session, Told};
use hulldown_core::{Check, RuleId, Seat, Viewer, Voice};

/// Law `views`: states that differ only in what is hidden from a seat look the same to it, and what another seat answers in private
/// changes nothing a seat sees: not its view, not its question, not the numbers it is given, not what it can take back. Returns how many pairs were compared.
pub fn views<G: Voice>(record: &RecordedGame<G>, scramble: Option<Scramble<G>>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in record.stops.iter().chain([&record.end]) {
        let point = record.point("views", stop);
        let _guard = Guard(point.clone());
        compared += private(&point, stop)?;
        let Some(scramble) = scramble else { continue };
        for seat in (0..stop.working().seats()).map(Seat) {
            let seen = text::seen(stop, stop.working(), seat);
            for salt in 0..16 {
                let salt = salt * 0x9e37_79b9 + stop.tape().answered() as u64;
                let other = text::seen(stop, &scramble(stop.working(), seat, salt), seat);
                if seen != other {
                    let how = text::difference(&seen, &other);
                    return Err(point.broken(format!("seat {} sees what is hidden (salt {salt}): {how}", seat.0)));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Several seats are asked at once: while one still is, it must not notice that another has answered.
fn private<G: Voice>(point: &Point, stop: &Session<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    let asked = questions(stop);
    for (seat, _, _) in &asked {
        let see = |session: &Session<G>| {
            let question = session.question(*seat).map(|(options, refused)| format!("{options:?} {refused:?}"));
            (question, text::seen(session, session.working(), *seat) + &known(session, *seat))
        };
        let before = see(stop);
        for (other, _, options) in asked.iter().filter(|(other, _, _)| other != seat) {
            for &option in options.iter().take(if G::SECRETS { 3 } else { 6 }) {
                let point = point.key(option);
                let mut session = stop.clone();
                answer(&point, &mut session, (*other, option))?;
                let after = see(&session);
                if after.0.is_none() {
                    return Err(
                        point.broken(format!("seat {} was asked and no longer is, by another's answer", seat.0))
                    );
                }
                if before != after {
                    let how = text::difference(
                        &(before.0.unwrap_or_default() + &before.1),
                        &(after.0.unwrap_or_default() + &after.1),
                    );
                    return Err(
                        point.broken(format!("seat {} sees a private answer of seat {}: {how}", seat.0, other.0))
                    );
                }
                if !session.news().is_empty() {
                    return Err(point.broken("something is told of a private answer before all have answered"));
                }
                if let Err(refusal) = session.undo(*other, 1) {
                    return Err(
                        point.broken(format!("a private answer of seat {} cannot be taken back: {refusal}", other.0))
                    );
                }
                if G::SECRETS && see(&session) != before {
                    return Err(
                        point.broken(format!("seat {} sees that seat {} has taken back an answer", seat.0, other.0))
                    );
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// What else a seat knows where seats keep things from each other: the numbers it is given, and what it can take back.
fn known<G: Voice>(session: &Session<G>, seat: Seat) -> String {
    let viewer = Viewer::Seat(seat);
    if !G::SECRETS {
        return String::new();
    }
    let mut known = format!("mark {}, heard {}\n", session.mark(viewer), session.heard().by(viewer));
    for steps in 1..=2 {
        let mut back = session.clone();
        let undone = back.undo(seat, steps).map(|undone| undone.keys);
        let question = back.question(seat).map(|(options, _)| format!("{options:?}"));
        known += &format!("taking back {steps}: {undone:?}, then {question:?}\n");
    }
    known
}

/// Something to be shown that is short of words or rule.
fn worded<G: Voice>(point: &Point, what: &str, rule: RuleId, words: &[&str]) -> Result<(), Broken> {
    if usize::from(rule.0) >= G::ledger().len() {
        return Err(point.broken(format!("{what} names rule {}, which is not in the ledger", rule.0)));
    }
    if words.iter().any(|words| words.trim().is_empty()) {
        return Err(point.broken(format!("{what} has an empty word: {words:?}")));
    }
    Ok(())
}

fn worded_check<G: Voice>(point: &Point, check: &Check) -> Result<(), Broken> {
    let what = format!("the roll {check:?}");
    worded::<G>(point, &what, check.rule, &[check.chart, check.purpose, check.words[0], check.words[1]])?;
    for m in &check.mods {
        worded::<G>(point, &what, m.rule, &[m.why])?;
    }
    let sum: i16 = check.mods.iter().map(|m| m.value).sum();
    if sum.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) != i16::from(check.modifier()) {
        return Err(point.broken(format!("{what} has more modifiers than it can name")));
    }
    for natural in check.dice.min()..=check.dice.max() {
        worded::<G>(point, &what, check.rule, &[&check.result(natural)])?;
    }
    Ok(())
}

/// Law `words`: every question, choice, refusal, roll and event is put into words and names a rule of the ledger. Returns how many
/// things told were looked at.
pub fn words<G: Voice>(record: &RecordedGame<G>) -> Result<u64, Broken> {
    let data = G::data();
    for stop in &record.stops {
        let point = record.point("words", stop);
        let _guard = Guard(point.clone());
        let game = stop.working();
        for (seat, ask, options) in questions(stop) {
            let words = game.ask_words(data, seat, ask);
            worded::<G>(&point, "a question", words.rule, &[words.kind, &words.text])?;
            let refused = stop.question(seat).map_or(&[][..], |(_, refused)| refused);
            for choice in options.iter().copied().chain(refused.iter().map(|r| r.choice)) {
                let words = game.choice_words(data, seat, ask, choice);
                worded::<G>(&point.key(choice), "a choice", words.rule, &[&words.label])?;
                if words.spot.is_some_and(|point| point.is_empty()) {
                    return Err(point.key(choice).broken("belongs to a place without a name"));
                }
                if let Some(check) = game.preview(data, seat, choice) {
                    worded_check::<G>(&point.key(choice), &check)?;
                }
            }
            for no in refused {
                worded::<G>(&point.key(no.choice), "a choice that is not allowed", no.rule, &[no.why])?;
            }
            for lesson in game.lessons(data, seat, ask) {
                worded::<G>(&point, "a lesson", RuleId(0), &[lesson.id, &lesson.text])?;
            }
        }
        for seat in (0..game.seats()).map(Seat) {
            let view = game.view(data, seat);
            let sections = G::sections(&view);
            for (n, section) in sections.iter().enumerate() {
                worded::<G>(&point, "a section", RuleId(0), &[section.id, &section.title])?;
                if sections[..n].iter().any(|other| other.id == section.id) {
                    return Err(point.broken(format!("two sections are called `{}`", section.id)));
                }
            }
            worded::<G>(&point, "the status", RuleId(0), &[&G::status(&view)])?;
        }
    }
    let log = record.end.log();
    let point = record.point("words", &record.end);
    for (n, told) in log.iter().enumerate() {
        let point = point.key(format!("log line {n}"));
        match told {
            Told::Roll(check, rolled) => {
                worded_check::<G>(&point, check)?;
                worded::<G>(&point, "a roll", check.rule, &[&check.line(rolled)])?;
            }
            Told::Forced { label, rule, .. } => worded::<G>(&point, "a forced choice", *rule, &[label])?,
            Told::Event(event) => {
                let words = record.end.working().log_words(data, event);
                worded::<G>(&point, "an event", words.rule, &[words.kind, &words.text])?;
                if let Some(headline) = words.headline {
                    worded::<G>(&point, "a headline", words.rule, &[&headline])?;
                }
            }
        }
    }
    if log.len() != record.end.told() {
        return Err(point.broken(format!("{} things were told, the log has {}", record.end.told(), log.len())));
    }
    Ok(log.len() as u64)
}

/// Law `sheets`: the charts and the set-up's fields are laid out in full, and every rule of the ledger says something.
pub fn sheets<G: Voice>(point: &Point) -> Result<(), Broken> {
    let point = &point.law("sheets");
    let _guard = Guard(point.clone());
    let sheets = G::sheets(G::data());
    for (n, sheet) in sheets.iter().enumerate() {
        let what = format!("chart `{}`", sheet.id);
        worded::<G>(point, &what, RuleId(0), &[&sheet.id, &sheet.title, &sheet.source])?;
        if sheets[..n].iter().any(|other| other.id == sheet.id) {
            return Err(point.broken(format!("{what} is there twice")));
        }
        if let Some(row) = sheet.rows.iter().position(|row| row.len() != sheet.head.len()) {
            return Err(point.broken(format!("{what}, row {row}: {} headings", sheet.head.len())));
        }
    }
    let defaults = serde_json::to_value(G::Setup::default()).unwrap_or_default();
    for field in G::setup_fields(G::data()) {
        worded::<G>(point, "a field of the set-up", RuleId(0), &[field.name, &field.help])?;
        if defaults.get(field.name) != Some(&field.default) {
            let why = format!("`{}` is by default {:?}", field.name, defaults.get(field.name));
            return Err(point.broken(format!("{why}, not {} as its field says", field.default)));
        }
    }
    for (n, rule) in G::ledger().all().enumerate() {
        worded::<G>(point, &format!("rule {n}"), RuleId(0), &[rule.id, rule.statement])?;
        if G::ledger().find(rule.id) != Some(RuleId(n as u16)) {
            return Err(point.broken(format!("two rules have the id `{}`", rule.id)));
        }
    }
    G::load(&G::shipped()).map(|_| ()).map_err(|e| point.broken(format!("the shipped charts do not load: {e}")))
}

/// Law `guided`: the guided first game can be played along its answers.
pub fn guided<G: Voice>(point: &Point) -> Result<(), Broken> {
    let guided = G::guided();
    let point = Point { seed: guided.seed, ..point.law("guided") };
    let mut session = begin::<G>(&point, &guided.setup, DiceBox::new(guided.seed, DiceMode::Random))?;
    for key in guided.answers {
        let point = point.at(session.tape().answered()).key(key);
        let Some((seat, _, _)) = questions(&session).first().cloned() else {
            return Err(point.broken("nobody is asked any more"));
        };
        let choice = key.parse().map_err(|_| point.broken("is not a key"))?;
        answer(&point, &mut session, (seat, choice))?;
    }
    Ok(())
}
