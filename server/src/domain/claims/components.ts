import type { CalendarDate } from '../dates.ts'
import type { ClaimDetail, ClaimTerms, WarrantyTerms } from './claim.ts'

// Whether the contract covers the component that a line belongs to.

/** What failed first: lines that name no component belong to it. Null: the detail names no component. */
export function primaryFailure({ components }: Pick<ClaimDetail, 'components'>): string | null {
  for (const { code, isPrimaryFailure } of components) if (isPrimaryFailure) return code
  return components[0]?.code ?? null
}

/** The maker's warranties that are in force on the day and at the odometer of the loss. */
export interface MakerWarranties {
  readonly basic: WarrantyTerms | null
  readonly powertrain: WarrantyTerms | null
}

const NO_WARRANTIES: MakerWarranties = { basic: null, powertrain: null }

export function makerWarranties(
  { warranties }: Pick<ClaimTerms, 'warranties'>,
  loss: { readonly lossDate: CalendarDate; readonly lossOdometer: number | null },
): MakerWarranties {
  if (warranties.length === 0) return NO_WARRANTIES
  const inForce = (type: string) =>
    warranties.find((warranty) => warranty.type === type && isInForceAt(warranty, loss)) ?? null
  return { basic: inForce('Basic'), powertrain: inForce('Powertrain') }
}

/** A side without an end has no limit. A warranty of which no end is known does not count. */
const isInForceAt = (
  { endDate, endOdometer }: WarrantyTerms,
  { lossDate, lossOdometer }: { readonly lossDate: CalendarDate; readonly lossOdometer: number | null },
): boolean =>
  (endDate !== null || endOdometer !== null) &&
  (endDate === null || endDate >= lossDate) &&
  (endOdometer === null || lossOdometer === null || endOdometer >= lossOdometer)

const powertrainGroups: readonly string[] = ['Engine', 'Transmission', 'DriveAxle']

/** Why a line is cut to 0, with the clause in words. */
export interface CoverageCut {
  readonly reason: 'NotCovered' | 'MfrWarranty'
  readonly note: string
}

/** Why a component is not paid. Null: it is covered. A product without coverage groups covers every line. */
export function coverageCut(
  terms: ClaimTerms,
  warranties: MakerWarranties,
  code: string | null,
): CoverageCut | null {
  if (terms.components.size === 0) return null
  if (code === null)
    return { reason: 'NotCovered', note: 'No component is named. The line needs the component that failed.' }
  const component = terms.components.get(code)
  if (!component)
    return { reason: 'NotCovered', note: `${code} is not a component of form ${terms.formNumber}.` }
  if (!component.isCovered)
    return {
      reason: 'NotCovered',
      note: `${component.name} (${component.groupName}) is not covered by form ${terms.formNumber}.`,
    }
  const { basic, powertrain } = warranties
  const warranty = basic ?? (powertrainGroups.includes(component.groupCode) ? powertrain : null)
  return warranty && { reason: 'MfrWarranty', note: `${component.name}: ${warrantyWords(warranty)}` }
}

const warrantyWords = ({ type, endDate, endOdometer }: WarrantyTerms): string => {
  const ends = [endDate, endOdometer === null ? null : `odometer ${endOdometer}`].filter(
    (end) => end !== null,
  )
  return `the maker's ${type} warranty applies until ${ends.join(' or ')}.`
}
