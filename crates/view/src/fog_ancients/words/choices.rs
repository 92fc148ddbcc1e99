//! Choices in words.

use super::{at, group, groups, hand, kind_word, length};
use crate::fog_ancients::plain::plain;
use crate::fog_ancients::{base_name, commander_name, group_name};
use crate::told::Names;
use aelian_fog_ancients::align::{AlignChoice, Feeding};
use aelian_fog_ancients::cohesion::CohesionChoice;
use aelian_fog_ancients::combat::CombatChoice;
use aelian_fog_ancients::field::Size;
use aelian_fog_ancients::impact::evade::EvadeOrder;
use aelian_fog_ancients::impact::{ChargePath, ImpactChoice, Interception};
use aelian_fog_ancients::joint::JointChoice;
use aelian_fog_ancients::movement::{Answer, CommanderMove, Leg, MoveOrder, MovementChoice, Turn};
use aelian_fog_ancients::rout::RoutChoice;
use aelian_fog_ancients::setup::{Adjustment, CommanderAt, Deployed, MarkerAt, Outflank, Pick, SetUpChoice};
use aelian_fog_ancients::shooting::ShootingChoice;
use aelian_fog_ancients::stage::Stage;
use aelian_fog_ancients::{BaseId, Choice, GroupId, Rules, State};
use aelian_geometry::{Facing, Vec2};

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

fn order_words(rules: &Rules, names: &Names, order: &MoveOrder) -> String {
    let legs: Vec<String> = order.legs.iter().map(|part| leg(rules, part)).collect();
    format!("{}: {}", groups(names, order.who), legs.join(", "))
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
        Leg::Expand { left, right } => format!("expand {}", ends(*left, *right)),
        Leg::Contract { left, right } => format!("contract {}", ends(*left, *right)),
        Leg::FormOrb => "form orb".to_owned(),
        Leg::LeaveOrb { .. } => "leave orb".to_owned(),
        Leg::PlaceDefences => "place portable defences".to_owned(),
        Leg::LiftDefences => "lift portable defences".to_owned(),
    }
}

/// `by 1 base on the left`.
fn ends(left: u8, right: u8) -> String {
    let bases = |count: u8| if count == 1 { "1 base".to_owned() } else { format!("{count} bases") };
    match (left, right) {
        (count, 0) => format!("by {} on the left", bases(count)),
        (0, count) => format!("by {} on the right", bases(count)),
        (left, right) => format!("by {} on the left and {} on the right", bases(left), bases(right)),
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
                format!("slide it {} MU, {}", units(by.length()), wind(*by))
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
        SetUpChoice::Deploy(deployed) if deployed.is_empty() => "nobody".to_owned(),
        SetUpChoice::Arrive(deployed) if deployed.is_empty() => "nobody comes yet".to_owned(),
        SetUpChoice::Deploy(deployed) => format!("deploy {}", named(names, deployed)),
        SetUpChoice::Arrive(deployed) => format!("bring {}", named(names, deployed)),
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
    }
}

/// Where to a way leads.
fn wind(by: Vec2) -> &'static str {
    const WINDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    WINDS[(Facing::along(by).to_compass() / 45.0).round() as usize % 8]
}

/// Groups that are put on the table, with how they are drawn up.
fn named(names: &Names, deployed: &[Deployed]) -> String {
    let one = |one: &Deployed| format!("{} {} wide", group_name(names, one.group), one.files);
    deployed.iter().map(one).collect::<Vec<_>>().join(", ")
}

pub fn pick_words(pick: &Pick) -> String {
    match pick {
        Pick::River => "a river".to_owned(),
        Pick::Coast => "a coast".to_owned(),
        Pick::Road => "a road".to_owned(),
        Pick::Area { kind, size, covering } => {
            let large = if *size == Size::Large { "large " } else { "" };
            let covered = covering.map_or(String::new(), |kind| format!(" with {}", kind_word(kind)));
            format!("{large}{}{covered}", kind_word(*kind))
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
        CombatChoice::Opponent { base, on } => {
            format!("{} fights {}", base_name(names, *base), base_name(names, *on))
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
