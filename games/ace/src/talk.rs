//! What a commander is asked, what he can answer, and what happens: each on one line, in the order of the rulebook.
//!
//! The text of a choice is its key in saves, histories and the protocol.

mod events;
mod labels;
mod names;

pub use events::{Cause, Event, Killer, Phase, Who};
pub(crate) use labels::{Asked, counted, numbered, rack, unit_name};
pub(crate) use names::Teller;

use crate::rules::rule;
use crate::state::{Support, UnitId};
use crate::words::{Ammo, Area, Division, Elective, Facing, Gun, Month, Post, Skill, TankType, Trade, Trophy};
use hulldown_core::game::Seat;
use hulldown_core::talk::{Key, Keyed};
use hulldown_core::{answers, asks, choices, words};
use std::fmt::{self, Write};

words! {
    /// A way to fill the ready rack in one go.
    RackPlan {
        Same = "same", "as last time";
        Half = "half", "half AP, half HE";
        Ap = "ap", "all AP";
        He = "he", "all HE";
        Choose = "choose", "choose kind by kind";
    }
}

words! {
    /// A change of range that goes with another move.
    Step {
        Keep = "keep", "stay";
        Closer = "closer", "close";
        Farther = "farther", "open";
    }
}

/// Some of the three hatches: bit 0 commander, 1 driver, 2 assistant driver. In keys they are letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hatches(pub u8);

impl Hatches {
    /// The hatches of these men.
    #[inline]
    pub fn of([commander, driver, assistant]: [bool; 3]) -> Self {
        Hatches(u8::from(commander) | u8::from(driver) << 1 | u8::from(assistant) << 2)
    }

    /// Whose they are.
    #[inline]
    pub fn men(self) -> [bool; 3] {
        std::array::from_fn(|man| self.0 >> man & 1 == 1)
    }
}

impl fmt::Display for Hatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [Post::Commander, Post::Driver, Post::AssistantDriver].into_iter().zip(self.men());
        for (n, (post, _)) in names.filter(|(_, is_among)| *is_among).enumerate() {
            write!(f, "{}{post}", if n > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl Key for Hatches {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("none");
        }
        "cda".chars().zip(self.men()).filter(|(_, is_among)| *is_among).try_for_each(|(letter, _)| f.write_char(letter))
    }

    fn read(text: &str) -> Option<Self> {
        (0..8).map(Hatches).find(|hatches| Keyed(*hatches).to_string() == text)
    }
}

choices! {
    /// An answer.
    pub enum Choice, asked: &Asked<'_> {
        // Whatever is asked.
        Done = "done" [=> asked.rule()] => labels::done(asked);
        Yes = "yes" [=> asked.rule()] => labels::yes(asked);
        No = "no" [=> asked.rule()] => labels::no(asked);

        // 4.0 Setting up.
        Start(month: Month) = "start:{month}" ["4.1.1"] => month.name();
        Tank(tank: TankType) = "tank:{tank}" ["4.1.2"] => labels::tank(asked, tank);
        KeepTank = "tank:keep" ["4.5c"] => labels::keep_tank(asked);
        Division(unit: Division) = "unit:{unit}" ["4.2.4"] => asked.charts.division_names[unit.index()].as_str();
        RollDivision = "unit:roll" ["4.2.4"] "roll for it";
        Elective(elective: Elective) = "school:{elective}" ["4.6b"] => labels::elective(asked, elective);

        // 6.2f, 4.3, 4.4 Ready for battle. Kinds go into the rack one after another, a count of each.
        // Letters beside those of the book's commands: a command typed too early loads no round and opens no hatch.
        Hatches(open: Hatches) = "open:{open}" ["6.2f"] => labels::hatches(open.men()), at "hatches", letter 'V';
        Load(ammo: Ammo) = "load:{ammo}" [=> labels::load_rule(asked.ask)] "load {ammo}", at "ammo:{ammo}", letter 'S';
        Rack(plan: RackPlan) = "rack:{plan}" ["4.4.c"] => labels::rack_plan(asked, plan), letter 'P';
        Count(count: u8) = "n:{count}" ["4.4.c"] => labels::rounds(asked.ask, count);

        // 7.2 Commands, A to O.
        Fire(unit: UnitId) = "fire:{unit}" [=> labels::fire_rule(asked, unit)] => labels::fire(asked, asked.seat, unit), at "unit:{unit}",
            group "fire the gun";
        Mg(gun: Gun, unit: UnitId) = "{gun}:{unit}" [=> labels::mg_rule(gun)] => labels::mg(asked, gun, asked.seat, unit), at "unit:{unit}";
        Smoke(area: Area) = "smoke:{area}" ["7.2-Ae"] => labels::calls_loader(asked, format!("fire HCBI smoke into {}", area.id())), at "area:{area}",
            group "fire smoke";
        Reload = "reload" ["7.2-Ca"] => labels::reload(asked), at "rack", group "reload the rack";
        ReloadRush = "reload:rush" ["7.7.adr"] => labels::reload_rush(asked), at "rack";
        Put(ammo: Ammo) = "put:{ammo}" ["7.2-Ca"] "put in one {ammo}", at "ammo:{ammo}", letter 'P';
        /// As many as the loader can still move.
        PutRest(ammo: Ammo) = "fill:{ammo}" ["7.2-Ca"] "fill up with {ammo}", at "ammo:{ammo}", letter 'F';
        Take(ammo: Ammo) = "take:{ammo}" ["7.2-Ca"] "take out one {ammo}", at "ammo:{ammo}", letter 'K';
        Forward = "move:forward" ["7.2-D"] => labels::forward(asked), group "forward";
        /// Part of a move (errata 2022).
        TurnTo(facing: Facing) = "turn:{facing}" ["7.2-DEG"] => labels::hull(asked, facing), at "hull:{facing}", letter 'T';
        HullDown = "move:hulldown" ["7.2-Ea"] "move to a hull down position", group "hull down";
        Step(step: Step) = "range:{step}" ["7.2-Eb"] => labels::step(asked, step), group "change the range", letter 'R';
        Hull(facing: Facing) = "hull:{facing}" ["7.2-Fa"] => labels::hull(asked, facing), at "hull:{facing}", group "turn the hull";
        Backward = "move:back" ["7.2-G"] => labels::backward(asked), group "backward";
        Flank(unit: UnitId) = "flank:{unit}" ["7.2-Ja"] => format!("move for a flank shot at the {}", asked.target(asked.seat, unit)), at "unit:{unit}",
            group "flank shot";
        Mortar = "mortar" ["7.2-K"] => labels::calls_loader(asked, format!("fire the smoke mortar ({} left)", asked.own().mat.mortar)), at "smoke-mortar",
            group "smoke mortar";
        Call(support: Support) = "call:{support}" ["7.2-L"] "call for {support}", group "call for support";
        Button(men: Hatches) = "button:{men}" ["7.2-M"] "button up: {men}", at "hatches", group "button up";
        Unbutton(men: Hatches) = "unbutton:{men}" ["7.2-N"] "unbutton: {men}", at "hatches", group "open hatches";
        Switch(ammo: Ammo) = "switch:{ammo}" ["7.2-O"] => labels::calls_loader(asked, format!("switch {} for {ammo}", asked.loaded())), at "ammo:{ammo}",
            group "change the loaded round";
        Synergy = "synergy" ["7.7.syn"] => labels::synergy(asked);
        End = "end" ["7.2-3a"] "give no more commands", letter 'Z';
        Target(unit: UnitId) = "target:{unit}" ["R37a"] => labels::target(asked, unit), at => Some(labels::target_spot(asked, unit));

        // 7.4.3 Posts that fall empty.
        Post(post: Post) = "post:{post}" [=> labels::post_rule(post)] => labels::post(post), at "crew:{post}";
        Stay = "post:stay" [=> labels::stay_rule(asked.ask)] => labels::stay(asked.ask);

        // 7.7 Skills.
        Buy(skill: Skill) = "buy:{skill}" ["7.7a"] => labels::buy(asked, skill);
        BuyWithBooze = "buy:synergy:booze" ["7.7.syn"] => labels::buy_with_booze(asked);

        // 8.0 Between missions. A man asked back is named by his place among those away.
        Recall(man: u8) = "recall:{man}" ["8.3.1b"] => labels::recall(asked, man);
        Trade(trade: Trade) = "trade:{trade}" ["8.4b"] => labels::trade(asked, trade);
        Pay(trophy: Trophy) = "pay:{trophy}" ["8.4b"] => labels::pay(asked, trophy);

        // 10.2 Helping the partner, on his board.
        Assist(unit: UnitId) = "assist:{unit}" ["10.2b"] => labels::assist(asked, unit), at "partner-unit:{unit}", group "help the partner";
        AssistMg(gun: Gun, unit: UnitId) = "assist:{gun}:{unit}" ["10.2b"] => labels::assist_mg(asked, gun, unit), at "partner-unit:{unit}";
        CallPartner(support: Support) = "call:{support}:partner" ["10.2d"] => format!("call for {support} on {}", asked.board_of(asked.partner()));
    }
    // By letters of the book, by gun, and all that drive together.
    groups {
        "A" "fire the gun or the coaxial MG", "B" "fire again", "coax" "fire the coaxial MG", "bow" "bow gun", "aa50" ".50 caliber",
        "move" "drive",
    }
    letters {
        ":half" 'H', ":same" 'M', ":ap" 'A', ":he" 'E', ":wp" 'W', ":hcbi" 'B', ":apcr" 'R', ":left" 'L', ":front" 'F', ":right" 'R',
        ":c" 'C', ":d" 'D', ":a" 'A', ":cd" '1', ":ca" '2', ":da" '3', ":cda" '4', ":gunnery" 'G', ":aim" 'A', ":sixth_sense" 'S',
        ":expert" 'E', ":synergy" 'Y', ":leadership" 'D', ":eye_for_terrain" 'T', ":adrenaline_rush" 'R', ":maintenance_coax" '1',
        ":maintenance_bow" '2', ":maintenance_aa50" '3',
    }
}

asks! {
    /// A question.
    pub enum Ask, asked: &Asked<'_> {
        // 4.0 Setting up.
        Start = "start" ["4.1.1"] "In which month does the career begin?";
        FirstTank = "first-tank" ["4.0"] "Choose the first tank";
        Division = "unit" ["4.2.4"] "Choose a unit, or roll for it";
        Elective = "school" ["4.6b"] "Fort Knox: how does the commander spend his free time?";

        // 6.2f, 4.3, 4.4 Ready for battle.
        Hatches = "hatches" ["6.2f"] "Which hatches are open as the mission starts?", usual "hatches before a battle",
            lesson "hatches" "The crew sees more from open hatches: a buttoned commander spoils every shot (low rolls hit), a buttoned driver bogs \
                more easily. But only open men can be hurt by machine guns and artillery.";
        StartHullDown = "start-hull-down" ["7.1.4c"] "You had time to find a good spot: start hull down?", usual "hull down at the start",
            lesson "hull-down" "Hull down, you are harder to hit and only your turret can be struck. In Defense it costs nothing: take it.";
        FirstRound = "first-round" ["4.3.2d"] "Which round is in the gun?", usual "the first round in the gun",
            lesson "first-round" "AP kills armor, HE kills infantry and anti-tank guns. Look at the enemies listed and load for the most \
                dangerous one; switching later costs a command.";
        Rack = "rack" ["4.4.c"] "Fill the ready rack", usual "filling the ready rack",
            lesson "rack" "The ready rack feeds the gun. When it is empty you fire only once a round, so refill it in a quiet moment with \
                command C.";
        RackCount(ammo: Ammo, left: u8) = "rack-count" ["4.4.c"] => labels::rack_count(ammo, left);
        BuyArtillery = "buy-artillery" ["7.6e"] => format!("Artillery before the fight? {}", asked.prestige());

        // 7.2 A round. A command, and a move of the rack, say how many are left.
        Strike(support: Support, board: Seat) = "strike" ["7.2-1b"] => labels::strike(asked, support, board),
            lesson "strike" "Artillery often settles the matter against infantry and guns; tanks it usually only immobilizes.";
        Command(left: u8) = "command" ["7.2-3a"] => labels::commands_left(asked, left), lesson => Some(labels::command_lesson(asked));
        NextRound = "next-round" ["7.2-Aa"] "Loader: the next round", usual "the next round into the gun",
            lesson "next-round" "The loader loads as part of the Fire command. Think of the next target now.";
        RackMove(left: u8) = "rack-move" ["7.2-Ca"] => format!("Ready rack: up to {} in or out", counted(left.into(), "round"));
        MoveStep = "move-step" ["7.2-Eb"] "Change the range with the move?";
        FreeTurn = "free-turn" ["7.2-DEG"] "The move includes a turn of the hull";
        FillPost(post: Post) = "fill-post" [=> labels::fill_post_rule(post)] => labels::fill_post(post), usual "who takes over a post";
        Airstrike = "airstrike" ["7.6c"] "Choose the target of the airstrike";
        SixthSense(from: Option<(Seat, UnitId)>) = "sixth-sense" ["7.7.six"] => labels::sixth_sense(asked, from), usual "ducking before incoming fire";
        Expert = "expert" ["7.7.exp"] "Use Expert to roll again?";

        // 7.7, 8.0 Between missions. What is paid says how many points are still owed.
        Buy = "buy" ["7.7a"] => format!("Spend Experience? {} XP in hand", asked.own().career.experience),
            lesson "buy" "Experience Points buy skills. They come slowly, so it may pay to save: Gunnery \
                helps every shot, Aim turns hits that only stop a tank into kills.";
        ReplaceTank = "replace-tank" ["4.5c"] => format!("The tank is lost. {}", asked.prestige()), lesson => Some(labels::TANK_LESSON);
        ChangeTank = "change-tank" ["4.5a"] => format!("Change the tank? {}", asked.prestige()), lesson => Some(labels::TANK_LESSON);
        NewCommand = "new-command" ["7.4.3j"] "Out of hospital: choose a new tank";
        Trained(post: Post) = "trained" ["CH.W2"] "The new {post} is trained: in what?";
        Recall = "recall" ["8.3.1b"] => format!("A man is released from hospital. {}", asked.prestige());
        Trade = "trade" ["8.4b"] "Trade trophies?", lesson "trade" "Trophies buy useful things from the rear. No change is given.";
        Pay(owed: u8) = "pay" ["8.4b"] => format!("Pay {owed} more {} with which trophy?", if owed == 1 { "point" } else { "points" });
    }
}

answers! { Choice:
    // 4.0 Setting up.
    /// Any tank.
    pub(crate) enum TankAnswer { Tank(tank: TankType) }
    /// A unit, or the dice.
    pub(crate) enum DivisionAnswer { Division(unit: Division), RollDivision }

    // 4.3, 4.4 Ready for battle.
    /// The round in the gun, the first or the next.
    pub(crate) enum RoundAnswer { Load(ammo: Ammo) }
    /// How the rack is filled.
    pub(crate) enum RackAnswer { Rack(plan: RackPlan) }

    // 7.2 A round.
    /// Where a strike falls.
    pub(crate) enum StrikeAnswer { Target(unit: UnitId) }
    /// A command, A to O.
    pub(crate) enum Order {
        Fire(unit: UnitId), Mg(gun: Gun, unit: UnitId), Smoke(area: Area), Reload, ReloadRush, Forward, HullDown, Hull(facing: Facing),
        Backward, Flank(unit: UnitId), Mortar, Call(support: Support), Button(men: Hatches), Unbutton(men: Hatches), Switch(ammo: Ammo),
        // [10.2] Those that help the partner.
        Assist(unit: UnitId), AssistMg(gun: Gun, unit: UnitId), CallPartner(support: Support),
    }
    /// A command, more of them, or no more.
    pub(crate) enum CommandAnswer { Synergy, End, ..Order }
    /// A round into the rack or out of it.
    pub(crate) enum RackMoveAnswer { Put(ammo: Ammo), PutRest(ammo: Ammo), Take(ammo: Ammo), Done }

    // 7.7, 8.0 Between missions.
    /// A skill to buy.
    pub(crate) enum BuyAnswer { Buy(skill: Skill), BuyWithBooze, Done }
    /// Another tank, or none.
    pub(crate) enum NewTankAnswer { KeepTank, Tank(tank: TankType) }
    /// What a trained replacement has learned.
    pub(crate) enum TrainedAnswer { Buy(skill: Skill) }
    /// What trophies buy.
    pub(crate) enum TradeAnswer { Trade(trade: Trade), Done }
}
