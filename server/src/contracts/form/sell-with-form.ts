import type { z } from 'zod'
import { run, type Tx } from '../../db/database.ts'
import { inTrial } from '../../db/transaction.ts'
import { afterRollback } from '../../db/unit-of-work.ts'
import { inPieces } from '../../documents/arrive-files.ts'
import type { PendingFile } from '../../documents/files.ts'
import { saveDocument } from '../../documents/save-documents.ts'
import type { GeneratedDocument } from '../../documents/schemas.ts'
import { documentTypeNamed } from '../../domain/document-types.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { Received } from '../../http/route.ts'
import type { ContractInput } from '../record/input.ts'
import type { SoldContractModel } from '../record/models.ts'
import type { ContractRow } from '../record/rows.ts'
import { createContract } from '../sale/create-contract.ts'
import { contractDocuments } from './documents.ts'
import { loadForm } from './load-form.ts'
import { FORM_TYPE, type FormServices, formFileName, printForm } from './write-form.ts'

/** A sale, and where its form comes from if one is wanted. */
export interface BroughtSale {
  readonly body: ContractInput
  readonly form: SaleForm | undefined
}

type ArrivedSale = { readonly json: ContractInput } | { readonly parts: unknown }

/** Takes a sale in. Where its form is wanted, it is printed here, before the transaction of the sale. */
export async function receiveSale(
  services: FormServices,
  { body: arrived, caller, now, today }: Acting & { readonly body: ArrivedSale },
): Promise<Received<BroughtSale>> {
  if (!('json' in arrived)) throw new Error('A sale does not come in a form.')
  const body = arrived.json
  const acting = { caller, now, today }
  const form = body.generateDocument ? openSaleForm(services, acting) : undefined
  await form?.printAhead(body)
  const nothing = () => Promise.resolve()
  return {
    taken: { body, form },
    fingerprint: body,
    keep: form?.keep ?? nothing,
    drop: form?.drop ?? nothing,
  }
}

export async function sellContract(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { body, form }: BroughtSale,
): Promise<SoldContractModel> {
  const contract = await createContract(tx, services, acting, body)
  return form ? { ...contract, generatedDocument: await form.save(tx, contract.id) } : contract
}

/**
 * The form of a contract that has just been changed, printed in its transaction: only who wants this contract waits for
 * it. Where nothing comes of the change, its file goes again.
 */
export function formOfChange(tx: Tx, services: FormServices, acting: Acting, id: number): Promise<Generated> {
  const form = openSaleForm(services, acting)
  afterRollback(tx, () => void form.drop())
  return form.save(tx, id)
}

type Generated = z.input<typeof GeneratedDocument>

/**
 * The form of a contract that is about to be sold. What it says is known only in the transaction, its number for one, and
 * printing takes too long to be done while others wait for the next number. So the sale is tried out first, and what it
 * comes to is printed; unless somebody else sold at the same moment it then comes to the same, and the file is there.
 */
export interface SaleForm {
  printAhead(body: ContractInput): Promise<void>
  keep(): Promise<void>
  drop(): Promise<void>
  /** Records the form of the contract; prints it again where it says something else by now. */
  save(tx: Tx, id: number): Promise<Generated>
}

function openSaleForm(services: FormServices, acting: Acting): SaleForm {
  const { files } = services
  let printed: { readonly says: string; readonly content: Buffer; readonly pending: PendingFile } | undefined

  async function load(tx: Tx, id: number) {
    const [row] = await run<ContractRow>(tx, 'select c.* from contract c where c.id = $1', [id])
    return loadForm(tx, services, acting, found(row, `contract ${id}`))
  }

  async function print(loaded: Awaited<ReturnType<typeof loadForm>>, fileName: string) {
    const content = await printForm(services, loaded)
    const claim = { fileName, contentType: undefined }
    const pending = await files.take(acting.caller.tenant.id, claim, inPieces(content), '')
    printed = { says: JSON.stringify(loaded.form), content, pending }
    return printed
  }

  const drop = async () => printed?.pending.drop()
  return {
    async printAhead(body) {
      const loaded = await inTrial(acting.caller.db, async (tx) => {
        const { id } = await createContract(tx, services, acting, body)
        return load(tx, id)
      }).catch((error: unknown) => {
        // The sale itself will say so, or is a repeated one that has its answer.
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
      if (printed?.says !== JSON.stringify(loaded.form)) {
        await drop()
        await (await print(loaded, fileName)).pending.keep()
      }
      if (!printed) throw new Error('The form was not printed.')
      const file = { ...printed.pending.file, fileName }
      const type = found(documentTypeNamed({ documentTypeCode: FORM_TYPE }), 'such document type')
      // Whoever hears of the new contract knows that its form may be there.
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
