//! Whether armies may be fielded: every fault with its rule, and all of them at once.

use super::{base, commander, mounted, rules, small, supporting};
use crate::army::check::{MOST_BASES, check};
use crate::army::{Enlisted, HalfPoints, OrderOfBattle, Period};
use crate::choice::PickKind;
use crate::fact::Fact;
use crate::field::AreaKind;
use crate::settings::Settings;
use crate::troop::Weapon;
use aelian_rulebook::{Reason, RuleId, rule};

fn faults(army: &OrderOfBattle) -> Vec<Reason<Fact>> {
    check(&rules(), HalfPoints::whole(250), army)
}

/// The faults that an army has after a change to one that has none.
fn after(change: impl FnOnce(&mut OrderOfBattle)) -> Vec<RuleId> {
    let mut army = small();
    change(&mut army);
    faults(&army).iter().map(|fault| fault.rule).collect()
}

/// BB-ARM-03: an army without fault.
#[test]
fn a_sound_army_has_no_faults() {
    assert_eq!(faults(&small()), []);
}

/// BB-CIC-01: exactly one general.
#[test]
fn one_general() {
    assert_eq!(after(|army| army.bases[0].commander = false), [rule!("BB-CIC-01")]);
    assert_eq!(after(|army| army.bases[2].commander = true), [rule!("BB-CIC-01")]);
}

/// BB-CIC-02: the general fights and moves, so he is no baggage.
#[test]
fn the_general_is_a_fighting_base() {
    let army = after(|army| {
        army.bases[0].commander = false;
        army.bases[1].commander = true;
    });
    assert_eq!(army, [rule!("BB-CIC-02")]);
}

/// BB-AP-08: combinations without a price; BB-TRP-12: baggage is Irr(O).
#[test]
fn combinations_that_do_not_exist() {
    for troop in ["Irr Pk(X)", "Reg Bd(S)", "Reg El(O)", "Irr Wb(I)", "Irr Hd(I)"] {
        assert_eq!(after(|army| army.bases.push(base(troop))), [rule!("BB-AP-08")], "{troop}");
    }
    for troop in ["Reg Bg(O)", "Irr Bg(S)"] {
        assert_eq!(after(|army| army.bases[1] = base(troop)), [rule!("BB-TRP-12")], "{troop}");
    }
}

/// BB-TRP-12, AMB-20: as many Bg as the setting says.
#[test]
fn the_number_of_baggage_bases() {
    assert_eq!(after(|army| drop(army.bases.remove(1))), [rule!("BB-TRP-12")]);
    assert_eq!(after(|army| army.bases.push(base("Irr Bg(O)"))), [rule!("BB-TRP-12")]);
    let mut rules = rules();
    rules.settings = Settings { baggage_bases: 2, ..Settings::default() };
    let mut army = small();
    army.bases.push(base("Irr Bg(O)"));
    assert_eq!(check(&rules, HalfPoints::whole(250), &army), []);
}

/// BB-TRP-08, BB-TRP-32: only Ps(O) give special support.
#[test]
fn only_ordinary_psiloi_support() {
    assert_eq!(after(|army| army.bases.push(supporting(base("Irr Ps(O)")))), []);
    for troop in ["Irr Ps(S)", "Irr Ps(I)", "Reg Ax(O)", "Reg Bw(O)"] {
        let found = after(|army| army.bases.push(supporting(base(troop))));
        assert_eq!(found, [rule!("BB-TRP-32")], "{troop}");
    }
}

/// BB-LST-13: only special support is paired, and only so many lines can be told apart.
#[test]
fn pairings_of_support() {
    let paired = |troop, lines: usize| {
        let supports = (0..lines).map(|number| format!("L{number}")).collect();
        Enlisted { supports, ..troop }
    };
    let archers = || supporting(base("Irr Ps(O)"));
    assert_eq!(after(|army| army.bases.push(paired(archers(), 48))), []);
    assert_eq!(after(|army| army.bases.push(paired(archers(), 49))), [rule!("BB-LST-13")]);
    assert_eq!(after(|army| army.bases.push(paired(base("Irr Ps(O)"), 1))), [rule!("BB-LST-13")]);
}

/// BB-CLS-07, BB-TRP-09: vehicles are for infantry, and not for baggage.
#[test]
fn vehicles_are_for_infantry() {
    assert_eq!(after(|army| army.bases.push(mounted("Reg Ax(O)"))), []);
    for troop in ["Reg Cv(O)", "Irr Cm(O)", "Irr LH(O)", "Irr El(O)"] {
        assert_eq!(after(|army| army.bases.push(mounted(troop))), [rule!("BB-CLS-07")], "{troop}");
    }
    assert_eq!(after(|army| army.bases[1].vehicles = true), [rule!("BB-CLS-07")]);
}

/// BB-TRP-08, BB-TRP-16: Bw have bows or crossbows.
#[test]
fn bowmen_have_bows_or_crossbows() {
    let with = |weapon| {
        after(move |army| {
            let mut bowmen = base("Reg Bw(O)");
            bowmen.troop.weapon = weapon;
            army.bases.push(bowmen);
        })
    };
    assert_eq!(with(Weapon::Bow), []);
    assert_eq!(with(Weapon::Crossbow), []);
    for weapon in [Weapon::Sling, Weapon::Javelin, Weapon::Other] {
        assert_eq!(with(weapon), [rule!("BB-TRP-16")]);
    }
}

/// BB-AP-01, BB-AP-09: the budget to the half point; less may be spent.
#[test]
fn the_budget_is_exact() {
    // 24 for the general and 42 for the spears.
    let budget = |halves| check(&rules(), HalfPoints(halves), &small());
    assert_eq!(budget(132), []);
    let fact = Fact::Points { halves: 132, most: 131 };
    assert_eq!(budget(131), [Reason::new(rule!("BB-AP-01"), fact)]);
    assert_eq!(rules().budget_halves, 500);
}

/// BB-ARM-01, BB-ARM-04, BB-ARM-17: name, years and aggression.
#[test]
fn headings() {
    assert_eq!(after(|army| army.name = " ".to_owned()), [rule!("BB-ARM-17")]);
    assert_eq!(after(|army| army.aggression = 5), [rule!("BB-ARM-04")]);
    let years = |from, to| after(move |army| army.period = Some(Period::new(from, to).unwrap()));
    assert_eq!(years(3000, 705), []);
    assert_eq!(years(3001, 2000), [rule!("BB-ARM-01")]);
    assert_eq!(years(745, 704), [rule!("BB-ARM-01")]);
}

/// BB-ARM-04, BB-SET-11, BB-SET-13, BB-TER-12: the homeland must let the invaded player pick.
#[test]
fn the_homeland_lets_the_invaded_pick() {
    use AreaKind::*;
    assert_eq!(after(|army| army.mandatory.clear()), [rule!("BB-SET-13")]);
    let many = [GentleHill, Woods, Marsh, Brush, Rocky, Gully, Orchard].map(PickKind::Area);
    assert_eq!(after(|army| army.mandatory = many.to_vec()), [rule!("BB-SET-11")]);
    assert_eq!(after(|army| army.mandatory = many[..6].to_vec()), []);
    assert_eq!(after(|army| army.optional.push(PickKind::River)), [rule!("BB-ARM-04")]);
    for (hill, cover) in
        [(BrushHill, Brush), (SteepBrushHill, Brush), (RockyHill, Rocky), (SteepRockyHill, Rocky)]
    {
        let (hill, cover) = (PickKind::Area(hill), PickKind::Area(cover));
        assert_eq!(after(|army| army.optional = vec![hill]), [rule!("BB-TER-12")]);
        assert_eq!(after(|army| army.optional = vec![hill, cover]), []);
    }
}

/// BB-ARM-03: the limit of the program is told as what it is.
#[test]
fn the_limit_of_the_program() {
    let mut army = small();
    army.bases.extend(std::iter::repeat_n(base("Irr Hd(O)"), MOST_BASES as usize - army.bases.len()));
    let rich = HalfPoints::whole(10_000);
    assert_eq!(check(&rules(), rich, &army), []);
    army.bases.push(base("Irr Hd(O)"));
    let fact = Fact::ProgramLimit { found: 251, most: 250 };
    assert_eq!(check(&rules(), rich, &army), [Reason::new(rule!("BB-ARM-03"), fact)]);
}

/// All faults at once: BB-ARM-17, BB-ARM-04, BB-SET-13, BB-CIC-01, BB-TRP-12, BB-AP-08, BB-AP-01.
#[test]
fn all_faults_at_once() {
    let army = OrderOfBattle {
        aggression: 9,
        bases: vec![base("Irr Pk(X)"), supporting(mounted("Reg Cv(S)")), commander("Irr El(S)")],
        ..OrderOfBattle::default()
    };
    let found: Vec<RuleId> =
        check(&rules(), HalfPoints(1), &army).into_iter().map(|fault| fault.rule).collect();
    assert_eq!(
        found,
        [
            rule!("BB-ARM-17"),
            rule!("BB-ARM-04"),
            rule!("BB-SET-13"),
            rule!("BB-TRP-12"),
            rule!("BB-AP-08"),
            rule!("BB-TRP-32"),
            rule!("BB-CLS-07"),
            rule!("BB-AP-01"),
        ]
    );
}

/// BB-ARM-17, BB-CIC-04, BB-MOR-06, BB-MOR-07, BB-MOR-09: the levels that an order of battle states. The
/// general counts 16 whatever his type, baggage nothing, each of six Sp 4.
#[test]
fn levels_of_the_order_of_battle() {
    let army = small();
    assert_eq!(army.reference_level(&rules()), 16 + 6 * 4);
    assert_eq!(army.routing_losses(&rules()), 14);
    assert_eq!(army.commander().map(|base| base.troop.to_string()), Some("Reg HCh(O)".to_owned()));
}
