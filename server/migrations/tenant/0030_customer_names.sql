-- A sale looks for a customer with the same name. With an index for each part of the name, PostgreSQL reads everyone with the same
-- first name until it has counted how common names are, and every customer to find a company.
drop index customer_last_name;
create index customer_name on customer ((lower(last_name)) collate "C", (coalesce(lower(first_name), '')) collate "C");
create index customer_company on customer ((lower(company_name)) collate "C") where company_name is not null;
