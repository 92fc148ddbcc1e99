//! Words for facts, events, choices and questions.

mod facts;

pub use facts::reason;

use super::place_word;
use crate::told::Names;
use aelian_blood_and_blades::army::HalfPoints;
use aelian_blood_and_blades::army::homeland::plain_name;
use aelian_blood_and_blades::choice::{
    ColumnForm, ColumnLeg, Command, ExtendAt, ExtendMethod, Laying, Leg, Manoeuvre, Order, Pick, PickKind,
    Reach,
};
use aelian_blood_and_blades::event::{MoveWhy, MovedAs, Step};
use aelian_blood_and_blades::fact::{Difference, OutcomeKind, TotalStage};
use aelian_blood_and_blades::field::{Piece, Size, TableEdge};
use aelian_blood_and_blades::ground::Going;
use aelian_blood_and_blades::setup::SetUpEvent;
use aelian_blood_and_blades::state::{Answer, Moved, RetreatKind, Stage};
use aelian_blood_and_blades::{BaseId, BaseSet, Choice, Event, Fact, Prompt, Rules, State};
use aelian_geometry::{Hand, Pose};

/// A base with its name and what it is.
pub fn base(state: Option<&State>, names: &Names, id: BaseId) -> String {
    match state.and_then(|state| state.bases.get(id.index())) {
        Some(base) => format!("{} ({})", names.of(id.number()), base.troop),
        None => names.of(id.number()),
    }
}

fn name(names: &Names, id: BaseId) -> String {
    names.of(id.number())
}

pub fn list(names: &Names, bases: BaseSet) -> String {
    let named: Vec<String> = bases.iter().map(|id| name(names, id)).collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

pub fn mm(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded} mm")
}

/// A length in mm and in MU.
pub fn length(rules: &Rules, value: f64) -> String {
    let units = (value / rules.mu * 100.0).round() / 100.0;
    format!("{} ({units} MU)", mm(value))
}

pub fn going(going: Going) -> &'static str {
    match going {
        Going::Good => "good going",
        Going::Rough => "rough going",
        Going::Difficult => "difficult going",
        Going::Impassable => "impassable ground",
    }
}

pub fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn at(pose: &Pose) -> String {
    let degrees = (pose.facing.to_compass() * 10.0).round() / 10.0;
    format!("({:.1}, {:.1}) facing {degrees}°", pose.at.x, pose.at.y)
}

pub fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", -value) } else { format!("+{value}") }
}

/// A fact; without a state, bases go by their names alone.
pub fn fact(rules: &Rules, state: Option<&State>, names: &Names, fact: &Fact) -> String {
    let base = |id: &BaseId| base(state, names, *id);
    match fact {
        Fact::Rule => String::new(),
        Fact::NotAsked => {
            let moment = state.map_or(String::new(), |state| format!(": {}", moment(state)));
            format!("this is not the question that is asked now{moment}")
        }
        Fact::NoSuchBase(id) => format!("there is no base {id}"),
        Fact::NotYours(id) => format!("{} is not yours to command", base(id)),
        Fact::NotOnTable(id) => format!("{} is not on the table", base(id)),
        Fact::Base(id) => base(id),
        Fact::Bases(bases) => list(names, *bases),
        Fact::Pair { base: one, other } => format!("{} and {}", base(one), base(other)),
        Fact::Instead { of, base: named } => format!("{} instead of {}", base(named), list(names, *of)),
        Fact::Side(side) => side.name().to_owned(),
        Fact::TroopIs { base: id, .. } => format!("{} is what it is", base(id)),
        Fact::TooFar { used, allowed } => {
            format!("{} needed, {} allowed", length(rules, *used), length(rules, *allowed))
        }
        Fact::TooShort { used, least } if *least <= 0.0 => format!("{} is no way", length(rules, *used)),
        Fact::TooShort { used, least } => {
            format!("{} is less than {}", length(rules, *used), length(rules, *least))
        }
        Fact::Beyond { base: id, by } => format!("{} is {} out of its zone", base(id), length(rules, *by)),
        Fact::Allowance { base: id, going: ground, distance } => {
            format!("{} in {}: {}", base(id), going(*ground), length(rules, *distance))
        }
        Fact::Distance { from, to, distance } => {
            format!("{} from {}: {}", base(to), base(from), length(rules, *distance))
        }
        Fact::Angle { degrees, most } => format!("{degrees:.1}°, at most {most:.1}°"),
        Fact::Cost { cost, left } => format!("costs {cost} PIG, {left} left"),
        Fact::CostItem { pigs } => format!("{} PIG", signed(i32::from(*pigs))),
        Fact::BlockedBy(id) => format!("{} is in the way", base(id)),
        Fact::OffTable { base: id, edge } => {
            format!("{} would cross the {} table edge", base(id), format!("{edge:?}").to_lowercase())
        }
        Fact::Edge(edge) => format!("the {edge:?} edge").to_lowercase(),
        Fact::Pick(kind) => plain_name(*kind).to_owned(),
        Fact::Terrain { base: id, kind } => format!("{} in {kind:?}", base(id)),
        Fact::StopsBefore { base: id, going: ground } => {
            format!("{} stops before {}", base(id), going(*ground))
        }
        Fact::Halts { base: id, going: ground, after, allowed } => {
            let [after, allowed] = [after, allowed].map(|value| length(rules, *value));
            format!("{} stops before {}, {after} away, {allowed} allowed in it", base(id), going(*ground))
        }
        Fact::Strays { base: id, distance, most } => {
            format!("{} is {} away, not less than {}", base(id), mm(*distance), mm(*most))
        }
        Fact::OffLine { base: id, aside, degrees } => {
            format!("{} stands {} beside the line and looks {degrees:.1}° off it", base(id), mm(*aside))
        }
        Fact::Began { base: id, other, by } => {
            format!("{} began {} on the wrong side of {}", base(id), mm(*by), base(other))
        }
        Fact::Unmoved(bases) => format!("{}: nobody needs their room", list(names, *bases)),
        Fact::MoreShooters { base: id, count, most } => {
            format!("{}: +{count} for more shooters, +{most} at most", base(id))
        }
        Fact::Pursues { base: id, distance, least, most } => {
            format!("{} goes {}, of {} to {}", base(id), mm(*distance), mm(*least), mm(*most))
        }
        Fact::GoingIs { base: id, going: ground } => format!("{} is in {}", base(id), going(*ground)),
        Fact::InZone { base: id, of } => format!("{} is in the zone of control of {}", base(id), base(of)),
        Fact::InGap { base: id, between: (one, two) } => {
            format!("{} is in the gap between {} and {}", base(id), base(one), base(two))
        }
        Fact::Count { found, least, most } if (least..=most).contains(&found) => {
            format!("{found}, of {least} to {most}")
        }
        Fact::Count { found, least, most } => format!("{found}, but from {least} to {most} are allowed"),
        Fact::Corners { shooter, target, corners } => {
            format!("{corners} corners of {} in the zone of {}", base(target), base(shooter))
        }
        Fact::Factor { base: id, value } => format!("{}: combat factor {value}", base(id)),
        Fact::Advantage { base: id, value } => format!("{}: {}", base(id), signed(*value)),
        Fact::GradeAdjustment { base: id, grade, value } => {
            format!("{}: {} for grade {grade:?}", base(id), signed(*value))
        }
        Fact::Cohesion { base: id, value } => format!("{}: {} for cohesion", base(id), signed(*value)),
        Fact::BothTotals { red, blue } => format!("red {red}, blue {blue}"),
        Fact::Totals { base: id, other, base_total, other_total, stage } => {
            let stage = match stage {
                TotalStage::First => "first",
                TotalStage::Second => "second",
                TotalStage::Final => "final",
            };
            format!("{stage} totals: {} {base_total}, {} {other_total}", base(id), base(other))
        }
        Fact::Die { base: id, face } => format!("{} throws {face}", base(id)),
        Fact::OutcomeRow { loser, winner, difference, outcome } => {
            let difference = match difference {
                Difference::None => "no difference",
                Difference::Small => "small difference",
                Difference::Big => "big difference",
                Difference::VeryBig => "very big difference",
            };
            let outcome = match outcome {
                OutcomeKind::NoEffect => "no effect",
                OutcomeKind::Recoil => "recoils",
                OutcomeKind::Flee => "flees",
                OutcomeKind::Spent => "is spent",
                OutcomeKind::Destroyed => "is destroyed",
            };
            format!("{} against {winner:?}, {difference}: {outcome}", base(loser))
        }
        Fact::Losses { side, halves, reference } => format!(
            "{} has lost {} of {reference} points; it routs at {:.2}",
            side.name(),
            f64::from(*halves) / 2.0,
            f64::from(*reference) / 3.0
        ),
        Fact::Recoil { base: id, wanted, made } => {
            format!("{} goes back {} of {}", base(id), mm(*made), mm(*wanted))
        }
        Fact::Makes { base: id, kind } => format!("{} must {}", base(id), retreat(*kind)),
        Fact::Number { value } => format!("{}", (value * 100.0).round() / 100.0),
        Fact::HouseValue { setting } => format!("house value `{setting}`: the book's text is lost"),
        Fact::Word(text) => text.clone(),
        Fact::Enlisted { .. }
        | Fact::Points { .. }
        | Fact::Homeland(_)
        | Fact::CoverMissing { .. }
        | Fact::Years { .. }
        | Fact::ProgramLimit { .. }
        | Fact::ListLine { .. }
        | Fact::NotOffered { .. }
        | Fact::Halves { .. } => army_fact(fact),
    }
}

/// Facts about armies need no table to be told.
pub fn army_fact(fact: &Fact) -> String {
    match fact {
        Fact::Enlisted { at, troop } => format!("base {at}, {troop}"),
        Fact::Points { halves, most } => {
            format!("{} AP of at most {} AP", HalfPoints(*halves), HalfPoints(*most))
        }
        Fact::Homeland(kind) => plain_name(*kind).to_owned(),
        Fact::CoverMissing { hill, cover } => {
            format!("{} without {} in the list", plain_name(*hill), plain_name(*cover))
        }
        Fact::Years { from, to } => format!("{from} BC to {to} BC"),
        Fact::ProgramLimit { found, most } => {
            format!("{found} bases; this program holds at most {most} on a side, the book sets no limit")
        }
        Fact::ListLine { line, found, least, most } => {
            format!("line {line}: {found}, but from {least} to {most} are allowed")
        }
        Fact::NotOffered { line, at, troop } if line.is_empty() => {
            format!("base {at}, {troop}, names no line of the list")
        }
        Fact::NotOffered { line, at, troop } => {
            format!("base {at}, {troop}, is not offered by line {line}")
        }
        Fact::Halves { line, front, support } => {
            format!("line {line}: {front} in front and {support} supporting")
        }
        Fact::Count { found, least, most } => format!("{found}, but from {least} to {most} are allowed"),
        Fact::Word(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

fn retreat(kind: RetreatKind) -> &'static str {
    match kind {
        RetreatKind::Recoil => "recoil",
        RetreatKind::Flee => "flee",
        RetreatKind::Withdraw => "withdraw",
    }
}

pub fn event(rules: &Rules, state: &State, names: &Names, event: &Event) -> String {
    let base = |id: &BaseId| base(Some(state), names, *id);
    match event {
        Event::Placed { base: id, pose, hidden } => {
            format!("{} is placed{} at {}", base(id), if *hidden { " in ambush" } else { "" }, at(pose))
        }
        Event::Appears { base: id, seen } => {
            format!("{} ({}) comes into view at {}", names.of(id.number()), seen.troop, at(&seen.pose))
        }
        Event::BattleBegins { reference } => {
            format!("the battle begins; reference levels red {}, blue {}", reference[0], reference[1])
        }
        Event::Enters(step) => format!("{} next", step_word(*step)),
        Event::BoundEnds => "the bound ends".to_owned(),
        Event::Ends(ending) => match ending.winner {
            Some(side) => format!("{} wins ({})", side.name(), ending.cause),
            None => format!("a draw ({})", ending.cause),
        },
        Event::RainStarts => "rain starts".to_owned(),
        Event::RainStops => "rain stops for good".to_owned(),
        Event::RainGoesOn { muddy } => {
            if *muddy {
                "it rains; unpaved roads are muddy".to_owned()
            } else {
                "it rains".to_owned()
            }
        }
        Event::RoadsMuddy => "unpaved roads are muddy from now on".to_owned(),
        Event::Wind { towards } => format!("the wind blows towards {:.0}°", towards.to_compass()),
        Event::DuskFalls => "dusk falls".to_owned(),
        Event::SunStands { over } => {
            format!("the sun stands over the {} edge", format!("{over:?}").to_lowercase())
        }
        Event::Dazzle(dazzle) => if *dazzle { "the sun dazzles" } else { "no dazzle" }.to_owned(),
        Event::PigsThrown { side, pigs } => format!("{} has {pigs} PIGs", side.name()),
        Event::PigsSpent { side, cost, rebate } => {
            format!(
                "{} spends {cost} PIG{}",
                side.name(),
                if *rebate { " (with the general's rebate)" } else { "" }
            )
        }
        Event::Halted(id) => format!("{} is halted", base(id)),
        Event::Moved { base: id, to, why, .. } => format!("{} {} to {}", base(id), moved(*why), at(to)),
        Event::CountsAs { base: id, moved, distance } => {
            format!(
                "{} counts as having made {} move of {}",
                base(id),
                match moved {
                    MovedAs::Tactical => "a tactical",
                    MovedAs::Far => "a far",
                    MovedAs::Impetuous => "an impetuous",
                },
                length(rules, *distance)
            )
        }
        Event::PackMoved(id) => format!("{} has moved in a pack", base(id)),
        Event::ColumnBent { bases, .. } => {
            format!("{} stand in a bent column", list(names, bases.iter().copied().collect()))
        }
        Event::ColumnsStraight(_) => String::new(),
        Event::VehiclesLost(id) => format!("{} loses its vehicles", base(id)),
        Event::Revealed(id) => format!("{} is revealed", base(id)),
        Event::RushDone(id) => format!("{} has made its impetuous move", base(id)),
        Event::TargetDeclared { shooter, target: Some(target) } => {
            format!("{} will shoot at {}", base(shooter), base(target))
        }
        Event::TargetDeclared { shooter, target: None } => format!("{} gives up its shot", base(shooter)),
        Event::Shot { shooters, target } => {
            let shoot = if shooters.len() == 1 { "shoots" } else { "shoot" };
            format!("{} {shoot} at {}", list(names, *shooters), base(target))
        }
        Event::MainOpponentNamed { of, enemy } => {
            format!("{} is named main opponent of {}", base(enemy), base(of))
        }
        Event::FightsBegin(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|(a, b)| format!("{} – {}", name(names, *a), name(names, *b))).collect();
            format!("close combats: {}", pairs.join(", "))
        }
        Event::Fought(id) => format!("{} has fought", base(id)),
        Event::Fled(id) => format!("{} has fled", base(id)),
        Event::Destroyed(id) => format!("{} is destroyed", base(id)),
        Event::Spent(id) => format!("{} is spent", base(id)),
        Event::Waits(_) | Event::Settled => String::new(),
        Event::Laid(piece) => format!("{} is laid", piece_word(piece)),
        Event::SetUp(event) => set_up_event(event),
    }
}

fn set_up_event(event: &SetUpEvent) -> String {
    match event {
        SetUpEvent::InvaderIs(side) => format!("{} is the invader", side.name()),
        SetUpEvent::Picked { side, picks } => format!("{} picks {}", side.name(), self::picks(picks)),
        SetUpEvent::Named(named) => {
            let near = named
                .nearest
                .map_or(String::new(), |edge| format!(", nearest to the {} edge", edge_word(edge)));
            format!("{} lays {} next{near}", named.side.name(), pick(&named.pick))
        }
        SetUpEvent::Done { laid: true } => String::new(),
        SetUpEvent::Done { laid: false } => "the piece is discarded".to_owned(),
        SetUpEvent::RainRisk => "there is a risk of rain".to_owned(),
        SetUpEvent::DayRounds(rounds) => format!("{rounds} rounds before dusk"),
        SetUpEvent::DeploysFirst(side) => format!("{} deploys first", side.name()),
        SetUpEvent::Comes(_) => String::new(),
    }
}

pub fn edge_word(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::South => "south",
        TableEdge::West => "west",
        TableEdge::North => "north",
        TableEdge::East => "east",
    }
}

pub fn pick(pick: &Pick) -> String {
    let size = match pick.size {
        Size::Small => "small",
        Size::Medium => "medium",
        Size::Large => "large",
    };
    format!("a {size} {}", plain_name(pick.what))
}

fn picks(list: &[Pick]) -> String {
    list.iter().map(pick).collect::<Vec<_>>().join(", ")
}

fn piece_word(piece: &Piece) -> String {
    match piece {
        Piece::Area(area) => pick(&Pick { what: PickKind::Area(area.kind), size: area.size }),
        Piece::River(_) => plain_name(PickKind::River).to_owned(),
        Piece::Road(road) => plain_name(PickKind::Road(road.kind)).to_owned(),
    }
}

fn moved(why: MoveWhy) -> &'static str {
    match why {
        MoveWhy::Ordered => "moves",
        MoveWhy::Aligned => "aligns",
        MoveWhy::Conformed => "conforms",
        MoveWhy::Impetuous => "rushes",
        MoveWhy::Separated => "is set apart",
        MoveWhy::MadeWay => "makes way",
        MoveWhy::Displaced => "is displaced",
        MoveWhy::Recoiled => "recoils",
        MoveWhy::PushedBack => "is pushed back",
        MoveWhy::Withdrew => "withdraws",
        MoveWhy::Fled => "flees",
        MoveWhy::CarriedAway => "is carried away",
        MoveWhy::Pursued => "pursues",
    }
}

pub fn choice(rules: &Rules, names: &Names, choice: &Choice) -> String {
    let name = |id: &BaseId| name(names, *id);
    match choice {
        Choice::Proceed => "go on".to_owned(),
        Choice::Order(order) => self::order(rules, names, order),
        Choice::Together(orders) => {
            let orders: Vec<String> = orders.iter().map(|order| self::order(rules, names, order)).collect();
            format!("together: {}", orders.join(" and "))
        }
        Choice::EndMoves => "give no more orders".to_owned(),
        Choice::Align(true) => "align with the enemy".to_owned(),
        Choice::Align(false) => "stay without aligning".to_owned(),
        Choice::RevealRest(true) => "show the whole ambush".to_owned(),
        Choice::RevealRest(false) => "show only what was seen".to_owned(),
        Choice::GoOn(true) => "go on with the move".to_owned(),
        Choice::GoOn(false) => "stop".to_owned(),
        Choice::Rush(rush) => {
            let mut text = format!("{} rushes", name(&rush.base));
            if let Some(target) = &rush.target {
                text.push_str(&format!(" at {}", name(target)));
            }
            if rush.deviate != 0.0 {
                text.push_str(&format!(", turning {}° first", rush.deviate));
            }
            if rush.straight_first {
                text.push_str(", straight ahead first");
            }
            if let Some(to) = rush.hand {
                text.push_str(&format!(", the way on the {}", hand(to)));
            }
            text
        }
        Choice::Separate(to) => format!("shift to the {}", hand(*to)),
        Choice::Target { shooter, target: Some(target) } => {
            format!("{} shoots at {}", name(shooter), name(target))
        }
        Choice::Target { shooter, target: None } => format!("{} gives up its shot", name(shooter)),
        Choice::NextShot { target } => format!("{} is shot at next", name(target)),
        Choice::Primary { shooter } => format!("{} is the primary shooter", name(shooter)),
        Choice::MainOpponent { of, enemy } => format!("{} is the main opponent of {}", name(enemy), name(of)),
        Choice::NextFight { base, enemy } => format!("{} fights {} next", name(base), name(enemy)),
        Choice::RecoilNext { base } => format!("{} recoils next", name(base)),
        Choice::Answer(answer) => match answer {
            Answer::PassThrough => "pass through",
            Answer::PushBack => "push back",
            Answer::Left => "to the left",
            Answer::Right => "to the right",
            Answer::AvoidDifficult => "avoid difficult going",
            Answer::RunIntoDifficult => "run on into difficult going",
        }
        .to_owned(),
        Choice::Pursue(Some(distance)) => format!("pursue {}", mm(*distance)),
        Choice::Pursue(None) => "do not pursue".to_owned(),
        Choice::Concede { side } => format!("{} concedes", side.name()),
        Choice::TimeOut => "time is out".to_owned(),
        Choice::DeployFirst(true) => "deploy first and move second".to_owned(),
        Choice::DeployFirst(false) => "deploy second and move first".to_owned(),
        Choice::Discard => "discard the piece: it has no legal place".to_owned(),
        Choice::Ambush(placements) if placements.is_empty() => "no ambush".to_owned(),
        Choice::Ambush(placements) => format!("an ambush of {} bases", placements.len()),
        Choice::Deploy(placements) => format!("deploy {} bases", placements.len()),
        Choice::PlaceBaggage(placements) => format!("place {} baggage", placements.len()),
        Choice::PickTerrain(picks) => format!("pick {}", self::picks(picks)),
        Choice::NameSide { piece, edge } => {
            let side = edge.map_or(String::new(), |edge| format!(", naming the {} edge", edge_word(edge)));
            format!("lay piece {} next{side}", piece + 1)
        }
        Choice::Lay(laying) => match laying {
            Laying::Area { outline, .. } => format!("lay it here ({} points)", outline.len()),
            Laying::River { line, .. } | Laying::Road { line, .. } => {
                format!("lay it along {} points", line.len())
            }
        },
    }
}

fn order(rules: &Rules, names: &Names, order: &Order) -> String {
    let who = list(names, order.to);
    match &order.what {
        Command::Halt => format!("halt {who}"),
        Command::Move { reach, how, .. } => {
            let far = if *reach == Reach::Far { " (far move)" } else { "" };
            format!("{who}: {}{far}", manoeuvre(rules, names, how))
        }
    }
}

fn manoeuvre(rules: &Rules, names: &Names, how: &Manoeuvre) -> String {
    let dist = |value: &f64| length(rules, *value);
    match how {
        Manoeuvre::Advance { distance } => format!("straight ahead {}", dist(distance)),
        Manoeuvre::Pivot { hand: to, distance } => format!("pivot {} {}", hand(*to), dist(distance)),
        Manoeuvre::Light { first, distance, last } => {
            let turn = |turn: &Option<aelian_blood_and_blades::choice::Turn>| {
                turn.map(|turn| format!("pivot {} {}", hand(turn.hand), mm(turn.distance)))
            };
            let parts = [turn(first), Some(format!("ahead {}", dist(distance))), turn(last)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        Manoeuvre::Turnabout => "turnabout".to_owned(),
        Manoeuvre::TurnaboutAdvance { distance } => format!("turnabout, then ahead {}", dist(distance)),
        Manoeuvre::Free { legs } => legs.iter().map(leg).collect::<Vec<_>>().join(", "),
        Manoeuvre::Column { legs } => {
            let leg = |leg: &ColumnLeg| match leg {
                ColumnLeg::Advance { distance } => format!("ahead {}", mm(*distance)),
                ColumnLeg::Pivot { hand: to, degrees } => format!("pivot {} {degrees}°", hand(*to)),
            };
            format!("column: {}", legs.iter().map(leg).collect::<Vec<_>>().join(", "))
        }
        Manoeuvre::FormColumn { head, form, .. } => {
            let form = match form {
                ColumnForm::SameFacing { advance } => format!("same facing, head ahead {}", mm(*advance)),
                ColumnForm::RightAngle { hand: to, advance } => {
                    format!("head pivots {} and goes ahead {}", hand(*to), mm(*advance))
                }
            };
            format!("form a column behind {}: {form}", name(names, *head))
        }
        Manoeuvre::Extend { method, places } => {
            let method = match method {
                ExtendMethod::HeadStays => "head stays".to_owned(),
                ExtendMethod::HeadPivots(to) => format!("head pivots {}", hand(*to)),
            };
            let place = |place: &aelian_blood_and_blades::choice::ExtendPlace| {
                let to = match place.at {
                    ExtendAt::Line(side) => format!("in line {}", hand(side)),
                    ExtendAt::Behind(front) => format!("behind {}", name(names, front)),
                };
                format!("{} {to}", name(names, place.base))
            };
            format!("extend, {method}: {}", places.iter().map(place).collect::<Vec<_>>().join(", "))
        }
        Manoeuvre::FollowRoad { distance, .. } => format!("along the road {}", dist(distance)),
        Manoeuvre::FollowRiver { distance, .. } => format!("along the river {}", dist(distance)),
        Manoeuvre::FullSpeedAhead => "full speed ahead".to_owned(),
        Manoeuvre::PackIntoGroup { leader } => format!("pack into a group on {}", name(names, *leader)),
    }
}

fn leg(leg: &Leg) -> String {
    match leg {
        Leg::Go { ahead, right } => format!("go {} ahead and {} right", mm(*ahead), mm(*right)),
        Leg::Turn { about, degrees } => format!("turn {degrees:.1}° about {about:?}"),
        Leg::Spin { degrees } => format!("turn {degrees:.1}° about the centre"),
        Leg::About { ahead, right, degrees } => {
            format!("turn {degrees:.1}° about the point {} ahead and {} right", mm(*ahead), mm(*right))
        }
        Leg::Turnabout => "turnabout".to_owned(),
    }
}

pub fn prompt(_rules: &Rules, names: &Names, prompt: &Prompt) -> String {
    let name = |id: &BaseId| name(names, *id);
    match prompt {
        Prompt::Orders { pigs } => format!("orders, {pigs} PIGs left"),
        Prompt::Align { body, shift } => format!("shift {} by {} to align?", list(names, *body), mm(*shift)),
        Prompt::RevealRest => "show the whole ambush?".to_owned(),
        Prompt::GoOn { .. } => "an ambush was discovered: go on with the move?".to_owned(),
        Prompt::Rush { bases } => format!("which impetuous base moves next: {}", list(names, *bases)),
        Prompt::Separate { base } => format!("to which side is {} set apart?", name(base)),
        Prompt::Target { shooter, options, may_give_up } => format!(
            "target of {}: {}{}",
            name(shooter),
            list(names, *options),
            if *may_give_up { ", or none" } else { "" }
        ),
        Prompt::NextShot { targets } => format!("who is shot at next: {}", list(names, *targets)),
        Prompt::Primary { target, shooters } => {
            format!("primary shooter at {}: {}", name(target), list(names, *shooters))
        }
        Prompt::MainOpponent { of, options } => {
            format!("main opponent of {}: {}", name(of), list(names, *options))
        }
        Prompt::NextFight { fights } => {
            let fights: Vec<String> =
                fights.iter().map(|(a, b)| format!("{} – {}", name(a), name(b))).collect();
            format!("which fight next: {}", fights.join(", "))
        }
        Prompt::RecoilNext { bases } => format!("who recoils next: {}", list(names, *bases)),
        Prompt::PassOrPush { base, friend } => {
            format!("{} recoils into {}: pass through or push back?", name(base), name(friend))
        }
        Prompt::FleeSide { base, degrees } => {
            format!("{} flees: turn {degrees:.1}° left or right?", name(base))
        }
        Prompt::AvoidDifficult { base } => format!("{} flees: avoid difficult going?", name(base)),
        Prompt::Pursue { base, least, most, must } => format!(
            "{} {} pursue, {} to {}",
            name(base),
            if *must { "must" } else { "may" },
            mm(*least),
            mm(*most)
        ),
        Prompt::DeployFirst => "deploy first and move second?".to_owned(),
        Prompt::Ambush => "an ambush?".to_owned(),
        Prompt::Deploy { bases } => format!("deploy {} bases", bases.len()),
        Prompt::PlaceBaggage { bases } => format!("place the baggage: {}", list(names, *bases)),
        Prompt::PickTerrain { invaded } => {
            format!("pick terrain as the {}", if *invaded { "invaded" } else { "invader" })
        }
        Prompt::NameSide { pieces } => {
            format!("which piece is laid next, and its side: {} pieces", pieces.len())
        }
        Prompt::Lay { pick: wanted, nearest, band } => {
            let near =
                nearest.map_or(String::new(), |edge| format!(", nearest to the {} edge", edge_word(edge)));
            let band = band.map_or(String::new(), |(from, to)| {
                format!(", between {} and {} of the edge", mm(from), mm(to))
            });
            format!("lay {}{near}{band}", pick(wanted))
        }
    }
}

pub fn moment(state: &State) -> String {
    match state.stage {
        Stage::SetUp => turn(state),
        stage => format!("{}, {}", turn(state), stage_word(stage)),
    }
}

pub fn turn(state: &State) -> String {
    match state.stage {
        Stage::SetUp => stage_word(state.stage).to_owned(),
        _ => format!("round {}, bound of {}", state.round, state.active.name()),
    }
}

/// BB-TURN-04: the steps of a bound by name.
pub fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::SetUp => "set-up",
        Stage::Weather => step_word(Step::Weather),
        Stage::TimeOfDay => step_word(Step::TimeOfDay),
        Stage::Pigs => step_word(Step::Pigs),
        Stage::Moves => step_word(Step::Moves),
        Stage::Impetuous => step_word(Step::Impetuous),
        Stage::Shooting => step_word(Step::Shooting),
        Stage::CloseCombat => step_word(Step::CloseCombat),
        Stage::Morale => step_word(Step::Morale),
        Stage::Over(_) => "over",
    }
}

fn step_word(step: Step) -> &'static str {
    match step {
        Step::Weather => "weather",
        Step::TimeOfDay => "time of day",
        Step::Pigs => "PIGs",
        Step::Moves => "moves",
        Step::Impetuous => "impetuous moves",
        Step::Shooting => "shooting",
        Step::CloseCombat => "close combat",
        Step::Morale => "morale",
    }
}

/// What a step that nobody decides is about.
pub fn proceeding(state: &State) -> &'static str {
    match state.stage {
        Stage::SetUp => "The set-up goes on",
        Stage::Weather => "The weather of the bound",
        Stage::TimeOfDay => "The time of day",
        Stage::Pigs => "The die for PIGs",
        Stage::Moves => "The orders go on",
        Stage::Impetuous => "No more impetuous moves",
        Stage::Shooting => "The shooting goes on",
        Stage::CloseCombat => "The close combat goes on",
        Stage::Morale => "The morale of both armies",
        Stage::Over(_) => "The battle is over",
    }
}

pub fn base_line(state: &State, names: &Names, id: BaseId) -> String {
    let base = state.base(id);
    let mut text = format!(
        "{:<6} {:<5} {:<12} {:<9}",
        name(names, id),
        base.side.name(),
        base.troop.to_string(),
        place_word(base.place)
    );
    text.push_str(&format!(" {}", at(&base.rect.pose)));
    if base.commander {
        text.push_str(" C-in-C");
    }
    if base.vehicles {
        text.push_str(" on vehicles");
    }
    match base.deeds.moved {
        Moved::No => {}
        Moved::Tactical => text.push_str(" moved (tactical)"),
        Moved::Far(times) => text.push_str(&format!(" moved (far, {times})")),
    }
    let deeds = base.deeds;
    let did = [
        (deeds.halted, "halted"),
        (deeds.impetuous, "rushed"),
        (deeds.fled, "fled"),
        (deeds.shot, "shot"),
        (deeds.shot_at, "shot at"),
        (deeds.fought, "fought"),
    ];
    did.iter().filter(|(done, _)| *done).for_each(|(_, word)| text.push_str(&format!(" {word}")));
    text
}
