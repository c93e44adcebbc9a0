//! The words of the game: questions, choices, and how it ended. Events, lists, hints and the story have files of their own.

mod events;
mod lessons;
mod lists;
mod story;

use crate::Setup;
use crate::charts::Charts;
use crate::choice::{Ask, Choice, Plan};
use crate::event::Event;
use crate::rules::rule;
use crate::state::{Aim, Directs, Enemy, Fate, Length, Orders, Patton, UnitId, Verdict};
use crate::view::View;
use crate::words::{Action, Ammo, MapArea, Medal, Post, Rank, UnitType};
use hulldown_core::chart::ChartSheet;
use hulldown_core::check::Check;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Outcome, Seat, Section, Voice};
use hulldown_core::rules::RuleId;

pub use story::story;

/// Rounds in words.
pub(crate) fn rounds(rounds: &[u8; Ammo::ALL.len()]) -> String {
    let kinds: Vec<String> = Ammo::ALL
        .into_iter()
        .filter(|a| rounds[a.index()] > 0)
        .map(|a| format!("{} {}", rounds[a.index()], a.name()))
        .collect();
    if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") }
}

/// So many of something: "1 round", "2 rounds".
pub(crate) fn counted(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Hatches in words.
pub(crate) fn hatches(open: &[bool; 5]) -> String {
    let names: Vec<&str> = Post::ALL.into_iter().filter(|p| open[p.index()]).map(Post::name).collect();
    if names.is_empty() { "all buttoned up".into() } else { format!("{} open", names.join(", ")) }
}

/// Orders in words.
pub(crate) fn orders(orders: &Orders) -> String {
    let mut words: Vec<String> = Vec::new();
    for post in Post::ALL {
        if let Some(action) = orders.of(post) {
            let what = match (action, orders.directs) {
                (Action::DirectFire, Directs::Main) => "Direct Fire of the main gun".to_string(),
                (Action::DirectFire, Directs::Mg(mg)) => format!("Direct Fire of the {mg}"),
                (Action::MoveToPosition, _) => format!("Take Over as {}", orders.take),
                _ => action.name().into(),
            };
            words.push(format!("{} {what}", post.letter()));
        }
    }
    words.join(", ")
}

/// A commander in words.
pub(crate) fn commander(g: &Patton) -> String {
    let rank = g.you.rank.name();
    match (g.you.name.is_empty(), g.you.number) {
        (true, _) => rank.into(),
        (false, 1) => format!("{rank} {}", g.you.name),
        (false, n) => format!("{rank}, successor {} of {}", n - 1, g.you.name),
    }
}

/// A unit in words: "Pz IV 3, 6-8 medium".
pub(crate) fn unit(d: &Charts, kind: UnitType, identified: bool, id: UnitId) -> String {
    let name = if identified { d.units[kind.index()].name.clone() } else { format!("unknown {}", kind.class()) };
    format!("{name} {}", id.0)
}

fn place(e: &Enemy) -> String {
    let facing = e.facing.map_or(String::new(), |f| format!(", {f} to you"));
    let moving = if e.moving { ", moving" } else { "" };
    format!("{} {}{facing}, {}{moving}", e.zone.sector.id(), e.zone.range, e.terrain)
}

impl Patton {
    fn unit_words(&self, d: &Charts, id: UnitId) -> String {
        match self.battle.enemy(id) {
            Some(e) => format!("{} ({})", unit(d, e.kind, e.identified, id), place(e)),
            None => format!("unit {}", id.0),
        }
    }

    fn area_words(&self, d: &Charts, area: MapArea) -> String {
        let info = &d.areas[area.index()];
        let there = self.map.areas[area];
        let mut text = format!("{} ({}", area.id(), info.kind);
        if let Some(resistance) = there.resistance {
            text.push_str(&format!(", {resistance} resistance"));
        }
        if there.us {
            text.push_str(", US controlled");
        }
        if area == self.map.exit {
            text.push_str(", exit");
        }
        if self.map.strays.iter().any(|stray| stray.area == area) {
            text.push_str(", enemies left there");
        }
        text.push(')');
        text
    }

    fn choice_label(&self, d: &'static Charts, ask: Ask, choice: Choice) -> String {
        match choice {
            Choice::Yes => match ask {
                Ask::Return(post) => format!("take the {post} back; his stand-in leaves"),
                Ask::Train => "train the crew".into(),
                Ask::Advancing => "use Advancing Fire".into(),
                Ask::Succession => "go on as the man who takes your place".into(),
                _ => "yes".into(),
            },
            Choice::No => match ask {
                Ask::Return(_) => "keep the man you have".into(),
                Ask::Train => "no training".into(),
                Ask::Advancing => "enter without firing".into(),
                Ask::Succession => "end the game".into(),
                _ => "no".into(),
            },
            Choice::Done => "no more".into(),
            Choice::Go => match ask {
                Ask::Orders => format!("carry out: {}", orders(&self.possible(d, self.battle.orders))),
                Ask::Prepare => format!(
                    "ready: {}; {} in the gun; hull to {}, turret to {}",
                    hatches(&self.tank.open),
                    self.tank.loaded.map_or("nothing", Ammo::name),
                    self.tank.hull.id(),
                    self.tank.turret.id()
                ),
                _ => "go on".into(),
            },
            Choice::Usual => match ask {
                Ask::Assign(_) => "as the book suggests: commander, gunner, driver, loader, assistant".into(),
                Ask::Mark(_) => "cover as many zones as possible, close ones first".into(),
                Ask::Spotting => "everybody looks, best eyes first".into(),
                _ => "as the book suggests".into(),
            },
            Choice::Same => match ask {
                Ask::Rounds => format!("as last time: {}", rounds(&self.tank.last_load)),
                Ask::Rack => format!("as last time: {}", rounds(&self.tank.last_rack)),
                _ => "as last time".into(),
            },
            Choice::ByHand => "kind by kind".into(),
            Choice::Count(n) => n.to_string(),
            Choice::Assign(post) => format!("he becomes {post}"),
            Choice::KeepTank => format!("keep the {}", d.tanks[self.tank.model.index()].name_of(self.tank.hvss)),
            Choice::NewTank => "have another tank".into(),
            Choice::Tank(tank) => {
                let card = &d.tanks[tank.index()];
                let wet = if card.wet { "wet" } else { "dry" };
                let armor = card.armor.name();
                format!(
                    "{}. {}: {}, {armor}, {} rounds, rack {}, {wet}",
                    tank.number(),
                    card.name(),
                    card.gun,
                    card.rounds,
                    card.rack
                )
            }
            Choice::Load(None) => "unload the gun".into(),
            Choice::Load(Some(ammo)) => format!("load {ammo}"),
            Choice::Hull(sector) => format!("hull to {sector}"),
            Choice::Turret(sector) => format!("turret to {sector}"),
            Choice::Open(post) => format!("open the {post}'s hatch"),
            Choice::Close(post) => format!("close the {post}'s hatch"),
            Choice::Look(post, sector) => format!("the {post} searches {sector}"),
            Choice::Check(area) => format!("check {}", self.area_words(d, area)),
            Choice::Artillery(area) => format!("call artillery onto {}", self.area_words(d, area)),
            Choice::PickUp(area) => format!("pick up the artillery marker in {}", area.id()),
            Choice::Air(area) => format!("call an air strike onto {}", self.area_words(d, area)),
            Choice::Resupply => "try to resupply (one hour)".into(),
            Choice::Enter(area) => {
                let minutes = self.entry_minutes(d, d.road(self.map.at, area));
                format!("enter {}, {minutes} minutes", self.area_words(d, area))
            }
            Choice::Wait => "wait fifteen minutes".into(),
            Choice::WaitOn => "wait until the enemy comes or the sun sets".into(),
            Choice::Mark(zone) => format!("a marker in {zone}"),
            Choice::Spot(post, id) => format!("the {post} looks at the {}", self.unit_words(d, id)),
            Choice::Plan(plan) => match plan {
                Plan::Clear => "plan: no orders".into(),
                Plan::Gun => "plan: main gun".into(),
                Plan::Mg => "plan: machine guns".into(),
                Plan::HullDown => "plan: forward to hull down".into(),
                Plan::Forward => "plan: forward".into(),
                Plan::Back => "plan: backward".into(),
            },
            Choice::Order(post, action) => format!("{}: {action}", post.letter()),
            Choice::Free(post) => format!("{}: no order", post.letter()),
            Choice::Direct(Directs::Main) => "C: Direct Fire of the main gun".into(),
            Choice::Direct(Directs::Mg(mg)) => format!("C: Direct Fire of the {mg}"),
            Choice::TakePost(post) => format!("A: take over as {post}"),
            Choice::Reload(ammo, rack) => {
                let left = self.tank.rounds[ammo.index()];
                let racked = self.tank.rack[ammo.index()];
                if rack {
                    format!("reload {ammo} from the ready rack ({racked} there)")
                } else {
                    format!("reload {ammo} ({left} left)")
                }
            }
            Choice::Fire(id, aim) => {
                let ammo = self.tank.loaded.map_or("nothing", Ammo::name);
                format!("{ammo}, {}, at the {}", aim_words(aim), self.unit_words(d, id))
            }
            Choice::Again(aim) => {
                let ammo = self.tank.loaded.map_or("nothing", Ammo::name);
                format!("fire again: {ammo}, {}", aim_words(aim))
            }
            Choice::Hold => "hold fire".into(),
            Choice::Shoot(id) => format!("fire at the {}", self.unit_words(d, id)),
            Choice::Sweep(zone) => format!("sweep {zone}"),
            Choice::Aimed => "fire at a unit, after the guns that sweep".into(),
            Choice::Sector(sector) => sector.name().into(),
            Choice::Area(area) => self.area_words(d, area),
            Choice::Rescue(by, whom) => format!("the {by} goes back for the {whom}"),
            Choice::Medal(medal) => medal.name().into(),
        }
    }
}

fn aim_words(aim: Aim) -> &'static str {
    match aim {
        Aim::Direct => "direct fire",
        Aim::Area => "area fire",
        Aim::Track => "direct fire at the tracks",
    }
}

/// The rule behind a choice.
fn choice_rule(d: &Charts, ask: Ask, choice: Choice) -> RuleId {
    match choice {
        Choice::Order(_, action) => d.actions[action.index()].rule,
        Choice::Free(_) => rule!("5.22"),
        Choice::Direct(_) => rule!("8.12"),
        Choice::TakePost(_) => rule!("19.22"),
        Choice::Open(_) | Choice::Close(_) if ask == Ask::Orders => rule!("4.73.1"),
        Choice::Open(_) | Choice::Close(_) => rule!("4.42"),
        Choice::Look(..) => rule!("4.45"),
        Choice::Load(_) if ask == Ask::Prepare => rule!("4.43"),
        Choice::Load(_) => rule!("8.35"),
        Choice::Hull(_) | Choice::Turret(_) if ask == Ask::Prepare => rule!("4.44"),
        Choice::Hull(_) => rule!("8.46"),
        Choice::Turret(_) => rule!("8.23"),
        Choice::Reload(_, false) => rule!("4.73.3"),
        Choice::Reload(_, true) => rule!("16.23"),
        Choice::Check(_) if ask == Ask::FreeCheck => rule!("4.53"),
        Choice::Check(_) => rule!("4.54.1"),
        Choice::Artillery(_) => rule!("4.54.2"),
        Choice::PickUp(_) => rule!("23.1"),
        Choice::Air(_) => rule!("4.54.3"),
        Choice::Resupply => rule!("4.54.4"),
        Choice::Enter(_) => rule!("4.54.5"),
        Choice::Fire(_, aim) | Choice::Again(aim) => match aim {
            Aim::Direct | Aim::Area => rule!("9.2"),
            Aim::Track => rule!("T.tohit"),
        },
        Choice::Shoot(_) | Choice::Aimed => rule!("10.22"),
        Choice::Sweep(_) => rule!("10.24"),
        Choice::Tank(_) => rule!("24.0b"),
        _ => ask_rule(ask),
    }
}

fn ask_rule(ask: Ask) -> RuleId {
    match ask {
        Ask::Return(_) => rule!("19.33"),
        Ask::Exchange => rule!("24.0c"),
        Ask::ChooseTank => rule!("24.0b"),
        Ask::Train => rule!("27.21"),
        Ask::Assign(_) => rule!("7.1"),
        Ask::Extra => rule!("16.22"),
        Ask::Rounds | Ask::RoundsOf(_) => rule!("16.21"),
        Ask::Rack | Ask::RackOf(_) => rule!("16.23"),
        Ask::Prepare => rule!("4.42"),
        Ask::FreeCheck => rule!("4.53"),
        Ask::Operation => rule!("4.54"),
        Ask::Advancing => rule!("22.1"),
        Ask::Mark(_) => rule!("22.12"),
        Ask::Watch => rule!("20.42"),
        Ask::Spotting => rule!("4.72"),
        Ask::Orders => rule!("4.73.2"),
        Ask::Pivot => rule!("8.46"),
        Ask::Turn => rule!("8.23"),
        Ask::Target => rule!("9.1"),
        Ask::Again => rule!("9.4"),
        Ask::Sweep(_) => rule!("4.74.3"),
        Ask::MgTarget(_) => rule!("10.21"),
        Ask::GunLoad => rule!("8.35"),
        Ask::Leave => rule!("11.33"),
        Ask::FallBack => rule!("20.45"),
        Ask::FriendlyAdvance => rule!("15.7"),
        Ask::Rescue => rule!("19.14"),
        Ask::Medal => rule!("26.1"),
        Ask::Succession => rule!("6.3"),
    }
}

fn ask_kind(ask: Ask) -> &'static str {
    match ask {
        Ask::Return(_) => "return",
        Ask::Exchange => "exchange",
        Ask::ChooseTank => "tank",
        Ask::Train => "train",
        Ask::Assign(_) => "assign",
        Ask::Extra => "extra",
        Ask::Rounds => "load",
        Ask::RoundsOf(_) => "load-of",
        Ask::Rack => "rack",
        Ask::RackOf(_) => "rack-of",
        Ask::Prepare => "prepare",
        Ask::FreeCheck => "free-check",
        Ask::Operation => "operation",
        Ask::Advancing => "advancing",
        Ask::Mark(_) => "mark",
        Ask::Watch => "watch",
        Ask::Spotting => "spotting",
        Ask::Orders => "orders",
        Ask::Pivot => "pivot",
        Ask::Turn => "turn",
        Ask::Target => "target",
        Ask::Again => "again",
        Ask::Sweep(_) => "sweep",
        Ask::MgTarget(_) => "mg-target",
        Ask::GunLoad => "gun-load",
        Ask::Leave => "leave",
        Ask::FallBack => "fall-back",
        Ask::FriendlyAdvance => "friendly-advance",
        Ask::Rescue => "rescue",
        Ask::Medal => "medal",
        Ask::Succession => "succession",
    }
}

fn ask_text(g: &Patton, d: &Charts, ask: Ask) -> String {
    match ask {
        Ask::Return(post) => format!("Your {post} is out of hospital. Take him back?"),
        Ask::Exchange => "The Division refits. Keep your tank?".into(),
        Ask::ChooseTank => "Your crew may choose its tank.".into(),
        Ask::Train => "Train the crew to use the gyrostabilizer?".into(),
        Ask::Assign(rating) => format!("A new man of rating {rating}: at which post?"),
        Ask::Extra => format!("How many extra rounds? {} must be carried; they burn well.", g.tank.ordered_extra),
        Ask::Rounds => format!(
            "Load the tank: {} rounds, {} extra ordered, {} special rounds at hand.",
            d.tanks[g.tank.model.index()].rounds,
            g.tank.ordered_extra,
            g.tank.special
        ),
        Ask::RoundsOf(ammo) => format!("How many rounds of {ammo}? The rest will be HE."),
        Ask::Rack => format!("Fill the ready rack, {} rounds.", d.tanks[g.tank.model.index()].rack),
        Ask::RackOf(ammo) => format!("How many {ammo} into the ready rack?"),
        Ask::Prepare => "Make ready: hatches, gun, facings.".into(),
        Ask::FreeCheck => "Which area do your scouts look at?".into(),
        Ask::Operation => format!("{}: what next?", g.report.clock),
        Ask::Advancing => "Use Advancing Fire here?".into(),
        Ask::Mark(left) => format!("Where does Advancing Fire fall? {} left.", counted(left, "marker")),
        Ask::Watch => format!("{}: the enemy may come at any time.", g.report.clock),
        Ask::Spotting => "Who looks at what?".into(),
        Ask::Orders if g.battle.free_round => "Your ambush: your orders.".into(),
        Ask::Orders => format!("Round {}: your orders.", g.battle.round),
        Ask::Pivot => "Turn the hull where?".into(),
        Ask::Turn => "Turn the turret where?".into(),
        Ask::Target => "The main gun: at what?".into(),
        Ask::Again => format!("Loaded again after shot {}. Fire on?", g.battle.shots),
        Ask::Sweep(mg) => format!("The {mg}: does it sweep a zone, or fire at a unit?"),
        Ask::MgTarget(mg) => format!("The {mg}: at what?"),
        Ask::GunLoad => "Which round into the gun?".into(),
        Ask::Leave => "You have broken through. Into which area?".into(),
        Ask::FallBack => "You fall back. Into which area?".into(),
        Ask::FriendlyAdvance => "Friendly forces advance. Into which sector?".into(),
        Ask::Rescue => "Men are trapped. Who goes back for whom?".into(),
        Ask::Medal => "You are to be decorated. With what?".into(),
        Ask::Succession => match g.you.fate {
            Fate::Home => "You are sent home. Go on as the man who takes your place?".into(),
            _ => "You are dead. Go on as the man who takes your place?".into(),
        },
    }
}

/// The thing on the board a choice belongs to.
fn spot(choice: Choice) -> Option<String> {
    Some(match choice {
        Choice::Fire(id, _) | Choice::Shoot(id) | Choice::Spot(_, id) => format!("unit:{}", id.0),
        Choice::Check(area)
        | Choice::Artillery(area)
        | Choice::PickUp(area)
        | Choice::Air(area)
        | Choice::Enter(area)
        | Choice::Area(area) => format!("area:{}", area.id()),
        Choice::Mark(zone) | Choice::Sweep(zone) => format!("zone:{}", zone.id()),
        Choice::Hull(sector) | Choice::Turret(sector) | Choice::Sector(sector) => format!("sector:{}", sector.id()),
        Choice::Order(post, _)
        | Choice::Free(post)
        | Choice::Open(post)
        | Choice::Close(post)
        | Choice::Look(post, _)
        | Choice::Assign(post)
        | Choice::Rescue(post, _) => format!("post:{}", post.id()),
        Choice::Direct(_) => "post:c".into(),
        Choice::TakePost(_) => "post:a".into(),
        Choice::Load(_) | Choice::Reload(..) => "gun".into(),
        _ => return None,
    })
}

impl Voice for Patton {
    const ABOUT: &'static str =
        "One Sherman of the 4th Armored Division, from the breakout in July 1944 to April 1945.";

    fn chart_title(chart: &'static str) -> &'static str {
        <Patton as hulldown_core::game::Game>::data().sheet(chart).map_or(chart, |sheet| &sheet.title)
    }

    fn setup_fields() -> Vec<Field> {
        let value = |id: &str, label: &str| (id.to_string(), label.to_string());
        let text = |name, help| Field { name, help, values: Vec::new(), default: "".into() };
        let yes_no = |name, help| Field {
            name,
            help,
            values: vec![value("false", "no"), value("true", "yes")],
            default: false.into(),
        };
        let days = vec![
            value("campaign", "the whole campaign"),
            value("day", "one day"),
            value("engagement", "one engagement"),
        ];
        let scenarios = vec![
            value("calendar", "as the calendar has it"),
            value("advance", "advance"),
            value("battle", "battle"),
            value("counterattack", "counterattack"),
        ];
        let levels = vec![
            value("calendar", "as the calendar has it"),
            value("light", "light"),
            value("medium", "medium"),
            value("heavy", "heavy"),
        ];
        let grounds = crate::words::AreaType::ALL.into_iter().map(|a| value(a.id(), a.name())).collect();
        let default = Setup::default();
        let tanks = Self::data_tanks();
        vec![
            Field { name: "length", help: "how much is played", values: days, default: "campaign".into() },
            Field {
                name: "date",
                help: "the date of a single day or engagement, such as 1944-09-19",
                values: Vec::new(),
                default: default.date.into(),
            },
            Field {
                name: "scenario",
                help: "the kind of a single day or engagement",
                values: scenarios,
                default: "calendar".into(),
            },
            Field {
                name: "resistance",
                help: "the resistance to expect on it",
                values: levels,
                default: "calendar".into(),
            },
            Field { name: "ground", help: "the ground of an engagement", values: grounds, default: "B".into() },
            Field {
                name: "tank",
                help: "the first tank; a campaign begins with tank 1 or 18",
                values: tanks,
                default: 1.into(),
            },
            yes_no("mg_ammo", "machine gun ammunition is counted (16.3)"),
            yes_no("fuel", "fuel is counted (29.0)"),
            yes_no("firefly", "you have a British Firefly (30.0)"),
            yes_no("spot_by_hand", "you say who looks at what; otherwise the crew does it by itself"),
            text("name", "your name"),
            text("tank_name", "what is painted on your tank"),
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn ask_words(&self, data: &'static Charts, _: Seat, ask: Ask) -> AskWords {
        AskWords { kind: ask_kind(ask), rule: ask_rule(ask), text: ask_text(self, data, ask) }
    }

    fn choice_words(&self, data: &'static Charts, _: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        ChoiceWords {
            label: self.choice_label(data, ask, choice),
            rule: choice_rule(data, ask, choice),
            spot: spot(choice),
        }
    }

    fn preview(&self, data: &'static Charts, _: Seat, choice: Choice) -> Option<Check> {
        crate::odds::preview(self, data, choice)
    }

    fn event_words(data: &'static Charts, event: &Event) -> EventWords {
        events::words(data, event)
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        lists::sections(view)
    }

    fn status(view: &View<'_>) -> String {
        lists::status(view)
    }

    fn by_spot(ask: Ask) -> bool {
        ask == Ask::Orders
    }

    fn lesson(&self, _: &'static Charts, _: Seat, ask: Ask) -> Option<Lesson> {
        lessons::lesson(self, ask)
    }

    fn guided() -> Guided<Setup> {
        lessons::guided()
    }
}

impl Patton {
    fn data_tanks() -> Vec<(String, String)> {
        let cards = &<Patton as hulldown_core::Game>::data().tanks;
        cards.iter().enumerate().map(|(n, card)| ((n + 1).to_string(), card.name())).collect()
    }
}

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Lost => "lost",
        Verdict::Even => "neither won nor lost",
    }
}

pub(crate) fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Serving => "in command",
        Fate::Away => "in hospital",
        Fate::Killed => "killed in action",
        Fate::Home => "wounded and sent home",
        Fate::Survived => "alive at the end",
    }
}

/// How a game ended, in words.
pub(crate) fn outcome(g: &Patton, d: &'static Charts) -> Outcome {
    let total = i64::from(g.report.score(d).total());
    let result = g.report.verdict.map_or("not played", verdict);
    let mut summary = Vec::new();
    if g.options.length != Length::Campaign {
        let what = if g.options.length == Length::Day { "The day" } else { "The engagement" };
        summary.push(format!("{what} of {} is {result} with {total} points.", g.day));
        if g.tank.lost {
            summary.push("Your tank was knocked out.".into());
        }
        if matches!(g.you.fate, Fate::Killed | Fate::Home | Fate::Away) {
            summary.push(format!("You are {}.", fate(g.you.fate)));
        }
        return Outcome {
            result: format!("{result}, {total} points"),
            score: total,
            scores: Vec::new(),
            winner: None,
            summary,
        };
    }
    // [6.3] Whoever is alive has won, whatever his wounds.
    let alive = g.you.fate != Fate::Killed;
    let you = &g.you;
    summary.push(format!(
        "{}: {} on {}, after {} days of action, {} of them won.",
        commander(g),
        fate(you.fate),
        g.day.min(crate::words::Day::END),
        you.days,
        you.won
    ));
    let kills: u16 = you.kills.iter().sum();
    summary.push(format!("{kills} enemy units knocked out, {} points; {} tanks lost.", you.points, you.tanks_lost));
    let mut medals: Vec<String> = Medal::ALL
        .into_iter()
        .filter(|m| you.medals[m.index()] > 0)
        .map(|m| format!("{} ({})", m.name(), you.medals[m.index()]))
        .collect();
    if you.hearts > 0 {
        medals.push(format!("Purple Heart ({})", you.hearts));
    }
    if you.days > 0 {
        medals.push("European Campaign Medal".into());
    }
    if you.fate == Fate::Survived {
        medals.push("World War II Victory Medal".into());
    }
    if !medals.is_empty() {
        summary.push(format!("Medals: {}.", medals.join("; ")));
    }
    let result = if alive { "survived" } else { "killed" };
    let rank = if you.rank > Rank::Sergeant { format!(", {}", you.rank) } else { String::new() };
    Outcome {
        result: format!("{result}{rank}, {} points", you.points),
        score: i64::from(you.points) + if alive { 1000 } else { 0 },
        scores: Vec::new(),
        winner: None,
        summary,
    }
}
