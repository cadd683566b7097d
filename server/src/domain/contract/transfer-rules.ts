import { addDays, type CalendarDate } from '../dates.ts'
import { amountOf, type Cents } from '../money.ts'

// Whether a contract passes to another owner, and for what fee.

/** What is true of the contract, and what the administrator has set. */
export interface TransferFacts {
  /** By its program. */
  readonly isTransferable: boolean
  readonly isTransferred: boolean
  readonly stateOfSale: string
  readonly saleDate: CalendarDate
  readonly lastOdometer: number | null
  /** Days after the vehicle has changed hands within which a contract is transferred. */
  readonly transferDays: number
  /** The fee where none is named. */
  readonly transferFee: Cents
}

export interface TransferTerms {
  readonly transferDate: CalendarDate
  readonly odometer: number
  readonly fee: Cents | undefined
}

export type TransferRefusal =
  | { readonly code: 'NotTransferable' | 'AlreadyTransferred' | 'TransferWindowPassed' }
  | { readonly code: 'TransferFeeTooHigh'; readonly max: number }
  | { readonly code: 'OdometerBelowLastKnown'; readonly lastKnown: number }

/** Florida lets every contract pass on, as often as its owner likes, and for no more than this. */
const FREE_STATE = { state: 'FL', feeAtMost: 4_000 as Cents }

const isFree = ({ stateOfSale }: TransferFacts) => stateOfSale === FREE_STATE.state

/** The fee that is asked for, or by itself the usual one, as far as the state allows it. */
export function transferFeeOf(facts: TransferFacts, { fee }: Pick<TransferTerms, 'fee'>): Cents {
  if (fee !== undefined) return fee
  return isFree(facts) && facts.transferFee > FREE_STATE.feeAtMost ? FREE_STATE.feeAtMost : facts.transferFee
}

/** Everything that stands against a transfer, in order. */
export function transferRefusals(
  facts: TransferFacts,
  asked: TransferTerms,
  today: CalendarDate,
): TransferRefusal[] {
  const { transferDate, odometer, fee } = asked
  const isInTime =
    transferDate >= facts.saleDate &&
    transferDate <= today &&
    today <= addDays(transferDate, facts.transferDays)
  const refusals: (TransferRefusal | false)[] = [
    !facts.isTransferable && !isFree(facts) && { code: 'NotTransferable' },
    facts.isTransferred && !isFree(facts) && { code: 'AlreadyTransferred' },
    !isInTime && { code: 'TransferWindowPassed' },
    isFree(facts) &&
      fee !== undefined &&
      fee > FREE_STATE.feeAtMost && { code: 'TransferFeeTooHigh', max: amountOf(FREE_STATE.feeAtMost) },
    facts.lastOdometer !== null &&
      odometer < facts.lastOdometer && { code: 'OdometerBelowLastKnown', lastKnown: facts.lastOdometer },
  ]
  return refusals.filter((refusal) => refusal !== false)
}
