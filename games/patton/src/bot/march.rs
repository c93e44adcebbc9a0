//! The march: ways over the map, operations, and what is made ready before a battle.

use super::weigh::Weigh;
use super::{best, wish};
use crate::talk::{Choice, Support};
use crate::words::{Activity, Ammo, MapArea, Post, Resistance, Road, Scenario, Sector};

/// How many artillery and air strike markers are laid on an area before it is entered, by its resistance.
const SUPPORT: [(u8, u8); 3] = [(2, 0), (3, 1), (3, 2)];
/// With so many artillery markers an area is entered even if more were wanted.
const ENOUGH_GUNS: u8 = 2;
/// With fewer smoke grenades than this the tank is resupplied.
const FEW_GRENADES: u8 = 2;

impl Weigh<'_> {
    /// How long it takes to enter an area, and to fight for it, where it is not ours.
    fn entering(&self, to: MapArea, road: Road) -> u16 {
        let area = &self.view.map().areas[to];
        let fight = match (area.us, area.resistance) {
            (true, _) => 0,
            (_, Some(Resistance::Light)) => 10,
            (_, Some(Resistance::Heavy)) => 45,
            (_, Some(Resistance::Medium) | None) => 25,
        };
        self.charts.minutes(Activity::entering(road)) + fight
    }

    /// How long it takes from each area to the exit.
    fn way(&self) -> [u16; 42] {
        let mut minutes = [u16::MAX; 42];
        minutes[self.view.map().exit.index()] = 0;
        loop {
            let mut changed = false;
            for from in MapArea::ALL {
                for (to, road) in &self.charts.areas[from.index()].neighbours {
                    let on = minutes[to.index()];
                    if on == u16::MAX {
                        continue;
                    }
                    let cost = on + self.entering(*to, *road);
                    if cost < minutes[from.index()] {
                        minutes[from.index()] = cost;
                        changed = true;
                    }
                }
            }
            if !changed {
                return minutes;
            }
        }
    }

    /// The neighbour that lies on the way.
    pub(super) fn next_area(&self) -> MapArea {
        let way = self.way();
        let there = self.charts.areas[self.view.map().at.index()].neighbours.iter();
        let cost = |(to, road): &&(MapArea, Road)| u32::from(way[to.index()]) + u32::from(self.entering(*to, *road));
        there.min_by_key(cost).map_or(self.view.map().exit, |(to, _)| *to)
    }

    pub(super) fn operation(&self, options: &[Choice]) -> Choice {
        let next = self.next_area();
        let area = &self.view.map().areas[next];
        let tank = self.view.tank();
        let card = &self.charts.tanks[tank.model.index()];
        let few = tank.carried() < card.rounds / 3
            || (self.view.options().fuel && tank.fuel < 4)
            || tank.grenades < FEW_GRENADES;
        if few && let Some(choice) = wish(options, &[Choice::Resupply]) {
            return choice;
        }
        if !area.us {
            let Some(resistance) = area.resistance else {
                return wish(options, &[Choice::Check(next), Choice::Enter(next)]).unwrap_or(options[0]);
            };
            // [28.0, 4.54] The book calls for support against heavy, perhaps medium resistance; who means to come home calls for more.
            let (guns, planes) = SUPPORT[resistance.index()];
            let missing = |wanted: u8, there: u8, call: Choice| {
                if options.contains(&call) { wanted.saturating_sub(there) } else { 0 }
            };
            let guns = missing(guns, area.artillery, Choice::Artillery(next));
            let planes = missing(planes, area.air, Choice::Air(next));
            if self.too_late_for(guns, planes) {
                // What is called for now will hardly be used today. A light area, or one that guns are laid on, is entered as it is; before
                // any other the tank makes ready for tomorrow.
                let enough = resistance == Resistance::Light || area.artillery >= ENOUGH_GUNS;
                let rather = if enough { Choice::Enter(next) } else { Choice::Resupply };
                return wish(options, &[rather, Choice::Done, Choice::Enter(next)]).unwrap_or(options[0]);
            }
            if planes > 0 {
                return Choice::Air(next);
            }
            if guns > 0 {
                return Choice::Artillery(next);
            }
        }
        wish(options, &[Choice::Enter(next), Choice::Done, Choice::Resupply]).unwrap_or(options[0])
    }

    /// Whether the sun will have set before so much support has come, by its chances.
    fn too_late_for(&self, guns: u8, planes: u8) -> bool {
        let minutes = |wanted: u8, activity: Activity, support: Support| {
            let (ways, of) = self.view.call_check(support).chance().unwrap_or((1, 1));
            u32::from(wanted) * u32::from(self.charts.minutes(activity)) * of / ways.max(1)
        };
        let calls = minutes(guns, Activity::CallArtillery, Support::Artillery)
            + minutes(planes, Activity::CallAirStrike, Support::Air);
        let calls = u16::try_from(calls).unwrap_or(u16::MAX);
        let report = self.view.report();
        calls > 0 && report.clock.plus(calls) >= report.sunset
    }

    pub(super) fn prepare(&self, options: &[Choice]) -> Choice {
        // [28.0, 4.43] HE, but AP where tanks come for you.
        let load = if self.view.report().scenario == Scenario::Counterattack { Ammo::Ap } else { Ammo::He };
        let wishes = [
            Choice::Open(Post::Commander),
            Choice::Open(Post::Loader),
            Choice::Close(Post::Driver),
            Choice::Close(Post::Assistant),
            Choice::Load(Some(load)),
            Choice::Hull(Sector::S68),
            Choice::Turret(Sector::S68),
            Choice::Look(Post::Loader, Sector::S45),
            Choice::Look(Post::Commander, Sector::S910),
        ];
        wish(options, &wishes).unwrap_or(Choice::Go)
    }

    /// The zone for the next Advance Fire marker: all close zones, then the middle ones.
    pub(super) fn mark(&self, options: &[Choice]) -> Choice {
        best(options, |choice| match choice {
            Choice::Mark(zone) => {
                let ring = [3.0, 2.0, 1.0][zone.range.index()];
                let ahead = if zone.sector == Sector::S68 { 0.2 } else { 0.0 };
                ring + ahead - 2.5 * f64::from(self.view.battle().fire[zone.index()])
            }
            _ => -9.0,
        })
    }
}
