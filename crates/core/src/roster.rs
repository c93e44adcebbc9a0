//! Names for men who have none in the rules: a rulebook counts crewmen, a player remembers them.

/// Surnames of the men, in no order. Their count is prime, so that any stride goes through all of them.
const SURNAMES: [&str; 97] = [
    "Kowalski",
    "Burke",
    "Lindqvist",
    "Moretti",
    "Tate",
    "Hollis",
    "Novak",
    "Sullivan",
    "Ortega",
    "Pruitt",
    "Weiss",
    "Callahan",
    "Dupree",
    "Fontaine",
    "Gallo",
    "Harmon",
    "Isaacson",
    "Jessup",
    "Keegan",
    "Larkin",
    "McBride",
    "Nolan",
    "Olson",
    "Petrov",
    "Quinn",
    "Rizzo",
    "Sadler",
    "Thorne",
    "Underhill",
    "Vance",
    "Whitaker",
    "Yates",
    "Zielinski",
    "Abbott",
    "Becker",
    "Castellano",
    "Dolan",
    "Eaton",
    "Farrow",
    "Grady",
    "Hatcher",
    "Ingram",
    "Janssen",
    "Kessler",
    "Lowry",
    "Maddox",
    "Nichols",
    "O\u{2019}Hara",
    "Pacheco",
    "Reese",
    "Salazar",
    "Tucker",
    "Ulrich",
    "Vogel",
    "Wolcott",
    "Youngblood",
    "Ziegler",
    "Amato",
    "Bradshaw",
    "Cutler",
    "Delgado",
    "Engstrom",
    "Flynn",
    "Garrity",
    "Hobbs",
    "Ivers",
    "Jankowski",
    "Kincaid",
    "Lombardi",
    "Mercer",
    "Norris",
    "Oakley",
    "Pike",
    "Rourke",
    "Santos",
    "Talbot",
    "Urban",
    "Valenti",
    "Webster",
    "Yoder",
    "Zimmer",
    "Archer",
    "Boyd",
    "Crane",
    "Drake",
    "Ellis",
    "Foley",
    "Greer",
    "Horvath",
    "Kearney",
    "Lutz",
    "Munson",
    "Nash",
    "Osborne",
    "Parrish",
    "Ramsey",
    "Sorensen",
];

/// How far apart in the list the men of a second crew begin.
const CREW_APART: usize = 41;

/// What the man of a number is called in a crew. The same in every telling of the game, and no two of a crew alike before the list is through.
pub fn surname(crew: usize, number: u16) -> &'static str {
    SURNAMES[(crew * CREW_APART + usize::from(number)) % SURNAMES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_men_of_two_crews_have_names_of_their_own() {
        let names: BTreeSet<_> = (0..2).flat_map(|crew| (1..=40).map(move |man| surname(crew, man))).collect();
        assert_eq!(names.len(), 80);
    }

    #[test]
    fn no_name_is_in_the_list_twice() {
        assert_eq!(SURNAMES.iter().collect::<BTreeSet<_>>().len(), SURNAMES.len());
    }
}
