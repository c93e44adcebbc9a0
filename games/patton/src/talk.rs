//! What you are asked, what you can answer, and what happens: each on one line, in the order of the rulebook.
//!
//! The text of a choice is its key in saves, histories and the protocol.

mod events;
mod labels;
mod lessons;

pub use events::{Event, Killer, NamedMan, Support, Who, Why};
pub(crate) use events::{named, place, verdict, weather};
pub(crate) use labels::{Asked, counted, points, rounds, unit};

use crate::rules::rule;
use crate::state::{Aim, Directs, UnitId};
use crate::words::{Action, Activity, Ammo, MapArea, Medal, Mg, Post, Sector, Tank, Zone};
use hulldown_core::{answers, asks, choices, words};

words! {
    /// Orders that often go together, put into the draft in one go.
    Plan {
        Clear = "clear", "plan: no orders";
        Gun = "gun", "plan: main gun";
        Mg = "mg", "plan: machine guns";
        HullDown = "hulldown", "plan: forward to hull down";
        Forward = "forward", "plan: forward";
        Back = "back", "plan: backward";
    }
}

choices! {
    /// An answer.
    pub enum Choice, asked: &Asked<'_> {
        // Whatever is asked.
        Yes = "yes" [=> asked.rule()] => labels::yes(asked);
        No = "no" [=> asked.rule()] => labels::no(asked);
        Done = "done" [=> asked.rule()] "no more";
        Go = "go" [=> asked.rule()] => labels::go(asked), letter 'Z';
        /// As the book suggests.
        Usual = "usual" [=> asked.rule()] => labels::usual(asked);
        Same = "same" [=> asked.rule()] => labels::same(asked);
        ByHand = "by-hand" [=> asked.rule()] "kind by kind";
        Count(count: u8) = "n:{count}" [=> asked.rule()] => labels::how_many(asked.ask, count);

        // 4.2 to 4.4 The morning.
        KeepTank = "tank:keep" [=> asked.rule()] => labels::keep_tank(asked);
        NewTank = "tank:new" [=> asked.rule()] "have another tank";
        Tank(tank: Tank) = "tank:{tank}" ["24.0b"] => labels::tank(asked, tank);
        Assign(post: Post) = "assign:{post}" [=> asked.rule()] "he becomes {post}", at "post:{post}";
        Open(post: Post) = "open:{post}" [=> labels::hatch_rule(asked)] "open the {post}'s hatch", at "post:{post}",
            group "open a hatch", letter 'N';
        Close(post: Post) = "close:{post}" [=> labels::hatch_rule(asked)] "close the {post}'s hatch", at "post:{post}",
            group "close a hatch", letter 'J';
        /// A buttoned-up man searches this sector.
        Look(post: Post, sector: Sector) = "look:{post}:{sector}" ["4.45"] "the {post} searches {sector}", at "post:{post}",
            group "where men search", letter 'S';
        Load(ammo: Option<Ammo>) = "load:{ammo}" [=> labels::load_rule(asked)] => labels::load(ammo), at "gun",
            group "load the gun", letter 'D';
        Hull(sector: Sector) = "hull:{sector}" [=> labels::hull_rule(asked)] "point the hull at {sector}", at "sector:{sector}",
            group "point the hull", letter 'B';
        Turret(sector: Sector) = "turret:{sector}" [=> labels::turret_rule(asked)] "turret to {sector}", at "sector:{sector}",
            group "point the turret", letter 'V';

        // 4.5 The map.
        Check(area: MapArea) = "check:{area}" [=> labels::check_rule(asked)] => format!("check {}{}", asked.area(area), labels::quarter(asked, Activity::CheckArea)), at => Some(format!("area:{area}")),
            group "check an area", letter 'K';
        Artillery(area: MapArea) = "artillery:{area}" ["4.54.2"]
            => format!("call artillery onto {}{}", asked.area(area), labels::quarter(asked, Activity::CallArtillery)), at => Some(format!("area:{area}")),
            letter 'A';
        PickUp(area: MapArea) = "pick-up:{area}" ["23.1"] => format!("pick up the artillery marker in area {area}"), at => Some(format!("area:{area}")),
            letter 'P';
        Air(area: MapArea) = "air:{area}" ["4.54.3"]
            => format!("call an air strike onto {}, {} minutes", asked.area(area), asked.call_minutes(asked.charts)), at => Some(format!("area:{area}")),
            letter 'I';
        Resupply = "resupply" ["4.54.4"] => format!("try to resupply, {} minutes", asked.charts.minutes(Activity::Resupply)), letter 'S';
        Enter(area: MapArea) = "enter:{area}" ["4.54.5"] => labels::enter(asked, area), at => Some(format!("area:{area}")),
            group "enter an area", letter 'E';
        Wait = "wait" [=> asked.rule()] => format!("wait {} minutes", asked.charts.minutes(Activity::CounterattackWait));
        WaitOn = "wait:on" [=> asked.rule()] "wait until the enemy comes or the sun sets";
        /// An Advance Fire marker.
        Mark(zone: Zone) = "mark:{zone}" [=> asked.rule()] "a marker in {zone}", at => Some(format!("zone:{}", zone.id()));

        // 4.7 A round of battle.
        Spot(post: Post, unit: UnitId) = "spot:{post}:{unit}" [=> asked.rule()]
            => format!("the {post} looks at the {}", asked.unit(unit)), at => Some(format!("unit:{}", unit.0));
        Plan(plan: Plan) = "plan:{plan}" [=> asked.rule()] "{plan}", group "orders for the whole crew", letter 'P';
        Order(post: Post, action: Action) = "order:{post}:{action}" [=> asked.charts.actions[action.index()].rule.0]
            => format!("{}: {action}", post.letter()), at "post:{post}", group "orders";
        /// No marker on a post.
        Free(post: Post) = "order:{post}:none" ["5.22"] => format!("{}: no order", post.letter()), at "post:{post}";
        Direct(directs: Directs) = "direct:{directs}" ["8.12"] => labels::direct(directs), at "post:c";
        TakePost(post: Post) = "post:{post}" ["19.22"] "A: take over as {post}", at "post:a", group "change posts";
        Reload(ammo: Ammo) = "reload:{ammo}" ["4.73.3"]
            => format!("reload {ammo} ({} left)", asked.tank.rounds[ammo.index()]), at "gun", group "next round";
        ReloadFromRack(ammo: Ammo) = "reload:{ammo}:rack" ["16.23"]
            => format!("reload {ammo} from the ready rack ({} there)", asked.tank.rack[ammo.index()]), at "gun";
        Fire(unit: UnitId, aim: Aim) = "fire:{unit}:{aim}" [=> labels::aim_rule(aim)]
            => asked.shot(unit, aim), at => Some(format!("unit:{}", unit.0));
        Again(aim: Aim) = "again:{aim}" [=> labels::aim_rule(aim)] => format!("fire again: {}, {aim}", asked.loaded());
        /// No shot, or no more.
        Hold = "hold" [=> asked.rule()] => asked.hold();
        Shoot(unit: UnitId) = "shoot:{unit}" ["10.22"] => format!("fire at the {}", asked.unit(unit)), at "unit:{unit}", letter 'F';
        Sweep(zone: Zone) = "sweep:{zone}" ["10.24"] "sweep {zone}", at => Some(format!("zone:{}", zone.id())), letter 'M';
        /// Once the others have marked what they sweep.
        Aimed = "aimed" ["10.22"] "fire at a unit, after the guns that sweep", letter 'F';

        // 11.33, 15.7, 19.14, 26.1 What follows.
        Area(area: MapArea) = "area:{area}" [=> asked.rule()] => asked.area(area), at => Some(format!("area:{area}"));
        Sector(sector: Sector) = "sector:{sector}" [=> asked.rule()] "{sector}", at "sector:{sector}";
        Rescue(by: Post, whom: Post) = "rescue:{by}:{whom}" [=> asked.rule()] "the {by} goes back for the {whom}", at "post:{by}";
        Medal(medal: Medal) = "medal:{medal}" [=> asked.rule()] "{medal}";
    }
    // Whose orders they are.
    groups {
        "c" "commander", "g" "gunner", "l" "loader", "d" "driver", "a" "assistant", "gun" "next round",
    }
    // An order's key does not change when another is given.
    letters {
        "gun" 'N', ":ap" 'A', ":he" 'E', ":wp" 'W', ":hcbi" 'B', ":hvap" 'V', ":apds" 'D', ":ap:rack" '1', ":he:rack" '2', ":wp:rack" '3',
        ":hcbi:rack" '4', ":hvap:rack" '5', ":apds:rack" '6', ":clear" 'N', ":hulldown" 'H', ":back" 'B', ":none" 'N', ":open" 'O',
        ":close" 'O', ":direct_movement" 'M', ":direct_fire" 'F', ":fire_main_gun" 'F', ":fire_coax_mg" 'X', ":rotate_turret" 'R',
        ":rotate_and_fire" 'B', ":gunner_repair_main_gun" 'H', ":load" 'L', ":repair_main_gun" 'H', ":repair_coax_mg" 'X',
        ":fire_mortar" 'W', ":change_gun_load" 'U', ":restock_ready_rack" 'K', ":stop" 'S', ":forward" 'F', ":forward_to_hull_down" 'H',
        ":reverse" 'R', ":reverse_to_hull_down" 'B', ":pivot" 'P', ":fire_bow_mg" 'B', ":repair_bow_mg" 'I', ":pass_ammo" 'P',
        ":throw_smoke_grenade" 'T', ":fire_aa_mg" 'A', ":repair_aa_mg" 'Y', ":replace_periscope" 'E', ":fire_sub_mg" 'J',
        ":move_to_position" 'V', ":abandon_tank" 'Q', ":gun" 'G', ":mg" 'M', ":main" 'G', ":coax" 'X', ":bow" 'B', ":sub" 'S', ":aa" 'K',
    }
}

asks! {
    /// A question.
    pub enum Ask, asked: &Asked<'_> {
        // 7.0, 24.0, 27.0 Between days.
        /// A man is back from his wounds.
        Return(post: Post) = "return" ["19.33"] "Your {post} is out of hospital. Take him back?", usual "a man back from hospital";
        Exchange = "exchange" ["24.0c"] "The Division refits. Keep your tank?";
        ChooseTank = "tank" ["24.0b"] "Your crew may choose its tank.";
        Train = "train" ["27.21"] "Train the crew to use the gyrostabilizer?", usual "gyrostabilizer training";
        Assign(rating: u8) = "assign" ["7.1"] "A new man of rating {rating}: at which post?", usual "posts for new men",
            lesson "assign" "Ratings run from 1 to 10 and every man uses his own: the gunner to hit, the loader to hit and to fire again, \
                the driver not to get stuck. Good men are best as commander and gunner.";

        // 4.3, 4.4, 16.2 The morning.
        Extra = "extra" ["16.22"] => format!("How many extra rounds? {} must be carried; they burn well.", asked.tank.ordered_extra), usual "extra rounds";
        Rounds = "load" ["16.21"] => labels::load_up(asked), usual "loading the tank",
            lesson "load" "HE kills men and guns, AP kills armor, smoke hides you. About six tenths HE and three AP serve a 75 well. Extra \
                rounds make an explosion likelier.";
        RoundsOf(ammo: Ammo) = "load-of" ["16.21"] "How many rounds of {ammo}? The rest will be HE.";
        Rack = "rack" ["16.23"] => format!("Fill the ready rack, {} rounds.", asked.charts.tanks[asked.tank.model.index()].rack), usual "filling the ready rack",
            lesson "rack" "Reloading from the ready rack makes another shot in the same round likelier. It empties fast: keep it for what \
                can knock you out.";
        RackOf(ammo: Ammo) = "rack-of" ["16.23"] "How many {ammo} into the ready rack?";
        Prepare = "prepare" ["4.42"] "Make ready: hatches, gun, facings.", usual "hatches, gun and facings before a battle",
            lesson "prepare" "A man at an open hatch sees far more, but whoever stands in it can be shot. Begin with the commander's hatch open, \
                hull and turret to 6-8, and HE in the gun.";

        // 4.5, 20.4, 22.1 The map.
        FreeCheck = "free-check" ["4.53"] "Which area do your scouts look at?";
        Operation = "operation" ["4.54"] => format!("{}: what next?", asked.report.clock),
            lesson => Some(lessons::operation(asked));
        Advancing = "advancing" ["22.1"] "Use Advancing Fire here?", usual "Advancing Fire or not",
            lesson "advancing" "Advancing Fire may drive units away before they fire a shot. It costs a few rounds and needs HE in the gun.";
        Mark(left: u8) = "mark" ["22.12"] => format!("Where does Advancing Fire fall? {} left.", counted(left, "marker")), usual "where Advancing Fire falls";
        Watch = "watch" ["20.42"] => format!("{}: the enemy may come at any time.", asked.report.clock), usual "waiting for a counterattack",
            lesson "watch" "Hull down and waiting. AP in the gun is a good choice against a counterattack.";

        // 4.7 A round of battle.
        Spotting = "spotting" ["4.72"] "Who looks at what?", usual "who looks at what";
        Orders = "orders" ["4.73.2"] => labels::your_orders(asked), usual "last round's orders, when nothing has changed";
        Pivot = "pivot" ["8.46"] "Turn the hull where?", usual "where the hull turns";
        Turn = "turn" ["8.23"] "Turn the turret where?", usual "where the turret turns";
        Target = "target" ["9.1"] "The main gun: at what?", usual "the main gun's target",
            lesson "target" "Results of hits are seen only when you stop firing. A second and third shot at the same target are easier. A \
                Panther or Tiger seen from the front is better met with smoke, or from its side.";
        Again = "again" ["9.4"] => format!("Loaded again after shot {}. Fire again?", asked.battle.shots), usual "another shot",
            lesson "again" "Low rolls let you fire again at the same target, as long as rounds last.";
        Sweep(mg: Mg) = "sweep" ["4.74.3"] "The {mg}: does it sweep a zone, or fire at a unit?", usual "whether a machine gun sweeps or fires at a unit";
        MgTarget(mg: Mg) = "mg-target" ["10.21"] "The {mg}: at what?", usual "a machine gun's target",
            lesson "mg" "Machine guns hurt only men, guns and trucks. With no target, sweep the close zone in front: it keeps Panzerfausts away.";
        GunLoad = "gun-load" ["8.35"] "Which round into the gun?", usual "the round changed in the gun";

        // 11.33, 15.7, 19.14, 20.45 What follows.
        Leave = "leave" ["11.33"] "You have broken through. Into which area?";
        FallBack = "fall-back" ["20.45"] "You fall back. Into which area?";
        FriendlyAdvance = "friendly-advance" ["15.7"] "Friendly forces advance. Into which sector?", usual "where friendly forces advance";
        Rescue = "rescue" ["19.14"] "Men are trapped. Who goes back for whom?",
            lesson "rescue" "Whoever goes back may be hit himself; whoever stays inside burns with the tank if it burns.";

        // 6.3, 26.1 The evening.
        Medal = "medal" ["26.1"] "You are to be decorated. With what?", usual "which decoration";
        Succession = "succession" ["6.3"] => labels::succession(asked);
    }
}

answers! { Choice:
    // 4.2 to 4.4 The morning.
    /// Another tank.
    pub(crate) enum TankAnswer { Tank(tank: Tank) }
    /// Whom a rating is given to.
    pub(crate) enum AssignAnswer { Usual, Assign(post: Post) }
    /// How rounds are taken on, or put into the rack.
    pub(crate) enum RoundsAnswer { Usual, Same, ByHand }
    /// A hatch, or where a man who is buttoned up looks.
    pub(crate) enum Hatch { Open(post: Post), Close(post: Post), Look(post: Post, sector: Sector) }
    /// How the crew makes ready.
    pub(crate) enum PrepareAnswer { Go, Load(ammo: Option<Ammo>), Hull(sector: Sector), Turret(sector: Sector), ..Hatch }

    // 4.5, 20.4, 22.1 The map.
    /// Where scouts look.
    pub(crate) enum FreeCheckAnswer { Check(area: MapArea) }
    /// An operation.
    pub(crate) enum OperationAnswer {
        Check(area: MapArea), Artillery(area: MapArea), PickUp(area: MapArea), Air(area: MapArea), Resupply, Enter(area: MapArea), Done,
    }
    /// Where Advancing Fire falls.
    pub(crate) enum MarkAnswer { Usual, Mark(zone: Zone), Done }
    /// What is done while the enemy may come.
    pub(crate) enum WatchAnswer { Wait, WaitOn, Resupply }

    // 4.7 A round of battle.
    /// Who looks at what.
    pub(crate) enum SpottingAnswer { Spot(post: Post, unit: UnitId), Usual, Done }
    /// An order, or that they stand.
    pub(crate) enum OrdersAnswer {
        Go, Plan(plan: Plan), Order(post: Post, action: Action), Free(post: Post), Direct(directs: Directs), TakePost(post: Post),
        Reload(ammo: Ammo), ReloadFromRack(ammo: Ammo), ..Hatch
    }
    /// What the main gun fires at.
    pub(crate) enum TargetAnswer { Fire(unit: UnitId, aim: Aim), Hold }
    /// Another shot, or none.
    pub(crate) enum AgainAnswer { Again(aim: Aim), Hold }
    /// What a machine gun does before the others fire.
    pub(crate) enum SweepAnswer { Aimed, Sweep(zone: Zone), Hold }
    /// What the only machine gun does.
    pub(crate) enum MgAnswer { Shoot(unit: UnitId), Sweep(zone: Zone), Hold }
    /// What a machine gun fires at.
    pub(crate) enum MgTargetAnswer { Shoot(unit: UnitId), Hold }
    /// The round in the gun, or none.
    pub(crate) enum GunLoadAnswer { Load(ammo: Option<Ammo>) }

    // 11.33, 15.7, 19.14 What follows.
    /// The way out.
    pub(crate) enum LeaveAnswer { Area(area: MapArea) }
    /// Where friendly forces advance.
    pub(crate) enum FriendlyAdvanceAnswer { Sector(sector: Sector) }
    /// Who goes back for whom.
    pub(crate) enum RescueAnswer { Rescue(by: Post, whom: Post), Done }

    // 26.1 The evening.
    /// A decoration.
    pub(crate) enum MedalAnswer { Medal(medal: Medal) }
}

impl OrdersAnswer {
    /// A round that is reloaded, from the ready rack or not.
    pub(crate) const fn reload(ammo: Ammo, from_rack: bool) -> OrdersAnswer {
        if from_rack { OrdersAnswer::ReloadFromRack(ammo) } else { OrdersAnswer::Reload(ammo) }
    }
}
