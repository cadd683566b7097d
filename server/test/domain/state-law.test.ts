import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLibrary } from '../../src/cancellations/rules/library.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { lawCoverage } from '../../src/domain/cancellation/coverage.ts'
import type { CancelledContract, CancelTerms } from '../../src/domain/cancellation/facts.ts'
import { cancelGuards } from '../../src/domain/cancellation/guards.ts'
import { latePenalties } from '../../src/domain/cancellation/late-penalty.ts'
import { termNames } from '../../src/domain/cancellation/law-terms.ts'
import { needsNoNotice } from '../../src/domain/cancellation/reasons.ts'
import { type CancelRule, ruleFor } from '../../src/domain/cancellation/rules.ts'
import { addDays, addMonths, type CalendarDate } from '../../src/domain/dates.ts'
import { type Cents, centsOf } from '../../src/domain/money.ts'
import {
  calculated,
  contractC1,
  contractC3,
  factsOf,
  reasonOf,
  seededRules,
  termsC1,
} from '../support/oracle/refunds/cancel-examples.ts'

// The worked cases of docs/state-law, which people can read, against the library and the calculation.

const read = readLibrary()
if ('faults' in read) throw new Error(JSON.stringify(read.faults))
const library = read.rules.map(
  ({ program: _, ...rule }, at): CancelRule => ({
    ...rule,
    layer: 'Library',
    id: 1_000 + at,
    programId: null,
  }),
)
const generalRules = seededRules.filter(({ state }) => state === null)

const SOLD = '2026-01-05'
const NO_CLAIM = { claims: { paid: centsOf(0), authorized: centsOf(0) }, hasClaim: false, taxes: [] }
const priced = (contract: CancelledContract, price: Cents): CancelledContract => {
  const [line] = contract.lines
  if (!line) throw new Error('The example has no line.')
  return { ...contract, retail: price, lines: [{ ...line, amount: price }] }
}
const contracts: Readonly<Record<string, CancelledContract>> = {
  VSC: {
    ...priced(contractC1, centsOf(2400)),
    ...NO_CLAIM,
    term: { saleDate: SOLD, expirationDate: '2030-01-05', suspensions: [], extendedDays: 0 },
    effectiveOdometer: 10_000,
    expirationOdometer: 58_000,
  },
  GAP: {
    ...priced(contractC3, centsOf(900)),
    ...NO_CLAIM,
    programMethod: 'RULE78',
    term: { saleDate: SOLD, expirationDate: '2032-01-05', suspensions: [], extendedDays: 0 },
  },
}

interface WorkedCase {
  readonly rule: string
  readonly sold: CalendarDate
  readonly name: string
  readonly date: string
  readonly figures: readonly string[]
  readonly due: string
  readonly note: string
}

/** The tables of a page: each heading ends with the code of the rule, and has the sale date if it is another one. */
function casesIn(file: string): WorkedCase[] {
  let [rule, sold] = ['', SOLD]
  return readFileSync(join(projectRoot, 'docs/state-law', file), 'utf8')
    .split('\n')
    .flatMap((line): WorkedCase[] => {
      if (line.startsWith('## ')) {
        rule = line.split(': ').at(-1) ?? ''
        sold = line.match(/sold on ([\d-]+)/)?.[1] ?? SOLD
      }
      const [, name = '', date = '', ...rest] = line.split('|').map((cell) => cell.trim())
      if (!/^\d{4}-/.test(date)) return []
      return [{ rule, sold, name, date, figures: rest.slice(0, 4), due: rest[4] ?? '', note: rest[5] ?? '' }]
    })
}

const cases = [...casesIn('service-contracts.md'), ...casesIn('gap.md')]

function factsFor({ rule, sold, name }: WorkedCase) {
  const [, state = '', type = ''] = rule.split('-')
  const example = contracts[type] as CancelledContract
  const expirationDate = addMonths(sold, type === 'GAP' ? 72 : 48)
  const term = { ...example.term, saleDate: sold, expirationDate }
  const contract = { ...example, term, stateOfSale: state }
  const paid = name.includes('claim')
    ? { claims: { paid: centsOf(150), authorized: centsOf(0) }, hasClaim: true }
    : {}
  return factsOf({ ...contract, ...paid }, { rules: [...library, ...generalRules], fee: centsOf(300) })
}

function termsFor({ name, date }: WorkedCase): CancelTerms {
  const by = name.includes('provider')
    ? {
        reason: reasonOf(name.includes('breach') ? 'BREACH' : 'ADMINCXL'),
        requestedBy: 'Administrator' as const,
      }
    : { reason: reasonOf(name.includes('paid off') ? 'PAYOFF' : 'CUSTREQ') }
  return { ...termsC1, ...by, cancelDate: date, noticeReceivedDate: date, cancelOdometer: 10_000 }
}

const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

describe('worked cases', () => {
  test.each(cases.map((one) => [one.rule, one.name, one] as const))('%s: %s', (rule, name, one) => {
    const [facts, terms] = [factsFor(one), termsFor(one)]
    const result = calculated(facts, terms)
    expect(result.ruleCode).toBe(name.includes('provider') ? `${rule}-P` : rule)
    const { grossRefund, claimsDeduction, cancelFee, netRefund } = result
    expect([
      ...[grossRefund, claimsDeduction, cancelFee, netRefund].map(money),
      result.refundDueDate,
    ]).toEqual([...one.figures, one.due])
    expect(result.ruleSource).toBeTruthy()
    if (name.includes('late')) expect(penaltyNote(result)).toBe(one.note)
    if (name.includes('provider')) expect(providerNote(one)).toBe(one.note)
    if (name.includes('paid off')) {
      const isOwed = ruleFor(facts.settings.rules, questionOf(one)).refundsAtPayoff
      expect(isOwed ? 'owed without a request' : '').toBe(one.note)
    }
  })

  function penaltyNote({
    penalty,
    refundDueDate,
    retail,
    isFreeLook,
    netRefund,
  }: ReturnType<typeof calculated>) {
    const payments = [{ amount: netRefund, paid: [] }]
    const [cost = 0] = latePenalties(
      { penalty, refundDueDate, retail, isFreeLook, payments },
      addDays(refundDueDate, 40),
    )
    return cost === 0 ? 'no penalty' : `penalty ${money(cost)}`
  }

  function providerNote(one: WorkedCase): string {
    const eligibility = {
      state: { status: 'Active', heldFrom: null },
      ...{ hasGapClaim: false, openCancelRequestId: null, transferDate: null, lastPaidLossDate: null },
      odometerReadings: [],
    } as const
    const limits = {
      isQuote: false,
      today: one.date,
      quoteFutureDays: 0,
      cancelBackDays: 0,
      mayOverride: true,
    }
    const refused = cancelGuards(factsFor(one), termsFor(one), eligibility, limits)
    if (refused.length > 0)
      return refused.map(({ code }) => code).join() === 'ReasonNotAllowed' ? 'refused' : 'other'
    const rule = ruleFor(factsFor(one).settings.rules, { ...questionOf(one), side: 'Provider' })
    const { noticeDays } = rule
    if (needsNoNotice(rule, termsFor(one).reason)) return 'no notice'
    return noticeDays === null ? '' : `notice of ${noticeDays} days`
  }

  const questionOf = ({ rule, sold, name }: WorkedCase) => ({
    ...{ state: rule.split('-')[1] ?? '', productTypeCode: rule.split('-')[2] ?? '', programId: 1 },
    ...{
      reasonCode: name.includes('paid off') ? 'PAYOFF' : 'CUSTREQ',
      side: 'Holder' as const,
      saleDate: sold,
    },
    sellerKind: null,
  })

  test('there are eight for each rule, of which one may have a rule of its own, and one more where a law names a breach', () => {
    const rules = library.filter(({ side }) => side === 'Holder')
    const codes = new Set(rules.map(({ ruleCode }) => ruleCode))
    const breaches = library.filter(
      ({ side, limitedReasons, noticeExceptions }) =>
        side === 'Provider' &&
        (limitedReasons?.codes.includes('BREACH') || noticeExceptions.includes('Breach')),
    )
    const whole = rules.filter(({ reasonCodes }) => reasonCodes === null)
    expect(cases).toHaveLength(8 * whole.length + breaches.length)
    expect([...new Set(cases.map(({ rule }) => rule))].sort()).toEqual([...codes].sort())
  })
})

describe('the library', () => {
  test.each(library.map((rule) => [rule.ruleCode, rule] as const))(
    '%s names its source and every term',
    (_, rule) => {
      expect(rule.source).toMatch(/\d/)
      expect(rule).toMatchObject({ verification: expect.any(String), asOf: expect.stringMatching(/^\d{4}/) })
      for (const term of [...rule.silent, ...rule.unverified]) expect(termNames).toContain(term)
    },
  )

  test('has 90 rules for 88 laws, and 14 states and product types are not verified', () => {
    const coverage = lawCoverage([...library, ...seededRules], SOLD)
    expect(library).toHaveLength(2 * 90)
    expect(coverage).toHaveLength(2 * 51)
    const open = coverage.filter(({ certainty }) => certainty === 'Unverified')
    expect(open.map(({ state, productTypeCode }) => `${state} ${productTypeCode}`).join(', ')).toBe(
      'AK GAP, AZ GAP, DC GAP, HI GAP, ID GAP, IL GAP, KS VSC, LA VSC, MD GAP, ME VSC, MN VSC, NH GAP, NM GAP, UT VSC',
    )
  })

  test('does not decide where one of the ten rules does, and says what it would decide', () => {
    const coverage = lawCoverage([...library, ...seededRules], SOLD)
    const own = coverage.filter(({ certainty }) => certainty === 'Own')
    expect(own.map(({ ruleCode }) => ruleCode)).toEqual([
      ...['CA-SC', 'CA-GAP', 'CO-GAP', 'FL-MV', 'NV-SC', 'NY-SC', 'OK-SC', 'SC-GAP', 'TX-SC', 'WI-GAP'],
    ])
    const wisconsin = own.find(({ ruleCode }) => ruleCode === 'WI-GAP')?.overrules
    expect(wisconsin?.ruleCode).toBe('LAW-WI-GAP')
    expect(wisconsin?.differences).toEqual(
      expect.arrayContaining([
        { field: 'days that make a whole month', before: '16', after: 'as the method says' },
        { field: 'finance charges', before: 'InFreeLook', after: 'not credited' },
        { field: 'sellers left out', before: 'Bank, CreditUnion', after: 'none' },
      ]),
    )
  })
})
