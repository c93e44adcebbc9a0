//! What hits do: damage counters, damage that lasts, Stress.

use super::Target;
use crate::rules::rule;
use hulldown_core::rules::RuleId;
use hulldown_core::words;

words! {
    /// What a side of a damage counter says.
    Damage {
        NoEffect = "no_effect", "No Effect";
        Stress = "stress", "1 Stress";
        Wounded = "commander_wounded", "Commander Wounded";
        Kia = "commander_kia", "Commander KIA";
        Exposed = "exposed", "Exposed";
        Glancing = "glancing", "Glancing";
        Hull = "hull", "Hull";
        Gun = "gun", "Gun";
        MachineGun = "machine_gun", "Machine Gun";
        Suspension = "suspension", "Suspension";
        Engine = "engine", "Engine";
        Destroyed = "destroyed", "Destroyed";
        Explosion = "explosion", "Explosion";
        Casualty = "casualty", "Casualty";
        Immobile = "immobile", "Immobile";
        Suppressed = "suppressed", "Suppressed";
        MowedDown = "mowed_down", "Mowed Down";
    }
}

impl Damage {
    /// What stays of it until it is repaired.
    pub fn lasting(self) -> Option<Lasting> {
        Lasting::ALL.into_iter().find(|lasting| lasting.damage() == self)
    }
}

words! {
    /// Damage that stays with a Unit until it is repaired, Exposed until it moves.
    Lasting {
        Glancing = "glancing", "Glancing";
        Hull = "hull", "Hull";
        Gun = "gun", "Gun";
        MachineGun = "machine_gun", "Machine Gun";
        Suspension = "suspension", "Suspension";
        Engine = "engine", "Engine";
        Casualty = "casualty", "Casualty";
        Exposed = "exposed", "Exposed";
    }
}

impl Lasting {
    /// What it does to a Unit until it is repaired.
    pub const fn does(self) -> &'static str {
        match self {
            Lasting::Glancing => "1 Stress for its Commander at the start of each battle",
            Lasting::Hull | Lasting::Casualty => "a second one Destroys it",
            Lasting::Gun => "no attacks beyond range 1",
            Lasting::MachineGun => "no attacks in its own hex",
            Lasting::Suspension | Lasting::Engine => "it stays behind, and a second one Destroys it",
            Lasting::Exposed => "attacks on it have +2 until it moves",
        }
    }

    /// The side of a counter that says so.
    pub const fn damage(self) -> Damage {
        match self {
            Lasting::Glancing => Damage::Glancing,
            Lasting::Hull => Damage::Hull,
            Lasting::Gun => Damage::Gun,
            Lasting::MachineGun => Damage::MachineGun,
            Lasting::Suspension => Damage::Suspension,
            Lasting::Engine => Damage::Engine,
            Lasting::Casualty => Damage::Casualty,
            Lasting::Exposed => Damage::Exposed,
        }
    }

    /// Whether a second one Destroys the Unit (damage.rule.6).
    pub const fn second_destroys(self) -> bool {
        matches!(self, Lasting::Hull | Lasting::Engine | Lasting::Suspension | Lasting::Casualty)
    }

    /// Whether Units attacked so can have it: vehicles have all that a US Mechanic can remove, men and guns the rest; all can be Exposed.
    pub const fn is_of(self, target: Target) -> bool {
        match self {
            Lasting::Exposed => true,
            Lasting::Casualty => matches!(target, Target::He),
            _ => matches!(target, Target::Ap),
        }
    }
}

words! {
    /// Why a Commander's Stress changes.
    Strain {
        Hit = "hit", "hit";
        Engine = "engine", "Engine";
        Suspension = "suspension", "Suspension";
        Lost = "lost", "his Unit is Destroyed";
        Glancing = "glancing", "Glancing damage on his Unit";
        Immobile = "immobile", "moved while Immobile";
        Suppressed = "suppressed", "attacked while Suppressed";
        MoveAttack = "move_attack", "moved and attacked";
        Overdrive = "overdrive", "Overdrive";
        Condition = "condition", "Special Condition";
        Event = "event", "Event";
        Note = "note", "note";
        Battle = "battle", "the battle";
        Tenacity = "tenacity", "Tenacity";
        Cool = "cool", "Cool";
        Leave = "leave", "On Leave";
        Medic = "medic", "Medic";
        Rest = "rest", "Priority R&R";
    }
}

impl Strain {
    /// The rule it goes by.
    pub const fn rule(self) -> RuleId {
        match self {
            Strain::Hit => rule!("damage.ap.stress"),
            Strain::Engine => rule!("damage.ap.engine"),
            Strain::Suspension => rule!("damage.ap.suspension"),
            Strain::Lost => rule!("damage.ap.destroyed"),
            Strain::Glancing => rule!("damage.ap.glancing"),
            Strain::Immobile => rule!("damage.he.immobile"),
            Strain::Suppressed => rule!("damage.he.suppressed"),
            Strain::MoveAttack => rule!("unit.note.3"),
            Strain::Overdrive => rule!("commander.skill.7"),
            Strain::Condition => rule!("week.condition.2"),
            Strain::Event => rule!("pre.event.2"),
            Strain::Note => rule!("setup.battalion.5"),
            Strain::Battle => rule!("post.stress.1"),
            Strain::Tenacity => rule!("opt.tenacity.1"),
            Strain::Cool => rule!("post.stress.2"),
            Strain::Leave => rule!("end.leave.1"),
            Strain::Medic => rule!("commander.skill.6"),
            Strain::Rest => rule!("end.rr.1"),
        }
    }
}
