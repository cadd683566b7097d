import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

  test('does not stop the server of the next owner after its own session was lost', async () => {
    const folder = copyOfTemplate()
    const first = await open(folder)
    const lost = new Promise<void>((resolve) => first.onLost(resolve))
    await query(
      first.connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bulwark owner'",
    )
    await lost
    const second = await open(folder)
    expect(second.reattached).toBe(true)
    await first.stop()
    expect(await rowsKept(second.connection)).toBe(1)
  })

  if (isSoak)
    test('stops a server without another owner after its own session was lost', async () => {
      const folder = copyOfTemplate()
      const server = await open(folder)
      await query(
        server.connection,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bulwark owner'",
      )
      await new Promise<void>((resolve) => server.onLost(resolve))
      await server.stop()
      expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
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
  test('is noticed by its owner and recovered by the next owner', async () => {
    const folder = copyOfTemplate()
    const server = await open(folder)
    await query(server.connection, 'insert into kept values (2)')
    const lost = new Promise<void>((resolve) => server.onLost(resolve))
    process.kill(postmasterPid(folder), 'SIGKILL')
    await lost
    await server.stop()
    expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(true)
    const again = await open(folder)
    expect(again.reattached).toBe(false)
    expect(await rowsKept(again.connection)).toBe(2)
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
      const server = await open(folder)
      const pid = postmasterPid(folder)
      process.kill(pid, 'SIGKILL')
      await server.stop()
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
    test('is recovered only after the last of its sessions has ended', async () => {
      const folder = copyOfTemplate()
      const server = await open(folder)
      const busy = query(
        server.connection,
        `do $$ declare until timestamptz := clock_timestamp() + interval '1500 ms';
       begin while clock_timestamp() < until loop end loop; end $$`,
      ).catch(() => undefined)
      await sleep(200)
      process.kill(postmasterPid(folder), 'SIGKILL')
      const begun = performance.now()
      const again = await open(folder)
      expect(performance.now() - begun).toBeGreaterThan(500)
      expect(await rowsKept(again.connection)).toBe(1)
      await busy
    })
})
