//! All tests of the crate in one program: linked once.

mod backups;
mod damage;
mod drafts;
mod games;
mod ground;
mod kill;
mod place;
mod read_only;
mod schema;
mod together;
mod told;
