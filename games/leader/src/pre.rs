//! Pre-Combat: Event, tiles, friendly Units and their orders, the enemy and its advances, aggressiveness, Tactics, strikes.

use crate::attack::Cover;
use crate::charts::effects::{What, Who};
use crate::charts::{Charts, Tile, UnitCard, headings};
use crate::effects::Occasion;
use crate::ids::{BattalionId, EnemyId, FighterId, Id, Ids, OptionId, TileId};
use crate::map::{Battlefield, Hex, Hexes, spread};
use crate::referee::Referee;
use crate::rules::rule;
use crate::state::{Enemy, Fate, Leader, MOST_ENEMIES, Stage, Strike};
use crate::talk::{AimedAt, Ask, ChangedBy, Choice, Event, Goal, OrdersAnswer, PlaceAnswer};
use crate::words::{Ground, Kind, Lasting, Model, Order, Skill, Strain};
use arrayvec::ArrayVec;
use hulldown_core::Check;
use hulldown_core::chart::Within;
use hulldown_core::check::Remark;
use hulldown_core::dice::D10;
use hulldown_core::table::{Menu, Play, Table};
use hulldown_core::talk::Answer;

/// Six of eight tiles.
type Layout = ArrayVec<TileId, 6>;

fn each_tile(tiles: &[Tile; 8]) -> impl Iterator<Item = TileId> + use<> {
    (0..tiles.len()).map(TileId::new)
}

fn laid(tiles: &[Tile; 8], layout: &Layout) -> Battlefield {
    let mut spaces = [[Ground::Clear; 4]; 6];
    for (space, tile) in spaces.iter_mut().zip(layout) {
        *space = tiles[tile.index()].hexes.0;
    }
    Battlefield::of(spaces)
}

/// Whether some layout of these tiles stands; if none does, laying them would never end.
pub(crate) fn can_be_laid(tiles: &[Tile; 8]) -> bool {
    fn try_on(tiles: &[Tile; 8], layout: &mut Layout) -> bool {
        if layout.is_full() {
            return laid(tiles, layout).is_valid();
        }
        each_tile(tiles).any(|tile| {
            if layout.contains(&tile) {
                return false;
            }
            layout.push(tile);
            let stands = try_on(tiles, layout);
            layout.pop();
            stands
        })
    }
    try_on(tiles, &mut Layout::new())
}

impl Strike {
    /// Its die.
    pub(crate) fn check(self) -> Check {
        Check::at_least("strike", "Strike", rule!("pre.event.2"), D10, self.need).called("hit", "miss")
    }
}

impl Leader {
    /// Whether a strike can be called down on an enemy.
    pub(crate) fn can_strike(&self, charts: &Charts, strike: Strike, enemy: EnemyId) -> bool {
        let counter = &self.battle.enemies[enemy];
        counter.active && strike.target.is_none_or(|target| counter.card(self, charts).target == target)
    }

    /// The hexes a fighter reaches with so much Speed, moving at least one.
    pub(crate) fn reach(&self, card: &UnitCard, hex: Hex, speed: u8) -> Hexes {
        let through = self.battle.field.admits(card.target);
        if speed == 0 {
            return Hexes::NONE;
        }
        spread(hex.near().and(through), through, speed - 1)
    }

    /// How many counters of a kind a Battalion has before cards and notes (pre.enemy.3, R38).
    pub(crate) fn listed(&self, charts: &Charts, battalion: BattalionId, kind: Kind) -> u8 {
        let count = self.battalion_card(charts, battalion).count(kind);
        if self.battalions[battalion].half { count.div_ceil(2) } else { count }
    }
}

impl<T: Table<Leader>> Referee<'_, T> {
    /// What old damage does to the Commanders; the Event's top half and what notes do; how long the battle lasts (pre.event.1, pre.turn.1, R48).
    pub(crate) fn event_before(&mut self) -> Play<()> {
        self.glancing();
        let cards = self.charts.events.len();
        let (card, deck) = self.draw_card("Event before the battle", self.game.events, cards)?;
        self.game.events = deck;
        self.game.battle.before = Some((card, OptionId(0)));
        self.tell(|| Event::Before { card });
        let effects = &self.charts.events[card].pre;
        let option = self.choose_option(effects)?;
        self.game.battle.before = Some((card, option));
        self.play_notes()?;
        if !self.is_over() {
            self.play_card(effects, option, Occasion::Before)?;
        }
        if self.is_over() {
            return Ok(());
        }
        self.add_up();
        let (numbers, battle) = (&self.charts.numbers.battle, &mut self.game.battle);
        let scouts = self.game.plan.get(self.game.at).map_or(0, |plan| plan.scouts);
        let turns = numbers.turns as i8 + scouts as i8 + battle.mods.turns;
        battle.last = turns.max(numbers.fewest_turns as i8) as u8;
        let (last, sum) = (battle.last, battle.mods.turns);
        if T::LISTENS {
            let charts = self.charts;
            let changes = self.game.battle_effects(charts).filter_map(|(source, note, effect)| match effect.what {
                What::Turns { n: Within(n) } => Some((n, self.game.title_of(charts, source, note))),
                _ => None,
            });
            let cards = ChangedBy::of(sum, changes);
            self.tell(|| Event::Turns { last, usual: numbers.turns, scouts, cards });
        }
        if !self.battle_stops() {
            self.game.stage = Stage::Lay;
        }
        Ok(())
    }

    /// A battle begins with the Stress of Glancing damage from earlier ones (damage.ap.glancing).
    fn glancing(&mut self) {
        for fighter in self.game.battle.fighters.ids() {
            let glancing = self.game.unit(fighter).has(Lasting::Glancing) as i8;
            if let Some(commander) = self.game.battle.fighters[fighter].commander {
                self.strain(commander, glancing, Strain::Glancing);
            }
        }
    }

    /// Six of the terrain's eight tiles, until they make a battlefield (pre.tiles.1 to .4).
    pub(crate) fn lay_tiles(&mut self) -> Play<()> {
        let charts = self.charts;
        let tiles = &charts.tiles[self.game.campaign(charts).terrain];
        loop {
            let mut layout = Layout::new();
            while !layout.is_full() {
                let left = tiles.len() - layout.len();
                let nth = self.draw("Tile of the battlefield", rule!("pre.tiles.1"), left)?;
                let tile = each_tile(tiles).filter(|tile| !layout.contains(tile)).nth(nth).unwrap_or_default();
                layout.push(tile);
                let (space, tile) = (layout.len() as u8, tiles[tile.index()].id.as_str());
                self.tell(|| Event::Tile { space, tile });
            }
            self.game.battle.field = laid(tiles, &layout);
            if self.game.battle.field.is_valid() {
                break;
            }
            self.tell(|| Event::LaidAgain);
        }
        self.game.stage = Stage::Place;
        Ok(())
    }

    /// A friendly Unit is placed in the bottom row (pre.place.1, terrain.i.3).
    pub(crate) fn place(&mut self) -> Play<()> {
        let waiting = |at: &FighterId| {
            let fighter = &self.game.battle.fighters[*at];
            fighter.fate == Fate::Here && fighter.hex.is_none()
        };
        let Some(fighter) = self.game.battle.fighters.ids().find(waiting) else {
            self.game.battle.cursor = (FighterId(0), 0);
            self.game.stage = Stage::Orders;
            return Ok(());
        };
        let target = self.game.card(self.charts, fighter).target;
        let mut menu = self.table.menu();
        for hex in Hexes::BOTTOM {
            let ground = self.game.battle.field.at(hex);
            let kept_out = (!ground.admits(target)).then_some(match ground {
                Ground::Water => (rule!("terrain.w.1"), "nobody stands in Water"),
                _ => (rule!("terrain.i.3"), "vehicles cannot be placed there"),
            });
            menu.weigh(PlaceAnswer::Place(hex), kept_out);
        }
        let unit = self.numbered(fighter);
        let PlaceAnswer::Place(hex) = self.ask(Ask::Place(unit), &menu)?;
        self.game.battle.fighters[fighter].hex = Some(hex);
        self.tell(|| Event::Placed { unit, hex });
        Ok(())
    }

    /// Move Orders before turn 1: for Rifles two, for AT teams and machine guns one (pre.place.2 to .5).
    pub(crate) fn orders(&mut self) -> Play<()> {
        let (fighter, given) = self.game.battle.cursor;
        if !self.game.battle.fighters.holds(fighter) {
            self.game.stage = Stage::Muster;
            return Ok(());
        }
        let charts = self.charts;
        let card = self.game.card(charts, fighter);
        let granted = charts.numbers.orders.friendly[card.role].unwrap_or(0)
            + self.game.battle.mods.friendly_advance[card.r#type.index()];
        let standing = &self.game.battle.fighters[fighter];
        if standing.at().is_none() || standing.immobile || self.game.unit(fighter).is_stuck() || given >= granted {
            self.game.battle.cursor = (fighter.next(), 0);
            return Ok(());
        }
        let mut menu = self.table.menu();
        self.destinations(&mut menu, fighter);
        menu.offer(OrdersAnswer::Stay);
        let unit = self.numbered(fighter);
        match self.ask(Ask::Orders(unit), &menu)? {
            OrdersAnswer::Goal(Goal::To(hex)) => self.moves(fighter, hex),
            OrdersAnswer::Goal(Goal::Drive(hex)) => {
                self.overdrive(fighter);
                self.moves(fighter, hex);
            }
            // Who declines one order needs no other.
            OrdersAnswer::Stay => {
                self.game.battle.cursor = (fighter.next(), 0);
                return Ok(());
            }
        }
        self.game.battle.cursor = (fighter, given + 1);
        Ok(())
    }

    /// Where a fighter can go, at its own Speed or with Overdrive.
    pub(crate) fn destinations<A: Answer<Choice> + From<Goal>>(&self, menu: &mut Menu<Choice, A>, fighter: FighterId) {
        let (game, charts) = (&*self.game, self.charts);
        let (card, Some(hex)) = (game.card(charts, fighter), game.battle.fighters[fighter].at()) else { return };
        let speed = game.speed_of(card);
        let reached = game.reach(card, hex, speed);
        reached.for_each(|hex| menu.offer(Goal::To(hex).into()));
        if game.can(charts, fighter, Skill::Overdrive) {
            let beyond = game.reach(card, hex, speed + 1).without(reached);
            beyond.for_each(|hex| menu.offer(Goal::Drive(hex).into()));
        }
    }

    /// A fighter moves; Exposed comes off (damage.ap.exposed2).
    pub(crate) fn moves(&mut self, fighter: FighterId, hex: Hex) {
        let within = self.game.battle.fighters[fighter].hex.replace(hex) == Some(hex);
        self.not_exposed(fighter);
        self.tell_of(
            fighter,
            |unit| if within { Event::MovedWithin { unit, hex } } else { Event::Moved { unit, hex } },
        );
    }

    /// Overdrive costs 1 Stress (commander.skill.7).
    pub(crate) fn overdrive(&mut self, fighter: FighterId) {
        if let Some(commander) = self.game.battle.fighters[fighter].commander {
            self.strain(commander, 1, Strain::Overdrive);
        }
    }

    /// The enemy's counters are gathered and placed (pre.enemy.1 to .5, R90).
    pub(crate) fn muster(&mut self) -> Play<()> {
        let (charts, nation) = (self.charts, self.game.nation(self.charts));
        let mods = self.game.battle.mods;
        let mut counts = Kind::ALL.map(|kind| {
            let counters = Model::of(kind)
                .map_or(u8::MAX, |model| charts.enemies[nation][model].as_ref().map_or(0, |card| card.count));
            let added =
                (self.game.listed(charts, self.game.battle.battalion, kind) + mods.add[kind.index()]).min(counters);
            added.saturating_sub(mods.remove[kind.index()])
        });
        for _ in 0..mods.remove_any {
            let kinds: ArrayVec<Kind, { Kind::ALL.len() }> =
                Kind::ALL.into_iter().filter(|kind| counts[kind.index()] > 0).collect();
            if kinds.is_empty() {
                break;
            }
            let kind = self.pick(Ask::Fewer, kinds, Choice::Kind)?;
            counts[kind.index()] -= 1;
            self.tell(|| Event::Fewer { kind });
        }
        let mut models: ArrayVec<Model, MOST_ENEMIES> = ArrayVec::new();
        let mut cup = charts.cups[self.game.campaign];
        for kind in Kind::ALL {
            for _ in 0..counts[kind.index()] {
                let model = match Model::of(kind) {
                    Some(model) => Some(model),
                    None => self.tank_from(&mut cup)?,
                };
                // What there is no counter for is not placed (R42).
                if let Some(model) = model {
                    let _ = models.try_push(model);
                }
            }
        }
        for model in models {
            self.place_enemy(model)?;
        }
        self.game.battle.mustered = true;
        if !self.battle_stops() {
            self.game.stage = Stage::Advances;
        }
        Ok(())
    }

    /// A tank from the cup, without replacement within a battle (setup.cup.2, .3).
    fn tank_from(&mut self, cup: &mut [u8; Model::ALL.len()]) -> Play<Option<Model>> {
        let left: usize = cup.iter().map(|n| usize::from(*n)).sum();
        if left == 0 {
            return Ok(None);
        }
        let mut nth = self.draw("Tank from the cup", rule!("setup.cup.2"), left)?;
        for model in Model::ALL {
            let count = usize::from(cup[model.index()]);
            if nth < count {
                cup[model.index()] -= 1;
                self.tell(|| Event::TankDrawn { model });
                return Ok(Some(model));
            }
            nth -= count;
        }
        Ok(None)
    }

    /// A d10 says where an enemy starts; Water is rolled again, and a vehicle does not stand on Impassable ground (terrain.i.4, R30).
    fn place_enemy(&mut self, model: Model) -> Play<()> {
        let (charts, at) = (self.charts, EnemyId::new(self.game.battle.enemies.len()));
        let target = charts.enemy(self.game.nation(charts), model).target;
        self.game.battle.enemies.push(Enemy { model, hex: None, active: true, moved: false, acted: false });
        let field = self.game.battle.field;
        let rolled = loop {
            let check = Check::on("placement", model.kind().start(), rule!("pre.enemy.1"), &charts.placement);
            let hex = self.table.read(&check, &charts.placement)?;
            if field.at(hex) != Ground::Water {
                break hex;
            }
            self.tell(|| Event::Reroll { hex });
        };
        let mut hex = rolled;
        if !field.at(rolled).admits(target) {
            let open = field.such(Ground::is_open);
            let least = open.map(|hex| hex.distance(rolled)).min();
            let closest: Hexes = open.filter(|hex| Some(hex.distance(rolled)) == least).collect();
            self.tell(|| Event::Barred { enemy: at, model, hex: rolled });
            hex = self.pick(Ask::Placed(at), closest, Choice::To)?;
        }
        self.game.battle.enemies[at].hex = Some(hex);
        self.tell(|| Event::EnemyPlaced { enemy: at, model, hex });
        Ok(())
    }

    /// Starting advances, then those of notes and cards (pre.advance.1, .2). They depend on nothing that other enemies do, so their order
    /// needs no asking.
    pub(crate) fn advances(&mut self) -> Play<()> {
        for enemy in self.game.battle.enemies.ids() {
            let kind = self.game.battle.enemies[enemy].model.kind();
            for _ in 0..self.charts.numbers.orders.enemy[kind].unwrap_or(0) {
                self.carry_out(enemy, Order::Advance)?;
            }
        }
        for enemy in self.game.battle.enemies.ids() {
            let kind = self.game.battle.enemies[enemy].model.kind();
            for _ in 0..self.game.battle.mods.enemy_advance[kind.index()] {
                self.carry_out(enemy, Order::Advance)?;
            }
        }
        self.game.stage = Stage::Strikes;
        Ok(())
    }

    /// Aggressiveness, Tactic counters, strikes, enemy strikes; then turn 1 (pre.aggr.1, R48).
    pub(crate) fn strikes(&mut self) -> Play<()> {
        self.aggressiveness()?;
        self.tactic_counters()?;
        let mut nth = 0;
        let strikes = |what: &What| match *what {
            What::Strike { n: Within(n), need: Within(need), target } => Some((n, Strike { need, target })),
            _ => None,
        };
        while let Some((n, strike)) = self.battle_effect(nth, strikes) {
            nth += 1;
            for _ in 0..n {
                self.strike(strike)?;
            }
        }
        let mut nth = 0;
        let strikes = |what: &What| match *what {
            What::EnemyStrike { n: Within(n), need: Within(need) } => Some((n, need)),
            _ => None,
        };
        while let Some((n, need)) = self.battle_effect(nth, strikes) {
            nth += 1;
            for _ in 0..n {
                self.enemy_strike(need)?;
            }
        }
        if !self.battle_stops() {
            self.start_turn();
        }
        Ok(())
    }

    fn aggressiveness(&mut self) -> Play<()> {
        let charts = self.charts;
        let sides = match self.game.battle.mods.die {
            Some(sides) => sides,
            None => {
                let campaign = self.game.campaign(charts);
                let low = campaign.d6_up_to;
                let mut check = Check::at_most("campaigns", "Aggressiveness", rule!("pre.aggr.1"), D10, low)
                    .on_line(&campaign.name)
                    .in_column(headings::D6_UP_TO)
                    .called("d6", "d10")
                    .remark(Remark::From("for a d6"))
                    .held(1, 10);
                self.game.changed_by_cards(charts, &mut check, T::LISTENS, rule!("pre.aggr.1"), |mods| mods.aggression);
                if self.table.test(&check)? { 6 } else { 10 }
            }
        };
        self.game.battle.die = sides;
        self.tell(|| Event::Die { sides });
        Ok(())
    }

    /// Tactic counters of Units, Commanders and cards (unit.note.6, .7, commander.skill.4, .9).
    fn tactic_counters(&mut self) -> Play<()> {
        let charts = self.charts;
        for fighter in self.game.battle.fighters.ids() {
            let card = self.game.card(charts, fighter);
            let skills = self.game.living(fighter).map(|commander| commander.card(charts).skills).unwrap_or_default();
            let standing = &mut self.game.battle.fighters[fighter];
            (standing.tactics, standing.commands) = (card.tactic, card.command_tactic);
            standing.his_tactics = skills.count(Skill::Tactic);
            standing.his_commands = skills.count(Skill::CommandTactic);
        }
        let mut nth = 0;
        let counters = |what: &What| match *what {
            What::Tactic { n: Within(n), who, command } => Some((n, who, command)),
            _ => None,
        };
        while let Some((n, who, command)) = self.battle_effect(nth, counters) {
            nth += 1;
            let meant = |at: &FighterId| {
                self.game.battle.fighters[*at].fate == Fate::Here && who.includes(self.game.card(charts, *at).r#type)
            };
            let meant: Ids<FighterId> = self.game.battle.fighters.ids().filter(meant).collect();
            if meant.is_empty() {
                continue;
            }
            let one = match who {
                Who::One => Some(self.pick_fighter(Ask::OneUnit, meant, Choice::Unit)?),
                Who::Random => match self.draw_lot("Unit the Event befalls", rule!("pre.event.2"), meant)? {
                    Some((fighter, lot)) => {
                        let unit = self.numbered(fighter);
                        self.tell(|| Event::FallsOn { unit, lot });
                        Some(fighter)
                    }
                    None => None,
                },
                _ => None,
            };
            for fighter in one.map_or(meant, |one| std::iter::once(one).collect()) {
                let standing = &mut self.game.battle.fighters[fighter];
                if command {
                    standing.commands += n;
                } else {
                    standing.tactics += n;
                }
                let unit = self.numbered(fighter);
                self.tell(|| Event::Counter { unit, command });
            }
        }
        Ok(())
    }

    /// One die against an enemy of the player's choice; its Defense counts without cover.
    fn strike(&mut self, strike: Strike) -> Play<()> {
        let charts = self.charts;
        let open = |at: &EnemyId| self.game.can_strike(charts, strike, *at);
        let open: Ids<EnemyId> = self.game.battle.enemies.ids().filter(open).collect();
        if open.is_empty() {
            return Ok(());
        }
        self.game.battle.strike = Some(strike);
        let enemy = self.pick(Ask::Strike, open, Choice::Fire)?;
        self.game.battle.strike = None;
        let (model, on) = (self.game.battle.enemies[enemy].model, self.aim_at(enemy));
        self.tell(|| Event::Strikes { enemy, model });
        if self.table.test(&strike.check())? {
            let defense = self.game.enemy_defense_check(charts, enemy, Cover::Ignored, 0, T::LISTENS);
            self.strike_home(enemy, 1, &defense)?;
        } else {
            self.tell(|| Event::Missed { on, by: None });
        }
        self.table.settled()
    }

    /// One die against a random friendly Unit; its Defense counts with cover.
    fn enemy_strike(&mut self, need: i8) -> Play<()> {
        let here = self.game.battle.fighters.such(|fighter| fighter.at().is_some());
        let Some((fighter, lot)) = self.draw_lot("Unit the Event befalls", rule!("pre.event.2"), here)? else {
            return Ok(());
        };
        let unit = self.numbered(fighter);
        self.tell(|| Event::FallsOn { unit, lot });
        let check = Check::at_least("strike", "Enemy strike", rule!("pre.event.2"), D10, need).called("hit", "miss");
        if self.table.test(&check)? {
            let defense = self.game.friendly_defense_check(self.charts, fighter, 0, T::LISTENS);
            self.suffer(fighter, 1, &defense, None)?;
        } else {
            self.tell(|| Event::Missed { on: AimedAt::Unit { unit }, by: None });
        }
        Ok(())
    }
}
