import { Document, isScalar, isSeq, visit } from 'yaml'
import { int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { isObject } from '../../domain/objects.ts'
import { newReferences, type Values } from '../holder-rules.ts'
import { loadHolderRows } from '../holders.ts'
import type { Kind } from '../kinds.ts'
import { storedValues } from '../save-holders.ts'
import type { Seals } from '../seals.ts'
import { kindFields } from '../shapes.ts'
import { inFileForm, withoutSecrets } from './file-form.ts'
import { fileKinds, sectionName } from './file-kinds.ts'
import { holderShape } from './file-shapes.ts'
import type { KnownProgram } from './names.ts'
import { loadRecordNames } from './record-names.ts'

type Sections = Readonly<Record<string, readonly unknown[]>>

/** All account holders of these kinds as a file has them, without secrets and without what is left out by default. */
export async function loadHolderFile(
  db: Db,
  { seals, programs }: { readonly seals: Seals; readonly programs: readonly KnownProgram[] },
  only: readonly Kind[] = fileKinds,
): Promise<Sections> {
  const sections: Record<string, unknown[]> = {}
  for (const kind of only) {
    const ids = (await IDS_OF_TYPE.rows(db, [kind.type])).map(({ id }) => id)
    if (ids.length === 0) continue
    const all = (await loadHolderRows(db, kind, ids)).map((row) => storedValues({ kind, seals }, row))
    const fields = kindFields(kind)
    const referred = all.flatMap((values) => newReferences(fields, { values, stored: {} }))
    const form = { nameOf: await loadRecordNames(db, referred, programs), secret: withoutSecrets }
    sections[sectionName(kind)] = all.map((values) =>
      pruned(inFileForm(withoutDefaults(kind, values), holderShape(kind), form)),
    )
  }
  return sections
}

const IDS_OF_TYPE = statement({ id: int }, 'select id from account_holder where type = $1 order by id')

/** What has its default value need not be written, and neither does the address of a company that has none yet. */
function withoutDefaults(kind: Kind, values: Values): Values {
  const fields = kindFields(kind)
  const isLeftOut = (name: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(fields[name]?.initial) ||
    (name === 'address' && isObject(value) && value.line1 === null)
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isLeftOut(name, value)))
}

/** Without what is null or empty. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, part]) => [name, pruned(part)] as const)
  return Object.fromEntries(entries.filter(([, part]) => part !== null && !isEmptyObject(part)))
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0

/** The sections as a YAML file. */
export function holdersAsYaml(sections: Sections): string {
  const document = new Document(sections, { aliasDuplicateObjects: false })
  visit(document, {
    Pair: (_, { value }) => {
      // Lists of codes stay on one line.
      if (isSeq(value) && value.items.every(isScalar)) value.flow = true
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}
