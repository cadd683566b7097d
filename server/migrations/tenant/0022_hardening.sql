-- Whether a PDF can do something when it is opened: it has scripts, attachments or the like.
alter table file add column has_active_content boolean not null default false;
