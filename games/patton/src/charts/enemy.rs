//! What the enemy does and how he fires at others: `enemy_action.toml`.

use super::{ByRange, headings};
use crate::words::{Class, EnemyAct, EnemyGun, Range, Scenario};
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head, Spans};
use hulldown_core::dice::D100;
use hulldown_core::figures;

figures! {
    /// Enemy Action and Enemy Fire Combat.
    Enemy where Enemy::fits { action: By<Scenario, Actions>, firefly: Firefly, fire_combat: FireCombat }

    /// Enemy Action in a scenario; who has no column never appears there.
    Actions {
        chart: Head,
        /// What an ambush adds to the roll.
        ambush: Spans<Class, i8> [0..=100],
        class: Spans<Class, Option<DieTable<EnemyAct>>> [die],
    }

    /// The lowest roll that fires at a Firefly (30.0).
    Firefly { fired_at_from: i8 [1..=101], from: Grounds }

    /// Enemy Fire Combat: numbers to kill a friendly tank or squad.
    FireCombat {
        chart: Head,
        /// The highest natural roll that always kills a squad.
        squad_sure: i8 [0..=100],
        at_tank: Spans<Scenario, By<EnemyGun, Option<ByRange>>> [0..=100],
        at_squad: Spans<Scenario, Spans<Class, Option<ByRange>>> [0..=100],
    }
}

impl Enemy {
    /// Whoever may fire has a number for it.
    fn fits(&self) -> Result<(), String> {
        for scenario in Scenario::ALL {
            for class in Class::ALL {
                let table = self.action[scenario].class[class].as_ref();
                let does = |act| table.is_some_and(|table| table.cells().contains(&act));
                let numbered = self.fire_combat.at_squad[scenario][class].is_some() || class == Class::Truck;
                if does(EnemyAct::FireInfantry) && !numbered {
                    return Err(format!("{scenario}: {class} fires at infantry but has no number for it"));
                }
                if does(EnemyAct::FireAnyTank) && !class.fires_ap() {
                    return Err(format!("{scenario}: {class} cannot fire at tanks"));
                }
            }
        }
        Ok(())
    }

    /// What a class does when its roll comes to this, before all exceptions.
    #[inline]
    pub fn read(&self, scenario: Scenario, class: Class, total: i8) -> EnemyAct {
        self.action[scenario].class[class].as_ref().map_or(EnemyAct::Nothing, |column| column.at(total))
    }

    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let action = |(scenario, table): (Scenario, &Actions)| {
            let columns = table.class.columns().filter_map(|(head, column)| Some((head, column.as_ref()?)));
            let ambush = table.ambush.columns().filter(|(_, add)| **add != 0);
            let sheet = table.chart.rolled(headings::action(scenario), columns);
            sheet.noting(ambush.map(|(classes, add)| format!("{add:+} in an ambush: {classes}")))
        };
        let mut sheets: Vec<ChartSheet> = self.action.each().map(action).collect();
        let (firefly, from) = (self.firefly.fired_at_from, &self.firefly.from);
        for sheet in &mut sheets {
            sheet.notes.push(format!("a Firefly is fired at on {firefly}-100 outside an ambush ({from})"));
        }
        let combat = &self.fire_combat;
        let tanks = combat.at_tank.columns().flat_map(|(when, guns)| {
            let row = move |(gun, numbers): (&str, &Option<ByRange>)| {
                Some((headings::combat(when, headings::AT_TANK, gun), (*numbers)?))
            };
            guns.columns().filter_map(row)
        });
        let squads = combat.at_squad.columns().flat_map(|(when, classes)| {
            let row = move |(classes, numbers): (&str, &Option<ByRange>)| {
                Some((headings::combat(when, headings::AT_SQUAD, classes), (*numbers)?))
            };
            classes.columns().filter_map(row)
        });
        let sheet = combat.chart.sheet("enemy_fire_combat", Some(D100));
        let sheet = sheet.grid("fire", Range::ALL.map(Range::name), tanks.chain(squads));
        sheets.push(sheet.noting([format!("natural 1-{} at infantry always kills", combat.squad_sure)]));
        sheets
    }
}
