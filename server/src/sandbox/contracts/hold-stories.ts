import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  type SeedContext,
} from './steps.ts'

// Stories of contracts that were on hold or still are.

const notes: Readonly<Record<string, string>> = {
  NONPAY: 'The dealer has not paid this month.',
  CUSTNONPAY: 'The customer has missed two installments.',
  MISSIGN: 'The second page is not signed.',
  MISDOC: 'The bill of sale is missing.',
  VINERR: 'The VIN on the form does not match the title.',
  ODOERR: 'The odometer statement shows a different reading.',
  INELIG: 'The vehicle may have a branded title.',
  LIENMISS: 'The lender is not known yet.',
  UWREVIEW: 'Underwriting is reviewing the contract.',
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
const holdReasons = ['NONPAY', 'MISDOC', 'VINERR', 'ODOERR', 'LIENMISS', 'UWREVIEW'] as const
const incompleteReasons = ['MISSIGN', 'MISDOC', 'VINERR', 'LIENMISS'] as const
/** The only reason that suspends a contract unless the request says otherwise. */
const SUSPENDING_REASON = 'CUSTNONPAY'

/** Contracts whose hold was resolved. */
export const resolvedHoldStories: readonly ContractStory[] = [
  {
    name: 'held and released',
    count: 10,
    sold: ['2021-08-01', '2024-02-29'],
    of: any,
    steps(context) {
      const on = daysAfterSale(context, 18, 60)
      return [finalize(context), hold(context.draws.oneOf(holdReasons), on), resolveHold(context, on, 5, 50)]
    },
  },
  {
    name: 'suspended and resumed',
    count: 6,
    sold: ['2021-08-01', '2023-12-31'],
    of: ['VSC1'],
    steps(context) {
      const on = daysAfterSale(context, 40, 110)
      return [finalize(context), hold(SUSPENDING_REASON, on), resolveHold(context, on, 20, 62)]
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
        hold(context.draws.oneOf(incompleteReasons), on),
        { do: 'resolve', on: released, resolution: 'Corrected', note: 'The form has arrived.' },
        { do: 'finalize', on: daysAfter(context, released, 0, 4), note: 'The contract is now complete.' },
      ]
    },
  },
]

/** Contracts that are still on hold. */
export const openHoldStories: readonly ContractStory[] = [
  {
    name: 'on hold',
    count: 10,
    sold: ['2022-03-01', '2024-04-30'],
    of: any,
    steps(context) {
      const { draws } = context
      const codes = draws.happens(40) ? (['RESERVE', 'ADMIN'] as const) : undefined
      return [
        finalize(context),
        hold(draws.oneOf(holdReasons), draws.date('2024-05-15', '2024-06-26'), codes),
      ]
    },
  },
  {
    name: 'suspended',
    count: 5,
    sold: ['2022-03-01', '2024-03-31'],
    of: ['VSC1'],
    steps: (context) => [
      finalize(context),
      hold(SUSPENDING_REASON, context.draws.date('2024-04-15', '2024-06-20')),
    ],
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
    steps: (context) => [hold(context.draws.oneOf(incompleteReasons), daysAfterSale(context, 1, 6))],
  },
]
