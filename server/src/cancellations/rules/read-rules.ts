import { noticeGrounds } from '../../domain/cancellation/law-terms.ts'
import { penaltyPeriods, type RuleLayer } from '../../domain/cancellation/rules.ts'
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
import { lawFaults, lawFields, libraryFaults, type MemberFault, missingMembers } from './read-law.ts'

/** The codes that rules may name. */
export interface KnownNames {
  readonly reasons: readonly string[]
  readonly methods: readonly string[]
  /** Null without a database: program codes are then not checked. */
  readonly programs: readonly string[] | null
}

export type ReadRules =
  | { readonly rules: readonly NamedRule[]; readonly entries: number }
  | { readonly faults: readonly FileFault[] }

/** The rules of a file, each with its provider rule, or all faults in it. docs/cancel-rules.md describes the format. */
export function readCancelRules(
  file: string,
  text: string,
  known: KnownNames,
  layer: RuleLayer = 'Own',
): ReadRules {
  const reading: FileReading = {
    files: new Map([[file, text]]),
    checkCriteria: () => undefined,
    ...{ faults: [], filesRead: new Set<string>(), accounts: [] },
  }
  const root = readYamlFile(reading, file)
  const rows = objectList<WrittenRule>(ruleMembers)(root, { reading, file, line: 1, name: 'rules' })
  for (const row of rows) {
    const placeOf = (member: string) => ({ file, line: fieldLine(row, member) })
    reportReversedDates(reading, placeOf('effectiveTo'), {
      effectiveFrom: row.values.effectiveFrom ?? null,
      effectiveTo: row.values.effectiveTo ?? null,
    })
    for (const member of row.fieldLines?.size ? missingMembers(row.values) : [])
      reportFault(reading, { file, line: row.line }, `The field ${member} is missing.`)
    for (const { member, reason } of [
      ...sideFaults(row.values),
      ...shortFreeLookFaults(row.values),
      ...(row.isSound ? lawFaults(row.values) : []),
      ...(row.isSound && layer === 'Library' ? libraryFaults(row.values) : []),
    ])
      reportFault(reading, placeOf(member), `${member}: ${reason}`)
    reportNames(reading, file, row, known)
  }
  if (root) reportRuleSet(reading, file, rows, layer)
  const { faults } = reading
  if (faults.length > 0) return { faults: [...faults].sort((fault, other) => fault.line - other.line) }
  return {
    rules: rows.flatMap(({ values }) => rulesFromWritten(withProgramCode(values, known))),
    entries: rows.length,
  }
}

const feeMembers = ['freeLookFeePercent', 'freeLookFees', 'maxFee', 'maxFeePercent'] as const
const providerMembers = ['limitedReasons', 'noticeDays', 'noticeExceptions'] as const

/** Members that only one side may have. */
function sideFaults(rule: WrittenRule): MemberFault[] {
  const isProvider = rule.side === 'Provider'
  return [
    ...(rule.side && rule.provider
      ? [
          {
            member: 'provider',
            reason: 'A rule with a side cannot have a provider part. Remove one of the two.',
          },
        ]
      : []),
    ...feeMembers
      .filter((member) => isProvider && rule[member])
      .map((member) => ({
        member,
        reason: 'The provider cannot charge a fee when it cancels. Remove this field.',
      })),
    ...providerMembers
      .filter((member) => !isProvider && rule[member])
      .map((member) => ({
        member,
        reason:
          'This applies to the provider only. Write it under provider, or in a rule whose side is Provider.',
      })),
  ]
}

function shortFreeLookFaults({ shortFreeLook: short }: WrittenRule): MemberFault[] {
  return short && short.productTypeCodes.length === 0 && !short.withoutWarranty
    ? [
        {
          member: 'shortFreeLook',
          reason:
            'No contract would get this free look. Add productTypeCodes, or set withoutWarranty to true.',
        },
      ]
    : []
}

const productTypeCodes: readonly string[] = productTypes.map(({ code }) => code)

/** Reports unknown codes, and codes that are listed twice. */
function reportNames(reading: FileReading, file: string, row: FileRow<WrittenRule>, known: KnownNames): void {
  const { values } = row
  const { limitedReasons, provider, shortFreeLook: short } = values
  const named: readonly [member: string, what: string, codes: readonly string[], known: readonly string[]][] =
    [
      ['productTypeCodes', 'product type', values.productTypeCodes ?? [], productTypeCodes],
      ['shortFreeLook', 'product type', short?.productTypeCodes ?? [], productTypeCodes],
      ['reasonCodes', 'cancel reason', values.reasonCodes ?? [], known.reasons],
      ['limitedReasons', 'cancel reason', limitedReasons?.codes ?? [], known.reasons],
      ['provider', 'cancel reason', provider?.limitedReasons?.codes ?? [], known.reasons],
      ['method', 'cancel method', values.method ? [values.method] : [], known.methods],
      ['floorMethod', 'cancel method', values.floorMethod ? [values.floorMethod] : [], known.methods],
    ]
  for (const [member, what, codes, choices] of named) {
    const place = { file, line: fieldLine(row, member) }
    for (const code of new Set(codes)) reportUnknown(reading, place, { what, code, known: choices })
    const repeated = codes.find((code, index) => code !== '' && codes.indexOf(code) < index)
    if (repeated !== undefined)
      reportFault(reading, place, `${member}: ${repeated} is listed twice. Remove one.`)
  }
  const { program } = values
  if (program && known.programs && !programCode(program, known)) {
    const choices =
      known.programs.length > 0
        ? `Use one of ${known.programs.join(', ')}.`
        : 'The rate book has no programs.'
    reportFault(
      reading,
      { file, line: fieldLine(row, 'program') },
      `There is no program ${program}. ${choices}`,
    )
  }
}

const programCode = (program: string, { programs }: KnownNames) =>
  programs?.find((code) => code.toLowerCase() === program.toLowerCase())

/** Program codes match in any letter case. The rule gets the code as the rate book writes it. */
const withProgramCode = (rule: WrittenRule, known: KnownNames): WrittenRule =>
  rule.program ? { ...rule, program: programCode(rule.program, known) ?? rule.program } : rule

/** Checks the rules without faults of their own against each other. */
function reportRuleSet(
  reading: FileReading,
  file: string,
  rows: readonly FileRow<WrittenRule>[],
  layer: RuleLayer,
): void {
  const placed = rows.flatMap(({ values, isSound }, entry) =>
    isSound && missingMembers(values).length === 0
      ? rulesFromWritten(values).map((rule) => ({ rule, entry }))
      : [],
  )
  for (const { entry, reason } of ruleFaults(placed)) {
    // The missing default rule may be one of the rules with a fault. The library needs none.
    if (entry === null && (placed.length < rows.length || layer === 'Library')) continue
    reportFault(reading, { file, line: entry === null ? 1 : (rows[entry]?.line ?? 1) }, reason)
  }
}

// The members of a rule in a file.

const dayCount = wholeNumberCell(0, 3_650)

/** With more decimals, a part of a price could not be calculated exactly. */
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
  codes: (node, place) =>
    optionalValueList(codeCell)(node, place) ?? [readField(requiredField(codeCell), undefined, place)],
}

const providerPart: ObjectFields<Required<ProviderPart>> = {
  refundDays: optionalField(dayCount),
  limitedReasons: optionalObject(limitedReasons),
  noticeDays: optionalField(dayCount),
  noticeExceptions: optionalValueList(choiceCell(noticeGrounds)),
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
  freeLookDays: optionalField(dayCount),
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
  deductsClaims: optionalField(booleanCell),
  refundDays: optionalField(dayCount),
  refundsAtPayoff: optionalField(booleanCell),
  penalty: optionalObject({
    base: requiredField(choiceCell(['Outstanding', 'Refund', 'Price'])),
    percent: requiredField(percent),
    period: requiredField(choiceCell(penaltyPeriods)),
    inFreeLookOnly: optionalField(booleanCell),
  }),
  limitedReasons: optionalObject(limitedReasons),
  noticeDays: optionalField(dayCount),
  provider: optionalObject(providerPart),
  ...lawFields(percent),
}
