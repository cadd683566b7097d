import { describe, expect, test } from 'vitest'
import { bankAccountChange, type CorrectedEntry, readReturns } from './read-returns.ts'

const ours = { origin: '1123456789', companyId: '1123456789' }

const header =
  '101 112345678909100001926101809 00A094101PROTECT ADMIN LLC      FIRST BANK                     '
    .replace('09 00', '0900')
    .padEnd(94)
const batch = (sec = 'CCD') =>
  `5200PROTECT ADMIN                       1123456789${sec}RETURNS   261018261018   1091000010000001`
const entry = (code: string, bank: string, amount: number) =>
  `6${code}${bank}${'000123456789'.padEnd(17)}${String(amount).padStart(10, '0')}${''.padEnd(15)}${'LIEN BANK NA'.padEnd(22)}  1021000020000001`
const returned = (code: string, trace: string) =>
  `799${code}${trace}      02100002${''.padEnd(44)}021000020000001`
const corrected = (code: string, trace: string, data: string) =>
  `798${code}${trace}      02100002${data.padEnd(29)}${''.padEnd(15)}021000020000001`
const sums = (count: number, hash: number, debit: number, credit: number, width: number) =>
  [String(count).padStart(width, '0'), String(hash).padStart(10, '0')].join('') +
  [debit, credit].map((amount) => String(amount).padStart(12, '0')).join('')
const batchControl = (count: number, hash: number, debit: number, credit: number) =>
  `8200${sums(count, hash, debit, credit, 6)}1123456789${''.padEnd(25)}091000010000001`
const fileControl = (batches: number, count: number, hash: number, debit: number, credit: number) =>
  `9${String(batches).padStart(6, '0')}000001${sums(count, hash, debit, credit, 8)}`.padEnd(94)

const trace = '091000010000001'
const good = [
  header,
  batch(),
  entry('21', '021000021', 136_460),
  returned('R03', trace),
  batchControl(2, 2_100_002, 0, 136_460),
  batch('COR'),
  entry('21', '011401533', 0),
  corrected('C01', '091000010000002', '5550002'),
  batchControl(2, 1_140_153, 0, 0),
  fileControl(2, 4, 3_240_155, 0, 136_460),
]
const fileOf = (lines: readonly string[], end = '\n') => lines.map((line) => line + end).join('')
const changed = (at: number, line: string) => fileOf(good.map((old, place) => (place === at ? line : old)))

test('returns and notifications of change name our entries', () => {
  const notices = [
    { kind: 'Return', trace, amount: 136_460, code: 'R03' },
    { kind: 'Correction', trace: '091000010000002', code: 'C01', correctedData: '5550002' },
  ]
  expect(readReturns(fileOf(good), ours)).toEqual({ notices })
  expect(readReturns(fileOf(good, '\r\n'), ours)).toEqual({ notices })
  expect(readReturns(fileOf([...good, '9'.repeat(94)]), ours)).toEqual({ notices })
})

describe('a file is refused whole, with the line and the reason,', () => {
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['when it is empty', '', 1, 'does not begin with'],
    ['when it is something else', 'date,amount\n', 1, '11 characters'],
    ['when a line is cut', changed(2, good[2]?.slice(0, 90) ?? ''), 3, '90 characters'],
    ['when it ends early', fileOf(good.slice(0, 5)), 5, 'ends before its file control'],
    ['when its last batch is open', fileOf([...good.slice(0, 8), good[9] ?? '']), 9, 'last batch'],
    ['when an entry has no addenda', fileOf([...good.slice(0, 3), ...good.slice(4)]), 3, 'no addenda record'],
    [
      'when a batch adds up wrong',
      changed(4, batchControl(2, 2_100_002, 0, 136_461)),
      5,
      'sum of credits should be 136461 and is 136460',
    ],
    ['when a hash is wrong', changed(8, batchControl(2, 1_140_154, 0, 0)), 9, 'entry hash should be 1140154'],
    [
      'when the file adds up wrong',
      changed(9, fileControl(2, 5, 3_240_155, 0, 136_460)),
      10,
      'number of records should be 5',
    ],
    [
      'when batches are missing',
      changed(9, fileControl(3, 4, 3_240_155, 0, 136_460)),
      10,
      'should have 3 batches and has 2',
    ],
    [
      'when an amount is no number',
      changed(2, (good[2] ?? '').replace('0000136460', '00001x6460')),
      3,
      'The amount is not a number',
    ],
    ['when it has payments', changed(3, `705${''.padEnd(80)}00010000001`), 4, 'original trace number'],
    ['when a record is unknown', changed(3, '4'.padEnd(94)), 3, 'no addenda record'],
    ['when there is more behind it', fileOf([...good, batch()]), 11, 'behind the file control'],
  ]
  test.each(cases)('%s', (_, text, line, reason) => {
    expect(readReturns(text, ours)).toEqual({ fault: { line, reason: expect.stringContaining(reason) } })
  })

  test('when it is for another company', () => {
    expect(readReturns(fileOf(good), { origin: '1999999999', companyId: '1999999999' })).toEqual({
      fault: { line: 1, reason: 'The file is for another company.' },
    })
  })
})

describe('corrected data', () => {
  const cases: readonly (readonly [string, string, object])[] = [
    ['C01', '5550002', { accountNumber: '5550002' }],
    ['C02', '091000019', { routingNumber: '091000019' }],
    ['C03', '091000019   5550002', { routingNumber: '091000019', accountNumber: '5550002' }],
    ['C05', '37', { accountType: 'Savings' }],
    ['C06', '5550002             27', { accountNumber: '5550002', accountType: 'Checking' }],
    [
      'C07',
      '0910000195550002          32',
      { routingNumber: '091000019', accountNumber: '5550002', accountType: 'Savings' },
    ],
    ['C04', 'LIEN BANK OF TEXAS', {}],
  ]
  test.each(cases)('of %s (%s) changes the bank account', (code, correctedData, change) => {
    const entry: CorrectedEntry = { kind: 'Correction', trace, code, correctedData }
    expect(bankAccountChange(entry)).toEqual(change)
  })
})
