import { addDays } from '../../domain/dates.ts'
import { acts, asks, atOnce, throughTheDesk } from './cancels.ts'
import { held } from './holds.ts'
import type { Life } from './life.ts'
import { daysAfter, inForce, later, type Step, type Telling } from './steps.ts'

// Contracts that are in force although somebody wanted them cancelled: because it was taken back, turned down, only
// asked about, or because nobody has decided yet.

const any: Life['of'] = ['VSC1', 'VSC1', 'GAP1', 'TW1', 'PPM1', 'KEY1']
const vsc: Life['of'] = ['VSC1']

const takenBack = (on: string, gapDays = 0, reason = 'Cancelled in error.'): Step => ({
  ...{ do: 'reinstate', on, reason, gapDays },
})

/** Cancelled, and in force again; the last of them was cancelled once more. */
export const reinstated: readonly Life[] = [
  {
    name: 'reinstated',
    count: 2,
    sold: ['2021-10-01', '2023-08-31'],
    of: any,
    tells(told) {
      const on = later(told, 80, 200)
      return [inForce(told), atOnce(told, on), takenBack(daysAfter(told, on, 3, 25))]
    },
  },
  {
    name: 'reinstated after a gap',
    count: 1,
    sold: ['2022-01-01', '2023-06-30'],
    of: vsc,
    tells(told) {
      const on = later(told, 120, 200)
      const reason = 'The customer has paid what was missing.'
      const back = takenBack(addDays(on, 31), 24, reason)
      return [inForce(told), atOnce(told, on, { reason: 'NONPAY', by: 'LienHolder' }), back]
    },
  },
  {
    name: 'reinstated on hold',
    count: 1,
    sold: ['2023-06-01', '2023-12-31'],
    of: vsc,
    tells(told) {
      const on = later(told, 60, 120)
      const done = daysAfter(told, on, 5, 20)
      return [inForce(told), held('MISDOC', on), atOnce(told, done), takenBack(daysAfter(told, done, 4, 18))]
    },
  },
  {
    name: 'reinstated and cancelled again',
    count: 1,
    sold: ['2022-01-01', '2023-04-30'],
    of: vsc,
    tells(told) {
      const on = later(told, 90, 160)
      const back = daysAfter(told, on, 5, 20)
      const again = throughTheDesk(told, daysAfter(told, back, 70, 150))
      return [inForce(told), atOnce(told, on), takenBack(back), ...again]
    },
  },
]

/** The days on which the desk has not come to yet what was asked for. */
const lately = ({ draws }: Telling) => draws.date('2024-06-10', '2024-06-22')

/** In force: asked about, asked for, turned down, or thought better of. */
export const cancelsAsked: readonly Life[] = [
  {
    name: 'cancel requested',
    count: 3,
    sold: ['2022-02-01', '2024-02-29'],
    of: any,
    states: ['TX', 'GA', 'AZ'],
    tells: (told) => [inForce(told), asks(told, lately(told), { daysAgo: told.draws.whole(0, 5) })],
  },
  {
    name: 'cancel requested without the odometer',
    count: 2,
    sold: ['2022-02-01', '2023-12-31'],
    of: vsc,
    states: ['TX', 'TN'],
    tells: (told) => [
      inForce(told),
      asks(told, lately(told), { reason: 'TRADE', by: 'Dealer', more: { cancelOdometer: null } }),
    ],
  },
  {
    name: 'cancel approved',
    count: 3,
    sold: ['2022-02-01', '2024-02-29'],
    of: any,
    tells(told) {
      const on = lately(told)
      return [inForce(told), asks(told, on), acts(daysAfter(told, on, 1, 5), 'Approve')]
    },
  },
  {
    name: 'cancel quoted',
    count: 4,
    sold: ['2022-02-01', '2024-03-31'],
    of: any,
    tells(told) {
      const on = lately(told)
      const alternatives = told.draws.happens(50) ? [{ cancelDate: addDays(on, 30) }] : []
      return [inForce(told), asks(told, on, { more: { isQuoteOnly: true, alternatives } })]
    },
  },
  {
    name: 'cancel denied',
    count: 2,
    sold: ['2022-01-01', '2023-10-31'],
    of: vsc,
    tells(told) {
      const on = later(told, 90, 200)
      const denyReason = 'The form is not signed by the owner.'
      return [inForce(told), asks(told, on), acts(daysAfter(told, on, 2, 12), 'Deny', { denyReason })]
    },
  },
  {
    name: 'cancel withdrawn',
    count: 2,
    sold: ['2022-01-01', '2023-10-31'],
    of: any,
    tells(told) {
      const on = later(told, 90, 200)
      const note = 'The customer keeps it.'
      return [inForce(told), asks(told, on), acts(daysAfter(told, on, 1, 9), 'Withdraw', { note })]
    },
  },
]
