import { type Db, run } from '../../db/database.ts'
import {
  codeIdOf,
  definitionFor,
  figuresOf,
  type Line,
  lineOfDefinition,
  placeOf,
} from '../../domain/disbursements/book-lines.ts'
import { countsOn, type Override } from '../../domain/disbursements/overrides.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { DisbursementDefinition, ToAccount } from '../../domain/rate-book/rate-book.ts'
import { statusOn } from '../lists/product-models.ts'
import type { RateDisbursementModel } from './models.ts'
import { findOverride, overridesOfProgram } from './store.ts'

/** What an answer needs besides the book: account holders by type and number, and by id; cancel methods by code. */
interface Beside {
  readonly accounts: ReadonlyMap<string, Account>
  readonly methods: ReadonlyMap<string, number>
  readonly today: string
}

interface Account {
  readonly id: number
  readonly name: string
}

/** What is to be shown: a line as it stands by itself, or as it is agreed. */
interface Shown {
  readonly line: Line
  readonly definition: DisbursementDefinition
  readonly override: Override | undefined
  /** The id that it is asked for by. */
  readonly id: number
}

/** A line of the book, or an override; nothing where neither has the id, or the book no longer has the line. */
export async function findDisbursement(
  db: Db,
  book: Book,
  id: number,
  today: string,
): Promise<RateDisbursementModel | undefined> {
  const shown = await findShown(db, book, id, today)
  if (!shown) return undefined
  const [model] = await modelsOf(db, book, [shown], today)
  return model
}

async function findShown(db: Db, book: Book, id: number, today: string): Promise<Shown | undefined> {
  const defined = lineOfDefinition(book, id)
  if (defined) {
    const { line, definition } = defined
    const inForce = countsOn(definition, today) ? await programWide(db, book, line, today) : undefined
    return { line, definition, override: inForce, id }
  }
  const override = await findOverride(db, id)
  const line = override && placeOf(book, override)?.line
  return line && { line, definition: definitionFor(line, override, today), override, id }
}

/** What counts today in the place of the book's own figure, for everybody who has agreed nothing else. */
async function programWide(db: Db, book: Book, line: Line, today: string): Promise<Override | undefined> {
  const codeId = codeIdOf(book, line.code)
  return (await overridesOfProgram(db, line.program.id)).find(
    (one) => one.codeId === codeId && one.holder === null && countsOn(one, today),
  )
}

/** Overrides as they are answered. Those of lines that the book no longer has are left out. */
export function overrideModels(
  db: Db,
  book: Book,
  overrides: readonly Override[],
  today: string,
): Promise<RateDisbursementModel[]> {
  const shown = overrides.flatMap((override): Shown[] => {
    const line = placeOf(book, override)?.line
    return line ? [{ line, definition: definitionFor(line, override, today), override, id: override.id }] : []
  })
  return modelsOf(db, book, shown, today)
}

async function modelsOf(
  db: Db,
  book: Book,
  shown: readonly Shown[],
  today: string,
): Promise<RateDisbursementModel[]> {
  if (shown.length === 0) return []
  const [accounts, methods] = await Promise.all([
    findAccounts(
      db,
      shown.map(({ definition }) => definition.to),
      shown.flatMap(({ override }) => override?.holder?.id ?? []),
    ),
    findCancelMethods(db),
  ])
  return shown.map((one) => modelOf(book, one, { accounts, methods, today }))
}

function modelOf(
  book: Book,
  { line, definition, override, id }: Shown,
  { accounts, methods, today }: Beside,
): RateDisbursementModel {
  const { code, to, earningFactorTable, cancelMethodCode } = definition
  const { program } = line
  const days = override ?? definition
  // A line that goes to whoever sells goes to the one that it is agreed with.
  const holder = override?.holder
  const account =
    to.number === null && holder?.type === to.type
      ? accounts.get(String(holder.id))
      : accounts.get(keyOf(to.type, to.number))
  return {
    disbursement: {
      id,
      code,
      label: definition.label,
      groupCode: book.disbursementCodes.find((one) => one.code === code)?.groupCode ?? null,
      ...figuresOf(override?.calculation ?? definition.calculation, program),
      toAccount: {
        accountHolderType: to.type,
        accountHolderId: account?.id ?? null,
        name: account?.name ?? null,
      },
      includedInDealerCost: definition.includedInDealerCost,
      earningMethodCode: definition.earningMethodCode,
      earningFactorTableId: program.factorTables.find((one) => one.code === earningFactorTable)?.id ?? null,
      cancelRule: definition.cancelRule,
      cancelMethodId: methods.get(cancelMethodCode ?? '') ?? null,
      payWhen: definition.payWhen,
      sequence: definition.sequence,
      effectiveFrom: days.effectiveFrom,
      effectiveTo: days.effectiveTo,
    },
    programId: program.id,
    planId: override?.planId ?? null,
    termId: override?.termId ?? null,
    deductibleId: override?.deductibleId ?? null,
    classCode: override?.classCode ?? null,
    accountHolderId: holder?.id ?? null,
    status: statusOn(days, today),
    auditLogId: override?.auditLogId ?? null,
  }
}

const keyOf = (type: string, number: string | null) => `${type} ${number?.toLowerCase() ?? ''}`

/** By type and number, and by id. */
async function findAccounts(
  db: Db,
  named: readonly ToAccount[],
  ids: readonly number[],
): Promise<Map<string, Account>> {
  const numbered = named.filter(({ number }) => number !== null)
  const rows = await run<Account & { type: string; number: string }>(
    db,
    `select h.id, h.type, h.number, h.name from account_holder h
     where h.id = any($3::bigint[]) or exists (
       select 1 from unnest($1::text[], $2::text[]) as named (type, number)
       where named.type = h.type and lower(named.number) = lower(h.number))`,
    [numbered.map(({ type }) => type), numbered.map(({ number }) => number), ids],
  )
  return new Map(
    rows.flatMap((row) => [[keyOf(row.type, row.number), row] as const, [String(row.id), row] as const]),
  )
}

async function findCancelMethods(db: Db): Promise<Map<string, number>> {
  const rows = await run<{ code: string; id: number }>(
    db,
    `select code, id from reference_value where list = 'CancelMethod'`,
    [],
  )
  return new Map(rows.map(({ code, id }) => [code, id]))
}
