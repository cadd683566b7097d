import { describe, expect, test } from 'vitest'
import { centsOf } from '../../domain/money.ts'
import { readBai2 } from './read-bai2.ts'
import { readBankCsv } from './read-csv.ts'

const balances = { openingBalance: centsOf(1000), closingBalance: centsOf(2010.93) }
const csv = [
  'Date,Amount,Check Number,Reference,Description',
  '2024-03-15,"1,362.93",10441,,Deposit',
  '03/18/2024,-352.00,,W-77,"Wire, Repair Shop"',
].join('\n')

describe('a CSV file', () => {
  test('has lines with signed amounts, and dates in both ways', () => {
    expect(readBankCsv(csv, balances)).toEqual({
      statement: {
        ...balances,
        statementDate: '2024-03-18',
        lines: [
          {
            date: '2024-03-15',
            amount: 136_293,
            checkNumber: '10441',
            reference: null,
            description: 'Deposit',
          },
          {
            date: '2024-03-18',
            amount: -35_200,
            checkNumber: null,
            reference: 'W-77',
            description: 'Wire, Repair Shop',
          },
        ],
      },
    })
  })

  test('may leave columns out', () => {
    const read = readBankCsv('amount,date\n1010.93,2024-03-15\n', balances)
    expect(read).toMatchObject({
      statement: { lines: [{ amount: 101_093, checkNumber: null, description: '' }] },
    })
  })

  const faulty: readonly (readonly [string, string, number, string])[] = [
    ['is empty', '', 1, 'no column "date"'],
    ['has no lines', 'date,amount', 1, 'no lines'],
    ['has an unknown column', 'date,amount,payee\n2024-03-15,1,x', 1, 'no column "payee"'],
    ['has no date', csv.replace('2024-03-15', '2024-02-30'), 2, '"2024-02-30" is not a date'],
    ['has a third decimal', csv.replace('-352.00', '-352.001'), 3, '"-352.001" is not an amount'],
    ['has an amount of 0', csv.replace('-352.00', '0'), 3, 'amount is 0'],
    ['has a short line', `${csv}\n2024-03-18,5`, 4, '2 cells instead of 5'],
    ['has an open quote', `${csv}\n"2024-03-18,5`, 4, 'no closing quote'],
    [
      'does not balance',
      csv.replace('-352.00', '-352.01'),
      3,
      'give 2010.92, but the closing balance is 2010.93',
    ],
  ]
  test.each(faulty)('that %s is refused', (_, text, line, reason) => {
    const read = readBankCsv(text, balances)
    expect('faults' in read && read.faults).toContainEqual({ line, reason: expect.stringContaining(reason) })
  })

  test('is refused with every fault', () => {
    const read = readBankCsv(csv.replace('2024-03-15', 'x').replace('-352.00', 'y'), balances)
    expect('faults' in read && read.faults.map(({ line }) => line)).toEqual([2, 3])
  })
})

const bai2 = [
  '01,091000019,1123456789,240316,0500,1,80,10,2/',
  '02,1123456789,091000019,1,240315,,USD,2/',
  '03,000123,USD,010,100000,,,015,201093,,/',
  '16,301,136293,Z,B1,DEP-7,Deposit, branch 4/',
  '16,475,35200,S,0,35200,0,B2,0000010441/',
  '88,REPAIR SHOP INC/',
  '49,472586,5/',
  '98,472586,1,7/',
  '99,472586,1,9/',
]
const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`
const changed = (at: number, line: string) => textOf(bai2.map((old, place) => (place === at ? line : old)))

describe('a BAI2 file', () => {
  test('has the balances and the transactions of an account', () => {
    expect(readBai2(textOf(bai2))).toEqual({
      statement: {
        ...balances,
        statementDate: '2024-03-15',
        lines: [
          {
            date: '2024-03-15',
            amount: 136_293,
            checkNumber: null,
            reference: 'DEP-7',
            description: 'Deposit, branch 4',
          },
          {
            date: '2024-03-15',
            amount: -35_200,
            checkNumber: '10441',
            reference: 'B2',
            description: 'REPAIR SHOP INC',
          },
        ],
      },
    })
  })

  const faulty: readonly (readonly [string, string, number, string])[] = [
    ['is something else', 'date,amount\n', 1, 'does not begin with a BAI2 record code'],
    ['has no header', textOf(bai2.slice(1)), 1, 'does not begin with a BAI2 file header'],
    ['is cut off', textOf(bai2.slice(0, 7)), 7, 'ends before its trailer'],
    [
      'has lost a transaction',
      textOf(bai2.filter((_, at) => at !== 3)),
      6,
      'control total should be 472586 and is 336293',
    ],
    [
      'has lost a record',
      textOf(bai2.filter((_, at) => at !== 5)),
      6,
      'number of records should be 5 and is 4',
    ],
    ['counts its accounts wrong', changed(7, '98,472586,2,7/'), 8, 'number of accounts should be 2 and is 1'],
    [
      'has a bad amount',
      changed(3, '16,301,1362.93,Z,B1,DEP-7,/'),
      4,
      '"1362.93" is not a whole number of cents',
    ],
    ['has a bad date', changed(1, '02,1123456789,091000019,1,241315,,USD,2/'), 2, '"241315" is not a date'],
    ['has an unknown transaction', changed(3, '16,999,136293,Z,B1,DEP-7,/'), 4, 'no transaction type "999"'],
    ['has no balances', changed(2, '03,000123,USD,040,301093,,/'), 9, 'no opening (010) or closing (015)'],
    ['has something behind its end', textOf([...bai2, '16,301,1,Z,,,/']), 10, 'behind the trailer'],
    [
      'has its parts in another order',
      textOf([bai2[0] ?? '', ...bai2.slice(2)]),
      2,
      'record 03 cannot stand here',
    ],
  ]
  test.each(faulty)('that %s is refused', (_, text, line, reason) => {
    expect(readBai2(text)).toEqual({ faults: [{ line, reason: expect.stringContaining(reason) }] })
  })

  test('that does not balance is refused', () => {
    const text = textOf(bai2).replace('015,201093', '015,201094').replaceAll('472586', '472587')
    expect(readBai2(text)).toMatchObject({ faults: [{ reason: expect.stringContaining('give 2010.93') }] })
  })
})
