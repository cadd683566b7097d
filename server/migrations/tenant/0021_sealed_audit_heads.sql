-- The heads of the audit lanes are sealed as its records are, so that a head cannot be set back or to zero unnoticed.

-- Drawn when the lane was opened: the seal of an empty lane fits no other one.
alter table audit_lane add column opened bytea;
alter table audit_lane add column key_id text;
alter table audit_lane add column seal bytea;
