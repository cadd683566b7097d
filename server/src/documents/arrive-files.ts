import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BEGINNING_BYTES, type Beginning, readBeginning } from '../domain/file-types.ts'
import { ARCHIVE_END_BYTES, directoryPlace, wordFault } from '../domain/zip-directory.ts'
import { tooLarge } from '../http/arriving.ts'
import { namesInFolder } from './disk-store.ts'
import { hasActiveContent } from './pdf-scripts.ts'
import type { ArrivedFile } from './store.ts'

/** A file that has arrived, and what its first bytes say it is. */
export interface Arrival extends ArrivedFile {
  readonly beginning: Beginning
  /** Whether it can do something when it is opened. Only PDFs are looked into; Word documents with macros are refused. */
  readonly hasActiveContent: boolean
}

/** The folder in which files arrive, before it is decided whether they are kept. */
export interface ArrivalFolder {
  /** Writes the bytes to a new file and inspects them. Refuses content above the size limit. */
  take(bytes: AsyncIterable<Buffer>): Promise<Arrival>
  /** Removes the file if it is still in this folder. */
  forget(file: ArrivedFile): Promise<void>
  /** Removes files that arrived before this instant: a crash left them behind. */
  sweep(before: Date): Promise<number>
}

export function openArrivals(folder: string, fileBytes: number): ArrivalFolder {
  return {
    async take(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      const handle = await open(path, 'wx+', 0o600)
      try {
        const { sizeBytes, checksum } = await write(handle, bytes, fileBytes)
        const beginning = await look(handle, sizeBytes)
        const isActive = beginning.code === 'pdf' && hasActiveContent(await bytesAt(handle, 0, sizeBytes))
        return { path, sizeBytes, checksum, beginning, hasActiveContent: isActive }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await handle.close()
      }
    },
    forget: ({ path }) => rm(path, { force: true }),
    async sweep(before) {
      let count = 0
      for (const name of await namesInFolder(folder)) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || found.mtime >= before) continue
        await rm(path, { force: true })
        count += 1
      }
      return count
    },
  }
}

async function write(handle: FileHandle, bytes: AsyncIterable<Buffer>, atMost: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    sizeBytes += chunk.length
    if (sizeBytes > atMost) throw tooLarge(atMost)
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  return { sizeBytes, checksum: hash.digest() }
}

/** Tells what a file is. Of a ZIP archive only the directory is read; nothing is unpacked. */
async function look(handle: FileHandle, size: number): Promise<Beginning> {
  const beginning = readBeginning(await bytesAt(handle, 0, Math.min(size, BEGINNING_BYTES)))
  if (beginning.code !== 'zip') return beginning
  const tail = await bytesAt(handle, Math.max(0, size - ARCHIVE_END_BYTES), Math.min(size, ARCHIVE_END_BYTES))
  const place = directoryPlace(tail, size)
  if (!place) return { code: undefined, name: 'a ZIP archive that is not a Word document' }
  const fault = wordFault(await bytesAt(handle, place.offset, place.size), place)
  return fault === undefined ? { code: 'docx', name: 'a Word document' } : { code: undefined, name: fault }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const PIECE = 256 * 1024

/** A buffer as a stream of pieces. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
