import type { WrittenDocument } from '../../documents/owner.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { ContractForm } from '../../domain/contract-form/form.ts'
import type { FormPrinter } from '../../forms/printer.ts'
import type { Acting } from '../../http/caller.ts'
import { seeContract } from '../record/see-contract.ts'
import type { ContractServices } from '../record/services.ts'
import { type LoadedForm, loadForm } from './load-form.ts'

/** What forms are printed with. */
export interface FormServices extends ContractServices, DocumentServices {
  readonly printer: FormPrinter
}

/** The type of document that a form is. */
export const FORM_TYPE = 'CONTRACTFORM'

/** Writes the form of a contract as it is now. Outside any transaction: printing takes its time. */
export async function writeForm(
  services: FormServices,
  acting: Acting,
  id: number,
): Promise<WrittenDocument> {
  const { caller } = acting
  const row = await seeContract(caller.db, caller, id)
  const loaded = await loadForm(caller.db, services, acting, row)
  return writtenOf(row.id, loaded.form, await printForm(services, loaded))
}

export const writtenOf = (id: number, form: ContractForm, content: Buffer): WrittenDocument => ({
  documentTypeCode: FORM_TYPE,
  fileName: formFileName(id, form),
  content,
  isDraft: form.isDraft,
})

/**
 * On the administrator's own form where the book that it was sold with has one, else as the service draws it. Custom
 * fields are on a form that names them; which of the others are for a customer's eyes nobody has said.
 */
export async function printForm({ printer, log }: FormServices, { form, book }: LoadedForm): Promise<Buffer> {
  const own = book.forms.find(({ formNumber }) => formNumber === form.formNumber)
  if (!own) return printer.drawForm({ ...form, customFields: [] })
  const { pdf, cut, unmatched } = await printer.fillForm(Buffer.from(own.content, 'base64'), form)
  if (cut.length > 0 || unmatched.length > 0)
    log.warn({ event: 'form not filled whole', formNumber: own.formNumber, cut, unmatched })
  return pdf
}

/** A draft and the contract itself are documents of their own; each has its versions. */
export function formFileName(
  id: number,
  { contractNumber, isDraft }: Pick<ContractForm, 'contractNumber' | 'isDraft'>,
): string {
  // A number that somebody printed on paper may have signs that a file's name has not.
  const name = contractNumber?.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-') ?? `quote-${id}`
  return `${name}${isDraft ? '-draft' : ''}.pdf`
}
