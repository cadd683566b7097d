import { readFileSync } from 'node:fs'
import { applyDefinitions, type DefinitionPlan, planDefinitions } from '../custom-fields/definitions.ts'
import type { Change } from '../db/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import { type DefinitionChange, describeChange } from '../domain/custom-fields/diff.ts'
import { type CheckedFile, checkDefinitions } from '../domain/custom-fields/file.ts'
import {
  type Administrator,
  type Options,
  type Outcome,
  operatorEntry,
  UsageRefused,
  withAdministrator,
} from './command.ts'

/** Lists every error in a file of custom fields. Needs no database. */
export async function checkCustomFields({ file }: Options): Promise<Outcome> {
  if (!file) throw new UsageRefused('customfields check needs --file.')
  const checked = readDefinitions(file)
  if ('faults' in checked) return faultOutcome(checked.faults)
  const { length } = checked.definitions
  return {
    lines: [`The file is valid: ${length === 1 ? '1 field' : `${length} fields`}.`],
    data: { ok: true, fields: length },
    faults: false,
  }
}

/** Shows what a file would change. */
export function diffCustomFields(options: Options): Promise<Outcome> {
  return withTenantAndFile('customfields diff', options, async ({ db, definitions }) => {
    const plan = await planDefinitions(db, definitions, isOurs)
    return planned(plan, plan.changes.map(describeChange))
  })
}

/** Replaces the custom fields of an administrator with those in the file. */
export function applyCustomFields(options: Options): Promise<Outcome> {
  return withTenantAndFile('customfields apply', options, async ({ db, tenant, definitions, keys }) => {
    const plan = await inTransaction(db, async (tx) => {
      const made = await applyDefinitions(tx, definitions, isOurs)
      if (made.faults.length > 0 || made.changes.length === 0) return made
      const entry = operatorEntry('customfields apply', `tenants/${tenant.number}/customfields`)
      await closeWrite(tx, keys, { ...entry, changes: made.changes.map(auditChange) })
      return made
    })
    return planned(plan, plan.faults.length > 0 ? ['Nothing was changed.'] : plan.changes.map(describeChange))
  })
}

function auditChange(change: DefinitionChange): Change {
  const before = change.kind === 'New' ? null : change.before
  const after = change.kind === 'Removed' ? null : change.after
  const { appliesTo, productId, code } = change.kind === 'New' ? change.after : change.before
  return { pointer: `/${[appliesTo, productId ?? [], code].flat().join('/')}`, before, after }
}

function planned({ changes, faults }: DefinitionPlan, lines: readonly string[]): Outcome {
  const nothing = changes.length === 0 ? ['The custom fields already match the file.'] : []
  return {
    lines: [...nothing, ...lines, ...faults],
    data: { changes, faults },
    faults: faults.length > 0,
  }
}

function readDefinitions(file: string): CheckedFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageRefused(`The file cannot be read: ${(error as Error).message}`)
  }
  try {
    return withoutContracts(checkDefinitions(JSON.parse(text)))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { faults: [{ place: '', reason: `The file is not valid JSON: ${error.message}` }] }
  }
}

const isOurs = ({ appliesTo }: { appliesTo: string }) => appliesTo !== 'Contract'

/** Custom fields of contracts belong to the product, so they are in the rate book. */
function withoutContracts(checked: CheckedFile): CheckedFile {
  if ('faults' in checked) return checked
  const faults = checked.definitions.flatMap((definition, at) =>
    isOurs(definition)
      ? []
      : [
          {
            place: `/${at}/appliesTo`,
            reason: 'Custom fields of contracts belong in the rate book (contract-fields.yaml).',
          },
        ],
  )
  return faults.length > 0 ? { faults } : checked
}

const faultOutcome = (faults: Extract<CheckedFile, { faults: unknown }>['faults']): Outcome => ({
  lines: faults.map(({ place, reason }) => `${place || 'the file'}: ${reason}`),
  data: { ok: false, faults },
  faults: true,
})

interface Work extends Administrator {
  readonly definitions: Extract<CheckedFile, { definitions: unknown }>['definitions']
}

/** The file is checked before the database is opened. */
function withTenantAndFile(
  command: string,
  { tenant: number, file }: Options,
  work: (opened: Work) => Promise<Outcome>,
): Promise<Outcome> {
  if (!number || !file) throw new UsageRefused(`${command} needs --tenant and --file.`)
  const checked = readDefinitions(file)
  if ('faults' in checked) return Promise.resolve(faultOutcome(checked.faults))
  const { definitions } = checked
  return withAdministrator(number, (opened) => work({ ...opened, definitions }))
}
