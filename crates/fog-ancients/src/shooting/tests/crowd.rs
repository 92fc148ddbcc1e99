//! Crowded tables at random: the phase comes to its end, and all that is proposed is legal.

use super::shooting;
use crate::choice::Choice;
use crate::event::Event;
use crate::field::AreaKind;
use crate::shooting::ShootingChoice;
use crate::stage::Stage;
use crate::state::{Cohesion, Deed};
use crate::testing::Scene;
use crate::{GroupId, Rules};
use aelian_dice::Sampler;
use aelian_game::{Proposals, Ruleset, Side, Want, step};

const TROOPS: [(&str, u8); 14] = [
    ("MF protected bow", 8),
    ("MF unprotected longbow superior", 6),
    ("MF protected crossbow poor", 8),
    ("LF unprotected bow", 6),
    ("LF unprotected sling", 6),
    ("LF unprotected javelins", 6),
    ("LH unprotected bow", 4),
    ("Cv armoured bow elite", 4),
    ("LCh bow", 4),
    ("HArt", 2),
    ("LArt", 2),
    ("BWg crossbow", 4),
    ("HF armoured", 8),
    ("El", 2),
];
const GROUND: [AreaKind; 5] =
    [AreaKind::Forest, AreaKind::Brush, AreaKind::GentleHill, AreaKind::Marsh, AreaKind::Plantation];

fn crowd(seed: u64) -> Scene {
    let mut dice = Sampler::new(seed);
    let mut table = shooting();
    for at in 0..4 {
        let kind = GROUND[dice.below(5) as usize];
        let (x, y) = (10.0 + 14.0 * f64::from(at), 18.0 + f64::from(dice.below(6)));
        table = table.area(kind, &[(x, y), (x + 7.0, y), (x + 7.0, y + 5.0), (x, y + 5.0)]);
    }
    for at in 0..20 {
        let side = if at % 2 == 0 { Side::Red } else { Side::Blue };
        let (troop, bases) = TROOPS[dice.below(TROOPS.len() as u32) as usize];
        let x = 6.0 + 6.0 * f64::from(at / 2) + 0.1 * f64::from(dice.below(20));
        let near = 20.0 + 0.1 * f64::from(dice.below(15));
        let (y, compass) = if side == Side::Red { (near, 0.0) } else { (near + 3.5, 180.0) };
        let turned = compass + f64::from(dice.below(40)) - 20.0;
        let files = 1 + dice.below(u32::from(bases)) as u8;
        table = table.group(&format!("g{at}"), side, troop, (bases, files.min(4)), (x, y), turned);
    }
    let mut scene = table.build();
    for group in &mut scene.state.groups {
        group.cohesion = [Cohesion::Steady, Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented]
            [dice.below(4) as usize];
        if dice.below(6) == 0 {
            group.deeds = group.deeds.with(Deed::MovedInManoeuvre);
        }
    }
    scene
}

/// FA-SHOOT-02, FA-SHOOT-03, FA-SHOOT-04: whatever is answered, each target is shot at once, with no more hits than
/// dice, and the phase ends.
#[test]
fn crowds_shoot_themselves_out() {
    let mut volleys = 0;
    for seed in 0..8 {
        let mut scene = crowd(seed);
        let mut dice = Sampler::new(seed + 1000);
        let mut shot = Vec::new();
        for _ in 0..200 {
            let mut out: Proposals<Rules> = Vec::new();
            scene.rules.propose(&scene.state, Want::All, &mut out);
            assert!(!out.is_empty(), "seed {seed}: nothing is proposed");
            let choice = out[dice.below(out.len() as u32) as usize].clone();
            assert!(scene.check(&choice).is_legal(), "seed {seed}: {choice:?}");
            let plan = scene.look().shooting_plan();
            let (state, step) = step(&scene.rules, &scene.state, &choice, &mut dice).unwrap();
            if let Choice::Shooting(ShootingChoice::Shoot { target }) = choice {
                assert!(!shot.contains(&target), "seed {seed}: twice at {target}");
                shot.push(target);
                volleys += 1;
                let hits = step.events.iter().filter_map(|event| match event {
                    Event::Hit(hits) if hits.on == target => Some(u32::from(hits.hits)),
                    _ => None,
                });
                assert!(hits.sum::<u32>() <= plan.dice_at(target));
            }
            scene.state = state.into();
            if scene.state.stage != Stage::Shoot {
                break;
            }
        }
        assert!(scene.state.stage != Stage::Shoot || scene.state.turn > 1, "seed {seed}: without end");
    }
    assert!(volleys > 40, "{volleys}");
}

/// FA-SHOOT-15: absurd choices are refused.
#[test]
fn absurd_choices_are_refused() {
    let scene = crowd(7);
    for group in [GroupId(64), GroupId(255)] {
        for choice in [
            ShootingChoice::Shoot { target: group },
            ShootingChoice::Side { group, side: aelian_geometry::Hand::Left },
            ShootingChoice::Hand { group, hand: aelian_geometry::Hand::Left },
            ShootingChoice::LessAt { group, target: group },
            ShootingChoice::LessAt { group: GroupId(0), target: group },
        ] {
            assert!(!scene.check(&Choice::Shooting(choice.clone())).is_legal(), "{choice:?}");
        }
    }
}
