import { addDays, addMonths } from '../../domain/dates.ts'
import { cancelledStories } from './cancel-stories.ts'
import { milesInTerm, monthsInTerm } from './choices.ts'
import type { ProductCode } from './deals.ts'
import { hold, openHoldStories, resolvedHoldStories } from './hold-stories.ts'
import { openCancelStories, reinstatedStories } from './open-cancel-stories.ts'
import { personIn } from './people.ts'
import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  odometerAfter,
  type SeedContext,
} from './steps.ts'

const any: readonly ProductCode[] = ['VSC1', 'VSC1', 'VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1', 'APL1']
const vsc: readonly ProductCode[] = ['VSC1']
const noSteps = () => []

/** All stories. The order fixes the ids and the draws, so new stories go to the end. */
export const contractStories: readonly ContractStory[] = [
  { name: 'quoted', count: 8, sold: ['2024-05-20', '2024-06-27'], of: any, begins: 'Quote', steps: noSteps },
  { name: 'left', count: 4, sold: ['2024-01-08', '2024-03-20'], of: any, begins: 'Quote', steps: noSteps },
  { name: 'waiting', count: 14, sold: ['2024-06-04', '2024-06-27'], of: any, steps: noSteps },
  { name: 'forgotten', count: 6, sold: ['2024-01-10', '2024-03-15'], of: any, steps: noSteps },
  { name: 'in force', count: 30, sold: ['2021-07-01', '2024-06-07'], of: any, bundles: true, steps: inForce },
  {
    name: 'submitted',
    count: 10,
    sold: ['2021-09-01', '2024-05-05'],
    of: any,
    begins: 'Quote',
    steps(context) {
      const on = daysAfterSale(context, 2, 20)
      return [
        { do: 'change', on, patch: { status: 'Pending' } },
        { do: 'finalize', on: daysAfter(context, on, 0, 9) },
      ]
    },
  },
  {
    name: 'rated again before',
    count: 8,
    sold: ['2021-08-01', '2024-05-20'],
    of: vsc,
    steps: (context) => [
      { ...anotherDeductible(context), on: daysAfterSale(context, 1, 2) },
      finalize(context, 4, 12),
    ],
  },
  { name: 'refinalized', count: 12, sold: ['2021-08-01', '2023-11-30'], of: vsc, steps: refinalized },
  {
    name: 'with a change that waits',
    count: 8,
    sold: ['2023-06-01', '2024-04-20'],
    of: vsc,
    steps: (context) => [
      finalize(context),
      { ...anotherDeductible(context), on: context.draws.date('2024-05-10', '2024-06-24') },
    ],
  },
  { name: 'corrected', count: 8, sold: ['2021-10-01', '2024-03-31'], of: vsc, steps: corrected },
  ...resolvedHoldStories,
  ...openHoldStories,
  {
    name: 'expired',
    count: 16,
    sold: ['2021-07-01', '2022-05-31'],
    of: ['VSC1', 'GAP1', 'TW1'],
    term: 'shortest',
    steps: expired,
  },
  {
    name: 'expired lately',
    count: 8,
    sold: ['2022-06-01', '2023-05-31'],
    of: vsc,
    term: 'shortest',
    steps: expired,
  },
  {
    name: 'driven out',
    count: 8,
    sold: ['2021-07-01', '2022-09-30'],
    of: vsc,
    term: 'shortest that lasts',
    steps: expiredByOdometer,
  },
  {
    name: 'reopened',
    count: 3,
    sold: ['2021-07-01', '2022-09-30'],
    of: vsc,
    term: 'shortest that lasts',
    steps: reopened,
  },
  {
    name: 'voided at once',
    count: 8,
    sold: ['2021-07-15', '2024-05-31'],
    of: any,
    steps: (context) => [voided(context, 2, 25)],
  },
  {
    name: 'voided in force',
    count: 8,
    sold: ['2021-07-15', '2024-04-20'],
    of: any,
    steps: (context) => [finalize(context, 1, 6), voided(context, 8, 55)],
  },
  {
    name: 'quote voided',
    count: 3,
    sold: ['2022-01-10', '2024-05-20'],
    of: any,
    begins: 'Quote',
    steps: (context) => [voided(context, 3, 28)],
  },
  {
    name: 'voided by itself',
    count: 6,
    sold: ['2021-08-01', '2024-02-10'],
    of: any,
    steps: (context) => [{ do: 'autoVoid', on: daysAfterSale(context, 92, 110) }],
  },
  {
    name: 'quote voided by itself',
    count: 3,
    sold: ['2021-08-01', '2024-04-10'],
    of: any,
    begins: 'Quote',
    steps: (context) => [{ do: 'autoVoid', on: daysAfterSale(context, 33, 60) }],
  },
  {
    name: 'voided on hold',
    count: 3,
    sold: ['2022-02-01', '2024-04-30'],
    of: any,
    steps: (context) => [hold('INELIG', daysAfterSale(context, 1, 4)), voided(context, 6, 30)],
  },
  { name: 'transferred', count: 12, sold: ['2021-07-20', '2023-07-31'], of: vsc, steps: transferred },
  ...cancelledStories,
  ...reinstatedStories,
  ...openCancelStories,
]

/** In force. Some of them have a later odometer reading. */
function inForce(context: SeedContext): DatedStep[] {
  const { draws, deal } = context
  if (!deal.vehicle || deal.soldOn > '2024-01-31' || !draws.happens(15)) return [finalize(context)]
  const days = draws.whole(60, 140)
  const odometerReading = { value: odometerAfter(context, days) }
  return [finalize(context), { do: 'change', on: addDays(deal.soldOn, days), patch: { odometerReading } }]
}

function anotherDeductible({ draws, choice }: SeedContext) {
  const others = ['0', '50', '100', '200'].filter((code) => code !== choice.deductible)
  return {
    do: 'rerate',
    deductible: draws.oneOf(others),
    reason: 'The customer wants a different deductible.',
  } as const
}

export function refinalized(context: SeedContext): DatedStep[] {
  const on = daysAfterSale(context, 25, 190)
  return [
    finalize(context),
    { ...anotherDeductible(context), on },
    {
      do: 'refinalize',
      on: daysAfter(context, on, 1, 7),
      note: 'The customer wanted a different deductible.',
    },
  ]
}

/** In force, with a later correction: a co-buyer, another lender, or a new address. */
export function corrected(context: SeedContext): DatedStep[] {
  const { draws, deal } = context
  const newAddress = personIn(draws, deal.state, '')
  const patches: Record<string, unknown>[] = [
    deal.cobuyer
      ? { notes: 'The co-buyer called.' }
      : { cobuyer: { firstName: 'Robin', lastName: draws.oneOf(['Hollis', 'Moreau', 'Rao']) } },
    deal.loan
      ? {
          lienHolderNumber: draws.oneOf(['L303', 'L306', 'L310']),
          notes: 'Another lender took over the loan.',
        }
      : { notes: 'Paid in cash. The receipt is on file.' },
    { customer: { address: newAddress.address, phone: newAddress.phone } },
    { externalReferences: [{ system: 'CRM', key: 'case', value: draws.digits(7) }] },
  ]
  return [
    finalize(context),
    { do: 'change', on: daysAfterSale(context, 20, 85), patch: draws.oneOf(patches) },
  ]
}

/** Expires one to three days after the term. */
function expired(context: SeedContext): DatedStep[] {
  const end = addMonths(context.deal.soldOn, monthsInTerm(context.choice.term))
  return [finalize(context), { do: 'expire', on: daysAfter(context, end, 1, 3) }]
}

/** Expires because the odometer limit was passed. */
function expiredByOdometer(context: SeedContext): DatedStep[] {
  const { deal, choice, draws } = context
  const end = (deal.vehicle?.odometer ?? 0) + milesInTerm(choice.term)
  const on = daysAfterSale(context, 430, 560)
  const value = end + draws.whole(150, 2_400)
  return [
    finalize(context),
    { do: 'change', on, patch: { odometerReading: { value } } },
    { do: 'expire', on: addDays(on, 1) },
  ]
}

/** Expires by a wrong odometer reading, and is reopened when it is corrected. */
function reopened(context: SeedContext): DatedStep[] {
  const steps = expiredByOdometer(context)
  const on = addDays(steps.at(-1)?.on ?? '', 6)
  const odometerReading = {
    value: odometerAfter(context, 400),
    reason: 'The reading had two digits swapped.',
  }
  return [...steps, { do: 'change', on, patch: { odometerReading } }]
}

export function voided(context: SeedContext, least: number, most: number): DatedStep {
  const voidReason = context.draws.oneOf([
    'The deal fell through.',
    'Entered twice.',
    'The customer no longer wants it.',
  ])
  return { do: 'change', on: daysAfterSale(context, least, most), patch: { status: 'Voided', voidReason } }
}

export function transferred(context: SeedContext): DatedStep[] {
  const { draws, deal } = context
  const days = draws.whole(90, 320)
  return [
    finalize(context),
    {
      do: 'transfer',
      on: addDays(deal.soldOn, days),
      to: personIn(draws, deal.state, `heir${deal.serial}`),
      odometer: odometerAfter(context, days),
      paidBy: draws.oneOf(['NewOwner', 'NewOwner', 'Customer', 'Dealer']),
    },
  ]
}
