import { describe, expect, test } from 'vitest'
import { customer } from '../../src/account-holders/customers.ts'
import { createHolder } from '../../src/account-holders/save-holders.ts'
import { createSeals } from '../../src/account-holders/seals.ts'
import { createShape } from '../../src/account-holders/shapes.ts'
import { run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Acting } from '../../src/http/caller.ts'
import { insertPlainContract } from '../support/oracle/earnings/plain-contract.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }
const ids: Record<string, number> = {}

interface Sale {
  readonly number: string
  readonly vin: string
  readonly dealer: string
  readonly lienHolder?: string
}

/** Someone who bought something, as a sale makes them. */
async function buyer(person: Record<string, unknown>, sales: readonly Sale[]): Promise<number> {
  const [tenant] = await service.databases.tenants()
  if (!tenant) throw new Error('There is no sandbox.')
  const acting = {
    caller: { name: 'test', scopes: [] },
    now: new Date(),
    today: '2024-03-15',
  } as unknown as Acting
  return inTransaction(service.databases.of(tenant), async (tx) => {
    const reading = { kind: customer, seals: createSeals(service.keys) }
    const { id } = await createHolder(
      tx,
      acting,
      reading,
      createShape(customer).parse({ address, ...person }),
    )
    for (const { number, vin, dealer, lienHolder } of sales) {
      const [holders] = await run<{ dealer_id: number; lien_holder_id: number | null }>(
        tx,
        `select d.id as dealer_id,
           (select id from account_holder where type = 'LienHolder' and number = $2) as lien_holder_id
         from account_holder d where d.type = 'Dealer' and d.number = $1`,
        [dealer, lienHolder ?? null],
      )
      await insertPlainContract(tx, { number, vin, customer_id: id, dealer_id: 0, ...holders })
    }
    return id
  })
}

ids.ada = await buyer(
  {
    firstName: 'Ada',
    lastName: 'Quixano',
    email: 'Ada@Quixano.example',
    phone: '(254) 555-0142',
    birthDate: '1980-02-29',
  },
  [
    { number: 'T-1', vin: '1FTFW1E50PFA00001', dealer: 'D1001', lienHolder: 'L100' },
    { number: 'T-2', vin: '1FTFW1E50PFA00002', dealer: 'D2001' },
  ],
)
ids.bo = await buyer({ firstName: 'Bo', lastName: 'Quixote', mobile: '254.555.0143' }, [
  { number: 'T-3', vin: '1FTFW1E50PFA00003', dealer: 'D2001' },
])
ids.firm = await buyer({ companyName: 'Zürcher Quixotic GmbH', isBusiness: true, firstName: 'Max' }, [])

const found = async (query: string, caller = admin) =>
  (await caller.get(`/customers?${query}`)).body.map(({ id }: { id: number }) => id)

describe('customers', () => {
  test.each([
    ['lastName=QUIX', ['ada', 'bo']],
    ['firstName=ad&lastName=quixano', ['ada']],
    ['lastName=uix', []],
    ['companyName=zurcher%20quix', ['firm']],
    ['name=quix', ['ada', 'bo', 'firm']],
    ['email=ADA@quixano.EXAMPLE', ['ada']],
    ['phone=254-555-0142', ['ada']],
    ['phone=2545550143', ['bo']],
    ['phone=555', []],
    ['phone=none', []],
    ['vin=1ftfw1e50pfa00002', ['ada']],
    ['contractNumber=t-3', ['bo']],
    ['contractNumber=t-3&lastName=quixano', []],
    ['lastName=quix&state=TX&zip=76701', ['ada', 'bo']],
    ['lastName=quix&state=FL', []],
  ])('are found by %s', async (query, names) => {
    expect(await found(query)).toEqual(names.map((name) => ids[name]))
  })

  test('are listed with their number of contracts', async () => {
    const { body } = await admin.get('/customers?name=quix&sortBy=name')
    expect(body).toEqual([
      {
        id: ids.ada,
        name: 'Ada Quixano',
        city: 'Waco',
        state: 'TX',
        phone: '(254) 555-0142',
        email: 'Ada@Quixano.example',
        contractCount: 2,
      },
      expect.objectContaining({ id: ids.bo, name: 'Bo Quixote', contractCount: 1 }),
      expect.objectContaining({ id: ids.firm, name: 'Zürcher Quixotic GmbH', contractCount: 0 }),
    ])
  })

  test('are read with their contracts, and a masked birth date', async () => {
    const { body } = await admin.get(`/customers/${ids.ada}`)
    expect(body).toMatchObject({
      id: ids.ada,
      number: expect.stringMatching(/^C-\d{6}$/),
      firstName: 'Ada',
      lastName: 'Quixano',
      birthDate: '****-**-**',
      isBusiness: false,
      doNotContact: false,
      contracts: [
        { type: 'Contract', number: 'T-1' },
        { type: 'Contract', number: 'T-2' },
      ],
    })
    expectProblem(await admin.get('/customers/1'), 'NotFound')
  })

  test('can be changed in part, and the full name follows', async () => {
    const id = await buyer({ firstName: 'Cy', lastName: 'Old' }, [])
    const changed = await admin.patch(`/customers/${id}`, {
      lastName: 'New',
      suffix: 'Jr.',
      address: { city: 'Dallas' },
      birthDate: '1990-01-01',
      doNotContact: true,
    })
    expect(changed.body).toMatchObject({
      lastName: 'New',
      address: { line1: '1 Main Street', city: 'Dallas' },
      birthDate: '****-**-**',
      doNotContact: true,
      rowVersion: 2,
    })
    expect((await admin.get(`/accountholders?types=Customer&name=cy%20new%20jr`)).body).toMatchObject([
      { id },
    ])
    const cleared = await admin.patch(`/customers/${id}`, { firstName: null, birthDate: null })
    expect(cleared.body).toMatchObject({ firstName: null, birthDate: null })
    const unnamed = await admin.patch(`/customers/${id}`, { lastName: null })
    expectProblem(unnamed, 'ValidationFailed')
    expect(unnamed.body.errors).toMatchObject([{ pointer: '/lastName', code: 'Required' }])
    for (const wrong of [
      { number: 'C-1' },
      { contracts: [] },
      { taxIdLast4: '12' },
      { birthDate: '1990-02-30' },
      { firstName: '   ' },
      { lastName: '\u200b\u00a0' },
      { lastName: 'Ann\u202eecilA' },
      { address: { city: '\u2066Waco\u2069' } },
    ])
      expectProblem(await admin.patch(`/customers/${id}`, wrong), 'ValidationFailed')
  })

  test('can be changed with the right to write contracts or account holders', async () => {
    const may = ['sandbox-entry', 'sandbox-accounting', 'sandbox-dealer-d1001']
    for (const name of may)
      expect((await service.api.as(name).patch(`/customers/${ids.ada}`, { suffix: null })).status).toBe(200)
    for (const name of ['sandbox-cancels', 'sandbox-auditor'])
      expectProblem(await service.api.as(name).patch(`/customers/${ids.ada}`, { suffix: null }), 'Forbidden')
  })

  test('are created by a sale, not directly', async () => {
    expectProblem(await admin.post('/customers', { firstName: 'No', lastName: 'Body' }), 'MethodNotAllowed')
  })

  test('are listed among account holders on request', async () => {
    const types = async (query: string) =>
      new Set(
        (await admin.get(`/accountholders?name=quix&${query}`)).body.map(
          ({ type }: { type: string }) => type,
        ),
      )
    expect(await types('')).toEqual(new Set())
    expect(await types('types=Customer,Dealer')).toEqual(new Set(['Customer']))
  })
})

describe('a limited caller', () => {
  test('sees the customers of its contracts, with only its own contracts', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect(await found('name=quix', dealer)).toEqual([ids.ada])
    expect((await dealer.get('/customers?name=quix')).body[0].contractCount).toBe(1)
    expect((await dealer.get(`/customers/${ids.ada}`)).body.contracts).toMatchObject([{ number: 'T-1' }])
    expectProblem(await dealer.get(`/customers/${ids.bo}`), 'NotFound')
    expectProblem(await dealer.patch(`/customers/${ids.bo}`, { suffix: null }), 'NotFound')
    const lienHolder = service.api.as('sandbox-lienholder-l100')
    expect(await found('name=quix', lienHolder)).toEqual([ids.ada])
    expect((await lienHolder.get(`/customers/${ids.ada}`)).body.contracts).toMatchObject([{ number: 'T-1' }])
    expect(await found('name=quix', service.api.as('sandbox-facility-rf100'))).toEqual([])
  })

  test('cannot find a hidden contract by searching', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expect(await found('contractNumber=T-1', dealer)).toEqual([ids.ada])
    expect(await found('contractNumber=T-2', dealer)).toEqual([])
    expect(await found('vin=1FTFW1E50PFA00002', dealer)).toEqual([])
  })
})
