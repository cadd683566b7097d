import { expect, test } from 'vitest'
import { applyFiles, signed } from '../support/builders/contract-files.ts'
import { finalize, sellR1 } from '../support/builders/contracts.ts'
import { pdf } from '../support/builders/documents.ts'
import { edited, sandboxFiles } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

// What a program asks for before a contract of it is finalized.

const VSC = 'programs/VSC-STD/program.yaml'

const service = await testService()
await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
await applyFiles(
  service,
  edited(VSC, 'transferable: true', 'transferable: true\nrequiredDocuments: [SIGNED, ODOMETER]'),
)

const staff = () => service.api.as('sandbox-entry')

test('a contract is finalized when it has all required documents; a pending upload does not count', async () => {
  const { id } = (await sellR1(staff())).body
  const documents = `/contracts/${id}/documents`
  const before = await checksums(service)
  const refused = await finalize(staff(), id)
  expect(expectProblem(refused, 'MissingDocuments').documents).toEqual(['SIGNED', 'ODOMETER'])
  const after = await checksums(service)
  // The refusal is kept with its key, and nothing else.
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
    expect.stringContaining('idempotency'),
  ])

  await staff().post(documents, signed())
  await staff().post(documents, signed({ documentTypeCode: 'OTHER', fileName: 'other.pdf' }))
  const requested = await staff().post(documents, {
    ...{ documentTypeCode: 'ODOMETER', fileName: 'odometer.pdf', requestUpload: true },
  })
  expect(expectProblem(await finalize(staff(), id), 'MissingDocuments').documents).toEqual(['ODOMETER'])
  const put = await service.api.anonymous.put(requested.body.uploadLink.url, pdf(), {
    'content-type': 'application/pdf',
  })
  expect(put.status).toBe(204)
  expect((await finalize(staff(), id)).body.status).toBe('Active')
})

test('the documents required at the time of sale stay required', async () => {
  const { id } = (await sellR1(staff())).body
  await applyFiles(service, sandboxFiles)
  expectProblem(await finalize(staff(), id), 'MissingDocuments')
  const { id: later } = (await sellR1(staff())).body
  expect((await finalize(staff(), later)).status).toBe(200)
})
