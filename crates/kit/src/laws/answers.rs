//! Games end, every question has real options, each of them is taken and nothing else is.

use crate::record::{RecordedGame, answer, questions};
use crate::text::{self, Unchanged};
use crate::watch::Watch;
use crate::{Broken, Guard, Point};
use hulldown_core::game::MOST_SEATS;
use hulldown_core::session::{Refusal, Session};
use hulldown_core::tape::Entry;
use hulldown_core::{Game, Generator, Seat, Voice};

/// Law `ends`: a whole game of random choices ends within `most` answers, every question on the way is sound ([`menu`]), every state
/// between two steps is valid, and a game has an outcome exactly when it is over. Returns how many decisions it took.
pub fn ends<G: Voice>(point: &Point, setup: &G::Setup, most: u64) -> Result<u64, Broken> {
    let point = point.law("ends");
    let data = G::data();
    let mut game = G::new(setup, data).map_err(|e| point.broken(format!("the set-up is refused: {e}")))?;
    let mut watch = Watch::new(&point, most);
    let mut idle = 0;
    while !game.is_over() {
        let before = (watch.decisions, watch.rolls);
        let paused = game.advance(data, &mut watch).is_err();
        let point = Point { answer: watch.decisions, ..point.clone() };
        if let Some(broken) = watch.broken {
            return Err(broken);
        }
        if paused {
            return Err(point.broken("a step stopped though every question was answered"));
        }
        idle = if before == (watch.decisions, watch.rolls) { idle + 1 } else { 0 };
        if idle > 10_000 {
            return Err(point.broken("ten thousand steps in a row without dice or decision"));
        }
        game.validate(data).map_err(|e| point.broken(format!("a state the rules led to is not valid: {e}")))?;
        if game.outcome(data).is_some() != game.is_over() {
            return Err(point.broken("there must be an outcome exactly when the game is over"));
        }
    }
    let point = Point { answer: watch.decisions, ..point };
    match game.outcome(data) {
        Some(outcome) if outcome.result.is_empty() => Err(point.broken("the outcome has no words")),
        Some(outcome) if outcome.winner.is_some_and(|seat| usize::from(seat.0) >= MOST_SEATS) => {
            Err(point.broken("a seat that does not exist has won"))
        }
        Some(outcome) if !outcome.scores.is_empty() && outcome.scores.len() != usize::from(game.seats()) => {
            Err(point.broken(format!("{} scores for {} seats", outcome.scores.len(), game.seats())))
        }
        Some(_) => Ok(watch.decisions),
        None => Err(point.broken("the game is over and has no outcome")),
    }
}

/// Law `menu`: a question has at least two options, no two alike, each with a key of its own that reads back as the same choice.
pub fn menu<G: Game>(point: &Point, ask: G::Ask, options: &[G::Choice], keys: bool) -> Result<(), Broken> {
    let point = &point.law("menu");
    if options.len() < 2 {
        return Err(point.broken(format!("{ask:?} is asked with {} option(s)", options.len())));
    }
    if let Some(n) = (1..options.len()).find(|&n| options[..n].contains(&options[n])) {
        return Err(point.key(options[n]).broken(format!("{ask:?} lists an option twice")));
    }
    if !keys {
        return Ok(());
    }
    let mut texts: Vec<String> = options.iter().map(G::Choice::to_string).collect();
    for (option, text) in options.iter().zip(&texts) {
        let point = point.key(text);
        if text.is_empty() || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(point.broken(format!("the key of {option:?} is empty or has blanks in it")));
        }
        match text.parse::<G::Choice>() {
            Ok(same) if same == *option => {}
            Ok(other) => return Err(point.broken(format!("the key of {option:?} reads back as {other:?}"))),
            Err(_) => return Err(point.broken(format!("the key of {option:?} does not read back"))),
        }
    }
    texts.sort_unstable();
    match texts.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(point.key(&two[0]).broken(format!("{ask:?} has two options of this key"))),
        None => Ok(()),
    }
}

/// Law `accepts`: every option listed at a pause is taken, and is what the record then holds. Returns how many were taken.
pub fn accepts<G: Voice>(record: &RecordedGame<G>) -> Result<u64, Broken> {
    let mut taken = 0;
    for stop in &record.stops {
        let point = record.point("accepts", stop);
        for (seat, ask, options) in questions(stop) {
            menu::<G>(&point, ask, &options, true)?;
            // A long list is tried in part, another part at every pause.
            let every = options.len().div_ceil(12);
            let start = stop.tape().answered() % every;
            for &option in options.iter().skip(start).step_by(every) {
                let point = point.key(option);
                let mut session = stop.clone();
                answer(&point, &mut session, (seat, option))?;
                let entered = session.history().get(stop.history().len());
                if entered != Some(&Entry::Answer { seat, choice: option }) {
                    return Err(point.broken("the record does not hold the answer"));
                }
                taken += 1;
            }
        }
    }
    Ok(taken)
}

/// Law `refuses`: whatever is not an option of the seat that is asked is refused with a reason and changes nothing: choices shown as
/// not allowed, options of other questions, keys that mean nothing, seats that are not asked, dice nobody asked for. Returns how many
/// were refused.
pub fn refuses<G: Voice>(record: &RecordedGame<G>) -> Result<u64, Broken> {
    let mut refusals = 0;
    let mut seen: Vec<G::Choice> = Vec::new();
    for stop in &record.stops {
        for option in questions(stop).into_iter().flat_map(|(_, _, options)| options) {
            if seen.len() < 400 && !seen.contains(&option) {
                seen.push(option);
            }
        }
    }
    for stop in &record.stops {
        refusals += refuses_at(record, stop, &seen)?;
    }
    refuses_at(record, &record.end, &seen).map(|n| n + refusals)
}

fn refuses_at<G: Voice>(record: &RecordedGame<G>, stop: &Session<G>, seen: &[G::Choice]) -> Result<u64, Broken> {
    let point = record.point("refuses", stop);
    let mut session = stop.clone();
    let mut refusals = 0;
    let mut refused = |point: &Point, session: &Session<G>, what: &str, refusal: Result<(), Refusal>| {
        let _guard = Guard(point.clone());
        match refusal {
            Ok(()) => return Err(point.broken(format!("{what} was taken"))),
            Err(refusal) if refusal.to_string().is_empty() => {
                return Err(point.broken(format!("{what} was refused without a word")));
            }
            Err(_) => {}
        }
        refusals += 1;
        let marks = |session: &Session<G>| (session.history().len(), session.told(), session.pending().len());
        if marks(session) != marks(stop) {
            return Err(point.broken(format!("{what} was refused and yet left something behind")));
        }
        Ok(())
    };
    for seat in (0..=MOST_SEATS as u8).map(Seat) {
        let Some((options, not_now)) = stop.question(seat) else {
            for &choice in seen.iter().take(3) {
                let refusal = session.choose(seat, choice);
                if refusal == Err(Refusal::NotYou(seat.0)) || stop.is_over() {
                    refused(&point.key(choice), &session, "an answer of a seat that is not asked", refusal)?;
                } else {
                    return Err(point.key(choice).broken(format!("seat {} is not asked: {refusal:?}", seat.0)));
                }
            }
            continue;
        };
        for no in not_now {
            let point = point.key(no.choice);
            if options.contains(&no.choice) {
                return Err(point.broken("is offered and not allowed at once"));
            }
            if no.why.is_empty() || usize::from(no.rule.0) >= G::ledger().len() {
                return Err(point.broken("is not allowed for no reason, or by a rule that is not in the ledger"));
            }
            let refusal = session.choose(seat, no.choice);
            if !matches!(&refusal, Err(Refusal::NotAnOption { why: Some(_), .. })) {
                return Err(point.broken(format!("must be refused with its reason: {refusal:?}")));
            }
            refused(&point, &session, "a choice that is not allowed", refusal)?;
        }
        for &choice in seen.iter().filter(|choice| !options.contains(choice)) {
            let refusal = session.choose_key(seat, &choice.to_string());
            refused(&point.key(choice), &session, "an option of another question", refusal)?;
        }
        let mut noise = Generator::for_game(point.seed, 3);
        let mut keys: Vec<String> = ["", " ", "no such key", ":", "💣", "0", "-1"].map(String::from).into();
        keys.push("x".repeat(5000));
        for option in options.iter().take(3) {
            keys.push(format!("{option}~"));
            keys.push(format!("~{option}"));
        }
        keys.extend((0..4).map(|_| (0..6).filter_map(|_| char::from_u32(33 + noise.below(90))).collect()));
        for key in keys.iter().filter(|key| !key.parse().is_ok_and(|c: G::Choice| c.to_string() == **key)) {
            let refusal = session.choose_key(seat, key);
            let short: String = key.chars().take(20).collect();
            refused(&point.key(short), &session, "a key that means nothing", refusal)?;
        }
    }
    if stop.dice_asked().is_none() {
        let refusal = session.throw(&[1]);
        refused(&point, &session, "a throw nobody asked for", refusal)?;
    }
    if let Some(how) = Unchanged::of(&session).differs(&Unchanged::of(stop)) {
        return Err(point.broken(format!("answers were refused, but {how}")));
    }
    if text::json(&session.save(&G::shipped())) != text::json(&stop.save(&G::shipped())) {
        return Err(point.broken("refused answers have left something in the save"));
    }
    Ok(refusals)
}
