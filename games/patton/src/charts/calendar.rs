//! The Combat Calendar and what starts a campaign: `calendar.toml`, `campaign.toml`, `tank_replacement.toml`.

use super::headings::ACTION_ON;
use crate::words::{Day, Month, Resistance, Scenario, Tank};
use hulldown_core::chart::{ChartError, ChartSheet, DieTable, Grounds, Head, Spans, Text};
use hulldown_core::dice::D10;
use hulldown_core::{cells, figures};
use std::collections::BTreeMap;

/// What the calendar has for a day (20.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayCode {
    /// The Division refits (27.0).
    Refit,
    /// There may be action.
    Action {
        /// The type of scenario.
        scenario: Scenario,
        /// Action on this or less.
        probability: i8,
        /// The resistance to expect.
        resistance: Resistance,
    },
}

figures! {
    /// The Combat Calendar: days with a code, stretches of refit, and what happened, which is history only.
    CalendarFile {
        chart: Head, day: BTreeMap<Date, DayRow>, refit: Vec<[Date; 2]>, event: Vec<History>;
        must |it| it.day.keys().next_back() == Some(&Text(Day::LAST_COMBAT))
            => format!("the last day with a code is {}", Day::LAST_COMBAT)
    }

    /// A day with a code, and what is noted of it, such as a place.
    DayRow { scenario: Scenario, probability: i8 [0..=10], resistance: Resistance, note: String [default] }

    /// What happened.
    History {
        name: String, from: Date, to: Date, grounds: Grounds;
        must |it| it.from <= it.to => format!("{} ends before it begins", it.name)
    }

    /// Set-up that is not a table: the first day HVSS can be had.
    Campaign { chart: Head, hvss_from: Date }

    /// Tank Replacement, and the crew total that chooses freely (24.0).
    Replacement {
        chart: Head, choose_from: u8, column: Spans<Month, DieTable<Tank>> [die];
        must |it| it.column.columns().all(|(_, column)| !column.cells().contains(&Tank::FIREFLY))
            => "a Firefly is never a replacement"
    }
}

/// A day as files write it: `1944-07-27`.
pub type Date = Text<Day>;

/// The calendar.
#[derive(Clone, Debug)]
pub struct Calendar {
    codes: Vec<DayCode>,
    notes: Vec<String>,
    /// First and last day of each refit.
    pub refits: Vec<(Day, Day)>,
}

impl Calendar {
    /// The code of a day; after the last one the Division rests.
    pub fn day(&self, day: Day) -> DayCode {
        self.codes.get(day.index()).copied().unwrap_or(DayCode::Refit)
    }

    /// How many days the refit of a day lasts; 0 on a day of action.
    pub fn refit_days(&self, day: Day) -> u8 {
        let refit = self.refits.iter().find(|(from, to)| (*from..=*to).contains(&day));
        refit.map_or(0, |(from, to)| (to.0 - from.0 + 1) as u8)
    }

    /// The last day of the refit of a day; the day itself if there is none.
    pub fn refit_end(&self, day: Day) -> Day {
        let refit = self.refits.iter().find(|(from, to)| (*from..=*to).contains(&day));
        refit.map_or(day, |(_, to)| *to)
    }

    /// What the calendar notes of a day, such as a place.
    pub fn note(&self, day: Day) -> &str {
        self.notes.get(day.index()).map_or("", String::as_str)
    }
}

impl CalendarFile {
    /// Every day of the campaign once.
    pub(super) fn calendar(&self) -> Result<Calendar, ChartError> {
        // A date as the file writes it, by which its line is found.
        let written = |day: Day| match day.split() {
            Some((day, month)) => format!("{}-{day:02}", month.id()),
            None => day.to_string(),
        };
        let wrong = |day: Day, what: &str| ChartError::new("calendar.toml", written(day), what);
        let mut codes = vec![None; Day::END.index() + 1];
        let mut notes = vec![String::new(); codes.len()];
        let mut set = |Text(day): Date, code: DayCode| match codes.get_mut(day.index()).filter(|_| day >= Day::FIRST) {
            None => Err(wrong(day, "is outside the campaign")),
            Some(Some(_)) => Err(wrong(day, "is given twice")),
            Some(free) => {
                *free = Some(code);
                Ok(())
            }
        };
        for (date, row) in &self.day {
            let DayRow { scenario, probability, resistance, .. } = *row;
            set(*date, DayCode::Action { scenario, probability, resistance })?;
            notes[date.0.index()].clone_from(&row.note);
        }
        for [from, to] in &self.refit {
            (from.0.0..=to.0.0).try_for_each(|day| set(Text(Day(day)), DayCode::Refit))?;
        }
        if let Some(gap) = codes.iter().position(Option::is_none) {
            return Err(wrong(Day::FIRST.plus(gap as u16), "is missing"));
        }
        Ok(Calendar {
            codes: codes.into_iter().flatten().collect(),
            notes,
            refits: self.refit.iter().map(|[from, to]| (from.0, to.0)).collect(),
        })
    }

    pub(super) fn sheet(&self, calendar: &Calendar) -> ChartSheet {
        let code = |day: Day| match calendar.day(day) {
            DayCode::Refit => ["refit".into(), "-".into(), "-".into()],
            DayCode::Action { scenario, probability, resistance } => {
                [scenario.to_string(), format!("1-{probability}"), resistance.to_string()]
            }
        };
        let days = (0..calendar.codes.len()).map(|n| Day::FIRST.plus(n as u16));
        let event = |History { name, from: Text(from), to: Text(to), grounds }: &History| {
            let until = if from == to { String::new() } else { format!(" to {to}") };
            format!("{name}: {from}{until} ({grounds})")
        };
        let sheet = cells!(self.chart.sheet("calendar", Some(D10)), day in days;
            "date" = day, "scenario" = code(day)[0], ACTION_ON = code(day)[1], "resistance" = code(day)[2],
            "note" = calendar.note(day));
        sheet.noting(self.event.iter().map(event))
    }
}

impl Campaign {
    pub(super) fn sheet(&self) -> ChartSheet {
        let choices =
            "scenario type; resistance level; tank; area type A, B, C or D; advancing fire (not in counterattack)";
        let rejoins =
            "wound date + 7 x weeks + 1 day (wounded on the 5th, out one week: back on the morning of the 13th)";
        let rows = [
            ("begins", format!("{}, tank {}, Sergeant", Day::FIRST, Tank::FIRST.number())),
            ("an engagement leaves out", "4.3, 4.5, 4.9".into()),
            ("an engagement chooses", choices.into()),
            ("a wounded man rejoins on", rejoins.into()),
            ("an assistant driver who takes over a post", "floor(rating / 2)".into()),
            ("HVSS from", self.hvss_from.0.to_string()),
            ("a Firefly starts", "stopped, hull down".into()),
        ];
        cells!(self.chart.sheet("campaign", None), (what, how) in rows; "what" = what, "how" = how)
    }
}

impl Replacement {
    pub(super) fn sheet(&self) -> ChartSheet {
        let note = format!("a crew whose ratings total {} or more chooses; July uses August (R6)", self.choose_from);
        let columns = Month::ALL[1..].iter().map(|month| (month.name(), &self.column[*month]));
        let sheet = self.chart.sheet("tank_replacement", Some(self.column[Month::FIRST].dice));
        sheet.rolls(columns, |tank| tank.number().to_string()).noting([note])
    }
}
