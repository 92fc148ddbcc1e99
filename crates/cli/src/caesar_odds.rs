//! `aelian odds hail-caesar`: two units that meet or shoot, or everything that a written position holds.

use crate::input::{say, text};
use crate::odds::{OddsArgs, Party};
use aelian_game::Match;
use aelian_hail_caesar::Look;
use aelian_rules::HailCaesar;
use aelian_view::case::read;
use aelian_view::hail_caesar::odds::{OddsReport, reports};
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Write as _;
use std::process::ExitCode;

/// How wide and deep both units are, in inches; what counts is that they meet.
const SIZE: (f64, f64) = (7.0, 1.6);

pub fn run(args: &OddsArgs) -> Result<ExitCode> {
    let mut found = match &args.position {
        Some(path) => of_case(&text(path)?).with_context(|| path.display().to_string())?,
        None => of_case(&of_two(args)?)?,
    };
    if let Some(name) = &args.of {
        found.retain(|report| report.names(name));
    }
    if let Some(name) = args.of.as_ref().filter(|_| found.is_empty()) {
        bail!("`{name}` neither fights nor can shoot in this position, or nobody is named so");
    }
    if found.is_empty() {
        bail!("nobody fights and nobody can shoot; look at `part` of the position, and at the distance");
    }
    if args.json {
        say(&serde_json::to_string_pretty(&found)?)?;
    } else {
        let lines: Vec<String> = found.iter().flat_map(OddsReport::shown).collect();
        say(&lines.join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The odds of a case file's position, before its choices.
fn of_case(text: &str) -> Result<Vec<OddsReport>> {
    let case = read::<HailCaesar>(text).map_err(|faults| anyhow!("{faults}"))?;
    let game = Match::<HailCaesar>::new(case.setup.clone())
        .map_err(|_| anyhow!("the position cannot be; `aelian judge` tells why"))?;
    Ok(reports(Look::new(&game.rules, &game.state), &case.names))
}

/// Two units front to front, or one that shoots, written as a case.
fn of_two(args: &OddsArgs) -> Result<String> {
    let (Some(first), Some(second)) = (&args.first_troop, &args.second_troop) else {
        bail!("name two units, as 'heavy-infantry 7/7/3/0/4+/6 pilum drilled', or --position FILE");
    };
    let one = Standing::of(&args.first)?;
    let other = Standing::of(&args.second)?;
    if other.range.is_some() || (one.range.is_some() && !args.shot) {
        bail!("`range` is a circumstance of the first unit when it shoots");
    }
    if let Some(word) = one.of_combat().or(other.of_combat()).filter(|_| args.shot) {
        bail!("`{word}` is a circumstance of close combat, and this is a shot");
    }
    if one.flank || (other.flank && args.shot) {
        bail!("`flank` is a circumstance of the second unit in close combat");
    }
    let mut case = String::from("title = \"odds\"\ngame = \"hail-caesar\"\n[turn]\n");
    case.push_str(if args.shot { "part = \"ranged\"\n" } else { "part = \"hand-to-hand\"\n" });
    let ahead = if args.shot { one.range.unwrap_or(6.0) } else { 0.0 };
    let charger = (!args.shot).then(|| args.charger.unwrap_or(Party::First));
    one.write(&mut case, ("first", "red", first), (36.0, 20.0, 0.0), charger == Some(Party::First))?;
    let (x, y, facing) = match other.flank {
        true => (36.0 - SIZE.1 / 2.0, 20.0 + ahead + SIZE.0 / 2.0, 270.0),
        false => (36.0, 20.0 + ahead, 180.0),
    };
    other.write(&mut case, ("second", "blue", second), (x, y, facing), charger == Some(Party::Second))?;
    if !args.shot {
        case.push_str("[[fight]]\nred = \"first\"\nblue = \"second\"\n");
    }
    Ok(case)
}

/// Circumstances that are so or not.
const FLAGS: [&str; 5] = ["disordered", "won", "standing", "commander", "flank"];

/// The circumstances of one unit.
#[derive(Default)]
struct Standing {
    lines: Vec<String>,
    combat: Vec<String>,
    supports: u8,
    support: Option<String>,
    commander: bool,
    flank: bool,
    range: Option<f64>,
    standing: bool,
}

impl Standing {
    fn of(circumstances: &[String]) -> Result<Standing> {
        let mut standing = Standing::default();
        for circumstance in circumstances {
            let (name, value) = circumstance.split_once('=').unwrap_or((circumstance, ""));
            if FLAGS.contains(&name) && circumstance.contains('=') {
                bail!(
                    "`{name}` takes no value; write `{name}`, or leave it out, instead of `{circumstance}`"
                );
            }
            let number = || value.parse::<u8>().with_context(|| format!("`{circumstance}`: write a number"));
            match name {
                "casualties" => standing.lines.push(format!("casualties = {}", number()?)),
                "disordered" => standing.lines.push("disordered = true".to_owned()),
                "formation" => standing.lines.push(format!("formation = \"{value}\"")),
                "did" => standing.lines.push(format!("did = [\"{value}\"]")),
                "rounds" => standing.combat.push(format!("rounds = {}", number()?)),
                "won" => standing.combat.push("won = true".to_owned()),
                "standing" => standing.standing = true,
                "supports" => match number()? {
                    count @ 1..=3 => standing.supports = count,
                    _ => bail!("`{circumstance}`: 1 to 3 supports, one behind it and one on each side"),
                },
                "support" => standing.support = Some(value.to_owned()),
                "commander" => standing.commander = true,
                "flank" => standing.flank = true,
                "range" => {
                    let inches = value.parse().with_context(|| format!("`{circumstance}`: write inches"))?;
                    standing.range = Some(inches);
                }
                _ => bail!(
                    "`{circumstance}` is no circumstance; known are casualties=N, disordered, formation=WORD, rounds=N, won, standing, supports=N, support=TROOP, commander, flank, did=WORD, range=INCHES"
                ),
            }
        }
        if standing.support.is_some() && standing.supports == 0 {
            bail!("`support` says what the supports are; say how many with supports=N");
        }
        Ok(standing)
    }

    /// The first circumstance that counts hand to hand only.
    fn of_combat(&self) -> Option<&'static str> {
        let rounds = self.combat.first().map(|line| if line.starts_with("won") { "won" } else { "rounds" });
        let supports = (self.supports > 0).then_some("supports");
        rounds.or(supports).or(self.standing.then_some("standing"))
    }

    /// The unit with its supports and its commander.
    fn write(
        &self,
        case: &mut String,
        (name, side, troop): (&str, &str, &str),
        (x, y, facing): (f64, f64, f64),
        charges: bool,
    ) -> Result<()> {
        let (wide, deep) = SIZE;
        let mut combat = self.combat.clone();
        if charges && !self.standing {
            combat.push("charged = true".to_owned());
        }
        write!(
            case,
            "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\ntroop = \"{troop}\"\nat = [{x}, {y}]\nfacing = {facing}\nsize = [{wide}, {deep}]\ncombat = {{ {} }}\n",
            combat.join(", ")
        )?;
        for line in &self.lines {
            writeln!(case, "{line}")?;
        }
        let back = if facing == 180.0 { deep } else { -deep };
        let places = [(0.0, back), (wide, 0.0), (-wide, 0.0)];
        for (at, (aside, behind)) in places.into_iter().take(usize::from(self.supports)).enumerate() {
            let troop = self.support.as_deref().unwrap_or(troop);
            write!(
                case,
                "[[unit]]\nname = \"{name} support {}\"\nside = \"{side}\"\ntroop = \"{troop}\"\nat = [{}, {}]\nfacing = {facing}\nsize = [{wide}, {deep}]\n",
                at + 1,
                x + aside,
                y + behind
            )?;
        }
        if self.commander {
            write!(
                case,
                "[[commander]]\nname = \"{name} commander\"\nside = \"{side}\"\nwith = \"{name}\"\n"
            )?;
        }
        Ok(())
    }
}
