import type { PlanTerm, Term } from '../rate-book/rate-book.ts'

/** The odometer readings at which a term can be sold, by the same rules as a quote. Null: no upper limit. */
export function openOdometers(
  { basis, miles, hours }: Term,
  { minimumOdometer, maximumOdometer, maximumExpirationOdometer }: PlanTerm,
): { readonly from: number; readonly to: number | null } {
  const limit = hours ?? miles
  const limits = [maximumOdometer, limit === null ? null : termLimit(basis, limit, maximumExpirationOdometer)]
  const known = limits.filter((bound) => bound !== null)
  return { from: minimumOdometer ?? 0, to: known.length === 0 ? null : Math.min(...known) }
}

function termLimit(basis: Term['basis'], limit: number, expiration: number | null): number | null {
  // A term counted from the sale ends that many miles later.
  if (basis === 'FromSale') return expiration === null ? null : expiration - limit
  // Any other term ends at a fixed reading: it can be sold up to the mile before, or never.
  return expiration !== null && expiration < limit ? -1 : limit - 1
}
