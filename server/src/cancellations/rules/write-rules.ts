import { Document, isScalar, isSeq, visit } from 'yaml'
import { type NamedRule, type WrittenRule, writtenFromRules } from '../../domain/cancellation/rules-file.ts'
import { amountOf } from '../../domain/money.ts'

/** A rule as a file has it: money in dollars. */
type FiledRule = Omit<WrittenRule, 'maxFee'> & { readonly maxFee?: number }

/** The rules as file entries. As JSON they can be applied too. */
export function rulesAsWritten(rules: readonly NamedRule[]): FiledRule[] {
  return writtenFromRules(rules).map(({ maxFee, ...written }) => {
    const entry = { ...written, ...(maxFee ? { maxFee: amountOf(maxFee) } : {}) }
    // Only the order of the members changes.
    return Object.fromEntries(
      Object.entries(entry).sort(([name], [other]) => ORDER.indexOf(name) - ORDER.indexOf(other)),
    ) as FiledRule
  })
}

/** The most important members come first. */
const ORDER = [
  ...['code', 'source', 'state', 'productTypeCodes', 'program', 'reasonCodes', 'side', 'effectiveFrom'],
  ...['effectiveTo', 'freeLookDays', 'shortFreeLook', 'freeLookClaims', 'freeLookFeePercent', 'method'],
  ...['floorMethod', 'refundPercent', 'maxFee', 'maxFeePercent', 'deductsClaims', 'refundDays'],
  ...['refundsAtPayoff', 'penalty', 'limitedReasons', 'noticeDays', 'provider'],
]

/** The rules as a YAML file. */
export function rulesAsYaml(rules: readonly NamedRule[]): string {
  const document = new Document(rulesAsWritten(rules), { aliasDuplicateObjects: false })
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === 'maxFee' && isScalar(value)) value.minFractionDigits = 2
      // Lists of codes stay on one line.
      if (isSeq(value)) value.flow = true
    },
  })
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return text.replaceAll('\n- ', '\n\n- ')
}
