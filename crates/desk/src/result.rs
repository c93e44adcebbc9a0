//! What came of an answer, put together for a card: each thing that was told with the dice that decided it.

use crate::lines::{EventLine, RollLine};
use crate::lists;
use hulldown_core::check::AGAIN;
use hulldown_core::game::Seat;
use hulldown_core::playable::aids::{Grave, ShotPart, WayStep};
use hulldown_core::talk::Rank;
use std::borrow::Cow;

/// Something that was told, with the dice that decided it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Came<'a> {
    /// The phase that begins with it.
    pub phase: Option<&'a str>,
    /// The dice, in the order they fell.
    pub dice: Vec<&'a EventLine>,
    /// Throws that were made again, in order.
    pub again: Vec<&'a EventLine>,
    /// None where the dice are all that is told.
    pub line: Option<&'a EventLine>,
    /// Where a unit has come to, if the line is the first step of its way.
    pub to: Option<&'a str>,
    /// At which moment of the round it came there.
    pub(crate) when: u8,
    /// Where somebody is now of whom the line warns, if he has left his place since.
    pub now: Option<&'a str>,
    /// The shot that did it, where that was told before.
    pub by: Option<&'a EventLine>,
    /// What was told of that shot before it came to this.
    pub course: Vec<&'a EventLine>,
    /// Lines that say the same of others, in order.
    pub more: Vec<&'a EventLine>,
    /// Whether it stands before what was told of the same one earlier.
    pub lifted: bool,
    /// Whether nobody need look out any more: the fight is over.
    pub past: bool,
}

impl<'a> Came<'a> {
    fn new(phase: Option<&'a str>, dice: Vec<&'a EventLine>, line: Option<&'a EventLine>) -> Self {
        let step = line.and_then(|line| line.about.step.as_ref());
        let (to, when) = (step.map(|step| step.to.as_str()), step.map_or(0, |step| step.when));
        Came { phase, dice, line, to, when, ..Came::default() }
    }

    /// Of dice, how they fell before where they were thrown again: `98, 87`.
    pub fn thrown_before(&self, event: &EventLine) -> Option<String> {
        let before = self.again.iter().rev().zip(1..).skip_while(|(one, _)| one.n > event.n);
        let mut next = event.n;
        let mut thrown: Vec<String> = Vec::new();
        for roll in before.map_while(|(one, _)| {
            let directly = one.n + 1 == next;
            next = one.n;
            one.roll.as_ref().filter(|_| directly)
        }) {
            thrown.push(roll.natural.to_string());
        }
        thrown.reverse();
        (!thrown.is_empty()).then(|| thrown.join(", "))
    }

    /// What must not be overlooked of it.
    pub fn grave(&self) -> Option<Grave> {
        self.line.and_then(|line| line.about.grave)
    }

    /// What is said above it, for a seat, where it must not be overlooked.
    pub fn word(&self, seat: Seat) -> Option<&'static str> {
        Some(match self.grave()? {
            Grave::Loss(own) if own == seat => "Lost",
            Grave::Loss(_) => "Enemy loss",
            Grave::Alarm(..) if self.past => return None,
            Grave::Alarm(Some(whose), _) if whose != seat => return None,
            Grave::Harm(_, word) | Grave::Alarm(_, word) | Grave::Friends(_, word) => word,
            Grave::End(word) | Grave::Over(word) => word,
            Grave::Kill => "Out of the fight",
        })
    }

    /// Who is worse off by it.
    pub fn hurts(&self) -> Option<Seat> {
        match self.grave() {
            Some(Grave::Loss(seat) | Grave::Harm(seat, _) | Grave::Friends(seat, _)) => Some(seat),
            _ => None,
        }
    }

    /// Whether it is a loss of somebody: something is gone, or worse off for good.
    pub fn is_lost(&self) -> Option<Seat> {
        self.hurts().filter(|_| !self.line.is_some_and(|line| line.about.passes))
    }

    /// What happened, who did it and how it came to that, for a card of its own.
    pub fn whole(&self) -> Cow<'a, str> {
        let mut whole = self.text();
        for told in self.before() {
            whole = format!("{whole} {}", told.text).into();
        }
        whole
    }

    /// Who did it and how it came to that, in order.
    pub fn before(&self) -> impl Iterator<Item = &'a EventLine> {
        self.by.iter().chain(&self.course).copied()
    }

    /// Whether the enemy of a seat fires at its own, or something comes of that.
    pub fn is_under_fire(&self, seat: Seat) -> bool {
        self.line.is_some_and(|line| line.about.under_fire == Some(seat))
    }

    /// Whether somebody else's unit goes somewhere.
    pub fn is_move_against(&self, seat: Seat) -> bool {
        self.line.and_then(|line| line.about.step.as_ref()).is_some_and(|step| step.whose != seat)
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
        self.dice.iter().chain(&self.again).any(|event| event.roll.as_ref().is_some_and(|roll| roll.by_hand))
    }

    /// The number of the first event that is part of it.
    pub fn first(&self) -> usize {
        self.dice.iter().chain(&self.line).map(|event| event.n).min().unwrap_or_default()
    }

    /// Of several lines that say the same: what they say, and of whom.
    pub fn alike(&self) -> Option<(&'a str, Vec<&'a str>)> {
        let first = self.line.filter(|_| !self.more.is_empty())?;
        let all = std::iter::once(first).chain(self.more.iter().copied());
        let mut who: Vec<&str> = Vec::new();
        // Who is named twice is named once.
        for one in all.filter_map(|line| line.about.alike.as_ref()).map(|alike| alike.who.as_str()) {
            if !one.is_empty() && !who.contains(&one) {
                who.push(one);
            }
        }
        Some((first.about.alike.as_ref()?.what.as_str(), who))
    }

    /// Of whom each of them says it, with the roll that decided it, where each has one of its own.
    pub fn each(&self) -> Vec<(&'a str, Option<&'a EventLine>)> {
        let lines: Vec<&EventLine> = self.line.into_iter().chain(self.more.iter().copied()).collect();
        let own = |n: usize| self.dice.get(n).copied().filter(|_| self.dice.len() == lines.len());
        let named = lines.iter().enumerate().filter_map(|(n, line)| Some((&line.about.alike.as_ref()?.who, n)));
        named.map(|(who, n)| (who.as_str(), own(n))).collect()
    }

    /// What happened, on one line: a unit's steps are one move, and what is said of several is said once.
    pub fn text(&self) -> Cow<'a, str> {
        if let Some((what, who)) = self.alike() {
            return format!("{what}: {}.", who.join("; ")).into();
        }
        let Some(line) = self.line else { return "".into() };
        if self.lifted {
            return format!("In the end: {}", line.text).into();
        }
        match (&line.about.step, self.to, self.now) {
            (Some(WayStep { who, from, .. }), Some(to), _) if from == to => {
                format!("{who} moves and comes back to {to}.").into()
            }
            (Some(WayStep { who, from, .. }), Some(to), _) => format!("{who} moves from {from} to {to}.").into(),
            (_, _, Some(now)) => format!("{} Now {now}.", line.text).into(),
            _ => line.text.as_str().into(),
        }
    }

    /// The roll that decided it: the last that might have gone otherwise; where several were thrown for the same, the last that got through.
    pub fn decisive(&self) -> Option<&'a EventLine> {
        let of_it = || self.dice.iter().copied().filter(|told| told.about.settles.is_none());
        let purpose = |told: &'a EventLine| told.roll.as_ref().map(|roll| &roll.purpose);
        let needed = of_it().rfind(|told| told.roll.as_ref().is_some_and(|roll| roll.chance.is_some()));
        let last = needed.or_else(|| of_it().next_back())?;
        let through = |told: &&EventLine| !told.about.foiled;
        Some(of_it().filter(|told| purpose(told) == purpose(last)).rfind(through).unwrap_or(last))
    }

    /// A word for what came of it, and where on the board that is shown.
    fn verdict(&self) -> Option<(&'a [String], &'a str)> {
        let line = self.line.filter(|line| !line.about.at.is_empty())?;
        Some((&line.about.at, line.headline.as_deref().or_else(|| self.thrown())?))
    }

    /// Who fired the shot that its dice alone tell of, for a seat.
    fn firer(&self, seat: Seat) -> Option<String> {
        let line = self.line.filter(|line| line.headline.is_none())?;
        let (whose, who) = line.about.firer.as_ref()?;
        Some(format!("{} {who} fires", if *whose == seat { "our" } else { "enemy" }))
    }

    /// Whether the last of its dice succeeded, but for those that settle something else.
    fn succeeds(&self) -> bool {
        let of_shot = self.dice.iter().rfind(|event| event.about.settles.is_none());
        of_shot.and_then(|event| event.roll.as_ref()).is_some_and(|roll| roll.success == Some(true))
    }

    /// How a shot went of which nothing more is told than its dice: the last of them, but for those that settle something else.
    pub fn thrown(&self) -> Option<&'a str> {
        self.line.filter(|line| line.about.shot == Some(ShotPart::Fired))?;
        let of_shot = self.dice.iter().rfind(|event| event.about.settles.is_none());
        of_shot?.roll.as_ref().map(|roll| roll.result.as_str())
    }
}

/// Whether a line is of those alone that can come of a roll.
fn is_settled_by(line: &EventLine, roll: &EventLine) -> bool {
    roll.about.settles.is_some_and(|kinds| kinds.contains(&&*line.kind))
}

/// Whether a line can have come of a roll: a failure begins neither a round nor a shot, and of some rolls only some things come.
fn decides(roll: &EventLine, line: &EventLine) -> bool {
    let failed = roll.roll.as_ref().is_some_and(|roll| roll.success == Some(false));
    let begins = !line.rank.is_line() || line.about.shot == Some(ShotPart::Fired);
    !(failed && begins) && roll.about.settles.is_none_or(|kinds| kinds.contains(&&*line.kind))
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
    let changed = lists::changed(before, events);
    for event in events.iter().filter(|event| !changed.left_out.contains(&event.n)) {
        if !event.rank.is_line() {
            round = all.len();
        }
        // Dice belong to the phase they fell in.
        let begins = event.phase.filter(|begins| *begins != now);
        // A loss that was decided before, and is only told now, has its dice there.
        let decided = matches!(event.about.grave, Some(Grave::Loss(_) | Grave::Harm(..) | Grave::Friends(..)))
            && event.about.whom.is_some()
            && all.iter().any(|came| came.line.is_some_and(|line| line.about.whom == event.about.whom));
        let after = event.roll.is_none() && (decided || event.about.shot != Some(ShotPart::Result));
        if (after || begins.is_some())
            && phase.is_none()
            && let Some(shot) = all.last_mut().filter(|came| is_fired(came))
        {
            // But for those that this line comes of.
            let own = dice.iter().position(|roll| is_settled_by(event, roll)).unwrap_or(dice.len());
            shot.dice.extend(dice.drain(..own));
        }
        now = begins.unwrap_or(now);
        let begins = begins.filter(|begins| !begins.is_empty());
        // The same is tried again: nothing came of the first try, and it stands for itself.
        let again = |last: &EventLine, roll: &RollLine| {
            last.roll.as_ref().is_some_and(|last| last.purpose == roll.purpose && last.success == Some(false))
        };
        let tried = match (dice.last(), &event.roll) {
            (Some(last), Some(roll)) => again(last, roll) && !all.last().is_some_and(is_fired),
            _ => false,
        };
        let loose = match () {
            () if begins.is_some() || tried => dice.len(),
            () if event.roll.is_some() => 0,
            // But for those that can have settled nothing else.
            () if decided => dice.iter().position(|roll| is_settled_by(event, roll)).unwrap_or(dice.len()),
            () => dice.iter().rposition(|roll| !decides(roll, event)).map_or(0, |last| last + 1),
        };
        if loose > 0 {
            match all.last_mut().filter(|came| is_fired(came) && phase.is_none() && begins.is_none()) {
                // What was tried first is part of the shot that came of it.
                Some(shot) => shot.dice.extend(dice.drain(..loose)),
                None => all.push(Came::new(phase.take(), dice.drain(..loose).collect(), None)),
            }
        }
        phase = begins.or(phase);
        if let (Some(whom), Some(now)) = (&event.about.whom, &event.about.now)
            && let Some(seen) = all.iter_mut().rfind(|came| came.warns_of(whom))
        {
            seen.now = Some(now);
        }
        if event.roll.is_some() {
            dice.push(event);
        } else if let Some(step) = &event.about.step
            && let Some(way) = way_on(&mut all[round..], step)
        {
            (way.to, way.when) = (Some(step.to.as_str()), step.when);
        } else if phase.is_none()
            && let Some(last) = all.last_mut().filter(|last| last.is_like(event))
        {
            last.dice.append(&mut dice);
            last.more.push(event);
        } else {
            // Where it is told whom a shot hits, another one is not guessed at.
            let guessed = || came_of(&all, event).filter(|_| phase.is_none() && event.about.whom.is_none());
            let by = shot_at(&all, event).or_else(|| shot_before(before, event)).or_else(guessed);
            let more = changed.gone.iter().find(|(n, _)| *n == event.n).map(|(_, gone)| gone.clone());
            let came = Came::new(phase.take(), std::mem::take(&mut dice), Some(event));
            all.push(Came { by, more: more.unwrap_or_default(), ..came });
        }
    }
    match all.last_mut() {
        Some(shot) if is_fired(shot) => shot.dice.append(&mut dice),
        _ if dice.is_empty() => {}
        _ => all.push(Came::new(phase, dice, None)),
    }
    all.iter_mut().for_each(Came::put_together);
    all
}

/// Whether something that must not be overlooked may be the end of a shot: where others put an enemy out of the fight, no shot did.
fn is_of_shot(line: &EventLine) -> bool {
    match line.about.grave {
        Some(Grave::Kill) => line.about.shot.is_some(),
        // One that fired and may again.
        Some(Grave::Alarm(..)) => line.about.shot == Some(ShotPart::Result),
        grave => matches!(grave, Some(Grave::Loss(_) | Grave::Harm(..) | Grave::Friends(..))),
    }
}

/// The shot a loss is the end of: the one before the hit, where that was told first, else the last one there.
fn shot_at<'a>(all: &[Came<'a>], loss: &EventLine) -> Option<&'a EventLine> {
    let whom = loss.about.whom.as_ref().filter(|_| is_of_shot(loss))?;
    let shot = |line: &EventLine| line.about.shot == Some(ShotPart::Fired);
    let is_hit = |line: &EventLine| line.about.shot.is_some() && line.about.whom.as_ref() == Some(whom);
    let hit = all.iter().rposition(|came| came.line.is_some_and(is_hit));
    // A shot that names whom it is fired at needs no looking for.
    if let Some(line) = hit.and_then(|hit| all[hit].line).filter(|line| shot(line)) {
        return Some(line);
    }
    let before = all[..hit.unwrap_or(all.len())].iter().rev().filter_map(|came| came.line);
    let here = |line: &EventLine| !loss.about.at.is_empty() && line.about.at == loss.about.at;
    before.filter(|line| shot(line)).find(|line| hit.is_some() || here(line))
}

/// The same where it was fired before what is told now, in this round.
fn shot_before<'a>(before: &'a [EventLine], loss: &EventLine) -> Option<&'a EventLine> {
    let whom = loss.about.whom.as_ref().filter(|_| is_of_shot(loss))?;
    let mut round = before.iter().rev().take_while(|event| event.rank.is_line());
    let shot = |line: &&EventLine| line.about.shot == Some(ShotPart::Fired);
    let hit = round.find(|event| event.about.whom.as_ref() == Some(whom))?;
    // A shot that names whom it is fired at needs no looking for.
    Some(hit).filter(shot).or_else(|| round.find(shot))
}

/// Where the shot that something is the end of stands among what was told before it, with what was told of that.
pub fn shot_of(before: &[Came<'_>], came: &Came<'_>) -> Vec<usize> {
    let is_shot = |other: &Came<'_>| other.line.is_some_and(|line| came.by.is_some_and(|shot| shot.n == line.n));
    let Some(from) = before.iter().rposition(is_shot) else { return Vec::new() };
    let is_result = |n: &usize| before[*n].line.is_some_and(|line| line.about.shot == Some(ShotPart::Result));
    std::iter::once(from).chain((from + 1..before.len()).take_while(is_result)).collect()
}

/// The shot that hurt somebody, where nothing else was told between but what came of it.
fn came_of<'a>(all: &[Came<'a>], loss: &EventLine) -> Option<&'a EventLine> {
    is_of_shot(loss).then_some(())?;
    for came in all.iter().rev() {
        let Some(line) = came.line else { continue };
        match line.about.shot {
            Some(ShotPart::Fired) => return Some(line),
            Some(ShotPart::Result) => {}
            None if came.hurts().is_some() => {}
            None => return None,
        }
        if came.phase.is_some() {
            return None;
        }
    }
    None
}

impl<'a> Came<'a> {
    /// Throws that were made again are told with the one that counts.
    fn put_together(&mut self) {
        let is_again = |event: &EventLine| event.roll.as_ref().is_some_and(|roll| roll.result == AGAIN);
        let counts = self.dice.iter().rposition(|event| !is_again(event)).unwrap_or(0);
        let mut at = 0;
        self.dice.retain(|event| {
            let again = at < counts && is_again(event);
            at += 1;
            if again {
                self.again.push(event);
            }
            !again
        });
    }

    /// Takes what was told of the shot that did it, up to here, with its dice.
    fn take_course(&mut self, rest: &mut Vec<Came<'a>>) {
        let is_shot = |came: &Came<'_>| came.line.is_some_and(|line| self.by.is_some_and(|shot| shot.n == line.n));
        let Some(from) = rest.iter().position(is_shot) else { return };
        let until = self.first();
        let is_result = |came: &&Came<'_>| {
            came.line.is_some_and(|line| line.about.shot == Some(ShotPart::Result) && line.n < until)
        };
        let length = 1 + rest[from + 1..].iter().take_while(is_result).count();
        let course: Vec<_> = rest.drain(from..from + length).collect();
        // The phase goes on without them.
        let phase = course.iter().rev().find_map(|came| came.phase);
        if let Some(next) = rest.get_mut(from) {
            next.phase = next.phase.or(phase);
        }
        let told = |came: &Came<'a>| came.line.filter(|line| !line.about.passing);
        self.course = course.iter().skip(1).filter_map(told).collect();
        self.again.splice(..0, course.iter().flat_map(|came| came.again.iter().copied()));
        self.dice.splice(..0, course.into_iter().flat_map(|came| came.dice));
    }

    /// Whether a line says the same of somebody else.
    fn is_like(&self, line: &EventLine) -> bool {
        fn what(line: &EventLine) -> Option<&str> {
            line.about.alike.as_ref().map(|alike| alike.what.as_str())
        }
        self.line.and_then(what).is_some_and(|said| what(line) == Some(said))
    }

    /// Whether somebody must look out for this one.
    fn warns_of(&self, whom: &str) -> bool {
        let line = self.line.filter(|line| matches!(line.about.grave, Some(Grave::Alarm(..))));
        line.is_some_and(|line| line.about.whom.as_deref() == Some(whom))
    }

    /// Whether a step goes on where this way has come to. Who has just come there has not left it at the same moment: that was another one
    /// of the same name.
    fn goes_on(&self, step: &WayStep) -> bool {
        let first = self.line.and_then(|line| line.about.step.as_ref());
        first.is_some_and(|first| first.who == step.who) && self.to == Some(step.from.as_str()) && self.when < step.when
    }
}

/// The way that a step goes on: of several that have come there, the last, who is still on the move.
fn way_on<'c, 'a>(round: &'c mut [Came<'a>], step: &WayStep) -> Option<&'c mut Came<'a>> {
    round.iter_mut().filter(|came| came.goes_on(step)).max_by_key(|came| came.when)
}

/// Where something that must not be overlooked stands on the card of a seat: what others did comes behind how its own shot went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Lost,
    Hurt,
    Kill,
    Friends,
    KillOfOthers,
    Over,
    End,
    /// After an end: whoever one must look out for then has come with what began after it.
    LookOut,
}

impl Place {
    fn of(came: &Came<'_>, seat: Seat) -> Self {
        match came.grave() {
            Some(Grave::Loss(own)) if own == seat => Place::Lost,
            Some(Grave::Harm(..)) => Place::Hurt,
            Some(Grave::Loss(_)) => Place::Kill,
            Some(Grave::Kill) if came.is_shot() => Place::Kill,
            Some(Grave::Kill) => Place::KillOfOthers,
            Some(Grave::Friends(..)) => Place::Friends,
            Some(Grave::Alarm(..)) => Place::LookOut,
            Some(Grave::Over(_)) => Place::Over,
            Some(Grave::End(_)) | None => Place::End,
        }
    }
}

/// Whether nothing of it says how an answer went: nobody is lost, and no shot of one's own has put anybody out of the fight.
pub fn leaves_open(grave: &[Came<'_>]) -> bool {
    grave.iter().all(|came| match came.grave() {
        Some(Grave::Loss(_)) => false,
        grave => grave != Some(Grave::Kill) || !came.is_shot(),
    })
}

/// What stands before how a shot went, and what behind it.
pub fn around<'c, 'a>(grave: &'c [Came<'a>], seat: Seat) -> (&'c [Came<'a>], &'c [Came<'a>]) {
    grave.split_at(grave.iter().position(|came| Place::of(came, seat) > Place::Kill).unwrap_or(grave.len()))
}

/// What is told first of all: what this seat has lost, how else it is worse off, what others have lost by a shot, what its friends have lost and
/// done, what it must look out for, what has ended; a shot that did it goes along, with what was told of it. The rest stays in order.
pub fn gravest(mut all: Vec<Came<'_>>, seat: Seat) -> (Vec<Came<'_>>, Vec<Came<'_>>) {
    // Who is out of the fight by now, with the line that says so: nobody need look out for him any more.
    let out: Vec<(String, usize)> = all
        .iter()
        .filter(|came| matches!(came.grave(), Some(Grave::Kill | Grave::Loss(_))))
        .filter_map(|came| Some((came.line?.about.whom.clone()?, came.line?.n)))
        .collect();
    // What has ended leaves nobody to look out for.
    let ends = all.iter().filter(|came| came.grave().is_some_and(Grave::is_end)).map(Came::first).max();
    let is_out = |came: &Came<'_>| {
        let line = came.line.filter(|line| line.about.whom.is_some());
        line.is_some_and(|line| out.iter().any(|(whom, n)| Some(whom) == line.about.whom.as_ref() && *n > line.n))
    };
    let alarms = |came: &Came<'_>| matches!(came.grave(), Some(Grave::Alarm(..)));
    // Nobody is warned of who is out of the fight by now: that it once aimed or came up is in the log.
    let mut phase = None;
    all.retain_mut(|came| {
        let stays = !(alarms(came) && is_out(came));
        // The phase goes on without it.
        came.phase = came.phase.or(phase.take());
        phase = came.phase.filter(|_| !stays);
        stays
    });
    for came in &mut all {
        came.past = alarms(came) && ends.is_some_and(|end| end > came.first());
    }
    let is_grave = |came: &Came<'_>| match came.grave() {
        Some(Grave::Harm(whose, _) | Grave::Friends(whose, _)) => whose == seat,
        Some(Grave::Alarm(whose, _)) => whose.is_none_or(|whose| whose == seat) && !came.past,
        grave => grave.is_some(),
    };
    let (mut grave, mut rest): (Vec<_>, Vec<_>) = all.into_iter().partition(is_grave);
    // The game's end before the day's; else what ended first.
    grave.sort_by_key(|came| Place::of(came, seat));
    // A shot that did several things is named once.
    let mut named = None;
    for came in &mut grave {
        let by = came.by.map(|shot| shot.n);
        if by.is_some() && by == named {
            came.by = None;
        }
        named = by.or(named);
        came.take_course(&mut rest);
    }
    // What comes of somebody in the end stands before what is told of him until then, and says so.
    for came in &mut grave {
        let Some(line) = came.line.filter(|line| line.about.whom.is_some() && line.about.step.is_none()) else {
            continue;
        };
        let earlier = |other: &Came<'_>| {
            let is_told = |other: &EventLine| other.about.whom == line.about.whom && other.n < line.n;
            !other.past && !other.is_shot() && other.line.is_some_and(is_told)
        };
        came.lifted = matches!(line.about.grave, Some(Grave::Loss(_) | Grave::Kill)) && rest.iter().any(earlier);
    }
    (grave, rest)
}

/// What has been fired at a seat from hiding in this round and the one before, the latest first: whoever did may again.
pub fn from_hiding(events: &[EventLine], seat: Seat) -> Vec<String> {
    let mut rounds = 0;
    let lately = events.iter().rev().take_while(|event| {
        let goes_on = rounds < 2;
        rounds += u8::from(!event.rank.is_line());
        goes_on
    });
    let hidden = |event: &&EventLine| event.about.from_hiding && event.about.under_fire == Some(seat);
    lately.filter(hidden).map(|event| format!("Lately: {}", event.text)).collect()
}

/// Where the units of others went, on one line; none where none or one did.
pub fn moves_of_others<'c, 'a: 'c>(all: impl IntoIterator<Item = &'c Came<'a>>, seat: Seat) -> Option<String> {
    let mut ways: Vec<(&str, Vec<String>)> = Vec::new();
    for came in all.into_iter().filter(|came| came.is_move_against(seat)) {
        let (Some(step), Some(to)) = (came.line.and_then(|line| line.about.step.as_ref()), came.to) else { continue };
        let way = format!("{} to {to}", step.from);
        match ways.iter_mut().find(|(who, _)| *who == step.who) {
            Some((_, more)) => more.push(way),
            None => ways.push((&step.who, vec![way])),
        }
    }
    let n: usize = ways.iter().map(|(_, ways)| ways.len()).sum();
    let told = ways.iter().map(|(who, ways)| format!("{who} {}", ways.join(", ")));
    (n > 1).then(|| format!("{n} enemy units move: {}.", told.collect::<Vec<_>>().join("; ")))
}

/// What stands by itself where the sum is told in short: how the game has ended, if it is over, one's own losses, and what else has ended. What
/// else the sum is made of goes back to the rest, in its order.
pub fn weightiest<'a>(grave: Vec<Came<'a>>, rest: &mut Vec<Came<'a>>, seat: Seat) -> Vec<Came<'a>> {
    let weighs = |came: &Came<'_>| match came.grave() {
        Some(Grave::Loss(whose)) => whose == seat,
        grave => grave.is_some_and(Grave::is_end),
    };
    let (mut weighty, minor): (Vec<_>, Vec<_>) = grave.into_iter().partition(weighs);
    rest.extend(minor);
    rest.sort_by_key(Came::first);
    let end = weighty.iter().position(|came| matches!(came.grave(), Some(Grave::Over(_))));
    if let Some(end) = end {
        weighty[..=end].rotate_right(1);
    }
    weighty
}

/// Where nothing that was told first says how an answer went: the shot that tells how it went, in a word, taken out of the rest. That it was fired is not told
/// again beside what came of it; where it goes on, what it came to in the end counts.
pub fn verdict<'a>(rest: &mut Vec<Came<'a>>) -> Option<(String, Came<'a>)> {
    let first = rest.iter().position(|came| came.is_shot() && came.verdict().is_some())?;
    let at = in_the_end(rest, first);
    let came = rest.remove(at);
    let word = came.verdict().map(|(_, says)| brief(says).to_string())?;
    if at > 0
        && !is_fired(&came)
        && is_fired(&rest[at - 1])
        && rest[at - 1].dice.is_empty()
        && rest[at - 1].more.is_empty()
    {
        let fired = rest.remove(at - 1);
        return Some((word, Came { phase: fired.phase.or(came.phase), ..came }));
    }
    Some((word, came))
}

/// Where something graver is told first: how the shots of a seat went that its dice alone tell of, taken out of the rest, the first few.
pub fn own_shots<'a>(rest: &mut Vec<Came<'a>>, seat: Seat) -> Vec<(String, Came<'a>)> {
    const FEW: usize = 3;
    let word = |came: &Came<'a>| {
        let own = came.line?.about.firer.as_ref().is_some_and(|(whose, _)| *whose == seat);
        Some(format!("{}: {}", came.firer(seat)?, came.thrown().filter(|_| own)?))
    };
    let mut shots = Vec::new();
    while shots.len() < FEW
        && let Some((at, word)) = rest.iter().enumerate().find_map(|(at, came)| Some((at, word(came)?)))
    {
        let came = rest.remove(at);
        // The phase goes on without it.
        if let Some(next) = rest.get_mut(at) {
            next.phase = next.phase.or(came.phase);
        }
        shots.push((word, came));
    }
    shots
}

fn is_fired(came: &Came<'_>) -> bool {
    came.line.is_some_and(|line| line.about.shot == Some(ShotPart::Fired))
}

/// The last that was told of the same shot or the next of its kind at the same target: a hit may come to nothing.
fn in_the_end(rest: &[Came<'_>], first: usize) -> usize {
    let whom = |came: &Came<'_>| came.line.and_then(|line| line.about.whom.clone());
    let Some(target) = whom(&rest[first]) else { return first };
    let fired = rest[..=first].iter().rfind(|came| is_fired(came)).and_then(|came| came.line).map(|line| &line.kind);
    let other = |came: &Came<'_>| {
        let again = whom(came).as_ref() == Some(&target) && came.line.map(|line| &line.kind) == fired;
        came.phase.is_some() || (is_fired(came) && !again)
    };
    let ends = rest[first + 1..].iter().position(other).map_or(rest.len(), |n| first + 1 + n);
    let tells = |came: &Came<'_>| {
        let says = came.line.is_some_and(|line| line.headline.is_some() && line.about.shot == Some(ShotPart::Result));
        says && whom(came).as_ref() == Some(&target)
    };
    rest[first..ends].iter().rposition(tells).map_or(first, |n| first + n)
}

/// A short mark on the board: what came of something, where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMark<'a> {
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
    let says = says.strip_prefix("the ").unwrap_or(says);
    if says.chars().count() <= ROOM {
        return says;
    }
    says.rsplit_once(" is ").or_else(|| says.rsplit_once(" are ")).map_or(says, |(_, what)| what)
}

/// What belongs to the board as it lies there: once another mission, day or battle has begun, what came before that lies on it no more.
fn of_this_board<'c, 'a>(all: &'c [Came<'a>]) -> &'c [Came<'a>] {
    let begins = |line: &EventLine| line.rank >= Rank::Part && !line.about.grave.is_some_and(Grave::is_end);
    let from = all.iter().rposition(|came| came.line.is_some_and(begins)).unwrap_or_default();
    &all[from..]
}

/// What is marked on the board of a seat; all that came of one thing is one mark.
pub fn marks<'a>(all: &[Came<'a>], seat: Seat) -> Vec<BoardMark<'a>> {
    let all = of_this_board(all);
    // How much it weighs goes with each.
    let mut marks: Vec<(Place, BoardMark<'a>)> = Vec::new();
    for came in all {
        let Some((at, says)) = came.verdict().map(|(at, says)| (at, brief(says))) else { continue };
        // What a shot came to is no word about who stands there.
        let fired = came.firer(seat).map(|who| format!("{who}: {says}"));
        // What became of the target says itself where it is told there.
        let is_told = |other: &Came<'_>| {
            other.line.is_some_and(|line| {
                line.headline.is_some() && line.about.shot == Some(ShotPart::Result) && line.about.at == *at
            })
        };
        if fired.is_some() && came.succeeds() && all.iter().any(is_told) {
            continue;
        }
        let says = fired.as_deref().unwrap_or(says);
        if came.line.and_then(|line| line.about.board).is_some_and(|board| board != seat) {
            continue;
        }
        let (own, place) = (came.hurts() == Some(seat), Place::of(came, seat));
        let is_shot = |mark: &BoardMark<'_>| mark.says.contains(": ");
        match marks.iter_mut().find(|(_, mark)| mark.at == at && is_shot(mark) == fired.is_some()) {
            Some((_, mark)) if mark.says.split(", ").any(|said| said == says) => mark.own |= own,
            Some((before, mark)) => {
                let both = format!("{}, {says}", mark.says);
                // Where there is no room for both, what weighs more counts, else the later; of losses the first, which the others come of.
                if both.chars().count() <= ROOM {
                    mark.says = both;
                } else if place < *before || (place == *before && place != Place::Lost) {
                    mark.says = says.into();
                }
                *before = place.min(*before);
                mark.own |= own;
            }
            None => marks.push((place, BoardMark { at, says: says.into(), own })),
        }
    }
    marks.into_iter().map(|(_, mark)| mark).collect()
}

/// From where to where somebody went, for arrows on the board; several who go the same way are one.
pub fn ways<'a>(all: &[Came<'a>]) -> Vec<[&'a str; 2]> {
    let mut ways: Vec<[&str; 2]> = Vec::new();
    let lines = of_this_board(all).iter().flat_map(|came| came.line.into_iter().chain(came.more.iter().copied()));
    for [from, to] in lines.filter_map(|line| line.about.way.as_ref()) {
        let way = [from.as_str(), to.as_str()];
        if from != to && !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// Whether a line says a number that proves something and tells nothing.
pub fn is_seal(line: &EventLine) -> bool {
    let long = |word: &[u8]| word.len() >= 40 && word.iter().all(|b| b.is_ascii_hexdigit() || *b == b'.');
    line.text.as_bytes().split(|b| *b == b' ').any(long)
}

#[cfg(test)]
mod tests;
