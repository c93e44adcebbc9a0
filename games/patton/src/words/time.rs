//! Dates and hours.

use super::*;
use hulldown_core::words;

words! {
    /// A month of the campaign.
    Month headed months {
        July = "1944-07", "July 1944";
        August = "1944-08", "August 1944";
        September = "1944-09", "September 1944";
        October = "1944-10", "October 1944";
        November = "1944-11", "November 1944";
        December = "1944-12", "December 1944";
        January = "1945-01", "January 1945";
        February = "1945-02", "February 1945";
        March = "1945-03", "March 1945";
        April = "1945-04", "April 1945";
    }
}

impl Month {
    /// July 1944.
    pub const FIRST: Month = Month::July;

    /// The month so many after July 1944.
    pub fn new(index: u8) -> Option<Month> {
        Month::ALL.get(usize::from(index)).copied()
    }

    /// The month of the campaign with this number in the year, 1 for January.
    pub fn of_year(number: u8) -> Option<Month> {
        match number {
            7..=12 => Month::new(number - 7),
            1..=4 => Month::new(number + 5),
            _ => None,
        }
    }

    /// The first day of it.
    pub const fn first_day(self) -> Day {
        let (mut days, mut i) = (1, 0);
        while i < self.index() {
            days += Month::ALL[i].days();
            i += 1;
        }
        Day(days)
    }

    /// How many days it has.
    pub const fn days(self) -> u16 {
        match self {
            Month::September | Month::November | Month::April => 30,
            Month::February => 28,
            _ => 31,
        }
    }
}

/// Months as a heading, without their years.
fn months(months: &[Month]) -> String {
    let name = |month: &Month| month.name().split(' ').next().unwrap_or_default();
    months.iter().map(name).collect::<Vec<_>>().join(", ")
}

impl std::str::FromStr for Month {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Month::from_id(text).ok_or_else(|| format!("`{text}` is not a month of the campaign, 1944-07 to 1945-04"))
    }
}

/// A day, counted from 1 July 1944 as 1. The campaign runs from 27 July 1944 to 30 April 1945; a man may be promised back later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct Day(pub u16);

impl Day {
    /// 27 July 1944 (1.1).
    pub const FIRST: Day = Day(27);
    /// 18 April 1945, the last day the calendar has a code for.
    pub const LAST_COMBAT: Day = Day(292);
    /// 30 April 1945, the end of the campaign.
    pub const END: Day = Day(304);

    /// The day so many after 1 July 1944's eve: day and month if it is in the campaign's months.
    pub fn split(self) -> Option<(u16, Month)> {
        let mut left = self.0;
        for month in Month::ALL {
            if (1..=month.days()).contains(&left) {
                return Some((left, month));
            }
            left = left.saturating_sub(month.days());
        }
        None
    }

    /// Its month; days after April 1945 count as April.
    pub fn month(self) -> Month {
        self.split().map_or(Month::April, |(_, month)| month)
    }

    /// Days since 27 July 1944.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.saturating_sub(Day::FIRST.0) as usize
    }

    /// The next day.
    pub const fn next(self) -> Day {
        Day(self.0 + 1)
    }

    /// The day so many days later.
    pub const fn plus(self, days: u16) -> Day {
        Day(self.0 + days)
    }

    /// Its text in files and keys, such as `1944-07-27`.
    pub fn id(self) -> String {
        match self.split() {
            Some((day, month)) => format!("{}-{day:02}", month.id()),
            None => format!("1945-{:02}-{:02}", 5 + self.beyond().0, self.beyond().1),
        }
    }

    /// Months and days after April 1945, for men who come back too late.
    const fn beyond(self) -> (u16, u16) {
        let (mut left, mut month) = (self.0 - Day::END.0, 0);
        let days = [31, 30, 31, 31, 30, 31];
        while left > days[month % 6] {
            left -= days[month % 6];
            month += 1;
        }
        (month as u16, left)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.split() {
            Some((day, month)) => write!(f, "{day} {month}"),
            None => {
                let (month, day) = self.beyond();
                let names = ["May", "June", "July", "August", "September", "October"];
                write!(f, "{day} {} 1945", names[usize::from(month) % 6])
            }
        }
    }
}

impl std::str::FromStr for Day {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a date such as 1944-07-27");
        let (month, day) = (text.get(..7).ok_or_else(wrong)?, text.get(8..).ok_or_else(wrong)?);
        let day: u16 = day.parse().map_err(|_| wrong())?;
        if month == "1945-05" && (1..=31).contains(&day) {
            return Ok(Day::END.plus(day));
        }
        let month: Month = month.parse()?;
        if !(1..=month.days()).contains(&day) {
            return Err(wrong());
        }
        Ok(month.first_day().plus(day - 1))
    }
}

/// A time of day in minutes after midnight; the report marks it in boxes of fifteen (21.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct Clock(pub u16);

impl Clock {
    /// So many minutes later.
    pub const fn plus(self, minutes: u16) -> Clock {
        Clock(self.0 + minutes)
    }

    /// The full hours passed since midnight.
    pub const fn hour(self) -> u16 {
        self.0 / 60
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl std::str::FromStr for Clock {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once(':').and_then(|(h, m)| {
            let (h, m): (u16, u16) = (h.parse().ok()?, m.parse().ok()?);
            (h < 24 && m < 60 && m % 15 == 0 && text.len() == 5).then_some(Clock(h * 60 + m))
        });
        parsed.ok_or_else(|| format!("`{text}` is not a time in quarters of an hour, such as 05:15"))
    }
}
