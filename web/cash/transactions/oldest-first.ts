import type { CashTransaction, Ledger } from '../../../sdk/src/types.gen.ts'
import { centsOf, sumCents } from '../../ui/words/money.ts'

/** What of each row is to be paid, in dollars, by the id of the row. */
export type Amounts = ReadonlyMap<number, number>

type Row = Pick<Ledger, 'id' | 'direction' | 'openAmount'>

/** Money that came in pays what is owed to us; money that went out pays what we owe. */
export const ownDirection = (type: CashTransaction['type']): Ledger['direction'] =>
  type === 'Receipt' ? 'Receive' : 'Pay'

/** Proposes what to pay with an amount: the rows one after the other, as far as it goes. */
export function oldestFirst(rows: readonly Row[], type: CashTransaction['type'], amount: number): Amounts {
  const own = ownDirection(type)
  const proposed = new Map<number, number>()
  let left = centsOf(amount)
  for (const { id, direction, openAmount } of rows) {
    const paid = Math.min(left, centsOf(openAmount))
    if (direction !== own || paid <= 0) continue
    proposed.set(id, paid / 100)
    left -= paid
  }
  return proposed
}

/** What these amounts use up: rows in the direction of the cash less rows in the other, which are netted. */
export function usedBy(rows: readonly Row[], type: CashTransaction['type'], amounts: Amounts): number {
  const own = ownDirection(type)
  return sumCents(rows.map(({ id, direction }) => (direction === own ? 1 : -1) * (amounts.get(id) ?? 0)))
}

/** The rows with an amount, as the service takes them. */
export const detailsOf = (amounts: Amounts): readonly { ledgerId: number; amount: number }[] =>
  [...amounts].flatMap(([ledgerId, amount]) => (amount > 0 ? [{ ledgerId, amount }] : []))
