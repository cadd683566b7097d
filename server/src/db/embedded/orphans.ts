import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isPostmasterOf, send } from './postmaster.ts'

/**
 * Ends the sessions that a killed server has left behind. They would end by themselves after their statement, but until then
 * no server can start. Nothing is lost: their transactions end with the server, and the next one recovers the data.
 */
export function endOrphans(database: string): void {
  // Elsewhere the folder of a process cannot be read, and the next server waits.
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').map(Number))
    if (pid > 1 && isOrphanOf(database, pid)) send(pid, 'SIGQUIT')
}

/** Processes of a server work in the folder of its data. If their server runs, they are not orphans. */
function isOrphanOf(database: string, pid: number): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== database) return false
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ')) return false
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return !isPostmasterOf(database, parent)
  } catch {
    // It has ended, or it belongs to another user and is none of ours.
    return false
  }
}
