//! The career: awards, ranks, promotion, prestige and victory (A2), units, trophies and trades (W1, W2).

use super::plain;
use crate::words::{Award, Division, Lasts, PrestigeKind, Rank, Trade, Trophy, VictoryLevel};
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head, Named, Or};
use hulldown_core::dice::D6;
use hulldown_core::{cells, drms, figures, words};

figures! {
    /// A2: awards, ranks, promotion, prestige and victory.
    A2 {
        chart: Head,
        award: By<Award, AwardInfo>,
        earned: Earned,
        rank: By<Rank, RankInfo>,
        promotion: Promotion,
        prestige: Prestige,
        victory: By<VictoryLevel, u16>;
        must |it| it.victory[0] == 0 => "[victory]: defeat begins at 0";
        no |it| pair in it.victory.windows(2).filter(|pair| pair[0] >= pair[1])
            => format!("[victory]: {} must be more than {}", pair[1], pair[0])
    }

    /// What A2 says of an award.
    AwardInfo {
        name: String,
        /// How often it brings a Prestige Point.
        prestige: PrestigeKind,
        /// Whether only the highest of its kind is given for a mission.
        heroism: bool [default],
        /// What it is given for.
        condition: String,
    }

    /// What earns the awards.
    Earned {
        /// Missions completed.
        eame: u16 [1..=99],
        commendation: u16 [1..=99],
        /// Vehicles and AT guns in one battle; damage counts too.
        bronze_star: u8 [1..=99],
        silver_star: u8 [1..=99],
        /// Tanks and SPGs alone.
        dsc: u8 [1..=99],
        medal_of_honor: u8 [1..=99],
        vua: UnitAward,
        puc: UnitAward,
    }

    /// What earns a unit award: successes in a row, and tanks and SPGs destroyed in them.
    #[derive(Copy)]
    UnitAward { row: u8 [1..=50], tanks_spgs: u8 [0..=200] }

    /// A rank, and whether his tank has the radio for calls for fire.
    RankInfo { name: String, radio: bool }

    /// Promotion: 1d6 at or below a number, every so many months of service.
    Promotion {
        success_max: i8 [1..=6],
        every_months: u8 [1..=11],
        /// Prestige Points for a promotion.
        prestige: u8 [0..=20],
        drm: PromotionDrm,
        from: Grounds,
    }

    /// Prestige: where it starts and what its points buy.
    Prestige {
        start_points: u8 [0..=20],
        start_level: u8 [0..=20],
        max_level: u8 [0..=20],
        /// A better tank after a loss.
        upgrade_after_loss: u8 [0..=20],
        /// A better tank for one that still runs.
        upgrade_operational: u8 [0..=20],
        /// A crewman back from hospital.
        recall_crewman: u8 [0..=20],
        /// Field artillery at the start of a battle.
        field_artillery: u8 [0..=20],
        from: Grounds;
        must |it| it.start_level <= it.max_level => "starts above the highest level"
    }

    /// The unit the player serves in.
    Units { chart: Head, unit: DieTable<String> [die] }

    /// W1 and W2: trophies and what they buy.
    Trophies {
        w1: Head, find: DieTable<Or<Trophy, NoTrophy>> [die], trophy: By<Trophy, TrophyInfo>, w2: Head, trade: By<Trade, TradeInfo>, gain: Gain,
    }

    /// A trophy, what it is worth in trade, and what else it can do.
    TrophyInfo { name: String, value: u8 [0..=20], special: Option<String> }

    /// What trophies buy.
    TradeInfo { name: String, cost: u8 [1..=50], lasts: Lasts, effect: String }

    /// What some trades give.
    Gain {
        /// Ammunition points of coax and bow MG.
        extra_belts: u8 [0..=10],
        /// Rounds.
        wp_crate: u8 [0..=20],
        hvap: u8 [0..=20],
        /// What the skill costs that he brings.
        trained_replacement: u8 [0..=20],
        /// Prestige Points for a tank.
        ordnance_favor: u8 [0..=20],
    }
}

drms! {
    /// Modifiers of a promotion.
    PromotionDrm { medal_of_honor_held, each_dsc_or_silver_star, leadership }
}

words! {
    /// What W1 finds where it finds no trophy.
    NoTrophy { None = "none", "nothing"; }
}

impl A2 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let award = |a: &AwardInfo| {
            let part = if a.heroism { "award for heroism" } else { "award" };
            [part.into(), a.name.clone(), a.condition.clone(), a.prestige.to_string()]
        };
        let rank = |(rank, info): (Rank, &RankInfo)| {
            let chart = if rank.is_officer() { "A2a" } else { "A2" };
            let radio = if info.radio { ", SCR 506 radio" } else { "" };
            ["rank".into(), info.name.clone(), format!("chart {chart}{radio}"), String::new()]
        };
        let (p, promotion) = (&self.prestige, &self.promotion);
        let when = format!("every {} months: {D6} at or below {}", promotion.every_months, promotion.success_max);
        let costs = [
            ("start_points", p.start_points),
            ("upgrade_after_loss", p.upgrade_after_loss),
            ("upgrade_operational", p.upgrade_operational),
            ("recall_crewman", p.recall_crewman),
            ("field_artillery", p.field_artillery),
        ];
        let cost = |(id, points): (&str, u8)| {
            ["prestige".into(), plain(id), format!("Prestige Points: {points}"), String::new()]
        };
        let victory = |(level, low): (VictoryLevel, &u16)| {
            let missions = match self.victory.get(level.index() + 1) {
                Some(next) => format!("{low} to {}", next - 1),
                None => format!("{low} or more"),
            };
            ["victory".into(), level.to_string(), format!("{missions} successful missions"), String::new()]
        };
        let levels = format!("{} to {}", p.start_level, p.max_level);
        let rows = self.award.iter().map(award).chain(self.rank.each().map(rank));
        let promoted = ["promotion".into(), "to the next rank".into(), when, format!("{} each", promotion.prestige)];
        let rows = rows.chain([promoted]).chain(costs.into_iter().map(cost));
        let levels = ["prestige".into(), "levels".into(), levels, String::new()];
        let rows = rows.chain([levels]).chain(self.victory.each().map(victory));
        cells!(self.chart.sheet("A2", None), [part, item, what, prestige] in rows;
            "part" = part, "item" = item, "what" = what, "prestige" = prestige)
        .noting([format!("promotion ({})", promotion.from)])
        .noting(promotion.drm.notes.iter().map(|note| format!("promotion {note}")))
        .noting([format!("prestige ({})", p.from)])
    }
}

impl Units {
    /// The names of the units, in the order of the rolls.
    pub(super) fn names(&self) -> Result<Vec<String>, String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.unit.cells() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        match names.len() {
            Division::COUNT => Ok(names),
            count => Err(format!("there are {} units, not {count}", Division::COUNT)),
        }
    }

    /// The unit of each roll, as a number of those names.
    pub(super) fn divisions(&self, names: &[String]) -> Named<Division> {
        let place = |unit: &String| names.iter().position(|name| name == unit).unwrap_or(0);
        Named::new(self.unit.map(|unit| Division(place(unit) as u8)), |division| names[division.index()].clone())
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        self.chart.rolled("UNITS", [("unit", &self.unit)])
    }
}

impl Trophies {
    /// What a roll finds.
    pub(super) fn finds(&self) -> Named<Option<Trophy>> {
        Named::new(self.find.map(|found| found.this()), |item| item.map_or("nothing".into(), |t| t.name().into()))
    }

    pub(super) fn sheets(&self) -> [ChartSheet; 2] {
        let found = |found: Or<Trophy, NoTrophy>| match found {
            Or::This(t) => format!("{} ({})", self.trophy[t].name, self.trophy[t].value),
            Or::Other(nothing) => nothing.name().into(),
        };
        let special = |t: &TrophyInfo| t.special.as_ref().map(|special| format!("{}: {special}", t.name));
        let finds = self.w1.sheet("W1", Some(self.find.dice)).rolls([("trophy", &self.find)], found);
        let trades = cells!(self.w2.sheet("W2", None), t in self.trade.iter();
            "item" = t.name, "cost" = t.cost, "lasts" = t.lasts, "effect" = t.effect);
        let worth = ["the value in trade stands behind each trophy"];
        [finds.noting(worth).noting(self.trophy.iter().filter_map(special)), trades]
    }
}
