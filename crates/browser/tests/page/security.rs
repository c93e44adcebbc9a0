//! Whoever means it ill: other pages in the same browser, other programs on the machine, nonsense.

use hulldown_browser::{Asker, House, RawReply, bytes, get, is_stranger, play};
use hulldown_catalog::sample;

/// A house with one game in it.
pub(crate) struct Scene {
    house: House,
    pub(crate) id: String,
    pub(crate) asker: Asker,
}

impl Scene {
    pub(crate) fn new() -> Self {
        let house = House::open().unwrap();
        let id = house.battle("Target", 4).unwrap();
        let asker = Asker::meet(house.port()).unwrap();
        assert!(!asker.token.is_empty() && !asker.cookie.is_empty());
        Scene { house, id, asker }
    }

    pub(crate) fn port(&self) -> u16 {
        self.house.port()
    }

    pub(crate) fn mark(&self) -> u64 {
        self.house.read(&self.id).unwrap().history_len() as u64
    }

    fn key(&self) -> String {
        self.house.read(&self.id).unwrap().prompt().first().unwrap().options()[0].key.clone()
    }

    /// The fields of an answer that would be taken.
    pub(crate) fn answer(&self) -> String {
        self.asker.form(&[("mark", &self.mark().to_string()), ("key", &self.key())])
    }

    pub(crate) fn choose(&self) -> String {
        format!("/game/{}/choose", self.id)
    }

    /// The request must be refused with one of these, and the game must stand as it stood.
    fn refused(&self, what: &str, reply: &RawReply, statuses: &[u16], mark: u64) {
        assert!(statuses.contains(&reply.status), "{what}: {} {}", reply.status, reply.text());
        assert_eq!(self.mark(), mark, "{what}: the game has moved");
    }
}

#[test]
fn an_honest_answer_is_taken() {
    let scene = Scene::new();
    let (mark, body) = (scene.mark(), scene.answer());
    let origin = format!("Origin: http://127.0.0.1:{}\r\n", scene.port());
    let reply = scene.asker.post_with(&scene.choose(), &origin, &body).unwrap();
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert!(scene.mark() > mark);
}

#[test]
fn other_pages_cannot_play() {
    let scene = Scene::new();
    let (mark, body, port) = (scene.mark(), scene.answer(), scene.port());
    let headers = [
        "Origin: http://evil.example\r\n".to_string(),
        "Origin: null\r\n".into(),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("Origin: https://127.0.0.1:{port}\r\n"),
        format!("Origin: http://127.0.0.1:{port}.evil.example\r\n"),
        format!("Origin: http://localhost:{port}\r\n"),
        "Sec-Fetch-Site: cross-site\r\n".into(),
        "Sec-Fetch-Site: same-site\r\n".into(),
        "Sec-Fetch-Site: none\r\n".into(),
        format!("Origin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site\r\n"),
    ];
    for header in headers {
        let reply = scene.asker.post_with(&scene.choose(), &header, &body).unwrap();
        scene.refused(&header, &reply, &[403], mark);
    }
    // Every other address that changes something takes the same care.
    for path in [
        "choose",
        "throw",
        "undo",
        "auto",
        "on",
        "ease",
        "dice",
        "tips",
        "bookmark",
        "playon",
        "rename",
        "duplicate",
        "delete",
    ] {
        let path = format!("/game/{}/{path}", scene.id);
        let reply = scene.asker.post_with(&path, "Origin: http://evil.example\r\n", &body).unwrap();
        scene.refused(&path, &reply, &[403], mark);
        let stranger = Asker { token: String::new(), ..scene.asker.clone() };
        let reply = stranger.post(&path, &[("mark", "1"), ("name", "x"), ("at", "1")]).unwrap();
        scene.refused(&path, &reply, &[403], mark);
    }
    for path in [concat!("/new/", sample!(career)), concat!("/learn/", sample!(career)), "/settings", "/import"] {
        let reply = scene.asker.post_with(path, "Origin: http://evil.example\r\n", &body).unwrap();
        scene.refused(path, &reply, &[403], mark);
    }
    assert_eq!(scene.house.store().list().unwrap().len(), 1);
}

#[test]
fn a_form_needs_token_and_cookie() {
    let scene = Scene::new();
    let (mark, key) = (scene.mark(), scene.key());
    let origin = format!("Origin: http://127.0.0.1:{}\r\n", scene.port());
    let mark_text = mark.to_string();
    let fields = [("mark", mark_text.as_str()), ("key", key.as_str())];
    let other = |token: &str, cookie: &str| Asker { token: token.into(), cookie: cookie.into(), ..scene.asker.clone() };
    let Asker { token, cookie, .. } = &scene.asker;
    let nearly = format!("{}0", &token[..token.len() - 1]);
    let nearly = if nearly == *token { format!("{}1", &token[..token.len() - 1]) } else { nearly };
    let cases = [
        other("", cookie),
        other("0", cookie),
        other(&nearly, cookie),
        other(&format!("{token}{token}"), cookie),
        other(token, ""),
        other(token, "hulldown=1"),
        other(token, &format!("{cookie}0")),
        other(&token.to_uppercase().replace(char::is_numeric, "x"), cookie),
    ];
    for case in cases {
        let reply = case.post_with(&scene.choose(), &origin, &case.form(&fields)).unwrap();
        scene.refused(&format!("{case:?}"), &reply, &[403], mark);
    }
    // In the address it does not count, nor as another kind of body.
    let query = format!("{}?token={token}&mark={mark}&key=x", scene.choose());
    let reply = scene.asker.post_with(&query, &origin, "key=x").unwrap();
    scene.refused("token in the address", &reply, &[403], mark);
    let body = format!("{{\"token\":\"{token}\"}}");
    let port = scene.port();
    let request = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        scene.choose(),
        body.len()
    );
    scene.refused("JSON", &bytes(port, request.as_bytes()).unwrap(), &[403, 415, 400], mark);
}

#[test]
fn only_our_own_host_is_answered() {
    let scene = Scene::new();
    let port = scene.port();
    let hosts = [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        "127.0.0.1".into(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1:{port}.evil.example"),
        format!("127.0.0.1:{port}, evil.example"),
        format!("evil.example\r\nHost: 127.0.0.1:{port}"),
        format!("127.0.0.1:{port}\r\nHost: evil.example"),
        "0.0.0.0".into(),
        String::new(),
    ];
    for host in hosts {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let reply = bytes(port, request.as_bytes()).unwrap();
        assert!([400, 421].contains(&reply.status), "{host}: {}", reply.status);
        assert!(!reply.text().contains("Target"), "{host}");
    }
    let reply = bytes(port, b"GET / HTTP/1.0\r\n\r\n").unwrap();
    assert!([400, 421].contains(&reply.status), "no host: {}", reply.status);
    let cookie = &scene.asker.cookie;
    let rest = format!("HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
    let reply = bytes(port, format!("GET http://evil.example/ {rest}").as_bytes()).unwrap();
    assert_eq!(reply.status, 421, "the name in the request line counts");
    assert!(!reply.text().contains("evil.example"));
    let reply = bytes(port, format!("GET http://127.0.0.1:{port}/ {rest}").as_bytes()).unwrap();
    assert_eq!(reply.status, 200);
    for host in ["localhost", "[::1]"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
        assert_eq!(bytes(port, request.as_bytes()).unwrap().status, 200, "{host}");
    }
}

#[test]
fn every_reply_carries_the_policy() {
    let scene = Scene::new();
    let paths = [
        "/",
        concat!("/new/", sample!(career)),
        "/nowhere",
        "/assets/page.js",
        "/assets/page.css",
        "/game/00000000",
        concat!("/rules/", sample!(career), "/7.3"),
    ];
    let game = ["", "/career", "/replay", "/report", "/report.md", "/export", "/log"]
        .map(|part| format!("/game/{}{part}", scene.id));
    for path in paths.into_iter().chain(game.iter().map(String::as_str)) {
        let reply = get(scene.port(), path).unwrap();
        let policy = reply.header("content-security-policy").unwrap_or_default().to_string();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{path}");
        assert!(reply.header("access-control-allow-origin").is_none(), "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
    }
    let key = format!("/?key={}", hulldown_browser::key_of(scene.port()));
    let let_in = hulldown_browser::get_without_key(scene.port(), &key).unwrap();
    let cookie = let_in.header("set-cookie").unwrap().to_string();
    assert_eq!(let_in.header("location"), Some("/"), "the key does not stay in the address");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[test]
fn bodies_are_limited() {
    let scene = Scene::new();
    let (mark, port) = (scene.mark(), scene.port());
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    let body = format!("{}&more={}", scene.answer(), "x".repeat(200 << 10));
    let reply = scene.asker.post_with(&scene.choose(), &origin, &body).unwrap();
    scene.refused("200 kB form", &reply, &[413], mark);
    // One that only says how large it is, and one that never says.
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {}\r\nConnection: close\r\n",
        scene.choose(),
        scene.asker.cookie
    );
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    let reply = bytes(port, format!("{head}{kind}Content-Length: 99999999999\r\n\r\ntoken=").as_bytes()).unwrap();
    scene.refused("said to be large", &reply, &[413], mark);
    let chunk = format!("10000\r\n{}\r\n", "y".repeat(0x10000));
    let reply =
        bytes(port, format!("{head}{kind}Transfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(4)).as_bytes())
            .unwrap();
    scene.refused("large in chunks", &reply, &[413], mark);
    let reply =
        bytes(port, format!("GET /{} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", "a".repeat(1 << 20)).as_bytes());
    assert!(reply.map_or(true, |reply| [0, 400, 414, 431].contains(&reply.status)));
    let many = "X-A: b\r\n".repeat(20_000);
    let reply = bytes(port, format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{many}\r\n").as_bytes());
    assert!(reply.map_or(true, |reply| [0, 400, 431].contains(&reply.status)));
    assert_eq!(get(port, "/").unwrap().status, 200);
}

#[test]
fn no_path_leads_to_the_file_system() {
    let scene = Scene::new();
    let tricks = [
        "/../../../../etc/passwd",
        "/assets/../../../../etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets/page.css/../../Cargo.toml",
        "//etc/passwd",
        "/game/../settings.json",
        "/game/..%2fsettings.json",
        "/game/games.db",
        "/game/%00",
        "/game/00000000%00/export",
        "/game/' or 1=1 --/export",
        "/game/%27%20or%201=1/export",
        "/rules/..%2f..%2f/x",
        concat!("/rules/", sample!(career), "/..%2f..%2fdata"),
        concat!("/charts/", sample!(career), "/..%2f..%2f..%2fetc%2fpasswd"),
        "/new/..%2f..",
        "/report/%252e%252e%252f",
        "/\\..\\..\\windows",
        "/game/%ff%fe",
        concat!("/rules/", sample!(career), "/%ff"),
        "/charts/%f0%28%8c%28/x",
    ];
    for path in tricks {
        let reply = get(scene.port(), path).unwrap();
        assert!((400..500).contains(&reply.status), "{path}: {}", reply.status);
        let text = reply.text();
        assert!(
            !text.contains("root:") && !text.contains("SQLite format") && !text.contains("[package]"),
            "{path}: {text}"
        );
    }
}

#[test]
fn methods_are_not_confused() {
    let scene = Scene::new();
    let (mark, port, body) = (scene.mark(), scene.port(), scene.answer());
    let cookie = &scene.asker.cookie;
    let ask = |method: &str, path: &str, more: &str| {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n{more}\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        bytes(port, request.as_bytes()).unwrap()
    };
    for method in ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "POSTT", "post"] {
        let reply = ask(method, &scene.choose(), "");
        scene.refused(method, &reply, &[400, 403, 404, 405], mark);
    }
    for header in ["X-HTTP-Method-Override: POST\r\n", "X-HTTP-Method: POST\r\n", "X-Method-Override: POST\r\n"] {
        scene.refused(header, &ask("GET", &format!("{}?{body}", scene.choose()), header), &[405], mark);
    }
    // Looking never changes anything, whatever the address says.
    for path in ["delete", "rename", "undo", "duplicate", "playon", "auto", "on", "ease"] {
        let path = format!("/game/{}/{path}?{body}&name=x&steps=1&at=1", scene.id);
        let reply = scene.asker.get(&path).unwrap();
        scene.refused(&path, &reply, &[200, 405], mark);
    }
    assert_eq!(scene.house.store().list().unwrap().len(), 1);
    // A preflight gives no leave.
    let reply = ask("OPTIONS", "/", "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n");
    assert!(
        reply.header("access-control-allow-origin").is_none() && reply.header("access-control-allow-methods").is_none()
    );
}

#[test]
fn headers_cannot_be_smuggled() {
    let scene = Scene::new();
    let port = scene.port();
    // Into a redirect, a cookie, a file name.
    for name in ["a\r\nSet-Cookie: evil=1", "a\nX-Evil: 1", "a\";evil=\"1", "a\u{2028}b"] {
        let reply = scene.asker.post(concat!("/new/", sample!(career)), &[("name", name), ("seed", "1")]).unwrap();
        assert!([303, 400].contains(&reply.status), "{name:?}: {}", reply.status);
        assert!(!reply.headers.iter().any(|(key, value)| key.contains("evil") || value.contains("evil")), "{name:?}");
    }
    for row in scene.house.store().list().unwrap() {
        let reply = get(port, &format!("/game/{}/export", row.id)).unwrap();
        assert_eq!(reply.status, 200);
        let disposition = reply.header("content-disposition").unwrap_or_default();
        assert_eq!(disposition.matches('"').count(), 2, "{disposition}");
    }
    let reply =
        scene.asker.post("/settings", &[("size", "100\r\nX-Evil: 1"), ("scheme", "dark; Domain=evil")]).unwrap();
    assert!(
        !reply.headers.iter().any(|(key, value)| key.contains("evil") || value.contains("evil")),
        "{:?}",
        reply.headers
    );
    for path in [
        "/%0d%0aX-Evil:%201",
        concat!("/rules/", sample!(career), "?find=%0d%0aX-Evil:%201"),
        "/game/%0d%0aX-Evil:1/replay",
    ] {
        assert!(get(port, path).unwrap().header("x-evil").is_none(), "{path}");
    }
    // Two lengths, or a length and chunks, must not hide a second request.
    let inner = "GET /game HTTP/1.1\r\nHost: x\r\n\r\n";
    for framing in [
        format!("Content-Length: 0\r\nContent-Length: {}\r\n", inner.len()),
        format!("Content-Length: {}\r\nTransfer-Encoding: chunked\r\n", inner.len()),
        "Transfer-Encoding: xchunked\r\n".to_string(),
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n".to_string(),
        "Content-Length: -1\r\n".to_string(),
        "Content-Length: +5\r\n".to_string(),
    ] {
        let request = format!("POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{framing}\r\n{inner}");
        let reply = bytes(port, request.as_bytes()).unwrap();
        assert!(reply.status == 0 || (400..500).contains(&reply.status), "{framing}: {}", reply.status);
        assert!(!reply.text().contains("HTTP/1.1 200"), "{framing}");
    }
}

#[test]
fn nonsense_in_fields_changes_nothing() {
    let scene = Scene::new();
    let mark = scene.mark();
    let now = mark.to_string();
    let long = "k".repeat(10_000);
    let cases: [(&str, &[(&str, &str)]); 16] = [
        ("choose", &[("mark", &now), ("key", "no:such:key")]),
        ("choose", &[("mark", &now), ("key", &long)]),
        ("choose", &[("mark", &now)]),
        ("choose", &[("key", "1")]),
        ("choose", &[("mark", "-1"), ("key", "1")]),
        ("choose", &[("mark", "99999999999999999999999"), ("key", "1")]),
        ("throw", &[("mark", &now), ("faces", "4 4")]),
        ("undo", &[("mark", &now), ("steps", "-1")]),
        ("undo", &[("mark", &now), ("steps", "99999999")]),
        ("auto", &[("mark", &now), ("policy", "../../x"), ("far", "end")]),
        ("on", &[("mark", "1")]),
        ("ease", &[("level", "swift")]),
        ("dice", &[("mode", "feet")]),
        ("playon", &[("at", "x")]),
        ("bookmark", &[("at", "-5"), ("name", "x")]),
        ("undo", &[("mark", "1"), ("steps", "1")]),
    ];
    for (path, fields) in cases {
        let reply = scene.asker.post(&format!("/game/{}/{path}", scene.id), fields).unwrap();
        scene.refused(&format!("{path} {:.80}", format!("{fields:?}")), &reply, &[400, 409], mark);
    }
    for (name, seed) in
        [("", "-1"), ("", "1e9"), ("Target", "1"), (long.as_str(), "1"), ("x", "99999999999999999999999")]
    {
        let reply = scene.asker.post(concat!("/new/", sample!(career)), &[("name", name), ("seed", seed)]).unwrap();
        assert_eq!(reply.status, 400, "{name:.20} {seed}: {}", reply.text());
    }
    assert_eq!(scene.house.store().list().unwrap().len(), 1);
}

#[test]
fn a_script_in_a_name_is_shown_as_text() {
    play(async |stage| {
        let house = &stage.house;
        let names = [
            "<script>window.evil=1</script>",
            "\"><img src=x onerror=window.evil=1>",
            "</title><svg onload=window.evil=1>",
            "{{7*7}} &lt;b&gt;",
        ];
        let mut ids = Vec::new();
        for (name, seed) in names.into_iter().zip(40..) {
            ids.push(crate::laid(house.battle(name, seed))?);
        }
        let page = &stage.page;
        page.goto("/").await?;
        for name in names {
            page.reads(".games", name).await?;
        }
        for id in &ids {
            for part in ["", "/career", "/replay", "/report", "/rename", "/delete", "/log"] {
                page.goto(&format!("/game/{id}{part}")).await?;
                page.until("document.readyState === 'complete'").await?;
                crate::holds(
                    page.value("window.evil === undefined").await? == true,
                    format!("a script ran at {id}{part}"),
                )?;
            }
        }
        page.fill_bookmark(&ids[0]).await?;
        crate::holds(
            page.value("window.evil === undefined && !document.querySelector('img')").await? == true,
            "a script ran",
        )
    });
}

/// Bookmarks are names too.
trait Bookmarks {
    async fn fill_bookmark(&self, id: &str) -> hulldown_browser::Done;
}

impl Bookmarks for hulldown_browser::Window {
    async fn fill_bookmark(&self, id: &str) -> hulldown_browser::Done {
        self.goto(&format!("/game/{id}/replay")).await?;
        self.fill("input[name=name]", "<img src=x onerror=window.evil=1>").await?;
        self.click("form[action$='/bookmark'] button").await?;
        self.reads("#side", "<img src=x onerror=window.evil=1>").await
    }
}

#[test]
fn who_has_not_the_key_sees_and_does_nothing() {
    use hulldown_browser::get_without_key;
    let scene = Scene::new();
    let (mark, port) = (scene.mark(), scene.port());
    let game = ["", "/career", "/replay", "/report", "/export", "/log", "/stream", "/record.json"]
        .map(|part| format!("/game/{}{part}", scene.id));
    let wrong = format!("/?key={}", "0".repeat(32));
    let others = [
        "/",
        concat!("/new/", sample!(career)),
        "/settings",
        concat!("/rules/", sample!(career)),
        "/nowhere",
        &wrong,
        "/?key=",
    ];
    for path in others.into_iter().chain(game.iter().map(String::as_str)) {
        let reply = get_without_key(port, path).unwrap();
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.header("set-cookie").is_none(), "{path}");
        let text = reply.text();
        assert!(text.contains("The key is ") && !text.contains("Target") && !text.contains("token"), "{path}: {text}");
    }
    assert_eq!(get_without_key(port, "/assets/page.css").unwrap().status, 200, "so that the refusal can be read");
    let stranger = Asker { cookie: String::new(), ..scene.asker.clone() };
    let reply = stranger.post_with(&scene.choose(), "", &scene.answer()).unwrap();
    scene.refused("without the cookie", &reply, &[403], mark);
    assert_eq!(scene.asker.get("/").unwrap().status, 200);
}

#[test]
fn strangers_are_told_from_the_browser_itself() {
    let origin = "http://127.0.0.1:8000";
    let page = "http://127.0.0.1:8000/game/1";
    for (document, url) in [
        (page, "http://127.0.0.1:8000/assets/page.css"),
        (page, page),
        (page, "data:image/png;base64,AA"),
        ("chrome-untrusted://new-tab-page/one-google-bar", "chrome-untrusted://new-tab-page/one-google-bar"),
        ("chrome://new-tab-page/", "https://stranger.example/logo.png"),
        ("about:blank", "about:blank"),
    ] {
        assert!(!is_stranger(origin, document, url), "{url} by {document}");
    }
    for (document, url) in [
        (page, "https://stranger.example/font.woff"),
        (page, "http://127.0.0.1:8001/"),
        (page, "http://127.0.0.1:80000/"),
        (page, "ws://stranger.example/"),
        ("https://stranger.example/", "https://stranger.example/"),
    ] {
        assert!(is_stranger(origin, document, url), "{url} by {document}");
    }
}
