import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, isStoreKey, type StoredObject } from './store.ts'

/** Stores files in folders below one folder, on the same disk as the arrivals folder. */
export function openDiskStore(folder: string): FileStore {
  const made = new Set<string>()
  const pathOf = (key: string) => {
    // We make the keys ourselves. Anything else could be a path out of the folder.
    if (!isStoreKey(key)) throw new Error('This is not a key of the file store.')
    return join(folder, key)
  }

  /** Makes a folder that survives a crash: the entry in each folder above is synced, too. */
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
    list: (tenantId, beginning = '') => objectsBelow(join(folder, String(tenantId)), tenantId, beginning),
  }
}

/** Resolves when a file's content, or a folder's list of names, is on the disk. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* objectsBelow(
  folder: string,
  tenantId: number,
  beginning: string,
): AsyncGenerator<StoredObject> {
  const shards = (await namesInFolder(folder)).filter((shard) => shard.startsWith(beginning))
  for (const shard of shards)
    for (const name of await namesInFolder(join(folder, shard))) {
      const key = `${tenantId}/${shard}/${name}`
      // It may have been removed since the folder was listed.
      const found = await stat(join(folder, shard, name)).catch(() => undefined)
      if (isStoreKey(key) && found) yield { key, storedAt: found.mtime }
    }
}

/** The names in a folder; none if the folder does not exist. */
export const namesInFolder = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
