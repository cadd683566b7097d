/** An amount of money in whole cents. Only this file multiplies or divides one. */
export type Cents = number & { readonly unit: 'cents' }

/** From the number on the wire, which has at most two decimals. */
export function centsOf(amount: number): Cents {
  const cents = Math.round(amount * 100)
  if (!Number.isSafeInteger(cents)) throw new Error(`${amount} cannot be counted in cents.`)
  return cents as Cents
}

/** The number on the wire. */
export const amountOf = (cents: Cents): number => cents / 100
