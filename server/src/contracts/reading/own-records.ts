import { seesCostLines } from '../../access/cost-visibility.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { HistoryChange } from '../../domain/contract/history.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import { isObject } from '../../domain/objects.ts'
import type { Caller } from '../../http/caller.ts'

// What the records of a contract themselves tell about its life. The audit tells more, and is used where it has the same
// request; but a seed starts without audit, and the audit of claims and cash is about the claim or the cash.

/** Ids of these entries are above all positions of the audit, and differ between kinds of records. */
export const FIRST_ID = 1_000_000_000_000_000
const KINDS = 32

interface OwnRecord {
  /** Never changed, because it is part of the ids. */
  readonly kind: number
  /** The id of the row. */
  readonly id: string
  readonly at: string
  readonly by: string
  /** A text, or an expression in parentheses. */
  readonly operation: string
  readonly reason?: string
  /** Each change: the pointer, before and after, as SQL. */
  readonly changes: readonly (readonly [pointer: string, before: string, after: string])[]
  /** Rows of the contract `$`. */
  readonly from: string
}

/** An amount, which `changesOfOwn` turns into what answers have. */
const amount = (column: string) => `json_build_object('cents', ${column})`
const text = (value: string) => `'${value}'::text`
const NONE = 'null::text'

/** What happened to the contract itself. Each of these is one request on the contract. */
const ofContract: readonly OwnRecord[] = [
  {
    ...{ kind: 1, id: 'c.id', at: 'c.created_at', by: 'c.created_by', operation: 'POST /contracts' },
    changes: [[text(''), NONE, `json_build_object('id', c.id, 'number', c.number, 'saleDate', c.sale_date)`]],
    from: 'contract c where c.id = $',
  },
  {
    // Nothing but the audit says who finalized a contract. One without audit was made by its maker.
    ...{ kind: 2, id: 'c.id', at: 'c.finalized_at', by: 'c.created_by' },
    operation: 'POST /contracts/{contractId}/finalize',
    changes: [
      [text('/status'), text('Pending'), text('Active')],
      [text('/finalizeDate'), NONE, 'c.finalize_date'],
    ],
    from: 'contract c where c.id = $ and c.finalized_at is not null',
  },
  {
    ...{ kind: 3, id: 'h.id', at: 'h.created_at', by: 'h.created_by', reason: 'h.note' },
    operation: 'POST /contracts/{contractId}/holds',
    changes: [
      [
        `'/holds/' || h.id`,
        NONE,
        `json_build_object('id', h.id, 'reasonCode', r.code, 'holdDate', h.hold_date, 'mode', h.mode, 'status', 'Open')`,
      ],
    ],
    from: 'contract_hold h join reference_value r on r.id = h.reason_id where h.contract_id = $',
  },
  {
    ...{ kind: 4, id: 'z.id', at: 'z.created_at', by: 'z.created_by', reason: 'z.note' },
    operation: 'POST /contracts/{contractId}/holds/{holdId}/resolves',
    changes: [
      [`'/holds/' || h.id || '/status'`, text('Open'), text('Resolved')],
      [`'/holds/' || h.id || '/resolution'`, NONE, 'z.resolution'],
    ],
    // A hold that ended with the contract is told by that end.
    from: `contract_resolve z join contract_hold h on h.id = z.hold_id
      where h.contract_id = $ and z.resolution <> 'Cancelled'`,
  },
  {
    ...{ kind: 5, id: 't.id', at: 't.created_at', by: 't.created_by', reason: 't.note' },
    operation: 'POST /contracts/{contractId}/transferrequest',
    changes: [
      [
        `'/transfers/' || t.id`,
        NONE,
        `json_build_object('id', t.id, 'transferDate', t.transfer_date, 'odometer', t.odometer)`,
      ],
    ],
    from: 'contract_transfer t where t.contract_id = $',
  },
  {
    ...{ kind: 6, id: 'q.id', at: 'q.created_at', by: 'q.created_by', reason: 'q.note' },
    operation: 'POST /contracts/{contractId}/cancelrequests',
    changes: [
      [
        `'/cancelrequests/' || q.id`,
        NONE,
        `json_build_object('id', q.id, 'number', q.number, 'requestedBy', q.requested_by, 'cancelDate', q.cancel_date)`,
      ],
    ],
    from: 'cancel_request q where q.contract_id = $',
  },
  {
    ...{ kind: 7, id: 'x.id', at: 'x.executed_at', by: 'x.executed_by', reason: 'x.note' },
    operation: `(case when x.cancel_request_id is null then 'POST /contracts/{contractId}/cancels'
      else 'POST /cancelrequests/{cancelRequestId}' end)`,
    changes: [
      [text('/status'), NONE, text('Cancelled')],
      [
        `'/cancels/' || x.id`,
        NONE,
        `json_build_object('id', x.id, 'number', x.number, 'cancelDate', x.cancel_date)`,
      ],
    ],
    from: 'cancel x where x.contract_id = $',
  },
  {
    ...{ kind: 8, id: 'z.id', at: 'z.created_at', by: 'z.created_by', reason: 'z.reason' },
    operation: 'POST /cancels/{cancelId}',
    changes: [
      [text('/status'), text('Cancelled'), text('Active')],
      [`'/cancels/' || x.id || '/status'`, text('Active'), text('Reversed')],
    ],
    from: 'reinstatement z join cancel x on x.id = z.cancel_id where x.contract_id = $',
  },
  {
    ...{ kind: 9, id: 'e.id', at: 'e.created_at', by: 'e.created_by', reason: 'c.status_reason' },
    operation: `(case when e.kind = 'Expire' then 'POST /contracts/autoexpire/{contractId}'
      when e.kind = 'Void' and c.status_reason = 'AutoVoid' then 'POST /contracts/autovoidable/{contractId}'
      else 'PATCH /contracts/{contractId}' end)`,
    changes: [
      [
        text('/status'),
        NONE,
        `case e.kind when 'Void' then 'Voided' when 'Expire' then 'Expired' else 'Active' end`,
      ],
    ],
    // A contract with a former reason had expired before, and its claim tells the rest.
    from: `contract_event e join contract c on c.id = e.contract_id
      where e.contract_id = $ and e.kind in ('Void', 'Expire', 'Reopen') and not (e.details ? 'formerReason')`,
  },
  {
    ...{ kind: 10, id: 'e.id', at: 'e.created_at', by: 'e.created_by' },
    operation: 'POST /contracts/{contractId}/refinalize',
    changes: [],
    from: `contract_event e where e.contract_id = $ and e.kind = 'Refinalize'`,
  },
  {
    ...{ kind: 11, id: 'o.id', at: 'o.created_at', by: 'o.created_by', reason: 'o.reason' },
    operation: 'PATCH /contracts/{contractId}',
    changes: [[text('/lastOdometer'), NONE, 'o.value']],
    // The other readings are told by the sale, transfer, claim or cancel that they came with.
    from: `contract_odometer o where o.contract_id = $ and o.source in ('Reading', 'Correction')`,
  },
]

/** Corrections of ledger rows, whose audit is about the row. */
const ofLedger: OwnRecord = {
  ...{ kind: 12, id: 'e.id', at: 'e.created_at', by: 'e.created_by', reason: 'e.reason' },
  operation: `(case e.kind when 'Delete' then 'DELETE /ledgers/{ledgerId}' else 'PATCH /ledgers/{ledgerId}' end)`,
  changes: [[`'/ledgers/' || e.ledger_id || '/amount'`, amount('e.old_amount'), amount('e.new_amount')]],
  from: `ledger_edit e where e.contract_id = $ and not exists (
    select from audit_record a where a.subject = 'ledgers/' || e.ledger_id and a.at = e.created_at)`,
}

const CLAIM_STATUS = `'/claims/' || m.id || '/status'`

/** Claims on the contract. Their audit is about the claim, and is not part of the contract's history. */
const ofClaims: readonly OwnRecord[] = [
  {
    ...{ kind: 13, id: 'm.id', at: 'm.created_at', by: 'm.created_by', operation: 'POST /claims' },
    changes: [
      [
        `'/claims/' || m.id`,
        NONE,
        `json_build_object('id', m.id, 'number', m.number, 'claimType', m.claim_type, 'lossDate', m.loss_date)`,
      ],
    ],
    from: 'claim m where m.contract_id = $',
  },
  {
    ...{ kind: 14, id: 'd.id', at: 'd.authorized_at', by: 'd.authorized_by' },
    operation: 'PATCH /claims/{claimId}',
    changes: [
      [
        `'/claims/' || d.claim_id || '/details/' || d.id || '/authorizedAmount'`,
        NONE,
        amount('d.authorized_amount'),
      ],
    ],
    from: `claim_detail d where d.contract_id = $ and d.authorized_at is not null and d.status in ('Authorized', 'Paid')`,
  },
  {
    ...{ kind: 15, id: 'm.id', at: 'm.updated_at', by: 'm.updated_by', reason: 'm.end_reason' },
    operation: 'PATCH /claims/{claimId}',
    changes: [[CLAIM_STATUS, NONE, 'm.status']],
    // The last change of such a claim is the one that ended it.
    from: `claim m where m.contract_id = $ and m.status in ('Closed', 'Denied', 'Voided')`,
  },
  {
    ...{ kind: 16, id: 'p.id', at: 'p.created_at', by: 'p.created_by' },
    operation: 'POST /claims/{claimId}/paymentrequests',
    changes: [
      [
        `'/claims/' || m.id || '/payments/' || p.id`,
        NONE,
        `json_build_object('id', p.id, 'amount', ${amount('p.amount')})`,
      ],
    ],
    from: 'claim_payment_request p join claim m on m.id = p.claim_id where m.contract_id = $',
  },
]

/** Cash that was applied to the ledger rows of the contract, and taken back. */
const ofCash: readonly OwnRecord[] = [
  {
    ...{ kind: 17, id: 'min(d.id)', at: 'd.applied_at', by: 't.created_by' },
    operation: 'POST /cashtransactions',
    changes: [
      [
        `'/cashtransactions/' || t.id`,
        NONE,
        `json_build_object('id', t.id, 'number', t.number, 'type', t.type, 'applied', ${amount('sum(d.applied_amount)')})`,
      ],
    ],
    from: cashOnContract('not d.is_reversal'),
  },
  {
    ...{ kind: 18, id: 'min(d.id)', at: 'd.applied_at', by: 't.updated_by', reason: 't.void_reason' },
    operation: 'PATCH /cashtransactions/{cashTransactionId}',
    changes: [[`'/cashtransactions/' || t.id || '/status'`, NONE, 't.status']],
    from: cashOnContract('d.is_reversal'),
  },
]

function cashOnContract(which: string): string {
  return `ledger l join ledger_detail d on d.ledger_id = l.id
    join cash_transaction t on t.id = d.cash_transaction_id
    where l.contract_id = $ and ${which} group by t.id, d.applied_at`
}

/** The changes of such an entry as shown. */
export const changesOfOwn = (changes: readonly HistoryChange[]): HistoryChange[] =>
  changes.map(({ pointer, before, after }) => ({
    pointer,
    before: withAmounts(before),
    after: withAmounts(after),
  }))

function withAmounts(value: unknown): unknown {
  if (!isObject(value)) return value
  if (typeof value.cents === 'number') return amountOf(value.cents as Cents)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withAmounts(inner)]))
}

/** Whether a caller sees the ledger rows of a contract, and the cash that pays them. */
export const seesLedgerRows = (caller: Caller): boolean =>
  seesCostLines(caller) && caller.permissions.has('ledgers:read')

/** The entries of a contract's history that its records tell and no shown audit record does. */
export function ownEntries(caller: Caller, contractId: number): Sql {
  const others = [
    ...(caller.permissions.has('claims:read') ? ofClaims : []),
    ...(seesLedgerRows(caller) ? [ofLedger, ...ofCash] : []),
  ]
  const select = (record: OwnRecord) => entrySelect(record, contractId)
  return sql.join(
    [
      sql`select o.* from (${sql.join(ofContract.map(select), sql` union all `)}) as o
        where not exists (
          select from audit_record a where a.subject = ${`contracts/${contractId}`} and a.at = o.at)`,
      ...others.map(select),
    ],
    sql` union all `,
  )
}

function entrySelect({ kind, id, operation, changes, from, ...entry }: OwnRecord, contractId: number): Sql {
  const members = changes.map(
    ([pointer, before, after]) =>
      `json_build_object('pointer', ${pointer}, 'before', ${before}, 'after', ${after})`,
  )
  const [before = '', after = ''] = from.split('$')
  return sql`(select ${sql.raw(`${FIRST_ID} + ${id} * ${KINDS} + ${kind} as id, ${entry.at} as at, ${entry.by} as by,
    ${operation.startsWith('(') ? operation : text(operation)} as operation, ${NONE} as subject,
    ${entry.reason ?? 'null'}::text as reason, json_build_array(${members.join(', ')}) as changes,
    ${NONE} as request_id from ${before}`)} ${contractId}::bigint ${sql.raw(after)})`
}
