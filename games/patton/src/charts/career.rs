//! Points, ranks, medals and ratings: `victory.toml`.

use super::Unit;
use super::headings::{HOW, IMPROVEMENT, NEW_MAN, THE_ROLL};
use crate::words::{Medal, Rank, Scenario, Scored, UnitType};
use hulldown_core::chart::{By, ChartSheet, Head};
use hulldown_core::dice::{D10, D100};
use hulldown_core::{cells, drms, figures};

figures! {
    /// What counts in the end.
    Career { victory_points: Points, ranks: Ranks, decorations: Decorations, ratings: Ratings }

    /// Victory points (6.1) and their multipliers (6.2).
    Points {
        chart: Head, points: By<Scored, i8> [-40..=40], multiplier: By<Scenario, Multipliers>;
        no |it| (scored, _) in it.points.each().filter(|(scored, points)| **points != 0 && (**points < 0) != is_loss(*scored))
            => format!("{}: losses count against you, and nothing else", scored.id())
    }

    /// Multipliers of a scenario: enemy units knocked out, areas captured, areas lost.
    Multipliers { ko: i8 [0..=9], capture: i8 [0..=9], lose: i8 [0..=9] }

    /// The points each rank needs (25.0).
    Ranks {
        chart: Head, points: By<Rank, u16>;
        must |it| it.points.is_sorted_by(|a, b| a < b) => "each rank needs more points than the one below"
    }

    /// The total each medal needs (26.1), and how often the points of your own tank count.
    Decorations {
        chart: Head, own_points: u8 [0..=20], needed: By<Medal, i16>, drm: MedalDrm;
        must |it| it.needed.is_sorted_by(|a, b| a < b) => "each medal needs more than the one below"
    }

    /// Ratings and training (7.0, 27.2).
    Ratings { chart: Head, gyrostabilizer: Gyro }

    /// What gyrostabilizer training needs.
    Gyro {
        crew_total: u8 [0..=50],
        /// The days a refit must have for training.
        refit_days: u8 [1..=60],
        /// Whether the tank needs HVSS besides: another reading (R31).
        needs_hvss: bool,
    }
}

drms! {
    /// Modifiers of the decoration roll (26.1b). That of an officer is not for the Medal of Honor.
    MedalDrm [-100..=100] { rescue, officer, exposed, wounded, late }
}

fn is_loss(scored: Scored) -> bool {
    matches!(scored, Scored::LostArea | Scored::FriendlyTankLost | Scored::FriendlySquadLost)
}

impl Points {
    /// The same figure stands with the unit; two answers to one question are refused.
    pub(super) fn agrees(&self, units: &By<UnitType, Unit>) -> Result<(), String> {
        use UnitType as U;
        for (unit, info) in units.each() {
            let scored = match unit {
                U::Lw | U::Mg => Scored::LwOrMg,
                U::Truck => Scored::Truck,
                U::Spw | U::Psw => Scored::SpwOrPsw,
                U::PzIv => Scored::PzIv,
                U::PzV => Scored::PzV,
                U::PzVie | U::PzVib => Scored::PzVi,
                U::At50l | U::At75l | U::At88ll => Scored::AtGun,
                U::StugIiig | U::MarderIi | U::MarderIii | U::JgdpzIv | U::Jgdpz38t => Scored::Spg,
            };
            let (here, there) = (self.points[scored], info.points);
            if here != there {
                return Err(format!("{}: units.toml has {there} points for {unit}, not {here}", scored.id()));
            }
        }
        Ok(())
    }
}

impl Career {
    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let (points, medals, gyro) = (&self.victory_points, &self.decorations, &self.ratings.gyrostabilizer);
        let remark = |scored| match scored {
            Scored::InFortification => "added to the unit's own points".to_owned(),
            Scored::CapturedExitArea => format!("instead of {}", Scored::CapturedArea),
            _ => String::new(),
        };
        let times = |(scenario, m): (&str, &Multipliers)| {
            let (ko, capture, lose) = (m.ko, m.capture, m.lose);
            format!("{scenario}: enemy units x{ko}, areas captured x{capture}, areas lost x{lose}")
        };
        let training = format!("crew total {} and a refit of {} days", gyro.crew_total, gyro.refit_days);
        let improvement = format!(
            "1D > current rating adds 1; one try per surviving man after each day of action, one per man per refit of {} days or more",
            gyro.refit_days
        );
        let ratings = [
            (NEW_MAN.text(), "ceil(1D / 2)"),
            (IMPROVEMENT.text(), &improvement),
            ("the best ratings go to", "commander, gunner, driver, loader, assistant driver"),
            ("gyrostabilizer training", &training),
        ];
        vec![
            cells!(points.chart.sheet("victory_points", None), (scored, worth) in points.points.each();
                "for" = scored, "points" = worth, "remarks" = remark(scored))
            .noting(points.multiplier.columns().map(times)),
            cells!(self.ranks.chart.sheet("ranks", None), (rank, points) in self.ranks.points.each();
                "rank" = rank, "points" = points),
            cells!(medals.chart.sheet("decorations", Some(D100)), (medal, needed) in medals.needed.each();
                "medal" = medal, "needed" = format_args!("{needed} or more"))
            .noting(&medals.drm.notes)
            .noting([format!("{THE_ROLL}: {D100}, with all that is added the highest medal reached")]),
            cells!(self.ratings.chart.sheet("ratings", Some(D10)), (what, how) in ratings; "what" = what, HOW = how)
                .noting(gyro.needs_hvss.then_some("gyrostabilizer: the tank needs HVSS besides")),
        ]
    }
}
