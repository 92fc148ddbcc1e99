//! `aelian odds`: the exact outcome of a combat given by two bases or battle groups and circumstances.

use crate::input::{only_own, say};
use aelian_blood_and_blades::Rules;
use aelian_blood_and_blades::combat::resolution::{
    Circumstances, Engagement, Fighter, Party as Fighting, Rank, Standing,
};
use aelian_blood_and_blades::fact::OutcomeKind;
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::settings::Settings;
use aelian_blood_and_blades::tables::Scale;
use aelian_blood_and_blades::troop::{Troop, TroopType, Weapon};
use aelian_rules::Game;
use aelian_view::blood_and_blades::table::odds::{advantage_word, outcome_word};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = "Examples:
  aelian odds blood-and-blades 'Reg Sp(O)' 'Irr HCh(O)' --bound second --first 'second-rank=Reg Sp(O)' --first 'neighbours=Reg Sp(O)'
  aelian odds blood-and-blades 'Reg Bw(O)' 'Reg Cv(O)' --shot --first more-shooters=1
  aelian odds blood-and-blades 'Irr Wb(O)' 'Reg Bd(O)' --second overlapped=both --json
  aelian odds fog-ancients 'HF armoured superior drilled impact-foot swordsmen' 'HF protected average undrilled impact-foot swordsmen' --fight impact --charger second
  aelian odds fog-ancients 'LH unprotected average drilled bow' 'HF protected average drilled' --shot --first range=2
  aelian odds fog-ancients --position FILE --of Hastati --json
  aelian odds hail-caesar 'heavy-infantry pilum drilled' 'medium-infantry 9/6/2/0/5+/6 warband' --charger second --first supports=2
  aelian odds hail-caesar 'light-infantry 4/4/3/3/0/6 bow' 'heavy-infantry' --shot --first range=10

Circumstances for --first and --second, any number of them; in Blood and Blades:
  going=good|rough|difficult   going-for-enemy=...   dunes   cover (in Wd or BUA)   wader
  upper-ground   river-edge   dazzled   cannot-recoil   commander
  overlapped=left|right|both   flank-attacked   rear-attacked
  second-rank=TROOP   third-rank=TROOP   neighbours=TROOP   weapon=bow|crossbow|sling|javelin|other
  special-support (of the ranks behind)
  shots only: more-shooters=N   rear-shot   against-wind   shoots-back (the target)
in Field of Glory:
  bases=N   files=N   cohesion=steady|disrupted|fragmented   ground=uneven|rough|difficult   uphill
  commander=troop|field|inspired (with it)   led=... (in its front rank)
  second only: hit-in-flank (an impact)   first only: range=N (MU, when it shoots)
in Hail Caesar:
  casualties=N   disordered   formation=WORD   rounds=N (fought before)   won (the last round)
  supports=N   support=TROOP   commander   did=WORD   standing (nobody charged)
  second only: flank   first only: range=INCHES (when it shoots)
  Whatever else can be on a table: write it as a position (docs/cases.md) and name it with --position.")]
pub struct OddsArgs {
    #[arg(value_parser = crate::game)]
    game: Game,
    /// The first base or battle group, as `Reg Sp(O)`; the shooter in a shot
    pub first_troop: Option<String>,
    /// The second; the target in a shot
    pub second_troop: Option<String>,
    /// A shot instead of a close combat
    #[arg(long, conflicts_with = "fight")]
    pub shot: bool,
    /// Blood and Blades: whose bound it is; that of the first unless said
    #[arg(long, value_enum)]
    bound: Option<Party>,
    /// Blood and Blades: it is raining
    #[arg(long)]
    rain: bool,
    /// Field of Glory: which fight; a melee unless said
    #[arg(long, value_enum)]
    pub fight: Option<Fight>,
    /// Field of Glory (in an impact) and Hail Caesar: who charged; the first unless said
    #[arg(long, value_enum)]
    pub charger: Option<Party>,
    /// Field of Glory: the edition, `1` or `3.1`
    #[arg(long)]
    pub edition: Option<String>,
    /// Field of Glory and Hail Caesar: every combat of the position of a case file, instead of two groups
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first_troop", "first", "second", "shot", "fight", "charger", "edition"])]
    pub position: Option<std::path::PathBuf>,
    /// With --position: only the combats of this battle group or unit
    #[arg(long, value_name = "GROUP", requires = "position")]
    pub of: Option<String>,
    /// A circumstance of the first
    #[arg(long, value_name = "CIRCUMSTANCE")]
    pub first: Vec<String>,
    /// A circumstance of the second
    #[arg(long, value_name = "CIRCUMSTANCE")]
    pub second: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// One of the two who are named.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Party {
    First,
    Second,
}

/// The fights of Field of Glory.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Fight {
    Impact,
    Melee,
    Shooting,
}

impl OddsArgs {
    /// Refuses options that mean nothing in the game that was asked for.
    fn fit(&self) -> Result<()> {
        const BLADES: &[Game] = &[Game::BloodAndBlades];
        const FOG: &[Game] = &[Game::FogAncients];
        const LATER: &[Game] = &[Game::FogAncients, Game::HailCaesar];
        if self.position.is_some() && self.game == Game::BloodAndBlades {
            bail!(
                "{} has no option --position; a case of this game asks \"odds A B\" (docs/cases.md)",
                self.game
            );
        }
        let options = [
            ("--bound", self.bound.is_some(), BLADES),
            ("--rain", self.rain, BLADES),
            ("--fight", self.fight.is_some(), FOG),
            ("--edition", self.edition.is_some(), FOG),
            ("--charger", self.charger.is_some(), LATER),
            ("--of", self.of.is_some(), LATER),
        ];
        only_own(self.game, &options)?;
        if self.shot && self.charger.is_some() {
            bail!("--charger says who charged, and nobody charges in a shot");
        }
        Ok(())
    }
}

pub fn run(args: &OddsArgs) -> Result<ExitCode> {
    args.fit()?;
    match args.game {
        Game::BloodAndBlades => blood_and_blades(args),
        Game::FogAncients => crate::fog_odds::run(args),
        Game::HailCaesar => crate::caesar_odds::run(args),
    }
}

fn blood_and_blades(args: &OddsArgs) -> Result<ExitCode> {
    let rules = Rules::new(Settings::default(), Scale::default());
    let circumstances = circumstances(args)?;
    let report = Report::of(&Engagement::between(&rules, &circumstances));
    say(&if args.json { serde_json::to_string_pretty(&report)? } else { report.shown() })?;
    Ok(ExitCode::SUCCESS)
}

fn circumstances(args: &OddsArgs) -> Result<Circumstances> {
    let (Some(first), Some(second)) = (&args.first_troop, &args.second_troop) else {
        bail!("name two bases, as 'Reg Sp(O)'");
    };
    let (first, second) = (troop(first)?, troop(second)?);
    if args.shot && first.kind != TroopType::Bw {
        bail!("only Bw shoot at a distance (BB-SHT-01); the first base is {first}");
    }
    let mut all = if args.shot {
        Circumstances::shot(first, second)
    } else {
        Circumstances::close_combat(first, second)
    };
    all.raining = args.rain;
    all.bound_of = match args.bound {
        None | Some(Party::First) => Fighting::First,
        Some(Party::Second) => Fighting::Second,
    };
    let shoots_back = args.second.iter().any(|word| word == "shoots-back");
    if shoots_back && (!args.shot || second.kind != TroopType::Bw) {
        bail!("only a Bw that is shot at can shoot back");
    }
    if shoots_back {
        all = all.shot_back();
    }
    for word in &args.first {
        fits(word, args.shot, true)?;
        circumstance(&mut all.first, word)?;
    }
    for word in args.second.iter().filter(|word| *word != "shoots-back") {
        fits(word, args.shot, shoots_back)?;
        circumstance(&mut all.second, word)?;
    }
    for (standing, words) in [(&mut all.first, &args.first), (&mut all.second, &args.second)] {
        supported(standing, words)?;
    }
    all.first.held = all.first.flank_attacked || all.first.rear_attacked;
    all.second.held = all.second.flank_attacked || all.second.rear_attacked;
    Ok(all)
}

fn troop(text: &str) -> Result<Troop> {
    text.parse().map_err(|error| anyhow!("{error}"))
}

/// Circumstances of who shoots.
const OF_SHOOTERS: [&str; 3] = ["more-shooters", "rear-shot", "against-wind"];
/// Circumstances that count hand to hand only.
const OF_CLOSE_COMBAT: [&str; 9] = [
    "commander",
    "flank-attacked",
    "overlapped",
    "rear-attacked",
    "river-edge",
    "second-rank",
    "special-support",
    "third-rank",
    "upper-ground",
];
/// Circumstances that are so or not.
const FLAGS: [&str; 13] = [
    "against-wind",
    "cannot-recoil",
    "commander",
    "cover",
    "dazzled",
    "dunes",
    "flank-attacked",
    "rear-attacked",
    "rear-shot",
    "river-edge",
    "special-support",
    "upper-ground",
    "wader",
];

/// Refuses a circumstance that means nothing for this base in this combat.
fn fits(text: &str, shot: bool, shoots: bool) -> Result<()> {
    let word = text.split('=').next().unwrap_or(text);
    if OF_SHOOTERS.contains(&word) && !shot {
        bail!("`{word}` is a circumstance of shots; add --shot");
    }
    if OF_SHOOTERS.contains(&word) && !shoots {
        bail!("`{word}` is a circumstance of who shoots, and the second does not; add --second shoots-back");
    }
    if OF_CLOSE_COMBAT.contains(&word) && shot {
        bail!("`{word}` is a circumstance of close combat, and this is a shot");
    }
    Ok(())
}

/// The ranks behind, when all of them have been named: one stands behind the other, and some give special support.
fn supported(standing: &mut Standing, words: &[String]) -> Result<()> {
    if standing.ranks[1].is_some() && standing.ranks[0].is_none() {
        bail!("`third-rank` needs a second rank before it: second-rank=TROOP");
    }
    if !words.iter().any(|word| word == "special-support") {
        return Ok(());
    }
    let mut psiloi = standing.ranks.iter_mut().flatten().filter(|rank| rank.troop.kind == TroopType::Ps);
    let Some(first) = psiloi.next() else {
        bail!("`special-support` is given by Ps in the second or third rank, and there are none");
    };
    first.troop.special_support = true;
    psiloi.for_each(|rank| rank.troop.special_support = true);
    Ok(())
}

fn circumstance(standing: &mut Standing, text: &str) -> Result<()> {
    let (word, value) = text.split_once('=').map_or((text, None), |(word, value)| (word, Some(value)));
    if let Some(value) = value.filter(|_| FLAGS.contains(&word)) {
        bail!("`{word}` takes no value; write `{word}`, or leave it out, instead of `{word}={value}`");
    }
    let needed = || value.ok_or_else(|| anyhow!("`{word}` needs a value: {word}=..."));
    match word {
        "going" => standing.going = going(needed()?)?,
        "going-for-enemy" => standing.going_for_enemy = going(needed()?)?,
        "dunes" => standing.dunes = true,
        "cover" => standing.cover = true,
        "wader" => standing.wader = true,
        "upper-ground" => standing.upper_ground = true,
        "river-edge" => standing.defends_river_edge = true,
        "dazzled" => standing.dazzled = true,
        "cannot-recoil" => standing.cannot_recoil = true,
        "commander" => standing.commander = true,
        "overlapped" => {
            standing.overlapped = match needed()? {
                "left" => [true, standing.overlapped[1]],
                "right" => [standing.overlapped[0], true],
                "both" => [true, true],
                other => bail!("`{other}`: overlapped is left, right or both"),
            }
        }
        "flank-attacked" => standing.flank_attacked = true,
        "rear-attacked" => standing.rear_attacked = true,
        "second-rank" => standing.ranks[0] = Some(Rank::new(troop(needed()?)?)),
        "third-rank" => standing.ranks[1] = Some(Rank::new(troop(needed()?)?)),
        "neighbours" => standing.neighbours = [Some(troop(needed()?)?); 2],
        "weapon" => standing.troop.weapon = weapon(needed()?)?,
        // Given by ranks that may be named after it: see `supported`.
        "special-support" => {}
        "more-shooters" => standing.more_shooters = needed()?.parse()?,
        "rear-shot" => standing.shoots_at_rear = true,
        "against-wind" => standing.against_wind = true,
        other => bail!("`{other}` is not a circumstance; `aelian odds --help` lists them"),
    }
    Ok(())
}

fn going(word: &str) -> Result<Going> {
    Ok(match word {
        "good" => Going::Good,
        "rough" => Going::Rough,
        "difficult" => Going::Difficult,
        other => bail!("`{other}`: going is good, rough or difficult"),
    })
}

fn weapon(word: &str) -> Result<Weapon> {
    Ok(match word {
        "bow" => Weapon::Bow,
        "crossbow" => Weapon::Crossbow,
        "sling" => Weapon::Sling,
        "javelin" => Weapon::Javelin,
        "other" => Weapon::Other,
        other => bail!("`{other}`: a weapon is bow, crossbow, sling, javelin or other"),
    })
}

#[derive(Serialize)]
struct Report {
    fighters: [FighterReport; 2],
    exact: bool,
    outcomes: Vec<OutcomeReport>,
}

#[derive(Serialize)]
struct FighterReport {
    troop: String,
    factor: i32,
    factor_rule: String,
    advantages: Vec<AdvantageReport>,
    total_before_die: i32,
    if_scoring_more: Vec<String>,
    if_scoring_less: Vec<String>,
    cohesion: bool,
}

#[derive(Serialize)]
struct AdvantageReport {
    rule: String,
    what: String,
    value: i32,
}

#[derive(Serialize)]
struct OutcomeReport {
    first: OutcomeKind,
    second: OutcomeKind,
    probability: f64,
    /// Of the 36 ways in which two dice fall.
    ways: u32,
}

impl Report {
    fn of(engagement: &Engagement) -> Report {
        let odds = engagement.odds();
        let mut outcomes: Vec<OutcomeReport> = odds
            .iter()
            .map(|(outcome, probability)| OutcomeReport {
                first: outcome.first,
                second: outcome.second,
                probability,
                ways: (probability * 36.0).round() as u32,
            })
            .collect();
        outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.ways));
        Report { fighters: [0, 1].map(|at| fighter(&engagement.fighters[at])), exact: odds.exact, outcomes }
    }

    fn shown(&self) -> String {
        let mut lines = Vec::new();
        for fighter in &self.fighters {
            lines.push(format!("{}: factor {} ({})", fighter.troop, fighter.factor, fighter.factor_rule));
            for line in &fighter.advantages {
                lines.push(format!("    {:+} {} ({})", line.value, line.what, line.rule));
            }
            for (when, rules) in [
                ("if it scores more", &fighter.if_scoring_more),
                ("if it scores less", &fighter.if_scoring_less),
            ] {
                lines.extend(rules.iter().map(|rule| format!("    +1 {when} ({rule})")));
            }
            if fighter.cohesion {
                lines.push("    +1 if it is behind then, for cohesion (BB-COH-01)".to_owned());
            }
            lines.push(format!("    {} and the die", fighter.total_before_die));
        }
        lines.push(format!("{:<24} {:<24} {:>7}  ways of 36", "first", "second", "chance"));
        for outcome in &self.outcomes {
            lines.push(format!(
                "{:<24} {:<24} {:>6.2} %  {}",
                outcome_word(outcome.first),
                outcome_word(outcome.second),
                outcome.probability * 100.0,
                outcome.ways
            ));
        }
        lines.join("\n")
    }
}

fn fighter(fighter: &Fighter) -> FighterReport {
    let advantages: Vec<AdvantageReport> = fighter
        .advantages
        .lines
        .iter()
        .map(|line| AdvantageReport {
            rule: line.rule.to_string(),
            what: advantage_word(line.modifier),
            value: line.value,
        })
        .collect();
    FighterReport {
        troop: fighter.troop.to_string(),
        factor: fighter.factor,
        factor_rule: fighter.factor_rule.to_string(),
        total_before_die: fighter.factor + fighter.advantages.total(),
        advantages,
        if_scoring_more: fighter.scoring_more.iter().map(ToString::to_string).collect(),
        if_scoring_less: fighter.scoring_less.iter().map(ToString::to_string).collect(),
        cohesion: fighter.coheres,
    }
}
