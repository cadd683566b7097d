import { flag } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { addDays, dateIn } from '../../domain/dates.ts'
import type { Acting } from '../../http/caller.ts'
import { loadSettings } from '../../reference/settings.ts'
import { type ContractServices, emitAndRead, lockContract } from '../record/change-state.ts'
import type { ContractRow } from '../record/rows.ts'
import { notEligible, type StepReason } from './auto-expire.ts'
import { voidContract } from './void-contract.ts'

/** How long a pending contract waits for payment, and how long a quote is kept. */
interface VoidPeriods {
  readonly pendingDays: number
  readonly quoteDays: number
  readonly timeZone: string
}

export async function loadVoidPeriods(db: Db, { caller }: Pick<Acting, 'caller'>): Promise<VoidPeriods> {
  const { autoVoidDays, quoteValidDays } = await loadSettings(db, ['autoVoidDays', 'quoteValidDays'])
  return { pendingDays: autoVoidDays, quoteDays: quoteValidDays, timeZone: caller.tenant.timeZone }
}

const IS_WAITING = `(c.status = 'Pending' or (c.status = 'OnHold' and c.held_from = 'Pending'))`
const HAS_MONEY = `exists (select from ledger g where g.contract_id = c.id
  and (g.paid_amount > 0 or g.status in ('Paid', 'InProcess')))`
const HAS_FORM = `exists (select from document d where d.entity_type = 'Contract' and d.entity_id = c.id and d.versions > 0
  and (d.details ->> 'isSigned')::boolean)`

const FIND_FACTS = statement(
  { has_money: flag, has_form: flag },
  `select ${HAS_MONEY} as has_money, ${HAS_FORM} as has_form from contract c where c.id = $1`,
)
type VoidFacts = NonNullable<Awaited<ReturnType<typeof FIND_FACTS.first>>>

/** SQL condition: the contract `c` was abandoned. A contract with a signed form is left for a person to decide. */
export const isAbandoned = (asOf: string, { pendingDays, quoteDays, timeZone }: VoidPeriods): Sql => sql`
  ((${sql.raw(IS_WAITING)} and c.funding_status = 'NotFunded' and c.sale_date + ${pendingDays}::integer < ${asOf}::date)
    or (c.status = 'Quote' and (c.created_at at time zone ${timeZone})::date + ${quoteDays}::integer < ${asOf}::date))
  and c.open_claims = 0 and not ${sql.raw(HAS_MONEY)} and not ${sql.raw(HAS_FORM)}`

/** Voids an abandoned contract. */
export async function autoVoidContract(
  tx: Tx,
  services: ContractServices,
  acting: Acting,
  id: number,
  asOf: string,
): Promise<{ contractId: number; result: 'Voided' }> {
  const row = await lockContract(tx, acting, id)
  const facts = await FIND_FACTS.first(tx, [id])
  const reasons = whyNot(row, asOf, await loadVoidPeriods(tx, acting), facts)
  if (reasons.length > 0) throw notEligible(reasons)
  await voidContract(tx, acting, row, 'AutoVoid')
  await emitAndRead(tx, services, acting, id, 'voided')
  return { contractId: id, result: 'Voided' }
}

function whyNot(
  row: ContractRow,
  asOf: string,
  periods: VoidPeriods,
  facts: VoidFacts | undefined,
): StepReason[] {
  const isQuote = row.status === 'Quote'
  const isWaiting = row.status === 'Pending' || row.held_from === 'Pending'
  const last = isQuote
    ? addDays(dateIn(periods.timeZone, row.created_at), periods.quoteDays)
    : addDays(row.sale_date, periods.pendingDays)
  return [
    ...(isQuote || isWaiting ? [] : [{ code: 'NotPending', message: `The contract is ${row.status}.` }]),
    ...(asOf > last ? [] : [{ code: 'TooYoung', message: `The contract is kept until ${last}.` }]),
    ...(row.funding_status === 'NotFunded' ? [] : [{ code: 'Funded', message: 'The dealer has paid.' }]),
    ...(row.open_claims > 0 ? [{ code: 'HasClaim', message: 'The contract has a claim.' }] : []),
    ...(facts?.has_money ? [{ code: 'HasPaidLedger', message: 'A ledger row is paid or being paid.' }] : []),
    ...(facts?.has_form ? [{ code: 'HasSignedForm', message: 'A signed form is on file.' }] : []),
  ]
}
