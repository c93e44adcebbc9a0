//! Cards, counters and charts. The types here are those of the files: serde is their schema.
//!
//! Figures may change and cards may be added; words may not: ids are those of [`crate::words`].

#![allow(missing_docs)] // Figures are called what the cards call them.

mod cards;
mod chances;
mod describe;
pub mod effects;
pub mod headings;
mod sheets;

pub use cards::{
    Bands, BattalionCard, CampaignCard, CommanderCard, ConditionCard, Counter, Designation, EnemyCard, EnemyOrders,
    EventCard, LevelCard, Note, Numbers, ObjectiveCard, Skills, Tile, UnitCard, UnitModel,
};
pub use chances::RANGES;
pub(crate) use chances::{Kills, faces};
pub use describe::line as effects_line;

use crate::attack::UNABLE;
use crate::ids::{BattalionCardId, CampaignId, CardId, Cards, ConditionId, CounterId, Deck, EventId, Ids, ObjectiveId};
use crate::map::Hex;
use crate::state::BySide;
use crate::talk::Number;
use crate::words::{Band, Branch, Class, Kind, Lasting, Level, Model, Name, Nation, Shift, Target, Terrain};
use effects::{CardKind, Effect, On, Reach, What};
use hulldown_core::chart::{By, ChartError, ChartSheet, DieTable, Files};
use hulldown_core::dice::{D6, D10, Dice};

/// The most Battalion cards of a nation.
pub const MOST_BATTALIONS: usize = 64;
/// The most Unit cards.
pub const MOST_UNITS: usize = 200;
/// The most cards of a deck.
pub const MOST_CARDS: usize = 64;
/// The most kinds of damage counters.
pub const MOST_COUNTERS: usize = 64;

/// An enemy counter as a battle looks it up.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    pub kind: Kind,
    pub target: Target,
    pub points: u8,
    pub defense: i8,
    pub indirect: bool,
    /// What moving changes in its dice; none if it cannot attack after it.
    pub moved: Option<i8>,
    /// How far it attacks each side.
    pub most: [u8; Target::ALL.len()],
    /// How far it attacks at all.
    pub farthest: u8,
    /// What it needs on the bare die against each side, by range; more than any die shows where it does not attack.
    pub need: BySide,
}

/// Room for the models there are, so that none has to be checked for.
const MODELS: usize = 32;
const _: () = assert!(Model::ALL.len() <= MODELS);

/// What is printed on the counters of a nation, as a battle looks it up.
#[derive(Clone, Copy)]
pub(crate) struct Armory<'a>(&'a [Arms; MODELS]);

impl<'a> Armory<'a> {
    /// On one.
    #[inline]
    pub(crate) fn of(self, model: Model) -> &'a Arms {
        &self.0[model.index() % MODELS]
    }
}

impl Arms {
    /// Of nobody.
    const NONE: Arms = Arms {
        kind: Kind::Tank,
        target: Target::Ap,
        points: 0,
        defense: 0,
        indirect: false,
        moved: None,
        most: [0; Target::ALL.len()],
        farthest: 0,
        need: BySide([UNABLE; BySide::PLACES]),
    };

    fn of(model: Model, card: &EnemyCard, numbers: &Numbers) -> Arms {
        let attacks = Target::ALL.map(|side| card.attack(side));
        let need = attacks.map(|attack| {
            let (need, most) = attack.unwrap_or((UNABLE, 0));
            let at = |range: usize| if range > usize::from(most) { UNABLE } else { need };
            std::array::from_fn(|range| at(range) - numbers.attack.range[range])
        });
        let most = attacks.map(|attack| attack.map_or(0, |(_, most)| most));
        let EnemyCard { target, points, defense, indirect, .. } = *card;
        let (kind, farthest) = (model.kind(), most.into_iter().max().unwrap_or(0));
        let (moved, need) = (numbers.enemy_moved[kind], BySide::of(need, UNABLE));
        Arms { kind, target, points, defense, indirect, moved, most, farthest, need }
    }
}

/// What cards change outside battles, without all else that stands on them.
#[derive(Clone, Debug)]
pub struct OfWeek {
    pub campaigns: Deck<CampaignId, Vec<Effect>>,
    pub objectives: Deck<ObjectiveId, Vec<Effect>>,
    /// By nation and card: of a Battalion that is Full, and of one at Half; what they change for themselves alone is left out.
    pub battalions: By<Nation, Deck<BattalionCardId, [Vec<Effect>; 2]>>,
}

/// What a roll names as the source of what changes it: the title of a card or note, with whose it is.
#[derive(Clone, Debug)]
pub(crate) struct CardNames {
    /// Note by note.
    pub(crate) campaigns: Deck<CampaignId, Vec<String>>,
    pub(crate) objectives: Deck<ObjectiveId, Vec<String>>,
    pub(crate) battalions: By<Nation, Deck<BattalionCardId, Vec<String>>>,
    pub(crate) conditions: Deck<ConditionId, String>,
    /// The top half, and the bottom half.
    pub(crate) events: Deck<EventId, [String; 2]>,
    /// By name and level: as he is, and Shaken.
    pub(crate) commanders: Vec<[[String; 2]; Level::ALL.len()]>,
}

/// What notes are called on a card.
fn titles(notes: &[Note], card: &str) -> Vec<String> {
    notes.iter().map(|note| format!("{} ({card})", note.title)).collect()
}

/// Those effects of notes that change something outside battles.
fn of_week<'a>(notes: impl IntoIterator<Item = &'a Note>) -> Vec<Effect> {
    let effects = notes.into_iter().flat_map(|note| &note.effects);
    effects.filter(|effect| effect.on == On::Play && effect.is_of_week()).cloned().collect()
}

/// Everything that is printed.
#[derive(Clone, Debug)]
pub struct Charts {
    pub campaigns: Deck<CampaignId, CampaignCard>,
    pub objectives: Deck<ObjectiveId, ObjectiveCard>,
    /// By nation, in the order of the file.
    pub battalions: By<Nation, Deck<BattalionCardId, BattalionCard>>,
    pub units: Deck<CardId, UnitCard>,
    /// The Unit card with each number.
    numbered: Vec<Option<CardId>>,
    /// Unit cards that serve in each campaign's year.
    pub serving: Deck<CampaignId, Cards>,
    /// Unit cards of each type.
    pub of_type: [Cards; Branch::ALL.len()],
    /// Unit cards that have so much or less printed for a price.
    priced: Vec<Cards>,
    pub commanders: By<Name, CommanderCard>,
    /// The type of each name, and its cards level by level, as battles look them up.
    branches: [Branch; Name::ALL.len()],
    levels: Box<[[LevelCard; Level::ALL.len()]; Name::ALL.len()]>,
    /// Names of each type.
    pub names_of: [Ids<Name>; Branch::ALL.len()],
    pub events: Deck<EventId, EventCard>,
    pub conditions: Deck<ConditionId, ConditionCard>,
    pub damage: Deck<CounterId, Counter>,
    pub enemies: By<Nation, By<Model, Option<EnemyCard>>>,
    /// By nation and model; where a nation has none of a model, no battle looks.
    arms: [[Arms; MODELS]; Nation::ALL.len()],
    pub week: OfWeek,
    pub(crate) called: CardNames,
    /// The tanks of each campaign's cup.
    pub cups: Deck<CampaignId, [u8; Model::ALL.len()]>,
    pub tiles: By<Terrain, [Tile; 8]>,
    /// The Tactical Movement chart for a d6 and for a d10.
    pub tactical: [DieTable<EnemyOrders>; 2],
    pub operational: By<Class, DieTable<Shift>>,
    /// Where enemy counters are placed.
    pub placement: DieTable<Hex>,
    pub bands: By<Band, cards::BandRow>,
    pub numbers: Numbers,
    pub(crate) kills: Kills,
    pub sheets: Vec<ChartSheet>,
}

/// The files the game ships.
pub fn shipped() -> Files {
    Files::shipped(&[
        ("battalions.toml", include_str!("../../data/battalions.toml")),
        ("campaigns.toml", include_str!("../../data/campaigns.toml")),
        ("commanders.toml", include_str!("../../data/commanders.toml")),
        ("conditions.toml", include_str!("../../data/conditions.toml")),
        ("damage.toml", include_str!("../../data/damage.toml")),
        ("display.toml", include_str!("../../data/display.toml")),
        ("enemy.toml", include_str!("../../data/enemy.toml")),
        ("events.toml", include_str!("../../data/events.toml")),
        ("movement.toml", include_str!("../../data/movement.toml")),
        ("objectives.toml", include_str!("../../data/objectives.toml")),
        ("rules.toml", include_str!("../../data/rules.toml")),
        ("tiles.toml", include_str!("../../data/tiles.toml")),
        ("units.toml", include_str!("../../data/units.toml")),
    ])
}

/// There are cards in a file, and not too many.
fn some(file: &str, cards: usize, most: usize) -> Result<(), ChartError> {
    if (1..=most).contains(&cards) {
        return Ok(());
    }
    Err(ChartError::new(file, "file", format_args!("has {cards} cards, needs 1 to {most}")))
}

/// Effects must mean something where they stand.
fn fit<'a>(
    file: &str,
    card: &str,
    kind: CardKind,
    effects: impl IntoIterator<Item = &'a Effect>,
) -> Result<(), ChartError> {
    effects.into_iter().try_for_each(|effect| effect.fits(kind).map_err(|why| ChartError::new(file, card, why)))
}

fn of_notes(notes: &[Note]) -> impl Iterator<Item = &Effect> {
    notes.iter().flat_map(|note| &note.effects)
}

impl Charts {
    /// Reads all files; the first thing wrong is said with file, line and card.
    pub fn load(files: &Files) -> Result<Charts, ChartError> {
        Charts::read(files).map_err(|wrong| files.placed(wrong))
    }

    fn read(files: &Files) -> Result<Charts, ChartError> {
        let battalions: cards::Battalions = files.parse("battalions.toml")?;
        let campaigns: cards::Campaigns = files.parse("campaigns.toml")?;
        let commanders: cards::Commanders = files.parse("commanders.toml")?;
        let conditions: cards::Conditions = files.parse("conditions.toml")?;
        let damage: cards::DamageFile = files.parse("damage.toml")?;
        let display: cards::Display = files.parse("display.toml")?;
        let enemies: cards::Enemies = files.parse("enemy.toml")?;
        let events: cards::Events = files.parse("events.toml")?;
        let movement: cards::Movement = files.parse("movement.toml")?;
        let objectives: cards::Objectives = files.parse("objectives.toml")?;
        let numbers: Numbers = files.parse("rules.toml")?;
        let tiles: cards::Tiles = files.parse("tiles.toml")?;
        let units: cards::Units = files.parse("units.toml")?;

        let mut sheets = sheets::all(&sheets::Parsed {
            battalions: &battalions,
            campaigns: &campaigns,
            commanders: &commanders,
            conditions: &conditions,
            damage: &damage,
            display: &display,
            enemies: &enemies,
            events: &events,
            movement: &movement,
            objectives: &objectives,
            numbers: &numbers,
            tiles: &tiles,
            units: &units,
        });
        let units: Deck<CardId, UnitCard> =
            units.unit.into_iter().flat_map(|model| UnitCard::each(model, &numbers)).collect();

        some("units.toml", units.iter().count(), MOST_UNITS)?;
        some("campaigns.toml", campaigns.campaign.len(), MOST_CARDS)?;
        some("objectives.toml", objectives.objective.len(), MOST_CARDS)?;
        some("events.toml", events.event.len(), MOST_CARDS)?;
        some("conditions.toml", conditions.condition.len(), MOST_CARDS)?;
        some("damage.toml", damage.counter.len(), MOST_COUNTERS)?;
        let counters: u16 = damage.counter.iter().map(|counter| u16::from(counter.count)).sum();
        if counters > 100 {
            return Err(ChartError::new("damage.toml", "file", "the cup has room for 100 counters"));
        }

        for card in &campaigns.campaign {
            fit("campaigns.toml", &card.id, CardKind::Campaign, of_notes(&card.notes))?;
        }
        for card in &objectives.objective {
            fit("objectives.toml", &card.id, CardKind::Objective, of_notes(&card.notes))?;
        }
        for card in &battalions.battalion {
            fit("battalions.toml", &card.id.to_string(), CardKind::Battalion, of_notes(&card.notes))?;
            let lacks = |kind: Kind| {
                let own = |model: Model| enemies.unit[card.nation][model].is_none();
                card.count(kind) > 0 && Model::of(kind).is_some_and(own)
            };
            if let Some(kind) = Kind::ALL.into_iter().find(|kind| lacks(*kind)) {
                let wrong = format!("{} has no {kind} counters", card.nation);
                return Err(ChartError::new("battalions.toml", card.id.to_string(), wrong));
            }
        }
        for card in &conditions.condition {
            fit("conditions.toml", &card.title, CardKind::Condition, &card.effects)?;
        }
        for card in &events.event {
            fit("events.toml", &card.pre_title, CardKind::Before, &card.pre)?;
            fit("events.toml", &card.post_title, CardKind::After, &card.post)?;
        }

        let by_nation = By::new(|nation| {
            battalions.battalion.iter().filter(|card| card.nation == nation).cloned().collect::<Deck<_, _>>()
        });
        for (_, cards) in by_nation.each() {
            some("battalions.toml", cards.iter().count(), MOST_BATTALIONS)?;
        }
        let cups = campaigns.campaign.iter().map(|campaign| cup(campaign, &enemies)).collect::<Result<_, _>>()?;
        for (terrain, tiles) in tiles.tile.each() {
            if !crate::pre::can_be_laid(tiles) {
                return Err(ChartError::new("tiles.toml", terrain.id(), "no layout of six of these tiles can stand"));
            }
        }
        let such = |is: &dyn Fn(&UnitCard) -> bool| -> Cards {
            units.each().filter(|(_, unit)| is(unit)).map(|(card, _)| card).collect()
        };
        let serving = campaigns.campaign.iter().map(|campaign| such(&|unit| unit.serves(campaign.year))).collect();
        let of_type = Branch::ALL.map(|branch| such(&|unit| unit.r#type == branch));
        let dearest = units.iter().map(|unit| unit.so).max().unwrap_or(0);
        let priced = (0..=dearest).map(|so| such(&|unit| unit.so <= so)).collect();
        let most = units.iter().map(|unit| usize::from(unit.number.0)).max().unwrap_or(0);
        let mut numbered = vec![None; most + 1];
        units.each().for_each(|(card, unit)| numbered[usize::from(unit.number.0)] = Some(card));
        let branches = Name::ALL.map(|name| commanders.commander[name].r#type);
        let level_cards = |name: Name| Level::ALL.map(|level| commanders.commander[name].level[level].clone());
        let levels = Box::new(Name::ALL.map(level_cards));
        let names_of = Branch::ALL.map(|branch| {
            let of = commanders.commander.each().filter(|(_, card)| card.r#type == branch);
            of.map(|(name, _)| name).collect()
        });
        let week = OfWeek {
            campaigns: campaigns.campaign.iter().map(|card| of_week(&card.notes)).collect(),
            objectives: objectives.objective.iter().map(|card| of_week(&card.notes)).collect(),
            battalions: by_nation.map(|cards| {
                let sides = |card: &BattalionCard| {
                    [false, true].map(|half| {
                        let mut effects = of_week(card.notes.iter().filter(|note| !half || note.yellow));
                        effects.retain(|effect| effect.reach != Reach::Own);
                        effects
                    })
                };
                cards.iter().map(sides).collect()
            }),
        };
        let called = CardNames {
            campaigns: campaigns.campaign.iter().map(|card| titles(&card.notes, "Campaign")).collect(),
            objectives: objectives.objective.iter().map(|card| titles(&card.notes, "Objective")).collect(),
            battalions: by_nation
                .map(|cards| cards.iter().map(|card| titles(&card.notes, &format!("note of {}", card.id))).collect()),
            conditions: conditions.condition.iter().map(|card| format!("{} (Special Condition)", card.title)).collect(),
            events: events
                .event
                .iter()
                .map(|card| [&card.pre_title, &card.post_title].map(|title| format!("{title} (Event)")))
                .collect(),
            commanders: Name::ALL
                .into_iter()
                .map(|name| Level::ALL.map(|level| ["", ", Shaken"].map(|shaken| format!("{name} ({level}{shaken})"))))
                .collect(),
        };
        let mut arms = [[Arms::NONE; MODELS]; Nation::ALL.len()];
        for (nation, models) in enemies.unit.each() {
            for (model, card) in models.each().filter_map(|(model, card)| Some((model, card.as_ref()?))) {
                arms[nation.index()][model.index()] = Arms::of(model, card, &numbers);
            }
        }
        let six = respan(&movement.tactical, D6)?;
        sheets.push(sheets::tactical_d6(&movement.chart, &six));
        Ok(Charts {
            campaigns: campaigns.campaign.into_iter().collect(),
            objectives: objectives.objective.into_iter().collect(),
            battalions: by_nation,
            units,
            numbered,
            serving,
            of_type,
            priced,
            commanders: commanders.commander,
            branches,
            levels,
            names_of,
            events: events.event.into_iter().collect(),
            conditions: conditions.condition.into_iter().collect(),
            damage: damage.counter.into_iter().collect(),
            arms,
            week,
            called,
            enemies: enemies.unit,
            cups,
            tiles: tiles.tile,
            tactical: [six, movement.tactical],
            operational: movement.operational.map(operational),
            placement: display.placement,
            bands: display.band,
            kills: Kills::of(&numbers),
            numbers,
            sheets,
        })
    }

    /// The Unit card with this number.
    pub fn unit_of(&self, number: Number) -> Option<CardId> {
        self.numbered.get(usize::from(number.0)).copied().flatten()
    }

    /// The type of a name.
    #[inline]
    pub fn branch_of(&self, name: Name) -> Branch {
        self.branches[name.index()]
    }

    /// What is printed on somebody's card at a level.
    #[inline]
    pub fn level_of(&self, name: Name, level: Level) -> &LevelCard {
        &self.levels[name.index()][level.index()]
    }

    /// The Unit cards that cost no more than this, given what each printed price has become; a higher one never costs less.
    pub(crate) fn affordable(&self, so: i16, price: impl Fn(i16) -> i16) -> Cards {
        let (mut within, mut beyond) = (0, self.priced.len());
        while within < beyond {
            let middle = (within + beyond) / 2;
            if price(middle as i16) <= so { within = middle + 1 } else { beyond = middle }
        }
        within.checked_sub(1).map_or(Cards::NONE, |printed| self.priced[printed])
    }

    /// The enemy counter of a nation.
    #[inline]
    pub fn enemy(&self, nation: Nation, model: Model) -> &EnemyCard {
        match &self.enemies[nation][model] {
            Some(card) => card,
            None => unreachable!("{nation} has no {model}"),
        }
    }

    /// The same as a battle looks it up.
    #[inline]
    pub fn arms(&self, nation: Nation, model: Model) -> &Arms {
        self.armory(nation).of(model)
    }

    /// The counters of a nation, for who looks up many.
    #[inline]
    pub(crate) fn armory(&self, nation: Nation) -> Armory<'_> {
        Armory(&self.arms[nation.index()])
    }

    /// How something of this kind is attacked; all tanks of a nation alike.
    pub fn target_of(&self, nation: Nation, kind: Kind) -> Target {
        match Model::of(kind) {
            Some(model) => self.enemies[nation][model].as_ref().map_or(Target::He, |card| card.target),
            None => Target::Ap,
        }
    }

    /// How many Commander names a type has.
    pub fn names(&self, branch: Branch) -> usize {
        self.commanders.iter().filter(|card| card.r#type == branch).count()
    }

    /// The first damage counter that shows this lasting damage or this side.
    pub fn counter_showing(
        &self,
        lasting: Lasting,
        target: Target,
        has: impl Fn(CounterId) -> bool,
    ) -> Option<CounterId> {
        self.damage.ids().find(|row| self.damage[*row].side(target) == lasting.damage() && has(*row))
    }
}

/// The tanks of a campaign's cup.
fn cup(campaign: &CampaignCard, enemies: &cards::Enemies) -> Result<[u8; Model::ALL.len()], ChartError> {
    let find = |cup: &&cards::Cup| (cup.nation, cup.year) == (campaign.country, campaign.year);
    let Some(cup) = enemies.cup.iter().find(find) else {
        let wrong = format!("{} has no tank cup for {}", campaign.country, campaign.year);
        return Err(ChartError::new("campaigns.toml", campaign.id.as_str(), wrong));
    };
    let counts = Model::ALL.map(|model| cup.tanks[model].unwrap_or(0));
    let strange = |model: &Model| {
        let none = enemies.unit[campaign.country][*model].is_none();
        counts[model.index()] > 0 && (none || model.kind() != Kind::Tank)
    };
    match Model::ALL.iter().find(|model| strange(model)) {
        Some(model) => {
            let at = format!("cup {} {}", cup.nation, cup.year);
            Err(ChartError::new("enemy.toml", at, format_args!("{model} is no tank of {}", cup.nation)))
        }
        None if counts.iter().map(|n| u16::from(*n)).sum::<u16>() > 40 => {
            Err(ChartError::new("enemy.toml", "cup", "has room for 40 tanks"))
        }
        None => Ok(counts),
    }
}

/// The same chart read with another die.
fn respan(table: &DieTable<EnemyOrders>, dice: Dice) -> Result<DieTable<EnemyOrders>, ChartError> {
    let [first, last] = table.span();
    let rows: Vec<([i8; 2], EnemyOrders)> = (first..=last).map(|total| ([total, total], table.at(total))).collect();
    DieTable::spanning(dice, [first, last], &rows).map_err(|error| ChartError::new("movement.toml", "tactical", error))
}

fn operational(row: &cards::OperationalRow) -> DieTable<Shift> {
    DieTable::of(D10, |roll| match roll {
        roll if roll <= row.retreat_up_to => Shift::Retreat,
        roll if roll >= row.advance_from => Shift::Advance,
        _ => Shift::Hold,
    })
}

impl BattalionCard {
    /// Whether it never moves (setup.fixed.1).
    pub fn is_fixed(&self) -> bool {
        of_notes(&self.notes).any(|effect| matches!(effect.what, What::Fixed {}))
    }
}
