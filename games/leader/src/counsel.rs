//! What can be said where playing on does not tell one answer from another.

use crate::bot;
use crate::charts::Charts;
use crate::ids::BattalionId;
use crate::spoken;
use crate::state::Leader;
use crate::talk::{Ask, unit_name};
use crate::text::counted;

/// What can be said where playing on tells too little: one purchase or one man more changes less than the dice of a whole battle. What the
/// bot would do, and what it goes by.
pub(crate) fn instead(game: &Leader, charts: &'static Charts, ask: Ask) -> Vec<String> {
    match ask {
        Ask::Buy => {
            let offered = spoken::offered(game, charts);
            let next = match offered.first() {
                Some(number) => format!("A balanced force goes on with {}; `{}` buys it whole.", unit_name(charts, *number), spoken::PURCHASE),
                None => "A balanced force needs no more: what is left pays for Scouts, Trucks and repairs.".into(),
            };
            vec![
                "Playing on does not tell one purchase from another. Balance does: 2 or 3 Armor, 1 or 2 Light Armor, 2 or 3 Infantry, 1 \
                 Artillery at most."
                    .into(),
                next,
                "The bot, where it plays, spends its points otherwise: on many cheap teams first, which draw fire from cover, then on a tank, a mortar \
                 and a howitzer."
                    .into(),
            ]
        }
        Ask::Command(_) => vec![
            "Playing on does not tell one man from another. What counts is on his card: Fast before Slow, a better number on the dice, then \
             Cool; a skill may be worth more than a number."
                .into(),
        ],
        Ask::Equip => vec![
            format!(
                "Playing on does not tell one thing from another here. The bot buys {} and {}: a Scout is one turn more in a battle of \
                 every Week.",
                counted(bot::SCOUTS, "Scout"),
                counted(bot::TRUCKS, "Truck")
            ),
        ],
        Ask::Plan => of_the_plan(game, charts),
        _ => Vec::new(),
    }
}

/// What a Battalion is worth and what it costs: a battle played out says how it goes, and nothing of the Weeks after it.
fn of_the_plan(game: &Leader, charts: &'static Charts) -> Vec<String> {
    const MOST: usize = 4;
    let objective = game.objective(charts);
    let weeks = match (objective.weeks + 1).saturating_sub(game.week) {
        1 => "this is the last Week".into(),
        weeks => format!("{weeks} Weeks are left, this one counted in"),
    };
    let mut counsel = vec![format!("{}; {weeks}.", objective.wanting(game.vp))];
    let id = |at: BattalionId| game.battalion_card(charts, at).id;
    let open =
        |at: &BattalionId| !game.battalions[*at].destroyed && game.plan.iter().all(|planned| planned.battalion != *at);
    let open: Vec<BattalionId> = game.battalions.ids().filter(open).collect();
    let lost = |at: BattalionId| game.map_loss(charts, game.battalions[at].band);
    let near: Vec<String> =
        open.iter().filter(|at| lost(**at) > 0).map(|at| format!("{} {} SO", id(*at), lost(*at))).collect();
    if !near.is_empty() {
        counsel.push(format!(
            "Left where they are these cost us at the end of the Week: {}. The bot attacks them first.",
            near.join(", ")
        ));
    }
    // VP that are still to be had, and what an attack costs without a Truck.
    let mut worth: Vec<(i16, i16, BattalionId)> = open
        .iter()
        .map(|at| {
            let left = game.battalion_card(charts, *at).vp.saturating_sub(game.battalions[*at].scored);
            (i16::from(left), game.attack_cost(charts, *at, 0), *at)
        })
        .collect();
    worth.sort_by_key(|(vp, so, _)| (-vp, *so));
    let worth: Vec<String> =
        worth.iter().take(MOST).map(|(vp, so, at)| format!("{} {vp} VP for {so} SO", id(*at))).collect();
    if !worth.is_empty() {
        counsel.push(format!("Most VP, and what an attack costs: {}.", worth.join(", ")));
    }
    counsel.push(
        "How a battle would go is played out, and stands on the Battalion's card, once somebody is assigned to it."
            .into(),
    );
    counsel
}
