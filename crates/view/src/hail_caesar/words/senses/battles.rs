//! What the seven battles of the book add.

use aelian_rulebook::RuleId;

pub fn sense(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HS-COMMON-08" => "it may now be ordered onto the table",
        "HS-SHIELD-04" => "comes out of its ambush",
        "HS-BRUN-07" => "in its first turn it has two Command parts",
        "HS-DESERT-04" => "whether the Roman cavalry comes",
        "HS-DESERT-11" => "who holds the wells when time is out",
        "HS-GATES-04" => "whether the next Huns come",
        "HS-GATES-05" => "whether the flanking force comes",
        "HS-GATES-08" => "the scouts stay in the villa",
        "HS-GATES-09" => "whether the villa is set on fire",
        "HS-GATES-15" => "Romans hold the villa for a whole turn of the Huns",
        "HS-GATES-16" => "the villa burns",
        _ => return east(rule).or_else(|| raid(rule)),
    })
}

/// When somebody comes who is not there yet.
pub fn comes(rule: RuleId) -> Option<&'static str> {
    Some(match rule.as_str() {
        "HS-SHIELD-04" => "it lies hidden until its side brings it out, or an enemy comes within 6 inches",
        "HS-KADESH-08" => "its side gives it the sign in a turn after the first",
        "HS-DAMASCUS-01" => {
            "the kings come one after the other, Louis in turn 2 and Konrad in turn 3 at the earliest"
        }
        "HS-DAMASCUS-04" => "two divisions of the relief come in a turn in which the die allows it",
        "HS-DESERT-04" => "from turn 2 on a die says whether it comes; in turn 5 it does",
        "HS-GATES-04" => "it comes in turn 3 of the Huns on 4 or more, and else in turn 4",
        "HS-GATES-05" => "it comes in turn 4 of the Huns on 4 or more, and else in turn 5",
        _ => return None,
    })
}

/// Kadesh and Damascus.
fn east(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HS-KADESH-02" => "on the road it marches in column",
        "HS-KADESH-07" => "the ambush moves at least once in its first turn",
        "HS-KADESH-10" => "surprised, he has leadership 6 in the first turn",
        "HS-KADESH-11" => "the camp must first be brought to order",
        "HS-KADESH-18" => "the road, the camp and the chariots decide when time is out",
        "HS-KADESH-12" => "whether the division of Ptah comes",
        "HS-DAMASCUS-01" => "the kings come on one after the other",
        "HS-DAMASCUS-04" => "whether the relief comes",
        "HS-DAMASCUS-13" => "three quarters of the crusaders are across",
        "HS-DAMASCUS-14" => "crusaders who are left, and what they need",
        _ => return None,
    })
}

/// A Border Raid.
fn raid(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HS-RAID-02" => {
            "one Roman division in a turn is placed within 6 inches of the west edge, and goes no further"
        }
        "HS-RAID-03" => "Vino's mood in this turn",
        "HS-RAID-06" => "the household warriors come out of their village",
        "HS-RAID-08" => "whether the tribe comes",
        "HS-RAID-09" => "it is on the table whatever the order says",
        "HS-RAID-10" => "before the alarm it only goes to its village",
        "HS-RAID-11" => "the druids come to their temple",
        "HS-RAID-12" => "hunters come out of the forest",
        "HS-RAID-13" => "he is sent to the village or to the lookout when the turn begins",
        "HS-RAID-14" => "the herdsman runs",
        "HS-RAID-15" => "warned, they stand within 6 inches of the village, and always make a move",
        "HS-RAID-16" => "the village is attacked without warning",
        "HS-RAID-17" => "Romans within 12 inches of the lookout post: the alarm",
        "HS-RAID-18" => "the lookout post is reached: the alarm",
        "HS-RAID-19" => "villagers reach safety: the alarm",
        "HS-RAID-20" => "the lookout post is attacked: the alarm comes with the next turn",
        "HS-RAID-21" => "the sentries see the Romans: the alarm",
        "HS-RAID-22" => "Romans within 24 inches: the sentries may see them",
        "HS-RAID-23" => "Romans have passed the line of the lookout post: the alarm",
        "HS-RAID-24" => "it moves 6 inches in a turn, and nobody moves through it",
        "HS-RAID-25" => "the herd is taken",
        "HS-RAID-26" => {
            "a place is plundered or destroyed that Romans touch when their turn ends, with no enemy within 12 inches"
        }
        "HS-RAID-27" => "plundered",
        "HS-RAID-28" => "burnt down",
        "HS-RAID-34" => "the raid is over",
        _ => return None,
    })
}
