-- Wrong guesses at credentials, in real time: of a name over all addresses, of an address, of a device. Each count that is
-- used up waits longer. A count stands in a slot found by a keyed hash, so that there are never more than a million rows.
create table platform.guess (
  slot integer primary key,
  -- How many failures are free.
  free integer not null,
  failures integer not null,
  -- From when the next attempt is allowed.
  open_at timestamptz not null,
  last_at timestamptz not null
);
create index guess_last on platform.guess (last_at);

drop table platform.sign_in_failure;
