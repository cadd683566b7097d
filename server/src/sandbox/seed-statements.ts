import { csvBeginning, csvEnd, csvOfLine, finishStatement } from '../cash/statements/make-statement.ts'
import { saveRequest } from '../cash/statements/save-request.ts'
import { accountHolderDocuments, statementFacts } from '../cash/statements/statement-documents.ts'
import { statementLines } from '../cash/statements/statement-lines.ts'
import { findStatement } from '../cash/statements/statement-table.ts'
import { int, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { saveDocument } from '../documents/save-documents.ts'
import type { StatementFigures } from '../domain/cash/statement.ts'
import { addDays, addMonths } from '../domain/dates.ts'
import { csvType } from '../domain/file-types.ts'
import { found } from '../http/problems.ts'
import { keepPaper, type PaperSeeding } from './seed-papers.ts'

// Statements of the last whole months. They are in CSV, because loading what draws our letters takes a second.

/** The account holders that get statements: the agent of the documentation, and the dealers that sold most. */
const HOLDERS = statement(
  { id: int, number: text },
  `select h.id, h.number from account_holder h where (h.type = 'Agent' and h.number = 'A100')
     or (h.type = 'Dealer' and h.id in (
       select c.dealer_id from contract c where c.id > $1 group by c.dealer_id order by count(*) desc, c.dealer_id limit 3))
   order by h.id`,
)

/** Makes the statements of these months, each on the second day of the next month. */
export async function seedStatements(
  tx: Tx,
  seeding: PaperSeeding,
  { afterContract, months }: { readonly afterContract: number; readonly months: readonly string[] },
): Promise<void> {
  // Without them each statement would read the whole journal several times. Earlier they would only have to be kept up to date.
  for (const account of ['debit_account', 'credit_account'])
    await tx.query(`create index on journal ((lower(${account})), accounting_date)`, [])
  for (const holder of await HOLDERS.rows(tx, [afterContract]))
    for (const fromDate of months) {
      const next = addMonths(fromDate, 1)
      const now = new Date(`${addDays(next, 1)}T14:00:00Z`)
      await makeStatement(tx, seeding, { holder, fromDate, toDate: addDays(next, -1), now })
    }
}

interface NewStatement {
  readonly holder: { readonly id: number; readonly number: string }
  readonly fromDate: string
  readonly toDate: string
  readonly now: Date
}

async function makeStatement(tx: Tx, seeding: PaperSeeding, asked: NewStatement): Promise<void> {
  const { files, tenant, by } = seeding
  const { holder, fromDate, toDate, now } = asked
  const stamp = { now, caller: { name: by } }
  const id = await saveRequest(
    tx,
    { queue: async () => undefined },
    { ...stamp, tenantId: tenant.id },
    {
      holder,
      asked: { fromDate, toDate, format: 'Csv', delivery: 'Portal', includePaid: true },
      skipEmpty: true,
    },
  )
  if (id === undefined) return
  const request = found(await findStatement(tx, id), `statement ${id}`)
  // Nothing was posted since it was requested.
  const figures: StatementFigures = request
  const lines: string[] = []
  for await (const line of statementLines(tx, request, request)) lines.push(csvOfLine(line))
  // The next statement in this transaction opens it again.
  await tx.query('close statement_lines', [])
  const content = Buffer.from([csvBeginning(request, figures), ...lines, csvEnd(request, figures)].join(''))
  const facts = statementFacts({ ...request, number: holder.number })
  const { file } = await keepPaper(files, tenant, {
    ...{ owner: accountHolderDocuments, entityId: holder.id, typeCode: facts.type.code },
    ...{ fileName: facts.fileName, at: now, content, type: csvType },
  })
  await saveDocument(tx, stamp, accountHolderDocuments, holder.id, { facts, file })
  await finishStatement(tx, id, { now, lines: lines.length, figures })
}
