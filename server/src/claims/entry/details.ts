import type {
  ClaimTerms,
  DetailFigures,
  LaborLine,
  ManualAdjustment,
  MiscLine,
  PartLine,
} from '../../domain/claims/claim.ts'
import { ZERO } from '../../domain/money.ts'
import type { DetailRow } from '../record/tables.ts'
import type { DetailInput } from './inputs.ts'
import { type ClaimFault, type NamedComplaint, unknown } from './references.ts'

// Details as they are stored, from what was sent.

export const NO_FIGURES: DetailFigures = {
  ...{ labor: [], parts: [], misc: [], adjustments: [] },
  ...{ requested: ZERO, adjusted: ZERO, tax: ZERO, deductibleApplied: ZERO },
  ...{ overLimit: ZERO, notCovered: ZERO, payable: ZERO, customerPay: ZERO },
}

/** A detail of which nothing is decided. */
export const newDetail = (
  place: Pick<DetailRow, 'id' | 'claim_id' | 'contract_id' | 'sequence'>,
): DetailRow => ({
  ...place,
  status: 'Pending',
  ...{ complaint_id: null, cause_id: null, correction_id: null },
  ...{ complaint_text: null, cause_text: null, correction_text: null },
  ...{ components: [], labor: [], parts: [], misc: [], adjustments: [], figures: NO_FIGURES },
  ...{ requested: ZERO, adjusted: ZERO, tax: ZERO, deductible_applied: ZERO, over_limit: ZERO },
  ...{ not_covered: ZERO, payable: ZERO, customer_pay: ZERO, requested_payments: ZERO, paid: ZERO },
  ...{ authorized_amount: null, authorized_by: null, authorized_at: null },
  ...{ denied_reason_id: null, denied_note: null, hold_reason_id: null, ppm_event_id: null },
})

/** How many lines of a request are new. */
export const countLines = (details: readonly DetailInput[]): number =>
  details.reduce(
    (sum, { labor = [], parts = [], misc = [] }) => sum + labor.length + parts.length + misc.length,
    0,
  )

type DetailContent = Pick<
  DetailRow,
  | ('components' | 'labor' | 'parts' | 'misc' | 'adjustments')
  | ('complaint_id' | 'cause_id' | 'correction_id' | 'complaint_text' | 'cause_text' | 'correction_text')
>

interface Resolving {
  readonly terms: ClaimTerms
  readonly complaint: NamedComplaint | undefined
  /** Ids for lines that are new. */
  readonly lineIds: Iterator<number>
  /** The detail that is replaced. */
  readonly old: DetailRow | undefined
  readonly pointer: string
}

/** What a detail consists of, and everything wrong with what was sent. */
export function resolveDetail(
  input: DetailInput,
  { terms, complaint, lineIds, old, pointer }: Resolving,
): { readonly content: DetailContent; readonly faults: readonly ClaimFault[] } {
  const faults: ClaimFault[] = []
  const known = new Set(
    [...(old?.labor ?? []), ...(old?.parts ?? []), ...(old?.misc ?? [])].map(({ id }) => id),
  )
  /** The id of each line that an adjustment may name, by the id that was sent. */
  const ids = new Map<string, number>()
  const idFor = (target: string, sent: number | undefined): number => {
    // A line is kept once: what was approved for it is not approved for a second one.
    const id = sent !== undefined && known.delete(sent) ? sent : (lineIds.next().value as number)
    if (sent !== undefined) ids.set(`${target} ${sent}`, id)
    return id
  }
  const componentCode = (code: string | null | undefined, at: string) => {
    if (!code) return null
    const found = codeOfComponent(terms, code)
    if (found === undefined) faults.push(unknown(at, `component ${code}`))
    return found ?? null
  }
  const labor = (input.labor ?? []).map(
    (line, at): LaborLine => ({
      id: idFor('Labor', line.id),
      componentCode: componentCode(line.componentCode, `${pointer}/labor/${at}/componentCode`),
      operationCode: line.operationCode ?? null,
      description: line.description ?? null,
      hoursRequested: line.hoursRequested,
      hoursGuide: line.hoursGuide ?? null,
      hoursApproved: line.hoursApproved ?? null,
      rateRequested: line.rateRequested,
      rateApproved: line.rateApproved ?? null,
      isTaxable: line.isTaxable ?? true,
    }),
  )
  const parts = (input.parts ?? []).map(
    (line, at): PartLine => ({
      id: idFor('Part', line.id),
      componentCode: componentCode(line.componentCode, `${pointer}/parts/${at}/componentCode`),
      partNumber: line.partNumber ?? null,
      description: line.description ?? null,
      type: line.type ?? 'OEM',
      quantity: line.quantity,
      unitPriceRequested: line.unitPriceRequested,
      msrp: line.msrp ?? null,
      unitPriceApproved: line.unitPriceApproved ?? null,
    }),
  )
  const misc = (input.misc ?? []).map(
    (line, at): MiscLine => ({
      id: idFor('Misc', line.id),
      componentCode: componentCode(line.componentCode, `${pointer}/misc/${at}/componentCode`),
      type: line.type,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
    }),
  )
  const components = (input.components ?? []).flatMap((component, at) => {
    const found = findComponent(terms, component)
    const what = `component ${component.code ?? component.componentId ?? ''}`
    if (found === undefined) faults.push(unknown(`${pointer}/components/${at}`, what))
    return found === undefined ? [] : [{ code: found, isPrimaryFailure: component.isPrimaryFailure ?? false }]
  })
  const adjustments = (input.adjustments ?? []).map((adjustment, at): ManualAdjustment => {
    const { target, targetId = null, note = null, reasonCode, amount } = adjustment
    const isOfLine = target !== 'Detail' && target !== 'Claim'
    const id = isOfLine && targetId !== null ? ids.get(`${target} ${targetId}`) : undefined
    if (isOfLine && id === undefined)
      faults.push(
        unknown(`${pointer}/adjustments/${at}/targetId`, `${target} line ${targetId ?? ''} in the detail`),
      )
    return { target, targetId: id ?? null, reasonCode, amount, note }
  })
  return {
    content: {
      ...{ components, labor, parts, misc, adjustments },
      complaint_id: complaint?.complaint ?? null,
      cause_id: complaint?.cause ?? null,
      correction_id: complaint?.correction ?? null,
      complaint_text: input.complaintText ?? null,
      cause_text: input.causeText ?? null,
      correction_text: input.correctionText ?? null,
    },
    faults,
  }
}

/** The code as the book spells it. A product without coverage groups takes any code. */
function codeOfComponent({ components }: ClaimTerms, code: string): string | undefined {
  if (components.size === 0 || components.has(code)) return code
  const wanted = code.toLowerCase()
  return [...components.keys()].find((known) => known.toLowerCase() === wanted)
}

function findComponent(
  terms: ClaimTerms,
  { code, componentId }: { readonly code?: string | undefined; readonly componentId?: number | undefined },
): string | undefined {
  if (code !== undefined) return codeOfComponent(terms, code)
  return [...terms.components.values()].find(({ id }) => id === componentId)?.code
}
