-- What was quoted: all that it followed from besides the book, and a hash of what came of it, so that it can be
-- computed again and proved to be the same.

create table rate_quote (
  -- As it was answered: q_…
  id text primary key,
  quoted_at timestamptz not null,
  valid_until timestamptz not null,
  dealer_id bigint not null references account_holder (id),
  book_version bigint not null references rate_book (version),
  outcome text not null check (outcome in ('Rates', 'NoPlansFound')),
  -- Word for word: the ids of its rates are sealed from it.
  inputs json not null,
  -- The key they were sealed with.
  key_id text not null,
  -- Whom the lines went to, where they were shown.
  accounts jsonb,
  figures_hash text not null,
  asked_by text not null
);

create index rate_quote_by_dealer on rate_quote (dealer_id, quoted_at);
