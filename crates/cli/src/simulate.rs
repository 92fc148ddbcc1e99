//! `aelian simulate`: whole battles, computer against computer.

use crate::input::{only_own, say};
use crate::{army, caesar_army, fog_army};
use aelian_blood_and_blades::Setup;
use aelian_blood_and_blades::setup::TableSize;
use aelian_game::Record;
use aelian_opponents::{Contested, Progress, Series, Share, Spread, Summary, simulate};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::told::Told;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// More AP than any army costs.
const ANY_BUDGET: f64 = 100_000.0;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  aelian simulate blood-and-blades --games 1000 --seed 1\n  aelian simulate blood-and-blades --red hittite-empire --blue egyptian-new-kingdom --games 200 --json\n  aelian simulate fog-ancients --scenario trebia --games 500\n  aelian simulate fog-ancients --red random --blue random --edition 3.1\n\nThe hash is taken over all results in their order; it does not depend on --jobs. Ctrl-C stops with what is done. An army that may not be fielded is refused with each rule that it breaks, unless --field-anyway is said."
)]
pub struct SimulateArgs {
    #[arg(value_parser = crate::game)]
    game: Game,
    /// Red's army: a ready army, a file, or `random` for any ready army in each battle
    #[arg(long)]
    red: Option<String>,
    /// Blue's army
    #[arg(long)]
    blue: Option<String>,
    /// Blood and Blades and Field of Glory: the points that each army may cost; without it 250 AP, and in Field of
    /// Glory any number
    #[arg(long, value_name = "POINTS")]
    budget: Option<f64>,
    /// Also field armies that their army list or their points do not allow; what the game cannot set up stays refused
    #[arg(long, conflicts_with = "budget")]
    field_anyway: bool,
    /// A scenario of the game instead of armies
    #[arg(long, conflicts_with_all = ["red", "blue", "budget", "field_anyway"])]
    scenario: Option<String>,
    /// How many battles
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The same seed gives the same battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads: 0 for as many as there are cores, at most four for each core, and never more than battles
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// Who plays Red
    #[arg(long, default_value = "rash")]
    red_opponent: String,
    /// Who plays Blue
    #[arg(long, default_value = "rash")]
    blue_opponent: String,
    /// Blood and Blades: depth and width of the table in MU
    #[arg(long, num_args = 2, value_names = ["DEPTH", "WIDTH"])]
    table: Option<Vec<f64>>,
    /// Field of Glory: the edition, 1 or 3.1; 1 unless said
    #[arg(long)]
    edition: Option<String>,
    /// Blood and Blades: use the optional weather rules
    #[arg(long)]
    weather: bool,
    /// Blood and Blades: use the optional rules of the time of day
    #[arg(long)]
    time_of_day: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the record of every battle into this folder
    #[arg(long)]
    records: Option<PathBuf>,
}

pub fn run(args: &SimulateArgs) -> Result<ExitCode> {
    const BLADES: &[Game] = &[Game::BloodAndBlades];
    let options = [
        ("--table", args.table.is_some(), BLADES),
        ("--weather", args.weather, BLADES),
        ("--time-of-day", args.time_of_day, BLADES),
        ("--edition", args.edition.is_some(), &[Game::FogAncients]),
        ("--budget", args.budget.is_some(), &[Game::BloodAndBlades, Game::FogAncients]),
    ];
    only_own(args.game, &options)?;
    match args.game {
        Game::BloodAndBlades => series::<BloodAndBlades>(args, &blood_and_blades(args)?),
        Game::FogAncients => series::<FogAncients>(args, &fog_ancients(args)?),
        Game::HailCaesar => series::<HailCaesar>(args, &hail_caesar(args)?),
    }
}

/// The army that was named, or the usual one.
fn named<'a>(army: &'a Option<String>, usual: &'a str) -> &'a str {
    army.as_deref().unwrap_or(usual)
}

/// The armies that a side may bring: the one that was named, or all that are ready.
fn choices<A>(name: &str, all: impl Iterator<Item = A>, find: impl Fn(&str) -> Result<A>) -> Result<Vec<A>> {
    if name == "random" { Ok(all.collect()) } else { Ok(vec![find(name)?]) }
}

/// Each of the first with each of the second.
fn pairs<A: Clone>([first, second]: [Vec<A>; 2]) -> Vec<[A; 2]> {
    let with = |one: &A| second.iter().map(|other| [one.clone(), other.clone()]).collect::<Vec<_>>();
    first.iter().flat_map(with).collect()
}

fn fog_ancients(args: &SimulateArgs) -> Result<Vec<aelian_fog_ancients::Setup>> {
    use aelian_fog_ancients::army::ready;
    use aelian_fog_ancients::settings::Edition;
    use aelian_fog_ancients::setup::scenario;
    let edition = match args.edition.as_deref() {
        None | Some("1") => Edition::First,
        Some("3.1") => Edition::V31,
        Some(other) => bail!("there is no edition `{other}`; write 1 or 3.1"),
    };
    let budget = args.budget.map(fog_army::whole_points).transpose()?;
    if let Some(name) = &args.scenario {
        let Some(found) = scenario::named(name) else {
            let known: Vec<&str> = scenario::scenarios().iter().map(|scenario| scenario.slug).collect();
            bail!("{} has no scenario `{name}`; known are {}", args.game, known.join(", "));
        };
        return Ok(vec![aelian_fog_ancients::Setup { edition, ..found.setup.clone() }]);
    }
    let army = |name: &str| {
        choices(name, ready().iter().map(|army| army.order_of_battle.clone()), |name| {
            let mut army = fog_army::find(name)?.army;
            if args.field_anyway {
                // What names no list is held to none.
                army.list.clear();
            }
            Ok(army)
        })
    };
    let armies = [army(named(&args.red, "roman-trebia"))?, army(named(&args.blue, "carthaginian-trebia"))?];
    Ok(pairs(armies).into_iter().map(|armies| fog_army::battle(armies, edition, budget)).collect())
}

fn hail_caesar(args: &SimulateArgs) -> Result<Vec<aelian_hail_caesar::Setup>> {
    use aelian_hail_caesar::army::{battle, grounds, ready};
    use aelian_hail_caesar::scenario;
    if let Some(name) = &args.scenario {
        let Some(found) = scenario::named(name) else {
            let known: Vec<&str> = scenario::scenarios().iter().map(|scenario| scenario.slug).collect();
            bail!("{} has no scenario `{name}`; known are {}", args.game, known.join(", "));
        };
        return Ok(vec![found.setup.clone()]);
    }
    let find = if args.field_anyway { caesar_army::find_anyway } else { caesar_army::find };
    let army = |name: &str| choices(name, ready().iter().cloned(), find);
    let armies = [army(named(&args.red, "roman-legion"))?, army(named(&args.blue, "british-tribes"))?];
    let Some(ground) = grounds().last() else { bail!("there is no field") };
    // Armies that were bought for other points do not meet.
    let fair = pairs(armies).into_iter().filter(|[red, blue]| red.agreed == blue.agreed);
    let battles: Result<Vec<_>, _> = fair.map(|[red, blue]| battle(&red, &blue, ground)).collect();
    let battles = battles?;
    if battles.is_empty() {
        bail!("these armies were not bought for the same number of points");
    }
    Ok(battles)
}

fn blood_and_blades(args: &SimulateArgs) -> Result<Vec<Setup>> {
    use aelian_blood_and_blades::army::ready;
    if let Some(scenario) = &args.scenario {
        bail!("{} has no scenario `{scenario}`; name armies with --red and --blue", args.game);
    }
    let army = |name: &str| {
        choices(name, ready().iter().map(|army| army.order_of_battle.clone()), |name| {
            Ok(army::find(name)?.army)
        })
    };
    let armies =
        [army(named(&args.red, "hittite-empire"))?, army(named(&args.blue, "egyptian-new-kingdom"))?];
    let battle = |armies| {
        let mut setup = Setup::of(armies);
        setup.budget = match args.budget {
            None if args.field_anyway => ANY_BUDGET,
            budget => budget.unwrap_or(setup.budget),
        };
        setup.weather = args.weather;
        setup.time_of_day = args.time_of_day;
        if let Some([depth, width]) = args.table.as_deref() {
            setup.table = TableSize { depth: *depth, width: *width };
        }
        setup
    };
    Ok(pairs(armies).into_iter().map(battle).collect())
}

fn series<R: Contested + Told>(args: &SimulateArgs, setups: &[R::Setup]) -> Result<ExitCode> {
    let stop = stop_on_ctrl_c()?;
    let bar = progress_bar(args);
    let progress = |progress: Progress| bar.set_position(u64::from(progress.done));
    let unwritten = Mutex::new(None);
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let keep = |number: u32, record: &Record<R>| {
        if let Some(Err(error)) = args.records.as_deref().map(|folder| write(folder, number, record)) {
            stop.store(true, Ordering::Relaxed);
            if let Ok(mut first) = unwritten.lock() {
                first.get_or_insert(error);
            }
        }
    };
    let summary = simulate(&Series {
        setups,
        games: args.games,
        seed: args.seed,
        jobs: args.jobs,
        opponents: [&args.red_opponent, &args.blue_opponent],
        stop: &stop,
        progress: &progress,
        records: args.records.as_ref().map(|_| &keep as &(dyn Fn(u32, &Record<R>) + Sync)),
    })
    .map_err(|error| explained::<R>(setups, error))?;
    bar.finish_and_clear();
    if let Ok(Some(error)) = unwritten.into_inner() {
        return Err(error);
    }
    say(&if args.json { serde_json::to_string_pretty(&summary)? } else { shown(args, &summary) })?;
    Ok(if summary.stalls == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn explained<R: Told>(setups: &[R::Setup], error: aelian_opponents::SimulateError<R>) -> anyhow::Error {
    match error {
        aelian_opponents::SimulateError::Setup(reasons) => {
            let told =
                |reason| setups.first().map(|setup| R::tell_setup_reason(setup, reason)).unwrap_or_default();
            let lines: Vec<String> =
                reasons.iter().map(|reason| format!("  {}: {}", reason.rule, told(reason))).collect();
            anyhow!("the battle cannot be set up:\n{}", lines.join("\n"))
        }
        other => anyhow!("{other}"),
    }
}

fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        // The second Ctrl-C does not wait for the battles under way.
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

fn progress_bar(args: &SimulateArgs) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(args.games));
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn write<R: aelian_game::Ruleset>(folder: &Path, number: u32, record: &Record<R>) -> Result<()> {
    let path = folder.join(format!("battle-{number:05}.jsonl"));
    std::fs::write(&path, record.write()?).with_context(|| format!("cannot write {}", path.display()))
}

fn shown(args: &SimulateArgs, summary: &Summary) -> String {
    let armies = match (&args.scenario, &args.red, &args.blue) {
        (Some(scenario), _, _) => [scenario.as_str(), scenario.as_str()],
        (None, red, blue) => [named(red, "usual army"), named(blue, "usual army")],
    };
    let mut lines = vec![format!(
        "{} battles of {}: red {} ({}), blue {} ({}), seed {}",
        summary.played, summary.game, armies[0], args.red_opponent, armies[1], args.blue_opponent, args.seed
    )];
    if summary.played < summary.games {
        lines.push(format!("stopped: {} of {} battles were played", summary.played, summary.games));
    }
    lines.push(format!("red wins   {}", share(summary.wins[0])));
    lines.push(format!("blue wins  {}", share(summary.wins[1])));
    lines.push(format!("draws      {}", share(summary.draws)));
    lines.push(format!("won by     {}", causes(&summary.won_by)));
    lines.push(format!("drawn by   {}", causes(&summary.drawn_by)));
    lines.push(format!("stalls     {}", summary.stalls));
    lines.extend(summary.stalled.iter().map(|(number, what)| format!("  battle {number}: {what}")));
    lines.push(format!("rounds     {}", spread(summary.rounds)));
    lines.push(format!("decisions  {}", spread(summary.decisions)));
    for (name, [red, blue]) in &summary.measures {
        lines.push(format!("{name}: red {}; blue {}", spread(*red), spread(*blue)));
    }
    lines.push(format!(
        "speed      {:.1} battles/s, {:.0} applied actions/s on {} threads ({:.2} s)",
        summary.battles_per_second, summary.actions_per_second, summary.jobs, summary.seconds
    ));
    lines.push(format!("hash       {}", summary.hash));
    lines.join("\n")
}

fn share(share: Share) -> String {
    format!(
        "{:>6}  {:5.1} % (95 %: {:.1} to {:.1})",
        share.count,
        share.share * 100.0,
        share.low * 100.0,
        share.high * 100.0
    )
}

fn spread(spread: Spread) -> String {
    format!(
        "mean {:.1}, median {:.1}, from {:.1} to {:.1}",
        spread.mean, spread.median, spread.least, spread.most
    )
}

fn causes(causes: &std::collections::BTreeMap<String, u32>) -> String {
    let list: Vec<String> = causes.iter().map(|(rule, count)| format!("{rule}: {count}")).collect();
    if list.is_empty() { "-".to_owned() } else { list.join(", ") }
}
