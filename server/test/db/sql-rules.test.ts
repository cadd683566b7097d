import { describe, expect, test } from 'vitest'
import { LOCAL_TABLES } from '../../src/db/connection.ts'
import { statements } from '../../src/db/statement.ts'
import { importProduct } from '../support/service/product-files.ts'
import { sqlBreaches } from '../support/service/sql-rules.ts'

test('every fixed statement of the product runs on a cluster', async () => {
  await importProduct()
  expect(statements.length).toBeGreaterThan(500)
  const broken = statements.flatMap(({ text }) => sqlBreaches(text).map((breach) => `${breach} ${text}`))
  expect(broken).toEqual([])
})

test('the tables whose rows are numbered are known', () => {
  const inserted = (table: string) => sqlBreaches(`insert into ${table} (a) select b from c`).length
  expect(['contract', 'journal', 'rate_book', 'session', 'automatic_process_run'].map(inserted)).toEqual([
    1, 2, 1, 1, 1,
  ])
  expect(inserted('idempotency')).toBe(0)
})

describe('a breach is found', () => {
  test.each([
    ['select 1; select 2', 'A text has one statement.'],
    ['lock table a in share mode', 'A whole table is never locked'],
    ["select set_config('session_replication_role', 'replica', true)", 'References are always checked.'],
    ['select a.xmin from a', 'xmin'],
    ['drop index a, b', 'drops one object'],
    ['alter table a add b int, add c int', 'drops one object'],
    ['create trigger a before insert on b', 'triggers'],
    ['merge into a using b on true when matched then delete', 'MERGE'],
    ["select nextval('a'), id from b for update", 'nextval'],
    ["select nextval('a'), id from b", 'nextval'],
    ["select id, (select nextval('a')) from b", 'nextval'],
    ["select case when $1 then nextval('a') end as id from b", 'nextval'],
    ["with a as (select nextval('b') as id) select id from a", 'nextval'],
    ["insert into a values (nextval('b'))", 'nextval'],
    ["select setval('a', (select max(id) from b))", 'setval'],
    ["with a as (select setval('b', 1)) select * from a", 'setval'],
    ['insert into a (b) values ((select max(b) from c))', 'among its values'],
    ['insert into a (b) values (coalesce($1, (select 1 from c)))', 'among its values'],
    ['with a as (insert into b values (1) returning id) insert into c select id from a', 'a changes rows'],
    [
      'with a as (update b set c = 1 returning id), d as (insert into e select id from a) select 1',
      'a changes rows',
    ],
    [
      'insert into journal (entry_type) select code from reference_value where list = $1',
      'would get its entry_id on a worker',
    ],
    [
      'insert into claim (contract_id) select id from unnest($1::bigint[]) as given (id) where exists (select 1 from contract)',
      'would get its id on a worker',
    ],
    ['with a as materialized (select 1 as id) insert into b select id from a', 'a is materialized'],
    ['with a as (select random() as id) insert into b select id from a', 'a is volatile'],
    ['select 1 as id where exists (select from "tenant_a".b)', 'selects nothing'],
    ['select from "tenant_a".b', 'selects nothing'],
    ['update a set b = clock_timestamp()', 'volatile'],
    ['update a set b = case when $1 then null else now() end', 'inside CASE'],
    ['update a set b = coalesce(b, now())', 'inside CASE'],
    ['select 1 from unnest($1::int[]) as a cross join lateral (select 1 from b offset 0) as c', 'OFFSET'],
    [
      'with a as (delete from b returning id), c as (select id from a) insert into d select id from c',
      'a changes rows',
    ],
  ])('%s', (text, breach) => {
    expect(sqlBreaches(text).join(' ')).toContain(breach)
  })
})

describe('what a cluster takes is no breach', () => {
  test.each([
    "select nextval('a') as id",
    'select nextval($1::regclass)::bigint as id from generate_series(1, $2::integer) limit $2::integer',
    "select setval('a', $1)",
    'update a set b = case when $1 then 1 end, c = statement_timestamp()',
    'update platform.a set b = clock_timestamp()',
    'begin; set local statement_timeout = 0',
    'listen "a"; listen "b";',
    'select from a where exists (select from b)',
    'select 1 as id where exists (select 1 from "tenant_a".b)',
    'with a as (select id from b) select id from a',
    'with recursive a as (select 1 as id union select id + 1 from a) select id from a',
    'with a as materialized (select 1 as id) select id from a',
    'with a as (select id from b) insert into c select id from a',
    'with a as (update b set c = $1) insert into d (e) values ($2)',
    'with a as (delete from b returning id) delete from c where id in (select id from a)',
    'insert into a (b) select b from unnest($1::text[]) as given (b) on conflict do nothing returning id',
    'insert into claim (id, contract_id) select given.id, c.id from contract c, unnest($1::bigint[]) as given (id)',
    'insert into claim (contract_id) select id from unnest($1::bigint[]) as given (id)',
    "insert into a (b) values ('; lock table c', $1) returning id",
    `${LOCAL_TABLES} select a.xmin from a; select 1`,
  ])('%s', (text) => {
    expect(sqlBreaches(text)).toEqual([])
  })
})
