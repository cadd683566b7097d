import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { isSeedStoreKey } from '../../src/documents/store.ts'
import { findOrphans } from '../../src/documents/sweep-files.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

interface Stored {
  readonly id: number
  readonly entity_type: string
  readonly entity_id: number
  readonly store_key: string
  readonly checksum: Buffer
}
const storedFiles = async (): Promise<Stored[]> =>
  run<Stored>(
    (await sandboxOf(service)).db,
    'select id, entity_type, entity_id, store_key, checksum from file order by id',
    [],
  )

/** The bytes of a file as a caller downloads them. */
async function downloaded({ id, checksum }: Stored): Promise<Buffer> {
  const { status, body, text } = await admin.get(`/files/${id}`, { headers: { accept: 'application/json' } })
  expect(status, text).toBe(200)
  const bytes = Buffer.from(body.data, 'base64')
  expect(createHash('sha256').update(bytes).digest()).toEqual(checksum)
  return bytes
}

test('claims of the seed have papers, and their contracts are signed', async () => {
  const files = await storedFiles()
  expect(files.length).toBeGreaterThan(20)
  expect(files.every(({ store_key }) => isSeedStoreKey(store_key))).toBe(true)
  expect((await downloaded(files[0] as Stored)).toString('latin1')).toMatch(/^%PDF-1\.4/)
  const owners = (type: string) => files.filter(({ entity_type }) => entity_type === type)
  const [contract, claim] = [owners('Contract')[0], owners('Claim')[0]]
  const { body: signed } = await admin.get(`/contracts/${contract?.entity_id}/documents`)
  expect(signed).toMatchObject([{ documentTypeCode: 'SIGNED', isSigned: true, createdBy: 'seed' }])
  const { body: papers } = await admin.get(`/claims/${claim?.entity_id}/documents`)
  const { body: paper } = await admin.get(`/claims/${claim?.entity_id}/documents/${papers[0].id}`)
  expect(Buffer.from(paper.documentData, 'base64').toString('latin1')).toContain('%%EOF')
  const { body: gap } = await admin.get('/claims?claimType=GAP&pageSize=1')
  const { body: ofGap } = await admin.get(`/claims/${gap.items[0].id}/documents`)
  expect(ofGap.map((one: { documentTypeCode: string }) => one.documentTypeCode).sort()).toEqual([
    'PAYOFF',
    'SETTLEMENT',
  ])
})

test('a sweep leaves them even while no record has them, and a reset brings the records back', async () => {
  const seeded = await storedFiles()
  const { db, tenant } = await sandboxOf(service)
  await run(db, 'delete from file', [])
  const before = new Date(Date.now() + 3 * 86_400_000)
  const orphans = await findOrphans(service.app.services.files, db, tenant.id, { beginning: '', before })
  expect(orphans.filter(isSeedStoreKey)).toEqual([])
  expect((await admin.post('/sandbox/reset')).status).toBe(204)
  const after = await storedFiles()
  expect(after).toEqual(seeded)
  for (const file of after) await downloaded(file)
})
