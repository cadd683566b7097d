import { ruleFaults } from '../../domain/cancellation/rules-check.ts'
import {
  type NamedRule,
  type ProviderPart,
  rulesFromWritten,
  type WrittenRule,
} from '../../domain/cancellation/rules-file.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { allStates } from '../../domain/states.ts'
import {
  booleanCell,
  type CellReader,
  choiceCell,
  codeCell,
  decimalUnits,
  defaultedField,
  moneyCell,
  optionalField,
  requiredField,
  stateCell,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import { datedFields, reportReversedDates } from '../../files/effective-dates.ts'
import {
  type ObjectFields,
  objectList,
  optionalObject,
  optionalValueList,
  readField,
  readYamlFile,
  valueList,
} from '../../files/objects.ts'
import { type FileReading, type FileRow, fieldLine, reportFault, reportUnknown } from '../../files/reading.ts'
import { productTypes } from '../../reference/product-types.ts'

/** What rules can name: codes. */
export interface KnownNames {
  readonly reasons: readonly string[]
  readonly methods: readonly string[]
  /** Null where nobody knows: without a database there are no programs to look for. */
  readonly programs: readonly string[] | null
}

export type ReadRules =
  | { readonly rules: readonly NamedRule[]; readonly entries: number }
  | { readonly faults: readonly FileFault[] }

/** The rules of a file, each with its twin; or every fault in it. docs/cancel-rules.md has the format. */
export function readCancelRules(file: string, text: string, known: KnownNames): ReadRules {
  const reading: FileReading = {
    files: new Map([[file, text]]),
    checkCriteria: () => undefined,
    ...{ faults: [], filesRead: new Set<string>(), accounts: [] },
  }
  const root = readYamlFile(reading, file)
  const rows = objectList<WrittenRule>(ruleMembers)(root, { reading, file, line: 1, name: 'rules' })
  for (const row of rows) {
    const at = (member: string) => ({ file, line: fieldLine(row, member) })
    reportReversedDates(reading, at('effectiveTo'), {
      effectiveFrom: row.values.effectiveFrom ?? null,
      effectiveTo: row.values.effectiveTo ?? null,
    })
    for (const { member, reason } of [...sideFaults(row.values), ...shortFaults(row.values)])
      reportFault(reading, at(member), `${member}: ${reason}`)
    refuseNames(reading, file, row, known)
  }
  if (root) refuseTogether(reading, file, rows)
  const { faults } = reading
  if (faults.length > 0) return { faults: [...faults].sort((one, other) => one.line - other.line) }
  return {
    rules: rows.flatMap(({ values }) => rulesFromWritten(programAsKnown(values, known))),
    entries: rows.length,
  }
}

interface MemberFault {
  readonly member: string
  readonly reason: string
}

const feeMembers = ['freeLookFeePercent', 'maxFee', 'maxFeePercent'] as const
const providerMembers = ['limitedReasons', 'noticeDays'] as const

/** What only one side can have. */
function sideFaults(rule: WrittenRule): MemberFault[] {
  const isProvider = rule.side === 'Provider'
  return [
    ...(rule.side && rule.provider
      ? [{ member: 'provider', reason: 'A rule for one side has no other side; leave out side, or this.' }]
      : []),
    ...feeMembers
      .filter((member) => isProvider && rule[member])
      .map((member) => ({ member, reason: 'The provider takes no fee when it cancels.' })),
    ...providerMembers
      .filter((member) => !isProvider && rule[member])
      .map((member) => ({
        member,
        reason: 'It binds the provider only; it stands below provider, or in a rule whose side is Provider.',
      })),
  ]
}

function shortFaults({ shortFreeLook: short }: WrittenRule): MemberFault[] {
  return short && short.productTypeCodes.length === 0 && !short.withoutWarranty
    ? [
        {
          member: 'shortFreeLook',
          reason: 'It is for nobody; name productTypeCodes, or set withoutWarranty to true.',
        },
      ]
    : []
}

const types: readonly string[] = productTypes.map(({ code }) => code)

/** Tells of codes that name nothing, and of those that a list has twice. */
function refuseNames(reading: FileReading, file: string, row: FileRow<WrittenRule>, known: KnownNames): void {
  const { values } = row
  const { limitedReasons, provider, shortFreeLook: short } = values
  const named: readonly [member: string, what: string, codes: readonly string[], known: readonly string[]][] =
    [
      ['productTypeCodes', 'product type', values.productTypeCodes ?? [], types],
      ['shortFreeLook', 'product type', short?.productTypeCodes ?? [], types],
      ['reasonCodes', 'cancel reason', values.reasonCodes ?? [], known.reasons],
      ['limitedReasons', 'cancel reason', limitedReasons?.codes ?? [], known.reasons],
      ['provider', 'cancel reason', provider?.limitedReasons?.codes ?? [], known.reasons],
      ['method', 'cancel method', values.method ? [values.method] : [], known.methods],
      ['floorMethod', 'cancel method', values.floorMethod ? [values.floorMethod] : [], known.methods],
    ]
  for (const [member, what, codes, there] of named) {
    const place = { file, line: fieldLine(row, member) }
    for (const code of new Set(codes)) reportUnknown(reading, place, { what, code, known: there })
    const repeated = codes.find((code, at) => code !== '' && codes.indexOf(code) < at)
    if (repeated !== undefined) reportFault(reading, place, `${member}: ${repeated} stands there twice.`)
  }
  const { program } = values
  if (program && known.programs && !asKnown(program, known)) {
    const listed = known.programs.length > 0 ? `there are ${known.programs.join(', ')}` : 'there are none'
    reportFault(
      reading,
      { file, line: fieldLine(row, 'program') },
      `There is no program ${program}; ${listed}.`,
    )
  }
}

const asKnown = (program: string, { programs }: KnownNames) =>
  programs?.find((code) => code.toLowerCase() === program.toLowerCase())

/** Programs are one whatever their letter case; here they are written as the book writes them. */
const programAsKnown = (rule: WrittenRule, known: KnownNames): WrittenRule =>
  rule.program ? { ...rule, program: asKnown(rule.program, known) ?? rule.program } : rule

/** What has to be so between rules, as far as they are sound by themselves. */
function refuseTogether(reading: FileReading, file: string, rows: readonly FileRow<WrittenRule>[]): void {
  const placed = rows.flatMap(({ values, isSound }, entry) =>
    isSound ? rulesFromWritten(values).map((rule) => ({ rule, entry })) : [],
  )
  for (const { entry, reason } of ruleFaults(placed)) {
    // One that is wrong by itself may be what is missing.
    if (entry === null && placed.length < rows.length) continue
    reportFault(reading, { file, line: entry === null ? 1 : (rows[entry]?.line ?? 1) }, reason)
  }
}

// The members of a rule in a file, each by itself.

const dayCount = wholeNumberCell(0, 3_650)

/** Finer ones could make parts of a price that cannot be told exactly. */
const PERCENT_DECIMALS = 4
const percent: CellReader<number> = (text, refuse) => {
  const units = decimalUnits(text, PERCENT_DECIMALS)
  if (units !== undefined && units <= 100 * 10 ** PERCENT_DECIMALS) return units / 10 ** PERCENT_DECIMALS
  refuse(`"${text}" is not a percent from 0 to 100 with at most ${PERCENT_DECIMALS} decimals.`)
  return 0
}

const knownState: CellReader<string> = (text, refuse) => {
  const read = stateCell(text, refuse)
  if (/^[A-Z]{2}$/.test(text) && !allStates.includes(text)) refuse(`There is no state ${text}.`)
  return read
}

const limitedReasons: ObjectFields<NonNullable<WrittenRule['limitedReasons']>> = {
  fromDay: requiredField(wholeNumberCell(0, 36_500)),
  codes: (node, at) =>
    optionalValueList(codeCell)(node, at) ?? [readField(requiredField(codeCell), undefined, at)],
}

const providerPart: ObjectFields<Required<ProviderPart>> = {
  refundDays: optionalField(dayCount),
  limitedReasons: optionalObject(limitedReasons),
  noticeDays: optionalField(dayCount),
}

const ruleMembers: ObjectFields<Required<WrittenRule>> = {
  code: requiredField(codeCell),
  source: optionalField(textCell(200)),
  state: optionalField(knownState),
  productTypeCodes: optionalValueList(codeCell),
  program: optionalField(codeCell),
  reasonCodes: optionalValueList(codeCell),
  side: optionalField(choiceCell(['Holder', 'Provider'])),
  ...datedFields,
  freeLookDays: requiredField(dayCount),
  shortFreeLook: optionalObject({
    days: requiredField(dayCount),
    productTypeCodes: valueList(codeCell),
    withoutWarranty: defaultedField(booleanCell, false),
  }),
  freeLookClaims: optionalField(choiceCell(['Deduct', 'LoseFreeLook'])),
  freeLookFeePercent: optionalField(percent),
  method: optionalField(choiceCell(methodCodes)),
  floorMethod: optionalField(choiceCell(methodCodes)),
  refundPercent: optionalField(percent),
  maxFee: optionalField(moneyCell),
  maxFeePercent: optionalField(percent),
  deductsClaims: requiredField(booleanCell),
  refundDays: requiredField(dayCount),
  refundsAtPayoff: optionalField(booleanCell),
  penalty: optionalObject({
    base: requiredField(choiceCell(['Outstanding', 'Price'])),
    percent: requiredField(percent),
    period: requiredField(choiceCell(['Month', 'ThirtyDays'])),
    inFreeLookOnly: optionalField(booleanCell),
  }),
  limitedReasons: optionalObject(limitedReasons),
  noticeDays: optionalField(dayCount),
  provider: optionalObject(providerPart),
}
