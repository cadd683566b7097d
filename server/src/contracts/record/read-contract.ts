import { seesContract } from '../../access/scope.ts'
import { customer } from '../../account-holders/customers.ts'
import { kindColumns, kindTables } from '../../account-holders/holders.ts'
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { type ContractRead, contractFor, type Showing } from './answer.ts'
import type { ContractModel } from './models.ts'

const reference = (id: string) =>
  `(select jsonb_build_object('type', r.type, 'id', r.id, 'number', r.number) from account_holder r where r.id = ${id})`

/** Somebody's record as the fields of customers read it. */
const person = (id: string) =>
  `(select to_jsonb(p) from (select ${kindColumns(customer)} from ${kindTables(customer)} where h.id = ${id}) p)`

/** Everything that an answer shows of a contract `c`, in one statement. */
const SHOWN = `c.*,
  ${reference('c.dealer_id')} as dealer,
  ${reference('c.dealer_group_id')} as dealer_group,
  ${reference('c.agent_id')} as agent,
  ${reference('c.insurer_id')} as insurer,
  ${reference('c.lien_holder_id')} as lien_holder,
  (select jsonb_build_object('type', r.type, 'id', r.id, 'number', r.number) from account_holder r
   where r.type = 'AdminCompany' order by r.id limit 1) as admin_company,
  ${person('c.customer_id')} as customer,
  (select jsonb_agg(jsonb_build_object('id', l.disbursement_id, 'code', l.code, 'label', l.label,
      'groupCode', l.group_code, 'accountHolder', ${reference('l.account_holder_id')}, 'amount', l.amount,
      'inDealerCost', l.in_dealer_cost, 'earnedToDate', l.earned_to_date, 'refunded', l.refunded)
      order by l.sequence, l.code)
   from contract_line l where l.contract_id = c.id) as lines,
  (select jsonb_agg(jsonb_build_array(g.disbursement_code, g.is_dealer_cost, g.status, g.direction, g.paid_amount,
      g.ledger_type, g.offset_of_ledger_id) order by g.id)
   from ledger g where g.contract_id = c.id) as ledger,
  (select jsonb_agg(jsonb_build_object('hold', to_jsonb(o), 'resolves', (
      select jsonb_agg(to_jsonb(z) order by z.id) from contract_resolve z where z.hold_id = o.id),
      'reason', (select to_jsonb(v) from reference_value v where v.id = o.reason_id)) order by o.id)
   from contract_hold o where o.contract_id = c.id) as holds,
  (select jsonb_agg(jsonb_build_object('transfer', to_jsonb(t), 'newOwner', ${person('t.new_customer_id')}) order by t.id)
   from contract_transfer t where t.contract_id = c.id) as transfers,
  (select jsonb_build_object('type', 'Cancel', 'id', k.id, 'number', k.number) from cancel k
   where k.contract_id = c.id and k.status = 'Active') as current_cancel,
  exists (select from cancel_request q where q.contract_id = c.id and q.status in ('Requested', 'NeedsInfo', 'Approved'))
    as has_open_request,
  (select jsonb_build_object('authorized', sum(m.authorized_amount), 'paid', (
      select coalesce(sum(p.amount), 0) from claim_payment_request p join claim n on n.id = p.claim_id
      where n.contract_id = c.id and p.status = 'Paid'))
   from claim m where m.contract_id = c.id having count(*) > 0) as claims`

async function readWhere(db: Db, where: Sql, showing: Showing): Promise<ContractModel | undefined> {
  const { rows } = await sql<ContractRead>`select ${sql.raw(SHOWN)} from contract c where ${where}`.execute(
    db,
  )
  return rows[0] && contractFor(rows[0], showing)
}

/** A contract that the caller sees, by its id. */
export async function readContract(db: Db, showing: Showing, id: number): Promise<ContractModel> {
  return found(await readWhere(db, sql`c.id = ${id} ${visible(showing.caller)}`, showing), `contract ${id}`)
}

/** By id or number: all digits are an id first. */
export async function readIdentified(db: Db, showing: Showing, identifier: string): Promise<ContractModel> {
  return readContract(db, showing, await idOf(db, showing.caller, identifier))
}

/** The id of the contract that an id or a number names. */
export async function idOf(db: Db, caller: Caller, identifier: string): Promise<number> {
  const isId = /^[1-9]\d{0,15}$/.test(identifier) && Number.isSafeInteger(Number(identifier))
  const { rows } = await sql<{ id: number }>`
    select c.id from contract c where (c.id = ${isId ? Number(identifier) : null}::bigint
      or lower(c.number) = lower(${identifier})) ${visible(caller)}
    order by (c.id = ${isId ? Number(identifier) : null}::bigint) desc nulls last limit 1`.execute(db)
  return found(rows[0], `contract ${identifier}`).id
}

const visible = (caller: Caller): Sql => {
  const sees = seesContract(caller)
  return sees ? sql`and ${sees}` : sql``
}
