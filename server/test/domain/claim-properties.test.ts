import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjudicate } from '../../src/domain/claims/adjudicate.ts'
import type { Adjudication, ClaimFacts, DetailFigures } from '../../src/domain/claims/claim.ts'
import { worksheetOf } from '../../src/domain/claims/worksheet.ts'
import { Chance } from '../support/hostile/chance.ts'
import { linesOfFigures, naiveAdjudication, plain } from '../support/oracle/claims/naive-adjudication.ts'
import { decide, randomClaim } from '../support/oracle/claims/random-claims.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// What holds for every claim, besides what claims/adjudication-properties has. Each check gives the faults it found. The soak tries a hundred thousand random claims; all
// checks share them, since making one takes long.

const seed = trialSeed('claims', 'CLAIMS_SEED')

/** The details that are neither denied nor voided. */
const counting = (claim: ClaimFacts, { details }: Adjudication) =>
  claim.details
    .filter(({ status }) => status !== 'Denied' && status !== 'Voided')
    .map((detail) => ({ detail, figures: details.get(detail.id) as DetailFigures }))
const amountsOf = (figures: DetailFigures) =>
  JSON.stringify([plain(figures), linesOfFigures(figures).map(({ id, amount, tax }) => [id, amount, tax])])
const faultIf = (isFault: boolean, ...what: readonly unknown[]) => (isFault ? [what] : [])

type Checks = Readonly<Record<string, (claim: ClaimFacts) => readonly unknown[]>>

const checks: Checks = {
  'has the figures of a second adjudication': (claim) => {
    const found = JSON.stringify([...adjudicate(claim).details].map(([id, each]) => [id, plain(each)]))
    const naive = [...naiveAdjudication(claim)].map(([id, each]) => [id, plain(each as DetailFigures)])
    return faultIf(found !== JSON.stringify(naive), JSON.parse(found), naive)
  },

  'is the same when it is adjudicated again, in whatever order its details are listed': (claim) => {
    const details = JSON.stringify([...adjudicate(claim).details])
    const again = JSON.stringify([...adjudicate(claim).details])
    const backwards = adjudicate({ ...claim, details: claim.details.toReversed() })
    return faultIf(details !== again || details !== JSON.stringify([...backwards.details]), details, again)
  },

  'keeps all other figures when one detail is decided': (claim) => {
    const first = adjudicate(claim)
    return claim.details.flatMap(({ frozen, status, id: chosen }) => {
      if (frozen || status !== 'Pending') return []
      const next = adjudicate(decide(claim, claim, (at) => claim.details[at]?.id === chosen))
      return [...first.details].flatMap(([id, figures]) => {
        const after = next.details.get(id) ?? figures
        return faultIf(amountsOf(after) !== amountsOf(figures), chosen, id, figures, after)
      })
    })
  },

  'has details that know nothing of each other where nothing is shared': (claim) => {
    const apart = withoutShares(claim)
    const together = adjudicate(apart)
    return apart.details.flatMap((detail) => {
      const alone = JSON.stringify(adjudicate({ ...apart, details: [detail] }).details.get(detail.id))
      return faultIf(alone !== JSON.stringify(together.details.get(detail.id)), detail.id, alone)
    })
  },
}

const sheet: Checks = {
  'has a worksheet that leads to its figures': (claim) => {
    const adjudication = adjudicate(claim)
    const steps = worksheetOf(claim, adjudication)
    const amounts = new Map(steps.map(({ code, amount }) => [code, amount]))
    return [
      ...counting(claim, adjudication).flatMap(({ detail: { sequence }, figures }) =>
        faultIf(
          amounts.get(`payable:Detail:${sequence}`) !== figures.payable ||
            amounts.get(`customerPay:Detail:${sequence}`) !== figures.customerPay,
          ...[sequence, figures],
        ),
      ),
      ...steps.filter(({ words }) => !/^[A-Z0-9].*\.$/.test(words) || /undefined|NaN|null/.test(words)),
    ]
  },
}

test.each<[string, Checks, number]>([
  ['its figures hold', checks, 100_000],
  ['its worksheet explains them', sheet, 10_000],
])(
  'every claim: %s',
  (_, all, inSoak) => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const claim = randomClaim(new Chance(number))
        for (const [name, faultsOf] of Object.entries(all)) {
          const faults = faultsOf(claim)
          if (faults.length > 0) expect(faults, name).toEqual([])
        }
      }),
      { seed, numRuns: trials(inSoak, 1 / 200) },
    )
    // A hundred thousand claims take a minute on a quiet machine.
  },
  3_600_000,
)

/** The claim without caps, deductible, limits and cuts that its details share, and without decisions. */
const withoutShares = (claim: ClaimFacts): ClaimFacts => ({
  ...claim,
  terms: {
    ...claim.terms,
    ...{ perClaimLimit: null, aggregateLimit: null, benefits: [] },
    deductible: { ...claim.terms.deductible, type: 'PerItem' },
    components: new Map([...claim.terms.components].map(([code, each]) => [code, { ...each, limit: null }])),
  },
  details: claim.details.map((detail) => ({
    ...detail,
    misc: detail.misc.filter(({ type }) => type !== 'ShopSupplies'),
    adjustments: detail.adjustments.filter(({ target }) => target !== 'Claim'),
    frozen: null,
  })),
})
