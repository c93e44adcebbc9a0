//! The calendar, refits, and who sits in which tank in the morning (4.1, 4.2, 5.25, 7.1, 19.33, 20.1, 24.0, 27.0).

use crate::charts::{DayCode, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Battle, Fate, Man, Patton, Report, Stage, Vehicle};
use crate::talk::{Ask, AssignAnswer, Choice, Event, TankAnswer};
use crate::words::{Ammo, Day, Gun, Month, Post, Tank, Wound};
use arrayvec::ArrayVec;
use hulldown_core::chart::Heading;
use hulldown_core::check::Check;
use hulldown_core::dice::D10;
use hulldown_core::table::{Play, Table};

impl<T: Table<Patton>> Referee<'_, T> {
    /// [4.1, 20.12] Whether there is action on the present day.
    pub(crate) fn calendar(&mut self) -> Play<()> {
        let day = self.game.day;
        if day > Day::END {
            self.end_campaign();
            return Ok(());
        }
        match self.charts.calendar.day(day) {
            DayCode::Refit => self.game.stage = Stage::Refit,
            DayCode::Action { scenario, probability, resistance } => {
                let check = Check::at_most("calendar", "Action today", rule!("4.1"), D10, probability);
                let line = self
                    .charts
                    .headings
                    .days
                    .get(usize::from(day.0 - Day::FIRST.0))
                    .map_or(Heading::NONE, Heading::from);
                let check = check.on_line(line).in_column(headings::ACTION_ON);
                if self.table.test(&check.called("action", "no action"))? {
                    self.game.report = Report::morning(scenario, resistance, self.charts.daylight(day.month()));
                    self.tell(|| Event::DayBegins { day, scenario, expected: resistance });
                    self.game.stage = Stage::Muster;
                } else {
                    self.tell(|| Event::Quiet { day });
                    self.game.day = day.next();
                }
            }
        }
        Ok(())
    }

    /// [6.3] The calendar is through: whoever is alive has won.
    pub(crate) fn end_campaign(&mut self) {
        let you = &mut self.game.you;
        if matches!(you.fate, Fate::Serving | Fate::Away) {
            you.fate = Fate::Survived;
        }
        self.game.stage = Stage::Over;
        self.tell(|| Event::CampaignEnds);
    }

    /// [27.0] A refit: at seven days or more ratings and the gyrostabilizer, and another tank if wanted.
    pub(crate) fn refit(&mut self) -> Play<()> {
        let (day, days, last) = (
            self.game.day,
            self.charts.calendar.refit_days(self.game.day),
            self.charts.calendar.refit_end(self.game.day),
        );
        self.tell(|| Event::Refit { day, days });
        // [19.33, R78] Whoever is due back while it lasts rejoins in it, and learns with the others.
        self.men_return(last)?;
        self.new_men()?;
        if days >= self.charts.career.ratings.gyrostabilizer.refit_days {
            for post in Post::ALL {
                self.improve(post, rule!("27.1"))?;
            }
            if !self.game.crew.trained
                && self.game.crew.total() >= self.charts.career.ratings.gyrostabilizer.crew_total
                && self.ask_yes(Ask::Train)?
            {
                self.game.crew.trained = true;
                self.tell(|| Event::Trained);
            }
        }
        // [27.0, 24.0b] The exchange comes last, so that a crew which has just become good enough may choose.
        if self.game.tank.lost {
            self.new_tank()?;
        } else if !self.game.options.firefly {
            // [24.0c] Nobody is forced to change.
            let offer = |changes| if changes { Choice::NewTank } else { Choice::KeepTank };
            if self.pick(Ask::Exchange, [false, true], offer)? {
                self.new_tank()?;
            }
        }
        self.game.day = last.next();
        self.game.stage = Stage::Calendar;
        Ok(())
    }

    /// [7.2, 27.1] A man may have learned something.
    pub(crate) fn improve(&mut self, post: Post, rule: hulldown_core::rules::RuleId) -> Play<()> {
        let Some(man) = self.game.crew.men[post.index()] else { return Ok(()) };
        if man.wound == Wound::Killed || man.rating >= 10 {
            return Ok(());
        }
        let purpose = IMPROVEMENT[post.index()];
        let check = Check::at_least("ratings", purpose, rule, D10, man.rating as i8 + 1);
        let check = check.on_line(headings::IMPROVEMENT).in_column(headings::HOW);
        if self.table.test(&check.called("improves", "no change"))? {
            let rating = man.rating + 1;
            self.game.crew.men[post.index()] = Some(Man { rating, ..man });
            self.tell(|| Event::Improves { post, rating });
        }
        Ok(())
    }

    /// [4.22-4.24] Men come back, a lost tank is replaced, vacant posts are filled.
    pub(crate) fn muster(&mut self) -> Play<()> {
        self.men_return(self.game.day)?;
        if self.game.tank.lost {
            self.new_tank()?;
        }
        self.hvss()?;
        self.new_men()?;
        let aboard = self.game.crew.men[Post::Commander.index()].is_some_and(|man| man.you);
        self.game.report.aboard = aboard;
        self.game.stage = Stage::Briefing;
        Ok(())
    }

    /// [19.33] Men whose time is over by a day may rejoin; who is not taken back is gone. You always come back.
    fn men_return(&mut self, by: Day) -> Play<()> {
        while let Some(n) = self.game.crew.away.iter().position(|away| away.back <= by) {
            let away = self.game.crew.away.remove(n);
            let post = away.post;
            // Who once stood in for you does not take your place again.
            let yours = self.game.crew.men[post.index()].is_some_and(|man| man.you);
            if away.man.you || (!yours && self.ask_yes(Ask::Return(post))?) {
                let man = Man { wound: Wound::NearMiss, weeks: 0, down: false, ..away.man };
                self.game.crew.men[post.index()] = Some(man);
                // [27.22] What the stand-in had learned leaves with him.
                if post == Post::Gunner && std::mem::take(&mut self.game.crew.trained) {
                    self.tell(|| Event::TrainingLost);
                }
                if man.you {
                    self.game.you.fate = Fate::Serving;
                }
                let man = self.game.crewman(post, &man);
                self.tell(|| Event::Returns { man });
            } else {
                let man = self.game.crewman(post, &away.man);
                self.tell(|| Event::Declined { man });
            }
        }
        Ok(())
    }

    /// [24.0] Another tank: rolled for, or chosen by a crew that is good enough.
    fn new_tank(&mut self) -> Play<()> {
        let tank = if self.game.options.firefly {
            Tank::FIREFLY
        } else if self.game.crew.total() >= self.charts.choose_tank_from {
            let month = self.game.day.month();
            let mut menu = self.table.menu();
            for tank in Tank::ALL.into_iter().filter(|tank| *tank != Tank::FIREFLY) {
                let dash =
                    (!self.charts.issued(month, tank)).then_some((rule!("24.0b"), "it is not issued this month"));
                menu.weigh(TankAnswer::Tank(tank), dash);
            }
            let TankAnswer::Tank(tank) = self.ask(Ask::ChooseTank, &menu)?;
            tank
        } else {
            let column = &self.charts.replacement[self.game.day.month()];
            let check = Check::on("tank_replacement", "Replacement tank", rule!("24.0"), column);
            // [R6] July uses August.
            let month = self.game.day.month().max(Month::ALL[1]);
            let check = check.in_column(month);
            self.table.read(&check, column)?
        };
        self.take_over_tank(tank);
        self.tell(|| Event::NewTank { tank });
        Ok(())
    }

    /// The crew moves into another tank. Special rounds saved come along if the new gun can fire them and the old tank still stood.
    fn take_over_tank(&mut self, model: Tank) {
        let old = &self.game.tank;
        let kept = if old.lost { 0 } else { old.rounds[special(self.charts.tanks[old.model.index()].gun).index()] };
        let same = self.charts.tanks[old.model.index()].gun == self.charts.tanks[model.index()].gun;
        let mut tank = Vehicle::fresh(model, old.name);
        if same {
            tank.rounds[special(self.charts.tanks[model.index()].gun).index()] = kept;
        }
        self.game.tank = tank;
        self.game.battle = Battle::fresh();
    }

    /// [5.25] HVSS is rolled for on the first day with a tank, from November 1944 on.
    fn hvss(&mut self) -> Play<()> {
        let hvss = self.charts.tanks[self.game.tank.model.index()].hvss;
        if self.game.tank.hvss_known {
            return Ok(());
        }
        self.game.tank.hvss_known = true;
        if hvss > 0 && self.game.day.month() >= Month::November {
            let check = Check::at_most("tanks", "HVSS", rule!("5.25"), D10, hvss)
                .on_line(self.game.tank.model)
                .in_column(headings::HVSS);
            let check = check.called("fitted", "not fitted");
            self.game.tank.hvss = self.table.test(&check)?;
            let fitted = self.game.tank.hvss;
            self.tell(|| Event::Hvss { fitted });
        }
        Ok(())
    }

    /// [7.1] Vacant posts are filled: all ratings are rolled, then given to the posts.
    pub(crate) fn new_men(&mut self) -> Play<()> {
        let assistant = self.charts.tanks[self.game.tank.model.index()].has_assistant;
        let crew = &mut self.game.crew;
        crew.assistant_at = Post::Assistant;
        let exists = |post: Post| post != Post::Assistant || assistant;
        let mut vacant: ArrayVec<Post, 5> =
            HINTED.into_iter().filter(|post| exists(*post) && crew.men[post.index()].is_none()).collect();
        let mut ratings: ArrayVec<u8, 5> = ArrayVec::new();
        for purpose in if vacant.len() == 1 { &["A new man's rating"][..] } else { &RATINGS[..vacant.len()] } {
            let check = Check::on("ratings", purpose, rule!("7.1"), &self.charts.new_man);
            let check = check.on_line(headings::NEW_MAN).in_column(headings::HOW);
            ratings.push(self.table.read(&check, &self.charts.new_man)?);
        }
        ratings.sort_unstable_by(|a, b| b.cmp(a));
        let mut usual = false;
        for rating in ratings {
            let mut post = vacant[0];
            if !usual && vacant.len() > 1 {
                let mut menu = self.table.menu();
                menu.offer(AssignAnswer::Usual);
                for post in &vacant {
                    menu.offer(AssignAnswer::Assign(*post));
                }
                match self.ask(Ask::Assign(rating), &menu)? {
                    AssignAnswer::Assign(chosen) => post = chosen,
                    AssignAnswer::Usual => usual = true,
                }
            }
            vacant.retain(|p| *p != post);
            let you = post == Post::Commander && self.game.you.fate == Fate::Serving;
            let number = self.game.crew.next;
            self.game.crew.next += 1;
            let man = Man { number, rating, you, wound: Wound::NearMiss, weeks: 0, down: false };
            self.game.crew.men[post.index()] = Some(man);
            let man = self.game.crewman(post, &man);
            self.tell(|| Event::NewMan { man, rating });
        }
        Ok(())
    }
}

/// What is rolled for several new men, so that whoever throws knows how far it has come.
const RATINGS: [&str; 5] = [
    "The 1st new man's rating",
    "The 2nd new man's rating",
    "The 3rd new man's rating",
    "The 4th new man's rating",
    "The 5th new man's rating",
];

/// Whose improvement is rolled for, by [`Post`].
const IMPROVEMENT: [&str; 5] = [
    "Improvement of the commander",
    "Improvement of the gunner",
    "Improvement of the loader",
    "Improvement of the driver",
    "Improvement of the assistant driver",
];

/// The order in which the book suggests to give good men to posts (7.1).
const HINTED: [Post; 5] = [Post::Commander, Post::Gunner, Post::Driver, Post::Loader, Post::Assistant];

/// The scarce round of a gun.
pub(crate) const fn special(gun: Gun) -> Ammo {
    match gun {
        Gun::G75 => Ammo::Hcbi,
        Gun::G76l => Ammo::Hvap,
        Gun::G76ll => Ammo::Apds,
    }
}
