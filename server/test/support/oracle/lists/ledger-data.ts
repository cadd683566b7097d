import fc from 'fast-check'
import { entryTypes } from '../../../../src/domain/ledger/journal.ts'
import { directions, ledgerTypes } from '../../../../src/domain/ledger/rows.ts'
import { audited, type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'

// Random rows of the ledger and of its journal.

/** The states of a row, and which part may be paid in each. */
const states = [
  ['Open', null, 0],
  ['Open', null, 0.5],
  ['Paid', null, 1],
  ['Pending', 'Finalize', 0],
  ['Pending', 'Funding', 0],
  ['Held', null, 0],
  ['InProcess', null, 0],
  ['InProcess', 'Finalize', 0],
  ['Voided', null, 0],
] as const

const accounts = ['Receivable:12', 'Payable:7', 'Unearned:RESERVE', 'Earned:Reserve', 'Cash', 'OtherIncome']

export type LedgerData = ReturnType<typeof openLedgerData>

export function openLedgerData({ draw, text, insert, complete }: Draws) {
  const date = fc.constantFrom(...dates)
  /** Contracts of the first dealers, so that each has several rows and limited callers see some. */
  const contracts = () => complete('select id, dealer_id from contract order by dealer_id, id limit 30')
  return {
    async ledgers(holders: readonly number[], count: number): Promise<number[]> {
      const row = fc.record({
        contract: fc.constantFrom(...(await contracts())),
        isOfContract: fc.boolean(),
        isDealerCost: fc.boolean(),
        state: fc.constantFrom(...states),
        isMemo: fc.boolean(),
        ledger_type: fc.constantFrom(...ledgerTypes),
        direction: fc.constantFrom(...directions),
        holder: fc.constantFrom(...holders),
        claim_id: maybe(fc.integer({ min: 1, max: 5 })),
        cancel_id: maybe(fc.integer({ min: 1, max: 5 })),
        product_id: maybe(fc.integer({ min: 1, max: 3 })),
        disbursement_code: maybe(fc.oneof(fc.constantFrom('RESERVE', 'reserve', 'DEALERCOST'), text)),
        amount: fc.integer({ min: 1, max: 200 }).map((size) => size * 50),
        effective_date: date,
        accounting_date: date,
        due_date: date,
        stamps: audited,
      })
      const rows = draw(row, count).map(
        ({ contract, isOfContract, isDealerCost, state, isMemo, holder, stamps, ...rest }) => {
          const [status, waits_for, part] = state
          const isOfCost = isOfContract && isDealerCost
          return {
            ...rest,
            ...stamps,
            ...{ status, waits_for, is_dealer_cost: isOfCost, line_id: 0 },
            is_memo: isMemo && !isOfCost && part === 0,
            paid_amount: Math.floor(rest.amount * part),
            contract_id: isOfContract ? contract.id : null,
            account_holder_id: isOfCost ? contract.dealer_id : holder,
          }
        },
      )
      const ids = await insert('ledger', rows)
      const inserted = `any('{${ids.join()}}'::bigint[])`
      await complete(`update ledger set line_id = id where id = ${inserted}`)
      await complete(`update ledger l set line_id = first.line_id from ledger first
        where l.id = ${inserted} and first.id = l.id - 1 and l.id % 2 = 0`)
      const detail = fc.record({
        ledger_id: fc.constantFrom(...ids),
        cash_transaction_id: fc.integer({ min: 1, max: 9 }),
        applied_amount: fc.constant(1),
        applied_at: fc.constant(instants[1]),
        accounting_date: date,
        is_reversal: fc.boolean(),
      })
      await insert('ledger_detail', draw(detail, count))
      const edit = fc.record({
        ...{ ledger_id: fc.constantFrom(...ids), accounting_date: date, edit_date: date },
        ...{ old_amount: fc.integer({ min: 1, max: 900 }), new_amount: fc.integer({ min: 1, max: 900 }) },
      })
      const edits = draw(edit, Math.ceil(count / 5))
      const made = { kind: 'Edit', reason: 'x', created_at: instants[1], created_by: 'x' }
      await insert(
        'ledger_edit',
        edits.map((row) => ({ ...row, ...made })),
      )
      // The row after a voided one offsets it, so that it was voided on some day.
      await complete(`update ledger o set offset_of_ledger_id = l.id from ledger l
        where o.id = any('{${ids.join()}}'::bigint[]) and l.id = o.id - 1 and l.status = 'Voided'`)
      return ids
    },

    async postings(ledgers: readonly number[], count: number): Promise<void> {
      const contract = fc.constantFrom(...(await contracts()).map(({ id }) => id))
      const row = fc.record({
        entry_id: fc.integer({ min: 1, max: 50 }),
        entry_type: fc.constantFrom(...entryTypes),
        sides: fc.shuffledSubarray(accounts, { minLength: 2, maxLength: 2 }),
        amount: fc.integer({ min: 1, max: 100_000 }),
        effective_date: date,
        accounting_date: date,
        contract_id: maybe(contract),
        claim_id: maybe(fc.integer({ min: 1, max: 5 })),
        cancel_id: maybe(fc.integer({ min: 1, max: 5 })),
        cash_transaction_id: maybe(fc.integer({ min: 1, max: 9 })),
        ledger_id: maybe(fc.constantFrom(...ledgers)),
      })
      const rows = draw(row, count).map(({ sides: [debit_account, credit_account], ...rest }) => ({
        ...rest,
        ...{ debit_account, credit_account, created_at: instants[1], created_by: 'x' },
      }))
      await insert('journal', rows)
    },
  }
}
