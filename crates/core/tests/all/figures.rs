//! What a chart says of itself: what must hold of its figures, the headings of its tables, other readings.

use hulldown_core::chart::readings::{OtherReading, other, pack};
use hulldown_core::chart::{By, DieTable, Files, Heading, Rolls, Spans};
use hulldown_core::check::Check;
use hulldown_core::rules::RuleId;
use hulldown_core::{figures, words};

words! { Ground { Dry = "dry", "dry ground"; Mud = "mud", "mud"; Snow = "snow", "snow"; } }

figures! {
    /// A march.
    March {
        first: u8, last: u8, cost: By<Ground, u8> [0..=20];
        must |it| it.first <= it.last => "ends before it begins";
        no |it| (ground, cost) in it.cost.each().filter(|(_, cost)| **cost == 0) => format!("{}: costs {cost}", ground.id())
    }
    /// Readings.
    Readings { reading: Vec<OtherReading> }
    /// A chart.
    Chart { bog: Rolls<Spans<Ground, DieTable<Ground>>> }
}

const MARCH: &str = "first = 2\nlast = 5\n[cost]\ndry = 1\nmud = 3\nsnow = 2\n";

#[test]
fn what_must_hold_stands_beside_the_figures() {
    let read = |text: String| Files::shipped(&[]).with("march.toml", text).parse::<March>("march.toml");
    assert!(read(MARCH.into()).is_ok());
    let wrong = |from: &str, to: &str| read(MARCH.replace(from, to)).unwrap_err().what;
    assert_eq!(wrong("last = 5", "last = 1"), "ends before it begins");
    assert_eq!(wrong("mud = 3", "mud = 0"), "mud: costs 0");
}

#[test]
fn a_roll_is_read_in_the_column_that_gives_its_result() {
    let text = "[bog.chart]\ntitle = \"Bog\"\nprovenance = \"designed\"\nsource = \"here\"\n[bog.column]\ndie = \"1d6\"\n\
        dry = { 1-6 = \"dry\" }\n\"mud to snow\" = { 1-2 = \"mud\", 3-6 = \"snow\" }\n";
    let chart: Chart = Files::shipped(&[("bog.toml", text)]).parse("bog.toml").unwrap();
    let chart: &'static Chart = Box::leak(Box::new(chart));
    let check = |ground: Ground| {
        let column: &'static DieTable<Ground> = &chart.bog.column[ground];
        Check::on("bog", "Bog", RuleId(0), column)
    };
    assert_eq!(
        [Ground::Dry, Ground::Mud, Ground::Snow].map(|ground| check(ground).heading()),
        ["dry ground", "mud, snow", "mud, snow"]
    );
    assert_eq!(check(Ground::Dry).in_column(Heading::new("effect")).heading(), "effect");
    let sheet = chart.bog.sheet("bog");
    assert_eq!(sheet.head, ["roll", "dry ground", "mud, snow"]);
    assert_eq!(chart.bog.column[Ground::Mud].map(|ground| *ground as u8).heading(), "mud, snow");
}

#[test]
fn another_reading_changes_what_it_names_and_nothing_else() {
    let list = "[[reading]]\nname = \"long\"\nabout = \"the march\"\nours = \"5\"\ntheirs = \"9\"\nruling = \"R1\"\nwhy = \"so it is printed\"\n\
        edits = [{ file = \"march.toml\", after = [\"first\"], from = \"= 5\", to = \"= 9\" }]\n\
        [[reading]]\nname = \"blank\"\nabout = \"a gap\"\nours = \"1\"\ntheirs = \"-\"\nruling = \"R2\"\nwhy = \"it is a gap\"\nnote = \"a gap is no answer\"\n";
    let files = Files::shipped(&[("march.toml", MARCH)]).with("list.toml", list.into());
    let readings = files.parse::<Readings>("list.toml").unwrap().reading;
    assert_eq!(readings.iter().map(OtherReading::playable).collect::<Vec<_>>(), [true, false]);
    let laid = other(files.clone(), &readings, &["long"]).unwrap();
    assert_eq!(laid.text("march.toml").unwrap(), MARCH.replace("last = 5", "last = 9"));
    let wrong = |name: &str| pack(&files, &readings, &[name]).unwrap_err().to_string();
    assert_eq!(wrong("short"), "readings: short: there is no such reading");
    assert_eq!(wrong("blank"), "readings: blank: cannot be played the other way: a gap is no answer");
    let other_files = Files::shipped(&[("march.toml", "first = 2")]);
    let gone = pack(&other_files, &readings, &["long"]).unwrap_err().to_string();
    assert_eq!(gone, "readings: long: march.toml has no `= 5`");
}
