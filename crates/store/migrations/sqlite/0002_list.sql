-- The list of games is read page by page, the last changed first. Titles and armies are looked through in the index, since
-- the rows themselves are long.
create index games_last_changed on games (changed desc, id, title, army_0, army_1);
