import fc from 'fast-check'
import type { GapFacts, GapFinancing, NamedAmount } from '../../../../src/domain/claims/gap-facts.ts'
import type { Cents } from '../../../../src/domain/money.ts'
import { dayAfter } from './plain-coverage.ts'
import { least, notNegative, rounded, total } from './plain-lines.ts'

// Random total losses, and a second settlement of them in whole numbers of any size.

const amount = (most: number) => fc.integer({ min: 0, max: most }) as fc.Arbitrary<Cents>
const large = amount(6_000_000)
const small = amount(300_000)
const named: fc.Arbitrary<NamedAmount[]> = fc.array(
  fc.record({ type: fc.constantFrom('VSC', 'PPM', 'Tires'), amount: small }),
  { maxLength: 3 },
)

/** Nothing that is needed is missing. */
export const drawnGap: fc.Arbitrary<GapFacts> = fc.record({
  promise: fc.record({
    formNumber: fc.constant('GAP-100'),
    maximumBenefit: fc.option(amount(1_000_000), { freq: 2 }),
    deductibleLimit: fc.oneof(fc.constant(100_000 as Cents), small),
    maxLtvPercent: fc.constantFrom(100, 125, 133.333333, 150, null),
  }),
  dateOfLoss: fc.integer({ min: 0, max: 2_700 }).map((days) => dayAfter('2023-12-01', days)),
  financing: financing(),
  lenderPayoff: large,
  noPrimaryInsurance: fc.constant(true),
  insuranceSettlement: fc.option(
    fc.record({
      ...{ actualCashValue: large, salesTax: small, deductible: small, priorDamage: small },
      ...{ salvageValue: small, unpaidPremium: small, otherDeductions: small },
      netSettlement: fc.constant(null),
    }),
  ),
  vehicleValue: large,
  ltvValue: large.map((cents) => (cents + 1) as Cents),
  refunds: named,
  exclusions: named,
})

/** What is owed at the end is at most what was financed. */
function financing(): fc.Arbitrary<GapFinancing> {
  return fc
    .record({
      dealType: fc.constantFrom('Loan' as const, 'Loan' as const, 'Lease' as const, 'Balloon' as const),
      amountFinanced: large.map((cents) => (cents + 100) as Cents),
      apr: fc.constantFrom(0, 2.49, 6.9, 24.99),
      termMonths: fc.integer({ min: 1, max: 84 }),
      monthlyPayment: fc.option(small, { freq: 2 }),
      firstPaymentDate: fc.constantFrom('2024-01-31', '2024-02-29', '2024-02-20', '2023-12-30'),
      percentLeft: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ percentLeft, ...loan }) => {
      const left = Math.floor((loan.amountFinanced * percentLeft) / 100) as Cents
      return { ...loan, residualValue: left, balloonAmount: left }
    })
}

export interface PlainGap {
  readonly payment: number
  readonly paymentsDue: number
  readonly scheduledPayoff: number
  readonly payable: number
  readonly customerResidual: number
}

/** The settlement by the words of the rule. */
export function plainGap(facts: GapFacts): PlainGap {
  const { promise, lenderPayoff, insuranceSettlement: paid } = facts
  const { payment, paymentsDue, payoff } = plainSchedule(facts)
  const [owed, refunds, exclusions] = [
    BigInt(lenderPayoff ?? 0),
    sumOf(facts.refunds),
    sumOf(facts.exclusions),
  ]
  const before = notNegative(least(payoff, owed) - refunds - exclusions)
  const financed = BigInt(facts.financing.amountFinanced ?? 0)
  let covered = before
  if (promise.maxLtvPercent !== null) {
    // financed / value > max, without a division
    const max = BigInt(Math.round(promise.maxLtvPercent * 1_000_000))
    const value = BigInt(facts.ltvValue ?? 0)
    if (financed * 100_000_000n > max * value)
      covered = rounded(before * max * value, financed * 100_000_000n)
  }
  const limit = BigInt(promise.deductibleLimit)
  const vehicle = BigInt(facts.vehicleValue ?? 0)
  let [credit, net] = [vehicle, vehicle]
  if (paid) {
    const worth = BigInt(paid.actualCashValue ?? 0) + BigInt(paid.salesTax)
    const kept = [paid.priorDamage, paid.salvageValue, paid.unpaidPremium, paid.otherDeductions]
    credit = worth - least(BigInt(paid.deductible), limit)
    net = worth - BigInt(paid.deductible) - total(kept.map(BigInt))
  }
  const gap = notNegative(covered - credit)
  const payable = promise.maximumBenefit === null ? gap : least(gap, BigInt(promise.maximumBenefit))
  return {
    ...{ payment: Number(payment), paymentsDue, scheduledPayoff: Number(payoff), payable: Number(payable) },
    customerResidual: Number(owed - net - refunds - payable),
  }
}

const sumOf = (amounts: readonly NamedAmount[]) => total(amounts.map((one) => BigInt(one.amount)))

function plainSchedule({ financing, dateOfLoss }: GapFacts) {
  const { dealType, amountFinanced, apr, termMonths, firstPaymentDate } = financing
  const [loan, months, start] = [BigInt(amountFinanced ?? 0), termMonths ?? 0, firstPaymentDate ?? '']
  const rest =
    dealType === 'Lease' ? financing.residualValue : dealType === 'Balloon' ? financing.balloonAmount : 0
  const residual = BigInt(rest ?? 0)
  // Hundredths of a percent a year.
  const rate = BigInt(Math.round((apr ?? 0) * 100))
  const payment = financing.monthlyPayment === null ? paymentFor() : BigInt(financing.monthlyPayment)
  let [balance, paymentsDue] = [loan, 0]
  while (paymentsDue < months && dueDate(start, paymentsDue) <= dateOfLoss) {
    paymentsDue += 1
    balance += rounded(balance * rate, 120_000n) - payment
    if (paymentsDue < months && balance < residual) balance = residual
    balance = least(notNegative(balance), loan)
  }
  const from = paymentsDue === 0 && dealType === 'Lease' ? start : dueDate(start, paymentsDue - 1)
  const days = BigInt(Math.max(0, Math.round((Date.parse(dateOfLoss) - Date.parse(from)) / 86_400_000)))
  return { payment, paymentsDue, payoff: balance + rounded(balance * rate * days, 3_650_000n) }

  /** i (L - R v^N) / (1 - v^N), with both sides multiplied by (1 + i)^N. */
  function paymentFor(): bigint {
    if (rate === 0n) return rounded(loan - residual, BigInt(months))
    const [whole, more] = [120_000n ** BigInt(months), (120_000n + rate) ** BigInt(months)]
    return rounded((loan * more - residual * whole) * rate, (more - whole) * 120_000n)
  }
}

/** Months after a date; the last day of a month that is too short. */
function dueDate(start: string, months: number): string {
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
