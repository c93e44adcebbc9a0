//! The evening: ratings, points, promotion, decorations, and who goes on (4.9, 6.0, 25.0, 26.0).

use crate::charts::{Charts, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Commander, DayLine, Fate, Length, Patton, Report, Stage, Verdict};
use crate::talk::{Ask, Event, MedalAnswer};
use crate::words::{Medal, Month, Post, Rank, Scored, UnitType, Wound};
use hulldown_core::check::Check;
use hulldown_core::dice::D100;
use hulldown_core::table::{Play, Table};

/// The points of a day (6.1, 6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Score {
    /// Kills of your tank, before multipliers.
    pub own: i16,
    /// Kills of your tank.
    pub own_adjusted: i16,
    /// Kills of friendly forces.
    pub friendly_adjusted: i16,
    /// Areas captured.
    pub captured_adjusted: i16,
    /// Areas lost.
    pub lost_adjusted: i16,
    /// Friendly tanks and squads lost.
    pub losses: i16,
}

impl Score {
    /// All together.
    pub fn total(self) -> i16 {
        let parts =
            [self.own_adjusted, self.friendly_adjusted, self.captured_adjusted, self.lost_adjusted, self.losses];
        parts.into_iter().fold(0, i16::saturating_add)
    }
}

impl Report {
    /// [T.vp, T.mult] The points of this report.
    pub fn score(&self, charts: &Charts) -> Score {
        let points = &charts.career.victory_points.points;
        let kills = |count: &[u8; UnitType::ALL.len()], forts: u8| -> i16 {
            let units = UnitType::ALL.into_iter();
            let sum: i32 = units.map(|k| i32::from(count[k.index()]) * i32::from(charts.units[k.index()].points)).sum();
            let all = sum + i32::from(forts) * i32::from(points[Scored::InFortification]);
            all.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        };
        let times = &charts.career.victory_points.multiplier[self.scenario.index()];
        let own = kills(&self.own, self.own_forts);
        let captured = i16::from(self.areas) * i16::from(points[Scored::CapturedArea])
            + i16::from(self.exits) * i16::from(points[Scored::CapturedExitArea]);
        Score {
            own,
            own_adjusted: own.saturating_mul(i16::from(times.ko)),
            friendly_adjusted: kills(&self.friendly, self.friendly_forts).saturating_mul(i16::from(times.ko)),
            captured_adjusted: captured.saturating_mul(i16::from(times.capture)),
            lost_adjusted: i16::from(self.lost_areas) * i16::from(points[Scored::LostArea]) * i16::from(times.lose),
            losses: i16::from(self.tanks_lost) * i16::from(points[Scored::FriendlyTankLost])
                + i16::from(self.squads_lost) * i16::from(points[Scored::FriendlySquadLost]),
        }
    }
}

impl Patton {
    /// [26.1b] What an officer's rank counts for a decoration.
    fn officer_bonus(&self, charts: &Charts) -> i16 {
        if self.you.rank >= Rank::SecondLieutenant { i16::from(charts.career.decorations.drm.officer) } else { 0 }
    }

    /// [26.1, 26.1b, R80] The roll for the lowest decoration; higher ones are read off the same total.
    fn decoration_check(&self, charts: &'static Charts, score: Score, officer: i16) -> Check {
        let medals = &charts.career.decorations;
        let (m, report, rule) = (&medals.drm, &self.report, rule!("26.1b"));
        let least = medals.needed[Medal::BronzeStar.index()];
        let mut check = Check::reaching("decorations", "Decoration", rule!("26.1"), D100, least);
        check = check.on_line(headings::THE_ROLL).called("decorated", "no decoration");
        check.modify_far(score.own_adjusted.saturating_mul(medals.own_points.into()), "kills of your tank", rule);
        check.modify_far(score.friendly_adjusted, "kills of friendly forces", rule);
        check.modify_far(score.captured_adjusted, "territory captured", rule);
        let late = matches!(self.day.month(), Month::November | Month::December);
        for (holds, value, why) in [
            (report.rescuer, m.rescue, "a man pulled from a burning tank"),
            (report.exposed, m.exposed, "open hatch under fire"),
            (report.wounded, m.wounded, "wounded"),
            (late, m.late, "November or December"),
        ] {
            check.modify(if holds { value } else { 0 }, why, rule);
        }
        check.modify_far(officer, "officer", rule);
        check
    }
}

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.9] The debriefing. An engagement has none but its result (31.0).
    pub(crate) fn evening(&mut self) -> Play<()> {
        // [4.91] Whoever is alive may have learned something. [4.81.4a] After an explosion nobody is.
        if self.game.options.length != Length::Engagement && !self.game.report.exploded {
            for post in Post::ALL {
                self.improve(post, rule!("4.91"))?;
            }
        }
        // [4.92]
        let score = self.game.report.score(self.charts);
        let total = score.total();
        let verdict = if self.game.report.out || self.game.tank.lost || total < 0 {
            Verdict::Lost
        } else if total > 0 {
            Verdict::Won
        } else {
            Verdict::Even
        };
        self.game.report.verdict = Some(verdict);
        self.tell(|| Event::Debriefing { score, verdict });
        if self.game.options.length == Length::Engagement {
            self.clear_casualties();
            self.game.stage = Stage::Over;
            self.tell(|| Event::EngagementEnds { verdict });
            return Ok(());
        }
        // In your seat, or carried from it earlier today; a man sent home for good is alive all the same.
        let alive = self.game.crew.men[Post::Commander.index()].is_some_and(|man| man.you && man.wound < Wound::Killed)
            || matches!(self.game.you.fate, Fate::Away | Fate::Home);
        if self.game.report.aboard {
            self.enter_points(score.own, verdict);
            if alive {
                // [4.93, 4.94]
                self.promotion();
                self.decoration(score)?;
            }
        }
        let casualties = self.clear_casualties();
        let report = &self.game.report;
        let line = DayLine {
            day: self.game.day,
            scenario: report.scenario,
            commander: self.game.you.number,
            aboard: report.aboard,
            tank: self.game.tank.model,
            tank_lost: self.game.tank.lost,
            battles: report.battles,
            own: score.own,
            total,
            verdict,
            casualties,
            promoted: report.promoted,
            medal: report.medal,
        };
        self.game.history.push(line);
        self.game.stage = match (self.game.you.fate, self.game.options.length) {
            (Fate::Killed | Fate::Home, Length::Campaign) => Stage::Succession,
            (_, Length::Campaign) => {
                self.game.day = self.game.day.next();
                Stage::Calendar
            }
            _ => Stage::Over,
        };
        Ok(())
    }

    /// [25.0] Points and kills of the day go into your record.
    fn enter_points(&mut self, own: i16, verdict: Verdict) {
        let (you, report) = (&mut self.game.you, &self.game.report);
        you.points = you.points.saturating_add(own.max(0) as u16);
        you.days = you.days.saturating_add(1);
        you.won = you.won.saturating_add(u16::from(verdict == Verdict::Won));
        for (all, today) in you.kills.iter_mut().zip(report.own) {
            *all = all.saturating_add(u16::from(today));
        }
    }

    /// [25.0, 25.0b, R79] One step, at most one a month.
    fn promotion(&mut self) {
        let month = self.game.day.month();
        let you = &mut self.game.you;
        let next = Rank::ALL.get(you.rank.index() + 1).copied();
        if let Some(rank) = next
            && you.points >= self.charts.career.ranks.points[rank.index()]
            && you.promoted != Some(month)
        {
            you.rank = rank;
            you.promoted = Some(month);
            self.game.report.promoted = true;
            self.tell(|| Event::Promoted { rank });
        }
    }

    /// [26.1, 26.1b, R80] One roll for a decoration, if there is a chance of one.
    fn decoration(&mut self, score: Score) -> Play<()> {
        let officer = self.game.officer_bonus(self.charts);
        let check = self.game.decoration_check(self.charts, score, officer);
        if !check.succeeds(100) {
            return Ok(());
        }
        let natural = self.table.natural(&check)?;
        let total = check.reaches(natural);
        let mut menu = self.table.menu();
        for medal in Medal::ALL {
            let total = if medal == Medal::MedalOfHonor { total - officer } else { total };
            let short = total < self.charts.career.decorations.needed[medal.index()];
            menu.weigh(MedalAnswer::Medal(medal), short.then_some((rule!("26.1"), "the roll does not reach so far")));
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        let MedalAnswer::Medal(medal) = self.ask(Ask::Medal, &menu)?;
        self.game.you.medals[medal.index()] = self.game.you.medals[medal.index()].saturating_add(1);
        self.game.report.medal = Some(medal);
        self.tell(|| Event::Decorated { medal });
        Ok(())
    }

    /// [6.3, R77] You are out of the war; you may go on as the man who takes your place.
    pub(crate) fn succession(&mut self) -> Play<()> {
        if self.ask_yes(Ask::Succession)? {
            let (name, number) = (self.game.you.name, self.game.you.number.saturating_add(1));
            self.game.you = Commander::fresh(name, number);
            // The man who already took over is you now.
            let man = self.game.crew.men[Post::Commander.index()].as_mut();
            let rating = man.map_or(0, |man| {
                man.you = true;
                man.rating
            });
            self.tell(|| Event::NewCommander { number, rating });
            self.game.day = self.game.day.next();
            self.game.stage = Stage::Calendar;
        } else {
            self.tell(|| Event::CampaignEnds);
            self.game.stage = Stage::Over;
        }
        Ok(())
    }
}
