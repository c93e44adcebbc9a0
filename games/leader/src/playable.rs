//! Sherman Leader as the program offers it.

use crate::attack::attack_dice;
use crate::bot::Sensible;
use crate::charts::Charts;
use crate::counsel;
use crate::ids::{EnemyId, FighterId};
use crate::map::Hexes;
use crate::odds::{Blows, Danger};
use crate::spoken;
use crate::state::{Leader, Stage};
use crate::talk::{AimedAt, Ask, Choice, Event, because, ordered};
use crate::words::{Damage, Skill, Strain};
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{About, Aids, Alike, Grave, Level, Outlook, ShotPart, Threat, Usual};
use hulldown_core::playable::bots::{Bots, NamedBot};
use hulldown_core::playable::{Cover, Form, Newcomer, PackFile, Sources};
use hulldown_core::session::Told;
use hulldown_core::{Playable, Policy};

impl Playable for Leader {
    const BOTS: &'static Bots<Leader> = &Bots {
        policies: &[NamedBot {
            name: "sensible",
            help: "many cheap teams and a few guns; attacks what it should beat, shoots from where it is shot at least",
            make: |_| Box::new(Sensible),
        }],
        value,
        weighs: "VP above all, then what is left of the enemy, the Units and their damage, SO, and Commanders fit and calm.",
        horizon,
        imagine: None,
    };

    const SOURCES: Sources = Sources {
        disagree: "the rulebook is silent",
        note: "The rulebook comes first, its sample game with it. Cards and charts that it does not print are designed around them.",
    };

    // Which of ten enemies acts next teaches nothing.
    const NEWCOMER: Newcomer =
        Newcomer { seat: 0, set: &[("campaign", "north_africa_1942"), ("objective", "probe")], level: Level::Routine };

    const COVER: Cover =
        Cover { players: "1 to 4", length: "a battle 20 minutes, a campaign 3 to 8 hours", difficulty: "medium" };

    const FORM: Form = Form {
        first: &["campaign", "objective", "seats", "player_1", "player_2", "player_3", "player_4"],
        called: &[
            ("campaign", "Campaign"),
            ("objective", "Objective"),
            ("tenacity", "Tenacity"),
            ("heroics", "Heroics"),
            ("flank", "Flank Attacks"),
            ("seats", "Players"),
            ("player_1", "First player"),
            ("player_2", "Second player"),
            ("player_3", "Third player"),
            ("player_4", "Fourth player"),
        ],
        only: &[
            ("player_1", "seats", &["2", "3", "4"]),
            ("player_2", "seats", &["2", "3", "4"]),
            ("player_3", "seats", &["3", "4"]),
            ("player_4", "seats", &["4"]),
        ],
        partners: Some(("seats", &["2", "3", "4"])),
    };

    fn tells(charts: &'static Charts, field: &str, value: &str) -> Option<String> {
        crate::text::card_line(charts, field, value)
    }

    const PACK: &'static [PackFile] = &[
        PackFile {
            name: "campaigns.more.toml",
            holds: "more Campaign cards",
            example: include_str!("../data/example/campaigns.more.toml"),
        },
        PackFile {
            name: "objectives.more.toml",
            holds: "more Objective cards",
            example: include_str!("../data/example/objectives.more.toml"),
        },
        PackFile {
            name: "battalions.more.toml",
            holds: "more Battalion cards",
            example: include_str!("../data/example/battalions.more.toml"),
        },
        PackFile {
            name: "units.more.toml",
            holds: "more Unit cards",
            example: include_str!("../data/example/units.more.toml"),
        },
    ];

    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("play leader --set campaign=bulge_1944 --set objective=over_there", "the campaign of the sample game"),
        ("play leader --set seats=3 --set player_1=Ann --set player_2=Bob", "three share the force"),
        ("charts leader units", "every Unit card"),
        ("charts leader --example", "files of a pack of your own"),
        ("sim leader --games 100 --over campaign", "how the bot fares in each campaign"),
    ];

    const AIDS: &'static Aids<Leader> = &Aids {
        stretches: &[
            ("turn", "to the next turn"),
            ("battle", "to the next battle"),
            ("battle-over", "to the end of this battle"),
            ("week", "to the next Week"),
        ],
        kinds: Ask::USUAL,
        usual,
        shots: |_, _, _| None,
        ends,
        threats: Some(threats),
        unsure: |game, charts, _| game.quiet(charts).map(String::from).into_iter().collect(),
        story: Some(crate::text::story),
        phase,
        about,
        outlooks: &[
            Outlook {
                says: "the Battalion is Destroyed",
                good: true,
                holds: |before, now, _| now.tally.won > before.tally.won,
            },
            Outlook { says: "the Battalion is at Half or Destroyed", good: true, holds: halved },
            Outlook { says: "a Unit is lost", good: false, holds: |before, now, _| now.tally.lost > before.tally.lost },
            Outlook {
                says: "a Commander is killed",
                good: false,
                holds: |before, now, _| now.tally.kia > before.tally.kia,
            },
        ],
        moves: |choice| matches!(choice, Choice::To(_) | Choice::Drive(_) | Choice::Leave | Choice::DriveOff),
        fatal,
        bears: |game, charts, seat, ask, options| {
            options.iter().map(|choice| bears(game, charts, seat, ask, *choice)).collect()
        },
        instead: |game, charts, _, ask| counsel::instead(game, charts, ask),
        settles: &[("Damage counter for the Unit hit", &["damaged", "redrawn", "nothing-left"])],
        foils: &["miss", "negated"],
        groups: Choice::GROUPS,
        letters: Choice::LETTERS,
    };
}

/// The usual answer. Routine is in what order ten enemies act; the bot's habits make the brisk ones, the other ties that the rules leave to
/// the player among them.
fn usual(game: &Leader, charts: &'static Charts, seat: Seat, ask: Ask, options: &[Choice]) -> Option<Usual<Choice>> {
    let habit = |from| {
        let choice = Sensible.decide(&game.view(charts, seat), seat, ask, options);
        Some(Usual { choice, from })
    };
    match ask {
        Ask::Enemy => habit(Some(Level::Routine)),
        Ask::Closest(_)
        | Ask::Path(_)
        | Ask::Placed(_)
        | Ask::Advances
        | Ask::Target(_)
        | Ask::End
        | Ask::Command(_)
        | Ask::Under(_)
        | Ask::Orders(_)
        | Ask::Counter(..)
        | Ask::Carry(_)
        | Ask::Medic(_)
        | Ask::Mechanic(..)
        | Ask::Recruit
        | Ask::Surplus
        | Ask::Raise(_) => habit(Some(Level::Brisk)),
        // Who hurries keeps his Tactics: once spent they are gone.
        Ask::Act(_) => habit(None).map(|usual| match usual.choice {
            Choice::Tactic(_) | Choice::Command(_) if options.contains(&Choice::Done) => {
                Usual { choice: Choice::Done, ..usual }
            }
            _ => usual,
        }),
        // What is said of a purchase and what is bought without a word are the same: a balanced force first.
        Ask::Buy => match spoken::offered(game, charts).first().map(|number| Choice::Buy(*number)) {
            Some(choice) if options.contains(&choice) => Some(Usual { choice, from: None }),
            _ => habit(None),
        },
        // A force, a plan and a move as the bot would have them, for whoever asks.
        _ => habit(None),
    }
}

/// What a campaign is worth so far: VP above all, then the force, points to spend and calm men; in a battle what is left of the enemy.
fn value(game: &Leader, charts: &'static Charts, _: Seat) -> i64 {
    let force: i64 = game
        .units
        .iter()
        .filter(|unit| !unit.lost)
        .map(|unit| 3 * i64::from(unit.card(charts).so) - unit.damage.iter().map(|n| 3 * i64::from(*n)).sum::<i64>())
        .sum();
    let men: i64 = game
        .commanders
        .iter()
        .filter(|one| !one.kia)
        .map(|one| 4 * one.level.index() as i64 - i64::from(one.stress) - 5 * i64::from(one.wounded))
        .sum();
    let enemy = if game.battle.has_enemies() { i64::from(game.points(charts)) } else { 0 };
    60 * i64::from(game.vp) + force + men + 3 * i64::from(game.so) - 8 * enemy
}

/// Whether a Battalion that was Full is so no more: half of its VP count at once. Of one that was at Half nothing need be told.
fn halved(before: &Leader, now: &Leader, _: Seat) -> bool {
    now.battalions.iter().zip(&before.battalions).any(|(now, was)| now.half && !was.half)
}

/// A playout ends with the battle, or with the Week where none is fought.
fn horizon(before: &Leader, now: &Leader) -> bool {
    (before.week, before.at) != (now.week, now.at)
}

/// A chance as it is told: sums of shares do not end where they should.
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
fn to_four_places(chance: f64) -> f64 {
    (1e4 * chance).round() / 1e4
}

/// What may hit you in the next enemy step, a line for each enemy.
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
fn threats(game: &Leader, charts: &'static Charts, _: Seat) -> Vec<Threat> {
    let step = game.enemy_step(charts);
    // The attack that is being decided comes first.
    let dangers: Vec<Danger> = game.decided(charts).chain(step.dangers).collect();
    let named = |enemy: EnemyId| {
        let counter = &game.battle.enemies[enemy];
        let place = counter.hex.map_or_else(String::new, |hex| format!(" in {hex}"));
        let its: Vec<&Danger> = dangers.iter().filter(|danger| danger.enemy == enemy).collect();
        let at: Vec<String> = its.iter().map(|danger| game.card(charts, danger.at).number.to_string()).collect();
        // One attack, of whose targets the player names one: what it may come to at worst. Else it is one target or another by the fall of the
        // movement die.
        let decided = || its.iter().map(|danger| (danger.hits, danger.destroys));
        let worst = |of: fn((f64, f64)) -> f64| decided().map(of).fold(0.0, f64::max);
        let blows = match step.blows.iter().find(|blows| blows.enemy == enemy) {
            Some(blows) if game.battle.attacker != Some(enemy) => *blows,
            _ => Blows { enemy, fires: 1.0, hits: worst(|(hits, _)| hits), destroys: worst(|(_, destroys)| destroys) },
        };
        let choice = match its.first() {
            Some(first) if its.len() > 1 && Leader::tied(&dangers, first).count() == its.len() => {
                ", which of them you choose"
            }
            _ if its.iter().any(|danger| !danger.alike.is_empty()) => ", as the die falls or you choose",
            _ => "",
        };
        Threat {
            spot: format!("enemy:{enemy}"),
            label: format!("{} (no. {enemy}){place}, at {}{choice}", counter.card(game, charts).name, at.join(" or ")),
            fires: to_four_places(blows.fires),
            hits: to_four_places(blows.hits),
            knocks_out: to_four_places(blows.destroys),
            does: Vec::new(),
        }
    };
    let enemies = game.battle.enemies.ids().filter(|enemy| dangers.iter().any(|danger| danger.enemy == *enemy));
    let mut all: Vec<Threat> = enemies.map(named).collect();
    Threat::sort(&mut all);
    all
}

/// A man who goes is gone; and a force that stands is not bought again.
fn fatal(game: &Leader, charts: &'static Charts, _: Seat, choice: Choice) -> Option<&'static str> {
    match choice {
        Choice::Discard(_) | Choice::Replace(_) => Some("He is gone for good."),
        Choice::Leave => Some("The Unit is out of this battle for good."),
        Choice::Support(_) | Choice::Promote(_) if game.stage == Stage::Equip => game
            .equips_last(charts, choice)
            .then_some("Nothing more can be had after it, and the campaign begins. Nothing is bought until the first Week ends."),
        Choice::Done if game.stage == Stage::Plan && game.floor.word.is_none() => {
            ruin(game, charts, game.plan_cost(charts))
        }
        // The last chance to Destroy it is declined (opt.tenacity.1).
        Choice::No if is_last_turn(game) => ruin(game, charts, 0),
        Choice::Done if game.stage == Stage::Buy => {
            let spent: i16 = game.units.iter().map(|unit| i16::from(unit.card(charts).so)).sum();
            (3 * game.so > game.so + spent).then_some(
                "More than a third of the SO is unspent, and no Units are bought after this until the first Week ends.",
            )
        }
        _ => None,
    }
}

/// Whether a battle ends unless it is fought one turn longer.
fn is_last_turn(game: &Leader) -> bool {
    game.stage == Stage::TurnEnd && game.battle.turn >= game.battle.last
}

/// That the end of the Week cannot be paid for as things stand, so much being spent now.
fn ruin(game: &Leader, charts: &'static Charts, spent: i16) -> Option<&'static str> {
    game.is_ruinous(charts, spent).then_some(
        "As the Battalions stand, those on our side cost more SO at the end of this Week than there will be, the Weekly SO counted in. Who \
         cannot pay has lost the campaign.",
    )
}

/// The phase of a battle turn or of a Week something belongs to.
fn phase(told: &Told<Leader>) -> Option<&'static str> {
    match told {
        Told::Roll(check, _) if check.chart.starts_with("tactical") => Some("Enemy Actions"),
        Told::Event(event) => match event {
            Event::Battle { .. } => Some("Before the battle"),
            Event::Acts { .. } => Some("Your Units"),
            Event::Orders { .. }
            | Event::EnemyOrder { .. }
            | Event::EnemyMoved { .. }
            | Event::EnemyLeaves { .. }
            | Event::EnemyAttacks { .. } => Some("Enemy Actions"),
            Event::WeekEnds { .. } => Some("End of Week"),
            Event::Turn { .. } | Event::BattleOver { .. } | Event::Week { .. } | Event::Points { .. } => Some(""),
            _ => None,
        },
        _ => None,
    }
}

/// What an event is about: a Unit or a Commander lost, an enemy Destroyed, the end of a battle or of the campaign; attacks.
fn about(charts: &'static Charts, event: &Event) -> About {
    About { sums: crate::text::sums(charts, event), ..about_of(event) }
}

fn about_of(event: &Event) -> About {
    let enemy = |about: About, enemy: EnemyId| about.at([format!("enemy-{enemy}")]);
    let own = |about: About, unit: crate::talk::Number| about.at([format!("unit-{unit}")]);
    let (fired, result) = (About::shot(ShotPart::Fired), About::shot(ShotPart::Result));
    let under_fire = |about: About| About { under_fire: Some(Seat(0)), ..about };
    let loss = About::grave(Grave::Loss(Seat(0)));
    let harm = |word| About::grave(Grave::Harm(Seat(0), word));
    // A Unit that is lost or damaged names itself: what it drew is what came of the attack on it, not the last of the dice for Defense.
    let whom = |about: About, unit: crate::talk::Number| About { whom: Some(unit.to_string()), ..about };
    match *event {
        Event::Lost { unit, .. } => whom(own(loss, unit), unit),
        Event::Kia { .. } | Event::Broke { .. } => loss,
        Event::Wounded { .. } => harm("Wounded"),
        Event::BattleOver { destroyed, half, .. } => About::grave(Grave::End(match (destroyed, half) {
            (true, _) => "Battle won",
            (_, true) => "Battle half won",
            _ => "Battle lost",
        })),
        Event::WeekEnds { .. } => About::grave(Grave::End("Week over")),
        Event::Ended { .. } => About::grave(Grave::Over("Campaign over")),
        Event::Killed { enemy: at, .. } => enemy(About { grave: Some(Grave::Kill), ..result }, at),
        Event::Tile { space, tile } => About {
            alike: Some(Alike { what: "tiles laid".into(), who: format!("{tile} on space {space}") }),
            ..About::default()
        },
        Event::EnemyPlaced { enemy: at, model, hex } => About {
            alike: Some(Alike { what: "enemies placed".into(), who: format!("{model} (no. {at}) in {hex}") }),
            ..About::default()
        },
        // What a battle does to one man after the other is one line, and what a card or a Week of leave does to all of them.
        Event::Stressed { name, n, stress, why: why @ (Strain::Battle | Strain::Cool) } => About {
            alike: Some(Alike {
                what: "Stress and XP".into(),
                who: format!("{name} {n:+} Stress ({why}), now {stress}"),
            }),
            ..About::default()
        },
        Event::Experience { name, n, xp } => About {
            alike: Some(Alike { what: "Stress and XP".into(), who: format!("{name} +{n} XP, now {xp}") }),
            ..About::default()
        },
        Event::Stressed { name, n, stress, why: why @ (Strain::Event | Strain::Leave | Strain::Rest) } => About {
            alike: Some(Alike { what: format!("{n:+} Stress ({why})"), who: format!("{name} (now {stress})") }),
            ..About::default()
        },
        // Enemies with the same order that stay are one line.
        Event::EnemyOrder { enemy: at, model, order, stays: stays @ Some(_), unit, hexes } => {
            let what = format!("{order}{}", because(order, stays, unit, hexes));
            About { alike: Some(Alike { what, who: format!("{model} (no. {at})") }), ..About::default() }
        }
        // And those that go to the same hex.
        Event::EnemyMoved { enemy: at, model, from, hex, order } => {
            let alike = order.map(|(order, unit)| {
                let what = format!("{}{}, to {hex}", ordered(model, order), because(order, None, unit, Hexes::NONE));
                Alike { what, who: format!("{model} (no. {at})") }
            });
            About { alike, way: Some([from, hex].map(|hex| format!("hex-{hex}"))), ..About::default() }
        }
        Event::Attacks { enemy: at, .. } => enemy(fired, at),
        Event::EnemyAttacks { unit, .. } => whom(under_fire(own(fired, unit)), unit),
        Event::Damaged {
            // What becomes of the Unit or of its Commander is told next.
            damage:
                Damage::NoEffect | Damage::Destroyed | Damage::Explosion | Damage::MowedDown | Damage::Wounded | Damage::Kia,
            unit,
            ..
        } => under_fire(whom(own(result, unit), unit)),
        Event::Damaged { unit, damage, .. } => {
            whom(About { shot: result.shot, ..own(harm(damage.name()), unit) }, unit)
        }
        Event::Missed { on, .. } | Event::Negated { on, .. } => match on {
            AimedAt::Enemy { enemy: at, .. } => enemy(result, at),
            AimedAt::Unit { unit } => under_fire(own(result, unit)),
        },
        _ => About::default(),
    }
}

/// What an attack comes to: all its dice, and Defense against each hit.
#[allow(clippy::disallowed_types, reason = "what a player is told about chances is no rule")]
fn ends(game: &Leader, charts: &'static Charts, _: Seat, choice: Choice) -> Vec<(&'static str, f64)> {
    let Choice::Fire(enemy) = choice else { return Vec::new() };
    let own = game.battle.acting.filter(|at| game.battle.fighters.holds(*at));
    let chance = game.strike_chance(charts, enemy).or_else(|| game.kill_chance(charts, own?, enemy));
    chance.map(|percent| ("Destroyed", f64::from(percent) / 100.0)).into_iter().collect()
}

/// What a strike is, what an enemy that is next would do; who may hit a Unit in the next enemy step if it moves there.
fn bears(game: &Leader, charts: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> Option<String> {
    let acting = || game.battle.acting.filter(|at| game.battle.fighters.holds(*at));
    match (ask, choice) {
        (Ask::Strike, Choice::Fire(enemy)) => {
            let chance = game.strike_chance(charts, enemy)?;
            Some(format!("Destroys it in {chance}%: one die, against its Defense without cover"))
        }
        (Ask::Attack(_), Choice::Fire(enemy)) => {
            let (at, target) = (acting()?, game.battle.enemies.get(enemy)?.at()?);
            let standing = &game.battle.fighters[at];
            let with = |skill| game.gunner(charts, at).attacks_with(skill, standing.moved);
            let dice = attack_dice(charts, standing.at()?.distance(target), with(Skill::CloseCombat));
            Some(match game.enemy_defense(charts, enemy, !with(Skill::Marksman)) {
                ..1 => format!("{dice} dice, and no hit can be negated"),
                defense => format!("{dice} dice, and {defense} or less negates each hit"),
            })
        }
        (Ask::Target(enemy), Choice::Unit(unit)) => {
            let target = game.fighter_of(charts, unit)?;
            game.danger_to(charts, enemy, target).map(|danger| come_to(danger.hits, danger.destroys))
        }
        (Ask::Enemy, Choice::Enemy(enemy)) => {
            let step = game.enemy_step_of(charts, game.battle.enemies.ids().filter(|other| *other == enemy).collect());
            let Some(blows) = step.blows.first() else { return Some("attacks nobody".into()) };
            let whom: Vec<String> =
                step.dangers.iter().map(|danger| game.card(charts, danger.at).number.to_string()).collect();
            let choice = if whom.len() > 1 { ", which of them you choose" } else { "" };
            Some(format!("attacks {}{choice}: {}", whom.join(" or "), come_to(blows.hits, blows.destroys)))
        }
        (_, Choice::Repair(_, lasting)) => Some(format!("until then: {}", lasting.does())),
        (Ask::Depot, Choice::Heal(_)) => Some("until then he stays behind".into()),
        (Ask::Upgrade(0), Choice::TurnIn(unit)) => {
            let card = charts.unit_of(unit)?;
            crate::board::next_better(&game.view(charts, seat), &charts.units[card])
        }
        (Ask::Move(_), Choice::To(hex) | Choice::Drive(hex)) => {
            let at = acting()?;
            Some(from_there(&game.as_if_in(charts, at, hex), charts, at, ["there", "having moved"]))
        }
        (Ask::Move(_), Choice::Stay) => Some(from_there(game, charts, acting()?, ["here", "without moving"])),
        (Ask::Plan, Choice::Done) if game.floor.word.is_none() => Some(crate::board::planned(&game.view(charts, seat))),
        _ => None,
    }
}

/// What an attack of an enemy comes to.
fn come_to(hits: f64, destroys: f64) -> String {
    format!("gets through in {:.0}%, Destroys it in {:.1}%", 100.0 * hits, 100.0 * destroys)
}

/// The best attack of a fighter from where it stands in thought, and who may hit it there.
fn from_there(thought: &Leader, charts: &'static Charts, at: FighterId, [there, how]: [&str; 2]) -> String {
    let best = match thought.best_attack(charts, at) {
        Some((chance, enemy)) => {
            let name = &thought.battle.enemies[enemy].card(thought, charts).name;
            format!("best attack from {there}, {how}, {chance}%, at {name} (no. {enemy}); ")
        }
        None => String::new(),
    };
    let dangers: Vec<String> = thought
        .dangers(charts)
        .iter()
        .filter(|danger| danger.at == at)
        .map(|danger| {
            let model = thought.battle.enemies[danger.enemy].model;
            let others = danger.alike.map(|other| thought.card(charts, other).number.to_string());
            let others = others.collect::<Vec<_>>().join(" or ");
            let choice = if others.is_empty() { String::new() } else { format!(" unless you choose {others}") };
            format!("{model} (no. {}) {:.0}%{choice}", danger.enemy, 100.0 * danger.hits)
        })
        .collect();
    match dangers.as_slice() {
        [] => format!("{best}no enemy is likely to hit it {there} in its next step"),
        [first] => format!("{best}may hit it {there}: {first}"),
        [first, second] => format!("{best}may hit it {there}: {first}, {second}"),
        [first, second, rest @ ..] => format!("{best}may hit it {there}: {first}, {second}, {} more", rest.len()),
    }
}

/// Whether the campaign is in a battle.
pub(crate) fn in_battle(game: &Leader) -> bool {
    crate::validate::in_battle(game.stage) && !matches!(game.stage, Stage::Before | Stage::Lay)
}
