//! Campaigns by the thousand.
use hulldown_core::{Game, Generator, Sim};
use hulldown_leader::bot::{Sensible, Taste};
use hulldown_leader::state::{Fate, Stage};
use hulldown_leader::words::Evaluation;
use hulldown_leader::{Leader, Setup};

fn main() {
    let arg = |n: usize, d: u64| std::env::args().nth(n).and_then(|a| a.parse().ok()).unwrap_or(d);
    let (n, seed) = (arg(1, 20), arg(2, 1));
    let charts = Leader::data();
    let mut taste = Taste::PLAIN;
    for a in std::env::args().skip(3) {
        let (k, v) = a.split_once('=').unwrap();
        let v: i32 = v.parse().unwrap();
        match k {
            "reserve" => taste.reserve = v as i16, "scouts" => taste.scouts = v as u8, "trucks" => taste.trucks = v as u8,
            "enough" => taste.enough = v, "plenty" => taste.plenty = v, "hit0" => taste.hit[0] = v, "hit1" => taste.hit[1] = v,
            "later" => taste.later = v, "stress" => taste.stress = v, "far" => taste.far = v, "tactic" => taste.tactic = v, "each" => taste.each = v as u8,
            _ => panic!("{k}"),
        }
    }
    let (mut battles, mut won, mut half, mut lost, mut kia, mut fighters, mut turns, mut decisions) = (0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64, 0u64);
    let start = std::time::Instant::now();
    let (mut all_good, mut all) = (0, 0);
    for campaign in &charts.campaigns {
        let (mut good, mut great, mut fail, mut broke, mut games) = (0, 0, 0, 0, 0);
        let mut by = vec![];
        for (o, objective) in charts.objectives.iter().enumerate() {
            let mut g = 0;
            for i in 0..n {
                let setup = Setup { campaign: campaign.id.clone(), objective: objective.id.clone(), ..Setup::default() };
                let mut game = Leader::new(&setup, charts).unwrap();
                let mut sim = Sim::new(Sensible(taste), Generator::for_game(seed, o as u64 * 100_000 + i));
                while !game.is_over() {
                    let before = game.stage;
                    if before == Stage::After {
                        let b = game.battle.battalion as usize;
                        let pts = game.points(charts);
                        battles += 1;
                        turns += u64::from(game.battle.turn);
                        fighters += game.battle.fighters.len() as u64;
                        lost += game.battle.fighters.iter().filter(|f| f.fate == Fate::Destroyed).count() as u64;
                        kia += game.commanders.iter().filter(|c| c.fights && c.kia).count() as u64;
                        let card = game.battalion_card(charts, b);
                        if pts <= u16::from(card.destroyed) { won += 1 } else if pts <= u16::from(card.half) { half += 1 }
                    }
                    game.advance(charts, &mut sim).unwrap();
                }
                decisions += sim.decisions;
                games += 1;
                let r = game.result.unwrap();
                g += u32::from(r >= Evaluation::Good);
                great += u32::from(r == Evaluation::Great);
                fail += u32::from(r == Evaluation::Failure);
                broke += u32::from(r == Evaluation::Failure && game.vp >= game.objective(charts).bands.poor);
            }
            good += g;
            by.push(format!("{}", g * 100 / n as u32));
        }
        all_good += good; all += games;
        let p = |x: u32| 100.0 * f64::from(x) / f64::from(games);
        println!("{:<20} {:<12} good {:5.1} great {:5.1} fail {:5.1} (broke {:4.1})  {}", campaign.name, campaign.difficulty.name(), p(good), p(great), p(fail), p(broke), by.join(" "));
    }
    let t = start.elapsed();
    let b = battles as f64;
    println!("all {:.1} battles/game {:.1} won {:.2} half {:.2} units {:.1} lost {:.2} kia {:.2} turns {:.1}; {:.2} ms/campaign, {:.0} ns/decision, {:.2} us/turn", 100.0 * f64::from(all_good) / f64::from(all), b / f64::from(all), won as f64 / b, half as f64 / b, fighters as f64 / b, lost as f64 / b, kia as f64 / b, turns as f64 / b, t.as_secs_f64() * 1e3 / f64::from(all), t.as_secs_f64() * 1e9 / decisions as f64, t.as_secs_f64()*1e6/turns as f64);
}
