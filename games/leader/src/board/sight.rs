//! What one looks at the battlefield for: whom somebody can attack, from where he stands or would stand, and what threatens whom.

use crate::View;
use crate::map::Hex;
use crate::odds::{EnemyStep, Risk};
use crate::state::{Leader, Stage};
use crate::words::Target;
use hulldown_draw::{Look, Spots};

/// How a hex lies to somebody who attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lies {
    /// Out of range.
    Beyond,
    /// In range, but not to be attacked: the line of sight is blocked.
    Hidden(u8),
    /// To be attacked at this range.
    Open(u8),
}

/// What would come of going to a hex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct There {
    /// The best attack from there, in percent.
    pub(super) best: Option<u32>,
    /// What the enemy would make of it.
    pub(super) risk: Risk,
}

/// The battlefield as it is looked at.
pub(super) struct Sight {
    /// The game, with the fighter where it is looked at.
    game: Leader,
    /// Who acts or is pointed at.
    pub(super) fighter: Option<usize>,
    /// The enemy that is pointed at.
    pub(super) enemy: Option<usize>,
    /// The next enemy step.
    pub(super) step: EnemyStep,
    /// Whether somebody is asked where to go.
    pub(super) moves: bool,
    /// Where he can, and what would come of it.
    pub(super) ways: Vec<(Hex, There)>,
}

impl Sight {
    /// Nothing but what lies there.
    pub(super) fn none(game: &Leader) -> Sight {
        Sight {
            game: game.clone(),
            fighter: None,
            enemy: None,
            step: EnemyStep::default(),
            moves: false,
            ways: Vec::new(),
        }
    }

    /// What a person looks at: who acts, a Unit or an enemy that is pointed at, or the hex somebody might go to.
    pub(super) fn of(view: &View<'_>, spots: &Spots<'_>, look: &Look<'_>) -> Sight {
        let (mut game, charts) = (view.game.clone(), view.charts);
        let about = look.about.and_then(|about| about.split_once(':'));
        let acts = matches!(game.stage, Stage::Act(_)).then_some(game.battle.acting).flatten().map(usize::from);
        let pointed = match about {
            Some(("unit", number)) => number.parse().ok().and_then(|number| game.fighter_of(charts, number)),
            _ => None,
        };
        let fighter = acts.or(pointed).filter(|at| game.battle.fighters.get(*at).is_some_and(|one| one.at().is_some()));
        let enemy = match about {
            Some(("enemy", at)) => at.parse().ok().filter(|at: &usize| *at < game.battle.enemies.len()),
            _ => None,
        };
        let open = Hex::all().filter(|hex| spots.has(&format!("hex:{hex}")));
        let ways: Vec<(Hex, There)> = match acts.filter(|at| fighter == Some(*at)) {
            Some(at) => open.map(|hex| (hex, There::of(view, at, hex))).collect(),
            None => Vec::new(),
        };
        let moves = !ways.is_empty();
        if let (Some(at), true, Some(("hex", id))) = (fighter, moves, about)
            && let Some(hex) = id.parse().ok().and_then(Hex::new)
        {
            game = game.as_if_in(at, hex);
        }
        let step = game.enemy_step(charts);
        Sight { game, fighter, enemy, step, moves, ways }
    }

    /// Where the one that is looked at stands or would stand.
    pub(super) fn from(&self) -> Option<Hex> {
        self.fighter.and_then(|at| self.game.battle.fighters[at].at())
    }

    /// The chance in percent that the one that is looked at Destroys an enemy.
    pub(super) fn chance(&self, view: &View<'_>, enemy: usize) -> Option<u32> {
        let strike = self.game.strike_chance(view.charts, enemy);
        strike.or_else(|| self.fighter.and_then(|own| self.game.kill_chance(view.charts, own, enemy)))
    }

    /// Whether a target for a strike is being named.
    pub(super) fn strikes(&self) -> bool {
        self.game.battle.strike.is_some()
    }

    /// What threatens a fighter.
    pub(super) fn risk(&self, fighter: usize) -> Risk {
        self.step.risks.get(fighter).copied().unwrap_or_default()
    }

    /// How a hex lies to the one that is looked at.
    pub(super) fn lies(&self, view: &View<'_>, hex: Hex) -> Lies {
        let charts = view.charts;
        if let (Some(at), Some(from)) = (self.fighter, self.from()) {
            let range = from.distance(hex);
            let gunner = self.game.gunner(charts, at);
            let has = Target::ALL.into_iter().any(|side| gunner.against_range(side, range).is_none());
            return match self.game.is_open(from, hex, range, gunner.is_indirect()) {
                _ if !has => Lies::Beyond,
                None => Lies::Open(range),
                Some(_) => Lies::Hidden(range),
            };
        }
        let Some((enemy, from)) = self.enemy.and_then(|at| Some((at, self.game.battle.enemies[at].at()?))) else {
            return Lies::Beyond;
        };
        let (card, range) = (self.game.battle.enemies[enemy].card(&self.game, charts), from.distance(hex));
        let has = Target::ALL.into_iter().any(|side| card.attack(side).is_some_and(|(_, most)| range <= most));
        match self.game.is_open(from, hex, range, card.indirect) {
            _ if !has => Lies::Beyond,
            None => Lies::Open(range),
            Some(_) => Lies::Hidden(range),
        }
    }

    /// What would come of going to a hex, for the one that acts.
    pub(super) fn there(&self, hex: Hex) -> Option<There> {
        self.ways.iter().find(|(to, _)| *to == hex).map(|(_, there)| *there)
    }
}

impl There {
    fn of(view: &View<'_>, fighter: usize, hex: Hex) -> There {
        let game = view.game.as_if_in(fighter, hex);
        let risk = game.enemy_step(view.charts).risks[fighter];
        There { best: game.best_attack(view.charts, fighter).map(|(chance, _)| chance), risk }
    }
}
