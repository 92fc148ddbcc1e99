mod conform;
mod feed;
mod offset;
mod reform;
