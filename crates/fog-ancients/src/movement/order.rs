//! Judging an order of the manoeuvre phase: is it allowed, is it simple or complex, where does it end (40.1, 55).

use super::choice::{Leg, MoveOrder, Turn};
use super::section::{Column, Ease, Row, Section};
use super::walk::Walk;
use crate::choice::{Ghost, TestAhead};
use crate::command::Tester;
use crate::fact::Fact;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::movement::Speed;
use crate::rules::Look;
use crate::state::{Cohesion, Deed, Shape};
use crate::troop::{Capability, Troop, TroopType};
use aelian_geometry::Corner;
use aelian_rulebook::{Reason, RuleId, rule};

/// When an order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    First,
    /// FA-CMT-10: after its test failed.
    AfterFailure,
    /// 55.5.
    Second,
    /// FA-AMB-09: the same move, after ambushers interrupted it; it is judged from its beginning, without a test.
    Resumed,
}

/// What contact with enemy a move ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    None,
    /// FA-OVL-01: in overlap against these.
    Overlap(GroupSet),
    /// FA-CORN-02: against the front of this group, from corner contact.
    Corner(GroupId),
    /// FA-SIDE-02: against the side of this group, by a turn.
    Side(GroupId),
}

/// An order as it was found.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// Its end and every rule that it breaks.
    pub walk: Walk<'a>,
    pub section: Option<Section>,
    /// The rule that asks for a complex move test first.
    pub test: Option<RuleId>,
    /// FA-MOVE-17 (b): the commander who must stay, because the move is simple only for him.
    pub binds: Option<CommanderId>,
    pub contact: Contact,
    /// The formation changed, so that commanders must look for their place.
    pub reformed: bool,
    /// FA-INT-07, FA-INT-09: what a passage through friends leaves.
    pub deeds: Vec<Deed>,
    /// FA-INT-10: friends who were shifted to make room.
    pub made_room: Vec<crate::event::Moved>,
    /// FA-WHEEL-04: it began on a road, and leaving it is the only thing wrong with it as a move along the road.
    left_road: bool,
}

const MOST_LEGS: usize = 16;
const LONGEST: f64 = 1e4;

/// Judges an order: total, whatever it holds.
pub fn judge<'a>(look: Look<'a>, order: &MoveOrder, when: When) -> Judged<'a> {
    judge_up_to(look, order, when, false)
}

/// The order if it is legal: who only wants to know that is answered at the first broken rule.
pub fn legal<'a>(look: Look<'a>, order: &MoveOrder, when: When) -> Option<Judged<'a>> {
    Some(judge_up_to(look, order, when, true)).filter(|judged| judged.walk.breaches.is_empty())
}

/// Judges an order, `quick` only as far as it breaks no rule.
fn judge_up_to<'a>(look: Look<'a>, order: &MoveOrder, when: When, quick: bool) -> Judged<'a> {
    let mut judged = begin(look, order, when);
    if !judged.walk.breaches.is_empty() {
        return judged;
    }
    let orb = order.who.iter().any(|id| look.state.group(id).shape == Shape::Orb);
    let Some(section) = Section::of(&order.legs, orb) else {
        judged.walk.break_rule(rule!("FA-MOVE-09"), Fact::Groups(order.who));
        return judged;
    };
    judged.section = Some(section);
    judged.check_movers(order, section, when);
    if quick && !judged.walk.breaches.is_empty() {
        return judged;
    }
    judged.go(order, section);
    if quick && !judged.walk.breaches.is_empty() {
        return judged;
    }
    judged.check_end(order, section, when);
    judged
}

/// Ids and numbers: what makes no sense is refused before anything is worked out.
fn begin<'a>(look: Look<'a>, order: &MoveOrder, when: When) -> Judged<'a> {
    let known = |id: GroupId| id.index() < look.state.groups.len();
    let stranger = order.who.iter().find(|id| !known(*id));
    let who = if stranger.is_some() { GroupSet::EMPTY } else { order.who };
    let walk = Walk::new(look, who, look.speed(who, 0.0), order.tail);
    let mut judged = Judged {
        walk,
        section: None,
        test: None,
        binds: None,
        contact: Contact::None,
        reformed: false,
        deeds: Vec::new(),
        made_room: Vec::new(),
        left_road: false,
    };
    if let Some(id) = stranger {
        judged.walk.break_rule(rule!("FA-MAN-01"), Fact::NoSuchGroup(id));
    }
    if order.who.is_empty() {
        judged.walk.break_rule(rule!("FA-MOVE-01"), Fact::Rule);
    }
    if let Some(id) = order.against.filter(|id| !known(*id)) {
        judged.walk.break_rule(rule!("FA-RA-08"), Fact::NoSuchGroup(id));
    }
    if order.legs.is_empty() || order.legs.len() > MOST_LEGS || !order.legs.iter().all(is_sane) {
        judged.walk.break_rule(rule!("FA-MOVE-09"), Fact::Groups(who));
    }
    let has_moved =
        |id: GroupId| look.may_manoeuvre(id).filter(|_| !matches!(when, When::Second | When::Resumed));
    judged.walk.breaches.extend(who.iter().filter_map(has_moved));
    judged
}

fn is_sane(leg: &Leg) -> bool {
    match *leg {
        Leg::Advance { distance } => distance.abs() <= LONGEST && distance != 0.0,
        Leg::Shift { right } => right.abs() <= LONGEST && right != 0.0,
        Leg::Wheel { degrees, .. } => degrees > 0.0 && degrees <= 180.0,
        _ => true,
    }
}

impl Judged<'_> {
    fn break_rule(&mut self, rule: RuleId, fact: Fact) {
        self.walk.break_rule(rule, fact);
    }

    /// What these movers may not do at all.
    fn check_movers(&mut self, order: &MoveOrder, section: Section, when: When) {
        let (look, who) = (self.walk.look, order.who);
        if who.len() > 1 {
            let breaches = look.line_breaches(who);
            self.walk.breaches.extend(breaches);
            if !section.is_advance() {
                self.break_rule(rule!("FA-BL-12"), Fact::Groups(who));
            }
        }
        for id in who.iter() {
            self.check_mover(id, order, section);
        }
        if when == When::Second {
            let shifts = order.legs.iter().any(|leg| matches!(leg, Leg::Shift { .. }));
            if shifts {
                self.break_rule(rule!("FA-2ND-08"), Fact::Groups(who));
            }
            if !matches!(section, Section::Advance { wheels: 0 | 1 }) {
                self.break_rule(rule!("FA-2ND-04"), Fact::Groups(who));
            }
        }
    }

    /// FA-MOVE-11, FA-SC-04, FA-MOVE-21, FA-V31-10, FA-ORB-09, FA-INT-12: what one of them may not do. Second moves are advances.
    fn check_mover(&mut self, id: GroupId, order: &MoveOrder, section: Section) {
        let look = self.walk.look;
        let group = look.state.group(id);
        let wheels = |leg: &Leg| matches!(leg, Leg::Wheel { .. });
        if group.is_kind(TroopType::ScythedChariots) && !section.is_advance() {
            self.break_rule(rule!("FA-MOVE-11"), Fact::Group(id));
        }
        if group.is_kind(TroopType::HeavyArtillery) && !order.legs.iter().all(wheels) {
            self.break_rule(rule!("FA-V31-10"), Fact::Group(id));
        }
        if group.shape == Shape::Orb && !matches!(section, Section::OrbStep | Section::LeaveOrb) {
            self.break_rule(rule!("FA-ORB-09"), Fact::Group(id));
        }
        let negative =
            order.legs.iter().any(|leg| matches!(leg, Leg::Advance { distance } if *distance < 0.0));
        if negative && section != Section::OrbStep {
            self.break_rule(rule!("FA-MOVE-15"), Fact::Groups(order.who));
        }
        if look.is_entangled(id) {
            let about = |leg: &Leg| *leg == Leg::Turn(Turn::About) && group.is_skirmishers();
            let turns = |leg: &Leg| wheels(leg) || (matches!(leg, Leg::Turn(_)) && !about(leg));
            if order.legs.iter().any(turns) {
                self.break_rule(rule!("FA-INT-12"), Fact::Group(id));
            }
        }
    }

    /// Walks the parts of the move.
    fn go(&mut self, order: &MoveOrder, section: Section) {
        let look = self.walk.look;
        let speed = self.speed(order, section);
        self.walk.speed = speed;
        // FA-WHEEL-04, AMB-97: a column that keeps to a road all the way.
        if section.is_advance() && self.walk.is_column() && look.is_on_road(&self.walk.body) {
            let walk = walked(Walk { road: true, ..self.walk.clone() }, &order.legs);
            let off_road = |reason: &Reason<Fact>| reason.rule == rule!("FA-WHEEL-04");
            if !walk.breaches.iter().any(off_road) {
                self.walk = walk;
                return;
            }
            self.left_road = walk.breaches.iter().all(off_road);
        }
        // FA-V31-60.
        let eager = look.far_speed(order.who, speed);
        if eager != speed {
            let walk = walked(Walk { speed: eager, ..self.walk.clone() }, &order.legs);
            if !walk.comes_within(look.rules.distances().movement.near_enemy) {
                self.walk = walk;
                return;
            }
        }
        for leg in &order.legs {
            self.walk.go(*leg);
        }
    }

    /// FA-V31-16, FA-V31-17, FA-V31-56: by the sheet an expansion or a turn of 90 degrees takes 2 MU from the advance.
    fn speed(&self, order: &MoveOrder, section: Section) -> Speed {
        let look = self.walk.look;
        let speed = look.speed(order.who, 0.0);
        let costly = matches!(
            section,
            Section::Expansion { advance: true } | Section::Turn { about: false, advance: true }
        );
        let taken = look.mu(look.rules.distances().movement.formation_takes);
        if look.rules.v31() && costly { speed.changed(-taken) } else { speed }
    }

    /// What holds at the end of the move.
    fn check_end(&mut self, order: &MoveOrder, section: Section, when: When) {
        self.reformed = !matches!(
            section,
            Section::Advance { .. } | Section::OrbStep | Section::CornerShift | Section::AboutAndBack
        ) || self.walk.shape == Shape::KinkedColumn
            || self.walk.look.state.kink_of(order.who.first().unwrap_or(GroupId(0))).is_some();
        self.check_special(order, section);
        if section.is_advance() && !self.is_forward() {
            self.break_rule(rule!("FA-MOVE-15"), Fact::Groups(order.who));
        }
        self.check_wheels(order, section);
        self.check_passage(order);
        self.find_contact(order, section);
        let overlapped = match self.contact {
            Contact::Overlap(enemies) => enemies,
            _ => GroupSet::EMPTY,
        };
        if !matches!(self.contact, Contact::Corner(_) | Contact::Side(_)) {
            self.walk.check_pinned(order, overlapped);
        }
        self.check_shift(order, section);
        self.check_about_and_back(section);
        if when == When::Second {
            self.check_second();
        }
        self.find_test(order, section, when);
        self.check_road(order);
        if when == When::Resumed {
            self.test = None;
        }
    }

    /// FA-WHEEL-03, FA-BL-12, FA-MOVE-11, FA-SC-04: no third wheel; a second one is a section of its own, not one of the
    /// advances to which battle lines and scythed chariots are limited. Along a road columns wheel as they like.
    fn check_wheels(&mut self, order: &MoveOrder, section: Section) {
        let look = self.walk.look;
        if self.walk.road || !matches!(section, Section::Advance { wheels: 2.. }) {
            return;
        }
        if matches!(section, Section::Advance { wheels: 3.. }) {
            self.break_rule(rule!("FA-WHEEL-03"), Fact::Groups(order.who));
        }
        if order.who.len() > 1 {
            self.break_rule(rule!("FA-BL-12"), Fact::Groups(order.who));
        }
        let scythed = |id: &GroupId| look.state.group(*id).is_kind(TroopType::ScythedChariots);
        for id in order.who.iter().filter(scythed) {
            self.break_rule(rule!("FA-MOVE-11"), Fact::Group(id));
        }
    }

    /// FA-WHEEL-04: a move that is refused for its distance or its wheels would be legal, were the column to keep to the
    /// road on which it stands.
    fn check_road(&mut self, order: &MoveOrder) {
        let spared = [rule!("FA-MOVE-14"), rule!("FA-WHEEL-03"), rule!("FA-MOVE-09")];
        if self.left_road && self.walk.breaches.iter().any(|reason| spared.contains(&reason.rule)) {
            self.break_rule(rule!("FA-WHEEL-04"), Fact::Groups(order.who));
        }
    }

    /// FA-MOVE-15: some part of it is further forward than its front was.
    fn is_forward(&self) -> bool {
        let Some((before, _)) = self.walk.stretches.first() else { return false };
        let old = before.block();
        let beyond = self.walk.look.rules.tolerance.length;
        let mut corners = self.walk.body.rects().flat_map(|rect| rect.corners());
        corners.any(|corner| old.local(corner).0 > beyond)
    }

    /// FA-MOVE-18: the whole move goes straight ahead over the full distance that the ground allows.
    fn is_full_and_straight(&self, order: &MoveOrder) -> bool {
        let straight = order.legs.iter().all(|leg| matches!(leg, Leg::Advance { .. } | Leg::Shift { .. }));
        straight && self.walk.used >= self.full_distance() - self.walk.look.rules.slack
    }

    fn full_distance(&self) -> f64 {
        let walk = &self.walk;
        let start = walk.stretches.first().map_or(&walk.body, |(body, _)| body);
        if walk.road {
            return walk.speed.on_road();
        }
        walk.look.run_on(start, &walk.speed, f64::INFINITY, 0.0).distance
    }

    /// FA-MOVE-17, FA-MOVE-19, FA-OVL-03, FA-V31-15, FA-V31-62: it wheels or goes short near enemy, and not to overlap.
    /// A commander with it makes it simple; he must stay (FA-V31-63 comes to the same).
    fn is_difficult(&mut self, order: &MoveOrder) -> bool {
        let look = self.walk.look;
        let close = match look.rules.v31() {
            true => look.rules.settings.v31_close_mu,
            false => look.rules.distances().movement.near_enemy,
        };
        if matches!(self.contact, Contact::Overlap(_))
            || self.is_full_and_straight(order)
            || !self.walk.comes_within(close)
        {
            return false;
        }
        self.binds = look.commander_since(order.who);
        self.binds.is_none()
    }

    /// FA-MOVE-09, FA-MOVE-10, FA-MOVE-12, FA-MOVE-13, FA-MOVE-20, FA-BL-18: whether the move is simple, needs a test, or cannot
    /// be made.
    fn find_test(&mut self, order: &MoveOrder, section: Section, when: When) {
        let look = self.walk.look;
        let column = look.column(order.who);
        match self.ease(order, section, column) {
            Ease::Simple => {}
            Ease::Complex => self.test = section.complex_for_all().or(Some(rule!("FA-MOVE-10"))),
            Ease::Impossible => self.break_rule(rule!("FA-MOVE-09"), Fact::Groups(order.who)),
        }
        let slow = |id: GroupId| {
            look.state
                .group(id)
                .has_any(|troop| matches!(troop.kind, TroopType::LightArtillery | TroopType::BattleWagons))
        };
        let fragmented = |id: GroupId| look.state.group(id).cohesion == Cohesion::Fragmented;
        if order.who.iter().any(slow) {
            let rule = if when == When::Second { rule!("FA-2ND-06") } else { rule!("FA-MOVE-12") };
            self.test.get_or_insert(rule);
        }
        if order.who.iter().any(fragmented) && self.test.is_none() && !self.walk.retires() {
            self.test = Some(rule!("FA-MOVE-13"));
        }
        if let Some(rule) = self.test
            && when == When::AfterFailure
        {
            self.break_rule(rule!("FA-CMT-10"), Fact::Groups(order.who));
            self.test = Some(rule);
        }
        if when == When::Second && self.test.is_some_and(|rule| rule != rule!("FA-2ND-06")) {
            self.break_rule(rule!("FA-2ND-04"), Fact::Groups(order.who));
        }
        // Only where the commander made the difference does he have to stay.
        if look.ease(Row::DifficultForward, column) == Ease::Simple {
            self.binds = None;
        }
    }

    fn ease(&mut self, order: &MoveOrder, section: Section, column: Column) -> Ease {
        let look = self.walk.look;
        if section.complex_for_all().is_some() {
            return Ease::Complex;
        }
        if self.walk.road || matches!(self.contact, Contact::Corner(_)) || section == Section::OrbStep {
            return Ease::Simple;
        }
        let difficult = section.advances() && self.is_difficult(order);
        let row = match section {
            Section::Advance { wheels: 0 | 1 } if difficult => Row::DifficultForward,
            Section::Advance { wheels: 0 | 1 } => Row::Forward,
            Section::Advance { .. } => Row::DoubleWheel,
            Section::Expansion { advance: false } => Row::Expand,
            Section::Expansion { advance: true } => Row::ExpandAdvance,
            Section::Contraction if self.corners_moved() => Row::ContractAdvance,
            Section::Contraction => Row::Contract,
            Section::Turn { advance: false, .. } => Row::Turn,
            Section::Turn { about: false, .. } => Row::TurnAdvance,
            Section::Turn { .. } => Row::AboutAdvance,
            Section::AboutAndBack if look.is_nimble_cavalry(order.who) => Row::CavalryAboutAndBack,
            Section::AboutAndBack => Row::AboutAndBack,
            _ => return Ease::Simple,
        };
        // FA-MOVE-20: an advance beside something else must itself be simple.
        let mixed = !section.is_advance() && order.legs.len() > 1;
        if mixed && difficult && look.ease(Row::DifficultForward, column) != Ease::Simple {
            self.break_rule(rule!("FA-MOVE-20"), Fact::Groups(order.who));
        }
        let wheels = order.legs.iter().filter(|leg| matches!(leg, Leg::Wheel { .. })).count();
        if mixed && wheels > 1 {
            self.break_rule(rule!("FA-MOVE-20"), Fact::Groups(order.who));
        }
        look.ease(row, column)
    }

    /// FA-CON-02, AMB-88: both front corners of the end formation have come 3 MU or more.
    fn corners_moved(&self) -> bool {
        let (walk, look) = (&self.walk, self.walk.look);
        let Some(array) = walk.array else { return false };
        let least = look.mu(look.rules.distances().movement.contraction_comes) - look.rules.slack;
        let moved = |base: Option<crate::ids::BaseId>, corner: Corner| {
            let now = base.and_then(|base| walk.body.bases.iter().find(|(id, _)| *id == base));
            now.is_some_and(|(id, rect)| {
                let way = (rect.corner(corner) - look.state.rect(*id).corner(corner)).length();
                way >= least
            })
        };
        moved(array.at(0, 0), Corner::FrontLeft) && moved(array.at(array.files() - 1, 0), Corner::FrontRight)
    }

    /// FA-TAB-SCM, FA-V31-18: between the two turns at most 3 MU, by the sheet 2.
    fn check_about_and_back(&mut self, section: Section) {
        let look = self.walk.look;
        let most = look.mu(look.about_and_back());
        if section == Section::AboutAndBack && self.walk.used > most + look.rules.slack {
            let rule = if look.rules.v31() { rule!("FA-V31-18") } else { rule!("FA-TURN-08") };
            self.break_rule(rule, Fact::TooFar { used: self.walk.used, allowed: most });
        }
    }

    /// FA-2ND-01, FA-V31-19, FA-V31-55.
    fn check_second(&mut self) {
        if self.walk.comes_within(self.walk.look.second_move_gap()) {
            let rule = if self.walk.look.rules.v31() { rule!("FA-V31-19") } else { rule!("FA-2ND-01") };
            let fact = self.walk.nearest_enemy().unwrap_or(Fact::Groups(self.walk.who));
            self.break_rule(rule, fact);
        }
    }

    /// How the movers would test, if they must.
    pub fn tester(&self) -> Option<Tester> {
        self.test.map(|_| self.walk.look.tester(self.walk.who, true))
    }

    /// What the page shows of it.
    pub fn ghost(&self) -> Ghost {
        let allowed = if self.walk.allowed.is_finite() { self.walk.allowed } else { self.walk.speed.open() };
        let targets = match self.contact {
            Contact::None => GroupSet::EMPTY,
            Contact::Overlap(enemies) => enemies,
            Contact::Corner(enemy) | Contact::Side(enemy) => GroupSet::one(enemy),
        };
        let test = self.tester().map(|tester| TestAhead {
            needed: tester.needed,
            modifier: tester.modifiers.total(),
            chance: tester.chance(),
        });
        Ghost {
            moves: self.walk.body.places(),
            commanders: self.followers().collect(),
            used: self.walk.used,
            allowed,
            test,
            targets,
        }
    }

    /// FA-CMOVE-01, FA-CMOVE-10: commanders who go with the movers, and where they then are.
    pub fn followers(&self) -> impl Iterator<Item = (CommanderId, aelian_geometry::Pose)> + '_ {
        let look = self.walk.look;
        let with = |id: &CommanderId| {
            let commander = look.state.commander(*id);
            commander.with().is_some_and(|group| self.walk.who.contains(group))
                && commander.with_since == commander.with()
        };
        look.state.commander_ids().filter(with).map(move |id| {
            let group = look.state.commander(id).with().unwrap_or(GroupId(0));
            let before = crate::formation::Body::of(look.state, group);
            (id, look.carried(id, &before, &self.walk.part_of(group), self.reformed))
        })
    }
}

/// The walk after these parts.
fn walked<'a>(mut walk: Walk<'a>, legs: &[Leg]) -> Walk<'a> {
    for leg in legs {
        walk.go(*leg);
    }
    walk
}

impl Look<'_> {
    /// FA-V31-60, FA-V31-61: heavy foot and medium foot with bows go 4 MU in the open far from enemy, if the players so
    /// agreed.
    fn far_speed(&self, who: GroupSet, speed: Speed) -> Speed {
        if !self.rules.v31() || !self.rules.settings.v31_four_in_the_open {
            return speed;
        }
        let bows = [Capability::Bow, Capability::Longbow, Capability::Crossbow];
        let gains = |troop: &Troop| {
            troop.behaves_as() == TroopType::HeavyFoot
                || (troop.behaves_as() == TroopType::MediumFoot && bows.iter().any(|bow| troop.can(*bow)))
        };
        let open = |troop: &Troop| match self.rules.allowance(troop, crate::field::Level::Open) {
            crate::tables::Allowance::Mu(mu) => f64::from(mu),
            _ => 0.0,
        };
        let book = &self.rules.distances().movement;
        let mut least = f64::INFINITY;
        for troop in who.iter().flat_map(|id| self.state.group(id).kinds()) {
            least = least.min(if gains(troop) { book.four_in_the_open } else { open(troop) });
        }
        let tired = who.iter().any(|id| self.state.group(id).cohesion == Cohesion::Fragmented);
        speed.with_open(self.mu(least - if tired { book.fragmented_takes } else { 0.0 }))
    }

    /// FA-INT-12: it has partly passed through friends, or friends have partly passed through it.
    pub fn is_entangled(&self, id: GroupId) -> bool {
        self.state.did(id, Deed::PartlyPassed) || self.passer_of(id).is_some()
    }

    /// Friends who stand on both sides of this group.
    pub fn passer_of(&self, id: GroupId) -> Option<GroupId> {
        let side = self.state.group(id).side;
        let astride = |other: &GroupId| {
            *other != id
                && self.state.did(*other, Deed::PartlyPassed)
                && self.is_partly_in(id, &self.block(*other))
        };
        self.state.on_table_of(side).find(astride)
    }
}
