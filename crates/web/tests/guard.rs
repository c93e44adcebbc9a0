//! What other pages in the same browser, and worse, may try.

mod common;
use common::{Page, keys, mark, raw, well_formed};

#[test]
fn every_reply_carries_a_strict_policy() {
    let page = Page::new();
    let mut browser = page.browser();
    for path in ["/", "/nowhere", "/assets/page.js"] {
        let reply = browser.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"));
    }
    let cookie = raw(
        page.port,
        format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", page.port).as_bytes(),
    );
    let cookie = cookie.header("set-cookie").unwrap().to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[test]
fn a_wrong_host_is_refused() {
    let page = Page::new();
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
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        let reply = raw(port, format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.status, 200, "{host:?}");
    }
    let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(matches!(raw(port, twice.as_bytes()).status, 400 | 421));
}

#[test]
fn another_page_cannot_play() {
    let page = Page::new();
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
    let every = ["/new/ace", "/learn/ace", "/settings"].map(String::from).into_iter();
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
    let page = Page::new();
    let mut browser = page.browser();
    let long = "x".repeat(70 << 10);
    let reply = browser.post_once("/new/ace", &[("name", &long)]);
    assert_eq!(reply.status, 413);
    well_formed(&reply.text());
    assert_eq!(browser.upload("big.json", &vec![b' '; (16 << 20) + 1000]).status, 413);
    assert_eq!(browser.upload("fits.json", &vec![b' '; 1 << 20]).status, 422);
}

#[test]
fn no_address_leads_to_the_disk() {
    let page = Page::new();
    let mut browser = page.browser();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/..%2f..%2fetc/passwd",
        "/game/..%2f..%2fgames.db",
        "/game/%00",
        "/game/%ff",
        "/rules/..%2f/x",
        "/charts/ace/..%2f..%2fetc%2fpasswd",
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
    let get = browser.get("/learn/ace");
    assert_eq!(get.status, 405);
    well_formed(&get.text());
}

#[test]
fn a_script_in_a_name_is_shown_and_not_run() {
    let page = Page::new();
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
