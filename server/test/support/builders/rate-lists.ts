import { expect } from 'vitest'
import { inTransaction } from '../../../src/db/transaction.ts'
import { applyBook } from '../../../src/rates/book/apply-book.ts'
import type { Caller } from '../service/api.ts'
import { type TestService, testService } from '../service/app.ts'
import { holderId, sandboxOf } from '../service/sandbox.ts'
import { read } from './rate-books.ts'

/** The date of the sandbox's examples. */
export const DAY = '2024-03-15T15:00:00Z'

export interface RateLists {
  readonly service: TestService
  readonly admin: Caller
  /** One column of a list under /Rates, e.g. the codes. */
  column(path: string, name?: string, caller?: Caller): Promise<unknown[]>
  /** The id of the row with this code. */
  idOf(path: string, code: string): Promise<number>
  planId(product: string, plan: string): Promise<number>
  /** A key limited to these account holders, e.g. `Dealer D4001`, with the permissions of a dealer or with these. */
  limitedTo(holders: readonly string[], permissions?: readonly string[]): Promise<Caller>
  /** Applies the book of these files, which takes effect at once. */
  apply(files: ReadonlyMap<string, string>): Promise<void>
}

/** The sandbox on its date, with functions to read its rate book. */
export async function rateLists(): Promise<RateLists> {
  const service = await testService()
  const admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: DAY })
  const idOf = async (path: string, code: string) => {
    const { body } = await admin.get(`/Rates/${path}${path.includes('?') ? '&' : '?'}pageSize=200`)
    const row = body.find((one: { code: string }) => one.code === code)
    expect(row, `${path} ${code}`).toBeDefined()
    return row.id
  }
  return {
    service,
    admin,
    idOf,
    async column(path, name = 'code', caller = admin) {
      const { status, body } = await caller.get(`/Rates/${path}`)
      expect(status, path).toBe(200)
      return body.map((row: Record<string, unknown>) => row[name])
    },
    async planId(product, code) {
      const { body } = await admin.get(`/Rates/Plans/${await idOf('Products', product)}`)
      return body.plans.find((plan: { code: string }) => plan.code === code).id
    },
    async limitedTo(holders, permissions) {
      const scopes = await Promise.all(
        holders.map(async (holder) => {
          const [type = '', number = ''] = holder.split(' ')
          return { type, id: await holderId(service, type, number) }
        }),
      )
      const rights = permissions ? { permissions } : { roles: ['Dealer'] }
      const { body } = await admin.post('/apikeys', { name: 'limited', ...rights, scopes })
      return service.api.with(body.key)
    },
    async apply(files) {
      const ready = read(files)
      if ('faults' in ready) throw new Error(JSON.stringify(ready.faults))
      const { db } = await sandboxOf(service)
      const made = { at: new Date(DAY), by: 'test' }
      expect(await inTransaction(db, (tx) => applyBook(tx, ready, made))).toHaveProperty('version')
      service.app.services.books.clear()
    },
  }
}
