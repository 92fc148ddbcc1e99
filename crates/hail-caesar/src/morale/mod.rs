//! Saves, casualties, shaken and shattered units (40.6, 40.7): shared by ranged attacks and combat.
