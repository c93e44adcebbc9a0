//! What must hold of a career whatever is answered and thrown, looked at after every step.

use crate::Setup;
use crate::charts::Charts;
use crate::state::{Ace, Away, Career, End, Fate, Mode, Player, Stage, bit};
use crate::talk::Ask;
use crate::words::{Ammo, Award, Class, Month, Post, Skill, Wound};
use hulldown_core::playable::Trial;
use hulldown_core::playable::trial::RollOnChart;
use hulldown_core::{Game, Seat};

impl Trial for Ace {
    const ROLLED: &'static [&'static str] =
        &["A1", "A3", "A4", "A4-types", "A5", "A6", "B1", "B2", "B3", "B4", "B5", "B5a", "B6", "B7", "B9", "C1"];

    /// Every mode with every switch, in turn.
    fn setup(number: u64) -> Setup {
        let modes = [Mode::Solitaire, Mode::Cooperative, Mode::CompetitiveTogether, Mode::CompetitiveApart];
        let mode = modes[(number % 4) as usize];
        Setup { mode, increased_threat: number & 4 != 0, errata_2022: number & 8 != 0, ..Setup::default() }
    }

    fn sound(&self, data: &'static Charts) -> Sound {
        sound(self, data)
    }

    fn follows(&self, before: &Ace, data: &'static Charts) -> Sound {
        follows(before, self, data)
    }

    fn whereabouts(&self) -> String {
        format!("{:?}, {} line {}, round {}", self.stage, self.month.id(), self.line + 1, self.field.round)
    }

    /// What an airstrike destroys outright (7.6c), what a lucky hit does (R8a), and what happens on a 12 is not read in the cell; F1 has figures.
    fn is_read(reading: &RollOnChart<'_>) -> bool {
        let outright = reading.purpose == "Airstrike" && reading.result == crate::words::B2Result::De.name();
        let aside = outright || reading.result == "lucky hit" || reading.natural == 12 || reading.chart == "F1";
        reading.cell.is_some() && (reading.is_test || aside || reading.says_result())
    }

    /// Start months are spread over the war, so that late rules come up as often as early ones.
    fn spreads(ask: Ask) -> bool {
        ask == Ask::Start
    }
}

type Sound = Result<(), String>;

fn must(holds: bool, why: impl FnOnce() -> String) -> Sound {
    if holds { Ok(()) } else { Err(why()) }
}

/// Mission lines of the calendar up to and with the present one.
fn lines(game: &Ace, charts: &Charts) -> u16 {
    let before: u16 = (game.start.index()..game.month.index()).map(|m| u16::from(charts.month_lines[m])).sum();
    before + u16::from(game.line) + 1
}

/// Whether a fight is going on: the mat and the board are in use.
fn fighting(stage: Stage) -> bool {
    stage.is_battle() && stage != Stage::BattleEnd
}

/// Whether the men are between two missions.
fn at_rest(stage: Stage) -> bool {
    matches!(stage, Stage::Line(_) | Stage::LineEnd(_))
}

/// What holds of any state between two steps.
fn sound(game: &Ace, charts: &'static Charts) -> Sound {
    let serving = game.seats_in_play().any(|seat| game.serves(seat));
    must(serving != game.is_over(), || "the game is over exactly when no commander serves (5.1)".into())?;
    for seat in game.seats_in_play() {
        man_and_career(game, charts, seat).map_err(|why| format!("seat {}: {why}", seat.0))?;
        if fighting(game.stage) && game.field.fights[seat.index()] {
            mat_and_board(game, charts, seat).map_err(|why| format!("seat {}: {why}", seat.0))?;
        }
    }
    Ok(())
}

fn man_and_career(game: &Ace, charts: &Charts, seat: Seat) -> Sound {
    let player = &game.players[seat.index()];
    let career = &player.career;
    let commander = &player.crew[Post::Commander.index()];
    must(!player.mat.at_gun || !player.fit(Post::Gunner), || "two men at the gun (7.4.3h)".into())?;
    must(commander.wound != Wound::Killed || !player.fate.serves(), || "a dead commander serves (5.1.3)".into())?;
    let out = u16::from(career.skip) >= game.lines_left(charts);
    must(player.fate != Fate::Survived || game.is_over() || out, || "survived before the end (5.1.1, 5.1.2)".into())?;
    must(player.fate.serves() == player.fate_in.is_none(), || {
        format!("{:?} in {:?} (5.2.2)", player.fate, player.fate_in)
    })?;
    must(commander.number == 1 && !commander.substitute, || "the commander was replaced".into())?;
    must(commander.hearts == career.award(Award::PurpleHeart), || {
        format!("{} Purple Hearts worn, {} awarded (8.1.3)", commander.hearts, career.award(Award::PurpleHeart))
    })?;
    let lines = lines(game, charts);
    must(career.completed <= lines, || format!("{} missions completed of {lines} lines (6.1)", career.completed))?;
    must(career.successes <= career.completed, || {
        format!("{} of {} missions won", career.successes, career.completed)
    })?;
    must(career.award(Award::Eame) == u8::from(career.completed >= 1), || {
        "campaign medal without a mission (8.1.1)".into()
    })?;
    must(career.award(Award::Commendation) == u8::from(career.completed >= 5), || {
        format!("{} commendations after {} missions (8.1.2)", career.award(Award::Commendation), career.completed)
    })?;
    // Every point of prestige raises the level, until it is as high as can be (8.3).
    let earned = career.level - charts.prestige.start_level.min(career.level) + charts.prestige.start_points;
    must(career.level == charts.prestige.max_level || career.prestige <= earned, || {
        format!("{} prestige at level {} (8.3)", career.prestige, career.level)
    })?;
    must(!career.synergy_waits || career.synergy_lost, || "Synergy waits and was not lost (7.7.syn)".into())?;
    must(!(career.synergy_waits && career.holds(Skill::Synergy)), || {
        "Synergy is held and waited for (7.7.syn)".into()
    })?;
    must(career.holds(Skill::Expert) == (career.expert != 0), || {
        "Expert is held in no series, or the reverse (7.7.exp)".into()
    })?;
    must(career.streak.iter().all(|n| *n < 30), || format!("streak {:?}", career.streak))?;
    let men = || player.crew.iter().map(|m| m.number).chain(player.away.iter().map(|a| a.man.number));
    let alone = |n: u16| men().filter(|other| *other == n).count() == 1;
    must(men().all(|n| alone(n) && n <= career.men), || {
        format!("men {:?} of {}", men().collect::<Vec<_>>(), career.men)
    })?;
    if at_rest(game.stage) && player.fate.serves() {
        for post in Post::ALL {
            must(player.fit(post), || format!("{post} goes unfilled after the mission (6.8a)"))?;
            let returns = player.away.iter().filter(|man: &&Away| man.post == post && !man.hospital).count();
            let substitute = usize::from(player.crew[post.index()].substitute);
            must(returns == substitute, || format!("{post}: {returns} to come back, {substitute} substitutes (R29b)"))?;
        }
        must(player.board.enemies.is_empty(), || "enemies are left over from the mission".into())?;
    }
    Ok(())
}

fn mat_and_board(game: &Ace, charts: &Charts, seat: Seat) -> Sound {
    let player = &game.players[seat.index()];
    let tank = &charts.tanks[player.tank.index()];
    for ammo in Ammo::ALL.into_iter().filter(|ammo| ammo.is_limited()) {
        // A crate of WP and HVAP are rounds more, where the tank has any (W2).
        let limit = tank.carried()[ammo.index()];
        let traded = match ammo {
            Ammo::Wp if limit > 0 => charts.gain.wp_crate,
            Ammo::Apcr if limit > 0 => charts.gain.hvap,
            _ => 0,
        };
        let carried = player.mat.carried[ammo.index()];
        must(carried <= limit + traded, || format!("{carried} {ammo} carried, {limit} and {traded} at most (4.4.a)"))?;
    }
    for (gun, full) in player.mat.guns.iter().zip(tank.mg_points.iter().copied()) {
        must(gun.points <= full + charts.gain.extra_belts, || {
            format!("{} points in a gun that holds {full} (4.4.b)", gun.points)
        })?;
    }
    must(player.mat.mortar <= tank.smoke_mortar, || format!("{} mortar rounds (4.4.f)", player.mat.mortar))?;
    let called = (player.mat.mortars_called, player.mat.artillery_called);
    must(called.0 == 0 || called.1 == 0, || format!("{called:?} mortars and artillery called (7.6b)"))?;
    must(called.0 <= charts.constants.cff_limit_mortar && called.1 <= charts.constants.cff_limit_artillery, || {
        format!("{called:?} mortars and artillery called (7.6b)")
    })?;
    if player.fate.serves() {
        let may_open = player.may_open();
        let behind = (0..3).all(|hatch| !player.mat.open[hatch] || may_open[hatch]);
        must(behind, || format!("open hatches {:?}, men behind {may_open:?} (R28)", player.mat.open))?;
    }
    for enemy in &player.board.enemies {
        let full = if enemy.class == Class::Inf { charts.constants.inf_steps } else { charts.constants.at_steps };
        must(enemy.steps <= full, || format!("unit {} has {} steps of {full}", enemy.id.0, enemy.steps))?;
        must(enemy.class != Class::W || enemy.aim == crate::state::EnemyAim::Elsewhere, || {
            "a truck aims (R14a)".into()
        })?;
        must(!enemy.dug_in || enemy.class == Class::Inf, || {
            format!("unit {} is a dug in {}", enemy.id.0, enemy.class)
        })?;
    }
    if game.in_fight(seat) {
        must(player.board.enemies.iter().any(|enemy| enemy.on_board()), || "fights nobody (7.2-6)".into())?;
    }
    Ok(())
}

/// What holds of two states with a step between them.
fn follows(before: &Ace, now: &Ace, charts: &'static Charts) -> Sound {
    let rules = |game: &Ace| (game.mode, game.increased_threat, game.errata_2022);
    must(rules(before) == rules(now), || "the options changed".into())?;
    must(before.stage == Stage::Start || before.start == now.start, || "the start month changed".into())?;
    let time = |game: &Ace| (game.month, game.line);
    must(time(before) <= time(now) || before.stage == Stage::Start, || "time went back".into())?;
    if !matches!(before.stage, Stage::LineEnd(_) | Stage::Start) {
        must(time(before) == time(now), || "time went on in the midst of a line".into())?;
    } else if matches!(before.stage, Stage::LineEnd(_)) {
        must(lines(now, charts) - lines(before, charts) <= 1, || "a line was left out".into())?;
    }
    must((0..2).all(|i| before.events_used[i] & !now.events_used[i] == 0), || "a Major Event came back (4.7c)".into())?;
    if fighting(before.stage) && fighting(now.stage) {
        let rounds = u16::from(before.stage == Stage::RoundEnd);
        must(now.field.round == before.field.round + rounds, || {
            format!("round {} after {}", now.field.round, before.field.round)
        })?;
    }
    if fighting(before.stage) && before.stage != Stage::RoundEnd {
        must(units_gone(before, now) >= credited(before, now), || {
            format!("{} kills and {} units gone", credited(before, now), units_gone(before, now))
        })?;
    }
    let last = (now.month, now.line + 1) == (Month::LAST, charts.month_lines[Month::LAST.index()]);
    for seat in now.seats_in_play().filter(|seat| now.players[seat.index()].fate == Fate::Survived) {
        // Either the last line is done, or all that are left would be missed.
        let missed = u16::from(now.players[seat.index()].career.skip) >= now.lines_left(charts);
        must(last || missed, || "the war ended early (5.1.1, 5.1.2)".into())?;
    }
    for n in 0..2 {
        let (player, later) = (&before.players[n], &now.players[n]);
        let idle = n >= usize::from(before.mode.seats()) || (fighting(before.stage) && !before.field.fights[n]);
        if idle {
            must(player == later, || format!("seat {n} has no part in this and changed"))?;
        } else {
            grows(player, later, before.stage).map_err(|why| format!("seat {n}: {why}"))?;
        }
    }
    Ok(())
}

/// Kills written down in the step.
fn credited(before: &Ace, now: &Ace) -> usize {
    let all = |game: &Ace| game.players.iter().flat_map(|player| player.career.kills).map(usize::from).sum::<usize>();
    all(now) - all(before)
}

/// Units that left the boards in the step.
fn units_gone(before: &Ace, now: &Ace) -> usize {
    let (mut there, mut left) = (0, 0);
    for (player, later) in before.players.iter().zip(&now.players) {
        there += player.board.enemies.len() + usize::from(later.board.next - player.board.next);
        left += later.board.enemies.len();
    }
    there - left
}

/// What only grows, what only falls, and what only changes at its time.
fn grows(player: &Player, later: &Player, stage: Stage) -> Sound {
    let (before, now) = (&player.career, &later.career);
    must(
        (&player.name, &player.nickname, &player.tank_name) == (&later.name, &later.nickname, &later.tank_name),
        || "another name".into(),
    )?;
    must(player.fate.serves() || player.fate == later.fate, || format!("{:?} after {:?}", later.fate, player.fate))?;
    // What lay on a dead man's display is taken away; nothing else of his changes.
    let cleared = |career: &Career| Career { markers: 0, ..career.clone() };
    must(player.fate.serves() || cleared(before) == cleared(now), || "a career went on after its end (5.1.3)".into())?;
    must(before.kills.iter().zip(now.kills).all(|(was, is)| *was <= is), || "kills were taken back".into())?;
    must(before.awards.iter().zip(now.awards).all(|(was, is)| *was <= is), || "an award was taken back".into())?;
    must(before.rank <= now.rank, || "a rank was lost".into())?;
    must(before.level <= now.level, || "the Prestige Level fell (8.3)".into())?;
    must(before.men <= now.men && before.tanks_lost <= now.tanks_lost, || "men or lost tanks were forgotten".into())?;
    let after = matches!(stage, Stage::After(_));
    let (done, won) = (now.completed.wrapping_sub(before.completed), now.successes.wrapping_sub(before.successes));
    must(done <= u16::from(after) && won <= done, || format!("{done} missions more, {won} of them won"))?;
    let new_mission = matches!(stage, Stage::Line(_));
    for class in Class::ALL {
        let of = |career: u16, board: u8| (career, u16::from(board));
        let (all, here) = of(before.kills[class.index()], player.board.kills[class.index()]);
        let (all_then, here_then) = of(now.kills[class.index()], later.board.kills[class.index()]);
        // The kills of a mission are those of the career, counted twice.
        must(new_mission || all_then - all == here_then.wrapping_sub(here), || format!("{class} kills do not tally"))?;
    }
    if now.tanks_lost > before.tanks_lost {
        must(now.tanks_lost == before.tanks_lost + 1, || "two tanks lost at once".into())?;
        must(later.board.end == Some(End::TankLost), || {
            format!("tank lost, and the board ends {:?} (7.4b)", later.board.end)
        })?;
    }
    if fighting(stage) {
        let calm =
            |of: &Career| (of.experience, of.credit, of.prestige, of.level, of.rank, of.awards, of.trophies, of.expert);
        must(calm(before) == calm(now), || "points, awards or trophies changed hands in the midst of a fight".into())?;
        must(now.skills & !before.skills == 0, || "a skill was learnt in the midst of a fight (7.7a)".into())?;
        let lost = before.skills & !now.skills;
        must(lost & !bit(Skill::Synergy.index()) == 0, || "a skill was lost in the midst of a fight (R31)".into())?;
        must(player.tank == later.tank && player.away == later.away, || {
            "tank or crew changed in the midst of a fight".into()
        })?;
        for (post, (was, is)) in Post::ALL.into_iter().zip(player.crew.iter().zip(&later.crew)) {
            must(was.number == is.number, || format!("{post} was replaced in the midst of a fight"))?;
            must(was.wound <= is.wound, || format!("{post} was healed in the midst of a fight (7.4.3)"))?;
            must(was.wound == is.wound || is.hit, || format!("{post} is worse and was not hit"))?;
        }
        must(!player.mat.immobilized || later.mat.immobilized, || {
            "a stopped tank runs again in the midst of a fight".into()
        })?;
        let limited = |mat: &crate::state::Mat| {
            Ammo::ALL.map(|ammo| if ammo.is_limited() { mat.carried[ammo.index()] } else { 0 })
        };
        let fewer = limited(&player.mat).iter().zip(limited(&later.mat)).all(|(was, is)| *was >= is);
        must(fewer, || "limited rounds were found in the midst of a fight (4.4.a)".into())?;
        must(player.mat.used & !later.mat.used == 0, || "a used skill is fresh again (R45)".into())?;
        must(player.mat.mortar >= later.mat.mortar, || "mortar rounds were found".into())?;
        must(player.board.next <= later.board.next, || "units are numbered anew".into())?;
        must(player.board.end.is_none() || later.board.end.is_some(), || "a fight began again".into())?;
    }
    Ok(())
}
