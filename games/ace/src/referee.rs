//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::state::{Ace, Board, Career, Crewman, End, Enemy, Engagement, Fate, Mat, Mode, Name, Player, Stage, UnitId};
use crate::talk::{Ask, Choice, Event, Phase, Who};
use crate::words::{
    Award, Class, Division, Facing, Grade, Mission, Month, Range, Rank, TankType, Terrain, Weather, Wound,
};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) game: &'a mut Ace,
    pub(crate) charts: &'static Charts,
    pub(crate) table: &'a mut T,
}

/// An enemy on a board, as the log names it.
pub(crate) fn who(board: Seat, enemy: &Enemy) -> Who {
    Who { board, id: enemy.id, class: enemy.class, kind: enemy.kind, area: enemy.area }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// One step of the sequence of play (6.0, 7.2, back cover), and the next ones where nobody looks at the game between them.
    pub(crate) fn step(&mut self) -> Play<()> {
        loop {
            match self.game.stage {
                Stage::Start => self.start()?,
                Stage::Muster(seat) => {
                    self.heading(seat, Phase::Muster);
                    self.muster(seat)?;
                    self.game.stage = Stage::School(seat);
                }
                Stage::School(seat) => {
                    self.school(seat)?;
                    self.then(seat, Stage::Muster, Stage::Line(Seat(0)));
                }
                Stage::Line(seat) => self.begin_line(seat)?,
                Stage::Briefing => self.briefing()?,
                Stage::Ready(seat) => {
                    if self.game.field.fights[seat.index()] {
                        self.heading(seat, Phase::Ready);
                        self.ready(seat)?;
                    }
                    self.then(seat, Stage::Ready, Stage::Opening(Seat(0)));
                }
                Stage::Opening(seat) => {
                    if self.game.field.fights[seat.index()] {
                        self.opening_fire(seat)?;
                    }
                    self.in_battle(seat, Stage::Opening, Stage::RoundStart);
                }
                Stage::RoundStart => {
                    self.round_start()?;
                    let next = if self.game.enemy_first() { Stage::Enemy(Seat(0)) } else { Stage::Strikes(Seat(0)) };
                    self.game.stage = next;
                }
                Stage::Strikes(seat) => {
                    if self.game.in_fight(seat) {
                        self.strikes(seat)?;
                    }
                    self.in_battle(seat, Stage::Strikes, Stage::Commands(Seat(0)));
                }
                Stage::Commands(seat) => {
                    if self.game.in_fight(seat) || self.game.can_help(seat) {
                        self.heading(seat, if self.game.can_help(seat) { Phase::Help } else { Phase::Commands });
                        self.commands(seat)?;
                    }
                    let after = if self.game.enemy_first() { Stage::Events(Seat(0)) } else { Stage::Enemy(Seat(0)) };
                    self.in_battle(seat, Stage::Commands, after);
                }
                Stage::Enemy(seat) => {
                    if self.game.in_fight(seat) {
                        self.enemy_action(seat)?;
                    }
                    let after = if self.game.enemy_first() { Stage::Commands(Seat(0)) } else { Stage::Events(Seat(0)) };
                    self.in_battle(seat, Stage::Enemy, after);
                }
                Stage::Events(seat) => {
                    if self.game.in_fight(seat) {
                        self.heading(seat, Phase::Events);
                        self.event_check(seat)?;
                    }
                    self.in_battle(seat, Stage::Events, Stage::RoundEnd);
                }
                Stage::RoundEnd => {
                    self.round_end()?;
                    self.game.field.round += 1;
                    let over = self.game.battle_over();
                    self.game.stage = if over { Stage::BattleEnd } else { Stage::RoundStart };
                }
                Stage::BattleEnd => self.battle_end()?,
                Stage::After(seat) => {
                    if self.game.field.fights[seat.index()] && self.game.players[seat.index()].fate.serves() {
                        self.heading(seat, Phase::After);
                        self.after_mission(seat)?;
                    }
                    match self.game.line_group(seat).find(|next| *next > seat) {
                        Some(next) => self.game.stage = Stage::After(next),
                        None => self.game.stage = Stage::LineEnd(seat),
                    }
                }
                Stage::LineEnd(seat) => self.end_line(seat)?,
                Stage::Over => {}
            }
            // [5.1.3] A dead commander's game ends at once; with nobody left it is over.
            if !self.game.anyone_serves() {
                self.game.stage = Stage::Over;
            }
            if self.game.stage == Stage::Over || !self.table.goes_on() {
                return Ok(());
            }
        }
    }

    /// On to the next seat in the same stage, or to what comes after the last.
    fn then(&mut self, seat: Seat, same: fn(Seat) -> Stage, after: Stage) {
        let next = Seat(seat.0 + 1);
        self.game.stage = if next.0 < self.game.mode.seats() { same(next) } else { after };
    }

    /// The same within a battle, which stops the instant it is over (R4b).
    fn in_battle(&mut self, seat: Seat, same: fn(Seat) -> Stage, after: Stage) {
        if self.game.battle_over() {
            self.game.stage = Stage::BattleEnd;
        } else {
            self.then(seat, same, after);
        }
    }

    /// The commander of a seat, to change something of his.
    pub(crate) fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.game.players[seat.index()]
    }

    /// Asks a seat.
    pub(crate) fn ask<A: Answer<Choice>>(&mut self, seat: Seat, ask: Ask, menu: &Menu<Choice, A>) -> Play<A> {
        self.table.ask(self.game, self.charts, seat, ask, menu)
    }

    /// Asks a seat for one of several values, each of which is a choice.
    pub(crate) fn pick<V: Copy>(
        &mut self,
        seat: Seat,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> Choice,
    ) -> Play<V> {
        self.table.pick(self.game, self.charts, seat, ask, values, choice)
    }

    /// Asks a seat yes or no; yes is listed first.
    pub(crate) fn ask_yes(&mut self, seat: Seat, ask: Ask) -> Play<bool> {
        self.pick(seat, ask, [true, false], |yes| if yes { Choice::Yes } else { Choice::No })
    }

    /// The enemy on a board that an answer names.
    pub(crate) fn named(&self, board: Seat, id: UnitId) -> Enemy {
        match self.game.players[board.index()].board.enemy(id) {
            Some(&enemy) => enemy,
            None => unreachable!("no question offers {id:?}, which is not on the board"),
        }
    }

    /// Something happened.
    #[inline]
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.table.tell(event);
    }

    /// Ends the fight on a board. Whoever has won and helps may still lose his tank (10.2e).
    pub(crate) fn end_board(&mut self, seat: Seat, end: End) {
        let player = self.player(seat);
        if player.board.end.is_none() || (player.board.end == Some(End::Won) && end == End::TankLost) {
            player.board.end = Some(end);
            // What was sensed on this board is of no use on another.
            player.mat.sensed = None;
            self.tell(|| Event::BoardEnds { seat, end });
            self.off_the_field(seat);
        }
    }

    /// What a commander whose fight has ended leaves behind on the board where another still fights.
    fn off_the_field(&mut self, seat: Seat) {
        self.release(seat);
        self.lapse_calls();
    }

    /// The commander is dead or out of the war.
    pub(crate) fn end_career(&mut self, seat: Seat, fate: Fate) {
        let month = self.game.month;
        if self.player(seat).fate.serves() {
            self.player(seat).fate = fate;
            self.player(seat).fate_in = Some(month);
            self.tell(|| Event::CareerEnds { seat, fate });
            // In battle his fight ends with him; after it what he has won stands.
            if !matches!(self.game.stage, Stage::After(_)) {
                self.player(seat).board.end = Some(End::TankLost);
                self.off_the_field(seat);
            }
        }
    }

    /// With two at the table the log says whose lines follow; rolls have no names of their own.
    pub(crate) fn heading(&mut self, seat: Seat, of: Phase) {
        if self.game.mode != Mode::Solitaire {
            self.tell(|| Event::Heading { seat, of });
        }
    }
}

impl Ace {
    /// The seats of the game.
    pub fn seats_in_play(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        (0..self.mode.seats()).map(Seat)
    }

    /// Who plays a line together: all, or each for himself when they serve apart.
    pub(crate) fn line_group(&self, first: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let (from, to) =
            if self.mode == Mode::CompetitiveApart { (first.0, first.0 + 1) } else { (0, self.mode.seats()) };
        (from..to).map(Seat)
    }

    /// Who fights the mission at hand.
    #[inline]
    pub fn fighters(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let [first, second] = self.field.fights.map(u8::from);
        (1 - first..1 + second).map(Seat)
    }

    /// Whether the game goes on for any commander.
    #[inline]
    fn anyone_serves(&self) -> bool {
        let [first, second] = &self.players;
        first.fate.serves() || (self.mode != Mode::Solitaire && second.fate.serves())
    }

    /// Whether a seat's own fight goes on.
    #[inline]
    pub fn in_fight(&self, seat: Seat) -> bool {
        self.field.fights[seat.index()] && self.players[seat.index()].fighting()
    }

    /// Whether a commander's tank is still on the field, fighting or helping.
    #[inline]
    pub fn on_the_field(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        player.fate.serves() && (self.in_fight(seat) || player.board.end == Some(End::Won))
    }

    /// The partner of a seat, if they fight side by side.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        let other = Seat(1 - seat.0);
        (self.mode.together() && self.field.fights == [true; 2]).then_some(other)
    }

    /// Whether a seat has cleared its own board and its partner still fights (10.2b).
    #[inline]
    pub fn can_help(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        self.field.fights[seat.index()]
            && player.fate.serves()
            && player.board.end == Some(End::Won)
            && self.partner(seat).is_some_and(|other| self.in_fight(other))
    }

    /// Whether all who fight are through.
    #[inline]
    pub fn battle_over(&self) -> bool {
        !self.in_fight(Seat(0)) && !self.in_fight(Seat(1))
    }

    /// [7.2-0, R5] Whether the enemy acts before the commands in this round. A Movement to Contact is an Attack but for what 7.1.1 excepts.
    #[inline]
    pub fn enemy_first(&self) -> bool {
        self.field.round == 1 && self.field.fight != Mission::Defense
    }

    /// Which Operational Display a commander's unit keeps: one for both, or each his own when they serve apart.
    pub(crate) fn display_of(&self, seat: Seat) -> usize {
        if self.mode == Mode::CompetitiveApart { seat.index() } else { 0 }
    }

    /// [4.7b] Whether a Major Event's marker lies on the display.
    pub fn event_active(&self, charts: &Charts, seat: Seat, number: u8) -> bool {
        let unused = self.events_used[self.display_of(seat)] & (1 << (number - 1)) == 0;
        let event = charts.major_events.iter().find(|enemy| enemy.number == number);
        unused && event.is_some_and(|enemy| enemy.active <= self.month && self.month <= enemy.last)
    }

    /// Mission lines from the present one to the last of April 1945.
    pub fn lines_left(&self, charts: &Charts) -> u16 {
        let months = self.month.index()..Month::ALL.len();
        months.map(|month| u16::from(charts.month_lines[month])).sum::<u16>() - u16::from(self.line)
    }

    /// [7.1.4d] With the errata the anti-tank guns of an attacker are self-propelled ones, whenever they come.
    pub(crate) fn brought_up(&self, class: Class) -> Class {
        let driven = self.errata_2022 && self.field.fight == Mission::Defense && class == Class::At;
        if driven { Class::Spg } else { class }
    }

    /// A game about to begin.
    pub(crate) fn fresh(mode: Mode, increased_threat: bool, errata_2022: bool, players: [Player; 2]) -> Ace {
        Ace {
            mode,
            increased_threat,
            errata_2022,
            start: Month::FIRST,
            month: Month::FIRST,
            line: 0,
            stage: Stage::Start,
            events_used: [0; 2],
            field: Engagement {
                mission: Mission::Refit,
                fight: Mission::Refit,
                event: None,
                weather: Weather::Clear,
                terrain: Terrain::Open,
                grade: Grade(0),
                dug_in: false,
                counterattack: false,
                follow_on: false,
                round: 1,
                fights: [false; 2],
            },
            players,
        }
    }
}

impl Player {
    /// A commander fresh from school.
    pub(crate) fn fresh(name: Name, nickname: Name, tank_name: Name, charts: &Charts) -> Player {
        let man =
            |number: u16| Crewman { number, wound: Wound::None, hit: false, hearts: 0, substitute: false, missions: 0 };
        Player {
            name,
            nickname,
            tank_name,
            fate: Fate::Serving,
            fate_in: None,
            division: Division(0),
            tank: TankType(0),
            career: Career {
                rank: Rank::Ssg,
                experience: 0,
                credit: 0,
                completed: 0,
                successes: 0,
                prestige: charts.prestige.start_points,
                level: charts.prestige.start_level,
                skills: 0,
                expert: 0,
                discounts: 0,
                synergy_lost: false,
                synergy_waits: false,
                fit: false,
                beaten_up: false,
                awards: [0; Award::ALL.len()],
                period_heroism: 0,
                streak: ArrayVec::new(),
                kills: [0; 7],
                tanks_lost: 0,
                trophies: [0; 8],
                trades: 0,
                markers: 0,
                skip: 0,
                new_command: false,
                men: 5,
            },
            crew: [man(1), man(2), man(3), man(4), man(5)],
            away: ArrayVec::new(),
            mat: Mat::blank(),
            board: Board {
                enemies: ArrayVec::new(),
                next: 1,
                range: Range::Long,
                smoke: [0; 5],
                own_smoke: 0,
                end: None,
                kills: [0; 7],
                damaged: 0,
                eliminated: false,
                moved: false,
                random_done: false,
                mines_done: false,
                helped_in: 0,
            },
        }
    }
}

impl Mat {
    /// An empty mat, facing front.
    pub(crate) fn blank() -> Mat {
        Mat {
            hull: Facing::Front,
            turret: Facing::Front,
            hull_down: false,
            immobilized: false,
            repair_settled: false,
            open: [false; 3],
            loaded: None,
            rack: [0; 5],
            carried: [0; 5],
            last_rack: [0; 5],
            guns: Default::default(),
            mortar: 0,
            radio_out: false,
            used: 0,
            kit_used: false,
            assistant_at: None,
            driver_out: 0,
            gun_silent: false,
            at_gun: false,
            shock: false,
            lost: 0,
            unspent: 0,
            reloading: false,
            sensed: None,
            exposed_but_to: None,
            mortars_called: 0,
            artillery_called: 0,
            cff: ArrayVec::new(),
            bought_artillery: 0,
        }
    }
}
