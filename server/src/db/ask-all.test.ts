import { expect, test } from 'vitest'
import { askAll, forEachReached } from './ask-all.ts'
import type { Databases, Tenant } from './tenants.ts'

const tenant = (id: number): Tenant => ({
  ...{ id, number: `ADM${id}`, name: `Administrator ${id}`, schema: `tenant_${id}` },
  ...{ timeZone: 'UTC', isSandbox: false },
})
const all = [tenant(1), tenant(2), tenant(3)]

const workerAway = () =>
  Object.assign(new Error('connection to the remote node bulwark@db3:5432 failed'), { code: '08006' })

/** A database that answers the number of each administrator, or fails for texts that name a schema. */
function databaseWithout(schema: string | undefined, failure: () => Error = workerAway) {
  const asked: string[] = []
  const platformPool = {
    async query(text: string) {
      asked.push(text)
      if (schema !== undefined && text.includes(schema)) throw failure()
      return { rows: [...text.matchAll(/tenant_(\d)/g)].map(([, id]) => ({ id: Number(id) })) }
    },
  }
  return { asked, databases: { platformPool } as unknown as Pick<Databases, 'platformPool'> }
}

const ask = ({ schema }: Tenant) => `select from ${schema}`

test('all administrators are asked with one query', async () => {
  const { asked, databases } = databaseWithout(undefined)
  expect(await askAll(databases, all, ask)).toEqual({ rows: [{ id: 1 }, { id: 2 }, { id: 3 }], reached: all })
  expect(asked).toEqual([
    'select from tenant_1 union all select from tenant_2 union all select from tenant_3',
  ])
})

test('nobody is asked when there is nobody', async () => {
  const { asked, databases } = databaseWithout(undefined)
  expect(await askAll(databases, [], ask)).toEqual({ rows: [], reached: [] })
  expect(asked).toEqual([])
})

test('those of a worker that is away are left out', async () => {
  const { databases } = databaseWithout('tenant_2')
  expect(await askAll(databases, all, ask)).toEqual({
    ...{ rows: [{ id: 1 }, { id: 3 }], reached: [tenant(1), tenant(3)] },
  })
})

test('another failure is not hidden', async () => {
  const { databases } = databaseWithout('tenant_2', () => new Error('other'))
  await expect(askAll(databases, all, ask)).rejects.toThrow('other')
  await expect(forEachReached(all, () => Promise.reject(new Error('other')))).rejects.toThrow('other')
})
