import {
  AFTER_ALL,
  BEFORE_ALL,
  type CalendarDate,
  dateFromEpochDay,
  type EpochDay,
  earlierDay,
  epochDay,
  plusDays,
} from '../dates.ts'
import { MARKUP } from '../ledger/rows.ts'
import { type Cents, smaller, ZERO } from '../money.ts'
import {
  type EarningContract,
  type EarningEvent,
  type EarningLine,
  type EarningTerms,
  earningRun,
  eventsInOrder,
} from './events.ts'
import { readEarningMethod } from './method-codes.ts'
import type { EarningMethod, EarningRun } from './methods.ts'
import { contractClock, countDays, mergeSpans, type Suspended } from './suspension.ts'

/** The state of a contract from one event to the next. */
export interface Stage {
  readonly from: EpochDay
  readonly state: 'NotInForce' | 'Running' | 'Cancelled' | 'Expired' | 'Voided'
  readonly run: EarningRun
  readonly effectiveDate: CalendarDate
  /** Extended by the suspensions that have ended. */
  readonly expirationDate: CalendarDate
  readonly lines: readonly StageLine[]
  readonly suspended: readonly Suspended[]
  /** In the order of their dates, since the last correction. */
  readonly readings: readonly { readonly day: EpochDay; readonly value: number }[]
  /** The day, on the contract's clock, up to which the expected mileage counts. */
  readonly expectedUntil: EpochDay
}

export interface StageLine {
  readonly code: string
  readonly amount: Cents
  readonly methodCode: string
  readonly method: EarningMethod
  /** The refund of the cancel that is in effect, as booked. */
  readonly refund: Cents
  /** The part of it that the line still has. A correction after the cancel may have left the line less than it gave back. */
  readonly keptRefund: Cents
  /** The date of the earliest open hold on the line. */
  readonly frozenOn: EpochDay
}

type Kind<Name extends EarningEvent['kind']> = Extract<EarningEvent, { kind: Name }>

interface Hold {
  readonly id: number
  readonly from: EpochDay
  readonly codes: Kind<'Hold'>['codes'] | null
  to: EpochDay
}

interface CancelInEffect {
  readonly event: Kind<'Cancel'>
  /** The amounts of the lines when it took effect. */
  readonly amounts: ReadonlyMap<string, Cents>
}

/** The state after the events applied so far. */
interface Draft {
  isInForce: boolean
  isExpired: boolean
  isVoided: boolean
  terms: EarningTerms
  run: EarningRun
  lines: EarningLine[]
  readonly holds: Hold[]
  readonly gaps: Suspended[]
  /** The cancels in effect, in order. */
  cancels: CancelInEffect[]
  readings: { day: EpochDay; value: number }[]
  isCorrected: boolean
}

/** The stages of a contract: one before all events, and one for each date with events. */
export function buildStages(contract: EarningContract, events: readonly EarningEvent[]): Stage[] {
  const draft: Draft = {
    isInForce: false,
    isExpired: false,
    isVoided: false,
    terms: contract.terms,
    run: earningRun(contract.terms),
    lines: [...contract.lines],
    holds: [],
    gaps: [],
    cancels: [],
    readings: [],
    isCorrected: false,
  }
  const stages = [stageFromDraft(draft, BEFORE_ALL)]
  const ordered = eventsInOrder(events)
  ordered.forEach((event, at) => {
    apply(draft, event)
    if (ordered[at + 1]?.date !== event.date) stages.push(stageFromDraft(draft, epochDay(event.date)))
  })
  return stages
}

function apply(draft: Draft, event: EarningEvent): void {
  switch (event.kind) {
    case 'Contract':
      draft.isInForce = true
      return
    case 'Refinalize':
      refinalize(draft, event)
      return
    case 'LedgerEdit':
    case 'LedgerDelete':
      edit(draft, event)
      return
    case 'Hold':
      draft.holds.push({
        id: event.holdId,
        from: epochDay(event.date),
        codes: event.mode === 'Freeze' ? event.codes : null,
        to: AFTER_ALL,
      })
      return
    case 'Resolve':
      for (const hold of draft.holds) if (hold.id === event.holdId) hold.to = epochDay(event.date)
      return
    case 'Cancel':
      draft.cancels.push({ event, amounts: new Map(draft.lines.map(({ code, amount }) => [code, amount])) })
      return
    case 'Reinstatement':
    case 'ReinstatementHold':
      reinstate(draft, event)
      return
    case 'Void':
      draft.isVoided = true
      return
    case 'Expire':
    case 'Reopen':
      draft.isExpired = event.kind === 'Expire'
      return
    case 'Odometer':
      read(draft, event)
      return
    default:
      event satisfies never
  }
}

/** A dropped line stays with an amount of 0, so that its earnings are reversed. */
function refinalize(draft: Draft, { terms, lines }: Kind<'Refinalize'>): void {
  const remaining = new Set(lines.map(({ code }) => code))
  const dropped = draft.lines.filter(({ code }) => !remaining.has(code))
  draft.terms = terms
  draft.run = earningRun(terms)
  draft.lines = [...lines, ...dropped.map((line) => ({ ...line, amount: ZERO }))]
}

/** Lines sum to the retail price, so the markup changes by the opposite amount. Tax is not a line. */
function edit(draft: Draft, { code, by }: Kind<'LedgerEdit' | 'LedgerDelete'>): void {
  if (!draft.lines.some((line) => line.code === code)) return
  draft.lines = draft.lines.map((line) => {
    if (line.code === code) return { ...line, amount: (line.amount + by) as Cents }
    return line.code === MARKUP ? { ...line, amount: (line.amount - by) as Cents } : line
  })
}

function reinstate(draft: Draft, { cancelId, gapDays }: Kind<'Reinstatement' | 'ReinstatementHold'>): void {
  const cancel = draft.cancels.find(({ event }) => event.cancelId === cancelId)
  if (!cancel) return
  draft.cancels = draft.cancels.filter((candidate) => candidate !== cancel)
  const from = epochDay(cancel.event.date)
  draft.gaps.push({ from, to: plusDays(from, gapDays) })
}

/** The last of several readings on one day counts. */
function read(draft: Draft, { date, value, isCorrection }: Kind<'Odometer'>): void {
  const day = epochDay(date)
  draft.isCorrected ||= isCorrection
  draft.readings = isCorrection ? [] : draft.readings.filter((reading) => reading.day !== day)
  draft.readings.push({ day, value })
}

function stageFromDraft(draft: Draft, from: EpochDay): Stage {
  const { terms, run, holds, gaps, readings, isCorrected } = draft
  const suspensions = holds.filter(({ codes }) => codes === null).map(({ from, to }) => ({ from, to }))
  const suspended = mergeSpans([...suspensions, ...gaps])
  const over = mergeSpans([...suspensions.filter(({ to }) => Number.isFinite(to)), ...gaps])
  const [first] = readings
  return {
    from,
    state: stateFromDraft(draft),
    run,
    effectiveDate: terms.effectiveDate,
    expirationDate:
      over.length > 0 ? dateFromEpochDay(plusDays(run.end, countDays(over))) : terms.expirationDate,
    lines: linesFromDraft(draft),
    suspended,
    readings,
    expectedUntil: expectedUntil(suspended, isCorrected, first?.day),
  }
}

function stateFromDraft({ isInForce, isExpired, isVoided, cancels }: Draft): Stage['state'] {
  if (isVoided) return 'Voided'
  // The cancel date may be before the finalize date.
  if (cancels.length > 0) return 'Cancelled'
  if (!isInForce) return 'NotInForce'
  return isExpired ? 'Expired' : 'Running'
}

function linesFromDraft({ lines, cancels, holds }: Draft): StageLine[] {
  const cancel = cancels.at(-1)
  const open = holds.filter(({ to }) => !Number.isFinite(to))
  return lines.map(({ code, amount, methodCode, curve }) => {
    const refund = cancel?.event.refunds.get(code) ?? ZERO
    const isLowered = amount >= 0 && amount < (cancel?.amounts.get(code) ?? amount)
    return {
      code,
      amount,
      methodCode,
      method: readEarningMethod(methodCode, curve),
      refund,
      keptRefund: isLowered ? smaller(refund, amount) : refund,
      frozenOn: frozenOn(open, code),
    }
  })
}

function frozenOn(open: readonly Hold[], code: string): EpochDay {
  let earliest = AFTER_ALL
  for (const { codes, from } of open)
    if (codes === 'all' || codes?.includes(code)) earliest = earlierDay(earliest, from)
  return earliest
}

/** After a correction of the odometer, the expected mileage no longer counts. */
function expectedUntil(
  suspended: readonly Suspended[],
  isCorrected: boolean,
  first: EpochDay | undefined,
): EpochDay {
  if (isCorrected) return BEFORE_ALL
  return first === undefined ? AFTER_ALL : contractClock(suspended, plusDays(first, -1)).day
}
