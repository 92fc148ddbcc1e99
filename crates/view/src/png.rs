//! Pictures as PNG, drawn from their SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// The one font of the pictures, carried along so that they look the same on every machine.
const LATO: &[u8] = include_bytes!("../../../assets/fonts/Lato-Bold.ttf");

/// A picture that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    #[error("the picture is not well formed: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture has no area")]
    Empty,
    #[error("the picture cannot be written: {0}")]
    Encode(String),
}

/// Pixels to each mm of the table, so that the labels can be read.
const SCALE: f32 = 2.0;

pub fn render(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(LATO.to_vec());
    fonts.set_sans_serif_family("Lato");
    let options = Options { fontdb: Arc::new(fonts), font_family: "Lato".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Empty)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Empty)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}
