import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { decodeVin } from '../../domain/vin/decode.ts'
import { loadVinData, vinData } from './vin-data.ts'

describe('the VIN data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-vin-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileOf = (text: string) => {
    const file = join(folder, 'vin.bin.gz')
    writeFileSync(file, gzipSync(text))
    return file
  }

  test('is found beside the code, says its date and decodes', async () => {
    const data = await vinData()
    expect(data.date).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(data.makers.size).toBeGreaterThan(10_000)
    expect(decodeVin(data, '1HGCM82633A004352', '2026-11-15')).toMatchObject({ year: 2003, make: 'Honda' })
  })

  test('is read once', async () => {
    expect(vinData()).toBe(vinData())
    expect(await vinData()).toBe(await vinData())
  })

  test('is small enough for the repository', () => {
    expect(statSync(join(import.meta.dirname, '../../../data/vin.bin.gz')).size).toBeLessThan(6_000_000)
  })

  test.each([
    ['{"format":2,"date":"2026-01-01","sections":[]}\n', 'VIN data of format 2, needed is 1.'],
    ['{"format":1,"date":"2026-01-01","sections":[]}\n', 'VIN data without elements.'],
    [
      '{"format":1,"date":"2026-01-01","sections":[{"name":"elements","type":"text","bytes":5}]}\nmodel',
      'VIN data with other elements.',
    ],
  ])('of another form is refused: %s', async (text, reason) => {
    await expect(loadVinData(fileOf(text))).rejects.toThrow(reason)
  })

  test('that is not there is an error', async () => {
    await expect(loadVinData(join(folder, 'none.gz'))).rejects.toThrow('ENOENT')
  })
})
