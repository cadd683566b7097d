-- Lines of prices that were changed over the API: what was asked for and what came of it, and what has been agreed with
-- a dealer, an agent or a group, or for a whole program, on top of every rate book.

-- The log of changes, and their queue. Ids are given in order under a lock of the table, and changes are applied in that
-- order: the highest that is Completed tells whether anything has changed.
create table rate_disbursement_change (
  id bigint primary key,
  action text not null check (action in ('Add', 'Update')),
  status text not null check (status in ('Queued', 'Processing', 'Completed', 'Failed')),
  requested_by text not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  reason text,
  program_id bigint not null,
  -- What to do, as data; it is decided anew when it is applied.
  wanted jsonb not null,
  affected_rates integer not null default 0,
  changes jsonb not null default '[]',
  errors jsonb not null default '[]'
);
create index rate_disbursement_change_queue on rate_disbursement_change (id) where status = 'Queued';
create index rate_disbursement_change_completed on rate_disbursement_change (id) where status = 'Completed';

-- Programs, codes, plans, terms and deductibles are items of the rate book (rate_item), and so is the id. Null: any.
-- Nothing is deleted: what is replaced ends, and the log has the figures of before.
create table rate_override (
  id bigint primary key,
  program_id bigint not null,
  disbursement_code_id bigint not null,
  account_holder_id bigint references account_holder (id),
  plan_id bigint,
  term_id bigint,
  deductible_id bigint,
  class_code text,
  -- Null: as the book says.
  calculation jsonb,
  effective_from date not null,
  effective_to date,
  -- The last change of it.
  change_id bigint not null references rate_disbursement_change (id),
  check (effective_to is null or effective_to >= effective_from)
);
create index rate_override_holder on rate_override (account_holder_id, id);
create index rate_override_program on rate_override (program_id);
