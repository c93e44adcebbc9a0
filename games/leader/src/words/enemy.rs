//! The other side: Battalions, counters, and what they do.

use super::Target;
use hulldown_core::words;

words! {
    /// Who the enemy is.
    Nation {
        Germany = "germany", "Germany";
        Japan = "japan", "Japan";
    }
}

words! {
    /// Classes of Battalions.
    Class {
        Assault = "assault", "Assault";
        Supply = "supply", "Supply";
        Command = "command", "Command";
    }
}

impl Class {
    /// The letter of its designations.
    pub const fn letter(self) -> char {
        match self {
            Class::Assault => 'A',
            Class::Supply => 'S',
            Class::Command => 'C',
        }
    }
}

words! {
    /// Kinds of enemy Units, in the order they are set up (R90).
    Kind {
        Tank = "tank", "Tank";
        Halftrack = "halftrack", "Halftrack";
        ArmoredCar = "armored_car", "Armored Car";
        Rifle = "rifle", "Rifle";
        Mg = "mg", "MG";
        At = "at", "AT";
        Mortar = "mortar", "Mortar";
        AtGun = "at_gun", "AT Gun";
        Truck = "truck", "Truck";
        Building = "building", "Building";
        Bunker = "bunker", "Bunker";
    }
}

impl Kind {
    /// What the roll is called that says where one of them starts: who throws dice by hand knows for whom.
    pub(crate) const fn start(self) -> &'static str {
        match self {
            Kind::Tank => "Where a tank starts",
            Kind::Halftrack => "Where a Halftrack starts",
            Kind::ArmoredCar => "Where an Armored Car starts",
            Kind::Rifle => "Where a Rifle starts",
            Kind::Mg => "Where an MG starts",
            Kind::At => "Where an AT starts",
            Kind::Mortar => "Where a Mortar starts",
            Kind::AtGun => "Where an AT Gun starts",
            Kind::Truck => "Where a Truck starts",
            Kind::Building => "Where a Building starts",
            Kind::Bunker => "Where a Bunker starts",
        }
    }

    /// Whether it has a column on the Tactical Movement chart (enemy.roll.2).
    pub const fn column(self) -> Option<Column> {
        match self {
            Kind::Tank | Kind::At | Kind::ArmoredCar => Some(Column::Armor),
            Kind::Rifle | Kind::Halftrack | Kind::Mg => Some(Column::Infantry),
            Kind::Truck | Kind::Mortar | Kind::AtGun => Some(Column::Support),
            Kind::Building | Kind::Bunker => None,
        }
    }
}

words! {
    /// Columns of the Tactical Movement chart.
    Column {
        Armor = "armor", "Tanks, AT, Armored Cars";
        Infantry = "infantry", "Rifles, Halftracks, MGs";
        Support = "support", "Trucks, Mortars, AT Guns";
    }
}

words! {
    /// Enemy counters: one of each kind, and the tanks by type.
    Model {
        Halftrack = "halftrack", "Halftrack";
        ArmoredCar = "armored_car", "Armored Car";
        Rifle = "rifle", "Rifle";
        Mg = "mg", "MG";
        At = "at", "AT";
        Mortar = "mortar", "Mortar";
        AtGun = "at_gun", "AT Gun";
        Truck = "truck", "Truck";
        Building = "building", "Building";
        Bunker = "bunker", "Bunker";
        Pz3 = "pz3", "Pz III";
        Pz4 = "pz4", "Pz IV";
        Stug = "stug", "StuG";
        Panther = "panther", "Panther";
        Tiger = "tiger", "Tiger";
        Jagdpanther = "jagdpanther", "Jagdpanther";
        KingTiger = "king_tiger", "King Tiger";
        Type89 = "type89", "Type 89";
        Type95 = "type95", "Type 95";
        KaMi = "kami", "Type 2 Ka-Mi";
        Type97 = "type97", "Type 97";
        Shinhoto = "shinhoto", "Type 97 Kai";
        HoNi = "honi", "Type 1 Ho-Ni";
    }
}

impl Model {
    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Model::Halftrack => Kind::Halftrack,
            Model::ArmoredCar => Kind::ArmoredCar,
            Model::Rifle => Kind::Rifle,
            Model::Mg => Kind::Mg,
            Model::At => Kind::At,
            Model::Mortar => Kind::Mortar,
            Model::AtGun => Kind::AtGun,
            Model::Truck => Kind::Truck,
            Model::Building => Kind::Building,
            Model::Bunker => Kind::Bunker,
            _ => Kind::Tank,
        }
    }

    /// The only counter of a kind; tanks are drawn from the cup instead.
    pub fn of(kind: Kind) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.kind() == kind && kind != Kind::Tank)
    }
}

words! {
    /// Orders of enemy Units.
    Order {
        Hold = "hold", "Hold";
        Retreat = "retreat", "Retreat";
        RetreatToCover = "retreat_to_cover", "Retreat to Cover";
        AdjacentCover = "adjacent_cover", "Adjacent Cover";
        AdvanceToCover = "advance_to_cover", "Advance to Cover";
        CautiousAdvance = "cautious_advance", "Cautious Advance";
        HeAdvance = "he_advance", "HE Advance";
        ApAdvance = "ap_advance", "AP Advance";
        AdvanceIfCannotAttack = "advance_if_cannot_attack", "Advance if cannot Attack";
        Advance = "advance", "Advance";
    }
}

impl Order {
    /// Whom it looks at, if not at everybody: those attacked so.
    pub const fn side(self) -> Option<Target> {
        match self {
            Order::HeAdvance => Some(Target::He),
            Order::ApAdvance => Some(Target::Ap),
            _ => None,
        }
    }
}

words! {
    /// Why an enemy stays where it is.
    Why {
        Holds = "holds", "that is the order";
        Beside = "beside", "it shares the hex of the closest";
        Attacks = "attacks", "it can attack from where it is";
        Nobody = "nobody", "no Unit of yours is of the kind it goes for";
        NoWay = "no_way", "no hex it may enter is closer";
        Seen = "seen", "it could be attacked in every closer hex";
        NoCover = "no_cover", "no such hex has cover";
        NoRetreat = "no_retreat", "no way leads back";
    }
}

words! {
    /// What a Battalion does at the end of a Week.
    Shift {
        Retreat = "retreat", "Retreat";
        Hold = "hold", "Hold";
        Advance = "advance", "Advance";
    }
}
