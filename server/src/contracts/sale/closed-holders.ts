import { seesRateCosts } from '../../access/cost-visibility.ts'
import { isClosed } from '../../account-holders/holder-types.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { SALES_TAX } from '../../domain/ledger/rows.ts'
import type { DealerFacts } from '../../domain/rating/request.ts'
import type { Caller } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'

// An account holder that is closed gets no new contracts and no new lines. What exists stays: a contract that was sold
// before is changed as before, as long as no line goes to someone new who is closed.

interface Holder {
  readonly id: number
  readonly type: string
  readonly number: string
  readonly status: string
}

/** An account holder whose status keeps a sale from becoming a contract. */
export interface ClosedHolder extends Holder {
  /** The codes of the lines that would be paid to it. */
  readonly lines: readonly string[]
  /** It is the dealer, the agent or the insurer, whom finalize wants active. */
  readonly isParty: boolean
}

interface SaleParties {
  readonly parties: readonly (number | null)[]
  readonly lines: readonly { readonly code: string; readonly accountHolderId: number }[]
  /** Whom the sales tax is paid to; null if there is none. */
  readonly taxAccountId: number | null
}

/** The closed ones among the account holders of a sale. Its dealer must be active, as for a quote and for finalize. */
export const closedHolders = (
  holders: readonly Holder[],
  { parties, lines, taxAccountId }: SaleParties,
): ClosedHolder[] =>
  holders
    .filter(({ type, status }) => (type === 'Dealer' ? status !== 'Active' : isClosed(status)))
    .map(({ id, type, number, status }) => ({
      ...{ id, type, number, status, isParty: parties.includes(id) },
      lines: [
        ...lines.filter(({ accountHolderId }) => accountHolderId === id).map(({ code }) => code),
        ...(taxAccountId === id ? [SALES_TAX] : []),
      ],
    }))
    .filter(({ lines: codes, isParty }) => isParty || codes.length > 0)

/** Refuses a new contract that a closed account holder would be part of. */
export function refuseClosed(caller: Caller, closed: readonly ClosedHolder[]): void {
  const faults = closed.map((holder) => closedFault(caller, holder))
  const [first] = faults
  if (first) throw new Problem('AccountInactive', first.message, { errors: faults })
}

/** A caller who does not see what dealer cost is made of is not told who else is paid from it. */
function closedFault(caller: Caller, { type, number, status, lines, isParty }: ClosedHolder): Fault {
  const seesLines = seesRateCosts(caller)
  const who =
    seesLines || isParty
      ? `${type} ${number} is ${status}; it must be Active.`
      : 'An account holder that is paid from dealer cost is not active. Ask the administrator.'
  const what = lines.length === 1 ? 'The line' : 'The lines'
  const why = seesLines && lines.length > 0 ? ` ${what} ${lines.join(', ')} would be paid to it.` : ''
  return { pointer: '', code: 'AccountInactive', message: `${who}${why}` }
}

/** Refuses a sale and a saved quote of a dealer that could not be quoted either. */
export function refuseClosedDealer({ number, status }: Pick<DealerFacts, 'number' | 'status'>): void {
  if (status === 'Active') return
  const message = `Dealer ${number} is ${status}; it must be Active.`
  throw new Problem('AccountInactive', message, {
    errors: [{ pointer: '', code: 'AccountInactive', message }],
  })
}

const PAID = statement(
  { account_holder_id: int },
  'select distinct account_holder_id from contract_line where contract_id = $1',
)

/** Refuses a change that gives a contract a line of a closed account holder whom it has not had. */
export async function refuseNewlyClosed(
  tx: Tx,
  caller: Caller,
  contractId: number,
  closed: readonly ClosedHolder[],
): Promise<void> {
  if (closed.length === 0) return
  const known = (await PAID.rows(tx, [contractId])).map(({ account_holder_id }) => account_holder_id)
  refuseClosed(
    caller,
    closed.filter(({ id, lines }) => !known.includes(id) && lines.some((code) => code !== SALES_TAX)),
  )
}
