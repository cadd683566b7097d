/** An amount of money in whole cents. Only this file multiplies or divides one. */
export type Cents = number & { readonly unit: 'cents' }

/** The largest amount on the wire. Above it, two counts of cents would be one number. */
export const AMOUNT_AT_MOST = 2 ** 45

/** From the number on the wire, which has at most two decimals. */
export function centsOf(amount: number): Cents {
  if (!(Math.abs(amount) <= AMOUNT_AT_MOST)) throw new Error(`${amount} cannot be counted in cents.`)
  return Math.round(amount * 100) as Cents
}

/** The number on the wire. */
export const amountOf = (cents: Cents): number => cents / 100
