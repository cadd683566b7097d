import { expect } from 'vitest'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'
import { faultsIn } from './contract-books.ts'
import { sellAndFinalize, sellR1, withKey } from './contracts.ts'

// Money over the API, for tests.

/** A ledger row as it is answered, as far as tests of cash look at it. */
export interface AnsweredLedger {
  id: number
  ledgerType: string
  ledgerStatus: string
  waitsFor: string | null
  direction: 'Pay' | 'Receive'
  accountHolder: { id: number; number: string; type: string }
  disbursementCode: string
  amount: number
  paidAmount: number
  openAmount: number
  isMemo: boolean
  inProcessCashTransactionId: number | null
  details: { cashTransactionId: number; appliedAmount: number; isReversal: boolean }[]
}

export const cents = (amount: number) => Math.round(amount * 100)
export const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((all, { amount }) => all + cents(amount), 0) / 100

/** What tests of cash need: contracts, their rows, and money that moves. */
export function openCash(service: TestService) {
  const admin = service.api.as('sandbox-admin')
  const books = service.api.as('sandbox-accounting')
  const entry = service.api.as('sandbox-entry')
  const ledgersOf = async (search: string, caller: Caller = admin): Promise<AnsweredLedger[]> => {
    const { body, text } = await caller.get(`/ledgers?pageSize=200&${search}`)
    if (!Array.isArray(body)) throw new Error(text)
    return body
  }
  const rowsOf = (contractId: number) => ledgersOf(`contractId=${contractId}`)
  return {
    admin,
    books,
    ledgersOf,
    rowsOf,
    /** What the dealer owes for the contract. */
    owed: async (contractId: number) =>
      (await rowsOf(contractId)).filter(
        ({ direction, isMemo, ledgerStatus }) =>
          direction === 'Receive' && !isMemo && ledgerStatus !== 'Voided',
      ),
    /** What others get of it. */
    payables: async (contractId: number) =>
      (await rowsOf(contractId)).filter(({ direction, isMemo }) => direction === 'Pay' && !isMemo),
    contract: async (id: number) => (await admin.get(`/contracts/${id}`)).body,
    sell: async (dealer = 'D1001'): Promise<number> => (await sellR1(entry, {}, dealer)).body.id,
    activate: async (dealer = 'D1001'): Promise<number> => (await sellAndFinalize(entry, {}, dealer)).id,
    post: (body: object, caller: Caller = books): Promise<Answer> =>
      caller.post('/cashtransactions', body, withKey()),
    patch: (id: number, body: object, caller: Caller = books): Promise<Answer> =>
      caller.patch(`/cashtransactions/${id}`, body),
    stage: (body: object, caller: Caller = books): Promise<Answer> =>
      caller.post('/inprocesscashtransactions', body),
    process: (id: number, body: object, caller: Caller = books): Promise<Answer> =>
      caller.post(`/inprocesscashtransactions/${id}/processrequests`, body, withKey()),
    balance: async (account: string, asOfDate = ''): Promise<number> => {
      const { body } = await admin.get(`/trialBalance${asOfDate && `?asOfDate=${asOfDate}`}`)
      const found = body.accounts.find((one: { account: string }) => one.account === account)
      return found?.balance ?? 0
    },
    /** The journal, the open items, the contracts and the cash agree. */
    expectBooks: async () => {
      const { db } = await sandboxOf(service)
      expect(await faultsIn(db)).toEqual([])
    },
  }
}

export const detailsOf = (rows: readonly { id: number; openAmount: number }[]) =>
  rows.map(({ id, openAmount }) => ({ ledgerId: id, amount: openAmount }))
