import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { projectRoot } from '../../db/project-root.ts'
import { readVinData, type VinData } from '../../domain/vin/file.ts'

const folder = join(projectRoot, 'server', 'data')

let loading: Promise<VinData> | undefined

/** The data that VINs are decoded with. It is read at the first use, off the main thread, and stays in memory. */
export function vinData(): Promise<VinData> {
  loading ??= loadVinData(join(folder, 'vin.bin.gz')).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

export async function loadVinData(file: string): Promise<VinData> {
  // Large pieces take half the time and memory of the default size.
  const bytes = await promisify(gunzip)(await readFile(file), { chunkSize: 1024 * 1024 })
  // Four-byte numbers are read in place, so the buffer must start at a multiple of four.
  return readVinData(bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes))
}
