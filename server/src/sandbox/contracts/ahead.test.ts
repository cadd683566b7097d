import { describe, expect, test } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { type Ahead, type Foresee, writingAhead } from './ahead.ts'

const TAKE = 'select nextval($1) from generate_series(1, $2)'
const POST = 'with entry as (select 1) select id from entry'

const known: Ahead = {
  foreseen: new Map<string, Foresee>([
    [POST, (_, take) => take('journal_id_seq', 2).map((id) => ({ id }))],
    [TAKE, ([name, count], take) => take(String(name), Number(count)).map((id) => ({ id }))],
  ]),
}

/** A database whose sequences stand at 10. After `hold`, its answers come when it is told to. */
async function slow(rowsOf: (text: string) => unknown[]) {
  const sent: [text: string, values: unknown[]][] = []
  let answered: Promise<void> = Promise.resolve()
  let answerAll: () => void = () => undefined
  const hold = () => {
    sent.length = 0
    answered = new Promise((resolve) => {
      answerAll = resolve
    })
  }
  const tx: Pick<Tx, 'query'> = {
    async query(text, values) {
      const answer = (rows: unknown[]) => ({ rows, command: '', rowCount: rows.length, oid: 0, fields: [] })
      if (text.includes('pg_sequence_last_value'))
        return answer(['sale', 'journal', 'claim'].map((name) => ({ name: `${name}_id_seq`, last: 10 })))
      sent.push([text, values])
      const rows = rowsOf(text)
      await answered
      return answer(rows)
    },
  }
  return { ...(await writingAhead(tx as Tx, known)), sent, hold, answerAll: () => answerAll() }
}

const INSERT = 'insert into sale (price) values ($1) returning id'

describe('writes that do not wait', () => {
  test('are answered before the database answers, with the next ids', async () => {
    let [sale, journal] = [10, 10]
    const { tx, sent, hold, answerAll, end } = await slow((text) => {
      if (text === POST) {
        journal += 2
        return [{ id: journal - 1 }, { id: journal }]
      }
      if (text !== INSERT) return []
      sale += 1
      return [{ id: sale }]
    })
    // The first answers tell the columns.
    expect((await tx.query(INSERT, [1])).rows).toEqual([{ id: 11 }])
    expect((await tx.query(POST, [])).rows).toEqual([{ id: 11 }, { id: 12 }])
    hold()
    expect((await tx.query('update sale set price = $1 where id = $2', [2, 11])).rows).toEqual([])
    expect((await tx.query(INSERT, [3])).rows).toEqual([{ id: 12 }])
    expect((await tx.query(POST, [])).rows).toEqual([{ id: 13 }, { id: 14 }])
    expect(sent).toHaveLength(3)
    answerAll()
    await end()
  })

  test('are compared with the answer of the database', async () => {
    const { tx, end } = await slow(() => [{ id: 99 }])
    await tx.query(INSERT, [1])
    await expect(end()).rejects.toThrow('not the one that was foreseen')
  })

  test('wait where it is not known what the database answers', async () => {
    const { tx, hold, answerAll, end } = await slow((text) => [{ id: text === INSERT ? 11 : 7 }])
    await tx.query(INSERT, [1])
    hold()
    const waiting = [
      tx.query('select price from sale', []),
      tx.query('update sale set price = 1 returning id', []),
      tx.query('insert into sale (price) values (1) on conflict do nothing returning id', []),
      // The one before it took a number or not.
      tx.query(INSERT, [1]),
    ]
    let isAnswered = false
    Promise.race(waiting).then(() => {
      isAnswered = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    answerAll()
    await Promise.all(waiting)
    await end()
  })

  test('that only take numbers are answered before, and rows that are inserted later get the next ones', async () => {
    let last = 10
    const { tx, hold, answerAll, end } = await slow((text) => {
      const from = last + 1
      last += text === TAKE ? 2 : 1
      return Array.from({ length: last + 1 - from }, (_, at) => ({ id: from + at }))
    })
    expect((await tx.query(TAKE, ['sale_id_seq', 2])).rows).toEqual([{ id: 11 }, { id: 12 }])
    expect((await tx.query(INSERT, [1])).rows).toEqual([{ id: 13 }])
    hold()
    expect((await tx.query(TAKE, ['sale_id_seq', 2])).rows).toEqual([{ id: 14 }, { id: 15 }])
    expect((await tx.query(INSERT, [1])).rows).toEqual([{ id: 16 }])
    answerAll()
    await end()
  })

  test('fail at the end with the error of the first that failed', async () => {
    const { tx, end } = await slow((text) => {
      throw new Error(`failed: ${text}`)
    })
    await tx.query('update sale set price = 1', [])
    await tx.query('update sale set price = 2', [])
    await expect(end()).rejects.toThrow('failed: update sale set price = 1')
  })
})
