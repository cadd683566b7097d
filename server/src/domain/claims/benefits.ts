import { type Cents, minus, plus, smaller, ZERO } from '../money.ts'
import { benefitCodes, notBelowZero } from './caps.ts'
import type { BenefitTerms, ClaimTerms, DetailFigures, DetailStatus, MiscLine } from './claim.ts'

// What the benefits of the plan pay in a claim, and what they still leave.

export interface ClaimBenefit {
  readonly code: string
  readonly name: string
  readonly unit: BenefitTerms['unit']
  readonly unitCap: Cents
  readonly occurrenceCap: Cents
  readonly contractCap: Cents | null
  readonly used: Cents
  readonly remaining: Cents
}

interface BenefitDetail {
  readonly status: DetailStatus
  readonly misc: readonly Pick<MiscLine, 'id' | 'type'>[]
  readonly figures: Pick<DetailFigures, 'misc'>
}

export const claimBenefits = (
  { benefits }: Pick<ClaimTerms, 'benefits'>,
  details: readonly BenefitDetail[],
): ClaimBenefit[] => {
  const usedOf = amountsByBenefit(details)
  return benefits.map(({ code, name, unit, unitCap, occurrenceCap, contractCap, usedElsewhere }) => {
    const here = usedOf.get(code) ?? ZERO
    const ofClaim = notBelowZero(minus(occurrenceCap, here))
    if (contractCap === null)
      return { code, name, unit, unitCap, occurrenceCap, contractCap, used: here, remaining: ofClaim }
    // A cap of the contract counts what all its claims take.
    const used = plus(here, usedElsewhere)
    const remaining = smaller(ofClaim, notBelowZero(minus(contractCap, used)))
    return { code, name, unit, unitCap, occurrenceCap, contractCap, used, remaining }
  })
}

/** What the lines of the details take, by the code of the benefit. Denied and voided details take nothing. */
export function amountsByBenefit(details: readonly BenefitDetail[]): ReadonlyMap<string, Cents> {
  const amounts = new Map<string, Cents>()
  for (const { status, misc, figures } of details) {
    if (status === 'Denied' || status === 'Voided') continue
    for (const { id, type } of misc) {
      const code = benefitCodes[type]
      const amount = figures.misc.find((line) => line.id === id)?.amount ?? ZERO
      if (code !== undefined) amounts.set(code, plus(amounts.get(code) ?? ZERO, amount))
    }
  }
  return amounts
}
