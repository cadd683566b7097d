-- What an administrator has set to other than the default. The settings themselves are data of the code.
create table general_setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null
);
