import { describe, expect, test } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { type Alone, answeringAlone } from './alone.ts'

const NEXT = 'insert into number_series (series) values ($1) returning last, number'
const LAST = 'select id from contract where number = (select last + $2 from number_series where series = $1)'

const known: Alone = {
  ...{ unchanged: ['setting'], growing: ['holder'], empty: ['lease'], numbers: [NEXT] },
  lastNumbers: [LAST],
}

/** A transaction that notes what reaches the database. Its series stand at 41. */
function noting() {
  const sent: [text: string, values: unknown[]][] = []
  const tx: Pick<Tx, 'query'> = {
    async query(text, values) {
      sent.push([text, values])
      const rows = text === NEXT ? [{ last: 42, number: 'VSC-0000042', is_taken: false }] : []
      return { rows, command: '', rowCount: rows.length, oid: 0, fields: [] }
    },
  }
  return { ...answeringAlone(tx as Tx, known), sent, texts: () => sent.map(([text]) => text) }
}

describe('a transaction that is alone', () => {
  test('reads what nobody changes once, unless the statement names another table as well', async () => {
    const { tx, sent } = noting()
    for (const id of [1, 2, 1, 2]) {
      await tx.query('select value from setting where id = $1', [id])
      await tx.query('select value from setting join contract on true where contract.id = $1', [id])
    }
    expect(sent).toHaveLength(2 + 4)
  })

  test('refuses to change what was said to be constant', () => {
    const { tx, sent } = noting()
    expect(() => tx.query('update setting set value = $1', [1])).toThrow('constant')
    expect(() => tx.query('insert into lease values ($1)', [1])).toThrow('constant')
    expect(sent).toEqual([])
  })

  test('keeps what it read while a table grows, and forgets it when a row is changed', async () => {
    const { tx, texts } = noting()
    const read = () => tx.query('select name from holder where id = $1', [1])
    await read()
    await tx.query('insert into holder values ($1)', [2])
    await read()
    await tx.query('update holder set name = $1', ['Other'])
    await read()
    expect(texts().filter((text) => text.startsWith('select'))).toHaveLength(2)
  })

  test('asks an empty table once, whatever is asked', async () => {
    const { tx, sent } = noting()
    for (const id of [1, 2, 3]) await tx.query('select name from lease where contract_id = $1', [id])
    expect(sent).toHaveLength(1)
  })

  test('takes no locks on rows, and each kind of other lock once', async () => {
    const { tx, texts } = noting()
    for (const id of [1, 2]) {
      await tx.query('select name from contract c where id = $1 for update of c', [id])
      await tx.query('select from contract where id = $1 for update', [id])
      await tx.query('select pg_advisory_xact_lock_shared(7)', [])
    }
    expect(texts()).toEqual([
      'select name from contract c where id = $1',
      'select from contract where id = $1 for update',
      'select pg_advisory_xact_lock_shared(7)',
      'select name from contract c where id = $1',
    ])
  })

  test('counts the numbers of a series itself, and writes the last one at the end', async () => {
    const { tx, sent, end } = noting()
    const taken = await Promise.all(['VSC-', 'VSC-', 'GAP-', 'VSC-'].map((name) => tx.query(NEXT, [name])))
    expect(taken.map(({ rows }) => rows[0])).toEqual([
      { last: 42, number: 'VSC-0000042', is_taken: false },
      { last: 43, number: 'VSC-0000043', is_taken: false },
      { last: 42, number: 'VSC-0000042', is_taken: false },
      { last: 44, number: 'VSC-0000044', is_taken: false },
    ])
    await tx.query(LAST, ['VSC-', 0])
    await tx.query(LAST, ['TW-', 0])
    await end()
    expect(sent.slice(2)).toEqual([
      [LAST, ['VSC-', 2]],
      [LAST, ['TW-', 0]],
      ['update number_series set last = last + $2 where series = $1', ['VSC-', 2]],
    ])
  })
})
