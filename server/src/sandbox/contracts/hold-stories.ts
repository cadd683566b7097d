import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  type SeedContext,
} from './steps.ts'

// Contracts that were held, and those that still are.

const notes: Readonly<Record<string, string>> = {
  NONPAY: 'The remittance of the month has not come.',
  CUSTNONPAY: 'Two installments are missing.',
  MISSIGN: 'The second page is not signed.',
  MISDOC: 'The bill of sale is missing.',
  VINERR: 'The VIN on the form is not that of the title.',
  ODOERR: 'The odometer statement says otherwise.',
  INELIG: 'The vehicle may have a branded title.',
  LIENMISS: 'The lender is not known yet.',
  UWREVIEW: 'Looked at by underwriting.',
}

export const hold = (reason: string, on: string, codes?: readonly string[]): DatedStep => ({
  ...{ do: 'hold', on, reason, note: notes[reason] ?? reason },
  ...(codes ? { codes } : {}),
})

const resolveHold = (context: SeedContext, from: string, least: number, most: number): DatedStep => ({
  do: 'resolve',
  on: daysAfter(context, from, least, most),
  resolution: context.draws.oneOf(['Cleared', 'Cleared', 'Corrected', 'Overridden']),
  note: 'Settled with the dealer.',
})

const any: ContractStory['of'] = ['VSC1', 'VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1']
const stopped = ['NONPAY', 'MISDOC', 'VINERR', 'ODOERR', 'LIENMISS', 'UWREVIEW'] as const
const incomplete = ['MISSIGN', 'MISDOC', 'VINERR', 'LIENMISS'] as const
/** The only reason that suspends a contract unless the request says otherwise. */
const BEHIND = 'CUSTNONPAY'

/** Held, and free again. */
export const resolvedHoldStories: readonly ContractStory[] = [
  {
    name: 'held and released',
    count: 10,
    sold: ['2021-08-01', '2024-02-29'],
    of: any,
    steps(context) {
      const on = daysAfterSale(context, 18, 60)
      return [finalize(context), hold(context.draws.oneOf(stopped), on), resolveHold(context, on, 5, 50)]
    },
  },
  {
    name: 'suspended and resumed',
    count: 6,
    sold: ['2021-08-01', '2023-12-31'],
    of: ['VSC1'],
    steps(context) {
      const on = daysAfterSale(context, 40, 110)
      return [finalize(context), hold(BEHIND, on), resolveHold(context, on, 20, 62)]
    },
  },
  {
    name: 'held before it was in force',
    count: 5,
    sold: ['2021-08-01', '2024-05-10'],
    of: any,
    steps(context) {
      const [on, released] = [daysAfterSale(context, 1, 3), daysAfterSale(context, 9, 16)]
      return [
        hold(context.draws.oneOf(incomplete), on),
        { do: 'resolve', on: released, resolution: 'Corrected', note: 'The form has come.' },
        { do: 'finalize', on: daysAfter(context, released, 0, 4), note: 'Complete by now.' },
      ]
    },
  },
]

/** Held still. */
export const openHoldStories: readonly ContractStory[] = [
  {
    name: 'on hold',
    count: 10,
    sold: ['2022-03-01', '2024-04-30'],
    of: any,
    steps(context) {
      const { draws } = context
      const codes = draws.happens(40) ? (['RESERVE', 'ADMIN'] as const) : undefined
      return [finalize(context), hold(draws.oneOf(stopped), draws.date('2024-05-15', '2024-06-26'), codes)]
    },
  },
  {
    name: 'suspended',
    count: 5,
    sold: ['2022-03-01', '2024-03-31'],
    of: ['VSC1'],
    steps: (context) => [finalize(context), hold(BEHIND, context.draws.date('2024-04-15', '2024-06-20'))],
  },
  {
    name: 'on hold for two reasons',
    count: 3,
    sold: ['2023-01-01', '2024-03-31'],
    of: ['VSC1'],
    steps: (context) => [
      finalize(context),
      hold('NONPAY', context.draws.date('2024-04-15', '2024-05-20')),
      hold('UWREVIEW', context.draws.date('2024-05-21', '2024-06-20')),
    ],
  },
  {
    name: 'on hold before it is in force',
    count: 8,
    sold: ['2024-05-06', '2024-06-20'],
    of: any,
    steps: (context) => [hold(context.draws.oneOf(incomplete), daysAfterSale(context, 1, 6))],
  },
]
