//! What is printed on counters and mats, where the view does not say it. A test compares it with the charts of the game.

/// A type of enemy vehicle or gun.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// What fits on a counter.
    pub(crate) short: &'static str,
    pub(crate) class: &'static str,
    pub(crate) pen: Option<u32>,
    pub(crate) armor: Option<[u32; 3]>,
    /// Whether it fires machine guns on B2.
    pub(crate) mg: bool,
}

const fn armed(
    id: &'static str,
    name: &'static str,
    short: &'static str,
    class: &'static str,
    pen: u32,
    armor: [u32; 3],
) -> Unit {
    Unit { id, name, short, class, pen: Some(pen), armor: Some(armor), mg: false }
}

const fn gun(id: &'static str, name: &'static str, short: &'static str, pen: u32) -> Unit {
    Unit { id, name, short, class: "AT", pen: Some(pen), armor: None, mg: false }
}

const fn light(
    id: &'static str,
    name: &'static str,
    short: &'static str,
    class: &'static str,
    pen: Option<u32>,
    armor: [u32; 3],
) -> Unit {
    Unit { id, name, short, class, pen, armor: Some(armor), mg: true }
}

/// All types, in the order the game numbers them.
pub(crate) static UNITS: [Unit; 23] = [
    armed("pz3", "PzKw III M", "Pz III", "T", 4, [4, 5, 2]),
    armed("pz4", "PzKw IV H", "Pz IV", "T", 7, [4, 5, 2]),
    armed("panther", "PzKw V Panther G", "Panther", "T", 10, [8, 11, 4]),
    armed("tiger1", "PzKw VI Tiger I", "Tiger I", "T", 8, [8, 8, 5]),
    armed("tiger2", "PzKw VI King Tiger", "K.Tiger", "T", 13, [12, 14, 6]),
    armed("marder3", "Marder III", "Marder", "SPG", 7, [1, 2, 1]),
    armed("stug3", "StuG III G", "StuG III", "SPG", 7, [5, 5, 2]),
    armed("stuh42", "StuH 42", "StuH 42", "SPG", 6, [5, 5, 2]),
    armed("jpz4", "Jagdpanzer IV", "JPz IV", "SPG", 7, [6, 7, 3]),
    armed("hetzer", "Hetzer", "Hetzer", "SPG", 7, [6, 8, 2]),
    armed("pz4_70", "Panzer IV/70", "Pz IV/70", "SPG", 10, [8, 9, 3]),
    armed("jagdpanther", "Jagdpanther", "JPanther", "SPG", 13, [11, 11, 4]),
    armed("jagdtiger", "Jagdtiger", "JTiger", "SPG", 15, [17, 14, 6]),
    gun("pak38", "5cm PAK 38", "Pak 38", 4),
    gun("pak40", "7.5cm PAK 40", "Pak 40", 7),
    gun("flak36", "8.8cm FLAK 36", "Flak 36", 8),
    gun("pak43", "8.8cm PAK 43", "Pak 43", 13),
    light("sdkfz221", "SdKfz 221", "Kfz 221", "R", None, [1, 1, 1]),
    light("sdkfz222", "SdKfz 222", "Kfz 222", "R", Some(2), [1, 1, 1]),
    light("sdkfz231", "SdKfz 231 (8-rad)", "Kfz 231", "R", Some(2), [1, 2, 1]),
    light("sdkfz234", "SdKfz 234/1", "Kfz 234", "R", Some(2), [2, 2, 1]),
    light("sdkfz251", "SdKfz 251 halftrack", "Kfz 251", "HT", None, [1, 1, 1]),
    Unit { id: "opel_blitz", name: "Opel Blitz truck", short: "Opel", class: "W", pen: None, armor: None, mg: false },
];

/// A grade of infantry.
#[derive(Debug)]
pub(crate) struct Grade {
    pub(crate) name: &'static str,
    pub(crate) short: &'static str,
    /// Morale Level at full strength and reduced.
    pub(crate) morale: [u32; 2],
}

/// All grades, in the order the game numbers them.
pub(crate) static GRADES: [Grade; 6] = [
    Grade { name: "Waffen-SS INF", short: "SS", morale: [5, 4] },
    Grade { name: "Fallschirmjaeger INF", short: "Fallsch.", morale: [5, 4] },
    Grade { name: "Wehrmacht INF", short: "Wehrm.", morale: [4, 3] },
    Grade { name: "Volksgrenadier INF", short: "Volksgr.", morale: [3, 2] },
    Grade { name: "Static / Ost INF", short: "Static", morale: [2, 1] },
    Grade { name: "Volkssturm INF", short: "Volksst.", morale: [2, 1] },
];

/// A grade by its number; Wehrmacht if there is none.
pub(crate) fn grade(number: usize) -> &'static Grade {
    GRADES.get(number).unwrap_or(&GRADES[2])
}

/// A tank the player may come to command.
#[derive(Debug)]
pub(crate) struct Tank {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) prestige: u32,
    pub(crate) available: &'static str,
    pub(crate) gun: &'static str,
    pub(crate) firepower: u32,
    pub(crate) armor: [u32; 3],
    /// Whether the loader has a smoke mortar.
    pub(crate) smoke_mortar: bool,
    /// The most HCBI, WP and APCR it carries.
    pub(crate) limits: [u32; 3],
}

#[rustfmt::skip]
#[allow(clippy::too_many_arguments)]
const fn tank(
    id: &'static str, name: &'static str, prestige: u32, available: &'static str, gun: &'static str, firepower: u32,
    armor: [u32; 3], smoke_mortar: bool, limits: [u32; 3],
) -> Tank {
    Tank { id, name, prestige, available, gun, firepower, armor, smoke_mortar, limits }
}

/// The ladder of tanks, in the order the game numbers them.
pub(crate) static TANKS: [Tank; 10] = [
    tank("m4a1_early", "M4A1 (Early)", 0, "1944-06", "75mm M3", 5, [5, 5, 3], false, [4, 4, 0]),
    tank("m4a1_late", "M4A1 (Late)", 0, "1944-06", "75mm M3", 5, [6, 5, 3], true, [4, 4, 0]),
    tank("m4a1_76", "M4A1(76)", 1, "1944-07", "76mm M1", 7, [6, 5, 3], true, [4, 0, 2]),
    tank("m4a1_76w", "M4A1(76)W", 2, "1944-08", "76mm M1A1", 7, [6, 6, 3], true, [4, 0, 2]),
    tank("m4a3_75w", "M4A3(75)W", 1, "1944-09", "75mm M3", 5, [6, 7, 3], true, [4, 4, 0]),
    tank("m4a3e2_75", "M4A3E2 Jumbo (75)", 4, "1944-11", "75mm M3", 5, [12, 10, 5], true, [4, 4, 0]),
    tank("m4a3e8", "M4A3E8 Easy Eight", 3, "1944-12", "76mm M1A2", 7, [6, 7, 3], true, [4, 2, 3]),
    tank("m4a1_76w_hvss", "M4A1(76)W HVSS", 3, "1945-01", "76mm M1A2", 7, [6, 6, 3], true, [4, 2, 3]),
    tank("m4a3e2_76", "M4A3E2 Jumbo (76)", 5, "1945-02", "76mm M1A1", 7, [12, 10, 5], true, [4, 2, 3]),
    tank("m26", "M26 Pershing", 5, "1945-03", "90mm M3", 9, [8, 10, 5], false, [0, 3, 4]),
];

/// A tank by its id.
pub(crate) fn tank_of(id: &str) -> Option<&'static Tank> {
    TANKS.iter().find(|t| t.id == id)
}

/// The kinds of main gun rounds: id and name, in the order of the mat.
pub(crate) const AMMO: [(&str, &str); 5] =
    [("ap", "AP"), ("he", "HE"), ("hcbi", "HCBI"), ("wp", "WP"), ("apcr", "APCR")];

/// The classes of enemies: id, name of one and of many, and a unit that stands for it.
pub(crate) const CLASSES: [(&str, &str, &str, &str); 7] = [
    ("T", "tank", "tanks", "pz4"),
    ("SPG", "self-propelled gun", "self-propelled guns", "stug3"),
    ("AT", "anti-tank gun", "anti-tank guns", "pak40"),
    ("R", "recon vehicle", "recon vehicles", "sdkfz234"),
    ("HT", "halftrack", "halftracks", "sdkfz251"),
    ("W", "truck", "trucks", "opel_blitz"),
    ("INF", "infantry platoon", "infantry platoons", ""),
];

/// The areas: letter and where it lies.
pub(crate) const AREAS: [(char, &str); 5] =
    [('A', "left front"), ('B', "front"), ('C', "right front"), ('D', "left flank"), ('E', "right flank")];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month such as `1944-06` for people.
pub(crate) fn month_name(id: &str) -> Option<String> {
    let (year, month) = id.split_once('-')?;
    let month: usize = month.parse().ok()?;
    Some(format!("{} {year}", MONTHS.get(month.checked_sub(1)?)?))
}

/// A mission by its id.
pub(crate) fn mission_name(id: &str) -> &str {
    match id {
        "contact" => "Movement to contact",
        "attack" => "Attack",
        "assault" => "Assault",
        "defense" => "Defense",
        "refit" => "Refit",
        other => other,
    }
}

/// A Major Event by its number.
pub(crate) fn major_event(number: u64) -> Option<&'static str> {
    const NAMES: [&str; 7] = [
        "Saint Lo",
        "Operation Cobra",
        "Arracourt",
        "Siegfried Line",
        "Battle of the Bulge",
        "Operation Grenade",
        "Rhine Crossing",
    ];
    NAMES.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_ace::Ace;
    use hulldown_ace::words::{Ammo, Area, Award, Class, Mission, Trophy};
    use hulldown_core::game::Game;

    #[test]
    fn the_facts_are_those_of_the_charts() {
        let charts = Ace::data();
        let number = |n: i8| u32::try_from(n).unwrap();
        assert_eq!(charts.units.len(), UNITS.len());
        for ((id, theirs), ours) in charts.units.each().zip(&UNITS) {
            assert_eq!((id.id(), theirs.name.as_str()), (ours.id, ours.name));
            assert_eq!(theirs.class.id(), ours.class, "{}", ours.id);
            assert_eq!(theirs.pen.map(number), ours.pen, "{}", ours.id);
            assert_eq!(theirs.armor.map(|a| a.map(number)), ours.armor, "{}", ours.id);
            assert_eq!(theirs.mg, ours.mg, "{}", ours.id);
            assert!(ours.short.len() <= 8, "{} is too long for a counter", ours.short);
        }
        assert_eq!(charts.grades.len(), GRADES.len());
        for (theirs, ours) in charts.grades.iter().zip(&GRADES) {
            assert_eq!((theirs.name.as_str(), theirs.ml.map(number)), (ours.name, ours.morale));
        }
        assert_eq!(charts.tanks.len(), TANKS.len());
        for ((id, theirs), ours) in charts.tanks.each().zip(&TANKS) {
            assert_eq!((id.id(), theirs.name.as_str()), (ours.id, ours.name));
            assert_eq!((u32::from(theirs.prestige), theirs.available.id()), (ours.prestige, ours.available));
            assert_eq!((theirs.gun.as_str(), number(theirs.firepower)), (ours.gun, ours.firepower));
            assert_eq!(theirs.armor.map(number), ours.armor);
            assert_eq!(theirs.smoke_mortar > 0, ours.smoke_mortar);
            assert_eq!([2, 3, 4].map(|n| u32::from(theirs.carried()[n])), ours.limits);
        }
        for event in &charts.major_events {
            assert_eq!(major_event(u64::from(event.number)), Some(event.name.as_str()));
        }
        assert_eq!(Ammo::ALL.map(|a| (a.id(), a.name())), AMMO);
        assert_eq!(Class::ALL.map(Class::id), CLASSES.map(|(id, ..)| id));
        assert_eq!(Area::ALL.map(|a| a.name().to_string()), AREAS.map(|(a, lies)| format!("{a} ({lies})")));
        for mission in Mission::ALL {
            assert_ne!(mission_name(mission.id()), mission.id());
        }
        assert_eq!(month_name("1945-04").as_deref(), Some("April 1945"));
        for award in Award::ALL {
            let drawn = crate::ace::ribbons::ribbon(award.id(), award.name(), 1).into_string();
            assert!(drawn.contains("<svg"), "no ribbon for {}", award.id());
        }
        let drawn: std::collections::BTreeSet<_> =
            Trophy::ALL.iter().map(|t| crate::ace::career::trophy(t.id())).collect();
        assert_eq!(drawn.len(), Trophy::ALL.len());
    }

    #[test]
    fn the_arcs_are_those_of_the_charts() {
        use crate::ace::seen::Facing;
        for (theirs, ours) in hulldown_ace::words::Facing::ALL.into_iter().zip(Facing::ALL) {
            assert_eq!(theirs.id(), ours.id());
            let info = &Ace::data().facing[theirs.index()];
            for area in Area::ALL {
                let letter = area.id().chars().next().unwrap();
                assert_eq!(info.fire[area.index()], ours.reaches(letter), "{theirs} {area}");
            }
        }
    }
}
