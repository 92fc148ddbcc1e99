//! Movement (35) and changes of formation (15.8).
