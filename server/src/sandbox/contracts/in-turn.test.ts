import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { type Piece, runInTurn } from './in-turn.ts'

/** A connection that notes what was sent, and answers each statement a little later. */
function recordingTx(failing?: string) {
  const sent: string[] = []
  const tx: Pick<Tx, 'query'> = {
    async query(text) {
      sent.push(text)
      await sleep(2)
      if (text === failing) throw new Error(`failed: ${text}`)
      return { rows: [], command: '', rowCount: 0, oid: 0, fields: [] }
    },
  }
  return { tx: tx as Tx, sent }
}

/** Reads, then writes twice. */
const piece = (name: string, changes: readonly string[] = []): Piece => ({
  changes,
  async run(tx) {
    await tx.query(`select ${name} for update`, [])
    await tx.query(`insert into ${name}`, [])
    await tx.query(`update ${name} set id = 1`, [])
  },
})

describe('pieces of work that take turns', () => {
  test('write in their order, and read before their turn', async () => {
    const { tx, sent } = recordingTx()
    await runInTurn(tx, [piece('a'), piece('b'), piece('c')])
    expect(sent.slice(0, 3)).toEqual(['select a for update', 'select b for update', 'select c for update'])
    expect(sent.slice(3)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`insert into ${name}`, `update ${name} set id = 1`]),
    )
  })

  test('read after the earlier pieces that change the same thing', async () => {
    const { tx, sent } = recordingTx()
    const reader: Piece = { changes: [], reads: ['x'], run: (own) => own.query('select c', []) }
    await runInTurn(tx, [piece('a', ['x']), piece('b', ['x']), reader])
    expect(sent).toEqual([
      ...['a', 'b'].flatMap((name) => [
        `select ${name} for update`,
        `insert into ${name}`,
        `update ${name} set id = 1`,
      ]),
      'select c',
    ])
  })

  test('send nothing more to the database once a failure is reported, and report the first failure', async () => {
    const { tx, sent } = recordingTx('insert into b')
    const pieces = Array.from({ length: 40 }, (_, at) => piece(at === 1 ? 'b' : `a${at}`))
    await expect(runInTurn(tx, pieces)).rejects.toThrow('failed: insert into b')
    const count = sent.length
    await sleep(20)
    expect(sent).toHaveLength(count)
    expect(sent).not.toContain('insert into a2')
  })
})
