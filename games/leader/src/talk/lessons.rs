//! Hints for who learns it: a first battle step by step, then a first Week. A question that comes again has another thing to teach.

use super::{Ask, Asked};
use crate::state::{Nerve, Step};
use crate::text::counted;
use crate::words::{Ground, Role};
use hulldown_core::game::Lesson;
use std::borrow::Cow;

/// A hint, and whether it fits as things stand.
type Hint = (bool, &'static str, Cow<'static, str>);

/// A hint that fits whenever it is asked.
type Always = (&'static str, &'static str);

fn always(hints: &[Always]) -> Vec<Hint> {
    hints.iter().map(|(id, text)| (true, *id, Cow::Borrowed(*text))).collect()
}

impl Asked<'_> {
    /// The hints that fit the question, in the order in which they are given.
    pub(crate) fn lessons(&self) -> Vec<Lesson> {
        let hints = match self.ask {
            Ask::Act(step) => self.of_a_turn(step),
            Ask::Move(unit) => self.of_moving(unit),
            Ask::Attack(_) => self.of_attacking(),
            Ask::Target(_) | Ask::Closest(_) | Ask::Path(_) => always(&TIES),
            Ask::End => always(&ENDING),
            Ask::Depot => self.of_the_depot(),
            Ask::Rest => self.of_resting(),
            Ask::Plan => self.of_the_plan(),
            Ask::Assign(_) => self.of_assigning(),
            Ask::Under(_) => always(&UNDER),
            Ask::Place(_) => always(&PLACING),
            Ask::Orders(_) => self.of_orders(),
            Ask::Strike => always(&STRIKES),
            Ask::Option | Ask::One | Ask::OneUnit => always(&CARDS),
            Ask::Buy => always(&BUYING),
            Ask::Command(_) => always(&COMMANDERS),
            Ask::Equip => self.of_equipping(),
            _ => Vec::new(),
        };
        hints.into_iter().filter(|(fits, ..)| *fits).map(|(_, id, text)| Lesson { id, text }).collect()
    }

    fn of_a_turn(&self, step: Step) -> Vec<Hint> {
        let (game, battle) = (self.game, &self.game.battle);
        let slow = step == Step::Slow;
        let here = || battle.fighters.ids().filter(|at| battle.fighters[*at].at().is_some());
        let hurt = here().any(|at| {
            let one = &battle.fighters[at];
            one.exposed.is_some() || one.immobile || one.suppressed || !one.counters.is_empty()
        });
        let tired = here().any(|at| game.living(at).is_some_and(|one| one.stress > 0));
        let shaken = here().any(|at| game.living(at).is_some_and(|one| one.nerve(self.charts) != Nerve::Okay));
        let tactics = game.may_spend_a_tactic(self.charts, step);
        let commands = here().any(|at| battle.fighters[at].commands + battle.fighters[at].his_commands > 0);
        // The guided game begins here: who one is and what this battle is about comes before how one fights it.
        let first = self.is_guided() && battle.turn == 1 && !slow;
        vec![
            (
                first,
                "orient",
                "You lead an American combat group of ten Units in North Africa, 1942. Six of them attack Battalion 8A, infantry: get its \
                 points, told with the field, down to where it is Destroyed, within eight turns. Choose who acts: he moves, then attacks."
                    .into(),
            ),
            (
                tactics && !slow,
                "tactic",
                "Who can spend a Tactic is named among the answers. It lets that Unit act a second time, in the step that is not its own. Once spent it is \
                 gone: keep it for a good shot, or to get out of fire."
                    .into(),
            ),
            (
                !slow,
                "act",
                "A turn has three steps: your Fast Commanders act, then the enemy, then your Slow ones. Choose a Unit, by its number or on the \
                 board. It moves first, then it attacks."
                    .into(),
            ),
            (
                slow,
                "slow",
                "The enemy has had its step. One die gives orders to its tanks, its infantry and its support, and each obeys to the \
                 letter. The log has every move, with the reason for each. Now your Slow Commanders act."
                    .into(),
            ),
            (
                battle.turn > 1 || slow,
                "points",
                "The points of the Battalion are the score: those of all enemies left. Down to its first limit it is at Half and its \
                 orders become timid, down to the second it is Destroyed. Everything else is a means to that."
                    .into(),
            ),
            (
                hurt || battle.turn > 1,
                "damage",
                "A hit that gets past Defense Destroys an enemy; yours draw a damage counter instead. The letters on a counter say which: Exposed, Immobile, \
                 Suppressed, Damaged. Some go away when the Unit holds still, moves or holds its fire, the others are repaired after the \
                 battle."
                    .into(),
            ),
            (
                tired,
                "stress",
                "Hits, and infantry that moves and attacks, bring Stress. Every Commander has two limits: \
                 beyond the first he is Shaken and worse at everything, beyond the second he is Unfit and no help."
                    .into(),
            ),
            (
                shaken,
                "shaken",
                "Somebody is Shaken: his card shows what is left of his skill. Let him shoot from where he stands, and give him a \
                 Week of leave afterwards."
                    .into(),
            ),
            (
                commands && battle.turn > 1,
                "command-tactic",
                "A Command Tactic, a blue C on the counter, lets any other Unit act in a step that is not its own."
                    .into(),
            ),
            (
                battle.turn >= 3 && !slow,
                "time",
                "The turns are told with the field. When they run out the battle is over, won or not: a Battalion left at Half \
                 brings half its VP, one that holds brings nothing."
                    .into(),
            ),
        ]
    }

    /// Whether this is the first battle of the guided game, as far as anybody can tell.
    fn is_guided(&self) -> bool {
        let (game, charts) = (self.game, self.charts);
        let cards = (game.campaign(charts).id.as_str(), game.objective(charts).id.as_str());
        let against =
            game.battalions.get(game.battle.battalion).map(|_| game.battalion_card(charts, game.battle.battalion));
        cards == ("north_africa_1942", "probe")
            && against.is_some_and(|card| card.id.to_string() == "8A")
            && (game.week, game.units.len(), game.battle.fighters.len(), game.battle.last) == (1, 10, 6, 8)
    }

    fn of_moving(&self, unit: super::Number) -> Vec<Hint> {
        let card = self.charts.unit_of(unit).map(|card| &self.charts.units[card]);
        // A Commander may not have to pay it, or not be able to do both.
        let pays = self.game.fighter_of(self.charts, unit).is_some_and(|at| {
            let gunner = self.game.gunner(self.charts, at);
            gunner.barred(true).is_none() && gunner.stress(true) > gunner.stress(false)
        });
        vec![
            (
                true,
                "move",
                "For each hex that can be entered the game tells your best attack from there, and who may hit you there in the next enemy \
                 step; of those listed in short, for the one you select. Staying where it is is an answer too."
                    .into(),
            ),
            (
                pays,
                "foot",
                "This team pays Stress when it moves and attacks in the same step. Move now and shoot next turn, or shoot from here."
                    .into(),
            ),
            (
                card.is_some_and(|card| card.no_move_attack && card.indirect),
                "gun",
                "This Unit moves or attacks, never both in a step. It needs no line of sight: it can stay where nobody sees it."
                    .into(),
            ),
            (
                true,
                "cover",
                format!(
                    "Cover is half the battle. Light Cover adds {} to Defense, Heavy Cover {}, even in close combat, and both block the \
                     line of sight to what lies behind.",
                    Ground::Light.cover(),
                    Ground::Heavy.cover()
                )
                .into(),
            ),
            (
                true,
                "near",
                "Who is closest draws the enemy, and it fires at whom it hits most easily. A cheap team in cover ahead of your tanks is \
                 worth its price."
                    .into(),
            ),
        ]
    }

    fn of_the_depot(&self) -> Vec<Hint> {
        let broken = self.game.units.iter().any(|unit| !unit.lost && unit.is_damaged());
        let xp = &self.charts.numbers.xp;
        let wounded = self.game.commanders.iter().any(|one| !one.kia && one.wounded);
        vec![
            (
                true,
                "after",
                format!(
                    "The Week's battles are over. A Commander who fought has {} Stress more, less his Cool, and {} XP, {} where the \
                     Battalion was Destroyed; with enough XP he is promoted at once. Now points can be spent on the group.",
                    self.charts.numbers.stress.battle,
                    xp.battle,
                    xp.battle + xp.destroyed
                )
                .into(),
            ),
            (
                broken || wounded,
                "depot",
                "Repair engines and suspensions first: without them a vehicle stays behind, and so does a wounded Commander. The rest \
                 can wait."
                    .into(),
            ),
            (
                true,
                "reserve",
                "Keep a few SO. Cards and Battalions on your side cost points, and a campaign that cannot pay has failed."
                    .into(),
            ),
        ]
    }

    fn of_the_plan(&self) -> Vec<Hint> {
        let (planned, numbers) = (!self.game.plan.is_empty(), &self.charts.numbers);
        vec![
            (
                !planned,
                "plan",
                format!(
                    "A new Week. Choose a Battalion to attack, one to three in a Week. Those in Friendly Staging and Friendly Transit \
                     cost you SO at every Week's end: beat them first. Deep in their land an attack costs SO, and a Truck saves {} of \
                     them.",
                    numbers.cost.truck_saves
                )
                .into(),
            ),
            (
                planned,
                "forecast",
                "The Battalion's card says how often the bot Destroyed it in 100 battles with those you send; in the terminal `look` \
                 and its number do. If that is too little, send more or call the attack off."
                    .into(),
            ),
            (
                planned,
                "leave",
                format!(
                    "Whoever is not sent is on leave and loses {} Stress at the end of the Week. Two good battles beat three bad ones.",
                    numbers.stress.leave
                )
                .into(),
            ),
        ]
    }

    fn of_attacking(&self) -> Vec<Hint> {
        let attack = &self.charts.numbers.attack;
        let changes = attack.range.iter().enumerate().filter(|(_, change)| **change != 0);
        let changes = changes.map(|(range, change)| match range {
            0 => format!("{change:+} in the same hex"),
            range => format!("{change:+} at range {range}"),
        });
        let changes: Vec<String> = changes.collect();
        let dice = if attack.dice == 1 { "one die".into() } else { format!("{} dice", attack.dice) };
        vec![
            (
                true,
                "attack",
                format!(
                    "The percentage on an enemy is the chance to Destroy it: {dice} to hit, then its Defense against each hit. Armor is \
                     attacked with AP, everything else with HE; the right figure is taken by itself."
                )
                .into(),
            ),
            (
                !changes.is_empty(),
                "range",
                format!("Distance counts on each die, yours and theirs: {}.", changes.join(", ")).into(),
            ),
            (
                true,
                "worth",
                "Dangerous first: an enemy that is gone does not shoot back. Points count next: a rifle team brings few, the heaviest tank \
                 most."
                    .into(),
            ),
        ]
    }

    fn of_resting(&self) -> Vec<Hint> {
        let stress = &self.charts.numbers.stress;
        let text = format!(
            "Priority R&R takes {} Stress off everybody, beside the {} of those who were on leave. It pays when most are tired.",
            stress.rest, stress.leave
        );
        vec![(true, "rest", text.into())]
    }

    fn of_assigning(&self) -> Vec<Hint> {
        let turns = counted(self.charts.numbers.battle.turns, "turn");
        let scout = format!("A battle lasts {turns}, and each Scout adds one. Slow guns and long ways need them.");
        let mut hints = always(&ASSIGNING);
        hints.insert(1, (true, "scout", scout.into()));
        hints
    }

    fn of_orders(&self) -> Vec<Hint> {
        let orders = |role: Role| match self.charts.numbers.orders.friendly[role] {
            None | Some(0) => "not at all".to_owned(),
            Some(1) => "once".to_owned(),
            Some(2) => "twice".to_owned(),
            Some(times) => format!("{times} times"),
        };
        let text = format!(
            "Before turn 1 rifles may move {}, machine guns {}, anti-tank teams {}. Cover ahead of the tanks is the place for them.",
            orders(Role::Rifle),
            orders(Role::Mg),
            orders(Role::At)
        );
        vec![(true, "orders", text.into())]
    }

    fn of_equipping(&self) -> Vec<Hint> {
        let text = format!(
            "A Scout adds a turn to one battle a Week, a Truck saves {} SO on one deep attack a Week. Both serve every Week: few points \
             are better spent.",
            self.charts.numbers.cost.truck_saves
        );
        vec![(true, "equip", text.into())]
    }
}

const ASSIGNING: [Always; 2] = [
    (
        "assign",
        "Send enough: about as many Units as there are enemies to fear, some against armor, some against infantry. What the bot makes of \
         it stands on the Battalion's card.",
    ),
    (
        "balance",
        "A mortar hits what nobody sees, machine guns hold what you have, tanks and anti-tank teams stop armor.",
    ),
];

const TIES: [Always; 1] = [(
    "tie",
    "The orders leave a tie, and the rules let you settle it. Each answer says what comes of it. Such ties can be settled for you: set how much you are asked.",
)];

const ENDING: [Always; 1] = [(
    "won",
    "The Battalion is Destroyed and its VP are yours. To fight on brings no more VP, only danger: end the battle.",
)];

const UNDER: [Always; 1] = [(
    "under",
    "Every Unit needs a Commander of its type. Fast ones shoot before the enemy does; tired ones had better stay behind.",
)];

const PLACING: [Always; 1] = [(
    "place",
    "Your Units start in the bottom row, the enemy farther up, and it advances before turn 1. Start in cover: it comes to you more often than not.",
)];

const STRIKES: [Always; 1] =
    [("strike", "A strike before turn 1, given by a card: one die, and the chance stands on every enemy it can hit.")];

const CARDS: [Always; 1] = [(
    "card",
    "Each Week has a Special Condition, and each battle an Event before and after it. This card leaves you a choice.",
)];

const BUYING: [Always; 3] = [
    (
        "start",
        "You lead an American combat group for a few Weeks. Special Option points, SO, buy its Units. Each Week you send some of them \
         against enemy Battalions; the VP these bring decide how the campaign is evaluated.",
    ),
    (
        "buy",
        "Balance counts: two or three tanks or guns against armor, machine guns and rifles to hold ground, a mortar that needs no line of \
         sight.",
    ),
    (
        "purse",
        "Keep some SO: Scouts, Trucks, repairs and bad Weeks cost points, and a campaign that cannot pay has failed.",
    ),
];

const COMMANDERS: [Always; 2] = [
    (
        "command",
        "Levels are dictated, lowest first; you choose who. There is one Commander for each Unit, of the same type.",
    ),
    ("fast", "A Fast Commander acts before the enemy does. Cool takes Stress off after each battle."),
];
