//! The Unit cards for sale: a row for each model with its cards, what it costs, and what it is good at as chances.

use super::lists::{card_words, dash};
use crate::View;
use crate::charts::UnitCard;
use crate::spoken::offered;
use crate::words::{Branch, Target};
use hulldown_draw::Spots;
use maud::{Markup, html};

/// Costs up to which cards can be shown alone.
const COSTS: [u8; 3] = [5, 10, 15];

/// What an attack of a Unit at the Battalions on the map comes to, in percent.
struct Promise {
    /// It Destroys a counter attacked with AP, and with HE; none where there are no such counters.
    of: [Option<i32>; Target::ALL.len()],
    /// The Battalion whose counters it Destroys most surely.
    best: Option<(String, i32)>,
}

fn promise(view: &View<'_>, card: &UnitCard) -> Promise {
    let (game, charts) = (view.game, view.charts);
    let (mut all, mut best) = ([(0, 0); Target::ALL.len()], None);
    for at in (0..game.battalions.len()).filter(|at| !game.battalions[*at].destroyed) {
        let (mut counters, mut sum) = (0, 0);
        game.counters(charts, at, |count, enemy| {
            let kill = count * card.kill_chance(enemy);
            (counters, sum) = (counters + count, sum + kill);
            let side = &mut all[enemy.target.index()];
            *side = (side.0 + count, side.1 + kill);
        });
        let chance = sum / counters.max(1);
        if best.as_ref().is_none_or(|(_, known)| chance > *known) {
            best = Some((game.battalion_card(charts, at).id.to_string(), chance));
        }
    }
    Promise { of: all.map(|(counters, sum)| (counters > 0).then(|| sum / counters)), best }
}

fn percent(chance: Option<i32>) -> String {
    chance.map_or_else(|| "-".into(), |chance| format!("{chance} %"))
}

/// Cards of one model, all alike but for their numbers.
fn models(view: &View<'_>) -> Vec<&'static [UnitCard]> {
    view.charts.units.chunk_by(|a, b| a.name == b.name).collect()
}

/// The page of what is for sale. What is shown is chosen with nothing but style, so that it works without scripts.
pub(super) fn shop(view: &View<'_>, spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let offer: Vec<String> = offered(game, charts).iter().map(ToString::to_string).collect();
    html! {
        div class="hd-l-shop hd-l-page" {
            p id="hd-l-purse" {
                strong { (game.so) " SO left" }
                @if !game.units.is_empty() { ", " (game.units.len()) " Units bought" }
                ". "
                @if game.week == 0 && !offer.is_empty() { "A balanced force, " strong { "buy offered" } ": " (offer.join(", ")) "." }
            }
            div id="hd-l-filter" class="hd-l-filter" {
                (choice("type", "Type", "all", Branch::ALL.iter().map(|branch| (branch.id().to_string(), branch.to_string()))))
                (choice("cost", "Cost", "any", COSTS.iter().map(|most| (most.to_string(), format!("to {most} SO")))))
                (choice("year", "Year", "serving now", [("every".to_string(), "every year".to_string())]))
            }
            table class="hd-l-list hd-l-cards" {
                thead { tr {
                    th { "Unit" } th class="hd-l-n" { "SO" } th class="hd-l-n" { "armor" } th class="hd-l-n" { "soft" } th { "best" }
                } }
                tbody { @for model in models(view) { (row(view, model, spots)) } }
            }
            p class="quiet" { "The chance that one attack at range 1 Destroys a counter of the Battalions on the map, armored or soft; \"best\" is the Battalion it suits most, with the chance against any of its counters." }
        }
    }
}

/// A way to show less.
fn choice(id: &str, says: &str, all: &str, some: impl IntoIterator<Item = (String, String)>) -> Markup {
    html! {
        label { (says) " " select id={ "hd-l-" (id) } { option value="" { (all) } @for (value, says) in some { option value=(value) { (says) } } } }
    }
}

fn row(view: &View<'_>, model: &[UnitCard], spots: &Spots<'_>) -> Markup {
    let (game, charts) = (view.game, view.charts);
    let Some(card) = model.first() else { return html! {} };
    let now = card.serves(game.campaign(charts).year);
    let Promise { of, best } = promise(view, card);
    let mut class = format!("hd-l-type-{}", card.r#type.id());
    COSTS.iter().filter(|most| card.so > **most).for_each(|most| class += &format!(" hd-l-over-{most}"));
    if !now {
        class += " hd-l-other-year hd-l-gone";
    }
    html! {
        tr id={ "shop-" (card.number) } class=(class) {
            td {
                div { (card.name) @if !now { " (" (card.years[0]) " to " (card.years[1]) ")" } }
                div class="hd-l-print" { (printed(card)) }
                @if now {
                    div class="hd-l-chips" {
                        @for card in model {
                            @let held = game.units.iter().any(|unit| unit.card(charts).number == card.number);
                            @let id = format!("card:{:03}", card.number);
                            @if spots.has(&id) || held {
                                (spots.place(&id, &card_words(card), &html! { (format!("{:03}", card.number)) @if held { " yours" } }))
                            }
                        }
                    }
                }
            }
            td class="hd-l-n" { (card.so) }
            td class="hd-l-n" { (percent(of[Target::Ap.index()])) }
            td class="hd-l-n" { (percent(of[Target::He.index()])) }
            td { @if let Some((id, chance)) = best { (id) " " (chance) " %" } }
        }
    }
}

/// What is printed on a card, in short.
fn printed(card: &UnitCard) -> String {
    let mut words = format!(
        "Speed {}, AP {}, HE {}, range {}-{}, Defense {}",
        card.speed,
        dash(card.ap),
        dash(card.he),
        card.range[0],
        card.range[1],
        card.defense
    );
    for (on, says) in
        [(card.indirect, ", Indirect Fire"), (card.transport, ", Transport"), (card.tactic > 0, ", Tactic")]
    {
        if on {
            words += says;
        }
    }
    words
}

/// The cards for sale in words, for who asks for a type, a cost or a year: `units armor to 10 in 1944`.
pub(super) fn listed(view: &View<'_>, said: &str) -> Result<Vec<String>, String> {
    let (mut year, mut most, mut branch) = (view.game.campaign(view.charts).year, u8::MAX, None);
    let mut words = said.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<u16>().ok());
        let ask = || "say it like `units armor to 10 in 1944`".to_string();
        match word {
            "to" => most = number(words.next()).and_then(|n| u8::try_from(n).ok()).ok_or_else(ask)?,
            "in" => year = number(words.next()).ok_or_else(ask)?,
            "light" => branch = words.next().filter(|word| *word == "armor").map(|_| Branch::LightArmor),
            _ => branch = Some(Branch::ALL.into_iter().find(|branch| branch.id() == word).ok_or_else(ask)?),
        }
    }
    let wanted = |card: &UnitCard| card.serves(year) && card.so <= most && branch.is_none_or(|it| it == card.r#type);
    let lines: Vec<String> = models(view)
        .into_iter()
        .filter_map(|model| model.first().filter(|card| wanted(card)).map(|card| (model, card)))
        .map(|(model, card)| {
            let Promise { of, best } = promise(view, card);
            let [hard, soft] = of.map(percent);
            let best = best.map_or_else(String::new, |(id, chance)| format!(", best {id} {chance} %"));
            let numbers: Vec<String> = model.iter().map(|card| format!("{:03}", card.number)).collect();
            let name = &card.name;
            format!("{} SO {name} ({}): armor {hard}, soft {soft}{best}. {}", card.so, numbers.join(" "), printed(card))
        })
        .collect();
    Ok(if lines.is_empty() { vec!["No Unit is like that.".into()] } else { lines })
}
