//! The ground of the battlefield, and what follows from it: lines of sight, cover, who may enter.

use super::{COLS, HEXES, Hex, Hexes, ROOM, spread};
use crate::words::{Ground, Target};
use serde::{Deserialize, Serialize};

/// What the six tiles have made of the 24 hexes. Lines of sight and who may enter follow from the ground; they are worked out once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Laid", into = "Laid")]
pub struct Battlefield {
    ground: [Ground; HEXES],
    /// What is seen from each hex.
    seen: [Hexes; ROOM],
    /// What can be attacked from each hex, and from where each can be attacked, line of sight and Bocage considered: directly, indirectly.
    open_from: [[Hexes; ROOM]; 2],
    open_to: [[Hexes; ROOM]; 2],
    /// What may be entered, by how the mover is attacked.
    admits: [Hexes; Target::ALL.len()],
    /// The hexes of each ground.
    of: [Hexes; Ground::ALL.len()],
    /// The hexes by what they add to Defense, and what each adds.
    cover: [Hexes; 3],
    covers: [i8; ROOM],
}

/// All hexes, from each.
const EVERYWHERE: [Hexes; ROOM] = {
    let (mut all, mut from) = ([Hexes::NONE; ROOM], 0);
    while from < HEXES {
        all[from] = Hexes::ALL;
        from += 1;
    }
    all
};

/// A field as it is written.
#[derive(Serialize, Deserialize)]
struct Laid {
    ground: [Ground; HEXES],
}

impl From<Laid> for Battlefield {
    fn from(laid: Laid) -> Battlefield {
        Battlefield::on(laid.ground)
    }
}

impl From<Battlefield> for Laid {
    fn from(field: Battlefield) -> Laid {
        Laid { ground: field.ground }
    }
}

impl Battlefield {
    /// Six tiles of four hexes: two across, three down; each top left, top right, bottom left, bottom right.
    pub fn of(tiles: [[Ground; 4]; 6]) -> Battlefield {
        let mut ground = [Ground::Clear; HEXES];
        for (space, tile) in tiles.iter().enumerate() {
            for (part, hex) in tile.iter().enumerate() {
                let (row, col) = (space / 2 * 2 + part / 2, space % 2 * 2 + part % 2);
                ground[row * COLS + col] = *hex;
            }
        }
        Battlefield::on(ground)
    }

    /// With this ground.
    fn on(ground: [Ground; HEXES]) -> Battlefield {
        let mut of = [Hexes::NONE; Ground::ALL.len()];
        for hex in Hex::all() {
            let these = &mut of[ground[hex.index()].index()];
            *these = these.or(Hexes::one(hex));
        }
        let blocks = such(&of, Ground::blocks);
        let mut seen = [Hexes::NONE; ROOM];
        for from in Hex::all() {
            // A hex is seen if some hex before it on a shortest way is passed by the line.
            let (mut line, mut through, mut range) = (Hexes::one(from), Hexes::one(from), 0);
            while !line.is_empty() {
                seen[from.index()] = seen[from.index()].or(line);
                range += 1;
                line = through.near().and(from.ring(range));
                through = line.without(blocks);
            }
        }
        let bocage = of[Ground::Bocage.index()];
        let (mut open_from, mut open_to) = ([[Hexes::NONE; ROOM]; 2], [[Hexes::NONE; ROOM]; 2]);
        for hex in Hex::all() {
            let at = hex.index();
            let shown = Hexes::ALL.without(bocage.without(hex.within(1)));
            let shown_to = if bocage.has(hex) { hex.within(1) } else { Hexes::ALL };
            (open_from[0][at], open_from[1][at]) = (seen[at].and(shown), shown);
            (open_to[0][at], open_to[1][at]) = (seen[at].and(shown_to), shown_to);
        }
        let admits = Target::ALL.map(|target| such(&of, |ground| ground.admits(target)));
        let cover = [0, 1, 2].map(|cover| such(&of, |ground| ground.cover() == cover));
        let mut covers = [0; ROOM];
        for hex in Hex::all() {
            covers[hex.index()] = ground[hex.index()].cover();
        }
        Battlefield { ground, seen, open_from, open_to, admits, of, cover, covers }
    }

    /// Clear ground everywhere.
    pub const CLEAR: Battlefield = {
        let mut of = [Hexes::NONE; Ground::ALL.len()];
        of[Ground::Clear as usize] = Hexes::ALL;
        Battlefield {
            ground: [Ground::Clear; HEXES],
            seen: EVERYWHERE,
            open_from: [EVERYWHERE; 2],
            open_to: [EVERYWHERE; 2],
            admits: [Hexes::ALL; Target::ALL.len()],
            of,
            cover: [Hexes::ALL, Hexes::NONE, Hexes::NONE],
            covers: [0; ROOM],
        }
    };

    /// The same with other ground in a hex.
    #[must_use]
    pub fn with(self, hex: Hex, other: Ground) -> Battlefield {
        let mut ground = self.ground;
        ground[hex.index()] = other;
        Battlefield::on(ground)
    }

    /// What a hex holds.
    #[inline]
    pub const fn at(&self, hex: Hex) -> Ground {
        self.ground[hex.index()]
    }

    /// What a hex adds to Defense.
    #[inline]
    pub const fn cover_in(&self, hex: Hex) -> i8 {
        self.covers[hex.index()]
    }

    /// The hexes whose ground is such.
    pub fn such(&self, is: impl Fn(Ground) -> bool) -> Hexes {
        such(&self.of, is)
    }

    /// The hexes with cover.
    #[inline]
    pub fn covered(&self) -> Hexes {
        self.cover[1].or(self.cover[2])
    }

    /// Of these hexes those with the heaviest cover (R7).
    #[inline]
    pub fn heaviest(&self, hexes: Hexes) -> Hexes {
        let heaviest = self.cover.iter().rev().map(|cover| hexes.and(*cover)).find(|some| !some.is_empty());
        heaviest.unwrap_or(Hexes::NONE)
    }

    /// What is seen from a hex; the same as where it is seen from.
    #[inline]
    pub fn seen(&self, from: Hex) -> Hexes {
        self.seen[from.index()]
    }

    /// The hexes that can be attacked from one, as far as line of sight and Bocage go.
    #[inline]
    pub fn open_from(&self, from: Hex, indirect: bool) -> Hexes {
        self.open_from[usize::from(indirect)][from.index()]
    }

    /// The hexes from which one can be attacked, as far as line of sight and Bocage go.
    #[inline]
    pub fn open_to(&self, to: Hex, indirect: bool) -> Hexes {
        self.open_to[usize::from(indirect)][to.index()]
    }

    /// The hexes that something attacked with this may enter.
    #[inline]
    pub fn admits(&self, target: Target) -> Hexes {
        self.admits[target.index()]
    }

    /// Whether the layout stands: everything open hangs together, and both end rows have some of it (R31).
    pub fn is_valid(&self) -> bool {
        let open = self.such(Ground::is_open);
        let Some(first) = open.first() else { return false };
        let ends = [Hexes::TOP, Hexes::BOTTOM].into_iter().all(|end| !open.and(end).is_empty());
        ends && spread(Hexes::one(first), open, u8::MAX) == open
    }

    /// Whether a line of sight goes from one hex to another: a shortest way on which nothing between them blocks.
    #[inline]
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.seen(from).has(to)
    }
}

/// The hexes whose ground is such, given those of each.
fn such(of: &[Hexes; Ground::ALL.len()], is: impl Fn(Ground) -> bool) -> Hexes {
    let these = Ground::ALL.into_iter().filter(|ground| is(*ground));
    these.fold(Hexes::NONE, |all, ground| all.or(of[ground.index()]))
}
