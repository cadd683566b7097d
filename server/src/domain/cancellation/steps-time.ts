import { suspendedDays } from '../refund/clock.ts'
import type { CancelCalculation, CancelStep } from './results.ts'
import { ruledBy, step } from './step.ts'
import { countText } from './words.ts'
import type { Worksheet } from './worksheet.ts'

/** The steps that say which rule it is, and how far the contract has gone. */
export function clockSteps(all: Worksheet, calculation: CancelCalculation): CancelStep[] {
  const { facts, terms, chosen } = all
  const { saleDate, expirationDate, suspensions, extendedDays } = facts.contract.term
  const { daysElapsed, totalDays, monthsElapsed, milesUsed } = calculation
  const { totalMonths, daysIntoMonth } = chosen.usage.clock
  const suspended = suspendedDays(suspensions, terms.cancelDate)
  return [
    ruleStep(all),
    freeLookStep(all, calculation),
    step({
      code: 'daysElapsed',
      inputs: { saleDate, cancelDate: terms.cancelDate, suspendedDays: suspended },
      formula: 'days from saleDate to cancelDate, less suspendedDays',
      exact: String(daysElapsed),
      words: `The contract has run for ${daysElapsed} days.`,
    }),
    step({
      code: 'totalDays',
      inputs: { saleDate, expirationDate, extendedDays },
      formula: 'days from saleDate to expirationDate, less extendedDays',
      exact: String(totalDays),
      words: `Its term is ${totalDays} days.`,
    }),
    step({
      code: 'monthsElapsed',
      inputs: { totalMonths, daysIntoMonth, monthRule: chosen.method.monthRule },
      formula: 'full months from saleDate; one that has begun by the monthRule',
      exact: String(monthsElapsed),
      words: `${monthsElapsed} of ${totalMonths} months count as used.`,
    }),
    ...milesStep(all, milesUsed),
  ]
}

const ruleStep = (all: Worksheet): CancelStep =>
  step({
    code: 'rule',
    inputs: {
      state: all.facts.contract.stateOfSale,
      productTypeCode: all.facts.contract.productTypeCode,
      reason: all.terms.reason.code,
      requestedBy: all.terms.requestedBy,
      side: all.rule.side,
      saleDate: all.facts.contract.term.saleDate,
      // What the provider alone owes; of a rule for the holder there is none.
      ...(all.rule.noticeDays === null ? {} : { noticeDays: all.rule.noticeDays }),
    },
    formula: 'the rule that names most of these',
    exact: all.rule.ruleCode,
    ...ruledBy(all, all.rule.state === null ? 'every state without a rule of its own' : all.rule.state),
    words: `Rule ${all.rule.ruleCode} counts${all.rule.source ? ` (${all.rule.source})` : ''}.`,
  })

function freeLookStep(all: Worksheet, { isFreeLook, freeLookEndDate }: CancelCalculation): CancelStep {
  const { freeLook, facts, terms, rule } = all
  const { isTransferred, term } = facts.contract
  return step({
    code: 'freeLook',
    inputs: {
      ...{ saleDate: term.saleDate, freeLookDays: freeLook.days },
      ...{ cancelDate: terms.cancelDate, noticeReceivedDate: terms.noticeReceivedDate },
      ...{ isTransferred, claimsLoseIt: rule.freeLookClaims === 'LoseFreeLook' },
    },
    formula: 'the later of cancelDate and noticeReceivedDate is at most freeLookDays after saleDate',
    exact: freeLookEndDate,
    ...ruledBy(all, `free look of ${freeLook.days} days`),
    words: `The free look ${isFreeLook ? 'lasts until' : freeLook.isLost ? 'is lost; it lasted until' : 'ended'} ${freeLookEndDate}.`,
  })
}

function milesStep({ facts, terms }: Worksheet, milesUsed: number | null): CancelStep[] {
  const { effectiveOdometer, expirationOdometer, odometerUnit } = facts.contract
  if (milesUsed === null || terms.cancelOdometer === null) return []
  return [
    step({
      code: 'milesUsed',
      inputs: {
        cancelOdometer: terms.cancelOdometer,
        effectiveOdometer: effectiveOdometer ?? 0,
        ...(expirationOdometer === null ? {} : { expirationOdometer }),
      },
      formula: 'cancelOdometer - effectiveOdometer',
      exact: String(milesUsed),
      words: `${countText(milesUsed)} ${odometerUnit} have been used.`,
    }),
  ]
}
