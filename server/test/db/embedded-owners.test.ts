import { spawn } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { writeServicePid } from '../../src/db/embedded/data-folder.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { type Connection, joinEmbedded } from '../../src/db/embedded/server.ts'
import {
  answer,
  asRoot,
  embeddedFolders,
  kill,
  postmasterPid,
  query,
  quick,
  rowsKept,
} from '../support/service/embedded-folders.ts'
import { until, withClient } from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'

// In `npm test` a killed service, a second one and a killed database are in process/start.test.ts.
const { children, copyOfTemplate, newFolder, open, refusal, service } = embeddedFolders()

describe('the owner of a data folder', () => {
  if (isSoak)
    test('takes over a server that is still running after its service was killed', async () => {
      const folder = copyOfTemplate()
      const child = service(folder)
      const { connection } = await answer(child)
      await query(connection, 'insert into kept values (2)')
      await kill(child)
      const lines: string[] = []
      const server = await open(folder, { ...quick, log: (line) => lines.push(line) })
      expect(server.reattached).toBe(true)
      expect(lines.join()).toContain('re-attached')
      expect(await rowsKept(server.connection)).toBe(2)
    })

  if (isSoak)
    test('is named when a second service is refused', async () => {
      const folder = copyOfTemplate()
      const server = await open(folder)
      writeServicePid(folder)
      expect(await refusal(folder)).toContain(`in use by another service or command (process ${process.pid})`)
      expect(await rowsKept(server.connection)).toBe(1)
    })

  if (isSoak)
    test('is only one of two services that start at the same time in a new folder', async () => {
      const folder = newFolder()
      const answers = await Promise.all([service(folder), service(folder)].map(answer))
      const [winner, ...others] = answers.filter((one) => one.connection)
      expect(others).toEqual([])
      expect(await query(winner?.connection as Connection, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(answers.find((one) => one.refused)).toMatchObject({
        name: 'DataFolderRefused',
        refused: expect.stringContaining('is in use by another service'),
      })
    })

  test('waits for the end of a service that is stopping', async () => {
    const folder = copyOfTemplate()
    const first = await open(folder)
    const stopped = first.stop()
    const second = await open(folder)
    await stopped
    expect(second.reattached).toBe(false)
    expect(await rowsKept(second.connection)).toBe(1)
  })

  test('takes the folder again when only its session was lost', async () => {
    const folder = copyOfTemplate()
    const first = await open(folder)
    const pid = postmasterPid(folder)
    const owner = await ownerPid(first.connection)
    await endOwnerSession(first.connection)
    await until(
      'it owns the folder again',
      async () => ![owner, 0].includes(await ownerPid(first.connection)),
    )
    expect(await refusal(folder)).toContain('is in use by another service')
    expect(postmasterPid(folder)).toBe(pid)
    await first.stop()
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })

  if (isSoak)
    test('gives the folder up to who has taken it meanwhile, and leaves the server to them', async () => {
      const folder = copyOfTemplate()
      const first = await open(folder)
      const lost = new Promise<void>((resolve) => first.onLost(resolve))
      await withClient({ ...first.connection, database: 'postgres' }, async (next) => {
        // Who waits for the lock gets it before the owner can ask for it again.
        const taken = next.query('select pg_advisory_lock(7305808869)')
        await until('it waits', async () => (await waitingForLocks(first.connection)) === 1)
        await endOwnerSession(first.connection)
        await taken
        await lost
        await first.stop()
        expect(await rowsKept(first.connection)).toBe(1)
      })
    })

  test('keeps its server when a command joins and leaves', async () => {
    const folder = copyOfTemplate()
    const owner = await open(folder)
    const joined = await joinEmbedded(folder, quick)
    expect(joined.reattached).toBe(true)
    expect(await rowsKept(joined.connection)).toBe(1)
    await joined.stop()
    expect(await rowsKept(owner.connection)).toBe(1)
  })

  test('is the command itself when no server runs', async () => {
    const folder = copyOfTemplate()
    const server = await joinEmbedded(folder, quick)
    expect(server.reattached).toBe(false)
    expect(await rowsKept(server.connection)).toBe(1)
    await server.stop()
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })
})

describe('a server that was killed', () => {
  test('is started again by its owner, and loses nothing', async () => {
    const folder = copyOfTemplate()
    const lines: string[] = []
    const server = await open(folder, { ...quick, log: (line) => lines.push(line) })
    await query(server.connection, 'insert into kept values (2)')
    const pid = postmasterPid(folder)
    // A session at work would keep the next server from starting until its statement ends.
    const busy = query(server.connection, longStatement).catch(() => undefined)
    await until('it works', async () => (await atWork(server.connection)) === 1)
    process.kill(pid, 'SIGKILL')
    const began = performance.now()
    await until('it runs again', () => lines.at(-1)?.includes('runs again') ?? false)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await rowsKept(server.connection)).toBe(2)
    expect(postmasterPid(folder)).not.toBe(pid)
    expect(await refusal(folder)).toContain('is in use by another service')
    await busy
    await server.stop()
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })

  if (isSoak)
    test('is started again as often as it is killed, also by the death of one session', async () => {
      const folder = copyOfTemplate()
      const server = await open(folder)
      for (let round = 1; round <= 5; round += 1) {
        const victim = round % 2 ? postmasterPid(folder) : await backendPid(server.connection)
        process.kill(victim, 'SIGKILL')
        await until('it runs again', async () =>
          query(server.connection, `insert into kept values (${round})`).then(
            () => true,
            () => false,
          ),
        )
      }
      expect(await rowsKept(server.connection)).toBe(6)
    })

  if (isSoak)
    test('is not started again by an owner that is stopping', async () => {
      const folder = copyOfTemplate()
      const server = await open(folder)
      process.kill(postmasterPid(folder), 'SIGKILL')
      await sleep(20)
      await server.stop()
      expect(readPostmaster(join(folder, 'database'))?.live ?? false).toBe(false)
      const again = await open(folder)
      expect(again.reattached).toBe(false)
      expect(await rowsKept(again.connection)).toBe(1)
    })

  if (isSoak)
    test('is started again when what kept it from starting is gone', async () => {
      const folder = copyOfTemplate()
      const lines: string[] = []
      const server = await open(folder, { ...quick, log: (line) => lines.push(line) })
      const control = join(folder, 'database', 'global', 'pg_control')
      renameSync(control, `${control}.away`)
      process.kill(postmasterPid(folder), 'SIGKILL')
      await until('it cannot start', () => lines.at(-1)?.includes('cannot be started yet') ?? false)
      expect(server.isDiskFull()).toBe(false)
      renameSync(`${control}.away`, control)
      await until('it runs again', () => lines.at(-1)?.includes('runs again') ?? false)
      expect(await rowsKept(server.connection)).toBe(1)
    })

  if (isSoak)
    test('together with its service is recovered', async () => {
      const folder = copyOfTemplate()
      const child = service(folder)
      const { connection } = await answer(child)
      await query(connection, 'insert into kept values (2)')
      process.kill(postmasterPid(folder), 'SIGKILL')
      await kill(child)
      const server = await open(folder)
      expect(server.reattached).toBe(false)
      expect(await rowsKept(server.connection)).toBe(2)
    })

  if (isSoak)
    test('is recovered when another process has its process id', async () => {
      const folder = copyOfTemplate()
      const child = service(folder)
      await answer(child)
      const pid = postmasterPid(folder)
      await kill(child)
      process.kill(pid, 'SIGKILL')
      await until('it has ended', () => !readPostmaster(join(folder, 'database'))?.live)
      // It runs as the same user, because PostgreSQL takes such a process for a server.
      const { uid, gid } = statSync(join(folder, 'database'))
      const other = spawn('sleep', ['60'], asRoot ? { uid, gid } : {})
      children.push(other)
      for (const file of [
        join(folder, 'database', 'postmaster.pid'),
        join(folder, 'run', '.s.PGSQL.5432.lock'),
      ])
        writeFileSync(file, readFileSync(file, 'utf8').replace(`${pid}\n`, `${other.pid}\n`))
      const again = await open(folder)
      expect(again.reattached).toBe(false)
      expect(await rowsKept(again.connection)).toBe(1)
      expect(other.exitCode ?? other.signalCode).toBeNull()
    })

  if (isSoak)
    test('together with its service leaves sessions, which end before it is recovered', async () => {
      const folder = copyOfTemplate()
      const child = service(folder)
      const { connection } = await answer(child)
      const busy = query(connection, longStatement).catch(() => undefined)
      await until('it works', async () => (await atWork(connection)) === 1)
      await kill(child)
      process.kill(postmasterPid(folder), 'SIGKILL')
      const again = await open(folder)
      expect(again.reattached).toBe(false)
      expect(await rowsKept(again.connection)).toBe(1)
      await busy
    })
})

const longStatement = `do $$ declare until timestamptz := clock_timestamp() + interval '8 s';
  begin while clock_timestamp() < until loop end loop; end $$`

async function count(connection: Connection, condition: string): Promise<number> {
  const [row] = await query(connection, `select count(*)::int as n from pg_stat_activity where ${condition}`)
  return (row as { n: number }).n
}

async function ownerPid(connection: Connection): Promise<number> {
  const text = "select pid from pg_stat_activity where application_name = 'bulwark owner'"
  const [row] = await query(connection, text)
  return (row as { pid: number } | undefined)?.pid ?? 0
}
const waitingForLocks = (connection: Connection) => count(connection, "wait_event_type = 'Lock'")
const atWork = (connection: Connection) => count(connection, "query like 'do $$%' and state = 'active'")

const endOwnerSession = (connection: Connection) =>
  query(
    connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bulwark owner'",
  )

/** A process of the server that is not the server itself. */
async function backendPid(connection: Connection): Promise<number> {
  const [row] = await query(
    connection,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  )
  return (row as { pid: number }).pid
}
