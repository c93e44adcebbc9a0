//! Silhouettes of both sides by class, 100 by 50, the ground at the bottom; ours look to the right, theirs to the left.

use crate::charts::UnitCard;
use crate::words::{Kind, Model, Role};
use hulldown_draw::sherman;
use hulldown_draw::silhouettes::vehicle;
use maud::{Markup, html};

const SOLDIERS: &str = "M24 46 28 24 24 22 26 12 32 12 34 22 42 24 40 30 34 28 36 46 32 46 30 34 28 46ZM56 46 60 24 56 22 58 12 64 12 66 22 74 24 72 30 66 28 68 46 64 46 62 34 60 46Z";
const MG: &str = "M14 40 44 34 90 28 90 32 46 40 40 48 34 48 38 40 14 46ZM20 26A5 5 0 1 1 30 26 5 5 0 1 1 20 26ZM14 34 24 31 36 33 30 38 12 42Z";
const LAUNCHER: &str = "M10 24 88 14 90 21 12 31ZM40 30 44 48 50 48 48 28ZM24 12A5 5 0 1 1 34 12 5 5 0 1 1 24 12ZM22 30 36 28 40 48H32L28 38 20 48H12Z";
const MORTAR: &str = "M30 48 60 10 68 14 40 48ZM56 26 72 48 66 48 52 30ZM22 46H52V50H22Z";
const SNIPER: &str = "M8 46 30 34 60 36 96 28V31L64 40 40 48H8ZM30 24A6 6 0 1 1 42 24 6 6 0 1 1 30 24Z";

fn path(d: &str) -> Markup {
    html! { path class="hd-sil" fill-rule="evenodd" d=(d) {} }
}

/// The other way round.
fn turned(shape: &Markup) -> Markup {
    html! { g transform="translate(100 0) scale(-1 1)" { (shape) } }
}

/// One of ours. A card of a person's own looks like its class.
pub(super) fn own(card: &UnitCard) -> Markup {
    let named = |words: &[&str]| words.iter().any(|word| card.name.contains(word));
    match card.role {
        Role::Tank if named(&["Pershing"]) => sherman::side("m26"),
        Role::Tank if named(&["Jumbo"]) => sherman::side("m4a3e2_75"),
        Role::Tank if named(&["M4A3E8"]) => sherman::side("m4a3e8"),
        Role::Tank if named(&["(76mm)"]) => sherman::side("m4a1_76w"),
        Role::Tank if named(&["Sherman", "M4A3"]) => sherman::side("m4a3_75w"),
        Role::Tank if named(&["Lee"]) => {
            path("M6 42 10 27 30 25 34 13 38 8H50L54 13 72 13V16H55L58 24 70 26V29H92V33H76L88 42 82 49H14Z")
        }
        Role::Tank if named(&["Stuart", "Chaffee"]) => {
            path("M12 42 15 31 32 29 36 17H58L61 20H84V23H62L64 29 80 33 86 42 80 49H18Z")
        }
        Role::Tank if named(&["Wolverine", "Hellcat", "Jackson"]) => {
            path("M6 42 12 31 32 29 30 18 36 16H64L68 19H100V22H69L70 29 86 34 92 42 85 49H14Z")
        }
        Role::Tank if named(&["Priest", "Scott"]) => {
            path("M8 42 10 24 40 22 42 17H52L54 22 66 20 88 10 90 13 70 24 74 30 88 34 92 42 85 49H14Z")
        }
        Role::Tank if named(&["LVT"]) => path("M4 28H36L40 17H60L63 20H84V23H64L66 28H84L97 37 88 49H16Z"),
        Role::Tank => path("M8 42 14 31 34 29 40 16H60L66 20H92V23H67L70 29 86 32 92 42 85 49H16Z"),
        Role::Scout => turned(&vehicle("sdkfz221")),
        Role::Halftrack if named(&["LVT"]) => path("M4 26H84L97 37 88 49H16Z"),
        Role::Halftrack => turned(&vehicle("sdkfz251")),
        Role::Rifle => path(SOLDIERS),
        Role::Team => path(SNIPER),
        Role::Mg => path(MG),
        Role::At => path(LAUNCHER),
        Role::Mortar => path(MORTAR),
        Role::Gun if named(&["Mortar"]) => path(MORTAR),
        Role::Gun => turned(&vehicle("pak38")),
    }
}

/// One of theirs.
pub(super) fn enemy(model: Model) -> Markup {
    let light = "M88 42 85 31 68 29 64 19H44L41 22H22V25H40L38 29 20 33 14 42 20 49H82Z";
    match model {
        Model::Pz3 => vehicle("pz3"),
        Model::Pz4 => vehicle("pz4"),
        Model::Stug => vehicle("stug3"),
        Model::Panther => vehicle("panther"),
        Model::Tiger => vehicle("tiger1"),
        Model::Jagdpanther => vehicle("jagdpanther"),
        Model::KingTiger => vehicle("tiger2"),
        Model::HoNi => vehicle("marder3"),
        Model::KaMi => path("M98 30 84 27H66L62 17H46L43 20H24V23H42L40 27H20L3 38 12 49H86Z"),
        Model::Type89 | Model::Type95 | Model::Type97 | Model::Shinhoto => path(light),
        _ => match model.kind() {
            Kind::Halftrack => vehicle("sdkfz251"),
            Kind::ArmoredCar => vehicle("sdkfz222"),
            Kind::AtGun => vehicle("pak40"),
            Kind::Truck => vehicle("opel_blitz"),
            Kind::Rifle => turned(&path(SOLDIERS)),
            Kind::Mg => turned(&path(MG)),
            Kind::At => turned(&path(LAUNCHER)),
            Kind::Mortar => turned(&path(MORTAR)),
            Kind::Building => path("M16 48V24H84V48ZM10 25 50 4 90 25ZM30 48V34H42V48ZM56 32H70V42H56Z"),
            Kind::Bunker => path("M8 48 18 24Q50 12 82 24L92 48ZM36 32H64V38H36Z"),
            Kind::Tank => path(light),
        },
    }
}
