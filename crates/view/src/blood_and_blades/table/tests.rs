//! What is shown of small scenes.
