import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPlans, openPool, PreparingClient } from '../../src/db/connection.ts'
import { databaseOver } from '../../src/db/database.ts'
import { cloneDatabase } from '../support/service/app.ts'

let pool: pg.Pool
let client: PreparingClient
let described = 0

beforeAll(async () => {
  // Other tests of this worker may have used up the names.
  forgetPlans()
  const location = await cloneDatabase()
  client = new PreparingClient({ ...location, pipeline: true } as pg.ClientConfig)
  await client.connect()
  const { connection } = client as unknown as { connection: { on(event: string, hear: () => void): void } }
  connection.on('rowDescription', () => {
    described += 1
  })
  pool = openPool(location, { searchPath: 'public', connections: 1, statementMilliseconds: 5_000 })
})
beforeEach(async () => {
  await client.query('drop table if exists counted')
  await client.query('create table counted (id bigint primary key, name text)')
  described = 0
})
afterAll(async () => {
  await client.end()
  await pool.end()
})

const ask = async (text: string, values: unknown[]) => {
  const { rows, rowCount, fields } = (await client.query(text, values)) as pg.QueryResult
  return { rows, rowCount, names: fields.map(({ name }) => name) }
}

describe('a prepared statement', () => {
  test('is described at its first call only, and answers the same at every call', async () => {
    const text = 'select $1::int as number, $2::date as day, null::text as nothing'
    for (const number of [1, 2, 3])
      expect(await ask(text, [number, '2026-02-28'])).toEqual({
        rows: [{ number, day: '2026-02-28', nothing: null }],
        rowCount: 1,
        names: ['number', 'day', 'nothing'],
      })
    expect(described).toBe(1)
  })

  test('keeps its rows apart from another statement that is sent with it', async () => {
    const first = () => ask('select n as a from generate_series(1, $1::int) n', [2])
    const second = () => ask('select n as b from generate_series(1, $1::int) n', [1])
    for (let round = 0; round < 2; round += 1) {
      const [one, two, again] = await Promise.all([first(), second(), first()])
      expect([one.rows, two.rows, again.rows]).toEqual([
        [{ a: 1 }, { a: 2 }],
        [{ b: 1 }],
        [{ a: 1 }, { a: 2 }],
      ])
    }
  })

  test('without rows counts what it changed, every time', async () => {
    const insert = 'insert into counted (id, name) select n, $2 from generate_series($1::int, $1::int + 1) n'
    expect(await ask(insert, [1, 'x'])).toEqual({ rows: [], rowCount: 2, names: [] })
    expect(await ask(insert, [3, 'x'])).toEqual({ rows: [], rowCount: 2, names: [] })
    expect(described).toBe(0)
  })

  test('that fails at its first call or later is refused with its code, and works afterwards', async () => {
    const insert = 'insert into counted (id) values ($1::bigint) returning id'
    await expect(ask(insert, ['none'])).rejects.toMatchObject({ code: '22P02' })
    expect((await ask(insert, [1])).rows).toEqual([{ id: 1 }])
    await expect(ask(insert, [1])).rejects.toMatchObject({ code: '23505' })
    expect((await ask(insert, [2])).rows).toEqual([{ id: 2 }])
  })

  test('whose columns change with the table answers the new columns', async () => {
    const db = databaseOver(pool)
    await db.query('insert into counted (id, name) values ($1, $2)', [1, 'oil'])
    const read = async () => (await db.query('select * from counted where id = $1', [1])).rows
    expect(await read()).toEqual([{ id: 1, name: 'oil' }])
    await client.query('alter table counted rename column name to title')
    expect(await read()).toEqual([{ id: 1, title: 'oil' }])
    await client.query('alter table counted alter column title type integer using 7')
    expect(await read()).toEqual([{ id: 1, title: 7 }])
  })
})
