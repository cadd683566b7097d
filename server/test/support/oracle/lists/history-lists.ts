import fc from 'fast-check'
import { type Draws, instants, maybe } from './draws.ts'
import type { NaiveList } from './lists.ts'
import { newestFirst, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'
import type { Raw, World } from './world.ts'

// The history of contracts: random records, and the naive meaning of their list.

/** A lane that does not exist, because these records are not part of the chain. */
const LANE = 1_000

/** Records of a few contracts of the first dealers, of their parts, and of similar subjects. */
export async function fillHistory({ draw, text, insert, complete }: Draws, count: number): Promise<void> {
  const contracts = await complete('select id from contract order by dealer_id, id limit 8')
  const papers = (table: string) =>
    complete(`select id from ${table} where entity_type = 'Contract' limit 300`)
  const [documents, files, ledgers] = await Promise.all([
    papers('document'),
    papers('file'),
    complete('select id from ledger where contract_id is not null limit 300'),
  ])
  const subjects = [
    ...contracts.flatMap(({ id }) => ['', '', '', '', '0', '/lock'].map((rest) => `contracts/${id}${rest}`)),
    ...documents.map(({ id }) => `documents/${id}`),
    ...files.map(({ id }) => `files/${id}`),
    ...ledgers.map(({ id }) => `ledgers/${id}`),
  ]
  const change = fc.record({ pointer: fc.constantFrom('/status', '/notes'), before: text, after: text })
  const record = fc.record({
    at: fc.constantFrom(...instants),
    actor_name: text,
    operation: fc.constantFrom('PATCH /contracts/{contractId}', 'PUT /uploads/{link}'),
    subject: fc.constantFrom(...subjects),
    changes: fc.array(change, { maxLength: 2 }),
    reason: maybe(text),
  })
  const rows = draw(record, count).map((row, at) => ({
    ...row,
    ...{ lane: LANE, seq: at + 1, actor_kind: 'Client', actor_id: 1, address: 'x', request_id: `r${at}` },
    ...{ key_id: 'x', previous: '\\x00', hash: '\\x00' },
    // Neither in the order of time nor of the table.
    position: 1_000_000 + ((at * 7_919) % count),
  }))
  await insert('audit_record', rows, 'seq')
}

/** The subjects in the history of a contract. */
function subjectsOf(world: World, id: unknown, seesLedger: boolean): Set<string> {
  const ofContract = (table: string) =>
    rowsIn(world, table, (row) => row.entity_type === 'Contract' && row.entity_id === id)
  return new Set([
    `contracts/${id}`,
    ...ofContract('document').map((document) => `documents/${document.id}`),
    ...ofContract('file').map((file) => `files/${file.id}`),
    ...rowsIn(world, 'ledger', (row) => seesLedger && row.contract_id === id).map(
      (row) => `ledgers/${row.id}`,
    ),
  ])
}

const history: NaiveList = {
  named: (world) => [
    ...world
      .all('contract')
      .filter(({ id }) => rowsIn(world, 'audit_record', (a) => a.subject === `contracts/${id}`).length > 0)
      .map(({ id }) => Number(id)),
    987_654_321,
  ],
  rows(world, caller, named) {
    const contract = world.find('contract', Number(named))
    if (!contract || !seesContract(world, caller, contract)) return undefined
    const seesLedger = caller.scopes.length === 0 && caller.permissions.includes('ledgers:read')
    const subjects = subjectsOf(world, contract.id, seesLedger)
    const recorded = rowsIn(
      world,
      'audit_record',
      ({ subject, changes, operation }) =>
        subjects.has(String(subject)) &&
        ((changes as unknown[]).length > 0 || operation === 'PUT /uploads/{link}'),
    ).map(({ position, at }) => ({ a: { id: position, at } }))
    const seesClaims = caller.permissions.includes('claims:read')
    return [...recorded, ...tolds(world, contract, { seesLedger, seesClaims }).map((a) => ({ a }))]
  },
  // Newest first.
  id: ({ a }) => Number(a?.id),
  inOwnOrder: newestFirst(({ a }) => [Number(a?.at), Number(a?.id) < 1e15 ? 1 : 0, Number(a?.id)]),
  shown: { in: ({ id }) => String(id), of: ({ a }) => String(a?.id) },
}

/** Entries that the records of a contract tell, by the number of their kind. */
function tolds(
  world: World,
  contract: Raw,
  { seesLedger, seesClaims }: { readonly seesLedger: boolean; readonly seesClaims: boolean },
): Raw[] {
  const isAudited = (subject: string, at: unknown) =>
    rowsIn(world, 'audit_record', (a) => a.subject === subject && Number(a.at) === Number(at)).length > 0
  const entries = (kind: number, rows: readonly Raw[], at = 'created_at') =>
    rows.flatMap((row) =>
      row[at] === null ? [] : [{ id: 1e15 + Number(row.id) * 32 + kind, at: row[at], row }],
    )
  const ours = (table: string, has: (row: Raw) => boolean = () => true) =>
    rowsIn(world, table, (row) => row.contract_id === contract.id && has(row))
  const holds = ours('contract_hold')
  const cancels = ours('cancel')
  const claims = ours('claim')
  const below = (table: string, column: string, above: readonly Raw[]) =>
    rowsIn(world, table, (row) => above.some(({ id }) => id === row[column]))
  const onContract = [
    ...[...entries(1, [contract]), ...entries(2, [contract], 'finalized_at'), ...entries(3, holds)],
    ...entries(
      4,
      below('contract_resolve', 'hold_id', holds).filter(({ resolution }) => resolution !== 'Cancelled'),
    ),
    ...[...entries(5, ours('contract_transfer')), ...entries(6, ours('cancel_request'))],
    ...[...entries(7, cancels, 'executed_at'), ...entries(8, below('reinstatement', 'cancel_id', cancels))],
    ...entries(
      9,
      ours('contract_event', ({ kind }) => ['Void', 'Expire', 'Reopen'].includes(String(kind))),
    ),
    ...entries(
      10,
      ours('contract_event', ({ kind }) => kind === 'Refinalize'),
    ),
    ...entries(
      11,
      ours('contract_odometer', ({ source }) => source === 'Reading' || source === 'Correction'),
    ),
  ].filter(({ at }) => !isAudited(`contracts/${contract.id}`, at))
  const onLedger = entries(12, ours('ledger_edit')).filter(
    ({ at, row }) => !isAudited(`ledgers/${row.ledger_id}`, at),
  )
  const onClaims = [
    ...entries(13, claims),
    ...entries(
      14,
      ours('claim_detail', ({ status }) => status === 'Authorized' || status === 'Paid'),
      'authorized_at',
    ),
    ...entries(
      15,
      claims.filter(({ status }) => ['Closed', 'Denied', 'Voided'].includes(String(status))),
      'updated_at',
    ),
    ...entries(16, below('claim_payment_request', 'claim_id', claims)),
  ]
  return [
    ...onContract,
    ...(seesClaims ? onClaims : []),
    ...(seesLedger ? [...onLedger, ...cashTold(world, ours('ledger'), entries)] : []),
  ]
}

/** One entry for each time that cash was applied to the rows, or taken back. */
function cashTold(
  world: World,
  ledgers: readonly Raw[],
  entries: (kind: number, rows: readonly Raw[], at: string) => Raw[],
): Raw[] {
  const details = rowsIn(
    world,
    'ledger_detail',
    (row) =>
      ledgers.some(({ id }) => id === row.ledger_id) &&
      world.find('cash_transaction', row.cash_transaction_id) !== undefined,
  )
  const isFirst = (row: Raw) =>
    !details.some(
      (other) =>
        other.cash_transaction_id === row.cash_transaction_id &&
        other.is_reversal === row.is_reversal &&
        Number(other.applied_at) === Number(row.applied_at) &&
        Number(other.id) < Number(row.id),
    )
  return [false, true].flatMap((isReversal) =>
    entries(
      isReversal ? 18 : 17,
      details.filter((row) => row.is_reversal === isReversal && isFirst(row)),
      'applied_at',
    ),
  )
}

export const historyLists: Readonly<Record<string, NaiveList>> = {
  '/contracts/{contractId}/history': history,
}
