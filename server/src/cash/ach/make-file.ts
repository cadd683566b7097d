import type { Seals } from '../../account-holders/seals.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { fileModifier, firstTraceOfFile, isEntryDate, nextWeekday } from '../../domain/cash/ach.ts'
import { timeIn } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { achFiles, readAchFile } from './ach-files.ts'
import { loadCash, loadPrenotes, type Sending } from './load-entries.ts'
import type { AchFileModel, NewAchFileData } from './models.ts'
import { loadOriginator } from './originator.ts'
import { type WrittenAchFile, writeAchFile } from './write-file.ts'

/** Makes the file that tells the bank what to pay and collect, or which accounts to check. */
export async function makeAchFile(
  tx: Tx,
  seals: Seals,
  acting: Acting,
  { cashTransactionIds, effectiveEntryDate = nextWeekday(acting.today), prenotes }: NewAchFileData,
): Promise<AchFileModel> {
  requireEntryDate(effectiveEntryDate, acting.today)
  const { originator, hasAddenda } = await loadOriginator(tx)
  // Traces ascend without gaps, because only one file is made at a time.
  const nextTrace = await lockTraces(tx)
  const sendings = prenotes
    ? await loadPrenotes(tx, seals)
    : await loadCash(tx, seals, { cashTransactionIds, hasAddenda })
  if (sendings.length === 0)
    throw new Problem(
      'NothingToSend',
      prenotes ? 'Every ACH method has been in a file.' : 'No ACH cash transaction waits for a file.',
    )
  const firstTrace = firstTraceOfFile(nextTrace, sendings.length)
  const modifier = fileModifier((await FILES_OF_DAY.first(tx, [acting.today]))?.count ?? 0)
  const { timeZone } = acting.caller.tenant
  const written = writeAchFile(originator, sendings, {
    ...{ date: acting.today, time: timeIn(timeZone, acting.now).replace(':', '') },
    ...{ modifier, effectiveEntryDate, firstTrace },
  })
  const id = await saveFile(tx, seals, acting, { written, effectiveEntryDate, modifier, isPrenote: prenotes })
  await SET_TRACE.run(tx, [firstTrace + written.entryCount])
  if (prenotes) await savePrenotes(tx, written)
  else await saveTraces(tx, acting, id, written)
  const file = await readAchFile(tx, id)
  const { fileName, entryCount } = file
  emit(tx, { subject: `achfiles/${id}`, type: 'achFile.created', data: { id, fileName, entryCount } })
  return file
}

function requireEntryDate(date: string, today: string): void {
  if (isEntryDate(date, today)) return
  const message = `Banks settle on weekdays. ${date} is ${date < today ? 'in the past' : 'on a weekend'}.`
  throw new Problem('EffectiveDateInvalid', message, {
    errors: [{ pointer: '/effectiveEntryDate', code: 'EffectiveDateInvalid', message }],
  })
}

/** The trace after the last that was used. Whoever makes a file or reads returns waits for the row. */
export async function lockTraces(tx: Tx): Promise<number> {
  const row = await LOCK_TRACES.first(tx, [])
  if (!row) throw new Error('The counter of ACH traces is missing.')
  return row.nextTrace
}

const LOCK_TRACES = statement(
  { nextTrace: int },
  'select next_trace as "nextTrace" from ach_counter where id = 1 for update',
)
const SET_TRACE = command('update ach_counter set next_trace = $1 where id = 1')
const FILES_OF_DAY = statement({ count: int }, 'select count(*) as count from ach_file where made_on = $1')

interface MadeFile {
  readonly written: WrittenAchFile<Sending>
  readonly effectiveEntryDate: string
  readonly modifier: string
  readonly isPrenote: boolean
}

function saveFile(
  tx: Tx,
  seals: Seals,
  { caller, now, today }: Acting,
  { written, effectiveEntryDate, modifier, isPrenote }: MadeFile,
): Promise<number> {
  const { batchCount, entryCount, totalDebit, totalCredit, entryHash, text: content, traces } = written
  return insertInto(tx, achFiles, {
    fileName: `${isPrenote ? 'prenotes' : 'ach'}-${today}-${modifier}.txt`,
    ...{ madeOn: today, effectiveEntryDate, isPrenote, batchCount, entryCount, totalDebit, totalCredit },
    entryHash,
    cashTransactionIds: cashIdsIn(traces),
    content: seals.seal(content),
    ...{ createdAt: now, createdBy: caller.name },
  })
}

const cashIdsIn = (traces: WrittenAchFile<Sending>['traces']) =>
  traces.flatMap(({ entry: { cashId } }) => (cashId === null ? [] : [cashId])).sort((one, two) => one - two)

/** The cash remembers its trace, by which the bank returns it, and the bank account that was used. */
async function saveTraces(
  tx: Tx,
  { caller, now }: Acting,
  fileId: number,
  { traces }: WrittenAchFile<Sending>,
): Promise<void> {
  await SAVE_TRACES.run(tx, [
    traces.map(({ entry }) => entry.cashId),
    traces.map(({ trace }) => trace),
    traces.map(({ entry }) => entry.methodId),
    ...[fileId, now, caller.name],
  ])
}

const SAVE_TRACES = command(
  `update cash_transaction c set ach_file_id = $4, ach_trace = sent.trace, payment_method_id = sent.method_id,
     updated_at = $5, updated_by = $6, row_version = c.row_version + 1
   from unnest($1::bigint[], $2::text[], $3::bigint[]) as sent (cash_id, trace, method_id)
   where c.id = sent.cash_id`,
)

async function savePrenotes(tx: Tx, { traces }: WrittenAchFile<Sending>): Promise<void> {
  await SAVE_PRENOTES.run(tx, [traces.map(({ entry }) => entry.methodId), traces.map(({ trace }) => trace)])
}

const SAVE_PRENOTES = command(
  `update payment_method p set prenote_status = 'Sent', prenote_trace = sent.trace
   from unnest($1::bigint[], $2::text[]) as sent (method_id, trace) where p.id = sent.method_id`,
)
