import { type DocumentType, documentTypeNamed } from '../domain/document-types.ts'
import { claimedType, type FileType } from '../domain/file-types.ts'
import type { Acting } from '../http/caller.ts'
import { unknownReference } from '../http/problems.ts'
import type { Received } from '../http/route-specs.ts'
import { inPieces } from './arrive-files.ts'
import { type AcceptedFile, type Files, fileTypeProblem } from './files.ts'
import type { DocumentOwner, WrittenDocument } from './owner.ts'
import { receivedUpload, takeBase64 } from './receive-files.ts'
import type { DocumentFacts } from './save-documents.ts'
import type { DocumentInput } from './schemas.ts'

/** What a request supplies for a document: its content, sent by the caller or generated here, or a request to upload it later. */
export type IncomingDocument = { readonly facts: DocumentFacts } & (
  | { readonly file: AcceptedFile; readonly written?: WrittenDocument }
  | { readonly uploadLater: FileType; readonly origin: string }
)

interface DocumentRequest extends Acting {
  readonly entityId: number
  readonly origin: string
  readonly sent: DocumentInput
}

/** Receives the content of a document before the transaction begins. */
export async function receiveDocument(
  files: Files,
  owner: DocumentOwner,
  { sent, origin, entityId, ...acting }: DocumentRequest,
): Promise<Received<IncomingDocument>> {
  if (sent.generate === true && owner.generate)
    return receiveWritten(files, acting, await owner.generate(acting, entityId))
  const { fileName = '', contentType, documentData, description } = sent
  const facts = { type: typeNamed(owner, sent), fileName, description, details: detailsOf(owner, sent) }
  const tenantId = acting.caller.tenant.id
  const claim = { fileName, contentType }
  if (documentData === undefined) {
    const claimed = claimedType(claim)
    if ('refused' in claimed) throw fileTypeProblem(claimed)
    const taken = { facts, uploadLater: claimed.type, origin }
    return { taken, fingerprint: sent, keep: nothing, drop: nothing }
  }
  const pending = await takeBase64(files, tenantId, claim, { data: documentData, pointer: '/documentData' })
  const received = receivedUpload(pending, facts)
  return { ...received, taken: received.taken }
}

const nothing = () => Promise.resolve()

async function receiveWritten(
  files: Files,
  { caller }: Acting,
  written: WrittenDocument,
): Promise<Received<IncomingDocument>> {
  const { documentTypeCode, fileName, content } = written
  const type = documentTypeNamed({ documentTypeCode })
  if (!type) throw new Error(`There is no document type ${documentTypeCode}.`)
  const claim = { fileName, contentType: undefined }
  const pending = await files.take(caller.tenant.id, claim, inPieces(content), '')
  const facts = { type, fileName }
  // Asking again is the same request, even if the record has changed since.
  return { ...pending, taken: { facts, file: pending.file, written }, fingerprint: { generate: true } }
}

function typeNamed({ documentTypes, noun }: DocumentOwner, sent: DocumentInput): DocumentType {
  const type = documentTypeNamed(sent)
  const pointer =
    sent.documentTypeCode !== undefined
      ? '/documentTypeCode'
      : sent.documentTypeName !== undefined
        ? '/documentTypeName'
        : '/documentTypeId'
  if (!type) throw unknownReference(pointer, 'such document type')
  if (documentTypes && !documentTypes.includes(type.code))
    throw unknownReference(pointer, `document type ${type.code} on a ${noun}`)
  return type
}

/** The fields that only documents of this kind of owner have. */
function detailsOf(
  { documentFields }: DocumentOwner,
  sent: DocumentInput,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(documentFields?.sent ?? {})
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}
