//! Prints the fingerprint of this machine's geometry; see `aelian_geometry::fingerprint`.

fn main() {
    println!("{:016x}", aelian_geometry::fingerprint(200_000));
}
