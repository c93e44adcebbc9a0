//! The tank and its crew: posts, cards, guns, ammunition, hatches, orders.

use super::*;
use hulldown_core::{row_numbers, words};

words! {
    /// A crewman by his box on the Tank Card (5.22).
    Post {
        Commander = "c", "commander";
        Gunner = "g", "gunner";
        Loader = "l", "loader";
        Driver = "d", "driver";
        Assistant = "a", "assistant driver";
    }
}

impl Post {
    /// The letter of his box on the Tank Card.
    pub const fn letter(self) -> &'static str {
        match self {
            Post::Commander => "C",
            Post::Gunner => "G",
            Post::Loader => "L",
            Post::Driver => "D",
            Post::Assistant => "A",
        }
    }

    /// The man with this letter.
    pub fn from_letter(letter: &str) -> Option<Post> {
        Post::ALL.into_iter().find(|post| post.letter() == letter)
    }

    /// Whether he sits in the turret.
    pub const fn in_turret(self) -> bool {
        matches!(self, Post::Commander | Post::Gunner | Post::Loader)
    }
}

row_numbers! {
    /// A Tank Card, by its number: `Tank(0)` is tank 1.
    Tank: "1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" "12" "13" "14" "15" "16" "17" "18"
}

impl Tank {
    /// The tank everybody starts with (4.22).
    pub const FIRST: Tank = Tank(0);
    /// The British guest (30.0).
    pub const FIREFLY: Tank = Tank(17);

    /// The number on the card.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Tank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tank {}", self.number())
    }
}

words! {
    /// The main gun of a Sherman (9.0).
    Gun {
        G75 = "75", "75mm gun";
        G76l = "76L", "76mm gun";
        G76ll = "76LL", "17-pounder";
    }
}

impl Gun {
    /// The rows it uses where the charts know only two guns: the 17-pounder those of the 76L (30.0).
    pub const fn charted(self) -> Gun {
        match self {
            Gun::G75 => Gun::G75,
            Gun::G76l | Gun::G76ll => Gun::G76l,
        }
    }
}

words! {
    /// A kind of main gun round (16.1).
    Ammo {
        He = "HE", "HE", key "he";
        Ap = "AP", "AP", key "ap";
        Wp = "WP", "WP", key "wp";
        Hcbi = "HCBI", "HCBI", key "hcbi";
        Hvap = "HVAP", "HVAP", key "hvap";
        Apds = "APDS", "APDS", key "apds";
    }
}

impl Ammo {
    /// Whether it only makes smoke.
    pub const fn is_smoke(self) -> bool {
        matches!(self, Ammo::Wp | Ammo::Hcbi)
    }

    /// Whether it is solid shot for armor.
    pub const fn is_shot(self) -> bool {
        matches!(self, Ammo::Ap | Ammo::Hvap | Ammo::Apds)
    }

    /// Whether it may be fired this way to any effect (9.2).
    pub const fn fits(self, fire: Fire) -> bool {
        match fire {
            Fire::Direct => !self.is_smoke(),
            Fire::Area => !self.is_shot(),
        }
    }
}

words! {
    /// How a main gun shot is aimed (9.2).
    Fire {
        Direct = "direct", "direct fire";
        Area = "area", "area fire";
    }
}
words! {
    /// How well a shot hit.
    HitGrade {
        Normal = "normal", "hit";
        Critical = "critical", "critical hit";
    }
}
words! {
    /// How thick a Sherman's armor is.
    ArmorClass {
        I = "I", "armor class I";
        Ii = "II", "armor class II";
        Iii = "III", "armor class III";
    }
}
words! {
    /// The column of the Brew Up table a hull uses.
    Chassis {
        M4 = "M4", "M4";
        M4a1 = "M4A1", "M4A1";
        M4a3 = "M4A3", "M4A3";
    }
}
words! {
    /// The loader's hatch.
    LoaderHatch {
        None = "none", "no loader hatch";
        Oval = "oval", "oval loader hatch";
        Split = "split", "split loader hatch";
    }
}
words! {
    /// Where a crewman may look (17.21).
    Scope {
        None = "none", "nowhere";
        HullFront = "hull_front", "the hull's front";
        AllButHullRear = "all_but_hull_rear", "all but the hull's rear";
        TurretFront = "turret_front", "the turret's front";
        OneMarked = "one_marked", "the one marked sector";
        All = "all", "all sectors";
        AllButTurretLeftRear = "all_but_turret_left_rear", "all but the turret's left rear";
    }
}
words! {
    /// Which Deployment table a tank uses (4.41).
    DeploymentKey {
        One = "I", "I";
        Two = "II", "II";
        HullDown = "hull_down", "always hull down";
    }
}
words! {
    /// How the tank stands when a battle begins (4.41).
    Deployment {
        HullDown = "hull_down", "hull down";
        Stopped = "stopped", "stopped";
        Moving = "moving", "moving";
    }
}
words! {
    /// A machine gun of the tank (10.1).
    Mg {
        Bow = "bow", "bow MG";
        Coax = "coax", "co-axial MG";
        Aa = "aa", "AA MG";
        Sub = "sub", "sub MG";
    }
}
words! {
    /// A gun that can malfunction and be repaired.
    Weapon {
        Main = "main", "main gun";
        Coax = "coax", "co-axial MG";
        Bow = "bow", "bow MG";
        Aa = "aa", "AA MG";
    }
}

impl Mg {
    /// The gun that malfunctions with it; a submachine gun never does (R51).
    pub const fn weapon(self) -> Option<Weapon> {
        match self {
            Mg::Bow => Some(Weapon::Bow),
            Mg::Coax => Some(Weapon::Coax),
            Mg::Aa => Some(Weapon::Aa),
            Mg::Sub => None,
        }
    }
}

words! {
    /// A crew action (8.0, 11.11, 19.22): one order for each crewman a round.
    Action {
        DirectMovement = "direct_movement", "Direct Movement";
        DirectFire = "direct_fire", "Direct Fire";
        FireMainGun = "fire_main_gun", "Fire Main Gun";
        FireCoaxMg = "fire_coax_mg", "Fire Co-Axial MG";
        RotateTurret = "rotate_turret", "Rotate Turret";
        RotateAndFire = "rotate_and_fire", "Rotate Turret and Fire Main Gun";
        GunnerRepairMainGun = "gunner_repair_main_gun", "Help Repair Main Gun";
        Load = "load", "Load";
        RepairMainGun = "repair_main_gun", "Repair Main Gun";
        RepairCoaxMg = "repair_coax_mg", "Repair Co-Axial MG";
        FireMortar = "fire_mortar", "Fire Mortar";
        ChangeGunLoad = "change_gun_load", "Change Gun Load";
        RestockReadyRack = "restock_ready_rack", "Restock Ready Rack";
        Stop = "stop", "Stop";
        Forward = "forward", "Forward";
        ForwardToHullDown = "forward_to_hull_down", "Forward to Hull Down";
        Reverse = "reverse", "Reverse";
        ReverseToHullDown = "reverse_to_hull_down", "Reverse to Hull Down";
        Pivot = "pivot", "Pivot Tank";
        FireBowMg = "fire_bow_mg", "Fire Bow MG";
        RepairBowMg = "repair_bow_mg", "Repair Bow MG";
        PassAmmo = "pass_ammo", "Pass Ammo";
        ThrowSmokeGrenade = "throw_smoke_grenade", "Throw Smoke Grenade";
        FireAaMg = "fire_aa_mg", "Fire AA MG";
        RepairAaMg = "repair_aa_mg", "Repair AA MG";
        ReplacePeriscope = "replace_periscope", "Replace Periscope";
        FireSubMg = "fire_sub_mg", "Fire Sub MG";
        MoveToPosition = "move_to_position", "Take Over a Post";
        AbandonTank = "abandon_tank", "Abandon Tank";
    }
}

/// A set of actions: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions(u32);

impl Actions {
    /// None of them.
    pub const NONE: Actions = Actions(0);

    /// These.
    pub const fn of(actions: &[Action]) -> Actions {
        let (mut set, mut i) = (0, 0);
        while i < actions.len() {
            set |= 1 << actions[i] as u32;
            i += 1;
        }
        Actions(set)
    }

    /// This one.
    #[inline]
    pub const fn one(action: Action) -> Actions {
        Actions(1 << action as u32)
    }

    /// A bit for each, in the order of all actions.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Whether an action is among them.
    #[inline]
    pub const fn has(self, action: Action) -> bool {
        self.0 >> action as u32 & 1 == 1
    }

    /// These and others.
    #[inline]
    pub const fn union(self, others: Actions) -> Actions {
        Actions(self.0 | others.0)
    }

    /// What both have.
    #[inline]
    pub const fn intersection(self, others: Actions) -> Actions {
        Actions(self.0 & others.0)
    }

    /// These but for others.
    #[inline]
    pub const fn without(self, others: Actions) -> Actions {
        Actions(self.0 & !others.0)
    }
}

impl FromIterator<Action> for Actions {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Actions {
        actions.into_iter().fold(Actions::NONE, |set, action| set.union(Actions::one(action)))
    }
}

impl Iterator for Actions {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        let action = *Action::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(action)
    }
}

impl Action {
    /// Whether the driver moves the tank by it (11.0); a pivot is not a move.
    pub const fn movement(self) -> Option<Drive> {
        match self {
            Action::Forward => Some(Drive::Forward),
            Action::ForwardToHullDown => Some(Drive::ForwardToHullDown),
            Action::Reverse => Some(Drive::Reverse),
            Action::ReverseToHullDown => Some(Drive::ReverseToHullDown),
            _ => None,
        }
    }

    /// Whether the main gun fires by it.
    pub const fn fires_main_gun(self) -> bool {
        matches!(self, Action::FireMainGun | Action::RotateAndFire)
    }

    /// The machine gun fired by it.
    pub const fn mg(self) -> Option<Mg> {
        match self {
            Action::FireCoaxMg => Some(Mg::Coax),
            Action::FireBowMg => Some(Mg::Bow),
            Action::FireAaMg => Some(Mg::Aa),
            Action::FireSubMg => Some(Mg::Sub),
            _ => None,
        }
    }

    /// The gun repaired by it.
    pub const fn repairs(self) -> Option<Weapon> {
        match self {
            Action::RepairMainGun => Some(Weapon::Main),
            Action::RepairCoaxMg => Some(Weapon::Coax),
            Action::RepairBowMg => Some(Weapon::Bow),
            Action::RepairAaMg => Some(Weapon::Aa),
            _ => None,
        }
    }
}

words! {
    /// A column of the Movement table (11.1).
    Drive {
        Forward = "forward", "Forward";
        ForwardToHullDown = "forward_to_hull_down", "Forward to Hull Down";
        Reverse = "reverse", "Reverse";
        ReverseToHullDown = "reverse_to_hull_down", "Reverse to Hull Down";
    }
}

impl Drive {
    /// Whether the tank goes the way its hull faces.
    pub const fn is_forward(self) -> bool {
        matches!(self, Drive::Forward | Drive::ForwardToHullDown)
    }
}

words! {
    /// The part of the Crew Actions Phase an order is carried out in (4.74).
    Step {
        Movement = "movement", "movement";
        MainGun = "main_gun", "main gun";
        Mg = "mg", "machine guns";
        Misc = "misc", "miscellaneous actions";
        Support = "support", "support of another action";
    }
}
words! {
    /// Whether a man may spot after his action (17.22).
    SpotAfter {
        Yes = "yes", "may spot";
        No = "no", "may not spot";
        TurretFrontOnly = "turret_front_only", "may spot to the turret's front only";
        UnlessMainGunFired = "unless_main_gun_fired", "may spot unless the main gun fired";
    }
}
words! {
    /// What an order needs.
    Need {
        GunLoaded = "gun_loaded", "the gun is loaded";
        GunWorking = "gun_working", "the gun works";
        GunsightWorking = "gunsight_working", "the gun sight works";
        NotMovingOrGyroTrained = "not_moving_or_gyro_trained", "the tank does not move, or the crew is gyro trained";
        CoaxWorking = "coax_working", "the co-axial MG works";
        MainGunMalfunctioning = "main_gun_malfunctioning", "the main gun malfunctions";
        LoaderRepairingMainGun = "loader_repairing_main_gun", "the loader repairs the main gun";
        CoaxMalfunctioning = "coax_malfunctioning", "the co-axial MG malfunctions";
        SmokeMortar = "smoke_mortar", "the tank has a smoke mortar";
        SmokeBombLeft = "smoke_bomb_left", "a smoke bomb is left";
        Mobile = "mobile", "the tank can move";
        MobileOrBogged = "mobile_or_bogged", "the tank can move or is bogged down";
        FuelIfUsed = "fuel_if_used", "there is fuel";
        BowWorking = "bow_working", "the bow MG works";
        NotHullDown = "not_hull_down", "the tank is not hull down";
        BowMalfunctioning = "bow_malfunctioning", "the bow MG malfunctions";
        ReloadNotFromReadyRack = "reload_not_from_ready_rack", "the reload does not come from the ready rack";
        CommanderHatchOpen = "commander_hatch_open", "the commander's hatch is open";
        SmokeGrenadeLeft = "smoke_grenade_left", "a smoke grenade is left";
        OwnHatchOpen = "own_hatch_open", "his hatch is open";
        AaWorking = "aa_working", "the AA MG works";
        AaMalfunctioning = "aa_malfunctioning", "the AA MG malfunctions";
        OwnPeriscopeBroken = "own_periscope_broken", "his periscope is broken";
        SparePeriscopeLeft = "spare_periscope_left", "a spare periscope is left";
        SomeOtherCrewmanIncapacitated = "some_other_crewman_incapacitated", "another man is out of action";
        ThrownTrackOrDisabled = "thrown_track_or_disabled", "the tank has thrown a track or is disabled";
    }
}
words! {
    /// What comes of trying to repair a gun.
    Repair {
        Repaired = "repaired", "repaired";
        NoEffect = "no_effect", "no effect";
        Broken = "broken_for_the_day", "broken for the day";
    }
}
words! {
    /// What an MG's Advancing Fire costs (22.21).
    MgUse {
        BoxUsed = "one_ammo_box_used", "an ammo box used";
        NoEffect = "no_effect", "no effect";
        Malfunction = "mg_malfunction", "the MG malfunctions";
    }
}
words! {
    /// What a move does to the tank (11.1).
    MoveResult {
        NoAccident = "no_accident", "no accident";
        HullDown = "hull_down", "hull down";
        ThrownTrack = "thrown_track", "thrown track";
        BoggedDown = "bogged_down", "bogged down";
    }
}
words! {
    /// What a move does to the enemy's place on the board (11.2).
    Shift {
        A = "A", "the enemy shifts as you go forward";
        B = "B", "the enemy shifts as you go back";
        C = "C", "enemy vehicles recheck facing";
        None = "none", "no change";
    }
}
words! {
    /// What comes of trying to get out of the mud (11.12).
    BogResult {
        Free = "free", "free";
        NoEffect = "no_effect", "no effect";
        ThrownTrack = "thrown_track", "thrown track";
        Assistance = "assistance_required", "assistance required";
    }
}
words! {
    /// Something carried besides main gun rounds (16.0).
    Store {
        Mg30Boxes = "mg_30_boxes", ".30 ammo boxes";
        Mg50Boxes = "mg_50_boxes", ".50 ammo boxes";
        SmokeBombs = "smoke_bombs", "smoke bombs";
        SmokeGrenades = "smoke_grenades", "smoke grenades";
        SparePeriscopes = "spare_periscopes", "spare periscopes";
        FuelUnits = "fuel_units", "fuel units";
    }
}
