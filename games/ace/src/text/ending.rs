//! How a career ended, in words and figures (5.2, 10.3).

use crate::charts::Charts;
use crate::state::{Ace, Career, Fate, Mode};
use crate::words::{Award, Class};
use hulldown_core::game::{Outcome, Seat};
use hulldown_core::phrase::{capital, count};

/// How a game ended, in words.
pub(crate) fn outcome(game: &Ace, charts: &'static Charts) -> Outcome {
    let mut summary = Vec::new();
    for seat in game.seats_in_play() {
        let player = &game.players[seat.index()];
        let career = &player.career;
        let level = charts.victory(career.successes);
        let own = if game.mode == Mode::Solitaire { String::new() } else { format!("{}: ", game.called(seat)) };
        let posthumous = if matches!(player.fate, Fate::Killed | Fate::DiedOfWounds) { " (posthumous)" } else { "" };
        let missions = count(career.successes.into(), "mission");
        let who = game.ranked(seat);
        summary.push(format!("{who}: {}{posthumous}, {missions} won of {} finished.", level.name(), career.completed));
        // [5.2.2] Each man's war has an end of its own. A game of earlier rules did not keep it.
        let end = if own.is_empty() { capital(fate(player.fate)) } else { fate(player.fate).into() };
        summary.push(format!("{own}{end} in {}.", player.fate_in.unwrap_or(game.month).name()));
        let kills = destroyed(career).unwrap_or_else(|| "nothing".into());
        summary.push(format!("{own}Destroyed: {kills}. Tanks lost: {}.", career.tanks_lost));
        let awards: Vec<String> = Award::ALL
            .into_iter()
            .filter(|award| career.award(*award) > 0)
            .map(|award| match career.award(award) {
                1 => award.name().into(),
                n => format!("{} ({n})", award.name()),
            })
            .collect();
        if !awards.is_empty() {
            summary.push(format!("{own}Awards: {}.", awards.join("; ")));
        }
    }
    let winner = game.winner();
    let ended = |seat: Seat| {
        let player = &game.players[seat.index()];
        (charts.victory(player.career.successes).name(), fate(player.fate))
    };
    let result = match (game.mode, winner) {
        (Mode::CompetitiveTogether | Mode::CompetitiveApart, Some(seat)) => format!("{} wins", game.commander(seat)),
        (Mode::CompetitiveTogether | Mode::CompetitiveApart, None) => "a draw".into(),
        (Mode::Solitaire, _) => {
            let (level, fate) = ended(Seat(0));
            format!("{level}: {fate}")
        }
        (Mode::Cooperative, _) => {
            let each = game.seats_in_play().map(|seat| {
                let (level, fate) = ended(seat);
                format!("{}: {level}, {fate}", game.called(seat))
            });
            each.collect::<Vec<_>>().join("; ")
        }
    };
    let scores = game.scores();
    let score = scores.iter().copied().max().unwrap_or_default();
    Outcome { result, score, scores, winner, summary }
}

/// What a career has destroyed, class by class; none where it is nothing yet.
pub(super) fn destroyed(career: &Career) -> Option<String> {
    let kills = Class::ALL.into_iter().zip(career.kills).filter(|(_, n)| *n > 0);
    let kills: Vec<String> = kills.map(|(class, n)| format!("{n} {}", class.counted(n))).collect();
    (!kills.is_empty()).then(|| kills.join(", "))
}

pub(crate) fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "serving",
        Fate::Killed => "killed in action",
        Fate::DiedOfWounds => "died of wounds",
        Fate::Retired => "medically retired",
        Fate::Survived => "survived the war",
    }
}
