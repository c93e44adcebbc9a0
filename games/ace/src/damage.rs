//! What happens to the player's tank and crew (7.3.2, 7.3.8, 7.4).

use crate::charts::{Charts, headings};
use crate::enemy::Incoming;
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, End, Fate, Mat, Progress, UnitId};
use crate::talk::{Ask, Cause, Event};
use crate::words::{B3Result, Class, Part, PenColumn, Post, Skill, Wound};
use hulldown_core::check::Check;
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

impl<T: Table<Ace>> Referee<'_, T> {
    /// [7.7.six] Once per mission the commander ducks before fire arrives.
    pub(crate) fn sixth_sense(&mut self, seat: Seat, from: Option<(Seat, UnitId)>) -> Play<()> {
        let player = &self.game.players[seat.index()];
        if !player.mat.is_open(Post::Commander)
            || !player.skilled(Skill::SixthSense)
            || !self.ask_yes(seat, Ask::SixthSense(from))?
        {
            return Ok(());
        }
        let player = self.player(seat);
        player.use_skill(Skill::SixthSense);
        player.mat.open[0] = false;
        let open = player.mat.open;
        self.tell(|| Event::Uses { seat, skill: Skill::SixthSense });
        self.tell(|| Event::Hatches { seat, open, by: None });
        Ok(())
    }

    /// [CH.B3] A round strikes the tank: where, what armor, and whether it goes through.
    pub(crate) fn tank_hit(&mut self, fire: Incoming, pen: i8) -> Play<()> {
        let seat = fire.at;
        let roller = self.game.german_dice(seat);
        let hull_down = self.game.players[seat.index()].mat.hull_down;
        self.comes_to(fire, Progress::Struck(None));
        let part = if hull_down {
            // [7.3.1b]
            Part::Turret
        } else {
            let check = Check::on("B3", "Location", rule!("CH.B3"), &self.charts.location)
                .on_line(headings::LOCATION)
                .by(roller);
            self.table.read(&check, &self.charts.location)?
        };
        self.comes_to(fire, Progress::Struck(Some(part)));
        let side = self.game.tank_flanked(self.charts, fire, part);
        let armor = self.game.tank_armor(self.charts, fire, part);
        self.tell(|| Event::TankStruck { seat, part, side, pen, armor });
        let column = &self.charts.b3[PenColumn::of(pen, armor).index()];
        let check = Check::on("B3", PenColumn::of(pen, armor).name(), rule!("CH.B3"), column).by(roller);
        // [7.3.1c, R26] The lucky hit of a 2cm is 2cm fire all the same.
        let by_2cm =
            self.game.players[fire.board.index()].board.enemy(fire.from).is_some_and(|enemy| enemy.class == Class::R);
        let turret_only = hull_down && by_2cm;
        let result = self.table.read(&check, column)?;
        self.comes_to(fire, Progress::Over);
        match result {
            B3Result::De => self.lose_tank(seat, Cause::Round, Some(part)),
            B3Result::Imm | B3Result::ImmStar => {
                self.immobilize(seat, Cause::Round);
                self.drive_under_cover(seat, turret_only)
            }
            B3Result::B => {
                self.drive_under_cover(seat, turret_only)?;
                self.shock_and_spall(seat, pen, armor)
            }
            B3Result::Np => {
                self.tell(|| Event::Held { seat });
                self.shock_and_spall(seat, pen, armor)
            }
        }
    }

    /// [7.3.2e, R26] Open men are in danger, then the hatches close.
    pub(crate) fn drive_under_cover(&mut self, seat: Seat, turret_only: bool) -> Play<()> {
        let hatches = if turret_only { 1 } else { 3 };
        if !self.game.players[seat.index()].mat.open[..hatches].contains(&true) {
            return Ok(());
        }
        for post in HATCHES.into_iter().take(hatches) {
            let Some(man) = self.game.players[seat.index()].in_open_hatch(post) else { continue };
            if self.table.test(&self.game.hit_at_hatch(self.charts, seat, man))? {
                self.wound(seat, man)?;
                if !self.game.players[seat.index()].fate.serves() {
                    return Ok(());
                }
            }
        }
        let mat = &mut self.player(seat).mat;
        let mut men = [false; 3];
        men[..hatches].copy_from_slice(&mat.open[..hatches]);
        mat.open[..hatches].fill(false);
        // Whoever was hurt badly at his hatch lies below already.
        if men.contains(&true) {
            self.tell(|| Event::ButtonsUp { seat, men });
        }
        Ok(())
    }

    /// [7.3.8] The blow that did not go through.
    fn shock_and_spall(&mut self, seat: Seat, pen: i8, armor: i8) -> Play<()> {
        if !self.game.players[seat.index()].fate.serves() {
            return Ok(());
        }
        // [7.3.8a] A command of this round if he has one left, else the first of the next.
        let ahead = if self.game.enemy_first() { self.game.allotment(self.charts, seat) } else { 0 };
        let post = self.game.players[seat.index()].commanding().unwrap_or(Post::Commander);
        let mat = &mut self.player(seat).mat;
        if mat.lost < ahead {
            mat.lost += 1;
            self.tell(|| Event::Shock { seat, post, unspent: true });
        } else if mat.unspent > 0 {
            mat.unspent -= 1;
            self.tell(|| Event::Shock { seat, post, unspent: true });
        } else if !std::mem::replace(&mut mat.shock, true) {
            self.tell(|| Event::Shock { seat, post, unspent: false });
        }
        let max = match PenColumn::of(pen, armor) {
            PenColumn::Less => return Ok(()),
            PenColumn::Equal => self.charts.spall.on_equal_max,
            PenColumn::Greater => self.charts.spall.on_greater_max,
        };
        let roller = self.game.german_dice(seat);
        let check = Check::at_most("7.3.8", "Spalling", rule!("7.3.8b"), D6, max)
            .called("splinters", "none")
            .needed("for splinters")
            .by(roller);
        if !self.table.test(&check)? {
            return Ok(());
        }
        let mut check = Check::on("7.3.8", "Splinters strike", rule!("7.3.8c"), &self.charts.spall.victim).by(roller);
        check.dice = D6;
        let post = self.table.read(&check, &self.charts.spall.victim)?;
        if self.game.players[seat.index()].crew[post.index()].wound < Wound::Killed {
            self.wound(seat, post)?;
        }
        Ok(())
    }

    /// [7.4.2a, CH.B7] A man is wounded; the worse wound counts (R28).
    pub(crate) fn wound(&mut self, seat: Seat, post: Post) -> Play<()> {
        let mut check = Check::on("B7", "Wound", rule!("CH.B7"), &self.charts.b7.rows).by(self.game.german_dice(seat));
        if post == Post::Commander && self.game.players[seat.index()].career.fit {
            check.modify(self.charts.b7.drm.physical_training_commander, "physical training", rule!("4.6b"));
        }
        let wound = self.table.read(&check, &self.charts.b7.rows)?;
        self.hurt(seat, post, wound);
        Ok(())
    }

    /// A man's wound and what follows from it at once.
    pub(crate) fn hurt(&mut self, seat: Seat, post: Post, wound: Wound) {
        let round = self.game.field.round;
        let player = self.player(seat);
        let man = &mut player.crew[post.index()];
        let fell_out = man.wound < Wound::Serious && wound >= Wound::Serious;
        let again = man.wound >= wound;
        man.wound = man.wound.max(wound);
        man.hit = true;
        let (man, now) = (man.number, man.wound);
        self.tell(|| Event::Wounded { seat, post, man, wound: now, again });
        if wound == Wound::Killed && post == Post::Commander {
            return self.end_career(seat, Fate::Killed);
        }
        if wound == Wound::Killed {
            self.lose_synergy(seat);
        }
        if fell_out {
            let mat = &mut self.player(seat).mat;
            if let Some(hatch) = Mat::hatch(post) {
                mat.open[hatch] = false;
            }
            match post {
                // [7.4.3g, h] The gun is silent in the next step 5.
                Post::Gunner | Post::Loader => mat.gun_silent = true,
                // [7.4.3e] No more movement this round.
                Post::Driver => mat.driver_out = round,
                Post::AssistantDriver => {
                    // Whoever he stood in for is missed again.
                    match mat.assistant_at.take() {
                        Some(Post::Loader) => mat.gun_silent = true,
                        Some(Post::Driver) => mat.open[1] = false,
                        _ => {}
                    }
                }
                Post::Commander => mat.at_gun = false,
            }
        }
    }

    /// [7.4.5a] The tank is stopped for the rest of the battle.
    pub(crate) fn immobilize(&mut self, seat: Seat, cause: Cause) {
        if !std::mem::replace(&mut self.player(seat).mat.immobilized, true) {
            self.tell(|| Event::Immobilized { seat, cause });
        }
    }

    /// [7.4a, R30, CH.B6] The tank is lost: fire, then every man in crew order.
    pub(crate) fn lose_tank(&mut self, seat: Seat, cause: Cause, struck: Option<Part>) -> Play<()> {
        let b6 = &self.charts.b6;
        let wet = self.charts.tanks[self.game.players[seat.index()].tank.index()].wet;
        let max = if wet { b6.burns_wet_max } else { b6.burns_dry_max };
        let roller = self.game.german_dice(seat);
        let check = Check::at_most("B6", "Fire", rule!("CH.B6"), D6, max);
        let check = check.called("burns", "no fire").needed("to burn").on_line(headings::FIRE).by(roller);
        let burns = self.table.test(&check)?;
        self.tell(|| Event::TankLost { seat, cause, burns });
        self.player(seat).career.tanks_lost = self.player(seat).career.tanks_lost.saturating_add(1);
        for post in Post::ALL {
            let man = self.game.players[seat.index()].crew[post.index()];
            if man.wound == Wound::Killed {
                continue;
            }
            let mut check = Check::on("B6", "Bail out", rule!("CH.B6"), &b6.rows).by(roller);
            if burns {
                check.modify(b6.drm.fire, "fire", rule!("CH.B6"));
            }
            if struck.is_some_and(|part| (part == Part::Turret) == post.in_turret()) {
                check.modify(b6.drm.own_half_struck, "his half was struck", rule!("CH.B6"));
            }
            if self.game.players[seat.index()].mat.is_open(post) {
                check.modify(b6.drm.own_hatch_open, "his hatch is open", rule!("CH.B6"));
            }
            if man.wound == Wound::Serious {
                check.modify(b6.drm.already_serious_wound, "seriously wounded before", rule!("CH.B6"));
            }
            let wound = self.table.read(&check, &b6.rows)?;
            self.hurt(seat, post, wound);
            if !self.game.players[seat.index()].fate.serves() {
                return Ok(());
            }
        }
        self.end_board(seat, End::TankLost);
        Ok(())
    }

    /// [7.4.3b] A seriously wounded man may die at the end of a round.
    pub(crate) fn died_of_wounds(&mut self, seat: Seat, post: Post) -> Play<()> {
        let player = &self.game.players[seat.index()];
        if player.crew[post.index()].wound != Wound::Serious || !player.fate.serves() {
            return Ok(());
        }
        let min = self.charts.constants.died_of_wounds_min;
        let check = Check::at_least("7.4.3", "Dies of wounds", rule!("7.4.3b"), TWO_D6, min)
            .called("dies", "holds on")
            .needed("to die")
            .by(self.game.german_dice(seat));
        if self.table.test(&check)? {
            self.player(seat).crew[post.index()].wound = Wound::Killed;
            self.tell(|| Event::DiesOfWounds { seat, post });
            if post == Post::Commander {
                self.end_career(seat, Fate::DiedOfWounds);
            } else {
                self.lose_synergy(seat);
            }
        }
        Ok(())
    }
}

/// The posts that have a hatch, as [`Mat::hatch`] counts them.
pub(crate) const HATCHES: [Post; 3] = [Post::Commander, Post::Driver, Post::AssistantDriver];

impl Ace {
    /// [7.3.2e] Whether a man who looks out of a hatch is hit.
    #[inline]
    pub(crate) fn hit_at_hatch(&self, charts: &Charts, seat: Seat, man: Post) -> Check {
        let max = charts.constants.hatch_wound_max;
        let purpose = match man {
            Post::Driver => "Driver hit at his hatch",
            Post::AssistantDriver => "Assistant driver hit at his hatch",
            _ => "Commander hit at his hatch",
        };
        Check::at_most("7.3.2", purpose, rule!("7.3.2e"), D6, max)
            .called("hit", "safe")
            .needed("to be hit")
            .by(self.german_dice(seat))
    }
}

impl crate::state::Player {
    /// The man who looks out of a hatch.
    #[inline]
    pub(crate) fn in_open_hatch(&self, hatch: Post) -> Option<Post> {
        self.behind_hatch(hatch).filter(|_| self.mat.is_open(hatch))
    }

    /// The man behind a hatch: its owner, or the assistant driver in the driver's seat.
    #[inline]
    pub fn behind_hatch(&self, hatch: Post) -> Option<Post> {
        if self.fit(hatch) {
            Some(hatch)
        } else if hatch == Post::Driver && self.mat.assistant_at == Some(Post::Driver) {
            Some(Post::AssistantDriver)
        } else {
            None
        }
    }

    /// Whose hatch can be open: there must be a man behind it, and nobody is behind his own who does another's work (R28).
    #[inline]
    pub fn may_open(&self) -> [bool; 3] {
        [
            self.fit(Post::Commander) && !self.commander_guns(),
            self.behind_hatch(Post::Driver).is_some(),
            self.assistant_free(),
        ]
    }
}
