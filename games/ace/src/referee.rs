//! The referee: one who has the state, the charts and the table before him, and plays the rules. The sequence of play stands here.

use crate::charts::Charts;
use crate::state::{Ace, Board, Career, Crewman, End, Enemy, Fate, Field, Mat, Mode, Name, Player, Stage};
use crate::talk::{Ask, Choice, Event, Heading, Who};
use crate::words::{
    Award, Class, Division, Facing, Grade, Mission, Month, Range, Rank, TankType, Terrain, Weather, Wound,
};
use arrayvec::ArrayVec;
use hulldown_core::game::Seat;
use hulldown_core::table::{Menu, Offers, Play, Table};

/// Someone who plays the rules: on a state, with charts, at a table.
pub(crate) struct Referee<'a, T> {
    pub(crate) game: &'a mut Ace,
    pub(crate) charts: &'static Charts,
    pub(crate) table: &'a mut T,
}

/// Values to pick from, and the choice each is.
struct Among<I, C>(I, C);

impl<V, I: IntoIterator<Item = V> + Clone, C: Fn(V) -> Choice> Offers<Choice> for Among<I, C> {
    #[inline]
    fn count(&self) -> u32 {
        self.0.clone().into_iter().count() as u32
    }

    #[inline]
    fn nth(&self, n: u32) -> Choice {
        let value = self.0.clone().into_iter().nth(n as usize);
        value.map(&self.1).unwrap_or_else(|| unreachable!("there are not so many"))
    }

    fn list(&self, menu: &mut Menu<Choice>) {
        menu.offer_all(self.0.clone().into_iter().map(&self.1));
    }
}

/// An enemy on a board, as the log names it.
pub(crate) fn who(board: Seat, e: &Enemy) -> Who {
    Who { board, id: e.id, class: e.class, kind: e.kind, area: e.area }
}

impl<T: Table<Ace>> Referee<'_, T> {
    /// One step of the sequence of play (6.0, 7.2, back cover), and the next ones where nobody looks at the game between them.
    pub(crate) fn step(&mut self) -> Play<()> {
        loop {
            match self.game.stage {
                Stage::Start => self.start()?,
                Stage::Muster(s) => {
                    self.heading(s, Heading::Muster);
                    self.muster(s)?;
                    self.then(s, Stage::Muster, Stage::Line(Seat(0)));
                }
                Stage::Line(s) => self.begin_line(s)?,
                Stage::Briefing => self.briefing()?,
                Stage::Ready(s) => {
                    if self.game.field.fights[s.index()] {
                        self.heading(s, Heading::Ready);
                        self.ready(s)?;
                    }
                    self.then(s, Stage::Ready, Stage::Opening(Seat(0)));
                }
                Stage::Opening(s) => {
                    if self.game.field.fights[s.index()] {
                        self.opening_fire(s)?;
                    }
                    self.in_battle(s, Stage::Opening, Stage::RoundStart);
                }
                Stage::RoundStart => {
                    self.round_start()?;
                    let next = if self.game.enemy_first() { Stage::Enemy(Seat(0)) } else { Stage::Strikes(Seat(0)) };
                    self.game.stage = next;
                }
                Stage::Strikes(s) => {
                    if self.game.in_fight(s) {
                        self.strikes(s)?;
                    }
                    self.in_battle(s, Stage::Strikes, Stage::Commands(Seat(0)));
                }
                Stage::Commands(s) => {
                    if self.game.in_fight(s) || self.game.can_help(s) {
                        self.heading(s, if self.game.can_help(s) { Heading::Help } else { Heading::Commands });
                        self.commands(s)?;
                    }
                    let after = if self.game.enemy_first() { Stage::Events(Seat(0)) } else { Stage::Enemy(Seat(0)) };
                    self.in_battle(s, Stage::Commands, after);
                }
                Stage::Enemy(s) => {
                    if self.game.in_fight(s) {
                        self.enemy_action(s)?;
                    }
                    let after = if self.game.enemy_first() { Stage::Commands(Seat(0)) } else { Stage::Events(Seat(0)) };
                    self.in_battle(s, Stage::Enemy, after);
                }
                Stage::Events(s) => {
                    if self.game.in_fight(s) {
                        self.heading(s, Heading::Events);
                        self.event_check(s)?;
                    }
                    self.in_battle(s, Stage::Events, Stage::RoundEnd);
                }
                Stage::RoundEnd => {
                    self.round_end()?;
                    self.game.field.round += 1;
                    let over = self.game.battle_over();
                    self.game.stage = if over { Stage::BattleEnd } else { Stage::RoundStart };
                }
                Stage::BattleEnd => self.battle_end()?,
                Stage::After(s) => {
                    if self.game.field.fights[s.index()] && self.game.players[s.index()].fate.serves() {
                        self.heading(s, Heading::After);
                        self.after_mission(s)?;
                    }
                    match self.game.line_group(s).find(|next| *next > s) {
                        Some(next) => self.game.stage = Stage::After(next),
                        None => self.game.stage = Stage::LineEnd(s),
                    }
                }
                Stage::LineEnd(s) => self.end_line(s)?,
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
    fn then(&mut self, s: Seat, same: fn(Seat) -> Stage, after: Stage) {
        let next = Seat(s.0 + 1);
        self.game.stage = if next.0 < self.game.mode.seats() { same(next) } else { after };
    }

    /// The same within a battle, which stops the instant it is over (R4b).
    fn in_battle(&mut self, s: Seat, same: fn(Seat) -> Stage, after: Stage) {
        if self.game.battle_over() {
            self.game.stage = Stage::BattleEnd;
        } else {
            self.then(s, same, after);
        }
    }

    /// The commander of a seat, to change something of his.
    pub(crate) fn player(&mut self, s: Seat) -> &mut Player {
        &mut self.game.players[s.index()]
    }

    /// Asks a seat.
    pub(crate) fn ask(&mut self, s: Seat, ask: Ask, menu: &Menu<Choice>) -> Play<Choice> {
        self.table.ask(self.game, self.charts, s, ask, menu)
    }

    /// Asks a seat for one of several values, each of which is a choice.
    pub(crate) fn pick<V: Copy>(
        &mut self,
        s: Seat,
        ask: Ask,
        values: impl IntoIterator<Item = V> + Clone,
        choice: impl Fn(V) -> Choice,
    ) -> Play<V> {
        let among = Among(values.clone(), &choice);
        let picked = self.table.ask_among(self.game, self.charts, s, ask, &among)?;
        match values.into_iter().find(|value| choice(*value) == picked) {
            Some(value) => Ok(value),
            None => unreachable!("{} does not offer {picked}", ask.kind()),
        }
    }

    /// Asks a seat yes or no; yes is listed first.
    pub(crate) fn ask_yes(&mut self, s: Seat, ask: Ask) -> Play<bool> {
        self.pick(s, ask, [true, false], |yes| if yes { Choice::Yes } else { Choice::No })
    }

    /// Ends the fight on a board. Whoever has won and helps may still lose his tank (10.2e).
    pub(crate) fn end_board(&mut self, s: Seat, end: End) {
        let p = self.player(s);
        if p.board.end.is_none() || (p.board.end == Some(End::Won) && end == End::TankLost) {
            p.board.end = Some(end);
            // What was sensed on this board is of no use on another.
            p.mat.sensed = None;
            self.table.tell(|| Event::BoardEnds { seat: s, end });
            self.off_the_field(s);
        }
    }

    /// What a commander whose fight has ended leaves behind on the board where another still fights.
    fn off_the_field(&mut self, s: Seat) {
        self.release(s);
        self.lapse_calls();
    }

    /// The commander is dead or out of the war.
    pub(crate) fn end_career(&mut self, s: Seat, fate: Fate) {
        let month = self.game.month;
        if self.player(s).fate.serves() {
            self.player(s).fate = fate;
            self.player(s).fate_in = Some(month);
            self.table.tell(|| Event::CareerEnds { seat: s, fate });
            // In battle his fight ends with him; after it what he has won stands.
            if !matches!(self.game.stage, Stage::After(_)) {
                self.player(s).board.end = Some(End::TankLost);
                self.off_the_field(s);
            }
        }
    }

    /// With two at the table the log says whose lines follow; rolls have no names of their own.
    pub(crate) fn heading(&mut self, s: Seat, of: Heading) {
        if self.game.mode != Mode::Solitaire {
            self.table.tell(|| Event::Heading { seat: s, of });
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
    pub fn in_fight(&self, s: Seat) -> bool {
        self.field.fights[s.index()] && self.players[s.index()].fighting()
    }

    /// Whether a commander's tank is still on the field, fighting or helping.
    #[inline]
    pub fn on_the_field(&self, s: Seat) -> bool {
        let p = &self.players[s.index()];
        p.fate.serves() && (self.in_fight(s) || p.board.end == Some(End::Won))
    }

    /// The partner of a seat, if they fight side by side.
    #[inline]
    pub fn partner(&self, s: Seat) -> Option<Seat> {
        let other = Seat(1 - s.0);
        (self.mode.together() && self.field.fights == [true; 2]).then_some(other)
    }

    /// Whether a seat has cleared its own board and its partner still fights (10.2b).
    #[inline]
    pub fn can_help(&self, s: Seat) -> bool {
        let p = &self.players[s.index()];
        self.field.fights[s.index()]
            && p.fate.serves()
            && p.board.end == Some(End::Won)
            && self.partner(s).is_some_and(|other| self.in_fight(other))
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
    pub(crate) fn display_of(&self, s: Seat) -> usize {
        if self.mode == Mode::CompetitiveApart { s.index() } else { 0 }
    }

    /// [4.7b] Whether a Major Event's marker lies on the display.
    pub fn event_active(&self, charts: &Charts, s: Seat, number: u8) -> bool {
        let unused = self.events_used[self.display_of(s)] & (1 << (number - 1)) == 0;
        let event = charts.major_events.iter().find(|e| e.number == number);
        unused && event.is_some_and(|e| e.active <= self.month && self.month <= e.last)
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
            field: Field {
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
