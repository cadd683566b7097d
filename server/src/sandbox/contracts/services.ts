import { NEXT_IN_SERIES } from '../../account-holders/number-series.ts'
import { HAS_LAST_CUSTOMER_NUMBER, NEXT_HOLDER_ID } from '../../account-holders/save-holders.ts'
import { createSeals } from '../../account-holders/seals.ts'
import type { CashModel } from '../../cash/transactions/models.ts'
import type { CashServices } from '../../cash/transactions/post-cash.ts'
import type { ClaimModel } from '../../claims/record/models.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { ContractModel } from '../../contracts/record/models.ts'
import { HAS_LAST_CONTRACT_NUMBER } from '../../contracts/sale/contract-number.ts'
import type { Tx } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import { TAKE_NUMBERS, TAKE_SEVERAL_NUMBERS } from '../../db/take-numbers.ts'
import type { Tenant } from '../../db/tenants.ts'
import { permissions } from '../../domain/permissions.ts'
import type { Caller } from '../../http/caller.ts'
import { openLiveBooks } from '../../rates/book/live-book.ts'
import { createOverrideCache } from '../../rates/disbursements/override-cache.ts'
import type { NamedFacts } from '../../rates/quotes/facts.ts'
import { vinData } from '../../rates/quotes/vin-data.ts'
import type { Ahead, Foresee } from './ahead.ts'
import type { Alone } from './alone.ts'

// What the use cases of contracts are run with while the seed is made. All of it is in one transaction, which nobody
// else sees, so that what was read once stays true: nothing is looked at again by the clock.
const standingStill = () => 0

/** Services that read what the seed has written so far. */
export function seedServices(keys: Keys): ContractServices {
  const known = new Map<string, NamedFacts>()
  return {
    keys,
    seals: createSeals(keys),
    books: openLiveBooks(standingStill),
    overrides: createOverrideCache(standingStill),
    vinData,
    facts: {
      async of(_, key, load) {
        const facts = known.get(key) ?? (await load())
        known.set(key, facts)
        return facts
      },
      forget: () => known.clear(),
    },
    // Sales of the seed are entered without a quote before them.
    quotes: {
      add: () => undefined,
      find: async () => undefined,
      flush: async () => undefined,
      clear: async () => undefined,
    },
  }
}

/** One number for each sequence that is named. */
const foreseeSeveral: Foresee = ([sequences], take) =>
  (sequences as readonly string[]).flatMap((sequence) => take(sequence, 1)).map((id) => ({ id }))

/** What the steps of contracts, cash and claims leave alone. Customers are account holders, and only they are new. */
export const seedIsAlone: Alone & Ahead = {
  unchanged: [
    ...['dealer', 'dealer_agent', 'dealer_group', 'agent', 'insurer', 'lien_holder', 'disbursement_account'],
    ...['repair_facility', 'inspection_company', 'accounting_period', 'general_setting', 'reference_value'],
  ],
  growing: ['account_holder'],
  empty: ['contract_lock'],
  numbers: [NEXT_IN_SERIES],
  lastNumbers: [HAS_LAST_CONTRACT_NUMBER, HAS_LAST_CUSTOMER_NUMBER],
  foreseen: new Map<string, Foresee>([
    [NEXT_HOLDER_ID, (_, take) => take('account_holder_id_seq', 1).map((id) => ({ id }))],
    [TAKE_NUMBERS, ([sequence, count], take) => take(String(sequence), Number(count)).map((id) => ({ id }))],
    ...TAKE_SEVERAL_NUMBERS.map((text): [string, Foresee] => [text, foreseeSeveral]),
  ]),
}

/** For changes that are answered with what they changed: the seed needs its id at most, and reading it takes long. */
export const withoutAnswers = (services: ContractServices): UnansweredServices => ({
  ...services,
  // The events of the seed are not kept. They need a number and a status of the right kind, not the true ones.
  answerChange: async (id) => ({ id, number: 'seed', status: 'Active' }) as ContractModel,
  answerCash: async (id) => ({ id }) as CashModel,
  answerClaim: async (id) => ({ id, number: 'seed', status: 'Open' }) as ClaimModel,
})

type UnansweredServices = CashServices & ClaimServices

/** The seed has no caller: it is written with every permission. */
export const seedCaller = (tx: Tx, tenant: Tenant, name: string): Caller => ({
  kind: 'Client',
  id: 0,
  name,
  tenant,
  db: tx,
  roles: [],
  permissions: new Set(permissions),
  scopes: [],
  key: name,
})
