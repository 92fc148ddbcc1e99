//! Words for facts, events, choices and questions.

use super::plain::plain;
use super::setting_up;
use super::{base_name, commander_name, commander_word, group_name, place_word};
use crate::told::Names;
use aelian_dice::Reroll;
use aelian_fog_ancients::align::{AlignChoice, Feeding};
use aelian_fog_ancients::choice::Prompt;
use aelian_fog_ancients::cohesion::CohesionChoice;
use aelian_fog_ancients::combat::CombatChoice;
use aelian_fog_ancients::event::MoveWhy;
use aelian_fog_ancients::field::{Level, Size, TableEdge};
use aelian_fog_ancients::impact::evade::EvadeOrder;
use aelian_fog_ancients::impact::{ChargePath, ImpactChoice, Interception};
use aelian_fog_ancients::joint::JointChoice;
use aelian_fog_ancients::movement::{Answer, CommanderMove, Leg, MoveOrder, MovementChoice, Turn};
use aelian_fog_ancients::rout::RoutChoice;
use aelian_fog_ancients::setup::{Adjustment, CommanderAt, Deployed, MarkerAt, Outflank, Pick, SetUpChoice};
use aelian_fog_ancients::shooting::ShootingChoice;
use aelian_fog_ancients::stage::{Phase, Stage};
use aelian_fog_ancients::state::{Cohesion, CommanderPlace, Place};
use aelian_fog_ancients::tables::Disorder;
use aelian_fog_ancients::{BaseId, Choice, CommanderId, Event, Fact, GroupId, GroupSet, Look, Rules, State};
use aelian_geometry::{Hand, Pose};
use aelian_rulebook::RuleId;

/// A group with its name and what it is.
pub fn group(state: Option<&State>, names: &Names, id: GroupId) -> String {
    match state.and_then(|state| state.groups.get(id.index())) {
        Some(group) if group.place != Place::Unknown => {
            format!("{} ({})", group_name(names, id), group.troops[0].kind.code())
        }
        _ => group_name(names, id),
    }
}

pub fn groups(names: &Names, set: GroupSet) -> String {
    let named: Vec<String> = set.iter().map(|id| group_name(names, id)).collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

/// A length in MU.
pub fn length(rules: &Rules, value: f64) -> String {
    let units = (value / rules.mu * 100.0).round() / 100.0;
    format!("{units} MU")
}

pub fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", -value) } else { format!("+{value}") }
}

/// Which dice are thrown again.
pub fn rerolls(reroll: Reroll) -> &'static str {
    match reroll {
        Reroll::None => "none",
        Reroll::Ones => "ones",
        Reroll::OnesAndTwos => "ones and twos",
        Reroll::OnesToThrees => "ones, twos and threes",
        Reroll::Sixes => "sixes",
        _ => "misses",
    }
}

/// What a line of the tables of advantages and modifiers is for.
pub fn claim(rule: RuleId) -> Option<&'static str> {
    Some(match rule.as_str() {
        "FA-IPOA-01" | "FA-IPOA-02" => "impact foot",
        "FA-IPOA-03" => "spears or pikes that stand",
        "FA-IPOA-04" => "spears or pikes that charge",
        "FA-IPOA-05" => "defensive spears against the same",
        "FA-IPOA-06" | "FA-MPOA-05" => "heavy weapon",
        "FA-IPOA-07" | "FA-IPOA-08" => "light spear",
        "FA-IPOA-09" | "FA-MPOA-06" => "elephants",
        "FA-IPOA-10" => "battle wagons",
        "FA-IPOA-11" => "knightly lancers",
        "FA-IPOA-12" => "lancers",
        "FA-IPOA-13" | "FA-MPOA-07" => "chariots",
        "FA-IPOA-14" => "mounted against loose foot in the open",
        "FA-IPOA-15" | "FA-MPOA-09" => "a fourth rank of pikes",
        "FA-IPOA-16" => "flank or rear charge",
        "FA-IPOA-17" | "FA-MPOA-12" => "uphill, or behind works or a bank",
        "FA-MPOA-01" => "skilled swordsmen",
        "FA-MPOA-02" => "swordsmen",
        "FA-MPOA-03" => "spears in two ranks",
        "FA-MPOA-04" => "pikes in three ranks",
        "FA-MPOA-08" => "artillery in melee",
        "FA-MPOA-10" => "better armour",
        "FA-MPOA-11" => "fights in two directions",
        "FA-SPOA-02" => "unprotected cavalry in depth",
        "FA-SPOA-03" => "protected cavalry in depth",
        "FA-SPOA-04" => "armoured riders and longbows",
        "FA-SPOA-05" => "riders in full armour",
        "FA-SPOA-06" => "elephants as a target",
        "FA-SPOA-07" => "battle wagons as a target",
        "FA-SPOA-08" | "FA-SPOA-09" => "unprotected foot",
        "FA-SPOA-10" => "armoured foot",
        "FA-SPOA-11" | "FA-SPOA-12" => "heavily armoured foot",
        "FA-SPOA-13" => "other foot",
        "FA-SPOA-14" => "a worse position to shoot",
        "FA-SPOA-15" => "cover",
        "FA-CTM-01" => "many hits from shooting",
        "FA-CTM-02" => "many hits in close combat",
        "FA-CTM-03" => "two hits more than dealt",
        "FA-CTM-04" => "a quarter of its bases lost",
        "FA-CTM-05" => "a threatened flank",
        "FA-CTM-06" => "more than one reason to test",
        "FA-CTM-07" => "shot at by artillery or firearms",
        "FA-CTM-08" => "lost to elephants or scythed chariots",
        "FA-CTM-09" => "medium foot that lost to riders or heavy foot in the open",
        "FA-CTM-10" => "lost to lancers",
        "FA-CTM-11" => "lost to impact foot",
        "FA-CTM-13" => "a commander",
        "FA-CTM-14" => "an inspired commander",
        "FA-CTM-15" => "rear support",
        "FA-CTM-16" => "disrupted or severely disordered",
        "FA-CTM-17" => "fragmented",
        "FA-CTM-18" => "broken",
        "FA-CMT-04" => "a commander in range",
        "FA-CMT-05" => "he is with it",
        "FA-CMT-06" => "he is inspired",
        "FA-CMT-07" => "disrupted or disordered",
        "FA-CMT-08" => "fragmented or severely disordered",
        "FA-DEATH-02" => "elephants, artillery or battle wagons",
        "FA-DEATH-03" => "shot at, or did not lose the fight",
        _ => return None,
    })
}

pub fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

pub fn cohesion(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::Steady => "steady",
        Cohesion::Disrupted => "disrupted",
        Cohesion::Fragmented => "fragmented",
        Cohesion::Broken => "broken",
    }
}

pub fn level(level: Level) -> &'static str {
    match level {
        Level::Open => "open ground",
        Level::Uneven => "uneven ground",
        Level::Rough => "rough ground",
        Level::Difficult => "difficult ground",
        Level::Impassable => "impassable ground",
    }
}

fn disorder(disorder: Disorder) -> &'static str {
    match disorder {
        Disorder::None => "in order",
        Disorder::Disordered => "disordered",
        Disorder::Severe => "severely disordered",
    }
}

fn edge(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::South => "south",
        TableEdge::West => "west",
        TableEdge::North => "north",
        TableEdge::East => "east",
    }
}

fn at(rules: &Rules, pose: &Pose) -> String {
    let units = |value: f64| (value / rules.mu * 100.0).round() / 100.0;
    let degrees = (pose.facing.to_compass() * 10.0).round() / 10.0;
    format!("({}, {}) MU facing {degrees}°", units(pose.at.x), units(pose.at.y))
}

/// A fact; without a state, groups go by their names alone.
pub fn fact(rules: &Rules, state: Option<&State>, names: &Names, fact: &Fact) -> String {
    let group = |id: &GroupId| group(state, names, *id);
    let base = |id: &BaseId| base_name(names, *id);
    match fact {
        Fact::Rule => String::new(),
        Fact::NotAsked => "this is not the question that is asked now".to_owned(),
        Fact::NoSuchGroup(id) => format!("there is no battle group {}", id.0),
        Fact::NoSuchBase(id) => format!("there is no base {}", id.0),
        Fact::NoSuchCommander(id) => format!("there is no commander {}", id.0),
        Fact::NotYours(id) => format!("{} is not yours to command", group(id)),
        Fact::NotOnTable(id) => format!("{} is not on the table", group(id)),
        Fact::Group(id) => group(id),
        Fact::Groups(set) => groups(names, *set),
        Fact::Base(id) => base(id),
        Fact::Commander(id) => commander_name(names, *id),
        Fact::Side(side) => side.name().to_owned(),
        Fact::Pair { group: one, other } => format!("{} and {}", group(one), group(other)),
        Fact::BasePair { base: one, other } => format!("{} and {}", base(one), base(other)),
        Fact::GroupIs { group: id, cohesion: is } => format!("{} is {}", group(id), cohesion(*is)),
        Fact::BaseIs { base: id, disorder: is } => format!("{} is {}", base(id), disorder(*is)),
        Fact::TroopIs { group: id, troop } => format!("{}: {troop}", group(id)),
        Fact::TypeIs(kind) => kind.name().to_owned(),
        Fact::TooFar { used, allowed } => {
            format!("{} needed, {} allowed", length(rules, *used), length(rules, *allowed))
        }
        Fact::TooShort { used, least } => {
            format!("{} is less than {}", length(rules, *used), length(rules, *least))
        }
        Fact::Angle { degrees, most } => format!("{degrees:.1}°, at most {most:.1}°"),
        Fact::Distance { from, to, distance } => {
            format!("{} from {}: {}", group(to), group(from), length(rules, *distance))
        }
        Fact::BlockedBy(id) => format!("{} is in the way", group(id)),
        Fact::BlockedByTerrain(kind) => format!("{} is in the way", plain(names, kind)),
        Fact::OffTable(at) => format!("beyond the {} table edge", edge(*at)),
        Fact::Edge(at) => format!("the {} edge", edge(*at)),
        Fact::Ground { base: id, level: ground } => format!("{} in {}", base(id), level(*ground)),
        Fact::Modifier { group: id, value } => format!("{}: {}", group(id), signed(*value)),
        Fact::Poa { base: id, against, value } => {
            format!("{} against {}: {}", base(id), base(against), advantage(*value))
        }
        Fact::Dice { group: id, against, dice } => {
            format!("{} against {}: {} dice", group(id), group(against), dice)
        }
        Fact::Score { group: id, score, needed } => {
            let passed = if score >= needed { "passed" } else { "failed" };
            format!("{}: {score}, {needed} needed: {passed}", group(id))
        }
        Fact::Hits { by, on, hits } => format!("{} hits {} {hits} times", group(by), group(on)),
        Fact::Count { found, allowed } => format!("{found}, of {allowed}"),
        Fact::Totals { red, blue } => format!("red {red}, blue {blue}"),
        Fact::Attrition { side, points, routs_at } => {
            format!("{}: {points} attrition points, the army routs at {routs_at}", side.name())
        }
        Fact::Fate { commander, score, lost_on } => {
            let fate = if score >= lost_on { "he is lost" } else { "he lives" };
            format!("{}: {score}, lost on {lost_on} or more: {fate}", commander_name(names, *commander))
        }
        Fact::Sacking { group: id, needed, sacked } => {
            let came = if *sacked { "the camp is sacked" } else { "the guards hold" };
            format!("{}: {needed} needed, {came}", group(id))
        }
        Fact::Line(line) => line.clone(),
        Fact::LineCount { line, found, allowed } => {
            format!("{line}: {found} bases, the list allows {allowed}")
        }
        Fact::Word(word) => word.clone(),
        Fact::Enlisted { at, label } => format!("battle group {} ({label})", at + 1),
        Fact::Table { width, depth } => format!("a table of {width} by {depth} MU"),
        Fact::Points { found, most } => format!("{found} points, at most {most}"),
        #[allow(unreachable_patterns)] // Facts that have no words of their own yet.
        other => plain(names, other),
    }
}

/// Points of advantage as the book writes them.
fn advantage(value: i32) -> String {
    match value {
        2.. => "++".to_owned(),
        1 => "+".to_owned(),
        0 => "none".to_owned(),
        -1 => "−".to_owned(),
        _ => "−−".to_owned(),
    }
}

/// One line for what happened; empty for what nobody needs to read.
pub fn event(rules: &Rules, before: &State, names: &Names, event: &Event) -> String {
    let group = |id: &GroupId| group(Some(before), names, *id);
    match event {
        Event::TurnBegins { turn, active } => format!("turn {turn} begins: {}", active.name()),
        Event::Enters { phase, stage } if phase.stages().first() == Some(stage) => {
            format!("the {} phase", phase_word(*phase))
        }
        Event::Enters { .. } | Event::Waits(_) | Event::Settled | Event::Dealt(_) | Event::Kinked { .. } => {
            String::new()
        }
        Event::Ends(ending) => crate::story::tell_ending(ending),
        Event::Laid(piece) => format!("terrain is laid: {}", piece_word(piece)),
        Event::Moved(moved) | Event::Appears(moved) => {
            let front = moved.places.first().map_or(String::new(), |place| at(rules, &place.pose));
            let way: Vec<String> = moved.way.iter().map(|part| leg(rules, part)).collect();
            let way = if way.is_empty() { String::new() } else { format!(" ({})", way.join(", ")) };
            format!("{} {}{way}: {front}", group(&moved.group), why(moved.why))
        }
        Event::Leaves { group: id, to } => format!("{} {}", group(id), left(*to)),
        Event::Dismounts { group: id, .. } => format!("{} dismounts", group(id)),
        Event::Cohesion { group: id, to } => format!("{} is {}", group(id), cohesion(*to)),
        Event::Did { .. } | Event::Undone { .. } => String::new(),
        Event::BaseLost(base) => format!("{} loses a base", group(&before.base(*base).group)),
        Event::Defences { group: id, .. } => format!("{} handles its defences", group(id)),
        Event::CommanderMoves { commander, place, .. } => {
            format!("{} {}", commander_name(names, *commander), commander_is(names, *place))
        }
        Event::CommanderMoved(_) | Event::CommanderTried(_) | Event::CommanderBound(_) => String::new(),
        Event::Bout(bout) if bout.fresh => {
            format!("{} and {} are in contact", group(&bout.groups[0]), group(&bout.groups[1]))
        }
        Event::Bout(_) | Event::BoutOver(_) => String::new(),
        Event::Charge(charge) => {
            format!("{} charges {}", group(&charge.group), groups(names, charge.targets))
        }
        Event::ChargeIs(_) => String::new(),
        Event::Hit(hits) => format!("{} hits {} {} times", group(&hits.by), group(&hits.on), hits.hits),
        Event::Broke(broken) => format!("{} breaks", group(&broken.group)),
        Event::RoutMade(_) | Event::SeenSettled(_) => String::new(),
        Event::Saw(seen) => format!("{} must test for what it saw", group(&seen.group)),
        Event::Pursues(pursuit) => {
            // When the routers run, those who fought them have not yet said or tested whether they go after them.
            let sets_out = if before.stage == Stage::InitialRouts { "may pursue" } else { "pursues" };
            format!("{} {sets_out} {}", group(&pursuit.pursuer), group(&pursuit.quarry))
        }
        Event::PursuitOver(pursuit) => format!("{} pursues no longer", group(&pursuit.pursuer)),
        Event::CampIs { side, camp } if camp.sacked => format!("the camp of {} is sacked", side.name()),
        Event::CampIs { side, .. } => format!("{} pitches its camp", side.name()),
        Event::WorkPlaced(work) => format!("{} places fortifications", work.side.name()),
        Event::WorkGone(_) => "defences are gone".to_owned(),
        Event::SetUp(event) => setting_up::event(names, event),
        #[allow(unreachable_patterns)] // Events that have no words of their own yet.
        other => plain(names, other),
    }
}

pub(super) fn piece_word(piece: &aelian_fog_ancients::field::Piece) -> String {
    use aelian_fog_ancients::field::Piece;
    match piece {
        Piece::Area(area) => plain(&Names::default(), &area.kind),
        Piece::River(_) => "a river".to_owned(),
        Piece::Road(_) => "a road".to_owned(),
    }
}

fn left(place: Place) -> &'static str {
    match place {
        Place::RoutedOff => "routs off the table",
        Place::EvadedOff => "evades off the table",
        Place::Straggled => "straggles and never arrives",
        Place::Spent => "is spent and removed",
        _ => "is destroyed",
    }
}

fn why(why: MoveWhy) -> &'static str {
    match why {
        MoveWhy::Deployed => "is deployed",
        MoveWhy::Revealed => "comes out of ambush",
        MoveWhy::Arrived => "arrives",
        MoveWhy::Manoeuvred => "moves",
        MoveWhy::Charged => "charges home",
        MoveWhy::SteppedForward => "steps forward",
        MoveWhy::Intercepted => "intercepts",
        MoveWhy::Evaded => "evades",
        MoveWhy::TurnedToFace => "turns to face",
        MoveWhy::Conformed => "conforms",
        MoveWhy::Reformed => "reforms",
        MoveWhy::Fed => "feeds bases into the melee",
        MoveWhy::ClosedRanks => "closes ranks",
        MoveWhy::BrokeOff => "breaks off",
        MoveWhy::FacedAbout => "faces about",
        MoveWhy::Routed => "routs",
        MoveWhy::Pursued => "pursues",
        MoveWhy::MadeRoom => "makes room",
        #[allow(unreachable_patterns)]
        _ => "moves",
    }
}

/// A part of a move.
pub fn leg(rules: &Rules, leg: &Leg) -> String {
    match leg {
        Leg::Advance { distance } => format!("ahead {}", length(rules, *distance)),
        Leg::Wheel { hand: to, degrees } => format!("wheel {} {degrees:.1}°", hand(*to)),
        Leg::Shift { right } if *right < 0.0 => format!("shift left {}", length(rules, -right)),
        Leg::Shift { right } => format!("shift right {}", length(rules, *right)),
        Leg::Turn(Turn::Left) => "turn left".to_owned(),
        Leg::Turn(Turn::Right) => "turn right".to_owned(),
        Leg::Turn(Turn::About) => "turn about".to_owned(),
        other => plain(&Names::default(), other),
    }
}

pub fn choice(rules: &Rules, state: &State, names: &Names, choice: &Choice) -> String {
    match choice {
        Choice::Proceed => proceeding(state).to_owned(),
        Choice::Concede { side } => format!("{} concedes", side.name()),
        Choice::TimeOut => "time is out".to_owned(),
        Choice::Movement(choice) => movement_words(rules, names, choice),
        Choice::Impact(choice) => impact_words(rules, state, names, choice),
        Choice::SetUp(choice) => set_up_words(rules, names, choice),
        Choice::Align(choice) => align_words(names, choice),
        Choice::Shooting(choice) => shooting_words(names, choice),
        Choice::Combat(choice) => combat_words(names, choice),
        Choice::Cohesion(choice) => match choice {
            CohesionChoice::Lose(removal) => {
                let from = removal
                    .from
                    .map_or(String::new(), |to| format!(", the line closing from the {}", hand(to)));
                format!("lose {}{from}", base_name(names, removal.base))
            }
            CohesionChoice::TestNext(id) => format!("{} tests next", group_name(names, *id)),
        },
        Choice::Rout(choice) => rout_words(names, choice),
        Choice::Joint(choice) => joint_words(rules, names, choice),
    }
}

fn movement_words(rules: &Rules, names: &Names, choice: &MovementChoice) -> String {
    match choice {
        MovementChoice::Move(order) => order_words(rules, names, order),
        MovementChoice::EndMoves => "move nothing more".to_owned(),
        MovementChoice::Stay => "stay".to_owned(),
        MovementChoice::Reveal { .. } => "reveal the ambush".to_owned(),
        MovementChoice::Commander(order) => commander_goes(rules, names, order),
        MovementChoice::Answer(answer) => match answer {
            Answer::Stand => "stand",
            Answer::EvadeToRear => "evade to the rear",
            Answer::EvadeAway => "evade away from them",
            Answer::TurnBases => "turn the bases in contact",
            Answer::TurnAll => "turn the whole group",
        }
        .to_owned(),
    }
}

fn commander_goes(rules: &Rules, names: &Names, order: &CommanderMove) -> String {
    let who = commander_name(names, order.commander);
    match order.join {
        Some(group) => format!("{who} joins {}", group_name(names, group)),
        None => format!("{who} goes to {}", at(rules, &order.to)),
    }
}

fn impact_words(rules: &Rules, state: &State, names: &Names, choice: &ImpactChoice) -> String {
    let group = |id: &GroupId| group(Some(state), names, *id);
    match choice {
        ImpactChoice::Declare { group, path } => {
            format!("{} charges{}", group_name(names, *group), path_words(rules, path))
        }
        ImpactChoice::EndDeclarations => "declare no more charges".to_owned(),
        ImpactChoice::EvadeOrStand { group: id, evade: true } => format!("{} evades", group(id)),
        ImpactChoice::EvadeOrStand { group: id, evade: false } => format!("{} stands", group(id)),
        ImpactChoice::Intercept { group: id, charger, how } => match how {
            Interception::Cross { distance } => {
                format!(
                    "{} goes {} across the path of {}",
                    group(id),
                    length(rules, distance.0),
                    group(charger)
                )
            }
            Interception::Strike => format!("{} strikes {} in the flank", group(id), group(charger)),
        },
        ImpactChoice::EndInterceptions => "nobody else intercepts".to_owned(),
        ImpactChoice::MoveCharge { group: id } => format!("{} charges next", group(id)),
        ImpactChoice::Chase { path } => format!("goes on{}", path_words(rules, path)),
        ImpactChoice::StepInto { groups: set } if set.is_empty() => "step into nobody else".to_owned(),
        ImpactChoice::StepInto { groups: set } => format!("step forward into {}", groups(names, *set)),
        ImpactChoice::TurnBase { base } => format!("{} turns to face", base_name(names, *base)),
        ImpactChoice::Evade(order) => evade_words(names, order),
    }
}

fn path_words(rules: &Rules, path: &ChargePath) -> String {
    let before = if path.ahead.0 > 0.0 {
        format!(" {} ahead, then", length(rules, path.ahead.0))
    } else {
        String::new()
    };
    let wheel = match path.wheel {
        Some((to, angle)) => format!("{before} wheeling {} {:.1}°", hand(to), angle.0),
        None => " straight ahead".to_owned(),
    };
    let drop = path.drop.map_or(String::new(), |to| format!(", the {} file dropping back", hand(to)));
    format!("{wheel}{drop}")
}

fn evade_words(names: &Names, order: &EvadeOrder) -> String {
    format!(
        "{} evades: {}, {}",
        group_name(names, order.group),
        plain(names, &order.to),
        plain(names, &order.turn)
    )
}

fn set_up_words(rules: &Rules, names: &Names, choice: &SetUpChoice) -> String {
    match choice {
        SetUpChoice::Territory(territory) => territory.name().to_owned(),
        SetUpChoice::Compulsory(pick) => pick_words(pick),
        SetUpChoice::Further(picks) => picks.iter().map(pick_words).collect::<Vec<_>>().join(", "),
        SetUpChoice::Lay(_) => "lay it here".to_owned(),
        SetUpChoice::CannotLay => "it has no place".to_owned(),
        SetUpChoice::Adjust(how) => match how {
            Adjustment::Leave => "leave it".to_owned(),
            Adjustment::Remove => "remove it".to_owned(),
            Adjustment::Slide { by } => {
                let units = |value: f64| (value / rules.mu * 10.0).round() / 10.0;
                format!("slide it {} MU east, {} MU north", units(by.x), units(by.y))
            }
            Adjustment::Pivot { degrees, .. } => format!("turn it by {degrees:.0}°"),
        },
        SetUpChoice::Fortify(poses) if poses.is_empty() => "place no fortifications".to_owned(),
        SetUpChoice::Fortify(poses) => {
            format!(
                "{} pieces from {}",
                poses.len(),
                poses.first().map_or(String::new(), |pose| at(rules, pose))
            )
        }
        SetUpChoice::Camp(pose) => format!("the camp at {}", at(rules, pose)),
        SetUpChoice::Markers(markers) if markers.is_empty() => "no ambush".to_owned(),
        SetUpChoice::Markers(markers) => {
            let one = |marker: &MarkerAt| {
                let what = marker.group.map_or("a dummy".to_owned(), |group| group_name(names, group));
                format!("{what} at {}", at(rules, &marker.at))
            };
            format!("in ambush: {}", markers.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        SetUpChoice::Marches(marches) if marches.is_empty() => "no outflanking march".to_owned(),
        SetUpChoice::Marches(marches) => {
            let one = |march: &Outflank| {
                let leader = commander_name(names, march.commander);
                format!("{leader} with {} round the {}", groups(names, march.groups), hand(march.flank))
            };
            marches.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        SetUpChoice::Deploy(deployed) | SetUpChoice::Arrive(deployed) if deployed.is_empty() => {
            "nobody".to_owned()
        }
        SetUpChoice::Deploy(deployed) | SetUpChoice::Arrive(deployed) => {
            let one =
                |one: &Deployed| format!("{} at {}", group_name(names, one.group), at(rules, &one.front));
            deployed.iter().map(one).collect::<Vec<_>>().join("; ")
        }
        SetUpChoice::Dismount(set) if set.is_empty() => "nobody dismounts".to_owned(),
        SetUpChoice::Dismount(set) => format!("{} dismount", groups(names, *set)),
        SetUpChoice::Commanders(placed) => {
            let one = |one: &CommanderAt| {
                let with =
                    one.with.map_or("alone".to_owned(), |group| format!("with {}", group_name(names, group)));
                format!("{} {with}", commander_name(names, one.commander))
            };
            placed.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        SetUpChoice::Reveal(deployed) => {
            format!("{} wide, facing {:.0}°", deployed.files, deployed.front.facing.to_compass())
        }
        SetUpChoice::RevealOwn { marker } => format!("reveal marker {}", marker + 1),
        SetUpChoice::Evade(order) => evade_words(names, order),
        #[allow(unreachable_patterns)]
        other => plain(names, other),
    }
}

pub(super) fn pick_words(pick: &Pick) -> String {
    match pick {
        Pick::River => "a river".to_owned(),
        Pick::Coast => "a coast".to_owned(),
        Pick::Road => "a road".to_owned(),
        Pick::Area { kind, size, covering } => {
            let large = if *size == Size::Large { "large " } else { "" };
            let covered =
                covering.map_or(String::new(), |kind| format!(" with {}", plain(&Names::default(), &kind)));
            format!("{large}{}{covered}", plain(&Names::default(), kind))
        }
    }
}

fn align_words(names: &Names, choice: &AlignChoice) -> String {
    match choice {
        AlignChoice::Reform { group, like } => {
            format!("{} reforms, facing as {}", group_name(names, *group), base_name(names, *like))
        }
        AlignChoice::Leave { group } => format!("{} stays as it is", group_name(names, *group)),
        AlignChoice::Conform { group, way } => {
            format!("{} conforms, way {}", group_name(names, *group), way + 1)
        }
        AlignChoice::Feed { group, change } => match change {
            Feeding::Expand { hand: to, .. } => {
                format!("{} expands to the {}", group_name(names, *group), hand(*to))
            }
            Feeding::Contract { hand: to } => {
                format!("{} contracts from the {}", group_name(names, *group), hand(*to))
            }
        },
        AlignChoice::EndFeeding => "feed no more bases".to_owned(),
    }
}

fn shooting_words(names: &Names, choice: &ShootingChoice) -> String {
    match choice {
        ShootingChoice::Side { group, side } => {
            format!("{} shoots from its {} side", group_name(names, *group), hand(*side))
        }
        ShootingChoice::Hand { group, hand: to } => {
            format!("{} shoots to the {}", group_name(names, *group), hand(*to))
        }
        ShootingChoice::LessAt { group, target } => {
            format!("{} has a die less at {}", group_name(names, *group), group_name(names, *target))
        }
        ShootingChoice::Shoot { target } => format!("shoot at {}", group_name(names, *target)),
    }
}

fn combat_words(names: &Names, choice: &CombatChoice) -> String {
    match choice {
        CombatChoice::FrontRank { commander, displaced: Some(base) } => {
            format!(
                "{} fights in front, in the place of {}",
                commander_name(names, *commander),
                base_name(names, *base)
            )
        }
        CombatChoice::FrontRank { commander, displaced: None } => {
            format!("{} stays behind", commander_name(names, *commander))
        }
        CombatChoice::Pair(pairs) => {
            let one = |pair: &[BaseId; 2]| {
                format!("{} against {}", base_name(names, pair[0]), base_name(names, pair[1]))
            };
            pairs.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        CombatChoice::LoseAgainst { group, against } => {
            format!("{} has a die less against {}", group_name(names, *group), group_name(names, *against))
        }
        CombatChoice::Overlap { base, on } => {
            format!("{} overlaps {}", base_name(names, *base), base_name(names, *on))
        }
    }
}

fn rout_words(names: &Names, choice: &RoutChoice) -> String {
    match choice {
        RoutChoice::Pursue { group, pursue: true } => format!("{} pursues", group_name(names, *group)),
        RoutChoice::Pursue { group, pursue: false } => format!("{} stays", group_name(names, *group)),
        RoutChoice::MoveNext(group) => format!("{} moves next", group_name(names, *group)),
        RoutChoice::AtGround { stop: true } => "stop at its edge".to_owned(),
        RoutChoice::AtGround { stop: false } => "go on into it".to_owned(),
        RoutChoice::AtEnemy { halt: true } => "halt 1 MU away".to_owned(),
        RoutChoice::AtEnemy { halt: false } => "make contact".to_owned(),
        RoutChoice::Meet { evade: true } => "evade".to_owned(),
        RoutChoice::Meet { evade: false } => "stand".to_owned(),
        RoutChoice::Sense(to) => format!("to the {}", hand(*to)),
        RoutChoice::Evade(order) => evade_words(names, order),
        other => plain(names, other),
    }
}

fn joint_words(rules: &Rules, names: &Names, choice: &JointChoice) -> String {
    match choice {
        JointChoice::TryToStop { group } => format!("{} tries to stop", group_name(names, *group)),
        JointChoice::GoOn { group } => format!("{} goes on", group_name(names, *group)),
        JointChoice::Commander(order) => commander_goes(rules, names, order),
        JointChoice::EndCommanders => "no commander moves any more".to_owned(),
        JointChoice::Rally { commander } => {
            format!("{} rallies his group", commander_name(names, *commander))
        }
        JointChoice::EndRallies => "nobody else rallies".to_owned(),
        JointChoice::StayBehind { commander } => {
            format!("{} lets it rout without him", commander_name(names, *commander))
        }
        JointChoice::RoutAlong { commander } => format!("{} goes with it", commander_name(names, *commander)),
    }
}

fn order_words(rules: &Rules, names: &Names, order: &MoveOrder) -> String {
    let legs: Vec<String> = order.legs.iter().map(|part| leg(rules, part)).collect();
    format!("{}: {}", groups(names, order.who), legs.join(", "))
}

/// What a step that nobody decides does.
fn proceeding(state: &State) -> &'static str {
    use Stage::*;
    match state.stage {
        Stage::SetUp => "the dice of the set-up",
        Marches => "roll for a march",
        ChargeTests => "test to charge",
        ShockTests => "test not to charge",
        EvadeOrStand => "test to stand",
        FragmentedTests | UncoveredTests => "test for being charged",
        Evades => "evade",
        ChargeMoves => "the charge moves",
        Fight => "the fight",
        Shoot => "the shooting",
        Tests => "a cohesion test",
        DeathRolls => "a death roll",
        CommanderRisks => "the commander's risk",
        CampAssaults => "the assault on the camp",
        SeenTests => "a test for what was seen",
        InitialRouts | RoutersMove => "the rout",
        InitialPursuits => "the pursuit",
        Conform => "conform",
        Sack => "the camp is sacked",
        ScythedRemoval => "scythed chariots are removed",
        BreakOffs => "break off",
        StopTests => "test to stop",
        Rally | RallyAnswer => "rally",
        Removal => "removal",
        ArmyCheck => "the army breaks",
        _ => "go on",
    }
}

pub fn prompt(rules: &Rules, state: &State, names: &Names, prompt: &Prompt) -> String {
    let _ = (rules, state);
    plain(names, prompt)
}

pub fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Impact => "impact",
        Phase::Manoeuvre => "manoeuvre",
        Phase::Shooting => "shooting",
        Phase::Melee => "melee",
        Phase::Joint => "joint action",
    }
}

/// `turn 3, red: impact phase`.
pub fn moment(state: &State) -> String {
    match state.phase {
        Phase::SetUp => "set-up".to_owned(),
        phase => format!("{}: {} phase, {}", turn(state), phase_word(phase), stage_word(state.stage)),
    }
}

pub fn turn(state: &State) -> String {
    match state.phase {
        Phase::SetUp => "set-up".to_owned(),
        _ => format!("turn {}, {}", state.turn, state.active.name()),
    }
}

fn stage_word(stage: Stage) -> String {
    plain(&Names::default(), &stage)
}

/// One line for a group: what it is, where it stands, how it is.
pub fn group_line(rules: &Rules, state: &State, names: &Names, id: GroupId) -> String {
    let group = state.group(id);
    let look = Look::new(rules, state);
    let troops: Vec<String> = group.kinds().iter().map(|troop| troop.to_string()).collect();
    let what = format!(
        "{} {}: {} {} {}",
        group.side.name(),
        group_name(names, id),
        troops.join(" + "),
        group.quality.name(),
        group.training.name()
    );
    if group.place != Place::Table {
        return format!("{what}, {}", place_word(group.place));
    }
    let block = look.block(id);
    let array = look.array(id);
    let strength = state.strength(id);
    format!(
        "{what}, {strength} of {} bases, {} files, front {}, {}",
        group.original,
        array.files(),
        at(rules, &block.pose),
        cohesion(group.cohesion)
    )
}

/// Where a commander has come to, with the group.
fn commander_is(names: &Names, place: CommanderPlace) -> String {
    match place {
        CommanderPlace::With(group) => format!("is with {}", group_name(names, group)),
        CommanderPlace::Front { group, .. } => {
            format!("fights in the front rank of {}", group_name(names, group))
        }
        CommanderPlace::Alone => "is alone".to_owned(),
        CommanderPlace::Lost => "is lost".to_owned(),
        other => format!("is {}", commander_word(other)),
    }
}

pub fn commander_line(state: &State, names: &Names, id: CommanderId) -> String {
    let commander = state.commander(id);
    let with = commander.with().map_or(String::new(), |group| format!(" {}", group_name(names, group)));
    format!(
        "{} {}: {} commander, {}{with}",
        commander.side.name(),
        commander_name(names, id),
        plain(names, &commander.grade),
        commander_word(commander.place)
    )
}
