import type { ContractRow } from '../../contracts/record/rows.ts'
import type { Db } from '../../db/database.ts'
import { calculateCancel } from '../../domain/cancellation/calculation.ts'
import type { CancelFacts, CancelTerms } from '../../domain/cancellation/facts.ts'
import { cancelGuards, type GuardRefusal } from '../../domain/cancellation/guards.ts'
import { payeeByRules, type RefundPayee } from '../../domain/cancellation/payee.ts'
import { missingDocuments } from '../../domain/cancellation/reasons.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import { type OdometerUnit, readingFrom } from '../../domain/odometer-unit.ts'
import { type Acting, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import { refuseCancel } from './faults.ts'
import type { CancelInput } from './inputs.ts'
import { type LoadedCancel, loadCancel } from './load-facts.ts'
import { mayOverride } from './rights.ts'
import { odometerGiven, PLACEHOLDER_REASON, referenceFaults, requesterFor, termsFromInput } from './terms.ts'

/**
 * What the decision is for. The date limits differ: a quote may lie in the future and beside an open request, an execution
 * was checked against its dates when it was requested, and an automatic cancel is on the day that the records give.
 */
type Occasion = 'quote' | 'request' | 'cancel' | 'execute' | 'automatic'

/** A cancellation without faults, and the facts it was decided on. */
export interface DecidedQuote {
  readonly contract: LoadedCancel['contract']
  readonly facts: CancelFacts
  readonly terms: CancelTerms
  readonly reason: CancelReasonModel
  readonly calculation: CancelCalculation
  /** Missing documents, e.g. `document:CancelForm`. */
  readonly missing: readonly string[]
  /** Whether missing documents prevent the cancellation. */
  readonly requiresDocuments: boolean
  /** The id for a new request. */
  readonly newId: number | null
  /** As it was given, in the unit of the contract. */
  readonly cancelOdometer: number | null
  readonly odometerUnit: OdometerUnit | null
  /** The facts and the refusals for another cancel date. */
  readonly factsOn: (date: string) => CancelFacts
  readonly guardsOn: (date: string) => readonly GuardRefusal[]
}

/** The same for a contract that is locked. */
export interface DecidedCancel extends DecidedQuote {
  readonly row: ContractRow
}

/** A request that needs an odometer reading before it can be calculated. */
export interface RequestAwaitingOdometer extends Omit<DecidedQuote, 'calculation'> {
  readonly calculation: null
}

/** Decides a cancellation, or refuses it with all faults. `requestId`: the open request that is being executed. */
export async function decideCancel(
  db: Db,
  acting: Acting,
  row: ContractRow,
  input: CancelInput,
  occasion: Occasion,
  requestId: number | null = null,
): Promise<DecidedCancel> {
  return { row, ...calculated(await decide(db, acting, row.id, input, { occasion, requestId })) }
}

/** Decides a quote. Answers 404 if the caller may not see the contract. */
export async function decideQuote(
  db: Db,
  acting: Acting,
  contractId: number,
  input: CancelInput,
): Promise<DecidedQuote> {
  return calculated(await decide(db, acting, contractId, input, { occasion: 'quote', requestId: null }))
}

/** Decides what an automatic cancel comes to. The caller has checked that the contract may be seen. */
export async function decideAutomatic(
  db: Db,
  acting: Acting,
  contractId: number,
  input: CancelInput,
): Promise<DecidedQuote> {
  return calculated(await decide(db, acting, contractId, input, { occasion: 'automatic', requestId: null }))
}

function calculated(decided: DecidedQuote | RequestAwaitingOdometer): DecidedQuote {
  if (decided.calculation === null) throw new Error('Only a request may wait for the odometer.')
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
  const terms = termsFromInput(acting, input, loaded, loaded.reason ?? PLACEHOLDER_REASON)
  const facts = loaded.factsOn(input.cancelDate)
  const knownOn = (cancelDate: string) =>
    cancelDate === input.cancelDate ? facts : loaded.factsOn(cancelDate)
  const guardsOn = (cancelDate: string) =>
    cancelGuards(knownOn(cancelDate), { ...terms, cancelDate }, eligibilityFor(loaded, requestId), {
      isQuote: occasion === 'quote',
      today: acting.today,
      ...loaded.limits,
      mayOverride: occasion === 'execute' || occasion === 'automatic' || mayOverride(acting.caller),
    }).map((refusal) => inUnitOf(loaded, refusal))
  const guards = guardsOn(input.cancelDate)
  const result = calculateCancel(facts, terms)
  const calculation = 'refused' in result ? null : result
  const refused = 'refused' in result ? result.refused : []
  const mayWait = occasion === 'request'
  refuseCancel(
    [
      ...referenceFaults(input, loaded),
      ...(loaded.reason ? guards : guards.filter(({ code }) => !reasonGuards.includes(code))),
      ...requesterFaults(acting, input),
      ...executionFaults(acting, input),
      ...addressFaults(acting, input, payeeByRules(facts.contract, terms)),
      ...refused.filter(({ code }) => !(mayWait && code === 'OdometerRequired')),
    ],
    input,
  )
  if (!loaded.reason) throw new Error('A cancellation without a valid reason was not refused.')
  return {
    ...{ contract: loaded.contract, facts, terms, reason: loaded.reason, factsOn: loaded.factsOn, guardsOn },
    newId: loaded.newId,
    ...{ cancelOdometer: odometerGiven(input, loaded), odometerUnit: loaded.odometerUnit },
    calculation,
    missing: calculation?.missing ?? ['cancelOdometer', ...missingBeforeOdometer(facts, terms)],
    requiresDocuments: loaded.limits.requiresDocuments,
  } as DecidedQuote | RequestAwaitingOdometer // They differ only in whether the calculation is null.
}

/** The last known reading is told in the unit in which readings are given. */
const inUnitOf = ({ odometerUnit }: LoadedCancel, refusal: GuardRefusal): GuardRefusal =>
  refusal.code === 'OdometerBelowLastKnown' && odometerUnit
    ? { ...refusal, lastKnown: readingFrom(refusal.lastKnown, odometerUnit) }
    : refusal

/** A request does not block its own execution. */
const eligibilityFor = ({ eligibility }: LoadedCancel, requestId: number | null) =>
  eligibility.openCancelRequestId === requestId ? { ...eligibility, openCancelRequestId: null } : eligibility

/** Guards that depend on the reason. They mean nothing when the reason is unknown. */
const reasonGuards: readonly string[] = ['RequesterNotAllowed', 'ReasonNotAllowed', 'CancelDateTooOld']

const missingBeforeOdometer = ({ contract }: CancelFacts, { reason }: CancelTerms) =>
  missingDocuments(reason, { countsMiles: true, attached: contract.documents })

function executionFaults({ today }: Acting, { cancelDate, executionDate }: CancelInput) {
  if (executionDate === undefined) return []
  return executionDate < cancelDate || executionDate > today
    ? [{ code: 'ExecutionDateOutOfRange', earliest: cancelDate, latest: today } as const]
    : []
}

/** A limited caller may give the customer's address, but not redirect a lender's money. */
function addressFaults({ caller }: Acting, { payee }: CancelInput, payeeByRule: RefundPayee) {
  return isLimited(caller) && payee?.address && payeeByRule.type !== 'Customer'
    ? [{ code: 'PayeeNotAllowed', payee: payeeByRule, field: '/payee/address' } as const]
    : []
}

/** A limited caller may not act for the provider, whose cancellations follow other rules. */
function requesterFaults(acting: Acting, input: CancelInput) {
  const requestedBy = requesterFor(acting, input)
  const isProvider = requestedBy === 'Administrator' || requestedBy === 'Insurer'
  return isLimited(acting.caller) && isProvider
    ? [{ code: 'RequesterNotAllowed', allowed: ['Customer', 'Dealer', 'LienHolder'] } as const]
    : []
}

/** Refuses a cancellation with missing documents, if the administrator requires them. */
export function requireDocuments({
  missing,
  requiresDocuments,
}: Pick<DecidedCancel, 'missing' | 'requiresDocuments'>): void {
  const documents = missing.map((name) => name.replace('document:', ''))
  if (!requiresDocuments || documents.length === 0) return
  throw new Problem('MissingDocuments', `These documents are missing: ${documents.join(', ')}.`, {
    members: { documents },
  })
}
