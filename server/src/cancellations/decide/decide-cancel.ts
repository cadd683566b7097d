import type { ContractRow } from '../../contracts/record/rows.ts'
import type { Db } from '../../db/database.ts'
import type { AlternativeTerms } from '../../domain/cancellation/alternatives.ts'
import { calculateCancel } from '../../domain/cancellation/calculation.ts'
import type { CancelFacts, CancelTerms } from '../../domain/cancellation/facts.ts'
import { cancelGuards, type GuardRefusal } from '../../domain/cancellation/guards.ts'
import { type Payee, payeeByRules } from '../../domain/cancellation/payee.ts'
import type { CancelReason } from '../../domain/cancellation/reasons.ts'
import { missingDocuments } from '../../domain/cancellation/reasons.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { Requester } from '../../domain/cancellation/rules.ts'
import { type Acting, isLimited } from '../../http/caller.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import { refuseCancel } from './faults.ts'
import type { OverrideInput, PayeeInput, PaymentInput } from './inputs.ts'
import { type LoadedCancel, loadCancel } from './load-facts.ts'
import { PLACEHOLDER_REASON, referenceFaults, requesterFor, termsFromInput } from './resolve-input.ts'
import { mayOverride } from './rights.ts'

/** What a cancellation is asked for with, as it is sent and kept. */
export interface CancelInput {
  readonly cancelDate: string
  readonly cancelReasonId?: number | undefined
  readonly cancelReasonCode?: string | undefined
  readonly requestedBy?: Requester | undefined
  readonly noticeReceivedDate?: string | undefined
  readonly cancelOdometer?: number | null | undefined
  readonly payee?: PayeeInput | null | undefined
  readonly lienPaidOff?: boolean | null | undefined
  readonly documentIds?: readonly number[] | undefined
  readonly note?: string | null | undefined
  readonly override?: OverrideInput | null | undefined
  readonly payments?: readonly PaymentInput[] | undefined
  /** When the books have it, of what is carried out. */
  readonly executionDate?: string | undefined
  /** Of a quote. */
  readonly alternatives?: readonly AlternativeTerms[] | undefined
}

/** A quote lies ahead at times, and never in the way; what is carried out was judged by its dates when it was asked for. */
export type Occasion = 'quote' | 'request' | 'cancel' | 'execute'

/** A cancellation that nothing stands against, with what it was decided on. */
export interface DecidedCancel extends DecidedQuote {
  readonly row: ContractRow
}

/** The same of a contract that nobody else is kept from. */
export interface DecidedQuote {
  readonly contract: LoadedCancel['contract']
  readonly facts: CancelFacts
  readonly terms: CancelTerms
  readonly reason: CancelReasonModel
  readonly calculation: CancelCalculation
  /** What is not there yet, as `document:CancelForm`. */
  readonly missing: readonly string[]
  /** Whether what is missing stops it. */
  readonly requiresDocuments: boolean
  /** The id that a new request will have. */
  readonly newId: number | null
  /** The same on another day, and what stands against that. */
  readonly factsOn: (date: string) => CancelFacts
  readonly guardsOn: (date: string) => readonly GuardRefusal[]
}

/** The same while the odometer is not known that it needs. */
export interface RequestAwaitingOdometer extends Omit<DecidedQuote, 'calculation'> {
  readonly calculation: null
}

/** Decides a cancellation; everything that stands against it is told at once. `requestId`: the open request that it is. */
export async function decideCancel(
  db: Db,
  acting: Acting,
  row: ContractRow,
  input: CancelInput,
  occasion: Occasion,
  requestId: number | null = null,
): Promise<DecidedCancel> {
  return { row, ...sure(await decide(db, acting, row.id, input, { occasion, requestId })) }
}

/** Decides a quote, of a contract that the caller sees. */
export async function decideQuote(
  db: Db,
  acting: Acting,
  contractId: number,
  input: CancelInput,
): Promise<DecidedQuote> {
  return sure(await decide(db, acting, contractId, input, { occasion: 'quote', requestId: null }))
}

function sure(decided: DecidedQuote | RequestAwaitingOdometer): DecidedQuote {
  if (decided.calculation === null) throw new Error('A request alone may wait for the odometer.')
  return decided
}

/** Decides a request, which may wait for the odometer. */
export function decideRequest(
  db: Db,
  acting: Acting,
  row: ContractRow,
  input: CancelInput,
  requestId: number | null = null,
): Promise<DecidedQuote | RequestAwaitingOdometer> {
  return decide(db, acting, row.id, input, { occasion: 'request', requestId })
}

async function decide(
  db: Db,
  acting: Acting,
  contractId: number,
  input: CancelInput,
  { occasion, requestId }: { readonly occasion: Occasion; readonly requestId: number | null },
): Promise<DecidedQuote | RequestAwaitingOdometer> {
  const isNew = requestId === null && (occasion === 'quote' || occasion === 'request')
  const loaded = await loadCancel(db, contractId, input, {
    ...{ caller: acting.caller, isNew, isSeen: occasion !== 'quote' },
  })
  const reason = loaded.reason ?? PLACEHOLDER_REASON
  const terms = termsFromInput(acting, input, loaded, reason)
  const facts = loaded.factsOn(input.cancelDate)
  const guardsOn = (cancelDate: string) =>
    cancelGuards(loaded.factsOn(cancelDate), { ...terms, cancelDate }, standingFor(loaded, requestId), {
      isQuote: occasion === 'quote',
      today: acting.today,
      ...loaded.limits,
      mayOverride: occasion === 'execute' || mayOverride(acting.caller),
    })
  const guards = guardsOn(input.cancelDate)
  const outcome = calculateCancel(facts, terms)
  const calculation = 'refused' in outcome ? null : outcome
  const refused = 'refused' in outcome ? outcome.refused : []
  const mayWait = occasion === 'request'
  refuseCancel(
    [
      ...referenceFaults(input, loaded),
      ...(loaded.reason ? guards : guards.filter(({ code }) => !ofReason.includes(code))),
      ...requesterFaults(acting, input),
      ...executionFaults(acting, input),
      ...addressFaults(acting, input, payeeByRules(facts.contract, terms)),
      ...refused.filter(({ code }) => !(mayWait && code === 'OdometerRequired')),
    ],
    input,
  )
  if (!loaded.reason) throw new Error('A reason that is not there was let through.')
  return {
    ...{ contract: loaded.contract, facts, terms, reason: loaded.reason, factsOn: loaded.factsOn, guardsOn },
    newId: loaded.newId,
    calculation,
    missing: calculation?.missing ?? ['cancelOdometer', ...documentsMissing(facts, terms)],
    requiresDocuments: loaded.limits.requiresDocuments,
  } as DecidedQuote | RequestAwaitingOdometer // Both have the same but for the calculation, which is what tells them apart.
}

/** A request does not stand in its own way. */
const standingFor = ({ eligibility: standing }: LoadedCancel, requestId: number | null) =>
  standing.openCancelRequestId === requestId ? { ...standing, openCancelRequestId: null } : standing

/** What cannot be said while nobody knows the reason. */
const ofReason: readonly string[] = ['RequesterNotAllowed', 'ReasonNotAllowed', 'CancelDateTooOld']

const documentsMissing = ({ contract }: CancelFacts, { reason }: { readonly reason: CancelReason }) =>
  missingDocuments(reason, { countsMiles: true, attached: contract.documents })

/** The books have it not before it is in effect, and not ahead of today. */
function executionFaults({ today }: Acting, { cancelDate, executionDate }: CancelInput) {
  if (executionDate === undefined) return []
  return executionDate < cancelDate || executionDate > today
    ? [{ code: 'ExecutionDateOutOfRange', earliest: cancelDate, latest: today } as const]
    : []
}

/** Where the money of a lender goes is not for those to say who are limited; of the customer they may know. */
function addressFaults({ caller }: Acting, { payee }: CancelInput, ruled: Payee) {
  return isLimited(caller) && payee?.address && ruled.type !== 'Customer'
    ? [{ code: 'PayeeNotAllowed', payee: ruled, field: '/payee/address' } as const]
    : []
}

/** Who is limited to a dealer or a lender does not speak for the administrator: the provider cancels on other terms. */
function requesterFaults(acting: Acting, input: CancelInput) {
  const requestedBy = requesterFor(acting, input)
  const isProvider = requestedBy === 'Administrator' || requestedBy === 'Insurer'
  return isLimited(acting.caller) && isProvider
    ? [{ code: 'RequesterNotAllowed', allowed: ['Customer', 'Dealer', 'LienHolder'] } as const]
    : []
}
