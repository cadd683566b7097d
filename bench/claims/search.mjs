// Pages of claims in a large table (BENCH_CLAIMS), by every filter, against the same query written by hand on the same
// indexes. Through the code that serves the list; the count is measured by itself.
import { claimList } from '../../dist/claims/record/search.js'
import { fillContracts, RARE } from '../contracts/contract-rows.mjs'
import { sellOne } from '../contracts/sale.mjs'
import { inTurns, openAsker } from '../contracts/search.mjs'
import { startService } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'
import { openDatabaseOf } from '../service-database.mjs'
import { fillClaims } from './claim-rows.mjs'

const CLAIMS = Number(process.env.BENCH_CLAIMS ?? (isQuick ? 20_000 : 500_000))
/** A claim for about one contract in ten of those that are sold would be usual; more claims than contracts are harder. */
const CONTRACTS = Math.max(RARE * 100, CLAIMS / 10)
const COST_AT_MOST = 1.5

export async function benchClaimSearch() {
  const service = await startService()
  try {
    await sellOne(service)
    const { pool } = openDatabaseOf(service.data)
    const said = (what) => console.error(`  ${what}`)
    const { dealer } = await fillContracts(pool, CONTRACTS, said)
    const ids = { ...(await fillClaims(pool, CLAIMS, CONTRACTS, said)), dealer }
    const { rows } =
      await pool.query(`select contract_id as "rareContract", lower(contract_number) as number, lower(vin) as vin
      from claim where adjuster_id = 991 order by id limit 1`)
    await pool.end()
    return await measure(service, cases({ ...ids, ...rows[0] }))
  } finally {
    await service.stop()
  }
}

async function measure({ data }, all) {
  const asker = openAsker({ data }, all, claimList)
  const results = []
  try {
    for (const [at, { name, rows: expected }] of all.entries()) {
      const asked = asker.ask(at)
      const rows = await asked.rows()
      if (rows === 0 || (expected !== undefined && rows !== expected))
        throw new Error(`${name} matches ${rows} rows.`)
      const [page, pageByHand] = await inTurns([asked.page, asked.pageByHand])
      const [count, countByHand] = await inTurns([asked.count, asked.countByHand])
      for (const [what, ours, peer] of [
        ['page', page, pageByHand],
        ['count', count, countByHand],
      ])
        results.push(
          compared({
            ...{ name: `claims by ${name}: ${what} of ${rows} among ${CLAIMS}, against SQL by hand` },
            ...{ unit: 'ms', ours, peer, atMost: COST_AT_MOST },
          }),
        )
    }
    return results
  } finally {
    await asker.end()
  }
}

const COLUMNS = `m.id, m.number, m.status, m.claim_type, m.contract_number, u.name, m.vin, m.loss_date, m.loss_odometer,
  f.name as facility, a.user_name, m.requested, m.authorized, m.paid, m.updated_at`
const CONTRACT = 'join contract c on c.id = m.contract_id'
const CUSTOMER = 'left join account_holder u on u.id = c.customer_id'
const TABLES = `claim m ${CONTRACT} ${CUSTOMER} left join account_holder f on f.id = m.repair_facility_id
  left join app_user a on a.id = m.adjuster_id`

const between = (column, from, to) => [`m.${column} >= $1 and m.${column} <= $2`, [from, to]]

/** Written plainly, PostgreSQL goes through the rows by id, and through nearly all of them where the dates are rare. */
const foundFirst = (condition, joins) => `
  with found as materialized (select m.id from claim m ${joins} where ${condition})
  select ${COLUMNS} from ${TABLES} where m.id in (select id from found order by id limit 25) order by m.id`

/** By name: what is asked for, the condition by hand and its values, an order that is not that of ids, and who asks. */
const cases = (ids) =>
  Object.entries({
    number: [{ number: 'bclm-0005000' }, [`lower(m.number) = $1`, ['bclm-0005000']]],
    contractNumber: [{ contractNumber: ids.number }, [`lower(m.contract_number) = $1`, [ids.number]]],
    contractId: [{ contractId: Number(ids.rareContract) }, [`m.contract_id = $1`, [ids.rareContract]]],
    vin: [{ vin: ids.vin }, [`lower(m.vin) = $1`, [ids.vin]]],
    customerName: [{ customerName: 'quarring' }, [`u.name_folded like $1`, ['%quarring%']]],
    status: [{ status: ['PendingApproval'] }, [`m.status = $1`, ['PendingApproval']]],
    'status, of half of all': [{ status: ['Paid'] }, [`m.status = $1`, ['Paid']]],
    claimType: [{ claimType: ['Appearance'] }, [`m.claim_type = $1`, ['Appearance']]],
    facilityId: [{ facilityId: ids.rareFacility }, [`m.repair_facility_id = $1`, [ids.rareFacility]]],
    dealerId: [{ dealerId: ids.dealer + 1 }, [`m.dealer_id = $1`, [ids.dealer + 1]]],
    adjusterId: [{ adjusterId: 991 }, [`m.adjuster_id = $1`, [991]]],
    'lossDateFrom, To': [
      { lossDateFrom: '1990-01-01', lossDateTo: '1990-12-31' },
      between('loss_date', '1990-01-01', '1990-12-31'),
    ],
    'reportedFrom, To': [
      { reportedFrom: '1990-01-01', reportedTo: '1990-12-31' },
      between('reported_date', '1990-01-01', '1990-12-31'),
    ],
    'authorizedFrom, To': [
      { authorizedFrom: '1990-01-01', authorizedTo: '1990-12-31' },
      between('authorized_date', '1990-01-01', '1990-12-31'),
    ],
    'paidFrom, To': [
      { paidFrom: '1990-01-01', paidTo: '1990-12-31' },
      between('paid_date', '1990-01-01', '1990-12-31'),
    ],
    hasInspection: [
      { hasInspection: true },
      [`exists (select from claim_inspection i where i.claim_id = m.id)`, []],
    ],
    'hasInspection, none': [
      { hasInspection: false },
      [`not exists (select from claim_inspection i where i.claim_id = m.id)`, []],
    ],
    holdReasonId: [
      { holdReasonId: ids.rareReason },
      [
        `m.id in (select claim_id from claim_hold where to_date is null and reason_id = $1
          union select claim_id from claim_detail where status = 'Hold' and hold_reason_id = $1)`,
        [ids.rareReason],
      ],
    ],
    updatedSince: [
      { updatedSince: '2039-01-01T00:00:00Z' },
      [`m.updated_at >= $1`, ['2039-01-01T00:00:00Z']],
    ],
    'customer, status and facility': [
      { customerName: 'quarring', status: ['PendingApproval'], facilityId: ids.rareFacility },
      [
        `u.name_folded like $1 and m.status = $2 and m.repair_facility_id = $3`,
        ['%quarring%', 'PendingApproval', ids.rareFacility],
      ],
    ],
    'status, by requested': [
      { status: ['PendingApproval'] },
      [`m.status = $1`, ['PendingApproval']],
      'm.requested, m.id',
      'requested',
    ],
    'what a dealer sees': [
      {},
      [`c.dealer_id = $1`, [ids.dealer + 1]],
      undefined,
      undefined,
      [{ type: 'Dealer', id: ids.dealer + 1 }],
    ],
  }).map(([name, [filters, [condition, values], order, sortBy, scopes]]) => {
    const isByCustomer = condition.includes('u.')
    const joins = [
      isByCustomer || condition.includes('c.') ? CONTRACT : '',
      isByCustomer ? CUSTOMER : '',
    ].join(' ')
    return {
      ...{ name, filters, sortBy, caller: { scopes: scopes ?? [] } },
      page: {
        text:
          /_date|updated/.test(condition) || scopes
            ? foundFirst(condition, joins)
            : `select ${COLUMNS} from ${TABLES} where ${condition} order by ${order ?? 'm.id'} limit 25`,
        values,
      },
      count: {
        text: `select count(*) from (select 1 from claim m ${joins} where ${condition} limit 10001) as counted`,
        values,
      },
    }
  })
