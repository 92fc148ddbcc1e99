//! What a rule says of the unit, commander or division that a fact names: half a sentence each. Battles of the book and
//! army lists are in `senses/`.

mod battles;
mod lists;

use aelian_rulebook::RuleId;

pub fn sense(rule: RuleId) -> Option<&'static str> {
    let rule = rule.as_str();
    orders(rule)
        .or_else(|| moves(rule))
        .or_else(|| ground(rule))
        .or_else(|| shooting(rule))
        .or_else(|| charges(rule))
        .or_else(|| fights(rule))
        .or_else(|| breaks(rule))
        .or_else(|| commanders(rule))
        .or_else(|| specials(rule))
        .or_else(|| battles::sense(rule))
        .or_else(|| lists::sense(rule))
}

/// What one unit does to or because of another: stands between their names.
pub fn between(rule: RuleId) -> Option<&'static str> {
    Some(match rule.as_str() {
        "HC-RNG-01" => "shoots at",
        "HC-TGT-07" => "shoots at a target in open order:",
        "HC-TGT-08" => "shoots at engines or baggage:",
        "HC-TGT-09" => "shoots at a target in cover:",
        "HC-TGT-10" => "sees less than half of",
        "HC-TGT-11" => "sees only a part of",
        "HC-TGT-12" => "sees only through a gap",
        "HC-CAS-04" => "is shattered by the shots of",
        "HC-CHG-22" => "comes into contact with",
        "HC-CHG-32" => "falls short of",
        "HC-CCH-06" => "is met half way by the countercharge of",
        "HC-CLOS-06" => "makes closing shots at",
        "HC-TRAV-06" => "makes traversing shots at",
        "HC-PARTH-02" => "shoots and then flees from",
        "HC-DIVO-10" => "cannot reach the enemy and supports",
        "HC-EVADE-09" => "catches",
        "HC-FEIGN-01" => "breaks away from",
        "HC-INC-03" => "steps back from",
        "HC-PROX-03" | "HC-PROX-22" => "may only move straight to or from",
        "HC-PROX-05" => "may neither go round nor sidestep before",
        "HC-RETR-03" => "retreats still facing",
        "HC-SUPM-01" => "does as the unit it supports:",
        "HC-SUPP-02" => "cannot support",
        "HC-SUPP-32" => "supports",
        "HC-VICM-04" => "follows up",
        "HC-WEDGE-09" => "bursts through",
        "HS-RAID-16" => "surprises",
        _ => return None,
    })
}

/// 30: orders, blunders, initiative.
fn orders(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-BLUN-01" => "without the rule of blunders a double six only fails",
        "HC-BLUN-08" => "who does not fight does not blunder: the order only fails",
        "HC-BLUN-14" => "it is immune to blunders: the order only fails",
        "HC-OFF-14" => "a blunder off the table: it stays where it is",
        "HC-BLUN-02" => "a double six: a blunder",
        "HC-BLUN-13" => "a testudo or wedge can only blunder forward",
        "HC-BLUN-15" => "about face, and two moves away",
        "HC-BLUN-16" => "one move back",
        "HC-BLUN-17" => "one move to the left",
        "HC-BLUN-18" => "one move to the right",
        "HC-BLUN-19" => "one move forward, charging whom it can reach",
        "HC-BLUN-20" => "three moves forward, charging whom it can reach",
        "HC-CMD-05" => "units move one after the other",
        "HC-DIST-02" => "a point of leadership for every full 12 inches",
        "HC-DIVO-02" => "units ordered together stand within 6 inches of one another",
        "HC-DIVO-04" | "HC-DIVO-08" => "it must stay within 6 inches of the others",
        "HC-DIVO-12" => "it would end too far from the others of its order",
        "HC-DIVO-13" => "a unit that has moved takes part in no further order",
        "HC-FOL-01" => "he must be within 12 inches for a Follow me",
        "HC-FOL-02" => "he leads a unit, and gives no more orders",
        "HC-FOL-06" => "nobody follows him, and it does not move at all",
        "HC-FOL-03" => "he joins it and leads it",
        "HC-FOL-04" => "it goes where its commander leads",
        "HC-FREE-02" => "a column moves once even if the order fails",
        "HC-FREE-03" => "a tiny unit moves once even if the order fails",
        "HC-FREE-04" => "wagons on a road move once even if the order fails",
        "HC-FREE-06" => "a broken division retires even if the order fails",
        "HC-FREE-07" => "an elephant on a road moves once even if the order fails",
        "HC-GEN-03" => "both dice are rolled again, and the second result stands",
        "HC-INIT-01" => {
            "with an enemy unit within 12 inches at the start it may make one move without a test, and only then"
        }
        "HC-INIT-04" => "initiative brings exactly one move",
        "HC-INIT-07" => "a disordered unit has no initiative",
        "HC-INTENT-01" => "an order needs a commander and his units",
        "HC-INTENT-02" => "the order must say where it goes",
        "HC-INTENT-10" => "it is not waiting to come on",
        "HC-INTENT-14" => "it may only turn where its moves end",
        "HC-INIT-03" => "initiative comes before all orders",
        "HC-INTENT-11" => "only a broken division is told to retire",
        "HC-INTENT-17" => "the order must name somebody or something that is there",
        "HC-MIL-01" => "a roll equal to the leadership fails for it",
        "HC-OFF-02" => "it comes on where its battle or its plan says",
        "HC-OFF-03" => "it has left the table shaken or of a broken division, and does not return",
        "HC-OFF-04" => "its first move brings it up to 6 inches onto the table",
        "HC-OFF-08" => "there is no room yet: it follows behind",
        "HC-OFF-09" => "there is room now, and it comes on",
        "HC-ORD-05" => "the order must say where to",
        "HC-ORD-07" => "whoever goes into contact must be told to charge",
        "HC-ORD-10" => "one order for each unit in a turn",
        "HC-ORD-11" => "it takes orders only from its own commander",
        "HC-ORD-13" => "an order of his has failed, and he gives no more",
        "HC-ORD-14" => "one commander finishes before the next begins",
        "HC-ORD-15" => "engaged units take no orders",
        "HC-ORD-16" => "disordered units take no orders",
        "HC-ORD-17" => "initiative or an order, not both",
        "HC-RAL-01" => "he must be within 12 inches, and it must have two casualties",
        "HC-RAL-02" => "he has rallied a unit, and gives no more orders",
        "HC-RAL-05" => "it does not rally, and does not move",
        "HC-TURN-03" => "it is not the turn of this side",
        "HC-DIST-05" => "of several the furthest counts, for all alike",
        "HC-RAL-03" => "it rallies and loses a casualty",
        "HC-TEST-C1" => "two dice against the leadership",
        "HC-TEST-C2" => "the order fails",
        "HC-TEST-C6" => "a double six fails whatever the leadership",
        _ => return None,
    })
}

/// 35: movement, proximity, passing through; 15: changes of formation.
fn moves(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-AMOVE-04" => "an engine built where it stands does not move",
        "HC-AMOVE-03" => "heavy engines make one move, and do not shoot as well",
        "HC-COL-10" => "a column does not move into support",
        "HC-COL-03" => "the column bends along its way",
        "HC-EXIT-02" => "it leaves the table",
        "HC-FCH-02" => "the change of formation takes a whole move",
        "HC-FCH-03" => "light troops change to or from open order and go on in the same move",
        "HC-FCH-07" => "one change of formation in a turn",
        "HC-FCH-08" => "a square does not move on",
        "HC-FCH-11" => "there is no room for the new formation",
        "HC-FORM-01" => "these troops do not take that formation",
        "HC-GEO-01" => "that is no place on the table",
        "HC-GEO-06" => "there is no room to stand there",
        "HC-MOVE-08" => "squares do not move",
        "HC-MOVE-11" => "it stops short",
        "HC-MOVE-12" => "only a charge brings it into contact",
        "HC-OPEN-05" => "it draws up again when it has left difficult ground",
        "HC-SQ-09" => "a square does not move into support",
        "HC-SUPP-05" => "a disordered unit does not move into support",
        "HC-TESTU-07" => "there is room now, and it draws up as a battle line",
        "HC-ALG-06" => "it does not evade",
        "HC-DIS-06" => "a disordered unit does not evade",
        "HC-DIS-11" => "a disordered unit does not sweep on",
        "HC-SHK-04" => "a shaken unit does not sweep on",
        "HC-SWEEP-08" => "it has made its sweeping advance of this round",
        "HC-SWEEP-13" => "units of a broken division do not sweep on",
        "HC-OPEN-04" | "HC-OPEN-07" => "it takes open order only where it could not move otherwise",
        "HC-PASS-01" => "nobody moves through the enemy",
        "HC-PASS-02" => "nobody moves through friends who fight",
        "HC-PASS-03" => "it must get clear of the friends it passes",
        "HC-PASS-08" => "passing through friends, disordered on 1 to 3",
        "HC-PASS-12" => "he makes way for a unit",
        "HC-PROX-03" => "it faces an enemy within 12 inches and may only go straight to or from him",
        "HC-PROX-05" => "before an enemy within 12 inches it neither goes round nor sidesteps",
        "HC-PROX-07" => "with an enemy within 12 inches it must end facing one of these",
        "HC-SQ-04" => "a square does not move",
        "HC-SUB-01" => "it stays within one move of the unit it belongs to",
        _ => return None,
    })
}

/// 25: terrain and buildings.
fn ground(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-BLDG-01" => "that is no building it can go into",
        "HC-BLDG-03" => "only infantry goes into a building",
        "HC-BLDG-04" => "no more room in the building",
        "HC-BLDG-05" => "engines stay where they were set up",
        "HC-BLDG-06" => "in a building it has no formation",
        "HC-BLDG-07" => "it must touch an empty building, and spend a whole move to go in",
        "HC-BLDG-08" => "it goes in, and moves no further",
        "HC-BLDG-09" => "its first move is to leave the building",
        "HC-BLDG-17" => "nobody outside supports those in a building",
        "HC-BLDG-19" => "it takes the building",
        "HC-BLDG-25" => "this building is shut",
        "HC-BLDG-26" => "each face of a building shoots at its own closest enemy",
        "HC-IMP-01" => "impassable ground",
        "HC-ROUGH-03" => "rough ground: it goes in and moves no further",
        "HC-ROUGH-04" => "out of rough ground it makes one move only",
        "HC-WOOD-01" => "only open order goes into a wood",
        "HC-WOOD-05" => "it lies hidden in the wood",
        "HC-RIVER-02" => "the water is too deep",
        "HC-OBST-03" => "an obstacle costs it a whole move",
        _ => return None,
    })
}

/// 40: ranged attacks.
fn shooting(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-CAS-01" => "each hit that is not saved is a casualty",
        "HC-DICE-01" => "it has so many dice",
        "HC-DICE-05" => "at most two dice from each face of a building",
        "HC-RNG-01" => "it has no ranged attacks, or has shot already",
        "HC-RNG-02" => "engaged units do not shoot",
        "HC-RNG-03" => "nobody shoots at engaged units",
        "HC-RNG-08" => "columns and testudos do not shoot",
        "HC-RNG-09" => "engines that have moved do not shoot",
        "HC-TAB-RANGE" => "out of range",
        "HC-TGT-01" => "the closest enemy that it sees in front must be the target",
        "HC-TGT-02" => "the closest enemy that it sees must be the target",
        "HC-TGT-20" => "heavy engines do not shoot at 6 inches or less",
        "HC-TGT-21" => "it is next",
        "HC-TRAV-03" => "the enemy crosses its front within 12 inches",
        "HC-VIS-01" => "it does not see the enemy",
        "HC-RTRIG-01" => "it was hit by a six, and tests",
        "HC-RTRIG-02" => "it was hit by two sixes, and tests",
        "HC-RTRIG-03" => "it has been shaken by shots, and tests",
        "HC-RTRIG-04" => "shaken already, it has lost more, and tests",
        "HC-STEADY-01" => "steady: the first six does not make it test",
        "HC-WAV-01" => "wavering: any casualty makes it test",
        _ => return None,
    })
}

/// 50: charges and the answers to them.
fn charges(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-CCH-01" => "only cavalry and chariots countercharge",
        "HC-CCH-02" => "nobody countercharges to flank or rear",
        "HC-CCH-05" => "the charge ends too far away for a countercharge",
        "HC-CCH-09" => "caught by a countercharge of riders, it is disordered",
        "HC-CHG-22" => "it charges home",
        "HC-CHG-32" => "it falls short",
        "HC-CLOS-01" => "closing shots are for those charged in front",
        "HC-CLOS-02" => "it has no long-range attacks for closing shots",
        "HC-CLOS-03" => "heavy engines have no closing shots",
        "HC-CLOS-08" => "driven off by closing shots: there is no fight",
        "HC-CLOS-13" => "it has evaded in this turn and must stand",
        "HC-CLOS-14" => "columns and testudos have no closing shots",
        "HC-CLOS-15" => "engaged units have no closing shots",
        "HC-EVADE-01" => "only open order that is not disordered evades",
        "HC-EVADE-03" => "it has evaded in this turn already",
        "HC-EVADE-04" => "its commander orders it to evade",
        "HC-EVADE-05" => "it evades",
        "HC-EVADE-06" => "the order fails: it evades with one move",
        "HC-EVADE-07" => "the general may have the dice rolled again",
        "HC-EVADE-10" => "an evader that is caught is destroyed",
        "HC-EVADE-12" => "the evader is away, and the charger goes on",
        "HC-EVADE-13" => "it blunders instead of evading",
        "HC-EVADE-15" => "the charger follows the evader with all its moves",
        "HC-NOCH-02" => "engaged units do not charge",
        "HC-NOCH-03" => "disordered units do not charge",
        "HC-NOCH-04" => "shaken units do not charge",
        "HC-NOCH-05" => "columns and squares do not charge",
        "HC-NOCH-06" => "engines do not charge",
        "HC-NOCH-07" => "open order does not charge formed troops",
        "HC-NOCH-09" => "riders do not charge the front of a steady phalanx",
        "HC-NOCH-10" => "only infantry assaults a building",
        "HC-NOCH-11" => "a broken division does not charge",
        "HC-NOCH-13" => "baggage does not charge",
        "HC-PARTH-01" => "it cannot shoot and evade",
        "HC-PARTH-05" => "the charge is stopped by the parting shots",
        "HC-RESP-01" => "engaged units only stand",
        "HC-RESP-05" => "only open order evades",
        "HC-RESP-07" => "only formed riders and elephants turn to face",
        "HC-RESP-09" => "it has given its answer",
        "HC-RESP-12" => "the charge is not within reach of an answer",
        "HC-RESP-13" => "a testudo forms line and stands",
        "HC-TESTU-06" => "the testudo forms battle line",
        "HC-TTF-01" => "only riders or elephants in order, charged to flank or rear, turn to face",
        "HC-TTF-02" => "it turns about to face the charge",
        "HC-TTF-04" => "it turns to face the charge",
        "HC-TTF-05" => "there is no room to turn",
        _ => return None,
    })
}

/// 55: hand-to-hand combat.
fn fights(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-AFT-01" => "it spreads out again",
        "HC-ALLOC-01" => "all of its attacks must be shared out among its enemies",
        "HC-ALLOC-02" => "at least half of its attacks go to the front",
        "HC-ALLOC-03" => "attacks on one side are shared out as equally as can be",
        "HC-ALLOC-04" => "no more than half of its attacks go to one flank",
        "HC-ATT-07" => "a commander at most doubles the attacks",
        "HC-CLR-01" => "only shielded heavy infantry in line closes ranks",
        "HC-CLR-02" => "closed ranks: harder to hurt, and worse at hitting",
        "HC-ENG-05" => "every engagement fights one round in each turn",
        "HC-ENG-06" => "one engagement after the other",
        "HC-ENG-11" => "its fight is over",
        "HC-HTH-05" => "hits that were not saved count for the result",
        "HC-REAL-03" => "casualties beyond what it can bear go to its supports",
        "HC-REAL-04" => "no supports: what it cannot bear is taken off",
        "HC-SUPM-01" => "it goes with the unit it supports",
        "HC-SUPM-06" => "its supports follow",
        "HC-SUPP-01" => "it cannot be supported",
        "HC-SUPP-04" => "in that formation it does not move into support",
        "HC-SUPP-07" => "shaken units do not move into support",
        "HC-SUPP-10" => "the testudo forms line to support",
        "HC-SUPP-28" => "open order closes up when it comes to blows",
        "HC-INC-02" => "others who only touch it bar its way",
        "HC-INC-05" => "engines and baggage do not bar a victor's way",
        _ => return None,
    })
}

/// 60: break tests and what comes of them, victors.
fn breaks(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-BRES-01" => "holds",
        "HC-BRES-02" => "retreats in good order",
        "HC-BRES-03" => "retreats, disordered",
        "HC-BRES-04" => "holds, disordered",
        "HC-BRES-05" => "holds disordered, or retreats in good order",
        "HC-BRES-08" | "HC-BRES-25" => "breaks and is destroyed",
        "HC-BRES-20" => "holds its ground",
        "HC-BRES-21" => "gives ground in good order, its supports with it",
        "HC-BRES-22" => "gives ground, disordered",
        "HC-BRES-23" => "gives ground with its supports, all disordered",
        "HC-BRES-28" => "does not give ground and holds",
        "HC-BRK-07" => "defeated hand to hand, it tests",
        "HC-BRK-08" => "shaken, it tests after a draw",
        "HC-BRK-11" => "wavering, it tests for its casualties",
        "HC-BRK-17" => "two dice, less the casualties beyond its stamina",
        "HC-BRK-19" => "two dice, less the difference of the result",
        "HC-BRK-21" => "it tests for the loss of whom it supported",
        "HC-BRK-25" => "its owner says who tests first",
        "HC-CRES-06" => "shattered: twice its stamina in casualties",
        "HC-DIS-20" => "recovers its order at the end of its turn",
        "HC-GIVE-05" => "attacked from opposite sides, it cannot give ground and is destroyed",
        "HC-GIVE-06" => "engines and baggage do not give ground: they are destroyed",
        "HC-GIVE-07" => "gives ground with the unit it supports",
        "HC-GIVE-08" => "there is no room to give ground: it is destroyed",
        "HC-GIVE-10" => "friends in its way may step aside",
        "HC-GIVE-11" => "friends have stepped aside, disordered on 1 to 3",
        "HC-GIVE-13" => "drilled troops step aside for drilled troops in order",
        "HC-GIVE-15" => "it goes back 6 inches",
        "HC-GIVE-16" => "less than 6 inches are free behind it",
        "HC-RETR-01" => "one move away from the enemy",
        "HC-RETR-04" => "it retreats through friends and is disordered",
        "HC-RETR-05" => "its retreat is barred: as far as it can, and disordered",
        "HC-SWEEP-01" => {
            "it sweeps forward only if all who fought it are destroyed and none is left before it"
        }
        "HC-SWEEP-02" => "after a sweeping advance, disordered on 4 or more",
        "HC-SWEEP-03" => "a sweeping advance is up to two moves into its front",
        "HC-SWEEP-04" => "it sweeps on into a charge",
        "HC-SWEEP-06" => "it sweeps into the same fight, which goes on in the next turn",
        "HC-SWEEP-16" => {
            "it cannot come to face and to touch this enemy with the moves of a sweeping advance"
        }
        "HC-SWEEP-07" => "it sweeps into a new fight, which is fought at once",
        "HC-UPH-03" => "the enemy stands higher: to hold is to give ground",
        "HC-VICM-02" => "a victor may make one move",
        "HC-VICM-04" => "a victor follows up only those who gave ground",
        "HC-VICM-08" => "victors of a broken division stay or fall back",
        "HC-VICM-13" => "too far to follow up",
        "HC-VICM-14" => "another enemy still touches it",
        _ => return None,
    })
}

/// 65: commanders; 70: broken divisions and victory.
fn commanders(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-ARMY-08" => "a commander stays within 24 inches of his units",
        "HC-CFV-04" => "wounded, he fights no more",
        "HC-CINC-02" => "he orders only a division whose commander he has joined",
        "HC-CINC-04" => "he joins a unit only with its commander",
        "HC-CJOIN-01" => "he joins a fighting unit of his division within 12 inches",
        "HC-CJOIN-02" => "he joins only those who fight themselves",
        "HC-CJOIN-03" => "he comes before the first blow, or not at all",
        "HC-CJOIN-04" => "wounded, he joins no fight",
        "HC-CJOIN-05" => "he stays while his unit fights",
        "HC-CMOV-09" => "he stays with his unit while it fights",
        "HC-CMOV-10" => "he moves when he has given his orders",
        "HC-FOL-05" => "he leads his unit, and moves no further",
        "HC-RAL-04" => "he stays with the unit that he has rallied",
        "HC-CMOV-02" => "one move of up to 24 inches",
        "HC-CMOV-03" => "he does not ride through those who fight",
        "HC-CMOV-04" => "he does not ride through the enemy",
        "HC-CMOV-05" => "he joins a unit of his division",
        "HC-COM-04" => "a commander has to do only with his own division",
        "HC-COM-05" => "one commander with a unit",
        "HC-CRISK-01" => "ridden over, he must join friends at once",
        "HC-CRISK-04" => "he escapes to friends, or is taken",
        "HC-CRISK-05" => "his unit is shaken by shots, and he is in danger",
        "HC-CRISK-09" => "he is hit: one more for the enemy",
        "HC-RES-01" => "another takes his place",
        "HC-RES-02" => "his successor appears within 12 inches of the division",
        "HC-RES-03" => "his successor",
        "HC-RES-09" => "nobody of the division is left to be led",
        "HC-BDIV-01" => "more than half of it is lost",
        "HC-BDIV-02" => "all that is left of it is shaken",
        "HC-RET-02" => "a broken division only makes for its exit",
        "HC-RET-04" => "one move towards its exit, even without an order",
        "HC-RET-06" => "the engines of a broken division are lost",
        "HC-RET-07" => "a broken division does not charge",
        "HC-RET-11" => "it must come nearer to its own edge",
        "HC-VIC-01" => "time is out",
        "HC-VIC-02" => "too many of its divisions are broken",
        "HC-VIC-03" => "all its divisions are broken",
        "HC-SETUP-03" => "the terrain is agreed before the battle",
        "HC-SETUP-04" => "each army draws up in its own zone",
        "HC-SETUP-07" => "the table is too large",
        _ => return None,
    })
}

/// 75: special rules of troops.
fn specials(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-BRAVE-02" => "brave: a casualty returns on 4 or more",
        "HC-DBL-01" => "double-handed arms: saves of 5 or more at best",
        "HC-DRILL-01" => "drilled: one move even if the order fails",
        "HC-EAGER-01" => "eager: it charges even if the order fails",
        "HC-ELE-01" => "it fights an elephant: the higher die may have to be rolled again",
        "HC-ELE-04" => "horses fear elephants: disordered on 1 to 3",
        "HC-ELE-06" => "an elephant that gave ground stampedes on a 1",
        "HC-ELE-07" => "the elephant stampedes",
        "HC-ELE-09" => "the elephant is lost",
        "HC-ELITE-01" => "elite: it may recover its order before it is ordered",
        "HC-FAN-01" => "fanatic: a better save until it is shaken",
        "HC-FEIGN-02" => "it must break all contact",
        "HC-FRENZ-01" => "frenzied: it must be told to charge whom it can reach",
        "HC-FRENZ-02" => "frenzied: three moves if the order is obeyed",
        "HC-FRENZ-03" => "frenzied: one move even if the order fails",
        "HC-FRENZ-04" => "frenzied: it must charge on its initiative",
        "HC-FRESH-01" => "freshly raised: its first fight shows what it is worth",
        "HC-KONT-01" => "the kontos takes the bonus of the charge away",
        "HC-LANCE-01" => "charged by lances",
        "HC-LEVY-01" => "a levy does not recover its order by itself",
        "HC-LSP-01" => "riders before long spears: disordered on 1 to 3",
        "HC-LSP-02" => "long spears take the bonus of the charge away",
        "HC-MARK-01" => "marksmen: one miss is rolled again",
        "HC-PIKE-02" => "riders before pikes: disordered on 1 to 3",
        "HC-PIKE-03" => "pikes take the bonus of the charge away",
        "HC-PIL-01" => "pila: worse saves in the first round",
        "HC-SCN-04" => "naphtha: any casualty makes it test",
        "HC-SCYTH-02" => "drilled infantry opens its ranks to the chariots on 4 or more",
        "HC-SCYTH-03" => "scythed chariots fight once and are lost",
        "HC-SCYTH-04" => "beaten by scythed chariots, it is disordered",
        "HC-SLING-01" => "slings at short range: worse saves",
        "HC-TESTU-02" => "a testudo always makes a move",
        "HC-TOUGH-01" => "tough fighters: one miss is rolled again",
        "HC-VAL-01" => "valiant: its first rout is rolled again",
        "HC-WEDGE-02" => "a wedge always makes a move",
        "HC-WEDGE-12" => "a wedge shelters one fighting unit and one of baggage",
        "HC-WEDGE-09" => "the wedge bursts through",
        "HC-WILD-01" => "wild fighters: misses of their first fight are rolled again",
        "HC-XBOW-01" => "crossbows: saves of 5 or more at best",
        "HC-XBOW-02" => "crossbows have no closing or traversing shots",
        _ => return None,
    })
}
