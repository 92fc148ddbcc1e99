//! `aelian odds fog-ancients`: two battle groups that meet, or every combat of a written position.

use crate::input::{say, text};
use crate::odds::{Fight, OddsArgs, Party};
use aelian_fog_ancients::Look;
use aelian_fog_ancients::troop::{Troop, TroopType};
use aelian_game::Match;
use aelian_rules::FogAncients;
use aelian_view::case::read;
use aelian_view::fog_ancients::odds::{OddsReport, reports};
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;
use std::process::ExitCode;
use toml::{Table, Value};

pub fn run(args: &OddsArgs) -> Result<ExitCode> {
    let mut found = match &args.position {
        Some(path) => of_file(path)?,
        None => of_two(args)?,
    };
    if let Some(name) = &args.of {
        found.retain(|report| report.names(name));
    }
    if let Some(name) = args.of.as_ref().filter(|_| found.is_empty()) {
        bail!("`{name}` neither fights nor is shot at in this position, or nobody is named so");
    }
    if found.is_empty() {
        bail!(
            "nobody fights and nobody is shot at; look at `phase` and `stage` of the position, and at the distance"
        );
    }
    if args.json {
        say(&serde_json::to_string_pretty(&found)?)?;
    } else {
        let lines: Vec<String> = found.iter().flat_map(OddsReport::shown).collect();
        say(&lines.join("\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_file(path: &Path) -> Result<Vec<OddsReport>> {
    of_case(&text(path)?).with_context(|| path.display().to_string())
}

/// The odds of a case file's position, before its choices.
fn of_case(text: &str) -> Result<Vec<OddsReport>> {
    let case = read::<FogAncients>(text).map_err(|faults| anyhow!("{faults}"))?;
    let game = Match::<FogAncients>::new(case.setup.clone())
        .map_err(|_| anyhow!("the position cannot be; `aelian judge` tells why"))?;
    Ok(reports(Look::new(&game.rules, &game.state), &case.names))
}

/// Two groups that meet front to front, written as a case.
fn of_two(args: &OddsArgs) -> Result<Vec<OddsReport>> {
    let (Some(first), Some(second)) = (&args.first_troop, &args.second_troop) else {
        bail!(
            "name two battle groups, as 'HF armoured superior drilled impact-foot swordsmen', or --position FILE"
        );
    };
    let fight = args.fight.unwrap_or(if args.shot { Fight::Shooting } else { Fight::Melee });
    if args.charger.is_some() && fight != Fight::Impact {
        bail!("--charger counts in an impact only; add --fight impact");
    }
    let mut scene = Scene::new(fight, args);
    let parties = [Standing::of("first", first, &args.first)?, Standing::of("second", second, &args.second)?];
    fit(fight, &parties)?;
    let led = parties.iter().any(|party| party.commander.as_ref().is_some_and(|(_, leads)| *leads));
    if led && fight == Fight::Shooting {
        bail!(
            "`led` is a circumstance of close combat: in its front rank; write `commander` for one with it"
        );
    }
    scene.place(&parties);
    let text = toml::to_string(&scene.file)?;
    of_case(&text).map_err(|error| anyhow!("{error}"))
}

/// Refuses circumstances that mean nothing for the group that they were said of, or in this fight.
fn fit(fight: Fight, [first, second]: &[Standing; 2]) -> Result<()> {
    if second.range.is_some() || (first.range.is_some() && fight != Fight::Shooting) {
        bail!("`range` is a circumstance of the first group when it shoots");
    }
    if first.hit_in_flank || (second.hit_in_flank && fight == Fight::Shooting) {
        bail!("`hit-in-flank` is a circumstance of the second group in close combat");
    }
    Ok(())
}

/// A group as the command line describes it.
struct Standing {
    name: &'static str,
    troop: String,
    bases: i64,
    files: i64,
    cohesion: String,
    commander: Option<(String, bool)>,
    ground: Option<&'static str>,
    uphill: bool,
    hit_in_flank: bool,
    range: Option<f64>,
}

impl Standing {
    fn of(name: &'static str, words: &str, circumstances: &[String]) -> Result<Standing> {
        let (troop, _, _) = Troop::read(words).map_err(|error| anyhow!("the {name} group: {error}"))?;
        let bases = usual_bases(&troop);
        let mut standing = Standing {
            name,
            troop: words.to_owned(),
            bases,
            files: 0,
            cohesion: "steady".to_owned(),
            commander: None,
            ground: None,
            uphill: false,
            hit_in_flank: false,
            range: None,
        };
        for word in circumstances {
            standing.circumstance(word)?;
        }
        if standing.files == 0 {
            standing.files = (standing.bases + 1) / 2;
        }
        Ok(standing)
    }

    fn circumstance(&mut self, text: &str) -> Result<()> {
        let (word, value) = text.split_once('=').map_or((text, ""), |(word, value)| (word, value));
        match (word, value) {
            ("bases", count) => self.bases = number(word, count, 12)?,
            ("files", count) => self.files = number(word, count, 12)?,
            ("range", length) => {
                let length = length.parse().map_err(|_| anyhow!("`{text}`: range is a number of MU"))?;
                self.range = Some(length);
            }
            ("cohesion", level @ ("steady" | "disrupted" | "fragmented")) => {
                level.clone_into(&mut self.cohesion)
            }
            ("cohesion", other) => bail!("`{other}`: cohesion is steady, disrupted or fragmented"),
            ("commander" | "led", grade @ ("troop" | "field" | "inspired")) => {
                self.commander = Some((grade.to_owned(), word == "led"));
            }
            ("commander" | "led", other) => bail!("`{other}`: a commander is troop, field or inspired"),
            ("ground", "uneven") => self.ground = Some("broken-ground"),
            ("ground", "rough") => self.ground = Some("enclosed-fields"),
            ("ground", "difficult") => self.ground = Some("marsh"),
            ("ground", other) => bail!("`{other}`: ground is uneven, rough or difficult"),
            ("uphill", "") => self.uphill = true,
            ("hit-in-flank", "") => self.hit_in_flank = true,
            _ => bail!("`{text}` is not a circumstance; `aelian odds --help` lists them"),
        }
        Ok(())
    }
}

fn number(word: &str, text: &str, most: i64) -> Result<i64> {
    match text.parse() {
        Ok(count) if (1..=most).contains(&count) => Ok(count),
        _ => bail!("`{text}`: {word} is a number from 1 to {most}"),
    }
}

/// A usual size of a battle group of such troops.
fn usual_bases(troop: &Troop) -> i64 {
    match troop.kind {
        TroopType::Elephants => 2,
        kind if kind.is_artillery() => 2,
        _ if troop.is_mounted() => 4,
        TroopType::LightFoot => 6,
        _ => 8,
    }
}

/// A case file in the making. Lengths in base widths: the groups meet at (20, 15).
struct Scene {
    file: Table,
    fight: Fight,
    charger: Party,
}

const AT: (f64, f64) = (20.0, 15.0);
/// In MU.
const USUAL_RANGE: f64 = 3.0;

impl Scene {
    fn new(fight: Fight, args: &OddsArgs) -> Scene {
        let (phase, stage) = match fight {
            Fight::Impact => ("impact", "fight"),
            Fight::Melee => ("melee", "fight"),
            Fight::Shooting => ("shooting", "shoot"),
        };
        let mut file = Table::new();
        file.insert("title".to_owned(), text_of("Two battle groups"));
        file.insert("game".to_owned(), text_of("fog-ancients"));
        file.insert("turn".to_owned(), table([("phase", text_of(phase)), ("stage", text_of(stage))]));
        if let Some(edition) = &args.edition {
            file.insert("table".to_owned(), table([("edition", text_of(edition))]));
        }
        Scene { file, fight, charger: args.charger.unwrap_or(Party::First) }
    }

    fn place(&mut self, [first, second]: &[Standing; 2]) {
        let gap = (self.fight == Fight::Shooting).then(|| first.range.unwrap_or(USUAL_RANGE));
        self.group(first, "red", centre(first, None), gap, self.charger == Party::First);
        self.group(second, "blue", centre(second, Some(first)), None, self.charger == Party::Second);
        for (standing, side, towards) in [(first, "red", -1.0), (second, "blue", 1.0)] {
            self.ground(standing, towards);
            self.commander(standing, side);
        }
        if self.fight != Fight::Shooting {
            let tie =
                |standing: &Standing| text_of(if standing.hit_in_flank { "hitinflank" } else { "front" });
            let fresh = Value::Boolean(self.fight == Fight::Impact);
            let fight = [
                ("red", text_of("first")),
                ("blue", text_of("second")),
                ("red_tie", tie(first)),
                ("blue_tie", tie(second)),
                ("fresh", fresh),
            ];
            self.add("fight", table(fight));
        }
    }

    fn group(&mut self, standing: &Standing, side: &str, x: f64, gap: Option<f64>, charges: bool) {
        let y = match gap {
            // In MU: the distance from the enemy's front edge.
            Some(mu) => text_of(&format!("{} mm", AT.1 * 40.0 - mu * 25.0)),
            None => widths(AT.1 + if standing.hit_in_flank { standing.files as f64 / 2.0 } else { 0.0 }),
        };
        let did = if charges && self.fight == Fight::Impact { vec![text_of("charged")] } else { Vec::new() };
        let mut entries = vec![
            ("name", text_of(standing.name)),
            ("side", text_of(side)),
            ("troop", text_of(&standing.troop)),
            ("bases", Value::Integer(standing.bases)),
            ("files", Value::Integer(standing.files)),
            ("cohesion", text_of(&standing.cohesion)),
            ("at", Value::Array(vec![widths(x), y])),
            ("did", Value::Array(did)),
        ];
        if standing.hit_in_flank {
            entries.push(("facing", text_of("west")));
        }
        self.add("group", table(entries));
    }

    /// The ground under one of the two, behind the line where they meet.
    fn ground(&mut self, standing: &Standing, towards: f64) {
        let corner = |x: f64, y: f64| Value::Array(vec![widths(AT.0 + x), widths(AT.1 + y * towards)]);
        let outline = || {
            Value::Array(vec![corner(-13.0, 0.0), corner(13.0, 0.0), corner(13.0, 14.0), corner(-13.0, 14.0)])
        };
        if let Some(kind) = standing.ground {
            self.add("area", table([("kind", text_of(kind)), ("outline", outline())]));
        }
        if standing.uphill {
            let ridge = Value::Array(vec![corner(-12.0, 13.0), corner(12.0, 13.0)]);
            let crests = Value::Array(vec![ridge]);
            self.add(
                "area",
                table([("kind", text_of("gentle-hill")), ("outline", outline()), ("crests", crests)]),
            );
        }
    }

    fn commander(&mut self, standing: &Standing, side: &str) {
        let Some((grade, leads)) = &standing.commander else { return };
        let mut entries = vec![
            ("name", text_of(&format!("commander of the {}", standing.name))),
            ("side", text_of(side)),
            ("grade", text_of(grade)),
            ("with", text_of(standing.name)),
        ];
        if *leads {
            entries.push(("front_file", Value::Integer(0)));
        }
        self.add("commander", table(entries));
    }

    fn add(&mut self, name: &str, entry: Value) {
        let list = self.file.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(items) = list {
            items.push(entry);
        }
    }
}

/// The middle of a group's front, so that its files stand edge to edge with those of the other.
fn centre(standing: &Standing, other: Option<&Standing>) -> f64 {
    match other {
        Some(other) if standing.hit_in_flank => AT.0 - other.files as f64 / 2.0,
        Some(other) if (standing.files - other.files) % 2 != 0 => AT.0 + 0.5,
        _ => AT.0,
    }
}

fn text_of(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// A length in base widths.
fn widths(count: f64) -> Value {
    text_of(&format!("{count} W"))
}

fn table<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Table(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
