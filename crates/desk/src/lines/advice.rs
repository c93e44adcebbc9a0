//! What a bot thinks of the options, and how that is put.

use serde::Serialize;
use std::borrow::Cow;

/// What a bot thinks of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub label: String,
    /// The mean value of the playouts, to three decimals: more is better for the seat.
    pub mean: f64,
    /// The standard error of that mean.
    pub error: f64,
    /// How far it is behind the best, over the playouts both have had with the same dice, and the standard error of that.
    #[serde(skip)]
    pub behind: f64,
    /// That error.
    #[serde(skip)]
    pub doubt: f64,
    /// How many playouts it rests on.
    pub playouts: u32,
    /// What a player would ask of his future.
    #[serde(skip)]
    pub outlooks: Vec<Chance>,
}

/// The chance of something after an option, by playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// In a few words: `the tank is lost`.
    pub says: &'static str,
    /// Whether one hopes for it.
    pub good: bool,
    /// How often it came so, as a share.
    pub share: f64,
    /// The standard error of that.
    pub error: f64,
}

/// So many standard errors are no accident.
const CLEAR: f64 = 2.0;

impl Advice {
    /// What a ranking, best first, tells whoever has to choose.
    pub fn verdict(ranking: &[Advice]) -> Cow<'static, str> {
        let Some((best, others)) = ranking.split_first() else {
            return "There is nothing to advise on.".into();
        };
        if ranking.iter().all(|advice| advice.mean == best.mean && advice.error == 0.0) {
            return "No difference: every playout of every option came out the same, so playing out says nothing here."
                .into();
        }
        if others.iter().all(|advice| advice.is_worth()) && !others.iter().all(|advice| advice.is_alike(best)) {
            let (by, comes) = Advice::apart(ranking);
            return match by {
                true => format!("The best is first: all told the others are worth about as much, but not the same comes of them: {comes}."),
                false => format!("All told they are worth about the same, but not the same comes of them: {comes}. Choose by what matters more to you."),
            }
            .into();
        }
        if others.iter().all(|advice| advice.is_level(best)) {
            return "Playing out shows no clear difference: this one decision changes little. Compare the immediate results."
                .into();
        }
        // Worth as much, and yet another choice: that is said of them, not that they are worse.
        let other = others.iter().filter(|advice| advice.is_worth() && !advice.is_alike(best)).count();
        let [is, it] = if other == 1 { ["is", "it"] } else { ["are", "them"] };
        let otherwise = format!("{is} worth as much all told, though not the same comes of {it}");
        let alike = others.iter().filter(|advice| advice.is_alike(best) && !best.outlooks.is_empty()).count();
        match ranking.iter().filter(|advice| advice.is_level(best)).count() {
            0 if alike > 0 => {
                let whom = match alike {
                    _ if alike == others.len() => "the rest have".into(),
                    1 => "one other has".into(),
                    _ => format!("{alike} of the others have"),
                };
                format!("The best is first all told, though {whom} about the same chances.").into()
            }
            0 if other > 0 => format!("The best is first; {other} of the {} others {otherwise}.", others.len()).into(),
            0 => "The best is first, and clearly so.".into(),
            level if 2 * level >= others.len() && level > 2 => {
                format!("Playing out hardly tells them apart: {level} of the {} others are as good as the first, so far as it can tell, and their order is chance.", others.len()).into()
            }
            level => {
                let are = if level == 1 { "is" } else { "are" };
                let rest = if other > 0 { format!(", and {other} more {otherwise}") } else { String::new() };
                format!("The best is first; {level} of the {} others {are} about as good{rest}.", others.len()).into()
            }
        }
    }

    /// The best of a ranking, if the usual answer to the question is clearly worse: then going on with that is against advice.
    pub fn rather<'a>(ranking: &'a [Advice], usual: &str) -> Option<&'a Advice> {
        let best = ranking.first()?;
        let usual = ranking.iter().find(|advice| advice.key == usual && advice.key != best.key)?;
        let is_worse = !usual.is_level(best) && (!usual.is_worth() || best.beats(usual));
        is_worse.then_some(best)
    }

    /// The same as a sentence.
    pub fn against(ranking: &[Advice], usual: &str) -> Option<String> {
        let best = Advice::rather(ranking, usual)?;
        let usual = ranking.iter().find(|advice| advice.key == usual)?;
        let (as_much, alike) = (usual.is_worth(), usual.is_alike(best));
        let (usual, best) = (&usual.label, &best.label);
        // That they are worth as much is said already, and so is that their chances are the same.
        Some(match (as_much, alike) {
            (true, _) => format!(
                "\u{201c}{best}\u{201d} does better here than the usual answer (.), \u{201c}{usual}\u{201d}, and worse in nothing."
            ),
            (false, true) => format!(
                "The usual answer (.), \u{201c}{usual}\u{201d}, comes to less all told than \u{201c}{best}\u{201d}."
            ),
            (false, false) => format!(
                "The usual answer (.), \u{201c}{usual}\u{201d}, is clearly worse here than \u{201c}{best}\u{201d}."
            ),
        })
    }

    /// In what options lie apart that are worth as much: after which of them each comes most often, or least, and whether that is always the
    /// first.
    fn apart(ranking: &[Advice]) -> (bool, String) {
        let percent = |share: f64| format!("{:.0}%", 100.0 * share);
        let (mut first_in_all, mut comes) = (true, Vec::new());
        for n in Advice::telling(ranking) {
            let mut all: Vec<(usize, &Chance)> =
                ranking.iter().enumerate().filter_map(|(at, advice)| Some((at, advice.outlooks.get(n)?))).collect();
            all.sort_by(|(_, a), (_, b)| b.share.total_cmp(&a.share));
            if all.first().is_some_and(|(_, chance)| !chance.good) {
                all.reverse();
            }
            let (Some((at, best)), Some((_, worst))) = (all.first(), all.last()) else { continue };
            if (best.share - worst.share).abs() <= best.error + worst.error {
                continue;
            }
            first_in_all &= *at == 0;
            let most = if best.good { "most" } else { "least" };
            let (label, share, other) = (&ranking[*at].label, percent(best.share), percent(worst.share));
            comes.push(format!(
                "{}, {most} often after \u{201c}{label}\u{201d} ({share}; after the worst {other})",
                best.says
            ));
        }
        (first_in_all, comes.join("; "))
    }

    /// Which of the things that are counted tell options apart at all: what comes as often after every one of them says nothing.
    pub fn telling(ranking: &[Advice]) -> Vec<usize> {
        // Half a percent is none.
        const LEAST: f64 = 0.005;
        let all = ranking.iter().map(|advice| advice.outlooks.len()).max().unwrap_or_default();
        let differs = |n: &usize| {
            let shares = || ranking.iter().filter_map(|advice| advice.outlooks.get(*n)).map(|chance| chance.share);
            shares().fold(f64::MIN, f64::max) - shares().fold(f64::MAX, f64::min) >= LEAST
        };
        (0..all).filter(differs).collect()
    }

    /// Which of them come about as often after every one of them, and do come about: that is said once for all.
    pub fn settled(ranking: &[Advice]) -> Vec<usize> {
        let telling = Advice::telling(ranking);
        let all = ranking.iter().map(|advice| advice.outlooks.len()).min().unwrap_or_default();
        let comes = |n: &usize| ranking.iter().any(|advice| advice.outlooks[*n].share >= 0.005);
        (0..all).filter(|n| !telling.contains(n)).filter(comes).collect()
    }

    /// A ranking with the usual answer at its head where that is as good as the best, so that both say the same.
    pub fn usual_first(mut ranking: Vec<Advice>, usual: Option<&str>) -> Vec<Advice> {
        let usual = usual.and_then(|key| ranking.iter().position(|advice| advice.key == key));
        if let (Some(at), Some(best)) = (usual, ranking.first())
            && ranking[at].is_level(best)
        {
            ranking[..=at].rotate_right(1);
        }
        ranking
    }

    /// Whether an option is not the best and yet as good, as far as playing out can tell: in worth, and in everything that is counted.
    pub fn is_level(&self, best: &Advice) -> bool {
        self.key != best.key && self.is_worth() && self.is_alike(best)
    }

    /// Whether in nothing that is counted its chance lies apart.
    fn is_alike(&self, best: &Advice) -> bool {
        let overlap = |(a, b): (&Chance, &Chance)| (a.share - b.share).abs() <= a.error + b.error;
        self.outlooks.iter().zip(&best.outlooks).all(overlap)
    }

    /// Whether it is worth as much as the best, all told, as far as playing out can tell.
    fn is_worth(&self) -> bool {
        self.behind <= CLEAR * self.doubt
    }

    /// Whether it is better in something that is shown, to a percent, and worse in nothing.
    fn beats(&self, other: &Advice) -> bool {
        let percent = |chance: &Chance| (100.0 * chance.share).round() * if chance.good { 1.0 } else { -1.0 };
        let pairs = || self.outlooks.iter().zip(&other.outlooks).map(|(a, b)| percent(a) - percent(b));
        pairs().all(|more| more >= 0.0) && pairs().any(|more| more > 0.0)
    }

    /// A ranking by worth, put so that nobody stands below one who is worse in all that is shown.
    pub fn as_shown(mut ranking: Vec<Advice>) -> Vec<Advice> {
        let mut shown = Vec::with_capacity(ranking.len());
        while !ranking.is_empty() {
            let is_beaten = |one: &Advice| ranking.iter().any(|other| other.beats(one));
            let next = ranking.iter().position(|one| !is_beaten(one)).unwrap_or(0);
            shown.push(ranking.remove(next));
        }
        shown
    }

    /// Where another of the options shown does better than the first in something that is counted: that it does, and why it stands below all
    /// the same. What is level is not told apart, nor what the verdict says of all.
    pub fn yet(shown: &[Advice], percent: impl Fn(f64) -> String) -> Vec<String> {
        let Some((best, others)) = shown.split_first() else { return Vec::new() };
        let apart = |one: &Advice, other: &Advice| -> Vec<String> {
            let pairs = one.outlooks.iter().zip(&other.outlooks);
            let ahead =
                pairs.filter(|(a, b)| (a.share - b.share) * if a.good { 1.0 } else { -1.0 } > a.error + b.error);
            let told = ahead.map(|(a, b)| {
                let than = format!("{} against {}", percent(a.share), percent(b.share));
                format!("{} {} often ({than})", a.says, if a.good { "more" } else { "less" })
            });
            told.collect()
        };
        let told = others.iter().filter_map(|other| {
            let (more, less) = (apart(other, best), apart(best, other));
            if more.is_empty() {
                return None;
            }
            let worth = if other.is_worth() { "is worth as much all told" } else { "comes to less all told" };
            let for_best =
                if less.is_empty() { String::new() } else { format!("; after the best {}", less.join(", ")) };
            Some(format!("\u{201c}{}\u{201d} {worth}, though after it {}{for_best}.", other.label, more.join(", ")))
        });
        told.collect()
    }

    /// What speaks for the first of the options shown, in words of the game, over those of them that are worth less: that in which it lies
    /// furthest ahead of them all, or of the next of them where it does of no more. None where chance may explain every difference.
    pub fn why(shown: &[Advice], percent: impl Fn(f64) -> String) -> Option<String> {
        let (best, others) = shown.split_first()?;
        let behind: Vec<&Advice> = others.iter().filter(|other| !other.is_worth()).collect();
        let next = *behind.first()?;
        // How many margins of error a chance lies ahead of another's; what overlaps is a tie.
        let ahead = |n: usize, other: &Advice| {
            let (own, its) = (best.outlooks.get(n)?, other.outlooks.get(n)?);
            let more = (own.share - its.share) * if own.good { 1.0 } else { -1.0 };
            let margin = own.error + its.error;
            (more > margin).then(|| more / margin.max(f64::EPSILON))
        };
        let least = |n: usize, over: &[&Advice]| {
            over.iter().map(|other| ahead(n, other)).try_fold(f64::MAX, |least, by| Some(least.min(by?)))
        };
        let most = |over: &[&Advice]| {
            let found = (0..best.outlooks.len()).filter_map(|n| Some((least(n, over)?, n)));
            found.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, n)| n)
        };
        let says = |n: usize| {
            let Chance { says, good, .. } = best.outlooks[n];
            format!("{says} {}", if good { "more often" } else { "less often" })
        };
        let own = |n: usize| percent(best.outlooks[n].share);
        if let Some(n) = most(&behind).filter(|_| behind.len() > 1) {
            let shares = || behind.iter().filter_map(|other| other.outlooks.get(n)).map(|chance| chance.share);
            let (low, high) = (percent(shares().fold(f64::MAX, f64::min)), percent(shares().fold(f64::MIN, f64::max)));
            let theirs = if low == high { low } else { format!("{low} to {high}") };
            let whom = if behind.len() == others.len() { "the others" } else { "those that are worse" };
            return Some(format!("{} than after {whom}: {} against {theirs}", says(n), own(n)));
        }
        let n = most(&[next])?;
        Some(format!(
            "{} than after \u{201c}{}\u{201d}: {} against {}",
            says(n),
            next.label,
            own(n),
            percent(next.outlooks[n].share)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_says_why_in_words_of_the_game_unless_chance_explains_it() {
        let option = |key: &str, mean, lost, won| {
            let chance = |says, good, share| Chance { says, good, share, error: 0.03 };
            let outlooks = vec![chance("the tank is lost", false, lost), chance("the mission succeeds", true, won)];
            Advice {
                key: key.into(),
                label: key.into(),
                mean,
                error: 1.0,
                behind: 9.0 - mean,
                doubt: 1.0,
                playouts: 200,
                outlooks,
            }
        };
        let ranking = [option("a", 9.0, 0.1, 0.5), option("b", 8.0, 0.3, 0.48), option("c", 2.0, 0.3, 0.52)];
        let percent = |share: f64| format!("{:.0}%", share * 100.0);
        let why = Advice::why(&ranking, percent).unwrap();
        assert_eq!(why, "the tank is lost less often than after \u{201c}c\u{201d}: 10% against 30%");
        assert!(
            !ranking[1].is_level(&ranking[0]) && !ranking[2].is_level(&ranking[0]) && !ranking[0].is_level(&ranking[0])
        );
        // Going on with one that is worse is against advice; with one as good it is not.
        let rather = |ranking: &[Advice], usual| Advice::rather(ranking, usual).map(|best| best.key.clone());
        assert_eq!(rather(&ranking, "c").as_deref(), Some("a"));
        assert_eq!((rather(&ranking, "a"), rather(&ranking, "z")), (None, None));
        let said = Advice::against(&ranking, "c").unwrap();
        assert_eq!(said, "The usual answer (.), \u{201c}c\u{201d}, is clearly worse here than \u{201c}a\u{201d}.");
        // Of what is worth as much nothing else is said.
        let said = Advice::against(&ranking, "b").unwrap();
        assert_eq!(
            said,
            "\u{201c}a\u{201d} does better here than the usual answer (.), \u{201c}b\u{201d}, and worse in nothing."
        );
        // What speaks against it is no reason for it.
        let risky = [option("a", 9.0, 0.5, 0.5), option("b", 2.0, 0.1, 0.5)];
        assert_eq!(Advice::why(&risky, percent), None);
        // A difference that chance explains is none.
        let alike = [option("a", 9.0, 0.1, 0.5), option("b", 8.0, 0.13, 0.48)];
        assert_eq!((Advice::why(&alike, percent), rather(&alike, "b")), (None, None));
    }

    /// The reason named was one in which the second was as good, against the mean of options that are not shown.
    #[test]
    fn the_reason_is_the_one_in_which_the_difference_lies() {
        let option = |key: &str, behind, won, lost| {
            let chance = |says, good, share, error| Chance { says, good, share, error };
            let outlooks =
                vec![chance("the mission succeeds", true, won, 0.011), chance("the tank is lost", false, lost, 0.003)];
            Advice {
                key: key.into(),
                label: key.into(),
                mean: 9.0 - behind,
                error: 0.1,
                behind,
                doubt: 0.2,
                playouts: 900,
                outlooks,
            }
        };
        let percent = |share: f64| format!("{:.1}%", share * 100.0);
        let [he, wp, ap] =
            [option("HE", 0.0, 0.528, 0.021), option("WP", 0.9, 0.526, 0.028), option("AP", 2.0, 0.484, 0.028)];
        let why = |shown: &[&Advice]| Advice::why(&shown.iter().map(|one| (*one).clone()).collect::<Vec<_>>(), percent);
        assert_eq!(
            why(&[&he, &wp, &ap]).as_deref(),
            Some("the tank is lost less often than after the others: 2.1% against 2.8%")
        );
        assert_eq!(
            why(&[&he, &ap]).as_deref(),
            Some("the mission succeeds more often than after \u{201c}AP\u{201d}: 52.8% against 48.4%")
        );
        // Only the second is clear in anything: it is named.
        let near = option("WP", 0.9, 0.526, 0.022);
        assert_eq!(why(&[&he, &near, &ap]), None, "the next lies apart in nothing that is counted");
        let verdict = Advice::verdict(&[he.clone(), near]);
        assert!(
            verdict.contains("first all told") && verdict.contains("the rest have about the same chances"),
            "{verdict}"
        );
        // That the usual answer is worse does not contradict it.
        let near = Advice { label: "WP".into(), ..option("WP", 0.9, 0.526, 0.022) };
        assert_eq!(
            Advice::against(&[he.clone(), near], "WP").as_deref(),
            Some("The usual answer (.), \u{201c}WP\u{201d}, comes to less all told than \u{201c}HE\u{201d}.")
        );
    }

    /// An option with five times the chance of success stood below, and nothing said why.
    #[test]
    fn who_does_better_in_something_and_stands_below_is_told_of() {
        let option = |key: &str, (behind, doubt), won, lost| {
            let chance = |says, good, share| Chance { says, good, share, error: 0.01 };
            Advice {
                key: key.into(),
                label: key.into(),
                mean: 9.0 - behind,
                error: 1.0,
                behind,
                doubt,
                playouts: 900,
                outlooks: vec![chance("the mission succeeds", true, won), chance("the tank is lost", false, lost)],
            }
        };
        let percent = |share: f64| format!("{:.0}%", share * 100.0);
        let best = option("A1", (0.0, 0.0), 0.03, 0.0);
        let yet = |other| Advice::yet(&[best.clone(), other], percent);
        assert_eq!(
            yet(option("Z", (5.0, 1.0), 0.17, 0.01)),
            [
                "\u{201c}Z\u{201d} comes to less all told, though after it the mission succeeds more often (17% against 3%)."
            ]
        );
        assert_eq!(
            yet(option("K", (1.0, 1.0), 0.63, 0.14)),
            [
                "\u{201c}K\u{201d} is worth as much all told, though after it the mission succeeds more often (63% against 3%); after the \
              best the tank is lost less often (0% against 14%)."
            ]
        );
        assert!(yet(option("A2", (1.0, 1.0), 0.0, 0.0)).is_empty());
    }

    #[test]
    fn the_order_follows_what_is_shown() {
        let option = |key: &str, mean, won| {
            let outlooks = vec![Chance { says: "the mission succeeds", good: true, share: won, error: 0.01 }];
            Advice {
                key: key.into(),
                label: key.into(),
                mean,
                error: 5.0,
                behind: 9.0 - mean,
                doubt: 5.0,
                playouts: 200,
                outlooks,
            }
        };
        let ranking = [option("3", 9.0, 0.76), option("N", 8.0, 0.73), option("A", 7.0, 0.75)];
        assert!(!ranking[1].is_level(&ranking[0]), "intervals that do not overlap are not alike");
        assert!(ranking[2].is_level(&ranking[0]));
        let shown = Advice::as_shown(ranking.to_vec());
        assert_eq!(shown.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["3", "A", "N"]);
        assert!(Advice::verdict(&shown).contains("not the same comes of them"), "{}", Advice::verdict(&shown));
        assert!(Advice::verdict(&shown[..2]).contains("no clear difference"));
    }

    /// One that is worth as much but for other reasons stood second, and the sentence counted only the one below it.
    #[test]
    fn who_is_as_good_for_other_reasons_is_counted() {
        let option = |key: &str, behind, lost| Advice {
            key: key.into(),
            label: key.into(),
            mean: 9.0 - behind,
            error: 1.0,
            behind,
            doubt: 1.0,
            playouts: 200,
            outlooks: vec![Chance { says: "a Unit is lost", good: false, share: lost, error: 0.002 }],
        };
        let ranking =
            [option("041", 0.0, 0.091), option("922", 0.5, 0.082), option("921", 0.6, 0.091), option("Z", 9.0, 0.2)];
        let said = Advice::verdict(&ranking);
        assert_eq!(
            said,
            "The best is first; 1 of the 3 others is about as good, and 1 more is worth as much all told, though not the same comes of it."
        );
        let said = Advice::verdict(&[ranking[0].clone(), ranking[1].clone(), ranking[3].clone()]);
        assert!(said.starts_with("The best is first; 1 of the 2 others is worth as much all told"), "{said}");
    }

    #[test]
    fn what_comes_as_often_after_every_answer_is_not_told() {
        let chance = |share| Chance { says: "lost", good: false, share, error: 0.01 };
        let option = |a, b| Advice {
            key: "k".into(),
            label: "l".into(),
            mean: 1.0,
            error: 0.0,
            behind: 0.0,
            doubt: 0.0,
            playouts: 9,
            outlooks: vec![chance(a), chance(b)],
        };
        assert_eq!(Advice::telling(&[option(0.0, 0.3), option(0.0, 0.4)]), [1]);
        assert!(Advice::telling(&[option(0.0, 0.3), option(0.001, 0.3)]).is_empty());
        // It is said once for all, unless it never comes.
        assert_eq!(Advice::settled(&[option(0.0, 0.3), option(0.001, 0.3)]), [1]);
        assert!(Advice::settled(&[option(0.0, 0.3), option(0.0, 0.4)]).is_empty());
    }

    /// What one goes on with by a single key and what is advised are the same, where nothing speaks for another.
    #[test]
    fn the_usual_answer_stands_first_among_equals() {
        let option = |key: &str, behind| Advice {
            key: key.into(),
            label: key.into(),
            mean: 9.0 - behind,
            error: 1.0,
            behind,
            doubt: 1.0,
            playouts: 200,
            outlooks: Vec::new(),
        };
        let ranking = vec![option("1S", 0.0), option("3A", 0.5), option("9A", 1.0), option("5A", 7.0)];
        let order = |usual| {
            let ranking = Advice::usual_first(ranking.clone(), usual);
            ranking.into_iter().map(|one| one.key).collect::<Vec<_>>()
        };
        assert_eq!(order(Some("9A")), ["9A", "1S", "3A", "5A"]);
        assert_eq!(order(Some("5A")), ["1S", "3A", "9A", "5A"], "it is worse");
        assert_eq!([order(Some("1S")), order(None), order(Some("x"))], [(); 3].map(|()| order(None)));
    }

    #[test]
    fn advice_that_says_nothing_says_so() {
        let worth = |key: &str, mean, (behind, doubt)| Advice {
            key: key.into(),
            label: "l".into(),
            mean,
            error: 16.7,
            behind,
            doubt,
            playouts: 9,
            outlooks: Vec::new(),
        };
        let same = Advice { error: 0.0, ..worth("a", 0.0, (0.0, 0.0)) };
        assert!(Advice::verdict(&[]).contains("nothing to advise"));
        assert!(Advice::verdict(&[same.clone(), Advice { key: "b".into(), ..same }]).contains("says nothing"));
        let best = worth("a", 5.7, (0.0, 0.0));
        // Two means may be far apart by chance, and two near ones are not level if one was behind with the same dice each time.
        assert!(Advice::verdict(&[best.clone(), worth("b", -24.5, (30.2, 22.2))]).contains("no clear difference"));
        assert!(Advice::verdict(&[best.clone(), worth("b", 4.7, (1.0, 0.2))]).contains("clearly so"));
        let three = [best, worth("b", 5.0, (0.7, 0.5)), worth("c", 0.0, (5.7, 1.0))];
        assert!(Advice::verdict(&three).contains("1 of the 2 others"));
    }
}
