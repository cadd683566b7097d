import type { DataFolder } from './data-folder.ts'

/** How every program of PostgreSQL is started. */
export function spawnOptions(folder: DataFolder) {
  const { user } = folder
  return {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    // Our own working folder may be closed to that user.
    cwd: '/',
    // Nothing of our environment (PGDATA, PGPORT, PGOPTIONS and so on) may change what the server does.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

/** A program that is there and yet not found lacks its loader, as on systems with musl instead of glibc. */
export function explainSpawn(error: Error): string {
  if (!('code' in error) || error.code !== 'ENOENT') return error.message
  return (
    'The PostgreSQL that comes with this service needs the C library glibc, which this system does not have. ' +
    'Set DATABASE_URL to a PostgreSQL server.'
  )
}
