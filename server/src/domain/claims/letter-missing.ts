// What a claim still waits for, in the customer's words. Reasons of our own, such as a suspicion, are not told.

/** What is open about a claim that is not decided yet. */
export interface OpenMatters {
  readonly hasDetails: boolean
  /** Fields that a GAP settlement needs. */
  readonly gapMissing: readonly string[]
  /** Documents of the checklist that have not come in. */
  readonly documents: readonly string[]
  /** The codes of the reasons of open holds. */
  readonly holds: readonly string[]
  /** An inspection is needed or under way. */
  readonly needsInspection: boolean
  readonly needsApproval: boolean
}

const payoff = 'the payoff letter of your lender'
const settlement = 'the settlement letter of your insurer'
const finance = 'the finance agreement'
const police = 'the police report'
const inspection = 'the inspection of the vehicle, which we arrange'

const documentWords: Readonly<Record<string, string>> = {
  PAYOFF: payoff,
  SETTLEMENT: settlement,
  FINANCE: finance,
  POLICE: police,
}

const holdWords: Readonly<Record<string, string>> = {
  INSPPEND: inspection,
  DIAGPEND: 'the diagnosis of the repair shop',
  TEARDOWN: 'a teardown by the repair shop',
  MAINTREC: 'your maintenance records',
  ESTPEND: 'the estimate of the repair shop',
  CXLPEND: 'a decision on the cancellation of the contract',
  PAYOFFPEND: payoff,
  INSSETTPEND: settlement,
  POLICEPEND: police,
}

const OWN_REVIEW = 'our own review of the claim'

function fieldWords(field: string): string {
  if (field.startsWith('financing.')) return finance
  if (field === 'lenderPayoff') return payoff
  if (field.startsWith('insuranceSettlement')) return settlement
  return 'the value of the vehicle'
}

/** Each thing once, in a fixed order. */
export function missingWords(open: OpenMatters): string[] {
  const words = [
    ...(open.hasDetails ? [] : ['the estimate of the repair shop']),
    ...open.documents.map((code) => documentWords[code] ?? code),
    ...open.gapMissing.map(fieldWords),
    ...open.holds.map((code) => holdWords[code] ?? OWN_REVIEW),
    ...(open.needsInspection ? [inspection] : []),
    ...(open.needsApproval ? [OWN_REVIEW] : []),
  ]
  return [...new Set(words)]
}
