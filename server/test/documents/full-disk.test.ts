import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tokenRoute } from '../../src/access/token-route.ts'
import { run } from '../../src/db/database.ts'
import { type Files, filesOver } from '../../src/documents/files.ts'
import { route } from '../../src/http/route.ts'
import { buildServer } from '../../src/http/server.ts'
import { type DocumentServer, form, pdf, pdfOf, serveDocuments } from '../support/builders/documents.ts'
import { openApi } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { shellOf } from '../support/service/server.ts'

// A disk without space, of the files or of the database. The soak fills a real one (process/full-disk.test.ts).

let service: TestService
let server: DocumentServer
let full: 'arriving' | 'keeping' | 'recording' | undefined
let code = 'ENOSPC'
beforeAll(async () => {
  service = await testService()
  server = await serveDocuments(service, {
    files: onFullDisk,
    owner: {
      async onFileAdded(tx) {
        if (full === 'recording') await run(tx, DATABASE_FULL, [])
      },
    },
  })
})
afterAll(() => server.stop())
afterEach(() => {
  full = undefined
})

const noSpace = () => Object.assign(new Error(`${code}: no space left on device, write`), { code })

const DATABASE_FULL = `do $$ begin
  raise exception 'could not extend file "base/16384/16385": No space left on device' using errcode = 'disk_full';
end $$`

/** Some bytes arrive before the disk is full. */
function onFullDisk(disk: Files): Files {
  async function* cutOff(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      yield chunk
      if (full === 'arriving') throw noSpace()
    }
  }
  const store = {
    ...disk.store,
    async keep(...kept: Parameters<typeof disk.store.keep>) {
      if (full === 'keeping') throw noSpace()
      await disk.store.keep(...kept)
    },
  }
  const arrivals = {
    ...disk.arrivals,
    take: (bytes: AsyncIterable<Buffer>) => disk.arrivals.take(cutOff(bytes)),
  }
  return filesOver(store, arrivals, disk.fileBytes)
}

const key = { 'idempotency-key': 'full-disk-1' }
const document = () =>
  server.api.as('sandbox-admin').post(
    `/dealers/${server.own}/documents`,
    {
      ...{ documentTypeCode: 'SIGNED', fileName: 'signed.pdf' },
      documentData: pdf('full').toString('base64'),
    },
    key,
  )
const file = () => {
  const { body, headers } = form('signed.pdf', pdfOf(300_000))
  return server.api.as('sandbox-admin').post(`/dealers/${server.own}/files`, body, headers)
}

describe('a file', () => {
  const places = [
    { at: 'arriving', because: 'ENOSPC' },
    { at: 'arriving', because: 'EDQUOT' },
    { at: 'keeping', because: 'ENOSPC' },
    { at: 'recording', because: 'the database' },
  ] as const
  test.each(places)(
    'on a full disk is refused while $at ($because), and leaves nothing',
    async ({ at, because }) => {
      full = at
      code = because
      for (const answer of [await document(), await file()]) {
        expectProblem(answer, 'InsufficientStorage', 507)
        expect(answer.headers.get('retry-after')).toBe('10')
      }
      expect(await server.left()).toEqual([])
    },
  )

  test('is accepted as soon as there is space, with the key that was refused before', async () => {
    expect((await document()).status).toBe(201)
    expect((await file()).status).toBe(201)
    expect(await server.left()).toHaveLength(2)
  })
})

test('a database that cannot be started for lack of space is told apart from one that is away', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const looking = route.read({
    ...{ path: '/away', tag: 'Test', summary: 'Look', permission: 'signed-in' },
    answer: z.object({}),
    handler: () => Promise.reject(away),
  })
  let isDiskFull = true
  const started = buildServer({ ...shellOf(service), isDiskFull: () => isDiskFull }, [
    tokenRoute(service.app.services),
    looking,
  ])
  await started.listen({ host: '127.0.0.1', port: 0 })
  const { port } = started.server.address() as AddressInfo
  const admin = openApi(`http://127.0.0.1:${port}`).as('sandbox-admin')
  expectProblem(await admin.get('/away'), 'InsufficientStorage', 507)
  isDiskFull = false
  expectProblem(await admin.get('/away'), 'NotReady', 503)
  await started.close()
})
