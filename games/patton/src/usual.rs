//! The usual answer to a question: what a sensible player in a hurry says.

use crate::Patton;
use crate::bot::{Sensible, steady_order};
use crate::charts::Charts;
use crate::state::{Aim, Directs, Orders, Sight};
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
        Ask::Orders => offered(Choice::Go).and_then(|go| usual_orders(game, charts, seat, options, go)),
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

/// The next order, or that all are carried out. What was ordered in this round stands; only what is left of the last one may be replaced.
fn usual_orders(
    game: &Patton,
    charts: &'static Charts,
    seat: Seat,
    options: &[Choice],
    go: Choice,
) -> Option<Usual<Choice>> {
    let orders = &game.battle.orders;
    // Whether to drive before an enemy is for nobody else to say.
    if orders.drives() && !game.battle.enemies.is_empty() {
        return None;
    }
    let asked = |choice| Some(Usual { choice, from: None });
    if let Some(other) = idle(game, charts, options).or_else(|| repair(game, options)) {
        return asked(other);
    }
    // Last round's orders stand as they were, and nothing has happened that a commander would give others for.
    let astray = points_away(game);
    if game.battle.standing == Some(*orders) && !astray {
        return Some(Usual { choice: go, from: Some(Level::Brisk) });
    }
    // Hatches are as the commander wants them, machine guns keep their rounds for what they can hurt, and one smoke screen is enough.
    let is_meant = |choice: &Choice| match choice {
        Choice::Open(_) | Choice::Close(_) => false,
        Choice::Order(_, Action::ThrowSmokeGrenade) => game.battle.smoke_here() == 0 && !is_screened(orders),
        Choice::Order(_, action) if action.mg().is_some() => has_mg_target(game, charts),
        _ => true,
    };
    let meant: Vec<Choice> = options.iter().copied().filter(is_meant).collect();
    // Who hurries means to fight: as long as nobody fires who could, the next order is the usual answer; after that only what lets every
    // order stand that was given.
    let advised = steady_order(&game.view(charts, seat), &meant);
    let turns = astray && matches!(advised, Choice::Order(Post::Gunner, _));
    asked(if turns || fills(orders, advised) || replaces(game, advised) { advised } else { go })
}

/// An order of the last round that has nothing left to do in this one: nobody fires what the commander directs, nothing is there that a
/// machine gun could hurt, smoke lies on the tank already.
fn idle(game: &Patton, charts: &'static Charts, options: &[Choice]) -> Option<Choice> {
    let orders = &game.battle.orders;
    let is_idle = |post: &Post| match orders.acts[post.index()] {
        Some(Action::DirectFire) => !fires(orders, orders.directs),
        Some(Action::ThrowSmokeGrenade) => game.battle.smoke_here() > 0,
        Some(action) => action.mg().is_some() && !has_mg_target(game, charts),
        None => false,
    };
    // Once something has stirred nobody knows any more whose order is of the last round; a second screen is hardly one of this.
    let screens = |post: Post| game.battle.standing.is_none() && orders.has(post, Action::ThrowSmokeGrenade);
    let left = Post::ALL.into_iter().filter(|post| is_carried_over(game, *post) || screens(*post)).find(is_idle)?;
    Some(Choice::Free(left)).filter(|free| options.contains(free))
}

/// [8.33, 8.52] A man who has nothing better to do sees to a gun that has failed.
fn repair(game: &Patton, options: &[Choice]) -> Option<Choice> {
    let orders = &game.battle.orders;
    let is_free = |post: Post| match (post, orders.acts[post.index()]) {
        (Post::Loader, None) => !orders.fires_main(),
        (_, order) => order.is_none(),
    };
    let repairs = |choice: &&Choice| match choice {
        Choice::Order(post, action) => action.repairs().is_some() && is_free(*post),
        _ => false,
    };
    options.iter().find(repairs).copied()
}

/// Whether the order of a post is the one it had in the last round.
fn is_carried_over(game: &Patton, post: Post) -> bool {
    let of = |orders: &Orders| orders.acts[post.index()];
    game.battle.standing.as_ref().is_some_and(|last| of(last).is_some() && of(last) == of(&game.battle.orders))
}

/// Whether a machine gun could hurt anybody on the board, seen or not.
fn has_mg_target(game: &Patton, charts: &'static Charts) -> bool {
    game.battle.enemies.iter().any(|enemy| charts.units[enemy.kind.index()].mg_target)
}

/// Whether somebody throws smoke already.
fn is_screened(orders: &Orders) -> bool {
    orders.acts.contains(&Some(Action::ThrowSmokeGrenade))
}

/// Whether somebody is to fire what the commander directs.
fn fires(orders: &Orders, directs: Directs) -> bool {
    match directs {
        Directs::Main => orders.fires_main(),
        Directs::Mg(mg) => orders.acts.iter().flatten().any(|action| action.mg() == Some(mg)),
    }
}

/// Whether an answer gives an order where there is none, or names a round that can hurt what is to be fired at.
fn fills(orders: &Orders, advised: Choice) -> bool {
    match advised {
        Choice::Order(post, _) => orders.of(post).is_none(),
        Choice::Direct(what) => orders.of(Post::Commander).is_none() && fires(orders, what),
        Choice::Reload(ammo) | Choice::ReloadFromRack(ammo) => {
            orders.reload.is_none_or(|named| named != ammo && !named.is_smoke())
        }
        _ => false,
    }
}

/// Whether an answer only changes what was left from the last round, or where nobody has a marker what is done without one, while nobody
/// is to fire yet.
fn replaces(game: &Patton, advised: Choice) -> bool {
    let orders = &game.battle.orders;
    let may = |post: Post| orders.acts[post.index()].is_none() || is_carried_over(game, post);
    !orders.fires()
        && match advised {
            Choice::Order(post, _) | Choice::Free(post) => may(post),
            Choice::Direct(what) => may(Post::Commander) && fires(orders, what),
            Choice::TakePost(_) => may(Post::Assistant),
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
