-- The law of every state on cancelling: whose rule it is, how sure we are of it, and what only some laws say.

-- The administrator's own rules and those of the library that comes with Bulwark. Of rules that fit equally well the own
-- one decides. All rules so far are the administrator's own.
alter table cancel_rule add column layer text not null default 'Own';
alter table cancel_rule add constraint cancel_rule_layer check (layer in ('Own', 'Library'));
-- A library rule may have the code of an own one.
alter table cancel_rule drop constraint cancel_rule_code_effective_from_key;
alter table cancel_rule add constraint cancel_rule_key unique nulls not distinct (layer, code, effective_from);

-- How the text behind the rule was read. Null: the administrator does not say.
alter table cancel_rule add column verification text;
alter table cancel_rule add constraint cancel_rule_verification
  check (verification in ('Read', 'PartlyRead', 'Secondary'));
-- Terms that the general rule decides: the law says nothing about them, or nobody has read what it says.
alter table cancel_rule add column silent text[] not null default '{}';
alter table cancel_rule add column unverified text[] not null default '{}';
-- Sellers to whom the rule does not apply.
alter table cancel_rule add column leaves_out text[] not null default '{}';
-- The terms that only some laws have, and the evidence: only what differs from the usual.
alter table cancel_rule add column law jsonb not null default '{}';

-- A penalty may also be a percent of the whole refund.
alter table cancel_rule drop constraint cancel_rule_penalty_base_check;
alter table cancel_rule add constraint cancel_rule_penalty_base
  check (penalty_base in ('Outstanding', 'Refund', 'Price'));
