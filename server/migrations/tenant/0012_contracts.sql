-- A contract whole. What it is found, counted or computed by has columns; what was sold as it was on that day, the item
-- and the deal are kept as documents, because a later book, dealer or setting never changes them.

alter table contract
  -- A quote has neither.
  alter column number drop not null,
  alter column customer_id drop not null,
  add column status text not null
    check (status in ('Quote', 'Pending', 'Active', 'OnHold', 'Cancelled', 'Expired', 'Voided')),
  add column held_from text check (held_from in ('Pending', 'Active')),
  add column status_reason text,
  add column funding_status text not null default 'NotFunded'
    check (funding_status in ('NotFunded', 'PartiallyFunded', 'Funded')),
  add column product_type_code text not null,
  add column product_id bigint not null,
  add column program_id bigint not null,
  add column plan_id bigint not null,
  add column term_id bigint not null,
  add column deductible_id bigint not null,
  add column product_name text not null,
  add column plan_name text not null,
  add column term_months integer not null,
  add column term_miles integer,
  add column dealer_group_id bigint references dealer_group (id),
  add column agent_id bigint references agent (id),
  add column insurer_id bigint references insurer (id),
  -- Names, term, deductible, class, surcharges, limits, benefits and services as the book had them.
  add column sold jsonb not null,
  -- Everything that the rate follows from besides the book: with it, the rate can be computed again.
  add column inputs jsonb not null,
  add column book_version integer not null,
  add column rate_quote_id text,
  -- Until then the rate of a quote is honoured.
  add column valid_until timestamptz not null,
  add column state_of_sale text not null,
  add column sale_date date not null,
  add column effective_date date not null,
  add column effective_odometer integer,
  add column expiration_date date not null,
  add column expiration_odometer integer,
  -- The vehicle, or the item that is none.
  add column item jsonb not null,
  add column identifier text,
  add column vehicle_year integer,
  add column make text,
  add column model text,
  add column vehicle_purchase_date date,
  add column vehicle_purchase_price bigint,
  add column retail_price bigint not null check (retail_price >= 0),
  add column dealer_cost bigint not null check (dealer_cost >= 0),
  add column sales_tax jsonb not null,
  add column sales_tax_total bigint not null check (sales_tax_total >= 0),
  -- Secrets are sealed, in columns of their own: a change of keys finds them there.
  add column financing jsonb,
  add column account_number text,
  add column cobuyer jsonb,
  add column cobuyer_birth_date text,
  add column custom_fields jsonb not null default '{}',
  add column external_references jsonb not null default '[]',
  -- What the references are found by, in lower case.
  add column external_keys text[] not null default '{}',
  add column notes text,
  add column finalized_at timestamptz,
  add column finalize_date date,
  -- Changes of what the rate rests on, which wait for refinalize: as they were sent, and what they come to.
  add column pending_changes jsonb,
  add column last_odometer integer,
  add column last_odometer_date date,
  add column last_odometer_source text check (last_odometer_source in ('Sale', 'Reading', 'Correction', 'Transfer', 'Claim', 'Cancel')),
  add column is_transferred boolean not null default false,
  add column open_holds integer not null default 0 check (open_holds >= 0),
  add column open_claims integer not null default 0 check (open_claims >= 0),
  add column cancel_date date,
  add column created_at timestamptz not null,
  add column created_by text not null,
  add column updated_at timestamptz not null,
  add column updated_by text not null,
  add column row_version integer not null default 1,
  add check ((status = 'Quote') <= (number is null)),
  add check ((status = 'OnHold') = (held_from is not null)),
  add check (expiration_date >= effective_date),
  add check (status in ('Quote', 'Voided') or customer_id is not null),
  add check (status <> 'OnHold' or open_holds > 0);

-- What a contract is made up of. The lines, MARKUP among them, sum to the retail price.
create table contract_line (
  contract_id bigint not null references contract (id),
  code text not null,
  disbursement_id bigint not null,
  label text not null,
  group_code text,
  account_holder_id bigint not null references account_holder (id),
  amount bigint not null check (amount >= 0),
  is_internal boolean not null,
  in_dealer_cost boolean not null,
  pay_when text not null check (pay_when in ('OnFinalize', 'WhenFunded')),
  earning_method text not null,
  earning_curve jsonb,
  cancel_rule text not null,
  cancel_method text,
  sequence integer not null,
  earned_to_date bigint not null default 0,
  refunded bigint not null default 0,
  primary key (contract_id, code)
);

create table contract_hold (
  id bigint generated by default as identity primary key,
  contract_id bigint not null references contract (id),
  reason_id bigint not null references reference_value (id),
  hold_date date not null,
  mode text not null check (mode in ('Freeze', 'Suspend')),
  freezes_payables boolean not null,
  blocks_claims boolean not null,
  -- The codes of the lines it names; null: all, whatever they become.
  codes text[],
  note text,
  status text not null default 'Open' check (status in ('Open', 'Resolved')),
  created_at timestamptz not null,
  created_by text not null
);
create index contract_hold_of_contract on contract_hold (contract_id);
-- One open hold for a reason.
create unique index contract_hold_open on contract_hold (contract_id, reason_id) where status = 'Open';

create table contract_resolve (
  id bigint generated by default as identity primary key,
  hold_id bigint not null unique references contract_hold (id),
  resolve_date date not null,
  resolution text not null check (resolution in ('Cleared', 'Corrected', 'Overridden', 'Cancelled')),
  note text,
  -- By code, in cents: what was earned meanwhile.
  catch_up jsonb not null default '[]',
  extends_days integer,
  created_at timestamptz not null,
  created_by text not null
);

create table contract_transfer (
  id bigint generated by default as identity primary key,
  contract_id bigint not null references contract (id),
  previous_customer_id bigint not null references customer (id),
  new_customer_id bigint not null references customer (id),
  -- Who sold it then, as the customer was known.
  previous_customer jsonb not null,
  transfer_date date not null,
  odometer integer not null,
  fee bigint not null check (fee >= 0),
  fee_paid_by text not null check (fee_paid_by in ('Customer', 'NewOwner', 'Dealer')),
  document_ids bigint[] not null default '{}',
  note text,
  created_at timestamptz not null,
  created_by text not null
);
create index contract_transfer_of_contract on contract_transfer (contract_id);

-- A lease between people: it ends by itself.
create table contract_lock (
  contract_id bigint primary key references contract (id),
  holder_key text not null,
  holder_id bigint not null,
  holder_name text not null,
  token text not null,
  locked_at timestamptz not null,
  expires_at timestamptz not null
);

-- What the odometer showed, and who says so.
create table contract_odometer (
  id bigint generated by default as identity primary key,
  contract_id bigint not null references contract (id),
  value integer not null check (value >= 0),
  reading_date date not null,
  source text not null check (source in ('Sale', 'Reading', 'Correction', 'Transfer', 'Claim', 'Cancel')),
  reason text,
  created_at timestamptz not null,
  created_by text not null
);
create index contract_odometer_of_contract on contract_odometer (contract_id);

-- What contracts are found by
-- With the id behind the value, the rows of one value are in the order that lists have by themselves: a page of them is
-- read and nothing else, however many there are.
drop index contract_of_dealer, contract_of_lien_holder;
create index contract_of_dealer on contract (dealer_id, id);
create index contract_of_lien_holder on contract (lien_holder_id, id) where lien_holder_id is not null;
create index contract_of_dealer_group on contract (dealer_group_id, id) where dealer_group_id is not null;
create index contract_of_agent on contract (agent_id, id) where agent_id is not null;
-- Downwards, quotes come first, who have no number: they are many of one value.
create index contract_number_order on contract ((lower(number)) collate "C" desc, id);
create index contract_vin_last8 on contract ((lower(right(vin, 8))), id);
create index contract_status on contract (status, id);
create index contract_funding_status on contract (funding_status, id);
create index contract_product_type on contract ((lower(product_type_code)), id);
create index contract_product on contract (product_id, id);
create index contract_program on contract (program_id, id);
create index contract_plan on contract (plan_id, id);
create index contract_state on contract ((lower(state_of_sale)), id);
create index contract_sale_date on contract (sale_date, id);
create index contract_effective_date on contract (effective_date, id);
create index contract_expiration_date on contract (expiration_date, id);
create index contract_cancel_date on contract (cancel_date, id) where cancel_date is not null;
create index contract_retail_price on contract (retail_price, id);
create index contract_updated on contract (updated_at, id);
create index contract_open_claim on contract (id) where open_claims > 0;
create index contract_open_hold on contract (id) where open_holds > 0;
create index contract_changed on contract (id) where pending_changes is not null;
create index contract_external_key on contract using gin (external_keys) with (fastupdate = off)
  where external_keys <> '{}';
-- Whole again: what is known of the values of an index over a part of the rows is not used to plan.
drop index account_holder_phone, account_holder_email, customer_mobile;
create index account_holder_phone on account_holder ((regexp_replace(phone, '\D', '', 'g')));
create index account_holder_email on account_holder ((lower(email)));
create index customer_mobile on customer ((regexp_replace(mobile, '\D', '', 'g')));
-- Similar spellings: of the whole name by the index that account holders have, of the last name by this one.
alter table customer add last_name_folded text
  generated always as (regexp_replace(normalize(lower(last_name), NFKD), U&'[\0300-\036F]', '', 'g')) stored;
create index customer_last_name_alike on customer using gin (last_name_folded platform.gin_trgm_ops);

-- The audit: why something was done, and the place of a record among those of all lanes, which a clock that stands still
-- does not tell. Records of before have neither, and are sealed without.
create sequence audit_position;
alter table audit_record
  add column position bigint,
  add column reason text,
  add check (reason is null or position is not null);
alter sequence audit_position owned by audit_record.position;
