//! How the page looks, and whether it gives hints.

use super::*;

/// `GET /settings`
pub(crate) async fn settings(State(app): State<SharedApp>, ctx: Ctx) -> Response {
    let with = ctx.clone();
    let done = aside(move || Ok(settings_page(&with, Preferences::of(&app.store)?.tips_off)));
    shown(&ctx, done.await)
}

fn radios(name: &str, legend: &str, values: &[(&str, &str)], now: &str) -> Markup {
    html! {
        fieldset class="field" {
            legend { (legend) }
            @for (value, text) in values { label { input type="radio" name=(name) value=(value) checked[*value == now]; " " (capital(text)) } }
        }
    }
}

fn settings_page(ctx: &Ctx, tips_off: bool) -> Response {
    let look = ctx.look;
    let sizes: Vec<(String, String)> = SIZES.iter().map(|size| (size.to_string(), format!("{size}%"))).collect();
    let sizes: Vec<(&str, &str)> = sizes.iter().map(|(value, text)| (value.as_str(), text.as_str())).collect();
    let body = html! {
        h1 { "Settings" }
        form method="post" action="/settings" class="setup" {
            (token(ctx))
            (radios("size", "Text size", &sizes, &look.size.to_string()))
            (radios("scheme", "Light or dark", &SCHEMES, look.scheme))
            (radios("contrast", "Contrast", &CONTRASTS, look.contrast))
            (radios("motion", "Motion", &MOTIONS, look.motion))
            (radios("cards", "What came of an answer", &CARDS, look.cards))
            (radios("tips", "Hints for learners", &[("on", "in guided games"), ("off", "never")], if tips_off { "off" } else { "on" }))
            button class="strong" { "Use" }
        }
    };
    let back = ctx.table.iter().map(|id| (format!("/game/{id}"), "Back to the table")).collect();
    plain(ctx, "Settings", back, body)
}

/// `POST /settings`
pub(crate) async fn change_look(State(app): State<SharedApp>, ctx: Ctx, fields: Fields) -> Response {
    let names = ["size", "scheme", "contrast", "motion", "cards"];
    let look: Appearance =
        names.iter().fold(ctx.look, |look, name| look.with(name, fields.get(name).unwrap_or_default()));
    let off = fields.get("tips") == Some("off");
    let done = aside(move || {
        Preferences::change(&app.store, move |preferences| preferences.tips_off = off)?;
        let year = 365 * 24 * 60 * 60;
        let cookie = format!("{}={}; Path=/; SameSite=Strict; Max-Age={year}", look::COOKIE, encode(&look.write()));
        Ok(([(header::SET_COOKIE, cookie)], see("/settings")).into_response())
    });
    shown(&ctx, done.await)
}
