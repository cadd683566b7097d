import { expect } from 'vitest'
import type { Answer } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { lockWaits } from './lock-waits.ts'

/**
 * The answer to a request while another transaction has changed its record without committing. The transaction commits
 * when the request waits for it, so the request must decide on the committed values.
 */
export async function overtaken(
  service: TestService,
  statement: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const pool = service.databases.platformPool
  const other = await pool.connect()
  try {
    await other.query('begin')
    for (const one of statement.split(';')) await other.query(one)
    const answer = request()
    await expect.poll(() => lockWaits(pool), { timeout: 4_000 }).toBe(1)
    await other.query('commit')
    return await answer
  } finally {
    other.release(true)
  }
}
