import type pg from 'pg'
import { expect } from 'vitest'

/** The foreign keys of a schema that point to no row. A seed is made and copied without checking them. */
export async function brokenReferences(pool: pg.Pool, schema: string): Promise<unknown[]> {
  const { rows: references } = await pool.query<{ broken: string }>(
    `select format('select %L as name where exists (select from %s c where %s and not exists (select from %s p where %s))',
       k.conname, k.conrelid::regclass,
       (select string_agg(format('c.%I is not null', a.attname), ' and ')
        from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n),
       k.confrelid::regclass,
       (select string_agg(format('p.%I = c.%I', there.attname, here.attname), ' and ')
        from unnest(k.conkey, k.confkey) as n (here, there)
        join pg_attribute here on here.attrelid = k.conrelid and here.attnum = n.here
        join pg_attribute there on there.attrelid = k.confrelid and there.attnum = n.there)) as broken
     from pg_constraint k where k.contype = 'f' and k.connamespace = $1::regnamespace`,
    [schema],
  )
  expect(references.length).toBeGreaterThan(50)
  const { rows } = await pool.query(references.map(({ broken }) => broken).join(' union all '))
  return rows
}
