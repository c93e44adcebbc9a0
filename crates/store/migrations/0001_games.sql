-- A game is rows: what it is (game), what happened (entry), and a few states on the way (snapshot).

create table game (
    id            integer primary key,
    name          text    not null,
    name_key      text    not null unique, -- the name with case folded away
    title         text    not null,        -- which board game, such as 'ace'
    created       integer not null,        -- unix seconds, as is updated
    updated       integer not null,
    rules_version integer not null,
    pack          text,
    summary       text    not null,
    outcome       text,
    length        integer not null,        -- how many entries there are
    head          text    not null
) strict;

-- Appended to, never changed: one row an answer or an undo, numbered from 1.
create table entry (
    game integer not null references game (id) on delete cascade,
    seq  integer not null,
    body text    not null,
    primary key (game, seq)
) strict, without rowid;

-- The state after entry number seq. With rowid: bodies are large, and large rows make a slow tree.
create table snapshot (
    game integer not null references game (id) on delete cascade,
    seq  integer not null,
    body text    not null,
    primary key (game, seq)
) strict;
