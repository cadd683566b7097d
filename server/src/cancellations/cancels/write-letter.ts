import type { z } from 'zod'
import { contractDocuments } from '../../contracts/form/documents.ts'
import { loadForm } from '../../contracts/form/load-form.ts'
import { addressOnForm } from '../../contracts/form/parts.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { run, type Tx } from '../../db/database.ts'
import { afterRollback } from '../../db/unit-of-work.ts'
import { inPieces } from '../../documents/arrive-files.ts'
import { saveDocument } from '../../documents/save-documents.ts'
import type { GeneratedDocument } from '../../documents/schemas.ts'
import type { CancelLetter, LetterContract } from '../../domain/cancel-letter/facts.ts'
import { cancelLetter } from '../../domain/cancel-letter/letter.ts'
import { documentTypeNamed } from '../../domain/document-types.ts'
import { centsOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { CancelPaymentDetails } from '../decide/models.ts'
import { cancelAnswer } from './answer.ts'
import { loadCancelRow } from './rows.ts'

/** A request or a cancel that a letter is wanted of, with its number. The contract is locked. */
export interface LetterWanted extends Omit<CancelLetter, 'writtenAt' | 'date' | 'contract' | 'payments'> {
  readonly contractId: number
  /** What a request has led to: its letter says what has become of that. */
  readonly cancelId?: number | null
  /** As they are answered; none before there is a cancel. */
  readonly payments: readonly CancelPaymentDetails[]
}

/**
 * Of no type that a cancellation may ask for as proof: a letter that counted as the death certificate would let the next
 * request pass without one.
 */
const LETTER_TYPE = 'STATEMENT'

/**
 * Writes the worksheet as a letter to the customer, and puts it to the papers of the contract. It is printed in the
 * transaction, as the form of a changed contract is: only who wants this contract waits for it.
 */
export async function writeCancelLetter(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  wanted: LetterWanted,
): Promise<z.input<typeof GeneratedDocument>> {
  const { contractId, cancelId, ...asked } = wanted
  const outcome = cancelId ? await loadOutcome(tx, acting, cancelId) : {}
  const { payments, ...facts } = { ...asked, ...outcome }
  const letter = cancelLetter({
    ...facts,
    writtenAt: acting.now.toISOString(),
    date: acting.today,
    contract: await loadLetterContract(tx, services, acting, contractId),
    payments: payments.map((payment) => ({
      ...payment,
      amount: centsOf(payment.amount),
      latePenalty: centsOf(payment.latePenalty),
      mailTo: addressOnForm(payment.mailTo),
    })),
  })
  const content = await services.printer.drawLetter(letter)
  const fileName = `${wanted.number}-letter.pdf`
  const claim = { fileName, contentType: undefined }
  const pending = await services.files.take(acting.caller.tenant.id, claim, inPieces(content), '')
  afterRollback(tx, () => void pending.drop())
  await pending.keep()
  const type = found(documentTypeNamed({ documentTypeCode: LETTER_TYPE }), 'such document type')
  const saved = { facts: { type, fileName, description: letter.heading }, file: pending.file }
  const { documentId } = await saveDocument(tx, acting, contractDocuments(services), contractId, saved)
  const pdf = { fileName, contentType: pending.file.type.contentType, data: content.toString('base64') }
  return { documentId, fileName, pdf, isDraft: false }
}

/** Where a cancel stands by now: it may have been taken back, its refund paid. */
async function loadOutcome(tx: Tx, acting: Acting, cancelId: number) {
  const cancel = await loadCancelRow(tx, acting.caller, cancelId)
  const { status, reinstatement, payments } = cancelAnswer(cancel, acting)
  return { status, payments, reinstateDate: reinstatement?.date ?? null, calculation: cancel.calculation }
}

/** The contract as its form has it. */
async function loadLetterContract(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  id: number,
): Promise<LetterContract> {
  const [row] = await run<ContractRow>(tx, 'select c.* from contract c where c.id = $1', [id])
  const { form } = await loadForm(tx, services, acting, found(row, `contract ${id}`))
  return form
}
