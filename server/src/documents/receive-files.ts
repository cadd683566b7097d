import { fileNameFault, spelledFileName } from '../domain/file-names.ts'
import { claimedType, type FileClaim } from '../domain/file-types.ts'
import type { FormPart } from '../http/form-parts.ts'
import type { Fault } from '../http/problems.ts'
import type { Received } from '../http/route-specs.ts'
import { refuse } from '../http/validation.ts'
import { inPieces } from './arrive-files.ts'
import { type AcceptedFile, type Files, fileTypeProblem, type PendingFile } from './files.ts'

/** A file that came with a request, and the other fields of that request. */
interface UploadedFile<Facts> {
  readonly facts: Facts
  readonly file: AcceptedFile
}

/** Receives a file in base64. The schema has already checked that it is base64. */
export function takeBase64(
  files: Files,
  tenantId: number,
  claim: FileClaim,
  { data, pointer }: { readonly data: string; readonly pointer: string },
): Promise<PendingFile> {
  const early = claimedType(claim)
  if ('refused' in early) throw fileTypeProblem(early)
  return files.take(tenantId, claim, inPieces(Buffer.from(data, 'base64')), pointer)
}

/** Receives the one file of a form, in its part `file`. */
export async function takeFormFile(
  files: Files,
  tenantId: number,
  parts: AsyncIterable<FormPart>,
): Promise<PendingFile> {
  const faults: Fault[] = []
  let pending: PendingFile | undefined
  try {
    for await (const part of parts) {
      const fault = pending && part.name === 'file' ? secondFile : partFault(part)
      if (fault) faults.push(fault)
      else pending = await takePart(files, tenantId, part)
    }
    if (!pending && faults.length === 0) faults.push(noFile)
    if (pending && faults.length === 0) return pending
  } catch (error) {
    await pending?.drop()
    throw error
  }
  await pending?.drop()
  throw refuse(faults)
}

const noFile: Fault = { pointer: '/file', code: 'Required', message: 'The form has no part named file.' }
const secondFile: Fault = {
  pointer: '/file',
  code: 'Format',
  message: 'The form has two parts named file. Send one.',
}

function partFault({ name, fileName }: FormPart): Fault | undefined {
  if (name !== 'file') {
    const message = 'The form may have only one part, named file.'
    return { pointer: `/${name.slice(0, 200)}`, code: 'Unknown', message, known: ['file'] }
  }
  const message = fileNameFault(fileName ?? '')
  return message === undefined ? undefined : { pointer: '/file', code: 'Format', message }
}

function takePart(files: Files, tenantId: number, part: FormPart): Promise<PendingFile> {
  const claim = { fileName: spelledFileName(part.fileName ?? ''), contentType: part.contentType }
  const early = claimedType(claim)
  if ('refused' in early) throw fileTypeProblem(early)
  return files.take(tenantId, claim, part.content, '/file')
}

/** An uploaded file: stored before the write, removed if the write does not happen. */
export const receivedUpload = <Facts>(
  { file, keep, drop }: PendingFile,
  facts: Facts,
): Received<UploadedFile<Facts>> => ({
  taken: { facts, file },
  fingerprint: {
    facts,
    fileName: file.fileName,
    contentType: file.type.contentType,
    sizeBytes: file.sizeBytes,
    checksumSha256: file.checksum.toString('hex'),
  },
  keep,
  drop,
})
