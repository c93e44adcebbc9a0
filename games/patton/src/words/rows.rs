//! Rows and columns of charts that have no other name: what a chart tells apart and nothing else does.

use super::*;
use hulldown_core::words;

words! {
    /// An edge area of the Movement Board by its number, where a day may start.
    Edge {
        E1 = "1", "start 1";
        E2 = "2", "start 2";
        E3 = "3", "start 3";
        E4 = "4", "start 4";
        E5 = "5", "start 5";
        E6 = "6", "start 6";
        E7 = "7", "start 7";
        E8 = "8", "start 8";
        E9 = "9", "start 9";
        E10 = "10", "start 10";
    }
}

impl Edge {
    /// The number of the area.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

words! {
    /// The columns of Placement III as they are printed: light weapons, other infantry and guns, vehicles.
    Standing { Lw = "lw", "LW"; Infantry = "infantry", "infantry"; Vehicle = "vehicle", "vehicle"; }
}
words! {
    /// Kinds of unit Placement III comes to tell apart: a gun stands in no building.
    Kind { Lw = "lw", "LW"; Mg = "mg", "MG"; AtGun = "at_gun", "AT gun"; Vehicle = "vehicle", "vehicle"; }
}

impl Kind {
    /// The kind of a unit.
    pub const fn of(unit: UnitType) -> Kind {
        match unit.class() {
            Class::Lw => Kind::Lw,
            Class::Mg => Kind::Mg,
            Class::AtGun => Kind::AtGun,
            _ => Kind::Vehicle,
        }
    }

    /// The column it is read in.
    pub const fn standing(self) -> Standing {
        match self {
            Kind::Lw => Standing::Lw,
            Kind::Mg | Kind::AtGun => Standing::Infantry,
            Kind::Vehicle => Standing::Vehicle,
        }
    }
}

words! {
    /// The tables of Deployment.
    DeploymentTable { One = "I", "table I"; Two = "II", "table II"; }
}
words! {
    /// The guns that have rows of their own on the Sherman's charts.
    Charted { G75 = "75", "75"; G76l = "76L", "76L"; }
}

impl Charted {
    /// The row of a gun; the 17-pounder uses those of the 76L.
    #[inline]
    pub const fn of(gun: Gun) -> Charted {
        match gun {
            Gun::G75 => Charted::G75,
            Gun::G76l | Gun::G76ll => Charted::G76l,
        }
    }
}

words! {
    /// The To Kill tables versus vehicles.
    KillTable {
        Ap75 = "to_kill_75_ap_normal", "75 AP, hit";
        Ap75Critical = "to_kill_75_ap_critical", "75 AP, critical hit";
        He75 = "to_kill_75_he_normal", "75 HE, hit";
        He75Critical = "to_kill_75_he_critical", "75 HE, critical hit";
        Ap76l = "to_kill_76l_ap_normal", "76L AP, hit";
        Ap76lCritical = "to_kill_76l_ap_critical", "76L AP, critical hit";
        Hvap76l = "to_kill_76l_hvap_normal", "76L HVAP, hit";
        Hvap76lCritical = "to_kill_76l_hvap_critical", "76L HVAP, critical hit";
        He76l = "to_kill_76l_he_normal", "76L HE, hit";
        He76lCritical = "to_kill_76l_he_critical", "76L HE, critical hit";
        Ap76ll = "to_kill_76ll_ap_normal", "76LL AP, hit";
        Ap76llCritical = "to_kill_76ll_ap_critical", "76LL AP, critical hit";
        Apds76ll = "to_kill_76ll_apds_normal", "76LL APDS, hit";
        Apds76llCritical = "to_kill_76ll_apds_critical", "76LL APDS, critical hit";
    }
}

impl KillTable {
    /// The table of a gun, its ammunition and a hit, if there is one. HE of the 17-pounder uses the 76 table (R40).
    pub const fn of(gun: Gun, ammo: Ammo, hit: HitGrade) -> Option<KillTable> {
        use KillTable::*;
        let [normal, critical] = match (gun, ammo) {
            (Gun::G75, Ammo::Ap) => [Ap75, Ap75Critical],
            (Gun::G75, Ammo::He) => [He75, He75Critical],
            (Gun::G76l, Ammo::Ap) => [Ap76l, Ap76lCritical],
            (Gun::G76l, Ammo::Hvap) => [Hvap76l, Hvap76lCritical],
            (Gun::G76l | Gun::G76ll, Ammo::He) => [He76l, He76lCritical],
            (Gun::G76ll, Ammo::Ap) => [Ap76ll, Ap76llCritical],
            (Gun::G76ll, Ammo::Apds) => [Apds76ll, Apds76llCritical],
            _ => return None,
        };
        Some(if matches!(hit, HitGrade::Critical) { critical } else { normal })
    }
}

words! {
    /// The plates the To Kill tables tell apart.
    Plate {
        FrontTurret = "front_turret", "front turret";
        FrontHull = "front_hull", "front hull";
        SideTurret = "side_turret", "side turret";
        SideHull = "side_hull", "side hull";
        RearTurret = "rear_turret", "rear turret";
        RearHull = "rear_hull", "rear hull";
    }
}

impl Plate {
    /// The plate that is struck.
    #[inline]
    pub const fn of(facing: Facing, turret: bool) -> Plate {
        Plate::ALL[facing as usize * 2 + !turret as usize]
    }
}

words! {
    /// How a target of Hit Location stands.
    Stance { Normal = "normal", "target"; HullDown = "hull_down", "hull down target"; }
}
words! {
    /// Types of turrets, as the Tank Cards call them.
    TurretType {
        A = "A", "A";
        B = "B", "B";
        C = "C", "C";
        D = "D", "D";
        E = "E", "E";
        F = "F", "F";
        G = "G", "G";
        H = "H", "H";
        I = "I", "I";
    }
}
words! {
    /// The columns of Brew Up.
    Stowage { M4 = "M4", "M4"; M4a1 = "M4A1", "M4A1"; M4a3 = "M4A3", "M4A3"; Wet = "wet", "wet stowage"; }
}
words! {
    /// Results of Movement II that displace enemy units: A when the tank went forward, B when it went back.
    Displacement { A = "A", "A"; B = "B", "B"; }
}
words! {
    /// Where a sector lies from the hull, clockwise.
    Bearing {
        Front = "front", "front";
        RightFront = "right_front", "right front";
        RightRear = "right_rear", "right rear";
        Rear = "rear", "rear";
        LeftRear = "left_rear", "left rear";
        LeftFront = "left_front", "left front";
    }
}
words! {
    /// Where a unit that moves ends.
    Ring { Close = "close", "close"; Medium = "medium", "medium"; Long = "long", "long"; Off = "off", "off the board"; }
}

impl Ring {
    /// The range; none is off the board.
    #[inline]
    pub const fn range(self) -> Option<Range> {
        match self {
            Ring::Close => Some(Range::Close),
            Ring::Medium => Some(Range::Medium),
            Ring::Long => Some(Range::Long),
            Ring::Off => None,
        }
    }
}
