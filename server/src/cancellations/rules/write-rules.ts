import { Document, isScalar, isSeq, visit } from 'yaml'
import type { FreeLookFee } from '../../domain/cancellation/law-terms.ts'
import { type NamedRule, type WrittenRule, writtenFromRules } from '../../domain/cancellation/rules-file.ts'
import { amountOf } from '../../domain/money.ts'

/** A rule as a file has it: money in dollars. */
type FiledRule = Omit<WrittenRule, 'maxFee' | 'leastRefund' | 'freeLookFees'> & {
  readonly maxFee?: number
  readonly leastRefund?: number
  readonly freeLookFees?: readonly object[]
}

/** The rules as file entries. As JSON they can be applied too. */
export function rulesAsWritten(rules: readonly NamedRule[]): FiledRule[] {
  return writtenFromRules(rules).map(({ maxFee, leastRefund, freeLookFees, ...written }) => {
    const entry = {
      ...written,
      ...(maxFee ? { maxFee: amountOf(maxFee) } : {}),
      ...(leastRefund ? { leastRefund: amountOf(leastRefund) } : {}),
      ...(freeLookFees ? { freeLookFees: freeLookFees.map(filedFee) } : {}),
    }
    // Only the order of the members changes.
    return Object.fromEntries(
      Object.entries(entry).sort(([name], [other]) => ORDER.indexOf(name) - ORDER.indexOf(other)),
    ) as FiledRule
  })
}

/** A fee in the free look, in dollars. */
const filedFee = ({ fromDay, maxFee, maxFeePercent }: FreeLookFee) => ({
  fromDay,
  ...(maxFee === null ? {} : { maxFee: amountOf(maxFee) }),
  ...(maxFeePercent === null ? {} : { maxFeePercent }),
})

/** The most important members come first. */
const ORDER = [
  ...[
    'code',
    'source',
    'verification',
    'asOf',
    'links',
    'note',
    'silent',
    'unverified',
    'state',
    'productTypeCodes',
    'program',
    'reasonCodes',
    'side',
    'leavesOut',
    'effectiveFrom',
  ],
  ...['effectiveTo', 'freeLookDays', 'freeLookCount', 'freeLookFrom', 'mailedFreeLookDays', 'shortFreeLook'],
  ...['freeLookClaims', 'freeLookEndsWith', 'freeLookFeePercent', 'freeLookFees', 'method', 'floorMethod'],
  ...['wholeMonthDays', 'refundPercent', 'leastRefund', 'allowsDollars', 'financeCharges', 'salesTax'],
  ...[
    'maxFee',
    'maxFeePercent',
    'percentFeeOnly',
    'feeBase',
    'deductsClaims',
    'noRefundAfterBenefit',
    'refundDays',
  ],
  ...['requestWithin', 'refundsAtPayoff', 'payoffSteps', 'penalty', 'limitedReasons', 'noticeDays'],
  ...['noticeExceptions', 'provider'],
]

/** The rules as a YAML file. */
export function rulesAsYaml(rules: readonly NamedRule[]): string {
  const document = new Document(rulesAsWritten(rules), { aliasDuplicateObjects: false })
  visit(document, {
    Pair: (_, { key, value }) => {
      const isMoney = isScalar(key) && (key.value === 'maxFee' || key.value === 'leastRefund')
      if (isMoney && isScalar(value)) value.minFractionDigits = 2
      // Lists of codes stay on one line.
      if (isSeq(value) && value.items.every(isScalar)) value.flow = true
    },
  })
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return text.replaceAll('\n- ', '\n\n- ')
}
