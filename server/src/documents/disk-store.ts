import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, isKey, type StoredObject } from './store.ts'

/** Files in folders below one folder, on the same disk as those that are arriving. */
export function openDiskStore(folder: string): FileStore {
  const made = new Set<string>()
  const pathOf = (key: string) => {
    // Keys are our own; one that is not must not lead anywhere.
    if (!isKey(key)) throw new Error('This is not a key of the file store.')
    return join(folder, key)
  }

  /** Makes a folder so that it is still there after a crash: each one is written into the folder above it. */
  async function makeFolder(path: string): Promise<void> {
    if (made.has(path)) return
    await mkdir(path, { recursive: true, mode: 0o700 })
    for (let at = path; at.length >= folder.length; at = dirname(at)) await synced(dirname(at))
    made.add(path)
  }

  return {
    async keep(key, file) {
      const path = pathOf(key)
      await synced(file.path)
      await makeFolder(dirname(path))
      await rename(file.path, path)
      await synced(dirname(path))
    },
    async open(key) {
      const stream = createReadStream(pathOf(key))
      await once(stream, 'open')
      return stream
    },
    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (tenantId) => objectsBelow(folder, tenantId),
  }
}

/** Resolves when a file, or what a folder lists, is on the disk. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* objectsBelow(folder: string, tenantId: number): AsyncGenerator<StoredObject> {
  for (const shard of await namesIn(join(folder, String(tenantId))))
    for (const name of await namesIn(join(folder, String(tenantId), shard))) {
      const key = `${tenantId}/${shard}/${name}`
      // Somebody may have removed it meanwhile.
      const found = await stat(join(folder, key)).catch(() => undefined)
      if (isKey(key) && found) yield { key, at: found.mtime }
    }
}

/** What a folder holds; nothing where there is none. */
export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
