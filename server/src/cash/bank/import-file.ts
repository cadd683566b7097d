import { createHash } from 'node:crypto'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { insertAll, insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type LineMatch, matchLines } from '../../domain/cash/bank-matching.ts'
import { centsOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { FAULTS_AT_MOST, Problem } from '../../http/problems.ts'
import { lockTraces } from '../ach/make-file.ts'
import { clearCash } from '../transactions/clear-cash.ts'
import { bankFiles, bankLines, readBankFile } from './bank-files.ts'
import { loadCandidates } from './load-candidates.ts'
import type { BankFileModel, BankFormat, NewBankFileData } from './models.ts'
import { readBai2 } from './read-bai2.ts'
import { type CsvBalances, readBankCsv } from './read-csv.ts'
import type { BankFileFault, BankStatement, ReadStatement } from './statement.ts'

/** Reads a bank's file and clears the cash that its lines are: all of the file or nothing, and each file once. */
export async function importBankFile(
  tx: Tx,
  acting: Acting,
  { format, fileName, data, openingBalance = 0, closingBalance = 0 }: NewBankFileData,
): Promise<BankFileModel> {
  const content = Buffer.from(data, 'base64')
  const text = content.toString(format === 'BAI2' ? 'latin1' : 'utf8')
  const read = readStatement(format, text, {
    openingBalance: centsOf(openingBalance),
    closingBalance: centsOf(closingBalance),
  })
  if ('faults' in read) throw refuseFile(read.faults)
  // Two copies of a file that arrive together: the second waits here and then finds the first. ACH files and returns wait
  // as well, because lines are matched with whole ACH files.
  await lockTraces(tx)
  const checksum = createHash('sha256').update(content).digest()
  await refuseDuplicate(tx, checksum)
  const { statement: stated } = read
  const { posted, achFiles, postedIds } = await loadCandidates(tx, stated.lines)
  const matches = matchLines(stated.lines, posted, achFiles)
  const { statementDate, openingBalance: opening, closingBalance: closing } = stated
  const { now, caller } = acting
  const id = await insertInto(tx, bankFiles, {
    ...{ format, fileName, checksum, statementDate, openingBalance: opening, closingBalance: closing },
    ...{ created_at: now, created_by: caller.name, updated_at: now, updated_by: caller.name },
  })
  await saveLines(tx, acting, { id, stated, matches, postedIds })
  const answer = await readBankFile(tx, id)
  const { matched, unmatched } = answer
  emit(tx, { subject: `bankfiles/${id}`, type: 'bankFile.created', data: { id, matched, unmatched } })
  return answer
}

function readStatement(format: BankFormat, text: string, balances: CsvBalances): ReadStatement {
  const at = text.indexOf('\0')
  if (at >= 0) {
    const line = text.slice(0, at).split('\n').length
    return {
      faults: [{ line, reason: 'The file has a character with the code 0, so it is not plain text.' }],
    }
  }
  return format === 'BAI2' ? readBai2(text) : readBankCsv(text, balances)
}

function refuseFile(faults: readonly BankFileFault[]): Problem {
  const [first = { line: 1, reason: 'The file cannot be read.' }] = faults
  const { line, reason } = first
  return new Problem('BankFileInvalid', `Line ${line}: ${reason}`, {
    members: { line, reason },
    errors: faults.slice(0, FAULTS_AT_MOST).map((fault) => ({
      ...{ pointer: '/data', code: 'BankFileInvalid' },
      message: `Line ${fault.line}: ${fault.reason}`,
    })),
  })
}

async function refuseDuplicate(tx: Tx, checksum: Buffer): Promise<void> {
  const known = await FIND_SAME.first(tx, [checksum])
  if (known)
    throw new Problem('DuplicateBankFile', `The file was read before, as bank file ${known.id}.`, {
      members: { id: known.id },
    })
}

const FIND_SAME = statement({ id: int }, 'select id from bank_file where checksum = $1')

interface MatchedFile {
  readonly id: number
  readonly stated: BankStatement
  readonly matches: readonly LineMatch[]
  readonly postedIds: ReadonlySet<number>
}

async function saveLines(
  tx: Tx,
  acting: Acting,
  { id, stated: { lines }, matches, postedIds }: MatchedFile,
): Promise<void> {
  const lineIds = await insertAll(
    tx,
    bankLines,
    lines.map(({ date, ...line }, at) => {
      const match = matches[at]
      return {
        ...{ ...line, bankFileId: id, lineDate: date, status: match?.status ?? 'Unmatched' },
        suggestions: match?.status === 'Suggested' ? match.suggestions : [],
      }
    }),
  )
  const matched = matches.flatMap((match, at) =>
    match.status === 'Matched'
      ? match.cashTransactionIds.map((cashId) => ({
          ...{ id: cashId, lineId: lineIds[at] ?? 0, date: lines[at]?.date ?? '' },
        }))
      : [],
  )
  await saveMatches(
    tx,
    matched.map((cash) => ({ ...cash, isPosted: postedIds.has(cash.id) })),
  )
  // In the order of ids, like everyone who changes many.
  const cleared = matched.filter((cash) => postedIds.has(cash.id)).sort((one, two) => one.id - two.id)
  await clearCash(tx, acting, cleared)
}

/** Remembers which cash a line is, and whether it clears it. */
export async function saveMatches(
  tx: Tx,
  matched: readonly { readonly id: number; readonly lineId: number; readonly isPosted: boolean }[],
): Promise<void> {
  if (matched.length > 0)
    await SAVE_MATCHES.run(tx, [
      matched.map(({ id }) => id),
      matched.map(({ lineId }) => lineId),
      matched.map(({ isPosted }) => isPosted),
    ])
}

const SAVE_MATCHES = command(
  `insert into bank_line_cash (cash_transaction_id, bank_line_id, has_cleared)
   select matched.cash_id, matched.line_id, matched.is_posted
   from unnest($1::bigint[], $2::bigint[], $3::boolean[]) as matched (cash_id, line_id, is_posted)`,
)
