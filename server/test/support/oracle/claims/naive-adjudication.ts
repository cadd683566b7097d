import type {
  ClaimDetail,
  ClaimFacts,
  DetailFigures,
  LaborLine,
  LineFigures,
  MiscLine,
  PartLine,
} from '../../../../src/domain/claims/claim.ts'

// A second adjudication, written from the rules one by one over a flat list of lines. It shares no arithmetic with the
// product: amounts are numbers of cents, and a product is rounded as text of its exact integer.

/** Half up of top / bottom, for numbers that are not negative. */
const rounded = (top: number, bottom: number): number =>
  Number((2n * BigInt(top) + BigInt(bottom)) / (2n * BigInt(bottom)))

type Asked =
  | { readonly kind: 'Labor'; readonly line: LaborLine }
  | { readonly kind: 'Part'; readonly line: PartLine }
  | { readonly kind: 'Misc'; readonly line: MiscLine }

interface Flat {
  readonly asked: Asked
  readonly detail: ClaimDetail
  readonly component: string | undefined
  readonly requested: number
  amount: number
  tax: number
  /** Reason and amount. */
  readonly cuts: [string, number][]
}

export interface NaiveDetail {
  readonly requested: number
  readonly adjusted: number
  readonly tax: number
  readonly deductibleApplied: number
  readonly payable: number
  readonly overLimit: number
  readonly notCovered: number
  readonly customerPay: number
}

const isGone = ({ status }: ClaimDetail) => status === 'Denied' || status === 'Voided'

export function naiveAdjudication(facts: ClaimFacts): Map<number, NaiveDetail> {
  const details = [...facts.details].sort((one, other) => one.sequence - other.sequence)
  const decided = details.filter((detail) => detail.frozen && !isGone(detail))
  const open = details.filter((detail) => !detail.frozen && !isGone(detail))
  const lines = open.flatMap(linesOf)
  for (const line of lines) coverage(facts, line)
  const covered = lines.filter(({ cuts }) => cuts.length === 0)
  for (const line of covered) if (line.asked.kind !== 'Misc') laborOrPart(facts, line)
  miscLines(facts, decided, covered)
  byHand(decided, open, lines)
  for (const line of lines) line.tax = taxOf(facts, line)
  return sums(facts, details, decided, lines)
}

function linesOf(detail: ClaimDetail): Flat[] {
  const primary = detail.components.find((one) => one.isPrimaryFailure) ?? detail.components[0]
  const all: [Asked, number][] = [
    ...detail.labor.map((line): [Asked, number] => [
      { kind: 'Labor', line },
      rounded(line.hoursRequested * line.rateRequested, 100),
    ]),
    ...detail.parts.map((line): [Asked, number] => [
      { kind: 'Part', line },
      rounded(line.quantity * line.unitPriceRequested, 100),
    ]),
    ...detail.misc.map((line): [Asked, number] => [
      { kind: 'Misc', line },
      rounded(line.quantity * line.unitPrice, 100),
    ]),
  ]
  return all.map(([asked, requested]) => ({
    ...{ asked, detail, requested, amount: requested, tax: 0, cuts: [] },
    component: asked.line.componentCode ?? primary?.code,
  }))
}

function cutTo(line: Flat, amount: number, reason: string): void {
  if (amount === line.amount) return
  line.cuts.push([reason, amount - line.amount])
  line.amount = amount
}

function coverage({ terms, lossDate, lossOdometer }: ClaimFacts, line: Flat): void {
  if (terms.components.size === 0) return
  if (line.component === undefined && isBenefitLine(line)) return
  const component = terms.components.get(line.component ?? '')
  if (!component?.isCovered) {
    cutAll(line, 'NotCovered')
    return
  }
  const isPowertrain = ['Engine', 'Transmission', 'DriveAxle'].includes(component.groupCode)
  const helps = terms.warranties.some(
    ({ type, endDate, endOdometer }) =>
      (type === 'Basic' || (type === 'Powertrain' && isPowertrain)) &&
      (endDate ?? '9999-12-31') >= lossDate &&
      (endOdometer ?? Number.POSITIVE_INFINITY) >= (lossOdometer ?? 0) &&
      (endDate ?? endOdometer) !== null,
  )
  if (helps) cutAll(line, 'MfrWarranty')
}

/** A line of nothing is marked as well, so that no later rule looks at it. */
function cutAll(line: Flat, reason: string): void {
  line.cuts.push([reason, -line.requested])
  line.amount = 0
}

const isBenefitLine = ({ asked }: Flat) =>
  asked.kind === 'Misc' && (asked.line.type === 'Tow' || asked.line.type === 'Rental')

function laborOrPart({ facility }: ClaimFacts, flat: Flat): void {
  const { asked } = flat
  if (asked.kind === 'Labor') {
    const { hoursRequested, rateRequested, hoursGuide, hoursApproved, rateApproved } = asked.line
    const hours = Math.min(hoursRequested, hoursGuide ?? hoursRequested)
    const rate = Math.min(rateRequested, facility?.laborRate ?? rateRequested)
    cutTo(flat, rounded(hours * rateRequested, 100), 'GuideTime')
    cutTo(flat, rounded(hours * rate, 100), 'LaborRate')
    cutTo(flat, rounded((hoursApproved ?? hours) * (rateApproved ?? rate), 100), 'Adjuster')
  }
  if (asked.kind === 'Part') {
    const { unitPriceRequested, msrp, unitPriceApproved, quantity } = asked.line
    const price = Math.min(unitPriceRequested, msrp ?? unitPriceRequested)
    cutTo(flat, rounded(quantity * price, 100), 'PartPrice')
    cutTo(flat, rounded(quantity * (unitPriceApproved ?? price), 100), 'Adjuster')
  }
}

/** What decided lines of a type took: units and money. */
function takenBy(decided: readonly ClaimDetail[], type: MiscLine['type']): { units: number; amount: number } {
  const taken = { units: 0, amount: 0 }
  for (const { misc, frozen } of decided)
    for (const line of misc) {
      const figures = frozen?.misc.find(({ id }) => id === line.id)
      if (line.type !== type || !figures || figures.cap === null || figures.cap === undefined) continue
      const units = figures.quantityApproved ?? 0
      taken.units += units
      taken.amount += Math.min(figures.cap, rounded(units * line.unitPrice, 100))
    }
  return taken
}

function miscLines(facts: ClaimFacts, decided: readonly ClaimDetail[], covered: readonly Flat[]): void {
  const ofType = (type: MiscLine['type']) =>
    covered.flatMap((flat) =>
      flat.asked.kind === 'Misc' && flat.asked.line.type === type ? [{ flat, line: flat.asked.line }] : [],
    )
  for (const [type, code] of [
    ['Tow', 'TOW'],
    ['Rental', 'RENTAL'],
  ] as const) {
    const benefit = facts.terms.benefits.find((one) => one.code === code)
    const taken = takenBy(decided, type)
    for (const { flat, line } of ofType(type)) {
      if (!benefit) {
        cutTo(flat, 0, 'BenefitCap')
        continue
      }
      const units = Math.min(line.quantity, Math.max(0, benefit.maximumUnits * 100 - taken.units))
      const ofContract = (benefit.contractCap ?? Number.POSITIVE_INFINITY) - benefit.usedElsewhere
      const left = Math.max(0, Math.min(benefit.occurrenceCap, Math.max(0, ofContract)) - taken.amount)
      const amount = Math.min(rounded(units * Math.min(line.unitPrice, benefit.unitCap), 100), left)
      cutTo(flat, amount, 'BenefitCap')
      taken.units += units
      taken.amount += amount
    }
  }
  let supplies = Math.max(0, facts.settings.shopSuppliesCap - takenBy(decided, 'ShopSupplies').amount)
  for (const { flat } of ofType('ShopSupplies')) {
    cutTo(flat, Math.min(flat.amount, supplies), 'FeeCap')
    supplies -= flat.amount
  }
}

function byHand(decided: readonly ClaimDetail[], open: readonly ClaimDetail[], lines: readonly Flat[]): void {
  for (const detail of open)
    for (const { target, targetId, amount } of detail.adjustments) {
      if (target === 'Claim') continue
      const own = lines.filter((line) => line.detail === detail)
      const aimed = own.filter(({ asked }) => asked.kind === target && asked.line.id === targetId)
      take(target === 'Detail' ? own : aimed, -amount)
    }
  const ofClaim = [...decided, ...open].flatMap(({ adjustments }) =>
    adjustments.filter(({ target }) => target === 'Claim').map(({ amount }) => -amount),
  )
  const already = decided
    .flatMap(({ frozen }) => frozen?.adjustments.filter(({ target }) => target === 'Claim') ?? [])
    .reduce((sum, { amount }) => sum - amount, 0)
  take(lines, ofClaim.reduce((sum, size) => sum + size, 0) - already)
}

function take(lines: readonly Flat[], size: number): void {
  let left = size
  for (const line of lines) {
    const part = Math.min(line.amount, left)
    cutTo(line, line.amount - part, 'ByHand')
    left -= part
  }
}

function taxOf({ taxRules }: ClaimFacts, { asked, amount }: Flat): number {
  if (asked.kind === 'Labor' && !asked.line.isTaxable) return 0
  return taxRules[asked.kind].reduce((sum, { rate, maximumTaxable, roundMode }) => {
    const exact = Math.min(amount, maximumTaxable ?? amount) * rate
    if (roundMode === 'HalfUp') return sum + rounded(exact, 100_000_000)
    const rest = exact % 100_000_000
    return sum + (exact - rest) / 100_000_000 + (roundMode === 'Up' && rest > 0 ? 1 : 0)
  }, 0)
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function sums(
  facts: ClaimFacts,
  details: readonly ClaimDetail[],
  decided: readonly ClaimDetail[],
  lines: readonly Flat[],
): Map<number, NaiveDetail> {
  const { terms } = facts
  const { type, amount, reducedAmount } = terms.deductible
  const isHome = facts.facility?.isRelated === true
  const isPerDetail = type === 'PerItem' || type === 'PerComponent'
  const asked =
    isHome && type === 'Disappearing' ? 0 : isHome && type === 'Reduced' ? (reducedAmount ?? amount) : amount
  const frozen = decided.flatMap((detail) => detail.frozen ?? [])
  let visit = Math.max(0, asked - total(frozen.map((each) => each.deductibleApplied)))
  let ofClaim = (terms.perClaimLimit ?? Number.POSITIVE_INFINITY) - total(frozen.map((each) => each.payable))
  let ofContract =
    (terms.aggregateLimit ?? Number.POSITIVE_INFINITY) -
    facts.contractPaid -
    facts.authorizedElsewhere -
    total(decided.map((detail) => (detail.frozen?.payable ?? 0) - detail.paid))
  const usedOf = new Map<string, number>()
  for (const each of frozen)
    for (const { code, used } of each.limitedComponents ?? [])
      usedOf.set(code, (usedOf.get(code) ?? 0) + used)

  const results = new Map<number, NaiveDetail>()
  for (const detail of details) {
    const own = lines.filter((line) => line.detail === detail)
    const requested = total(linesOf(detail).map((line) => line.requested))
    if (detail.status === 'Voided') results.set(detail.id, nothing(0))
    else if (detail.status === 'Denied') results.set(detail.id, nothing(requested))
    else if (detail.frozen) results.set(detail.id, plain(detail.frozen))
    else {
      const [adjusted, tax] = [total(own.map((line) => line.amount)), total(own.map((line) => line.tax))]
      const deductibleApplied = Math.min(isPerDetail ? asked : visit, adjusted + tax)
      if (!isPerDetail) visit -= deductibleApplied
      const groups = byComponent(facts, own, usedOf)
      const due = adjusted + tax - deductibleApplied
      const payable = Math.min(
        ...[due, Math.max(0, ofClaim), Math.max(0, ofContract)],
        total(groups.map(({ most }) => most)),
      )
      for (const { code, most } of groups) if (code !== null) usedOf.set(code, (usedOf.get(code) ?? 0) + most)
      ofClaim -= payable
      ofContract -= payable
      const cuts = own.flatMap((line) => line.cuts)
      const notCovered = total(
        cuts.flatMap(([reason, cut]) =>
          ['NotCovered', 'MfrWarranty', 'BenefitCap'].includes(reason) ? [0 - cut] : [],
        ),
      )
      const overLimit = due - payable
      const customerPay = deductibleApplied + overLimit + notCovered
      results.set(detail.id, {
        ...{ requested, adjusted, tax, deductibleApplied, payable, overLimit, notCovered, customerPay },
      })
    }
  }
  return results
}

/** The most that can be paid of each component, in order of lines. Components without a limit are one. */
function byComponent({ terms }: ClaimFacts, own: readonly Flat[], usedOf: ReadonlyMap<string, number>) {
  const groups: { code: string | null; sum: number; most: number }[] = []
  for (const { component, amount, tax } of own) {
    const limit = terms.components.get(component ?? '')?.limit ?? null
    const code = limit === null ? null : (component ?? null)
    let group = groups.find((each) => each.code === code)
    if (!group) {
      group = { code, sum: 0, most: 0 }
      groups.push(group)
    }
    group.sum += amount + tax
    const left = limit === null || code === null ? group.sum : limit - (usedOf.get(code) ?? 0)
    group.most = Math.max(0, Math.min(group.sum, left))
  }
  return groups
}

const nothing = (requested: number): NaiveDetail => ({
  ...{ requested, adjusted: 0, tax: 0, deductibleApplied: 0, payable: 0, overLimit: 0, notCovered: 0 },
  customerPay: requested,
})

/** The sums of figures, without their lines. */
export const plain = (figures: DetailFigures): NaiveDetail => ({
  requested: figures.requested,
  adjusted: figures.adjusted,
  tax: figures.tax,
  deductibleApplied: figures.deductibleApplied,
  payable: figures.payable,
  overLimit: figures.overLimit,
  notCovered: figures.notCovered,
  customerPay: figures.customerPay,
})

/** All lines of figures. */
export const linesOfFigures = ({ labor, parts, misc }: DetailFigures): LineFigures[] => [
  ...labor,
  ...parts,
  ...misc,
]
