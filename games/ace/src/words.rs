//! The words of the game: what its charts, counters and mats name, as small plain types.
//!
//! Every word has an `id` (its text in chart files, keys and saves), a `name` for people and an `index` into arrays. Ids are
//! frozen: saved games hold them.

use hulldown_core::{row_numbers, words};

mod career;
pub use career::*;

words! {
    /// A month of the campaign.
    Month headed months {
        June = "1944-06", "June 1944";
        July = "1944-07", "July 1944";
        August = "1944-08", "August 1944";
        September = "1944-09", "September 1944";
        October = "1944-10", "October 1944";
        November = "1944-11", "November 1944";
        December = "1944-12", "December 1944";
        January = "1945-01", "January 1945";
        February = "1945-02", "February 1945";
        March = "1945-03", "March 1945";
        April = "1945-04", "April 1945";
    }
}

impl Month {
    /// June 1944.
    pub const FIRST: Month = Month::June;
    /// April 1945.
    pub const LAST: Month = Month::April;

    /// The month so many after June 1944.
    pub fn new(index: u8) -> Option<Month> {
        Month::ALL.get(usize::from(index)).copied()
    }
}

/// Months as a short heading: `Jun-Jul 44`, `Dec 44-Jan 45`.
fn months(months: &[Month]) -> String {
    let mut runs: Vec<(Month, Month)> = Vec::new();
    for &month in months {
        match runs.last_mut() {
            Some((_, last)) if last.next() == Some(month) => *last = month,
            _ => runs.push((month, month)),
        }
    }
    let year = |month: Month| &month.id()[2..4];
    let short = |month: Month| &month.name()[..3];
    let label = |&(first, last): &(Month, Month)| {
        if first == last {
            format!("{} {}", short(first), year(first))
        } else if year(first) == year(last) {
            format!("{}-{} {}", short(first), short(last), year(last))
        } else {
            format!("{} {}-{} {}", short(first), year(first), short(last), year(last))
        }
    };
    runs.iter().map(label).collect::<Vec<_>>().join(", ")
}

impl std::str::FromStr for Month {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Month::from_id(text).ok_or_else(|| format!("`{text}` is not a month of the campaign, 1944-06 to 1945-04"))
    }
}

row_numbers! {
    /// A type of tank the player may command: a row of `Charts::tanks`.
    TankType: "m4a1_early" "m4a1_late" "m4a1_76" "m4a1_76w" "m4a3_75w" "m4a3e2_75" "m4a3e8" "m4a1_76w_hvss" "m4a3e2_76" "m26"
}
row_numbers! {
    /// A type of enemy vehicle or gun: a row of `Charts::units`.
    UnitType: "pz3" "pz4" "panther" "tiger1" "tiger2" "marder3" "stug3" "stuh42" "jpz4" "hetzer" "pz4_70" "jagdpanther"
        "jagdtiger" "pak38" "pak40" "flak36" "pak43" "sdkfz221" "sdkfz222" "sdkfz231" "sdkfz234" "sdkfz251" "opel_blitz"
}
row_numbers! {
    /// A grade of enemy infantry: a row of `Charts::grades`.
    Grade: "ss" "fallschirmjaeger" "wehrmacht" "volksgrenadier" "static" "volkssturm"
}

words! {
    /// What a mission line asks for (A1).
    Mission {
        Contact = "contact", "movement to contact";
        Attack = "attack", "attack";
        Assault = "assault", "assault";
        Defense = "defense", "defense";
        Refit = "refit", "refit";
    }
}
words! {
    /// The weather of a mission (A3).
    Weather {
        Clear = "clear", "clear";
        Overcast = "overcast", "overcast";
        Rain = "rain", "rain";
        Mud = "mud", "mud";
        Snow = "snow", "snow";
    }
}
words! {
    /// The ground a mission is fought on (A5).
    Terrain {
        Open = "open", "open";
        Hills = "hills", "hills";
        Woods = "woods", "woods";
        Bocage = "bocage", "bocage";
        Urban = "urban", "urban";
    }
}
words! {
    /// The range between the tank and all its enemies.
    Range {
        Close = "close", "close";
        Medium = "medium", "medium";
        Long = "long", "long";
    }
}

impl Range {
    /// One step nearer.
    pub const fn closer(self) -> Option<Range> {
        self.previous()
    }

    /// One step away.
    pub const fn farther(self) -> Option<Range> {
        self.next()
    }
}

words! {
    /// An area of the Battle Board (F2).
    Area {
        A = "A", "A (left front)";
        B = "B", "B (front)";
        C = "C", "C (right front)";
        D = "D", "D (left flank)";
        E = "E", "E (right flank)";
    }
}
words! {
    /// Where hull or turret points.
    Facing {
        Left = "left", "left";
        Front = "front", "front";
        Right = "right", "right";
    }
}
words! {
    /// A class of enemy unit (A4).
    Class {
        T = "T", "tank";
        Spg = "SPG", "self-propelled gun";
        At = "AT", "anti-tank gun";
        R = "R", "recon vehicle";
        Ht = "HT", "halftrack";
        W = "W", "truck";
        Inf = "INF", "infantry";
    }
}

impl Class {
    /// The classes whose type is rolled for (6.2): their indexes come first.
    pub const TYPED: [Class; 4] = [Class::T, Class::Spg, Class::At, Class::R];

    /// What so many of it are called; infantry is counted in platoons.
    pub const fn counted(self, count: u16) -> &'static str {
        match (self, count) {
            (Class::Inf, 1) => "infantry platoon",
            (_, 1) => self.name(),
            (Class::T, _) => "tanks",
            (Class::Spg, _) => "self-propelled guns",
            (Class::At, _) => "anti-tank guns",
            (Class::R, _) => "recon vehicles",
            (Class::Ht, _) => "halftracks",
            (Class::W, _) => "trucks",
            (Class::Inf, _) => "infantry platoons",
        }
    }

    /// Whether it drives.
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Class::T | Class::Spg | Class::R | Class::Ht | Class::W)
    }

    /// Whether HE goes straight to B2 without a roll to hit: infantry, anti-tank guns and trucks (R7). Cover on B2 is
    /// narrower: it helps infantry and guns, never a truck.
    pub const fn is_soft(self) -> bool {
        matches!(self, Class::Inf | Class::At | Class::W)
    }

    /// Whether it counts among tanks and SPGs.
    pub const fn is_armor(self) -> bool {
        matches!(self, Class::T | Class::Spg)
    }
}

words! {
    /// A crewman by his post, in the order casualties are rolled for.
    Post {
        Commander = "commander", "commander";
        Gunner = "gunner", "gunner";
        Loader = "loader", "loader";
        Driver = "driver", "driver";
        AssistantDriver = "assistant_driver", "assistant driver";
    }
}

impl Post {
    /// Whether he has a hatch of his own (7.3.2).
    pub const fn has_hatch(self) -> bool {
        matches!(self, Post::Commander | Post::Driver | Post::AssistantDriver)
    }

    /// Whether he sits in the turret.
    pub const fn in_turret(self) -> bool {
        matches!(self, Post::Commander | Post::Gunner | Post::Loader)
    }
}

words! {
    /// A kind of main gun round.
    Ammo {
        Ap = "ap", "AP";
        He = "he", "HE";
        Hcbi = "hcbi", "HCBI";
        Wp = "wp", "WP";
        Apcr = "apcr", "APCR";
    }
}

impl Ammo {
    /// Whether a tank carries only so many of them.
    pub const fn is_limited(self) -> bool {
        matches!(self, Ammo::Hcbi | Ammo::Wp | Ammo::Apcr)
    }
}

words! {
    /// A machine gun of the player's tank.
    Gun {
        Coax = "coax", "coaxial machine gun";
        Bow = "bow", "bow machine gun";
        Aa50 = "aa50", ".50 caliber";
    }
}

impl Gun {
    /// As a crew calls it.
    pub const fn short(self) -> &'static str {
        match self {
            Gun::Coax => "coax",
            Gun::Bow => "bow",
            Gun::Aa50 => ".50",
        }
    }
}

words! {
    /// What attacks on B2.
    Weapon {
        MainHe = "main_he", "main gun HE";
        MainWp = "main_wp", "main gun WP";
        Coax = "coax", "coaxial machine gun";
        Bow = "bow", "bow machine gun";
        Aa50 = "aa50", ".50 caliber";
        Mortar = "mortar", "mortars";
        Artillery = "artillery", "field artillery";
        Airstrike = "airstrike", "airstrike";
        InfMg = "inf_mg", "infantry fire";
        HtMg = "ht_mg", "halftrack machine gun";
        ReconMg = "recon_mg", "recon vehicle fire";
    }
}

impl Weapon {
    /// The block of B2 it is read in.
    pub const fn block(self) -> B2Block {
        match self {
            Weapon::MainHe | Weapon::MainWp | Weapon::Mortar | Weapon::Artillery | Weapon::Airstrike => B2Block::He,
            _ => B2Block::Mg,
        }
    }
}

impl From<Gun> for Weapon {
    fn from(gun: Gun) -> Weapon {
        match gun {
            Gun::Coax => Weapon::Coax,
            Gun::Bow => Weapon::Bow,
            Gun::Aa50 => Weapon::Aa50,
        }
    }
}

words! {
    /// A half of B2: high explosive or machine guns.
    B2Block {
        He = "he", "HE";
        Mg = "mg", "MG";
    }
}
words! {
    /// A target column of B2.
    B2Target {
        Tank = "tank", "Tank/SPG";
        Light = "light", "recon, halftrack";
        Inf = "inf", "INF";
        At = "at", "AT gun";
        Truck = "truck", "truck";
    }
}

impl From<Class> for B2Target {
    fn from(class: Class) -> B2Target {
        match class {
            Class::T | Class::Spg => B2Target::Tank,
            Class::R | Class::Ht => B2Target::Light,
            Class::Inf => B2Target::Inf,
            Class::At => B2Target::At,
            Class::W => B2Target::Truck,
        }
    }
}

words! {
    /// A modifier of B2.
    B2Drm {
        Mortar = "mortar", "mortars";
        Artillery = "artillery", "field artillery";
        Airstrike = "airstrike", "airstrike";
        GunnerySkill = "gunnery_skill", "Gunnery";
        BowGunnerButtoned = "bow_gunner_buttoned", "bow gunner buttoned up";
        RainOrSnow = "rain_or_snow", "rain or snow";
        Smoke1 = "smoke_1", "Smoke 1";
        Smoke2 = "smoke_2", "Smoke 2";
        CommanderButtoned = "commander_buttoned", "commander buttoned up";
        TargetDugInInf = "target_dug_in_inf", "target dug in";
        TargetSoftInCoverTerrain = "target_soft_in_cover_terrain", "INF or AT gun in cover";
        MgClose = "mg_close", "machine gun at close range";
        MgLong = "mg_long", "machine gun at long range";
        HeavyMg = "heavy_mg", "heavy machine gun";
        FirerInfReduced = "firer_inf_reduced", "firing INF reduced";
        FirerInfSuppressed = "firer_inf_suppressed", "firing INF suppressed";
    }
}
words! {
    /// How badly a crewman is hurt, least first.
    Wound {
        None = "none", "unhurt";
        Light = "LW", "light wound";
        Serious = "SW", "serious wound";
        Killed = "KIA", "killed";
    }
}
words! {
    /// A result of B2.
    B2Result {
        None = "none", "no effect";
        B = "B", "buttoned up";
        S = "S", "suppressed";
        One = "1", "1 step";
        OneS = "1+S", "1 step + suppressed";
        Two = "2", "2 steps";
        De = "DE", "destroyed";
    }
}
words! {
    /// A result of B3.
    B3Result {
        Np = "NP", "no penetration";
        B = "B", "buttoned up";
        Imm = "IMM", "immobilized";
        ImmStar = "IMM**", "immobilized**";
        De = "DE", "destroyed";
    }
}
words! {
    /// A column of B3: penetration against the armor struck.
    PenColumn {
        Less = "less", "PEN < armor";
        Equal = "equal", "PEN = armor";
        Greater = "greater", "PEN > armor";
    }
}

impl PenColumn {
    /// The column for this penetration and armor.
    pub const fn of(pen: i8, armor: i8) -> PenColumn {
        if pen < armor {
            PenColumn::Less
        } else if pen == armor {
            PenColumn::Equal
        } else {
            PenColumn::Greater
        }
    }
}

words! {
    /// Where a round strikes.
    Part {
        Turret = "turret", "turret";
        Hull = "hull", "hull";
    }
}
words! {
    /// An event of B9 at the end of a Combat Round.
    RoundEvent {
        None = "none", "nothing";
        EnemyArtillery = "enemy_artillery", "enemy artillery";
        EnemyMortar = "enemy_mortar", "enemy mortars";
        EnemyReinforcement = "enemy_reinforcement", "enemy reinforcement";
        DestroyRandomTank = "destroy_random_tank", "friends fire on a tank";
        DestroyRandomSpg = "destroy_random_spg", "friends fire on an SPG";
        DestroyRandomAt = "destroy_random_at", "friends fire on an AT gun";
        DestroyRandomVehicle = "destroy_random_vehicle", "friends fire on a vehicle";
        InfStepLoss = "inf_step_loss", "friends fire on INF";
        Minefield = "minefield", "minefield";
    }
}
words! {
    /// A random event (C1).
    RandomEvent {
        FriendlyAirstrike = "friendly_airstrike", "attacked by own aircraft";
        FlankAmbush = "flank_ambush", "flank ambush";
        Breakdown = "breakdown", "breakdown";
        RadioOut = "radio_out", "radio out";
        FuelShortage = "fuel_shortage", "fuel shortage";
        Airstrike = "airstrike", "airstrike";
        FriendlyArtillery = "friendly_artillery", "friendly artillery";
        FollowOnAssault = "follow_on_assault", "follow-on assault";
        HotChowAndMail = "hot_chow_and_mail", "hot chow and mail";
        WarCorrespondent = "war_correspondent", "war correspondent";
        GermansBreak = "germans_break", "the Germans break";
    }
}
impl RandomEvent {
    /// When it takes effect.
    pub const fn timing(self) -> Timing {
        match self {
            RandomEvent::FuelShortage
            | RandomEvent::FollowOnAssault
            | RandomEvent::HotChowAndMail
            | RandomEvent::WarCorrespondent => Timing::Marker,
            _ => Timing::Now,
        }
    }
}

words! {
    /// When a random event takes effect.
    Timing {
        Now = "now", "at once";
        Marker = "marker", "kept as a marker";
    }
}
words! {
    /// A command of the Combat Round (7.2-3).
    Command {
        Fire = "A", "fire";
        FireAgain = "B", "fire again";
        ReloadReadyRack = "C", "reload the ready rack";
        MoveForward = "D", "move forward";
        MoveToHullDown = "E", "move to hull down";
        AngleHull = "F", "angle the hull";
        MoveBackward = "G", "move backward";
        FireBowMg = "H", "fire the bow machine gun";
        FireAa50 = "I", "fire the .50 caliber";
        MoveForFlankShot = "J", "move for a flank shot";
        FireSmokeMortar = "K", "fire the smoke mortar";
        CallForFire = "L", "call for fire";
        ButtonUp = "M", "button up";
        Unbutton = "N", "unbutton";
        SwitchRounds = "O", "switch rounds";
    }
}

impl Area {
    /// Where it lies: what its name has in brackets.
    pub fn lies(self) -> &'static str {
        self.name().split(['(', ')']).nth(1).unwrap_or_default()
    }
}
