import {
  type Evidence,
  type FreeLookFee,
  type LawTerms,
  lawTerms,
  noticeGrounds,
  type PayoffStep,
  payoffActs,
  payoffParties,
  type TermName,
  termNames,
  verifications,
} from '../../domain/cancellation/law-terms.ts'
import type { WrittenRule } from '../../domain/cancellation/rules-file.ts'
import { sellerKinds } from '../../domain/seller-kinds.ts'
import {
  booleanCell,
  type CellReader,
  choiceCell,
  moneyCell,
  optionalField,
  requiredField,
  textCell,
  wholeNumberCell,
} from '../../files/cells.ts'
import {
  type NodeReader,
  type ObjectFields,
  objectList,
  optionalObject,
  optionalValueList,
} from '../../files/objects.ts'

// The members of a rule that only some laws have, and its evidence, in a file.

const dayCount = wholeNumberCell(0, 3_650)

/** A list of objects, of which only the values are used. */
const values =
  <T extends object>(fields: ObjectFields<T>): NodeReader<readonly T[] | null> =>
  (node, place) =>
    node ? objectList<T>(fields)(node, place).map((row) => row.values) : null

const yearOrDate: CellReader<string> = (text, refuse) => {
  if (!/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text))
    refuse(`"${text}" is not a year, a month or a date, such as 2024, 2024-07 or 2024-07-01.`)
  return text
}

const terms: readonly [TermName, ...TermName[]] = termNames as [TermName, ...TermName[]]

export const lawFields = (
  percent: CellReader<number>,
): ObjectFields<{ readonly [Name in keyof (LawTerms & Evidence)]: (LawTerms & Evidence)[Name] | null }> => ({
  leavesOut: optionalValueList(choiceCell(sellerKinds)),
  freeLookCount: optionalField(choiceCell(['Calendar', 'Business'])),
  freeLookFrom: optionalField(choiceCell(['Sale', 'Delivery'])),
  mailedFreeLookDays: optionalField(dayCount),
  freeLookEndsWith: optionalField(choiceCell(['ClaimMade', 'CoveredLoss'])),
  freeLookFees: values<FreeLookFee>({
    fromDay: requiredField(dayCount),
    maxFee: optionalField(moneyCell),
    maxFeePercent: optionalField(percent),
  }),
  feeBase: optionalField(choiceCell(['Price', 'Refund', 'Unearned'])),
  percentFeeOnly: optionalField(booleanCell),
  wholeMonthDays: optionalField(wholeNumberCell(1, 31)),
  leastRefund: optionalField(moneyCell),
  allowsDollars: optionalField(booleanCell),
  financeCharges: optionalField(choiceCell(['InFreeLook', 'Always'])),
  noRefundAfterBenefit: optionalField(booleanCell),
  requestWithin: optionalObject<NonNullable<LawTerms['requestWithin']>>({
    days: requiredField(dayCount),
    after: requiredField(choiceCell(['LoanEnd', 'Cancel'])),
  }),
  payoffSteps: values<PayoffStep>({
    by: requiredField(choiceCell(payoffParties)),
    does: requiredField(choiceCell(payoffActs)),
    days: requiredField(dayCount),
    from: requiredField(choiceCell(['LoanEnd', 'Notice'])),
  }),
  noticeExceptions: optionalValueList(choiceCell(noticeGrounds)),
  salesTax: optionalField(choiceCell(['Refund', 'Keep'])),
  verification: optionalField(choiceCell(verifications)),
  asOf: optionalField(yearOrDate),
  links: optionalValueList(textCell(500)),
  note: optionalField(textCell(1_000)),
  silent: optionalValueList(choiceCell(terms)),
  unverified: optionalValueList(choiceCell(terms)),
})

export interface MemberFault {
  readonly member: string
  readonly reason: string
}

/** Members that contradict each other. */
export function lawFaults(rule: WrittenRule): MemberFault[] {
  const fees = rule.freeLookFees ?? []
  return [
    ...(fees.length > 0 && rule.freeLookFeePercent
      ? [{ member: 'freeLookFees', reason: 'Write the fees in the free look here or as freeLookFeePercent.' }]
      : []),
    ...(fees.some(({ fromDay }, at) => at > 0 && fromDay <= (fees[at - 1]?.fromDay ?? 0))
      ? [{ member: 'freeLookFees', reason: 'Write the steps in the order of their days.' }]
      : []),
    ...(fees.some(({ maxFee, maxFeePercent }) => maxFee === null && maxFeePercent === null)
      ? [{ member: 'freeLookFees', reason: 'Each step needs maxFee or maxFeePercent.' }]
      : []),
    ...(rule.payoffSteps && rule.payoffSteps.length > 0 && !rule.refundsAtPayoff
      ? [{ member: 'payoffSteps', reason: 'These need refundsAtPayoff: true.' }]
      : []),
    ...(rule.percentFeeOnly && (rule.maxFeePercent ?? null) === null
      ? [{ member: 'percentFeeOnly', reason: 'This needs maxFeePercent.' }]
      : []),
    ...(rule.percentFeeOnly && rule.maxFee
      ? [{ member: 'percentFeeOnly', reason: 'A rule with maxFee cannot have this. Remove one of the two.' }]
      : []),
    ...generalFaults(rule),
  ]
}

/** What the law leaves to the general rule must not be written too. */
function generalFaults(rule: WrittenRule): MemberFault[] {
  const left = [
    ...(rule.silent ?? []).map((term) => ['silent', term] as const),
    ...(rule.unverified ?? []).map((term) => ['unverified', term] as const),
  ]
  const isNamed = [rule.state, rule.productTypeCodes, rule.program, rule.reasonCodes].some((name) => name)
  const repeated = left.filter(([, term], at) => left.findIndex(([, other]) => other === term) < at)
  return [
    ...(left.length > 0 && !isNamed
      ? [
          {
            member: left[0]?.[0] ?? 'silent',
            reason: 'The general rule cannot leave terms to the general rule.',
          },
        ]
      : []),
    ...repeated.map(([member, term]) => ({ member, reason: `${term} is listed twice. Remove one.` })),
    ...left.flatMap(([member, term]) => {
      const written = writtenMembers(rule, term)
      return written.length === 0
        ? []
        : [{ member, reason: `${term} is left to the general rule, but ${written.join(', ')} is written.` }]
    }),
  ]
}

/** A rule of the library names its source, and says of every term what the law says, or that it does not know. */
export function libraryFaults(rule: WrittenRule): MemberFault[] {
  const needed = (['source', 'verification', 'asOf', 'state', 'productTypeCodes'] as const).filter(
    (member) => !rule[member],
  )
  const unsaid = termNames.filter(
    (term) => !leavesToGeneral(rule, term) && writtenMembers(rule, term).length === 0,
  )
  return [
    ...needed.map((member) => ({ member, reason: 'A rule of the library needs this.' })),
    ...unsaid.map((term) => ({
      member: term,
      reason: 'Write what the law says, or list the term under silent or unverified.',
    })),
  ]
}

/** The members of a term that a rule has. */
export const writtenMembers = (rule: WrittenRule, term: TermName): string[] =>
  lawTerms[term].filter((member) => {
    const own = rule[member] ?? null
    const provider = rule.provider?.[member as keyof typeof rule.provider] ?? null
    return own !== null || provider !== null
  })

/** Members without which a rule decides nothing. */
export const missingMembers = (rule: WrittenRule): string[] =>
  (['freeLookDays', 'deductsClaims'] as const).filter(
    (member) => (rule[member] ?? null) === null && !leavesToGeneral(rule, member),
  )

const leavesToGeneral = ({ silent, unverified }: WrittenRule, term: TermName): boolean =>
  [...(silent ?? []), ...(unverified ?? [])].includes(term)
