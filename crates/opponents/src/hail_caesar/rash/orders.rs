//! What `rash` orders: divisions march together, charge as soon as it pays, and help each other in their fights.

use super::aims::{self, Aim};
use super::{march, worth};
use aelian_geometry::Vec2;
use aelian_hail_caesar::charge;
use aelian_hail_caesar::command::{self, Charge, CommandChoice, Leg, Order, SupportAt, Target, Task, Verb};
use aelian_hail_caesar::state::{Deed, Place};
use aelian_hail_caesar::troop::Class;
use aelian_hail_caesar::{CommanderId, Look, UnitId, UnitSet};

/// HC-CMD-01: the next order, or the end of them.
pub fn next(look: Look<'_>, commanders: &[CommanderId]) -> Vec<CommandChoice> {
    let speaking = look.state.speaking.filter(|id| commanders.contains(id));
    let Some(commander) = speaking.or_else(|| first_to_speak(look, commanders)) else {
        return vec![CommandChoice::EndOrders];
    };
    let wish = Speaker::new(look, commander).wish();
    wish.into_iter().chain([CommandChoice::Finish(commander), CommandChoice::EndOrders]).collect()
}

/// Whoever stands nearest to the enemy speaks first: what he does decides about the others.
fn first_to_speak(look: Look<'_>, commanders: &[CommanderId]) -> Option<CommanderId> {
    let gap = |id: &CommanderId| {
        let own = aims::units_of(look, *id).filter_map(|unit| nearest_enemy(look, unit));
        own.map(|(_, gap)| gap).fold(f64::INFINITY, f64::min)
    };
    let gaps = commanders.iter().map(|id| (gap(id), *id));
    gaps.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, id)| id)
}

/// A commander who gives his orders.
struct Speaker<'a> {
    look: Look<'a>,
    commander: CommanderId,
    aim: Aim,
    /// HC-ORD-10, HC-ORD-15 to HC-ORD-17: units of his that can still be ordered.
    able: UnitSet,
}

impl<'a> Speaker<'a> {
    fn new(look: Look<'a>, commander: CommanderId) -> Self {
        let aim = aims::of(look, commander);
        Speaker { look, commander, aim, able: able(look, commander) }
    }

    /// The first of his wishes that the rules allow.
    fn wish(&self) -> Option<CommandChoice> {
        let arriving = self.arriving();
        // Most of his units first: whoever fails an order gives no more.
        if arriving.len() >= self.able.len()
            && let Some(comes) = self.enters(arriving)
        {
            return Some(comes);
        }
        let first = self.able.first()?;
        if self.look.is_of_broken_division(first) {
            return self.able.iter().find_map(|unit| self.alone(unit, Verb::Retire));
        }
        let tired = |unit: UnitId| match self.leaves() {
            true => self.look.is_shaken(unit),
            false => worth::is_spent(self.look, unit),
        };
        let sound: UnitSet =
            self.able.iter().filter(|unit| !tired(*unit) && !self.keeps_back(*unit)).collect();
        let groups = self.groups(sound);
        let charge = || groups.iter().find_map(|group| self.charge(*group));
        let march = || groups.iter().find_map(|group| self.march(*group));
        charge()
            .or_else(|| self.occupy(sound))
            .or_else(|| self.support(sound))
            .or_else(march)
            .or_else(|| self.enters(arriving))
            .or_else(|| self.rally())
            .or_else(|| self.fall_back())
    }

    /// His army has far to go, and light troops keep behind the others.
    fn keeps_back(&self, unit: UnitId) -> bool {
        (self.leaves() || self.aim == Aim::Hold) && aims::keeps_back(self.look, unit)
    }

    fn leaves(&self) -> bool {
        matches!(self.aim, Aim::Leave(..))
    }

    fn order(&self, units: UnitSet, verb: Verb) -> Option<CommandChoice> {
        let choice = CommandChoice::Order(Order { commander: self.commander, units, verb });
        command::allows(self.look, &choice).then_some(choice)
    }

    fn alone(&self, unit: UnitId, verb: Verb) -> Option<CommandChoice> {
        self.order(UnitSet::one(unit), verb)
    }

    /// HC-OFF-07: those who wait beyond the edge.
    fn arriving(&self) -> UnitSet {
        let look = self.look;
        let waits = |id: &UnitId| {
            let unit = look.state.unit(*id);
            look.commander_of(*id) == self.commander
                && matches!(unit.place, Place::Off { .. })
                && !unit.did(Deed::Ordered)
                && !aims::has_left(look, *id)
                && !self.keeps_back(*id)
        };
        look.state.ids().filter(waits).collect()
    }

    /// HC-OFF-07: they come on, together if they can.
    fn enters(&self, arriving: UnitSet) -> Option<CommandChoice> {
        let look = self.look;
        let first = arriving.first()?;
        let enter = |units: UnitSet| {
            let task = |unit: UnitId| {
                let way = look.way_on(unit, look.rate(unit) * 2.0).map(Leg::Go).into_iter().collect();
                Task { unit, way, ignore_open: false }
            };
            Verb::Enter(units.iter().map(task).collect())
        };
        self.order(arriving, enter(arriving)).or_else(|| self.alone(first, enter(UnitSet::one(first))))
    }

    /// HC-DIVO-02: units that stand within 6 inches of each other, the largest group first; near the enemy those who
    /// shoot and those who strike go about their work apart.
    fn groups(&self, units: UnitSet) -> Vec<UnitSet> {
        let near = |unit: UnitId| self.look.enemy_within(unit, 18.0);
        let parts = !self.leaves() && units.iter().any(near);
        let loose = |unit: &UnitId| parts && worth::is_shooter(self.look, *unit);
        let shooters: UnitSet = units.iter().filter(loose).collect();
        let mut groups = Vec::new();
        for kind in [units.minus(shooters), shooters] {
            let mut left = kind;
            while let Some(first) = left.first() {
                let group = self.look.group_of(first, left);
                left = left.minus(group);
                groups.push(group);
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// As soon as one of a group has a fair chance with two moves (three are granted too seldom) they charge together,
    /// for whoever does not get there supports the others; if they may not, he charges alone.
    fn charge(&self, group: UnitSet) -> Option<CommandChoice> {
        let (unit, target) = best_charge(self.look, group, 2, |_| self.aim)?;
        let fit: UnitSet = group.iter().filter(|unit| !self.look.class(*unit).is_artillery()).collect();
        let body = self.look.group_of(unit, fit);
        let together = (body.len() > 1).then(|| self.order(body, closest())).flatten();
        together.or_else(|| self.alone(unit, at(target)))
    }

    /// HC-BLDG-07, HC-BLDG-19: the nearest foot goes into the building that is wanted, or drives out those who are in it.
    fn occupy(&self, units: UnitSet) -> Option<CommandChoice> {
        let Aim::Occupy(block, rect) = self.aim else { return None };
        let far = |unit: &UnitId| aelian_geometry::distance(self.look.rect(*unit), &rect);
        let near = |unit: &UnitId| {
            let class = self.look.class(*unit);
            class.is_infantry() && class != Class::Skirmishers && far(unit) <= 3.0 * self.look.rate(*unit)
        };
        let mut foot: Vec<UnitId> = units.iter().filter(near).collect();
        foot.sort_by(|one, other| far(one).total_cmp(&far(other)));
        let mut enemies = self.look.on_table(self.look.side_of_commander(self.commander).other());
        let garrison = enemies.find(|enemy| self.look.state.unit(*enemy).place == Place::Block(block));
        let verb = || garrison.map_or(Verb::Occupy { block }, at);
        foot.into_iter().find_map(|unit| self.alone(unit, verb()))
    }

    /// HC-SUPP-01: whoever has nobody before him steps up to a friend who fights.
    fn support(&self, units: UnitSet) -> Option<CommandChoice> {
        let look = self.look;
        if look.state.bouts.is_empty() || self.leaves() {
            return None;
        }
        let helps = |unit: UnitId| {
            if worth::is_shooter(look, unit) || look.state.unit(unit).is_open() {
                return None;
            }
            let friends = look.on_table(look.side(unit)).filter(|friend| {
                *friend != unit
                    && look.state.is_fighting(*friend)
                    && apart(look, unit, *friend) <= look.rate(unit)
                    && look.supports_of(*friend).len() < 3
            });
            let nearest = friends.min_by(|a, b| apart(look, unit, *a).total_cmp(&apart(look, unit, *b)))?;
            self.alone(unit, Verb::Support { friend: nearest, at: SupportAt::Nearest })
        };
        units.iter().find_map(helps)
    }

    fn march(&self, group: UnitSet) -> Option<CommandChoice> {
        let legal = |group: UnitSet| {
            let choice = march::order(self.look, self.commander, group, self.aim)?;
            command::allows(self.look, &choice).then_some(choice)
        };
        legal(group).or_else(|| match group.len() {
            0 | 1 => None,
            // Together they are stuck: whoever is in front goes first.
            _ => foremost(self.look, group).take(1).find_map(|unit| legal(UnitSet::one(unit))),
        })
    }

    /// HC-RAL-01: the unit that needs it most, near enough to him.
    fn rally(&self) -> Option<CommandChoice> {
        let hurt = |id: &UnitId| self.look.state.unit(*id).casualties;
        let near = |id: &UnitId| {
            hurt(id) >= 2
                && hurt(id) + 2 >= self.look.card(*id).stats.stamina
                && self.look.within(self.look.command_distance(self.commander, *id), 12.0)
        };
        let mut weary: Vec<UnitId> = self.able.iter().filter(near).collect();
        weary.sort_by_key(|id| std::cmp::Reverse(hurt(id)));
        weary.into_iter().find_map(|unit| self.alone(unit, Verb::Rally))
    }

    /// Who can fight no more goes out of the enemy's way.
    fn fall_back(&self) -> Option<CommandChoice> {
        let spent = self.able.iter().filter(|unit| self.look.is_shaken(*unit) || self.keeps_back(*unit));
        spent
            .filter_map(|unit| march::away(self.look, self.commander, unit))
            .find(|choice| command::allows(self.look, choice))
    }
}

fn closest() -> Verb {
    Verb::Charge(Charge { targets: vec![Target::Closest], first: Vec::new(), ignore_open: false })
}

pub fn at(target: UnitId) -> Verb {
    Verb::Charge(Charge { targets: vec![Target::Unit(target)], first: Vec::new(), ignore_open: false })
}

fn able(look: Look<'_>, commander: CommanderId) -> UnitSet {
    let can = |id: &UnitId| {
        let unit = look.state.unit(*id);
        let idle = ![Deed::Ordered, Deed::Initiative, Deed::Moved].into_iter().any(|deed| unit.did(deed));
        idle && !unit.disordered && !look.is_engaged(*id)
    };
    aims::units_of(look, commander).filter(can).collect()
}

/// The charge of one of these units that is worth most, if any is worth it: who charges whom.
pub fn best_charge(
    look: Look<'_>,
    units: UnitSet,
    moves: u8,
    aim: impl Fn(UnitId) -> Aim,
) -> Option<(UnitId, UnitId)> {
    let mut found: Vec<(f64, UnitId, UnitId)> = Vec::new();
    for unit in units.iter().filter(|unit| !look.is_unsteady(*unit)) {
        let aim = aim(unit);
        let least = worth::least(look, unit, aim);
        let reach = look.rate(unit) * f64::from(moves) + look.inches(1.0);
        let foes = look.on_table(look.side(unit).other()).filter(|enemy| {
            apart(look, unit, *enemy) <= reach
                && look.reach(unit, *enemy) <= reach
                && worth::is_in_the_way(look, unit, *enemy, aim)
        });
        let worth = foes.map(|enemy| (worth::charge(look, unit, enemy), unit, enemy));
        found.extend(worth.filter(|(worth, ..)| *worth > least));
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let likely = found.into_iter().take(MOST_TRIED).map(|(_, unit, enemy)| (unit, enemy));
    likely.into_iter().find(|(unit, enemy)| {
        let order = Charge { targets: vec![Target::Unit(*enemy)], first: Vec::new(), ignore_open: false };
        charge::forbidden(look, *unit, *enemy).is_empty() && charge::reaches(look, *unit, &order, moves)
    })
}

/// So many charges of a group are looked at closely.
const MOST_TRIED: usize = 6;

/// At least so far apart are two units: by the circles about them, in mm.
pub fn apart(look: Look<'_>, one: UnitId, other: UnitId) -> f64 {
    let (a, b) = (look.rect(one), look.rect(other));
    ((a.centre() - b.centre()).length() - a.radius() - b.radius()).max(0.0)
}

/// The enemy who stands nearest, and how far away he is.
pub fn nearest_enemy(look: Look<'_>, unit: UnitId) -> Option<(UnitId, f64)> {
    let here: Vec2 = look.rect(unit).centre();
    let far = |enemy: UnitId| (look.rect(enemy).centre() - here).length_squared();
    let enemies = look.on_table(look.side(unit).other()).map(|enemy| (far(enemy), enemy));
    let (_, enemy) = enemies.min_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((enemy, look.distance(unit, enemy)))
}

/// Those nearest to the enemy first.
pub fn foremost(look: Look<'_>, units: UnitSet) -> impl Iterator<Item = UnitId> {
    let gap = |unit: UnitId| nearest_enemy(look, unit).map_or(f64::INFINITY, |(_, gap)| gap);
    let mut all: Vec<(f64, UnitId)> = units.iter().map(|unit| (gap(unit), unit)).collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.into_iter().map(|(_, unit)| unit)
}
