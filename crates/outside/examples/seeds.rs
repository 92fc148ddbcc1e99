//! Writes the good files as seeds for the fuzzer: `cargo run -p aelian-outside --example seeds`.

use aelian_outside::{Tried, seeds};
use aelian_rules::{BloodAndBlades, FogAncients};
use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let targets = [
        ("record", [records::<BloodAndBlades>(), records::<FogAncients>()].concat()),
        ("case", [seeds::cases::<BloodAndBlades>(), seeds::cases::<FogAncients>()].concat()),
        ("army", [BloodAndBlades::armies(), FogAncients::armies()].concat()),
        ("list", seeds::lists()),
        ("choice", [seeds::choices::<BloodAndBlades>(), seeds::choices::<FogAncients>()].concat()),
    ];
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (target, files) in targets {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        for (number, text) in files.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), text)?;
        }
        println!("{target}: {} seeds", files.len());
    }
    Ok(())
}

/// Records as they are, and forged ones.
fn records<R: Tried>() -> Vec<String> {
    let header = seeds::header::<R>();
    let forged = seeds::events::<R>().into_iter().map(|event| seeds::forged_record(&header, &event));
    seeds::records::<R>().into_iter().chain(forged).collect()
}
