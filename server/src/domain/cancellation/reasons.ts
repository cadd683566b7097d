import type { Requester, Side } from './rules.ts'

export type PayeeRule = 'Standard' | 'LienHolderSole' | 'Dealer'

/** Why a contract is cancelled, as the list of reasons has it. */
export interface CancelReason {
  readonly code: string
  readonly requestedBy: readonly Requester[]
  readonly forcesFlat: boolean
  readonly payeeRule: PayeeRule
  /** Names of document types. */
  readonly requiredDocuments: readonly string[]
}

/** A loan that is paid off ends what insures it: whoever notices, it is the holder's cancellation. */
const PAYOFF = 'PAYOFF'
export const DECEASED = 'DECEASED'

/** Reasons that happen before anybody hears of them, so that the date of the cancellation may lie far back. */
const heardOfLate: readonly string[] = ['TOTALLOSS', 'REPO', PAYOFF, 'TRADE', DECEASED, 'UNWIND']

const provider: readonly Requester[] = ['Administrator', 'Insurer']

export const cancellingSide = (requestedBy: Requester, { code }: Pick<CancelReason, 'code'>): Side =>
  provider.includes(requestedBy) && code !== PAYOFF ? 'Provider' : 'Holder'

export const isReportedLate = ({ code }: Pick<CancelReason, 'code'>): boolean => heardOfLate.includes(code)

/** Whether the loan counts as paid off where nobody says. */
export const impliesPayoff = ({ code }: Pick<CancelReason, 'code'>): boolean => code === PAYOFF

/** The customer is dead: what is owed to the customer is owed to the estate. */
export const goesToEstate = ({ code }: Pick<CancelReason, 'code'>): boolean => code === DECEASED

const ODOMETER_STATEMENT = 'OdometerStatement'

/** The proof that a cancellation needs and the contract does not have, as `document:CancelForm`. */
export function missingDocuments(
  { requiredDocuments }: Pick<CancelReason, 'requiredDocuments'>,
  { countsMiles, attached }: { readonly countsMiles: boolean; readonly attached: readonly string[] },
): string[] {
  const needed = new Set([...requiredDocuments, ...(countsMiles ? [ODOMETER_STATEMENT] : [])])
  return [...needed].filter((name) => !attached.includes(name)).map((name) => `document:${name}`)
}
