//! What terrain means for troops (25).
