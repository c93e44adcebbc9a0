//! The words of the game: questions, choices and hints. Events, lists, names and endings have files of their own.

mod ending;
mod events;
mod lessons;
mod lists;
mod names;

use crate::charts::Charts;
use crate::choice::{Ask, Choice, RackPlan, Step};
use crate::commands;
use crate::event::Event;
use crate::rules::rule;
use crate::state::{Ace, Mode, Support, UnitId};
use crate::view::View;
use crate::words::{Ammo, Class, Grade, Post, UnitType};
use crate::{Setup, words::Gun};
pub(crate) use ending::{fate, outcome};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Seat, Section, Voice};
use hulldown_core::rules::RuleId;

/// The name of an enemy unit.
pub(crate) fn unit_name(d: &Charts, grade: Grade, class: Class, kind: Option<UnitType>) -> String {
    match kind {
        Some(kind) => d.units[kind.index()].name.clone(),
        None if class == Class::Inf => d.grades[grade.index()].name.clone(),
        None => class.name().into(),
    }
}

/// Hatches in words.
pub(crate) fn hatches(open: [bool; 3]) -> String {
    let names: Vec<&str> =
        ["commander", "driver", "assistant driver"].into_iter().zip(open).filter(|(_, o)| *o).map(|(n, _)| n).collect();
    if names.is_empty() { "all buttoned up".into() } else { format!("{} open", names.join(", ")) }
}

fn masked(mask: u8) -> String {
    let names = ["commander", "driver", "assistant driver"];
    let picked: Vec<&str> = (0..3).filter(|i| mask >> i & 1 == 1).map(|i| names[i]).collect();
    picked.join(", ")
}

pub(crate) fn support_name(support: Support) -> &'static str {
    match support {
        Support::Mortar => "mortars",
        Support::Artillery => "field artillery",
    }
}

/// A count and what is counted: "1 point", "2 points".
pub(crate) fn counted(count: u16, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn prestige(points: u8) -> String {
    counted(points.into(), "Prestige Point")
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

impl Ace {
    /// A commander in words, with his nickname.
    pub(crate) fn commander(&self, s: Seat) -> String {
        let p = &self.players[s.index()];
        match (p.name.is_empty(), p.nickname.is_empty()) {
            (true, true) if self.mode == Mode::Solitaire => "the commander".into(),
            (true, true) => self.called(s),
            (true, false) => format!("\u{201c}{}\u{201d}", p.nickname),
            (false, true) => p.name.to_string(),
            (false, false) => format!("{} \u{201c}{}\u{201d}", p.name, p.nickname),
        }
    }

    fn target(&self, d: &Charts, board: Seat, id: UnitId) -> String {
        match self.players[board.index()].board.enemy(id) {
            Some(e) => format!("{} {} in {}", unit_name(d, self.field.grade, e.class, e.kind), e.id.0, e.area.id()),
            None => format!("unit {}", id.0),
        }
    }

    /// In a game of two, whose question it is.
    fn whose(&self, s: Seat) -> String {
        if self.mode == Mode::Solitaire { String::new() } else { format!("{}: ", self.called(s)) }
    }

    fn choice_label(&self, d: &'static Charts, s: Seat, ask: Ask, choice: Choice) -> String {
        let p = &self.players[s.index()];
        let partner = Seat(1 - s.0);
        match choice {
            Choice::Start(month) => month.name().into(),
            Choice::Tank(tank) => {
                let t = &d.tanks[tank.index()];
                let [turret, hull, side] = t.armor;
                let wet = if t.wet { "wet" } else { "dry" };
                format!(
                    "{}: {}, firepower {}, armor {turret}/{hull}/{side}, rack {}, {wet} stowage",
                    t.name, t.gun, t.firepower, t.ready_rack
                )
            }
            Choice::KeepTank => match ask {
                Ask::ReplaceTank => format!("another {}, free", d.tanks[p.tank.index()].name),
                _ => format!("keep the {}", d.tanks[p.tank.index()].name),
            },
            Choice::Division(n) => d.division_names[n.index()].clone(),
            Choice::RollDivision => "roll for it".into(),
            Choice::Elective(e) => e.name().into(),
            Choice::Buy(skill) => {
                let info = &d.skills[skill.index()];
                match (ask, self.price(d, s, skill)) {
                    (Ask::Trained(_), _) | (_, Err(_)) => format!("{}: {}", skill.name(), info.effect),
                    (_, Ok(cost)) => format!("{} ({cost} XP): {}", skill.name(), info.effect),
                }
            }
            Choice::BuyWithBooze => "give the Booze away and buy Synergy back at once (1 XP)".into(),
            Choice::Done => match ask {
                Ask::Buy => "save the Experience Points".into(),
                Ask::RackMove(_) => "that is all".into(),
                _ => "no more".into(),
            },
            Choice::Yes => match ask {
                Ask::StartHullDown => "start hull down".into(),
                Ask::BuyArtillery => "spend 1 Prestige Point for field artillery".into(),
                Ask::SixthSense => "duck: the commander closes his hatch".into(),
                Ask::Expert => "roll again; the second roll stands".into(),
                _ => "yes".into(),
            },
            Choice::No => match ask {
                Ask::StartHullDown => "start in the open".into(),
                Ask::BuyArtillery => "keep the point".into(),
                Ask::SixthSense => "stay up".into(),
                Ask::Expert => "let the roll stand".into(),
                Ask::Recall => "let him go to another crew".into(),
                _ => "no".into(),
            },
            Choice::Hatches(mask) => hatches(std::array::from_fn(|i| mask >> i & 1 == 1)),
            Choice::Load(ammo) => ammo.name().into(),
            Choice::Rack(plan) => match plan {
                RackPlan::Same => format!("as last time: {}", rack(&p.mat.last_rack)),
                RackPlan::Half => "half AP, half HE".into(),
                RackPlan::Ap => "all AP".into(),
                RackPlan::He => "all HE".into(),
                RackPlan::Choose => "choose kind by kind".into(),
            },
            Choice::Count(n) => n.to_string(),
            Choice::Fire(id) => self.fire_label(d, s, s, id),
            Choice::Assist(id) => format!("{} on {}", self.fire_label(d, s, partner, id), self.board_of(partner)),
            Choice::Smoke(area) => format!("fire HCBI smoke into {}", area.id()),
            Choice::Mg(gun, id) => format!("{} at the {}", mg_name(gun), self.target(d, s, id)),
            Choice::AssistMg(gun, id) => {
                format!("{} at the {} on {}", mg_name(gun), self.target(d, partner, id), self.board_of(partner))
            }
            Choice::Reload => format!("reload the ready rack (now {})", rack(&p.mat.rack)),
            Choice::ReloadRush => "reload the ready rack with Adrenaline Rush: six rounds".into(),
            Choice::Put(ammo) => format!("put in one {}", ammo.name()),
            Choice::PutRest(ammo) => format!("fill up with {}", ammo.name()),
            Choice::Take(ammo) => format!("take out one {}", ammo.name()),
            Choice::Forward => match p.board.range.closer() {
                Some(range) => format!("move forward, to {} range", range.name()),
                None => "move forward".into(),
            },
            Choice::HullDown => "move to a hull down position".into(),
            Choice::Step(step) => match step {
                Step::Keep => format!("stay at {} range", p.board.range.name()),
                Step::Closer => format!("close to {} range", p.board.range.closer().map_or("", |r| r.name())),
                Step::Farther => format!("open to {} range", p.board.range.farther().map_or("", |r| r.name())),
            },
            Choice::Hull(facing) | Choice::TurnTo(facing) if facing == p.mat.hull => {
                format!("leave the hull facing {}", facing.name())
            }
            Choice::Hull(facing) | Choice::TurnTo(facing) => format!("turn the hull {}", facing.name()),
            Choice::Backward => match (p.board.range.farther(), commands::preview(self, d, s, choice)) {
                (Some(range), Some(_)) => format!("move backward, to {} range", range.name()),
                _ => "move backward off the board: the mission fails".into(),
            },
            Choice::Flank(id) => format!("move for a flank shot at the {}", self.target(d, s, id)),
            Choice::Mortar => format!("fire the smoke mortar ({} left)", p.mat.mortar),
            Choice::Call(support) => format!("call for {}", support_name(support)),
            Choice::CallPartner(support) => format!("call for {} on {}", support_name(support), self.board_of(partner)),
            Choice::Button(mask) => format!("button up: {}", masked(mask)),
            Choice::Unbutton(mask) => format!("unbutton: {}", masked(mask)),
            Choice::Switch(ammo) => {
                format!("switch {} for {}", p.mat.loaded.map_or("nothing", |a| a.name()), ammo.name())
            }
            Choice::Synergy => "use Synergy: one more command this round".into(),
            Choice::End => "give no more commands".into(),
            Choice::Post(Post::Gunner) => "he goes down to the gun, buttoned up".into(),
            Choice::Post(post) => format!("he takes over as {}", post.name()),
            Choice::Stay => match ask {
                Ask::FillPost(Post::Gunner) => "he stays up; the gun is silent".into(),
                _ => "he stays at the bow gun".into(),
            },
            Choice::Target(id) => match ask {
                Ask::Strike(_, board) if board != s => {
                    format!("the {} on {}", self.target(d, board, id), self.board_of(board))
                }
                _ => format!("the {}", self.target(d, s, id)),
            },
            Choice::Trade(trade) => {
                let info = &d.trade[trade.index()];
                format!("{} ({}): {}", trade.name(), counted(info.cost.into(), "point"), info.effect)
            }
            Choice::Pay(trophy) => {
                format!(
                    "{} (worth {}, you have {})",
                    trophy.name(),
                    d.trophy[trophy.index()].value,
                    p.career.trophies[trophy.index()]
                )
            }
            Choice::Recall(at) => match p.away.get(usize::from(at)) {
                Some(away) => format!(
                    "ask for the {} (man {}) back, {}",
                    away.post.name(),
                    away.man.number,
                    prestige(d.prestige.recall_crewman)
                ),
                None => "ask for him back".into(),
            },
        }
    }

    fn fire_label(&self, d: &Charts, s: Seat, board: Seat, id: UnitId) -> String {
        let p = &self.players[s.index()];
        let ammo = p.mat.loaded.map_or("nothing", |a| a.name());
        let again = if p.mat.sensed == Some(id) && s == board { " again" } else { "" };
        let shot = crate::gunnery::Shot { by: s, board, at: id };
        let side = self.players[board.index()].board.enemy(id);
        let side = side.is_some_and(|e| e.class.is_vehicle() && e.class != Class::W && self.flanked(e, shot));
        let flank = if side { ", flank shot" } else { "" };
        format!("fire {ammo}{again} at the {}{flank}", self.target(d, board, id))
    }
}

fn mg_name(gun: Gun) -> &'static str {
    match gun {
        Gun::Coax => "fire the coax",
        Gun::Bow => "fire the bow MG",
        Gun::Aa50 => "fire the .50",
    }
}

/// The rule behind a choice.
fn choice_rule(ask: Ask, choice: Choice, sensed: Option<UnitId>) -> RuleId {
    match choice {
        Choice::Start(_) => rule!("4.1.1"),
        Choice::Tank(_) => rule!("4.1.2"),
        Choice::KeepTank => rule!("4.5c"),
        Choice::Division(_) | Choice::RollDivision => rule!("4.2.4"),
        Choice::Elective(_) => rule!("4.6b"),
        Choice::Buy(_) => rule!("7.7a"),
        Choice::BuyWithBooze => rule!("7.7.syn"),
        Choice::Hatches(_) => rule!("6.2f"),
        Choice::Rack(_) | Choice::Count(_) => rule!("4.4.c"),
        Choice::Load(_) => {
            if ask == Ask::FirstRound {
                rule!("4.3.2d")
            } else {
                rule!("7.2-Aa")
            }
        }
        Choice::Fire(id) if sensed == Some(id) => rule!("7.2-B"),
        Choice::Fire(_) => rule!("7.2-Aa"),
        Choice::Assist(_) | Choice::AssistMg(..) => rule!("10.2b"),
        Choice::Smoke(_) => rule!("7.2-Ae"),
        Choice::Mg(Gun::Coax, _) => rule!("7.2-Ab"),
        Choice::Mg(Gun::Bow, _) => rule!("7.2-H"),
        Choice::Mg(Gun::Aa50, _) => rule!("7.2-I"),
        Choice::Reload => rule!("7.2-Ca"),
        Choice::ReloadRush => rule!("7.7.adr"),
        Choice::Put(_) | Choice::PutRest(_) | Choice::Take(_) => rule!("7.2-Ca"),
        Choice::Forward => rule!("7.2-D"),
        Choice::HullDown => rule!("7.2-Ea"),
        Choice::Step(_) => rule!("7.2-Eb"),
        Choice::Hull(_) => rule!("7.2-Fa"),
        Choice::TurnTo(_) => rule!("7.2-DEG"),
        Choice::Backward => rule!("7.2-G"),
        Choice::Flank(_) => rule!("7.2-Ja"),
        Choice::Mortar => rule!("7.2-K"),
        Choice::Call(_) => rule!("7.2-L"),
        Choice::CallPartner(_) => rule!("10.2d"),
        Choice::Button(_) => rule!("7.2-M"),
        Choice::Unbutton(_) => rule!("7.2-N"),
        Choice::Switch(_) => rule!("7.2-O"),
        Choice::Synergy => rule!("7.7.syn"),
        Choice::End => rule!("7.2-3a"),
        Choice::Post(Post::Driver) => rule!("7.4.3e"),
        Choice::Post(Post::Gunner) => rule!("7.4.3h"),
        Choice::Stay if ask == Ask::FillPost(Post::Gunner) => rule!("7.4.3h"),
        Choice::Post(_) | Choice::Stay => rule!("7.4.3g"),
        Choice::Target(_) => rule!("R37a"),
        Choice::Trade(_) | Choice::Pay(_) => rule!("8.4b"),
        Choice::Recall(_) => rule!("8.3.1b"),
        Choice::Done | Choice::Yes | Choice::No => ask_rule(ask),
    }
}

fn ask_rule(ask: Ask) -> RuleId {
    match ask {
        Ask::Start => rule!("4.1.1"),
        Ask::FirstTank => rule!("4.0"),
        Ask::Division => rule!("4.2.4"),
        Ask::Elective => rule!("4.6b"),
        Ask::Buy => rule!("7.7a"),
        Ask::Hatches => rule!("6.2f"),
        Ask::StartHullDown => rule!("7.1.4c"),
        Ask::FirstRound => rule!("4.3.2d"),
        Ask::Rack | Ask::RackCount(..) => rule!("4.4.c"),
        Ask::BuyArtillery => rule!("7.6e"),
        Ask::Strike(..) => rule!("7.2-1b"),
        Ask::Airstrike => rule!("7.6c"),
        Ask::Command(_) => rule!("7.2-3a"),
        Ask::MoveStep => rule!("7.2-Eb"),
        Ask::FreeTurn => rule!("7.2-DEG"),
        Ask::NextRound => rule!("7.2-Aa"),
        Ask::RackMove(_) => rule!("7.2-Ca"),
        Ask::FillPost(Post::Gunner) => rule!("7.4.3h"),
        Ask::FillPost(_) => rule!("R28a"),
        Ask::SixthSense => rule!("7.7.six"),
        Ask::Expert => rule!("7.7.exp"),
        Ask::ReplaceTank => rule!("4.5c"),
        Ask::ChangeTank => rule!("4.5a"),
        Ask::NewCommand => rule!("7.4.3j"),
        Ask::Trained(_) => rule!("CH.W2"),
        Ask::Recall => rule!("8.3.1b"),
        Ask::Trade | Ask::Pay(_) => rule!("8.4b"),
    }
}

fn ask_kind(ask: Ask) -> &'static str {
    match ask {
        Ask::Start => "start",
        Ask::FirstTank => "first-tank",
        Ask::Division => "unit",
        Ask::Elective => "school",
        Ask::Buy => "buy",
        Ask::Hatches => "hatches",
        Ask::StartHullDown => "start-hull-down",
        Ask::FirstRound => "first-round",
        Ask::Rack => "rack",
        Ask::RackCount(..) => "rack-count",
        Ask::BuyArtillery => "buy-artillery",
        Ask::Strike(..) => "strike",
        Ask::Airstrike => "airstrike",
        Ask::Command(_) => "command",
        Ask::MoveStep => "move-step",
        Ask::FreeTurn => "free-turn",
        Ask::NextRound => "next-round",
        Ask::RackMove(_) => "rack-move",
        Ask::FillPost(_) => "fill-post",
        Ask::SixthSense => "sixth-sense",
        Ask::Expert => "expert",
        Ask::ReplaceTank => "replace-tank",
        Ask::ChangeTank => "change-tank",
        Ask::NewCommand => "new-command",
        Ask::Trained(_) => "trained",
        Ask::Recall => "recall",
        Ask::Trade => "trade",
        Ask::Pay(_) => "pay",
    }
}

fn ask_text(g: &Ace, s: Seat, ask: Ask) -> String {
    let p = &g.players[s.index()];
    match ask {
        Ask::Start => "In which month does the career begin?".into(),
        Ask::FirstTank => "Choose the first tank".into(),
        Ask::Division => "Choose a unit, or roll for it".into(),
        Ask::Elective => "Fort Knox: how does the commander spend his free time?".into(),
        Ask::Buy => format!("Spend Experience? {} XP in hand", p.career.experience),
        Ask::Hatches => "Which hatches are open as the mission starts?".into(),
        Ask::StartHullDown => "You had time to find a good spot: start hull down?".into(),
        Ask::FirstRound => "Which round is in the gun?".into(),
        Ask::Rack => "Fill the ready rack".into(),
        Ask::RackCount(ammo, left) => {
            let boxes = if left == 1 { "1 box".into() } else { format!("{left} boxes") };
            format!("How many {} in the rack? {boxes} left", ammo.name())
        }
        Ask::BuyArtillery => format!("Artillery before the fight? {} in hand", prestige(p.career.prestige)),
        Ask::Strike(support, board) if board != s => {
            format!("Choose the target of the {} on {}", support_name(support), g.board_of(board))
        }
        Ask::Strike(support, _) => format!("Choose the target of the {}", support_name(support)),
        Ask::Airstrike => "Choose the target of the airstrike".into(),
        Ask::Command(left) => {
            let who = p.commanding().map_or("Commander", |post| post.name());
            let who = who[..1].to_uppercase() + &who[1..];
            match left {
                0 => format!("{who}: no commands left, Synergy could give one more"),
                1 => format!("{who}: one command left"),
                n => format!("{who}: {n} commands left"),
            }
        }
        Ask::MoveStep => "Change the range with the move?".into(),
        Ask::FreeTurn => "The move includes a turn of the hull".into(),
        Ask::NextRound => "Loader: the next round".into(),
        Ask::RackMove(left) => format!("Ready rack: up to {} in or out", counted(left.into(), "round")),
        Ask::FillPost(Post::Gunner) => "The gunner's post is empty: does the commander go down to the gun?".into(),
        Ask::FillPost(post) => format!("The {}'s post is empty: does the assistant driver take it?", post.name()),
        Ask::SixthSense => "Fire is coming in: use Sixth Sense?".into(),
        Ask::Expert => "Use Expert to roll again?".into(),
        Ask::ReplaceTank => format!("The tank is lost. {} in hand", prestige(p.career.prestige)),
        Ask::ChangeTank => format!("Change the tank? {} in hand", prestige(p.career.prestige)),
        Ask::NewCommand => "Out of hospital: choose a new tank".into(),
        Ask::Trained(post) => format!("The new {} is trained: in what?", post.name()),
        Ask::Recall => format!("A man is released from hospital. {} in hand", prestige(p.career.prestige)),
        Ask::Trade => "Trade trophies?".into(),
        Ask::Pay(owed) => format!("Pay {owed} more {} with which trophy?", if owed == 1 { "point" } else { "points" }),
    }
}

fn spot(s: Seat, ask: Ask, choice: Choice) -> Option<String> {
    Some(match choice {
        Choice::Target(id) if matches!(ask, Ask::Strike(_, board) if board != s) => format!("partner-unit:{}", id.0),
        Choice::Fire(id) | Choice::Mg(_, id) | Choice::Flank(id) | Choice::Target(id) => format!("unit:{}", id.0),
        Choice::Assist(id) | Choice::AssistMg(_, id) => format!("partner-unit:{}", id.0),
        Choice::Smoke(area) => format!("area:{}", area.id()),
        Choice::Hull(facing) | Choice::TurnTo(facing) => format!("hull:{}", facing.id()),
        Choice::Load(ammo) | Choice::Switch(ammo) | Choice::Put(ammo) | Choice::PutRest(ammo) | Choice::Take(ammo) => {
            format!("ammo:{}", ammo.id())
        }
        Choice::Post(post) => format!("crew:{}", post.id()),
        Choice::Mortar => "smoke-mortar".into(),
        Choice::Reload | Choice::ReloadRush => "rack".into(),
        Choice::Button(_) | Choice::Unbutton(_) | Choice::Hatches(_) => "hatches".into(),
        _ => return None,
    })
}

impl Voice for Ace {
    const ABOUT: &'static str = "Command one American tank and its crew from tank school to April 1945: missions, awards, better \
                                 tanks, if you live to see them.";

    fn setup_fields() -> Vec<Field> {
        let text = |name, help| Field { name, help, values: Vec::new(), default: "".into() };
        let switch = |name, help| Field {
            name,
            help,
            values: vec![("false".into(), "off".into()), ("true".into(), "on".into())],
            default: false.into(),
        };
        let modes = [
            ("solitaire", "one commander"),
            ("cooperative", "two commanders of one company help each other (10.2)"),
            ("competitive_together", "two commanders of one company compete (10.3)"),
            ("competitive_apart", "two commanders of different units compete (10.3)"),
        ];
        vec![
            Field {
                name: "mode",
                help: "who plays with whom",
                values: modes.iter().map(|(v, l)| ((*v).into(), (*l).into())).collect(),
                default: "solitaire".into(),
            },
            text("name", "the commander's name, up to 40 bytes"),
            text("nickname", "what his crew call him"),
            text("tank_name", "what is painted on his tank"),
            text("partner_name", "the second commander's name"),
            text("partner_nickname", "what his crew call him"),
            text("partner_tank_name", "what is painted on his tank"),
            switch("increased_threat", "optional 10.4: enemies target you on 1-2 once your tank has eliminated one"),
            switch("errata_2022", "the publisher's changes of 2022 to the printed rules"),
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, _: &'static Charts, seat: Seat, ask: Ask) -> AskWords {
        let text = format!("{}{}", self.whose(seat), ask_text(self, seat, ask));
        AskWords { kind: ask_kind(ask), rule: ask_rule(ask), text }
    }

    fn choice_words(&self, data: &'static Charts, seat: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        let sensed = self.players[seat.index()].mat.sensed;
        let label = self.choice_label(data, seat, ask, choice);
        let label = match commands::letter(choice, sensed) {
            Some(letter) if matches!(ask, Ask::Command(_)) => format!("{}. {label}", letter.id()),
            _ => label,
        };
        ChoiceWords { label, rule: choice_rule(ask, choice, sensed), spot: spot(seat, ask, choice) }
    }

    fn preview(&self, data: &'static Charts, seat: Seat, choice: Choice) -> Option<Check> {
        commands::preview(self, data, seat, choice)
    }

    fn event_words(data: &'static Charts, event: &Event) -> EventWords {
        events::words(&names::Teller::of_one(data), event)
    }

    fn log_words(&self, data: &'static Charts, event: &Event) -> EventWords {
        events::words(&names::Teller::new(data, self), event)
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        lists::sections(view)
    }

    fn status(view: &View<'_>) -> String {
        lists::status(view)
    }

    fn lesson(&self, _: &'static Charts, _: Seat, ask: Ask) -> Option<Lesson> {
        lessons::lesson(self, ask)
    }

    fn guided() -> Guided<Setup> {
        lessons::guided()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_as_the_same_choice() {
        for key in [
            "start:1944-06",
            "tank:m26",
            "tank:keep",
            "unit:10",
            "unit:roll",
            "school:bars",
            "buy:gunnery",
            "buy:synergy:booze",
            "done",
            "yes",
            "no",
            "open:none",
            "open:cda",
            "load:wp",
            "rack:same",
            "n:7",
            "fire:3",
            "assist:4",
            "assist:coax:4",
            "smoke:A",
            "coax:2",
            "bow:1",
            "aa50:12",
            "reload",
            "reload:rush",
            "put:ap",
            "fill:he",
            "take:hcbi",
            "move:forward",
            "move:hulldown",
            "range:closer",
            "hull:left",
            "turn:front",
            "move:back",
            "flank:5",
            "mortar",
            "call:artillery",
            "call:mortar:partner",
            "button:ca",
            "unbutton:d",
            "switch:apcr",
            "synergy",
            "end",
            "post:loader",
            "post:stay",
            "target:9",
            "trade:hvap",
            "pay:luger",
            "recall:0",
        ] {
            let choice: Choice = key.parse().unwrap_or_else(|_| panic!("{key}"));
            assert_eq!(choice.to_string(), key);
        }
        for key in [
            "", "fire", "fire:", "fire:01", "fire:+1", "fire:1:2", "open:dc", "unit:0", "unit:11", "coax:x", "n:-1",
            "end:x",
        ] {
            assert!(key.parse::<Choice>().is_err(), "{key}");
        }
    }
}
