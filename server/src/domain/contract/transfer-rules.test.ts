import { describe, expect, test } from 'vitest'
import { type Cents, ZERO } from '../money.ts'
import { type TransferFacts, transferRefusals, usualTransferFee } from './transfer-rules.ts'

const texas: TransferFacts = {
  isTransferable: true,
  isTransferred: false,
  stateOfSale: 'TX',
  saleDate: '2024-03-15',
  lastOdometer: 12_000,
  transferDays: 30,
  transferFee: 4_000 as Cents,
}
const florida = { ...texas, stateOfSale: 'FL' }
const transfer = { transferDate: '2024-06-01', odometer: 15_000, fee: undefined }
const fee = (cents: number) => ({ ...transfer, fee: cents as Cents })

describe('the refusals of a transfer', () => {
  test.each([
    ['nothing', texas, transfer, '2024-06-01', []],
    ['the last day', texas, transfer, '2024-07-01', []],
    ['a day too late', texas, transfer, '2024-07-02', ['TransferWindowPassed']],
    ['a day in the future', texas, transfer, '2024-05-31', ['TransferWindowPassed']],
    [
      'before the sale',
      texas,
      { ...transfer, transferDate: '2024-03-14' },
      '2024-03-20',
      ['TransferWindowPassed'],
    ],
    ['on the day of the sale', texas, { ...transfer, transferDate: '2024-03-15' }, '2024-03-20', []],
    ['a longer window', { ...texas, transferDays: 60 }, transfer, '2024-07-31', []],
    [
      'a program without transfers',
      { ...texas, isTransferable: false },
      transfer,
      '2024-06-01',
      ['NotTransferable'],
    ],
    ['a second transfer', { ...texas, isTransferred: true }, transfer, '2024-06-01', ['AlreadyTransferred']],
    ['the same odometer reading', texas, { ...transfer, odometer: 12_000 }, '2024-06-01', []],
    [
      'a lower odometer reading',
      texas,
      { ...transfer, odometer: 11_999 },
      '2024-06-01',
      ['OdometerBelowLastKnown'],
    ],
    ['no earlier reading', { ...texas, lastOdometer: null }, { ...transfer, odometer: 0 }, '2024-06-01', []],
    ['any fee in Texas', texas, fee(9_999), '2024-06-01', []],
    ['40.00 in Florida', florida, fee(4_000), '2024-06-01', []],
    ['40.01 in Florida', florida, fee(4_001), '2024-06-01', ['TransferFeeTooHigh']],
    ['any program in Florida', { ...florida, isTransferable: false }, transfer, '2024-06-01', []],
    ['a second transfer in Florida', { ...florida, isTransferred: true }, transfer, '2024-06-01', []],
    [
      'everything at once',
      { ...texas, isTransferable: false, isTransferred: true },
      { ...transfer, odometer: 1 },
      '2025-01-01',
      ['NotTransferable', 'AlreadyTransferred', 'TransferWindowPassed', 'OdometerBelowLastKnown'],
    ],
  ])('%s', (_, facts, question, today, codes) => {
    expect(transferRefusals(facts, question, today).map(({ code }) => code)).toEqual(codes)
  })

  test('names the maximum fee and the last known odometer', () => {
    expect(transferRefusals(florida, { ...fee(5_000), odometer: 1 }, '2024-06-01')).toEqual([
      { code: 'TransferFeeTooHigh', max: 40 },
      { code: 'OdometerBelowLastKnown', lastKnown: 12_000 },
    ])
  })
})

describe('the usual fee', () => {
  test.each([
    ['the default of the setting', texas, 4_000],
    ['zero', { ...texas, transferFee: ZERO }, 0],
    ['the fee of the administrator', { ...texas, transferFee: 7_500 as Cents }, 7_500],
    [
      'an administrator’s own, above the maximum of Florida',
      { ...florida, transferFee: 7_500 as Cents },
      4_000,
    ],
    [
      'an administrator’s own, below the maximum of Florida',
      { ...florida, transferFee: 2_000 as Cents },
      2_000,
    ],
  ])('%s', (_, facts, cents) => {
    expect(usualTransferFee(facts)).toBe(cents)
  })
})
