mod conform;
mod feed;
mod offset;
mod random;
mod reform;
