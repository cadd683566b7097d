import type { NaiveList } from './lists.ts'
import { anyText, idOf, many, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'
import { likeness, TRIGRAMS } from './trigrams.ts'

const digits = (text: unknown) => String(text ?? '').replaceAll(/\D/g, '')

/** A quote may have no customer. */
const noCustomer = { id: null, name: null, email: null, phone: null, mobile: null, last_name: null }

/** The minimum similarity of two names. */
const ALIKE = 0.3

const contracts: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'contract', (c) => seesContract(world, caller, c)).map((c) => ({
      c,
      h: world.find('account_holder', c.customer_id) ?? noCustomer,
      k: world.find('customer', c.customer_id) ?? noCustomer,
    })),
  id: idOf('c'),
  columns: {
    'right(c.vin, 8)': ({ c }) => (c?.vin === null ? null : [...String(c?.vin)].slice(-8).join('')),
    '(c.open_claims > 0)': ({ c }) => Number(c?.open_claims) > 0,
    '(c.open_holds > 0)': ({ c }) => Number(c?.open_holds) > 0,
    '(c.pending_changes is not null)': ({ c }) => c?.pending_changes !== null,
  },
  where: {
    identifier: {
      values: ({ c }) => [String(c?.id), c?.number],
      matches: ({ c }, value, { same }) =>
        value === String(c?.id) || (c?.number !== null && same(c?.number, value)),
    },
    phone: {
      values: ({ h, k }) => [h?.phone, k?.mobile],
      matches: ({ h, k }, value) =>
        digits(value) !== '' && [digits(h?.phone), digits(k?.mobile)].includes(digits(value)),
    },
    dealerNumber: anyText(({ c }, world) => [world.one('account_holder', c?.dealer_id).number]),
    externalKey: {
      values: ({ c }) => many(c, 'external_keys'),
      matches: ({ c }, value) => many(c, 'external_keys').includes(String(value).toLowerCase()),
    },
    nameLike: {
      values: ({ h, k }) => [h?.name, k?.last_name],
      matches: ({ h }, value, { world }) =>
        h?.id !== null && likeness(world.find(TRIGRAMS, h?.id), value) >= ALIKE,
      likeness: ({ h }, value, { world }) => likeness(world.find(TRIGRAMS, h?.id), value),
    },
  },
}

export const contractLists: Readonly<Record<string, NaiveList>> = {
  '/contracts': contracts,
  '/v2/contracts': contracts,
}
