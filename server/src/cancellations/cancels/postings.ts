import { run, type Tx } from '../../db/database.ts'
import type { CancelPosting } from '../../domain/cancellation/reinstate-plan.ts'
import { accountOf } from '../../domain/ledger/journal.ts'
import type { Cents } from '../../domain/money.ts'

interface PostingRow {
  readonly id: number
  readonly ledger_id: number | null
  readonly debit_account: string
  readonly credit_account: string
  readonly amount: Cents
}

const BOOKED = `
  select j.id, j.ledger_id, j.debit_account, j.credit_account, j.amount from journal j
  where j.cancel_id = $1 and j.entry_type in ('Cancel', 'CancelFee') and j.reverses_id is null
    and not exists (select from journal r where r.reverses_id = j.id)
  order by j.id`

/** What a cancellation has booked, and a change of its payees since. Penalties are none of it: the refund was late. */
export async function loadCancelPostings(tx: Tx, cancelId: number): Promise<CancelPosting[]> {
  const rows = await run<PostingRow>(tx, BOOKED, [cancelId])
  return rows.map(({ id, ledger_id, debit_account, credit_account, amount }) => ({
    ...{ id, ledgerId: ledger_id, amount },
    ...{ debit: named(debit_account), credit: named(credit_account) },
  }))
}

function named(text: string) {
  const account = accountOf(text)
  if (!account) throw new Error(`The journal names an account that there is not: ${text}`)
  return account
}
