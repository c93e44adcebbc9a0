//! Noise and silence: thousands of broken requests, and clients that never finish theirs.

use crate::security::Scene;
use hulldown_browser::get;
use hulldown_catalog::sample;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A generator of our own, so that a failure can be repeated.
struct Lottery(u64);

impl Lottery {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

#[test]
fn ten_thousand_requests_of_noise_do_no_harm() {
    const REQUESTS: usize = 10_000;
    let scene = Scene::new();
    let (mark, port) = (scene.mark(), scene.port());
    let game = sample!(career);
    let cookie = &scene.asker.cookie;
    let honest = [
        format!("GET /game/{} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n", scene.id),
        format!(
            "GET /game/{}/stream?mark=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nLast-Event-ID: 4\r\n\r\n",
            scene.id
        ),
        format!(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 20\r\n\r\ntoken=1&mark=2&key=3",
            scene.choose(),
            scene.asker.cookie
        ),
        format!(
            "POST /import HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 70\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nx\r\n--b--\r\n"
        ),
        format!(
            "GET /rules/{game}?find=smoke HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}; hulldown-look=size-200\r\n\r\n"
        ),
    ];
    let mut lottery = Lottery(0x5eed_1234_5678_9abc);
    let begun = Instant::now();
    for n in 0..REQUESTS {
        let request: Vec<u8> = if n % 3 == 0 {
            (0..lottery.below(400)).map(|_| lottery.next() as u8).collect()
        } else {
            // An honest one with some bytes wrong, so that the noise gets further in.
            let mut bytes = honest[lottery.below(honest.len())].clone().into_bytes();
            for _ in 0..1 + lottery.below(6) {
                let at = lottery.below(bytes.len());
                if bytes.is_empty() {
                    break;
                }
                match lottery.below(4) {
                    0 => bytes[at] = lottery.next() as u8,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, lottery.next() as u8),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            bytes
        };
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { panic!("the server is gone after {n}") };
        let _ = stream.write_all(&request);
        if n % 50 == 0 {
            stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
            let _ = stream.read(&mut [0; 512]);
        }
        drop(stream);
        if n % 1000 == 999 {
            assert_eq!(get(port, "/").unwrap().status, 200, "after {n}");
        }
    }
    assert_eq!(scene.mark(), mark);
    let reply = scene.asker.post_with(&scene.choose(), "", &scene.answer()).unwrap();
    assert_eq!(reply.status, 303, "the game goes on");
    println!("{REQUESTS} requests of noise in {:.1} s", begun.elapsed().as_secs_f64());
}

#[test]
fn slow_and_silent_clients_do_not_stop_the_others() {
    let scene = Scene::new();
    let port = scene.port();
    let mut idle: Vec<TcpStream> = (0..200).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
    for stream in &mut idle {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127");
    }
    assert_eq!(get(port, "/").unwrap().status, 200);
    // They are still there: the page was not served only once they had been shown out.
    for stream in &mut idle {
        stream.set_nonblocking(true).unwrap();
        assert_eq!(stream.read(&mut [0; 16]).map_err(|error| error.kind()), Err(ErrorKind::WouldBlock));
    }
}
