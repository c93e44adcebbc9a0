//! The result card: what came of an answer.

mod fit;

use super::told;
use crate::text::short_percent;
use fit::{Join, Part};
use hulldown_core::game::Seat;
use hulldown_core::phrase::capital;
use hulldown_core::playable::aids::{Grave, ShotPart};
use hulldown_desk::digest::digest;
use hulldown_desk::result::{self, Came, came_after, gravest, is_seal, leaves_open};
use hulldown_desk::{EventLine, RollLine};

/// From so many lines on a card tells in short what they come to.
const LONG: usize = 24;

/// So many things that must not be overlooked are told each by itself, however long the card is.
const FEW: usize = 5;

/// How a line of a card is meant, what must be in sight first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// What was tried.
    Title,
    /// What one has lost.
    Loss,
    /// What a long stretch comes to.
    Sum,
    /// How one's own shot went.
    Own,
    /// The roll that decided it.
    Throw,
    /// What the enemy's fire came to.
    Fire,
    /// Whom of the enemy others put out of the fight.
    Gone,
    /// What friends have lost, whom one must look out for.
    Alarm,
    /// Where the enemy goes.
    Foe,
    /// What else decides something.
    Head,
    /// The roll that decided one of these.
    Cause,
    /// How it came to what stands above.
    Course,
    /// The dice behind it.
    Dice,
    /// Anything else that happened.
    Line,
    /// A round begins.
    Part,
    /// A phase begins.
    Phase,
    /// Dice of no great weight.
    Roll,
}

impl Tone {
    /// Whether it tells what came of an answer.
    pub(crate) fn decides(self) -> bool {
        Tone::Loss <= self && self <= Tone::Head && self != Tone::Throw
    }

    /// Whether it belongs to the line before it.
    #[cfg(test)]
    pub(crate) fn hangs(self) -> bool {
        matches!(self, Tone::Throw | Tone::Cause | Tone::Course | Tone::Dice | Tone::Roll)
    }
}

/// What came of an answer, thing by thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    /// What was tried.
    title: Vec<String>,
    /// All that came of it, in order.
    parts: Vec<Part>,
}

/// The result card: what was tried, one's own losses first, then everything that came of it in order, each with its dice.
/// What was told before may hold the shot that a loss comes of.
pub(crate) fn card(tried: Option<&str>, before: &[EventLine], events: &[EventLine], seat: Seat) -> Card {
    // A seal proves something at the end of a game; nobody reads it in the middle.
    let all: Vec<Came<'_>> =
        came_after(before, events).into_iter().filter(|came| !came.line.is_some_and(is_seal)).collect();
    let long = all.len() > LONG;
    let (grave, mut rest) = gravest(all, seat);
    // Where nothing grave came of it, how the shot went; that it was fired is not told again.
    let shot = if leaves_open(&grave) { result::verdict(&mut rest) } else { None };
    let shot = shot.map(|(_, came)| came);
    // So much at once is told in short: of each kind what is not few. What is told by itself is no part of the sum.
    let weight = |came: &Came<'_>| match came.grave()? {
        Grave::Loss(whose) if whose == seat => Some(0),
        Grave::Loss(_) | Grave::Kill => Some(1),
        Grave::Harm(..) | Grave::Friends(..) => Some(2),
        Grave::Alarm(..) | Grave::End(_) | Grave::Over(_) => None,
    };
    let hurt = || grave.iter().filter_map(|came| Some((weight(came)?, came.line?.n)));
    let all_of = |kinds: std::ops::RangeInclusive<u8>| hurt().filter(|(kind, _)| kinds.contains(kind)).count();
    // One's losses and one's own shots count before what else went wrong.
    let is_few = |kind: u8| all_of(if kind < 2 { kind..=kind } else { 0..=2 }) <= FEW;
    let own: Vec<usize> = hurt().filter(|(kind, _)| is_few(*kind)).map(|(_, n)| n).collect();
    let short = if long { digest(events.iter().filter(|event| !own.contains(&event.n))) } else { Vec::new() };
    let mut parts: Vec<Part> = Vec::new();
    let sum = |loss: bool| if loss { Tone::Loss } else { Tone::Sum };
    let sums = |loss: bool| {
        let lines = short.iter().filter(move |line| line.loss == loss);
        lines.map(move |line| Part::line(sum(loss), line.to_string()))
    };
    // What the sum tells of has no weight of its own.
    let light = |came: &Came<'_>, tone: Tone| match weight(came) {
        Some(kind) if !short.is_empty() && !is_few(kind) => tone.max(Tone::Line),
        _ => tone,
    };
    let (above, behind) = result::around(&grave, seat);
    let (lost, above) = above.split_at(above.iter().take_while(|came| weight(came) == Some(0)).count());
    parts.extend(lost.iter().filter_map(|came| part(came, seat, light(came, Tone::Loss))));
    parts.extend(sums(true).chain(sums(false)));
    for came in above {
        parts.extend(part(came, seat, light(came, if is_alarming(came, seat) { Tone::Loss } else { Tone::Own })));
    }
    if let Some(came) = &shot {
        parts.extend(part(came, seat, if came.is_under_fire(seat) { Tone::Fire } else { Tone::Own }));
    }
    for came in behind {
        let tone = match came.grave() {
            Some(Grave::Alarm(..) | Grave::Friends(..)) if is_alarming(came, seat) => Tone::Alarm,
            _ if is_alarming(came, seat) => Tone::Loss,
            Some(Grave::Kill) => Tone::Gone,
            _ => Tone::Head,
        };
        parts.extend(part(came, seat, light(came, tone)));
    }
    // What was told of somebody who is out of the fight by now has no weight.
    let out: Vec<&str> = grave
        .iter()
        .filter(|came| matches!(came.grave(), Some(Grave::Kill | Grave::Loss(_))))
        .filter_map(|came| came.line?.about.whom.as_deref())
        .collect();
    let is_out =
        |came: &Came<'_>| came.line.and_then(|line| line.about.whom.as_deref()).is_some_and(|who| out.contains(&who));
    let mut phase = None;
    for came in &rest {
        if came.phase.is_some_and(|begins| phase != Some(begins)) {
            phase = came.phase;
            let named = phase.filter(|phase| !phase.is_empty());
            parts.extend(named.map(|phase| Part::line(Tone::Phase, format!("{phase}:"))));
        }
        let tone = if is_out(came) { Tone::Line } else { tone_of(came, seat) };
        parts.extend(part(
            came,
            seat,
            if long && tone != Tone::Own && tone != Tone::Fire { tone.max(Tone::Line) } else { tone },
        ));
    }
    if let Some(moves) = result::moves_of_others(&rest, seat) {
        for part in parts.iter_mut().filter(|part| part.tone() == Tone::Foe) {
            part.joins(Join::Moves(moves.clone()));
        }
    }
    let title = tried.filter(|tried| !tried.is_empty()).map(capital);
    Card { title: title.into_iter().collect(), parts }
}

/// How something is meant that must not be in sight before all.
fn tone_of(came: &Came<'_>, seat: Seat) -> Tone {
    match came.line {
        // Dice of which nothing more is told are no part of what was told before.
        None => Tone::Line,
        Some(line) if !line.rank.is_line() => Tone::Part,
        Some(_) if came.is_under_fire(seat) => Tone::Fire,
        Some(_) if came.is_move_against(seat) => Tone::Foe,
        Some(line) if came.is_shot() && !line.about.at.is_empty() && verdict(came).is_some() => Tone::Own,
        Some(_) if verdict(came).is_some() => Tone::Head,
        Some(_) => Tone::Line,
    }
}

/// Something that happened, how it came to that, and the dice of it, in each way it can be told.
fn part(came: &Came<'_>, seat: Seat, tone: Tone) -> Option<Part> {
    // Dice of several that are alike tell no more than they do.
    let rolls =
        || came.dice.iter().filter(|_| came.more.is_empty()).filter_map(|told| Some((told, told.roll.as_ref()?)));
    let Some(line) = came.line else {
        return Part::of(vec![rolls().map(|(told, roll)| (tone, dice_line(roll, &told.rule))).collect()]);
    };
    let alarm = came.word(seat).filter(|_| is_alarming(came, seat));
    let word = alarm.map(str::to_string).or_else(|| verdict(came).map(|word| word.to_uppercase()));
    let lead = |text: &str| match &word {
        Some(word) => format!("{word}: {}", named(word, text)),
        None => text.to_string(),
    };
    if alarm.is_some() && matches!(came.grave(), Some(Grave::Alarm(..))) && came.dice.is_empty() {
        let (word, text) = (alarm.unwrap_or_default(), came.text());
        let mut part = Part::line(tone, lead(&text));
        part.joins(Join::Alarm(word, named(word, &text).to_string(), whose_way(came).to_string()));
        return Some(part);
    }
    let (dice, deciding) = match tone {
        Tone::Own => (Tone::Dice, Tone::Throw),
        Tone::Loss | Tone::Fire | Tone::Gone | Tone::Alarm | Tone::Head => (Tone::Dice, Tone::Cause),
        _ => (Tone::Roll, Tone::Roll),
    };
    let decisive = came.decisive().filter(|_| came.more.is_empty());
    let thrown = |(told, roll): (&&EventLine, &RollLine)| {
        let weight = if decisive.is_some_and(|last| last.n == told.n) { deciding } else { dice };
        (weight, dice_line(roll, &told.rule))
    };
    let head = (tone, lead(&told(came)));
    let course = |told: &EventLine| (Tone::Course, capital(&told.text));
    let whole: Vec<_> =
        std::iter::once(head.clone()).chain(came.before().map(course)).chain(rolls().map(thrown)).collect();
    let core = [
        Some(head),
        came.by.map(course),
        rolls().find(|(told, _)| decisive.is_some_and(|last| last.n == told.n)).map(thrown),
    ];
    // Of what has no weight the roll can be left out.
    let says = lead(&capital(&in_short(came)));
    let short = match deciding {
        Tone::Roll => says.clone(),
        _ => with_roll(&says, decisive),
    };
    let bare = lead(&capital(&came.text()));
    let mut part = Part::of(vec![vec![(tone, short)], core.into_iter().flatten().collect(), whole])?.or_bare(bare);
    match tone {
        Tone::Fire => {
            let told = match came.thrown().filter(|_| line.headline.is_none()) {
                Some(result) => format!("{}: {result}", in_short(came)),
                None => in_short(came),
            };
            let fired = line.about.shot == Some(ShotPart::Fired);
            let result =
                decisive.and_then(|told| told.roll.as_ref()).map(|roll| roll.result.clone()).unwrap_or_default();
            let (ends, told) = (!fired && !line.about.passing, with_roll(&told, decisive));
            part.joins(Join::Fire { fired, ends, told, result });
        }
        Tone::Loss | Tone::Alarm | Tone::Head if word.is_some() => part.joins(Join::Word),
        _ => {}
    }
    Some(part)
}

/// What happened in the fewest words: of a shot who fired at what, and of what came of it whose shot it was.
fn in_short(came: &Came<'_>) -> String {
    let clause = |text: &str| text.trim_end_matches('.').to_string();
    let fired = |text: &str| text.split_once(": ").map_or_else(|| clause(text), |(who, _)| who.to_string());
    let said = match came.line {
        Some(line) if line.about.shot == Some(ShotPart::Fired) => fired(&came.text()),
        _ => clause(&came.text()),
    };
    // Of one's own shot, where only one can fire, the answer says it.
    match came.by.filter(|by| by.about.under_fire.is_some() || by.about.firer.is_some()) {
        Some(by) => format!("{said}. {}", capital(&fired(&by.text))),
        None => said,
    }
}

/// The same with the roll that decided it.
fn with_roll(text: &str, roll: Option<&EventLine>) -> String {
    let Some(roll) = roll.and_then(|told| told.roll.as_ref()) else { return format!("{text}.") };
    let said = text.to_lowercase().contains(&roll.result.to_lowercase());
    let result = if said { String::new() } else { format!(": {}", roll.result) };
    let need = if roll.chance.is_some() { format!(", needed {}", roll.need) } else { String::new() };
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let added: i16 = roll.mods.iter().map(|m| m.value).sum();
    let added = if added == 0 { String::new() } else { format!(" {added:+}") };
    let plain = added.is_empty() && roll.faces.len() == 1;
    let total = if plain { String::new() } else { format!(" = {}", roll.total) };
    format!("{text} ({}: {}{added}{total}{need}{result}).", capital(&roll.purpose), faces.join("+"))
}

/// Who goes his way in it, if somebody does.
fn whose_way<'a>(came: &Came<'a>) -> &'a str {
    came.line.and_then(|line| line.about.step.as_ref()).map_or("", |step| &step.who)
}

/// Whether it hurts a seat or may soon.
fn is_alarming(came: &Came<'_>, seat: Seat) -> bool {
    let alarms = matches!(came.grave(), Some(Grave::Alarm(..))) && came.word(seat).is_some();
    came.hurts() == Some(seat) || alarms
}

/// What an alarm is about, where its word stands before it already.
fn named<'a>(word: &str, text: &'a str) -> &'a str {
    let said = text.get(..word.len()).is_some_and(|front| front.eq_ignore_ascii_case(word));
    text.get(word.len()..).filter(|_| said).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text)
}

/// What was decided, in a word or two that one glance finds; of a shot of which nothing more is told than its dice, how it went: a miss is
/// as much as a hit.
fn verdict<'a>(came: &Came<'a>) -> Option<&'a str> {
    const SHORT: usize = 24;
    let line = came.line?;
    let headline = line.headline.as_deref().filter(|_| line.rank.is_line());
    let said = |verdict: &str| line.text.to_lowercase().starts_with(&verdict.to_lowercase());
    headline.filter(|verdict| verdict.len() <= SHORT && !said(verdict)).or_else(|| came.thrown())
}

/// A roll in one line: what it decided, need with modifiers, dice, verdict.
pub(super) fn dice_line(roll: &RollLine, rule: &str) -> String {
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let mods: String = roll.mods.iter().map(|m| format!(" {:+} {}", m.value, m.why)).collect();
    let total =
        if roll.mods.is_empty() && roll.faces.len() == 1 { String::new() } else { format!(" = {}", roll.total) };
    let held = roll.held();
    let hand = if roll.by_hand { " by hand" } else { "" };
    let came = match roll.chance {
        _ if roll.is_number() => String::new(),
        Some(chance) => format!(", needed {} ({}): {}", roll.need, short_percent(chance), roll.result),
        None => format!(", read on the {}: {}", roll.need, roll.result),
    };
    let faces = faces.join("+");
    format!("{}: {} {faces}{hand}{mods}{total}{held}{came} [{rule}]", capital(&roll.purpose), roll.dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hulldown_core::playable::aids::{About, ShotPart, WayStep};
    use hulldown_core::talk::Rank;
    use hulldown_desk::ToldLine;

    fn told(n: usize, text: &str, about: About) -> EventLine {
        let line = ToldLine {
            after: 0,
            kind: "told".into(),
            rule: "1.0".into(),
            text: text.into(),
            headline: None,
            story: None,
            rank: Rank::Line,
            under: None,
            title: None,
            only: None,
            again: false,
            seat: None,
            key: None,
            roll: None,
        };
        EventLine { about, ..line.event(n) }
    }

    fn rolled(n: usize, purpose: &'static str) -> EventLine {
        let roll = RollLine {
            chart: "B1".into(),
            purpose: purpose.into(),
            dice: "1d6".into(),
            faces: vec![4],
            natural: 4,
            mods: Vec::new(),
            total: 4,
            need: "5 or less".into(),
            result: "destroyed".into(),
            chance: Some(0.83),
            by_hand: false,
            success: Some(true),
            on_line: "",
            column: "",
        };
        EventLine { roll: Some(roll), ..told(n, "rolled", About::default()) }
    }

    fn texts(card: &Card, most: usize) -> Vec<String> {
        card.within(|lines| lines.len() <= most).into_iter().map(|(_, text)| text).collect()
    }

    /// Where there is little room: own losses, who is destroyed with a roll, the enemy's fire, his moves; none of them twice.
    #[test]
    fn what_counts_comes_first_where_room_is_short() {
        let (own, foe) = (Seat(0), Seat(1));
        let whom = |who: &str, about: About| About { whom: Some(who.into()), ..about };
        let at_me = |about: About| About { under_fire: Some(own), ..about };
        let step = |n: usize, from: &str, to: &str| {
            let step = WayStep { who: "a tank".into(), whose: foe, when: 1, from: from.into(), to: to.into() };
            told(n, "moves", About { step: Some(step), ..About::default() })
        };
        let events = [
            told(
                0,
                "A fires at D.",
                whom("D", About { firer: Some((own, "A".into())), ..About::shot(ShotPart::Fired) }),
            ),
            rolled(1, "To hit"),
            told(2, "D is hit; it takes effect later.", whom("D", About::shot(ShotPart::Result))),
            rolled(3, "To destroy"),
            told(
                4,
                "D is destroyed.",
                whom("D", About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(foe)) }),
            ),
            told(5, "INF 1 fires at you.", at_me(About::shot(ShotPart::Fired))),
            told(6, "INF 1: no effect.", at_me(About::shot(ShotPart::Result))),
            told(7, "INF 2 fires at you.", at_me(About::shot(ShotPart::Fired))),
            told(8, "INF 2: missed.", at_me(About::shot(ShotPart::Result))),
            step(9, "0101", "0102"),
            step(10, "0201", "0202"),
            told(13, "E panics.", About::grave(Grave::Harm(own, "Panic"))),
            told(14, "F panics.", About::grave(Grave::Harm(own, "Panic"))),
            told(11, "B is destroyed.", whom("B", About::grave(Grave::Loss(own)))),
            told(12, "It rains.", About::default()),
        ];
        let card = card(Some("fire"), &[], &events, own);
        let all = texts(&card, 100);
        assert_eq!(all.iter().filter(|line| line.contains("takes effect later")).count(), 1, "{all:#?}");
        assert!(!all[1].contains("takes effect"), "one line for one thing: {all:#?}");
        let short = texts(&card, 7);
        let begins = [
            "Fire",
            "Lost: B is",
            "Panic: E panics; F panics.",
            "D is destroyed. A fires at D (To hit: 4, needed 5 or less",
            "2 shots at you: INF 1: no effect. INF 2: missed.",
            "2 enemy units move: a tank 0101 to 0102, 0201",
        ];
        for (line, begins) in short.iter().zip(begins) {
            assert!(line.to_lowercase().contains(&begins.to_lowercase()), "{begins}: {short:#?}");
        }
        assert!(short[6].ends_with("in the log (,l)"), "{short:#?}");
    }

    /// Where there is room for one roll of two, it is the one that decided.
    #[test]
    fn the_roll_that_decided_comes_before_the_others() {
        let (own, foe) = (Seat(0), Seat(1));
        for grave in [Grave::Loss(own), Grave::Loss(foe), Grave::Kill, Grave::Friends(own, "Friends")] {
            let lost = told(2, "B is destroyed.", About { whom: Some("B".into()), ..About::grave(grave) });
            let card = card(Some("wait"), &[], &[rolled(0, "To hit"), rolled(1, "To destroy"), lost], own);
            assert_eq!(card.lines().len(), 4, "{card:#?}");
            let three = card.within(|lines| lines.iter().filter(|(tone, _)| *tone != Tone::Part).count() <= 3);
            assert!(three.iter().any(|(_, text)| text.starts_with("To destroy")), "{three:#?}");
        }
    }

    /// Where much happened the loss had neither an attacker nor a roll, nor had one's own shot, while what the enemy missed had every die.
    #[test]
    fn however_much_happens_a_loss_and_one_s_own_shot_keep_their_dice() {
        let own = Seat(0);
        let of = |who: &str, about: About| About { whom: Some(who.into()), ..about };
        let result = |grave| About { shot: Some(ShotPart::Result), ..About::grave(grave) };
        let sum = |head: &'static str, loss: bool, about: About| {
            let sum =
                hulldown_core::playable::aids::Sum { head: (u8::from(!loss), head), loss, what: "X".into(), n: None };
            About { sums: vec![sum], ..about }
        };
        let mut events = vec![
            told(0, "A attacks M.", of("M", About { firer: Some((own, "A".into())), ..About::shot(ShotPart::Fired) })),
            rolled(1, "To hit"),
            told(2, "M is Destroyed.", of("M", sum("Enemies Destroyed", false, result(Grave::Kill)))),
        ];
        for n in 0..8 {
            let at = 3 + 4 * n;
            let fires = About { under_fire: Some(own), ..About::shot(ShotPart::Fired) };
            events.push(told(at, &format!("Rifle {n} attacks A."), of("A", fires)));
            events.push(rolled(at + 1, "Enemy attack"));
            let harm = sum("Units damaged", true, result(Grave::Harm(own, "Hull")));
            let miss = About { under_fire: Some(own), ..About::shot(ShotPart::Result) };
            events.push(if n < 6 {
                told(at + 2, "A: Hull.", of("A", harm))
            } else {
                told(at + 2, "No hit on A.", miss)
            });
            events.push(told(at + 3, &format!("Rifle {n} moves."), About::default()));
        }
        events.push(told(
            40,
            "MG 9 attacks A.",
            of("A", About { under_fire: Some(own), ..About::shot(ShotPart::Fired) }),
        ));
        events.push(rolled(41, "Enemy attack"));
        events.push(told(42, "Kowalski is killed.", sum("Commanders killed", true, About::grave(Grave::Loss(own)))));
        events.push(told(43, "The battle is over.", About::grave(Grave::End("Battle lost"))));
        events.push(told(44, "The week is over.", sum("Battles", false, About::grave(Grave::End("Week over")))));
        let card = card(Some("attack M"), &[], &events, own);
        let short = texts(&card, 10);
        let place = |begins: &str| {
            short.iter().position(|line| line.contains(begins)).unwrap_or_else(|| panic!("{begins}: {short:#?}"))
        };
        let (lost, fired) = (place("Kowalski is killed"), place("MG 9 attacks A"));
        assert!(lost == 1 && fired - lost <= 1, "{short:#?}");
        assert!(short[..place("M is Destroyed")].iter().any(|line| line.contains("Enemy attack: ")), "{short:#?}");
        assert!(
            place("Units damaged: X") > lost && place("The battle is over") < place("The week is over"),
            "{short:#?}"
        );
        assert!(short[place("M is Destroyed")..].iter().take(3).any(|line| line.contains("To hit: ")), "{short:#?}");
        let all: Vec<String> = card.lines().into_iter().map(|(_, text)| text).collect();
        assert!(
            !all.iter().any(|line| line.contains("Commanders killed") || line.contains("Enemies Destroyed")),
            "told once: {all:#?}"
        );
    }

    /// Who missed one may not miss again: the warning keeps its need and dice.
    #[test]
    fn fire_that_missed_stands_with_its_dice() {
        let own = Seat(0);
        let at_me = |about: About| About { under_fire: Some(own), ..about };
        let missed = About { grave: Some(Grave::Alarm(Some(own), "Missed you")), ..About::shot(ShotPart::Result) };
        let events = [
            told(0, "The Pz IV fires at you.", at_me(About::shot(ShotPart::Fired))),
            rolled(1, "Enemy to hit"),
            told(2, "Fire from the Pz IV: no effect.", at_me(missed)),
        ];
        let card = card(Some("end"), &[], &events, own);
        let all = texts(&card, 100);
        assert!(all.iter().any(|line| line.starts_with("Enemy to hit: 1d6 4, needed 5 or less")), "{all:#?}");
        assert_eq!(all.iter().filter(|line| line.contains("fires at you")).count(), 1, "{all:#?}");
        assert!(texts(&card, 3)[1].contains("needed 5 or less"), "{:#?}", texts(&card, 3));
    }

    /// While there is room nothing is left out for being behind something long; of that as much as has room is told.
    #[test]
    fn lines_do_not_stand_empty_beside_what_is_left_out() {
        let long = "word ".repeat(60);
        let events = [told(0, &long, About::default()), told(1, "Short.", About::default())];
        let card = card(None, &[], &events, Seat(0));
        let height = |lines: &[(Tone, String)]| lines.iter().map(|(_, text)| text.len().div_ceil(80)).sum::<usize>();
        let shown = card.within(|lines| height(lines) <= 4);
        assert_eq!(height(&shown), 4, "{shown:#?}");
        assert!(shown.iter().any(|(_, text)| text.starts_with("Short.")), "{shown:#?}");
    }
}
