import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { encrypt, type Key, keyedHash } from '../../src/db/keys.ts'
import { countSeals, reseal, sealedColumns } from '../../src/db/sealed.ts'
import { type Databases, openDatabases } from '../../src/db/tenants.ts'
import {
  clearSeals,
  holderAt,
  holdersWith,
  insertHolders,
  LIVE,
  placesOf,
  taxIdOf,
} from '../support/builders/sealed-holders.ts'
import { limits } from '../support/hostile/limits.ts'
import { cloneDatabase } from '../support/service/app.ts'
import { until } from '../support/service/service-process.ts'

describe('reencrypting stored values', () => {
  const key = (id: string): Key => ({ id, secret: randomBytes(32) })
  const [old, present] = [key('data-1'), key('data-2')]
  const keys = [present, old]
  let databases: Databases
  let client: pg.Client

  beforeAll(async () => {
    const location = await cloneDatabase()
    databases = openDatabases(location, limits)
    client = new pg.Client(location)
    await client.connect()
    await clearSeals(client, LIVE)
    await insertHolders(client, [old], { schema: LIVE, from: 1, to: 1_200 })
  })
  afterAll(async () => {
    await client.end()
    await databases.close()
  })

  const underEach = async (column: string) =>
    Object.fromEntries(
      (await countSeals(databases.platform, LIVE))
        .filter((count) => count.column === column)
        .map(({ keyId, values }) => [keyId, values]),
    )
  const resealNow = () => reseal(databases.platform, keys, LIVE)

  test('every listed column exists, with its hash and its primary key', async () => {
    for (const { table, column, hash, key: names = ['id'], where } of sealedColumns) {
      const columns = [column, ...names, ...(hash ? [hash.column] : [])].map((name) => `"${name}"`)
      await client.query(`select ${columns} from ${LIVE}.${table} where ${where ?? 'true'} limit 1`)
      const primary = await client.query<{ name: string }>(
        `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = $1::regclass and indisprimary order by array_position(indkey::int[], attnum::int)`,
        [`${LIVE}.${table}`],
      )
      expect(primary.rows.map(({ name }) => name)).toEqual(names)
    }
  })

  test('a run that stops after one batch keeps that batch, every value is still found, and the next run completes it', async () => {
    const stopped = reseal(databases.platform, keys, LIVE, (resealed) => {
      if (resealed > 0) throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await underEach('tax_id')).toEqual({ 'data-1': 700, 'data-2': 500 })
    for (const at of [1, 500, 501, 1_200])
      expect(await holdersWith(client, keys, LIVE, taxIdOf(at))).toEqual([holderAt(at)])

    const done = await resealNow()
    expect(done).toContainEqual({ table: 'account_holder', column: 'tax_id', resealed: 700, unreadable: [] })
    expect(done).toContainEqual({ table: 'customer', column: 'birth_date', resealed: 1_200, unreadable: [] })
    for (const at of [1, 500, 501, 1_200])
      expect(await holdersWith(client, [present], LIVE, taxIdOf(at))).toEqual([holderAt(at)])
    expect(await placesOf(client, LIVE, 'data-1.')).toEqual([])
    expect((await resealNow()).every(({ resealed }) => resealed === 0)).toBe(true)
  })

  test('a row that another transaction changes is reencrypted with its new value, and the other rows do not wait for it', async () => {
    await insertHolders(client, [old], { schema: LIVE, from: 2_001, to: 2_010 })
    await client.query('begin')
    await client.query(
      `update ${LIVE}.account_holder set tax_id = $1, tax_id_hash = $2, updated_by = 'writer' where number = 'K2002'`,
      [encrypt([old], '123456789'), keyedHash([old], 'tax-id', '123456789')],
    )
    const resealing = resealNow()
    await until('the others are reencrypted', async () => (await underEach('tax_id'))['data-1'] === 1)
    await client.query('commit')
    expect(await resealing).toContainEqual({
      table: 'account_holder',
      column: 'tax_id',
      resealed: 10,
      unreadable: [],
    })
    expect(await holdersWith(client, [present], LIVE, '123456789')).toMatchObject([{ number: 'K2002' }])
    expect(await holdersWith(client, [present], LIVE, taxIdOf(2_002))).toEqual([])
  })

  test('a value that cannot be decrypted is reported and left unchanged, and the rest is reencrypted', async () => {
    await insertHolders(client, [old], { schema: LIVE, from: 3_001, to: 3_003 })
    const broken = encrypt([key('data-1')], '123456789')
    const { rows } = await client.query<{ id: string }>(
      `update ${LIVE}.account_holder set tax_id = $1 where number = 'K3002' returning id`,
      [broken],
    )
    const unreadable = rows.map(({ id }) => String(id))
    expect(await resealNow()).toContainEqual({
      table: 'account_holder',
      column: 'tax_id',
      resealed: 2,
      unreadable,
    })
    const [left] = await run<{ tax_id: string }>(
      databases.platform,
      `select tax_id from ${LIVE}.account_holder where id = $1`,
      unreadable,
    )
    expect(left?.tax_id).toBe(broken)
  })
})
