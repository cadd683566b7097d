import { addDays } from '../dates.ts'
import { moneyText } from '../figure-text.ts'
import { amountOf, type Cents, minus, plus, sumCents, ZERO } from '../money.ts'
import type { WorksheetStep } from '../worksheet-step.ts'
import { figure } from '../worksheet-step.ts'
import { hasFixedFigures, inSequence, isDecided } from './adjudicate.ts'
import type { Adjudication, ClaimDetail, ClaimFacts, DetailFigures } from './claim.ts'
import { type Deductible, deductibleAt } from './deductible.ts'
import { componentRoom, lineSums, type RoomLeft, takeRoom, wholeRoom } from './limits.ts'
import { lineSteps, reasonWords } from './worksheet-lines.ts'

// The worksheet of a claim: every figure with its inputs, its formula and its words, so that a reader can compute the claim
// by hand. It is written from the adjudication, apart from it, because most adjudications are never read.

export function worksheetOf(facts: ClaimFacts, adjudication: Adjudication): WorksheetStep[] {
  const details = inSequence(facts.details).flatMap((detail) => {
    const figures = adjudication.details.get(detail.id)
    return figures && detail.status !== 'Voided' ? [{ detail, figures }] : []
  })
  return [
    coverageStep(facts, adjudication),
    ...(hasFixedFigures(facts) ? details.flatMap(fixedSteps) : repairSteps(facts, details)),
    ...claimSteps(facts, details, adjudication),
  ]
}

interface Explained {
  readonly detail: ClaimDetail
  readonly figures: DetailFigures
}

/** Whether the contract was in force for the loss. */
export function coverageStep(
  { lossDate, lossOdometer, terms }: Pick<ClaimFacts, 'lossDate' | 'lossOdometer' | 'terms'>,
  { coverage }: Pick<Adjudication, 'coverage'>,
): WorksheetStep {
  const { effectiveDate, expirationDate, status, formNumber } = terms
  return figure({
    code: 'coverage',
    inputs: {
      ...{ lossDate, ...(lossOdometer === null ? {} : { lossOdometer }), contractStatus: status },
      ...{ effectiveDate, expirationDate },
    },
    formula: 'no reason against the coverage of the loss',
    exact: coverage.inForce ? 'in force' : coverage.reasons.map(({ code }) => code).join(', '),
    source: `form ${formNumber}`,
    words: coverage.inForce
      ? 'The contract was in force on the day of the loss.'
      : coverage.reasons.map(({ message }) => message).join(' '),
  })
}

const fixedSteps = ({ detail, figures }: Explained): WorksheetStep[] =>
  detail.status === 'Denied'
    ? [deniedStep(detail, figures)]
    : [
        figure({
          code: `payable:Detail:${detail.sequence}`,
          inputs: { requested: amountOf(figures.requested) },
          formula: 'as settled',
          amount: figures.payable,
          words: `Detail ${detail.sequence} is paid with ${moneyText(figures.payable)}. No deductible or limit applies.`,
        }),
      ]

const deniedStep = ({ sequence }: ClaimDetail, { requested, payable }: DetailFigures) =>
  figure({
    code: `payable:Detail:${sequence}`,
    inputs: { requested: amountOf(requested) },
    formula: 'denied',
    amount: payable,
    words: `Detail ${sequence} is denied. The customer pays the ${moneyText(requested)} that was asked.`,
  })

/** The details with what deductible and limits left before each of them. */
function repairSteps(facts: ClaimFacts, details: readonly Explained[]): WorksheetStep[] {
  const decided = facts.details.filter(isDecided)
  const deductible = deductibleAt(facts)
  const room = wholeRoom(facts, decided)
  let given = sumCents(decided.map(({ frozen }) => frozen?.deductibleApplied ?? ZERO))
  return details.flatMap((each) => {
    const { detail, figures } = each
    if (detail.status === 'Denied') return [deniedStep(detail, figures)]
    const steps = [...lineSteps(facts, detail, figures), ...sharedCutSteps(each), ...sumSteps(each)]
    if (isDecided(detail)) return [...steps, ...decidedSteps(each), ...customerSteps(each)]
    steps.push(deductibleStep(facts, each, deductible, given), payableStep(facts, each, room))
    given = plus(given, figures.deductibleApplied)
    takeRoom(room, lineSums(facts.terms, detail, figures), figures.payable)
    return [...steps, ...customerSteps(each)]
  })
}

/** Cuts by hand of the whole detail or claim. */
const sharedCutSteps = ({ detail, figures }: Explained): WorksheetStep[] =>
  figures.adjustments
    .filter(({ target }) => target === 'Detail' || target === 'Claim')
    .map(({ target, reasonCode, amount, note }) =>
      figure({
        code: `${reasonCode}:${target}:${detail.sequence}`,
        inputs: {},
        formula: 'taken from the lines in order, and no more than is left of them',
        amount,
        ruleCode: reasonCode,
        source: 'adjuster',
        clause: note,
        words: `The lines of detail ${detail.sequence} are cut by ${moneyText(minus(ZERO, amount))}: ${reasonWords[reasonCode]}.${note ? ` ${note}` : ''}`,
      }),
    )

function sumSteps({ detail: { sequence }, figures }: Explained): WorksheetStep[] {
  const { requested, adjusted, tax } = figures
  const subtotal = plus(adjusted, tax)
  return [
    figure({
      code: `requested:Detail:${sequence}`,
      inputs: { lines: figures.labor.length + figures.parts.length + figures.misc.length },
      formula: 'sum of what the lines ask for',
      amount: requested,
      words: `Detail ${sequence} asks for ${moneyText(requested)} before tax.`,
    }),
    figure({
      code: `adjusted:Detail:${sequence}`,
      inputs: { requested: amountOf(requested), adjustments: amountOf(minus(adjusted, requested)) },
      formula: 'requested + adjustments',
      amount: adjusted,
      words: `${moneyText(adjusted)} of it is approved.`,
    }),
    figure({
      code: `subtotal:Detail:${sequence}`,
      inputs: { adjusted: amountOf(adjusted), tax: amountOf(tax) },
      formula: 'adjusted + tax',
      amount: subtotal,
      words: `With tax of ${moneyText(tax)}, the subtotal of detail ${sequence} is ${moneyText(subtotal)}.`,
    }),
  ]
}

function decidedSteps({ detail: { sequence }, figures }: Explained): WorksheetStep[] {
  const { adjusted, tax, deductibleApplied, overLimit, payable } = figures
  return [
    figure({
      code: `payable:Detail:${sequence}`,
      inputs: {
        ...{ subtotal: amountOf(plus(adjusted, tax)), deductible: amountOf(deductibleApplied) },
        overLimit: amountOf(overLimit),
      },
      formula: 'subtotal - deductible - overLimit, as decided',
      amount: payable,
      words: `Detail ${sequence} was decided: ${moneyText(payable)} is payable after a deductible of ${moneyText(deductibleApplied)}. Its figures do not change any more.`,
    }),
  ]
}

function deductibleStep(
  { terms, facility }: ClaimFacts,
  { detail: { sequence }, figures }: Explained,
  { amount, per }: Deductible,
  given: Cents,
): WorksheetStep {
  const { deductibleApplied, adjusted, tax } = figures
  const left = per === 'Detail' ? amount : (Math.max(0, minus(amount, given)) as Cents)
  return figure({
    code: `deductible:Detail:${sequence}`,
    inputs: {
      ...{ type: terms.deductible.type, deductible: amountOf(amount) },
      ...{ atSellingDealer: facility?.isRelated ?? false },
      ...{ left: amountOf(left), subtotal: amountOf(plus(adjusted, tax)) },
    },
    formula: 'the lesser of left and subtotal',
    amount: deductibleApplied,
    source: `form ${terms.formNumber}`,
    clause: `deductible ${terms.deductible.type}`,
    words:
      per === 'Detail'
        ? `The deductible of ${moneyText(amount)} is asked for each detail: ${moneyText(deductibleApplied)} here.`
        : `Of the deductible of ${moneyText(amount)} for the visit, ${moneyText(left)} is left: detail ${sequence} gives ${moneyText(deductibleApplied)}.`,
  })
}

function payableStep(
  { terms }: ClaimFacts,
  { detail, figures }: Explained,
  room: Readonly<RoomLeft>,
): WorksheetStep {
  const { adjusted, tax, deductibleApplied, payable, overLimit } = figures
  const after = minus(plus(adjusted, tax), deductibleApplied)
  const components = componentRoom(room, lineSums(terms, detail, figures))
  const limits = [
    ...(components === null ? [] : [['componentRoom', 'its components', components] as const]),
    ...(room.ofClaim === null ? [] : [['claimRoom', 'the claim', room.ofClaim] as const]),
    ...(room.ofContract === null ? [] : [['contractRoom', 'the contract', room.ofContract] as const]),
  ]
  const names = limits.map(([name]) => name)
  const left = limits.map(([, what, amount]) => `${moneyText(amount)} for ${what}`).join(', ')
  return figure({
    code: `payable:Detail:${detail.sequence}`,
    inputs: {
      afterDeductible: amountOf(after),
      ...Object.fromEntries(limits.map(([name, , amount]) => [name, amountOf(amount)])),
    },
    formula: names.length === 0 ? 'afterDeductible' : `the least of afterDeductible, ${names.join(' and ')}`,
    amount: payable,
    source: `form ${terms.formNumber}`,
    clause: overLimit > 0 ? 'limit of liability' : null,
    words:
      names.length === 0
        ? `${moneyText(payable)} is payable for detail ${detail.sequence}. No limit applies.`
        : `The limits leave ${left}. Of ${moneyText(after)} after the deductible, ${moneyText(payable)} is payable.`,
  })
}

function customerSteps({ detail: { sequence }, figures }: Explained): WorksheetStep[] {
  const { deductibleApplied, overLimit, notCovered, customerPay } = figures
  return [
    figure({
      code: `customerPay:Detail:${sequence}`,
      inputs: {
        ...{ deductible: amountOf(deductibleApplied), overLimit: amountOf(overLimit) },
        notCovered: amountOf(notCovered),
      },
      formula: 'deductible + overLimit + notCovered',
      amount: customerPay,
      words: `The customer pays ${moneyText(customerPay)}: ${moneyText(deductibleApplied)} deductible, ${moneyText(overLimit)} over limits, ${moneyText(notCovered)} not covered.`,
    }),
  ]
}

function claimSteps(
  facts: ClaimFacts,
  details: readonly Explained[],
  { inspectionRequired }: Adjudication,
): WorksheetStep[] {
  const sumOf = (name: 'payable' | 'customerPay') => sumCents(details.map(({ figures }) => figures[name]))
  const totals = [
    figure({
      code: 'payable:Claim',
      inputs: { details: details.length },
      formula: 'sum of payable of the details',
      amount: sumOf('payable'),
      words: `The claim is paid with ${moneyText(sumOf('payable'))}.`,
    }),
    figure({
      code: 'customerPay:Claim',
      inputs: { details: details.length },
      formula: 'sum of customerPay of the details',
      amount: sumOf('customerPay'),
      words: `The customer pays ${moneyText(sumOf('customerPay'))}.`,
    }),
  ]
  return hasFixedFigures(facts) ? totals : [...totals, inspectionStep(facts, details, inspectionRequired)]
}

function inspectionStep(
  { settings, lossDate, terms }: ClaimFacts,
  details: readonly Explained[],
  isRequired: boolean,
): WorksheetStep {
  const subtotal = sumCents(details.map(({ figures }) => plus(figures.adjusted, figures.tax)))
  const early = addDays(terms.effectiveDate, settings.earlyClaimDays)
  return figure({
    code: 'inspectionRequired',
    inputs: {
      ...{ subtotal: amountOf(subtotal), inspectionThreshold: amountOf(settings.inspectionThreshold) },
      ...{ lossDate, earlyUntil: early },
    },
    formula: 'subtotal is at least inspectionThreshold, or lossDate is before earlyUntil',
    exact: String(isRequired),
    words: isRequired ? 'An inspection is required.' : 'No inspection is required.',
  })
}
