import { addDays } from '../../domain/dates.ts'
import type { ProductCode } from './deals.ts'
import { held } from './holds.ts'
import type { Life } from './life.ts'
import { daysAfter, drivenBy, inForce, later, type Step, type Telling } from './steps.ts'

// Contracts that were cancelled: by whom, why, and how the desk went about it.

const any: readonly ProductCode[] = ['VSC1', 'GAP1', 'KEY1', 'TW1', 'PPM1', 'APL1']
const driven: readonly ProductCode[] = ['VSC1', 'VSC1', 'GAP1', 'TW1', 'PPM1', 'KEY1']
const vsc: readonly ProductCode[] = ['VSC1']

interface Wish {
  readonly reason?: string
  readonly by?: string
  /** So many days before the desk hears of it. */
  readonly daysAgo?: number
  readonly more?: Readonly<Record<string, unknown>>
}

/** What somebody asks for on a day, with what the odometer shows. */
export function wish(told: Telling, on: string, { reason, by, daysAgo = 0, more }: Wish = {}) {
  const cancelDate = addDays(on, -daysAgo)
  const days = (Date.parse(cancelDate) - Date.parse(told.deal.soldOn)) / 86_400_000
  return {
    ...{ cancelDate, cancelReasonCode: reason ?? 'CUSTREQ', requestedBy: by ?? 'Customer' },
    ...(told.deal.vehicle ? { cancelOdometer: drivenBy(told, days) } : {}),
    ...more,
  }
}

export const asks = (told: Telling, on: string, wanted?: Wish): Step => ({
  ...{ do: 'askCancel', on },
  body: wish(told, on, wanted),
})

export const atOnce = (told: Telling, on: string, wanted?: Wish): Step => ({
  ...{ do: 'cancel', on },
  body: wish(told, on, wanted),
})

export const acts = (on: string, action: string, more: Readonly<Record<string, unknown>> = {}): Step => ({
  ...{ do: 'actOnRequest', on },
  said: { action, ...more },
})

/** Asked for, agreed to, and carried out some days later. */
export function throughTheDesk(told: Telling, on: string, wanted?: Wish): Step[] {
  const agreed = daysAfter(told, on, 1, 4)
  const done = daysAfter(told, agreed, 0, 6)
  return [
    asks(told, on, wanted),
    acts(agreed, 'Approve'),
    acts(done, 'Execute', { note: 'The form is on file.' }),
  ]
}

/** The dealer has passed the refund on, and says so; a few do it late. */
function passedOn(told: Telling, steps: readonly Step[]): Step[] {
  const on = daysAfter(told, steps.at(-1)?.on ?? '', 6, 58)
  return [...steps, { do: 'confirmRefund', on, reference: `CK ${told.draws.digits(5)}` }]
}

/** Nothing has been paid for yet, so that it would go through the dealer. */
const paidByUs = { reason: 'The dealer has asked us to pay.', refundPayer: 'Administrator' }

export const cancelled: readonly Life[] = [
  {
    name: 'sent back in the free look',
    count: 5,
    sold: ['2021-08-01', '2024-03-31'],
    of: any,
    states: ['TX', 'CA', 'FL', 'CO', 'GA'],
    tells(told) {
      const steps = [inForce(told, 1, 8), atOnce(told, later(told, 14, 27))]
      return told.draws.happens(60) ? passedOn(told, steps) : steps
    },
  },
  {
    name: 'no longer wanted',
    count: 6,
    sold: ['2021-08-01', '2023-08-31'],
    of: driven,
    states: ['TX', 'FL', 'CA', 'CO', 'IL', 'PA'],
    tells(told) {
      const wanted = { daysAgo: told.draws.whole(0, 12) }
      const steps = [inForce(told), ...throughTheDesk(told, later(told, 75, 230), wanted)]
      return told.draws.happens(70) ? passedOn(told, steps) : steps
    },
  },
  {
    name: 'traded in',
    count: 2,
    sold: ['2021-08-01', '2023-06-30'],
    of: vsc,
    states: ['TX', 'NC'],
    tells: tradedIn,
  },
  {
    name: 'unwound',
    count: 2,
    sold: ['2022-01-10', '2024-04-30'],
    of: any,
    tells: (told) => [
      inForce(told, 1, 7),
      atOnce(told, later(told, 12, 48), { reason: 'UNWIND', by: 'Dealer' }),
    ],
  },
  {
    name: 'repossessed',
    count: 2,
    sold: ['2021-08-01', '2023-03-31'],
    of: vsc,
    paid: 'Loan',
    tells(told) {
      const wanted = { reason: 'REPO', by: 'LienHolder', daysAgo: told.draws.whole(20, 50) }
      return [inForce(told), ...throughTheDesk(told, later(told, 200, 400), wanted)]
    },
  },
  {
    name: 'paid off',
    count: 2,
    sold: ['2021-08-01', '2023-03-31'],
    of: ['GAP1'],
    paid: 'Loan',
    states: ['CA', 'CO'],
    tells(told) {
      const more = { override: paidByUs }
      const wanted = { reason: 'PAYOFF', by: 'LienHolder', daysAgo: told.draws.whole(5, 40), more }
      return [inForce(told), atOnce(told, later(told, 150, 420), wanted)]
    },
  },
  {
    name: 'not paid for',
    count: 2,
    sold: ['2021-09-01', '2023-10-31'],
    of: vsc,
    states: ['FL', 'PA'],
    tells(told) {
      const on = later(told, 70, 110)
      const by = { reason: 'NONPAY', by: 'Administrator' }
      return [inForce(told), held('CUSTNONPAY', on), atOnce(told, daysAfter(told, on, 35, 70), by)]
    },
  },
  {
    name: 'given back by two',
    count: 2,
    sold: ['2021-08-01', '2023-09-30'],
    of: vsc,
    paid: 'Cash',
    isForTwo: true,
    tells: (told) => passedOn(told, [inForce(told), ...throughTheDesk(told, later(told, 60, 200))]),
  },
  {
    name: 'cancelled on hold',
    count: 1,
    sold: ['2022-01-01', '2023-09-30'],
    of: vsc,
    tells(told) {
      const on = later(told, 60, 120)
      return [inForce(told), held('UWREVIEW', on), ...throughTheDesk(told, daysAfter(told, on, 8, 30))]
    },
  },
  { name: 'quoted and cancelled', count: 1, sold: ['2022-03-01', '2023-09-30'], of: vsc, tells: asQuoted },
]

/** The odometer was told later than the wish. */
function tradedIn(told: Telling): Step[] {
  const on = later(told, 120, 300)
  const known = daysAfter(told, on, 3, 9)
  const { cancelOdometer, ...body } = { cancelOdometer: null, ...wish(told, on, { reason: 'TRADE' }) }
  return passedOn(told, [
    inForce(told),
    { do: 'askCancel', on, body },
    acts(known, 'Update', { cancelOdometer, note: 'As the dealer has read it.' }),
    acts(daysAfter(told, known, 1, 3), 'Execute'),
  ])
}

/** Quoted with what other days would bring, then agreed upon, without the fee. */
function asQuoted(told: Telling): Step[] {
  const on = later(told, 90, 200)
  const alternatives = [{ cancelDate: addDays(on, 15) }, { cancelDate: addDays(on, 30) }]
  const override = { ...paidByUs, reason: 'Agreed with the customer.', cancelFee: 0 }
  return [
    inForce(told),
    asks(told, on, { more: { isQuoteOnly: true, alternatives } }),
    acts(daysAfter(told, on, 4, 20), 'Submit'),
    acts(daysAfter(told, on, 21, 28), 'Execute', { override }),
  ]
}
