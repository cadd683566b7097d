import { afterEach, describe, expect, test } from 'vitest'
import { kinds } from '../../src/account-holders/kinds.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

afterEach(async () => {
  await admin.send('PUT', '/sandbox/clock', { body: { now: null } })
})

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }
const waco = { ...address, line2: null, county: null, country: 'US', type: null }

describe.each(kinds.map((kind) => [kind.noun, kind] as const))('a %s', (_, kind) => {
  const { path, type } = kind

  test('is created with the minimum and read back unchanged', async () => {
    await admin.send('PUT', '/sandbox/clock', { body: { now: '2024-03-15T15:00:00Z' } })
    const made = await admin.post(path, { number: 'X-1', name: 'First', address })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${path}/${made.body.id}`)
    expect(made.body).toMatchObject({
      type,
      number: 'X-1',
      name: 'First',
      status: 'Active',
      address: waco,
      taxId: null,
      effectiveDate: '2024-03-15',
      expirationDate: null,
      contacts: [],
      paymentMethods: [],
      autoPayReceive: false,
      statementCycle: 'None',
      statementDelivery: 'Email',
      externalReferences: [],
      customFields: [],
      createdAt: '2024-03-15T15:00:00.000Z',
      createdBy: 'sandbox-admin',
      rowVersion: 1,
    })
    const read = await admin.get(`${path}/${made.body.id}`)
    expect(read.body).toEqual(made.body)
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'))
  })

  test('is created with every common field', async () => {
    const whole = {
      number: 'X-2',
      name: 'Änderung & Söhne "GmbH"',
      dbaName: 'Second',
      status: 'Pending',
      taxId: '12-3456789',
      taxClassification: 'C corporation',
      address: { ...waco, line2: 'Suite 2', county: 'McLennan', type: 'Physical' },
      mailingAddress: { ...waco, city: 'Austin', type: 'Mailing' },
      phone: '254-555-0100',
      fax: '254-555-0101',
      email: 'office@second.example',
      website: 'https://second.example',
      contacts: [
        {
          firstName: 'Ada',
          middleName: null,
          lastName: 'Lopez',
          suffix: null,
          companyName: null,
          birthDate: '1980-02-29',
          email: 'ada@second.example',
          phone: null,
          mobile: '254-555-0102',
          address: null,
          taxIdLast4: '1234',
          preferredLanguage: 'es',
        },
      ],
      effectiveDate: '2020-01-01',
      expirationDate: '2030-12-31',
      paymentMethods: [
        {
          type: 'ACH',
          isDefault: true,
          ach: { routingNumber: '111000025', accountNumber: '000123456789', holderName: 'Second' },
        },
        { type: 'Check', payeeName: 'Second', mailTo: waco },
      ],
      autoPayReceive: true,
      statementCycle: 'Monthly',
      statementDelivery: 'Mail',
      externalReferences: [{ system: 'CRM', key: 'account', value: '0017', url: null }],
      notes: 'Asks for paper.',
    }
    const { status, body } = await admin.post(path, whole)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...whole,
      taxId: '*****6789',
      contacts: [{ ...whole.contacts[0], birthDate: '****-**-**' }],
      paymentMethods: [
        {
          type: 'ACH',
          isDefault: true,
          ach: {
            routingNumber: '111000025',
            accountLast4: '6789',
            accountType: 'Checking',
            holderName: 'Second',
            secCode: 'CCD',
            prenoteStatus: 'None',
            isActive: true,
          },
        },
        { type: 'Check', isDefault: false, ach: null, payeeName: 'Second', mailTo: waco },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/3456789|123456789|1980-02-29/)
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body)
  })

  test('can be changed in part; the rest stays', async () => {
    const { body: made } = await admin.post(path, {
      number: 'X-3',
      name: 'Third',
      address,
      taxId: '98-7654321',
    })
    const changed = await admin.patch(`${path}/${made.id}`, {
      name: 'Third and Sons',
      address: { city: 'Dallas', county: 'Dallas' },
      phone: '254-555-0103',
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      ...made,
      name: 'Third and Sons',
      address: { ...made.address, city: 'Dallas', county: 'Dallas' },
      phone: '254-555-0103',
      updatedAt: expect.any(String),
      rowVersion: 2,
    })
    const cleared = await admin.patch(`${path}/${made.id}`, {
      phone: null,
      taxId: null,
      address: { county: null },
    })
    expect(cleared.body).toMatchObject({
      phone: null,
      taxId: null,
      address: { ...made.address, city: 'Dallas' },
    })
    const again = await admin.patch(`${path}/${made.id}`, { phone: null, name: 'Third and Sons' })
    expect(again.body).toEqual(cleared.body)
  })

  test('has a number that is unique in its type, in any letter case', async () => {
    const { body: made } = await admin.post(path, { number: 'Same-1', name: 'First', address })
    const other = await admin.post(path, { number: 'Other-1', name: 'Other', address })
    for (const refused of [
      await admin.post(path, { number: 'SAME-1', name: 'Second', address }),
      await admin.patch(`${path}/${other.body.id}`, { number: 'same-1' }),
    ]) {
      expectProblem(refused, 'DuplicateNumber')
      expect(refused.body.existing).toEqual({ type, id: made.id, number: 'Same-1', name: 'First' })
      expect(refused.body.errors[0].pointer).toBe('/number')
    }
    const renamed = await admin.patch(`${path}/${made.id}`, { number: 'SAME-1' })
    expect(renamed.body.number).toBe('SAME-1')
  })

  test('sends events', async () => {
    const { body: made } = await admin.post(`${path}?dryRun=true`, { number: 'X-4', name: 'Fourth', address })
    expect(made.effects.events).toMatchObject([
      {
        type: 'accountHolder.created',
        subject: `accountholders/${made.id}`,
        data: { id: made.id, number: 'X-4', status: 'Active' },
      },
    ])
    expectProblem(await admin.get(`${path}/${made.id}`), 'NotFound')
  })

  test('is refused with a list of all faults', async () => {
    const refused = await admin.post(path, {
      number: 'n'.repeat(41),
      address: { line1: '', city: 'Waco', state: 'Texas', zip: '76701', planet: 'Earth' },
      taxId: '12-345678',
      status: 'Open',
      email: 'nobody',
      colour: 'red',
    })
    expectProblem(refused, 'ValidationFailed')
    const faults = refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [
      pointer,
      code,
    ])
    expect(faults).toEqual(
      expect.arrayContaining([
        ['/number', 'Length'],
        ['/name', 'Required'],
        ['/address/line1', 'Length'],
        ['/address/state', 'Format'],
        ['/address/planet', 'Unknown'],
        ['/taxId', 'Format'],
        ['/status', 'Enum'],
        ['/email', 'Format'],
        ['/colour', 'Unknown'],
      ]),
    )
    expect(faults).toHaveLength(9)
  })

  test('cannot expire before its effective date', async () => {
    const dates = { effectiveDate: '2024-03-15', expirationDate: '2024-03-14' }
    const refused = await admin.post(path, { number: 'X-5', name: 'Fifth', address, ...dates })
    expectProblem(refused, 'DateRangeInvalid')
    const made = await admin.post(path, {
      number: 'X-5',
      name: 'Fifth',
      address,
      effectiveDate: '2024-03-15',
      expirationDate: '2024-03-15',
    })
    expect(made.status).toBe(201)
    expectProblem(
      await admin.patch(`${path}/${made.body.id}`, { effectiveDate: '2024-03-16' }),
      'DateRangeInvalid',
    )
  })

  test('requires the right to write', async () => {
    const auditor = service.api.as('sandbox-auditor')
    expectProblem(await auditor.post(path, { number: 'X-6', name: 'Sixth', address }), 'Forbidden')
    expect((await auditor.get(path)).status).toBe(200)
  })

  test('may share a number with another type, but not an id', async () => {
    const { body } = await admin.get('/dealers')
    const id = type === 'Dealer' ? 2 : body[0].id
    expectProblem(await admin.get(`${path}/${id}`), 'NotFound')
    expectProblem(await admin.patch(`${path}/${id}`, { name: 'No' }), 'NotFound')
    const number = type === 'Dealer' ? 'A100' : 'D1001'
    expect((await admin.post(path, { number, name: 'Same number', address })).status).toBe(201)
  })
})
