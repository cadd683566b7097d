import type { WrittenDocument } from '../../documents/owner.ts'
import type { DocumentServices } from '../../documents/services.ts'
import type { ContractForm } from '../../domain/contract-form/form.ts'
import type { FormPrinter } from '../../forms/printer.ts'
import type { Acting } from '../../http/caller.ts'
import type { ContractServices } from '../record/change-state.ts'
import { seeContract } from '../record/rows.ts'
import { type LoadedForm, loadForm } from './load-form.ts'

/** What is needed to print forms. */
export interface FormServices extends ContractServices, DocumentServices {
  readonly printer: FormPrinter
}

/** The document type of contract forms. */
export const FORM_TYPE = 'CONTRACTFORM'

/** Writes the form of a contract as it is now. Printing is slow, so this runs outside any transaction. */
export async function writeForm(
  services: FormServices,
  acting: Acting,
  id: number,
): Promise<WrittenDocument> {
  const { caller } = acting
  const row = await seeContract(caller.db, caller, id)
  const loaded = await loadForm(caller.db, services, acting, row)
  return {
    documentTypeCode: FORM_TYPE,
    fileName: formFileName(row.id, loaded.form),
    content: await printForm(services, loaded),
    isDraft: loaded.form.isDraft,
  }
}

/**
 * Prints on the administrator's own PDF if the contract's book has one, otherwise on our own form. Our own form leaves out
 * custom fields, because nothing says which of them a customer may see.
 */
export async function printForm({ printer, log }: FormServices, { form, book }: LoadedForm): Promise<Buffer> {
  const own = book.forms.find(({ formNumber }) => formNumber === form.formNumber)
  if (!own) return printer.drawForm({ ...form, customFields: [] })
  const { pdf, cut, unmatched } = await printer.fillForm(Buffer.from(own.content, 'base64'), form)
  if (cut.length > 0 || unmatched.length > 0)
    log.warn({ event: 'form not filled in completely', formNumber: own.formNumber, cut, unmatched })
  return pdf
}

/** A draft and the final contract have different names, so each has its own versions. */
export function formFileName(
  id: number,
  { contractNumber, isDraft }: Pick<ContractForm, 'contractNumber' | 'isDraft'>,
): string {
  // A preprinted contract number may have characters that a file name cannot have.
  const name = contractNumber?.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-') ?? `quote-${id}`
  return `${name}${isDraft ? '-draft' : ''}.pdf`
}
