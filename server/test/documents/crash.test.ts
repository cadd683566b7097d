import { truncate, utimes, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import type { Files } from '../../src/documents/files.ts'
import type { DocumentOwner } from '../../src/documents/owner.ts'
import { Problem } from '../../src/http/problems.ts'
import {
  contents,
  type DocumentServer,
  form,
  pdf,
  pdfOf,
  serveDocuments,
} from '../support/builders/documents.ts'
import { sweepFiles } from '../support/builders/sweep-files.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const [tenant] = await service.databases.tenants()
if (!tenant) throw new Error('There is no administrator.')
const db = service.databases.of(tenant)
const servers: DocumentServer[] = []
const removeRecords = async () => {
  for (const table of ['file', 'document']) await run(db, `delete from ${table}`, [])
}
// The files of the seed are not in the stores of this test.
await removeRecords()
afterEach(removeRecords)
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function served(choices: Parameters<typeof serveDocuments>[1] = {}): Promise<DocumentServer> {
  const server = await serveDocuments(service, choices)
  servers.push(server)
  return server
}

const upload = (server: DocumentServer, name = 'a.pdf', content = pdf()) => {
  const { body, headers } = form(name, content)
  return server.api.as('sandbox-admin').post(`/dealers/${server.own}/files`, body, headers)
}
const DAY = 24 * 60 * 60_000
const tomorrow = () => new Date(Date.now() + DAY + 60_000)
const recorded = () => run<{ key: string }>(db, 'select store_key as key from file', [])

/** Every record has its file, and, once a day has passed, every file has its record. */
async function expectWhole(server: DocumentServer, { records }: { records: number }): Promise<void> {
  const keys = (await recorded()).map(({ key }) => key)
  expect(keys).toHaveLength(records)
  const admin = server.api.as('sandbox-admin')
  for (const { id } of (await admin.get(`/dealers/${server.own}/files`)).body)
    expect((await admin.get(`/files/${id}`)).status).toBe(200)
  await sweepFiles(server.services, tomorrow())
  for (const key of keys) expect(await server.services.files.store.exists(key)).toBe(true)
  expect(await server.left()).toHaveLength(records)
}

const never = () => new Promise<never>(() => undefined)

/** The process ends at this point of an upload: nothing comes after it, and nothing is tidied up. */
const crashes: Readonly<Record<string, (files: Files, crash: () => void) => Files>> = {
  'when the file has arrived': (files, crash) => ({
    ...files,
    async take(...file) {
      await files.take(...file)
      crash()
      return never()
    },
  }),
  'before the file lasts': (files, crash) => ({
    ...files,
    take: async (...file) => ({
      ...(await files.take(...file)),
      keep() {
        crash()
        return never()
      },
    }),
  }),
  'when the file lasts, and before it is recorded': (files, crash) => ({
    ...files,
    async take(...file) {
      const pending = await files.take(...file)
      return {
        ...pending,
        async keep() {
          await pending.keep()
          crash()
          return never()
        },
      }
    },
  }),
}

describe('a crash during an upload', () => {
  test.each(Object.entries(crashes))(
    '%s leaves no record, and a file only for a day',
    async (_, crashing) => {
      let crash: () => void = () => undefined
      const crashed = new Promise<void>((resolve) => {
        crash = resolve
      })
      const server = await served({ files: (files) => crashing(files, crash) })
      const { body, headers } = form('a.pdf', pdf())
      const token = await server.api.token('sandbox-admin')
      const hangUp = new AbortController()
      const sending = fetch(`${server.url}/dealers/${server.own}/files`, {
        ...{ method: 'POST', body, signal: hangUp.signal },
        headers: { ...headers, authorization: `Bearer ${token}` },
      }).catch(() => undefined)
      await crashed
      expect(await server.left()).toHaveLength(1)
      // Within a day, an upload may still need it.
      expect(await sweepFiles(server.services)).toEqual({ awaited: 0, files: 0 })
      expect(await server.left()).toHaveLength(1)
      await expectWhole(server, { records: 0 })
      hangUp.abort()
      await sending
    },
  )

  test('while the file arrives leaves a partial file, which is removed after a day', async () => {
    const server = await served()
    await upload(server)
    await writeFile(`${server.folder}/arriving/part`, pdf().subarray(0, 4))
    await expectWhole(server, { records: 1 })
  })

  test('after the commit leaves both the file and the record', async () => {
    const server = await served()
    await upload(server)
    await upload(server, 'b.pdf')
    await expectWhole(server, { records: 2 })
  })
})

describe('a failed write', () => {
  const failing = (fail: () => unknown): Partial<DocumentOwner> => ({
    async onFileAdded() {
      await fail()
    },
  })

  test('removes its file when it is refused', async () => {
    const refuse = () => {
      throw new Problem('NotEditable', 'This is refused at the end.')
    }
    const server = await served({ owner: failing(refuse) })
    expectProblem(await upload(server), 'NotEditable')
    expect(await server.left()).toEqual([])
    await expectWhole(server, { records: 0 })
  })

  test('keeps its file when the commit is uncertain, until the sweep checks it', async () => {
    let commits = false
    // The connection is lost when the commit may have been done: the file must be there if it has.
    const lost = Object.assign(new Error('Connection terminated'), { code: '08006' })
    const server = await served({
      owner: failing(() => {
        if (!commits) throw lost
      }),
    })
    expectProblem(await upload(server), 'NotReady')
    expect(await server.left()).toHaveLength(1)
    commits = true
    await upload(server)
    await expectWhole(server, { records: 1 })
  })

  test('records nothing when the store is unavailable', async () => {
    const server = await served({
      files: (files) => ({
        ...files,
        take: async (...file) => ({
          ...(await files.take(...file)),
          keep: () => Promise.reject(new Problem('NotReady', 'The file store did not answer.')),
        }),
      }),
    })
    expectProblem(await upload(server), 'NotReady')
    expect(await server.left()).toEqual([])
    await expectWhole(server, { records: 0 })
  })

  test('records nothing when the caller disconnects', async () => {
    const server = await served()
    const token = await server.api.token('sandbox-admin')
    const { body, headers } = form('a.pdf', pdfOf(4_000_000))
    const hangUp = new AbortController()
    async function* half() {
      yield body.subarray(0, 2_000_000)
      hangUp.abort()
      await never()
    }
    await fetch(`${server.url}/dealers/${server.own}/files`, {
      ...{ method: 'POST', duplex: 'half', signal: hangUp.signal },
      body: half() as never,
      headers: { ...headers, authorization: `Bearer ${token}` },
    }).catch(() => undefined)
    await expect.poll(() => server.left()).toEqual([])
    await expectWhole(server, { records: 0 })
  })
})

describe('a sweep', () => {
  test('removes only files that have had no record for a day', async () => {
    const server = await served()
    await upload(server)
    const [kept = ''] = await server.left()
    const old = new Date(Date.now() - 2 * DAY)
    await utimes(kept, old, old)
    const orphan = kept.replace(/[\da-f]{4}$/, (end) => (end === 'ffff' ? '0000' : 'ffff'))
    await writeFile(orphan, pdf())
    expect(await sweepFiles(server.services)).toEqual({ awaited: 0, files: 0 })
    await utimes(orphan, old, old)
    expect(await sweepFiles(server.services)).toEqual({ awaited: 0, files: 1 })
    expect(await server.left()).toEqual([kept])
  })
})

describe('a file damaged on disk', () => {
  const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
    'in one byte': (path) =>
      writeFile(
        path,
        pdf().map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
      ),
    'by being cut off': (path) => truncate(path, 10),
    'by being longer': (path) => writeFile(path, Buffer.concat([pdf(), pdf()])),
    'by being empty': (path) => truncate(path, 0),
  }

  test.each(Object.entries(damages))('%s is never served', async (_, damage) => {
    const server = await served()
    const made = await upload(server)
    const [path = ''] = await server.left()
    await damage(path)
    expect(await contents([path])).not.toEqual([pdf()])
    const admin = server.api.as('sandbox-admin')
    for (const search of ['', '?download=true']) {
      const before = server.logged.length
      const answer = await admin.get(`/files/${made.body.id}${search}`)
      expectProblem(answer, 'InternalError')
      expect(answer.headers.get('content-disposition')).toBeNull()
      const lines = server.logged.slice(before).join('')
      expect(lines).toContain('is damaged: its content is not what was stored')
    }
  })

  test('a missing file is a server error, not an error of the caller', async () => {
    const server = await served()
    const made = await upload(server)
    const [row] = await recorded()
    await server.services.files.store.remove(row?.key ?? '')
    const answer = await server.api.as('sandbox-admin').get(`/files/${made.body.id}`)
    expect(answer.status).toBeGreaterThanOrEqual(500)
  })
})
