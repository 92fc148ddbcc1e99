//! What the Romans came for (HS-RAID-26, HS-RAID-27, HS-RAID-28, HS-RAID-32).

use super::{BRITONS, ROMANS};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::BlockId;
use crate::rules::{INCH, Look, Rules};
use crate::scenario::ScenarioEvent;
use crate::scenario::arrivals::done;
use crate::scenario::script::Matter;
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// HS-RAID-26: how near no enemy may be, in inches.
const ALONE: f64 = 12.0;
/// HS-RAID-32: standards, captives of the druids, civilians, livestock, and four places to destroy.
pub const MOST_OBJECTIVES: i32 = 8;

/// HS-RAID-26: what can be plundered or destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    OpenVillage,
    StockadedVillage,
    LookoutPost,
    Temple,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sack {
    Plunder,
    Destroy,
}

/// HS-RAID-27, HS-RAID-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sacked {
    pub site: Site,
    pub how: Sack,
}

impl Sack {
    pub const BOTH: [Sack; 2] = [Sack::Plunder, Sack::Destroy];
}

impl Site {
    pub const ALL: [Site; 4] = [Site::OpenVillage, Site::StockadedVillage, Site::LookoutPost, Site::Temple];

    fn block(self) -> Option<&'static str> {
        match self {
            Site::OpenVillage => Some("open village"),
            Site::StockadedVillage => Some("stockaded village"),
            Site::LookoutPost => Some("lookout post"),
            Site::Temple => None,
        }
    }

    /// Where it stands; the temple in the middle of its clearing, once it is on the table.
    pub fn rect(self, look: Look<'_>) -> Option<Rect> {
        if let Some(name) = self.block() {
            return look.block_named(name).map(|(_, block)| block.rect);
        }
        let clearing = look.state.field.areas.iter().find(|area| area.name == "clearing")?;
        let pose = Pose { at: clearing.outline.centroid(), facing: Facing::LEFT };
        let side = 3.0 * INCH;
        look.raid().temple.then(|| Rect::new(pose.translated(Vec2::new(-side / 2.0, 0.0)), side, side))
    }
}

/// HS-RAID-26: sites with Romans in touch, or inside, and no enemy near, of which something is left to take.
pub fn sites(look: Look<'_>) -> Vec<Site> {
    let open = |site: &Site| {
        let Some(rect) = site.rect(look) else { return false };
        look.near(ROMANS, &rect, 0.0)
            && !look.near(BRITONS, &rect, ALONE)
            && Sack::BOTH.into_iter().any(|how| may(look, *site, how))
    };
    Site::ALL.into_iter().filter(open).collect()
}

/// Nothing is done twice, and what is destroyed holds nothing more.
pub fn may(look: Look<'_>, site: Site, how: Sack) -> bool {
    let sacked = |how| look.raid().sacked.contains(&Sacked { site, how });
    !sacked(how) && !sacked(Sack::Destroy)
}

/// HS-RAID-26, HS-RAID-27, HS-RAID-28.
pub fn sack(cx: &mut Cx<'_, Rules>, site: Site, how: Sack) {
    let rule = if how == Sack::Plunder { rule!("HS-RAID-27") } else { rule!("HS-RAID-28") };
    cx.cite(rule, || Fact::Named(site.block().unwrap_or("temple").to_owned()));
    cx.emit(Event::Scenario(ScenarioEvent::Sacked(Sacked { site, how })));
    done(cx, Matter::Sack);
}

/// HS-RAID-28: a burnt building can be entered no more.
pub fn is_burnt(look: Look<'_>, block: BlockId) -> bool {
    let name = look.state.field.block(block).map(|block| block.name.as_str());
    let burnt = |sacked: &Sacked| sacked.how == Sack::Destroy && sacked.site.block() == name;
    name.is_some() && look.raid().sacked.iter().any(burnt)
}

/// HS-RAID-32: how much of it is done: standards from the stockade, captives from the temple, civilians from either
/// village, the livestock, and each place destroyed.
pub fn objectives(look: Look<'_>) -> i32 {
    let plundered = |site| look.raid().sacked.contains(&Sacked { site, how: Sack::Plunder });
    let standards = plundered(Site::StockadedVillage);
    let captives = plundered(Site::Temple);
    let civilians = plundered(Site::OpenVillage) || plundered(Site::StockadedVillage);
    let destroyed = look.raid().sacked.iter().filter(|sacked| sacked.how == Sack::Destroy).count() as i32;
    let done = [standards, captives, civilians, look.raid().driven_off];
    done.into_iter().filter(|done| *done).count() as i32 + destroyed
}
