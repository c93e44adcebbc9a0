//! What front ends show: set-up fields, lists, status, the outcome.

mod story;
mod sums;

pub(crate) use story::story;
pub(crate) use sums::sums;

use crate::charts::{Charts, effects_line};
use crate::ids::{BattalionId, UnitId};
use crate::state::{Fate, Leader, Nerve};
use crate::talk::{Ask, Asked, Choice, Event, capital};
use crate::together::of_player;
use crate::validate::in_battle;
use crate::words::{Evaluation, Lasting, Name, Role, Support};
use crate::{Setup, View, charts};
use hulldown_core::Check;
use hulldown_core::chart::ChartSheet;
use hulldown_core::game::{AskWords, ChoiceWords, EventWords, Field, Guided, Lesson, Outcome, Seat, Section, Voice};

/// What was missing for more.
fn short_of(game: &Leader, charts: &Charts, evaluation: Evaluation) -> String {
    let objective = game.objective(charts);
    // Before the last Week is over nothing else ends a campaign badly.
    let early = game.week < objective.weeks;
    if evaluation == Evaluation::Failure && (early || objective.evaluation(game.vp) > evaluation) {
        let left = if game.so == 1 { "1 SO was left".into() } else { format!("{} SO were left", game.so) };
        // What a card demanded is told where it was drawn. The Weekly SO are in before anything is due.
        let due = match game.map_losses(charts) {
            all if all > game.so => {
                let each: Vec<String> = game.losses(charts).map(|(so, of_whom)| format!("{so} {of_whom}")).collect();
                format!(", and {all} were due at the end of the Week: {}", each.join(", "))
            }
            _ => String::new(),
        };
        return format!("It failed because what had to be paid could not be: {left}{due}.");
    }
    match objective.still(game.vp).first() {
        Some((next, vp)) => format!("{next} would have taken {vp} VP more."),
        None => "There is no better evaluation.".into(),
    }
}

/// What a card of the set-up is, before one begins.
pub(crate) fn card_line(charts: &Charts, field: &str, value: &str) -> Option<String> {
    let told = |notes: &[charts::Note]| {
        let notes: Vec<String> =
            notes.iter().map(|note| format!("{} ({})", note.title, effects_line(&note.effects))).collect();
        if notes.is_empty() { "no notes".into() } else { notes.join("; ") }
    };
    match field {
        "campaign" => {
            let card = charts.campaigns.iter().find(|card| card.id == value)?;
            let levels = card.levels.each().filter(|(_, n)| **n > 0).map(|(level, n)| format!("{n} {level}"));
            Some(format!(
                "{}: {}, {}, {} terrain, against {}. {:+} SO. Commanders: {}, then {}. Notes: {}.",
                card.name,
                card.year,
                card.difficulty,
                card.terrain,
                card.country,
                card.so,
                levels.collect::<Vec<_>>().join(", "),
                card.extra_level,
                told(&card.notes)
            ))
        }
        "objective" => {
            let card = charts.objectives.iter().find(|card| card.id == value)?;
            let charts::Bands { poor, adequate, good, great } = card.bands;
            Some(format!(
                "{}: {} Weeks, {} SO at first and {} a Week, Battalions worth {} VP. VP for Poor {poor}, Adequate {adequate}, Good {good}, \
                 Great {great}. Notes: {}.",
                card.name,
                card.weeks,
                card.so,
                card.weekly_so,
                card.battalion_points,
                told(&card.notes)
            ))
        }
        _ => None,
    }
}

/// How the campaign ended.
pub(crate) fn outcome(game: &Leader, charts: &'static Charts, evaluation: Evaluation) -> Outcome {
    let (campaign, objective) = (game.campaign(charts), game.objective(charts));
    let destroyed = game.battalions.iter().filter(|battalion| battalion.destroyed).count();
    Outcome {
        result: evaluation.name().into(),
        score: i64::from(game.vp),
        scores: Vec::new(),
        winner: (evaluation >= Evaluation::Good).then_some(Seat(0)),
        summary: vec![
            format!("{}, {}: {} with {} VP.", campaign.name, objective.name, evaluation, game.vp),
            format!(
                "{destroyed} of {} Battalions Destroyed in {} {}.",
                game.battalions.len(),
                game.week,
                if game.week == 1 { "Week" } else { "Weeks" }
            ),
            tally(game),
            lost(game, charts),
            short_of(game, charts, evaluation),
        ],
    }
}

/// The guided first game up to the first turn of its first battle: a sound force, six Units of it against an infantry Battalion at the
/// Front. What comes before a battle is learned in the second Week, when one knows what it is for.
#[rustfmt::skip]
const GUIDED: [&str; 70] = [
    "buy:041", "buy:042", "buy:921", "buy:922", "buy:1111", "buy:901", "buy:902", "buy:931", "buy:301", "buy:1121", "done",
    "take:jones", "take:reisner", "take:kolchak", "take:smith", "take:sanders", "take:chin", "take:blair", "take:abernathy", "take:kessel", "take:vance",
    "support:scout", "support:scout", "support:truck", "done",
    "attack:8A", "send:041", "under:abernathy", "send:042", "send:1111", "under:jones", "send:921", "under:reisner", "send:922",
    "under:kolchak", "send:931", "under:smith", "assign:scout", "assign:scout", "done", "done",
    "place:62", "place:63", "place:61", "place:63", "place:61", "place:62",
    "stay", "stay", "stay", "toward:61", "to:41", "to:22", "toward:61", "toward:61", "toward:61", "toward:61", "toward:61", "to:41", "to:22", "toward:61", "to:22", "toward:61", "toward:61", "to:41", "toward:61", "toward:61", "toward:61", "to:41", "fire:12",
];

fn yes_no() -> Vec<(String, String)> {
    vec![("false".into(), "no".into()), ("true".into(), "yes".into())]
}

fn damage(game: &Leader, unit: UnitId) -> String {
    let carried = Lasting::ALL.into_iter().filter(|lasting| game.units[unit].has(*lasting) > 0);
    let carried: Vec<String> = carried
        .map(|lasting| match game.units[unit].has(lasting) {
            1 => lasting.to_string(),
            n => format!("{lasting} x{n}"),
        })
        .collect();
    if carried.is_empty() { String::new() } else { format!(": {}", carried.join(", ")) }
}

/// The letter a repair is typed with, after the Unit.
const fn repaired_by(damage: Lasting) -> char {
    match damage {
        Lasting::Glancing => 'L',
        Lasting::Hull => 'H',
        Lasting::Gun => 'G',
        Lasting::MachineGun => 'M',
        Lasting::Suspension => 'S',
        Lasting::Engine => 'E',
        Lasting::Casualty => 'C',
        Lasting::Exposed => 'X',
    }
}

impl Voice for Leader {
    const ABOUT: &'static str =
        "An American combat group, 1942 to 1945: a force of cards, led week by week against the enemy's battalions.";

    fn setup_fields(charts: &'static Charts) -> Vec<Field> {
        let setup = Setup::default();
        let name = |name, help: &'static str| Field { name, help: help.into(), values: Vec::new(), default: "".into() };
        let for_so = |help| format!("{help} ({} SO)", charts.numbers.cost.optional).into();
        let campaigns = charts.campaigns.iter().map(|c| (c.id.clone(), format!("{} ({})", c.name, c.difficulty)));
        let objectives = charts.objectives.iter().map(|o| (o.id.clone(), format!("{} ({} Weeks)", o.name, o.weeks)));
        vec![
            Field {
                name: "campaign",
                help: "where and when".into(),
                values: campaigns.collect(),
                default: setup.campaign.clone().into(),
            },
            Field {
                name: "objective",
                help: "how long, against how many".into(),
                values: objectives.collect(),
                default: setup.objective.clone().into(),
            },
            Field {
                name: "tenacity",
                help: for_so("battles may be a turn longer"),
                values: yes_no(),
                default: false.into(),
            },
            Field {
                name: "heroics",
                help: for_so("Commanders may take over other Units"),
                values: yes_no(),
                default: false.into(),
            },
            Field {
                name: "seats",
                help: "how many share the force: one purse, one plan, each with Units of his own".into(),
                values: ["one", "two", "three", "four"]
                    .iter()
                    .zip(1..)
                    .map(|(many, n)| (n.to_string(), (*many).into()))
                    .collect(),
                default: 1.into(),
            },
            name("player_1", "what the first is called"),
            name("player_2", "what the second is called"),
            name("player_3", "what the third is called"),
            name("player_4", "what the fourth is called"),
            Field {
                name: "flank",
                help: "hits at close range may come from the flank".into(),
                values: yes_no(),
                default: false.into(),
            },
        ]
    }

    fn sheets(data: &'static Charts) -> &'static [ChartSheet] {
        &data.sheets
    }

    fn chart_title(_: &'static Charts, chart: &'static str) -> &'static str {
        match chart {
            crate::referee::LOT => "lots",
            "tactical_d6" => "Tactical Movement, d6",
            "tactical" => "Tactical Movement",
            "operational" => "Operational Movement",
            chart => chart,
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.player_name(seat)
    }

    /// All are on one side: what one loses, all lose.
    fn side(&self, _: Seat) -> Seat {
        Seat(0)
    }

    fn ask_words(&self, data: &'static Charts, _: Seat, ask: Ask) -> AskWords {
        ask.words(&Asked { game: self, charts: data, ask })
    }

    fn choice_words(&self, data: &'static Charts, _: Seat, ask: Ask, choice: Choice) -> ChoiceWords {
        choice.words(&Asked { game: self, charts: data, ask })
    }

    fn preview(&self, data: &'static Charts, _: Seat, choice: Choice) -> Option<Check> {
        let Choice::Fire(enemy) = choice else { return None };
        if let Some(strike) = self.battle.strike {
            return Some(strike.check());
        }
        let fighter = self.battle.acting?;
        self.battle.fighters.get(fighter)?;
        self.battle.enemies.get(enemy)?;
        Some(self.attack_check(data, fighter, enemy, self.attack_stress(data, fighter), true))
    }

    fn event_words(data: &'static Charts, event: &Event) -> EventWords {
        event.words(data)
    }

    /// Where several share the force they are called by their names.
    fn log_words(&self, data: &'static Charts, event: &Event) -> EventWords {
        let mut words = event.words(data);
        if let Event::Dealt { seat, .. } | Event::Serves { seat, .. } | Event::Leads { seat } = *event {
            let (number, name) = (format!("player {}", seat.0 + 1), self.player_name(seat));
            words.text = words.text.replace(&number, &name).replace(&capital(&number), &capital(&name));
        }
        words
    }

    fn sections(view: &View<'_>) -> Vec<Section> {
        view.sections()
    }

    fn status(view: &View<'_>) -> String {
        view.status()
    }

    fn spoken(&self, data: &'static Charts, _: Seat, ask: Ask, line: &str) -> Option<Result<Vec<Choice>, String>> {
        crate::spoken::spoken(self, data, ask, line)
    }

    fn example(ask: Ask) -> Option<&'static str> {
        match ask {
            Ask::Buy => Some(crate::spoken::PURCHASE),
            Ask::Plan => Some(crate::spoken::EXAMPLE),
            _ => None,
        }
    }

    fn among(data: &'static Charts, choice: Choice) -> Option<&'static str> {
        match choice {
            Choice::Buy(unit) => data.unit_of(unit).map(|card| match data.units[card].role {
                Role::Tank => "Tanks",
                Role::Scout | Role::Halftrack => "Halftracks and cars",
                Role::Rifle | Role::Team => "Rifle teams",
                // One kind: with what can be given back there are as many as stand side by side.
                Role::Mg | Role::At => "Machine-gun and anti-tank teams",
                Role::Mortar | Role::Gun => "Mortars and guns",
            }),
            Choice::Take(name) => Some(data.commanders[name].r#type.name()),
            _ => None,
        }
    }

    fn typed(choice: Choice) -> Option<String> {
        match choice {
            Choice::Take(name)
            | Choice::Promote(name)
            | Choice::Commander(name)
            | Choice::Under(name)
            | Choice::Lead(name)
            | Choice::Heal(name)
            | Choice::Calm(name)
            | Choice::Replace(name)
            | Choice::Discard(name) => Some(name.letters().iter().collect()),
            // By the number it is called by.
            Choice::Enemy(enemy) | Choice::Fire(enemy) => Some(format!("{:0>2}", enemy.to_string())),
            // As it stands on the counter. One that begins another, 101 and 1011, is meant if Enter is pressed after it.
            Choice::Buy(unit)
            | Choice::Return(unit)
            | Choice::Unit(unit)
            | Choice::Send(unit)
            | Choice::Act(unit)
            | Choice::Tactic(unit)
            | Choice::Command(unit)
            | Choice::From(unit)
            | Choice::Carry(unit)
            | Choice::TurnIn(unit) => Some(unit.to_string()),
            Choice::Repair(unit, damage) => Some(format!("{unit}{}", repaired_by(damage))),
            Choice::Place(hex) | Choice::To(hex) | Choice::Drive(hex) | Choice::Toward(hex) => Some(hex.to_string()),
            Choice::Leave => Some("E".into()),
            Choice::DriveOff => Some("EO".into()),
            Choice::Word(seat) | Choice::Seat(seat) => Some((seat.0 + 1).to_string()),
            Choice::Attack(battalion) | Choice::Drop(battalion) | Choice::Battalion(battalion) => {
                Some(battalion.to_string())
            }
            _ => None,
        }
    }

    fn ask_spot(&self, data: &'static Charts, _: Seat, ask: Ask) -> Option<String> {
        ask.spot(&Asked { game: self, charts: data, ask })
    }

    fn lesson(&self, data: &'static Charts, seat: Seat, ask: Ask) -> Option<Lesson> {
        self.lessons(data, seat, ask).into_iter().next()
    }

    fn lessons(&self, data: &'static Charts, _: Seat, ask: Ask) -> Vec<Lesson> {
        Asked { game: self, charts: data, ask }.lessons()
    }

    /// Three Weeks in the desert. It begins with a battle: the first shot is two answers away. The next plan is the player's.
    fn guided() -> Guided<Setup> {
        Guided { setup: Setup { objective: "probe".into(), ..Setup::default() }, seed: 1949, answers: &GUIDED }
    }
}

/// The game in lists.
pub(crate) fn sections(game: &Leader, charts: &'static Charts) -> Vec<Section> {
    let mut sections = vec![
        Section { id: "battalions", title: "Battalions".into(), lines: battalions(game, charts) },
        Section { id: "units", title: "Units".into(), lines: units(game, charts) },
        Section { id: "commanders", title: "Commanders".into(), lines: commanders(game, charts) },
    ];
    // When it is over the outcome says it.
    if game.result.is_none() {
        let lines = evaluation(game, charts);
        sections.insert(0, Section { id: "evaluation", title: "Evaluation".into(), lines });
    }
    let fighting = in_battle(game.stage);
    let lines = if fighting { enemies(game, charts) } else { vec!["No battle now.".into()] };
    let enemies = Section { id: "enemies", title: "The enemy".into(), lines };
    if fighting {
        sections.insert(0, enemies);
        sections.insert(0, Section { id: "battle", title: "Battle".into(), lines: battle(game, charts) });
    } else {
        sections.push(enemies);
    }
    sections
}

/// Where it stands, in a line; `when` is the day of the calendar.
pub(crate) fn status(game: &Leader, charts: &'static Charts, when: &str) -> String {
    let objective = game.objective(charts);
    let mut status = format!(
        "{}, {}: {}, {} SO, {} VP ({}{})",
        game.campaign(charts).name,
        objective.name,
        when,
        game.so,
        game.vp,
        game.result.unwrap_or(objective.evaluation(game.vp)),
        if game.result.is_some() { "" } else { " so far" }
    );
    if in_battle(game.stage) && game.battalions.holds(game.battle.battalion) {
        let id = game.battalion_card(charts, game.battle.battalion).id;
        status += &match game.battle.turn {
            0 => format!("; battle with {id}, before turn 1"),
            turn => format!("; battle with {id}, turn {turn} of {}", game.battle.last),
        };
    }
    if game.is_shared() {
        status += &format!("; {} leads", game.player_name(game.leading));
    }
    status
}

fn battalions(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let line = |at: BattalionId| {
        let (card, state) = (game.battalion_card(charts, at), &game.battalions[at]);
        let place = if state.destroyed { "Destroyed".into() } else { state.band.to_string() };
        let half = if state.half && !state.destroyed { ", Half" } else { "" };
        // Those of one that is Destroyed are over.
        let notes = if state.destroyed { String::new() } else { crate::board::told(&card.notes, state.half) };
        format!("{} {}, {} VP, {place}{half}. {notes}", card.id, card.name, card.vp).trim_end().to_owned()
    };
    game.battalions.ids().map(line).collect()
}

fn units(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let mut lines: Vec<String> = game
        .units
        .ids()
        .map(|at| {
            let card = game.units[at].card(charts);
            let lost = if game.units[at].lost { ", Destroyed" } else { "" };
            let whose = of_player(game, game.units[at].seat);
            format!("{} {} ({}{whose}){lost}{}", card.number, card.name, card.r#type, damage(game, at))
        })
        .collect();
    let support = Support::ALL.map(|support| match game.support[support.index()] {
        1 => format!("1 {support}"),
        n => format!("{n} {support}s"),
    });
    lines.push(support.join(", "));
    lines
}

fn commanders(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let line = |commander: &crate::state::Commander| {
        let card = commander.card(charts);
        let nerve = match commander.nerve(charts) {
            Nerve::Okay => "Okay",
            Nerve::Shaken => "Shaken",
            Nerve::Unfit => "Unfit",
        };
        let skills: Vec<&str> = card.skills.each().map(|skill| skill.name()).collect();
        let skills = if skills.is_empty() { String::new() } else { format!(", {}", skills.join(", ")) };
        let how = match commander {
            dead if dead.kia => "killed in action".into(),
            one => {
                // An Ace has no promotion before him.
                let xp = if card.xp == 0 { String::new() } else { format!(", XP {} of {}", one.xp, card.xp) };
                let wounded = if one.wounded { ", wounded" } else { "" };
                format!("Stress {} ({nerve}){xp}{skills}{wounded}", one.stress)
            }
        };
        let (name, level, branch) = (commander.name, commander.level, commander.branch(charts));
        format!("{name}, {level} {branch}{}: {how}", of_player(game, commander.seat))
            + &match commander.battles {
                0 => String::new(),
                n => format!(", {}, {}", counted(n, "battle"), counted(commander.kills, "kill")),
            }
    };
    game.commanders.iter().map(line).collect()
}

/// `1 battle`, `2 battles`.
pub(crate) fn counted(n: u8, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// What the campaign has come to: the evaluation with the VP it still takes, battles and losses.
fn evaluation(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let objective = game.objective(charts);
    vec![format!("{} VP: {}.", game.vp, objective.wanting(game.vp)), tally(game)]
        .into_iter()
        .chain((game.tally.lost > 0 || game.tally.kia > 0).then(|| lost(game, charts)))
        .collect()
}

/// What the campaign has cost, by name.
fn lost(game: &Leader, charts: &'static charts::Charts) -> String {
    let units: Vec<String> = game
        .spent
        .each()
        .filter_map(|card| charts.units.get(card))
        .map(|card| format!("{} {}", card.number, card.name))
        .collect();
    // Who is no longer there was killed, unless some were replaced or had no Unit left.
    let here = |name: &Name| game.commander_of(*name).is_some_and(|at| !game.commanders[at].kia);
    let gone: Vec<&str> = game.named.filter(|name| !here(name)).map(|name| name.name()).collect();
    let killed = usize::from(game.tally.kia);
    let men = match gone.len() {
        0 => String::new(),
        n if n == killed => format!("Killed: {}.", gone.join(", ")),
        _ if killed == 0 => format!("Left the group: {}.", gone.join(", ")),
        _ => format!("Killed ({killed}) or left the group: {}.", gone.join(", ")),
    };
    let units =
        if units.is_empty() { "No Unit was lost.".into() } else { format!("Units lost: {}.", units.join(", ")) };
    format!("{units} {men}").trim_end().into()
}

fn tally(game: &Leader) -> String {
    let tally = &game.tally;
    format!(
        "{}, {} Destroyed, {} and {} lost.",
        counted(tally.battles, "battle"),
        counted(tally.won, "Battalion"),
        counted(tally.lost, "Unit"),
        counted(tally.kia, "Commander")
    )
}

fn battle(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let mut lines = Vec::new();
    for row in 0..crate::map::ROWS as u8 {
        let hexes = crate::map::Hexes::row(row).map(|hex| format!("{hex}{}", game.battle.field.at(hex).id()));
        let indent = if row % 2 == 1 { "  " } else { "" };
        lines.push(format!("{indent}{}", hexes.collect::<Vec<_>>().join(" ")));
    }
    let felt = game.felt_here(charts);
    if !felt.is_empty() {
        lines.push(format!("In force: {}.", felt.join(". ")));
    }
    for (at, fighter) in game.battle.fighters.each() {
        let card = game.card(charts, at);
        let place = match (fighter.fate, fighter.hex) {
            (Fate::Destroyed, _) => "Destroyed".into(),
            (Fate::Retreated, _) => "out of the battle".into(),
            (Fate::Here, Some(hex)) => format!("in {hex}"),
            (Fate::Here, None) => "waiting".into(),
        };
        let name = game.living(at).map_or("no Commander", |commander| commander.name.name());
        let mut marks = String::new();
        for (mark, has) in
            [("Exposed", fighter.exposed.is_some()), ("Immobile", fighter.immobile), ("Suppressed", fighter.suppressed)]
        {
            if has {
                marks += &format!(", {mark}");
            }
        }
        let whose = of_player(game, game.player_of(at));
        lines.push(format!("{} {} ({name}{whose}) {place}{marks}", card.number, card.name));
    }
    lines
}

/// Who is against us in the battle, and where.
fn enemies(game: &Leader, charts: &'static charts::Charts) -> Vec<String> {
    let told = game.battle.enemies.each().map(|(at, enemy)| {
        let name = &enemy.card(game, charts).name;
        match enemy.at() {
            Some(hex) => format!("{name} (no. {at}) in {hex}"),
            None => format!("{name} (no. {at}) Destroyed"),
        }
    });
    told.collect()
}
