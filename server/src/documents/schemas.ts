import { z } from 'zod'
import { fileNameFault, spelledFileName } from '../domain/file-names.ts'
import { Id, Instant, text } from '../http/schemas.ts'
import { isBase64 } from './base64.ts'
import { type DocumentOwner, entityTypes } from './owner.ts'

const Checksum = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .describe('SHA-256 of the content, in hex.')

export const DocumentVersion = z
  .object({
    version: z.int(),
    fileId: Id,
    uploadedAt: Instant,
    uploadedBy: z.string(),
    checksumSha256: Checksum,
  })
  .meta({ id: 'DocumentVersion' })

const documentFields = {
  id: Id,
  documentTypeId: z.int(),
  documentTypeCode: z.string(),
  documentTypeName: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  description: z.string().nullable(),
  entityType: z.enum(entityTypes),
  entityId: Id,
  versions: z.array(DocumentVersion),
  createdAt: Instant,
  createdBy: z.string(),
}
const documentData = z.string().describe('The content of the newest version, in base64.')

export const Document = z.object(documentFields).meta({ id: 'Document' })
export const DocumentWithData = z.object({ ...documentFields, documentData }).meta({ id: 'DocumentWithData' })
export type DocumentModel = z.input<typeof Document>

/** The shapes of an owner's documents, which may have fields of their own. */
export function documentShapes({ entityType, documentFields: own }: DocumentOwner) {
  if (!own) return { row: Document, one: DocumentWithData }
  const fields = { ...documentFields, ...own.shown }
  return {
    row: z.object(fields).meta({ id: `${entityType}Document` }),
    one: z.object({ ...fields, documentData }).meta({ id: `${entityType}DocumentWithData` }),
  }
}

export const FileInfo = z
  .object({
    id: Id,
    fileName: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    checksumSha256: Checksum,
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'FileInfo' })
export type FileInfoModel = z.input<typeof FileInfo>

export const FileResultData = z
  .object({
    fileId: Id,
    fileName: z.string(),
    contentType: z.string(),
    data: z.string().describe('The content, in base64.'),
  })
  .meta({ id: 'FileResultData' })

export const PresignedLink = z
  .object({
    url: z.string(),
    method: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'PATCH']),
    headers: z.record(z.string(), z.string()),
    expiresAt: Instant,
  })
  .meta({ id: 'PresignedLink' })
export type PresignedLinkModel = z.input<typeof PresignedLink>

export const GeneratedDocument = z
  .object({
    documentId: Id,
    fileName: z.string(),
    pdf: z
      .object({ fileName: z.string(), contentType: z.string(), data: z.string().describe('In base64.') })
      .meta({ id: 'PDF' }),
    isDraft: z.boolean(),
  })
  .meta({ id: 'GeneratedContractDocument' })

export const DocumentPostResponse = z
  .object({
    documentId: Id,
    fileId: Id,
    checksumSha256: Checksum.nullable().describe('Null until the content has arrived.'),
    // Whoever has the link may use it: it is kept as a secret is.
    uploadLink: PresignedLink.nullable().meta({ secret: true, description: 'Where to PUT the content.' }),
    generatedDocument: GeneratedDocument.nullable().meta({ unaudited: true }),
  })
  .meta({ id: 'DocumentPostResponse' })

/** A file's name as it may be stored. What is wrong with one is said in words. */
export const FileName = z
  .string()
  .superRefine((name, context) => {
    const message = fileNameFault(name)
    if (message) context.addIssue({ code: 'custom', message, params: { code: 'Format' } })
  })
  .transform(spelledFileName)
  .meta({ example: 'signed-contract.pdf' })

/** Content in JSON. */
export const Base64 = z
  .string()
  .refine(isBase64, { message: 'not base64 (RFC 4648, without line ends)', params: { code: 'Format' } })
  .meta({ contentEncoding: 'base64', example: 'JVBERi0xLjcK' })

export const FileCreateData = z
  .strictObject({ fileName: FileName, contentType: z.string().max(200).optional(), data: Base64 })
  .meta({ id: 'FileCreateData' })

/** The form that a file is sent in. */
export const FileForm = z
  .strictObject({ file: z.string().meta({ contentMediaType: 'application/octet-stream' }) })
  .meta({ id: 'FileForm' })

/** What makes a document of this owner, one way or another. */
export function documentCreateData({ entityType, documentFields: own, generate }: DocumentOwner) {
  const shape = z.strictObject({
    documentTypeCode: text(40).optional(),
    documentTypeName: text(80).optional(),
    documentTypeId: z.int().optional(),
    fileName: FileName.optional(),
    contentType: z.string().max(200).optional().describe('Absent: by the ending of the name.'),
    documentData: Base64.optional(),
    requestUpload: z
      .boolean()
      .optional()
      .describe(
        'Answer a link to PUT the content to within 15 minutes; until then the document is not there.',
      ),
    description: z.string().max(500).nullable().optional(),
    ...(generate ? { generate: z.boolean().optional().describe('Write the document from the record.') } : {}),
    ...own?.sent,
  })
  const isPlain = !own && !generate
  return shape
    .superRefine((sent, context) => {
      const ways = [sent.documentData !== undefined, sent.requestUpload === true, sent.generate === true]
      const fault = (path: string, message: string, code: 'Required' | 'Unknown') =>
        context.addIssue({ code: 'custom', path: [path], message, params: { code } })
      if (sent.generate === true) {
        for (const name of Object.keys(sent)) if (name !== 'generate') fault(name, BESIDE_GENERATE, 'Unknown')
        return
      }
      if (!ways.includes(true))
        fault('documentData', 'The content, or requestUpload, is required.', 'Required')
      if (ways.filter(Boolean).length > 1) fault('requestUpload', 'The content is sent already.', 'Unknown')
      if (sent.fileName === undefined) fault('fileName', 'A value is required here.', 'Required')
      if (
        [sent.documentTypeCode, sent.documentTypeName, sent.documentTypeId].every(
          (given) => given === undefined,
        )
      )
        fault('documentTypeCode', 'The code, the name or the id of a document type is required.', 'Required')
    })
    .meta({ id: isPlain ? 'DocumentCreateData' : `${entityType}DocumentCreateData`, example: EXAMPLE })
}

const BESIDE_GENERATE = 'What is written from the record is not described by the caller.'
const EXAMPLE = { documentTypeCode: 'SIGNED', fileName: 'signed-contract.pdf', documentData: 'JVBERi0xLjcK' }

export type DocumentSent = z.output<ReturnType<typeof documentCreateData>>
