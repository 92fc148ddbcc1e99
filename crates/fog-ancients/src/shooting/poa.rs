//! Points of advantage of shooters (60.9).

use super::aim::Shot;
use super::tables::TargetRow;
use crate::ids::BaseId;
use crate::rules::Look;
use crate::troop::{Capability, Troop};
use aelian_geometry::{Rect, wholly_behind_rear};
use aelian_rulebook::{RuleId, rule};

/// FA-SPOA-01: what speaks for and against one shooting base, line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Poas {
    lines: [Option<(RuleId, i32)>; 3],
}

/// FA-SPOA-14: what makes shooting harder; several count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hard {
    pub in_impact_phase: bool,
    pub to_rear: bool,
    pub partly_engaged: bool,
}

impl Poas {
    pub fn lines(&self) -> impl Iterator<Item = (RuleId, i32)> {
        self.lines.into_iter().flatten()
    }

    /// FA-SPOA-17: at most two either way.
    pub fn total(&self) -> i32 {
        self.lines().map(|(_, value)| value).sum::<i32>().clamp(-2, 2)
    }
}

impl Look<'_> {
    /// FA-SPOA-14, FA-SHOOT-36: the points of one shot of the shooting phase.
    pub fn shot_poas(&self, shot: &Shot) -> Poas {
        let partly_engaged = self.state.committed(shot.by) || self.state.committed(shot.on);
        let hard = Hard { in_impact_phase: false, to_rear: shot.rear, partly_engaged };
        self.shooting_poas(shot.base, shot.weapon, shot.target, hard)
    }

    /// FA-TAB-SHOOTPOA: the points of this base with this weapon against that one; FA-SUPP-07 uses them too.
    pub fn shooting_poas(&self, base: BaseId, weapon: Capability, target: BaseId, hard: Hard) -> Poas {
        let shooter = self.state.rect(base);
        let one_deep = || self.is_one_deep(self.state.base(target).group);
        let troop = self.nearest_rank(target, shooter);
        let row = TargetRow::of(troop, troop.is_mounted() && one_deep());
        let value = |row| self.rules.tables.shooting.poa(row, weapon);
        let row = row.map(|row| (rule_of(row, value(row)), value(row))).filter(|(_, value)| *value != 0);
        let hard = hard.in_impact_phase || hard.to_rear || hard.partly_engaged;
        let guns = matches!(weapon, Capability::LightArtillery | Capability::HeavyArtillery);
        let covered = !guns && (self.is_in_cover(target) || self.is_behind_fortifications(target, shooter));
        Poas {
            lines: [
                row,
                hard.then_some((rule!("FA-SPOA-14"), -1)),
                covered.then_some((rule!("FA-SPOA-15"), -1)),
            ],
        }
    }

    /// FA-MIX-06, FA-SPOA-16: the troops whose armour counts: those of the front rank of the target's file, or of the
    /// rear rank for a shooter entirely behind the rear edge of the group.
    fn nearest_rank(&self, target: BaseId, shooter: &Rect) -> &Troop {
        let id = self.state.base(target).group;
        let group = self.state.group(id);
        if !group.is_mixed() {
            return &group.troops[0];
        }
        let from_behind = wholly_behind_rear(&self.block(id), shooter, self.rules.tolerance);
        let next = |base| if from_behind { self.behind(base) } else { self.ahead(base) };
        let mut at = target;
        for _ in 0..crate::formation::MOST_BASES {
            let Some(beyond) = next(at) else { break };
            at = beyond;
        }
        self.state.troop(at)
    }
}

/// The rule behind a row of the table.
fn rule_of(row: TargetRow, value: i32) -> RuleId {
    match row {
        TargetRow::UnprotectedCavalry => rule!("FA-SPOA-02"),
        TargetRow::ProtectedCavalry => rule!("FA-SPOA-03"),
        TargetRow::ArmouredHorse => rule!("FA-SPOA-04"),
        TargetRow::HeavilyArmouredHorse => rule!("FA-SPOA-05"),
        TargetRow::Elephants => rule!("FA-SPOA-06"),
        TargetRow::BattleWagons => rule!("FA-SPOA-07"),
        TargetRow::UnprotectedFoot if value > 0 => rule!("FA-SPOA-08"),
        TargetRow::UnprotectedFoot => rule!("FA-SPOA-09"),
        TargetRow::ArmouredFoot => rule!("FA-SPOA-10"),
        TargetRow::HeavilyArmouredFoot if value == -1 => rule!("FA-SPOA-11"),
        TargetRow::HeavilyArmouredFoot => rule!("FA-SPOA-12"),
        TargetRow::OtherFoot => rule!("FA-SPOA-13"),
    }
}
