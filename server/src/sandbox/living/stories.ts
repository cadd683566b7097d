import { addDays } from '../../domain/dates.ts'
import {
  cancelAtOnce,
  requestAction,
  requestAndExecute,
  requestCancel,
  tradedIn,
  withRefundConfirmed,
} from '../contracts/cancel-stories.ts'
import type { ProductCode } from '../contracts/deals.ts'
import { hold } from '../contracts/hold-stories.ts'
import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  odometerAfter,
  type SeedContext,
} from '../contracts/steps.ts'
import { corrected, refinalized, transferred, voided } from '../contracts/stories.ts'

// What happened in the last twelve months. All dates are relative to the day of the first start; a step that would come
// later has not happened yet, so that some cancels are asked for and not yet decided.

const any: readonly ProductCode[] = ['VSC1', 'VSC1', 'VSC1', 'GAP1', 'PPM1', 'TW1', 'KEY1', 'APL1']
const driven: readonly ProductCode[] = ['VSC1', 'VSC1', 'GAP1', 'TW1', 'PPM1', 'KEY1']
const vsc: readonly ProductCode[] = ['VSC1']

/** The stories up to a day. As with the fixed ones, their order fixes the ids, and their names are the seeds of the draws. */
export function livingStories(today: string): ContractStory[] {
  const ago = (days: number) => addDays(today, -days)
  const sold = (first: number, last: number) => [ago(first), ago(last)] as const
  const lately = ({ draws }: SeedContext) => draws.date(ago(14), ago(2))
  return [
    {
      ...{ name: 'in force this year', count: 88, sold: sold(364, 21), of: any, bundles: true },
      steps: inForce,
    },
    {
      ...{ name: 'in force this month', count: 12, sold: sold(30, 3), of: any },
      steps: (context) => [finalize(context, 1, 3)],
    },
    { name: 'waiting this month', count: 10, sold: sold(18, 0), of: any, steps: () => [] },
    { name: 'quoted this month', count: 8, sold: sold(20, 0), of: any, begins: 'Quote', steps: () => [] },
    ...cancels(sold),
    ...openCancels(sold, lately),
    {
      ...{ name: 'held this year', count: 4, sold: sold(340, 90), of: driven },
      steps(context) {
        const on = daysAfterSale(context, 18, 60)
        const released = daysAfter(context, on, 5, 30)
        const note = 'Settled with the dealer.'
        return [
          finalize(context),
          hold('MISDOC', on),
          { do: 'resolve', on: released, resolution: 'Cleared', note },
        ]
      },
    },
    {
      ...{ name: 'on hold lately', count: 5, sold: sold(300, 40), of: driven },
      steps: (context) => [
        finalize(context),
        hold(context.draws.oneOf(['NONPAY', 'VINERR', 'UWREVIEW']), lately(context)),
      ],
    },
    {
      ...{ name: 'on hold before it is in force this month', count: 3, sold: sold(25, 8), of: driven },
      steps: (context) => [hold('MISSIGN', daysAfterSale(context, 1, 6))],
    },
    {
      ...{ name: 'voided this year', count: 5, sold: sold(350, 30), of: any },
      steps: (context) => [voided(context, 2, 25)],
    },
    { name: 'transferred this year', count: 4, sold: sold(360, 120), of: vsc, steps: transferred },
    { name: 'refinalized this year', count: 5, sold: sold(350, 120), of: vsc, steps: refinalized },
    { name: 'corrected this year', count: 4, sold: sold(350, 90), of: vsc, steps: corrected },
  ]
}

type Sold = (first: number, last: number) => readonly [string, string]

/** In force. Some of them have a later odometer reading. */
function inForce(context: SeedContext): DatedStep[] {
  const { draws, deal } = context
  const finalized = finalize(context)
  const days = draws.whole(60, 140)
  if (!draws.happens(12) || !deal.vehicle) return [finalized]
  const odometerReading = { value: odometerAfter(context, days) }
  return [finalized, { do: 'change', on: addDays(deal.soldOn, days), patch: { odometerReading } }]
}

const cancels = (sold: Sold): ContractStory[] => [
  {
    ...{ name: 'sent back this year', count: 6, sold: sold(330, 40), of: any },
    steps: (context) =>
      withRefundConfirmed(context, [
        finalize(context, 1, 8),
        cancelAtOnce(context, daysAfterSale(context, 14, 27)),
      ]),
  },
  {
    ...{ name: 'no longer wanted this year', count: 9, sold: sold(364, 150), of: driven },
    steps: (context) =>
      withRefundConfirmed(context, [
        finalize(context),
        ...requestAndExecute(context, daysAfterSale(context, 60, 200), { daysAgo: 4 }),
      ]),
  },
  { name: 'traded in this year', count: 3, sold: sold(364, 200), of: vsc, steps: tradedIn },
  {
    ...{ name: 'unwound this year', count: 2, sold: sold(300, 80), of: any },
    steps: (context) => [
      finalize(context, 1, 7),
      cancelAtOnce(context, daysAfterSale(context, 12, 48), { reason: 'UNWIND', by: 'Dealer' }),
    ],
  },
  {
    ...{ name: 'repossessed this year', count: 2, sold: sold(364, 280), of: vsc, paid: 'Loan' },
    steps(context) {
      const wanted = { reason: 'REPO', by: 'LienHolder', daysAgo: context.draws.whole(20, 50) }
      return [finalize(context), ...requestAndExecute(context, daysAfterSale(context, 150, 250), wanted)]
    },
  },
  {
    ...{ name: 'reinstated this year', count: 2, sold: sold(340, 200), of: driven },
    steps(context) {
      const on = daysAfterSale(context, 60, 150)
      const reason = 'Cancelled in error.'
      return [
        finalize(context),
        cancelAtOnce(context, on),
        { do: 'reinstate', on: daysAfter(context, on, 3, 25), reason, gapDays: 0 },
      ]
    },
  },
]

const openCancels = (sold: Sold, lately: (context: SeedContext) => string): ContractStory[] => [
  {
    ...{ name: 'cancel requested lately', count: 4, sold: sold(330, 60), of: driven },
    steps: (context) => [finalize(context), requestCancel(context, lately(context), { daysAgo: 2 })],
  },
  {
    ...{ name: 'cancel approved lately', count: 2, sold: sold(330, 60), of: driven },
    steps(context) {
      const on = lately(context)
      return [
        finalize(context),
        requestCancel(context, on),
        requestAction(daysAfter(context, on, 1, 2), 'Approve'),
      ]
    },
  },
  {
    ...{ name: 'cancel quoted lately', count: 3, sold: sold(330, 60), of: driven },
    steps: (context) => [
      finalize(context),
      requestCancel(context, lately(context), { more: { isQuoteOnly: true } }),
    ],
  },
]
