//! Tests of the charge chapter.

mod contact;
mod forbidden;
