-- The list of games is read page by page, the last changed first.
create index games_last_changed on games (changed desc, id);
