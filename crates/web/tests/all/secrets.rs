//! The law of secrets on the page: two games that differ only in what a side may not know show that side the same pages, byte for byte.

use crate::common::{Client, Served, between, mark};
use hulldown_catalog::sample;
use hulldown_core::{Generator, Seat, Secret, Viewer};
use hulldown_desk::{Match, NewGame, Seen, Until, find};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const SPY: Seat = Seat(0);
const OTHER: Seat = Seat(1);

fn begun(scenario: &str, seed: u64) -> Box<dyn Match> {
    let setup = serde_json::json!({ "scenario": scenario });
    let secret = Some(Secret::new([3; 32]));
    (find(sample!(sides)).unwrap().new)(NewGame { setup, seed, secret, ..NewGame::default() }).unwrap()
}

/// The same game twice up to a moment in which the spy is asked; in the second the other has dithered in private all along, and plots
/// something else just now.
fn twins(scenario: &str, seed: u64, steps: u32) -> [Box<dyn Match>; 2] {
    let (mut plain, mut busy) = (begun(scenario, seed), begun(scenario, seed));
    let mut random = Generator::new(seed);
    let mut step = 0;
    while step < steps || plain.prompt().waiting().len() < 2 {
        let asked = plain.prompt().waiting();
        let seat = asked[random.below(asked.len() as u32) as usize];
        plain.auto("heuristic", Some(seat), Until::Decision, Some(1)).unwrap();
        let (_, key) = plain.answers().into_iter().rev().find(|(who, _)| *who == seat).unwrap();
        if seat == OTHER && asked.contains(&SPY) {
            busy.auto("random", Some(OTHER), Until::Decision, Some(1)).unwrap();
            busy.undo(OTHER, 1).unwrap();
        }
        busy.choose(seat, &key).unwrap();
        step += 1;
    }
    busy.auto("random", Some(OTHER), Until::End, Some(5)).unwrap();
    assert!(busy.history_len() > plain.history_len() + 5);
    [plain, busy]
}

/// A page with this game alone.
struct Twin {
    _page: Served,
    browser: Client,
    table: String,
    port: u16,
}

impl Twin {
    fn new(game: &dyn Match) -> Self {
        let page = Served::new();
        let mut browser = page.browser();
        let text = serde_json::to_string(&game.save()).unwrap();
        let reply = browser.upload("Twins.json", text.as_bytes());
        let table = reply.header("location").unwrap_or_else(|| panic!("{}", reply.text())).to_string();
        Twin { port: page.port, _page: page, browser, table }
    }

    /// What an address shows, without what tells one server from another.
    fn shows(&mut self, address: &str) -> String {
        let reply = self.browser.get(&address.replace("TABLE", &self.table));
        let text = String::from_utf8_lossy(&reply.bytes).into_owned();
        format!("{} {}", reply.status, self.plain(&text))
    }

    fn plain(&self, text: &str) -> String {
        let id = self.table.rsplit('/').next().unwrap();
        let token = between(text, "name=\"token\" value=\"", "\"").unwrap_or("no token").to_string();
        // What the page is called follows from what it says, with its id and its token.
        let called = between(text, "data-shows=\"", "\"").unwrap_or("no name").to_string();
        let text = text.replace(id, "ID").replace(&token, "TOKEN").replace(&called, "CALLED");
        text.replace(&self.port.to_string(), "PORT")
    }

    /// The first that a stream of changes says.
    fn hears(&mut self) -> String {
        let cookies: Vec<String> = self.browser.cookies.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let head = format!("Host: 127.0.0.1:{}\r\nCookie: {}\r\n", self.port, cookies.join("; "));
        write!(stream, "GET {}/stream HTTP/1.1\r\n{head}\r\n", self.table).unwrap();
        let (mut heard, mut byte) = (Vec::new(), [0]);
        while !heard.windows(6).any(|part| part == b"data: ") || !heard.ends_with(b"\n\n") {
            stream.read_exact(&mut byte).unwrap();
            heard.push(byte[0]);
        }
        let heard = String::from_utf8(heard).unwrap();
        heard[heard.find("event:").unwrap()..].to_string()
    }
}

/// Every address that shows something of a game to who sits at it; the library is for who does not.
fn addresses(told: usize, answered: usize) -> Vec<String> {
    let mut all: Vec<String> = [
        "TABLE",
        "TABLE?map=whole",
        "TABLE/log",
        "TABLE/log?voice=story",
        "TABLE/replay",
        "TABLE/report",
        "TABLE/report.md",
        "TABLE/record.json",
        "TABLE/story",
        "TABLE/career",
        "TABLE/review",
        "TABLE/watch",
        "TABLE/watch?turn=1",
        "TABLE/watch?turn=1&side=1",
        "TABLE/watch?side=2",
        "TABLE/export",
        "TABLE/rename",
        "TABLE/delete",
        "TABLE/replay?at=0&side=1",
    ]
    .map(String::from)
    .into();
    all.extend((0..=told).step_by(1 + told / 12).map(|n| format!("TABLE/event/{n}")));
    all.extend((0..=answered + 1).step_by(1 + answered / 8).map(|n| format!("TABLE/replay?at={n}")));
    all
}

fn compare(twins: &mut [Twin; 2], addresses: &[String], at: &str) {
    for address in addresses {
        let [one, two] = twins.each_mut().map(|twin| twin.shows(address));
        if one != two {
            let first = one.bytes().zip(two.bytes()).position(|(a, b)| a != b).unwrap_or(one.len().min(two.len()));
            let near = |text: &str| text.chars().skip(first.saturating_sub(150)).take(300).collect::<String>();
            panic!("{at}: {address} tells something\n{}\n---\n{}", near(&one), near(&two));
        }
    }
}

#[test]
fn no_page_tells_what_the_other_does_in_private() {
    for (scenario, seed, steps) in [("0", 3, 12), ("1", 2, 60), ("11", 5, 90)] {
        let games = twins(scenario, seed, steps);
        let seen = Seen::new(&*games[0], Viewer::Seat(SPY));
        let all = addresses(seen.told(), seen.answered());
        let mut twins = games.each_ref().map(|game| Twin::new(&**game));
        let at = format!("scenario {scenario}");
        // Before anybody sits down nothing is shown but who is next.
        compare(&mut twins, &["/".into(), "TABLE".into(), "TABLE/export".into()], &at);
        let [one, two] = twins.each_mut().map(Twin::hears);
        assert_eq!(one, two);
        for twin in &mut twins {
            let now = mark(&twin.browser.get(&twin.table).text());
            let sat = twin.browser.post(&format!("{}/seat", twin.table), &[("mark", &now), ("seat", "0")]);
            assert_eq!(sat.status, 200);
        }
        compare(&mut twins, &all, &at);
        let [one, two] = twins.each_mut().map(Twin::hears);
        assert_eq!(one, two);
        // The numbers are there, and they are the spy's own.
        let table = twins[0].shows("TABLE");
        assert!(table.contains(&format!("data-mark=\"{}\"", seen.mark())), "{at}");
        // A moment marked by the one is not shown to the other, and a mark of his own has his own number.
        for twin in &mut twins {
            let at = seen.answered().to_string();
            twin.browser.post(&format!("{}/bookmark", twin.table), &[("at", &at), ("name", "Here")]);
        }
        compare(&mut twins, &["TABLE/replay".into()], &at);
        // With a policy in the other's place, which finishes in private what he has begun.
        for twin in &mut twins {
            let players = [("seat0", "person"), ("seat1", "heuristic")];
            assert_eq!(twin.browser.post(&format!("{}/players", twin.table), &players).status, 200);
        }
        compare(&mut twins, &all, &format!("{at} against a policy"));
    }
}

#[test]
fn what_a_side_hears_is_numbered_without_gaps() {
    let games = twins("1", 2, 60);
    let mut twin = Twin::new(&*games[1]);
    let now = mark(&twin.browser.get(&twin.table).text());
    twin.browser.post(&format!("{}/seat", twin.table), &[("mark", &now), ("seat", "0")]);
    let log = twin.browser.get(&format!("{}/log", twin.table)).text();
    let numbers: Vec<usize> =
        log.split("<li id=\"e").skip(1).map(|part| part[..part.find('"').unwrap()].parse().unwrap()).collect();
    // The log puts several into one line; asked for one by one, all are there, and they are fewer than were told.
    let record = twin.browser.get(&format!("{}/record.json", twin.table)).text();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let heard: Vec<usize> =
        record["events"].as_array().unwrap().iter().map(|event| event["n"].as_u64().unwrap() as usize).collect();
    assert_eq!(heard, (0..heard.len()).collect::<Vec<_>>());
    assert!(numbers.is_sorted() && numbers.iter().all(|n| *n < heard.len()), "{numbers:?}");
    // What is said of several units is one line.
    assert!(4 * numbers.len() >= heard.len(), "{} lines of {} events", numbers.len(), heard.len());
    let told = games[1].told();
    assert!(heard.len() < told && !log.contains("unheard"), "{} of {told}", heard.len());
}
