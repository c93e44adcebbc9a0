//! All tests of the crate in one program: linked once.

mod colors;
