//! Bots think beside the requests: whatever is asked of them, everything else goes on.

use crate::common::{Served, keys, mark};
use hulldown_catalog::sample;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A game of two sides against the best of its bots; its table.
fn against(browser: &mut crate::common::Client, bot: &str) -> String {
    let fields = [("seed", "7"), ("dice", "random"), ("seat0", "person"), ("seat1", bot)];
    browser
        .post_once(concat!("/new/", sample!(sides)), &fields)
        .header("location")
        .expect("it leads somewhere")
        .to_string()
}

#[test]
fn three_hundred_who_want_advice_on_one_game_hold_up_nobody() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let asks: Vec<_> = (0..300)
        .map(|_| {
            let (mut browser, table) = (browser.clone(), table.clone());
            std::thread::spawn(move || browser.get(&format!("{table}?advice=1")))
        })
        .collect();
    let mut slowest = Duration::ZERO;
    for path in ["/", &table, "/", &format!("{table}/log"), "/", concat!("/rules/", sample!(career))] {
        let begun = Instant::now();
        assert_eq!(browser.get(path).status, 200);
        slowest = slowest.max(begun.elapsed());
    }
    // It was 39 s when each of them thought by itself; nothing but a crowded machine is in the way now.
    assert!(slowest < Duration::from_secs(15), "{slowest:?}");
    for ask in asks {
        let reply = ask.join().unwrap();
        assert_eq!(reply.status, 200);
        assert!(reply.text().contains("id=\"advised\""));
    }
    println!("the slowest look meanwhile took {slowest:?}");
}

#[test]
fn a_game_can_be_looked_at_while_a_bot_plays_it_on_and_stops_with_the_browser() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = against(&mut browser, "heuristic");
    let now = browser.get(&table).text();
    let body = format!("token={}&mark={}&policy=rollout&far=end", browser.token, mark(&now));
    let cookie = format!("{}={}", browser.cookies[0].0, browser.cookies[0].1);
    let mut request = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    write!(
        request,
        "POST {table}/auto HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}",
        page.port,
        body.len()
    )
    .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    // The game lies there as it was, and an answer to it takes the place of what is thought about.
    assert_eq!(mark(&browser.get(&table).text()), mark(&now));
    drop(request);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(mark(&browser.get(&table).text()), mark(&now), "nobody waits for it any more");
    let answered = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &keys(&now)[0])]);
    assert_eq!(answered.status, 200);
    assert_ne!(mark(&answered.text()), mark(&now));
}

#[test]
fn an_answer_takes_the_place_of_what_a_bot_still_thinks_about() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = against(&mut browser, "heuristic");
    let now = browser.get(&table).text();
    let (mut slow, path, at) = (browser.clone(), format!("{table}/auto"), mark(&now));
    let far =
        std::thread::spawn(move || slow.post_once(&path, &[("mark", &at), ("policy", "rollout"), ("far", "end")]));
    std::thread::sleep(Duration::from_millis(300));
    let answered = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &keys(&now)[0])]);
    let given_up = far.join().unwrap();
    // Whichever came first, only one of them was done.
    let both = (answered.status, given_up.status);
    assert!(matches!(both, (200, 409) | (409, 303)), "{both:?}");
}

#[test]
fn a_bot_opens_the_game_and_answers_in_turn() {
    let page = Served::new();
    let mut browser = page.browser();
    let fields = [("seed", "7"), ("dice", "random"), ("seat0", "heuristic"), ("seat1", "person")];
    let table = browser.post_once(concat!("/new/", sample!(sides)), &fields).header("location").unwrap().to_string();
    let mut now = browser.get(&table).text();
    for _ in 0..6 {
        let options = keys(&now);
        assert!(!options.is_empty(), "somebody is asked: {now}");
        now = browser.post(&format!("{table}/choose"), &[("mark", &mark(&now)), ("key", &options[0])]).text();
    }
}

#[test]
fn looking_back_can_be_stopped() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = mark(&browser.get(&table).text());
    browser.post(&format!("{table}/auto"), &[("mark", &now), ("policy", "sensible"), ("far", "end")]);
    let review = format!("{table}/review");
    let begun = browser.post(&review, &[]).text();
    assert!(begun.contains("value=\"stop\""), "{begun}");
    let stopped = browser.post(&review, &[("do", "stop")]).text();
    assert!(!stopped.contains("value=\"stop\"") && stopped.contains("In the time available"), "{stopped}");
    assert!(browser.post(&review, &[]).text().contains("value=\"stop\""), "and begun again");
}

#[test]
fn the_stream_of_a_deleted_game_ends() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let mut here = browser.stream(&table, "0");
    browser.post(&format!("{table}/delete"), &[]);
    assert!(here.ends(), "deleted on the page");
    let table = browser.begin(&[]);
    let mut there = browser.stream(&table, "0");
    let store = hulldown_store::Store::open(&page.data).unwrap();
    store.remove(table.rsplit('/').next().unwrap().parse().unwrap()).unwrap();
    assert!(there.ends(), "deleted in another program");
}
