import fc from 'fast-check'
import { paymentSearch } from '../../../../src/cancellations/cancels/payment-routes.ts'
import { calculateCancel } from '../../../../src/domain/cancellation/calculation.ts'
import { addDays, dateIn } from '../../../../src/domain/dates.ts'
import { contractC1, factsOf, termsC1 } from '../refunds/cancel-examples.ts'
import { type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import type { NaiveList, NaiveRow } from './lists.ts'
import { anyText, idOf, newestFirst, rowsIn } from './meanings.ts'
import { type NaiveCaller, seesContract } from './scope.ts'
import type { Raw, World } from './world.ts'

// Cancels and their payments: random rows, and the naive meaning of their lists.

/** Without a penalty, because refunds due in year 1 would be late by very many months. */
const calculation = { ...calculateCancel(factsOf(contractC1), termsC1), penalty: null }
const today = dateIn('America/Chicago', new Date())
const days = [-400, -30, -1, 0, 1, 9, 10, 11, 12, 90].map((count) => addDays(today, count))
const stamps = { created_at: instants[1], created_by: 'x', updated_at: instants[1], updated_by: 'x' }

export type CancelData = ReturnType<typeof openCancelData>

export function openCancelData({ draw, text, insert, complete }: Draws) {
  const ids = async (statement: string) => (await complete(statement)).map(({ id }) => Number(id))

  async function cancels(contracts: readonly number[], count: number): Promise<number[]> {
    const reasons = await ids(
      `select id from reference_value where list = 'CancelReason' order by id limit 8`,
    )
    const cancel = fc.record({
      contract_id: fc.constantFrom(...contracts),
      requested_by: fc.constantFrom('Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'),
      notice_received_date: fc.constantFrom(...dates),
      cancel_date: fc.constantFrom(...dates),
      execution_date: fc.constantFrom(...dates),
      reason_id: fc.constantFrom(...reasons),
      note: maybe(text),
    })
    const rows = draw(cancel, count).map((row) => ({
      ...{ ...row, ...stamps, calculation, status: 'Reversed', document_ids: [], ended_hold_ids: [] },
      ...{ executed_at: instants[1], executed_by: 'x', row_version: 1 },
    }))
    const made = await insert('cancel', rows)
    // Only one cancel is active at a time.
    await complete(`update cancel set status = 'Active' where id in (
      select max(id) from cancel where contract_id not in (select contract_id from cancel where status = 'Active')
      group by contract_id)`)
    return made
  }

  async function payments(cancelIds: readonly number[], count: number): Promise<void> {
    const contracts = new Map(
      (await complete('select id, contract_id from cancel')).map(({ id, contract_id }) => [id, contract_id]),
    )
    const holders = await ids(
      `select id from account_holder where type in ('Customer', 'Dealer') order by id limit 40`,
    )
    const payment = fc.record({
      cancel_id: fc.constantFrom(...cancelIds),
      payee_id: fc.constantFrom(...holders),
      payee_name: text,
      for_payee_name: maybe(text),
      amount: fc.integer({ min: 1, max: 200 }).map((size) => size * 50),
      method: fc.constantFrom('Check', 'ACH', 'Wire', 'Netting'),
      is_lien_holder: fc.boolean(),
      refund_due_date: fc.constantFrom(...days),
      confirmed_date: maybe(fc.constantFrom(...days)),
      status: fc.constantFrom('Open', 'Open', 'InProcess', 'Paid', 'Voided'),
      stamps: fc.constant(stamps),
    })
    const drawn = draw(payment, count)
    const ledgers = await insert(
      'ledger',
      drawn.map(({ cancel_id, payee_id, amount, status }) => ({
        ...{
          ledger_type: 'Cancel',
          status,
          direction: 'Pay',
          account_holder_id: payee_id,
          cancel_id,
          amount,
        },
        ...{ contract_id: contracts.get(cancel_id), paid_amount: status === 'Paid' ? amount : 0, line_id: 0 },
        ...{ is_memo: false, is_dealer_cost: false, disbursement_code: 'REFUND', pay_when: 'OnFinalize' },
        ...{ effective_date: today, accounting_date: today, due_date: today, ...stamps, row_version: 1 },
      })),
    )
    await complete(`update ledger set line_id = id where id = any('{${ledgers.join()}}'::bigint[])`)
    await insert(
      'cancel_payment',
      drawn.map(({ status, stamps: by, ...row }, at) => ({
        ...{ ...row, ...by, ledger_id: ledgers[at], contract_id: contracts.get(row.cancel_id) },
        ...{ is_voided: status === 'Voided', confirm_document_ids: [] },
        lines: [{ disbursementCode: 'MARKUP', amount: row.amount }],
      })),
    )
  }

  return {
    /** For a few contracts, so that each has many and limited callers see some. Some have a request. */
    async fill(count: number): Promise<void> {
      const contracts =
        await ids(`select id from contract where number is not null and customer_id is not null
        order by dealer_id, id limit 5`)
      const made = await cancels(contracts, count)
      const standing = await ids(
        `select id from cancel where status = 'Active' and id = any('{${made.join()}}') order by id limit 3`,
      )
      await payments([...standing, ...made.slice(0, 2)], 2 * count)
      const executed = await complete(
        `select contract_id, 'Executed' as status, false as is_quote_only, requested_by, executed_at as requested_at,
          execution_date as requested_date, notice_received_date, cancel_date, cancel_date as refund_due_date, reason_id,
          '\\x00' || encode(convert_to(calculation::text, 'UTF8'), 'hex') as calculation,
          (calculation ->> 'totalRefund')::bigint as total_refund, id as cancel_id,
          created_at, created_by, updated_at, updated_by from cancel
        where id in (select cancel_id from cancel_payment) and cancel_request_id is null`,
      )
      await insert('cancel_request', executed)
      await complete(
        `update cancel set cancel_request_id = r.id from cancel_request r
        where r.cancel_id = cancel.id and cancel.cancel_request_id is null`,
      )
    },
    payment: (cancelId: number) => payments([cancelId], 1),
    async paymentOf(contractId: number): Promise<void> {
      const [cancelId = 0] = await ids(`select max(id) as id from cancel where contract_id = ${contractId}`)
      await payments([cancelId], 1)
    },
  }
}

const sees = (world: World, caller: NaiveCaller, contractId: unknown) =>
  seesContract(world, caller, world.one('contract', contractId))

const cancels: NaiveList = {
  named: (world) => [...new Set(world.all('cancel').map((cancel) => Number(cancel.contract_id)))],
  rows(world, caller, named) {
    if (!sees(world, caller, Number(named))) return undefined
    return rowsIn(world, 'cancel', (x) => x.contract_id === Number(named)).map((x) => ({ x }))
  },
  id: ({ x }) => Number(x?.id),
  inOwnOrder: newestFirst(({ x }) => [Number(x?.id)]),
  shown: { in: ({ id }) => String(id), of: ({ x }) => String(x?.id) },
}

/** Every cancel that the caller sees, with its contract. */
const allCancels: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'cancel', (x) => sees(world, caller, x.contract_id)).map((x) => ({
      x,
      c: world.one('contract', x.contract_id),
    })),
  id: ({ x }) => Number(x?.id),
  inOwnOrder: (one, two) => {
    const place = ({ x }: NaiveRow) => [Date.parse(String(x?.execution_date)), Number(x?.id)]
    return newestFirst(place)(one, two)
  },
  shown: { in: ({ id }) => String(id), of: ({ x }) => String(x?.id) },
  where: {
    reasonCode: anyText(({ x }, world) => [world.one('reference_value', x?.reason_id).code]),
  },
}

/** A payment with its ledger row. */
const paymentRow =
  (world: World) =>
  (p: Raw): NaiveRow => ({ p, g: world.one('ledger', p.ledger_id), x: world.one('cancel', p.cancel_id) })

const statusOf = ({ p, g }: NaiveRow) => {
  if (p?.is_voided) return 'Voided'
  return g?.status === 'InProcess' || g?.status === 'Paid' ? g.status : 'Pending'
}
const columns = { [paymentSearch.filters.status.column]: statusOf }

/** The rows of the record in the path. `find` gives the record and its contract. */
const payments = (
  named: NonNullable<NaiveList['named']>,
  find: (world: World, named: string) => { of: (payment: Raw) => boolean; contractId: unknown } | undefined,
): NaiveList => ({
  named,
  rows(world, caller, name) {
    const found = find(world, String(name))
    if (!found || !sees(world, caller, found.contractId)) return undefined
    return rowsIn(world, 'cancel_payment', found.of).map(paymentRow(world))
  },
  id: idOf('p'),
  columns,
})

const withPayments = (world: World, column: string) => [
  ...new Set(world.all('cancel_payment').map((payment) => Number(payment[column]))),
]
const requestsIn = (world: World) =>
  withPayments(world, 'cancel_id').map((id) => world.one('cancel', id).cancel_request_id)

const ofContract = (world: World, contract: Raw | undefined) =>
  contract && {
    of: (p: Raw) => p.contract_id === contract.id,
    contractId: world.one('contract', contract.id).id,
  }
const ofRequest = (request: Raw | undefined) =>
  request && { of: (p: Raw) => p.cancel_id === request.cancel_id, contractId: request.contract_id }

const numbered = (world: World, table: string, named: string) =>
  world.find(table, Number(named)) ?? world.all(table).find(({ number }) => number === named)

const overdue: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'cancel_payment', (p) => sees(world, caller, p.contract_id)).map(paymentRow(world)),
  narrows: ({ p, g, x }, { withinDays = 10 }) =>
    !p?.is_voided &&
    p?.confirmed_date === null &&
    x?.status === 'Active' &&
    (g?.status !== 'Paid' || p.for_payee_name !== null) &&
    String(p.refund_due_date) <= addDays(today, Number(withinDays)),
  // Sorted by date, then by id, in one number.
  id: ({ p }) => Number(p?.id),
  inOwnOrder: (one, two) => {
    const place = ({ p }: NaiveRow) => [Date.parse(String(p?.refund_due_date)), Number(p?.id)]
    return newestFirst(place)(two, one)
  },
  shown: { in: ({ id }) => String(id), of: ({ p }) => String(p?.id) },
  where: { withinDays: { values: () => [0, 1, 9, 10, 11, 90], matches: () => true } },
}

export const cancelLists: Readonly<Record<string, NaiveList>> = {
  '/cancels': allCancels,
  '/contracts/{contractId}/cancels': cancels,
  '/contracts/{contractId}/cancelpayments': payments(
    (world) => withPayments(world, 'contract_id'),
    (world, named) => ofContract(world, world.find('contract', Number(named))),
  ),
  '/v2/contracts/{identifier}/cancelpayments': payments(
    (world) => withPayments(world, 'contract_id').map((id) => String(world.one('contract', id).number)),
    (world, named) => ofContract(world, numbered(world, 'contract', named)),
  ),
  '/cancelrequests/{cancelRequestId}/cancelpayments': payments(
    (world) => requestsIn(world).map(Number),
    (world, named) => ofRequest(world.find('cancel_request', Number(named))),
  ),
  '/v2/cancelrequests/{identifier}/cancelpayments': payments(
    (world) =>
      requestsIn(world).flatMap((id) => [Number(id), String(world.one('cancel_request', id).number)]),
    (world, named) => ofRequest(numbered(world, 'cancel_request', named)),
  ),
  '/cancels/{cancelId}/cancelpayments': payments(
    (world) => withPayments(world, 'cancel_id'),
    (world, named) => {
      const cancel = world.find('cancel', Number(named))
      return cancel && { of: (p) => p.cancel_id === cancel.id, contractId: cancel.contract_id }
    },
  ),
  '/cancelpayments/overdue': overdue,
}
