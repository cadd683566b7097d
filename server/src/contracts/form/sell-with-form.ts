import type { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { inTrial } from '../../db/transaction.ts'
import { afterRollback } from '../../db/unit-of-work.ts'
import { inPieces } from '../../documents/arrive-files.ts'
import type { PendingFile } from '../../documents/files.ts'
import { saveDocument } from '../../documents/save-documents.ts'
import type { GeneratedDocument } from '../../documents/schemas.ts'
import { documentTypeNamed } from '../../domain/document-types.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { Received } from '../../http/route-specs.ts'
import type { ContractInput } from '../record/input.ts'
import type { SoldContractModel } from '../record/models.ts'
import { loadContract } from '../record/rows.ts'
import { createContract } from '../sale/create-contract.ts'
import { contractDocuments } from './documents.ts'
import { loadForm } from './load-form.ts'
import { FORM_TYPE, type FormServices, formFileName, printForm } from './write-form.ts'

/** A sale, with its form if the caller wants one. */
interface ReceivedSale {
  readonly body: ContractInput
  readonly form: SaleForm | undefined
}

type ArrivedSale = { readonly json: ContractInput } | { readonly parts: unknown }

/** Receives a sale. If a form is wanted, it is printed here, before the sale's transaction. */
export async function receiveSale(
  services: FormServices,
  { body: arrived, caller, now, today }: Acting & { readonly body: ArrivedSale },
): Promise<Received<ReceivedSale>> {
  if (!('json' in arrived)) throw new Error('A sale is sent as JSON.')
  const body = arrived.json
  const acting = { caller, now, today }
  const form = body.generateDocument ? openSaleForm(services, acting) : undefined
  await form?.printAhead(body)
  const doNothing = () => Promise.resolve()
  return {
    taken: { body, form },
    fingerprint: body,
    keep: form?.keep ?? doNothing,
    drop: form?.drop ?? doNothing,
  }
}

export async function sellContract(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { body, form }: ReceivedSale,
): Promise<SoldContractModel> {
  const contract = await createContract(tx, services, acting, body)
  return form ? { ...contract, generatedDocument: await form.save(tx, contract.id) } : contract
}

/**
 * The form of a contract that was just changed, printed in its transaction: only callers who want this contract wait. If the
 * change is rolled back, the file is deleted.
 */
export function formOfChange(tx: Tx, services: FormServices, acting: Acting, id: number): Promise<Generated> {
  const form = openSaleForm(services, acting)
  afterRollback(tx, () => void form.drop())
  return form.save(tx, id)
}

type Generated = z.input<typeof GeneratedDocument>

/**
 * The form of a contract that is about to be sold. Its content, such as the contract number, is known only inside the sale's
 * transaction, and printing there would make others wait for the next number. So the sale is first tried and rolled back, and
 * the result is printed. Unless another sale is made at the same moment, the real sale gives the same form.
 */
interface SaleForm {
  printAhead(body: ContractInput): Promise<void>
  keep(): Promise<void>
  drop(): Promise<void>
  /** Stores the contract's form; prints it again if its content has changed. */
  save(tx: Tx, id: number): Promise<Generated>
}

function openSaleForm(services: FormServices, acting: Acting): SaleForm {
  const { files } = services
  let printed:
    | { readonly formText: string; readonly content: Buffer; readonly pending: PendingFile }
    | undefined

  const load = async (tx: Tx, id: number) => loadForm(tx, services, acting, await loadContract(tx, id))

  async function print(loaded: Awaited<ReturnType<typeof loadForm>>, fileName: string) {
    const content = await printForm(services, loaded)
    const claim = { fileName, contentType: undefined }
    const pending = await files.take(acting.caller.tenant.id, claim, inPieces(content), '')
    printed = { formText: JSON.stringify(loaded.form), content, pending }
    return printed
  }

  const drop = async () => printed?.pending.drop()
  return {
    async printAhead(body) {
      const loaded = await inTrial(acting.caller.db, async (tx) => {
        const { id } = await createContract(tx, services, acting, body)
        return load(tx, id)
      }).catch((error: unknown) => {
        // The sale itself will answer with this problem, or it is a repeated request that already has its answer.
        if (error instanceof Problem) return undefined
        throw error
      })
      if (loaded) await print(loaded, 'form.pdf')
    },
    keep: async () => printed?.pending.keep(),
    drop,
    async save(tx, id) {
      const loaded = await load(tx, id)
      const fileName = formFileName(id, loaded.form)
      if (printed?.formText !== JSON.stringify(loaded.form)) {
        await drop()
        await (await print(loaded, fileName)).pending.keep()
      }
      if (!printed) throw new Error('The form was not printed.')
      const file = { ...printed.pending.file, fileName }
      const type = found(documentTypeNamed({ documentTypeCode: FORM_TYPE }), `document type ${FORM_TYPE}`)
      // No event of its own: the event of the contract covers its form.
      const { onFileAdded: _, ...owner } = contractDocuments(services)
      const { documentId } = await saveDocument(tx, acting, owner, id, { facts: { type, fileName }, file })
      const pdf = {
        fileName,
        contentType: file.type.contentType,
        data: printed.content.toString('base64'),
      }
      return { documentId, fileName, pdf, isDraft: loaded.form.isDraft }
    },
  }
}
