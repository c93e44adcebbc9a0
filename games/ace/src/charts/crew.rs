//! The crew: movement (B5, B5a), casualties (B6, B7, C2), skills (B8), school (F1).

use super::headings::{FIRE, ROLL_AND_RESULT};
use super::mission::A5;
use crate::words::{C2Outcome, Course, Elective, ElectiveResult, Post, Skill, Wound};
use hulldown_core::chart::lay::{at_least, at_most, line, span};
use hulldown_core::chart::{By, ChartSheet, DieTable, Grounds, Head};
use hulldown_core::dice::{D6, TWO_D6};
use hulldown_core::{cells, drms, figures};

figures! {
    /// B5 and B5a.
    Movement { b5: B5, b5a: B5a }

    /// B5: a low 2d6 immobilizes a tank that moves.
    B5 {
        chart: Head,
        /// The highest modified roll that immobilizes.
        immobilized_max: i8 [0..=12],
        drm: B5Drm,
    }

    /// B5a: a low 2d6 finds a hull down position; the number stands with the terrain.
    B5a { chart: Head, drm: B5aDrm }

    /// B6 and B7.
    Casualties { b6: B6, b7: B7 }

    /// B6: does the lost tank burn, and what becomes of each man in it.
    B6 {
        chart: Head,
        /// The highest 1d6 at which a tank with dry stowage burns.
        burns_dry_max: i8 [1..=6],
        /// The highest 1d6 at which a tank with wet stowage burns.
        burns_wet_max: i8 [1..=6],
        fire_from: Grounds,
        rows: DieTable<Wound> [die],
        drm: B6Drm,
    }

    /// B7: wounds.
    B7 { chart: Head, rows: DieTable<Wound> [die], drm: FitDrm }

    /// C2: what becomes of the seriously wounded.
    C2 {
        chart: Head, rows: DieTable<C2Outcome> [die], drm: FitDrm;
        must |it| !it.rows.cells().iter().any(|outcome| matches!(outcome, C2Outcome::Out(0 | 100..)))
            => "a man is out for 1 to 99 missions"
    }

    /// B8: the skills.
    B8 { chart: Head, skill: By<Skill, SkillInfo> }

    /// What B8 says of a skill: its price in Experience Points, and when bought back, if that differs.
    SkillInfo {
        name: String, cost: u8 [0..=20], rebuy_cost: Option<u8>, effect: String;
        must |it| it.rebuy_cost.is_none_or(|again| again <= it.cost) => "costs more when bought back than at first"
    }

    /// F1: the tank school.
    F1 {
        chart: Head,
        /// For graduating.
        experience_points: u8 [0..=20],
        /// What the study of the tanks takes off the price of Expert.
        expert_discount: u8 [0..=20],
        course: By<Course, CourseInfo>,
        elective: By<Elective, DieTable<ElectiveResult>> [die],
        result: By<ElectiveResult, String>,
    }

    /// A course: who takes it, the highest 1d6 that passes, the skill it makes cheaper and by how much.
    CourseInfo {
        post: Post, pass_max: i8 [1..=6], skill: Skill, discount: u8 [0..=20];
        must |it| it.skill.owner() == it.post => format!("`{}` is no skill of the {}", it.skill.id(), it.post)
    }
}

drms! {
    /// Modifiers of B5.
    B5Drm { driver_buttoned, eye_for_terrain }
    /// Modifiers of B5a.
    B5aDrm { eye_for_terrain }
    /// Modifiers of B6.
    B6Drm { fire, own_half_struck, own_hatch_open, already_serious_wound }
    /// Modifiers of B7 and C2.
    FitDrm { physical_training_commander }
}

impl B5 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let most = self.immobilized_max;
        let rows = [(at_most(most), "immobilized"), (at_least(most + 1), "moves")];
        let sheet = self.chart.sheet("B5", Some(TWO_D6)).noting(&self.drm.notes);
        cells!(sheet, (roll, result) in rows; rolls "modified roll" = roll, "result" = result)
    }
}

impl B5a {
    pub(super) fn sheet(&self, terrain: &A5) -> ChartSheet {
        let sheet = self.chart.sheet("B5a", Some(TWO_D6)).noting(&self.drm.notes);
        cells!(sheet, (terrain, e) in terrain.effect.each(); "terrain" = terrain, "hull down at or below" = e.hull_down)
    }
}

impl Casualties {
    pub(super) fn sheets(&self) -> [ChartSheet; 2] {
        let (dry, wet) = (span(1, self.b6.burns_dry_max), span(1, self.b6.burns_wet_max));
        let fire = format!("{FIRE} {D6}: dry {dry}, wet {wet} ({})", self.b6.fire_from);
        [
            self.b6.chart.rolled("B6", [("result", &self.b6.rows)]).noting([fire]).noting(&self.b6.drm.notes),
            self.b7.chart.rolled("B7", [("result", &self.b7.rows)]).noting(&self.b7.drm.notes),
        ]
    }
}

impl C2 {
    pub(super) fn sheet(&self) -> ChartSheet {
        self.chart.rolled("C2", [("result", &self.rows)]).noting(&self.drm.notes)
    }
}

impl SkillInfo {
    /// What it costs when it is bought back.
    pub fn again(&self) -> u8 {
        self.rebuy_cost.unwrap_or(self.cost)
    }
}

impl B8 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let cost = |info: &SkillInfo| match info.rebuy_cost {
            Some(again) => format!("{} (again {again})", info.cost),
            None => info.cost.to_string(),
        };
        let often = |skill: Skill| if skill.once_per_mission() { "once a mission" } else { "always" };
        cells!(self.chart.sheet("B8", None), (skill, info) in self.skill.each();
            "skill" = info.name, "cost" = cost(info), "owner" = skill.owner(), "use" = often(skill), "effect" = info.effect)
    }
}

impl F1 {
    pub(super) fn sheet(&self) -> ChartSheet {
        let course = |(course, c): (Course, &CourseInfo)| {
            let pass = format!("{}: {} costs {} less", span(1, c.pass_max), c.skill, c.discount);
            [c.post.to_string(), course.to_string(), pass]
        };
        let elective = |(elective, rolls): (Elective, &DieTable<ElectiveResult>)| {
            [Post::Commander.to_string(), elective.to_string(), line(rolls, |result| result.to_string())]
        };
        let rows = self.course.each().map(course).chain(self.elective.each().map(elective));
        let sheet = cells!(self.chart.sheet("F1", Some(D6)), [who, what, result] in rows;
            "who" = who, "what" = what, ROLL_AND_RESULT = result);
        let notes = [
            "the commander chooses one of his three electives".to_owned(),
            format!("graduating gives Experience Points: {}", self.experience_points),
        ];
        sheet.noting(notes).noting(self.result.each().map(|(result, effect)| format!("{result}: {effect}")))
    }
}
