import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import { decodeVin } from '../../src/domain/vin/decode.ts'
import { type CheckedVin, checkVin } from '../../src/domain/vin/vin.ts'
import { vinData } from '../../src/rates/quotes/vin-data.ts'
import { scheduleSteps } from '../../src/sandbox/contracts/schedule.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { brokenReferences } from '../support/builders/broken-references.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import type { Caller } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The generated contracts of the sandbox. They are made by the use cases.

let service: TestService
let admin: Caller
let db: Db

beforeAll(async () => {
  service = await testService()
  admin = service.api.as('sandbox-admin')
  db = (await sandboxOf(service)).db
  await admin.put('/sandbox/clock', { now: '2024-06-30T15:00:00Z' })
})

afterAll(() => admin.put('/sandbox/clock', { now: null }))

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers, as in the other tests.
type Answered = any

async function everyContract(): Promise<Answered[]> {
  const all: Answered[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await admin.get(`/v2/contracts?pageSize=200&pageNumber=${page}`)
    const ids = body.items.map(({ id }: Answered) => id)
    all.push(
      ...(await Promise.all(ids.map(async (id: number) => (await admin.get(`/contracts/${id}`)).body))),
    )
    if (page >= body.totalPages) return all
  }
}

const tally = (values: readonly unknown[]) =>
  Object.fromEntries(
    [...new Set(values.map(String))]
      .sort()
      .map((one) => [one, values.filter((it) => String(it) === one).length]),
  )

const isPastOdometerLimit = ({ lastKnownOdometer, expirationOdometer }: Answered) =>
  expirationOdometer !== null && (lastKnownOdometer?.value ?? 0) > expirationOdometer

/** The totals of the seed, which are the same on every machine and after every start. */
const sums = async () =>
  run<{ sum: string }>(
    db,
    `select md5(string_agg(concat_ws(' ', id, number, status, held_from, product_type_code, vin, sale_date,
       expiration_date, retail_price, dealer_cost, sales_tax_total, created_at, updated_at), ',' order by id)) as sum
     from contract
     union all select md5(string_agg(concat_ws(' ', id, contract_id, disbursement_code, direction, status, amount,
       account_holder_id, effective_date, accounting_date), ',' order by id)) from ledger
     union all select md5(string_agg(concat_ws(' ', id, debit_account, credit_account, amount, accounting_date), ','
       order by id)) from journal
     union all select md5(string_agg(concat_ws(' ', id, contract_id, status, cancel_date, calculation, ended_hold_ids), ','
       order by id)) from cancel
     union all select md5(string_agg(concat_ws(' ', id, contract_id, status, calculation, missing, valid_until), ','
       order by id)) from cancel_request`,
    [],
  )

describe('the contracts of the sandbox', () => {
  let all: Answered[]
  beforeAll(async () => {
    all = await everyContract()
  })

  test('are a few hundred, with every product and every status', () => {
    expect(all).toHaveLength(COUNT)
    expect(
      tally(all.map(({ status, heldFrom }) => (heldFrom ? `${status} from ${heldFrom}` : status))),
    ).toEqual(STATES)
    expect(tally(all.map(({ productTypeCode }) => productTypeCode))).toEqual(PRODUCTS)
  })

  test('include every kind of change', () => {
    const some = (what: (contract: Answered) => unknown) => all.filter(what).length
    const holds = all.flatMap((contract) => contract.holds)
    expect(tally(holds.map(({ mode, status }) => `${mode} ${status}`))).toEqual(HOLDS)
    expect(new Set(holds.map(({ reason }) => reason.code)).size).toBeGreaterThan(5)
    expect(some(({ holds: own, status }) => own.length > 1 && status === 'OnHold')).toBeGreaterThan(0)
    expect(some(({ transfers }) => transfers.length > 0)).toBe(12)
    expect(some(({ needsRefinalize }) => needsRefinalize)).toBe(8)
    expect(some(({ statusReason }) => statusReason === 'AutoVoid')).toBe(9)
    expect(some(({ status, finalizedAt }) => status === 'Voided' && finalizedAt)).toBe(8)
    expect(some(({ status, number }) => status === 'Voided' && number === null)).toBe(6)
    expect(some(isPastOdometerLimit)).toBeGreaterThan(5)
    for (const name of ['cobuyer', 'lienHolder', 'notes', 'financing'])
      expect(
        some((contract) => contract[name]),
        name,
      ).toBeGreaterThan(30)
    for (const name of ['externalReferences', 'customFieldValues'])
      expect(
        some((contract) => contract[name].length > 0),
        name,
      ).toBeGreaterThan(30)
    expect(some(({ customer }) => customer === null)).toBeGreaterThan(0)
  })

  test('belong to dealers of the crowd, or for appliances to the one retailer', async () => {
    for (const number of ['D1001', 'D1002', 'D2001', 'D3001', 'D4001'])
      expect((await admin.get(`/v2/contracts?dealerNumber=${number}`)).body.totalCount, number).toBe(0)
    for (const { productTypeCode, dealer, number } of all)
      expect(dealer.number, number).toMatch(productTypeCode === 'APL' ? /^D5001$/ : /^D60\d\d$/)
    const sellers = new Set(all.map(({ dealer }) => dealer.number))
    expect(sellers.size).toBeGreaterThan(15)
  })

  test('are invisible to callers limited to the fixed account holders', async () => {
    for (const name of ['dealer-d1001', 'dealer-d2001', 'group-g100', 'agent-a100', 'lienholder-l100'])
      expect((await service.api.as(`sandbox-${name}`).get('/v2/contracts')).body.totalCount, name).toBe(0)
  })

  test('have unique numbers, in the order of their creation', () => {
    const numbers = all.flatMap(({ number }) => number ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { number, productTypeCode } of all)
      if (number) expect(number).toMatch(new RegExp(`^${productTypeCode}-\\d{7}$`))
    const days = all.toSorted((one, other) => one.id - other.id).map(({ createdAt }) => createdAt)
    expect(days).toEqual(days.toSorted())
    for (const { saleDate, createdAt, updatedAt } of all) {
      expect(saleDate >= '2021-07-01' && saleDate <= '2024-06-30').toBe(true)
      expect(createdAt.slice(0, 10) >= saleDate && updatedAt < '2024-06-30').toBe(true)
    }
  })

  test('have vehicles that match their VINs, each with one contract of a type', async () => {
    const data = await vinData()
    const sold = all.filter(({ vehicle }) => vehicle?.vin)
    expect(sold.length).toBeGreaterThan(200)
    for (const { vehicle } of sold) {
      const checked: CheckedVin = checkVin(vehicle.vin)
      expect(checked).toEqual({ vin: vehicle.vin })
      const { year, make } = decodeVin(data, vehicle.vin, '2024-06-30') ?? {}
      expect({ year, make: make?.toUpperCase() }, vehicle.vin).toEqual({
        year: vehicle.year,
        make: vehicle.make.toUpperCase(),
      })
    }
    const twins = tally(sold.map(({ productTypeCode, vehicle }) => `${productTypeCode} ${vehicle.vin}`))
    expect(Math.max(...Object.values(twins))).toBe(1)
    const perVehicle = Object.values(tally(sold.map(({ vehicle }) => vehicle.vin)))
    expect(Math.max(...perVehicle)).toBeGreaterThan(1)
  })

  test('have vehicles of the list of vehicles', async () => {
    const builds = await run<{ make: string; model: string; trim: string; year: number }>(
      db,
      `select distinct make, model, item ->> 'trim' as trim, vehicle_year as year from contract where vin is not null`,
      [],
    )
    for (const { make, model, trim, year } of builds) {
      const query = new URLSearchParams({ make, model, year: String(year), pageSize: '200' })
      const { body } = await admin.get(`/Rates/VehicleTrims?${query}`)
      const names = (body.items ?? body).map(({ name }: Answered) => name)
      expect(names, `${year} ${make} ${model}`).toContain(trim)
    }
  })

  test('have lines that sum to their price', () => {
    for (const { id, retailPrice, disbursements } of all) {
      const cents = disbursements.reduce(
        (sum: number, { amount }: Answered) => sum + Math.round(amount * 100),
        0,
      )
      expect(cents, String(id)).toBe(Math.round(retailPrice * 100))
    }
  })

  test('are Expired if and only if they have passed their limits, or a total loss was paid', () => {
    for (const contract of all) {
      const { id, status, statusReason, expirationDate } = contract
      const isClaimed = statusReason === 'Claimed'
      const isOver = isClaimed || expirationDate < '2024-06-30' || isPastOdometerLimit(contract)
      if (status === 'Expired') expect(isOver, String(id)).toBe(true)
      if (status === 'Active') expect(isOver, String(id)).toBe(false)
    }
  })
})

describe('their cancellations', () => {
  let cancels: Answered[]
  let requests: Answered[]
  const everyOne = async (table: string, path: string): Promise<Answered[]> => {
    const rows = await run<{ id: number }>(db, `select id from ${table} order by id`, [])
    return Promise.all(rows.map(async ({ id }) => (await admin.get(`${path}/${id}`)).body))
  }
  beforeAll(async () => {
    cancels = await everyOne('cancel', '/cancels')
    requests = await everyOne('cancel_request', '/cancelrequests')
  })

  test('have many requesters, reasons, rules and methods', () => {
    expect({
      cancels: tally(cancels.map(({ status }) => status)),
      requests: tally(requests.map(({ status }) => status)),
      reasons: tally(cancels.map(({ reason }) => reason.code)),
      rules: tally(cancels.map(({ calculation }) => calculation.ruleCode)),
      methods: tally(cancels.map(({ calculation }) => calculation.method)),
    }).toEqual(CANCELLATIONS)
  })

  test('have figures that sum, and payments that match to the cent', () => {
    const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100
    expect(cancels.filter(({ payments }) => payments.length > 0).length).toBeGreaterThan(25)
    for (const { number, calculation, payments } of cancels) {
      const { lines, shortfall, grossRefund, claimsDeduction, cancelFee, netRefund } = calculation
      const { salesTaxRefund, totalRefund } = calculation
      expect(sumOf([...lines.map(({ refund }: Answered) => refund), shortfall]), number).toBe(grossRefund)
      expect(sumOf([netRefund, cancelFee, claimsDeduction]), number).toBe(grossRefund)
      expect(sumOf([netRefund, salesTaxRefund]), number).toBe(totalRefund)
      expect(sumOf(payments.map(({ amount }: Answered) => amount)), number).toBe(totalRefund)
      for (const payment of payments)
        expect(sumOf(payment.lines.map(({ amount }: Answered) => amount)), number).toBe(payment.amount)
    }
  })

  test('are paid by the administrator or the dealer, to one or two payees, some late and some not yet', () => {
    const payments = cancels.flatMap((cancel) => cancel.payments)
    const some = (what: (payment: Answered) => unknown) => payments.filter(what).length
    expect(some(({ forPayeeName }) => forPayeeName?.includes(' AND '))).toBeGreaterThan(0)
    expect(some(({ forPayeeName }) => forPayeeName?.includes(' FBO '))).toBeGreaterThan(0)
    expect(some(({ forPayeeName }) => forPayeeName === null)).toBeGreaterThan(2)
    expect(some(({ status }) => status === 'Voided')).toBe(5)
    expect(some(({ confirmedDate }) => confirmedDate)).toBe(CONFIRMED)
    expect(some((one) => one.confirmedDate > one.refundDueDate)).toBeGreaterThan(0)
  })

  test('match the status of their contracts', async () => {
    const contractOf = async ({ contractId }: Answered) => (await admin.get(`/contracts/${contractId}`)).body
    for (const cancel of cancels) {
      const contract = await contractOf(cancel)
      if (cancel.status === 'Active') {
        expect(contract).toMatchObject({ status: 'Cancelled', currentCancel: { id: cancel.id } })
        expect(contract.holds.filter(({ status }: Answered) => status === 'Open')).toEqual([])
      } else expect(cancel.reinstatement.date > cancel.cancelDate).toBe(true)
    }
    const back = cancels.filter(({ status }) => status === 'Reversed')
    const standing = await Promise.all(back.map(contractOf))
    expect(tally(standing.map(({ status }) => status))).toEqual({ Active: 3, Cancelled: 1, OnHold: 1 })
    const gaps = back.map(({ reinstatement }) => reinstatement.gapDays).filter((days) => days > 0)
    expect(gaps).toEqual([24])
    const open = requests.filter(({ status }) => ['Requested', 'NeedsInfo', 'Approved'].includes(status))
    const pending = await Promise.all(open.map(contractOf))
    expect(tally(pending.map(({ statusLabel }) => statusLabel))).toEqual({ CancelPending: 8 })
  })
})

describe('their books', () => {
  test('have no fault', async () => {
    expect(await faultsIn(db)).toEqual([])
  })

  test('match the open items of every account', async () => {
    const { body } = await admin.get('/trialBalance?asOfDate=2024-06-30')
    expect(body.totalDebit).toBe(body.totalCredit)
    expect(body.totalDebit).toBeGreaterThan(100_000)
    const open = await run<{ account: string; open: number }>(
      db,
      `select case direction when 'Receive' then 'Receivable:' else 'Payable:' end || account_holder_id as account,
         sum(case direction when 'Receive' then 1 else -1 end * (amount - paid_amount))::bigint as open
       from ledger where not is_memo and status <> 'Voided' and waits_for is distinct from 'Finalize'
       group by 1`,
      [],
    )
    const items = new Map(open.map(({ account, open: amount }) => [account, amount / 100]))
    const booked = body.accounts.filter(({ account }: Answered) => /^(Receivable|Payable):/.test(account))
    expect(booked.length).toBeGreaterThan(20)
    for (const { account, balance } of booked) expect(balance, account).toBe(items.get(account) ?? 0)
    for (const [account, amount] of items)
      expect(booked.find((one: Answered) => one.account === account)?.balance ?? 0, account).toBe(amount)
  })

  test.each(['claim_id is null', 'claim_id is not null'])(
    'are written in the order of their dates: %s',
    async (which) => {
      const days = await run<{ created_at: Date }>(
        db,
        `select created_at from ledger where contract_id is not null and ${which} order by id`,
        [],
      )
      const instants = days.map(({ created_at }) => new Date(created_at).getTime())
      expect(instants).toEqual(instants.toSorted((one, other) => one - other))
    },
  )
})

describe('the seed is the same', () => {
  test('each time the schedule is drawn', () => {
    expect(scheduleSteps()).toEqual(scheduleSteps())
  })

  test('after a reset, within ten seconds', async () => {
    const before = await sums()
    const { body } = await admin.get('/v2/contracts?status=Pending&pageSize=1')
    const [{ id }] = body.items
    await admin.patch(`/contracts/${id}`, { notes: 'Another note', status: 'Voided' })
    expect(await sums()).not.toEqual(before)
    const begun = performance.now()
    expect((await admin.post('/sandbox/reset')).status).toBe(204)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(await sums()).toEqual(before)
  })
})

// The expected totals of the seed. A new story, price or vehicle changes them.
const COUNT = 293
const STATES = {
  Active: 141,
  Cancelled: 26,
  Expired: 36,
  'OnHold from Active': 19,
  'OnHold from Pending': 8,
  Pending: 20,
  Quote: 12,
  Voided: 31,
}
const PRODUCTS = { APL: 16, GAP: 38, KEY: 33, PPM: 27, TW: 25, VSC: 154 }
const HOLDS = { 'Freeze Open': 25, 'Freeze Resolved': 19, 'Suspend Open': 5, 'Suspend Resolved': 8 }
const CANCELLATIONS = {
  cancels: { Active: 26, Reversed: 5 },
  requests: {
    ...{ Quote: 4, Requested: 3, NeedsInfo: 2, Approved: 3 },
    ...{ Executed: 15, Denied: 2, Withdrawn: 2 },
  },
  reasons: { CUSTREQ: 20, NONPAY: 3, PAYOFF: 2, REPO: 2, TRADE: 2, UNWIND: 2 },
  rules: {
    ...{ 'CA-GAP': 3, 'CA-SC': 3, 'CO-GAP': 1, 'FL-MV': 1, 'FL-MV-P': 1, 'TX-SC': 3 },
    ...{ DEFAULT: 18, 'DEFAULT-P': 1 },
  },
  methods: {
    ...{ FLAT: 7, PRORATA_DAYS: 3, PRORATA_DAYS_INCL: 2, PRORATA_LESSER: 16, PRORATA_MONTHS: 2 },
    SERVICES: 1,
  },
}
const CONFIRMED = 9

/** PostgreSQL does not check the references of the seed while it is made. */
test('every reference of the seed points to a row', async () => {
  const { tenant } = await sandboxOf(service)
  expect(await brokenReferences(service.databases.platformPool, pristineSchema(tenant))).toEqual([])
})
