-- Saved games. A record is its header and its steps, line by line as they were sent.
create table games (
    id       text primary key not null,
    title    text not null,
    game     text not null,
    army_0   text not null,
    army_1   text not null,
    seat_0   text not null,
    seat_1   text not null,
    desk     text not null,
    header   text not null,
    steps    integer not null,
    state    text not null,
    moment   text not null,
    created  integer not null,
    changed  integer not null,
    -- Counts every change of the record, so that nobody writes upon what he has not seen.
    revision integer not null
) strict;

create table steps (
    game text not null references games (id) on delete cascade,
    n    integer not null,
    line text not null,
    primary key (game, n)
) strict, without rowid;
