import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import {
  type BookLine,
  definitionForDates,
  disbursementCodeId,
  findLineByDefinition,
  findPlace,
} from '../../domain/disbursements/book-lines.ts'
import type { Override } from '../../domain/disbursements/overrides.ts'
import { effectiveStatus, isInForce } from '../../domain/in-force.ts'
import type { PayWhen } from '../../domain/ledger/rows.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { DisbursementDefinition, LinePayee } from '../../domain/rate-book/rate-book.ts'
import { loadSettings } from '../../reference/settings.ts'
import { findCancelMethodIds } from '../lists/product-models.ts'
import { calculationFigures } from './calculation-figures.ts'
import type { RateDisbursementModel } from './models.ts'
import { findOverride, findProgramOverrides } from './store.ts'

/** What an answer needs besides the book. */
interface AnswerData {
  /** By type and number, and by id. */
  readonly accounts: ReadonlyMap<string, Account>
  /** Ids by code. */
  readonly cancelMethods: ReadonlyMap<string, number>
  /** When lines are paid of which the book does not say it. */
  readonly payWhen: PayWhen
  readonly today: string
}

interface Account {
  readonly id: number
  readonly name: string
}

/** The line to answer, with the override that applies to it. */
interface FoundLine {
  readonly line: BookLine
  readonly definition: DisbursementDefinition
  readonly override: Override | undefined
  /** The id in the request: of the definition in the book, or of the override. */
  readonly id: number
}

/** A line of the rate book or an override. Nothing if neither has this id, or if the book no longer has the line. */
export async function findDisbursement(
  db: Db,
  book: Book,
  id: number,
  today: string,
): Promise<RateDisbursementModel | undefined> {
  const found = await findLine(db, book, id, today)
  if (!found) return undefined
  const [model] = await loadModels(db, book, [found], today)
  return model
}

async function findLine(db: Db, book: Book, id: number, today: string): Promise<FoundLine | undefined> {
  const defined = findLineByDefinition(book, id)
  if (defined) {
    const { line, definition } = defined
    const override = isInForce(definition, today)
      ? await findOverrideForEveryDealer(db, book, line, today)
      : undefined
    return { line, definition, override, id }
  }
  const override = await findOverride(db, id)
  const line = override && findPlace(book, override)?.line
  return line && { line, definition: definitionForDates(line, override, today), override, id }
}

/** The override that replaces the book's figure today for every dealer without an agreement of its own. */
async function findOverrideForEveryDealer(
  db: Db,
  book: Book,
  line: BookLine,
  today: string,
): Promise<Override | undefined> {
  const codeId = disbursementCodeId(book, line.code)
  return (await findProgramOverrides(db, line.program.id)).find(
    (override) => override.codeId === codeId && override.holder === null && isInForce(override, today),
  )
}

/** The answers for overrides. Overrides of lines that the book no longer has are left out. */
export function overrideModels(
  db: Db,
  book: Book,
  overrides: readonly Override[],
  today: string,
): Promise<RateDisbursementModel[]> {
  const found = overrides.flatMap((override): FoundLine[] => {
    const line = findPlace(book, override)?.line
    return line
      ? [{ line, definition: definitionForDates(line, override, today), override, id: override.id }]
      : []
  })
  return loadModels(db, book, found, today)
}

async function loadModels(
  db: Db,
  book: Book,
  lines: readonly FoundLine[],
  today: string,
): Promise<RateDisbursementModel[]> {
  if (lines.length === 0) return []
  const [accounts, cancelMethods, { payWhen }] = await Promise.all([
    findAccounts(
      db,
      lines.map(({ definition }) => definition.to),
      lines.flatMap(({ override }) => override?.holder?.id ?? []),
    ),
    findCancelMethodIds(db),
    loadSettings(db, ['payWhen']),
  ])
  return lines.map((line) => disbursementModel(book, line, { accounts, cancelMethods, payWhen, today }))
}

function disbursementModel(
  book: Book,
  { line, definition, override, id }: FoundLine,
  { accounts, cancelMethods, payWhen, today }: AnswerData,
): RateDisbursementModel {
  const { code, to, earningFactorTable, cancelMethodCode } = definition
  const { program } = line
  const dates = override ?? definition
  // A line that is paid to the seller of the contract is paid to the holder of the agreement.
  const holder = override?.holder
  const account =
    to.number === null && holder?.type === to.type
      ? accounts.get(String(holder.id))
      : accounts.get(accountKey(to.type, to.number))
  return {
    disbursement: {
      id,
      code,
      label: definition.label,
      groupCode: book.disbursementCodes.find((known) => known.code === code)?.groupCode ?? null,
      ...calculationFigures(override?.calculation ?? definition.calculation, program),
      toAccount: {
        accountHolderType: to.type,
        accountHolderId: account?.id ?? null,
        name: account?.name ?? null,
      },
      includedInDealerCost: definition.includedInDealerCost,
      earningMethodCode: definition.earningMethodCode,
      earningFactorTableId:
        program.factorTables.find((table) => table.code === earningFactorTable)?.id ?? null,
      cancelRule: definition.cancelRule,
      cancelMethodId: cancelMethods.get(cancelMethodCode ?? '') ?? null,
      payWhen: definition.payWhen ?? payWhen,
      sequence: definition.sequence,
      effectiveFrom: dates.effectiveFrom,
      effectiveTo: dates.effectiveTo,
    },
    programId: program.id,
    planId: override?.planId ?? null,
    termId: override?.termId ?? null,
    deductibleId: override?.deductibleId ?? null,
    classCode: override?.classCode ?? null,
    accountHolderId: holder?.id ?? null,
    status: effectiveStatus(dates, today),
    auditLogId: override?.auditLogId ?? null,
  }
}

const accountKey = (type: string, number: string | null) => `${type} ${number?.toLowerCase() ?? ''}`

/** By type and number, and by id. */
async function findAccounts(
  db: Db,
  named: readonly LinePayee[],
  ids: readonly number[],
): Promise<Map<string, Account>> {
  const numbered = named.filter(({ number }) => number !== null)
  const rows = await FIND_ACCOUNTS.rows(db, [
    numbered.map(({ type }) => type),
    numbered.map(({ number }) => number),
    ids,
  ])
  return new Map(
    rows.flatMap((row) => [[accountKey(row.type, row.number), row] as const, [String(row.id), row] as const]),
  )
}

const FIND_ACCOUNTS = statement(
  { id: int, type: text, number: text, name: text },
  `select h.id, h.type, h.number, h.name from account_holder h
   where h.id = any($3::bigint[]) or exists (
     select 1 from unnest($1::text[], $2::text[]) as named (type, number)
     where named.type = h.type and lower(named.number) = lower(h.number))`,
)
