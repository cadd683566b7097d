import fc from 'fast-check'
import { documentTypes } from '../../../../src/domain/document-types.ts'
import { type Draws, instants, maybe } from './draws.ts'
import type { NaiveList } from './lists.ts'
import { idOf, rowsIn } from './meanings.ts'
import { seesClaim, seesContract } from './scope.ts'
import type { World } from './world.ts'

// Documents and files of contracts, and documents of claims: random rows, and the naive meaning of their lists.

interface Owners {
  readonly type: 'Contract' | 'Claim'
  readonly ids: readonly number[]
}

export type DocumentData = ReturnType<typeof openDocumentData>

export function openDocumentData({ draw, text, unique, insert, complete }: Draws) {
  let keys = 0
  const content = () => {
    keys += 1
    return {
      ...{ content_type: 'application/pdf', size_bytes: keys, checksum: `\\x${'ab'.repeat(32)}` },
      store_key: `1/ab/${String(keys).padStart(36, '0')}`,
    }
  }
  const place = ({ type, ids }: Owners) =>
    fc.record({
      entity_type: fc.constant(type),
      entity_id: fc.constantFrom(...ids),
      file_name: text,
      created_at: fc.constantFrom(...instants),
      created_by: fc.constant('x'),
    })
  /** Every fifth waits for an upload and is hidden. */
  async function documents(owners: Owners, count: number, mayWait: boolean): Promise<void> {
    const drawn = draw(
      fc.record({
        place: place(owners),
        document_type_id: fc.constantFrom(...documentTypes.slice(0, 5).map(({ id }) => id)),
        description: maybe(text),
        versions: fc.integer({ min: 1, max: 3 }),
      }),
      count,
    )
    const rows = drawn.map(({ place: at, versions, ...row }, order) => ({
      ...{ ...at, ...row, file_name: unique(at.file_name), details: {} },
      versions: mayWait && order % 5 === 0 ? 0 : versions,
    }))
    const ids = await insert('document', rows)
    const files = rows.flatMap(
      ({ versions, entity_type, entity_id, file_name, created_at, created_by }, at) =>
        Array.from({ length: versions }, (_, before) => ({
          ...{ entity_type, entity_id, file_name, created_at, created_by, ...content() },
          ...{ document_id: ids[at], version: before + 1 },
        })),
    )
    await insert('file', files)
  }
  async function files(owners: Owners, count: number): Promise<void> {
    await insert(
      'file',
      draw(place(owners), count).map((row) => ({ ...row, ...content() })),
    )
  }
  return {
    /** For a few contracts, so that each has many. */
    async fill(count: number): Promise<void> {
      const rows = await complete('select id from contract order by dealer_id, id limit 3')
      const owners: Owners = { type: 'Contract', ids: rows.map(({ id }) => Number(id)) }
      await documents(owners, count, true)
      await files(owners, count)
    },
    ofClaims: (ids: readonly number[], count: number) => documents({ type: 'Claim', ids }, count, true),
    document: (type: Owners['type'], id: number) => documents({ type, ids: [id] }, 1, false),
    file: (contractId: number) => files({ type: 'Contract', ids: [contractId] }, 1),
  }
}

const ownersIn = (world: World, table: string, type: Owners['type'] = 'Contract') => [
  ...new Set(
    world
      .all(table)
      .filter(({ entity_type }) => entity_type === type)
      .map(({ entity_id }) => Number(entity_id)),
  ),
]

/** The rows of the contract in the path, if the caller may see it. */
const ofContract =
  (table: 'document' | 'file'): NaiveList['rows'] =>
  (world, caller, named) => {
    const contract = world.find('contract', Number(named))
    if (!contract || !seesContract(world, caller, contract)) return undefined
    return rowsIn(world, table, (row) => row.entity_type === 'Contract' && row.entity_id === contract.id).map(
      (row) => (table === 'document' ? { d: row } : { f: row }),
    )
  }

const documents: NaiveList = {
  named: (world) => ownersIn(world, 'document'),
  rows: (...asked) => ofContract('document')(...asked)?.filter(({ d }) => Number(d?.versions) > 0),
  id: idOf('d'),
}

const ofClaims: NaiveList = {
  named: (world) => ownersIn(world, 'document', 'Claim'),
  rows(world, caller, named) {
    const claim = world.find('claim', Number(named))
    if (!claim || !seesClaim(world, caller, claim)) return undefined
    return rowsIn(
      world,
      'document',
      (d) => d.entity_type === 'Claim' && d.entity_id === claim.id && Number(d.versions) > 0,
    ).map((d) => ({ d }))
  },
  id: idOf('d'),
}

const files: NaiveList = {
  named: (world) => ownersIn(world, 'file'),
  rows: (...asked) => ofContract('file')(...asked)?.filter(({ f }) => f?.document_id === null),
  id: idOf('f'),
}

export const documentLists: Readonly<Record<string, NaiveList>> = {
  '/contracts/{contractId}/documents': documents,
  '/contracts/{contractId}/files': files,
  '/claims/{claimId}/documents': ofClaims,
}
