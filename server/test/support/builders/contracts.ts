import { randomUUID } from 'node:crypto'
import type { Answer, Caller } from '../service/api.ts'
import { rateIn, standingQuote, truck } from './quotes.ts'

// Sells contracts over the API, for tests.

export const dana = {
  firstName: 'Dana',
  lastName: 'Reyes',
  email: 'dana@example.com',
  phone: '512-555-0142',
  address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
}

let made = 0

/** A new valid VIN of a 2024 Ford pickup. */
export function newVin(): string {
  made += 1
  return withCheckDigit(`1FTFW1E5_RF${String(made).padStart(6, '0')}`)
}

const values: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'0123456789'].map((digit) => [digit, Number(digit)]),
  ...[...'ABCDEFGH'].map((letter, at) => [letter, at + 1]),
  ...[...'JKLMN'].map((letter, at) => [letter, at + 1]),
  ...[
    ['P', 7],
    ['R', 9],
  ],
  ...[...'STUVWXYZ'].map((letter, at) => [letter, at + 2]),
])
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The VIN with the correct check digit. */
export function withCheckDigit(vin: string): string {
  const sum = [...vin].reduce((all, one, at) => all + (values[one] ?? 0) * (weights[at] ?? 0), 0)
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11)
  return `${vin.slice(0, 8)}${digit}${vin.slice(9)}`
}

/** The body for a sale of R1, without its rate. */
export const saleOfR1 = (vin = newVin()) => ({
  retailPrice: 2995,
  customer: dana,
  vehicle: { vin },
  vehiclePurchasePrice: 52_000,
  financing: { dealType: 'Loan', amountFinanced: 48_000, apr: 6.9, termMonths: 72 },
  lienHolderNumber: 'L100',
  customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
})

/** The id of the rate of R1: PLATINUM 60/75,000 without deductible. */
export async function rateIdOfR1(caller: Caller, dealer = 'D1001', parameters = {}): Promise<string> {
  const quoted = await standingQuote(caller, dealer, { ...truck, productTypeCode: 'VSC', ...parameters })
  return rateIn(quoted, 'PLATINUM 60/75000 0').rateId
}

/** Sells R1 at a dealer, with changes to the body. */
export async function sellR1(caller: Caller, changes: object = {}, dealer = 'D1001'): Promise<Answer> {
  const rateId = await rateIdOfR1(caller, dealer)
  return caller.post('/contracts', { rateId, ...saleOfR1(), ...changes })
}

export const withKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })

export const finalize = (caller: Caller, id: number, body: object = {}): Promise<Answer> =>
  caller.post(`/contracts/${id}/finalize`, body, withKey())

/** Sells and finalizes R1, and gives the contract. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
export async function sellAndFinalize(caller: Caller, changes: object = {}, dealer = 'D1001'): Promise<any> {
  const sold = await sellR1(caller, changes, dealer)
  const answer = await finalize(caller, sold.body.id)
  if (answer.status !== 200) throw new Error(`Not in force: ${sold.text} ${answer.text}`)
  return answer.body
}
