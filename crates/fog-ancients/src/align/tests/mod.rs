//! Reforming, conforming, feeding, melees that cannot line up.

mod conform;
mod feed;
mod offset;
mod random;
mod reform;
