//! What lines, columns and remarks are called on which rolls are read, where no word of the book names them: the sheets are laid out with
//! these, and the rules say with them where a roll was read.

use hulldown_core::chart::Heading;

/// Attacks, by range.
pub const RANGES: [Heading; 5] =
    [Heading::new("0"), Heading::new("1"), Heading::new("2"), Heading::new("3"), Heading::new("4")];

hulldown_core::headings! {
    DEFENSE = "Defense"; // the die that may negate a hit
    D6_UP_TO = "d6 up to"; // Campaigns: up to which roll the enemy's die is a d6
    REFIT = "Refit"; // operational movement: what makes a Battalion Full again
}
