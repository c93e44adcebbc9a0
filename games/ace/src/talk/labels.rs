//! Answers and questions in words, where the state of the game has a say.

use super::{Ask, Choice, RackPlan, Step};
use crate::charts::Charts;
use crate::commands;
use crate::gunnery::AimedShot;
use crate::rules::rule;
use crate::state::{Ace, Player, Support, UnitId};
use crate::words::{
    Ammo, Class, Elective, ElectiveResult, Facing, Grade, Gun, Post, Skill, TankType, Trade, Trophy, UnitType,
};
use hulldown_core::chart::lay::bands;
use hulldown_core::game::{Lesson, Seat};
use hulldown_core::rules::RuleId;
use std::borrow::Cow;
use std::ops::Deref;

/// A question to a commander: what its words may look at.
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a Ace,
    pub(crate) charts: &'static Charts,
    pub(crate) seat: Seat,
    pub(crate) ask: Ask,
}

impl Deref for Asked<'_> {
    type Target = Ace;

    fn deref(&self) -> &Ace {
        self.game
    }
}

impl Asked<'_> {
    /// The commander who is asked.
    pub(super) fn own(&self) -> &Player {
        &self.game.players[self.seat.index()]
    }

    /// The seat beside him.
    pub(super) fn partner(&self) -> Seat {
        Seat(1 - self.seat.0)
    }

    /// What is in his gun.
    pub(super) fn loaded(&self) -> &'static str {
        self.own().mat.loaded.map_or("nothing", Ammo::name)
    }

    /// His Prestige Points.
    pub(super) fn prestige(&self) -> String {
        format!("{} in hand", counted(self.own().career.prestige.into(), "Prestige Point"))
    }

    /// An enemy on a board.
    pub(super) fn target(&self, board: Seat, unit: UnitId) -> String {
        match self.players[board.index()].board.enemy(unit) {
            Some(enemy) => {
                let name = unit_name(self.charts, self.field.grade, enemy.class, enemy.kind);
                numbered(name, enemy.id) + " in " + enemy.area.id()
            }
            None => format!("unit {}", unit.0),
        }
    }

    /// The rule behind the question.
    pub(super) fn rule(&self) -> RuleId {
        self.ask.words(self).rule
    }
}

/// The name of an enemy unit.
pub(crate) fn unit_name(charts: &Charts, grade: Grade, class: Class, kind: Option<UnitType>) -> &str {
    match kind {
        Some(kind) => &charts.units[kind.index()].name,
        None if class == Class::Inf => &charts.grades[grade.index()].name,
        None => class.name(),
    }
}

/// A unit by its name and its number in the battle: `PzKw IV H 1`, but `SdKfz 222 no. 1`.
pub(crate) fn numbered(name: &str, unit: UnitId) -> String {
    let no = if name.ends_with(|last: char| last.is_ascii_digit()) { " no. " } else { " " };
    [name, no, &unit.0.to_string()].concat()
}

/// A count and what is counted: "1 point", "2 points".
pub(crate) fn counted(count: u16, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Hatches in words.
pub(crate) fn hatches(open: [bool; 3]) -> String {
    if open == [true; 3] {
        return "all open".into();
    }
    let names: Vec<&str> =
        ["commander", "driver", "assistant driver"].into_iter().zip(open).filter(|(_, o)| *o).map(|(n, _)| n).collect();
    if names.is_empty() { "all buttoned up".into() } else { format!("{} open", names.join(", ")) }
}

/// Rounds in the rack in words.
pub(crate) fn rack(rack: &[u8; 5]) -> String {
    let kinds: Vec<String> = Ammo::ALL
        .into_iter()
        .filter(|a| rack[a.index()] > 0)
        .map(|a| format!("{} {}", rack[a.index()], a.name()))
        .collect();
    if kinds.is_empty() { "empty".into() } else { kinds.join(", ") }
}

// Whatever is asked.

pub(super) fn done(asked: &Asked<'_>) -> &'static str {
    match asked.ask {
        Ask::Buy => "save the Experience Points",
        Ask::RackMove(_) => "that is all",
        _ => "no more",
    }
}

pub(super) fn yes(asked: &Asked<'_>) -> String {
    let artillery = || counted(asked.charts.prestige.field_artillery.into(), "Prestige Point");
    match asked.ask {
        Ask::StartHullDown => "start hull down".into(),
        Ask::BuyArtillery => format!("spend {} for field artillery", artillery()),
        Ask::SixthSense(_) => "duck: the commander closes his hatch".into(),
        Ask::Expert => "roll again; the second roll stands".into(),
        _ => "yes".into(),
    }
}

pub(super) fn no(asked: &Asked<'_>) -> &'static str {
    match asked.ask {
        Ask::StartHullDown => "start in the open",
        Ask::BuyArtillery => "keep the point",
        Ask::SixthSense(_) => "stay up",
        Ask::Expert => "let the roll stand",
        Ask::Recall => "let him go to another crew",
        _ => "no",
    }
}

// 4.0 Setting up.

pub(super) fn tank(asked: &Asked<'_>, tank: TankType) -> String {
    let tank = &asked.charts.tanks[tank.index()];
    let [turret, hull, side] = tank.armor;
    let wet = if tank.wet { "wet" } else { "dry" };
    format!(
        "{}: {}, firepower {}, armor {turret}/{hull}/{side}, rack {}, {wet} stowage",
        tank.name, tank.gun, tank.firepower, tank.ready_rack
    )
}

pub(super) fn keep_tank(asked: &Asked<'_>) -> String {
    let name = &asked.charts.tanks[asked.own().tank.index()].name;
    match asked.ask {
        Ask::ReplaceTank => format!("another {name}, free"),
        _ => format!("keep the {name}"),
    }
}

// 4.3, 4.4 Ready for battle.

pub(super) fn load_rule(ask: Ask) -> RuleId {
    if ask == Ask::FirstRound { rule!("4.3.2d") } else { rule!("7.2-Aa") }
}

pub(super) fn rack_plan(asked: &Asked<'_>, plan: RackPlan) -> String {
    match plan {
        RackPlan::Same => format!("{plan}: {}", rack(&asked.own().mat.last_rack)),
        RackPlan::Half | RackPlan::Ap | RackPlan::He | RackPlan::Choose => plan.name().into(),
    }
}

/// So many of what is asked for, which stands on the card of the answer.
pub(super) fn rounds(ask: Ask, n: u8) -> String {
    match ask {
        Ask::RackCount(ammo, _) => format!("{n} {ammo}"),
        _ => n.to_string(),
    }
}

pub(super) fn rack_count(ammo: Ammo, left: u8) -> String {
    let boxes = if left == 1 { "1 box".into() } else { format!("{left} boxes") };
    format!("How many {ammo} in the rack? {boxes} left")
}

// 7.2 Commands.

/// Firing at the target that was sensed is another command.
pub(super) fn fire_rule(asked: &Asked<'_>, unit: UnitId) -> RuleId {
    if asked.own().mat.sensed == Some(unit) { rule!("7.2-B") } else { rule!("7.2-Aa") }
}

pub(super) fn fire(asked: &Asked<'_>, board: Seat, unit: UnitId) -> String {
    let again = if asked.own().mat.sensed == Some(unit) && asked.seat == board { " again" } else { "" };
    let shot = AimedShot { by: asked.seat, board, at: unit };
    let side = asked.players[board.index()].board.enemy(unit);
    let side =
        side.is_some_and(|enemy| enemy.class.is_vehicle() && enemy.class != Class::W && asked.flanked(enemy, shot));
    let flank = if side { ", flank shot" } else { "" };
    calls_loader(asked, ["fire ", asked.loaded(), again, " at the ", &asked.target(board, unit), flank].concat())
}

/// [7.2-Cb] A command that takes the loader away from the ready rack says so before it is given.
pub(super) fn calls_loader(asked: &Asked<'_>, command: String) -> String {
    if asked.own().mat.reloading { format!("{command}; the rack is not filled") } else { command }
}

pub(super) fn reload(asked: &Asked<'_>) -> String {
    let (mat, boxes) = (&asked.own().mat, asked.charts.tanks[asked.own().tank.index()].ready_rack);
    let what = if mat.racked() >= boxes { "exchange rounds of the full ready rack" } else { "reload the ready rack" };
    format!("{what} (now {}) if the gun is not fired this round", rack(&mat.rack))
}

pub(super) fn reload_rush(asked: &Asked<'_>) -> String {
    let rounds = asked.charts.constants.rack_rounds_adrenaline;
    format!("reload the ready rack with Adrenaline Rush: {}", counted(rounds.into(), "round"))
}

pub(super) fn synergy(asked: &Asked<'_>) -> String {
    let commands = asked.charts.constants.commands_with_synergy;
    format!("use Synergy: {} this round", counted(commands.into(), "command"))
}

pub(super) fn mg_rule(gun: Gun) -> RuleId {
    match gun {
        Gun::Coax => rule!("7.2-Ab"),
        Gun::Bow => rule!("7.2-H"),
        Gun::Aa50 => rule!("7.2-I"),
    }
}

pub(super) fn mg(asked: &Asked<'_>, gun: Gun, board: Seat, unit: UnitId) -> String {
    let gun = match gun {
        Gun::Coax => "coax",
        Gun::Bow => "bow MG",
        Gun::Aa50 => ".50",
    };
    ["fire the ", gun, " at the ", &asked.target(board, unit)].concat()
}

pub(super) fn forward(asked: &Asked<'_>) -> String {
    match asked.own().board.range.closer() {
        Some(range) => format!("move forward, to {range} range"),
        None => "move forward".into(),
    }
}

pub(super) fn step(asked: &Asked<'_>, step: Step) -> String {
    let range = asked.own().board.range;
    match step {
        Step::Keep => format!("stay at {range} range"),
        Step::Closer => format!("close to {} range", range.closer().map_or("", |r| r.name())),
        Step::Farther => format!("open to {} range", range.farther().map_or("", |r| r.name())),
    }
}

pub(super) fn hull(asked: &Asked<'_>, facing: Facing) -> String {
    if facing == asked.own().mat.hull {
        format!("leave the hull facing {facing}")
    } else {
        format!("turn the hull {facing}")
    }
}

pub(super) fn backward(asked: &Asked<'_>) -> String {
    let stays = commands::preview(asked.game, asked.charts, asked.seat, Choice::Backward).is_some();
    match asked.own().board.range.farther() {
        Some(range) if stays => format!("move backward, to {range} range"),
        _ => "move backward off the board: the mission fails".into(),
    }
}

pub(super) fn target(asked: &Asked<'_>, unit: UnitId) -> String {
    match asked.ask {
        Ask::Strike(_, board) if board != asked.seat => {
            format!("the {} on {}", asked.target(board, unit), asked.board_of(board))
        }
        _ => format!("the {}", asked.target(asked.seat, unit)),
    }
}

pub(super) fn target_spot(asked: &Asked<'_>, unit: UnitId) -> String {
    match asked.ask {
        Ask::Strike(_, board) if board != asked.seat => format!("partner-unit:{}", unit.0),
        _ => format!("unit:{}", unit.0),
    }
}

pub(super) fn strike(asked: &Asked<'_>, support: Support, board: Seat) -> String {
    if board == asked.seat {
        format!("Choose the target of the {support}")
    } else {
        format!("Choose the target of the {support} on {}", asked.board_of(board))
    }
}

/// Who fires, before the commander decides whether to duck.
pub(super) fn sixth_sense(asked: &Asked<'_>, from: Option<(Seat, UnitId)>) -> String {
    match from {
        Some((board, unit)) => format!("The {} fires at you: use Sixth Sense?", asked.target(board, unit)),
        None => "Shells or bombs are about to fall: use Sixth Sense?".into(),
    }
}

pub(super) fn commands_left(asked: &Asked<'_>, left: u8) -> String {
    let who = asked.own().commanding().map_or("Commander", Post::name);
    let who = who[..1].to_uppercase() + &who[1..];
    match left {
        0 => format!("{who}: no commands left, Synergy could give more"),
        1 => format!("{who}: one command left"),
        n => format!("{who}: {n} commands left"),
    }
}

pub(super) fn command_lesson(asked: &Asked<'_>) -> Lesson {
    if asked.field.round == 1 {
        let commands = counted(asked.charts.constants.commands_per_round.into(), "command");
        Lesson {
            id: "first-command",
            text: format!(
                "{commands} a round. Every enemy you shoot at shoots back, so finish one before you wake the next. The chance beside an \
                 option is exact. A flank shot (J) strikes thin side armor, but shows your own side to the others."
            )
            .into(),
        }
    } else {
        Lesson {
            id: "second-round",
            text: format!(
                "Firing again at the same vehicle gives {:+} on the roll to hit (B1); HE at infantry and guns rolls no hit and gets no \
                 such help. Anti-tank guns may be shot at from the second round on. Going backward at long range leaves the field: a \
                 failure, but you live.",
                asked.charts.b1.drm.same_target_again
            )
            .into(),
        }
    }
}

// 7.4.3 Posts that fall empty: the commander may go down to the gun, the assistant driver to the others.

pub(super) fn post_rule(post: Post) -> RuleId {
    match post {
        Post::Driver => rule!("7.4.3e"),
        Post::Gunner => rule!("7.4.3h"),
        Post::Commander | Post::Loader | Post::AssistantDriver => rule!("7.4.3g"),
    }
}

pub(super) fn post(post: Post) -> String {
    match post {
        Post::Gunner => "he goes down to the gun, buttoned up".into(),
        _ => format!("he takes over as {post}"),
    }
}

pub(super) fn stay_rule(ask: Ask) -> RuleId {
    if ask == Ask::FillPost(Post::Gunner) { rule!("7.4.3h") } else { rule!("7.4.3g") }
}

pub(super) fn stay(ask: Ask) -> &'static str {
    match ask {
        Ask::FillPost(Post::Gunner) => "he stays up; the gun is silent",
        _ => "he stays at the bow gun",
    }
}

pub(super) fn fill_post_rule(post: Post) -> RuleId {
    if post == Post::Gunner { rule!("7.4.3h") } else { rule!("R28a") }
}

pub(super) fn fill_post(post: Post) -> String {
    match post {
        Post::Gunner => "The gunner's post is empty: does the commander go down to the gun?".into(),
        _ => format!("The {post}'s post is empty: does the assistant driver take it?"),
    }
}

// 7.7, 8.0 Between missions.

/// What the dice may bring stands beside it: nobody knows it by its name.
pub(super) fn elective(asked: &Asked<'_>, elective: Elective) -> String {
    let f1 = &asked.charts.f1;
    let brings = |result: ElectiveResult| {
        let text = f1.result[result.index()].trim_end_matches('.');
        text[..1].to_lowercase() + &text[1..]
    };
    let nothing = brings(ElectiveResult::None);
    let rolls = bands(&[&f1.elective[elective.index()]], brings);
    let rolls: Vec<String> =
        rolls.iter().filter(|(_, of)| of[0] != nothing).map(|(roll, of)| format!("on {roll}: {}", of[0])).collect();
    format!("{elective} ({})", rolls.join("; "))
}

pub(super) fn buy(asked: &Asked<'_>, skill: Skill) -> String {
    let effect = &asked.charts.skills[skill.index()].effect;
    match (asked.ask, asked.price(asked.charts, asked.seat, skill)) {
        (Ask::Trained(_), _) | (_, Err(_)) => format!("{skill}: {effect}"),
        (_, Ok(cost)) => format!("{skill} ({cost} XP): {effect}"),
    }
}

pub(super) fn buy_with_booze(asked: &Asked<'_>) -> String {
    let cost = asked.charts.skills[Skill::Synergy.index()].again();
    format!("give the Booze away and buy Synergy back at once ({cost} XP)")
}

pub(super) const TANK_LESSON: Lesson = Lesson {
    id: "tank",
    text: Cow::Borrowed(
        "Prestige buys a better tank, after a loss or while yours still runs. Wet stowage and the \
         76mm gun are what keeps crews alive.",
    ),
};

pub(super) fn recall(asked: &Asked<'_>, man: u8) -> String {
    match asked.own().away.get(usize::from(man)) {
        Some(away) => format!(
            "ask for the {}, {}, back, {}",
            away.post,
            asked.man(asked.seat, away.man.number),
            counted(asked.charts.prestige.recall_crewman.into(), "Prestige Point")
        ),
        None => "ask for him back".into(),
    }
}

pub(super) fn trade(asked: &Asked<'_>, trade: Trade) -> String {
    let info = &asked.charts.trade[trade.index()];
    format!("{trade} ({}): {}", counted(info.cost.into(), "point"), info.effect)
}

pub(super) fn pay(asked: &Asked<'_>, trophy: Trophy) -> String {
    let worth = asked.charts.trophy[trophy.index()].value;
    format!("{trophy} (worth {worth}, you have {})", asked.own().career.trophies[trophy.index()])
}

// 10.2 Helping the partner.

pub(super) fn assist(asked: &Asked<'_>, unit: UnitId) -> String {
    let partner = asked.partner();
    format!("{} on {}", fire(asked, partner, unit), asked.board_of(partner))
}

pub(super) fn assist_mg(asked: &Asked<'_>, gun: Gun, unit: UnitId) -> String {
    let partner = asked.partner();
    format!("{} on {}", mg(asked, gun, partner, unit), asked.board_of(partner))
}
