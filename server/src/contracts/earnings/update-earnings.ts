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
import { CHUNK, postShownChunk, type ShownChunk } from './bulk.ts'
import type { EarningResultModel } from './models.ts'
import { saveRun } from './run-rows.ts'
import { earnedLinesFor, earningResult } from './sync-earnings.ts'
import type { EarningFilter, UpdateEarnings } from './update-models.ts'

interface Asked {
  readonly contractId: number
  readonly asOfDate: CalendarDate
}

/** With its place among all that are asked for. */
interface Placed extends Asked {
  readonly place: number
}

/** Posts what is missing of the earnings of many contracts. One that cannot be done stops no other. */
export async function updateEarnings(
  tx: Tx,
  acting: Acting,
  body: UpdateEarnings,
): Promise<EarningResultModel[]> {
  requireAllPast(body, acting)
  const asked = await askedIn(tx, acting.caller, body)
  const visible = await visibleAmong(tx, acting.caller, asked)
  const results = asked.map((one) => failed(one, 'NotFound', `There is no contract ${one.contractId}.`))
  const placed = asked.map((one, place) => ({ ...one, place }))
  // A contract that is asked for with several days is done once for each, one after the other.
  for (const round of roundsOf(placed.filter(({ contractId }) => visible.has(contractId))))
    await postRound(tx, acting, round, results)
  await record(tx, acting, body, results)
  return results
}

function requireAllPast(body: UpdateEarnings, { today }: Acting): void {
  const days = Array.isArray(body)
    ? body.map(({ asOfDate }, at) => [`/${at}/asOfDate`, asOfDate] as const)
    : [['/asOfDate', body.asOfDate] as const]
  const message = `Earnings are posted up to ${today} at most.`
  const errors = days
    .filter(([, day]) => day > today)
    .map(([pointer]): Fault => ({ pointer, code: 'AsOfDateOutOfRange', message }))
  if (errors.length > 0)
    throw new Problem('AsOfDateOutOfRange', message, { errors, members: { latest: today } })
}

async function askedIn(tx: Tx, caller: Caller, body: UpdateEarnings): Promise<readonly Asked[]> {
  if (Array.isArray(body)) return body
  const { asOfDate } = body
  const ids = body.contractIds ?? (await matching(tx, caller, body.filter ?? {}))
  return ids.map((contractId) => ({ contractId, asOfDate }))
}

async function matching(tx: Tx, caller: Caller, filter: EarningFilter): Promise<number[]> {
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
      { pointer: '/filter', code: 'Range', message: `More than ${CHUNK} contracts are found by this.` },
    ])
  return rows.map(({ id }) => id)
}

async function visibleAmong(tx: Tx, caller: Caller, asked: readonly Asked[]): Promise<ReadonlySet<number>> {
  const ids = asked.map(({ contractId }) => contractId)
  const rows = await query({ id: int })`select c.id from contract c where c.id = any(${ids}::bigint[])
    and ${seesContract(caller) ?? sql`true`}`.rows(tx)
  return new Set(rows.map(({ id }) => id))
}

/** No contract is in a round twice. */
function roundsOf(asked: readonly Placed[]): Placed[][] {
  const times = new Map<number, number>()
  const rounds: Placed[][] = []
  for (const one of asked) {
    const time = times.get(one.contractId) ?? 0
    times.set(one.contractId, time + 1)
    const round = rounds[time]
    if (round) round.push(one)
    else rounds[time] = [one]
  }
  return rounds
}

async function postRound(tx: Tx, acting: Acting, round: readonly Placed[], results: EarningResultModel[]) {
  const chunk = await postTwice(tx, acting, round)
  const status = new Map(chunk.notInForce.map((one) => [one.id, one.status]))
  for (const one of round) {
    const { contractId, asOfDate, place } = one
    const lines = chunk.lines.get(contractId)
    if (lines) results[place] = earningResult(contractId, asOfDate, earnedLinesFor(acting.caller, lines))
    else if (status.has(contractId))
      results[place] = failed(
        one,
        'InvalidTransition',
        `A contract that is ${status.get(contractId)} has earned nothing.`,
      )
    else results[place] = failed(one, 'Locked', 'Somebody works on the contract.')
  }
}

/** Who was locked for a moment is tried again behind the others. */
async function postTwice(tx: Tx, acting: Acting, round: readonly Placed[]): Promise<ShownChunk> {
  const asked = round.map(({ contractId, asOfDate }) => ({ id: contractId, asOf: asOfDate }))
  const first = await postShownChunk(tx, acting, asked)
  if (first.locked.length === 0) return first
  const locked = new Set(first.locked)
  const second = await postShownChunk(
    tx,
    acting,
    asked.filter(({ id }) => locked.has(id)),
  )
  return {
    done: [...first.done, ...second.done],
    notInForce: [...first.notInForce, ...second.notInForce],
    locked: second.locked,
    lines: new Map([...first.lines, ...second.lines]),
  }
}

const failed = ({ contractId, asOfDate }: Asked, code: string, message: string): EarningResultModel => ({
  ...{ contractId, asOfDate, status: 'Failed', lines: [], code, message },
})

/** The call is a run of its own, which is over with it. */
async function record(
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
    status: errors.length > 0 ? 'CompletedWithErrors' : 'Completed',
    parameters: parametersOf(body),
    candidates: results.length,
    succeeded: results.length - errors.length,
    failed: errors.length,
    errors,
    resumeAfter: 0,
  })
}

function parametersOf(body: UpdateEarnings): Readonly<Record<string, unknown>> {
  if (Array.isArray(body)) return {}
  const { asOfDate, filter } = body
  return filter ? { asOfDate, filter } : { asOfDate }
}
