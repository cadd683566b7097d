import { type Cents, minus, smaller, ZERO } from '../money.ts'
import { notBelowZero } from './caps.ts'
import type { ClaimFacts } from './claim.ts'

// What the customer pays first.

export interface Deductible {
  readonly amount: Cents
  /** Asked once a claim, or once for each detail. */
  readonly per: 'Claim' | 'Detail'
}

/** The deductible at this repair facility. */
export function deductibleAt({ terms, facility }: Pick<ClaimFacts, 'terms' | 'facility'>): Deductible {
  const { type, amount, reducedAmount } = terms.deductible
  const isRelated = facility?.isRelated ?? false
  switch (type) {
    case 'PerVisit':
      return { amount, per: 'Claim' }
    case 'PerComponent':
    case 'PerItem':
      return { amount, per: 'Detail' }
    case 'Disappearing':
      return { amount: isRelated ? ZERO : amount, per: 'Claim' }
    case 'Reduced':
      return { amount: isRelated ? (reducedAmount ?? amount) : amount, per: 'Claim' }
    default:
      return type satisfies never
  }
}

/**
 * What each open detail gives, in sequence, each at most its subtotal. What decided details gave to a deductible of the
 * whole claim is not asked again.
 */
export function deductiblesInSequence(
  { amount, per }: Deductible,
  givenByDecided: Cents,
): (subtotal: Cents) => Cents {
  let left = per === 'Claim' ? notBelowZero(minus(amount, givenByDecided)) : amount
  return (subtotal) => {
    const given = smaller(left, subtotal)
    if (per === 'Claim') left = minus(left, given)
    return given
  }
}
