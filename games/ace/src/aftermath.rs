//! After a battle: repairs, counterattack, trophies, wounds, awards, skills, tanks, trades (6.6 to 6.8, 8.0).

use crate::charts::Earned;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, End, Stage, bit};
use crate::talk::{Ask, BuyAnswer, Choice, Event, NewTankAnswer, Phase, TradeAnswer};
use crate::words::{Award, Mission, Post, PrestigeKind, RandomEvent, Rank, Skill, TankType, Trade, Trophy};
use hulldown_core::check::Check;
use hulldown_core::dice::D6;
use hulldown_core::game::Seat;
use hulldown_core::rules::Reason;
use hulldown_core::table::{Play, Table};

impl<T: Table<Ace>> Referee<'_, T> {
    /// [6.6] The battle is over: repairs, then perhaps another fight on the same line.
    pub(crate) fn battle_end(&mut self) -> Play<()> {
        let group = self.game.fighters();
        for seat in group.clone() {
            let player = &self.game.players[seat.index()];
            if player.fate.serves() && player.mat.immobilized && player.board.end == Some(End::Won) {
                self.heading(seat, Phase::Repairs);
                self.repairs(seat)?;
            }
        }
        // [10.2e] Together all must have won; who is lost fails both.
        let won = group.clone().all(|seat| self.game.players[seat.index()].board.end == Some(End::Won));
        let field = self.game.field;
        let by = group.clone().next().unwrap_or_default();
        if won && !field.counterattack && field.fight != Mission::Defense {
            let mut follows = false;
            for seat in group.clone() {
                follows |= self.player(seat).career.take_marker(RandomEvent::FollowOnAssault);
            }
            if follows && field.fight == Mission::Contact {
                // [R51] In place of the counterattack check.
                self.tell(|| Event::FollowOnAssault);
                return self.another_fight(Mission::Assault);
            }
            let on = self.charts.constants.counterattack_on;
            let check = Check::at_least("6.6", "Counterattack", rule!("6.6a"), D6, on)
                .called("they come", "none")
                .needed("for a counterattack")
                .by(by);
            let comes = self.table.test(&check)?;
            self.tell(|| Event::Counterattack { comes });
            if comes {
                return self.another_fight(Mission::Defense);
            }
        }
        for seat in group {
            self.player(seat).career.take_marker(RandomEvent::FollowOnAssault);
        }
        let first = self.game.fighters().next().unwrap_or_default();
        let first = if self.game.mode == crate::state::Mode::CompetitiveApart { first } else { Seat(0) };
        self.game.stage = Stage::After(first);
        Ok(())
    }

    /// [6.6b, R34] Another fight on the same line. What was completed so far counts for experience (R32a).
    fn another_fight(&mut self, fight: Mission) -> Play<()> {
        for seat in self.game.fighters() {
            self.credit(seat, 1);
        }
        self.game.field.fight = fight;
        self.game.field.counterattack = fight == Mission::Defense;
        self.game.field.follow_on = fight == Mission::Assault;
        self.game.stage = Stage::Briefing;
        Ok(())
    }

    /// [7.4.5a, R19] A tank that was stopped may miss the next line, once a line.
    fn repairs(&mut self, seat: Seat) -> Play<()> {
        if std::mem::replace(&mut self.player(seat).mat.repair_settled, true) {
            return Ok(());
        }
        let in_time = if self.player(seat).career.take_trade(Trade::SpareTrack) {
            true
        } else {
            let max = self.charts.constants.repair_miss_max;
            let check = Check::at_most("7.4.5", "Repairs take long", rule!("7.4.5a"), D6, max)
                .called("misses the next mission", "ready")
                .needed("to miss it")
                .by(seat);
            !self.table.test(&check)?
        };
        self.tell(|| Event::Repairs { seat, in_time });
        if !in_time {
            self.skip(seat, 1);
        }
        Ok(())
    }

    /// [R29a] Lines lost run at the same time: the most counts.
    pub(crate) fn skip(&mut self, seat: Seat, lines: u8) {
        let career = &mut self.player(seat).career;
        career.skip = career.skip.max(lines);
    }

    /// [6.7, 6.8] A seat after its mission.
    pub(crate) fn after_mission(&mut self, seat: Seat) -> Play<()> {
        let refit = self.game.field.mission == Mission::Refit;
        let won = refit || self.game.fighters().all(|seat| self.game.players[seat.index()].board.end == Some(End::Won));
        let lost_tank = !refit && self.game.players[seat.index()].board.end == Some(End::TankLost);
        self.tell(|| Event::MissionEnds { seat, success: won });
        // [8.4a, R44] Whoever holds his field may look it over, even if the partner's loss fails the mission for both.
        let holds_field = !refit && self.game.players[seat.index()].board.end == Some(End::Won);
        if holds_field {
            self.trophy(seat)?;
        }
        self.log_mission(seat, won);
        self.awards(seat, won);
        if lost_tank {
            // [7.4b]
            self.skip(seat, 1);
        }
        self.serious_wounds(seat)?;
        if !self.game.players[seat.index()].fate.serves() {
            return Ok(());
        }
        self.experience(seat, won);
        self.buy_skills(seat)?;
        if !self.game.players[seat.index()].career.new_command {
            self.tank_change(seat, lost_tank)?;
        }
        self.replacements(seat)?;
        self.clear_up(seat);
        self.trades(seat)
    }

    /// [4.4.h] The board is put away and the tank restocked; only how the rack was filled is remembered.
    fn clear_up(&mut self, seat: Seat) {
        let player = self.player(seat);
        player.board.enemies.clear();
        player.board.smoke = [0; 5];
        (player.board.own_smoke, player.board.helped_in) = (0, 0);
        player.mat = crate::state::Mat { last_rack: player.mat.last_rack, ..crate::state::Mat::blank() };
    }

    /// [6.7, 8.4a] One roll on W1 for a field that was held.
    fn trophy(&mut self, seat: Seat) -> Play<()> {
        let check = Check::on("W1", "War trophy", rule!("8.4a"), &self.charts.w1).by(seat);
        let trophy = self.table.read(&check, &self.charts.w1)?;
        if let Some(trophy) = trophy {
            let held = &mut self.player(seat).career.trophies[trophy.index()];
            *held = held.saturating_add(1);
        }
        self.tell(|| Event::Trophy { seat, trophy });
        Ok(())
    }

    /// The line is entered in the log; the marker of its Major Event is used up (4.7c).
    fn log_mission(&mut self, seat: Seat, won: bool) {
        let career = &mut self.player(seat).career;
        career.completed += 1;
        career.successes += u16::from(won);
        if let Some(number) = self.game.field.event {
            let display = self.game.display_of(seat);
            self.game.events_used[display] |= 1 << (number - 1);
        }
    }

    /// [6.8b, 7.7d, R32] A mission toward the next point; a won Major Event gives its point instead. Whom the battle cost the crew is
    /// known by then, so that this point is a new one for buying Synergy back (7.7.syn).
    fn experience(&mut self, seat: Seat, won: bool) {
        if won && self.game.field.event.is_some() {
            self.gain_experience(seat, 1);
        } else {
            self.credit(seat, 1);
        }
        // Markers that wait for the end of the mission.
        let chow = self.player(seat).career.take_marker(RandomEvent::HotChowAndMail);
        let press = self.player(seat).career.take_marker(RandomEvent::WarCorrespondent);
        if won && chow {
            self.credit(seat, 1);
        }
        if won && press {
            self.gain_prestige(seat);
        }
    }

    /// Completed missions toward an Experience Point.
    fn credit(&mut self, seat: Seat, missions: u8) {
        let every = self.charts.constants.experience_every_missions;
        let career = &mut self.player(seat).career;
        career.credit += missions;
        let points = career.credit / every;
        career.credit %= every;
        self.gain_experience(seat, points);
    }

    fn gain_experience(&mut self, seat: Seat, points: u8) {
        let career = &mut self.player(seat).career;
        if points > 0 {
            career.experience = career.experience.saturating_add(points);
            career.synergy_waits = false;
        }
        let credit = career.credit;
        self.tell(|| Event::Experience { seat, points, credit });
    }

    /// [8.3] A Prestige Point, and a Level up to the highest.
    pub(crate) fn gain_prestige(&mut self, seat: Seat) {
        let max = self.charts.prestige.max_level;
        let career = &mut self.player(seat).career;
        career.prestige = career.prestige.saturating_add(1);
        career.level = (career.level + 1).min(max);
        let (points, level) = (career.prestige, career.level);
        self.tell(|| Event::Prestige { seat, points, level });
    }

    /// [8.1] What the mission earned.
    fn awards(&mut self, seat: Seat, won: bool) {
        let completed = self.game.players[seat.index()].career.completed;
        let earned = &self.charts.earned;
        if completed == earned.eame {
            self.award(seat, Award::Eame);
        }
        if completed == earned.commendation {
            self.award(seat, Award::Commendation);
        }
        if self.game.field.mission != Mission::Refit {
            let heroism = self.game.heroism(earned, seat, won);
            self.purple_hearts(seat);
            if let Some(award) = heroism {
                self.award(seat, award);
                if matches!(award, Award::SilverStar | Award::Dsc) {
                    self.player(seat).career.period_heroism += 1;
                }
            }
        }
        self.unit_awards(seat, won);
    }

    /// Gives an award, with prestige where it brings any (R41).
    fn award(&mut self, seat: Seat, award: Award) {
        let kind = self.charts.awards[award.index()].prestige;
        let held = &mut self.player(seat).career.awards[award.index()];
        *held = held.saturating_add(1);
        let count = *held;
        let prestige = kind == PrestigeKind::Each || (kind == PrestigeKind::First && count == 1);
        self.tell(|| Event::Award { seat, award, count, prestige });
        if prestige {
            self.gain_prestige(seat);
        }
    }

    /// [8.1.3] One for each man hit in the mission; the commander's is his own award.
    fn purple_hearts(&mut self, seat: Seat) {
        for post in Post::ALL {
            let man = &mut self.player(seat).crew[post.index()];
            if !std::mem::take(&mut man.hit) {
                continue;
            }
            man.hearts = man.hearts.saturating_add(1);
            if post == Post::Commander {
                self.award(seat, Award::PurpleHeart);
            } else {
                self.tell(|| Event::CrewHeart { seat, post });
            }
        }
    }

    /// [8.1.10, R39] The citation is looked at before the unit award; either starts the count anew.
    fn unit_awards(&mut self, seat: Seat, won: bool) {
        let kills = self.game.players[seat.index()].board.tanks_and_spgs();
        let kills = if self.game.field.mission == Mission::Refit { 0 } else { kills };
        let Earned { puc, vua, .. } = self.charts.earned;
        let streak = &mut self.player(seat).career.streak;
        if !won {
            streak.clear();
            return;
        }
        if streak.is_full() {
            streak.remove(0);
        }
        streak.push(kills);
        let meets = |row: u8, need: u8| {
            let row = usize::from(row);
            streak.len() >= row && streak.iter().rev().take(row).sum::<u8>() >= need
        };
        let award = if meets(puc.row, puc.tanks_spgs) {
            Award::Puc
        } else if meets(vua.row, vua.tanks_spgs) {
            Award::Vua
        } else {
            return;
        };
        streak.clear();
        self.award(seat, award);
    }

    /// [8.2.2] An attempt at the end of every second month.
    pub(crate) fn promotion(&mut self, seat: Seat) -> Play<()> {
        if !self.game.players[seat.index()].fate.serves() {
            return Ok(());
        }
        let Some(next) = self.game.players[seat.index()].career.rank.next() else { return Ok(()) };
        self.heading(seat, Phase::Promotion);
        let player = &self.game.players[seat.index()];
        // [8.1.6b] A DSC makes an NCO an officer without a roll.
        let commission = player.career.award(Award::Dsc) > 0 && !player.career.rank.is_officer();
        let (rank, promoted) = if commission {
            (Rank::SecondLt, true)
        } else {
            let info = &self.charts.promotion;
            let mut check = Check::at_most("8.2.2", "Promotion", rule!("8.2.2a"), D6, info.success_max)
                .called("promoted", "not this time")
                .by(seat);
            if player.career.award(Award::MedalOfHonor) > 0 {
                check.modify(info.drm.medal_of_honor_held, "Medal of Honor", rule!("8.2.2b"));
            }
            let heroism = info.drm.each_dsc_or_silver_star * player.career.period_heroism as i8;
            check.modify(heroism, "DSC or Silver Star in the period", rule!("8.2.2b"));
            if player.career.holds(Skill::Leadership) {
                check.modify(info.drm.leadership, "Leadership", rule!("7.7.lea"));
            }
            (next, self.table.test(&check)?)
        };
        self.player(seat).career.period_heroism = 0;
        self.tell(|| Event::Promotion { seat, rank, promoted });
        if promoted {
            self.player(seat).career.rank = rank;
            // [8.2.2c]
            for _ in 0..self.charts.promotion.prestige {
                self.gain_prestige(seat);
            }
        }
        Ok(())
    }

    /// [7.7a] Experience Points are spent, as long as any skill can be bought.
    pub(crate) fn buy_skills(&mut self, seat: Seat) -> Play<()> {
        loop {
            let career = &self.game.players[seat.index()].career;
            if career.experience == 0 && career.discounts == 0 {
                // Nothing can be had for nothing.
                return Ok(());
            }
            let mut menu = self.table.menu();
            let mut any = false;
            for skill in Skill::ALL {
                // Without a point only what school has taught can be had, and nobody reads why not the rest.
                if !T::LISTENS && career.experience == 0 && career.discounts & bit(skill.index()) == 0 {
                    continue;
                }
                match self.game.price(self.charts, seat, skill) {
                    Ok(cost) if cost <= self.game.players[seat.index()].career.experience => {
                        menu.offer(BuyAnswer::Buy(skill));
                        any = true;
                    }
                    Ok(_) => menu.refuse(BuyAnswer::Buy(skill), rule!("7.7a"), "not enough Experience Points"),
                    Err((rule, why)) => menu.refuse(BuyAnswer::Buy(skill), rule, why),
                }
            }
            if self.game.booze_buys(self.charts, seat) {
                menu.offer(BuyAnswer::BuyWithBooze);
                any = true;
            }
            if !any {
                return Ok(());
            }
            menu.offer(BuyAnswer::Done);
            let (skill, booze) = match self.ask(seat, Ask::Buy, &menu)? {
                BuyAnswer::Buy(skill) => (skill, false),
                BuyAnswer::BuyWithBooze => (Skill::Synergy, true),
                BuyAnswer::Done => return Ok(()),
            };
            if booze {
                let career = &mut self.player(seat).career;
                career.trophies[Trophy::Booze.index()] -= 1;
                career.synergy_waits = false;
            }
            let Ok(cost) = self.game.price(self.charts, seat, skill) else { return Ok(()) };
            self.learn(seat, skill, cost);
        }
    }

    fn learn(&mut self, seat: Seat, skill: Skill, cost: u8) {
        let series = self.charts.tanks[self.player(seat).tank.index()].series;
        let career = &mut self.player(seat).career;
        career.experience -= cost;
        career.skills |= bit(skill.index());
        // [7.7b] A discount is used up.
        career.discounts &= !bit(skill.index());
        if skill == Skill::Expert {
            career.expert |= bit(series.index()) as u8;
        }
        self.tell(|| Event::Bought { seat, skill, cost });
    }

    /// [4.1.2] Why a tank cannot be had.
    pub(crate) fn against_tank(&self, seat: Seat, tank: TankType) -> Reason {
        let info = &self.charts.tanks[tank.index()];
        if info.available > self.game.month {
            Some((rule!("4.1.2"), "not yet available"))
        } else if info.prestige > self.game.players[seat.index()].career.level {
            Some((rule!("4.1.2"), "the Prestige Level is too low"))
        } else {
            None
        }
    }

    /// [4.5, 8.3.1a] Another tank, after a loss or for the better.
    fn tank_change(&mut self, seat: Seat, lost: bool) -> Play<()> {
        let prestige = &self.charts.prestige;
        let cost = if lost { prestige.upgrade_after_loss } else { prestige.upgrade_operational };
        let career = &self.game.players[seat.index()].career;
        let favor = if career.has_trade(Trade::OrdnanceFavor) { self.charts.gain.ordnance_favor } else { 0 };
        let means = career.prestige + favor >= cost;
        let mut menu = self.table.menu();
        menu.offer(NewTankAnswer::KeepTank);
        // Without the means there is no choice to be made.
        for tank in TankType::ALL.into_iter().filter(|_| means) {
            if tank != self.game.players[seat.index()].tank {
                menu.weigh(NewTankAnswer::Tank(tank), self.against_tank(seat, tank));
            }
        }
        let mut tank = self.game.players[seat.index()].tank;
        let mut paid = 0;
        if menu.options().len() > 1 {
            let ask = if lost { Ask::ReplaceTank } else { Ask::ChangeTank };
            match self.ask(seat, ask, &menu)? {
                NewTankAnswer::KeepTank => {}
                NewTankAnswer::Tank(another) => {
                    self.player(seat).career.take_trade(Trade::OrdnanceFavor);
                    paid = cost.saturating_sub(favor);
                    self.player(seat).career.prestige -= paid;
                    tank = another;
                }
            }
        }
        if lost || tank != self.game.players[seat.index()].tank {
            self.take_tank(seat, tank, paid);
        }
        Ok(())
    }

    /// A new tank; what was fitted to the old one is gone.
    pub(crate) fn take_tank(&mut self, seat: Seat, tank: TankType, cost: u8) {
        let player = self.player(seat);
        player.tank = tank;
        player.career.take_trade(Trade::Sandbags);
        player.career.take_trade(Trade::VisionCupola);
        self.tell(|| Event::NewTank { seat, tank, cost });
    }

    /// [8.4b] Trophies for useful things.
    fn trades(&mut self, seat: Seat) -> Play<()> {
        loop {
            let career = &self.game.players[seat.index()].career;
            let worth: u16 = Trophy::ALL
                .iter()
                .map(|t| u16::from(career.trophies[t.index()]) * u16::from(self.charts.trophy[t.index()].value))
                .sum();
            if worth == 0 {
                return Ok(());
            }
            let mut menu = self.table.menu();
            for trade in Trade::ALL {
                let cost = self.charts.trade[trade.index()].cost;
                let refused = if career.has_trade(trade) {
                    Some((rule!("CH.W2"), "you have it"))
                } else if worth < u16::from(cost) {
                    Some((rule!("8.4b"), "your trophies are not worth as much"))
                } else {
                    None
                };
                menu.weigh(TradeAnswer::Trade(trade), refused);
            }
            if menu.options().is_empty() {
                return Ok(());
            }
            menu.offer(TradeAnswer::Done);
            let trade = match self.ask(seat, Ask::Trade, &menu)? {
                TradeAnswer::Trade(trade) => trade,
                TradeAnswer::Done => return Ok(()),
            };
            self.pay(seat, self.charts.trade[trade.index()].cost)?;
            self.player(seat).career.trades |= bit(trade.index());
            self.tell(|| Event::Traded { seat, trade });
        }
    }

    /// [8.4b] Trophy by trophy until the price is met; no change is given.
    fn pay(&mut self, seat: Seat, cost: u8) -> Play<()> {
        let mut owed = cost;
        while owed > 0 {
            let trophies = self.game.players[seat.index()].career.trophies;
            let held = Trophy::ALL.into_iter().filter(|trophy| trophies[trophy.index()] > 0);
            let trophy = self.pick(seat, Ask::Pay(owed), held, Choice::Pay)?;
            self.player(seat).career.trophies[trophy.index()] -= 1;
            owed = owed.saturating_sub(self.charts.trophy[trophy.index()].value);
            self.tell(|| Event::Paid { seat, trophy });
        }
        Ok(())
    }
}

impl Ace {
    /// [8.1.4 to 8.1.8, R38] The highest award for heroism the battle earned.
    pub fn heroism(&self, earned: &Earned, seat: Seat, won: bool) -> Option<Award> {
        let player = &self.players[seat.index()];
        let destroyed = player.board.vehicles_and_guns();
        let wounded = player.crew[Post::Commander.index()].hit;
        if destroyed >= earned.medal_of_honor && wounded {
            Some(Award::MedalOfHonor)
        } else if won && player.board.tanks_and_spgs() >= earned.dsc {
            Some(Award::Dsc)
        } else if won && destroyed >= earned.silver_star {
            Some(Award::SilverStar)
        } else if destroyed + player.board.damaged >= earned.bronze_star {
            Some(Award::BronzeStar)
        } else {
            None
        }
    }

    /// [7.7a, b] What a skill costs now, or why it cannot be bought.
    #[inline]
    pub fn price(
        &self,
        charts: &crate::charts::Charts,
        seat: Seat,
        skill: Skill,
    ) -> Result<u8, (hulldown_core::rules::RuleId, &'static str)> {
        let player = &self.players[seat.index()];
        let career = &player.career;
        let held = if skill == Skill::Expert {
            u16::from(career.expert) & bit(charts.tanks[player.tank.index()].series.index()) != 0
        } else {
            career.holds(skill)
        };
        if held {
            return Err((rule!("7.7a"), "the crew has it"));
        }
        if !player.fit(skill.owner()) {
            return Err((rule!("7.4.3k"), "his post is empty"));
        }
        if player.crew[skill.owner().index()].substitute {
            return Err((rule!("R29b"), "a substitute learns nothing here"));
        }
        if skill == Skill::Synergy && career.synergy_waits {
            return Err((rule!("7.7.syn"), "it cannot be bought back before a new Experience Point is earned"));
        }
        let info = &charts.skills[skill.index()];
        let full = if skill == Skill::Synergy && career.synergy_lost { info.again() } else { info.cost };
        if career.discounts & bit(skill.index()) == 0 {
            return Ok(full);
        }
        let course = charts.f1.course.iter().find(|c| c.skill == skill);
        let discount = course.map_or(charts.f1.expert_discount, |c| c.discount);
        Ok(full.saturating_sub(discount))
    }

    /// (W1) Whether Booze can buy Synergy back at once.
    pub fn booze_buys(&self, charts: &crate::charts::Charts, seat: Seat) -> bool {
        let career = &self.players[seat.index()].career;
        career.synergy_lost
            && career.synergy_waits
            && !career.holds(Skill::Synergy)
            && career.trophies[Trophy::Booze.index()] > 0
            && career.experience >= charts.skills[Skill::Synergy.index()].again()
    }

    /// Tanks and SPGs, and all vehicles and guns, the player destroyed in the mission at hand.
    pub fn battle_kills(&self, seat: Seat) -> (u8, u8) {
        let board = &self.players[seat.index()].board;
        (board.tanks_and_spgs(), board.vehicles_and_guns())
    }
}
