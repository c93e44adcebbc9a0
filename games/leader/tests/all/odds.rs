//! What may hit us is what real play comes to: the next enemy step, played many times.

use crate::common::*;
use hulldown_core::check::{Check, Rolled};
use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::Seat;
use hulldown_core::odds::sample;
use hulldown_core::playable::aids::Threat;
use hulldown_core::session::Session;
use hulldown_core::table::{Listed, Play, Table};
use hulldown_core::{Game, Generator, Playable, Voice};
use hulldown_leader::Leader;
use hulldown_leader::charts::Charts;
use hulldown_leader::state::{Fate, Stage, Step};
use hulldown_leader::talk::{Ask, Choice, Event};
use hulldown_leader::words::*;

fn threats(game: &Leader) -> Vec<Threat> {
    Leader::AIDS.threats.unwrap()(game, charts(), Seat(0))
}

/// A table of chance: dice from a stream, we do nothing, ties go to the first.
struct Chance {
    stream: u64,
    fired: bool,
    hit: bool,
}

impl Chance {
    fn next(&mut self) -> u64 {
        self.stream = self.stream.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.stream ^ (self.stream >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Table<Leader> for Chance {
    const LISTENS: bool = false;

    fn roll(&mut self, check: &Check) -> Play<Rolled> {
        let faces = (0..check.dice.count).map(|_| (1 + self.next() % u64::from(check.dice.sides)) as u8).collect();
        Ok(check.rolled(faces))
    }

    fn choose(&mut self, _: &Leader, _: &'static Charts, _: Seat, _: Ask, menu: &Listed<Choice>) -> Play<Choice> {
        let passes = |option: &&Choice| matches!(option, Choice::Done | Choice::No);
        Ok(*menu.options().iter().find(passes).unwrap_or(&menu.options()[0]))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::EnemyAttacks { .. } => self.fired = true,
            Event::Damaged { .. } | Event::Lost { .. } => self.hit = true,
            _ => {}
        }
    }
}

/// How often the only enemy fires, hits and Destroys in the next enemy step, in parts of 1.
fn played(start: &Leader, games: u32) -> [f64; 3] {
    let mut times = [0u32; 3];
    let mut table = Chance { stream: 1944, fired: false, hit: false };
    for _ in 0..games {
        let mut game = start.clone();
        (table.fired, table.hit) = (false, false);
        let mut fought = game.stage == Stage::Enemy;
        while matches!(game.stage, Stage::Act(_) | Stage::Roll | Stage::Enemy | Stage::TurnEnd) {
            game.advance(charts(), &mut table).unwrap();
            let was = fought;
            fought |= game.stage == Stage::Enemy;
            if was && game.stage == Stage::Act(Step::Slow) {
                break;
            }
        }
        let destroyed = game.battle.fighters.iter().any(|fighter| fighter.fate == Fate::Destroyed);
        for (times, happened) in times.iter_mut().zip([table.fired, table.hit, destroyed]) {
            *times += u32::from(happened);
        }
    }
    times.map(|times| f64::from(times) / f64::from(games))
}

/// The threats say what play comes to.
fn agree(what: &str, scene: &Scene) -> Threat {
    let mut all = threats(&scene.game);
    assert_eq!(all.len(), 1, "{what}: {all:?}");
    let one = all.remove(0);
    let games = 15_000;
    for (said, came) in [one.fires, one.hits, one.knocks_out].into_iter().zip(played(&scene.game, games)) {
        // Four standard errors, and what rounding takes.
        let error = 4.0 * (said * (1.0 - said) / f64::from(games)).sqrt() + 5e-5;
        assert!((said - came).abs() <= error, "{what}: {said} is said, {came} came: {one:?}");
        assert!((said * 1e4 - (said * 1e4).round()).abs() < 1e-9, "{what}: {said} has more than four decimals");
    }
    one
}

fn flank(scene: Scene) -> Scene {
    scene.set("options.flank = true")
}

/// rules: leader enemy.attack.4 enemy.attack.10 opt.flank.1 opt.flank.2 damage.rule.5
#[test]
fn chances_are_those_of_real_play() {
    let tank = |model| Scene::battle().unit("042 eandi 61").stands(model, 51).fast();
    agree("a StuG", &tank(Model::Stug));
    let plain = agree("a King Tiger", &tank(Model::KingTiger));
    let flanked = agree("a King Tiger, with Flank Attacks", &flank(tank(Model::KingTiger)));
    assert!(flanked.hits > plain.hits && flanked.knocks_out > plain.knocks_out);
    agree("a StuG that comes", &flank(Scene::battle().unit("042 eandi 61").enemy("stug 31").fast()));
    let team = Scene::battle().unit("902 jones 61").enemy("rifle 61").at(Stage::Enemy);
    agree("a Rifle in the hex of a team", &flank(team));
    // Two counters of one attack: the second of these Destroys, and a Commander is wounded once.
    let cup = [Damage::Hull, Damage::Engine, Damage::Suspension, Damage::Wounded, Damage::Stress];
    let few = tank(Model::Stug).hurt(Lasting::Gun).cup(Target::Ap, &cup);
    agree("few counters", &few.with(|game| game.battle.cup.iter_mut().for_each(|count| *count *= 2)));
}

/// rules: leader damage.ap.exposed
#[test]
fn in_the_slow_step_it_is_the_next_turns_enemy_step() {
    let exposed = Scene::battle().unit("042 eandi 61").that(|fighter| fighter.exposed = Some(2));
    let held = exposed.enemy("pz4 41").with(|game| game.battle.mods.hold_turns = 0b0110);
    let slow = agree("Exposed from the next turn on", &held.clone().slow());
    assert!(slow.hits > agree("not yet", &held.fast()).hits);
}

/// rules: leader enemy.roll.3 enemy.roll.4 combat.turn.2 combat.turn.4 opt.tenacity.1
#[test]
fn the_next_enemy_step_is_reckoned_as_it_will_be() {
    let far = || Scene::battle().unit("902 jones 61").enemy("rifle 41");
    // It holds in this turn, not in the next.
    let surprise = far().with(|game| game.battle.mods.hold_turns = 1 << 1);
    assert!(threats(&surprise.clone().fast().game).is_empty());
    agree("free to move in turn 2", &surprise.slow());
    // At the end of the turn the enemy is at Half: 2 less on its roll.
    let half = |half| far().with(|game| game.battle.half = half);
    let (now, then) = (agree("Half already", &half(true).slow()), agree("Half by then", &half(false).slow()));
    assert_eq!(now, then);
    assert_ne!(agree("Half is looked for at the end of a turn", &half(false).fast()).fires, then.fires);
    // No enemy step follows the last turn, unless we may fight one turn longer.
    let last = || far().slow().set("battle.turn = 4");
    assert!(threats(&last().game).is_empty());
    let longer = last().set("options.tenacity = true").game;
    assert_eq!(threats(&longer).len(), 1);
    assert!(threats(&last().with(|game| (game.options.tenacity, game.battle.tenacity) = (true, true)).game).is_empty());
}

/// A step of many rolls is tried with fewer lines, so that asking for its odds ends in good time.
#[test]
fn odds_of_a_long_step_are_bounded_by_its_rolls() {
    let guided = Leader::guided();
    let mut game = Session::<Leader>::new(guided.setup, charts(), DiceBox::new(guided.seed, DiceMode::Random)).unwrap();
    for key in guided.answers {
        game.choose_key(Seat(0), key).unwrap_or_else(|why| panic!("{key}: {why}"));
    }
    let mut lines = Vec::new();
    for turn in 0..400 {
        let Some((options, _)) = game.question(Seat(0)) else { break };
        let options = options.to_vec();
        lines.extend(options.iter().map(|&option| sample(&game, Seat(0), option, 40, &mut Generator::new(7)).lines));
        game.choose(Seat(0), options[(7 * turn + 3) % options.len()]).unwrap();
    }
    let (fewest, most) = (lines.iter().min().unwrap(), lines.iter().max().unwrap());
    assert!((5..40).contains(fewest) && *most == 40, "{fewest} to {most} lines");
}

/// Every fall of the dice is counted: two to hit, and one for Defense against each hit.
///
/// rules: leader combat.attack.2 combat.attack.4 combat.attack.5 combat.attack.7 unit.note.2
#[test]
fn a_plain_attack_is_reckoned_from_every_fall_of_its_dice() {
    let charts = charts();
    let ranges = [2, 0, -1, -2, -3];
    assert_eq!(charts.numbers.attack.range, ranges);
    for card in &charts.units {
        for enemy in Nation::ALL.into_iter().flat_map(|nation| charts.enemies[nation].iter().flatten()) {
            let need = if enemy.target == Target::Ap { card.ap } else { card.he };
            let close = card.ap_r0_only && enemy.target == Target::Ap;
            let reach = card.range[0]..=if close { 0 } else { card.range[1] };
            let due: [i32; 5] = std::array::from_fn(|range| {
                let hits = |die: &i8| die + ranges[range] >= need;
                let past = |die: &i8| *die > enemy.defense;
                let ways = (1..=10).filter(hits).count() * (1..=10).filter(past).count();
                let reaches = need != 0 && reach.contains(&(range as u8));
                if reaches { (10_000 - (100 - ways).pow(2)).div_ceil(100) as i32 } else { 0 }
            });
            assert_eq!(card.kill_chances(charts, enemy), due, "{} at {}", card.number, enemy.name);
        }
    }
}
