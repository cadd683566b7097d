import { addDays } from '../../domain/dates.ts'
import type { ProductCode } from './deals.ts'
import { hold } from './hold-stories.ts'
import {
  type ContractStory,
  type DatedStep,
  daysAfter,
  daysAfterSale,
  finalize,
  odometerAfter,
  type SeedContext,
} from './steps.ts'

// Stories of cancelled contracts: who cancelled, why, and how the cancel was processed.

const any: readonly ProductCode[] = ['VSC1', 'GAP1', 'KEY1', 'TW1', 'PPM1', 'APL1']
const driven: readonly ProductCode[] = ['VSC1', 'VSC1', 'GAP1', 'TW1', 'PPM1', 'KEY1']
const vsc: readonly ProductCode[] = ['VSC1']

interface CancelDetails {
  readonly reason?: string
  readonly by?: string
  /** The cancel date is this many days before the request. */
  readonly daysAgo?: number
  readonly more?: Readonly<Record<string, unknown>>
}

/** The body of a cancel request, with the odometer reading of the cancel date. */
function cancelBody(context: SeedContext, on: string, { reason, by, daysAgo = 0, more }: CancelDetails = {}) {
  const cancelDate = addDays(on, -daysAgo)
  const days = (Date.parse(cancelDate) - Date.parse(context.deal.soldOn)) / 86_400_000
  return {
    ...{ cancelDate, cancelReasonCode: reason ?? 'CUSTREQ', requestedBy: by ?? 'Customer' },
    ...(context.deal.vehicle ? { cancelOdometer: odometerAfter(context, days) } : {}),
    ...more,
  }
}

export const requestCancel = (context: SeedContext, on: string, wanted?: CancelDetails): DatedStep => ({
  ...{ do: 'askCancel', on },
  body: cancelBody(context, on, wanted),
})

export const cancelAtOnce = (context: SeedContext, on: string, wanted?: CancelDetails): DatedStep => ({
  ...{ do: 'cancel', on },
  body: cancelBody(context, on, wanted),
})

export const requestAction = (
  on: string,
  action: string,
  more: Readonly<Record<string, unknown>> = {},
): DatedStep => ({
  ...{ do: 'actOnRequest', on },
  input: { action, ...more },
})

/** A cancel that is requested, approved, and executed some days later. */
export function requestAndExecute(context: SeedContext, on: string, wanted?: CancelDetails): DatedStep[] {
  const approved = daysAfter(context, on, 1, 4)
  const executed = daysAfter(context, approved, 0, 6)
  return [
    requestCancel(context, on, wanted),
    requestAction(approved, 'Approve'),
    requestAction(executed, 'Execute', { note: 'The form is on file.' }),
  ]
}

/** The dealer confirms that the customer got the refund. A few dealers do so late. */
export function withRefundConfirmed(context: SeedContext, steps: readonly DatedStep[]): DatedStep[] {
  const on = daysAfter(context, steps.at(-1)?.on ?? '', 6, 58)
  return [...steps, { do: 'confirmRefund', on, reference: `CK ${context.draws.digits(5)}` }]
}

/** The dealer has not paid for the contract yet, so by default the dealer would pay the refund. */
const paidByAdministrator = { reason: 'The dealer asked us to pay the refund.', refundPayer: 'Administrator' }

export const cancelledStories: readonly ContractStory[] = [
  {
    name: 'sent back in the free look',
    count: 5,
    sold: ['2021-08-01', '2024-03-31'],
    of: any,
    states: ['TX', 'CA', 'FL', 'CO', 'GA'],
    steps(context) {
      const steps = [finalize(context, 1, 8), cancelAtOnce(context, daysAfterSale(context, 14, 27))]
      return context.draws.happens(60) ? withRefundConfirmed(context, steps) : steps
    },
  },
  {
    name: 'no longer wanted',
    count: 6,
    sold: ['2021-08-01', '2023-08-31'],
    of: driven,
    states: ['TX', 'FL', 'CA', 'CO', 'IL', 'PA'],
    steps(context) {
      const wanted = { daysAgo: context.draws.whole(0, 12) }
      const steps = [
        finalize(context),
        ...requestAndExecute(context, daysAfterSale(context, 75, 230), wanted),
      ]
      return context.draws.happens(70) ? withRefundConfirmed(context, steps) : steps
    },
  },
  {
    name: 'traded in',
    count: 2,
    sold: ['2021-08-01', '2023-06-30'],
    of: vsc,
    states: ['TX', 'NC'],
    steps: tradedIn,
  },
  {
    name: 'unwound',
    count: 2,
    sold: ['2022-01-10', '2024-04-30'],
    of: any,
    steps: (context) => [
      finalize(context, 1, 7),
      cancelAtOnce(context, daysAfterSale(context, 12, 48), { reason: 'UNWIND', by: 'Dealer' }),
    ],
  },
  {
    name: 'repossessed',
    count: 2,
    sold: ['2021-08-01', '2023-03-31'],
    of: vsc,
    paid: 'Loan',
    steps(context) {
      const wanted = { reason: 'REPO', by: 'LienHolder', daysAgo: context.draws.whole(20, 50) }
      return [finalize(context), ...requestAndExecute(context, daysAfterSale(context, 200, 400), wanted)]
    },
  },
  {
    name: 'paid off',
    count: 2,
    sold: ['2021-08-01', '2023-03-31'],
    of: ['GAP1'],
    paid: 'Loan',
    states: ['CA', 'CO'],
    steps(context) {
      const more = { override: paidByAdministrator }
      const wanted = { reason: 'PAYOFF', by: 'LienHolder', daysAgo: context.draws.whole(5, 40), more }
      return [finalize(context), cancelAtOnce(context, daysAfterSale(context, 150, 420), wanted)]
    },
  },
  {
    name: 'not paid for',
    count: 2,
    sold: ['2021-09-01', '2023-10-31'],
    of: vsc,
    states: ['FL', 'PA'],
    steps(context) {
      const on = daysAfterSale(context, 70, 110)
      const by = { reason: 'NONPAY', by: 'Administrator' }
      return [
        finalize(context),
        hold('CUSTNONPAY', on),
        cancelAtOnce(context, daysAfter(context, on, 35, 70), by),
      ]
    },
  },
  {
    name: 'given back by two',
    count: 2,
    sold: ['2021-08-01', '2023-09-30'],
    of: vsc,
    paid: 'Cash',
    isForTwo: true,
    steps: (context) =>
      withRefundConfirmed(context, [
        finalize(context),
        ...requestAndExecute(context, daysAfterSale(context, 60, 200)),
      ]),
  },
  {
    name: 'cancelled on hold',
    count: 1,
    sold: ['2022-01-01', '2023-09-30'],
    of: vsc,
    steps(context) {
      const on = daysAfterSale(context, 60, 120)
      return [
        finalize(context),
        hold('UWREVIEW', on),
        ...requestAndExecute(context, daysAfter(context, on, 8, 30)),
      ]
    },
  },
  {
    name: 'quoted and cancelled',
    count: 1,
    sold: ['2022-03-01', '2023-09-30'],
    of: vsc,
    steps: cancelledAsQuoted,
  },
]

/** The odometer reading came after the request. */
export function tradedIn(context: SeedContext): DatedStep[] {
  const on = daysAfterSale(context, 120, 300)
  const known = daysAfter(context, on, 3, 9)
  const { cancelOdometer, ...body } = {
    cancelOdometer: null,
    ...cancelBody(context, on, { reason: 'TRADE' }),
  }
  return withRefundConfirmed(context, [
    finalize(context),
    { do: 'askCancel', on, body },
    requestAction(known, 'Update', { cancelOdometer, note: 'The dealer sent the odometer reading.' }),
    requestAction(daysAfter(context, known, 1, 3), 'Execute'),
  ])
}

/** A cancel quote with other dates as alternatives, which is then submitted and executed without the fee. */
function cancelledAsQuoted(context: SeedContext): DatedStep[] {
  const on = daysAfterSale(context, 90, 200)
  const alternatives = [{ cancelDate: addDays(on, 15) }, { cancelDate: addDays(on, 30) }]
  const override = { ...paidByAdministrator, reason: 'Agreed with the customer.', cancelFee: 0 }
  return [
    finalize(context),
    requestCancel(context, on, { more: { isQuoteOnly: true, alternatives } }),
    requestAction(daysAfter(context, on, 4, 20), 'Submit'),
    requestAction(daysAfter(context, on, 21, 28), 'Execute', { override }),
  ]
}
