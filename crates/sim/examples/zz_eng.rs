//! Engagements.
use hulldown_core::Game;
use hulldown_patton::{Patton, Setup, WantedScenario, WantedResistance};
use hulldown_patton::state::Length;
use hulldown_sim::{Batch, patton};
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(2000, |n| n.parse().unwrap());
    for scenario in [WantedScenario::Advance, WantedScenario::Battle, WantedScenario::Counterattack] {
        for policy in ["random", "sensible"] {
            let setup = Setup { length: Length::Engagement, scenario, resistance: WantedResistance::Medium, date: "1944-08-16".into(), ..Setup::default() };
            let batch = Batch { games: 0..n, seed: 7, threads: 1 };
            let keep = |p: hulldown_sim::Played<Patton>| { let g = p.game; let s = g.report.score(Patton::data()); (g.tank.lost, g.report.verdict == Some(hulldown_patton::state::Verdict::Won), s.own, s.total(), g.battle.round, g.report.out, g.report.tanks_lost, g.report.squads_lost) };
            let t = if policy == "random" { hulldown_sim::play(&batch, &setup, Patton::data(), |i| hulldown_core::Random(hulldown_core::Generator::for_game(5, i)), keep, |_| {}) } else { hulldown_sim::play(&batch, &setup, Patton::data(), |_| hulldown_bots::patton::Sensible, keep, |_| {}) }.unwrap();
            let f = |c: usize| c as f64 / n as f64;
            let by: Vec<usize> = (0..8).map(|r| t.iter().filter(|x| x.0 && x.4 == r).count()).collect(); println!("  lost by round {by:?}");
            println!("{scenario:?} {policy}: lost {:.3} won {:.3} own {:.2} total {:.2} rounds {:.1} out {:.3} friendly {:.2}/{:.2}", f(t.iter().filter(|x| x.0).count()), f(t.iter().filter(|x| x.1).count()), t.iter().map(|x| f64::from(x.2)).sum::<f64>() / n as f64, t.iter().map(|x| f64::from(x.3)).sum::<f64>() / n as f64, t.iter().map(|x| f64::from(x.4)).sum::<f64>() / n as f64, f(t.iter().filter(|x| x.5).count()), t.iter().map(|x| f64::from(x.6)).sum::<f64>() / n as f64, t.iter().map(|x| f64::from(x.7)).sum::<f64>() / n as f64);
        }
    }
}
