//! What fights: the enemy's units and the Tank Cards: `units.toml`, `tanks.toml`, `counters.toml`.

use super::gunnery::RateOfFire;
use super::headings::HVSS;
use crate::words::{
    Ammo, ArmorClass, Chassis, Class, DeploymentKey, EnemyGun, Gun, LoaderHatch, Marker, Post, Scope, Size, Tank,
    TurretType, UnitType,
};
use hulldown_core::chart::lay::{tick, up_to};
use hulldown_core::chart::{By, ChartSheet, Grounds, Head, Set};
use hulldown_core::{cells, figures};

figures! {
    /// The enemy's counters, and what each unidentified class counts as (17.4).
    Units {
        chart: Head, unit: By<UnitType, Unit>, unidentified: By<Class, Option<StandIn>>;
        no |it| (unit, _) in it.unit.each().filter(|(unit, info)| info.gun.is_some() != unit.class().fires_ap())
            => format!("{}: tanks, SPGs and AT guns have a gun, others have none", unit.id());
        no |it| (unit, _) in it.unit.each().filter(|(unit, info)| info.size.is_some() != unit.class().is_vehicle())
            => format!("{}: vehicles have a size, others have none", unit.id());
        no |it| (class, _) in it.unidentified.each().filter(|(class, other)| match other {
            Some(other) => other.unit.class() != *class,
            None => class.fires_ap(),
        }) => format!("an unidentified {class} counts as one of its own class")
    }

    /// An enemy counter.
    Unit {
        name: String, turret: bool, points: i8 [0..=40],
        /// Its size; none is printed on infantry.
        size: Option<Size>,
        /// Its gun, if it fires armor-piercing shot.
        gun: Option<EnemyGun>,
        /// Whether machine guns can hurt it (10.23).
        mg_target: bool,
    }

    /// What an unidentified unit counts as.
    StandIn { unit: UnitType, from: Grounds }

    /// The Tank Cards, and what the scopes on them mean.
    Cards { chart: Head, scope: By<Scope, String>, tank: By<Tank, Card> }

    /// A Tank Card.
    Card where Card::fits {
        /// The model, such as `M4A3(76)W`.
        model: String,
        /// What soldiers call it, if they do; and when it has HVSS.
        nickname: Option<String>, hvss_nickname: Option<String>,
        /// The type of turret, a letter.
        turret: TurretType,
        gun: Gun, ammo: Set<Ammo>, armor: ArmorClass,
        /// The column of the Brew Up table.
        chassis: Chassis,
        /// The normal load of main gun rounds, and of the ready rack.
        rounds: u8 [1..=110], rack: u8 [0..=20],
        /// The highest roll with Rate of Fire.
        rate_of_fire: i8 [0..=100],
        /// Whether there is an assistant driver, and his bow MG.
        has_assistant: bool [default],
        /// Whether the loader serves the AA MG.
        loader_hatch: LoaderHatch, loader_aa: bool,
        /// Whether there are a vision cupola, a smoke mortar, wet stowage.
        cupola: bool, mortar: bool, wet: bool,
        /// The highest roll that gives it HVSS; 0 for never.
        hvss: i8 [0..=10],
        deployment: DeploymentKey,
        /// Where a man looks, hatch closed and open.
        spots: By<Post, [Scope; 2]>,
    }

    /// How many markers there are.
    Counters {
        chart: Head, total_counters: u16, limit: By<Marker, Limit>;
        must |it| (it.limit[Marker::UsControl].count, it.limit[Marker::Acquired].count) == (6, 1)
            => "there are 6 US Control markers and one Acquired Target"
    }

    /// How many of a marker there are; smoke is counted in singles.
    Limit {
        count: u8 [0..=60], singles: u8 [default], doubles: u8 [default], triples: u8 [default], from: Grounds;
        must |it| it.sum() == 0 || it.sum() == u16::from(it.count) => format!("the markers make {}, not {}", it.sum(), it.count)
    }
}

impl Unit {
    /// Its size; infantry counts as average.
    pub fn size(&self) -> Size {
        self.size.unwrap_or(Size::Average)
    }
}

impl Units {
    pub(super) fn sheet(&self) -> ChartSheet {
        let counts = |(class, other): (Class, &Option<StandIn>)| {
            let other = other.as_ref()?;
            Some(format!("an unidentified {class} counts as a {} ({})", other.unit, other.from))
        };
        let sheet = cells!(self.chart.sheet("units", None), (unit, info) in self.unit.each();
            "unit" = info.name, "class" = unit.class(), "target" = unit.class().target(),
            "size" = info.size.map_or("-", Size::name), "gun" = info.gun.map_or("-", EnemyGun::id), "turret" = tick(info.turret),
            "to identify" = tick(unit.class().fires_ap()), "MG target" = tick(info.mg_target), "points" = info.points);
        sheet.noting(self.unidentified.each().filter_map(counts))
    }
}

impl Card {
    /// Whether its turret is of type A: the loader cannot fire a submachine gun (8.65).
    pub fn a_turret(&self) -> bool {
        self.turret == TurretType::A
    }

    /// Whether a man has a hatch he may open.
    pub fn has_hatch(&self, post: Post) -> bool {
        match post {
            Post::Gunner => false,
            Post::Loader => self.loader_hatch != LoaderHatch::None,
            Post::Assistant => self.has_assistant,
            Post::Commander | Post::Driver => true,
        }
    }

    /// Where a man looks, his hatch open or not (17.21).
    #[inline]
    pub fn scope(&self, post: Post, open: bool) -> Scope {
        self.spots[post][usize::from(open)]
    }

    /// Who fires and repairs the AA MG (8.62, 8.63).
    pub fn aa_gunner(&self) -> Post {
        if self.loader_aa { Post::Loader } else { Post::Commander }
    }

    /// Model, and nickname if it has one.
    pub fn name(&self) -> String {
        match &self.nickname {
            Some(nickname) => format!("{} {nickname}", self.model),
            None => self.model.clone(),
        }
    }

    /// The same for a tank of which it is known whether it has HVSS (5.25).
    pub fn name_of(&self, hvss: bool) -> String {
        match &self.hvss_nickname {
            Some(nickname) if hvss => format!("{} {nickname}", self.model),
            _ => self.name(),
        }
    }

    fn fits(&self) -> Result<(), String> {
        if !self.ammo.has(Ammo::He) || !self.ammo.has(Ammo::Ap) {
            return Err("every gun fires HE and AP".into());
        }
        let special = match self.gun {
            Gun::G75 => Ammo::Hcbi,
            Gun::G76l => Ammo::Hvap,
            Gun::G76ll => Ammo::Apds,
        };
        let others = [Ammo::Hcbi, Ammo::Hvap, Ammo::Apds].into_iter().filter(|other| *other != special);
        if let Some(other) = others.into_iter().find(|other| self.ammo.has(*other)) {
            return Err(format!("{other} is not for a {}", self.gun));
        }
        let blind =
            |post: &Post| *post != Post::Gunner && self.has_hatch(*post) == (self.scope(*post, true) == Scope::None);
        match Post::ALL.iter().find(|post| blind(post)) {
            Some(post) => Err(format!("the {post} looks out of an open hatch if he has one")),
            None => Ok(()),
        }
    }
}

impl Cards {
    /// The rate of fire stands with the gun too; two answers to one question are refused.
    pub(super) fn agrees(&self, rates: &RateOfFire) -> Result<(), String> {
        match self.tank.each().find(|(_, card)| card.rate_of_fire != rates.gun[card.gun]) {
            Some((tank, card)) => Err(format!(
                "[tank.{}]: gunnery.toml has a rate of fire of {} for its gun, not {}",
                tank.id(),
                rates.gun[card.gun],
                card.rate_of_fire
            )),
            None => Ok(()),
        }
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let ammo = |card: &Card| card.ammo.iter().map(Ammo::id).collect::<Vec<_>>().join(" ");
        let hvss = |card: &Card| up_to(card.hvss);
        let sheet = cells!(self.chart.sheet("tanks", None), (tank, card) in self.tank.each();
            "tank" = tank.number(), "model" = card.name(), "turret" = card.turret, "gun" = card.gun.id(), "armor" = card.armor.id(),
            "rounds" = card.rounds, "rate of fire" = card.rate_of_fire, "rack" = card.rack, "ammo" = ammo(card),
            "loader hatch" = card.loader_hatch.id(), "loader AA" = tick(card.loader_aa), "cupola" = tick(card.cupola),
            "mortar" = tick(card.mortar), "wet" = tick(card.wet), HVSS = hvss(card), "deployment" = card.deployment);
        sheet.noting(self.scope.each().map(|(scope, sectors)| format!("{scope}: {sectors}")))
    }
}

impl Limit {
    fn sum(&self) -> u16 {
        u16::from(self.singles) + 2 * u16::from(self.doubles) + 3 * u16::from(self.triples)
    }
}

impl Counters {
    pub(super) fn sheet(&self) -> ChartSheet {
        let sheet = cells!(self.chart.sheet("counters", None), (marker, limit) in self.limit.each();
            "marker" = marker, "count" = limit.count, "provenance" = limit.from.provenance);
        sheet
            .noting(self.limit.each().map(|(marker, limit)| format!("{marker}: {}", limit.from.source)))
            .noting([format!("{} counters in all", self.total_counters)])
    }
}
