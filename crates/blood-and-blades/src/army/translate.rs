//! Lists of DBM and DBMM made into lists of this game (80.2).

use super::Period;
use super::list::{ArmyList, Instead, Line, Mix, Numbers, Offer, Offered};
use crate::choice::PickKind;
use crate::tables::Tables;
use crate::troop::{Grade, Status, Troop, TroopType};
use aelian_rulebook::{Reason, RuleId, rule};
use std::fmt;
use std::str::FromStr;

/// A list as another book prints it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceList {
    pub name: String,
    pub period: Option<Period>,
    pub aggression: Option<u8>,
    pub mandatory: Vec<PickKind>,
    pub optional: Vec<PickKind>,
    pub lines: Vec<SourceLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SourceLine {
    pub id: String,
    pub label: String,
    pub role: Role,
    pub numbers: Numbers,
    pub form: Form,
    pub ride: Ride,
    /// BB-ARM-11: mounted scouts.
    pub scouts: bool,
    pub supports: Vec<String>,
    /// What a base costs in the source, if it was entered.
    pub points: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Troops,
    Commander,
    /// Sub-generals and the like.
    OtherGeneral,
    Ally,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ride {
    #[default]
    Unsaid,
    Chariots,
    Camels,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Any(Vec<SourceTroop>),
    Halves { front: Vec<SourceTroop>, support: Vec<SourceTroop>, mix: Mix },
    Instead { of: String, how: Instead, troops: Vec<SourceTroop> },
}

/// Troops of the source; their type need not be one of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceTroop {
    pub status: Status,
    pub kind: String,
    pub grade: Grade,
    /// Mounted infantry, `mtd`.
    pub mounted: bool,
}

/// A list in the words of this game, and what was changed on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation {
    pub list: ArmyList,
    pub changes: Vec<Reason<Change>>,
}

/// What a translation changed in a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Became { line: String, from: SourceTroop, to: Troop },
    Dropped { line: String },
    DroppedTroops { line: String, troops: SourceTroop },
    Halved { line: String, from: Numbers, to: Numbers },
    PointsReplaced { line: String },
}

/// What cannot be translated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Untranslatable {
    #[error("line {line}: {troops} has no counterpart among the troops of this game")]
    Type { line: String, troops: SourceTroop },
    #[error("line {line}: there is no {troop} in this game")]
    Grade { line: String, troop: Troop },
    #[error("line {line} speaks of the line `{of}`, which the list does not have or which was dropped")]
    NoSuchLine { line: String, of: String },
    #[error("two lines are called `{line}`")]
    Twice { line: String },
    #[error("the list has no line for the commander")]
    NoCommander,
}

impl Untranslatable {
    /// The line that is at fault, if it is one.
    pub fn line(&self) -> Option<&str> {
        match self {
            Untranslatable::Type { line, .. }
            | Untranslatable::Grade { line, .. }
            | Untranslatable::NoSuchLine { line, .. }
            | Untranslatable::Twice { line } => Some(line),
            Untranslatable::NoCommander => None,
        }
    }
}

/// BB-ARM-05 to BB-ARM-18: translates a list, or says everything that cannot be translated.
pub fn translate(source: &SourceList) -> Result<Translation, Vec<Reason<Untranslatable>>> {
    read_as(source, Tongue::Other)
}

/// A list that is one of this game already: nothing is converted or halved.
pub fn as_written(source: &SourceList) -> Result<Translation, Vec<Reason<Untranslatable>>> {
    read_as(source, Tongue::Own)
}

/// In whose words a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tongue {
    Own,
    Other,
}

fn read_as(source: &SourceList, tongue: Tongue) -> Result<Translation, Vec<Reason<Untranslatable>>> {
    let mut work = Work { tongue, tables: Tables::standard(), changes: Vec::new(), faults: Vec::new() };
    let lines: Vec<Line> = source.lines.iter().filter_map(|line| work.line(line)).collect();
    work.faults.extend(broken_ties(&lines));
    let list = ArmyList {
        name: source.name.clone(),
        period: source.period,
        aggression: source.aggression,
        mandatory: source.mandatory.clone(),
        optional: source.optional.clone(),
        lines,
    };
    if work.faults.is_empty() { Ok(Translation { list, changes: work.changes }) } else { Err(work.faults) }
}

/// Lines that cannot be told apart, or that speak of lines that are not there; and a missing commander.
fn broken_ties(lines: &[Line]) -> Vec<Reason<Untranslatable>> {
    let mut faults = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if lines.iter().take(at).any(|other| other.id == line.id) {
            faults.push(Reason::new(rule!("BB-ARM-16"), Untranslatable::Twice { line: line.id.clone() }));
        }
        // A line replaces bases of a line that replaces none itself.
        let replaced = line.replaces().map(|of| (of, true));
        let supported = line.supports.iter().map(|of| (of.as_str(), false));
        for (of, replaces) in replaced.into_iter().chain(supported) {
            let fits = |other: &Line| other.id == of && !(replaces && other.replaces().is_some());
            if of == line.id || !lines.iter().any(fits) {
                let fault = Untranslatable::NoSuchLine { line: line.id.clone(), of: of.to_owned() };
                faults.push(Reason::new(rule!("BB-ARM-16"), fault));
            }
        }
    }
    if !lines.iter().any(|line| matches!(line.offer, Offer::Commander(_))) {
        faults.push(Reason::new(rule!("BB-CIC-01"), Untranslatable::NoCommander));
    }
    faults
}

struct Work {
    tongue: Tongue,
    tables: &'static Tables,
    changes: Vec<Reason<Change>>,
    faults: Vec<Reason<Untranslatable>>,
}

impl Work {
    fn changed(&mut self, rule: RuleId, change: Change) {
        self.changes.push(Reason::new(rule, change));
    }

    /// BB-ARM-12, BB-ARM-13: other generals and allies are left out.
    fn line(&mut self, source: &SourceLine) -> Option<Line> {
        let line = source.id.clone();
        match source.role {
            Role::OtherGeneral => self.changed(rule!("BB-ARM-12"), Change::Dropped { line }),
            Role::Ally => self.changed(rule!("BB-ARM-13"), Change::Dropped { line }),
            Role::Troops | Role::Commander => return self.kept_line(source),
        }
        None
    }

    fn kept_line(&mut self, source: &SourceLine) -> Option<Line> {
        let Some(offer) = self.offer(source) else {
            self.changed(rule!("BB-ARM-10"), Change::Dropped { line: source.id.clone() });
            return None;
        };
        if source.points.is_some() {
            self.changed(rule!("BB-ARM-14"), Change::PointsReplaced { line: source.id.clone() });
        }
        Some(Line {
            id: source.id.clone(),
            label: source.label.clone(),
            numbers: self.numbers(source),
            offer,
            supports: source.supports.clone(),
        })
    }

    /// BB-ARM-15: half of all numbers, rounded up; a part such as 1/2 stays, and so does the one commander.
    fn numbers(&mut self, source: &SourceLine) -> Numbers {
        let halved = match source.numbers {
            as_it_is if self.tongue == Tongue::Own => as_it_is,
            part @ Numbers::UpTo { .. } => part,
            Numbers::Between { starred, .. } if source.role == Role::Commander => {
                Numbers::Between { least: 1, most: 1, starred }
            }
            Numbers::Between { least, most, starred } => {
                Numbers::Between { least: least.div_ceil(2), most: most.div_ceil(2), starred }
            }
        };
        if halved != source.numbers {
            let change = Change::Halved { line: source.id.clone(), from: source.numbers, to: halved };
            self.changed(rule!("BB-ARM-15"), change);
        }
        halved
    }

    /// What the line offers; none if nothing is left of it.
    fn offer(&mut self, line: &SourceLine) -> Option<Offer> {
        // BB-LST-10, BB-LST-13: troops that support named lines have special support.
        let supporting = !line.supports.is_empty();
        let offer = match &line.form {
            Form::Any(troops) if line.role == Role::Commander => {
                Offer::Commander(self.troops(line, troops, supporting))
            }
            Form::Any(troops) => Offer::Any(self.troops(line, troops, supporting)),
            Form::Halves { front, support, mix } => Offer::Halves {
                front: self.troops(line, front, false),
                support: self.troops(line, support, true),
                mix: *mix,
            },
            Form::Instead { of, how, troops } => {
                Offer::Instead { of: of.clone(), how: *how, troops: self.troops(line, troops, supporting) }
            }
        };
        let empty = match &offer {
            Offer::Commander(troops) | Offer::Any(troops) | Offer::Instead { troops, .. } => {
                troops.is_empty()
            }
            Offer::Halves { front, support, .. } => front.is_empty() && support.is_empty(),
        };
        (!empty).then_some(offer)
    }

    fn troops(&mut self, line: &SourceLine, troops: &[SourceTroop], supporting: bool) -> Vec<Offered> {
        troops.iter().filter_map(|troop| self.troop(line, troop, supporting)).collect()
    }

    /// One kind of troops; none if it is dropped or cannot be translated.
    fn troop(&mut self, line: &SourceLine, source: &SourceTroop, supporting: bool) -> Option<Offered> {
        let (rule, meaning) = match self.tongue {
            Tongue::Own => own_meaning(source),
            Tongue::Other => meaning(line, source),
        };
        let (kind, grade) = match meaning {
            Meaning::Troops(kind, grade) => (kind, grade),
            Meaning::Dropped => {
                let change = Change::DroppedTroops { line: line.id.clone(), troops: source.clone() };
                self.changed(rule, change);
                return None;
            }
            Meaning::Unknown => {
                let fault = Untranslatable::Type { line: line.id.clone(), troops: source.clone() };
                self.faults.push(Reason::new(rule, fault));
                return None;
            }
        };
        let mut troop = Troop::new(source.status, kind, grade);
        troop.special_support = supporting;
        if (kind.to_string(), grade) != (source.kind.clone(), source.grade) {
            self.changed(rule, Change::Became { line: line.id.clone(), from: source.clone(), to: troop });
        }
        // BB-AP-08, AMB-32: grades without a price are not available.
        if self.tables.points(&troop).is_none() {
            let fault = Untranslatable::Grade { line: line.id.clone(), troop };
            self.faults.push(Reason::new(rule!("BB-AP-08"), fault));
            return None;
        }
        Some(Offered { troop, vehicles: source.mounted, weapon: None })
    }
}

enum Meaning {
    Troops(TroopType, Grade),
    Dropped,
    Unknown,
}

/// BB-ARM-05, BB-ARM-06, BB-ARM-08, BB-ARM-09, BB-ARM-10, BB-ARM-11, BB-ARM-18: what troops of the source
/// are in this game, and the rule that says so.
fn meaning(line: &SourceLine, source: &SourceTroop) -> (RuleId, Meaning) {
    use Meaning::{Dropped, Troops};
    let camels = line.ride == Ride::Camels;
    let mounted = matches!(source.kind.as_str(), "Kn" | "Cv" | "LH" | "Cm");
    match (source.kind.as_str(), source.grade, line.ride) {
        _ if line.scouts && mounted => {
            // The X of other types says something else.
            let light_camels = source.kind == "LH" && source.grade == Grade::X;
            let camels = camels || source.kind == "Cm" || light_camels;
            let grade = if camels { Grade::X } else { Grade::I };
            (rule!("BB-ARM-11"), Troops(TroopType::LH, grade))
        }
        ("Cm", Grade::X, _) => (rule!("BB-ARM-10"), Dropped),
        ("Kn", grade, Ride::Chariots) => (rule!("BB-ARM-05"), Troops(TroopType::HCh, grade)),
        ("Cv", grade, Ride::Chariots) => (rule!("BB-ARM-06"), Troops(TroopType::LCh, grade)),
        ("LH", _, Ride::Camels) => (rule!("BB-ARM-08"), Troops(TroopType::LH, Grade::X)),
        ("Ax", Grade::X, _) => (rule!("BB-ARM-09"), Troops(TroopType::Pk, Grade::F)),
        _ => own_meaning(source),
    }
}

/// BB-ARM-18: troops of this game are what they are, all others are nothing.
fn own_meaning(source: &SourceTroop) -> (RuleId, Meaning) {
    match source.kind.parse() {
        Ok(kind) => (rule!("BB-ARM-16"), Meaning::Troops(kind, source.grade)),
        Err(_) => (rule!("BB-ARM-18"), Meaning::Unknown),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no troop; write status, type and grade, such as `Reg Kn(O)`, and `mtd` before the type of mounted infantry"
)]
pub struct SourceTroopError(String);

impl FromStr for SourceTroop {
    type Err = SourceTroopError;

    fn from_str(text: &str) -> Result<SourceTroop, SourceTroopError> {
        source_troop(text).ok_or_else(|| SourceTroopError(text.to_owned()))
    }
}

fn source_troop(text: &str) -> Option<SourceTroop> {
    let (status, rest) = text.trim().split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let foot = rest.strip_prefix("mtd ");
    let (kind, grade) = foot.unwrap_or(rest).trim().strip_suffix(')')?.split_once('(')?;
    let kind = kind.trim();
    if kind.is_empty() || !kind.chars().all(char::is_alphanumeric) {
        return None;
    }
    Some(SourceTroop {
        status: status.parse().ok()?,
        kind: kind.to_owned(),
        grade: grade.trim().parse().ok()?,
        mounted: foot.is_some(),
    })
}

impl fmt::Display for SourceTroop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mounted = if self.mounted { "mtd " } else { "" };
        write!(f, "{} {mounted}{}({})", self.status, self.kind, self.grade)
    }
}
