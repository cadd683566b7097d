import { addressOnForm } from '../../contracts/form/parts.ts'
import { int, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { saveEvents } from '../../db/outbox.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { command, statement } from '../../db/statement.ts'
import type { Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../db/unit-of-work.ts'
import { inPieces } from '../../documents/arrive-files.ts'
import type { PendingFile } from '../../documents/files.ts'
import { saveDocument } from '../../documents/save-documents.ts'
import type { StatementFigures, StatementLine } from '../../domain/cash/statement.ts'
import { statementLetter } from '../../domain/cash/statement-letter.ts'
import { addressLines, partyLines } from '../../domain/contract-form/words.ts'
import { dateIn } from '../../domain/dates.ts'
import { csvType, fileTypes } from '../../domain/file-types.ts'
import { statementMail } from '../../domain/mail/texts.ts'
import { amountOf } from '../../domain/money.ts'
import { csvLine } from '../../http/csv.ts'
import type { StatementParts } from './services.ts'
import { accountHolderDocuments, statementFacts } from './statement-documents.ts'
import { countLines, loadFigures, type StatementRange, statementLines } from './statement-lines.ts'
import { findStatement, type StatementRow } from './statement-table.ts'

/** A PDF with more lines is no help to anyone, and would take more than a minute. */
const PDF_LINES_AT_MOST = 50_000
const PROGRESS_EVERY = 1_000

interface Making {
  readonly parts: StatementParts
  readonly tenant: Tenant
  readonly db: Db
  readonly request: StatementRow
}

/** A document, and the figures that it shows. What was posted since the request is in both. */
interface Made {
  readonly file: PendingFile
  readonly figures: StatementFigures
  readonly lines: number
}

/** Makes the document of a statement. Run again, it changes nothing once the document is there. */
export async function makeStatement(parts: StatementParts, tenant: Tenant, id: number): Promise<void> {
  const db = parts.databases.of(tenant)
  const request = await findStatement(db, id)
  if (!request || request.status === 'Completed' || request.status === 'Failed') return
  await BEGIN.run(db, [id])
  const making = { parts, tenant, db, request }
  const made = request.format === 'Csv' ? await makeCsv(making) : await makePdf(making)
  if ('refused' in made) await FAIL.run(db, [id, made.refused, parts.clock.now()])
  else await saveMade(making, made)
}

// Another service may have finished it meanwhile.
const BEGIN = command(
  `update statement_request set status = 'Running', lines_done = 0 where id = $1 and status in ('Queued', 'Running')`,
)
const FAIL = command(
  `update statement_request set status = 'Failed', error = $2, finished_at = $3 where id = $1`,
)

async function saveMade(making: Making, { file, figures, lines }: Made): Promise<void> {
  const { parts, db, request } = making
  const now = parts.clock.now()
  const facts = statementFacts({ ...request, number: request.holderNumber })
  try {
    await file.keep()
    const isSaved = await inTransaction(db, async (tx) => {
      // Another run may have made it meanwhile: it is saved, and mailed, once.
      if ((await LOCK_REQUEST.first(tx, [request.id]))?.status !== 'Running') return false
      const stamp = { now, caller: { name: request.createdBy } }
      const { accountHolderId } = request
      await saveDocument(tx, stamp, accountHolderDocuments, accountHolderId, { facts, file: file.file })
      await finishStatement(tx, request.id, { now, lines, figures })
      const { id, documentId, delivery } = request
      emit(tx, {
        ...{ subject: `statementrequests/${id}`, type: 'statement.completed' },
        data: { id, accountHolderId, documentId, delivery },
      })
      if (delivery === 'Email') await mailStatement(tx, making, now)
      await saveEvents(tx, now)
      return true
    })
    if (!isSaved) await file.drop()
  } catch (error) {
    await file.drop()
    throw error
  }
}

/** The account holder gets the statement by mail, if we know an address. Otherwise it finds it in the portal. */
async function mailStatement(tx: Tx, { parts, tenant, request }: Making, now: Date): Promise<void> {
  const { accountHolderId, holderNumber: number, fromDate, toDate, documentId } = request
  const holder = await HOLDER.first(tx, [accountHolderId])
  if (!holder?.email) return
  const { fileName } = statementFacts({ ...request, number })
  await queueMail(tx, parts.keys, {
    ...statementMail({ administrator: tenant.name, name: holder.name, number, fromDate, toDate }),
    ...{ kind: 'Statement', to: holder.email, attachments: [{ fileName, documentId }], now },
  })
}

const HOLDER = statement(
  { name: text, email: orNull(text) },
  'select name, email from account_holder where id = $1',
)
const LOCK_REQUEST = statement(
  { status: text },
  'select status from statement_request where id = $1 for no key update',
)
const FINISH =
  command(`update statement_request set status = 'Completed', finished_at = $2, lines_total = $3, lines_done = $3,
    opening_balance = $4, new_business = $5, cancels = $6, claims = $7, other = $8, cash = $9 where id = $1`)

/** Records that the document of a statement is there, and what it shows. */
export const finishStatement = (
  tx: Tx,
  id: number,
  { now, lines, figures }: Pick<Made, 'lines' | 'figures'> & { readonly now: Date },
): Promise<number> =>
  FINISH.run(tx, [
    ...[id, now, lines, figures.openingBalance, figures.newBusiness, figures.cancels],
    ...[figures.claims, figures.other, figures.cash],
  ])

const PROGRESS = command('update statement_request set lines_done = $2, lines_total = $3 where id = $1')

/** The lines, with a note of the progress now and then. */
async function* watchedLines({ db, request }: Making, snapshot: Db): AsyncGenerator<StatementLine> {
  const total = await countLines(snapshot, request)
  let done = 0
  for await (const line of statementLines(snapshot, request, request)) {
    if (done % PROGRESS_EVERY === 0) await PROGRESS.run(db, [request.id, done, total])
    done += 1
    yield line
  }
}

const HEADINGS = ['group', 'date', 'contractNumber', 'description', 'amount']

/** Written line by line, so that any number of lines takes the same memory. */
function makeCsv(making: Making): Promise<Made> {
  const { parts, tenant, db, request } = making
  const { fileName } = statementFacts({ ...request, number: request.holderNumber })
  return inSnapshot(db, async (snapshot) => {
    const figures = await loadFigures(snapshot, request)
    let lines = 0
    async function* bytes(): AsyncGenerator<Buffer> {
      let text = csvBeginning(request, figures)
      for await (const line of watchedLines(making, snapshot)) {
        lines += 1
        text += csvOfLine(line)
        if (text.length < PIECE) continue
        yield Buffer.from(text)
        text = ''
      }
      yield Buffer.from(text + csvEnd(request, figures))
    }
    const file = await parts.files.takeMade(tenant.id, { fileName, type: csvType }, bytes())
    return { file, figures, lines }
  })
}

export const csvBeginning = ({ fromDate }: StatementRange, { openingBalance }: StatementFigures): string =>
  csvLine(HEADINGS) + csvLine(['openingBalance', fromDate, null, 'Opening balance', amountOf(openingBalance)])

export const csvOfLine = ({ group, date, contractNumber, text, amount }: StatementLine): string =>
  csvLine([group, date, contractNumber, text, amountOf(amount)])

export const csvEnd = ({ toDate }: StatementRange, { closingBalance }: StatementFigures): string =>
  csvLine(['closingBalance', toDate, null, 'Closing balance', amountOf(closingBalance)])

const PIECE = 64 * 1024

async function makePdf(making: Making): Promise<Made | { readonly refused: string }> {
  const { parts, tenant, db, request } = making
  const read = await inSnapshot(db, async (snapshot) => {
    const lines: StatementLine[] = []
    for await (const line of watchedLines(making, snapshot)) {
      lines.push(line)
      if (lines.length > PDF_LINES_AT_MOST) return undefined
    }
    const figures = await loadFigures(snapshot, request)
    return { lines, figures, parties: await PARTIES.rows(snapshot, [request.accountHolderId]) }
  })
  if (!read)
    return {
      refused: `A PDF has at most ${PDF_LINES_AT_MOST} lines. Ask for CSV, or for a shorter range of days.`,
    }
  const now = parts.clock.now()
  const sender = read.parties.find(({ id }) => id !== request.accountHolderId)
  const addressee = read.parties.find(({ id }) => id === request.accountHolderId)
  const letter = statementLetter({
    ...{ writtenAt: now.toISOString(), date: dateIn(tenant.timeZone, now), number: `STM-${request.id}` },
    sender: sender ? [sender.name, ...partyLines(partyFromRow(sender))] : [],
    addressee: addressee ? nameAndAddress(addressee) : [],
    account: request.holderNumber,
    ...{ fromDate: request.fromDate, toDate: request.toDate, figures: read.figures, lines: read.lines },
  })
  const content = await parts.printer.drawLetter(letter)
  const { fileName } = statementFacts({ ...request, number: request.holderNumber })
  const type = fileTypes.find(({ code }) => code === 'pdf') ?? csvType
  const file = await parts.files.takeMade(tenant.id, { fileName, type }, inPieces(content))
  return { file, figures: read.figures, lines: read.lines.length }
}

const partyColumns = {
  ...{ id: int, name: text, number: text, phone: orNull(text), email: orNull(text) },
  ...{ line1: orNull(text), line2: orNull(text), city: orNull(text), state: orNull(text), zip: orNull(text) },
}
type PartyRow = RowOf<typeof partyColumns>

/** The account holder and the administrator. */
const PARTIES = statement(
  partyColumns,
  `select h.id, h.name, h.number, h.phone, h.email, h.line1, h.line2, h.city, h.state, h.zip
   from account_holder h where h.id = $1 or h.id = (
     select a.id from account_holder a where a.type = 'AdminCompany' order by a.id limit 1)`,
)

const partyFromRow = ({ name, number, phone, email, ...address }: PartyRow) => ({
  ...{ name, number, phone, email },
  address: addressOnForm(address),
})

function nameAndAddress(row: PartyRow): string[] {
  const { name, address } = partyFromRow(row)
  return address ? [name, ...addressLines(address)] : [name]
}
