// One real sale, whose documents the rows of a bench are given.
import { tokenOf } from '../processes.mjs'

export async function sellOne({ url }) {
  const answer = await fetch(`${url}/contracts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(url, 'sandbox-admin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      dealerNumber: 'D1001',
      planId: 3,
      termId: 5,
      deductibleId: 1,
      retailPrice: 2995,
      customer: {
        firstName: 'Dana',
        lastName: 'Reyes',
        email: 'dana@example.com',
        phone: '512-555-0142',
        address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
      },
      vehicle: { vin: '1FTFW1E58RF000001', driveType: '4WD', odometer: 12_000 },
      vehiclePurchasePrice: 52_000,
      financing: { dealType: 'Loan', amountFinanced: 48_000, apr: 6.9, termMonths: 72 },
      lienHolderNumber: 'L100',
      customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
    }),
  })
  if (answer.status !== 201) throw new Error(`Not sold: ${await answer.text()}`)
}
