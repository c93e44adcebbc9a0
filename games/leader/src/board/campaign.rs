//! The campaign as it was told: where each Battalion stood from Week to Week, and what each Commander has done.

use super::front::{counted, scale};
use super::{cards, shapes};
use crate::View;
use crate::charts::Designation;
use crate::ids::CardId;
use crate::state::Leader;
use crate::talk::{Event, Number, unit_name};
use crate::words::{Band, Level, Name};
use hulldown_draw::HeardEvent;
use maud::{Markup, html};

/// How a Battalion fared in a Week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fared {
    /// Nobody attacked it.
    Left,
    /// It is being fought.
    Fought,
    /// It was attacked and held.
    Held,
    /// It was left at Half.
    Half,
    /// It was Destroyed.
    Destroyed,
}

/// A Battalion in a Week.
#[derive(Clone, Copy, Debug)]
struct Stood {
    battalion: Designation,
    band: Band,
    fared: Fared,
}

/// A Week.
#[derive(Clone, Debug, Default)]
struct Week {
    stood: Vec<Stood>,
    /// VP it brought, Units and Commanders it cost.
    vp: i16,
    lost: Vec<Number>,
    fallen: Vec<Name>,
}

/// What a Commander has done.
#[derive(Clone, Debug)]
struct ServiceRecord {
    name: Name,
    level: Level,
    battles: u16,
    kills: u16,
    /// Week by Week, what is worth telling.
    line: Vec<(usize, String)>,
    gone: bool,
}

/// A campaign read from what was told.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    weeks: Vec<Week>,
    men: Vec<ServiceRecord>,
}

/// What is known while one reads.
#[derive(Default)]
struct Reading {
    map: Vec<(Designation, Band, bool)>,
    /// Who goes where under whom, this Week.
    sent: Vec<(Number, Name, Designation)>,
    battle: Option<Designation>,
    attacker: Option<Number>,
}

impl History {
    pub(super) fn of(view: &View<'_>, heard: &[HeardEvent<'_, Leader>]) -> History {
        let (mut history, mut reading) = (History::default(), Reading::default());
        for event in heard.iter().filter_map(|heard| heard.event) {
            history.hear(&mut reading, event);
        }
        // What stands now is on the cards.
        for man in &mut history.men {
            if let Some(at) = view.commander_of(man.name) {
                man.level = view.commanders()[at].level;
            }
        }
        history
    }

    fn hear(&mut self, reading: &mut Reading, event: &Event) {
        match *event {
            Event::Drawn { battalion, band, .. } => reading.map.push((battalion, band, false)),
            Event::Week { .. } => {
                let here = reading.map.iter().filter(|(.., gone)| !gone);
                let stood =
                    here.map(|(battalion, band, _)| Stood { battalion: *battalion, band: *band, fared: Fared::Left });
                self.weeks.push(Week { stood: stood.collect(), ..Week::default() });
                reading.sent.clear();
            }
            Event::Sent { unit, name, battalion } => {
                reading.sent.retain(|(known, ..)| *known != unit);
                reading.sent.push((unit, name, battalion));
            }
            Event::CalledOff { battalion } => reading.sent.retain(|(.., to)| *to != battalion),
            Event::TakesOver { name, unit } => {
                if let Some(sent) = reading.sent.iter_mut().find(|(known, ..)| *known == unit) {
                    sent.1 = name;
                }
            }
            Event::Battle { battalion, .. } => {
                reading.battle = Some(battalion);
                let there: Vec<Name> =
                    reading.sent.iter().filter(|(.., to)| *to == battalion).map(|(_, name, _)| *name).collect();
                there.into_iter().for_each(|name| self.man(name).battles += 1);
                self.fares(battalion, Fared::Fought);
            }
            Event::Attacks { unit, .. } => reading.attacker = Some(unit),
            Event::EnemyAttacks { .. } | Event::Missed { .. } | Event::Negated { .. } => reading.attacker = None,
            Event::Killed { .. } => {
                let by = reading.attacker.take();
                let name = by
                    .and_then(|unit| reading.sent.iter().find(|(known, ..)| *known == unit))
                    .map(|(_, name, _)| *name);
                if let Some(name) = name {
                    self.man(name).kills += 1;
                }
            }
            Event::BattleOver { destroyed, half, .. } => {
                if let Some(battalion) = reading.battle.take() {
                    let fared = if destroyed {
                        Fared::Destroyed
                    } else if half {
                        Fared::Half
                    } else {
                        Fared::Held
                    };
                    self.fares(battalion, fared);
                    reading.map.iter_mut().filter(|(known, ..)| *known == battalion).for_each(|row| row.2 |= destroyed);
                }
            }
            Event::Shifts { battalion, band, .. } => {
                reading.map.iter_mut().filter(|(known, ..)| *known == battalion).for_each(|row| row.1 = band);
            }
            Event::Vp { n, .. } => self.week().vp += n,
            Event::Lost { unit, .. } => self.week().lost.push(unit),
            Event::Joins { name, level } => {
                self.man(name).level = level;
                self.tell(name, format!("joins as {level}"));
            }
            Event::Promoted { name, level, .. } => {
                self.man(name).level = level;
                self.tell(name, format!("promoted to {level}"));
            }
            Event::Wounded { name } => self.tell(name, "wounded".into()),
            Event::Healed { name, .. } => self.tell(name, "fit again".into()),
            Event::WeekEnds { .. } => {
                // Who was not sent has been on leave.
                let sent: Vec<Name> = reading.sent.iter().map(|(_, name, _)| *name).collect();
                let here: Vec<Name> = self.men.iter().filter(|man| !man.gone).map(|man| man.name).collect();
                here.into_iter()
                    .filter(|name| !sent.contains(name))
                    .for_each(|name| self.tell(name, "on leave".into()));
            }
            Event::Kia { name } => {
                self.tell(name, "killed in action".into());
                self.man(name).gone = true;
                self.week().fallen.push(name);
            }
            Event::Leaves { name, .. } => {
                self.tell(name, "leaves the group".into());
                self.man(name).gone = true;
            }
            _ => {}
        }
    }

    fn week(&mut self) -> &mut Week {
        if self.weeks.is_empty() {
            self.weeks.push(Week::default());
        }
        let last = self.weeks.len() - 1;
        &mut self.weeks[last]
    }

    fn fares(&mut self, battalion: Designation, fared: Fared) {
        self.week().stood.iter_mut().filter(|stood| stood.battalion == battalion).for_each(|stood| stood.fared = fared);
    }

    fn man(&mut self, name: Name) -> &mut ServiceRecord {
        let at = self.men.iter().position(|man| man.name == name).unwrap_or_else(|| {
            let (level, battles, kills, line, gone) = (Level::Recruit, 0, 0, Vec::new(), false);
            self.men.push(ServiceRecord { name, level, battles, kills, line, gone });
            self.men.len() - 1
        });
        &mut self.men[at]
    }

    fn tell(&mut self, name: Name, what: String) {
        let week = self.weeks.len();
        self.man(name).line.push((week, what));
    }

    /// The map of bands by Week.
    pub(super) fn weeks(&self, view: &View<'_>) -> Markup {
        let weeks = usize::from(view.objective().weeks).max(self.weeks.len());
        html! {
            (scale(view))
            div class="hd-l-across scroll" role="region" aria-label="Bands by Week" tabindex="0" {
                table class="hd-l-weeks" {
                    thead { tr { th scope="col" { "Band" } @for week in 1..=weeks { th scope="col" { "Week " (week) } } } }
                    tbody {
                        @for band in Band::ALL {
                            tr {
                                th scope="row" { (band) }
                                @for week in 0..weeks {
                                    td class=(if band < Band::Front { "hd-l-ours" } else { "hd-l-theirs" }) {
                                        @for stood in self.weeks.get(week).iter().flat_map(|week| &week.stood).filter(|stood| stood.band == band) { (badge(stood)) }
                                    }
                                }
                            }
                        }
                        tr {
                            th scope="row" { "VP and losses" }
                            @for week in 0..weeks {
                                td {
                                    @if let Some(week) = self.weeks.get(week) {
                                        strong { (format!("{:+} VP", week.vp)) }
                                        @for unit in &week.lost { div { "lost " (unit_name(view.charts, *unit)) } }
                                        @for name in &week.fallen { div { (name) " killed" } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Everybody who has been in the campaign, with what he did.
    pub(super) fn commanders(&self, view: &View<'_>) -> Markup {
        let tally = &view.tally();
        let mut men: Vec<&ServiceRecord> = self.men.iter().collect();
        men.sort_by_key(|man| (man.gone, std::cmp::Reverse(man.kills)));
        html! {
            p {
                (counted(tally.battles.into(), "battle")) ", " (counted(tally.won.into(), "Battalion")) " Destroyed, "
                (counted(tally.lost.into(), "Unit")) " and " (counted(tally.kia.into(), "Commander")) " lost."
            }
            div class="hd-l-men scroll" {
                @for man in men {
                    @let says = html! {
                        div class="hd-l-print" {
                            @for (n, part) in man.line.chunk_by(|a, b| a.0 == b.0).enumerate() {
                                @if n > 0 { " · " }
                                @if part[0].0 > 0 { "Week " (part[0].0) ": " }
                                (part.iter().map(|(_, what)| what.as_str()).collect::<Vec<_>>().join(", "))
                            }
                        }
                    };
                    div {
                        @match view.commander_of(man.name).map(|at| &view.commanders()[at]) {
                            Some(one) => { (cards::commander(view, one, &says)) },
                            None => {
                                div class="hd-l-pass hd-l-gone" {
                                    div class="hd-l-body" {
                                        div class="hd-l-top" { strong { (man.name) } span { (man.level) } span class="hd-l-vp" { (view.charts.commanders[man.name].r#type) } }
                                        div class="hd-l-print" { (counted(man.battles.into(), "battle")) ", " (counted(man.kills.into(), "kill")) }
                                        (says)
                                    }
                                }
                            },
                        }
                    }
                }
            }
        }
    }
}

fn badge(stood: &Stood) -> Markup {
    let (class, says) = match stood.fared {
        Fared::Left => ("hd-l-badge", ""),
        Fared::Fought => ("hd-l-badge hd-l-fought", ", being fought"),
        Fared::Held => ("hd-l-badge hd-l-fought", " held"),
        Fared::Half => ("hd-l-badge hd-l-fought", " Half"),
        Fared::Destroyed => ("hd-l-badge hd-l-won", " Destroyed"),
    };
    html! { span class=(class) { (stood.battalion) (says) } }
}

/// The Units of the group as cards, with the points each has Destroyed.
pub(super) fn units(view: &View<'_>) -> Markup {
    html! {
        div class="hd-l-men scroll" {
            @for (at, unit) in view.units().each() {
                @let points = view.tally().earned(unit.card);
                div { (cards::unit(view, at, &html! { div class="hd-l-print" { (unit.card(view.charts).so) " SO; " (counted(points.into(), "enemy point")) " Destroyed" } })) }
            }
            // Who is no longer there, with what he did until then.
            @let gone = |at: &CardId| view.tally().bought.has(*at) && view.units().iter().all(|unit| unit.card != *at);
            @for at in view.charts.units.ids().filter(gone) {
                @let (card, points) = (&view.charts.units[at], view.tally().earned(at));
                div {
                    div class="hd-l-pass hd-l-gone" {
                        svg class="hd-l-shape" viewBox="0 0 100 50" aria-hidden="true" { (shapes::own(card)) }
                        div class="hd-l-body" {
                            div class="hd-l-top" { strong { (card.number) } span { (card.name) } }
                            div class="hd-l-harm" { @if view.spent().has(at) { "Destroyed" } @else { "no longer in the group" } }
                            div class="hd-l-print" { (card.so) " SO; " (counted(points.into(), "enemy point")) " Destroyed" }
                        }
                    }
                }
            }
        }
    }
}
