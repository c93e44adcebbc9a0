//! What one looks at the battlefield for: whom somebody can attack, from where he stands or would stand, and what threatens whom.

use crate::View;
use crate::ids::{EnemyId, FighterId};
use crate::map::Hex;
use crate::odds::{EnemyStep, Risk};
use crate::state::Stage;
use crate::view::Imagined;
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
pub(super) struct FieldView {
    /// The game, with the fighter where it is looked at.
    game: Imagined,
    /// Who acts or is pointed at.
    pub(super) fighter: Option<FighterId>,
    /// The enemy that is pointed at.
    pub(super) enemy: Option<EnemyId>,
    /// Whether that is where it does not stand.
    elsewhere: bool,
    /// The next enemy step.
    pub(super) step: EnemyStep,
    /// Whether somebody is asked where to go.
    pub(super) moves: bool,
    /// Where he can, and what would come of it.
    pub(super) ways: Vec<(Hex, There)>,
}

impl FieldView {
    /// Nothing but what lies there.
    pub(super) fn none(view: &View<'_>) -> FieldView {
        FieldView {
            game: view.imagined(),
            fighter: None,
            enemy: None,
            elsewhere: false,
            step: EnemyStep::default(),
            moves: false,
            ways: Vec::new(),
        }
    }

    /// What a person looks at: who acts, a Unit or an enemy that is pointed at, or the hex somebody might go to.
    pub(super) fn of(view: &View<'_>, spots: &Spots<'_>, look: &Look<'_>) -> FieldView {
        let about = look.about.and_then(|about| about.split_once(':'));
        let acts = view.battle().acting.filter(|_| matches!(view.stage(), Stage::Act(_)));
        let pointed = match about {
            Some(("unit", number)) => number.parse().ok().and_then(|number| view.fighter_of(number)),
            _ => None,
        };
        let fighter =
            acts.or(pointed).filter(|at| view.battle().fighters.get(*at).is_some_and(|one| one.at().is_some()));
        let enemy = match about {
            Some(("enemy", at)) => at.parse().ok().filter(|at| view.battle().enemies.holds(*at)),
            _ => None,
        };
        let open = Hex::all().filter(|hex| spots.has(&format!("hex:{hex}")));
        let ways: Vec<(Hex, There)> = match acts.filter(|at| fighter == Some(*at)) {
            Some(at) => open.map(|hex| (hex, There::of(view, at, hex))).collect(),
            None => Vec::new(),
        };
        let moves = !ways.is_empty();
        let pointed = match about {
            Some(("hex", id)) if moves => id.parse().ok().and_then(Hex::new),
            _ => None,
        };
        let elsewhere = pointed.is_some();
        let game = match fighter.zip(pointed) {
            Some((at, hex)) => view.as_if_in(at, hex),
            None => view.imagined(),
        };
        let step = game.view().enemy_step();
        FieldView { game, fighter, enemy, elsewhere, step, moves, ways }
    }

    /// The game, with the fighter where it is looked at.
    pub(super) fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// Whether the one that is looked at is looked at where it might go.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// Where the one that is looked at stands or would stand.
    pub(super) fn from(&self) -> Option<Hex> {
        self.fighter.and_then(|at| self.game.view().battle().fighters[at].at())
    }

    /// The chance in percent that the one that is looked at Destroys an enemy.
    pub(super) fn chance(&self, enemy: EnemyId) -> Option<u32> {
        let view = self.game.view();
        view.strike_chance(enemy).or_else(|| view.kill_chance(self.fighter?, enemy))
    }

    /// Whether a target for a strike is being named.
    pub(super) fn strikes(&self) -> bool {
        self.game.view().battle().strike.is_some()
    }

    /// What threatens a fighter.
    pub(super) fn risk(&self, fighter: FighterId) -> Risk {
        self.step.risks.get(fighter).copied().unwrap_or_default()
    }

    /// How a hex lies to the one that is looked at.
    pub(super) fn lies(&self, hex: Hex) -> Lies {
        let view = self.game.view();
        if let (Some(at), Some(from)) = (self.fighter, self.from()) {
            let range = from.distance(hex);
            let gunner = view.gunner(at);
            let has = Target::ALL.into_iter().any(|side| gunner.against_range(side, range).is_none());
            return match view.is_open(from, hex, range, gunner.is_indirect(false)) {
                _ if !has => Lies::Beyond,
                None => Lies::Open(range),
                Some(_) => Lies::Hidden(range),
            };
        }
        let Some((enemy, from)) = self.enemy.and_then(|at| Some((at, view.battle().enemies[at].at()?))) else {
            return Lies::Beyond;
        };
        let (card, range) = (view.enemy_card(&view.battle().enemies[enemy]), from.distance(hex));
        let has = Target::ALL.into_iter().any(|side| card.attack(side).is_some_and(|(_, most)| range <= most));
        match view.is_open(from, hex, range, card.indirect) {
            _ if !has => Lies::Beyond,
            None => Lies::Open(range),
            Some(_) => Lies::Hidden(range),
        }
    }

    /// Whether some hex is in range and not seen.
    pub(super) fn hides(&self) -> bool {
        Hex::all().any(|hex| matches!(self.lies(hex), Lies::Hidden(_)))
    }

    /// What would come of going to a hex, for the one that acts.
    pub(super) fn there(&self, hex: Hex) -> Option<There> {
        self.ways.iter().find(|(to, _)| *to == hex).map(|(_, there)| *there)
    }
}

impl There {
    fn of(view: &View<'_>, fighter: FighterId, hex: Hex) -> There {
        let there = view.as_if_in(fighter, hex);
        let there = there.view();
        There { best: there.best_attack(fighter).map(|(chance, _)| chance), risk: there.enemy_step().risks[fighter] }
    }
}
