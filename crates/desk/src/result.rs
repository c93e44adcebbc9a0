//! What came of an answer, put together for a card: each thing that was told with the dice that decided it.

use crate::lines::{EventLine, RollLine};
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, Shot, Step};
use std::borrow::Cow;

/// Something that was told, with the dice that decided it.
#[derive(Clone, Debug, PartialEq)]
pub struct Came<'a> {
    /// The phase that begins with it.
    pub phase: Option<&'a str>,
    /// The dice, in the order they fell.
    pub dice: Vec<&'a EventLine>,
    /// None where the dice are all that is told.
    pub line: Option<&'a EventLine>,
    /// Where a unit has come to, if the line is the first step of its way.
    pub to: Option<&'a str>,
    /// The shot that did it, where that was told before.
    pub by: Option<&'a EventLine>,
    /// Lines that say the same of others, in order.
    pub more: Vec<&'a EventLine>,
}

impl<'a> Came<'a> {
    fn new(phase: Option<&'a str>, dice: Vec<&'a EventLine>, line: Option<&'a EventLine>) -> Self {
        let to = line.and_then(|line| line.about.step.as_ref()).map(|step| step.to.as_str());
        Came { phase, dice, line, to, by: None, more: Vec::new() }
    }

    /// What must not be overlooked of it.
    pub fn grave(&self) -> Option<Grave> {
        self.line.and_then(|line| line.about.grave)
    }

    /// What is said above it, for a seat, where it must not be overlooked.
    pub fn word(&self, seat: Seat) -> Option<&'static str> {
        Some(match self.grave()? {
            Grave::Loss(own) if own == seat => "Lost",
            Grave::Loss(_) => "Lost by the other side",
            Grave::Harm(_, word) => word,
            Grave::Kill => "Out of the fight",
            Grave::End => "Over",
        })
    }

    /// Who is worse off by it.
    pub fn hurts(&self) -> Option<Seat> {
        match self.grave() {
            Some(Grave::Loss(seat) | Grave::Harm(seat, _)) => Some(seat),
            _ => None,
        }
    }

    /// What happened and who did it, for a card of its own.
    pub fn whole(&self) -> Cow<'a, str> {
        match self.by {
            Some(by) => format!("{} {}", self.text(), by.text).into(),
            None => self.text(),
        }
    }

    /// Who has lost something by it that must not be overlooked.
    pub fn loss(&self) -> Option<Seat> {
        self.line.and_then(EventLine::loss)
    }

    /// Whether it belongs to a shot.
    pub fn is_shot(&self) -> bool {
        self.line.is_some_and(|line| line.about.shot.is_some())
    }

    /// Whether a person threw some of its dice.
    pub fn by_hand(&self) -> bool {
        self.dice.iter().any(|event| event.roll.as_ref().is_some_and(|roll| roll.by_hand))
    }

    /// The number of the first event that is part of it.
    pub fn first(&self) -> usize {
        self.dice.iter().chain(&self.line).map(|event| event.n).min().unwrap_or_default()
    }

    /// Of several lines that say the same: what they say, and of whom.
    pub fn alike(&self) -> Option<(&'a str, Vec<&'a str>)> {
        let first = self.line.filter(|_| !self.more.is_empty())?;
        let all = std::iter::once(first).chain(self.more.iter().copied());
        let who = all.filter_map(|line| line.about.alike.as_ref()).map(|alike| alike.who.as_str()).collect();
        Some((first.about.alike.as_ref()?.what.as_str(), who))
    }

    /// What happened, on one line: a unit's steps are one move, and what is said of several is said once.
    pub fn text(&self) -> Cow<'a, str> {
        if let Some((what, who)) = self.alike() {
            return format!("{what}: {}.", who.join("; ")).into();
        }
        match (self.line, self.to) {
            (Some(EventLine { about, .. }), Some(to)) if about.step.is_some() => {
                let (who, from) = about.step.as_ref().map_or(("", ""), |Step { who, from, .. }| (who, from));
                format!("{who} moves from {from} to {to}.").into()
            }
            (Some(line), _) => line.text.as_str().into(),
            (None, _) => "".into(),
        }
    }

    /// A word for what came of it, and where on the board that is shown.
    fn verdict(&self) -> Option<(&'a [String], &'a str)> {
        let line = self.line.filter(|line| !line.about.at.is_empty())?;
        // A shot that nothing more is told of is told by its dice.
        let thrown = || self.dice.last().and_then(|event| event.roll.as_ref()).map(|roll| roll.result.as_str());
        let thrown = || if line.about.shot == Some(Shot::Fired) { thrown() } else { None };
        Some((&line.about.at, line.headline.as_deref().or_else(thrown)?))
    }
}

/// Whether a line can have come of a roll: a failure begins neither a round nor a shot, and of some rolls only some things come.
fn decides(roll: &EventLine, line: &EventLine) -> bool {
    let failed = roll.roll.as_ref().is_some_and(|roll| roll.success == Some(false));
    let begins = !line.rank.is_line() || line.about.shot == Some(Shot::Fired);
    !(failed && begins) && roll.about.settles.is_none_or(|kinds| kinds.contains(&line.kind.as_str()))
}

/// Puts dice to what came of them, the next line told that can have; those of a shot that nothing more is told of, to the shot. Dice of which
/// nothing came stand for themselves. Steps of one unit are one move.
pub fn came(events: &[EventLine]) -> Vec<Came<'_>> {
    came_after(&[], events)
}

/// The same of what is told after something else: a loss may be the end of a shot that was fired before.
pub fn came_after<'a>(before: &'a [EventLine], events: &'a [EventLine]) -> Vec<Came<'a>> {
    let mut all: Vec<Came<'a>> = Vec::new();
    let (mut dice, mut phase) = (Vec::<&'a EventLine>::new(), None);
    // The phase that goes on.
    let mut now = "";
    // Where the moves of this round stand.
    let mut round = 0;
    let fired = |came: &Came<'_>| came.line.is_some_and(|line| line.about.shot == Some(Shot::Fired));
    for event in events {
        if !event.rank.is_line() {
            round = all.len();
        }
        // Dice belong to the phase they fell in.
        let begins = event.phase.filter(|begins| *begins != now);
        let after = event.roll.is_none() && event.about.shot != Some(Shot::Result);
        if (after || begins.is_some())
            && phase.is_none()
            && let Some(shot) = all.last_mut().filter(|came| fired(came))
        {
            // But for those that this line comes of.
            let own = |roll: &&EventLine| roll.about.settles.is_some_and(|kinds| kinds.contains(&event.kind.as_str()));
            let own = dice.iter().position(own).unwrap_or(dice.len());
            shot.dice.extend(dice.drain(..own));
        }
        now = begins.unwrap_or(now);
        let begins = begins.filter(|begins| !begins.is_empty());
        // The same is tried again: nothing came of the first try, and it stands for itself.
        let again = |last: &EventLine, roll: &RollLine| {
            last.roll.as_ref().is_some_and(|last| last.purpose == roll.purpose && last.success == Some(false))
        };
        let tried = match (dice.last(), &event.roll) {
            (Some(last), Some(roll)) => again(last, roll) && !all.last().is_some_and(fired),
            _ => false,
        };
        let loose = match () {
            () if begins.is_some() || tried => dice.len(),
            () if event.roll.is_some() => 0,
            () => dice.iter().rposition(|roll| !decides(roll, event)).map_or(0, |last| last + 1),
        };
        if loose > 0 {
            all.push(Came::new(phase.take(), dice.drain(..loose).collect(), None));
        }
        phase = begins.or(phase);
        if event.roll.is_some() {
            dice.push(event);
        } else if let Some(step) = &event.about.step
            && let Some(way) = all[round..].iter_mut().find(|came| came.goes_on(step))
        {
            way.to = Some(&step.to);
        } else if phase.is_none()
            && let Some(last) = all.last_mut().filter(|last| last.is_like(event))
        {
            last.dice.append(&mut dice);
            last.more.push(event);
        } else {
            // Where it is told whom a shot hits, another one is not guessed at.
            let guessed = || came_of(&all, event).filter(|_| phase.is_none() && event.about.whom.is_none());
            let by = shot_at(&all, event).or_else(|| shot_before(before, event)).or_else(guessed);
            all.push(Came { by, ..Came::new(phase.take(), std::mem::take(&mut dice), Some(event)) });
        }
    }
    match all.last_mut() {
        Some(shot) if fired(shot) => shot.dice.append(&mut dice),
        _ if dice.is_empty() => {}
        _ => all.push(Came::new(phase, dice, None)),
    }
    all
}

/// The shot a loss is the end of: the one before the hit, where that was told first, else the last one there.
fn shot_at<'a>(all: &[Came<'a>], loss: &EventLine) -> Option<&'a EventLine> {
    let whom = loss.about.whom.as_ref().filter(|_| loss.about.grave.is_some())?;
    let shot = |line: &EventLine| line.about.shot == Some(Shot::Fired);
    let hit = all.iter().rposition(|came| came.line.is_some_and(|line| line.about.whom.as_ref() == Some(whom)));
    // A shot that names whom it is fired at needs no looking for.
    if let Some(line) = hit.and_then(|hit| all[hit].line).filter(|line| shot(line)) {
        return Some(line);
    }
    let before = all[..hit.unwrap_or(all.len())].iter().rev().filter_map(|came| came.line);
    before.filter(|line| shot(line)).find(|line| hit.is_some() || line.about.at == loss.about.at)
}

/// The same where it was fired before what is told now, in this round.
fn shot_before<'a>(before: &'a [EventLine], loss: &EventLine) -> Option<&'a EventLine> {
    let whom = loss.about.whom.as_ref().filter(|_| loss.about.grave.is_some())?;
    let mut round = before.iter().rev().take_while(|event| event.rank.is_line());
    round.find(|event| event.about.whom.as_ref() == Some(whom))?;
    round.find(|event| event.about.shot == Some(Shot::Fired))
}

/// The shot that hurt somebody, where nothing else was told between but what came of it.
fn came_of<'a>(all: &[Came<'a>], loss: &EventLine) -> Option<&'a EventLine> {
    matches!(loss.about.grave, Some(Grave::Loss(_) | Grave::Harm(..))).then_some(())?;
    for came in all.iter().rev() {
        let Some(line) = came.line else { continue };
        match line.about.shot {
            Some(Shot::Fired) => return Some(line),
            Some(Shot::Result) => {}
            None if came.hurts().is_some() => {}
            None => return None,
        }
        if came.phase.is_some() {
            return None;
        }
    }
    None
}

impl Came<'_> {
    /// Whether a line says the same of somebody else.
    fn is_like(&self, line: &EventLine) -> bool {
        let what = |line: &EventLine| line.about.alike.as_ref().map(|alike| alike.what.clone());
        self.line.and_then(what).is_some_and(|said| what(line) == Some(said))
    }

    /// Whether a step goes on where this way has come to.
    fn goes_on(&self, step: &Step) -> bool {
        let first = self.line.and_then(|line| line.about.step.as_ref());
        first.is_some_and(|first| first.who == step.who) && self.to == Some(step.from.as_str())
    }
}

/// What is told first of all: what this seat has lost, how else it is worse off, what others have lost, what has ended. The rest stays in order.
pub fn gravest(all: Vec<Came<'_>>, seat: Seat) -> (Vec<Came<'_>>, Vec<Came<'_>>) {
    let is_grave = |came: &Came<'_>| match came.grave() {
        Some(Grave::Harm(whose, _)) => whose == seat,
        grave => grave.is_some(),
    };
    let (mut grave, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(is_grave);
    grave.sort_by_key(|came| match came.grave() {
        Some(Grave::Loss(own)) if own == seat => 0,
        Some(Grave::Harm(..)) => 1,
        Some(Grave::Loss(_) | Grave::Kill) => 2,
        _ => 3,
    });
    // A shot that did several things is named once.
    let mut named = None;
    for came in &mut grave {
        let by = came.by.map(|shot| shot.n);
        if by.is_some() && by == named {
            came.by = None;
        }
        named = by.or(named);
    }
    (grave, rest)
}

/// A short mark on the board: what came of something, where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// Names of elements, the first that is drawn counts; `x y` is a point.
    pub at: &'a [String],
    /// In a few words.
    pub says: String,
    /// Whether this seat has lost something there.
    pub own: bool,
}

/// As many letters as a mark has room for.
const ROOM: usize = 30;

/// What is said of something, without its name where that leaves no room: the mark stands where it is.
fn brief(says: &str) -> &str {
    if says.chars().count() <= ROOM {
        return says;
    }
    says.rsplit_once(" is ").or_else(|| says.rsplit_once(" are ")).map_or(says, |(_, what)| what)
}

/// What is marked on the board of a seat; all that came of one thing is one mark.
pub fn marks<'a>(all: &[Came<'a>], seat: Seat) -> Vec<Mark<'a>> {
    let mut marks: Vec<Mark<'a>> = Vec::new();
    for came in all {
        let Some((at, says)) = came.verdict().map(|(at, says)| (at, brief(says))) else { continue };
        if came.line.and_then(|line| line.about.board).is_some_and(|board| board != seat) {
            continue;
        }
        let own = came.hurts() == Some(seat);
        match marks.iter_mut().find(|mark| mark.at == at) {
            Some(mark) if mark.says.split(", ").any(|said| said == says) => mark.own |= own,
            Some(mark) => {
                let both = format!("{}, {says}", mark.says);
                // Where there is no room for both, the later counts.
                mark.says = if both.chars().count() > ROOM { says.into() } else { both };
                mark.own |= own;
            }
            None => marks.push(Mark { at, says: says.into(), own }),
        }
    }
    marks
}

/// Whether a line says a number that proves something and tells nothing.
pub fn is_seal(line: &EventLine) -> bool {
    let long = |word: &str| word.len() >= 40 && word.trim_end_matches('.').bytes().all(|b| b.is_ascii_hexdigit());
    line.text.split_whitespace().any(long)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, ToldLine, Until};
    use hulldown_core::playable::aids::{About, Alike};
    use hulldown_core::talk::Rank;

    #[test]
    fn every_event_stands_on_the_card_once_and_dice_under_what_came_of_them() {
        for shelf in crate::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap();
            let policy = (shelf.policies)().last().unwrap().0;
            game.auto(policy, None, Until::End, Some(120)).unwrap();
            let events = game.log(0);
            let all = came(&events);
            let mut shown: Vec<usize> = all
                .iter()
                .flat_map(|came| came.dice.iter().chain(&came.line).chain(&came.more))
                .map(|event| event.n)
                .collect();
            shown.sort_unstable();
            // But for the further steps of a unit's way.
            let steps = events.iter().filter(|event| event.about.step.is_some()).map(|event| event.n);
            let left_out: Vec<usize> = steps.filter(|n| !shown.contains(n)).collect();
            shown.extend(&left_out);
            shown.sort_unstable();
            assert_eq!(shown, events.iter().map(|event| event.n).collect::<Vec<_>>());
            let fired = |line: &EventLine| line.about.shot == Some(Shot::Fired);
            let after = |line: &EventLine, dice: &[&EventLine]| dice.iter().all(|roll| roll.n < line.n);
            // Of several that are alike, those of the second fell after the first was told.
            let placed =
                |came: &Came<'_>, line: &EventLine| fired(line) || !came.more.is_empty() || after(line, &came.dice);
            assert!(all.iter().all(|came| came.line.is_none_or(|line| placed(came, line))));
        }
    }

    fn told(n: usize, text: &str, about: About) -> EventLine {
        let words = |text: &str| ToldLine {
            after: 0,
            kind: "told".into(),
            rule: "1.0".into(),
            text: text.into(),
            headline: Some(text.into()),
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
        EventLine { about, ..words(text).event(n) }
    }

    fn thrown(n: usize, result: &str) -> EventLine {
        let roll = RollLine {
            chart: "B1".into(),
            purpose: "To hit".into(),
            dice: "2d6".into(),
            faces: vec![1, 2],
            natural: 3,
            mods: Vec::new(),
            total: 3,
            need: "7 or less".into(),
            result: result.into(),
            chance: Some(0.5),
            by_hand: n == 1,
            success: Some(false),
            on_line: "",
            column: "",
        };
        EventLine { roll: Some(roll), headline: None, ..told(n, "rolled", About::default()) }
    }

    #[test]
    fn a_shot_that_comes_to_nothing_keeps_its_dice() {
        let shot = || EventLine { headline: None, ..told(0, "fires", About::shot(Shot::Fired).at(["unit-2".into()])) };
        let events = [shot(), thrown(1, "no effect"), told(2, "the enemy moves", About::default())];
        let all = came(&events);
        assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [1, 0]);
        assert!(all[0].by_hand() && all[0].is_shot() && !all[1].by_hand());
        let at = ["unit-2".to_string()];
        assert_eq!(marks(&all, Seat(0)), [Mark { at: &at, says: "no effect".into(), own: false }]);
        // With a consequence they stand under that, and the mark says all of it once.
        let hit = |n, says| told(n, says, About::shot(Shot::Result).at(at.clone()));
        let events = [shot(), thrown(1, "hit"), hit(2, "hit"), thrown(3, "pierced"), hit(4, "brewed up")];
        let all = came(&events);
        assert_eq!(all.iter().map(|came| came.dice.len()).collect::<Vec<_>>(), [0, 1, 1]);
        assert_eq!(marks(&all, Seat(0))[0].says, "hit, brewed up");
        let long = [
            hit(0, "the tank with the long name in 3917 is hit"),
            hit(1, "the tank with the long name in 3917 is destroyed"),
        ];
        assert_eq!(marks(&came(&long), Seat(0))[0].says, "hit, destroyed");
    }

    #[test]
    fn dice_of_the_next_phase_do_not_stand_under_the_last_shot() {
        let phased = |event: EventLine, phase| EventLine { phase: Some(phase), ..event };
        let shot = told(0, "sweeps", About::shot(Shot::Fired));
        let acts = || phased(told(3, "moves right", About::default()), "Enemy action");
        let events = [phased(shot, "Your fire"), phased(thrown(2, "moves right"), "Enemy action"), acts()];
        let all = came(&events);
        let shown: Vec<_> = all.iter().map(|came| (came.phase, came.dice.len())).collect();
        assert_eq!(shown, [(Some("Your fire"), 0), (Some("Enemy action"), 1)]);
        // What settles the next line is not the shot's, even in the same phase.
        let next = EventLine { kind: "acts".into(), ..told(3, "fires", About::shot(Shot::Fired)) };
        let about = About { settles: Some(&["acts"]), ..About::default() };
        let mut settled = EventLine { about, ..thrown(2, "fires") };
        // It is read on a chart, and neither fails nor succeeds.
        settled.roll.as_mut().unwrap().success = None;
        let events = [told(0, "fires", About::shot(Shot::Fired)), thrown(1, "no effect"), settled, next];
        let dice: Vec<Vec<usize>> =
            came(&events).iter().map(|came| came.dice.iter().map(|roll| roll.n).collect()).collect();
        assert_eq!(dice, [[1], [2]]);
        // Those that fell before it are the shot's.
        let shot = phased(told(0, "fires", About::shot(Shot::Fired)), "Your fire");
        let events = [shot, thrown(1, "no effect"), phased(thrown(2, "moves right"), "Enemy action"), acts()];
        let dice: Vec<_> = came(&events).iter().map(|came| came.dice.len()).collect();
        assert_eq!(dice, [1, 1]);
    }

    #[test]
    fn a_try_that_fails_before_the_next_stands_for_itself() {
        let tried = |n, success| {
            let mut event = thrown(n, "busy");
            event.roll.as_mut().unwrap().success = Some(success);
            event
        };
        let events = [tried(0, false), tried(1, false), tried(2, true), told(3, "now targets you", About::default())];
        let shown: Vec<(bool, usize)> =
            came(&events).iter().map(|came| (came.line.is_some(), came.dice.len())).collect();
        assert_eq!(shown, [(false, 1), (false, 1), (true, 1)]);
    }

    #[test]
    fn dice_of_which_nothing_came_do_not_hang_under_what_is_told_next() {
        let tried = |n, settles| EventLine { about: About { settles, ..About::default() }, ..thrown(n, "busy") };
        let line = |n| told(n, "the range is now long", About::default());
        let shape = |events: &[EventLine]| -> Vec<(bool, usize)> {
            came(events).iter().map(|came| (came.line.is_some(), came.dice.len())).collect()
        };
        // Of this roll only a line of another kind comes.
        assert_eq!(shape(&[tried(0, Some(&["targets"])), line(1)]), [(false, 1), (true, 0)]);
        assert_eq!(shape(&[tried(0, Some(&["told"])), line(1)]), [(true, 1)]);
        assert_eq!(shape(&[tried(0, None), line(1)]), [(true, 1)]);
        // A failure begins neither a round nor a shot.
        let round = EventLine { rank: Rank::Scene, ..line(1) };
        assert_eq!(shape(&[tried(0, None), round]), [(false, 1), (true, 0)]);
        let shot = told(1, "fires", About::shot(Shot::Fired));
        assert_eq!(shape(&[tried(0, None), shot]), [(false, 1), (true, 0)]);
        // What was thrown after it stays with the line.
        assert_eq!(shape(&[tried(0, Some(&["targets"])), thrown(1, "hit"), line(2)]), [(false, 1), (true, 1)]);
    }

    #[test]
    fn a_loss_names_the_shot_that_did_it() {
        let at = |hex: &str| [hex.to_string()];
        let fires = |n, who: &str, hex: &str| told(n, who, About::shot(Shot::Fired).at(at(hex)));
        let whom = |n, text: &str, unit: &str, grave, hex: &str| {
            let about = About { grave, whom: Some(unit.into()), ..About::shot(Shot::Result) };
            told(n, text, about.at(at(hex)))
        };
        let loss = Some(Grave::Loss(Seat(0)));
        let events = [
            fires(0, "T fires at 0101.", "0101"),
            whom(1, "A is hit.", "A", None, "0101"),
            fires(2, "U fires at 0202.", "0202"),
            whom(3, "B is destroyed.", "B", loss, "0202"),
            fires(4, "V fires at 0303.", "0303"),
            whom(5, "A is destroyed.", "A", loss, "0102"),
            whom(6, "C is destroyed.", "C", loss, "0404"),
        ];
        let (grave, _) = gravest(came(&events), Seat(0));
        let said: Vec<String> = grave.iter().map(|came| came.whole().into_owned()).collect();
        assert_eq!(said, ["B is destroyed. U fires at 0202.", "A is destroyed. T fires at 0101.", "C is destroyed."]);
    }

    #[test]
    fn a_shot_that_names_its_target_is_the_one_that_did_it() {
        let at = |unit: &str, about: About| About { whom: Some(unit.into()), ..about };
        let fires = |n, who: &str, unit: &str| told(n, who, at(unit, About::shot(Shot::Fired)));
        let grave = |n, text: &str, unit: &str, grave| {
            told(n, text, at(unit, About { grave: Some(grave), ..About::shot(Shot::Result) }))
        };
        let events = [
            fires(0, "T attacks A.", "A"),
            grave(1, "A: Hull.", "A", Grave::Harm(Seat(0), "Hull")),
            fires(2, "U attacks B.", "B"),
            grave(3, "B is Destroyed.", "B", Grave::Loss(Seat(0))),
        ];
        let (grave, _) = gravest(came(&events), Seat(0));
        let said: Vec<String> = grave.iter().map(|came| came.whole().into_owned()).collect();
        assert_eq!(said, ["B is Destroyed. U attacks B.", "A: Hull. T attacks A."]);
    }

    #[test]
    fn a_loss_names_a_shot_of_an_earlier_answer_and_the_one_it_directly_comes_of() {
        let whom = |about: About| About { whom: Some("B".into()), ..about };
        let loss = |n, text: &str| told(n, text, About::grave(Grave::Loss(Seat(0))));
        let lost = || told(3, "B is destroyed.", whom(About::grave(Grave::Loss(Seat(0)))));
        let before = [
            told(0, "T fires at 0101.", About::shot(Shot::Fired)),
            told(1, "B is hit.", whom(About::shot(Shot::Result))),
            told(2, "U moves.", About::default()),
        ];
        let events = [lost()];
        assert_eq!(came_after(&before, &events)[0].whole(), "B is destroyed. T fires at 0101.");
        // Not one of the round before.
        let round = EventLine { rank: Rank::Scene, ..told(2, "turn 2", About::default()) };
        let before = [before[0].clone(), before[1].clone(), round];
        assert_eq!(came_after(&before, &events)[0].whole(), "B is destroyed.");
        // Where nobody is named, only what follows at once.
        let fires = || told(0, "The gun fires at you.", About::shot(Shot::Fired));
        let struck = told(2, "You are struck.", About::shot(Shot::Result));
        let events = [fires(), thrown(1, "hit"), struck, loss(3, "The driver is killed."), loss(4, "You are killed.")];
        let by: Vec<bool> = came(&events).iter().map(|came| came.by.is_some()).collect();
        assert_eq!(by, [false, false, true, true]);
        let (grave, _) = gravest(came(&events), Seat(0));
        let said: Vec<_> = grave.iter().map(Came::whole).collect();
        assert_eq!(said, ["The driver is killed. The gun fires at you.", "You are killed."]);
        let events = [fires(), told(1, "A mine goes off.", About::default()), loss(2, "The driver is killed.")];
        assert!(came(&events).iter().all(|came| came.by.is_none()));
        let phased = EventLine { phase: Some("Movement"), ..loss(2, "The tank is lost.") };
        assert!(came(&[fires(), phased]).iter().all(|came| came.by.is_none()));
    }

    #[test]
    fn own_losses_come_first_then_kills_then_what_has_ended() {
        let grave = |n, text: &str, grave| {
            told(n, text, About { board: Some(Seat(1)), ..About::grave(grave) }.at(["x".into()]))
        };
        let events = [
            grave(0, "over", Grave::End),
            told(1, "a line", About::default()),
            grave(2, "kill", Grave::Kill),
            grave(3, "theirs", Grave::Loss(Seat(1))),
            grave(4, "their gun", Grave::Harm(Seat(1), "Malfunction")),
            grave(5, "my man", Grave::Harm(Seat(0), "Wounded")),
            grave(6, "mine", Grave::Loss(Seat(0))),
        ];
        let (first, rest) = gravest(came(&events), Seat(0));
        let texts = |all: &[Came<'_>]| all.iter().map(|came| came.text().into_owned()).collect::<Vec<_>>();
        assert_eq!(
            (texts(&first), texts(&rest)),
            (
                ["mine", "my man", "kill", "theirs", "over"].map(String::from).to_vec(),
                ["a line", "their gun"].map(String::from).to_vec()
            )
        );
        let words: Vec<_> = first.iter().filter_map(|came| came.word(Seat(0))).collect();
        assert_eq!(words, ["Lost", "Wounded", "Out of the fight", "Lost by the other side", "Over"]);
        // What happened on somebody else's board is not marked on this one.
        assert!(marks(&first, Seat(0)).is_empty());
        assert_eq!(marks(&first, Seat(1)).len(), 1);
    }

    #[test]
    fn what_is_said_of_several_is_said_once() {
        let stops = |n, what: &str, who: &str| {
            let alike = Alike { what: what.into(), who: who.into() };
            told(n, "stops", About { alike: Some(alike), ..About::default() })
        };
        let events = [
            told(0, "Alpha stops all movement.", About::default()),
            stops(1, "stopped by order", "A in 0101"),
            stops(2, "stopped by order", "B in 0102"),
            stops(3, "stopped by a friend", "C in 0103"),
            thrown(4, "no"),
            stops(5, "stopped by a friend", "D in 0104"),
            stops(6, "stopped by an enemy", "E in 0105"),
        ];
        let all = came(&events);
        let texts: Vec<String> = all.iter().map(|came| came.text().into_owned()).collect();
        let said = [
            "Alpha stops all movement.",
            "stopped by order: A in 0101; B in 0102.",
            "stopped by a friend: C in 0103; D in 0104.",
            "stops",
        ];
        assert_eq!(texts, said);
        assert_eq!(all[1].alike(), Some(("stopped by order", vec!["A in 0101", "B in 0102"])));
        assert!(all[2].dice.len() == 1 && all[3].alike().is_none());
    }

    #[test]
    fn the_steps_of_a_unit_are_one_move() {
        let step = |n, who: &str, from: &str, to: &str| {
            let step = Step { who: who.into(), from: from.into(), to: to.into() };
            told(n, "moves", About { step: Some(step), ..About::default() })
        };
        let events = [
            step(0, "A", "0101", "0102"),
            step(1, "?", "0501", "0502"),
            step(2, "?", "0601", "0602"),
            step(3, "A", "0102", "0103"),
            step(4, "?", "0602", "0603"),
            EventLine { rank: Rank::Scene, ..told(5, "turn 2", About::default()) },
            step(6, "A", "0103", "0104"),
        ];
        let texts: Vec<String> = came(&events).iter().map(|came| came.text().into_owned()).collect();
        let moves = ["A moves from 0101 to 0103.", "? moves from 0501 to 0502.", "? moves from 0601 to 0603."];
        assert_eq!(texts[..3], moves);
        assert_eq!(texts[3..], ["turn 2", "A moves from 0103 to 0104."]);
    }
}
