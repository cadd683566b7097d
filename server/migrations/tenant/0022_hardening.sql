-- Whether a PDF can do something when it is opened: it has scripts, attachments or the like.
alter table file add column has_active_content boolean not null default false;

-- An invitation ends, like the code of a password reset. The ones that are open get as long as a new one.
alter table app_user add column invitation_until timestamptz;
update app_user set invitation_until = now() + interval '7 days' where invitation_hash is not null;
-- Hashes of the codes that are accepted once instead of a one-time code.
alter table app_user add column recovery_hashes text[] not null default '{}';
-- A session of a user who must set up one-time codes before anything else.
alter table session add column must_enroll boolean not null default false;

-- Relations between products look for the other contracts on an item that is not a vehicle.
create index contract_identifier on contract ((lower(identifier))) where vin is null;

-- A cancel rule without a deadline follows the setting refundDays, which nothing used. So does the general rule.
alter table cancel_rule alter column refund_days drop not null;
update cancel_rule set refund_days = null
where code in ('DEFAULT', 'DEFAULT-P') and state is null and refund_days = 45;
