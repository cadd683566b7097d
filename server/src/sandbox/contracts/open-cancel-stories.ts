import { addDays } from '../../domain/dates.ts'
import { cancelAtOnce, requestAction, requestAndExecute, requestCancel } from './cancel-stories.ts'
import { hold } from './hold-stories.ts'
import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  type SeedContext,
} from './steps.ts'

// Stories of contracts that are in force after a cancel request: the cancel was reinstated, denied, withdrawn, only quoted,
// or is not decided yet.

const any: ContractStory['of'] = ['VSC1', 'VSC1', 'GAP1', 'TW1', 'PPM1', 'KEY1']
const vsc: ContractStory['of'] = ['VSC1']

const reinstate = (on: string, gapDays = 0, reason = 'Cancelled in error.'): DatedStep => ({
  ...{ do: 'reinstate', on, reason, gapDays },
})

/** Contracts that were cancelled and reinstated. The last one was cancelled again. */
export const reinstatedStories: readonly ContractStory[] = [
  {
    name: 'reinstated',
    count: 2,
    sold: ['2021-10-01', '2023-08-31'],
    of: any,
    steps(context) {
      const on = daysAfterSale(context, 80, 200)
      return [finalize(context), cancelAtOnce(context, on), reinstate(daysAfter(context, on, 3, 25))]
    },
  },
  {
    name: 'reinstated after a gap',
    count: 1,
    sold: ['2022-01-01', '2023-06-30'],
    of: vsc,
    steps(context) {
      const on = daysAfterSale(context, 120, 200)
      const reason = 'The customer has paid the missed installments.'
      const back = reinstate(addDays(on, 31), 24, reason)
      return [finalize(context), cancelAtOnce(context, on, { reason: 'NONPAY', by: 'LienHolder' }), back]
    },
  },
  {
    name: 'reinstated on hold',
    count: 1,
    sold: ['2023-06-01', '2023-12-31'],
    of: vsc,
    steps(context) {
      const on = daysAfterSale(context, 60, 120)
      const done = daysAfter(context, on, 5, 20)
      return [
        finalize(context),
        hold('MISDOC', on),
        cancelAtOnce(context, done),
        reinstate(daysAfter(context, done, 4, 18)),
      ]
    },
  },
  {
    name: 'reinstated and cancelled again',
    count: 1,
    sold: ['2022-01-01', '2023-04-30'],
    of: vsc,
    steps(context) {
      const on = daysAfterSale(context, 90, 160)
      const back = daysAfter(context, on, 5, 20)
      const again = requestAndExecute(context, daysAfter(context, back, 70, 150))
      return [finalize(context), cancelAtOnce(context, on), reinstate(back), ...again]
    },
  },
]

/** A day so recent that the cancel desk has not decided yet. */
const recentDay = ({ draws }: SeedContext) => draws.date('2024-06-10', '2024-06-22')

/** Contracts in force with a cancel that was quoted, requested, denied or withdrawn. */
export const openCancelStories: readonly ContractStory[] = [
  {
    name: 'cancel requested',
    count: 3,
    sold: ['2022-02-01', '2024-02-29'],
    of: any,
    states: ['TX', 'GA', 'AZ'],
    steps: (context) => [
      finalize(context),
      requestCancel(context, recentDay(context), { daysAgo: context.draws.whole(0, 5) }),
    ],
  },
  {
    name: 'cancel requested without the odometer',
    count: 2,
    sold: ['2022-02-01', '2023-12-31'],
    of: vsc,
    states: ['TX', 'TN'],
    steps: (context) => [
      finalize(context),
      requestCancel(context, recentDay(context), {
        reason: 'TRADE',
        by: 'Dealer',
        more: { cancelOdometer: null },
      }),
    ],
  },
  {
    name: 'cancel approved',
    count: 3,
    sold: ['2022-02-01', '2024-02-29'],
    of: any,
    steps(context) {
      const on = recentDay(context)
      return [
        finalize(context),
        requestCancel(context, on),
        requestAction(daysAfter(context, on, 1, 5), 'Approve'),
      ]
    },
  },
  {
    name: 'cancel quoted',
    count: 4,
    sold: ['2022-02-01', '2024-03-31'],
    of: any,
    steps(context) {
      const on = recentDay(context)
      const alternatives = context.draws.happens(50) ? [{ cancelDate: addDays(on, 30) }] : []
      return [finalize(context), requestCancel(context, on, { more: { isQuoteOnly: true, alternatives } })]
    },
  },
  {
    name: 'cancel denied',
    count: 2,
    sold: ['2022-01-01', '2023-10-31'],
    of: vsc,
    steps(context) {
      const on = daysAfterSale(context, 90, 200)
      const denyReason = 'The form is not signed by the owner.'
      return [
        finalize(context),
        requestCancel(context, on),
        requestAction(daysAfter(context, on, 2, 12), 'Deny', { denyReason }),
      ]
    },
  },
  {
    name: 'cancel withdrawn',
    count: 2,
    sold: ['2022-01-01', '2023-10-31'],
    of: any,
    steps(context) {
      const on = daysAfterSale(context, 90, 200)
      const note = 'The customer is keeping the contract.'
      return [
        finalize(context),
        requestCancel(context, on),
        requestAction(daysAfter(context, on, 1, 9), 'Withdraw', { note }),
      ]
    },
  },
]
