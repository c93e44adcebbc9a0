//! Dates and hours.

use super::*;
use hulldown_core::Word;

const MONTHS: [(&str, &str, u16); 10] = [
    ("1944-07", "July 1944", 31),
    ("1944-08", "August 1944", 31),
    ("1944-09", "September 1944", 30),
    ("1944-10", "October 1944", 31),
    ("1944-11", "November 1944", 30),
    ("1944-12", "December 1944", 31),
    ("1945-01", "January 1945", 31),
    ("1945-02", "February 1945", 28),
    ("1945-03", "March 1945", 31),
    ("1945-04", "April 1945", 30),
];

/// A month of the campaign, July 1944 to April 1945.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Month(u8);

impl Month {
    /// How many there are.
    pub const COUNT: usize = MONTHS.len();
    /// July 1944.
    pub const FIRST: Month = Month(0);
    /// November 1944.
    pub const NOVEMBER: Month = Month(4);
    /// December 1944.
    pub const DECEMBER: Month = Month(5);
    /// January 1945.
    pub const JANUARY: Month = Month(6);
    /// February 1945.
    pub const FEBRUARY: Month = Month(7);
    /// March 1945.
    pub const MARCH: Month = Month(8);
    /// All months, in order.
    pub const ALL: [Month; Month::COUNT] = {
        let (mut all, mut i) = ([Month(0); Month::COUNT], 0);
        while i < Month::COUNT {
            all[i] = Month(i as u8);
            i += 1;
        }
        all
    };

    /// The month so many after July 1944.
    pub const fn new(index: u8) -> Option<Month> {
        if (index as usize) < Month::COUNT { Some(Month(index)) } else { None }
    }

    /// The month of the campaign with this number in the year, 1 for January.
    pub const fn of_year(number: u8) -> Option<Month> {
        match number {
            7..=12 => Some(Month(number - 7)),
            1..=4 => Some(Month(number + 5)),
            _ => None,
        }
    }

    /// Its text in files and keys, such as `1944-07`.
    pub const fn id(self) -> &'static str {
        MONTHS[self.0 as usize].0
    }

    /// Its name for people, such as `July 1944`.
    pub const fn name(self) -> &'static str {
        MONTHS[self.0 as usize].1
    }

    /// Months since July 1944.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The month with this id.
    pub fn from_id(id: &str) -> Option<Month> {
        Month::ALL.into_iter().find(|month| month.id() == id)
    }

    /// The first day of it.
    pub const fn first_day(self) -> Day {
        let (mut days, mut i) = (1, 0);
        while i < self.0 as usize {
            days += MONTHS[i].2;
            i += 1;
        }
        Day(days)
    }

    /// How many days it has.
    pub const fn days(self) -> u16 {
        MONTHS[self.0 as usize].2
    }
}

impl Word for Month {
    const ALL: &'static [Month] = &Month::ALL;
    fn id(self) -> &'static str {
        Month::id(self)
    }
    fn index(self) -> usize {
        Month::index(self)
    }
    fn name(self) -> &'static str {
        Month::name(self)
    }
    fn heading(months: &[Month]) -> String {
        let name = |month: &Month| month.name().split(' ').next().unwrap_or_default();
        months.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Month {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Month::from_id(text).ok_or_else(|| format!("`{text}` is not a month of the campaign, 1944-07 to 1945-04"))
    }
}

impl Serialize for Month {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
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
    pub const fn split(self) -> Option<(u16, Month)> {
        let (mut left, mut i) = (self.0, 0);
        while i < Month::COUNT {
            if left >= 1 && left <= MONTHS[i].2 {
                return Some((left, Month(i as u8)));
            }
            left = left.saturating_sub(MONTHS[i].2);
            i += 1;
        }
        None
    }

    /// Its month; days after April 1945 count as April.
    pub const fn month(self) -> Month {
        match self.split() {
            Some((_, month)) => month,
            None => Month(Month::COUNT as u8 - 1),
        }
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
