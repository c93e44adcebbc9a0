//! What is written in saves and typed by players keeps its spelling, and days and dice count as they should.

use hulldown_patton::talk::Choice;
use hulldown_patton::words::{Clock, Day, colored_die, white_die};

#[test]
fn every_key_reads_back_as_the_same_choice() {
    for key in [
        "yes",
        "no",
        "done",
        "go",
        "usual",
        "same",
        "by-hand",
        "n:7",
        "assign:g",
        "tank:keep",
        "tank:new",
        "tank:17",
        "load:none",
        "load:he",
        "hull:6-8",
        "turret:1",
        "open:c",
        "close:l",
        "look:l:4-5",
        "check:m07",
        "artillery:m41",
        "pick-up:m01",
        "air:m02",
        "resupply",
        "enter:m03",
        "wait",
        "wait:on",
        "mark:6-8:close",
        "spot:c:3",
        "plan:gun",
        "plan:clear",
        "order:d:forward",
        "order:c:none",
        "direct:main",
        "direct:coax",
        "post:g",
        "reload:ap",
        "reload:ap:rack",
        "fire:2:direct",
        "fire:2:track",
        "again:area",
        "hold",
        "aimed",
        "shoot:4",
        "sweep:9-10:long",
        "sector:3",
        "area:m20",
        "rescue:c:g",
        "medal:silver",
    ] {
        let choice: Choice = key.parse().unwrap_or_else(|_| panic!("{key}"));
        assert_eq!(choice.to_string(), key);
    }
    for key in
        ["", "fire", "fire:2", "fire:02:direct", "n:+1", "n:-1", "tank:0", "tank:19", "go:x", "order:c", "wait:x"]
    {
        assert!(key.parse::<Choice>().is_err(), "{key}");
    }
}

#[test]
fn the_two_dice_of_a_roll() {
    assert_eq!((colored_die(100), white_die(100)), (10, 10));
    assert_eq!((colored_die(7), white_die(7)), (10, 7));
    assert_eq!((colored_die(30), white_die(30)), (3, 10));
    assert_eq!((colored_die(91), white_die(91)), (9, 1));
}

#[test]
fn dates_count_through_the_campaign() {
    let date = |text: &str| text.parse::<Day>().unwrap();
    assert_eq!((date("1944-07-27"), date("1945-04-30")), (Day::FIRST, Day::END));
    assert_eq!(date("1945-04-18"), Day::LAST_COMBAT);
    for n in 1..=Day::END.0 {
        assert_eq!(date(&Day(n).id()), Day(n));
    }
    assert_eq!(date("1945-02-28").next().to_string(), "1 March 1945");
    assert_eq!(date("1944-09-05").plus(8), date("1944-09-13"));
    assert_eq!((Day::END.next().to_string(), Day::END.plus(32).id()), ("1 May 1945".into(), "1945-06-01".into()));
    assert_eq!(Day::END.plus(5), date("1945-05-05"));
    assert_eq!(date("1944-12-31").next().month().index(), 6);
    assert!("1944-09-31".parse::<Day>().is_err() && "1944-06-01".parse::<Day>().is_err());
}

#[test]
fn clocks_keep_quarters() {
    assert_eq!("05:30".parse::<Clock>().unwrap().plus(240).to_string(), "09:30");
    assert!("05:31".parse::<Clock>().is_err() && "24:00".parse::<Clock>().is_err());
}
