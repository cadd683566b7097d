import { type DocumentType, documentTypeNamed } from '../domain/document-types.ts'
import { claimedType, type FileType } from '../domain/file-types.ts'
import type { Acting } from '../http/caller.ts'
import { unknownReference } from '../http/problems.ts'
import type { Received } from '../http/route.ts'
import { inPieces } from './arrive-files.ts'
import { type Files, refusedType, type TakenFile } from './files.ts'
import type { DocumentOwner, WrittenDocument } from './owner.ts'
import { receivedWith, takeBase64 } from './receive-files.ts'
import type { DocumentFacts } from './save-documents.ts'
import type { DocumentSent } from './schemas.ts'

/** What a request brings for a document: its content, written by the caller or by us, or the wish to send it later. */
export type BroughtDocument = { readonly facts: DocumentFacts } & (
  | { readonly file: TakenFile; readonly written?: WrittenDocument }
  | { readonly awaited: FileType; readonly origin: string }
)

interface Asked extends Acting {
  readonly entityId: number
  readonly origin: string
  readonly sent: DocumentSent
}

/** Takes in what a request brings, before its transaction. */
export async function receiveDocument(
  files: Files,
  owner: DocumentOwner,
  { sent, origin, entityId, ...acting }: Asked,
): Promise<Received<BroughtDocument>> {
  if (sent.generate === true && owner.generate)
    return receiveWritten(files, acting, await owner.generate(acting, entityId))
  const { fileName = '', contentType, documentData, description } = sent
  const facts = { type: typeNamed(owner, sent), fileName, description, details: detailsOf(owner, sent) }
  const tenantId = acting.caller.tenant.id
  const claim = { fileName, contentType }
  if (documentData === undefined) {
    const claimed = claimedType(claim)
    if ('refused' in claimed) throw refusedType(claimed)
    const taken = { facts, awaited: claimed.type, origin }
    return { taken, fingerprint: sent, keep: nothing, drop: nothing }
  }
  const pending = await takeBase64(files, tenantId, claim, { data: documentData, pointer: '/documentData' })
  const received = receivedWith(pending, facts)
  return { ...received, taken: received.taken }
}

const nothing = () => Promise.resolve()

async function receiveWritten(
  files: Files,
  { caller }: Acting,
  written: WrittenDocument,
): Promise<Received<BroughtDocument>> {
  const { documentTypeCode, fileName, content } = written
  const type = documentTypeNamed({ documentTypeCode })
  if (!type) throw new Error(`There is no document type ${documentTypeCode}.`)
  const claim = { fileName, contentType: undefined }
  const pending = await files.take(caller.tenant.id, claim, inPieces(content), '')
  const facts = { type, fileName }
  // The same wish is the same request, whatever has been written since.
  return { ...pending, taken: { facts, file: pending.file, written }, fingerprint: { generate: true } }
}

function typeNamed({ documentTypes, noun }: DocumentOwner, sent: DocumentSent): DocumentType {
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

/** The fields that only this owner's documents have. */
function detailsOf({ documentFields }: DocumentOwner, sent: DocumentSent): Readonly<Record<string, unknown>> {
  const names = Object.keys(documentFields?.sent ?? {})
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}
