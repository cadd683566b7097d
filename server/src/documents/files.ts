import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileClaim, FileType } from '../domain/file-types.ts'
import { decideFileType } from '../domain/file-types.ts'
import { Problem } from '../http/problems.ts'
import type { Content } from '../http/route-specs.ts'
import { refuse } from '../http/validation.ts'
import { type Arrival, type ArrivalFolder, openArrivals } from './arrive-files.ts'
import { openDiskStore } from './disk-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'
import { type FileStore, newStoreKey } from './store.ts'

interface FileSettings {
  readonly folder: string
  readonly fileBytes: number
  /** If set, files are stored there, and the folder holds only arriving files. */
  readonly s3: S3Settings | undefined
}

/** A file that passed all checks and may be recorded. It is, or will be, in the store under its key. */
export interface AcceptedFile {
  readonly storeKey: string
  readonly fileName: string
  readonly type: FileType
  readonly sizeBytes: number
  readonly checksum: Buffer
  /** A PDF that can do something when it is opened. It is given out as a download only, and no page shows it. */
  readonly hasActiveContent: boolean
}

/** An accepted file whose fate is not decided yet. */
export interface PendingFile {
  readonly file: AcceptedFile
  /** Stores the file for good. Its record is written after that, never before. */
  keep(): Promise<void>
  /** Removes the file, wherever it is by then. Never fails. */
  drop(): Promise<void>
}

/** Receives, stores, sends and removes files. */
export interface Files {
  readonly store: FileStore
  readonly arrivals: ArrivalFolder
  readonly fileBytes: number
  /** Receives bytes, counts and hashes them, and refuses what we do not accept (413, 415). `pointer` names them in a refusal. */
  take(
    tenantId: number,
    claim: FileClaim,
    bytes: AsyncIterable<Buffer>,
    pointer: string,
  ): Promise<PendingFile>
  /** Takes bytes that the service itself has made, of a type that it knows. */
  takeMade(
    tenantId: number,
    made: { readonly fileName: string; readonly type: FileType },
    bytes: AsyncIterable<Buffer>,
  ): Promise<PendingFile>
  /** The content of a recorded file. It is compared with its record before it is sent, and again while it is sent. */
  contentOf(file: AcceptedFile): Content
}

export function openFiles(settings: FileSettings): Files {
  const store = settings.s3 ? openS3Store(settings.s3) : openDiskStore(join(settings.folder, 'kept'))
  return filesOver(
    store,
    openArrivals(join(settings.folder, 'arriving'), settings.fileBytes),
    settings.fileBytes,
  )
}

export function filesOver(store: FileStore, arrivals: ArrivalFolder, fileBytes: number): Files {
  function pending(
    tenantId: number,
    named: Pick<AcceptedFile, 'fileName' | 'type'>,
    arrival: Arrival,
  ): PendingFile {
    const { sizeBytes, checksum, hasActiveContent } = arrival
    const storeKey = newStoreKey(tenantId)
    return {
      file: { storeKey, ...named, sizeBytes, checksum, hasActiveContent },
      keep: () => store.keep(storeKey, arrival),
      async drop() {
        // Anything left behind is swept after a day.
        await arrivals.forget(arrival).catch(() => undefined)
        await store.remove(storeKey).catch(() => undefined)
      },
    }
  }
  return {
    store,
    arrivals,
    fileBytes,
    async take(tenantId, claim, bytes, pointer) {
      const arrival = await arrivals.take(bytes)
      const decided = decideFileType(claim, arrival.beginning)
      if (arrival.sizeBytes === 0 || 'refused' in decided) {
        await arrivals.forget(arrival)
        throw 'refused' in decided && arrival.sizeBytes > 0
          ? fileTypeProblem(decided)
          : refuse([{ pointer, code: 'Length', message: 'The file is empty.' }])
      }
      return pending(tenantId, { fileName: claim.fileName, type: decided.type }, arrival)
    },
    takeMade: async (tenantId, made, bytes) => pending(tenantId, made, await arrivals.take(bytes)),
    contentOf: ({ storeKey, fileName, type, sizeBytes, checksum }) => ({
      fileName,
      contentType: type.contentType,
      sizeBytes,
      checksumSha256: checksum.toString('hex'),
      async open() {
        const expected = { storeKey, sizeBytes, checksum }
        for await (const _ of compared(await store.open(storeKey), expected));
        return compared(await store.open(storeKey), expected)
      },
    }),
  }
}

export const fileTypeProblem = ({ refused, seen }: { readonly refused: string; readonly seen: string }) =>
  new Problem('UnsupportedMediaType', refused, { members: { seen } })

type Expected = Pick<AcceptedFile, 'storeKey' | 'sizeBytes' | 'checksum'>

/** The bytes as they are read. The last piece is held back until all of them match what was stored. */
async function* compared(stream: Readable, expected: Expected): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let count = 0
  let last: Buffer | undefined
  for await (const chunk of stream) {
    count += (chunk as Buffer).length
    hash.update(chunk as Buffer)
    if (count > expected.sizeBytes) break
    if (last) yield last
    last = chunk as Buffer
  }
  if (count !== expected.sizeBytes || !hash.digest().equals(expected.checksum))
    throw new Error(`The file ${expected.storeKey} is damaged: its content is not what was stored.`)
  if (last) yield last
}
