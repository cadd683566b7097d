-- Account holders with everything that is known of them: what all have, what each kind has, how they are paid, and
-- what finds them quickly among very many.

alter table account_holder drop constraint account_holder_status_check;
-- Which types there are is data of the code: a new kind needs no migration for its name.
alter table account_holder drop constraint account_holder_type_check;
alter table account_holder
  add constraint account_holder_status_check
    check (status in ('Active', 'Inactive', 'Suspended', 'Expired', 'Pending')),
  add address_type text,
  add dba_name text,
  -- Sealed; the hash finds it, the last four are what is shown.
  add tax_id text,
  add tax_id_hash bytea,
  add tax_id_last4 text,
  add tax_classification text,
  add mailing_address jsonb,
  add phone text,
  add fax text,
  add email text,
  add website text,
  -- A sealed JSON list: contacts have birth dates.
  add contacts text,
  add auto_pay_receive boolean not null default false,
  add statement_cycle text not null default 'None',
  add statement_delivery text not null default 'Email',
  add external_references jsonb not null default '[]',
  add notes text,
  -- As `fold` in http/search.ts has it: lower case, without accents.
  add name_folded text not null
    generated always as (regexp_replace(normalize(lower(name), NFKD), U&'[\0300-\036F]', '', 'g')) stored;

create index account_holder_type on account_holder (type, id);
create index account_holder_name on account_holder using gin (name_folded platform.gin_trgm_ops);
-- The value comes first: it is asked for with a type and without.
create index account_holder_any_number on account_holder ((lower(number)));
create index account_holder_status on account_holder (status, type, id);
create index account_holder_city on account_holder ((lower(city)) collate "C", type);
create index account_holder_state on account_holder ((lower(state)), type, id);
create index account_holder_zip on account_holder ((lower(zip)), type);
create index account_holder_updated on account_holder (updated_at);
create index account_holder_effective on account_holder (effective_date);
create index account_holder_expiration on account_holder (expiration_date) where expiration_date is not null;
create index account_holder_tax_id on account_holder (tax_id_hash) where tax_id_hash is not null;

create table admin_company (
  id bigint primary key references account_holder (id),
  license_numbers jsonb not null default '[]',
  remit_to jsonb
);
insert into admin_company (id) select id from account_holder where type = 'AdminCompany';

create table insurer (
  id bigint primary key references account_holder (id),
  naic_code text,
  am_best_rating text,
  clip_policy_numbers jsonb not null default '[]'
);
insert into insurer (id) select id from account_holder where type = 'Insurer';

create table disbursement_account (
  id bigint primary key references account_holder (id),
  gl_account text,
  disbursement_codes text[] not null default '{}',
  is_internal boolean not null default false
);
insert into disbursement_account (id) select id from account_holder where type = 'DisbursementAccount';

create table inspection_company (
  id bigint primary key references account_holder (id),
  service_states text[] not null default '{}',
  fee bigint not null default 0,
  integration_key text,
  is_external_engine boolean not null default false
);
insert into inspection_company (id) select id from account_holder where type = 'InspectionCompany';

create table claim_payee (
  id bigint primary key references account_holder (id),
  payee_type text not null default 'Business' check (payee_type in ('Individual', 'Business')),
  w9_on_file boolean not null default false,
  is_1099 boolean not null default false
);
insert into claim_payee (id) select id from account_holder where type = 'ClaimPayee';

create table repair_facility (
  id bigint primary key references account_holder (id),
  facility_type text not null default 'Independent'
    check (facility_type in ('Dealer', 'Independent', 'Chain', 'Mobile')),
  labor_rates jsonb not null default '[]',
  tax_rates jsonb not null default '[]',
  parts_markup_percent numeric,
  is_preferred boolean not null default false,
  is_blocked boolean not null default false,
  ase_certified boolean not null default false
);
create index repair_facility_preferred on repair_facility (is_preferred, id);
insert into repair_facility (id) select id from account_holder where type = 'RepairFacility';

create table lien_holder (
  id bigint primary key references account_holder (id),
  el_title_code text,
  payoff_phone text,
  refund_address jsonb,
  accepts_ach boolean not null default false,
  aliases text[] not null default '{}',
  -- In lower case, to be found by.
  aliases_lower text[] not null default '{}'
);
create index lien_holder_alias on lien_holder using gin (aliases_lower);
insert into lien_holder (id) select id from account_holder where type = 'LienHolder';

alter table dealer_group add participation jsonb;

alter table agent
  add license_numbers jsonb not null default '[]',
  add commission_defaults jsonb not null default '[]';
create index agent_license on agent using gin (license_numbers jsonb_path_ops);

alter table dealer
  add franchise_makes text[] not null default '{}',
  add dealer_type text not null default 'Independent'
    check (dealer_type in ('Franchise', 'Independent', 'RV', 'Marine', 'Retailer')),
  add license_number text,
  add refund_payer text not null default 'Administrator' check (refund_payer in ('Administrator', 'Dealer')),
  add remit_day_of_month integer check (remit_day_of_month between 1 and 31),
  add require_funding_to_finalize boolean,
  add reinsurance_account_id bigint references disbursement_account (id),
  add repair_facility_id bigint references repair_facility (id),
  add labor_rate bigint;

-- The first Primary gets the agent's line, so that the order counts.
alter table dealer_agent
  add position integer not null default 1,
  add commission_overrides jsonb;

create table repair_facility_dealer (
  repair_facility_id bigint not null references repair_facility (id),
  dealer_id bigint not null references dealer (id),
  primary key (repair_facility_id, dealer_id)
);
create index repair_facility_of_dealer on repair_facility_dealer (dealer_id);

create table repair_facility_dealer_group (
  repair_facility_id bigint not null references repair_facility (id),
  dealer_group_id bigint not null references dealer_group (id),
  primary key (repair_facility_id, dealer_group_id)
);
create index repair_facility_of_dealer_group on repair_facility_dealer_group (dealer_group_id);

-- How someone pays or is paid. The account number is sealed; its last four are shown.
create table payment_method (
  id bigint generated by default as identity primary key,
  account_holder_id bigint not null references account_holder (id),
  position integer not null,
  type text not null check (type in ('Check', 'ACH', 'Wire', 'CreditCard', 'Cash', 'Netting')),
  is_default boolean not null default false,
  ach jsonb,
  account_number text,
  card jsonb,
  payee_name text,
  mail_to jsonb
);
create index payment_method_of_holder on payment_method (account_holder_id, position);

create table customer (
  id bigint primary key references account_holder (id),
  first_name text,
  middle_name text,
  last_name text,
  suffix text,
  company_name text,
  -- Sealed.
  birth_date text,
  mobile text,
  tax_id_last4 text,
  preferred_language text,
  is_business boolean not null default false,
  do_not_contact boolean not null default false,
  company_name_folded text
    generated always as (regexp_replace(normalize(lower(company_name), NFKD), U&'[\0300-\036F]', '', 'g')) stored
);
create index customer_first_name on customer ((lower(first_name)) collate "C");
create index customer_last_name on customer ((lower(last_name)) collate "C");
create index customer_company_name on customer using gin (company_name_folded platform.gin_trgm_ops);
create index customer_mobile on customer ((regexp_replace(mobile, '\D', '', 'g'))) where mobile is not null;
create index account_holder_phone on account_holder ((regexp_replace(phone, '\D', '', 'g'))) where phone is not null;
create index account_holder_email on account_holder ((lower(email))) where email is not null;

-- A sold product, as far as account holders need to know of it: who bought it, who sold it, who finances it.
create table contract (
  id bigint generated by default as identity primary key,
  number text not null,
  vin text,
  dealer_id bigint not null references dealer (id),
  customer_id bigint not null references customer (id),
  lien_holder_id bigint references lien_holder (id)
);
create unique index contract_number on contract (lower(number));
create index contract_vin on contract (lower(vin));
create index contract_of_dealer on contract (dealer_id);
create index contract_of_customer on contract (customer_id);
create index contract_of_lien_holder on contract (lien_holder_id);

-- Which rates a dealer sees: its own rows, else its group's, else the default's (neither dealer nor group).
create table dealer_rate_visibility (
  id bigint generated by default as identity primary key,
  dealer_id bigint references dealer (id),
  dealer_group_id bigint references dealer_group (id),
  product_id bigint,
  program_id bigint,
  plan_id bigint,
  term_id bigint,
  deductible_id bigint,
  class_code text,
  is_visible boolean not null,
  effective_from date not null,
  effective_to date,
  check (dealer_id is null or dealer_group_id is null)
);
create index dealer_rate_visibility_of_dealer on dealer_rate_visibility (dealer_id);
create index dealer_rate_visibility_of_group on dealer_rate_visibility (dealer_group_id);

-- Numbers that are given in order, taken in the transaction that uses them: a dry run or a refusal uses none up.
create table number_series (
  series text primary key,
  last bigint not null
);
