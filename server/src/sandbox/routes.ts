import { z } from 'zod'
import { signedIn } from '../http/request-context.ts'
import { type Route, route } from '../http/route.ts'
import { Instant } from '../http/schemas.ts'
import { saveClock } from './clock.ts'
import { readMails, SandboxMail } from './mails.ts'
import { resetSandbox, type SandboxServices } from './reset.ts'

const ClockBody = z
  .strictObject({ now: Instant.nullable() })
  .meta({ id: 'SandboxClockData', example: { now: '2024-03-15T15:00:00Z' } })
const ClockAnswer = z.object({ now: Instant, isSet: z.boolean() }).meta({ id: 'SandboxClock' })

const tag = 'Sandbox'
const permission = { role: 'Admin' } as const

/** Routes that only a sandbox has: they set its clock, show its mail and restore the seed. */
export function sandboxRoutes(services: SandboxServices): Route[] {
  const { clock } = services
  const time = () => ({ now: clock.now().toISOString(), isSet: clock.isSet() })
  return [
    route.plain({
      method: 'GET',
      path: '/sandbox/clock',
      tag,
      summary: 'Read the clock of the sandbox',
      permission,
      answer: ClockAnswer,
      handler: async () => time(),
    }),
    route.plain({
      method: 'PUT',
      path: '/sandbox/clock',
      tag,
      summary: 'Set the clock to a fixed time; null returns to real time',
      permission,
      body: ClockBody,
      answer: ClockAnswer,
      async handler({ body }) {
        await saveClock(services.databases, clock, body.now === null ? null : new Date(body.now))
        await services.peers?.ask({ kind: 'clock' })
        return time()
      },
    }),
    route.plain({
      method: 'GET',
      path: '/sandbox/mails',
      tag,
      summary: 'Read the mails that would have been sent',
      description: 'The newest first, at most 1,000. A sandbox sends no mail; a reset removes what it kept.',
      permission,
      answer: z.array(SandboxMail),
      handler: ({ acting }) => readMails(signedIn(acting).caller.db, services.keys),
    }),
    route.plain({
      method: 'POST',
      path: '/sandbox/reset',
      tag,
      summary: 'Restore the seed and reset the clock',
      permission,
      async handler() {
        await services.door.alone(() => resetSandbox(services))
        return undefined
      },
    }),
  ]
}
