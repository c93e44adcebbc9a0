//! What other pages in the same browser, and worse, may try.

use crate::common::{Served, keys, mark, raw, well_formed};
use hulldown_catalog::sample;

#[test]
fn every_reply_carries_a_strict_policy() {
    let page = Served::new();
    let mut browser = page.browser();
    for path in ["/", "/nowhere", "/assets/page.js"] {
        let reply = browser.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"));
        assert!(policy.contains("require-trusted-types-for 'script'") && !policy.contains("data:"), "{policy}");
        assert!(reply.header("permissions-policy").unwrap().contains("camera=()"));
    }
}

#[test]
fn only_who_has_the_key_is_let_in() {
    let page = Served::new();
    let table = page.browser().begin(&[("name", "Secret")]);
    let mut stranger = page.stranger();
    for path in ["/", &table, &format!("{table}/export"), &format!("{table}/stream"), "/?key=", "/nowhere"] {
        let reply = stranger.get_once(path);
        assert_eq!((reply.status, reply.header("set-cookie")), (403, None), "{path}");
        well_formed(&reply.text());
        let title = if path.contains("key=") { "The key is wrong" } else { "The key is missing" };
        assert!(reply.text().contains(title) && !reply.text().contains("Secret"), "{path}");
        assert!(!reply.text().contains("name=\"token\""), "{path}");
    }
    assert_eq!(stranger.get_once("/assets/page.css").status, 200);
    let reply = stranger.get_once(&format!("{table}?key={}&voice=story", page.key));
    assert_eq!((reply.status, reply.header("location")), (303, Some(format!("{table}?voice=story").as_str())));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(&page.key),
        "{cookie}"
    );
    assert_eq!(stranger.get_once(&table).status, 200);
    let reply = stranger.get_once(&format!("//evil.example/?key={}", page.key));
    assert!(reply.header("location").is_none_or(|to| !to.starts_with("//")), "{reply:?}");
    // A program that is no browser says it with every request.
    let bearer = |key: &str| {
        let heads = format!("Host: 127.0.0.1:{}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n", page.port);
        raw(page.port, format!("GET {table} HTTP/1.1\r\n{heads}\r\n").as_bytes()).status
    };
    assert_eq!((bearer(&page.key), bearer("x"), bearer("")), (200, 403, 403));
    // Started again on the same games it knows the open tabs.
    let again = page.again();
    let mut tab = page.browser();
    for (name, _) in &mut tab.cookies {
        *name = name.replace(&page.port.to_string(), &again.to_string());
    }
    tab.port = again;
    assert_eq!(tab.get(&table).status, 200);
}

#[test]
fn another_page_may_lead_here_but_not_look() {
    let page = Served::new();
    let browser = page.browser();
    let ask = |heads: &str| browser.get_with("/", heads).status;
    let navigate = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(ask(&format!("Sec-Fetch-Site: cross-site\r\n{navigate}")), 200);
    assert_eq!(ask("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n"), 200);
    assert_eq!(ask("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n"), 200);
    for heads in [
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n",
        "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n",
    ] {
        assert_eq!(ask(heads), 403, "{heads}");
    }
}

#[test]
fn the_name_in_the_request_line_counts() {
    let page = Served::new();
    let browser = page.browser();
    assert_eq!(browser.get_with("http://evil.example/", "").status, 421);
    assert_eq!(browser.get_with(&format!("http://evil.example:{}/", page.port), "").status, 421);
    assert_eq!(browser.get_with(&format!("http://127.0.0.1:{}/", page.port), "").status, 200);
}

#[test]
fn what_is_not_understood_is_refused_with_a_page() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    for path in [
        "/game/%ff".to_string(),
        "/?page=-1".into(),
        format!("{table}?advice=1&advice=2"),
        format!("{table}/replay?at=-1"),
        format!("{table}/watch?turn=x"),
        format!("{table}/log?kind=a&kind=b"),
    ] {
        let reply = browser.get(&path);
        assert_eq!(reply.status, 400, "{path}");
        assert!(reply.header("content-type").unwrap().starts_with("text/html"), "{path}");
        well_formed(&reply.text());
    }
    // What is far too long for an answer is not sent back.
    let now = mark(&browser.get(&table).text());
    let long = "x".repeat(50_000);
    let reply = browser.post(&format!("{table}/choose"), &[("mark", &now), ("key", &long)]);
    assert_eq!(reply.status, 409);
    assert!(!reply.text().contains(&long[..1_000]));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    use std::io::{Read, Write};
    let page = Served::new();
    let browser = page.browser();
    let mut slow = std::net::TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    slow.set_read_timeout(Some(std::time::Duration::from_secs(90))).unwrap();
    let cookie = format!("{}={}", browser.cookies[0].0, browser.cookies[0].1);
    let game = sample!(career);
    write!(
        slow,
        "POST /new/{game} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {cookie}\r\nContent-Length: 1000\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=",
        page.port
    )
    .unwrap();
    let mut said = [0; 64];
    let n = slow.read(&mut said).unwrap();
    assert!(said[..n].starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&said[..n]));
}

#[test]
fn a_wrong_host_is_refused() {
    let page = Served::new();
    let port = page.port;
    for host in [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:1",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1:{port}.evil.example"),
        "",
    ] {
        let reply = raw(port, format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.status, 421, "{host:?}");
    }
    let key = &page.key;
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        let heads = format!("Host: {host}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n");
        let reply = raw(port, format!("GET / HTTP/1.1\r\n{heads}\r\n").as_bytes());
        assert_eq!(reply.status, 200, "{host:?}");
    }
    let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(matches!(raw(port, twice.as_bytes()).status, 400 | 421));
}

#[test]
fn another_page_cannot_play() {
    let page = Served::new();
    let mut browser = page.browser();
    let table = browser.begin(&[]);
    let now = browser.get(&table).text();
    let body = format!("token={}&mark={}&key={}", browser.token, mark(&now), keys(&now)[0]);
    let path = format!("{table}/choose");
    let own = format!("Origin: http://127.0.0.1:{}\r\n", page.port);
    for heads in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        &format!("Origin: http://localhost:{}\r\n", page.port + 1),
        &format!("{own}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        assert_eq!(browser.post_raw(&path, heads, &body).status, 403, "{heads}");
    }
    // The token is needed, and so is the cookie.
    let rest = body.split_once('&').unwrap().1;
    for body in [rest.to_string(), format!("token=&{rest}"), format!("token={}&{rest}", "0".repeat(32))] {
        let reply = browser.post_raw(&path, &own, &body);
        assert_eq!(reply.status, 403, "{body}");
        well_formed(&reply.text());
    }
    let mut stranger = browser.clone();
    stranger.cookies.clear();
    assert_eq!(stranger.post_raw(&path, &own, &body).status, 403);
    let every = [concat!("/new/", sample!(career)), concat!("/learn/", sample!(career)), "/settings"]
        .map(String::from)
        .into_iter();
    let game = [
        "throw",
        "undo",
        "auto",
        "on",
        "ease",
        "dice",
        "tips",
        "review",
        "bookmark",
        "playon",
        "rename",
        "duplicate",
        "delete",
    ];
    for path in every.chain(game.map(|act| format!("{table}/{act}"))) {
        let body = "at=0&name=x&mode=random&steps=1&mark=0&key=x&policy=random&far=end";
        assert_eq!(browser.post_raw(&path, &own, body).status, 403, "{path}");
    }
    assert_eq!(stranger.upload("x.json", b"{}").status, 403);
    let token = std::mem::take(&mut browser.token);
    assert_eq!(browser.upload("x.json", b"{}").status, 403);
    browser.token = token;
    assert_eq!(mark(&browser.get(&table).text()), mark(&now), "nothing has changed");
    assert_eq!(browser.post_raw(&path, &own, &body).status, 303);
}

#[test]
fn too_much_is_refused() {
    let page = Served::new();
    let mut browser = page.browser();
    let long = "x".repeat(70 << 10);
    let reply = browser.post_once(concat!("/new/", sample!(career)), &[("name", &long)]);
    assert_eq!(reply.status, 413);
    well_formed(&reply.text());
    assert_eq!(browser.upload("big.json", &vec![b' '; (32 << 20) + 1000]).status, 413);
    assert_eq!(browser.upload("fits.json", &vec![b' '; 1 << 20]).status, 422);
}

#[test]
fn no_address_leads_to_the_disk() {
    let page = Served::new();
    let mut browser = page.browser();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/..%2f..%2fetc/passwd",
        "/game/..%2f..%2fgames.db",
        "/game/%00",
        "/game/%ff",
        "/rules/..%2f/x",
        concat!("/charts/", sample!(career), "/..%2f..%2fetc%2fpasswd"),
        "/game/0000000g",
        "/game/000000001",
        "//etc/passwd",
        "/game/00000000/event/99999999999999999999",
    ] {
        let reply = browser.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
        assert!(!String::from_utf8_lossy(&reply.bytes).contains("root:"));
    }
    let put = format!("PUT / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", page.port);
    assert_eq!(raw(page.port, put.as_bytes()).status, 405);
    let get = browser.get(concat!("/learn/", sample!(career)));
    assert_eq!(get.status, 405);
    well_formed(&get.text());
}

#[test]
fn a_script_in_a_name_is_shown_and_not_run() {
    let page = Served::new();
    let mut browser = page.browser();
    let evil = "<script>alert(1)</script>\"'><img src=x>";
    let table = browser.begin(&[("name", evil), ("setup-name", evil)]);
    for path in [
        "/".to_string(),
        table.clone(),
        format!("{table}/report"),
        format!("{table}/career"),
        format!("{table}/replay"),
        format!("{table}/delete"),
        format!("{table}?spot=<script>&odds=<script>&kind=<script>&voice=<script>"),
    ] {
        let text = browser.get(&path.replace('<', "%3C").replace('>', "%3E")).text();
        assert_eq!(text.matches("<script").count(), 1, "{path}");
        assert!(!text.contains("<img src=x"), "{path}");
        well_formed(&text);
    }
    let markdown = browser.get(&format!("{table}/report.md")).text();
    assert!(!markdown.contains("<script>"), "{markdown}");
}
