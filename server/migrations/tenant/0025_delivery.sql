-- When and how the contract itself reached the customer. Some laws count the free look from that day, and some give more
-- days if it was mailed. Null: not known, and the setting of the administrator counts.
alter table contract add column delivery_date date;
alter table contract add column delivery_method text;
alter table contract add constraint contract_delivery_method check (delivery_method in ('HandedOver', 'Mailed'));
