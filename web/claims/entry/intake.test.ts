import { expect, test } from 'vitest'
import { newDetail, newLine } from '../lines/draft.ts'
import { claimBody, type Intake, lossBody } from './intake.ts'

const empty: Intake = {
  ...{ contract: null, contractNumber: '', lossDate: '', lossOdometer: undefined, facility: null },
  ...{ repairOrderNumber: '', advisorName: '', customerContact: '', isMine: true, details: [], visits: [] },
}

test('the loss is tried out when contract, date and odometer are known', () => {
  const typed = { ...empty, contractNumber: ' VSC-0001204 ', lossDate: '2025-03-10' }
  expect(lossBody(empty, false)).toBeUndefined()
  expect(lossBody(typed, true)).toBeUndefined()
  expect(lossBody(typed, false)).toEqual({ contractNumber: 'VSC-0001204', lossDate: '2025-03-10' })
  const chosen = { ...typed, contract: { value: '1204', title: 'VSC-0001204' }, lossOdometer: 24100 }
  expect(lossBody(chosen, true)).toEqual({ contractId: 1204, lossDate: '2025-03-10', lossOdometer: 24100 })
})

test('a claim has what its type has, and no empty complaint', () => {
  const loss = { contractId: 1, lossDate: '2025-03-10' }
  const intake = {
    ...empty,
    details: [newDetail(), { ...newDetail(), lines: [{ ...newLine('Misc'), price: 45 }] }],
    visits: [{ serviceCode: 'OIL', serviceDate: '2025-03-10', odometer: undefined, invoiceNumber: '' }],
  }
  const shared = { loss, intake, adjusterId: undefined }
  expect(claimBody({ ...shared, claimType: 'Repair' }).details).toHaveLength(1)
  expect(claimBody({ ...shared, claimType: 'Repair' })).not.toHaveProperty('ppmEvents')
  expect(claimBody({ ...shared, claimType: 'PPM' }).ppmEvents).toEqual([
    { serviceCode: 'OIL', serviceDate: '2025-03-10' },
  ])
  expect(claimBody({ ...shared, claimType: 'GAP' })).not.toHaveProperty('details')
})
