import { ruleFaults } from '../../domain/cancellation/rules-check.ts'
import {
  type NamedRule,
  type ProviderPart,
  rulesFromWritten,
  type WrittenRule,
} from '../../domain/cancellation/rules-file.ts'
import type { Fault } from '../../domain/rate-book/book.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { allStates } from '../../domain/states.ts'
import { type Cell, code, flag, money, oneOf, state, unitsOf, whole, words } from '../../files/cells.ts'
import {
  listOf,
  type Member,
  type Members,
  may,
  mayList,
  must,
  objectsOf,
  otherwise,
  readObject,
  readRoot,
} from '../../files/objects.ts'
import { lineOf, type Reading, type Row, refuse, refuseUnknown } from '../../files/reading.ts'
import { datedMembers, refuseDates } from '../../rates/book/effective.ts'
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
  | { readonly faults: readonly Fault[] }

/** The rules of a file, each with its twin; or every fault in it. docs/cancel-rules.md has the format. */
export function readCancelRules(file: string, text: string, known: KnownNames): ReadRules {
  const reading: Reading = {
    files: new Map([[file, text]]),
    checkCriteria: () => undefined,
    ...{ faults: [], asked: new Set<string>(), accounts: [] },
  }
  const root = readRoot(reading, file)
  const rows = objectsOf<WrittenRule>(ruleMembers)(root, { reading, file, line: 1, name: 'rules' })
  for (const row of rows) {
    const at = (member: string) => ({ file, line: lineOf(row, member) })
    refuseDates(reading, at('effectiveTo'), {
      effectiveFrom: row.values.effectiveFrom ?? null,
      effectiveTo: row.values.effectiveTo ?? null,
    })
    for (const { member, reason } of [...sideFaults(row.values), ...shortFaults(row.values)])
      refuse(reading, at(member), `${member}: ${reason}`)
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
function refuseNames(reading: Reading, file: string, row: Row<WrittenRule>, known: KnownNames): void {
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
    const place = { file, line: lineOf(row, member) }
    for (const code of new Set(codes)) refuseUnknown(reading, place, { what, code, known: there })
    const repeated = codes.find((code, at) => code !== '' && codes.indexOf(code) < at)
    if (repeated !== undefined) refuse(reading, place, `${member}: ${repeated} stands there twice.`)
  }
  const { program } = values
  if (program && known.programs && !asKnown(program, known)) {
    const listed = known.programs.length > 0 ? `there are ${known.programs.join(', ')}` : 'there are none'
    refuse(reading, { file, line: lineOf(row, 'program') }, `There is no program ${program}; ${listed}.`)
  }
}

const asKnown = (program: string, { programs }: KnownNames) =>
  programs?.find((code) => code.toLowerCase() === program.toLowerCase())

/** Programs are one whatever their letter case; here they are written as the book writes them. */
const programAsKnown = (rule: WrittenRule, known: KnownNames): WrittenRule =>
  rule.program ? { ...rule, program: asKnown(rule.program, known) ?? rule.program } : rule

/** What has to be so between rules, as far as they are sound by themselves. */
function refuseTogether(reading: Reading, file: string, rows: readonly Row<WrittenRule>[]): void {
  const placed = rows.flatMap(({ values, isSound }, entry) =>
    isSound ? rulesFromWritten(values).map((rule) => ({ rule, entry })) : [],
  )
  for (const { entry, reason } of ruleFaults(placed)) {
    // One that is wrong by itself may be what is missing.
    if (entry === null && placed.length < rows.length) continue
    refuse(reading, { file, line: entry === null ? 1 : (rows[entry]?.line ?? 1) }, reason)
  }
}

// The members of a rule in a file, each by itself.

/** An object inside another; nothing where it is absent. */
const mayObject =
  <T extends object>(members: Members<T>): Member<T | null> =>
  (node, at) =>
    node ? readObject(node, { ...at, line: node.line }, members).values : null

const dayCount = whole(0, 3_650)

/** Finer ones could make parts of a price that cannot be told exactly. */
const PERCENT_DECIMALS = 4
const percent: Cell<number> = (text, refuse) => {
  const units = unitsOf(text, PERCENT_DECIMALS)
  if (units !== undefined && units <= 100 * 10 ** PERCENT_DECIMALS) return units / 10 ** PERCENT_DECIMALS
  refuse(`"${text}" is not a percent from 0 to 100 with at most ${PERCENT_DECIMALS} decimals.`)
  return 0
}

const knownState: Cell<string> = (text, refuse) => {
  const read = state(text, refuse)
  if (/^[A-Z]{2}$/.test(text) && !allStates.includes(text)) refuse(`There is no state ${text}.`)
  return read
}

const limitedReasons: Members<NonNullable<WrittenRule['limitedReasons']>> = {
  fromDay: must(whole(0, 36_500)),
  codes: (node, at) => mayList(code)(node, at) ?? [must(code)(undefined, at)],
}

const providerPart: Members<Required<ProviderPart>> = {
  refundDays: may(dayCount),
  limitedReasons: mayObject(limitedReasons),
  noticeDays: may(dayCount),
}

const ruleMembers: Members<Required<WrittenRule>> = {
  code: must(code),
  source: may(words(200)),
  state: may(knownState),
  productTypeCodes: mayList(code),
  program: may(code),
  reasonCodes: mayList(code),
  side: may(oneOf(['Holder', 'Provider'])),
  ...datedMembers,
  freeLookDays: must(dayCount),
  shortFreeLook: mayObject({
    days: must(dayCount),
    productTypeCodes: listOf(code),
    withoutWarranty: otherwise(flag, false),
  }),
  freeLookClaims: may(oneOf(['Deduct', 'LoseFreeLook'])),
  freeLookFeePercent: may(percent),
  method: may(oneOf(methodCodes)),
  floorMethod: may(oneOf(methodCodes)),
  refundPercent: may(percent),
  maxFee: may(money),
  maxFeePercent: may(percent),
  deductsClaims: must(flag),
  refundDays: must(dayCount),
  refundsAtPayoff: may(flag),
  penalty: mayObject({
    base: must(oneOf(['Outstanding', 'Price'])),
    percent: must(percent),
    period: must(oneOf(['Month', 'ThirtyDays'])),
    inFreeLookOnly: may(flag),
  }),
  limitedReasons: mayObject(limitedReasons),
  noticeDays: may(dayCount),
  provider: mayObject(providerPart),
}
