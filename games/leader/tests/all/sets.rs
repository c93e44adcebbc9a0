//! Sets of places and cards, votes, and draws among several.

use hulldown_core::Seat;
use hulldown_core::check::Cells;
use hulldown_leader::OneOf;
use hulldown_leader::ids::{CardId, Cards, Deck, FighterId, Id, Ids};
use hulldown_leader::together::Ballot;

#[test]
fn places_are_those_that_are_meant() {
    assert_eq!(Deck::<FighterId, ()>::default().such(|()| true), Ids::NONE);
    for len in 1..=64 {
        let is = |place: usize| place.is_multiple_of(3) || place == len - 1;
        let meant: Vec<FighterId> = (0..len).filter(|place| is(*place)).map(FighterId::new).collect();
        let places = (0..len).collect::<Deck<FighterId, usize>>().such(|place| is(*place));
        assert_eq!(places.collect::<Vec<_>>(), meant);
        assert_eq!(places, meant.iter().copied().collect());
        assert_eq!(places.count(), meant.len());
        for n in 0..=meant.len() {
            assert_eq!({ places }.nth(n), meant.get(n).copied());
        }
    }
}

#[test]
fn cards_are_counted_in_their_order() {
    let meant = [0, 1, 63, 64, 100, 191, 199].map(CardId);
    let cards: Cards = meant.into_iter().collect();
    assert_eq!((cards.count(), cards.each().collect::<Vec<_>>()), (meant.len(), meant.to_vec()));
    for n in 0..=meant.len() {
        assert_eq!(cards.nth(n), meant.get(n).copied());
    }
}

/// rules: leader setup.deck.1
#[test]
fn each_of_several_is_drawn_equally_often() {
    for of in 2..=100u8 {
        let one = OneOf(of);
        let mut times = vec![0; usize::from(of)];
        for throw in 1..=one.dice().max() {
            if let Some(picked) = one.picked(throw) {
                times[picked] += 1;
            }
        }
        assert!(times.iter().all(|n| *n == times[0] && *n > 0), "{of}: {times:?}");
    }
}

#[test]
fn the_majority_decides_and_who_leads_breaks_ties() {
    let some = |bits: u8| (0..8).filter(|seat| bits >> seat & 1 == 1).map(Seat).collect();
    let verdict = |yes, no, seats| Ballot { yes: some(yes), no: some(no) }.verdict(seats, Seat(0));
    // Alone what one says counts; of two the one who leads decides.
    assert_eq!([verdict(1, 0, 1), verdict(0, 1, 1), verdict(0, 0, 1)], [Some(true), Some(false), None]);
    assert_eq!([verdict(1, 0, 2), verdict(0, 1, 2), verdict(2, 0, 2)], [Some(true), Some(false), None]);
    // Of three it takes two.
    assert_eq!(
        [verdict(1, 0, 3), verdict(1, 2, 3), verdict(0b011, 0, 3), verdict(1, 0b110, 3)],
        [None, None, Some(true), Some(false)]
    );
    // Of four two with the one who leads, else three.
    assert_eq!([verdict(0b0011, 0, 4), verdict(0b0110, 0, 4), verdict(0b1110, 0, 4)], [Some(true), None, Some(true)]);
    assert_eq!([verdict(0b0110, 0b1001, 4), verdict(0b1001, 0b0110, 4)], [Some(false), Some(true)]);
}
