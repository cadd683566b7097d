-- Names are searched anywhere in the text: three-letter pieces are what an index can find that by. The extension
-- comes with PostgreSQL and needs no superuser.
create extension if not exists pg_trgm with schema platform;
