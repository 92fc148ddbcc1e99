//! How troops are written (BB-TRP-05, BB-TRP-06): `Irr Wb(F)`, and patterns such as `Bd(O/I)`.

use super::{Grade, Status, Troop, TroopType, Weapon};
use std::fmt;
use std::str::FromStr;

/// What is wrong with a written troop, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TroopError {
    #[error("`{0}` is no troop; write status, type and grade, such as `Irr Wb(F)`")]
    Shape(String),
    #[error("`{found}` is no status; write `Reg` or `Irr`")]
    Status { found: String },
    #[error("`{found}` is no troop type{}; the types are {}", meant(.likely), types())]
    Type { found: String, likely: Option<TroopType> },
    #[error("`{found}` is no grade; the grades are S, O, I, F and X")]
    Grade { found: String },
    #[error("the grades of `{0}` stand in another order than S, O, I, F, X, or twice")]
    GradeOrder(String),
    #[error("`{found}` is no weapon; the weapons are bow, crossbow, sling, javelin and other")]
    Weapon { found: String },
}

fn meant(likely: &Option<TroopType>) -> String {
    likely.map(|kind| format!(" (`{kind}`, {}, is meant?)", kind.name())).unwrap_or_default()
}

fn types() -> String {
    TroopType::ALL.map(|kind| kind.to_string()).join(", ")
}

/// BB-TRP-06: troops of one type in one or several grades, of one status or of either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TroopPattern {
    pub status: Option<Status>,
    pub kind: TroopType,
    /// In the order S, O, I, F, X.
    pub grades: Vec<Grade>,
}

impl TroopPattern {
    pub fn matches(&self, troop: &Troop) -> bool {
        self.kind == troop.kind
            && self.grades.contains(&troop.grade)
            && self.status.is_none_or(|status| status == troop.status)
    }
}

/// BB-TRP-06: `Irr Bd(O/I)`, `Bd(F)`, `Bd` for all grades; one table of the book has commas, `Bd(O,I)`.
impl FromStr for TroopPattern {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<TroopPattern, TroopError> {
        let (status, rest) = match text.trim().split_once(char::is_whitespace) {
            Some((status, rest)) => (Some(status.parse()?), rest.trim()),
            None => (None, text.trim()),
        };
        let Some((kind, list)) = rest.split_once('(') else {
            return Ok(TroopPattern { status, kind: rest.parse()?, grades: Grade::ALL.to_vec() });
        };
        let list = list.strip_suffix(')').ok_or_else(|| TroopError::Shape(text.to_owned()))?;
        let kind = kind.trim_end().parse()?;
        Ok(TroopPattern { status, kind, grades: grades(list)? })
    }
}

fn grades(list: &str) -> Result<Vec<Grade>, TroopError> {
    let grades: Vec<Grade> =
        list.split(['/', ',']).map(|letter| letter.trim().parse()).collect::<Result<_, _>>()?;
    if grades.is_sorted_by(|one, next| one < next) {
        Ok(grades)
    } else {
        Err(TroopError::GradeOrder(format!("({list})")))
    }
}

/// BB-TRP-02, BB-TRP-05: all three attributes, one grade.
impl FromStr for Troop {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<Troop, TroopError> {
        let pattern: TroopPattern = text.parse()?;
        match (pattern.status, pattern.grades.as_slice()) {
            (Some(status), [grade]) => Ok(Troop::new(status, pattern.kind, *grade)),
            _ => Err(TroopError::Shape(text.to_owned())),
        }
    }
}

impl FromStr for TroopType {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<TroopType, TroopError> {
        let exact = TroopType::ALL.into_iter().find(|kind| kind.to_string() == text);
        exact.ok_or_else(|| TroopError::Type { found: text.to_owned(), likely: likely(text) })
    }
}

/// The type that a reader of the book would take the text for.
fn likely(text: &str) -> Option<TroopType> {
    TroopType::ALL.into_iter().find(|kind| {
        kind.to_string().eq_ignore_ascii_case(text)
            || kind.name().eq_ignore_ascii_case(text)
            || text.strip_suffix('s').is_some_and(|one| kind.name().eq_ignore_ascii_case(one))
    })
}

impl FromStr for Grade {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<Grade, TroopError> {
        let exact = Grade::ALL.into_iter().find(|grade| grade.to_string() == text);
        exact.ok_or_else(|| TroopError::Grade { found: text.to_owned() })
    }
}

impl FromStr for Status {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<Status, TroopError> {
        let exact = Status::BOTH.into_iter().find(|status| status.to_string() == text);
        exact.ok_or_else(|| TroopError::Status { found: text.to_owned() })
    }
}

impl FromStr for Weapon {
    type Err = TroopError;

    fn from_str(text: &str) -> Result<Weapon, TroopError> {
        let exact = Weapon::ALL.into_iter().find(|weapon| weapon.name() == text);
        exact.ok_or_else(|| TroopError::Weapon { found: text.to_owned() })
    }
}

impl fmt::Display for TroopType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// BB-TRP-05: type and grade, with the status before them.
impl fmt::Display for Troop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}({})", self.status, self.kind, self.grade)
    }
}

impl fmt::Display for TroopPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.status {
            write!(f, "{status} ")?;
        }
        write!(f, "{}", self.kind)?;
        if self.grades.len() == Grade::ALL.len() {
            return Ok(());
        }
        let letters: Vec<String> = self.grades.iter().map(Grade::to_string).collect();
        write!(f, "({})", letters.join("/"))
    }
}
