import { adjudicate, type FixedFigures, fixedFigures } from '../../domain/claims/adjudicate.ts'
import type { Adjudication, ClaimDetail, ClaimFacts } from '../../domain/claims/claim.ts'
import { gapChecklist, missingDocuments } from '../../domain/claims/gap-missing.ts'
import { keepsFigures } from '../../domain/claims/status.ts'
import { worksheetOf } from '../../domain/claims/worksheet.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { WorksheetStep } from '../../domain/worksheet-step.ts'
import type { ClaimDraft } from './draft.ts'
import { type GapAnswer, settleClaim } from './gap-facts.ts'
import type { DetailRow } from './tables.ts'

// The adjudication of a draft: its rows become facts, and the rules decide.

export interface AdjudicatedDraft extends Adjudication {
  readonly facts: ClaimFacts
  readonly steps: readonly WorksheetStep[]
  readonly gap: GapAnswer
}

export function adjudicateDraft(draft: ClaimDraft, today: CalendarDate): AdjudicatedDraft {
  const facts = factsOf(draft, today)
  const gap = settleClaim(draft)
  const adjudication = adjudicate(facts, fixedFor(draft, gap))
  return { ...adjudication, facts, gap, steps: worksheetOf(facts, adjudication) }
}

function factsOf(draft: ClaimDraft, today: CalendarDate): ClaimFacts {
  const { claim, contract, surroundings } = draft
  return {
    ...{ terms: surroundings.terms, claimType: claim.claim_type, today },
    lossDate: claim.loss_date,
    lossOdometer: comparableOrNull(claim.loss_odometer, readingUnit(contract.item)),
    ...{ facility: surroundings.facility, taxRules: surroundings.taxRules, settings: surroundings.settings },
    contractPaid: surroundings.contractPaid,
    authorizedElsewhere: surroundings.authorizedElsewhere,
    details: draft.details.map((detail) => detailFacts(detail, draft)),
  }
}

export const detailFacts = (detail: DetailRow, { causes }: Pick<ClaimDraft, 'causes'>): ClaimDetail => ({
  ...{ id: detail.id, sequence: detail.sequence, status: detail.status },
  ...causeOf(detail, causes),
  ...{ components: detail.components, labor: detail.labor, parts: detail.parts, misc: detail.misc },
  adjustments: detail.adjustments,
  frozen: keepsFigures(detail.status) ? detail.figures : null,
  ...{ requestedPayments: detail.requested_payments, paid: detail.paid },
})

/** The cause of a detail, as the rules see it. */
export function causeOf(
  { cause_id }: Pick<DetailRow, 'cause_id'>,
  causes: ClaimDraft['causes'],
): Pick<ClaimDetail, 'causeCode' | 'isCauseExcluded'> {
  const cause = cause_id === null ? undefined : causes.get(cause_id)
  return { causeCode: cause?.code ?? null, isCauseExcluded: cause?.isExcluded ?? false }
}

/** The figures of details that have no lines: the settlement of a waiver, the price of a service. */
function fixedFor({ claim, details, events }: ClaimDraft, { settlement }: GapAnswer): FixedFigures {
  if (claim.claim_type === 'GAP') {
    const [detail] = details.filter(({ status }) => status !== 'Voided')
    if (!detail || !settlement) return new Map()
    const [payable, requested] = [centsOf(settlement.payable), centsOf(settlement.gap)]
    return new Map([
      [detail.id, fixedFigures(payable, { requested, customerPay: (requested - payable) as Cents })],
    ])
  }
  if (claim.claim_type !== 'PPM') return new Map()
  return new Map(
    events.flatMap(({ detail_id, price }) => (detail_id === null ? [] : [[detail_id, fixedFigures(price)]])),
  )
}

/** The documents of a GAP claim that have not come in. Empty for other claims. */
export function missingChecklist({ claim }: ClaimDraft): string[] {
  if (claim.claim_type !== 'GAP') return []
  return missingDocuments(gapChecklist(claim.gap?.checklist ?? null, claim.gap?.lossType ?? null))
}
