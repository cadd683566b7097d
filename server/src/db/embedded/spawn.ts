import type { DataFolder } from './data-folder.ts'

/** The options for starting every PostgreSQL program. */
export function spawnOptions(folder: DataFolder) {
  const { user } = folder
  return {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    // That user may not be allowed to enter our working folder.
    cwd: '/',
    // Our environment variables (PGDATA, PGPORT, PGOPTIONS and so on) must not change what the server does.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  }
}

/** A program that exists but is "not found" lacks its loader, as on systems with musl instead of glibc. */
export function explainSpawn(error: Error): string {
  if (!('code' in error) || error.code !== 'ENOENT') return error.message
  return (
    'The PostgreSQL that comes with this service needs the C library glibc, which this system does not have. ' +
    'Set DATABASE_URL to a PostgreSQL server.'
  )
}
