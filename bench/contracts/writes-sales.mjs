// The sales of the bench of contract writes: what a request says, and which parts of it are others each time.
import { randomUUID } from 'node:crypto'

// What letters count for in the check digit; I, O and Q are in no VIN.
const letterValues = new Map(
  ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ'].flatMap((letters, value) =>
    [...letters].map((letter) => [letter, value]),
  ),
)
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The VIN of a pickup of 2024 with the right check digit. */
function vinOf(nth) {
  const vin = `1FTFW1E50RF${String(nth).padStart(6, '0')}`
  const sum = [...vin].reduce((all, letter, at) => all + letterValues.get(letter) * weights[at], 0)
  return `${vin.slice(0, 8)}${sum % 11 === 10 ? 'X' : sum % 11}${vin.slice(9)}`
}

/** What is another in each sale. A VIN has six digits to count in; the two who sell count apart. */
export const saleInputs = (nth) => ({
  key: randomUUID(),
  vin: vinOf(nth),
  lastName: `Reyes${nth}`,
  email: `dana.reyes${nth}@example.com`,
})

export const finalizeInputs = (contractId) => ({ key: randomUUID(), contractId })

/** Somebody who buys again, and the pickup of each time. */
const known = { lastName: 'Reyes', email: 'dana@example.com' }

export const saleBody = (rateId, { vin, lastName, email }) => ({
  rateId,
  retailPrice: 2995,
  customer: {
    firstName: 'Dana',
    lastName,
    email,
    phone: '512-555-0142',
    address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
  },
  vehicle: { vin },
  vehiclePurchasePrice: 52_000,
  financing: { dealType: 'Loan', amountFinanced: 48_000, apr: 6.9, termMonths: 72 },
  lienHolderNumber: 'L100',
  customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
})

/** The kinds of writes: where each goes, what it says, and what is another each time. */
export const writes = (rateId) => ({
  sellToNew: {
    path: () => '/contracts',
    body: (inputs) => saleBody(rateId, inputs),
    status: 201,
  },
  sellToKnown: {
    path: () => '/contracts',
    body: (inputs) => saleBody(rateId, { ...inputs, ...known }),
    status: 201,
  },
  finalize: {
    path: ({ contractId }) => `/contracts/${contractId}/finalize`,
    body: () => ({}),
    status: 200,
  },
})

/** A rate that was quoted, good for a month. */
export async function quotedRate(url, token) {
  const question = new URLSearchParams({
    year: '2024',
    make: 'Ford',
    model: 'F-150',
    driveType: '4WD',
    odometer: '12000',
    productTypeCode: 'VSC',
  })
  const answer = await fetch(`${url}/Rates/rateQuote/D1001?${question}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { products } = await answer.json()
  const rates = products.flatMap(({ programs }) =>
    programs.flatMap(({ plans }) => plans.flatMap((plan) => plan.rates)),
  )
  const wanted = rates.find(
    ({ planCode, term, deductible }) =>
      planCode === 'PLATINUM' && term.code === '60/75000' && deductible.code === '0',
  )
  if (!wanted) throw new Error('The rate of the sale is not quoted.')
  return wanted.rateId
}
