//! Words for facts, events, choices and questions.

use super::plain::plain;
use super::{base_name, commander_name, commander_word, group_name, place_word};
use crate::told::Names;
use aelian_fog_ancients::choice::Prompt;
use aelian_fog_ancients::event::MoveWhy;
use aelian_fog_ancients::field::{Level, TableEdge};
use aelian_fog_ancients::impact::ImpactChoice;
use aelian_fog_ancients::movement::{Leg, MoveOrder, MovementChoice, Turn};
use aelian_fog_ancients::stage::{Phase, Stage};
use aelian_fog_ancients::state::{Cohesion, Place};
use aelian_fog_ancients::tables::Disorder;
use aelian_fog_ancients::{BaseId, Choice, CommanderId, Event, Fact, GroupId, GroupSet, Look, Rules, State};
use aelian_geometry::{Hand, Pose};

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
            format!("{} is {}", commander_name(names, *commander), commander_word(*place))
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
        Event::Pursues(pursuit) => format!("{} pursues {}", group(&pursuit.pursuer), group(&pursuit.quarry)),
        Event::PursuitOver(pursuit) => format!("{} pursues no longer", group(&pursuit.pursuer)),
        Event::CampIs { side, camp } if camp.sacked => format!("the camp of {} is sacked", side.name()),
        Event::CampIs { side, .. } => format!("{} pitches its camp", side.name()),
        Event::WorkPlaced(work) => format!("{} places fortifications", work.side.name()),
        Event::WorkGone(_) => "defences are gone".to_owned(),
        Event::SetUp(event) => plain(names, event),
        #[allow(unreachable_patterns)] // Events that have no words of their own yet.
        other => plain(names, other),
    }
}

fn piece_word(piece: &aelian_fog_ancients::field::Piece) -> String {
    use aelian_fog_ancients::field::Piece;
    match piece {
        Piece::Area(area) => format!("{:?}", area.kind),
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
        Choice::Movement(MovementChoice::Move(order)) => order_words(rules, names, order),
        Choice::Movement(MovementChoice::EndMoves) => "move nothing more".to_owned(),
        Choice::Movement(MovementChoice::Stay) => "stay".to_owned(),
        Choice::Impact(ImpactChoice::Declare { group, path }) => {
            let mut text = format!("{} charges", group_name(names, *group));
            match path.wheel {
                Some((to, angle)) => {
                    if path.ahead.0 > 0.0 {
                        text.push_str(&format!(", ahead {}", length(rules, path.ahead.0)));
                    }
                    text.push_str(&format!(", wheeling {} {:.1}°", hand(to), angle.0));
                }
                None => text.push_str(" straight ahead"),
            }
            text
        }
        Choice::Impact(ImpactChoice::EndDeclarations) => "declare no more charges".to_owned(),
        Choice::SetUp(choice) => plain(names, choice),
        Choice::Impact(choice) => plain(names, choice),
        Choice::Movement(choice) => plain(names, choice),
        Choice::Align(choice) => plain(names, choice),
        Choice::Shooting(choice) => plain(names, choice),
        Choice::Combat(choice) => plain(names, choice),
        Choice::Cohesion(choice) => plain(names, choice),
        Choice::Rout(choice) => plain(names, choice),
        Choice::Joint(choice) => plain(names, choice),
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
