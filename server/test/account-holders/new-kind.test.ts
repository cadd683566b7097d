import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { integerField, moneyField, referenceField } from '../../src/account-holders/fields.ts'
import { kindRoutes } from '../../src/account-holders/kind-routes.ts'
import type { Kind } from '../../src/account-holders/kinds.ts'
import { linksField } from '../../src/account-holders/links.ts'
import { createSeals } from '../../src/account-holders/seals.ts'
import { migrationStatements } from '../../src/db/migration-statements.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { startService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { serve } from '../support/service/server.ts'

/** The kind that CONTRIBUTING.md adds as its example. */
const towing: Kind = {
  type: 'TowingCompany',
  path: '/towingcompanies',
  idName: 'towingCompanyId',
  tag: 'TowingCompanies',
  noun: 'towing company',
  table: 'towing_company',
  limitedSees: 'none',
  fields: {
    maximumMiles: integerField('maximum_miles', 0, 1_000),
    baseFee: moneyField('base_fee', 0),
    parentCompanyId: referenceField('parent_company_id', 'TowingCompany', { isParent: true }),
    dealerIds: linksField({
      table: 'towing_company_dealer',
      owner: 'towing_company_id',
      other: 'dealer_id',
      type: 'Dealer',
    }),
  },
  filters: { isFree: { match: 'flag', column: '(k.base_fee = 0)' } },
}

const service = await startService()
const [tenant] = await service.databases.tenants()
const guide = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8')
const migration = /```sql\n([^`]*towing_company[^`]*)```/.exec(guide)?.[1] ?? ''
const client = await service.databases.platformPool.connect()
await client.query(`set search_path = ${tenant?.schema}`)
for (const statement of migrationStatements(migration)) await client.query(statement)
client.release(true)
const server = await serve(service, kindRoutes(towing, createSeals(service.keys)))
const admin = server.api.as('sandbox-admin')

afterAll(async () => {
  await server.server.close()
  await service.app.server.close()
})

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

describe('a new type made of one row and one migration', () => {
  test('can be created, read, changed and listed', async () => {
    const [dealer] = (await service.api.as('sandbox-admin').get('/dealers?number=D1001')).body
    const made = await admin.post('/towingcompanies', {
      number: 'TOW1',
      name: 'Hook and Chain',
      address,
      maximumMiles: 50,
      baseFee: 75.5,
      dealerIds: [dealer.id],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      type: 'TowingCompany',
      maximumMiles: 50,
      baseFee: 75.5,
      parentCompanyId: null,
      dealerIds: [dealer.id],
      customFields: [],
    })
    const changed = await admin.patch(`/towingcompanies/${made.body.id}`, { baseFee: 0, dealerIds: [] })
    expect(changed.body).toMatchObject({ baseFee: 0, dealerIds: [], rowVersion: 2 })
    expect((await admin.get('/towingcompanies?isFree=true&name=hook')).body).toMatchObject([
      { number: 'TOW1' },
    ])
    expect((await admin.get('/towingcompanies?isFree=false')).body).toEqual([])
  })

  test('follows all the common rules', async () => {
    const make = (body: object) => admin.post('/towingcompanies', { name: 'Tow', address, ...body })
    const { body: top } = await make({ number: 'TOP' })
    const { body: below } = await make({ number: 'BELOW', parentCompanyId: top.id })
    expectProblem(await make({ number: 'top' }), 'DuplicateNumber')
    expectProblem(await make({ number: 'NEW', dealerIds: [987_654] }), 'UnknownReference')
    expectProblem(await make({ number: 'NEW', maximumMiles: 1_001 }), 'ValidationFailed')
    expectProblem(
      await admin.patch(`/towingcompanies/${top.id}`, { parentCompanyId: below.id }),
      'HierarchyCycle',
    )
    expectProblem(await server.api.as('sandbox-dealer-d1001').get(`/towingcompanies/${top.id}`), 'NotFound')
  })
})
