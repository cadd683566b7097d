import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reachesDealer } from '../../access/scope.ts'
import { delayed } from '../../db/background.ts'
import { type Db, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import type { QuoteAccounts } from './accounts.ts'
import type { QuoteInputs } from './quote-rates.ts'

/** What is kept of a quote. */
export interface QuoteRecord {
  readonly quoteId: string
  readonly validUntil: string
  readonly outcome: 'Rates' | 'NoPlansFound'
  readonly inputs: QuoteInputs
  readonly keyId: string
  readonly accounts: QuoteAccounts | null
  readonly figuresHash: string
}

/**
 * The records of quotes. They are written beside the answers, many at a time, so that no answer waits for a write: a
 * crash loses those of a moment, and no id of a rate, which stands for itself.
 */
export interface QuoteRecords {
  add(caller: Caller, record: QuoteRecord): void
  /** One of a dealer in the caller's reach. An id that was just given, by whichever instance, is waited for. */
  find(caller: Caller, quoteId: string, mayCome: boolean): Promise<QuoteRecord | undefined>
  /** Writes what is waiting. */
  flush(): Promise<void>
  /** Drops what is waiting: after a reset nothing of before is kept. */
  clear(): Promise<void>
}

/** Well below the tenth of a second within which a record is to be there. */
const FLUSH_AFTER_MILLISECONDS = 50
const AT_ONCE = 500
/** While the database does not take them, the latest are kept and the service goes on quoting. */
const WAITING_AT_MOST = 20_000
const TRY_AGAIN_MILLISECONDS = 1_000
const WAIT_FOR_MILLISECONDS = 1_000
const LOOK_EVERY_MILLISECONDS = 40

interface Waiting {
  /** That of the latest caller: an administrator who was quiet for long gets another. */
  db: Db
  readonly records: { readonly record: QuoteRecord; readonly askedBy: string }[]
}

export function openQuoteRecords(log: Pick<Logger, 'warn'>): QuoteRecords {
  const waiting = new Map<number, Waiting>()
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    // One after the other, so that whoever waits for a flush waits for all that was there before it.
    writing = writing.then(async () => {
      for (const one of waiting.values())
        while (one.records.length > 0)
          if (!(await writeSome(one, log))) return flushLater(TRY_AGAIN_MILLISECONDS)
    })
    return writing
  }
  const flushLater = delayed(flush)
  return {
    flush,
    add(caller, record) {
      const one = waiting.get(caller.tenant.id) ?? { db: caller.db, records: [] }
      one.db = caller.db
      waiting.set(caller.tenant.id, one)
      if (one.records.length >= WAITING_AT_MOST) one.records.shift()
      one.records.push({ record, askedBy: caller.key })
      flushLater(FLUSH_AFTER_MILLISECONDS)
    },
    async find(caller, quoteId, mayCome) {
      const known = await findRecord(caller, quoteId)
      if (known || !mayCome) return known
      await flush()
      const until = performance.now() + WAIT_FOR_MILLISECONDS
      for (;;) {
        const found = await findRecord(caller, quoteId)
        if (found || performance.now() >= until) return found
        await sleep(LOOK_EVERY_MILLISECONDS)
      }
    },
    async clear() {
      for (const { records } of waiting.values()) records.length = 0
      await writing
    },
  }
}

/** Writes the first of those that wait; false: the database did not take them, and they still wait. */
async function writeSome({ db, records }: Waiting, log: Pick<Logger, 'warn'>): Promise<boolean> {
  const some = records.splice(0, AT_ONCE)
  try {
    await insert(db, some)
    return true
  } catch (error) {
    const isRefused = String((error as { code?: unknown }).code).startsWith('23')
    log.warn({ err: error, event: 'quotes not recorded', count: some.length, isRefused })
    // What the database will never take, such as a quote of a world that was reset, takes no other one with it.
    if (isRefused)
      for (const one of some.length > 1 ? some : []) await insert(db, [one]).catch(() => undefined)
    else records.unshift(...some)
    return isRefused
  }
}

async function insert(db: Db, some: Waiting['records']): Promise<void> {
  const column = <Value>(of: (one: QuoteRecord) => Value) => some.map(({ record }) => of(record))
  await run(
    db,
    `insert into rate_quote (id, quoted_at, valid_until, dealer_id, book_version, outcome, inputs, key_id, accounts,
       figures_hash, asked_by)
     select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::text[],
       $7::json[], $8::text[], $9::jsonb[], $10::text[], $11::text[])
     on conflict (id) do nothing`,
    [
      column(({ quoteId }) => quoteId),
      column(({ inputs }) => inputs.quotedAt),
      column(({ validUntil }) => validUntil),
      column(({ inputs }) => inputs.facts.dealerId),
      column(({ inputs }) => inputs.bookVersion),
      column(({ outcome }) => outcome),
      column(({ inputs }) => JSON.stringify(inputs)),
      column(({ keyId }) => keyId),
      column(({ accounts }) => accounts && JSON.stringify(accounts)),
      column(({ figuresHash }) => figuresHash),
      some.map(({ askedBy }) => askedBy),
    ],
  )
}

interface StoredRow {
  valid_until: Date
  outcome: QuoteRecord['outcome']
  inputs: string
  key_id: string
  accounts: QuoteAccounts | null
  figures_hash: string
}

async function findRecord(caller: Caller, quoteId: string): Promise<QuoteRecord | undefined> {
  const reaches = reachesDealer(caller, 'q.dealer_id')
  const { rows } = await sql<StoredRow>`
    select q.valid_until, q.outcome, q.inputs::text as inputs, q.key_id, q.accounts, q.figures_hash from rate_quote q
    where q.id = ${quoteId} ${reaches ? sql`and ${reaches}` : sql``}`.execute(caller.db)
  const [row] = rows
  return (
    row && {
      quoteId,
      validUntil: new Date(row.valid_until).toISOString(),
      outcome: row.outcome,
      inputs: JSON.parse(row.inputs) as QuoteInputs,
      keyId: row.key_id,
      accounts: row.accounts,
      figuresHash: row.figures_hash,
    }
  )
}
