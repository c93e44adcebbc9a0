//! What lines, columns and remarks are called on which rolls are read, where no word of the book names them: the sheets are laid out with
//! these, and the rules say with them where a roll was read.

use hulldown_core::chart::Heading;

/// B3: the part that is struck.
pub const LOCATION: Heading = Heading::new("location");
/// B4: whether men dare.
pub const TRIES: Heading = Heading::new("tries");
/// B6: whether it burns.
pub const FIRE: Heading = Heading::new("Fire");
/// B9: who comes up.
pub const REINFORCEMENT: Heading = Heading::new("reinforcement");
/// B9: who runs onto a mine.
pub const MINEFIELD: Heading = Heading::new("minefield");
/// C1: what an event does.
pub const EFFECT: Heading = Heading::new("effect");
/// F1: what comes of a course.
pub const ROLL_AND_RESULT: Heading = Heading::new("roll and result");
/// F2: where a unit is set up.
pub const PLACEMENT: Heading = Heading::new("placement");
