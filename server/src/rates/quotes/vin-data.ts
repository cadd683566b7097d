import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { projectRoot } from '../../db/project-root.ts'
import { readVinData, type VinData } from '../../domain/vin/file.ts'

const folder = join(projectRoot, 'server', 'data')

let loading: Promise<VinData> | undefined

/** What VINs are decoded from: read when it is first asked for, off the main thread, and kept. */
export function vinData(): Promise<VinData> {
  loading ??= loadVinData(join(folder, 'vin.bin.gz')).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

export async function loadVinData(file: string): Promise<VinData> {
  // Unzipped in few large pieces, which takes half the time and memory of many small ones.
  const bytes = await promisify(gunzip)(await readFile(file), { chunkSize: 1024 * 1024 })
  // Numbers of four bytes are read in place, which asks for a buffer that begins where its memory does.
  return readVinData(bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes))
}
