//! `hulldown sim`: many games at once. The work is done by `hulldown_sim`; here it meets the command line.
