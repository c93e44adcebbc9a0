//! Looking ahead: what the fire of a unit may do to a tank, by the same rolls that play makes.

use crate::charts::Charts;
use crate::commands;
use crate::damage::HATCHES;
use crate::enemy::{Incoming, lucky_2cm};
use crate::state::{Ace, Enemy, EnemyAim, Player, Progress, Stage, UnitId};
use crate::talk::{Ask, Choice, numbered, unit_name};
use crate::words::{B2Block, B2Result, B2Target, B3Result, Class, Mission, Part, PenColumn, Range};
use hulldown_core::chart::DieTable;
use hulldown_core::check::Check;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::Threat;
use std::cell::LazyCell;

/// The chance of a roll; none for one that is not made.
pub(crate) fn chance(check: Option<&Check>) -> f64 {
    check.and_then(Check::chance).map_or(0.0, |(ways, of)| f64::from(ways) / f64::from(of))
}

/// The chance that a roll on a column, with a modifier, comes to a wanted cell.
pub(crate) fn share<T: Copy>(column: &DieTable<T>, modifier: i8, wanted: impl Fn(T) -> bool) -> f64 {
    ways(column, |n| wanted(column.at(n + modifier)))
}

/// The chance of a natural roll on a column.
fn ways<T>(column: &DieTable<T>, wanted: impl Fn(i8) -> bool) -> f64 {
    f64::from(column.dice.ways_where(wanted)) / f64::from(column.dice.ways())
}

/// What one action of a unit may do to the tank it targets, each as its chance. The others make up the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blow {
    /// A round strikes, or small arms sweep a tank from which somebody looks out.
    pub(crate) hits: f64,
    /// The tank is lost.
    pub(crate) destroyed: f64,
    /// It is stopped.
    pub(crate) immobilized: f64,
    /// A man is hit at his hatch, and the others are driven under cover.
    pub(crate) man_hit: f64,
    /// The crew is driven under cover by small arms.
    pub(crate) under_cover: f64,
    /// The crew is driven under cover by a blow that shocks (7.3.8).
    pub(crate) under_cover_shocked: f64,
    /// The armor holds, and the blow shocks (7.3.8).
    pub(crate) shocked: f64,
}

/// [CH.B3] The chances of what a round does that strikes.
#[derive(Default)]
struct Through {
    destroyed: f64,
    immobilized: f64,
    blow: f64,
    held: f64,
}

impl Through {
    fn of(charts: &Charts, column: PenColumn) -> Self {
        let (ways, all) = (&charts.b3_ways[column], f64::from(charts.b3[column].dice.ways()));
        Through {
            destroyed: f64::from(ways[B3Result::De]) / all,
            immobilized: f64::from(ways[B3Result::Imm] + ways[B3Result::ImmStar]) / all,
            blow: f64::from(ways[B3Result::B]) / all,
            held: f64::from(ways[B3Result::Np]) / all,
        }
    }
}

impl Ace {
    /// [BC.6a] What a unit that fires may do.
    pub(crate) fn blow(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> Blow {
        let (strikes, sweeps) = (self.strikes(charts, fire, enemy), self.sweeps(charts, fire, enemy));
        self.falls(charts, fire, [strikes, sweeps], self.strikes_with(charts, fire, enemy))
    }

    /// [BC.6a] The chance that a unit that fires destroys the tank.
    pub(crate) fn knocks_out(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> f64 {
        let strikes = self.strikes(charts, fire, enemy);
        if strikes == 0.0 {
            return 0.0;
        }
        strikes * self.through(charts, fire, self.strikes_with(charts, fire, enemy)).destroyed
    }

    /// [6.3f] Whether infantry may try the Panzerfaust.
    fn has_faust(&self, fire: Incoming, enemy: &Enemy) -> bool {
        enemy.class == Class::Inf && self.players[fire.board.index()].board.range == Range::Close
    }

    /// The chance that infantry fires the Panzerfaust.
    fn dares(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> f64 {
        match enemy.progress {
            Progress::Faust => 1.0,
            Progress::Ahead if self.has_faust(fire, enemy) => chance(self.faust_attempt(charts, fire, enemy).as_ref()),
            _ => 0.0,
        }
    }

    /// The chance that a round of a unit strikes the tank: of its gun, of the Panzerfaust, or by luck of a 2cm.
    fn strikes(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> f64 {
        match enemy.class {
            _ if matches!(enemy.progress, Progress::Struck(_)) => 1.0,
            Class::T | Class::Spg | Class::At => chance(Some(&self.enemy_to_hit(charts, fire, enemy))),
            Class::Inf => self.dares(charts, fire, enemy) * chance(Some(&self.faust_to_hit(charts, fire, enemy))),
            Class::W => 0.0,
            Class::R | Class::Ht => {
                let check = self.enemy_mg(charts, fire, enemy);
                let column = charts.b2.column(B2Block::Mg, B2Target::Tank);
                ways(column, |n| lucky_2cm(charts, enemy, n + check.modifier()))
            }
        }
    }

    /// How far that round goes through armor.
    fn strikes_with(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> i8 {
        if self.has_faust(fire, enemy) { charts.b4.pen } else { self.enemy_penetration(charts, fire, enemy) }
    }

    /// [CH.B2, R8] The chance that small arms sweep the tank.
    fn sweeps(&self, charts: &'static Charts, fire: Incoming, enemy: &Enemy) -> f64 {
        if !matches!(enemy.class, Class::Inf | Class::R | Class::Ht) || matches!(enemy.progress, Progress::Struck(_)) {
            return 0.0;
        }
        let check = self.enemy_mg(charts, fire, enemy);
        let column = charts.b2.column(B2Block::Mg, B2Target::Tank);
        let strikes = |n: i8| lucky_2cm(charts, enemy, n + check.modifier());
        (1.0 - self.dares(charts, fire, enemy))
            * ways(column, |n| !strikes(n) && column.at(n + check.modifier()) != B2Result::None)
    }

    /// What comes of it, where a round strikes and small arms sweep the tank with these chances.
    fn falls(&self, charts: &'static Charts, fire: Incoming, [strikes, sweeps]: [f64; 2], pen: i8) -> Blow {
        let hull_down = self.players[fire.at.index()].mat.hull_down;
        let through = if strikes > 0.0 { self.through(charts, fire, pen) } else { Through::default() };
        let recon = self.firer(fire).is_some_and(|enemy| enemy.class == Class::R);
        // Of those who look out: the share of men hit, of men driven under cover, and of nobody there.
        let shares = |chance: f64, turret_only: bool| {
            let hit = if chance > 0.0 { self.man_hit(charts, fire.at, turret_only) } else { None };
            hit.map_or([0.0, 0.0, 1.0], |hit| [hit, 1.0 - hit, 0.0])
        };
        let ([struck, ducks, none], [hurt, covers, _]) =
            (shares(strikes, hull_down && recon), shares(sweeps, hull_down));
        let blow = strikes * through.blow;
        Blow {
            hits: strikes + sweeps * (hurt + covers),
            destroyed: strikes * through.destroyed,
            immobilized: strikes * through.immobilized,
            man_hit: blow * struck + sweeps * hurt,
            under_cover: sweeps * covers,
            under_cover_shocked: blow * ducks,
            shocked: blow * none + strikes * through.held,
        }
    }

    /// [7.3.1b, CH.B3] What a round does that strikes the tank.
    fn through(&self, charts: &'static Charts, fire: Incoming, pen: i8) -> Through {
        let on = |part: Part| Through::of(charts, PenColumn::of(pen, self.tank_armor(charts, fire, part)));
        match self.firer(fire).map(|enemy| enemy.progress) {
            Some(Progress::Struck(Some(part))) => return on(part),
            _ if self.players[fire.at.index()].mat.hull_down => return on(Part::Turret),
            _ => {}
        }
        let high = share(&charts.location, 0, |part| part == Part::Turret);
        let (turret, hull) = (on(Part::Turret), on(Part::Hull));
        let either = |turret: f64, hull: f64| high * turret + (1.0 - high) * hull;
        Through {
            destroyed: either(turret.destroyed, hull.destroyed),
            immobilized: either(turret.immobilized, hull.immobilized),
            blow: either(turret.blow, hull.blow),
            held: either(turret.held, hull.held),
        }
    }

    /// [7.3.2e] The chance that some man who looks out is hit; none if nobody does.
    fn man_hit(&self, charts: &'static Charts, seat: Seat, turret_only: bool) -> Option<f64> {
        let player = &self.players[seat.index()];
        let reach = if turret_only { 1 } else { HATCHES.len() };
        let out = HATCHES[..reach].iter().filter_map(|hatch| player.in_open_hatch(*hatch));
        let hit = |man| chance(Some(&self.hit_at_hatch(charts, seat, man)));
        out.map(|man| 1.0 - hit(man)).reduce(|all, safe| all * safe).map(|safe| 1.0 - safe)
    }
}

/// Whether a round begins before the enemies of a board act next, and whether what lasts a round wears off.
fn until_the_enemy_acts(game: &Ace, board: Seat) -> (bool, bool) {
    match game.stage {
        Stage::Ready(_) | Stage::Opening(_) | Stage::RoundStart => (true, false),
        Stage::Events(_) | Stage::RoundEnd => (true, true),
        Stage::Commands(_) => (game.enemy_first(), game.enemy_first()),
        // Of two boards the first has had its enemy step of this round.
        Stage::Enemy(now) => (board < now, board < now),
        _ => (false, false),
    }
}

/// Who stands on a seat's board and does nothing to it in the next enemy step, so that nobody looks for him in vain: he may turn to it after that.
fn busy(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<String> {
    let fights = game.on_the_field(seat) && game.in_fight(seat) && !until_the_enemy_acts(game, seat).0;
    let looks = |enemy: &&Enemy| fights && enemy.looks_for_target() && !game.must_move(charts, enemy);
    let enemies = game.players[seat.index()].board.enemies.iter().filter(looks);
    let names: Vec<String> = enemies.map(|enemy| placed_name(game, charts, enemy)).collect();
    let turns = (chance(Some(&game.targeting_check(charts, seat))) * 100.0).round();
    let line = || format!("Busy this round; each may turn to you in the next ({turns}%): {}.", names.join(", "));
    if names.is_empty() { Vec::new() } else { vec![line()] }
}

/// What a unit is called, and where it stands.
fn placed_name(game: &Ace, charts: &'static Charts, enemy: &Enemy) -> String {
    let name = unit_name(charts, game.field.grade, enemy.class, enemy.kind);
    format!("{} in area {}", numbered(name, enemy.id), enemy.area.id())
}

/// Who moves to the flank of a seat's tank in the next enemy step or lets his riders get off then, and so does not fire in it: he is no less
/// a threat for that.
fn on_the_way(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<String> {
    if !game.on_the_field(seat) || !game.field.fights[seat.index()] {
        return Vec::new();
    }
    let told = |enemy: &Enemy| {
        let name = placed_name(game, charts, enemy);
        match charts.flank_move[enemy.area.index()].filter(|_| game.must_move(charts, enemy)) {
            Some(to) => {
                let (to, lies) = (to.id(), to.lies());
                Some(format!("{name} moves to {to}, your {lies}; it may fire from the next round on."))
            }
            None if enemy.mounted && enemy.class.is_vehicle() => {
                Some(format!("{name} lets its infantry get off; both may fire from the next round on."))
            }
            None => None,
        }
    };
    game.players[seat.index()].board.enemies.iter().filter(|enemy| enemy.on_board()).filter_map(told).collect()
}

/// Who targets a seat's tank, or may, and cannot hurt it, told so that nobody looks for them in vain.
fn harmless(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<String> {
    let mut all: Vec<Threat> = Vec::new();
    each_aimed(game, charts, seat, |by| {
        if by.fires > 0.0 && by.blow.hits == 0.0 {
            all.push(by.threat(game, charts, seat));
        }
    });
    Threat::sort(&mut all);
    let looks_out = HATCHES.into_iter().any(|hatch| game.players[seat.index()].in_open_hatch(hatch).is_some());
    let why = if looks_out { "" } else { ": nobody looks out" };
    // Who has not turned to the tank yet may do so by the dice of the next round.
    let told = |sure: bool| {
        let names: Vec<&str> = all.iter().filter(|it| (it.fires == 1.0) == sure).map(|it| &*it.label).collect();
        let verb = match (sure, names.len()) {
            (true, 1) => "targets",
            (true, _) => "target",
            (false, _) => "may turn to",
        };
        let (last, first) = names.split_last()?;
        let first = if first.is_empty() { String::new() } else { format!("{} and ", first.join(", ")) };
        Some(format!("{first}{last} {verb} you and cannot hurt you{why}."))
    };
    [true, false].into_iter().filter_map(told).collect()
}

/// Who does a seat's tank no harm in the next enemy step though he is there.
pub(crate) fn no_threat(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<String> {
    let mut lines = on_the_way(game, charts, seat);
    lines.extend(harmless(game, charts, seat));
    lines.extend(busy(game, charts, seat));
    lines
}

/// What may hit a seat's tank in the next enemy step, the worst first.
pub(crate) fn threats(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<Threat> {
    let mut all = Vec::new();
    each_aimed(game, charts, seat, |by| all.push(by.threat(game, charts, seat)));
    Threat::sort(&mut all);
    all
}

/// What a unit on a seat's own board may do to its tank in the next enemy step, in bare chances.
pub(crate) struct Bearing {
    pub(crate) unit: UnitId,
    pub(crate) fires: f64,
    pub(crate) hits: f64,
    pub(crate) knocks_out: f64,
}

/// Who may hit a seat's tank in the next enemy step from its own board, in the order they were placed.
pub(crate) fn bearing(game: &Ace, charts: &'static Charts, seat: Seat) -> Vec<Bearing> {
    let mut all = Vec::new();
    each_aimed(game, charts, seat, |Aimed { enemy, board, fires, blow, .. }| {
        if *board == seat && fires * blow.hits > 0.0 {
            all.push(Bearing {
                unit: enemy.id,
                fires: *fires,
                hits: fires * blow.hits,
                knocks_out: fires * blow.destroyed,
            });
        }
    });
    all
}

/// A unit that may fire at a tank in the next enemy step.
struct Aimed<'g> {
    /// How the game stands then.
    then: &'g Ace,
    enemy: &'g Enemy,
    board: Seat,
    /// Whether of this round the enemy has had his step.
    next_round: bool,
    fires: f64,
    blow: Blow,
}

impl Aimed<'_> {
    fn threat(&self, game: &Ace, charts: &'static Charts, seat: Seat) -> Threat {
        let Aimed { then, enemy, board, next_round, fires, blow } = *self;
        let when = if next_round { ", next round" } else { "" };
        let name = unit_name(charts, game.field.grade, enemy.class, enemy.kind);
        let whose = if board == seat { String::new() } else { format!(" on {}", game.board_of(board)) };
        let looks_out = |hatch| then.players[seat.index()].in_open_hatch(hatch).is_some();
        let man = match HATCHES.map(looks_out) {
            [true, false, false] => "you are hit at your hatch",
            [true, ..] => "you or another man is hit at a hatch",
            _ => "a man is hit at his hatch",
        };
        let does = [
            ("destroyed", blow.destroyed),
            ("immobilized", blow.immobilized),
            (man, blow.man_hit),
            ("driven under cover and shocked", blow.under_cover_shocked),
            ("driven under cover", blow.under_cover),
            ("the armor holds but you are shocked", blow.shocked),
        ];
        Threat {
            spot: format!("{}unit:{}", if board == seat { "" } else { "partner-" }, enemy.id.0),
            label: format!("{} in area {}{whose}{when}", numbered(name, enemy.id), enemy.area.id()),
            fires,
            hits: fires * blow.hits,
            knocks_out: fires * blow.destroyed,
            does: does.into_iter().filter(|(_, of)| *of > 0.0).map(|(what, of)| (what, of / blow.hits)).collect(),
        }
    }
}

/// Who may fire at a seat's tank in the next enemy step. Where a round begins before it, units still busy elsewhere may turn to the tank, and
/// what wears off until then does not count.
fn each_aimed(game: &Ace, charts: &'static Charts, seat: Seat, mut note: impl FnMut(&Aimed<'_>)) {
    if !game.on_the_field(seat) {
        return;
    }
    let next_round = LazyCell::new(|| {
        let mut next_round = game.clone();
        for player in &mut next_round.players {
            if game.field.fight == Mission::Defense {
                player.board.closes_in();
            }
            player.board.wears_off();
        }
        next_round
    });
    for board in game.fighters().filter(|board| game.in_fight(*board)) {
        let (round_begins, wears_off) = until_the_enemy_acts(game, board);
        let then = if wears_off { &*next_round } else { game };
        let enemies = then.players[board.index()].board.enemies.iter();
        let turns = LazyCell::new(|| chance(Some(&game.targeting_check(charts, board))));
        for enemy in enemies.filter(|enemy| enemy.on_board() && enemy.progress != Progress::Over) {
            let (at, targets) = match enemy.aim {
                EnemyAim::Elsewhere if round_begins && enemy.looks_for_target() => (board, *turns),
                EnemyAim::Elsewhere => continue,
                EnemyAim::Tank => (board, 1.0),
                EnemyAim::Helper => (Seat(1 - board.0), 1.0),
            };
            if at != seat {
                continue;
            }
            let fires = if enemy.mounted || then.must_move(charts, enemy) { 0.0 } else { targets };
            let blow = then.blow(charts, Incoming { board, from: enemy.id, at }, enemy);
            note(&Aimed { then, enemy, board, next_round: wears_off, fires, blow });
        }
    }
}

/// What the enemy who now targets a seat's tank, or may, then does to it where a move leads, beside what he does to it as it stands.
pub(crate) fn bears(
    game: &Ace,
    charts: &'static Charts,
    seat: Seat,
    _: Ask,
    options: &[Choice],
) -> Vec<Option<String>> {
    let now = LazyCell::new(|| dangers(game, charts, seat));
    options.iter().map(|choice| bears_after(game, charts, seat, *choice, || *now)).collect()
}

fn bears_after(
    game: &Ace,
    charts: &'static Charts,
    seat: Seat,
    choice: Choice,
    now: impl FnOnce() -> [f64; 2],
) -> Option<String> {
    let moved = |change: &dyn Fn(&mut Player)| {
        let mut then = game.clone();
        change(&mut then.players[seat.index()]);
        dangers(&then, charts, seat)
    };
    let mut told = Vec::new();
    match choice {
        Choice::Forward | Choice::Backward => {
            let range = game.players[seat.index()].board.range;
            let range = if choice == Choice::Forward { range.closer() } else { range.farther() };
            // Who drives off the board is out of it.
            commands::preview(game, charts, seat, choice)?;
            told.push((
                "then",
                moved(&|player| {
                    player.board.range = range.unwrap_or(player.board.range);
                    player.mat.hull_down = false;
                    if choice == Choice::Forward {
                        player.board.own_smoke = 0;
                    }
                }),
            ));
        }
        Choice::Hull(facing) => told.push(("then", moved(&|player| player.mat.hull = facing))),
        Choice::HullDown => {
            told.push(("in cover", moved(&|player| player.mat.hull_down = true)));
            told.push(("without", moved(&|player| player.mat.hull_down = false)));
        }
        Choice::Flank(at) => {
            let area = game.players[seat.index()].board.enemy(at)?.area;
            told.push((
                "then",
                moved(&|player| {
                    player.mat.hull_down = false;
                    player.mat.exposed_but_to = Some(area);
                }),
            ));
        }
        _ => return None,
    }
    let cover = match choice {
        _ if !game.players[seat.index()].mat.hull_down => None,
        Choice::HullDown => Some("you are hull down already"),
        Choice::Forward | Choice::Backward | Choice::Flank(_) => Some("you give up your hull-down position"),
        _ => None,
    };
    let now = now();
    let percent = |[hits, out]: [f64; 2]| format!("hit {:.0}%, knocked out {:.0}%", 100.0 * hits, 100.0 * out);
    let then: Vec<String> = told.into_iter().map(|(when, then)| format!("{when} {}", percent(then))).collect();
    let dangers = (now[0] > 0.0 || then.iter().any(|then| !then.ends_with("hit 0%, knocked out 0%")))
        .then(|| format!("in the next enemy phase you are {}; as you stand {}", then.join(", "), percent(now)));
    let told: Vec<String> = cover.map(String::from).into_iter().chain(dangers).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The chance that anybody hits a seat's tank in the next enemy step, and that he knocks it out.
fn dangers(game: &Ace, charts: &'static Charts, seat: Seat) -> [f64; 2] {
    let mut safe = [1.0; 2];
    each_aimed(game, charts, seat, |by| {
        safe[0] *= 1.0 - by.fires * by.blow.hits;
        safe[1] *= 1.0 - by.fires * by.blow.destroyed;
    });
    safe.map(|safe| 1.0 - safe)
}
