//! The Movement Board: `movement_board.toml`.

use crate::words::{AreaType, Edge, MapArea, Road};
use hulldown_core::chart::{By, ChartSheet, DieTable, Head};
use hulldown_core::{cells, figures};

figures! {
    /// The Movement Board: its areas, and where an exit lies from each start.
    Map where Map::fits { chart: Head, area: By<MapArea, Area>, exit_areas: Exits }

    /// An area of the Movement Board.
    Area where Area::fits {
        /// What kind of country it is.
        kind: AreaType,
        /// Its number, if it may be a start or exit area.
        edge: Option<u8> [1..=10],
        /// Its middle in hundredths of the board, to the right and down.
        pos: [u8; 2] [0..=100],
        /// Its neighbours and the best road to each.
        neighbours: Vec<(MapArea, Road)>,
    }

    /// The exit area's number, by the start area's.
    Exits where Exits::fits { chart: Head, start: By<Edge, DieTable<u8>> [die] }
}

impl Area {
    fn fits(&self) -> Result<(), String> {
        let near = &self.neighbours;
        match near.iter().enumerate().find(|(n, (area, _))| near[..*n].iter().any(|(other, _)| other == area)) {
            Some((_, (area, _))) => Err(format!("{area} is given twice")),
            None if near.iter().any(|(area, _)| area.index() >= MapArea::ALL.len()) => Err("borders no area".into()),
            None if near.is_empty() => Err("has no neighbours".into()),
            None => Ok(()),
        }
    }
}

impl Exits {
    fn fits(&self) -> Result<(), String> {
        for (start, exits) in self.start.each() {
            if exits.cells().iter().any(|exit| !(1..=10).contains(exit) || *exit == start.number()) {
                return Err(format!("{start}: an exit is another of the ten edge areas"));
            }
        }
        Ok(())
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
        let neighbour = |(area, road): &(MapArea, Road)| match road {
            Road::None => area.id().to_owned(),
            road => format!("{} ({road})", area.id()),
        };
        let near = |area: &Area| area.neighbours.iter().map(neighbour).collect::<Vec<_>>().join(", ");
        let board = cells!(self.chart.sheet("movement_board", None), (id, area) in self.area.each();
            "area" = id.id(), "country" = format_args!("{} {}", area.kind.id(), area.kind),
            "edge" = area.edge.map_or(String::new(), |n| n.to_string()), "neighbours" = near(area));
        vec![board, self.exit_areas.chart.rolled("exit_areas", self.exit_areas.start.columns())]
    }
}
