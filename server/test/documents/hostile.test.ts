import { afterAll, describe, expect, test } from 'vitest'
import { form, serveDocuments } from '../support/builders/documents.ts'
import { inertFiles, refusedFiles } from '../support/hostile/hostile-files.ts'
import { testService } from '../support/service/app.ts'
import { rowVersions } from '../support/service/checksums.ts'
import { everyThird, trialSeed } from '../support/service/trials.ts'

const service = await testService()
const server = await serveDocuments(service)
afterAll(() => server.stop())

const upload = (name: string, content: Buffer, type?: string) => {
  const { body, headers } = form(name.replaceAll('\\', '\\\\'), content, type)
  return server.api.as('sandbox-admin').post(`/dealers/${server.own}/files`, body, headers)
}

test('the list has forty hostile files', () => {
  expect(refusedFiles.length + inertFiles.length).toBeGreaterThanOrEqual(40)
})

const seed = trialSeed('hostile files of documents', 'BULWARK_FILES_SEED')
/** These are also sent in JSON. In the soak all are. */
const inEveryWay = everyThird(refusedFiles, seed)
const [versions, left] = [await rowVersions(service), await server.left()]

describe('a file that is refused', () => {
  test.each(refusedFiles)('in a form and in JSON: $what', async (file) => {
    const { name, content, type, status, seen } = file
    const answers = [await upload(name, content, type)]
    if (inEveryWay.includes(file)) {
      const admin = server.api.as('sandbox-admin')
      const sentType = type === undefined ? {} : { contentType: type }
      const data = content.toString('base64')
      answers.push(
        await admin.post(`/dealers/${server.own}/files`, { fileName: name, ...sentType, data }),
        await admin.post(`/dealers/${server.own}/documents`, {
          ...{ documentTypeCode: 'OTHER', fileName: name, ...sentType, documentData: data },
        }),
      )
    }
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(status)
      if (seen) expect(answer.body.seen).toMatch(seen)
    }
  })

  test('leaves nothing behind', async () => {
    expect(await rowVersions(service)).toEqual(versions)
    expect(await server.left()).toEqual(left)
  })
})

describe.each(everyThird(inertFiles, seed))('$what', ({ name, content, isActive = false }) => {
  test('is stored unchanged, and served only as a download', async () => {
    const made = await upload(name, content)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ fileName: name, hasActiveContent: isActive })
    const answer = await server.api.as('sandbox-admin').get(`/files/${made.body.id}?download=true`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]*"/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    )
    expect(answer.headers.get('content-type')).not.toMatch(/html|svg|script/)
    const read = await server.api
      .as('sandbox-admin')
      .get(`/files/${made.body.id}`, { headers: { accept: 'application/json' } })
    expect(Buffer.from(read.body.data, 'base64').equals(content)).toBe(true)
  })
})
