//! Shapes laid over the table: restricted areas, shooting ranges, command ranges, zones of interception.

use super::seen::{Seen, Thing};
use crate::table::{PieceId, ZoneKind, ZoneView};
use crate::told::Names;
use aelian_fog_ancients::{GroupId, Look, Rules, State};
use aelian_game::Side;
use aelian_geometry::{Facing, Vec2, strip_ahead};
use aelian_rulebook::{RuleId, rule};

pub const KINDS: [(ZoneKind, &str); 4] = [
    (ZoneKind::Control, "Restricted areas"),
    (ZoneKind::Shooting, "Shooting ranges"),
    (ZoneKind::Command, "Command ranges"),
    (ZoneKind::Threat, "Zones of interception"),
];

/// Of these pieces, or of all if there are none.
pub fn zones(rules: &Rules, state: &State, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView> {
    let names = Names::default();
    let seen = Seen::new(rules, state, &names);
    let look = seen.look();
    let chosen = seen.groups(pieces);
    let groups: Vec<GroupId> =
        state.on_table().filter(|id| pieces.is_empty() || chosen.contains(*id)).collect();
    match kind {
        ZoneKind::Control => strips(look, &groups, |_| Some(2.0), kind, "restricted area", rule!("FA-RA-01")),
        ZoneKind::Threat => {
            let depth = |id: GroupId| Some(if state.group(id).is_mounted() { 4.0 } else { 2.0 });
            strips(look, &groups, depth, kind, "zone of interception", rule!("FA-ZOI-01"))
        }
        ZoneKind::Shooting => {
            strips(look, &groups, |id| reach(look, id), kind, "effective range", rule!("FA-SHOOT-06"))
        }
        ZoneKind::Command => commands(state, rules, pieces),
        ZoneKind::Gaps => Vec::new(),
    }
}

fn strips(
    look: Look<'_>,
    groups: &[GroupId],
    depth: impl Fn(GroupId) -> Option<f64>,
    kind: ZoneKind,
    title: &str,
    rule: RuleId,
) -> Vec<ZoneView> {
    let one = |id: &GroupId| {
        let deep = depth(*id)?;
        let block = look.block(*id);
        let strip = strip_ahead(&block, look.mu(deep), block.width);
        Some(ZoneView {
            kind,
            owner: look.state.group(*id).side,
            outline: strip.corners().to_vec(),
            title: title.to_owned(),
            rule: Some(rule),
        })
    };
    groups.iter().filter_map(one).collect()
}

/// FA-TAB-RANGE: the effective range of the first weapon that the group shoots with, in MU.
fn reach(look: Look<'_>, id: GroupId) -> Option<f64> {
    use aelian_fog_ancients::troop::Capability::*;
    let weapons = look.state.group(id).kinds().iter().filter_map(|troop| troop.shoots_with());
    weapons
        .map(|weapon| match weapon {
            HeavyArtillery | LightArtillery => 6.0,
            Javelins | Firearm => 2.0,
            _ => 4.0,
        })
        .reduce(f64::max)
}

fn commands(state: &State, rules: &Rules, pieces: &[PieceId]) -> Vec<ZoneView> {
    let wanted = |piece: PieceId| pieces.is_empty() || pieces.contains(&piece);
    let shown = state.commander_ids().filter(|id| {
        state.commander(*id).on_table() && (wanted(Thing::Commander(*id).piece()) || pieces.is_empty())
    });
    let circle = |centre: Vec2, radius: f64| {
        (0..48).map(move |step| centre + Facing::compass(f64::from(step) * 7.5).vector() * radius)
    };
    shown
        .map(|id| {
            let commander = state.commander(id);
            let radius = commander.range() * rules.mu + commander.rect.width * 0.5;
            let owner: Side = commander.side;
            ZoneView {
                kind: ZoneKind::Command,
                owner,
                outline: circle(commander.rect.centre(), radius).collect(),
                title: "command range".to_owned(),
                rule: Some(rule!("FA-CMD-05")),
            }
        })
        .collect()
}
