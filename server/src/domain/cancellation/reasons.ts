import type { NoticeGround } from './law-terms.ts'
import type { Requester, Side } from './rules.ts'

export type PayeeRule = 'Standard' | 'LienHolderSole' | 'Dealer'

/** A cancel reason from the reference list. */
export interface CancelReason {
  readonly code: string
  readonly requestedBy: readonly Requester[]
  readonly forcesFlat: boolean
  readonly payeeRule: PayeeRule
  /** Document types. */
  readonly requiredDocuments: readonly string[]
}

/** A payoff ends the coverage of the loan. It counts as cancelled by the holder's side, whoever requests it. */
const PAYOFF = 'PAYOFF'
export const DECEASED = 'DECEASED'
const TOTAL_LOSS = 'TOTALLOSS'

/** Events that are often reported late, so the cancel date may be far in the past. */
const reportedLate: readonly string[] = [TOTAL_LOSS, 'REPO', PAYOFF, 'TRADE', DECEASED, 'UNWIND']

const provider: readonly Requester[] = ['Administrator', 'Insurer']

export const cancellingSide = (requestedBy: Requester, { code }: Pick<CancelReason, 'code'>): Side =>
  provider.includes(requestedBy) && code !== PAYOFF ? 'Provider' : 'Holder'

export const isReportedLate = ({ code }: Pick<CancelReason, 'code'>): boolean => reportedLate.includes(code)

/** The vehicle is lost: GAP covers such a loss. */
export const isTotalLoss = ({ code }: Pick<CancelReason, 'code'>): boolean => code === TOTAL_LOSS

/** Events that end the loan. */
const loanEnds: readonly string[] = [PAYOFF, 'REFI', 'TRADE', 'REPO', TOTAL_LOSS]

export const endsLoan = ({ code }: Pick<CancelReason, 'code'>): boolean => loanEnds.includes(code)

const groundsByReason: Readonly<Record<string, NoticeGround>> = {
  NONPAY: 'Nonpayment',
  FRAUD: 'Misrepresentation',
  BREACH: 'Breach',
}

/** Whether the provider owes no notice for this reason. */
export const needsNoNotice = (
  { noticeExceptions }: { readonly noticeExceptions: readonly NoticeGround[] },
  { code }: Pick<CancelReason, 'code'>,
): boolean => noticeExceptions.some((ground) => ground === groundsByReason[code])

/** The loan counts as paid off, unless the request says otherwise. */
export const impliesPayoff = ({ code }: Pick<CancelReason, 'code'>): boolean => code === PAYOFF

/** The customer has died. The refund goes to the estate. */
export const goesToEstate = ({ code }: Pick<CancelReason, 'code'>): boolean => code === DECEASED

const ODOMETER_STATEMENT = 'OdometerStatement'

/** The required documents that the contract does not have, e.g. `document:CancelForm`. */
export function missingDocuments(
  { requiredDocuments }: Pick<CancelReason, 'requiredDocuments'>,
  { countsMiles, attached }: { readonly countsMiles: boolean; readonly attached: readonly string[] },
): string[] {
  const needed = new Set([...requiredDocuments, ...(countsMiles ? [ODOMETER_STATEMENT] : [])])
  return [...needed].filter((name) => !attached.includes(name)).map((name) => `document:${name}`)
}
