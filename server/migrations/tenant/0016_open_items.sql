-- Open items: most rows of a ledger are paid or memo, and questions about what is open read only the others. What was
-- applied after a day is found by that day.
create index ledger_open_items on ledger (account_holder_id, due_date)
  where status in ('Open', 'InProcess') and not is_memo;
create index ledger_detail_accounting on ledger_detail using brin (accounting_date);
