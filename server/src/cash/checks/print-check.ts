import { createHash } from 'node:crypto'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { printedCheck } from '../../domain/cash/check.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { Content } from '../../http/route-specs.ts'
import { loadCheck } from './load-check.ts'

interface PrintedCheck {
  readonly content: Content
  /** How often the check was printed, with this time. */
  readonly prints: number
}

/**
 * Draws a check and counts that it was printed. The PDF is drawn inside the transaction: only others who need this cash
 * wait for it.
 */
export async function printCheck(
  tx: Tx,
  { printer }: Pick<FormServices, 'printer'>,
  acting: Acting,
  id: number,
): Promise<PrintedCheck> {
  const facts = await loadCheck(tx, acting, id)
  const pdf = await printer.drawCheck(printedCheck(facts))
  const content = {
    fileName: `check-${facts.number}.pdf`,
    contentType: 'application/pdf',
    sizeBytes: pdf.length,
    checksumSha256: createHash('sha256').update(pdf).digest('hex'),
    open: async () => inOnePiece(pdf),
  }
  return { content, prints: await countPrint(tx, id) }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Every print after the first is a reprint. */
async function countPrint(tx: Tx, id: number): Promise<number> {
  return found(await COUNT_PRINT.first(tx, [id]), `cash transaction ${id}`).prints
}

const COUNT_PRINT = statement(
  { prints: int },
  'update cash_transaction set check_prints = check_prints + 1 where id = $1 returning check_prints as prints',
)
