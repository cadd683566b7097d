import type { z } from 'zod'
import { contractDocuments } from '../../contracts/form/documents.ts'
import { loadForm } from '../../contracts/form/load-form.ts'
import { type LetterMail, letterAddress, mailLetter } from '../../contracts/form/mail-letter.ts'
import { addressOnForm } from '../../contracts/form/parts.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { seeContract } from '../../contracts/record/rows.ts'
import type { Tx } from '../../db/database.ts'
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

/** The request or cancel that the letter is about. The contract is locked. */
interface LetterSubject extends Omit<CancelLetter, 'writtenAt' | 'date' | 'contract' | 'payments'> {
  readonly contractId: number
  /** The cancel of an executed request: the letter gives its current status. */
  readonly cancelId?: number | null
  /** As in the answer; empty before there is a cancel. */
  readonly payments: readonly CancelPaymentDetails[]
  readonly mail: LetterMail | undefined
}

/** Not a type that a cancellation can require: otherwise the letter itself would count as the missing document. */
const LETTER_TYPE = 'STATEMENT'

/**
 * Writes the worksheet as a letter to the customer and saves it with the documents of the contract. The PDF is drawn
 * inside the transaction, like the contract form: only others who need this contract wait for it.
 */
export async function writeCancelLetter(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  subject: LetterSubject,
): Promise<z.input<typeof GeneratedDocument>> {
  const { contractId, cancelId, mail, ...stored } = subject
  const current = cancelId ? await loadCancelStatus(tx, acting, cancelId) : {}
  const { payments, ...facts } = { ...stored, ...current }
  const contract = await loadLetterContract(tx, services, acting, contractId)
  const { customer } = contract
  const to = letterAddress(acting, mail, customer)
  const letter = cancelLetter({
    ...facts,
    writtenAt: acting.now.toISOString(),
    date: acting.today,
    contract,
    payments: payments.map((payment) => ({
      ...payment,
      amount: centsOf(payment.amount),
      latePenalty: centsOf(payment.latePenalty),
      mailTo: addressOnForm(payment.mailTo),
    })),
  })
  const content = await services.printer.drawLetter(letter)
  const fileName = `${subject.number}-letter.pdf`
  const claim = { fileName, contentType: undefined }
  const pending = await services.files.take(acting.caller.tenant.id, claim, inPieces(content), '')
  afterRollback(tx, () => void pending.drop())
  await pending.keep()
  const type = found(documentTypeNamed({ documentTypeCode: LETTER_TYPE }), 'such document type')
  const saved = { facts: { type, fileName, description: letter.heading }, file: pending.file }
  const { documentId } = await saveDocument(tx, acting, contractDocuments(services), contractId, saved)
  const about = `the cancellation of contract ${contract.contractNumber ?? contractId}`
  await mailLetter(tx, services, acting, { to, customer, about, attachment: { fileName, documentId } })
  const pdf = { fileName, contentType: pending.file.type.contentType, data: content.toString('base64') }
  return { documentId, fileName, pdf, isDraft: false }
}

/** The current status of a cancel: it may have been reversed, or its refund paid. */
async function loadCancelStatus(tx: Tx, acting: Acting, cancelId: number) {
  const cancel = await loadCancelRow(tx, acting.caller, cancelId)
  const { status, reinstatement, payments } = cancelAnswer(cancel, acting)
  return { status, payments, reinstateDate: reinstatement?.date ?? null, calculation: cancel.calculation }
}

/** The contract as on its form. */
async function loadLetterContract(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  id: number,
): Promise<LetterContract> {
  const { form } = await loadForm(tx, services, acting, await seeContract(tx, acting.caller, id))
  return form
}
