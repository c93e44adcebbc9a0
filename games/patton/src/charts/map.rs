//! The Movement Board: `movement_board.toml`.

use super::headings::START_AREA;
use crate::words::{AreaType, Edge, MapArea, Road};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head};
use hulldown_core::dice::D10;
use hulldown_core::{cells, figures};

figures! {
    /// The Movement Board: its areas, and where an exit lies from each start.
    Map where Map::fits { chart: Head, area: By<MapArea, Area>, exit_areas: Exits }

    /// An area of the Movement Board.
    Area {
        /// What kind of country it is.
        kind: AreaType,
        /// Its number, if it may be a start or exit area.
        edge: Option<u8> [1..=10],
        /// Its middle in hundredths of the board, to the right and down.
        pos: [u8; 2] [0..=100],
        /// Its neighbours and the best road to each.
        neighbours: Vec<(MapArea, Road)>;
        must |it| !it.neighbours.is_empty() => "has no neighbors";
        must |it| it.neighbours.iter().all(|(area, _)| area.index() < MapArea::ALL.len()) => "borders no area";
        no |it| (_, (area, _)) in it.neighbours.iter().enumerate()
            .filter(|(n, (area, _))| it.neighbours[..*n].iter().any(|(other, _)| other == area))
            => format!("{area} is given twice")
    }

    /// The exit area's number, by the start area's.
    Exits {
        chart: Head, start: By<Edge, DieTable<u8>> [die];
        no |it| (start, _) in it.start.each().filter(|(start, exits)| {
            exits.cells().iter().any(|exit| !(1..=10).contains(exit) || *exit == start.number())
        }) => format!("{start}: an exit is another of the ten edge areas")
    }
}

impl Map {
    fn fits(&self) -> Result<(), String> {
        for (here, area) in self.area.each() {
            for (there, road) in &area.neighbours {
                let back = self.area[*there].neighbours.iter().find(|(to, _)| *to == here);
                if *there == here || back.is_none_or(|(_, back)| back != road) {
                    return Err(format!("{}: {} sees this border otherwise", here.id(), there.id()));
                }
            }
        }
        for edge in Edge::ALL {
            let count = self.area.iter().filter(|area| area.edge == Some(edge.number())).count();
            if count != 1 {
                return Err(format!("{count} areas have the edge number {}, not one", edge.number()));
            }
        }
        Ok(())
    }

    /// The numbered edge areas, 1 first.
    pub(super) fn edges(&self) -> By<Edge, MapArea> {
        let at = |edge: Edge| self.area.each().find(|(_, area)| area.edge == Some(edge.number()));
        By::new(|edge| at(edge).map_or(MapArea(0), |(area, _)| area))
    }

    pub(super) fn sheets(&self) -> Vec<ChartSheet> {
        let neighbor = |(area, road): &(MapArea, Road)| match road {
            Road::None => area.id().to_owned(),
            road => format!("{} ({road})", area.id()),
        };
        let near = |area: &Area| area.neighbours.iter().map(neighbor).collect::<Vec<_>>().join(", ");
        let board = cells!(self.chart.sheet("movement_board", None), (id, area) in self.area.each();
            "area" = id.id(), "country" = format_args!("{} {}", area.kind.id(), area.kind),
            "edge" = area.edge.map_or(String::new(), |n| n.to_string()), "neighbors" = near(area));
        let exits = self.exit_areas.chart.rolled("exit_areas", self.exit_areas.start.columns());
        vec![board, exits.noting([format!("{START_AREA}: the number rolled with {D10}")])]
    }
}
