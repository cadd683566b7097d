import { randomUUID } from 'node:crypto'
import { seesContract } from '../../access/scope.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { refuse } from '../../http/validation.ts'
import { CHUNK, type ChunkWithLines, LOCKED_MESSAGE, postChunkWithLines } from './bulk.ts'
import type { EarningResultModel } from './models.ts'
import { saveRun } from './run-rows.ts'
import { earnedLinesFor, earningResult, latestDateMessage, neverFinalized } from './sync-earnings.ts'
import type { EarningFilter, UpdateEarnings } from './update-models.ts'

interface EarningRequest {
  readonly contractId: number
  readonly asOfDate: CalendarDate
}

/** A request with its index in the answer. */
interface IndexedRequest extends EarningRequest {
  readonly index: number
}

/** Posts the missing earnings of many contracts. A contract that fails does not stop the others. */
export async function updateEarnings(
  tx: Tx,
  acting: Acting,
  body: UpdateEarnings,
): Promise<EarningResultModel[]> {
  requireAllPast(body, acting)
  const requests = await requestedContracts(tx, acting.caller, body)
  const visible = await findVisibleContracts(tx, acting.caller, requests)
  const results = requests.map((request) =>
    failedResult(request, 'NotFound', `There is no contract ${request.contractId}.`),
  )
  const indexed = requests.map((request, index) => ({ ...request, index }))
  // A contract with several dates is posted once for each date, in order.
  for (const round of splitIntoRounds(indexed.filter(({ contractId }) => visible.has(contractId))))
    await postRound(tx, acting, round, results)
  await saveCompletedRun(tx, acting, body, results)
  return results
}

function requireAllPast(body: UpdateEarnings, { today }: Acting): void {
  const days = Array.isArray(body)
    ? body.map(({ asOfDate }, at) => [`/${at}/asOfDate`, asOfDate] as const)
    : [['/asOfDate', body.asOfDate] as const]
  const message = latestDateMessage(today)
  const errors = days
    .filter(([, day]) => day > today)
    .map(([pointer]): Fault => ({ pointer, code: 'AsOfDateOutOfRange', message }))
  if (errors.length > 0)
    throw new Problem('AsOfDateOutOfRange', message, { errors, members: { latest: today } })
}

async function requestedContracts(
  tx: Tx,
  caller: Caller,
  body: UpdateEarnings,
): Promise<readonly EarningRequest[]> {
  if (Array.isArray(body)) return body
  const { asOfDate } = body
  const ids = body.contractIds ?? (await findMatchingContracts(tx, caller, body.filter ?? {}))
  return ids.map((contractId) => ({ contractId, asOfDate }))
}

async function findMatchingContracts(tx: Tx, caller: Caller, filter: EarningFilter): Promise<number[]> {
  const { productTypeCode, dealerId, status } = filter
  const wanted = [
    status ? sql`c.status = any(${status}::text[])` : sql`c.finalize_date is not null`,
    ...(productTypeCode ? [sql`lower(c.product_type_code) = lower(${productTypeCode})`] : []),
    ...(dealerId ? [sql`c.dealer_id = ${dealerId}`] : []),
    seesContract(caller) ?? sql`true`,
  ]
  const rows = await query({ id: int })`
    select c.id from contract c where ${sql.join(wanted, sql` and `)} order by c.id limit ${CHUNK + 1}`.rows(
    tx,
  )
  if (rows.length > CHUNK)
    throw refuse([
      {
        pointer: '/filter',
        code: 'Range',
        message: `The filter matches more than ${CHUNK} contracts. Narrow it.`,
      },
    ])
  return rows.map(({ id }) => id)
}

async function findVisibleContracts(
  tx: Tx,
  caller: Caller,
  requests: readonly EarningRequest[],
): Promise<ReadonlySet<number>> {
  const ids = requests.map(({ contractId }) => contractId)
  const rows = await query({ id: int })`select c.id from contract c where c.id = any(${ids}::bigint[])
    and ${seesContract(caller) ?? sql`true`}`.rows(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Splits requests so that no contract is in a round twice. */
function splitIntoRounds(requests: readonly IndexedRequest[]): IndexedRequest[][] {
  const times = new Map<number, number>()
  const rounds: IndexedRequest[][] = []
  for (const request of requests) {
    const time = times.get(request.contractId) ?? 0
    times.set(request.contractId, time + 1)
    const round = rounds[time]
    if (round) round.push(request)
    else rounds[time] = [request]
  }
  return rounds
}

async function postRound(
  tx: Tx,
  acting: Acting,
  round: readonly IndexedRequest[],
  results: EarningResultModel[],
) {
  const chunk = await postWithRetry(tx, acting, round)
  const status = new Map(chunk.notInForce.map((contract) => [contract.id, contract.status]))
  for (const request of round) {
    const { contractId, asOfDate, index } = request
    const lines = chunk.lines.get(contractId)
    if (lines) results[index] = earningResult(contractId, asOfDate, earnedLinesFor(acting.caller, lines))
    else if (status.has(contractId))
      results[index] = failedResult(
        request,
        'InvalidTransition',
        neverFinalized(status.get(contractId) ?? ''),
      )
    else results[index] = failedResult(request, 'Locked', LOCKED_MESSAGE)
  }
}

/** Contracts that were locked are tried once more after the others. */
async function postWithRetry(
  tx: Tx,
  acting: Acting,
  round: readonly IndexedRequest[],
): Promise<ChunkWithLines> {
  const contracts = round.map(({ contractId, asOfDate }) => ({ id: contractId, asOf: asOfDate }))
  const first = await postChunkWithLines(tx, acting, contracts)
  if (first.locked.length === 0) return first
  const locked = new Set(first.locked)
  const second = await postChunkWithLines(
    tx,
    acting,
    contracts.filter(({ id }) => locked.has(id)),
  )
  return {
    done: [...first.done, ...second.done],
    notInForce: [...first.notInForce, ...second.notInForce],
    locked: second.locked,
    lines: new Map([...first.lines, ...second.lines]),
  }
}

const failedResult = (
  { contractId, asOfDate }: EarningRequest,
  code: string,
  message: string,
): EarningResultModel => ({
  ...{ contractId, asOfDate, status: 'Failed', lines: [], code, message },
})

/** Stores the call as a completed run. */
async function saveCompletedRun(
  tx: Tx,
  acting: Acting,
  body: UpdateEarnings,
  results: readonly EarningResultModel[],
): Promise<void> {
  const errors = results.flatMap(({ contractId, code, message }) =>
    code === null ? [] : [{ entityId: contractId, code, message: message ?? '' }],
  )
  await saveRun(tx, acting, {
    guid: randomUUID(),
    processType: 'EarningsUpdate',
    status: errors.length > 0 ? 'CompletedWithErrors' : 'Completed',
    parameters: runParameters(body),
    candidates: results.length,
    succeeded: results.length - errors.length,
    failed: errors.length,
    errors,
  })
}

function runParameters(body: UpdateEarnings): Readonly<Record<string, unknown>> {
  if (Array.isArray(body)) return {}
  const { asOfDate, filter } = body
  return filter ? { asOfDate, filter } : { asOfDate }
}
