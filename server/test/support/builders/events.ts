import type { Db } from '../../../src/db/database.ts'
import type { Keys } from '../../../src/db/keys.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { emit } from '../../../src/db/unit-of-work.ts'
import { closeWrite } from '../../../src/db/write-record.ts'
import type { Caller } from '../service/api.ts'

/** A write that does nothing but emit one event for each of these subjects, at this time. */
export function writeEvents(
  { db, keys }: { readonly db: Db; readonly keys: Keys },
  subjects: readonly `apikeys/${number}`[],
  { at = new Date(), before }: { readonly at?: Date; readonly before?: () => Promise<void> } = {},
): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const subject of subjects)
      emit(tx, { subject, type: 'apiKey.created', data: { id: Number(subject.split('/')[1]) } })
    await before?.()
    await closeWrite(tx, keys, {
      ...{ at, actorKind: 'Client', actorId: 1, actorName: 'test', address: '127.0.0.1', operation: 'TEST' },
      ...{ subject: 'apikeys', requestId: 'test', changes: [] },
    })
  })
}

/** An event as it is read. */
export interface ReadEvent {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** All events that the caller sees after a cursor, and the cursor after them. */
export async function readAllEvents(caller: Caller, after?: string, search = '') {
  const items: ReadEvent[] = []
  let next = after
  for (;;) {
    const from = next === undefined ? '' : `&after=${next}`
    const { status, body, text } = await caller.get(`/events?limit=1000${from}${search}`)
    if (status !== 200) throw new Error(text)
    items.push(...body.items)
    next = body.next as string
    if (!body.hasMore) return { items, next }
  }
}
