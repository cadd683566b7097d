import { expect } from 'vitest'
import type { Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { inDatabase } from './database.ts'

/**
 * Posts the earnings of all contracts through a month and closes it. The months before it are closed directly: verifying
 * fifty of them takes seconds, and the tests of the books do that.
 */
export async function monthsClosed(service: TestService, through: string): Promise<void> {
  const admin = service.api.as('sandbox-admin')
  const { body } = await admin.get('/accountingperiods')
  const months: string[] = body.map(({ period }: { period: string }) => period)
  await earningsPosted(admin, lastDay(through))
  await inDatabase(
    service,
    `insert into accounting_period (period, status, closed_at, closed_by)
     select month, 'Closed', now(), 'test' from unnest($1::text[]) as month`,
    [months.filter((month) => month < through)],
  )
  const { status, text } = await admin.patch(`/accountingperiods/${through}`, { status: 'Closed' })
  expect(status, text).toBe(200)
}

/** Opens all months again. */
export const monthsOpened = (service: TestService): Promise<unknown> =>
  inDatabase(service, 'delete from accounting_period', [])

/** Posts the earnings of all contracts through a date. */
export async function earningsPosted(admin: Caller, asOfDate: string): Promise<void> {
  const posted = await admin.post('/contracts/updateEarnings', { asOfDate, filter: {} })
  expect(posted.status, posted.text.slice(0, 500)).toBe(200)
}

const lastDay = (period: string): string => {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
