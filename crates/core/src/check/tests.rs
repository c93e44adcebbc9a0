//! Rolls, their chances and their words.

use super::*;
use crate::dice::{D6, D10, D100, TWO_D6};

const R: RuleId = RuleId(0);

#[test]
fn one_check_gives_result_chance_and_line() {
    let check = Check::at_most("B1", "To hit", R, TWO_D6, 5).naturals(2, 12).called("hit", "miss").with(1, "rain", R);
    assert_eq!(check.chance(), Some((6, 36)));
    assert_eq!(check.line(&check.rolled(TWO_D6.faces_for(4))), "To hit (B1): 4 +1 rain = 5, 5 or less: hit");
    assert_eq!(check.results(), [("hit".into(), 6), ("miss".into(), 30)]);
}

#[test]
fn the_chance_of_one_die_counts_the_throws_that_succeed() {
    let counted = |check: &Check| (1..=100).filter(|n| check.succeeds(*n)).count() as u32;
    for need in [-5, 0, 1, 2, 50, 99, 100, 120] {
        for modifier in [-120, -3, 0, 1, 40, 120] {
            let plain = Check::at_most("X", "", R, D100, need).with(modifier, "", R);
            let held = plain.clone().held(1, 100);
            let decided = held.clone().naturals(3, 98);
            let reached = Check::at_least("X", "", R, D100, need).with(modifier, "", R);
            for check in [plain, held, decided, reached] {
                assert_eq!(check.chance(), Some((counted(&check), 100)), "{need} {modifier}");
            }
        }
    }
}

#[test]
fn natural_throws_decide_whatever_the_modifiers() {
    let hopeless = Check::at_most("B1", "To hit", R, TWO_D6, 5).naturals(2, 12).with(9, "dark", R);
    assert_eq!(hopeless.chance(), Some((1, 36)));
    let certain = Check::at_most("B1", "To hit", R, TWO_D6, 5).naturals(2, 12).with(-9, "huge", R);
    assert_eq!(certain.chance(), Some((35, 36)));
}

/// "72, 20 or less: smoke" would say two things.
#[test]
fn a_throw_that_decides_by_itself_says_so() {
    let friends = Check::at_most("X", "Fire", R, D100, 20).specials([81, 100], "smoke").with(-9, "flank", R);
    let line = |natural| friends.line(&friends.rolled(D100.faces_for(natural)));
    assert_eq!(line(81), "Fire (X): 81 -9 flank = 72, natural 81 or more: smoke");
    assert_eq!(line(80), "Fire (X): 80 -9 flank = 71, 20 or less: no");
    let look = Check::at_most("X", "Look", R, D10, 7).naturals(1, 9).with(-3, "near", R);
    let look = look.on_line(Heading::new("seen")).naturals_on([Heading::NONE, Heading::new("hidden")]);
    let line = |check: &Check, face| check.line(&check.rolled(D10.faces_for(face)));
    assert_eq!(line(&look, 9), "Look (X): 9 -3 near = 6, natural 9 or more: no");
    assert_eq!(line(&look, 8), "Look (X): 8 -3 near = 5, 7 or less: yes");
    assert_eq!([1, 8, 9].map(|natural| look.line_of(natural)), ["seen", "seen", "hidden"]);
    let far = Check::at_most("X", "Look", R, D10, 2).naturals(1, 9).with(3, "far", R);
    assert_eq!(line(&far, 1), "Look (X): 1 +3 far = 4, natural 1: yes");
    // A total that fails by itself needs no other reason.
    assert_eq!(line(&far, 9), "Look (X): 9 +3 far = 12, 2 or less: no");
}

#[test]
fn totals_are_held_and_never_overflow() {
    let shot = Check::at_most("X", "To hit", R, D100, 75).naturals(3, 98).specials([1, 3], "critical hit");
    let shot = shot.called("hit", "miss").held(1, 100).with(65, "track", R).with(65, "far", R).with(-127, "near", R);
    assert_eq!((shot.modifier(), shot.total(100), shot.total(1)), (3, 100, 4));
    let near = Check::at_most("X", "To hit", R, D10, 5).called("hit", "miss").held(1, 10);
    let line = |value, face| {
        let check = near.clone().with(value, "aim", R);
        check.line(&check.rolled(D10.faces_for(face)))
    };
    assert_eq!(line(-8, 4), "To hit (X): 4 -8 aim = 1 (at least 1), 5 or less: hit");
    assert_eq!(line(-3, 4), "To hit (X): 4 -3 aim = 1, 5 or less: hit");
    assert_eq!(line(3, 9), "To hit (X): 9 +3 aim = 10 (at most 10), 5 or less: miss");
    assert_eq!(shot.results(), [("critical hit".into(), 3), ("hit".into(), 69), ("miss".into(), 28)]);
    let off = Check::at_least("X", "Explosion", R, D100, 100).with(127, "full", R).with(127, "of it", R);
    assert_eq!((off.total(100), off.chance()), (127, Some((100, 100))));
}

#[test]
fn a_number_beyond_the_dice_is_reached_by_modifiers() {
    let number = Check::at_least("X", "Direction", R, D10, 1).called("rolled", "rolled");
    assert_eq!(number.line(&number.rolled(D10.faces_for(4))), "Direction (X): 4");
    let mut check = Check::reaching("X", "Medal", R, D100, 200).called("yes", "no");
    assert_eq!(check.chance(), Some((0, 100)));
    check.modify_far(140, "deeds", R);
    assert_eq!(check.chance(), Some((41, 100)));
    assert_eq!(check.line(&check.rolled(D100.faces_for(64))), "Medal (X): 64 +140 deeds = 204, 200 or more: yes");
    check.modify_far(i16::MAX, "more than that", R);
    assert!(check.succeeds(1));
}

#[test]
fn a_column_names_its_cells() {
    static TABLE: std::sync::LazyLock<DieTable<char>> =
        std::sync::LazyLock::new(|| DieTable::new(D6, &[([1, 2], 'a'), ([3, 6], 'b')]).unwrap());
    let check = Check::on("X", "Try", R, &*TABLE).special(6, "jam").with(-1, "cold", R);
    assert_eq!(check.results(), [("a".into(), 3), ("b".into(), 2), ("jam".into(), 1)]);
    assert_eq!(check.chance(), None);
    assert_eq!(check.line(&check.rolled(D6.faces_for(3))), "Try (X): 3 -1 cold = 2: a");
}
