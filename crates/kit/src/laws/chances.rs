//! What is said of a roll beforehand is what is rolled, and no more than a seat may know.

use crate::record::{RecordedGame, answer, questions};
use crate::text;
use crate::{Broken, Guard, Scramble};
use hulldown_core::dicebox::DiceBox;
use hulldown_core::odds::{Odds, odds_within, sample};
use hulldown_core::session::{Origin, Session, Told};
use hulldown_core::tape::{Entry, Source};
use hulldown_core::{Check, Generator, Voice};

/// Law `previews`: the roll shown beside an option is the roll that follows when it is taken: the same chart, dice, modifiers and
/// results. Returns how many were compared.
pub fn previews<G: Voice>(record: &RecordedGame<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in &record.stops {
        for (seat, _, options) in questions(stop) {
            for option in options {
                let Some(preview) = stop.working().preview(G::data(), seat, option) else { continue };
                let point = record.point("previews", stop).key(option);
                let mut session = stop.clone();
                answer(&point, &mut session, (seat, option))?;
                let mut rolled = first_roll(&session);
                // A choice may need a detail or two before its dice fall.
                for _ in 0..2 {
                    let detail = session.question(seat).map(|(options, _)| options[0]);
                    if let (None, Some(detail)) = (&rolled, detail) {
                        answer(&point, &mut session, (seat, detail))?;
                        rolled = first_roll(&session);
                    }
                }
                let (shown, made) =
                    (text::check(&preview), rolled.map_or("no roll".into(), |check| text::check(&check)));
                if shown != made {
                    return Err(point.broken(format!("shown {shown}, made {made}")));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

fn first_roll<G: Voice>(session: &Session<G>) -> Option<Check> {
    session.news().iter().find_map(|told| match told {
        Told::Roll(check, _) => Some(check.clone()),
        _ => None,
    })
}

/// The most falls of the dice played for one option.
const MOST_LINES: usize = 5_000;
/// How often an option's outcome is sampled.
const SAMPLES: u32 = 2_000;
/// How many options of one game are sampled.
const MOST_OPTIONS: u64 = 12;

/// Law `odds`: the exact odds of an option with a roll add up to one, and agree with how often its outcomes come up in random play.
/// Returns how many options were compared.
pub fn odds<G: Voice>(record: &RecordedGame<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in &record.stops {
        for (seat, _, options) in questions(stop) {
            for option in options {
                if compared >= MOST_OPTIONS || stop.working().preview(G::data(), seat, option).is_none() {
                    continue;
                }
                let point = record.point("odds", stop).key(option);
                let _guard = Guard(point.clone());
                let exact = odds_within(stop, seat, option, MOST_LINES);
                if !exact.complete {
                    continue;
                }
                let sum: f64 = exact.outcomes.iter().map(|(_, p)| p).sum();
                if (sum - 1.0).abs() > 1e-9 || exact.outcomes.iter().any(|(_, p)| !(*p > 0.0 && *p <= 1.0 + 1e-9)) {
                    return Err(point.broken(format!("the odds add up to {sum}: {:?}", exact.outcomes)));
                }
                let mut dice = Generator::for_game(point.seed, 6 + compared);
                let sampled = sample(stop, seat, option, SAMPLES, &mut dice);
                for label in exact.outcomes.iter().chain(&sampled.outcomes).map(|(label, _)| label) {
                    let of = |odds: &Odds| odds.outcomes.iter().find(|(l, _)| l == label).map_or(0.0, |(_, p)| *p);
                    let (p, often) = (of(&exact), of(&sampled));
                    // Five standard deviations: with fixed seeds this either always or never fails.
                    let slack = 5.0 * (p * (1.0 - p) / f64::from(SAMPLES)).sqrt() + 1e-9;
                    if (often - p).abs() > slack {
                        return Err(point.broken(format!("`{label}`: odds {p:.4}, sampled {often:.4}")));
                    }
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Law `secrets`: the odds of a seat's options are the same whatever is hidden from it. A step that goes on to look at something hidden
/// says [`settled`](hulldown_core::Table::settled) before. Returns how many odds were compared.
pub fn secrets<G: Voice>(record: &RecordedGame<G>, scramble: Scramble<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in &record.stops {
        let point = record.point("secrets", stop);
        let _guard = Guard(point.clone());
        for (seat, _, options) in questions(stop) {
            let known = options.iter().filter(|&&o| stop.working().preview(G::data(), seat, o).is_some());
            let known: Vec<G::Choice> = known.take(3).copied().collect();
            for salt in (0..8).filter(|_| !known.is_empty()) {
                let salt = salt * 0x9e37_79b9 + stop.tape().answered() as u64;
                let Some(other) = with_other_secrets(record, stop, &scramble(stop.checkpoint(), seat, salt)) else {
                    continue;
                };
                // Where the other secrets have led elsewhere by now there is nothing to compare.
                let asked = |session: &Session<G>| session.question(seat).map(|(options, _)| options.to_vec());
                if asked(&other) != asked(stop) {
                    continue;
                }
                for &option in &known {
                    let (one, two) = (odds_within(stop, seat, option, 500), odds_within(&other, seat, option, 500));
                    if one != two {
                        let why = format!("{:?} or {:?} (salt {salt})", one.outcomes, two.outcomes);
                        return Err(point.key(option).broken(format!("the odds tell what is hidden: {why}")));
                    }
                    compared += 1;
                }
            }
        }
    }
    Ok(compared)
}

/// The open step played again by the same answers and dice from a state with other secrets, if they still fit.
fn with_other_secrets<G: Voice>(record: &RecordedGame<G>, stop: &Session<G>, state: &G) -> Option<Session<G>> {
    let mut entries = stop.tape().entries().split_off(stop.begun().ticks());
    for entry in &mut entries {
        if let Entry::Dice(throw) = entry {
            throw.source = Source::Script;
        }
    }
    let (origin, dice) = (Origin::Arranged(Box::new(state.clone())), DiceBox::scripted(record.point.seed, []));
    Session::restore(record.setup.clone(), G::data(), dice, origin, entries).ok()
}
