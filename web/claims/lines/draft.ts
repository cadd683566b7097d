import type {
  Adjustment,
  AdjustmentData,
  ClaimDetailUpdateData,
  ClaimStep,
  Issue,
  Labor,
  MiscellaneousItem,
  Part,
} from '../../../sdk/src/types.gen.ts'

// Details and their lines as they are edited, and what is sent for them.

export type LineKind = 'Labor' | 'Part' | 'Misc'
export const lineKinds: readonly LineKind[] = ['Labor', 'Part', 'Misc']
export const partTypes = ['OEM', 'Aftermarket', 'Reman', 'Used'] as const
export const miscTypes = [
  'Tow',
  'Rental',
  'Diagnosis',
  'Sublet',
  'Fluids',
  'ShopSupplies',
  'Teardown',
] as const
export const cutReasons = ['Adjuster', 'Betterment', 'Other'] as const

/** What an adjuster takes off by hand. The amount is positive here, as people say it. */
export interface CutDraft {
  readonly amount: number | undefined
  readonly reasonCode: (typeof cutReasons)[number]
  readonly note: string
}

export interface LineDraft {
  /** Stays the same while the line is edited. */
  readonly key: string
  /** Undefined: a new line. */
  readonly id: number | undefined
  readonly kind: LineKind
  /** The operation of the labor guide, or the number of the part. */
  readonly code: string
  readonly description: string
  readonly componentCode: string
  /** The kind of part, or what another line is for. */
  readonly type: string
  /** Hours or quantity, as asked. */
  readonly units: number | undefined
  /** Rate or unit price, as asked. */
  readonly price: number | undefined
  /** The hours of the guide, or the list price. */
  readonly guide: number | undefined
  /** Set by hand. Undefined: as the rules say. */
  readonly unitsApproved: number | undefined
  readonly priceApproved: number | undefined
  readonly isTaxable: boolean
  readonly cuts: readonly CutDraft[]
}

export interface DetailDraft {
  readonly key: string
  readonly id: number | undefined
  readonly complaintCode: string
  readonly causeCode: string
  readonly correctionCode: string
  readonly complaintText: string
  readonly causeText: string
  readonly correctionText: string
  readonly components: readonly { readonly code: string; readonly isPrimaryFailure: boolean }[]
  readonly lines: readonly LineDraft[]
  /** Cuts of the whole detail or claim. They are kept as they are. */
  readonly otherCuts: readonly AdjustmentData[]
}

let drawn = 0
const newKey = (): string => {
  drawn += 1
  return `new-${drawn}`
}

export const newLine = (kind: LineKind): LineDraft => ({
  ...{ key: newKey(), id: undefined, kind, code: '', description: '', componentCode: '' },
  type: kind === 'Part' ? 'OEM' : kind === 'Misc' ? 'Tow' : '',
  ...{ units: kind === 'Labor' ? undefined : 1, price: undefined, guide: undefined },
  ...{ unitsApproved: undefined, priceApproved: undefined, isTaxable: true, cuts: [] },
})

export const newDetail = (): DetailDraft => ({
  ...{ key: newKey(), id: undefined, complaintCode: '', causeCode: '', correctionCode: '' },
  ...{ complaintText: '', causeText: '', correctionText: '', components: [], lines: [], otherCuts: [] },
})

/** The details of a claim, ready to be edited. Voided ones are gone for good. */
export const draftOf = (details: readonly Issue[], steps: readonly ClaimStep[]): DetailDraft[] =>
  details.filter(({ status }) => status !== 'Voided').map((detail) => detailDraft(detail, steps))

function detailDraft(detail: Issue, steps: readonly ClaimStep[]): DetailDraft {
  const byHand = detail.adjustments.filter(({ isAutomatic }) => !isAutomatic)
  const cutsOf = (kind: LineKind, id: number): CutDraft[] =>
    byHand.filter(({ target, targetId }) => target === kind && targetId === id).map(cutDraft)
  const isCutBy = (reason: Adjustment['reasonCode'], kind: LineKind, id: number) =>
    detail.adjustments.some(
      ({ target, targetId, reasonCode, isAutomatic }) =>
        target === kind && targetId === id && reasonCode === reason && isAutomatic,
    )
  return {
    ...{ key: String(detail.id), id: detail.id },
    complaintCode: detail.complaintCode ?? '',
    causeCode: detail.causeCode ?? '',
    correctionCode: detail.correctionCode ?? '',
    complaintText: detail.complaintText ?? '',
    causeText: detail.causeText ?? '',
    correctionText: detail.correctionText ?? '',
    components: detail.components.map(({ code, isPrimaryFailure }) => ({ code, isPrimaryFailure })),
    lines: [
      ...detail.labor.map((line) =>
        laborDraft(line, cutsOf('Labor', line.id), {
          isSet: isCutBy('Adjuster', 'Labor', line.id),
          isRateCut: isCutBy('LaborRate', 'Labor', line.id),
          rateAllowed: rateAllowed(steps, line.id),
        }),
      ),
      ...detail.parts.map((line) =>
        partDraft(line, isCutBy('Adjuster', 'Part', line.id), cutsOf('Part', line.id)),
      ),
      ...detail.misc.map((line) => miscDraft(line, cutsOf('Misc', line.id))),
    ],
    otherCuts: byHand
      .filter(({ target, amount }) => (target === 'Detail' || target === 'Claim') && amount < 0)
      .map(({ target, reasonCode, amount, note }) => ({
        ...{ target, reasonCode: manualReason(reasonCode), amount, note },
      })),
  }
}

const manualReason = (code: Adjustment['reasonCode']): CutDraft['reasonCode'] =>
  cutReasons.find((reason) => reason === code) ?? 'Other'

const cutDraft = ({ amount, reasonCode, note }: Adjustment): CutDraft => ({
  ...{ amount: Math.abs(amount), reasonCode: manualReason(reasonCode), note: note ?? '' },
})

interface ByHand {
  /** The automatic adjustment `Adjuster` says that hours or rate were set by hand. */
  readonly isSet: boolean
  /** The rate of the facility cuts what was asked, so a lower rate need not be by hand. */
  readonly isRateCut: boolean
  /** What the rules would have paid. Undefined: the worksheet does not say. */
  readonly rateAllowed: number | undefined
}

/** The worksheet of a line that an adjuster set says what the rules allow, until it is decided. */
function rateAllowed(steps: readonly ClaimStep[], id: number): number | undefined {
  const rates = steps
    .filter(({ code }) => code === `Adjuster:Labor:${id}`)
    .map(({ inputs }) => inputs.rateAllowed)
  return rates.find((rate) => typeof rate === 'number')
}

/** The answer has what is approved, by the rules or by hand. Only what is by hand is sent again. */
function laborDraft(line: Labor, cuts: readonly CutDraft[], byHand: ByHand): LineDraft {
  const { hoursRequested, hoursGuide, hoursApproved, rateRequested, rateApproved } = line
  const byGuide = hoursGuide === null ? hoursRequested : Math.min(hoursRequested, hoursGuide)
  const { isSet, isRateCut, rateAllowed } = byHand
  const areHoursSet = isSet && hoursApproved !== byGuide
  const isOtherRate =
    rateAllowed === undefined ? !isRateCut && rateApproved !== rateRequested : rateApproved !== rateAllowed
  const isRateSet = isSet && (!areHoursSet || isOtherRate)
  return {
    ...{ key: `Labor-${line.id}`, id: line.id, kind: 'Labor' as const, code: line.operationCode ?? '' },
    ...{ description: line.description ?? '', componentCode: line.componentCode ?? '', type: '' },
    ...{ units: hoursRequested, price: rateRequested, guide: hoursGuide ?? undefined },
    unitsApproved: areHoursSet ? hoursApproved : undefined,
    priceApproved: isRateSet ? rateApproved : undefined,
    ...{ isTaxable: line.isTaxable, cuts },
  }
}

const partDraft = (line: Part, isSet: boolean, cuts: readonly CutDraft[]): LineDraft => ({
  ...{ key: `Part-${line.id}`, id: line.id, kind: 'Part' as const, code: line.partNumber ?? '' },
  ...{ description: line.description ?? '', componentCode: line.componentCode ?? '', type: line.type },
  ...{ units: line.quantity, price: line.unitPriceRequested, guide: line.msrp ?? undefined },
  ...{ unitsApproved: undefined, priceApproved: isSet ? line.unitPriceApproved : undefined },
  ...{ isTaxable: true, cuts },
})

const miscDraft = (line: MiscellaneousItem, cuts: readonly CutDraft[]): LineDraft => ({
  ...{ key: `Misc-${line.id}`, id: line.id, kind: 'Misc' as const, code: '', description: '' },
  ...{ componentCode: line.componentCode ?? '', type: line.type, units: line.quantity },
  ...{ price: line.unitPrice, guide: undefined, unitsApproved: undefined, priceApproved: undefined },
  ...{ isTaxable: true, cuts },
})

/** Whether every line says what is asked for, so that it can be sent. */
export const isComplete = (details: readonly DetailDraft[]): boolean =>
  details.every(({ lines }) =>
    lines.every(
      ({ units, price, cuts }) =>
        units !== undefined && price !== undefined && cuts.every(({ amount }) => amount !== undefined),
    ),
  )

/** A known detail, or a new one of which something was said. An empty one is not sent. */
const isSaid = (detail: DetailDraft): boolean =>
  detail.id !== undefined ||
  detail.complaintCode !== '' ||
  detail.complaintText.trim() !== '' ||
  detail.components.length > 0 ||
  detail.lines.length > 0

/** The details as they are sent. */
export const detailBodies = (details: readonly DetailDraft[]): ClaimDetailUpdateData[] =>
  details.filter(isSaid).map(detailBody)

/** An adjustment names its line by an id. A new line has none of its own yet, so it is given one for the request. */
const FIRST_NEW_ID = 900_000_000

export function detailBody(detail: DetailDraft): ClaimDetailUpdateData {
  const numbered = detail.lines.map((line, at) => ({ line, id: line.id ?? FIRST_NEW_ID + at }))
  const ofKind = (kind: LineKind) => numbered.filter(({ line }) => line.kind === kind)
  const idOf = ({ line, id }: (typeof numbered)[number]) =>
    line.id !== undefined || line.cuts.length > 0 ? { id } : {}
  return {
    ...(detail.id === undefined ? {} : { id: detail.id }),
    complaintCode: orNull(detail.complaintCode),
    causeCode: orNull(detail.causeCode),
    correctionCode: orNull(detail.correctionCode),
    complaintText: orNull(detail.complaintText),
    causeText: orNull(detail.causeText),
    correctionText: orNull(detail.correctionText),
    components: detail.components,
    labor: ofKind('Labor').map((each) => ({
      ...idOf(each),
      ...{ operationCode: orNull(each.line.code), description: orNull(each.line.description) },
      ...{ componentCode: orNull(each.line.componentCode), isTaxable: each.line.isTaxable },
      ...{ hoursRequested: each.line.units ?? 0, rateRequested: each.line.price ?? 0 },
      hoursGuide: each.line.guide ?? null,
      ...(each.line.unitsApproved === undefined ? {} : { hoursApproved: each.line.unitsApproved }),
      ...(each.line.priceApproved === undefined ? {} : { rateApproved: each.line.priceApproved }),
    })),
    parts: ofKind('Part').map((each) => ({
      ...idOf(each),
      ...{ partNumber: orNull(each.line.code), description: orNull(each.line.description) },
      componentCode: orNull(each.line.componentCode),
      type: partTypes.find((type) => type === each.line.type) ?? 'OEM',
      ...{ quantity: each.line.units ?? 0, unitPriceRequested: each.line.price ?? 0 },
      msrp: each.line.guide ?? null,
      ...(each.line.priceApproved === undefined ? {} : { unitPriceApproved: each.line.priceApproved }),
    })),
    misc: ofKind('Misc').map((each) => ({
      ...idOf(each),
      componentCode: orNull(each.line.componentCode),
      type: miscTypes.find((type) => type === each.line.type) ?? 'Tow',
      ...{ quantity: each.line.units ?? 0, unitPrice: each.line.price ?? 0 },
    })),
    adjustments: [
      ...numbered.flatMap(({ line, id }) =>
        line.cuts.map(({ amount, reasonCode, note }) => ({
          ...{ target: line.kind, targetId: id, reasonCode, note: orNull(note) },
          amount: -(amount ?? 0),
        })),
      ),
      ...detail.otherCuts,
    ],
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** The figures of each detail that is edited: those with an id by it, new ones in their order behind the known ones. */
export function answeredDetails(
  drafts: readonly DetailDraft[],
  answered: readonly Issue[],
): ReadonlyMap<string, Issue> {
  const known = new Set(drafts.flatMap(({ id }) => id ?? []))
  const added = answered.filter(({ id, status }) => !known.has(id) && status === 'Pending').values()
  const found = new Map<string, Issue>()
  for (const { key, id } of drafts.filter(isSaid)) {
    const issue = id === undefined ? added.next().value : answered.find((one) => one.id === id)
    if (issue) found.set(key, issue)
  }
  return found
}

export type AnsweredLine =
  | { readonly kind: 'Labor'; readonly line: Labor }
  | { readonly kind: 'Part'; readonly line: Part }
  | { readonly kind: 'Misc'; readonly line: MiscellaneousItem }

/** The figures of a line: the one at the same place among those of its kind. */
export function answeredLine(
  detail: DetailDraft,
  { key, kind }: LineDraft,
  issue: Issue | undefined,
): AnsweredLine | undefined {
  const at = detail.lines.filter((line) => line.kind === kind).findIndex((line) => line.key === key)
  if (!issue || at < 0) return undefined
  if (kind === 'Labor') {
    const line = issue.labor[at]
    return line && { kind, line }
  }
  if (kind === 'Part') {
    const line = issue.parts[at]
    return line && { kind, line }
  }
  const line = issue.misc[at]
  return line && { kind, line }
}

/** Details whose lines can still be changed. */
export const isEditable = (status: Issue['status'] | undefined): boolean =>
  status === undefined || status === 'Pending' || status === 'Hold' || status === 'Inspection'
