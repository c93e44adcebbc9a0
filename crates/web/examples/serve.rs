//! Serves the page: `cargo run -p hulldown-web --example serve -- [PORT] [FILE]`.

fn main() -> Result<(), hulldown_web::WebError> {
    let mut args = std::env::args().skip(1);
    let port = args.next().and_then(|port| port.parse().ok());
    let data = args.next().map(Into::into);
    hulldown_web::run(&hulldown_web::ServeOptions { port, data }, |server| println!("{}", server.url()))
}
