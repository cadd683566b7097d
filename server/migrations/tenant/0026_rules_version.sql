-- Every quote and every contract asks whether the cancel rules have changed. That was a hash over all of them at each read. Now
-- who writes them stores the hash, and a read looks at one row.
create table cancel_rules_version (
  id integer primary key check (id = 1),
  version text not null
);
insert into cancel_rules_version (id, version) values (1, '');
update cancel_rules_version set version = concat(
  (select sum(hash_record_extended(r, 0)) from cancel_rule r), ' and ',
  (select sum(hash_record_extended(v, 0)) from reference_value v where v.list = 'CancelMethod'))
where id = 1;
