import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileClaim, FileType } from '../domain/file-types.ts'
import { fileTypeOf } from '../domain/file-types.ts'
import { Problem } from '../http/problems.ts'
import type { Content } from '../http/route.ts'
import { refuse } from '../http/validation.ts'
import { type ArrivalFolder, openArrivals } from './arrive-files.ts'
import { openDiskStore } from './disk-store.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'
import { type FileStore, newKey } from './store.ts'

export interface FileSettings {
  readonly folder: string
  readonly fileBytes: number
  /** Set: files are kept there, and only arrive in the folder. */
  readonly s3: S3Settings | undefined
}

/** A file that may be recorded: it is, or will be, under its key. */
export interface TakenFile {
  readonly storeKey: string
  readonly fileName: string
  readonly type: FileType
  readonly sizeBytes: number
  readonly checksum: Buffer
}

/** A taken file and what becomes of it. */
export interface PendingFile {
  readonly file: TakenFile
  /** Makes it last. A record of it is written after that, never before. */
  keep(): Promise<void>
  /** Removes it, wherever it has got to. It never fails. */
  drop(): Promise<void>
}

/** The files of the service: how they come in, stay, go out and are removed. */
export interface Files {
  readonly store: FileStore
  readonly arrivals: ArrivalFolder
  readonly fileBytes: number
  /** Takes bytes in: counted, hashed, and refused (413, 415) where they are none that we take. `pointer` names them in a refusal. */
  take(
    tenantId: number,
    claim: FileClaim,
    bytes: AsyncIterable<Buffer>,
    pointer: string,
  ): Promise<PendingFile>
  /** The content of a recorded file, compared with its record before any of it goes out, and again while it does. */
  contentOf(file: TakenFile): Content
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
  return {
    store,
    arrivals,
    fileBytes,
    async take(tenantId, claim, bytes, pointer) {
      const arrival = await arrivals.take(bytes)
      const decided = fileTypeOf(claim, arrival.beginning)
      if (arrival.sizeBytes === 0 || 'refused' in decided) {
        await arrivals.forget(arrival)
        throw 'refused' in decided && arrival.sizeBytes > 0
          ? refusedType(decided)
          : refuse([{ pointer, code: 'Length', message: 'The file is empty.' }])
      }
      const { sizeBytes, checksum } = arrival
      const storeKey = newKey(tenantId)
      return {
        file: { storeKey, fileName: claim.fileName, type: decided.type, sizeBytes, checksum },
        keep: () => store.keep(storeKey, arrival),
        async drop() {
          // What stays behind is swept up after a day.
          await arrivals.forget(arrival).catch(() => undefined)
          await store.remove(storeKey).catch(() => undefined)
        },
      }
    },
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

export const refusedType = ({ refused, seen }: { readonly refused: string; readonly seen: string }) =>
  new Problem('UnsupportedMediaType', refused, { members: { seen } })

type Expected = Pick<TakenFile, 'storeKey' | 'sizeBytes' | 'checksum'>

/** The bytes as they are read; the last of them only when they all are what was stored. */
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
    throw new Error(`The file ${expected.storeKey} is damaged: it is not what was stored.`)
  if (last) yield last
}
