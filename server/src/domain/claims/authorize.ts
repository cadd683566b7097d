import { addDays, type CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { ClaimType, DetailFigures, Reason } from './claim.ts'

// What stands against authorizing details of a claim. All of it is told at once, in a fixed order, and nothing is done then.

export const authorizeRefusals = [
  'NotInForce',
  'NotCovered',
  'NothingPayable',
  'CauseExcluded',
  'InspectionOpen',
  'InspectionRequired',
  'ChecklistOpen',
] as const
export type AuthorizeRefusal = (typeof authorizeRefusals)[number]

export interface AuthorizeFacts {
  readonly claimType: ClaimType
  readonly coverage: { readonly inForce: boolean; readonly reasons: readonly Reason[] }
  /** The details to authorize, in sequence. */
  readonly details: readonly {
    readonly id: number
    readonly sequence: number
    readonly causeCode: string | null
    readonly isCauseExcluded: boolean
    readonly figures: DetailFigures
  }[]
  readonly inspectionRequired: boolean
  /** Whether an inspection of the claim is still under way. */
  readonly hasOpenInspection: boolean
  /** Whether an inspection of the claim is Completed or Reviewed. */
  readonly hasFinishedInspection: boolean
  /** Whether somebody who may do so waived the inspection. */
  readonly isInspectionWaived: boolean
  /** The documents of the checklist that were not received. */
  readonly missingDocuments: readonly string[]
}

export interface RefusedAuthorize {
  /** The first refusal: its status is the answer's. */
  readonly refused: AuthorizeRefusal
  /** Why the contract is not in force, then all other refusals. */
  readonly reasons: readonly Reason[]
  /** The documents that are missing. */
  readonly missing: readonly string[]
}

/** Null: the details can be authorized. */
export function refuseAuthorize(facts: AuthorizeFacts): RefusedAuthorize | null {
  const { coverage, missingDocuments } = facts
  const others = [
    ...unpayable(facts),
    ...excludedCauses(facts),
    ...inspectionReasons(facts),
    ...checklistReasons(facts),
  ]
  const refused = coverage.inForce ? others[0]?.code : 'NotInForce'
  if (refused === undefined) return null
  return { refused, reasons: [...coverage.reasons, ...others], missing: missingDocuments }
}

type Refusal = Reason & { readonly code: AuthorizeRefusal }

const unpayable = ({ details }: AuthorizeFacts): Refusal[] =>
  details
    .filter(({ figures }) => figures.payable <= 0)
    .map(({ sequence, figures }) =>
      isNotCovered(figures)
        ? {
            code: 'NotCovered',
            message: `Nothing of detail ${sequence} is covered. Deny it, or correct its components.`,
          }
        : {
            code: 'NothingPayable',
            message: `Nothing is payable for detail ${sequence} after cuts, deductible and limits.`,
          },
    )

/** Whether no line is left because no component is covered, or the maker's warranty covers them. */
const isNotCovered = ({ requested, adjusted, adjustments }: DetailFigures): boolean =>
  requested > 0 &&
  adjusted === 0 &&
  adjustments.some(({ reasonCode }) => reasonCode === 'NotCovered' || reasonCode === 'MfrWarranty')

/** The causes of a total loss and of a service are not judged. */
const excludedCauses = ({ claimType, details }: AuthorizeFacts): Refusal[] =>
  isWithoutLines(claimType)
    ? []
    : details
        .filter(({ isCauseExcluded }) => isCauseExcluded)
        .map(({ sequence, causeCode }) => ({
          code: 'CauseExcluded',
          message: `The contract excludes the cause of detail ${sequence}${causeCode ? `, ${causeCode}` : ''}.`,
        }))

const isWithoutLines = (claimType: ClaimType) => claimType === 'GAP' || claimType === 'PPM'

function inspectionReasons(facts: AuthorizeFacts): Refusal[] {
  const { inspectionRequired, hasFinishedInspection, isInspectionWaived } = facts
  const reasons: Refusal[] = []
  if (facts.hasOpenInspection)
    reasons.push({ code: 'InspectionOpen', message: 'An inspection of the claim is still under way.' })
  if (inspectionRequired && !hasFinishedInspection && !isInspectionWaived)
    reasons.push({
      code: 'InspectionRequired',
      message: 'The claim needs an inspection that is completed, or a waiver with its reason.',
    })
  return reasons
}

const checklistReasons = ({ missingDocuments }: AuthorizeFacts): Refusal[] =>
  missingDocuments.length === 0
    ? []
    : [{ code: 'ChecklistOpen', message: `Documents are missing: ${missingDocuments.join(', ')}.` }]

/** Whether the caller's authority is enough. Above it, a second person approves. */
export const authorizedStatus = (facts: {
  /** Of the whole claim. */
  readonly payable: Cents
  readonly adjusterAuthority: Cents
  readonly mayApprove: boolean
}): 'Authorized' | 'PendingApproval' =>
  facts.payable > facts.adjusterAuthority && !facts.mayApprove ? 'PendingApproval' : 'Authorized'

/** The person who authorized a detail does not approve it. */
export const refuseApprove = (
  details: readonly { readonly authorizedBy: string | null }[],
  approver: string,
): 'FourEyes' | null => (details.some(({ authorizedBy }) => authorizedBy === approver) ? 'FourEyes' : null)

/** The last day on which an authorization can be used. */
export const authorizedUntil = (today: CalendarDate, authExpireDays: number): CalendarDate =>
  addDays(today, authExpireDays)
