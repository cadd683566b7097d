import { loadForm } from '../../contracts/form/load-form.ts'
import { letterAddress, mailLetter } from '../../contracts/form/mail-letter.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { afterRollback } from '../../db/unit-of-work.ts'
import { inPieces } from '../../documents/arrive-files.ts'
import { saveDocument } from '../../documents/save-documents.ts'
import { claimLetter } from '../../domain/claims/letter.ts'
import { documentTypeNamed } from '../../domain/document-types.ts'
import { found } from '../../http/problems.ts'
import type { Act } from '../decide/act-on-claim.ts'
import { lockClaim } from '../record/load-claim.ts'
import { loadRead, readClaim } from '../record/read-claim.ts'
import { claimDocuments, DECISION } from './documents.ts'
import { letterFacts } from './letter-facts.ts'

/**
 * Writes the decision on a claim as a letter to the customer, and saves it with the documents of the claim. The PDF is drawn
 * inside the transaction, like the letter about a cancellation: only others who need this contract wait for it.
 */
export const writeLetter =
  (forms: FormServices): Act =>
  async (tx, services, acting, id, { mail }) => {
    await lockClaim(tx, acting.caller, id)
    const read = await loadRead(tx, services, acting, id)
    const { form } = await loadForm(tx, forms, acting, read.contract)
    const to = letterAddress(acting, mail, form.customer)
    const letter = claimLetter(await letterFacts(tx, acting, read, form))
    const content = await forms.printer.drawLetter(letter)
    const fileName = `${read.claim.number}-decision.pdf`
    const claim = { fileName, contentType: undefined }
    const pending = await forms.files.take(acting.caller.tenant.id, claim, inPieces(content), '')
    afterRollback(tx, () => void pending.drop())
    await pending.keep()
    const type = found(documentTypeNamed({ documentTypeCode: DECISION }), 'such document type')
    const facts = { type, fileName, description: letter.heading }
    const { documentId } = await saveDocument(tx, acting, claimDocuments, id, { facts, file: pending.file })
    await mailLetter(tx, forms, acting, {
      ...{ to, customer: form.customer, about: `claim ${read.claim.number}` },
      attachment: { fileName, documentId },
    })
    const generatedDocument = { id: documentId, documentTypeCode: DECISION }
    const answer = { ...(await readClaim(tx, services, acting, id)), generatedDocument }
    return answer
  }
