//! The conformance kit: laws that every game must keep, tried on random play.
