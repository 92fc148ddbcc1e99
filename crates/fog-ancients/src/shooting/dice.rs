//! How many dice are rolled at each target (60.8): bases counted together, shared dice, losses.

use super::aim::{Aims, Shot};
use crate::combat::apportion::{Part, apportion};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::Look;
use crate::state::Cohesion;
use crate::tables::Disorder;
use crate::troop::Quality;

/// Dice of one group at one target that hit alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub on: GroupId,
    pub by: GroupId,
    pub poa: i32,
    /// The re-rolls: those of the group, or of the worst that share in the die (FA-SDICE-13).
    pub quality: Quality,
    pub loss: LossRate,
    pub bases: u32,
    pub dice: u32,
}

/// FA-SDICE-11, FA-DIS-08, FA-DIS-09, FA-DIS-10: what a base loses by its state; only the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossRate {
    None,
    OnePerThree,
    OnePerTwo,
}

/// The dice of a shooting phase.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    pub bundles: Vec<Bundle>,
    /// FA-DEC-34: a group whose owner may say at which of these targets a lost die is missing.
    pub open: Vec<(GroupId, GroupSet)>,
}

/// Bases under one rate that hit alike.
struct Parcel {
    bundle: Bundle,
    dice: u8,
    per: u8,
}

impl Look<'_> {
    /// FA-SDICE-10, FA-SDICE-11, FA-SDICE-12, FA-SDICE-13, FA-SDICE-14, FA-ALG-97: all dice of a phase after
    /// losses.
    pub fn shooting_dice(&self, aims: &Aims) -> Hand {
        let parcels = self.parcels(&aims.shots);
        let mut bundles: Vec<Bundle> = parcels.iter().map(|parcel| parcel.own_dice()).collect();
        share_remainders(&parcels, &mut bundles);
        let mut hand = Hand { bundles, open: Vec::new() };
        self.lose_dice(&mut hand);
        hand
    }

    fn parcels(&self, shots: &[Shot]) -> Vec<Parcel> {
        let mut parcels: Vec<Parcel> = Vec::new();
        for shot in shots {
            let bundle = Bundle {
                on: shot.on,
                by: shot.by,
                poa: self.shot_poas(shot).total(),
                quality: self.state.group(shot.by).quality,
                loss: self.loss_rate(shot.base),
                bases: 0,
                dice: 0,
            };
            let (dice, per) = (shot.rate.dice, shot.rate.per);
            let at = parcels.iter().position(|other| {
                (other.dice, other.per) == (dice, per) && Bundle { bases: 0, ..other.bundle } == bundle
            });
            let at = at.unwrap_or_else(|| {
                parcels.push(Parcel { bundle, dice, per });
                parcels.len() - 1
            });
            parcels[at].bundle.bases += 1;
        }
        parcels
    }

    /// FA-SDICE-11, FA-DIS-04, FA-DIS-10: by the state of its group or by its own disorder.
    pub fn loss_rate(&self, base: BaseId) -> LossRate {
        let cohesion = self.state.group(self.state.base(base).group).cohesion;
        let by_group = match cohesion {
            Cohesion::Steady => LossRate::None,
            Cohesion::Disrupted => LossRate::OnePerThree,
            Cohesion::Fragmented | Cohesion::Broken => LossRate::OnePerTwo,
        };
        let by_ground = match self.disorder(base) {
            Disorder::None => LossRate::None,
            Disorder::Disordered => LossRate::OnePerThree,
            Disorder::Severe => LossRate::OnePerTwo,
        };
        by_group.max(by_ground)
    }

    /// FA-DIS-15, FA-MEAS-09, FA-SDICE-12, FA-ALLOC-04: the dice of one group in one state lose their share over all
    /// targets together; it is shared among targets, then among the parts of each.
    fn lose_dice(&self, hand: &mut Hand) {
        let mut done: Vec<(GroupId, LossRate)> = Vec::new();
        let mut told: Vec<(GroupId, Vec<GroupId>)> = Vec::new();
        for at in 0..hand.bundles.len() {
            let Bundle { by, loss, .. } = hand.bundles[at];
            if loss == LossRate::None || done.contains(&(by, loss)) {
                continue;
            }
            done.push((by, loss));
            let known = told.iter().position(|(group, _)| *group == by).unwrap_or_else(|| {
                told.push((by, self.aiming(by).less().collect()));
                told.len() - 1
            });
            lose_dice_of(hand, by, loss, &mut told[known].1);
        }
    }
}

/// FA-DEC-34: `told` are the owner's answers that have not been used yet, one for each question in their order.
fn lose_dice_of(hand: &mut Hand, by: GroupId, loss: LossRate, told: &mut Vec<GroupId>) {
    let own = |bundle: &&Bundle| bundle.by == by && bundle.loss == loss;
    let targets: GroupSet = hand.bundles.iter().filter(own).map(|bundle| bundle.on).collect();
    let parts: Vec<Part> = targets
        .iter()
        .map(|on| {
            let here = hand.bundles.iter().filter(own).filter(|bundle| bundle.on == on);
            let (bases, dice) = here.fold((0, 0), |(b, d), one| (b + one.bases, d + one.dice));
            Part { bases, dice }
        })
        .collect();
    let lost = parts.iter().map(|part| part.dice).sum::<u32>() / loss.per();
    let at_targets: Vec<GroupId> = targets.iter().collect();
    let mut open = None;
    let shares = apportion(lost, &parts, |claims| {
        let among: GroupSet = claims.iter().map(|at| at_targets[*at]).collect();
        let Some(named) = told.iter().position(|on| among.contains(*on)) else {
            open.get_or_insert(among);
            return None;
        };
        let named = told.remove(named);
        at_targets.iter().position(|on| *on == named)
    });
    hand.open.extend(open.map(|among| (by, among)));
    for (on, lost) in targets.iter().zip(shares) {
        take(&mut hand.bundles, |bundle| bundle.by == by && bundle.loss == loss && bundle.on == on, lost);
    }
}

impl Parcel {
    /// FA-MEAS-08, FA-SDICE-13: whole dice of its own.
    fn own_dice(&self) -> Bundle {
        let dice = self.bundle.bases / u32::from(self.per) * u32::from(self.dice);
        Bundle { dice, ..self.bundle }
    }

    fn rest(&self) -> u32 {
        self.bundle.bases % u32::from(self.per)
    }
}

impl LossRate {
    fn per(self) -> u32 {
        match self {
            LossRate::None => u32::MAX,
            LossRate::OnePerThree => 3,
            LossRate::OnePerTwo => 2,
        }
    }
}

/// FA-SDICE-10, FA-SDICE-13, AMB-83: bases left over under the same rate at the same target make dice together, first
/// those of one group, then those of several.
fn share_remainders(parcels: &[Parcel], bundles: &mut Vec<Bundle>) {
    let mut rests: Vec<(u32, &Parcel)> = parcels.iter().map(|parcel| (parcel.rest(), parcel)).collect();
    rests.retain(|(rest, _)| *rest > 0);
    // Best points first, so that the worse ones spoil as few dice as they can.
    rests.sort_by_key(|(_, parcel)| (parcel.bundle.on, parcel.per, parcel.bundle.by, -parcel.bundle.poa));
    let same_group = |a: &Parcel, b: &Parcel| same_pool(a, b) && a.bundle.by == b.bundle.by;
    for alike in [&same_group as &dyn Fn(&Parcel, &Parcel) -> bool, &same_pool] {
        let mut from = 0;
        while let Some((_, first)) = rests.get(from) {
            let count = rests[from..].iter().take_while(|(_, other)| alike(first, other)).count();
            make_dice(&mut rests[from..from + count], bundles);
            from += count;
        }
    }
}

fn same_pool(a: &Parcel, b: &Parcel) -> bool {
    (a.bundle.on, a.per) == (b.bundle.on, b.per)
}

/// Dice out of bases of these parcels, as many as there are; the bases used are taken off.
fn make_dice(rests: &mut [(u32, &Parcel)], bundles: &mut Vec<Bundle>) {
    let Some((_, first)) = rests.first() else { return };
    let per = u32::from(first.per);
    while rests.iter().map(|(rest, _)| *rest).sum::<u32>() >= per {
        let mut wanted = per;
        let mut used: Vec<(u32, Bundle)> = Vec::new();
        for (rest, parcel) in rests.iter_mut() {
            let taken = wanted.min(*rest);
            *rest -= taken;
            wanted -= taken;
            if taken > 0 {
                used.push((taken, parcel.bundle));
            }
        }
        bundles.extend(shared_die(&used));
    }
}

/// FA-SDICE-13: the worst points and the worst re-rolls; it belongs to the group with the most bases in it.
fn shared_die(used: &[(u32, Bundle)]) -> Option<Bundle> {
    let of =
        |by: GroupId| used.iter().filter(|(_, bundle)| bundle.by == by).map(|(bases, _)| bases).sum::<u32>();
    let (_, owner) = used.iter().rev().max_by_key(|(_, bundle)| of(bundle.by))?;
    let poa = used.iter().map(|(_, bundle)| bundle.poa).min()?;
    let quality = used.iter().map(|(_, bundle)| bundle.quality).min()?;
    // Its bases are counted with the parcels they come from.
    Some(Bundle { poa, quality, bases: 0, dice: 1, ..*owner })
}

/// FA-ALLOC-04: so many dice off the bundles of one group at one target.
fn take(bundles: &mut [Bundle], of: impl Fn(&Bundle) -> bool, lost: u32) {
    let chosen: Vec<usize> = (0..bundles.len()).filter(|at| of(&bundles[*at])).collect();
    let parts: Vec<Part> =
        chosen.iter().map(|at| Part { bases: bundles[*at].bases, dice: bundles[*at].dice }).collect();
    for (at, lost) in chosen.into_iter().zip(apportion(lost, &parts, |_| None)) {
        bundles[at].dice -= lost;
    }
}
