//! The usual answer to a question: what a sensible player in a hurry says.

use crate::Patton;
use crate::bot::{Sensible, steady_order};
use crate::charts::Charts;
use crate::state::{Aim, Orders, Sight};
use crate::talk::{Ask, Choice};
use crate::words::{Action, Post};
use hulldown_core::Policy;
use hulldown_core::game::{Game, Seat};
use hulldown_core::playable::aids::{Level, Usual};

/// The usual answer. Routine is what follows from an order already given; the commander's own habits make the brisk ones. Where the tank or
/// a man has just been lost, no answer is given unasked: what has happened is to be seen first.
pub(crate) fn usual(
    game: &Patton,
    charts: &'static Charts,
    seat: Seat,
    ask: Ask,
    options: &[Choice],
) -> Option<Usual<Choice>> {
    let offered = |choice: Choice| options.contains(&choice).then_some(choice);
    let stops = is_after_a_loss(game, ask);
    let from = |level| (!stops).then_some(level);
    let routine = |choice| Some(Usual { choice, from: from(Level::Routine) });
    let brisk = |choice| Some(Usual { choice, from: from(Level::Brisk) });
    let habit = || brisk(Sensible.decide(&game.view(charts, seat), seat, ask, options));
    match ask {
        Ask::Assign(_) | Ask::Mark(_) => offered(Choice::Usual).and_then(routine),
        // What was loaded before is loaded again; the first load is a choice.
        Ask::Rounds | Ask::Rack => match offered(Choice::Same) {
            Some(same) => routine(same),
            None => offered(Choice::Usual).and_then(brisk),
        },
        Ask::Extra => options.first().copied().and_then(brisk),
        Ask::Prepare => offered(Choice::Go).and_then(brisk),
        Ask::Spotting => offered(Choice::Usual).and_then(brisk),
        Ask::Orders => {
            let go = offered(Choice::Go)?;
            let orders = &game.battle.orders;
            // Whether to drive before an enemy is for nobody else to say.
            if orders.drives() && !game.battle.enemies.is_empty() {
                return None;
            }
            // Last round's orders stand as they were, and nothing has happened that a commander would give others for.
            let unchanged = game.battle.standing == Some(*orders);
            let astray = points_away(game);
            if unchanged && !astray {
                return Some(Usual { choice: go, from: Some(Level::Brisk) });
            }
            // Who hurries means to fight: as long as nobody fires who could, the next order is the usual answer; after that only what lets
            // every order stand that was given.
            let advised = steady_order(&game.view(charts, seat), options);
            let choice = if astray || !orders.fires() || fills(orders, advised) { advised } else { go };
            Some(Usual { choice, from: None })
        }
        Ask::Turn => match one(game
            .battle
            .enemies
            .iter()
            .filter(|enemy| enemy.sight == Sight::Spotted)
            .map(|enemy| enemy.zone.sector))
        {
            Some(sector) => {
                [Choice::Turret(sector), Choice::Sector(sector)].into_iter().find_map(offered).and_then(routine)
            }
            None => habit(),
        },
        // The order to fire is given; with one target and one way to fire at it there is nothing left to say.
        Ask::Target => {
            let fires = |c: &&Choice| matches!(c, Choice::Fire(_, aim) if *aim != Aim::Track);
            one(options.iter().filter(fires)).copied().map_or_else(habit, routine)
        }
        // Until something hits, a loaded gun fires on.
        Ask::Again => {
            let again = one(options.iter().filter(|c| matches!(c, Choice::Again(aim) if *aim != Aim::Track))).copied();
            again.filter(|_| game.battle.hits.is_empty()).map_or_else(habit, routine)
        }
        // A gun that sees something to fire at does.
        Ask::Sweep(_) => offered(Choice::Aimed).map_or_else(habit, routine),
        Ask::MgTarget(_) => {
            one(options.iter().filter(|c| matches!(c, Choice::Shoot(_)))).copied().map_or_else(habit, routine)
        }
        Ask::Advancing
        | Ask::Watch
        | Ask::Pivot
        | Ask::GunLoad
        | Ask::FriendlyAdvance
        | Ask::Medal
        | Ask::Return(_)
        | Ask::Train => habit(),
        Ask::Exchange
        | Ask::ChooseTank
        | Ask::RoundsOf(_)
        | Ask::RackOf(_)
        | Ask::FreeCheck
        | Ask::Operation
        | Ask::Leave
        | Ask::FallBack
        | Ask::Rescue
        | Ask::Succession => None,
    }
}

/// Whether an answer gives an order where there is none, or names a round that can hurt what is to be fired at.
fn fills(orders: &Orders, advised: Choice) -> bool {
    match advised {
        Choice::Order(post, _) => orders.of(post).is_none(),
        Choice::Direct(_) => orders.of(Post::Commander).is_none(),
        Choice::Reload(ammo) | Choice::ReloadFromRack(ammo) => {
            orders.reload.is_none_or(|named| named != ammo && !named.is_smoke())
        }
        _ => false,
    }
}

/// [9.1] Whether the main gun is to fire where the turret points, and all that is in sight is elsewhere.
fn points_away(game: &Patton) -> bool {
    let mut seen = game.battle.enemies.iter().filter(|enemy| game.against_target(enemy).is_none()).peekable();
    game.battle.orders.has(Post::Gunner, Action::FireMainGun)
        && seen.peek().is_some()
        && seen.all(|enemy| enemy.zone.sector != game.tank.turret)
}

/// Whether a question is the first that can be asked once the tank or a man has been lost. In a battle new orders are never given unasked
/// after such a thing.
fn is_after_a_loss(game: &Patton, ask: Ask) -> bool {
    let yesterday = || game.history.last().is_some_and(|day| day.tank_lost || day.casualties > 0);
    match ask {
        // More men have served than are aboard: somebody's post is to be filled again.
        Ask::Assign(_) => usize::from(game.crew.next) > game.crew.men.iter().flatten().count() + 1,
        Ask::Return(_) | Ask::Train | Ask::Extra | Ask::Rounds => yesterday(),
        Ask::Medal => game.tank.lost || game.report.out,
        Ask::Watch => game.report.battles > 0,
        Ask::FriendlyAdvance => game.battle.standing.is_none(),
        _ => false,
    }
}

/// The only value there is, however often.
fn one<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
