import { addDays, type CalendarDate } from '../dates.ts'
import { amountOf, type Cents, smaller } from '../money.ts'

// Whether a contract may be transferred to a new owner, and for what fee.

/** The contract's facts and the administrator's settings. */
export interface TransferFacts {
  /** Whether its program allows transfers. */
  readonly isTransferable: boolean
  readonly isTransferred: boolean
  readonly stateOfSale: string
  readonly saleDate: CalendarDate
  readonly lastOdometer: number | null
  /** The days after the change of ownership within which a transfer must be requested. */
  readonly transferDays: number
  /** The fee when the request does not name one. */
  readonly transferFee: Cents
}

interface TransferTerms {
  readonly transferDate: CalendarDate
  readonly odometer: number
  readonly fee: Cents | undefined
}

export type TransferRefusal =
  | { readonly code: 'NotTransferable' | 'AlreadyTransferred' | 'TransferWindowPassed' }
  | { readonly code: 'TransferFeeTooHigh'; readonly max: number }
  | { readonly code: 'OdometerBelowLastKnown'; readonly lastKnown: number }

/** Florida allows a transfer of every contract, any number of times, for at most this fee. */
const FLORIDA = { state: 'FL', maximumFee: 4_000 as Cents }

const isFlorida = ({ stateOfSale }: Pick<TransferFacts, 'stateOfSale'>) => stateOfSale === FLORIDA.state

/** Whether the contract may be transferred at all. */
export const allowsTransfer = (facts: Pick<TransferFacts, 'isTransferable' | 'stateOfSale'>): boolean =>
  facts.isTransferable || isFlorida(facts)

/** The administrator's fee, up to the maximum of the state. */
export const usualTransferFee = (facts: Pick<TransferFacts, 'transferFee' | 'stateOfSale'>): Cents =>
  isFlorida(facts) ? smaller(facts.transferFee, FLORIDA.maximumFee) : facts.transferFee

/** Every reason to refuse a transfer, in a fixed order. */
export function transferRefusals(
  facts: TransferFacts,
  { transferDate, odometer, fee }: TransferTerms,
  today: CalendarDate,
): TransferRefusal[] {
  const isInTime =
    transferDate >= facts.saleDate &&
    transferDate <= today &&
    today <= addDays(transferDate, facts.transferDays)
  const refusals: (TransferRefusal | false)[] = [
    !allowsTransfer(facts) && { code: 'NotTransferable' },
    facts.isTransferred && !isFlorida(facts) && { code: 'AlreadyTransferred' },
    !isInTime && { code: 'TransferWindowPassed' },
    isFlorida(facts) &&
      fee !== undefined &&
      fee > FLORIDA.maximumFee && { code: 'TransferFeeTooHigh', max: amountOf(FLORIDA.maximumFee) },
    facts.lastOdometer !== null &&
      odometer < facts.lastOdometer && { code: 'OdometerBelowLastKnown', lastKnown: facts.lastOdometer },
  ]
  return refusals.filter((refusal) => refusal !== false)
}
