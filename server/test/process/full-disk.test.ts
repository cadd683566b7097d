import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { form, pdfOf } from '../support/builders/documents.ts'
import { type Answer, type Caller, openApi } from '../support/service/api.ts'
import { copyFolder } from '../support/service/seeded-folder.ts'
import {
  databaseOf,
  type Home,
  isReady,
  launchService,
  openHome,
  type ServiceProcess,
  until,
  withClient,
} from '../support/service/service-process.ts'

// Real disks that are full. Only root may mount a small one; for everybody else documents/full-disk.test.ts shows the same with
// disks that say so.

const MEBIBYTE = 1024 * 1024
const asRoot = process.getuid?.() === 0 && process.platform === 'linux'

let home: Home
const mounted: string[] = []
beforeAll(() => {
  home = openHome()
})
afterAll(async () => {
  await home.remove().catch(() => undefined)
  for (const folder of mounted) execFileSync('umount', ['-l', folder])
  await home.remove()
})

function smallDisk(folder: string, mebibytes: number): string {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder])
  mounted.push(folder)
  return folder
}

const ballastIn = (folder: string) => join(folder, 'files', 'ballast')

/** Fills the disk but for so many bytes. */
function fill(folder: string, left: number): void {
  const { bavail, bsize } = statfsSync(folder)
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(ballastIn(folder), Buffer.alloc(Math.max(0, bavail * bsize - left)))
}
const makeSpace = (folder: string) => rmSync(ballastIn(folder))

const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

describe.runIf(asRoot)('a full disk', () => {
  describe('of the database', () => {
    let service: ServiceProcess
    let folder: string
    let admin: Caller
    const acknowledged: string[] = []
    let number = 0
    const write = async () => {
      number += 1
      const code = `FULL-${number}`
      const description = 'x'.repeat(400)
      const answer = await admin.post('/portalvisibilitygroups', { code, name: code, description })
      if (answer.status === 201) acknowledged.push(code)
      return answer
    }
    const inDatabase = async <Result>(work: (client: pg.Client) => Promise<Result>) =>
      withClient(databaseOf(folder), work)
    const expectNothingLost = () =>
      inDatabase(async (client) => {
        const { rows } = await client.query<{ code: string }>(
          'select code from tenant_adm1.portal_visibility_group',
        )
        const kept = new Set(rows.map(({ code }) => code))
        expect(acknowledged.filter((code) => !kept.has(code))).toEqual([])
      })
    const refusals = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 507)
    /** The disk is full: writes are refused, until there is space. */
    async function expectRefusalsUntilSpace(answers: Answer[]): Promise<void> {
      const refused = refusals(answers)
      console.log(`${answers.length} writes, ${refused.length} of them refused: ${statuses(answers)}`)
      expect(refused.length).toBeGreaterThan(20)
      expect(refused[0]?.body).toMatchObject({ code: 'InsufficientStorage' })
      for (const status of statuses(answers)) expect([201, 503, 507]).toContain(status)
      makeSpace(folder)
      const began = performance.now()
      await until('a write succeeds', async () => (await write()).status === 201)
      const took = Math.round(performance.now() - began)
      console.log(`goes on ${took} ms after there was space`)
      expect(took).toBeLessThan(5_000)
      expect(await isReady(service.url)).toBe(true)
      await expectNothingLost()
    }
    beforeAll(async () => {
      folder = smallDisk(home.newFolder(), 220)
      execFileSync('cp', ['-a', `${inject('seeded')}/.`, folder])
      chmodSync(folder, 0o755)
      service = await launchService(folder, { environment: { BULWARK_RATE_LIMIT: '1000000' } })
      await service.ready()
      admin = openApi(service.url).as('sandbox-admin')
    })

    test.each([0, 64 * 1024, 2 * MEBIBYTE])(
      'refuses writes when its tables cannot grow (%i bytes left)',
      async (left) => {
        expect((await write()).status).toBe(201)
        fill(folder, left)
        const answers: Answer[] = []
        while (refusals(answers).length <= 20)
          answers.push(...(await Promise.all(Array.from({ length: 8 }, write))))
        expect((await admin.get('/portalvisibilitygroups')).status).toBe(200)
        await expectRefusalsUntilSpace(answers)
      },
    )

    test('refuses writes when the log of its writes cannot grow, which ends the database', async () => {
      fill(folder, 8 * MEBIBYTE)
      const switchLog = () => inDatabase((client) => client.query('select pg_switch_wal()'))
      const answers: Answer[] = []
      const isDown = () => service.output().includes('cannot be started yet')
      for (const end = Date.now() + 60_000; !isDown() && Date.now() < end; ) {
        answers.push(await write())
        await switchLog().catch(() => undefined)
      }
      while (refusals(answers).length <= 20) answers.push(await write())
      await expectRefusalsUntilSpace(answers)
      expect(service.output()).toContain('The database runs again')
    })

    test('leaves a service that stops as ever', async () => {
      expect(await service.stop()).toEqual({ code: 0, signal: null })
    })

    const startWaiting = async () => {
      fill(folder, 0)
      const starting = await launchService(folder)
      await until('it says what it waits for', () => starting.output().includes('A disk is full'))
      expect(await isReady(starting.url)).toBe(false)
      return starting
    }

    test('makes a start wait until there is space', async () => {
      const starting = await startWaiting()
      makeSpace(folder)
      await starting.ready()
      await expectNothingLost()
      expect(await starting.stop()).toEqual({ code: 0, signal: null })
    })

    test('leaves a start that can be stopped while it waits', async () => {
      const starting = await startWaiting()
      expect(await starting.stop()).toEqual({ code: 0, signal: null })
      makeSpace(folder)
    })
  })

  test('of the files refuses files with 507, and accepts them when there is space', async () => {
    const folder = home.newFolder()
    copyFolder(inject('seeded'), folder)
    const files = smallDisk(`${folder}-files`, 8)
    const service = await launchService(folder, { environment: { BULWARK_FILES: files } })
    await service.ready()
    const admin = openApi(service.url).as('sandbox-admin')
    const [contract] = (await admin.get('/contracts?pageSize=1')).body
    const upload = () => {
      const { body, headers } = form('signed.pdf', pdfOf(3 * MEBIBYTE))
      return admin.post(`/contracts/${contract.id}/files`, body, headers)
    }
    fill(files, MEBIBYTE)
    const refused = await upload()
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      ...{ status: 507, code: 'InsufficientStorage' },
    })
    expect((await admin.get(`/contracts/${contract.id}`)).status).toBe(200)
    makeSpace(files)
    expect((await upload()).status).toBe(201)
    expect(await service.stop()).toEqual({ code: 0, signal: null })
  })
})
