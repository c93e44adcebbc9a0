//! The Battle Board and what happens on it: sectors, zones, hits, wounds, events.

use super::*;
use hulldown_core::talk::Key;
use hulldown_core::words;

words! {
    /// A sector of the Battle Board, clockwise from the top; hull and turret face one of them (5.12, 5.14).
    Sector {
        S68 = "6-8", "sector 6-8";
        S910 = "9-10", "sector 9-10";
        S1 = "1", "sector 1";
        S2 = "2", "sector 2";
        S3 = "3", "sector 3";
        S45 = "4-5", "sector 4-5";
    }
}

/// The sectors behind the start of a battle, US Controlled when it begins (4.46): 1, 2 and 3.
pub const REAR: [Sector; 3] = [Sector::S1, Sector::S2, Sector::S3];

impl Sector {
    /// The sector a die shows (5.12).
    pub const fn from_roll(roll: i8) -> Sector {
        match roll {
            ..=1 => Sector::S1,
            2 => Sector::S2,
            3 => Sector::S3,
            4 | 5 => Sector::S45,
            6..=8 => Sector::S68,
            _ => Sector::S910,
        }
    }

    /// The sector a unit goes to if this one is US Controlled (5.12).
    pub const fn paired(self) -> Sector {
        match self {
            Sector::S1 => Sector::S910,
            Sector::S2 => Sector::S68,
            Sector::S3 => Sector::S45,
            Sector::S45 => Sector::S3,
            Sector::S68 => Sector::S2,
            Sector::S910 => Sector::S1,
        }
    }

    /// Whether it is on the US side of the board: 1, 2 or 3.
    pub const fn is_rear(self) -> bool {
        matches!(self, Sector::S1 | Sector::S2 | Sector::S3)
    }

    /// One step clockwise.
    #[inline]
    pub const fn right(self) -> Sector {
        self.turned(1)
    }

    /// One step counter-clockwise.
    #[inline]
    pub const fn left(self) -> Sector {
        self.turned(5)
    }

    /// The sector so many steps clockwise.
    #[inline]
    pub const fn turned(self, by: u8) -> Sector {
        Sector::ALL[(self as usize + by as usize) % 6]
    }

    /// Across the hub.
    #[inline]
    pub const fn opposite(self) -> Sector {
        self.turned(3)
    }

    /// How many steps clockwise from a facing to here: 0 front, 1 right front, 2 right rear, 3 rear, 4 left rear, 5 left front.
    #[inline]
    pub const fn rel(self, facing: Sector) -> u8 {
        (self as u8 + 6 - facing as u8) % 6
    }

    /// The fewest steps between two sectors, either way round.
    pub const fn steps_to(self, other: Sector) -> u8 {
        let round = other.rel(self);
        if round > 3 { 6 - round } else { round }
    }

    /// The side of something that faces one sector, seen from this one (5.14).
    pub const fn side_of(self, facing: Sector) -> Facing {
        match self.rel(facing) {
            0 => Facing::Front,
            3 => Facing::Rear,
            _ => Facing::Side,
        }
    }
}

words! {
    /// A ring of the Battle Board (5.11).
    Range {
        Close = "close", "close";
        Medium = "medium", "medium";
        Long = "long", "long";
    }
}

impl Range {
    /// One ring nearer the hub.
    pub const fn nearer(self) -> Option<Range> {
        self.previous()
    }

    /// One ring away.
    pub const fn farther(self) -> Option<Range> {
        self.next()
    }
}

/// One of the eighteen zones of the Battle Board: a sector at a range (5.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct Zone {
    /// The sector.
    pub sector: Sector,
    /// The ring.
    pub range: Range,
}

impl Zone {
    /// How many there are.
    pub const COUNT: usize = 18;

    /// A zone.
    #[inline]
    pub const fn new(sector: Sector, range: Range) -> Zone {
        Zone { sector, range }
    }

    /// Its place among all, sector by sector.
    #[inline]
    pub const fn index(self) -> usize {
        self.sector as usize * 3 + self.range as usize
    }

    /// The zone at this place.
    pub const fn at(index: usize) -> Option<Zone> {
        if index < Zone::COUNT { Some(Zone::new(Sector::ALL[index / 3], Range::ALL[index % 3])) } else { None }
    }

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Zone> {
        (0..Zone::COUNT).filter_map(Zone::at)
    }

    /// Its text in spots and saves, such as `6-8.close`.
    pub fn id(self) -> String {
        format!("{}.{}", self.sector.id(), self.range.id())
    }

    /// The zone with this id.
    pub fn from_id(id: &str) -> Option<Zone> {
        let (sector, range) = id.split_once('.')?;
        Some(Zone::new(Sector::from_id(sector)?, Range::from_id(range)?))
    }
}

impl Key for Zone {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.sector.id(), self.range.id())
    }

    fn read(text: &str) -> Option<Self> {
        let (sector, range) = text.split_once(':')?;
        Some(Zone::new(Sector::from_id(sector)?, Range::from_id(range)?))
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} range", self.sector, self.range)
    }
}

words! {
    /// Whose fire a roll on the Friendly Action table is (R18).
    FriendlyMode {
        Normal = "normal", "friendly action";
        Flanking = "flanking", "flanking fire";
        Advancing = "advancing", "advancing fire";
        Artillery = "artillery", "artillery";
        Air = "air", "air strike";
    }
}
words! {
    /// A random event (15.0).
    RandomEvent {
        TimePasses = "time_passes", "time passes";
        FriendlyArtillery = "friendly_artillery", "friendly artillery";
        EnemyArtillery = "enemy_artillery", "enemy artillery";
        Mines = "mines", "mines";
        Panzerfaust = "panzerfaust", "Panzerfaust attack";
        HarassingFire = "harassing_fire", "harassing fire";
        FriendlyAdvance = "friendly_advance", "friendly advance";
        EnemyReinforcement = "enemy_reinforcement", "enemy reinforcement";
        EnemyAdvance = "enemy_advance", "enemy advance";
        FlankingFire = "flanking_fire", "flanking fire";
    }
}
words! {
    /// What a minefield does (15.4).
    Mine {
        FriendlyTank = "friendly_tank_ko", "a friendly tank is knocked out";
        YourTank = "your_tank_disabled", "your tank is disabled";
        NoEffect = "no_effect", "no effect";
    }
}
words! {
    /// Who is hurt by a mine under your tank (15.4).
    MineCrew {
        NoEffect = "no_effect", "nobody is hurt";
        Driver = "driver_rolls_wounds", "the driver may be hurt";
        Assistant = "assistant_rolls_wounds", "the assistant driver may be hurt";
    }
}
words! {
    /// Which of two sectors (15.9).
    Side {
        Left = "left", "left";
        Right = "right", "right";
    }
}
words! {
    /// Where a vehicle is hit.
    Location {
        Turret = "turret", "turret";
        Hull = "hull", "hull";
        Track = "track", "track";
        Miss = "miss", "miss";
    }
}
words! {
    /// Where the Sherman was pierced, as the crew feels it: turret or hull, and which side (19.12).
    HitSide {
        TF = "T_F", "turret front";
        TR = "T_R", "turret right";
        TL = "T_L", "turret left";
        TB = "T_B", "turret back";
        HF = "H_F", "hull front";
        HFR = "H_FR", "hull front right";
        HBR = "H_BR", "hull back right";
        HFL = "H_FL", "hull front left";
        HBL = "H_BL", "hull back left";
        HB = "H_B", "hull back";
    }
}

impl HitSide {
    /// A turret hit from a sector, by the turret's own facing.
    pub const fn turret(from: Sector, facing: Sector) -> HitSide {
        match from.rel(facing) {
            0 => HitSide::TF,
            1 | 2 => HitSide::TR,
            3 => HitSide::TB,
            _ => HitSide::TL,
        }
    }

    /// A hull hit from a sector, by the hull's facing.
    pub const fn hull(from: Sector, facing: Sector) -> HitSide {
        match from.rel(facing) {
            0 => HitSide::HF,
            1 => HitSide::HFR,
            2 => HitSide::HBR,
            3 => HitSide::HB,
            4 => HitSide::HBL,
            _ => HitSide::HFL,
        }
    }
}

words! {
    /// How badly a man is hurt, the worse the later.
    Wound {
        NearMiss = "near_miss", "near miss";
        Unconscious = "unconscious", "unconscious";
        Light = "light", "light wound";
        LightWeek = "light_week", "light wound, out for a week";
        SeriousWeeks = "serious_weeks", "serious wound, out for weeks";
        SentHome = "sent_home", "serious wound, sent home";
        Killed = "killed", "killed";
    }
}
words! {
    /// What stray fire does to the tank (4.82).
    Collateral {
        None = "none", "no effect";
        PeriscopeD = "periscope_d", "the driver's periscope is broken";
        PeriscopeA = "periscope_a", "the assistant driver's periscope is broken";
        PeriscopeG = "periscope_g", "the gunner's periscope is broken";
        PeriscopeL = "periscope_l", "the loader's periscope is broken";
        PeriscopeC = "periscope_c", "the commander's periscope is broken";
        GunSight = "gun_sight", "the gun sight is broken";
        AaMg = "aa_mg", "the AA MG is broken";
        WoundD = "wound_d", "the driver is exposed";
        WoundA = "wound_a", "the assistant driver is exposed";
        WoundL = "wound_l", "the loader is exposed";
        WoundC = "wound_c", "the commander is exposed";
    }
}

impl Collateral {
    /// The man it happens to.
    pub const fn post(self) -> Option<Post> {
        match self {
            Collateral::PeriscopeD | Collateral::WoundD => Some(Post::Driver),
            Collateral::PeriscopeA | Collateral::WoundA => Some(Post::Assistant),
            Collateral::PeriscopeG => Some(Post::Gunner),
            Collateral::PeriscopeL | Collateral::WoundL => Some(Post::Loader),
            Collateral::PeriscopeC | Collateral::WoundC => Some(Post::Commander),
            Collateral::None | Collateral::GunSight | Collateral::AaMg => None,
        }
    }

    /// Whether it breaks a periscope.
    pub const fn is_periscope(self) -> bool {
        matches!(self as u8, 1..=5)
    }

    /// Whether it may wound a man at an open hatch.
    pub const fn is_wound(self) -> bool {
        self as u8 >= Collateral::WoundD as u8
    }
}

words! {
    /// Whether a hurt man may bail out (19.13).
    MayBail {
        Normal = "normal", "may bail out";
        Hampered = "hampered", "may bail out, hampered";
        Cannot = "cannot", "cannot bail out";
    }
}

impl Wound {
    /// Whether he may bail out of a knocked out tank (19.13, R73).
    pub const fn bail(self) -> MayBail {
        match self {
            Wound::NearMiss | Wound::Light | Wound::LightWeek => MayBail::Normal,
            Wound::SeriousWeeks => MayBail::Hampered,
            Wound::Unconscious | Wound::SentHome | Wound::Killed => MayBail::Cannot,
        }
    }

    /// Whether he can do nothing more today.
    pub const fn incapacitates(self) -> bool {
        !matches!(self, Wound::NearMiss | Wound::Light)
    }
}

words! {
    /// What pierced the tank, for the Brew Up table.
    BrewCause {
        Gunfire = "gunfire", "gunfire";
        Panzerfaust = "panzerfaust", "Panzerfaust";
    }
}
words! {
    /// The way the task force leaves the board (11.31).
    Leaving {
        Retreat = "retreat", "retreat";
        Advance = "advance", "advance";
    }
}
