-- A law may ask for a penalty once, however late the refund is (Washington).
alter table cancel_rule drop constraint cancel_rule_penalty_period_check;
alter table cancel_rule add constraint cancel_rule_penalty_period_check
  check (penalty_period in ('Month', 'ThirtyDays', 'Once'));
