import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AchEntry, writeAchFile } from '../../src/cash/ach/write-file.ts'
import type { Cents } from '../../src/domain/money.ts'
import { readNacha } from '../support/oracle/nacha.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const seed = trialSeed('ACH entries', 'BULWARK_ACH_ENTRIES_SEED')

const originator = {
  ...{ destination: '091000019', destinationName: 'First Bank', origin: '1123456789' },
  ...{ originName: 'Protect Admin LLC', companyName: 'Protect Admin', companyId: '1123456789' },
}

const anyEntry = fc.record({
  direction: fc.constantFrom('Credit' as const, 'Debit' as const),
  secCode: fc.constantFrom('CCD' as const, 'PPD' as const),
  // The largest bank number makes the hash overflow its ten digits.
  routingNumber: fc.constantFrom('021000021', '091000019', '011401533', '999999992'),
  accountNumber: fc.stringMatching(/^[A-Za-z0-9]{4,17}$/),
  accountType: fc.constantFrom('Checking' as const, 'Savings' as const),
  amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999_999_999 })).map((cents) => cents as Cents),
  individualId: fc.string({ unit: 'binary', maxLength: 30 }),
  name: fc.string({ unit: 'binary', maxLength: 40 }),
  addenda: fc.option(fc.string({ unit: 'binary', maxLength: 100 }), { nil: undefined }),
})

const codeOf = ({ accountType, direction, amount }: AchEntry) => {
  const family = accountType === 'Checking' ? 20 : 30
  return String(family + (direction === 'Credit' ? 2 : 7) + (amount === 0 ? 1 : 0))
}

test('any file that is written is read back by the rules, entry by entry', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { minLength: 1, maxLength: 150 }),
      fc.integer({ min: 1, max: 9_000_000 }),
      (entries, firstTrace) => {
        const written = writeAchFile(originator, entries, {
          ...{
            date: '2024-02-29',
            time: '2359',
            modifier: 'Z',
            effectiveEntryDate: '2024-03-01',
            firstTrace,
          },
        })
        const file = readNacha(written.text)
        expect(file.faults).toEqual([])
        const found = file.batches.flatMap((batch) => batch.entries.map((entry) => ({ batch, entry })))
        expect(found).toHaveLength(entries.length)
        for (const [at, { entry: sent, trace }] of written.traces.entries()) {
          const { batch, entry } = found[at] ?? {}
          expect(entry).toMatchObject({
            ...{
              trace,
              transactionCode: codeOf(sent),
              routingNumber: sent.routingNumber,
              cents: sent.amount,
            },
            accountNumber: sent.accountNumber.toUpperCase(),
          })
          expect(batch?.secCode).toBe(sent.secCode)
          expect(entry?.addenda === undefined).toBe(sent.addenda === undefined)
        }
        expect(new Set(written.traces.map(({ entry }) => entry)).size).toBe(entries.length)
      },
    ),
    { seed, numRuns: trials(5_000) },
  )
}, 3_600_000)

test('the reader finds what is wrong with a file', () => {
  const entry: AchEntry = {
    ...{ direction: 'Credit', secCode: 'CCD', routingNumber: '021000021', accountNumber: '000123456789' },
    ...{
      accountType: 'Checking',
      amount: 136_460 as Cents,
      individualId: 'CXL-000045',
      name: 'LIEN BANK NA',
    },
  }
  const { text } = writeAchFile(originator, [entry, { ...entry, accountNumber: '5550001' }], {
    ...{ date: '2026-10-15', time: '0930', modifier: 'A', effectiveEntryDate: '2026-10-16', firstTrace: 1 },
  })
  expect(readNacha(text).faults).toEqual([])
  const lines = text.split('\n')
  // Any character of a record that means something, changed, is a fault.
  const meaningful: readonly (readonly [line: number, from: number, to: number])[] = [
    [0, 1, 13],
    [1, 80, 94],
    [2, 1, 12],
    [2, 30, 39],
    [2, 79, 88],
    [4, 1, 44],
    [4, 80, 94],
    [5, 1, 55],
  ]
  for (const [at, from, to] of meaningful)
    for (let column = from - 1; column < to; column += 1) {
      const line = lines[at] ?? ''
      const other = line[column] === '7' ? '4' : '7'
      const torn = `${line.slice(0, column)}${other}${line.slice(column + 1)}`
      const changed = lines.map((one, place) => (place === at ? torn : one)).join('\n')
      expect(readNacha(changed).faults.length, `line ${at + 1}, column ${column + 1}`).toBeGreaterThan(0)
    }
})
