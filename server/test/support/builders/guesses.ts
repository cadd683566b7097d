import { request } from 'node:http'
import { slotIn } from '../../../src/access/guesses.ts'
import type { TestService } from '../service/app.ts'

/** As so many wrong guesses leave a count, with its next wait over or, with `seconds`, still to come. */
export const haveFailed = (service: TestService, key: string, failures: number, seconds = 0) =>
  service.databases.platformPool.query(
    `insert into platform.guess (slot, free, failures, open_at, last_at)
     values ($1, 5, $2, clock_timestamp() + make_interval(secs => $3), clock_timestamp())
     on conflict (slot) do update set failures = excluded.failures, open_at = excluded.open_at`,
    [slotIn(service.keys, key), failures, seconds],
  )

/** How many failures a count has. */
export async function failuresOf(service: TestService, key: string): Promise<number> {
  const { rows } = await service.databases.platformPool.query<{ failures: number }>(
    'select failures from platform.guess where slot = $1',
    [slotIn(service.keys, key)],
  )
  return Number(rows[0]?.failures ?? 0)
}

/** All waits are over. */
export const waitsAreOver = (service: TestService) =>
  service.databases.platformPool.query('update platform.guess set open_at = clock_timestamp()')

interface Entered {
  readonly status: number
  readonly wait: number
}

/** A sign-in from another address of this machine. */
export function enterFrom(
  { url }: Pick<TestService, 'url'>,
  address: string,
  body: { readonly userName: string; readonly password: string },
): Promise<Entered> {
  return new Promise((resolve, reject) => {
    const sent = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }
    const asked = request(
      `${url}/session`,
      { method: 'POST', localAddress: address, headers, agent: false },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, wait: Number(answer.headers['retry-after'] ?? 0) }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(sent)
  })
}
