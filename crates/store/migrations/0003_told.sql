-- What was told at the table, line by line, and games that go on from another.

-- Lines of text in order, for the day the rules have changed and the entries can no longer be played. What was told lately stands
-- as it is, one row an append; older lines are packed together. With rowid: bodies are large.
create table told (
    game   integer not null references game (id) on delete cascade,
    first  integer not null, -- the number of its first line, from 0
    lines  integer not null, -- how many
    packed integer not null, -- 0 text, 1 the same deflated
    body   blob    not null,
    sum    integer not null, -- a checksum of the row
    primary key (game, first)
) strict;

create index told_loose on told (game) where packed = 0;

-- The game this one goes on from by newer rules. A game goes on once.
alter table game add column follows integer references game (id) on delete set null;

create unique index game_follows on game (follows) where follows is not null;
