import { expect } from 'vitest'
import type { Connection } from '../../src/db/embedded/session.ts'
import { openApi } from '../support/service/api.ts'
import { type ServiceProcess, withClient } from '../support/service/service-process.ts'

/** Expects that a service in production answers nothing of a sandbox, and that its database has no credentials. */
export async function expectNoSandbox(service: ServiceProcess, database: Connection): Promise<void> {
  const { anonymous, token } = openApi(service.url)
  for (const path of ['/sandbox/clock', '/sandbox/reset', '/api/sandbox/clock'])
    for (const method of ['GET', 'PUT', 'POST'])
      expect(await anonymous.send(method, path), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 'RouteNotFound' },
      })
  await expect(token('sandbox-admin')).rejects.toThrow('invalid_client')
  expect(service.output()).not.toContain('sandbox')
  const rows = await withClient(database, async (client) => {
    const tenants = await client.query('select from platform.tenant')
    const credentials = await client.query('select from platform.credential')
    return [tenants.rowCount, credentials.rowCount]
  })
  expect(rows).toEqual([0, 0])
}
