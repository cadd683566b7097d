import type {
  CancelFacts,
  CancelLine,
  CancelledContract,
  CancelOverride,
  CancelTerms,
} from '../../../../src/domain/cancellation/facts.ts'
import type { Requester } from '../../../../src/domain/cancellation/rules.ts'
import { addDays, addMonths, type CalendarDate, daysBetween } from '../../../../src/domain/dates.ts'
import { type Cents, prorate } from '../../../../src/domain/money.ts'
import { type Suspension, suspendedDays } from '../../../../src/domain/refund/clock.ts'
import { type MethodCode, methodCodes } from '../../../../src/domain/refund/methods.ts'
import { cancelReasons } from '../../../../src/reference/cancellation-values.ts'
import type { Chance } from '../../hostile/chance.ts'
import { who } from '../earnings/memory-ledger.ts'
import { factsOf, party, people, reasonOf, seededMethods } from './cancel-examples.ts'

// Random contracts and cancellations, many of them at the limits.

export interface RandomCancel {
  readonly facts: CancelFacts
  readonly terms: CancelTerms
}

const states = ['TX', 'FL', 'CA', 'CO', 'SC', 'WI', 'NV', 'NY', 'OK', 'MT'] as const
const products: readonly (readonly [string, MethodCode])[] = [
  ['VSC', 'PRORATA_LESSER'],
  ['VSC', 'PRORATA_LESSER'],
  ['GAP', 'PRORATA_MONTHS'],
  ['PPM', 'SERVICES'],
  ['TW', 'PRORATA_DAYS'],
  ['APL', 'PRORATA_DAYS'],
]
/** `ten-rules.test.ts` has recorded what these draw. A reason that came later would draw other cancellations. */
const reasonCodes = cancelReasons.map(({ code }) => code).filter((code) => code !== 'BREACH')

export function randomCancel(chance: Chance): RandomCancel {
  const contract = randomContract(chance)
  const methods = seededMethods.map((method) => ({
    ...method,
    monthRule: chance.is(60) ? ('Ignore' as const) : chance.of(['CountFull', 'Day15'] as const),
  }))
  const facts = factsOf(contract, {
    methods,
    fee: chance.of([0, 2500, 5000, chance.below(30_000)]) as Cents,
    refundDays: 45,
    claimsDeductMode: chance.is(80) ? 'Paid' : 'PaidAndAuthorized',
    refundPayer: chance.is(70) ? 'Administrator' : 'Dealer',
    ...(chance.is(10) ? { shortfallAccount: { ...party('Insurer', 88, 'Insurer'), isInternal: false } } : {}),
  })
  return { facts, terms: randomAsked(chance, contract) }
}

function randomContract(chance: Chance): CancelledContract {
  const [productTypeCode, programMethod] = chance.of(products)
  const lines = randomLines(chance)
  const retail = lines.reduce((sum, { amount }) => sum + amount, 0) as Cents
  const hasMiles = chance.is(60)
  const effectiveOdometer = chance.below(90_000)
  return {
    stateOfSale: chance.of(states),
    productTypeCode,
    programId: 1,
    programMethod: chance.is(80) ? programMethod : chance.of(methodCodes),
    term: randomTerm(chance),
    effectiveOdometer,
    expirationOdometer: hasMiles ? effectiveOdometer + chance.below(120_000) : null,
    odometerUnit: 'miles',
    isTransferred: chance.is(8),
    delivery: null,
    sellerKind: null,
    financeCharge: null,
    hasClaim: false,
    isUsedWithoutWarranty: chance.is(20),
    retail,
    lines,
    taxes: chance.times(chance.below(4), (at) => {
      const rate = chance.of([7_000_000, 500_000, 1_234_567, 8_250_000])
      const taxable = (chance.is(80) ? retail : chance.below(retail + 1)) as Cents
      const isRefundable = chance.is(60)
      return { type: `Type${at}`, rate, taxable, tax: prorate(taxable, rate, 100_000_000), isRefundable }
    }),
    services: chance.times(chance.below(4), (at) => {
      const quantity = chance.between(1, 8)
      const used = chance.below(quantity + 1)
      return {
        ...{ code: `S${at}`, price: chance.between(1, 9000) as Cents, quantity, used },
        reserved: chance.below(quantity - used + 1),
      }
    }),
    balances: chance.is(20)
      ? chance.times(chance.between(1, 84), (at) => (90_000 - at * 1000) as Cents)
      : null,
    customer: people.customer,
    cobuyerName: chance.is(20) ? 'Luis Lopez' : null,
    dealer: people.dealer,
    lienHolder: chance.is(70) ? people.bank : null,
    isDealerOwing: chance.is(20),
    claims: {
      paid: (chance.is(50) ? 0 : chance.below(retail * 2 + 1)) as Cents,
      authorized: (chance.is(70) ? 0 : chance.below(retail + 1)) as Cents,
    },
    documents: chance.is(30) ? ['CancelForm'] : [],
  }
}

const accounts: readonly (readonly [code: string, holder: number])[] = [
  ['RESERVE', who.reserve],
  ['PREMTAX', who.tax],
  ['ADMIN', who.admin],
  ['CLIP', who.insurer],
  ['ROADSIDE', who.road],
  ['AGENT', who.agent],
  ['DLRGRP', who.group],
  ['MARKUP', who.dealer],
]

function randomLines(chance: Chance): CancelLine[] {
  return chance.some(accounts, 80).map(([code, holder]): CancelLine => {
    const cancelRule = chance.is(70)
      ? 'Proportional'
      : chance.of(['OwnMethod', 'NonRefundable', 'FlatOnlyInFreeLook'] as const)
    return {
      code,
      amount: (chance.is(5) ? 0 : chance.is(20) ? chance.below(20) : chance.below(200_000)) as Cents,
      accountHolder: { ...party('Account', holder, code), number: code },
      isInternal: code === 'RESERVE' || code === 'ADMIN',
      cancelRule,
      cancelMethodCode: cancelRule === 'OwnMethod' ? chance.of(methodCodes) : null,
    }
  })
}

function randomTerm(chance: Chance): CancelledContract['term'] {
  const saleDate = addDays('2020-01-01', chance.below(1900))
  const end = addDays(addMonths(saleDate, chance.between(1, 84)), chance.is(80) ? 0 : chance.below(27))
  const days = daysBetween(saleDate, end)
  const suspensions = chance.times(chance.is(80) ? 0 : chance.between(1, 3), (): Suspension => {
    const from = addDays(saleDate, chance.below(days))
    return { from, to: addDays(from, chance.below(90)) }
  })
  const extendedDays = suspendedDays(suspensions, '9999-01-01')
  return { saleDate, expirationDate: addDays(end, extendedDays), suspensions, extendedDays }
}

function randomAsked(chance: Chance, contract: CancelledContract): CancelTerms {
  const { saleDate, expirationDate } = contract.term
  const days = daysBetween(saleDate, expirationDate)
  const day = chance.is(25)
    ? chance.below(Math.min(75, days + 1))
    : chance.is(5)
      ? days
      : chance.below(days + 1)
  const cancelDate = addDays(saleDate, day)
  const reason = reasonOf(chance.is(50) ? 'CUSTREQ' : chance.of(reasonCodes))
  const { effectiveOdometer, expirationOdometer } = contract
  const miles = (expirationOdometer ?? 200_000) - (effectiveOdometer ?? 0)
  return {
    cancelDate,
    cancelOdometer: chance.is(5) ? null : (effectiveOdometer ?? 0) + chance.below(Math.ceil(miles * 1.2) + 1),
    reason,
    requestedBy: chance.of<Requester>(reason.requestedBy),
    noticeReceivedDate: noticeOf(chance, cancelDate),
    lienPaidOff: chance.maybe(20, [true, false]),
    payee: null,
    override: chance.is(15) ? randomOverride(chance, contract) : null,
    payments: null,
    mayChoosePayee: false,
  }
}

const noticeOf = (chance: Chance, cancelDate: CalendarDate): CalendarDate =>
  chance.is(70) ? cancelDate : addDays(cancelDate, chance.between(-20, 40))

function randomOverride(chance: Chance, { retail }: CancelledContract): CancelOverride {
  const amount = () => chance.below(Math.ceil(retail * 1.05) + 1) as Cents
  return {
    reason: 'By chance',
    ...(chance.is(30) ? { cancelMethodCode: chance.of(methodCodes) } : {}),
    ...(chance.is(20) ? { unearnedFactor: chance.below(1_000_001) / 1_000_000 } : {}),
    ...(chance.is(30) ? { grossRefund: amount() } : {}),
    ...(chance.is(20) ? { claimsDeduction: amount() } : {}),
    ...(chance.is(20) ? { cancelFee: chance.below(10_000) as Cents } : {}),
    ...(chance.is(20) ? { netRefund: amount() } : {}),
  }
}
