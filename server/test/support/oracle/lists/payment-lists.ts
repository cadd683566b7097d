import fc from 'fast-check'
import { type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import { isOwn } from './ledger-lists.ts'
import type { NaiveList } from './lists.ts'
import { idOf, many, rowsIn } from './meanings.ts'

// Payment methods and ACH files: random ones, and the plain meaning of their lists.

export type PaymentData = ReturnType<typeof openPaymentData>

export function openPaymentData({ draw, text, insert }: Draws) {
  return {
    /** Some belong to nobody yet, and nobody sees those. */
    async methods(holders: readonly number[], count: number, areOwned = false): Promise<void> {
      const method = fc.record({
        holder: areOwned ? fc.constantFrom(...holders) : maybe(fc.constantFrom(...holders)),
        type: fc.constantFrom('Check', 'ACH', 'Wire', 'CreditCard', 'Cash', 'Netting'),
        directions: fc.constantFrom(['Pay'], ['Receive'], ['Pay', 'Receive']),
        is_active: fc.boolean(),
        payee_name: maybe(text),
      })
      const rows = draw(method, count).map(({ holder, ...rest }, at) => ({
        ...rest,
        account_holder_id: holder,
        ...{ position: 100 + at, is_default: false, prenote_status: 'None' },
      }))
      await insert('payment_method', rows)
    },

    async files(count: number): Promise<void> {
      const file = fc.record({
        file_name: text,
        is_prenote: fc.boolean(),
        total_debit: fc.integer({ min: 0, max: 100_000 }),
        total_credit: fc.integer({ min: 0, max: 100_000 }),
      })
      const rows = draw(file, count).map((one) => ({
        ...one,
        ...{
          made_on: dates[0],
          effective_entry_date: dates[0],
          batch_count: 1,
          entry_count: 1,
          entry_hash: 1,
        },
        ...{ cash_transaction_ids: [], content: '', created_at: instants[1], created_by: 'x' },
      }))
      await insert('ach_file', rows)
    },
  }
}

const methods: NaiveList = {
  rows: (world, caller) =>
    rowsIn(
      world,
      'payment_method',
      (p) => p.account_holder_id !== null && (caller.scopes.length === 0 || isOwn(world, caller, p)),
    ).map((p) => ({ p })),
  id: idOf('p'),
  where: {
    direction: {
      values: ({ p }) => many(p, 'directions'),
      matches: ({ p }, value) => many(p, 'directions').includes(value),
    },
  },
}

const files: NaiveList = {
  rows: (world) => world.all('ach_file').map((f) => ({ f })),
  id: idOf('f'),
  isForbidden: ({ scopes }) => scopes.length > 0,
}

export const paymentLists: Readonly<Record<string, NaiveList>> = {
  '/availablePaymentMethods': methods,
  '/achfiles': files,
}
