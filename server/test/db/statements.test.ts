import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { int, json, oneOf, orNull, text } from '../../src/db/columns.ts'
import { statements } from '../../src/db/statement.ts'
import { cloneDatabase } from '../support/service/app.ts'
import { checkResult, columnFaults, type Described } from '../support/service/declared-columns.ts'
import { importProduct } from '../support/service/product-files.ts'

/** A connection that sees one administrator's tables and the platform's. */
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client(await cloneDatabase())
  await client.connect()
  const { rows } = await client.query(`select schema_name from platform.tenant limit 1`)
  await client.query(`set search_path = ${rows[0].schema_name}, platform, public`)
})

afterAll(() => client.end())

/** The methods that `pg` calls during a custom query. It has no call that describes a statement without running it. */
class Description {
  readonly name = ''
  readonly text: string
  readonly done: Promise<readonly Described[]>
  #fields: readonly Described[] = []
  #failure: Error | undefined
  #settle = { resolve: (_: readonly Described[]) => {}, reject: (_: Error) => {} }

  constructor(text: string) {
    this.text = text
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(connection: {
    parse(query: { name: string; text: string; types: number[] }): void
    describe(what: { type: 'S'; name: string }): void
    sync(): void
  }): void {
    connection.parse({ name: '', text: this.text, types: [] })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Described[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#failure = error
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#settle.reject(new Error(`${this.#failure.message}, in: ${this.text}`))
    else this.#settle.resolve(this.#fields)
  }
}

/** The columns that PostgreSQL says a statement returns. */
function describeStatement(sql: string): Promise<readonly Described[]> {
  const description = new Description(sql)
  client.query(description as unknown as pg.Submittable)
  return description.done
}

test('every fixed statement returns its declared columns', async () => {
  await importProduct()
  expect(statements.length).toBeGreaterThan(5)
  const faults: string[] = []
  for (const { text: sql, columns } of statements)
    await describeStatement(sql).then(
      (fields) => faults.push(...columnFaults(columns, fields).map((fault) => `${fault}, in: ${sql}`)),
      (error: Error) => faults.push(error.message),
    )
  expect(faults).toEqual([])
})

describe('a result that differs from its declaration is reported', () => {
  const result = (fields: Described[], rows: object[]) => ({ fields, rows }) as unknown as pg.QueryResult
  const id = { name: 'id', dataTypeID: 20 }
  test.each([
    ['a column is missing', { id: int, code: text }, [id], [{ id: 1 }], 'code is declared and not returned'],
    ['a column is not declared', {}, [id], [{ id: 1 }], 'id is returned and not declared'],
    ['a type differs', { id: text }, [id], [{ id: 1 }], 'id is declared as text and returned as type 20'],
    ['a null is not declared', { id: int }, [id], [{ id: null }], 'id is declared as never null and is null'],
    [
      'a value is not in its list',
      { state: oneOf(['A', 'B']) },
      [{ name: 'state', dataTypeID: 25 }],
      [{ state: 'C' }],
      'state is C, which is not one of A, B',
    ],
  ])('%s', (_, columns, fields, rows, fault) => {
    expect(() => checkResult('select', columns, result(fields, rows))).toThrow(fault)
  })

  test('a result that matches its declaration is accepted', () => {
    const columns = { id: int, note: orNull(text), more: json(String) }
    const fields = [id, { name: 'note', dataTypeID: 25 }, { name: 'more', dataTypeID: 3802 }]
    checkResult('select', columns, result(fields, [{ id: 1, note: null, more: {} }]))
  })
})
