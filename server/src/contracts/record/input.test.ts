import { describe, expect, test } from 'vitest'
import type { Cents } from '../../domain/money.ts'
import { ContractInput, contradictions, quoteQueryFromBody } from './input.ts'

const truck = { year: 2024, make: 'Ford', model: 'F-150', driveType: '4WD', odometer: 12_000 } as const

describe('the quote for a sale', () => {
  test('a vehicle and its loan', () => {
    const body = ContractInput.parse({
      planId: 3,
      surchargeCodes: ['seals'],
      saleDate: '2024-03-15',
      vehicle: { ...truck, msrp: 52_000.5 },
      vehiclePurchasePrice: 50_000,
      financing: { dealType: 'Loan', amountFinanced: 48_000, apr: 6.9, termMonths: 72 },
    })
    expect(quoteQueryFromBody(body)).toEqual({
      ...truck,
      msrp: 5_200_050,
      saleDate: '2024-03-15',
      vehiclePurchasePrice: 5_000_000,
      dealType: 'Loan',
      financedAmount: 4_800_000,
      apr: 6.9,
      financeTermMonths: 72,
      planId: [3],
      surchargeCodes: ['SEALS'],
    })
  })

  test('an item without a VIN', () => {
    const body = ContractInput.parse({
      asset: { assetTypeCode: 'tv', identifier: 'SN-1', purchasePrice: 1_299.99 },
    })
    expect(quoteQueryFromBody(body)).toEqual({
      assetTypeCode: 'TV',
      serialNumber: 'SN-1',
      itemPurchasePrice: 129_999,
    })
  })
})

describe('a sale that contradicts its quote', () => {
  const quoted = { ...truck, make: 'FORD', saleDate: '2024-03-15', msrp: 5_200_050 as Cents }
  test.each([
    [{}, []],
    [{ vehicle: { vin: '1FTFW1E58RF000001' } }, []],
    [{ vehicle: { ...truck, make: 'ford' } }, []],
    [{ vehicle: { odometer: 12_001 } }, ['/vehicle/odometer']],
    [{ vehicle: { msrp: 52_000.5 } }, []],
    [{ vehicle: { msrp: 52_000 }, saleDate: '2024-03-14' }, ['/vehicle/msrp', '/saleDate']],
    [{ financing: { dealType: 'Cash' } }, []],
  ])('%j: %j', (body, pointers) => {
    expect(contradictions(quoted, ContractInput.parse(body))).toEqual(pointers)
  })
})
