//! The nouns of the book: what cards, counters and charts name. Ids are frozen, saved games hold them.

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

impl Level {
    /// The level above.
    pub fn next(self) -> Option<Level> {
        Level::ALL.get(self.index() + 1).copied()
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
    /// Who the enemy is.
    Nation {
        Germany = "germany", "Germany";
        Japan = "japan", "Japan";
    }
}

words! {
    /// Difficulty of a campaign, from easiest to hardest.
    Difficulty {
        Introductory = "introductory", "Introductory";
        Standard = "standard", "Standard";
        Advanced = "advanced", "Advanced";
        Expert = "expert", "Expert";
    }
}

words! {
    /// Kinds of country.
    Terrain {
        Desert = "desert", "Desert";
        European = "european", "European";
        Winter = "winter", "Winter";
        Jungle = "jungle", "Jungle";
    }
}

words! {
    /// What a hex holds.
    Ground {
        Clear = "-", "clear";
        Heavy = "H", "Heavy Cover";
        Light = "L", "Light Cover";
        Bocage = "B", "Bocage";
        Impassable = "I", "Impassable";
        Water = "W", "Water";
    }
}

impl Ground {
    /// What it adds to Defense (terrain.h.1 to terrain.i.2).
    #[inline]
    pub const fn cover(self) -> i8 {
        match self {
            Ground::Heavy | Ground::Impassable => 2,
            Ground::Light | Ground::Bocage => 1,
            Ground::Clear | Ground::Water => 0,
        }
    }

    /// Whether nothing behind it can be seen.
    #[inline]
    pub const fn blocks(self) -> bool {
        !matches!(self, Ground::Clear | Ground::Water)
    }

    /// Whether something attacked with this may enter it.
    #[inline]
    pub const fn admits(self, target: Target) -> bool {
        match self {
            Ground::Water => false,
            Ground::Impassable => matches!(target, Target::He),
            _ => true,
        }
    }

    /// Whether nobody is kept out of it.
    #[inline]
    pub const fn is_open(self) -> bool {
        self.admits(Target::Ap)
    }
}

words! {
    /// Range Bands of the operational map, from our side to theirs.
    Band {
        FriendlyStaging = "friendly_staging", "Friendly Staging";
        FriendlyTransit = "friendly_transit", "Friendly Transit";
        Front = "front", "Front";
        EnemyTransit = "enemy_transit", "Enemy Transit";
        EnemyRear = "enemy_rear", "Enemy Rear";
        EnemyBreakthrough = "enemy_breakthrough", "Enemy Breakthrough";
    }
}

impl Band {
    /// So many bands towards Friendly Staging, never beyond the last.
    pub fn advanced(self, bands: i8) -> Band {
        Band::ALL[(self.index() as i8 - bands).clamp(0, Band::ALL.len() as i8 - 1) as usize]
    }

    /// Whether it lies on the enemy's side, where an attack costs SO and Trucks help.
    pub const fn is_deep(self) -> bool {
        matches!(self, Band::EnemyTransit | Band::EnemyRear | Band::EnemyBreakthrough)
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
    /// What a Battalion does at the end of a Week.
    Shift {
        Retreat = "retreat", "Retreat";
        Hold = "hold", "Hold";
        Advance = "advance", "Advance";
    }
}

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

words! {
    /// Damage that stays with a Unit until it is repaired.
    Lasting {
        Glancing = "glancing", "Glancing";
        Hull = "hull", "Hull";
        Gun = "gun", "Gun";
        MachineGun = "machine_gun", "Machine Gun";
        Suspension = "suspension", "Suspension";
        Engine = "engine", "Engine";
        Casualty = "casualty", "Casualty";
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
        }
    }

    /// Whether a second one Destroys the Unit (damage.rule.6).
    pub const fn second_destroys(self) -> bool {
        matches!(self, Lasting::Hull | Lasting::Engine | Lasting::Suspension | Lasting::Casualty)
    }

    /// Whether a vehicle has it, and a US Mechanic can remove it.
    pub const fn is_vehicle(self) -> bool {
        !matches!(self, Lasting::Casualty)
    }
}

impl Damage {
    /// What stays of it until it is repaired.
    pub fn lasting(self) -> Option<Lasting> {
        Lasting::ALL.into_iter().find(|lasting| lasting.damage() == self)
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

words! {
    /// Why a battle is over.
    Ending {
        NoFriends = "no_friends", "none of yours is left in it";
        NoEnemies = "no_enemies", "no enemy is left";
        Called = "called", "it is won";
        Turns = "turns", "its last turn is over";
    }
}

impl Ending {
    /// The rule it goes by (R22).
    pub const fn rule(self) -> RuleId {
        match self {
            Ending::NoFriends => rule!("combat.retreat.2"),
            Ending::NoEnemies | Ending::Called => rule!("combat.turn.3"),
            Ending::Turns => rule!("combat.turn.4"),
        }
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
    /// Who repairs and heals.
    Mender {
        Depot = "depot", "Repair/Replace";
        Medic = "medic", "Medic";
        Mechanic = "mechanic", "US Mechanic";
        Card = "card", "card";
    }
}

words! {
    /// Evaluations of a campaign, from worst to best.
    Evaluation {
        Failure = "failure", "Failure";
        Poor = "poor", "Poor";
        Adequate = "adequate", "Adequate";
        Good = "good", "Good";
        Great = "great", "Great";
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
