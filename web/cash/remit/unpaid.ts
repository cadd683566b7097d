import type { Ledger, Reference, UnpaidLedgerProduct } from '../../../sdk/src/types.gen.ts'
import { sumCents } from '../../ui/words/money.ts'

/** What is unpaid for one contract, or for a row that belongs to none. A person ticks it as a whole. */
export interface UnpaidItem {
  readonly key: string
  readonly contract: Reference | null
  readonly productId: number | null
  readonly productName: string | null
  readonly ledgerType: Ledger['ledgerType']
  readonly ledgerIds: readonly number[]
  readonly receive: number
  readonly pay: number
  /** What the account holder owes less what it is owed. */
  readonly net: number
  /** The business date of the first row, which is the sale date of a contract. */
  readonly date: string
  /** When the first row is due. */
  readonly due: string
  /** The contract is not finalized. It can be paid ahead. */
  readonly isAhead: boolean
}

interface Read {
  readonly products: readonly UnpaidLedgerProduct[]
  readonly rows: readonly Ledger[]
  readonly saleDateFrom?: string | undefined
  readonly saleDateTo?: string | undefined
}

/**
 * The rows by contract, the products in the order of the service and the oldest first. The products say which open rows
 * fit the filters; they do not have the rows that wait for a finalize.
 */
export function unpaidItems({ products, rows, saleDateFrom = '', saleDateTo = '9999' }: Read): UnpaidItem[] {
  const listed = new Set(products.flatMap(({ ledgerIds }) => ledgerIds))
  const names = new Map(products.map(({ productId, productName }) => [productId, productName]))
  const order = [...names.keys()]
  const isSoldThen = ({ effectiveDate }: Ledger) =>
    effectiveDate >= saleDateFrom && effectiveDate <= saleDateTo
  const wanted = rows.filter((row) => listed.has(row.id) || (isAhead(row) && isSoldThen(row)))
  const groups = new Map<string, Ledger[]>()
  for (const row of wanted) {
    const key = row.contract ? `contract ${row.contract.id}` : `row ${row.id}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const place = (id: number | null) => (order.includes(id) ? order.indexOf(id) : order.length)
  return [...groups]
    .flatMap(([key, group]) => itemOf(key, group, names))
    .sort((one, other) => place(one.productId) - place(other.productId) || compare(one.due, other.due))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const isAhead = ({ waitsFor, direction, isMemo }: Ledger) =>
  waitsFor === 'Finalize' && direction === 'Receive' && !isMemo

function itemOf(
  key: string,
  rows: readonly Ledger[],
  names: ReadonlyMap<number | null, string | null>,
): UnpaidItem[] {
  const [first] = rows
  if (!first) return []
  const sumOf = (direction: Ledger['direction']) =>
    sumCents(rows.filter((row) => row.direction === direction).map(({ openAmount }) => openAmount))
  const [receive, pay] = [sumOf('Receive'), sumOf('Pay')]
  const earliest = (dates: readonly string[]) => dates.toSorted()[0] ?? ''
  return [
    {
      key,
      contract: first.contract,
      productId: first.productId,
      productName: names.get(first.productId) ?? null,
      ledgerType: first.ledgerType,
      ledgerIds: rows.map(({ id }) => id),
      ...{ receive, pay, net: sumCents([receive, -pay]) },
      date: earliest(rows.map(({ effectiveDate }) => effectiveDate)),
      due: earliest(rows.map(({ dueDate }) => dueDate)),
      isAhead: rows.every(isAhead),
    },
  ]
}
