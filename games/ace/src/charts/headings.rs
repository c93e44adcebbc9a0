//! What lines, columns and remarks are called on which rolls are read, where no word of the book names them: the sheets are laid out with
//! these, and the rules say with them where a roll was read.

hulldown_core::headings! {
    LOCATION = "location"; // B3: the part that is struck
    TRIES = "tries"; // B4: whether men dare
    FIRE = "Fire"; // B6: whether it burns
    REINFORCEMENT = "reinforcement"; // B9: who comes up
    MINEFIELD = "minefield"; // B9: who runs onto a mine
    EFFECT = "effect"; // C1: what an event does
    ROLL_AND_RESULT = "roll and result"; // F1: what comes of a course
    PLACEMENT = "placement"; // F2: where a unit is set up
}
