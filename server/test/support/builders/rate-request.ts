import type { RetailRule } from '../../../src/domain/rate-book/rate-book.ts'
import { NO_FILTER, type RateRequest } from '../../../src/domain/rating/request.ts'

/** A request for a pickup without any other facts. */
export const fordTruck: RateRequest = {
  assetTypeCode: 'AUTO',
  vin: null,
  year: 2024,
  make: 'FORD',
  model: 'F-150',
  trim: null,
  series: null,
  bodyStyle: null,
  segmentation: null,
  engine: null,
  fuelType: null,
  driveType: '4WD',
  aspiration: null,
  usage: 12_000,
  condition: null,
  inServiceDate: null,
  vehicleUse: null,
  serialNumber: null,
  itemPurchasePrice: null,
  saleDate: '2024-03-15',
  vehiclePurchasePrice: null,
  msrp: null,
  nadaValue: null,
  financedAmount: null,
  financeTermMonths: null,
  apr: null,
  dealType: null,
  state: null,
  customerState: null,
  surchargeCodes: [],
  only: NO_FILTER,
}

/** A rule with only these conditions. */
export const retailRule = (more: Partial<RetailRule>): RetailRule => ({
  states: null,
  plans: null,
  type: 'MSRP',
  suggestedMarkup: null,
  suggestedMarkupPercent: null,
  suggestedPrice: null,
  minimum: null,
  caps: [],
  rounding: 'None',
  regulatedRuleId: null,
  effectiveFrom: null,
  effectiveTo: null,
  ...more,
})
