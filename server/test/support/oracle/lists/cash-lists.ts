import fc from 'fast-check'
import { UNAPPLIED } from '../../../../src/cash/transactions/search.ts'
import { bankLineStatuses } from '../../../../src/domain/cash/bank-matching.ts'
import { batchDirections, batchStatuses } from '../../../../src/domain/cash/batches.ts'
import { cashMethods, cashStatuses, cashTypes } from '../../../../src/domain/cash/cash.ts'
import { audited, type Draws, maybe } from './draws.ts'
import { customFieldList, customFieldRows } from './holder-lists.ts'
import { dates } from './holders.ts'
import { isOwn, shownTo } from './ledger-lists.ts'
import type { NaiveList, NaiveRow } from './lists.ts'
import { anyText, idOf, many, rowsIn } from './meanings.ts'
import type { NaiveCaller } from './scope.ts'
import type { Raw, World } from './world.ts'

// Cash and its batches: random rows, and the lists of them computed naively.

export type CashData = ReturnType<typeof openCashData>

export function openCashData({ draw, text, unique, insert, complete }: Draws) {
  const date = fc.constantFrom(...dates)
  const ledgers = async () =>
    (await complete('select id from ledger order by id desc limit 60')).map(({ id }) => Number(id))
  return {
    async transactions(holders: readonly number[], count: number): Promise<number[]> {
      const row = fc.record({
        type: fc.constantFrom(...cashTypes),
        method: fc.constantFrom(...cashMethods),
        status: fc.constantFrom(...cashStatuses),
        account_holder_id: fc.constantFrom(...holders),
        cash_date: date,
        posted_date: date,
        amount: fc.integer({ min: 0, max: 200 }).map((size) => size * 50),
        check_number: maybe(text),
        reference: maybe(text),
        stamps: audited,
      })
      const rows = draw(row, count).map(({ stamps, check_number, ...rest }) => {
        // A check number of ours is used once.
        const isOwn = rest.type === 'Payment' && rest.method === 'Check' && rest.status !== 'Voided'
        return {
          ...rest,
          ...stamps,
          ...{
            number: unique('CT'),
            check_number: isOwn && check_number !== null ? unique(check_number) : check_number,
          },
          ...{ applied: 0, row_version: 1 },
        }
      })
      const ids = await insert('cash_transaction', rows)
      const detail = fc.record({
        ledger_id: fc.constantFrom(...(await ledgers())),
        cash_transaction_id: fc.constantFrom(...ids),
        applied_amount: fc.constant(1),
        applied_at: fc.constant('2024-03-15T15:00:00Z'),
        accounting_date: date,
        is_reversal: fc.boolean(),
      })
      await insert('ledger_detail', draw(detail, count))
      return ids
    },

    async batches(holders: readonly number[], count: number): Promise<number[]> {
      const row = fc.record({
        status: fc.constantFrom(...batchStatuses),
        direction: fc.constantFrom(...batchDirections),
        account_holder_id: fc.constantFrom(...holders),
        method: fc.constantFrom(...cashMethods),
        scheduled_date: maybe(date),
        stamps: audited,
      })
      const same = {
        total_receive: 0,
        total_pay: 0,
        cash_transaction_ids: [],
        created_date: '2024-03-15',
        row_version: 1,
      }
      const rows = draw(row, count).map(({ stamps, ...rest }) => ({ ...rest, ...stamps, ...same }))
      // The net amount is computed by the database.
      const ids: number[] = []
      for (const one of rows) ids.push(...(await insert('in_process_cash_transaction', [one])))
      return ids
    },

    async bankFiles(count: number): Promise<void> {
      const row = fc.record({
        format: fc.constantFrom('BAI2', 'CSV'),
        file_name: text,
        statement_date: date,
        opening_balance: fc.integer({ min: -100_000, max: 100_000 }),
        closing_balance: fc.integer({ min: -100_000, max: 100_000 }),
        stamps: audited,
      })
      const rows = draw(row, count).map(({ stamps, ...rest }) => ({
        ...rest,
        ...stamps,
        ...{ checksum: `\\x${Buffer.from(unique('file')).toString('hex')}`, row_version: 1 },
      }))
      const ids = await insert('bank_file', rows)
      const line = fc.record({
        bank_file_id: fc.constantFrom(...ids),
        line_date: date,
        amount: fc.integer({ min: 1, max: 100_000 }),
        description: text,
        status: fc.constantFrom(...bankLineStatuses),
      })
      await insert('bank_line', draw(line, count))
    },
  }
}

const seen = (world: World, caller: NaiveCaller, table: string): Raw[] =>
  rowsIn(world, table, (row) => caller.scopes.length === 0 || isOwn(world, caller, row))

/** The ledger rows that the cash paid, or gave back. */
const paidBy = ({ k }: NaiveRow, world: World): Raw[] =>
  rowsIn(world, 'ledger_detail', ({ cash_transaction_id }) => cash_transaction_id === k?.id).map(
    ({ ledger_id }) => world.one('ledger', ledger_id),
  )

const named = (table: string, column: string) => (row: NaiveRow, world: World) =>
  paidBy(row, world).flatMap((ledger) => {
    const found = world.find(table, ledger[column])
    return found?.number ? [found.number] : []
  })

const byDate = (one: NaiveRow, two: NaiveRow): number => {
  const [first, second] = [String(one.k?.cash_date), String(two.k?.cash_date)]
  return first === second ? Number(two.k?.id) - Number(one.k?.id) : first < second ? 1 : -1
}

const cash: NaiveList = {
  rows: (world, caller) => seen(world, caller, 'cash_transaction').map((k) => ({ k })),
  id: idOf('k'),
  inOwnOrder: byDate,
  columns: {
    [UNAPPLIED]: ({ k }) =>
      Number(k?.applied) < Number(k?.amount) && ['Posted', 'Cleared'].includes(String(k?.status)),
  },
  where: {
    contractNumber: anyText(named('contract', 'contract_id')),
    claimNumber: anyText(named('claim', 'claim_id')),
    ledgerId: {
      values: (row, world) => paidBy(row, world).map(({ id }) => id),
      matches: (row, value, { world, caller }) => {
        const paid = new Set(paidBy(row, world).map(({ id }) => id))
        const named = shownTo(world, caller).find(({ id }) => id === value)
        return many(named, 'members').some((id) => paid.has(id))
      },
    },
  },
}

const batches: NaiveList = {
  rows: (world, caller) => seen(world, caller, 'in_process_cash_transaction').map((b) => ({ b })),
  id: idOf('b'),
}

const bankFiles: NaiveList = {
  rows: (world) => world.all('bank_file').map((f) => ({ f })),
  id: idOf('f'),
  isForbidden: ({ scopes }) => scopes.length > 0,
}

export const cashLists: Readonly<Record<string, NaiveList>> = {
  '/cashtransactions': cash,
  '/v2/cashtransactions': cash,
  '/inprocesscashtransactions': batches,
  '/bankfiles': bankFiles,
  '/cashtransactions/{cashTransactionId}/customfields': {
    ...customFieldList,
    named: (world) => [
      ...world
        .all('cash_transaction')
        .slice(-8)
        .map(({ id }) => Number(id)),
      987_654,
    ],
    rows: (world, caller, of) =>
      seen(world, caller, 'cash_transaction').some(({ id }) => String(id) === of)
        ? customFieldRows(world, 'CashTransaction', Number(of))
        : undefined,
  },
}
