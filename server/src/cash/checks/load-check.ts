import { AddressAnswer } from '../../account-holders/people.ts'
import { addressOnForm } from '../../contracts/form/parts.ts'
import { cents, flag, json, oneOf, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { CheckFacts } from '../../domain/cash/check.ts'
import { directions, ledgerTypes } from '../../domain/ledger/rows.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { lockCash } from '../transactions/cash-table.ts'

/** What is printed on a check. The cash is locked, so that a check that is being voided is not printed as valid. */
export async function loadCheck(tx: Tx, { now }: Acting, id: number): Promise<CheckFacts> {
  const cash = await lockCash(tx, id)
  if (cash.type !== 'Payment' || cash.method !== 'Check')
    throw new Problem(
      'NotCheck',
      `Cash transaction ${id} is a ${cash.type} by ${cash.method}; only a Payment by Check can be printed.`,
    )
  const [payee, administrator, rows] = await Promise.all([
    PAYEE.first(tx, [id]),
    ADMINISTRATOR.first(tx, []),
    ROWS.rows(tx, [id]),
  ])
  const { name, methodMailTo, mailingAddress, ...address } = found(payee, `account holder of the check ${id}`)
  const refundMailTo = await REFUND_MAIL_TO.rows(tx, [id])
  const [onlyMailTo] = refundMailTo
  const mailTo = refundMailTo.length === 1 ? onlyMailTo?.mailTo : null
  const payer = found(administrator, 'administrator')
  return {
    writtenAt: now.toISOString(),
    administrator: { ...payer, number: null, address: addressOnForm(payer) },
    ...{ number: cash.number, checkNumber: cash.checkNumber, date: cash.cashDate },
    payee: name,
    mailTo: addressOnForm(mailTo ?? methodMailTo ?? mailingAddress ?? address),
    ...{ amount: cash.amount, memo: cash.memo, isVoid: cash.status === 'Voided', rows },
  }
}

const addressColumns = {
  line1: orNull(text),
  line2: orNull(text),
  city: orNull(text),
  state: orNull(text),
  zip: orNull(text),
}
const ADDRESS = 'h.line1, h.line2, h.city, h.state, h.zip'
const storedAddress = orNull(json((value) => AddressAnswer.parse(value)))

/** The method that a check is paid by, called `p`: the one that was chosen, or the default for checks. */
export const CHECK_METHOD = `payment_method p on p.id = coalesce(k.payment_method_id, (
  select d.id from payment_method d where d.account_holder_id = k.account_holder_id and d.type = 'Check' and d.is_active
    and d.is_default and 'Pay' = any (d.directions)))`
/** The name on a check. */
export const PAYEE_NAME = `coalesce(p.payee_name, h.name)`

const PAYEE = statement(
  { name: text, methodMailTo: storedAddress, mailingAddress: storedAddress, ...addressColumns },
  `select ${PAYEE_NAME} as name, p.mail_to as "methodMailTo", h.mailing_address as "mailingAddress", ${ADDRESS}
   from cash_transaction k join account_holder h on h.id = k.account_holder_id left join ${CHECK_METHOD}
   where k.id = $1`,
)

const ADMINISTRATOR = statement(
  { name: text, phone: orNull(text), email: orNull(text), ...addressColumns },
  `select h.name, h.phone, h.email, ${ADDRESS} from account_holder h where h.type = 'AdminCompany' order by h.id limit 1`,
)

/** Where the refunds that the check pays are mailed to. More than one, or other rows beside them: to the account holder. */
const REFUND_MAIL_TO = statement(
  { mailTo: storedAddress },
  `select distinct p.mail_to as "mailTo" from ledger_detail d left join cancel_payment p on p.ledger_id = d.ledger_id
   where d.cash_transaction_id = $1 and not d.is_reversal`,
)

/** A void takes nothing off the stub. The rows of dealer cost are one, because a check goes to dealers. */
const ROWS = statement(
  {
    contractNumber: orNull(text),
    ledgerType: oneOf(ledgerTypes),
    direction: oneOf(directions),
    disbursementCode: orNull(text),
    isDealerCost: flag,
    sourceNumber: orNull(text),
    reason: orNull(text),
    amount: cents,
  },
  `select c.number as "contractNumber", l.ledger_type as "ledgerType", l.direction,
     case when l.is_dealer_cost then null else min(l.disbursement_code) end as "disbursementCode",
     l.is_dealer_cost as "isDealerCost", coalesce(m.number, x.number) as "sourceNumber", min(l.reason) as reason,
     sum(d.applied_amount)::bigint as amount
   from ledger_detail d join ledger l on l.id = d.ledger_id left join contract c on c.id = l.contract_id
     left join claim m on m.id = l.claim_id left join cancel x on x.id = l.cancel_id
   where d.cash_transaction_id = $1 and not d.is_reversal
   group by case when l.is_dealer_cost then 0 else l.id end, c.number, l.ledger_type, l.direction, l.is_dealer_cost,
     m.number, x.number
   order by min(l.id)`,
)
