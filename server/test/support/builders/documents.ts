import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reachesDealer } from '../../../src/access/scope.ts'
import { run } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { openArrivals } from '../../../src/documents/arrive-files.ts'
import { openDiskStore } from '../../../src/documents/disk-store.ts'
import { type Files, filesOver } from '../../../src/documents/files.ts'
import type { AddedFile, DocumentOwner } from '../../../src/documents/owner.ts'
import { documentRoutesFor } from '../../../src/documents/owner-routes.ts'
import { documentRoutes } from '../../../src/documents/routes.ts'
import type { DocumentServices } from '../../../src/documents/services.ts'
import { found, Problem } from '../../../src/http/problems.ts'
import type { TestService } from '../service/app.ts'
import { serve, type TestServer } from '../service/server.ts'

/** A server with documents and files of dealers, and its own store. */
export interface DocumentServer extends TestServer {
  readonly services: DocumentServices
  readonly folder: string
  /** The calls of the owner's hook. */
  readonly added: AddedFile[]
  readonly logged: string[]
  /** Ids of dealers that another user has locked. */
  readonly locked: Set<number>
  /** The dealer D1001, and a dealer that its callers do not see. */
  readonly own: number
  readonly other: number
  /** The paths of all files in the store and in the upload folder. */
  left(): Promise<string[]>
  stop(): Promise<void>
}

/** Dealers, because they exist and limited callers see only some of them. */
function dealerOwner(added: AddedFile[], locked: Set<number>): DocumentOwner {
  return {
    entityType: 'AccountHolder',
    path: '/dealers/{dealerId}',
    idName: 'dealerId',
    tag: 'Test',
    noun: 'dealer',
    read: 'documents:read',
    write: 'documents:write',
    async canSee(db, caller, id) {
      const reach = reachesDealer(caller, 'd.id') ?? sql`true`
      const { rows } = await sql`select 1 from dealer d where d.id = ${id} and ${reach}`.execute(db)
      return rows.length > 0
    },
    async lock(tx, { caller }, id) {
      const [row] = await run(tx, 'select 1 from dealer where id = $1 for update', [id])
      found(row && (await this.canSee(tx, caller, id)) ? row : undefined, `dealer ${id}`)
      if (locked.has(id)) throw new Problem('Locked', 'Somebody else is working on this dealer.')
    },
    async onFileAdded(_tx, _id, file) {
      added.push(file)
    },
    documentIdName: 'documentId',
    fileIdName: 'fileId',
  }
}

export async function serveDocuments(
  service: TestService,
  choices: {
    readonly owner?: Partial<DocumentOwner>
    readonly fileBytes?: number
    files?(files: Files): Files
  } = {},
): Promise<DocumentServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-files-'))
  const [added, locked, logged] = [[] as AddedFile[], new Set<number>(), [] as string[]]
  const { fileBytes = 25 * 1024 * 1024 } = choices
  const disk = filesOver(
    openDiskStore(join(folder, 'kept')),
    openArrivals(join(folder, 'arriving'), fileBytes),
    fileBytes,
  )
  const services: DocumentServices = { ...service.app.services, files: choices.files?.(disk) ?? disk }
  const owner: DocumentOwner = { ...dealerOwner(added, locked), ...choices.owner }
  const server = await serve(
    service,
    [...documentRoutesFor(services, owner), ...documentRoutes(services, [owner])],
    { onLog: (line) => logged.push(line) },
  )
  const admin = service.api.as('sandbox-admin')
  const idOf = async (number: string) => (await admin.get(`/dealers?number=${number}`)).body[0].id as number
  return {
    ...server,
    ...{ services, folder, added, locked, logged },
    own: await idOf('D1001'),
    other: await idOf('D2001'),
    left: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    async stop() {
      await server.server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// --- Files --------------------------------------------------------------------------------------------------------

const bytes = (text: string) => Buffer.from(text, 'latin1')

export const pdf = (content = 'Hello') => bytes(`%PDF-1.7\n% ${content}\n%%EOF\n`)
export const jpg = (content = '') => bytes(`\xff\xd8\xff\xe0\0\x10JFIF\0${content}\xff\xd9`)
export const png = () => bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0')
export const tif = () => bytes('II*\0\x08\0\0\0\0\0\0\0\0\0')
/** A PDF of this length. */
export const pdfOf = (length: number) => Buffer.concat([pdf(), Buffer.alloc(length - pdf().length, 0x20)])

interface ZipEntry {
  readonly name: string
  readonly content?: string
  /** The unpacked size in the directory of the archive. */
  readonly unpackedBytes?: number
}

/** A ZIP archive without compression. */
export function zip(entries: readonly ZipEntry[], comment = ''): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, content = '', unpackedBytes = content.length } of entries) {
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(content.length, 4)
    sizes.writeUInt32LE(unpackedBytes, 8)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const local = Buffer.concat([
      bytes('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0'),
      sizes,
      lengths,
      bytes(name + content),
    ])
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    locals.push(local)
    directory.push(bytes('PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0'), sizes, lengths, at, bytes(name))
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...locals, listed, bytes('PK\x05\x06'), end, bytes(comment)])
}

export const wordEntries: readonly ZipEntry[] = [
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'word/document.xml', content: '<w:document/>' },
]
export const docx = () => zip(wordEntries)

/** A form with one file, as a browser sends it. */
export function form(name: string, content: Buffer, type = 'application/octet-stream', field = 'file') {
  const boundary = '----test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The content of all files in a folder. */
export const contents = (paths: readonly string[]) => Promise.all(paths.map((path) => readFile(path)))
