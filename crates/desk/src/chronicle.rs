//! The log by rounds and turns, oldest first: one line for one thing, and what went back marked where it did.

use crate::lines::EventLine;
use crate::result::{Came, came, is_seal, shot_of};
use crate::seen::Seen;
use hulldown_core::game::Seat;
use hulldown_core::phrase::count;
use hulldown_core::playable::aids::Grave;
use hulldown_core::talk::Rank;
use hulldown_core::tape::Entry;

/// What of the log is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Show {
    /// Everything.
    #[default]
    All,
    /// What one has lost.
    Losses,
    /// What the other side has.
    Kills,
    /// Shots, and what came of them.
    Shots,
    /// Whatever dice decided.
    Rolls,
    /// Dice thrown by hand, and rewinds.
    Hand,
    /// What decided something.
    Heads,
}

impl Show {
    /// All of them: a word to ask by, and what it shows.
    pub const ALL: [(Show, &'static str, &'static str); 7] = [
        (Show::All, "all", "everything"),
        (Show::Losses, "losses", "my losses"),
        (Show::Kills, "kills", "enemy losses"),
        (Show::Shots, "shots", "shots"),
        (Show::Rolls, "rolls", "dice"),
        (Show::Hand, "hand", "dice rolled by hand, and rewinds"),
        (Show::Heads, "heads", "what decided something"),
    ];

    /// What a word asks for.
    pub fn named(word: &str) -> Option<Self> {
        Show::ALL.iter().find(|(_, known, _)| *known == word).map(|(show, ..)| *show)
    }

    /// Whether something is asked for by a seat.
    fn takes(self, came: &Came<'_>, seat: Seat) -> bool {
        match self {
            Show::All => true,
            Show::Losses => came.is_lost() == Some(seat),
            Show::Kills => came.grave() == Some(Grave::Kill) || came.is_lost().is_some_and(|whose| whose != seat),
            Show::Shots => came.is_shot(),
            Show::Rolls => !came.dice.is_empty(),
            Show::Hand => came.by_hand(),
            Show::Heads => came.line.is_some_and(|line| line.headline.is_some()),
        }
    }
}

/// Where a game went back past dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// Before which event of the log.
    pub at: usize,
    /// How many answers were taken back.
    pub answers: u16,
}

impl Rewind {
    /// In words.
    pub fn text(self) -> String {
        format!(
            "Rewind: {} undone past dice; all but rolls by hand come up again.",
            count(self.answers.into(), "answer")
        )
    }
}

/// Where a game went back past dice. Only who plays alone can.
pub fn rewinds(seen: Seen<'_>) -> Vec<Rewind> {
    let game = seen.game();
    if game.seats() > 1 {
        return Vec::new();
    }
    // For each answer that stands, how many throws lie before it; and after how many answers each rewind was.
    let (mut answers, mut dice): (Vec<usize>, usize) = (Vec::new(), 0);
    let mut back: Vec<(usize, u16)> = Vec::new();
    for line in game.history_from(0) {
        match line.parse::<Entry<String>>() {
            Ok(Entry::Undo { answers: taken, .. }) => {
                let left = answers.len().saturating_sub(taken.into());
                let before = answers.get(left).copied().unwrap_or(dice);
                answers.truncate(left);
                back.iter_mut().for_each(|(after, _)| *after = left.min(*after));
                if before < dice {
                    back.push((left, taken));
                }
                dice = before;
            }
            Ok(Entry::Dice(_)) => dice += 1,
            Ok(Entry::Answer { .. }) => answers.push(dice),
            // A record that was read has none.
            Err(_) => {}
        }
    }
    if back.is_empty() {
        return Vec::new();
    }
    let (moments, told) = (seen.moments(), seen.told());
    back.into_iter()
        .map(|(after, answers)| Rewind { at: moments.get(after).copied().unwrap_or(told), answers })
        .collect()
}

/// What a report says of rewinds and of dice thrown by hand.
pub fn marked(log: &[EventLine], rewinds: &[Rewind]) -> Vec<String> {
    let rolls = || log.iter().filter_map(|event| event.roll.as_ref());
    let by_hand = rolls().filter(|roll| roll.by_hand).count();
    let back: usize = rewinds.iter().map(|rewind| usize::from(rewind.answers)).sum();
    let mut marked = Vec::new();
    if !rewinds.is_empty() {
        marked.push(format!("{}: {} undone past dice.", count(rewinds.len(), "rewind"), count(back, "answer")));
    }
    if by_hand > 0 {
        marked.push(format!("{by_hand} of {} rolled by hand.", count(rolls().count(), "roll")));
    }
    marked
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted<'a> {
    /// Something happened.
    Came(Came<'a>),
    /// Here the game went back past dice.
    Rewind(Rewind),
}

/// A round, a turn or another part of the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part<'a> {
    /// What begins it; none before the first.
    pub begins: Option<&'a EventLine>,
    /// What happened in it.
    pub entries: Vec<Noted<'a>>,
}

/// The log in parts. Where only some of it is asked for, parts without any are left out, but not the missions and days of what is left.
pub fn chronicle<'a>(events: &'a [EventLine], rewinds: &[Rewind], seat: Seat, show: Show) -> Vec<Part<'a>> {
    let mut parts = vec![Part::default()];
    // Of part of a log, those in it and at its end.
    let here = events.first().map_or(0, |event| event.n)..=events.last().map_or(usize::MAX, |event| event.n + 1);
    let mut rewinds = rewinds.iter().filter(|rewind| here.contains(&rewind.at)).peekable();
    let put = |parts: &mut Vec<Part<'a>>, entry| parts.last_mut().map(|part| part.entries.push(entry));
    let back = matches!(show, Show::All | Show::Hand);
    let mut all = came(events);
    let shots = matches!(show, Show::Losses | Show::Kills);
    // A shot is told once, whatever it did.
    let mut shot_told = 0;
    for n in 0..all.len() {
        let came = &all[n];
        while let Some(rewind) = rewinds.next_if(|rewind| rewind.at <= came.first()) {
            back.then(|| put(&mut parts, Noted::Rewind(*rewind)));
        }
        let begins = came.line.filter(|line| !line.rank.is_line());
        if begins.is_some() {
            parts.push(Part { begins, entries: Vec::new() });
        }
        // What begins a part is its heading; a seal proves something at the end of a game, and nobody reads it in the middle.
        let alone = begins.is_some() && came.dice.is_empty();
        if !alone && show.takes(came, seat) && !came.line.is_some_and(is_seal) {
            // What somebody has lost says who fired, and how that was decided.
            for part in if shots { shot_of(&all[..n], came) } else { Vec::new() } {
                if all[part].first() >= shot_told && !show.takes(&all[part], seat) {
                    put(&mut parts, Noted::Came(all[part].clone()));
                    shot_told = all[part].first() + 1;
                }
            }
            let line = came.line.filter(|_| begins.is_none());
            let came = if shots { came.clone() } else { std::mem::take(&mut all[n]) };
            put(&mut parts, Noted::Came(Came { line, ..came }));
        }
    }
    for rewind in rewinds {
        back.then(|| put(&mut parts, Noted::Rewind(*rewind)));
    }
    let holds = |part: &Part<'_>| !part.entries.is_empty();
    let rank = |part: &Part<'_>| part.begins.map_or(Rank::Line, |line| line.rank);
    // A mission or a day is known by something in it, before the next of its kind begins.
    let heads = |n: usize| {
        let own = rank(&parts[n]);
        own > Rank::Scene && parts[n + 1..].iter().take_while(|part| rank(part) < own).any(holds)
    };
    let kept: Vec<bool> = (0..parts.len())
        .map(|n| holds(&parts[n]) || (show == Show::All && parts[n].begins.is_some()) || heads(n))
        .collect();
    parts.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Match, NewDice, NewGame, Until};
    use hulldown_core::dicebox::DiceMode;
    use hulldown_core::playable::aids::{About, ShotPart};

    fn alone() -> (Box<dyn Match>, &'static str) {
        let shelf = crate::shelf().iter().find(|shelf| !shelf.secrets).unwrap();
        let policy = (shelf.policies)().first().unwrap().0;
        ((shelf.new)(NewGame { seed: 3, ..NewGame::default() }).unwrap(), policy)
    }

    #[test]
    fn a_rewind_is_marked_where_the_game_went_back_to() {
        let (mut game, policy) = alone();
        game.auto(policy, None, Until::End, Some(80)).unwrap();
        assert!(rewinds(Seen::new(&*game, Seat(0))).is_empty());
        let told = game.told();
        // Far enough that dice lie in between; then on, and back further.
        assert!(game.undo(Seat(0), 20).unwrap().rewind);
        let [first] = rewinds(Seen::new(&*game, Seat(0)))[..] else { panic!("one rewind") };
        assert_eq!((first.at, first.answers), (game.told(), 20));
        assert!(first.at < told);
        game.auto(policy, None, Until::End, Some(30)).unwrap();
        assert_eq!(rewinds(Seen::new(&*game, Seat(0))), [first]);
        let log = game.log(0);
        let parts = chronicle(&log, &[first], Seat(0), Show::All);
        let marked =
            parts.iter().flat_map(|part| &part.entries).position(|entry| *entry == Noted::Rewind(first)).unwrap();
        let before = parts.iter().flat_map(|part| &part.entries).take(marked);
        for entry in before {
            assert!(matches!(entry, Noted::Came(came) if came.first() < first.at));
        }
        assert!(game.undo(Seat(0), 50).unwrap().rewind);
        let now = rewinds(Seen::new(&*game, Seat(0)));
        assert_eq!(now.iter().map(|rewind| rewind.at).collect::<Vec<_>>(), [game.told(), game.told()]);
    }

    #[test]
    fn dice_thrown_by_hand_are_found_again() {
        let (mut game, policy) = alone();
        game.auto(policy, None, Until::End, Some(20)).unwrap();
        assert!(chronicle(&game.log(0), &[], Seat(0), Show::Hand).is_empty());
        game.set_dice(DiceMode::Hand);
        let mut thrown = 0;
        while thrown < 3 {
            match game.prompt().first() {
                Some(crate::Ask::Dice(ask)) => {
                    let dice: hulldown_core::Dice = ask.dice.parse().unwrap();
                    game.throw(&vec![1; dice.count.into()]).unwrap();
                    thrown += 1;
                }
                _ => drop(game.auto(policy, None, Until::Decision, Some(1)).unwrap()),
            }
        }
        let log = game.log(0);
        let found = chronicle(&log, &[], Seat(0), Show::Hand);
        let rolls = found.iter().flat_map(|part| &part.entries).flat_map(|entry| match entry {
            Noted::Came(came) => came.dice.clone(),
            Noted::Rewind(_) => Vec::new(),
        });
        assert_eq!(rolls.filter(|event| event.roll.as_ref().is_some_and(|roll| roll.by_hand)).count(), 3);
    }

    #[test]
    fn parts_begin_with_their_rounds_and_filters_take_only_what_is_asked_for() {
        for shelf in crate::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 5, dice: NewDice::default(), ..NewGame::default() }).unwrap();
            let policy = (shelf.policies)().first().unwrap().0;
            game.auto(policy, None, Until::End, Some(400)).unwrap();
            let log = game.log(0);
            let all = chronicle(&log, &[], Seat(0), Show::All);
            assert!(all.len() > 3, "{}: {} parts", shelf.id, all.len());
            let rounds = log.iter().filter(|event| !event.rank.is_line()).count();
            assert_eq!(all.iter().filter(|part| part.begins.is_some()).count(), rounds);
            let count = |show| chronicle(&log, &[], Seat(0), show).iter().map(|part| part.entries.len()).sum::<usize>();
            for (show, name, _) in Show::ALL {
                assert_eq!(Show::named(name), Some(show));
                assert!(count(show) <= count(Show::All), "{}: {name}", shelf.id);
            }
            assert!(count(Show::Losses) + count(Show::Kills) <= count(Show::All));
            assert!(count(Show::Hand) == 0 && count(Show::Rolls) > 0);
        }
    }

    fn told(n: usize, text: &str, rank: Rank, about: About) -> EventLine {
        let line = crate::ToldLine {
            after: 0,
            kind: "told".into(),
            rule: "1.0".into(),
            text: text.into(),
            headline: None,
            story: None,
            rank,
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

    fn texts(parts: &[Part<'_>]) -> Vec<String> {
        let of = |part: &Part<'_>| {
            let begins = part.begins.map(|line| format!("== {}", line.text));
            let entries = part.entries.iter().filter_map(|entry| match entry {
                Noted::Came(came) => Some(came.text().into_owned()),
                Noted::Rewind(_) => None,
            });
            begins.into_iter().chain(entries).collect::<Vec<_>>()
        };
        parts.iter().flat_map(of).collect()
    }

    /// Two battles of one day ran into one another, and nobody had fired.
    #[test]
    fn losses_stand_under_their_battle_with_the_shot_that_did_it() {
        let line = |n, text: &str, about| told(n, text, Rank::Line, about);
        let whom = |about: About| About { whom: Some("A".into()), ..about };
        let fires = |n| line(n, "Rifle fires at A.", whom(About::shot(ShotPart::Fired)));
        let harm = |n| {
            line(
                n,
                "A: Hull.",
                whom(About { shot: Some(ShotPart::Result), ..About::grave(Grave::Harm(Seat(0), "Hull")) }),
            )
        };
        let events = [
            told(0, "Week 1", Rank::Chapter, About::default()),
            told(1, "Battle with 4A", Rank::Part, About::default()),
            told(2, "Turn 1", Rank::Scene, About::default()),
            fires(3),
            harm(4),
            told(5, "Turn 2", Rank::Scene, About::default()),
            told(6, "Battle with 8A", Rank::Part, About::default()),
            told(7, "Turn 1", Rank::Scene, About::default()),
            fires(8),
            line(
                9,
                "A is Destroyed.",
                whom(About { shot: Some(ShotPart::Result), ..About::grave(Grave::Loss(Seat(0))) }),
            ),
            line(10, "B panics.", About { passes: true, ..About::grave(Grave::Harm(Seat(0), "Panic")) }),
            told(11, "The battle is over", Rank::Part, About::default()),
        ];
        let losses = [
            "== Week 1",
            "== Battle with 4A",
            "== Turn 1",
            "Rifle fires at A.",
            "A: Hull.",
            "== Battle with 8A",
            "== Turn 1",
            "Rifle fires at A.",
            "A is Destroyed.",
        ];
        assert_eq!(texts(&chronicle(&events, &[], Seat(0), Show::Losses)), losses);
        assert_eq!(texts(&chronicle(&events, &[], Seat(1), Show::Kills)), losses);
    }

    /// A round of one mission is not taken for that of another.
    #[test]
    fn what_is_asked_for_stands_under_its_mission() {
        let mut told = 0;
        for shelf in crate::shelf() {
            let mut game = (shelf.new)(NewGame { seed: 5, dice: NewDice::default(), ..NewGame::default() }).unwrap();
            game.auto((shelf.policies)()[0].0, None, Until::End, Some(400)).unwrap();
            let log = game.log(0);
            let chapters = |show| {
                let mut at = None;
                let mut all = Vec::new();
                for part in chronicle(&log, &[], Seat(0), show) {
                    at = part.begins.filter(|line| line.rank == Rank::Chapter).map(|line| line.n).or(at);
                    all.extend(part.entries.iter().filter_map(|entry| match entry {
                        Noted::Came(came) => Some((came.first(), at)),
                        Noted::Rewind(_) => None,
                    }));
                }
                all
            };
            let all = chapters(Show::All);
            for (first, chapter) in [Show::Kills, Show::Shots, Show::Heads].into_iter().flat_map(chapters) {
                assert!(all.contains(&(first, chapter)), "{}: {first} in {chapter:?}", shelf.id);
                told += usize::from(chapter.is_some());
            }
        }
        assert!(told > 10, "{told}");
    }
}
