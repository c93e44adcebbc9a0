//! The day and the campaign: scenarios, weather, the Movement Board, ranks and medals.

use super::*;
use hulldown_core::{row_numbers, words};

words! {
    /// A level of play (1.1).
    Mode {
        Engagement = "engagement", "engagement";
        Scenario = "scenario", "one-day scenario";
        Campaign = "campaign", "campaign";
    }
}
words! {
    /// A type of scenario (20.2-20.4).
    Scenario {
        Advance = "advance", "Advance";
        Battle = "battle", "Battle";
        Counterattack = "counterattack", "Counterattack";
    }
}
words! {
    /// Expected enemy resistance (4.53).
    Resistance {
        Light = "light", "light";
        Medium = "medium", "medium";
        Heavy = "heavy", "heavy";
    }
}
words! {
    /// A type of area of the Movement Board (2.11).
    AreaType {
        A = "A", "farm buildings and fields";
        B = "B", "fields";
        C = "C", "village";
        D = "D", "woods";
    }
}
words! {
    /// The best road over a border (2.11).
    Road {
        Improved = "improved", "improved road";
        Dirt = "dirt", "dirt road";
        None = "none", "no road";
    }
}

row_numbers! {
    /// An area of the Movement Board: a row of `Charts::areas`.
    MapArea: "m00" "m01" "m02" "m03" "m04" "m05" "m06" "m07" "m08" "m09" "m10" "m11" "m12" "m13" "m14" "m15" "m16" "m17" "m18"
        "m19" "m20" "m21" "m22" "m23" "m24" "m25" "m26" "m27" "m28" "m30" "m31" "m32" "m33" "m34" "m35" "m36" "m37" "m38"
        "m39" "m40" "m41" "m44"
}

impl fmt::Display for MapArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id()[1..])
    }
}

words! {
    /// What the sky is like (4.25); rain and falling snow come and go on top of it.
    Sky {
        Clear = "clear", "clear";
        Overcast = "overcast", "overcast";
        Fog = "fog", "fog";
    }
}
words! {
    /// What lies on the ground (4.25).
    Ground {
        Dry = "dry", "dry ground";
        Mud = "mud", "mud";
        GroundSnow = "ground_snow", "ground snow";
        DeepSnow = "deep_snow", "deep snow";
    }
}
words! {
    /// How the weather changes in an hour (R8).
    Hourly {
        NoChange = "no_change", "no change";
        RainStarts = "rain_starts", "rain starts";
        RainStops = "rain_stops", "rain stops";
        SnowStarts = "snow_starts", "snow starts to fall";
        SnowStops = "snow_stops", "snow stops falling";
    }
}
words! {
    /// When an hourly weather roll is made (R8).
    HourlyRoll {
        Overcast = "overcast_and_not_raining", "overcast, not raining";
        Raining = "raining", "raining";
        SnowFalling = "snow_falling", "snow falling";
        SnowStopped = "falling_snow_has_stopped_today", "falling snow has stopped today";
    }
}
words! {
    /// Something that takes time (4.54).
    Activity {
        EnterImproved = "enter_area_improved_road", "enter an area by an improved road";
        EnterDirt = "enter_area_dirt_road", "enter an area by a dirt road";
        EnterNoRoad = "enter_area_no_road", "enter an area without a road";
        BattleOccurs = "battle_occurs", "a battle";
        CheckArea = "check_additional_area", "check an additional area";
        Resupply = "resupply", "resupply";
        CallArtillery = "call_artillery", "call for artillery support";
        CallAirStrike = "call_air_strike", "call for an air strike";
        ReplaceCrewmen = "replace_crewmen", "replace crewmen";
        CounterattackWait = "counterattack_wait", "wait for the counterattack";
        CounterattackRetreat = "counterattack_retreat", "fall back";
    }
}

impl Activity {
    /// Entering an area over a border with this road.
    pub const fn entering(road: Road) -> Activity {
        match road {
            Road::Improved => Activity::EnterImproved,
            Road::Dirt => Activity::EnterDirt,
            Road::None => Activity::EnterNoRoad,
        }
    }
}

words! {
    /// The player's rank (25.0).
    Rank {
        Sergeant = "Sergeant", "Sergeant";
        StaffSergeant = "Staff Sergeant", "Staff Sergeant";
        SecondLieutenant = "2nd Lieutenant", "2nd Lieutenant";
        FirstLieutenant = "1st Lieutenant", "1st Lieutenant";
        Captain = "Captain", "Captain";
    }
}
words! {
    /// A medal for valour (26.1).
    Medal {
        BronzeStar = "Bronze Star", "Bronze Star", key "bronze";
        SilverStar = "Silver Star", "Silver Star", key "silver";
        ServiceCross = "Distinguished Service Cross", "Distinguished Service Cross", key "cross";
        MedalOfHonor = "Congressional Medal of Honor", "Congressional Medal of Honor", key "honor";
    }
}
words! {
    /// A medal that comes by itself (26.2).
    Award {
        PurpleHeart = "Purple Heart", "Purple Heart";
        CampaignMedal = "European Campaign Medal", "European Campaign Medal";
        VictoryMedal = "World War II Victory Medal", "World War II Victory Medal";
    }
}
words! {
    /// Something victory points are given or taken for (6.1).
    Scored {
        LwOrMg = "lw_or_mg", "light weapons or MG team";
        Truck = "truck", "truck";
        SpwOrPsw = "spw_or_psw", "SPW or PSW";
        Spg = "spg", "SPG";
        PzIv = "pz_iv", "Pz IV";
        PzV = "pz_v", "Pz V";
        PzVi = "pz_vie_or_pz_vib", "Pz VIe or Pz VIb";
        AtGun = "at_gun", "AT gun";
        InFortification = "target_was_in_fortification", "the target was in a fortification";
        CapturedArea = "captured_area", "captured area";
        CapturedExitArea = "captured_exit_area", "captured exit area";
        LostArea = "lost_area", "lost area";
        FriendlyTankLost = "friendly_tank_lost", "friendly tank lost";
        FriendlySquadLost = "friendly_squad_lost", "friendly squad lost";
    }
}

words! {
    /// A marker of which there are only so many (2.3).
    Marker {
        ArtillerySupport = "artillery_support", "Artillery Support";
        AirStrike = "air_strike", "Air Strike";
        AdvanceFire = "advance_fire_task_force", "Advance Fire";
        UsControl = "us_control_battle_board", "US Control";
        Smoke = "smoke_total", "Smoke";
        Acquired = "acquired_by_your_tank", "Acquired Target";
    }
}
