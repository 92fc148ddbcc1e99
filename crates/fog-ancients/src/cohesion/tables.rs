//! The figures of chapter 75, read from `data/fog-ancients/tables/cohesion.toml`.

use crate::tables::TableError;
use crate::troop::Quality;
use serde::Deserialize;

/// All figures of cohesion tests, death rolls, autobreak and commanders' risks.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CohesionTable {
    pub modifiers: Modifiers,
    pub result: ResultRow,
    pub shot_test: ShotTest,
    pub seen: SeenRow,
    pub rear_support: RearSupport,
    pub death: Death,
    pub autobreak: Autobreak,
    pub commander: CommanderRow,
}

/// FA-TAB-CT.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Modifiers {
    pub shooting_per: u32,
    pub combat_per: u32,
    pub combat_per_v31: u32,
    pub many_hits: i32,
    pub by_hits: i32,
    pub beaten: i32,
    pub quarter_lost: i32,
    pub threatened: i32,
    pub several_reasons: i32,
    pub feared_enemy: i32,
    pub lost_impact_v31: i32,
    pub chief_lost_v31: i32,
    pub commander: i32,
    pub inspired: i32,
    pub rear_support: i32,
    pub disrupted: i32,
    pub fragmented: i32,
    pub broken: i32,
}

/// FA-TAB-CTRES.
#[derive(Clone, Debug, Deserialize)]
pub struct ResultRow {
    pub pass: i32,
    pub steep: i32,
}

/// FA-CT-02, FA-CT-03.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ShotTest {
    pub per: u32,
    pub artillery_hits: u32,
}

/// FA-CT-05, FA-CT-10: in MU.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeenRow {
    pub break_mu: f64,
    pub commander_mu: f64,
    pub chief_mu_v31: f64,
}

/// FA-REAR-03: in MU.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RearSupport {
    pub foot_mu: f64,
    pub mounted_mu: f64,
}

/// FA-DEATH-02, FA-DEATH-03, FA-DEATH-05.
#[derive(Clone, Debug, Deserialize)]
pub struct Death {
    pub sturdy: i32,
    pub easy: i32,
    pub again: u32,
}

/// FA-TAB-AUTO: in percent.
#[derive(Clone, Debug, Deserialize)]
pub struct Autobreak {
    poor: u32,
    average: u32,
    superior: u32,
    elite: u32,
}

/// FA-CLOSS-03, FA-CLOSS-06.
#[derive(Clone, Debug, Deserialize)]
pub struct CommanderRow {
    pub hits: u32,
    pub beaten: i32,
    #[serde(rename = "else")]
    pub unbeaten: i32,
    pub pursued: i32,
}

impl CohesionTable {
    pub(crate) fn read() -> Result<CohesionTable, TableError> {
        let text = include_str!("../../../../data/fog-ancients/tables/cohesion.toml");
        toml::from_str(text)
            .map_err(|source| TableError::Toml { file: "cohesion.toml", source: Box::new(source) })
    }
}

impl Autobreak {
    /// FA-AUTO-02, FA-AUTO-03, FA-AUTO-04, FA-AUTO-05.
    pub fn percent(&self, quality: Quality) -> u32 {
        match quality {
            Quality::Poor => self.poor,
            Quality::Average => self.average,
            Quality::Superior => self.superior,
            Quality::Elite => self.elite,
        }
    }
}
