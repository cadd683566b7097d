-- The answer to a sale is 12 kB. The service compresses a long answer, as it does the calculations of cancel requests. A short
-- answer, and one with a secret, which is encrypted, stay in `body`.
alter table idempotency add column packed_body bytea;
