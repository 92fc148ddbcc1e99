//! The named settings (95): what stands for lost or open text, with the ledger's defaults, and the book's options.
//!
//! Every value is kept in the record. Values that the book does not give are house values and are shown to the
//! players as such; which ones they are stands in `rulebook/hail-caesar/00-index.md`.

use serde::{Deserialize, Serialize};

/// All named settings of the game. Lengths in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// HC-BLUN-01.
    pub blunders: bool,
    /// HC-GEN-04.
    pub general_reroll: bool,
    /// HC-ARMY-04: written in old records; whether a general leads a division is said of the army.
    #[serde(skip_serializing)]
    pub commander_in_chief: bool,
    /// HC-TERR-03: a road through woods or rough ground is free going.
    pub road_free: bool,
    /// HC-MEAS-11: what counts as no difference.
    pub eps: f64,
    /// HC-SIZE-13: movement and range are multiplied by this.
    pub distance_scale: f64,
    /// AMB-03: exactly 12 inches already costs a point of leadership.
    pub twelve_costs: bool,
    /// AMB-05: how a testudo or wedge that blunders moves.
    pub forward_blunders: ForwardBlunders,
    /// AMB-12: how deep the edge of a wood is.
    pub wood_edge: f64,
    /// AMB-19: targets in buildings or cover are hit at -1 besides their save.
    pub cover_minus_one: bool,
    /// AMB-20: only shielded heavy infantry is harder to hit.
    pub only_shielded: bool,
    /// AMB-24: the general's re-roll comes back in every player turn, the enemy's too.
    pub reroll_each_player_turn: bool,
    /// AMB-30: hits beyond twice the stamina count for the result.
    pub count_all_hits: bool,
    /// AMB-36: a sweeping advance may disorder.
    pub sweep_disorders: bool,
    /// AMB-39: a rallied fanatic unit has its bonus back.
    pub fanatics_recover: bool,
    /// AMB-89: charging and winning add up.
    pub charging_and_winning: bool,
    /// AMB-90: a failed evade ends the evade tests of that commander.
    pub one_failed_evade: bool,
    /// AMB-96: traversing shots after every single move.
    pub traverse_each_move: bool,
    /// AMB-97: light artillery in incidental contact does not block either.
    pub light_engines_do_not_block: bool,
    /// HC-RES-03: leadership of a replacement is at least this.
    pub least_leadership: u8,
    /// HC-VIC-04: half of the divisions are enough for defeat.
    pub half_is_enough: bool,
    /// HC-VIC-04: with fewer than three divisions one broken division ends the battle.
    pub one_of_two_is_enough: bool,
    /// HC-CRISK-12, HC-SCN-03: a roll for each attack of a commander.
    pub risk_for_each_attack: bool,
    /// HC-CLR-06.
    pub all_infantry_close_ranks: bool,
    /// HC-TAB-FRONT-15: all units of the battle have the frontages of small models.
    pub small_frontages: bool,
    /// HS-GATES-13: a die for each Hun turn is added up, and the villa burns when the sum is reached.
    pub villa_burns_by_sum: bool,
    /// HS-GATES-14: some of the legionaries at the gates have plain spears.
    pub few_long_spears: bool,
    /// HA-RAID-02: the sentries of the lookout post save on 3+ there.
    pub sentries_save_on_three: bool,
    /// HS-DAMASCUS-14: the battle is over as soon as too few Crusaders are left to reach the far side.
    pub over_below_three_quarters: bool,
    /// HC-SPEC-02 and others: re-rolls that can only help are made without asking.
    pub helpful_rerolls_at_once: bool,
    /// Turns of both players together after which the battle ends; none: only by its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_turns: Option<u16>,
}

/// AMB-05.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardBlunders {
    /// 1 to 3 is a result of 5, 4 to 6 one of 6.
    #[default]
    Halves,
    /// 1 to 4 have no effect.
    FiveAndSix,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            blunders: true,
            general_reroll: true,
            commander_in_chief: false,
            road_free: true,
            eps: 0.01,
            distance_scale: 1.0,
            twelve_costs: false,
            forward_blunders: ForwardBlunders::Halves,
            wood_edge: 1.0,
            cover_minus_one: true,
            only_shielded: true,
            reroll_each_player_turn: true,
            count_all_hits: false,
            sweep_disorders: true,
            fanatics_recover: false,
            charging_and_winning: true,
            one_failed_evade: false,
            traverse_each_move: false,
            light_engines_do_not_block: false,
            least_leadership: 5,
            half_is_enough: false,
            one_of_two_is_enough: true,
            risk_for_each_attack: false,
            all_infantry_close_ranks: false,
            small_frontages: false,
            villa_burns_by_sum: false,
            few_long_spears: false,
            sentries_save_on_three: false,
            over_below_three_quarters: false,
            helpful_rerolls_at_once: true,
            most_turns: None,
        }
    }
}
