import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sellR1 } from '../support/builders/contracts.ts'
import { form } from '../support/builders/documents.ts'
import { type Hostile, inertFiles, refusedFiles } from '../support/hostile/hostile-files.ts'
import type { Answer } from '../support/service/api.ts'
import { startService, type TestService } from '../support/service/app.ts'
import { everyThird, trialSeed } from '../support/service/trials.ts'

// Harmful files, sent to a contract in every possible way. `documents/hostile.test.ts` sends all of them in one way.

const seed = trialSeed('hostile files', 'BULWARK_FILES_SEED')

let service: TestService
let folder: string
let contract: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bulwark-files-'))
  service = await startService({ environment: { BULWARK_FILES: folder } })
  await admin().put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  contract = `/contracts/${(await sellR1(admin())).body.id}`
})
afterAll(async () => {
  await service.app.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const admin = () => service.api.as('sandbox-admin')

type Sent = Pick<Hostile, 'name' | 'content' | 'type'>
const contentTypeField = ({ type }: { readonly type?: string | undefined }) =>
  type === undefined ? {} : { contentType: type }

/** Uploads through a link. A wrong name is refused when the link is requested. */
async function throughLink({ name, content, type }: Sent): Promise<Answer> {
  const requested = await admin().post(`${contract}/documents`, {
    ...{ documentTypeCode: 'OTHER', fileName: name, requestUpload: true, ...contentTypeField({ type }) },
  })
  if (requested.status !== 201) return requested
  const { url, headers } = requested.body.uploadLink
  return service.api.anonymous.put(url, content, {
    'content-type': type ?? headers['Content-Type'],
  })
}

const ways: Readonly<Record<string, (file: Sent) => Promise<Answer>>> = {
  'a file in a form': ({ name, content, type }) => {
    const { body, headers } = form(name.replaceAll('\\', '\\\\'), content, type)
    return admin().post(`${contract}/files`, body, headers)
  },
  'a file in JSON': (file) =>
    admin().post(`${contract}/files`, {
      ...{ fileName: file.name, ...contentTypeField(file), data: file.content.toString('base64') },
    }),
  'a document in JSON': (file) =>
    admin().post(`${contract}/documents`, {
      ...{ documentTypeCode: 'OTHER', fileName: file.name, ...contentTypeField(file) },
      documentData: file.content.toString('base64'),
    }),
  'a document through a link': throughLink,
}

/** What is kept: the files on the disk, and what is recorded of files that have come. */
async function kept() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const { rows } = await service.databases.platformPool.query(
    `select (select count(*) from tenant_adm1.file where store_key is not null) as files,
       (select count(*) from tenant_adm1.document where versions > 0) as documents,
       (select count(*) from tenant_adm1.event) as events`,
  )
  return [entries.filter((entry) => entry.isFile()).length, rows[0]]
}

test('the list has more than forty hostile files', () => {
  expect(refusedFiles.length + inertFiles.length).toBeGreaterThan(60)
})

describe.each(everyThird(refusedFiles, seed))('$what', (file) => {
  test('is refused on every upload path and leaves nothing behind', async () => {
    const before = await kept()
    for (const [way, send] of Object.entries(ways)) {
      const answer = await send(file)
      expect(answer.status, `${way}: ${answer.text}`).toBe(file.status)
      if (file.seen) expect(answer.body.seen, way).toMatch(file.seen)
    }
    expect(await kept()).toEqual(before)
  })
})

describe.each(everyThird(inertFiles, seed))('$what', ({ name, content }) => {
  test('is stored unchanged on every upload path and never shown inline', async () => {
    const inForm = await ways['a file in a form']?.({ name, content })
    expect(inForm?.status, inForm?.text).toBe(201)
    const inLink = await throughLink({ name, content })
    expect(inLink.status, inLink.text).toBe(204)
    const document = (
      await admin().get(`${contract}/documents?sortBy=createdAt&sortDirection=Desc`)
    ).body.find(({ fileName }: { fileName: string }) => fileName === name)
    const id = inForm?.body.id
    for (const path of [
      `/files/${id}?download=true`,
      `${contract}/files/${id}?download=true`,
      `/files/${document.versions.at(-1).fileId}?download=true`,
    ]) {
      const response = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${await service.api.token('sandbox-admin')}` },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]*"/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      )
      expect(response.headers.get('content-type')).not.toMatch(/html|svg|script|xml;/)
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    }
  })
})
