//! The rules of Patton's Best in our words.

hulldown_core::ledger!("../rules.tsv");

/// Cites a rule of the ledger; an id that is not in it does not compile.
macro_rules! rule {
    ($id:literal) => {
        const { $crate::rules::CITED.cite($id) }
    };
}
pub(crate) use rule;
