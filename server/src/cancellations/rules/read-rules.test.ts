import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomRuleSet } from '../../../test/support/oracle/refunds/random-cancel-rules.ts'
import type { NamedRule } from '../../domain/cancellation/rules-file.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { cancelReasons } from '../../reference/cancellation-values.ts'
import { type KnownNames, readCancelRules } from './read-rules.ts'
import { rulesAsWritten, rulesAsYaml } from './write-rules.ts'

const known: KnownNames = {
  reasons: cancelReasons.map(({ code }) => code),
  methods: methodCodes,
  programs: ['VSC-STD', 'GAP-STD'],
}
const GENERAL = '- {code: DEFAULT, freeLookDays: 30, deductsClaims: true, refundDays: 45}\n'
const read = (text: string, names = known) => readCancelRules('rules.yaml', text, names)
const faultsOf = (text: string, names = known) => {
  const result = read(text, names)
  return 'faults' in result ? result.faults.map(({ line, reason }) => `${line}: ${reason}`) : []
}
/** A rule on lines 2 to 6, with more members from line 7 on. */
const withMembers = (more: string) =>
  `${GENERAL}- code: X\n  state: TX\n  freeLookDays: 30\n  deductsClaims: true\n  refundDays: 45\n${more}`

test('a rule may have every member', () => {
  const text = `${GENERAL}- code: X
  source: "Code 1: a"
  state: TX
  productTypeCodes: [VSC, APL]
  program: vsc-std
  reasonCodes: [REPO]
  side: Provider
  effectiveFrom: 2024-01-01
  effectiveTo: 2024-12-31
  freeLookDays: 60
  shortFreeLook: {days: 30, productTypeCodes: [APL], withoutWarranty: true}
  freeLookClaims: LoseFreeLook
  method: PRORATA_DAYS
  floorMethod: RULE78
  refundPercent: 92.5
  deductsClaims: false
  refundDays: 30
  refundsAtPayoff: true
  penalty: {base: Price, percent: 10, period: ThirtyDays, inFreeLookOnly: true}
  limitedReasons: {fromDay: 61, codes: [FRAUD, NONPAY]}
  noticeDays: 5
  noticeExceptions: [Nonpayment, Breach]
  leavesOut: [Bank, CreditUnion]
  freeLookCount: Business
  freeLookFrom: Delivery
  mailedFreeLookDays: 70
  freeLookEndsWith: CoveredLoss
  feeBase: Unearned
  percentFeeOnly: false
  wholeMonthDays: 16
  leastRefund: 5.00
  allowsDollars: true
  financeCharges: InFreeLook
  noRefundAfterBenefit: true
  requestWithin: {days: 90, after: LoanEnd}
  payoffSteps:
    - {by: Creditor, does: Instructs, days: 30, from: LoanEnd}
    - {by: Administrator, does: Refunds, days: 30, from: Notice}
  salesTax: Keep
  verification: PartlyRead
  asOf: 2019
  links: ["https://law.example/1"]
  note: "Not read: (d)."
`
  const result = read(text)
  if ('faults' in result) throw new Error(JSON.stringify(result.faults))
  expect(result.rules.at(-1)).toEqual({
    ...{ ruleCode: 'X', source: 'Code 1: a', state: 'TX', productTypeCodes: ['VSC', 'APL'] },
    ...{ program: 'VSC-STD', reasonCodes: ['REPO'], side: 'Provider' },
    ...{ effectiveFrom: '2024-01-01', effectiveTo: '2024-12-31', freeLookDays: 60 },
    shortFreeLook: { days: 30, productTypeCodes: ['APL'], withoutWarranty: true },
    ...{ freeLookClaims: 'LoseFreeLook', freeLookFeePercent: null, method: 'PRORATA_DAYS' },
    ...{ floorMethod: 'RULE78', refundPercent: 92.5, maxFee: 0, maxFeePercent: null },
    ...{ deductsClaims: false, refundDays: 30, refundsAtPayoff: true },
    penalty: { base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: true },
    ...{ limitedReasons: { fromDay: 61, codes: ['FRAUD', 'NONPAY'] }, noticeDays: 5 },
    ...{ noticeExceptions: ['Nonpayment', 'Breach'], leavesOut: ['Bank', 'CreditUnion'] },
    ...{ freeLookCount: 'Business', freeLookFrom: 'Delivery', mailedFreeLookDays: 70 },
    ...{ freeLookEndsWith: 'CoveredLoss', freeLookFees: [], feeBase: 'Unearned', wholeMonthDays: 16 },
    percentFeeOnly: false,
    ...{ leastRefund: 500, allowsDollars: true, financeCharges: 'InFreeLook', noRefundAfterBenefit: true },
    requestWithin: { days: 90, after: 'LoanEnd' },
    payoffSteps: [
      { by: 'Creditor', does: 'Instructs', days: 30, from: 'LoanEnd' },
      { by: 'Administrator', does: 'Refunds', days: 30, from: 'Notice' },
    ],
    ...{ salesTax: 'Keep', verification: 'PartlyRead', asOf: '2019', links: ['https://law.example/1'] },
    ...{ note: 'Not read: (d).', silent: [], unverified: [] },
  })
})

describe('each fault is reported with its line', () => {
  test.each<[string, string[]]>([
    ['  state: ZZ\n', ['7: The YAML cannot be read: Map keys must be unique.']],
    ['  freeLookCount: Weekdays\n', ['7: freeLookCount: "Weekdays" is not one of Calendar, Business.']],
    ['  leavesOut: [Bank, Shop]\n', ['7: leavesOut: "Shop" is not one of Dealer,']],
    ['  wholeMonthDays: 32\n', ['7: wholeMonthDays: "32"']],
    ['  leastRefund: -1\n', ['7: leastRefund: "-1"']],
    ['  asOf: 2019-13\n', ['7: asOf: "2019-13" is not a year, a month or a date']],
    ['  freeLookFees: [{fromDay: 10}]\n', ['7: freeLookFees: Each step needs maxFee or maxFeePercent.']],
    [
      '  freeLookFees: [{fromDay: 10, maxFee: 5.00}, {fromDay: 3, maxFee: 9.00}]\n',
      ['7: freeLookFees: Write the steps in the order of their days.'],
    ],
    [
      '  freeLookFees: [{fromDay: 10, maxFee: 5.00}]\n  freeLookFeePercent: 5\n',
      ['7: freeLookFees: Write the fees in the free look here or as freeLookFeePercent.'],
    ],
    [
      '  payoffSteps: [{by: Creditor, does: Refunds, days: 60, from: LoanEnd}]\n',
      ['7: payoffSteps: These need refundsAtPayoff: true.'],
    ],
    ['  percentFeeOnly: true\n', ['7: percentFeeOnly: This needs maxFeePercent.']],
    [
      '  percentFeeOnly: true\n  maxFeePercent: 10\n  maxFee: 5.00\n',
      ['7: percentFeeOnly: A rule with maxFee cannot have this.'],
    ],
    ['  silent: [fee]\n', ['7: silent: "fee" is not one of freeLookDays,']],
    ['  silent: [maxFee]\n  unverified: [maxFee]\n', ['8: unverified: maxFee is listed twice.']],
    [
      '  unverified: [refundDays]\n',
      ['7: unverified: refundDays is left to the general rule, but refundDays is written.'],
    ],
    ['  noticeExceptions: [Breach]\n', ['7: noticeExceptions: This applies to the provider only.']],
    ['  productTypeCodes: [VSC, VCS]\n', ['7: There is no product type VCS.']],
    ['  productTypeCodes: [VSC, VSC]\n', ['7: productTypeCodes: VSC is listed twice.']],
    ['  productTypeCodes: []\n', ['7: productTypeCodes: The list is empty.']],
    ['  program: VSC\n', ['7: There is no program VSC. Use one of VSC-STD, GAP-STD.']],
    ['  reasonCodes: [REPOS]\n', ['7: There is no cancel reason REPOS.']],
    ['  method: PRORATA\n', ['7: method: "PRORATA" is not one of FLAT,']],
    ['  floorMethod: PRORATA\n', ['7: floorMethod: "PRORATA" is not one of FLAT,']],
    ['  refundPercent: 101\n', ['7: refundPercent: "101" is not a percent from 0 to 100']],
    ['  maxFeePercent: 10.00001\n', ['7: maxFeePercent: "10.00001" is not a percent from 0 to 100']],
    ['  freeLookFeePercent: -5\n', ['7: freeLookFeePercent: "-5" is not a percent']],
    ['  maxFee: 50.005\n', ['7: maxFee: "50.005" has more than 2 decimals.']],
    ['  side: Dealer\n', ['7: side: "Dealer" is not one of Holder, Provider.']],
    ['  effectiveFrom: 2024-02-30\n', ['7: effectiveFrom: "2024-02-30" is not a date']],
    ['  effectiveFrom: 2025-01-01\n  effectiveTo: 2024-12-31\n', ['8: The effective date range is reversed']],
    ['  freeLook: 30\n', ['7: Unknown field "freeLook".']],
    ['  penalty: {percent: 10, base: Price}\n', ['7: The field period is missing.']],
    [
      '  shortFreeLook: {days: 20}\n',
      [
        '7: shortFreeLook: No contract would get this free look. Add productTypeCodes, or set withoutWarranty to true.',
      ],
    ],
    ['  shortFreeLook: {days: 20, productTypeCodes: [AP]}\n', ['7: There is no product type AP.']],
    ['  side: Provider\n  maxFee: 50.00\n', ['8: maxFee: The provider cannot charge a fee when it cancels.']],
    [
      '  side: Holder\n  provider: {noticeDays: 5}\n',
      ['8: provider: A rule with a side cannot have a provider part.'],
    ],
    ['  noticeDays: 5\n', ['7: noticeDays: This applies to the provider only.']],
    [
      '  limitedReasons: {fromDay: 5, codes: [FRAUD]}\n',
      ['7: limitedReasons: This applies to the provider only.'],
    ],
    ['  provider: {limitedReasons: {fromDay: 5}}\n', ['7: The field codes is missing.']],
    [
      '  provider:\n    limitedReasons: {fromDay: 5, codes: [FRAU]}\n',
      ['7: There is no cancel reason FRAU.'],
    ],
    [
      '- {code: Y, state: TX, freeLookDays: 3, deductsClaims: true, refundDays: 4}\n',
      ['7: Y and X apply to the same sales on the same dates.'],
    ],
    [
      '- {code: x, state: FL, freeLookDays: 3, deductsClaims: true, refundDays: 4}\n',
      ['7: The file already has a rule x without effectiveFrom.'],
    ],
  ])('%j', (more, expected) => {
    const faults = faultsOf(withMembers(more))
    expect(faults).toHaveLength(expected.length)
    for (const [at, reason] of expected.entries()) expect(faults[at]).toContain(reason)
  })

  test('an unknown state is a fault', () => {
    expect(
      faultsOf(`${GENERAL}- {code: X, state: ZZ, freeLookDays: 3, deductsClaims: true, refundDays: 4}`),
    ).toEqual(['2: state: There is no state ZZ.'])
  })

  test('all missing fields are reported at once; a missing default rule only if no rule has a fault of its own', () => {
    expect(faultsOf('- state: TX\n')).toEqual([
      '1: The field code is missing.',
      '1: The field freeLookDays is missing.',
      '1: The field deductsClaims is missing.',
    ])
    expect(faultsOf(GENERAL.replace('{', '{state: TX, '))).toEqual([
      expect.stringContaining(
        "1: There is no default rule for cancellations by the holder's side. Add a rule without state",
      ),
      expect.stringContaining('cancellations by the provider'),
    ])
  })

  test.each([
    ['', 'The file is empty.'],
    ['rules: 3', 'rules: This must be a list.'],
    ['[{', 'The YAML cannot be read'],
    ['- 3', 'Write fields here'],
  ])('%j is not a rule file', (text, reason) => {
    expect(faultsOf(text)[0]).toContain(reason)
  })

  test('an unknown program is a fault, unless programs cannot be checked', () => {
    const text = withMembers('  program: VSC-STD\n')
    expect(faultsOf(text, { ...known, programs: [] })).toEqual([
      '7: There is no program VSC-STD. The rate book has no programs.',
    ])
    expect(faultsOf(text, { ...known, programs: null })).toEqual([])
  })

  test('the general rule leaves nothing to itself, and a rule leaves out only what it says so of', () => {
    expect(faultsOf('- {code: DEFAULT, freeLookDays: 30, deductsClaims: true, silent: [maxFee]}\n')).toEqual([
      '1: silent: The general rule cannot leave terms to the general rule.',
    ])
    const open = (more: string) => `${GENERAL}- {code: X, state: TX${more}}\n`
    expect(faultsOf(open(', silent: [freeLookDays], unverified: [deductsClaims]'))).toEqual([])
    expect(faultsOf(open(', silent: [freeLookDays]'))).toEqual(['2: The field deductsClaims is missing.'])
  })

  test('a rule of the library needs a source, and a word about every term', () => {
    const entry = '- {code: X, state: TX, productTypeCodes: [VSC], freeLookDays: 30, deductsClaims: true}\n'
    const result = readCancelRules('law.yaml', entry, known, 'Library')
    const reasons = 'faults' in result ? result.faults.map(({ reason }) => reason) : []
    expect(reasons.filter((reason) => reason.endsWith('needs this.'))).toEqual([
      'source: A rule of the library needs this.',
      'verification: A rule of the library needs this.',
      'asOf: A rule of the library needs this.',
    ])
    const terms = reasons
      .filter((reason) => reason.includes('silent or unverified'))
      .map((one) => one.split(':')[0])
    expect(terms).toEqual([
      ...['freeLookClaims', 'freeLookFee', 'method', 'maxFee', 'refundDays', 'penalty', 'refundsAtPayoff'],
      ...['requestWithin', 'noticeDays', 'limitedReasons'],
    ])
  })

  test('a method that is no longer offered is a fault', () => {
    const methods = ['FLAT', 'PRORATA_DAYS']
    expect(faultsOf(withMembers('  method: RULE78\n'), { ...known, methods })).toEqual([
      '7: There is no cancel method RULE78. Use one of FLAT, PRORATA_DAYS.',
    ])
  })
})

test('written rules read back unchanged, as YAML and as JSON', () => {
  const inOrder = (rules: readonly NamedRule[]) => rules.map((rule) => JSON.stringify(rule, sorted)).sort()
  const sorted = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  fc.assert(
    fc.property(randomRuleSet, (rules) => {
      for (const text of [rulesAsYaml(rules), JSON.stringify(rulesAsWritten(rules))]) {
        const result = read(text)
        expect('faults' in result ? result.faults : inOrder(result.rules)).toEqual(inOrder(rules))
      }
    }),
    { numRuns: 20 },
  )
})
