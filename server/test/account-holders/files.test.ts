import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { applyHolders } from '../../src/account-holders/file/apply-holders.ts'
import { holdersAsYaml } from '../../src/account-holders/file/export-holders.ts'
import { planHolders } from '../../src/account-holders/file/plan-holders.ts'
import { readHolderFiles } from '../../src/account-holders/file/read-files.ts'
import { createSeals } from '../../src/account-holders/seals.ts'
import { operatorCaller } from '../../src/cli/command.ts'
import { run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { verifyAudit } from '../../src/db/verify-audit.ts'
import { dana, sellR1 } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { runCommand } from '../support/service/run-command.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'
import { isSoak } from '../support/service/trials.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db, tenant } = await sandboxOf(service)
const folder = mkdtempSync(join(tmpdir(), 'bulwark-holders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file and runs a command on it. */
async function command(verb: 'check' | 'diff' | 'apply', name: string, text: string, ...more: string[]) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const tenantOption = verb === 'check' ? [] : ['--tenant', 'ADM1']
  const args = ['accountholders', verb, ...tenantOption, '--file', file, ...more]
  const { code, out } = await runCommand(service, folder, args)
  return { code, lines: out.trimEnd().replaceAll(`${folder}/`, '').split('\n') }
}

const counted = (sql: string, values: unknown[] = []) => run<{ count: number }>(db, sql, values)
const countDealers = async () =>
  (await counted(`select count(*)::int as count from account_holder where type = 'Dealer'`))[0]?.count ?? 0

/** Dealers in a CSV file: half of them in a group, all with an agent and a contact. */
const manyDealers = (count: number) =>
  [
    'number,name,address.line1,address.city,address.state,address.zip,phone,taxId,dealerGroupNumber,agents,contacts.1.firstName,contacts.1.lastName,customFields.TIER,externalReferences.1.system,externalReferences.1.key,externalReferences.1.value',
    ...Array.from({ length: count }, (_, at) => {
      const number = `N${String(at + 1).padStart(5, '0')}`
      const group = at % 2 === 0 ? 'G100' : ''
      return `${number},"Dealer, ${number}",${at + 1} Main Street,Waco,TX,76701,254-555-${String(at % 10_000).padStart(4, '0')},${100_000_000 + at},${group},A100;A200,Ann,Number ${at},GOLD,CRM,id,${at}`
    }),
  ].join('\n')

/** What would be applied of a file of dealers. */
async function planned(text: string) {
  const { entries } = readHolderFiles(new Map([['dealers.csv', text]]))
  const acting = { caller: operatorCaller(service.databases, tenant), now: new Date(), today: '2026-11-16' }
  const seals = createSeals(service.keys)
  const plan = await planHolders(db, { seals, programs: [], today: acting.today }, entries)
  if ('faults' in plan) throw new Error('The plan has faults.')
  return { plan, acting, seals }
}

describe('many dealers in a CSV file', () => {
  const count = isSoak ? 5_000 : 100
  const text = manyDealers(count)

  test('check and diff change nothing', async () => {
    const before = await countDealers()
    const checked = await command('check', 'dealers.csv', text)
    expect(checked).toEqual({ code: 0, lines: [`The file is valid: ${count} dealers.`] })
    const { code, lines } = await command('diff', 'dealers.csv', text)
    expect(code).toBe(0)
    expect(lines[0]).toBe('Dealer N00001: new: Dealer, N00001')
    expect(lines.at(-1)).toBe(`${count} new, 0 changed, 0 unchanged.`)
    expect(await countDealers()).toBe(before)
  })

  test('apply adds them with an event and an audit record each, and a second time changes nothing', async () => {
    const began = performance.now()
    const applied = await command('apply', 'dealers.csv', text)
    const seconds = (performance.now() - began) / 1_000
    console.log(`${count} dealers were added in ${seconds.toFixed(1)} s`)
    expect(applied.lines.at(-1)).toBe(`${count} new, 0 changed, 0 unchanged.`)
    if (isSoak) expect(seconds).toBeLessThan(60)
    const id = await holderId(service, 'Dealer', 'N00003')
    const { body } = await admin.get(`/dealers/${id}`)
    expect(body).toMatchObject({
      name: 'Dealer, N00003',
      taxId: '*****0002',
      dealerGroupId: await holderId(service, 'DealerGroup', 'G100'),
      agents: [
        { agentId: await holderId(service, 'Agent', 'A100'), role: 'Primary' },
        { agentId: await holderId(service, 'Agent', 'A200'), role: 'Primary' },
      ],
      contacts: [{ firstName: 'Ann', lastName: 'Number 2' }],
      customFields: [{ code: 'TIER', value: 'GOLD' }],
      externalReferences: [{ system: 'CRM', key: 'id', value: '2', url: null }],
      createdBy: 'command line',
      rowVersion: 1,
    })
    const subject = `accountholders/${id}`
    const records = await run<{ subject: string; changes: string }>(
      ...([
        db,
        `select subject, changes::text from audit_record where operation = 'accountholders apply'`,
        [],
      ] as const),
    )
    expect(records).toHaveLength(count)
    expect(records.find((record) => record.subject === subject)?.changes).toContain('*****0002')
    expect(records.map(({ changes }) => changes).join()).not.toContain('100000002')
    expect(await run(db, `select type from event where subject = $1`, [subject])).toEqual([
      { type: 'accountHolder.created' },
    ])
    expect((await verifyAudit(db, service.keys.audit)).faults).toEqual([])
    const again = await command('apply', 'dealers.csv', text)
    expect(again).toEqual({ code: 0, lines: [`0 new, 0 changed, ${count} unchanged.`] })
    expect(
      await counted(
        `select count(*)::int as count from audit_record where operation = 'accountholders apply'`,
      ),
    ).toEqual([{ count }])
  })

  test('diff shows what a file would change, with secrets masked, and apply changes that and nothing else', async () => {
    const changed = `number,phone,address.city,taxId,dealerGroupNumber,customFields.SCORE,customFields.TIER
n00001,254-555-9999,,987654321,null,7,null
N00002,,Austin,,,,
N00003,,,,,,
`
    const expected = [
      'Dealer n00001: taxId: "*****0000" → "*****4321"',
      `Dealer n00001: phone: "254-555-0000" → "254-555-9999"`,
      'Dealer n00001: dealerGroupNumber: "G100" → null',
      'Dealer n00001: customFields.SCORE: null → 7',
      'Dealer n00001: customFields.TIER: "GOLD" → null',
      'Dealer N00002: address.city: "Waco" → "Austin"',
      '0 new, 2 changed, 1 unchanged.',
    ]
    const shown = await command('diff', 'dealers.csv', changed)
    expect(shown.lines.toSorted()).toEqual(expected.toSorted())
    expect((await command('apply', 'dealers.csv', changed)).lines.toSorted()).toEqual(expected.toSorted())
    const { body } = await admin.get(`/dealers/${await holderId(service, 'Dealer', 'N00001')}`)
    expect(body).toMatchObject({
      ...{ number: 'N00001', phone: '254-555-9999', taxId: '*****4321', dealerGroupId: null, rowVersion: 2 },
      customFields: [{ code: 'SCORE', value: 7 }],
      address: { city: 'Waco', line1: '1 Main Street' },
      updatedBy: 'command line',
    })
    const [record] = await run<{ changes: { pointer: string }[] }>(
      ...([
        db,
        `select changes::json from audit_record where subject = $1 order by position desc limit 1`,
      ] as const),
      [`accountholders/${body.id}`],
    )
    expect(record?.changes).toContainEqual({
      ...{ pointer: '/phone', before: '254-555-0000', after: '254-555-9999' },
    })
    expect((await command('apply', 'dealers.csv', changed)).lines).toEqual(['0 new, 0 changed, 3 unchanged.'])
  })
})

const address = 'address: { line1: 1 Main Street, city: Waco, state: TX, zip: "76701" }'

describe('all kinds in a YAML file', () => {
  const text = `
adminCompanies:
  - { number: adm1, phone: 800-555-0199, licenseNumbers: [{ state: TX, number: L-1 }] }
dealers:
  - number: Y1
    name: Yaml Motors
    ${address}
    dealerGroupNumber: YG2
    agents:
      - agentNumber: YA2
        commissionOverrides: [{ disbursementCode: AGENT, percent: 3.5 }]
      - { agentNumber: YA1, role: Secondary }
    reinsuranceAccountNumber: YD1
    repairFacilityNumber: YR1
    portalVisibilityGroupCodes: [PVG-TX]
    paymentMethods:
      - type: ACH
        isDefault: true
        ach: { routingNumber: "111000025", accountNumber: "000123456789", holderName: Yaml Motors }
      - { type: Check, payeeName: Yaml Motors }
    contacts: [{ firstName: Ann, lastName: Lee, birthDate: 1980-02-03 }]
agents:
  - number: YA2
    name: Below
    ${address}
    parentAgentNumber: YA1
    commissionDefaults: [{ programCode: VSC-STD, disbursementCode: AGENT, amount: 80 }]
  - number: YA1
    name: Above
    ${address}
dealerGroups:
  - { number: YG2, name: Below, ${address}, parentGroupNumber: G100 }
insurers:
  - { number: YI1, name: Insurer, ${address}, clipPolicyNumbers: [{ programCode: VSC-STD, number: P-1 }] }
disbursementAccounts:
  - { number: YD1, name: Reinsurance, ${address}, disbursementCodes: [REINSFEE], isInternal: true, glAccount: "2999" }
inspectionCompanies:
  - { number: YC1, name: Inspections, ${address}, fee: 90, serviceStates: [TX, OK] }
claimPayees:
  - { number: YP1, name: Rentals, ${address}, w9OnFile: true }
repairFacilities:
  - { number: YR1, name: Shop, ${address}, dealerNumbers: [Y1, D1001], dealerGroupNumbers: [YG2], laborRates: [{ rate: 150 }] }
lienHolders:
  - { number: YL1, name: Bank, ${address}, aliases: [The Bank], acceptsAch: true }
`

  test('is applied whole, whoever refers to whom, and a second time changes nothing', async () => {
    const { code, lines } = await command('apply', 'holders.yaml', text)
    expect([code, lines.at(-1)]).toEqual([0, '10 new, 1 changed, 0 unchanged.'])
    const id = (type: string, number: string) => holderId(service, type, number)
    const facility = await id('RepairFacility', 'YR1')
    const { body } = await admin.get(`/dealers/${await id('Dealer', 'Y1')}`)
    expect(body).toMatchObject({
      dealerGroupId: await id('DealerGroup', 'YG2'),
      agents: [
        {
          agentId: await id('Agent', 'YA2'),
          commissionOverrides: [{ disbursementCode: 'AGENT', amount: null, percent: 3.5 }],
        },
        { agentId: await id('Agent', 'YA1'), role: 'Secondary' },
      ],
      reinsuranceAccountId: await id('DisbursementAccount', 'YD1'),
      repairFacilityId: facility,
      paymentMethods: [{ type: 'ACH', ach: { accountLast4: '6789' } }, { type: 'Check' }],
      contacts: [{ birthDate: '****-**-**' }],
    })
    expect(body.portalVisibilityGroupIds).toHaveLength(1)
    expect((await admin.get(`/repairfacilities/${facility}`)).body.dealerIds).toContain(body.id)
    expect((await admin.get(`/agents/${await id('Agent', 'YA2')}`)).body).toMatchObject({
      parentAgentId: await id('Agent', 'YA1'),
      commissionDefaults: [{ programId: expect.any(Number), amount: 80 }],
    })
    expect((await admin.get(`/admincompanies/${await id('AdminCompany', 'ADM1')}`)).body).toMatchObject({
      ...{ phone: '800-555-0199', licenseNumbers: [{ state: 'TX', number: 'L-1' }] },
    })
    const again = await command('apply', 'holders.yaml', text)
    expect(again.lines).toEqual(['0 new, 0 changed, 11 unchanged.'])
  })

  test('a payment method without its account number keeps it', async () => {
    const methods = `
dealers:
  - number: Y1
    paymentMethods:
      - { type: Check, payeeName: Yaml Motors }
      - type: ACH
        isDefault: true
        ach: { routingNumber: "111000025", holderName: Yaml Motors LLC }
`
    const { code, lines } = await command('apply', 'methods.yaml', methods)
    expect([code, lines.at(-1)]).toEqual([0, '0 new, 1 changed, 0 unchanged.'])
    expect(lines.join()).not.toContain('000123456789')
    const { body } = await admin.get(`/dealers/${await holderId(service, 'Dealer', 'Y1')}`)
    expect(body.paymentMethods).toMatchObject([
      { type: 'Check' },
      { type: 'ACH', ach: { accountLast4: '6789', holderName: 'Yaml Motors LLC' } },
    ])
  })
})

describe('a file with faults changes nothing', () => {
  test('and every fault is listed with its line', async () => {
    const text = `
dealers:
  - number: F1
    name: Good
    ${address}
  - number: F2
    ${address}
    dealerGroupNumber: NOWHERE
  - number: F3
    name: Dates
    ${address}
    effectiveDate: 2026-02-01
    expirationDate: 2026-01-01
  - number: F4
    name: Bank
    ${address}
    paymentMethods: [{ type: ACH, ach: { routingNumber: "111000025", holderName: Bank } }]
  - number: F5
    name: Fields
    ${address}
    customFields: { TIER: TIN, NOPE: 1 }
agents:
  - { number: F6, name: First, ${address}, parentAgentNumber: F7 }
  - { number: F7, name: Second, ${address}, parentAgentNumber: F6 }
dealerGroups:
  - { number: F8, name: Closed, ${address}, status: Inactive }
  - { number: F9, name: Below, ${address}, parentGroupNumber: F8 }
adminCompanies:
  - { number: OTHER, name: Other, ${address} }
`
    const before = await countDealers()
    for (const verb of ['diff', 'apply'] as const) {
      const { code, lines } = await command(verb, 'faults.yaml', text)
      expect(code).toBe(1)
      expect(lines).toEqual([
        'faults.yaml:6: name: A value is required.',
        'faults.yaml:8: dealerGroupNumber: There is no dealer group NOWHERE.',
        expect.stringMatching(/^faults\.yaml:13: expirationDate: The expiration date 2026-01-01 is before/),
        'faults.yaml:17: paymentMethods.1.ach.accountNumber: A new bank account requires an account number.',
        'faults.yaml:21: customFields.TIER: The value must be one of GOLD, SILVER, BRONZE.',
        expect.stringContaining('faults.yaml:21: customFields.NOPE: There is no such custom field.'),
        'faults.yaml:23: parentAgentNumber: The agent F6 would belong to itself.',
        'faults.yaml:24: parentAgentNumber: The agent F7 would belong to itself.',
        'faults.yaml:27: parentGroupNumber: The dealer group F8 has the status Inactive. Choose an active one.',
        'faults.yaml:29: There is no company OTHER. Use the number of the administrator.',
        ...(verb === 'apply' ? ['Nothing was changed.'] : []),
      ])
    }
    expect(await countDealers()).toBe(before)
  })

  test('a dealer that is new must be complete, and check with a tenant says so', async () => {
    const text = 'number,phone\nF1,254-555-0000\nD1001,512-555-0142\n'
    const { code, lines } = await command('check', 'dealers.csv', text, '--tenant', 'ADM1')
    expect([code, lines]).toEqual([
      1,
      ['dealers.csv:2: name: A value is required.', 'dealers.csv:2: address: A value is required.'],
    ])
  })

  test('someone else changed a dealer meanwhile', async () => {
    const { plan, acting, seals } = await planned('number,phone\nD1001,512-555-0001\n')
    await admin.patch(`/dealers/${await holderId(service, 'Dealer', 'D1001')}`, { phone: '512-555-0002' })
    const applied = await inTransaction(db, (tx) => applyHolders(tx, { acting, seals }, plan))
    expect(applied).toEqual({
      faults: [
        {
          ...{ file: 'dealers.csv', line: 2 },
          reason: 'The dealer D1001 was changed by someone else meanwhile. Run the command again.',
        },
      ],
    })
  })

  test('the command is called wrongly', async () => {
    const { code, out } = await runCommand(service, folder, ['accountholders', 'apply', '--file', 'x.csv'])
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('accountholders apply needs --tenant and --file.'),
    ])
    const missing = await runCommand(service, folder, [
      'accountholders',
      'check',
      '--file',
      join(folder, 'none.csv'),
    ])
    expect([missing.code, missing.out]).toEqual([2, expect.stringContaining('The file cannot be read')])
  })
})

test('an export, applied again, changes nothing and has no secrets', async () => {
  const asked = ['accountholders', 'export', '--tenant', 'ADM1']
  const exported = await runCommand(service, folder, [...asked, '--json'])
  const sections: Record<string, Record<string, unknown>[]> = JSON.parse(exported.out)
  expect(Object.keys(sections)).toHaveLength(10)
  expect(sections.dealers).toContainEqual(expect.objectContaining({ dealerGroupNumber: 'G100' }))
  expect(exported.out).not.toMatch(/taxId|accountNumber|birthDate/)
  // Reading thousands of them from YAML takes seconds.
  const some = isSoak
    ? sections
    : Object.fromEntries(Object.entries(sections).map(([name, all]) => [name, all.slice(0, 20)]))
  const count = Object.values(some).flat().length
  const { code, lines } = await command('diff', 'again.yaml', holdersAsYaml(some))
  expect([code, lines]).toEqual([0, [`0 new, 0 changed, ${count} unchanged.`]])
})

test('an export goes into a new file, and never over another', async () => {
  writeFileSync(join(folder, 'kept.yaml'), 'dealers: []\n')
  for (const file of [join(folder, 'kept.yaml'), join(folder, 'none', 'export.yaml')]) {
    const asked = ['accountholders', 'export', '--tenant', 'ADM1', '--file', file]
    const { code, out } = await runCommand(service, folder, asked)
    expect([code, out]).toEqual([2, expect.stringContaining('The file cannot be written')])
  }
})

test('a sale to a new customer does not wait while a file is applied', async () => {
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  const dealer = 'W1,Waiting,1 Main Street,Waco,TX,76701'
  const { plan, acting, seals } = await planned(
    `number,name,address.line1,address.city,address.state,address.zip\n${dealer}\n`,
  )
  await inTransaction(db, async (tx) => {
    expect(await applyHolders(tx, { acting, seals }, plan)).toMatchObject({ saved: [{}] })
    const selling = sellR1(admin, { customer: { ...dana, lastName: 'Newcomer' } })
    const tooLong = sleep(10_000).then(() => ({ status: 'waits' }))
    expect((await Promise.race([selling, tooLong])).status).toBe(201)
  })
})
