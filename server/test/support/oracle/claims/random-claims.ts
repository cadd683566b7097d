import { adjudicate } from '../../../../src/domain/claims/adjudicate.ts'
import {
  adjustmentTargets,
  type ClaimDetail,
  type ClaimFacts,
  type ClaimTerms,
  deductibleTypes,
  type ManualAdjustment,
  miscTypes,
} from '../../../../src/domain/claims/claim.ts'
import { type Cents, sumCents } from '../../../../src/domain/money.ts'
import type { Chance } from '../../hostile/chance.ts'
import { components, detail, facts, labor, limitedTo, misc, part, taxRule, terms } from './claim-examples.ts'

// Random claims. Amounts are small enough to meet every cap and limit, and odd enough to need rounding.

const dollars = (chance: Chance, most: number): number => chance.between(0, most * 100) / 100
const cents = (chance: Chance, most: number): Cents => chance.between(0, most) as Cents
const centsOrNull = (chance: Chance, percent: number, most: number): Cents | null =>
  chance.is(percent) ? cents(chance, most) : null

const covered = components.filter(({ isCovered }) => isCovered).map(({ code }) => code)
/** Now and then a component that is not covered, or that the product does not have. */
const code = (chance: Chance): string =>
  chance.is(90) ? chance.of(covered) : chance.of(['NAVIGATION', 'UNKNOWN'])

/** A claim in which some details are decided: what was approved in a first round is frozen. */
export function randomClaim(chance: Chance): ClaimFacts {
  const rules = chance.times(chance.below(3), (at) =>
    taxRule(chance.of([0.5, 1, 6.25, 8.25]), {
      ...{ id: at, type: at === 0 ? ('State' as const) : ('County' as const) },
      roundMode: chance.of(['HalfUp', 'Up', 'Down'] as const),
      maximumTaxable: at === 1 ? centsOrNull(chance, 50, 20_000) : null,
    }),
  )
  const all = chance.times(chance.between(1, 4), (at) => randomDetail(chance, at + 1))
  const claim = facts(all, {
    facility: chance.is(70) ? { laborRate: centsOrNull(chance, 60, 18_000), isRelated: chance.is(40) } : null,
    ...{ contractPaid: cents(chance, 70_000), authorizedElsewhere: cents(chance, 30_000) },
    terms: randomTerms(chance),
    taxRules: { Labor: rules, Part: rules, Misc: rules.slice(0, 1) },
  })
  const chosen = all.map(({ status }) => status === 'Pending' && chance.is(30))
  const isSupplement = chance.is(50)
  const before = all.filter((_, at) => chosen[at] || !isSupplement)
  return partlyPaid(
    chance,
    decide({ ...claim, details: before }, claim, (at) => chosen[at] === true),
  )
}

/** Pays some of the decided details, some of them in part. */
function partlyPaid(chance: Chance, claim: ClaimFacts): ClaimFacts {
  const details = claim.details.map((each) => {
    const payable = each.frozen?.payable ?? 0
    return chance.is(30)
      ? { ...each, paid: (chance.is(50) ? payable : chance.below(payable + 1)) as Cents }
      : each
  })
  return {
    ...claim,
    details,
    contractPaid: sumCents([claim.contractPaid, ...details.map(({ paid }) => paid)]),
  }
}

/** The claim with details decided as an earlier claim has them. */
export function decide(before: ClaimFacts, claim: ClaimFacts, isChosen: (at: number) => boolean): ClaimFacts {
  const first = adjudicate(before)
  const details = claim.details.map((each, at): ClaimDetail => {
    const frozen = first.details.get(each.id)
    if (!isChosen(at) || !frozen) return each
    return { ...each, status: 'Authorized', frozen }
  })
  return { ...claim, details }
}

const someStatuses = ['Pending', 'Pending', 'Pending', 'Hold', 'Inspection', 'Denied', 'Voided'] as const

function randomDetail(chance: Chance, sequence: number): ClaimDetail {
  const idOf = (kind: number, line: number) => sequence * 100 + kind * 10 + line
  const component = () => (chance.is(30) ? { component: code(chance) } : {})
  const codes = chance.times(chance.below(4), () => code(chance))
  const primary = chance.below(4)
  return detail({
    ...{ id: 900 + sequence, sequence, status: chance.of(someStatuses) },
    components: codes.map((each, at) => ({ code: each, isPrimaryFailure: at === primary })),
    labor: chance.times(chance.below(4), (at) =>
      labor({
        ...{ id: idOf(0, at), hours: dollars(chance, 8), rate: dollars(chance, 180), ...component() },
        ...(chance.is(50) ? { guide: dollars(chance, 8) } : {}),
        ...(chance.is(15) ? { hoursApproved: dollars(chance, 9) } : {}),
        ...(chance.is(15) ? { rateApproved: dollars(chance, 190) } : {}),
        isTaxable: chance.is(60),
      }),
    ),
    parts: chance.times(chance.below(4), (at) =>
      part({
        ...{ id: idOf(1, at), quantity: dollars(chance, 4), price: dollars(chance, 400), ...component() },
        ...(chance.is(50) ? { msrp: dollars(chance, 400) } : {}),
        ...(chance.is(15) ? { approved: dollars(chance, 400) } : {}),
      }),
    ),
    misc: chance.times(chance.below(4), (at) =>
      misc({
        ...{ id: idOf(2, at), type: chance.of(miscTypes), ...component() },
        ...{ quantity: dollars(chance, 6), price: dollars(chance, 90) },
      }),
    ),
    adjustments: chance.times(chance.is(30) ? chance.between(1, 2) : 0, () => randomCut(chance, idOf)),
  })
}

function randomCut(chance: Chance, idOf: (kind: number, line: number) => number): ManualAdjustment {
  const target = chance.of(adjustmentTargets)
  const kind = ['Labor', 'Part', 'Misc'].indexOf(target)
  return {
    ...{ target, reasonCode: 'Betterment', note: null, amount: -chance.between(1, 30_000) as Cents },
    targetId: kind < 0 ? null : idOf(kind, chance.below(4)),
  }
}

function randomTerms(chance: Chance): Partial<ClaimTerms> {
  const limits = Object.fromEntries(
    chance.times(chance.below(3), () => [chance.of(covered), dollars(chance, 800)]),
  )
  const [contractCap, usedElsewhere] = [centsOrNull(chance, 40, 30_000), cents(chance, 15_000)]
  return {
    deductible: {
      ...{ type: chance.of(deductibleTypes), amount: cents(chance, 40_000) },
      reducedAmount: centsOrNull(chance, 70, 10_000),
    },
    perClaimLimit: centsOrNull(chance, 50, 200_000),
    aggregateLimit: centsOrNull(chance, 50, 300_000),
    components: chance.is(90) ? limitedTo(limits) : new Map(),
    warranties: chance.times(chance.is(20) ? chance.between(1, 2) : 0, () => ({
      type: chance.of(['Basic', 'Powertrain', 'Corrosion']),
      endDate: chance.maybe(80, ['2025-03-09', '2025-03-10']),
      endOdometer: chance.maybe(80, [24_099, 24_100]),
    })),
    benefits: chance.is(90) ? terms().benefits.map((each) => ({ ...each, contractCap, usedElsewhere })) : [],
  }
}
