//! The enemy: classes, counters, where they stand and what they do.

use hulldown_core::words;

words! {
    /// A class of enemy unit (12.1).
    Class {
        Tank = "tank", "tank";
        Spg = "spg", "self-propelled gun";
        AtGun = "at_gun", "anti-tank gun";
        Mg = "mg", "MG team";
        Lw = "lw", "light weapons";
        Truck = "truck", "truck";
        Psw = "psw", "scout car";
        Spw = "spw", "halftrack";
    }
}

impl Class {
    /// Whether it is a vehicle target; AT guns count as infantry (9.1).
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Class::Tank | Class::Spg | Class::Truck | Class::Psw | Class::Spw)
    }

    /// The kind of target it makes (9.1).
    pub const fn target(self) -> Target {
        if self.is_vehicle() { Target::Vehicle } else { Target::Infantry }
    }

    /// Whether it fires armor-piercing shot (4.81); the rest can only do collateral damage (4.82).
    pub const fn fires_ap(self) -> bool {
        matches!(self, Class::Tank | Class::Spg | Class::AtGun)
    }
}

words! {
    /// A kind of target for the main gun (9.1).
    Target {
        Infantry = "infantry", "infantry target";
        Vehicle = "vehicle", "vehicle";
    }
}
words! {
    /// What the Activation table brings (12.2): a scout car or halftrack is told apart by another roll.
    Appears {
        Tank = "tank", "tank";
        Spg = "spg", "SPG";
        AtGun = "at_gun", "AT gun";
        Mg = "mg", "MG team";
        Lw = "lw", "light weapons";
        Truck = "truck", "truck";
        PswSpw = "psw_spw", "PSW or SPW";
    }
}

words! {
    /// A type of enemy unit: a row of `Charts::units`.
    UnitType {
        PzIv = "pz_iv", "Pz IV";
        PzV = "pz_v", "Pz V";
        PzVie = "pz_vie", "Pz VIe";
        PzVib = "pz_vib", "Pz VIb";
        StugIiig = "stug_iiig", "STuG IIIg";
        MarderIi = "marder_ii", "Marder II";
        MarderIii = "marder_iii", "Marder III";
        JgdpzIv = "jgdpz_iv", "JgdPz IV";
        Jgdpz38t = "jgdpz_38t", "JgdPz 38(t)";
        Truck = "truck", "truck";
        Psw = "psw", "PSW 232";
        Spw = "spw", "SPW 251";
        Lw = "lw", "light weapons";
        Mg = "mg", "MG team";
        At50l = "at_50l", "PaK 38 (50L)";
        At75l = "at_75l", "PaK 40 (75L)";
        At88ll = "at_88ll", "PaK 43 (88LL)";
    }
}

impl UnitType {
    /// Its class.
    pub const fn class(self) -> Class {
        use UnitType::*;
        match self {
            PzIv | PzV | PzVie | PzVib => Class::Tank,
            StugIiig | MarderIi | MarderIii | JgdpzIv | Jgdpz38t => Class::Spg,
            Truck => Class::Truck,
            Psw => Class::Psw,
            Spw => Class::Spw,
            Lw => Class::Lw,
            Mg => Class::Mg,
            At50l | At75l | At88ll => Class::AtGun,
        }
    }

    /// The vehicles of the To Kill tables: their indexes come first.
    pub const VEHICLES: [UnitType; 12] = {
        use UnitType::*;
        [PzIv, PzV, PzVie, PzVib, StugIiig, MarderIi, MarderIii, JgdpzIv, Jgdpz38t, Truck, Psw, Spw]
    };
}

words! {
    /// The gun of an enemy unit, a row of the Enemy AP tables.
    EnemyGun {
        G50l = "50L", "50L";
        G75l = "75L", "75L";
        G75ll = "75LL", "75LL";
        G88l = "88L", "88L";
        G88ll = "88LL", "88LL";
    }
}
words! {
    /// The size of a target.
    Size {
        Small = "S", "small";
        Average = "A", "average";
        Large = "L", "large";
        VeryLarge = "VL", "very large";
    }
}
words! {
    /// What an enemy vehicle turns toward you, or a Sherman toward whoever fires at it.
    Facing {
        Front = "front", "front";
        Side = "side", "side";
        Rear = "rear", "rear";
    }
}
words! {
    /// What a unit stands in (12.34).
    Terrain {
        Open = "open", "open ground";
        Woods = "woods", "woods";
        Building = "building", "a building";
        Fortification = "fortification", "a fortification";
        HullDown = "hull_down", "hull down";
    }
}

impl Terrain {
    /// Whether it hides a unit somewhat (spotting).
    pub const fn is_cover(self) -> bool {
        !matches!(self, Terrain::Open)
    }
}

words! {
    /// What an enemy unit does (13.0).
    EnemyAct {
        Nothing = "nothing", "does nothing";
        MoveF = "move_f", "moves forward";
        MoveL = "move_l", "moves left";
        MoveR = "move_r", "moves right";
        MoveB = "move_b", "moves back";
        FireInfantry = "fire_infantry", "fires at infantry";
        FireAnyTank = "fire_any_tank", "fires at a friendly tank";
        FireYourTank = "fire_your_tank", "fires at your tank";
        FireLeadTank = "fire_lead_tank", "fires at the lead tank";
    }
}

impl EnemyAct {
    /// The way it moves.
    pub const fn movement(self) -> Option<EnemyMove> {
        match self {
            EnemyAct::MoveF => Some(EnemyMove::F),
            EnemyAct::MoveL => Some(EnemyMove::L),
            EnemyAct::MoveR => Some(EnemyMove::R),
            EnemyAct::MoveB => Some(EnemyMove::B),
            _ => None,
        }
    }
}

words! {
    /// A way an enemy unit moves (5.13).
    EnemyMove {
        F = "F", "forward";
        B = "B", "backward";
        R = "R", "to the right";
        L = "L", "to the left";
    }
}
