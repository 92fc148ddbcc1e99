//! Movement (35, 15.8): rates, ways and what they cost, proximity, passing through friends, changes of formation, leaving
//! the table.
//!
//! `Look::plan` says what each of the granted moves does; `carry` makes them. `Look::straight` and `shift` are for moves
//! that nobody ordered.

mod apart;
mod carry;
mod column;
mod foresee;
mod glide;
mod passing;
mod plan;
mod proximity;
mod rate;
mod reform;
mod route;
mod shelter;
mod stand;
mod straight;
#[cfg(test)]
mod tests;
mod way;

pub use carry::{after, carry, carry_plan, draw_out, explain, leave_table, make, shift};
pub use foresee::foreseen;
pub use glide::{Glide, about_faced, cost};
pub use passing::test as test_passing;
pub use plan::{Manner, MovePlan, Plan};
pub use proximity::Bind;
pub use route::Exit;
pub(crate) use shelter::release;
pub use stand::is_sound;
pub use straight::Straight;
pub use way::{Friends, Halt, Mover, Obey, Passage, SHORT_OF_CONTACT, grown};
