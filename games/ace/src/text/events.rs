//! Events in words.

use super::names::{Teller, listed};
use super::{counted, hatches, rack, support_name};
use crate::event::{Cause, Event, Heading, Killer};
use crate::rules::rule;
use crate::state::{End, Fate};
use crate::words::{Award, Class, Command, Mission, Part, Post, RandomEvent, RoundEvent, Wound};
use hulldown_core::game::{EventWords, Seat};
use hulldown_core::rules::RuleId;
use hulldown_core::talk::Rank;

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Round => "by the hit",
        Cause::Ground => "by the ground",
        Cause::Artillery => "by artillery",
        Cause::Mine => "by a mine",
        Cause::Breakdown => "by a breakdown",
        Cause::Aircraft => "by its own aircraft",
    }
}

fn wound(wound: Wound) -> &'static str {
    match wound {
        Wound::None => "is unhurt",
        Wound::Light => "is lightly wounded",
        Wound::Serious => "is seriously wounded",
        Wound::Killed => "is killed",
    }
}

struct Words(&'static str, RuleId, String, Option<String>);

/// An event in words.
pub(super) fn words(t: &Teller<'_>, event: &Event) -> EventWords {
    let Words(kind, rule, text, headline) = career(t, event).unwrap_or_else(|| fight(t, event));
    EventWords { kind, rank: rank(kind), rule, text, headline, under: None }
}

fn plain(kind: &'static str, rule: RuleId, text: impl Into<String>) -> Words {
    Words(kind, rule, text.into(), None)
}

fn telling(kind: &'static str, rule: RuleId, text: impl Into<String>, headline: impl Into<String>) -> Words {
    Words(kind, rule, text.into(), Some(headline.into()))
}

/// What happens outside a battle.
fn career(t: &Teller<'_>, event: &Event) -> Option<Words> {
    let d = t.d;
    let on = |s: Seat, text: String| t.on(s, text);
    Some(match *event {
        Event::Heading { seat: s, of } => plain("phase", heading_rule(of), t.heading(s, of)),
        Event::Begins { month } => plain("begins", rule!("4.1.1"), format!("The career begins in {}.", month.name())),
        Event::Mustered { seat: s, tank, division } => {
            let (tank, unit) = (&d.tanks[tank.index()].name, &d.division_names[division.index()]);
            plain("mustered", rule!("4.0"), on(s, format!("Staff Sergeant, {unit}, in an {tank}.")))
        }
        Event::Course { seat: s, course, passed } => {
            let how = if passed { "passed" } else { "nothing learned" };
            plain("course", rule!("4.6a"), on(s, format!("Fort Knox, {}: {how}.", course.name())))
        }
        Event::Elective { seat: s, result, .. } => {
            plain("elective", rule!("4.6b"), on(s, d.f1.texts[result.index()].clone()))
        }
        Event::Bought { seat: s, skill, cost } => {
            plain("bought", rule!("7.7a"), on(s, format!("{} bought for {cost} XP.", skill.name())))
        }
        Event::Line { month, line } => plain("line", rule!("6.9"), format!("{}, mission {}.", month.name(), line + 1)),
        Event::EventPlaced { number } => {
            let name = &d.major_events[usize::from(number - 1)].name;
            plain("event-placed", rule!("4.7a"), format!("Major Event {number}, {name}, is now active."))
        }
        Event::EventExpired { number } => {
            let name = &d.major_events[usize::from(number - 1)].name;
            plain("event-expired", rule!("4.7c"), format!("Major Event {number}, {name}, has passed by."))
        }
        Event::Skipped { seat: s, left } => {
            let rest = if left > 0 { format!(", {left} more to miss") } else { String::new() };
            plain("skipped", rule!("4.2.3b"), on(s, format!("The mission is missed{rest}.")))
        }
        Event::Returned { seat: s, post, man } => {
            plain("returned", rule!("R29b"), on(s, format!("The {} (man {man}) is back.", post.name())))
        }
        Event::Recalled { seat: s, post, man } => {
            plain("recalled", rule!("8.3.1b"), on(s, format!("The {} (man {man}) is back, as requested.", post.name())))
        }
        Event::Released { seat: s, post, man } => plain(
            "released",
            rule!("8.3.1b"),
            on(s, format!("The former {} (man {man}) leaves hospital for another crew.", post.name())),
        ),
        Event::Mission { mission, event, active } => {
            let event = event.map(|number| {
                let name = &d.major_events[usize::from(number - 1)].name;
                if active { format!(", part of {name}") } else { format!(" ({name} is not active)") }
            });
            let text = match mission {
                Mission::Refit => "Refit: no battle.".into(),
                _ => format!("The mission: {}{}.", mission.name(), event.unwrap_or_default()),
            };
            plain("mission", if mission == Mission::Refit { rule!("7.1.5") } else { rule!("6.1a") }, text)
        }
        Event::NoFuel => plain("no-fuel", rule!("CH.C1"), "No fuel: the unit refits."),
        Event::Repairs { seat: s, in_time } => {
            let how =
                if in_time { "The tank is ready for the next mission." } else { "Repairs cost the next mission." };
            plain("repairs", rule!("7.4.5a"), on(s, how.into()))
        }
        Event::Counterattack { comes } => {
            let text = if comes { "The Germans counterattack!" } else { "No counterattack." };
            plain("counterattack", rule!("6.6a"), text)
        }
        Event::FollowOnAssault => plain("follow-on", rule!("3.8a"), "The advance goes straight over into an assault."),
        Event::MissionEnds { seat: s, success } => {
            let how = if success { "Mission accomplished." } else { "The mission has failed." };
            plain("mission-ends", rule!("6.5b"), on(s, how.into()))
        }
        Event::Trophy { seat: s, trophy } => {
            let text = trophy.map_or("Nothing of value lies about.".into(), |t| format!("A trophy: {}.", t.name()));
            plain("trophy", rule!("8.4a"), on(s, text))
        }
        Event::Hospital { seat: s, post, lines, hospital } => {
            let how = if hospital { "goes to hospital" } else { "is laid up" };
            let text = format!("The {} {how} for {}.", post.name(), counted(lines.into(), "mission"));
            plain("hospital", rule!("7.4.3c"), on(s, text))
        }
        Event::Invalided { seat: s, post } => {
            plain("invalided", rule!("CH.C2"), on(s, format!("The {} is invalided home.", post.name())))
        }
        Event::Replaced { seat: s, post, man, substitute } => {
            let how = if substitute { "stands in as" } else { "joins as" };
            plain("replaced", rule!("6.8a"), on(s, format!("Man {man} {how} {}.", post.name())))
        }
        Event::Trained { seat: s, post, skill } => {
            plain("trained", rule!("CH.W2"), on(s, format!("The new {} knows {}.", post.name(), skill.name())))
        }
        Event::SynergyLost { seat: s } => {
            plain("synergy-lost", rule!("7.7.syn"), on(s, "The crew is no longer what it was: Synergy is lost.".into()))
        }
        Event::Award { seat: s, award, count, prestige } => {
            let again = if count > 1 { format!(" (award {count})") } else { String::new() };
            let point = if prestige { ", one Prestige Point" } else { "" };
            plain("award", award_rule(award), on(s, format!("{}{again}{point}.", award.name())))
        }
        Event::CrewHeart { seat: s, post } => {
            plain("crew-heart", rule!("8.1.3"), on(s, format!("Purple Heart for the {}.", post.name())))
        }
        Event::Experience { seat: s, points, credit } => {
            let every = d.constants.experience_every_missions;
            let text = match points {
                0 => format!("Experience: {credit} of {every} missions toward the next point."),
                n => format!("Experience: {} gained.", counted(n.into(), "point")),
            };
            plain("experience", rule!("6.8b"), on(s, text))
        }
        Event::Prestige { seat: s, points, level } => plain(
            "prestige",
            rule!("8.3.2"),
            on(s, format!("Prestige: {}, level {level}.", counted(points.into(), "point"))),
        ),
        Event::NewTank { seat: s, tank, cost } => {
            let price =
                if cost > 0 { format!(" for {}", counted(cost.into(), "Prestige Point")) } else { String::new() };
            plain("new-tank", rule!("4.5a"), on(s, format!("A new tank: {}{price}.", d.tanks[tank.index()].name)))
        }
        Event::Traded { seat: s, trade } => {
            let info = &d.trade[trade.index()];
            plain("traded", rule!("8.4b"), on(s, format!("Traded for {}. {}", trade.name(), info.effect)))
        }
        Event::Paid { seat: s, trophy } => {
            plain("paid", rule!("8.4b"), on(s, format!("Given away: {}.", trophy.name())))
        }
        Event::Promotion { seat: s, rank, promoted } => {
            let how =
                if promoted { format!("Promoted to {}.", rank.name()) } else { "Passed over for promotion.".into() };
            plain("promotion", rule!("8.2.2a"), on(s, how))
        }
        Event::NoMoreMissions { seat: s } => {
            let text = "The next mission would fall after April 1945: there is none.";
            plain("no-more-missions", rule!("5.1.2"), on(s, text.into()))
        }
        Event::CareerEnds { seat: s, fate } => {
            let text = match fate {
                Fate::Serving => "He serves on.",
                Fate::Killed => "The commander is killed in action.",
                Fate::DiedOfWounds => "The commander dies of his wounds.",
                Fate::Retired => "The commander's wounds send him home for good.",
                Fate::Survived => "The war in Europe is over. The commander has come through.",
            };
            let rule = if fate == Fate::Survived { rule!("5.1.1") } else { rule!("5.1.3") };
            telling("career-ends", rule, on(s, text.into()), super::fate(fate))
        }
        _ => return None,
    })
}

fn heading_rule(of: Heading) -> RuleId {
    match of {
        Heading::Muster => rule!("4.0"),
        Heading::Line => rule!("10.3a"),
        Heading::Forces => rule!("6.2a"),
        Heading::Ready => rule!("4.3.1"),
        Heading::Opening => rule!("7.6e"),
        Heading::Targeting => rule!("7.2-4a"),
        Heading::Strikes => rule!("7.2-2"),
        Heading::Commands => rule!("7.2-3a"),
        Heading::Help => rule!("10.2b"),
        Heading::Enemy => rule!("BC.6a"),
        Heading::Events => rule!("7.8"),
        Heading::Wounded => rule!("7.4.3b"),
        Heading::Repairs => rule!("7.4.5a"),
        Heading::After => rule!("6.8a"),
        Heading::Promotion => rule!("8.2.2a"),
    }
}

/// The rule of a command that changes range, hull, hatches or the round in the gun.
fn command_rule(command: Command) -> RuleId {
    match command {
        Command::MoveToHullDown => rule!("7.2-Eb"),
        Command::AngleHull => rule!("7.2-Fa"),
        Command::MoveBackward => rule!("7.2-G"),
        Command::MoveForFlankShot => rule!("7.2-Jc"),
        Command::ButtonUp => rule!("7.2-M"),
        Command::Unbutton => rule!("7.2-N"),
        Command::SwitchRounds => rule!("7.2-O"),
        _ => rule!("7.2-D"),
    }
}

fn award_rule(award: Award) -> RuleId {
    match award {
        Award::Eame => rule!("8.1.1"),
        Award::Commendation => rule!("8.1.2"),
        Award::PurpleHeart => rule!("8.1.3"),
        Award::BronzeStar => rule!("8.1.4"),
        Award::SilverStar => rule!("8.1.5"),
        Award::Dsc => rule!("8.1.6a"),
        Award::MedalOfHonor => rule!("8.1.7"),
        Award::Vua => rule!("8.1.10a"),
        Award::Puc => rule!("8.1.10b"),
    }
}

/// What happens in a battle.
fn fight(t: &Teller<'_>, event: &Event) -> Words {
    let d = t.d;
    let on = |s: Seat, text: String| t.on(s, text);
    match *event {
        Event::Conditions { weather, terrain, range } => plain(
            "conditions",
            rule!("6.1b"),
            format!("Weather {}, {} ground, starting at {} range.", weather.name(), terrain.name(), range.name()),
        ),
        Event::Grade { grade } => {
            let info = &d.grades[grade.index()];
            let [full, reduced] = info.ml;
            plain("grade", rule!("6.2d"), format!("Enemy infantry: {}, morale {full}, reduced {reduced}.", info.name))
        }
        Event::DugIn { dug_in } => {
            let text = if dug_in { "Enemy infantry on foot is dug in." } else { "The enemy is not dug in." };
            plain("dug-in", rule!("R11a"), text)
        }
        Event::Placed { seat: s, who } => {
            plain("placed", rule!("6.2c"), on(s, format!("Enemy: {}.", t.unit_of(s, &who))))
        }
        Event::SelfPropelled { seat: s } => plain(
            "self-propelled",
            rule!("7.1.4d"),
            on(s, "An attacker\u{2019}s anti-tank guns are self-propelled: SPGs come in their place.".into()),
        ),
        Event::NoCounter { seat: s } => {
            plain("no-counter", rule!("3.5.2b"), on(s, "No counter is left; nobody comes.".into()))
        }
        Event::Ready { seat: s, open, hull_down, loaded } => {
            let place = if hull_down { "hull down" } else { "in the open" };
            let loaded = loaded.map_or("nothing", |a| a.name());
            plain("ready", rule!("4.3.1"), on(s, format!("Ready: {place}, {}, {loaded} loaded.", hatches(open))))
        }
        Event::ArtilleryBought { seat: s } => {
            plain("artillery-bought", rule!("7.6e"), on(s, "A Prestige Point buys field artillery.".into()))
        }
        Event::Round { round } => plain("round", rule!("6.5a"), format!("Combat Round {round}.")),
        Event::Targets { seat: s, who } => {
            plain("targets", rule!("7.2-4a"), format!("The {} now targets {}.", t.unit(&who), t.you(s)))
        }
        Event::Strike { seat: s, support, who } => {
            let text = format!("The {} strike the {}.", support_name(support), t.unit_of(s, &who));
            plain("strike", rule!("7.2-2"), on(s, text.replace("artillery strike", "artillery strikes")))
        }
        Event::Airstrike { seat: s, who } => {
            plain("airstrike", rule!("7.6c"), on(s, format!("Aircraft attack the {}.", t.unit_of(s, &who))))
        }
        Event::Fires { seat: s, ammo, who } => {
            plain("fires", rule!("7.2-Aa"), on(s, format!("{} at the {}.", ammo.name(), t.unit_of(s, &who))))
        }
        Event::FiresSmoke { seat: s, area } => {
            plain("fires-smoke", rule!("7.2-Ae"), on(s, format!("HCBI into area {}.", area.id())))
        }
        Event::FiresMg { seat: s, gun, who } => {
            plain("fires-mg", rule!("4.4.b"), on(s, format!("The {} fires at the {}.", gun.name(), t.unit_of(s, &who))))
        }
        Event::Missed { who } => telling("missed", rule!("CH.B1"), format!("The {} is missed.", t.unit(&who)), "miss"),
        Event::Useless { who } => {
            telling("useless", rule!("7.2-Af"), format!("It does the {} no harm.", t.unit(&who)), "no effect")
        }
        Event::NoEffect { who } => {
            telling("no-effect", rule!("CH.B2"), format!("No effect on the {}.", t.unit(&who)), "no effect")
        }
        Event::Bounced { who } => {
            telling("bounced", rule!("CH.B3"), format!("It bounces off the {}.", t.unit(&who)), "no penetration")
        }
        Event::Struck { who, part, pen, armor } => {
            let part = part.map_or("side", Part::name);
            let text =
                format!("The {} is struck in the {part}: penetration {pen} against armor {armor}.", t.unit(&who));
            plain("struck", rule!("7.3.6"), text)
        }
        Event::EnemyButtons { who } => {
            telling("enemy-buttons", rule!("7.3.7a"), format!("The {} buttons up.", t.unit(&who)), "buttoned up")
        }
        Event::EnemyImmobilized { who } => telling(
            "enemy-immobilized",
            rule!("7.4.5b"),
            format!("The {} is immobilized.", t.unit(&who)),
            "immobilized",
        ),
        Event::Suppressed { who } => {
            telling("suppressed", rule!("7.4e"), format!("The {} is suppressed.", t.unit(&who)), "suppressed")
        }
        Event::StepsLost { who, .. } => {
            telling("steps-lost", rule!("6.3e"), format!("The {} is reduced.", t.unit(&who)), "reduced")
        }
        Event::Destroyed { seat: s, who, by } => {
            let verb = if who.class == Class::Inf { "is broken" } else { "is destroyed" };
            let credit = match by {
                Killer::Tank => "",
                Killer::Support if t.two() => " by his fire support",
                Killer::Support => " by your fire support",
                Killer::Others => " by others",
            };
            telling(
                "destroyed",
                rule!("7.4a"),
                on(s, format!("The {} {verb}{credit}.", t.unit_of(s, &who))),
                "destroyed",
            )
        }
        Event::BailsOut { who } => {
            plain("bails-out", rule!("7.4.5b"), format!("The crew of the {} bails out.", t.unit(&who)))
        }
        Event::LostWithCarrier { who } => {
            plain("lost-with-carrier", rule!("6.3d"), format!("The infantry aboard is lost ({}).", t.unit(&who)))
        }
        Event::SmokeIn { board, area } => {
            let text = format!("Smoke in area {}{}.", area.id(), t.on_board(board));
            telling("smoke-in", rule!("7.3.5a"), text, "smoke")
        }
        Event::SmokeHere { seat: s } => {
            telling("smoke-here", rule!("7.2-K"), on(s, "Smoke around the tank.".into()), "smoke")
        }
        Event::Jams { seat: s, gun } => {
            telling("jams", rule!("7.4.4a"), on(s, format!("The {} jams.", gun.name())), "stoppage")
        }
        Event::NoJam { seat: s, gun } => {
            plain("no-jam", rule!("7.7.wea"), on(s, format!("The {} is kept going.", gun.name())))
        }
        Event::Cleared { seat: s, gun } => {
            plain("cleared", rule!("7.2-P"), on(s, format!("The stoppage of the {} is cleared.", gun.name())))
        }
        Event::MgReloaded { seat: s, gun } => {
            plain("mg-reloaded", rule!("R23a"), on(s, format!("The {} is reloaded.", gun.name())))
        }
        Event::Uses { seat: s, skill } => plain("uses", rule!("R45a"), on(s, format!("{} is used.", skill.name()))),
        Event::Loads { seat: s, ammo, stowage, by } => {
            let from = if stowage { " from stowage" } else { "" };
            plain("loads", by.map_or(rule!("7.2-3b"), command_rule), on(s, format!("{} loaded{from}.", ammo.name())))
        }
        Event::Racks { seat: s, rack: rounds, boxes } => {
            let total: u8 = rounds.iter().sum();
            plain("racks", rule!("4.4.c"), on(s, format!("Ready rack {total} of {boxes}: {}.", rack(&rounds))))
        }
        Event::TakesOver { seat: s, post } => {
            // Only the commander leaves his hatch for the gun.
            let who = if post == Post::Gunner { Post::Commander } else { Post::AssistantDriver };
            let text = format!("The {} takes over as {}.", who.name(), post.name());
            let rule = match post {
                Post::Gunner => rule!("7.4.3h"),
                Post::Driver => rule!("7.4.3e"),
                _ => rule!("7.4.3g"),
            };
            plain("takes-over", rule, on(s, text))
        }
        Event::Commands { seat: s, post } => {
            plain("commands", rule!("7.4.3d"), on(s, format!("The {} commands.", post.name())))
        }
        Event::RangeNow { seat: s, range, by } => telling(
            "range",
            by.map_or(rule!("7.1.4b"), command_rule),
            on(s, format!("The range is now {}.", range.name())),
            format!("{} range", range.name()),
        ),
        Event::HullDown { seat: s, hull_down } => {
            let (text, head) =
                if hull_down { ("Hull down.", "hull down") } else { ("No longer hull down.", "not hull down") };
            telling("hull-down", rule!("R18a"), on(s, text.into()), head)
        }
        Event::HullTurns { seat: s, facing, by } => {
            let rule = by.map_or(rule!("7.2-DEG"), command_rule);
            telling("hull-turns", rule, on(s, format!("The hull faces {}.", facing.name())), "hull turned")
        }
        Event::TurretTurns { seat: s, facing } => {
            plain("turret-turns", rule!("7.2-Ac"), on(s, format!("The turret turns {}.", facing.name())))
        }
        Event::Flanks { seat: s, who } => telling(
            "flanks",
            rule!("7.2-Ja"),
            on(s, format!("On the flank of the {}.", t.unit_of(s, &who))),
            "flank shot",
        ),
        Event::Called { seat: s, support, rounds, board } => {
            let place = if board == s { String::new() } else { t.on_board(board) };
            let text = format!("Called for {}{place}: {}.", support_name(support), counted(rounds.into(), "round"));
            telling("called", rule!("7.6a"), on(s, text), "called")
        }
        Event::CallLapses { seat: s, support, board } => {
            let place = if board == s { String::new() } else { t.on_board(board) };
            let text = format!("The call for {}{place} comes to nothing.", support_name(support));
            plain("call-lapses", rule!("R37b"), on(s, text))
        }
        Event::Hatches { seat: s, open, by } => {
            let rule = by.map_or(rule!("7.7.six"), command_rule);
            telling("hatches", rule, on(s, format!("Hatches: {}.", hatches(open))), hatches(open))
        }
        Event::Holds { seat: s, left } => {
            plain("holds", rule!("7.2-3a"), on(s, format!("No more commands ({left} unspent).")))
        }
        Event::EnemyMoves { who, to } => {
            plain("enemy-moves", rule!("7.2-4e"), format!("The {} moves to {}.", t.unit(&who), to.name()))
        }
        Event::Dismounts { who } => plain("dismounts", rule!("6.3a"), format!("{} dismounts.", t.unit(&who))),
        Event::EnemyFires { seat: s, who } => {
            plain("enemy-fires", rule!("BC.6a"), format!("The {} fires at {}.", t.unit(&who), t.you(s)))
        }
        Event::Panzerfaust { seat: s, who } => {
            plain("panzerfaust", rule!("CH.B4"), on(s, format!("A Panzerfaust from the {}.", t.unit_of(s, &who))))
        }
        Event::EnemyMissed { who } => {
            plain("enemy-missed", rule!("BC.6a"), format!("The fire of the {} does nothing.", t.unit(&who)))
        }
        Event::TankStruck { seat: s, part, side, pen, armor } => {
            let side = if side { "side" } else { "front" };
            let whom = if t.two() { format!("{} is", t.you(s)) } else { "You are".into() };
            let text = format!("{whom} struck in the {} {side}: penetration {pen} against armor {armor}.", part.name());
            plain("tank-struck", rule!("7.3.3b"), text)
        }
        Event::Held { seat: s } => plain("held", rule!("CH.B3"), on(s, "The armor holds.".into())),
        Event::Shock { seat: s, unspent } => {
            let cost = if unspent { ": a command he had left is lost" } else { "" };
            plain("shock", rule!("7.3.8a"), on(s, format!("The commander is shocked{cost}.")))
        }
        Event::ButtonsUp { seat: s, men } => {
            let posts = [Post::Commander, Post::Driver, Post::AssistantDriver];
            let ducked: Vec<&str> =
                posts.iter().zip(men).filter(|(_, ducks)| *ducks).map(|(post, _)| post.name()).collect();
            let verb = if ducked.len() == 1 { "is" } else { "are" };
            plain("buttons-up", rule!("7.3.2e"), on(s, format!("The {} {verb} driven under cover.", listed(&ducked))))
        }
        Event::Immobilized { seat: s, cause: by } => telling(
            "immobilized",
            rule!("7.4.5a"),
            on(s, format!("The tank is immobilized {}.", cause(by))),
            "immobilized",
        ),
        Event::Wounded { seat: s, post, wound: how, again } => {
            let rule = if how == Wound::Killed { rule!("7.4.3k") } else { rule!("7.4.2a") };
            let (before, after) = if again { ("is hit again and ", " as before") } else { ("", "") };
            let text = format!("The {} {before}{}{after}.", post.name(), wound(how));
            telling("wounded", rule, on(s, text), format!("{} {}", post.name(), how.name()))
        }
        Event::DiesOfWounds { seat: s, post } => {
            telling("dies", rule!("7.4.3b"), on(s, format!("The {} dies of his wounds.", post.name())), dies(post))
        }
        Event::TankLost { seat: s, cause: by, burns } => {
            let fire = if burns { " and burns" } else { "" };
            telling(
                "tank-lost",
                rule!("7.4a"),
                on(s, format!("The tank is knocked out {}{fire}.", cause(by))),
                "tank lost",
            )
        }
        Event::RoundEvent { seat: s, event, found: true } => {
            plain("round-event", rule!("7.8"), on(s, round_event(event).into()))
        }
        Event::RoundEvent { seat: s, event, found: false } => {
            let why =
                if event == RoundEvent::Minefield { "the tank is stopped already" } else { "none is on the board" };
            let name = event.name();
            let text = format!("{}{}: {why}.", name[..1].to_uppercase(), &name[1..]);
            plain("round-event", rule!("CH.B9"), on(s, text))
        }
        Event::RandomEvent { seat: s, event, applies } => {
            let effect = match event {
                _ if applies => random_event(event),
                RandomEvent::GermansBreak => "no infantry on foot is there to break",
                RandomEvent::FollowOnAssault => "only a movement to contact goes over into one",
                RandomEvent::Breakdown => "the tank is stopped already",
                RandomEvent::RadioOut => "the tank has no command radio to lose",
                _ => "not in this weather",
            };
            let text = format!("{}: {effect}.", event.name());
            plain("random-event", rule!("9.0a"), on(s, text[..1].to_uppercase() + &text[1..]))
        }
        Event::RadioOut { seat: s } => plain("radio-out", rule!("CH.C1"), on(s, "The radio is dead.".into())),
        Event::TruckLeaves { who } => plain("truck-leaves", rule!("6.3c"), format!("The {} drives off.", t.unit(&who))),
        Event::LastInfantry { who } => {
            plain("last-infantry", rule!("7.2-6b"), format!("The last of them, {}, gives up the field.", t.unit(&who)))
        }
        Event::BoardEnds { seat: s, end } => {
            let name = t.you(s);
            let (text, rule) = match (end, t.two()) {
                (End::Won, false) => ("The field is yours.".into(), rule!("7.2-6a")),
                (End::Won, true) => (format!("{name} holds the field."), rule!("7.2-6a")),
                (End::Withdrawn, false) => ("You leave the field.".into(), rule!("7.4.1a")),
                (End::Withdrawn, true) => (format!("{name} leaves the field."), rule!("7.4.1a")),
                (End::TankLost, _) => (format!("For {name} the fight is over."), rule!("7.2-6a")),
            };
            plain("board-ends", rule, text)
        }
        _ => plain("event", rule!("3.7"), "Something happened."),
    }
}

/// What an event of B9 brings; the lines after it say what came of it.
fn round_event(event: RoundEvent) -> &'static str {
    match event {
        RoundEvent::None => "Nothing happens.",
        RoundEvent::EnemyArtillery => "Enemy field artillery fires at the tank.",
        RoundEvent::EnemyMortar => "Enemy mortars fire at the tank.",
        RoundEvent::EnemyReinforcement => "The enemy is reinforced.",
        RoundEvent::DestroyRandomTank => "Friends destroy an enemy tank.",
        RoundEvent::DestroyRandomSpg => "Friends destroy an enemy SPG.",
        RoundEvent::DestroyRandomAt => "Friends destroy an enemy AT gun.",
        RoundEvent::DestroyRandomVehicle => "Friends destroy an enemy vehicle.",
        RoundEvent::InfStepLoss => "Friends hit enemy infantry.",
        RoundEvent::Minefield => "The tank is in a minefield.",
    }
}

/// What a Random Event brings.
fn random_event(event: RandomEvent) -> &'static str {
    match event {
        RandomEvent::FriendlyAirstrike => "friendly aircraft attack the tank",
        RandomEvent::FlankAmbush => "an enemy gun has waited on the flank",
        RandomEvent::Breakdown => "the engine fails",
        RandomEvent::RadioOut => "no more calls for fire in this mission",
        RandomEvent::FuelShortage => "the next mission that would be rolled for is a refit",
        RandomEvent::Airstrike => "aircraft attack one enemy unit",
        RandomEvent::FriendlyArtillery => "field artillery strikes one enemy unit",
        RandomEvent::FollowOnAssault => "if the mission succeeds, an assault follows at once",
        RandomEvent::HotChowAndMail => "if the mission succeeds, it counts twice toward Experience",
        RandomEvent::WarCorrespondent => "if the mission succeeds, it brings one Prestige Point",
        RandomEvent::GermansBreak => "all enemy infantry on foot leaves the field",
    }
}

fn dies(post: Post) -> String {
    format!("{} dies", post.name())
}

fn rank(kind: &str) -> Rank {
    match kind {
        "line" => Rank::Chapter,
        "begins" | "mission" | "mission-ends" => Rank::Part,
        "phase" | "round" => Rank::Scene,
        _ => Rank::Line,
    }
}
