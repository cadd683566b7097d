-- Open items: most rows of a ledger are paid or memo, and questions about what is open read only the others.
create index ledger_open_items on ledger (account_holder_id, due_date)
  where status in ('Open', 'InProcess') and not is_memo;
