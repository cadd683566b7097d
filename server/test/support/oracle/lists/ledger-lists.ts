import type { Meaning, NaiveList, NaiveRow } from './lists.ts'
import { anyId, anyText, idOf, many, rowsIn } from './meanings.ts'
import { type NaiveCaller, reachesDealer } from './scope.ts'
import type { Raw, World } from './world.ts'

/** The accounts of a caller: its own, and those of its dealers. An agent does not see the accounts of its dealers. */
export function isOwn(world: World, caller: NaiveCaller, { account_holder_id: holder }: Raw): boolean {
  const { scopes } = caller
  if (scopes.some(({ type, id }) => type !== 'PortalVisibilityGroup' && id === holder)) return true
  if (world.one('account_holder', holder).type !== 'Dealer') return false
  const withoutAgents = scopes.filter(({ type }) => type !== 'Agent')
  return withoutAgents.length > 0 && reachesDealer(world, { ...caller, scopes: withoutAgents }, holder)
}

const first = (rows: readonly Raw[], column: string) =>
  rows
    .map((row) => row[column] as string | number | null)
    .filter((value) => value !== null)
    .sort((one, two) => (one < two ? -1 : 1))[0] ?? null
const last = (rows: readonly Raw[], column: string) =>
  rows
    .map((row) => row[column] as number | null)
    .filter((value) => value !== null)
    .sort((one, two) => two - one)[0] ?? null

/** The rows of dealer cost as one row, without its parts. */
function merged(rows: readonly Raw[]): Raw {
  const [any] = rows
  const state = ['InProcess', 'Open', 'Pending', 'Held', 'Paid', 'Voided'].find((status) =>
    rows.some((row) => row.status === status),
  )
  return {
    ...{ ...any, members: rows.map(({ id }) => id), id: first(rows, 'id'), status: state },
    ...{ disbursement_code: 'DEALERCOST', claim_id: null, is_memo: false },
    ...{ cancel_id: last(rows, 'cancel_id'), product_id: last(rows, 'product_id') },
    amount: rows.reduce((sum, { amount }) => sum + Number(amount), 0),
    open_amount: rows.reduce((sum, { open_amount }) => sum + Number(open_amount), 0),
    ...Object.fromEntries(
      ['effective_date', 'accounting_date', 'due_date'].map((column) => [column, first(rows, column)]),
    ),
  }
}

/** The rows of the ledger as a caller sees them. */
export function shownTo(world: World, caller: NaiveCaller): Raw[] {
  const all = world.all('ledger')
  if (caller.scopes.length === 0) return all.map((row) => ({ ...row, members: [row.id] }))
  const groups = new Map<string, Raw[]>()
  for (const row of all.filter((one) => isOwn(world, caller, one))) {
    const { contract_id, ledger_type, account_holder_id, direction, status } = row
    const parts = [contract_id, ledger_type, account_holder_id, direction, status === 'Voided']
    const key = JSON.stringify(row.is_dealer_cost ? parts : [row.id])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((rows) =>
    rows[0]?.is_dealer_cost ? merged(rows) : { ...rows[0], members: [rows[0]?.id] },
  )
}

const ledgers: NaiveList = {
  rows: (world, caller) =>
    shownTo(world, caller).map((l) => ({
      l,
      h: world.one('account_holder', l.account_holder_id),
      c: world.find('contract', l.contract_id) ?? { number: null },
    })),
  id: idOf('l'),
  where: {
    cashTransactionId: anyId(({ l }, world) =>
      rowsIn(world, 'ledger_detail', ({ ledger_id }) => many(l, 'members').includes(ledger_id)).map(
        ({ cash_transaction_id }) => cash_transaction_id,
      ),
    ),
  },
}

const dateOf = ({ j }: NaiveRow, all: Readonly<Record<string, unknown>>) =>
  String(all.dateField === 'Effective' ? j?.effective_date : j?.accounting_date)
const day = (fits: (date: string, asked: string) => boolean): Meaning => ({
  values: ({ j }) => [j?.accounting_date, j?.effective_date],
  matches: (row, value, _, all) => fits(dateOf(row, all), String(value)),
})

const kindsOf = (j: Raw | undefined) =>
  [j?.debit_account, j?.credit_account].map((account) => String(account).split(':')[0] ?? '')

const journal: NaiveList = {
  rows: (world) => world.all('journal').map((j) => ({ j })),
  id: idOf('j'),
  isForbidden: ({ scopes }) => scopes.length > 0,
  where: {
    // An entry is found by the row that it names, and by every row whose line is booked under that row.
    ledgerId: anyId(({ j }, world) =>
      rowsIn(world, 'ledger', ({ id, line_id }) => [id, line_id].includes(j?.ledger_id)).map(({ id }) => id),
    ),
    account: anyText(({ j }) => [j?.debit_account, j?.credit_account]),
    accountKind: {
      values: ({ j }) => kindsOf(j),
      matches: ({ j }, value) => kindsOf(j).includes(String(value)),
    },
    from: day((date, asked) => date >= asked),
    to: day((date, asked) => date <= asked),
    dateField: { values: () => ['Effective'], matches: () => true },
  },
}

export const ledgerLists: Readonly<Record<string, NaiveList>> = { '/ledgers': ledgers, '/journal': journal }
