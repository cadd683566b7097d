import { requireCostLines } from '../../access/cost-visibility.ts'
import type { Db } from '../../db/database.ts'
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
import type { ContractEvent } from '../record/events.ts'
import { seeContract } from '../record/rows.ts'
import { type EarningFacts, loadEarningFacts } from './facts.ts'
import type { EarningDetailsModel, EarningLineModel } from './models.ts'

export interface EarningQuestion {
  readonly asOfDate?: CalendarDate | undefined
  readonly disbursementCode?: string | undefined
  readonly monthly: boolean
}

/** What a contract has earned by a day, and what each thing that happened to it by then did. Computed, not looked up. */
export async function readEarningDetails(
  db: Db,
  { caller, today }: Acting,
  contractId: number,
  { asOfDate = today, disbursementCode, monthly }: EarningQuestion,
): Promise<EarningDetailsModel> {
  requireCostLines(caller, 'earnings:read')
  const row = await seeContract(db, caller, contractId)
  const facts = await loadEarningFacts(db, row)
  const timeline = buildTimeline(facts.contract, facts.events)
  const only = disbursementCode?.toUpperCase()
  const lines = linesAsked(only, linesOn(facts, timeline, asOfDate))
  const happened = new Map(facts.happened.map((one) => [one.id, one]))
  const past = eventsInOrder(facts.events).filter(({ date }) => date <= asOfDate)
  const shown = past.map(
    (event, at): Shown => ({
      ...{ facts, only, event, happened: happened.get(event.id) },
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
    contract: { contractId, finalizedDate: row.finalize_date, lines },
    holds: shown.flatMap(holdOf),
    resolves: shown.flatMap(resolveOf),
    cancels: shown.flatMap(cancelOf),
    reinstatements: shown.flatMap(reinstatementOf),
    ledgerEdits: shown.flatMap((one) => changesOf(one).flatMap(editOf)),
    ledgerDeletes: shown.flatMap((one) => changesOf(one).flatMap(deleteOf)),
    monthly: monthly ? monthsOf(facts, timeline, only, asOfDate) : null,
  }
}

const total = (
  lines: readonly EarningLineModel[],
  name: 'amount' | 'earned' | 'unearned' | 'refunded',
): number => amountOf(sumCents(lines.map((line) => centsOf(line[name]))))

const linesAsked = <Line extends EarningLineModel>(
  only: string | undefined,
  lines: readonly Line[],
): Line[] =>
  lines.filter(({ disbursementCode }) => only === undefined || disbursementCode.toUpperCase() === only)

/** Something that happened, with what had before it. */
interface Shown {
  readonly facts: EarningFacts
  /** The line that is asked for; undefined: all. */
  readonly only: string | undefined
  readonly event: EarningEvent
  readonly happened: ContractEvent | undefined
  readonly before: readonly EarningEvent[]
  readonly after: readonly EarningEvent[]
}

/** Every line on a day, with what it has earned since the end of the month before. */
function linesOn(facts: EarningFacts, timeline: EarningTimeline, date: CalendarDate): EarningLineModel[] {
  const before = new Map(
    earningsOn(timeline, addDays(`${date.slice(0, 7)}-01`, -1)).map(({ code, earned }) => [code, earned]),
  )
  return earningsOn(timeline, date).map((line) => lineOf(facts, line, date, before.get(line.code) ?? 0))
}

const lineOf = (
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

const linesAfter = ({ facts, event, after }: Shown): EarningLineModel[] =>
  linesOn(facts, buildTimeline(facts.contract, after), event.date)

function holdOf(one: Shown): EarningDetailsModel['holds'] {
  const { event, only } = one
  if (event.kind !== 'Hold') return []
  const lines = linesAfter(one)
    .filter(({ disbursementCode }) => isHeld(event, disbursementCode))
    .map((line) => ({ ...line, earnedAtHold: line.earned }))
  const { holdId, mode, date: holdDate } = event
  return [{ holdId, holdDate, mode, lines: linesAsked(only, lines) }]
}

const isHeld = ({ mode, codes }: Extract<EarningEvent, { kind: 'Hold' }>, code: string) =>
  mode === 'Suspend' || codes === 'all' || codes.includes(code)

function resolveOf(one: Shown): EarningDetailsModel['resolves'] {
  const { event, happened, facts, before, only } = one
  if (event.kind !== 'Resolve' || happened?.kind !== 'Resolve') return []
  const { holdId, date } = event
  const hold = before.find((other) => other.kind === 'Hold' && other.holdId === holdId)
  if (hold?.kind !== 'Hold') return []
  const { catchUp } = resolveEffect(facts.contract, before, { holdId, date })
  const lines = linesAfter(one)
    .filter(({ disbursementCode }) => isHeld(hold, disbursementCode))
    .map((line) => {
      const caught = catchUp.find(({ code }) => code === line.disbursementCode)?.amount ?? 0
      return { ...line, catchUp: amountOf(caught as Cents) }
    })
  return [
    {
      ...{ resolveId: happened.details.resolveId, holdId, resolveDate: date },
      heldDays: daysBetween(hold.date, date),
      lines: linesAsked(only, lines),
    },
  ]
}

function cancelOf(one: Shown): EarningDetailsModel['cancels'] {
  const { event, facts, before, only } = one
  if (event.kind !== 'Cancel') return []
  const found = new Map(cancelledLines(facts.contract, before, event).map((line) => [line.code, line]))
  const lines = linesAfter(one).map((line) => {
    const cancelled = found.get(line.disbursementCode)
    return {
      ...line,
      earnedAtCancel: amountOf(cancelled?.earnedAtCancel ?? ZERO),
      unearnedAtCancel: amountOf(cancelled?.unearnedAtCancel ?? ZERO),
      refund: amountOf(cancelled?.refund ?? ZERO),
      earnedOnCancel: amountOf(cancelled?.earnedOnCancel ?? ZERO),
    }
  })
  return [{ cancelId: event.cancelId, cancelDate: event.date, lines: linesAsked(only, lines) }]
}

function reinstatementOf(one: Shown): EarningDetailsModel['reinstatements'] {
  const { event, happened, facts, after, only } = one
  if (event.kind !== 'Reinstatement' && event.kind !== 'ReinstatementHold') return []
  if (happened?.kind !== 'Reinstatement' && happened?.kind !== 'ReinstatementHold') return []
  const { cancelId, date } = event
  const found = new Map(
    reinstatedLines(facts.contract, after, { date, cancelId }).map((line) => [line.code, line]),
  )
  const lines = linesAfter(one).map((line) => {
    const back = found.get(line.disbursementCode)
    return {
      ...line,
      reversedRefund: amountOf(back?.reversedRefund ?? ZERO),
      reversedEarned: amountOf(back?.reversedEarned ?? ZERO),
      catchUp: amountOf(back?.catchUp ?? ZERO),
    }
  })
  return [
    {
      ...{ reinstatementId: happened.details.reinstatementId, cancelId, date },
      isHold: event.kind === 'ReinstatementHold',
      lines: linesAsked(only, lines),
    },
  ]
}

/** A line whose amount became another: corrected by hand, or by a refinalize. */
interface Change {
  readonly ledgerId: number | null
  readonly date: CalendarDate
  readonly before: EarningLineModel
  readonly after: EarningLineModel
}

function changesOf(one: Shown): Change[] {
  const { event, happened, facts, before, only } = one
  const isEdit = event.kind === 'LedgerEdit' || event.kind === 'LedgerDelete'
  if (!isEdit && event.kind !== 'Refinalize') return []
  const was = linesAsked(only, linesOn(facts, buildTimeline(facts.contract, before), event.date))
  const is = linesAsked(only, linesAfter(one))
  const none = (line: EarningLineModel): EarningLineModel => ({ ...line, amount: 0, earned: 0 })
  return is.flatMap((after) => {
    const known = was.find(({ disbursementCode }) => disbursementCode === after.disbursementCode)
    const earlier = known ?? none(after)
    // What the markup gives for it is no correction of its own.
    const isMeant = !isEdit || event.code === after.disbursementCode
    if (!isMeant || earlier.amount === after.amount) return []
    return [
      { ledgerId: isEdit ? (happened?.subjectId ?? null) : null, date: event.date, before: earlier, after },
    ]
  })
}

const difference = (one: number, other: number) => amountOf(minus(centsOf(one), centsOf(other)))

const editOf = ({ ledgerId, date, before, after }: Change): EarningDetailsModel['ledgerEdits'] =>
  after.amount === 0
    ? []
    : [
        {
          ...{ ledgerId, disbursementCode: after.disbursementCode, editDate: date },
          ...{ oldAmount: before.amount, newAmount: after.amount, factor: after.factor },
          catchUp: difference(after.earned, before.earned),
        },
      ]

const deleteOf = ({ ledgerId, date, before, after }: Change): EarningDetailsModel['ledgerDeletes'] =>
  after.amount === 0
    ? [
        {
          ...{ ledgerId, disbursementCode: after.disbursementCode, deleteDate: date },
          ...{ amount: before.amount, earnedReversed: before.earned },
        },
      ]
    : []

/** Every month from the first effective one to that of the day, and what was earned in it over all lines. */
function monthsOf(
  facts: EarningFacts,
  timeline: EarningTimeline,
  only: string | undefined,
  asOfDate: CalendarDate,
): { month: string; earned: number }[] {
  const starts = facts.events.flatMap((one) => (one.kind === 'Refinalize' ? [one.terms.effectiveDate] : []))
  const [first = asOfDate] = [facts.contract.terms.effectiveDate, ...starts].sort()
  const earnedBy = (date: CalendarDate) =>
    centsOf(total(linesAsked(only, linesOn(facts, timeline, date)), 'earned'))
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
  // Not its end: that of the last month of the calendar is no date any more.
  if (first.slice(0, 7) <= last) add(last, asOfDate)
  return months
}
