//! The mission line: calendar, A1, weather, ground, the enemy, and readying the tank (4.1 to 4.8, 6.1, 6.2).

use crate::charts::{Charts, headings};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Ace, Enemy, Fate, MachineGun, Mode, Stage, UnitId, bit};
use crate::talk::{Ask, Choice, DivisionAnswer, Event, Hatches, Phase, RackAnswer, RackPlan, RoundAnswer, TankAnswer};
use crate::words::{
    Ammo, Area, Class, Course, Division, Elective, ElectiveResult, Facing, Mission, Month, Post, RandomEvent, Skill,
    TankType, Trade, UnitType, Wound,
};
use hulldown_core::chart;
use hulldown_core::check::Check;
use hulldown_core::dice::D6;
use hulldown_core::game::Seat;
use hulldown_core::table::{Play, Table};

/// [4.6b] What comes of the commander's free time.
pub(crate) fn elective_check(charts: &'static Charts, seat: Seat, elective: Elective) -> Check {
    let check = Check::on("F1", elective.name(), rule!("4.6b"), &charts.f1.elective[elective.index()]);
    check.on_line(elective).in_column(headings::ROLL_AND_RESULT).by(seat)
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// [4.1.1] The start month.
    pub(crate) fn start(&mut self) -> Play<()> {
        let month = self.pick(Seat(0), Ask::Start, Month::ALL, Choice::Start)?;
        (self.game.start, self.game.month) = (month, month);
        self.tell(|| Event::Begins { month });
        self.game.stage = Stage::Muster(Seat(0));
        Ok(())
    }

    /// [4.0] Tank and unit.
    pub(crate) fn muster(&mut self, seat: Seat) -> Play<()> {
        let tank = self.any_tank(seat, Ask::FirstTank)?;
        self.player(seat).tank = tank;
        // [10.2a] Side by side both serve in the first one's unit.
        let division = if self.game.mode.together() && seat != Seat(0) {
            self.game.players[0].division
        } else {
            self.choose_unit(seat)?
        };
        self.player(seat).division = division;
        self.tell(|| Event::Mustered { seat, tank, division });
        Ok(())
    }

    /// [4.0, 7.4.3j] Any tank a commander may have now.
    pub(crate) fn any_tank(&mut self, seat: Seat, ask: Ask) -> Play<TankType> {
        let mut menu = self.table.menu();
        for tank in TankType::ALL {
            menu.weigh(TankAnswer::Tank(tank), self.against_tank(seat, tank));
        }
        let TankAnswer::Tank(tank) = self.ask(seat, ask, &menu)?;
        Ok(tank)
    }

    /// [4.2.4] A unit, chosen or rolled for.
    fn choose_unit(&mut self, seat: Seat) -> Play<Division> {
        let mut menu = self.table.menu();
        menu.offer(DivisionAnswer::RollDivision);
        (0..self.charts.division_names.len() as u8).for_each(|n| menu.offer(DivisionAnswer::Division(Division(n))));
        match self.ask(seat, Ask::Division, &menu)? {
            DivisionAnswer::Division(division) => return Ok(division),
            DivisionAnswer::RollDivision => {}
        }
        let check = Check::on("UNITS", "Unit", rule!("4.2.4"), &self.charts.divisions).by(seat);
        self.table.read(&check, &self.charts.divisions)
    }

    /// [4.6] Fort Knox: every course is rolled, then the commander's elective; the first Experience Point is spent.
    pub(crate) fn school(&mut self, seat: Seat) -> Play<()> {
        for course in Course::ALL {
            let info = &self.charts.f1.course[course.index()];
            let check =
                Check::at_most("F1", course.name(), rule!("4.6a"), D6, info.pass_max).called("passed", "failed");
            let check = check.on_line(course).in_column(headings::ROLL_AND_RESULT).by(seat);
            let passed = self.table.test(&check)?;
            if passed {
                self.player(seat).career.discounts |= bit(info.skill.index());
            }
            self.tell(|| Event::Course { seat, course, passed });
        }
        let elective = self.pick(seat, Ask::Elective, Elective::ALL, Choice::Elective)?;
        let check = elective_check(self.charts, seat, elective);
        let result = self.table.read(&check, &self.charts.f1.elective[elective.index()])?;
        self.tell(|| Event::Elective { seat, elective, result });
        match result {
            ElectiveResult::None => {}
            ElectiveResult::Fit => self.player(seat).career.fit = true,
            ElectiveResult::ExpertDiscount => self.player(seat).career.discounts |= bit(Skill::Expert.index()),
            ElectiveResult::Reputation => self.gain_prestige(seat),
            ElectiveResult::BeatenUp => self.player(seat).career.beaten_up = true,
        }
        self.player(seat).career.experience = self.charts.f1.experience_points;
        self.buy_skills(seat)
    }

    /// [6.1] The next mission line: who takes part, and what it asks for.
    pub(crate) fn begin_line(&mut self, first: Seat) -> Play<()> {
        let (month, line) = (self.game.month, self.game.line);
        if first == Seat(0) {
            self.tell(|| Event::Line { month, line });
            if line == 0 {
                self.place_events();
            }
        }
        if self.game.mode == Mode::CompetitiveApart && self.game.serves(first) {
            self.heading(first, Phase::Line);
        }
        let mut fights = [false; 2];
        for seat in self.game.line_group(first) {
            if !self.game.players[seat.index()].fate.serves() {
                continue;
            }
            self.men_return(seat)?;
            let skip = self.game.players[seat.index()].career.skip;
            if skip > 0 {
                self.player(seat).career.skip = skip - 1;
                self.tell(|| Event::Skipped { seat, left: skip - 1 });
                continue;
            }
            if self.game.players[seat.index()].career.new_command {
                self.new_command(seat)?;
            }
            fights[seat.index()] = true;
        }
        self.game.field.fights = fights;
        self.game.field.counterattack = false;
        self.game.field.follow_on = false;
        if fights == [false; 2] {
            self.game.stage = Stage::LineEnd(first);
            return Ok(());
        }
        self.determine_mission(first)
    }

    /// [4.7] Markers due this month are placed, expired ones taken away.
    fn place_events(&mut self) {
        let month = self.game.month;
        // Apart, a marker is gone only when both have used it.
        let used = self
            .game
            .seats_in_play()
            .fold(u8::MAX, |used, seat| used & self.game.events_used[self.game.display_of(seat)]);
        for event in &self.charts.major_events {
            let number = event.number;
            // A late start finds those of earlier months that are still current (6.1c).
            if event.active.max(self.game.start) == month && month <= event.last {
                self.tell(|| Event::EventPlaced { number });
            }
            let unused = used & (1 << (number - 1)) == 0;
            if unused && event.last.next() == Some(month) && event.last >= self.game.start {
                self.tell(|| Event::EventExpired { number });
            }
        }
    }

    /// [6.1a] A1, unless fuel is short.
    fn determine_mission(&mut self, first: Seat) -> Play<()> {
        let group = self.game.fighters();
        let mut short = false;
        for seat in group.clone() {
            short |= self.player(seat).career.take_marker(RandomEvent::FuelShortage);
        }
        let (mission, event) = if short {
            self.tell(|| Event::NoFuel);
            (Mission::Refit, None)
        } else {
            let month = self.game.month.index();
            let column = &self.charts.missions[month];
            let by = group.clone().next().unwrap_or_default();
            let check = Check::on("A1", "Mission", rule!("6.1a"), column).by(by);
            let cell = self.table.read(&check, column)?;
            (cell.mission, cell.event)
        };
        let active = event.filter(|number| self.game.event_active(self.charts, first, *number));
        self.tell(|| Event::Mission { mission, event, active: active.is_some() });
        self.game.field.mission = mission;
        self.game.field.fight = mission;
        self.game.field.event = active;
        for seat in group.clone() {
            self.player(seat).board.kills = [0; 7];
            self.player(seat).board.damaged = 0;
        }
        if mission == Mission::Refit {
            // [7.1.5] No battle, and a success for every purpose.
            for seat in group {
                self.player(seat).board.end = None;
            }
            self.game.stage = Stage::After(first);
        } else {
            self.game.stage = Stage::Briefing;
        }
        Ok(())
    }

    /// [6.1b, 6.2] Weather and ground, then the enemy; a second fight on the line keeps the first two.
    pub(crate) fn briefing(&mut self) -> Play<()> {
        let month = self.game.month.index();
        let group = self.game.fighters();
        let by = group.clone().next().unwrap_or_default();
        if !self.game.field.counterattack && !self.game.field.follow_on {
            let column = &self.charts.weather[month];
            let check = Check::on("A3", "Weather", rule!("6.1b"), column).by(by);
            self.game.field.weather = self.table.read(&check, column)?;
            let column = &self.charts.terrain[month];
            let check = Check::on("A5", "Terrain", rule!("6.1b"), column).by(by);
            self.game.field.terrain = self.table.read(&check, column)?;
        }
        let (weather, terrain) = (self.game.field.weather, self.game.field.terrain);
        // [6.2e]
        let range = self.charts.terrain_effect[terrain.index()].start;
        self.tell(|| Event::Conditions { weather, terrain, range });
        self.game.field.round = 1;
        for seat in group.clone() {
            self.clear_board(seat);
            self.player(seat).board.range = range;
            self.heading(seat, Phase::Forces);
            self.enemy_forces(seat)?;
        }
        // [6.2d] One roll for all infantry of the mission.
        let column = &self.charts.quality[month];
        let check = Check::on("A6", "Troop quality", rule!("6.2d"), column).by(by);
        let grade = self.table.read(&check, column)?;
        self.game.field.grade = grade;
        self.tell(|| Event::Grade { grade });
        let dug_in = match self.game.field.fight {
            Mission::Attack | Mission::Assault => true,
            Mission::Contact => {
                // [7.1.1b]
                let max = self.charts.constants.not_dug_in_max;
                let check = Check::at_least("7.1.1", "Enemy dug in", rule!("7.1.1b"), D6, max + 1)
                    .called("dug in", "not dug in")
                    .by(by);
                self.table.test(&check)?
            }
            Mission::Defense | Mission::Refit => false,
        };
        self.game.field.dug_in = dug_in;
        self.tell(|| Event::DugIn { dug_in });
        for seat in group {
            for enemy in &mut self.player(seat).board.enemies {
                enemy.dug_in = dug_in && enemy.on_foot();
            }
        }
        self.game.stage = Stage::Ready(Seat(0));
        Ok(())
    }

    /// An empty board for a new fight.
    fn clear_board(&mut self, seat: Seat) {
        let second = self.game.field.counterattack || self.game.field.follow_on;
        let board = &mut self.player(seat).board;
        board.enemies.clear();
        board.next = 1;
        board.smoke = [0; 5];
        board.own_smoke = 0;
        board.end = None;
        board.moved = false;
        board.helped_in = 0;
        if !second {
            board.eliminated = false;
            board.random_done = false;
            board.mines_done = false;
        }
    }

    /// [6.2a to 6.2c] The mix, one type for each class, an area for each unit.
    fn enemy_forces(&mut self, seat: Seat) -> Play<()> {
        let check = Check::on("A4", "Enemy forces", rule!("6.2a"), &self.charts.mix).by(seat);
        let mix = self.table.read(&check, &self.charts.mix)?;
        for &(class, _) in &*mix {
            self.bring_up(seat, class);
        }
        let mut types = [None; 4];
        for class in Class::TYPED {
            if mix.iter().any(|(c, _)| self.game.brought_up(*c) == class) {
                types[class.index()] = Some(self.roll_type(seat, class)?);
            }
        }
        for &(class, count) in &*mix {
            let class = self.game.brought_up(class);
            for _ in 0..count {
                let column = &self.charts.placement;
                let check = Check::on("F2", "Area", rule!("6.2c"), column).on_line(headings::PLACEMENT).by(seat);
                let area = self.table.read(&check, column)?;
                let kind = match class {
                    Class::Ht => Some(self.charts.halftrack),
                    Class::W => Some(self.charts.truck),
                    Class::Inf => None,
                    typed => types[typed.index()],
                };
                self.place(seat, class, kind, area);
            }
        }
        Ok(())
    }

    /// [7.1.4d] The class that comes in fact, told where it is not the one the chart names.
    pub(crate) fn bring_up(&mut self, seat: Seat, class: Class) -> Class {
        let comes = self.game.brought_up(class);
        if comes != class {
            self.tell(|| Event::SelfPropelled { seat });
        }
        comes
    }

    /// The type of all units of a class.
    pub(crate) fn roll_type(&mut self, seat: Seat, class: Class) -> Play<UnitType> {
        let month = self.game.month.index();
        let (column, head) = (&self.charts.types[month][class.index()], self.charts.types.heading(self.game.month));
        let check = Check::on("A4-types", class.name(), rule!("6.2a"), column)
            .on_line(chart::Heading::new(class.id()))
            .in_column(chart::Heading::new(head))
            .by(seat);
        self.table.read(&check, column)
    }

    /// Puts a unit on the board, a carrier with its infantry. Returns its number, unless no counter is left.
    pub(crate) fn place(&mut self, seat: Seat, class: Class, kind: Option<UnitType>, area: Area) -> Option<UnitId> {
        let carries = matches!(class, Class::Ht | Class::W);
        let steps = if class == Class::Inf { self.charts.constants.inf_steps } else { self.charts.constants.at_steps };
        // [7.1.3a, R11] In an Assault whatever has armor numbers is hull down.
        let armored = matches!(class, Class::T | Class::Spg | Class::R | Class::Ht);
        let hull_down = armored && self.game.field.fight == Mission::Assault;
        let board = &mut self.game.players[seat.index()].board;
        if board.enemies.remaining_capacity() < 1 + usize::from(carries) || board.next > 250 {
            self.tell(|| Event::NoCounter { seat });
            return None;
        }
        let id = UnitId(board.next);
        let unit = Enemy { mounted: carries, hull_down, ..Enemy::new(id, class, kind, area, steps) };
        board.enemies.push(unit);
        board.next += 1;
        if carries {
            // [6.2b] Its infantry rides until it dismounts, and stands after it in the order of play.
            let steps = self.charts.constants.inf_steps;
            let riders =
                Enemy { id: UnitId(board.next), class: Class::Inf, kind: None, steps, hull_down: false, ..unit };
            board.enemies.push(riders);
            board.next += 1;
        }
        let who = crate::referee::who(seat, &unit);
        self.tell(|| Event::Placed { seat, who });
        Some(id)
    }

    /// [4.3, 6.2f] Hatches, hull down, the loaded round, the rack, artillery.
    pub(crate) fn ready(&mut self, seat: Seat) -> Play<()> {
        let second = self.game.field.counterattack || self.game.field.follow_on;
        if second {
            self.carry_over(seat);
        } else {
            self.fresh_mat(seat);
        }
        self.choose_hatches(seat)?;
        self.choose_hull_down(seat)?;
        if second {
            // [7.2-Aa] The loader still owes the round after the shot that ended the first fight.
            self.load_round(seat)?;
        } else {
            self.choose_rounds(seat)?;
            self.choose_artillery(seat)?;
        }
        let mat = &self.game.players[seat.index()].mat;
        let (open, hull_down, loaded) = (mat.open, mat.hull_down, mat.loaded);
        self.tell(|| Event::Ready { seat, open, hull_down, loaded });
        Ok(())
    }

    /// [6.6b, R34] What a second fight on the line takes over from the first.
    fn carry_over(&mut self, seat: Seat) {
        let mat = &mut self.player(seat).mat;
        (mat.hull, mat.turret) = (Facing::Front, Facing::Front);
        mat.hull_down &= mat.immobilized;
        mat.sensed = None;
        mat.exposed_but_to = None;
        mat.cff.clear();
        mat.reloading = false;
        mat.driver_out = 0;
        (mat.at_gun, mat.unspent, mat.lost) = (false, 0, 0);
    }

    /// [4.3, 4.4] The mat at the start of a mission: full, whole, facing front; light wounds are healed.
    fn fresh_mat(&mut self, seat: Seat) {
        let tank = &self.charts.tanks[self.player(seat).tank.index()];
        let player = &mut self.game.players[seat.index()];
        for man in &mut player.crew {
            man.wound = if man.wound == Wound::Light { Wound::None } else { man.wound };
            man.hit = false;
            man.missions += 1;
        }
        // [4.6, F1] The bar fight still shows.
        if std::mem::take(&mut player.career.beaten_up) {
            player.crew[Post::Commander.index()].wound = Wound::Light;
        }
        let gain = &self.charts.gain;
        let belts = if player.career.take_trade(Trade::ExtraBelts) { gain.extra_belts } else { 0 };
        let mut carried = tank.carried();
        if player.career.take_trade(Trade::WpCrate) && carried[Ammo::Wp.index()] > 0 {
            carried[Ammo::Wp.index()] += gain.wp_crate;
        }
        if player.career.take_trade(Trade::Hvap) && carried[Ammo::Apcr.index()] > 0 {
            carried[Ammo::Apcr.index()] += gain.hvap;
        }
        let points = &tank.mg_points;
        let guns = [points[0] + belts, points[1] + belts, points[2]];
        let mat = &mut player.mat;
        *mat = crate::state::Mat {
            carried,
            guns: guns.map(|points| MachineGun { points, jammed: false }),
            mortar: tank.smoke_mortar,
            kit_used: !player.career.has_trade(Trade::CleaningKit),
            bought_artillery: u8::from(player.career.take_trade(Trade::ArtilleryFavor)),
            last_rack: mat.last_rack,
            ..crate::state::Mat::blank()
        };
        player.career.take_trade(Trade::CleaningKit);
    }

    fn choose_hatches(&mut self, seat: Seat) -> Play<()> {
        let may_open = Hatches::of(self.game.players[seat.index()].may_open());
        let each = (0..8).map(Hatches).filter(|open| open.0 & !may_open.0 == 0);
        let open = self.pick(seat, Ask::Hatches, each, Choice::Hatches)?;
        self.player(seat).mat.open = open.men();
        Ok(())
    }

    /// [4.3.2c, 7.1.4c] Hull down from the start of a Defense, if the tank can still move there.
    fn choose_hull_down(&mut self, seat: Seat) -> Play<()> {
        let mat = &self.game.players[seat.index()].mat;
        if self.game.field.fight != Mission::Defense || mat.immobilized {
            return Ok(());
        }
        let hull_down = self.ask_yes(seat, Ask::StartHullDown)?;
        self.player(seat).mat.hull_down = hull_down;
        Ok(())
    }

    /// [4.3.2d, 4.4.c] The round in the gun, then the rack.
    fn choose_rounds(&mut self, seat: Seat) -> Play<()> {
        let boxes = self.charts.tanks[self.game.players[seat.index()].tank.index()].ready_rack;
        let mut menu = self.table.menu();
        for ammo in Ammo::ALL {
            if self.game.players[seat.index()].mat.stowed(ammo) {
                menu.offer(RoundAnswer::Load(ammo));
            } else {
                menu.refuse(RoundAnswer::Load(ammo), rule!("4.4.a"), "this tank carries none");
            }
        }
        let RoundAnswer::Load(ammo) = self.ask(seat, Ask::FirstRound, &menu)?;
        self.player(seat).mat.loaded = Some(ammo);
        let mut menu = self.table.menu();
        let mat = &self.game.players[seat.index()].mat;
        let fits = |rack: &[u8; 5]| {
            rack.iter().sum::<u8>() == boxes
                && Ammo::ALL.iter().all(|a| {
                    !a.is_limited() || rack[a.index()] + u8::from(mat.loaded == Some(*a)) <= mat.carried[a.index()]
                })
        };
        if fits(&mat.last_rack) {
            menu.offer(RackAnswer::Rack(RackPlan::Same));
        } else if mat.last_rack != [0; 5] {
            menu.refuse(RackAnswer::Rack(RackPlan::Same), rule!("4.4.c"), "the last rack does not fit this tank");
        }
        [RackPlan::Half, RackPlan::Ap, RackPlan::He, RackPlan::Choose]
            .into_iter()
            .for_each(|player| menu.offer(RackAnswer::Rack(player)));
        let mut rack = [0; 5];
        let RackAnswer::Rack(plan) = self.ask(seat, Ask::Rack, &menu)?;
        match plan {
            RackPlan::Same => rack = self.game.players[seat.index()].mat.last_rack,
            RackPlan::Ap => rack[Ammo::Ap.index()] = boxes,
            RackPlan::He => rack[Ammo::He.index()] = boxes,
            RackPlan::Half => {
                rack[Ammo::Ap.index()] = boxes.div_ceil(2);
                rack[Ammo::He.index()] = boxes / 2;
            }
            RackPlan::Choose => rack = self.rack_by_kind(seat, boxes)?,
        }
        let mat = &mut self.player(seat).mat;
        mat.rack = rack;
        mat.last_rack = rack;
        self.tell(|| Event::Racks { seat, rack, boxes });
        Ok(())
    }

    /// The rack kind by kind, the limited ones first, HE taking what is left.
    fn rack_by_kind(&mut self, seat: Seat, boxes: u8) -> Play<[u8; 5]> {
        let (mut rack, mut left) = ([0; 5], boxes);
        for ammo in [Ammo::Apcr, Ammo::Wp, Ammo::Hcbi, Ammo::Ap] {
            let mat = &self.game.players[seat.index()].mat;
            let carried = mat.carried[ammo.index()].saturating_sub(u8::from(mat.loaded == Some(ammo)));
            let most = if ammo.is_limited() { carried.min(left) } else { left };
            if most == 0 {
                continue;
            }
            let count = self.pick(seat, Ask::RackCount(ammo, left), 0..=most, Choice::Count)?;
            rack[ammo.index()] = count;
            left -= count;
        }
        rack[Ammo::He.index()] = left;
        Ok(rack)
    }

    /// [7.6e] A Prestige Point for one artillery mission.
    fn choose_artillery(&mut self, seat: Seat) -> Play<()> {
        let cost = self.charts.prestige.field_artillery;
        if self.game.players[seat.index()].career.prestige < cost {
            return Ok(());
        }
        // To keep the point is listed first.
        if self.pick(seat, Ask::BuyArtillery, [false, true], |yes| if yes { Choice::Yes } else { Choice::No })? {
            let player = self.player(seat);
            player.career.prestige -= cost;
            player.mat.bought_artillery += 1;
            self.tell(|| Event::ArtilleryBought { seat });
        }
        Ok(())
    }

    /// [8.2.2, 6.9] The line is over: promotions at the end of every second month, then the next line.
    pub(crate) fn end_line(&mut self, first: Seat) -> Play<()> {
        let last_seat = Seat(self.game.mode.seats() - 1);
        if self.game.mode == Mode::CompetitiveApart && first != last_seat {
            self.game.stage = Stage::Line(Seat(first.0 + 1));
            return Ok(());
        }
        if self.game.line + 1 < self.charts.month_lines[self.game.month.index()] {
            self.game.line += 1;
        } else {
            let served = (self.game.month.index() - self.game.start.index()) as u8 + 1;
            if served.is_multiple_of(self.charts.promotion.every_months) {
                for seat in self.game.seats_in_play() {
                    self.promotion(seat)?;
                }
            }
            match self.game.month.next() {
                Some(next) => (self.game.month, self.game.line) = (next, 0),
                None => return self.armistice(),
            }
        }
        self.no_more_missions();
        self.game.stage = Stage::Line(Seat(0));
        Ok(())
    }

    /// [5.1.2] The game ends for whoever would be back only after April 1945; lines he misses to the end are not gone through.
    fn no_more_missions(&mut self) {
        let left = self.game.lines_left(self.charts);
        for seat in self.game.seats_in_play() {
            let player = &self.game.players[seat.index()];
            if player.fate.serves() && u16::from(player.career.skip) >= left {
                self.tell(|| Event::NoMoreMissions { seat });
                self.comes_through(seat);
            }
        }
    }

    /// [5.1.1] April 1945 is over.
    fn armistice(&mut self) -> Play<()> {
        for seat in self.game.seats_in_play() {
            if self.player(seat).fate.serves() {
                self.comes_through(seat);
            }
        }
        self.game.stage = Stage::Over;
        Ok(())
    }

    /// He is alive when the war is over.
    fn comes_through(&mut self, seat: Seat) {
        let player = self.player(seat);
        (player.fate, player.fate_in) = (Fate::Survived, Some(Month::LAST));
        self.tell(|| Event::CareerEnds { seat, fate: Fate::Survived });
    }
}
