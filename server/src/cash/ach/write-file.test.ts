import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secCodes } from '../../domain/bank-numbers.ts'
import { LAST_TRACE } from '../../domain/cash/ach.ts'
import type { Cents } from '../../domain/money.ts'
import { textField } from './fields.ts'
import { type AchEntry, writeAchFile } from './write-file.ts'

const originator = {
  destination: '091000019',
  destinationName: 'First Bank',
  origin: '1123456789',
  originName: 'Protect Admin LLC',
  companyName: 'Protect Admin',
  companyId: '1123456789',
}
const facts = {
  date: '2026-10-15',
  time: '0930',
  modifier: 'A',
  effectiveEntryDate: '2026-10-16',
  firstTrace: 1,
} as const
const lienBank: AchEntry = {
  direction: 'Credit',
  secCode: 'CCD',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountType: 'Checking',
  amount: 136_460 as Cents,
  individualId: 'CXL-000045',
  name: 'Lien Bank NA',
}
const repairShop: AchEntry = {
  ...lienBank,
  routingNumber: '011401533',
  accountNumber: '5550001',
  amount: 35_200 as Cents,
  individualId: 'CLM-000311',
  name: 'Repair Shop Inc',
}
const linesOf = (text: string) => text.split('\n').slice(0, -1)

test('two payments are the file of the example, character by character', () => {
  const { text, ...rest } = writeAchFile(originator, [lienBank, repairShop], facts)
  expect(linesOf(text)).toEqual([
    '101 09100001911234567892610150930A094101FIRST BANK             PROTECT ADMIN LLC              ',
    '5220PROTECT ADMIN                       1123456789CCDPAYMENTS  261015261016   1091000010000001',
    '622021000021000123456789     0000136460CXL-000045     LIEN BANK NA            0091000010000001',
    '6220114015335550001          0000035200CLM-000311     REPAIR SHOP INC         0091000010000002',
    '822000000200032401550000000000000000001716601123456789                         091000010000001',
    '9000001000001000000020003240155000000000000000000171660                                       ',
    ...Array.from({ length: 4 }, () => '9'.repeat(94)),
  ])
  expect(rest).toMatchObject({
    ...{ batchCount: 1, entryCount: 2, totalDebit: 0, totalCredit: 171_660, entryHash: 3_240_155 },
    traces: [{ trace: '091000010000001' }, { trace: '091000010000002' }],
  })
})

describe('an entry', () => {
  const codes = [
    ['Checking', 'Credit', 100, '22'],
    ['Checking', 'Debit', 100, '27'],
    ['Savings', 'Credit', 100, '32'],
    ['Savings', 'Debit', 100, '37'],
    ['Checking', 'Credit', 0, '23'],
    ['Checking', 'Debit', 0, '28'],
    ['Savings', 'Credit', 0, '33'],
    ['Savings', 'Debit', 0, '38'],
  ] as const
  test.each(codes)(
    'to %s, %s of %i cents has the transaction code %s',
    (accountType, direction, amount, code) => {
      const entry = { ...lienBank, accountType, direction, amount: amount as Cents }
      expect(linesOf(writeAchFile(originator, [entry], facts).text)[2]?.slice(1, 3)).toBe(code)
    },
  )

  test('with an addenda record says so, and both count', () => {
    const { text } = writeAchFile(originator, [{ ...lienBank, addenda: 'VSC-000120 VSC-000121' }], facts)
    const [, , entry, addenda, batchControl, fileControl] = linesOf(text)
    expect(entry?.[78]).toBe('1')
    expect(addenda).toBe(`705${'VSC-000120 VSC-000121'.padEnd(80)}00010000001`)
    expect(batchControl?.slice(4, 10)).toBe('000002')
    expect(fileControl?.slice(13, 21)).toBe('00000002')
  })
})

test('each kind and direction has its own batch, and traces go on through all of them', () => {
  const entries = (['Debit', 'Credit'] as const).flatMap((direction) =>
    ['PPD', 'CCD'].map((secCode) => ({ ...lienBank, direction, secCode: secCode as 'PPD' | 'CCD' })),
  )
  const { text, batchCount, traces, totalDebit, totalCredit } = writeAchFile(originator, entries, {
    ...facts,
    firstTrace: 41,
  })
  const headers = linesOf(text).filter((line) => line.startsWith('5'))
  expect(headers.map((line) => `${line.slice(1, 4)} ${line.slice(50, 53)}`)).toEqual([
    ...['220 CCD', '225 CCD', '220 PPD', '225 PPD'],
  ])
  expect(batchCount).toBe(4)
  expect(traces.map(({ trace }) => trace)).toEqual([41, 42, 43, 44].map((at) => `0910000100000${at}`))
  expect([totalDebit, totalCredit]).toEqual([272_920, 272_920])
})

test('names are written in the characters that banks accept', () => {
  expect(textField('Peña & Søn, "Inc."', 22)).toBe('PENA & S N,  INC.     ')
  expect(textField('Zoë’s Repair (West) #4 and a long rest', 22)).toBe('ZOE S REPAIR (WEST) #4')
})

test('a trace number is not used twice, so a file may not go beyond the last one', () => {
  expect(() =>
    writeAchFile(originator, [lienBank, repairShop], { ...facts, firstTrace: LAST_TRACE }),
  ).toThrow('There are no trace numbers left.')
})

const anyEntry = fc.record({
  direction: fc.constantFrom('Credit' as const, 'Debit' as const),
  secCode: fc.constantFrom(...secCodes),
  routingNumber: fc.constantFrom('021000021', '091000019', '011401533'),
  accountNumber: fc.stringMatching(/^[A-Za-z0-9]{4,17}$/),
  accountType: fc.constantFrom('Checking' as const, 'Savings' as const),
  amount: fc.integer({ min: 0, max: 9_999_999_999 }).map((cents) => cents as Cents),
  individualId: fc.string({ unit: 'binary', maxLength: 30 }),
  name: fc.string({ unit: 'binary', maxLength: 40 }),
  addenda: fc.option(fc.string({ unit: 'binary', maxLength: 100 }), { nil: undefined }),
})

test('any file has whole blocks of records of 94 accepted characters, and totals that are those of its entries', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 30 }), (entries) => {
      const { text, totalCredit, totalDebit } = writeAchFile(originator, entries, facts)
      const lines = linesOf(text)
      expect(lines.length % 10).toBe(0)
      for (const line of lines) expect(line).toMatch(/^[A-Z0-9.,\-&/ #$()']{94}$/)
      const paid = lines.filter((line) => line.startsWith('6'))
      const sum = (of: RegExp) =>
        paid
          .filter((line) => of.test(line.slice(1, 3)))
          .reduce((all, line) => all + Number(line.slice(29, 39)), 0)
      expect([sum(/[23][23]/), sum(/[23][78]/)]).toEqual([totalCredit, totalDebit])
      expect(paid).toHaveLength(entries.length)
    }),
  )
})
