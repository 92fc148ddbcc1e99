mod conform;
mod offset;
