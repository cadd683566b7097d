import type { Seals } from '../../account-holders/seals.ts'
import {
  cents,
  flag,
  int,
  json,
  oneOf,
  orNull,
  type RowOf,
  storedObject,
  text,
  texts,
} from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import type { BankAccountType, SecCode } from '../../domain/bank-numbers.ts'
import { bankAccountFor, paidNumbers, type SendRefusal, sendRefusal } from '../../domain/cash/ach.ts'
import { cashMethods, cashStatuses, cashTypes } from '../../domain/cash/cash.ts'
import { groupBy } from '../../domain/group-by.ts'
import { ZERO } from '../../domain/money.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { lockOwners } from '../methods/find-method.ts'
import type { AchEntry } from './write-file.ts'

/** An entry, and what it was made of. */
export interface Sending extends AchEntry {
  readonly methodId: number
  /** Null for a prenote. */
  readonly cashId: number | null
}

interface BankAccount {
  readonly routingNumber: string
  readonly accountType: BankAccountType
  readonly holderName: string
  readonly secCode: SecCode
}

const methodColumns = {
  id: int,
  accountHolderId: int,
  isDefault: flag,
  directions: texts,
  ach: json(storedObject<BankAccount>('routingNumber', 'accountType', 'holderName', 'secCode')),
  /** Sealed. */
  accountNumber: text,
}
const METHODS = `select p.id, p.account_holder_id as "accountHolderId", p.is_default as "isDefault", p.directions,
    p.ach, p.account_number as "accountNumber"
  from payment_method p
  where p.type = 'ACH' and p.is_active and p.account_holder_id is not null and p.account_number is not null`

function accountIn({ ach, accountNumber }: RowOf<typeof methodColumns>, { open }: Seals) {
  const { routingNumber, accountType, holderName, secCode } = ach
  return { routingNumber, accountType, secCode, name: holderName, accountNumber: open(accountNumber) }
}

/** Bank accounts that no bank has checked yet. */
export async function loadPrenotes(tx: Tx, seals: Seals): Promise<Sending[]> {
  const waiting = await METHODS_TO_CHECK.rows(tx, [])
  await lockOwners(
    tx,
    waiting.map(({ id }) => id),
  )
  // One that someone else has changed meanwhile is read again.
  const methods = await METHODS_TO_CHECK.rows(tx, [])
  return methods.map((method) => ({
    ...accountIn(method, seals),
    direction: method.directions.includes('Pay') ? 'Credit' : 'Debit',
    amount: ZERO,
    individualId: `PM-${method.id}`,
    methodId: method.id,
    cashId: null,
  }))
}

const METHODS_TO_CHECK = statement(methodColumns, `${METHODS} and p.prenote_status = 'None' order by p.id`)

const cashColumns = {
  id: int,
  number: text,
  type: oneOf(cashTypes),
  method: oneOf(cashMethods),
  status: oneOf(cashStatuses),
  amount: cents,
  accountHolderId: int,
  paymentMethodId: orNull(int),
  achFileId: orNull(int),
}

interface CashChoice {
  readonly cashTransactionIds: readonly number[] | undefined
  readonly hasAddenda: boolean
}

/** The cash to send, each with the bank account that it is sent to or taken from. */
export async function loadCash(
  tx: Tx,
  seals: Seals,
  { cashTransactionIds, hasAddenda }: CashChoice,
): Promise<Sending[]> {
  const all = await lockCash(tx, cashTransactionIds)
  for (const refused of ['AlreadyInAchFile', 'NotAch'] as const)
    requireNone(
      refused,
      all.filter((cash) => sendRefusal(cash) === refused),
    )
  const holders = [...new Set(all.map(({ accountHolderId }) => accountHolderId))]
  const methods = await METHODS_OF.rows(tx, [holders])
  const ofHolder = groupBy(methods, ({ accountHolderId }) => accountHolderId)
  const found = all.map((cash) => ({
    cash,
    method: bankAccountFor(cash, ofHolder.get(cash.accountHolderId) ?? []),
  }))
  requireNone(
    'NotAch',
    found.filter(({ method }) => !method).map(({ cash }) => cash),
  )
  const numbers = hasAddenda ? await loadPaidNumbers(tx, all) : new Map<number, string[]>()
  return found.flatMap(({ cash, method }) => {
    if (!method) return []
    const account = accountIn(method, seals)
    const addenda = account.secCode === 'CCD' ? paidNumbers(numbers.get(cash.id) ?? []) : ''
    return {
      ...account,
      direction: cash.type === 'Payment' ? ('Credit' as const) : ('Debit' as const),
      amount: cash.amount,
      individualId: cash.number,
      methodId: method.id,
      cashId: cash.id,
      ...(addenda === '' ? {} : { addenda }),
    }
  })
}

const METHODS_OF = statement(
  methodColumns,
  `${METHODS} and p.account_holder_id = any($1::bigint[]) order by p.account_holder_id, p.position, p.id`,
)

/** The cash that was named, or all that waits. */
async function lockCash(tx: Tx, ids: readonly number[] | undefined) {
  const which = ids
    ? sql`c.id = any(${ids}::bigint[])`
    : sql`c.method = 'ACH' and c.status = 'Posted' and c.ach_file_id is null and c.amount > 0`
  const rows = await query(cashColumns)`
    select c.id, c.number, c.type, c.method, c.status, c.amount, c.account_holder_id as "accountHolderId",
      c.payment_method_id as "paymentMethodId", c.ach_file_id as "achFileId"
    from cash_transaction c where ${which} order by c.id for update`.rows(tx)
  const known = new Set(rows.map(({ id }) => id))
  const faults = (ids ?? []).flatMap((id, at): Fault[] => {
    const message = `There is no cash transaction ${id}.`
    return known.has(id) ? [] : [{ pointer: `/cashTransactionIds/${at}`, code: 'UnknownReference', message }]
  })
  const [first] = faults
  if (first) throw new Problem('UnknownReference', first.message, { errors: faults })
  return rows
}

const refusals: Readonly<Record<SendRefusal, string>> = {
  AlreadyInAchFile: 'are in an ACH file already',
  NotAch: 'cannot be sent by ACH',
}

function requireNone(
  refused: SendRefusal,
  cash: readonly { readonly id: number; readonly number: string }[],
) {
  if (cash.length === 0) return
  const names = cash.map(({ number }) => number).join(', ')
  throw new Problem(refused, `These cash transactions ${refusals[refused]}: ${names}.`, {
    members: { cashTransactionIds: cash.map(({ id }) => id) },
  })
}

/** The numbers of the claims, cancels and contracts that each cash transaction pays. */
async function loadPaidNumbers(tx: Tx, cash: readonly { readonly id: number }[]) {
  const rows = await PAID_NUMBERS.rows(tx, [cash.map(({ id }) => id)])
  const ofCash = groupBy(rows, ({ cashId }) => cashId)
  return new Map([...ofCash].map(([id, paid]) => [id, paid.map(({ number }) => number)]))
}

const PAID_NUMBERS = statement(
  { cashId: int, number: text },
  `select d.cash_transaction_id as "cashId", coalesce(m.number, x.number, c.number) as number
   from ledger_detail d join ledger l on l.id = d.ledger_id
     left join claim m on m.id = l.claim_id
     left join cancel x on x.id = l.cancel_id
     left join contract c on c.id = l.contract_id
   where d.cash_transaction_id = any($1::bigint[]) and not d.is_reversal
     and coalesce(m.number, x.number, c.number) is not null
   order by d.id`,
)
