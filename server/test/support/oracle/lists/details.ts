import fc from 'fast-check'
import { productTypes } from '../../../../src/reference/product-types.ts'
import type { Raw } from './world.ts'

const codes = productTypes.map(({ code }) => code as string)
const requesters = ['Customer', 'Dealer', 'LienHolder', 'Administrator', 'Insurer']

const part = (text: fc.Arbitrary<string>) =>
  fc.record({
    categoryCode: fc.option(text),
    excludedFor: fc.subarray(codes, { maxLength: 2 }),
    notFor: fc.subarray(codes, { maxLength: 2 }),
  })

/** The filters that only one of the reference lists has. */
export function detailsOf(list: string, text: fc.Arbitrary<string>): fc.Arbitrary<Raw> {
  switch (list) {
    case 'ContractHoldReason':
      return fc.constant({
        blocksClaims: true,
        freezesPayables: true,
        defaultMode: 'Freeze',
        autoResolve: false,
      })
    case 'CancelMethod':
      return fc.constant({ formula: 'none', monthRule: 'Ignore', refundPercent: 100 })
    case 'CancelReason':
      return fc.record({
        requestedBy: fc.subarray(requesters),
        forcesFlat: fc.boolean(),
        requiredDocuments: fc.constant([]),
        payeeRule: fc.constant('Standard'),
      })
    case 'Complaint':
    case 'Cause':
    case 'Correction':
      return part(text)
    default:
      return fc.constant({})
  }
}
