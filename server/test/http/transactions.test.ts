import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, databaseOver, run, type Tx } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { openDatabases } from '../../src/db/tenants.ts'
import { inTransaction, inTrial } from '../../src/db/transaction.ts'
import { afterCommit, sendAhead } from '../../src/db/unit-of-work.ts'
import { limits } from '../support/hostile/limits.ts'
import { cloneDatabase } from '../support/service/app.ts'

// A database of its own, with a table that only these tests know.

const databases = openDatabases(await cloneDatabase(), limits)
const [tenant] = await databases.tenants()
if (!tenant) throw new Error('There is no administrator.')
const db = databases.of(tenant)
await run(db, 'create table account (id integer primary key, cents bigint not null)', [])
afterAll(() => databases.close())
beforeEach(async () => {
  await run(db, 'delete from account', [])
  await run(db, 'insert into account values (1, 100), (2, 100)', [])
})

const cents = async () =>
  (await run<{ cents: number }>(db, 'select cents from account order by id', [])).map((row) => row.cents)
const add = (tx: Tx, id: number, amount: number) =>
  run(tx, 'update account set cents = cents + $2 where id = $1', [id, amount])

describe('a transaction', () => {
  test('commits when its work is done, and then runs what waits for the commit', async () => {
    const calls: string[] = []
    const result = await inTransaction(db, async (tx) => {
      await add(tx, 1, 5)
      afterCommit(tx, () => calls.push('committed'))
      expect(calls).toEqual([])
      return 'done'
    })
    expect([result, await cents(), calls]).toEqual(['done', [105, 100], ['committed']])
  })

  test('rolls back when its work fails, and runs nothing', async () => {
    const calls: string[] = []
    const failing = inTransaction(db, async (tx) => {
      await add(tx, 1, 5)
      afterCommit(tx, () => calls.push('committed'))
      throw new Error('No.')
    })
    await expect(failing).rejects.toThrow('No.')
    expect([await cents(), calls]).toEqual([[100, 100], []])
  })

  test('waits at its end for statements sent ahead, and fails with their error', async () => {
    await inTransaction(db, async (tx) => sendAhead(tx, add(tx, 1, 5)))
    expect(await cents()).toEqual([105, 100])
    const again = 'insert into account values (1, 1)'
    const ends = [
      (tx: Tx) => sendAhead(tx, run(tx, again, [])),
      // What is behind it fails as well, and only because of it.
      async (tx: Tx) => {
        sendAhead(tx, run(tx, again, []))
        await add(tx, 2, 5)
      },
    ]
    for (const end of ends)
      for (const trying of [inTransaction, inTrial])
        await expect(trying(db, async (tx) => end(tx))).rejects.toMatchObject({ code: '23505' })
    expect(await cents()).toEqual([105, 100])
  })

  test('in a dry run answers and rolls back', async () => {
    const calls: string[] = []
    const seen = await inTrial(db, async (tx) => {
      await add(tx, 1, 5)
      afterCommit(tx, () => calls.push('committed'))
      return run<{ cents: number }>(tx, 'select cents from account where id = 1', [])
    })
    expect([seen, await cents(), calls]).toEqual([[{ cents: 105 }], [100, 100], []])
  })

  test('cannot be nested', async () => {
    const nested = inTransaction(db, (tx) => inTransaction(tx, async () => 'inner'))
    await expect(nested).rejects.toThrow('A transaction cannot be opened inside a transaction.')
  })

  test('that fails at the commit is not reported as done', async () => {
    await run(db, 'delete from account', [])
    await run(db, 'alter table account add constraint once unique (cents) deferrable initially deferred', [])
    const calls: string[] = []
    const late = inTransaction(db, async (tx) => {
      await run(tx, 'insert into account values (3, 7), (4, 7)', [])
      afterCommit(tx, () => calls.push('committed'))
      return 'done'
    })
    // The coordinator of a cluster tells only that a worker could not commit.
    await expect(late).rejects.toMatchObject({ code: expect.stringMatching(/^(23505|XX000)$/) })
    expect([await cents(), calls]).toEqual([[], []])
    await run(db, 'alter table account drop constraint once', [])
  })

  test('with a swallowed error is not reported as done', async () => {
    const careless = inTransaction(db, async (tx) => {
      await add(tx, 1, 5)
      await run(tx, 'insert into account values (1, 0)', []).catch(() => undefined)
      return 'done'
    })
    await expect(careless).rejects.toThrow('The transaction failed and was not committed.')
    expect(await cents()).toEqual([100, 100])
  })
})

describe('conflicting transactions', () => {
  test('are retried after a deadlock until both are done', async () => {
    let runs = 0
    const both = gate(2)
    const moved = (from: number, to: number) =>
      inTransaction(db, async (tx) => {
        runs += 1
        await add(tx, from, -10)
        // The first time, both hold one row before either asks for the other.
        await both()
        await add(tx, to, 10)
      })
    await Promise.all([moved(1, 2), moved(2, 1)])
    expect(await cents()).toEqual([100, 100])
    // One of them ran again; if they met a second time, twice.
    expect(runs).toBeGreaterThanOrEqual(3)
  })

  test('are retried after a serialization failure', async () => {
    let runs = 0
    const both = gate(2)
    const spend = () =>
      inTransaction(db, async (tx) => {
        runs += 1
        await run(tx, 'set transaction isolation level repeatable read', [])
        const [first] = await run<{ cents: number }>(tx, 'select cents from account where id = 1', [])
        await both()
        if (first?.cents === 100) await add(tx, 1, -100)
      })
    await Promise.all([spend(), spend()])
    // Each alone may spend; together they would have spent what only one had.
    expect(await cents()).toEqual([0, 100])
    expect(runs).toBe(3)
  })

  test('are not retried forever', async () => {
    let runs = 0
    const losing = inTransaction(db, async () => {
      runs += 1
      throw Object.assign(new Error('It lost again.'), { code: '40001' })
    })
    await expect(losing).rejects.toThrow('It lost again.')
    expect(runs).toBe(6)
  })

  test('are not retried for any other reason', async () => {
    let runs = 0
    const wrong = inTransaction(db, async (tx) => {
      runs += 1
      await run(tx, 'insert into account values (1, 0)', [])
    })
    await expect(wrong).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })

  /** Opens when so many have come for the first time; who comes again passes. */
  function gate(guests: number): () => Promise<void> {
    let come = 0
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return () => {
      come += 1
      if (come >= guests) open()
      return opened
    }
  }
})

describe('more transactions than connections', () => {
  test('can each use a second connection', async () => {
    const all = Array.from({ length: 4 * limits.connectionsPerTenant }, () =>
      inTransaction(db, async (tx) => {
        await add(tx, 1, 1)
        // Outside of the transaction: it does not see what it has just done.
        const [row] = await run<{ cents: number }>(db, 'select cents from account where id = 2', [])
        return row?.cents
      }),
    )
    expect(new Set(await Promise.all(all))).toEqual(new Set([100]))
    expect(await cents()).toEqual([132, 100])
  })

  test('time out while waiting for a connection, and leave none in use', async () => {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const long = Array.from({ length: limits.connectionsPerTenant - 2 }, () => inTransaction(db, () => ended))
    await expect(inTransaction(db, (tx) => add(tx, 1, 1))).rejects.toThrow('timeout exceeded')
    end()
    await Promise.all(long)
    await inTransaction(db, (tx) => add(tx, 1, 1))
    expect(await cents()).toEqual([101, 100])
  }, 20_000)
})

describe('a broken connection', () => {
  const killed = async (tx: Tx) => {
    const [own] = await run<{ pid: number }>(tx, 'select pg_backend_pid() as pid', [])
    await databases.platformPool.query('select pg_terminate_backend($1)', [own?.pid])
  }

  test('fails the work, and the next transaction gets a good connection', async () => {
    const broken = inTransaction(db, async (tx) => {
      await add(tx, 1, 5)
      await killed(tx)
      await add(tx, 2, 5)
    })
    await expect(broken).rejects.toThrow()
    expect(await cents()).toEqual([100, 100])
    await inTransaction(db, (tx) => add(tx, 1, 1))
    expect(await cents()).toEqual([101, 100])
  })

  test('before the commit is not acknowledged', async () => {
    const broken = inTransaction(db, async (tx) => {
      await add(tx, 1, 5)
      await killed(tx)
      return 'done'
    })
    await expect(broken).rejects.toThrow()
    expect(await cents()).toEqual([100, 100])
  })

  test('a transaction cannot begin without a database', async () => {
    const nowhere = databaseOver({
      options: { max: 1 },
      connect: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    } as never)
    await expect(inTransaction(nowhere, async () => 'done')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
  })
})

describe('a statement planned before a migration', () => {
  const select = 'select * from planned where id = $1'
  /** Plans it on every connection, then changes what it answers. */
  async function migrated(name: string) {
    await run(db, 'drop table if exists planned', [])
    await run(db, 'create table planned (id integer)', [])
    await run(db, 'insert into planned values (7)', [])
    await Promise.all(Array.from({ length: limits.connectionsPerTenant }, () => run(db, select, [7])))
    await run(db, `alter table planned add column ${name} text`, [])
  }

  test('still runs', async () => {
    await migrated('first')
    expect(await run(db, select, [7])).toEqual([{ id: 7, first: null }])
  })

  test('still runs in a transaction, which is retried as a whole', async () => {
    await migrated('second')
    let runs = 0
    const seen = inTransaction(db, (tx) => {
      runs += 1
      return run(tx, select, [7])
    })
    expect(await seen).toEqual([{ id: 7, second: null }])
    expect(runs).toBe(2)
  })

  test('still runs when it was built from parts', async () => {
    await migrated('third')
    const built = () => sql`select * from planned where id = ${7}`.execute(db)
    await Promise.all(Array.from({ length: limits.connectionsPerTenant }, built))
    await run(db, 'alter table planned add column fourth text', [])
    expect((await built()).rows).toEqual([{ id: 7, third: null, fourth: null }])
  })
})

test('the code of an error is its SQLSTATE, or undefined', () => {
  expect([codeOf({ code: '23505' }), codeOf(new Error('x')), codeOf(null), codeOf({ code: 5 })]).toEqual([
    '23505',
    '',
    '',
    '',
  ])
})
