import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { firstBlockedFolder } from '../../src/db/embedded/user.ts'
import { asRoot, embeddedFolders } from '../support/service/embedded-folders.ts'

const { copyOfTemplate, home, refusal } = embeddedFolders()

describe('a data folder is refused and left unchanged when', () => {
  const cases: { name: string; damage: (folder: string) => void; says: RegExp }[] = [
    {
      name: 'PG_VERSION is missing',
      damage: (folder) => rmSync(join(folder, 'database/PG_VERSION')),
      says: /PG_VERSION is missing/,
    },
    {
      name: 'another major version of PostgreSQL wrote it',
      damage: (folder) => writeFileSync(join(folder, 'database/PG_VERSION'), '15\n'),
      says: /written by PostgreSQL 15, but this service runs PostgreSQL 18/,
    },
    {
      name: 'pg_control is truncated',
      damage: (folder) => truncateSync(join(folder, 'database/global/pg_control'), 100),
      says: /damaged \(.*pg_control has 100 bytes\)/,
    },
    {
      name: 'pg_control has wrong content',
      damage: (folder) => writeFileSync(join(folder, 'database/global/pg_control'), Buffer.alloc(8192, 7)),
      says: /the database does not start\. The last lines of .*postgres\.log:\n(.*\n)*.*FATAL/,
    },
    {
      name: 'the password is missing',
      damage: (folder) => rmSync(join(folder, 'database-password')),
      says: /the password of the database is missing \(.*database-password\)/,
    },
    {
      name: 'the database is missing',
      damage: (folder) => rmSync(join(folder, 'database'), { recursive: true }),
      says: /its database .* is missing/,
    },
    {
      name: 'it contains other files',
      damage: (folder) => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        writeFileSync(join(folder, 'letter.txt'), 'Dear reader')
      },
      says: /contains other files \(letter\.txt\) and no Bulwark database/,
    },
    {
      name: 'it is a file',
      damage: (folder) => {
        rmSync(folder, { recursive: true })
        writeFileSync(folder, '')
      },
      says: /is not a folder/,
    },
  ]
  test.each(cases)('$name', async ({ damage, says }) => {
    const folder = copyOfTemplate()
    damage(folder)
    const before = contents(folder)
    const message = await refusal(folder)
    expect(message).toMatch(says)
    expect(message).toContain(folder)
    expect(contents(folder)).toEqual(before)
  })

  test('the password is wrong', async () => {
    const folder = copyOfTemplate()
    writeFileSync(join(folder, 'database-password'), 'another')
    expect(await refusal(folder)).toMatch(/does not accept the password in .*database-password/)
    expect(readPostmaster(join(folder, 'database'))).toBeUndefined()
  })

  test('its parent is a file', async () => {
    writeFileSync(join(home, 'file'), '')
    expect(await refusal(join(home, 'file', 'folder'))).toMatch(/cannot be used: ENOTDIR.*file/)
  })

  // Only root starts the server as another user, who may lack access.
  if (asRoot)
    test('the user that root starts the server as cannot enter its parent', async () => {
      const closed = join(home, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const message = await refusal(join(closed, 'below', 'data'))
      expect(message).toContain(`The user may not enter ${closed}.`)
      expect(readdirSync(closed)).toEqual([])
    })
})

test('the first folder that a user may not enter is found by its owner, group and mode', () => {
  const closed = join(home, 'for-some')
  mkdirSync(closed)
  const { uid, gid } = statSync(closed)
  const is = (mode: number, user: { uid: number; gid: number }) => {
    chmodSync(closed, mode)
    return firstBlockedFolder(join(closed, 'data'), { name: 'someone', ...user })
  }
  const [owner, member, other] = [
    { uid, gid },
    { uid: uid + 1, gid },
    { uid: uid + 1, gid: gid + 1 },
  ]
  expect([is(0o700, owner), is(0o700, member), is(0o700, other)]).toEqual([undefined, closed, closed])
  expect([is(0o710, owner), is(0o710, member), is(0o710, other)]).toEqual([undefined, undefined, closed])
  expect([is(0o701, owner), is(0o701, member), is(0o701, other)]).toEqual([undefined, closed, undefined])
  chmodSync(closed, 0o755)
})

/** Every file with its size and time, except those that a server may write when it fails to start. */
function contents(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return ['a file']
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(run|postgres\.log)/.test(name))
    .map((name) => [name, statSync(join(folder, name))] as const)
    .map(([name, { size, mtimeMs }]) =>
      statSync(join(folder, name)).isDirectory() ? name : `${name} ${size} ${mtimeMs}`,
    )
    .sort()
}
