import { dateIn } from '../../../../src/domain/dates.ts'
import { isOwn, shownTo } from './ledger-lists.ts'
import type { Meaning, NaiveList, NaiveRow } from './lists.ts'
import type { NaiveCaller } from './scope.ts'
import type { Raw, World } from './world.ts'

// What is open by account holder and by product, added up row by row.

const today = dateIn('America/Chicago', new Date())
type Asked = Readonly<Record<string, unknown>>

/** A filter that decides what is added up. */
const inSums = (...values: readonly unknown[]): Meaning => ({ values: () => values, matches: () => true })

interface Item {
  readonly row: Raw
  readonly due: string
  readonly open: number
  readonly state: string
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The change of a row by later corrections. Rows that offset others are not corrected. */
const editedLater = (world: World, row: Raw, day: string) =>
  total(
    world
      .all('ledger_edit')
      .filter(
        (edit) =>
          edit.kind === 'Edit' &&
          edit.ledger_id === row.line_id &&
          row.offset_of_ledger_id === null &&
          String(edit.accounting_date) > day,
      )
      .map((edit) => Number(edit.new_amount) - Number(edit.old_amount)),
  )

const appliedLater = (world: World, row: Raw, day: string) =>
  total(
    world
      .all('ledger_detail')
      .filter((detail) => detail.ledger_id === row.id && String(detail.accounting_date) > day)
      .map((detail) => (detail.is_reversal ? -1 : 1) * Number(detail.applied_amount)),
  )

function wasInBooks(world: World, row: Raw, day: string): boolean {
  if (String(row.accounting_date) > day) return false
  if (row.status !== 'Voided') return true
  const offset = world.all('ledger').find((one) => one.offset_of_ledger_id === row.id)
  if (!offset || String(offset.accounting_date) <= day) return false
  const isFinalized = world
    .all('journal')
    .some((j) => j.ledger_id === row.line_id && j.entry_type === 'Finalize')
  return row.ledger_type !== 'ContractDisbursement' || isFinalized
}

/** One row on a day, or now. */
function itemOf(world: World, row: Raw, day: string | undefined): Item[] {
  if (row.is_memo || row.waits_for === 'Finalize') return []
  const isBooked = day === undefined ? row.status !== 'Voided' : wasInBooks(world, row, day)
  const booked = Number(row.amount) - (day === undefined ? 0 : editedLater(world, row, day))
  const amount = isBooked ? booked : 0
  const paid = Number(row.paid_amount) - (day === undefined ? 0 : appliedLater(world, row, day))
  if (!isBooked && (day === undefined || paid === 0)) return []
  const waits = row.waits_for === 'Funding' ? 'Pending' : amount === paid ? 'Paid' : 'Open'
  return [
    { row, due: String(row.due_date), open: amount - paid, state: row.status === 'Held' ? 'Held' : waits },
  ]
}

function itemsOf(world: World, caller: NaiveCaller, day: string | undefined): Item[] {
  const isLimited = caller.scopes.length > 0
  const groups = new Map<string, Item[]>()
  for (const row of world.all('ledger')) {
    if (isLimited && !isOwn(world, caller, row)) continue
    const isMerged = isLimited && row.is_dealer_cost
    const parts = isMerged
      ? [row.contract_id, row.ledger_type, row.account_holder_id, row.direction]
      : [row.id]
    const key = JSON.stringify(parts)
    groups.set(key, [...(groups.get(key) ?? []), ...itemOf(world, row, day)])
  }
  return [...groups.values()].flatMap((items) => {
    const [first] = items
    if (!first) return []
    const state = ['Open', 'Pending', 'Held', 'Paid'].find((one) => items.some((item) => item.state === one))
    const [due = ''] = items.map((item) => item.due).sort()
    return [{ row: first.row, due, open: total(items.map(({ open }) => open)), state: state ?? '' }]
  })
}

function aged(world: World, caller: NaiveCaller, { direction = 'Receive', asOfDate }: Asked): NaiveRow[] {
  const day = asOfDate !== undefined && String(asOfDate) < today ? String(asOfDate) : undefined
  const sums = new Map<unknown, { total: number; over90: number }>()
  for (const { row, due, open, state } of itemsOf(world, caller, day)) {
    if (state !== 'Open' || row.direction !== direction) continue
    const days = (Date.parse(String(asOfDate ?? today)) - Date.parse(due)) / 86_400_000
    const sum = sums.get(row.account_holder_id) ?? { total: 0, over90: 0 }
    sums.set(row.account_holder_id, {
      ...{ total: sum.total + open, over90: sum.over90 + (days > 90 ? open : 0) },
    })
  }
  return [...sums].map(([id, sum]) => ({
    g: { account_holder_id: id, ...sum },
    h: world.one('account_holder', id),
  }))
}

const numberIn = (row: Raw, ...path: readonly string[]) => {
  const nested = path.reduce<unknown>((value, name) => (value as Raw | undefined)?.[name], row)
  return Number(nested ?? row[path.join('.')])
}

const aging: NaiveList = {
  rows: (world, caller) => aged(world, caller, {}),
  grouped: aged,
  id: ({ g }) => Number(g?.account_holder_id),
  inOwnOrder: ({ g: one }, { g: two }) =>
    Number(two?.total) - Number(one?.total) ||
    Number(one?.account_holder_id) - Number(two?.account_holder_id),
  shown: {
    in: (row) => [numberIn(row, 'accountHolder', 'id'), Number(row.total), Number(row.over90)].join(' '),
    of: ({ g }) =>
      [g?.account_holder_id, Number(g?.total) / 100, Number(g?.over90) / 100].map(String).join(' '),
  },
  where: { direction: inSums('Receive', 'Pay'), asOfDate: inSums() },
}

function unpaid(world: World, caller: NaiveCaller, asked: Asked): NaiveRow[] {
  const groups = new Map<string, Raw[]>()
  for (const row of shownTo(world, caller)) {
    const contract = world.find('contract', row.contract_id)
    const sold = contract && String(contract.sale_date)
    const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()
    const isWanted =
      row.status === 'Open' &&
      !row.is_memo &&
      (asked.accountHolderId === undefined || row.account_holder_id === asked.accountHolderId) &&
      (asked.direction === undefined || row.direction === asked.direction) &&
      (asked.saleDateFrom === undefined || (sold !== undefined && sold >= String(asked.saleDateFrom))) &&
      (asked.saleDateTo === undefined || (sold !== undefined && sold <= String(asked.saleDateTo))) &&
      (asked.contractNumber === undefined ||
        (contract !== undefined &&
          contract.number !== null &&
          isSame(contract.number, asked.contractNumber))) &&
      (asked.includeCancels !== false || row.cancel_id === null) &&
      (asked.dueBefore === undefined || String(row.due_date) < String(asked.dueBefore))
    if (!isWanted) continue
    const key = JSON.stringify([row.account_holder_id, row.product_id])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((rows) => ({ p: productOf(world, rows, asked) }))
}

function productOf(world: World, rows: readonly Raw[], asked: Asked): Raw {
  const [any] = rows
  const contracts = rows.flatMap((row): Raw[] => {
    const contract = world.find('contract', row.contract_id)
    return contract ? [contract] : []
  })
  const newest = contracts.reduce<Raw | undefined>(
    (best, one) => (best && Number(best.id) >= Number(one.id) ? best : one),
    undefined,
  )
  const sum = (direction: string) =>
    total(rows.filter((row) => row.direction === direction).map((row) => Number(row.open_amount)))
  return {
    account_holder_id: any?.account_holder_id,
    product_id: any?.product_id,
    product_name: any?.product_id === null ? null : (newest?.product_name ?? null),
    contracts: new Set(contracts.map(({ id }) => id)).size,
    number: contracts[0]?.number ?? null,
    sale_date: contracts[0]?.sale_date ?? null,
    net: sum('Receive') - sum('Pay'),
    oldest_due: rows.map((row) => String(row.due_date)).sort()[0],
    includes_cancels: asked.includeCancels ?? true,
  }
}

const of = (column: string): Meaning => ({ values: ({ p }) => [p?.[column]], matches: () => true })

const unpaidProducts: NaiveList = {
  rows: (world, caller) => unpaid(world, caller, {}),
  grouped: unpaid,
  required: (row) => ({ accountHolderId: row?.p?.account_holder_id ?? 1 }),
  // No product comes last.
  id: ({ p }) => Number(p?.product_id ?? Number.MAX_SAFE_INTEGER),
  shown: {
    in: ({ productId, net, contractCount }) =>
      [productId || 'none', Number(net), Number(contractCount)].join(' '),
    of: ({ p }) => [p?.product_id ?? 'none', Number(p?.net) / 100, p?.contracts].join(' '),
  },
  where: {
    direction: inSums('Receive', 'Pay'),
    saleDateFrom: of('sale_date'),
    saleDateTo: of('sale_date'),
    contractNumber: of('number'),
    dueBefore: of('oldest_due'),
  },
}

export const openItemLists: Readonly<Record<string, NaiveList>> = {
  '/aging': aging,
  '/ledgers/unpaidLedgersProducts': unpaidProducts,
}
