//! The decisions of the set-up (05): who is asked what, in which order, and what may not be declined.

use super::*;
use crate::army::Territory;
use crate::choice::{Choice, Prompt};
use crate::field::{AreaKind, Size};
use aelian_dice::Tape;
use aelian_game::step;
use aelian_geometry::Vec2;

/// A question by its kind and who was asked.
type Put = (&'static str, Side);

fn kind(prompt: &SetUpPrompt) -> &'static str {
    match prompt {
        SetUpPrompt::Territory { .. } => "territory",
        SetUpPrompt::Compulsory { .. } => "compulsory",
        SetUpPrompt::Further { .. } => "further",
        SetUpPrompt::Lay { .. } => "lay",
        SetUpPrompt::Adjust { .. } => "adjust",
        SetUpPrompt::Fortify { .. } => "fortify",
        SetUpPrompt::Camp => "camp",
        SetUpPrompt::Markers => "markers",
        SetUpPrompt::Marches => "marches",
        SetUpPrompt::Deploy { .. } => "deploy",
        SetUpPrompt::Dismount { .. } => "dismount",
        SetUpPrompt::Commanders { .. } => "commanders",
        SetUpPrompt::Reveal { .. } => "reveal",
        SetUpPrompt::Arrive { .. } => "arrive",
        SetUpPrompt::Surprised { .. } => "surprised",
        SetUpPrompt::Enter { .. } => "enter",
    }
}

/// Plays a set-up by lot; every question, who won the initiative, and whether all that was proposed was legal.
fn asked(setup: &Setup, seed: u64) -> (Vec<Put>, Side) {
    let (rules, mut state) = Rules::start(setup).unwrap();
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    let mut asked = Vec::new();
    while state.phase == Phase::SetUp {
        let choice = match rules.next(&state) {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { side, prompt: Prompt::SetUp(prompt) } => {
                asked.push((kind(&prompt), side));
                Drawn::proposed(&rules, &state, &mut sampler).unwrap().choice
            }
            other => panic!("{other:?}"),
        };
        state = step(&rules, &state, &choice, &mut dice).unwrap().0;
    }
    (asked, state.initiative)
}

/// FA-DEC-01, FA-DEC-02, FA-DEC-03, FA-DEC-04, FA-DEC-05, FA-DEC-06, FA-DEC-07, FA-DEC-08, FA-DEC-09, FA-DEC-10,
/// FA-SET-04, FA-CAMP-01, FA-TERR-11, FA-DEP-03: each decision is a question of its own to the player whose it is, in the
/// order of the book: the winner first for terrain, the loser first for all else, all picks before any piece is laid.
#[test]
fn every_decision_is_asked_in_its_order() {
    let mut adjusted = false;
    for seed in 0..4 {
        let (asked, winner) = asked(&setup_of("english-crecy", "swiss"), seed);
        let loser = winner.other();
        let of = |what: &[&str]| -> Vec<Put> {
            asked.iter().copied().filter(|(put, _)| what.contains(put)).collect()
        };
        let picks = [
            ("territory", winner),
            ("compulsory", winner),
            ("compulsory", loser),
            ("further", winner),
            ("further", loser),
        ];
        assert_eq!(asked[..5], picks, "all picks come before anything is laid");
        assert!(!of(&["lay"]).is_empty());
        adjusted |= !of(&["adjust"]).is_empty();
        // Only the English have field fortifications.
        let english = |side: Side| if side == Side::Red { vec![("fortify", side)] } else { Vec::new() };
        let mut camps = english(loser);
        camps.extend([("camp", loser), ("markers", loser)]);
        camps.extend(english(winner));
        camps.extend([("camp", winner), ("markers", winner), ("marches", loser), ("marches", winner)]);
        assert_eq!(of(&["fortify", "camp", "markers", "marches"]), camps);
        let deployed = of(&["deploy"]);
        assert!(
            deployed.len() <= 8
                && deployed[..4] == [loser, winner, loser, winner].map(|side| ("deploy", side))
        );
        let last = of(&["dismount", "commanders"]);
        let commanders = [("commanders", loser), ("commanders", winner)];
        assert_eq!(last[last.len() - 2..], commanders);
        // The Swiss may dismount some knights.
        assert!(last[..last.len() - 2].iter().all(|put| put.0 == "dismount"));
    }
    assert!(adjusted, "in four set-ups somebody could move a piece");
}

fn at_step(step: Step) -> (Rules, State) {
    let (rules, mut state) = Rules::start(&setup_of("roman-trebia", "swiss")).unwrap();
    state.initiative = Side::Red;
    if let Some(set_up) = &mut state.set_up {
        set_up.step = step;
        set_up.territory = Some(Territory::Hilly);
    }
    (rules, state)
}

fn refusals(rules: &Rules, state: &State, choice: SetUpChoice) -> Vec<String> {
    let breaches = rules.check(state, &Choice::SetUp(choice)).breaches;
    breaches.iter().map(|reason| reason.rule.to_string()).collect()
}

/// FA-INIT-06, FA-DEC-01: any territory that either army lists, and no other; it cannot be declined.
#[test]
fn the_winner_chooses_a_listed_territory() {
    let (rules, state) = at_step(Step::Territory);
    let listed = state.set_up.as_ref().unwrap().territories.clone();
    for territory in Territory::ALL {
        let refused = refusals(&rules, &state, SetUpChoice::Territory(territory));
        assert_eq!(refused.is_empty(), listed.contains(&territory), "{territory:?}");
    }
    for army in &setup_of("roman-trebia", "swiss").armies {
        assert!(army.territories.iter().all(|territory| listed.contains(territory)));
    }
    assert!(!rules.check(&state, &Choice::Proceed).is_legal());
}

/// FA-TAB-TERRITORY, FA-TERR-01: every row of the table as far as it can be read (AMB-03).
#[test]
fn territories_have_their_pieces() {
    use AreaKind::*;
    let kinds = [
        Open,
        OpenFields,
        BrokenGround,
        Brush,
        EnclosedFields,
        Plantation,
        Gully,
        Forest,
        Vineyards,
        Marsh,
        SoftSand,
        SteepHill,
        Village,
        Impassable,
        GentleHill,
    ];
    for (territory, most, road, water, compulsory) in [
        (
            Territory::Developed,
            [2, 3, 0, 0, 3, 2, 1, 0, 3, 0, 0, 1, 1, 0, 2],
            1,
            1,
            vec![EnclosedFields, Village],
        ),
        (Territory::Agricultural, [2, 4, 0, 0, 3, 1, 1, 0, 2, 0, 0, 1, 1, 0, 2], 1, 1, vec![OpenFields]),
        (Territory::Hilly, [0, 0, 3, 3, 0, 1, 1, 2, 0, 1, 0, 3, 1, 1, 3], 1, 1, vec![Brush, SteepHill]),
        (Territory::Woodlands, [0, 0, 0, 2, 0, 2, 1, 4, 0, 2, 0, 1, 1, 0, 2], 1, 1, vec![Forest]),
        (Territory::Steppes, [4, 0, 4, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], 0, 0, vec![Open]),
        (Territory::Mountains, [0, 0, 0, 2, 0, 1, 1, 1, 0, 1, 0, 4, 1, 2, 0], 1, 1, vec![SteepHill]),
        (Territory::Tropical, [0, 0, 0, 2, 0, 0, 0, 4, 0, 2, 0, 1, 1, 0, 1], 1, 1, vec![Forest]),
        (Territory::Desert, [2, 0, 2, 2, 0, 0, 1, 0, 0, 0, 4, 0, 0, 1, 1], 1, 0, vec![SoftSand]),
    ] {
        let row = terrain::row(territory);
        let found = kinds.map(|kind| row.pieces.get(&kind).copied().unwrap_or(0));
        assert_eq!((found, row.road, row.water), (most, road, water), "{territory:?}");
        let must: Vec<AreaKind> = row.compulsory.keys().copied().collect();
        assert_eq!(must, compulsory, "{territory:?}");
        assert_eq!(row.compulsory.values().sum::<u8>(), 2, "{territory:?}");
    }
}

/// FA-DEC-02, FA-TERR-03, FA-TERR-06, FA-TERR-07: a compulsory piece of either size, a hill clear or covered; every
/// legal one is proposed and no other.
#[test]
fn compulsory_pieces_are_all_offered() {
    let (rules, state) = at_step(Step::Compulsory(Side::Red));
    let mut proposals = aelian_game::Proposals::<Rules>::default();
    rules.propose(&state, aelian_game::Want::All, &mut proposals);
    let offered: Vec<Choice> = proposals.into_iter().collect();
    for kind in AreaKind::ALL {
        for pick in terrain::picks_of(kind) {
            let choice = Choice::SetUp(SetUpChoice::Compulsory(pick));
            assert_eq!(rules.check(&state, &choice).is_legal(), offered.contains(&choice), "{pick:?}");
        }
    }
    let brush = |size| {
        Choice::SetUp(SetUpChoice::Compulsory(Pick::Area { kind: AreaKind::Brush, size, covering: None }))
    };
    assert!(offered.contains(&brush(Size::Normal)) && offered.contains(&brush(Size::Large)));
    let forest = Pick::Area { kind: AreaKind::Forest, size: Size::Normal, covering: None };
    assert_eq!(refusals(&rules, &state, SetUpChoice::Compulsory(forest)), ["FA-TERR-06"]);
}

/// FA-DEC-03, FA-TERR-08, FA-TERR-09: two selections at least, four at most.
#[test]
fn further_pieces_cannot_be_declined() {
    let brush = Pick::Area { kind: AreaKind::BrokenGround, size: Size::Normal, covering: None };
    for (side, rule) in [(Side::Red, "FA-TERR-08"), (Side::Blue, "FA-TERR-09")] {
        let (rules, state) = at_step(Step::Further(side));
        let refused = |count: usize| refusals(&rules, &state, SetUpChoice::Further(vec![brush; count]));
        assert_eq!(refused(0), [rule]);
        assert_eq!(refused(1), [rule]);
        assert!(refused(2).is_empty() && refused(3).is_empty());
        assert!(!refused(5).is_empty());
    }
}

/// FA-DEC-04, FA-DEC-05, FA-PLACE-09, FA-PLACE-15: after each piece a die for the other player; from 3 on he is asked, and
/// may always leave the piece where it lies; below he is not.
#[test]
fn pieces_may_be_left_where_they_lie() {
    let (rules, mut state) = at_step(Step::Terrain);
    let brush = Pick::Area { kind: AreaKind::Brush, size: Size::Normal, covering: None };
    if let Some(set_up) = &mut state.set_up {
        set_up.picks = vec![Picked { by: Side::Red, pick: brush, compulsory: false }];
        set_up.to_lay = vec![0];
    }
    let play = |state: &State, choice: &Choice, faces: &[u8]| {
        step(&rules, state, choice, &mut Tape::new(faces).unwrap()).unwrap().0
    };
    let rolled = play(&state, &Choice::Proceed, &[6]);
    let Next::Ask { side: Side::Red, prompt: Prompt::SetUp(SetUpPrompt::Lay { .. }) } = rules.next(&rolled)
    else {
        panic!("Red lays his piece")
    };
    let corners = [(4.5, 0.0), (0.0, 3.5), (-4.5, 0.0), (0.0, -3.5), (3.3, -2.6)];
    let outline = corners.map(|(x, y): (f64, f64)| Vec2::new((30.0 + x) * 25.0, (15.0 + y) * 25.0)).to_vec();
    let lay = Laying::Area { outline, crests: Vec::new(), covered: None, high: false };
    let laid = match rules.check(&rolled, &Choice::SetUp(SetUpChoice::Lay(lay.clone()))).is_legal() {
        true => play(&rolled, &Choice::SetUp(SetUpChoice::Lay(lay)), &[]),
        false => {
            let mut sampler = Sampler::new(1);
            let choice = Drawn::proposed(&rules, &rolled, &mut sampler).unwrap().choice;
            play(&rolled, &choice, &[])
        }
    };
    for (die, asks) in [(1, false), (2, false), (3, true), (4, true), (5, true), (6, true)] {
        let after = play(&laid, &Choice::Proceed, &[die]);
        let asked = matches!(
            rules.next(&after),
            Next::Ask { side: Side::Blue, prompt: Prompt::SetUp(SetUpPrompt::Adjust { .. }) }
        );
        assert_eq!(asked, asks, "{die}");
        let leave = Choice::SetUp(SetUpChoice::Adjust(Adjustment::Leave));
        assert_eq!(rules.check(&after, &leave).is_legal(), asks, "{die}");
        let remove = Choice::SetUp(SetUpChoice::Adjust(Adjustment::Remove));
        assert_eq!(rules.check(&after, &remove).is_legal(), die == 6, "{die}");
    }
}

/// FA-DEC-06, FA-DEC-07: ambushes and marches may be declined; where woods hide them ambushes are proposed, and marches
/// of one to three groups on either flank.
#[test]
fn ambushes_and_marches_may_be_declined() {
    let (rules, mut state) = at_step(Step::Markers(Side::Red));
    assert!(refusals(&rules, &state, SetUpChoice::Markers(Vec::new())).is_empty());
    let wood = crate::testing::Table::new()
        .area(AreaKind::Forest, &[(6.0, 12.0), (16.0, 12.0), (16.0, 20.0), (6.0, 20.0)])
        .build();
    state.field = wood.state.field.clone();
    let found = ambush::choices(Look::new(&rules, &state), Side::Red);
    assert!(found.iter().any(|markers| markers.iter().any(|marker| marker.group.is_some())));
    for markers in found {
        assert!(refusals(&rules, &state, SetUpChoice::Markers(markers)).is_empty());
    }
    let (rules, state) = at_step(Step::Marches(Side::Red));
    let marches = march::choices(Look::new(&rules, &state), Side::Red);
    assert!(marches.contains(&Vec::new()));
    for size in 1..=3 {
        let sized = |march: &&Vec<Outflank>| march.first().is_some_and(|one| one.groups.len() == size);
        assert!(marches.iter().any(|march| sized(&march)), "{size}");
    }
    for march in marches {
        assert!(refusals(&rules, &state, SetUpChoice::Marches(march)).is_empty());
    }
}

/// FA-DISM-06: a list may say what its riders are on foot.
#[test]
fn a_list_may_name_the_foot() {
    let mut setup = setup_of("swiss", "hussite");
    let at = setup.armies[0].groups.iter().position(|group| group.may_dismount).unwrap();
    let axes = crate::troop::Troop::read("HF heavily-armoured heavy-weapon").unwrap().0;
    setup.armies[0].groups[at].dismounts_as = Some(axes);
    let file = army::ArmyFile { army: setup.armies[0].clone(), description: String::new() };
    assert_eq!(army::file::read(&army::file::write(&file)), Ok(file));
    let (rules, mut state) = Rules::start(&setup).unwrap();
    let group = GroupId(at as u8);
    let mut tape = Tape::default();
    let mut cx = aelian_game::Cx::new(&rules, &mut state, &mut tape, aelian_game::Trace::On);
    deploy::dismount(&mut cx, group);
    assert_eq!(state.group(group).troops[0], axes);
    let (_, mut usual) = Rules::start(&setup_of("swiss", "hussite")).unwrap();
    let mut cx = aelian_game::Cx::new(&rules, &mut usual, &mut tape, aelian_game::Trace::On);
    deploy::dismount(&mut cx, group);
    assert_ne!(usual.group(group).troops[0], axes);
    setup.armies[0].groups[at].dismounts_as = Some(crate::troop::Troop::read("Cv armoured").unwrap().0);
    let faults = Rules::start(&setup).unwrap_err();
    assert_eq!(faults[0].rule.as_str(), "FA-DISM-06");
}
