//! What is said against an army or a setup.

pub fn sense(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "HC-ARMY-01" => "every army has divisions, and every division units",
        "HC-ARMY-03" => "one commander of an army is its general",
        "HC-BRI-01" => "at least half of the units are infantry",
        "HC-BRI-02" => "at most half are cavalry or chariots",
        "HC-BRI-03" => "at least half of the infantry are warbands",
        "HC-BRI-04" | "HC-ROM-05" | "HC-LIST-04" => "a division has at least four units and a commander",
        "HC-BRI-05" => "only one such unit",
        "HC-LEAD-02" => "leadership lies between 5 and 10",
        "HC-LIST-03" => "commanders of this list have leadership 8",
        "HC-LIST-05" => "points, of those agreed",
        "HC-LIST-08" => "the list allows only so many such units",
        "HC-LIST-09" => "only the Roman general may have leadership 9",
        "HC-MEAS-11" => "how exactly distances are measured",
        "HC-ROM-01" => "at least half of the units are infantry",
        "HC-ROM-02" => "at most a quarter are cavalry",
        "HC-ROM-03" => "at least half of the infantry are legionaries",
        "HC-ROM-04" => {
            "three legionary units for each engine, and no more of the heavier engines than light ones"
        }
        "HC-ROM-06" => "one unit of camels at most, and a unit of raw legionaries with it",
        "HC-ROM-07" => "at most half of the legionaries are veterans, and at most half raw",
        "HC-SCN-02" => "a unit of mixed troops",
        "HC-SIZE-13" => "the scale of distances",
        "HC-STAT-01" => "how its troops are written",
        _ => return None,
    })
}
