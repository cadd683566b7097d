import { addDays, addMonths } from '../../domain/dates.ts'
import { cancelled } from './cancels.ts'
import { milesOf, monthsOf } from './choices.ts'
import type { ProductCode } from './deals.ts'
import { held, holdsOpen, resolved } from './holds.ts'
import type { Life } from './life.ts'
import { cancelsAsked, reinstated } from './open-cancels.ts'
import { somebodyIn } from './people.ts'
import { daysAfter, drivenBy, inForce, later, type Step, type Telling } from './steps.ts'

const any: readonly ProductCode[] = ['VSC1', 'VSC1', 'VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1', 'APL1']
const vsc: readonly ProductCode[] = ['VSC1']
const nothing = () => []

/** Everything that a contract can come to by now. The order fixes who is who, so new lives go to the end. */
export const lives: readonly Life[] = [
  { name: 'quoted', count: 8, sold: ['2024-05-20', '2024-06-27'], of: any, begins: 'Quote', tells: nothing },
  { name: 'left', count: 4, sold: ['2024-01-08', '2024-03-20'], of: any, begins: 'Quote', tells: nothing },
  { name: 'waiting', count: 14, sold: ['2024-06-04', '2024-06-27'], of: any, tells: nothing },
  { name: 'forgotten', count: 6, sold: ['2024-01-10', '2024-03-15'], of: any, tells: nothing },
  { name: 'in force', count: 30, sold: ['2021-07-01', '2024-06-07'], of: any, bundles: true, tells: driven },
  {
    name: 'submitted',
    count: 10,
    sold: ['2021-09-01', '2024-05-05'],
    of: any,
    begins: 'Quote',
    tells(told) {
      const on = later(told, 2, 20)
      return [
        { do: 'change', on, patch: { status: 'Pending' } },
        { do: 'finalize', on: daysAfter(told, on, 0, 9) },
      ]
    },
  },
  {
    name: 'rated again before',
    count: 8,
    sold: ['2021-08-01', '2024-05-20'],
    of: vsc,
    tells: (told) => [{ ...anotherDeductible(told), on: later(told, 1, 2) }, inForce(told, 4, 12)],
  },
  { name: 'refinalized', count: 12, sold: ['2021-08-01', '2023-11-30'], of: vsc, tells: refinalized },
  {
    name: 'with a change that waits',
    count: 8,
    sold: ['2023-06-01', '2024-04-20'],
    of: vsc,
    tells: (told) => [
      inForce(told),
      { ...anotherDeductible(told), on: told.draws.date('2024-05-10', '2024-06-24') },
    ],
  },
  { name: 'corrected', count: 8, sold: ['2021-10-01', '2024-03-31'], of: vsc, tells: corrected },
  ...resolved,
  ...holdsOpen,
  {
    name: 'expired',
    count: 16,
    sold: ['2021-07-01', '2022-05-31'],
    of: ['VSC1', 'GAP1', 'TW1'],
    term: 'shortest',
    tells: expired,
  },
  {
    name: 'expired lately',
    count: 8,
    sold: ['2022-06-01', '2023-05-31'],
    of: vsc,
    term: 'shortest',
    tells: expired,
  },
  {
    name: 'driven out',
    count: 8,
    sold: ['2021-07-01', '2022-09-30'],
    of: vsc,
    term: 'shortest that lasts',
    tells: drivenOut,
  },
  {
    name: 'reopened',
    count: 3,
    sold: ['2021-07-01', '2022-09-30'],
    of: vsc,
    term: 'shortest that lasts',
    tells: reopened,
  },
  {
    name: 'voided at once',
    count: 8,
    sold: ['2021-07-15', '2024-05-31'],
    of: any,
    tells: (told) => [voided(told, 2, 25)],
  },
  {
    name: 'voided in force',
    count: 8,
    sold: ['2021-07-15', '2024-04-20'],
    of: any,
    tells: (told) => [inForce(told, 1, 6), voided(told, 8, 55)],
  },
  {
    name: 'quote voided',
    count: 3,
    sold: ['2022-01-10', '2024-05-20'],
    of: any,
    begins: 'Quote',
    tells: (told) => [voided(told, 3, 28)],
  },
  {
    name: 'voided by itself',
    count: 6,
    sold: ['2021-08-01', '2024-02-10'],
    of: any,
    tells: (told) => [{ do: 'autoVoid', on: later(told, 92, 110) }],
  },
  {
    name: 'quote voided by itself',
    count: 3,
    sold: ['2021-08-01', '2024-04-10'],
    of: any,
    begins: 'Quote',
    tells: (told) => [{ do: 'autoVoid', on: later(told, 33, 60) }],
  },
  {
    name: 'voided on hold',
    count: 3,
    sold: ['2022-02-01', '2024-04-30'],
    of: any,
    tells: (told) => [held('INELIG', later(told, 1, 4)), voided(told, 6, 30)],
  },
  { name: 'transferred', count: 12, sold: ['2021-07-20', '2023-07-31'], of: vsc, tells: transferred },
  ...cancelled,
  ...reinstated,
  ...cancelsAsked,
]

/** In force, and for some of them somebody has read the odometer since. */
function driven(told: Telling): Step[] {
  const { draws, deal } = told
  if (!deal.vehicle || deal.soldOn > '2024-01-31' || !draws.happens(15)) return [inForce(told)]
  const days = draws.whole(60, 140)
  const odometerReading = { value: drivenBy(told, days) }
  return [inForce(told), { do: 'change', on: addDays(deal.soldOn, days), patch: { odometerReading } }]
}

function anotherDeductible({ draws, choice }: Telling) {
  const others = ['0', '50', '100', '200'].filter((code) => code !== choice.deductible)
  return {
    do: 'rerate',
    deductible: draws.oneOf(others),
    reason: 'The customer wants another deductible.',
  } as const
}

function refinalized(told: Telling): Step[] {
  const on = later(told, 25, 190)
  return [
    inForce(told),
    { ...anotherDeductible(told), on },
    { do: 'refinalize', on: daysAfter(told, on, 1, 7), note: 'Another deductible, as the customer wished.' },
  ]
}

/** In force, with facts that came later: who else bought it, who finances it, where the buyer lives now. */
function corrected(told: Telling): Step[] {
  const { draws, deal } = told
  const moved = somebodyIn(draws, deal.state, '')
  const patches: Record<string, unknown>[] = [
    deal.cobuyer
      ? { notes: 'The second owner has called.' }
      : { cobuyer: { firstName: 'Robin', lastName: draws.oneOf(['Hollis', 'Moreau', 'Rao']) } },
    deal.loan
      ? {
          lienHolderNumber: draws.oneOf(['L303', 'L306', 'L310']),
          notes: 'The loan was taken over by another.',
        }
      : { notes: 'Paid in cash, by the receipt.' },
    { customer: { address: moved.address, phone: moved.phone } },
    { externalReferences: [{ system: 'CRM', key: 'case', value: draws.digits(7) }] },
  ]
  return [inForce(told), { do: 'change', on: later(told, 20, 85), patch: draws.oneOf(patches) }]
}

/** The first day after the last one. */
function expired(told: Telling): Step[] {
  const end = addMonths(told.deal.soldOn, monthsOf(told.choice.term))
  return [inForce(told), { do: 'expire', on: daysAfter(told, end, 1, 3) }]
}

/** More miles than were bought. */
function drivenOut(told: Telling): Step[] {
  const { deal, choice, draws } = told
  const end = (deal.vehicle?.odometer ?? 0) + milesOf(choice.term)
  const on = later(told, 430, 560)
  const value = end + draws.whole(150, 2_400)
  return [
    inForce(told),
    { do: 'change', on, patch: { odometerReading: { value } } },
    { do: 'expire', on: addDays(on, 1) },
  ]
}

/** Somebody had misread the odometer. */
function reopened(told: Telling): Step[] {
  const steps = drivenOut(told)
  const on = addDays(steps.at(-1)?.on ?? '', 6)
  const odometerReading = { value: drivenBy(told, 400), reason: 'The reading had two digits swapped.' }
  return [...steps, { do: 'change', on, patch: { odometerReading } }]
}

function voided(told: Telling, least: number, most: number): Step {
  const voidReason = told.draws.oneOf([
    'The deal fell through.',
    'Entered twice.',
    'The customer no longer wants it.',
  ])
  return { do: 'change', on: later(told, least, most), patch: { status: 'Voided', voidReason } }
}

function transferred(told: Telling): Step[] {
  const { draws, deal } = told
  const days = draws.whole(90, 320)
  return [
    inForce(told),
    {
      do: 'transfer',
      on: addDays(deal.soldOn, days),
      to: somebodyIn(draws, deal.state, `heir${deal.serial}`),
      odometer: drivenBy(told, days),
      paidBy: draws.oneOf(['NewOwner', 'NewOwner', 'Customer', 'Dealer']),
    },
  ]
}
