mod conform;
