//! A sensible commander for Patton's Best, by the hints of its book (28.0).
//!
//! He fires at what he can knock out, the dangerous first; hides behind smoke and moves when he cannot; looks for a hull down
//! position; enters new areas with his head out and fights with most hatches shut; calls for artillery only where resistance is heavy.

mod march;
mod orders;
mod weigh;

use crate::View;
use crate::state::Patton;
use crate::talk::{Ask, Choice};
use crate::words::{Ammo, Medal, Post, Resistance, Sector};
use hulldown_core::game::Seat;
use hulldown_core::sim::Policy;
use weigh::Weigh;

/// A commander who means to come home.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

/// The next order of a commander who stays where he is: he fights, hides or waits, and leaves it to others to drive or to give up the tank.
pub(crate) fn steady_order(view: &View<'_>, options: &[Choice]) -> Choice {
    Weigh { stays: true, ..Weigh::new(view) }.next_order(options)
}

/// The first wish that is offered.
fn wish(options: &[Choice], wishes: &[Choice]) -> Option<Choice> {
    wishes.iter().copied().find(|choice| options.contains(choice))
}

fn best(options: &[Choice], worth: impl Fn(Choice) -> f64) -> Choice {
    let mut found = (options[0], f64::NEG_INFINITY);
    for &choice in options {
        let worth = worth(choice);
        if worth > found.1 {
            found = (choice, worth);
        }
    }
    found.0
}

impl Policy<Patton> for Sensible {
    fn decide(&mut self, view: &View<'_>, _: Seat, ask: Ask, options: &[Choice]) -> Choice {
        let w = Weigh::new(view);
        let usual = |choice| wish(options, &[choice]).unwrap_or(options[0]);
        match ask {
            Ask::Return(_) | Ask::Train | Ask::Succession => usual(Choice::Yes),
            Ask::Exchange => {
                let month = &w.charts.replacement[w.view.day().month()];
                let hoped: f64 = month.falls().map(|(tank, ways)| w.tank_worth(*tank) * f64::from(ways)).sum();
                let hoped = hoped / f64::from(month.dice.ways());
                let better = hoped > w.tank_worth(w.view.tank().model) + 0.5;
                usual(if better { Choice::NewTank } else { Choice::KeepTank })
            }
            Ask::ChooseTank => best(options, |choice| match choice {
                Choice::Tank(tank) => w.tank_worth(tank),
                _ => 0.0,
            }),
            Ask::Assign(_) | Ask::Rounds | Ask::Rack => usual(Choice::Usual),
            Ask::Extra | Ask::RoundsOf(_) | Ask::RackOf(_) => options[0],
            Ask::Prepare => w.prepare(options),
            Ask::FreeCheck => usual(Choice::Check(w.next_area())),
            Ask::Operation => w.operation(options),
            Ask::Advancing => {
                let light = w.view.map().areas[w.view.map().at].resistance == Some(Resistance::Light);
                let engaged = w.view.report().expected == Resistance::Light;
                usual(if light && engaged { Choice::No } else { Choice::Yes })
            }
            Ask::Mark(_) => w.mark(options),
            Ask::Watch => wish(options, &[Choice::WaitOn, Choice::Wait]).unwrap_or(options[0]),
            Ask::Spotting => {
                // Everybody looks at everything: the sharpest eyes first.
                let eyes = |choice| match choice {
                    Choice::Spot(post, _) => {
                        f64::from(w.view.crew().rating(post)) + if w.view.tank().is_open(post) { 3.0 } else { 0.0 }
                    }
                    _ => -1.0,
                };
                best(options, eyes)
            }
            Ask::Orders => w.next_order(options),
            Ask::Pivot | Ask::Turn => {
                let at = w.target().map(|(enemy, _)| enemy.zone.sector);
                let at = at.or_else(|| w.mg_target().map(|enemy| enemy.zone.sector)).unwrap_or(Sector::S68);
                wish(options, &[Choice::Turret(at), Choice::Hull(at)]).unwrap_or(options[0])
            }
            Ask::Target => w.fire(options),
            Ask::Again => w.again(options),
            Ask::Sweep(_) => wish(options, &[Choice::Aimed]).unwrap_or_else(|| w.machine_gun(options)),
            Ask::MgTarget(_) => w.machine_gun(options),
            Ask::GunLoad => {
                let ammo = w.target().map_or(Ammo::He, |(_, shot)| shot.ammo);
                usual(Choice::Load(Some(ammo)))
            }
            Ask::Leave => usual(Choice::Area(w.next_area())),
            Ask::FallBack => options[0],
            Ask::FriendlyAdvance => {
                let front = [Sector::S68, Sector::S45, Sector::S910].map(Choice::Sector);
                wish(options, &front).unwrap_or(options[0])
            }
            Ask::Rescue => best(options, |choice| match choice {
                // The commander goes last; nobody with little skill at keeping his head down goes at all.
                Choice::Rescue(by, whom) => {
                    f64::from(w.view.crew().rating(by)) + f64::from(w.view.crew().rating(whom))
                        - if by == Post::Commander { 6.0 } else { 2.0 }
                }
                _ => 0.0,
            }),
            Ask::Medal => {
                let highest = Medal::ALL.map(Choice::Medal);
                highest.into_iter().rev().find(|c| options.contains(c)).unwrap_or(options[0])
            }
        }
    }
}
