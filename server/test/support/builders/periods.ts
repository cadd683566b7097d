import { expect } from 'vitest'
import type { Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'

/** Posts the earnings of all contracts through a month and closes it and every month before. Gives the closed months. */
export async function monthsClosed({ api }: TestService, through: string): Promise<string[]> {
  const admin = api.as('sandbox-admin')
  const { body } = await admin.get('/accountingperiods')
  const closing: string[] = body
    .map(({ period }: { period: string }) => period)
    .filter((period: string) => period <= through)
  await earningsPosted(admin, lastDay(through))
  for (const period of closing) {
    const { status, text } = await admin.patch(`/accountingperiods/${period}`, { status: 'Closed' })
    expect(status, text).toBe(200)
  }
  return closing
}

/** Opens months again, the last one first. */
export async function monthsOpened({ api }: TestService, periods: readonly string[]): Promise<void> {
  for (const period of periods.toReversed())
    await api.as('sandbox-admin').patch(`/accountingperiods/${period}`, { status: 'Open' })
}

/** Posts the earnings of all contracts through a date. */
export async function earningsPosted(admin: Caller, asOfDate: string): Promise<void> {
  const posted = await admin.post('/contracts/updateEarnings', { asOfDate, filter: {} })
  expect(posted.status, posted.text.slice(0, 500)).toBe(200)
}

const lastDay = (period: string): string => {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
