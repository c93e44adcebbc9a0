//! The words of a career: skills, school, awards, trophies.

use super::{Gun, Post};
use hulldown_core::talk::Key;
use hulldown_core::words;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The unit the player serves in: a row of `Charts::division_names`. It has no effect on play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub struct Division(pub u8);

impl Division {
    /// How many there are.
    pub const COUNT: usize = 10;

    /// Its row, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// In keys units count from 1.
impl Key for Division {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).write(f)
    }

    fn read(text: &str) -> Option<Self> {
        u8::read(text).filter(|n| (1..=Self::COUNT as u8).contains(n)).map(|n| Division(n - 1))
    }
}

words! {
    /// A skill of the crew (B8); Weapons Maintenance is one skill for each machine gun.
    Skill {
        Gunnery = "gunnery", "Gunnery";
        Aim = "aim", "Aim";
        SixthSense = "sixth_sense", "Sixth Sense";
        Expert = "expert", "Expert";
        Synergy = "synergy", "Synergy";
        Leadership = "leadership", "Leadership";
        EyeForTerrain = "eye_for_terrain", "Eye for Terrain";
        AdrenalineRush = "adrenaline_rush", "Adrenaline Rush";
        MaintenanceCoax = "maintenance_coax", "Weapons Maintenance (coax)";
        MaintenanceBow = "maintenance_bow", "Weapons Maintenance (bow)";
        MaintenanceAa50 = "maintenance_aa50", "Weapons Maintenance (.50)";
    }
}

impl Skill {
    /// Whose it is: it goes with him (R31).
    pub const fn owner(self) -> Post {
        match self {
            Skill::Gunnery | Skill::Aim | Skill::MaintenanceCoax => Post::Gunner,
            Skill::SixthSense | Skill::Expert | Skill::Synergy | Skill::Leadership => Post::Commander,
            Skill::EyeForTerrain => Post::Driver,
            Skill::AdrenalineRush | Skill::MaintenanceAa50 => Post::Loader,
            Skill::MaintenanceBow => Post::AssistantDriver,
        }
    }

    /// Whether it is used up for the mission by one use.
    pub const fn once_per_mission(self) -> bool {
        !matches!(self, Skill::Gunnery | Skill::Aim | Skill::Leadership | Skill::EyeForTerrain)
    }

    /// The Weapons Maintenance of a machine gun.
    pub const fn maintenance(gun: Gun) -> Skill {
        match gun {
            Gun::Coax => Skill::MaintenanceCoax,
            Gun::Bow => Skill::MaintenanceBow,
            Gun::Aa50 => Skill::MaintenanceAa50,
        }
    }
}

words! {
    /// A war trophy (W1).
    Trophy {
        Helmet = "helmet", "German helmet";
        HitlerYouthKnife = "hitler_youth_knife", "Hitler Youth knife";
        Booze = "booze", "Booze";
        IronCross = "iron_cross", "Iron Cross";
        Flag = "flag", "Swastika flag";
        P38Pistol = "p38_pistol", "P38 pistol";
        SsDagger = "ss_dagger", "SS dagger";
        Luger = "luger", "Luger pistol";
    }
}
words! {
    /// What trophies can be traded for (W2).
    Trade {
        ExtraBelts = "extra_belts", "Extra .30 caliber belts";
        CleaningKit = "cleaning_kit", "Cleaning kit";
        SpareTrack = "spare_track", "Spare track blocks";
        WpCrate = "wp_crate", "Crate of WP";
        ArtilleryFavor = "artillery_favor", "Friend in the artillery";
        Hvap = "hvap", "APCR rounds";
        Sandbags = "sandbags", "Sandbags and track links";
        TrainedReplacement = "trained_replacement", "Trained replacement";
        VisionCupola = "vision_cupola", "Vision cupola";
        OrdnanceFavor = "ordnance_favor", "Friend in ordnance";
    }
}
words! {
    /// How long a trade lasts.
    Lasts {
        Next = "next", "the next mission fought";
        Tank = "tank", "while the tank lasts";
        Once = "once", "until used";
    }
}
words! {
    /// A decoration of the commander or his unit (8.1), least first.
    Award {
        Eame = "eame", "European-African-Middle Eastern Campaign Medal";
        Commendation = "commendation", "Army Commendation Medal";
        PurpleHeart = "purple_heart", "Purple Heart";
        BronzeStar = "bronze_star", "Bronze Star";
        SilverStar = "silver_star", "Silver Star";
        Dsc = "dsc", "Distinguished Service Cross";
        MedalOfHonor = "medal_of_honor", "Medal of Honor";
        Vua = "vua", "Valorous Unit Award";
        Puc = "puc", "Presidential Unit Citation";
    }
}
words! {
    /// How often an award brings prestige.
    PrestigeKind {
        None = "none", "none";
        First = "first", "first award";
        Each = "each", "every award";
    }
}
words! {
    /// The commander's rank, lowest first.
    Rank {
        Ssg = "ssg", "Staff Sergeant";
        Sfc = "sfc", "Sergeant First Class";
        SecondLt = "2lt", "2nd Lieutenant";
        FirstLt = "1lt", "1st Lieutenant";
        Captain = "cpt", "Captain";
    }
}

impl Rank {
    /// Whether he is an officer.
    pub const fn is_officer(self) -> bool {
        self.index() >= Rank::SecondLt.index()
    }
}

words! {
    /// What the commander does with his free time at school (F1).
    Elective {
        PhysicalTraining = "physical_training", "physical training";
        Study = "study", "study";
        Bars = "bars", "the bars in town";
    }
}
words! {
    /// What comes of it.
    ElectiveResult {
        None = "none", "nothing";
        Fit = "fit", "fit";
        ExpertDiscount = "expert_discount", "Expert for less";
        Reputation = "reputation", "a reputation";
        BeatenUp = "beaten_up", "beaten up";
    }
}
words! {
    /// A course the crew takes at school (F1).
    Course {
        GunneryRange = "gunnery_range", "gunnery range";
        DrivingCourse = "driving_course", "driving course";
        WeaponsLoader = "weapons_course_loader", "weapons course (loader)";
        WeaponsAssistantDriver = "weapons_course_assistant_driver", "weapons course (assistant driver)";
    }
}
words! {
    /// How the career is judged (5.2), worst first.
    VictoryLevel {
        Defeat = "defeat", "Defeat";
        Draw = "draw", "Draw";
        Marginal = "marginal", "Marginal Victory";
        Substantial = "substantial", "Substantial Victory";
        Decisive = "decisive", "Decisive Victory";
    }
}
words! {
    /// A family of tanks, for the Expert skill.
    Series {
        Sherman = "sherman", "Sherman series";
        Pershing = "pershing", "M26 Pershing";
    }
}

/// What becomes of a man with a serious wound (C2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum C2Outcome {
    /// He misses so many mission lines.
    Out(u8),
    /// He is medically retired.
    Retired,
    /// He dies of his wounds.
    Died,
}

impl fmt::Display for C2Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            C2Outcome::Out(missions) => write!(f, "out for {missions} missions"),
            C2Outcome::Retired => f.write_str("medically retired"),
            C2Outcome::Died => f.write_str("dies of wounds"),
        }
    }
}
