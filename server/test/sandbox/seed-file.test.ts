import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { findSeedFile, ROW_SEPARATOR, type SeedFile, seedFilePath } from '../../src/sandbox/seed-file.ts'
import { pristineSchema } from '../../src/sandbox/seed-tables.ts'
import { seedFileOf } from '../support/builders/seed-file.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The seed of the tests is made by the use cases. A first start takes the same rows from the file.

/** `npm run seed` writes the file. A file with the same rows stays as it is, so that it changes only when they do. */
const isToBeWritten = process.env.BULWARK_SEED_FILE === 'write'

let made: SeedFile

beforeAll(async () => {
  const service = await testService()
  const { tenant } = await sandboxOf(service)
  const client = await service.databases.platformPool.connect()
  made = await seedFileOf(client, pristineSchema(tenant), service.keys.data).finally(() =>
    client.release(true),
  )
  if (isToBeWritten && JSON.stringify(made) !== JSON.stringify(await findSeedFile()))
    writeFileSync(seedFilePath, compressed(JSON.stringify(made)))
})

const compressed = (text: string) =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })

describe('the file of the seed (after a change of the seed, run "npm run seed")', () => {
  test('is made for the migrations and the rate book of this version', async () => {
    expect((await findSeedFile())?.madeFor).toBe(made.madeFor)
  })

  test('has the tables that the use cases fill, and the numbers after their rows', async () => {
    const shape = ({ tables, numbers }: SeedFile) => ({
      tables: tables.map(({ rows: _, ...table }) => table),
      numbers,
    })
    expect(shape((await findSeedFile()) ?? made)).toEqual(shape(made))
  })

  test('has the rows that the use cases make', async () => {
    const rows = ({ tables }: SeedFile) =>
      new Map(tables.map((table) => [table.name, table.rows.split(ROW_SEPARATOR)]))
    const inFile = rows((await findSeedFile()) ?? made)
    for (const [table, madeRows] of rows(made)) expect(inFile.get(table), table).toEqual(madeRows)
  })

  test('has the values that each installation encrypts', async () => {
    expect((await findSeedFile())?.sealed).toEqual(made.sealed)
    expect(made.sealed.length).toBeGreaterThan(3)
  })
})
