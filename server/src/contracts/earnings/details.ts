import { requireCostLines } from '../../access/cost-visibility.ts'
import type { Db } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { addDays, addMonths, type CalendarDate, daysBetween } from '../../domain/dates.ts'
import { cancelledLines, reinstatedLines } from '../../domain/earning/cancels.ts'
import { type EarningEvent, eventsInOrder } from '../../domain/earning/events.ts'
import { resolveEffect } from '../../domain/earning/holds.ts'
import {
  buildTimeline,
  type EarningTimeline,
  earningsOn,
  type LineEarnings,
} from '../../domain/earning/timeline.ts'
import { amountOf, type Cents, centsOf, minus, sumCents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { refuse } from '../../http/validation.ts'
import type { ContractEvent } from '../record/events.ts'
import { seeContract } from '../record/rows.ts'
import { type EarningFacts, loadEarningFacts } from './facts.ts'
import { liabilityOn, loadLiabilityFacts } from './liability.ts'
import type { EarningDetailsModel, EarningLineModel } from './models.ts'

export interface EarningDetailsQuery {
  readonly asOfDate?: CalendarDate | undefined
  readonly disbursementCode?: string | undefined
  readonly monthly: boolean
}

/** Computes the earnings of a contract on a date, and the effect of each event up to it. Postings are not read. */
export async function readEarningDetails(
  db: Db,
  { caller, today }: Acting,
  contractId: number,
  { asOfDate = today, disbursementCode, monthly }: EarningDetailsQuery,
): Promise<EarningDetailsModel> {
  requireCostLines(caller, 'earnings:read')
  const row = await seeContract(db, caller, contractId)
  const [facts, liability] = await runAll([
    loadEarningFacts(db, row),
    loadLiabilityFacts(db, contractId, asOfDate),
  ])
  const timeline = buildTimeline(facts.contract, facts.events)
  const only = disbursementCode?.toUpperCase()
  const lines = linesWithCode(only, linesOn(facts, timeline, asOfDate))
  const stored = new Map(facts.contractEvents.map((event) => [event.id, event]))
  const past = eventsInOrder(facts.events).filter(({ date }) => date <= asOfDate)
  const events = past.map(
    (event, at): EventInContext => ({
      ...{ facts, only, event, stored: stored.get(event.id) },
      before: past.slice(0, at),
      after: past.slice(0, at + 1),
    }),
  )
  return {
    contractId,
    asOfDate,
    totals: {
      amount: total(lines, 'amount'),
      earned: total(lines, 'earned'),
      unearned: total(lines, 'unearned'),
      refunded: total(lines, 'refunded'),
    },
    liability: liabilityOn(row, liability, asOfDate),
    contract: { contractId, finalizedDate: row.finalize_date, lines },
    holds: events.flatMap(holdDetails),
    resolves: events.flatMap(resolveDetails),
    cancels: events.flatMap(cancelDetails),
    reinstatements: events.flatMap(reinstatementDetails),
    ledgerEdits: events.flatMap((event) => lineChanges(event).flatMap(editDetails)),
    ledgerDeletes: events.flatMap((event) => lineChanges(event).flatMap(deleteDetails)),
    monthly: monthly ? monthlyEarnings(facts, timeline, only, asOfDate) : null,
  }
}

const total = (
  lines: readonly EarningLineModel[],
  name: 'amount' | 'earned' | 'unearned' | 'refunded',
): number => amountOf(sumCents(lines.map((line) => centsOf(line[name]))))

const linesWithCode = <Line extends EarningLineModel>(
  only: string | undefined,
  lines: readonly Line[],
): Line[] =>
  lines.filter(({ disbursementCode }) => only === undefined || disbursementCode.toUpperCase() === only)

/** An event with the events before it. */
interface EventInContext {
  readonly facts: EarningFacts
  /** The requested line, or undefined for all lines. */
  readonly only: string | undefined
  readonly event: EarningEvent
  readonly stored: ContractEvent | undefined
  readonly before: readonly EarningEvent[]
  readonly after: readonly EarningEvent[]
}

/** All lines on a date, with the amounts earned since the end of the previous month. */
function linesOn(facts: EarningFacts, timeline: EarningTimeline, date: CalendarDate): EarningLineModel[] {
  const before = new Map(
    earningsOn(timeline, addDays(`${date.slice(0, 7)}-01`, -1)).map(({ code, earned }) => [code, earned]),
  )
  return earningsOn(timeline, date).map((line) => lineDetails(facts, line, date, before.get(line.code) ?? 0))
}

const lineDetails = (
  { lines }: EarningFacts,
  line: LineEarnings,
  asOfDate: CalendarDate,
  before: number,
): EarningLineModel => ({
  disbursementCode: line.code,
  accountHolderId: lines.get(line.code)?.accountHolderId ?? null,
  amount: amountOf(line.amount),
  method: line.methodCode,
  effectiveDate: line.effectiveDate,
  expirationDate: line.expirationDate,
  asOfDate,
  factor: line.roundedFactor,
  earned: amountOf(line.earned),
  unearned: amountOf(line.unearned),
  refunded: amountOf(line.refunded),
  periodEarned: amountOf((line.earned - before) as Cents),
})

const linesAfter = ({ facts, event, after }: EventInContext): EarningLineModel[] =>
  linesOn(facts, buildTimeline(facts.contract, after), event.date)

function holdDetails(context: EventInContext): EarningDetailsModel['holds'] {
  const { event, only } = context
  if (event.kind !== 'Hold') return []
  const lines = linesAfter(context)
    .filter(({ disbursementCode }) => isHeld(event, disbursementCode))
    .map((line) => ({ ...line, earnedAtHold: line.earned }))
  const { holdId, mode, date: holdDate } = event
  return [{ holdId, holdDate, mode, lines: linesWithCode(only, lines) }]
}

const isHeld = ({ mode, codes }: Extract<EarningEvent, { kind: 'Hold' }>, code: string) =>
  mode === 'Suspend' || codes === 'all' || codes.includes(code)

function resolveDetails(context: EventInContext): EarningDetailsModel['resolves'] {
  const { event, stored, facts, before, only } = context
  if (event.kind !== 'Resolve' || stored?.kind !== 'Resolve') return []
  const { holdId, date } = event
  const hold = before.find((other) => other.kind === 'Hold' && other.holdId === holdId)
  if (hold?.kind !== 'Hold') return []
  const { catchUp } = resolveEffect(facts.contract, before, { holdId, date })
  const lines = linesAfter(context)
    .filter(({ disbursementCode }) => isHeld(hold, disbursementCode))
    .map((line) => {
      const caughtUp = catchUp.find(({ code }) => code === line.disbursementCode)?.amount ?? 0
      return { ...line, catchUp: amountOf(caughtUp as Cents) }
    })
  return [
    {
      ...{ resolveId: stored.details.resolveId, holdId, resolveDate: date },
      heldDays: daysBetween(hold.date, date),
      lines: linesWithCode(only, lines),
    },
  ]
}

function cancelDetails(context: EventInContext): EarningDetailsModel['cancels'] {
  const { event, facts, before, only } = context
  if (event.kind !== 'Cancel') return []
  const found = new Map(cancelledLines(facts.contract, before, event).map((line) => [line.code, line]))
  const lines = linesAfter(context).map((line) => {
    const cancelled = found.get(line.disbursementCode)
    return {
      ...line,
      earnedAtCancel: amountOf(cancelled?.earnedAtCancel ?? ZERO),
      unearnedAtCancel: amountOf(cancelled?.unearnedAtCancel ?? ZERO),
      refund: amountOf(cancelled?.refund ?? ZERO),
      earnedOnCancel: amountOf(cancelled?.earnedOnCancel ?? ZERO),
    }
  })
  return [{ cancelId: event.cancelId, cancelDate: event.date, lines: linesWithCode(only, lines) }]
}

function reinstatementDetails(context: EventInContext): EarningDetailsModel['reinstatements'] {
  const { event, stored, facts, after, only } = context
  if (event.kind !== 'Reinstatement' && event.kind !== 'ReinstatementHold') return []
  if (stored?.kind !== 'Reinstatement' && stored?.kind !== 'ReinstatementHold') return []
  const { cancelId, date } = event
  const found = new Map(
    reinstatedLines(facts.contract, after, { date, cancelId }).map((line) => [line.code, line]),
  )
  const lines = linesAfter(context).map((line) => {
    const reinstated = found.get(line.disbursementCode)
    return {
      ...line,
      reversedRefund: amountOf(reinstated?.reversedRefund ?? ZERO),
      reversedEarned: amountOf(reinstated?.reversedEarned ?? ZERO),
      catchUp: amountOf(reinstated?.catchUp ?? ZERO),
    }
  })
  return [
    {
      ...{ reinstatementId: stored.details.reinstatementId, cancelId, date },
      isHold: event.kind === 'ReinstatementHold',
      lines: linesWithCode(only, lines),
    },
  ]
}

/** A line whose amount was changed by a manual correction or a refinalize. */
interface LineChange {
  readonly ledgerId: number | null
  readonly date: CalendarDate
  readonly before: EarningLineModel
  readonly after: EarningLineModel
}

function lineChanges(context: EventInContext): LineChange[] {
  const { event, stored, facts, before, only } = context
  const isEdit = event.kind === 'LedgerEdit' || event.kind === 'LedgerDelete'
  if (!isEdit && event.kind !== 'Refinalize') return []
  const linesBefore = linesWithCode(only, linesOn(facts, buildTimeline(facts.contract, before), event.date))
  const changedLines = linesWithCode(only, linesAfter(context))
  const withoutAmount = (line: EarningLineModel): EarningLineModel => ({ ...line, amount: 0, earned: 0 })
  return changedLines.flatMap((after) => {
    const known = linesBefore.find(({ disbursementCode }) => disbursementCode === after.disbursementCode)
    const earlier = known ?? withoutAmount(after)
    // A correction of a line also changes the markup. That change is not listed.
    const isListed = !isEdit || event.code === after.disbursementCode
    if (!isListed || earlier.amount === after.amount) return []
    return [
      { ledgerId: isEdit ? (stored?.subjectId ?? null) : null, date: event.date, before: earlier, after },
    ]
  })
}

const difference = (amount: number, subtracted: number) =>
  amountOf(minus(centsOf(amount), centsOf(subtracted)))

const editDetails = ({ ledgerId, date, before, after }: LineChange): EarningDetailsModel['ledgerEdits'] =>
  after.amount === 0
    ? []
    : [
        {
          ...{ ledgerId, disbursementCode: after.disbursementCode, editDate: date },
          ...{ oldAmount: before.amount, newAmount: after.amount, factor: after.factor },
          catchUp: difference(after.earned, before.earned),
        },
      ]

const deleteDetails = ({
  ledgerId,
  date,
  before,
  after,
}: LineChange): EarningDetailsModel['ledgerDeletes'] =>
  after.amount === 0
    ? [
        {
          ...{ ledgerId, disbursementCode: after.disbursementCode, deleteDate: date },
          amount: before.amount,
          earnedReversed: difference(before.earned, after.earned),
        },
      ]
    : []

/** The amount earned in each month over all lines, from the first effective month to the month of the date. */
function monthlyEarnings(
  facts: EarningFacts,
  timeline: EarningTimeline,
  only: string | undefined,
  asOfDate: CalendarDate,
): { month: string; earned: number }[] {
  const starts = facts.events.flatMap((event) =>
    event.kind === 'Refinalize' ? [event.terms.effectiveDate] : [],
  )
  const [first = asOfDate] = [facts.contract.terms.effectiveDate, ...starts].sort()
  requireFewMonths(first, asOfDate)
  const earnedBy = (date: CalendarDate) =>
    centsOf(total(linesWithCode(only, linesOn(facts, timeline, date)), 'earned'))
  const months: { month: string; earned: number }[] = []
  let before = 0
  const add = (month: string, end: CalendarDate) => {
    const earned = earnedBy(end)
    months.push({ month, earned: amountOf((earned - before) as Cents) })
    before = earned
  }
  const last = asOfDate.slice(0, 7)
  for (let month = first.slice(0, 7); month < last; ) {
    const next = addMonths(`${month}-01`, 1)
    add(month, addDays(next, -1))
    month = next.slice(0, 7)
  }
  // The last month ends on the given date. Its own end may be later than the last date that we can write.
  if (first.slice(0, 7) <= last) add(last, asOfDate)
  return months
}

/** More than any contract runs. Without a limit, a date far away would keep the service busy for minutes. */
const MONTHS_AT_MOST = 1_200

function requireFewMonths(first: CalendarDate, asOfDate: CalendarDate): void {
  const latest = addDays(addMonths(`${first.slice(0, 7)}-01`, MONTHS_AT_MOST), -1)
  if (asOfDate <= latest) return
  throw refuse([
    {
      pointer: '?asOfDate',
      code: 'Range',
      message: `By month, earnings are computed up to ${latest}: ${MONTHS_AT_MOST} months from the effective one.`,
    },
  ])
}
