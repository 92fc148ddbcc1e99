//! Copies of the files as browsers like to get them: brotli and gzip, made once and thoroughly.

use std::io::Write;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Files;

/// Kinds of file that are not compressed already.
const WORTH_IT: [&str; 7] = [".html", ".js", ".wasm", ".css", ".svg", ".json", ".webmanifest"];

/// Adds a `.br` and a `.gz` to each file that becomes smaller by it.
pub fn all(files: &mut Files) -> Result<()> {
    let mut small = Files::default();
    let worth_it = |name: &str| WORTH_IT.iter().any(|ending| name.ends_with(ending));
    for (name, bytes) in files.iter().filter(|(name, _)| worth_it(name)) {
        for (ending, packed) in [("br", brotli(bytes)?), ("gz", gzip(bytes)?)] {
            if packed.len() < bytes.len() {
                small.add(format!("{name}.{ending}"), packed);
            }
        }
    }
    files.join(small);
    Ok(())
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let parameters = BrotliEncoderParams { quality: 11, size_hint: bytes.len(), ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters)?;
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn both_copies_hold_the_same_bytes() {
        let text = "a table is a table is a table ".repeat(50);
        let mut files = Files::default();
        files.add("index.html", text.as_str());
        files.add("a.woff2", text.as_str());
        files.add("tiny.js", "x");
        all(&mut files).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.woff2", "index.html", "index.html.br", "index.html.gz", "tiny.js"]);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut files.get("index.html.br").unwrap(), &mut plain).unwrap();
        assert_eq!(plain, text.as_bytes());
        plain.clear();
        let packed = files.get("index.html.gz").unwrap();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, text.as_bytes());
    }
}
