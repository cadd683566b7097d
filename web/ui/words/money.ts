/** Whole cents of dollars as the API gives them. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100)

/**
 * Adds the amounts of ticked rows, in dollars as the API gives them. It adds whole cents, so that no fraction is lost.
 * Every other sum comes from the service.
 */
export const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + centsOf(amount), 0) / 100
