//! What is said of a roll beforehand is what is rolled.

use crate::record::{Record, answer, questions};
use crate::text;
use crate::{Broken, Guard};
use hulldown_core::odds::{Odds, odds_within, sample};
use hulldown_core::session::Told;
use hulldown_core::{Check, Generator, Session, Voice};

/// Law `previews`: the roll shown beside an option is the roll that follows when it is taken: the same chart, dice, modifiers and
/// results. Returns how many were compared.
pub fn previews<G: Voice>(record: &Record<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in &record.stops {
        for (seat, _, options) in questions(stop) {
            for option in options {
                let Some(preview) = stop.working().preview(G::data(), seat, option) else { continue };
                let spot = record.spot("previews", stop).key(option);
                let mut session = stop.clone();
                answer(&spot, &mut session, (seat, option))?;
                let mut rolled = first_roll(&session);
                // A choice may need a detail or two before its dice fall.
                for _ in 0..2 {
                    let detail = session.question(seat).map(|(options, _)| options[0]);
                    if let (None, Some(detail)) = (&rolled, detail) {
                        answer(&spot, &mut session, (seat, detail))?;
                        rolled = first_roll(&session);
                    }
                }
                let (shown, made) = (text::check(&preview), rolled.map_or("no roll".into(), |check| text::check(&check)));
                if shown != made {
                    return Err(spot.broken(format!("shown {shown}, made {made}")));
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
pub fn odds<G: Voice>(record: &Record<G>) -> Result<u64, Broken> {
    let mut compared = 0;
    for stop in &record.stops {
        for (seat, _, options) in questions(stop) {
            for option in options {
                if compared >= MOST_OPTIONS || stop.working().preview(G::data(), seat, option).is_none() {
                    continue;
                }
                let spot = record.spot("odds", stop).key(option);
                let _guard = Guard(spot.clone());
                let exact = odds_within(stop, seat, option, MOST_LINES);
                if !exact.complete {
                    continue;
                }
                let sum: f64 = exact.outcomes.iter().map(|(_, p)| p).sum();
                if (sum - 1.0).abs() > 1e-9 || exact.outcomes.iter().any(|(_, p)| !(*p > 0.0 && *p <= 1.0 + 1e-9)) {
                    return Err(spot.broken(format!("the odds add up to {sum}: {:?}", exact.outcomes)));
                }
                let mut dice = Generator::for_game(spot.seed, 6 + compared);
                let sampled = sample(stop, seat, option, SAMPLES, &mut dice);
                for label in exact.outcomes.iter().chain(&sampled.outcomes).map(|(label, _)| label) {
                    let of = |odds: &Odds| odds.outcomes.iter().find(|(l, _)| l == label).map_or(0.0, |(_, p)| *p);
                    let (p, often) = (of(&exact), of(&sampled));
                    // Five standard deviations: with fixed seeds this either always or never fails.
                    let slack = 5.0 * (p * (1.0 - p) / f64::from(SAMPLES)).sqrt() + 1e-9;
                    if (often - p).abs() > slack {
                        return Err(spot.broken(format!("`{label}`: odds {p:.4}, sampled {often:.4}")));
                    }
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}
