mod conform;
mod offset;
mod reform;
