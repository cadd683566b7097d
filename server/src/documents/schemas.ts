import { z } from 'zod'
import { FILE_NAME_AT_MOST, fileNameFault, spelledFileName } from '../domain/file-names.ts'
import { Id, Instant, text } from '../http/schemas.ts'

import { type DocumentOwner, entityTypes } from './owner.ts'

const Checksum = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .describe('SHA-256 of the content, in hex.')

const HasActiveContent = z
  .boolean()
  .describe('Whether the PDF has scripts or attachments. Download such a file; never show it in a page.')

const DocumentVersion = z
  .object({
    version: z.int(),
    fileId: Id,
    uploadedAt: Instant,
    uploadedBy: z.string(),
    checksumSha256: Checksum,
    hasActiveContent: HasActiveContent,
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
export function documentShapes({
  entityType,
  documentFields: own,
}: Pick<DocumentOwner, 'entityType' | 'documentFields'>) {
  if (!own) return { row: Document, one: DocumentWithData }
  const fields = { ...documentFields, ...own.shown }
  return {
    row: z.object(fields).meta({ id: `${entityType}Document` }),
    one: z.object({ ...fields, documentData }).meta({ id: `${entityType}DocumentWithData` }),
  }
}

export const DocumentTypeModel = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    acceptedOn: z
      .array(z.enum(entityTypes))
      .describe('The kinds of records that take documents of this type.'),
  })
  .meta({ id: 'DocumentType' })

export const FileInfo = z
  .object({
    id: Id,
    fileName: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    checksumSha256: Checksum,
    hasActiveContent: HasActiveContent,
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
    hasActiveContent: HasActiveContent,
    data: z.string().describe('The content, in base64.'),
  })
  .meta({ id: 'FileResultData' })

export const PresignedLink = z
  .object({
    url: z.string(),
    method: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'PATCH']).meta({ id: 'HttpMethod' }),
    headers: z.record(z.string(), z.string()),
    expiresAt: Instant,
  })
  .meta({ id: 'PresignedLink' })
export type PresignedLinkModel = z.input<typeof PresignedLink>

export const GeneratedDocument = z
  .object({
    documentId: Id,
    fileName: z.string(),
    pdf: z.object({ fileName: z.string(), contentType: z.string(), data: z.string() }).meta({ id: 'PDF' }),
    isDraft: z.boolean(),
  })
  .meta({ id: 'GeneratedContractDocument' })

export const DocumentPostResponse = z
  .object({
    documentId: Id,
    fileId: Id,
    checksumSha256: Checksum.nullable().describe('Null until the content has arrived.'),
    // Anyone who has the link can use it, so it is treated as a secret.
    uploadLink: PresignedLink.nullable().meta({
      secret: true,
      description:
        'The link to PUT the content to. Without a public address of the service, its url is a path.',
    }),
    generatedDocument: GeneratedDocument.nullable().meta({ unaudited: true }),
  })
  .meta({ id: 'DocumentPostResponse' })

/** A file name that can be stored. The message says what is wrong with one that cannot. */
export const FileName = z
  .string()
  .superRefine((name, context) => {
    const message = fileNameFault(name)
    if (message) context.addIssue({ code: 'custom', message, params: { code: 'Format' } })
  })
  .transform(spelledFileName)
  .meta({ maxLength: FILE_NAME_AT_MOST, example: 'signed-contract.pdf' })

/**
 * Whether a text is base64 (RFC 4648): the plain alphabet, padded, without line breaks. The decoder skips characters
 * that it does not know, so the decoded length tells; checking thirty million characters one by one would take too long.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Buffer.from(text, 'base64').length === (text.length / 4) * 3 - padding
}

/** File content in JSON. */
export const Base64 = z
  .string()
  .refine(isBase64, { message: 'must be base64 (RFC 4648, without line breaks)', params: { code: 'Format' } })
  // A body has at most 34 MiB.
  .meta({ contentEncoding: 'base64', maxLength: 34 * 1024 * 1024, example: 'JVBERi0xLjcK' })

export const FileCreateData = z
  .strictObject({ fileName: FileName, contentType: z.string().max(200).optional(), data: Base64 })
  .meta({ id: 'FileCreateData' })

/** The form for sending a file. */
export const FileForm = z
  .strictObject({ file: z.string().meta({ contentMediaType: 'application/octet-stream' }) })
  .meta({ id: 'FileForm' })

/** What creates a document of this kind of owner. */
export function documentCreateData({ entityType, documentFields: own, generate }: DocumentOwner) {
  const shape = z.strictObject({
    documentTypeCode: text(40).optional(),
    documentTypeName: text(80).optional(),
    documentTypeId: z.int().optional(),
    fileName: FileName.optional(),
    contentType: z.string().max(200).optional().describe('If absent, the type follows from the file name.'),
    documentData: Base64.optional(),
    requestUpload: z
      .boolean()
      .optional()
      .describe(
        'Return a link to PUT the content to within 15 minutes. The document does not exist until then.',
      ),
    description: z.string().max(500).nullable().optional(),
    ...(generate
      ? { generate: z.boolean().optional().describe('Generate the document from the record.') }
      : {}),
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
        fault('documentData', 'Send documentData, or set requestUpload to true.', 'Required')
      if (ways.filter(Boolean).length > 1)
        fault('requestUpload', 'Send either documentData or requestUpload, not both.', 'Unknown')
      if (sent.fileName === undefined) fault('fileName', 'fileName is required.', 'Required')
      if (
        [sent.documentTypeCode, sent.documentTypeName, sent.documentTypeId].every(
          (given) => given === undefined,
        )
      )
        fault('documentTypeCode', 'Send documentTypeCode, documentTypeName or documentTypeId.', 'Required')
    })
    .meta({
      id: isPlain ? 'DocumentCreateData' : `${entityType}DocumentCreateData`,
      description:
        'Name the type by its code, name or id. Send the content as documentData, or ask for a link with requestUpload.',
      example: EXAMPLE,
      ...(generate ? {} : { required: ['fileName'] }),
    })
}

const BESIDE_GENERATE = 'With generate, send no other field: the document is generated from the record.'
const EXAMPLE = { documentTypeCode: 'SIGNED', fileName: 'signed-contract.pdf', documentData: 'JVBERi0xLjcK' }

export type DocumentInput = z.output<ReturnType<typeof documentCreateData>>
