-- Every row carries a checksum of what it says: damage that leaves the structure of the file whole shows all the same.
-- A row without one was too damaged to be read when this step was taken.
alter table game add column sum integer;
alter table entry add column sum integer;
alter table snapshot add column sum integer;

-- What goes with a game without being part of its record: who plays against whom, who throws, bookmarks.
create table setting (
    game  integer not null references game (id) on delete cascade,
    key   text    not null,
    value text    not null,
    sum   integer,
    primary key (game, key)
) strict, without rowid;

-- What goes with no game: how somebody likes to play.
create table preference (
    key   text    not null primary key,
    value text    not null,
    sum   integer
) strict, without rowid;
