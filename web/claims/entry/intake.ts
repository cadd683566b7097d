import type { ClaimCreateData } from '../../../sdk/src/types.gen.ts'
import type { Option } from '../../ui/fields/field.tsx'
import { type DetailDraft, detailBodies } from '../lines/draft.ts'
import { isVisitReady, type VisitDraft, visitBody } from '../services/visit.ts'

/** A claim while it is entered. */
export interface Intake {
  /** The chosen contract: its id, with its number as the title. */
  readonly contract: Option | null
  /** The number as a shop types it, which cannot search contracts. */
  readonly contractNumber: string
  readonly lossDate: string
  readonly lossOdometer: number | undefined
  readonly facility: Option | null
  readonly repairOrderNumber: string
  readonly advisorName: string
  readonly customerContact: string
  /** The one who enters it handles it. */
  readonly isMine: boolean
  readonly details: readonly DetailDraft[]
  readonly visits: readonly VisitDraft[]
}

/** The contract and the loss, which decide whether the contract covers it. Undefined: not known yet. */
export function lossBody(intake: Intake, needsOdometer: boolean): ClaimCreateData | undefined {
  const { contract, contractNumber, lossDate, lossOdometer, facility } = intake
  const named = contract
    ? { contractId: Number(contract.value) }
    : contractNumber.trim() === ''
      ? undefined
      : { contractNumber: contractNumber.trim() }
  if (!named || lossDate === '' || (needsOdometer && lossOdometer === undefined)) return undefined
  return {
    ...{ ...named, lossDate },
    ...(lossOdometer === undefined ? {} : { lossOdometer }),
    ...(facility ? { repairFacilityId: Number(facility.value) } : {}),
  }
}

interface Entered {
  readonly loss: ClaimCreateData
  readonly intake: Intake
  readonly claimType: string | undefined
  readonly adjusterId: number | undefined
}

/** The whole claim. What a claim of this type does not have is left out. */
export function claimBody({ loss, intake, claimType, adjusterId }: Entered): ClaimCreateData {
  const text = (name: 'repairOrderNumber' | 'advisorName' | 'customerContact') =>
    intake[name].trim() === '' ? {} : { [name]: intake[name].trim() }
  const isSpecial = claimType === 'GAP' || claimType === 'PPM'
  return {
    ...loss,
    ...text('repairOrderNumber'),
    ...text('advisorName'),
    ...text('customerContact'),
    ...(adjusterId === undefined ? {} : { adjusterId }),
    ...(isSpecial ? {} : { details: detailBodies(intake.details) }),
    ...(claimType === 'PPM' ? { ppmEvents: intake.visits.filter(isVisitReady).map(visitBody) } : {}),
  }
}
