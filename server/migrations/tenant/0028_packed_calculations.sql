-- The calculation of a quote is 14 kB of JSON. To check, search and compress it was most of the work of storing a quote.
-- The service now compresses it: the first byte says whether the rest is the plain text (0) or compressed with Brotli (1).
alter table cancel_request drop column total_refund;
alter table cancel_request add column total_refund bigint;
update cancel_request set total_refund = (calculation ->> 'totalRefund')::bigint where calculation is not null;
alter table cancel_request alter column calculation type bytea
  using '\x00'::bytea || convert_to(calculation::text, 'UTF8');
create index cancel_request_refund on cancel_request (total_refund, id) where status <> 'Quote';
