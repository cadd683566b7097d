import fc from 'fast-check'
import { type Draws, instants, maybe } from './draws.ts'
import type { NaiveList } from './lists.ts'
import { newestFirst, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'
import type { World } from './world.ts'

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
    return rowsIn(
      world,
      'audit_record',
      ({ subject, changes, operation }) =>
        subjects.has(String(subject)) &&
        ((changes as unknown[]).length > 0 || operation === 'PUT /uploads/{link}'),
    ).map((a) => ({ a }))
  },
  // Newest first.
  id: ({ a }) => Number(a?.position),
  inOwnOrder: newestFirst(({ a }) => [Number(a?.position)]),
  shown: { in: ({ id }) => String(id), of: ({ a }) => String(a?.position) },
}

export const historyLists: Readonly<Record<string, NaiveList>> = {
  '/contracts/{contractId}/history': history,
}
