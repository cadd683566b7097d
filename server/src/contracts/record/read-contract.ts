import { customer } from '../../account-holders/customers.ts'
import type { FieldRow } from '../../account-holders/fields.ts'
import { kindTables, listKindColumns } from '../../account-holders/holders.ts'
import { flag, int, json, orNull, storedList, storedObject, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { assumptionKeys } from '../../domain/cancellation/assumptions.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { loadCachedRules, RULES_VERSION } from '../../reference/cancel-rules-cache.ts'
import {
  type ContractRead,
  contractAnswer,
  type Reader,
  type RecordReference,
  transferNames,
} from './answer.ts'
import { holdParts } from './hold-answer.ts'
import type { ContractModel } from './models.ts'
import { andVisibleTo, contractTable } from './rows.ts'
import { jsonRow } from './tables.ts'

/** An account holder `r` as an answer names it. */
export const REFERENCE = `jsonb_build_object('type', r.type, 'id', r.id, 'number', r.number, 'name', r.name)`

const reference = (id: string) => `(select ${REFERENCE} from account_holder r where r.id = ${id})`

/** A customer's record as its fields read it. */
const person = (id: string) =>
  `(select to_jsonb(p) from (select ${listKindColumns(customer)} from ${kindTables(customer)} where h.id = ${id}) p)`

const anyReference = json(storedObject<RecordReference>('type', 'id', 'number', 'name'))
const listOfAny = <Name extends 'lines' | 'ledger' | 'holds' | 'transfers'>() =>
  orNull(json(storedList<NonNullable<ContractRead[Name]>[number]>()))

/** What stands beside the rows of a contract. */
export const besideContract = {
  admin_company: orNull(anyReference),
  customer: orNull(json(storedObject<FieldRow>())),
  settings: orNull(json(storedObject<Readonly<Record<string, unknown>>>())),
  rules_version: text,
}

const BESIDE = `(select ${REFERENCE} from account_holder r where r.type = 'AdminCompany' order by r.id limit 1) as admin_company,
  ${person('c.customer_id')} as customer,
  (select jsonb_object_agg(g.key, g.value) from general_setting g
   where g.key in (${assumptionKeys.map((key) => `'${key}'`).join(', ')})) as settings,
  ${RULES_VERSION} as rules_version`
export const readBeside = sql.raw(BESIDE)

const readQuery = query({
  ...contractTable.columns,
  ...besideContract,
  dealer: anyReference,
  dealer_group: orNull(anyReference),
  agent: orNull(anyReference),
  insurer: orNull(anyReference),
  lien_holder: orNull(anyReference),
  lines: listOfAny<'lines'>(),
  ledger: listOfAny<'ledger'>(),
  holds: listOfAny<'holds'>(),
  transfers: listOfAny<'transfers'>(),
  current_cancel: orNull(anyReference),
  has_open_request: flag,
  claims: orNull(
    json(storedObject<NonNullable<ContractRead['claims']>>('authorized', 'counts', 'paid', 'requested')),
  ),
})

/** Everything that an answer shows of a contract `c`, in one statement. */
const READ = sql.raw(`select ${contractTable.list('c')},
  ${reference('c.dealer_id')} as dealer,
  ${reference('c.dealer_group_id')} as dealer_group,
  ${reference('c.agent_id')} as agent,
  ${reference('c.insurer_id')} as insurer,
  ${reference('c.lien_holder_id')} as lien_holder,
  ${BESIDE},
  (select jsonb_agg(jsonb_build_object('id', l.disbursement_id, 'code', l.code, 'label', l.label,
      'groupCode', l.group_code, 'accountHolder', ${reference('l.account_holder_id')}, 'amount', l.amount,
      'inDealerCost', l.in_dealer_cost, 'earnedToDate', l.earned_to_date, 'refunded', l.refunded)
      order by l.sequence, l.code)
   from contract_line l where l.contract_id = c.id) as lines,
  (select jsonb_agg(jsonb_build_array(g.disbursement_code, g.is_dealer_cost, g.status, g.direction, g.paid_amount,
      g.ledger_type, g.offset_of_ledger_id) order by g.id)
   from ledger g where g.contract_id = c.id) as ledger,
  (select jsonb_agg(jsonb_build_object('hold', ${holdParts.hold}, 'resolves', ${holdParts.resolves},
      'reason', ${holdParts.reason}) order by o.id)
   from contract_hold o where o.contract_id = c.id) as holds,
  (select jsonb_agg(jsonb_build_object('transfer', ${jsonRow(transferNames, 't')},
      'newOwner', ${person('t.new_customer_id')}) order by t.id)
   from contract_transfer t where t.contract_id = c.id) as transfers,
  (select jsonb_build_object('type', 'Cancel', 'id', k.id, 'number', k.number, 'name', null) from cancel k
   where k.contract_id = c.id and k.status = 'Active') as current_cancel,
  exists (select from cancel_request q where q.contract_id = c.id and q.status in ('Requested', 'NeedsInfo', 'Approved'))
    as has_open_request,
  (select jsonb_build_object('authorized', sum(m.authorized_amount),
      'counts', bool_or(m.status not in ('Denied', 'Voided')), 'paid', (
      select coalesce(sum(p.amount), 0) from claim_payment_request p join claim n on n.id = p.claim_id
      where n.contract_id = c.id and p.status = 'Paid'), 'requested', (
      select coalesce(sum(p.amount), 0) from claim_payment_request p join claim n on n.id = p.claim_id
      where n.contract_id = c.id and p.status in ('Requested', 'InProcess')))
   from claim m where m.contract_id = c.id having count(*) > 0) as claims
  from contract c`)

/** The contract with this id, as the caller may see it. */
export async function readContract(db: Db, reader: Reader, id: number): Promise<ContractModel> {
  const { caller } = reader
  const read = found(
    await readQuery`${READ} where c.id = ${id} ${andVisibleTo(caller)}`.first(db),
    `contract ${id}`,
  )
  const { rules } = await loadCachedRules(db, caller.tenant.id, read.rules_version)
  return contractAnswer(read, { ...reader, rules })
}

/** The id of the contract with this id or number. Digits alone are taken as an id first. */
export async function findContractId(db: Db, caller: Caller, identifier: string): Promise<number> {
  const isId = /^[1-9]\d{0,15}$/.test(identifier) && Number.isSafeInteger(Number(identifier))
  const id = isId ? Number(identifier) : null
  const row = await query({ id: int })`
    select c.id from contract c where (c.id = ${id}::bigint or lower(c.number) = lower(${identifier}))
      ${andVisibleTo(caller)}
    order by (c.id = ${id}::bigint) desc nulls last limit 1`.first(db)
  return found(row, `contract ${identifier}`).id
}
