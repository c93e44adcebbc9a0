//! Where the sources of a game disagree, or one can be read in two ways, and other readings as packs that are known by name alone.

use crate::names::nearest;
use crate::problem::{Problem, shown};
use crate::shelf::Pack;
use hulldown_core::Playable;
use hulldown_core::chart::ChartError;
use hulldown_core::playable::Disagreement;

/// What the name of such a pack begins with; the readings follow.
pub(crate) const PACK: &str = "readings: ";
/// All that can be played.
const ALL: &str = "all";

/// The readings a pack's name says it holds, if it says so.
pub(crate) fn named(pack: &str) -> Option<Vec<String>> {
    Some(pack.strip_prefix(PACK)?.split(", ").map(String::from).collect())
}

/// Where the sources of a game disagree.
pub(crate) fn all<G: Playable>() -> Vec<Disagreement> {
    G::readings().iter().map(Disagreement::of).collect()
}

/// The pack that plays these readings. The same ones make the same pack, in whatever order they are named.
pub(crate) fn pack<G: Playable>(names: &[String]) -> Result<Pack, Problem> {
    let all = all::<G>();
    if all.is_empty() {
        return Err(Problem::bad_request(format!(
            "the sources of {} do not disagree: it has no other readings",
            G::TITLE
        )));
    }
    for name in names.iter().filter(|name| *name != ALL) {
        match all.iter().find(|d| d.name == name) {
            Some(d) if d.playable => {}
            Some(d) => {
                let why = d.note.unwrap_or("there is no other reading");
                return Err(Problem::bad_request(format!("`{name}` cannot be played: {why}")));
            }
            None => {
                let near = nearest(name, all.iter().map(|d| d.name));
                let near = near.map_or(String::new(), |near| format!(" Did you mean {near}?"));
                let list = format!("`hulldown charts {} --disagreements` lists them", G::ID);
                return Err(Problem::unknown(format!("there is no reading `{}`.{near} {list}", shown(name))));
            }
        }
    }
    let every = names.iter().any(|name| name == ALL);
    let wanted = |d: &&Disagreement| d.playable && (every || names.iter().any(|name| name == d.name));
    let chosen: Vec<&str> = all.iter().filter(wanted).map(|d| d.name).collect();
    let bad = |e: ChartError| Problem::bad_request(e.to_string());
    let files = hulldown_core::chart::readings::pack(&G::shipped(), G::readings(), &chosen).map_err(bad)?;
    let name = if every { ALL.into() } else { chosen.join(", ") };
    Ok(Pack { name: format!("{PACK}{name}"), files })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf::{NewGame, find};
    use hulldown_catalog::sample;
    use hulldown_catalog::sample::{Career, Days};

    fn of(names: &[&str]) -> Result<Pack, Problem> {
        pack::<Days>(&names.iter().map(|name| String::from(*name)).collect::<Vec<_>>())
    }

    /// The names of readings that can be played, or that cannot.
    fn names(playable: bool) -> Vec<&'static str> {
        all::<Days>().iter().filter(|d| d.playable == playable).map(|d| d.name).collect()
    }

    #[test]
    fn readings_make_one_pack_in_whatever_order() {
        let known = names(true);
        let (one, other) = (known[0], known[known.len() - 1]);
        let both = of(&[other, one]).unwrap();
        assert_eq!(both, of(&[one, other, one]).unwrap());
        assert_eq!(both.name, format!("{PACK}{one}, {other}"));
        let files = |names: &[&str]| of(names).unwrap().files.into_keys().collect::<Vec<_>>();
        let mut apart = [files(&[one]), files(&[other])].concat();
        apart.sort_unstable();
        apart.dedup();
        assert_eq!(files(&[one, other]), apart);
        let all = of(&["all"]).unwrap();
        assert_eq!((all.name.as_str(), all.files), ("readings: all", of(&known).unwrap().files));
    }

    #[test]
    fn what_is_no_reading_is_refused_with_a_reason() {
        let said = |names: &[&str]| of(names).unwrap_err().message;
        let (near, gap) = (format!("{}x", names(true)[0]), names(false)[0]);
        assert!(said(&[&near]).contains(&format!("Did you mean {}?", names(true)[0])), "{}", said(&[&near]));
        assert!(said(&[gap]).contains("cannot be played: "), "{}", said(&[gap]));
        assert!(pack::<Career>(&["all".into()]).unwrap_err().message.contains(<Career as hulldown_core::Game>::TITLE));
    }

    #[test]
    fn a_game_with_other_readings_is_taken_up_by_their_names() {
        let shelf = find(sample!(days)).unwrap();
        let [name, other] = [names(true)[0], names(true)[1]];
        let pack = of(&[name]).unwrap();
        let game = (shelf.new)(NewGame { pack: Some(&pack), ..NewGame::default() }).unwrap();
        let save = game.save();
        assert_eq!(save.head.pack.as_deref(), Some(format!("{PACK}{name}").as_str()));
        assert_eq!(shelf.pack_of(&save.head), Some(pack.clone()));
        // Without any pack at hand, and with another one laid out.
        let again = (shelf.load)(&save, None).unwrap().0.save();
        assert_eq!(again.head, save.head);
        assert!((shelf.load)(&save, Some(&of(&[other]).unwrap())).is_ok());
        // A name that was changed is noticed by the charts' fingerprint.
        let mut wrong = save;
        wrong.head.pack = Some(format!("{PACK}{other}"));
        assert!((shelf.load)(&wrong, None).is_err());
        wrong.head.pack = Some(format!("{PACK}wonders"));
        assert!((shelf.load)(&wrong, None).is_err());
    }
}
