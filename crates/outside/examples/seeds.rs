//! Writes the good files as seeds for the fuzzer: `cargo run -p aelian-outside --example seeds`.

use aelian_outside::seeds;
use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let forged = seeds::events().iter().filter_map(|event| seeds::forged_record(event)).collect();
    let records = [seeds::records(), forged].concat();
    let targets = [
        ("record", records),
        ("case", seeds::cases()),
        ("army", seeds::armies()),
        ("list", seeds::lists()),
        ("choice", seeds::choices()),
    ];
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
