//! American Tank Ace as the program offers it.

use crate::Ace;
use crate::bot::Sensible;
use crate::state::{Enemy, Fate, Stage};
use crate::talk::{Ask, Choice, Event, Killer, RackPlan, Who};
use crate::view::View;
use crate::words::{Ammo, B2Result, Class, RoundEvent, Weapon, Wound};
use hulldown_core::Playable;
use hulldown_core::Policy;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{About, Aids, Grave, Level, Outlook, ShotPart, Usual};
use hulldown_core::playable::bots::{Bots, NamedBot};
use hulldown_core::playable::{Cover, Form};

impl Playable for Ace {
    const BOTS: &'static Bots<Ace> = &Bots {
        policies: &[NamedBot {
            name: "sensible",
            help: "weighs every enemy's danger, and leaves a field too hot to hold",
            make: |_| Box::new(Sensible),
        }],
        value,
        weighs: "the commander's life above all, tanks lost, missions won, levels, men, then kills. Whoever plays on in thought leaves a \
                 field that grows too dangerous.",
        horizon,
        imagine: None,
    };

    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("play ace --dice hand:B1,B3", "throw only for charts B1 and B3"),
        ("play ace --set errata_2022=true", "change a switch of the set-up"),
        ("rules ace 7.3.5", "one rule"),
        ("rules ace 7.3", "rules starting with 7.3"),
        ("rules ace hull down", "rules mentioning it"),
        ("charts ace B3", "one chart"),
        ("sim ace --seed 7 --out careers.csv", "every career as a line, for a spreadsheet"),
        ("sim ace --set increased_threat=true", "with an optional rule"),
    ];

    const COVER: Cover =
        Cover { players: "1, or 2 together", length: "a mission 15 minutes, a career 5 hours", difficulty: "easy" };

    const FORM: Form = Form {
        first: &["mode", "name", "tank_name"],
        called: &[
            ("mode", "Who plays"),
            ("name", "Your commander's name"),
            ("tank_name", "Name of his tank"),
            ("partner_name", "Second commander's name"),
            ("partner_nickname", "Second commander's nickname"),
            ("partner_tank_name", "Name of his tank"),
            ("errata_2022", "Changes of 2022"),
        ],
        only: &[
            ("partner_name", "mode", &TOGETHER),
            ("partner_nickname", "mode", &TOGETHER),
            ("partner_tank_name", "mode", &TOGETHER),
        ],
        partners: Some(("mode", &TOGETHER)),
    };

    const AIDS: &'static Aids<Ace> = &Aids {
        stretches: &[("round", "to the next round"), ("line", "to the next mission")],
        kinds: Ask::USUAL,
        usual,
        ends: crate::shots::ends,
        threats: Some(crate::odds::threats),
        unsure: crate::odds::no_threat,
        story: Some(crate::text::story),
        about,
        settles: &[
            ("Targeting", &["targets", "busy"]),
            ("Event check", &["round-event"]),
            ("7.3.2", &["wounded", "buttons-up"]),
            ("Panzerfaust attempt", &["panzerfaust"]),
            ("Dies of wounds", &["dies"]),
            ("Spalling", &["wounded"]),
            ("B5", &["immobilized"]),
            // Shells and bombs that come to nothing are told by their dice alone.
            ("mortars", STRUCK),
            ("field artillery", STRUCK),
            ("airstrike", STRUCK),
            (
                "PEN > armor",
                &[
                    "destroyed",
                    "bounced",
                    "held",
                    "enemy-immobilized",
                    "enemy-buttons",
                    "immobilized",
                    "buttons-up",
                    "shock",
                    "wounded",
                    "tank-lost",
                ],
            ),
        ],
        outlooks: &[
            Outlook { says: "the mission succeeds", good: true, holds: succeeds },
            Outlook { says: "the tank is lost", good: false, holds: loses_tank },
            Outlook { says: "you come through alive", good: true, holds: lives },
        ],
        moves: |choice| {
            use Choice::{Backward, Flank, Forward, Hull, HullDown};
            matches!(choice, Forward | Backward | HullDown | Hull(_) | Flank(_))
        },
        bears: crate::odds::bears,
        fatal,
        letters: Choice::LETTERS,
        groups: Choice::GROUPS,
        ..Aids::none()
    };
}

/// The modes two play in.
const TOGETHER: [&str; 3] = ["cooperative", "competitive_together", "competitive_apart"];

fn succeeds(before: &Ace, now: &Ace, seat: Seat) -> bool {
    now.players[seat.index()].career.successes > before.players[seat.index()].career.successes
}

fn loses_tank(before: &Ace, now: &Ace, seat: Seat) -> bool {
    now.players[seat.index()].career.tanks_lost > before.players[seat.index()].career.tanks_lost
}

fn lives(_: &Ace, now: &Ace, seat: Seat) -> bool {
    !matches!(now.players[seat.index()].fate, Fate::Killed | Fate::DiedOfWounds)
}

/// What a commander in a hurry leaves to his crew. Commands are always his own.
fn usual(
    game: &Ace,
    charts: &'static <Ace as Game>::Data,
    seat: Seat,
    ask: Ask,
    options: &[Choice],
) -> Option<Usual<Choice>> {
    match ask {
        Ask::Rack => {
            let plan = Choice::Rack(rack_against(&game.view(charts, seat)));
            options.contains(&plan).then_some(Usual { choice: plan, from: Some(Level::Brisk) })
        }
        Ask::Hatches
        | Ask::StartHullDown
        | Ask::FirstRound
        | Ask::NextRound
        | Ask::FillPost(_)
        | Ask::SixthSense(_) => {
            let view = game.view(charts, seat);
            let armor =
                if matches!(ask, Ask::FirstRound | Ask::NextRound) { against_armor(&view, options) } else { vec![] };
            let all_round =
                if matches!(ask, Ask::FirstRound | Ask::NextRound) { does_most(&view, options) } else { None };
            let choice = match all_round.filter(|_| armor.is_empty()) {
                Some(choice) => choice,
                None => Sensible.decide(&view, seat, ask, if armor.is_empty() { options } else { &armor }),
            };
            Some(Usual { choice, from: Some(Level::Brisk) })
        }
        _ => None,
    }
}

/// What the ready rack is filled with, by who stands on the board: HE against men, guns and trucks, AP against tanks, else some of both.
fn rack_against(view: &View<'_>) -> RackPlan {
    let units = || view.me().board.enemies.iter().filter(|enemy| enemy.on_board());
    let armored = |enemy: &Enemy| matches!(enemy.class, Class::T | Class::Spg);
    match (units().any(armored), units().all(armored)) {
        (false, _) => RackPlan::He,
        (true, true) => RackPlan::Ap,
        (true, false) => RackPlan::Half,
    }
}

/// The rounds a loader reaches for with a tank or a self-propelled gun before him, whatever else is there: those that go through armor.
fn against_armor(view: &View<'_>, options: &[Choice]) -> Vec<Choice> {
    let is_armor =
        |enemy: &&Enemy| enemy.on_board() && matches!(enemy.class, Class::T | Class::Spg) && !view.hidden(enemy);
    let pierces = |choice: &&Choice| matches!(choice, Choice::Load(Ammo::Ap | Ammo::Apcr));
    match view.me().board.enemies.iter().find(is_armor) {
        Some(_) => options.iter().filter(pierces).copied().collect(),
        None => Vec::new(),
    }
}

/// The round that does most to all who can be seen, by the rolls of the rules: to destroy counts whole, to keep men and guns down half.
/// Nobody takes one of the few special rounds for it.
fn does_most(view: &View<'_>, options: &[Choice]) -> Option<Choice> {
    let seen = || view.me().board.enemies.iter().filter(|enemy| enemy.on_board() && !view.hidden(enemy));
    let does = |ammo: Ammo| -> f64 {
        let to = |enemy: &Enemy| {
            let destroys = view.round_destroys(enemy, ammo, false);
            let soft = ammo == Ammo::He && matches!(enemy.class, Class::Inf | Class::At);
            let any =
                if soft { view.attack_does(Weapon::MainHe, enemy, |result| result != B2Result::None) } else { 0.0 };
            destroys + 0.5 * (any - destroys).max(0.0)
        };
        seen().map(to).sum()
    };
    let rounds = options.iter().filter_map(|choice| match choice {
        Choice::Load(ammo @ (Ammo::Ap | Ammo::He)) => Some((*choice, does(*ammo))),
        _ => None,
    });
    rounds.filter(|(_, does)| *does > 0.0).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(choice, _)| choice)
}

/// What a career is worth so far: successes, kills and prestige, against tanks and men lost; the commander's own life above all.
fn value(game: &Ace, _: &'static <Ace as Game>::Data, seat: Seat) -> i64 {
    let player = &game.players[seat.index()];
    let career = &player.career;
    let life = match player.fate {
        Fate::Serving | Fate::Survived => 0,
        Fate::Retired => -600,
        Fate::Killed | Fate::DiedOfWounds => -1000,
    };
    let wound = |wound: Wound| match wound {
        Wound::Killed => 60,
        Wound::None => 0,
        _ => 10,
    };
    let hurt: i64 = player.crew.iter().map(|man| wound(man.wound)).sum();
    life + i64::from(career.successes) * 60
        + i64::from(career.vehicles_and_guns()) * 12
        + i64::from(career.kills[Class::Inf.index()]) * 3
        + i64::from(career.level) * 30
        - i64::from(career.tanks_lost) * 100
        - hurt
        - player.away.len() as i64 * 20
}

/// A playout ends with the mission line; where the month is still to be chosen, with the first.
fn horizon(before: &Ace, now: &Ace) -> bool {
    match before.stage {
        Stage::Start => now.players.iter().any(|player| player.career.completed > 0),
        _ => (before.month, before.line) != (now.month, now.line),
    }
}

/// What can come of shells and bombs.
const STRUCK: &[&str] = &[
    "suppressed",
    "steps-lost",
    "destroyed",
    "no-effect",
    "useless",
    "enemy-buttons",
    "enemy-immobilized",
    "buttons-up",
    "immobilized",
    "wounded",
    "tank-lost",
];

/// What an event is about: a man hit, the tank hurt or lost, the end of a career; an enemy destroyed; a mission's end; shots.
fn about(_: &'static <Ace as Game>::Data, event: &Event) -> About {
    // A destroyed unit is no longer drawn; its area is.
    let there = |about: About, who: &Who| {
        let about = about.at([format!("unit-{}", who.id.0), format!("area-{}", who.area.id())]);
        About { board: Some(who.board), whom: Some(format!("{} {}", who.board.0, who.id.0)), ..about }
    };
    let here = |about: About, seat: Seat| About { board: Some(seat), ..about.at(["own-tank".into()]) };
    let under_fire = |about: About, seat: Seat| About { under_fire: Some(seat), ..here(about, seat) };
    let harm = |seat: Seat, word| here(About::grave(Grave::Harm(seat, word)), seat);
    let fired = || About::shot(ShotPart::Fired);
    let result = || About::shot(ShotPart::Result);
    match event {
        Event::Wounded { wound: Wound::None, .. } => About::default(),
        Event::Wounded { seat, wound, .. } if *wound != Wound::Killed => harm(*seat, "Wounded"),
        Event::Immobilized { seat, .. } => harm(*seat, "Immobilized"),
        Event::Shock { seat, .. } => harm(*seat, "Shocked"),
        Event::Jams { seat, .. } => harm(*seat, "Stoppage"),
        Event::RadioOut { seat } => harm(*seat, "Radio out"),
        Event::CareerEnds { fate: Fate::Survived, .. } => About::grave(Grave::Over("The war is over")),
        // That he is dead is told by itself.
        Event::CareerEnds { fate: Fate::Killed | Fate::DiedOfWounds, .. } => About::grave(Grave::Over("Career over")),
        Event::Wounded { seat, .. }
        | Event::DiesOfWounds { seat, .. }
        | Event::TankLost { seat, .. }
        | Event::CareerEnds { seat, .. } => here(About::grave(Grave::Loss(*seat)), *seat),
        Event::RoundEvent { seat, event: RoundEvent::EnemyArtillery | RoundEvent::EnemyMortar, found: true } => {
            here(fired(), *seat)
        }
        Event::MissionEnds { success: true, .. } => About::grave(Grave::End("Mission won")),
        Event::MissionEnds { .. } => About::grave(Grave::End("Mission failed")),
        Event::Counterattack { comes: true } => About::grave(Grave::Alarm(None, "Counterattack")),
        Event::EnemyMoves { who, .. } => there(About::grave(Grave::Alarm(Some(who.board), "On your flank")), who),
        // A gun that missed may not miss again.
        Event::EnemyMissed { who, .. } if matches!(who.class, Class::T | Class::Spg | Class::At) => {
            here(About { grave: Some(Grave::Alarm(Some(who.board), "Missed you")), ..result() }, who.board)
        }
        Event::Placed { seat, who } => there(About::grave(Grave::Alarm(Some(*seat), "Enemy")), who),
        Event::Targets { seat, who } => there(About::grave(Grave::Alarm(Some(*seat), "Look out")), who),
        Event::Destroyed { who, by: Killer::Others, .. } => there(About::grave(Grave::Kill), who),
        Event::Destroyed { who, .. } => there(About { grave: Some(Grave::Kill), ..result() }, who),
        Event::Fires { who, .. }
        | Event::FiresMg { who, .. }
        | Event::Strike { who, .. }
        | Event::Airstrike { who, .. } => there(fired(), who),
        Event::Missed { who }
        | Event::Useless { who }
        | Event::NoEffect { who }
        | Event::Bounced { who }
        | Event::Struck { who, .. }
        | Event::EnemyButtons { who }
        | Event::EnemyImmobilized { who }
        | Event::Suppressed { who }
        | Event::StepsLost { who, .. } => there(result(), who),
        // What comes of the enemy's fire comes to the tank, not to him.
        Event::EnemyFires { who, .. } => under_fire(fired(), who.board),
        // It is the shot that was told before.
        Event::Panzerfaust { who, .. } => About { passing: true, ..under_fire(result(), who.board) },
        Event::EnemyMissed { who, .. } => under_fire(result(), who.board),
        Event::TankStruck { seat, .. } => under_fire(result(), *seat),
        Event::Held { seat } => About { shot: Some(ShotPart::Result), ..harm(*seat, "Struck") },
        Event::ButtonsUp { seat, .. } => About { shot: Some(ShotPart::Result), ..harm(*seat, "Under cover") },
        _ => About::default(),
    }
}

/// To drive off the board is to fail the mission; who ends his commands with a round in the gun does not get them back.
fn fatal(game: &Ace, charts: &'static <Ace as Game>::Data, seat: Seat, choice: Choice) -> Option<&'static str> {
    let player = &game.players[seat.index()];
    match choice {
        Choice::Backward => crate::commands::preview(game, charts, seat, choice)
            .is_none()
            .then_some("The tank leaves the field, and the mission fails."),
        Choice::End => (player.mat.loaded.is_some() && player.board.enemies.iter().any(Enemy::on_board))
            .then_some("The commands left this round are lost."),
        _ => None,
    }
}
