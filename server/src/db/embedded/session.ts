import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseUser } from './cluster.ts'
import type { DataFolder } from './data-folder.ts'
import type { Postmaster } from './postmaster.ts'
import { DataFolderRefused } from './refused.ts'

/** How to reach the server. The host is the folder of its socket. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** The session that holds the ownership of the data folder, or that watches a server which another service owns. */
export type Session = pg.Client

/** Any fixed number. Advisory locks of other databases on the server do not conflict with it. */
const ownerLock = 7_305_808_869
/** If the owner was killed, its session ends a moment later. */
const lockPatienceMs = 1500

/** The server is starting, stopping or full: it may accept a session a moment later. */
const temporaryCodes = new Set([
  '57P03',
  '57P01',
  '57P02',
  '53300',
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN',
])

export function connectionTo(postmaster: Postmaster, password: string): Connection {
  const { socketFolder: host, port } = postmaster
  return { host, port, user: databaseUser, password, database: 'bulwark' }
}

/** Undefined if the server does not accept a session now. */
export async function openSession(folder: DataFolder, connection: Connection): Promise<Session | undefined> {
  // The lock is held in another database, so that the service's database can be copied or replaced meanwhile.
  const session = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'bulwark owner',
    connectionTimeoutMillis: 5000,
    options: '-c idle_session_timeout=0',
  })
  // Without a listener, a broken session would end the process. Callers listen for `end`.
  session.on('error', () => {})
  try {
    await session.connect()
    await checkServer(folder, session)
    await ensureDatabase(session, connection.database)
    return session
  } catch (error) {
    session.end().catch(() => {})
    if (isTemporary(error)) return undefined
    if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('28')) throw error
    throw new DataFolderRefused(
      `Data folder ${folder.path}: the database does not accept the password in ${folder.passwordFile}. ` +
        'Restore that file from the same backup as the database.',
      { cause: error },
    )
  }
}

/** `'gone'` if the server has ended meanwhile. */
export async function takeOwnership(
  session: Session,
  patienceMs = lockPatienceMs,
): Promise<'owned' | 'held' | 'gone'> {
  try {
    for (const end = Date.now() + patienceMs; ; await sleep(50)) {
      if (await tryLock(session)) return 'owned'
      if (Date.now() >= end) return 'held'
    }
  } catch (error) {
    if (isTemporary(error)) return 'gone'
    throw error
  }
}

/** Whether the open session alone keeps the process alive. */
export function setKeepsAlive(session: Session, keeps: boolean): void {
  // The methods exist, but the published types do not have them.
  const client = session as Session & { ref(): void; unref(): void }
  if (keeps) client.ref()
  else client.unref()
}

async function tryLock(session: Session): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock($1) as owned', [ownerLock])
  return rows[0]?.owned === true
}

/** A folder that was copied while its server was running must not connect to the server of the original. */
async function checkServer(folder: DataFolder, session: Session): Promise<void> {
  const { rows } = await session.query("select current_setting('data_directory') as folder")
  if (rows[0]?.folder === folder.database) return
  throw new DataFolderRefused(
    `Data folder ${folder.path}: the server on its socket serves ${rows[0]?.folder}. ` +
      'Stop that server, or set BULWARK_DATA to the folder it serves.',
  )
}

async function ensureDatabase(session: Session, name: string): Promise<void> {
  const { rowCount } = await session.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount) return
  try {
    await session.query(`create database ${session.escapeIdentifier(name)}`)
  } catch (error) {
    // Another session may have created it at the same moment.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  }
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DataFolderRefused) return false
  if ('code' in error && error.code) return temporaryCodes.has(String(error.code))
  // A connection that closes without a message, or takes too long to open, has no code.
  return /terminated|timeout|not queryable/.test(error.message)
}
