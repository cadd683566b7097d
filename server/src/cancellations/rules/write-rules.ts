import { Document, isScalar, isSeq, visit } from 'yaml'
import { type NamedRule, type WrittenRule, writtenFromRules } from '../../domain/cancellation/rules-file.ts'
import { amountOf } from '../../domain/money.ts'

/** A rule as it stands in a file: money in units. */
export type FiledRule = Omit<WrittenRule, 'maxFee'> & { readonly maxFee?: number }

/** The rules as a file has them; as JSON it can be applied, too. */
export function rulesAsWritten(rules: readonly NamedRule[]): FiledRule[] {
  return writtenFromRules(rules).map(({ maxFee, ...written }) => {
    const members = { ...written, ...(maxFee ? { maxFee: amountOf(maxFee) } : {}) }
    // The same members in another order.
    return Object.fromEntries(
      Object.entries(members).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other)),
    ) as FiledRule
  })
}

/** What a reader looks for first stands first. */
const ORDER = [
  ...['code', 'source', 'state', 'productTypeCodes', 'program', 'reasonCodes', 'side', 'effectiveFrom'],
  ...['effectiveTo', 'freeLookDays', 'shortFreeLook', 'freeLookClaims', 'freeLookFeePercent', 'method'],
  ...['floorMethod', 'refundPercent', 'maxFee', 'maxFeePercent', 'deductsClaims', 'refundDays'],
  ...['refundsAtPayoff', 'penalty', 'limitedReasons', 'noticeDays', 'provider'],
]

/** The file that the rules would be read from. */
export function rulesAsYaml(rules: readonly NamedRule[]): string {
  const document = new Document(rulesAsWritten(rules), { aliasDuplicateObjects: false })
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === 'maxFee' && isScalar(value)) value.minFractionDigits = 2
      // Lists of codes on one line.
      if (isSeq(value)) value.flow = true
    },
  })
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return text.replaceAll('\n- ', '\n\n- ')
}
