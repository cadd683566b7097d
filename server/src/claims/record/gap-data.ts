import { z } from 'zod'
import { amountOrNull } from '../../domain/money.ts'
import { stepRoundings, type WorksheetStep } from '../../domain/worksheet-step.ts'
import { CalendarDate, Id, Money, optionalText, text } from '../../http/schemas.ts'

// What a GAP claim is settled from: the loan, the lender's payoff, and the settlement of the owner's insurance.

const amount = Money.min(0).max(100_000_000)
const optionalAmount = amount.nullable().optional()
const optionalDate = CalendarDate.nullable().optional()
const optionalName = optionalText(200).optional()

const Financing = z
  .strictObject({
    dealType: z.enum(['Cash', 'Loan', 'Lease', 'Balloon']).optional(),
    amountFinanced: optionalAmount,
    apr: z.number().min(0).max(100).nullable().optional(),
    termMonths: z.int().min(1).max(600).nullable().optional(),
    monthlyPayment: optionalAmount,
    firstPaymentDate: optionalDate,
    maturityDate: optionalDate,
    payoffDate: optionalDate,
    residualValue: optionalAmount,
    balloonAmount: optionalAmount,
    accountNumber: optionalText(40).optional(),
    lienHolderId: Id.nullable().optional(),
    downPayment: optionalAmount,
    tradeIn: optionalAmount,
  })
  .describe('The loan. What is left out is taken from the contract.')
  .meta({ id: 'GapFinancing' })

const InsurancePolicy = z
  .strictObject({
    carrierName: optionalName,
    policyNumber: optionalName,
    collisionDeductible: optionalAmount,
    comprehensiveDeductible: optionalAmount,
    effectiveDate: optionalDate,
    expirationDate: optionalDate,
    agentName: optionalName,
    phone: optionalText(40).optional(),
  })
  .meta({ id: 'InsurancePolicy' })

const InsuranceSettlement = z
  .strictObject({
    carrierName: optionalName,
    claimNumber: optionalName,
    dateOfLoss: optionalDate,
    settlementDate: optionalDate,
    actualCashValue: amount,
    salesTax: amount.optional(),
    deductible: amount.optional(),
    priorDamage: amount.optional(),
    salvageValue: amount.optional(),
    unpaidPremium: amount.optional(),
    otherDeductions: amount.optional(),
    netSettlement: amount
      .nullable()
      .optional()
      .describe('If sent, it must be the value and the sales tax less all deductions.'),
    paidTo: z.enum(['LienHolder', 'Customer', 'Both']).nullable().optional(),
  })
  .meta({ id: 'InsuranceSettlement' })

const Named = z.strictObject({ type: text(100), amount }).meta({ id: 'GapAmount' })

export const GapData = z
  .strictObject({
    financing: Financing.nullable().optional(),
    dateOfLoss: CalendarDate.optional().describe('Default: the loss date of the claim.'),
    lossType: z.enum(['Collision', 'Theft', 'Other']).optional(),
    lenderPayoff: optionalAmount.describe('What the lender says is owed on the date of loss.'),
    perDiem: optionalAmount,
    delinquentAmount: optionalAmount,
    lateFees: optionalAmount,
    deferredPayments: z.int().min(0).max(600).nullable().optional(),
    lastPaymentDate: optionalDate,
    paymentsMade: z.int().min(0).max(600).nullable().optional(),
    primaryInsurance: InsurancePolicy.nullable().optional(),
    noPrimaryInsurance: z.boolean().optional(),
    insuranceSettlement: InsuranceSettlement.nullable().optional(),
    vehicleValue: optionalAmount.describe('Without primary insurance: the value on the date of loss.'),
    valueSource: optionalName,
    ltvValue: optionalAmount.describe('Only where the contract has no value of the vehicle.'),
    refunds: z
      .array(Named)
      .max(50)
      .optional()
      .describe('Refunds of cancelled products that belong to the lender.'),
    exclusions: z.array(Named).max(50).optional().describe('What the waiver does not cover, one by one.'),
    checklist: z
      .array(z.strictObject({ document: text(40), received: z.boolean() }).meta({ id: 'GapChecklistItem' }))
      .max(50)
      .optional()
      .describe('Default: SETTLEMENT, PAYOFF and FINANCE, and POLICE for a theft.'),
  })
  .meta({ id: 'GapData', example: { lossType: 'Collision', lenderPayoff: 25600.46 } })

/** As it was sent. Amounts are as on the wire. */
export type StoredGap = z.output<typeof GapData>

/** A step of a worksheet as answered. */
export const StepModel = z
  .object({
    code: z.string(),
    inputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    formula: z.string(),
    exact: z.string(),
    rounding: z.enum(stepRoundings),
    amount: Money.nullable(),
    ruleCode: z.string().nullable(),
    source: z.string().nullable(),
    clause: z.string().nullable(),
    words: z.string(),
  })
  .meta({ id: 'ClaimStep' })

/** The steps of a worksheet as answered. */
export const stepAnswers = (steps: readonly WorksheetStep[]): z.input<typeof StepModel>[] =>
  steps.map(({ amount, inputs, ...step }) => ({
    ...step,
    inputs: { ...inputs },
    amount: amountOrNull(amount),
  }))

export const SettlementModel = z
  .object({
    payment: Money,
    paymentsDue: z.int(),
    scheduledBalance: Money,
    interestToLoss: Money,
    scheduledPayoff: Money,
    refunds: Money,
    exclusions: Money,
    coveredBalanceBeforeLtv: Money,
    ltvPercent: z.number().nullable(),
    maxLtvPercent: z.number().nullable(),
    ltvFactor: z.number(),
    coveredBalance: Money,
    insuranceCredit: Money,
    deductibleCovered: Money,
    gap: Money,
    maxBenefit: Money.nullable(),
    payable: Money,
    customerResidual: Money,
    residualParts: z.object({
      arrears: Money,
      exclusions: Money,
      ltvCut: Money,
      deductibleAboveLimit: Money,
      insurerDeductions: Money,
      overMaximum: Money,
      surplus: Money,
    }),
    steps: z.array(StepModel),
  })
  .meta({ id: 'GapSettlement' })
export type SettlementModel = z.input<typeof SettlementModel>
