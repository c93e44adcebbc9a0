//! Our side: Units, Commanders, Trucks and Scouts, and what becomes of them.

use crate::rules::rule;
use hulldown_core::rules::RuleId;
use hulldown_core::words;

words! {
    /// Types of Units and Commanders.
    Branch {
        Armor = "armor", "Armor";
        LightArmor = "light_armor", "Light Armor";
        Artillery = "artillery", "Artillery";
        Infantry = "infantry", "Infantry";
    }
}

words! {
    /// What a Unit is, for its orders before turn 1.
    Role {
        Tank = "tank", "tank";
        Scout = "scout", "scout car";
        Halftrack = "halftrack", "halftrack";
        Rifle = "rifle", "rifle";
        Mg = "mg", "machine gun";
        At = "at", "anti-tank";
        Mortar = "mortar", "mortar";
        Team = "team", "team";
        Gun = "gun", "gun";
    }
}

words! {
    /// How something is attacked: with AP or with HE.
    Target {
        Ap = "ap", "AP";
        He = "he", "HE";
    }
}

words! {
    /// Levels of Commanders, from lowest to highest.
    Level {
        Recruit = "recruit", "Recruit";
        Green = "green", "Green";
        Average = "average", "Average";
        Skilled = "skilled", "Skilled";
        Veteran = "veteran", "Veteran";
        Ace = "ace", "Ace";
    }
}

words! {
    /// Skills of Commanders.
    Skill {
        Aggressive = "aggressive", "Aggressive";
        Cautious = "cautious", "Cautious";
        CloseCombat = "close_combat", "Close Combat";
        CommandTactic = "command_tactic", "Command Tactic";
        Marksman = "marksman", "Marksman";
        Medic = "medic", "Medic";
        Overdrive = "overdrive", "Overdrive";
        Spotter = "spotter", "Spotter";
        Tactic = "tactic", "Tactic";
        Mechanic = "us_mechanic", "US Mechanic";
    }
}

words! {
    /// Support forces.
    Support {
        Truck = "truck", "Truck";
        Scout = "scout", "Scout";
    }
}

words! {
    /// Names of Commanders.
    Name {
        Sanders = "sanders", "Sanders";
        Chin = "chin", "Chin";
        Jones = "jones", "Jones";
        Reisner = "reisner", "Reisner";
        Kolchak = "kolchak", "Kolchak";
        RedTree = "red_tree", "Red Tree";
        Smith = "smith", "Smith";
        Delgado = "delgado", "Delgado";
        OMalley = "omalley", "O'Malley";
        Whitcomb = "whitcomb", "Whitcomb";
        Petrosky = "petrosky", "Petrosky";
        Beaulieu = "beaulieu", "Beaulieu";
        Yazzie = "yazzie", "Yazzie";
        Eandi = "eandi", "Eandi";
        Tylutki = "tylutki", "Tylutki";
        Stout = "stout", "Stout";
        Harlan = "harlan", "Harlan";
        Mancini = "mancini", "Mancini";
        Lindqvist = "lindqvist", "Lindqvist";
        Pruitt = "pruitt", "Pruitt";
        Abernathy = "abernathy", "Abernathy";
        Kessel = "kessel", "Kessel";
        Boone = "boone", "Boone";
        Kowalski = "kowalski", "Kowalski";
        Henders = "henders", "Henders";
        Blair = "blair", "Blair";
        McCabe = "mccabe", "McCabe";
        Sorensen = "sorensen", "Sorensen";
        Reyes = "reyes", "Reyes";
        Ferrante = "ferrante", "Ferrante";
        Cruz = "cruz", "Cruz";
        Albright = "albright", "Albright";
        Vance = "vance", "Vance";
        Haddad = "haddad", "Haddad";
        Novak = "novak", "Novak";
        Tillman = "tillman", "Tillman";
    }
}

impl Name {
    /// Two letters that are his alone: his first, and the next that nobody before him has.
    pub fn letters(self) -> [char; 2] {
        let mut taken: Vec<[char; 2]> = Vec::new();
        for name in Name::ALL {
            let mut word = name.id().chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
            let first = word.next().unwrap_or('X');
            let next = word.chain('A'..='Z').find(|next| !taken.contains(&[first, *next])).unwrap_or('X');
            if name == self {
                return [first, next];
            }
            taken.push([first, next]);
        }
        ['X', 'X']
    }
}

words! {
    /// How a Commander rises.
    Rise {
        Experience = "experience", "experience";
        Bought = "bought", "for SO";
        Newcomer = "newcomer", "for SO, as a newcomer";
    }
}

impl Rise {
    /// The rule it goes by.
    pub const fn rule(self) -> RuleId {
        match self {
            Rise::Experience => rule!("post.promote.1"),
            Rise::Bought => rule!("commander.promo.1"),
            Rise::Newcomer => rule!("end.replace.4"),
        }
    }
}

words! {
    /// What SO are spent on in Repair/Replace, and what optional rules take off at first.
    Outlay {
        Repair = "repair", "a repair";
        Wound = "wound", "a wound";
        Support = "support", "a Truck or a Scout";
        Promotion = "promotion", "a promotion";
        Tenacity = "tenacity", "Tenacity";
        Heroics = "heroics", "Battlefield Heroics";
    }
}

impl Outlay {
    /// What several of them are called.
    pub const fn several(self) -> &'static str {
        match self {
            Outlay::Repair => "repairs",
            Outlay::Wound => "wounds",
            Outlay::Support => "Trucks and Scouts",
            Outlay::Promotion => "promotions",
            Outlay::Tenacity | Outlay::Heroics => "optional rules",
        }
    }

    /// The rule it goes by.
    pub const fn rule(self) -> RuleId {
        match self {
            Outlay::Repair => rule!("end.repair.1"),
            Outlay::Wound => rule!("end.repair.2"),
            Outlay::Support => rule!("end.support.1"),
            Outlay::Promotion => rule!("end.replace.4"),
            Outlay::Tenacity => rule!("opt.tenacity.2"),
            Outlay::Heroics => rule!("opt.heroics.2"),
        }
    }
}

words! {
    /// Why a Commander leaves the group.
    Leaving {
        Replaced = "replaced", "a Recruit takes his place";
        Surplus = "surplus", "there are more Commanders of his type than Units";
    }
}

impl Leaving {
    /// The rule it goes by.
    pub const fn rule(self) -> RuleId {
        match self {
            Leaving::Replaced => rule!("end.replace.2"),
            Leaving::Surplus => rule!("end.loss.1"),
        }
    }
}

words! {
    /// Whose a Tactic counter is.
    Owner {
        Unit = "unit", "its own";
        Commander = "commander", "its Commander's";
    }
}

words! {
    /// Who repairs and heals.
    Mender {
        Depot = "depot", "Repair/Replace";
        Medic = "medic", "Medic";
        Mechanic = "mechanic", "US Mechanic";
        Card = "card", "card";
    }
}
