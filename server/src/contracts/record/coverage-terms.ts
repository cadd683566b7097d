import type { CoverageTerms } from '../../domain/claims/claim.ts'
import { addDays, type CalendarDate } from '../../domain/dates.ts'
import type { ContractRow } from './rows.ts'

// What a contract's own row and its holds and cancels say about the losses that it covers.

export interface CoverageFacts {
  readonly holds:
    | readonly {
        readonly mode: 'Freeze' | 'Suspend'
        readonly blocksClaims: boolean
        readonly isOpen: boolean
        readonly reason: string
        readonly from: CalendarDate
        readonly to: CalendarDate | null
      }[]
    | null
  /** The days after a cancel that its reinstatement left without coverage. */
  readonly gaps: readonly { readonly from: CalendarDate; readonly to: CalendarDate }[] | null
  readonly cancelMethod: string | null
  /** The claims whose total loss was paid. */
  readonly paidLosses: readonly number[] | null
}

/**
 * The members of a JSON object with the facts of contract `$1`. A hold that a cancel ended and a reinstatement opened again
 * has a resolve although it is open, and later a second one. So an open hold has no end, and another ends with its last resolve.
 */
export const COVERAGE_FACTS = `'holds', (select jsonb_agg(jsonb_build_object('mode', o.mode, 'blocksClaims', o.blocks_claims,
        'isOpen', o.status = 'Open', 'reason', v.name, 'from', o.hold_date, 'to', case o.status when 'Resolved' then
          (select r.resolve_date from contract_resolve r where r.hold_id = o.id order by r.id desc limit 1) end) order by o.id)
      from contract_hold o join reference_value v on v.id = o.reason_id where o.contract_id = $1),
    'gaps', (select jsonb_agg(jsonb_build_object('from', x.cancel_date, 'to', x.cancel_date + r.gap_days - 1) order by x.id)
      from reinstatement r join cancel x on x.id = r.cancel_id where x.contract_id = $1 and r.gap_days > 0),
    'cancelMethod', (select x.calculation ->> 'method' from cancel x where x.contract_id = $1 and x.status = 'Active'),
    'paidLosses', (select jsonb_agg(m.id) from claim m where m.contract_id = $1 and m.claim_type = 'GAP'
      and exists (select from claim_detail d where d.claim_id = m.id and d.status = 'Paid'))`

/** The status reason of a contract that ended with a paid total loss. */
export const CLAIMED = 'Claimed'

/** Whether a paid total loss is why the contract is Expired. */
export const isClaimedContract = ({
  status,
  status_reason,
}: Pick<ContractRow, 'status' | 'status_reason'>): boolean =>
  status === 'Expired' && status_reason === CLAIMED

/** What the contract covers, for one of its claims or for a loss without a claim. */
export function coverageTerms(
  contract: ContractRow,
  { holds, gaps, cancelMethod, paidLosses }: CoverageFacts,
  claimId: number | null = null,
): CoverageTerms {
  return {
    status: contract.status,
    heldFrom: contract.held_from,
    // The status does not tell: a cancelled contract stays Cancelled when an earlier loss is paid.
    isClaimed: (paidLosses ?? []).some((id) => id !== claimId),
    isCancelledFlat: cancelMethod === 'FLAT',
    cancelDate: contract.cancel_date,
    effectiveDate: contract.effective_date,
    expirationDate: contract.expiration_date,
    effectiveOdometer: contract.effective_odometer,
    expirationOdometer: contract.expiration_odometer,
    waitingDays: contract.sold.waitingDays,
    waitingMiles: contract.sold.waitingMiles,
    blockingHolds: (holds ?? [])
      .filter(({ isOpen, blocksClaims }) => isOpen && blocksClaims)
      .map(({ reason }) => reason),
    suspensions: [
      // On the day of the resolve the term goes on.
      ...(holds ?? [])
        .filter(({ mode }) => mode === 'Suspend')
        .map(({ from, to }) => ({ from, to: to === null ? null : addDays(to, -1) })),
      ...(gaps ?? []),
    ],
  }
}
