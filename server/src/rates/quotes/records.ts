import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reachesDealer } from '../../access/scope.ts'
import { delayed } from '../../db/background.ts'
import { instant, json, oneOf, orNull, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query } from '../../db/statement.ts'
import type { Caller } from '../../http/caller.ts'
import { parseQuoteAccounts, type QuoteAccounts } from './accounts.ts'
import type { QuoteInputs } from './quote-rates.ts'

/** What is stored of a quote. */
interface QuoteRecord {
  readonly quoteId: string
  readonly validUntil: string
  readonly outcome: 'Rates' | 'NoPlansFound'
  readonly inputs: QuoteInputs
  readonly keyId: string
  readonly accounts: QuoteAccounts | null
  readonly figuresHash: string
}

/**
 * The records of quotes. They are written in batches after the answers, so that no answer waits for a write. A crash
 * loses the last moment's records, but no rate: the id of a rate contains all that is needed to honor it.
 */
export interface QuoteRecords {
  add(caller: Caller, record: QuoteRecord): void
  /** Only quotes of dealers that the caller has access to. With `mayCome` it waits for a record that is being written. */
  find(caller: Caller, quoteId: string, mayCome: boolean): Promise<QuoteRecord | undefined>
  /** Writes all waiting records. */
  flush(): Promise<void>
  /** Drops all waiting records, before a reset of the sandbox. */
  clear(): Promise<void>
}

/** A record must be stored within a tenth of a second. */
const FLUSH_AFTER_MILLISECONDS = 50
const AT_ONCE = 500
/** If the database cannot be written, only the latest records are kept, and quotes continue. */
const WAITING_AT_MOST = 20_000
const TRY_AGAIN_MILLISECONDS = 1_000
const WAIT_FOR_MILLISECONDS = 1_000
const LOOK_EVERY_MILLISECONDS = 40

interface Waiting {
  /** The database of the latest caller, because connections of quiet administrators are closed. */
  db: Db
  readonly records: { readonly record: QuoteRecord; readonly askedBy: string }[]
}

export function openQuoteRecords(log: Pick<Logger, 'warn'>): QuoteRecords {
  const waiting = new Map<number, Waiting>()
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    // Flushes run one after the other, so that a flush ends after everything before it has been written.
    writing = writing.then(async () => {
      for (const queue of waiting.values())
        while (queue.records.length > 0)
          if (!(await writeBatch(queue, log))) return flushLater(TRY_AGAIN_MILLISECONDS)
    })
    return writing
  }
  const flushLater = delayed(flush)
  return {
    flush,
    add(caller, record) {
      const queue = waiting.get(caller.tenant.id) ?? { db: caller.db, records: [] }
      queue.db = caller.db
      waiting.set(caller.tenant.id, queue)
      if (queue.records.length >= WAITING_AT_MOST) queue.records.shift()
      queue.records.push({ record, askedBy: caller.key })
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

/** The classes of PostgreSQL's errors about the data itself: a value it cannot store, and a constraint. */
const REFUSALS: readonly string[] = ['22', '23']

/** Writes the first batch. False if the database failed and the records still wait. */
async function writeBatch({ db, records }: Waiting, log: Pick<Logger, 'warn'>): Promise<boolean> {
  const batch = records.splice(0, AT_ONCE)
  try {
    await insertRecords(db, batch)
    return true
  } catch (error) {
    const isRefused = REFUSALS.includes(String((error as { code?: unknown }).code).slice(0, 2))
    log.warn({ err: error, event: 'quotes not recorded', count: batch.length, isRefused })
    // A record that the database will never take, such as one from before a reset, must not block the others.
    if (isRefused)
      for (const record of batch.length > 1 ? batch : [])
        await insertRecords(db, [record]).catch(() => undefined)
    else records.unshift(...batch)
    return isRefused
  }
}

async function insertRecords(db: Db, batch: Waiting['records']): Promise<void> {
  const column = <Value>(read: (record: QuoteRecord) => Value) => batch.map(({ record }) => read(record))
  await INSERT.run(db, [
    column(({ quoteId }) => quoteId),
    column(({ inputs }) => inputs.quotedAt),
    column(({ validUntil }) => validUntil),
    column(({ inputs }) => inputs.facts.dealerId),
    column(({ inputs }) => inputs.bookVersion),
    column(({ outcome }) => outcome),
    column(({ inputs }) => JSON.stringify(inputs)),
    column(({ keyId }) => keyId),
    column(({ accounts }) => accounts && JSON.stringify(accounts)),
    column((record) => record.figuresHash),
    batch.map(({ askedBy }) => askedBy),
  ])
}

const INSERT = command(
  `insert into rate_quote (id, quoted_at, valid_until, dealer_id, book_version, outcome, inputs, key_id, accounts,
     figures_hash, asked_by)
   select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::text[],
     $7::json[], $8::text[], $9::jsonb[], $10::text[], $11::text[])
   on conflict (id) do nothing`,
)

const recordColumns = {
  valid_until: instant,
  outcome: oneOf(['Rates', 'NoPlansFound']),
  /** As text: the figures are computed again from exactly what was stored. */
  inputs: text,
  key_id: text,
  accounts: orNull(json(parseQuoteAccounts)),
  figures_hash: text,
}

async function findRecord(caller: Caller, quoteId: string): Promise<QuoteRecord | undefined> {
  const reaches = reachesDealer(caller, 'q.dealer_id')
  const row = await query(recordColumns)`
    select q.valid_until, q.outcome, q.inputs::text as inputs, q.key_id, q.accounts, q.figures_hash from rate_quote q
    where q.id = ${quoteId} ${reaches ? sql`and ${reaches}` : sql``}`.first(caller.db)
  return (
    row && {
      quoteId,
      validUntil: row.valid_until.toISOString(),
      outcome: row.outcome,
      inputs: JSON.parse(row.inputs) as QuoteInputs,
      keyId: row.key_id,
      accounts: row.accounts,
      figuresHash: row.figures_hash,
    }
  )
}
