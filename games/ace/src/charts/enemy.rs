//! The enemy: counters, A4, A6.

use crate::words::{Class, Grade, Month, UnitType};
use arrayvec::ArrayVec;
use hulldown_core::chart::lay::tick;
use hulldown_core::chart::{By, ChartSheet, DieTable, Head, Spans};
use hulldown_core::{cells, figures, words};
use serde::Deserialize;
use std::fmt;
use std::ops::Deref;

/// The most classes a mix names.
pub const MOST_MIX_CLASSES: usize = 4;
/// The most enemy units a mix sets up, the infantry its carriers bring included.
pub const MOST_MIX_UNITS: u8 = 8;

figures! {
    /// The enemy counters.
    Enemies {
        chart: Head, unit: By<UnitType, Unit>, grade: By<Grade, GradeInfo>;
        no |it| class in [Class::Ht, Class::W].into_iter().filter(|class| it.of(*class).len() != 1)
            => format!("there must be exactly one {class}")
    }

    /// A type of enemy counter.
    Unit where Unit::fits {
        name: String,
        class: Class,
        /// Its penetration at medium range, if it has a gun.
        pen: Option<i8> [0..=30],
        /// Its armor: turret front, hull front, sides.
        armor: Option<[i8; 3]> [0..=30],
        /// Whether it fires machine guns on B2.
        mg: bool [default],
        /// Whether its gun is a 2cm, with lucky hits on B2.
        auto2cm: bool [default],
        /// Whether it runs on wheels alone, so that the coax may engage it.
        wheeled: bool [default],
        /// Whether it brings an INF.
        carries_inf: bool [default],
    }

    /// A grade of enemy infantry: its Morale Level at full strength and reduced.
    GradeInfo {
        name: String, ml: [i8; 2] [0..=6];
        must |it| it.ml[1] <= it.ml[0] => "morale is higher reduced than at full strength"
    }

    /// A4: the mix of enemy forces, and the type of each class.
    A4 {
        chart: Head,
        mix: DieTable<Mix> [die],
        types_chart: Head,
        types: Spans<Month, By<Typed, DieTable<UnitType>>> [die],
    }

    /// A6: the grade of the infantry.
    A6 { chart: Head, column: Spans<Month, DieTable<Grade>> [die] }
}

words! {
    /// A class whose units have types: the first of [`Class`].
    Typed { T = "T", "T"; Spg = "SPG", "SPG"; At = "AT", "AT"; R = "R", "R"; }
}

/// A mix of enemy units, classes and how many of each, written as it is read: `1 AT + 1 INF`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Mix(ArrayVec<(Class, u8), MOST_MIX_CLASSES>);

impl Deref for Mix {
    type Target = [(Class, u8)];
    fn deref(&self) -> &[(Class, u8)] {
        &self.0
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units: Vec<String> = self.0.iter().map(|(class, count)| format!("{count} {}", class.id())).collect();
        f.write_str(&units.join(" + "))
    }
}

impl TryFrom<String> for Mix {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut mix = ArrayVec::<(Class, u8), MOST_MIX_CLASSES>::new();
        let mut units = 0u8;
        for part in text.split(" + ") {
            let named =
                part.split_once(' ').and_then(|(n, class)| Some((Class::from_id(class)?, n.parse::<u8>().ok()?)));
            let Some((class, count)) = named.filter(|(_, n)| (1..=MOST_MIX_UNITS).contains(n)) else {
                return Err(format!("`{part}` is not a number and a class, such as 1 AT"));
            };
            if mix.iter().any(|other| other.0 == class) {
                return Err(format!("`{text}` names {} twice", class.id()));
            }
            let carrier = matches!(class, Class::Ht | Class::W);
            units = units.saturating_add(count * if carrier { 2 } else { 1 });
            mix.try_push((class, count)).map_err(|_| format!("a mix names at most {MOST_MIX_CLASSES} classes"))?;
        }
        if units > MOST_MIX_UNITS {
            return Err(format!("`{text}` is {units} units with passengers, more than {MOST_MIX_UNITS}"));
        }
        // R35: a lone INF withdraws, so such a mission would be over before it begins.
        if *mix == [(Class::Inf, 1)] {
            return Err("a lone INF would withdraw at once".into());
        }
        Ok(Mix(mix))
    }
}

impl Unit {
    /// What the rules ask of a unit of a class, its counter must have.
    fn fits(&self) -> Result<(), String> {
        let class = self.class;
        let gun = class.is_armor() || class == Class::At || self.auto2cm;
        let must = [
            ("pen", self.pen.is_some(), gun),
            ("armor", self.armor.is_some(), !matches!(class, Class::At | Class::W)),
            ("mg", self.mg, matches!(class, Class::R | Class::Ht)),
            ("auto2cm", self.auto2cm, self.auto2cm && class == Class::R),
            ("carries_inf", self.carries_inf, matches!(class, Class::Ht | Class::W)),
        ];
        match must.iter().find(|(_, has, needs)| has != needs) {
            _ if class == Class::Inf => Err("infantry stands in [grade]".into()),
            Some((what, has, _)) => {
                Err(format!("class {} {} {what}", class.id(), if *has { "has no" } else { "needs" }))
            }
            None => Ok(()),
        }
    }
}

impl Enemies {
    /// The types of a class.
    pub(super) fn of(&self, class: Class) -> Vec<UnitType> {
        self.unit.each().filter(|(_, unit)| unit.class == class).map(|(kind, _)| kind).collect()
    }

    pub(super) fn sheet(&self) -> ChartSheet {
        let remarks = |u: &Unit| {
            let remarks = [(u.auto2cm, "2cm"), (u.wheeled, "wheeled"), (u.carries_inf, "carries an INF")];
            remarks.into_iter().filter(|r| r.0).map(|r| r.1).collect::<Vec<_>>().join(", ")
        };
        let grade = |game: &GradeInfo| format!("{}: Morale Level {}, reduced {}", game.name, game.ml[0], game.ml[1]);
        let sheet = cells!(self.chart.sheet("COUNTERS", None), u in self.unit.iter();
            "counter" = u.name, "class" = u.class.id(), "penetration" = u.pen.map_or("-".into(), |player| player.to_string()),
            "armor (turret, hull, sides)" = u.armor.map_or("-".into(), |[t, h, s]| format!("{t}, {h}, {s}")),
            "MG" = tick(u.mg), "remarks" = remarks(u));
        sheet.noting(self.grade.iter().map(grade))
    }
}

impl A4 {
    /// A type must be of the class it is rolled for.
    pub(super) fn agrees(&self, enemies: &Enemies) -> Result<(), String> {
        for (heading, classes) in self.types.columns() {
            for ((class, table), wanted) in classes.each().zip(Class::TYPED) {
                if let Some(kind) = table.cells().iter().find(|kind| enemies.unit[**kind].class != wanted) {
                    let is = enemies.unit[*kind].class.id();
                    return Err(format!("types of {heading}, {class}: `{}` is of class {is}", kind.id()));
                }
            }
        }
        Ok(())
    }

    pub(super) fn sheets(&self, enemies: &Enemies) -> [ChartSheet; 2] {
        let mix = self.chart.rolled("A4", [("enemy forces", &self.mix)]);
        let types = self.types_chart.sheet("A4-types", Some(self.types.of(Month::FIRST)[Typed::T].dice));
        let months = self.types.columns().map(|(months, _)| months);
        let blocks = Typed::ALL.map(|class| (class, self.types.columns().map(move |(_, of)| &of[class])));
        [mix, types.blocks("class", months, blocks, |kind| enemies.unit[kind].name.clone())]
    }
}

impl A6 {
    pub(super) fn sheet(&self, enemies: &Enemies) -> ChartSheet {
        let sheet = self.chart.sheet("A6", Some(self.column.of(Month::FIRST).dice));
        sheet.rolls(self.column.columns(), |grade| enemies.grade[grade].name.clone())
    }
}
