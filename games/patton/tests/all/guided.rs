//! The guided first engagement: a gun to shoot at, fire taken, a win, for whoever only goes on as is usual.

use hulldown_core::dicebox::{DiceBox, DiceMode};
use hulldown_core::game::Voice;
use hulldown_core::session::{Pending, Session, Told};
use hulldown_core::{Game, Playable, Policy};
use hulldown_patton::Patton;
use hulldown_patton::bot::Sensible;
use hulldown_patton::state::Sight;
use hulldown_patton::talk::{Ask, Event, Killer};
use hulldown_patton::words::{Class, EnemyAct};

#[test]
fn the_guided_game_is_a_fight_from_its_first_question_on() {
    let (guided, charts) = (Patton::guided(), Patton::data());
    let dice = DiceBox::new(guided.seed, DiceMode::Random);
    let mut session = Session::<Patton>::new(guided.setup, charts, dice).unwrap();
    for key in guided.answers {
        session.choose_key(hulldown_core::Seat(0), key).unwrap();
    }
    assert!(matches!(session.pending(), [Pending::Choice { ask: Ask::Orders, .. }]));
    let spotted = session.working().battle.enemies.iter().any(|e| {
        e.sight == Sight::Spotted && e.kind.class() == Class::AtGun && e.zone.sector == session.working().tank.turret
    });
    assert!(spotted, "a gun stands before the tank");
    let told = |session: &Session<Patton>, which: fn(&Event) -> bool| {
        session.log().iter().any(|told| matches!(told, Told::Event(event) if which(event)))
    };
    let fired_at = |event: &Event| matches!(event, Event::Acts { act: EnemyAct::FireYourTank, .. });
    assert!(told(&session, fired_at), "the enemy has fired at the tank");
    let mut answers = 0;
    while let Some(Pending::Choice { seat, ask, options, .. }) = session.pending().first().cloned() {
        let game = session.working();
        let usual = (Patton::AIDS.usual)(game, charts, seat, ask, &options).map(|usual| usual.choice);
        let choice = usual.unwrap_or_else(|| Sensible.decide(&game.view(charts, seat), seat, ask, &options));
        session.choose(seat, choice).unwrap();
        answers += 1;
    }
    assert!(told(&session, |event| matches!(event, Event::KnockedOut { by: Killer::You, .. })));
    assert!((6..30).contains(&answers), "{answers}");
    assert!(session.outcome().unwrap().result.starts_with("won"));
}
