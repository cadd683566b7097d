import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSeedFile, ROW_SEPARATOR, type SeedFile, seedFilePath } from '../../src/sandbox/seed-file.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { ownSandbox } from '../support/builders/own-sandbox.ts'
import { checksums, seedSums } from '../support/service/checksums.ts'
import { signIn } from '../support/service/portal.ts'
import { reopenSandbox } from '../support/service/reopen-sandbox.ts'
import { seedFileOf } from '../support/service/seed-file.ts'
import { isSoak } from '../support/service/trials.ts'

// The seed of the tests is made by the use cases. A first start takes the same rows from the file.

/** `npm run seed` writes the file. A file with the same rows stays as it is, so that it changes only when they do. */
const isToBeWritten = process.env.BULWARK_SEED_FILE === 'write'

const { service, tenant, query, close } = await ownSandbox()
afterAll(close)

/** The file that would be made of the seed as it is in the database. */
async function fileOfDatabase(): Promise<SeedFile> {
  const client = await service.databases.platformPool.connect()
  return seedFileOf(client, pristineSchema(tenant), service.keys.data).finally(() => client.release(true))
}

let made: SeedFile
let file: SeedFile

beforeAll(async () => {
  made = await fileOfDatabase()
  if (isToBeWritten && JSON.stringify(made) !== JSON.stringify(await findSeedFile()))
    writeFileSync(seedFilePath, compressed(JSON.stringify(made)))
  const found = await findSeedFile()
  if (!found) throw new Error('The file is of other migrations or another rate book. Run "npm run seed".')
  file = found
})

const compressed = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })

describe('the file of the seed (run "npm run seed" after a change of the seed)', () => {
  test('has the tables that the use cases fill, and the numbers after their rows', () => {
    const shape = ({ tables, numbers }: SeedFile) => ({
      tables: tables.map(({ rows: _, ...table }) => table),
      numbers,
    })
    expect(shape(file)).toEqual(shape(made))
  })

  test('has the rows that the use cases make', () => {
    const rows = ({ tables }: SeedFile) =>
      new Map(tables.map((table) => [table.name, table.rows.split(ROW_SEPARATOR)]))
    const inFile = rows(file)
    for (const [table, madeRows] of rows(made)) expect(inFile.get(table), table).toEqual(madeRows)
  })

  test('has the values that each installation encrypts, and not their encrypted texts', () => {
    expect(file.sealed).toEqual(made.sealed)
    expect(file.sealed.map(({ table, column }) => `${table}.${column}`)).toContain('account_holder.tax_id')
    const keyIds = service.keys.data.map(({ id }) => id)
    for (const id of keyIds) expect(JSON.stringify(file)).not.toContain(`${id}.`)
  })

  // It makes a sandbox, as every first start does.
  if (isSoak)
    test('fills a sandbox with what the use cases fill it with', async () => {
      const before = await checksums(service)
      await query(`comment on schema ${pristineSchema(tenant)} is 'an older version'`)
      expect(await reopenSandbox(service, { plan: { file } })).toEqual(['Seeding the sandbox …'])
      expect(seedSums(await checksums(service), tenant)).toEqual(seedSums(before, tenant))
      expect(await fileOfDatabase()).toEqual(made)
      expect((await signIn(service.api, { userName: 'sandbox-entry@sandbox.example' })).answer.status).toBe(
        200,
      )
      const { ids, texts } = file.sealed.find(({ column }) => column === 'tax_id') ?? { ids: [], texts: [] }
      const found = await service.api.as('sandbox-admin').get(`/accountholders?taxId=${texts[0]}`)
      expect(found.body).toMatchObject([{ id: ids[0] }])
    })
})
