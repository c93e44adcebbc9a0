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
            return "All told they are worth about the same, but not the same comes of them: choose by what matters more to you."
                .into();
        }
        if others.iter().all(|advice| advice.is_level(best)) {
            return "Playing out shows no clear difference: this one decision changes little. Compare the immediate results."
                .into();
        }
        match ranking.iter().filter(|advice| advice.is_level(best)).count() {
            0 => "The best is first, and clearly so.".into(),
            level => {
                format!("The best is first; {level} of the {} others are about as good.", ranking.len() - 1).into()
            }
        }
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

    /// What speaks for an option most clearly, in words of the game; none where nothing does.
    pub fn why(&self, ranking: &[Advice], percent: impl Fn(f64) -> String) -> Option<String> {
        let others: Vec<&Advice> = ranking.iter().filter(|other| other.key != self.key).collect();
        if others.iter().all(|other| other.is_worth()) {
            return None;
        }
        let apart = |n: usize| {
            let chance = self.outlooks.get(n)?;
            let shares = others.iter().filter_map(|other| other.outlooks.get(n)).map(|other| other.share);
            let usual = shares.sum::<f64>() / others.len().max(1) as f64;
            let (differs, speaks_for) = ((chance.share - usual).abs(), (chance.share > usual) == chance.good);
            (speaks_for && differs > 2.0 * chance.error).then_some((differs, chance, usual))
        };
        let found = (0..self.outlooks.len()).filter_map(apart).max_by(|a, b| a.0.total_cmp(&b.0));
        found.map(|(_, chance, usual)| {
            let often = if chance.share > usual { "more often" } else { "less often" };
            let Chance { says, share, .. } = chance;
            format!("{says} {often} than after the others: {} against {} on average", percent(*share), percent(usual))
        })
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
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let why = ranking[0].why(&ranking, percent).unwrap();
        assert_eq!(why, "the tank is lost less often than after the others: 10 % against 30 % on average");
        assert!(
            !ranking[1].is_level(&ranking[0]) && !ranking[2].is_level(&ranking[0]) && !ranking[0].is_level(&ranking[0])
        );
        // What speaks against it is no reason for it.
        let risky = [option("a", 9.0, 0.5, 0.5), option("b", 2.0, 0.1, 0.5)];
        assert_eq!(risky[0].why(&risky, percent), None);
        // A difference that chance explains is none.
        let alike = [option("a", 9.0, 0.1, 0.5), option("b", 8.0, 0.13, 0.48)];
        assert_eq!(alike[0].why(&alike, percent), None);
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
