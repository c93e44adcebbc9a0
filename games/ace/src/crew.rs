//! Men who leave the crew, come back, and are replaced (7.4.3, 8.3.1, R29).

use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, Away, Crewman, Fate, bit};
use crate::talk::{Ask, Choice, Event, TrainedAnswer};
use crate::words::{C2Outcome, Post, Skill, Trade, Wound};
use hulldown_core::check::Check;
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

/// The skills of a post, as a mask.
fn skills_of(post: Post) -> u16 {
    Skill::ALL.into_iter().filter(|skill| skill.owner() == post).map(|skill| bit(skill.index())).sum()
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.4.3c, CH.C2] What becomes of the seriously wounded, in crew order.
    pub(crate) fn serious_wounds(&mut self, seat: Seat) -> Play<()> {
        for post in Post::ALL {
            match self.game.players[seat.index()].crew[post.index()].wound {
                Wound::Serious => self.serious_wound(seat, post)?,
                // [7.4.3k]
                Wound::Killed => self.leaves(seat, post, None),
                Wound::None | Wound::Light => {}
            }
            if !self.game.players[seat.index()].fate.serves() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn serious_wound(&mut self, seat: Seat, post: Post) -> Play<()> {
        let mut check = Check::on("C2", "Serious wound", rule!("CH.C2"), &self.charts.c2.rows).by(seat);
        if post == Post::Commander && self.game.players[seat.index()].career.fit {
            check.modify(self.charts.c2.drm.physical_training_commander, "physical training", rule!("4.6b"));
        }
        match (self.table.read(&check, &self.charts.c2.rows)?, post) {
            (C2Outcome::Out(lines), Post::Commander) => {
                self.player(seat).crew[post.index()].wound = Wound::None;
                let hospital = lines >= self.charts.constants.hospital_missions;
                self.tell(|| Event::Hospital { seat, post, lines, hospital });
                self.skip(seat, lines);
                if hospital {
                    self.lose_command(seat);
                }
            }
            (C2Outcome::Out(lines), _) => {
                let hospital = lines >= self.charts.constants.hospital_missions;
                self.tell(|| Event::Hospital { seat, post, lines, hospital });
                self.leaves(seat, post, Some((lines, hospital)));
            }
            (C2Outcome::Retired, Post::Commander) => self.end_career(seat, Fate::Retired),
            (C2Outcome::Retired, _) => {
                self.tell(|| Event::Invalided { seat, post });
                self.leaves(seat, post, None);
            }
            (C2Outcome::Died, post) => {
                self.player(seat).crew[post.index()].wound = Wound::Killed;
                self.tell(|| Event::DiesOfWounds { seat, post });
                if post == Post::Commander {
                    self.end_career(seat, Fate::DiedOfWounds);
                } else {
                    self.leaves(seat, post, None);
                }
            }
        }
        Ok(())
    }

    /// [7.4.3j] The commander in hospital loses tank and crew.
    fn lose_command(&mut self, seat: Seat) {
        let player = self.player(seat);
        player.career.new_command = true;
        player.away.clear();
        for post in Post::ALL.into_iter().filter(|post| *post != Post::Commander) {
            player.crew[post.index()].wound = Wound::Killed;
            player.crew[post.index()].substitute = false;
            player.career.skills &= !skills_of(post);
            player.career.discounts &= !skills_of(post);
        }
        self.lose_synergy(seat);
    }

    /// A man leaves his post: for good, or away for so many lines, in hospital or not. His skills go with him (R31).
    fn leaves(&mut self, seat: Seat, post: Post, away: Option<(u8, bool)>) {
        let player = self.player(seat);
        let mask = skills_of(post);
        let (skills, discounts) = (player.career.skills & mask, player.career.discounts & mask);
        player.career.skills &= !mask;
        player.career.discounts &= !mask;
        let man = player.crew[post.index()];
        player.crew[post.index()].wound = Wound::Killed;
        if let Some((lines, hospital)) = away.filter(|_| !man.substitute) {
            let man = Crewman { wound: Wound::None, hit: false, ..man };
            if player.away.is_full() {
                // Room is made by whoever has least to bring back.
                let least = (0..player.away.len()).min_by_key(|i| player.away[*i].skills.count_ones()).unwrap_or(0);
                player.away.remove(least);
            }
            // [4.6c] In hospital he has left the crew, and his schooling is lost.
            let discounts = if hospital { 0 } else { discounts };
            player.away.push(Away { post, man, skills, discounts, lines, hospital });
        }
        // [7.7.syn] Killed or in hospital, he breaks the crew's harmony; a man away for a few missions does not.
        if away.is_none_or(|(_, hospital)| hospital) {
            self.lose_synergy(seat);
        }
    }

    /// [7.7.syn] A man killed or in hospital breaks the crew's harmony.
    pub(crate) fn lose_synergy(&mut self, seat: Seat) {
        let career = &mut self.player(seat).career;
        if career.holds(Skill::Synergy) {
            career.skills &= !bit(Skill::Synergy.index());
            career.synergy_lost = true;
            career.synergy_waits = true;
            self.tell(|| Event::SynergyLost { seat });
        }
    }

    /// [6.8a] Empty posts are filled.
    pub(crate) fn replacements(&mut self, seat: Seat) -> Play<()> {
        for post in Post::ALL {
            if self.game.players[seat.index()].fit(post) {
                continue;
            }
            let player = self.player(seat);
            let substitute = player.away.iter().any(|a| a.post == post && !a.hospital);
            player.career.men += 1;
            let number = player.career.men;
            player.crew[post.index()] =
                Crewman { number, wound: Wound::None, hit: false, hearts: 0, substitute, missions: 0 };
            self.tell(|| Event::Replaced { seat, post, man: number, substitute });
            if !substitute {
                self.trained(seat, post)?;
            }
        }
        Ok(())
    }

    /// [W2] A trained replacement brings a skill of his post, one of the cheap.
    fn trained(&mut self, seat: Seat, post: Post) -> Play<()> {
        let career = &self.game.players[seat.index()].career;
        if !career.has_trade(Trade::TrainedReplacement) {
            return Ok(());
        }
        let mut menu = self.table.menu();
        for skill in Skill::ALL.into_iter().filter(|skill| skill.owner() == post) {
            if self.charts.skills[skill.index()].cost == self.charts.gain.trained_replacement && !career.holds(skill) {
                menu.offer(TrainedAnswer::Buy(skill));
            }
        }
        if menu.options().is_empty() {
            return Ok(());
        }
        let TrainedAnswer::Buy(skill) = self.ask(seat, Ask::Trained(post), &menu)?;
        let career = &mut self.player(seat).career;
        career.take_trade(Trade::TrainedReplacement);
        career.skills |= bit(skill.index());
        self.tell(|| Event::Trained { seat, post, skill });
        Ok(())
    }

    /// [R29b, 8.3.1b] Men who are due come back; one from hospital only if he is asked for and paid for.
    pub(crate) fn men_return(&mut self, seat: Seat) -> Play<()> {
        // First every man's time runs down, then those who are due are dealt with one after another.
        let mut due: arrayvec::ArrayVec<u16, { crate::state::MOST_AWAY }> = arrayvec::ArrayVec::new();
        for away in &mut self.player(seat).away {
            if away.lines == 0 {
                due.push(away.man.number);
            } else {
                away.lines -= 1;
            }
        }
        for number in due {
            let Some(at) = self.game.players[seat.index()].away.iter().position(|a| a.man.number == number) else {
                continue;
            };
            let away = self.game.players[seat.index()].away[at];
            let back = !away.hospital || self.recalled(seat, at)?;
            self.player(seat).away.remove(at);
            let (post, man) = (away.post, away.man.number);
            if back {
                let player = self.player(seat);
                // Whoever held the post, or was to come back to it, makes room.
                player.away.retain(|other| other.post != post || other.hospital);
                let mask = skills_of(post);
                player.career.skills = player.career.skills & !mask | away.skills;
                player.career.discounts = player.career.discounts & !mask | away.discounts;
                player.crew[post.index()] = away.man;
            }
            self.tell(|| match (back, away.hospital) {
                (true, false) => Event::Returned { seat, post, man },
                (true, true) => Event::Recalled { seat, post, man },
                (false, _) => Event::Released { seat, post, man },
            });
        }
        Ok(())
    }

    fn recalled(&mut self, seat: Seat, at: usize) -> Play<bool> {
        let cost = self.charts.prestige.recall_crewman;
        if self.game.players[seat.index()].career.prestige < cost {
            return Ok(false);
        }
        let man = at as u8;
        let yes =
            self.pick(seat, Ask::Recall, [true, false], |yes| if yes { Choice::Recall(man) } else { Choice::No })?;
        if yes {
            self.player(seat).career.prestige -= cost;
        }
        Ok(yes)
    }

    /// [7.4.3j, R42] Out of hospital the commander takes any tank he may command, free.
    pub(crate) fn new_command(&mut self, seat: Seat) -> Play<()> {
        let tank = self.any_tank(seat, Ask::NewCommand)?;
        self.take_tank(seat, tank, 0);
        self.player(seat).career.new_command = false;
        Ok(())
    }
}
