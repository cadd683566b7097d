import fc from 'fast-check'
import { pack } from '../../../../src/db/packed.ts'
import { calculateCancel } from '../../../../src/domain/cancellation/calculation.ts'
import { addDays, dateIn } from '../../../../src/domain/dates.ts'
import { contractC1, factsOf, termsC1 } from '../refunds/cancel-examples.ts'
import { type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import type { NaiveList, NaiveRow } from './lists.ts'
import { anyText, newestFirst, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'
import type { Raw, World } from './world.ts'

// Cancel quotes and requests: random rows, and the naive meaning of their lists.

const today = dateIn('America/Chicago', new Date())
/** Around today, so that some are overdue. */
const dueDays = [-31, -1, 0, 1, 10, 44].map((count) => addDays(today, count))
const calculated = calculateCancel(factsOf(contractC1), termsC1)
const calculation = `\\x${pack(calculated).toString('hex')}`

/** For a few contracts, so that each has many and limited callers see some. */
export async function fillRequests({ draw, text, insert, complete }: Draws, count: number): Promise<void> {
  const ids = async (statement: string) => (await complete(statement)).map(({ id }) => Number(id))
  const contracts = await ids(
    `select id from contract where number is not null and customer_id is not null order by dealer_id, id limit 5`,
  )
  const reasons = await ids(`select id from reference_value where list = 'CancelReason' order by id limit 8`)
  const request = fc.record({
    contract_id: fc.constantFrom(...contracts),
    status: fc.constantFrom('Quote', 'Quote', 'Denied', 'Withdrawn', 'Requested', 'NeedsInfo', 'Approved'),
    requested_by: fc.constantFrom('Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer'),
    requested_at: fc.constantFrom(...instants),
    requested_date: fc.constantFrom(...dates),
    notice_received_date: fc.constantFrom(...dates),
    cancel_date: fc.constantFrom(...dates),
    cancel_odometer: maybe(fc.nat(200_000)),
    reason_id: fc.constantFrom(...reasons),
    refund_due_date: fc.constantFrom(...dueDays),
    note: maybe(text),
    ends: fc.constantFrom('2001-01-01', '2999-12-31'),
  })
  const open = new Set<number>()
  const rows = draw(request, count).map(({ ends, ...row }) => {
    // Only one request is open at a time.
    const isOpen = ['Requested', 'NeedsInfo', 'Approved'].includes(row.status)
    const status = isOpen && open.has(row.contract_id) ? 'Withdrawn' : row.status
    if (isOpen) open.add(row.contract_id)
    return {
      ...{ ...row, status, is_quote_only: status === 'Quote' },
      ...{ valid_until: status === 'Quote' ? ends : null, deny_reason: status === 'Denied' ? 'no' : null },
      ...(status === 'NeedsInfo'
        ? { calculation: null, total_refund: null }
        : { calculation, total_refund: 'totalRefund' in calculated ? calculated.totalRefund : null }),
      ...{ alternatives: [], document_ids: [], missing: ['document:CancelForm'] },
      ...{
        created_at: instants[1],
        created_by: 'x',
        updated_at: instants[1],
        updated_by: 'x',
        row_version: 1,
      },
    }
  })
  await insert('cancel_request', rows)
}

/** A quote after its last valid day has the status Expired. */
const statusOf = ({ r }: NaiveRow) =>
  r?.status === 'Quote' && String(r.valid_until) < today ? 'Expired' : r?.status

const ofContract = (find: (world: World, named: string) => Raw | undefined): NaiveList => ({
  named: (world) => [
    ...new Set(world.all('cancel_request').map((request) => Number(request.contract_id))),
    987_654_321,
  ],
  rows(world, caller, named) {
    const contract = find(world, String(named))
    if (!contract || !seesContract(world, caller, contract)) return undefined
    return rowsIn(world, 'cancel_request', (r) => r.contract_id === contract.id).map((r) => ({ r }))
  },
  columns: { 'r.shown_status': statusOf },
  id: ({ r }) => Number(r?.id),
  inOwnOrder: newestFirst(({ r }) => [Number(r?.requested_at), Number(r?.id)]),
  shown: { in: ({ id }) => String(id), of: ({ r }) => String(r?.id) },
})

const numbered = (world: World, named: string) =>
  world.find('contract', Number(named)) ?? world.all('contract').find(({ number }) => number === named)

const byNumber: NaiveList = {
  ...ofContract(numbered),
  named: (world) => {
    const ids = new Set(world.all('cancel_request').map((request) => Number(request.contract_id)))
    return [...ids].flatMap((id) => [id, String(world.one('contract', id).number)])
  },
}

const isOpen = ({ r }: NaiveRow) => ['Requested', 'NeedsInfo', 'Approved'].includes(String(r?.status))
const isOverdue = (row: NaiveRow) => isOpen(row) && String(row.r?.refund_due_date) < today

/** The queue of the cancel desk. */
const queue: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'cancel_request', (r) => r.status !== 'Quote').flatMap((r) => {
      const c = world.one('contract', r.contract_id)
      const h = world.find('account_holder', c.customer_id) ?? { name: null }
      return seesContract(world, caller, c) ? [{ r, c, h }] : []
    }),
  id: ({ r }) => Number(r?.id),
  otherwise: { status: isOpen },
  where: {
    dealerNumber: anyText(({ c }, world) => [world.one('account_holder', c?.dealer_id).number]),
    reasonCode: anyText(({ r }, world) => [world.one('reference_value', r?.reason_id).code]),
    overdue: { values: () => [true, false], matches: (row, value) => isOverdue(row) === value },
  },
  inOwnOrder: (one, two) => {
    const place = ({ r }: NaiveRow) => [Date.parse(String(r?.refund_due_date)), Number(r?.id)]
    return newestFirst(place)(two, one)
  },
}

export const requestLists: Readonly<Record<string, NaiveList>> = {
  '/contracts/{contractId}/cancelrequests': ofContract((world, named) =>
    world.find('contract', Number(named)),
  ),
  '/v2/contracts/{identifier}/cancelrequests': byNumber,
  '/v2/cancelrequests': queue,
}
