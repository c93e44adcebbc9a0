//! The Unit cards for sale: a row for each model with its cards, what it costs, and what it is good at as chances.

use super::depot;
use super::front;
use super::lists::{card_words, figures};
use super::shapes;
use crate::View;
use crate::charts::{Designation, RANGES, UnitCard};
use crate::ids::CardId;
use crate::spoken::PURCHASE;
use crate::state::Stage;
use crate::words::{Branch, Target};
use hulldown_draw::{Look, Spots};
use maud::{Markup, html};

/// The greatest range of most attacks: beyond it few can.
const USUAL: usize = 3;

/// Costs up to which cards can be shown alone.
const COSTS: [u8; 3] = [5, 10, 15];

/// Years that cards can be shown for.
const YEARS: [u16; 4] = [1942, 1943, 1944, 1945];

/// What an attack of a Unit at the Battalions on the map comes to, in percent.
struct Promise {
    /// It Destroys a counter attacked with AP, and with HE, range by range; none where there are no such counters.
    of: [Option<[i32; RANGES]>; Target::ALL.len()],
    /// It Destroys a counter of each Battalion, at ranges 0 to [`USUAL`] on average.
    each: Vec<(Designation, i32)>,
}

impl Promise {
    /// The Battalion whose counters it Destroys most surely.
    fn best(&self) -> Option<(Designation, i32)> {
        self.each.iter().rev().max_by_key(|(_, chance)| *chance).copied()
    }
}

fn promise(view: &View<'_>, card: &UnitCard) -> Promise {
    let charts = view.charts;
    let (mut all, mut each) = ([(0, [0; RANGES]); Target::ALL.len()], Vec::new());
    for at in view.battalions().ids().filter(|at| !view.battalions()[*at].destroyed) {
        let (mut counters, mut sum, notes) = (0, 0, view.standing_mods(at));
        view.counters(at, |count, kind, enemy| {
            let kills = card.kill_chances_with(charts, &notes, kind, enemy).map(|chance| count * chance);
            (counters, sum) = (counters + count, sum + kills[..=USUAL].iter().sum::<i32>() / (USUAL as i32 + 1));
            let side = &mut all[enemy.target.index()];
            side.0 += count;
            side.1.iter_mut().zip(kills).for_each(|(all, kill)| *all += kill);
        });
        each.push((view.battalion_card(at).id, sum / counters.max(1)));
    }
    Promise { of: all.map(|(counters, sums)| (counters > 0).then(|| sums.map(|sum| sum / counters))), each }
}

/// The chance in percent that one attack of a Unit Destroys a counter, over all Battalions on the map; none where there are none.
pub(super) fn on_the_map(view: &View<'_>, card: &UnitCard) -> Option<i32> {
    let each = promise(view, card).each;
    (!each.is_empty()).then(|| each.iter().map(|(_, chance)| chance).sum::<i32>() / each.len() as i32)
}

/// Chances by range, a dash where it does not reach: `82 66 51 - -`.
fn by_range(chances: Option<[i32; RANGES]>) -> String {
    let one = |chance: i32| if chance > 0 { chance.to_string() } else { "-".into() };
    chances.map_or_else(|| "-".into(), |chances| chances.map(one).join(" "))
}

/// Cards of one model, all alike but for their numbers.
fn models(view: &View<'_>) -> Vec<&'static [UnitCard]> {
    view.charts.units.chunk_by(|a, b| a.name == b.name).collect()
}

/// The page of what is for sale. What is shown is chosen with nothing but style, so that it works without scripts.
pub(super) fn shop(view: &View<'_>, spots: &Spots<'_>, base: &str, look: &Look<'_>) -> Markup {
    let charts = view.charts;
    // While Units are turned in, those that can no longer be are; what they come to is known by what is asked.
    let upgrade = view.week() > 0 && spots.has_any("unit:");
    let given: Vec<&UnitCard> = if upgrade { turned_in(view, spots) } else { Vec::new() };
    let spent: u32 = view.units().iter().map(|unit| u32::from(unit.card(charts).so)).sum();
    html! {
        div class="hd-l-shop hd-l-page" tabindex="0" role="group" aria-label="Cards to be had" {
            div class="hd-l-head" {
                p id="hd-l-purse" {
                    strong class="hd-l-sum" { (view.so()) " SO left" }
                    @match view.units().len() {
                        0 => {},
                        n => { ", " (n) @if n == 1 { " Unit" } @else { " Units" } " for " (spent) " SO" },
                    }
                    "."
                }
                @if !given.is_empty() {
                    p { "Turned in: " (given.iter().map(|card| format!("{} {}", card.number, card.name)).collect::<Vec<_>>().join(", ")) ". Below, what a Unit is better at." }
                }
                (front::standing_notes(view))
                @if view.week() == 0 { (offer(view, base, look)) }
                div id="hd-l-filter" class="hd-l-filter" {
                    (choice("type", "Type", "all", Branch::ALL.iter().map(|branch| (branch.id().to_string(), branch.to_string()))))
                    (choice("cost", "Cost", "any", COSTS.iter().map(|most| (most.to_string(), format!("to {most} SO")))))
                    (choice("year", "Year", "serving now", YEARS.iter().map(|year| (year.to_string(), year.to_string())).chain([("every".into(), "every year".into())])))
                }
            }
            p class="quiet" { "In percent, the chance that one attack Destroys a counter in the open, under a Commander who adds nothing, by the notes of Campaign, Objective and Battalions: an armored and a soft one, of all on the map on average, at ranges 0 1 2 3 4; then one of each Battalion, ranges 0 to 3 on average." }
            table class="hd-l-list hd-l-cards" {
                thead { tr {
                    th { "Unit" } th class="hd-l-n" { "SO" } th class="hd-l-n" { "armor" } th class="hd-l-n" { "soft" }
                    th class="hd-l-best" { "best" }
                    @for at in view.battalions().ids().filter(|at| !view.battalions()[*at].destroyed) {
                        @let card = view.battalion_card(at);
                        th class="hd-l-heat" { abbr title=(format!("{}, {}", card.name, view.battalions()[at].band)) { (card.id) } }
                    }
                } }
                @for model in models(view) { (rows(view, model, spots, &given)) }
            }
        }
    }
}

/// A balanced force, in one click.
fn offer(view: &View<'_>, base: &str, look: &Look<'_>) -> Markup {
    let charts = view.charts;
    let offer = view.offered();
    let cards = || offer.iter().filter_map(|number| charts.unit_of(*number)).map(|card| &charts.units[card]);
    let so: u32 = cards().map(|card| u32::from(card.so)).sum();
    // Alike ones are counted.
    let mut names: Vec<(&str, usize)> = Vec::new();
    for card in cards() {
        match names.iter_mut().find(|(name, _)| *name == card.name) {
            Some(known) => known.1 += 1,
            None => names.push((&card.name, 1)),
        }
    }
    let names: Vec<String> =
        names.into_iter().map(|(name, n)| if n > 1 { format!("{n} {name}s") } else { name.into() }).collect();
    let says = format!("{} a balanced force for {so} SO", if view.units().is_empty() { "Buy" } else { "Fill up to" });
    html! {
        @if !offer.is_empty() {
            p id="hd-l-offer" {
                @if look.says {
                    a class="say hd-chip" data-say=(PURCHASE) href={ (base) "?say=" (PURCHASE.replace(' ', "+")) }
                        aria-label=(format!("{says}: {}", names.join(", "))) { (says) }
                } @else { strong { (says) ", " (PURCHASE) } }
                " " span class="hd-l-print" { (names.join(", ")) ". Nothing is final before you say so." }
            }
        }
    }
}

/// A way to show less.
fn choice(id: &str, says: &str, all: &str, some: impl IntoIterator<Item = (String, String)>) -> Markup {
    html! {
        label { (says) " " select id={ "hd-l-" (id) } { option value="" { (all) } @for (value, says) in some { option value=(value) { (says) } } } }
    }
}

/// Whole Units that can be turned in no longer: they have been.
fn turned_in(view: &View<'_>, spots: &Spots<'_>) -> Vec<&'static UnitCard> {
    let whole = view.units().iter().filter(|unit| !unit.lost && !unit.is_damaged() && view.is_asked(unit.seat));
    let cards = whole.map(|unit| unit.card(view.charts));
    cards.filter(|card| !spots.has(&format!("unit:{}", card.number))).collect()
}

/// A model with its cards. One that does not serve now cannot be had, so what it would be good at is only to be looked up.
fn rows(view: &View<'_>, model: &[UnitCard], spots: &Spots<'_>, given: &[&UnitCard]) -> Markup {
    let charts = view.charts;
    let Some(card) = model.first() else { return html! {} };
    let now = card.serves(view.campaign().year);
    let mut class = format!("hd-l-type-{}", card.r#type.id());
    YEARS.iter().filter(|year| !card.serves(**year)).for_each(|year| class += &format!(" hd-l-not-{year}"));
    COSTS
        .iter()
        .filter(|most| price(view, card) > i16::from(**most))
        .for_each(|most| class += &format!(" hd-l-over-{most}"));
    if !now {
        class += " hd-l-not-now";
    }
    let columns = 5 + view.battalions().ids().filter(|at| !view.battalions()[*at].destroyed).count();
    html! {
        tbody id={ "shop-" (card.number.0) } class=(class) {
            tr {
                th scope="row" {
                    div class="hd-l-model" {
                        svg class="hd-l-shape" viewBox="0 0 100 50" aria-hidden="true" { (shapes::own(card)) }
                        span { strong { (card.name) } @if !now { " (" (card.years[0]) " to " (card.years[1]) ")" } }
                    }
                }
                td class="hd-l-n" { (price(view, card)) @if price(view, card) != i16::from(card.so) { " " s { (card.so) } } }
                @if now { (chances(&promise(view, card))) }
            }
            tr class="hd-l-says" {
                td colspan=(columns) {
                    div class="hd-l-print" { (figures(card, ", ")) }
                    // Of several that are turned in the dearest is the one it takes the place of.
                    @if let Some(from) = given.iter().max_by_key(|card| card.so).filter(|_| model.iter().any(|card| spots.has(&format!("card:{}", card.number)))) {
                        div class="hd-l-print" { "For " (from.number) ": " strong { (depot::gains(view, from, card)) } }
                    }
                    @if now {
                        div class="hd-l-chips" {
                            @for card in model {
                                @let held = view.units().iter().any(|unit| unit.card(charts).number == card.number);
                                @let id = format!("card:{}", card.number);
                                @if spots.has(&id) || held {
                                    span class=(if held { "hd-l-held" } else { "hd-l-free" }) {
                                        (spots.place(&id, "", &html! { (card.number) @if held { " yours" } }))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The cells that say what a model's attacks come to.
fn chances(promise: &Promise) -> Markup {
    html! {
        td class="hd-l-n" { (by_range(promise.of[Target::Ap.index()])) }
        td class="hd-l-n" { (by_range(promise.of[Target::He.index()])) }
        td class="hd-l-best" { @if let Some((id, chance)) = promise.best() { (id) " " (chance) "%" } }
        @for (_, chance) in &promise.each { td class=(format!("hd-l-heat hd-l-heat-{}", heat(*chance))) { (chance) } }
    }
}

/// How warm a chance is, 0 to 6.
fn heat(chance: i32) -> usize {
    [15, 25, 35, 45, 60, 75].iter().filter(|from| chance >= **from).count()
}

/// What a card costs now: before the first Week what is printed on it, later what cards make of that.
fn price(view: &View<'_>, card: &UnitCard) -> i16 {
    let changed = || view.charts.unit_of(card.number).map(|at| view.price(at));
    if view.stage() == Stage::Buy { i16::from(card.so) } else { changed().unwrap_or(i16::from(card.so)) }
}

/// What its attacks come to, in words.
fn hits(view: &View<'_>, card: &UnitCard) -> String {
    let promise = promise(view, card);
    let [hard, soft] = promise.of.map(by_range);
    let best = promise.best().map_or_else(String::new, |(id, chance)| format!(", best {id} {chance}%"));
    format!("Destroys at ranges 0 to 4 armor {hard}, soft {soft}%{best}")
}

/// A card that is not in the group, in words.
pub(super) fn card_lines(view: &View<'_>, at: CardId) -> Vec<String> {
    let card = &view.charts.units[at];
    let mut lines = vec![card_words(card), hits(view, card)];
    if price(view, card) != i16::from(card.so) {
        lines.push(format!("it costs {} SO now", price(view, card)));
    }
    if !card.serves(view.campaign().year) {
        lines.push(format!("it serves from {} to {}", card.years[0], card.years[1]));
    }
    lines
}

/// The cards for sale in words, for who asks for a type, a cost or a year: `units armor to 10 in 1944`.
pub(super) fn listed(view: &View<'_>, said: &str) -> Result<Vec<String>, String> {
    let (mut year, mut most, mut branch) = (view.campaign().year, u8::MAX, None);
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
    let wanted = |card: &UnitCard| {
        card.serves(year) && price(view, card) <= i16::from(most) && branch.is_none_or(|it| it == card.r#type)
    };
    let lines: Vec<String> = models(view)
        .into_iter()
        .filter_map(|model| model.first().filter(|card| wanted(card)).map(|card| (model, card)))
        .map(|(model, card)| {
            let numbers: Vec<String> = model.iter().map(|card| card.number.to_string()).collect();
            let (name, numbers) = (&card.name, numbers.join(" "));
            format!("{} SO {name} ({numbers}): {}. {}", price(view, card), hits(view, card), figures(card, ", "))
        })
        .collect();
    Ok(if lines.is_empty() { vec!["No Unit is like that.".into()] } else { lines })
}
